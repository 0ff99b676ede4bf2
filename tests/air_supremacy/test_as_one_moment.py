"""Whole turns by their scripts: a round ends in all battles at one moment, units are entries and not counts, and land is taken by
troops and by nothing else. Each is a file in `cases`, with its answers and dice."""

import pytest
from as_table import MISS, play, theater
from test_as_cases import case, problems_of

from airwar.api import fight
from airwar.rulesets.air_supremacy.show import position_of, turn_in
from airwar.setup.loading import parse_scenario


class Fought:
    """A turn that was fought by its script."""

    def __init__(self, text, seed=2, log=None):
        self.scenario = parse_scenario(text, "case.yaml")
        battle = fight(self.scenario, seed, log)
        self.records = [record.content for record in battle.log.records]
        self.asked = {record["key"]: record for record in self.records if record["t"] in ("choice", "roll")}
        self.rows = [row for row in self.records[-1]["position"] if row[4] != ["eliminated"]]
        self.end = battle.result

    def where(self, unit):
        """Where a unit is, and how many of it."""
        return {row[1]: row[3] for row in self.rows if row[2] == unit}

    def notes(self, rule):
        return [record["text"] for record in self.records if record.get("what") == "note" and record["rule"] == rule]

    @property
    def losses(self):
        return [(record["side"], record["unit"], record["count"]) for record in self.records if record.get("what") == "loss"]


def fought(name, seed=2, edit=lambda text: text):
    return Fought(edit(case(name)), seed)


# entries, not counts


@pytest.mark.parametrize("name", ["one-and-two-aboard-land-in-java", "two-and-one-aboard-land-in-java"])
def test_41_all_infantry_aboard_two_transports_land(name):
    played = play(case(name), rest=MISS, until="r3")
    assert played.offered("r2.java.attacker.pass-through") == ["attack", "stay", "attack-in-part"]
    assert played.force("java", "attackers") == {"japan-infantry-ashore": 3}
    assert played.turn.lost()["japan", "infantry"] == (3, 0)
    part = {"r2.java.attacker.pass-through": "attack-in-part", "r2.java.attacker.pass-through-with": {"japan-infantry-ashore": 2}}
    some = play(case(name), answers=part, rest=MISS, until="r3")
    assert some.offered("r2.java.attacker.pass-through-with") == {"japan-infantry-ashore": 3}
    assert some.force("java", "attackers") == {"japan-infantry-ashore": 2}
    assert some.turn.lost()["japan", "infantry"] == (3, 0)


def test_38_the_ship_that_was_ordered_there_is_the_one_that_sinks():
    played = fought("bismarck-and-tirpitz")
    assert (played.where("bismarck"), played.where("tirpitz")) == ({}, {"b": 1})


SQUADRON = [("bismarck", "germany", "battleship", 1, "sea"), ("tirpitz", "germany", "battleship", 1, "sea")]


def test_4_the_owner_says_which_of_two_ships_that_fight_alike_was_hit():
    units = [*SQUADRON, ("hood", "uk", "battleship", 1, "sea")]
    text = theater(units, [{"at": "sea", "with": {"bismarck": 1, "tirpitz": 1}}], {"sea": {"kind": "sea"}})
    dice = {"r1.sea.defender.surface-8": [1], "r2.sea.defender.surface-8": [1]}
    played = play(text, dice, {"r1.sea.attacker.losses-of-germany-battleship": {"tirpitz": 1}}, rest=MISS, until="r3")
    assert played.asked["r1.sea.attacker.losses-of-germany-battleship"].by == "germany"
    (sunk,) = [key for key in played.asked if key == "r2.sea.attacker.losses-surface"]
    assert played.offered(sunk) == {"germany-battleship": 1, "germany-battleship-damaged": 1}
    units = position_of(played.turn).units
    assert {name: units[name].damaged for name in ("bismarck", "tirpitz")} == {"bismarck": True, "tirpitz": True}


@pytest.mark.parametrize(
    ("second", "left"),
    [({"uk-battleship": 1}, {"uk-battleship damaged": 2}), ({"uk-battleship-damaged": 1}, {"uk-battleship": 1})],
)
def test_4_a_sound_and_a_damaged_ship_of_one_entry_take_their_hits(second, left):
    units = [("revenge", "uk", "battleship", 2, "sea"), ("z", "germany", "destroyer", 1, "gulf")]
    spaces = {"sea": {"kind": "sea", "adjacent": ["gulf"]}, "gulf": {"kind": "sea"}}
    dice = {f"r{number}.sea.attacker.surface-6": [1] for number in (1, 2)}
    text = theater(units, [{"at": "sea", "with": {"z": 1}}], spaces)
    played = play(text, dice, {"r2.sea.defender.losses-surface": second}, rest=MISS, until="r3")
    assert played.force("sea") == left


