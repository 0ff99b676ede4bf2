"""A port under the guns of both sides: artillery, coastal guns and ships around two hexes."""

from ocs_boards import board_of
from ocs_stories import V4
from ocs_theater import F1

PORT = "{h: {combat-units: [allies], re: 3, spotters: [axis]}, k: {port: {side: axis, capacity: 9, hits: 1}}}"
NEAR = "{h: {x: 8, y: 8, z: 12, k: 2}, k: {x: 15, y: 3, z: 20}, x: {y: 12, z: 6}, y: {z: 14}}"
GUNS = """
artillery:
  g: {side: axis, at: k, barrage: 9, range: 3}
  c: {side: axis, at: k, barrage: 5/2, range: 1, dg: true, coastal: true}
  e: {side: allies, at: h, barrage: 4, range: 2}
ships:
  s: {side: allies, at: h, protection: 2, flak: 3, barrage: 8, range: 9}
  r: {side: axis, at: k, barrage: 20, range: 9}
  q: {side: axis, at: k}
"""
ASKED = "unlisted-distances: ask"


def guns(**more):
    return board_of([], [F1], options=V4, hexes=PORT, distances=NEAR, **{"more": GUNS} | more)


def none(found):
    return found is None
