"""Bombing raids and naval air training for tests."""

from dataclasses import replace

from waw import AMERICAN, GERMAN, GERMAN_JET, line

from airwar.rulesets.world_at_war import strategic_raid as raid
from airwar.rulesets.world_at_war.units import AirType
from airwar.scenario.problems import Mark
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


def target(turn, name="ruhr", **changes):
    return replace(turn.setting.strategy.targets[name], **changes)


EIGHTH = line(AirType("us", "bomber", 2), 6, unit="eighth")


ESCORT, BOMBING = line(AMERICAN, 3, unit="ninth"), line(AMERICAN, 1, unit="ninth")._replace(bombing=True)


JETS, JG = line(GERMAN_JET, 1, unit="me262"), line(GERMAN, 3, unit="jg")


def over(turn, attackers=(EIGHTH,), defenders=(JG,), radar=0, damage=None):
    return raid.Raid(turn.setting, "Ruhr", attackers, defenders, radar, damage)


def section(**values):
    made = Section(Mark(1, 1))
    for key, value in values.items():
        made[key] = value
    return made


BOMB = (
    "bombing:\n  - {id: essen, front: western, distances: {england: 4, ruhr: 0}, bombers: {eighth: 5}, escort: {}, defense: {}}\n"
)


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


NEW = "construction: [{id: new, nation: NATION, type: TYPE, count: COUNT, at: BASE, elite: ELITE}]"
