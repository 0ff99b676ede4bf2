"""Kamikazes (17.4) part by part: what a scenario may order, cover, defenses, targets, and the construction phase."""

from dataclasses import replace

import pytest
from waw import AMERICAN, AMERICAN_NAVAL
from waw_direct import begun, called, changed_base, changed_carrier, changed_unit, cited, complaints, holding, options

from airwar.rulesets.world_at_war.air_combat.forces import Effect
from airwar.rulesets.world_at_war.kamikazes import attacks, construction, cover, defenses, naval_attack, targets
from airwar.rulesets.world_at_war.kamikazes.state import Kamikazes, Program
from airwar.rulesets.world_at_war.kamikazes.wave import Wave

HEAD = """airwar: 1
ruleset: world-at-war
title: a test
theater: pacific
sides: {axis: [japan], allies: [us, britain]}
attacker: allies
unlisted-distances: far
"""
FLEET = """orders: ask
research: {us: {jets: 9}}
bases:
  kyushu: {side: axis, facilities: [city], nation: japan}
  reef: {side: axis, nation: japan}
  okinawa: {side: allies, facilities: [city, airbase]}
carriers:
  hornet: {nation: us, size: 4}
  wasp: {nation: us, size: 3, force: task}
  essex: {nation: us, size: 5, port: okinawa}
  hermes: {nation: britain, size: 2}
units:
  - {id: hellcats, nation: us, type: nas, count: 4, at: hornet}
  - {id: corsairs, nation: us, type: nas, count: 3, at: okinawa}
  - {id: thunderbolts, nation: us, type: aaf, count: 4, inverted: 1, at: okinawa}
  - {id: jets, nation: us, type: jet, count: 1, at: okinawa}
  - {id: dakotas, nation: us, type: transport, count: 1, at: okinawa}
  - {id: essex-air, nation: us, type: nas, count: 2, at: essex}
  - {id: zeros, nation: japan, type: nas, count: 2, at: kyushu}
kamikazes:
  built: 20
  expansions: 2
  attack:
    distances: {kyushu: 4, okinawa: 1}
    naval-drm: 1
    groups:
      one: {fast-carriers: {hornet: 4, wasp: 3}, capital-ships: {iowa: 5}, light-ships: true, air-defense: 3,
        patrol: {hellcats: 2}, cover: {thunderbolts: 1}}
      two: {capital-ships: {texas: 4}, air-defense: 0, naval-drm: 2}
    strikes: {one: 9}
"""
NAMED = "naval-drm: 1\n"
IN_PORT = f"{NAMED}    groups:\n      one: {{"
IN_COMBAT = f"{NAMED}    naval-combat: true\n    groups:\n      one: {{found: false, "


@pytest.fixture
def turn():
    return begun(FLEET, HEAD, "combat", "combat.kamikazes")


def wave_of(turn, **more):
    fleet = turn.setting.fleet
    usual = {"cover": tuple((name, ()) for name in fleet.groups), "pool": turn.kamikazes, "approaching": ()}
    return Wave(turn.setting, fleet, **{**usual, **more})


# what a scenario may order


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


def test_17_42_kamikazes_need_orders():
    idle = FLEET[: FLEET.index("  attack:")] + "counterair: [{at: kyushu}]\n"
    assert len(complaints(idle, HEAD)) == 1


def test_17_47_the_fleet_as_the_scenario_says(turn):
    fleet = turn.setting.fleet
    one, two = fleet.groups.values()
    assert (one.carriers, one.capitals, one.light, one.air_defense, one.naval_drm) == (
        *({"hornet": 4, "wasp": 3}, {"iowa": 5}, True, 3, 1),
    )
    assert (two.light, two.naval_drm, one.patrol, one.cover) == (False, 2, {"hellcats": 2}, {"thunderbolts": 1})
    assert (fleet.side, fleet.found, fleet.open_to_attack, fleet.at_sea, fleet.strikes) == (
        *("allies", ("one", "two"), ("one", "two"), True, (("one", 9),)),
    )
    assert [turn.carrier(name).force for name in ("hornet", "wasp", "essex")] == ["attacked-force", "task", ""]
    hidden = FLEET.replace(NAMED, NAMED + "    naval-combat: true\n    in-port: true\n")
    hidden = hidden.replace("naval-drm: 2}", "naval-drm: 2, found: false}").replace(
        "air-defense: 3,", "air-defense: 3, struck: true,"
    )
    other = begun(hidden.replace("strikes: {one: 9}", "strikes: {}"), HEAD).setting.fleet
    assert (other.found, other.open_to_attack, other.at_sea, other.strikes) == (("one",), (), False, ())
    assert begun(FLEET.replace("    strikes: {one: 9}\n", ""), HEAD).setting.fleet.strikes is None


