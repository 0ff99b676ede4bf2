"""Tiny scenarios, small enough to count every face of every die."""

COUNTERAIR = """
airwar: 1
ruleset: world-at-war
title: tiny
theater: europe
sides: {axis: [germany, italy], allies: [britain, us]}
moving: axis
bases:
  field: {side: axis, facilities: [city, airbase]}
  target: {side: allies, facilities: [city, airbase]}
  rear: {side: allies, facilities: [city]}
distances: {field: {target: 2}, target: {rear: REAR}}
units: [UNITS]
counterair: [{base: target, with: {WITH}}]
choices:
CHOICES
"""


def counterair(units: str, flown: str, choices: dict[str, str], rear: int = 20) -> str:
    lines = "\n".join(f'  "{key}": {answer}' for key, answer in choices.items())
    text = COUNTERAIR.replace("UNITS", units).replace("WITH", flown).replace("CHOICES", lines)
    return text.replace("REAR", str(rear))


def side(name: str, nation: str, count: int, base: str, more: str = "") -> str:
    return f"{{id: {name}, nation: {nation}, kind: aaf, count: {count}, base: {base}{more}}}"


ONE_ROUND = {"*.attacker.disengage": "disengage", "*": "default"}
FLY_OFF = {"*.defender.disengage": "disengage", "*": "default"}

TINY = {
    "1 v 1, one round": counterair(
        side("a", "germany", 1, "field") + ", " + side("d", "britain", 1, "target"), "a: 1", ONE_ROUND
    ),
    "2 v 1, one round": counterair(
        side("a", "germany", 2, "field") + ", " + side("d", "britain", 1, "target"), "a: 2", ONE_ROUND
    ),
    "3 v 2, one round": counterair(
        side("a", "germany", 3, "field") + ", " + side("d", "britain", 2, "target"), "a: 3", ONE_ROUND
    ),
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
    "an empty base": counterair(side("a", "germany", 1, "field"), "a: 1", ONE_ROUND),
    "elimination at 9 v 1": counterair(
        ", ".join([side("a", "germany", 9, "field"), side("d", "britain", 1, "target")]), "a: 9", ONE_ROUND
    ),
}
