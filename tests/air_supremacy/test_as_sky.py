"""Rules 1-15 and the module's sample battle: the fight for the sky, bombs, anti-aircraft guns, and fire at surface units."""

from collections import Counter
from fractions import Fraction

import pytest
from as_table import MISS, OPEN_FIELD, battle, by, courses, left_by, play

SAMPLE_ATTACK = {"bomber": 1, "fighter": 1, "dive-bomber": 1, "infantry": 2}
SAMPLE_DEFENSE = {"bomber": 1, "dogfighter": 1, "anti-aircraft": 1, "infantry": 3}
SAMPLE = battle(SAMPLE_ATTACK, SAMPLE_DEFENSE)
GROUND = {"r1.field.uk.ground": {"uk-bomber": 1}}


def needed(played, key):
    return played.rolls[key]["needed"]


def test_1_the_sky_comes_before_the_surface():
    played = play(battle({"fighter": 1, "infantry": 1}, {"fighter": 1, "infantry": 1}), rest=MISS, until="r2")
    assert [key for key in played.keys if "attacker" in key] == ["r1.field.attacker.air.fighter-1", "r1.field.attacker.surface-2"]


def test_3_a_fighters_hits_fall_on_aircraft_first_in_attack_and_defense():
    dice = {"r1.field.attacker.air.fighter-1": [6], "r1.field.defender.air.fighter-1": [6]}
    played = play(battle({"fighter": 1, "infantry": 1}, {"fighter": 1, "infantry": 1}), dice, rest=MISS, until="r2")
    assert played.losses == [("UK", "fighter", 1), ("Germany", "fighter", 1)]


def test_4_with_no_aircraft_left_hits_fall_on_surface_units_and_their_owner_chooses_which():
    text = battle({"fighter": 2}, {"infantry": 1, "armor": 1})
    played = play(
        text,
        {"r1.field.attacker.surface-6": [1, 12]},
        {"r1.field.defender.losses-surface": {"uk-armor": 1}},
        until="r1.field.defender.s",
    )
    assert played.losses == [("UK", "armor", 1)]
    assert played.force("field") == {"uk-infantry": 1}


@pytest.mark.proves("14")
def test_5_unequal_fighters_are_rolled_one_at_a_time_in_any_order():
    text = battle({"fighter": 1, "dive-bomber": 1}, {"fighter": 1, "infantry": 2})
    played = play(
        text,
        {"r1.field.attacker.air.dive-bomber-1": [4]},
        {"r1.field.attacker.next-2": "dive-bomber-air"},
        until="r1.field.attacker.s",
    )
    assert played.offered("r1.field.attacker.next-2") == ["fighter-air", "dive-bomber-air"]
    assert played.waiting == "r1.field.attacker.surface-6"  # the fighter, with its surface value


def test_6_fighters_that_have_not_rolled_when_the_sky_clears_roll_at_the_surface_in_the_same_round():
    text = battle({"fighter": 1, "dive-bomber": 1}, {"fighter": 1, "infantry": 2})
    played = play(text, {"r1.field.attacker.air.fighter-1": [6], "r1.field.attacker.surface-8": [8]}, rest=MISS, until="r2")
    assert needed(played, "r1.field.attacker.surface-8") == "8 or less"
    assert played.losses == [("UK", "fighter", 1), ("UK", "infantry", 1)]
    assert played.notes("6") == ["the sky is clear, so surface units are next for 1 dive bomber"]


def test_6_nobody_turns_to_the_surface_while_aircraft_fly_or_where_none_flew():
    flying = play(battle({"fighter": 1, "dive-bomber": 1}, {"fighter": 1, "infantry": 2}), rest=MISS, until="r2")
    without = play(battle({"fighter": 1}, {"infantry": 2}), rest=MISS, until="r2")
    assert flying.notes("6") == without.notes("6") == []


def test_7_aircraft_come_first_again_in_every_round_for_each_side():
    played = play(battle({"fighter": 1}, {"fighter": 1}), rest=MISS, until="r3")
    assert list(played.rolls) == [f"r{number}.field.{side}.air.fighter-1" for number in (1, 2) for side in ("attacker", "defender")]


def test_8_a_defending_bomber_fights_for_the_sky_with_its_air_value():
    played = play(battle({"fighter": 1}, {"bomber": 1}), {"r1.field.defender.air.bomber-1": [2]}, rest=MISS)
    assert needed(played, "r1.field.defender.air.bomber-1") == "2 or less"
    assert played.end == "defender wins"


