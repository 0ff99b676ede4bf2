"""The battle at hand: the innermost procedure under way, solved by itself for each answer to the pending question.

Where that is a phase with several battles, and the answer is about the one that comes next, it is that battle.

A whole turn takes seconds to explore, the battle at hand a few milliseconds, and that battle is what the player asks about.
If what a procedure returns has a `result`, that is its result; what it cost is in the standing that it leaves behind.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any

from airwar.choices.script import Script
from airwar.engine.collector import paused
from airwar.engine.moves import End, Position, Return
from airwar.engine.questions import Allotment, Choice
from airwar.engine.walk import Walk
from airwar.errors import Endless, Unanswered
from airwar.probability import budget as limits
from airwar.probability.advise import Advice
from airwar.probability.budget import Budget, TooMany
from airwar.probability.distribution import likeliest_first
from airwar.probability.graph import Graph, graph_of
from airwar.probability.nodes import Called, Decision, Final, Node
from airwar.probability.solve import Solver
from airwar.rulesets.ruleset import ELIMINATED, AnyRuleset, Tally


@dataclass(frozen=True)
class AtHand:
    """The exact outcome of the battle at hand after one answer."""

    option: str
    results: dict[str, Fraction]  # the likeliest first; empty if the procedure is not a battle
    own_losses: Fraction
    enemy_losses: Fraction
    value: Fraction | None = None  # for the one who decides, if both sides play their best to its end


class Costs:
    """What the procedure under way costs the deciding side and its enemies, by unit value."""

    def __init__(self, ruleset: AnyRuleset, walk: Walk, by: str, keep: tuple[Any, ...] = ()) -> None:
        """`keep`: what the procedure under way keeps while it waits for one that it calls, whose costs are wanted."""
        self.ruleset = ruleset
        self.party = partial(ruleset.party, walk.states[0])
        self.me = self.party(by)
        position = walk.position
        self.callers = (position.states[:-1] if isinstance(position, Position) else ()) + keep
        self.before = self._lost(self.callers) if self.callers else (Fraction(0), Fraction(0))
        self.known: dict[End | Return[Any], tuple[Fraction, Fraction]] = {}

    def of(self, move: End | Return[Any]) -> tuple[Fraction, Fraction]:
        """Own and enemy losses if the procedure ends like this."""
        if move not in self.known:
            self.known[move] = self._of(move)
        return self.known[move]

    def net(self, move: End | Return[Any]) -> Fraction:
        """Enemy losses minus own."""
        own, enemy = self.of(move)
        return enemy - own

    def _of(self, move: End | Return[Any]) -> tuple[Fraction, Fraction]:
        if isinstance(move, End):
            own, enemy = self._sums(self.ruleset.tally(move.state))
        else:
            own, enemy = self._lost((*self.callers, move.value))
        return own - self.before[0], enemy - self.before[1]

    def _lost(self, states: tuple[Any, ...]) -> tuple[Fraction, Fraction]:
        rows = (row for row in self.ruleset.standing(states) if row.marks == ELIMINATED)
        return self._sums([Tally(row.side, row.name, row.count, row.count) for row in rows])

    def _sums(self, tallies: list[Tally]) -> tuple[Fraction, Fraction]:
        own = enemy = Fraction(0)
        for tally in tallies:
            lost = self.ruleset.worth(tally.unit) * tally.lost
            if self.party(tally.side) == self.me:
                own += lost
            else:
                enemy += lost
        return own, enemy


@dataclass
class BattleAtHand:
    """The innermost procedure under way, cut off from its callers."""

    ruleset: AnyRuleset
    script: Script
    walk: Walk
    question: Choice | Allotment
    budget: Budget = field(default_factory=lambda: Budget(seconds=limits.PROMPT_AT_HAND))

    def __post_init__(self) -> None:
        self.costs = Costs(self.ruleset, self.walk, self.question.by)

    @property
    def is_the_whole(self) -> bool:
        """Whether this procedure has no caller: it is the whole turn."""
        return self.walk.here().first.stack is None

    def after(self, answers: list[tuple[str, Any]]) -> list[AtHand]:
        """The outcome after each of these answers, by name. Empty if it is too large, or tells nothing by itself."""
        graph = graph_of(self.script)
        solver = Solver(graph, self.budget)
        found = []
        try:
            with paused():
                firsts = dict(self._first_nodes(graph, answers))
                ahead = any(self._is_ahead(node) for node in firsts.values())
                for name, node in firsts.items():
                    with suppress(Unanswered):
                        found.append(self._next_battle(solver, name, node) if ahead else self._rest(solver, name, node))
        except (TooMany, Endless):
            return []
        alike = len({(one.own_losses, one.enemy_losses) for one in found}) == 1
        return [] if alike and not any(one.results for one in found) else found

    def _first_nodes(self, graph: Graph, answers: list[tuple[str, Any]]) -> Iterator[tuple[str, Node]]:
        """Where each answer leads first, unless something has to be known for that."""
        for name, answer in answers:
            first, scope, round_, _ = self.walk.here(answer)
            with suppress(Unanswered):
                yield name, graph.start(Position(first.step, first.args), scope, round_)[0]

    def _is_ahead(self, node: Node) -> bool:
        """Whether a battle begins here that has the keys of the question: it is about this battle."""
        return isinstance(node, Called) and node.caller.scope == self.walk.scope

    def _rest(self, solver: Solver, name: str, node: Node) -> AtHand:
        """The procedure under way to its end."""
        return self._of(name, solver.table(node).outcomes, self.costs)

    def _next_battle(self, solver: Solver, name: str, node: Node) -> AtHand:
        """The battle that begins, to its end. Where none begins, it has neither result nor losses."""
        if not isinstance(node, Called) or not self._is_ahead(node):
            return AtHand(name, {}, Fraction(0), Fraction(0))
        costs = Costs(self.ruleset, self.walk, self.question.by, (node.caller.keep,))
        return self._of(name, solver.table(node.first[0]).outcomes, costs)

    def _of(self, name: str, outcomes: list[tuple[Final, int]], costs: Costs) -> AtHand:
        total = sum(ways for _, ways in outcomes)
        results: dict[str, Fraction] = {}
        own = enemy = Fraction(0)
        for final, ways in outcomes:
            share = Fraction(ways, total)
            cost = costs.of(final.move)
            own, enemy = own + share * cost[0], enemy + share * cost[1]
            result = final.move.result if isinstance(final.move, End) else getattr(final.move.value, "result", "")
            if result:
                results[result] = results.get(result, Fraction(0)) + share
        return AtHand(name, likeliest_first(results) if sum(results.values()) == 1 else {}, own, enemy)

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
        except (TooMany, Endless):
            return {}
        return found
