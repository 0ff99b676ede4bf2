"""Attacks ordered at the table, turns of several opponents in one file, and the position that is carried on."""

import pytest
from as_table import MISS, play, theater

from airwar.errors import BadScenario
from airwar.rulesets.air_supremacy.show import position_of
from airwar.setup.loading import parse_scenario

MAP = {
    "channel": {"kind": "sea", "adjacent": ["kent", "france", "north-sea"]},
    "north-sea": {"kind": "sea", "adjacent": ["kent"]},
    "kent": {"kind": "land", "nation": "uk", "adjacent": ["london"]},
    "london": {"kind": "land", "nation": "uk"},
    "france": {"kind": "land", "nation": "germany"},
}
UNITS = [
    ("jg", "germany", "fighter", 2, "france"),
    ("kg", "germany", "bomber", 1, "france"),
    ("bismarck", "germany", "battleship", 1, "north-sea"),
    ("prinz", "germany", "transport", 1, "north-sea"),
    ("jaeger", "germany", "infantry", 2, "@prinz"),
    ("picket", "uk", "destroyer", 1, "north-sea"),
    ("guard", "uk", "infantry", 2, "kent"),
    ("raf", "uk", "fighter", 1, "kent"),
    ("reserve", "uk", "dogfighter", 1, "london"),
]


def at_the_table(units=UNITS, **more):
    """Nothing is prepared."""
    return theater(units, [], MAP, **more)


# orders


def test_42_only_spaces_with_enemies_can_be_ordered_attacked():
    played = play(at_the_table(), until="attack-1.at")
    assert played.offered("attack-1.at") == ["done", "north-sea", "kent", "london"]


def test_46_a_landing_with_support_is_ordered_at_the_table():
    answers = {
        "attack-1.at": "kent",
        "attack-1.with": {"jg": 2},
        "attack-1.landing": {"jaeger": 2},
        "attack-1.support": {"bismarck": 1},
    }
    played = play(at_the_table(), answers=answers, rest=MISS, until="r2")
    assert played.offered("attack-1.with") == {"jg": 2, "kg": 1}
    assert played.offered("attack-1.landing") == {"jaeger": 2}
    assert played.offered("attack-1.support") == {"bismarck": 1}
    assert played.force("kent", "attackers") == {"germany-fighter": 2, "germany-infantry-ashore": 2}
    assert "r1.kent.attacker.support-8" in played.rolls
    assert ("prinz", "at home", "north-sea") not in played.flights  # it lies off Kent, and has done nothing


def test_39_a_pass_through_is_ordered_at_the_table():
    answers = {
        "attack-1.at": "north-sea",
        "attack-1.with": {"bismarck": 1, "prinz": 1},
        "attack-2.at": "kent",
        "attack-2.after": "north-sea",
        "attack-2.landing": {"jaeger": 2},
        "attack-2.support": {"bismarck": 1},
        "r1.london.uk.dispatch": {"dogfighter-to-kent": 1},
    }
    played = play(at_the_table(), answers=answers, rest=MISS, until="r3")
    assert played.offered("attack-2.after") == ["no", "north-sea"]
    assert played.force("kent") == {"uk-infantry": 2, "uk-fighter": 1, "uk-dogfighter": 1}
    assert played.force("kent", "attackers") == {"germany-infantry-ashore": 2}
    assert ("prinz", "left the battle", "north-sea") in played.flights


def test_39_a_passing_fleet_is_not_ordered_without_a_ship():
    answers = {
        "attack-1.at": "north-sea",
        "attack-1.with": {"bismarck": 1},
        "attack-2.at": "channel",
        "attack-2.after": "north-sea",
    }
    units = [*UNITS, ("convoy", "uk", "transport", 1, "channel")]
    text = theater(units, [], MAP | {"north-sea": {"kind": "sea", "adjacent": ["kent", "channel"]}})
    played = play(text, answers=answers, until="attack-2.with")
    question = played.asked["attack-2.with"]
    assert question.refuses({"jg": 1}) == "no ship goes on to Channel; aircraft alone do not pass through (39)"
    assert question.refuses({"jg": 1, "bismarck": 1}) is None


