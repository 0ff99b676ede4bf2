"""Orders at the table, fleets that pass through, retreats and landings (rules 21, 22, 30, 39 to 48), each offer compared whole."""

import pytest
from as_table import BAY_SPACES as SPACES
from as_table import BAY_UNITS, MISS, bay, play, theater
from test_as_attacker import ASHORE, AT_SEA, fleet
from test_as_cases import problems_of
from test_as_turns import MAP
from test_as_turns import UNITS as CHANNEL

from airwar.rulesets.air_supremacy.retreat import cannot_retreat, home_lost
from airwar.rulesets.air_supremacy.show import position_of
from airwar.rulesets.air_supremacy.units import Line


def question(played, key):
    asked = played.asked[key]
    return dict(asked.items), asked.least, asked.most, {name: number for name, number in asked.default.items() if number}


# orders


def at_the_table(answers, until, units=CHANNEL, spaces=MAP, **more):
    return play(theater(units, [], spaces, **more), answers=answers, until=until)


def test_42_the_spaces_that_can_be_attacked_and_the_facts_about_them():
    played = at_the_table({}, "attack-1.at")
    asked = played.asked["attack-1.at"]
    assert (list(asked.options), asked.default, asked.by, asked.optional) == (
        ["done", "north-sea", "kent", "london"],
        "done",
        "germany",
        True,
    )
    assert asked.facts() == {f"open.{space}": int(space in ("north-sea", "kent", "london")) for space in MAP}
    assert "3" in asked.about()


def test_43_friends_of_the_attacker_are_not_attacked():
    units = [*CHANNEL, ("regia", "italy", "infantry", 1, "france"), ("vichy", "italy", "infantry", 1, "kent")]
    played = at_the_table({}, "attack-1.at", units)
    assert list(played.asked["attack-1.at"].options) == ["done", "north-sea", "kent", "london"]


def test_39_a_carrier_whose_aircraft_wait_aboard_for_a_second_space_does_not_fight_in_the_first_round():
    zones = {"a": {"kind": "sea", "adjacent": ["b", "c"]}, "b": {"kind": "sea"}, "c": {"kind": "sea"}}
    units = [("escort", "germany", "destroyer", 1, "a"), ("others", "germany", "destroyer", 2, "a")]
    units += [("graf", "germany", "aircraft-carrier", 1, "a"), ("jg", "germany", "fighter", 2, "@graf")]
    units += [(f"picket-{zone}", "uk", "destroyer", 1, zone) for zone in zones]
    answers = {"attack-1.at": "a", "attack-1.with": {"escort": 1}}
    answers |= {"attack-2.at": "b", "attack-2.after": "a", "attack-2.with": {"escort": 1, "jg": 2}, "attack-3.at": "c"}
    asked = at_the_table(answers, "attack-3.with", units, zones).asked["attack-3.with"]
    why = "jg waits aboard graf for a second space, so it does not fight in the first round (39)"
    assert (asked.items, asked.refuses({"graf": 1})) == ({"others": 2}, why)


def test_39_aircraft_that_wait_aboard_for_a_second_space_are_not_free_for_a_third():
    zones = {"a": {"kind": "sea", "adjacent": ["b", "c"]}, "b": {"kind": "sea"}, "c": {"kind": "sea"}}
    units = [("graf", "germany", "aircraft-carrier", 1, "a"), ("jg", "germany", "fighter", 2, "@graf")]
    units += [("others", "germany", "destroyer", 2, "a"), *((f"picket-{zone}", "uk", "destroyer", 1, zone) for zone in zones)]
    answers = {"attack-1.at": "a", "attack-1.with": {"graf": 1, "jg": 1}, "attack-2.at": "b", "attack-2.after": "a"}
    answers |= {"attack-2.with": {"graf": 1, "jg": 2}, "attack-3.at": "c"}
    asked = at_the_table(answers, "attack-3.with", units, zones).asked["attack-3.with"]
    assert asked.items == {"others": 2}


def test_42_a_space_that_nothing_can_reach_is_not_offered():
    ships = [unit for unit in CHANNEL if unit[2] not in ("fighter", "bomber") or unit[1] == "uk"]
    played = at_the_table({}, "attack-1.at", ships)
    assert list(played.asked["attack-1.at"].options) == ["done", "north-sea", "kent"]  # troops land in Kent; London is inland


FIRST = {"attack-1.at": "north-sea", "attack-1.with": {"bismarck": 1, "prinz": 1}}


def test_39_a_space_can_be_attacked_at_once_or_after_a_battle_next_to_it():
    played = at_the_table(FIRST | {"attack-2.at": "kent"}, "attack-2.after")
    assert list(played.asked["attack-2.at"].options) == ["done", "kent", "london"]
    assert list(played.asked["attack-2.after"].options) == ["no", "north-sea"]
    assert played.asked["attack-2.after"].refuses("mars") == "Kent cannot be attacked after 'mars' with what is free (39)"
    assert "is not a sea zone attacked above; a fleet passes through one (39)" in played.asked["attack-2.after"].refuses("london")
    after = FIRST | {"attack-2.at": "kent", "attack-2.after": "north-sea", "attack-2.with": {}, "attack-2.landing": {"jaeger": 2}}
    again = at_the_table(after | {"attack-2.support": {}, "attack-3.at": "kent"}, "attack-3.with")
    assert list(again.asked["attack-3.at"].options) == ["done", "kent", "london"]
    assert "attack-3.after" not in again.asked  # there is only one way left: at once
    assert question(again, "attack-3.with") == ({"jg": 2, "kg": 1}, 1, 3, {"jg": 1})


