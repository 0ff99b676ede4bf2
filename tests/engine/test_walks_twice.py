"""What a walk remembers, counted; and what is not entered again when the battle takes another course."""

from dataclasses import dataclass, field, replace

import pytest
from support import bare_log
from walks import ANSWERS, Table, bodies, table, walk

from airwar.answers.chance import Scripted
from airwar.battle.battle import begin
from airwar.engine.dice import D6, Total
from airwar.engine.events import Note
from airwar.engine.memory import Memory
from airwar.engine.moves import End, then
from airwar.engine.questions import Asked
from airwar.engine.records import Corrected, Rolled, Ruled, Stated
from airwar.engine.walk import Walk
from airwar.errors import Mismatch
from airwar.setup.loading import load_scenario

# memory


def test_everything_that_is_remembered_is_counted():
    memory = Memory()
    walk(memory=memory).run()
    segments = 3 + 4  # of the two steps: one more than they have questions
    worded = 4  # records of answers; facts are not kept
    transition = 2
    assert memory.count == segments + worded + transition
    walk(memory=memory).run()
    assert memory.count == segments + worded + transition
    walk(table(**{"malta.r1.word": "leave"}), memory=memory).run()
    assert memory.count == segments + worded + transition + 3  # the answer, what follows it, and where that leads


def test_what_a_step_has_accepted_is_retraced_from_a_log():
    taken = []

    def picky(ref, state):
        taken.append(state)
        sent = ref.allot("sent", {"p": 2, "q": 1}, by="axis", refuse=lambda answer: "no p" if answer["p"] else None)
        return End("over", sent["q"])

    memory, given = Memory(), Table(sent={"q": 1})
    first = Walk(then(picky, 0), bare_log(), given, memory=memory)
    assert first.run() == End("over", 1)
    assert Walk(then(picky, 0), first.log, Table(), memory=memory).run() == End("over", 1)
    assert taken == [0]  # the log holds an answer that the step has accepted
    assert Walk(then(picky, 0), bare_log(), given, memory=memory).run() == End("over", 1)
    assert taken == [0, 0]  # whoever answers now must be asked by the step itself


def test_what_a_step_has_been_told_is_retraced_from_a_log():
    taken = []

    def knowing(ref, state):
        taken.append(state)
        cell = ref.fact("cell", "the cell", examples=("3",), refuse=lambda said: None if said.isdigit() else "not a number")
        return End(cell, state) if state else then(knowing, cell)

    memory = Memory()
    first = Walk(then(knowing, ""), bare_log(), Table(cell="3"), memory=memory)
    assert (first.run(), taken) == (End("3", "3"), ["", "3"])
    assert Walk(then(knowing, ""), first.log, Table(), memory=memory).run() == End("3", "3")
    assert taken == ["", "3"]  # the log holds a fact that the step has accepted
    other = Walk(then(knowing, ""), bare_log(), Table(cell="5"), memory=memory)
    assert (other.run(), taken) == (End("5", "5"), ["", "3", "", "5"])
    forged = bare_log()
    forged.append(Stated("cell", "", "referee", "the cell", "x"))
    with pytest.raises(Mismatch, match="not a number"):
        Walk(then(knowing, ""), forged, Table(), memory=memory).run()


class Script(Table):
    """Answers that nobody minds being asked for twice."""

    unnoticed = True


def test_a_script_is_asked_again_without_the_step_until_it_gives_another_answer():
    taken = []

    def picky(ref, state):
        taken.append(state)
        cell = ref.fact("cell", "the cell", examples=("3",), refuse=lambda said: None if said.isdigit() else "not a number")
        sent = ref.allot("sent", {"p": 2, "q": 1}, by="axis", refuse=lambda answer: "no p" if answer["p"] else None)
        return End(cell, sent["q"])

    memory = Memory()

    def fought(**answers):
        return Walk(then(picky, 0), bare_log(), Script(**answers), memory=memory)

    first = fought(cell="3", sent={"q": 1})
    assert (first.run(), taken) == (End("3", 1), [0])
    again = fought(cell="3", sent={"q": 1})
    assert (again.run(), taken, bodies(again)) == (End("3", 1), [0], bodies(first))
    assert (fought(cell="3", sent={"q": 0}).run(), taken) == (End("3", 0), [0, 0])
    assert (fought(cell="5", sent={"q": 1}).run(), taken) == (End("5", 1), [0, 0, 0])
    with pytest.raises(ValueError, match="no p"):
        fought(cell="3", sent={"p": 1}).run()
    with pytest.raises(ValueError, match="not a number"):
        fought(cell="x", sent={"q": 1}).run()
    with pytest.raises(Asked) as unanswered:
        fought(cell="3").run()
    assert unanswered.value.question.refuses({"p": 1}) == "no p"  # it is the step that asks
    assert (fought(cell="5", sent={"q": 1}).run(), taken) == (End("5", 1), [0, 0, 0, 0, 0, 0])


# another course


def forked(ref, state):
    first = ref.roll("first", Total(D6))
    if first == 4:
        ref.choose("extra", ("yes", "no"), by="axis")
    return End("over", first + ref.roll("second", Total(D6)))


