"""What a side fires with (B4, B5, B9), German air on its own (B6), and whether the sides fire in turn or at once (B7)."""

from itertools import product

import pytest
from dc_support import DRIVEN, FORK, THROWN_BACK, air, course, fates, fires_with, notes, play, ruled, scenario, waiting
from support import problems_of

AXIS = {
    "g": "major 3 german",
    "r": "minor 2 romanian",
    "u": "major 4 german, supplied: false",
    "d": "minor 5 german, dispersed: true",
}
REDS = {"x": "major 2 soviet", "y": "minor 1 soviet, dispersed: true"}
MISSED = "defender.fire 1; attacker.retreat stay"

# German air multiplies


@pytest.mark.proves("B5")
@pytest.mark.parametrize(("german", "total"), [(0, "3"), (1, "6"), (2, "9"), (3, "12"), (4, "15")])
def test_d14_german_air_multiplies(german, total):
    text = scenario({"a": "major 3 german"}, {"x": "major 3 soviet"}, attacker="axis", german=german)
    assert fires_with(text, "attacker") == total


@pytest.mark.proves("B5")
def test_d14_a_fifth_german_air_unit_is_refused():
    (problem,) = problems_of(scenario({"a": "major 3 german"}, {"x": "major 3 soviet"}, attacker="axis", german=5))
    assert "5 German air units at target; expected at most 4 (B5)" in problem


@pytest.mark.proves("B9")
@pytest.mark.parametrize(("option", "german", "total"), [("german", 0, 9), ("german", 1, 12), ("german", 4, 21), ("axis", 4, 29)])
def test_b5_attack_multiplies_german_units_in_supply_and_by_option_all_axis_units(option, german, total):
    text = scenario(AXIS, REDS, attacker="axis", weather="mud", german=german, options=f"air-bonus-attack: {option}")
    assert fires_with(text, "attacker", MISSED) == str(total)
    assert fires_with(text, "defender") == "2"


@pytest.mark.proves("B9")
@pytest.mark.parametrize(("german", "total"), [(0, 9), (1, 14), (4, 29)])
def test_b5_defense_multiplies_all_axis_units_in_supply(german, total):
    text = scenario(REDS, AXIS, german=german)
    assert fires_with(text, "defender") == str(total)


@pytest.mark.parametrize(
    ("ally", "german", "told"),
    [("", 1, True), ("", 0, False), (", supplied: false", 1, False), (", dispersed: true", 1, False)],
)
def test_b5_the_option_is_told_when_german_air_and_supplied_allies_fire_together(ally, german, told):
    attackers = {"g": "major 1 german", "r": f"major 1 romanian{ally}"}
    text = scenario(attackers, {"x": "major 3 soviet"}, attacker="axis", weather="mud", german=german)
    said = f"{MISSED}; attacker.fire 1; defender.retreat retreat" + "; german-air.advance nobody" * bool(german)
    assert ("air-bonus-attack" in ruled(play(text, said))) is told


# Soviet air adds


@pytest.mark.proves("B4")
def test_d16_soviet_air_adds_one_each():
    units = {"a": "major 3 soviet", "b": "major 2 soviet"}
    assert fires_with(scenario(units, {"x": "major 3 german"}, soviet=3), "attacker", f"flak 1; {MISSED}") == "8"
    dispersed = {name: f"{said}, dispersed: true" for name, said in units.items()}
    assert fires_with(scenario(dispersed, {"x": "major 3 german"}, soviet=3), "attacker", f"flak 1; {MISSED}") == "3"


@pytest.mark.proves("B4", "B6")
@pytest.mark.parametrize(("attacker", "air", "rule"), [("soviet", "soviet", "B4"), ("axis", "german", "B6")])
def test_d16_air_neither_attacks_nor_defends_without_ground_units(attacker, air, rule):
    yours = "german" if attacker == "soviet" else "soviet"
    alone = {"x": f"major 3 {yours}", "y": f"major 3 {yours}"}
    (problem,) = problems_of(scenario({}, alone, attacker=attacker, foes="start", **{air: 1}))
    assert f"ground unit has a line to Target; its air units cannot attack alone ({rule})" in problem
    alone = {"a": f"major 3 {yours}", "b": f"major 3 {yours}"}
    other = "axis" if attacker == "soviet" else "soviet"
    (problem,) = problems_of(scenario(alone, {}, attacker=other, **{air: 1}))
    assert f"ground unit is at Target; its air units cannot defend alone ({rule})" in problem


