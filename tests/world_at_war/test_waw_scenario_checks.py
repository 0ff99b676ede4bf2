"""What a scenario may say: units, bases and orders that are refused, each by its rule."""

from dataclasses import replace

import pytest
from waw import AXIS_AND_ALLIES, BRITISH_NAVAL, GERMAN, ITALIAN, problems
from waw_desert import DESERT
from waw_direct import begun, called, complaints
from waw_phases import ATTACK, SOUND, UNKNOWN, titles

from airwar.rulesets.world_at_war import displacement
from airwar.rulesets.world_at_war.state import Defenders


@pytest.mark.parametrize(
    ("old", "new", "rules"),
    [
        ("", "", []),
        ("at: field", "at: box", ["18.49"]),
        ("at: field", "at: field, also: [own, hill]", ["18.551", "18.551"]),
        ("attackers: 2", "attackers: 2, landed: 2", []),
        ("attackers: 2", "attackers: 2, invasion: true, cve: 2", []),
        ("attackers: 2", "attackers: 2, invasion: true, cve: 3", ["18.553"]),
        ("attackers: 2", "attackers: 2, cve: 1", ["18.553"]),
        ("attackers: 2", "attackers: 2, kind: overrun, result: overrun", []),
        ("attackers: 2", "attackers: 2, kind: overrun, result: Ex", [""]),
        ("attackers: 2", "attackers: 2, result: Ex", []),
        ("attackers: 2", "attackers: 2, with: {jg: 6}", []),
        ("attackers: 2", "attackers: 2, with: {jg: 7}", ["18.554"]),
        ("battles:", "battles:\n  - {at: field, kind: overrun, attackers: 1, defenders: []}", []),
        ("battles:", "counterair: [{at: hill, with: {jg: 3}}]\nbattles:", []),
    ],
)
def test_18_55_what_is_refused_of_an_attack(old, new, rules):
    assert [rule for _, rule in complaints(ATTACK.replace(old, new, 1) if old else ATTACK)] == rules


def test_18_55_an_attack_as_the_scenario_says():
    text = ATTACK.replace(
        "{at: field, attackers: 2, defenders: [{factors: 1}]}",
        "{at: field, also: [hill, field], attackers: 5, landed: 3, invasion: true, cve: 2, bombardment: 4, winter: 8,"
        " defenders: [{factors: 1, dm: 2}, {factors: 2, partisans: true}], with: {jg: 2}, result: Ex}",
    )
    text = text.replace("distances: {home:", "distances: {field: {hill: 2}, home:", 1)
    text += "transports:\n"
    text += "  - {kind: airdrop, from: home, to: hill, with: {ju: 1}, carrying: [{id: p, type: airborne, factors: 2}]}\n"
    text += "  - {kind: airdrop, phase: exploitation, from: home, to: hill, with: {ju: 1}, carrying: [{id: q, type: airborne}]}\n"
    (one,) = begun(text).battles
    assert (one.hexes, one.kind, one.planned, one.attackers, one.dropping, one.invading) == (
        ("field", "hill"),
        "regular",
        5,
        3,
        2,
        3,
    )
    assert (one.cve, one.fleets, one.winter, one.ordered, one.result) == (2, 4, 8, (("jg", 2),), "Ex")
    assert one.defenders == (Defenders(factors=1, dm=2), Defenders(factors=2, partisans=True))
    assert (one.landing_stated, one.invasion, one.known) == (True, True, True)
    (plain,) = begun(ATTACK).battles
    assert (plain.landing_stated, plain.ordered, plain.result, plain.attackers, plain.invading) == (False, None, "", 2, 0)
    kinds = {"overrun": ("movement.overruns",), "regular": ("combat.ground-support", "combat.attacks"),
             "exploitation": ("combat.exploitation-support", "combat.exploitation-attacks")}  # fmt: skip
    for kind, agenda in kinds.items():
        assert begun(ATTACK.replace("attackers: 2", f"attackers: 2, kind: {kind}")).agenda == agenda


