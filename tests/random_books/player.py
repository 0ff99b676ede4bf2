"""Plays a scenario at random: answers, typed and machine dice, undo, corrections, rulings, notes, kills and resumes.

What is answered depends on the seed of the player, the key of the question and how often things were taken back; so a battle
that is killed and resumed can be compared with the same battle played without a break.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from test_corrections import another
from watch import Watch

from airwar.analysis.verify import verify
from airwar.answers.chance import AnyLegal
from airwar.battle.battle import Battle, Nobody, seed_file
from airwar.battle.next_turn import next_scenario
from airwar.engine.codec import plain
from airwar.engine.log import Log
from airwar.engine.questions import Choice, Fact, Question, Roll
from airwar.engine.records import Rolled
from airwar.engine.walk import Walk
from airwar.errors import AirwarError
from airwar.play.session import Session
from airwar.setup.loading import Scenario
from airwar.testing.random_play import check_question, rule_at_random

MOST_RECORDS = 500  # of a log; a battle that takes longer is answered by default from there on
MOST_ANSWERS = 4000  # and it must be over by then


class Habits(NamedTuple):
    """How often a player does what, of a thousand questions."""

    undo: int = 0
    correct: int = 0
    rule: int = 0
    note: int = 0
    dice: int = 0
    kill: int = 0
    probe: int = 0
    typed: int = 0


QUIET = Habits()
KILLED = Habits(kill=60)
RULED = Habits(rule=300, typed=300, undo=20, kill=20, dice=20)
WILD = Habits(undo=60, correct=25, rule=60, note=10, dice=25, kill=25, probe=25, typed=300)


class Player:
    """One battle at random, with everything checked after every step."""

    def __init__(self, scenario: Scenario, path: Path | None, seed: int, habits: Habits, mode: str = "machine") -> None:
        self.seed, self.habits, self.path = seed, habits, path
        self.random = Random(seed)
        self.salt = 0
        self.steps: Counter[str] = Counter()
        self.books: Watch = Watch(scenario)
        self.session = Session.begin(scenario, path, seed=seed, mode=mode)
        self.scenario = scenario

    @property
    def late(self) -> bool:
        """Whether the battle takes long. The log is counted, so that a battle that was killed is late at the same point."""
        return len(self.session.log.records) > MOST_RECORDS

    # the loop

    def play(self) -> None:
        with self.books.watching():
            while self.session.question is not None:
                self.steps["questions"] += 1
                assert self.steps["questions"] < MOST_ANSWERS, f"it never ends: {self.session.question.key}"
                self.look(self.session.question)
                self.act(self.session.question)
            self.check_end()

    def act(self, question: Question) -> None:
        """Does something at random, or answers."""
        ways: list[tuple[int, str, Callable[[], None]]] = [
            (self.habits.undo, "undo", self.undo),
            (self.habits.correct, "correct", self.correct),
            (self.habits.rule, "rule", self.rule),
            (self.habits.note, "note", lambda: self.session.note("rain")),
            (self.habits.dice, "dice", self.change_dice),
            (self.habits.kill, "kill", self.kill),
            (self.habits.probe, "probe", self.probe),
        ]
        if not self.late:
            at = self.random.randrange(1000)
            for chance, name, way in ways:
                if at < chance:
                    self.steps[name] += 1
                    return way()
                at -= chance
        return self.answer(self.session, question)

    def answer(self, session: Session, question: Question) -> None:
        self.steps["answers"] += 1
        if isinstance(question, Roll):
            typed = session.battle.mode == "physical" or self.chance(question.key, "typed").randrange(1000) < self.habits.typed
            session.roll(self.some_faces(question) if typed else None)
        else:
            session.answer(self.some_answer(question))

    def chance(self, *about: str) -> Random:
        return Random(f"{self.seed}/{self.salt}/{'/'.join(about)}")

    def some_faces(self, roll: Roll) -> tuple[int, ...]:
        dice, chance = roll.reading.dice, self.chance(roll.key)
        return tuple(chance.randint(1, dice.sides) for _ in range(dice.count))

    def some_answer(self, question: Any) -> Any:
        if self.late and not isinstance(question, Fact):
            return question.default
        legal = AnyLegal(0)
        legal.random = self.chance(question.key)
        return legal.choice(question)

    # what is asked

    def look(self, question: Question) -> None:
        """A question can be shown, and what it offers is legal; the books are in order, also after a ruling."""
        assert question.key
        self.books.check(self.session.states)
        if isinstance(question, Roll):
            return
        check_question(question)
        if isinstance(question, Fact):
            return
        if question.about is not None:
            assert question.about().strip(), question.key
        if question.facts is not None:
            assert all(isinstance(value, int) for value in question.facts().values()), question.key
        assert self.session.default is not None or question.unknown, question.key
        self.scenario.ruleset.tables(self.session.states)

    # what can be done instead of answering

    def undo(self) -> None:
        """Takes something back; the same answer again leads to the same question."""
        session = self.session
        if not session.can_undo:
            return
        before, waiting = plain(session.states), session.question.key if session.question else ""
        done = session.entries[-1] if session.entries else None
        ruled = done is not None and any(record.kind == "ruling" and record.seq > done.seq for record in session.log.records)
        key = session.undo()
        self.salt += 1
        if done is not None and isinstance(done.body, Rolled) and session.battle.mode == "machine":
            return  # typed before the machine was given the dice, which has rolled it at once
        assert session.question is not None
        assert session.question.key == key or done is None or done.body.key != key  # a ruling may be taken back too
        if self.random.random() < 0.5 and done is not None and done.body.key == key and not ruled:
            self.again(done.body)
            assert plain(session.states) == before
            assert (session.question.key if session.question else "") == waiting

    def again(self, body: Any) -> None:
        """Enters again what was taken back."""
        if isinstance(body, Rolled):
            self.session.roll(body.faces)
        else:
            answer = body.answer
            self.session.answer(dict(answer) if not isinstance(answer, str) else answer)

    def correct(self) -> None:
        """Corrects an earlier entry."""
        entries = self.session.entries
        if not entries:
            return
        record = self.random.choice(entries)
        if isinstance(record.body, Rolled) and record.body.source in ("machine", "ruled"):
            return
        now = another(self.session.question_at(record.seq), record.body)
        if now is None:
            return
        later = sum(one.seq > record.seq for one in entries)
        waited = self.session.walk.answering.held.waiting
        kept, waiting = self.session.correct(record.seq, now, "misread")
        assert kept + waiting <= later + waited
        self.salt += 1

    def rule(self) -> None:
        """A ruling on a coming roll, on an option, or on a unit."""
        self.books.limits = False
        self.steps[f"ruled: {rule_at_random(self.session, self.random)}"] += 1

    def change_dice(self) -> None:
        """From here on others roll."""
        self.session.change_dice(self.random.choice(("machine", "physical", "ask")))

    def kill(self) -> None:
        """Abandons the battle, loses part of the file, and resumes."""
        if self.path is None:
            return
        self.session.log.close()
        content = self.path.read_bytes()
        header = content.index(b"\n") + 1
        cut = len(content) - min(int(self.random.expovariate(1 / 400)), len(content) - header)
        self.path.write_bytes(content[:cut])
        self.session = Session.resume(self.path)
        now = self.path.read_bytes()
        whole = content[: content[:cut].rindex(b"\n") + 1]
        assert now.startswith(whole), "what was written is no longer there"
        if self.habits == KILLED or self.session.question is None:
            return
        self.salt += 1

    def probe(self) -> None:
        """Every option of a question is accepted, and leads to another question or to the end."""
        question = self.session.question
        if not isinstance(question, Choice):
            return
        for option in question.options:
            copy = Battle(self.scenario, Log(list(self.session.log.records)), self.session.battle.seed)
            aside = Session(copy)
            assert aside.question is not None
            assert aside.question.key == question.key
            aside.answer(option)
            self.steps["options probed"] += 1

    # the end

    def check_end(self) -> None:
        """The tally agrees with the books; the log verifies, replays to the same bytes, and has a next turn."""
        session = self.session
        end, last = session.end, session.log.records[-1]
        assert end is not None
        assert last.kind == "end"
        tally = [tuple(line) for line in self.scenario.ruleset.tally(end.state)]
        assert [tuple(line) for line in last.body.tally] == tally
        self.books.check_end(end.state, tally, self.salt == 0 and not self.steps["ruled: unit"])
        records = session.log.records
        copy = Log(list(records))
        again = Walk(session.scenario.start, copy, Nobody(), None, session.battle.closing, adjust=session.walk.adjust).run()
        assert (again.result, plain(again.state)) == (end.result, plain(end.state))
        assert len(copy.records) == len(records)

    def check_file(self, folder: Path) -> None:
        """The log as a file: it verifies, and the following turn can be played."""
        path = self.path
        if path is None:
            path = folder / "log.jsonl"
            path.write_text(self.session.log.text())
        proof = verify(path)
        assert proof.finished
        assert not proof.missing
        assert not seed_file(path).exists()
        if self.scenario.ruleset.next_turn is None:
            return
        try:
            next_scenario(path)
        except AirwarError as refused:
            # What is left may be nothing that could be fought.
            assert allowed_to_end_here(str(refused), self.scenario.text), f"no next turn: {refused}"
        self.steps["next turns"] += 1


# Everybody is gone; or who was aboard which of two carriers, a turn later only the players know.
NOTHING_LEFT = ("nothing is fought", "nothing to play", "found 0 mappings", "list each one, so that it is clear who is aboard")


def allowed_to_end_here(refused: str, scenario: str) -> bool:
    """Whether a battle may have no next turn. Who came by sea may be too many where redeployment was not played (18.15)."""
    by_sea = "sea-transported: true" in scenario and " holds " in refused
    return by_sea or any(words in refused for words in NOTHING_LEFT)
