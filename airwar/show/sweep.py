"""A sweep: a list for one variable, a heat map for two, CSV and JSON for any number."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from airwar.batches.sweep import Cell, Measure
from airwar.setup.overrides import Variable
from airwar.show.console import ascii_only, clean, table
from airwar.show.odds import bar, percent

_SHADES, _ASCII_SHADES = " ░▒▓█", " .:*#"


def page(console: Console, variables: Sequence[Variable], measure: Measure, cells: Sequence[Cell], side: str) -> None:
    """The sweep for people. `side`: whose chance or losses, by name."""
    if len(variables) == 2:
        console.print(_heat_map(console, variables, measure, cells))
        console.print(f"down: {variables[0].name}; across: {variables[1].name}; {_what(measure, side)}", style="dim")
        refused = next((cell for cell in cells if cell.refused), None)
        if refused is not None:
            console.print(clean(f"-: cannot be fought; at {', '.join(refused.values)}: {refused.refused}"), style="dim")
    else:
        console.print(_listed(console, variables, measure, cells))
        console.print(_what(measure, side), style="dim")
    sampled = sum(cell.sampled for cell in cells)
    how = f"{sampled} of {len(cells)} sampled, the others exact" if sampled else "all exact"
    console.print(how, style="dim")


def _what(measure: Measure, side: str) -> str:
    """What is measured, in words."""
    if measure.kind == "win":
        return f"{side}: chance to win, %"
    if measure.kind == "losses":
        return f"{side}: expected losses"
    return f"chance of the result {measure.kind!r}, %"


def _number(measure: Measure, value: Fraction) -> str:
    return f"{float(value):.2f}" if measure.kind == "losses" else percent(value)


def _most(measure: Measure, cells: Sequence[Cell]) -> Fraction:
    """What the longest bar stands for."""
    found = [cell.measured for cell in cells if cell.measured is not None]
    return max(found, default=Fraction(1)) if measure.kind == "losses" else Fraction(1)


def _listed(console: Console, variables: Sequence[Variable], measure: Measure, cells: Sequence[Cell]) -> Table:
    """One line for each combination, with a bar."""
    largest = _most(measure, cells)
    rows: list[tuple[str | Text, ...]] = []
    for cell in cells:
        interval = ""
        if cell.odds is None or cell.measured is None:
            rows.append((*cell.values, "", cell.refused, ""))
            continue
        if cell.sampled and measure.kind != "losses":
            low, high = cell.odds.interval(cell.measured)
            interval = f"{100 * low:.1f} to {100 * high:.1f}"
        rows.append((*cell.values, _number(measure, cell.measured), bar(console, cell.measured / (largest or 1)), interval))
    heads = (*(one.name for one in variables), measure.kind, "", "95 % interval" if any(row[-1] for row in rows) else "")
    return table(console, "", heads, rows)


def _heat_map(console: Console, variables: Sequence[Variable], measure: Measure, cells: Sequence[Cell]) -> Table:
    """A grid of two variables, each cell with its number and a shade."""
    down, across = variables
    by_values = {cell.values: cell for cell in cells}
    largest = _most(measure, cells)
    shades = _ASCII_SHADES if ascii_only(console) else _SHADES
    rows: list[tuple[str | Text, ...]] = []
    for value in down.values:
        row = [value]
        for other in across.values:
            cell = by_values.get((value, other))  # none if the sweep stopped before it
            if cell is None or cell.measured is None:
                row.append("-" if cell else "")
                continue
            shade = shades[min(len(shades) - 1, int(cell.measured / (largest or 1) * len(shades)))]
            row.append(f"{_number(measure, cell.measured)} {shade * 2}")
        rows.append(tuple(row))
    return table(console, "", ("", *across.values), rows)


def rows_of(variables: Sequence[Variable], measure: Measure, cells: Sequence[Cell]) -> list[dict[str, Any]]:
    """One plain row for each combination."""
    return [
        {
            **{one.name: value for one, value in zip(variables, cell.values, strict=True)},
            "measure": measure.kind,
            "side": measure.side,
            "value": None if cell.measured is None else float(cell.measured),
            "method": "" if cell.odds is None else type(cell.odds.how).__name__.lower(),
            "refused": cell.refused,
        }
        for cell in cells
    ]


def as_csv(rows: Sequence[dict[str, Any]]) -> str:
    out = io.StringIO()
    if rows:
        writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return out.getvalue()