def test_46_what_is_offered_for_a_landing():
    played = at_the_table(
        {"attack-1.at": "kent", "attack-1.with": {"jg": 1}, "attack-1.landing": {"jaeger": 1}}, "attack-1.support"
    )
    assert question(played, "attack-1.with") == ({"jg": 2, "kg": 1}, 0, 3, {})
    assert question(played, "attack-1.landing") == ({"jaeger": 2}, 0, 2, {})
    assert question(played, "attack-1.support") == ({"bismarck": 1}, 0, 1, {})
    assert all(played.asked[f"attack-1.{field}"].optional for field in ("with", "landing", "support"))


def test_46_without_anybody_else_somebody_must_land():
    played = at_the_table({"attack-1.at": "kent", "attack-1.with": {}}, "attack-1.landing")
    assert question(played, "attack-1.landing") == ({"jaeger": 2}, 1, 2, {"jaeger": 1})


def test_42_without_a_landing_somebody_must_attack_and_no_ship_supports():
    played = at_the_table({"attack-1.at": "london", "attack-1.with": {"jg": 1}}, "attack-2.at")
    assert question(played, "attack-1.with") == ({"jg": 2, "kg": 1}, 1, 3, {"jg": 1})
    assert "attack-1.landing" not in played.asked
    assert "attack-1.support" not in played.asked
    none_land = {"attack-1.at": "kent", "attack-1.with": {"jg": 1}, "attack-1.landing": {}}
    assert "attack-1.support" not in at_the_table(none_land, "attack-2.at").asked


def test_39_the_usual_fleet_has_a_ship_and_ships_with_cargo_are_named_one_by_one():
    units = [*CHANNEL, ("convoy", "uk", "destroyer", 1, "channel")]
    spaces = MAP | {"north-sea": {"kind": "sea", "adjacent": ["kent", "channel"]}}
    pair = [(*unit[:3], 2, unit[4]) if unit[0] == "bismarck" else unit for unit in units]
    answers = FIRST | {"attack-1.with": {"bismarck": 2, "jg": 1}, "attack-2.at": "channel", "attack-2.after": "north-sea"}
    played = at_the_table(answers, "attack-2.with", pair, spaces)
    assert played.asked["attack-2.after"].optional
    assert question(played, "attack-2.with") == ({"jg": 1, "kg": 1, "bismarck": 2}, 1, 4, {"bismarck": 1})
    two = [(*unit[:3], 2, unit[4]) if unit[0] == "prinz" else unit for unit in units if unit[0] != "bismarck"]
    played = at_the_table({"attack-1.at": "north-sea"}, "attack-1.with", two, spaces)
    assert {name: number for name, number in question(played, "attack-1.with")[0].items() if "prinz" in name} == {
        "prinz": 1,
        "prinz-2": 1,
    }


def test_43_of_strangers_in_one_space_a_group_is_chosen():
    units = [*CHANNEL, ("ivans", "ussr", "infantry", 1, "kent"), ("yanks", "usa", "infantry", 1, "kent")]
    played = at_the_table({"attack-1.at": "kent", "attack-1.defenders": "uk", "attack-1.with": {"jg": 1}}, "attack-2.at", units)
    assert list(played.asked["attack-1.defenders"].options) == ["uk", "ussr", "all"]
    assert played.turn.battle("kent").nations == ("uk", "usa")
    other = at_the_table({"attack-1.at": "kent", "attack-1.defenders": "ussr", "attack-1.with": {"jg": 1}}, "attack-2.at", units)
    assert other.turn.battle("kent").nations == ("ussr",)
    both = at_the_table({"attack-1.at": "kent", "attack-1.defenders": "all", "attack-1.with": {"jg": 1}}, "attack-2.at", units)
    assert both.turn.battle("kent").nations == ("uk", "ussr", "usa")


def test_43_attacks_on_one_space_are_against_the_same_nations():
    units = [*CHANNEL, ("ivans", "ussr", "infantry", 1, "kent")]
    raid = FIRST | {"attack-2.at": "kent", "attack-2.after": "no", "attack-2.defenders": "ussr", "attack-2.with": {"jg": 1}}
    landing = {"attack-3.at": "kent", "attack-3.with": {}, "attack-3.landing": {"jaeger": 1}, "attack-3.support": {}}
    played = at_the_table(raid | landing, "attack-4.at", units)
    assert "attack-3.defenders" not in played.asked
    assert [order.defenders for order in played.turn.setting.attacks] == [(), ("ussr",), ("ussr",)]
    attacks = [{"at": "north-sea", "with": {"bismarck": 1, "prinz": 1}}, {"at": "kent", "with": {"jg": 1}, "defenders": ["uk"]}]
    attacks.append({"at": "kent", "after": "north-sea", "landing": {"jaeger": 1}, "defenders": ["ussr"]})
    assert problems_of(theater(units, attacks, MAP)) == [
        "Kent is attacked already, against UK; attacks on one space are against the same nations (43)"
    ]


