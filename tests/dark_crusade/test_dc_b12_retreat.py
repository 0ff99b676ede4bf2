"""Retreat (B12-B14), one battle or several."""

from dataclasses import replace
from fractions import Fraction

import pytest
from dc_support import air, combat, fates, opened, returned, scenario
from support import ask, fight

from airwar.engine.events import Ruling
from airwar.loading import parse_scenario
from airwar.rulesets.dark_crusade.advance import both_are_destroyed
from airwar.rulesets.dark_crusade.air_moves import soviet_air_move, soviet_air_returns
from airwar.rulesets.dark_crusade.battle import battle_at
from airwar.rulesets.dark_crusade.refuge import announced_ways, enemy_refuges, may_retreat, own_refuges
from airwar.rulesets.dark_crusade.retreat import attackers_retreat
from airwar.rulesets.dark_crusade.state import Air

FORK = """
points:
  start: {side: ATTACKER}
  target: {side: DEFENDER}
  near: {side: DEFENDER}
  far: {side: DEFENDER}
  foe: {side: ATTACKER, holds: none}
lines:
  road: {between: [start, target], capacity: 0}
  l1: {between: [target, near], capacity: 2}
  l2: {between: [target, far], capacity: 1}
  l3: {between: [foe, target], capacity: 3}
"""
HARMLESS = {"target.r1.defender.fire": [1], "target.r1.attacker.fire": [1]}
GO = {"target.r1.attacker.retreat": "stay", "target.r1.defender.retreat": "retreat"}


def retreat(defenders, refuges, *, soviet=0, **said):
    """Defenders of strength one are driven off without a loss, and answer about their refuges."""
    side = "axis" if "soviet" in next(iter(defenders.values())) else "soviet"
    attackers = {"a": f"minor 1 {'german' if side == 'axis' else 'soviet'}"}
    text = scenario(attackers, defenders, attacker=side, where=said.pop("where", FORK), weather="mud", soviet=soviet, **said)
    dice = HARMLESS | ({"target.flak": [1]} if soviet else {})
    return fight(text, dice, GO | {f"target.r1.{key}": answer for key, answer in refuges.items()})


# attackers


@pytest.mark.proves("B12")
def test_d31_attackers_go_back_to_their_origins_and_are_dispersed():
    where = FORK.replace("l3: {between: [foe", "by-road: {between: [foe")
    more = "  - {id: b, nation: soviet, type: major, strength: 2, at: foe, line: by-road}"
    text = scenario({"a": "major 1 soviet"}, {"x": "minor 1 german"}, where=where, more=more)
    fought = fight(text, {"target.r1.defender.fire": [1]}, {"target.r1.attacker.retreat": "retreat"})
    assert fates(fought) == {"a": ("start", 0, True), "b": ("foe", 0, True), "x": ("target", 0, False)}


def test_b12_soviet_air_goes_back_with_the_attackers_undispersed():
    text = scenario({"a": "major 1 soviet"}, {"x": "minor 1 german"}, soviet=3)
    fought = fight(text, {"target.flak": [1], "target.r1.defender.fire": [1]}, {"target.r1.attacker.retreat": "retreat"})
    assert [(one.at, one.number, one.dispersed) for one in fought.state.air] == [("start", 3, False)]
    assert fought.told("ruling")[-1]["option"] == "retreating-soviet-air-dispersed"


def test_b12_soviet_air_is_dispersed_if_the_option_says_so():
    text = scenario({"a": "major 1 soviet"}, {"x": "minor 1 german"}, soviet=3, options="retreating-soviet-air-dispersed: yes")
    fought = fight(text, {"target.flak": [1], "target.r1.defender.fire": [1]}, {"target.r1.attacker.retreat": "retreat"})
    assert [(one.at, one.number, one.dispersed) for one in fought.state.air] == [("start", 3, True)]


def test_b4_attacking_air_without_ground_units_goes_back_to_the_start():
    text = scenario({"a": "minor 1 soviet"}, {"x": "major 3 german"}, soviet=2)
    fought = fight(text, {"target.flak": [1], "target.r1.defender.fire": [6]})
    assert fought.end.result == "held: attackers destroyed"
    assert air(fought, "soviet") == {"start": 2}
    assert "attacking-soviet-air-alone" in [ruling["option"] for ruling in fought.told("ruling")]


