"""The board drawn in a terminal: each place with its name, and what each side has there, by the first letters of its name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console, ConsoleRenderable
from rich.text import Text

from airwar.board.layout import Layout, layout
from airwar.board.places import Board, board_of
from airwar.loading import Scenario
from airwar.rulesets.ruleset import Standing
from airwar.show.console import ascii_only, clean
from airwar.show.lines import Names, hung
from airwar.show.sides import colored

TALL = 2  # how much higher than wide a letter is
LONGEST = 18  # letters of a name


def board_map(console: Console, scenario: Scenario, rows: Sequence[Standing], room: int) -> list[ConsoleRenderable]:
    """The map and its legend, in so many lines; or why there is none."""
    board = board_of(scenario)
    found = layout(board)
    if len(found.at) < 2:
        return [Text("  this scenario says neither hexes nor distances, so there is nothing to draw; s shows who is where")]
    names = Names(scenario.party)
    sides = list(dict.fromkeys(names(row.side) for row in rows))
    short = initials(sides)
    labels = {place: label_of(board, place, rows, names, short, ascii_only(console)) for place in found.at}
    legend = [hung(console, Text(", ".join(f"{short[side]} {side}" for side in sides) + about(board, found, rows), style="dim"))]
    height = max(room - len(legend) - 1, 8)
    lines = drawn(found, labels, console.width - 2, height)
    return [*(colored(Text(f"  {line}".rstrip())) for line in lines), *legend]


def about(board: Board, found: Layout, rows: Sequence[Standing]) -> str:
    """What the drawing is made from, how far off it is, and what it leaves out."""
    how = (
        "by the hexes"
        if found.by_hexes
        else "by the distances"
        if board.distances
        else "by what touches; the directions are guessed"
    )
    off = f", at most {found.worst:.1f} hexes off" if found.worst >= 0.5 else ""
    left = [board.names[place] for place in board.fixed if place not in found.at]
    out = f"; not on it: {', '.join(left)}" if left else ""
    wrong = f"; cannot be: {found.contradictions[0]}" if found.contradictions else ""
    return f"; drawn {how}{off}{out}{wrong}"


def initials(sides: Sequence[str]) -> dict[str, str]:
    """The shortest beginnings of the names of the sides that differ: A and R, or Ax and Al."""
    for length in range(1, 8):
        short = {side: side[:length] for side in sides}
        if len(set(short.values())) == len(sides):
            return short
    return {side: side for side in sides}


def label_of(board: Board, place: str, rows: Sequence[Standing], names: Names, short: Mapping[str, str], plain: bool) -> str:
    """`● Smolensk A10`."""
    counts: dict[str, int] = {}
    for row in rows:
        if row.place == place and row.unit != place:
            counts[names(row.side)] = counts.get(names(row.side), 0) + (row.count if row.unit in board.units else 0)
    name = clean(board.names.get(place, place))
    name = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}."
    there = " ".join(f"{short[side]}{number or ''}" for side, number in counts.items())
    return f"{'o' if plain else '●' if any(counts.values()) else '○'} {name}{f' {there}' if there else ''}"


def drawn(found: Layout, labels: Mapping[str, str], width: int, height: int) -> list[str]:
    """Labels on a sheet of paper, each as near to its place as there is room."""
    xs, ys = [x for x, _ in found.at.values()], [y for _, y in found.at.values()]
    widest = max(map(len, labels.values()))
    across, down = max(max(xs) - min(xs), 0.1), max(max(ys) - min(ys), 0.1)
    scale = min((width - widest) / (across * TALL), (height - 1) / down)
    sheet = [[" "] * width for _ in range(height)]
    used = 0
    for place, (x, y) in sorted(found.at.items(), key=lambda one: (one[1][1], one[1][0])):
        column, line = round((x - min(xs)) * scale * TALL), round((y - min(ys)) * scale)
        column, line = free_spot(sheet, column, line, len(labels[place]))
        sheet[line][column : column + len(labels[place])] = labels[place]
        used = max(used, line)
    return ["".join(row).rstrip() for row in sheet[: used + 1]]


def free_spot(sheet: Sequence[Sequence[str]], column: int, line: int, length: int) -> tuple[int, int]:
    """The free room for a label that is nearest to where it belongs."""
    width, height = len(sheet[0]), len(sheet)
    spots = [
        (abs(row - line) * 6 + abs(start - column), row, start)
        for row in range(max(line - 4, 0), min(line + 5, height))
        for start in range(max(column - 24, 0), min(column + 25, width - length + 1))
        if all(sign == " " for sign in sheet[row][max(start - 1, 0) : start + length + 1])
    ]
    _, row, start = min(spots, default=(0, min(line, height - 1), max(0, min(column, width - length))))
    return start, row