def test_22_ships_that_stay_and_ships_that_leave_are_asked_about_each_under_a_key():
    units = [(name, "uk", "destroyer", 1, "sea") for name in ("ajax", "bold", "cygnet", "dart")]
    units += [("z", "germany", "destroyer", 3, "gulf")]
    spaces = {"sea": {"kind": "sea", "adjacent": ["gulf", "port"]}, "gulf": {"kind": "sea"}, "port": {"kind": "sea"}}
    key = "r1.sea.defender.losses-of-uk-destroyer"
    answers = {
        "r1.sea.uk.retreat": {"uk-destroyer": 2},
        "r1.sea.defender.losses-surface": {"uk-destroyer": 1, "uk-destroyer-leaving": 1},
        key: {"dart": 1},
        f"{key}-leaving": {"bold": 1},
    }
    text = theater(units, [{"at": "sea", "with": {"z": 2}}], spaces)
    played = play(text, {"r1.sea.attacker.surface-6": [1, 1]}, answers, rest=MISS, until="r2")
    assert (played.offered(key), played.offered(f"{key}-leaving")) == ({"cygnet": 1, "dart": 1}, {"ajax": 1, "bold": 1})
    assert len(played.keys) == len(set(played.keys))
    assert {unit: one.at for unit, one in position_of(played.turn).units.items() if one.nation == "uk"} == {
        "ajax": "port",
        "cygnet": "sea",
    }


def test_22_ships_of_an_entry_that_stay_are_not_lost_with_the_one_that_leaves():
    """Ajax and one of three of the flotilla leave; one of the two is hit."""
    units = [
        ("ajax", "uk", "destroyer", 1, "sea"),
        ("flotilla", "uk", "destroyer", 3, "sea"),
        ("z", "germany", "destroyer", 1, "gulf"),
    ]
    spaces = {"sea": {"kind": "sea", "adjacent": ["gulf", "port"]}, "gulf": {"kind": "sea"}, "port": {"kind": "sea"}}
    answers = {"r1.sea.uk.retreat": {"uk-destroyer": 2}, "r1.sea.defender.losses-surface": {"uk-destroyer-leaving": 1}}
    text = theater(units, [{"at": "sea", "with": {"z": 1}}], spaces)
    played = play(text, {"r1.sea.attacker.surface-6": [1]}, answers, rest=MISS, until="r1.sea.defender.surface")
    assert played.offered("r1.sea.defender.losses-of-uk-destroyer-leaving") == {"ajax": 1, "flotilla": 1}
    assert played.force("sea") == {"uk-destroyer": 2, "uk-destroyer leaving": 1}


def test_4_nobody_is_asked_which_of_several_infantry_is_lost():
    units = [("a", "germany", "infantry", 1, "camp"), ("b", "germany", "infantry", 1, "camp"), ("d", "uk", "infantry", 1, "field")]
    text = theater(units, [{"at": "field", "with": {"a": 1, "b": 1}}])
    played = play(text, {"r1.field.defender.surface-4": [1]}, rest=MISS, until="r2")
    assert not [key for key in played.asked if "losses" in key]
    assert sorted(position_of(played.turn).units) == ["a", "d"]  # the entry whose id comes last is lost


def test_21_a_ship_called_like_its_type_is_told_from_the_others():
    played = fought("ship-called-like-its-type")
    assert played.asked["r1.a.defender.losses-surface"]["options"] == {"uk-transport": 1, "uk-transport-others": 1}
    assert played.where("uki") == {"a": 2}


def test_21_carriers_of_one_entry_are_ships_of_their_own_whoever_moves():
    units = [
        ("cv", "uk", "aircraft-carrier", 2, "sea"),
        ("f", "uk", "fighter", 3, "@cv"),
        ("u-boat", "germany", "submarine", 1, "sea"),
    ]
    position = parse_scenario(theater(units, [], {"sea": {"kind": "sea"}}), "test.yaml").start.state
    assert {name: (unit.count, unit.at or unit.aboard) for name, unit in position.units.items()} == {
        "cv": (1, "sea"),
        "cv-2": (1, "sea"),
        "f": (2, "cv"),
        "f-2": (1, "cv-2"),
        "u-boat": (1, "sea"),
    }