# passing through


def test_39_what_is_left_of_a_fleet_may_go_on():
    played = play(fleet(AT_SEA), rest=MISS, until="r2.second.attacker.pass-through")
    assert list(played.asked["r2.second.attacker.pass-through"].options) == ["attack", "stay", "attack-in-part"]
    answers = {"r2.second.attacker.pass-through": "attack-in-part"}
    played = play(fleet(AT_SEA), answers=answers, rest=MISS, until="r2.second.attacker.pass-through-with")
    assert question(played, "r2.second.attacker.pass-through-with") == ({"germany-destroyer": 2}, 1, 2, {"germany-destroyer": 2})
    one = play(fleet(AT_SEA | {"with": {"cruisers": 1}}), rest=MISS, until="r2.second.attacker.pass-through")
    assert list(one.asked["r2.second.attacker.pass-through"].options) == ["attack", "stay"]


def test_39_a_sunk_fleet_does_not_go_on():
    dice = {"r1.first.defender.surface-6": [1]}
    answers = {"r1.first.attacker.losses-surface": {"germany-destroyer": 1}}
    single = AT_SEA | {"with": {"cruisers": 2}}
    played = play(fleet(single), dice, answers, rest=MISS, until="r2.second.attacker.pass-through")
    assert [one.number for one in played.turn.battle("first").attackers if one.kind.name == "germany-destroyer"] == [1]
    assert list(played.asked["r2.second.attacker.pass-through"].options) == ["attack", "stay"]


def test_39_ships_of_one_entry_pass_through_two_zones():
    zones = {one: {"kind": "sea"} for one in "abcd"}
    zones["a"]["adjacent"], zones["c"]["adjacent"] = ["b"], ["d"]
    units = [("wolves", "germany", "destroyer", 2, "a"), *((f"ship-{one}", "uk", "transport", 1, one) for one in zones)]
    firsts = [{"at": one, "with": {"wolves": 1}} for one in "ac"]
    seconds = [{"at": "b", "after": "a", "with": {"wolves": 1}}, {"at": "d", "after": "c", "with": {"wolves": 1}}]
    played = play(theater(units, [*firsts, *seconds], zones), rest=MISS, until="r3")
    assert [played.force(one, "attackers") for one in "abcd"] == [{}, {"germany-destroyer": 1}] * 2


JOINING = [("stukas", "germany", "dive-bomber", 3, "camp")]


def test_41_a_landing_after_a_pass_through_takes_troops_ships_and_aircraft_along():
    text = fleet(ASHORE | {"with": {"stukas": 2}}, extra=JOINING)
    answers = {"r2.shore.attacker.pass-through": "attack-in-part"}
    played = play(text, answers=answers, rest=MISS, until="r2.shore.attacker.pass-through-with")
    everything = {"germany-destroyer": 2, "germany-infantry-ashore": 2, "germany-dive-bomber-joining": 2}
    assert question(played, "r2.shore.attacker.pass-through-with") == (everything, 1, 6, everything)
    refuses = played.asked["r2.shore.attacker.pass-through-with"].refuses
    nothing = dict.fromkeys(everything, 0)
    assert refuses(nothing | {"germany-dive-bomber-joining": 2}) is not None  # aircraft alone
    assert refuses(nothing | {"germany-destroyer": 2}) is not None  # support without a landing
    assert refuses(nothing | {"germany-infantry-ashore": 1}) is None
    assert refuses(nothing | {"germany-destroyer": 1, "germany-dive-bomber-joining": 1}) is not None  # nobody lands
    assert refuses(nothing | {"germany-infantry-ashore": 1, "germany-dive-bomber-joining": 1}) is None


def shore(answers, **more):
    text = fleet(ASHORE | {"with": {"stukas": 2}}, extra=JOINING, **more)
    played = play(text, answers={"r2.shore.attacker.pass-through": "attack-in-part"} | answers, rest=MISS, until="r3")
    outside = {(one.kind.name, one.status, one.place): one.number for one in played.turn.groups if one.kind.nation == "germany"}
    return played, outside


def test_41_a_part_of_a_landing_goes_on_and_the_rest_stays():
    some = {"germany-destroyer": 1, "germany-infantry-ashore": 1, "germany-dive-bomber-joining": 1}
    played, outside = shore({"r2.shore.attacker.pass-through-with": some})
    assert played.force("shore", "attackers") == {"germany-infantry-ashore": 1, "germany-dive-bomber": 1}
    assert played.force("first", "attackers") == {"germany-destroyer": 1}
    assert outside == {
        ("germany-dive-bomber", "at home", "camp"): 1,
        ("germany-dive-bomber", "left the battle", "camp"): 1,
        ("germany-destroyer", "left the battle", "first"): 1,  # it has fired its support
        ("transport", "left the battle", "first"): 1,
        ("germany-infantry", "left the battle", ""): 1,
    }
    assert played.rolls["r2.shore.attacker.support-6"]["faces"] == [MISS]
    assert played.turn.battle("first").result == ""


