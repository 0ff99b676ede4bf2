"""Strategic bombing (18.57, 17.7, 17.8) and naval air training (17.35) part by part."""

from dataclasses import replace

import pytest
from waw import AMERICAN, BRITISH, GERMAN, GERMAN_JET, line
from waw_direct import begun, called, changed_base, changed_carrier, changed_unit, cited, complaints, holding, options

from airwar.engine.dice import D6
from airwar.rulesets.world_at_war.air_combat.forces import Effect
from airwar.rulesets.world_at_war.strategic import bombing, chart, forces, raid, reach
from airwar.rulesets.world_at_war.strategic.state import BombingRaid, Target
from airwar.rulesets.world_at_war.training import training
from airwar.rulesets.world_at_war.training.state import School, Trained
from airwar.rulesets.world_at_war.units.types import AirType
from airwar.scenario.nodes import Mark
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Section

HEAD = """airwar: 1
ruleset: world-at-war
title: a test
theater: europe
sides: {allies: [us, britain], axis: [germany, italy]}
attacker: allies
unlisted-distances: far
"""
RAIDS = """
orders: ask
turn: true
research: {us: {jets: 9, radar: 1}, germany: {jets: 12, radar: 2}, italy: {radar: 3}}
bases:
  england: {side: allies, facilities: [city, airbase]}
  scotland: {side: allies, facilities: [city]}
  ruhr: {side: axis, facilities: [city, airbase], nation: germany}
  paris: {side: axis, facilities: [city]}
  rome: {side: axis, facilities: [city], nation: italy}
  box: {side: axis, box: other}
fronts: {western: [england, scotland, ruhr, paris, box], southern: [rome]}
distances: {england: {ruhr: 4, paris: 2, scotland: 3}, scotland: {ruhr: 6}, rome: {ruhr: 5}, paris: {ruhr: 3}}
strategic:
  - {id: eighth, nation: us, type: bomber, count: 6, inverted: 1, front: western}
  - {id: command, nation: britain, type: bomber, count: 4, front: western}
  - {id: mustangs, nation: us, type: interceptor, count: 3, front: western}
  - {id: reich, nation: germany, type: interceptor, count: 4, inverted: 1, front: western}
  - {id: south, nation: germany, type: interceptor, count: 2, front: southern}
units:
  - {id: ninth, nation: us, type: aaf, count: 6, at: england}
  - {id: raf, nation: britain, type: aaf, count: 3, at: england}
  - {id: shooting, nation: us, type: jet, count: 1, at: england}
  - {id: jg, nation: germany, type: aaf, count: 3, at: ruhr}
  - {id: me262, nation: germany, type: jet, count: 1, at: ruhr}
  - {id: regia, nation: italy, type: aaf, count: 2, at: rome}
"""


@pytest.fixture
def turn():
    return begun(RAIDS, HEAD, "combat", "combat.bombing")


def target(turn, name="ruhr", **changes):
    return replace(turn.setting.strategy.targets[name], **changes)


def test_18_57_bases_of_the_fronts_are_targets(turn):
    targets = turn.setting.strategy.targets
    assert {name: (one.front, one.nation) for name, one in targets.items()} == {
        "england": ("western", ""), "scotland": ("western", ""), "ruhr": ("western", "germany"), "paris": ("western", ""),
        "box": ("western", ""), "rome": ("southern", "italy"),
    }  # fmt: skip
    assert turn.setting.strategy.radar == {"us": 1, "germany": 2, "italy": 3}
    menu = bombing.open_raids(turn, (), ())
    assert list(menu.others) == ["ruhr", "paris"]
    ordered = bombing.open_raids(turn, (BombingRaid("ruhr"),), (BombingRaid("paris"),))
    assert (list(ordered.prepared), list(ordered.others)) == (["ruhr"], [])
    quiet = turn.with_setting(replace(turn.setting, orders_asked=False))
    assert bombing.open_raids(quiet, (), ()).others == {}
    assert bombing.scope_of(turn, BombingRaid("ruhr")) == "ruhr.raid"
    assert bombing.scope_of(turn, BombingRaid("essen")) == "essen"


@pytest.mark.parametrize(
    ("unit", "bomb", "escort", "oppose"),
    [
        ("eighth", None, "17.73", "17.83"),
        ("mustangs", "17.83", None, "17.83"),
        ("ninth", None, None, "17.83"),
        ("shooting", "17.531", "18.45", "17.83"),
        ("jg", "18.512", "18.512", None),
        ("me262", "18.512", "18.512", None),
        ("reich", "18.512", "18.512", None),
        ("south", "18.512", "18.512", "18.31G"),
        ("regia", "18.512", "18.512", "rule 26, one public summary"),
    ],
)
def test_18_57_who_bombs_escorts_and_opposes(turn, unit, bomb, escort, oppose):
    aim, one = target(turn), turn.unit(unit)
    found = [cited(reach.raid_refused(None, turn, aim, one, role)) for role in ("bomb", "escort")]
    assert (*found, cited(reach.opposition_refused(None, turn, aim, one))) == (bomb, escort, oppose)


