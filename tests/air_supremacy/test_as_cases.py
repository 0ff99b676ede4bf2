"""Situations that referees have brought up, each with the right result or refusal. The files are in cases/."""

from pathlib import Path

import pytest
from as_table import MISS, play

from airwar.errors import BadScenario
from airwar.rulesets.air_supremacy.show import position_of
from airwar.setup.loading import parse_scenario

CASES = Path(__file__).parent / "cases"


def case(name):
    """The scenario of a case."""
    return (CASES / f"{name}.yaml").read_text()


def problems_of(text):
    with pytest.raises(BadScenario) as caught:
        parse_scenario(text, "case.yaml")
    return [problem.text for problem in caught.value.problems]


def standing(played):
    """Where everybody is after the turn: {id: (place or ship, number, damaged)}."""
    return {unit.id: (unit.aboard or unit.at, unit.count, unit.damaged) for unit in position_of(played.turn).units.values()}


# ships that support a landing stay at sea


@pytest.mark.parametrize("name", ["support-and-a-sunk-carrier", "no-support-and-a-sunk-carrier"])
def test_46_supporting_ships_do_not_turn_the_land_into_enemy_land(name):
    dice = {
        "r1.great-britain.defender.surface-4": [1, 12],
        "r1.channel.attacker.surface-6": [1],
        "r2.channel.defender.surface-6": [1],
    }
    played = play(case(name), dice, rest=MISS)
    assert ("uk-fighter-great-britain", "out for the turn", "") in played.flights
    assert standing(played)["bismarck"] == ("north-sea", 1, False)
    assert standing(played)["fulmars"] == ("great-britain", 1, False)


@pytest.mark.parametrize("name", ["support-then-london", "no-support-then-london"])
def test_46_friends_may_retreat_to_land_that_ships_have_fired_at(name):
    played = play(case(name), {"r1.kent.defender.surface-4": [1, 1]}, rest=MISS, until="r3")
    assert "r1.london.uk.retreat" not in played.asked
    assert played.offered("r2.london.uk.retreat") == {"uk-infantry": 2, "uk-fighter": 1}


# aircraft on their way are somewhere


def test_40_aircraft_whose_dispatch_is_called_off_defend_their_attacked_home():
    answers = {
        "r1.ark.uk.dispatch": {"fighter-to-zone-c": 1},
        "r2.zone-b.attacker.pass-through": "attack",
        "r2.zone-c.attacker.pass-through": "stay",
    }
    played = play(case("called-off-home-attacked"), answers=answers, rest=MISS, until="r2.zone-b.attacker.s")
    assert played.force("zone-b") == {"ark": 1, "uk-fighter": 1}
    assert "r2.ark.uk.dispatch" not in played.asked
    assert played.flights == {}


@pytest.mark.parametrize("name", ["called-off-and-sent-north", "called-off-home-sunk"])
def test_27_and_they_are_neither_dispatched_again_nor_do_they_outlive_their_carrier(name):
    answers = {
        "r1.ark.uk.dispatch": {"fighter-to-zone-c": 1},
        "r2.zone-b.attacker.pass-through": "attack",
        "r2.zone-c.attacker.pass-through": "stay",
        "r2.zone-b.uk.ground": {"uk-fighter": 1},
    }
    played = play(case(name), {"r2.zone-b.attacker.surface-6": [1, 12]}, answers, rest=MISS, until="r3")
    assert "r2.ark.uk.dispatch" not in played.asked
    assert played.losses == [("UK", "aircraft carrier", 1), ("UK", "fighter", 1)]


