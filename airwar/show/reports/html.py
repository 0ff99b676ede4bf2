"""A report as one HTML file that sends no request: light and dark, for a phone and for paper, with a replay if scripts may run."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from html import escape
from math import ceil, floor
from pathlib import Path
from typing import Any, NamedTuple

from airwar.show.reports.blocks import Bars, Block, Curve, Fold, Grid, Heading, Picture, Report, Sentence, one_line, padded

_STYLE, _SCRIPT = (Path(__file__).with_name(name) for name in ("style.css", "replay.js"))


def html(report: Report) -> str:
    """The whole file."""
    page = _Page(report.sides)
    script = _SCRIPT.read_text(encoding="utf-8") if report.replay else ""
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_policy(script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="airwar">
<title>{_safe(report.title)}</title>
<style>
{_STYLE.read_text(encoding="utf-8")}</style>
</head>
<body>
<header>
<h1>{_safe(report.title)}</h1>
<p class="game">{_safe(report.game)}</p>
<p class="result">{_safe(report.result)}</p>
</header>
<main>
{page.blocks(report.blocks, replay=bool(report.replay))}
</main>
<footer>
{_download(report)}<p>Adjudicated by airwar.</p>
</footer>
{_replay_data(report.replay, script)}</body>
</html>
"""


def _policy(script: str) -> str:
    """What a browser may do with the page: nothing but show it, and run the script that is in it."""
    digest = base64.b64encode(sha256(f"\n{script}".encode()).digest()).decode("ascii")
    allowed = f"'sha256-{digest}'" if script else "'none'"
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src {allowed}"


def _replay_data(replay: dict[str, Any] | None, script: str) -> str:
    if not replay:
        return ""
    data = json.dumps(replay, ensure_ascii=True, separators=(",", ":"))
    for sign in "<>&":
        data = data.replace(sign, f"\\u{ord(sign):04x}")  # nothing in it can end the element that holds it
    return f'<script type="application/json" id="battle">{data}</script>\n<script>\n{script}</script>\n'


def _download(report: Report) -> str:
    """The log itself, to save and verify."""
    if not report.log:
        return ""
    content = base64.b64encode(report.log).decode("ascii")
    address = f"data:application/octet-stream;base64,{content}"
    return f'<p class="download"><a download="{_safe(report.log_name)}" href="{address}">Save the log of this battle</a></p>\n'


_CONTROLS = """<section id="replay" hidden aria-label="Replay">
<div class="keys">
<button type="button" data-go="first" aria-label="first record">«</button>
<button type="button" data-go="back" aria-label="one record back">‹</button>
<input type="range" min="0" value="0" aria-label="record">
<button type="button" data-go="on" aria-label="one record on">›</button>
<button type="button" data-go="last" aria-label="last record">»</button>
</div>
<p class="record"><a class="number" href="#0">0</a> <span class="told"></span></p>
<details class="position"><summary>Where everything stands</summary><div></div></details>
</section>
"""