@pytest.mark.parametrize("type_", ["nas", "transport", "kamikaze", "bomber"])
def test_17_33_types_that_do_not_escort(turn, type_):
    one = turn.unit("ninth")._replace(air_type=AMERICAN._replace(type=type_))
    assert reach.type_refused(one, "escort")


@pytest.mark.parametrize(
    ("range_", "change", "rule"),
    [
        (4, {}, None),
        (3, {}, "17.72"),
        (4, {"england": {"supply": "partial"}}, "17.72"),
        (6, {"england": {"supply": "partial"}}, None),
        (9, {"england": {"supply": "partial"}, "scotland": {"side": "axis"}}, "17.72"),
        (9, {"england": {"facilities": 0, "places": ()}, "scotland": {"box": "other"}}, "17.72"),
    ],
)
def test_17_72_bombers_count_from_the_nearest_operational_base_of_their_front(turn, range_, change, rule):
    for name, what in change.items():
        turn = changed_base(turn, name, **what)
    for unit, number in (("eighth", "17.72"), ("mustangs", "17.82")):
        one = turn.unit(unit)._replace(range=range_)
        nowhere = "operational" if "scotland" in change else ""
        found = cited(reach.out_of_range_of_front(None, turn, target(turn), one))
        assert found == (rule if nowhere or rule is None else number)


@pytest.mark.parametrize(
    ("change", "home", "refused"),
    [
        ({}, "paris", False),
        ({"unit": {"range": 2}}, "paris", True),
        ({"unit": {"range": 2}}, "ruhr", False),
        ({"base": {"supply": "partial"}}, "paris", True),
        ({"base": {"supply": "partial"}}, "ruhr", False),
        ({"base": {"oil": True}}, "paris", True),
        ({"unit": {"winter": 9}}, "paris", True),
        ({"unit": {"winter": 8}}, "paris", False),
        ({"base": {"supply": "none"}}, "ruhr", True),
        ({}, "box", True),
        ({}, "nowhere", True),
        ({"neutral": True}, "ruhr", True),
        ({"unit": {"range": 2}, "passes": 2}, "paris", False),
        ({"unit": {"range": 2}, "passes": 3}, "paris", True),
        ({"base": {"oil": True}, "passes": 0}, "paris", False),
    ],
)
def test_17_582_army_air_engages_a_raid_that_comes_within_range(turn, change, home, refused):
    turn = changed_unit(turn, "jg", home=home, **change.get("unit", {}))
    if "base" in change:
        turn = changed_base(turn, home, **change["base"])
    if "neutral" in change:
        turn = turn.with_setting(replace(turn.setting, neutral=frozenset({"germany"})))
    aim = target(turn, passes={"southern": {"paris": change["passes"]}} if "passes" in change else {})
    assert bool(reach.defender_out_of_range(None, turn, aim, turn.unit("jg"))) == refused


@pytest.mark.parametrize(
    ("front", "range_", "passes", "both", "either"),
    [
        ("western", 4, {}, True, True),
        ("southern", 4, {}, False, False),
        ("southern", 5, {}, False, True),
        ("southern", 4, {"southern": {"rome": 4}}, True, True),
        ("southern", 3, {"southern": {"rome": 4}}, False, True),
        ("southern", 3, {"southern": {}}, False, True),
    ],
)
def test_18_31g_interceptors_engage_by_front_and_range(turn, front, range_, passes, both, either):
    unit = turn.unit("south")._replace(home=front, range=range_)
    aim = target(turn, passes=passes)
    assert [reach.interceptors_engage(None, turn, aim, unit, reading) for reading in ("both", "either")] == [both, either]
    now = turn.with_units([unit])
    affected = called(reach.units_that_the_reading_affects, now, aim).state
    assert affected == ["south"] * (both != either)
    tired = now.with_units([unit.all_inverted()])
    assert called(reach.units_that_the_reading_affects, tired, aim).state == []
    ours = now.with_units([unit._replace(side="allies")])
    assert called(reach.units_that_the_reading_affects, ours, aim).state == []


def test_18_31g_the_ruling_is_told_where_it_matters(turn):
    assert bombing.interceptor_ruling(turn, []) == []
    (event,) = bombing.interceptor_ruling(turn, ["south"])
    assert event.option == "interceptors"


