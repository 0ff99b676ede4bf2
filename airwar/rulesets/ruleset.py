"""What a ruleset provides to the rest of airwar: one record, not a base class."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from airwar.choices.grammar import Questions
from airwar.choices.patterns import meaning
from airwar.choices.script import Stance as Stance
from airwar.engine.frozen import dataclass
from airwar.engine.moves import End, Move, Position, Return, Step, Then
from airwar.engine.questions import Roll
from airwar.engine.records import Rolled
from airwar.engine.referee import Referee, Sheet
from airwar.scenario.edit import Edit, Outline
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, Section, Tree

S = TypeVar("S")


@dataclass(frozen=True)
class Option:
    """A named ruling on something that the source leaves open: its default, its values, what it decides, and its rule."""

    default: str
    values: tuple[str, ...]
    text: str
    whole: bool = False  # a whole number instead of one of the values
    rule: str = ""
    bounds: tuple[int, int] = (0, 1_000_000)  # limits of a whole number

    @property
    def help(self) -> str:
        """What it decides, with the number of its rule."""
        return f"{self.text} ({self.rule})" if self.rule else self.text

    @property
    def choices(self) -> str:
        """The values it may have."""
        if not self.whole:
            return ", ".join(self.values)
        return "a whole number" if self.bounds == (0, 1_000_000) else f"a whole number from {self.bounds[0]} to {self.bounds[1]}"

    @property
    def default_value(self) -> str | int:
        return int(self.default) if self.whole else self.default


class Adjustable(NamedTuple):
    """What a ruling may change about one kind of unit, wherever a state holds it.

    `now(unit)` gives what may be changed, with its present value; `changed(unit, what, value)` is the unit after the ruling, its
    books balanced. It raises ValueError with the reason if that cannot be.
    """

    kind: type[Any]
    now: Callable[[Any], Mapping[str, str | int]]
    changed: Callable[[Any, str, str], Any]
    name: Callable[[Any], str] = attrgetter("id")

    def units(self, part: Any) -> Mapping[str, Mapping[str, str | int]]:
        """What may be changed, by unit."""
        return {self.name(part): self.now(part)}

    def after(self, part: Any, unit_id: str, what: str, value: str) -> Any:
        """The part after a ruling on a unit in it."""
        return self.changed(part, what, value)


class AdjustableCounts(NamedTuple):
    """Like `Adjustable`, for a part of a state that holds several units as counts, not as counters."""

    kind: type[Any]
    units: Callable[[Any], Mapping[str, Mapping[str, str | int]]]
    after: Callable[[Any, str, str, str], Any]


class Books(NamedTuple):
    """A part of a state that keeps count of a unit: `changed(part, what, was, now)` is that part after a ruling on the unit."""

    kind: type[Any]
    changed: Callable[[Any, str, str, str], Any]
    name: Callable[[Any], str] = attrgetter("id")


# The units that no ruling can change now, because a procedure under way holds their counts or losses; and why, with the moment
# when one can: "is in the battle over Malta; rule on it when the battle is over".
Engaged: TypeAlias = Callable[[Position], Mapping[str, str]]


class NextTurn(NamedTuple):
    """The next turn as edits of the scenario, and what the players have to check themselves."""

    edits: list[Edit]
    notes: list[str]


class Following(NamedTuple, Generic[S]):
    """How the position at the end of a turn becomes the next scenario, for a ruleset that declares its position with the kit."""

    passed: Callable[[S, S], tuple[Any, list[str]]]  # from end and start of a turn: the start of the next, what to check
    edits: Callable[[Any, Any], Iterable[Edit]]  # edits of a scenario with one position that give it another
    whole_sections: Callable[[Any, Any], Iterable[Edit]]  # the same, for a text that cannot be edited piece by piece
    written: Callable[[Any], Mapping[str, Tree]]  # a position as a scenario says it
    position: Callable[[S], Any] = lambda state: state  # the declared part of a state; the state itself, if it is a record
    unfinished: Callable[[S, S], tuple[Any, list[str]]] | None = None  # like `passed`, but leaves unplayed parts as they are


class Tally(NamedTuple):
    """What one side had and lost of one kind of unit."""

    side: str
    unit: str
    had: int
    lost: int


class Standing(NamedTuple):
    """What one side has in one place, of one unit and in one status. Later versions must reproduce these rows, but not the names.

    Side, place and unit are ids of the scenario, and marks are its words for a status: `inverted`, `losses=4`. Something that is
    eliminated has no place and only that mark. What is aboard, in the air or under way is in one place like everything else.
    """

    side: str
    place: str
    unit: str
    name: str
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody needs
    marks: tuple[str, ...] = ()


ELIMINATED = ("eliminated",)


def standing_of(rows: Iterable[Standing]) -> list[Standing]:
    """Rows with their marks in order; equal ones are merged, and empty ones left out."""
    counts: dict[tuple[str, str, str, str, tuple[str, ...]], int] = {}
    for side, place, unit, name, count, marks in rows:
        alike = (side, place, unit, name, tuple(sorted(marks)) if len(marks) > 1 else marks)
        counts[alike] = counts.get(alike, 0) + count
    return [Standing(side, place, unit, name, count, marks) for (side, place, unit, name, marks), count in counts.items() if count]


class Site(NamedTuple):
    """A place on a map, and who holds it now."""

    id: str
    name: str
    holder: str = ""  # a side, as `Standing` names it; empty if nobody does, or nobody knows
    at: tuple[float, float, str] | None = None  # where the map shows it: to the right and down, in hexes; and on which sheet


class Geography(NamedTuple):
    """What a scenario says about its map. Distances and links hold both ways."""

    sites: tuple[Site, ...] = ()
    distances: Mapping[tuple[str, str], int] = MappingProxyType({})  # in hexes, for the pairs that are known
    links: tuple[tuple[str, str], ...] = ()  # adjacent places, where a map has no hexes


NOT_FLOWN = "not flown"  # the result of a mission that nobody flies


def _none_announced(ref: Referee, phase: Any, scope: str) -> Move[Any]:
    """A step that begins the battle with this scope, which a phase has announced, for the odds of that battle by itself."""
    return Return(None)


@dataclass(frozen=True)
class Ruleset(Generic[S]):
    """A game: what its scenarios may say, where its sequence of play begins, and how its state looks.

    S is the state of the outermost procedure, such as a turn. `End.state` is of that type too.
    """

    id: str
    title: str
    package: str
    fields: Mapping[str, Field]  # its own scenario fields
    setup: Callable[[Section, Problems], Then[Any] | None]  # the first position of a checked scenario; None after a problem
    tables: Callable[[Sequence[Any]], list[Sheet]]  # what is on the table: the states of all procedures, outermost first
    tally: Callable[[S], list[Tally]]
    standing: Callable[[Sequence[Any]], list[Standing]] = lambda states: []  # what is where, from the states of all procedures
    lost: Callable[[Sequence[Any]], Iterable[Standing]] | None = None  # its rows of what is eliminated, if found faster alone
    ground: Callable[[Sequence[Any]], list[Standing]] = lambda states: []  # troops only shown, a row for each side and place
    newest: Callable[[Sequence[Any]], S] = lambda states: states[0]  # the progress of the turn, from the same states
    fixtures: tuple[str, ...] = ()  # what `standing` says about a place itself, as if it were a unit: a base, its supply
    called: Callable[[Standing], str] = lambda row: f"{row.count} {row.name}"  # a number of a unit, in words
    counted: str = "unit"  # what `standing` counts: step, factor
    at: str = "at"  # the preposition for a place: at Malta, in Korea
    place_name: Callable[[S, str], str] = lambda state, place: place  # how a place of a scenario is shown
    geography: Callable[[Sequence[Any]], Geography] = lambda states: Geography()  # its map, and who holds what now
    options: Mapping[str, Option] = field(default_factory=dict)
    decisions: Mapping[str, str] = field(default_factory=dict)  # ids without battle and round, and what each decides
    reported: tuple[str, ...] = ()  # the ids of decisions that only say what has happened; none of their options is advised
    read_off: tuple[str, ...] = ()  # the ids of decisions that say what the players read on a chart of their own
    stances: Mapping[str, Stance] = field(default_factory=dict)  # the decisions to stay or to leave, and their options
    rolls: Mapping[str, str] = field(default_factory=dict)  # ids of rolls, without battle and round, and what each is for
    results: Callable[[S], Sequence[tuple[str, str]]] = lambda state: ()  # each battle or mission by name, and its result
    missions: tuple[str, ...] = ()  # the fields that prepare missions whose result is NOT_FLOWN if nobody flies
    winner: Callable[[End], str] = lambda end: ""  # who has won: one of those that decide, or nobody
    won: str = ""  # what it takes to win
    party: Callable[[S, str], str] = lambda state, by: by  # the side of whoever decides, wins or loses
    worth: Callable[[str], Fraction] = lambda unit: Fraction(1)  # the value of a kind of unit in sums of losses
    rolling: Callable[[Sequence[Any], Roll], str] = lambda states, roll: ""  # who rolls what where, if `rolls` does not suffice
    compared: Callable[[Sequence[Any], Rolled], list[str]] = lambda states, roll: []  # what the modifiers of a roll come from
    template: str = ""  # a commented scenario to start from
    steps: tuple[Step, ...] = ()  # the sequence of play, in the rule book's order
    after_phases: tuple[Step, ...] = ()  # those to which a phase of the turn returns; whatever else is called is a battle
    announced: Callable[[Referee, Any, str], Move[Any]] = _none_announced  # a step: begins a battle that waits in a phase
    next_turn: Callable[[S, Outline], NextTurn] | None = None  # from the end state and an outline of the scenario
    following: Following[S] | None = None  # the same, for a ruleset made with the kit
    lasting: tuple[str, ...] = ()  # keys of facts that stay true in the next turn, * for any part
    settled: Mapping[str, str] = field(default_factory=dict)  # former options that are now readings, and how they are read
    adjustable: tuple[Adjustable | AdjustableCounts, ...] = ()  # the units that a ruling may change, and how
    books: tuple[Books, ...] = ()  # what else a ruling on a unit changes
    engaged: Engaged = lambda position: {}

    def everything(self, states: Sequence[Any]) -> list[Standing]:
        """What is where, including troops on the ground, for display."""
        return [*self.standing(states), *self.ground(states)]

    def eliminated(self, states: Sequence[Any]) -> Iterable[Standing]:
        """What is lost, from the states of all procedures."""
        if self.lost is not None:
            return self.lost(states)
        return [row for row in self.standing(states) if row.marks == ELIMINATED]

    def only_reports(self, key: str) -> bool:
        """Whether the decision with this key only says what has happened, so that nobody is advised on it."""
        return bool(meaning(key, dict.fromkeys(self.reported, "reported")))

    @property
    def questions(self) -> Questions:
        """What its scenarios may answer in advance."""
        return Questions(self.decisions, self.rolls, self.stances, self.id)


AnyRuleset: TypeAlias = Ruleset[Any]
