"""Kamikazes (17.4): what a scenario may order, and the air over the fleet."""

from dataclasses import replace

import pytest
from waw_direct import begun, called, changed_base, changed_carrier, changed_unit, cited, complaints, holding
from waw_kamikazes import FLEET, HEAD, IN_COMBAT, IN_PORT, NAMED

from airwar.rulesets.world_at_war import kamikazes as cover


@pytest.fixture
def turn():
    return begun(FLEET, HEAD, "combat", "combat.kamikazes")


def test_17_47_the_attack_is_sound():
    assert complaints(FLEET, HEAD) == []


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        (NAMED, NAMED + "    earlier: true\n", ["17.47D"]),
        (NAMED, NAMED + "    naval-combat: true\n    round: 2\n", ["17.47C"]),
        (NAMED, NAMED + "    second-wave: 3\n", ["17.47D"]),
        (NAMED, NAMED + "    second-wave: 16\n", ["17.47D", "17.47D", ""]),
        ("{one: 9}", "{one: 15}", []),
        ("{one: 9}", "{one: 16}", ["17.47D"]),
        ("{one: 9}", "{one: 15, two: 5}", []),
        ("{one: 9}", "{one: 15, two: 6}", [""]),
        ("naval-drm: 2}", "naval-drm: 2, struck: true}", []),
        ("air-defense: 3,", "air-defense: 3, struck: true,", ["17.47C"]),
        ("air-defense: 3,", "air-defense: 3, found: false,", []),
        (IN_PORT, IN_COMBAT, ["17.47B"]),
        ("{kyushu: 4,", "{kyushu: 5,", ["17.462"]),
        ("{kyushu: 4, okinawa: 1}", "{okinawa: 1}", ["17.462"]),
        ("{hornet: 4, wasp: 3}", "{hornet: 4, wasp: 2}", [""]),
        ("texas: 4", "iowa: 4", [""]),
        ("{capital-ships: {texas: 4}, air", "{air", ["17.47F"]),
        ("{hellcats: 2}", "{hellcats: 5}", ["18.41"]),
        ("{hellcats: 2}", "{corsairs: 2}", ["17.33"]),
        ("{thunderbolts: 1}", "{thunderbolts: 3}", []),
        ("{thunderbolts: 1}", "{thunderbolts: 4}", ["18.41"]),
        ("{thunderbolts: 1}", "{hellcats: 1}", ["17.33"]),
        ("{thunderbolts: 1}", "{jets: 1}", ["17.531"]),
        ("{thunderbolts: 1}", "{dakotas: 1}", ["17.23, 17.33"]),
        ("{thunderbolts: 1}", "{zeros: 1}", [""]),
        ("okinawa: 1}\n", "okinawa: 9}\n", ["18.58B"]),
        ("naval-drm: 2}", "naval-drm: 2, patrol: {hellcats: 2}}", []),
        ("naval-drm: 2}", "naval-drm: 2, patrol: {hellcats: 3}}", ["18.41"]),
        ("naval-drm: 2}", "naval-drm: 2, cover: {thunderbolts: 3}}", ["18.41"]),
        ("kamikazes:\n", "battles: [{at: kyushu, attackers: 3, defenders: [], with: {thunderbolts: 2}}]\nkamikazes:\n", ["18.45"]),
        ("built: 20", "built: 8", [""]),
        ("expansions: 2", "expansions: 2\n  pool: 19", ["17.43"]),
        ("expansions: 2", "expansions: 2\n  pool: 20", []),
        ("expansions: 2", "expansions: 2\n  all-used: true", ["17.43B"]),
        ("[japan], allies", "[germany], allies", None),
    ],
)  # fmt: skip
def test_17_47_what_is_refused_of_an_attack(old, new, found):
    assert old in HEAD + FLEET
    head, rest = HEAD.replace(old, new, 1), FLEET.replace(old, new, 1) if old not in HEAD else FLEET
    rules = [rule for _, rule in complaints(rest, head)]
    if found is None:
        assert "17.42" in rules
    else:
        assert rules == found


