"""The options, each with what it changes, and battles that nobody can win."""

import pytest
from as_table import MISS, OPEN_FIELD, battle, play, theater

from airwar import rulesets

OPTIONS = rulesets.load("air-supremacy").options


def test_every_option_is_a_real_choice():
    assert all(option.whole or len(option.values) > 1 for option in OPTIONS.values())


def test_a_ruling_carries_the_rule_of_its_option_or_none_and_says_what_its_value_means():
    options = {"air-priority": "no", "retreaters-roll": "yes"}
    told = play(battle({"fighter": 1}, {"fighter": 1, "infantry": 1}, options=options), until="r1").told("ruling")
    rules = {body["option"]: body["rule"] for body in told}
    assert rules == {name: OPTIONS[name].rule for name in rules}
    texts = {body["option"]: body["text"] for body in told}
    assert texts["air-priority"] == "fighters and guns may roll at surface units while aircraft fly"
    assert texts["retreaters-roll"] == "retreating and withdrawing units can be hit and roll"


def test_air_priority_may_be_optional():
    text = battle({"fighter": 1}, {"fighter": 1, "infantry": 1}, options={"air-priority": "no"})
    played = play(
        text, {"r1.field.attacker.surface.fighter-1": [1]}, {"r1.field.attacker.next-1": "fighter-surface"}, rest=MISS, until="r2"
    )
    assert played.offered("r1.field.attacker.next-1") == ["fighter-air", "fighter-surface"]
    assert played.losses == [("UK", "infantry", 1)]


def test_the_shooter_may_choose_the_losses():
    text = battle({"fighter": 1}, {"infantry": 1, "armor": 1}, options={"casualty-chooser": "shooter"})
    played = play(text, {"r1.field.attacker.surface-6": [1]}, rest=MISS, until="r2")
    assert played.asked["r1.field.defender.losses-surface"].by == "germany"
    assert played.losses == [("UK", "armor", 1)]


def test_20_bombs_on_grounded_aircraft_are_the_defenders_to_place_whoever_chooses_losses():
    text = battle({"bomber": 1}, {"infantry": 1, "bomber": 1}, options={"casualty-chooser": "shooter"})
    answers = {"r1.field.uk.ground": {"uk-bomber": 1}}
    played = play(text, {"r1.field.attacker.bombs-8": [1, 12]}, answers, rest=MISS, until="r2")
    assert played.asked["r1.field.defender.losses-bombs"].by == "uk"


@pytest.mark.parametrize(
    ("ruling", "lost"),
    [("if-no-surface-target", [("UK", "infantry", 1), ("UK", "fighter", 1)]), ("never", [("UK", "infantry", 1)])],
)
def test_surface_fire_hits_aircraft_in_flight_only_without_surface_targets_or_never(ruling, lost):
    text = battle({"infantry": 2}, {"infantry": 1, "fighter": 1}, options={"surface-fire-vs-airborne": ruling})
    played = play(text, {"r1.field.attacker.surface-2": [1, 1]}, rest=MISS, until="r2")
    assert sorted(played.losses, reverse=True) == sorted(lost, reverse=True)


def test_surface_fire_at_aircraft_by_the_owners_choice():
    text = battle({"infantry": 2}, {"infantry": 1, "fighter": 1}, options={"surface-fire-vs-airborne": "owner-choice"})
    played = play(
        text,
        {"r1.field.attacker.surface-2": [1, 12]},
        {"r1.field.defender.losses-surface": {"uk-fighter": 1}},
        rest=MISS,
        until="r2",
    )
    assert played.losses == [("UK", "fighter", 1)]


@pytest.mark.parametrize(("option", "rolls"), [("simultaneous", True), ("attacker-first", False)])
def test_defenders_that_are_hit_still_roll_or_not(option, rolls):
    played = play(
        battle({"infantry": 1}, {"infantry": 1}, options={"casualties": option}), {"r1.field.attacker.surface-2": [1]}, rest=MISS
    )
    assert ("r1.field.defender.surface-4" in played.rolls) is rolls
    assert played.end == "attacker wins"