@pytest.mark.proves("B4")
@pytest.mark.parametrize(("dispersed", "total"), [(", dispersed: true", "2"), ("", "5")])
def test_b4_soviet_air_fires_on_defense_too_even_if_all_defenders_are_dispersed(dispersed, total):
    text = scenario({"a": "major 3 german"}, {"x": f"major 3 soviet{dispersed}"}, attacker="axis", soviet=2)
    assert fires_with(text, "defender", "flak 1") == total


def test_b9_dispersed_units_do_not_fire():
    units = {"a": "major 3 soviet", "b": "major 2 soviet, losses: 1", "c": "minor 4 soviet, dispersed: true"}
    assert fires_with(scenario(units, {"x": "major 3 german"}), "attacker", MISSED) == "3"


def test_b9_a_unit_that_is_hit_before_its_turn_does_not_fire():
    text = scenario({"a": "major 4 soviet", "b": "major 2 soviet"}, {"x": "major 3 german"})
    assert fires_with(text, "attacker", "defender.fire 2; attacker.losses a=1; attacker.retreat stay") == "2"


def test_b9_what_fires_is_told_part_by_part():
    text = scenario({"a": "major 1 soviet"}, {"x": "major 3 german", "y": "minor 1 german, supplied: false"}, german=1, soviet=1)
    fought = play(text, f"air-to-air.1 1; {THROWN_BACK}")
    assert [note for note in notes(fought) if "fires with" in note] == ["Axis (defender) fires with 7: X (3 x 2), Y (1)"]
    text = scenario({"a": "major 1 german"}, {"x": "major 3 soviet"}, attacker="axis", soviet=1)
    assert "Soviet (defender) fires with 4: X (3), Soviet air +1" in notes(play(text, f"flak 1; {THROWN_BACK}"))


# German air is never alone


def test_b6_german_air_left_alone_is_displaced_and_not_lost():
    text = scenario({"a": "minor 1 german"}, {"x": "major 3 soviet"}, attacker="axis", weather="mud", german=2)
    fought = play(text, "defender.fire 6")
    assert fought.statuses() == [("Axis", "German air units", 2, "displaced")]
    assert [unit for _, unit, _, _ in fought.losses()] == ["A"]
    assert air(fought, "axis") == {"displaced": 2}
    assert [body["title"] for body in fought.records if body["t"] == "enter"][-1] == "After the phase"


def test_b6_german_air_is_displaced_when_its_defenders_are_destroyed():
    fought = play(scenario({"a": "major 6 soviet"}, {"x": "minor 1 german"}, german=1), f"{MISSED}; attacker.fire 6")
    assert air(fought, "axis") == {"displaced": 1}


def test_b6_german_air_is_displaced_when_both_sides_are_destroyed():
    text = scenario({"a": "minor 2 german"}, {"x": "minor 2 soviet"}, attacker="axis", german=1)
    fought = play(text, "attacker.fire 6; defender.fire 6")
    assert fought.end.result == "held: both sides destroyed"
    assert air(fought, "axis") == {"displaced": 1}


@pytest.mark.proves("B5")
def test_b6_german_air_advances_as_its_player_likes():
    text = scenario({"a": "major 3 german"}, {"x": "minor 1 soviet"}, attacker="axis", german=3)
    fought = play(text, "attacker.fire 6; defender.fire 1; german-air.advance target=1")
    assert air(fought, "axis") == {"target": 1, "displaced": 2}
    assert [(count, text) for _, _, count, text in fought.statuses()] == [(1, "advanced to Target"), (2, "displaced")]


@pytest.mark.proves("B5")
def test_b6_german_air_retreats_with_the_defenders_takes_no_room_and_the_rest_is_displaced():
    text = scenario({"a": "minor 1 soviet"}, dict.fromkeys("xy", "minor 1 german, supplied: false"), FORK, german=4)
    go = f"{DRIVEN}; defender.refuge.near x=1"
    question = waiting(text, "target.r1.german-air.retreat", go).question
    assert (dict(question.items), question.by, question.least, question.most) == ({"near": 4, "far": 4}, "Axis", 0, 4)
    fought = play(text, f"{go}; german-air.retreat near=1 far=2")
    assert air(fought, "axis") == {"near": 1, "far": 2, "displaced": 1}
    assert ("Axis", "German air units", 2, "retreated to Far") in fought.statuses()