@pytest.mark.parametrize("unlisted", ["far", "ask"])
def test_17_3124_a_carrier_of_the_attacked_force_is_where_the_force_is(unlisted):
    turn = begun(FLEET, HEAD.replace("unlisted-distances: far", f"unlisted-distances: {unlisted}"))
    elsewhere = 9999 if unlisted == "far" else None
    assert [turn.distance(name, "okinawa") for name in ("hornet", "wasp", "essex", "hermes")] == [1, 1, 0, elsewhere]
    assert turn.distance("hornet", "wasp") == 0
    listed = FLEET.replace("carriers:\n", "distances: {okinawa: {hornet: 3}}\ncarriers:\n", 1)
    assert begun(listed, HEAD).distance("hornet", "okinawa") == 3


# the air over the fleet


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
    fleet = replace(turn.setting.fleet, at_sea="in port" not in change)
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
    end = called(cover.air_over, turn, fleet)
    after, over = end.state
    assert [(name, [(line.unit, line.parts, line.whole) for line in force]) for name, force in over] == [
        ("one", [("hellcats", (2,), 0), ("thunderbolts", (0, 1, 0), 1)]),
        ("two", [("hellcats", (2,), 0), ("thunderbolts", (0, 1, 0), 1), ("corsairs", (2,), 0)]),
    ]
    assert holding(after)["thunderbolts"] == ("okinawa", 1, 0, 2, 1, 0)
    assert holding(after)["corsairs"] == ("okinawa", 1, 0, 2, 0, 0)
    assert holding(after)["hellcats"] == ("hornet", 4, 0, 0, 0, 0)
    assert len(end.told("note")) == 1  # one of the three on patrol flies over the other group


# the wave


def test_17_47d_japan_attacks_at_one_moment_of_the_turn(turn):
    fleet = turn.setting.fleet
    for part, usual in (("combat.kamikazes", "attack"), ("movement.kamikazes", "wait")):
        now = replace(turn, part=part)
        end = called(attacks.attacked_now, now, fleet, answers={f"{part}.japan.moment": "attack"})
        assert (end.state, end.asked[0].default, options(end.asked[0])) == (True, usual, ["attack", "wait"])
    done = turn.with_result("kamikazes", "x")
    assert called(attacks.attacked_now, done, fleet).state is False
    none = replace(turn, kamikazes=turn.kamikazes._replace(built=0))
    assert called(attacks.attacked_now, none, fleet).state is False


@pytest.mark.parametrize(("built", "rooms"), [(20, 15), (15, 15), (7, 7)])
def test_17_47d_fifteen_against_each_group(turn, built, rooms):
    turn = replace(turn, kamikazes=turn.kamikazes._replace(built=built))
    turn = turn.with_setting(replace(turn.setting, orders_asked=False, fleet=replace(turn.setting.fleet, strikes=None)))
    end = called(attacks.announce_kamikazes, turn, answers={"kamikazes.japan.strikes": {}})
    assert (options(end.asked[0]), end.asked[0].most) == ({"one": rooms, "two": rooms}, min(built, 2 * rooms))
    assert end.state.value.results == (("kamikazes", "no attack"),)
    assert end.state.value.kamikazes == turn.kamikazes
    flown = called(attacks.announce_kamikazes, turn, answers={"kamikazes.japan.strikes": {"two": 3}})
    after = flown.state
    assert after.state.approaching == (("two", 3),)
    assert (after.state.pool.built, after.state.pool.spent) == (built - 3, 3)


def test_17_48_kamikazes_that_take_off_are_gone(turn):
    some = attacks.taking_off(turn, (("one", 9), ("two", 4))).kamikazes
    assert (some.built, some.spent, some.all_used) == (7, 13, False)
    everything = attacks.taking_off(turn, (("one", 15), ("two", 5))).kamikazes
    assert (everything.built, everything.spent, everything.all_used) == (0, 20, True)