@pytest.mark.parametrize(("option", "rolls"), [("no", False), ("yes", True)])
def test_retreating_units_roll_or_not(option, rolls):
    text = battle({"infantry": 1}, {"infantry": 1}, options={"retreaters-roll": option}, spaces=OPEN_FIELD)
    played = play(text, answers={"r1.field.uk.retreat": {"uk-infantry": 1}}, rest=MISS)
    assert ("r1.field.defender.surface-4" in played.rolls) is rolls


def test_grounding_is_declared_before_any_roll_and_before_bombers_choose_what_to_do():
    played = play(battle({"bomber": 1}, {"fighter": 1, "infantry": 1}), rest=MISS, until="r2")
    assert played.keys[:3] == ["r1.field.uk.ground", "r1.field.attacker.next-1", "r1.field.attacker.bombs.bomber-1"]


def test_a_retreating_aircraft_takes_a_hit_at_aircraft_like_any_other():
    text = battle({"fighter": 1}, {"bomber": 1, "dogfighter": 1}, spaces=OPEN_FIELD)
    answers = {"r1.field.uk.retreat": {"uk-bomber": 1}, "r1.field.defender.losses-air": {"uk-bomber-leaving": 1}}
    played = play(text, {"r1.field.attacker.air.fighter-1": [6]}, answers, rest=MISS, until="r2")
    assert played.offered("r1.field.defender.losses-air") == {"uk-bomber-leaving": 1, "uk-dogfighter": 1}
    assert played.losses == [("UK", "bomber", 1)]


def test_15_attacking_anti_aircraft_guns_roll_at_land_units_only():
    played = play(battle({"anti-aircraft": 1}, {"fighter": 1, "infantry": 1}), rest=MISS, until="r2")
    assert [key for key in played.rolls if "attacker" in key] == ["r1.field.attacker.surface-only-5"]


def test_a_gun_never_reaches_aircraft_in_attack():
    text = battle({"anti-aircraft": 2}, {"fighter": 1, "infantry": 1})
    played = play(text, {"r1.field.attacker.surface-only-5": [1, 1]}, rest=MISS, until="r2")
    assert played.losses == [("UK", "infantry", 1)]
    assert played.rolls["r1.field.attacker.surface-only-5"]["result"] == "2 hits, 1 counts"


@pytest.mark.parametrize(("options", "face", "hit"), [({}, 2, True), ({}, 3, False), ({"die-sides": 6}, 2, True)])
def test_12_a_shot_hits_on_its_value_or_less_whatever_the_die(options, face, hit):
    played = play(
        battle({"infantry": 1}, {"infantry": 1}, options=options), {"r1.field.attacker.surface-2": [face]}, rest=6, until="r2"
    )
    assert (("UK", "infantry", 1) in played.losses) is hit
    assert ("die-sides" in played.rulings()) is bool(options)


# house defaults are told whenever they decide something


def test_a_retreat_tells_that_those_units_do_not_roll():
    text = battle({"infantry": 1}, {"infantry": 2}, spaces=OPEN_FIELD)
    played = play(text, answers={"r1.field.uk.retreat": {"uk-infantry": 1}}, rest=MISS, until="r2")
    assert "retreaters-roll" in played.rulings()
    assert "retreaters-roll" not in play(text, rest=MISS, until="r2").rulings()


def test_a_partial_withdrawal_tells_that_those_units_do_not_roll():
    text = battle({"infantry": 2}, {"infantry": 2})
    answers = {"r2.field.attacker.go-on": "withdraw-some"}
    assert "retreaters-roll" in play(text, answers=answers, rest=MISS, until="r3").rulings()


def test_one_nation_rolls_for_all_defenders_and_that_is_told():
    spaces = {"field": {"kind": "land", "nation": "usa"}, "camp": {"kind": "land", "nation": "germany"}}
    units = [("a", "germany", "infantry", 2, "camp"), ("b", "uk", "infantry", 1, "field"), ("c", "usa", "infantry", 1, "field")]
    text = theater(units, [{"at": "field", "with": {"a": 2}}], spaces)
    assert play(text, rest=MISS, until="r2").notes("44") == ["USA rolls and chooses losses for all defenders of Field"]


def test_every_ruling_chosen_against_its_default_is_told_at_the_start():
    options = {"surface-fire-vs-airborne": "never", "origin-lost": "adjacent-friendly"}
    text = battle({"infantry": 1}, {"infantry": 1}, options=options)
    assert {"surface-fire-vs-airborne", "origin-lost"} <= play(text, until="r1").rulings()


