"""Walks of a battle of two steps with rulings: on rolls, on the position, made again after a correction, and refused."""

from dataclasses import replace

import pytest
from support import bare_log
from walks import ANSWERS, OVER, Watching, bodies, correction, kinds, moved, ruling, stopped, table, walk

from airwar.engine.events import Note
from airwar.engine.log import Log
from airwar.engine.memory import Memory
from airwar.engine.questions import Asked
from airwar.engine.records import (
    DiceChanged,
    Noted,
    Rolled,
    Ruled,
    Told,
    Undone,
)
from airwar.errors import Mismatch


def walked():
    found = walk()
    found.run()
    return found


def test_a_modifier_and_a_result_for_coming_rolls():
    given = table(**{"malta.r1.word": None})
    found, _ = stopped(given)
    found.rule(ruling())
    found.rule(ruling("result", "second", "2 hits"))
    found.rule(ruling(key="elsewhere"))
    given.answers["malta.r1.word"] = "stay"
    end = found.run()
    assert end.state[-1] == 2
    roll = next(body for body in reversed(bodies(found)) if isinstance(body, Rolled))
    assert (roll.faces, roll.source, roll.needed, roll.die) == ((1, 1), "ruled", "4 or less", None)
    assert [(term.name, term.value, term.rule) for term in roll.terms] == [("wind", 1, "ruling")]
    assert [one.key for one in found.rulings] == ["elsewhere"]
    assert "malta.r1.second" not in given.asked
    for memory in (Memory(), found.memory):
        again = walk(table(**dict.fromkeys(ANSWERS)), found.log, memory=memory)
        assert again.run() == end
        assert again.rulings == found.rulings
    changed = bare_log()
    for body in bodies(found):
        changed.append(
            body
            if body != roll
            else Rolled(*[(1, 2) if at == 4 else getattr(roll, name) for at, name in enumerate(roll.__slots__)])
        )
    with pytest.raises(Mismatch, match=r"malta.r1.second: the rulings before it do not give \[1, 2\], ruled"):
        walk(log=changed).run()


def test_remarks_are_passed_wherever_they_are():
    given = table(**{"malta.r1.word": None})
    found, _ = stopped(given, view=(watching := Watching()))
    found.remark(Noted("tea", "host"))
    found.remark(DiceChanged("ask"))
    given.answers["malta.r1.word"] = "stay"
    assert found.run() == OVER
    assert kinds(found)[4:7] == ["note", "dice", "choice"]
    assert watching.seen == [(seq, False) for seq in range(1, 12)]
    for every in (False, True):
        watching = Watching()
        assert walk(log=found.log, view=watching, every_course=every).run() == OVER
        assert watching.seen == [(seq, True) for seq in range(1, 12)]


def test_a_ruling_on_the_position_takes_the_step_back_to_its_beginning():
    given = table(**{"malta.r1.word": None})
    watching = Watching()
    found, _ = stopped(given, view=watching)
    found.rule(ruling("unit", "number", "9"))
    placed = bodies(found)[-1]
    assert (placed.to, placed.state) == (1, None)
    given.answers["malta.r1.word"] = "stay"
    end = found.run()
    assert end.state == (9, *OVER.state[1:])
    assert found.answering.entered_again == 1  # the first roll
    assert Told("1.1", Note("4 of 9")) in bodies(found)
    assert watching.seen[:8] == [*((seq, False) for seq in range(1, 5)), 1, (5, False), (6, False), (7, False)]
    for every in (False, True):
        again = walk(table(**dict.fromkeys(ANSWERS)), found.log, every_course=every)
        assert again.run() == end


def test_a_ruling_at_the_first_question_of_a_step_need_not_go_back():
    given = table(distance=None)
    found, _ = stopped(given)
    found.rule(ruling("unit", "number", "9", "distance"))
    assert bodies(found)[-1].to is None
    given.answers["distance"] = "5"
    end = found.run()
    assert end.state == (9, *OVER.state[1:])
    assert found.answering.entered_again == 0
    for every in (False, True):
        assert walk(table(**dict.fromkeys(ANSWERS)), found.log, every_course=every).run() == end


def test_a_ruling_that_cannot_be_is_refused():
    found, _ = stopped(table(**{"malta.r1.word": None}))
    with pytest.raises(ValueError, match="x is not a number"):
        found.rule(ruling("unit", "number", "x"))
    found.adjust = None
    with pytest.raises(ValueError, match="there is no position to change"):
        found.rule(ruling("unit", "number", "9"))
    assert len(found.log.records) == 5
    over = walk()
    over.run()
    with pytest.raises(ValueError, match="there is no position to change"):
        over.placed(ruling("option", "number", "9"))
    assert over.placed(ruling()) == ruling()


def test_a_ruling_in_the_log_that_cannot_be_is_refused():
    found, _ = stopped(table(distance=None))
    found.rule(ruling("unit", "number", "9", "distance"))
    log = Log(found.log.records[:-1])
    log.append(Ruled("unit", "number", "x", "wind", "referee", "distance"))
    with pytest.raises(Mismatch, match="record 6: number: x is not a number"):
        walk(log=log).run()
    for forged, why in (
        (Ruled("unit", "number", "9", "wind", "", "distance"), "record 6: nobody signs the ruling"),
        (Ruled("unit", "number", "9", "wind", "referee", "malta.r1.sent"), "record 6: it says that it was made at malta.r1.sent"),
        (Ruled("modifier", "second", "+1", "wind", "referee", "elsewhere"), "record 6: it says that it was made at elsewhere"),
    ):
        log = Log(found.log.records[:-1])
        log.append(forged)
        with pytest.raises(Mismatch, match=why):
            walk(log=log, every_course=True).run()