def test_43_whose_units_are_attacked_is_asked_where_strangers_share_a_space():
    units = [*UNITS, ("ivans", "ussr", "infantry", 1, "kent")]
    answers = {"attack-1.at": "kent", "attack-1.defenders": "ussr", "attack-1.with": {"jg": 1}}
    played = play(at_the_table(units), answers=answers, rest=MISS, until="r1.kent.attacker")
    assert played.offered("attack-1.defenders") == ["uk", "ussr", "all"]
    assert played.force("kent") == {"ussr-infantry": 1}


def test_a_turn_without_attacks_is_over():
    played = play(at_the_table())
    assert played.end == "no attack"
    assert played.asked["attack-1.at"].optional


@pytest.mark.parametrize(("orders", "asked"), [("ask", True), ("prepared", False)])
def test_a_scenario_says_whether_more_attacks_are_asked_for(orders, asked):
    text = theater(UNITS, [{"at": "kent", "with": {"jg": 1}}], MAP, orders=orders)
    played = play(text, rest=MISS, until="r1.kent.attacker")
    assert ("attack-2.at" in played.asked) is asked


# turns of several opponents


def two_turns(second):
    return theater(UNITS, [{"at": "kent", "with": {"jg": 2}}], MAP, **{"later-turns": [second]})


UK_TURN = {"attacker": "uk", "battles": [{"at": "france", "with": {"raf": 1}}]}


def test_38_the_turn_of_another_opponent_begins_where_the_first_one_ended():
    answers = {"r2.kent.attacker.go-on": "call-off", "turn-2.r2.france.attacker.go-on": "call-off"}
    played = play(two_turns(UK_TURN), {"r1.kent.defender.surface-4": [1, 12]}, answers, rest=MISS)
    assert played.losses == [("Germany", "fighter", 1)]
    assert played.end == "Germany turn: 0 wins in 1 battle; UK turn: called off"
    assert "turn-2.r1.france.germany.ground" in played.asked  # the fighter that is left is at home, and may stay on the ground
    assert played.offered("turn-2.r1.france.germany.ground") == {"germany-fighter": 1, "germany-bomber": 1}


def test_38_aircraft_that_retreated_are_free_again_in_another_opponents_turn():
    answers = {"r1.kent.uk.retreat": {"uk-fighter": 1}, "r2.kent.attacker.go-on": "call-off"}
    second = {"attacker": "ussr", "battles": [{"at": "kent", "with": {"ivans": 1}}]}
    units = [*UNITS, ("ivans", "ussr", "infantry", 1, "london")]
    text = theater(
        units, [{"at": "kent", "with": {"jg": 2}}], MAP | {"london": {"kind": "land", "nation": "uk"}}, **{"later-turns": [second]}
    )
    assert "r1.kent.uk.retreat" not in play(text, rest=MISS, until="r2").asked  # strangers are in London
    text = two_turns({"attacker": "japan", "battles": []})
    played = play(text, answers=answers, rest=MISS)
    assert played.flights[("uk-fighter", "at home", "")] == 1
    assert [unit.at for unit in position_of(played.turn).units.values() if unit.id == "raf"] == ["london"]
    assert played.notes("34") == ["Japan makes no attacks"]
    assert all(not body["scope"].startswith("turn-2") for body in played.records if body["t"] == "round")


def test_42_an_attack_that_is_no_longer_possible_is_told_with_its_reason():
    dice = {"r1.kent.attacker.air.fighter-2": [1]}
    answers = {"r2.kent.attacker.go-on": "call-off"}
    played = play(two_turns(UK_TURN), dice, answers, rest=MISS)
    assert played.losses == [("UK", "fighter", 1)]
    assert played.notes("42") == ["the attack on France cannot be carried out: there is no raf any more (42)"]
    assert played.end == "Germany turn: 0 wins in 1 battle; UK turn: no attack"


# the position


