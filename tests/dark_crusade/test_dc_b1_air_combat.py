"""Air combat (B1-B3): Soviet air meets German air, or else flak."""

import pytest
from dc_support import THROWN_BACK, air, columns, drawn, fates, made_up, play, ruled, scenario, waiting
from support import problems_of

RED, AXIS = {"a": "major 4 soviet"}, {"x": "major 3 german"}


def after_air_combat(said, axis=AXIS, **more):
    """The Soviet air units that are left of an attack after these rolls; then it is called off."""
    return air(play(scenario(RED, axis, **more), f"{said}; {THROWN_BACK}"), "soviet").get("start", 0)


# air to air


@pytest.mark.proves("B1")
def test_d9_six_soviet_air_units_meet_two_german_ones():
    assert after_air_combat("air-to-air.1 4; air-to-air.2 3", german=2, soviet=6) == 2


def test_b1_survivors_of_one_roll_are_the_column_of_the_next():
    fought = play(scenario(RED, AXIS, german=3, soviet=4), f"air-to-air.1 5; air-to-air.2 5; air-to-air.3 5; {THROWN_BACK}")
    assert [columns(fought)[f"air-to-air.{number}"] for number in (1, 2, 3)] == ["4", "3", "2"]
    assert air(fought, "soviet") == {"start": 1}
    assert fought.rolls()["target.air-to-air.1"]["result"] == "3 survive"


def test_b1_no_die_is_rolled_when_nobody_is_left():
    assert after_air_combat("air-to-air.1 1", german=4, soviet=2) == 0


def test_b1_a_result_above_the_number_there_is_cut():
    assert after_air_combat("air-to-air.1 6", german=1, soviet=2, charts=drawn({"1-36": [0, 1, 2, 3, 4, 5]})) == 2


def test_b1_is_the_same_when_the_soviet_side_defends():
    text = scenario({"a": "major 4 german"}, {"x": "major 3 soviet"}, attacker="axis", german=1, soviet=6)
    assert air(play(text, f"air-to-air.1 3; {THROWN_BACK}; german-air.retreat nobody"), "soviet") == {"target": 3}


def test_b1_the_soviet_player_rolls_and_each_result_is_told_before_the_next_die():
    text = scenario(RED, AXIS, german=2, soviet=6)
    fought = play(text, f"air-to-air.1 4; air-to-air.2 3; {THROWN_BACK}")
    assert {fought.rolls()[f"target.air-to-air.{number}"]["by"] for number in (1, 2)} == {"Soviet"}
    assert fought.losses()[:2] == [("Soviet", "Soviet air units", 2, "eliminated")] * 2
    second = waiting(text, "target.air-to-air.2", "air-to-air.1 4")
    assert ("Soviet air units", 2) in [(body.get("unit"), body.get("count")) for body in second.records]
    over = {row.count: row.marks for row in second.rows if row.unit == "soviet-air"}
    assert over == {4: ("over",), 2: ("eliminated",)}


def test_b3_german_air_is_never_harmed():
    text = scenario(RED, AXIS, german=2, soviet=6)
    assert air(play(text, f"air-to-air.1 6; air-to-air.2 6; {THROWN_BACK}"), "axis") == {"target": 2}


# flak


@pytest.mark.proves("B2")
def test_d11_flak_over_five_axis_units_is_one_die_and_counts_the_lost():
    text = scenario(RED, dict.fromkeys("vwxyz", "minor 1 german"), soviet=6)
    fought = play(text, f"flak 4; {THROWN_BACK}")
    roll = fought.rolls()["target.flak"]
    assert (roll["faces"], roll["column"], roll["result"], roll["by"]) == ([4], "6", "4 lost", "Soviet")
    assert air(fought, "soviet") == {"start": 2}
    assert ("Soviet", "Soviet air units", 4, "eliminated") in fought.losses()


@pytest.mark.proves("B2", "B3")
@pytest.mark.parametrize(("german", "said", "left"), [(0, "flak 6", 0), (1, "air-to-air.1 6", 6)])
def test_b2_there_is_flak_only_where_no_german_air_flies(german, said, left):
    assert after_air_combat(said, german=german, soviet=6) == left


def test_b2_without_soviet_air_nobody_rolls():
    assert list(columns(play(scenario(RED, AXIS, german=2), THROWN_BACK))) == ["defender.fire"]
    assert list(columns(play(scenario(RED, AXIS), THROWN_BACK))) == ["defender.fire"]


