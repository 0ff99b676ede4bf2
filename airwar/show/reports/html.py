"""A story as one HTML file: no network, no script, light and dark, printable, pictures as inline SVG with text alternatives."""

from __future__ import annotations

import base64
from html import escape
from pathlib import Path

from airwar.show.reports.blocks import Balance, Bars, Block, Curve, Grid, Heading, Line, Story
from airwar.show.reports.markup import one_line, padded

STYLE = Path(__file__).with_name("style.css")
WIDTH, HEIGHT, LEFT, TOP = 640, 220, 44, 12
BAR_WIDTH, BAR_HEIGHT, LABEL = 260, 18, 300
COLORS = ("var(--one)", "var(--two)")


def html(story: Story) -> str:
    """The whole file."""
    body = "\n".join(block_html(block) for block in story.blocks)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="airwar">
<title>{safe(story.title)}</title>
<style>
{STYLE.read_text(encoding="utf-8")}</style>
</head>
<body>
<header>
<h1>{safe(story.title)}</h1>
<p class="game">{safe(story.game)}</p>
<p class="result">{safe(story.result)}</p>
</header>
<main>
{body}
</main>
<footer>
{download(story)}<p>Adjudicated by airwar.</p>
</footer>
</body>
</html>
"""


def safe(text: str) -> str:
    """A text as data: no character of it can become markup."""
    return escape(one_line(text))


def download(story: Story) -> str:
    """The log itself, to save and verify."""
    if not story.log:
        return ""
    content = base64.b64encode(story.log).decode("ascii")
    address = f"data:application/octet-stream;base64,{content}"
    return f'<p class="download"><a download="{safe(story.log_name)}" href="{address}">Save the log of this battle</a></p>\n'


def block_html(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f"<h{level}>{safe(text)}</h{level}>"
        case Line(text, kind):
            return f'<p class="{kind}">{safe(text)}</p>'
        case Grid():
            return grid_html(block)
        case Curve():
            return curve_svg(block)
        case Balance():
            return balance_svg(block)
    return bars_svg(block)


def grid_html(grid: Grid) -> str:
    head, *rows = padded(grid.columns, grid.rows)
    caption = f"<caption>{safe(grid.caption)}</caption>" if grid.caption else ""
    heads = "".join(f'<th scope="col">{safe(cell)}</th>' for cell in head)
    cells = "\n".join("<tr>" + "".join(f"<td>{safe(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide"><table>{caption}<thead><tr>{heads}</tr></thead><tbody>\n{cells}\n</tbody></table></div>'


def picture(width: int, height: int, text: str, drawing: str) -> str:
    """An SVG with its text alternative."""
    box = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return f'<svg {box} role="img" aria-label="{safe(text)}"><title>{safe(text)}</title>{drawing}</svg>'


def curve_svg(curve: Curve) -> str:
    """The chances to win over the battle, a line for each side, with dots at the turning points."""
    wide, high = WIDTH - LEFT - 10, HEIGHT - TOP - 40
    last = max(1, len(curve.points) - 1)

    def place(at: int, share: float) -> tuple[float, float]:
        return LEFT + wide * at / last, TOP + high * (1 - share)

    parts = []
    for share in (0.0, 0.5, 1.0):
        y = place(0, share)[1]
        parts.append(f'<line x1="{LEFT}" x2="{LEFT + wide}" y1="{y:.1f}" y2="{y:.1f}" stroke="var(--rule)"/>')
        parts.append(f'<text x="2" y="{y + 4:.1f}">{share:.0%}</text>')
    for side, name in enumerate(curve.sides):
        line = " ".join("{:.1f},{:.1f}".format(*place(at, point[side])) for at, point in enumerate(curve.points))
        parts.append(f'<polyline points="{line}" fill="none" stroke="{COLORS[side]}" stroke-width="2"/>')
        parts.append(f'<text x="{LEFT + 160 * side}" y="{HEIGHT - 8}" style="fill:{COLORS[side]}">{safe(name)}</text>')
    for at, what in curve.marks:
        x, y = place(at, curve.points[at][0])
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="var(--mark)"><title>{safe(what)}</title></circle>')
    return picture(WIDTH, HEIGHT, curve.text, "".join(parts))


def balance_svg(balance: Balance) -> str:
    """Values above and below zero, as bars to the right and to the left of a line."""
    middle, half = LABEL + BAR_WIDTH / 2, BAR_WIDTH / 2
    height = max(1, len(balance.bars)) * (BAR_HEIGHT + 6)
    parts = [f'<line x1="{middle:.1f}" x2="{middle:.1f}" y1="0" y2="{height}" stroke="var(--rule)"/>']
    for row, (label, value, words) in enumerate(balance.bars):
        y, width = row * (BAR_HEIGHT + 6), abs(value) * half
        color = "var(--one)" if value >= 0 else "var(--two)"
        parts.append(f'<text x="0" y="{y + 13}">{safe(label[:44])}</text>')
        parts.append(
            f'<rect x="{middle - width * (value < 0):.1f}" y="{y}" width="{width:.1f}" height="{BAR_HEIGHT}" fill="{color}"/>'
        )
        parts.append(f'<text x="{LABEL + BAR_WIDTH + 8}" y="{y + 13}">{safe(words)}</text>')
    return picture(WIDTH, height, balance.text, "".join(parts))


def bars_svg(bars: Bars) -> str:
    """How many of how many, as bars."""
    most = max([whole for _, _, whole in bars.bars], default=1) or 1
    parts = []
    for row, (label, number, whole) in enumerate(bars.bars):
        y = row * (BAR_HEIGHT + 6)
        parts.append(f'<text x="0" y="{y + 13}">{safe(label[:44])}</text>')
        for part, color in ((whole, "var(--rule)"), (number, "var(--two)")):
            parts.append(f'<rect x="{LABEL}" y="{y}" width="{BAR_WIDTH * part / most:.1f}" height="{BAR_HEIGHT}" fill="{color}"/>')
        parts.append(f'<text x="{LABEL + BAR_WIDTH + 8}" y="{y + 13}">{number} of {whole}</text>')
    return picture(WIDTH, max(1, len(bars.bars)) * (BAR_HEIGHT + 6), bars.text, "".join(parts))