def test_18_45_distances_are_asked_for_until_a_base_is_in_reach(turn):
    asking = begun(RAIDS, HEAD.replace("unlisted-distances: far\n", ""))
    aim = Target("essen", "Essen", "western")
    bases = [asking.base(name) for name in ("england", "scotland")]
    assert called(reach.nearest, asking, aim, bases, 4, answers={"distance.england.essen": "4"}).state == 4
    both = {"distance.england.essen": "6", "distance.essen.scotland": "5"}
    assert called(reach.nearest, asking, aim, bases, 4, answers=both).state == 5
    assert reach.nearest(None, asking, aim, bases, 4) is None
    assert reach.nearest(None, turn, target(turn), [turn.base("england"), turn.base("scotland")], 4) == 4
    assert reach.nearest(None, turn, target(turn), [], 4) is None


# forces


def test_18_57_pledged_and_free_units(turn):
    raids = (BombingRaid("ruhr", (("eighth", 2),), (("ninth", 1),), (("jg", 1),)), BombingRaid("paris", (("eighth", 1),)))
    assert [forces.pledged(raids, name) for name in ("eighth", "ninth", "jg", "raf")] == [3, 1, 1, 0]
    assert forces.raiders(None, turn, target(turn), "bomb", raids) == {"eighth": 2, "command": 4, "ninth": 5, "raf": 3}
    assert forces.raiders(None, turn, target(turn), "escort", ()) == {"mustangs": 3, "ninth": 6, "raf": 3}


@pytest.mark.parametrize(
    ("bombers", "escort", "number"),
    [
        ((("eighth", 5),), (), 0),
        ((("eighth", 5), ("command", 1)), (), 1),
        ((("eighth", 5),), (("raf", 1),), 1),
        ((("ninth", 2),), (("ninth", 4),), 0),
        ((("ninth", 2),), (("ninth", 3),), 1),
        ((("ninth", 2),), None, 0),
        ((("eighth", 2), ("ninth", 1)), (("ninth", 1),), 1),
    ],
)
def test_18_57_what_is_wrong_with_a_raid(turn, bombers, escort, number):
    assert len(forces.faults(turn, bombers, escort)) == number


