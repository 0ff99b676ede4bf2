"""The story of a battle as plain blocks. What a format does with them is its own business.

A story for one side holds only what that side may know, by a list of what is allowed: the headings, the rolls and their losses,
and its own decisions. Everything else is left out, also what is added to logs later.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from airwar.analysis.explain import event_line
from airwar.analysis.timeline import Timeline
from airwar.analysis.verdict import Change, Sum, sums, turning_points
from airwar.battle import Battle, Nobody, scenario_of
from airwar.engine.events import Loss, Sheet
from airwar.engine.history import in_force
from airwar.engine.log import Log, Record
from airwar.engine.moves import End
from airwar.engine.questions import Asked
from airwar.engine.records import (
    Chosen,
    Corrected,
    DiceChanged,
    Ended,
    Entered,
    Noted,
    Rolled,
    RoundBegun,
    Ruled,
    Stated,
    Told,
    Undone,
)
from airwar.engine.said import corrected_words, remark_words
from airwar.engine.words import count, id_of
from airwar.show.rolls import roll_name

MOST_TURNING_POINTS = 8


@dataclass(frozen=True)
class Heading:
    """A heading of level 2 or 3."""

    level: int
    text: str


@dataclass(frozen=True)
class Line:
    """A sentence. Its kind is loss, choice, event, ruling or plain; a mark says that it is the referee's word."""

    text: str
    kind: str = "plain"


