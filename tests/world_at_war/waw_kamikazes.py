"""A fleet that kamikazes attack, and Japan at home, for tests."""

from waw_direct import begun

from airwar.rulesets.world_at_war.kamikazes import Wave

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


def wave_of(turn, **more):
    fleet = turn.setting.fleet
    usual = {"cover": tuple((name, ()) for name in fleet.groups), "pool": turn.kamikazes, "approaching": ()}
    return Wave(turn.setting, fleet, **{**usual, **more})


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