@pytest.mark.parametrize(("elsewhere", "here", "number"), [(4, 6, 0), (5, 6, 1), (0, 6, 0)])
def test_18_57_ten_japanese_army_factors_in_a_turn(turn, elsewhere, here, number):
    turn = changed_unit(turn, "ninth", air_type=AMERICAN._replace(nation="japan"))
    others = (BombingRaid("paris", (), (("ninth", elsewhere),)),)
    assert len(forces.faults(turn, (("ninth", here // 3),), (("ninth", here - here // 3),), others)) == number
    assert forces.faults(turn, (), (), (BombingRaid("x", (("ninth", 99),)),)) == []


def test_18_57_the_attacker_picks_bombers_of_one_nation_and_their_escort(turn):
    end = called(forces.chosen_bombers, turn, target(turn), BombingRaid("ruhr"), (), answers={"attacker.bombers": {"ninth": 2}})
    (question,) = end.asked
    assert options(question) == {"eighth": 5, "command": 4, "ninth": 6, "raf": 3}
    assert {name: number for name, number in question.default.items() if number} == {"eighth": 5}
    assert question.refuses({"eighth": 1, "command": 1}) is not None
    assert question.refuses({"ninth": 3}) is not None  # no six are left to escort them
    assert question.refuses({"raf": 1}) is None
    assert question.refuses({"raf": 2}) is not None
    alone = BombingRaid("ruhr", escort=(("ninth", 2),))
    question = called(forces.chosen_bombers, turn, target(turn), alone, (), answers={"attacker.bombers": {}}).asked[0]
    assert options(question)["ninth"] == 4
    assert (question.refuses({"ninth": 1}), question.refuses({"ninth": 2}) is None) == (None, False)


def test_18_57_the_smallest_escort(turn):
    escorts = forces.able_to(None, turn, target(turn), "escort")
    found = [forces.smallest_escort(turn, target(turn), escorts, bombers, ()) for bombers in (
        (("ninth", 2),), (("ninth", 3),), (("eighth", 5),), (("raf", 1),))]  # fmt: skip
    assert found == [(("ninth", 4),), (("ninth", 3),), (), (("raf", 2),)]


def test_18_57_the_escort_is_of_the_bombers_nation(turn):
    one = BombingRaid("ruhr", (("ninth", 2),))
    end = called(forces.chosen_escort, turn, target(turn), one, (), answers={"attacker.escort": {"ninth": 4, "mustangs": 1}})
    assert (options(end.asked[0]), dict(end.asked[0].default)) == ({"mustangs": 3, "ninth": 4}, {"mustangs": 3, "ninth": 4})
    assert end.asked[0].refuses({"ninth": 3}) is not None
    assert dict(end.state) == {"mustangs": 1, "ninth": 4}


def test_18_41_a_prepared_raid_flies_as_far_as_it_can(turn):
    one = BombingRaid("ruhr", (("eighth", 5),), (("mustangs", 3),))
    assert called(forces.still_flying, turn, target(turn), one, ()).state == one
    fewer = turn.with_units([turn.unit("eighth").holding(ready=2)])
    end = called(forces.still_flying, fewer, target(turn), one, ())
    assert end.state == one._replace(bombers=(("eighth", 2),))
    none = turn.with_units([turn.unit("eighth").holding()])
    end = called(forces.still_flying, none, target(turn), one, ())
    assert end.state == one._replace(bombers=(), escort=())
    army = BombingRaid("ruhr", (("ninth", 2),), (("ninth", 4),))
    short = turn.with_units([turn.unit("ninth").holding(ready=5)])
    assert called(forces.still_flying, short, target(turn), army, ()).state == army._replace(bombers=(), escort=())
    taken = changed_base(turn, "ruhr", side="allies")
    assert called(forces.announced, taken, one, ()).state == one._replace(bombers=(), escort=())
    asked = called(forces.announced, turn, BombingRaid("ruhr"), (), answers={"attacker.bombers": {}}).state
    assert (asked.bombers, asked.escort) == ((), ())


def test_17_83_the_defender_opposes_with_what_reaches_the_raid(turn):
    one = BombingRaid("ruhr", (("eighth", 5),), (("mustangs", 2),))
    others = (BombingRaid("paris", defense=(("jg", 1), ("me262", 1))),)
    end = called(forces.opposed, turn, one, others, answers={"defender.oppose": {"reich": 2}})
    assert options(end.asked[0]) == {"jg": 2, "reich": 3}
    assert dict(end.asked[0].default) == {"jg": 2, "reich": 3}
    known = end.asked[0].facts()
    assert [known[name] for name in ("own.factors", "enemy.factors", "enemy.bombers")] == [7, 7, 5]
    assert end.state.defense == (("reich", 2),)
    assert called(forces.opposed, turn, one._replace(bombers=()), ()).state.defense == ()
    ordered = called(forces.opposed, turn, one._replace(defense=(("jg", 9),)), others)
    assert (ordered.state.defense, ordered.asked) == ((("jg", 2),), [])


# the raid

EIGHTH = line(AirType("us", "bomber", 2), 6, unit="eighth")
ESCORT, BOMBING = line(AMERICAN, 3, unit="ninth"), line(AMERICAN, 1, unit="ninth")._replace(bombing=True)
JETS, JG = line(GERMAN_JET, 1, unit="me262"), line(GERMAN, 3, unit="jg")


@pytest.mark.parametrize(
    ("attackers", "defenders", "strength"),
    [((EIGHTH,), (JG,), 3), ((EIGHTH,), (JG, JETS), 4), ((BOMBING,), (JG,), 0), ((line(GERMAN_JET, 2), BOMBING), (JG,), 6),
     ((ESCORT, BOMBING), (line(GERMAN, 9),), 3)],
)  # fmt: skip
def test_18_57_a_raid_fights_with_no_more_than_the_defender_has(attackers, defenders, strength):
    assert raid.raid_strength(attackers, defenders) == strength
    rows = raid.strengths(attackers, defenders).rows
    assert all(len(row) == 4 for row in rows)
    bombing_ = sum(one.number for one in attackers if one.bombing)
    whole = sum(one.number for one in attackers)
    met = sum(one.number for one in defenders)
    jets = [sum(one.number for one in force if one.type == "jet") for force in (attackers, defenders)]
    assert [(row[0], row[2]) for row in rows] == [
        ("attacker", str(whole)),
        ("attacker", str(bombing_)),
        ("attacker", str(min(met, whole - bombing_))),
        ("attacker", str(2 * jets[0])),
        ("attacker", str(strength)),
        ("defender", str(met)),
        ("defender", str(2 * jets[1])),
        ("defender", str(met + 2 * jets[1])),
    ]


def over(turn, attackers=(EIGHTH,), defenders=(JG,), radar=0, damage=None):
    return raid.Raid(turn.setting, "Ruhr", attackers, defenders, radar, damage)


def test_19_31d_radar_helps_the_defender(turn):
    end = called(raid.raid_is_met, over(turn, radar=2), dice={"attacker.fire": [3, 4], "defender.fire": [3, 4]})
    terms = {key: {rule: value for _, value, rule in roll.get("terms", ())} for key, roll in end.rolls().items()}
    assert (terms["attacker.fire"]["19.31D"], terms["defender.fire"]["19.31D"]) == (-2, 2)
    quiet = called(raid.raid_is_met, over(turn, defenders=()))
    assert (quiet.rolls(), quiet.state.state) == ({}, over(turn, defenders=()))
    assert bombing.radar_of(turn, (("jg", 1), ("regia", 1))) == 3
    assert bombing.radar_of(turn, ()) == 0


def test_18_57_bombers_that_get_through(turn):
    assert over(turn, (EIGHTH._replace(aborted=(2,)), ESCORT, BOMBING)).bombers == 5
    table = chart.damage_chart(section(roll="1d6", columns="1 2 3 4 5 6", rows="1-2 a b c d e f\n3+ A B C D E F"), Problems("x"))
    end = called(raid.bombs_fall, over(turn, damage=table), dice={"attacker.bombs": [4]})
    assert end.rolls()["attacker.bombs"]["result"] == "D"
    few = called(raid.bombs_fall, over(turn, (BOMBING,), damage=table), dice={"attacker.bombs": [2]})
    assert few.rolls()["attacker.bombs"]["result"] == "b"
    none = called(raid.bombs_fall, over(turn, (ESCORT,), damage=table))
    assert (none.rolls(), len(none.told("note"))) == ({}, 1)
    by_hand = called(raid.bombs_fall, over(turn))
    assert len(by_hand.told("needschart")) == 1


def section(**values):
    made = Section(Mark(1, 1))
    for key, value in values.items():
        made[key] = value
    return made


@pytest.mark.parametrize(
    ("rows", "found"),
    [("4 a b\n5-6 c d\n7+ e f", {3: None, 4: "a", 5: "c", 6: "c", 7: "e", 400: "e"}), ("4 a b\n\n5 c d", {4: "a", 5: "c", 6: None}),
     ("4 a", None), ("x a b", None), ("4 a b c", None)],
)  # fmt: skip
def test_18_57_a_bombing_table_that_the_players_supply(rows, found):
    problems = Problems("x")
    table = chart.damage_chart(section(roll="2d6", columns="2 3+", rows=rows), problems)
    if found is None:
        assert (table, len(problems)) == (None, 1)
        return
    assert table.dice == 2 * D6
    for bombers, cell in found.items():
        row = table.row(bombers)
        assert (row.cells[0] if row else None) == cell
        assert row is None or row.first == 2


@pytest.mark.parametrize(
    ("heads", "totals"), [("2 3 4", [2, 3, 4]), ("2- 3 4+", [2, 3, 4]), ("", None), ("2 4", None), ("a b", None), ("7", [7])]
)
def test_18_57_columns_are_consecutive_totals(heads, totals):
    assert chart.consecutive(heads.split()) == totals
    assert chart.damage_chart(None, Problems("x")) is None


@pytest.mark.parametrize(
    ("force", "effects", "told"),
    [
        ((ESCORT, line(BRITISH._replace(drm=1), 3, unit="raf")), Effect(1, 0), 1),
        ((ESCORT, line(BRITISH._replace(drm=1), 3, unit="raf")), Effect(2, 0), 0),
        ((ESCORT, line(BRITISH._replace(drm=1), 2, unit="raf")), Effect(1, 0), 0),
        ((ESCORT, line(BRITISH, 3, unit="raf")), Effect(1, 0), 0),
    ],
)
def test_19_62_the_remainder_of_a_tie_is_told_where_the_drm_would_decide(turn, force, effects, told):
    assert len(raid.remnant_ruling(turn.setting, "attacker", force, effects)) == told
    assert called(raid.raiders_suffer, turn.setting, "attacker", force, Effect(0, 0)).state == force


def test_18_42a_after_a_raid_all_that_flew_are_inverted(turn):
    one = BombingRaid("ruhr", (("eighth", 4),), (("ninth", 2),), (("jg", 2),))
    turn = replace(turn, bombing=(one, BombingRaid("paris")))
    for name, number in (("eighth", 4), ("ninth", 2), ("jg", 2)):
        turn = changed_unit(turn, name, ready=turn.unit(name).ready - number, flying=number)
    outcome = raid.RaidOutcome((EIGHTH._replace(parts=(3,)), ESCORT._replace(parts=(1,))), (JG._replace(parts=(2,)),), "bombed")
    end = called(bombing.raid_over, turn, outcome, answers={"defender.return.jg": "paris"})
    after = end.state.state
    assert after.bombing == (BombingRaid("paris"),)
    assert after.results == (("Ruhr", "bombed"),)
    there = holding(after)
    assert (there["eighth"], there["ninth"]) == (("western", 1, 0, 0, 4, 0), ("england", 4, 0, 0, 1, 0))
    assert there["jg/paris"] == ("paris", 0, 0, 0, 2, 0)
    idle = called(bombing.next_raid, replace(turn, bombing=(one._replace(bombers=()),)))
    assert idle.state.state.results == (("Ruhr", "not flown"),)
    assert called(bombing.next_raid, replace(turn, bombing=())).state.value.bombing == ()


def test_18_57_the_raid_as_it_flies(turn):
    one = BombingRaid("ruhr", (("eighth", 4), ("ninth", 1)), (("ninth", 2),), (("jg", 2),))
    move = called(bombing.next_raid, replace(turn, bombing=(one,))).state
    flying = move.state
    assert [(line_.unit, line_.number, line_.bombing) for line_ in flying.attackers] == [
        ("ninth", 2, False),
        ("eighth", 4, False),
        ("ninth", 1, True),
    ]
    assert (flying.radar, [(line_.unit, line_.number) for line_ in flying.defenders]) == (2, [("jg", 2)])


# fronts


def test_17_71_bombers_and_interceptors_change_fronts(turn):
    turn = replace(turn, phase="redeployment", part="redeployment.strategic")
    assert list(bombing.open_moves(turn).others) == ["eighth", "command", "mustangs"]
    moved = turn.with_basing(turn.basing._replace(moved=("command",)))
    assert list(bombing.open_moves(moved).others) == ["eighth", "mustangs"]
    strategy = replace(turn.setting.strategy, moves={"eighth": "southern", "reich": "southern"})
    ordered = turn.with_setting(replace(turn.setting, strategy=strategy))
    assert list(bombing.open_moves(ordered).prepared) == ["eighth@southern"]
    lone = turn.with_setting(replace(turn.setting, strategy=replace(strategy, moves={}, fronts={"western": ()})))
    assert bombing.open_moves(lone).others == {}
    end = called(bombing.front_changed, turn, "eighth", answers={"attacker.front.eighth": {"southern": 5}})
    assert options(end.asked[0]) == {"southern": 6}
    there = holding(end.state)
    assert (there["eighth"], there["eighth/southern"]) == (("western", 0, 0, 0, 1, 0), ("southern", 5, 0, 0, 0, 0))
    assert end.state.basing.moved == ("eighth", "eighth/southern")
    whole = called(bombing.front_changed, turn, "eighth@southern").state
    assert holding(whole)["eighth"] == ("southern", 5, 0, 0, 1, 0)


def test_18_73a_strategic_units_are_ready_again_at_the_end_of_their_turn(turn):
    end = called(bombing.uninvert_strategic, turn)
    there = holding(end.state.value)
    assert (there["eighth"], there["reich"]) == (("western", 6, 0, 0, 0, 0), ("western", 3, 0, 0, 1, 0))
    assert len(end.told("note")) == 1


BOMB = (
    "bombing:\n  - {id: essen, front: western, distances: {england: 4, ruhr: 0}, bombers: {eighth: 5}, escort: {}, defense: {}}\n"
)


@pytest.mark.parametrize(
    ("old", "new", "rules"),
    [
        ("", "", []),
        ("front: western, dist", "front: western, passes: {western: {paris: 1}}, dist", [""]),
        ("front: western, dist", "front: western, passes: {southern: {rome: 1}}, dist", []),
        ("defense: {}", "defense: {reich: 3}", []),
        ("defense: {}", "defense: {reich: 4}", ["18.41"]),
        ("id: mustangs, nation: us, type: interceptor", "id: mustangs, nation: us, type: interceptor, pacific: true", ["17.75"]),
        ("id: command, nation: britain, type: bomber", "id: command, nation: britain, type: bomber, pacific: true", ["17.75"]),
        ("id: eighth, nation: us, type: bomber", "id: eighth, nation: us, type: bomber, pacific: true", ["17.75A"]),
        ("id: south, nation", "id: jg, nation", [""]),
        ("southern: [rome]", "southern: [rome, paris]", ["17.71"]),
        ("bombers: {eighth: 5}", "bombers: {ninth: 1}", ["rule 26, one public summary"]),
        ("bombers: {eighth: 5}, escort: {}", "escort: {ninth: 1}", []),
        ("bombers: {eighth: 5}, escort: {}", "bombers: {ninth: 1}, escort: {ninth: 2}", []),
        ("bombing:", "strategic-redeployment: {eighth: southern}\nbombing:", []),
        ("bombing:", "strategic-redeployment: {south: western}\nbombing:", ["17.71"]),
        ("count: 4, front: western}\n  - {id: mus", "count: 4, inverted: 5, front: western}\n  - {id: mus", [""]),
    ],
)
def test_18_57_what_is_refused_of_raids(old, new, rules):
    text = RAIDS + BOMB
    assert old in text
    assert [rule for _, rule in complaints(text.replace(old, new, 1) if old else text, HEAD)] == rules


@pytest.mark.parametrize(
    ("box", "attacker", "results", "rule"),
    [("urals", "axis", 0, None), ("urals", "allies", 0, "18.49"),
     ("atlantic-us", "axis", 3, None), ("atlantic-us", "axis", 2, "18.49"),
     ("pacific-us", "axis", 3, "18.49"), ("india", "axis", 3, "18.49")],
)  # fmt: skip
def test_18_49_boxes_that_may_be_bombed(box, attacker, results, rule):
    text = RAIDS.replace("italy: {radar: 3}", f"italy: {{air-range: {results}}}")
    text += f"bombing:\n  - {{id: faraway, front: western, box: {box}, bombers: {{}}, escort: {{}}, defense: {{}}}}\n"
    found = complaints(text, HEAD.replace("attacker: allies", f"attacker: {attacker}"))
    assert [one for _, one in found] == ([rule] if rule else [])


# training

SCHOOL = """
theater: pacific
sides: {japan: [japan], allies: [us, britain, australia, russia]}
attacker: ATTACKER
unlisted-distances: far
bases:
  tokyo: {side: japan, facilities: [city, city]}
  hawaii: {side: allies, facilities: [city, city]}
carriers:
  lexington: {nation: us, size: 4}
  saratoga: {nation: us, size: 4}
  ark: {nation: britain, size: 4}
units:
  - {id: lex-air, nation: us, type: nas, count: 2, at: lexington}
  - {id: ashore, nation: us, type: nas, count: 4, at: hawaii}
  - {id: army, nation: us, type: aaf, count: 3, at: hawaii}
  - {id: zeros, nation: japan, type: nas, count: 3, at: tokyo}
naval-air-training:
  GAME
  nations:
    NATION: {ROW}
CONSTRUCTION
"""
SCHOOL_HEAD = "airwar: 1\nruleset: world-at-war\ntitle: a test\n"


def school(nation, row, game="game: standard", construction=""):
    attacker = "japan" if nation == "japan" else "allies"
    text = SCHOOL.replace("NATION", nation).replace("ROW", row).replace("GAME", game).replace("ATTACKER", attacker)
    return text.replace("CONSTRUCTION", construction)


def test_17_352c_what_a_nation_has_lost_in_this_turn():
    turn = begun(school("us", "unbuilt: 9"), SCHOOL_HEAD, "construction", "construction.training")
    turn = changed_unit(changed_unit(turn, "ashore", ready=1), "army", ready=0)
    turn = changed_unit(turn, "zeros", ready=1)
    assert training.lost_this_turn(turn, "us") == 3
    assert training.lost_this_turn(turn, "japan") == 2
    assert training.lost_this_turn(turn, "britain") == 0


@pytest.mark.parametrize(
    ("row", "lost", "waiting"),
    [({"eliminated": 1}, 0, 1), ({"additions": 2}, 0, 2), ({"unbuilt": 1}, 1, 2),
     ({"eliminated": 1, "additions": 1, "unbuilt": 1}, 1, 4),
     ({"unbuilt": 99}, 0, 99)],
)  # fmt: skip
def test_17_353a_up_to_the_training_rate_is_built_of_what_waits(row, lost, waiting):
    turn = begun(school("us", "unbuilt: 1"), SCHOOL_HEAD)
    turn = changed_unit(turn, "ashore", ready=4 - lost)
    turn = turn.with_setting(replace(turn.setting, school=School(nations={"us": Trained(production=3, **row)})))
    rate = training.starting_rate("us", "standard", european=False) + 3
    assert training.training_rate("us", turn.setting.school) == rate
    assert training.buildable(turn, "us") == min(waiting, rate)


@pytest.mark.parametrize(
    ("nation", "war", "number", "told"),
    [("japan", True, 2, ["2 regular"]), ("japan", False, 2, ["2 elite"]), ("japan", False, 4, ["3 elite", "1 regular"]),
     ("japan", False, 0, None), ("us", False, 2, None)],
)  # fmt: skip
def test_17_352_new_japanese_squadrons_are_elite_before_the_war(nation, war, number, told):
    note = training.elite_or_regular(nation, Trained(additions=1, unbuilt=2, war=war), number)
    if told is None:
        assert note is None
    else:
        assert all(words in note.text for words in told)
        assert sum(word in note.text for word in ("elite", "regular NAS", "1 regular", "2 regular")) >= len(told)


@pytest.mark.parametrize(
    ("war", "number", "words"),
    [(True, 3, None), (False, 0, None), (False, 2, ["2 to Lexington"]), (False, 5, ["2 to Lexington", "3 to Saratoga"]),
     (False, 7, ["2 to Lexington", "4 to Saratoga", "1 wait"])],
)  # fmt: skip
def test_17_355_new_american_squadrons_go_to_carriers_first(war, number, words):
    turn = begun(school("us", "unbuilt: 1"), SCHOOL_HEAD)
    note = training.assignment(turn, Trained(war=war), number)
    if words is None:
        assert note is None
        return
    assert all(word in note.text for word in words)
    assert note.text.count(" to ") == sum(" to " in word for word in words)
    sunk = changed_carrier(turn, "lexington", sunk=True)
    assert "Lexington" not in training.assignment(sunk, Trained(war=war), number).text


def test_17_353_the_table_of_each_nation():
    turn = begun(school("us", "production: 1, eliminated: 2, additions: 3, unbuilt: 4, war: true"), SCHOOL_HEAD)
    turn = changed_unit(turn, "ashore", ready=3)
    start = training.starting_rate("us", "standard", european=False)
    end = called(training.train_naval_air, turn, answers={"training.us.build": {"nas": 2}})
    most = min(10, start + 1)
    assert (options(end.asked[0]), dict(end.asked[0].default)) == ({"nas": most}, {"nas": most})
    (sheet,) = end.told("sheet")
    numbers = [row[1] for row in sheet["rows"]]
    assert numbers == [str(start), "+0", "+1", str(start + 1), "2", "1", "3", "4", str(most), "2", "2", str(start + 1)]
    fixed = begun(school("australia", "unbuilt: 4, build: 0"), SCHOOL_HEAD)
    end = called(training.train_naval_air, fixed)
    assert (end.asked, len(end.told("sheet")[0]["rows"])) == ([], 11)


@pytest.mark.parametrize(("european", "rate", "cves"), [(True, 0, 4), (False, None, None)])
def test_17_356_in_european_scenarios_the_american_rate_is_nothing(european, rate, cves):
    one = School(european=european, nations={"us": Trained()})
    usual = training.starting_rate("us", "standard", european=False)
    assert training.training_rate("us", one) == (usual if rate is None else rate)
    assert training.most_cves("us", one) == (usual if cves is None else cves)
    assert training.most_cves("britain", one) == training.starting_rate("britain", "standard", european=False)


NEW = "construction: [{id: new, nation: NATION, type: TYPE, count: COUNT, at: BASE, elite: ELITE}]"


@pytest.mark.parametrize(
    ("nation", "row", "game", "new", "rules"),
    [
        ("russia", "unbuilt: 1", "", None, ["17.353D"]),
        ("poland", "unbuilt: 1", "", None, ["17.353A"]),
        ("us", "results: 1", "", None, ["17.353A"]),
        ("australia", "results: 1", "", None, ["17.353A"]),
        ("britain", "results: 1", "", None, []),
        ("britain", "results: 1", "game: classic", None, ["17.353A"]),
        ("us", "unbuilt: 1, build: 1", "", None, []),
        ("us", "unbuilt: 1, build: 2", "", None, ["17.353A"]),
        ("japan", "cves: 1", "", None, ["17.353B"]),
        ("us", "cves: 5", "european: true", None, ["17.353B"]),
        ("us", "cves: 4", "european: true", None, []),
        ("us", "unbuilt: 1", "", ("us", "nas", 1, "hawaii", "false"), []),
        ("us", "unbuilt: 1", "", ("us", "nas", 2, "hawaii", "false"), ["17.353A"]),
        ("us", "unbuilt: 1", "", ("us", "aaf", 2, "hawaii", "false"), []),
        ("us", "unbuilt: 1", "", ("britain", "nas", 2, "hawaii", "false"), []),
        ("japan", "unbuilt: 1", "", ("japan", "nas", 1, "tokyo", "true"), ["17.352B"]),
        ("japan", "unbuilt: 1, war: false", "", ("japan", "nas", 1, "tokyo", "true"), []),
        ("japan", "unbuilt: 1", "", ("japan", "nas", 1, "tokyo", "false"), []),
    ],
)
def test_17_353_what_is_refused_of_training(nation, row, game, new, rules):
    said = NEW
    for key, value in zip(("NATION", "TYPE", "COUNT", "BASE", "ELITE"), new or (), strict=False):
        said = said.replace(key, str(value))
    found = complaints(school(nation, row, game or "game: standard", said if new else ""), SCHOOL_HEAD)
    assert [rule for _, rule in found] == rules
