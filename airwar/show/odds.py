"""Odds as tables and bars."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Any

from rich.console import Console
from rich.text import Text

from airwar.answers.forecast import Forecast, Prospect
from airwar.show.console import clean, plain_letters, table

EIGHTHS = " ▏▎▍▌▋▊▉█"
BAR = 24
MOST_ENDINGS = 8  # ways in which a battle leaves the sides, shown one by one
PERCENTILES = (10, 50, 90)
ADVICE = (
    "advice: the enemy's losses less one's own, in what units are worth, on average, if from there on both sides stay or "
    "leave as is best for each; neither prolongs what nothing can end, and all else goes by the policies"
)

Cells = tuple[str | Text, ...]


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


# the command


def page(console: Console, forecast: Forecast, fractions: bool) -> None:
    """The whole forecast: results, then what each side loses, and what is left."""
    console.print(method(forecast), style="dim")
    console.print()
    console.print(chances(console, forecast, "result", forecast.results(), fractions))
    console.print(f"\nrounds on average  {float(forecast.rounds):.3f}" + (f" = {forecast.rounds}" if fractions else ""))
    if forecast.losses():
        console.print()
        console.print(losses_table(console, forecast))
        console.print(
            "lost: on average, and not exceeded with a chance of 10, 50 and 90 %; "
            "left, survives: the chance in percent that any are left, and of each one to survive",
            style="dim",
        )
    for (side, unit, had), spread in forecast.losses().items():
        if had > 1 and len(spread) > 1:
            console.print(f"\n{clean(side)}: {clean(unit)}, lost of {had}", style="bold")
            by_number = {str(lost): share for lost, share in spread.items()}
            console.print(chances(console, forecast, "lost", by_number, fractions))
    if len(forecast.left()) > 1:
        console.print()
        console.print(endings(console, forecast, fractions))


def summary(console: Console, forecast: Forecast) -> None:
    """The forecast in short."""
    console.print(method(forecast), style="dim")
    console.print(chances(console, forecast, "result", forecast.results(), False))
    if forecast.losses():
        console.print()
        console.print(losses_table(console, forecast))


def method(forecast: Forecast) -> str:
    """How the chances were found."""
    if forecast.error:
        return f"exact but for rounding: {forecast.positions:,} positions, in floating point, off by at most {forecast.error:.0e}"
    if forecast.exact:
        many = "1 position" if forecast.positions == 1 else f"{forecast.positions:,} positions"
        return f"exact: {many}, whole numbers over one denominator; chances sum to one"
    return f"sampled: {forecast.total} battles, seed {forecast.seed}, 95 % intervals"


def chances(console: Console, forecast: Forecast, head: str, shares: dict[str, Fraction], fractions: bool) -> Any:
    """Chances with their bars; as fractions too if wanted, and with their intervals if sampled."""
    rows: list[Cells] = [
        (clean(name), percent(share), bar(console, share), *further(forecast, share, fractions)) for name, share in shares.items()
    ]
    return table(console, "", (head, "%", "", *further_heads(forecast, fractions)), rows)


def further(forecast: Forecast, share: Fraction, fractions: bool) -> tuple[str, ...]:
    exactly = (str(share),) if fractions else ()
    if forecast.exact:
        return exactly
    low, high = forecast.interval(share)
    return *exactly, f"{100 * low:.2f} to {100 * high:.2f}"


def further_heads(forecast: Forecast, fractions: bool) -> tuple[str, ...]:
    return ("fraction",) * fractions + ("95 % interval",) * (not forecast.exact)


def losses_table(console: Console, forecast: Forecast) -> Any:
    """What is lost and left, by kind of unit."""
    rows: list[Cells] = []
    for (side, unit, had), spread in forecast.losses().items():
        mean = mean_of(spread)
        marks = [str(percentile(spread, Fraction(part, 100))) for part in PERCENTILES]
        lost = amount(mean) if forecast.exact else f"{amount(mean)}±{spread_of_mean(spread, forecast.total):.2f}"
        rows.append((side, unit, str(had), lost, *marks, percent(some_left(spread, had)), percent(survival(spread, had))))
    heads = ("side", "unit", "had", "lost", *(f"{part} %" for part in PERCENTILES), "left", "survives")
    return table(console, "", heads, rows)


def amount(mean: Fraction) -> str:
    """A mean, never rounded to nothing when it is something."""
    return "<0.01" if 0 < mean < Fraction(1, 200) else f"{float(mean):.2f}"


def mean_of(spread: dict[int, Fraction]) -> Fraction:
    return sum((lost * share for lost, share in spread.items()), Fraction(0))


def spread_of_mean(spread: dict[int, Fraction], runs: int) -> float:
    """Half the 95 % interval of a sampled mean."""
    mean = mean_of(spread)
    variance = sum((share * (lost - mean) ** 2 for lost, share in spread.items()), Fraction(0))
    return 1.96 * sqrt(variance / runs)


def some_left(spread: dict[int, Fraction], had: int) -> Fraction:
    """The chance that not all are lost."""
    return 1 - spread.get(had, Fraction(0)) if had else Fraction(0)


def survival(spread: dict[int, Fraction], had: int) -> Fraction:
    """The chance of one of them to survive, each being as likely as any other to be lost."""
    return (had - mean_of(spread)) / had if had else Fraction(0)


def percentile(spread: dict[int, Fraction], share: Fraction) -> int:
    """The smallest loss that is not exceeded with at least this chance."""
    seen = Fraction(0)
    for lost, chance in spread.items():
        seen += chance
        if seen >= share:
            return lost
    return max(spread)


def endings(console: Console, forecast: Forecast, fractions: bool) -> Any:
    """Who is left, in the likeliest ways that the battle may end."""
    left = list(forecast.left().items())
    sides = list(dict.fromkeys(side for ending, _ in left for side, _ in ending))
    rows: list[Cells] = []
    for ending, share in left[:MOST_ENDINGS]:
        units = dict(ending)
        rows.append((*(listed(units.get(side, ())) for side in sides), percent(share), *further(forecast, share, fractions)))
    others = left[MOST_ENDINGS:]
    if others:
        share = sum((share for _, share in others), Fraction(0))
        named = (f"{len(others)} other ways", *("" for _ in sides[1:]))
        rows.append((*named, percent(share), *further(forecast, share, fractions)))
    return table(console, "who is left", (*sides, "%", *further_heads(forecast, fractions)), rows)


def listed(units: tuple[tuple[str, int], ...]) -> str:
    return ", ".join(f"{number} {unit}" for unit, number in units if number) or "nobody"


# at a prompt


def comparison(console: Console, found: list[Prospect], by: str) -> Any:
    """The options of a question side by side."""
    won = any(one.forecast.can_be_won for one in found)
    advised = [one.value for one in found if one.value is not None]
    heads = ["option", f"{by} wins %" if won else "likeliest result", "own losses", "enemy losses", "how"]
    rows: list[Cells] = []
    for one in found:
        cells = [one.option, chance_to_win(one) if won else likeliest(one.forecast)]
        cells += [amount(one.own_losses), amount(one.enemy_losses)]
        cells.append("exact" if one.forecast.exact else f"{one.forecast.total} battles, 95 %")
        if advised:
            star = " best" if one.value == max(advised) else ""
            cells.append("" if one.value is None else f"{float(one.value):+.3f}{star}")
        rows.append(tuple(cells))
    return table(console, "if both sides then keep to their policies", (*heads, *(("advice",) if advised else ())), rows)


def chance_to_win(one: Prospect) -> str:
    if one.forecast.exact:
        return percent(one.wins)
    low, high = one.forecast.interval(one.wins)
    return f"{100 * low:.1f} to {100 * high:.1f}"


def likeliest(forecast: Forecast) -> str:
    result, share = next(iter(forecast.results().items()))
    return f"{clean(result)} ({percent(share)} %)"


# for programs


def document(forecast: Forecast) -> dict[str, Any]:
    """The forecast for programs: chances as decimals, as fractions unless they are rounded, with intervals if sampled."""

    def fraction(number: Fraction) -> dict[str, str]:
        return {} if forecast.error else {"fraction": str(number)}

    def said(share: Fraction) -> dict[str, Any]:
        both = {"chance": float(share), **fraction(share)}
        return both if forecast.exact else both | {"interval": list(forecast.interval(share))}

    whole: dict[str, Any] = {
        "airwar": 1,
        "method": "sample" if not forecast.exact else "floating" if forecast.error else "exact",
        "positions": forecast.positions,
        "results": [{"result": name, **said(share)} for name, share in forecast.results().items()],
        "rounds": {"mean": float(forecast.rounds), **fraction(forecast.rounds)},
        "losses": [
            {
                "side": side,
                "unit": unit,
                "had": had,
                "lost": [{"lost": lost, **said(share)} for lost, share in spread.items()],
                "mean": {"lost": float(mean_of(spread)), **fraction(mean_of(spread))},
                "percentiles": {str(part): percentile(spread, Fraction(part, 100)) for part in PERCENTILES},
                "some left": said(some_left(spread, had)),
                "one survives": said(survival(spread, had)),
            }
            for (side, unit, had), spread in forecast.losses().items()
        ],
        "left": [
            {"sides": {side: dict(units) for side, units in ending}, **said(share)} for ending, share in forecast.left().items()
        ],
    }
    if forecast.error:
        whole["error"] = forecast.error
    if not forecast.exact:
        whole |= {"runs": forecast.total, "seed": forecast.seed}
    return whole
