"""The report of a battle as plain blocks: first what happened and what it cost, then each fight, at last the protocol.

Everything is made from the facts of the log, whatever the game. A report for one side holds only what that side may know, by a list
of what is allowed: the headings, the rolls and their losses, and its own decisions. Everything else is left out, also what is added
to logs later.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from math import inf
from typing import Any

from airwar.analysis.chronicle import Chronicle, Episode, Film
from airwar.analysis.timeline import Change, Sum, Timeline, cost_sentence, sums, turning_points
from airwar.engine.events import Loss
from airwar.engine.history import in_force
from airwar.engine.log import Log, Record
from airwar.engine.records import (
    Chosen,
    Corrected,
    Ended,
    Entered,
    Joined,
    LetterClosed,
    Opened,
    Remark,
    Rolled,
    RoundBegun,
    Told,
    Undone,
)
from airwar.engine.remarks import corrected_words, remark_words, unmet_words
from airwar.engine.ruling import met_no_roll
from airwar.engine.words import count, id_of, listed
from airwar.rulesets.ruleset import Standing
from airwar.show.analysis import cost_of, luck_of
from airwar.show.console import Names
from airwar.show.lines import RollRow, read_head, short_name
from airwar.show.maps import strengths
from airwar.show.positions import by_place
from airwar.show.reports.account import Teller, modifiers, without_empty
from airwar.show.reports.blocks import Block, Curve, Fold, Grid, Heading, Report, Sentence, grid, one_line
from airwar.show.reports.lead import Opening, battles, chosen, force_words, matters, scores, where
from airwar.show.reports.map_svg import falls, picture

_MOST_TURNING_POINTS = 8
_PROOF = ("verified", "failed", "trusted", "open", "noted", "agreed")  # what a line of `verify` begins with
_FACTORS = re.compile(r"\b(factor|unit)s\b(?! at )")
_LONGEST_RESULT = 160  # letters of the headline


def report_of(log: Log, line: Timeline | None = None, proof: Sequence[str] = (), side: str = "", text: bytes = b"") -> Report:
    """The report of a battle, for everybody or for one side."""
    film = Film(log)
    teller = Teller(film.scenario, film.walk.answering.asked or {})
    name = log.path.name if log.path else "battle.jsonl"
    if side:
        ours = {by for by in deciders(log) if id_of(side) in (id_of(by), id_of(film.scenario.party(by)))}
        told = [record for record in film.records if _allowed(record, ours)]
        blocks = [*teller.account(told), Heading(2, "Result"), Sentence(_result_of(film)), *_tally(log, teller.names)]
        return Report(film.scenario.title, film.scenario.ruleset.title, _result_of(film), tuple(blocks), log_name=name)
    chronicle = Chronicle(film)
    writer = _Writer(chronicle, teller, line)
    blocks = [*writer.blocks(), *_referee_words(log), *_trust(log, proof)]
    if not film.walk.states:
        return Report(film.scenario.title, film.scenario.ruleset.title, _result_of(film), tuple(blocks), text, name)
    blocks.append(Fold(f"Protocol: every question and record ({len(film.records)})", tuple(teller.account(film.records))))
    sides = tuple((writer.names(side), chronicle.colors[side]) for side in chronicle.sides)
    headline = writer.headline()
    replay = _steps_of(chronicle, teller, f"The end: {headline}")
    return Report(film.scenario.title, film.scenario.ruleset.title, headline, tuple(blocks), text, name, sides, replay)


def _result_of(film: Film) -> str:
    return film.end.result if film.end is not None else "unfinished"


def _allowed(record: Record, ours: Set[str]) -> bool:
    """Whether a side, for which these decide, may read this record."""
    body = record.body
    if isinstance(body, Entered | RoundBegun | Rolled):
        return True
    if isinstance(body, Told):
        return isinstance(body.event, Loss)
    return isinstance(body, Chosen) and body.by in ours


def deciders(log: Log) -> list[str]:
    """Everybody who decides something in a battle."""
    return list(dict.fromkeys(record.body.by for record in log.records if isinstance(record.body, Chosen)))


class _Writer:
    """Writes the report of one battle for everybody."""

    def __init__(self, chronicle: Chronicle, teller: Teller, line: Timeline | None) -> None:
        self.chronicle, self.teller, self.names = chronicle, teller, teller.names
        self.line = line if line is not None and line.moments else None
        self.opening = Opening(chronicle, self.line, self.names)
        self.film, self.scenario = chronicle.film, chronicle.scenario

    def headline(self) -> str:
        """The result; of many battles, how many there were."""
        if self.film.end is None or not self.results():
            result = _result_of(self.film)
        elif len(self.results()) == 1:
            result = self.results()[0][1]
        else:
            result = "; ".join(f"{name}: {result}" for name, result in self.results())
            result = result if len(result) <= _LONGEST_RESULT else battles(len(self.results()))
        return f"{result[:1].upper()}{result[1:]}"

    def results(self) -> list[tuple[str, str]]:
        """What each battle and mission came to, by name."""
        chronicle = self.chronicle
        found = [(chronicle.name_of(one), self.result(one)) for one in chronicle.fought if one.results]
        return [*found, *((name, self.named(result)) for name, result in chronicle.elsewhere)]

    def result(self, episode: Episode) -> str:
        return "; ".join(map(self.named, episode.results))

    def named(self, result: str) -> str:
        """A result with the sides by name, where the game knows who attacks."""
        what, colon, more = self.chronicle.named(result).partition(": ")
        return f"{what} ({more})" if colon else what

    def blocks(self) -> list[Block]:
        """Everything but what the referee said, the proof and the protocol."""
        drawn = picture(self.scenario, self.chronicle)
        return [
            *(Sentence(sentence, "lead") for sentence in self.opening.sentences()),
            *([drawn] if drawn else []),
            *self.losses(),
            *(self.prospects() if self.line else []),
            *(self.fights() or self.account()),
            *self.position("Order of battle", self.chronicle.everything[0]),
            *self.position("Final position" if self.film.end else "Position so far", self.chronicle.everything[-1]),
        ]

    # what it cost

    def losses(self) -> list[Block]:
        """Losses by battle and side, and by kind of unit."""
        chronicle, sides = self.chronicle, self.chronicle.sides
        fought = [one for one in chronicle.fought if one.losses or one.results]
        rows = [(chronicle.name_of(one), self.result(one), *(_number_or_dash(one.lost(side)) for side in sides)) for one in fought]
        rest = {side: chronicle.total(side) - sum(one.lost(side) for one in fought) for side in sides}
        if any(rest.values()):
            rows.append(("elsewhere", "", *(_number_or_dash(rest[side]) for side in sides)))
        rows += [(name, self.named(result), *(_number_or_dash(0) for _ in sides)) for name, result in chronicle.elsewhere]
        if len(rows) > 1:
            rows.append(("total", "", *(_number_or_dash(chronicle.total(side)) for side in sides)))
        heads = ("battle", "result", *map(self.names, sides))
        by_battle = [Grid("Losses by battle", heads, tuple(rows))] if rows else []
        found = [*by_battle, *_tally(self.film.log, self.names)]
        return [Heading(2, "Results and losses"), *found] if found else []

    # how it stood

    def prospects(self) -> list[Block]:
        """The curve, the turning points as sentences, luck and skill by side."""
        line = self.line
        assert line is not None
        found = [change for change in turning_points(line, _MOST_TURNING_POINTS) if matters(line, change)]
        shown = range(min(2 if line.can_be_won else 1, len(line.sides)))
        worths = [*(moment.before for moment in line.moments), line.last]
        points = tuple(tuple(float(line.score(worth, side)) for side in shown) for worth in worths)
        number = {moment.seq: at for at, moment in enumerate(line.moments, 1)}
        marks = tuple((number[change.moment.seq], min(change.side, len(shown) - 1), self.point(change)) for change in found)
        seqs = (*(moment.seq for moment in line.moments), line.moments[-1].seq + 1)
        sides = tuple(self.opening.side_of(line.sides[side]) for side in shown)
        if len(set(points)) == 1 and not line.left_out:
            return []
        drawn = tuple(self.color(line.sides[side], side) for side in shown)
        blocks: list[Block] = [Heading(2, "How it stood"), Curve(sides, points, seqs, marks, drawn, line.can_be_won)]
        blocks += [Sentence(f"{at}. {self.point(change)}", "point", change.moment.seq) for at, change in enumerate(found, 1)]
        heads = ("side", "at first", "at last", "luck", "without luck", *(("cost of decisions",) if line.can_be_won else ()))
        blocks.append(Grid("Luck and skill", heads, tuple(self.sum_row(one) for one in sums(line))))
        return [*blocks, Sentence(self.measure(), "event")]

    def color(self, side: str, other: int) -> int:
        """The color of a side of the timeline: the one that its units have, or its name."""
        colors = self.chronicle.colors
        same = (colors[one] for one in colors if self.scenario.party(one) == side or self.names(one) == self.names(side))
        return next(same, other)

    def measure(self) -> str:
        line = self.line
        assert line is not None
        unit = "points of the chance to win" if line.can_be_won else "enemy losses minus own"
        sampled = sum(moment.before.sampled for moment in line.moments)
        how = f"{sampled} of {count(len(line.moments), 'position')} sampled" if sampled else "exact"
        missed = count(line.left_out, "roll or decision", "rolls and decisions")
        rest = f" There was no time to judge {missed}." if line.left_out else ""
        cost = " A decision costs what the best option would have been worth more." if line.can_be_won else ""
        won = self.scenario.ruleset.won if line.can_be_won else ""
        to_win = f" To win: {won}." if won else ""
        return f"In {unit}, {how}, if both sides follow the scenario's choices from each position on.{cost}{to_win}{rest}"

    def point(self, change: Change) -> str:
        """A turning point in a sentence, with what a decision cost."""
        line = self.line
        assert line is not None
        moment, side = change.moment, self.opening.side_of(line.sides[change.side])
        before, after = scores(line, change)
        place = where(self.chronicle, moment.seq).rstrip()
        place = f" {place}" if place else ""
        if moment.roll:
            roller = self.opening.roller(moment)
            whose = f"{side} " if side != roller else ""
            return f"{roller} rolled {moment.answer}{place}: {whose}{before} to {after}"
        cost = cost_sentence(line, change)
        return f"{side} chose {chosen(self.chronicle, moment)}{place}: {cost or f'{before} to {after}'}"

    def sum_row(self, one: Sum) -> tuple[str, ...]:
        line = self.line
        assert line is not None
        cost = (cost_of(line, one),) if line.can_be_won else ()
        return (self.opening.side_of(one.side), *luck_of(line, one), *cost)

    # each fight

    def fights(self) -> list[Block]:
        blocks: list[Block] = []
        for episode in self.chronicle.fought:
            blocks += self.fight(episode)
        return [Heading(2, "The battles"), *without_empty(blocks)] if blocks else []

    def account(self) -> list[Block]:
        """What happened where no die fell and nothing was lost."""
        told = self.teller.account(self.film.records)
        return [Heading(2, "What happened"), *(block for block in told if not isinstance(block, Heading))] if told else []

    def fight(self, episode: Episode) -> list[Block]:
        """A fight: who met whom, what happened, all rolls in one table, the losses."""
        result = f": {self.result(episode)}" if episode.results else ""
        blocks: list[Block] = [Heading(3, f"{self.chronicle.name_of(episode)}{result}")]
        forces = self.forces(episode.forces)
        blocks += [Sentence(forces)] if forces else []
        blocks += [self.rolls(episode)] if episode.rolls else []
        blocks += [Sentence(f"{side}: {fell}", "loss") for side, fell in self.fell(episode.hits).items()]
        notes = [note for note in dict.fromkeys(episode.notes) if not note.endswith(tuple(f": {one}" for one in episode.results))]
        missing = [Sentence(f"N{note[1:].partition('; ')[0]}.", "event") for note in notes if note.startswith("needs chart")]
        worked = tuple(Sentence(f"{note[:1].upper()}{note[1:]}", "event") for note in notes if not note.startswith("needs chart"))
        return [*blocks, *missing, *([Fold("How it was worked out", worked, "notes")] if worked else [])]

    def fell(self, losses: Sequence[Loss]) -> dict[str, str]:
        """What became of whom, by side: `3 Russian AAF eliminated (2 of 61-sad and 1 of 11-sad); 10th Army dispersed`."""
        sides: dict[str, dict[tuple[str, str], dict[str, int]]] = {}
        for loss in losses:
            unit, colon, kind = loss.unit.partition(": ")
            units = sides.setdefault(self.names(loss.side), {}).setdefault((loss.fate, kind if colon else loss.unit), {})
            units[unit if colon else ""] = units.get(unit if colon else "", 0) + loss.count
        return {
            side: "; ".join(self.loss(kind, fate, units) for (fate, kind), units in kinds.items()) for side, kinds in sides.items()
        }

    def loss(self, kind: str, fate: str, units: Mapping[str, int]) -> str:
        """What became of some units of one kind, and which of them it was where they are told apart."""
        number = sum(units.values())
        which = [name if len(units) == 1 else f"{some} of {name}" for name, some in units.items() if name]
        if fate.startswith(("step", "level")):
            return f"{kind}: {number} {fate}"
        if which:
            counted = count(number, kind, kind if kind[-3:].isupper() else "")
        elif _FACTORS.search(kind):
            counted = f"{number} {_FACTORS.sub(lambda found: found[1], kind) if number == 1 else kind}"
        elif kind[-1:].isdecimal() and number == 1:  # an id, or the number of a unit
            counted = kind
        else:
            called = self.scenario.ruleset.called(Standing("", "", "", kind, number)).strip()
            counted = f"{number} {kind}" if called == kind and number > 1 else called
        return f"{counted} {fate}{f' ({listed(which)})' if which else ''}"

    def forces(self, rows: Sequence[Standing]) -> str:
        """Who is there, side by side: `Axis: 5 German AAF, from Sicily; Allies: 5 British AAF`."""
        parts = []
        for side in self.chronicle.sides:
            own = [row for row in rows if row.side == side]
            if own:
                parts.append(f"{self.names(side)}: {listed(force_words(self.chronicle, own))}")
        return "; ".join(parts)

    def rolls(self, episode: Episode) -> Grid:
        """All rolls of a fight in one table: round, roll, dice, modifiers, where it is read, the result."""
        heads = (
            "#",
            "round",
            "roll",
            "dice",
            "modifiers",
            read_head([RollRow(roll, "") for _, _, roll in episode.rolls]),
            "result",
        )
        rows = []
        several = len({number for _, number, _ in episode.rolls if number}) > 1
        for seq, number, roll in episode.rolls:
            name = short_name(roll, episode.scope, self.names)
            parts = [part for part in name.split(" ") if part != episode.place]
            read = f"row {_spaced(roll.row)}, column {roll.column}" if roll.row else roll.needed or ""
            dice = self.teller.roll(roll)[2]
            turn = str(number) if number and several else ""
            rows.append((str(seq), turn, _spaced(" ".join(parts)), dice, modifiers(roll), read, _spaced(roll.result)))
        return grid(heads, rows, [seq for seq, _, _ in episode.rolls])

    # where everything is

    def position(self, title: str, rows: Sequence[Standing]) -> list[Block]:
        sides = by_place(self.scenario, rows, self.names)
        lines: list[Block] = []
        for side, places in sides.items():
            lines += [Sentence(side, "side"), *(Sentence(f"{place}: {units}", "place") for place, units in places.items())]
        if lines:
            return [Heading(2, title), *lines]
        states = self.film.states[0] if title == "Order of battle" else self.film.last_states
        grids = [self.teller.grid(sheet) for sheet in self.scenario.ruleset.tables(states) if sheet.rows]
        return [Heading(2, title), *grids] if grids else []


def _number_or_dash(number: int) -> str:
    return str(number) if number else "–"


def _spaced(name: str) -> str:
    """The name of a roll or a result without the hyphens of an id: `air combat`, `defender aborts`."""
    return re.sub(r"(?<=[a-z])-(?=[a-z])", " ", name)


def _tally(log: Log, names: Names) -> list[Block]:
    """What each side had, lost and has left, of what it lost."""
    ended = next((record.body for record in reversed(log.records) if isinstance(record.body, Ended)), None)
    rows = [row for row in ended.tally if row[3]] if ended else []
    cells = tuple((names(side), unit, str(had), str(lost), str(had - lost)) for side, unit, had, lost in rows)
    return [Grid("Losses by kind", ("side", "unit", "had", "lost", "left"), cells)] if rows else []


def _referee_words(log: Log) -> list[Block]:
    """Corrections, rulings and choices taken back; what was taken back is no longer part of the report."""
    lines: list[Block] = []
    for record in log.records:
        if isinstance(record.body, Corrected):
            lines.append(Sentence(f"record {record.seq}: {corrected_words(record.body)}", "ruling"))
        elif isinstance(record.body, Remark) and not isinstance(record.body, Joined | Opened | LetterClosed):
            lines.append(Sentence(f"record {record.seq}: {remark_words(record.body)}", "ruling"))
    if log.finished:
        lines += [Sentence(words, "ruling") for words in unmet_words(met_no_roll(record.body for record in in_force(log.records)))]
    undone = sum(isinstance(record.body, Undone) for record in log.records)
    if undone:
        lines.append(Sentence(f"{count(undone, 'entry was', 'entries were')} taken back before the next die", "ruling"))
    return [Heading(2, "The referee's word"), *lines] if lines else []


def _trust(log: Log, proof: Sequence[str]) -> list[Block]:
    """What verification found, and how to verify the battle oneself."""
    name = log.path.name if log.path else "the log"
    lines: list[Block] = [
        Sentence(_proof_words(text), "plain" if text.startswith(("verified", "FAILED")) else "event") for text in proof
    ]
    how = f"To verify it yourself, save the log and run: airwar verify {name}"
    return [
        Heading(2, "Verification"),
        *lines,
        Sentence(how, "event"),
        Sentence(f"Last record: {log.last.seq}, hash {log.last.hash}", "event"),
    ]


def _proof_words(line: str) -> str:
    """A line of `verify` as a sentence: `Verified: the chain is intact.`"""
    kind, _, rest = line.partition(" ")
    told = f"{kind.capitalize()}: {rest}" if kind.lower() in _PROOF else line
    return told if told.endswith(".") else f"{told}."


# the replay: for each record what it says, where everything stands, and who holds what; each thing once


def _steps_of(chronicle: Chronicle, teller: Teller, ending: str) -> dict[str, Any]:
    """The data of a replay: steps are [record, text, position, map], the last two as numbers of what is listed once."""
    film = chronicle.film
    positions: dict[str, int] = {}
    maps: dict[str, int] = {}
    known: dict[int, tuple[int, int]] = {}
    shown: list[Any] = []
    boards: list[Any] = []
    steps: list[list[Any]] = []
    texts = teller.lines(film.records)
    for at, record in enumerate(film.records):
        if record.kind == "step":
            continue
        last = isinstance(record.body, Ended)
        rows, shown_rows = (some[-1 if last else at] for some in (chronicle.standing, chronicle.everything))
        if id(rows) not in known:
            states = film.last_states if last else film.all_states[at]
            board = _board_at(chronicle, states, rows, inf if last else record.seq)
            position = _position_at(chronicle, teller, shown_rows)
            known[id(rows)] = _listed_once(position, positions, shown), _listed_once(board, maps, boards)
        steps.append([record.seq, ending if last else texts[at] if steps else "Before the battle", *known[id(rows)]])
    colors = {one_line(teller.names(side)): color for side, color in chronicle.colors.items()}
    return {"steps": steps, "positions": shown, "maps": boards, "colors": colors}


def _position_at(chronicle: Chronicle, teller: Teller, rows: list[Standing]) -> list[Any]:
    """Where everything is: by side, each place with its units in words."""
    sides = by_place(chronicle.scenario, rows, teller.names)
    return [
        [one_line(side), [[one_line(place), one_line(units)] for place, units in places.items()]] for side, places in sides.items()
    ]


def _board_at(chronicle: Chronicle, states: Sequence[Any], rows: list[Standing], until: float) -> list[Any]:
    """The map: for each place who holds it, how many units of each side are there, and how many have fallen there so far."""
    holders = {site.id: site.holder for site in chronicle.ruleset.geography(states).sites}
    counts = strengths(row for row in rows if chronicle.is_unit(row))
    fell = falls(chronicle, until)
    return [
        [_place_side(chronicle, holders.get(place, "")), *(_sided(chronicle, some.get(place, {})) for some in (counts, fell))]
        for place in chronicle.places
    ]


def _place_side(chronicle: Chronicle, holder: str) -> int:
    """A side as the number of its color; -1 for nobody."""
    return chronicle.colors.get(holder, -1)


def _sided(chronicle: Chronicle, counts: dict[str, int]) -> list[list[int]]:
    return [[_place_side(chronicle, side), number] for side, number in counts.items()]


def _listed_once(value: Any, numbers: dict[str, int], listed: list[Any]) -> int:
    key = repr(value)
    if key not in numbers:
        numbers[key] = len(listed)
        listed.append(value)
    return numbers[key]
