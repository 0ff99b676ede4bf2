"""A line is an order: several answers at once, one undo for all of them, and an interrupted one is carried on."""

import pytest
from raids import happened, raids

from airwar.analysis.verify import verify
from airwar.battle.what_if import fork
from airwar.engine.log import Log
from airwar.engine.questions import Roll
from airwar.engine.records import Seated
from airwar.errors import AirwarError, NotUnderstood
from airwar.play.session import Session
from airwar.setup.loading import load_scenario

DISENGAGE = "malta.r1.defender.disengage"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "battle.jsonl"


def typhoon(path, **more):
    """The Axis is asked for its orders of the turn."""
    session = Session.begin(load_scenario("typhoon-1941"), path, seed=3, ask_all=False, ask_before_end=True, **more)
    while ".order." not in session.question.key:
        session.order("")
    return session


def raid(path=None, mode="machine", **more):
    return Session.begin(raids(), path, seed=3, mode=mode, ask_before_end=True, **more)


def again(session):
    session.close()
    return Session.resume(session.log.path, ask_all=False, ask_before_end=True)


def at(session):
    """Where a battle is: what is asked, and what has been entered."""
    return session.question.key, [record.content for record in session.entries]


STAGE = "stage kg-53 smolensk"


def staged(session):
    """The answers that the last order has given."""
    order = next(record for record in reversed(session.log.records) if record.kind == "order")
    return [record.body.key for record in session.entries if record.seq > order.seq]


# one order


def test_an_order_answers_several_questions_and_the_log_has_the_line(path):
    session = typhoon(path)
    done = session.order(STAGE)
    order = next(record.body for record in session.log.records if record.kind == "order" and record.body.line == STAGE)
    assert order.answers == len(done.answers) > 1
    assert order.key == done.answers[0][0].key
    assert staged(session) == [question.key for question, _ in done.answers]
    assert verify(path).waiting_for == session.question.key


@pytest.mark.parametrize("line", ["stage kg-53 moscow", "stage kg-99 smolensk", f"{STAGE} 99", "fly", "4", ","])
def test_a_line_that_is_not_understood_leaves_the_log_as_it_is(path, line):
    session = typhoon(path)
    before, where = path.read_bytes(), at(session)
    with pytest.raises(NotUnderstood):
        session.order(line)
    assert (path.read_bytes(), at(session)) == (before, where)


def test_after_a_semicolon_comes_another_order_with_an_undo_of_its_own(path):
    session = typhoon(path)
    start = at(session)
    session.order(STAGE)
    first = at(session)
    session.undo()
    assert at(session) == start
    session.order(f"{STAGE}; stage kg-2 kiev")
    assert at(session) != first
    session.undo()
    assert at(session) == first
    session.undo()
    assert at(session) == start


def test_what_an_order_after_a_semicolon_cannot_do_is_left_and_said(path):
    session = typhoon(path)
    done = session.order(f"{STAGE}; stage kg-99 kiev; end")
    assert done.left == "stage kg-99 kiev; end"
    assert "kg-99" in done.why
    assert staged(session)


def test_what_stands_behind_a_die_is_left():
    session = raid()
    done = session.order("4 luft 2 regia; stay; stay")
    assert (done.left, done.why) == ("stay; stay", "dice have fallen")
    assert session.question.key == DISENGAGE


# undo


@pytest.mark.parametrize("resumed", [False, True])
def test_one_undo_takes_back_an_order_with_all_its_answers(path, resumed):
    session = typhoon(path)
    start = at(session)
    session.order(STAGE)
    session = again(session) if resumed else session
    assert session.undo() == start[0]
    assert at(session) == start
    assert verify(path).undone == 1


def test_an_undo_never_goes_past_a_machine_die():
    session = raid()
    session.order("4 luft 2 regia")
    assert not session.can_undo
    with pytest.raises(AirwarError, match="a machine die has been rolled"):
        session.undo()
    session.order("stay")
    session.undo()
    assert session.question.key == DISENGAGE
    assert not session.can_undo


def test_a_typed_die_is_taken_back_by_itself_and_then_the_next_one_is_not():
    session = raid(mode="physical")
    session.order("4 luft 2 regia")
    session.order("3 5, 4 4")
    assert session.undo() == "malta.r1.defender.fire" == session.question.key
    assert session.entries[-1].body.faces == (3, 5)
    assert not session.can_undo  # somebody has seen the first die


def test_answers_of_seats_and_quiet_ones_that_followed_an_order_go_with_it(path):
    session = raid(path, seats=Seated(auto=("*.attacker.disengage",)))
    session.order("4 luft 2 regia")
    session.order("stay")
    assert session.question.key == "malta.r1.attacker.reinforce"
    assert [record.body.key for record in session.entries[-2:]] == [DISENGAGE, "malta.r1.attacker.disengage"]
    session = again(session)
    assert session.undo() == DISENGAGE == session.question.key


# interrupted


def cuts(path, begun):
    """The log cut after each record since `begun`, as a crash may leave it."""
    lines = path.read_bytes().splitlines(keepends=True)
    return [b"".join(lines[:length]) for length in range(begun + 1, len(lines) + 1)]


