"""Rules 16-23: aircraft on the ground and below deck, and carriers that sink or retreat."""

import pytest
from as_table import MISS, battle, by, courses, left_by, play, theater

from airwar.rulesets.air_supremacy.show import position_of

SEA = {
    "zone": {"kind": "sea", "adjacent": ["haven", "coast"]},
    "haven": {"kind": "sea"},
    "coast": {"kind": "land", "nation": "uk"},
    "camp": {"kind": "land", "nation": "germany"},
}


def at_sea(attackers, fighters=2, spaces=SEA, **more):
    """A British carrier with fighters, attacked in its zone."""
    units = [
        (f"a-{type_}", "germany", type_, count, "camp" if type_ != "destroyer" else "haven") for type_, count in attackers.items()
    ]
    units += [("ark", "uk", "aircraft-carrier", 1, "zone"), ("fulmars", "uk", "fighter", fighters, "@ark")]
    return theater(units, [{"at": "zone", "with": {f"a-{name}": count for name, count in attackers.items()}}], spaces, **more)


def test_16_any_single_aircraft_may_stay_on_the_ground_in_any_round():
    text = battle({"infantry": 1}, {"fighter": 2, "bomber": 1, "infantry": 1})
    played = play(text, rest=MISS, until="r2")
    assert played.offered("r1.field.uk.ground") == {"uk-fighter": 2, "uk-bomber": 1}
    second = play(text, answers={"r2.field.uk.ground": {"uk-fighter": 1}}, rest=MISS, until="r2.field.attacker.s")
    assert second.force("field") == {"uk-fighter": 1, "uk-fighter grounded": 1, "uk-bomber": 1, "uk-infantry": 1}


def test_g7_attackers_are_never_asked_to_ground():
    played = play(battle({"fighter": 2}, {"fighter": 1}), rest=MISS, until="r4")
    assert not [key for key in played.asked if key.endswith("germany.ground")]


def test_17_grounded_aircraft_are_not_targets_in_the_air():
    text = battle({"dive-bomber": 1}, {"fighter": 1, "infantry": 1})
    played = play(text, answers={"r1.field.uk.ground": {"uk-fighter": 1}})
    assert played.waiting == "r1.field.attacker.surface-8"  # the sky is clear


def test_g4_18_grounded_aircraft_do_not_roll():
    text = battle({"infantry": 1}, {"fighter": 1, "infantry": 1})
    played = play(text, answers={"r1.field.uk.ground": {"uk-fighter": 1}}, rest=MISS, until="r2")
    assert [key for key in played.rolls if "defender" in key] == ["r1.field.defender.surface-4"]


@pytest.mark.proves("18", "19")
def test_g1_a_grounded_fighter_is_not_lost_while_infantry_is_left():
    text = battle({"infantry": 1}, {"fighter": 1, "infantry": 1})
    played = play(text, {"r1.field.attacker.surface-2": [1]}, {"r1.field.uk.ground": {"uk-fighter": 1}}, rest=MISS, until="r2")
    assert played.losses == [("UK", "infantry", 1)]
    assert "r1.field.defender.losses-surface" not in played.asked


def test_g3_any_hit_takes_a_grounded_fighter_that_is_left_alone():
    played = play(
        battle({"infantry": 1}, {"fighter": 1}), {"r1.field.attacker.surface-2": [1]}, {"r1.field.uk.ground": {"uk-fighter": 1}}
    )
    assert played.end == "attacker wins"


def test_19_aircraft_in_flight_are_lost_before_grounded_ones():
    text = battle({"infantry": 1}, {"fighter": 1, "bomber": 1})
    played = play(text, {"r1.field.attacker.surface-2": [1]}, {"r1.field.uk.ground": {"uk-bomber": 1}}, rest=MISS, until="r2")
    assert played.losses == [("UK", "fighter", 1)]
    assert "surface-fire-vs-airborne" in played.rulings()


