"""Walks a battle: follows its log to its end, continues from there, and goes back where an entry is undone or corrected.

A walk keeps the position at which each step began, so it can go back to any of them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from airwar.engine.answering import Answering, Answers
from airwar.engine.collector import paused
from airwar.engine.history import LASTING
from airwar.engine.log import Log, Record
from airwar.engine.memory import Memory
from airwar.engine.moves import End, Position, Then
from airwar.engine.record_json import Wording
from airwar.engine.records import Corrected, DiceChanged, Ended, Mailed, Noted, Ordered, Ruled, Seated, Undone
from airwar.engine.redo import Redo
from airwar.engine.referee import Prefilled, Referee
from airwar.engine.stepping import Stepping
from airwar.engine.trail import Blind, StepRuled, TakenBack, Trail, View, on_position
from airwar.errors import Mismatch

Closing = Callable[[End, int | None], Ended]  # makes the last record of a battle; also gets the number of the end that it corrects
Adjust = Callable[[Position, Ruled], Position]  # the position after a ruling on a unit or an option; ValueError if it cannot be


class Here(NamedTuple):
    """A position within a step, as a step of its own."""

    first: Position
    scope: str  # when the step began
    round: int
    begun: int  # rounds that the step has begun since


class Walk(Stepping):
    """A battle under way. What the log already holds is followed and compared; from there on the log is written.

    `every_course` follows every course that the log took, through its undos and corrections; otherwise only the records in
    force are followed. `ask_before_end`: the walk stops when the battle is over, and `finish` writes the end. `to_the_word`:
    this version wrote the log, so its words are compared too.
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
        again: Redo | None = None,
        to_the_word: bool = True,
    ) -> None:
        trail = Trail(log, view or Blind(), every_course, to_the_word)
        super().__init__(start, trail, Answering(answers, trail, again), Memory() if memory is None else memory)
        self.log = log
        self.closing = closing
        self.ask_before_end = ask_before_end
        self.adjust = adjust
        self.ends = [record.seq for record in log.records if record.kind == "end"]
        self.positions_ruled = any(record.kind == "ruling" for record in trail.past)

    def run(self) -> End:
        """Walks to the end, or as far as there are answers."""
        if self.waiting:
            self._rewind(self.starts[-1].records)
        while True:
            try:
                with paused():
                    end = self._steps()
                if not self.ask_before_end or self.trail.past:
                    self.finish()
                return end
            except TakenBack as taken:
                self._take_back(taken.record)
            except StepRuled as ruled:
                self._rewind(self.starts[-1].records)
                self._hold_ruling(ruled.record, True)

    def finish(self) -> None:
        """Writes the end of the battle, or compares it with the log."""
        assert isinstance(self.position, End), "the battle is over"
        trail = self.trail
        trail.pass_remarks("")
        if self.closing:
            earlier = bisect_left(self.ends, trail.seq)
            trail.put(Wording(self.closing(self.position, self.ends[earlier - 1] if earlier else None)))
            if earlier == len(self.ends):
                self.ends.append(trail.records[-1].seq)
        if trail.past:
            trail.reopen()

    # where we are

    @property
    def state(self) -> Any:
        """The state of the procedure under way."""
        return self.states[-1]

    @property
    def states(self) -> tuple[Any, ...]:
        """What is on the table now: the states of all procedures under way, the outermost first."""
        return self.position.states if isinstance(self.position, Position) else (self.position.state,)

    @property
    def facts(self) -> Mapping[str, str]:
        """What the table has stated so far, by key."""
        return self.answering.facts

    @property
    def rulings(self) -> tuple[Ruled, ...]:
        """The rulings that await the pending roll or a later one."""
        return self.answering.rulings

    def here(self, *further: Any) -> Here:
        """The position at the pending question, with the answers that the step has had so far, and `further` ones, prefilled."""
        step, args, stack = self.position if isinstance(self.position, Position) else self.starts[-1].position
        given = (*self.given, *further)

        def from_here(ref: Referee, *args: Any) -> Any:
            return step(Prefilled(ref, given), *args)

        return Here(Position(from_here, args, stack), self.starts[-1].scope, self.starts[-1].round, self.begun)

    # going back

    def go_back(self, seq: int) -> None:
        """Goes back to just before a record in force. The walk continues from there with the next `run`."""
        while len(self.starts) > 1 and (not self.starts[-1].records or self.starts[-1].records[0].seq > seq):
            self.answering.dice.go_back(self.starts.pop().records)
        records = self.starts[-1].records
        self.trail.view.back(seq)
        self._rewind([record for record in records if record.seq < seq])

    def _take_back(self, record: Record) -> None:
        """Goes back to where a record says. If it is a ruling, it holds from there on."""
        back, trail = record.body, self.trail
        assert isinstance(back, Undone | Corrected | Ruled), "the record goes back"
        if back.to is None:
            self._rewind(self.starts[-1].records)
        else:
            self.go_back(back.to)
        if isinstance(back, Corrected):
            trail.due = back
        elif isinstance(back, Ruled):
            self._hold_ruling(record, trail.every_course)

    def _hold_ruling(self, record: Record, past: bool) -> None:
        """Makes the step that begins next come to this ruling after the records that it repeats."""
        self.positions_ruled = True
        self.trail.again.insert(0, record)
        self.trail.view.show(record, past)

    def _rewind(self, records: list[Record]) -> None:
        super()._rewind(records)
        if self.positions_ruled:
            self.memory = Memory()  # a step may depend on an option that its arguments do not show

    # what is said at a question

    def remark(self, body: Noted | DiceChanged | Seated | Ordered | Mailed) -> None:
        """Adds a remark at the pending question."""
        self.trail.add(self.log.append(body))

    def correct(self, to: Corrected) -> None:
        """Writes a correction to the log, and goes back to its entry. The next `run` enters again what still fits."""
        self.answering.go_back(to)
        self._take_back(self.log.append(to))

    def rule(self, ruling: Ruled) -> None:
        """Writes a ruling at the pending question. The next `run` goes on from there, or from where the ruling goes back to."""
        ruling = self.placed(ruling)
        self.answering.entered_again = 0
        if ruling.to is not None:
            self.answering.go_back(ruling)
        record = self.log.append(ruling)
        if ruling.to is not None or ruling.on_position:
            self._take_back(record)
        else:
            self.trail.add(record)

    def placed(self, ruling: Ruled) -> Ruled:
        """A ruling with its place: one that changes the position goes back to where the present step began. Raises ValueError."""
        if not ruling.on_position:
            return ruling
        if not isinstance(self.position, Position) or self.adjust is None:
            raise ValueError("there is no position to change")
        self.adjust(self.position, ruling)
        made = [record for record in self.starts[-1].records if record.kind not in LASTING]
        redone = [record for record in made if not on_position(record)]
        return replace(ruling, to=redone[0].seq if redone else None)

    def _come_to(self, key: str) -> None:
        """Passes the remarks at a question, or makes rulings again there. Raises TakenBack where the log or a ruling goes back."""
        answering, trail = self.answering, self.trail
        answering.rulings = (*answering.rulings, *trail.pass_remarks(key))
        if answering.held and not trail.ahead and trail.due is None:
            self._rule_again(key)

    def _rule_again(self, key: str) -> None:
        """Makes the rulings again that were made at this question, if they still fit. Raises TakenBack where one goes back."""
        answering = self.answering
        while (ruling := answering.held.ruling(key)) is not None:
            try:
                placed = self.placed(ruling)
            except ValueError:
                continue
            if placed.to is not None:
                answering.go_back(placed, begun=True)
            record = self.log.append(placed)
            if placed.on_position:
                raise TakenBack(record)
            answering.rulings = (*answering.rulings, placed)
            self.trail.add(record)

    def _begin(self, position: Position) -> None:
        """Begins a step, in a position that the referee has changed if the log says so."""
        super()._begin(position)
        if self.positions_ruled:
            self._adjust_position(position)

    def _adjust_position(self, position: Position) -> None:
        for record in self.trail.pass_rulings_on_step():
            ruling = record.body
            assert isinstance(ruling, Ruled)
            if self.adjust is None:
                return
            try:
                self.position = position = self.adjust(position, ruling)
            except ValueError as refused:
                raise Mismatch(record.seq, f"{ruling.key}: {refused}") from None
            self.memory = Memory()