def test_a_ruled_roll_is_not_entered_again_without_its_ruling():
    given = Table(first=(4,), second=(5,))
    found = Walk(then(forked, 0), bare_log(), given)
    with pytest.raises(Asked):
        found.run()
    found.rule(Ruled("result", "second", "6", "cocked", "referee", "extra"))
    given.answers["extra"] = "yes"
    assert found.run() == End("over", 10)
    found.correct(Corrected(1, "first", (4,), (2,), "misread", "referee"))
    assert found.run() == End("over", 7)  # the question where it was ruled does not come up, and the table rolls
    rolls = [(body.key, body.faces, body.source) for body in bodies(found) if isinstance(body, Rolled)]
    assert rolls[-2:] == [("first", (2,), "corrected"), ("second", (5,), "physical")]
    assert found.answering.entered_again == 1


def test_dice_of_another_kind_are_not_entered_again():
    def two_kinds(ref, state):
        first = ref.roll("first", Total(D6))
        return End("over", first + ref.roll("second", Total((2 if first == 4 else 1) * D6)))

    given = Table(first=(4,), second=(5, 5))
    found = Walk(then(two_kinds, 0), bare_log(), given)
    assert found.run() == End("over", 14)
    given.answers["second"] = (3,)
    found.correct(Corrected(1, "first", (4,), (2,), "misread", "referee"))
    assert found.run() == End("over", 5)
    assert found.answering.entered_again == 1


def test_an_answer_that_is_no_longer_legal_is_asked_and_the_rest_is_entered_again():
    def narrowing(ref, state):
        first = ref.roll("first", Total(D6))
        one = ref.choose("one", ("a", "b", "c") if first == 4 else ("a", "b"), by="axis")
        two = ref.choose("two", ("x", "y"), by="axis")
        return End("over", (first, one, two))

    given = Table(first=(4,), one="c", two="y")
    found = Walk(then(narrowing, 0), bare_log(), given)
    assert found.run() == End("over", (4, "c", "y"))
    given.answers |= {"one": "a", "two": "x"}
    given.asked = []
    found.correct(Corrected(1, "first", (4,), (2,), "misread", "referee"))
    assert found.run() == End("over", (2, "a", "y"))
    assert given.asked == ["one"]
    assert found.answering.entered_again == 2


def test_where_dice_must_be_asked_for_what_follows_is_still_entered_again():
    def opened(ref, state):
        first = ref.roll("first", Total(D6))
        extra = ref.roll("extra", Total(D6)) if first == 2 else 0
        return End("over", (first + extra, ref.choose("word", ("a", "b"), by="axis")))

    given = Table(first=(4,), word="b")
    found = Walk(then(opened, 0), bare_log(), given)
    assert found.run() == End("over", (4, "b"))
    found.correct(Corrected(1, "first", (4,), (2,), "misread", "referee"))
    with pytest.raises(Asked) as asked:
        found.run()
    assert asked.value.question.key == "extra"
    given.answers |= {"extra": (1,), "word": "a"}
    assert found.run() == End("over", (3, "b"))


def test_machine_dice_that_fall_again_count_as_entered_again():
    given = table("machine")
    found = walk(given)
    found.run()
    given.answers = {}
    found.correct(Corrected(7, "malta.r1.sent", {"q": 1}, {"p": 1}, "misheard", "referee"))
    found.run()
    assert found.answering.entered_again == 2  # the allotment and the second roll
    ruled = walk(table(**{"malta.r1.sent": None}))
    with pytest.raises(Asked):
        ruled.run()
    ruled.rule(Ruled("result", "second", "2 hits", "cocked", "referee", "malta.r1.sent"))
    ruled.answering.answers = table()
    ruled.run()
    ruled.correct(Corrected(5, "malta.r1.word", "stay", "leave", "misheard", "referee"))
    ruled.run()
    assert ruled.answering.entered_again == 1
    assert set(ANSWERS) >= set(given.asked)


# options that arguments do not show


@dataclass(frozen=True)
class Game:
    number: int
    bonus: int = field(default=0, compare=False)


def scored(ref, game):
    total = ref.roll("roll", Total(D6)) + game.bonus
    ref.tell(Note, f"{total} in all")
    ref.choose("word", ("a", "b"), by="axis")
    return End("over", total)


def with_bonus(position, ruling):
    return position._replace(args=(replace(position.args[0], bonus=int(ruling.value)),))


def scored_walk(log, memory, **answers):
    return Walk(then(scored, Game(1)), log, Table(roll=(4,), **answers), adjust=with_bonus, memory=memory)


def test_what_is_remembered_under_one_option_does_not_count_under_another():
    ruled, shared = scored_walk(bare_log(), Memory()), Memory()
    with pytest.raises(Asked):
        ruled.run()
    ruled.rule(Ruled("option", "bonus", "2", "house rule", "referee", "word"))
    ruled.answering.answers = Table(word="a")
    assert ruled.run() == End("over", 6)
    for _ in range(2):
        assert scored_walk(bare_log(), shared, word="a").run() == End("over", 4)
        again = scored_walk(ruled.log, shared)
        assert again.run() == End("over", 6)
        assert again.memory is not shared


@pytest.mark.parametrize("name", ["typhoon-1941", "maleme-1941"])
def test_battles_that_share_a_memory_are_the_battles_that_share_none(name):
    shared, texts = load_scenario(name), []
    for scenario in (shared, None):
        for seed in range(6):
            battle = begin(scenario or load_scenario(name), None, seed)
            battle.walk(Scripted(battle.scenario.script, battle.dice)).run()
            texts.append(battle.log.text())
    assert texts[:6] == texts[6:]
