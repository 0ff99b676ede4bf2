"""Dice, charts, and what a roll means. A reading turns faces into an outcome, and knows how likely each outcome is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, cached_property, lru_cache
from itertools import product
from math import comb
from typing import Any, Generic, NamedTuple, TypeVar

from airwar.engine.frozen import dataclass
from airwar.engine.words import count

T = TypeVar("T")
Faces = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Dice:
    """A number of equal dice; `2 * D6` is two six-sided dice."""

    count: int
    sides: int

    def __rmul__(self, times: int) -> Dice:
        return Dice(self.count * times, self.sides)

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}"

    @classmethod
    def written(cls, text: str) -> Dice:
        """Dice as `str` writes them: 2d6."""
        count, _, sides = text.partition("d")
        return cls(int(count), int(sides))

    def admits(self, faces: Faces) -> bool:
        """Whether these dice can show these faces."""
        return len(faces) == self.count and all(type(face) is int and 1 <= face <= self.sides for face in faces)


D6 = Dice(1, 6)


class Term(NamedTuple):
    """One modifier: its name, which may be reworded; its value; the rule that gives it; and its id, which never changes."""

    name: str
    value: int
    rule: str = ""
    id: str | None = None  # None only in logs of format 1

    @classmethod
    def of(cls, id_: str, value: int, rule: str = "", name: str = "") -> Term:
        """A modifier. Its name is made from its id unless it has one of its own."""
        return cls(name or id_.replace("-", " "), value, rule, id_)


@cache
def _totals(dice: Dice) -> tuple[tuple[int, int], ...]:
    """Each possible total of the dice, and the number of ways to roll it."""
    ways = Counter({0: 1})
    for _ in range(dice.count):
        further: Counter[int] = Counter()
        for total, number in ways.items():
            for face in range(1, dice.sides + 1):
                further[total + face] += number
        ways = further
    return tuple(sorted(ways.items()))


class HowRead(NamedTuple):
    """How an outcome came about: its name, the modifiers and the modified total, the cell of a chart or what a die needs to hit."""

    result: str
    terms: tuple[Term, ...] | None = None
    total: int | None = None
    chart: str | None = None
    row: str | None = None
    column: str | None = None
    needed: str | None = None


class Reading(ABC, Generic[T]):
    """What a roll means. Readings are values: equal readings have equal outcomes."""

    dice: Dice

    @abstractmethod
    def read(self, faces: Faces) -> T:
        """The outcome of these faces."""

    @abstractmethod
    def outcomes(self) -> tuple[tuple[T, int], ...]:
        """Every distinct outcome with its number of ways; the ways sum to sides ** count."""

    def effort(self) -> int:
        """Roughly how many counts `outcomes` has to work out; at least the number of outcomes."""
        return self.dice.count * self.dice.count * self.dice.sides  # the totals of one die, of two, and so on

    def forks(self) -> int:
        """How many outcomes are met on the way to the last of them: all of them, unless it takes two rolls to get there."""
        return len(self.outcomes())

    def record(self, faces: Faces) -> HowRead:
        """How the outcome came about, for the log and the table."""
        return HowRead(outcome_text(self.read(faces)))

    def goal(self) -> str:
        """What the dice are read against, such as `6 or less hits` or `row 6 of Air Combat`; empty if they are only added up."""
        return ""


def outcome_text(outcome: object) -> str:
    """An outcome as a player writes it: a chart cell as printed, a number, a list with commas."""
    if isinstance(outcome, tuple) and not hasattr(outcome, "_fields"):
        return ", ".join(outcome_text(part) for part in outcome)
    return str(outcome)


@dataclass(frozen=True)
class Total(Reading[int]):
    """The dice are added up and modified."""

    dice: Dice
    terms: tuple[Term, ...] = ()

    @property
    def net(self) -> int:
        return sum(term.value for term in self.terms)

    def read(self, faces: Faces) -> int:
        return sum(faces) + self.net

    def outcomes(self) -> tuple[tuple[int, int], ...]:
        net = self.net
        return tuple((total + net, ways) for total, ways in _totals(self.dice))

    def record(self, faces: Faces) -> HowRead:
        return HowRead(str(self.read(faces)), self.terms, self.read(faces))


@dataclass(frozen=True)
class Row(Generic[T]):
    """One row of a chart: the cells under consecutive totals. A total beyond either end reads the cell at that end."""

    label: str
    first: int
    cells: tuple[T, ...]
    chart: str = ""
    heads: tuple[str, ...] = ()  # the column heads as printed; the totals themselves if not given
    upright: bool = False  # printed as a column: its totals are the rows of the chart

    def at(self, total: int) -> T:
        return self.cells[self._place(total)]

    def column(self, total: int) -> str:
        place = self._place(total)
        return self.heads[place] if self.heads else str(self.first + place)

    def _place(self, total: int) -> int:
        return min(max(total - self.first, 0), len(self.cells) - 1)


@dataclass(frozen=True)
class OnRow(Reading[T]):
    """The modified total of the dice is the column in which a row of a chart is read.

    `meaning` picks the part of a cell that matters; cells with the same meaning are one outcome.
    """

    dice: Dice
    row: Row[Any]
    terms: tuple[Term, ...] = ()
    meaning: Callable[[Any], T] | None = None

    def read(self, faces: Faces) -> T:
        cell = self.row.at(sum(faces) + sum(term.value for term in self.terms))
        outcome: T = self.meaning(cell) if self.meaning else cell
        return outcome

    def outcomes(self) -> tuple[tuple[T, int], ...]:
        return self._outcomes

    @cached_property
    def _outcomes(self) -> tuple[tuple[T, int], ...]:
        cells, last = self.row.cells, len(self.row.cells) - 1
        low = self.row.first - sum(term.value for term in self.terms)
        ways: dict[T, int] = {}
        for total, number in _totals(self.dice):
            cell = cells[min(max(total - low, 0), last)]
            outcome = self.meaning(cell) if self.meaning else cell
            ways[outcome] = ways.get(outcome, 0) + number
        return tuple(ways.items())

    def record(self, faces: Faces) -> HowRead:
        total = sum(faces) + sum(term.value for term in self.terms)
        row = self.row
        across, down = (row.column(total), row.label) if row.upright else (row.label, row.column(total))
        return HowRead(outcome_text(row.at(total)), self.terms, total, row.chart, across, down)

    def goal(self) -> str:
        of = f" of {self.row.chart}" if self.row.chart else ""
        return f"{'column' if self.row.upright else 'row'} {self.row.label}{of}"


@dataclass(frozen=True)
class Hits(Reading[int]):
    """Each die that shows the value or less (or the value or more) is a hit; hits are counted, up to `most`."""

    dice: Dice
    value: int
    or_less: bool = True
    terms: tuple[Term, ...] = ()
    most: int | None = None  # more hits than this have no target, so they are the same outcome

    @property
    def needed(self) -> int:
        return self.value + sum(term.value for term in self.terms)

    def faces_that_hit(self) -> int:
        faces = self.needed if self.or_less else self.dice.sides + 1 - self.needed
        return min(max(faces, 0), self.dice.sides)

    @cached_property
    def hit_by_face(self) -> tuple[bool, ...]:
        """Whether a face is a hit, indexed by face; index 0 is unused."""
        needed = self.needed
        return tuple(face > 0 and (face <= needed if self.or_less else face >= needed) for face in range(self.dice.sides + 1))

    def rolled(self, faces: Faces) -> int:
        """The number of hits rolled, including those without a target."""
        return sum(map(self.hit_by_face.__getitem__, faces))

    def read(self, faces: Faces) -> int:
        hits = self.rolled(faces)
        return hits if self.most is None else min(hits, self.most)

    def up_to(self, most: int) -> Hits:
        """The same dice, of which no more than `most` hits count."""
        return replace(self, most=most if most < self.dice.count else None)

    def outcomes(self) -> tuple[tuple[int, int], ...]:
        return binomial(self.dice.count, self.dice.sides, self.faces_that_hit(), self.most)

    def effort(self) -> int:
        return self.dice.count + 1

    def record(self, faces: Faces) -> HowRead:
        hits, counted = self.rolled(faces), self.read(faces)
        fewer = f", {counted} count{'s' if counted == 1 else ''}" if counted < hits else ""
        result = count(hits, "hit") + fewer
        return HowRead(result, self.terms, needed=self.needed_face())

    def needed_face(self) -> str:
        return f"{self.needed} or {'less' if self.or_less else 'more'}"

    def goal(self) -> str:
        return f"{self.needed_face()} hits"


@lru_cache(maxsize=4096)
def binomial(count: int, sides: int, hitting: int, most: int | None = None) -> tuple[tuple[int, int], ...]:
    """Each possible number of hits and its number of ways; `most` or more count as `most`."""
    missing = sides - hitting
    if not hitting or not missing:
        hits = count if hitting else 0
        return ((hits if most is None else min(hits, most), int(sides**count)),)
    ways: dict[int, int] = {}
    number = int(missing**count)  # ways to roll no hits; the ways for one more hit follow from it
    for hits in range(count + 1):
        counted = hits if most is None else min(hits, most)
        ways[counted] = ways.get(counted, 0) + number
        number = number * (count - hits) * hitting // ((hits + 1) * missing)
    return tuple(ways.items())


@lru_cache(maxsize=4096)
def hits_of_lots(lots: tuple[tuple[int, int, int], ...], most: int) -> tuple[tuple[int, int], ...]:
    """Each possible number of hits with several lots of dice, and its number of ways. A lot is dice, sides and faces that hit."""
    ways = {0: 1}
    for lot in lots:
        further: dict[int, int] = {}
        for before, number in ways.items():
            for hits, times in binomial(*lot):
                counted = min(before + hits, most)
                further[counted] = further.get(counted, 0) + number * times
        ways = further
    return tuple(ways.items())


@dataclass(frozen=True)
class Bands(Reading[tuple[int, ...]]):
    """Each die falls into one of several bands of faces; the dice in each band are counted."""

    dice: Dice
    bands: tuple[tuple[str, int], ...]  # what a die in each band stands for, such as "light ship", and its highest face, ascending

    def read(self, faces: Faces) -> tuple[int, ...]:
        counts = [0] * len(self.bands)
        for face in faces:
            counts[next(at for at, (_, top) in enumerate(self.bands) if face <= top)] += 1
        return tuple(counts)

    def outcomes(self) -> tuple[tuple[tuple[int, ...], int], ...]:
        widths = [top - low for (_, top), low in zip(self.bands, [0, *(top for _, top in self.bands)], strict=False)]
        ways: dict[tuple[int, ...], int] = {(0,) * len(widths): 1}
        for _ in range(self.dice.count):
            further: dict[tuple[int, ...], int] = {}
            for counts, weight in ways.items():
                for at, width in enumerate(widths):
                    if width:
                        grown = (*counts[:at], counts[at] + 1, *counts[at + 1 :])
                        further[grown] = further.get(grown, 0) + weight * width
            ways = further
        return tuple(ways.items())

    def effort(self) -> int:
        return comb(self.dice.count + len(self.bands), len(self.bands))  # the counts of no die, of one, of two, and so on

    def record(self, faces: Faces) -> HowRead:
        counts = self.read(faces)
        parts = [count(number, noun) for number, (noun, _) in zip(counts, self.bands, strict=True) if number]
        return HowRead(", ".join(parts) or "none")


@dataclass(frozen=True)
class EachFace(Reading[Faces]):
    """Every die is read on its own, in order."""

    dice: Dice

    def read(self, faces: Faces) -> Faces:
        return faces

    def outcomes(self) -> tuple[tuple[Faces, int], ...]:
        return tuple((faces, 1) for faces in product(range(1, self.dice.sides + 1), repeat=self.dice.count))

    def effort(self) -> int:
        return int(self.dice.sides ** min(self.dice.count, 64))

    def record(self, faces: Faces) -> HowRead:
        return HowRead(" ".join(map(str, faces)))


@dataclass(frozen=True)
class Sure(Reading[T]):
    """No dice are needed: the outcome is known."""

    outcome: T

    dice = Dice(0, 1)

    def read(self, faces: Faces) -> T:
        return self.outcome

    def outcomes(self) -> tuple[tuple[T, int], ...]:
        return ((self.outcome, 1),)

    def forks(self) -> int:
        return 0


@dataclass(frozen=True)
class Both(Reading[tuple[Any, Any]]):
    """Two rolls of one moment, with dice of one kind: each is read by itself."""

    one: Reading[Any]
    other: Reading[Any]

    @cached_property
    def dice(self) -> Dice:  # type: ignore[override]
        counts, sides = zip(*((each.dice.count, each.dice.sides) for each in (self.one, self.other)), strict=True)
        kinds = {kind for count, kind in zip(counts, sides, strict=True) if count} or {1}
        assert len(kinds) == 1, "two rolls of one moment take dice of one kind"
        return Dice(sum(counts), *kinds)

    def read(self, faces: Faces) -> tuple[Any, Any]:
        cut = self.one.dice.count
        return self.one.read(faces[:cut]), self.other.read(faces[cut:])

    def outcomes(self) -> tuple[tuple[tuple[Any, Any], int], ...]:
        others = self.other.outcomes()
        return tuple([((one, other), ways * more) for one, ways in self.one.outcomes() for other, more in others])

    def effort(self) -> int:
        return self.one.effort() + self.other.effort()

    def forks(self) -> int:
        return self.one.forks() + len(self.one.outcomes()) * self.other.forks()


@dataclass(frozen=True)
class Chart:
    """A printed chart: column heads, and rows of cells under them."""

    name: str
    title: str
    cite: str
    roll: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    note: str = ""

    def row(self, label: str, cell: Callable[[str], T], first: int | None = None) -> Row[T]:
        """One row with its cells parsed. Its lowest total is the first column head unless given."""
        cells = dict(self.rows)[label]
        low = int(self.columns[0].rstrip("+-")) if first is None else first
        return Row(label, low, tuple(cell(text) for text in cells), self.title, self.columns)


def chart_of(name: str, drawing: Mapping[str, str]) -> Chart:
    """Reads a chart drawn as text: the column heads on one line, then one line for each row of cells."""
    lines = [line.split() for line in drawing.get("rows", "").splitlines() if line.strip()]
    return Chart(
        name,
        drawing.get("chart", ""),
        drawing.get("cite", ""),
        drawing.get("roll", ""),
        tuple(drawing["columns"].split()),
        tuple((line[0], tuple(line[1:])) for line in lines),
        drawing.get("note", "").strip(),
    )
