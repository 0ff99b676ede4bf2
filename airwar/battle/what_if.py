"""What-ifs: a battle continues in a log of its own, or is fought again with the same answers and dice under other options."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from airwar.battle.battle import Battle, Nobody, begin, scenario_of, written_here
from airwar.choices.script import written
from airwar.engine.binding import binds, difference, named
from airwar.engine.events import Ruling, Sheet
from airwar.engine.history import REMARKS, entries, in_force, seats_in
from airwar.engine.log import Log, Record
from airwar.engine.questions import Asked
from airwar.engine.records import Body, Chosen, Ended, Rolled, Ruled, Seated, Stated, Told
from airwar.engine.redo import Redo
from airwar.errors import AirwarError, BadAnswer
from airwar.rulesets.adjusting import option_value
from airwar.setup.loading import Scenario, parse_scenario


class Fork(NamedTuple):
    """A fork of a battle: how much of its parent it has taken over, and what it waits for."""

    battle: Battle
    taken_over: int
    dropped: int
    waiting_for: str


def fork(path: Path, to: Path, at: int | None = None, scenario: Scenario | None = None, seed: int | None = None) -> Fork:
    """Copies the entries up to a record into a new log with its own seed, perhaps for another scenario."""
    log = Log.load(path)
    records = _until(log, at)
    mode = "machine" if log.header.mail else log.header.dice
    battle = begin(scenario or scenario_of(log), to, seed, mode, records[-1].hash)
    again = taken_over(records)
    total = again.entries
    entered, waiting = _reentered(battle, again, seats_in(log.records if at is None else log.records[: at + 1]))
    battle.log.close()
    return Fork(battle, entered, total - entered, waiting)


def _until(log: Log, at: int | None) -> list[Record]:
    """The records in force as of a record of a log, or as of its last."""
    if at is not None and at > log.last.seq:
        raise AirwarError(f"the log has no record {at}; its last is {log.last.seq}")
    return in_force(log.records if at is None else log.records[: at + 1])


def taken_over(records: Sequence[Record]) -> Redo:
    """The entries, to be made again in another log; their dice count as the parent's.

    A ruling is made again before the entry that follows it: the question at which it was first made may not come up again.
    """
    bodies: list[Body] = []
    following = ""  # the key of the entry that follows
    for record in reversed(records):
        body = _as_parent(record.body)
        if isinstance(body, Rolled | Chosen | Stated):
            following = body.key
        elif isinstance(body, Ruled) and following:
            body = replace(body, at=following)
        bodies.append(body)
    return Redo(reversed(bodies))


def _as_parent(body: Body) -> Body:
    """A roll as a fork records it: its dice come from the parent."""
    return replace(body, source="parent", die=None) if isinstance(body, Rolled) and body.source != "ruled" else body


def _reentered(battle: Battle, again: Redo, seats: Seated) -> tuple[int, str]:
    """Enters again what still fits. Returns how much that was, and what the battle then waits for. The seats stay the same."""
    walk = battle.walk(Nobody(), ask_before_end=True, again=again)
    waiting = ""
    try:
        walk.run()
    except Asked as asked:
        waiting = asked.question.key
        if seats != Seated():
            walk.remark(seats)
    return walk.answering.entered_again, waiting


# other options


class Compared(NamedTuple):
    """A battle, and the same battle under other options: where they first differ, and how each ends."""

    seq: int | None  # in the log; None if nothing differs
    logged: str
    instead: str
    was: str  # the result; empty if there is none
    now: str
    asked: str  # what would be asked where the answers of the log end


def under_options(path: Path, options: Mapping[str, str]) -> Compared:
    """The battle of a log with the same answers and dice under other options."""
    log = Log.load(path)
    source = log.header.scenario
    ruleset = scenario_of(log).ruleset
    try:
        values = {name: option_value(ruleset, name, value) for name, value in options.items()}
    except ValueError as wrong:
        raise BadAnswer(str(wrong)) from None
    scenario = parse_scenario(source.text, source.name, source.files, values)
    old = in_force(log.records)
    battle = begin(scenario, None, 0, "machine" if log.header.mail else log.header.dice, old[-1].hash)
    walk = battle.walk(Nobody(), ask_before_end=True, again=taken_over(old))
    now, asked = "", ""
    try:
        end = walk.run()
        now = end.result
        battle.log.append(battle.closing(end, None))
    except Asked as stopped:
        asked = stopped.question.key
    was = next((record.body.result for record in reversed(old) if isinstance(record.body, Ended)), "")
    there, here = _comparable(old), _comparable(battle.log.records)
    if not written_here(log, scenario):
        there, here = [[one for one in records if binds(one[1])] for records in (there, here)]
    return Compared(*_first_difference(there, here, asked), was, now, asked)


def _comparable(records: Sequence[Record]) -> list[tuple[int, Body]]:
    """What happens in a battle: without remarks and tables, the options in force, and the sources of dice."""
    bodies = [(record.seq, record.body) for record in records[1:] if record.kind not in (*REMARKS, "step")]
    return [(seq, _plain(body)) for seq, body in bodies if not (isinstance(body, Told) and isinstance(body.event, Ruling | Sheet))]


def _plain(body: Body) -> Body:
    """A record without the fields that may differ although the same thing happens."""
    return Ended(body.result, body.tally) if isinstance(body, Ended) else _as_parent(body)


def _first_difference(old: Sequence[tuple[int, Body]], new: Sequence[tuple[int, Body]], asked: str) -> tuple[int | None, str, str]:
    """The record at which two courses part, and what each says there."""
    for (seq, logged), (_, instead) in zip(old, new, strict=False):
        if logged != instead:
            return seq, named(logged), difference(instead, logged)
    if len(old) == len(new):
        return None, "", ""
    if len(old) > len(new):
        seq, logged = old[len(new)]
        return seq, named(logged), f"{asked} would be asked" if asked else "the battle is over"
    return old[-1][0], "the log ends", f"the battle goes on: {named(new[len(old)][1])}"


# answers as a script


def script_from(path: Path, with_dice: bool = False) -> str:
    """The answers of a battle as a `choices` block."""
    log = Log.load(path)
    lines = ["choices:"]
    seen: set[str] = set()
    for entry in entries(in_force(log.records)):
        if isinstance(entry, Rolled) and not with_dice:
            continue
        line = f"  {_quoted(entry.key)}: {_yaml_answer(entry)}"
        lines.append(line if entry.key not in seen else f"  # asked again, {line.strip()}")
        seen.add(entry.key)
    return "\n".join([*lines, ""]) if seen else "choices: {}\n"


def _yaml_answer(entry: Rolled | Chosen | Stated) -> str:
    """An answer as a player would write it in YAML."""
    if isinstance(entry, Rolled):
        return f"[{', '.join(map(str, entry.faces))}]"
    if isinstance(entry.answer, dict):
        return written(entry.answer) if entry.answer else "none"
    return _quoted(entry.answer)


def _quoted(text: str) -> str:
    """Text that YAML reads as text."""
    return json.dumps(text, ensure_ascii=not text.isprintable())
