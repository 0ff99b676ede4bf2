"""Larger scenarios, too large for every face of every die, but not for exact odds: each with its samples takes a second or two."""

from support import SHIPPED
from tiny import battle, counterair, crusade, raid, side, supremacy

TO_THE_END = {"*": "default"}
WEAKER_LEAVES = {"*.disengage": "leave-under-70%", "*": "default"}
THREE_ROUNDS = {"*.attacker.disengage": '{when: "round >= 3", then: disengage, else: stay}', "*": "default"}
SOME_LEFT = {"*.attacker.disengage": "leave-below-3", "*.defender.disengage": "leave-below-2", "*": "default"}


def against(attackers: int, defenders: int, choices: dict[str, str], rear: int = 20, nation: str = "germany") -> str:
    units = side("a", nation, attackers, "field") + ", " + side("d", "britain", defenders, "target")
    return counterair(units, f"a: {attackers}", choices, rear)


def mixed(choices: dict[str, str]) -> str:
    attackers = [side("a", "germany", 4, "field"), side("b", "italy", 3, "field")]
    defenders = [side("d", "britain", 3, "target"), side("e", "us", 2, "target")]
    return counterair(", ".join(attackers + defenders), "a: 4, b: 3", choices, 4)


FIGHT_ON = '{"*": default}'
WHILE_STRONGER = '{"*.attacker.go-on": {when: strength-percent < 80, then: call-off, else: fight}, "*": default}'
MANAGEABLE = ("malta-1942", "seelow-1945", "gela-1943", "tatsinskaya-1942")  # of the shipped ones
LARGER = {
    "3 v 3 to the end": against(3, 3, TO_THE_END),
    "4 v 6 to the end": against(4, 6, TO_THE_END),
    "7 v 7 to the end": against(7, 7, TO_THE_END),
    "10 v 8 to the end": against(10, 8, TO_THE_END),
    "10 v 10 to the end": against(10, 10, TO_THE_END),
    "6 v 6, the weaker leaves": against(6, 6, WEAKER_LEAVES, 4),
    "9 v 7, three rounds": against(9, 7, THREE_ROUNDS, 4),
    "8 v 8, while some are left": against(8, 8, SOME_LEFT, 4),
    "8 v 5, worse pilots": against(8, 5, TO_THE_END, nation="italy"),
    "mixed forces to the end": mixed(TO_THE_END),
    "mixed forces, the weaker leaves": mixed(WEAKER_LEAVES),
    "forty points bomb under flak": supremacy(raid(40, 3)),
    "sixty points bomb after the flak": supremacy(raid(60, 3), options="flak-timing: before"),
    "three against three to the end": crusade(
        ["major 3 soviet", "minor 2 soviet", "minor 1 soviet"], ["major 3 german", "minor 2 german"], TO_THE_END
    ),
    "two armies at once": crusade(
        ["major 3 german", "major 2 german"], ["major 3 soviet", "minor 2 soviet"], TO_THE_END, "axis", german=2, soviet=2
    ),
    "ten infantry and five fighters against ten": battle({"infantry": 10, "fighter": 5}, {"infantry": 10}, FIGHT_ON),
    "fighters and infantry, while stronger": battle({"fighter": 3, "infantry": 3}, {"fighter": 2, "infantry": 4}, WHILE_STRONGER),
    "bombers under guns": battle({"bomber": 2, "fighter": 1}, {"anti-aircraft": 1, "infantry": 3}, WHILE_STRONGER),
    "an army in mud": crusade(["major 3 german", "minor 2 german"], ["major 3 soviet"], TO_THE_END, "axis", "mud"),
}
LARGER |= {path.stem: path.read_text(encoding="utf-8") for path in SHIPPED if path.stem in MANAGEABLE}
