"""What a side fires with (B4-B7, B9)."""

from dataclasses import replace
from itertools import product

import pytest
from dc_support import combat, scenario
from support import fight, problems_of

from airwar.rulesets.dark_crusade.values import firing_total, is_simultaneous


@pytest.mark.proves("B5")
@pytest.mark.parametrize(("air", "total"), [(0, 3), (1, 6), (2, 9), (3, 12), (4, 15)])
def test_d14_german_air_multiplies(air, total):
    battle = combat({"a": "major 3 german"}, {"x": "major 3 soviet"}, attacker="axis", german=air)
    assert firing_total(battle, "attacker") == total


@pytest.mark.proves("B5")
def test_d14_a_fifth_german_air_unit_is_refused():
    text = scenario({"a": "major 3 german"}, {"x": "major 3 soviet"}, attacker="axis", german=5)
    (problem,) = problems_of(text)
    assert "5 German air units at target; expected at most 4 (B5)" in problem
    assert not problems_of(text.replace("options: {}", "options: {max-german-air: 5}"))


def test_b5_attack_multiplies_german_units_only():
    battle = combat({"a": "major 3 german", "b": "major 2 romanian"}, {"x": "major 3 soviet"}, attacker="axis", german=1)
    assert firing_total(battle, "attacker") == 3 * 2 + 2


def test_b5_attack_multiplies_all_axis_units_if_the_option_says_so():
    units = {"a": "major 3 german", "b": "major 2 romanian"}
    battle = combat(units, {"x": "major 3 soviet"}, attacker="axis", german=1, options="air-bonus-attack: axis")
    assert firing_total(battle, "attacker") == 3 * 2 + 2 * 2


def test_b5_defense_multiplies_all_axis_units():
    battle = combat({"a": "major 3 soviet"}, {"x": "major 3 german", "y": "major 2 romanian"}, german=1)
    assert firing_total(battle, "defender") == 3 * 2 + 2 * 2


def test_b5_units_out_of_supply_are_not_multiplied():
    battle = combat({"a": "major 3 soviet"}, {"x": "major 3 german, supplied: false", "y": "major 2 german"}, german=2)
    assert firing_total(battle, "defender") == 3 + 2 * 3


def test_b5_the_ruling_is_reported_when_an_ally_attacks_unmultiplied():
    text = scenario({"a": "major 3 german", "b": "major 2 romanian"}, {"x": "minor 1 soviet"}, attacker="axis", german=1)
    fought = fight(
        text,
        {"target.r1.attacker.fire": [6], "target.r1.defender.fire": [1]},
        {"target.r1.german-air.advance": {"target": 1}},
    )
    assert [ruling["option"] for ruling in fought.told("ruling")] == ["combat-table", "air-bonus-attack"]


@pytest.mark.proves("B4")
def test_d16_soviet_air_adds_one_each():
    battle = combat({"a": "major 3 soviet", "b": "major 2 soviet"}, {"x": "major 3 german"}, soviet=3)
    assert firing_total(battle, "attacker") == 8
    dispersed = battle.with_units(unit._replace(dispersed=True) for unit in battle.units("attacker"))
    assert firing_total(dispersed, "attacker") == 3
    alone = battle.with_units(unit._replace(at="") for unit in battle.units("attacker"))
    assert firing_total(alone, "attacker") == 0


@pytest.mark.proves("B4", "B6")
@pytest.mark.parametrize(("attacker", "air", "rule"), [("soviet", "soviet: 3", "B4"), ("axis", "german: 2", "B6")])
def test_d16_air_may_not_attack_without_ground_units(attacker, air, rule):
    defending = "german" if attacker == "soviet" else "soviet"
    units = {"x": f"major 3 {defending}", "y": f"major 3 {defending}"}
    text = scenario({}, units, attacker=attacker).replace("{german: 0, soviet: 0}", f"{{{air}}}")
    (problem,) = problems_of(text)
    assert f"ground unit with a line to target; its air units cannot attack alone ({rule})" in problem


def test_b4_air_defends_with_dispersed_units_unless_the_option_says_no():
    sides = {"a": "major 3 german"}, {"x": "major 3 soviet, dispersed: true"}
    assert firing_total(combat(*sides, attacker="axis", soviet=2), "defender") == 2
    silent = combat(*sides, attacker="axis", soviet=2, options="soviet-air-with-dispersed-defenders: no")
    assert firing_total(silent, "defender") == 0


def test_b9_dispersed_units_do_not_fire():
    battle = combat({"a": "major 3 soviet", "b": "major 2 soviet, losses: 1"}, {"x": "major 3 german"})
    assert firing_total(battle, "attacker") == 3


@pytest.mark.proves("B7")
def test_d17_simultaneous_in_exactly_three_of_24():
    every = product(("axis", "soviet"), ("good", "snow", "mud"), (0, 1), (0, 1))
    at_once = [one for one in every if is_simultaneous(*one)]
    assert at_once == [("axis", "good", 0, 0), ("axis", "good", 1, 0), ("axis", "snow", 1, 0)]


def test_b7_soviet_air_that_survives_makes_combat_normal():
    text = scenario({"a": "minor 1 german"}, {"x": "major 3 soviet"}, attacker="axis", soviet=2)
    fought = fight(text, {"target.flak": [3], "target.r1.defender.fire": [6]})
    assert "normal combat" in [note["text"] for note in fought.told("note")]
    assert fought.end.result == "held: attackers destroyed"


def test_b6_german_air_left_alone_is_displaced():
    text = scenario({"a": "minor 1 german"}, {"x": "major 3 soviet"}, attacker="axis", weather="mud", german=2)
    fought = fight(text, {"target.r1.defender.fire": [6]})
    assert [(body["unit"], body["count"], body["text"]) for body in fought.told("status")] == [("German air units", 2, "displaced")]
    assert not [loss for loss in fought.losses() if loss[1] == "German air units"]
    assert [(one.at, one.number) for one in fought.state.air] == [("", 2)]


def test_b9_the_total_is_counted_again_after_every_loss():
    battle = combat({"a": "major 3 german"}, {"x": "major 3 soviet"}, attacker="axis", german=2)
    assert firing_total(replace(battle, german_air=0), "attacker") == 3
