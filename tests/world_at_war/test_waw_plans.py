"""Every part of a scenario is checked: the smallest scenario with one fault for each, and the rule that it breaks."""

from waw_direct import begun, complaints

HEAD = """airwar: 1
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


def rules(rest, head=HEAD):
    return [rule for _, rule in complaints(rest, head)]


def test_18_57_a_small_scenario_is_sound():
    assert rules(SMALL + "counterair: [{at: t}]\n") == []


def test_17_71_only_the_attacker_changes_fronts():
    said = "fronts: {w: [h]}\nstrategic: [{id: s, nation: britain, type: bomber, count: 1, front: w}]\n"
    assert rules(SMALL + said + "strategic-redeployment: {s: w}\n") == ["17.71"]


def test_17_71_a_base_is_on_one_front():
    assert rules(SMALL + "fronts: {w: [h], e: [h]}\ncounterair: [{at: t}]\n") == ["17.71"]


def test_18_72c_nothing_is_built_by_the_enemy():
    assert rules(SMALL + "construction: [{id: n, nation: britain, type: aaf, count: 1, at: t}]\n") == ["18.72C"]


def test_18_15_a_base_that_is_too_full_after_staging():
    more = SMALL.replace("  t:", "  x: {side: a, facilities: [city]}\n  t:").replace("units: [", "distances: {h: {x: 1}}\nunits: [")
    more = more.replace("at: h}", "at: h}, {id: v, nation: germany, type: aaf, count: 1, at: x}")
    assert rules(more + "staging: [{unit: v, to: h}]\n") == ["18.11"]


def test_18_143_what_a_recycled_airbase_leaves_behind():
    more = SMALL.replace("h: {side: a, facilities: [city]}", "h: {side: a, facilities: [airbase], airbase-of: germany}")
    more = more.replace("  t:", "  x: {side: a, facilities: [city]}\n  t:")
    assert rules(more + "airbases: [{nation: germany, at: x, from: h}]\n") == ["18.143"]


def test_18_11_a_base_that_is_too_full_from_the_start():
    assert rules(SMALL.replace("count: 5", "count: 6") + "counterair: [{at: t}]\n") == ["18.11-18.13"]


def test_19_31a_a_nation_that_nobody_knows():
    assert len(rules(SMALL + "counterair: [{at: t}]\n", HEAD.replace("[germany]", "[germany, ruritania]"))) == 1


def test_17_54_research_of_a_nation_that_is_on_no_side():
    assert len(rules(SMALL + "research: {us: {radar: 1}}\ncounterair: [{at: t}]\n")) == 1


def test_18_45_a_distance_that_contradicts_itself():
    assert len(rules(SMALL + "distances: {h: {t: 2}, t: {h: 3}}\ncounterair: [{at: t}]\n")) == 1


def test_17_353_training_that_is_too_much():
    assert rules(SMALL + "naval-air-training: {nations: {britain: {build: 99}}}\n") == ["17.353A"]


def test_18_51_a_whole_turn_begins_and_ends_with_uninversion_and_asks_for_everything():
    turn = begun(SMALL + "turn: true\n", HEAD)
    assert turn.agenda[:2] == ("start.weather", "start.uninversion")
    assert turn.agenda[-1] == "end.uninversion"
    assert {"movement.staging", "redeployment.units", "combat.bombing", "construction.airbases"} <= set(turn.agenda)
    assert (turn.setting.whole_turn, turn.setting.orders_asked, turn.setting.winter) == (True, True, True)
    assert turn.unit("e").inverted == 1
    quiet = begun(SMALL + "turn: true\norders: prepared\n", HEAD)
    assert quiet.agenda == ("start.uninversion", "movement.staging", "redeployment.units", "end.uninversion")


def test_18_15_units_that_came_by_sea_and_nations_that_are_neutral():
    turn = begun(
        SMALL.replace("count: 5", "count: 5, sea-transported: true") + "not-at-war: [britain]\ncounterair: [{at: t}]\n", HEAD
    )
    assert (turn.setting.sea_transported, turn.setting.neutral) == (frozenset({"u"}), frozenset({"britain"}))
    assert (turn.setting.theater, turn.setting.sides, turn.setting.attacker) == ("europe", ("a", "b"), "a")
