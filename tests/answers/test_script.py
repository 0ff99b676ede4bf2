"""The script: patterns, conditions, answers in every form, and what it says when one cannot be given."""

import pytest
from raids import RAIDS, fought, raids
from support import problems_of

from airwar.answers.script import Scripted
from airwar.battle import begin
from airwar.choices.conditions import Condition
from airwar.choices.patterns import can_match, overlap
from airwar.choices.script import Entry, Script
from airwar.engine.dice import D6, Total
from airwar.engine.referee import Allotment, Asked, Choice, Roll
from airwar.errors import BadScenario
from airwar.loading import parse_scenario

STAY = {"stay": "fight on", "disengage": "break off"}


def choice(key="malta.r2.attacker.disengage", options=STAY, default="stay", **facts):
    return Choice(key, "18.522B", "attacker", options, default, lambda: facts)


def allotment(key="malta.r2.attacker.reinforce", refuse=None, **items):
    return Allotment(key, "18.522B", "attacker", items, {}, 0, sum(items.values()), dict.fromkeys(items, 1), refuse)


def script(*entries):
    made = [
        Entry(pattern, answer, line=at) if not isinstance(answer, tuple) else Entry(pattern, *answer, line=at)
        for at, (pattern, answer) in enumerate(entries, 1)
    ]
    return Script(tuple(made), "test.yaml")


def when(text, then, otherwise=None):
    return then, Condition.parse(text), otherwise


def refusal(said, question):
    with pytest.raises(BadScenario) as refused:
        said.answer(question)
    (problem,) = refused.value.problems
    return str(problem)


# patterns


@pytest.mark.parametrize(
    ("pattern", "matches"),
    [
        ("malta.r2.attacker.disengage", True),
        ("*", True),
        ("*.attacker.disengage", True),
        ("malta.*", True),
        ("*.r2.*", True),
        ("malta.r?.attacker.disengage", True),
        ("*.r1.*", False),
        ("attacker.disengage", False),
        ("malta.r2.attacker", False),
        ("MALTA.*", False),
        ("malta.r2.attacker.disengage.", False),
    ],
)
def test_a_pattern_stands_for_whole_ids(pattern, matches):
    assert (script((pattern, "stay")).answer(choice()) == "stay") is matches


def test_the_first_match_wins():
    said = script(("*.r2.*", "disengage"), ("*", "stay"))
    assert said.answer(choice()) == "disengage"
    assert said.answer(choice("malta.r3.attacker.disengage")) == "stay"


def test_a_condition_without_else_leaves_it_to_the_next():
    said = script(("*.disengage", when("own.factors < 3", "disengage")), ("*", "stay"))
    assert said.answer(choice(**{"own.factors": 2})) == "disengage"
    assert said.answer(choice(**{"own.factors": 3})) == "stay"


def test_a_script_that_is_silent_leaves_the_question_asked():
    silent = Scripted(script(("benghazi.*", "stay")), None)
    with pytest.raises(Asked) as asked:
        silent.choice(choice())
    assert asked.value.question.key == "malta.r2.attacker.disengage"
    with pytest.raises(Asked):
        silent.faces(Roll("malta.r1.attacker.fire", "19.4", Total(2 * D6)), 0)


@pytest.mark.parametrize(
    ("one", "other", "meet"),
    [
        ("*", "*attacker.fire", True),
        ("malta.*.fire", "*attacker.fire", True),
        ("malta.r1.attacker.fire", "*attacker.fire", True),
        ("attacker.fire", "*attacker.fire", True),
        ("attacker.firs", "*attacker.fire", False),
        ("*.x", "*attacker.fire", False),
        ("malta.r?.attacker.f*e", "*attacker.fire", True),
        ("attacker.return.luftwaffe", "*attacker.return.*", True),
        ("", "*attacker.fire", False),
        ("*.attacker.retrn", "*attacker.return.*", True),  # the whole of it may stand for the other's last *
    ],
)
def test_whether_two_patterns_can_meet(one, other, meet):
    assert overlap(one, other) is meet
    assert overlap(other, one) is meet


@pytest.mark.parametrize(
    ("pattern", "can"),
    [
        ("*", True),
        ("*.x", True),
        ("*.attacker.*", True),
        ("malta.*.attacker.return.luftwaffe.malta", True),
        ("attacker.return.attacker", True),
        ("*.defender.disengage", True),
        ("*.disengage", True),
        ("*.attacker.disengage", False),
        ("*.attacker.retrn.*", False),
        ("*.defender.disengagge", False),
        ("defender", False),
    ],
)
def test_whether_a_pattern_can_answer_anything(pattern, can):
    assert can_match(pattern, ("attacker.return.*", "defender.disengage")) is can