def test_b4_attacking_air_without_ground_units_is_eliminated_if_the_option_says_so():
    text = scenario({"a": "minor 1 soviet"}, {"x": "major 3 german"}, soviet=2, options="attacking-soviet-air-alone: eliminate")
    fought = fight(text, {"target.flak": [1], "target.r1.defender.fire": [6]})
    assert air(fought, "soviet") == {}
    assert ("Soviet", "Soviet air units", 2, "eliminated") in fought.losses()


# defenders: room on the lines


@pytest.mark.proves("B12", "B13a")
def test_d30_half_of_a_force_cannot_retreat():
    with pytest.raises(ValueError, match="not every unit that could retreat would find room; still to go: "):
        retreat({"x": "minor 1 soviet", "y": "minor 1 soviet"}, {"defender.refuge.near": {}})


def test_b13a_the_owner_says_which_units_go_where():
    fought = retreat({"x": "minor 1 soviet", "y": "minor 1 soviet"}, {"defender.refuge.near": {"y": 1}})
    assert fates(fought)["x"][0] == "far"
    assert fates(fought)["y"][0] == "near"
    assert fought.end.result == "taken: defenders retreated"


def test_b13a_an_allied_army_takes_two_places():
    units = {"x": "minor 1 romanian, retreat-size: 2", "y": "minor 1 german"}
    fought = retreat(units, {"defender.refuge.near": {"x": 1}})
    assert fates(fought)["x"][0] == "near"
    assert fates(fought)["y"][0] == "far"
    with pytest.raises(ValueError, match="3 is too much for the line to Near, which has room for 2"):
        retreat(units, {"defender.refuge.near": {"x": 1, "y": 1}})


def test_b13a_two_half_divisions_take_one_place():
    units = dict.fromkeys(("x", "y"), "minor 1 german, retreat-size: 1/2") | {"z": "minor 1 german"}
    fought = retreat(units, {"defender.refuge.near": {"z": 1}})
    assert {name: fate[0] for name, fate in fates(fought).items()} == {"a": "target", "x": "far", "y": "far", "z": "near"}
    assert dict(fought.state.used) == {"l1": 1, "l2": 1}


def test_b13a_own_points_are_filled_before_enemy_points():
    units = dict.fromkeys("wxyz", "minor 1 german")
    fought = retreat(units, {"defender.refuge.near": {"w": 1, "x": 1}, "defender.refuge.far": {"y": 1}})
    assert fates(fought)["z"][0] == "foe"
    with pytest.raises(ValueError, match="not every unit that could retreat would find room; still to go: "):
        retreat(units, {"defender.refuge.near": {"w": 1}})


def test_b12_soviet_air_goes_its_own_way_like_a_ground_unit_only_by_option():
    fought = retreat(
        {"x": "minor 1 soviet", "y": "minor 1 soviet"},
        {"defender.refuge.near": {"x": 1, "soviet-air": 1}, "defender.refuge.far": {"y": 1}},
        soviet=2,
        options="soviet-air-retreats: like-ground-units",
    )
    assert air(fought, "soviet") == {"near": 1, "foe": 1}


def test_b13_nothing_disperses_a_retreating_defender():
    fought = retreat({"x": "minor 1 soviet"}, {"defender.refuge.near": {"x": 1}})
    assert fates(fought)["x"] == ("near", 0, False)


def test_b5_german_air_retreats_with_the_defenders_or_is_displaced():
    answers = {"defender.refuge.near": {"x": 1}, "german-air.retreat": {"near": 1}}
    fought = retreat({"x": "minor 1 german"}, answers, german=3)
    assert air(fought, "axis") == {"near": 1, "displaced": 2}


# enemy points


@pytest.mark.proves("B13b")
def test_d25_half_of_a_capacity_of_one_is_nothing():
    where = FORK.replace("[foe, target], capacity: 3", "[foe, target], capacity: 1")
    assert enemy_refuges(combat({"a": "minor 1 soviet"}, {"x": "minor 1 german"}, where=where))[-1][:3] == ("l3", "foe", 0)


def test_b13b_half_capacity_is_rounded_down():
    assert enemy_refuges(combat({"a": "minor 1 soviet"}, {"x": "minor 1 german"}, where=FORK))[-1][:3] == ("l3", "foe", 1)


