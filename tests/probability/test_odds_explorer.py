"""The referee of the odds: what answers rolls and choices, and where a step has to wait."""

import re

import pytest
from toys import script

from airwar.engine.dice import D6, Hits, Total
from airwar.engine.questions import Choice, Roll
from airwar.errors import BadScenario, Unanswered
from airwar.probability.explorer import Explorer, Lots, Policies, Waits


class Asking(Policies):
    """Counts how often it is asked for a word, and keeps the questions it answers."""

    def __init__(self, *lines):
        super().__init__(script(*lines))
        self.words, self.questions = [], []

    def standing(self, key):
        self.words.append(key)
        return super().standing(key)

    def answer(self, question):
        self.questions.append(question)
        return super().answer(question)


@pytest.mark.parametrize(("matter", "rounds"), [(0, [1, 1, 1, 1, 1]), (2, [1, 2, 3, 3, 3]), (9, [1, 2, 3, 4, 5])])
def test_rounds_after_the_last_that_matters_are_one(matter, rounds):
    explorer = Explorer(Asking(), matter)
    seen = []
    for _ in range(5):
        explorer.new_round()
        seen.append(explorer.round)
    assert seen == rounds
    assert explorer.begun == 5


def test_outcomes_answer_rolls_in_their_order_and_then_the_step_waits():
    explorer = Explorer(Asking())
    explorer.scope, explorer.round = "malta", 2
    explorer.outcomes = (3, 4)
    reading = Total(D6)
    assert (explorer.roll("a", reading), explorer.roll("b", reading)) == (3, 4)
    assert explorer.used == 2
    with pytest.raises(Waits) as waits:
        explorer.roll("fire", reading, "axis")
    assert waits.value.question == Roll("fire", "", reading, "axis")
    assert waits.value.args == (waits.value.question,)


def test_fixed_faces_answer_by_the_full_key_and_use_up_no_outcome():
    asked = []

    def fixed_faces(roll):
        asked.append(roll)
        return (5,) if roll.key.endswith("given") else None

    explorer = Explorer(Asking(), fixed=fixed_faces)
    explorer.scope, explorer.round, explorer.outcomes = "malta", 2, (1,)
    reading = Total(D6)
    assert explorer.roll("given", reading, "axis") == 5
    assert explorer.used == 0
    assert explorer.roll("other", reading) == 1
    assert asked == [Roll("malta.r2.given", "", reading, "axis"), Roll("malta.r2.other", "", reading, "")]
    explorer.outcomes, explorer.used = (), 0
    assert explorer.roll_lots([("given", Hits(D6, 5)), ("other", Hits(D6, 2))], 1) == (1, 1)  # lot by lot, as at the table


def test_lots_are_one_roll_if_there_is_one_of_them():
    explorer = Explorer(Asking())
    with pytest.raises(Waits) as waits:
        explorer.roll_lots([("best", Hits(3 * D6, 4))], 2, "axis")
    assert waits.value.question == Roll("best", "", Hits(3 * D6, 4, most=2), "axis")
    lots = [("best", Hits(D6, 4)), ("worst", Hits(D6, 2))]
    with pytest.raises(Waits) as waits:
        explorer.roll_lots(lots, 2, "axis")
    assert waits.value.question == Lots("best", (Hits(D6, 4), Hits(D6, 2)), 2)
    explorer.outcomes = (9, 1)
    assert explorer.roll_lots(lots, 2) == (9, 2)
    assert explorer.used == 1
    assert explorer.roll_lots(lots[:1], 2) == (1, 1)


def facts():
    return {"own.factors": 4}


def test_a_standing_word_is_looked_up_once_for_each_scope_round_and_key():
    policy = Asking(("*.b", "default"), ("*.c", "leave"), ("*", "default"))
    explorer = Explorer(policy, 9)
    explorer.scope = "malta"
    options = {"stay": "Stay", "leave": "Leave"}
    for _ in range(2):
        assert explorer.choose("b", options, by="a") == "stay"
        assert explorer.choose("b", options, by="a", default="leave") == "leave"
        assert explorer.choose("c", options, by="a") == "leave"
    explorer.round = 1
    assert explorer.choose("c", options, by="a") == "leave"
    explorer.scope = "kursk"
    assert explorer.choose("c", options, by="a") == "leave"
    assert policy.words == ["malta.b", "malta.c", "malta.r1.c", "kursk.r1.c"]
    assert policy.questions == []


def test_a_word_is_foreseen_in_the_scope_and_round_or_in_the_beginning_of_another_scope():
    explorer = Explorer(
        Asking(("malta.r2.go", "stay"), ("kursk.go", "leave"), ("kursk.leave", "default")), open_=lambda key, by: by == "b"
    )
    explorer.scope, explorer.round = "malta", 2
    assert [explorer.foreseen("go", "a"), explorer.foreseen("go", "b"), explorer.foreseen("other", "a")] == ["stay", "", ""]
    assert [explorer.foreseen("go", by, "kursk") for by in "ab"] == ["leave", ""]
    assert [explorer.takes_default("leave", by, "kursk") for by in "ab"] == [True, False]
    assert [explorer.takes_default(key, "a") for key in ("leave", "go")] == [False, False]