@pytest.mark.parametrize("raid", [[], [{"at": "shore", "with": {"stukas": 1}}]], ids=["quiet", "raided"])
def test_41_without_troops_left_the_attack_on_land_is_called_off(raid):
    dice = {"r1.first.defender.surface-6": [1]}
    answers = {"r1.first.attacker.losses-surface": {"transport": 1}}
    text = fleet(ASHORE | {"with": {"stukas": 2}}, extra=JOINING, raid=raid)
    played = play(text, dice, answers, rest=MISS, until="r3")
    assert "r2.shore.attacker.pass-through" not in played.asked
    assert "r2.first.attacker.go-on" in played.asked
    assert played.force("first", "attackers") == {"germany-destroyer": 2}
    assert played.force("shore", "attackers") == ({"germany-dive-bomber": 1} if raid else {})
    assert played.flights[("germany-dive-bomber", "left the battle", "camp")] == 2


def test_40_aircraft_that_waited_stay_where_they_are_if_the_fleet_does_not_go_on():
    text = fleet(ASHORE | {"with": {"stukas": 2}}, extra=JOINING)
    played = play(text, answers={"r2.shore.attacker.pass-through": "stay"}, rest=MISS, until="r3")
    assert played.turn.battle("shore").result == "not attacked"
    assert played.turn.battle("shore").after == ""
    assert played.flights[("germany-dive-bomber", "left the battle", "camp")] == 2
    assert [plan.waiting for plan in played.turn.passes] == [()]
    assert [plan.done for plan in played.turn.passes] == [True]


def test_40_aircraft_on_their_way_to_a_space_that_is_not_attacked_are_called_back():
    answers = {"r1.base.uk.dispatch": {"fighter-to-shore": 1}, "r2.shore.attacker.pass-through": "stay"}
    played = play(fleet(ASHORE), answers=answers, rest=MISS, until="r2.first.attacker.s")
    assert {key: number for key, number in played.flights.items() if key[0] == "uk-fighter"} == {("uk-fighter", "at home", ""): 1}


@pytest.mark.parametrize(("option", "left"), [("destroyed", 0), ("adjacent-friendly", 1)])
def test_30_aircraft_that_are_called_back_to_a_sunk_carrier_have_no_home(option, left):
    """A fighter of Ark was bound for the second zone before the turn; Ark is sunk in the first zone, and the fleet stays there."""
    ark = [("ark", "uk", "aircraft-carrier", 1, "first"), ("moth", "uk", "fighter", 1, "@ark")]
    text = fleet(AT_SEA, extra=ark, options={"origin-lost": option}).replace('"id": "moth"', '"bound-for": "second", "id": "moth"')
    hits = {"r1.first.attacker.surface-6": [1, 12]}
    answers = {"r1.first.defender.losses-surface": {"ark": 1}, "r2.second.attacker.pass-through": "stay"}
    played = play(text, hits, answers, rest=MISS, until="r2.first.attacker.surface")
    had, lost = played.turn.lost()["uk", "fighter"]
    assert had - lost == 1 + left
    assert [group.place or group.kind.home for group in played.turn.groups if group.kind.unit == "moth"] == ["shore"] * left


def test_40_aircraft_at_home_in_the_second_space_defend_it_from_now_on():
    extra = [("local", "uk", "fighter", 2, "shore"), ("tired", "uk", "bomber", 1, "shore")]
    text = fleet(ASHORE, extra=extra).replace('"id": "tired",', '"id": "tired", "out-for": "germany",')
    before = play(text, rest=MISS, until="r2.shore.attacker.pass-through")
    assert before.force("shore") == {"uk-infantry": 2}
    after = play(text, rest=MISS, until="r2.shore.attacker.s")
    assert after.force("shore") == {"uk-infantry": 2, "uk-fighter-shore": 2, "uk-bomber locked": 1}
    assert not [key for key in after.flights if key[0] in ("uk-fighter-shore", "uk-bomber")]


def test_40_a_second_space_that_nobody_defends_any_more_is_taken_without_a_fight():
    text = fleet(ASHORE, extra=[("local", "uk", "fighter", 1, "shore")]).replace('"at": "shore"\n  }', '"at": "base"\n  }', 1)
    answers = {"r1.shore.uk.dispatch": {"fighter-to-first": 1}}
    played = play(text, answers=answers, rest=MISS)
    assert played.turn.battle("shore").result == "attacker wins"
    assert not any("shore" in key for key in played.rolls)


CARRIERS = {
    "first": {"kind": "sea", "adjacent": ["second"]},
    "second": {"kind": "sea"},
    "camp": {"kind": "land", "nation": "germany"},
}


