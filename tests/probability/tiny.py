"""Tiny scenarios, small enough to count every face of every die."""

COUNTERAIR = """
airwar: 1
ruleset: world-at-war
title: tiny
theater: europe
sides: {axis: [germany, italy], allies: [britain, us]}
attacker: axis
bases:
  field: {side: axis, facilities: [city, airbase]}
  target: {side: allies, facilities: [city, airbase]}
  rear: {side: allies, facilities: [city]}
distances: {field: {target: 2}, target: {rear: REAR}}
units: [UNITS]
counterair: [{at: target, with: {WITH}}]
choices:
CHOICES
"""


def counterair(units: str, flown: str, choices: dict[str, str], rear: int = 20) -> str:
    lines = "\n".join(f'  "{key}": {answer}' for key, answer in choices.items())
    text = COUNTERAIR.replace("UNITS", units).replace("WITH", flown).replace("CHOICES", lines)
    return text.replace("REAR", str(rear))


def side(name: str, nation: str, count: int, base: str, more: str = "") -> str:
    return f"{{id: {name}, nation: {nation}, type: aaf, count: {count}, at: {base}{more}}}"


ONE_ROUND = {"*.attacker.disengage": "disengage", "*": "default"}
FLY_OFF = {"*.defender.disengage": "disengage", "*": "default"}

WORLD_AT_WAR = {
    "1 v 1, one round": counterair(side("a", "germany", 1, "field") + ", " + side("d", "britain", 1, "target"), "a: 1", ONE_ROUND),
    "2 v 1, one round": counterair(side("a", "germany", 2, "field") + ", " + side("d", "britain", 1, "target"), "a: 2", ONE_ROUND),
    "3 v 2, one round": counterair(side("a", "germany", 3, "field") + ", " + side("d", "britain", 2, "target"), "a: 3", ONE_ROUND),
    "2 v 3, one round, worse pilots": counterair(
        side("a", "italy", 2, "field") + ", " + side("d", "britain", 3, "target"), "a: 2", ONE_ROUND
    ),
    "mixed attackers, one round": counterair(
        ", ".join([side("a", "germany", 2, "field"), side("b", "italy", 1, "field"), side("d", "britain", 2, "target")]),
        "a: 2, b: 1",
        ONE_ROUND,
    ),
    "mixed defenders, one round": counterair(
        ", ".join([side("a", "germany", 3, "field"), side("d", "britain", 1, "target"), side("e", "us", 1, "target")]),
        "a: 3",
        ONE_ROUND,
    ),
    "inverted defenders, one round": counterair(
        ", ".join([side("a", "germany", 3, "field"), side("d", "britain", 3, "target", ", inverted: 2")]),
        "a: 3",
        ONE_ROUND,
    ),
    "inverted defenders, both struck": counterair(
        ", ".join([side("a", "germany", 3, "field"), side("d", "britain", 3, "target", ", inverted: 2")]),
        "a: 3",
        {"*.attacker.target": "both", **ONE_ROUND},
    ),
    "the defender flies off": counterair(
        ", ".join([side("a", "germany", 4, "field"), side("d", "britain", 3, "target")]), "a: 4", FLY_OFF, 4
    ),
    "a reserve in reach": counterair(
        ", ".join([side("a", "germany", 3, "field"), side("d", "britain", 2, "target")]),
        "a: 2",
        ONE_ROUND,
    ),
    "an empty base": counterair(side("a", "germany", 1, "field"), "a: 1", ONE_ROUND),
    "elimination at 9 v 1": counterair(
        ", ".join([side("a", "germany", 9, "field"), side("d", "britain", 1, "target")]), "a: 9", ONE_ROUND
    ),
}

SUPREMACY = """
airwar: 1
ruleset: war-in-europe
title: tiny
options: {OPTIONS}
sides: {allies: {nations: [allied]}, axis: {nations: [german]}}
fronts: {west: {allies: {air-superiority: 12, ground-support: POINTS}, axis: {}}}
rail-raids: [RAIDS]
battles: [BATTLES]
charts:
  allied-current: 9
  rail-damage: {columns: hits, rows: to-cut-the-line 2}
  combat-results:
    t:
      roll: 1d6
      columns: 1-1 2-1 3-1 4-1
      rows: |
        1  A2  A1  -   -
        2  A1  A1  -   D1
        3  A1  -   D1  D1
        4  -   -   D1  D2
        5  -   D1  D2  D2
        6  D1  D1  D2  D3
  accuracy:
    9:
ACCURACY
choices: {"*.allot": {bomb: 11}, "*": default}
"""
ONE_ROLL = """      roll: 1d6
      columns: 1 2-3 4+
      rows: |
        1  0  0  0
        2  0  0  1
        3  0  1  1
        4  0  1  2
        5  1  1  2
        6  1  2  3"""
