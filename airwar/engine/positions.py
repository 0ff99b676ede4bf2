"""Positions and how they follow one another: each (step, state) is run once for every outcome that matters, then remembered.

The graph is what batch runs and the odds share. Choices are answered by policies as they come, so all that is left to
branch on are the rolls. Every transition comes from running the ruleset's own step.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from airwar.engine.dice import Faces, Reading
from airwar.engine.referee import (
    Allotment,
    Asked,
    Choice,
    End,
    Event,
    Facts,
    Next,
    Referee,
    Roll,
    as_allotment,
    as_options,
    complete,
)
from airwar.errors import AirwarError, Endless

T = TypeVar("T")
UNKNOWN = "?"

Fixed = Callable[[Roll], Faces | None]  # dice that are given beforehand
SMALL = 1296  # rolls with at most so many faces remember each of them

# Steps that follow one another without a single roll this often are a loop of the ruleset's own making.
ENDLESS = 20_000
FOREVER = 10_000  # what matters for so many rounds matters for ever


class TooMany(AirwarError):
    """There are more positions than the limit allows."""

    def __init__(self) -> None:
        super().__init__("there are too many positions for exact odds; use --method sample or auto")


class Policy(Protocol):
    """Who answers choices when nobody is there."""

    def answer(self, question: Choice | Allotment) -> Any:
        """The answer, which must be there."""

    def standing(self, key: str) -> str | None:
        """The one word that answers this decision whatever the facts, or None if the question must be put."""


class Explorer(Referee):
    """Answers rolls from a given list of outcomes and choices from a policy; asks when the outcomes run out."""

    def __init__(
        self, policy: Policy, rounds_matter: int = 0, fixed: Fixed | None = None, open_: Callable[[str], bool] | None = None
    ) -> None:
        self.policy = policy
        self.fixed = fixed
        self.open = open_  # decisions that no policy takes: they branch, as rolls do
        self.standing: dict[tuple[str, int, str], str | None] = {}
        self.rounds_matter = rounds_matter  # the highest round that a policy tells apart
        self.outcomes: tuple[Any, ...] = ()
        self.used = 0
        self.begun = 0  # rounds begun in this step

    def new_round(self) -> None:
        self.begun += 1
        if self.round <= self.rounds_matter:
            self.round += 1
        elif self.rounds_matter >= FOREVER:
            raise TooMany  # two rounds would be taken for one that are not the same

    def roll(self, key: str, reading: Reading[T], by: str = "") -> T:
        if self.fixed is not None:
            faces = self.fixed(Roll(self.full_key(key), "", reading, by))
            if faces is not None:
                return reading.read(faces)
        used = self.used
        if used == len(self.outcomes):
            raise Asked(Roll(key, "", reading, by))
        self.used = used + 1
        outcome: T = self.outcomes[used]
        return outcome

    def choose(
        self,
        key: str,
        options: Sequence[str] | Mapping[str, str],
        *,
        by: str,
        default: str = "",
        facts: Facts | None = None,
    ) -> str:
        if len(options) == 1:
            return next(iter(options))
        if self.open is not None and self.open(key):
            return self._branch(key, as_options(options), by, default, facts)
        place = (self.scope, self.round, key)
        standing = self.standing.get(place, UNKNOWN)
        if standing is UNKNOWN:
            standing = self.standing[place] = self.policy.standing(self.full_key(key))
        if standing == "default":
            return default or next(iter(options))
        if standing in options:
            return str(standing)
        named = as_options(options)
        question = Choice(self.full_key(key), "", by, named, default or next(iter(named)), facts)
        answer: str = self.policy.answer(question)
        return answer

    def _branch(self, key: str, options: dict[str, str], by: str, default: str, facts: Facts | None) -> str:
        used = self.used
        if used == len(self.outcomes):
            raise Asked(Choice(self.full_key(key), "", by, options, default or next(iter(options)), facts))
        self.used = used + 1
        return str(self.outcomes[used])

    def allot(
        self,
        key: str,
        items: Mapping[str, int],
        *,
        by: str,
        least: int = 0,
        most: int | None = None,
        default: Mapping[str, int] | None = None,
        labels: Mapping[str, str] | None = None,
        refuse: Callable[[Mapping[str, int]], str | None] | None = None,
        facts: Facts | None = None,
    ) -> dict[str, int]:
        question = as_allotment(
            self.full_key(key), "", by, items, least, most, default, labels, refuse, facts
        )
        forced = question.forced()
        if forced is not None:
            return forced
        answer: dict[str, int] = complete(items, self.policy.answer(question))
        return answer

    def tell(self, make: Callable[..., Event | list[Event] | None], *args: Any) -> None:
        pass


class Fork:
    """A roll that is waited for: where it stands, what it means, and where each outcome leads."""

    __slots__ = ("at", "before", "begun", "by_faces", "children", "dice_count", "dice_sides", "graph", "key", "reading")

    def __init__(self, graph: Graph, at: Place, before: tuple[Any, ...], question: Roll, begun: int) -> None:
        self.graph = graph
        self.at = at
        self.before = before
        self.key = question.key
        reading = self.reading = question.reading
        self.begun = begun  # rounds that the step had begun when it came to this roll
        self.dice_count = reading.dice.count
        self.dice_sides = reading.dice.sides
        self.children: dict[Any, Arrival] = {}
        self.by_faces: dict[Faces, Arrival] | None = {} if self.dice_sides**self.dice_count <= SMALL else None

    def after(self, outcome: Any) -> Arrival:
        """Where this outcome leads, and how many rounds begin on the way."""
        child = self.children.get(outcome)
        if child is None:
            node, begun = self.graph.settle(self.at, (*self.before, outcome))
            child = self.children[outcome] = (node, begun - self.begun)
        return child

    def fallen(self, faces: Faces) -> Arrival:
        """Where these faces lead, and how many rounds begin on the way."""
        if self.by_faces is None:
            return self.after(self.reading.read(faces))
        child = self.by_faces.get(faces)
        if child is None:
            child = self.by_faces[faces] = self.after(self.reading.read(faces))
        return child


class Turning:
    """A decision that is left open: where it stands, who takes it, and where each option leads."""

    __slots__ = ("at", "before", "begun", "children", "graph", "question")

    def __init__(self, graph: Graph, at: Place, before: tuple[Any, ...], question: Choice, begun: int) -> None:
        self.graph = graph
        self.at = at
        self.before = before
        self.question = question
        self.begun = begun
        self.children: dict[str, Arrival] = {}

    def after(self, option: str) -> Arrival:
        """Where this option leads, and how many rounds begin on the way."""
        child = self.children.get(option)
        if child is None:
            node, begun = self.graph.settle(self.at, (*self.before, option))
            child = self.children[option] = (node, begun - self.begun)
        return child


Node = Fork | Turning | End
Place = tuple[Any, Any, str, int]  # step, state, scope, round as far as it matters
Arrival = tuple[Node, int]  # the next roll or the end, and the rounds that begin before it


class Graph:
    """All positions met so far, each expanded once."""

    def __init__(
        self, policy: Policy, rounds_matter: int = 0, fixed: Fixed | None = None, open_: Callable[[str], bool] | None = None
    ) -> None:
        self.referee = Explorer(policy, rounds_matter, fixed, open_)
        self.places: dict[Place, Arrival] = {}

    def start(self, first: Next, scope: str = "", round_: int = 0) -> Arrival:
        """The first roll of a battle, or its end when nothing is rolled, and the rounds that begin before it."""
        return self.settle((first.step, first.state, scope, min(round_, self.referee.rounds_matter + 1)), ())

    def settle(self, place: Place, outcomes: tuple[Any, ...]) -> Arrival:
        """Runs on from a position, with the outcomes of its first rolls given, to the next roll or the end."""
        result, begun = self._run(place, outcomes)
        if type(result) is Next:
            referee = self.referee
            further = (result.step, result.state, referee.scope, referee.round)
            arrival = self.places.get(further) or self._arrive(further)
            found = (arrival[0], begun + arrival[1])
        else:
            assert not isinstance(result, Next)
            found = (result, begun)
        if not outcomes:
            self.places[place] = found
        return found

    def _arrive(self, place: Place) -> Arrival:
        """Runs on from a position that is new; all that it passes through is remembered."""
        referee = self.referee
        passed: list[tuple[Place, int]] = []
        total = 0
        while True:
            passed.append((place, total))
            result, begun = self._run(place, ())
            total += begun
            if not isinstance(result, Next):
                break
            place = (result.step, result.state, referee.scope, referee.round)
            known = self.places.get(place)
            if known is not None:
                result, total = known[0], total + known[1]
                break
            if len(passed) > ENDLESS:
                raise Endless(place[0].__name__.replace("_", " "))
        for past, before in passed:
            self.places[past] = (result, total - before)
        return result, total

    def _run(self, place: Place, outcomes: tuple[Any, ...]) -> tuple[Node | Next, int]:
        """Runs one step; where it waits for a roll, that is a fork. Also says how many rounds it began."""
        referee = self.referee
        step, state, referee.scope, referee.round = place
        referee.outcomes, referee.used, referee.begun = outcomes, 0, 0
        try:
            result: Next | End = step(referee, state)
        except Asked as asked:
            question = asked.question
            if isinstance(question, Roll):
                return Fork(self, place, outcomes, question, referee.begun), referee.begun
            assert isinstance(question, Choice)
            return Turning(self, place, outcomes, question, referee.begun), referee.begun
        return result, referee.begun
