"""Odds over a range of values: one cell for each combination, worked out here or by other workers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import inf, prod
from typing import NamedTuple

from airwar.batches.workers import Workers, in_order
from airwar.errors import BadScenario
from airwar.probability.distribution import Distribution, Outcome
from airwar.probability.forecast import Situation, forecast, with_policies
from airwar.scenario.edit import Set
from airwar.setup.loading import Scenario, Source
from airwar.setup.overrides import (
    BadSetting,
    ScenarioAsText,
    Variable,
    edited_source,
    edited_text,
    entries_of,
    policy_texts,
    text_of,
)

_MOST_CELLS = 10_000
MOST_EDGES = 150_000  # positions of a cell that must come out the same on every machine, however fast


@dataclass(frozen=True)
class Cell:
    """The odds for one value of each variable."""

    values: tuple[str, ...]
    odds: Distribution[Outcome] | None = None
    measured: Fraction | None = None
    refused: str = ""  # why the scenario cannot be played with these values

    @property
    def sampled(self) -> bool:
        return self.odds is not None and self.odds.sampled


@dataclass(frozen=True)
class Measure:
    """What a sweep measures: the chance that a side wins, its expected losses, or the chance of a result."""

    kind: str
    side: str = ""

    def of(self, scenario: Scenario, odds: Distribution[Outcome]) -> Fraction:
        if self.kind == "win":
            return odds.wins(self.side, scenario.party)
        if self.kind == "losses":
            return odds.expected_losses(self.side, scenario.ruleset.worth, scenario.party)[0]
        return sum((share for result, share in odds.results().items() if result == self.kind), Fraction(0))


class _CellWork(NamedTuple):
    """A cell to be worked out. With `runs` it comes out the same on every machine; without, it takes about a second."""

    values: tuple[str, ...]
    scenario: ScenarioAsText
    policies: tuple[tuple[str, str], ...]
    measure: Measure
    runs: int | None
    seed: int


def sweep(
    name: str,
    variables: Sequence[Variable],
    measure: Measure,
    policies: Sequence[str] = (),
    runs: int | None = None,
    seed: int = 1,
    executor: Workers | None = None,
    jobs: int = 1,
    settings: Sequence[str] = (),
) -> Iterator[Cell]:
    """The odds for every combination of values, in order.

    `runs`: battles to sample where exact odds have too many positions. `executor` does the work, if given. `settings`: other
    values of the scenario, the same in every cell.
    """
    cells = prod(len(one.values) for one in variables)
    if cells > _MOST_CELLS:
        raise BadSetting(f"{cells:,} combinations; expected at most {_MOST_CELLS:,}")
    texts = policy_texts(policies)
    source = edited_source(name, settings)
    works = (
        _CellWork(values, _varied(source, variables, values), texts, measure, runs, seed)
        for values in product(*(one.values for one in variables))
    )
    return map(_worked_out, works) if executor is None else in_order(executor, _worked_out, _is_worked_out, works, jobs)


def _varied(source: Source, variables: Sequence[Variable], values: Sequence[str]) -> ScenarioAsText:
    """A scenario with one value of each variable; it may turn out to be unplayable."""
    settings = [Set(path, value) for one, value in zip(variables, values, strict=True) for path in one.paths]
    return text_of(source.edited(edited_text(source.text, settings)))


def _worked_out(work: _CellWork) -> Cell:
    """Works out a cell."""
    try:
        scenario = work.scenario.scenario()
    except BadScenario as bad:
        return Cell(work.values, refused=bad.problems[0].text)
    script = with_policies(scenario.script, entries_of(work.policies, scenario.ruleset), lenient=True)
    at = Situation(scenario.ruleset, script, scenario.start)
    if work.runs is None:
        odds = forecast(at, seed=work.seed)
    else:
        odds = forecast(at, runs=work.runs, seed=work.seed, edges=MOST_EDGES, seconds=inf)
    return Cell(work.values, odds, work.measure.of(scenario, odds))


def _is_worked_out(work: _CellWork, cell: Cell) -> bool:
    """Whether this is the cell that was to be worked out. A worker elsewhere could send anything."""
    return isinstance(cell, Cell) and cell.values == work.values