EACH_POINT = """      roll: 1d6
      columns: each
      rows: |
        1  0
        2  0
        3  0
        4  0
        5  1
        6  1"""


def raid(points: int | None, flak: int) -> str:
    said = "" if points is None else f", points: {points}"
    return f'{{id: seine, front: west, attacker: allies, at: "2214", in-range: true, flak: {flak}{said}}}'


def combat(shift: int, die: str) -> str:
    return (
        "{id: caen, front: west, attacker: allies, defenders: [{printed: 6, count: 2}], column: 2-1, "
        f"shift-points: {shift}, die-point: {die}}}"
    )


def supremacy(raids: str = "", battles: str = "", accuracy: str = ONE_ROLL, options: str = "", points: int = 80) -> str:
    text = SUPREMACY.replace("OPTIONS", options).replace("RAIDS", raids).replace("BATTLES", battles)
    return text.replace("ACCURACY", accuracy).replace("POINTS", str(points))


WAR_IN_EUROPE = {
    "points to be allotted": supremacy(raid(None, 2), points=11),
    "a raid without flak": supremacy(raid(10, 0)),
    "a raid under flak": supremacy(raid(13, 3)),
    "a raid under flak that fires first": supremacy(raid(15, 3), options="flak-timing: before"),
    "each bomber point rolls": supremacy(raid(10, 1), accuracy=EACH_POINT),
    "a combat on the printed column": supremacy("", combat(0, "false")),
    "a combat with the odds shifted and the die": supremacy("", combat(12, "true")),
    "a raid and a combat": supremacy(raid(10, 2), combat(12, "true")),
}

CRUSADE = """
airwar: 1
ruleset: dark-crusade
title: tiny
weather: WEATHER
attacker: ATTACKER
charts: {combat-table: synthetic-demo}
points:
  start: {side: ATTACKER}
  target: {side: DEFENDER}
  rear: {side: DEFENDER}
lines:
  road: {between: [start, target], capacity: 9}
  way: {between: [target, rear], capacity: 9}
units:
UNITS
battles:
  target: {air: {german: GERMAN, soviet: SOVIET}}
choices:
CHOICES
"""


def crusade(
    attackers: list[str],
    defenders: list[str],
    choices: dict[str, str],
    attacker: str = "soviet",
    weather: str = "good",
    german: int = 0,
    soviet: int = 0,
) -> str:
    """Units in words, such as `major 3 german`."""
    lines = []
    for place, units in (("at: start, line: road", attackers), ("at: target", defenders)):
        for number, said in enumerate(units):
            size, strength, nation = said.split()
            unit = f"id: {nation}-{number}, nation: {nation}, type: {size}, strength: {strength}"
            lines.append(f"  - {{{unit}, {place}}}")
    text = CRUSADE.replace("WEATHER", weather).replace("ATTACKER", attacker).replace("UNITS", "\n".join(lines))
    text = text.replace("DEFENDER", "axis" if attacker == "soviet" else "soviet")
    text = text.replace("GERMAN", str(german)).replace("SOVIET", str(soviet))
    return text.replace("CHOICES", "\n".join(f'  "{key}": {answer}' for key, answer in choices.items()))


GIVE_WAY = {"*.attacker.retreat": "retreat", "*.defender.retreat": "retreat", "*": "default"}
SECOND_ROUND = {"*.attacker.retreat": '{when: "round > 1", then: retreat, else: stay}', "*": "default"}