# one moment


def test_22_aircraft_that_retreat_at_one_moment_share_the_decks():
    """One place is free on Argus, and only Eagle's fighter has nowhere else to go."""
    answers = {"r1.malta.uk.retreat": {"uk-fighter-malta": 1}, "r1.med.uk.retreat": {"uk-destroyer": 1, "uk-dogfighter": 1}}
    played = play(case("two-fighters-for-one-deck"), answers=answers, rest=MISS, until="r2")
    retreat = played.asked["r1.malta.uk.retreat-to-uk-fighter-malta"]
    assert retreat.refuses({"argus": 1, "gozo": 0}) == "other aircraft need that place on deck (21)"
    assert played.flights[("uk-fighter-gozo", "out for the turn", "")] == 1
    assert played.flights[("uk-dogfighter-argus", "out for the turn", "")] == 1


def test_21_the_place_of_a_dispatched_fighter_is_kept_when_both_leave():
    played = fought("guest-and-host-leave-malta")
    aboard = [row for row in played.rows if "aboard=argus" in row[4]]
    assert sum(row[3] for row in aboard) == 2
    assert played.where("malta-fighter") == {"gozo": 1}


def test_21_homeless_fighters_in_two_zones_all_land():
    played = fought("two-homeless-fighters-in-two-zones")
    assert played.where("z") == {"d": 2}
    assert played.losses == [("UK", "transport", 1), ("UK", "transport", 1), ("Germany", "aircraft carrier", 1)]


def test_30_a_returning_and_a_retreating_fighter_of_a_sunk_carrier_both_land():
    played = fought("one-returns-and-one-retreats")
    assert played.where("f") == {"l": 2}
    assert [note for note in played.notes("37") + played.notes("36") if "which is lost" in note] == [
        "flying back to Ark, which is lost: 1 British fighter",
        "flying back to Ark, which is lost, out for the turn: 1 British fighter",
    ]


def test_43_land_changes_hands_when_its_battle_ends_and_not_when_bystanders_leave_it_later():
    """A US fighter is in Burma when the Soviets there are beaten. It flies to sea in round 2, where the battle is over then."""
    spaces = {
        "burma": {"kind": "land", "nation": "usa", "adjacent": ["sea", "siam"]},
        "sea": {"kind": "sea"},
        "siam": {"kind": "land", "nation": "japan"},
    }
    units = [
        ("army", "japan", "infantry", 3, "siam"),
        ("ivans", "ussr", "infantry", 1, "burma"),
        ("tigers", "usa", "fighter", 1, "burma"),
        ("boat", "usa", "destroyer", 1, "sea"),
        ("dd", "japan", "destroyer", 1, "sea"),
    ]
    attacks = [{"at": "burma", "with": {"army": 3}, "defenders": ["ussr"]}, {"at": "sea", "with": {"dd": 1}}]
    dice = {"r1.burma.attacker.surface-2": [1, 12, 12], "r2.sea.attacker.surface-6": [12], "r2.sea.defender.surface-6": [1]}
    text = theater(units, attacks, spaces, attacker="japan")
    played = play(text, dice, {"r2.burma.usa.dispatch": {"fighter-to-sea": 1}}, rest=MISS)
    assert played.turn.holder("burma") == "usa"
    assert position_of(played.turn).units["tigers"].at == "burma"


def test_41_aircraft_sent_to_an_invaded_space_are_there_before_it_is_taken():
    played = fought("fighter-flies-ahead-of-the-landing")
    assert "arriving at L: 1 British fighter" in played.notes("26")
    assert not played.notes("33")


@pytest.mark.parametrize("name", ["refuge-attacked-in-the-same-round", "refuge-attacked-in-the-same-round-2"])
def test_34_a_zone_that_was_attacked_when_the_retreat_was_declared_is_no_refuge(name):
    played = fought(name)
    assert "r1.y.uk.retreat-to-uk-destroyer" not in played.asked
    assert played.where("kx") == {"x": 1}
    assert played.where("ky") == {"y": 1, "z": 1}


@pytest.mark.parametrize("name", ["eagle-sinks-and-argus-is-free", "eagle-sinks-and-argus-is-free-2"])
def test_34_all_battles_of_a_round_are_over_before_anybody_looks_for_a_deck(name):
    played = fought(name)
    assert [row[4] for row in played.rows if row[2] == "f"] == [["aboard=argus", "out-for=germany"]]