def test_39_what_is_aboard_a_carrier_goes_on_with_it():
    units = [("graf", "germany", "aircraft-carrier", 1, "first"), ("own", "germany", "fighter", 2, "@graf")]
    units += [
        ("dd", "germany", "destroyer", 1, "first"),
        ("p", "uk", "destroyer", 1, "first"),
        ("q", "uk", "destroyer", 1, "second"),
    ]
    attacks = [{"at": "first", "with": {"graf": 1, "own": 1, "dd": 1}}, {"at": "second", "after": "first", "with": {"graf": 1}}]
    played = play(theater(units, attacks, CARRIERS), rest=MISS, until="r3")
    assert played.force("second", "attackers") == {"graf": 1, "germany-fighter aboard": 1}
    assert played.force("first", "attackers") == {"germany-destroyer": 1, "germany-fighter": 1}


def test_39_of_two_carriers_that_go_on_at_one_moment_each_takes_its_own_aircraft():
    spaces = {"first": {"kind": "sea", "adjacent": ["second", "third"]}, "second": {"kind": "sea"}, "third": {"kind": "sea"}}
    units = [("graf", "germany", "aircraft-carrier", 1, "first"), ("fw", "germany", "fighter", 2, "@graf")]
    units += [("peter", "germany", "aircraft-carrier", 1, "first"), ("me", "germany", "fighter", 1, "@peter")]
    units += [(f"picket-{zone}", "uk", "submarine", 1, zone) for zone in spaces]
    attacks = [{"at": "first", "with": {"graf": 1, "peter": 1}}]
    attacks += [{"at": zone, "after": "first", "with": {ship: 1}} for zone, ship in (("second", "graf"), ("third", "peter"))]
    played = play(theater(units, attacks, spaces), rest=MISS, until="r3")
    assert played.force("second", "attackers") == {"graf": 1, "germany-fighter-graf aboard": 2}
    assert played.force("third", "attackers") == {"peter": 1, "germany-fighter-peter aboard": 1}


# retreats


BOTH = [
    ("guard", "uk", "infantry", 3, "coast"),
    ("raf", "uk", "fighter", 2, "coast"),
    ("old", "uk", "infantry", 1, "inland"),
    ("army", "germany", "infantry", 4, "camp"),
]


def test_22_who_may_retreat_and_where_to():
    text = theater(BOTH, [{"at": "coast", "with": {"army": 4}}], SPACES)
    answers = {"r1.coast.uk.retreat": {"uk-infantry": 2, "uk-fighter": 1}}
    played = play(text, answers=answers, rest=MISS, until="r2.coast.attacker")
    assert question(played, "r1.coast.uk.retreat") == ({"uk-infantry": 3, "uk-fighter": 2}, 0, 5, {})
    places = ["inland", "isle"]
    assert question(played, "r1.coast.uk.retreat-to-uk-infantry") == (dict.fromkeys(places, 2), 2, 2, {"inland": 2})
    assert question(played, "r1.coast.uk.retreat-to-uk-fighter") == (dict.fromkeys(places, 1), 1, 1, {"inland": 1})
    assert played.force("coast") == {"uk-infantry": 1, "uk-fighter": 1}
    groups = {
        (one.kind.name, one.kind.home, one.status, one.place): one.number for one in played.turn.groups if one.kind.nation == "uk"
    }
    assert groups == {
        ("uk-infantry", "", "at home", "inland"): 1,
        ("uk-infantry", "", "left the battle", "inland"): 2,
        ("uk-fighter-inland", "inland", "out for the turn", ""): 1,
    }
    assert [body["option"] for body in played.told("ruling")][-1:] == ["retreaters-roll"]


@pytest.mark.parametrize(("holder", "is_refuge"), [("", True), ("usa", True), ("germany", False), ("ussr", False)])
def test_43_land_that_others_hold_is_no_refuge_even_if_only_friends_are_there(holder, is_refuge):
    spaces = SPACES | {"depot": {"kind": "land"} | ({"nation": holder} if holder else {})}
    units = [*BOTH, ("reserve", "uk", "infantry", 2, "depot")]
    text = theater(units, [{"at": "coast", "with": {"army": 4}}], spaces)
    played = play(text, answers={"r1.coast.uk.retreat": {"uk-infantry": 1}}, rest=MISS, until="r2")
    assert ("depot" in played.asked["r1.coast.uk.retreat-to-uk-infantry"].items) == is_refuge


def test_22_some_units_of_a_line_may_go_here_and_others_there():
    text = theater(BOTH, [{"at": "coast", "with": {"army": 4}}], SPACES)
    answers = {"r1.coast.uk.retreat": {"uk-infantry": 2}, "r1.coast.uk.retreat-to-uk-infantry": {"inland": 1, "isle": 1}}
    played = play(text, answers=answers, rest=MISS, until="r2.coast.attacker")
    assert {unit.id: (unit.at, unit.count) for unit in position_of(played.turn).units.values() if unit.id.startswith("guard")} == {
        "guard": ("coast", 1),
        "guard-2": ("inland", 1),
        "guard-3": ("isle", 1),
    }