def test_an_order_that_was_interrupted_is_carried_on_to_the_same_bytes(path, tmp_path):
    session = typhoon(path)
    begun = len(session.log.records)
    session.order(STAGE)
    question, whole = session.question.key, path.read_bytes()
    session.close()
    found = cuts(path, begun)
    assert len(found) > 2
    for number, content in enumerate(found):
        cut = tmp_path / f"{number}.jsonl"
        cut.write_bytes(content)
        verify(cut)
        resumed = Session.resume(cut, ask_all=False, ask_before_end=True)
        resumed.close()
        assert (cut.read_bytes(), resumed.question.key) == (whole, question)


def test_an_order_with_dice_behind_it_is_carried_on_to_the_same_bytes(path, tmp_path):
    session = raid(path)
    begun = len(session.log.records)
    session.order("4 luft 2 regia")
    whole = path.read_bytes()
    session.close()
    for number, content in enumerate(cuts(path, begun)):
        cut = tmp_path / f"{number}.jsonl"
        cut.write_bytes(content)
        Session.resume(cut, ask_before_end=True).close()
        assert cut.read_bytes() == whole


def test_an_order_that_was_taken_back_is_not_carried_on(path):
    session = typhoon(path)
    start = at(session)
    session.order(STAGE)
    session.undo()
    assert at(again(session)) == start


# asked no more


def test_a_takes_the_usual_answer_and_the_question_is_not_asked_again(path):
    session = raid(path)
    session.order("4 luft 2 regia")
    assert session.ask_no_more() == "*.defender.disengage"
    asked = set()
    for resumed in (False, True):
        session = again(session) if resumed else session
        for _ in range(4):
            if session.question is not None:
                asked.add(session.question.key)
                session.order("")
    assert not any(key.endswith("defender.disengage") for key in asked)
    assert any(record.body.auto == "*.defender.disengage" for record in session.log.records if record.kind == "order")
    assert verify(path).records


def test_one_undo_after_a_asks_the_question_again(path):
    session = raid(path)
    session.order("4 luft 2 regia")
    session.ask_no_more()
    session = again(session)
    assert session.undo() == DISENGAGE == session.question.key
    session.order("stay")
    while session.question is not None and not session.question.key.endswith("defender.disengage"):
        session.order("" if not session.question.key.endswith("attacker.disengage") else "stay")
    assert session.question.key == "malta.r2.defender.disengage"


def test_what_only_the_table_knows_is_always_asked():
    session = Session.begin(load_scenario("bagration-1944"), None, seed=3, ask_all=False)
    while session.question is not None and session.default is not None:
        session.order("")
    if session.question is not None:
        with pytest.raises(AirwarError, match="has to be asked"):
            session.ask_no_more()


def test_where_the_usual_answer_is_illegal_somebody_is_asked_after_all():
    """What nobody wanted to be asked is asked where the scenario's own answer does not fit."""
    session = Session.begin(load_scenario("maleme-1941"), None, seed=3, ask_all=False, ask_before_end=True)
    session.order("barrage galatas")
    assert session.ask_no_more() == "*.fly"
    session.order("drop maleme para 1RE")
    assert session.question.key == "axis-movement.2.fly"


# dice


def test_several_rolls_on_a_line():
    session = raid(mode="physical")
    session.order("4 luft 2 regia")
    done = session.order("3 5, 4 4")
    assert done.left == ""
    assert [record.body.faces for record in session.rolls] == [(3, 5), (4, 4)]
    assert session.question.key == DISENGAGE


def test_dice_that_are_left_over_are_said_and_answer_nothing_else():
    session = raid(mode="physical")
    session.order("4 luft 2 regia")
    done = session.order("35, 44, 1, 2")
    assert (done.left, done.why) == ("1, 2", "no more dice are asked for")
    assert session.question.key == DISENGAGE
    assert not isinstance(session.question, Roll)


def test_a_line_of_dice_whose_first_roll_is_wrong_rolls_nothing():
    session = raid(mode="physical")
    session.order("4 luft 2 regia")
    with pytest.raises(NotUnderstood, match="a 6-sided die has no 7"):
        session.order("3 7, 4 4")
    done = session.order("3,5")
    assert (done.left, session.rolls[-1].body.faces) == ("", (3, 5))


def test_an_empty_line_lets_the_machine_roll_where_it_may():
    session = raid(mode="ask")
    session.order("4 luft 2 regia")
    session.order("")
    assert session.rolls[-1].body.source == "machine"


# elsewhere


def test_a_fork_has_the_answers_of_an_order_and_not_its_line(path, tmp_path):
    session = typhoon(path)
    session.order(STAGE)
    session.close()
    made = fork(path, tmp_path / "fork.jsonl", seed=5)
    assert (made.dropped, made.waiting_for) == (0, session.question.key)
    assert happened(tmp_path / "fork.jsonl")[1:] == happened(path)[1:]
    assert not any(record.kind == "order" for record in Log.load(tmp_path / "fork.jsonl").records)