@pytest.mark.parametrize(
    ("groups", "built", "second", "asked"),
    [(1, 20, False, True), (2, 20, False, False), (1, 0, False, False), (1, 20, True, False)],
)
def test_17_47d_a_second_wave_against_a_lone_group(turn, groups, built, second, asked):
    fleet = turn.setting.fleet
    fleet = replace(fleet, groups=dict(list(fleet.groups.items())[:groups]))
    turn = replace(turn, kamikazes=turn.kamikazes._replace(built=built, spent=3))
    wave = wave_of(turn, second=second)._replace(fleet=fleet)
    answers = {"one.second.japan.second-wave": {"one": 2}} if asked else {}
    end = called(attacks.wave_over, turn, wave, answers=answers)
    if asked:
        assert options(end.asked[0]) == {"one": 15}
        assert (end.state.state.approaching, end.state.state.second) == ((("one", 2),), True)
        assert end.state.state.pool == Kamikazes(20, 20, 18, 2, False, 20, 5, "axis")
        prepared = called(attacks.wave_over, turn, wave._replace(fleet=replace(fleet, second_wave=0)))
        assert prepared.state.value.results == (("kamikazes", "no ship hurt"),)
    else:
        assert end.losses() == [("japan", "kamikaze", 3, "expended")]
        assert end.state.value.results == (("kamikazes", "no ship hurt"),)


@pytest.mark.parametrize(
    ("sunk", "damaged", "hits", "result"),
    [((), (), 0, "no ship hurt"), (("a",), (), 0, "1 sunk"), (("a", "b"), ("c",), 1, "2 sunk, 1 damaged, 1 hit to settle by hand")],
)
def test_17_47g_what_an_attack_did(turn, sunk, damaged, hits, result):
    assert attacks.result_of(wave_of(turn, sunk=sunk, damaged=damaged, hits=hits)) == result


def test_17_3124_struck_carriers_sink_with_their_patrol_counted(turn):
    (one, _) = called(cover.air_over, turn, turn.setting.fleet).state[1]
    turn = turn.with_setting(replace(turn.setting, fleet=turn.setting.fleet))
    turn = changed_carrier(turn, "wasp", force="")
    wave = wave_of(turn, cover=(one, ("two", ())), sunk=("hornet", "iowa"), damaged=("wasp", "texas"))
    end = called(attacks.ships_struck, turn, wave, answers={"attacker.ashore.hellcats": {"okinawa": 1}})
    assert options(end.asked[0]) == {"okinawa": 2}  # the two on patrol
    assert [(carrier.id, carrier.sunk, carrier.damaged) for carrier in end.state.carriers][:2] == [
        ("hornet", True, False),
        ("wasp", False, True),
    ]


def test_17_47e_the_wave_counts_what_gets_through(turn):
    wave = wave_of(
        turn, through=(("one", 2),), approaching=(("two", 3),), sunk=("hornet",), damaged=("wasp",), gone=("iowa",), hits=4
    )
    assert wave.with_through({"one": 1, "two": 0, "three": 5}).through == (("one", 3), ("three", 5))
    one, two = wave.fleet.groups.values()
    assert [wave.afloat(one, kind) for kind in ("fast-carriers", "capital-ships", "light-ships")] == [["wasp"], [], ["light-ships"]]
    assert [wave.afloat(two, kind) for kind in ("fast-carriers", "capital-ships", "light-ships")] == [[], ["texas"], []]
    assert wave.facts() == {
        "kamikazes.built": 20, "kamikazes.flying": 5, "kamikazes.spent": 0, "ships.sunk": 1, "ships.damaged": 1, "ships.hits": 4,
    }  # fmt: skip
    assert (wave.scope("one"), wave._replace(second=True).scope("one")) == ("one", "one.second")
    assert one.size_of("iowa") == 5
    assert wave.fleet.has("hornet")
    assert not wave.fleet.has("iowa")


@pytest.mark.parametrize(
    ("effects", "number", "left"), [((3, 4), 9, (3, 4)), ((3, 4), 5, (3, 2)), ((6, 4), 5, (5, 0)), ((0, 2), 2, (0, 2))]
)
def test_17_47e_no_more_are_hit_than_there_are(effects, number, left):
    assert defenses.capped(Effect(*effects), number) == Effect(*left)


