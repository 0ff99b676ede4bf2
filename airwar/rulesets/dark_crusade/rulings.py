"""Every ruling on what the source leaves open, as an option of the scenario; the first value is the house default."""

from __future__ import annotations

from airwar.rulesets.kit.rulings import NO_YES, YES_NO
from airwar.rulesets.ruleset import Option

OPTIONS = {
    "air-bonus-attack": Option(
        "german", ("german", "axis"), "which attacking units German air multiplies: German units only, or all Axis units", rule="B5"
    ),
    "max-german-air": Option("4", (), "the most German air units at one point", whole=True, rule="B5"),
    "flak-from-dispersed": Option("yes", YES_NO, "whether Axis ground units fire flak when all of them are dispersed", rule="B2"),
    "soviet-air-with-dispersed-defenders": Option(
        "yes", YES_NO, "whether Soviet air fires on defense when all ground units with it are dispersed", rule="B4"
    ),
    "stranded-soviet-air": Option(
        "eliminate",
        ("eliminate", "retreat"),
        "whether defending Soviet air that has lost its last ground unit is eliminated or retreats",
        rule="B4",
    ),
    "attacking-soviet-air-alone": Option(
        "return",
        ("return", "eliminate"),
        "whether attacking Soviet air that has lost its last ground unit goes back to a starting point or is eliminated",
        rule="B4",
    ),
    "soviet-air-retreats": Option(
        "with-ground-units",
        ("with-ground-units", "like-ground-units"),
        "defending Soviet air goes where its ground units go, into the room they leave, or goes its own way like a ground unit",
        rule="B4",
    ),
    "soviet-air-against-intruders": Option(
        "yes",
        YES_NO,
        "whether Soviet air that returns undispersed counts as an undispersed unit against defenders driven to the starting point",
        rule="B14",
    ),
    "retreating-soviet-air-dispersed": Option(
        "no", NO_YES, "whether Soviet air that returns from an attack is dispersed like the ground units", rule="B12"
    ),
    "sheltering-air": Option(
        "apart",
        ("apart", "present"),
        "whether air units that have retreated to a point under attack count as present there: German air for air combat, "
        "Soviet air for the type of combat",
        rule="B13c",
    ),
    "german-air-room": Option(
        "none",
        ("none", "one"),
        "whether a German air unit that retreats from defense takes no room on a line, or one unit's",
        rule="B6",
    ),
    "line-capacity": Option(
        "whole-phase",
        ("whole-phase", "each-battle"),
        "whether all retreats of a phase share the capacity of a line, in both directions, or each battle has it anew",
        rule="B13a",
    ),
    "no-retreat": Option(
        "eliminate",
        ("eliminate", "forbid"),
        "a retreating ground unit with nowhere to go is eliminated, or the whole retreat is forbidden",
        rule="B13",
    ),
    "attacked-points-first": Option(
        "yes", YES_NO, "whether retreating units must fill their own points under attack before any enemy point", rule="B13a"
    ),
    "max-rounds": Option(
        "50", (), "how often attackers that cannot inflict a loss may stay before they must retreat", whole=True, rule="B8"
    ),
    "unusual-table": Option(
        "no", NO_YES, "whether a combat table may be used that does not split 37 points into 19 and 18", rule="B16"
    ),
    "battle-order": Option(
        "attacker", ("attacker", "listed"), "which battle is next: the attacker decides, or as listed in the scenario", rule="B0"
    ),
    "air-combat": Option(
        "each-battle",
        ("each-battle", "all-first"),
        "air combat opens each battle in its turn, or is fought at all points before the first ground combat",
        rule="B0",
    ),
    "breakthrough-procedure": Option(
        "as-regular", ("as-regular", "stop"), "breakthrough combat is fought like regular combat, or play stops there", rule="B13c"
    ),
}