@pytest.mark.proves("B13b")
@pytest.mark.parametrize(
    ("holds", "open_"),
    [
        ("none", True),
        ("entrained-factory", True),
        ("partisan", True),
        ("emplaced-factory", False),
        ("combat", False),
        ("support", False),
    ],
)
def test_d27_what_bars_an_enemy_point(holds, open_):
    battle = combat({"a": "minor 1 soviet"}, {"x": "minor 1 german"}, where=FORK.replace("holds: none", f"holds: {holds}"))
    assert ("foe" in [refuge.point for refuge in enemy_refuges(battle)]) == open_


@pytest.mark.proves("B13b")
def test_d27_a_combat_unit_of_the_scenario_bars_a_point():
    more = "  - {id: guard, nation: soviet, type: minor, strength: 1, at: foe}"
    battle = combat({"a": "minor 1 soviet"}, {"x": "minor 1 german"}, where=FORK, more=more)
    assert [refuge.point for refuge in enemy_refuges(battle)] == ["start"]


def test_b13b_attackers_that_have_left_do_not_bar_their_starting_point():
    where = FORK.replace("[start, target], capacity: 0", "[start, target], capacity: 4")
    assert enemy_refuges(combat({"a": "minor 1 soviet"}, {"x": "minor 1 german"}, where=where))[0][:3] == ("road", "start", 2)


def test_b13b_an_air_unit_that_came_back_bars_a_point():
    phase = opened({"a": "minor 1 soviet"}, {"x": "minor 1 german"}, where=FORK)
    assert "foe" in [refuge.point for refuge in enemy_refuges(battle_at(phase, "target", 0))]
    phase = replace(phase, air=(Air("soviet", "foe", 1),))
    assert "foe" not in [refuge.point for refuge in enemy_refuges(battle_at(phase, "target", 0))]


# nowhere to go


def test_b13_a_unit_with_nowhere_to_go_is_eliminated():
    where = FORK.replace("capacity: 2", "capacity: 0").replace("capacity: 3", "capacity: 0")
    fought = retreat({"x": "minor 1 german", "y": "minor 1 german"}, {"defender.refuge.far": {"y": 1}}, where=where)
    assert fates(fought)["x"][0] == "lost"
    assert fates(fought)["y"][0] == "far"
    assert fought.told("ruling")[-1]["option"] == "no-retreat"


def test_b13_nobody_retreats_without_a_way_out():
    where = FORK.replace("capacity: 2", "capacity: 0").replace("capacity: 3", "capacity: 0").replace("capacity: 1", "capacity: 0")
    battle = combat({"a": "minor 1 soviet"}, {"x": "minor 1 german"}, where=where)
    assert not may_retreat(battle)


def test_b13_nobody_retreats_unless_all_can_if_the_option_says_so():
    units = dict.fromkeys("vwxyz", "minor 1 german")
    assert may_retreat(combat({"a": "minor 1 soviet"}, units, where=FORK))
    assert not may_retreat(combat({"a": "minor 1 soviet"}, units, where=FORK, options="no-retreat: forbid"))
    units.pop("v")
    assert may_retreat(combat({"a": "minor 1 soviet"}, units, where=FORK, options="no-retreat: forbid"))


def test_b13_the_ruling_is_reported_when_nobody_may_retreat():
    text = scenario({"a": "minor 1 soviet"}, dict.fromkeys("vwxyz", "minor 1 german"), where=FORK, options="no-retreat: forbid")
    dice = HARMLESS | {"target.r2.defender.fire": [1]}
    fought = fight(text, dice, {"target.r1.attacker.retreat": "stay", "target.r2.attacker.retreat": "retreat"})
    assert [ruling["option"] for ruling in fought.told("ruling")] == ["combat-table", "no-retreat"]


def test_b13_where_all_must_go_an_answer_that_strands_somebody_is_refused():
    units = {"x": "minor 1 romanian, retreat-size: 2", "y": "minor 1 german"}
    where = FORK.replace("capacity: 3", "capacity: 0")
    with pytest.raises(ValueError, match="still to go: X \\(counts 2\\)"):
        retreat(units, {"defender.refuge.near": {"y": 1}}, where=where, options="no-retreat: forbid")
    fought = retreat(units, {"defender.refuge.near": {"y": 1}}, where=where)
    assert fates(fought)["x"][0] == "lost"


