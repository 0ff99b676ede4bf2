"""The options of a pending question side by side: what follows from each, and which are no worse than the best.

Exact odds are tried first. Options that are too large for that are sampled: all of them a little, then the better half again
with the time that is left, and so on. Every option is sampled with the same dice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import inf, sqrt
from typing import Any

from airwar.choices.script import Script
from airwar.engine.questions import Allotment, Choice
from airwar.engine.walk import Walk
from airwar.errors import Unanswered
from airwar.probability import budget as limits
from airwar.probability.at_hand import AtHand, BattleAtHand
from airwar.probability.best import graph_for
from airwar.probability.budget import Budget, TooMany
from airwar.probability.distribution import Distribution, Outcome, Party, Z
from airwar.probability.forecast import Situation, exact, of_battles, sampler_at, situation_at
from airwar.probability.nodes import answers_to, every_answer
from airwar.probability.sample import Sample
from airwar.rulesets.ruleset import AnyRuleset, Tally

SEED = 1  # the seed of the dice with which every option is sampled
FAILURES, LATER = 2, 0.1  # once this many options prove too large for exact odds, the rest get only this share of the time
ROUNDING = 1e-9
ENOUGH = 100  # the fewest sampled turns with which an option can be compared with others


@dataclass(frozen=True)
class Prospect:
    """What follows from one option."""

    option: str
    odds: Distribution[Outcome]
    wins: Fraction
    own_losses: Fraction
    enemy_losses: Fraction
    margin: float = 0.0  # half the 95 % interval of enemy losses minus own, if sampled
    value: Fraction | None = None  # for the one who decides, if both sides play their best from there on

    @property
    def net(self) -> Fraction:
        """Enemy losses minus own."""
        return self.enemy_losses - self.own_losses

    @property
    def rank(self) -> tuple[Fraction, Fraction]:
        """For sorting: the better option has the higher chance to win, then the better losses."""
        return self.wins, self.net

    @property
    def too_few(self) -> bool:
        """Whether there are too few sampled turns to compare it with another option."""
        return self.odds.sampled and self.odds.total < ENOUGH

    def interval(self) -> tuple[float, float]:
        """The interval in which the chance to win lies."""
        return self.odds.interval(self.wins) if self.odds.sampled else (float(self.wins), float(self.wins))


BEST, NO_DIFFERENCE, LOSSES_DIFFER, CANNOT_TELL = "best", "no difference", "losses differ", "cannot tell"
BEST_OF_THESE = "best of these"


def best_first(found: Sequence[Prospect], complete: bool = True) -> list[tuple[Prospect, str]]:
    """The options, best first, and how each compares with the first. The first is "best" if certainly no worse than any other.

    `complete`: these are all options. Otherwise the first is only the best of these, and a single one gets no remark.
    """
    first, *others = sorted(found, key=lambda one: one.rank, reverse=True)
    compared = [(one, against(first, one)) for one in others]
    said = {said for _, said in compared}
    best = BEST if complete else BEST_OF_THESE if others else ""
    return [(first, CANNOT_TELL if CANNOT_TELL in said else NO_DIFFERENCE if said == {NO_DIFFERENCE} else best), *compared]


def against(best: Prospect, other: Prospect) -> str:
    """How an option compares with the best. Overlapping intervals decide nothing; only equal exact figures mean no difference."""
    if best.too_few or other.too_few:
        return CANNOT_TELL
    if other.interval()[1] < best.interval()[0] - ROUNDING:
        return ""
    apart = abs(float(best.net - other.net)) > best.margin + other.margin + ROUNDING
    if apart:
        return LOSSES_DIFFER
    return CANNOT_TELL if best.odds.sampled or other.odds.sampled else NO_DIFFERENCE


def all_equal(found: Sequence[Prospect]) -> bool:
    """Whether several options have the same exact figures, which then do not help to decide."""
    figures = {(one.wins, one.own_losses, one.enemy_losses, one.value) for one in found}
    return len(found) > 1 and len(figures) == 1 and not any(one.odds.sampled for one in found)


def prospects(ruleset: AnyRuleset, script: Script, walk: Walk, question: Choice | Allotment, preset: Any = None) -> list[Prospect]:
    """What follows from each option of a pending question. Nothing is logged and no die is rolled."""
    return Outlook(ruleset, script, walk, question, preset).look()


class Outlook:
    """What follows from each option of a pending question: in the battle at hand, and in the whole turn.

    `preset`: the answer that Enter gives, if it is not the rule's default. Options are left out if they lead to a question
    that only the table can answer; or, if there are very many, because the time is up.
    """

    def __init__(self, ruleset: AnyRuleset, script: Script, walk: Walk, question: Choice | Allotment, preset: Any = None) -> None:
        self.answers = answers_to(question, preset)
        self.has_others = isinstance(question, Allotment) and every_answer(question) is None  # answers that are not compared
        battle = BattleAtHand(ruleset, script, walk, question)
        self.values = battle.advised()
        self.at_hand = [self._advised(one) for one in battle.after(self.answers)]
        self.comparison = Comparison(ruleset, script, question.by, partial(ruleset.party, walk.states[0]))
        options = {name: situation_at(ruleset, script, walk, answer) for name, answer in self.answers}
        self.options = dict(sorted(options.items(), key=lambda item: not item[0].startswith("[")))

    def look(self) -> list[Prospect]:
        """The whole turn after each option. Where it is sampled, another look adds to the sample."""
        found = self.comparison.of(self.options)
        return [self.comparison.prospect(name, found[name], self._value(answer)) for name, answer in self.answers if name in found]

    def _value(self, answer: Any) -> Fraction | None:
        return self.values.get(answer) if isinstance(answer, str) else None

    def _advised(self, one: AtHand) -> AtHand:
        return replace(one, value=self._value(dict(self.answers)[one.option]))


class Comparison:
    """The odds of several positions within the time of a prompt."""

    def __init__(self, ruleset: AnyRuleset, script: Script, by: str, party: Party) -> None:
        self.ruleset = ruleset
        self.by = by
        self.party = party
        self.graph = graph_for(ruleset, script)
        self.solved: dict[str, Distribution[Outcome]] = {}
        self.large: dict[str, Situation] = {}  # the options that are sampled
        self.samples: dict[str, Sample] = {}
        self.budget = Budget(seconds=0)

    def of(self, options: Mapping[str, Situation]) -> dict[str, Distribution[Outcome]]:
        """The odds of each option, by name. What was sampled before is sampled further."""
        self.budget = Budget(seconds=limits.PROMPT_EXACT + limits.PROMPT_SAMPLE)
        unanswered: Unanswered | None = None
        for name, at in options.items():
            if name in self.solved or name in self.large:
                continue
            share = (1 if len(self.large) < FAILURES else LATER) / len(options)
            try:
                self.solved[name] = exact(at, self.graph, Budget(seconds=limits.PROMPT_EXACT * share))
            except TooMany:
                self.large[name] = at
            except Unanswered as missing:
                unanswered = missing
        if unanswered and not self.solved and not self.large:
            raise unanswered
        if not self.large:
            return self.solved
        return self.solved | self.sampled(self.large, max(1, limits.FEWEST_SAMPLES // len(options)))

    def sampled(self, options: Mapping[str, Situation], fewest: int) -> dict[str, Distribution[Outcome]]:
        """Samples all options, then the better half again, and again, until two are left or the time is up.

        The answer in brackets is always among them: that is the one to compare with.
        """
        samples, budget = self.samples, self.budget
        passes = max(1, (len(options) - 1).bit_length())
        for done, (name, at) in enumerate(options.items()):
            if done > 1 and not budget.seconds_left:
                break
            sample = samples.get(name) or Sample(sampler_at(at, self.graph), SEED)
            with suppress(Unanswered):
                sample.fight(limits.SAMPLES, budget.seconds_left / passes / (len(options) - done), fewest)
                samples[name] = sample
        odds = {name: of_battles(options[name], sample.ends()) for name, sample in samples.items()}
        for left in range(passes - 1, 0, -1):
            ranked = sorted(odds, key=lambda name: self.prospect(name, odds[name]).rank, reverse=True)
            most = max(2, len(samples) >> (passes - left))
            better = [*ranked[:most], *(name for name in ranked[most:] if name.startswith("["))]
            for at_work, name in enumerate(better):
                if budget.seconds_left:
                    samples[name].fight(limits.SAMPLES, budget.seconds_left / left / (len(better) - at_work), fewest=1)
                    odds[name] = of_battles(options[name], samples[name].ends())
        return odds

    def prospect(self, name: str, odds: Distribution[Outcome], value: Fraction | None = None) -> Prospect:
        """An option with its odds."""
        own, enemy = odds.expected_losses(self.by, self.ruleset.worth, self.party)
        return Prospect(name, odds, odds.wins(self.by, self.party), own, enemy, self.margin(odds), value)

    def margin(self, odds: Distribution[Outcome]) -> float:
        """Half the 95 % interval of enemy losses minus own; infinite for too few turns."""
        if not odds.sampled:
            return 0.0
        if odds.total < ENOUGH:
            return inf
        net = partial(net_losses, self.ruleset, self.by, self.party)
        chances = [(float(net(outcome.tallies)), ways / odds.total) for outcome, ways in odds.ways.items()]
        middle = sum(value * chance for value, chance in chances)
        return Z * sqrt(sum(chance * (value - middle) ** 2 for value, chance in chances) / odds.total)


def net_losses(ruleset: AnyRuleset, by: str, party: Party, tallies: Iterable[Tally]) -> Fraction:
    """What the enemies of a side have lost minus what its own party has, by unit value."""
    me = party(by)
    lost = [(party(tally.side) == me, ruleset.worth(tally.unit) * tally.lost) for tally in tallies]
    return sum((-cost if own else cost for own, cost in lost), Fraction(0))
