"""The story of a battle as plain blocks. What a format does with them is its own business.

A story for one side holds only what that side may know, by a list of what is allowed: the headings, the rolls and their losses,
and its own decisions. Everything else is left out, also what is added to logs later.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any

from airwar.analysis.timeline import Timeline
from airwar.analysis.verdict import Change, Sum, sums, turning_points
from airwar.battle import Battle, Nobody, scenario_of
from airwar.engine.events import Loss
from airwar.engine.history import in_force
from airwar.engine.log import Log, Record
from airwar.engine.moves import End
from airwar.engine.questions import Asked
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
from airwar.engine.ruling import met_no_roll
from airwar.engine.said import corrected_words, remark_words, unmet_words
from airwar.engine.walk import Walk
from airwar.engine.words import count, id_of
from airwar.loading import Scenario
from airwar.show.lines import Names
from airwar.show.reports.blocks import Balance, Bars, Block, Curve, Grid, Heading, Line, Story
from airwar.show.reports.course import Teller

MOST_TURNING_POINTS = 8


def story_of(log: Log, line: Timeline | None = None, proof: Sequence[str] = (), side: str = "", text: bytes = b"") -> Story:
    """The story of a battle, for everybody or for one side."""
    scenario = scenario_of(log)
    last, end = walked(scenario, log)
    teller = Teller(scenario, last.answering.asked or {})
    result = end.result if end is not None else "unfinished"
    counted = in_force(log.records)
    ours = {by for by in deciders(log) if id_of(side) in (id_of(by), id_of(scenario.party(by)))}
    told = [record for record in counted if not side or allowed(record, ours)]
    blocks: list[Block] = []
    if not side:
        blocks += section("Order of battle", teller, (scenario.start.state,))
    blocks += teller.course(told)
    blocks += [Heading(2, "Result"), Line(result), *tally(log, teller.names)]
    if line is not None and line.moments and not side:
        blocks += prospects(line, teller.names)
    if not side:
        blocks += section("Final position", teller, last.states)
        blocks += referee_words(log)
        blocks += trust(log, proof)
    name = log.path.name if log.path else "battle.jsonl"
    return Story(scenario.title, scenario.ruleset.title, result, tuple(blocks), b"" if side else text, name)


def allowed(record: Record, ours: Set[str]) -> bool:
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


def walked(scenario: Scenario, log: Log) -> tuple[Walk, End | None]:
    """A walk to the last position of a battle, with what it asked; and the end, if the battle is over."""
    walk = Battle(scenario, Log([record for record in log.records if not isinstance(record.body, Ended)]), None).walk(Nobody())
    walk.closing, walk.answering.asked = None, {}
    try:
        return walk, walk.run()
    except Asked:
        return walk, None


def section(title: str, teller: Teller, states: Sequence[Any]) -> list[Block]:
    """The tables of a position below a heading."""
    grids = [teller.grid(sheet) for sheet in teller.tables(states) if sheet.rows]
    return [Heading(2, title), *grids] if grids else []


def tally(log: Log, names: Names) -> list[Block]:
    """What each side had, lost and has left."""
    ended = next((record.body for record in reversed(log.records) if isinstance(record.body, Ended)), None)
    rows = [row for row in ended.tally if row[2]] if ended else []
    if not rows:
        return []
    cells = tuple((names(side), unit, str(had), str(lost), str(had - lost)) for side, unit, had, lost in rows)
    bars = tuple((f"{names(side)}: {unit}", lost, had) for side, unit, had, lost in rows)
    return [Grid("Losses", ("side", "unit", "had", "lost", "left"), cells), Bars("Lost", bars)]


def prospects(line: Timeline, names: Names) -> list[Block]:
    """The chances to win over the battle, the turning points, luck and skill."""
    found = turning_points(line, MOST_TURNING_POINTS)
    blocks: list[Block] = [Heading(2, "Luck and skill")]
    if line.can_be_won:
        shown = range(min(2, len(line.sides)))
        worths = [*(moment.before for moment in line.moments), line.last]
        points = tuple(tuple(float(line.score(worth, side)) for side in shown) for worth in worths)
        number = {moment.seq: at for at, moment in enumerate(line.moments, 1)}
        marks = tuple((number[change.moment.seq], f"{change.moment.key}: {change.moment.answer}") for change in found)
        blocks.append(Curve(tuple(names(line.sides[side]) for side in shown), points, marks))
    if found:
        heads = ("record", "what", "side", "answer", "before", "after", "luck", "skill")
        blocks.append(Grid("Turning points", heads, tuple(point_row(line, change, names) for change in found)))
    totals = tuple(sum_row(line, one, names) for one in sums(line))
    heads = ("side", "first", "last", "luck", "without luck", *(("skill",) if line.can_be_won else ()))
    blocks.append(Grid("By side", heads, totals))
    largest = max((abs(float(one.luck)) for one in sums(line)), default=0.0) or 1.0
    luck = ((names(one.side), float(one.luck) / largest, shown_score(line, float(one.luck))) for one in sums(line))
    blocks.append(Balance("Luck", tuple(luck)))
    unit = "points of the chance to win" if line.can_be_won else "enemy losses minus own"
    how = "sampled" if any(moment.before.sampled for moment in line.moments) else "exact"
    blocks.append(Line(f"In {unit}, {how}, if both sides follow the scenario's choices from each position on."))
    if line.left_out:
        missed = count(line.left_out, "roll or decision", "rolls and decisions")
        blocks.append(Line(f"The last {missed} are not judged: the time was over."))
    return blocks


def shown_score(line: Timeline, value: float) -> str:
    return f"{value * 100:.1f}" if line.can_be_won else f"{value:.2f}"


def point_row(line: Timeline, change: Change, names: Names) -> tuple[str, ...]:
    moment = change.moment
    skill = f"{shown_score(line, -float(change.cost))} {change.grade}".strip() if change.cost and change.clear else ""
    luck = shown_score(line, float(change.luck)) if moment.roll else ""
    before, after = shown_score(line, float(change.before)), shown_score(line, float(change.after))
    return str(moment.seq), moment.key, names(line.sides[change.side]), moment.answer, before, after, luck, skill


def sum_row(line: Timeline, one: Sum, names: Names) -> tuple[str, ...]:
    scores = [shown_score(line, float(value)) for value in (one.first, one.last, one.luck, one.adjusted)]
    return (
        names(one.side),
        *scores,
        *((shown_score(line, -float(one.cost)),) if line.can_be_won and one.cost else ("0",) * line.can_be_won),
    )


def referee_words(log: Log) -> list[Block]:
    """Corrections, rulings and choices taken back; what was taken back is no longer part of the story."""
    lines: list[Block] = []
    for record in log.records:
        if isinstance(record.body, Corrected):
            lines.append(Line(f"record {record.seq}: {corrected_words(record.body)}", "ruling"))
        elif isinstance(record.body, Remark) and not isinstance(record.body, Joined | Opened | LetterClosed):
            lines.append(Line(f"record {record.seq}: {remark_words(record.body)}", "ruling"))
    if log.finished:
        lines += [Line(words, "ruling") for words in unmet_words(met_no_roll(record.body for record in in_force(log.records)))]
    undone = sum(isinstance(record.body, Undone) for record in log.records)
    if undone:
        lines.append(Line(f"{count(undone, 'entry was', 'entries were')} taken back before the next die", "ruling"))
    return [Heading(2, "The referee's word"), *lines] if lines else []


def trust(log: Log, proof: Sequence[str]) -> list[Block]:
    """What verification found, and how to verify the battle oneself."""
    name = log.path.name if log.path else "the log"
    lines: list[Block] = [Line(text) for text in proof]
    how = f"To verify it yourself, save the log and run: airwar verify {name}"
    return [Heading(2, "Verification"), *lines, Line(how), Line(f"Last record: {log.last.seq}, hash {log.last.hash}")]
