"""The battle at hand: the innermost procedure under way, solved by itself for each answer to the pending question.

Where that is a phase that is too large, and the question is about the battle that comes next in it, it is that battle.

A whole turn takes seconds to explore, the battle at hand a few milliseconds, and that battle is what the player asks about.
If what a procedure returns has a `result`, that is its result; what it cost is in the standing that it leaves behind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeGuard

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
from airwar.probability.graph import Graph, graph_of
from airwar.probability.nodes import Called, Decision, Final, Node
from airwar.probability.solve import Solver
from airwar.probability.values import Advice, Costs, costs_at
from airwar.rulesets.ruleset import AnyRuleset


@dataclass(frozen=True)
class AtHand:
    """The exact outcome of the battle at hand after one answer."""

    option: str
    results: dict[str, Fraction]  # the likeliest first; empty if the procedure is not a battle
    own_losses: Fraction
    enemy_losses: Fraction
    value: Fraction | None = None  # for the one who decides, if both sides play their best to its end


@dataclass
class BattleAtHand:
    """The innermost procedure under way, cut off from its callers."""

    ruleset: AnyRuleset
    script: Script
    walk: Walk
    question: Choice | Allotment
    budget: Budget = field(default_factory=lambda: Budget(seconds=limits.PROMPT_AT_HAND))

    def __post_init__(self) -> None:
        self.costs = costs_at(self.ruleset, self.walk, self.question.by)

    @property
    def is_the_whole(self) -> bool:
        """Whether this procedure has no caller: it is the whole turn."""
        return self.walk.here().first.stack is None

    def after(self, answers: list[tuple[str, Any]]) -> list[AtHand]:
        """The outcome after each of these answers, by name. Empty if it is too large, or tells nothing by itself."""
        graph = graph_for(self.ruleset, self.script)
        found: list[AtHand] = []
        with paused(), suppress(TooMany, Endless):
            firsts = dict(self._first_nodes(graph, answers))
            try:
                found = self._each(firsts, self._rest, Solver(graph, self.budget))
            except TooMany:
                if any(self._is_ahead(node) for node in firsts.values()):
                    found = self._each(firsts, self._next_battle, Solver(graph, Budget(seconds=limits.PROMPT_AT_HAND)))
        alike = len({(one.own_losses, one.enemy_losses) for one in found}) == 1
        return [] if alike and not any(one.results for one in found) else found

    def _each(self, firsts: Mapping[str, Node], solved: Callable[[Solver, str, Node], AtHand], solver: Solver) -> list[AtHand]:
        """What each answer comes to, unless something has to be known for that."""
        found = []
        for name, node in firsts.items():
            with suppress(Unanswered):
                found.append(solved(solver, name, node))
        return found

    def _first_nodes(self, graph: Graph, answers: list[tuple[str, Any]]) -> Iterator[tuple[str, Node]]:
        """Where each answer leads first, unless something has to be known for that."""
        for name, answer in answers:
            first, scope, round_, _ = self.walk.here(answer)
            with suppress(Unanswered):
                yield name, graph.start(Position(first.step, first.args), scope, round_)[0]

    def _is_ahead(self, node: Node) -> TypeGuard[Called]:
        """Whether a battle begins here that has the keys of the question: it is about this battle."""
        return isinstance(node, Called) and node.caller.scope == self.walk.scope

    def _rest(self, solver: Solver, name: str, node: Node) -> AtHand:
        """The procedure under way to its end."""
        return self._of(name, solver.table(node).outcomes, self.costs)

    def _next_battle(self, solver: Solver, name: str, node: Node) -> AtHand:
        """The battle that begins, to its end. Where none begins, it has neither result nor losses."""
        if not self._is_ahead(node):
            return AtHand(name, {}, Fraction(0), Fraction(0))
        costs = costs_at(self.ruleset, self.walk, self.question.by, (node.caller.keep,))
        return self._of(name, solver.table(node.first[0]).outcomes, costs)

    def _of(self, name: str, outcomes: list[tuple[Final, int]], costs: Costs) -> AtHand:
        total = sum(ways for _, ways in outcomes)
        results: Counter[str] = Counter()
        lost: Counter[tuple[Fraction, Fraction]] = Counter()
        for final, ways in outcomes:
            results[final.move.result if isinstance(final.move, End) else getattr(final.move.value, "result", "")] += ways
            lost[costs.of(final.move)] += ways
        own, enemy = (sum((cost[side] * ways for cost, ways in lost.items()), Fraction(0)) / total for side in (0, 1))
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
