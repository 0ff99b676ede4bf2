"""Rules 39-41, 47 and 48: naval pass-through, withdrawing, calling off; and retreats of the defenders."""

import pytest
from as_table import MISS, battle, play, theater

from airwar.rulesets.air_supremacy.show import position_of

PASSAGE = {
    "first": {"kind": "sea", "adjacent": ["second", "shore"]},
    "second": {"kind": "sea", "adjacent": ["base"]},
    "shore": {"kind": "land", "nation": "uk", "adjacent": ["base"]},
    "base": {"kind": "land", "nation": "uk"},
    "camp": {"kind": "land", "nation": "germany"},
}


def fleet(second, **more):
    """A German fleet passes through the first zone; British fighters at the base may meet it in the second space."""
    units = [
        ("cruisers", "germany", "destroyer", 2, "first"),
        ("transport", "germany", "transport", 1, "first"),
        ("troops", "germany", "infantry", 2, "@transport"),
        ("picket", "uk", "destroyer", 1, "first"),
        ("convoy", "uk", "transport", 2, "second"),
        ("garrison", "uk", "infantry", 2, "shore"),
        ("raf", "uk", "fighter", 1, "base"),
        *more.pop("extra", ()),
    ]
    attacks = [{"at": "first", "with": {"cruisers": 2, "transport": 1}}, second, *more.pop("raid", ())]
    return theater(units, attacks, PASSAGE, **more)


AT_SEA = {"at": "second", "after": "first", "with": {"cruisers": 2}}
ASHORE = {"at": "shore", "after": "first", "landing": {"troops": 2}, "support": {"cruisers": 2}}


@pytest.mark.proves("39")
def test_p1_in_round_1_aircraft_may_go_to_the_second_zone_and_fight_there_in_round_2():
    played = play(fleet(AT_SEA), answers={"r1.base.uk.dispatch": {"fighter-to-second": 1}}, rest=MISS, until="r3")
    assert played.offered("r1.base.uk.dispatch") == {"fighter-to-second": 1}
    assert "r2.second.defender.surface-6" in played.rolls
    assert played.force("second", "attackers") == {"germany-destroyer": 2}
    assert played.force("first", "attackers") == {"transport": 1, "germany-infantry aboard": 2}


@pytest.mark.proves("41")
def test_p3_the_same_holds_for_land_that_is_invaded_after_it():
    played = play(fleet(ASHORE), answers={"r1.base.uk.dispatch": {"fighter-to-shore": 1}}, rest=MISS, until="r3")
    assert played.force("shore") == {"uk-infantry": 2, "uk-fighter": 1}
    assert played.force("shore", "attackers") == {"germany-infantry-ashore": 2}
    assert played.turn.battle("first").result == "attacker has passed through"
    assert "r2.shore.attacker.support-6" in played.rolls


def test_40_nothing_is_told_of_dispatches_where_nobody_was_dispatched_and_of_troops_ashore_who_have_no_choice():
    played = play(fleet(ASHORE), rest=MISS, until="r4")
    assert "r3.shore.defender.surface-4" in played.rolls
    told = [body["text"] for body in played.told("note")]
    assert not [text for text in told if "called off" in text or "only one choice" in text]


def test_39_after_the_first_round_a_space_that_is_not_attacked_is_not_a_destination():
    answers = {"r2.second.attacker.pass-through": "stay"}
    played = play(fleet(AT_SEA), answers=answers, rest=MISS, until="r3")
    assert "r2.base.uk.dispatch" not in played.asked


def test_40_if_the_fleet_does_not_attack_the_dispatch_is_called_off():
    answers = {"r1.base.uk.dispatch": {"fighter-to-second": 1}, "r2.second.attacker.pass-through": "stay"}
    played = play(fleet(AT_SEA), answers=answers, rest=MISS, until="r2.first.attacker.s")
    assert played.flights == {("uk-fighter", "at home", ""): 1}
    assert played.turn.battle("second").result == "not attacked"


