"""Ground combat (B7-B11): fire, losses and decisions, in turn or at once, until one side is gone or gives way."""

from __future__ import annotations

from dataclasses import replace

from airwar.engine.referee import Next, Note, Referee, Ruling
from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.aftermath import attackers_advance, attackers_are_destroyed, both_are_destroyed
from airwar.rulesets.dark_crusade.losses import absorb, fire
from airwar.rulesets.dark_crusade.refuge import may_retreat, told_no_way_out
from airwar.rulesets.dark_crusade.retreat import attackers_retreat, defenders_retreat
from airwar.rulesets.dark_crusade.state import Combat
from airwar.rulesets.dark_crusade.values import facts, firing_total, is_simultaneous, nobody_can_fire


@rule("B7")
def type_of_combat(ref: Referee, combat: Combat) -> Next:
    """Weather, attacker and air decide whether the sides fire in turn or at once."""
    setting = combat.setting
    at_once = is_simultaneous(setting.attacker, setting.weather, combat.german_air, combat.soviet_air)
    ref.tell(Note, f"{'simultaneous' if at_once else 'normal'} combat")
    if combat.plan.fortified and not combat.works:
        ref.tell(Note, "field works are there; what they do is not in the source, and the scenario lets them absorb nothing")
    combat = replace(combat, simultaneous=at_once)
    if nobody_can_fire(combat):
        return stood_down(ref, combat)
    return Next(both_fire if at_once else defender_fires, combat)


# normal combat


@rule("B8")
def defender_fires(ref: Referee, combat: Combat) -> Next:
    """The defender fires, the attacker takes the repulses, and goes on or retreats."""
    ref.new_round()
    combat = absorb(ref, combat, "attacker", fire(ref, combat, "defender"))
    if not combat.units("attacker"):
        return Next(attackers_are_destroyed, combat)
    if gives_way(ref, combat, "attacker"):
        return Next(attackers_retreat, combat)
    return Next(attacker_fires, persisting(combat))


@rule("B8")
def attacker_fires(ref: Referee, combat: Combat) -> Next:
    """The attacker fires, the defender takes the breakthroughs, and goes on or retreats."""
    combat = absorb(ref, combat, "defender", fire(ref, combat, "attacker"))
    if not combat.units("defender"):
        return Next(attackers_advance, combat)
    if gives_way(ref, combat, "defender"):
        return Next(defenders_retreat, combat)
    return stood_down(ref, combat) if nobody_can_fire(combat) else Next(defender_fires, combat)


# simultaneous combat


@rule("B11")
def both_fire(ref: Referee, combat: Combat) -> Next:
    """Both sides fire before anybody suffers; the attacker chooses his losses first."""
    ref.new_round()
    breakthroughs = fire(ref, combat, "attacker")
    repulses = fire(ref, combat, "defender")
    combat = absorb(ref, combat, "attacker", repulses)
    combat = absorb(ref, combat, "defender", breakthroughs)
    attackers, defenders = combat.units("attacker"), combat.units("defender")
    if not attackers:
        return Next(attackers_are_destroyed if defenders else both_are_destroyed, combat)
    if not defenders:
        return Next(attackers_advance, combat)
    return stood_down(ref, combat) if nobody_can_fire(combat) else Next(both_declare, combat)


@rule("B11")
def both_declare(ref: Referee, combat: Combat) -> Next:
    """The attacker says first whether he fights another round, then the defender."""
    if gives_way(ref, combat, "attacker"):
        return Next(attackers_retreat, combat)
    if gives_way(ref, combat, "defender"):
        return Next(defenders_retreat, combat)
    return Next(both_fire, persisting(combat))


# staying and giving way


@rule("B11", "B8")
def stood_down(ref: Referee, combat: Combat) -> Next:
    """With nothing but dispersed units on both sides the attacker retreats and the defender holds."""
    # Ruling: the source says so of simultaneous combat; normal combat would otherwise never end.
    doubt = "" if combat.simultaneous else " (in normal combat the source does not say so)"
    ref.tell(Note, f"both sides have only dispersed units: the attacker retreats{doubt}")
    return Next(attackers_retreat, combat)


@rule("B12", "B8")
def gives_way(ref: Referee, combat: Combat, role: str) -> bool:
    """A side goes on, or retreats with everything it has."""
    ref.now(combat)
    if role == "attacker" and exhausted(combat):
        limit = combat.setting.options["max-rounds"]
        ref.tell(Ruling, "max-rounds", str(limit), f"the attackers can do no harm and have stayed {limit} times: they retreat")
        return True
    options = {"stay": "fight on", "retreat": "retreat with everything"}
    if role == "defender" and not may_retreat(combat):
        del options["retreat"]
        ref.tell(told_no_way_out, combat)
    return ref.choose(f"{role}.retreat", options, by=role, facts=facts(combat, role)) == "retreat"


@rule("B8")
def harmless(combat: Combat) -> bool:
    """The attackers cannot inflict a single loss any more."""
    table = combat.setting.table
    assert table is not None
    return not table.can_harm(firing_total(combat, "attacker"))


def exhausted(combat: Combat) -> bool:
    return combat.stalled >= combat.setting.options["max-rounds"] and harmless(combat)


def persisting(combat: Combat) -> Combat:
    """The attackers stay; when they can do no harm that is counted, or the battle might never end."""
    return replace(combat, stalled=combat.stalled + 1) if harmless(combat) else combat
