"""The answers of a script: the first entry that fits, in every form, and what it says of an illegal one."""

from dataclasses import replace

import pytest
from questions import KEY, STANCES, allotment, choice, fact, problem, roll, script, when
from raids import RAIDS, fought

from airwar.answers.chance import Scripted
from airwar.choices.conditions import Condition
from airwar.choices.script import LONGEST_WORD, Entry, facts_of, no_such_fact, offered, written
from airwar.engine.questions import Asked
from airwar.errors import BadScenario
from airwar.play.pending import StandIn
from airwar.setup.loading import parse_scenario

LATE = Condition.parse("round > 2")

# entries


def test_entries_as_a_player_writes_them():
    assert str(Entry("*", "stay")) == "*: stay"
    assert str(Entry("*", "stay", LATE)) == "*: stay when round > 2"
    assert str(Entry("*", "stay", LATE, "go")) == "*: stay when round > 2, else go"
    entry = Entry("*", "stay", LATE, [3])
    assert (entry.answers, entry.has_dice) == (["stay", [3]], True)
    assert (Entry("*", "stay").answers, Entry("*", "stay").has_dice) == (["stay"], False)


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ([3, 5], "[3, 5]"),
        ({"raf": 2, "usaaf": 1}, "{raf: 2, usaaf: 1}"),
        ("x" * LONGEST_WORD, "x" * LONGEST_WORD),
        ("x" * (LONGEST_WORD + 1), "x" * (LONGEST_WORD - 1) + "…"),
    ],
)
def test_an_answer_is_shown_as_a_player_would_write_it(answer, shown):
    assert written(answer) == shown


@pytest.mark.parametrize(
    ("entry", "everything"),
    [
        (Entry("*", "default"), True),
        (Entry("*", "stay"), False),  # a policy answers stay-or-leave decisions only
        (Entry("*", "leave-below-3"), False),
        (Entry("*.x", "default"), False),
        (Entry("*", "default", LATE), False),
        (Entry("*", [3]), False),
        (Entry("*", {"x": 1}), False),
    ],
)
def test_an_entry_that_answers_everything(entry, everything):
    assert entry.answers_everything is everything


# which entry answers


def test_the_answer_is_that_of_the_first_entry_that_fits():
    first, second, last = Entry("benghazi.*", "stay"), Entry("*.disengage", "disengage"), Entry("*", "default")
    found = script(first, second, last)
    assert found.answer(choice()) == "disengage"
    assert found.used == {second}
    assert found.answer(choice("malta.other")) == "stay"
    assert found.used == {second, last}
    assert found.asked == [KEY, "malta.other"]
    assert [found.was_asked(entry) for entry in (first, second, last)] == [False, True, True]
    assert found.matching(KEY) == (second, last)
    assert found.matching(KEY) is found.matching(KEY)


def test_a_question_that_no_entry_fits_stays_open():
    silent = Scripted(script(("benghazi.*", "stay")), None)
    with pytest.raises(Asked) as asked:
        silent.choice(choice())
    assert asked.value.question.key == KEY
    with pytest.raises(Asked):
        silent.faces(roll(), 0)


def test_a_question_that_may_be_left_gets_its_default():
    silent = script()
    assert silent.decision(choice(optional=True, default="disengage")) == "disengage"
    assert silent.decision(choice()) is None
    assert silent.decision(fact()) is None
    assert silent.decision(allotment(optional=True, x=2)) == {"x": 1}
    assert script(("*", "disengage")).decision(choice(optional=True)) == "disengage"


@pytest.mark.parametrize(
    ("lines", "plan"),
    [
        ([("malta.go", "stay")], True),
        ([("*", "stay")], False),
        ([("malta.go", "leave-below-3"), ("*", "stay")], False),  # which is for breaking off
        ([("malta.go", "leave-below-3")], False),
        ([], False),
    ],
)
def test_a_plan_names_the_very_question_that_it_answers(lines, plan):
    assert script(*lines).plans(choice("malta.go")) is plan


def test_default_is_the_default_of_the_rule():
    assert script(("*", "default")).answer(choice(default="disengage")) == "disengage"
    usual = allotment(a=3, b=2)
    answer = script(("*", "default")).answer(usual)
    assert answer == usual.default == {"a": 1, "b": 1}
    assert answer is not usual.default  # what the step is given is its own