def test_23_a_retreating_ship_takes_along_what_is_below_its_deck():
    units = [
        ("ark", "uk", "aircraft-carrier", 1, "bay"),
        ("own", "uk", "fighter", 2, "@ark"),
        ("picket", "uk", "destroyer", 1, "bay"),
    ]
    units += [
        ("tug", "uk", "transport", 1, "bay"),
        ("lads", "uk", "infantry", 2, "@tug"),
        ("wolf", "germany", "destroyer", 2, "gulf"),
    ]
    text = theater(units, [{"at": "bay", "with": {"wolf": 2}}], SPACES)
    answers = {"r1.bay.uk.retreat": {"ark": 1, "tug": 1}, "r1.bay.uk.ground": {"uk-fighter": 1}}
    played = play(text, answers=answers, rest=MISS, until="r2.bay.attacker")
    assert question(played, "r1.bay.uk.retreat")[0] == {"ark": 1, "uk-fighter": 2, "uk-destroyer": 1, "tug": 1}
    assert played.force("bay") == {"uk-fighter": 1, "uk-destroyer": 1}
    assert {(one.kind.name, one.status, one.place): one.number for one in played.turn.groups if one.kind.nation == "uk"} == {
        ("ark", "left the battle", "ocean"): 1,
        ("tug", "left the battle", "ocean"): 1,
        ("uk-fighter", "out for the turn", ""): 1,
        ("uk-infantry", "left the battle", ""): 2,
    }


DECKS = {
    "bay": {"kind": "sea", "adjacent": ["ocean"]},
    "ocean": {"kind": "sea"},
    "gulf": {"kind": "sea"},
}


def on_decks(own, room, **more):
    """Fighters of the Ark in the bay, which can retreat only to the Eagle in the ocean, where there is some room."""
    units = [("ark", "uk", "aircraft-carrier", 1, "bay"), ("own", "uk", "fighter", own, "@ark")]
    units += [("eagle", "uk", "aircraft-carrier", 1, "ocean"), ("wolf", "germany", "destroyer", 2, "gulf")]
    units += [("full", "uk", "dive-bomber", 2 - room, "@eagle")] if room < 2 else []
    return theater([*units, *more.pop("extra", ())], [{"at": "bay", "with": {"wolf": 2}}], DECKS, **more)


@pytest.mark.parametrize(("room", "offered"), [(0, 0), (1, 1), (2, 2)])
def test_21_only_as_many_aircraft_retreat_to_a_carrier_as_it_has_room_for(room, offered):
    played = play(on_decks(2, room), rest=MISS, until="r1.bay.uk.ground")
    items = question(played, "r1.bay.uk.retreat")[0]
    assert items.get("uk-fighter-ark" if room < 2 else "uk-fighter", items.get("uk-fighter", 0)) == offered


def test_21_aircraft_of_two_kinds_do_not_both_retreat_to_one_place_on_deck():
    text = on_decks(1, 1, extra=[("more", "uk", "dogfighter", 1, "@ark")])
    played = play(text, rest=MISS, until="r1.bay.uk.ground")
    asked = played.asked["r1.bay.uk.retreat"]
    nobody = dict.fromkeys(asked.items, 0)
    names = [name for name in asked.items if "fighter" in name]
    assert len(names) == 2
    for name in names:
        assert asked.refuses(nobody | {name: 1}) is None
    assert asked.refuses(nobody | dict.fromkeys(names, 1)) is not None


@pytest.mark.parametrize(
    ("die", "why"),
    [
        (1, "their carrier is sunk, and no place takes them (21)"),
        (MISS, "no adjacent friendly space that nobody attacks takes them (22)"),
    ],
)
def test_21_why_aircraft_that_find_no_deck_cannot_retreat(die, why):
    played = play(on_decks(2, 0), {"r1.bay.attacker.surface-6": [die, MISS]}, rest=MISS, until="r2.bay.attacker.surface")
    (name,) = (line.name for line in played.turn.battle("bay").defenders if line.kind.type.flies)
    assert cannot_retreat(played.turn, played.turn.battle("bay"), "uk", name) == f"{name}: {why}"


def test_30_of_those_who_may_retreat_dispatched_aircraft_are_marked_whose_home_is_lost():
    turn = bay()
    guest = Line(turn.setting.kind("raf"), 1, guest=True)
    taken = turn._replace(taken=(("inland", "germany"),))
    assert [home_lost(taken, guest), home_lost(turn, guest)] == [", whose home is lost", ""]
    assert home_lost(taken, guest._replace(guest=False)) == ""


@pytest.mark.parametrize(("troops", "ship"), [(1, "tug"), (0, "")])
def test_21_a_transport_has_a_name_while_somebody_is_aboard(troops, ship):
    units = [*BAY_UNITS, ("tug", "uk", "transport", 1, "bay"), ("lads", "uk", "infantry", troops, "@tug")]
    assert bay(units).setting.kind("tug").ship == ship


