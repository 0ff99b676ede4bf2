"""A battle being played: the pending question, its answer, undo, corrections, rulings and the end. Needs no terminal.

    session = Session.begin(load_scenario("malta-1942"), Path("malta.jsonl"))
    while session.question is not None:
        if isinstance(session.question, Roll):
            session.roll()
        else:
            session.answer(session.default)
    print(session.end.result)

Every record is written and synced before a view sees it, so a session can be dropped at any moment and resumed from its log.
The walk waits at its question: an answer reruns one step, and so does an undo.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, TypedDict, Unpack

from airwar.answers.chance import commitment, drawn_seed
from airwar.answers.menu import dice_in, typed_faces
from airwar.battle.battle import MAIL, Battle, Nobody, begin, keep_seed, resume, seeds_of
from airwar.choices.patterns import can_match, kind_of, meaning
from airwar.engine.history import answer_of, before, correction_refused, entries, in_force, seated_in, seats_in, undoable
from airwar.engine.log import Log, Record
from airwar.engine.moves import End, Position
from airwar.engine.questions import REFEREE, Allotment, Asked, Choice, Decision, Fact, Question, Roll
from airwar.engine.records import (
    ALL,
    LONGEST_NAME,
    ON_ROLLS,
    Answer,
    Chosen,
    Corrected,
    DiceChanged,
    Noted,
    Ordered,
    Rolled,
    Ruled,
    Seated,
    Stated,
)  # fmt: skip
from airwar.engine.redo import DrawnDice, abandoned, adapted
from airwar.engine.remarks import brief, reason_missing, ruling_refused, written_as
from airwar.engine.ruling import concerns, unfit
from airwar.engine.trail import View
from airwar.engine.words import one_line, shown
from airwar.errors import BadAnswer, Endless, NotUnderstood, SeedMissing
from airwar.play.pending import Seat, SessionAnswers, Stopgap, stand_ins_of
from airwar.play.plan import ASK_NO_MORE, Answered, Done, Planned, Planner, is_order, rest_of_order
from airwar.rulesets.adjusting import adjustments, not_now
from airwar.rulesets.ruleset import Standing
from airwar.setup.loading import Scenario

Think: TypeAlias = "Callable[[Session, str, Choice | Allotment], Any]"  # answers for a side that the computer plays at some level


class SessionOptions(TypedDict, total=False):
    """Options for beginning or resuming a session; `Session` says what each means."""

    scripted: bool
    ask_before_end: bool
    ask_all: bool
    seats: Seated | None
    who: str | None
    think: Think | None
    only_plans: bool


class Session:
    """A battle at its pending question, or at its end.

    `question` is what is asked now, or None; `end` has the result once the battle is over. `log` has every record.
    In the dice mode `machine` rolls are made without asking; in `physical` and `ask` they are questions too. With `scripted`,
    the scenario's script answers what it can, and only the rest is asked. Without `ask_all`, neither are questions with only one
    sensible answer. With `ask_before_end` the session stops when the battle is over: `finish` writes the end, `undo` goes back.
    `seats`: scripts that answer for a side or some questions from here on; by default, as the log says. `who` signs
    notes, corrections and rulings. `dice`: who rolls from here on, if that changes. `orders` come before all seats: those of a
    battle by mail, which a session only drafts, in memory. `think` plays the sides seated with a level: best, steady.
    With `only_plans` the usual answer is the scenario's only where it names this very question; otherwise the rule's.
    """

    def __init__(
        self,
        battle: Battle,
        view: View | None = None,
        scripted: bool = False,
        ask_before_end: bool = False,
        ask_all: bool = True,
        seats: Seated | None = None,
        who: str | None = None,
        dice: str | None = None,
        orders: Sequence[Seat] = (),
        think: Think | None = None,
        only_plans: bool = False,
    ) -> None:
        self.battle = battle
        self.think = think
        seated = seated_in(battle.log.records)
        seats = seats or seated
        self.who = brief(seats.who or REFEREE if who is None else who, "the name in a signature", LONGEST_NAME)
        if not self.who:
            raise BadAnswer("a signature needs a name")
        self.question: Question | None = None
        self.end: End | None = None
        if dice is None and battle.mode not in ("physical", MAIL) and battle.seed is None and not battle.log.finished:
            raise SeedMissing(
                f"the seed file {battle.log.path}.seed is missing; resume with --dice physical to roll at the table, "
                "or with --dice machine to go on with a new seed"
            )
        self.orders = orders
        stand_ins = [*orders, *stand_ins_of(battle.scenario, seats_in(battle.log.records, seats), self._think)]
        battle.log.hold()
        ask_all = ask_all or seats.ask == ALL
        who_rolls = battle.mode, battle.dice
        self._answers = SessionAnswers(battle.scenario, *who_rolls, scripted, stand_ins, battle.own_dice, ask_all, only_plans)
        self._answers.decided = self._decided
        self.walk = battle.walk(self._answers, view, ask_before_end=ask_before_end)
        self._answers.best = self._best
        changed = not battle.log.finished and (dice is not None or seats != seated)
        self._answers.closed = changed  # until the change is written
        self._answers.give(*rest_of_order(battle, self._answers))
        self._continue()
        self._answers.closed = False
        if changed and self.end is None:
            if seats != seated:
                self.walk.remark(seats)
            self.change_dice(dice or battle.mode)

    @classmethod
    def begin(
        cls,
        scenario: Scenario,
        path: Path | None = None,
        seed: int | None = None,
        mode: str = "machine",
        view: View | None = None,
        **options: Unpack[SessionOptions],
    ) -> Session:
        """Begins a battle. Without a path its log is kept in memory; without a seed, one is drawn."""
        return cls(begin(scenario, path, seed, mode), view, **options)

    @classmethod
    def resume(cls, path: Path, view: View | None = None, dice: str | None = None, **options: Unpack[SessionOptions]) -> Session:
        """Resumes a battle from its log, at the question that was left unanswered. `dice`: who rolls from here on."""
        return cls(resume(path), view, dice=dice, **options)

    def __repr__(self) -> str:
        now = f"asks {self.question.key}" if self.question else self.end.result if self.end else "is over, and can be closed"
        return f"<Session {self.scenario.title!r}: {now}>"

    # looking

    @property
    def scenario(self) -> Scenario:
        return self.battle.scenario

    @property
    def log(self) -> Log:
        return self.battle.log

    @property
    def states(self) -> tuple[Any, ...]:
        """What is on the table: the states of all procedures under way, the outermost first."""
        return self.walk.states

    @property
    def all_states(self) -> tuple[Any, ...]:
        """The states from which the ruleset says what is where, even in the middle of a battle."""
        at = self.walk.position
        return at.all_states if isinstance(at, Position) else (at.state,)

    @property
    def standing(self) -> list[Standing]:
        """What is where, and in what state, right now."""
        return self.scenario.ruleset.standing(self.all_states)

    @property
    def on_the_table(self) -> list[Standing]:
        """Like `standing`, with the ground troops."""
        return self.scenario.ruleset.everything(self.all_states)

    @property
    def default(self) -> Any:
        """The usual answer to the pending decision: the scenario's own if it has one, else the rule's. A fact has none.

        After a correction, it is what is left of the answer given here before.
        """
        question = self._decision()
        if isinstance(question, Allotment):
            held = self.walk.answering.held.entry(question.key)
            before = adapted(question, held.answer) if isinstance(held, Chosen) and isinstance(held.answer, dict) else None
            if before is not None:
                return before
        return self._answers.usual(question)

    @property
    def is_planned(self) -> bool:
        """Whether the usual answer comes from the scenario's plan."""
        return self._answers.is_planned(self._decision())

    @property
    def can_undo(self) -> bool:
        """Whether something can be taken back: a choice since the last die, or a typed die that nothing followed."""
        return undoable(self.log.records) is not None

    @property
    def last_line(self) -> str:
        """The line of the order that `undo` takes back; empty if it takes back something else."""
        record = undoable(self.log.records)
        return record.body.line if record and isinstance(record.body, Ordered) else ""

    @property
    def entries(self) -> list[Record]:
        """Everything that was entered or rolled and still counts."""
        return [record for record in in_force(self.log.records) if record.kind in ("roll", "choice", "stated")]

    def _decided(self) -> dict[str, Answer]:
        """The decisions so far that still count, by the keys of their questions."""
        return {record.body.key: record.body.answer for record in self.entries if isinstance(record.body, Chosen)}

    @property
    def rolls(self) -> list[Record]:
        """Every roll, including those that no longer count."""
        return [record for record in self.log.records if record.kind == "roll"]

    def entry(self, seq: int) -> Record:
        """An entry that still counts, by the number of its record. Raises BadAnswer."""
        found = next((record for record in self.entries if record.seq == seq), None)
        if found is None:
            raise BadAnswer(f"record {seq} is not an entry that can be corrected")
        return found

    def question_at(self, seq: int) -> Question:
        """The question that an entry answered."""
        until = before(self.log.records, self.entry(seq).seq)
        walk = Battle(self.scenario, Log(until), self.battle.seed).walk(Nobody())
        walk.answering.dice = DrawnDice(entries(self.log.records))  # entries that were taken back used up dice too
        walk.answering.dice.seen_by(entries(until))
        try:
            walk.run()
        except Asked as asked:
            return asked.question
        raise BadAnswer(f"record {seq} is not an entry that can be corrected")

    @property
    def adjustments(self) -> dict[str, dict[str, str]]:
        """What a ruling can change about each unit now, and the present values."""
        position = self.walk.position
        return {} if isinstance(position, End) else adjustments(self.scenario.ruleset, position)

    @property
    def not_now(self) -> dict[str, str]:
        """The units that no ruling can change right now, why not, and when one can."""
        position = self.walk.position
        return {} if isinstance(position, End) else not_now(self.scenario.ruleset, position)

    # acting

    def answer(self, answer: Any) -> None:
        """Answers the pending decision: an option's name, how many of each, or a fact. Raises BadAnswer if it is not accepted."""
        question = self._decision()
        refused = question.refuses(answer)
        if refused is not None:
            raise BadAnswer(f"{question.key}: {refused}")
        self._give((question.key, answer))

    def order(self, line: str) -> Done:
        """Carries out a typed line: `counterair malta 5 flieger; stage kg-53 smolensk`. Or dice: `3 5, 4 4`.

        Each order is given whole or not at all, and one undo takes it back. Raises NotUnderstood if the first one is not
        understood. The rest of the line, after dice are rolled or an order is not understood, is left undone and reported.
        """
        if isinstance(self.question, Roll):
            return self._roll_all(self.question, line)
        done = Done()
        orders = [order.strip() for order in line.split(";") if order.strip()] or [line.strip()]
        rolled = len(self.rolls)
        for number, text in enumerate(orders):
            try:
                if len(self.rolls) != rolled:
                    raise NotUnderstood("dice have fallen")
                plan = self.planner().plan(text) if text else Planned().then(self._decision(), self._usual())
            except NotUnderstood as wrong:
                if not number:
                    raise
                return done._replace(left="; ".join(orders[number:]), why=str(wrong))
            self._carry_out(text, plan)
            done = Done((*done.answers, *plan.answers), done.passed | plan.passed)
        return done

    def planner(self, *before: Answered) -> Planner:
        """A planner of orders at the pending question, or after answers that are already planned. Planning changes nothing."""
        return Planner(self.battle, self._answers, before)

    def next_words(self, line: str) -> list[str]:
        """The words that may follow on a line."""
        if self.question is None or isinstance(self.question, Roll):
            return []
        *orders, last = line.split(";")
        answers: tuple[Answered, ...] = ()
        for order in orders:
            try:
                answers += self.planner(*answers).plan(order).answers
            except NotUnderstood:
                return []
        return self.planner(*answers).next_words(last)

    def ask_no_more(self) -> str:
        """Takes the usual answer here and to every later question of this kind. Returns what is no longer asked."""
        question = self._decision()
        if isinstance(question, Fact):
            raise BadAnswer("airwar cannot know this, so it has to ask")
        if is_order(question):
            raise BadAnswer("orders are always asked for; 0 ends this kind of order, and end all of them")
        usual = self._usual()
        kind = kind_of(question.key, self.scenario.ruleset.decisions)
        kind = kind if fnmatchcase(question.key, kind) else f"*.{kind}"
        self._carry_out(ASK_NO_MORE, Planned(((question, usual),)), kind)
        return kind

    def _usual(self) -> Any:
        """The answer in brackets. Raises NotUnderstood if there is none."""
        usual = self.default
        if usual is None or self._decision().refuses(usual) is not None:
            raise NotUnderstood("nothing is in brackets here; type an answer")
        return usual

    def _carry_out(self, line: str, plan: Planned, auto: str | None = None) -> None:
        question = self._decision()
        self.walk.remark(Ordered(question.key, brief(line, "a line"), len(plan.answers), auto))
        if auto:
            self._seat_again()
        self._give(*((asked.key, answer) for asked, answer in plan.answers))

    def _give(self, *answers: tuple[str, Any]) -> None:
        self._answers.give(*answers)
        self._continue()

    def _roll_all(self, pending: Roll, line: str) -> Done:
        """Enters dice for the pending roll, and for those right after it."""
        if not line and self.battle.mode != "physical":
            self.roll()
            return Done()
        rolls = dice_in(line, pending.reading.dice)
        for number, text in enumerate(rolls):
            question = self.question
            faces = typed_faces(text, question.reading.dice) if isinstance(question, Roll) else "no more dice are asked for"
            if isinstance(faces, str) and not number:
                raise NotUnderstood(faces)
            if isinstance(faces, str):
                return Done(left=", ".join(rolls[number:]), why=faces)
            self.roll(faces)
        return Done()

    def _best(self, question: Decision) -> Any:
        """The answer if the script says `best`; the usual one if there is no `think`."""
        assert not isinstance(question, Fact)
        answer = self._think("best", question)
        return question.default if answer is None else answer

    def _think(self, level: str, question: Choice | Allotment) -> Any:
        """The answer of a side that the computer plays; None, so that the player is asked, if there is no `think`."""
        return None if self.think is None else self.think(self, level, question)

    def _seat_again(self) -> None:
        """Updates the seats after an undo or a correction: different questions may go unasked, and no order is left over."""
        self._answers.give()
        self._answers.stand_ins = [*self.orders, *stand_ins_of(self.scenario, seats_in(self.log.records), self._think)]

    def roll(self, faces: Sequence[int] | None = None) -> None:
        """Answers the pending roll with these faces, or lets the machine roll. Raises BadAnswer if that is not possible."""
        faces = None if faces is None else tuple(faces)
        question = self.question
        if not isinstance(question, Roll):
            raise BadAnswer("no roll is pending")
        if faces is None and self.battle.mode == "physical":
            raise BadAnswer(f"{question.key}: all dice of this battle are rolled at the table")
        if faces is not None and not question.reading.dice.admits(faces):
            raise BadAnswer(f"{question.key}: {question.reading.dice} cannot show {shown(list(faces))}")
        self._give((question.key, faces))

    def undo(self) -> str:
        """Takes back the last order or choice since the last die; returns the key of its first question."""
        undone = self.battle.undo()
        self._seat_again()
        self.walk.go_back(undone.to)
        self._continue()
        return undone.key

    def correct(self, seq: int, now: Answer | list[int], why: str) -> Reentered:
        """Changes the answer to an earlier entry, or its faces, and enters again the later entries that still fit."""
        now = tuple(now) if isinstance(now, list) else now
        refused = reason_missing(why)
        if refused:
            raise BadAnswer(f"record {seq}: {refused}")
        correction = self._correction(seq, now, why)
        self.log.hold()
        self.walk.correct(correction)
        return self._reentered(itself=1)

    def foresee(self, seq: int, now: Answer) -> Foreseen:
        """What a correction would do, tried on a copy of the battle; nothing changes."""
        correction = self._correction(seq, now, "to see")
        later = abandoned(self.log.records, correction).entries - 1
        copy = Battle(self.scenario, Log(list(self.log.records)), self.battle.seed)
        walk = copy.walk(Nobody(), ask_before_end=True)
        with suppress(Asked):
            walk.run()
        stopgap = walk.answering.answers = Stopgap(self._answers, self.question.key if self.question else None)
        walk.correct(correction)
        with suppress(Asked, Endless):
            walk.run()
        kept = walk.answering.entered_again - 1
        return Foreseen(kept, later - kept, stopgap.asked)

    def _correction(self, seq: int, now: Answer, why: str) -> Corrected:
        """A correction, if it is accepted. Raises BadAnswer."""
        old = self.entry(seq).body
        assert isinstance(old, Rolled | Chosen | Stated)
        refused = self.refuses_correction(seq, now)
        if refused:
            raise BadAnswer(f"{old.key}: {refused}")
        return Corrected(seq, old.key, answer_of(old), written_as(old, now), brief(why, "a reason"), self.who)

    def refuses_correction(self, seq: int, now: Answer) -> str | None:
        """Why another answer to an earlier entry is not accepted, or None."""
        old = self.entry(seq).body
        assert isinstance(old, Rolled | Chosen | Stated)
        return self._refused(seq, now) or correction_refused(old, written_as(old, now))

    def _refused(self, seq: int, now: Answer) -> str | None:
        """Why an answer to an earlier question is not accepted, or None."""
        question = self.question_at(seq)
        if not isinstance(question, Roll):
            return question.refuses(now)
        good = isinstance(now, tuple) and question.reading.dice.admits(now)
        return None if good else f"{question.reading.dice} cannot show {shown(now)}"

    def note(self, text: str) -> None:
        """Adds a note to the log."""
        if not one_line(text):
            raise BadAnswer("a note needs text")
        if self.log.finished:
            raise BadAnswer("the battle is over, and its log is closed; only a correction opens it again")
        self.walk.remark(Noted(brief(text, "a note"), self.who))

    def rule(self, on: str, key: str, value: str | int, why: str, back_to: int | None = None) -> Reentered:
        """Rules on an upcoming roll (modifier, result), or on an option or unit from now on. `back_to` rules on an earlier roll."""
        value = str(value)
        at = self.question.key if self.question else ""
        if back_to is not None:
            old = self.entry(back_to).body
            assert isinstance(old, Rolled | Chosen | Stated)
            at = key = old.key
        refused = reason_missing(why) or self.refuses_ruling(on, key, value, back_to)
        if refused:
            raise BadAnswer(refused)
        ruling = Ruled(on, key, value, brief(why, "a reason"), self.who, at, back_to)
        try:
            ruling = self.walk.placed(ruling)
        except ValueError as wrong:
            raise BadAnswer(str(wrong)) from None
        self.log.hold()
        self.walk.rule(ruling)
        return self._reentered(itself=int(back_to is not None))

    def refuses_ruling(self, on: str, key: str, value: str, back_to: int | None = None) -> str | None:
        """Why a ruling, here or on an earlier roll, is not accepted, or None. Whether the position allows it shows only later."""
        if back_to is not None:
            return ruling_refused(on, key, value) or self._no_such_result(back_to, on, value)
        if self.question is None:
            return "the battle is over; correct an entry, or rule on an earlier roll"
        refused = ruling_refused(on, key, value)
        if refused or on not in ON_ROLLS:
            return refused
        pending = self.question if isinstance(self.question, Roll) else None
        if pending and concerns(Ruled(on, key, value, "", "", ""), pending.key):
            return unfit(pending, on, value)
        return self.refuses_roll(key)

    def refuses_roll(self, key: str) -> str | None:
        """Why this cannot name a roll still to come, or None."""
        if key in [record.body.key for record in self.entries if isinstance(record.body, Rolled)]:
            return f"{key} has been rolled already; correct it, or rule on it there"
        known = self.coming_rolls
        if not known or key in known or can_match(key, known) or any(name.endswith(f".{key}") for name in known):
            return None
        return f"no roll {key!r} can come; there is {', '.join(known)}"

    @property
    def coming_rolls(self) -> dict[str, str]:
        """The rolls that a ruling can name, and what each is for: the pending one, then every kind that this game has."""
        rolls = self.scenario.ruleset.rolls
        pending = {self.question.key: meaning(self.question.key, rolls)} if isinstance(self.question, Roll) else {}
        return {**pending, **rolls}

    def _no_such_result(self, seq: int, on: str, value: str) -> str | None:
        """Why a ruling on an earlier roll does not fit it, or None."""
        question = self.question_at(seq)
        return unfit(question, on, value) if isinstance(question, Roll) else f"{question.key} is not a roll"

    def _reentered(self, itself: int) -> Reentered:
        """Goes on after a correction or a ruling. Returns how many later entries are made again, not counting `itself`."""
        self._seat_again()
        self._continue()
        answering = self.walk.answering
        return Reentered(answering.entered_again - itself, answering.held.waiting)

    def change_dice(self, mode: str) -> None:
        """Changes who rolls from here on: machine, physical or ask. If the seed has been lost, the machine gets a new one."""
        battle = self.battle
        reseed = mode != "physical" and battle.seed is None
        if self.end is None and (reseed or mode != battle.mode):
            change = DiceChanged(mode)
            if reseed:
                battle.seed = drawn_seed()
                if battle.log.path is not None:
                    keep_seed(battle.log.path, *(seed.number for seed in seeds_of(battle.log) if seed.commitment), battle.seed)
                change = DiceChanged(mode, None, commitment(battle.seed), self.walk.answering.dice.drawn)
            self.walk.remark(change)
        self._answers.mode, self._answers.dice, self._answers.own_dice = mode, battle.dice, battle.own_dice
        if self.end is None:
            self._continue()

    def finish(self) -> None:
        """Writes the end of a battle that is over."""
        if self.end is None:
            raise BadAnswer("the battle is not over")
        if not self.log.finished:
            self.walk.finish()
        self.battle.settle()

    def close(self) -> None:
        """Leaves the battle; it can be resumed from its log."""
        self.log.close()

    def _decision(self) -> Decision:
        if self.question is None or isinstance(self.question, Roll):
            raise BadAnswer("no decision is pending" if self.question is None else "a roll is pending, not a decision")
        return self.question

    def _continue(self) -> None:
        """Walks to the next question, or to the end."""
        self.question = self.end = None
        try:
            self.end = self.walk.run()
        except Asked as asked:
            self.question = asked.question
        else:
            if self.log.finished:
                self.battle.settle()


class Reentered(NamedTuple):
    """After a correction or a ruling: how many later entries were entered again, and how many are waiting for their questions."""

    kept: int
    waiting: int


class Foreseen(NamedTuple):
    """Before a correction: how many later entries still fit, how many do not, and how many questions will be asked."""

    kept: int
    dropped: int
    asked: int
