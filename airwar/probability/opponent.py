"""A computer opponent: plays a side by what follows from each answer, as far as it can be worked out in about a second.

A battle won gains a hundred points, and one lost costs as many; a unit that the enemy loses gains its value, and one of its own
costs it. If the whole turn can be solved with all decisions of the side left open, the answer is the best there is against
the policies of the others. Otherwise the battle at hand is solved in that way, for its cost to both sides; and if that is too
large too, the turn is sampled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from airwar.choices.script import Script
from airwar.engine.moves import End, Position, Return
from airwar.engine.questions import Allotment, Choice, answer_key
from airwar.engine.walk import Walk
from airwar.errors import AirwarError, Endless, Unanswered
from airwar.probability import budget as limits
from airwar.probability.budget import Budget, TooMany
from airwar.probability.forecast import situation_at, with_policies
from airwar.probability.graph import graph_of
from airwar.probability.nodes import Decision, answers_to
from airwar.probability.prospects import CANNOT_TELL, Comparison, Prospect, against
from airwar.probability.values import VICTORY, Advice, costs_at
from airwar.rulesets.ruleset import AnyRuleset

BEST, STEADY, RECKLESS, CAUTIOUS = "best", "steady", "reckless", "cautious"
OWN_LOSSES = {BEST: Fraction(1), RECKLESS: Fraction(1, 3), CAUTIOUS: Fraction(3)}  # how much own losses count against enemy losses


class Opponent:
    """Answers for a side. What it works out serves its later answers too."""

    def __init__(self, ruleset: AnyRuleset, script: Script, level: str = BEST) -> None:
        self.ruleset = ruleset
        self.script = script
        self.level = level

    def answer(self, walk: Walk, question: Choice | Allotment) -> Any:
        """Its answer to the pending question of a walk: the usual one unless another is worth more."""
        if self.level == STEADY:
            return question.default
        answers = answers_to(question)
        worth = self.worth(walk, question)
        usual = answer_key(question.default)
        return max(
            (answer for _, answer in answers if answer_key(answer) in worth),
            key=lambda answer: (worth[answer_key(answer)], answer_key(answer) == usual),
            default=question.default,
        )

    def worth(self, walk: Walk, question: Choice | Allotment, beside: Any = None) -> Mapping[Any, Fraction]:
        """What each answer is worth to the one who decides, in points; empty if nothing can be said.

        `beside`: the key of an answer; of the others, only those that a sample can tell from it.
        """
        try:
            for whole in (True, False):
                found = self._solved(walk, question, whole)
                if found:
                    return found
            return self._sampled(walk, question, beside)
        except (AirwarError, TooMany):
            return {}

    def _solved(self, walk: Walk, question: Choice | Allotment, whole: bool) -> dict[Any, Fraction]:
        """Solves the whole turn or the battle at hand by backward induction. Empty if it is too large."""
        costs = costs_at(self.ruleset, walk, question.by)
        script = with_policies(self.script, facts=walk.facts)

        def ours(by: str) -> bool:
            return costs.party(by) == costs.me

        def value(move: End | Return[Any]) -> Fraction:
            return costs.points(move, OWN_LOSSES[self.level])

        def wants_high(node: Decision) -> bool:
            return ours(node.question.by)

        graph = graph_of(script, lambda key, by: ours(by))
        advice = Advice(graph, value, wants_high, Budget(limits.MOST_ADVICE_EDGES, limits.OPPONENT_EXACT))
        found: dict[Any, Fraction] = {}
        try:
            for _, answer in answers_to(question):
                first, scope, round_, _ = walk.here(answer)
                try:
                    start = graph.start(first if whole else Position(first.step, first.args), scope, round_)
                    found[answer_key(answer)] = advice.of(start)
                except Unanswered:
                    continue
        except (TooMany, Endless):
            return {}
        return found

    def _sampled(self, walk: Walk, question: Choice | Allotment, beside: Any) -> dict[Any, Fraction]:
        script = with_policies(self.script, facts=walk.facts)
        party: Callable[[str], str] = partial(self.ruleset.party, walk.states[0])
        comparison = Comparison(self.ruleset, script, question.by, party)
        answers = answers_to(question)
        odds = comparison.of({name: situation_at(self.ruleset, script, walk, answer) for name, answer in answers})
        seen = {answer_key(answer): comparison.prospect(name, odds[name]) for name, answer in answers if name in odds}
        known = seen.get(beside)
        return {key: self._points(one) for key, one in seen.items() if known in (None, one) or against(one, known) != CANNOT_TELL}

    def _points(self, one: Prospect) -> Fraction:
        """What an option is worth, as in `Costs.points`."""
        lost = sum((one.odds.share(ways) for end, ways in one.odds.ways.items() if end.winner), Fraction(0)) - one.wins
        return VICTORY * (one.wins - lost) + one.enemy_losses - OWN_LOSSES[self.level] * one.own_losses