@pytest.mark.parametrize(("option", "said", "left"), [("yes", "flak 3; ", 3), ("no", "", 6)])
def test_b2_dispersed_axis_units_give_flak_unless_the_option_says_no(option, said, left):
    text = scenario(RED, {"x": "major 3 german, dispersed: true"}, soviet=6, options=f"flak-from-dispersed: {option}")
    fought = play(text, f"{said}attacker.retreat retreat")
    assert air(fought, "soviet") == {"start": left}
    assert ruled(fought)["flak-from-dispersed"] == option


def test_b2_the_option_is_not_told_where_anybody_is_undispersed():
    units = {"x": "major 3 german, dispersed: true", "y": "major 3 german"}
    fought = play(scenario(RED, units, soviet=6), f"flak 6; {THROWN_BACK}")
    assert "flak-from-dispersed" not in ruled(fought)
    assert fates(fought) == {"x": "target dispersed", "y": "target", "a": "start dispersed"}


def test_b2_attacking_axis_units_fire_flak_whatever_the_defenders_do():
    text = scenario({"x": "major 3 german"}, {"a": "major 3 soviet, dispersed: true"}, soviet=6, attacker="axis")
    fought = play(text, "flak 3; defender.fire 1; attacker.retreat retreat")
    assert "flak-from-dispersed" not in ruled(fought)
    assert air(fought, "soviet") == {"target": 3}


def test_b16_more_air_units_than_the_table_holds_are_split():
    assert after_air_combat("flak 6 1", soviet=20, charts=made_up(19)) == 20 - 10 - 1


@pytest.mark.proves("B2")
def test_d12_there_is_always_an_axis_ground_unit_to_fire_flak():
    """Both sides have ground units in a battle, and nobody is hurt before air combat; so what D12 asks cannot come."""
    (problem,) = problems_of(scenario({**RED, "b": "major 1 soviet"}, {}, soviet=6))
    assert "no Axis ground unit is at Target" in problem


# air and units that have retreated to the point take no part

TWO = "north-upper 1, south-lower 1, upper-lower 9"


def sheltering(option, low="major 3 german at lower", lines=TWO):
    """German units and air retreat from Upper to Lower, which Soviet air attacks next."""
    return scenario(
        {"a": "minor 1 soviet north>upper", "b": "minor 1 soviet south>lower"},
        {"up": "major 1 german at upper", "low": low},
        lines,
        {"upper": "air: {german: 1}", "lower": "air: {soviet: 2}"},
        options=f"battle-order: listed, sheltering-air: {option}",
    )


FLED = (
    "upper: defender.fire 1; attacker.retreat stay; attacker.fire 1; defender.retreat retreat; german-air.retreat lower=1; lower:"
)


@pytest.mark.proves("B2", "B13c")
@pytest.mark.parametrize(("option", "roll"), [("apart", "flak"), ("present", "air-to-air.1")])
def test_b1_german_air_that_shelters_at_a_point_meets_soviet_air_only_by_option(option, roll):
    fought = play(sheltering(option), f"{FLED} {roll} 3; {THROWN_BACK}")
    assert ruled(fought)["sheltering-air"] == option
    assert air(fought, "soviet") == {"south": 1}
    assert fought.rolls()["lower.r1.defender.fire"]["column"] == "3"  # neither the unit nor the air of Upper fires


def test_b13c_the_end_of_another_battle_does_not_bring_german_air_out_of_its_shelter():
    text = scenario(
        {"a": "minor 1 soviet north>upper", "b": "minor 1 soviet south>lower", "c": "minor 1 soviet out>aside"},
        {"up": "major 1 german at upper", "low": "major 3 german at lower", "mid": "major 3 german at aside"},
        f"{TWO}, out-aside 1",
        {"upper": "air: {german: 1}", "aside": "", "lower": "air: {soviet: 2}"},
        options="battle-order: listed",
    )
    fought = play(text, f"{FLED.removesuffix('lower:')} aside: {THROWN_BACK}; lower: flak 3; {THROWN_BACK}")
    assert ruled(fought)["sheltering-air"] == "apart"


def test_b1_german_air_that_has_retreated_elsewhere_meets_nobody():
    text = sheltering("present", lines=TWO.replace("upper-lower", "upper-rear"))
    fought = play(text, f"{FLED.replace('lower=1', 'rear=1')} flak 3; {THROWN_BACK}")
    assert air(fought, "axis") == {"rear": 1}
    assert "sheltering-air" not in ruled(fought)


def test_b2_units_that_have_retreated_to_a_point_fire_no_flak_there():
    """Whether the defenders of the point fire flak when dispersed is asked as if nobody else were there."""
    text = sheltering("apart, flak-from-dispersed: no", "major 3 german at lower, dispersed: true")
    fought = play(text, f"{FLED} attacker.retreat retreat")
    assert air(fought, "soviet") == {"south": 2}
    assert ruled(fought)["flak-from-dispersed"] == "no"
