"""The map of a scenario in characters: places where they are, who holds them, and what is there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap

from airwar.rulesets.ruleset import Geography, Standing
from airwar.setup.loading import Scenario
from airwar.show.map_layout import Point, layout
from airwar.show.sides import Names
from airwar.show.text import clean

SYMBOLS = "#o*+"  # of the sides, in their order
NOBODY = "."
LINES_EACH = 3  # for each place, at most
TALL = 2.0  # how much higher than wide a character is
LINE_IN_LETTERS = 6  # a label may as well move so many letters to the side as one line up or down


def map_lines(scenario: Scenario, states: Sequence[object], width: int = 80, most_lines: int = 30) -> list[str]:
    """The map as it is now, with a key, in at most this many lines; nothing if the scenario has no places."""
    geography = scenario.ruleset.geography(states)
    if not geography.sites:
        return []
    found = layout(geography)
    rows = scenario.ruleset.standing(states)
    signs, names = signs_of(geography, rows), Names(scenario.party)
    here = strengths(row for row in rows if row.unit not in scenario.ruleset.fixtures)
    labels = {site.id: _label(clean(site.name), signs, site.holder, here.get(site.id, {})) for site in geography.sites}
    legend = ", ".join([*(f"{sign} {names(side)}" for side, sign in signs.items()), f"{NOBODY} nobody"])
    places = {site.id: clean(site.name) for site in geography.sites}
    next_to = ", ".join(f"{places[here]}-{places[there]}" for here, there in geography.links)
    remarks = [
        f"{legend}; numbers are {scenario.ruleset.counted}s",
        found.remark,
        *(f"impossible: {one}" for one in found.contradictions),
    ]
    remarks += [f"next to each other: {next_to}"] if next_to else []
    below = [line for text in remarks for line in wrap(clean(text), width)]
    lines = _drawn(found.at, labels, width, min(most_lines - len(below) - 1, LINES_EACH * len(labels) + 2))
    return [*lines, "", *below]


def signs_of(geography: Geography, rows: Sequence[Standing]) -> dict[str, str]:
    """The sign of each side."""
    return dict(zip(sides_of(geography, rows), SYMBOLS, strict=False))


def sides_of(geography: Geography, rows: Sequence[Standing]) -> list[str]:
    """The sides that have units or hold places."""
    return list(dict.fromkeys(side for side in (*(row.side for row in rows), *(site.holder for site in geography.sites)) if side))


def strengths(rows: Iterable[Standing]) -> dict[str, dict[str, int]]:
    """How many units of each side are in each place."""
    found: dict[str, dict[str, int]] = {}
    for row in rows:
        if row.place:
            counts = found.setdefault(row.place, {})
            counts[row.side] = counts.get(row.side, 0) + row.count
    return found


def _label(name: str, signs: Mapping[str, str], holder: str, here: Mapping[str, int]) -> str:
    """`#Smolensk 10`; the other side's units follow with its sign: `oMalta 5 #7`."""
    own = f" {here[holder]}" if holder in here else ""
    others = "".join(f" {signs.get(side, NOBODY)}{number}" for side, number in here.items() if side != holder)
    return f"{signs.get(holder, NOBODY)}{name}{own}{others}"


def _drawn(at: Mapping[str, Point], labels: Mapping[str, str], width: int, most_lines: int) -> list[str]:
    """Labels at their places, each as near as there is room."""
    longest = max(map(len, labels.values()))
    left, top = min(x for x, _ in at.values()), min(y for _, y in at.values())
    wide = max(x for x, _ in at.values()) - left or 1.0
    high = max(y for _, y in at.values()) - top
    across = max(1.0, (width - longest - 1) / wide)
    down = min(across / TALL, (most_lines - 1) / high if high else 1.0)
    spots = {place: (round((x - left) * across), round((y - top) * down)) for place, (x, y) in at.items()}
    sheet = [" " * width for _ in range(most_lines)]
    for place in sorted(spots, key=lambda one: (spots[one][1], spots[one][0])):
        column, row = _free_spot(sheet, *spots[place], len(labels[place]))
        sheet[row] = sheet[row][:column] + labels[place] + sheet[row][column + len(labels[place]) :]
    lines = [line.rstrip() for line in sheet]
    return lines[: max(row for row, line in enumerate(lines) if line) + 1]


def _free_spot(sheet: Sequence[str], column: int, row: int, length: int) -> tuple[int, int]:
    """The free room for a label that is nearest to where it belongs."""
    width = len(sheet[0])
    spots = (
        (abs(line - row) * LINE_IN_LETTERS + abs(start - column), start, line)
        for line, text in enumerate(sheet)
        for start in range(width - length + 1)
        if not text[max(0, start - 1) : start + length + 1].strip()
    )
    _, start, line = min(spots, default=(0, max(0, min(column, width - length)), row))
    return start, line