class _Page:
    """Blocks as HTML; the names of sides have their colors."""

    def __init__(self, sides: Sequence[tuple[str, int]]) -> None:
        self.sides = sides
        self.named = [(_safe(side), color) for side, color in sides]
        self.seen: set[int] = set()  # records that have an anchor already

    def blocks(self, blocks: Sequence[Block], replay: bool = False) -> str:
        """The blocks one after another; sentences of one kind are a list, and places of a position a narrow one."""
        parts: list[str] = []
        kind = ""
        for block in blocks:
            now = block.kind if isinstance(block, Sentence) and block.kind in ("point", "place") else ""
            if kind and now != kind:
                parts.append("</ul>")
            if now and now != kind:
                parts.append(f'<ul class="{now}s">')
            kind = now
            parts.append(self.block(block))
            if replay and isinstance(block, Picture):
                parts.append(_CONTROLS)
                replay = False
        if kind:
            parts.append("</ul>")
        return "\n".join(parts) if not replay else "\n".join([_CONTROLS, *parts])

    def block(self, block: Block) -> str:
        match block:
            case Heading(level, text):
                return f"<h{level}>{self.markup(text)}</h{level}>"
            case Sentence(text, "point", seq):
                return f'<li><a href="#{seq}">{self.markup(text)}</a></li>'
            case Sentence(text, "place"):
                return f"<li>{self.markup(text)}</li>"
            case Sentence(text, "lead"):
                return f'<p class="lead">{self.markup(text, everywhere=True)}</p>'
            case Sentence(text, kind, seq):
                return f'<p class="{kind}">{self.link(seq)}{self.markup(text)}</p>'
            case Grid():
                return self.grid(block)
            case Curve():
                return f"<figure>{_curve_svg(block)}</figure>"
            case Picture():
                return f"<figure>{block.svg}<figcaption>{_safe(block.caption)}</figcaption></figure>"
            case Fold(title, inside, kind):
                told = (_Protocol if kind == "protocol" else _Page)(self.sides).blocks(inside)
                return f'<details class="{kind}"><summary>{_safe(title)}</summary>\n{told}\n</details>'
            case Bars():
                return f"<figure>{_bars_svg(block)}</figure>"

    def link(self, seq: int | None) -> str:
        return ""

    def markup(self, text: str, everywhere: bool = False) -> str:
        """A text; a side with which it or one of its parts begins has its color, or each. A number stays with its percent sign."""
        told = _safe(text).replace(" %", "&nbsp;%")
        if everywhere and self.named:
            colors = dict(self.named)
            sides = "|".join(map(re.escape, sorted(colors, key=len, reverse=True)))
            return re.sub(rf"(?<![\w;])(?:{sides})(?!\w)", lambda found: f'<b class="s{colors[found[0]]}">{found[0]}</b>', told)
        return "; ".join(map(self.colored, told.split("; ")))

    def colored(self, told: str) -> str:
        for side, color in self.named:
            if told == side or told.startswith((f"{side}:", f"{side} ")):
                return f'<b class="s{color}">{side}</b>{told[len(side) :]}'
        return told

    def grid(self, grid: Grid) -> str:
        head, *rows = padded(grid.columns, grid.rows)
        right = [*grid.numbers, *[False] * len(head)]
        caption = f"<caption>{_safe(grid.caption)}</caption>" if grid.caption else ""
        heads = "".join(f'<th scope="col"{_number(right[at])}>{self.markup(cell)}</th>' for at, cell in enumerate(head))
        lines = []
        for index, row in enumerate(rows):
            seq = grid.seqs[index] if index < len(grid.seqs) else None
            cells = (
                self.cell(cell, right[at], at == 0, seq, plain=at > 0 and row[0] != "" and cell.startswith(row[0]))
                for at, cell in enumerate(row)
            )
            lines.append("<tr>" + "".join(cells) + "</tr>")
        body = "\n".join(lines)
        return f'<div class="wide"><table>{caption}<thead><tr>{heads}</tr></thead><tbody>\n{body}\n</tbody></table></div>'

    def cell(self, text: str, right: bool, first: bool, seq: int | None, plain: bool = False) -> str:
        """A cell; a side that its row has named already has no color again."""
        told = _safe(text) if plain else self.markup(text)
        if first and seq is not None and text == str(seq):
            told = f'<a href="#{seq}">{told}</a>'
        return f"<td{_number(right)}>{told}</td>"


class _Protocol(_Page):
    """The protocol, where every record has an anchor."""

    def link(self, seq: int | None) -> str:
        if seq is None or seq in self.seen:
            return ""
        self.seen.add(seq)
        return f'<a class="number" id="{seq}" href="#{seq}">{seq}</a> '

    def cell(self, text: str, right: bool, first: bool, seq: int | None, plain: bool = False) -> str:
        return f"<td{_number(right)}>{self.link(seq) if first else ''}{self.markup(text)}</td>"


def _number(right: bool) -> str:
    return ' class="number"' if right else ""


# curves and bars as inline SVG in the colors of the sides, with a text for those who cannot see them


_WIDTH, _HEIGHT, _LEFT, _TOP, _BELOW, _RIGHT = 480, 250, 44, 22, 44, 14
_BAR_WIDTH, _BAR_HEIGHT, _LABEL = 150, 16, 230
_MOST_TICKS = 6


def _safe(text: str) -> str:
    """A text as data: no character of it can become markup."""
    return escape(one_line(text))


def _svg(kind: str, width: int, height: int, text: str, drawing: str) -> str:
    """An SVG with its text alternative."""
    label = _safe(text)
    return (
        f'<svg class="{kind}" viewBox="0 0 {width} {height}" role="img" aria-label="{label}"><title>{label}</title>{drawing}</svg>'
    )


_WIDE, _HIGH = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BELOW  # of the plane within the axes


class _Plane(NamedTuple):
    """Where a score at a position of the battle is drawn."""

    low: float
    top: float
    last: int  # the number of the last position

    def place(self, at: int, score: float) -> tuple[float, float]:
        return _LEFT + _WIDE * at / self.last, _TOP + _HIGH * (1 - (score - self.low) / (self.top - self.low))

    def x(self, at: int) -> float:
        return self.place(at, self.low)[0]


def _curve_svg(curve: Curve) -> str:
    """The scores over the battle, a line for each side, with axes that say what they are and numbers at the turning points."""
    plane = _Plane(*_limits(curve), max(1, len(curve.points) - 1))
    parts = [*_axes(curve, plane), *_lines_by_side(curve, plane), *_turning_points(curve, plane), *_clicks(curve, plane)]
    parts.append(f'<line class="now" x1="0" x2="0" y1="{_TOP}" y2="{_TOP + _HIGH}"/>')
    return _svg("curve", _WIDTH, _HEIGHT, curve.text, "".join(parts))


