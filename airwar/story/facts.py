"""What is true at a moment of a battle, and what was said: where every unit is and in what state, what is lost, how battles ended.

    = malta: 4 malta-spitfires (3 inverted), no fliegerkorps-ii     of a place
    = kg-53: 4 at smolensk, 2 inverted, 1 eliminated                of a unit
    = axis: 2 German AAF lost, 3 German AAF left                    of a side
    = malta: attacker disengaged                                    of a battle or a mission, by its name

Places, units and sides go by their ids or displayed names. Everything is counted in the position, not read from prose.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, NamedTuple

from airwar.answers.menu import normalized
from airwar.engine.events import Loss, NeedsChart, Note, Ruling, Status
from airwar.engine.log import Record
from airwar.engine.records import Entered, Rolled, RoundBegun, Told
from airwar.engine.words import closest, did_you_mean, id_of, some_of
from airwar.errors import AirwarError
from airwar.rulesets.ruleset import Standing
from airwar.scenario.edit import known_keys
from airwar.scenario.shape import described
from airwar.setup.loading import Scenario, shape_of

_CLAIM = re.compile(r"(?:(no|none|not) )?(?:(\d+)(?: |$))?(.*?) ?(?:(?<!\S)at ([^()]+?))?(?: ?\(([^()]*)\))?")
_COMMA = re.compile(r",\s*(?![^(]*\))")  # a comma, not within brackets
_LOST = ("lost", "eliminated")
_FATES = (*_LOST, "left")
_NOTHING = ("nothing", "empty", "no units", "no losses", "nothing lost", "none")
_NO_PLACES = ("options", "charts", "choices", "sides", "units")  # sections of a scenario whose keys are not places

Pair = tuple[str, str]  # a side and the id of one of its units


class Unclear(AirwarError):
    """A story names something unknown or ambiguous."""


class Checked(NamedTuple):
    """Whether a claim is true; and if not, what is true instead, as claims."""

    so: bool
    instead: str = ""


_SO = Checked(True)


class _Claim(NamedTuple):
    """A claim, taken apart: `no` units, or a number of them; their name, fate or mark; where; and the marks in brackets."""

    no: bool
    number: int | None
    body: str
    at: str
    marks: list[tuple[int | None, str]]

    @property
    def place(self) -> str:
        """The words that say where."""
        return f" at {self.at}" if self.at else ""

    def fits(self, total: int) -> bool:
        """Whether this many units make it true: none, exactly so many, or any."""
        return total == (0 if self.no else self.number) if self.no or self.number is not None else total > 0


def _as_written(text: str, claim: str) -> str:
    """The words of a text with the capitals that they have in a claim: AAF, not aaf."""
    written = {word.casefold(): word for word in claim.split()}
    return " ".join(written.get(word, word) for word in text.split(" "))


class Vocabulary:
    """What a story may name: the places, sides and units of its scenario, and what has been seen of them so far."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.rows: dict[Standing, None] = {}

    def see(self, standing: Iterable[Standing]) -> None:
        """Remembers the units, places and marks of the present position."""
        self.rows.update((row._replace(count=0), None) for row in standing)

    @cached_property
    def listed(self) -> list[str]:
        """The keys of the scenario's lists, some of which are places."""
        text = self.scenario.text
        sections = [name for name in known_keys(text, ()) if name not in _NO_PLACES]
        return [place for name in sections for place in known_keys(text, (name,)) if not place.isdecimal()]

    @property
    def places(self) -> dict[str, str]:
        """The ids of places, with their displayed names."""
        found = {}
        for place in dict.fromkeys([*(row.place for row in self.rows if row.place), *self.listed]):
            with suppress(LookupError):  # not a place
                found[place] = self.scenario.place_name(place)
        return found

    @cached_property
    def words(self) -> set[str]:
        """The words of the game's scenarios, from which marks are made."""
        fields = described(shape_of(self.scenario.ruleset))
        return {word for one in fields for word in (one.name, *re.findall(r"[\w-]+", one.what))}

    def place(self, text: str) -> str | None:
        """The place of this name. Raises Unclear if there are several."""
        places = self.places
        found = [id_of(text)] if id_of(text) in places else [place for place, name in places.items() if _is_called(name, text)]
        if len(found) > 1:
            raise Unclear(f"{text} may be {some_of(found)}; name one of them")
        return found[0] if found else None

    def side(self, text: str) -> str | None:
        """The side of this id, name, or role in the battle; None if there is none."""
        sides, meant = list(dict.fromkeys(row.side for row in self.rows)), self.scenario.side_of.get(id_of(text))
        called = [side for side in sides if side == id_of(text)] or [side for side in sides if self.scenario.party(side) == meant]
        return called[0] if len(called) == 1 else None

    def units(self, text: str) -> set[Pair]:
        """The units with this id, or else with this name; all units of a kind."""
        named = {(row.side, row.unit) for row in self.rows if id_of(text) == row.unit and row.place}  # not a kind that is lost
        named = named or {(row.side, row.unit) for row in self.rows if _is_called(row.name, text)}
        return named or {(row.side, row.unit) for row in self.rows if _is_called(row.name, text, begins=True)}

    def mark(self, text: str) -> str:
        """The mark that a story names. Raises Unclear if nothing can have it."""
        seen = {mark for row in self.rows for mark in row.marks} | self.words
        if text.replace(" ", "=").partition("=")[0] not in {mark.partition("=")[0] for mark in seen}:
            raise Unclear(f"nothing is ever {text!r} here{did_you_mean(closest(text, seen))}")
        return text

    def has_number(self, mark: str) -> bool:
        """Whether a mark carries a number, as in losses=2."""
        return any(re.fullmatch(rf"{re.escape(mark)}=\d+", one) for row in self.rows for one in row.marks)

    def unknown(self, text: str) -> Unclear:
        names = {name: None for row in self.rows for name in (row.unit, row.place, row.side, row.name) if name} | dict.fromkeys(
            self.listed
        )
        near = closest(normalized(text), names)
        return Unclear(f"nothing is called {text!r} here{did_you_mean(near) or f'; there is {some_of(names)}'}")


