"""The graph of a battle: its positions, and how they follow one another.

Each (step, state) is run once for every outcome that matters, and remembered. Policies answer the choices as they come up,
so a battle branches at rolls, at calls, and at decisions that are left open on purpose. Batch runs and odds share the
graph, and every transition in it comes from running the ruleset's own step.

A call is a branch too: its outcomes are what the called procedure may return. A procedure has its own positions, which
depend on its state, scope and round and on nothing that its callers keep, so it is explored once for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import gcd
from typing import Any

from airwar.choices.script import Script
from airwar.engine.dice import Both, Faces
from airwar.engine.moves import Call, End, Frame, Move, Position, Return, Step, Then, not_a_move
from airwar.engine.questions import Allotment, Choice, Roll
from airwar.errors import Endless
from airwar.probability import budget
from airwar.probability.explorer import Explorer, Fixed, Lots, Open, Policies, Policy, Waits
from airwar.probability.nodes import (
    Arrival,
    Called,
    Caller,
    Chance,
    Decision,
    Final,
    Node,
    Place,
    Rolled,
    RolledBoth,
    RolledLots,
    is_small,
)


class CallsOthers(Exception):
    """A procedure calls others, so what these leave to it matters."""


class Graph:
    """All positions met so far, each explored once."""

    def __init__(
        self,
        policy: Policy,
        rounds_matter: int = 0,
        fixed: Fixed | None = None,
        open_: Open | None = None,
        by_itself: bool = False,
    ) -> None:
        self.referee = Explorer(policy, rounds_matter, fixed, open_, by_itself)
        self.places: dict[Place, Arrival] = {}
        self.calls: dict[tuple[Arrival, Caller], Called] = {}
        self.callers: dict[tuple[Step, Any, str, int, Caller | None], Caller] = {}
        self.finals: dict[End | Return[Any], Final] = {}
        self.nested = 0  # calls being entered at the moment
        self.pick: Callable[[Decision], Any] | None = None  # decides what would be left open; it sees who waits for a procedure

    def start(self, first: Position | Then[Any], scope: str = "", round_: int = 0) -> Arrival:
        """The first node from a position on, and the rounds that begin before it."""
        step, args, stack = first if isinstance(first, Position) else (first.step, (first.state,), None)
        return self.arrive((step, args, scope, self._as_far_as_it_matters(round_), self._waiting(stack)))

    def _as_far_as_it_matters(self, round_: int) -> int:
        return min(round_, self.referee.rounds_matter + 1)

    def _waiting(self, frame: Frame | None) -> Caller | None:
        if frame is None:
            return None
        below = self._waiting(frame.below)
        return self.caller(frame.back, frame.keep, frame.scope, self._as_far_as_it_matters(frame.round), below)

    def caller(self, back: Step, keep: Any, scope: str, round_: int, below: Caller | None) -> Caller:
        what = (back, keep, scope, round_, below)
        known = self.callers.get(what)
        if known is None:
            known = self.callers[what] = Caller(back, keep, scope, round_, below)
        return known

    def forget(self, most: int) -> None:
        """Forgets the positions that fewest battles have passed, so that no more than so many are left.

        A position from which only one way onward is known has hardly been passed more than once.
        """
        known = self._nodes()
        least = 2
        while sum(len(ways_from(node)) >= least for node in known) > most:
            least += 1
        used = [node for node in known if len(ways_from(node)) >= least]
        kept: set[Node] = {*used, *(node.first[0] for node in used if isinstance(node, Called))}
        kept.update(child for node in used for child in ways_from(node) if isinstance(child, Final))
        for node in known:
            node.forget(kept)
        for caller in self.callers.values():
            caller.returned = {final: to for final, to in caller.returned.items() if final in kept and to[0] in kept}
        self.places = {place: arrival for place, arrival in self.places.items() if arrival[0] in kept}
        self.calls = {what: node for what, node in self.calls.items() if node in kept}
        self.finals = {move: final for move, final in self.finals.items() if final in kept}
        self.callers = {}
        for waiting in (*(node.caller for node in self.calls.values()), *(place[-1] for place in self.places)):
            self._keep(waiting)
        self.referee.settled.clear()

    def _nodes(self) -> set[Chance]:
        """All nodes that can be reached from the places met so far."""
        found: set[Chance] = set()
        waiting: list[Node] = [node for node, _ in self.places.values()]
        while waiting:
            node = waiting.pop()
            if isinstance(node, Chance) and node not in found:
                found.add(node)
                waiting += ways_from(node)
                if isinstance(node, Called):
                    waiting += [child for child, _ in node.caller.returned.values()]
        return found

    def _keep(self, caller: Caller | None) -> None:
        """Keeps a caller, and those below that wait for it."""
        while caller is not None:
            self.callers[caller.back, caller.keep, caller.scope, caller.round, caller.below] = caller
            caller = caller.below

    # where things lead

    def arrive(self, place: Place) -> Arrival:
        """The next node from a place on, and the rounds that begin before it."""
        return self.places.get(place) or self._explore(place)

    def _explore(self, place: Place) -> Arrival:
        """Runs from a new place to the next node, and remembers every place on the way."""
        referee = self.referee
        passed: list[tuple[Place, int]] = []
        total = 0
        while True:
            passed.append((place, total))
            step, args, referee.scope, referee.round, caller = place
            referee.outcomes, referee.used, referee.begun = (), 0, 0
            try:
                move = step(referee, *args)
            except Waits as waits:
                node, begun = self._branch(place, (), waits.question)
                total += begun
                break
            total += referee.begun
            if type(move) is Then:  # by far the most common move
                place = (move.step, (move.state,), referee.scope, referee.round, caller)
            else:
                onward, begun = self._follow(step, move, caller)
                total += begun
                if not isinstance(onward, tuple):
                    node = onward
                    break
                place = onward
            known = self.places.get(place)
            if known is not None:
                node, total = known[0], total + known[1]
                break
            if len(passed) > budget.MOST_STEPS:
                raise Endless(place[0].__name__.replace("_", " "))
        for past, before in passed:
            self.places[past] = (node, total - before)
        return node, total

    def lead(self, node: Chance | Decision, outcomes: Iterable[Any]) -> list[Arrival]:
        """Where outcomes lead, found by running the step again with each of them."""
        if isinstance(node, Called):
            caller = node.caller
            returned = caller.returned
            return [returned.get(final) or self._continued(caller, final) for final in outcomes]
        assert isinstance(node, Rolled | RolledLots | Decision)
        referee = self.referee
        step, args, scope, round_, below = node.place
        before, earlier = node.before, node.begun
        found: list[Arrival] = []
        for outcome in outcomes:
            given = (*before, outcome)
            referee.outcomes, referee.used, referee.scope, referee.round, referee.begun = given, 0, scope, round_, 0
            try:
                move = step(referee, *args)
            except Waits as waits:
                at, begun = self._branch(node.place, given, waits.question)
                found.append((at, begun - earlier))
            else:
                found.append(self._arrival(step, move, below, referee.begun - earlier))
        return found

    def _continued(self, caller: Caller, final: Final) -> Arrival:
        """Where a caller continues with what a procedure returned; the caller remembers it."""
        if isinstance(final.move, End):
            return final, 0
        referee, back, args, scope, round_ = self.referee, caller.back, (caller.keep, final.move.value), caller.scope, caller.round
        referee.outcomes, referee.used, referee.scope, referee.round, referee.begun = (), 0, scope, round_, 0
        try:
            move = back(referee, *args)
        except Waits as waits:
            place = (back, args, scope, round_, caller.below)
            arrival: Arrival = self._branch(place, (), waits.question)
        else:
            arrival = self._arrival(back, move, caller.below, referee.begun)
        caller.returned[final] = arrival
        return arrival

    def after(self, node: Chance | Decision, outcome: Any) -> Arrival:
        """Where one outcome leads."""
        known = node.leads.get(outcome)
        if known is None:
            (known,) = self.lead(node, (outcome,))
            node.leads[outcome] = known
        return known

    def after_faces(self, node: Rolled, faces: Faces) -> Arrival:
        """Where these faces lead."""
        arrival = self.after(node, node.reading.read(faces))
        if node.by_faces is not None:
            node.by_faces[faces] = arrival
        return arrival

    def inline(self, node: Called) -> None:
        """Makes a call lead into the procedure itself, with the caller on the stack, instead of to what it returns."""
        call, caller = node.call, node.caller
        first, begun = self.arrive((call.step, (call.state,), caller.scope, caller.round, caller))
        node.edges, node.total = [(first, 1, begun)], 1

    def expand(self, node: Chance, outcomes: Sequence[tuple[Any, int]], check: Callable[[], None]) -> None:
        """Gives a node its edges. Outcomes that lead to the same place become one edge; common factors are divided out."""
        arrivals = self.lead(node, checked(outcomes, check))
        together: dict[Arrival, int] = {}
        for arrival, (_, ways) in zip(arrivals, outcomes, strict=True):
            together[arrival] = together.get(arrival, 0) + ways
        common = gcd(*together.values())
        node.edges = [(child, ways // common, begun) for (child, begun), ways in together.items()]
        node.total = sum(together.values()) // common

    # moves

    def _arrival(self, step: Step, move: Move[Any], caller: Caller | None, begun: int) -> Arrival:
        """The next node after a step's move, and the rounds that begin before it, including those that the step began."""
        referee = self.referee
        if type(move) is Then:
            place = (move.step, (move.state,), referee.scope, referee.round, caller)
        elif type(move) is Return and caller is None:
            return self._final(move), begun
        else:
            onward, more = self._follow(step, move, caller)
            begun += more
            if not isinstance(onward, tuple):
                return onward, begun
            place = onward
        arrival = self.places.get(place) or self._explore(place)
        return (arrival[0], arrival[1] + begun) if begun else arrival

    def _follow(self, step: Step, move: Move[Any], caller: Caller | None) -> tuple[Place | Node, int]:
        """Where a step's move leads, to a place or to a node; and the rounds that begin on the way."""
        referee = self.referee
        if type(move) is Then:
            return (move.step, (move.state,), referee.scope, referee.round, caller), 0
        if type(move) is Call:
            return self._enter(move, referee.scope, referee.round, caller)
        if type(move) is End:
            return self._final(move), 0
        if type(move) is not Return:
            raise not_a_move(step, move)
        if caller is None:
            return self._final(move), 0
        return (caller.back, (caller.keep, move.value), caller.scope, caller.round, caller.below), 0

    def _enter(self, call: Call[Any], scope: str, round_: int, below: Caller | None) -> tuple[Place | Node, int]:
        """Enters a call. A procedure that rolls nothing is passed through."""
        step, state, back, keep = call
        if self.referee.by_itself:
            raise CallsOthers
        if self.pick is not None:
            return (step, (state,), scope, round_, self.caller(back, keep, scope, round_, below)), 0
        place = (step, (state,), scope, round_, None)
        first = self.places.get(place) or self._called(place)
        node, begun = first
        if type(node) is not Final:
            caller = self.caller(back, keep, scope, round_, below)
            known = self.calls.get((first, caller))
            if known is None:
                known = self.calls[first, caller] = Called(call, first, caller)
            return known, 0
        if isinstance(node.move, End):
            return node, begun
        return (back, (keep, node.move.value), scope, round_, below), begun

    def _called(self, place: Place) -> Arrival:
        """The first node of a procedure that begins at a new place."""
        if self.nested > budget.MOST_NESTED:
            raise Endless(place[0].__name__.replace("_", " "))
        self.nested += 1
        try:
            return self._explore(place)
        finally:
            self.nested -= 1

    def _final(self, move: End | Return[Any]) -> Final:
        known = self.finals.get(move)
        if known is None:
            known = self.finals[move] = Final(move)
        return known

    def _branch(self, place: Place, before: tuple[Any, ...], question: Roll | Lots | Choice | Allotment) -> Arrival:
        """The node where a step waits, and the rounds that it has begun."""
        begun = self.referee.begun
        if isinstance(question, Roll):
            reading = question.reading
            if isinstance(reading, Both) and is_small(reading.one.dice) and is_small(reading.other.dice):
                return RolledBoth(place, before, begun, question, self.after), begun
            return Rolled(place, before, begun, question), begun
        if isinstance(question, Lots):
            return RolledLots(place, before, begun, question), begun
        decision = Decision(place, before, begun, question)
        if self.pick is None:
            return decision, begun
        ((node, more),) = self.lead(decision, (self.pick(decision),))
        return node, begun + more


def ways_from(node: Chance) -> list[Node]:
    """Where a node is known to lead, once for each outcome or edge."""
    return [child for child, _ in node.leads.values()] or [child for child, _, _ in node.edges or ()]


def graph_of(script: Script, open_: Open | None = None, by_itself: bool = False) -> Graph:
    """The graph of a battle that is fought by this script, with some decisions left open."""
    return Graph(Policies(script), script.rounds_matter, script.answer if script.has_dice else None, open_, by_itself)


def checked(outcomes: Sequence[tuple[Any, int]], check: Callable[[], None]) -> Iterator[Any]:
    """Outcomes without their ways, checking the clock before each but the first: a step of a large turn can be slow."""
    for at, (outcome, _) in enumerate(outcomes):
        if at:
            check()
        yield outcome