@pytest.mark.parametrize(("change", "patrol"), [({}, 1), ({"at_sea": False}, 0), ({"surprised": True}, 0), ({"patrol": {}}, 0)])
def test_19_31c_patrol_at_sea_fires_better_unless_surprised(turn, change, patrol):
    fleet = turn.setting.fleet
    group = replace(fleet.groups["one"], patrol=change.get("patrol", {"hellcats": 2}))
    fleet = replace(fleet, **{key: value for key, value in change.items() if key != "patrol"})
    line = called(cover.air_over, turn, turn.setting.fleet).state[1][0]
    wave = wave_of(turn, cover=(line,))._replace(fleet=fleet)
    end = called(defenses.air_over, wave, group, 5, dice={"fleet.fire": [3, 4]})
    terms = {rule: value for _, value, rule in end.rolls()["fleet.fire"].get("terms", ())}
    assert terms.get("19.31C", 0) == patrol
    none = called(defenses.air_over, wave._replace(cover=(("one", ()),)), group, 5)
    assert (none.state, none.rolls()) == (Effect(0, 0), {})


@pytest.mark.parametrize(
    ("ruling", "groups", "items"),
    [("any-group", 2, {"one": 3, "two": 3}), ("other-group", 2, None), ("other-group", 1, None), ("any-group", 1, None)],
)
def test_17_47e_the_defender_diverts_kamikazes(ruling, groups, items):
    turn = begun(FLEET + f"options: {{diverted-kamikazes: {ruling}}}\n", HEAD)
    fleet = turn.setting.fleet
    wave = wave_of(turn)._replace(fleet=replace(fleet, found=fleet.found[:groups]))
    answers = {"fleet.divert.air": {"one": 1, "two": 2}} if items else {}
    end = called(defenses.diverted, wave, fleet.groups["one"], "air", 3, answers=answers)
    assert [options(question) for question in end.asked] == ([items] if items else [])
    expected = {"one": 1, "two": 2} if items else {"two": 3} if ruling == "other-group" and groups == 2 else {"one": 3}
    assert {name: number for name, number in end.state.items() if number} == expected
    assert [body["option"] for body in end.told("ruling")] == ["diverted-kamikazes"] * ("one" in expected)
    assert len(end.told("note")) == ("two" in expected)
    assert called(defenses.diverted, wave, fleet.groups["one"], "air", 0).state == {}


def test_17_47e_air_then_ships_then_through(turn):
    wave = wave_of(turn, approaching=(("one", 9), ("two", 4)))
    wave = wave._replace(cover=called(cover.air_over, turn, turn.setting.fleet).state[1])
    dice = {"one.fleet.fire": [2, 3], "one.ships.air-defense": [3, 3]}  # 1/2, then 1/1
    answers = {"one.fleet.divert.air": {"one": 1, "two": 1}, "one.fleet.divert.ships": {"two": 1}}
    end = called(defenses.kamikazes_approach, wave, dice=dice, answers=answers)
    after = end.state.state
    assert after.approaching == (("two", 4),)
    assert after.through == (("one", 5), ("two", 2))
    assert [loss[2] for loss in end.losses()] == [1, 1]
    assert [status[2] for status in end.statuses()] == [2, 1]
    unarmed = called(defenses.kamikazes_approach, after)
    assert unarmed.state.state.through == (("one", 5), ("two", 6))
    assert called(defenses.kamikazes_approach, unarmed.state.state).state.step is targets.choose_targets


def test_17_47f_a_die_chooses_a_category_by_its_width(turn):
    one = turn.setting.fleet.groups["one"]
    end = called(targets.categories, wave_of(turn), one, 6, dice={"kamikazes.targets": [1, 2, 3, 4, 5, 6]})
    assert end.state == {"fast-carriers": 2, "capital-ships": 2, "light-ships": 2}
    halves = called(targets.categories, wave_of(turn, sunk=("iowa",)), one, 6, dice={"kamikazes.targets": [1, 2, 3, 4, 5, 6]})
    assert halves.state == {"fast-carriers": 3, "light-ships": 3}
    alone = called(targets.categories, wave_of(turn), turn.setting.fleet.groups["two"], 4)
    assert (alone.state, alone.rolls()) == ({"capital-ships": 4}, {})
    nobody = called(targets.categories, wave_of(turn), one, 0)
    assert nobody.state == {"fast-carriers": 0, "capital-ships": 0, "light-ships": 0}


