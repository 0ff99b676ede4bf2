"""The map of a scenario: where to draw its places, who holds them and what is there; in characters, or for a picture.

Places with hex labels are drawn where the map has them. Others are fitted in the plane: classical scaling for a first guess, stress
majorization to come near the known distances, and at last small moves in the metric of hexes, in which the distances are counted.
Where a scenario tells only what is next to what, every link is as long as the others. The same scenario is always drawn the same
way, and a drawing says how far off it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import permutations
from math import cos, hypot, inf, pi, sin, sqrt
from textwrap import wrap
from typing import NamedTuple

from airwar.engine.words import listed
from airwar.rulesets.ruleset import Geography, Standing
from airwar.setup.loading import Scenario
from airwar.show.console import Names
from airwar.show.text import clean

Pair = tuple[str, str]
Point = tuple[float, float]
_LINK = 3.0  # how long a link is drawn, in hexes
_UNKNOWN = 0.02  # how much a guessed distance weighs, compared with a known one
_TURNS = 12  # how a fitted map may be turned before the last moves
_SWEEPS = 60  # through all places, at most
_SMALLEST = 0.02  # hexes: the last moves


class MapLayout(NamedTuple):
    """Where places are drawn, in hexes to the right and down, and how true that is."""

    at: Mapping[str, Point]
    fitted: bool  # to distances; what has hexes is where the map prints it
    schematic: bool  # nothing but links is known
    aside: tuple[str, ...]  # places of which nothing is known; they are drawn in a row below the others
    worst: float  # how many hexes the worst pair is off
    worst_pair: Pair
    contradictions: tuple[str, ...]  # distances that no map can have

    names: Mapping[str, str]

    @property
    def remark(self) -> str:
        """How far the drawing is off, in words."""
        unplaced = [self.names[place] for place in self.aside]
        rest = f" Nothing says where {listed(unplaced, 5)} {'is' if len(unplaced) == 1 else 'are'}." if unplaced else ""
        if self.schematic and len(unplaced) == len(self.at):
            return f"A list of places.{rest}"
        if self.schematic:
            return f"A sketch of what is next to what; distances mean nothing.{rest}"
        if not self.fitted:
            return f"Drawn from the hexes, so every distance is exact.{rest}"
        north = " Which way is north is not known."
        if self.worst < 0.05:
            return f"Fitted to the distances of the scenario, and all are exact.{north}{rest}"
        here, there = self.worst_pair
        off = f"the worst, {here} to {there}, is off by {self.worst:.1f} hexes"
        return f"Fitted to the distances of the scenario; {off}.{north}{rest}"


def layout(geography: Geography) -> MapLayout:
    """Where to draw the places of a map."""
    fixed = tuple((site.id, *site.at) for site in geography.sites if site.at)
    names = tuple((site.id, site.name) for site in geography.sites)
    return laid_out(names, fixed, tuple(sorted(geography.distances.items())), geography.links)


@lru_cache(maxsize=64)
def laid_out(
    names: tuple[Pair, ...],
    fixed: tuple[tuple[str, float, float, str], ...],
    distances: tuple[tuple[Pair, int], ...],
    links: tuple[Pair, ...],
) -> MapLayout:
    """The layout; it is worked out once for each map."""
    name = dict(names)
    known = {_in_order(*pair): float(hexes) for pair, hexes in distances if hexes}
    at = _side_by_side(fixed)
    schematic = not at and not known
    wanted = known if not schematic else {_in_order(*pair): _LINK for pair in links if pair[0] != pair[1]}
    told = {place for pair in wanted for place in pair}
    places = [place for place in name if place in told or place in at]
    found = _fit(places, wanted, at)
    if not at and not schematic:
        found = _on_hexes(places, wanted, found)
    shared = [_in_order(*pair) for pair, hexes in distances if not hexes]  # a hex
    for here, there in [*shared, *((there, here) for here, there in shared)]:
        if here in found:
            found.setdefault(there, found[here])
    aside = tuple(place for place in name if place not in found)
    told_off = {**known, **{pair: 0.0 for pair in shared if pair[0] in found}}
    off = {pair: abs(hexes_apart(found[pair[0]], found[pair[1]]) - hexes) for pair, hexes in told_off.items()}
    worst = max(off, key=lambda pair: off[pair], default=("", ""))
    return MapLayout(
        {**found, **_in_a_row(aside, found)},
        fitted=bool(known),
        schematic=schematic,
        aside=aside,
        worst=off.get(worst, 0.0),
        worst_pair=(name.get(worst[0], ""), name.get(worst[1], "")),
        contradictions=tuple(_contradictions(known, name)),
        names=name,
    )


def _in_order(here: str, there: str) -> Pair:
    return (here, there) if here < there else (there, here)


def _side_by_side(fixed: Sequence[tuple[str, float, float, str]]) -> dict[str, Point]:
    """Places with hexes. Sheets that are not joined are drawn beside each other."""
    found: dict[str, Point] = {}
    left = 0.0
    for sheet in dict.fromkeys(one[3] for one in fixed):
        here = [one for one in fixed if one[3] == sheet]
        first, last, top = min(one[1] for one in here), max(one[1] for one in here), min(one[2] for one in here)
        found |= {place: (x - first + left, y - top) for place, x, y, _ in here}
        left += last - first + 2 * _LINK
    return found


def _in_a_row(places: Sequence[str], others: Mapping[str, Point]) -> dict[str, Point]:
    """Places of which nothing is known, below the others."""
    left = min((x for x, _ in others.values()), default=0.0)
    wide = max((x for x, _ in others.values()), default=0.0) - left
    low = max((y for _, y in others.values()), default=-_LINK)
    each = max(_LINK, wide / max(1, min(len(places), 5) - 1)) if len(places) > 1 else _LINK
    return {place: (left + each * (at % 5), low + _LINK * (1 + at // 5)) for at, place in enumerate(places)}


def _contradictions(known: Mapping[Pair, float], name: Mapping[str, str]) -> list[str]:
    """Distances that are longer than a way around by a third place."""
    places = sorted({place for pair in known for place in pair})
    found = []
    for here, by, there in permutations(places, 3):
        first, second = known.get(_in_order(here, by), inf), known.get(_in_order(by, there), inf)
        whole = known.get((here, there), 0.0)
        if whole > first + second:
            found.append(f"{name[here]} to {name[there]} is {whole:g}, but by way of {name[by]} only {first:g} and {second:g}")
    return found


# the fit


def _fit(places: Sequence[str], wanted: Mapping[Pair, float], fixed: Mapping[str, Point]) -> dict[str, Point]:
    """Places as far apart as is wanted, as well as the plane allows; some are fixed."""
    free = [place for place in places if place not in fixed]
    if not free:
        return dict(fixed)
    if len(places) == 2:
        return {places[0]: (0.0, 0.0), places[1]: (wanted[_in_order(places[0], places[1])] * sqrt(3) / 2, 0.0), **fixed}
    paths = _shortest_ways(places, wanted, fixed)
    at = _scaled(places, paths) if not fixed else {**{place: _beside(place, fixed, paths) for place in free}, **fixed}
    for _ in range(300):
        at |= {place: _settled(place, places, wanted, paths, at) for place in free}
    return at if fixed else _upright(places, at)


def _shortest_ways(places: Sequence[str], wanted: Mapping[Pair, float], fixed: Mapping[str, Point]) -> dict[Pair, float]:
    """The distance of every pair by way of others; of pairs that nothing connects, more than any other."""
    long = sum(wanted.values()) + 1
    ways = {(here, there): 0.0 if here == there else inf for here in places for there in places}
    for (here, there), hexes in wanted.items():
        ways[here, there] = ways[there, here] = hexes
    for here, there in permutations(fixed, 2):
        ways[here, there] = hexes_apart(fixed[here], fixed[there])
    for by in places:
        for here in places:
            for there in places:
                ways[here, there] = min(ways[here, there], ways[here, by] + ways[by, there])
    most = max((way for way in ways.values() if way < inf), default=long)
    return {pair: way if way < inf else most + _LINK for pair, way in ways.items()}


def _beside(place: str, fixed: Mapping[str, Point], paths: Mapping[Pair, float]) -> Point:
    """A first guess for a place whose distance from fixed ones is known: near the closest of them."""
    near = min(fixed, key=lambda other: (paths[place, other], other))
    return fixed[near][0] + paths[place, near], fixed[near][1] + 0.5


def _scaled(places: Sequence[str], paths: Mapping[Pair, float]) -> dict[str, Point]:
    """Classical scaling: the two main axes of the doubly centered squares of the distances, by power iteration."""
    number = len(places)
    squares = [[paths[here, there] ** 2 for there in places] for here in places]
    means = [sum(row) / number for row in squares]
    whole = sum(means) / number
    inner = [[-(squares[i][j] - means[i] - means[j] + whole) / 2 for j in range(number)] for i in range(number)]
    axes = []
    for _ in range(2):
        value, vector = _main_axis(inner)
        axes.append([sqrt(max(value, 0.0)) * part for part in vector])
        inner = [[inner[i][j] - value * vector[i] * vector[j] for j in range(number)] for i in range(number)]
    return {place: (axes[0][at], axes[1][at] + 0.01 * (at % 3)) for at, place in enumerate(places)}


def _main_axis(matrix: Sequence[Sequence[float]]) -> tuple[float, list[float]]:
    """The largest eigenvalue of a symmetric matrix and its vector. The shift keeps negative ones from winning."""
    number = len(matrix)
    shift = max(sum(map(abs, row)) for row in matrix)
    vector = [1.0 + 0.37 * ((7 * at) % 5) - 0.61 * (at % 2) for at in range(number)]
    for _ in range(200):
        new = [sum(map(lambda part, other: part * other, row, vector)) + shift * vector[at] for at, row in enumerate(matrix)]
        length = sqrt(sum(part**2 for part in new)) or 1.0
        vector = [part / length for part in new]
    value = sum(vector[i] * sum(matrix[i][j] * vector[j] for j in range(number)) for i in range(number))
    return value, vector


def _settled(
    place: str, places: Sequence[str], wanted: Mapping[Pair, float], paths: Mapping[Pair, float], at: Mapping[str, Point]
) -> Point:
    """One step of stress majorization: where the others want a place, each in its direction."""
    x = y = weights = 0.0
    for other in places:
        if other == place:
            continue
        far = wanted.get(_in_order(place, other))
        weight = 1.0 if far is not None else _UNKNOWN
        far = paths[place, other] if far is None else far
        weight /= max(far, 0.5) ** 2
        dx, dy = at[place][0] - at[other][0], at[place][1] - at[other][1]
        apart = hypot(dx, dy) or 1e-9
        x += weight * (at[other][0] + far * dx / apart)
        y += weight * (at[other][1] + far * dy / apart)
        weights += weight
    return x / weights, y / weights


def _upright(places: Sequence[str], at: Mapping[str, Point]) -> dict[str, Point]:
    """The map with its long way across, and the first place to the left and above the middle."""
    middle = [sum(point[axis] for point in at.values()) / len(at) for axis in (0, 1)]
    moved = {place: (x - middle[0], y - middle[1]) for place, (x, y) in at.items()}
    xx, yy = sum(x * x for x, _ in moved.values()), sum(y * y for _, y in moved.values())
    if yy > xx:
        moved = {place: (y, x) for place, (x, y) in moved.items()}
    flip = [-1.0 if moved[places[0]][axis] > 1e-6 else 1.0 for axis in (0, 1)]
    return {place: (x * flip[0], y * flip[1]) for place, (x, y) in moved.items()}


# the metric of hexes


def hexes_apart(here: Point, there: Point) -> float:
    """The distance of two points, counted as on a map of hexes in upright columns: along three axes."""
    dx, dy = there[0] - here[0], there[1] - here[1]
    q, r = dx * 2 / sqrt(3), dy - dx / sqrt(3)
    return max(abs(q), abs(r), abs(q + r))


def _strain(wanted: Mapping[Pair, float], at: Mapping[str, Point], of: str = "") -> float:
    """How far a drawing is off, or one place of it: large errors count more than many small ones."""
    pairs = ((pair, hexes) for pair, hexes in wanted.items() if not of or of in pair)
    return sum(abs(hexes_apart(at[here], at[there]) - hexes) ** 4 for (here, there), hexes in pairs)


def _on_hexes(places: Sequence[str], wanted: Mapping[Pair, float], at: Mapping[str, Point]) -> dict[str, Point]:
    """The drawing turned and mended so that it fits the distances best, counted along the axes of hexes."""
    angles = sorted((pi / 3 * turn / _TURNS - pi / 6 for turn in range(_TURNS)), key=abs)
    drawn = [_improved(places, wanted, {place: _turned(at[place], angle) for place in places}) for angle in angles]
    return min(drawn, key=lambda one: round(_strain(wanted, one), 6))


def _turned(point: Point, angle: float) -> Point:
    x, y = point
    return x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)


def _improved(places: Sequence[str], wanted: Mapping[Pair, float], at: Mapping[str, Point]) -> dict[str, Point]:
    """The drawing after small moves of single places, as long as they bring it nearer to the distances."""
    found = dict(at)
    step = 1.0
    for _ in range(_SWEEPS):
        moved = False
        for place in places:
            now = _strain(wanted, found, place)
            tries = [
                (found[place][0] + step * cos(turn * pi / 6), found[place][1] + step * sin(turn * pi / 6)) for turn in range(12)
            ]
            best = min(tries, key=lambda point: _strain(wanted, {**found, place: point}, place))
            if _strain(wanted, {**found, place: best}, place) < now - 1e-9:
                found[place], moved = best, True
        if not moved:
            step /= 2
            if step < _SMALLEST:
                break
    return found


_SYMBOLS = "#o*+"  # of the sides, in their order
_NOBODY = "."
_LINES_EACH = 3  # for each place, at most
_TALL = 2.0  # how much higher than wide a character is
_LINE_IN_LETTERS = 6  # letters that a label may move to the side as well as one line up or down


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
    legend = ", ".join([*(f"{sign} {names(side)}" for side, sign in signs.items()), f"{_NOBODY} nobody"])
    places = {site.id: clean(site.name) for site in geography.sites}
    next_to = ", ".join(f"{places[here]}-{places[there]}" for here, there in geography.links)
    remarks = [
        f"{legend}; numbers are {scenario.ruleset.counted}s",
        found.remark,
        *(f"impossible: {one}" for one in found.contradictions),
    ]
    remarks += [f"next to each other: {next_to}"] if next_to else []
    below = [line for text in remarks for line in wrap(clean(text), width)]
    lines = _drawn(found.at, labels, width, min(most_lines - len(below) - 1, _LINES_EACH * len(labels) + 2))
    return [*lines, "", *below]


def signs_of(geography: Geography, rows: Sequence[Standing]) -> dict[str, str]:
    """The sign of each side."""
    return dict(zip(sides_of(geography, rows), _SYMBOLS, strict=False))


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
    others = "".join(f" {signs.get(side, _NOBODY)}{number}" for side, number in here.items() if side != holder)
    return f"{signs.get(holder, _NOBODY)}{name}{own}{others}"


def _drawn(at: Mapping[str, Point], labels: Mapping[str, str], width: int, most_lines: int) -> list[str]:
    """Labels at their places, each as near as there is room."""
    longest = max(map(len, labels.values()))
    left, top = min(x for x, _ in at.values()), min(y for _, y in at.values())
    wide = max(x for x, _ in at.values()) - left or 1.0
    high = max(y for _, y in at.values()) - top
    across = max(1.0, (width - longest - 1) / wide)
    down = min(across / _TALL, (most_lines - 1) / high if high else 1.0)
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
        (abs(line - row) * _LINE_IN_LETTERS + abs(start - column), start, line)
        for line, text in enumerate(sheet)
        for start in range(width - length + 1)
        if not text[max(0, start - 1) : start + length + 1].strip()
    )
    _, start, line = min(spots, default=(0, max(0, min(column, width - length)), row))
    return start, line
