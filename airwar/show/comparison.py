"""The options of a question side by side, best first, one line an option."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from airwar.engine.words import count
from airwar.odds.distribution import Distribution, Outcome
from airwar.odds.prospects import Prospect, all_equal, best_first
from airwar.show.console import clean, table
from airwar.show.odds import Cells, amount, percent

MOST_OPTIONS = 12  # that are shown
ADVICE = (
    "advice: expected enemy losses minus your own, by unit value, if both sides make the best stay-or-leave choices from here on "
    "(stalemates are not prolonged); all other choices follow the policies"
)
NO_ADVICE = "no advice: losses{wins} are the same whatever is chosen, and these figures measure nothing else"


def comparison(console: Console, found: list[Prospect], advise: bool = True) -> Table:
    """The best options, the best first; in the order of the question if all figures are equal, or if nobody is advised."""
    won = any(one.odds.can_be_won() for one in found)
    advised = [one.value for one in found if one.value is not None]
    named = not won and not any(one.odds.has_several_battles() for one in found)
    ranked = advise and not all_equal(found)
    heads = ["option", *["chance to win, %"] * won, "own losses", "enemy losses", *["advice"] * bool(advised)]
    heads += ["against the best"] * ranked
    rows: list[Cells] = []
    for one, against in (best_first(found) if ranked else [(one, "") for one in found])[:MOST_OPTIONS]:
        cells = [clean(one.option), *[chance_to_win(one)] * won, amount(one.own_losses), amount(one.enemy_losses)]
        if advised:
            best = " best" if one.value == max(advised) > min(advised) else ""
            cells.append("" if one.value is None else f"{float(one.value):+.3f}{best}")
        rows.append((*cells, *[against] * ranked, *[most_likely(one.odds)] * named))
    title = f"if both sides then follow their policies{', best first' if ranked else ''}"
    return table(console, title, (*heads, *["most likely result"] * named), rows)


def footnotes(found: list[Prospect], options: int, advise: bool = True) -> list[str]:
    """What the table leaves out, and how its numbers were found."""
    said = []
    ranked = advise and not all_equal(found)
    if len(found) > MOST_OPTIONS:
        said.append(
            f"{count(len(found) - MOST_OPTIONS, 'other option is', 'other options are')} {'no better' if ranked else 'not shown'}"
        )
    if options > len(found):
        left = count(options - len(found), "option is", "options are")
        said.append(f"{left} left out: only the table can answer what comes then, or there was no time")
    runs = [one.odds.total for one in found if one.odds.sampled]
    if not runs:
        wins = " and the chance to win" if any(one.odds.can_be_won() for one in found) else ""
        return [*said, "exact", *[NO_ADVICE.format(wins=wins)] * (advise and all_equal(found))]
    many = f"{min(runs):,} to {count(max(runs), 'battle')} an option, the better ones more"
    alike = f"{count(runs[0], 'battle')} an option"
    how = f"sampled: {many if min(runs) < max(runs) else alike}"
    exact = len(found) - len(runs)
    if any(one.odds.can_be_won() for one in found):  # the chances to win are shown as intervals
        return [*said, f"{'exact where no interval is shown; ' if exact else ''}{how}; 95 % intervals"]
    return [*said, f"{count(exact, 'option is', 'options are')} exact, the others {how}" if exact else how]


def chance_to_win(one: Prospect) -> str:
    if not one.odds.sampled:
        return percent(one.wins)
    low, high = one.interval()
    return f"{100 * low:.1f} to {100 * high:.1f}"


def most_likely(odds: Distribution[Outcome]) -> str:
    result, share = next(iter(odds.results().items()))
    return f"{clean(result)} ({percent(share)} %)"
