"""The map of a scenario in characters: places where they are, who holds them, and what stands there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap

from airwar.engine.words import side_name
from airwar.loading import Scenario
from airwar.rulesets.ruleset import Geography, Standing
from airwar.show.map_layout import Point, layout
from airwar.show.sanitize import clean

SYMBOLS = "#o*+"  # of the sides, in their order
NOBODY = "."
LINES_EACH = 3  # for each place, at most
TALL = 2.0  # how much higher than wide a character is


def map_lines(scenario: Scenario, states: Sequence[object], width: int = 80, most_lines: int = 30) -> list[str]:
    """The map as it is now, and what the signs mean. Nothing if the scenario has no places."""
    geography = scenario.ruleset.geography(states)
    if not geography.sites:
        return []
    found = layout(geography)
    rows = scenario.ruleset.standing(states)
    signs = dict(zip(sides_of(geography, rows), SYMBOLS, strict=False))
    here = strengths(row for row in rows if row.unit not in scenario.ruleset.fixtures)
    labels = {site.id: label(clean(site.name), signs, site.holder, here.get(site.id, {})) for site in geography.sites}
    lines = drawn(found.at, labels, width, min(most_lines, LINES_EACH * len(labels) + 2))
    legend = ", ".join(f"{sign} {clean(side_name(side))}" for side, sign in signs.items())
    names = {site.id: clean(site.name) for site in geography.sites}
    next_to = ", ".join(f"{names[here]}-{names[there]}" for here, there in geography.links)
    below = [f"{legend}, {NOBODY} nobody", found.remark, *(f"impossible: {one}" for one in found.contradictions)]
    below += [f"next to each other: {next_to}"] if next_to else []
    return [*lines, "", *(line for text in below for line in wrap(clean(text), width))]


def sides_of(geography: Geography, rows: Sequence[Standing]) -> list[str]:
    """Who has or holds anything, each once."""
    return list(dict.fromkeys(side for side in (*(row.side for row in rows), *(site.holder for site in geography.sites)) if side))


def strengths(rows: Iterable[Standing]) -> dict[str, dict[str, int]]:
    """How many units of each side are in each place."""
    found: dict[str, dict[str, int]] = {}
    for row in rows:
        if row.place:
            counts = found.setdefault(row.place, {})
            counts[row.side] = counts.get(row.side, 0) + row.count
    return found


def label(name: str, signs: Mapping[str, str], holder: str, here: Mapping[str, int]) -> str:
    """`#Smolensk 10`; the other side's units follow with its sign: `oMalta 5 #7`."""
    own = f" {here[holder]}" if holder in here else ""
    others = "".join(f" {signs.get(side, NOBODY)}{number}" for side, number in here.items() if side != holder)
    return f"{signs.get(holder, NOBODY)}{name}{own}{others}"


def drawn(at: Mapping[str, Point], labels: Mapping[str, str], width: int, most_lines: int) -> list[str]:
    """Labels at their places; where two would overlap, one moves to the next free line."""
    longest = max(map(len, labels.values()))
    left, top = min(x for x, _ in at.values()), min(y for _, y in at.values())
    wide = max(x for x, _ in at.values()) - left or 1.0
    high = max(y for _, y in at.values()) - top
    across = max(1.0, (width - longest - 1) / wide)
    down = min(across / TALL, (most_lines - 1) / high if high else 1.0)
    spots = {place: (round((x - left) * across), round((y - top) * down)) for place, (x, y) in at.items()}
    lines: dict[int, str] = {}
    for place in sorted(spots, key=lambda one: (spots[one][1], spots[one][0])):
        column, row = max(0, min(spots[place][0], width - len(labels[place]))), spots[place][1]
        while lines.get(row, "")[max(0, column - 1) : column + len(labels[place]) + 1].strip():
            row += 1
        line = lines.get(row, "").ljust(column)
        lines[row] = line[:column] + labels[place] + line[column + len(labels[place]) :]
    return [lines.get(row, "").rstrip() for row in range(max(lines) + 1)]