# battles that nobody can win


def test_a_battle_that_nobody_can_win_ends_as_a_stand_off():
    types = {"militia": {"sphere": "land"}}
    played = play(battle({"militia": 3}, {"militia": 2}, types=types))
    assert played.end == "stand-off: neither side can hit the other"
    assert not played.rolls


def test_a_stand_off_can_come_about_in_the_course_of_a_battle():
    types = {"militia": {"sphere": "land"}, "depot": {"sphere": "land"}}
    text = battle({"militia": 1, "infantry": 1}, {"depot": 1, "infantry": 1}, types=types)
    dice = {"r1.field.attacker.surface-2": [1], "r1.field.defender.surface-4": [1]}
    answers = {"r1.field.defender.losses-surface": {"uk-infantry": 1}, "r1.field.attacker.losses-surface": {"germany-infantry": 1}}
    assert play(text, dice, answers).end == "stand-off: neither side can hit the other"


def test_both_sides_may_be_destroyed():
    dice = {"r1.field.attacker.surface-2": [1], "r1.field.defender.surface-4": [1]}
    assert play(battle({"infantry": 1}, {"infantry": 1}), dice).end == "nobody is left"


# ships of two hits


def test_the_first_hit_damages_a_battleship_and_the_second_sinks_it():
    spaces = {"zone": {"kind": "sea"}, "camp": {"kind": "sea"}}
    units = [("a", "germany", "destroyer", 3, "camp"), ("b", "uk", "battleship", 2, "zone"), ("c", "uk", "destroyer", 2, "zone")]
    text = theater(units, [{"at": "zone", "with": {"a": 3}}], spaces)
    played = play(
        text,
        {"r1.zone.attacker.surface-6": [1, 1, 1]},
        {"r1.zone.defender.losses-surface": {"uk-battleship": 2, "uk-battleship-damaged": 1}},
        rest=MISS,
        until="r2",
    )
    assert played.force("zone") == {"uk-battleship damaged": 1, "uk-destroyer": 2}
    question = played.asked["r1.zone.defender.losses-surface"]
    refused = question.refuses({"uk-battleship-damaged": 1, "uk-destroyer": 2})
    assert refused == "1 of uk-battleship-damaged, but only 0 have been damaged (4)"


def test_no_second_hit_is_offered_where_one_hit_falls_on_a_sound_ship():
    spaces = {"zone": {"kind": "sea"}, "camp": {"kind": "sea"}}
    units = [("a", "germany", "destroyer", 3, "camp"), ("b", "uk", "battleship", 2, "zone"), ("c", "uk", "destroyer", 1, "zone")]
    text = theater(units, [{"at": "zone", "with": {"a": 3}}], spaces)
    one = play(text, {"r1.zone.attacker.surface-6": [1, 12, 12]}, rest=MISS, until="r2")
    assert one.offered("r1.zone.defender.losses-surface") == {"uk-battleship": 1, "uk-destroyer": 1}
    three = play(text, {"r1.zone.attacker.surface-6": [1, 1, 1]}, rest=MISS, until="r2")
    offered = {"uk-battleship": 2, "uk-destroyer": 1, "uk-battleship-damaged": 1}
    assert three.offered("r1.zone.defender.losses-surface") == offered


@pytest.mark.parametrize(("option", "rounds"), [("first-round", ["r1"]), ("every-round", ["r1", "r2", "r3"])])
def test_46_support_shots_in_the_first_round_or_in_every_round(option, rounds):
    spaces = {
        "beach": {"kind": "land", "nation": "uk", "adjacent": ["bay"]},
        "bay": {"kind": "sea", "adjacent": ["camp"]},
        "camp": {"kind": "land", "nation": "germany"},
    }
    units = [
        ("bb", "germany", "battleship", 1, "bay"),
        ("a", "germany", "infantry", 1, "camp"),
        ("d", "uk", "infantry", 1, "beach"),
    ]
    attacks = [{"at": "beach", "landing": {"a": 1}, "support": {"bb": 1}}]
    played = play(theater(units, attacks, spaces, options={"support-shots": option}), rest=MISS, until="r4")
    assert [key[:2] for key in played.rolls if "support" in key] == rounds
    assert "support-shots" in played.rulings()
