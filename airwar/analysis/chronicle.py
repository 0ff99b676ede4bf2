"""A battle as facts that a story can be told from, whatever the game: who moved where, what was fought, what it cost.

Everything comes from the log and from `standing`: a unit that is somewhere else than before has moved, and one that is nowhere is
lost. What is told under one heading belongs together; where a heading covers several places, as a round of combat does, each place
is an episode of its own.

A `Film` has the states at every record: the battle followed once through its log.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from airwar.battle.battle import Battle, Nobody, scenario_of, seed_of
from airwar.engine.events import Loss, NeedsChart, Note
from airwar.engine.history import in_force
from airwar.engine.log import Log, Record
from airwar.engine.moves import End, Position
from airwar.engine.questions import Asked
from airwar.engine.records import Chosen, Entered, Rolled, RoundBegun, Stated, Told
from airwar.engine.words import ROLES, agreeing, side_name
from airwar.rulesets.ruleset import ELIMINATED, Standing
from airwar.setup.loading import Scenario

T = TypeVar("T")


class Film:
    """The records in force, and the states at each: those of all procedures under way when it was written."""

    def __init__(self, log: Log | Path) -> None:
        self.log = Log.load(log) if isinstance(log, Path) else log
        self.scenario = scenario_of(self.log)
        self.records = in_force(self.log.records)
        self.states: list[tuple[Any, ...]] = [(self.scenario.start.state,)]
        self.all_states = list(self.states)  # and what a procedure that has just ended hands to its caller
        self.walk = Battle(self.scenario, Log(list(self.log.records)), seed_of(self.log)).walk(Nobody(), self)
        self.walk.answering.asked = {}
        self.end: End | None = None
        with suppress(Asked):
            self.end = self.walk.run()

    def show(self, record: Record, past: bool) -> None:
        """Remembers the states at each record; a View of the walk."""
        self.states.append(self.walk.states)
        self.all_states.append(self._all())

    def back(self, seq: int) -> None:
        """Only records in force are followed, so the walk never goes back."""

    def standing(self) -> list[list[Standing]]:
        """What is where at each record, and after the last one."""
        return self._at_each(self.scenario.ruleset.standing)

    def everything(self) -> list[list[Standing]]:
        """Like `standing`, with the ground troops."""
        return self._at_each(self.scenario.ruleset.everything)

    def results(self) -> list[list[tuple[str, str]]]:
        """The results of battles and missions that are known at each record, and after the last one."""
        ruleset = self.scenario.ruleset
        found = self._at_each(lambda states: _told(ruleset.results(ruleset.newest(states))))
        return [*found[:-1], _told(ruleset.results(self.end.state)) if self.end is not None else found[-1]]

    def _at_each(self, read: Callable[[tuple[Any, ...]], list[T]]) -> list[list[T]]:
        """What the states at each record and after the last one say. Between two steps nothing changes, so it is read once."""
        found: list[list[T]] = []
        last: tuple[Any, ...] | None = None
        for states in [*self.all_states, self.last_states]:
            same = (
                last is not None and len(last) == len(states) and all(one is other for one, other in zip(last, states, strict=True))
            )
            found.append(found[-1] if same else read(states))
            last = states
        return found

    @property
    def last_states(self) -> tuple[Any, ...]:
        """The states after the last record."""
        return (self.end.state,) if self.end is not None else self._all()

    def _all(self) -> tuple[Any, ...]:
        at = self.walk.position
        return at.all_states if isinstance(at, Position) else (at.state,)


def _told(results: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The results of what is over."""
    return [(name, result) for name, result in results if result]


_OVER = "over"
_ROLE = re.compile(r"\b(attacker|defender)\b(?: (holds|wins)\b)?")
_MOST_COLORS = 4
_UNASKED = "only one choice: "  # notes that say why nothing was asked


@dataclass(frozen=True)
class Move:
    """Some of a unit went from one place to another."""

    seq: int  # the record that was the last one before
    side: str
    unit: str
    name: str
    number: int
    here: str
    there: str
    home: bool = False  # back to where it has been before
    attack: bool = False  # to fight there, and not away from a fight
    flying: bool = False  # it is in the air there


