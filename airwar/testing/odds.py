"""Checks odds against two things that share only the steps with them: brute force, and battles that are walked."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from airwar.answers.chance import derived_seed
from airwar.answers.script import Scripted
from airwar.battle.battle import begin
from airwar.probability.distribution import Distribution, Outcome, outcome_of
from airwar.probability.forecast import Situation, forecast, with_policies
from airwar.setup.loading import Scenario
from airwar.testing.brute_force import courses

FAR = 6  # standard deviations


def odds_of(scenario: Scenario) -> Distribution[Outcome]:
    """The odds that the command prints, exact if that is possible in a second."""
    script = with_policies(scenario.script, lenient=False)
    return forecast(Situation(scenario.ruleset, script, scenario.start))


def check_brute_force(scenario: Scenario, most: int = 3_000) -> Fraction:
    """Checks that no chance is below what brute force found, or above that plus the rest; returns the share it followed.

    A battle that brute force follows to every end must have exactly these chances.
    """
    script = with_policies(scenario.script, lenient=False)
    reached, rest = courses(scenario.start, script, most)
    found: dict[Outcome, Fraction] = {}
    for end, chance in reached.items():
        outcome = outcome_of(scenario.ruleset, end)
        found[outcome] = found.get(outcome, Fraction(0)) + chance
    odds = odds_of(scenario)
    if odds.sampled:
        return Fraction(0)
    error = Fraction(odds.error)
    chances = odds.chances()
    for outcome in {*chances, *found}:
        least, chance = found.get(outcome, Fraction(0)), chances.get(outcome, Fraction(0))
        assert least - error <= chance <= least + rest + error, f"{outcome}: {chance}, by brute force {least} and up to {rest} more"
    return 1 - rest


def check_walked(scenario: Scenario, battles: int = 200) -> None:
    """Checks that battles walked step by step, with their logs, come out as the odds say."""
    counts: dict[str, int] = {}
    for run in range(battles):
        battle = begin(scenario, None, derived_seed(3, run))
        end = battle.walk(Scripted(with_policies(scenario.script, lenient=False), battle.dice)).run()
        result = results_in(outcome_of(scenario.ruleset, end))
        counts[result] = counts.get(result, 0) + 1
    odds = odds_of(scenario)
    chances: dict[str, Fraction] = {}
    for outcome, part in odds.chances().items():
        chances[results_in(outcome)] = chances.get(results_in(outcome), Fraction(0)) + part
    for result in {*counts, *chances}:
        chance, share = float(chances.get(result, 0)), counts.get(result, 0) / battles
        spread = sqrt(chance * (1 - chance) * (1 / battles + (1 / odds.total if odds.sampled else 0))) + 1 / battles
        assert abs(share - chance) <= FAR * spread, f"{result}: {share:.1%} of {battles} battles, {chance:.1%} by the odds"


def results_in(outcome: Outcome) -> str:
    """The results of all battles in a fixed order; for a single battle, its result."""
    return "; ".join(f"{name}: {result}" for name, result in sorted(outcome.battles)) or outcome.result
