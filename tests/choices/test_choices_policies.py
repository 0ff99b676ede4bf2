"""Policies: to stay or to leave, by the names of the options."""

import json

import pytest
from questions import KEY, STANCES, allotment, choice, problem, script
from support import SHIPPED, TESTS

from airwar import rulesets
from airwar.answers.chance import Scripted
from airwar.battle.battle import begin
from airwar.choices.script import Policy, meant_policy, misspelled, policy_named
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
    assert script(("*", policy)).answer(choice(own_factors=3, **{"strength-percent": 75})) == answer


@pytest.mark.parametrize(
    ("text", "policy"),
    [
        ("stay", Policy("stay", "", 0)),
        ("leave-below-4", Policy("leave-below-4", "own.factors", 4)),
        ("leave-below-123456", Policy("leave-below-123456", "own.factors", 123456)),
        ("leave-under-50%", Policy("leave-under-50%", "strength-percent", 50)),
        *[(text, None) for text in ("leave", "leave-below", "leave-below-", "leave-below-50%", "leave-below--1", "Stay", "")],
        *[(text, None) for text in ("leave-below-1234567", "leave-under-50", "leave-under-1234567%", "stay-4", "default")],
    ],
)
def test_policies_by_name(text, policy):
    assert policy_named(text) == policy


def test_misspelled_policies():
    words = ("leave-bellow-4", "leavebelow-4", "leave-under-5", "leave-below-4", "leave", "x")
    assert [misspelled(text) for text in words] == [True, True, True, False, False, False]
    assert meant_policy("leave-bellow-4") == "leave-below-4"
    assert meant_policy("leave-undr-50") == "leave-under-50%"
    assert meant_policy("leave-below") is None
    assert meant_policy("12") is None


def test_stances_by_the_end_of_the_id():
    found = script()
    assert found.stance(KEY) is found.stance("attacker.disengage") is STANCES["attacker.disengage"]
    assert found.stance("malta.xattacker.disengage") is None
    assert [found.is_stance(key) for key in (KEY, "malta.attacker.fire")] == [True, False]


def test_a_policy_picks_an_option_by_name_not_by_position():
    turned = {"disengage": "break off", "stay": "fight on"}
    said = script(("*", "leave-below-4"))
    assert [said.answer(choice(options=turned, own_factors=own)) for own in (3, 4, 5)] == ["disengage", "stay", "stay"]
    assert said.answer(choice("picardy.attacker.go-on", GO_ON, "fight", own_factors=3)) == "call-off"
    assert script(("*", "stay")).answer(choice("picardy.attacker.go-on", GO_ON, "fight")) == "fight"


def test_a_policy_stays_if_leaving_is_not_offered():
    ashore = {name: label for name, label in GO_ON.items() if name != "call-off"}
    said = script(("*", "leave-below-9"))
    assert said.answer(choice("picardy.attacker.go-on", ashore, "fight", own_factors=1)) == "fight"


def test_a_policy_is_skipped_if_the_decision_is_not_about_leaving():
    said = script(("*", "leave-below-9"), ("*", "default"))
    assert said.answer(choice("malta.attacker.unit", {"b-17": "", "p-40": ""}, "b-17", own_factors=1)) == "b-17"
    assert said.answer(allotment(a=3)) == {"a": 1}
    for word in ("stay", "leave-below-9"):  # the name of an option always means that option
        assert script(("*", word)).answer(choice("malta.x", {"go": "", word: ""}, "go")) == word


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


def test_a_policy_needs_its_fact_and_its_option():
    told = problem(script(("*", "leave-under-50%")), choice(own_factors=3)).text
    assert told == f"{KEY}: leave-under-50% needs the fact 'strength-percent', which is not available here"
    no_stay = choice(options={"fight": "", "disengage": ""}, default="fight")
    assert problem(script(("*", "stay")), no_stay).text.startswith(
        f"{KEY}: 'stay' is not one of fight, disengage; policies are stay,"
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
