"""Walks of a battle of two steps that go back: what is taken back or corrected, and what is entered again."""

from dataclasses import replace

import pytest
from walks import ANSWERS, FIRST, OVER, WORD, Watching, bodies, correction, kinds, stopped, table, walk

from airwar.engine.history import entries
from airwar.engine.log import Log
from airwar.engine.moves import End
from airwar.engine.questions import Asked
from airwar.engine.records import (
    Chosen,
    Rolled,
    Stated,
    Undone,
)
from airwar.errors import Mismatch


def walked():
    found = walk()
    found.run()
    return found


# taken back


def test_an_undo_is_followed_and_shown():
    found, _ = stopped(table(distance=None))
    found.log.append(Undone(5, "malta.r1.word"))
    watching = Watching()
    left = walk(table(**{"malta.r1.word": "leave"}), found.log, view=watching)
    assert left.run() == End("left", (7, 4))
    assert kinds(left)[-4:] == ["choice", "undo", "choice", "end"]
    assert watching.seen == [*((seq, True) for seq in (1, 2, 3, 4)), *((seq, False) for seq in (7, 8))]
    watching = Watching()
    every = walk(log=left.log, view=watching, every_course=True)
    assert every.run() == End("left", (7, 4))
    assert watching.seen == [*((seq, True) for seq in range(1, 6)), 5, *((seq, True) for seq in (7, 8))]


def test_a_walk_goes_back_to_just_before_a_record():
    for seq, asked in ((3, "malta.r1.first"), (5, "malta.r1.word"), (6, "distance"), (7, "malta.r1.sent"), (1, "malta.r1.first")):
        given = table()
        found = walk(given, view=(watching := Watching()))
        found.run()
        given.answers, watching.seen, given.asked = {}, [], []
        found.answering.only_from_the_log()
        found.go_back(seq)
        assert watching.seen == [seq]
        with pytest.raises(Asked) as at:
            found.run()
        assert at.value.question.key == asked
        assert given.asked == [asked]
        assert ("distance" in found.facts) == (seq == 7)


# corrected


def test_after_a_correction_what_still_fits_is_entered_again():
    given = table()
    found = walk(given)
    found.run()
    given.asked, given.answers = [], {}
    found.correct(correction(3, "malta.r1.first", (4,), (2,)))
    assert found.run() == End("over", (7, 2, "stay", "5", (("p", 0), ("q", 1)), 1))
    assert found.answering.entered_again == 5
    assert given.asked == []
    again = [body for body in bodies(found)[10:] if isinstance(body, Rolled | Chosen | Stated)]
    assert [(one.key, getattr(one, "source", "")) for one in again] == [
        ("malta.r1.first", "corrected"),
        ("malta.r1.word", ""),
        ("distance", ""),
        ("malta.r1.sent", ""),
        ("malta.r1.second", "physical"),
    ]
    assert walk(log=found.log, every_course=True).run() == found.position
    assert walk(log=found.log).run() == found.position


def test_machine_dice_stay_as_they_fell():
    given = table("machine")
    found = walk(given)
    found.run()
    given.answers = {}
    found.correct(correction(5, "malta.r1.word", "stay", "leave"))
    assert found.run() == End("left", (7, 4))
    found.correct(correction(len(found.log.records) - 2, "malta.r1.word", "leave", "stay"))
    assert found.run() == OVER  # what waited since the first correction is entered again
    rolls = [(body.key, body.faces, body.die) for body in entries(found.log.records) if isinstance(body, Rolled)]
    assert rolls == [("malta.r1.first", (4,), 0), ("malta.r1.second", (2, 6), 1), ("malta.r1.second", (2, 6), 1)]
    assert given.drawn == [0, 1]
    assert walk(log=found.log, every_course=True).run() == found.position


def test_what_no_longer_comes_up_waits():
    given = table()
    found = walk(given)
    found.run()
    given.answers, given.asked = {}, []
    found.correct(correction(5, "malta.r1.word", "stay", "leave"))
    assert found.run() == End("left", (7, 4))
    assert (found.answering.entered_again, found.answering.held.waiting) == (1, 3)
    resumed, key = stopped(table(**dict.fromkeys(ANSWERS)), Log(walked().log.records[:3]))
    assert key == "malta.r1.first"
    assert resumed.answering.entered_again == 0


def test_a_log_that_ends_within_a_correction_is_continued_with_what_is_left():
    found = walk()
    found.run()
    found.correct(correction(3, "malta.r1.first", (4,), (2,)))
    found.run()
    records = found.log.records
    for cut in range(11, len(records)):
        given = table(**dict.fromkeys(ANSWERS))
        again = walk(given, Log(records[:cut]))
        assert again.run() == found.position
        assert bodies(again) == bodies(found)
        assert given.asked == []


def test_who_follows_every_course_enters_nothing_again():
    found = walked()
    found.correct(correction(3, "malta.r1.first", (4,), (2,)))
    again, key = stopped(table(**dict.fromkeys(ANSWERS)), found.log, every_course=True)
    assert key == "malta.r1.first"
    assert len(found.log.records) == 11
    assert (again.answering.entered_again, again.answering.dice.by_roll, bool(again.answering.held)) == (0, {}, False)


def test_the_corrected_entry_comes_first_as_the_correction_says():
    found = walk()
    found.run()
    log = found.log
    log.append(correction(5, "malta.r1.word", "stay", "leave"))
    log.append(WORD)
    why = "record 11: malta.r1.word is stay, but the correction before it says that malta.r1.word is leave"
    with pytest.raises(Mismatch) as mismatch:
        walk(log=log, every_course=True).run()
    assert str(mismatch.value) == why


def test_dice_that_a_correction_gives_are_called_corrected():
    log = walked().log
    log.append(correction(3, "malta.r1.first", (4,), (2,)))
    log.append(replace(FIRST, faces=(2,), result="2", total=2))
    with pytest.raises(Mismatch, match=r"record 11: malta\.r1\.first was corrected, but its dice are called physical"):
        walk(log=log, every_course=True).run()