def test_36_dispatched_aircraft_that_retreat_to_an_attacked_carrier_go_down_with_it():
    answers = {"r1.ark.uk.dispatch": {"fighter-to-north": 1}, "r3.north.uk.retreat": {"uk-fighter": 1}}
    text = case("retreat-to-an-attacked-carrier")
    played = play(text, answers=answers, rest=MISS, until="r4.zone-b.attacker.s")
    assert played.force("zone-b") == {"ark": 1, "uk-fighter locked": 1}
    assert played.notes("36")[-2:] == [
        "on the ground at Ark, out for the turn: 1 British fighter",
        "aircraft that are out for the turn stay on the ground",
    ]
    sunk = play(text, {"r4.zone-b.attacker.surface-6": [1]}, answers, rest=MISS, until="r5")
    assert sunk.losses == [("UK", "aircraft carrier", 1), ("UK", "fighter", 1)]


def test_36_dispatched_aircraft_that_retreat_to_an_attacked_base_are_taken_with_it():
    answers = {"r1.base.uk.dispatch": {"fighter-to-north": 1}, "r3.north.uk.retreat": {"uk-fighter": 1}}
    dice = {"r4.base.attacker.surface-2": [1, 12], "r5.base.attacker.surface-2": [1, 12]}
    played = play(case("retreat-to-an-attacked-base"), dice, answers, rest=MISS, until="r6")
    assert played.turn.battle("base").result == "attacker wins"
    assert played.losses == [("UK", "infantry", 1), ("UK", "fighter", 1)]
    assert played.force("base", "attackers") == {"germany-infantry-ashore": 2}
    assert ("tr", "left the battle", "zone-a") in played.flights


def test_37_aircraft_return_to_their_carrier_wherever_it_is():
    answers = {
        "r1.ark.uk.dispatch": {"fighter-to-north": 1},
        "r2.zone-b.uk.retreat": {"ark": 1},
        "r2.zone-b.uk.retreat-to-ark": {"zone-y": 1},
    }
    dice = {"r1.north.defender.surface-4": [1]}
    played = play(case("carrier-leaves-its-zone"), dice, answers, rest=MISS, until="r3.zone-b.attacker.s")
    assert played.force("zone-b") == {"uk-destroyer": 1}
    assert played.flights == {("ark", "left the battle", "zone-y"): 1, ("uk-fighter", "at home", ""): 1}


def test_23_fighters_that_flew_follow_their_carrier_when_the_battle_is_over():
    answers = {
        "r1.zone.uk.retreat": {"ark": 1},
        "r1.zone.uk.ground": {"uk-fighter": 1},
        "r2.zone.attacker.go-on": "call-off",
    }
    played = play(case("carrier-retreats-from-its-fighters"), answers=answers, rest=MISS)
    assert standing(played) == {"dd": ("dock", 1, False), "ark": ("haven", 1, False), "fulmars": ("ark", 2, False)}


# the attacker's ships and what is aboard


def test_21_the_attackers_troops_and_aircraft_share_the_fate_of_their_ships():
    answers = {"r2.zone.attacker.go-on": "call-off"}
    played = play(case("cargo-of-the-attacker"), {"r1.zone.defender.surface-6": [1, 1]}, answers, rest=MISS)
    assert played.losses == [
        ("Germany", "transport", 1),
        ("Germany", "infantry", 2),
        ("Germany", "aircraft carrier", 1),
        ("Germany", "fighter", 2),
    ]
    assert [body["fate"] for body in played.told("loss")] == ["lost", "lost with its transport", "lost", "lost without a home"]


def test_21_aircraft_aboard_a_carrier_that_fights_sink_with_it_unless_they_fly():
    text = case("cargo-of-the-attacker").replace("cv: 1, cvf: 2", "cv: 1, cvf: 1")
    dice = {"r1.zone.defender.surface-6": [1, 12]}
    answers = {"r1.zone.attacker.losses-surface": {"cv": 1}}
    played = play(text, dice, answers, rest=MISS, until="r2")
    assert played.losses == [("Germany", "aircraft carrier", 1), ("Germany", "fighter", 1)]
    assert played.force("zone", "attackers") == {"transports": 1, "germany-infantry aboard": 2, "germany-fighter": 1}


# decks


