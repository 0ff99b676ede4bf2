"""Odds as tables and bars."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rich.console import Console
from rich.text import Text

from airwar.answers.forecast import Forecast, Prospect
from airwar.show.console import clean, plain_letters, table

EIGHTHS = " ▏▎▍▌▋▊▉█"
BAR = 24


def bar(console: Console, share: Fraction, width: int = BAR) -> str:
    """A share as a bar."""
    if plain_letters(console):
        return "#" * round(share * width)
    eighths = round(share * width * 8)
    return "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()


def percent(share: Fraction) -> str:
    """A share in percent, never rounded to a certainty that it is not."""
    shown = f"{float(share) * 100:.2f}"
    if shown == "100.00" and share < 1:
        return ">99.99"
    return "<0.01" if shown == "0.00" and share > 0 else shown


def page(console: Console, forecast: Forecast, fractions: bool) -> None:
    """The whole forecast: results, then what each side loses."""
    console.print(method(forecast), style="dim")
    rows: list[tuple[str | Text, ...]] = []
    for result, share in forecast.results().items():
        cells = [clean(result), percent(share), bar(console, share)]
        if fractions:
            cells.append(str(share))
        if not forecast.exact:
            low, high = forecast.interval(share)
            cells.append(f"{100 * low:.2f} to {100 * high:.2f}")
        rows.append(tuple(cells))
    more = ("fraction",) * fractions + ("95 % interval",) * (not forecast.exact)
    console.print(table(console, "", ("result", "%", "", *more), rows))
    if forecast.rounds is not None:
        console.print(f"rounds on average: {float(forecast.rounds):.3f}")
    console.print(summary_table(console, forecast))
    for key, spread in forecast.losses().items():
        if len(spread) > 1:
            console.print(histogram(console, key, spread, fractions))


def method(forecast: Forecast) -> str:
    if forecast.exact:
        return f"exact: {forecast.positions} positions, whole numbers over one denominator; chances sum to one"
    return f"sampled: {forecast.total} battles, seed {forecast.seed}; intervals are 95 %"


def summary_table(console: Console, forecast: Forecast) -> Any:
    """What is lost and left, by kind of unit."""
    rows: list[tuple[str | Text, ...]] = []
    for (side, unit, had), spread in forecast.losses().items():
        mean = sum((lost * share for lost, share in spread.items()), Fraction(0))
        marks = [str(percentile(spread, Fraction(part, 100))) for part in (10, 50, 90)]
        survives = (had - mean) / had if had else Fraction(0)
        gone = spread.get(had, Fraction(0))
        rows.append((side, unit, str(had), f"{float(mean):.3f}", *marks, percent(1 - gone), percent(survives)))
    columns = ("side", "unit", "had", "lost on average", "10 %", "median", "90 %", "some left %", "one survives %")
    return table(console, "", columns, rows)


def histogram(console: Console, key: tuple[str, str, int], spread: dict[int, Fraction], fractions: bool) -> Any:
    rows = [
        (str(lost), percent(share), bar(console, share), *([str(share)] if fractions else []))
        for lost, share in spread.items()
    ]
    columns = ("lost", "%", "", *(("fraction",) if fractions else ()))
    return table(console, f"{key[0]}: {key[1]} (of {key[2]})", columns, [tuple(row) for row in rows])


def percentile(spread: dict[int, Fraction], share: Fraction) -> int:
    """The smallest loss that is not exceeded with at least this chance."""
    seen = Fraction(0)
    for lost, chance in spread.items():
        seen += chance
        if seen >= share:
            return lost
    return max(spread)


def comparison(console: Console, found: list[Prospect], by: str) -> Any:
    """The options of a question side by side."""
    advised = [one.value for one in found if one.value is not None]
    best = max(advised) if advised else None
    rows: list[tuple[str | Text, ...]] = []
    for one in found:
        cells = [one.option, percent(one.wins), f"{float(one.own_losses):.2f}", f"{float(one.enemy_losses):.2f}"]
        cells.append("exact" if one.forecast.exact else f"{one.forecast.total} battles")
        if best is not None:
            star = " <- best" if one.value == best else ""
            cells.append("" if one.value is None else f"{float(one.value):+.3f}{star}")
        rows.append(tuple(cells))
    columns = ("option", f"{by} wins %", "own losses", "enemy losses", "how", *(("advice: net",) if best is not None else ()))
    return table(console, "if both sides then keep to their policies:", columns, rows)


def document(forecast: Forecast) -> dict[str, Any]:
    """The forecast for programs; chances as exact fractions and as decimals."""

    def said(share: Fraction) -> dict[str, Any]:
        return {"chance": float(share), "fraction": str(share)}

    whole: dict[str, Any] = {
        "airwar": 1,
        "method": "exact" if forecast.exact else "sample",
        "positions": forecast.positions,
        "results": [{"result": name, **said(share)} for name, share in forecast.results().items()],
        "losses": [
            {"side": side, "unit": unit, "had": had, "lost": [{"lost": n, **said(share)} for n, share in spread.items()]}
            for (side, unit, had), spread in forecast.losses().items()
        ],
    }
    if forecast.rounds is not None:
        whole["rounds"] = {"mean": float(forecast.rounds), "fraction": str(forecast.rounds)}
    if not forecast.exact:
        whole |= {"runs": forecast.total, "seed": forecast.seed}
    return whole
