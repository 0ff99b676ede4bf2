"""The situation at a prompt: who is where, in as many lines as the screen has; and all that is known of one place, unit or side."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from rich.console import Console, ConsoleRenderable
from rich.text import Text

from airwar.engine.words import closest, did_you_mean, id_of
from airwar.rulesets.ruleset import Standing
from airwar.setup.loading import Scenario
from airwar.setup.places import Board, board_of
from airwar.show.console import clean
from airwar.show.lines import Names, hung
from airwar.show.maps import map_lines, signs_of
from airwar.show.report import by_place, kinds_in_words, lines_by_place, marks_in_words, place_in_words
from airwar.show.sides import SIDES, colored

_NEAREST = 6  # places whose distance is told


def situation(console: Console, scenario: Scenario, rows: Sequence[Standing], room: int) -> list[ConsoleRenderable]:
    """Every unit in its place; where that takes too many lines, units of a kind together, then all places of a side in a row."""
    names = Names(scenario.party)
    for blocks in (
        lines_by_place(console, scenario, rows, names),
        lines_by_place(console, scenario, rows, names, kinds_in_words),
        _in_a_row(console, scenario, rows, names),
    ):
        if sum(block.plain.count("\n") + 1 for block in blocks) <= room:
            break
    return list(blocks)


def _in_a_row(console: Console, scenario: Scenario, rows: Sequence[Standing], names: Names) -> list[Text]:
    """A paragraph for each side."""
    blocks = []
    for side, places in by_place(scenario, rows, names, kinds_in_words).items():
        text = Text.assemble((f"{side}  ", "bold"))
        for at, (place, units) in enumerate(places.items()):
            text.append("; " if at else "").append(clean(place), "cyan").append(f" {clean(units)}")
        blocks.append(hung(console, text, 0))
    return blocks


def board_map(console: Console, scenario: Scenario, states: Sequence[Any], room: int) -> list[ConsoleRenderable]:
    """The map in at most this many lines, the signs of the sides in color; or why there is none."""
    lines = map_lines(scenario, states, console.width, room)
    if not lines:
        return [Text("  this scenario has no places to draw; s lists the units")]
    names, styles = Names(scenario.party), SIDES.get() or {}
    signs = signs_of(scenario.ruleset.geography(states), scenario.ruleset.standing(states))
    blocks = [colored(Text(line)) for line in lines]
    for block in blocks:
        for side, sign in signs.items():
            block.highlight_regex(rf"(?<!\S){re.escape(sign)}(?=[A-Z\d])\S*", styles.get(names(side), ""))
    return list(blocks)


def look_at(console: Console, scenario: Scenario, rows: Sequence[Standing], what: str) -> list[ConsoleRenderable]:
    """Everything that is known about one place, unit or side."""
    names, board, wanted = Names(scenario.party), board_of(scenario), id_of(what)
    sides = {id_of(names(row.side)): names(row.side) for row in rows}
    places = {place: board.names.get(place, scenario.place_name(place)) for place in (*board.names, *(row.place for row in rows))}
    units = {row.unit: row.name for row in rows if row.unit not in places}
    found = _one_of(wanted, sides) or _one_of(wanted, places) or _one_of(wanted, units)
    if found in sides:
        own = [row for row in rows if names(row.side) == sides[found]]
        return list(lines_by_place(console, scenario, own, names))
    if found in places:
        return list(_about_place(console, scenario, rows, found, board))
    if found in units:
        return list(_about_unit(console, scenario, [row for row in rows if row.unit == found], board))
    known = [*sides, *(place for place in places if place), *units]
    return [Text(f"  nothing is called {what!r} here{did_you_mean(closest(wanted, known))}")]


def _one_of(wanted: str, names: dict[str, str]) -> str:
    """What somebody means by an id, a name, or the beginning of either; empty unless only one fits."""
    exact = [one for one, name in names.items() if wanted in (one, id_of(name))]
    begun = [one for one, name in names.items() if one.startswith(wanted) or id_of(name).startswith(wanted)]
    parts = [one for one in names if f"-{wanted}" in one]
    return next((some[0] for some in (exact, begun, parts) if len(some) == 1), "")


def _about_place(console: Console, scenario: Scenario, rows: Sequence[Standing], place: str, board: Board) -> list[Text]:
    """Who is at a place, unit by unit, and which places are near."""
    names = Names(scenario.party)
    there = [row for row in rows if row.place == place]
    blocks = [Text(clean(board.names.get(place, place)), style="bold")]
    blocks += lines_by_place(console, scenario, there, names)
    if not there:
        blocks.append(Text("  nobody is there"))
    if near := _near_to(board, place):
        blocks.append(hung(console, Text(f"hexes to {near}", style="dim")))
    return blocks


def _about_unit(console: Console, scenario: Scenario, rows: Sequence[Standing], board: Board) -> list[Text]:
    """Where the parts of a unit are, and in what state."""
    names = Names(scenario.party)
    blocks = [Text.assemble((f"{clean(rows[0].unit)}  ", "bold"), f"{names(rows[0].side)}, {clean(rows[0].name)}")]
    for row in rows:
        marks = marks_in_words(scenario, row)
        blocks.append(
            hung(console, Text(f"{clean(place_in_words(scenario, row))}: {row.count}{f' ({clean(marks)})' if marks else ''}"))
        )
    if near := _near_to(board, rows[0].place):
        blocks.append(hung(console, Text(f"hexes to {near}", style="dim")))
    return blocks


def _near_to(board: Board, place: str) -> str:
    """The nearest places, with how many hexes there are between."""
    known = [(hexes, other) for other in board.names if other != place and (hexes := board.apart(place, other)) is not None]
    return ", ".join(f"{board.names[other]} {hexes}" for hexes, other in sorted(known)[:_NEAREST])