@pytest.mark.parametrize(
    ("old", "new", "rules"),
    [
        ("", "", []),
        ("count: 4, at: graf", "count: 5, at: graf", ["17.312"]),
        ("nation: germany, type: nas", "nation: italy, type: nas", ["17.312"]),
        ("type: nas, count: 4, at: graf", "type: aaf, count: 4, at: graf", ["17.312"]),
        ("nation: germany, size: 4, port: port", "nation: germany, size: 4, port: target", ["17.312"]),
        ("nation: germany, type: aaf, count: 4, at: home", "nation: germany, type: aaf, count: 11, at: home", ["18.11-18.13"]),
        ("facilities: [city, airbase], a", "facilities: [airbase, airbase], a", ["18.142D"]),
        ("type: aaf, count: 2", "type: aaf, elite: true, count: 2", ["17.352"]),
        ("type: aaf, count: 2", "type: nas, elite: true, count: 2", ["17.352"]),
        ("type: aaf, count: 2", "type: interceptor, count: 2", ["17.13"]),
        ("type: aaf, count: 2", "type: kamikaze, count: 2", ["17.13"]),
        ("nation: britain, type: aaf", "nation: russia, type: nas", ["17.353D"]),
        ("count: 2, at: target", "count: 2, at: target, sea-transported: true", ["18.15"]),
        ("count: 4, at: home", "count: 4, at: home, sea-transported: true", []),
        ("counterair:", "construction: [{id: new, nation: germany, type: aaf, count: 1, at: rear}]\ncounterair:", []),
        ("counterair:", "construction: [{id: new, nation: britain, type: aaf, count: 1, at: target}]\ncounterair:", ["18.72C"]),
        ("counterair:", "construction: [{id: new, nation: germany, type: aaf, count: 1, at: target}]\ncounterair:", ["", "18.72C"]),
        ("counterair:", "redeployment: [{unit: jg, to: rear, count: 5}]\ncounterair:", [""]),
        ("counterair:", "redeployment: [{unit: jg, to: rear, count: 4}]\ncounterair:", []),
        ("counterair:", "redeployment: [{unit: raf, to: rear}]\ncounterair:", ["18.72D", "18.72D"]),
        ("counterair:", "redeployment: [{unit: jg, to: target}]\ncounterair:", ["18.72D"]),
        ("counterair:", "redeployment: [{unit: jg, to: target}]\nfallen: [{at: target}]\ncounterair:", []),
        ("counterair:", "staging: [{unit: raf, to: rear}]\ncounterair:", ["18.21"]),
        ("counterair:", "staging: [{unit: jg, to: rear, count: 5}]\ncounterair:", [""]),
        ("counterair:", "staging: [{unit: jg, to: rear, count: 2}, {unit: jg, to: rear, count: 1}]\ncounterair:", ["18.41"]),
        ("counterair:", "airbases: [{nation: germany, at: rear, from: home}]\ncounterair:", []),
        ("counterair:", "airbases: [{nation: germany, at: rear, phase: construction}]\ncounterair:", []),
        ("counterair:", "airbases: [{nation: germany, at: target, phase: construction}]\ncounterair:", ["18.142C"]),
        ("counterair:", "airbases: [{nation: germany, at: target, phase: construction}]\nfallen: [{at: target}]\ncounterair:", []),
        ("counterair:", "airbases: [{nation: germany, at: target}]\nfallen: [{at: target}]\ncounterair:", ["18.142C"]),
        ("counterair:", "at-sea: {jg: {search: 2}}\ncounterair:", []),
        ("counterair:", "at-sea: {jg: {search: 3}}\ncounterair:", ["18.41"]),
        ("counterair:", "at-sea: {jg: {search: 3, attack: 2}}\ncounterair:", ["18.41", "18.42B"]),
        ("with: {jg: 2}", "with: {jg: 2}, phase: combat}, {at: target, with: {jg: 2}", []),
        ("with: {jg: 2}", "with: {jg: 2}, kind: patrol}, {at: target, with: {jg: 4}, kind: patrol", []),
        ("with: {jg: 2}", "with: {jg: 3}, kind: patrol}, {at: target, phase: combat, with: {jg: 2}", ["18.41"]),
    ],
)
def test_18_what_is_refused_of_units_bases_and_orders(old, new, rules):
    assert old in SOUND
    found = complaints(SOUND.replace(old, new, 1) if old else SOUND)
    assert sorted(rule for _, rule in found) == sorted(rules)


