"""What came of a batch or a sweep: as tables, as JSON, as rows, as a report, as a heat map."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from fractions import Fraction
from importlib import import_module
from typing import IO, Any, NamedTuple, Protocol

from rich.console import Console
from rich.table import Table
from rich.text import Text

from airwar.answers.chance import derived_seed, show_seed
from airwar.batches.batch import Runs
from airwar.batches.sweep import Cell, Measure
from airwar.engine.remarks import fixed_rolls_words, made_up_words
from airwar.engine.words import count, side_name
from airwar.errors import AirwarError
from airwar.probability.distribution import Distribution, Outcome, mean, percentile
from airwar.setup.overrides import Variable
from airwar.show.console import ascii_only, results, table
from airwar.show.odds import PERCENTILES, Cells, bar, battles_for_programs, method, percent, results_by_battle, results_of
from airwar.show.reports.blocks import Bars, Block, Grid, Heading, Report, Sentence
from airwar.show.text import as_csv, clean


class Fought(NamedTuple):
    """All runs of one scenario."""

    file: str
    title: str
    ruleset: str
    odds: Distribution[Outcome]
    fixed: Sequence[str] = ()  # the rolls whose faces the scenario gives
    made_up: Sequence[str] = ()  # the charts that are not the game's


def for_programs(seed: int, scenarios: list[Fought]) -> dict[str, Any]:
    """The counts for programs."""
    return {"seed": show_seed(seed), "scenarios": [_counts(one) for one in scenarios]}


def _counts(one: Fought) -> dict[str, Any]:
    runs = one.odds.total
    return {
        "scenario": one.file,
        "title": one.title,
        "ruleset": one.ruleset,
        "runs": runs,
        "fixed_rolls": list(one.fixed),
        "made_up_charts": list(one.made_up),
        "results": [{"result": name, "runs": int(share * runs)} for name, share in one.odds.results().items()],
        "battles": battles_for_programs(one.odds, lambda share: {"runs": int(share * runs)}),
        "losses": [
            {
                "side": side,
                "unit": unit,
                "had": had,
                "lost": [{"lost": lost, "runs": int(share * runs)} for lost, share in spread.items()],
            }
            for (side, unit, had), spread in one.odds.losses().items()
        ],
    }


def tables(scenarios: list[Fought]) -> None:
    """The counts for people."""
    console = results()
    for one in scenarios:
        runs = one.odds.total
        console.print(clean(f"\n{one.title}  {one.file}  {count(runs, 'run')}"), style="bold")
        for line in filter(None, (made_up_words(one.made_up), fixed_rolls_words(one.fixed))):
            console.print(clean(line))
        listed = results_by_battle(one.odds)
        if listed:
            rows: list[Cells] = [(line.battle, line.result, *_shares(line.share, runs)) for line in listed]
            console.print(table(console, "", ("battle", "result", "runs", "share"), rows))
            console.print()
        found: list[Cells] = [(line.result, *_shares(line.share, runs)) for line in results_of(one.odds)]
        console.print(table(console, "", ("all together" if listed else "result", "runs", "share"), found))
        console.print(table(console, "", _LOSS_HEADS, list[Cells](_loss_rows(one.odds))))


_LOSS_HEADS = ("side", "unit", "had", "mean lost", "10 %", "median", "90 %")


def _loss_rows(odds: Distribution[Outcome]) -> list[tuple[str, ...]]:
    """What was lost of each kind of unit."""
    return [
        (
            side_name(side),
            unit,
            str(had),
            f"{float(mean(spread)):.2f}",
            *(str(percentile(spread, part)) for part in PERCENTILES),
        )
        for (side, unit, had), spread in odds.losses().items()
    ]


def _shares(share: Fraction, runs: int) -> tuple[str, str]:
    """A share as a number of runs, and in percent."""
    return str(int(share * runs)), f"{float(100 * share):.1f} %"


# the runs one by one, as CSV or Parquet: one row for each run and kind of unit, written as the runs come in


_COLUMNS = ("scenario", "run", "seed", "result", "side", "unit", "had", "lost")


class Rows(Protocol):
    """Somewhere that rows are written to."""

    def add(self, part: Runs) -> None:
        """Writes some runs."""

    def close(self) -> None:
        """Writes what is left."""


def _rows_of(seed: int, part: Runs) -> Iterator[tuple[str | int, ...]]:
    """The rows of some runs."""
    for run, index in enumerate(part.by_run, part.first):
        outcome, own = part.outcomes[index], show_seed(derived_seed(seed, run))
        for tally in outcome.tallies:
            yield (part.file, run + 1, own, outcome.result, *tally)


class CsvRows:
    """Rows as CSV."""

    def __init__(self, file: IO[str], seed: int) -> None:
        self.seed = seed
        self.writer = csv.writer(file, lineterminator="\n")
        self.writer.writerow(_COLUMNS)

    def add(self, part: Runs) -> None:
        self.writer.writerows(_rows_of(self.seed, part))

    def close(self) -> None:
        pass


class ParquetRows:
    """Rows as Parquet, a row group for each piece of a batch. Needs the extra `airwar[parquet]`."""

    def __init__(self, file: IO[bytes], seed: int) -> None:
        self.seed = seed
        self.arrow = arrow()
        numbers = ("run", "had", "lost")
        kinds = [(name, self.arrow.int64() if name in numbers else self.arrow.string()) for name in _COLUMNS]
        self.schema = self.arrow.schema(kinds)
        self.writer: Any = import_module("pyarrow.parquet").ParquetWriter(file, self.schema)

    def add(self, part: Runs) -> None:
        rows = [dict(zip(_COLUMNS, row, strict=True)) for row in _rows_of(self.seed, part)]
        if rows:
            self.writer.write_table(self.arrow.Table.from_pylist(rows, schema=self.schema))

    def close(self) -> None:
        self.writer.close()


def arrow() -> Any:
    """The library that writes Parquet, which is not there for everybody."""
    try:
        return import_module("pyarrow")
    except ImportError:
        raise AirwarError("Parquet needs pyarrow; install it with: pip install 'airwar[parquet]'") from None


# the report: what came of the battles, beside the exact odds, with pictures


_MOST_RESULTS = 12


def series(fought: list[Fought], expected: dict[str, Distribution[Outcome]], seed: str) -> Report:
    """The report of a batch. `expected`: the odds of each scenario, by its file."""
    blocks: list[Block] = []
    runs = 0
    for one in fought:
        runs += one.odds.total
        blocks.append(Heading(2, f"{one.title} ({one.file})"))
        blocks += _of_scenario(one, expected.get(one.file))
    blocks.append(Sentence(f"Machine dice from seed {seed}; the same command with this seed fights the same battles again."))
    games = ", ".join(dict.fromkeys(one.ruleset for one in fought))
    return Report("A series of battles", games, count(runs, "battle"), tuple(blocks))


def _of_scenario(one: Fought, expected: Distribution[Outcome] | None) -> list[Block]:
    """Results and losses of one scenario, counted and expected."""
    blocks = [*_results_of_scenario(one, expected), *_losses_of_scenario(one, expected)]
    return [*blocks, Sentence(f"odds: {method(expected)}")] if expected else blocks


def _results_of_scenario(one: Fought, expected: Distribution[Outcome] | None) -> list[Block]:
    """The most frequent results, the others as one row."""
    found, runs = one.odds.results(), one.odds.total
    chances = expected.results() if expected else {}
    listed, others = list(found)[:_MOST_RESULTS], list(found)[_MOST_RESULTS:]
    rows = [
        (name, str(int(found[name] * runs)), f"{float(found[name]):.1%}", f"{float(chances[name]):.1%}" if name in chances else "")
        for name in listed
    ]
    if others:
        rest = sum((found[name] for name in others), Fraction(0))
        rows.append((count(len(others), "other result"), str(int(rest * runs)), f"{float(rest):.1%}", ""))
    bars = tuple((name[:40], int(found[name] * runs), runs) for name in listed)
    return [Grid("Results", ("result", "battles", "share", "odds"), tuple(rows)), Bars("Results", bars)]


def _losses_of_scenario(one: Fought, expected: Distribution[Outcome] | None) -> list[Block]:
    """What was lost of each kind of unit; nothing if there are no units."""
    lost = one.odds.losses()
    means = {kind: f"{float(mean(spread)):.2f}" for kind, spread in expected.losses().items()} if expected else {}
    rows = tuple((*row[:4], means.get(kind, ""), *row[4:]) for kind, row in zip(lost, _loss_rows(one.odds), strict=True))
    bars = tuple((f"{side_name(side)}: {unit}", float(mean(spread)), had) for (side, unit, had), spread in lost.items())
    heads = (*_LOSS_HEADS[:4], "odds", *_LOSS_HEADS[4:])
    return [Grid("Losses", heads, rows), Bars("Mean lost", bars)] if lost else []


# a sweep


_SHADES, _ASCII_SHADES = " ░▒▓█", " .:*#"


def sweep_page(console: Console, variables: Sequence[Variable], measure: Measure, cells: Sequence[Cell], side: str) -> None:
    """The sweep for people. `side`: whose chance or losses, by name."""
    if len(variables) == 2:
        console.print(_heat_map(console, variables, measure, cells))
        console.print(f"down: {variables[0].name}; across: {variables[1].name}; {_what(measure, side)}", style="dim")
        refused = next((cell for cell in cells if cell.refused), None)
        if refused is not None:
            console.print(clean(f"-: cannot be fought; at {', '.join(refused.values)}: {refused.refused}"), style="dim")
    else:
        console.print(_listed(console, variables, measure, cells))
        console.print(_what(measure, side), style="dim")
    sampled = sum(cell.sampled for cell in cells)
    how = f"{sampled} of {len(cells)} sampled, the others exact" if sampled else "all exact"
    console.print(how, style="dim")


def _what(measure: Measure, side: str) -> str:
    """What is measured, in words."""
    if measure.kind == "win":
        return f"{side}: chance to win, %"
    if measure.kind == "losses":
        return f"{side}: expected losses"
    return f"chance of the result {measure.kind!r}, %"


def _number(measure: Measure, value: Fraction) -> str:
    return f"{float(value):.2f}" if measure.kind == "losses" else percent(value)


def _most(measure: Measure, cells: Sequence[Cell]) -> Fraction:
    """What the longest bar stands for."""
    found = [cell.measured for cell in cells if cell.measured is not None]
    return max(found, default=Fraction(1)) if measure.kind == "losses" else Fraction(1)


def _listed(console: Console, variables: Sequence[Variable], measure: Measure, cells: Sequence[Cell]) -> Table:
    """One line for each combination, with a bar."""
    largest = _most(measure, cells)
    rows: list[tuple[str | Text, ...]] = []
    for cell in cells:
        interval = ""
        if cell.odds is None or cell.measured is None:
            rows.append((*cell.values, "", cell.refused, ""))
            continue
        if cell.sampled and measure.kind != "losses":
            low, high = cell.odds.interval(cell.measured)
            interval = f"{100 * low:.1f} to {100 * high:.1f}"
        rows.append((*cell.values, _number(measure, cell.measured), bar(console, cell.measured / (largest or 1)), interval))
    heads = (*(one.name for one in variables), measure.kind, "", "95 % interval" if any(row[-1] for row in rows) else "")
    return table(console, "", heads, rows)


def _heat_map(console: Console, variables: Sequence[Variable], measure: Measure, cells: Sequence[Cell]) -> Table:
    """A grid of two variables, each cell with its number and a shade."""
    down, across = variables
    by_values = {cell.values: cell for cell in cells}
    largest = _most(measure, cells)
    shades = _ASCII_SHADES if ascii_only(console) else _SHADES
    rows: list[tuple[str | Text, ...]] = []
    for value in down.values:
        row = [value]
        for other in across.values:
            cell = by_values.get((value, other))  # none if the sweep stopped before it
            if cell is None or cell.measured is None:
                row.append("-" if cell else "")
                continue
            shade = shades[min(len(shades) - 1, int(cell.measured / (largest or 1) * len(shades)))]
            row.append(f"{_number(measure, cell.measured)} {shade * 2}")
        rows.append(tuple(row))
    return table(console, "", ("", *across.values), rows)


def sweep_rows(variables: Sequence[Variable], measure: Measure, cells: Sequence[Cell]) -> list[dict[str, Any]]:
    """One plain row for each combination."""
    return [
        {
            **{one.name: value for one, value in zip(variables, cell.values, strict=True)},
            "measure": measure.kind,
            "side": measure.side,
            "value": None if cell.measured is None else float(cell.measured),
            "method": "" if cell.odds is None else type(cell.odds.how).__name__.lower(),
            "refused": cell.refused,
        }
        for cell in cells
    ]


def sweep_csv(rows: Sequence[dict[str, Any]]) -> str:
    return as_csv([rows[0].keys(), *(row.values() for row in rows)]) if rows else ""