WORDS = [
    [("*leave", "own.factors < 5", "leave", "stay")],
    [("*leave", "own.factors < 3", "leave", None), ("*", "stay")],
    [("*leave", "own.factors < 3 and round >= 2", "leave", None), ("*.r2.*", "leave"), ("*", "stay")],
    [("leave", "leave"), ("*leave", "own.factors >= 3", "stay", "leave")],
]
OTHERS = [
    [("*leave", "own.factors < 5", "default", None), ("*", "leave")],
    [("*leave", "own.factors < 2", "leave", "leave-below-4")],
    [("*leave", "own.factors < 5", "first a", "leave")],
    [("*leave", "own.factors < 5", "leave", None), ("*", "default")],
]


@pytest.mark.parametrize("number", range(1, 6))
@pytest.mark.parametrize("round_", [1, 2])
@pytest.mark.parametrize("lines", WORDS + OTHERS)
def test_facts_choose_between_words_as_they_answer_the_whole_question(lines, round_, number):
    known, labels = {"own.factors": number}, {"stay": "stay", "leave": "leave"}
    policy, plain = Asking(*lines), Policies(script(*lines))
    explorer = Explorer(policy, 9)
    explorer.scope, explorer.round = "malta", round_
    question = Choice(explorer.full_key("a.leave"), "", "a", labels, "stay", lambda: known)
    try:
        wanted = plain.answer(question)
    except BadScenario as error:
        with pytest.raises(BadScenario, match=re.escape(error.problems[0].text)):
            explorer.choose("a.leave", labels, by="a", facts=lambda: known)
        return
    assert explorer.choose("a.leave", labels, by="a", facts=lambda: known) == wanted
    assert {str(entry) for entry in policy.script.used} == {str(entry) for entry in plain.script.used}
    assert len(policy.questions) <= (lines in OTHERS)


def test_where_a_condition_names_an_unknown_fact_asking_says_so():
    explorer = Explorer(Policies(script(("*leave", "own.boats < 5", "leave", "stay"))))
    with pytest.raises(BadScenario, match=r"there is no fact 'own\.boats' here"):
        explorer.choose("leave", ("stay", "leave"), by="a", facts=facts)


def test_a_question_that_no_policy_answers_is_an_error_and_one_that_may_be_left_is_not():
    explorer = Explorer(Asking(("r9.*", "stay")))
    with pytest.raises(Unanswered, match="nothing answers leave"):
        explorer.choose("leave", ("stay", "leave"), by="a")
    assert explorer.choose("leave", ("stay", "leave"), by="a", default="leave", optional=True) == "leave"


def test_an_open_decision_branches_as_a_roll_does():
    policy = Asking(("*", "stay"))
    explorer = Explorer(policy, open_=lambda key, by: key == "leave")
    explorer.scope = "malta"
    options = {"stay": "Stay", "leave": "Leave"}
    explorer.outcomes = ("leave", "stay")
    assert [explorer.choose("leave", options, by="a") for _ in range(2)] == ["leave", "stay"]
    for default, wanted in (("", "stay"), ("leave", "leave")):
        with pytest.raises(Waits) as waits:
            explorer.choose("leave", options, by="a", default=default, facts=facts)
        assert waits.value.question == Choice("malta.leave", "", "a", options, wanted, facts)
    assert explorer.choose("other", options, by="a") == "stay"
    assert explorer.choose("leave", ["go"], by="a") == "go"


def test_the_default_is_the_answer_where_one_word_says_so_whatever_is_offered():
    explorer = Explorer(
        Asking(
            ("staging.attacker.order.*", "default"),
            ("*.defender.order.*", "no-more"),
            ("malta.r2.attacker.return", "default"),
            ("*.attacker.*", "own.factors > 2", "default", "stay"),
        )
    )
    assert explorer.takes_default("attacker.order.3", "attacker", "staging")
    assert not explorer.takes_default("attacker.order.3", "attacker", "movement")
    assert not explorer.takes_default("defender.order.1", "defender", "staging")
    explorer.scope, explorer.round = "malta", 1
    assert not explorer.takes_default("attacker.return", "attacker")
    explorer.round = 2
    assert explorer.takes_default("attacker.return", "attacker")
    assert not explorer.takes_default("attacker.return", "attacker", "malta")  # which is entered before the first round


def test_a_decision_that_is_left_open_takes_no_default():
    explorer = Explorer(Asking(("*", "default")), open_=lambda key, by: by == "attacker")
    assert explorer.takes_default("order", "defender")
    assert not explorer.takes_default("order", "attacker")


def test_a_matter_is_settled_once_in_a_scope_and_round():
    explorer, asked = Explorer(Asking(("*", "default"))), []

    def who(ref, number):
        asked.append(number)
        return ref.choose("who", {"a": "A", "b": "B"}, by="x")

    explorer.scope, explorer.round = "malta", 1
    assert [explorer.settle(who, number) for number in (1, 1, 2, 1)] == ["a"] * 4
    explorer.round = 2
    explorer.settle(who, 1)
    explorer.scope = "tunis"
    explorer.settle(who, 1)
    assert asked == [1, 2, 1, 1]


def test_a_matter_that_branches_is_not_settled():
    def who(ref):
        return ref.choose("who", {"a": "A", "b": "B"}, by="x")

    for explorer in (Explorer(Asking(("*", "best"))), Explorer(Asking(("*", "default")), open_=lambda key, by: True)):
        with pytest.raises(Waits):
            explorer.settle(who)
        for answer in ("b", "a"):
            explorer.outcomes, explorer.used = (answer,), 0
            assert explorer.settle(who) == answer
            assert explorer.used == 1