def test_17_312_a_carrier_of_no_side_and_one_in_a_hex_without_a_port():
    spanish = problems(SOUND.replace("graf: {nation: germany", "graf: {nation: spain"), AXIS_AND_ALLIES)
    assert spanish == [
        "8:27: 'spain' belongs to no side, so Graf has none",
        "12:57: Graf carries naval air of spain only (17.312)",
    ]
    assert complaints(SOUND.replace("size: 4, port: port", "size: 4, port: dock")) == []  # a note, not a problem


@pytest.mark.parametrize(
    "orders",
    [
        "staging: [{unit: ghost, to: home}]",
        "staging: [{unit: jg, to: ghost}]",
        "transfers: [{unit: ghost, to: graf}]",
        "transfers: [{unit: nas, to: ghost}]",
        "sunk: [{carrier: ghost}]",
        "airbases: [{nation: germany, at: ghost}]",
        "fallen: [{at: ghost}]",
        "redeployment: [{unit: ghost, to: home}]",
        "redeployment: [{unit: jg, to: ghost}]",
        "at-sea: {ghost: {search: 1}}",
        "counterair: [{at: ghost}]",
        "counterair: [{at: target, with: {ghost: 1}}]",
        "battles: [{at: ghost, attackers: 1, defenders: []}]",
        "battles: [{at: target, attackers: 1, defenders: [], with: {ghost: 1}}]",
        "transports: [{kind: supply, from: ghost, to: home, with: {jg: 1}, carrying: [{id: a}]}]",
        "transports: [{kind: supply, from: home, to: ghost, with: {jg: 1}, carrying: [{id: a}]}]",
        "fronts: {west: [ghost]}",
        "fronts: {west: [home]}\nbombing: [{id: x, front: west, bombers: {ghost: 1}}]",
        "fronts: {west: [home]}\nstrategic-redeployment: {ghost: west}",
    ],
)
def test_a_name_that_nothing_defines_is_one_problem_and_no_other(orders):
    (problem,) = problems(UNKNOWN.replace("ORDERS", orders), AXIS_AND_ALLIES)
    assert "unknown id 'ghost'; expected an id from " in problem


def test_19_31a_units_with_their_side_range_and_drm():
    text = """
research: {germany: {air-nationality: 1, jets: 11}, britain: {air-range: 0}}
bases:
  home: {side: axis, facilities: [city, city]}
  short: {side: axis, facilities: [city], supply: partial}
  oil: {side: axis, facilities: [city], oil: true}
  target: {side: allies, facilities: [port-city, port]}
distances: {}
units:
  - {id: a, nation: germany, type: aaf, count: 3, inverted: 1, at: home}
  - {id: b, nation: germany, type: aaf, count: 1, at: short}
  - {id: c, nation: germany, type: aaf, count: 1, at: oil, winter: 8}
  - {id: d, nation: germany, type: aaf, count: 1, at: home, winter: 7}
  - {id: e, nation: italy, type: aaf, count: 1, at: home}
  - {id: f, nation: britain, type: nas, count: 1, at: target}
  - {id: g, nation: germany, type: jet, count: 1, at: home}
counterair: [{at: target}]
options: {port-city: RULING}
"""
    turn = begun(text.replace("RULING", "one"), AXIS_AND_ALLIES)
    base = turn.unit("a").air_type.drm
    assert [turn.unit(name).air_type.drm - base for name in "abcd"] == [0, -1, -2, 0]
    assert base == GERMAN.drm + 1
    assert (turn.unit("e").air_type, turn.unit("f").air_type) == (ITALIAN, BRITISH_NAVAL)
    assert (turn.unit("a").ready, turn.unit("a").inverted, turn.unit("a").had) == (2, 1, 3)
    assert [turn.base("target").count, begun(text.replace("RULING", "two")).base("target").count] == [2, 3]
    levels = [
        begun(text.replace("RULING", "one").replace("jets: 11", f"jets: {level}")).unit("g").range for level in (9, 10, 11, 12)
    ]
    assert levels[0] == levels[1] <= levels[2] <= levels[3]
    assert "17.54" in [rule for _, rule in complaints(text.replace("RULING", "one").replace("jets: 11", "jets: 8"))]