@pytest.mark.proves("B4")
@pytest.mark.parametrize(("option", "place"), [("eliminate", {}), ("retreat", {"near": 2})])
def test_b4_defending_air_whose_ground_units_are_gone(option, place):
    units = {"a": "major 6 german"}, {"x": "minor 1 soviet"}
    text = scenario(*units, attacker="axis", soviet=2, where=FORK, options=f"stranded-soviet-air: {option}")
    dice = {"target.flak": [1], "target.r1.defender.fire": [1], "target.r1.attacker.fire": [6]}
    answers = {"target.r1.attacker.retreat": "stay"}
    if place:
        answers["target.r1.soviet-air.refuge.near"] = {"soviet-air": 2}
    fought = fight(text, dice, answers)
    assert air(fought, "soviet") == place
    assert "stranded-soviet-air" in [ruling["option"] for ruling in fought.told("ruling")]


def test_b4_stranded_air_without_room_is_removed_even_where_nobody_else_may_be():
    units = {"a": "major 6 german"}, {"x": "minor 1 soviet"}
    options = "stranded-soviet-air: retreat, no-retreat: forbid"
    where = FORK.replace("[target, near], capacity: 2", "[target, near], capacity: 0")
    text = scenario(*units, attacker="axis", soviet=3, where=where, options=options)
    dice = {"target.flak": [1], "target.r1.defender.fire": [1], "target.r1.attacker.fire": [6]}
    fought = fight(text, dice, {"target.r1.attacker.retreat": "stay"})
    assert air(fought, "soviet") == {"far": 1}


# several battles in one phase

LINKED = """
airwar: 1
ruleset: dark-crusade
title: Two battles
weather: mud
attacker: soviet
options: {battle-order: listed}
charts: {combat-table: synthetic-demo}
points:
  north: {side: soviet}
  south: {side: soviet}
  upper: {side: axis}
  lower: {side: axis}
lines:
  n: {between: [north, upper], capacity: 2}
  s: {between: [south, lower], capacity: 2}
  x: {between: [south, upper], capacity: 2}
  link: {between: [upper, lower], capacity: 1}
units:
  - {id: a, nation: soviet, type: major, strength: 5, at: north, line: n}
  - {id: b, nation: soviet, type: major, strength: 6, at: south, line: s}
  - {id: c, nation: soviet, type: major, strength: 2, at: south, line: s}
  - {id: up, nation: german, type: major, strength: 1, at: upper}
  - {id: low, nation: german, type: major, strength: 5, at: lower}
battles:
  upper: {}
  lower: {}
"""
CUT = LINKED.replace("[upper, lower], capacity: 1", "[upper, lower], capacity: 0")
UPPER_DICE = {"upper.r1.defender.fire": [1], "upper.r1.attacker.fire": [1]}
UPPER_LEAVES = {"upper.r1.attacker.retreat": "stay", "upper.r1.defender.retreat": "retreat"}


def phase_at(point, text=LINKED, **more):
    """A phase with several battles, the others over or still to come."""
    return replace(parse_scenario(text, "test.yaml").start.state, fought=point, **{"pending": (), **more})


def at(point, text=LINKED, **more):
    """A battle of a phase with several, the others over or still to come."""
    return battle_at(phase_at(point, text, **more), point, 0)


@pytest.mark.proves("B13c")
def test_d29_units_that_retreat_to_a_point_that_falls_are_destroyed():
    dice = UPPER_DICE | {"lower.r1.defender.fire": [1], "lower.r1.attacker.fire": [6]}
    fought = fight(LINKED, dice, UPPER_LEAVES | {"lower.r1.attacker.retreat": "stay"})
    assert fates(fought)["low"] == ("lost", 6, True)
    assert fates(fought)["up"] == ("lost", 0, False)
    assert fought.end.result == "Upper: taken: defenders retreated; Lower: taken: defenders destroyed"