def test_default_is_no_answer_to_what_only_the_table_knows():
    asked, left = replace(choice(), unknown=True), replace(choice(), unknown=True, optional=True)
    assert script(("*", "default")).answer(asked) is None
    assert script(("*", "default"), ("*", "disengage")).answer(asked) == "disengage"
    assert script(("*", "default")).answer(left) == script().decision(left) == "stay"  # its default says that nobody knows
    assert StandIn(script(("*", "default")), pattern="*").answer(asked, str) is None


def test_words_answer_allotments():
    asked = allotment(a=3, b=2)
    assert script(("*", "all")).answer(asked) == {"a": 3, "b": 2}
    assert script(("*", "none")).answer(asked) == {}
    assert script(("*", {"b": 2})).answer(asked) == {"b": 2}
    assert script(("*", "leave-below-3"), ("*", "none")).answer(asked) == {}
    assert problem(script(("*", "all")), replace(asked, most=4)).text == f"{asked.key}: 5 in all; expected 0 to 4 (18.522B)"


def test_an_order_of_losses_takes_as_many_as_usual():
    asked = allotment(a=3, b=2, c=1)  # usually one of each
    assert script(("*", "first b, a")).answer(asked) == {"b": 2, "a": 1}
    assert script(("*", "first lost-already, c")).answer(asked) == {"c": 1, "a": 2}
    assert script(("*", "last a")).answer(asked) == {"b": 2, "c": 1}
    assert script(("*", "last b, a")).answer(allotment(a=1, b=1)) == {"b": 1, "a": 1}
    assert script(("*", "first b")).answer(replace(asked, unknown=True)) is None  # nobody knows how many
    assert "'firsta' does not say how many of each" in problem(script(("*", "firsta")), asked).text


def test_facts_are_answered_by_words_but_not_by_policies():
    found = script(("*", "default"), ("*", "leave-below-3"), ("*", {"x": 1}), ("*", "4"))
    assert found.answer(fact()) == "4"
    assert problem(script(("*", "far")), fact(lambda answer: "not a number")).text == "distance.a.b: not a number"


def test_a_word_that_is_fixed_whatever_the_facts():
    leaves, default = Entry("*.disengage", "leave-below-3"), Entry("*", "default")
    found = script(leaves, default)
    assert found.fixed_word(KEY) == "leave-below-3"
    assert found.used == {leaves}
    assert found.fixed_word("malta.other") == "default"
    assert found.used == {leaves, default}
    other = script(("*", "leave-below-3"))
    assert other.fixed_word("malta.other") == "leave-below-3"
    assert other.used == set()  # a policy does not answer that
    for entry in (Entry("*", "go", LATE), Entry("*", [3]), Entry("x", "go")):
        assert script(entry).fixed_word(KEY) is None


def test_facts_and_options_of_a_question():
    assert facts_of(choice(own_factors=1)) == {"own.factors": 1}
    assert [facts_of(question) for question in (roll(), fact(), allotment())] == [{}, {}, {}]
    assert no_such_fact("x", {"b": 1, "a": 2}) == "there is no fact 'x' here; use one of a, b"
    assert [offered("disengage", choice()), offered("x", choice()), offered("x", allotment())] == [True, False, False]


def test_the_rounds_that_matter_to_a_script():
    assert script().rounds_matter == 0
    assert script(("*.r3.x", "go"), ("*", when("round < 5", "go")), ("*.r2.x", "go")).rounds_matter == 6


def test_a_copy_has_answered_nothing_yet():
    found = script(("*", "disengage"), lenient=True)
    found.answer(choice())
    copy = found.afresh()
    assert (copy.entries, copy.file, copy.stances, copy.lenient) == (found.entries, found.file, found.stances, True)
    assert (copy.used, copy.asked, found.asked) == (set(), [], [KEY])
    other = Entry("*", "stay")
    assert found.afresh(iter([other])).entries == (other,)
    assert found.afresh([]).entries == ()


# illegal answers


@pytest.mark.parametrize(
    ("answer", "question", "why"),
    [
        (
            "flee",
            choice(),
            "'flee' is not one of stay, disengage; policies are stay, leave-below-N (own factors) or leave-under-P%",
        ),
        ("sty", choice(), "(of the enemy's strength); did you mean stay?"),
        ("sty", choice("malta.other"), "'sty' is not one of stay, disengage; did you mean stay?"),  # no policy fits it
        ({"a": 1}, choice(), "is not one of stay, disengage"),
        ("some", allotment(a=3), "'some' does not say how many of each"),
        ({"a": 4}, allotment(a=3, b=2), "4 of a is not between 0 and 3"),
        ({"regio": 1}, allotment(regia=3, b=2), "'regio' is not one of regia, b; did you mean regia?"),
        ({"a": 1}, allotment(lambda sent: "no room" if sent == {"a": 1, "b": 0} else None, a=3, b=2), "no room"),
    ],
)
def test_an_illegal_answer_is_reported_with_its_line(answer, question, why):
    told = str(problem(script(("nothing", "x"), ("*", answer)), question))
    assert told.startswith(f"test.yaml:2:0: {question.key}: ")
    assert why in told


