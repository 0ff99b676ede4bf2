"""Every ruling on what the source leaves open, as an option of the scenario; the first value is the house default."""

from __future__ import annotations

from airwar.rulesets.ruleset import Option

OPTIONS = {
    "air-bonus-attack": Option(
        "german", ("german", "axis"), "B5: German air multiplies attacking German units only, or all attacking Axis units"
    ),
    "max-german-air": Option("4", (), "B5: the most German air units at one point", whole=True),
    "flak-from-dispersed": Option(
        "true", ("true", "false"), "B2: Axis ground units give flak though every one of them is dispersed"
    ),
    "soviet-air-with-dispersed-defenders": Option(
        "true", ("true", "false"), "B4: Soviet air fires in defence when every ground unit with it is dispersed"
    ),
    "stranded-soviet-air": Option(
        "eliminate", ("eliminate", "retreat"), "B4: defending Soviet air whose last ground unit is gone is removed, or retreats"
    ),
    "retreating-soviet-air-dispersed": Option(
        "false", ("false", "true"), "B12: Soviet air that comes back from an attack is dispersed like the ground units"
    ),
    "no-retreat": Option(
        "eliminate", ("eliminate", "forbid"), "B13: a retreating unit with nowhere to go is removed, or nobody may retreat then"
    ),
    "refuge-under-attack": Option(
        "must", ("must", "may"), "B13: own points under attack are filled before any enemy point, or only if the owner likes"
    ),
    "max-rounds": Option("50", (), "B8: how often attackers that can do no harm may stay before they must retreat", whole=True),
    "allow-h-outside-source": Option(
        "false", ("false", "true"), "B16: accept a combat table that does not split 37 points into 19 and 18"
    ),
    "battle-order": Option("attacker", ("attacker", "listed"), "B0: which battle is next: the attacker says, or as listed"),
    "breakthrough-procedure": Option(
        "as-regular", ("as-regular", "stop"), "B13: breakthrough combat is fought like regular combat, or not at all"
    ),
}
