"""Kamikazes (17.47): the wave, the defenses and the targets."""

from dataclasses import replace

import pytest
from waw_direct import begun, called, changed_carrier, options
from waw_kamikazes import FLEET, HEAD, wave_of

from airwar.rulesets.world_at_war import kamikazes as attacks
from airwar.rulesets.world_at_war import kamikazes as cover
from airwar.rulesets.world_at_war import kamikazes as defenses
from airwar.rulesets.world_at_war import kamikazes as naval_attack
from airwar.rulesets.world_at_war import kamikazes as targets
from airwar.rulesets.world_at_war.setting import Kamikazes
from airwar.rulesets.world_at_war.units import Effect


@pytest.fixture
def turn():
    return begun(FLEET, HEAD, "combat", "combat.kamikazes")


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
    (one, _) = called(cover.air_that_takes_off, turn, turn.setting.fleet).state[1]
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


@pytest.mark.parametrize(("change", "patrol"), [({}, 1), ({"in_port": True}, 0), ({"surprised": True}, 0), ({"patrol": {}}, 0)])
def test_19_31c_patrol_at_sea_fires_better_unless_surprised(turn, change, patrol):
    fleet = turn.setting.fleet
    group = replace(fleet.groups["one"], patrol=change.get("patrol", {"hellcats": 2}))
    fleet = replace(fleet, **{key: value for key, value in change.items() if key != "patrol"})
    line = called(cover.air_that_takes_off, turn, turn.setting.fleet).state[1][0]
    wave = wave_of(turn, cover=(line,))._replace(fleet=fleet)
    end = called(defenses.air_over, wave, group, 5, dice={"fleet.fire": [3, 4]})
    terms = {rule: value for _, value, rule, *_ in end.rolls()["fleet.fire"].get("terms", ())}
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
    wave = wave_of(turn)._replace(fleet=replace(fleet, groups=dict(list(fleet.groups.items())[:groups])))
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
    wave = wave._replace(cover=called(cover.air_that_takes_off, turn, turn.setting.fleet).state[1])
    dice = {"one.fleet.fire": [2, 3], "one.ships.air-defense": [3, 3]}  # 1/2, then 1/1
    answers = {"one.fleet.divert.air": {"one": 1, "two": 1}, "one.fleet.divert.ships": {"two": 1}}
    end = called(defenses.kamikazes_approach, wave, dice=dice, answers=answers)
    after = end.state.value
    assert after.approaching == (("two", 4),)
    assert after.through == (("one", 5), ("two", 2))
    assert [loss[2] for loss in end.losses()] == [1, 1]
    assert [status[2] for status in end.statuses()] == [2, 1]
    unarmed = called(defenses.kamikazes_approach, after)
    assert unarmed.state.value.through == (("one", 5), ("two", 6))
    assert called(defenses.next_group, turn, after).state.step is defenses.kamikazes_approach
    assert called(defenses.next_group, turn, unarmed.state.value).state.step is targets.choose_targets


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
    wave = wave._replace(fleet=replace(turn.setting.fleet, in_port=not at_sea))
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
    group = replace(turn.setting.fleet.groups["one"], fast_carriers={"hornet": 4, "barge": 1})
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


@pytest.mark.parametrize(
    ("effects", "told"), [((0, 0), []), ((2, 0), [("Loss", 2)]), ((0, 3), [("Status", 3)]), ((1, 1), [("Loss", 1), ("Status", 1)])]
)
def test_17_47e_what_the_defenses_did_is_told(effects, told):
    assert [(type(event).__name__, event.count) for event in defenses.fates(Effect(*effects), "by the ships")] == told
