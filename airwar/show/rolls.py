"""Rolls in a table: one row for each, with its dice and modifiers in a line, where it is read, and the result."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from rich.console import Console, ConsoleRenderable, Group
from rich.text import Text

from airwar.engine.dice import Term
from airwar.engine.events import Loss
from airwar.engine.records import Rolled
from airwar.engine.words import count
from airwar.show.console import GAP, clean, table
from airwar.show.lines import FATES, Names, hung
from airwar.show.sides import ROLES

_SOURCES = {"physical": " typed", "scripted": " scripted", "corrected": " corrected", "ruled": " ruled", "parent": " of the parent"}
_EFFECT = re.compile(r"(\d+)/(\d+)")  # how many are eliminated, and how many abort
_WIDEST_CHART = 30  # characters of a chart that can be the head of a column


class RollRow(NamedTuple):
    """A roll, and the name it has in the table."""

    roll: Rolled
    name: str


def roll_name(key: str) -> Text:
    """The key of a roll, without its battle and round, or the round of all battles. A battle may itself be called r1."""
    return Text(clean(re.sub(r"^(.+\.r\d+\.|r\d+\.(?=[^.]+\.[^.]+\.))", "", key)))


def short_name(roll: Rolled, scope: str, names: Names, detail: bool = False) -> str:
    """A roll in players' words: `Axis fire` for malta.r1.attacker.fire. In detail, its key, as rulings and scripts name it."""
    if detail:
        return clean(roll.key)
    name = roll_name(roll.key).plain.removeprefix(f"{clean(scope)}.")
    side = names(roll.by)
    words = [side if side and word in (roll.by, *ROLES) else word for word in name.split(".")]
    return " ".join(words)


def rolls_table(console: Console, rows: Sequence[RollRow]) -> ConsoleRenderable:
    """The table, and below it the names of the modifiers and the charts, as far as they are not in it."""
    whole = _columns_of(rows, named=True)
    named = _natural_width(whole) <= console.width
    shown = whole if named else _columns_of(rows, named=False)
    if _natural_width(shown) > console.width and _shared_row(rows):
        shown = _columns_of(rows, named=False, row_below=True)
        rows_below = [Text(f"row {_shared_row(rows)}", style="dim")]
    else:
        rows_below = []
    made = table(console, "", tuple(shown), [tuple(row) for row in zip(*shown.values(), strict=True)])
    below = [*([] if named else _modifier_lines(rows)), *_chart_lines(rows), *rows_below]
    return Group(made, *(hung(console, line) for line in below)) if below else made


def _natural_width(columns: dict[str, list[Text]]) -> int:
    widths = [max(len(name), *(len(cell) for cell in cells)) for name, cells in columns.items()]
    return sum(widths) + GAP * (len(widths) - 1)


def _shared_row(rows: Sequence[RollRow]) -> str:
    """The row of the chart that all rolls are read in, if there are several."""
    found = {row.roll.row for row in rows}
    return clean(found.pop() or "") if len(rows) > 1 and len(found) == 1 else ""


def _columns_of(rows: Sequence[RollRow], named: bool, row_below: bool = False) -> dict[str, list[Text]]:
    """The columns that have anything in them."""
    read, rules = read_head(rows), {row.roll.rule for row in rows}
    only = rules.pop() if len(rules) == 1 else ""
    summed = not named and len(rows) > 1 and len({row.roll.terms for row in rows}) == 1
    columns = {
        f"roll {only}".rstrip(): [Text.assemble(row.name, ("" if only else f" {row.roll.rule}".rstrip(), "dim")) for row in rows],
        "dice": [_dice_cell(row.roll) for row in rows],
        "modifiers": [_modifiers_cell(row.roll, named, summed) for row in rows],
        read: [Text(f"column {clean(row.roll.column or '')}") if row_below else _read_cell(row.roll) for row in rows],
        "result": [Text(clean(row.roll.result), style="bold") for row in rows],
    }
    return {name: cells for name, cells in columns.items() if any(cell.plain for cell in cells)}


def _dice_cell(roll: Rolled) -> Text:
    faces = roll.faces
    shown = " ".join(map(str, faces)) if len(faces) <= 12 else " ".join(map(str, sorted(faces)))
    total = f" = {sum(faces)}" if len(faces) > 1 and roll.total is not None else ""
    return Text.assemble(shown, total, (_SOURCES.get(roll.source, ""), "dim"))


