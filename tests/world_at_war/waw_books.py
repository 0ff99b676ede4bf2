"""Units in the Pacific for tests of the books."""

from waw import GERMAN

from airwar.rulesets.world_at_war.units import Unit


def unit(ready=0, flown=0, at_sea=0, inverted=0, **more):
    return Unit("jg", "axis", GERMAN, 4, "home", ready, inverted, 9, flown=flown, at_sea=at_sea, **more)


def counters(one):
    return (*"r" * one.ready, *"f" * one.flown, *"s" * one.at_sea, *"i" * one.inverted)


PACIFIC = """
orders: ask
turn: true
bases:
  truk: {side: japan, facilities: [port]}
  rabaul: {side: japan, facilities: [port], supply: partial}
  lae: {side: japan, facilities: [port], oil: true}
  reef: {side: japan}
  tokyo: {side: japan, box: other}
  noumea: {side: allies, facilities: [port, airbase], airbase-of: us, nation: us, new: true}
carriers:
  akagi: {nation: japan, size: 4, port: truk}
  soryu: {nation: japan, size: 4, force: mobile}
  hornet: {nation: us, size: 4}
distances: {truk: {rabaul: 4}}
units:
  - {id: army, nation: japan, type: aaf, count: 4, inverted: 1, at: truk}
  - {id: navy, nation: japan, type: nas, elite: true, count: 3, at: akagi}
  - {id: mobile, nation: japan, type: nas, count: 3, at: soryu}
  - {id: gone, nation: us, type: aaf, count: 0, at: noumea}
  - {id: marines, nation: us, type: aaf, count: 3, inverted: 3, at: noumea, winter: 8}
"""
