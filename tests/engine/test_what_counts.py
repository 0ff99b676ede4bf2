"""Which records of a log count, what may be taken back or corrected, and what is then entered again."""

import pytest
from support import BARE

from airwar.engine.dice import D6, Total
from airwar.engine.history import (
    answer_of,
    before,
    entries,
    in_force,
    straight,
    undoable,
)
from airwar.engine.log import GENESIS, Record
from airwar.engine.questions import Roll
from airwar.engine.records import (
    Chosen,
    Corrected,
    DiceChanged,
    Ended,
    Noted,
    Ordered,
    Rolled,
    RoundBegun,
    Ruled,
    Stated,
    StepTaken,
    Undone,
)
from airwar.engine.redo import DrawnDice, abandoned, corrected, pending_redo
from airwar.errors import Mismatch


def records(*bodies):
    """A log of these records, after its header."""
    found = [Record(0, GENESIS, BARE)]
    for body in bodies:
        found.append(Record(len(found), found[-1].hash, body))
    return found


def seqs(found):
    return [record.seq for record in found]


def chose(key="stay", answer="stay"):
    return Chosen(key, "", "a", ("stay", "leave"), answer)


def rolled(key="fire", faces=(3,), source="machine", die=0):
    return Rolled(key, "", "a", f"{len(faces)}d6", faces, source, "3", die=die if source == "machine" else None)


def typed(key="fire", faces=(3,)):
    return rolled(key, faces, "physical")


def stated(key="distance", answer="4"):
    return Stated(key, "", "referee", "it", answer)


def ruled(at="fire", to=None, state=None, on="modifier", key="fire", value="+1"):
    return Ruled(on, key, value, "wind", "referee", at, to, state)


def correction(to, key="stay", was="stay", now="leave", why="misheard"):
    return Corrected(to, key, was, now, why, "referee")


def ordered(answers, auto=None):
    return Ordered("stay", "stay; stay", answers, auto)


NOTE = Noted("tea", "host")
STEP = StepTaken("step", "", "0")
END = Ended("won", ())


# what counts


def test_without_anything_taken_back_everything_counts():
    log = records(chose(), rolled(), NOTE, ruled(), stated(), END)
    assert in_force(log) == log
    assert entries(log) == [chose(), rolled(), stated()]
    assert [answer_of(entry) for entry in entries(log)] == ["stay", (3,), "4"]


def test_what_an_undo_takes_back_no_longer_counts_but_remarks_last():
    log = records(rolled(), chose("a"), NOTE, chose("b"), DiceChanged("ask"), ruled(), Undone(2, "a"), chose("c"))
    assert seqs(in_force(log)) == [0, 1, 3, 5, 8]


def test_a_correction_goes_back_and_a_ruling_stays_where_it_goes_back_to():
    log = records(chose("a"), rolled(), NOTE, STEP, correction(1, "a"), chose("a", "leave"))
    assert seqs(in_force(log)) == [0, 3, 6]
    log = records(chose("a"), rolled(), ruled(to=2), chose("b"))
    assert seqs(in_force(log)) == [0, 1, 3, 4]
    assert seqs(in_force(records(chose("a"), ruled(), rolled()))) == [0, 1, 2, 3]


def test_what_led_to_a_record_reads_as_if_it_had_never_gone_back():
    log = records(chose("a"), rolled(), ruled(to=2), chose("b"), chose("c"))
    found = before(log, 5)
    assert seqs(found) == [0, 1, 3, 4]
    assert [record.body for record in found[1:]] == [chose("a"), ruled(), chose("b")]
    assert seqs(before(log, 4)) == [0, 1, 3]
    plain = records(ruled())[1]
    assert straight(plain) is plain
    back = records(chose(), ruled(to=1))[2]
    assert (straight(back).seq, straight(back).prev, straight(back).body) == (2, back.prev, ruled())
    assert straight(records(NOTE)[1]).body == NOTE