def _modifiers_cell(roll: Rolled, named: bool, summed: bool = False) -> Text:
    """`+2 radar 19.31D -1 nationality 19.31A = 7`; or only `+2 -1 = 7`, or their sum, `+1 = 7`."""
    terms = roll.terms or ()
    if summed and terms:
        terms = (Term("", sum(term.value for term in terms)),)
    parts = Text(" ").join(_term_text(term, named) for term in terms)
    if parts and roll.total is not None:
        parts.append(f" = {roll.total}")
    return parts


def _term_text(term: Term, named: bool = True) -> Text:
    if not named:
        return Text(f"{term.value:+d}")
    return Text.assemble(f"{term.value:+d} {clean(term.name)}", (f" {term.rule}" if term.rule else "", "dim"))


def _modifier_lines(rows: Sequence[RollRow]) -> list[Text]:
    """Which modifiers there are, once for all rolls that have the same."""
    groups: dict[tuple[Term, ...], list[str]] = {}
    for row in rows:
        if row.roll.terms:
            groups.setdefault(tuple(row.roll.terms), []).append(row.name)
    lines = []
    for terms, names in groups.items():
        which = "modifiers" if len(groups) == 1 else ", ".join(names)
        lines.append(Text.assemble(f"{which}: ", Text(", ").join(map(_term_text, terms))))
    return lines


def read_head(rows: Sequence[RollRow]) -> str:
    """The chart, if all rolls that are read anywhere are read on it, and its name is short."""
    charts = {row.roll.chart or "" for row in rows if row.roll.row or row.roll.needed}
    only = clean(charts.pop()) if len(charts) == 1 else ""
    return only if only and len(only) <= _WIDEST_CHART else "read in"


def _chart_lines(rows: Sequence[RollRow]) -> list[Text]:
    """The charts that the rolls are read on, where the head of the column does not say so."""
    if read_head(rows) != "read in":
        return []
    charts: dict[str, list[str]] = {}
    for row in rows:
        if row.roll.chart:
            charts.setdefault(clean(row.roll.chart), []).append(row.name)
    if len(charts) == 1 and all(row.roll.chart for row in rows):
        return [Text(f"read on {chart}", style="dim") for chart in charts]
    if not charts:
        return []
    said = "; ".join(f"{', '.join(dict.fromkeys(names))}: {chart}" for chart, names in charts.items())
    return [Text(f"charts: {said}", style="dim")]


def _read_cell(roll: Rolled) -> Text:
    return Text(f"row {clean(roll.row)}, column {clean(roll.column or '')}" if roll.row else clean(roll.needed or ""))


def reading_line(row: RollRow) -> Text:
    """A roll in one line, as soon as it has fallen: `Axis fire: 4 4 = 8 +2 = 10, Air Combat row 6, column 10: 3/5`."""
    roll = row.roll
    modified = _modifiers_cell(roll, named=False)
    read = " ".join(part for part in (clean(roll.chart or ""), _read_cell(roll).plain) if part)
    return Text.assemble(
        f"{row.name}: ",
        _dice_cell(roll),
        *((" ", modified) if modified else ()),
        f", {read}" if read else "",
        ": ",
        (clean(roll.result), "bold"),
    )


def without_effect(rolls: Sequence[Rolled], losses: Sequence[Loss], names: Names) -> dict[str, str]:
    """By side, what the enemy's rolls called for and nobody suffered: aborts that do not matter, or too few targets."""
    wanted: dict[str, list[int]] = {}
    for roll in rolls:
        found = _EFFECT.fullmatch(roll.result)
        if found and roll.chart and roll.by:
            counts = wanted.setdefault(names(roll.by), [0, 0])
            counts[0] += int(found[1])
            counts[1] += int(found[2])
    remarks = {}
    for side in dict.fromkeys(names(loss.side) for loss in losses):
        enemies = [counts for by, counts in wanted.items() if by != side]
        if len(enemies) != 1 or any(loss.fate not in FATES for loss in losses if names(loss.side) == side):
            continue
        rest = [enemies[0][at] - _suffered(losses, side, fate, names) for at, fate in enumerate(FATES)]
        said = [count(left, noun) for left, noun in zip(rest, ("elimination", "abort"), strict=True) if left > 0]
        if said:
            remarks[side] = f"{' and '.join(said)} without effect"
    return remarks


def _suffered(losses: Sequence[Loss], side: str, fate: str, names: Names) -> int:
    return sum(loss.count for loss in losses if names(loss.side) == side and loss.fate == fate)