def test_18_51_orders_are_asked_for_in_a_whole_turn_and_as_the_scenario_says():
    for said, asked in (("turn: true", True), ("turn: true\norders: prepared", False), ("orders: ask", True), ("", False)):
        turn = begun(SOUND + said + "\n")
        assert turn.setting.orders_asked == asked
        assert ("combat.bombing" in turn.agenda) == asked
    assert begun(SOUND).agenda == ("movement.counterair",)
    (problem,) = problems(SOUND[: SOUND.index("counterair")], AXIS_AND_ALLIES)
    assert "nothing is fought; expected one of turn, " in problem


def test_names_of_places_and_sides():
    turn = begun(SOUND.replace("rear: {side", "rear: {name: The Rear, side"), AXIS_AND_ALLIES)
    assert [turn.name(place) for place in ("home", "rear", "graf")] == ["Home", "The Rear", "Graf"]
    assert [turn.setting.rulings.name(side) for side in ("attacker", "defender")] == ["Axis", "Allies"]
    assert turn.setting.rulings.name("rear") == "The Rear"
    other = begun(
        SOUND.replace("at: target, with: {jg: 2}", "at: home, with: {raf: 2}"),
        AXIS_AND_ALLIES.replace("attacker: axis", "attacker: allies"),
    )
    assert [other.setting.rulings.name(side) for side in ("attacker", "defender")] == ["Allies", "Axis"]


def test_18_25_captures_are_entered_only_if_there_is_something_to_lose():
    turn = begun(DESERT).with_setting(replace(begun(DESERT).setting, orders_asked=False))
    assert titles(called(displacement.bases_fall, turn)) == []
    assert titles(called(displacement.bases_fall, begun(DESERT))) != []


SMALL_HEAD = """airwar: 1
ruleset: world-at-war
title: t
theater: europe
sides: {a: [germany], b: [britain]}
attacker: a
unlisted-distances: far
"""
SMALL = """bases:
  h: {side: a, facilities: [city]}
  t: {side: b, facilities: [city]}
units: [{id: u, nation: germany, type: aaf, count: 5, at: h}, {id: e, nation: britain, type: aaf, count: 1, inverted: 1, at: t}]
"""


def test_18_51_a_whole_turn_begins_and_ends_with_uninversion_and_asks_for_everything():
    turn = begun(SMALL + "turn: true\n", SMALL_HEAD)
    assert turn.agenda[:2] == ("start.weather", "start.uninversion")
    assert turn.agenda[-1] == "end.uninversion"
    assert {"movement.staging", "redeployment.units", "combat.bombing", "construction.airbases"} <= set(turn.agenda)
    assert (turn.setting.whole_turn, turn.setting.orders_asked, turn.setting.winter) == (True, True, True)
    assert turn.unit("e").inverted == 1
    quiet = begun(SMALL + "turn: true\norders: prepared\n", SMALL_HEAD)
    assert quiet.agenda == ("start.uninversion", "movement.staging", "redeployment.units", "end.uninversion")


def test_18_15_units_that_came_by_sea_and_nations_that_are_neutral():
    turn = begun(
        SMALL.replace("count: 5", "count: 5, sea-transported: true") + "not-at-war: [britain]\ncounterair: [{at: t}]\n", SMALL_HEAD
    )
    assert (turn.setting.sea_transported, turn.setting.neutral) == (frozenset({"u"}), frozenset({"britain"}))
    assert (turn.setting.theater, turn.setting.sides, turn.setting.attacker) == ("europe", ("a", "b"), "a")
