"""A map as SVG: places, who holds them, what is there, who flew where, and what was lost. Drawn for the width of a phone.

Sides are told apart by color and by shape. Every place, count and flight has a class and a number, so that a page can show
another moment of the battle on the same map.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import combinations
from math import hypot, inf
from textwrap import wrap
from typing import NamedTuple

from airwar.analysis.chronicle import Chronicle, Move, colors_of
from airwar.rulesets.ruleset import Geography
from airwar.setup.loading import Scenario
from airwar.show.console import Names
from airwar.show.maps import MapLayout, Point, layout, map_lines, sides_of, strengths
from airwar.show.reports.blocks import Picture, one_line

_WIDTH, _MOST_HEIGHT, _EDGE = 480, 620, 46
_LETTER, _LINE, SIZE = 7.2, 14, 7  # the width of a letter, the height of a line, half of a symbol
LONGEST = 22  # letters of a name
_LETTERS = 72  # of a line of the caption
_CURVE_POINTS = 20  # of an arrow, to keep labels away from it
_FARTHEST = 170  # between the two nearest places, so that a map of few places is not larger than it must be
_SHAPES = (
    '<circle r="7"/>',
    '<rect x="-6.5" y="-6.5" width="13" height="13"/>',
    '<path d="M0-9 9 0 0 9-9 0z"/>',
    '<path d="M0-8 8 7H-8z"/>',
)
_SPARE = '<circle r="5"/>'
_STYLE = """
.s0{--side:#0b62a8}.s1{--side:#b4500a}.s2{--side:#00785a}.s3{--side:#9a3d7d}.none{--side:#6b7680}
.map{font:12px system-ui,sans-serif}.map text{fill:#1d2733;text-anchor:middle;paint-order:stroke;stroke:#fff;stroke-width:3px}
.map .count,.map .fall,.map .flight text{fill:var(--side);font-weight:600}
.map .site g{fill:var(--side);stroke:#fff}.map .link{stroke:#c3cad1}.map .flight path{fill:none;stroke:var(--side);stroke-width:1.6}
.map .flight .head{fill:var(--side);stroke:none}.map .move path{stroke-dasharray:4 3;stroke-width:1.1}
.map .key{text-anchor:start}.map .note{font-size:11px;fill:#56636f}
"""


class Box(NamedTuple):
    """A rectangle that is taken."""

    left: float
    top: float
    right: float
    bottom: float

    def shares(self, other: Box) -> float:
        """How much of it is another's as well."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, wide) * max(0.0, high)


class Paper:
    """The paper: where places are, and what is taken already."""

    def __init__(self, geography: Geography, found: MapLayout) -> None:
        left, top = min(x for x, _ in found.at.values()), min(y for _, y in found.at.values())
        wide = max(x for x, _ in found.at.values()) - left
        high = max(y for _, y in found.at.values()) - top
        nearest = min((hypot(a[0] - b[0], a[1] - b[1]) for a, b in combinations(found.at.values(), 2)), default=1.0)
        scale = min(
            (_WIDTH - 2 * _EDGE) / max(wide, 0.01), (_MOST_HEIGHT - 2 * _EDGE) / max(high, 0.01), _FARTHEST / max(nearest, 0.01)
        )
        self.height = round(high * scale + 2 * _EDGE)
        inset = (_WIDTH - wide * scale) / 2
        self.at: dict[str, Point] = {}
        for place, (x, y) in found.at.items():
            self.at[place] = self.free_spot(inset + (x - left) * scale, _EDGE + (y - top) * scale)
        self.symbols = [Box(x - SIZE, y - SIZE, x + SIZE, y + SIZE) for x, y in self.at.values()]
        self.taken: list[Box] = []  # by labels
        self.lines: list[Box] = []  # along the arrows
        self.geography = geography

    def free_spot(self, x: float, y: float) -> Point:
        """A place, or beside the others that share its hex."""
        while any(hypot(x - a, y - b) < SIZE for a, b in self.at.values()):
            x += 2 * SIZE + 2
        return x, y

    def label_spot(self, place: str, lines: Sequence[str]) -> tuple[float, float]:
        """The middle of the first line of a label: where it covers least of the others."""
        x, y = self.at[place]
        wide, high = _LETTER * max(map(len, lines)), _LINE * len(lines)
        beside = SIZE + 4 + wide / 2
        spots = [
            (x, y + SIZE + _LINE - 2),
            (x, y - SIZE - 4 - high + _LINE),
            (x + beside, y + 4 - (high - _LINE) / 2),
            (x - beside, y + 4 - (high - _LINE) / 2),
            (x + beside * 0.8, y + SIZE + _LINE - 2),
            (x - beside * 0.8, y + SIZE + _LINE - 2),
            (x + beside * 0.8, y - SIZE - 4 - high + _LINE),
            (x - beside * 0.8, y - SIZE - 4 - high + _LINE),
            (x, y + SIZE + 2 * _LINE),
            (x, y - SIZE - 4 - high),
        ]
        boxes = [
            Box(a - wide / 2, b - _LINE + 3, a + wide / 2, b - _LINE + 3 + high)
            for a, b in ((min(max(a, wide / 2 + 2), _WIDTH - wide / 2 - 2), b) for a, b in spots)
        ]
        outside = [box.top < 0 or box.bottom > self.height for box in boxes]
        clashes = [self.covered(box) + wide * high * out for box, out in zip(boxes, outside, strict=True)]
        best = clashes.index(min(clashes))
        self.taken.append(boxes[best]._replace(left=boxes[best].left - SIZE, right=boxes[best].right + SIZE))
        return (boxes[best].left + boxes[best].right) / 2, boxes[best].top + _LINE - 3

    def covered(self, box: Box) -> float:
        """How much a label would cover: symbols matter most, arrows least."""
        return 4 * sum(map(box.shares, self.symbols)) + 2 * sum(map(box.shares, self.taken)) + sum(map(box.shares, self.lines)) / 2

    def number_spot(self, spots: Sequence[Point], number: str) -> Point:
        """Where the number of an arrow covers least; of equal spots the first."""
        wide = _LETTER * len(number) / 2 + 2
        boxes = [Box(x - wide, y - 11, x + wide, y + 2) for x, y in spots]
        clashes = [*map(self.covered, boxes)]
        best = clashes.index(min(clashes))
        self.taken.append(boxes[best])
        return spots[best]


def picture(scenario: Scenario, chronicle: Chronicle | None = None, alone: bool = False) -> Picture | None:
    """The map at the start of a scenario; of a battle, with everything that flew and fell, as it stands at the end."""
    states = chronicle.film.last_states if chronicle else (scenario.start.state,)
    geography = scenario.ruleset.geography((scenario.start.state,))
    if not geography.sites:
        return None
    holders = {site.id: site.holder for site in scenario.ruleset.geography(states).sites}
    geography = geography._replace(sites=tuple(site._replace(holder=holders.get(site.id, "")) for site in geography.sites))
    found = layout(geography)
    rows = scenario.ruleset.standing(states)
    sides = chronicle.sides if chronicle else sides_of(geography, rows)
    colors = colors_of(scenario, sides)
    names = Names(scenario.party)
    units = [row for row in rows if row.unit not in scenario.ruleset.fixtures]
    parts = _drawing(geography, found, colors, strengths(units), chronicle)
    legend = [f'<g class="s{colors[side]}">{_SHAPES[colors[side]]}</g>' for side in sides]
    caption = " ".join([found.remark, *(f"Impossible: {one}." for one in found.contradictions)])
    text = "Map: " + ", ".join(
        f"{one_line(site.name)}{f' ({names(site.holder)})' if site.holder else ''}" for site in geography.sites
    )
    sheet_height = parts.height + 26
    keys = _key_line([names(side) for side in sides], legend, parts.height + 12)
    if alone:
        for line in wrap(one_line(caption), _LETTERS):
            sheet_height += _LINE
            keys += f'<text class="key note" x="8" y="{sheet_height - 6}">{escape(line)}</text>'
    style = f"<style>{_STYLE}</style>" if alone else ""
    head = 'xmlns="http://www.w3.org/2000/svg" ' if alone else ""
    label = escape(one_line(text))
    svg = (
        f'<svg {head}class="map" viewBox="0 0 {_WIDTH} {sheet_height}" role="img" aria-label="{label}">'
        f"{style}<title>{label}</title>{parts.svg}{keys}</svg>"
    )
    return Picture(svg, tuple(map_lines(scenario, states, 72)), one_line(caption))


def _key_line(names: Sequence[str], shapes: Sequence[str], y: float) -> str:
    """Which color and shape is whose."""
    found, x = [], 14.0
    for name, shape in zip(names, shapes, strict=True):
        found.append(f'<g class="site" transform="translate({x:.0f} {y:.0f})">{shape}</g>')
        wide = _LETTER * len(one_line(name)[:LONGEST])
        found.append(f'<text class="key" x="{x + 12:.0f}" y="{y + 4:.0f}">{escape(one_line(name)[:LONGEST])}</text>')
        x += wide + 40
    return "".join(found)


class _Drawn(NamedTuple):
    """Markup and how high it is."""

    svg: str
    height: int


def _drawing(
    geography: Geography,
    found: MapLayout,
    colors: Mapping[str, int],
    here: Mapping[str, Mapping[str, int]],
    chronicle: Chronicle | None,
) -> _Drawn:
    """Links, flights, places and labels, in this order, so that labels are on top."""
    sheet = Paper(geography, found)
    links = "".join(_link(sheet.at[a], sheet.at[b]) for a, b in geography.links if a in sheet.at and b in sheet.at)
    flown = _flights(chronicle.missions(), sheet, colors) if chronicle else ""
    shapes, labels = [], []
    fell = falls(chronicle) if chronicle else {}
    for number, site in enumerate(geography.sites):
        x, y = sheet.at[site.id]
        whose = _side_class(site.holder, colors)
        shape = _SHAPES[colors[site.holder]] if site.holder in colors else _SPARE
        shapes.append(
            f'<g class="site" data-place="{number}" transform="translate({x:.1f} {y:.1f})"><g class="{whose}">{shape}</g></g>'
        )
        counts = [(_side_class(side, colors), str(one)) for side, one in here.get(site.id, {}).items()]
        lost = [(_side_class(side, colors), f"−{one}") for side, one in fell.get(site.id, {}).items()]
        name = one_line(site.name)[:LONGEST]
        widest = 3 * max(len(counts), 1 if chronicle else 0) + 3 * len(lost)
        spot = sheet.label_spot(site.id, [name, "0" * widest] if widest else [name])
        labels.append(f'<text x="{spot[0]:.1f}" y="{spot[1]:.1f}">{escape(name)}</text>')
        told = "".join(f'<tspan class="{kind} count">{text} </tspan>' for kind, text in counts)
        told += "".join(f'<tspan class="{kind} fall">{text} </tspan>' for kind, text in lost)
        if told or chronicle:
            labels.append(
                f'<text class="counts" data-place="{number}" x="{spot[0]:.1f}" y="{spot[1] + _LINE - 1:.1f}">{told}</text>'
            )
    return _Drawn(links + flown + "".join(shapes) + "".join(labels), sheet.height)


def _side_class(side: str, colors: Mapping[str, int]) -> str:
    return f"s{colors[side]}" if side in colors else "none"


def falls(chronicle: Chronicle, until: float = inf) -> dict[str, dict[str, int]]:
    """What each side lost where, up to a record."""
    found: dict[str, dict[str, int]] = {}
    for seq, lost, episode in chronicle.losses:
        if seq < until and episode is not None and episode.place:
            counts = found.setdefault(episode.place, {})
            counts[lost.side] = counts.get(lost.side, 0) + lost.number
    return found


def _link(here: Point, there: Point) -> str:
    return f'<line class="link" x1="{here[0]:.1f}" y1="{here[1]:.1f}" x2="{there[0]:.1f}" y2="{there[1]:.1f}"/>'


def _flights(moves: Iterable[Move], sheet: Paper, colors: Mapping[str, int]) -> str:
    """An arrow for each way that was flown or marched, with how many took it; the same way twice is one arrow."""
    ways: dict[tuple[str, str, str, bool], list[Move]] = {}
    for move in moves:
        if move.here in sheet.at and move.there in sheet.at:
            ways.setdefault((move.side, move.here, move.there, move.attack), []).append(move)
    starts: dict[str, int] = {}
    drawn = []
    for (side, here, there, attack), some in ways.items():
        starts[here] = starts.get(here, 0) + 1
        kind = f"{_side_class(side, colors)}{'' if attack else ' move'}"
        drawn.append(_arrow(sheet, here, there, some, kind, 1 + 0.4 * (starts[here] - 1)))
    return "".join(drawn)


def _arrow(sheet: Paper, here: str, there: str, some: Sequence[Move], kind: str, bent: float) -> str:
    """A slightly bent arrow from one place to another; its number stands beside it, where there is room."""
    (x1, y1), (x2, y2) = sheet.at[here], sheet.at[there]
    long = hypot(x2 - x1, y2 - y1) or 1.0
    ux, uy = (x2 - x1) / long, (y2 - y1) / long
    bend = min(26.0, long * 0.14) * min(bent, 2.2)
    mx, my = (x1 + x2) / 2 - uy * bend, (y1 + y2) / 2 + ux * bend
    ex, ey = x2 - ux * (SIZE + 7) - uy * 2, y2 - uy * (SIZE + 7) + ux * 2
    dx, dy = ex - mx, ey - my
    tip = hypot(dx, dy) or 1.0
    dx, dy = dx / tip, dy / tip
    head = f"M{ex + dx * 7:.1f} {ey + dy * 7:.1f}L{ex - dy * 4:.1f} {ey + dx * 4:.1f} {ex + dy * 4:.1f} {ey - dx * 4:.1f}z"
    told = ""
    points = [_between((x1, y1), (mx, my), (ex, ey), at / _CURVE_POINTS) for at in range(1, _CURVE_POINTS)]
    if some[0].attack:
        number = str(sum(move.number for move in some))
        spots = [(x - side * uy * 9, y + side * ux * 9 + 4) for side in (1, -1) for x, y in _middle_first(points)]
        tx, ty = sheet.number_spot(spots, number)
        told = f'<text x="{tx:.1f}" y="{ty:.1f}">{number}</text>'
    sheet.lines += [Box(x - 2, y - 2, x + 2, y + 2) for x, y in points]
    return (
        f'<g class="flight {kind}" data-seq="{min(move.seq for move in some)}">'
        f'<path d="M{x1:.1f} {y1:.1f}Q{mx:.1f} {my:.1f} {ex:.1f} {ey:.1f}"/><path class="head" d="{head}"/>{told}</g>'
    )


def _between(start: Point, bend: Point, end: Point, at: float) -> Point:
    """A point of a curve."""
    a, b, c = (1 - at) ** 2, 2 * at * (1 - at), at**2
    return a * start[0] + b * bend[0] + c * end[0], a * start[1] + b * bend[1] + c * end[1]


def _middle_first(points: Sequence[Point]) -> list[Point]:
    """The points between the ends of a curve, those nearest its middle first."""
    middle = (len(points) - 1) / 2
    return [points[at] for at in sorted(range(2, len(points) - 2), key=lambda at: abs(at - middle))]
