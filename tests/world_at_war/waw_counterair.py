"""A counterair for tests: its front, and a battle over a base."""

from waw import BRITISH, GERMAN, GERMAN_TRANSPORT, JAPANESE_NAVAL, line
from waw_direct import begun

from airwar.rulesets.kit import Book
from airwar.rulesets.world_at_war.basing import Room
from airwar.rulesets.world_at_war.counterair_rounds import Counterair, Refuge
from airwar.rulesets.world_at_war.state import Raid
from airwar.rulesets.world_at_war.units import as_lines

EAST = """
orders: ask
turn: true
bases:
  home: {side: axis, facilities: [city, airbase]}
  quay: {side: axis, facilities: [port]}
  target: {side: allies, facilities: [city, port]}
  near: {side: allies, facilities: [port-city]}
  also: {side: allies, facilities: [city]}
  rear: {side: allies, facilities: [city]}
  bare: {side: allies}
  urals: {side: allies, box: urals}
distances:
  home: {target: 4, near: 4, also: 5, rear: 9, bare: 1, urals: 1}
  quay: {target: 2, near: 3}
  target: {near: 3, also: 3, rear: 8, bare: 1, urals: 2}
units:
  - {id: jg, nation: germany, type: aaf, count: 6, inverted: 1, at: home}
  - {id: kg, nation: germany, type: aaf, count: 2, at: quay}
  - {id: ju, nation: germany, type: transport, count: 1, at: home}
  - {id: raf, nation: britain, type: aaf, count: 4, inverted: 1, at: target}
  - {id: faa, nation: britain, type: nas, count: 2, at: target}
  - {id: poles, nation: poland, type: aaf, count: 2, at: near}
"""


def with_record(turn, **changes):
    return turn.with_counterair(turn.counterair._replace(**changes))


def battle(attackers, defenders, **more):
    usual = {
        "base": "target",
        "kind": "counterair",
        "came": attackers,
        "based": (),
        "reserves": (),
        "carrier_air": (),
        "refuges": (),
        "denied": (),
        "rulings": begun(EAST).setting.rulings,
    }
    return Counterair(attackers=attackers, defenders=defenders, **{**usual, **more})


JG, RAF, CARRIER_AIR = line(GERMAN, 4, unit="jg"), line(BRITISH, 3, unit="raf"), line(JAPANESE_NAVAL, 2, unit="akagi-air")


INVERTED = line(BRITISH, 2, unit="raf", inverted=True)


TRANSPORT = line(GERMAN_TRANSPORT, 2, unit="ju")


def refuge(base, distance, thirds, port_city=False):
    return Refuge(base, base.title(), distance, Room(thirds), port_city)


def fleeing(turn, refuges, denied=()):
    based = turn.at("target")
    return battle((JG,), as_lines(based), based=based, refuges=refuges, denied=denied)


PORT = """
orders: ask
turn: true
bases:
  oahu: {side: allies, facilities: [port]}
  truk: {side: japan, facilities: [port]}
carriers:
  lexington: {nation: us, size: 4, port: oahu, sails: true}
  saratoga: {nation: us, size: 4, port: oahu}
  hornet: {nation: us, size: 4, sails: true}
  akagi: {nation: japan, size: 4, port: truk, sails: true}
distances: {oahu: {truk: 9}}
units:
  - {id: lex-air, nation: us, type: nas, count: 4, inverted: 2, at: lexington}
  - {id: sara-air, nation: us, type: nas, count: 3, at: saratoga}
  - {id: island-air, nation: us, type: aaf, count: 1, at: oahu}
  - {id: akagi-air, nation: japan, type: nas, count: 2, at: akagi}
options: {carrier-air-in-port: RULING}
"""


def raid_on(at, force=(), phase="movement", **more):
    """An ordered counterair."""
    return Raid(at=at, with_=Book(dict(force)), phase=phase, **more)
