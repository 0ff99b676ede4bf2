"""A campaign as tables, as CSV, and as a story that any format of a report can tell."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from rich.console import Console

from airwar.analysis.campaign import SideTurn, Turn
from airwar.engine.words import agreeing, count, listed, side_name, with_article
from airwar.show.console import table
from airwar.show.reports.blocks import Block, Grid, Heading, Sentence, Story
from airwar.show.text import clean

_HEADS = ("turn", "side", "had", "lost", "left", "luck", "cost of decisions", "holds")
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


def page(console: Console, turns: Sequence[Turn]) -> None:
    """The campaign on a screen."""
    for turn in turns:
        console.print(clean(f"{turn.number}  {turn.title}: {turn.result}  ({turn.path.name})"), highlight=False)
        for taken in turn.taken:
            console.print(clean(f"   {_taken_words(taken)}"), highlight=False)
    console.print()
    console.print(table(console, "", _HEADS, [tuple(row) for row in _rows_of(turns)]))
    console.print(_LEGEND, style="dim")


_LEGEND = "luck in percent is in points of the chance to win, otherwise in losses; holds: how many places at the end of the turn"


def _taken_words(taken: str) -> str:
    place, _, side = taken.rpartition(" to ")
    return f"{place} fell to {with_article(side_name(side))}"


def as_csv(turns: Sequence[Turn]) -> str:
    """A row for each side in each turn."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for turn in turns:
        for one in turn.sides:
            unit = "" if one.luck is None else "points" if turn.in_points else "losses"
            figures = (one.had, one.lost, one.left, _decimal(one.luck), unit, _decimal(one.cost), "; ".join(one.holds))
            writer.writerow((turn.number, turn.path.name, turn.title, turn.result, one.side, *figures))
    return out.getvalue()


def _decimal(value: float | None) -> str:
    return "" if value is None else f"{value:.4f}"


def story(turns: Sequence[Turn], game: str) -> Story:
    """The campaign as a story: a table of all turns, then each turn."""
    sides = _sides_of(turns)
    rows = _rows_of(turns)
    used = [at for at in range(len(_HEADS)) if any(row[at] for row in rows)]
    cells = tuple(tuple(row[at] for at in used) for row in rows)
    blocks: list[Block] = [Grid("Turn by turn", tuple(_HEADS[at] for at in used), cells), Sentence(_LEGEND, "event")]
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
    return Story("Campaign", game, count(len(turns), "turn"), tuple(blocks), sides=colors)
