"""Moves, questions and referees by themselves: what is asked, what is refused, and where a step leads."""

from itertools import product

import pytest
from support import Rigged, bare_log

from airwar.engine.dice import D6, Total
from airwar.engine.events import Note
from airwar.engine.moves import End, Frame, Position, Return, Then, call, follow, not_a_move
from airwar.engine.questions import Allotment, Choice, Fact, Roll, shares
from airwar.engine.referee import Prefilled, Referee
from airwar.engine.walk import Walk

# moves


def test_a_position_knows_the_states_of_all_procedures():
    below = Frame(print, "turn", "", 0, None)
    position = Position(len, ("battle", "value"), Frame(print, "phase", "malta", 2, below))
    assert position.state == "battle"
    assert position.states == ("turn", "phase", "battle")
    assert Position(len, ("alone",)).states == ("alone",)


class Deaf(Referee):
    """Answers the questions it is asked from a list, and keeps them."""

    def __init__(self, *answers):
        self.answers, self.asked, self.told = list(answers), [], []

    def roll(self, key, reading, by=""):
        self.asked.append(Roll(self.full_key(key), "", reading, by))
        return self.answers.pop(0)

    def decide(self, question):
        self.asked.append(question)
        return self.answers.pop(0)

    def tell(self, make, *args):
        self.told.append(make(*args))


def test_where_each_move_leads():
    referee = Deaf()
    referee.scope, referee.round = "malta", 3
    stack = Frame(print, "kept", "kursk", 1, None)
    assert follow(Then(len, 5), stack, referee) == Position(len, (5,), stack)
    called = follow(call(len, 5, back=print, keep=6), stack, referee)
    assert called == Position(len, (5,), Frame(print, 6, "malta", 3, stack))
    assert (referee.scope, referee.round) == ("malta", 3)
    assert follow(Return(8), called.stack, referee) == Position(print, (6, 8), stack)
    referee.round = 9
    assert follow(Return(8), stack, referee) == Position(print, ("kept", 8), None)
    assert (referee.scope, referee.round) == ("kursk", 1)
    assert follow(End("over", 1), stack, referee) == End("over", 1)
    with pytest.raises(TypeError, match="step len returned 7; a step ends in then, call, Return or End"):
        follow(7, None, referee, len)
    assert str(not_a_move(None, 7)) == "a step returned 7; a step ends in then, call, Return or End"


# questions


def allotment(items=None, least=0, most=3, refuse=None):
    items = {"x": 2, "y": 3} if items is None else items
    return Allotment("k", "", "axis", items, {}, least, most, dict.fromkeys(items, 0), refuse)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"x": 1}, None),
        ({"x": 0, "y": 3}, None),
        ({}, None),
        ("all", "'all' does not say how many of each"),
        ({"z": 1}, "'z' is not one of x, y"),
        ({"x": 3}, "3 of x is not between 0 and 2"),
        ({"x": -1}, "-1 of x is not between 0 and 2"),
        ({"x": "1"}, "'1' of x is not between 0 and 2"),
        ({"x": 2, "y": 2}, "4 in all; expected 0 to 3"),
        ({"x": 2, "y": 1}, None),
    ],
)
def test_which_allotments_are_accepted(answer, why):
    assert allotment().refuses(answer) == why


def test_an_allotment_has_its_least_and_its_own_refusal():
    assert allotment(least=2, most=2).refuses({"x": 1}) == "1 in all; expected exactly 2"
    assert allotment(least=1, most=2).refuses({}) == "0 in all; expected 1 to 2"
    assert allotment(least=1, most=2).refuses({"x": 1}) is None
    seen = []
    picky = allotment(refuse=lambda answer: seen.append(answer) or "not these")
    assert picky.refuses({"y": 1}) == "not these"
    assert seen == [{"x": 0, "y": 1}]


@pytest.mark.parametrize(
    ("items", "least", "most", "forced"),
    [
        ({"x": 2, "y": 3}, 0, 0, {"x": 0, "y": 0}),
        ({"x": 0, "y": 0}, 0, 3, {"x": 0, "y": 0}),
        ({"x": 2, "y": 3}, 5, 5, {"x": 2, "y": 3}),
        ({"x": 2, "y": 3}, 4, 5, None),
        ({"x": 2, "y": 0}, 1, 1, {"x": 1, "y": 0}),
        ({"x": 2, "y": 0}, 0, 1, None),
        ({"x": 2, "y": 1}, 1, 1, None),
        ({"x": 2, "y": 3}, 0, 1, None),
    ],
)
def test_an_allotment_that_leaves_no_choice(items, least, most, forced):
    assert allotment(items, least, most).forced() == forced


def test_which_options_and_facts_are_accepted():
    choice = Choice("k", "", "axis", {"stay": "Stay", "leave": "Leave"}, "stay")
    assert choice.refuses("leave") is None
    assert choice.refuses("leav") == "'leav' is not one of stay, leave; did you mean leave?"
    assert choice.refuses(["stay"]) == "['stay'] is not one of stay, leave"
    fact = Fact("k", "", "referee", "the distance", ("3", "4"), lambda answer: None if answer.isdecimal() else "not a number")
    unknown = "the distance is not known; answer, for example, 3 or 4"
    assert [fact.refuses(answer) for answer in ("3", "x", "", 3, None)] == [None, "not a number", unknown, unknown, unknown]
    assert Fact("k", "", "referee", "it", ("3",)).refuses("anything") is None