@dataclass
class Fallen:
    """What a side lost of one kind of unit."""

    side: str
    name: str
    number: int


@dataclass
class Episode:
    """What happened under one heading, at one place."""

    title: str
    place: str = ""
    scope: str = ""
    seqs: list[int] = field(default_factory=list)
    rolls: list[tuple[int, int, Rolled]] = field(default_factory=list)  # the record, the round, the roll
    forces: list[Standing] = field(default_factory=list)  # who was there when the first die fell
    losses: list[Fallen] = field(default_factory=list)
    hits: list[Loss] = field(default_factory=list)  # as they were told, with those who were not eliminated
    notes: list[str] = field(default_factory=list)
    results: list[str] = field(default_factory=list)

    @property
    def fought(self) -> bool:
        return bool(self.rolls or self.losses or self.hits)

    def lost(self, side: str) -> int:
        return sum(one.number for one in self.losses if one.side == side)


class Chronicle:
    """The facts of one battle."""

    def __init__(self, film: Film) -> None:
        self.film = film
        self.scenario = film.scenario
        self.ruleset = film.scenario.ruleset
        self.standing = film.standing()  # at each record, and after the last
        self.everything = film.everything()  # the same with the troops on the ground
        geography = self.ruleset.geography(film.states[0])
        self.places = {site.id: site.name for site in geography.sites}
        self.sides = list(dict.fromkeys(row.side for row in self.standing[0] if row.side))
        self.episodes: list[Episode] = []
        self.moves: list[Move] = []
        self.losses: list[tuple[int, Fallen, Episode | None]] = []
        self.elsewhere: list[tuple[str, str]] = []  # results of what was neither rolled for nor cost anything, by name
        self._round = 0
        self._read()
        self._results()
        self.moves = [replace(move, attack=self._attacks(move)) for move in self.moves]

    # reading the log

    def _read(self) -> None:
        now: Episode | None = None
        heading = ""
        been: dict[str, set[str]] = {}
        for at, record in enumerate(self.film.records):
            body = record.body
            if isinstance(body, Entered):
                heading, self._round = body.title, 0
                now = self._entered(body, at)
            elif isinstance(body, RoundBegun):
                self._round = body.round
            elif isinstance(body, Chosen | Rolled | Stated) and now is not None:
                named = self._place_in(body.key)
                if named and named != now.place and not self._place_in(heading=heading):
                    now = self._episode(heading, named, now.scope)
            if now is not None:
                now.seqs.append(record.seq)
                self._take_down(now, at)
            self._compare(at, now, been)

    def _entered(self, body: Entered, at: int) -> Episode:
        """What a heading begins; one that leads away from the place of its scope is a part of it, as ships are of a task force."""
        begun = next((one for one in self.episodes if one.scope == body.scope != ""), None)
        place = self._place_in(body.scope, body.title)
        if begun is not None and (not place or place != begun.place):
            return begun
        return self._episode(body.title, place or self._place_of_unit(body.title, at), body.scope)

    def _episode(self, title: str, place: str, scope: str) -> Episode:
        """The episode with a title at a place; the same again goes on."""
        same = (title, place, scope)
        known = next((one for one in self.episodes if (one.title, one.place, one.scope) == same), None)
        if known is None:
            known = Episode(title, place, scope)
            self.episodes.append(known)
        return known

    def _place_in(self, key: str = "", heading: str = "") -> str:
        """The place that a key or a heading names; the last one of a key, and the longest name in a heading."""
        named = [part for part in key.split(".") if part in self.places]
        if named:
            return named[-1]
        inside = [place for place, name in self.places.items() if name and name.casefold() in heading.casefold()]
        return max(inside, key=lambda place: len(self.places[place]), default="")

    def _place_of_unit(self, heading: str, at: int) -> str:
        """Where a unit is that a heading names, such as a ship."""
        named = (row for row in self.standing[at] if row.place in self.places and self.is_unit(row) and row.name in heading)
        return next((row.place for row in named), "")

    def _take_down(self, now: Episode, at: int) -> None:
        record = self.film.records[at]
        match record.body:
            case Rolled() as roll:
                if not now.rolls:
                    now.forces = [row for row in self.standing[at] if row.place and row.place == now.place and self.is_unit(row)]
                now.rolls.append((record.seq, self._round, roll))
            case Told(event=Loss() as loss):
                now.hits.append(loss)
            case Told(event=Note(text)):
                now.notes += [text] if not text.startswith(_UNASKED) else []
            case Told(event=NeedsChart(chart, text)):
                now.notes.append(f"needs chart {chart}: {text}")

    def _attacks(self, move: Move) -> bool:
        """Whether a move leads to a fight, and does not come from one at the place that was left."""
        left = any(move.here == one.place and one.seqs[0] <= move.seq for one in self.fought)
        return move.flying or (not left and any(move.there == one.place for one in self.fought))

    def is_unit(self, row: Standing) -> bool:
        """Whether a row is a unit, and not a base or its supply."""
        return row.unit not in self.ruleset.fixtures

    def _compare(self, at: int, now: Episode | None, been: dict[str, set[str]]) -> None:
        """What changed between a record and the next: moves and losses. The records up to then have caused it."""
        before, after = self.standing[at], self.standing[at + 1]
        if before is after:
            return
        seq = self.film.records[at].seq
        for row in before:
            been.setdefault(row.unit, set()).add(row.place)
        for side, name, number in _fallen(before, after):
            lost = Fallen(side, name, number)
            self.losses.append((seq, lost, now))
            if now is not None:
                now.losses.append(lost)
        for row, here, there, number, flying in _moved(filter(self.is_unit, before), filter(self.is_unit, after)):
            home = there in been.get(row.unit, ()) and not flying
            self.moves.append(Move(seq, row.side, row.unit, row.name, number, here, there, home=home, flying=flying))

    def _results(self) -> None:
        """Gives each result to what it belongs to: what was told last about its place when the result came to be known."""
        known = self.film.results()
        for at, record in enumerate(self.film.records):
            for name, result in _news(known[at], known[at + 1]):
                begun = [one for one in self.episodes if one.seqs[0] <= record.seq]
                about = [one for one in begun if self._is_about(one, name)] or begun
                latest = max(about, key=lambda one: max(seq for seq in one.seqs if seq <= record.seq), default=None)
                if latest is not None and latest.fought:
                    latest.results.append(result)
                else:
                    self.elsewhere.append((self.name_of(latest) if latest else name, result))
        for one in self.fought if self.scenario.party("attacker") == "attacker" else ():  # in turns, so only notes say who it was
            told = [note.partition(": ")[2] for note in one.notes if note.startswith(f"{self.places.get(one.place)}: ")]
            if told and one.results and one.results[-1].startswith(ROLES):
                one.results[-1] = told[-1]

    def _is_about(self, episode: Episode, name: str) -> bool:
        """Whether an episode may have a result of this name: of its place, of what it is called, or of its mission."""
        plain = name.rpartition(", ")[0] or name  # without the kind that tells two at one place apart
        called = (episode.scope.casefold(), self.places.get(episode.place, "").casefold())
        return any(
            one.casefold() in called or re.search(rf"(?<!\w){re.escape(one)}(?!\w)", episode.title, re.IGNORECASE)
            for one in (name, plain)
        )

    # what a story asks for

    @cached_property
    def fought(self) -> list[Episode]:
        """The episodes in which dice fell or something was lost."""
        return [one for one in self.episodes if one.fought]

    def name_of(self, episode: Episode) -> str:
        """An episode by its heading; by its place, where the heading covers several."""
        place = self.places.get(episode.place, "")
        if not place or place.casefold() in episode.title.casefold() or episode.place == self._place_of_unit(episode.title, 0):
            return episode.title
        again = any(other.place == episode.place and other is not episode for other in self.fought)
        return f"{place} ({episode.title})" if again else place[:1].upper() + place[1:]

    def named(self, result: str) -> str:
        """A result with the sides by name, where the game knows who attacks."""
        return _ROLE.sub(lambda found: self._role(found[1], found[2] or ""), result)

    def _role(self, role: str, verb: str) -> str:
        party = self.scenario.party(role)
        return agreeing(role if party in ROLES else side_name(party), verb).rstrip()

    @cached_property
    def colors(self) -> dict[str, int]:
        """The number of each side's color; allies have the same."""
        return colors_of(self.scenario, self.sides)

    def strength(self) -> dict[str, int]:
        """How many units each side had; if it lost more than it began with, since a ruling added some, all that it lost or kept."""
        first, last = self._alive(self.standing[0]), self._alive(self.standing[-1])
        lost = {side: self.total(side) for side in first}
        return {side: had if lost[side] <= had else lost[side] + last.get(side, 0) for side, had in first.items()}

    def _alive(self, rows: Iterable[Standing]) -> dict[str, int]:
        found = dict.fromkeys(self.sides, 0)
        for row in rows:
            if self.is_unit(row) and row.marks != ELIMINATED and row.place:
                found[row.side] = found.get(row.side, 0) + row.count
        return found

    def total(self, side: str) -> int:
        """How many units a side lost."""
        return sum(lost.number for _, lost, _ in self.losses if lost.side == side)

    def missions(self) -> list[Move]:
        """Flights and marches to places, without the ways back."""
        return [move for move in self.moves if not move.home and move.here != move.there]