def test_b6_german_air_retreats_with_the_attackers():
    text = scenario({"a": "minor 1 german"}, {"x": "minor 1 soviet"}, attacker="axis", weather="mud", german=2)
    fought = play(text, f"{THROWN_BACK}; german-air.retreat start=2")
    assert air(fought, "axis") == {"start": 2}
    assert [text for _, unit, _, text in fought.statuses() if unit == "German air units"] == ["retreated to Start"]
    assert fates(fought) == {"a": "start dispersed", "x": "target"}


# in turn or at once

AT_ONCE = [("axis", "good", 0, 0), ("axis", "good", 1, 0), ("axis", "snow", 1, 0)]


@pytest.mark.proves("B7")
@pytest.mark.parametrize("case", [*product(("axis", "soviet"), ("good", "snow", "mud"), (0, 1), (0, 1))])
def test_d17_simultaneous_in_exactly_three_of_24(case):
    attacker, weather, german, soviet = case
    mine, yours = ("german", "soviet") if attacker == "axis" else ("soviet", "german")
    text = scenario(
        {"a": f"minor 1 {mine}"}, {"x": f"minor 1 {yours}"}, attacker=attacker, weather=weather, german=german, soviet=soviet
    )
    flown = ("air-to-air.1 6; " if german else "flak 1; ") if soviet else ""
    back = "; german-air.retreat nobody" if german and attacker == "axis" else ""
    fire = "attacker.fire 1; defender.fire 1" if case in AT_ONCE else "defender.fire 1"
    fought = play(text, f"{flown}{fire}; attacker.retreat retreat{back}")
    assert ("simultaneous combat" if case in AT_ONCE else "normal combat") in notes(fought)


@pytest.mark.parametrize(
    ("weather", "german", "air_roll", "at_once"),
    [
        ("good", 0, "flak 6", True),
        ("good", 0, "flak 1", False),
        ("snow", 1, "air-to-air.1 1", True),
        ("snow", 1, "air-to-air.1 6", False),
        ("snow", 0, "flak 6", False),
    ],
)
def test_b7_is_judged_after_air_combat(weather, german, air_roll, at_once):
    sides = {"a": "minor 1 german"}, {"x": "minor 1 soviet"}
    text = scenario(*sides, attacker="axis", weather=weather, german=german, soviet=2)
    back = "; german-air.retreat nobody" if german else ""
    fire = "attacker.fire 1; defender.fire 1" if at_once else "defender.fire 1"
    fought = play(text, f"{air_roll}; {fire}; attacker.retreat retreat{back}")
    assert [key for key in course(fought) if key.endswith("fire")] == [f"r1.{part.split()[0]}" for part in fire.split("; ")]


@pytest.mark.parametrize(("weather", "fire"), [("snow", "defender.fire"), ("good", "attacker.fire")])
def test_b7_the_weather_may_differ_from_point_to_point(weather, fire):
    text = scenario(
        {"a": "minor 1 german"}, {"x": "minor 1 soviet"}, battles={"target": f"weather: {weather}"}, attacker="axis", weather="mud"
    )
    assert waiting(text, f"target.r1.{fire}").question.by


@pytest.mark.parametrize(
    ("option", "refuge", "fire"),
    [("apart", "lower", "attacker.fire"), ("present", "lower", "defender.fire"), ("present", "rear", "attacker.fire")],
)
def test_b7_soviet_air_that_has_retreated_to_the_point_counts_only_by_option(option, refuge, fire):
    text = scenario(
        {"a": "minor 1 german west>upper", "b": "minor 1 german east>lower"},
        {"up": "major 1 soviet at upper", "low": "major 4 soviet at lower"},
        f"west-upper 2, east-lower 2, upper-{refuge} 9",
        {"upper": "air: {soviet: 3}", "lower": ""},
        attacker="axis",
        options=f"battle-order: listed, sheltering-air: {option}",
    )
    second = "defender.fire 1" if fire == "defender.fire" else "attacker.fire 1; defender.fire 1"
    fought = play(text, f"upper: flak 1; {DRIVEN}; lower: {second}; attacker.retreat retreat")
    assert next(key for key in fought.rolls() if key.startswith("lower")) == f"lower.r1.{fire}"
    assert ruled(fought).get("sheltering-air") == (option if refuge == "lower" else None)
    assert air(fought, "soviet") == {refuge: 3}
