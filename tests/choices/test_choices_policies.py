"""Policies: to stay or to leave, by the names of the options."""

import json

import pytest
from questions import allotment, choice, refusal, script
from support import SHIPPED, TESTS

from airwar import rulesets
from airwar.answers.chance import Scripted
from airwar.battle.battle import begin
from airwar.choices.script import policy_named
from airwar.engine.questions import Allotment
from airwar.errors import BadScenario
from airwar.setup.loading import load_scenario, parse_scenario

GO_ON = {"fight": "fight on", "call-off": "call it off", "withdraw-some": "withdraw a part"}


@pytest.mark.parametrize(
    ("policy", "answer"),
    [
        ("stay", "stay"),
        ("leave-below-4", "disengage"),
        ("leave-below-3", "stay"),
        ("leave-under-76%", "disengage"),
        ("leave-under-75%", "stay"),
    ],
)
def test_policies(policy, answer):
    assert script(("*", policy)).answer(choice(**{"own.factors": 3, "strength-percent": 75})) == answer


@pytest.mark.parametrize("text", ["leave", "leave-below", "leave-under-50", "leave-below-50%", "leave-below--1", "Stay", ""])
def test_what_is_not_a_policy(text):
    assert policy_named(text) is None


def test_a_policy_picks_an_option_by_name_not_by_position():
    turned = {"disengage": "break off", "stay": "fight on"}
    said = script(("*", "leave-below-4"))
    assert said.answer(choice(options=turned, **{"own.factors": 3})) == "disengage"
    assert said.answer(choice(options=turned, **{"own.factors": 4})) == "stay"
    assert said.answer(choice("picardy.attacker.go-on", GO_ON, "fight", **{"own.factors": 3})) == "call-off"
    assert script(("*", "stay")).answer(choice("picardy.attacker.go-on", GO_ON, "fight")) == "fight"


def test_a_policy_stays_if_leaving_is_not_offered():
    ashore = {name: label for name, label in GO_ON.items() if name != "call-off"}
    said = script(("*", "leave-below-9"))
    assert said.answer(choice("picardy.attacker.go-on", ashore, "fight", **{"own.factors": 1})) == "fight"


def test_a_policy_is_skipped_if_the_decision_is_not_about_leaving():
    said = script(("*", "leave-below-9"), ("*", "default"))
    assert said.answer(choice("malta.attacker.unit", {"b-17": "", "p-40": ""}, "b-17", **{"own.factors": 1})) == "b-17"
    assert said.answer(allotment(a=3)) == {"a": 1}
    assert script(("*", "stay")).answer(choice("malta.x", {"go": "", "stay": ""}, "go")) == "stay"  # an option of that name


@pytest.mark.parametrize(
    ("word", "taken"),
    [
        ("first a", {"a": 1, "c": 2}),  # then as usual
        ("first b c, a", {"b": 2, "c": 1}),
        ("first x, b", {"b": 2, "c": 1}),
        ("last c", {"a": 1, "b": 2}),
        ("last c, x, b", {"a": 1, "c": 2}),
    ],
)
def test_losses_are_taken_in_the_order_that_is_said(word, taken):
    question = Allotment("malta.losses", "", "axis", {"a": 1, "b": 2, "c": 2}, {}, 0, 3, {"a": 0, "b": 0, "c": 3})
    assert script(("*", word)).answer(question) == taken


def test_what_is_best_is_left_to_whoever_asks():
    said = script(("*.disengage", "best"), ("*", "default"))
    assert (said.answer(choice()), said.is_best(choice())) == (None, True)
    assert (said.answer(allotment(a=3)), said.is_best(allotment(a=3))) == ({"a": 1}, False)


def test_a_policy_needs_its_fact():
    told = refusal(script(("*", "leave-under-50%")), choice(**{"own.factors": 3}))
    assert told.endswith(
        "malta.r2.attacker.disengage: leave-under-50% needs the fact 'strength-percent', which is not available here"
    )


# in the games


def answers_of(scenario, seed=7):
    """Every choice of a scenario that is fought by its script, by id."""
    fight = begin(scenario, None, seed)
    fight.walk(Scripted(scenario.script, fight.dice)).run()
    return {record.content["key"]: record.content["answer"] for record in fight.log.records if record.content["t"] == "choice"}


def with_policy(name, entry):
    """A shipped scenario with a further entry before its own."""
    return parse_scenario(load_scenario(name).text.replace("choices:", f"choices:\n  {entry}", 1), f"{name}.yaml")


@pytest.mark.parametrize("decision", ["defender.unit", "attacker.unit", "intercept"])
def test_in_ocs_nobody_leaves_by_picking_a_unit(decision):
    with pytest.raises(BadScenario, match="a policy answers stay-or-leave decisions only; this game has none"):
        with_policy("husky-1943", f'"*.{decision}": leave-below-9')


def test_in_air_supremacy_troops_ashore_fight_on_and_nobody_withdraws_one_by_one():
    answers = answers_of(with_policy("torch-1942", '"*.morocco.attacker.go-on": leave-below-99'))
    asked = {key: answer for key, answer in answers.items() if key.endswith("morocco.attacker.go-on")}
    assert asked
    assert set(asked.values()) <= {"fight", "call-off"}
    assert "fight" in asked.values()  # once troops have landed, the battle cannot be called off


@pytest.mark.parametrize("ruleset", rulesets.ids())
def test_every_stance_is_a_decision_of_its_game(ruleset):
    game = rulesets.load(ruleset)
    assert [decision for decision in game.stances if decision not in game.decisions] == []


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_stay_or_leave_decision_offers_to_stay(path):
    stances = load_scenario(str(path)).script
    for line in (TESTS / "golden" / "format-3" / path.parent.name / f"{path.stem}.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        stance = stances.stance(record["key"]) if record["t"] == "choice" else None
        if stance is not None:
            assert stance.stay in record["options"], record["key"]
