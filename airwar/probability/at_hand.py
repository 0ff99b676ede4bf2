"""The battle at hand: the battle that a question is about, solved by itself for each answer.

In a battle it is the innermost procedure under way, to its end. In a phase of the turn it is the battle that has the keys of the
question, as if it were fought next: the raid that somebody sends units to, or opposes. An answer may lead to no such battle. An
order (which base is raided next?) is about no battle yet, and neither is anything else that a phase asks: a phase may fight
several battles, and what all of them come to is the whole turn's matter.

A whole turn takes seconds to explore, the battle at hand a few milliseconds, and that battle is what the player asks about.
If what a procedure returns has a `result`, that is its result; what it cost is in the standing that it leaves behind. What
else it leaves, such as who aborted, is worked out only for a procedure that calls others (`Referee.by_itself`).
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from airwar.choices.script import Script
from airwar.engine.collector import paused
from airwar.engine.moves import End, Position
from airwar.engine.questions import Allotment, Choice
from airwar.engine.walk import Walk
from airwar.errors import Endless, Unanswered
from airwar.probability import budget as limits
from airwar.probability.best import graph_for
from airwar.probability.budget import Budget, TooMany
from airwar.probability.distribution import likeliest_first
from airwar.probability.graph import CallsOthers, Graph, graph_of
from airwar.probability.nodes import Called, Decision, Final, Node
from airwar.probability.solve import Solver
from airwar.probability.values import Advice, Costs, Losses, costs_at
from airwar.rulesets.ruleset import AnyRuleset


@dataclass(frozen=True)
class AtHand:
    """The exact outcome of the battle at hand after one answer."""

    option: str
    results: dict[str, Fraction]  # the likeliest first; empty if the procedure has none
    own_losses: Fraction
    enemy_losses: Fraction
    value: Fraction | None = None  # for the one who decides, if both sides play their best to its end
    fought: bool = True  # whether the answer leads to the battle at all


@dataclass
class BattleAtHand:
    """The battle that a question is about, cut off from the rest of the turn."""

    ruleset: AnyRuleset
    script: Script
    walk: Walk
    question: Choice | Allotment
    budget: Budget = field(default_factory=lambda: Budget(seconds=limits.PROMPT_AT_HAND))

    def __post_init__(self) -> None:
        self.costs = costs_at(self.ruleset, self.walk, self.question.by)

    @property
    def is_one(self) -> bool:
        """Whether the question is about a battle: one is under way, or a phase asks about one that it will fight."""
        stack = self.walk.here().first.stack
        return stack is not None and not (self.question.optional and self.in_a_phase)

    @property
    def in_a_phase(self) -> bool:
        """Whether a phase of the turn is under way, and no battle."""
        stack = self.walk.here().first.stack
        return stack is not None and stack.back in self.ruleset.after_phases

    def after(self, answers: list[tuple[str, Any]]) -> list[AtHand]:
        """The outcome after each of these answers, by name. Empty if it is too large, or tells nothing by itself."""
        if not self.is_one:
            return []
        try:
            with paused():
                try:
                    found = self._found(answers, by_itself=not self.script.has_best)
                except CallsOthers:
                    found = self._found(answers, by_itself=False)
        except (TooMany, Endless):
            return []
        alike = len({(one.own_losses, one.enemy_losses) for one in found}) == 1
        return [] if alike and not any(one.results for one in found) else found

    def _found(self, answers: list[tuple[str, Any]], by_itself: bool) -> list[AtHand]:
        solver = Solver(graph_for(self.ruleset, self.script, by_itself), self.budget)
        found = []
        for name, answer in answers:
            with suppress(Unanswered):  # something has to be known for it
                found.append(self._solved(solver, name, answer))
        return found

    def _solved(self, solver: Solver, name: str, answer: Any) -> AtHand:
        """The battle to its end, after one answer."""
        first, scope, round_, _ = self.walk.here(answer)
        position = Position(first.step, first.args)
        if not self.in_a_phase:
            node, _ = solver.graph.start(position, scope, round_)
            return self._of(name, solver.table(node).outcomes, self.costs)
        battle = self._asked_about(self.phase.start(position, scope, round_)[0])
        if battle is None:
            return AtHand(name, {}, Fraction(0), Fraction(0), fought=False)
        costs = costs_at(self.ruleset, self.walk, self.question.by, (battle.caller.keep,))
        step, state = battle.call[:2]
        node, _ = solver.graph.start(Position(step, (state,)), battle.caller.scope, battle.caller.round)
        return self._of(name, solver.table(node).outcomes, costs)

    @cached_property
    def phase(self) -> Graph:
        """The phase that fights the battle."""
        return graph_for(self.ruleset, self.script)

    def _asked_about(self, node: Node) -> Called | None:
        """The battle with the keys of the question: the one that a phase comes to next, or one that it has announced."""
        scope = self.walk.scope
        if isinstance(node, Called) and node.caller.scope != scope:
            node, _ = self.phase.start(Position(self.ruleset.announced, (node.caller.keep, scope)))
        return node if isinstance(node, Called) and node.caller.scope == scope else None

    def _of(self, name: str, outcomes: list[tuple[Final, int]], costs: Costs) -> AtHand:
        total = sum(ways for _, ways in outcomes)
        results: Counter[str] = Counter()
        lost: Counter[Losses] = Counter()
        for final, ways in outcomes:
            results[final.move.result if isinstance(final.move, End) else getattr(final.move.value, "result", "")] += ways
            lost[costs.losses(final.move)] += ways
        own, enemy = (
            sum((costs.of_losses(losses)[side] * ways for losses, ways in lost.items()), Fraction(0)) / total for side in (0, 1)
        )
        chances = {} if "" in results else {result: Fraction(ways, total) for result, ways in results.items()}
        return AtHand(name, likeliest_first(chances), own, enemy)

    def advised(self) -> dict[str, Fraction]:
        """For a decision to stay or leave: what each option is worth, in enemy losses minus own, if both sides play their best."""
        question, script = self.question, self.script
        if not isinstance(question, Choice) or not script.is_stance(question.key):
            return {}

        def wants_high(node: Decision) -> bool:
            return self.costs.party(node.question.by) == self.costs.me

        graph = graph_of(script, lambda key, by: script.is_stance(key))
        advice = Advice(graph, self.costs.net, wants_high, Budget(limits.MOST_ADVICE_EDGES, limits.PROMPT_ADVICE))
        found = {}
        try:
            for option in question.options:
                first, scope, round_, _ = self.walk.here(option)
                found[option] = advice.of(graph.start(Position(first.step, first.args), scope, round_))
        except (TooMany, Endless, Unanswered):
            return {}
        return found