def test_18_42b_cover_and_missions_share_the_uninverted_aircraft():
    nearer = FLEET.replace("carriers:\n", "distances: {okinawa: {kyushu: 2}}\ncarriers:\n", 1)
    missions = "battles: [{at: kyushu, attackers: 3, defenders: [], with: {thunderbolts: 2}}]\nkamikazes:\n"
    ordered = nearer.replace("kamikazes:\n", missions, 1)
    assert complaints(ordered, HEAD) == []
    two = ordered.replace("{thunderbolts: 1}", "{thunderbolts: 2}")
    assert [rule for _, rule in complaints(two, HEAD)] == ["18.42B"]


def test_17_47a_six_groups_at_most_in_naval_combat():
    more = "".join(f"      g{number}: {{light-ships: true, air-defense: 0}}\n" for number in range(4))
    six = FLEET.replace("    strikes:", more + "    strikes:").replace(NAMED, NAMED + "    naval-combat: true\n")
    assert complaints(six, HEAD) == []
    seven = six.replace("      g0:", "      g9: {light-ships: true, air-defense: 0}\n      g0:")
    assert [rule for _, rule in complaints(seven, HEAD)] == ["17.47A"]
    assert complaints(seven.replace("    naval-combat: true\n", ""), HEAD) == []


def test_17_42_kamikazes_without_orders_are_part_of_the_position():
    idle = FLEET[: FLEET.index("  attack:")] + "counterair: [{at: kyushu}]\n"
    assert complaints(idle, HEAD) == []


def test_17_47_the_fleet_as_the_scenario_says(turn):
    fleet = turn.setting.fleet
    one, two = fleet.groups.values()
    assert (dict(one.fast_carriers), dict(one.capital_ships), one.light_ships, one.air_defense, one.naval_drm) == (
        *({"hornet": 4, "wasp": 3}, {"iowa": 5}, True, 3, 1),
    )
    assert (two.light_ships, two.naval_drm, dict(one.patrol), dict(one.cover)) == (False, 2, {"hellcats": 2}, {"thunderbolts": 1})
    assert (fleet.side, fleet.in_reach, fleet.open_to_attack, fleet.in_port, dict(fleet.strikes)) == (
        *("allies", ("one", "two"), ("one", "two"), False, {"one": 9}),
    )
    assert [turn.carrier(name).force for name in ("hornet", "wasp", "essex")] == ["attacked-force", "task", ""]
    hidden = FLEET.replace(NAMED, NAMED + "    naval-combat: true\n    in-port: true\n")
    hidden = hidden.replace("naval-drm: 2}", "naval-drm: 2, found: false}").replace(
        "air-defense: 3,", "air-defense: 3, struck: true,"
    )
    other = begun(hidden.replace("strikes: {one: 9}", "strikes: {}"), HEAD).setting.fleet
    assert (other.in_reach, other.open_to_attack, other.in_port, dict(other.strikes)) == (("one",), (), True, {})
    assert begun(FLEET.replace("    strikes: {one: 9}\n", ""), HEAD).setting.fleet.strikes is None


@pytest.mark.parametrize("unlisted", ["far", "ask"])
def test_17_3124_a_carrier_of_the_attacked_force_is_where_the_force_is(unlisted):
    turn = begun(FLEET, HEAD.replace("unlisted-distances: far", f"unlisted-distances: {unlisted}"))
    elsewhere = 9999 if unlisted == "far" else None
    assert [turn.distance(name, "okinawa") for name in ("hornet", "wasp", "essex", "hermes")] == [1, 1, 0, elsewhere]
    assert turn.distance("hornet", "wasp") == 0
    listed = FLEET.replace("carriers:\n", "distances: {okinawa: {hornet: 3}}\ncarriers:\n", 1)
    assert begun(listed, HEAD).distance("hornet", "okinawa") == 3


