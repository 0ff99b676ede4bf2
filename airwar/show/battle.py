"""A battle in progress: headings, one row per roll, losses, notes and rulings, each with its rule."""

from __future__ import annotations

import re

from rich.console import Console, ConsoleRenderable, Group
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from airwar.engine.events import Event, Loss, NeedsChart, Note, Ruling, Sheet, Status
from airwar.engine.log import Record
from airwar.engine.records import Body, Chosen, DiceChanged, Entered, Noted, Remark, Rolled, RoundBegun, Ruled, Stated, Told, Undone
from airwar.engine.said import remark_words
from airwar.show.console import WIDE, ascii_only, clean, sheet_table, table

NO_EFFECT = re.compile(r"(?:(?:0 \+ )+0 = )?0(?: hits| lost)?|-|safe|no effect")  # results of rolls that cost nobody anything
SOURCES = {"physical": " typed", "scripted": " scripted", "corrected": " corrected", "ruled": " ruled", "parent": " of the parent"}
FATES = {"eliminated": "bold red", "aborted": "yellow"}


class BattleView:
    """Shows records as they are made. Rolls wait for the losses they cause, so that both are in one table."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.rolls: list[Rolled] = []
        self.losses: list[Loss] = []
        self.round: list[Record] = []  # what has happened in the present round
        self.unshown = 0  # how many records of the round are still to be shown

    def show(self, record: Record, past: bool) -> None:
        """A record has been made, or followed."""
        if not past:
            self.catch_up()
        self._keep(record)
        if past:
            self.unshown = len(self.round)
        else:
            self.render(record.body)

    def _keep(self, record: Record) -> None:
        """Keeps the records of the present round, and the heading of its battle."""
        if isinstance(record.body, Entered):
            self.round = []
        elif isinstance(record.body, RoundBegun):
            self.round = [old for old in self.round if isinstance(old.body, Entered)]
        self.round.append(record)

    def catch_up(self) -> None:
        """Shows what happened before, when something new is about to be shown."""
        records, self.unshown = self.round[: self.unshown], 0
        for record in records:
            self.render(record.body)

    def back(self, seq: int) -> None:
        """A choice was taken back: the round up to there is shown again."""
        self.rolls, self.losses = [], []
        self.round = [record for record in self.round if record.seq < seq]
        self.unshown = len(self.round)

    def render(self, body: Body) -> None:
        if isinstance(body, Rolled):
            if self.losses:
                self.flush()
            self.rolls.append(body)
        elif isinstance(body, Told) and isinstance(body.event, Loss):
            self.losses.append(body.event)
        elif isinstance(body, Entered | RoundBegun | Chosen | Stated | Told | Undone | Remark):
            self.flush()
            self.console.print(line_of(self.console, body))

    def flush(self) -> None:
        """Shows the rolls that wait, with the losses they caused."""
        if self.rolls:
            self.console.print(rolls_table(self.console, self.rolls, self.losses))
        elif self.losses:
            self.console.print(losses_text(self.losses, "  "))
        self.rolls, self.losses = [], []


class Unseen(BattleView):
    """Shows nothing: only the document at the end is wanted."""

    def render(self, body: Body) -> None:
        pass


def line_of(console: Console, body: Entered | RoundBegun | Chosen | Stated | Told | Undone | Remark) -> ConsoleRenderable:
    """A record as a line of text."""
    match body:
        case Entered():
            return heading(console, body)
        case RoundBegun():
            return Text(f"Round {body.round}", style="bold cyan")
        case Chosen():
            return indented(console, chosen(console, body))
        case Stated():
            return indented(console, stated(console, body))
        case Undone():
            return Text(f"  taken back: {body.key}", style="magenta")
        case Ruled() | Noted() | DiceChanged():
            return indented(console, Text(f"* {clean(remark_words(body))}", style="magenta"))
        case Told(event=Sheet() as sheet):
            return sheet_table(console, sheet)
    return indented(console, Text.assemble(event_text(body.event), cited(body.rule)))


def heading(console: Console, body: Entered) -> ConsoleRenderable:
    title = Text.assemble((clean(body.title), "bold"), cited(body.rule))
    if console.is_terminal:
        return Group(Text(), Rule(title, align="left", characters="-" if ascii_only(console) else "─", style="dim"))
    return Text(f"\n== {title.plain} ==")


def chosen(console: Console, body: Chosen) -> Text:
    answer = body.answer
    if isinstance(answer, dict):
        answer = ", ".join(f"{count} {name}" for name, count in answer.items()) or "none"
    return Text.assemble(
        ("> " if ascii_only(console) else "▸ ", "cyan"),
        clean(body.by),
        ": ",
        (clean(answer), "bold"),
        (f"   {body.key}", "dim"),
        cited(body.rule),
    )


def stated(console: Console, body: Stated) -> Text:
    return Text.assemble(
        ("> " if ascii_only(console) else "▸ ", "cyan"),
        clean(f"{body.by} states {body.what}: "),
        (clean(body.answer), "bold"),
        cited(body.rule),
    )


def event_text(event: Event) -> Text:
    """An event as a sentence."""
    match event:
        case Note(text):
            return Text(clean(text))
        case Ruling(option, value, text):
            return Text.assemble(("ruling ", "yellow"), (f"{option} = {value}: ", "bold"), clean(text))
        case Status(side, unit, count, text):
            return Text(f"{clean(side)}: {clean(unit)}: {count} {clean(text)}")
        case NeedsChart(chart, text):
            return Text.assemble((f"needs chart {chart}: ", "bold yellow"), clean(text))
    return Text(clean(str(event)))


def indented(console: Console, text: Text) -> ConsoleRenderable:
    """A line indented by two, with its continuation lines where the terminal breaks it."""
    return Padding(text, (0, 0, 0, 2), expand=False) if console.is_terminal else Text.assemble("  ", text)


def cited(rule: str) -> tuple[str, str]:
    """The number of a rule, in parentheses."""
    return (f"  ({rule})" if rule else "", "dim")


def rolls_table(console: Console, rolls: list[Rolled], losses: list[Loss]) -> ConsoleRenderable:
    """One row per roll: the natural dice, each modifier, the row and column read, the result, the losses."""
    by_roll = losses_by_roll(rolls, losses) if console.width >= WIDE else [[] for _ in rolls]
    below = [loss for loss in losses if not any(loss in cost for cost in by_roll)]
    columns = {
        "roll": [roll_name(roll.key) for roll in rolls],
        "rule": [Text(roll.rule, style="dim") for roll in rolls],
        "dice": [dice_cell(roll) for roll in rolls],
        "modifiers": [modifiers_cell(roll) for roll in rolls],
        read_head(rolls): [read_cell(roll, read_head(rolls)) for roll in rolls],
        "result": [Text(clean(roll.result), style="bold") for roll in rolls],
        "losses": [losses_text(cost) for cost in by_roll],
    }
    filled = {name: cells for name, cells in columns.items() if any(cell.plain for cell in cells)}
    made = table(console, "", tuple(filled), [tuple(row) for row in zip(*filled.values(), strict=True)])
    return Group(made, losses_text(below, "  ")) if below else made


def losses_by_roll(rolls: list[Rolled], losses: list[Loss]) -> list[list[Loss]]:
    """Each loss beside the last roll of the other side that had an effect, if there is one."""
    costs: list[list[Loss]] = [[] for _ in rolls]
    for loss in losses:
        others = [at for at, roll in enumerate(rolls) if roll.by and roll.by != loss.side and has_effect(roll)]
        if others:
            costs[others[-1]].append(loss)
    return costs


def has_effect(roll: Rolled) -> bool:
    """Whether a roll did anything."""
    return NO_EFFECT.fullmatch(roll.result) is None


def roll_name(key: str) -> Text:
    """The key of a roll, without its battle and round. A battle may itself be called r1."""
    name = re.sub(r"^.+\.r\d+\.", "", key)
    return Text(clean(name))


def dice_cell(roll: Rolled) -> Text:
    faces = roll.faces
    shown = " ".join(map(str, faces)) if len(faces) <= 12 else " ".join(map(str, sorted(faces)))
    total = f" = {sum(faces)}" if len(faces) > 1 and roll.total is not None else ""
    source = SOURCES.get(roll.source, "")
    return Text.assemble(shown, total, (source, "dim"))


def modifiers_cell(roll: Rolled) -> Text:
    parts = Text()
    for name, value, number in roll.terms or ():
        parts.append(("\n" if parts else "") + f"{value:+d} {clean(name)}")
        parts.append(f" {number}" if number else "", style="dim")
    if parts and roll.total is not None:
        parts.append(f"\n= {roll.total}")
    return parts


def read_head(rolls: list[Rolled]) -> str:
    """The chart that all these rolls are read on, if there is only one."""
    charts = {roll.chart for roll in rolls if roll.chart}
    return clean(charts.pop()) if len(charts) == 1 else "read in"


def read_cell(roll: Rolled, head: str) -> Text:
    """The row and column, below the name of the chart if it is not the column's head."""
    if roll.row:
        chart = clean(roll.chart or "")
        return Text(f"{chart}\n" if chart and chart != head else "").append(f"row {roll.row}, column {roll.column}")
    return Text(roll.needed or "")


def losses_text(losses: list[Loss], indent: str = "") -> Text:
    """Losses, one line per unit."""
    by_unit: dict[tuple[str, str], dict[str, int]] = {}
    for loss in losses:
        fates = by_unit.setdefault((loss.side, loss.unit), {})
        fates[loss.fate] = fates.get(loss.fate, 0) + loss.count
    text = Text()
    for (side, unit), suffered in by_unit.items():
        text.append(("\n" if text else "") + f"{indent}{clean(side)}: {clean(unit)}: ")
        for at, (fate, number) in enumerate(suffered.items()):
            text.append(", " if at else "")
            text.append(f"{number} {clean(fate)}", style=FATES.get(fate, "yellow"))
    return text