def test_a_ruling_that_goes_back_is_made_again_with_what_it_takes_back():
    given = table(**{"malta.r1.sent": None})
    found, _ = stopped(given)
    found.rule(ruling("unit", "number", "9", "malta.r1.sent"))
    assert bodies(found)[-1].to == 6  # the distance is stated again
    given.answers["malta.r1.sent"] = {"q": 1}
    end = found.run()
    assert found.answering.entered_again == 1
    given.answers = {}
    found.correct(correction(3, "malta.r1.first", (4,), (2,)))
    assert found.run().state == (9, 2, *end.state[2:])
    assert found.answering.entered_again == 5
    assert kinds(found).count("ruling") == 2
    for every in (False, True):
        assert walk(table(), found.log, every_course=every).run() == found.position


def test_rulings_are_made_again_after_a_correction():
    given = table(distance=None)
    found, _ = stopped(given)
    found.rule(ruling("modifier", "second", "+1", "distance"))
    found.rule(ruling("unit", "number", "9", "distance"))
    given.answers["distance"] = "5"
    end = found.run()
    given.answers = {}
    found.correct(correction(3, "malta.r1.first", (4,), (2,)))
    assert found.run().state == (9, 2, *end.state[2:])
    rulings = [body for body in bodies(found) if isinstance(body, Ruled)]
    assert [one.on for one in rulings] == ["modifier", "unit", "modifier", "unit", "modifier"]
    roll = next(body for body in reversed(bodies(found)) if isinstance(body, Rolled))
    assert [term.value for term in roll.terms] == [1]  # a ruling that is made again counts once
    for every in (False, True):
        assert walk(table(), found.log, every_course=every).run() == found.position


def continued_everywhere(found, first):
    """The log of a walk, cut anywhere from a record on, is continued to the same records without a question."""
    for cut in range(first, len(found.log.records)):
        given = table(**dict.fromkeys(ANSWERS))
        again = walk(given, Log(found.log.records[:cut]))
        assert again.run() == found.position
        assert bodies(again) == bodies(found)
        assert given.asked == []


@pytest.mark.parametrize("at", ["malta.r1.word", "distance", "malta.r1.sent"])
def test_a_log_that_ends_while_rulings_are_made_again_is_continued(at):
    given = table(**{at: None})
    found, _ = stopped(given)
    for on, key, value in (("modifier", "second", "+1"), ("unit", "number", "9"), ("modifier", "second", "+2")):
        found.rule(ruling(on, key, value, at))
        with pytest.raises(Asked) as asked:
            found.run()
        assert asked.value.question.key == at
    given.answers[at] = ANSWERS[at]
    end = found.run()
    assert end.state[0] == 9
    correcting = len(found.log.records)
    first = next(record.seq for record in reversed(found.log.records) if getattr(record.body, "key", "") == "malta.r1.first")
    found.correct(correction(first, "malta.r1.first", (4,), (2,)))
    assert found.run().state == (9, 2, *end.state[2:])
    roll = next(body for body in reversed(bodies(found)) if isinstance(body, Rolled))
    assert sorted(term.value for term in roll.terms) == [1, 2]
    continued_everywhere(found, correcting + 1)
    assert walk(log=found.log, every_course=True).run() == found.position


def test_a_ruling_that_no_longer_fits_is_not_made_again():
    given = table(distance=None)
    found, _ = stopped(given)
    found.rule(ruling("unit", "number", "9", "distance"))
    given.answers["distance"] = "5"
    found.run()

    def refuses(position, one):
        raise ValueError("not any more")

    found.adjust = refuses
    given.answers = {}
    found.correct(correction(3, "malta.r1.first", (4,), (2,)))
    found.adjust = lambda position, one: refuses(position, one)
    assert found.run().state[:2] == (7, 2)
    assert kinds(found).count("ruling") == 1
    found.adjust = moved
    assert walk(log=found.log, every_course=True).run() == found.position


def test_a_ruling_that_goes_back_is_undone_as_a_whole():
    given = table(**{"malta.r1.word": None})
    found, _ = stopped(given)
    found.rule(ruling("modifier", "second", "+1"))
    found.log.append(Undone(5, "second"))
    again, key = stopped(table(**{"malta.r1.word": None}), found.log)
    assert (key, again.rulings) == ("malta.r1.word", ())
    every, key = stopped(table(**{"malta.r1.word": None}), found.log, every_course=True)
    assert (key, every.rulings) == ("malta.r1.word", ())


def test_a_ruling_on_a_roll_goes_back_to_it():
    given = table(**{"malta.r1.word": None})
    found, _ = stopped(given)
    found.rule(replace(ruling("result", "malta.r1.first", "6", "malta.r1.first"), to=3))
    given.answers["malta.r1.word"] = "stay"
    end = found.run()
    assert end.state[:2] == (7, 6)
    assert Told("1.1", Note("6 of 7")) in bodies(found)
    for every in (False, True):
        assert walk(table(**dict.fromkeys(ANSWERS)), found.log, every_course=every).run() == end


def test_a_ruling_on_the_position_holds_from_the_beginning_of_its_step():
    """Wherever in the step it stands: another version may have cut its steps elsewhere."""
    found, _ = stopped(table(**{"malta.r1.word": None}))
    log = Log(found.log.records[:5])
    log.append(ruling("unit", "number", "9"))
    for every in (False, True):
        with pytest.raises(Mismatch, match="record 4: told: text is 4 of 7 in the log, 4 of 9 by the rules"):
            walk(log=log, every_course=every).run()
        again, key = stopped(table(**{"malta.r1.word": None}), log, every_course=every, to_the_word=False)
        assert (key, again.state) == ("malta.r1.word", 9)