def test_40_a_fleet_that_is_sunk_attacks_nobody():
    extra = [("rodney", "uk", "battleship", 3, "first")]
    dice = {"r1.first.defender.surface-8": [1, 1, 1]}
    played = play(fleet(AT_SEA, extra=extra), dice, rest=MISS, until="r3")
    assert "r2.second.attacker.pass-through" not in played.asked


def test_41_troops_go_down_with_their_transports():
    dice = {"r1.first.defender.surface-6": [1]}
    played = play(fleet(ASHORE), dice, {"r1.first.attacker.losses-surface": {"transport": 1}}, rest=MISS, until="r3")
    assert ("Germany", "infantry", 2) in played.losses


def test_41_troops_share_the_room_that_is_left_and_the_best_are_saved():
    units = [
        ("transports", "germany", "transport", 2, "first"),
        ("troops", "germany", "infantry", 2, "@transports"),
        ("tanks", "germany", "armor", 2, "@transports"),
        ("picket", "uk", "destroyer", 1, "first"),
        ("garrison", "uk", "infantry", 2, "shore"),
    ]
    attack = {"at": "shore", "after": "first", "landing": {"troops": 2, "tanks": 2}}
    text = theater(units, [{"at": "first", "with": {"transports": 2}}, attack], PASSAGE)
    played = play(text, {"r1.first.defender.surface-6": [1]}, rest=MISS, until="r3")
    assert played.force("shore", "attackers") == {"germany-armor-ashore": 2}


def test_41_two_entries_of_troops_aboard_one_transport_land_together():
    units = [
        ("transport", "germany", "transport", 1, "first"),
        ("one", "germany", "infantry", 1, "@transport"),
        ("two", "germany", "infantry", 1, "@transport"),
        ("picket", "uk", "destroyer", 1, "first"),
        ("garrison", "uk", "infantry", 2, "shore"),
    ]
    attacks = [{"at": "first", "with": {"transport": 1}}, {"at": "shore", "after": "first", "landing": {"one": 1, "two": 1}}]
    played = play(theater(units, attacks, PASSAGE), rest=MISS, until="r3")
    assert played.force("shore", "attackers") == {"germany-infantry-ashore": 2}
    assert played.flights == {("transport", "left the battle", "first"): 1}


def test_39_aircraft_in_the_second_space_may_leave_in_round_1():
    extra = [("shore-raf", "uk", "fighter", 1, "shore")]
    text = fleet(ASHORE, extra=extra)
    answers = {"r1.shore.uk.dispatch": {"fighter-to-first": 1}, "r2.shore.attacker.pass-through": "stay"}
    gone = play(text, answers=answers, rest=MISS, until="r4")
    assert gone.turn.battle("shore").result == "not attacked"


def test_39_the_fleet_passes_on_before_the_attacker_calls_anything_off():
    played = play(fleet(ASHORE), rest=MISS, until="r3")
    asked = [key for key in played.asked if key.startswith("r2") and "attacker" in key]
    assert asked == ["r2.shore.attacker.pass-through"]  # nobody is left in the first zone, and the second has not been rolled for


def test_aircraft_back_in_an_attacked_home_defend_it():
    extra = [("shore-raf", "uk", "fighter", 1, "shore")]
    attack = {"at": "shore", "after": "first", "landing": {"troops": 2}}
    answers = {"r1.shore.uk.dispatch": {"fighter-to-first": 1}, "r3.first.attacker.go-on": "call-off"}
    away = play(fleet(attack, extra=extra), answers=answers, rest=MISS, until="r3.shore.attacker.s")
    assert away.force("shore") == {"uk-infantry": 2}
    played = play(fleet(attack, extra=extra), answers=answers, rest=MISS, until="r4.shore.attacker.s")
    assert played.force("shore") == {"uk-infantry": 2, "uk-fighter-shore": 1}


def test_30_aircraft_that_come_back_to_a_sunk_carrier_do_not_defend_the_zone_they_left():
    extra = [("ark", "uk", "aircraft-carrier", 1, "second"), ("fulmars", "uk", "fighter", 1, "@ark")]
    answers = {"r1.ark.uk.dispatch": {"fighter-to-first": 1}, "r2.second.defender.losses-surface": {"ark": 1}}
    dice = {"r1.first.attacker.surface-6": [1, 12], "r2.second.attacker.surface-6": [1, 12]}
    played = play(fleet(AT_SEA, extra=extra), dice, answers, rest=MISS, until="r3.second.attacker.s")
    assert ("UK", "fighter", 1) in played.losses
    assert "origin-lost" in played.rulings()