def colors_of(scenario: Scenario, sides: Sequence[str]) -> dict[str, int]:
    """The number of each side's color; allies have the same."""
    parties = list(dict.fromkeys(map(scenario.party, sides)))
    return {side: parties.index(scenario.party(side)) % _MOST_COLORS for side in sides}


def _news(before: Sequence[tuple[str, str]], after: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The results that are new; one that only has another name from now on is not."""
    if before is after:
        return []
    new, gone = Counter(after) - Counter(before), Counter(before) - Counter(after)
    renamed = Counter(result for _, result in gone.elements())
    found = []
    for name, result in new.elements():
        if renamed[result]:
            renamed[result] -= 1
        else:
            found.append((name, result))
    return found


def _fallen(before: Iterable[Standing], after: Iterable[Standing]) -> list[tuple[str, str, int]]:
    """What has been eliminated, by side and name."""
    return [(side, name, number) for (side, name), number in _difference(_dead(before), _dead(after)).items() if number > 0]


def _dead(rows: Iterable[Standing]) -> dict[tuple[str, str], int]:
    found: dict[tuple[str, str], int] = {}
    for row in rows:
        if row.marks == ELIMINATED:
            name = row.name.partition(",")[0]  # of a unit that has lost a step, without how many
            found[row.side, name] = found.get((row.side, name), 0) + row.count
    return found


def _difference(before: Mapping[tuple[str, str], int], after: Mapping[tuple[str, str], int]) -> dict[tuple[str, str], int]:
    return {key: after.get(key, 0) - before.get(key, 0) for key in (*before, *(key for key in after if key not in before))}


def _moved(before: Iterable[Standing], after: Iterable[Standing]) -> list[tuple[Standing, str, str, int, bool]]:
    """Units that have left one place and reached another: the unit, from, to, how many, and whether they are in the air."""
    found = []
    was, now = _by_unit(before), _by_unit(after)
    for unit, places in now.items():
        old = was.get(unit, {})
        left = {place: count - places.get(place, (0, None))[0] for place, (count, _) in old.items()}
        for place, (count, row) in places.items():
            more = count - old.get(place, (0, None))[0]
            for source in [source for source, gone in left.items() if gone > 0]:
                number = min(more, left[source])
                if number > 0 and row is not None:
                    left[source] -= number
                    more -= number
                    found.append((row, source, place, number, _OVER in row.marks))
    return found


def _by_unit(rows: Iterable[Standing]) -> dict[tuple[str, str], dict[str, tuple[int, Standing]]]:
    """How many of each unit are in each place; what is eliminated is nowhere."""
    found: dict[tuple[str, str], dict[str, tuple[int, Standing]]] = {}
    for row in rows:
        if row.place:
            places = found.setdefault((row.side, row.unit), {})
            known = places.get(row.place, (0, row))
            places[row.place] = (known[0] + row.count, row)
    return found
