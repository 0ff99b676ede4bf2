"""Orders at the seams: interrupted, taken back, said for others, with scripts at the table."""

import pytest
from raids import raids

from airwar.engine.history import seats_in
from airwar.engine.questions import Roll
from airwar.engine.records import Chosen, Seated
from airwar.errors import NotUnderstood
from airwar.play.session import Session
from airwar.setup.loading import load_scenario


def at(name, key, path=None, **more):
    session = Session.begin(load_scenario(name), path, seed=3, mode="ask", ask_before_end=True, ask_all=False, **more)
    while session.question.key != key:
        session.roll() if isinstance(session.question, Roll) else session.answer(session.default)
    return session


def test_words_for_what_was_not_asked_are_read_once_each():
    session = at("watchtower-1942", "combat.rabaul.r1.attacker.target")
    with pytest.raises(NotUnderstood):
        session.order("0 " * 30 + "x")
    with pytest.raises(NotUnderstood):
        at("maleme-1941", "axis-movement.1.order").order("ship-attack " + "juno " * 600)


def test_a_line_that_names_one_sides_order_does_not_go_on_with_the_other_side():
    session = at("typhoon-1941", "combat.ground-support.attacker.order.2")
    with pytest.raises(NotUnderstood, match="is asked first"):
        session.planner().plan("cover no-more bryansk")


def test_an_order_with_a_seat_among_its_answers_is_carried_on(tmp_path):
    path, cut = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    session = Session.begin(
        load_scenario("maleme-1941"), path, seed=3, mode="ask", ask_before_end=True, ask_all=False, seats=Seated(auto=("*.target",))
    )
    while session.question.key != "allies-reaction.1.order":
        session.roll() if isinstance(session.question, Roll) else session.order("0")
    begun = len(session.log.records)
    session.order("station 1 raf-274")
    session.close()
    lines = path.read_bytes().splitlines(keepends=True)
    for length in range(begun + 1, len(lines) + 1):
        cut.write_bytes(b"".join(lines[:length]))
        Session.resume(cut, ask_before_end=True, ask_all=False).close()
        assert cut.read_bytes() == path.read_bytes(), length


def test_a_that_was_interrupted_answers_nothing_else(tmp_path):
    path, cut = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    session = at("typhoon-1941", "bryansk.r1.defender.disengage", path)
    begun = len(session.log.records)
    session.ask_no_more()
    session.close()
    cut.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[: begun + 1]))
    resumed = Session.resume(cut, ask_before_end=True, ask_all=False)
    resumed.close()
    assert resumed.question.key == session.question.key == "bryansk.r1.attacker.disengage"


def test_after_a_ruling_that_went_back_one_undo_takes_back_one_answer():
    session = at("typhoon-1941", "movement.airbases.attacker.order.1")
    session.order("stage kg-53 smolensk")
    session.order("stage kg-2 2 kiev")
    session.rule("unit", "jg-51", "ready=2", "a miscount")
    session.undo()
    assert session.adjustments["jg-51"]["ready"] == "2"
    assert session.question.key == "staging.attacker.stage.kg-2"


def test_a_semicolon_alone_is_no_answer():
    session = Session.begin(raids(), seed=3, mode="machine", ask_before_end=True)
    with pytest.raises(NotUnderstood):
        session.order(" ; ")
    assert not session.entries


def test_what_nobody_was_asked_for_is_marked_and_is_not_taken_back():
    """At the first question nobody has done anything, so there is nothing to take back."""
    session = at("typhoon-1941", "movement.airbases.attacker.order.1")
    (first,) = session.entries
    assert (first.body.key, first.body.unasked) == ("start.attacker.uninvert", "usual")
    assert not session.can_undo


def test_a_typed_die_can_be_taken_back_although_something_was_answered_by_itself_after_it():
    session = Session.begin(load_scenario("maleme-1941"), seed=3, mode="physical", ask_before_end=True, ask_all=False)
    for line in ("drop maleme paradrop 1/2 RE, 1/2 RE kgzbv-1", "3 5, 4 4, 2 2"):
        session.order(line)
    assert session.entries[-1].body.unasked == "usual"
    assert session.undo() == "axis-movement.1.drop.unit-2"
    assert isinstance(session.question, Roll)


def test_answers_of_a_script_at_the_table_are_logged_as_its_own():
    session = Session.begin(load_scenario("malta-1942"), seed=3, seats=Seated(play={"axis": ""}))
    answered = [record.body for record in session.entries if isinstance(record.body, Chosen)]
    assert {(body.by, body.unasked) for body in answered} == {("attacker", "script")}


def test_an_answer_after_an_order_is_taken_back_alone():
    session = at("malta-1942", "malta.r1.attacker.disengage")
    session.order("stay")
    key = session.question.key
    session.answer(session.default)
    assert session.undo() == key


def test_a_quiet_answer_is_the_rules_and_not_the_scripts():
    """The script of maleme-1941 lets the transports of its fourth order stay; ours is another one."""
    session = at("maleme-1941", "axis-movement.4.order")
    session.order("transport scarpanto 1RE kgzbv-2")
    (stays,) = [record.body for record in session.entries if record.body.key == "axis-movement.4.stays"]
    assert stays.answer == "no"


def test_what_is_no_longer_asked_can_be_taken_back_after_somebody_else_sits_down(tmp_path):
    path = tmp_path / "a.jsonl"
    session = at("malta-1942", "malta.r1.attacker.disengage", path)
    session.ask_no_more()
    session.close()
    resumed = Session.resume(path, ask_before_end=True, ask_all=False, seats=Seated(who="Anna"))
    resumed.undo()
    assert resumed.question.key == "malta.r1.attacker.disengage"
    resumed.close()


def test_auto_none_ends_what_is_no_longer_asked(tmp_path):
    path = tmp_path / "a.jsonl"
    session = at("typhoon-1941", "bryansk.r1.defender.disengage", path)
    session.ask_no_more()
    session.close()
    resumed = Session.resume(path, ask_before_end=True, ask_all=False, seats=Seated(auto=()))
    resumed.close()
    assert seats_in(session.log.records).auto == ("*.defender.disengage",)
    assert seats_in(resumed.log.records).auto is None