def test_30_a_captured_space_changes_hands_and_attacking_aircraft_are_back_at_their_base():
    text = theater(UNITS, [{"at": "kent", "with": {"jg": 2}, "landing": {"jaeger": 2}}], MAP)
    dice = {"r1.kent.attacker.air.fighter-2": [1], "r1.kent.attacker.surface-6": [1], "r1.kent.attacker.surface-2": [1, 12]}
    played = play(text, dice, rest=MISS)
    position = position_of(played.turn)
    assert position.spaces["kent"].nation == "germany"
    places = {unit.id: unit.aboard or unit.at for unit in position.units.values()}
    assert places == {
        "jg": "france",
        "kg": "france",
        "bismarck": "north-sea",
        "prinz": "north-sea",
        "jaeger": "kent",
        "picket": "north-sea",
        "reserve": "london",
    }


def test_the_position_is_told_and_is_a_scenario_to_carry_on_from():
    text = theater(UNITS, [{"at": "north-sea", "with": {"bismarck": 1, "jg": 1}}], MAP)
    dice = {"r1.north-sea.defender.surface-6": [1]}
    played = play(text, dice, {"r2.north-sea.attacker.go-on": "call-off"}, rest=MISS)
    titles = [body["title"] for body in played.told("sheet")][-2:]
    assert titles == ["Position", "To continue from here, in a scenario"]
    lines = "\n".join(row[0] for row in played.told("sheet")[-1]["rows"])
    assert "  - {id: bismarck, nation: germany, type: battleship, at: north-sea,\n      damaged: true}" in lines
    said = "airwar: 1\nruleset: air-supremacy\ntitle: carried on\n"
    again = parse_scenario(f"{said}{lines}\n", "again.yaml").start.state
    assert again.units == position_of(played.turn).units


def test_the_position_fits_a_terminal_however_many_neighbors_a_space_has():
    coasts = {f"coast-of-the-north-{number}": {"kind": "land", "nation": "uk"} for number in range(9)}
    spaces = MAP | coasts | {"north-sea": {"kind": "sea", "adjacent": list(coasts)}}
    played = play(theater(UNITS, [{"at": "kent", "with": {"jg": 1}}], spaces), answers={CALL_OFF: "call-off"}, rest=MISS)
    lines = [row[0] for row in played.told("sheet")[-1]["rows"]]
    assert max(map(len, lines)) <= 78
    said = "airwar: 1\nruleset: air-supremacy\ntitle: carried on\n"
    again = parse_scenario("\n".join([said, *lines, ""]), "again.yaml").start.state
    assert {*again.spaces["north-sea"].adjacent} >= set(coasts)


NAVY = {"home": {"kind": "sea", "adjacent": ["sound", "bight"]}, "sound": {"kind": "sea"}, "bight": {"kind": "sea"}}
CALL_OFF = "r2.kent.attacker.go-on"


def british(damaged, answers, dice=(), nelson="home"):
    """Where Nelson and Rodney, equal battleships, are after a German attack on one of them, and their damage."""
    units = [("nelson", "uk", "battleship", 1, nelson), ("rodney", "uk", "battleship", 1, "home")]
    text = theater([*units, ("scheer", "germany", "battleship", 1, "sound")], [{"at": "home", "with": {"scheer": 1}}], NAVY)
    text = text.replace(f'"id": "{damaged}"', f'"id": "{damaged}", "damaged": true')
    played = play(text, dict(dice), answers | {"r2.home.attacker.go-on": "call-off"}, rest=MISS)
    return {unit.id: (unit.at, unit.damaged) for unit in position_of(played.turn).units.values() if unit.nation == "uk"}


def test_a_damaged_ship_keeps_its_name():
    """The other one stays sound, whichever is listed first: no ship is repaired in a turn."""
    assert british("rodney", {}) == {"nelson": ("home", 0), "rodney": ("home", 1)}
    assert british("nelson", {}) == {"nelson": ("home", 1), "rodney": ("home", 0)}


def test_a_ship_that_is_hit_in_its_place_keeps_its_name():
    """Nelson, in the bight, was damaged before; the ship that is damaged at home is Rodney."""
    hit = {"r1.home.attacker.surface-8": [1]}
    assert british("nelson", {}, hit, "bight") == {"nelson": ("bight", 1), "rodney": ("home", 1)}


