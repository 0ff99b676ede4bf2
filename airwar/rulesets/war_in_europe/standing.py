"""Who holds Total Air Supremacy over whom, and what that allows (13.91, 13.912)."""

from __future__ import annotations

from airwar.engine.rule import rule
from airwar.rulesets.war_in_europe.state import Front, GroundCombat, RailRaid, Setting


@rule("13.91", "13.911", "A1", "A2")
def exposed(setting: Setting, front: Front, player: str, scope: str) -> bool:
    """Whether nothing remains in either box of a Front, of this player alone or of all his alliance; why does not matter.

    Ruling: one player's empty boxes are enough, since the effect is confined to his units and territory.
    """
    if scope == "player":
        return not front.of(player).remaining
    return not any(front.of(other).remaining for other in setting.players if setting.allied(player, other))


@rule("13.91", "A1")
def holds_supremacy(setting: Setting, front: Front, player: str, over: str) -> bool:
    """Whether a player has supremacy with respect to the units and territory of another. Both may have it, over each other."""
    return not setting.allied(player, over) and exposed(setting, front, over, setting.options["tas-scope"])


@rule("13.912", "A3", "13.92", "A4")
def may_bomb(setting: Setting, raid: RailRaid) -> bool:
    """Rail lines are bombed in the territory of those over whom supremacy is held."""
    return holds_supremacy(setting, setting.fronts[raid.front], raid.by, raid.owner)


@rule("13.912", "A3", "13.93", "A6")
def shifter(setting: Setting, combat: GroundCombat) -> str | None:
    """Who may shift the odds of a combat: the attacker with supremacy over every defender; the defender only by option.

    Ruling: a defence in which anybody else takes part is not open to shifting.
    """
    front = setting.fronts[combat.front]
    if all(holds_supremacy(setting, front, combat.attacker, player) for player in combat.under_attack):
        return combat.attacker
    either = setting.options["odds-shift-user"] == "either"
    return combat.defender if either and holds_supremacy(setting, front, combat.defender, combat.attacker) else None


@rule("A6")
def defender_could_shift(setting: Setting, combat: GroundCombat) -> bool:
    """Whether the defender has the supremacy and the points to shift the odds, but the option leaves that to attackers."""
    front = setting.fronts[combat.front]
    able = front.of(combat.defender).ground_support >= combat.printed_defence > 0
    denied = setting.options["odds-shift-user"] == "attacker"
    return able and denied and holds_supremacy(setting, front, combat.defender, combat.attacker)


@rule("13.93", "A6")
def may_add_to_die(setting: Setting, combat: GroundCombat) -> bool:
    """The attacker may add a point for the die: it is the ordinary ground support, so supremacy is not needed for it.

    Ruling: it raises the roll, so the defender has no use for it.
    """
    return setting.options["die-point-without-supremacy"] == "yes" or shifter(setting, combat) == combat.attacker