def test_21_two_types_do_not_share_two_places_on_deck():
    played = play(case("two-types-two-slots"), rest=MISS, until="r2")
    retreat = played.asked["r1.malta.uk.retreat"]
    refused = retreat.refuses({"uk-fighter": 2, "uk-dogfighter": 2})
    assert refused == "4 aircraft to carriers, which have no room for so many (21)"
    assert retreat.refuses({"uk-fighter": 1, "uk-dogfighter": 1}) is None


def test_21_the_places_of_dispatched_fighters_are_kept():
    played = play(
        case("slots-of-dispatched-fighters"), answers={"r1.ark.uk.dispatch": {"fighter-to-malta": 2}}, rest=MISS, until="r3"
    )
    assert "r1.malta.uk.retreat" not in played.asked
    assert "r2.malta.uk.retreat" not in played.asked


def test_21_a_full_carrier_is_no_refuge():
    played = play(case("full-carrier"), answers={"r1.malta.uk.retreat": {"uk-dogfighter": 2}}, rest=MISS, until="r2")
    assert ("uk-dogfighter-gozo", "out for the turn", "") in played.flights
    assert "r1.malta.uk.retreat-to-uk-dogfighter" not in played.asked


def test_21_one_place_on_deck_takes_one_fighter_and_its_owner_says_which():
    dice = {"r1.zone.attacker.surface-6": [1], "r1.zone.defender.surface-6": [1, 12, 12, 12]}
    answers = {"r1.zone.defender.losses-surface": {"ark": 1}}
    text = case("two-types-one-slot")
    played = play(text, dice, answers, rest=MISS)
    assert played.offered("r1.zone.uk.land") == {"uk-fighter-ark-to-eagle": 1, "uk-dogfighter-to-eagle": 1}
    assert played.losses[-1] == ("UK", "fighter", 1)
    assert played.asked["r1.zone.uk.land"].by == "uk"
    other = play(text, dice, answers | {"r1.zone.uk.land": {"uk-fighter-ark-to-eagle": 1}}, rest=MISS)
    assert "martlets" not in standing(other)
    assert other.losses[-1] == ("UK", "dogfighter", 1)


@pytest.mark.parametrize("name", ["bomber-and-carrier", "bomber-listed-first"])
def test_22_every_line_has_its_own_refuge_and_bombers_do_not_land_on_carriers(name):
    answers = {
        "r1.malta.uk.retreat": {"uk-fighter": 1, "uk-bomber": 1},
        "r1.malta.uk.retreat-to-uk-fighter": {"ark": 1},
    }
    played = play(case(name), answers=answers, rest=MISS, until="r2")
    assert played.offered("r1.malta.uk.retreat-to-uk-fighter") == {"ark": 1, "gozo": 1}
    assert "r1.malta.uk.retreat-to-uk-bomber" not in played.asked
    assert ("uk-fighter-ark", "out for the turn", "") in played.flights
    assert ("uk-bomber-gozo", "out for the turn", "") in played.flights


def test_22_a_bomber_without_land_next_door_does_not_retreat():
    assert play(case("bomber-without-land"), rest=MISS, until="r2").offered("r1.malta.uk.retreat") == {"uk-fighter": 1}


def test_22_as_many_retreat_as_find_room():
    played = play(case("three-fighters-two-slots"), answers={"r1.malta.uk.retreat": {"uk-fighter": 2}}, rest=MISS, until="r2")
    assert played.offered("r1.malta.uk.retreat") == {"uk-fighter": 2}
    assert played.force("malta") == {"uk-infantry": 1, "uk-fighter": 1}
    assert not any("no adjacent friendly space" in body["text"] for body in played.told("ruling"))


