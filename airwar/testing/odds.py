"""Checks odds against two things that share only the steps with them: brute force, and battles that are walked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count, product
from math import sqrt
from typing import Any, NamedTuple, TypeAlias

from airwar.answers.chance import Scripted, derived_seed
from airwar.battle.battle import begin
from airwar.choices.script import Script
from airwar.engine.dice import Faces, Reading
from airwar.engine.moves import End, Position, Then, follow
from airwar.engine.questions import Asked
from airwar.engine.referee import Allotment, Choice, Decision, Referee, Roll
from airwar.probability.distribution import Distribution, Outcome, outcome_of
from airwar.probability.forecast import Situation, forecast, with_policies
from airwar.setup.loading import Scenario

Answers: TypeAlias = tuple[Any, ...]
_FAR = 6  # standard deviations


class FromTheStart(Referee):
    """Answers everything from one list of raw answers, with faces for dice; asks when it runs out."""

    def __init__(self, answers: Answers) -> None:
        self.answers = list(answers)

    def _next(self, question: Roll | Decision) -> Any:
        if not self.answers:
            raise Asked(question)
        return self.answers.pop(0)

    def roll(self, key: str, reading: Reading[Any], by: str = "") -> Any:
        return reading.read(self._next(Roll(self.full_key(key), "", reading, by)))

    def decide(self, question: Decision) -> Any:
        return self._next(question)

    def tell(self, make: Callable[..., Any], *args: Any) -> None:
        pass


def played(start: Then[Any], answers: Answers) -> End | Roll | Decision:
    """The end of a battle, or the question that these answers leave open."""
    referee = FromTheStart(answers)
    position = follow(start, None, referee)
    try:
        while isinstance(position, Position):
            position = follow(position.step(referee, *position.args), position.stack, referee)
    except Asked as asked:
        return asked.question
    return position


def _faces_of(roll: Roll) -> Iterator[Faces]:
    """Every combination of faces of a roll."""
    dice = roll.reading.dice
    return product(range(1, dice.sides + 1), repeat=dice.count)


class _Courses(NamedTuple):
    """The chance of every end that was reached, and the chance left in courses that were not followed to their end."""

    ends: dict[End, Fraction]
    rest: Fraction


def brute_force(start: Then[Any], script: Script) -> dict[End, Fraction]:
    """The chance of every end under a script. Only for battles that must end."""
    return _courses(start, script).ends


def _courses(start: Then[Any], script: Script, most: int | None = None) -> _Courses:
    """Follows every course of a battle under a script, the likeliest first; at most `most` of them, if given."""
    found: dict[End, Fraction] = {}
    number = count()
    waiting: list[tuple[Fraction, int, Answers]] = [(Fraction(-1), next(number), ())]
    followed = 0
    while waiting and (most is None or followed < most):
        minus, _, answers = heappop(waiting)
        reached = played(start, answers)
        followed += 1
        if isinstance(reached, End):
            found[reached] = found.get(reached, Fraction(0)) - minus
            continue
        answer = script.answer(reached)
        every = list(_faces_of(reached)) if answer is None and isinstance(reached, Roll) else [answer]
        assert every != [None], f"the script does not answer {reached.key}"
        for one in every:
            heappush(waiting, (minus / len(every), next(number), (*answers, one)))
    return _Courses(found, -sum((minus for minus, _, _ in waiting), Fraction(0)))


def legal(question: Choice | Allotment) -> list[Any]:
    """Every legal answer."""
    if isinstance(question, Choice):
        return list(question.options)
    ranges = [range(count + 1) for count in question.items.values()]
    answers = [dict(zip(question.items, counts, strict=True)) for counts in product(*ranges)]
    return [answer for answer in answers if question.refuses(answer) is None]


def leaves(start: Then[Any], depth: int) -> list[int]:
    """How many courses are possible after each number of answers: decisions times faces."""
    counts = []
    open_courses: list[Answers] = [()]
    for _ in range(depth):
        further: list[Answers] = []
        for answers in open_courses:
            reached = played(start, answers)
            if isinstance(reached, Roll):
                further += [(*answers, faces) for faces in _faces_of(reached)]
            elif isinstance(reached, Choice | Allotment):
                further += [(*answers, answer) for answer in legal(reached)]
        open_courses = further
        counts.append(len(open_courses))
    return counts


def _odds_of(scenario: Scenario) -> Distribution[Outcome]:
    """The odds that the command prints, exact if that is possible in a second."""
    script = with_policies(scenario.script, lenient=False)
    return forecast(Situation(scenario.ruleset, script, scenario.start))


def check_brute_force(scenario: Scenario, most: int = 3_000) -> Fraction:
    """Checks that no chance is below what brute force found, or above that plus the rest; returns the share it followed.

    A battle that brute force follows to every end must have exactly these chances.
    """
    script = with_policies(scenario.script, lenient=False)
    reached, rest = _courses(scenario.start, script, most)
    found: dict[Outcome, Fraction] = {}
    for end, chance in reached.items():
        outcome = outcome_of(scenario.ruleset, end)
        found[outcome] = found.get(outcome, Fraction(0)) + chance
    odds = _odds_of(scenario)
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
        result = _results_in(outcome_of(scenario.ruleset, end))
        counts[result] = counts.get(result, 0) + 1
    odds = _odds_of(scenario)
    chances: dict[str, Fraction] = {}
    for outcome, part in odds.chances().items():
        chances[_results_in(outcome)] = chances.get(_results_in(outcome), Fraction(0)) + part
    for result in {*counts, *chances}:
        chance, share = float(chances.get(result, 0)), counts.get(result, 0) / battles
        spread = sqrt(chance * (1 - chance) * (1 / battles + (1 / odds.total if odds.sampled else 0))) + 1 / battles
        assert abs(share - chance) <= _FAR * spread, f"{result}: {share:.1%} of {battles} battles, {chance:.1%} by the odds"


def _results_in(outcome: Outcome) -> str:
    """The results of all battles in a fixed order; for a single battle, its result."""
    return "; ".join(f"{name}: {result}" for name, result in sorted(outcome.battles)) or outcome.result