# withdrawing and calling off


def test_48_the_attacker_may_call_off_before_the_defender_declares_but_not_before_the_first_rolls():
    text = battle({"infantry": 2}, {"fighter": 1, "infantry": 1})
    played = play(text, answers={"r2.field.attacker.go-on": "call-off"}, rest=MISS)
    assert played.end == "called off"
    assert "r1.field.attacker.go-on" not in played.asked
    assert [key for key in played.keys if key.startswith("r2")] == ["r2.field.attacker.go-on"]
    assert played.flights == {("germany-infantry", "left the battle", "camp"): 2, ("uk-fighter", "at home", ""): 1}


def test_47_a_partial_withdrawal_is_under_fire_and_a_complete_one_is_not():
    text = battle({"fighter": 2, "infantry": 1}, {"fighter": 1, "infantry": 2})
    played = play(text, rest=MISS, until="r3")
    assert played.offered("r2.field.attacker.go-on") == ["fight", "call-off", "withdraw-some"]
    answers = {"r2.field.attacker.go-on": "withdraw-some", "r2.field.attacker.withdraw": {"germany-fighter": 2}}
    left = play(text, {"r2.field.defender.air.fighter-1": [1]}, answers, rest=MISS, until="r3")
    assert left.losses == [("Germany", "fighter", 1)]
    assert left.force("field", "attackers") == {"germany-infantry": 1}


def test_47_an_aircraft_over_the_battle_withdraws_and_not_one_below_deck():
    """Seafire is aboard, Swordfish flies; Seafire's id comes first."""
    units = [
        ("ark", "uk", "aircraft-carrier", 1, "gulf"),
        ("seafire", "uk", "fighter", 1, "@ark"),
        ("swordfish", "uk", "fighter", 1, "@ark"),
        ("z", "germany", "destroyer", 2, "sea"),
    ]
    spaces = {"sea": {"kind": "sea", "adjacent": ["gulf"]}, "gulf": {"kind": "sea"}}
    text = theater(units, [{"at": "sea", "with": {"ark": 1, "swordfish": 1}}], spaces, attacker="uk")
    answers = {"r2.sea.attacker.go-on": "withdraw-some", "r2.sea.attacker.withdraw": {"uk-fighter": 1}}
    played = play(text, answers=answers, rest=MISS, until="r2.sea.attacker.surface")
    assert played.force("sea", "attackers") == {"ark": 1, "uk-fighter aboard": 1, "uk-fighter leaving": 1}
    (leaving,) = [line for line in played.turn.battle("sea").attackers if line.mode == "leaving"]
    assert leaving.kind.unit == "swordfish"


def test_22_nobody_retreats_to_where_attackers_withdraw_to():
    """One of two German destroyers goes back to the gulf under fire: a British one that retreats finds the gulf taken."""
    spaces = {"sea": {"kind": "sea", "adjacent": ["gulf"]}, "gulf": {"kind": "sea"}}
    units = [("z", "germany", "destroyer", 2, "gulf"), ("hms", "uk", "destroyer", 2, "sea")]
    text = theater(units, [{"at": "sea", "with": {"z": 2}}], spaces)
    stays = play(text, answers={"r2.sea.attacker.go-on": "fight"}, rest=MISS, until="r2.sea.attacker.surface")
    assert "r2.sea.uk.retreat" in stays.asked
    leaves = {"r2.sea.attacker.go-on": "withdraw-some"}
    assert "r2.sea.uk.retreat" not in play(text, answers=leaves, rest=MISS, until="r2.sea.attacker.surface").asked