@pytest.mark.parametrize(
    "entries", ["count: 3, at: malta}", "count: 1, at: malta}\n  - {id: more, nation: uk, type: fighter, count: 2, at: malta}"]
)
def test_22_units_of_a_line_may_retreat_to_different_places(entries):
    text = case("bomber-and-carrier").replace("count: 1, at: malta}", entries, 1)
    answers = {"r1.malta.uk.retreat": {"uk-fighter": 3}, "r1.malta.uk.retreat-to-uk-fighter": {"ark": 1, "gozo": 2}}
    played = play(text, answers=answers, rest=MISS, until="r2")
    assert played.flights[("uk-fighter-ark", "out for the turn", "")] == 1
    assert played.flights[("uk-fighter-gozo", "out for the turn", "")] == 2


CONVOY = """\
airwar: 1
ruleset: air-supremacy
title: A convoy retreats
options: {placeholder-values: yes}
attacker: germany
spaces:
  barents: {kind: sea, adjacent: [white, kara, norwegian]}
  white: {kind: sea}
  kara: {kind: sea}
  norwegian: {kind: sea}
units:
  - {id: convoy, nation: ussr, type: transport, at: barents, count: 3}
  - {id: rifles, nation: ussr, type: infantry, aboard: convoy, count: 2}
  - {id: raiders, nation: germany, type: destroyer, at: norwegian, count: 3}
battles:
  - {at: barents, with: {raiders: 3}}
"""


LANDING = """\
airwar: 1
ruleset: air-supremacy
title: A convoy attacks
options: {placeholder-values: yes}
attacker: uk
spaces:
  biscay: {kind: sea}
units:
  - {id: convoy, nation: uk, type: transport, at: biscay, count: 2}
  - {id: rifles, nation: uk, type: infantry, aboard: convoy, count: 2}
  - {id: raider, nation: germany, type: destroyer, at: biscay}
battles:
  - {at: biscay, with: {convoy: 2}}
"""


def test_47_laden_ships_of_one_entry_withdraw_one_by_one():
    played = play(LANDING, answers={"r2.biscay.attacker.go-on": "withdraw-some"}, rest=MISS, until="r3")
    assert played.offered("r2.biscay.attacker.go-on") == ["fight", "call-off", "withdraw-some"]
    assert played.offered("r2.biscay.attacker.withdraw") == {"convoy": 1, "uk-transport": 1}


def test_22_laden_ships_of_one_entry_retreat_one_by_one_and_take_along_what_is_aboard():
    answers = {
        "r1.barents.ussr.retreat": {"convoy": 1, "ussr-transport": 2},
        "r1.barents.ussr.retreat-to-convoy": {"kara": 1, "white": 0},
        "r1.barents.ussr.retreat-to-ussr-transport": {"kara": 0, "white": 2},
    }
    played = play(CONVOY, answers=answers, rest=MISS)
    assert standing(played)["convoy"] == ("kara", 1, False)
    assert standing(played)["rifles"] == ("convoy", 2, False)
    assert standing(played)["convoy-2"] == standing(played)["convoy-3"] == ("white", 1, False)


@pytest.mark.parametrize("name", ["carrier-named-like-its-zone", "bombs-on-a-carrier-named-like-its-zone"])
def test_21_a_carrier_needs_an_id_of_its_own(name):
    assert problems_of(case(name)) == ["midway is also a space; a ship that carries units needs an id of its own"]


def test_21_below_deck_at_midway():
    dice = {"r1.midway.attacker.surface-6": [1, 12]}
    played = play(case("below-deck-at-midway"), dice, {"r1.midway.usa.ground": {"usa-fighter": 2}}, rest=MISS)
    assert played.losses == [("USA", "aircraft carrier", 1), ("USA", "fighter", 2)]


# who is attacked, and who is a friend


def test_43_friends_of_the_attacker_do_not_defend():
    played = play(case("friend-of-the-attacker"), rest=MISS, until="r2")
    assert played.force("zone") == {"uk-destroyer": 1}
    assert "r1.rome.italy.dispatch" not in played.asked


