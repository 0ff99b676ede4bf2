"""A battle played without a terminal: question, answer, roll, undo, resume, end."""

import pytest
from raids import fought, raids

from airwar.analysis.verify import verify
from airwar.engine.codec import plain
from airwar.engine.history import in_force, undoable
from airwar.engine.questions import Roll
from airwar.engine.records import Chosen, Rolled, Undone
from airwar.errors import AirwarError, BadAnswer, CannotWrite, SeedMissing
from airwar.play.session import Session
from airwar.setup.loading import load_scenario


def play_to_the_end(session):
    """Answers everything as the scenario's script would, and lets the machine roll."""
    while session.question is not None:
        if isinstance(session.question, Roll):
            session.roll()
        else:
            session.answer(session.default)
    return session


def played_to(session, key):
    """The session at a question, everything before it answered as the script would."""
    while session.question.key != key:
        session.answer(session.default)
    return session


DISENGAGE = "malta.r1.defender.disengage"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "battle.jsonl"


def test_a_battle_is_played_from_question_to_question_to_the_same_bytes(path):
    session = Session.begin(raids(), path, seed=3)
    assert session.question.key == "malta.attacker.commit"
    assert session.end is None
    play_to_the_end(session)
    assert session.end.result == fought(seed=3).log.last.body.result
    assert path.read_text() == fought(seed=3).log.text()


def test_without_a_path_the_log_is_in_memory():
    assert play_to_the_end(Session.begin(raids(), seed=3)).log.text() == fought(seed=3).log.text()


def test_a_script_answers_everything_at_once():
    session = Session.begin(raids(), seed=3, scripted=True)
    assert (session.question, session.log.text()) == (None, fought(seed=3).log.text())


def test_dropped_at_every_question_and_resumed_it_is_the_same_battle(path):
    session = Session.begin(raids(), path, seed=3)
    while session.question is not None:
        session.close()
        asked, states = session.question, session.states
        session = Session.resume(path)
        assert (session.question.key, session.question.rule, session.default) == (asked.key, asked.rule, session.default)
        assert plain(session.states) == plain(states)
        session.answer(session.default)
    assert path.read_text() == fought(seed=3).log.text()


def test_an_answer_is_on_the_disk_before_it_is_shown(path):
    shown = []

    class View:
        def show(self, record, past):
            shown.append((record.seq, past))
            assert path.read_text().splitlines()[-1] == record.line

        def back(self, seq):
            pass

    play_to_the_end(Session.begin(raids(), path, seed=3, view=View()))
    assert shown == [(seq, False) for seq in range(1, len(path.read_text().splitlines()))]


def test_nothing_is_shown_twice_when_a_step_runs_again_up_to_its_next_question(path):
    session = played_to(Session.begin(raids(), path, seed=3), DISENGAGE)
    session.answer("stay")
    shown = []

    class View:
        def show(self, record, past):
            shown.append((record.seq, past))

        def back(self, seq):
            shown.append(f"back to {seq}")

    session.close()
    session = Session.resume(path, View())
    resumed = [(seq, True) for seq in range(1, len(session.log.records))]
    assert shown == resumed
    session.answer(session.default)
    assert [past for _, past in shown[len(resumed) :]] == [False] * (len(session.log.records) - 1 - len(resumed))
    del shown[:]
    undone = undoable(session.log.records)
    session.undo()
    assert shown == [f"back to {undone.seq}"]


@pytest.mark.parametrize("answer", ["surrender", None, 1, {"luftwaffe": 1}])
def test_an_answer_that_is_not_offered_is_refused_and_the_question_stays(path, answer):
    session = played_to(Session.begin(raids(), path, seed=3), DISENGAGE)
    before, question = path.read_bytes(), session.question
    with pytest.raises(BadAnswer, match=r"malta\.r1\.defender\.disengage"):
        session.answer(answer)
    with pytest.raises(BadAnswer, match="no roll is pending"):
        session.roll((1, 2))
    assert (path.read_bytes(), session.question) == (before, question)
    assert play_to_the_end(session).log.text() == fought(seed=3).log.text()


def test_undo_goes_back_to_the_question_and_never_past_a_die(path):
    session = Session.begin(raids(), path, seed=3)
    with pytest.raises(AirwarError, match="nothing to undo"):
        session.undo()
    played_to(session, DISENGAGE)
    first, states = session.question.key, session.states
    assert not session.can_undo
    with pytest.raises(AirwarError, match="nothing to undo"):
        session.undo()
    session.answer("stay")
    assert session.can_undo
    assert session.undo() == first == session.question.key
    assert session.states == states
    assert isinstance(session.log.last.body, Undone)
    assert not session.can_undo
    play_to_the_end(session)
    counted = [record.content for record in in_force(session.log.records)]
    assert counted == [record.content for record in fought(seed=3).log.records]
    assert (verify(path).undone, verify(path).finished) == (1, True)
    with pytest.raises(AirwarError, match="nothing to undo"):
        session.undo()


