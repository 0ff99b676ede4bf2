"""Odds as tables and bars, and the options of a question side by side, the best first."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from airwar.answers.menu import NO_MORE, Nameable
from airwar.engine.questions import Allotment, Question, labels_of, without_zeros
from airwar.engine.words import count, side_name
from airwar.probability.at_hand import AtHand
from airwar.probability.distribution import (
    Distribution,
    LineUp,
    Outcome,
    Sampled,
    bound,
    joint,
    likeliest_first,
    margin,
    mean,
    percentile,
    some_left,
    survival,
)
from airwar.probability.prospects import CANNOT_TELL, ENOUGH, Prospect, all_equal, best_first
from airwar.show.console import GAP, ascii_only, table
from airwar.show.lines import hung
from airwar.show.text import clean, one_line_each

_EIGHTHS = " ▏▎▍▌▋▊▉█"
_BAR = 24
_MOST_LINE_UPS = 8  # final line-ups that are listed one by one
PERCENTILES = (10, 50, 90)
_LEAST_TOGETHER = Fraction(1, 20)  # a chance of all battles together that is worth telling
_WIDE = 0.1  # an interval that hardly says anything
Cells = tuple[str | Text, ...]


def bar(console: Console, share: Fraction, width: int = _BAR) -> str:
    """A share as a bar."""
    if ascii_only(console):
        return "#" * round(share * width)
    eighths = round(share * width * 8)
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def percent(share: Fraction) -> str:
    """A share in percent. Only certainties are shown as 0 or 100."""
    shown = f"{float(share) * 100:.2f}"
    if shown == "100.00" and share < 1:
        return ">99.99"
    return "<0.01" if shown == "0.00" and share > 0 else shown


# the command


def page(console: Console, odds: Distribution[Outcome], fractions: bool) -> None:
    """All the odds: results, then what each side loses, and what is left."""
    console.print(method(odds), style="dim")
    if _widest(odds) > _WIDE:
        console.print(f"too few {_fought(odds) if odds.sampled else 'courses'} for sharper odds; try --seconds 30")
    console.print()
    print_results(console, odds, fractions)
    if odds.rounds is not None:
        console.print(f"\nexpected rounds  {float(odds.rounds):.3f}" + (f" = {odds.rounds}" if fractions else ""))
    losses = odds.losses()
    if losses:
        console.print()
        console.print(_losses_table(console, odds))
        console.print(
            "lost: mean, then 10th, 50th and 90th percentile; any left: chance that any survive; survives: chance per unit",
            style="dim",
        )
    for (side, unit, had), spread in losses.items():
        if had > 1 and len(spread) > 1:
            console.print(f"\n{clean(side_name(side))}: {clean(unit)}, lost of {had}", style="bold")
            by_number = {str(lost): share for lost, share in spread.items()}
            console.print(_chances(console, odds, "lost", by_number, fractions))
    left = odds.left()
    if len(left) > 1:
        console.print()
        console.print(_line_ups(console, odds, left, fractions))


def _widest(odds: Distribution[Outcome]) -> float:
    """The width of the widest interval of a result: of each battle, if there are several."""
    return 0.0 if odds.certain else max(high - low for low, high in map(odds.interval, odds.all_chances()))


def summary(console: Console, odds: Distribution[Outcome]) -> None:
    """A short version of the odds, for a prompt."""
    console.print(method(odds), style="dim")
    if _widest(odds) > _WIDE:
        console.print(f"too few {_fought(odds)} for sharper odds; o again samples more")
    print_results(console, odds, False)
    if odds.losses():
        console.print()
        console.print(_losses_table(console, odds))


def print_results(console: Console, odds: Distribution[Outcome], fractions: bool) -> None:
    """The results: of each battle if there are several, then of all together."""
    listed = results_by_battle(odds)
    if listed:
        rows: list[Cells] = [
            (
                line.battle,
                line.result,
                percent(line.share),
                bar(console, line.share, _BAR // 2),
                *_further(odds, line.share, fractions),
            )
            for line in listed
        ]
        console.print(table(console, "", ("battle", "result", "%", "", *_further_heads(odds, fractions)), rows))
        if not _says_something(odds):
            return
        console.print()
    head = "all together" if listed else "result"
    console.print(_chances(console, odds, head, {line.result: line.share for line in results_of(odds)}, fractions))


def _says_something(odds: Distribution[Outcome]) -> bool:
    """Whether any result of all battles together is likely, and well enough known, to be worth a line."""
    likeliest = results_of(odds)[0].share
    low, high = odds.interval(likeliest)
    return likeliest >= _LEAST_TOGETHER and (odds.certain or high - low < likeliest)


def method(odds: Distribution[Outcome]) -> str:
    """How the odds were found."""
    if isinstance(odds.how, Sampled):
        return f"sampled: {count(odds.total, _fought(odds)[:-1])}, seed {odds.how.seed}, 95 % intervals"
    if odds.unresolved:
        return (
            f"bounded: {count(odds.positions, 'position')}; {percent(Fraction(odds.unresolved))} % of the chance was not followed "
            "to an end, and every chance is certainly within its interval"
        )
    if odds.error:
        return f"exact except for rounding: {count(odds.positions, 'position')}, floating point, error at most {odds.error:.0e}"
    return f"exact: {count(odds.positions, 'position')}, integers over one denominator"


def _fought(odds: Distribution[Outcome]) -> str:
    """What is fought to find such odds."""
    return "turns" if odds.has_several_battles() else "battles"


def _chances(console: Console, odds: Distribution[Outcome], head: str, shares: dict[str, Fraction], fractions: bool) -> Table:
    """Chances with their bars; as fractions too if wanted, and with their intervals if sampled."""
    rows: list[Cells] = [
        (name, percent(share), bar(console, share), *_further(odds, share, fractions)) for name, share in shares.items()
    ]
    return table(console, "", (head, "%", "", *_further_heads(odds, fractions)), rows)


def _further(odds: Distribution[Outcome], share: Fraction, fractions: bool) -> tuple[str, ...]:
    fraction = (str(share),) if fractions else ()
    if odds.certain:
        return fraction
    low, high = odds.interval(share)
    return *fraction, f"{100 * low:.2f} to {100 * high:.2f}"


def _further_heads(odds: Distribution[Outcome], fractions: bool) -> tuple[str, ...]:
    return ("fraction",) * fractions + ((("95 % interval" if odds.sampled else "certainly"),) if not odds.certain else ())


def _losses_table(console: Console, odds: Distribution[Outcome]) -> Table:
    """What is lost and left, by kind of unit."""
    rows: list[Cells] = []
    for (side, unit, had), spread in odds.losses().items():
        marks = [str(percentile(spread, part)) for part in PERCENTILES]
        off = margin(spread, odds.total) if odds.sampled else bound(spread, had, odds.unresolved)
        lost = _amount(mean(spread)) + ("" if odds.certain else f"±{off:.2f}")
        rows.append(
            (side_name(side), unit, str(had), lost, *marks, percent(some_left(spread, had)), percent(survival(spread, had)))
        )
    heads = ("side", "unit", "had", "lost", *(f"{part} %" for part in PERCENTILES), "any left %", "survives %")
    return table(console, "", heads, rows)


def _amount(number: Fraction) -> str:
    """A mean. Only zero is shown as 0."""
    return "<0.01" if 0 < number < Fraction(1, 200) else f"{float(number):.2f}"


def _line_ups(console: Console, odds: Distribution[Outcome], left: dict[LineUp, Fraction], fractions: bool) -> Table:
    """Who is left: the most likely final line-ups."""
    listed = list(left.items())
    sides = list(dict.fromkeys(side for line_up, _ in listed for side, _ in line_up))
    rows: list[Cells] = []
    for line_up, share in listed[:_MOST_LINE_UPS]:
        units = dict(line_up)
        rows.append((*(_in_words(units.get(side, ())) for side in sides), percent(share), *_further(odds, share, fractions)))
    others = listed[_MOST_LINE_UPS:]
    if others:
        share = sum((share for _, share in others), Fraction(0))
        named = (count(len(others), "other line-up"), *("" for _ in sides[1:]))
        rows.append((*named, percent(share), *_further(odds, share, fractions)))
    return table(console, "who is left", (*map(side_name, sides), "%", *_further_heads(odds, fractions)), rows)


def _in_words(units: tuple[tuple[str, int], ...]) -> str:
    return ", ".join(f"{number} {unit}" for unit, number in units if number) or "nobody"


# for programs


def for_programs(odds: Distribution[Outcome]) -> dict[str, Any]:
    """The odds for programs: chances as decimals, as fractions unless they are rounded, with intervals if sampled."""

    def fraction(number: Fraction) -> dict[str, str]:
        return {} if odds.error else {"fraction": str(number)}

    def chance(share: Fraction) -> dict[str, Any]:
        both = {"chance": float(share), **fraction(share)}
        return both if odds.certain else both | {"interval": list(odds.interval(share))}

    whole: dict[str, Any] = {
        "method": "sample" if odds.sampled else "bounded" if odds.unresolved else "floating" if odds.error else "exact",
        "positions": odds.positions,
        "results": [{"result": name, **chance(share)} for name, share in odds.results().items()],
        "battles": battles_for_programs(odds, chance),
        "losses": [
            {
                "side": side,
                "unit": unit,
                "had": had,
                "lost": [{"lost": lost, **chance(share)} for lost, share in spread.items()],
                "mean": {"lost": float(mean(spread)), **fraction(mean(spread))},
                "percentiles": {str(part): percentile(spread, part) for part in PERCENTILES},
                "some left": chance(some_left(spread, had)),
                "one survives": chance(survival(spread, had)),
            }
            for (side, unit, had), spread in odds.losses().items()
        ],
        "left": [
            {"sides": {side: dict(units) for side, units in line_up}, **chance(share)} for line_up, share in odds.left().items()
        ],
    }
    if odds.rounds is not None:
        whole["rounds"] = {"mean": float(odds.rounds), **fraction(odds.rounds)}
    if odds.error:
        whole["error"] = odds.error
    if isinstance(odds.how, Sampled):
        whole |= {"runs": odds.total, "seed": odds.how.seed}
    return whole


# results for people: by battle if there are several, then the most likely, then how many others


_MOST_RESULTS = 20  # of a single battle
MOST_OF_A_BATTLE, MOST_TOGETHER = 8, 10  # of each of several battles, and of all together
_NOT_FOUGHT = "not fought"


class Listed(NamedTuple):
    """A line of a table: a result, or what is left."""

    result: str
    share: Fraction
    battle: str = ""


def results_of(odds: Distribution[Outcome]) -> list[Listed]:
    """The most likely results, and the others together. Of several battles, those that always end the same are left out."""
    if not odds.has_several_battles():
        return _cut(odds.results(), _MOST_RESULTS)
    certain = {name for name, chances in odds.battles().items() if 1 in chances.values()}
    order = odds.order_of_play()
    open_ones = odds.map(lambda outcome: joint(_open_battles(outcome, certain), order)).chances()
    return _cut(likeliest_first(open_ones), MOST_TOGETHER)


def _open_battles(outcome: Outcome, certain: set[str]) -> Outcome:
    """An outcome without the battles that always end the same, unless all do."""
    left = tuple(battle for battle in outcome.battles if battle[0] not in certain)
    return outcome._replace(battles=left or outcome.battles)


def results_by_battle(odds: Distribution[Outcome]) -> list[Listed]:
    """The results of each of several battles; nothing if there is only one."""
    if not odds.has_several_battles():
        return []
    lines = []
    for name, chances in odds.battles().items():
        lines += _cut(chances, MOST_OF_A_BATTLE, name)
        if (fought := sum(chances.values(), Fraction(0))) < 1:
            lines.append(Listed(_NOT_FOUGHT, 1 - fought, name))
    return lines


def _cut(chances: dict[str, Fraction], most: int, battle: str = "") -> list[Listed]:
    """The first lines, and the rest as one line; a rest of one is listed itself."""
    every = [Listed(result, share, battle) for result, share in chances.items()]
    if len(every) <= most + 1:
        return every
    rest = every[most:]
    return [*every[:most], Listed(count(len(rest), "other"), sum((line.share for line in rest), Fraction(0)), battle)]


def battles_for_programs(odds: Distribution[Outcome], chance: Any) -> list[dict[str, Any]]:
    """Every result of every battle. `chance` turns a share into what is written of it."""
    found = []
    for name, chances in odds.battles().items():
        results = [{"result": result, **chance(share)} for result, share in chances.items()]
        found.append({"battle": name, "results": results, "not fought": chance(1 - sum(chances.values()))})
    return found


MOST_OPTIONS = 12  # that are shown
_MOST_PROSPECTS = 3  # of a battle at hand
_NO_BATTLE = "no battle"
ADVICE = "advice: enemy losses minus your own if both sides now stay or leave at their best"
_NO_ADVICE = "no advice: losses{wins} are the same whatever is chosen, and these figures measure nothing else"


def battle_at_hand(console: Console, found: list[AtHand], question: Question) -> Group:
    """What each option leads to in the battle at hand, in the order of the question; all exact."""
    advised = [one.value for one in found if one.value is not None]
    columns = {
        "option": [one.option for one in found],
        "own losses": [_amount(one.own_losses) if one.fought else "" for one in found],
        "enemy losses": [_amount(one.enemy_losses) if one.fought else "" for one in found],
    }
    if advised:
        columns["advice"] = [_advice(one.value, advised) for one in found]
    if any(one.results or not one.fought for one in found):
        columns["its result"] = [_results_at_hand(one) for one in found]
    return _options_table(console, "this battle by itself, exact", columns, question)


def _results_at_hand(one: AtHand) -> str:
    """The likeliest results of the battle at hand."""
    if not one.fought:
        return _NO_BATTLE
    likely = [f"{result} {percent(share)} %" for result, share in list(one.results.items())[:_MOST_PROSPECTS]]
    return ", ".join([*likely, "others"] if len(one.results) > _MOST_PROSPECTS else likely)


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
    ranked = advise and not all_equal(found)
    shown = _with_preset(best_first(found, complete) if ranked else [(one, "") for one in found])
    some = [one for one, _ in shown]
    columns = {"option": [one.option for one in some]}
    if won:
        columns["chance to win, %"] = list(map(_chance_to_win, some))
    columns |= {
        "own losses": [_amount(one.own_losses) for one in some],
        "enemy losses": [_amount(one.enemy_losses) for one in some],
    }
    if advised:
        columns["advice"] = [_advice(one.value, advised) for one in some]
    if ranked:
        columns["against the best"] = [against for _, against in shown]
    if not won and not any(one.odds.has_several_battles() for one in found):
        columns["most likely result"] = [_most_likely(one.odds) for one in some]
    told = any(against != CANNOT_TELL for _, against in shown)
    order = "" if not ranked else ", best first" if told else ", best of this sample first"
    title = f"{'the whole turn, ' if rest else ''}if both sides then follow their policies{order}"
    return _options_table(console, title, columns, question)


def _options_table(console: Console, title: str, columns: dict[str, list[str]], question: Question | None) -> Group:
    """The options with what they lead to, a line each if there is room."""
    below = _name_options(console, columns, question)
    return Group(table(console, title, tuple(columns), list[Cells](zip(*columns.values(), strict=True))), *below)


def _with_preset(ordered: list[tuple[Prospect, str]]) -> list[tuple[Prospect, str]]:
    """The first options, among them always the one that Enter takes."""
    first, rest = ordered[:MOST_OPTIONS], ordered[MOST_OPTIONS:]
    preset = [one for one in rest if one[0].option.startswith("[")]
    return [*first[: MOST_OPTIONS - len(preset)], *preset]


def _name_options(console: Console, columns: dict[str, list[str]], question: Question | None) -> list[Text]:
    """Calls the options what the prompt calls them. Allotments are numbers where the words take more than a line; says so."""
    called, options = OptionNames(question), columns["option"]
    columns["option"] = [clean(called.option(option)) for option in options]
    heads, (named, *others) = list(columns), columns.values()
    room = console.width - GAP * (len(heads) - 1)
    if not isinstance(question, Allotment) or one_line_each(heads, [named, *others], room):
        return []
    numbers = [_in_numbers(option, question) for option in options]
    if not one_line_each(heads, [numbers, *others], room):
        return []
    columns["option"] = numbers
    items = ", ".join(clean(called.one(name)) for name in question.items)
    return [hung(console, Text(f"options: how many of {items}, in this order", style="dim"))]


class OptionNames:
    """What the prompt calls the options of a question, and what is allotted."""

    def __init__(self, question: Question | None) -> None:
        self.counted = isinstance(question, Allotment)
        self.named = Nameable({} if question is None else labels_of(question))

    def one(self, name: str) -> str:
        """One option, or one of what is allotted."""
        if name in NO_MORE:
            return "no more"
        return self.named.called(name) if name in self.named.labels else name

    def option(self, option: str) -> str:
        """An option, with its brackets."""
        plain = option.strip("[]")
        parts = [part.partition(" ") for part in plain.split(", ")] if self.counted else []
        words = ", ".join(f"{number} {self.one(name)}".strip() for number, _, name in parts) or self.one(plain)
        return f"[{words}]" if option.startswith("[") else words


def _in_numbers(option: str, question: Allotment) -> str:
    """An allotment as numbers in the order of the question: `[2 0 1]`; all and none are words."""
    words = option.strip("[]")
    counts = (
        {name: int(number) for number, _, name in (part.partition(" ") for part in words.split(", "))} if words != "none" else {}
    )
    every = " ".join(str(counts.get(name, 0)) for name in question.items)
    short = "none" if not counts else "all" if counts == without_zeros(question.items) else every
    return f"[{short}]" if option.startswith("[") else short


def footnotes(found: list[Prospect], options: int, advise: bool = True) -> list[str]:
    """What the table leaves out, and how its numbers were found."""
    lines = []
    certain = advise and not all_equal(found) and not any(one.odds.sampled for one in found)
    if len(found) > MOST_OPTIONS:
        others = count(len(found) - MOST_OPTIONS, "other option is", "other options are")
        lines.append(f"{others} {'no better' if certain else 'not shown'}")
    if options > len(found):
        left = count(options - len(found), "option is", "options are")
        lines.append(f"{left} left out: airwar cannot know what comes next there, or ran out of time")
    runs = [one.odds.total for one in found if one.odds.sampled]
    if not runs:
        wins = " and the chance to win" if any(one.odds.can_be_won() for one in found) else ""
        return [*lines, "exact", *[_NO_ADVICE.format(wins=wins)] * (advise and all_equal(found))]
    many = f"{min(runs):,} to {count(max(runs), 'turn')} an option, the better ones more"
    alike = f"{count(runs[0], 'turn')} an option"
    how = f"sampled: {many if min(runs) < max(runs) else alike}"
    if min(runs) < ENOUGH:
        lines.append(f"fewer than {ENOUGH} turns cannot tell options apart; o again samples more")
    exact = len(found) - len(runs)
    if any(one.odds.can_be_won() for one in found):  # the chances to win are shown as intervals
        return [*lines, f"{'exact where no interval is shown; ' if exact else ''}{how}; 95 % intervals"]
    return [*lines, f"{count(exact, 'option is', 'options are')} exact, the others {how}" if exact else how]


def _chance_to_win(one: Prospect) -> str:
    if not one.odds.sampled:
        return percent(one.wins)
    low, high = one.interval()
    return f"{100 * low:.1f} to {100 * high:.1f}"


def _most_likely(odds: Distribution[Outcome]) -> str:
    result, share = next(iter(odds.results().items()))
    return f"{result} ({percent(share)} %)"
