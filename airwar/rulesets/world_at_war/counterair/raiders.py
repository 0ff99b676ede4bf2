"""Which units may fly counterair (18.521, 18.51), which are sent, and which join later (18.522B)."""

from __future__ import annotations

from functools import partial

from airwar.engine.referee import Event, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air.reinforcements import reinforced
from airwar.rulesets.world_at_war.air.sent import Sent, nonzero
from airwar.rulesets.world_at_war.air.taking_off import as_force, range_refused, side_refused, takeoff_refused
from airwar.rulesets.world_at_war.air_combat.forces import Force
from airwar.rulesets.world_at_war.counterair.about import may_join, who_flies
from airwar.rulesets.world_at_war.counterair.record import Raid
from airwar.rulesets.world_at_war.counterair.state import Counterair
from airwar.rulesets.world_at_war.ordering import Able, fliers, labels_of, line_labels, who_can
from airwar.rulesets.world_at_war.setting import Carrier
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.types import army_operations, naval_operations
from airwar.rulesets.world_at_war.units.unit import Unit


@rule("18.521", "18.51", "18.4", "18.41", "18.45")
def eligible(ref: Referee | None, turn: Turn, base: str, kind: str = "counterair") -> Able:
    """The units that may fly counterair to a base, less those that are promised to other targets of the phase.

    A patrol's aircraft may attack from every hex that it enters.
    """
    now = [raid for raid in promised(turn) if not kind == raid.kind == "patrol"]

    def free(unit: Unit) -> int:
        return turn.free(unit) - sum(number for raid in now for unit_id, number in raid.force if unit_id == unit.id)

    return who_can(ref, turn, lambda ref, unit: counterair_refused(ref, turn, unit, base), free)


def promised(turn: Turn) -> list[Raid]:
    """The raids of the phase that are still to be fought, whether announced or only prepared."""
    return [*turn.counterair.announced, *(raid for raid in turn.counterair.raids if raid.phase == turn.phase)]


@rule("18.51", "18.31", "18.521", "17.23", "17.33", "17.53")
def counterair_refused(ref: Referee | None, turn: Turn, unit: Unit, base: str) -> str | None:
    """Why a unit cannot fly counterair to a base, or None: army air, naval air and jets of the attacker may, within range."""
    if other_side := side_refused(turn.setting, unit, "18.521"):
        return other_side
    if unit.type != "jet" and "counterair" not in operations(unit, turn.find_carrier(unit.home)):
        return f"{unit.air_type.label} units do not fly counterair; expected army air, naval air or jets (17.23)"
    return takeoff_refused(turn, unit) or range_refused(ref, turn, unit, unit.home, base)


@rule("17.23", "17.33")
def operations(unit: Unit, carrier: Carrier | None) -> frozenset[str]:
    """What a unit of army or naval air may do from where it is."""
    if unit.type == "aaf":
        return army_operations()
    return naval_operations(carrier=carrier is not None) if unit.type == "nas" else frozenset()


@rule("18.521")
def commit(ref: Referee, turn: Turn, raid: Raid) -> Sent:
    """The attacker chooses the units that fly, unless the scenario names them; units that can no longer fly stay at home."""
    able = eligible(ref, turn, raid.base, raid.kind)
    if raid.force:
        return fliers(ref, turn, able, raid.force, again="attacker.commit")
    units, why_not = able.units, able.why_not
    labels, about = labels_of(turn, units, raid.base), partial(who_flies, turn, raid.base, units)
    return nonzero(ref.allot("attacker.commit", units, by="attacker", default=units, labels=labels, about=about, why_not=why_not))


@rule("18.522B", "19.12")
def reserves(ref: Referee, turn: Turn, base: str) -> Force:
    """The units that may still join a counterair, once its first attackers have taken off.

    Naval air from carriers strikes for one round, the first, unless the ruling lets it fight on with land-based air.
    """
    late = turn.setting.rulings.value("mixed-strikes") == "all-go-on"
    able = {
        unit: number
        for unit, number in eligible(ref, turn, base).units.items()
        if late or not turn.find_carrier(turn.unit(unit).home)
    }
    return as_force(turn, nonzero(able))


@rule("18.522B")
def attacker_reinforces(ref: Referee, battle: Counterair) -> Counterair:
    """The attacker may add units that are not committed yet."""
    free = {line.unit: line.number for line in battle.reserves}
    labels, facts = line_labels(battle.reserves), partial(battle.facts, "attacker")
    about = partial(may_join, battle, ref.round)
    sent = ref.allot("attacker.reinforce", free, by="attacker", default={}, labels=labels, facts=facts, about=about)
    return reinforced(ref, battle, nonzero(sent))


@rule("18.51", "18.521")
def rulings_on_the_raid(turn: Turn, base: str, sent: Sent) -> list[Event]:
    """Says when a raid rests on the ruling on ports, and when it meets several facilities in a hex."""
    setting = turn.setting
    events: list[Event] = []
    homes = dict.fromkeys(turn.unit(unit).home for unit, _ in sent)
    ports = [port for home in homes if (port := turn.find_base(home))]
    ports = [port for port in ports if port.places and not {"city", "port-city", "airbase"} & set(port.places)]
    if ports:
        names = ", ".join(port.name for port in ports)
        events.append(setting.rulings.ruled("offensive-bases", f"offensive missions are flown from {names}"))
    if turn.base(base).facilities > 1 and turn.at(base):
        events.append(Note(f"all air units in the {setting.name(base)} hex are counteraired together"))
    return events