def test_43_an_attack_names_its_opponents_where_strangers_share_a_space():
    text = case("bystanders-in-persia")
    assert problems_of(text) == ["UK and USSR are in Persia but not friends; say who is attacked, under defenders (43)"]
    played = play(text.replace("with: {gi: 2}", "with: {gi: 2}, defenders: [uk]"), rest=MISS, until="r2")
    assert played.force("persia") == {"uk-infantry": 1}
    assert standing(played)["ivans"] == ("persia", 3, False)


@pytest.mark.parametrize(
    ("named", "problem"),
    [
        ("[japan]", "'japan' cannot be attacked; expected nations that are not friends of the attacker (43)"),
        ("[atlantis]", "'atlantis' cannot be attacked; expected nations that are not friends of the attacker (43)"),
        ("[france]", "France has no units in Persia; an attack needs enemy units to fight (42)"),
    ],
)
def test_42_only_enemies_who_are_there_can_be_attacked(named, problem):
    text = case("bystanders-in-persia").replace("with: {gi: 2}", f"with: {{gi: 2}}, defenders: {named}")
    assert problems_of(text) == [problem]


def test_43_a_friendly_space_is_one_of_your_own_group():
    assert "r1.indian-ocean.uk.retreat" not in play(case("strangers-in-the-java-sea"), rest=MISS, until="r2").asked


def test_38_a_minor_is_the_same_opponent_as_its_major():
    assert "r1.base.uk.dispatch" not in play(case("out-for-a-minor"), rest=MISS, until="r2").asked
    attacks = play(case("a-minor-attacks"), rest=MISS, until="r2")
    assert attacks.force("north", "attackers") == {"hungary-infantry": 1}
    assert "r1.base.uk.dispatch" in attacks.asked


@pytest.mark.parametrize(("option", "by"), [("leader", "uk"), ("each-nation", "usa")])
def test_44_who_chooses_losses_among_allies_is_a_ruling(option, by):
    text = case("american-losses-in-kent").replace("placeholder-values: yes", f"placeholder-values: yes, joint-losses: {option}")
    dice = {"r1.kent.attacker.air.fighter-1": [1]}
    if option == "leader":
        played = play(text, dice, {"r1.kent.defender.losses-air": {"usa-fighter": 1}}, rest=MISS, until="r2")
        assert played.asked["r1.kent.defender.losses-air"].by == by
    else:
        answers = {"r1.kent.defender.losses-air-nations": {"usa": 1}, "r1.kent.defender.losses-air-usa": {"usa-fighter": 1}}
        played = play(text, dice, answers, rest=MISS, until="r2")
        assert played.asked["r1.kent.defender.losses-air-nations"].by == "uk"
        assert played.offered("r1.kent.defender.losses-air-usa") == {"usa-fighter": 1, "usa-dive-bomber": 1}
        assert played.asked["r1.kent.defender.losses-air-usa"].by == by
        assert "joint-losses" in played.rulings()
    assert played.losses == [("USA", "fighter", 1)]


def test_44_a_nation_that_defends_loses_first_what_defends_worst():
    text = """\
airwar: 1
ruleset: air-supremacy
title: Two allies
attacker: germany
options: {joint-losses: each-nation}
types:
  guard: {sphere: land, attack: 1, defend: 6}
  raider: {sphere: land, attack: 6, defend: 1}
spaces:
  kent: {kind: land, nation: uk}
  camp: {kind: land, nation: germany}
units:
  - {id: ger, nation: germany, type: infantry, count: 1, at: camp}
  - {id: brit, nation: uk, type: infantry, count: 1, at: kent}
  - {id: guards, nation: usa, type: guard, count: 1, at: kent}
  - {id: raiders, nation: usa, type: raider, count: 1, at: kent}
battles:
  - {at: kent, with: {ger: 1}}
"""
    answers = {"r1.kent.defender.losses-surface-nations": {"usa": 1}}
    played = play(text, {"r1.kent.attacker.surface-2": [1]}, answers, rest=MISS, until="r2")
    assert played.losses == [("USA", "raider", 1)]