def test_9_without_attacking_aircraft_it_rolls_the_same_value_at_surface_units():
    played = play(battle({"infantry": 1}, {"bomber": 1}), {"r1.field.defender.surface-2": [2]}, rest=MISS)
    assert played.end == "defender wins"


def test_9_a_bomber_that_has_not_rolled_when_the_sky_clears_switches_at_once():
    text = battle({"fighter": 1, "infantry": 1}, {"fighter": 1, "bomber": 1})
    played = play(text, {"r1.field.defender.air.fighter-1": [1], "r1.field.defender.surface-2": [1]}, rest=MISS)
    assert played.end == "defender wins"
    assert played.notes("9") == ["the sky is clear, so surface units are next for 1 bomber, on the same value"]


@pytest.mark.proves("10")
def test_s8_a_bomber_rolls_at_aircraft_in_one_round_and_bombs_in_the_next():
    text = battle({"bomber": 1}, {"dogfighter": 1, "infantry": 3})
    answers = {"r1.field.attacker.next-1": "bomber-air", "r2.field.attacker.next-1": "bomber-bombs"}
    played = play(text, {"r2.field.attacker.bombs.bomber-1": [8, 8]}, answers, rest=MISS, until="r3")
    assert played.rolls["r1.field.attacker.air.bomber-1"]["dice"] == "1d12"
    assert needed(played, "r1.field.attacker.air.bomber-1") == "2 or less"
    assert played.losses == [("UK", "infantry", 2)]


def test_11_a_bomber_may_bomb_while_enemy_aircraft_fly_and_chooses_when_it_rolls():
    text = battle({"bomber": 1, "fighter": 1}, {"dogfighter": 1, "infantry": 3})
    played = play(text, answers={"r1.field.attacker.next-2": "bomber-bombs"}, rest=MISS, until="r2")
    assert played.offered("r1.field.attacker.next-2") == ["fighter-air", "bomber-bombs", "bomber-air"]
    assert list(played.rolls)[:2] == ["r1.field.attacker.bombs.bomber-1", "r1.field.attacker.air.fighter-1"]
    assert played.rolls["r1.field.attacker.bombs.bomber-1"]["rule"] == "11"


def test_11_under_a_clear_sky_there_is_no_air_roll_to_choose():
    played = play(battle({"bomber": 2}, {"infantry": 3}), until="r1.field.d", rest=MISS)
    assert list(played.rolls) == ["r1.field.attacker.surface-8"]
    assert not played.asked


def test_12_bombing_is_one_die_for_each_bomb_value():
    types = {"heavy": {"sphere": "air", "attack-air": 2, "defend": 2, "defend-air": 2, "bombs": [9, 5]}}
    played = play(battle({"heavy": 1}, {"infantry": 3}, types=types), until="r1.field.d", rest=5)
    assert {key: body["needed"] for key, body in played.rolls.items()} == {
        "r1.field.attacker.surface-9": "9 or less",
        "r1.field.attacker.surface-5": "5 or less",
    }
    flown = play(battle({"heavy": 1}, {"infantry": 3, "fighter": 1}, types=types), until="r1.field.d", rest=5)
    assert list(flown.rolls) == ["r1.field.attacker.bombs.heavy-1.1", "r1.field.attacker.bombs.heavy-1.2"]


def test_13_bombers_are_shot_down_like_any_aircraft_and_their_owner_chooses_which():
    text = battle({"bomber": 1, "fighter": 1}, {"fighter": 1})
    dice = {"r1.field.defender.air.fighter-1": [1]}
    played = play(text, dice, {"r1.field.attacker.losses-air": {"germany-bomber": 1}}, rest=MISS, until="r2")
    assert played.losses == [("Germany", "bomber", 1)]


def test_14_the_defender_draws_freely_from_fighters_bombers_and_guns():
    text = battle({"fighter": 1, "infantry": 1}, {"fighter": 1, "bomber": 1, "anti-aircraft": 1})
    answers = {"r1.field.defender.next-3": "anti-aircraft-air", "r1.field.defender.next-2": "bomber-air"}
    played = play(text, answers=answers, rest=MISS, until="r2")
    rolled = [key for key in played.rolls if "defender" in key]
    assert rolled == [f"r1.field.defender.air.{name}-1" for name in ("anti-aircraft", "bomber", "fighter")]