@dataclass(frozen=True)
class Grid:
    """A table; its caption may be empty."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Curve:
    """The chance to win of the first two sides over the battle, from 0 to 1, with the turning points marked."""

    sides: tuple[str, ...]
    points: tuple[tuple[float, ...], ...]  # for each position, one for each side
    marks: tuple[tuple[int, str], ...]  # the number of a position, and what happened there

    @property
    def text(self) -> str:
        """The curve in words, for those who cannot see it."""
        first, last = self.points[0], self.points[-1]
        parts = [f"{side} {start:.0%} to {end:.0%}" for side, start, end in zip(self.sides, first, last, strict=True)]
        return "Chance to win from the first position to the last: " + ", ".join(parts)


@dataclass(frozen=True)
class Bars:
    """Numbers as bars, such as losses by side and unit."""

    caption: str
    bars: tuple[tuple[str, int, int], ...]  # label, how many of how many

    @property
    def text(self) -> str:
        return f"{self.caption}: " + ", ".join(f"{label} {number} of {whole}" for label, number, whole in self.bars)


@dataclass(frozen=True)
class Balance:
    """Numbers above and below zero as bars to both sides, such as the luck of each side."""

    caption: str
    bars: tuple[tuple[str, float, str], ...]  # label, value from -1 to 1, and the value in words

    @property
    def text(self) -> str:
        return f"{self.caption}: " + ", ".join(f"{label} {words}" for label, _, words in self.bars)


Block: TypeAlias = Heading | Line | Grid | Curve | Bars | Balance


@dataclass(frozen=True)
class Story:
    """A battle to be told."""

    title: str
    game: str
    result: str
    blocks: tuple[Block, ...]
    log: bytes = field(default=b"", repr=False)  # to be embedded; empty for one side's story
    log_name: str = ""


def story_of(log: Log, line: Timeline | None = None, proof: Sequence[str] = (), side: str = "", text: bytes = b"") -> Story:
    """The story of a battle, for everybody or for one side."""
    scenario = scenario_of(log)
    before, after, end = tables_of(log)
    result = end.result if end is not None else "unfinished"
    counted = in_force(log.records)
    ours = {by for by in deciders(log) if id_of(side) in (id_of(by), id_of(scenario.party(by)))}
    told = [record for record in counted if not side or allowed(record, ours)]
    blocks: list[Block] = []
    if not side:
        blocks += section("Order of battle", before)
    blocks += course(told)
    blocks += [Heading(2, "Result"), Line(result), *tally(log)]
    if line is not None and line.moments and not side:
        blocks += prospects(line)
    if not side:
        blocks += section("Final position", after)
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


def tables_of(log: Log) -> tuple[list[Sheet], list[Sheet], End | None]:
    """What was on the table before the first question, and after the last; and the end, if the battle is over."""
    scenario = scenario_of(log)
    first = Battle(scenario, Log(log.records[:1]), None).walk(Nobody())
    last = Battle(scenario, Log([record for record in log.records if not isinstance(record.body, Ended)]), None).walk(Nobody())
    last.closing = first.closing = None
    ends: list[End | None] = []
    for walk in (first, last):
        try:
            ends.append(walk.run())
        except Asked:
            ends.append(None)
    show = scenario.ruleset.tables
    return show(first.states), show(last.states), ends[1]


def section(title: str, sheets: Sequence[Sheet]) -> list[Block]:
    """Tables below a heading."""
    grids = [Grid(sheet.title, sheet.columns, sheet.rows) for sheet in sheets if sheet.rows]
    return [Heading(2, title), *grids] if grids else []


def course(records: Sequence[Record]) -> list[Block]:
    """What happened, in order: headings, rolls of a step in one table, and a line for everything else."""
    blocks: list[Block] = []
    rolls: list[Rolled] = []
    for record in records:
        body = record.body
        if isinstance(body, Rolled):
            rolls.append(body)
            continue
        if rolls and isinstance(body, Entered | RoundBegun | Chosen | Stated | Told | Ended):
            blocks.append(rolls_grid(rolls))
            rolls = []
        blocks += block_of(body)
    if rolls:
        blocks.append(rolls_grid(rolls))
    return without_empty(blocks)


def block_of(body: Any) -> list[Block]:
    """One record as a block, if it has anything to tell."""
    match body:
        case Entered():
            return [Heading(2, f"{body.title} ({body.rule})" if body.rule else body.title)]
        case RoundBegun():
            return [Heading(3, f"Round {body.round}")]
        case Chosen():
            answer = body.answer if isinstance(body.answer, str) else ", ".join(f"{n} {name}" for name, n in body.answer.items())
            return [Line(f"{body.by}: {answer or 'none'} ({body.key})", "choice")]
        case Stated():
            return [Line(f"{body.by} states {body.what}: {body.answer}", "choice")]
        case Told(event=Sheet() as sheet):
            return [Grid(sheet.title, sheet.columns, sheet.rows)]
        case Told():
            return [Line(event_line(body), "loss" if isinstance(body.event, Loss) else "event")]
        case Noted() | Ruled() | DiceChanged():
            return [Line(remark_words(body), "ruling")]
    return []


def without_empty(blocks: list[Block]) -> list[Block]:
    """The blocks without headings that nothing follows."""
    kept: list[Block] = []
    for block in reversed(blocks):
        follows = kept[-1] if kept else None
        if isinstance(block, Heading) and (follows is None or (isinstance(follows, Heading) and follows.level <= block.level)):
            continue
        kept.append(block)
    return kept[::-1]


def rolls_grid(rolls: Sequence[Rolled]) -> Grid:
    """One row for each roll: dice, modifiers in a line, where it is read, the result."""
    rows = tuple(
        (
            roll_name(roll.key).plain,
            roll.by,
            " ".join(map(str, roll.faces))
            + {"physical": " (typed)", "scripted": " (fixed)", "corrected": " (corrected)", "ruled": " (ruled)"}.get(
                roll.source, ""
            ),
            modifiers(roll),
            f"{roll.chart}, row {roll.row}, column {roll.column}" if roll.chart and roll.row else roll.needed or "",
            roll.result,
        )
        for roll in rolls
    )
    heads = ("roll", "by", "dice", "modifiers", "read", "result")
    used = [at for at in range(len(heads)) if any(row[at] for row in rows)]
    return Grid("", tuple(heads[at] for at in used), tuple(tuple(row[at] for at in used) for row in rows))


def modifiers(roll: Rolled) -> str:
    """The modifiers of a roll in one line: `6 +2 radar -1 nationality = 7`."""
    if not roll.terms:
        return ""
    terms = " ".join(f"{term.value:+d} {term.name}" for term in roll.terms)
    return f"{sum(roll.faces)} {terms} = {roll.total}" if roll.total is not None else terms


def tally(log: Log) -> list[Block]:
    """What each side had, lost and has left."""
    ended = next((record.body for record in reversed(log.records) if isinstance(record.body, Ended)), None)
    rows = [row for row in ended.tally if row[2]] if ended else []
    if not rows:
        return []
    cells = tuple((side, unit, str(had), str(lost), str(had - lost)) for side, unit, had, lost in rows)
    bars = tuple((f"{side}: {unit}", lost, had) for side, unit, had, lost in rows)
    return [Grid("Losses", ("side", "unit", "had", "lost", "left"), cells), Bars("Lost", bars)]


def prospects(line: Timeline) -> list[Block]:
    """The chances to win over the battle, the turning points, luck and skill."""
    found = turning_points(line, MOST_TURNING_POINTS)
    blocks: list[Block] = [Heading(2, "Luck and skill")]
    if line.can_be_won:
        shown = range(min(2, len(line.sides)))
        worths = [*(moment.before for moment in line.moments), line.last]
        points = tuple(tuple(float(line.score(worth, side)) for side in shown) for worth in worths)
        number = {moment.seq: at for at, moment in enumerate(line.moments, 1)}
        marks = tuple((number[change.moment.seq], f"{change.moment.key}: {change.moment.answer}") for change in found)
        blocks.append(Curve(tuple(line.sides[side] for side in shown), points, marks))
    if found:
        heads = ("record", "what", "side", "answer", "before", "after", "luck", "skill")
        blocks.append(Grid("Turning points", heads, tuple(point_row(line, change) for change in found)))
    totals = tuple(sum_row(line, one) for one in sums(line))
    heads = ("side", "first", "last", "luck", "without luck", *(("skill",) if line.can_be_won else ()))
    blocks.append(Grid("By side", heads, totals))
    largest = max((abs(float(one.luck)) for one in sums(line)), default=0.0) or 1.0
    luck = ((one.side, float(one.luck) / largest, shown_score(line, float(one.luck))) for one in sums(line))
    blocks.append(Balance("Luck", tuple(luck)))
    unit = "points of the chance to win" if line.can_be_won else "enemy losses minus own"
    how = "sampled" if any(moment.before.sampled for moment in line.moments) else "exact"
    blocks.append(Line(f"In {unit}, {how}, if both sides follow the scenario's choices from each position on."))
    return blocks


def shown_score(line: Timeline, value: float) -> str:
    return f"{value * 100:.1f}" if line.can_be_won else f"{value:.2f}"


def point_row(line: Timeline, change: Change) -> tuple[str, ...]:
    moment = change.moment
    skill = f"{shown_score(line, -float(change.cost))} {change.grade}".strip() if change.cost and change.clear else ""
    luck = shown_score(line, float(change.luck)) if moment.roll else ""
    before, after = shown_score(line, float(change.before)), shown_score(line, float(change.after))
    return str(moment.seq), moment.key, line.sides[change.side], moment.answer, before, after, luck, skill


def sum_row(line: Timeline, one: Sum) -> tuple[str, ...]:
    scores = [shown_score(line, float(value)) for value in (one.first, one.last, one.luck, one.adjusted)]
    return (
        one.side,
        *scores,
        *((shown_score(line, -float(one.cost)),) if line.can_be_won and one.cost else ("0",) * line.can_be_won),
    )


def referee_words(log: Log) -> list[Block]:
    """Corrections, rulings and choices taken back; what was taken back is no longer part of the story."""
    lines: list[Block] = []
    for record in log.records:
        if isinstance(record.body, Corrected):
            lines.append(Line(f"record {record.seq}: {corrected_words(record.body)}", "ruling"))
        elif isinstance(record.body, Ruled | Noted | DiceChanged):
            lines.append(Line(f"record {record.seq}: {remark_words(record.body)}", "ruling"))
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