def test_34_of_two_entries_for_one_place_the_first_lands_and_the_other_is_lost():
    more = "  - {id: g, nation: uk, type: fighter, aboard: eagle}\n  - {id: held, nation: uk, type: dive-bomber, aboard: argus}\n"
    text = case("eagle-sinks-and-argus-is-free").replace("  - {id: argus,", f"{more}  - {{id: argus,")
    played = Fought(text.replace('"r1.x.defender.surface-6": [1, 12]', '"r1.x.defender.surface-6": [1, 12, 12]'))
    assert (played.where("f"), played.where("g")) == ({"y": 1}, {})
    assert [lost for lost in played.losses if lost[1] == "fighter"] == [("UK", "fighter", 1)]


def test_36_a_fighter_whose_carrier_has_moved_is_a_guest_where_it_was():
    """Ark retreats from B to C; her fighter is dispatched back to B, and leaves it for Ark and nowhere else."""
    played = fought("carrier-moves-and-its-fighter-comes-back")
    assert "r6.b.uk.retreat-to-uk-fighter" not in played.asked
    assert [row[4] for row in played.rows if row[2] == "f"] == [["aboard=ark", "out-for=germany"]]
    text = case("carrier-moves-and-its-fighter-comes-back").replace(
        '"r4.*.uk.dispatch": all', '"r4.ark.uk.dispatch": {fighter-to-b: 1}'
    )
    assert Fought(text).rows == played.rows


# who holds a space


def test_30_an_air_raid_takes_nothing():
    played = fought("raid-empties-malta")
    assert played.where("e1") == {"malta": 1}


def test_43_a_space_with_bystanders_is_not_taken():
    turn = play(case("british-bystanders-in-persia"), {"r1.persia.attacker.surface-2": [1, 12]}, rest=MISS).turn
    assert position_of(turn).spaces["persia"].nation == "uk"


@pytest.mark.parametrize(
    ("germans", "attacker", "holder"), [(2, "germany", "germany"), (2, "italy", "italy"), (1, "germany", "italy")]
)
def test_43_a_space_goes_to_the_nation_with_the_most_troops_and_of_equals_to_the_attacker(germans, attacker, holder):
    troops = {"germany": germans, "italy": 2}
    units = [(nation[0], nation, "infantry", number, "camp") for nation, number in troops.items()]
    attack = {"at": "field", "with": {nation[0]: number for nation, number in troops.items()}}
    other = next(nation for nation in troops if nation != attacker)
    text = theater([*units, ("d", "uk", "infantry", 1, "field")], [attack], **{"moving-with": [other]})
    text = text.replace('"attacker": "germany"', f'"attacker": "{attacker}"')
    turn = play(text, {"r1.field.attacker.surface-2": [1] * (germans + 2)}, rest=MISS).turn
    assert position_of(turn).spaces["field"].nation == holder


def test_41_troops_walk_in_where_a_raid_has_left_nobody():
    dice = {"r1.java-sea.attacker.surface-8": [1], "r1.java.attacker.surface-8": [1, 1]}
    text = case("raid-then-landing-in-java").replace("  - {id: tf, nation: uk, type: fighter, count: 1, at: timor}\n", "")
    turn = play(text, dice, rest=MISS).turn
    position = position_of(turn)
    assert (position.spaces["java"].nation, position.spaces["java-sea"].nation) == ("japan", "")
    assert position.units["p1"].at == "java"


def test_41_the_fighter_that_was_sent_to_the_raid_meets_the_landing():
    played = play(case("raid-then-landing-in-java"), {"r1.java-sea.attacker.surface-8": [1], "r1.java.attacker.surface-8": [1, 1]},
                  {"r1.timor.uk.dispatch": {"fighter-to-java": 1}}, rest=MISS, until="r3")  # fmt: skip
    assert played.force("java") == {"uk-fighter": 1}
    assert played.turn.holder("java") == "uk"


def test_22_a_zone_that_a_fleet_has_left_is_a_refuge():
    dice = {"r1.a.attacker.surface-6": [1, 1]}
    played = play(case("fleet-leaves-an-empty-zone"), dice, rest=MISS, until="r4")
    assert played.offered("r3.b.uk.retreat") == {"uk-destroyer": 2}


