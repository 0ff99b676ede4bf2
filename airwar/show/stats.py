"""Statistics over many battles: tables, one JSON document, or CSV."""

from __future__ import annotations

import csv
import io
from typing import Any

from rich.console import Console
from rich.text import Text

from airwar.analysis.stats import Faces, Stats
from airwar.engine.words import count, side_name
from airwar.show.console import table

_Rows = list[tuple[str | Text, ...]]
_UNLIKELY = 0.01
_HEADS = {
    "sides": ("side", "battles", "wins", "expected", "luck", "error", "decisions", "skill lost"),
    "rolls": ("side", "roll", "times", "luck", "error"),
    "sources": ("side", "dice", "rolls", "luck", "error"),
    "decisions": ("decision", "times", "average cost"),
    "faces": ("dice", "number", "faces", "chi-square", "p"),
}
_TITLES = {
    "sides": "Wins and luck by side",
    "rolls": "Luck by kind of roll",
    "sources": "Luck by source of dice",
    "decisions": "What decisions cost",
    "faces": "Were the dice fair?",
}


def page(console: Console, stats: Stats) -> None:
    """All tables that have rows."""
    console.print(summary(stats), style="dim")
    for name, rows in _sections(stats).items():
        if rows:
            console.print()
            if _HEADS[name][0] == "side":
                rows = [(side_name(str(side)), *cells) for side, *cells in rows]
            console.print(table(console, _TITLES[name], _HEADS[name], rows))
    console.print(
        "luck, wins and costs in points of the chance to win; error: of the luck of fair dice, one standard deviation", style="dim"
    )
    for faces in stats.faces:
        console.print(_fair(faces), style="dim")


def summary(stats: Stats) -> str:
    """How many battles were counted, and how."""
    notes = [count(stats.battles, "battle")]
    if stats.unfinished:
        notes.append(f"{stats.unfinished} unfinished")
    if stats.without_winner:
        notes.append(f"{stats.without_winner} that nobody can win, counted for their dice only")
    if stats.sampled:
        notes.append(f"{stats.sampled} with sampled positions")
    if stats.left_out:
        notes.append(f"{count(stats.left_out, 'roll or decision', 'rolls and decisions')} not judged in time")
    return ", ".join(notes)


def _fair(faces: Faces) -> str:
    """Whether some dice look fair, in words."""
    name = f"{faces.source} d{faces.sides}"
    if faces.p is None:
        return f"{name}: too few dice to tell whether they are fair"
    if faces.p < _UNLIKELY:
        return (
            f"{name}: fair dice fall this unevenly less than once in {int(1 / faces.p):,} times" if faces.p else f"{name}: not fair"
        )
    return f"{name}: no sign that they are unfair"


def _points(value: float) -> str:
    return f"{value * 100:+.1f}"


def _sections(stats: Stats) -> dict[str, _Rows]:
    """The rows of each table."""
    return {
        "sides": [
            (
                side,
                str(one.battles),
                f"{float(one.wins):g}",
                f"{float(one.expected):.2f}",
                _points(one.luck.total),
                f"{one.luck.error * 100:.1f}",
                str(one.decisions),
                f"{float(one.cost) * 100:.1f}",
            )
            for side, one in stats.sides.items()
        ],
        "rolls": [
            (side, kind, str(mean.number), _points(mean.total), f"{mean.error * 100:.1f}")
            for (side, kind), mean in sorted(stats.luck_by_roll.items())
        ],
        "sources": [
            (side, source, str(mean.number), _points(mean.total), f"{mean.error * 100:.1f}")
            for (side, source), mean in sorted(stats.luck_by_source.items())
        ],
        "decisions": [
            (kind, str(mean.number), f"{mean.mean * 100:.1f}")
            for kind, mean in sorted(stats.cost_by_decision.items(), key=lambda item: -item[1].mean)
        ],
        "faces": [
            (
                f"{faces.source} d{faces.sides}",
                str(faces.dice),
                " ".join(f"{face}:{number}" for face, number in enumerate(faces.counts, 1)),
                f"{faces.chi_square:.2f}",
                "" if faces.p is None else f"{faces.p:.4f}",
            )
            for faces in stats.faces
        ],
    }


def for_programs(stats: Stats) -> dict[str, Any]:
    """The statistics as plain objects."""
    tables = {
        name: [dict(zip(_HEADS[name], map(str, row), strict=True)) for row in rows] for name, rows in _sections(stats).items()
    }
    return {
        "battles": stats.battles,
        "unfinished": stats.unfinished,
        "without_winner": stats.without_winner,
        "not_judged": stats.left_out,
        **tables,
    }


def as_csv(stats: Stats) -> str:
    """One line for each row of each table: the table, its heads and its cells."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for name, rows in _sections(stats).items():
        if rows:
            writer.writerow(["table", *_HEADS[name]])
            writer.writerows([name, *map(str, row)] for row in rows)
    return out.getvalue()