# referees


def facts():
    return {"own.factors": 1}


def about():
    return "who comes"


def test_what_a_referee_is_asked_to_choose():
    referee = Deaf("b", "a")
    referee.scope = "malta"
    assert referee.choose("k", ("a", "b"), by="axis", facts=facts, about=about) == "b"
    assert referee.choose("k", {"a": "A", "b": "B"}, by="axis", default="b", optional=True) == "a"
    assert referee.asked == [
        Choice("malta.k", "", "axis", {"a": "a", "b": "b"}, "a", facts),
        Choice("malta.k", "", "axis", {"a": "A", "b": "B"}, "b", None, True),
    ]
    assert [question.about for question in referee.asked] == [about, None]
    assert referee.choose("k", {"only": "the only one"}, by="axis") == "only"
    assert referee.told == [Note("only one choice: the only one")]
    assert referee.choose("k", {"only": "the only one"}, by="axis", optional=True) == "only"
    assert (len(referee.told), len(referee.asked)) == (1, 2)


def test_what_a_referee_is_asked_to_allot():
    referee = Deaf({"y": 1}, {"x": 1}, {})
    refuse = len
    found = referee.allot("k", {"x": 2, "y": 3}, by="axis", least=3, labels={"x": "X"}, refuse=refuse, facts=facts, about=about)
    assert found == {"x": 0, "y": 1}
    assert referee.allot("k", {"x": 2, "y": 3}, by="axis", least=4, most=2, default={"y": 2}, optional=True) == {"x": 1, "y": 0}
    referee.allot("k", {"x": 2, "y": 3}, by="axis", most=9)
    first, second, third = referee.asked
    assert first == Allotment("k", "", "axis", {"x": 2, "y": 3}, {"x": "X"}, 3, 5, {"x": 2, "y": 1}, refuse, facts)
    assert first.about is about
    assert second == Allotment("k", "", "axis", {"x": 2, "y": 3}, {}, 2, 2, {"x": 0, "y": 2}, None, None, True)
    assert (third.least, third.most, third.default) == (0, 5, {"x": 0, "y": 0})
    assert referee.allot("k", {"x": 2, "y": 3}, by="axis", most=0) == {"x": 0, "y": 0}
    assert referee.allot("k", {"x": 2, "y": 3}, by="axis", least=9) == {"x": 2, "y": 3}
    assert len(referee.asked) == 3


def test_given_answers_come_first_and_the_rest_is_left_to_the_other_referee():
    other = Deaf(5, "b", {"x": 1}, "known", "a")
    other.scope, other.round = "malta", 2
    referee = Prefilled(other, (3, "stay", {"x": 2}))
    assert (referee.scope, referee.round) == ("malta", 2)
    assert referee.roll("fire", Total(D6)) == 3
    assert referee.choose("k", ("stay", "leave"), by="axis") == "stay"
    assert referee.allot("k", {"x": 2, "y": 1}, by="axis") == {"x": 2, "y": 0}
    assert other.asked == []
    assert referee.roll("fire", Total(D6), "axis") == 5
    assert referee.choose("k", ("a", "b"), by="axis", default="b") == "b"
    assert referee.allot("k", {"x": 2, "y": 1}, by="axis") == {"x": 1, "y": 0}
    assert referee.fact("distance", "it", examples=("3",)) == "known"
    assert other.asked[:2] == [
        Roll("malta.r2.fire", "", Total(D6), "axis"),
        Choice("malta.r2.k", "", "axis", {"a": "a", "b": "b"}, "b"),
    ]
    referee.new_round()
    assert (referee.round, other.round) == (3, 3)
    referee.resume_round(7)
    assert (referee.round, other.round) == (7, 7)
    referee.enter("kursk", "Kursk")
    assert (referee.scope, referee.round, other.scope, other.round) == ("kursk", 0, "kursk", 0)
    referee.tell(Note, "a note")
    assert other.told == [Note("a note")]
    referee.settle(lambda ref: (ref.enter("orel", "Orel"), ref.new_round()))
    assert (referee.scope, referee.round) == ("orel", 1)
    given_fact = Prefilled(Deaf("known"), (3,))
    assert given_fact.fact("distance", "it", examples=("3",)) == "known"  # facts are never among the answers of a step


@pytest.mark.parametrize("total", range(7))
def test_every_way_to_make_up_a_total_begins_with_the_most_of_the_first(total):
    items = {"a": 2, "b": 0, "c": 3}
    every = product(*(range(most, -1, -1) for most in items.values()))
    assert list(shares(items, total)) == [dict(zip(items, numbers, strict=True)) for numbers in every if sum(numbers) == total]


@pytest.mark.parametrize("quiet", [True, False])
def test_a_question_may_work_out_whether_it_is_quiet(quiet):
    rigged = Rigged({}, {"go": "on"})
    ref = Walk(End("", None), bare_log(), rigged)
    assert ref.choose("go", ("on", "back"), by="axis", quiet=lambda: quiet) == "on"
    assert rigged.asked[0].quiet is quiet
