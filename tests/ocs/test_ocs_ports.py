"""Ports (R55), by the rules of 4.3."""

from dataclasses import replace

import pytest
from ocs_theater import F1, T1, game
from support import fight, problems_of

from airwar.rulesets.ocs.facility import port_capacity
from airwar.rulesets.ocs.position import Port

HEXES = """
  h: {port: {side: allies, capacity: 8}}
  k: {combat-units: [allies], re: 3}
"""
RAID = "{id: raid, in: axis.movement, kind: port-attack, at: h, with: [t1]}"


def port(missions=(RAID,), hexes=HEXES, play="axis.movement", options="facility: v4.3, flak: off", units=(T1,), more=""):
    return game(missions, units, play=play, hexes=hexes, options=options, more=more)


@pytest.mark.parametrize(("capacity", "left"), [(8, [8, 6, 5, 3, 2]), (1, [1, 1, 1, 0, 0]), (20, [20, 16, 12, 8, 4])])
def test_r55_each_hit_costs_a_fifth_of_the_capacity_rounded_to_1t(capacity, left):
    ports = [Port(side="axis", capacity=capacity, hits=hits) for hits in range(5)]
    assert [port_capacity(port) for port in ports] == left
    tracked = [replace(port, damage_track=(7, 5, 5, 1)) for port in ports]
    assert [port_capacity(port) for port in tracked] == [capacity, 7, 5, 5, 1]


@pytest.mark.parametrize(("face", "result", "hits"), [(6, "1 hit", 1), (4, "no effect", 0), (1, "no effect", 0)])
def test_r55_a_number_on_the_facility_table_is_a_hit_and_nothing_else_counts(face, result, hits):
    fought = fight(port(units=[T1.replace("barrage: 12", "barrage: 8")]), {"raid.facility": (face,)})
    assert (fought.end.result, fought.state.board.port("h").hits) == (result, hits)


def test_r55_a_port_takes_four_hits_at_most():
    hexes = HEXES.replace("capacity: 8", "capacity: 8, hits: 3")
    fought = fight(port(hexes=hexes, units=[T1.replace("barrage: 12", "barrage: 99")]), "facility 6")
    assert fought.losses() == [("allies", "port of H", 1, "hit, capacity now 2T")]


def test_r55_the_result_may_be_stated():
    text = port([RAID.replace("with:", "result: '2', with:")])
    assert fight(text).end.result == "2 hits"
    assert any("'9' is not a facility result" in problem for problem in problems_of(text.replace("result: '2'", "result: 9")))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("at: h, with", "at: k, with"), "K has no port (R55)"),
        (("port: {side: allies", "port: {side: axis"), "the port of H belongs to the Axis (R55)"),
    ],
)
def test_r55_only_a_port_of_the_enemy_is_attacked(change, sentence):
    assert any(sentence in problem for problem in problems_of(port().replace(*change)))


def test_r55_a_port_is_barraged_once_in_a_phase_with_everything_else_in_its_hex():
    hexes = HEXES.replace("h: {", "h: {combat-units: [allies], spotters: [axis], ")
    again = RAID.replace("raid", "again").replace("port-attack", "barrage").replace("t1", "t2")
    fought = fight(port([RAID, again], hexes, units=[T1, T1.replace("t1", "t2")]), "facility 1")
    assert fought.end.result == "raid: no effect; again: no barrage"


def test_r55_ships_and_artillery_fire_at_ports_without_reduction():
    more = "artillery: {guns: {side: axis, at: k, barrage: 12, range: 4}}"
    fire = "{id: fire, in: axis.combat, kind: gunfire, at: h, target: port, with: [guns]}"
    text = port([fire], HEXES.replace("[allies]", "[axis]"), "axis.combat", "profile: ocs-4.3", [F1], more)
    fought = fight(text.replace("{h: {x: 8,", "{h: {k: 3, x: 8,"), "pays map; facility 5")
    assert fought.end.result == "1 hit"
    assert "this costs 2T of supply, paid on the map" in fought.notes()


def test_r55_a_hip_shoot_can_hit_a_port():
    shot = RAID.replace("kind: port-attack", "kind: hip-shoot")
    text = port([shot], HEXES.replace("h: {", "h: {spotters: [axis], "), more="hip-shoot: [germany]")
    assert fight(text, "facility 6").end.result == "1 hit"


def test_r55_combat_units_that_are_alone_in_its_hex_capture_a_port():
    fought = fight(port((), more="orders: ask"), "order hex; target h; what combat-units; who axis; re 2; hq no; strat-mode no")
    assert fought.state.board.port("h").side == "axis"
    both = fight(port((), more="orders: ask"), "order hex; target h; what combat-units; who both; re 2; hq no; strat-mode no")
    assert both.state.board.port("h").side == "allies"