@pytest.mark.proves("B13c")
def test_d29_units_that_retreat_to_a_point_that_holds_survive_and_take_no_part():
    dice = UPPER_DICE | {"lower.r1.defender.fire": [1]}
    fought = fight(LINKED, dice, UPPER_LEAVES | {"lower.r1.attacker.retreat": "retreat"})
    assert fates(fought)["up"] == ("lower", 0, False)
    assert fought.rolls()["lower.r1.defender.fire"]["column"] == "5"


@pytest.mark.proves("B13c")
def test_d29_a_point_under_attack_is_closed_to_a_retreat_from_breakthrough_combat():
    breakthrough = LINKED.replace("upper: {}", "upper: {breakthrough: true}")
    assert [refuge.point for refuge in own_refuges(at("upper", pending=("lower",)))] == ["lower"]
    assert [refuge.point for refuge in own_refuges(at("upper", breakthrough, pending=("lower",)))] == []
    assert [refuge.point for refuge in own_refuges(at("upper", breakthrough))] == ["lower"]


def test_b13c_sheltering_units_are_lost_when_both_sides_are_destroyed():
    phase = phase_at("lower")
    phase = phase.with_units(unit._replace(at="lower") for unit in phase.units if unit.id == "up")
    battle = battle_at(phase, "lower", 0)
    gone = [unit._replace(at="") for role in ("attacker", "defender") for unit in battle.units(role)]
    after = phase.after(ask(both_are_destroyed, battle.with_units(gone)).value)
    assert {unit.id: unit.at for unit in after.units if unit.id == "up"} == {"up": ""}
    assert after.controller("lower") == "axis"


def test_b13c_points_under_attack_are_asked_about_last():
    text = LINKED.replace("  link:", "  home: {between: [upper, rear], capacity: 1}\n  link:")
    text = text.replace("  lower: {side", "  rear: {side: axis}\n  lower: {side")
    assert [refuge.point for refuge in own_refuges(at("upper", text, pending=("lower",)))] == ["rear", "lower"]


@pytest.mark.proves("B13c")
@pytest.mark.parametrize("option", ["yes", "no"])
def test_b13a_own_points_under_attack_come_before_enemy_points_unless_the_option_says_so(option):
    text = LINKED.replace("battle-order: listed", f"battle-order: listed, attacked-points-first: {option}")
    text = text.replace("  - {id: up,", "  - {id: too, nation: german, type: major, strength: 1, at: upper}\n  - {id: up,")
    dice = UPPER_DICE | {"lower.r1.defender.fire": [1]}
    answers = UPPER_LEAVES | {"lower.r1.attacker.retreat": "retreat"}
    if option == "yes":  # one of two finds room at Lower and must go there
        answers |= {"upper.r1.defender.refuge.lower": {"up": 1}, "upper.r1.defender.refuge.north": {"too": 1}}
    else:
        answers |= {"upper.r1.defender.refuge.lower": {}, "upper.r1.defender.refuge.north": {"up": 1}}
    fought = fight(text, dice, answers)
    where = {name: fate[0] for name, fate in fates(fought).items() if name in ("up", "too")}
    assert where == ({"up": "lower", "too": "north"} if option == "yes" else {"up": "north", "too": "lost"})  # at South, B14
    assert ("attacked-points-first", option) in [(body["option"], body["value"]) for body in fought.told("ruling")]
    if option == "yes":
        with pytest.raises(ValueError, match="still to go: Too, Up"):
            fight(text, UPPER_DICE, UPPER_LEAVES | {"upper.r1.defender.refuge.lower": {}})


def test_b13_the_ways_out_are_shown_before_any_unit_retreats():
    fought = fight(LINKED, UPPER_DICE | {"lower.r1.defender.fire": [1]}, UPPER_LEAVES | {"lower.r1.attacker.retreat": "retreat"})
    (sheet,) = [sheet for sheet in fought.told("sheet") if sheet["title"] == "Ways out of Upper"]
    assert sheet["rows"] == [
        ["Lower", "Axis", "link", "1", "under attack"],
        ["North", "Soviet", "n", "1", "half capacity; the attackers have left it"],
        ["South", "Soviet", "x", "1", "half capacity; the attackers have left it"],
    ]


def test_b13b_a_point_that_has_fallen_is_the_enemys():
    battle = at("lower", taken=("upper",))
    assert own_refuges(battle) == []
    assert [refuge.point for refuge in enemy_refuges(battle)] == ["south"]