# pass-through


def test_39_aircraft_alone_do_not_pass_through():
    answers = {"r1.base.uk.dispatch": {"fighter-to-zone-b": 1}}
    played = play(case("aircraft-alone"), {"r1.zone-a.defender.surface-6": [1]}, answers, rest=MISS)
    assert "r2.zone-b.attacker.pass-through" not in played.asked
    assert played.turn.battle("zone-b").result == "not attacked"
    assert "no ship is left to pass through to Zone B (39)" in played.notes("40")
    assert standing(played)["stukas"] == ("camp", 1, False)


def test_39_a_carrier_passes_through_with_its_fighters():
    played = play(case("carrier-group-passes-through"), rest=MISS, until="r3")
    assert played.force("zone-b", "attackers") == {"akagi": 1, "japan-fighter": 2}
    assert played.force("zone-a", "attackers") == {}
    assert played.turn.battle("zone-a").result == "attacker has passed through"


def test_39_a_fleet_may_go_on_in_part():
    answers = {
        "r2.zone-b.attacker.pass-through": "attack-in-part",
        "r2.zone-b.attacker.pass-through-with": {"akagi": 1},
    }
    played = play(case("carrier-group-passes-through"), answers=answers, rest=MISS, until="r3")
    assert played.force("zone-b", "attackers") == {"akagi": 1}
    assert played.force("zone-a", "attackers") == {"japan-fighter": 2}
    assert played.asked["r2.zone-b.attacker.pass-through-with"].refuses({"akagi": 0, "japan-fighter": 2}) == (
        "no ship is left to pass through to Zone B (39)"
    )


def test_39_aircraft_whose_carrier_was_sunk_in_the_first_zone_do_not_go_on():
    text = case("carrier-group-passes-through").replace("with: {akagi: 1, zeros: 2}", "with: {akagi: 1, zeros: 2, escort: 2}")
    text = text.replace("battles:", "  - {id: escort, nation: japan, type: destroyer, count: 2, at: zone-a}\nbattles:")
    for sunk, goes in (
        ("akagi", {"japan-destroyer": 2}),
        ("japan-destroyer", {"akagi": 1, "japan-destroyer": 1, "japan-fighter": 2}),
    ):
        answers = {"r1.zone-a.attacker.losses-surface": {sunk: 1}, "r2.zone-b.attacker.pass-through": "attack-in-part"}
        question = "r2.zone-b.attacker.pass-through-with"
        played = play(text, {"r1.zone-a.defender.surface-6": [1]}, answers, until=question, rest=MISS)
        assert played.offered(question) == goes


def test_41_a_fleet_may_join_an_attack_of_the_first_round():
    text = case("reinforced-landing-in-morocco")
    played = play(text, rest=MISS, until="r3")
    assert "r1.morocco.attacker.surface-6" in played.rolls
    assert played.force("morocco", "attackers") == {"uk-fighter": 2, "usa-infantry-ashore": 4}
    assert ("transports", "left the battle", "off-casablanca") in played.flights
    assert "r2.morocco.attacker.support-8" in played.rolls


def test_39_a_ship_goes_to_one_second_space_next_to_the_first_zone():
    assert problems_of(case("one-ship-two-second-zones")) == [
        "Zone C is not next to Zone A; a fleet passes through to an adjacent space (39)",
        "1 of fleet, but only 0 can go on from zone-a; a unit can go to only one second space (39)",
    ]


# what a scenario can say


def test_46_a_landing_needs_a_coast_and_ships_next_to_it():
    unknown, coast, ship = problems_of(case("landlocked-landing"))
    assert unknown.startswith("unknown nation 'untied-kingdom'")
    assert coast == "Inland is not next to any sea zone; troops land from the sea (46)"
    assert ship == "dd is in Far Sea, which is not next to Inland; expected an adjacent zone (46)"


