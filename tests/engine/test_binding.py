"""What of a log binds later versions: facts, not words. A walk in another version follows the facts and skips the words."""

from dataclasses import replace

import pytest
from support import bare_log
from walks import ANSWERS, OVER, START, bodies, ended, moved, ruling, stopped, table, walk

from airwar import __version__
from airwar.engine.binding import binds, disagreement
from airwar.engine.dice import Term
from airwar.engine.events import Loss, NeedsChart, Note, Ruling, Sheet, Status
from airwar.engine.log import Log
from airwar.engine.records import Chosen, Ended, Entered, Rolled, RoundBegun, Stated, StepTaken, Told
from airwar.engine.walk import Walk
from airwar.errors import Mismatch, RuledOtherwise

ROLL = Rolled(
    "malta.fire", "19.4", "axis", "2d6", (3, 5), "machine", "1/2", (Term.of("radar", 2, "19.31D"),), 10, "Air", "5", "10", None, 4
)
STANDS = ("axis", "sicily", "kg-2", 3, ("inverted",))


def test_which_records_bind():
    words = [Entered("m", "M", "1"), RoundBegun("m", 1), StepTaken("s", "1", "0")]
    words += [Told("1", event) for event in (Note("n"), Sheet("s", (), ()), Ruling("o", "v", "t", "1"), NeedsChart("c", "t"))]
    facts = [ROLL, Chosen("k", "1", "a", ("x",), "x"), Stated("k", "1", "r", "w", "4"), Ended("won", ())]
    facts += [Told("1", Loss("a", "u", 1, "lost")), Told("1", Status("a", "u", 1, "landed"))]
    assert [binds(body) for body in words] == [False] * len(words)
    assert [binds(body) for body in facts] == [True] * len(facts)


@pytest.mark.parametrize(
    "change",
    [
        {"rule": "19.5"},
        {"by": "germany"},
        {"chart": "Air Combat Table"},
        {"needed": "6 or less"},
        {"terms": (Term.of("radar", 2, "19.3", "radar sets"), Term.of("night", 0))},
    ],
)
def test_words_of_a_roll_do_not_bind(change):
    assert disagreement(replace(ROLL, **change), ROLL) is None


@pytest.mark.parametrize(
    ("change", "fact"),
    [
        ({"key": "kursk.fire"}, "roll"),
        ({"dice": "1d6"}, "dice"),
        ({"faces": (3, 6)}, "faces"),
        ({"source": "physical"}, "source"),
        ({"die": None}, "die"),
        ({"terms": (Term.of("radar", 1),)}, "modifiers"),
        ({"terms": (Term.of("jets", 2),)}, "modifiers"),
        ({"terms": ()}, "modifiers"),
        ({"total": 9}, "total"),
        ({"row": "4"}, "row"),
        ({"column": "9"}, "column"),
        ({"result": "1/3"}, "result"),
    ],
)
def test_facts_of_a_roll_bind(change, fact):
    assert disagreement(replace(ROLL, **change), ROLL) == fact


def test_modifiers_of_format_1_bind_by_their_values():
    old = replace(ROLL, terms=(Term("radar", 2, "19.31D"),))
    assert disagreement(ROLL, old) is None
    assert disagreement(replace(ROLL, terms=(Term.of("radar", 1),)), old) == "modifiers"


def test_what_binds_of_decisions_losses_and_statuses():
    chosen = Chosen("k", "1", "axis", ("stay", "leave"), "stay")
    assert disagreement(replace(chosen, options=("stay",), by="referee", rule="2"), chosen) is None
    assert disagreement(replace(chosen, answer="leave"), chosen) == "answer"
    assert disagreement(Stated("k", "1", "r", "w", "4"), Stated("k", "2", "x", "y", "4")) is None
    loss, status = Told("1", Loss("axis", "kg-2", 2, "eliminated")), Told("1", Status("axis", "kg-2", 2, "inverted at Sicily"))
    assert disagreement(Told("2", Loss("axis", "kg-2: German bombers", 2, "eliminated")), loss) is None
    assert disagreement(Told("1", Loss("axis", "kg-3", 2, "eliminated")), loss) == "unit"
    assert disagreement(Told("1", Loss("axis", "kg-2", 2, "aborted")), loss) == "loss"
    assert disagreement(Told("1", Status("axis", "kg-2", 2, "turned over")), status) is None
    assert disagreement(Told("1", Status("axis", "kg-2", 1, "inverted at Sicily")), status) == "status of"
    assert disagreement(status, loss) == "side"


def test_the_position_at_the_end_binds_and_a_later_version_may_know_more():
    end = Ended("won", (("axis", "AAF", 3, 0),), (STANDS,), "0x1", 9)
    more = replace(end, position=((*STANDS[:4], ("inverted", "winter")),))
    assert disagreement(more, end) is None
    assert disagreement(end, more) == "position"
    assert disagreement(replace(end, position=((*STANDS[:3], 2, ("inverted",)),)), end) == "position"
    assert disagreement(replace(end, position=()), end) == "position"
    assert disagreement(end, replace(end, position=None, state="0123")) is None  # format 1 does not know it
    assert disagreement(replace(end, tally=(("axis", "AAF", 3, 1),)), end) == "losses"
    assert disagreement(replace(end, corrects=None), end) == "corrects"
    assert disagreement(replace(end, result="lost"), end) == "result"


# a walk in another version


def in_other_words(records):
    """A log that says the same in other words: every note and heading differs, some are gone, some are new, and it has steps."""
    log = bare_log()
    for body in records:
        match body:
            case Entered():
                log.append(replace(body, title="Another heading"))
            case RoundBegun():
                pass
            case Told(event=Note()):
                for text in ("in other words", "and more of them"):
                    log.append(Told("", Note(text)))
            case _:
                log.append(body)
                log.append(StepTaken("renamed", "", "0123"))
    return log


def test_a_log_in_other_words_is_followed_and_continued_from_everywhere():
    whole = walk()
    whole.run()
    log = in_other_words(bodies(whole)[:-1])
    for cut in range(1, len(log.records) + 1):
        for every in (False, True):
            again = walk(table(), Log(log.records[:cut]), every_course=every, to_the_word=False)
            assert again.run() == OVER
            followed = bodies(again)[: cut - 1]
            assert followed == [record.body for record in log.records[1:cut]]  # what the log says stays
    with pytest.raises(Mismatch):
        walk(table(), log).run()


def test_a_ruling_on_the_position_is_placed_by_the_records_around_it():
    given = table(distance=None)
    found, _ = stopped(given)
    found.rule(ruling("unit", "number", "9", "distance"))
    given.answers["distance"] = "5"
    end = found.run()
    assert end.state == (9, *OVER.state[1:])
    log = in_other_words(bodies(found)[:-1])
    for every in (False, True):
        assert walk(table(**dict.fromkeys(ANSWERS)), log, every_course=every, to_the_word=False).run() == end


def test_where_a_rule_was_mended_the_record_the_rule_and_both_versions_are_named():
    whole = walk()
    whole.run()
    log = bare_log()
    for body in bodies(whole):
        log.append(replace(body, result="0 hits") if isinstance(body, Rolled) and body.key.endswith("second") else body)
    again = Walk(START, log, table(), closing=ended, adjust=moved, to_the_word=False)
    with pytest.raises(RuledOtherwise) as otherwise:
        again.run()
    assert otherwise.value.seq == 8
    assert str(otherwise.value) == (
        f"record 8: airwar {__version__} rules differently here than airwar 0.0.0 did (2.1): "
        "roll malta.r1.second: result is 0 hits in the log, 1 hit by the rules"
    )
