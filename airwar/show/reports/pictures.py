"""Curves and bars as inline SVG, with a text for those who cannot see them. Colors are those of the sides."""

from __future__ import annotations

from html import escape
from math import ceil, floor

from airwar.show.reports.blocks import Bars, Curve
from airwar.show.reports.markup import one_line

WIDTH, HEIGHT, LEFT, TOP, BELOW, RIGHT = 480, 250, 44, 22, 44, 14
BAR_WIDTH, BAR_HEIGHT, LABEL = 150, 16, 230
MOST_TICKS = 6


def safe(text: str) -> str:
    """A text as data: no character of it can become markup."""
    return escape(one_line(text))


def svg(kind: str, width: int, height: int, text: str, drawing: str) -> str:
    """An SVG with its text alternative."""
    label = safe(text)
    return (
        f'<svg class="{kind}" viewBox="0 0 {width} {height}" role="img" aria-label="{label}"><title>{label}</title>{drawing}</svg>'
    )


def curve_svg(curve: Curve) -> str:
    """The scores over the battle, a line for each side, with axes that say what they are and numbers at the turning points."""
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BELOW
    last = max(1, len(curve.points) - 1)
    low, top = limits(curve)

    def place(at: int, score: float) -> tuple[float, float]:
        return LEFT + wide * at / last, TOP + high * (1 - (score - low) / (top - low))

    parts = [f'<text class="axis" x="{LEFT}" y="12">{safe(curve.measure)}</text>']
    places = 1 if (top - low) * 10 % 4 == 0 else 2
    for share in range(5):
        score = low + (top - low) * share / 4
        y = place(0, score)[1]
        shown = f"{score * 100:.0f} %" if curve.shares else f"{score:+.{places}f}"
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{LEFT + wide}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text class="tick" x="{LEFT - 5}" y="{y + 4:.1f}">{shown}</text>')
    for at in ticks(last):
        x = place(at, low)[0]
        parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP + high}" y2="{TOP + high + 4}"/>')
        parts.append(f'<text class="below" x="{x:.1f}" y="{TOP + high + 16}">{curve.seqs[at]}</text>')
    parts.append(f'<text class="axis end" x="{LEFT + wide}" y="{HEIGHT - 8}">record of the log</text>')
    key = LEFT
    for side, name in enumerate(curve.sides):
        line = " ".join("{:.1f},{:.1f}".format(*place(at, point[side])) for at, point in enumerate(curve.points))
        parts.append(f'<polyline class="line s{curve.colors[side]}" points="{line}"/>')
        parts.append(f'<line class="line s{curve.colors[side]}" x1="{key}" x2="{key + 20}" y1="{HEIGHT - 12}" y2="{HEIGHT - 12}"/>')
        parts.append(f'<text class="axis" x="{key + 25}" y="{HEIGHT - 8}">{safe(name[:18])}</text>')
        key += 45 + 7 * len(name[:18])
    for number, (at, side, what) in enumerate(curve.marks, 1):
        x, y = place(at, curve.points[at][side])
        parts.append(
            f'<a class="mark s{curve.colors[side]}" href="#{curve.seqs[at - 1]}"><circle cx="{x:.1f}" cy="{y:.1f}" r="8"/>'
            f'<text x="{x:.1f}" y="{y + 4:.1f}">{number}</text><title>{safe(what)}</title></a>'
        )
    width = wide / (last + 1)
    for at, seq in enumerate(curve.seqs):
        x = place(at, low)[0] - width / 2
        parts.append(f'<rect class="hit" data-seq="{seq}" x="{x:.1f}" y="{TOP}" width="{width:.1f}" height="{high}"/>')
    parts.append(f'<line class="now" x1="0" x2="0" y1="{TOP}" y2="{TOP + high}"/>')
    return svg("curve", WIDTH, HEIGHT, curve.text, "".join(parts))


def limits(curve: Curve) -> tuple[float, float]:
    """The ends of the upright axis."""
    if curve.shares:
        return 0.0, 1.0
    scores = [score for point in curve.points for score in point]
    low, high = floor(min(scores)), ceil(max(scores))
    return float(low), float(high if high > low else low + 1)


def ticks(last: int) -> list[int]:
    """A few positions along the battle, the first and the last among them."""
    number = min(MOST_TICKS, last)
    return sorted({round(last * at / number) for at in range(number + 1)})


def bars_svg(bars: Bars) -> str:
    """How many of how many, as bars."""
    most = max([whole for _, _, whole in bars.bars], default=1) or 1
    parts = []
    for row, (label, number, whole) in enumerate(bars.bars):
        y = row * (BAR_HEIGHT + 6)
        parts.append(f'<text x="0" y="{y + 12}">{safe(label[:36])}</text>')
        for part, kind in ((whole, "whole"), (number, "part")):
            parts.append(f'<rect class="{kind}" x="{LABEL}" y="{y}" width="{BAR_WIDTH * part / most:.1f}" height="{BAR_HEIGHT}"/>')
        parts.append(f'<text x="{LABEL + BAR_WIDTH + 8}" y="{y + 12}">{number:.3g} of {whole:.3g}</text>')
    return svg("bars", WIDTH, max(1, len(bars.bars)) * (BAR_HEIGHT + 6), bars.text, "".join(parts))
