"""Walks of a battle of two steps, record by record: written, followed, stopped, continued and ended."""

import pytest
from support import bare_log
from walks import (
    ANSWERS,
    DISTANCE,
    FIRST,
    OVER,
    SECOND,
    SENT,
    START,
    WORD,
    Watching,
    bodies,
    correction,
    kinds,
    table,
    walk,
)

from airwar.engine import answering
from airwar.engine.events import Note
from airwar.engine.log import Log
from airwar.engine.memory import Memory
from airwar.engine.moves import End
from airwar.engine.questions import Asked
from airwar.engine.records import (
    Chosen,
    Ended,
    Entered,
    Noted,
    Rolled,
    RoundBegun,
    Stated,
    Told,
)
from airwar.engine.walk import Walk
from airwar.errors import Endless, Mismatch

# a walk and its log


def test_every_record_of_a_walk():
    found = walk()
    assert found.run() == OVER
    assert bodies(found) == [
        Entered("malta", "Malta", "1.1"),
        RoundBegun("malta", 1),
        FIRST,
        Told("1.1", Note("4 of 7")),
        WORD,
        DISTANCE,
        SENT,
        SECOND,
        Ended("over", (), ()),
    ]
    assert (found.state, found.states, found.facts, found.rulings) == (OVER.state, (OVER.state,), {"distance": "5"}, ())
    assert (found.ends, found.trail.seq) == ([9], 10)


def test_a_log_is_followed_and_shown_as_the_past():
    first = walk()
    first.run()
    for memory in (Memory(), first.memory):
        watching = Watching()
        again = walk(table(**dict.fromkeys(ANSWERS)), first.log, view=watching, memory=memory)
        assert again.run() == OVER
        assert watching.seen == [(seq, True) for seq in range(1, 10)]
    assert len(first.log.records) == 10


@pytest.mark.parametrize("cut", range(1, 10))
def test_a_log_is_continued_where_it_ends(cut):
    whole = walk()
    whole.run()
    watching = Watching()
    log = Log(whole.log.records[:cut])
    answers = table()
    again = walk(answers, log, view=watching)
    assert again.run() == OVER
    assert bodies(again) == bodies(whole)
    assert watching.seen == [(seq, seq < cut) for seq in range(1, 10)]
    asked_of = {3: "malta.r1.first", 5: "malta.r1.word", 6: "distance", 7: "malta.r1.sent", 8: "malta.r1.second"}
    assert answers.asked == [key for seq, key in asked_of.items() if seq >= cut]


@pytest.mark.parametrize("source", ["physical", "machine"])
def test_a_walk_stops_at_each_question_and_goes_on_from_it(source):
    given = table(source, **dict.fromkeys(ANSWERS))
    watching = Watching()
    memory = Memory()
    found, asked = walk(given, view=watching, memory=memory), []
    for key, answer in ANSWERS.items():
        with pytest.raises(Asked) as at:
            found.run()
        asked.append(at.value.question.key)
        given.answers[key] = answer
    assert found.run() == OVER
    assert asked == list(ANSWERS)
    assert found.memory is memory
    assert watching.seen == [(seq, False) for seq in range(1, 10)]  # what is repeated is not shown again
    other = walk(table(source))
    other.run()
    assert bodies(found) == bodies(other)


@pytest.mark.parametrize(
    ("at", "body", "why"),
    [
        (1, Entered("kursk", "Malta", "1.1"), "record 1: enter: scope is kursk in the log, malta by the rules"),
        (3, WORD, "record 3: expected roll malta.r1.first here, found choice malta.r1.word"),
        (
            3,
            Rolled("other", "1.1", "axis", "1d6", (4,), "physical", "4", (), 4),
            "record 3: expected roll malta.r1.first here",
        ),
        (3, Rolled(FIRST.key, "1.1", "axis", "1d6", (7,), "physical", "7", (), 7), "record 3: malta.r1.first: 1d6 cannot show [7]"),
        (
            3,
            Rolled(FIRST.key, "1.1", "axis", "1d6", (4,), "physical", "5", (), 4),
            "record 3: malta.r1.first: result is 5 in the log, 4 by",
        ),
        (
            3,
            Rolled(FIRST.key, "1.1", "axis", "1d6", (4,), "ruled", "4", (), 4),
            "record 3: malta.r1.first: the rulings before it do not give [4]",
        ),
        (5, Chosen(WORD.key, "1.1", "axis", ("stay", "leave"), "fly"), "record 5: malta.r1.word: 'fly' is not one of stay, leave"),
        (5, Chosen(WORD.key, "1.1", "axis", ("stay",), "stay"), "record 5: malta.r1.word: options is"),
        (6, Stated("distance", "2.1", "referee", "the distance", "far"), "record 6: distance: no number"),
        (
            6,
            Stated("other", "2.1", "referee", "the distance", "5"),
            "record 6: expected stated distance here, found stated other",
        ),
        (
            7,
            Chosen(SENT.key, "2.1", "allies", {"p": 2, "q": 1}, {"q": 2}),
            "record 7: malta.r1.sent: 2 of q is not between 0 and 1",
        ),
        (9, Ended("won", (), ()), "record 9: end: result is won in the log, over by the rules"),
    ],
)
@pytest.mark.parametrize("remembered", [False, True])
def test_a_log_that_says_something_else_is_refused(at, body, why, remembered):
    whole = walk()
    whole.run()
    log = bare_log()
    for number, one in enumerate(bodies(whole), 1):
        log.append(body if number == at else one)
    with pytest.raises(Mismatch) as mismatch:
        walk(log=log, memory=whole.memory if remembered else None).run()
    assert str(mismatch.value).startswith(why)


