"""What-ifs without a file: a scenario with some of its values set, and odds over a range of values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from fractions import Fraction
from itertools import product
from pathlib import Path

from airwar.choices.grammar import read_script
from airwar.choices.script import Entry
from airwar.errors import AirwarError, BadScenario
from airwar.loading import Scenario, find, playable
from airwar.odds.distribution import Distribution, Outcome, Party
from airwar.odds.forecast import Situation, forecast, with_policies
from airwar.rulesets.ruleset import AnyRuleset
from airwar.scenario.chart_files import beside
from airwar.scenario.edit import Set, edited, known_keys, takes_new_keys
from airwar.scenario.problems import did_you_mean
from airwar.scenario.reader import read_file, read_text

TYPED = "--policy"  # the file name of a policy typed on the command line
MOST_CELLS = 10_000  # of a sweep


class BadSetting(AirwarError):
    """A setting that is not written like one, or that sets what the scenario does not have."""

    exit_code = 2


@dataclass(frozen=True)
class Variable:
    """A value of a scenario, and what it is to be in turn."""

    name: str  # as it was typed: units.fliegerkorps-ii.count
    paths: tuple[tuple[str, ...], ...]  # several are set to the same value
    values: tuple[str, ...]


def setting(text: str) -> Set:
    """`units.fliegerkorps-ii.count=6`."""
    path, equals, value = text.partition("=")
    if not equals or not value.strip() or not all(path.strip().split(".")):
        raise BadSetting(f"{text!r} is not a setting; write it like units.fliegerkorps-ii.count=6")
    return Set(tuple(path.strip().split(".")), value.strip())


def variable(text: str) -> Variable:
    """`units.fliegerkorps-ii.count=2..12`, or `=2,4,8`, or `=2..12/2` for every other number.

    Several values that change together are joined by +: `units.fliegerkorps-ii.count+counterair.1.with.fliegerkorps-ii=2..12`.
    """
    names, _, span_text = text.partition("=")
    every = [setting(f"{name}={span_text}") for name in names.split("+")]
    typed = every[0]
    span = re.fullmatch(r"(\d{1,6})\.\.(\d{1,6})(?:/(\d{1,6}))?", typed.value)
    if span:
        first, last, step = int(span[1]), int(span[2]), int(span[3] or 1)
        if last < first or not step:
            raise BadSetting(f"{text!r}: expected a range from low to high, such as 2..12")
        values: Sequence[str] = [str(number) for number in range(first, last + 1, step)]
    else:
        values = [value.strip() for value in typed.value.split(",") if value.strip()]
    return Variable(names.strip(), tuple(one.path for one in every), tuple(values))


def read_policies(policies: Iterable[str], ruleset: AnyRuleset) -> tuple[Entry, ...]:
    """The policies of a command line: typed as KEY=ANSWER, or from files in the format of `choices`."""
    entries: list[Entry] = []
    for said in policies:
        key, equals, answer = said.partition("=")
        if Path(said).is_file():
            text, name = Path(said).read_text(encoding="utf-8", errors="replace"), said
        elif equals and key.strip() and answer.strip():
            text, name = f"{json.dumps(key.strip())}: {answer}\n", f"{TYPED} {said}"
        else:
            raise BadSetting(f"--policy {said!r} is neither KEY=ANSWER nor the name of a file")
        entries += read_script(text, name, ruleset.questions).entries
    return tuple(entries)


def with_policies_typed(scenario: Scenario, policies: Iterable[str]) -> Scenario:
    """The scenario with policies before its own choices. Dice cannot be fixed like that: a log would not show it."""
    further = read_policies(policies, scenario.ruleset)
    if any(entry.has_dice for entry in further):
        raise BadSetting("--policy answers decisions; dice are fixed in the scenario's choices")
    return replace(scenario, script=replace(scenario.script, entries=(*further, *scenario.script.entries))) if further else scenario


def with_settings(name: str, settings: Iterable[str | Set]) -> Scenario:
    """A scenario with these values set, checked like any file. Its text, and so its log, has them."""
    path = find(name)
    text, _ = read_file(path)
    changed = edited_text(text, [setting(one) if isinstance(one, str) else one for one in settings])
    return playable(changed, read_text(changed, str(path)), path.name, str(path), beside(path))


def edited_text(text: str, settings: Iterable[Set]) -> str:
    """The text with the settings in it. Each must name something that the text has, or a new key of it."""
    settings = tuple(settings)
    for one in settings:
        check_path(text, one)
    return edited(text, settings)


def check_path(text: str, one: Set) -> None:
    """Refuses a setting whose place the scenario does not have."""
    for depth in range(len(one.path)):
        known = known_keys(text, one.path[:depth])
        added = depth == len(one.path) - 1 and takes_new_keys(text, one.path[:depth])
        if one.path[depth] not in known and not added:
            near = get_close_matches(one.path[depth], known, 1)
            place = ".".join(one.path[:depth]) or "the scenario"
            raise BadSetting(f"{place} has no {one.path[depth]!r}{did_you_mean(near[0] if near else None)}")


# a sweep


@dataclass(frozen=True)
class Cell:
    """The odds for one value of each variable."""

    values: tuple[str, ...]
    odds: Distribution[Outcome] | None = None
    measured: Fraction | None = None
    refused: str = ""  # why the scenario cannot be played like that

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
            return odds.wins(self.side, self._party(scenario))
        if self.kind == "losses":
            return odds.expected_losses(self.side, scenario.ruleset.worth, self._party(scenario))[0]
        return sum((share for result, share in odds.results().items() if result == self.kind), Fraction(0))

    @staticmethod
    def _party(scenario: Scenario) -> Party:
        return lambda by: scenario.ruleset.party(scenario.start.state, by)


def sweep(name: str, variables: Sequence[Variable], measure: Measure, further: tuple[Entry, ...] = ()) -> Iterator[Cell]:
    """The odds for every combination of values, in order."""
    cells = 1
    for one in variables:
        cells *= len(one.values)
    if cells > MOST_CELLS:
        raise BadSetting(f"{cells:,} combinations; expected at most {MOST_CELLS:,}")
    for values in product(*(one.values for one in variables)):
        try:
            scenario = with_settings(
                name, [Set(path, value) for one, value in zip(variables, values, strict=True) for path in one.paths]
            )
        except BadScenario as bad:
            yield Cell(values, refused=bad.problems[0].text)
            continue
        script = with_policies(scenario.script, further, lenient=True)
        odds = forecast(Situation(scenario.ruleset, script, scenario.start))
        yield Cell(values, odds, measure.of(scenario, odds))