class Subject(NamedTuple):
    """What a claim is about: the place, side, units or battles of its name."""

    name: str
    place: str | None = None
    side: str | None = None
    units: frozenset[Pair] = frozenset()
    results: tuple[str, ...] = ()  # of battles and missions


class Facts:
    """The facts of the present position."""

    def __init__(self, known: Vocabulary, standing: Sequence[Standing], state: Any) -> None:
        self.known = known
        self.standing = standing
        self.ruleset, self.state = known.scenario.ruleset, state

    def subject(self, text: str) -> Subject:
        """What a name means. Raises Unclear."""
        results = tuple(result for name, result in self.ruleset.results(self.state) if result and _is_called(name, text))
        found = Subject(text, self.known.place(text), self.known.side(text), frozenset(self.known.units(text)), results)
        if found == Subject(text):
            raise self.known.unknown(text)
        return found

    def check(self, subject: Subject, claims: str) -> list[tuple[str, Checked]]:
        """Each claim, and whether it is true. Raises Unclear."""
        if any(has(result, claims) for result in subject.results):
            return [(claims, _SO)]
        return [(claim, self._check(subject, claim)) for claim in map(str.strip, _COMMA.split(claims))]

    def _check(self, subject: Subject, claim: str) -> Checked:
        if any(has(result, claim) for result in subject.results):
            return _SO
        meanings = [Subject(subject.name, place=subject.place)] * bool(subject.place)
        meanings += [Subject(subject.name, side=subject.side)] * bool(subject.side)
        meanings += [Subject(subject.name, units=subject.units)] * bool(subject.units)
        tried: list[Checked] = []
        unclear: Unclear | None = None
        for meaning in meanings:
            try:
                tried.append(self._counted(meaning, normalized(claim)))
            except Unclear as wrong:
                unclear = unclear or wrong
        if any(one.so for one in tried):
            return _SO
        if not tried and unclear and not subject.results:
            raise unclear
        if not tried:
            return Checked(False, "; ".join(subject.results))
        return tried[0]._replace(instead=_as_written(tried[0].instead, claim))

    # counting

    def _counted(self, subject: Subject, text: str) -> Checked:
        """Checks a claim about a place, a side or a unit by counting in the position."""
        if text in _NOTHING:
            rows = self._rows(subject, lost=bool(subject.side))
            return _SO if not rows else Checked(False, ", ".join(self.all_lost(subject) if subject.side else self.all_of(subject)))
        claim = self._read(text)
        where = subject
        if claim.at:
            place = self.known.place(claim.at)
            if place is None:
                raise self.known.unknown(claim.at)
            where = subject._replace(place=place)
        if subject.units:
            return self._of_unit(subject, where, claim)
        whose, name, fate = self._named(where, claim.body)
        if not whose.units and subject.side:
            return self._of_kind(subject, name, fate, claim)
        if fate in _LOST and where.place:
            raise Unclear(f"what is {fate} is not in any place; say it about the unit or its side")
        rows = self._rows(whose, lost=fate in _LOST)
        if len({row.side for row in rows}) > 1 and not whose.side:
            raise Unclear(f"whose {name}? Both sides have some: {', '.join(self.all_of(subject))}")
        total = sum(row.count for row in rows)
        if claim.fits(total) and self._all_marked(rows, claim):
            return _SO
        return Checked(False, f"{total or 'no'} {claim.body}{claim.place}{_in_brackets(rows) if claim.marks else ''}")

    def _read(self, text: str) -> _Claim:
        """A claim, taken apart. A number may come last: left 2, losses 2."""
        found = _CLAIM.fullmatch(text)
        assert found
        no, number, body, at, brackets = found.groups()
        after = re.fullmatch(r"(.+) (\d+)", body)
        if not number and after and not self.known.units(body):
            body, number = after.groups()
        marks = [self._mark(one.strip()) for one in brackets.split(",")] if brackets else []
        return _Claim(bool(no), int(number) if number else None, body, at or "", marks)

    def _named(self, subject: Subject, body: str) -> tuple[Subject, str, str]:
        """The units named in a claim about a place or a side, their name, and their fate."""
        name, _, fate = body.rpartition(" ") if body not in _FATES else ("", "", body)
        if fate not in _FATES:
            name, fate = body, ""
        if not name and subject.side:
            return subject._replace(units=frozenset((row.side, row.unit) for row in self.known.rows)), name, fate
        units = self.known.units(name)
        side, _, rest = name.partition(" ")
        if not units and not subject.side and self.known.side(side):
            subject, units = subject._replace(side=self.known.side(side)), self.known.units(rest)
        if not units and not (subject.side and self._kinds(subject.side, name)):
            raise self.known.unknown(name)
        return subject._replace(units=frozenset(units)), name, fate

    def _of_unit(self, unit: Subject, where: Subject, claim: _Claim) -> Checked:
        """Checks a claim about a unit: `4 at malta`, `at malta`, `3 inverted`, `inverted`, `2 eliminated`, `4 left`."""
        rows, body = self._rows(where, lost=claim.body in _LOST), claim.body
        if body and body not in _FATES:
            number, mark = self._mark(body if claim.number is None else f"{claim.number} {body}")
            claim = claim._replace(number=number)
            rows = [row for row in rows if _is_marked(row, mark)]
        total = sum(row.count for row in rows)
        everything = sum(row.count for row in self._rows(unit, lost=False))
        if claim.no or claim.number is not None:
            so = claim.fits(total)
        else:
            so = everything == 0 if body in _LOST else total == everything > 0
        if so and self._all_marked(rows, claim):
            return _SO
        if claim.number is None or claim.marks:
            return Checked(False, ", ".join(self.all_of(unit)))
        return Checked(False, f"{total or 'none'}{f' {body}' if body else ''}{claim.place}")

    def _of_kind(self, subject: Subject, name: str, fate: str, claim: _Claim) -> Checked:
        """Checks a claim about a kind of unit that only the list of losses names."""
        assert subject.side
        kinds = self._kinds(subject.side, name)
        if sum(lost for _, _, lost in self._kinds(subject.side)) != sum(row.count for row in self._rows(subject, lost=True)):
            raise Unclear(f"the losses of {name} are counted when the battle is over; until then name the units")
        total = sum(lost if fate in _LOST else had - lost for _, had, lost in kinds)
        return _SO if claim.fits(total) else Checked(False, f"{total or 'no'} {name} {fate or 'left'}")

    def _kinds(self, side: str, name: str | None = None) -> list[tuple[str, int, int]]:
        """The rows of a side in the list of losses: kind, had, lost."""
        rows = [row for row in self.ruleset.tally(self.state) if self.known.side(row.side) == side]
        return [(row.unit, row.had, row.lost) for row in rows if name is None or _is_called(row.unit, name, begins=True)]

    def _mark(self, text: str) -> tuple[int | None, str]:
        """A mark, and how many units have it; `2 losses` is the mark losses=2."""
        number, _, word = text.partition(" ") if text[:1].isdecimal() else ("", "", text)
        word = self.known.mark(word)
        if number and self.known.has_number(word):
            return None, f"{word}={number}"
        return (int(number) if number else None), word.replace(" ", "=")

    def _all_marked(self, rows: Sequence[Standing], claim: _Claim) -> bool:
        """Whether as many of these units have each mark as the claim says; all of them, if it gives no number."""
        total = sum(row.count for row in rows)
        marked = {mark: sum(row.count for row in rows if _is_marked(row, mark)) for _, mark in claim.marks}
        return all(marked[mark] == (total or -1 if number is None else number) for number, mark in claim.marks)

    def _rows(self, subject: Subject, lost: bool) -> list[Standing]:
        """The rows of what is there now, or of what is lost."""
        return [
            row
            for row in self.standing
            if ("eliminated" in row.marks) == lost
            and (not subject.place or row.place == subject.place)
            and (not subject.side or row.side == subject.side)
            and (not subject.units or (row.side, row.unit) in subject.units)
        ]

    # what is so, as claims

    def all_of(self, subject: Subject) -> Iterator[str]:
        """Claims for everything in a place or of a side, or for where a unit is."""
        rows = self._rows(subject, lost=False)
        if subject.units:
            for place in dict.fromkeys(row.place for row in rows):
                here = [row for row in rows if row.place == place]
                yield f"{sum(row.count for row in here)} at {place or 'no place'}{_in_brackets(here)}"
            yield from (f"{row.count} eliminated" for row in self._rows(subject, lost=True))
            return
        if not rows:
            yield "nothing"
        for side, unit in dict.fromkeys((row.side, row.unit) for row in rows):
            here = [row for row in rows if (row.side, row.unit) == (side, unit)]
            shared = any(row.unit == unit and row.side != side for row in rows)
            yield f"{sum(row.count for row in here)} {f'{side} ' if shared else ''}{unit}{_in_brackets(here)}"

    def all_lost(self, subject: Subject) -> Iterator[str]:
        """Claims for what a side has lost, by kind."""
        rows = self._rows(subject, lost=True)
        kinds = {row: row.unit if "(" in row.name else row.name for row in rows}  # in a claim, brackets are for marks
        for kind in dict.fromkeys(kinds.values()):
            yield f"{sum(row.count for row in rows if kinds[row] == kind)} {kind} lost"
        if not rows:
            yield "no losses"

    def all_true(self, subject: Subject) -> list[str]:
        """Every true claim about a subject, in lines."""
        lines = list(subject.results)
        if subject.place:
            lines.append(", ".join(self.all_of(Subject("", place=subject.place))))
        if subject.side:
            lines += [
                ", ".join(self.all_lost(Subject("", side=subject.side))),
                ", ".join(self.all_of(Subject("", side=subject.side))),
            ]
        if subject.units:
            lines.append(", ".join(self.all_of(Subject("", units=subject.units))) or "gone")
        return lines


