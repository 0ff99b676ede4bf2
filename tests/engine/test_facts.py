"""Facts that only the table knows are asked for once. Orders may be left: then their default holds."""

import pytest
from support import Rigged, bare_log

from airwar.answers.chance import AnyLegal, Scripted
from airwar.choices.script import Entry, Script
from airwar.engine.history import undoable
from airwar.engine.moves import End, then
from airwar.engine.questions import Asked
from airwar.engine.records import Chosen, Stated, Undone
from airwar.engine.walk import Walk
from airwar.errors import BadScenario, Mismatch, Unanswered
from airwar.probability.explorer import Explorer, Policies


def a_number(text):
    return None if text.isdecimal() else f"{text!r} is not a number"


def hexes(ref):
    return ref.fact("distance.malta.tunis", "the distance from Malta to Tunis", examples=("5", "12"), refuse=a_number)


def outbound(ref, turn):
    ref.enter("malta", "Malta")
    ref.new_round()
    first, again = hexes(ref), hexes(ref)
    assert first == again
    target = ref.choose("target", ("tunis", "done"), by="axis", default="done", optional=True)
    return then(homebound, (*turn, first, target))


def homebound(ref, turn):
    return End("over", (*turn, hexes(ref), sum(ref.allot("force", {"ju88": 3}, by="axis", optional=True).values())))


START = then(outbound, ())


class Typed:
    """Answers by key, and asks for the rest."""

    def __init__(self, answers):
        self.answers = {key.replace("_", "."): value for key, value in answers.items()}

    def choice(self, question):
        if question.key not in self.answers:
            raise Asked(question)
        return self.answers[question.key]


def walked(log, **answers):
    return Walk(START, log, Typed(answers))


def test_a_fact_is_asked_once_whatever_the_scope_and_known_in_every_step():
    log = bare_log()
    end = walked(log, distance_malta_tunis="5", malta_r1_target="tunis", malta_r1_force={"ju88": 2}).run()
    assert end.state == ("5", "tunis", "5", 2)
    stated = [record.body for record in log.records if isinstance(record.body, Stated)]
    assert stated == [Stated("distance.malta.tunis", "", "referee", "the distance from Malta to Tunis", "5")]


def test_a_resumed_walk_still_knows_the_fact():
    log = bare_log()
    with pytest.raises(Asked) as asked:
        walked(log, distance_malta_tunis="5").run()
    assert asked.value.question.key == "malta.r1.target"
    assert walked(log, malta_r1_target="done", malta_r1_force={}).run().state == ("5", "done", "5", 0)


def test_a_fact_that_is_taken_back_is_asked_again():
    log = bare_log()
    walk = walked(log, distance_malta_tunis="5")
    with pytest.raises(Asked):
        walk.run()
    record = undoable(log.records)
    assert isinstance(record.body, Stated)
    log.append(Undone(record.seq, record.body.key))
    walk.go_back(record.seq)
    assert walk.facts == {}
    walk.answering.answers = Typed({"distance.malta.tunis": "6", "malta.r1.target": "done", "malta.r1.force": {}})
    assert walk.run().state[0] == "6"


def test_a_fact_has_no_default_and_is_checked():
    with pytest.raises(Asked):
        Walk(START, bare_log(), Scripted(Script((Entry("*", "default"),)), None)).run()
    with pytest.raises(BadScenario, match="'soon' is not a number"):
        Walk(START, bare_log(), Scripted(Script((Entry("distance.*", "soon"),)), None)).run()


def test_a_log_with_another_fact_in_its_place_is_refused():
    log = bare_log()
    walked(log, distance_malta_tunis="5", malta_r1_target="done", malta_r1_force={}).run()
    log.records = [
        record
        if not isinstance(record.body, Stated)
        else type(record)(record.seq, record.prev, Chosen("k", "", "axis", ("a",), "a"))
        for record in log.records
    ]
    with pytest.raises(Mismatch, match=r"expected stated distance\.malta\.tunis here"):
        walked(log).run()


def test_an_order_that_no_entry_answers_is_left():
    end = Walk(START, bare_log(), Scripted(Script((Entry("distance.*", "5"),)), None)).run()
    assert end.state == ("5", "done", "5", 0)
    ordered = Script((Entry("distance.*", "5"), Entry("*.target", "tunis"), Entry("*.force", "all")))
    assert Walk(START, bare_log(), Scripted(ordered, None)).run().state == ("5", "tunis", "5", 3)


def test_the_odds_leave_an_order_and_need_the_fact():
    assert outbound(Explorer(Policies(Script((Entry("distance.*", "5"),)))), ()).state == ("5", "done")
    with pytest.raises(Unanswered, match=r"nothing answers distance\.malta\.tunis"):
        outbound(Explorer(Policies(Script((Entry("*", "default"),)))), ())


def test_random_play_states_one_of_the_examples():
    assert {Walk(START, bare_log(), AnyLegal(seed)).run().state[0] for seed in range(20)} == {"5", "12"}


def test_an_order_with_nothing_to_order_is_passed_over_in_silence():
    log = bare_log()
    walk = Walk(START, log, Rigged())
    assert walk.choose("target", ("done",), by="axis", optional=True) == "done"
    assert len(log.records) == 1
    walk.choose("target", ("done",), by="axis")
    assert len(log.records) == 2