@pytest.mark.parametrize("turned", [False, True])
def test_39_whoever_has_just_come_to_a_zone_does_not_go_on_from_there(turned):
    """Two fleets of one entry cross: one is sunk at b, and what comes from a does not stand in for it on its way to a."""
    spaces = {"a": {"kind": "sea", "adjacent": ["b"]}, "b": {"kind": "sea"}, "port": {"kind": "sea"}}
    units = [("z", "germany", "destroyer", 3, "port"), ("ajax", "uk", "destroyer", 1, "a"), ("bold", "uk", "destroyer", 1, "b")]
    attacks = [{"at": "a", "with": {"z": 2}}, {"at": "b", "with": {"z": 1}}]
    later = [{"at": "b", "after": "a", "with": {"z": 1}}, {"at": "a", "after": "b", "with": {"z": 1}}]
    text = theater(units, [*attacks, *(later[::-1] if turned else later)], spaces)
    dice = {"r1.b.defender.surface-6": [1]}
    played = play(text, dice, rest=MISS, until="r2.a.attacker.surface")
    assert "r2.b.attacker.pass-through" in played.asked
    assert "r2.a.attacker.pass-through" not in played.asked
    assert (played.force("a", "attackers"), played.force("b", "attackers")) == ({"germany-destroyer": 1}, {"germany-destroyer": 1})


def test_43_of_two_nations_the_one_with_more_troops_takes_a_space():
    units = [("a", "germany", "infantry", 1, "camp"), ("b", "italy", "infantry", 2, "camp"), ("d", "uk", "infantry", 1, "field")]
    text = theater(units, [{"at": "field", "with": {"a": 1, "b": 2}}], **{"moving-with": ["italy"]})
    turn = play(text, {"r1.field.attacker.surface-2": [1, 1, 1]}, rest=MISS).turn
    assert position_of(turn).spaces["field"].nation == "italy"


def test_21_land_that_was_friendly_all_along_takes_homeless_aircraft_and_captured_land_does_not():
    """US troops beat the Soviets in Luzon, which is theirs, and take Cebu; a fighter of the sunk Lexington is over the sea."""
    spaces = {
        "sea": {"kind": "sea", "adjacent": ["luzon", "cebu", "leyte"]},
        "luzon": {"kind": "land", "nation": "usa"},
        "cebu": {"kind": "land", "nation": "ussr"},
        "leyte": {"kind": "land", "nation": "usa", "adjacent": ["luzon", "cebu"]},
    }
    units = [
        ("army", "usa", "infantry", 4, "leyte"),
        ("ivans", "ussr", "infantry", 1, "luzon"),
        ("yaks", "ussr", "fighter", 1, "luzon"),
        ("guards", "ussr", "infantry", 1, "cebu"),
        ("boat", "ussr", "destroyer", 1, "sea"),
        ("lexington", "usa", "aircraft-carrier", 1, "sea"),
        ("wildcat", "usa", "fighter", 1, "@lexington"),
    ]
    attacks = [
        {"at": "luzon", "with": {"army": 2}},
        {"at": "cebu", "with": {"army": 2}},
        {"at": "sea", "with": {"lexington": 1, "wildcat": 1}},
    ]
    dice = {f"r1.{space}.attacker.surface-2": [1, 1] for space in ("luzon", "cebu")}
    dice |= {"r1.sea.attacker.surface-6": [1], "r1.sea.defender.surface-6": [1]}
    text = theater(units, attacks, spaces, attacker="usa")
    played = play(text, dice, rest=MISS)
    assert [played.turn.holder(space) for space in ("luzon", "cebu")] == ["usa", "usa"]
    assert list(played.offered("r1.sea.usa.land")) == ["usa-fighter-to-leyte", "usa-fighter-to-luzon"]


def test_43_land_of_a_friend_stays_his():
    spaces = {"field": {"kind": "land", "nation": "italy"}, "camp": {"kind": "land", "nation": "germany"}}
    units = [("a", "germany", "infantry", 1, "camp"), ("d", "uk", "infantry", 1, "field")]
    turn = play(theater(units, [{"at": "field", "with": {"a": 1}}], spaces), {"r1.field.attacker.surface-2": [1]}, rest=MISS).turn
    assert position_of(turn).spaces["field"].nation == "italy"


