"""Walks a battle step by step: asks each question, records each answer before it is shown, and follows a log as far as it goes.

A walk keeps the position at which each step began, so it can go back to any of them. A step that stops at a question is
taken again from its beginning when the answer is there: what it has recorded is repeated in silence, then it continues.
A step that was taken before is retraced in memory as long as it gets the same answers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Protocol, TypeVar

from airwar.engine.canonical import FINGERPRINTS
from airwar.engine.collector import paused
from airwar.engine.dice import Faces, Reading
from airwar.engine.given import Given
from airwar.engine.history import GO_BACK, LASTING, FallenDice, Reentry, abandoned, entries, goes_back, in_force, to_enter_again
from airwar.engine.lines import Wording
from airwar.engine.log import Log, Record
from airwar.engine.memory import BEGINNING, Course, Memory, Onward, Stretch, answer_key, can_be_put_again, lasting
from airwar.engine.moves import End, Position, Then, follow
from airwar.engine.records import (
    NAMES,
    Answer,
    Body,
    Chosen,
    Corrected,
    DiceChanged,
    Ended,
    Entered,
    Noted,
    Rolled,
    RoundBegun,
    Ruled,
    Stated,
    StepTaken,
    Told,
    Undone,
    difference,
    named,
)
from airwar.engine.referee import Allotment, Asked, Choice, Decision, Event, Fact, Question, Referee, Roll, Ruling
from airwar.engine.rule import first_rule, rule_at_work
from airwar.engine.ruling import ON_POSITIONS, ruled
from airwar.errors import Endless, Mismatch

T = TypeVar("T")
MOST_ROLLS = 5_000  # a battle that asks for more dice than this is endless
Closing = Callable[[End, int | None], Ended]  # makes the last record of a battle; and the number of the end it corrects
Adjust = Callable[[Position, Ruled], Position]  # the position after a ruling on a unit or an option; ValueError if it cannot be


class Answers(Protocol):
    """Who answers: a person, a script, chance. Raises Asked when it has no answer."""

    def faces(self, roll: Roll, drawn: int) -> tuple[Faces, str]:
        """The faces and their source: machine, physical or scripted. `drawn` machine dice have been rolled before."""

    def choice(self, question: Decision) -> Any:
        """The answer to a choice, to an allotment or to a question for a fact."""


class View(Protocol):
    """Who looks on."""

    def show(self, record: Record, past: bool) -> None:
        """A record has been made, or is in the past: it was in the log when the walk began."""

    def back(self, seq: int) -> None:
        """The walk goes back: the records from this number on will be shown again, or others in their place."""


class Blind:
    """Nobody looks on."""

    def show(self, record: Record, past: bool) -> None:
        pass

    def back(self, seq: int) -> None:
        pass


class Here(NamedTuple):
    """A position within a step, as a step of its own."""

    first: Position
    scope: str  # when the step began
    round: int
    begun: int  # rounds that the step has begun since


class TakenBack(BaseException):
    """The walk goes back here, to an entry that is taken back or corrected, or to one before a ruling."""

    def __init__(self, record: Record) -> None:
        super().__init__(record.seq)
        self.record = record


@dataclass
class Passage:
    """A step on the way: how things were when it began, and the records it has made."""

    position: Position
    scope: str
    round: int
    facts: Mapping[str, str]  # stated before
    rulings: tuple[Ruled, ...]  # on rolls that had not come yet
    records: list[Record] = field(default_factory=list)


class Walk(Referee):
    """A battle on its way. What the log holds already is followed and compared; from there on it is written.

    `every_course` follows every course that the log took, through its undos and corrections; otherwise only the records in
    force are followed. `ask_before_end`: the walk stops when the battle is over, and `finish` writes the end.
    """

    def __init__(
        self,
        start: Then[Any] | End,
        log: Log,
        answers: Answers,
        view: View | None = None,
        closing: Closing | None = None,
        every_course: bool = False,
        ask_before_end: bool = False,
        memory: Memory | None = None,
        adjust: Adjust | None = None,
        again: Reentry | None = None,
    ) -> None:
        self.closing = closing
        self.memory = Memory() if memory is None else memory
        self.adjust = adjust
        self.position: Position | End = start if isinstance(start, End) else Position(start.step, (start.state,))
        self.log = log
        self.answers = answers
        self.view: View = view or Blind()
        self.ask_before_end = ask_before_end
        self.every_course = every_course
        counted = in_force(log.records)
        self.past = (log.records if every_course else counted)[:0:-1]  # to be followed, the next one last
        self.again: list[Record] = []  # to be repeated in silence, the next one last
        self.passages: list[Passage] = []
        self.dice = FallenDice()
        self.due: Corrected | None = None  # a correction whose entry comes next
        self.held = again or Reentry()  # what a correction enters again
        if not every_course and any(record.kind in GO_BACK for record in log.records):
            self.dice, self.held = FallenDice(entries(log.records)), to_enter_again(log.records)
        self.entered_again = 0  # how much of that still fitted
        self.rolls = 0  # that the log did not hold
        self.facts: Mapping[str, str] = {}  # what the table has stated so far, by key
        self.rulings: tuple[Ruled, ...] = ()  # on rolls that have not come yet
        self.positions_ruled = any(record.kind == "ruling" for record in self.past)
        self.begun = 0  # rounds begun in the present step
        self.given: list[Any] = []  # the answers that the present step has had so far
        self.said: list[Wording] = []  # what the present step has said since the last of them
        self.course: Course = {}  # where the memory keeps what follows the last answer,
        self.answered: Hashable = BEGINNING  # and under which key
        self.waiting = False  # the present step stopped at a question

    def run(self) -> End:
        """Walks to the end, or as far as there are answers."""
        if self.waiting:
            self._rewind(self.passages[-1].records)
        while True:
            try:
                with paused():
                    end = self._steps()
                if not self.ask_before_end or self.past:
                    self.finish()
                return end
            except TakenBack as taken:
                self._take_back(taken.record)

    def _steps(self) -> End:
        """Takes step after step, to the end."""
        course: Course | None = None
        while isinstance(self.position, Position):
            begun = self.position
            self._begin(begun)
            if course is None or self.position is not begun:
                course = self.memory.course(self.position, self.scope, self.round)
            last = self._retrace(course) or self._take(self.position, course)
            course = self._leave(self.position, last)
        return self.position

    def _retrace(self, course: Course) -> Stretch | None:
        """Goes through a step as it was taken before. None if it has not been taken with these answers; it then begins anew."""
        stretch = course.get(BEGINNING)
        if stretch is None:
            return None
        while stretch is not None:
            for wording in stretch.said:
                self._put(wording)
            self.scope, self.round, self.begun = stretch.scope, stretch.round, stretch.begun
            if stretch.question is None:
                return stretch
            if not can_be_put_again(stretch.question) and not self._accepted(stretch):
                break
            self._answered(stretch.question, stretch)
            stretch = self.course.get(self.answered)
        self._rewind([*self.passages[-1].records, *reversed(self.again)])
        assert isinstance(self.position, Position)
        self._begin(self.position)
        return None

    def _accepted(self, stretch: Stretch) -> bool:
        """Whether the log holds the answer to the question here, and the step has accepted it before."""
        ahead = self.again or self.past
        body = ahead[-1].body if ahead and ahead[-1].kind == "choice" else None
        return isinstance(body, Chosen) and answer_key(body.answer) in stretch.worded

    def _take(self, position: Position, course: Course) -> Stretch:
        """Takes a step, and remembers it."""
        self.said, self.course, self.answered = [], course, BEGINNING
        move = position.step(self, *position.args)
        return self._stretch(None, move)

    def _stretch(self, question: Question | None, move: Any) -> Stretch:
        """Remembers what the step has done since the last answer."""
        stretch = self.course.get(self.answered)
        if stretch is None:
            lasts = None if question is None else lasting(question)
            made = Stretch(tuple(self.said), self.scope, self.round, self.begun, lasts, move)
            stretch = self.course.setdefault(self.answered, made)
            self.memory.grow()
        self.said = []
        if question is not None and (stretch.question is None or stretch.question.key != question.key):
            raise AssertionError(f"a step must ask the same after the same answers, but now it asks {question.key}")
        return stretch

    def finish(self) -> None:
        """Writes the end of the battle, or compares it with the log."""
        assert isinstance(self.position, End), "the battle is over"
        self._pass_remarks()
        if self.closing:
            ends = [record.seq for record in self.log.records if record.kind == "end" and record.seq < self._seq]
            self._put(Wording(self.closing(self.position, ends[-1] if ends else None)))
        if self.past:
            self._pass_remarks()
            raise Mismatch(self._seq, "the battle is over by the rules, but the log continues")

    def _begin(self, position: Position) -> None:
        self.passages.append(Passage(position, self.scope, self.round, self.facts, self.rulings))
        self.begun, self.given, self.waiting = 0, [], True
        if self.positions_ruled:
            self._adjust_position()

    def _leave(self, begun: Position, last: Stretch) -> Course | None:
        """The step is over. Where dice or a decision came in, a record says what they led to; the rest follows from that."""
        onward = last.onward.get(id(begun.stack))
        if onward is None:
            onward = last.onward[id(begun.stack)] = self._onward(begun, last)
            self.memory.grow()
        if onward.taken is not None:
            self._put(onward.taken)
        _, self.position, self.scope, self.round, _, course = onward
        self.waiting = False
        return course

    def _onward(self, begun: Position, last: Stretch) -> Onward:
        """Where a step leads."""
        step, _, stack = begun
        position = follow(last.move, stack, self, step)
        taken = Wording(StepTaken(step.__name__, first_rule(step), FINGERPRINTS.of(position))) if self.given else None
        course = self.memory.course(position, self.scope, self.round) if isinstance(position, Position) else None
        return Onward(stack, position, self.scope, self.round, taken, course)

    # going back

    def go_back(self, seq: int) -> None:
        """Goes back to just before a record in force. The walk continues from there with the next `run`."""
        while len(self.passages) > 1 and (not self.passages[-1].records or self.passages[-1].records[0].seq > seq):
            self.dice.go_back(self.passages.pop().records)
        records = self.passages[-1].records
        self.view.back(seq)
        self._rewind([record for record in records if record.seq < seq])

    def _take_back(self, record: Record) -> None:
        """Goes back as a record says. A ruling then holds from there on."""
        back = record.body
        assert isinstance(back, Undone | Corrected | Ruled), "the record goes back"
        if back.to is None:
            self._rewind(self.passages[-1].records)
        else:
            self.go_back(back.to)
        if isinstance(back, Corrected):
            self.due = back
        elif isinstance(back, Ruled):
            if back.state is not None and any(before.kind not in ("ruling", *LASTING) for before in self.again):
                raise Mismatch(record.seq, f"it goes back to record {back.to}, in the middle of a step")
            self.again.insert(0, record)
            self.view.show(record, self.every_course)

    def correct(self, to: Corrected) -> None:
        """Corrects an entry, in the log, and goes back to it. The next `run` enters again what still fits."""
        self.held, self.entered_again = abandoned(self.log.records, to), 0
        self._take_back(self.log.append(to))

    def remark(self, body: Noted | DiceChanged) -> None:
        """Adds a remark at the pending question."""
        record = self.log.append(body)
        self.passages[-1].records.append(record)
        self.view.show(record, False)

    def rule(self, ruling: Ruled) -> None:
        """Rules at the pending question, in the log. The next `run` goes on from there, or from where the ruling goes back to."""
        ruling = self.placed(ruling)
        if ruling.to is not None:
            self.held, self.entered_again = abandoned(self.log.records, ruling), 0
        record = self.log.append(ruling)
        if ruling.to is not None or ruling.state is not None:
            self.positions_ruled = True
            self._take_back(record)
        else:
            self.passages[-1].records.append(record)
            self.view.show(record, False)

    def placed(self, ruling: Ruled) -> Ruled:
        """A ruling with its place: one on a position takes the present step back to where it began. Raises ValueError."""
        if ruling.on not in ON_POSITIONS:
            return ruling
        if not isinstance(self.position, Position) or self.adjust is None:
            raise ValueError("there is no position to change")
        self.adjust(self.position, ruling)
        made = [record for record in self.passages[-1].records if record.kind not in LASTING]
        redone = [record for record in made if not rules_position(record)]
        state = FINGERPRINTS.of(self.position)
        return replace(ruling, to=redone[0].seq if redone else None, state=state)

    def _adjust_position(self) -> None:
        """The step begins in a position that the referee has changed, where the log says so."""
        while (ahead := self.again or self.past) and rules_position(next_but_remarks(ahead)):
            ruling = next_but_remarks(ahead).body
            assert isinstance(ruling, Ruled)
            assert isinstance(self.position, Position)
            if ruling.state != FINGERPRINTS.of(self.position) or self.adjust is None:
                return
            try:
                self.position = self.adjust(self.position, ruling)
                self.memory = Memory()  # steps may go by an option that their arguments do not show
            except ValueError as refused:
                raise Mismatch(ahead[-1].seq, f"{ruling.key}: {refused}") from None
            while ahead[-1].body is not ruling:
                self._pass(ahead)
            self._pass(ahead)

    def _rewind(self, records: list[Record]) -> None:
        """Goes back to where the last step began; these of its records will be repeated."""
        begun = self.passages.pop()
        self.dice.go_back(begun.records)
        self.position, self.scope, self.round = begun.position, begun.scope, begun.round
        self.facts, self.rulings = begun.facts, begun.rulings
        if self.positions_ruled:
            self.memory = Memory()
        self.again = records[::-1]
        self.waiting = False

    # where we are

    @property
    def state(self) -> Any:
        """The state of the procedure under way."""
        return self.states[-1]

    @property
    def states(self) -> tuple[Any, ...]:
        """What is on the table now: the states of all procedures under way, the outermost first."""
        return self.position.states if isinstance(self.position, Position) else (self.position.state,)

    def here(self, *further: Any) -> Here:
        """The position at the pending question: the answers that the step has had are given, and `further` ones."""
        step, args, stack = self.position if isinstance(self.position, Position) else self.passages[-1].position
        given = (*self.given, *further)

        def from_here(ref: Referee, *args: Any) -> Any:
            return step(Given(ref, given), *args)

        return Here(Position(from_here, args, stack), self.passages[-1].scope, self.passages[-1].round, self.begun)

    # what steps call

    def enter(self, scope: str, title: str) -> None:
        super().enter(scope, title)
        self._say(Entered(scope, title, rule_at_work()))

    def new_round(self) -> None:
        super().new_round()
        self.begun += 1
        self._say(RoundBegun(self.scope, self.round))

    def tell(self, make: Callable[..., Event | list[Event] | None], *args: Any) -> None:
        made = make(*args)
        events = made if isinstance(made, list) else [made] if made is not None else []
        for event in events:
            self._say(Told(event.rule if isinstance(event, Ruling) else rule_at_work(), event))

    def cited_rule(self) -> str:
        return rule_at_work()

    def roll(self, key: str, reading: Reading[T], by: str = "") -> T:
        question = Roll(self.full_key(key), rule_at_work(), reading, by)
        outcome: T = self._answered(question, self._stretch(question, None))
        return outcome

    def decide(self, question: Decision) -> Any:
        return self._answered(question, self._stretch(question, None))

    # the same for a step that is taken and for one that is retraced

    def _answered(self, question: Question, stretch: Stretch) -> Any:
        """Has the question at the end of a stretch answered."""
        answer: Any
        if isinstance(question, Roll):
            answer = self.answered = self._rolled(question, stretch.worded)
        elif isinstance(question, Fact):
            answer = self.answered = self._stated(question)
        else:
            answer = self._decided(question, stretch.worded)
            self.answered = answer_key(answer)
        self.course = stretch.further
        return answer

    def _rolled(self, question: Roll, worded: dict[Hashable, Wording]) -> Any:
        past = self._past(Rolled, question.key)
        decreed: Faces | None = None
        if self.rulings:
            asked, (question, decreed, self.rulings) = question, ruled(question, self.rulings)
            worded = worded if question is asked else {}  # it is not read as the step reads it
        reading = question.reading
        faces, source = (past.faces, past.source) if past is not None else self._faces(question, decreed)
        if (source == "ruled") != (decreed is not None) or (decreed is not None and faces != decreed):
            raise Mismatch(self._seq, f"{question.key}: the rulings before it do not give {list(faces)}, {source}")
        if not reading.dice.admits(faces):
            raise Mismatch(self._seq, f"{question.key}: {reading.dice} cannot show {list(faces)}")
        self._check_due(question.key, faces)
        die = self.dice.number(question, faces) if source == "machine" else None
        wording = worded.get((faces, source, die))
        if wording is None:
            how = reading.record(faces)
            rolled = Rolled(question.key, question.rule, question.by, str(reading.dice), faces, source, *how, die)
            wording = self._remember(worded, (faces, source, die), rolled)
        self._put(wording)
        outcome = reading.read(faces)
        self.given.append(outcome)
        return outcome

    def _remember(self, worded: dict[Hashable, Wording], key: Hashable, body: Body) -> Wording:
        """Remembers the record of an answer."""
        self.memory.grow()
        return worded.setdefault(key, Wording(body))

    def _faces(self, question: Roll, decreed: Faces | None) -> tuple[Faces, str]:
        """The faces of a roll. A machine die that has fallen under this key stays as it fell."""
        held = self.held.entry(question.key) if self.held else None
        if decreed is not None:
            self.entered_again += held is not None
            return decreed, "ruled"
        if isinstance(held, Rolled) and held.source not in ("machine", "ruled") and held.dice == str(question.reading.dice):
            self.entered_again += 1
            return held.faces, held.source
        fallen = self.dice.fallen(question)
        if fallen is not None:
            self.entered_again += held is not None
            return fallen, "machine"
        self.rolls += 1
        if self.rolls > MOST_ROLLS:
            raise Endless(question.key, MOST_ROLLS)
        try:
            return self.answers.faces(question, self.dice.drawn)
        except Asked:
            self.held.give_up()  # what is entered from here on may not be what it was
            raise

    def _decided(self, question: Choice | Allotment, worded: dict[Hashable, Wording]) -> Any:
        past = self._past(Chosen, question.key)
        answer: Any = past.answer if past is not None else self._answer(question)
        wording = worded.get(answer_key(answer))
        if wording is None:
            self._accept(question, answer, past)
            wording = self._remember(worded, answer_key(answer), chosen(question, answer))
        self._check_due(question.key, answer)
        self._put(wording)
        self.given.append(answer)
        return answer

    def _stated(self, question: Fact) -> str:
        known = self.facts.get(question.key)
        if known is not None:
            return known
        past = self._past(Stated, question.key)
        answer: str = past.answer if past is not None else self._answer(question)
        self._accept(question, answer, past)
        self._check_due(question.key, answer)
        self._put(Wording(Stated(question.key, question.rule, question.by, question.what, answer)))
        self.facts = {**self.facts, question.key: answer}
        return answer

    def _accept(self, question: Decision, answer: Any, past: Body | None) -> None:
        """Checks that the rules allow an answer."""
        refused = question.refuses(answer)
        if refused is not None:
            if past is not None:
                raise Mismatch(self._seq, f"{question.key}: {refused}")
            raise ValueError(f"{question.key}: {refused}")

    def _answer(self, question: Decision) -> Any:
        if self.held:
            held = self.held.entry(question.key)
            if held is not None and not isinstance(held, Rolled) and question.refuses(held.answer) is None:
                self.entered_again += 1
                return held.answer
            self.held.give_up()
        return self.answers.choice(question)

    def _check_due(self, key: str, answer: Answer) -> None:
        """After a correction, the entry that it corrects comes first, as it says."""
        due = self.due
        if due is None or self.again:
            return
        self.due = None
        if (due.key, due.now) != (key, answer):
            raise Mismatch(self._seq, f"{key} is {answer}, but the correction before it says that {due.key} is {due.now}")

    # records

    @property
    def _seq(self) -> int:
        """The number of the next record."""
        ahead = self.again or self.past
        return ahead[-1].seq if ahead else self.log.last.seq + 1

    def _past(self, kind: type[B], key: str) -> B | None:
        """The record that the log holds here, if it goes that far. Raises TakenBack where it goes back."""
        self._pass_remarks()
        ahead = self.again or self.past
        if not ahead:
            if self.held:
                self._rule_again(key)
            return None
        body = ahead[-1].body
        if not isinstance(body, kind) or body.key != key:
            wanted = NAMES[kind]
            raise Mismatch(self._seq, f"the rules come to {wanted} {key} here, the log has {named(body)}")
        return body

    def _rule_again(self, key: str) -> None:
        """Makes the rulings again that were made at this question, if they still fit. Raises TakenBack where one goes back."""
        while (ruling := self.held.ruling(key)) is not None:
            try:
                placed = self.placed(ruling)
            except ValueError:
                continue
            if placed.to is not None:
                redone = abandoned(self.log.records, placed)
                self.entered_again -= redone.entries  # these are entered once more
                self.held = redone.then(self.held)
            record = self.log.append(placed)
            if placed.state is not None:
                self.positions_ruled = True
                raise TakenBack(record)
            self.rulings = (*self.rulings, placed)
            self.passages[-1].records.append(record)
            self.view.show(record, False)

    def _pass_remarks(self) -> None:
        """Passes the remarks that the log has at this question. Raises TakenBack where the log goes back."""
        while ahead := self.again or self.past:
            record = ahead[-1]
            if record.kind in GO_BACK and ahead is self.past and self.every_course and goes_back(record.body) is not None:
                ahead.pop()
                raise TakenBack(record)
            if record.kind not in ("note", "dice", "ruling"):
                return
            if isinstance(record.body, Ruled):
                if record.body.state is not None:
                    raise Mismatch(record.seq, f"the ruling on {record.body.key} is not about the position here")
                self.rulings = (*self.rulings, record.body)
            self._pass(ahead)

    def _pass(self, ahead: list[Record]) -> None:
        """The next record has been followed."""
        repeated, record = ahead is self.again, ahead.pop()
        self.passages[-1].records.append(record)
        if not repeated:
            self.view.show(record, True)

    def _say(self, body: Body) -> None:
        """What the present step says."""
        wording = Wording(body)
        self.said.append(wording)
        self._put(wording)

    def _put(self, wording: Wording) -> None:
        """Compares with the log as far as it goes, then writes; and shows."""
        records = self.passages[-1].records if self.passages else []
        if self.again or self.past:
            ahead = self.again or self.past
            while ahead[-1].kind in LASTING and len(ahead) > 1 and not self.every_course:
                self._pass(ahead)  # a remark that stayed when the question where it was made was taken back
            repeated = ahead is self.again
            record = ahead.pop()
            if not record.says(wording):
                raise Mismatch(record.seq, difference(wording.body, record.body))
            records.append(record)
            if not repeated:
                self.view.show(record, True)
        else:
            record = self.log.append(wording.body, wording)
            records.append(record)
            self.view.show(record, False)


B = TypeVar("B", Rolled, Chosen, Stated)


def chosen(question: Choice | Allotment, answer: Any) -> Chosen:
    """The record of an answer."""
    key, rule, by = question.key, question.rule, question.by
    if isinstance(question, Choice):
        return Chosen(key, rule, by, tuple(question.options), answer)
    return Chosen(key, rule, by, dict(question.items), {name: count for name, count in answer.items() if count})


def next_but_remarks(ahead: list[Record]) -> Record:
    """The next record that is not a remark which stays whatever is taken back; the next one if there is no other."""
    return next((record for record in reversed(ahead) if record.kind not in LASTING), ahead[-1])


def rules_position(record: Record) -> bool:
    """Whether a record is a ruling that changes the position in which its step began."""
    return record.kind == "ruling" and isinstance(record.body, Ruled) and record.body.state is not None