def test_a_sound_ship_that_retreats_was_sound_before():
    """Nelson, listed first, is damaged and stays; it is Rodney that leaves."""
    answers = {"r1.home.uk.retreat": {"uk-battleship": 1}, "r1.home.uk.retreat-to-uk-battleship": {"bight": 1}}
    assert british("nelson", answers) == {"nelson": ("home", 1), "rodney": ("bight", 0)}


def test_troops_that_went_down_with_their_transport_are_not_those_ashore():
    """Equal troops, but those of the transport that was sunk are lost."""
    spaces = {
        "strait": {"kind": "sea", "adjacent": ["crete", "port"]},
        "port": {"kind": "sea"},
        "crete": {"kind": "land", "nation": "uk"},
    }
    units = [("ship-1", "germany", "transport", 1, "port"), ("ship-2", "germany", "transport", 1, "port")]
    units += [("first", "germany", "infantry", 2, "@ship-1"), ("second", "germany", "infantry", 2, "@ship-2")]
    units += [("picket", "uk", "destroyer", 1, "strait"), ("guard", "uk", "infantry", 1, "crete")]
    attacks = [{"at": "strait", "with": {"ship-1": 1, "ship-2": 1}}]
    attacks += [{"at": "crete", "after": "strait", "landing": {"first": 2, "second": 2}}]
    dice = {"r1.strait.defender.surface-6": [1], "r2.crete.attacker.surface-2": [1, 12]}
    played = play(theater(units, attacks, spaces), dice, {"r1.strait.attacker.losses-surface": {"ship-1": 1}}, rest=MISS)
    assert {unit.id: unit.at for unit in position_of(played.turn).units.values() if unit.type == "infantry"} == {"second": "crete"}


def test_units_of_one_entry_in_two_places_get_an_id_each():
    spaces = MAP | {"london": {"kind": "land", "nation": "uk", "adjacent": ["kent"]}}
    text = theater(UNITS, [{"at": "kent", "with": {"jg": 2}}], spaces)
    answers = {"r1.kent.uk.retreat": {"uk-infantry": 1}, "r2.kent.attacker.go-on": "call-off"}
    played = play(text, answers=answers, rest=MISS)
    where = {unit.id: (unit.at, unit.count) for unit in position_of(played.turn).units.values() if unit.id.startswith("guard")}
    assert where == {"guard": ("kent", 1), "guard-2": ("london", 1)}


# aircraft under way when the file begins


def test_24_nobody_is_bound_for_a_space_that_is_not_next_to_his_base():
    with pytest.raises(BadScenario, match="North Sea is out of reach of London"):
        play(under_way('"bound-for": "north-sea"'))


def under_way(said):
    text = theater(UNITS, [{"at": "kent", "with": {"jg": 1}}], MAP)
    return text.replace('"type": "dogfighter",', f'"type": "dogfighter", {said},')


def test_26_aircraft_that_were_dispatched_before_the_file_begins_arrive_in_round_1():
    played = play(under_way('"bound-for": "kent"'), rest=MISS, until="r1.kent.attacker")
    assert played.force("kent") == {"uk-infantry": 2, "uk-fighter": 1, "uk-dogfighter": 1}
    assert played.offered("r1.kent.uk.ground") == {"uk-fighter": 1}  # they are committed to this round


def test_32_aircraft_that_fly_back_when_the_file_begins_are_home_in_round_2():
    text = under_way('"returning": true')
    played = play(text, rest=MISS, until="r3")
    assert "r1.london.uk.dispatch" not in played.asked
    assert "r2.london.uk.dispatch" in played.asked


def test_33_the_battle_they_were_dispatched_to_may_be_over():
    text = under_way('"bound-for": "north-sea"').replace('"london": {\n', '"london": {\n   "adjacent": ["north-sea"],\n', 1)
    played = play(text, rest=MISS, until="r3")
    assert "r1.london.uk.dispatch" not in played.asked
    assert "r2.london.uk.dispatch" in played.asked