DARK_CRUSADE = {
    "one round in turn": crusade(["minor 2 soviet"], ["minor 2 german"], GIVE_WAY),
    "one round at once": crusade(["major 3 german"], ["major 2 soviet"], GIVE_WAY, "axis", german=1),
    "two rounds in turn": crusade(["major 2 soviet"], ["minor 1 german"], SECOND_ROUND),
    "two minors against a major": crusade(["minor 2 soviet", "minor 1 soviet"], ["major 3 german"], GIVE_WAY),
    "Soviet air under flak": crusade(["major 3 soviet"], ["minor 2 german"], GIVE_WAY, soviet=2),
    "Soviet air meets German air": crusade(["major 3 soviet"], ["minor 2 german"], GIVE_WAY, german=1, soviet=2),
}


THEATER = """
airwar: 1
ruleset: ocs
title: tiny
options: {OPTIONS}
sides: {axis: [germany], allies: [britain]}
date: 1943-07
hexes: {h: {combat-units: [allies], re: 3, spotters: [axis]}}
bases: {x: {side: axis, level: 2, supply: 4}, y: {side: allies, level: 2, supply: 4}, z: {side: axis, kind: strip, supply: 4}}
distances: {h: {x: 8, y: 8, z: 12}, x: {y: 12, z: 6}, y: {z: 14}}
play: [axis.movement]
units:
UNITS
missions: [{id: raid, in: axis.movement, kind: KIND, at: AT, with: [WITH]}]
choices: {"*.abort-before": none, "*.abort-after": none, "*": default}
"""


def fighter(name: str, owner: str, rating: int, base: str) -> str:
    return f"{{id: {name}, side: {owner}, type: F, range: 20, rating: {rating}, barrage: 2, at: {base}}}"


def theater(units: list[str], kind: str, at: str, flown: str, options: str = "") -> str:
    text = THEATER.replace("OPTIONS", options).replace("UNITS", "\n".join(f"  - {unit}" for unit in units))
    return text.replace("KIND", kind).replace("AT", at).replace("WITH", flown)


OCS = {
    "one air combat": theater([fighter("f1", "axis", 4, "x"), fighter("f2", "allies", 4, "y")], "sweep", "y", "f1"),
    "one air combat, unequal": theater([fighter("f1", "axis", 5, "x"), fighter("f2", "allies", 2, "y")], "sweep", "y", "f1"),
    "one air combat by 4.3": theater(
        [fighter("f1", "axis", 4, "x"), fighter("f2", "allies", 3, "y")], "sweep", "y", "f1", "profile: ocs-4.3"
    ),
}

MODULE_IV = """
airwar: 1
ruleset: air-supremacy
title: tiny
attacker: germany
options: {OPTIONS}
spaces:
  field: {kind: land, nation: uk}
  camp: {kind: land, nation: germany}
units:
UNITS
battles: [{at: field, with: {WITH}}]
choices: CHOICES
"""
CALL_OFF = '{"*.attacker.go-on": call-off, "*": default}'


def battle(attackers: dict[str, int], defenders: dict[str, int], choices: str = CALL_OFF, options: str = "") -> str:
    """Types and numbers of Germany against the UK, in a space with no neighbors."""
    lines = []
    for role, nation, space, units in (("a", "germany", "camp", attackers), ("d", "uk", "field", defenders)):
        for kind, count in units.items():
            lines.append(f"  - {{id: {role}-{kind}, nation: {nation}, type: {kind}, count: {count}, at: {space}}}")
    flown = ", ".join(f"a-{kind}: {count}" for kind, count in attackers.items())
    text = MODULE_IV.replace("OPTIONS", options).replace("UNITS", "\n".join(lines)).replace("WITH", flown)
    return text.replace("CHOICES", choices)


GROUNDED = '{"*.ground": all, "*.attacker.go-on": call-off, "*": default}'
AIR_SUPREMACY = {
    "infantry, one round": battle({"infantry": 1}, {"infantry": 1}),
    "two infantry against one, one round": battle({"infantry": 2}, {"infantry": 1}),
    "a fighter alone, one round": battle({"fighter": 1}, {"fighter": 1}),
    "a fighter over infantry, one round": battle({"fighter": 1}, {"fighter": 1, "infantry": 1}),
    "a bomber under fire, one round": battle({"bomber": 1}, {"anti-aircraft": 1}),
    "a grounded fighter, one round": battle({"dive-bomber": 1}, {"fighter": 1, "infantry": 1}, GROUNDED),
}

TINY = WORLD_AT_WAR | WAR_IN_EUROPE | DARK_CRUSADE | OCS | AIR_SUPREMACY