def test_an_illegal_answer_in_a_scenario_is_reported_with_file_and_line():
    text = RAIDS.replace("{luftwaffe: 4, regia: 2}", "{luftwaffe: 99}")
    line = text.splitlines().index('  "malta.attacker.commit": {luftwaffe: 99}') + 1
    with pytest.raises(BadScenario) as refused:
        fought(scenario=parse_scenario(text, "raids.yaml"))
    assert str(refused.value) == f"raids.yaml:{line}:28: malta.attacker.commit: 99 of luftwaffe is not between 0 and 9 (18.521)"


def test_a_lenient_script_skips_its_own_illegal_answers_and_says_so():
    said = script(("*.reinforce", {"a": 9}), ("*.disengage", "vanish"), ("*.fire", [7]), ("*", "default"))
    assert "9 of a" in problem(said, allotment(a=3)).text
    said.lenient = True
    assert said.answer(allotment(a=3)) == {"a": 1}
    assert said.answer(choice()) == "stay"
    assert said.answer(roll(count=1)) is None
    assert said.skipped == set(said.entries[:3])
    assert said.used == set(said.entries)
    assert said.assumed == [
        "*.reinforce: {a: 9} (where it fits)",
        "*.disengage: vanish (where it fits)",
        "*.fire: [7] (where it fits)",
        "*: default",
    ]
    assert script(("*", "vanish"), lenient=True).answer(choice()) is None
    assert script(("*", "go")).assumed == ["*: go"]


def test_even_a_lenient_script_does_not_skip_answers_from_the_command_line():
    typed = Entry("*", "fly", file="mine.yaml", line=2, column=3)
    found = problem(script(typed, ("*", "stay"), lenient=True), choice())
    assert (found.file, found.line, found.column) == ("mine.yaml", 2, 3)


# dice


def test_only_faces_answer_rolls_and_give_their_ids():
    found = script(("*", "default"), ("*.r1.attacker.fire", [3, 5]), ("*.fire", [1]))
    assert found.has_dice
    assert found.answer(roll()) == (3, 5)
    assert found.fixed_rolls == {"malta.r1.attacker.fire": None}
    assert found.answer(roll("malta.r2.fire", 1)) == (1,)
    bare = found.without_dice()
    assert [entry.pattern for entry in bare.entries] == ["*"]
    assert (bare.file, bare.stances, bare.lenient, bare.has_dice) == (found.file, STANCES, False, False)
    assert bare.answer(roll()) is None


@pytest.mark.parametrize("faces", [[3], [3, 7], [0, 1], [1, 2, 3]])
def test_impossible_faces_are_refused(faces):
    assert problem(script(("*", faces)), roll()).text == f"{roll().key}: {faces} is not a roll of 2d6"


def test_faces_by_round():
    by_round = script(("*", when("round > 1", [6], [1])), ("*", when("own.factors < 3", "disengage")))
    assert [by_round.answer(roll(f"malta.r{number}.fire", 1)) for number in (1, 2)] == [(1,), (6,)]
    assert script(("*", when("round == 2", [6, 6]))).answer(roll()) is None
    later = script(("*", when("own.factors < 3", "disengage", "stay")), ("*", [4]))  # a roll has no facts
    assert later.answer(roll(count=1)) == (4,)


def test_scripted_faces_are_marked_in_the_log_and_use_no_machine_dice():
    scenario = parse_scenario(RAIDS.replace("choices:", 'choices:\n  "malta.r1.attacker.fire": [6, 6]'), "raids.yaml")
    rolls = [record.content for record in fought(seed=3, scenario=scenario).log.records if record.content["t"] == "roll"]
    assert (rolls[0]["faces"], rolls[0]["source"], "die" in rolls[0]) == ([6, 6], "scripted", False)
    plain = [record.content for record in fought(seed=3).log.records if record.content["t"] == "roll"]
    assert (rolls[1]["faces"], rolls[1]["source"], rolls[1]["die"]) == (plain[0]["faces"], "machine", 0)