@pytest.mark.parametrize(
    ("unit", "task", "change", "rule"),
    [
        ("hellcats", "patrol", {}, None),
        ("hellcats", "cover", {}, "17.33"),
        ("corsairs", "cover", {}, None),
        ("corsairs", "patrol", {}, "17.33"),
        ("thunderbolts", "cover", {}, None),
        ("thunderbolts", "cover", {"range": 0}, "18.58B"),
        ("jets", "cover", {}, "17.531"),
        ("dakotas", "cover", {}, "17.23, 17.33"),
        ("zeros", "cover", {}, ""),
        ("hellcats", "patrol", {"carrier": {"damaged": True}}, "17.3124"),
        ("essex-air", "patrol", {}, "17.3126"),
        ("essex-air", "patrol", {"in port": True}, None),
        ("hellcats", "patrol", {"in port": True}, None),
        ("corsairs", "cover", {"base": {"oil": True}}, "18.51"),
    ],
)
def test_17_33_who_flies_over_a_combat_group(turn, unit, task, change, rule):
    if "range" in change:
        turn = changed_unit(turn, unit, range=0)
    if "carrier" in change:
        turn = changed_carrier(turn, "hornet", **change["carrier"])
    if "base" in change:
        turn = changed_base(turn, "okinawa", **change["base"])
    fleet = replace(turn.setting.fleet, in_port="in port" in change)
    assert cited(cover.cover_refused(None, turn, fleet, turn.unit(unit), task)) == rule


def test_18_42b_how_many_may_fly_over_a_group(turn):
    unit = turn.unit("corsairs").holding(ready=2, flown=3, at_sea=4)
    assert (cover.free_over(unit, "patrol"), cover.free_over(unit, "cover")) == (5, 6)
    served = [cover.served_at_sea(unit, number) for number in (3, 5, 9)]
    assert [(one.ready, one.at_sea) for one in served] == [(2, 4), (1, 5), (0, 6)]


def test_18_58b_the_squadrons_over_each_group(turn):
    groups = turn.setting.fleet.groups
    two = replace(groups["two"], patrol={"hellcats": 3}, cover={"thunderbolts": 1, "corsairs": 2})
    fleet = replace(turn.setting.fleet, groups={**groups, "two": two})
    end = called(cover.air_that_takes_off, turn, fleet)
    after, over = end.state
    assert [(name, [(line.unit, line.parts, line.whole) for line in force]) for name, force in over] == [
        ("one", [("hellcats", (2,), 0), ("thunderbolts", (0, 1, 0), 1)]),
        ("two", [("hellcats", (2,), 0), ("thunderbolts", (0, 1, 0), 1), ("corsairs", (2,), 0)]),
    ]
    assert holding(after)["thunderbolts"] == ("okinawa", 1, 0, 2, 1, 0)
    assert holding(after)["corsairs"] == ("okinawa", 1, 0, 2, 0, 0)
    assert holding(after)["hellcats"] == ("hornet", 4, 0, 0, 0, 0)
    assert len(end.told("note")) == 1  # one of the three on patrol flies over the other group


@pytest.mark.parametrize(
    ("strikes", "second", "rules"),
    [(5, 15, []), (6, 15, [""]), (1, 16, ["17.47D"]), (15, 5, []), (9, 3, []), (None, 15, []), (None, 21, ["", "17.47D"])],
)
def test_17_47d_a_second_wave_against_a_single_group_within_its_limit(strikes, second, rules):
    lone = "\n".join(row for row in FLEET.splitlines() if not row.startswith("      two:")) + "\n"
    said = f"    second-wave: {second}\n" + (f"    strikes: {{one: {strikes}}}\n" if strikes else "")
    text = lone.replace("    strikes: {one: 9}\n", said)
    assert [rule for _, rule in complaints(text, HEAD)] == rules
    assert begun(text, HEAD).setting.fleet.second_wave == second if not rules else True
