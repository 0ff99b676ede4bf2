"""odds, sweep: the chance of every result and every loss, also over a range of values."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from threading import Timer

import click

from airwar.answers.chance import parse_seed
from airwar.batches.sweep import Cell, Measure
from airwar.batches.sweep import sweep as swept
from airwar.battle.battle import Battle, Nobody, scenario_of
from airwar.choices.script import Entry, Script
from airwar.cli import print_json
from airwar.cli.batch import workers
from airwar.cli.options import POLICY, SET
from airwar.engine.log import Log
from airwar.engine.questions import Asked
from airwar.engine.records import Ended
from airwar.engine.remarks import decreed_words, fixed_rolls_words, left_out_words, made_up_words
from airwar.engine.words import closest, did_you_mean, id_of, side_name
from airwar.errors import AirwarError, BadPolicy
from airwar.probability.budget import SAMPLES
from airwar.probability.distribution import Distribution, Outcome
from airwar.probability.forecast import Situation, forecast, situation_at, with_policies
from airwar.setup.loading import Scenario, load_scenario
from airwar.setup.overrides import TYPED, Variable, fixed_orders, read_policies, variable, with_settings
from airwar.show.batch import sweep_csv, sweep_page, sweep_rows
from airwar.show.console import results
from airwar.show.odds import for_programs, page
from airwar.show.text import clean

_LONG = 2.0  # seconds until a note says what is going on


@click.command()
@click.argument("scenario", required=False)
@click.option("--at", "place", metavar="LOG[:SEQ]", help="Start from a logged battle, after record SEQ (default: the last).")
@POLICY
@click.option(
    "--method",
    type=click.Choice(["auto", "exact", "sample"]),
    default="auto",
    show_default=True,
    help="auto is exact if there is time for that, and bounded or sampled otherwise; exact takes as long as it takes.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0.1, 86_400),
    help="What auto and sample may take. [default: about one, and up to five more until 1,000 battles are sampled]",
)
@click.option("--runs", type=click.IntRange(1, 10_000_000), help="Battles to sample, however long they take.")
@click.option("--seed", default="1", show_default=True, help="The seed of the sample.")
@click.option("--exact-fractions", is_flag=True, help="Also show every chance as a fraction.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document, with every chance also as a fraction.")
@SET
def odds(
    scenario: str | None,
    place: str | None,
    policies: tuple[str, ...],
    settings: tuple[str, ...],
    method: str,
    seconds: float | None,
    runs: int | None,
    seed: str,
    exact_fractions: bool,
    as_json: bool,
) -> int:
    """\b
    airwar odds malta-1942
    airwar odds malta-1942 --policy '*.attacker.disengage=leave-below-4'
    airwar odds --at malta-1942.jsonl:17

    Print the chance of every result of SCENARIO, of every loss, and of every final line-up. Both sides follow their policies:
    the scenario's choices, overridden by --policy, and the rule's default for every question that these leave open. The
    output lists them. An answer can be a policy by name:

    \b
      stay             stays to the end
      leave-below-N    leaves when fewer than N own factors are left
      leave-under-P%   leaves when own strength is under P percent of the enemy's
      default          the rule's default answer
      all, none        commit everything offered, or nothing

    The odds come from the same steps that fight the battle. Exact odds are integers over one denominator: nothing is rounded or
    cut off. Very large battles are solved in floating point with an error bound, unless --exact-fractions is given. Where
    that takes too long, only the likeliest courses are followed to their ends, and what is left bounds the error of every chance;
    or battles are sampled, with 95 % intervals, if that says more. The output says which.
    """
    at, title, further = situation_of(scenario, place, policies, settings)
    with _waiting(method):
        found = forecast(at, method, runs, parse_seed(seed), in_full=exact_fractions, seconds=seconds, bounded=True)
    _warn_of_unused(at.script, further, certain=found.certain and place is None)
    sys.set_int_max_str_digits(0)  # a fraction may be long, but it is our own
    if as_json:
        left_out = [decreed_words(ruling) for ruling in at.left_out]
        fixed = list(at.script.fixed_rolls)
        more = {"fixed_rolls": fixed, "made_up_charts": list(at.made_up), "rulings_left_out": left_out}
        print_json(scenario=title, **for_programs(found), policies=at.script.assumed, **more)
    else:
        _show(title, found, at, exact_fractions, given_up=method == "auto" and not found.certain)
    return 0


def _show(title: str, found: Distribution[Outcome], at: Situation, fractions: bool, given_up: bool) -> None:
    """Prints the odds for people."""
    console = results()
    console.print(clean(title), style="bold")
    for line in filter(None, (made_up_words(at.made_up), fixed_rolls_words(at.script.fixed_rolls))):
        console.print(clean(line))
    page(console, found, fractions)
    if given_up:
        console.print("\n--seconds 30 looks further; --method exact works out the exact odds, however long that takes", style="dim")
    if left_out := left_out_words(at.left_out):
        console.print(f"\n{clean(left_out)}")
    console.print("\npolicies, first match wins", style="bold")
    for line in at.script.assumed:
        console.print(f"  {clean(line)}")


@contextmanager
def _waiting(method: str) -> Iterator[None]:
    """After a while, tells a terminal what is going on."""
    what = {"sample": "sampling battles", "exact": "exploring every outcome"}.get(method, "exploring outcomes, or sampling battles")
    timer = Timer(_LONG, click.echo, (f"airwar: {what} (Ctrl-C stops)",), {"err": True})
    timer.daemon = True
    if sys.stderr.isatty():
        timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _warn_of_unused(script: Script, further: tuple[Entry, ...], certain: bool) -> None:
    """Warns of policies that no question used. A typed one that no question can ever use is an error."""
    for entry in further:
        if script.was_asked(entry):
            continue
        near = did_you_mean(closest(entry.pattern, script.asked))
        text = f"--policy {entry}: no such question comes up here{near}"
        if certain and entry.file.startswith(TYPED):
            raise BadPolicy(text)
        click.echo(f"airwar: {text}", err=True)


def situation_of(
    name: str | None, place: str | None, policies: tuple[str, ...], settings: tuple[str, ...] = ()
) -> tuple[Situation, str, tuple[Entry, ...]]:
    """The position, its title, and the policies of the command line."""
    if place is not None and settings:
        raise click.UsageError("--set changes a scenario before its battle; it cannot be used with --at")
    if place is not None:
        return logged(place, name, policies)
    if name is None:
        raise click.UsageError("name a SCENARIO, or a log with --at")
    scenario = with_settings(name, settings)
    further = read_policies(policies, scenario.ruleset)
    script = with_policies(scenario.script, further, lenient=bool(further))
    return Situation(scenario.ruleset, script, scenario.start, made_up=scenario.made_up), scenario.title, further


def logged(place: str, name: str | None, policies: tuple[str, ...]) -> tuple[Situation, str, tuple[Entry, ...]]:
    """The position of a log after one of its records, by default the last. The log is only read."""
    log = _log_until(place)
    scenario = scenario_of(log)
    if name is not None and load_scenario(name).text != scenario.text:
        raise AirwarError(f"{place} is a battle of another scenario; leave out {name}, the log has its own")
    walk = Battle(scenario, log, None).walk(Nobody())
    try:
        walk.run()
    except Asked as asked:
        further = read_policies(policies, scenario.ruleset)
        at = situation_at(scenario.ruleset, with_policies(scenario.script, further, facts=walk.facts), walk)
        return replace(at, made_up=scenario.made_up), f"{scenario.title}, at {asked.question.key}", further
    raise AirwarError(f"{place}: the battle is over at that record; name an earlier one")


def _log_until(place: str) -> Log:
    """A copy of a log in memory, up to the record that `LOG:SEQ` names."""
    file, _, number = place.rpartition(":")
    if not file or not number.isdecimal() or os.path.exists(place):
        file, number = place, ""
    records = Log.load(Path(file)).records
    last = int(number[:9]) if number else records[-1].seq
    if last > records[-1].seq:
        raise AirwarError(f"{file} has no record {last}; its last is {records[-1].seq}")
    return Log([record for record in records if record.seq <= last and not isinstance(record.body, Ended)])


# sweep: odds over a range of values


_MOST_RESULTS = 8  # in a message
_COMPARE: dict[str, Callable[[Fraction, Fraction], bool]] = {">=": Fraction.__ge__, "<=": Fraction.__le__}


@click.command()
@click.argument("scenario")
@click.option(
    "--vary",
    "vary",
    multiple=True,
    required=True,
    metavar="PATH=A..B",
    help="A value and its range: units.X.count=2..12. Repeatable.",
)
@click.option(
    "--measure",
    default="win",
    show_default=True,
    metavar="win|losses|RESULT",
    help="What to measure; RESULT is a result in quotes.",
)
@click.option("--side", metavar="NAME", help="Whose chance or losses. Default: the attacker, or the first side.")
@SET
@POLICY
@click.option("--until", metavar="win>=0.8", help="Stop at the first combination that reaches this, and say which it is.")
@click.option("--format", "format_", type=click.Choice(["table", "json", "csv"]), default="table", show_default=True)
@click.option(
    "--runs",
    type=click.IntRange(1, 10_000_000),
    help="Number of battles to sample when exact odds would take too long. The same figures on every machine.",
)
@click.option("--seed", default="1", show_default=True, help="The seed of the samples.")
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="The workers of this Dask scheduler do the work; implies --runs 10000. It and they can run any code here: use only a "
    "cluster that you trust, with tls:// over a network.",
)
def sweep(
    scenario: str,
    vary: tuple[str, ...],
    measure: str,
    side: str | None,
    settings: tuple[str, ...],
    policies: tuple[str, ...],
    until: str | None,
    format_: str,
    runs: int | None,
    seed: str,
    cluster: str | None,
) -> int:
    """\b
    airwar sweep malta-1942 --vary units.malta-spitfires.count=1..8
    airwar sweep malta-1942 --vary units.fliegerkorps-ii.count+counterair.1.with.fliegerkorps-ii=2..10 --until 'win>=0.8'
    airwar sweep malta-1942 --vary units.fliegerkorps-ii.count=5..8 --vary units.malta-spitfires.count=2..6

    Print the odds of SCENARIO for every combination of values: a list for one variable, a heat map for two. Odds are exact if
    that takes about a second, and sampled otherwise. A path names keys and ids; in a list without ids, it counts entries from 1.
    Values that change together are joined by +.
    """
    loaded = with_settings(scenario, settings)
    variables = [variable(text) for text in vary]
    wanted, enough = _goal(until, measure)
    measured = Measure(wanted, _known_side(loaded, side))
    number, runs = parse_seed(seed), runs or (None if cluster is None else SAMPLES)
    cells: list[Cell] = []
    with workers(cluster, 1) as (executor, size):
        for cell in swept(scenario, variables, measured, policies, runs, number, executor, size, settings):
            cells.append(cell)
            if enough is not None and cell.measured is not None and enough(cell.measured):
                break
    _check_result(measured, cells)
    _show_cells(format_, loaded, variables, measured, cells)
    for note in _unsent(loaded, variables, cells):
        click.echo(f"airwar: note: {note}", err=True)
    return _answered(until, measured, cells, enough)


def _show_cells(format_: str, scenario: Scenario, variables: Sequence[Variable], measured: Measure, cells: Sequence[Cell]) -> None:
    """Prints the cells."""
    rows = sweep_rows(variables, measured, cells)
    if format_ == "json":
        made_up, names = list(scenario.made_up), [one.name for one in variables]
        print_json(scenario=scenario.title, made_up_charts=made_up, variables=names, cells=rows)
    elif format_ == "csv":
        click.echo(sweep_csv(rows), nl=False)
    else:
        console = results()
        console.print(clean(scenario.title), style="bold")
        if warning := made_up_words(scenario.made_up):
            console.print(clean(warning))
        sweep_page(console, variables, measured, cells, side_name(scenario.party(measured.side)))


def _unsent(scenario: Scenario, variables: Sequence[Variable], cells: Sequence[Cell]) -> list[str]:
    """What a sweep did not vary: orders that send as many as before, or none at all."""
    notes = []
    for one in variables:
        orders = fixed_orders(scenario.text, one)
        values = ",".join(one.values)
        if orders:
            together = "+".join([one.name, *orders[:3]])
            notes.append(f"{orders[0]} sends as many as before; to vary it too: --vary '{together}={values}'")
        elif len(cells) > 1 and len(variables) == 1 and len({cell.measured for cell in cells if cell.odds}) == 1:
            unsent_units = one.name.startswith("units.") and one.name.endswith(".count")
            why = "no order sends what was added or taken away" if unsent_units else "the odds are the same with every value"
            notes.append(f"{one.name} changes nothing here: {why}")
    return [clean(note) for note in notes]


def _known_side(scenario: Scenario, side: str | None) -> str:
    """The side that a typed name means; refused if no side has that name. By default the attacker, or the first side with units."""
    sides = scenario.side_of
    if side is None:
        return sides.get("attacker") or next(iter(sides.values()), "")
    if id_of(side) not in sides:
        raise click.UsageError(f"--side: there is no side {side!r}; expected one of {', '.join(sides)}")
    return sides[id_of(side)]


def _check_result(measured: Measure, cells: Sequence[Cell]) -> None:
    """Refuses what never comes up: a win where nobody can win, or a result, which is probably misspelled."""
    odds = [cell.odds for cell in cells if cell.odds is not None]
    known = {result for one in odds for result in one.results()}
    listed = ", ".join(sorted(known)[:_MOST_RESULTS])
    if measured.kind == "win" and odds and not any(one.can_be_won() for one in odds):
        raise AirwarError(f"nobody wins here; use --measure losses, or a result: {listed}")
    if measured.kind in ("win", "losses") or measured.kind in known or not known:
        return
    near = did_you_mean(closest(measured.kind, sorted(known)))
    raise AirwarError(f"no result {measured.kind!r} in any of them; there is {listed}{near}")


def _goal(until: str | None, measure: str) -> tuple[str, Callable[[Fraction], bool] | None]:
    """What to measure, and when it is enough."""
    if until is None:
        return measure, None
    found = re.fullmatch(r"\s*([^<>=]*[^<>=\s])\s*(>=|<=)\s*(\d{1,9}(?:\.\d{1,9})?)(%?)\s*", until)
    if not found:
        raise click.UsageError(f"--until {until!r}: write it like win>=0.8, losses<=3 or 'a result>=50%'")
    kind, sign, number, percent = found.groups()
    wanted = Fraction(number) / (100 if percent else 1)
    return kind, lambda value: _COMPARE[sign](value, wanted)


def _answered(until: str | None, measure: Measure, cells: list[Cell], enough: Callable[[Fraction], bool] | None) -> int:
    """Says on stderr which combination was the first to be enough; exit code 1 if none was."""
    if enough is None:
        return 0
    if cells and cells[-1].measured is not None and enough(cells[-1].measured):
        click.echo(f"airwar: {until} is reached at {', '.join(cells[-1].values)}", err=True)
        return 0
    click.echo(f"airwar: {until} is not reached", err=True)
    return 1
