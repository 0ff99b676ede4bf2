"""Air combat (B1-B3)."""

from dataclasses import replace

import pytest
from dc_support import air, drawn, fates, made_up, opened, returned, scenario
from support import fight

from airwar.rulesets.dark_crusade.air_combat import air_combat, air_combat_at


def over_target(*args, **kwargs):
    """The air combat of a scenario."""
    return air_combat_at(opened(*args, **kwargs), "target")


FIVE_GERMANS = dict.fromkeys("vwxyz", "minor 1 german")


def test_d9_six_soviet_air_units_meet_two_german_ones():
    combat = over_target({"a": "major 4 soviet"}, {"x": "major 3 german"}, german=2, soviet=6)
    assert returned(air_combat, combat, dice={"air-to-air.1": [4], "air-to-air.2": [3]}) == 2


def test_b1_survivors_of_one_roll_are_the_column_of_the_next():
    combat = over_target({"a": "major 4 soviet"}, {"x": "major 3 german"}, german=3, soviet=4)
    assert returned(air_combat, combat, dice={"air-to-air.1": [5], "air-to-air.2": [5], "air-to-air.3": [5]}) == 1


def test_b1_no_die_is_rolled_when_nobody_is_left():
    combat = over_target({"a": "major 4 soviet"}, {"x": "major 3 german"}, german=4, soviet=2)
    assert returned(air_combat, combat, dice={"air-to-air.1": [1]}) == 0


def test_b1_a_result_above_the_number_there_is_cut():
    generous = drawn({"1-36": [0, 1, 2, 3, 4, 5]})
    combat = over_target({"a": "major 4 soviet"}, {"x": "major 3 german"}, german=1, soviet=2, charts=generous)
    assert returned(air_combat, combat, dice={"air-to-air.1": [6]}) == 2


def test_b1_is_the_same_when_the_soviet_side_defends():
    combat = over_target({"a": "major 4 german"}, {"x": "major 3 soviet"}, attacker="axis", german=1, soviet=6)
    assert returned(air_combat, combat, dice={"air-to-air.1": [3]}) == 3


def test_d11_flak_over_five_axis_units_is_one_die_and_counts_the_lost():
    combat = over_target({"a": "major 4 soviet"}, FIVE_GERMANS, soviet=6)
    assert returned(air_combat, combat, dice={"flak": [4]}) == 2


def test_d12_without_axis_ground_units_nobody_rolls_for_flak():
    combat = over_target({"a": "major 4 soviet"}, {"x": "major 3 german"}, soviet=6)
    assert returned(air_combat, replace(combat, axis_units=0, undispersed=0)) == 6


def test_b2_there_is_no_flak_where_german_air_flies():
    combat = over_target({"a": "major 4 soviet"}, {"x": "major 3 german"}, german=1, soviet=6)
    assert returned(air_combat, combat, dice={"air-to-air.1": [6]}) == 6


def test_b2_dispersed_axis_units_give_flak():
    combat = over_target({"a": "major 4 soviet"}, {"x": "major 3 german, dispersed: true"}, soviet=6)
    assert returned(air_combat, combat, dice={"flak": [3]}) == 3


def test_b2_dispersed_axis_units_give_no_flak_if_the_option_says_so():
    sides = {"a": "major 4 soviet"}, {"x": "major 3 german, dispersed: true"}
    silent = over_target(*sides, soviet=6, options="flak-from-dispersed: no")
    assert returned(air_combat, silent) == 6


@pytest.mark.parametrize(("units", "told"), [({"x": "major 3 german, dispersed: true"}, True), ({"x": "major 3 german"}, False)])
def test_b2_the_ruling_on_flak_is_reported_where_it_matters(units, told):
    dice = {"target.flak": [1]} | ({} if told else {"target.r1.defender.fire": [1]})
    text = scenario({"a": "major 1 soviet"}, units, soviet=1)
    fought = fight(text, dice, {"target.r1.attacker.retreat": "retreat"})
    assert ("flak-from-dispersed" in [body["option"] for body in fought.told("ruling")]) == told


def test_b3_german_air_is_never_harmed():
    text = scenario({"a": "major 4 soviet"}, {"x": "major 3 german"}, german=2, soviet=6)
    dice = {"target.air-to-air.1": [6], "target.air-to-air.2": [6], "target.r1.defender.fire": [1]}
    assert air(fight(text, dice, {"target.r1.attacker.retreat": "retreat"}), "axis") == {"target": 2}


def test_b16_more_air_units_than_the_table_holds_are_split():
    combat = over_target({"a": "major 4 soviet"}, {"x": "major 3 german"}, soviet=20, charts=made_up(19))
    assert returned(air_combat, combat, dice={"flak": [6, 1]}) == 20 - 10 - 1


def test_b1_says_how_many_survive():
    text = scenario({"a": "major 1 soviet"}, {"x": "major 1 german"}, german=1, soviet=3)
    dice = {"target.air-to-air.1": [4], "target.r1.defender.fire": [1]}
    fought = fight(text, dice, {"target.r1.attacker.retreat": "retreat"})
    assert fought.rolls()["target.air-to-air.1"]["result"] == "2 survive"


def test_b2_is_reported_as_a_loss():
    text = scenario({"a": "major 1 soviet"}, {"x": "major 1 german"}, soviet=3)
    fought = fight(text, {"target.flak": [6], "target.r1.defender.fire": [1]}, {"target.r1.attacker.retreat": "retreat"})
    assert fought.rolls()["target.flak"]["result"] == "3 lost"
    assert ("Soviet", "Soviet air units", 3, "eliminated") in fought.losses()
    assert fates(fought)["a"] == ("start", 0, True)
