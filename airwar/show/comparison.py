"""The options of a question side by side, best first, one line an option."""

from __future__ import annotations

from fractions import Fraction

from rich.console import Console, Group
from rich.text import Text

from airwar.engine.questions import Allotment, Question
from airwar.engine.words import count
from airwar.probability.at_hand import AtHand
from airwar.probability.distribution import Distribution, Outcome
from airwar.probability.prospects import CANNOT_TELL, ENOUGH, Prospect, all_equal, best_first
from airwar.show.console import GAP, clean, table
from airwar.show.lines import hung
from airwar.show.odds import Cells, amount, percent
from airwar.show.text import one_line_each

MOST_OPTIONS = 12  # that are shown
MOST_RESULTS = 3  # of a battle at hand
ADVICE = (
    "advice: expected enemy losses minus your own, by unit value, if both sides make the best stay-or-leave choices from here on "
    "(stalemates are not prolonged); all other choices follow the policies"
)
NO_ADVICE = "no advice: losses{wins} are the same whatever is chosen, and these figures measure nothing else"


def battle_at_hand(console: Console, found: list[AtHand], question: Question) -> Group:
    """What each option leads to in the battle at hand, in the order of the question; all exact."""
    advised = [one.value for one in found if one.value is not None]
    named = any(one.results for one in found)
    heads = ["option", "own losses", "enemy losses", *["advice"] * bool(advised), *["its result"] * named]
    rows = []
    for one in found:
        likely = [f"{clean(result)} {percent(share)} %" for result, share in list(one.results.items())[:MOST_RESULTS]]
        others = ["others"] * (len(one.results) > MOST_RESULTS)
        cells = [clean(one.option), amount(one.own_losses), amount(one.enemy_losses)]
        rows.append([*cells, *[_advice(one.value, advised)] * bool(advised), *[", ".join([*likely, *others])] * named])
    short = _shortened(console, heads, rows, question)
    title = f"{'this battle' if named else 'this part of the turn'} by itself, exact"
    return Group(table(console, title, tuple(heads), list[Cells](map(tuple, rows))), *short)


def _advice(value: Fraction | None, advised: list[Fraction]) -> str:
    """What an option is worth, and whether any other is worth less."""
    if value is None or not advised:
        return ""
    return f"{float(value):+.3f}{' best' if value == max(advised) > min(advised) else ''}"


def comparison(
    console: Console,
    found: list[Prospect],
    advise: bool = True,
    question: Question | None = None,
    *,
    rest: bool = False,
    complete: bool = True,
) -> Group:
    """The best options, the best first; in the order of the question if all figures are equal, or if nobody is advised.

    `rest`: the battle at hand has been shown, with its advice; this is the rest of the turn. `complete`: no option is left out.

    Where an allotment in words takes more than a line, the options are numbers, as the prompt takes them too.
    """
    won = any(one.odds.can_be_won() for one in found)
    advised = [one.value for one in found if one.value is not None and not rest]
    named = not won and not any(one.odds.has_several_battles() for one in found)
    ranked = advise and not all_equal(found)
    heads = ["option", *["chance to win, %"] * won, "own losses", "enemy losses", *["advice"] * bool(advised)]
    heads += [*["against the best"] * ranked, *["most likely result"] * named]
    rows: list[list[str]] = []
    shown = _with_preset(best_first(found, complete) if ranked else [(one, "") for one in found])
    for one, against in shown:
        cells = [clean(one.option), *[_chance_to_win(one)] * won, amount(one.own_losses), amount(one.enemy_losses)]
        rows.append(
            [*cells, *[_advice(one.value, advised)] * bool(advised), *[against] * ranked, *[_most_likely(one.odds)] * named]
        )
    short = _shortened(console, heads, rows, question)
    told = any(against != CANNOT_TELL for _, against in shown)
    order = "" if not ranked else ", best first" if told else ", best of this sample first"
    title = f"{'the whole turn, ' if rest else ''}if both sides then follow their policies{order}"
    cells_of = [tuple(row) for row in rows]
    return Group(table(console, title, tuple(heads), list[Cells](cells_of)), *short)


def _with_preset(ordered: list[tuple[Prospect, str]]) -> list[tuple[Prospect, str]]:
    """The first options, among them always the one that Enter takes."""
    first, rest = ordered[:MOST_OPTIONS], ordered[MOST_OPTIONS:]
    preset = [one for one in rest if one[0].option.startswith("[")]
    return [*first[: MOST_OPTIONS - len(preset)], *preset]


def _shortened(console: Console, heads: list[str], rows: list[list[str]], question: Question | None) -> list[Text]:
    """Writes allotments as numbers where the words take more than a line and the numbers do not; says so."""
    columns = [[row[at] for row in rows] for at in range(len(heads))]
    room = console.width - GAP * (len(heads) - 1)
    if not isinstance(question, Allotment) or one_line_each(heads, columns, room):
        return []
    numbers = [_in_numbers(row[0], question) for row in rows]
    if not one_line_each(heads, [numbers, *columns[1:]], room):
        return []
    for row, option in zip(rows, numbers, strict=True):
        row[0] = option
    return [hung(console, Text(f"options: how many of {', '.join(map(clean, question.items))}, in this order", style="dim"))]


def _in_numbers(option: str, question: Allotment) -> str:
    """An allotment as numbers in the order of the question: `[2 0 1]`; all and none are words."""
    words = option.strip("[]")
    counts = (
        {name: int(number) for number, _, name in (part.partition(" ") for part in words.split(", "))} if words != "none" else {}
    )
    every = " ".join(str(counts.get(name, 0)) for name in question.items)
    short = "none" if not counts else "all" if counts == {name: n for name, n in question.items.items() if n} else every
    return f"[{short}]" if option.startswith("[") else short


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
        said.append(f"{left} left out: airwar cannot know what comes next there, or ran out of time")
    runs = [one.odds.total for one in found if one.odds.sampled]
    if not runs:
        wins = " and the chance to win" if any(one.odds.can_be_won() for one in found) else ""
        return [*said, "exact", *[NO_ADVICE.format(wins=wins)] * (advise and all_equal(found))]
    many = f"{min(runs):,} to {count(max(runs), 'turn')} an option, the better ones more"
    alike = f"{count(runs[0], 'turn')} an option"
    how = f"sampled: {many if min(runs) < max(runs) else alike}"
    if min(runs) < ENOUGH:
        said.append(f"fewer than {ENOUGH} turns cannot tell options apart; o again samples more")
    exact = len(found) - len(runs)
    if any(one.odds.can_be_won() for one in found):  # the chances to win are shown as intervals
        return [*said, f"{'exact where no interval is shown; ' if exact else ''}{how}; 95 % intervals"]
    return [*said, f"{count(exact, 'option is', 'options are')} exact, the others {how}" if exact else how]


def _chance_to_win(one: Prospect) -> str:
    if not one.odds.sampled:
        return percent(one.wins)
    low, high = one.interval()
    return f"{100 * low:.1f} to {100 * high:.1f}"


def _most_likely(odds: Distribution[Outcome]) -> str:
    result, share = next(iter(odds.results().items()))
    return f"{clean(result)} ({percent(share)} %)"