@pytest.mark.parametrize("option", ["land-elsewhere", "destroyed"])
def test_21_aircraft_whose_carrier_is_sunk_land_on_another_or_are_lost(option):
    dice = {"r1.bay.attacker.surface-6": [1, 12]}
    answers = {"r2.bay.attacker.go-on": "call-off"}
    played = play(on_decks(2, 1, options={"carrier-sunk": option}), dice, answers, rest=MISS)
    lost = [loss for loss in played.losses if loss[1] == "fighter"]
    if option == "destroyed":
        assert lost == [("UK", "fighter", 2)]
        assert not any(key.endswith(".land") for key in played.asked)
    else:
        assert lost == [("UK", "fighter", 1)]
        (group,) = [one for one in played.turn.groups if one.kind.type.id == "fighter"]
        assert (group.kind.home, group.number, group.status) == ("eagle", 1, "out for the turn")
    assert [body["option"] for body in played.told("ruling")].count("carrier-sunk") == 2


def test_38_attackers_that_land_on_another_deck_are_not_out_in_their_own_turn():
    units = [("graf", "germany", "aircraft-carrier", 1, "bay"), ("own", "germany", "fighter", 1, "@graf")]
    units += [("peter", "germany", "aircraft-carrier", 1, "bay"), ("picket", "uk", "destroyer", 1, "bay")]
    dice = {"r1.bay.attacker.surface-6": [1], "r1.bay.defender.surface-6": [1]}
    attacks = [{"at": "bay", "with": {"graf": 1, "peter": 1, "own": 1}}]
    played = play(theater(units, attacks, SPACES), dice, {"r1.bay.attacker.losses-surface": {"graf": 1}}, rest=MISS)
    own = position_of(played.turn).units["own"]
    assert (own.aboard, own.out_for) == ("peter", "")


def test_21_the_owner_says_where_homeless_aircraft_land():
    extra = [("glory", "uk", "aircraft-carrier", 1, "ocean"), ("more", "uk", "dogfighter", 1, "@ark")]
    dice = {"r1.bay.attacker.surface-6": [1, 12]}
    played = play(on_decks(1, 1, extra=extra), dice, {"r2.bay.attacker.go-on": "call-off"}, rest=MISS)
    (key,) = [key for key in played.asked if key.endswith(".land")]
    items, least, most, default = question(played, key)
    assert sorted(items.values()) == [1, 1, 1, 1]
    assert (least, most) == (2, 2)
    fighters, dogfighters = ([name for name in items if f"uk-{type_}" in name] for type_ in ("fighter", "dogfighter"))
    assert default == {dogfighters[0]: 1, fighters[1]: 1}  # the Eagle has one place
    refuses = played.asked[key].refuses
    nothing = dict.fromkeys(items, 0)
    assert refuses(nothing | {fighters[0]: 1, dogfighters[0]: 1}) == "Eagle has room for 1 (21)"  # two on one place
    assert refuses(nothing | {fighters[1]: 1, dogfighters[1]: 1}) is None  # the Glory has two
    assert refuses(nothing | {fighters[0]: 1, fighters[1]: 1}) is not None  # one fighter lands once


def test_22_whoever_retreats_at_one_moment_finds_the_refuge_as_it_was_declared():
    """Soviet and British ships, which are not friends, retreat into the only free zone at the same moment."""
    spaces = {
        "north": {"kind": "sea", "adjacent": ["free"]},
        "south": {"kind": "sea", "adjacent": ["free"]},
        "free": {"kind": "sea"},
    }
    units = [
        ("red", "ussr", "destroyer", 1, "north"),
        ("tug", "uk", "transport", 1, "south"),
        ("lads", "uk", "infantry", 1, "@tug"),
    ]
    units += [("wolf", "germany", "destroyer", 2, "free-harbor")]
    spaces |= {"free-harbor": {"kind": "sea"}}
    attacks = [{"at": "north", "with": {"wolf": 1}}, {"at": "south", "with": {"wolf": 1}}]
    answers = {"r1.north.ussr.retreat": {"ussr-destroyer": 1}, "r1.south.uk.retreat": {"tug": 1}}
    played = play(theater(units, attacks, spaces), answers=answers, rest=MISS, until="r2.south.attacker")
    assert (played.force("south"), played.force("north")) == ({}, {})
    assert {group.kind.unit: group.place for group in played.turn.groups if group.kind.type.sphere == "sea"} == {
        "red": "free",
        "tug": "free",
    }


def test_39_carriers_of_one_entry_go_on_one_by_one():
    units = [("graf", "germany", "aircraft-carrier", 2, "first"), ("own", "germany", "fighter", 3, "@graf")]
    units += [("p", "uk", "destroyer", 1, "first"), ("q", "uk", "destroyer", 1, "second")]
    attacks = [{"at": "first", "with": {"graf": 2, "own": 1}}, {"at": "second", "after": "first", "with": {"graf": 2}}]
    answers = {"r2.second.attacker.pass-through": "attack-in-part"}
    played = play(theater(units, attacks, CARRIERS), answers=answers, rest=MISS, until="r2.second.attacker.pass-through-with")
    both = {"graf": 1, "graf-2": 1}  # each is a ship of its own, with its own aircraft
    assert question(played, "r2.second.attacker.pass-through-with") == (both, 1, 2, both)
    assert played.asked["r2.second.attacker.pass-through-with"].refuses({"graf": 1, "graf-2": 0}) is None