def test_41_a_transport_that_fights_at_sea_lands_its_troops_afterwards():
    text = case("transport-fights-and-lands")
    assert problems_of(text) == ["tr fights at sea in the first round; its troops land after that, with after (41)"]
    other_way = text.replace("  - {at: sea, with: {tr: 1, dd: 1}}\n", "") + "  - {at: sea, with: {tr: 1, dd: 1}}\n"
    assert problems_of(other_way) == ["tr lands troops in the first round, so it does not fight at sea then (46)"]
    left_behind = text.replace("{tr: 1, dd: 1}", "{dd: 1}").replace("at: shore,", "at: shore, after: sea,")
    assert problems_of(left_behind) == ["troops must be aboard a transport that passes through Sea (41)"]


def test_39_the_mediterranean():
    assert problems_of(case("mediterranean")) == [
        "littorio is in Tyrrhenian, which is not next to Malta; expected an adjacent zone (46)",
        "Crete is not next to Strait; a fleet passes through to an adjacent space (39)",
    ]
    text = case("mediterranean").replace("count: 1, at: tyrrhenian}\n  - {id: soldati", "count: 1, at: strait}\n  - {id: soldati")
    fixed = text.replace("strait: {kind: sea}", "strait: {kind: sea, adjacent: [crete]}")
    assert play(fixed, rest=MISS, until="r2").force("malta", "attackers") == {
        "germany-bomber": 2,
        "germany-fighter": 1,
        "italy-infantry-ashore": 2,
    }


@pytest.mark.parametrize("name", ["die-of-no-sides", "die-of-257-sides"])
def test_the_die_has_a_sensible_number_of_sides(name):
    (problem,) = problems_of(case(name))
    assert problem.endswith("is out of range; expected a whole number from 2 to 100")


def test_a_ship_may_begin_damaged():
    played = play(case("damaged-battleship"), {"r1.zone-a.attacker.surface-6": [1]}, rest=MISS)
    assert played.losses == [("USA", "battleship", 1)]
    wrong = case("damaged-battleship").replace(
        "id: dd, nation: japan, type: destroyer", "id: dd, nation: japan, damaged: true, type: destroyer"
    )
    assert problems_of(wrong) == ["dd, destroyer, is lost with its first hit; it cannot be damaged"]


def test_the_position_names_every_ship():
    dice = {"r1.zone-a.attacker.surface-6": [1]}
    played = play(case("arizona-or-nevada"), dice, {"r2.zone-a.attacker.go-on": "call-off"}, rest=MISS)
    assert sorted(standing(played).values()) == [("zone-a", 1, False), ("zone-a", 1, True), ("zone-b", 1, False)]
    assert set(standing(played)) == {"arizona", "nevada", "dd"}


# fire


def test_4_infantry_hits_bombers_only_by_a_ruling_that_is_told():
    dice = {"r1.field.defender.surface-4": [4, 4, 12]}
    played = play(case("infantry-against-bombers"), dice, {"r2.field.attacker.go-on": "call-off"}, rest=MISS)
    assert played.losses == [("Germany", "bomber", 2)]
    assert "surface-fire-vs-airborne" in played.rulings()
    text = case("infantry-against-bombers").replace("spaces:", "options: {surface-fire-vs-airborne: never}\nspaces:")
    assert "r1.field.defender.surface-4" not in play(text, rest=MISS, until="r2").rolls


def test_11_a_bomber_may_bomb_in_every_round_while_enemy_fighters_fly():
    answers = {f"r{number}.kiev.attacker.next-3": "bomber-bombs" for number in (1, 2, 3)}
    answers |= {f"r{number}.kiev.ussr.ground": {"ussr-fighter": 1} for number in (1, 2, 3)}
    played = play(case("bombs-every-round"), answers=answers, rest=MISS, until="r4")
    assert [key for key in played.rolls if ".bombs." in key] == [f"r{number}.kiev.attacker.bombs.bomber-1" for number in (1, 2, 3)]
