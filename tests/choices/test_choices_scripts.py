"""Scripts in detail: which entry answers, which is skipped, and what each refusal says."""

import pytest
from choices_asked import KEY, STANCES, allotment, choice, fact, problem, roll, script

from airwar.choices.conditions import Condition
from airwar.choices.script import Entry, facts_of, no_such_fact, offered, written

# answers


def test_entries_as_a_player_writes_them():
    condition = Condition.parse("round > 2")
    assert str(Entry("*", "stay")) == "*: stay"
    assert str(Entry("*", "stay", condition)) == "*: stay when round > 2"
    assert str(Entry("*", "stay", condition, "go")) == "*: stay when round > 2, else go"
    assert [written(answer) for answer in ({"x": 1, "y": 2}, [3, 5], "a" * 60, "a" * 61)] == [
        "{x: 1, y: 2}",
        "[3, 5]",
        "a" * 60,
        "a" * 59 + "…",
    ]
    entry = Entry("*", "stay", condition, [3])
    assert (entry.answers, entry.has_dice) == (["stay", [3]], True)
    assert (Entry("*", "stay").answers, Entry("*", "stay").has_dice) == (["stay"], False)


@pytest.mark.parametrize(
    ("entry", "everything"),
    [
        (Entry("*", "default"), True),
        (Entry("*", "stay"), False),  # a policy answers stay-or-leave decisions only
        (Entry("*", "leave-below-3"), False),
        (Entry("*.x", "default"), False),
        (Entry("*", "default", Condition.parse("round > 2")), False),
        (Entry("*", [3]), False),
        (Entry("*", {"x": 1}), False),
    ],
)
def test_an_entry_that_answers_everything(entry, everything):
    assert entry.answers_everything is everything


def test_the_answer_is_that_of_the_first_entry_that_fits():
    first, second = Entry("benghazi.*", "go"), Entry("*.disengage", "hide")
    last = Entry("*", "default")
    found = script(first, second, last)
    assert found.answer(choice()) == "hide"
    assert found.used == {second}
    assert found.answer(choice("malta.other", default="go")) == "go"
    assert found.used == {second, last}
    assert found.asked == [KEY, "malta.other"]
    assert [found.was_asked(entry) for entry in (first, second, last)] == [False, True, True]
    assert found.matching(KEY) == (second, last)
    assert found.matching(KEY) is found.matching(KEY)
    assert script(first).answer(choice()) is None


def test_a_question_that_may_be_left_gets_its_default():
    silent = script()
    assert silent.decision(choice(optional=True, default="go")) == "go"
    assert silent.decision(choice()) is None
    assert silent.decision(fact()) is None
    assert silent.decision(allotment(optional=True)) == {"x": 1, "y": 0}
    assert script(Entry("*", "hide")).decision(choice(optional=True)) == "hide"


def test_a_condition_sees_the_facts_and_the_round():
    late = script(Entry("*", "go", Condition.parse("round >= 2 and own.factors < 3"), "hide"), Entry("*", "stay"))
    assert late.answer(choice(own_factors=2)) == "go"
    assert late.answer(choice(own_factors=3)) == "hide"
    assert late.answer(choice("malta.r1.attacker.disengage", own_factors=2)) == "hide"
    without = script(Entry("*", "go", Condition.parse("own.factors < 3")), Entry("*", "stay"))
    assert without.answer(choice(own_factors=3)) == "stay"
    wrong = problem(script(Entry("*", "go", Condition.parse("own.factor < 3"), line=4, column=7)), choice(own_factors=1))
    assert (wrong.file, wrong.line, wrong.column) == ("s.yaml", 4, 7)
    assert wrong.text == f"{KEY}: there is no fact 'own.factor' here; use one of own.factors, round; did you mean own.factors?"
    assert no_such_fact("x", {"b": 1, "a": 2}) == "there is no fact 'x' here; use one of a, b"
    assert facts_of(choice(own_factors=1)) == {"own.factors": 1}
    assert [facts_of(question) for question in (roll(), fact(), allotment())] == [{}, {}, {}]


def test_only_faces_answer_rolls_and_give_their_ids():
    found = script(Entry("*", "stay"), Entry("*.r1.fire", [3, 5]), Entry("*.fire", [1]))
    assert found.has_dice
    assert found.answer(roll()) == (3, 5)
    assert found.fixed_rolls == {"malta.r1.fire": None}
    assert problem(found, roll("malta.r2.fire")).text == "malta.r2.fire: [1] is not a roll of 2d6"
    assert found.answer(roll("malta.r2.fire", 1)) == (1,)
    assert [entry.pattern for entry in found.without_dice().entries] == ["*"]
    bare = found.without_dice()
    assert (bare.file, bare.stances, bare.lenient, bare.has_dice) == (found.file, STANCES, False, False)
    assert bare.answer(roll()) is None
    by_round = script(Entry("*", [6], Condition.parse("round > 1"), [1]), Entry("*", "go", Condition.parse("own.factors < 3")))
    assert [by_round.answer(roll(f"malta.r{number}.fire", 1)) for number in (1, 2)] == [(1,), (6,)]
    later = script(Entry("*", "go", Condition.parse("own.factors < 3"), "stay"), Entry("*", [4]))
    assert later.answer(roll(count=1)) == (4,)