@pytest.mark.proves("14")
def test_15_units_left_roll_at_land_units_guns_included():
    text = battle({"fighter": 1, "infantry": 2}, {"fighter": 1, "anti-aircraft": 1, "infantry": 1})
    played = play(text, {"r1.field.defender.air.fighter-1": [1]}, rest=MISS, until="r2")
    assert {key: body["dice"] for key, body in played.rolls.items() if "defender.surface" in key} == {
        "r1.field.defender.surface-5": "1d12",
        "r1.field.defender.surface-4": "1d12",
    }
    assert played.notes("15") == ["the sky is clear, so land units are next for 1 anti-aircraft gun"]


# the sample battle


def test_s1_the_defender_may_ground_the_bomber_the_dogfighter_or_both():
    played = play(SAMPLE, answers=GROUND)
    assert played.offered("r1.field.uk.ground") == {"uk-bomber": 1, "uk-dogfighter": 1}
    assert played.waiting == "r1.field.attacker.air.fighter-1"
    assert played.asked["r1.field.attacker.next-3"].default == "fighter-air"


@pytest.mark.proves("20")
def test_s2_the_best_case_takes_all_six_with_odds_of_1_in_243():
    assert left_by(SAMPLE, by({"field.uk.ground": {"uk-bomber": 1}}))[()] == Fraction(1, 243)


def test_s4_after_a_miss_the_dive_bomber_rolls_at_4_and_a_5_hits_nothing():
    dice = {"r1.field.attacker.air.fighter-1": [7], "r1.field.attacker.air.dive-bomber-1": [5]}
    played = play(SAMPLE, dice, GROUND, rest=MISS, until="r2")
    assert needed(played, "r1.field.attacker.air.dive-bomber-1") == "4 or less"
    assert played.losses == []


@pytest.mark.parametrize("first", ["fighter-air", "dive-bomber-air"])
def test_s5_in_either_order_the_dogfighter_is_hit_with_odds_of_2_in_3(first):
    text = battle({"fighter": 1, "dive-bomber": 1}, {"dogfighter": 1, "infantry": 9})
    found = left_by(text, by({"field.attacker.next-2": first}))
    assert sum(chance for left, chance in found.items() if not size(left, "air")) == Fraction(2, 3)


def size(force, sphere):
    return sum(line.number for line in force if line.kind.type.sphere == sphere)


def test_s6_dogfighter_and_gun_hit_one_aircraft_with_29_in_36_and_two_with_5_in_18():
    text = battle({"fighter": 5, "infantry": 9}, {"dogfighter": 1, "anti-aircraft": 1, "infantry": 3})

    odds = Counter()
    for left, chance in left_by(text, by({}), attacking=False).items():
        odds[5 - size(left, "air")] += chance
    assert odds[2] == Fraction(5, 18)
    assert odds[1] + odds[2] == Fraction(29, 36)
    expected = play(text, rest=MISS, until="r2").rolls["r1.field.defender.surface-4"]
    assert (expected["dice"], expected["needed"]) == ("3d12", "4 or less")  # three dice at one in three: one hit expected


def test_s10_in_round_2_everything_is_lost_with_odds_of_4_in_27_the_fleeing_bomber_too():
    text = battle({"bomber": 1, "infantry": 2}, {"bomber": 1, "anti-aircraft": 1, "infantry": 1}, spaces=OPEN_FIELD)

    gone = [(rolled, chance) for rolled, left, chance in courses(text, by({"field.uk.retreat": {"uk-bomber": 1}})) if not left]
    both_bombs = [chance for rolled, chance in gone if rolled[0] == 2]  # and at least one of the infantry
    assert sum(both_bombs) == Fraction(11, 81)
    assert sum(chance for _, chance in gone) == Fraction(4, 27)


def test_s10_the_attacker_is_asked_first_and_the_fleeing_bomber_does_not_roll():
    text = battle({"bomber": 1, "infantry": 2}, {"bomber": 1, "anti-aircraft": 1, "infantry": 1}, spaces=OPEN_FIELD)
    played = play(text, answers={"r2.field.uk.retreat": {"uk-bomber": 1}}, rest=MISS, until="r3")
    second = [key for key in played.keys if key.startswith("r2")]
    assert second[:2] == ["r2.field.attacker.go-on", "r2.field.uk.retreat"]
    assert [key for key in second if "defender" in key] == ["r2.field.defender.air.anti-aircraft-1", "r2.field.defender.surface-4"]
    assert played.flights == {("uk-bomber-rear", "out for the turn", ""): 1}
