"""What is refused in a prepared mission, and where: each case has a `!` before every part that is refused, and before no other."""

import pytest
from marks import marks_in, refused_at
from ocs_stories import C2, T2, V4, aloft, inactive
from ocs_theater import BASES, C1, F1, F2, T1, game

HIP = "hip-shoot: [germany]"
GUNS = """
artillery: {g: {side: axis, at: k, barrage: 9, range: 3}, e: {side: allies, at: h, barrage: 4, range: 2}}
ships:
  s: {side: allies, at: h, barrage: 8, range: 9}
  r: {side: axis, at: k, barrage: 2, range: 9}
  q: {side: axis, at: k}
"""
PORT = "{h: {combat-units: [allies], spotters: [axis]}, k: {port: {side: axis, capacity: 9}}}"
NEAR = "{h: {x: 8, y: 8, z: 12, k: 2}, k: {x: 15, y: 3, z: 20}, x: {y: 12, z: 6}, y: {z: 14}}"
NAVAL = {"options": V4, "hexes": PORT, "distances": NEAR}
GAMES = {
    "": {},
    "v4": {"options": V4},
    "guns": {"more": GUNS},
    "v4-guns": {**NAVAL, "more": GUNS},
    "hip": {"more": HIP},
    "hip-empty": {"more": HIP, "hexes": "{h: {}, k: {}}"},
    "v4-guns-hip": {**NAVAL, "more": f"{GUNS}{HIP}"},
    "combat": {"play": "axis.combat"},
    "movement": {"play": "axis.movement"},
    "refit": {"play": "axis.refit, axis.movement"},
    "late": {"play": "axis.movement, axis.exploitation"},
}
UNITS = [
    *(F1, F2, T1, T2, C1, C2, C2.replace("c2", "c3"), C1.replace("c1", "r1").replace("at: x", "at: x, steps: 1")),
    "{id: weak, side: axis, type: T, nation: germany, range: 20, rating: (1), barrage: 2/5, at: x}",
    *(inactive(T1.replace("t1", "tired")), inactive(F1.replace("f1", "tiredf"))),
]
OVER = aloft(T1.replace("t1", "over"), "h")
CASES = [
    ("", "{id: m, in: axis.combat, kind: capture, at: y}"),
    ("", "{id: m, in: !axis.supply, kind: capture, at: y}"),
    ("", "{id: m, in: axis.combat, kind: capture, at: y, advance: true}"),
    ("", "{id: m, in: axis.exploitation, kind: capture, at: y, advance: true}"),
    ("", "{id: m, in: axis.reaction, kind: capture, at: y, advance: !true}"),
    ("", "{id: m, in: axis.combat, kind: barrage, at: h, with: [!t1]}"),
    ("", "{id: m, in: !axis.combat, kind: interdict, at: h, with: [!f1]}"),
    ("v4", "{id: m, in: axis.movement, kind: !interdict, at: h, with: [f1]}"),
    ("v4", "{id: m, in: axis.movement, kind: !station, at: h, with: [f1]}"),
    ("guns", "{id: m, in: axis.movement, kind: !ship-attack, at: h, with: [t1], ship: s}"),
    ("guns", "{id: m, in: axis.combat, kind: !gunfire, at: h, with: [g]}"),
    ("v4-guns", "{id: m, in: axis.combat, kind: gunfire, at: h, with: [g]}"),
    ("", "{id: m, in: axis.movement, kind: base-attack, at: y, with: [t1], result: AB}"),
    ("", "{id: m, in: axis.movement, kind: base-attack, at: y, with: [t1], result: !'3'}"),
    ("v4", "{id: m, in: axis.movement, kind: base-attack, at: y, with: [t1], result: '1*(4)'}"),
    ("v4", "{id: m, in: axis.movement, kind: base-attack, at: y, with: [t1], result: !AB}"),
    ("", "{id: m, in: axis.movement, kind: trainbust, at: k, with: [t1], result: cut}"),
    ("", "{id: m, in: axis.movement, kind: trainbust, at: k, with: [t1], result: !AB}"),
    ("", "{id: m, in: axis.movement, kind: barrage, at: h, with: [t1], result: DG}"),
    ("", "{id: m, in: axis.movement, kind: barrage, at: h, with: [t1], result: !cut}"),
    ("hip", "{id: m, in: axis.movement, kind: hip-shoot, at: h, with: [t1], result: DG}"),
    ("hip-empty", "{id: m, in: axis.movement, kind: hip-shoot, at: y, with: [!t1], result: !DG}"),
    ("", "{id: m, in: axis.movement, kind: sweep, at: y, with: [f1], result: !DG}"),
    ("v4-guns", "{id: m, in: axis.movement, kind: ship-attack, at: h, with: [t1], ship: s, result: !DG}"),
    ("v4-guns", "{id: m, in: axis.combat, kind: gunfire, at: h, with: [g], result: DG}"),
    ("v4-guns", "{id: m, in: axis.combat, kind: gunfire, at: h, with: [g], result: !AB}"),
    ("", "{id: m, in: axis.movement, kind: barrage, at: h, with: [t1], target: !units}"),
    ("hip", "{id: m, in: axis.movement, kind: hip-shoot, at: h, with: [t1], target: units}"),
    ("hip", "{id: m, in: axis.movement, kind: hip-shoot, at: h, with: [t1], target: !strip}"),
    ("", "{id: m, in: axis.movement, kind: build, at: k, target: strip}"),
    ("", "{id: m, in: axis.combat, kind: build, at: !k}"),
    ("", "{id: m, in: axis.movement, kind: reduce, at: !x, target: !strip}"),
    ("", "{id: m, in: axis.movement, kind: build, at: k, with: ![f1]}"),
    ("", "{id: m, in: axis.movement, kind: build, at: k, target: !units}"),
    ("", "{id: m, in: axis.movement, kind: barrage, at: h, with: ![weak]}"),
    ("", "{id: m, in: axis.movement, kind: station, at: h, with: [weak]}"),
    ("hip", "{id: m, in: axis.movement, kind: hip-shoot, at: h, with: ![weak]}"),
    ("v4-guns", "!{id: m, in: axis.movement, kind: ship-attack, at: !h, with: [t1]}"),
    ("v4-guns", "{id: m, in: axis.movement, kind: barrage, at: h, with: [t1], ship: !s}"),
    ("v4-guns", "{id: m, in: axis.movement, kind: ship-attack, at: k, with: [t1], ship: !s}"),
    ("v4-guns", "{id: m, in: axis.movement, kind: ship-attack, at: !k, with: [t1], ship: !r}"),
    ("v4-guns-hip", "{id: m, in: axis.movement, kind: hip-shoot, at: h, with: [t1], ship: s}"),
    ("", "!{id: m, in: axis.movement, kind: drop, at: h, with: [c1]}"),
    ("", "!{id: m, in: axis.movement, kind: sweep, at: y, with: [f1], cargo: [{id: food, supply: 1}]}"),
    ("", "{id: m, in: axis.movement, kind: drop, at: h, with: [c1], cargo: [!{id: food, supply: 1, re: 1}]}"),
    ("", "{id: m, in: axis.movement, kind: drop, at: h, with: [c1], cargo: [!{id: food}]}"),
    ("", "{id: m, in: axis.movement, kind: drop, at: h, with: [c1], cargo: [{id: unit, re: 1/2, allowance: 10}]}"),
    ("", "{id: m, in: axis.movement, kind: drop, at: h, with: [c1], cargo: [!{id: unit, re: 1/2, allowance: 11}]}"),
    ("", "{id: m, in: axis.movement, kind: drop, at: h, with: [c1], cargo: [!{id: unit, re: 1/2, leg: false}]}"),
    ("", "{id: m, in: axis.movement, kind: drop, at: h, with: [c1], cargo: [{id: food, supply: 4}]}"),
    ("", "{id: m, in: axis.movement, kind: drop, at: h, with: [c1], cargo: ![{id: food, supply: 5}]}"),
    ("", "{id: m, in: axis.movement, kind: drop, at: k, with: [c1], cargo: ![{id: food, supply: 3}]}"),
    ("", "{id: m, in: axis.movement, kind: transport, at: z, cargo: [{id: food, supply: 2}]}"),
    ("", "{id: m, in: axis.movement, kind: transport, at: z, cargo: ![{id: food, supply: 3}]}"),
    ("", "{id: m, in: axis.movement, kind: transport, at: z, with: [c1], stays: true, cargo: [{id: food, supply: 2}]}"),
    ("", "{id: m, in: axis.movement, kind: transport, at: x, with: [!c1], cargo: [{id: food, supply: 1}]}"),
    ("", "{id: m, in: axis.movement, kind: transport, at: !y, with: [c1], cargo: [{id: food, supply: 1}]}"),
    ("", "{id: m, in: axis.movement, kind: transport, at: !h, with: [c1], cargo: [{id: food, supply: 1}]}"),
    ("", "{id: m, in: axis.movement, kind: drop, at: h, with: [c1], method: glider, cargo: [{id: food, supply: 2}]}"),
    ("", "{id: m, in: axis.movement, kind: drop, at: h, with: [c1, c2, c3], method: !glider, cargo: [{id: food, supply: 2}]}"),
    ("", "{id: m, in: axis.movement, kind: sweep, at: y, with: [f1], method: !glider}"),
    ("", "{id: m, in: axis.movement, kind: drop, at: h, with: [!t1], method: glider, cargo: [{id: food, supply: 2}]}"),
    ("", "{id: m, in: axis.movement, kind: drop, at: h, with: [!r1], method: glider, cargo: [{id: food, supply: 1}]}"),
    ("v4", "!{id: m, in: axis.movement, kind: drop, at: h, with: [c1], cargo: [{id: unit, re: 1/2, para: true}]}"),
    ("v4", "!{id: m, in: axis.movement, kind: drop, at: h, with: [c1], planned: 1, cargo: [{id: unit, re: 1/2, para: true}]}"),
    ("v4", "{id: m, in: axis.movement, kind: drop, at: h, with: [c1], planned: 2, cargo: [{id: unit, re: 1/2, para: true}]}"),
    ("v4", "{id: m, in: !axis.exploitation, kind: drop, at: h, with: [c1], planned: 2, cargo: [{id: unit, re: 1/2, para: true}]}"),
    ("v4", "{id: m, in: axis.movement, kind: drop, at: h, with: [c1], cargo: [{id: food, supply: 1}]}"),
    ("v4", "{id: m, in: axis.movement, kind: drop, at: h, with: [c1], planned: 2, cargo: [!{id: unit, re: 1/2}]}"),
    ("v4", "{id: m, in: axis.movement, kind: drop, at: h, with: [c1], planned: 2, method: glider, cargo: [{id: unit, re: 1/2}]}"),
    ("", "{id: m, in: axis.movement, kind: capture, at: y, with: [f2]}"),
    ("", "{id: m, in: axis.movement, kind: capture, at: y, with: [!f1]}"),
    ("", "{id: m, in: axis.movement, kind: capture, at: !h}"),
    ("", "{id: m, in: axis.movement, kind: capture, at: !x}"),
    ("", "{id: m, in: axis.movement, kind: capture, at: y, self-inflicted: true}"),
    ("v4", "{id: m, in: axis.movement, kind: capture, at: y, self-inflicted: !true}"),
    ("", "!{id: m, in: axis.movement, kind: sweep, at: y, with: [f1], advance: true}"),
    ("", "{id: m, in: axis.movement, kind: capture, at: y}",
     "{id: n, in: allies.movement, kind: capture, at: y}"),
    ("", "{id: m, in: axis.movement, kind: sweep, at: y, with: ![f1, f1]}"),
    ("", "{id: m, in: axis.movement, kind: barrage, at: h, with: ![t1, t2, f1, c1, c2]}"),
    ("", "{id: m, in: axis.movement, kind: barrage, at: h, with: [t1, t2, f1, c1]}"),
    ("hip", "{id: m, in: axis.movement, kind: hip-shoot, at: h, with: ![t1, t2]}"),
    ("", "{id: m, in: axis.movement, kind: sweep, at: y, with: [!t1]}"),
    ("", "{id: m, in: axis.movement, kind: sweep, at: y, with: [!f2]}"),
    ("", "{id: m, in: axis.movement, kind: barrage, at: h, with: [tired]}"),
    ("", "{id: m, in: axis.movement, kind: interdict, at: h, with: [f1]}"),
    ("", "{id: m, in: axis.movement, kind: interdict, at: k, with: [!f1]}"),
    ("v4-guns", "{id: m, in: axis.movement, kind: barrage, at: h, with: [!g]}"),
    ("v4-guns", "{id: m, in: axis.movement, kind: barrage, at: h, with: [!q]}"),
    ("v4-guns", "{id: m, in: axis.combat, kind: gunfire, at: h, with: [!t1]}"),
    ("v4-guns", "{id: m, in: axis.exploitation, kind: gunfire, at: h, with: ![g, r]}"),
    ("v4-guns", "{id: m, in: axis.exploitation, kind: gunfire, at: h, with: [!q]}"),
    ("v4-guns", "{id: m, in: axis.exploitation, kind: gunfire, at: h, with: [!e]}"),
    ("", "{id: m, in: axis.movement, kind: transfer, at: z, with: [t1]}",
     "{id: n, in: axis.movement, kind: barrage, at: h, with: [t1]}"),
    ("v4", "{id: m, in: axis.movement, kind: sweep, at: y, with: [f1]}",
     "{id: n, in: axis.movement, kind: transfer, at: z, with: [!f1]}"),
    ("v4", "{id: m, in: axis.movement, kind: sweep, at: y, with: [f1]}",
     "{id: n, in: axis.exploitation, kind: transfer, at: z, with: [f1]}"),
    ("", "{id: m, in: axis.movement, kind: station, at: h, with: [t1]}",
     "{id: n, in: axis.combat, kind: barrage, at: h, with: [t1]}"),
    ("", "{id: m, in: axis.movement, kind: barrage, at: !k, with: [t1]}"),
    ("", "{id: m, in: axis.movement, kind: base-attack, at: !x, with: [t1]}"),
    ("", "{id: m, in: axis.movement, kind: base-attack, at: !h, with: [t1]}"),
    ("", "{id: m, in: axis.movement, kind: port-attack, at: !h, with: [t1]}"),
    ("v4-guns", "{id: m, in: axis.movement, kind: port-attack, at: !k, with: [t1]}"),
    ("", "{id: m, in: axis.movement, kind: barrage, at: h, with: [over]}"),
    ("", "{id: m, in: axis.movement, kind: barrage, at: !k, with: [over]}"),
    ("", "{id: m, in: !axis.moving, kind: sweep, at: y, with: [f1]}"),
    ("", "{id: m, in: !nobody.movement, kind: sweep, at: y, with: [f1]}"),
    ("combat", "{id: m, in: !axis.movement, kind: sweep, at: y, with: [f1]}"),
    ("movement", "{id: m, in: axis.movement, kind: sweep, at: y, with: [f1]}"),
    ("movement", "{id: m, in: axis.movement, kind: sweep, at: y, with: [!tired]}"),
    ("refit", "{id: m, in: axis.movement, kind: sweep, at: y, with: [tiredf]}"),
    ("late", "{id: m, in: axis.movement, kind: sweep, at: y, with: [!tiredf]}"),
    ("", "{id: m, in: axis.movement, kind: sweep, at: y, with: [f1], advantage: ![axis, allies]}"),
    ("", "{id: m, in: axis.movement, kind: sweep, at: y, with: [f1], advantage: [axis, axis]}"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=" ".join)
def test_r3_r10_what_is_refused_in_a_mission(case):
    said, *missions = case
    change = GAMES[said]
    units = UNITS if "4.3" in change.get("options", "") else [*UNITS, OVER]
    bases = BASES.replace("x: {side: axis, level: 2", "x: {side: axis, level: 3")
    marked = game(missions, units, bases=bases, **change)
    assert refused_at(marked) == marks_in(marked)