def test_17_47f_one_for_each_ship_and_the_surplus_anywhere(turn):
    one = turn.setting.fleet.groups["one"]
    answers = {"japan.surplus": {"iowa": 2, "light-ships": 1}}
    dice = {"kamikazes.targets": [1, 2, 1, 3, 4, 3, 5]}
    end = called(targets.targets_in, wave_of(turn), one, 7, dice=dice, answers=answers)
    assert end.state == {"hornet": 1, "wasp": 1, "iowa": 3, "light-ships": 2}
    assert options(end.asked[0]) == dict.fromkeys(("hornet", "wasp", "iowa", "light-ships"), 3)
    few = called(
        targets.targets_in, wave_of(turn), one, 1, dice={"kamikazes.targets": [2]}, answers={"japan.fast-carriers": {"wasp": 1}}
    )
    assert few.state == {"hornet": 0, "wasp": 1, "iowa": 0, "light-ships": 0}
    assert options(few.asked[0]) == {"hornet": 1, "wasp": 1}


@pytest.mark.parametrize(
    ("ruling", "at_sea", "expansions", "group", "terms"),
    [
        ("plus-one", True, 2, "one", {"19.31A": 2, "17.464": 1, "17.47H": 2, "17.354": 1, "23.441": -1}),
        ("plus-one", False, 0, "two", {"19.31A": 2, "17.464": 1, "23.441": -2}),
        ("none", True, 2, "one", {"19.31A": 2, "17.464": 1, "17.47H": 2, "23.441": -1}),
    ],
)
def test_17_47h_the_modifiers_of_an_attack(ruling, at_sea, expansions, group, terms):
    turn = begun(FLEET + f"options: {{kamikazes-at-sea: {ruling}}}\n", HEAD)
    wave = wave_of(turn, pool=turn.kamikazes._replace(expansions=expansions), targets=(("one", "iowa", 1),))
    wave = wave._replace(fleet=replace(turn.setting.fleet, at_sea=at_sea))
    assert {term.rule: term.value for term in targets.attack_modifiers(wave, wave.fleet.groups[group])} == terms
    assert len(targets.at_sea_ruling(wave)) == at_sea
    assert targets.at_sea_ruling(wave._replace(targets=())) == []


@pytest.mark.parametrize(
    ("ship", "hits", "before", "sunk", "damaged"),
    [
        ("hornet", 4, (), ("hornet",), ()),
        ("hornet", 5, ("hornet",), ("hornet",), ()),
        ("hornet", 3, (), (), ("hornet",)),
        ("hornet", 3, ("hornet",), (), ("hornet",)),
        ("hornet", 2, (), (), ()),
        ("barge", 1, (), ("barge",), ()),
        ("barge", 0, (), (), ()),
    ],
)
def test_17_47g_hits_sink_or_damage_by_size(ship, hits, before, sunk, damaged):
    turn = begun(FLEET + "options: {ship-damage: by-size}\n", HEAD)
    group = replace(turn.setting.fleet.groups["one"], carriers={"hornet": 4, "barge": 1})
    end = called(targets.struck, wave_of(turn, damaged=before), group, ship, hits)
    assert (end.state.sunk, end.state.damaged, end.state.hits) == (sunk, damaged, 0)
    light = called(targets.struck, wave_of(turn, hits=2), group, "light-ships", 3)
    assert (light.state.hits, len(light.told("note"))) == (5, 1)


def test_17_47g_a_kamikaze_counts_as_two_squadrons(turn):
    wave = wave_of(turn, targets=(("one", "iowa", 3), ("one", "hornet", 1)))
    end = called(targets.resolve_attacks, wave, dice={"one.attack.iowa": [3, 4]})
    assert end.rolls()["one.attack.iowa"]["row"] == "6"
    assert end.state.state.targets == (("one", "hornet", 1),)
    assert called(targets.resolve_attacks, wave._replace(targets=())).state.value == wave._replace(targets=())
    assert naval_attack.attack_row(45).label == "20+20+5"
    assert naval_attack.attack_row(40).label == "20+20"


# the construction phase

JAPANESE = HEAD.replace("attacker: allies", "attacker: axis")
HOME = """
bases:
  kyushu: {side: axis, facilities: [city, city]}
  okinawa: {side: allies, facilities: [airbase]}
units:
  - {id: elite, nation: japan, type: nas, elite: true, count: 3, inverted: 1, at: kyushu}
  - {id: army, nation: japan, type: aaf, count: 4, inverted: 2, at: kyushu}
  - {id: cargo, nation: japan, type: transport, count: 1, at: kyushu}
  - {id: empty, nation: japan, type: aaf, count: 0, at: kyushu}
  - {id: marines, nation: us, type: aaf, count: 2, at: okinawa}
kamikazes:
  POOL
  construction: {PROGRAM}
"""