def test_a_pattern_that_can_answer_nothing_is_a_problem_with_its_line():
    line = RAIDS.splitlines().index('  "*": default') + 1
    (problem,) = problems_of(RAIDS.replace('"*": default', '"*.attacker.disengagge": stay\n  "*": default'))
    assert problem.startswith(f"{line}:")
    assert "'*.attacker.disengagge' matches no decision; the decisions are " in problem


# conditions


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("own < 3", True),
        ("own <= 2", True),
        ("own > 2", False),
        ("own >= 2", True),
        ("own == 2", True),
        ("own != 2", False),
        ("own < enemy", True),
        ("enemy < own", False),
        ("own < 3 and enemy > 9", False),
        ("own < 3 or enemy > 9", True),
        ("own > 3 or enemy > 9 or round == 2", True),
        ("own < 3 and enemy > 9 or round == 2", True),
        ("round == 2 or own < 3 and enemy > 9", True),
        ("own > 3 and round == 2 or enemy > 9", False),
        ("own > -1", True),
        ("  own<3  ", True),
    ],
)
def test_conditions(text, holds):
    said = script(("*", when(text, "disengage", "stay")))
    assert said.answer(choice(own=2, enemy=5)) == ("disengage" if holds else "stay")


@pytest.mark.parametrize(
    "text", ["", "own", "own <", "< 3", "own = 3", "own < 3 and", "or", "own < 3.5", "own < (3)", "3 < own", "own <> 3"]
)
def test_what_is_no_condition(text):
    with pytest.raises(ValueError, match="is not a comparison; expected one like own"):
        Condition.parse(text)


def test_a_fact_that_the_question_does_not_know():
    said = script(("*", "stay"), ("*", "stay"))
    assert said.answer(choice()) == "stay"
    said = script(("*", when("own.morale < 3", "disengage")))
    told = refusal(said, choice(**{"own.factors": 2, "strength-percent": 100}))
    known = "it knows own.factors, round, strength-percent"
    assert told == f"test.yaml:1:0: malta.r2.attacker.disengage does not know the fact 'own.morale'; {known}"
    told = refusal(script(("*", when("own.factors < own.morale", "disengage"))), choice(**{"own.factors": 2}))
    assert "does not know the fact 'own.morale'" in told


def test_words_that_hold_and_or_are_one_fact():
    said = script(("*", when("own.bombardiers < 3 and landing.factors > 1", "disengage", "stay")))
    assert said.answer(choice(**{"own.bombardiers": 2, "landing.factors": 2})) == "disengage"


def test_the_highest_round_that_a_script_tells_apart():
    assert script(("*", "stay")).rounds_matter == 0
    assert script(("malta.r4.*", "stay"), ("*.r2.*", "stay")).rounds_matter == 4
    assert script(("*", when("round >= 3", "stay"))).rounds_matter == 4
    assert script(("*", when("round > own.factors", "stay"))).rounds_matter > 1000


# answers


def test_default_is_the_rule_s_own_answer():
    assert script(("*", "default")).answer(choice(default="disengage")) == "disengage"
    assert script(("*", "default")).answer(allotment(a=3, b=2)) == {"a": 1, "b": 1}


def test_all_and_none_are_numbers_of_each():
    assert script(("*", "all")).answer(allotment(a=3, b=2)) == {"a": 3, "b": 2}
    assert script(("*", "none")).answer(allotment(a=3, b=2)) == {}
    assert script(("*", {"b": 2})).answer(allotment(a=3, b=2)) == {"b": 2}


@pytest.mark.parametrize(
    ("answer", "question", "why"),
    [
        ("flee", choice(), "'flee' is not one of stay, disengage"),
        ({"a": 1}, choice(), "is not one of stay, disengage"),
        ("some", allotment(a=3), "'some' does not say how many of each"),
        ({"a": 4}, allotment(a=3, b=2), "4 of a is not between 0 and 3"),
        ({"c": 1}, allotment(a=3, b=2), "'c' is not one of a, b"),
        ({"a": 1}, allotment(a=3, b=2, refuse=lambda sent: "no room" if sent == {"a": 1, "b": 0} else None), "no room"),
    ],
)
def test_an_answer_that_is_refused_is_told_with_its_line(answer, question, why):
    told = refusal(script(("nothing", "x"), ("*", answer)), question)
    assert told.startswith(f"test.yaml:2:0: {question.key}: ")
    assert why in told


