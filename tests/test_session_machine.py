"""Answer, roll, undo, correct, rule, note, crash, resume and fork in any order, against a simple model.

The model is the list of answers in force: a battle that is played with just these from the start is in the same state and waits
for the same question. And the log only ever grows.
"""

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from raids import RAIDS, read_once
from test_corrections import another

from airwar.analysis.verify import verify
from airwar.answers.chance import AnyLegal
from airwar.battle.battle import Nobody, begin
from airwar.battle.what_if import fork, taken_over
from airwar.engine.codec import plain
from airwar.engine.history import in_force
from airwar.engine.log import Log
from airwar.engine.questions import Asked, Roll
from airwar.engine.records import Rolled
from airwar.errors import BadAnswer
from airwar.play.plan import is_order
from airwar.play.session import Session

ONCE = read_once(RAIDS, "raids.yaml")


class Table(RuleBasedStateMachine):
    """A referee's evening."""

    @initialize(mode=st.sampled_from(["machine", "physical", "ask"]))
    def sit_down(self, mode):
        self.folder = Path(tempfile.mkdtemp())
        self.path = self.folder / "battle.jsonl"
        self.session = Session.begin(ONCE, self.path, seed=5, mode=mode, ask_before_end=True)
        self.acknowledged = self.path.read_bytes()
        self.forks = 0
        self.rulings_moved = False  # after an undo, a ruling may stand before the question where it was made

    def teardown(self):
        self.session.close()
        verify(self.path)
        shutil.rmtree(self.folder)

    # answers

    @precondition(lambda self: self.session.question is not None)
    @rule(seed=st.integers(0, 9), typed=st.booleans())
    def answer(self, seed, typed):
        question, mode = self.session.question, self.session.battle.mode
        if not isinstance(question, Roll):
            self.session.answer(AnyLegal(seed).choice(question))
        elif mode == "physical" or typed:
            self.session.roll(AnyLegal(seed).faces(question, seed)[0])
        else:
            self.session.roll()

    @precondition(lambda self: self.session.question is not None and not isinstance(self.session.question, Roll))
    @rule(alone=st.booleans())
    def order(self, alone):
        alone = alone and not is_order(self.session.question)
        self.session.ask_no_more() if alone else self.session.order("")

    @precondition(lambda self: self.session.can_undo)
    @rule()
    def undo(self):
        before = len(self.session.log.records)
        self.rulings_moved |= any(record.kind == "ruling" for record in self.session.log.records)
        key = self.session.undo()
        undone = self.session.log.records[before]
        assert (undone.kind, undone.body.key) == ("undo", key)

    # the referee's word

    @precondition(lambda self: self.session.entries)
    @rule(place=st.integers(0, 50))
    def correct(self, place):
        entries = self.session.entries
        record = entries[place % len(entries)]
        old = record.body
        if isinstance(old, Rolled) and old.source in ("machine", "ruled"):
            self.session.rule("modifier", "", "+1", "a test", back_to=record.seq)
            return
        now = another(self.session.question_at(record.seq), old)
        if now is None:
            return
        later = sum(one.seq > record.seq for one in entries)
        waited = self.session.walk.answering.held.waiting
        foreseen = self.session.foresee(record.seq, now)
        assert foreseen.kept + foreseen.dropped == later
        kept, waiting = self.session.correct(record.seq, now, "a test")
        assert kept <= foreseen.kept + waited
        assert kept + waiting <= later + waited

    @precondition(lambda self: self.session.question is not None)
    @rule(value=st.sampled_from(["-2", "+1"]), key=st.sampled_from(["*", "defender.fire"]))
    def rule_on_a_roll(self, value, key):
        self.session.rule("modifier", key, value, "a test")

    @precondition(lambda self: self.session.question is not None)
    @rule(value=st.sampled_from(["debt", "ceil", "floor"]))
    def rule_on_an_option(self, value):
        try:
            self.session.rule("option", "recombination", value, "a test")
        except BadAnswer as bad:
            assert "already" in str(bad)

    @precondition(lambda self: self.session.question is not None)
    @rule(number=st.integers(0, 9))
    def rule_on_a_unit(self, number):
        try:
            self.session.rule("unit", "tomahawks", f"ready={number}", "a test")
        except BadAnswer as bad:
            assert any(words in str(bad) for words in ("already", "no unit", "is in the battle"))

    @precondition(lambda self: not self.session.log.finished)
    @rule(text=st.sampled_from(["tea", "rain"]))
    def note(self, text):
        self.session.note(text)

    # the end, crashes and forks

    @precondition(lambda self: self.session.end is not None and not self.session.log.finished)
    @rule()
    def finish(self):
        self.session.finish()

    @rule(torn=st.booleans())
    def crash(self, torn):
        question = self.session.question
        self.session.log.close()
        if torn:
            with open(self.path, "ab") as file:
                file.write(b'{"half a li')
        self.session = Session.resume(self.path, ask_before_end=True)
        self.session.log.hold()
        assert (self.session.question and self.session.question.key) == (question and question.key)

    @rule()
    def fork(self):
        self.forks += 1
        path = self.folder / f"fork-{self.forks}.jsonl"
        made = fork(self.path, path, seed=6)
        assert made.waiting_for == (self.session.question.key if self.session.question else "")
        assert made.dropped == 0
        verify(path)

    # what must hold

    @invariant()
    def the_log_only_grows(self):
        if hasattr(self, "path"):
            content = self.path.read_bytes()
            assert content.startswith(self.acknowledged)
            self.acknowledged = content
            assert content.decode() == self.session.log.text()

    @invariant()
    def the_answers_in_force_lead_here(self):
        if not hasattr(self, "path"):
            return
        fresh = begin(ONCE, None, 5, "physical", "0" * 64)
        walk = fresh.walk(Nobody(), ask_before_end=True, again=taken_over(in_force(self.session.log.records)))
        key = ""
        try:
            walk.run()
        except Asked as asked:
            key = asked.question.key
        assert key == (self.session.question.key if self.session.question else "")
        if not self.rulings_moved:
            assert plain(walk.states) == plain(self.session.states)
        assert Log.load(self.path).last.hash == self.session.log.last.hash


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr("airwar.battle.battle.parse_scenario", read_once)


@pytest.mark.slow
def test_a_referees_evening_in_any_order(quick):
    checks = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large]
    evenings = settings(max_examples=25, stateful_step_count=15, deadline=None, suppress_health_check=checks, derandomize=True)
    run_state_machine_as_test(Table, settings=evenings)
