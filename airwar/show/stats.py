"""Many battles added up, and the turns of a campaign: tables, CSV, one JSON document, or a report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from airwar.analysis.stats import FaceCounts, SideTurn, Stats, Turn
from airwar.engine.words import agreeing, count, listed, side_name, with_article
from airwar.show.console import table
from airwar.show.reports.blocks import Block, Grid, Heading, Report, Sentence
from airwar.show.text import as_csv, clean

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


def stats_page(console: Console, stats: Stats) -> None:
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


def _fair(faces: FaceCounts) -> str:
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


def stats_csv(stats: Stats) -> str:
    """One line for each row of each table: the table, its heads and its cells."""
    lines: list[Sequence[object]] = []
    for name, rows in _sections(stats).items():
        lines += [["table", *_HEADS[name]], *([name, *row] for row in rows)] if rows else []
    return as_csv(lines)


# a campaign, turn by turn


_CAMPAIGN_HEADS = ("turn", "side", "had", "lost", "left", "luck", "cost of decisions", "holds")
_COLUMNS = ("turn", "log", "title", "result", "side", "had", "lost", "left", "luck", "luck_in", "cost", "holds")


def _rows_of(turns: Sequence[Turn]) -> list[tuple[str, ...]]:
    """A row for each side in each turn, and at the end what each side lost in all of them."""
    rows: list[tuple[str, ...]] = []
    for turn in turns:
        for at, one in enumerate(turn.sides):
            holds = f"{len(one.holds)}" if one.holds else ""
            figures = (str(one.had), str(one.lost), str(one.left), _signed(one.luck, turn.in_points), _cost(one), holds)
            rows.append((str(turn.number) if not at else "", side_name(one.side), *figures))
    for side in _sides_of(turns):
        own = [one for turn in turns for one in turn.sides if one.side == side]
        costs = [one.cost for one in own if one.cost is not None]
        rows.append(
            ("all", side_name(side), "", str(sum(one.lost for one in own)), "", "", f"{sum(costs):.1f}" if costs else "", "")
        )
    return rows


def _sides_of(turns: Sequence[Turn]) -> list[str]:
    return list(dict.fromkeys(one.side for turn in turns for one in turn.sides))


def _signed(luck: float | None, in_points: bool) -> str:
    if luck is None:
        return ""
    return f"{luck:+.1f} %" if in_points else f"{luck:+.2f}"


def _cost(one: SideTurn) -> str:
    return "" if one.cost is None else f"{one.cost:.1f}"


def campaign_page(console: Console, turns: Sequence[Turn]) -> None:
    """The campaign on a screen."""
    for turn in turns:
        console.print(clean(f"{turn.number}  {turn.title}: {turn.result}  ({turn.path.name})"), highlight=False)
        for taken in turn.taken:
            console.print(clean(f"   {_taken_words(taken)}"), highlight=False)
    console.print()
    console.print(table(console, "", _CAMPAIGN_HEADS, [tuple(row) for row in _rows_of(turns)]))
    console.print(_LEGEND, style="dim")


_LEGEND = "luck in percent is in points of the chance to win, otherwise in losses; holds: how many places at the end of the turn"


def _taken_words(taken: str) -> str:
    place, _, side = taken.rpartition(" to ")
    return f"{place} fell to {with_article(side_name(side))}"


def campaign_csv(turns: Sequence[Turn]) -> str:
    """A row for each side in each turn."""
    rows: list[tuple[object, ...]] = [_COLUMNS]
    for turn in turns:
        for one in turn.sides:
            unit = "" if one.luck is None else "points" if turn.in_points else "losses"
            figures = (one.had, one.lost, one.left, _decimal(one.luck), unit, _decimal(one.cost), "; ".join(one.holds))
            rows.append((turn.number, turn.path.name, turn.title, turn.result, one.side, *figures))
    return as_csv(rows)


def _decimal(value: float | None) -> str:
    return "" if value is None else f"{value:.4f}"


def campaign_report(turns: Sequence[Turn], game: str) -> Report:
    """The campaign as a report: a table of all turns, then each turn."""
    sides = _sides_of(turns)
    rows = _rows_of(turns)
    used = [at for at in range(len(_CAMPAIGN_HEADS)) if any(row[at] for row in rows)]
    cells = tuple(tuple(row[at] for at in used) for row in rows)
    blocks: list[Block] = [Grid("Turn by turn", tuple(_CAMPAIGN_HEADS[at] for at in used), cells), Sentence(_LEGEND, "event")]
    for turn in turns:
        blocks += [
            Heading(2, f"Turn {turn.number}: {turn.title}"),
            Sentence(f"{turn.result[:1].upper()}{turn.result[1:]}."),
            Sentence(f"log: {turn.path.name}", "event"),
        ]
        blocks += [Sentence(f"{_taken_words(taken)}.") for taken in turn.taken]
        blocks += [
            Sentence(agreeing(side_name(one.side), f"holds {listed(one.holds)}."), "place") for one in turn.sides if one.holds
        ]
    colors = tuple((side_name(side), at % 4) for at, side in enumerate(sides))
    return Report("Campaign", game, count(len(turns), "turn"), tuple(blocks), sides=colors)
