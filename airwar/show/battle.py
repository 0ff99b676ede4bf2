"""A battle as it goes: headings, one row a roll, losses, notes and rulings, each with its rule."""

from __future__ import annotations

import re
from typing import Any

from rich.console import Console, Group
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from airwar.engine.log import Body
from airwar.engine.referee import Sheet
from airwar.show.console import clean, plain_letters, sheet_table, table

WIDE = 110  # from this width on, losses have a column of their own
FATES = {"eliminated": "bold red", "aborted": "yellow"}


class BattleView:
    """Shows records as they are made. Rolls wait for what they did, so that both stand in one table."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.rolls: list[Body] = []
        self.losses: list[Body] = []
        self.recap: list[Body] = []  # of a followed log, what belongs to the present round

    def show(self, body: Body, past: bool) -> None:
        """One record has been made, or followed."""
        if past:
            if body["t"] in ("enter", "round"):
                self.recap = [old for old in self.recap if old["t"] == "enter"] if body["t"] == "round" else []
            self.recap.append(body)
            return
        self.catch_up()
        self.render(body)

    def catch_up(self) -> None:
        """Before the first thing that is new, what had happened last."""
        recap, self.recap = self.recap, []
        for body in recap:
            self.render(body)

    def forget(self) -> None:
        """The log is followed anew: what was shown is not shown again."""
        self.rolls, self.losses, self.recap = [], [], []

    def render(self, body: Body) -> None:
        kind = body["t"]
        if kind == "roll":
            if self.losses:
                self.flush()
            self.rolls.append(body)
        elif kind == "told" and body["what"] == "loss":
            self.losses.append(body)
        elif kind != "step":
            self.flush()
            line = {"enter": heading, "round": round_heading, "choice": chosen, "told": told, "undo": undone}.get(kind)
            if line is not None:
                self.console.print(line(self.console, body))

    def flush(self) -> None:
        """The rolls that wait, with the losses they caused."""
        if self.rolls:
            self.console.print(rolls_table(self.console, self.rolls, self.losses))
        elif self.losses:
            self.console.print(losses_text(self.losses, "  "))
        self.rolls, self.losses = [], []


class Unseen(BattleView):
    """Shows nothing: only the document at the end is wanted."""

    def render(self, body: Body) -> None:
        pass


def heading(console: Console, body: Body) -> Any:
    title = Text(clean(body["title"]), style="bold")
    if body["rule"]:
        title.append(f"  ({body['rule']})", style="dim")
    if console.is_terminal:
        return Group(Text(), Rule(title, align="left", characters="-" if plain_letters(console) else "─", style="dim"))
    return Text(f"\n== {title.plain} ==")


def round_heading(console: Console, body: Body) -> Text:
    return Text(f"Round {body['round']}", style="bold cyan")


def chosen(console: Console, body: Body) -> Any:
    answer = body["answer"]
    if isinstance(answer, dict):
        answer = ", ".join(f"{count} {name}" for name, count in answer.items()) or "none"
    said = Text.assemble(
        ("> " if plain_letters(console) else "▸ ", "cyan"),
        clean(body["by"]),
        ": ",
        (clean(answer), "bold"),
        (f"   {body['key']}{rule(body)[0]}", "dim"),
    )
    return indented(console, said)


def undone(console: Console, body: Body) -> Text:
    return Text(f"  taken back: {body['key']}", style="magenta")


def told(console: Console, body: Body) -> Any:
    what = body["what"]
    if what == "sheet":
        return sheet_table(console, Sheet(body["title"], tuple(body["columns"]), tuple(tuple(row) for row in body["rows"])))
    if what == "ruling":
        named = (f"{body['option']} = {body['value']}: ", "bold")
        said = Text.assemble(("ruling ", "yellow"), named, clean(body["text"]), rule(body))
    elif what == "status":
        counted = f"{body['count']} {clean(body['text'])}"
        said = Text.assemble(f"{clean(body['side'])}: {clean(body['unit'])}: ", counted, rule(body))
    elif what == "needschart":
        said = Text.assemble((f"needs chart {body['chart']}: ", "bold yellow"), clean(body["text"]), rule(body))
    else:
        said = Text.assemble(clean(body["text"]), rule(body))
    return indented(console, said)


def indented(console: Console, text: Text) -> Any:
    """A line set in by two, and so are its further lines where the terminal breaks it."""
    return Padding(text, (0, 0, 0, 2), expand=False) if console.is_terminal else Text.assemble("  ", text)


def rule(body: Body) -> tuple[str, str]:
    """The number of the rule that something was done under."""
    return (f"  ({body['rule']})" if body["rule"] else "", "dim")


def rolls_table(console: Console, rolls: list[Body], losses: list[Body]) -> Any:
    """One row a roll: the natural dice, each modifier, the row and column read, the result, what it cost."""
    by_roll = losses_by_roll(rolls, losses) if console.width >= WIDE else [[] for _ in rolls]
    below = [loss for loss in losses if not any(loss in cost for cost in by_roll)]
    columns = {
        "roll": [roll_name(roll) for roll in rolls],
        "rule": [Text(roll["rule"], style="dim") for roll in rolls],
        "dice": [dice_cell(roll) for roll in rolls],
        "modifiers": [modifiers_cell(roll) for roll in rolls],
        read_head(rolls): [read_cell(roll, read_head(rolls)) for roll in rolls],
        "result": [Text(clean(str(roll["result"])), style="bold") for roll in rolls],
        "losses": [losses_text(cost) for cost in by_roll],
    }
    filled = {name: cells for name, cells in columns.items() if any(cell.plain for cell in cells)}
    made = table(console, "", tuple(filled), [tuple(row) for row in zip(*filled.values(), strict=True)])
    return Group(made, losses_text(below, "  ")) if below else made


def losses_by_roll(rolls: list[Body], losses: list[Body]) -> list[list[Body]]:
    """Each loss beside the last roll that the other side made, where that can be told."""
    costs: list[list[Body]] = [[] for _ in rolls]
    for loss in losses:
        others = [at for at, roll in enumerate(rolls) if roll.get("by") and roll["by"] != loss["side"]]
        if others:
            costs[others[-1]].append(loss)
    return costs


def roll_name(roll: Body) -> Text:
    name = re.sub(r"^(?:.*\.)?r\d+\.", "", roll["key"])
    return Text(clean(name))


def dice_cell(roll: Body) -> Text:
    faces = roll["faces"]
    shown = " ".join(map(str, faces)) if len(faces) <= 12 else " ".join(map(str, sorted(faces)))
    total = f" = {sum(faces)}" if len(faces) > 1 and "total" in roll else ""
    source = {"physical": " typed", "scripted": " scripted"}.get(roll["source"], "")
    return Text.assemble(shown, total, (source, "dim"))


def modifiers_cell(roll: Body) -> Text:
    parts = Text()
    for name, value, number in roll.get("terms", []):
        parts.append(("\n" if parts else "") + f"{value:+d} {clean(name)}")
        parts.append(f" {number}" if number else "", style="dim")
    if parts and "total" in roll:
        parts.append(f"\n= {roll['total']}")
    return parts


def read_head(rolls: list[Body]) -> str:
    """The chart that the rolls are read on, when it is one."""
    charts = {roll["chart"] for roll in rolls if roll.get("chart")}
    return clean(charts.pop()) if len(charts) == 1 else "read in"


def read_cell(roll: Body, head: str) -> Text:
    """The row and column, under the name of the chart where the head does not say it."""
    if roll.get("row"):
        chart = clean(roll.get("chart") or "")
        return Text(f"{chart}\n" if chart and chart != head else "").append(f"row {roll['row']}, column {roll['column']}")
    return Text(str(roll.get("needed", "")))


def losses_text(losses: list[Body], indent: str = "") -> Text:
    """Losses, one unit a line with all that befell it."""
    fates: dict[tuple[str, str], list[Body]] = {}
    for loss in losses:
        fates.setdefault((loss["side"], loss["unit"]), []).append(loss)
    text = Text()
    for (side, unit), suffered in fates.items():
        text.append(("\n" if text else "") + f"{indent}{clean(side)}: {clean(unit)}: ")
        for at, loss in enumerate(suffered):
            text.append(", " if at else "")
            text.append(f"{loss['count']} {clean(loss['fate'])}", style=FATES.get(loss["fate"], "yellow"))
    return text