@pytest.mark.parametrize(
    ("bodies", "seq"),
    [
        ((), None),
        ((chose(),), 1),
        ((chose(), NOTE, STEP), 1),
        ((chose(), stated()), 2),
        ((chose(), rolled()), None),
        ((chose(), rolled(source="scripted")), None),
        ((chose(), typed()), 2),
        ((chose(), typed(), typed("other")), 3),
        ((typed(), chose()), 2),
        ((chose(), typed(), Undone(2, "fire")), None),  # the die has been seen
        ((chose(), typed(), Undone(2, "fire"), chose("b")), 4),
        ((rolled(), ruled()), 2),
        ((rolled(), chose(), ruled()), 3),
        ((rolled(), chose(), ruled(to=2)), None),
        ((ruled(), rolled(), STEP), None),
        ((chose(), END), None),
        ((rolled(), chose(), Undone(2, "stay")), None),
        ((chose(), chose("b"), Undone(2, "b")), 1),
        ((chose(), ordered(2), chose("a"), chose("b")), 2),
        ((chose(), ordered(1), chose("a"), chose("b")), 4),  # what follows a line is taken back first
        ((ordered(2), chose("a"), chose("b"), correction(3, "b"), chose("b", "leave")), 5),
        ((chose(), ordered(0, auto="*.stay")), 2),
        ((chose(), ordered(0)), 1),
        ((rolled(), chose("a"), chose("b")), 3),
        ((typed(), NOTE, chose("a"), chose("b")), 4),
    ],
)
def test_the_last_entry_that_can_be_taken_back(bodies, seq):
    found = undoable(records(*bodies))
    assert (found.seq if found else None) == seq


@pytest.mark.parametrize(
    ("bodies", "why"),
    [
        ((chose(), Undone(1, "stay")), None),
        ((stated(), Undone(1, "distance")), None),
        ((typed(), Undone(1, "fire")), None),
        ((ruled(), Undone(1, "fire")), None),
        ((chose(), Undone(9, "stay")), "it takes back record 9, which is not an entry in force"),
        ((chose(), STEP, Undone(2, "stay")), "it takes back record 2, which is not an entry in force"),
        ((chose(), ruled(to=1), Undone(2, "fire")), "it takes back record 2, which is not an entry in force"),
        ((chose(), Undone(1, "stay"), Undone(1, "stay")), "it takes back record 1, which is not an entry in force"),
        ((chose(), Undone(1, "other")), "it takes back other, but record 1 is stay"),
        ((rolled(), Undone(1, "fire")), "it takes back a roll that was not typed: fire"),
        ((chose(), rolled(), Undone(1, "stay")), "it takes back a roll of the dice; an undo ends at the last die"),
        ((typed(), typed("b"), Undone(1, "fire")), "it takes back a roll of the dice; an undo ends at the last die"),
        ((chose(), END, Undone(1, "stay")), "it cannot go back past the end of the battle, which revealed the seed"),
        ((chose(), END, correction(1)), None),
        ((chose(), rolled(), correction(1)), None),
        ((chose(), correction(1, "other")), "it corrects other, but record 1 is stay"),
        ((ruled(), correction(1, "fire")), "it corrects record 1, which is not an entry in force"),
        ((chose(), correction(1, was="leave")), "it says that stay was leave, but record 1 has stay"),
        ((chose(), correction(1, why="")), "it corrects stay without a reason"),
        ((chose(), correction(1, now="stay")), "it corrects stay: that is its answer already"),
        ((chose(), correction(1, now=(3,))), "it corrects stay: that is not an answer to it"),
        ((typed(), correction(1, "fire", (3,), (4,))), None),
        ((typed(), correction(1, "fire", (3,), "4")), "it corrects fire: that is not an answer to it"),
        (
            (rolled(source="ruled"), correction(1, "fire", (3,), (4,))),
            "it corrects fire: the referee ruled it; make another ruling",
        ),
        ((chose(), ruled(to=1)), None),
        ((chose(), STEP, ruled(to=2)), "it goes back to record 2, which is not an entry in force"),
        ((chose(), RoundBegun("m", 1), ruled(to=2, on="unit")), None),
        ((chose(), ruled(to=0, on="unit")), "it goes back to record 0, which is not an entry in force"),
        ((chose(), ruled(to=3)), "it goes back to record 3, which is not an entry in force"),
    ],
)
def test_what_may_be_taken_back(bodies, why):
    log = records(*bodies)
    if why is None:
        in_force(log)
    else:
        with pytest.raises(Mismatch) as mismatch:
            in_force(log)
        assert str(mismatch.value) == f"record {log[-1].seq}: {why}"


