"""Positions and how they follow one another: each (step, state) is run once for every outcome that matters, then remembered.

The graph is what batch runs and the odds share. Choices are answered by policies as they come, so all that is left to
branch on are the rolls. Every transition comes from running the ruleset's own step. A part of a battle that is played for
itself has positions of its own, gone through once however many battles it is a part of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from airwar.engine.dice import Faces, counted_together
from airwar.engine.explorer import Explorer, Fixed, Parts, Policy, Together, Waits
from airwar.engine.moves import Call, End, Frame, Position, Return, Then, follow
from airwar.engine.referee import Choice, Roll
from airwar.errors import Endless

SMALL = 1296  # rolls with at most so many faces remember each of them
MOST_ROLLS = 1_000_000  # a battle that has seen so many will not end any more

# Steps that follow one another without a single roll this often are a loop of the ruleset's own making.
ENDLESS = 20_000
MOVES = (Then, Call, Return)
NO_ROUND = "no round begins in a part that is played for itself"


class DiceByNumber(Protocol):
    """Machine dice, by number."""

    def faces(self, first: int, count: int, sides: int) -> Faces:
        """So many dice, from number `first` on."""


class Branch:
    """A place where a battle goes on in more than one way: how it came there, and where each outcome leads."""

    __slots__ = ("at", "before", "begun", "children", "edges", "graph", "total")

    key: str  # of what is rolled or asked

    def __init__(self, graph: Graph, at: Place, before: tuple[Any, ...]) -> None:
        self.graph = graph
        self.at = at
        self.before = before  # the outcomes of what the step came to earlier
        self.begun = graph.referee.begun  # rounds that the step had begun when it came here
        self.children: dict[Any, Arrival] = {}
        self.edges: list[Edge] = []  # once all outcomes are known; with their ways, `total` in all
        self.total = 0

    def after(self, outcome: Any) -> Arrival:
        """Where this outcome leads, and how many rounds begin on the way."""
        child = self.children.get(outcome)
        if child is None:
            (child,) = self.graph.lead(self, (outcome,))
            self.children[outcome] = child
        return child


class Fork(Branch):
    """A roll."""

    __slots__ = ("by_faces", "count", "key", "reading", "sides")

    def __init__(self, graph: Graph, at: Place, before: tuple[Any, ...], roll: Roll) -> None:
        super().__init__(graph, at, before)
        self.key = roll.key
        self.reading = roll.reading
        self.count, self.sides = roll.reading.dice.count, roll.reading.dice.sides
        self.by_faces: dict[Faces, Arrival] | None = {} if self.sides**self.count <= SMALL else None

    def outcomes(self) -> tuple[tuple[Any, int], ...]:
        return self.reading.outcomes()

    def shown(self, faces: Faces) -> Arrival:
        """Where these faces lead, and how many rounds begin on the way."""
        arrival = self.after(self.reading.read(faces))
        if self.by_faces is not None:
            self.by_faces[faces] = arrival
        return arrival


class Volley(Branch):
    """Several lots of dice, of which only the hits in all matter."""

    __slots__ = ("key", "lots", "most")

    def __init__(self, graph: Graph, at: Place, before: tuple[Any, ...], together: Together) -> None:
        super().__init__(graph, at, before)
        self.key = together.lots[0][0]
        self.lots = tuple(reading for _, reading in together.lots)
        self.most = together.most

    def outcomes(self) -> tuple[tuple[int, int], ...]:
        return counted_together(self.lots, self.most)

    def fall(self, dice: DiceByNumber, drawn: int) -> tuple[Arrival, int]:
        """Where the dice lead, from the next one on, and how many have been drawn then."""
        hits, most = 0, self.most
        for reading in self.lots:
            if hits < most:
                count = reading.dice.count
                hits += reading.read(dice.faces(drawn, count, reading.dice.sides))
                drawn += count
        return self.after(min(hits, most)), drawn


class Apart(Branch):
    """Parts that are played for themselves; what comes of them leads on."""

    __slots__ = ("firsts", "key")

    def __init__(self, graph: Graph, at: Place, before: tuple[Any, ...], waiting: Parts) -> None:
        super().__init__(graph, at, before)
        scope, round_ = graph.referee.scope, graph.referee.round
        arrivals = [graph.arrive((step, (state,), scope, round_, None)) for step, state in waiting.parts]
        assert not any(begun for _, begun in arrivals), NO_ROUND
        self.firsts: list[Node] = [first for first, _ in arrivals]
        self.key = next((first.key for first in self.firsts if isinstance(first, Branch)), "")

    def fall(self, dice: DiceByNumber, drawn: int) -> tuple[Arrival, int]:
        """Where the dice lead, from the next one on, and how many have been drawn then."""
        came = []
        for first in self.firsts:
            outcome, _, drawn = fallen((first, 0), dice, drawn)
            came.append(outcome)
        return self.after(tuple(came)), drawn


class Turning(Branch):
    """A decision that is left open."""

    __slots__ = ("key", "question")

    def __init__(self, graph: Graph, at: Place, before: tuple[Any, ...], question: Choice) -> None:
        super().__init__(graph, at, before)
        self.question = question
        self.key = question.key


BRANCHES: dict[type, type[Any]] = {Roll: Fork, Together: Volley, Parts: Apart, Choice: Turning}
Node = Any  # a branch; or the end of the battle, or what came of a part
Place = tuple[Any, tuple[Any, ...], str, int, Frame | None]  # step, arguments, scope, round as far as it matters, callers
Arrival = tuple[Node, int]  # the next branch or the end, and the rounds that begin before it
Edge = tuple[Node, int, int]  # where to, how many ways, how many rounds begin


def fallen(arrival: Arrival, dice: DiceByNumber, drawn: int = 0) -> tuple[Any, int, int]:
    """What the dice come to in the end, the rounds that it takes, and how many dice have been drawn then."""
    node, rounds = arrival
    for _ in range(MOST_ROLLS):
        if type(node) is Fork:
            faces = dice.faces(drawn, node.count, node.sides)
            drawn += node.count
            node, begun = (node.by_faces and node.by_faces.get(faces)) or node.shown(faces)
        elif isinstance(node, Volley | Apart):
            (node, begun), drawn = node.fall(dice, drawn)
        else:
            assert not isinstance(node, Branch), "dice take no decision"
            return node, rounds, drawn
        rounds += begun
    raise Endless(node.key)


class Graph:
    """All positions met so far, each expanded once."""

    def __init__(
        self, policy: Policy, rounds_matter: int = 0, fixed: Fixed | None = None, open_: Callable[[str], bool] | None = None
    ) -> None:
        self.referee = Explorer(policy, rounds_matter, fixed, open_)
        self.places: dict[Place, Arrival] = {}
        self.tables: dict[Branch, list[tuple[Any, int]]] = {}  # what comes of a part, by the first branch of it

    def start(self, first: Position | Then[Any], scope: str = "", round_: int = 0) -> Arrival:
        """The first branch of a battle, or its end when nothing is rolled, and the rounds that begin before it."""
        step, args, stack = first if isinstance(first, Position) else (first.step, (first.state,), None)
        return self.arrive((step, args, scope, min(round_, self.referee.rounds_matter + 1), stack))

    def lead(self, branch: Branch, outcomes: Iterable[Any]) -> list[Arrival]:
        """Where outcomes of a branch lead, found by running its step again with each of them given."""
        referee, places = self.referee, self.places
        step, args, scope, round_, stack = branch.at
        before, earlier = branch.before, branch.begun
        found: list[Arrival] = []
        for outcome in outcomes:
            given = (*before, outcome)
            referee.outcomes, referee.used, referee.scope, referee.round, referee.begun = given, 0, scope, round_, 0
            try:
                result = step(referee, *args)
            except Waits as waits:
                begun = referee.begun - earlier
                found.append((BRANCHES[type(waits.what)](self, branch.at, given, waits.what), begun))
                continue
            begun = referee.begun - earlier
            if type(result) is not End and isinstance(result, MOVES):
                step_, args_, stack_ = follow(result, stack, referee)  # type: ignore[misc]
                place = (step_, args_, referee.scope, referee.round, stack_)
                arrival = places.get(place) or self.arrive(place)
                found.append(arrival if not begun else (arrival[0], arrival[1] + begun))
            else:
                found.append((result, begun))
        return found

    def arrive(self, place: Place) -> Arrival:
        """Runs on from a position to the next branch or the end; all that it passes through is remembered."""
        known = self.places.get(place)
        if known is not None:
            return known
        referee = self.referee
        passed: list[tuple[Place, int]] = []
        total = 0
        while True:
            passed.append((place, total))
            step, args, referee.scope, referee.round, stack = place
            referee.outcomes, referee.used, referee.begun = (), 0, 0
            try:
                result = step(referee, *args)
            except Waits as waits:
                total += referee.begun
                result = BRANCHES[type(waits.what)](self, place, (), waits.what)
                break
            total += referee.begun
            if type(result) is End or not isinstance(result, MOVES):
                break
            step, args, stack = follow(result, stack, referee)  # type: ignore[misc]
            place = (step, args, referee.scope, referee.round, stack)
            known = self.places.get(place)
            if known is not None:
                result, total = known[0], total + known[1]
                break
            if len(passed) > ENDLESS:
                raise Endless(place[0].__name__.replace("_", " "))
        for past, before in passed:
            self.places[past] = (result, total - before)
        return result, total
