"""Decisions for which a script says `best`: the side that decides takes what is worth most to it.

The rest of the turn is solved with all such decisions left open, each side playing its best; where that is too large, the
procedure at hand. What is too large for that too is answered as usual. How large that is is counted in edges, so that the
same position gets the same answer on every machine, in every process, and with or without a log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any
from weakref import WeakKeyDictionary

from airwar.choices.script import Script
from airwar.engine.memory import Memory
from airwar.engine.moves import Position
from airwar.engine.questions import Allotment, Choice, answer_key
from airwar.engine.walk import Walk
from airwar.errors import AirwarError
from airwar.probability import budget as limits
from airwar.probability.budget import Budget
from airwar.probability.graph import Graph, graph_of
from airwar.probability.nodes import Arrival, Caller, Decision, Final, answers_to
from airwar.probability.values import Advice, Costs
from airwar.rulesets.ruleset import AnyRuleset
from airwar.setup.loading import Scenario

Starts = Callable[[Graph, bool], Iterable[tuple[Any, Arrival]]]  # where each answer leads: in the whole turn, or in a procedure

BEST_PLAYS: WeakKeyDictionary[Memory, BestPlay] = WeakKeyDictionary()  # by what is remembered of a scenario


def graph_for(ruleset: AnyRuleset, script: Script, by_itself: bool = False) -> Graph:
    """The graph of a battle that is fought by this script, in which `best` is worked out."""
    graph = graph_of(script, by_itself=by_itself)
    if script.has_best:
        graph.pick = BestPlay(ruleset, script).pick
    return graph


def best_play(scenario: Scenario) -> BestPlay:
    """The same for all walks of a scenario."""
    known = BEST_PLAYS.get(scenario.memory)
    if known is None:
        known = BEST_PLAYS[scenario.memory] = BestPlay(scenario.ruleset, scenario.script)
    return known


def best_in(scenario: Scenario) -> Callable[[Walk, Any], Any] | None:
    """What finds the answers for which the script of a scenario says `best`, if it does anywhere."""
    return best_play(scenario).answer if scenario.script.has_best else None


class BestPlay:
    """Finds the best answers. What it has solved serves the answers that follow."""

    def __init__(self, ruleset: AnyRuleset, script: Script) -> None:
        self.ruleset = ruleset
        self.script = Script(script.entries, script.file, script.stances, lenient=True)  # which was written for one course
        self.solved: dict[str, Advice] = {}  # the last turn that was not too large, by side
        self.answers: dict[tuple[Any, ...], Any] = {}  # in walks, by position and question

    def pick(self, node: Decision) -> Any:
        """The key of the best answer at a decision of a graph."""
        step, args, scope, round_, caller = node.place
        callers = tuple(reversed(list(keeps(caller))))

        def starts(graph: Graph, whole: bool) -> Iterable[tuple[Any, Arrival]]:
            at, _ = graph.arrive((step, args, scope, round_, copied(graph, caller) if whole else None))
            for outcome in node.before:
                assert not isinstance(at, Final)
                at, _ = graph.after(at, outcome)
            assert isinstance(at, Decision)
            return [(option, graph.after(at, option)) for option in node.options]

        return self._best(node.question, (*callers, args[0])[0], callers, starts)

    def answer(self, walk: Walk, question: Choice | Allotment) -> Any:
        """The best answer to the question at which a walk has come."""
        position, answers = walk.here().first, tuple(map(answer_key, walk.step_answers))
        what = (walk.position, answers, walk.scope, walk.round, question.key)
        if what not in self.answers:
            self.answers[what] = self._answer(walk, question, position.states)
        return self.answers[what]

    def _answer(self, walk: Walk, question: Choice | Allotment, states: tuple[Any, ...]) -> Any:
        answers = {answer_key(answer): answer for _, answer in answers_to(question)}

        def starts(graph: Graph, whole: bool) -> Iterable[tuple[Any, Arrival]]:
            for key, answer in answers.items():
                first, scope, round_, _ = walk.here(answer)
                yield key, graph.start(first if whole else Position(first.step, first.args), scope, round_)

        return answers[self._best(question, states[0], states[:-1], starts)]

    def _best(self, question: Choice | Allotment, first: Any, callers: tuple[Any, ...], starts: Starts) -> Any:
        usual = answer_key(question.default)
        for whole in (True, False):
            costs = Costs(self.ruleset, first, () if whole else callers, question.by)
            worth = self._again(costs, starts) if whole else {}
            worth = worth or self._afresh(costs, starts, whole)
            if worth:
                return max(worth, key=lambda option: (worth[option], option == usual))
        return usual

    def _again(self, costs: Costs, starts: Starts) -> dict[Any, Fraction]:
        """What is known already, if all of it is."""
        advice = self.solved.get(costs.me)
        if advice is None:
            return {}
        advice.solver.budget = Budget(0)
        return worth_of(advice, starts, whole=True)

    def _afresh(self, costs: Costs, starts: Starts, whole: bool) -> dict[Any, Fraction]:
        def wants_high(node: Decision) -> bool:
            return bool(costs.party(node.question.by) == costs.me)

        advice = Advice(graph_of(self.script), costs.points, wants_high, Budget(limits.BEST_EDGES))
        worth = worth_of(advice, starts, whole)
        if worth and whole:
            self.solved[costs.me] = advice
        return worth


def worth_of(advice: Advice, starts: Starts, whole: bool) -> dict[Any, Fraction]:
    """What each answer is worth; nothing if that is too much to find out."""
    try:
        return {option: advice.of(arrival) for option, arrival in starts(advice.graph, whole)}
    except AirwarError:
        return {}


def keeps(caller: Caller | None) -> Iterable[Any]:
    """What those keep that wait, the innermost first."""
    while caller is not None:
        yield caller.keep
        caller = caller.below


def copied(graph: Graph, caller: Caller | None) -> Caller | None:
    """The same callers in another graph."""
    return caller and graph.caller(caller.back, caller.keep, caller.scope, caller.round, copied(graph, caller.below))