def _in_brackets(rows: Sequence[Standing]) -> str:
    """The marks of some units in brackets, each with how many have it unless all do."""
    total = sum(row.count for row in rows)
    marked = {mark: sum(row.count for row in rows if mark in row.marks) for row in rows for mark in row.marks}
    words = ", ".join(mark if number == total else f"{number} {mark}" for mark, number in marked.items())
    return f" ({words})" if words else ""


def _is_marked(row: Standing, mark: str) -> bool:
    """Whether a unit has a mark: `inverted`, `losses=2`, or any `losses`."""
    return any(mark in (one, one.partition("=")[0]) for one in map(normalized, row.marks))


def _is_called(name: str, text: str, begins: bool = False) -> bool:
    """Whether something has this name, perhaps in the plural; with `begins`, words may follow: Ju 52 I for Ju 52 I (Tpt)."""
    name, text = normalized(name), normalized(text)
    spellings = (text, text.removesuffix("s")) if len(text) > 3 else (text,)
    if name in spellings or id_of(name) == text:
        return True
    return begins and any(re.match(rf"{re.escape(one)}(?![\w-])", name) for one in spellings)


# what was said, as sentences that a story can quote: rolls, losses, statuses, notes and headings, each with its rule

_READ = ("total", "row", "column", "needed", "result")  # how a roll is read


