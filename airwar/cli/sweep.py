"""sweep: odds over a range of values."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from fractions import Fraction
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from airwar.batches.sweep import Cell, Measure
    from airwar.setup.loading import Scenario
    from airwar.setup.overrides import Variable

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
@click.option("--set", "settings", multiple=True, metavar="PATH=VALUE", help="Set another value: units.X.count=6. Repeatable.")
@click.option("--policy", "policies", multiple=True, metavar="KEY=ANSWER|FILE", help="Override the scenario's choices. Repeatable.")
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
    from airwar.answers.chance import parse_seed
    from airwar.batches.sweep import Measure
    from airwar.batches.sweep import sweep as swept
    from airwar.cli.batch import workers
    from airwar.probability.budget import SAMPLES
    from airwar.setup.overrides import variable, with_settings

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
    _show(format_, loaded, variables, measured, cells)
    for note in _unsent(loaded, variables, cells):
        click.echo(f"airwar: note: {note}", err=True)
    return _answered(until, measured, cells, enough)


def _show(format_: str, scenario: Scenario, variables: Sequence[Variable], measured: Measure, cells: Sequence[Cell]) -> None:
    """Prints the cells."""
    from airwar.engine.remarks import made_up_words
    from airwar.engine.words import side_name
    from airwar.show import sweep as shown
    from airwar.show.console import clean, results
    from airwar.show.text import as_json as document

    rows = shown.rows_of(variables, measured, cells)
    if format_ == "json":
        click.echo(
            document(
                scenario=scenario.title,
                made_up_charts=list(scenario.made_up),
                variables=[one.name for one in variables],
                cells=rows,
            )
        )
    elif format_ == "csv":
        click.echo(shown.as_csv(rows), nl=False)
    else:
        console = results()
        console.print(clean(scenario.title), style="bold")
        if said := made_up_words(scenario.made_up):
            console.print(clean(said))
        shown.page(console, variables, measured, cells, side_name(scenario.party(measured.side)))


def _unsent(scenario: Scenario, variables: Sequence[Variable], cells: Sequence[Cell]) -> list[str]:
    """What a sweep did not vary: orders that send as many as before, or none at all."""
    from airwar.setup.overrides import fixed_orders
    from airwar.show.text import clean

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
    from airwar.engine.words import id_of

    sides = scenario.side_of
    if side is None:
        return sides.get("attacker") or next(iter(sides.values()), "")
    if id_of(side) not in sides:
        raise click.UsageError(f"--side: there is no side {side!r}; expected one of {', '.join(sides)}")
    return sides[id_of(side)]


def _check_result(measured: Measure, cells: Sequence[Cell]) -> None:
    """Refuses what never comes up: a win where nobody can win, or a result, which is probably misspelled."""
    from airwar.errors import AirwarError
    from airwar.scenario.problems import did_you_mean

    odds = [cell.odds for cell in cells if cell.odds is not None]
    known = {result for one in odds for result in one.results()}
    listed = ", ".join(sorted(known)[:_MOST_RESULTS])
    if measured.kind == "win" and odds and not any(one.can_be_won() for one in odds):
        raise AirwarError(f"nobody wins here; use --measure losses, or a result: {listed}")
    if measured.kind in ("win", "losses") or measured.kind in known or not known:
        return
    near = get_close_matches(measured.kind, sorted(known), 1)
    raise AirwarError(f"no result {measured.kind!r} in any of them; there is {listed}{did_you_mean(near[0] if near else None)}")


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