def test_20_bombs_may_be_placed_on_grounded_aircraft_at_the_owners_wish():
    text = battle({"bomber": 1}, {"fighter": 1, "infantry": 2})
    answers = {"r1.field.uk.ground": {"uk-fighter": 1}, "r1.field.defender.losses-bombs": {"uk-fighter-grounded": 1}}
    played = play(text, {"r1.field.attacker.bombs-8": [8, 9]}, answers, rest=MISS, until="r2")
    assert played.losses == [("UK", "fighter", 1)]


def test_20_by_necessity_bombs_fall_on_them_too():
    text = battle({"bomber": 1}, {"fighter": 1, "infantry": 1})
    played = play(text, {"r1.field.attacker.bombs-8": [8, 8]}, {"r1.field.uk.ground": {"uk-fighter": 1}}, rest=MISS)
    assert played.end == "attacker wins"


def test_x2h_21_below_deck_fighters_go_down_with_their_carrier():
    dice = {"r1.zone.attacker.surface-6": [6]}
    played = play(at_sea({"destroyer": 1}), dice, {"r1.zone.uk.ground": {"uk-fighter": 2}}, rest=MISS)
    assert played.losses == [("UK", "aircraft carrier", 1), ("UK", "fighter", 2)]
    assert played.end == "attacker wins"


def test_21_below_deck_nobody_is_hit_by_bombs_and_nobody_is_singled_out():
    dice, below = {"r1.zone.attacker.bombs.bomber-1": [8, 9]}, {"r1.zone.uk.ground": {"uk-fighter": 1}}
    played = play(at_sea({"bomber": 1}), dice, below, rest=MISS, until="r2")
    assert played.losses == [("UK", "aircraft carrier", 1), ("UK", "fighter", 1)]
    assert played.force("zone") == {"uk-fighter": 1}  # the one that flew


def test_21_a_fighter_that_flew_lands_elsewhere_when_its_carrier_is_sunk():
    played = play(at_sea({"destroyer": 1}, 1), {"r1.zone.attacker.surface-6": [6], "r1.zone.defender.surface-6": [6, 6]}, rest=MISS)
    assert played.end == "defender wins"
    assert played.flights == {("uk-fighter-coast", "out for the turn", ""): 1}
    assert "carrier-sunk" in played.rulings()


def test_22_grounded_aircraft_that_retreat_take_off_and_are_targets():
    spaces = {
        "field": {"kind": "land", "nation": "uk", "adjacent": ["rear"]},
        "rear": {"kind": "land", "nation": "uk"},
        "camp": {"kind": "land"},
    }
    text = battle({"fighter": 1}, {"bomber": 1, "infantry": 1}, spaces=spaces)
    answers = {"r1.field.uk.ground": {"uk-bomber": 1}, "r2.field.uk.retreat": {"uk-bomber": 1}}
    played = play(text, {"r2.field.attacker.air.fighter-1": [6]}, answers, rest=MISS, until="r3")
    assert played.losses == [("UK", "bomber", 1)]
    safe = play(text, {}, answers, rest=MISS, until="r3")
    assert safe.flights == {("uk-bomber-rear", "out for the turn", ""): 1}
    assert not [key for key in safe.rolls if key.startswith("r2") and "bomber" in key]


@pytest.mark.parametrize(("roll", "lost"), [(7, 0), (6, 3)])
@pytest.mark.proves("23")
def test_g5_a_retreating_carrier_saves_or_drowns_what_is_below_its_deck(roll, lost):
    answers = {"r1.zone.uk.retreat": {"ark": 1}, "r1.zone.uk.ground": {"uk-fighter": 2}}
    spaces = SEA | {"haven": {"kind": "sea"}, "port": {"kind": "sea"}}
    played = play(
        at_sea({"destroyer": 1}, spaces=spaces | {"zone": {"kind": "sea", "adjacent": ["port"]}}),
        {"r1.zone.attacker.surface-6": [roll]},
        answers,
        rest=MISS,
    )
    assert sum(count for _, _, count in played.losses) == lost
    if not lost:
        assert played.flights == {("ark", "left the battle", "port"): 1, ("uk-fighter", "out for the turn", ""): 2}


def test_grounding_is_declared_for_one_round_only():
    played = play(
        battle({"infantry": 1}, {"fighter": 1}),
        answers={"r1.field.uk.ground": {"uk-fighter": 1}},
        rest=MISS,
        until="r2.field.attacker.s",
    )
    assert played.force("field") == {"uk-fighter": 1}