def test_a_refused_answer_through_a_whole_scenario_names_file_and_line():
    text = RAIDS.replace("{luftwaffe: 4, regia: 2}", "{luftwaffe: 99}")
    line = text.splitlines().index('  "malta.attacker.commit": {luftwaffe: 99}') + 1
    with pytest.raises(BadScenario) as refused:
        fought(scenario=parse_scenario(text, "raids.yaml"))
    assert str(refused.value) == f"raids.yaml:{line}:28: malta.attacker.commit: 99 of luftwaffe is not between 0 and 9"


# dice


def roll(key="malta.r1.attacker.fire", dice=2 * D6):
    return Roll(key, "19.4", Total(dice))


def test_faces_answer_rolls_and_words_do_not():
    said = script(("*", "default"), ("malta.r1.*", [3, 5]))
    assert said.answer(roll()) == (3, 5)
    assert said.answer(roll("malta.r2.attacker.fire")) is None
    assert said.has_dice
    assert not script(("*", "default")).has_dice


@pytest.mark.parametrize("faces", [[3], [3, 7], [0, 1], [1, 2, 3]])
def test_faces_that_cannot_fall_are_refused(faces):
    assert "is not a roll of 2d6" in refusal(script(("*", faces)), roll())


def test_faces_by_round():
    said = script(("*", when("round == 2", [6, 6])))
    assert said.answer(roll("malta.r2.attacker.fire")) == (6, 6)
    assert said.answer(roll()) is None


def test_scripted_faces_are_told_apart_in_the_log_and_use_no_machine_dice():
    scenario = parse_scenario(RAIDS.replace("choices:", 'choices:\n  "malta.r1.attacker.fire": [6, 6]'), "raids.yaml")
    rolls = [record.body for record in fought(seed=3, scenario=scenario).log.records if record.body["t"] == "roll"]
    assert (rolls[0]["faces"], rolls[0]["source"], "die" in rolls[0]) == ([6, 6], "scripted", False)
    plain = [record.body for record in fought(seed=3).log.records if record.body["t"] == "roll"]
    assert (rolls[1]["faces"], rolls[1]["source"], rolls[1]["die"]) == (plain[0]["faces"], "machine", 0)


# as written in a scenario


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ("{when: own.factors < 3}", "'then' is missing"),
        ("{when: own.factors < 3, then: stay, otherwise: stay}", "unknown key 'otherwise'"),
        ("{when: own factors, then: stay}", "is not a comparison"),
        ("{when: [1], then: stay}", "a condition is text"),
        ("[1, x]", "no whole number"),
        ("{luftwaffe: many}", "no whole number"),
        ("{luftwaffe: [1]}", "whole number"),
        ("[[1]]", "whole number"),
    ],
)
def test_answers_that_make_no_sense_are_problems(written, problem):
    (told,) = problems_of(RAIDS.replace('"*": default', f'"*": {written}'))
    assert problem in told
    assert told.startswith(f"{len(RAIDS.splitlines())}:")


def test_a_battle_without_choices_asks_for_everything():
    text = RAIDS[: RAIDS.index("choices:")]
    battle = begin(parse_scenario(text, "raids.yaml"), None, 3)
    with pytest.raises(Asked) as asked:
        battle.walk(Scripted(battle.scenario.script, battle.dice)).run()
    assert asked.value.question.key == "malta.attacker.commit"


def test_the_script_of_the_raids():
    entries = raids().script.entries
    assert [entry.pattern for entry in entries][-1] == "*"
    assert entries[0].answer == {"luftwaffe": 4, "regia": 2}
    assert [entry.line for entry in entries] == sorted(entry.line for entry in entries)


# off the scenario's own course


def test_where_the_battle_took_another_course_answers_that_do_not_fit_give_way():
    said = script(("*.reinforce", {"a": 9}), ("*.disengage", "vanish"), ("*.fire", [7]), ("*", "default"))
    refusal(said, allotment(a=3))
    said.lenient = True
    assert said.answer(allotment(a=3)) == {"a": 1}
    assert said.answer(choice()) == "stay"
    assert said.answer(Roll("malta.r1.attacker.fire", "", Total(D6))) is None
    assert said.assumed == [
        "*.reinforce: {a: 9} (where it fits)",
        "*.disengage: vanish (where it fits)",
        "*.fire: [7] (where it fits)",
        "*: default",
    ]


def test_a_policy_that_was_typed_must_fit():
    typed = Script((Entry("*.reinforce", {"a": 9}, file="--policy"), Entry("*", "default")), "test.yaml", lenient=True)
    assert "9 of a" in refusal(typed, allotment(a=3))
