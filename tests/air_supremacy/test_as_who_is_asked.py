"""Who is asked, and what must come of it: each test fails if the wrong nation decides, or if hits are thrown away."""

import pytest
from as_table import MISS, battle, play, theater

from airwar.rulesets.air_supremacy.show import position_of

KENT = {
    "kent": {"kind": "land", "nation": "uk", "adjacent": ["essex"]},
    "essex": {"kind": "land", "nation": "uk"},
    "camp": {"kind": "land", "nation": "germany"},
}


def allies_in_kent(**more):
    """British and American aircraft at the same base, and American aircraft on British land next door."""
    units = [
        ("jg", "germany", "fighter", 1, "camp"),
        ("jaeger", "germany", "infantry", 1, "camp"),
        ("hurricanes", "uk", "fighter", 1, "kent"),
        ("eagles", "usa", "fighter", 1, "kent"),
        ("guard", "uk", "infantry", 1, "kent"),
        ("yanks", "usa", "dogfighter", 1, "essex"),
    ]
    return theater(units, [{"at": "kent", "with": {"jg": 1, "jaeger": 1}}], KENT, **more)


def asked(played, key):
    return played.asked[key].by


def test_3_the_owner_of_aircraft_that_were_hit_says_which_are_lost():
    text = battle({"fighter": 1}, {"fighter": 1, "dogfighter": 1})
    played = play(text, {"r1.field.attacker.air.fighter-1": [1]}, rest=MISS, until="r2")
    assert asked(played, "r1.field.defender.losses-air") == "uk"
    shooter = play(
        battle({"fighter": 1}, {"fighter": 1, "dogfighter": 1}, options={"casualty-chooser": "shooter"}),
        {"r1.field.attacker.air.fighter-1": [1]},
        rest=MISS,
        until="r2",
    )
    assert asked(shooter, "r1.field.defender.losses-air") == "germany"


def test_3_the_attacker_says_which_of_his_own_aircraft_are_lost():
    text = battle({"fighter": 1, "dive-bomber": 1}, {"fighter": 1})
    played = play(text, {"r1.field.defender.air.fighter-1": [1]}, rest=MISS, until="r2")
    assert asked(played, "r1.field.attacker.losses-air") == "germany"


def test_4_the_owner_of_surface_units_that_were_hit_says_which_are_lost():
    text = battle({"infantry": 2}, {"infantry": 1, "anti-aircraft": 1})
    dice = {"r1.field.attacker.surface-2": [1, 12]}
    assert asked(play(text, dice, rest=MISS, until="r2"), "r1.field.defender.losses-surface") == "uk"
    text = battle({"infantry": 1, "anti-aircraft": 1}, {"infantry": 1})
    dice = {"r1.field.defender.surface-4": [1]}
    assert asked(play(text, dice, rest=MISS, until="r2"), "r1.field.attacker.losses-surface") == "germany"


def test_7_in_later_rounds_too_aircraft_are_rolled_at_before_surface_units():
    text = battle({"fighter": 1, "infantry": 1}, {"fighter": 1, "infantry": 1})
    played = play(text, {"r2.field.attacker.air.fighter-1": [1]}, rest=MISS, until="r3")
    second = [key for key in played.rolls if key.startswith("r2")]
    assert second == [
        "r2.field.attacker.air.fighter-1",
        "r2.field.attacker.surface-2",
        "r2.field.defender.air.fighter-1",
        "r2.field.defender.surface-4",
    ]
    assert played.losses == [("UK", "fighter", 1)]


def test_15_the_hits_of_guns_that_roll_at_the_surface_count():
    text = battle({"fighter": 1, "infantry": 1}, {"anti-aircraft": 2})
    dice = {"r1.field.defender.air.anti-aircraft-2": [1], "r1.field.defender.surface-5": [5]}
    played = play(text, dice, rest=MISS)
    assert played.losses == [("Germany", "fighter", 1), ("Germany", "infantry", 1)]
    assert played.end == "defender wins"


def test_44_every_nation_is_asked_about_its_own_units_in_an_allys_battle():
    played = play(allies_in_kent(), rest=MISS, until="r2")
    for what in ("retreat", "ground"):
        assert {asked(played, f"r1.kent.{nation}.{what}") for nation in ("uk", "usa")} == {"uk", "usa"}
        assert asked(played, f"r1.kent.usa.{what}") == "usa"
    assert played.offered("r1.kent.uk.ground") == {"uk-fighter": 1}
    assert played.offered("r1.kent.usa.ground") == {"usa-fighter": 1}
    assert played.offered("r1.kent.usa.retreat") == {"usa-fighter": 1}
    assert played.offered("r1.kent.uk.retreat") == {"uk-fighter": 1, "uk-infantry": 1}


def test_44_aircraft_on_an_allys_land_are_dispatched_by_their_own_nation():
    played = play(allies_in_kent(), rest=MISS, until="r2")
    assert asked(played, "r1.essex.usa.dispatch") == "usa"
    assert "r1.essex.uk.dispatch" not in played.asked


def test_44_what_one_nation_declares_binds_only_its_own_aircraft():
    answers = {"r1.kent.usa.ground": {"usa-fighter": 1}}
    played = play(allies_in_kent(), answers=answers, rest=MISS, until="r1.kent.attacker.s")
    assert played.force("kent") == {"uk-fighter": 1, "usa-fighter grounded": 1, "uk-infantry": 1}


@pytest.mark.parametrize("named", ["uk", "usa"])
def test_21_units_aboard_a_ship_are_attacked_with_it_whoever_is_named(named):
    """A US fighter on a British carrier: the attack names one of the two nations, but both are in the battle."""
    spaces = {"zone": {"kind": "sea", "adjacent": ["port"]}, "port": {"kind": "sea"}}
    units = [("ark", "uk", "aircraft-carrier", 1, "zone"), ("wildcat", "usa", "fighter", 1, "@ark")]
    units += [("bismarck", "germany", "battleship", 1, "port")]
    attack = [{"at": "zone", "with": {"bismarck": 1}, "defenders": [named]}]
    answers = {"r1.zone.usa.ground": {"usa-fighter": 1}}
    played = play(theater(units, attack, spaces), {"r1.zone.attacker.surface-8": [1]}, answers, rest=MISS)
    assert played.losses == [("UK", "aircraft carrier", 1), ("USA", "fighter", 1)]
    assert [unit.id for unit in position_of(played.turn).units.values()] == ["bismarck"]
