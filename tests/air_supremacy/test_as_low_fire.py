"""Shots that never reach aircraft in flight, and what is left for grounded aircraft (rules 4, 12, 19, 20, 46)."""

import pytest
from as_table import MISS, battle, play, theater

LANDING = {
    "field": {"kind": "land", "nation": "uk"},
    "camp": {"kind": "land", "nation": "germany"},
    "sea": {"kind": "sea", "adjacent": ["field", "camp"]},
}
SEA = {"bay": {"kind": "sea"}, "ocean": {"kind": "sea"}, "camp": {"kind": "land", "nation": "germany"}}


@pytest.mark.proves("20")
def test_46_support_fires_at_surface_units_even_if_bombs_have_scored_as_many_hits_as_there_are_units():
    """The bombs may be placed on the grounded aircraft, so the ships' shots still find somebody."""
    units = [
        ("bo", "germany", "bomber", 1, "camp"),
        ("gi", "germany", "infantry", 1, "camp"),
        ("dd", "germany", "destroyer", 2, "sea"),
        ("inf", "uk", "infantry", 2, "field"),
        ("fi", "uk", "fighter", 1, "field"),
        ("db", "uk", "dive-bomber", 2, "field"),
    ]
    text = theater(units, [{"at": "field", "with": {"bo": 1}, "landing": {"gi": 1}, "support": {"dd": 2}}], LANDING)
    played = play(
        text,
        {"r1.field.attacker.bombs.bomber-1": [1, 1]},
        {"r1.field.uk.ground": {"uk-dive-bomber": 2}, "r1.field.attacker.next-1": "bomber-bombs"},
        rest=1,
        until="r1.field.defender",
    )
    (support,) = [roll for key, roll in played.rolls.items() if ".support-" in key]
    assert support["faces"] == [1, 1]
    assert sorted(played.losses) == [("UK", "dive bomber", 2), ("UK", "fighter", 1), ("UK", "infantry", 2)]


def test_19_while_others_fly_fire_that_cannot_reach_them_does_not_hit_grounded_aircraft():
    text = battle({"infantry": 2}, {"fighter": 1, "dive-bomber": 1}, options={"surface-fire-vs-airborne": "never"})
    ground = {"r1.field.uk.ground": {"uk-dive-bomber": 1}}
    played = play(text, {"r1.field.attacker.surface-2": [1, 1]}, ground, rest=MISS, until="r2")
    assert played.losses == []
    alone = battle({"infantry": 2}, {"dive-bomber": 1}, options={"surface-fire-vs-airborne": "never"})
    played = play(alone, {"r1.field.attacker.surface-2": [1, 12]}, ground, rest=MISS, until="r2")
    assert played.losses == [("UK", "dive bomber", 1)]


def test_12_hits_of_a_submarine_cannot_be_taken_on_aircraft_even_by_choice():
    units = [
        ("sub", "germany", "submarine", 1, "ocean"),
        ("cv", "uk", "aircraft-carrier", 1, "bay"),
        ("dd", "uk", "destroyer", 1, "bay"),
        ("f", "uk", "fighter", 1, "@cv"),
    ]
    text = theater(units, [{"at": "bay", "with": {"sub": 1}}], SEA, options={"surface-fire-vs-airborne": "owner-choice"})
    played = play(text, {"r1.bay.attacker.surface-only-4": [1]}, rest=MISS, until="r2")
    assert not any("fighter" in name for name in played.offered("r1.bay.defender.losses-surface-only"))


def test_12_guns_that_fire_at_the_surface_by_choice_do_not_reach_aircraft():
    text = battle({"infantry": 1, "fighter": 1}, {"anti-aircraft": 2}, options={"air-priority": "no"})
    dice = {"r1.field.defender.surface.anti-aircraft-2": [1]}
    answers = {"r1.field.defender.next-2": "anti-aircraft-surface", "r1.field.defender.next-1": "anti-aircraft-surface"}
    played = play(text, dice, answers, rest=MISS, until="r2")
    assert played.losses == [("Germany", "infantry", 1)]


def test_12_without_a_value_nothing_is_hit_whatever_the_die():
    types = {"glider": {"sphere": "air", "attack": 0, "attack-air": 0, "defend": 0, "defend-air": 0}}
    for face in (1, 12):
        played = play(battle({"glider": 1}, {"glider": 1, "infantry": 1}, types=types), rest=face, until="r2")
        assert [loss for loss in played.losses if loss[0] == "UK"] == []