def _axes(curve: Curve, plane: _Plane) -> Iterator[str]:
    """The axes: scores from the lowest to the highest, and the records of the log."""
    yield f'<text class="axis" x="{_LEFT}" y="12">{_safe(curve.measure)}</text>'
    places = 1 if (plane.top - plane.low) * 10 % 4 == 0 else 2
    for share in range(5):
        score = plane.low + (plane.top - plane.low) * share / 4
        y = plane.place(0, score)[1]
        shown = f"{score * 100:.0f} %" if curve.shares else f"{score:+.{places}f}"
        yield f'<line class="grid" x1="{_LEFT}" x2="{_LEFT + _WIDE}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield f'<text class="tick" x="{_LEFT - 5}" y="{y + 4:.1f}">{shown}</text>'
    for at in _ticks(plane.last):
        x = plane.x(at)
        yield f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP + _HIGH}" y2="{_TOP + _HIGH + 4}"/>'
        yield f'<text class="below" x="{x:.1f}" y="{_TOP + _HIGH + 16}">{curve.seqs[at]}</text>'
    yield f'<text class="axis end" x="{_LEFT + _WIDE}" y="{_HEIGHT - 8}">record of the log</text>'


def _lines_by_side(curve: Curve, plane: _Plane) -> Iterator[str]:
    """A line for each side, and below them whose is whose."""
    key = _LEFT
    for side, name in enumerate(curve.sides):
        kind = f"line s{curve.colors[side]}"
        line = " ".join("{:.1f},{:.1f}".format(*plane.place(at, point[side])) for at, point in enumerate(curve.points))
        yield f'<polyline class="{kind}" points="{line}"/>'
        yield f'<line class="{kind}" x1="{key}" x2="{key + 20}" y1="{_HEIGHT - 12}" y2="{_HEIGHT - 12}"/>'
        yield f'<text class="axis" x="{key + 25}" y="{_HEIGHT - 8}">{_safe(name[:18])}</text>'
        key += 45 + 7 * len(name[:18])


def _turning_points(curve: Curve, plane: _Plane) -> Iterator[str]:
    """A numbered circle at each turning point, which leads to its record."""
    for number, (at, side, what) in enumerate(curve.marks, 1):
        x, y = plane.place(at, curve.points[at][side])
        yield (
            f'<a class="mark s{curve.colors[side]}" href="#{curve.seqs[at - 1]}"><circle cx="{x:.1f}" cy="{y:.1f}" r="8"/>'
            f'<text x="{x:.1f}" y="{y + 4:.1f}">{number}</text><title>{_safe(what)}</title></a>'
        )


def _clicks(curve: Curve, plane: _Plane) -> Iterator[str]:
    """A strip for each position, where a click goes to its record."""
    width = _WIDE / (plane.last + 1)
    for at, seq in enumerate(curve.seqs):
        x = plane.x(at) - width / 2
        yield f'<rect class="hit" data-seq="{seq}" x="{x:.1f}" y="{_TOP}" width="{width:.1f}" height="{_HIGH}"/>'


def _limits(curve: Curve) -> tuple[float, float]:
    """The ends of the vertical axis."""
    if curve.shares:
        return 0.0, 1.0
    scores = [score for point in curve.points for score in point]
    low, high = floor(min(scores)), ceil(max(scores))
    return float(low), float(high if high > low else low + 1)


def _ticks(last: int) -> list[int]:
    """A few positions along the battle, the first and the last among them."""
    number = min(_MOST_TICKS, last)
    return sorted({round(last * at / number) for at in range(number + 1)})


def _bars_svg(bars: Bars) -> str:
    """How many of how many, as bars."""
    most = max([whole for _, _, whole in bars.bars], default=1) or 1
    parts = []
    for row, (label, number, whole) in enumerate(bars.bars):
        y = row * (_BAR_HEIGHT + 6)
        parts.append(f'<text x="0" y="{y + 12}">{_safe(label[:36])}</text>')
        for part, kind in ((whole, "whole"), (number, "part")):
            parts.append(
                f'<rect class="{kind}" x="{_LABEL}" y="{y}" width="{_BAR_WIDTH * part / most:.1f}" height="{_BAR_HEIGHT}"/>'
            )
        parts.append(f'<text x="{_LABEL + _BAR_WIDTH + 8}" y="{y + 12}">{number:.3g} of {whole:.3g}</text>')
    return _svg("bars", _WIDTH, max(1, len(bars.bars)) * (_BAR_HEIGHT + 6), bars.text, "".join(parts))