def heard(records: Sequence[Record], side: Callable[[str], str]) -> list[tuple[str, ...]]:
    """Everything that these records say. A sentence may be quoted in any of its wordings; the first of them is shown.

    `side` gives the name of a side.
    """
    return [tuple(wordings) for record in records if (wordings := list(_worded(record, side)))]


def _worded(record: Record, called: Callable[[str], str]) -> Iterator[str]:
    """What a record says, in every wording that a story may quote."""
    match record.body:
        case Rolled() as roll:
            yield rolled(roll)
        case Entered(_, title, rule) | Told(rule, Note(title) | NeedsChart(_, title)):
            yield _cited(title, rule)
        case Told(rule, Ruling(_, _, text, own)):
            yield _cited(text, own or rule)
        case RoundBegun(_, number):
            yield f"round {number}"
        case Told(rule, Loss(side, unit, number, what) | Status(side, unit, number, what)):
            for name in dict.fromkeys((unit, unit.rpartition(": ")[2])):  # with the unit's id, and without
                yield _cited(f"{called(side)}: {number} {name} {what}", rule)
                yield _cited(f"{called(side)}: {name}: {number} {what}", rule)


def _cited(text: str, rule: str) -> str:
    return text if not rule or text.endswith(f"({rule})") else f"{text} ({rule})"


