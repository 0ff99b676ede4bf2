"""The nodes of the graph: a battle branches by chance or by decision, or is over."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, TypeAlias

from airwar.engine.dice import Both, Dice, Faces, Hits, Reading, hits_of_lots
from airwar.engine.moves import Call, End, Return, Step
from airwar.engine.questions import Allotment, Choice, Roll, answer_key, complete
from airwar.probability.explorer import Lots

SMALL = 1296  # the most faces of a roll that remembers where each of them leads
LONG_NUMBER = 1_024  # a number of this many bits takes as much memory as an edge
MOST_TRIES, MOST_ANSWERS = 1000, 20  # of an allotment: answers tried for legality, answers shown


def is_small(dice: Dice) -> bool:
    """Whether a roll remembers where each of its faces leads."""
    return bool(dice.sides ** min(dice.count, 12) <= SMALL)


def length(dice: Dice) -> int:
    """How much memory the numbers of ways of these dice take, in edges."""
    return 1 + dice.count * dice.sides.bit_length() // LONG_NUMBER


class Caller:
    """A caller that waits for a procedure to return. Equal callers are one object, so that places hash quickly."""

    __slots__ = ("back", "below", "keep", "returned", "round", "scope")

    def __init__(self, back: Step, keep: Any, scope: str, round_: int, below: Caller | None) -> None:
        self.back = back
        self.keep = keep
        self.scope = scope
        self.round = round_
        self.below = below
        self.returned: dict[Final, Arrival] = {}  # where it continues, by what was returned


Place: TypeAlias = "tuple[Step, tuple[Any, ...], str, int, Caller | None]"  # step, arguments, scope, round, waiting caller
Node: TypeAlias = "Chance | Decision | Final"
Arrival: TypeAlias = "tuple[Node, int]"  # the next node, and the rounds that begin before it
After: TypeAlias = "Callable[[Chance, Any], Arrival]"  # where an outcome leads
Edge: TypeAlias = "tuple[Node, int, int]"  # the next node, the number of ways to it, and the rounds that begin on the way


class Final:
    """The end of a procedure, with what it returns; or the end of the whole battle."""

    __slots__ = ("move",)

    def __init__(self, move: End | Return[Any]) -> None:
        self.move = move


class Decision:
    """A decision that is left open."""

    __slots__ = ("before", "begun", "leads", "options", "place", "question")

    def __init__(self, place: Place, before: tuple[Any, ...], begun: int, question: Choice | Allotment) -> None:
        self.place = place
        self.before = before  # the outcomes that the step was given before it asked
        self.begun = begun  # the rounds that the step had begun by then
        self.question = question
        self.options = [answer_key(answer) for _, answer in answers_to(question)]
        self.leads: dict[Any, Arrival] = {}  # by option

    @property
    def key(self) -> str:
        return self.question.key


class Chance:
    """A place where chance decides: a roll, or a call whose procedure rolls. `Graph.expand` fills in the edges."""

    __slots__ = ("edges", "key", "leads", "total")

    def __init__(self, key: str) -> None:
        self.key = key
        self.leads: dict[Any, Arrival] = {}  # by outcome, as far as known
        self.edges: list[Edge] | None = None  # all outcomes, once they are known
        self.total = 0  # the sum of the ways of all edges

    def forget(self, kept: Container[Node]) -> None:
        """Forgets where it leads, but for the nodes that are kept."""
        self.leads = {outcome: arrival for outcome, arrival in self.leads.items() if arrival[0] in kept}
        self.edges, self.total = None, 0


class Rolled(Chance):
    """A roll within a step."""

    __slots__ = ("before", "begun", "by_faces", "count", "place", "reading", "sides")

    def __init__(self, place: Place, before: tuple[Any, ...], begun: int, roll: Roll) -> None:
        super().__init__(roll.key)
        self.place = place
        self.before = before
        self.begun = begun
        self.reading: Reading[Any] = roll.reading
        self.count, self.sides = roll.reading.dice.count, roll.reading.dice.sides
        self.by_faces: dict[Faces, Arrival] | None = {} if is_small(roll.reading.dice) else None

    def forget(self, kept: Container[Node]) -> None:
        super().forget(kept)
        if self.by_faces is not None:
            self.by_faces = {faces: arrival for faces, arrival in self.by_faces.items() if arrival[0] in kept}

    def outcomes(self) -> tuple[tuple[Any, int], ...]:
        return self.reading.outcomes()

    def effort(self) -> int:
        """The cost of working out the outcomes, in edges."""
        return self.reading.effort() * length(self.reading.dice)


class RolledBoth(Rolled):
    """Two rolls of one moment within a step. Where their faces lead is remembered in rows, one for each outcome of the first."""

    __slots__ = ("cut", "rows")

    reading: Both

    def __init__(self, place: Place, before: tuple[Any, ...], begun: int, roll: Roll, after: After) -> None:
        super().__init__(place, before, begun, roll)
        self.by_faces = None
        self.cut = self.reading.one.dice.count  # where the faces of the second roll begin
        self.rows = Rows(self, after)

    def forget(self, kept: Container[Node]) -> None:
        super().forget(kept)
        self.rows.clear()


class Rows(dict[Faces, dict[Faces, Arrival]]):
    """Where two rolls lead, by the faces of the first and then by those of the second, as far as they have fallen."""

    def __init__(self, node: RolledBoth, after: After) -> None:
        self.node = node
        self.after = after
        self.by_outcome: dict[Any, Row] = {}

    def __missing__(self, faces: Faces) -> dict[Faces, Arrival]:
        outcome = self.node.reading.one.read(faces)
        row = self[faces] = self.by_outcome.setdefault(outcome, Row(self, outcome))
        return row

    def clear(self) -> None:
        super().clear()
        self.by_outcome.clear()


class Row(dict[Faces, Arrival]):
    """Where the second roll leads after an outcome of the first."""

    def __init__(self, rows: Rows, first: Any) -> None:
        self.rows = rows
        self.first = first

    def __missing__(self, faces: Faces) -> Arrival:
        node = self.rows.node
        arrival = self[faces] = self.rows.after(node, (self.first, node.reading.other.read(faces)))
        return arrival


class RolledLots(Chance):
    """Several lots of dice within a step, rolled one after another as long as anything is left to hit."""

    __slots__ = ("before", "begun", "most", "place", "readings")

    def __init__(self, place: Place, before: tuple[Any, ...], begun: int, lots: Lots) -> None:
        super().__init__(lots.key)
        self.place = place
        self.before = before
        self.begun = begun
        self.readings: tuple[Hits, ...] = lots.readings
        self.most = lots.most

    def outcomes(self) -> tuple[tuple[int, int], ...]:
        lots = ((reading.dice.count, reading.dice.sides, reading.faces_that_hit()) for reading in self.readings)
        return hits_of_lots(tuple(lots), self.most)

    def effort(self) -> int:
        """The cost of working out the outcomes, in edges: each number of hits so far is combined with each of the next lot."""
        seen = effort = 0
        for reading in self.readings:
            seen += reading.dice.count
            effort += (min(seen, self.most) + 1) * (min(reading.dice.count, self.most) + 1) + reading.effort()
        return effort * length(Dice(seen, self.readings[0].dice.sides))


class Called(Chance):
    """A call. The outcomes are the final nodes of the called procedure."""

    __slots__ = ("call", "caller", "error", "first", "rounds")

    def __init__(self, call: Call[Any], first: Arrival, caller: Caller) -> None:
        node, _ = first
        assert not isinstance(node, Final)
        super().__init__(node.key)
        self.call = call
        self.first = first  # the first node of the called procedure
        self.caller = caller
        self.rounds: Fraction | int = 0  # rounds that begin in the procedure on average, once its table is known
        self.error = 0.0  # how far off the chances of that table can be

    def forget(self, kept: Container[Node]) -> None:
        super().forget(kept)
        self.leads = {final: arrival for final, arrival in self.leads.items() if final in kept}


# answers to what is left open


def answers_to(question: Choice | Allotment, preset: Any = None) -> list[tuple[str, Any]]:
    """The options that can be weighed, with the preset one in brackets.

    For an allotment: every legal answer if there are few, otherwise the preset one, the default, none and all.
    """
    preset = question.default if preset is None else preset
    if isinstance(question, Choice):
        weighed = [name for name in question.options if name == preset or name not in question.reports]
        return [(f"[{name}]" if name == preset else name, name) for name in weighed]
    preset = complete(question.items, preset)
    answers = every_answer(question)
    if answers is None:
        few = [preset, dict(question.default), dict.fromkeys(question.items, 0), dict(question.items)]
        answers = [answer for at, answer in enumerate(few) if answer not in few[:at] and question.refuses(answer) is None]
    return [(f"[{counted(answer)}]" if answer == preset else counted(answer), answer) for answer in answers]


def every_answer(question: Allotment) -> list[dict[str, int]] | None:
    """All legal answers to an allotment; None if there are too many to compare."""
    if prod(count + 1 for count in question.items.values()) > MOST_TRIES:
        return None
    counts = product(*(range(count + 1) for count in question.items.values()))
    answers = [dict(zip(question.items, numbers, strict=True)) for numbers in counts]
    legal = [answer for answer in answers if question.refuses(answer) is None]
    return legal if 0 < len(legal) <= MOST_ANSWERS else None


def counted(answer: Mapping[str, int]) -> str:
    """An allotment in words."""
    return ", ".join(f"{count} {name}" for name, count in answer.items() if count) or "none"