def at_home(program="training-rate: 4", pool="built: 0"):
    return begun(HOME.replace("PROGRAM", program).replace("POOL", pool), JAPANESE, "construction", "construction.kamikazes")


def test_17_43_the_pool_is_twice_the_rate_and_grows_by_as_much():
    assert (construction.first_pool(4), construction.grown_pool(8, 5)) == (8, 18)


@pytest.mark.parametrize(("said", "answer"), [("invoke: true", None), ("", "invoke"), ("invoke: false", None), ("", "wait")])
def test_17_41_japan_invokes_the_rule_or_waits(said, answer):
    turn = at_home(", ".join(part for part in ("training-rate: 4", said) if part))
    answers = {"construction.japan.invoke": answer} if answer else {}
    end = called(construction.invoke_kamikazes, turn, answers=answers)
    if said == "invoke: false" or answer == "wait":
        assert end.state.value.results == (("construction", "no kamikazes"),)
        assert end.state.value.kamikazes.limit == 0
    else:
        after = end.state.state
        assert after.kamikazes.limit == 8
        before = turn.unit("elite").air_type
        assert after.unit("elite").air_type == before._replace(elite=False, drm=before.drm - 1)
        assert after.unit("army") == turn.unit("army")
        assert len(end.told("note")) == 2
    if answer:
        assert options(end.asked[0]) == ["wait", "invoke"]


@pytest.mark.parametrize(("all_used", "limit", "expansions"), [(False, 6, 1), (True, 14, 2)])
def test_17_43b_the_pool_grows_when_all_are_used(all_used, limit, expansions):
    turn = at_home(pool=f"pool: 6\n  expansions: 1\n  all-used: {str(all_used).lower()}")
    pool = called(construction.invoke_kamikazes, turn).state.state.kamikazes
    assert (pool.limit, pool.expansions, pool.all_used) == (limit, expansions, False)


def test_17_44a_what_may_be_converted():
    turn = at_home("training-rate: 4, unbuilt-nas: 2, unbuilt-aaf: 1")
    assert construction.convertible(turn) == {"elite": 3, "army": 4, "unbuilt-nas": 2, "unbuilt-aaf": 1}
    assert [construction.worth(turn, name) for name in construction.convertible(turn)] == [1, 3, 1, 3]
    assert construction.convertible(at_home()) == {"elite": 3, "army": 4}


def test_17_44a_units_become_kamikazes_inverted_ones_first():
    turn = replace(at_home("training-rate: 4, unbuilt-nas: 2, unbuilt-aaf: 1"), kamikazes=Kamikazes(9, 1, 1))
    after = called(construction.converted, turn, {"elite": 2, "army": 1, "unbuilt-aaf": 1, "unbuilt-nas": 0}).state
    assert (after.kamikazes.created, after.kamikazes.built) == (1 + 2 + 3 + 3, 1 + 2 + 3)
    assert holding(after)["elite"] == ("kyushu", 1, 0, 0, 0, 0)
    assert holding(after)["army"] == ("kyushu", 2, 0, 0, 1, 0)


@pytest.mark.parametrize(
    ("convert", "created", "asked", "notes"),
    [("elite: 3", 3, 0, 1), ("army: 3", 0, 0, 1), ("elite: 3, army: 1", 6, 0, 2), ("elite: 4", 0, 0, 1), (None, 2, 1, 1)],
)
def test_17_43_conversion_stays_within_the_pool(convert, created, asked, notes):
    turn = at_home()
    chosen = None if convert is None else {part.split(":")[0]: int(part.split(":")[1]) for part in convert.split(", ")}
    turn = replace(turn, kamikazes=Kamikazes(8)).with_setting(replace(turn.setting, program=Program(4, convert=chosen)))
    end = called(construction.convert_to_kamikazes, turn, answers={"japan.convert": {"elite": 2}} if asked else {})
    assert end.state.state.kamikazes.created == created
    assert len(end.told("note")) == notes
    if asked:
        assert end.asked[0].refuses({"army": 2, "elite": 2}) is None
        assert end.asked[0].refuses({"army": 2, "elite": 3}) is not None
        assert not any(end.asked[0].default.values())
        full = replace(turn, kamikazes=Kamikazes(8, 8))
        assert called(construction.convert_to_kamikazes, full).asked == []