def test_b13a_a_line_bears_no_more_in_the_whole_phase_than_its_capacity():
    battle = at("upper", used=(("link", Fraction(1, 2)), ("x", Fraction(1))))
    assert [refuge.room for refuge in own_refuges(battle)] == [Fraction(1, 2)]
    assert {refuge.point: refuge.room for refuge in enemy_refuges(battle)} == {"north": 1, "south": 0}


def test_b13a_by_option_each_battle_has_the_whole_capacity_anew():
    anew = LINKED.replace("battle-order: listed", "battle-order: listed, line-capacity: each-battle")
    battle = at("upper", anew, used=(("link", Fraction(1, 2)), ("x", Fraction(1))))
    assert [refuge.room for refuge in own_refuges(battle)] == [1]
    assert {refuge.point: refuge.room for refuge in enemy_refuges(battle)} == {"north": 1, "south": 1}
    assert [event.value for event in announced_ways(battle) if isinstance(event, Ruling)] == ["each-battle"]
    shared = at("upper", used=(("link", Fraction(1, 2)),))
    assert [event.value for event in announced_ways(shared) if isinstance(event, Ruling)] == ["whole-phase"]
    assert [event for event in announced_ways(at("upper")) if isinstance(event, Ruling)] == []


def driven_to_the_start(losses):
    """The defenders of the upper point stand where the attackers of the lower one come back to."""
    dice = UPPER_DICE | {"lower.r1.defender.fire": [6]}
    answers = UPPER_LEAVES | {"upper.r1.defender.refuge.north": {}}
    return fight(CUT, dice, answers | {"lower.r1.attacker.losses": losses, "lower.r1.attacker.retreat": "retreat"})


def test_b14_attackers_that_all_return_dispersed_are_destroyed():
    fought = driven_to_the_start({"b": 4, "c": 1})
    assert fates(fought) == {
        "a": ("upper", 0, False),
        "b": ("lost", 4, True),
        "c": ("lost", 1, True),
        "up": ("south", 0, False),
        "low": ("lower", 0, False),
    }


def test_b14_one_undispersed_attacker_is_enough_to_destroy_them():
    fought = driven_to_the_start({"b": 5})
    assert fates(fought)["up"][0] == "lost"
    assert fates(fought)["b"] == ("south", 5, True)
    assert fates(fought)["c"] == ("south", 0, True)


def test_b14_german_air_with_the_intruders_is_displaced():
    phase = phase_at("lower", CUT, air=(Air("axis", "south", 1),))
    phase = phase.with_units(unit._replace(at="south") for unit in phase.units if unit.id == "up")
    assert ask(attackers_retreat, battle_at(phase, "lower", 0)).value.air == (("axis", "", 1, False),)


def test_b4_attacking_air_left_alone_does_not_return_to_a_point_where_enemies_have_been_driven():
    phase = phase_at("lower", CUT).with_units(unit._replace(at="south") for unit in phase_at("lower", CUT).units if unit.id == "up")
    battle = replace(battle_at(phase, "lower", 3), soviet_air=3)
    assert returned(soviet_air_returns, soviet_air_move(battle, ())) == ()
    free = replace(battle_at(phase_at("lower", CUT), "lower", 3), soviet_air=3)
    assert returned(soviet_air_returns, soviet_air_move(free, ())) == (("soviet", "south", 3, False),)


def test_b0_the_attacker_says_which_battle_is_next():
    text = LINKED.replace("battle-order: listed", "")
    dice = {"lower.r1.defender.fire": [1], "upper.r1.defender.fire": [1]}
    answers = {"attacker.next-battle-1": "lower", "lower.r1.attacker.retreat": "retreat", "upper.r1.attacker.retreat": "retreat"}
    fought = fight(text, dice, answers)
    assert [point for point, _ in fought.state.results] == ["lower", "upper"]


def test_b13c_breakthrough_combat_is_not_fought_if_the_option_says_so():
    text = LINKED.replace("upper: {}", "upper: {breakthrough: true}")
    text = text.replace("battle-order: listed", "battle-order: listed, breakthrough-procedure: stop")
    fought = fight(text)
    assert fought.end.result == "needs chart breakthrough-combat"
    assert fought.state.pending == ("upper", "lower")