def test_any_number_of_undos_at_every_question_changes_nothing_but_the_undos(path):
    """Each answer is taken back and given again, and so is each pair of answers with no die between them."""
    session = Session.begin(raids(), path, seed=3)
    undos = 0
    while session.question is not None:
        session.answer(session.default)
        taken_back = 0
        while session.question is not None and session.can_undo and taken_back < 3:
            session.undo()
            taken_back += 1
        undos += taken_back
        for _ in range(taken_back):
            session.answer(session.default)
    assert undos > 10
    counted = [record.content for record in in_force(session.log.records)]
    assert counted == [record.content for record in fought(seed=3).log.records]
    assert verify(path).undone == undos


def test_a_different_answer_after_an_undo_takes_a_different_course():
    session = played_to(Session.begin(raids(), seed=3), "malta.r1.attacker.disengage")
    session.answer("stay")
    session.undo()
    session.answer("disengage")
    play_to_the_end(session)
    assert "Malta: attacker disengaged" in session.end.result


def test_physical_dice_are_questions_and_are_checked(path):
    session = played_to(Session.begin(raids(), path, seed=3, mode="physical"), "malta.r1.attacker.fire")
    assert isinstance(session.question, Roll)
    with pytest.raises(BadAnswer, match="rolled at the table"):
        session.roll()
    for faces in ((7, 1), (1,), (1, 2, 3), (True, 2)):
        with pytest.raises(BadAnswer, match="cannot show"):
            session.roll(faces)
    with pytest.raises(BadAnswer, match="a roll is pending"):
        session.answer("stay")
    with pytest.raises(BadAnswer, match="a roll is pending"):
        assert session.default
    session.roll((6, 6))
    rolled = [record.body for record in session.log.records if isinstance(record.body, Rolled)]
    assert [(roll.faces, roll.source, roll.die) for roll in rolled] == [((6, 6), "physical", None)]


def test_each_roll_is_made_by_the_machine_or_at_the_table():
    session = played_to(Session.begin(raids(), seed=3, mode="ask"), "malta.r1.attacker.fire")
    session.roll((1, 1))
    session.roll()
    sources = [record.body.source for record in session.log.records if isinstance(record.body, Rolled)]
    assert sources == ["physical", "machine"]


def test_a_session_that_is_over_has_no_question(path):
    session = play_to_the_end(Session.begin(raids(), path, seed=3))
    for act in (lambda: session.answer("stay"), lambda: session.roll((1, 1))):
        with pytest.raises(BadAnswer, match="pending"):
            act()
    again = Session.resume(path)
    assert (again.question, plain(again.end)) == (None, plain(session.end))
    assert again.states == (again.end.state,)
    assert path.read_text() == fought(seed=3).log.text()


def test_a_log_has_one_session_at_a_time(path):
    session = Session.begin(raids(), path, seed=3)
    with pytest.raises(CannotWrite, match="in use by another airwar process"):
        Session.resume(path)
    session.close()
    Session.resume(path)


def test_a_battle_whose_secret_seed_is_missing_is_not_continued(path):
    session = Session.begin(raids(), path)
    session.close()
    path.with_name("battle.jsonl.seed").unlink()
    with pytest.raises(SeedMissing, match=r"battle\.jsonl\.seed is missing"):
        Session.resume(path)


def test_an_answer_runs_only_the_steps_it_leads_to(path, monkeypatch):
    """The steps before the question are not taken again, neither for an answer nor for an undo."""
    from airwar.engine.walk import Walk

    session = played_to(Session.begin(raids(), path, seed=3), DISENGAGE)
    taken = []
    begin = Walk._begin
    monkeypatch.setattr(Walk, "_begin", lambda self, position: (taken.append(position.step), begin(self, position))[1])
    session.answer("stay")
    assert len(taken) <= 10
    del taken[:]
    session.undo()
    assert len(taken) == 1
    assert isinstance(session.log.records[session.log.last.body.to].body, Chosen)


def test_a_plan_ends_where_somebody_leaves_it_in_that_phase_only():
    session = Session.begin(load_scenario("maleme-1941"), seed=3, ask_all=False, only_plans=True)
    assert (session.default, session.is_planned) == ("ship-attack", True)
    session.order("barrage")
    assert not session.is_planned  # the plan has other units for its first order
    session.order("1 kg-30")
    assert (session.default, session.is_planned) == ("done", False)
    while session.question is not None and not session.question.key.startswith("allies-movement"):
        session.order("0")
    assert (session.default, session.is_planned) == ("base-attack", True)