def rolled(roll: Rolled) -> str:
    """A roll in words: its faces, its modifiers, and how the chart is read."""
    terms = [f"{value:+d} {name}" for name, value, *_ in roll.terms or ()]
    read = [f"{name} {said}" for name in _READ if (said := getattr(roll, name)) is not None]
    return _cited(f"{roll.key}: {' '.join([*map(str, roll.faces), *terms, *read])}", roll.rule)


def of_roll(roll: Rolled, claim: str) -> bool:
    """Whether a claim about a roll is true: `3 5`, `row 8`, `result 2/3`, `+1 one Air Point`, `19.4`."""
    claim = normalized(claim)
    faces = list(map(str, roll.faces))
    true = [" ".join(faces), "".join(faces), roll.key, roll.rule, roll.result]
    true += roll.result.split(", ")
    true += [roll.chart, f"chart {roll.chart}"] if roll.chart else []
    true += [f"{name} {getattr(roll, name)}" for name in _READ if getattr(roll, name) is not None]
    true += [spelling for name, value, *_ in roll.terms or () for spelling in (f"{value:+d} {name}", f"{value:+d}", name)]
    return claim in map(normalized, true)


def claim_of(roll: Rolled, claim: str) -> str:
    """The true claim to put in place of a false one: about the same column, row or total, or else about the dice."""
    name = normalized(claim).partition(" ")[0]
    return (
        f"{name} {getattr(roll, name)}"
        if getattr(roll, name, None) is not None and name in _READ
        else " ".join(map(str, roll.faces))
    )


def has(text: str, part: str) -> bool:
    """Whether a text contains these words; ... stands for any others."""
    pieces = [re.escape(piece.strip()) for piece in normalized(part).split("...")]
    return re.search(rf"(?<![\w/.+-]){'.*'.join(pieces)}(?![\w/])", normalized(text)) is not None