@pytest.mark.parametrize("way", ["with", "landing"])
def test_41_troops_take_land_that_nobody_defends_without_a_fight(way):
    spaces = {"sea": {"kind": "sea", "adjacent": ["isle"]}, "isle": {"kind": "land", "nation": "uk"}, "camp": {"kind": "land"}}
    place = "@tug" if way == "landing" else "camp"
    units = [("tug", "germany", "transport", 1, "sea"), ("a", "germany", "infantry", 1, place)]
    played = play(theater(units, [{"at": "isle", way: {"a": 1}}], spaces))
    assert (played.end, position_of(played.turn).spaces["isle"].nation) == ("attacker wins", "germany")
    ordered = play(theater(units, [], spaces), answers={"attack-1.at": "isle"})
    assert ordered.end == "attacker wins"


# two fleets


FLEETS = {
    "north": {"kind": "sea", "adjacent": ["isle"]},
    "south": {"kind": "sea", "adjacent": ["isle"]},
    "isle": {"kind": "land", "nation": "uk"},
}
TWO_FLEETS = [
    *((f"tug-{zone}", "japan", "transport", 1, zone) for zone in ("north", "south")),
    *((f"army-{zone}", "japan", "infantry", 2, f"@tug-{zone}") for zone in ("north", "south")),
    *((f"picket-{zone}", "uk", "submarine", 1, zone) for zone in ("north", "south")),
    ("guard", "uk", "infantry", 1, "isle"),
]
LANDINGS = [
    *({"at": zone, "with": {f"tug-{zone}": 1}} for zone in ("north", "south")),
    *({"at": "isle", "after": zone, "landing": {f"army-{zone}": 2}} for zone in ("north", "south")),
]


def test_39_two_fleets_pass_into_one_second_space():
    text = theater(TWO_FLEETS, LANDINGS, FLEETS, attacker="japan")
    played = play(text, rest=MISS, until="r3")
    assert played.force("isle", "attackers") == {"japan-infantry-ashore": 4}
    assert played.notes("41") == ["Isle is under attack"]
    assert "Isle: the fleet joins the attack" in played.notes("40")
    alone = play(text, answers={"r2.isle.attacker.pass-through-from-north": "stay"}, rest=MISS, until="r3")
    assert alone.force("isle", "attackers") == {"japan-infantry-ashore": 2}
    stay = {f"r2.isle.attacker.pass-through-from-{zone}": "stay" for zone in ("north", "south")}
    assert play(text, answers=stay, rest=MISS, until="r3").turn.battle("isle").result == "not attacked"


# orders


def test_41_an_army_does_not_wait_for_a_fleet():
    assert problems_of(case("army-waits-for-the-fleet")) == [
        "army attacks by land, so not after a battle at sea; only ships, their troops and aircraft follow one (41)"
    ]


def test_43_aircraft_arrive_where_any_of_the_nations_attacked_are_friends():
    turn = turn_in(parse_scenario(case("bound-for-two-groups"), "case.yaml").start.state)
    assert [line.kind.unit for line in turn.battle("andaman").defenders if line.guest] == ["jf"]


def test_38_a_prepared_attack_goes_ahead_with_what_is_left():
    dice = {"r1.a.defender.surface-6": [12, 12, 12], "r1.a.attacker.surface-6": [1]}
    answers = {"r2.a.attacker.go-on": "call-off"}
    played = play(case("later-attack-with-fewer-ships"), dice, answers, rest=MISS, until="turn-2.r2")
    assert played.notes("42") == ["the attack on B goes ahead without 1 k"]
    assert played.force("b", "attackers") == {"uk-destroyer": 2}


def test_43_a_later_attack_that_could_not_be_made_now_is_noted():
    text = case("later-attack-with-fewer-ships").replace(
        "  - {id: gb,", "  - {id: ub, nation: ussr, type: destroyer, at: b}\n  - {id: gb,"
    )
    notes = [note.text for note in parse_scenario(text, "case.yaml").notes]
    assert any("as the units stand now, the attack would not be legal: USSR and Germany are in B" in note for note in notes)


def test_46_dice_of_support_fire_are_scripted_by_their_own_key():
    assert fought("support-dice-by-key").asked["r1.great-britain.attacker.support-8"]["source"] == "scripted"


def test_46_support_hits_fall_first_so_that_none_is_wasted():
    dice = {"r1.l.attacker.support-8": [1], "r1.l.attacker.surface-2": [1]}
    played = play(case("support-hits-first"), dice, rest=MISS, until="r2")
    assert played.losses == [("UK", "infantry", 1), ("UK", "fighter", 1)]
