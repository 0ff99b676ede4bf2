"""Scenarios for tests of whole phases."""


def titles(end):
    return [record["title"] for record in end.records if record["t"] == "enter"]


ATTACK = """
bases:
  home: {side: axis, facilities: [city, airbase]}
  field: {side: allies}
  hill: {side: allies, facilities: [city]}
  own: {side: axis}
  box: {side: allies, box: other}
distances: {home: {field: 3, hill: 3, own: 1, box: 1}}
units:
  - {id: jg, nation: germany, type: aaf, count: 8, at: home}
  - {id: ju, nation: germany, type: transport, count: 2, at: home}
battles:
  - {at: field, attackers: 2, defenders: [{factors: 1}]}
"""


SOUND = """
bases:
  home: {side: axis, facilities: [city, airbase], airbase-of: germany}
  rear: {side: axis, facilities: [city]}
  port: {side: axis, facilities: [port]}
  dock: {side: axis, facilities: [city]}
  target: {side: allies, facilities: [city]}
carriers: {graf: {nation: germany, size: 4, port: port}}
distances: {home: {rear: 2, target: 3, port: 2, dock: 2}}
units:
  - {id: jg, nation: germany, type: aaf, count: 4, at: home}
  - {id: nas, nation: germany, type: nas, count: 4, at: graf}
  - {id: raf, nation: britain, type: aaf, count: 2, at: target}
counterair: [{at: target, with: {jg: 2}}]
"""


UNKNOWN = """
turn: true
bases:
  home: {side: axis, facilities: [city, airbase]}
  target: {side: allies, facilities: [city]}
carriers: {graf: {nation: germany, size: 4}}
units:
  - {id: jg, nation: germany, type: aaf, count: 4, at: home}
  - {id: nas, nation: germany, type: nas, count: 2, at: graf}
ORDERS
"""
