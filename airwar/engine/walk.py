"""Walks a battle step by step: puts each question, records each answer before it is shown, and follows a log as far as it goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any, NamedTuple, Protocol, TypeVar

from airwar.engine.dice import Faces, Reading
from airwar.engine.log import Body, Log, canonical, plain, state_hash
from airwar.engine.moves import Call, End, Position, Return, Step, Then, follow
from airwar.engine.referee import Allotment, Choice, Event, Lot, Referee, Roll, Ruling
from airwar.engine.rule import first_rule, rule_at_work
from airwar.errors import Mismatch

T = TypeVar("T")
Closing = Callable[[End], Body]  # the last record of a battle


class Answers(Protocol):
    """Who answers: a person, a script, chance. Raises Asked when it has no answer."""

    def faces(self, roll: Roll, drawn: int) -> tuple[Faces, str]:
        """The faces and where they come from: machine, physical or scripted. `drawn` machine dice have fallen before."""

    def choice(self, question: Choice | Allotment) -> Any:
        """The answer to a choice or an allotment."""


class View(Protocol):
    """Who looks on. `past` is true while a log is being followed."""

    def show(self, body: Body, past: bool) -> None:
        """One record has been made."""


class Blind:
    """Nobody looks on."""

    def show(self, body: Body, past: bool) -> None:
        pass


class Here(NamedTuple):
    """A position within a step, as a step of its own."""

    first: Position
    scope: str  # when the step began
    round: int
    begun: int  # rounds that the step has begun since


class Walk(Referee):
    """A battle on its way. What the log holds already is followed and compared; from there on it is written."""

    def __init__(
        self, start: Then[Any] | End, log: Log, answers: Answers, view: View | None = None, closing: Closing | None = None
    ) -> None:
        self.closing = closing
        self.position: Position | End = start if isinstance(start, End) else Position(start.step, (start.state,))
        self.log = log
        self.answers = answers
        self.view: View = view or Blind()
        self.past = log.standing()[1:]
        self.past.reverse()
        self.drawn = 0  # machine dice so far
        self.entered = ("", 0)  # scope and round when the present step began
        self.begun = 0  # rounds begun in the present step
        self.given: list[Any] = []  # what the present step has been answered so far
        self.within: Any = None  # the table within the present step, when the step has said so

    def run(self) -> End:
        """Walks to the end, or as far as there are answers."""
        while isinstance(self.position, Position):
            self.entered, self.begun, self.given, self.within = (self.scope, self.round), 0, [], None
            step, args, stack = self.position
            self.position = follow(self._take(step, *args), stack, self)
        if self.closing:
            self._put(self.closing(self.position))
        if self.past:
            raise Mismatch(self._seq, "the battle is over by the rules, but the log goes on")
        return self.position

    def _take(self, step: Step, *args: Any) -> Any:
        """Takes one step, and records that it was taken."""
        move = step(self, *args)
        self._put({"t": "step", "step": step.__name__, "rule": first_rule(step), "state": state_hash(left_by(move))})
        return move

    @property
    def state(self) -> Any:
        """The state of the procedure under way."""
        return self.states[-1]

    @property
    def states(self) -> tuple[Any, ...]:
        """What is on the table just now: the states of all procedures under way, the outermost first."""
        states = self.position.states if isinstance(self.position, Position) else (self.position.state,)
        return states if self.within is None else (*states[:-1], self.within)

    def now(self, state: Any) -> None:
        self.within = state

    def here(self, *further: Any) -> Here:
        """The position at the question that waits: what the step was answered so far is given, `further` too."""
        assert isinstance(self.position, Position)
        step, args, stack = self.position
        given = (*self.given, *further)

        def from_here(ref: Referee, *args: Any) -> Any:
            return step(Given(ref, given), *args)

        return Here(Position(from_here, args, stack), *self.entered, self.begun)

    # what steps call

    def enter(self, scope: str, title: str) -> None:
        super().enter(scope, title)
        self._put({"t": "enter", "scope": scope, "title": title, "rule": rule_at_work()})

    def new_round(self) -> None:
        super().new_round()
        self.begun += 1
        self._put({"t": "round", "scope": self.scope, "round": self.round})

    def roll(self, key: str, reading: Reading[T], by: str = "") -> T:
        question = Roll(self.full_key(key), rule_at_work(), reading, by)
        past = self._past("roll", question.key)
        if past is not None:
            faces, source = tuple(past["faces"]) if isinstance(past.get("faces"), list) else (), past.get("source", "")
        else:
            faces, source = self.answers.faces(question, self.drawn)
        if not reading.dice.admits(faces):
            raise Mismatch(self._seq, f"{question.key}: {list(faces)} cannot fall on {reading.dice}")
        body: Body = {
            "t": "roll",
            "key": question.key,
            "rule": question.rule,
            "by": by,
            "dice": str(reading.dice),
            "faces": list(faces),
            "source": source,
            **reading.record(faces),
        }
        if source == "machine":
            body["die"] = self.drawn
            self.drawn += len(faces)
        self._put(body)
        outcome = reading.read(faces)
        self.given.append(outcome)
        return outcome

    def part(self, step: Callable[..., Any], state: Any) -> Any:
        begun = (self.scope, self.round)
        position: Any = Then(step, state)
        while isinstance(position, Then):
            position = self._take(*position)
        assert (self.scope, self.round) == begun, "no battle and no round begins in a part that is played for itself"
        return position

    def cited_rule(self) -> str:
        return rule_at_work()

    def decide(self, question: Choice | Allotment) -> Any:
        answer = self._answer(question)
        body: Body = {"t": "choice", "key": question.key, "rule": question.rule, "by": question.by}
        if isinstance(question, Choice):
            body |= {"options": list(question.options), "answer": answer}
        else:
            body |= {"options": dict(question.items), "answer": {name: count for name, count in answer.items() if count}}
        self._put(body)
        self.given.append(answer)
        return answer

    def tell(self, make: Callable[..., Event | list[Event] | None], *args: Any) -> None:
        made = make(*args)
        events = made if isinstance(made, list) else [made] if made is not None else []
        for event in events:
            self._put({"t": "told", "what": type(event).__name__.lower(), **told(event), "rule": cited(event)})

    # answers and records

    def _answer(self, question: Choice | Allotment) -> Any:
        past = self._past("choice", question.key)
        answer = past.get("answer") if past is not None else self.answers.choice(question)
        refused = question.refuses(answer)
        if refused is None:
            return answer
        if past is not None:
            raise Mismatch(self._seq, f"{question.key}: {refused}")
        raise ValueError(f"{question.key}: {refused}")

    @property
    def _seq(self) -> int:
        return self.past[-1].seq if self.past else self.log.last.seq + 1

    def _past(self, kind: str, key: str) -> Body | None:
        """The record that the log holds at this place, if it goes on so far."""
        if not self.past:
            return None
        body = self.past[-1].body
        if body["t"] != kind or body.get("key") != key:
            found = f"{body['t']} {body.get('key', '')}".strip()
            raise Mismatch(self._seq, f"the rules come to {kind} {key} here, the log has {found}")
        return body

    def _put(self, body: Body) -> None:
        """Compares with the log where it goes on, else writes; then shows."""
        if not self.past:
            self.log.append(body)
            self.view.show(body, False)
            return
        record = self.past.pop()
        if canonical(record.body) != canonical(body):  # as text: in Python true is 1
            raise Mismatch(record.seq, difference(body, record.body))
        self.view.show(body, True)


def told(event: Event) -> Body:
    """An event as plain data."""
    return {field.name: plain(getattr(event, field.name)) for field in fields(event)}  # type: ignore[arg-type]


def cited(event: Event) -> str:
    """The rule that an event is told under. A ruling names its own."""
    return (event.rule if isinstance(event, Ruling) else "") or rule_at_work()


def difference(rules: Body, log: Body) -> str:
    """The first thing in which a record differs from what the rules make of it."""
    if rules["t"] != log["t"]:
        return f"the rules come to a {rules['t']} record here, the log has {log['t']}"
    for name in sorted({*rules, *log}):
        if rules.get(name) != log.get(name):
            return f"{log.get('key', log['t'])}: {name} is {log.get(name)} in the log, {rules.get(name)} by the rules"
    return "the records differ"


def left_by(move: Any) -> Any:
    """What a move adds to the position: with all that was kept before, it is the whole of it."""
    if isinstance(move, Call):
        return (move.state, move.back, move.keep)
    if isinstance(move, Then | End):
        return move.state
    return move.value if isinstance(move, Return) else move


class Given(Referee):
    """Answers the first questions of a step with what is given, and leaves the others to another referee."""

    def __init__(self, ref: Referee, given: tuple[Any, ...]) -> None:
        self.ref = ref
        self.given = list(reversed(given))

    @property
    def scope(self) -> str:  # type: ignore[override]
        return self.ref.scope

    @property
    def round(self) -> int:  # type: ignore[override]
        return self.ref.round

    def enter(self, scope: str, title: str) -> None:
        self.ref.enter(scope, title)

    def new_round(self) -> None:
        self.ref.new_round()

    def now(self, state: Any) -> None:
        self.ref.now(state)

    def roll(self, key: str, reading: Reading[T], by: str = "") -> T:
        if not self.given:
            return self.ref.roll(key, reading, by)
        outcome: T = self.given.pop()
        return outcome

    def tally(self, lots: Sequence[Lot], most: int, by: str = "") -> int:
        hits = 0
        for at, (key, reading) in enumerate(lots):
            if not self.given:
                return hits + self.ref.tally(lots[at:], most - hits, by)
            if hits < most:
                hits += self.roll(key, reading, by)
        return hits

    def part(self, step: Callable[..., Any], state: Any) -> Any:
        position: Any = Then(step, state)
        while isinstance(position, Then):
            if not self.given:
                return self.ref.part(*position)
            position = position.step(self, position.state)
        return position

    def choose(self, key: str, options: Sequence[str] | Mapping[str, str], **more: Any) -> str:
        """A referee may have its own way to choose, so what is not given goes to it unchanged."""
        return super().choose(key, options, **more) if self.given else self.ref.choose(key, options, **more)

    def decide(self, question: Choice | Allotment) -> Any:
        return self.given.pop() if self.given else self.ref.decide(question)

    def tell(self, make: Callable[..., Event | list[Event] | None], *args: Any) -> None:
        self.ref.tell(make, *args)