def test_a_walk_can_keep_the_decisions_that_it_came_to():
    found = walk()
    assert found.answering.asked is None
    found.run()
    for log in (bare_log(), found.log):
        again = walk(log=log)
        again.answering.asked = {}
        again.run()
        assert {key: type(question).__name__ for key, question in again.answering.asked.items()} == {
            "malta.r1.word": "Choice",
            "malta.r1.sent": "Allotment",
            "distance": "Fact",
        }


def test_an_answer_that_the_rules_do_not_allow_is_refused():
    for key, answer, why in (
        ("malta.r1.word", "fly", "malta.r1.word: 'fly' is not one of stay, leave"),
        ("malta.r1.sent", {"p": 3}, "malta.r1.sent: 3 of p is not between 0 and 2 (2.1)"),
        ("distance", "far", "distance: no number"),
    ):
        with pytest.raises(ValueError, match=key) as error:
            walk(table(**{key: answer})).run()
        assert str(error.value) == why


def test_a_battle_may_ask_for_so_many_rolls_and_no_more(monkeypatch):
    log = walked().log
    monkeypatch.setattr(answering, "MOST_ROLLS", 2)
    assert walk().run() == OVER
    monkeypatch.setattr(answering, "MOST_ROLLS", 1)
    with pytest.raises(Endless) as endless:
        walk().run()
    assert str(endless.value) == str(Endless("malta.r1.second", 1))
    assert walk(log=Log(log.records[:6])).run() == OVER  # the first roll is in the log, and does not count


def test_a_note_where_nobody_was_asked_is_refused_when_every_course_is_followed():
    log = bare_log()
    for body in [*bodies(walked())[:3], Noted("tea", "host"), *bodies(walked())[3:]]:
        log.append(body)
    assert walk(log=log).run() == OVER  # a question that was taken back may have been there
    with pytest.raises(Mismatch, match="record 4: the log has note where the rules continue without a question"):
        walk(log=log, every_course=True).run()


def walked():
    found = walk()
    found.run()
    return found


# the end


def test_the_end_waits_until_it_is_written():
    watching = Watching()
    found = walk(ask_before_end=True, view=watching)
    assert found.run() == OVER
    assert kinds(found)[-1] == "roll"
    found.remark(Noted("tea", "host"))
    found.finish()
    assert kinds(found)[-2:] == ["note", "end"]
    assert watching.seen[-2:] == [(9, False), (10, False)]
    for every in (False, True):
        assert walk(log=found.log, ask_before_end=True, every_course=every).run() == OVER
    silent = Walk(START, bare_log(), table())
    assert silent.run() == OVER
    assert kinds(silent)[-1] == "roll"  # nobody says how it closes


def test_nothing_follows_the_end_but_what_goes_back():
    log = walked().log
    log.append(Noted("tea", "host"))
    with pytest.raises(Mismatch, match="record 10: the battle is over; nothing may follow its end but a correction"):
        walk(log=log).run()
    with pytest.raises(Mismatch, match="record 10: the battle is over"):
        walk(log=log, every_course=True).run()


def test_an_end_that_is_corrected_is_named_by_the_next():
    found = walk()
    found.run()
    found.correct(correction(5, "malta.r1.word", "stay", "leave"))
    assert found.run() == End("left", (7, 4))
    assert bodies(found)[-1] == Ended("left", (), (), None, 9)
    assert found.ends == [9, len(found.log.records) - 1]
    for every in (False, True):
        again = walk(log=found.log, every_course=every)
        assert again.run() == End("left", (7, 4))
        assert again.ends == found.ends