# what is entered again


def test_what_a_correction_leaves_to_enter_again():
    log = records(chose("a"), rolled("b"), NOTE, typed("c"), STEP)
    held = abandoned(log, correction(1, "a"))
    assert held.by_key == {"a": [chose("a", "leave")], "b": [rolled("b")], "c": [typed("c")]}
    assert abandoned(log, ruled(to=2)).by_key == {"b": [rolled("b")], "c": [typed("c")]}
    assert abandoned(log, ruled()).entries == 3
    assert corrected(typed(), (5,)) == Rolled("fire", "", "a", "1d6", (5,), "corrected", "3")
    assert corrected(rolled(die=4), (5,)).die is None
    assert corrected(stated(), "7") == stated(answer="7")
    assert corrected(stated(), {"x": 1}) == stated(answer="{'x': 1}")  # a forged one; a fact is text, whatever is written there
    assert corrected(chose(), {"x": 1}).answer == {"x": 1}


def test_what_the_last_correction_of_a_log_still_has_to_enter_again():
    back = correction(1, "a")
    log = records(chose("a"), chose("b"), chose("c"), back)
    again = [chose("a", "leave"), chose("b"), chose("c")]
    assert pending_redo(log).by_key == {one.key: [one] for one in again}
    assert pending_redo(records(chose("a"), chose("b"), chose("c"), back, again[0])).by_key == {one.key: [one] for one in again[1:]}
    for later, left in ((chose("b", "leave"), again[2:]), (Undone(5, "a"), again[1:])):
        held = pending_redo(records(chose("a"), chose("b"), chose("c"), back, again[0], later))
        assert held.by_key == {one.key: [one] for one in left}
    assert not pending_redo(records(chose("a"), chose("b")))
    assert not pending_redo(records(chose("a"), ruled()))


def test_a_ruling_that_is_made_again_puts_what_it_takes_back_before_the_rest():
    first = (chose("a"), chose("b"), ruled("b", to=2), chose("b"), chose("c"), correction(1, "a"))
    held = pending_redo(records(*first))
    assert held.by_key == {"a": [chose("a", "leave")], "b": [chose("b")], "c": [chose("c")]}
    assert held.rulings == {"b": [ruled("b")]}
    made = pending_redo(records(*first, chose("a", "leave"), chose("b"), ruled("b", to=8)))
    assert made.by_key == {"b": [chose("b")], "c": [chose("c")]}
    assert made.rulings == {}
    other = pending_redo(records(*first, chose("a", "leave"), chose("b"), ruled("b", to=8, value="+9")))
    assert other.by_key == made.by_key
    assert other.rulings == {"b": [ruled("b")]}  # another ruling was made there; this one still waits


# machine dice


def roll(key, count=1):
    return Roll(key, "", Total(count * D6))


def test_a_roll_that_was_taken_back_shows_the_same_faces_again():
    dice = DrawnDice()
    dice.go_back(records(*(rolled("a", faces, die=dice.number(roll("a"), faces)) for faces in ((3,), (5,)))))
    assert dice.fallen(roll("a")) == (3,)
    assert dice.number(roll("a"), (3,)) == 0
    assert dice.fallen(roll("a")) == (5,)
    assert dice.number(roll("b"), (6,)) == 2
    assert dice.number(roll("a", 2), (1, 1)) == 3  # other dice are another roll
    assert dice.number(roll("a"), (5,)) == 1
