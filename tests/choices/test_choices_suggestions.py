"""A misspelled answer, policy, fact or id gets a short list and a suggestion."""

import pytest
from questions import allotment, choice, refusal, script, when

from airwar.choices.grammar import Questions, read_script
from airwar.choices.script import Stance
from airwar.errors import BadScenario

MANY = Questions({f"attacker.mission-{number}": "" for number in range(1, 31)}, {}, {"attacker.go-on": Stance("fight", "call-off")})


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("leave", "'leave' is not one of stay, disengage; policies are stay, leave-below-N (own factors) or leave-under-P%"),
        ("sty", "(of the enemy's strength); did you mean stay?"),
    ],
)
def test_a_wrong_word_names_the_options_and_the_policies(answer, why):
    assert why in refusal(script(("*", answer)), choice())


def test_a_decision_that_is_not_about_leaving_names_no_policies():
    assert "policies" not in refusal(script(("*", "leave")), choice("malta.r2.attacker.target"))


def test_a_misspelled_unit_is_suggested():
    said = refusal(script(("*", {"regio": 1})), allotment(regia=3, luftwaffe=2))
    assert said.endswith("'regio' is not one of regia, luftwaffe; did you mean regia?")


def test_a_misspelled_fact_is_suggested_and_few_are_listed():
    facts = {f"fact.{number}": 1 for number in range(20)} | {"own_factors": 3}
    said = refusal(script(("*", when("own_factor < 3", "stay"))), choice(**facts))
    assert "and 14 more; did you mean own_factors?" in said


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("foo.bar: stay", "'foo.bar' matches no decision; there are attacker.mission-1, .*, attacker.mission-8 and 22 more"),
        ("'*.attacker.misson-3': stay", r"'\*\.attacker\.misson-3' matches no decision; did you mean \*\.attacker\.mission-3\?"),
        ("'*.attacker.mission-3': leave-bellow-4", "'leave-bellow-4' is not a policy; .*; did you mean leave-below-4?"),
        ("'*.attacker.mission-3': leave-undr-50%", "'leave-undr-50%' is not a policy; .*; did you mean leave-under-50%?"),
    ],
)
def test_a_misspelled_id_or_policy_is_suggested_and_few_are_listed(line, why):
    with pytest.raises(BadScenario, match=why):
        read_script(line, "test.yaml", MANY)


@pytest.mark.parametrize(
    ("pattern", "meant"),
    [("*.abort", r"\*\.abort\.\*"), ("abort", r"abort\.\*"), ("malta.attacker.unti", r"malta\.attacker\.unit")],
)
def test_a_suggestion_keeps_what_is_written_before_the_id(pattern, meant):
    with pytest.raises(BadScenario, match=f"did you mean {meant}\\?"):
        read_script(f"'{pattern}': stay", "test.yaml", Questions({"abort.*": "", "attacker.unit": ""}))


def test_where_nothing_is_similar_the_message_says_where_all_ids_are():
    with pytest.raises(BadScenario, match=r"matches no decision; there are abort\.\*; airwar fields ocs choices lists them"):
        read_script("foo.bar: stay", "test.yaml", Questions({"abort.*": ""}, ruleset="ocs"))