def test_odds_with_grounded_aircraft_sum_to_one():
    text = battle({"bomber": 1, "infantry": 1}, {"fighter": 1, "infantry": 1})
    policy = by({"field.uk.ground": {"uk-fighter": 1}})
    found = left_by(text, policy)
    assert sum(found.values()) == 1
    for left, chance in found.items():
        assert chance == sum(share for _, came, share in courses(text, policy) if came == left)


def test_20_unless_their_owner_wishes_otherwise_bombs_spare_grounded_aircraft():
    text = battle({"bomber": 1}, {"anti-aircraft": 1, "bomber": 1})
    played = play(text, {"r1.field.attacker.bombs-8": [1, 12]}, {"r1.field.uk.ground": {"uk-bomber": 1}}, rest=MISS, until="r2")
    assert played.losses == [("UK", "anti-aircraft gun", 1)]


# troops at sea


CONVOY = [
    ("wolves", "germany", "destroyer", 2, "harbor"),
    ("queen-mary", "uk", "transport", 1, "zone"),
    ("canadians", "uk", "infantry", 2, "@queen-mary"),
    ("escort", "uk", "destroyer", 1, "zone"),
]
AT_SEA = {
    "zone": {"kind": "sea", "adjacent": ["clyde"]},
    "clyde": {"kind": "sea"},
    "harbor": {"kind": "sea"},
}


def test_troops_aboard_a_defending_transport_neither_roll_nor_are_singled_out_and_sink_with_it():
    text = theater(CONVOY, [{"at": "zone", "with": {"wolves": 2}}], AT_SEA)
    lost = {"r1.zone.defender.losses-surface": {"queen-mary": 1}}
    played = play(text, {"r1.zone.attacker.surface-6": [1, 12]}, lost, rest=MISS, until="r2")
    assert played.offered("r1.zone.defender.losses-surface") == {"queen-mary": 1, "uk-destroyer": 1}
    assert played.asked["r1.zone.defender.losses-surface"].default == {"queen-mary": 0, "uk-destroyer": 1}  # the cheapest loss
    assert not any("surface-4" in key for key in played.rolls)
    assert played.losses == [("UK", "transport", 1), ("UK", "infantry", 2)]
    assert [body["fate"] for body in played.told("loss")] == ["lost", "lost with its transport"]


def test_troops_leave_with_a_transport_that_retreats():
    text = theater(CONVOY, [{"at": "zone", "with": {"wolves": 2}}], AT_SEA)
    played = play(text, answers={"r1.zone.uk.retreat": {"queen-mary": 1}}, rest=MISS, until="r2")
    assert played.force("zone") == {"uk-destroyer": 1}
    assert played.flights == {("queen-mary", "left the battle", "clyde"): 1, ("uk-infantry", "left the battle", ""): 2}


def test_22_fighters_whose_carrier_has_retreated_may_follow_it():
    """A full carrier keeps the places of its own fighters, so they have a refuge where it is."""
    spaces = {"zone": {"kind": "sea", "adjacent": ["far"]}, "far": {"kind": "sea"}, "port": {"kind": "sea", "adjacent": ["zone"]}}
    units = [("ark", "uk", "aircraft-carrier", 1, "zone"), ("fulmar", "uk", "fighter", 2, "@ark")]
    units += [("escort", "uk", "destroyer", 1, "zone"), ("bismarck", "germany", "battleship", 1, "port")]
    answers = {"r1.zone.uk.retreat": {"ark": 1}, "r1.zone.uk.retreat-to-ark": {"far": 1}}
    answers |= {"r2.zone.uk.retreat": {"uk-fighter": 2}, "r3.zone.attacker.go-on": "call-off"}
    played = play(theater(units, [{"at": "zone", "with": {"bismarck": 1}}], spaces), None, answers, rest=MISS)
    assert played.flights[("uk-fighter", "out for the turn", "")] == 2
    assert [unit.aboard for unit in position_of(played.turn).units.values() if unit.id == "fulmar"] == ["ark"]