def test_words_answer_allotments():
    assert script(Entry("*", "none")).answer(allotment()) == {}
    usual = allotment()
    answer = script(Entry("*", "default")).answer(usual)
    assert answer == usual.default
    assert answer is not usual.default  # what the step is given is its own
    assert script(Entry("*", {"x": 1, "y": 1})).answer(allotment()) == {"x": 1, "y": 1}
    assert problem(script(Entry("*", "all")), allotment()).text == "malta.commit: 3 in all; expected 0 to 2"
    assert problem(script(Entry("*", "some")), allotment()).text == "malta.commit: 'some' does not say how many of each"
    assert script(Entry("*", "leave-below-3"), Entry("*", "none")).answer(allotment()) == {}


def test_facts_are_answered_by_words_but_not_by_policies():
    found = script(Entry("*", "default"), Entry("*", "leave-below-3"), Entry("*", {"x": 1}), Entry("*", "4"))
    assert found.answer(fact()) == "4"
    assert problem(script(Entry("*", "far")), fact(lambda answer: "not a number")).text == "distance.a.b: not a number"


def test_policies_answer_decisions_to_stay_or_to_leave():
    below = script(Entry("*", "leave-below-3"), Entry("*", "hide"))
    assert below.answer(choice(own_factors=2)) == "go"
    assert below.answer(choice(own_factors=3)) == "stay"
    assert below.answer(choice("malta.other")) == "hide"
    assert script(Entry("*", "stay")).answer(choice("malta.other")) == "stay"  # the name of an option always means that option
    named = choice("malta.other", ("leave-below-3", "x"))
    assert below.answer(named) == "leave-below-3"
    text = f"{KEY}: leave-below-3 needs the fact 'own.factors', which is not available here"
    assert problem(below, choice()).text == text
    no_stay = choice(options=("fight", "go"), default="fight")
    assert problem(script(Entry("*", "stay")), no_stay).text.startswith(
        f"{KEY}: 'stay' is not one of fight, go; policies are stay,"
    )
    assert "policies" not in problem(script(Entry("*", "staay")), choice("malta.other")).text
    assert problem(script(Entry("*", "staay")), choice()).text.endswith("(of the enemy's strength); did you mean stay?")


def test_stances_by_the_end_of_the_id():
    found = script()
    assert found.stance(KEY) is found.stance("attacker.disengage") is STANCES["attacker.disengage"]
    assert found.stance("malta.xattacker.disengage") is None
    assert [found.is_stance(key) for key in (KEY, "malta.attacker.fire")] == [True, False]
    assert offered("go", choice())
    assert not offered("x", choice())
    assert not offered("x", allotment())


def test_a_word_that_is_fixed_whatever_the_facts():
    stay, default = Entry("*.disengage", "leave-below-3"), Entry("*", "default")
    found = script(stay, default)
    assert found.fixed_word(KEY) == "leave-below-3"
    assert found.used == {stay}
    assert found.fixed_word("malta.other") == "default"
    assert found.used == {stay, default}
    other = script(Entry("*", "leave-below-3"))
    assert other.fixed_word("malta.other") == "leave-below-3"
    assert other.used == set()  # a policy does not answer that
    for entry in (Entry("*", "go", Condition.parse("round > 2")), Entry("*", [3]), Entry("x", "go")):
        assert script(entry).fixed_word(KEY) is None


def test_a_lenient_script_skips_its_own_illegal_answers_and_says_so():
    wrong, given_ = Entry("*", "fly"), Entry("*", "fly", file="mine.yaml", line=2, column=3)
    assert script(wrong, Entry("*", "go"), lenient=True).answer(choice()) == "go"
    lenient = script(wrong, lenient=True)
    assert lenient.answer(choice()) is None
    assert (lenient.skipped, lenient.used) == ({wrong}, {wrong})
    assert lenient.assumed == ["*: fly (where it fits)"]
    assert script(Entry("*", "go")).assumed == ["*: go"]
    found = problem(script(given_, Entry("*", "go"), lenient=True), choice())
    assert (found.file, found.line, found.column) == ("mine.yaml", 2, 3)
    assert problem(script(wrong, Entry("*", "go")), choice()).file == "s.yaml"


def test_a_copy_has_answered_nothing_yet():
    found = script(Entry("*", "go"), lenient=True)
    found.answer(choice())
    copy = found.afresh()
    assert (copy.entries, copy.file, copy.stances, copy.lenient) == (found.entries, found.file, found.stances, True)
    assert (copy.used, copy.asked, found.asked) == (set(), [], [KEY])
    other = Entry("*", "stay")
    assert found.afresh(iter([other])).entries == (other,)
    assert found.afresh([]).entries == ()


def test_the_rounds_that_matter_to_a_script():
    assert script().rounds_matter == 0
    assert script(Entry("*.r3.x", "go"), Entry("*", "go", Condition.parse("round < 5")), Entry("*.r2.x", "go")).rounds_matter == 6