@pytest.mark.parametrize(
    ("build", "brps", "built"), [(None, None, 5), (None, 3, 3), (2, None, 2), (9, None, 5), (4, 3, 3), (0, 3, 0)]
)
def test_17_44b_kamikazes_are_built_for_a_brp_each(build, brps, built):
    turn = at_home()
    turn = replace(turn, kamikazes=Kamikazes(9, 6, 1)).with_setting(
        replace(turn.setting, program=Program(4, build=build, brps=brps))
    )
    most = 5 if brps is None else min(5, brps)
    end = called(construction.build_kamikazes, turn, answers={"japan.build": {"kamikazes": most}} if build is None else {})
    after = end.state.value
    assert after.kamikazes == Kamikazes(9, 6, 1 + built)
    if build is None:
        assert (options(end.asked[0]), dict(end.asked[0].default)) == ({"kamikazes": most}, {"kamikazes": most})
    (sheet,) = end.told("sheet")
    assert [row[1:] for row in sheet["rows"]] == [
        ["4", "17.353"], ["9", "17.43"], ["6", "17.44A"], [str(built), "17.44B"], [str(built), "17.44C"],
        [str(1 + built), ""], [str(5 - built), ""], ["+0", "17.47H"],
    ]  # fmt: skip
    assert after.results == (("construction", f"{1 + built} built of 6 kamikazes, pool 9"),)


@pytest.mark.parametrize(
    ("program", "pool", "rules"),
    [
        ("training-rate: 4", "built: 0", []),
        ("build: 2", "built: 0", ["17.43A"]),
        ("training-rate: 4, build: 3, brps: 3", "built: 0", []),
        ("training-rate: 4, build: 4, brps: 3", "built: 0", ["17.44C"]),
        ("training-rate: 4, invoke: true", "built: 1", ["17.41"]),
        ("training-rate: 4, invoke: true, convert: {elite: 3}", "built: 0", []),
        ("training-rate: 4, invoke: false, convert: {elite: 3}", "built: 0", ["17.41"]),
        ("training-rate: 4, invoke: true, convert: {elite: 2, army: 2}", "built: 0", []),
        ("training-rate: 4, invoke: true, convert: {elite: 3, army: 2}", "built: 0", ["17.43"]),
        ("training-rate: 4, convert: {elite: 3}", "built: 1\n  pool: 4", []),
        ("training-rate: 4, convert: {elite: 3}", "built: 1\n  pool: 3", ["17.43"]),
        ("training-rate: 4, convert: {elite: 3, army: 2}", "unbuilt: 2\n  pool: 3\n  all-used: true", []),
        ("training-rate: 4, convert: {elite: 3, army: 3}", "unbuilt: 2\n  pool: 3\n  all-used: true", ["17.43"]),
        ("training-rate: 4, convert: {elite: 4}", "built: 0", ["17.44A"]),
        ("training-rate: 4, convert: {cargo: 1}", "built: 0", ["17.44A"]),
        ("training-rate: 4, convert: {unbuilt-nas: 1}", "built: 0", ["17.44A"]),
    ],
)
def test_17_44_what_is_refused_of_construction(program, pool, rules):
    found = complaints(HOME.replace("PROGRAM", program).replace("POOL", pool), JAPANESE)
    assert [rule for _, rule in found] == rules


def test_17_43b_the_attack_of_this_turn_may_use_up_the_pool():
    construction_too = "  construction: {training-rate: 4, convert: {zeros: 2}}\n"
    assert complaints(FLEET + construction_too, JAPANESE) == []
    alone = FLEET[: FLEET.index("  attack:")] + construction_too
    assert [rule for _, rule in complaints(alone, JAPANESE)] == ["17.43"]


def test_17_33_lines_over_a_group(turn):
    force = cover.squadrons(turn, (("corsairs", 2), ("thunderbolts", 3)))
    assert [(line.unit, line.air_type, line.parts, line.whole) for line in force] == [
        ("corsairs", AMERICAN_NAVAL, (2,), 0),
        ("thunderbolts", AMERICAN, (0, 3, 0), 3),
    ]
