"""Choices as a player writes them: what is read, and what is a problem."""

import pytest
from raids import RAIDS, raids
from support import problems_of

from airwar.answers.chance import Scripted
from airwar.battle.battle import begin
from airwar.choices.grammar import read_script
from airwar.engine.referee import Asked
from airwar.setup.loading import parse_scenario


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ("{when: own.factors < 3}", "'then' is missing"),
        ("{when: own.factors < 3, then: stay, otherwise: stay}", "unknown key 'otherwise'"),
        ("{when: own factors, then: stay}", "is not a comparison"),
        ("{when: [1], then: stay}", "a condition is text"),
        ("[1, x]", "not a whole number"),
        ("{luftwaffe: many}", "not a whole number"),
        ("{luftwaffe: [1]}", "whole number"),
        ("[[1]]", "whole number"),
    ],
)
def test_answers_that_make_no_sense_are_problems(written, problem):
    (told,) = problems_of(RAIDS.replace('"*": default', f'"*": {written}'))
    assert problem in told
    assert told.startswith(f"{len(RAIDS.splitlines())}:")


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [("*.*.*.*.*.*.*.*.*.*.*.*.*.*.*.*.*.*.nobody", "stars; expected at most"), ("*.attacker.disengagge", "matches no decision")],
)
def test_a_pattern_that_makes_no_sense_is_one_problem_whatever_its_answer_is(pattern, problem):
    (told,) = problems_of(RAIDS.replace('"*": default', f'"{pattern}": {{when: own factors, then: stay}}'))
    assert problem in told


def test_a_battle_without_choices_asks_for_everything():
    text = RAIDS[: RAIDS.index("choices:")]
    battle = begin(parse_scenario(text, "raids.yaml"), None, 3)
    with pytest.raises(Asked) as asked:
        battle.walk(Scripted(battle.scenario.script, battle.dice)).run()
    assert asked.value.question.key == "malta.attacker.commit"


def test_a_condition_may_lead_to_a_number():
    (*_, entry) = parse_scenario(
        RAIDS.replace('"*": default', '"*": {when: own.factors < 3, then: 2}'), "raids.yaml"
    ).script.entries
    assert entry.when is not None
    assert entry.answer == "2"


def test_the_script_of_the_raids():
    entries = raids().script.entries
    assert [entry.pattern for entry in entries][-1] == "*"
    assert entries[0].answer == {"luftwaffe": 4, "regia": 2}
    assert [entry.line for entry in entries] == sorted(entry.line for entry in entries)


# a list


def as_list(*entries):
    return RAIDS[: RAIDS.index("choices:")] + "choices:\n" + "".join(f"  - {entry}\n" for entry in entries)


def test_choices_may_be_a_list_with_one_entry_per_item():
    lines = RAIDS[RAIDS.index("choices:") :].splitlines()[1:]
    listed = parse_scenario(as_list(*(line.strip() for line in lines)), "raids.yaml").script
    assert [str(entry) for entry in listed.entries] == [str(entry) for entry in raids().script.entries]
    assert [entry.line for entry in listed.entries] == [entry.line for entry in raids().script.entries]


def test_in_a_list_a_pattern_may_occur_more_than_once():
    twice = as_list('"*.attacker.disengage": {when: round >= 3, then: disengage}', '"*.attacker.disengage": stay', '"*": default')
    entries = parse_scenario(twice, "raids.yaml").script.entries
    assert [entry.pattern for entry in entries] == ["*.attacker.disengage", "*.attacker.disengage", "*"]


def test_an_item_has_one_entry():
    (told,) = problems_of(as_list('{"*.attacker.disengage": stay, "*": default}'))
    assert "found 2 values; expected one decision per list entry" in told
    (told,) = problems_of(as_list("default"))
    assert "expected a mapping" in told


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ("{wehn: round > 2, then: stay}", "unknown key 'wehn'; expected when, then and perhaps else; did you mean when?"),
        ("{when: round > 2, than: stay}", "unknown key 'than'; expected when, then and perhaps else; did you mean then?"),
        ("{then: stay}", "key 'when' is missing; expected a condition such as own.factors < 3"),
    ],
)
def test_a_misspelled_or_missing_part_of_a_condition_is_named(answer, problem):
    (told,) = problems_of(as_list(f'"*.attacker.disengage": {answer}', '"*": default'))
    assert told.endswith(problem)


def test_a_policy_file_may_be_a_list():
    questions = raids().ruleset.questions
    script = read_script('- "*.attacker.disengage": leave-below-3\n- "*": default\n', "mine.yaml", questions)
    assert [str(entry) for entry in script.entries] == ["*.attacker.disengage: leave-below-3", "*: default"]
    assert {entry.file for entry in script.entries} == {"mine.yaml"}


# policies


@pytest.mark.parametrize("policy", ["leave-under-50", "leave-below-x", "leave-below", "leave-bellow-4"])
def test_a_misspelled_policy_is_a_problem(policy):
    (told,) = problems_of(RAIDS.replace('"*": default', f'"*": {policy}'))
    assert f"'{policy}' is not a policy; expected stay, leave-below-N (own factors) or leave-under-P%" in told


def test_a_policy_for_another_decision_is_a_problem():
    (told,) = problems_of(RAIDS.replace('"*": default', '"*.attacker.commit": leave-below-3'))
    assert "a policy answers stay-or-leave decisions only; expected one of attacker.disengage, defender.disengage" in told