def test_a_home_battle_called_off_sets_its_aircraft_free_in_the_same_round():
    spaces = {
        "field": {"kind": "land", "nation": "uk", "adjacent": ["hill"]},
        "hill": {"kind": "land", "nation": "uk"},
        "camp": {"kind": "land"},
    }
    units = [("raf", "uk", "fighter", 1, "field"), ("h", "uk", "infantry", 1, "hill"), ("a", "germany", "infantry", 2, "camp")]
    text = theater(units, [{"at": "field", "with": {"a": 1}}, {"at": "hill", "with": {"a": 1}}], spaces)
    played = play(text, answers={"r2.field.attacker.go-on": "call-off"}, rest=MISS, until="r3")
    assert played.offered("r2.field.uk.dispatch") == {"fighter-to-hill": 1}


# retreats

REAR = {
    "field": {"kind": "land", "nation": "uk", "adjacent": ["rear", "hill", "lost", "sea"]},
    "rear": {"kind": "land", "nation": "uk"},
    "hill": {"kind": "land", "nation": "france"},
    "lost": {"kind": "land", "nation": "germany"},
    "sea": {"kind": "sea"},
    "camp": {"kind": "land", "nation": "germany"},
}


def test_22_single_units_retreat_to_friendly_spaces_next_door():
    text = battle({"infantry": 1}, {"infantry": 2, "fighter": 1}, spaces=REAR)
    answers = {
        "r1.field.uk.retreat": {"uk-infantry": 1, "uk-fighter": 1},
        "r1.field.uk.retreat-to-uk-infantry": {"hill": 1},
        "r1.field.uk.retreat-to-uk-fighter": {"rear": 1},
    }
    played = play(text, answers=answers, rest=MISS, until="r2")
    assert played.offered("r1.field.uk.retreat-to-uk-infantry") == {"rear": 1, "hill": 1}
    assert played.flights == {("uk-infantry", "left the battle", "hill"): 1, ("uk-fighter-rear", "out for the turn", ""): 1}
    assert "retreaters-roll" in played.rulings()


def test_22_nobody_retreats_to_where_the_attackers_friends_are():
    units = [("a", "germany", "destroyer", 1, "zone"), ("d", "uk", "destroyer", 1, "zone"), ("i", "italy", "destroyer", 1, "west")]
    spaces = {"zone": {"kind": "sea", "adjacent": ["east", "west"]}, "east": {"kind": "sea"}, "west": {"kind": "sea"}}
    text = theater(units, [{"at": "zone", "with": {"a": 1}}], spaces)
    played = play(text, answers={"r1.zone.uk.retreat": {"uk-destroyer": 1}}, rest=MISS)
    assert played.flights == {("uk-destroyer", "left the battle", "east"): 1}


def test_22_retreating_units_can_be_hit():
    text = battle({"infantry": 1}, {"infantry": 1}, spaces=REAR)
    played = play(text, {"r1.field.attacker.surface-2": [1]}, {"r1.field.uk.retreat": {"uk-infantry": 1}}, rest=MISS)
    assert played.end == "attacker wins"
    assert played.losses == [("UK", "infantry", 1)]


def test_without_a_refuge_nobody_is_asked_to_retreat():
    assert "r1.field.uk.retreat" not in play(battle({"infantry": 1}, {"infantry": 1}), rest=MISS, until="r2").asked


@pytest.mark.parametrize(("roll", "left"), [(1, []), (12, ["alpini", "ship"])])
def test_21_an_allys_troops_aboard_an_attacking_ship_share_its_fate(roll, left):
    """Italy does not move in this turn; its troops are aboard all the same, and only there."""
    spaces = {"zone": {"kind": "sea", "adjacent": ["port"]}, "port": {"kind": "sea"}}
    units = [("ship", "germany", "transport", 1, "port"), ("alpini", "italy", "infantry", 2, "@ship")]
    text = theater([*units, ("picket", "uk", "destroyer", 1, "zone")], [{"at": "zone", "with": {"ship": 1}}], spaces)
    answers = {"r2.zone.attacker.go-on": "call-off"} if left else {}
    played = play(text, {"r1.zone.defender.surface-6": [roll]}, answers)
    assert played.losses == ([] if left else [("Germany", "transport", 1), ("Italy", "infantry", 2)])
    assert sorted(unit.id for unit in position_of(played.turn).units.values() if unit.nation != "uk") == left