def test_39_aircraft_of_two_entries_on_one_deck_go_on_as_many_as_were_ordered():
    units = [
        ("ark", "uk", "aircraft-carrier", 1, "gulf"),
        ("seafire", "uk", "fighter", 1, "@ark"),
        ("swordfish", "uk", "fighter", 1, "@ark"),
        ("z", "germany", "destroyer", 1, "bay"),
        ("t", "germany", "destroyer", 1, "ocean"),
    ]
    first, later = {"ark": 1, "swordfish": 1}, {"ark": 1, "swordfish": 1, "seafire": 1}
    attacks = [{"at": "bay", "with": first}, {"at": "ocean", "after": "bay", "with": later}]
    played = play(theater(units, attacks, SPACES, attacker="uk"), rest=MISS, until="r2.ocean.attacker.surface")
    assert played.force("ocean", "attackers") == {"ark": 1, "uk-fighter": 2}
    part = {"r2.ocean.attacker.pass-through": "attack-in-part"}
    played = play(theater(units, attacks, SPACES, attacker="uk"), answers=part, rest=MISS, until="r2.ocean.attacker.surface")
    assert question(played, "r2.ocean.attacker.pass-through-with") == (
        {"ark": 1, "uk-fighter": 2},
        1,
        3,
        {"ark": 1, "uk-fighter": 2},
    )
    one = [attacks[0], attacks[1] | {"with": {"ark": 1, "seafire": 1}}]
    played = play(theater(units, one, SPACES, attacker="uk"), answers=part, rest=MISS, until="r2.ocean.attacker.surface")
    assert played.offered("r2.ocean.attacker.pass-through-with") == {"ark": 1, "uk-fighter": 1}


THREE_ZONES = {"first": {"kind": "sea", "adjacent": ["second", "third"]}, "second": {"kind": "sea"}, "third": {"kind": "sea"}}
PICKETS = [(f"picket-{zone}", "uk", "destroyer", 1, zone) for zone in THREE_ZONES]


def two_passes(fleet, to_second, to_third, dice=None, answers=None):
    """A fleet meets a picket in the first zone, and goes on to two zones."""
    attacks = [{"at": "first", "with": {unit_id: number for unit_id, _, _, number, _ in fleet}}]
    attacks += [{"at": "second", "after": "first", "with": to_second}, {"at": "third", "after": "first", "with": to_third}]
    return play(theater([*fleet, *PICKETS], attacks, THREE_ZONES), dice or {}, answers, rest=MISS, until="r3")


def test_39_of_ships_of_one_entry_those_that_another_attack_needs_are_not_offered():
    carriers, in_part = [("graf", "germany", "aircraft-carrier", 3, "first")], {"r2.second.attacker.pass-through": "attack-in-part"}
    played = two_passes(carriers, {"graf": 2}, {"graf": 1}, answers=in_part)
    assert played.offered("r2.second.attacker.pass-through-with") == {"graf": 1, "graf-2": 1}


def test_39_ships_that_have_gone_on_elsewhere_are_not_offered_again():
    """One of the two destroyers is sunk, and the other one goes on to the second zone."""
    fleet = [("wolves", "germany", "destroyer", 2, "first"), ("u", "germany", "submarine", 1, "first")]
    fleet += [("tug", "germany", "transport", 1, "first")]
    answers = {"r1.first.attacker.losses-surface": {"germany-destroyer": 1}, "r2.third.attacker.pass-through": "attack-in-part"}
    sunk = {"r1.first.defender.surface-6": [1]}
    played = two_passes(fleet, {"wolves": 1}, {"wolves": 1, "u": 1, "tug": 1}, sunk, answers)
    assert played.offered("r2.third.attacker.pass-through-with") == {"germany-submarine": 1, "germany-transport": 1}


def test_39_what_is_aboard_a_carrier_that_stays_behind_stays_too():
    units = [("graf", "germany", "aircraft-carrier", 1, "first"), ("own", "germany", "fighter", 2, "@graf")]
    units += [
        ("dd", "germany", "destroyer", 1, "first"),
        ("p", "uk", "destroyer", 1, "first"),
        ("q", "uk", "destroyer", 1, "second"),
    ]
    attacks = [
        {"at": "first", "with": {"graf": 1, "own": 1, "dd": 1}},
        {"at": "second", "after": "first", "with": {"graf": 1, "dd": 1}},
    ]
    answers = {"r2.second.attacker.pass-through": "attack-in-part"}
    answers |= {"r2.second.attacker.pass-through-with": {"graf": 0, "germany-destroyer": 1}}
    played = play(theater(units, attacks, CARRIERS), answers=answers, rest=MISS, until="r3")
    assert played.force("second", "attackers") == {"germany-destroyer": 1}
    assert played.force("first", "attackers") == {"graf": 1, "germany-fighter": 1, "germany-fighter aboard": 1}
