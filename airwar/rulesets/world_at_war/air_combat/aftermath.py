"""After a counterair (18.524, 18.526): who is inverted, what squadrons come to, and naval air back on its carriers."""

from __future__ import annotations

from dataclasses import replace

from airwar.engine.referee import Event, Loss, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air_combat.forces import Force, fresh
from airwar.rulesets.world_at_war.air_combat.recombining import back_in_factors
from airwar.rulesets.world_at_war.options import ruled
from airwar.rulesets.world_at_war.state import Away, Carrier, Counterair, Turn, Unit


@rule("18.526A")
def naval_combat_aborts(ref: Referee, battle: Counterair) -> Counterair:
    """In naval combat 22.43 says how long aborted defenders are inverted; it is not in the source, so an option does."""
    if battle.kind != "naval-combat" or not any(any(line.aborted) for line in battle.defenders):
        return battle
    ruling = battle.turn.setting.options["naval-combat-aborts"]
    fate = "not inverted" if ruling == "none" else "inverted for the turn"
    ref.tell(ruled, "naval-combat-aborts", ruling, f"defenders that aborted in naval combat are {fate}")
    return battle._replace(defenders=fresh(battle.defenders)) if ruling == "none" else battle


@rule("17.3126C")
def carrier_air_goes_ashore(ref: Referee, turn: Turn, base: str) -> Turn:
    """Naval air of carriers that stay in port goes on defending it and no more, or is land-based from now on."""
    carriers = turn.setting.carriers
    aboard = [unit for unit in turn.at(base) if unit.home != base and not carriers[unit.home].sails]
    ruling = turn.setting.options["carrier-air-in-port"]
    if aboard:
        fate = "goes on defending the port and no more" if ruling == "defends-only" else "is land-based from now on"
        ref.tell(ruled, "carrier-air-in-port", ruling, f"carriers' naval air in the attacked port {fate}")
    if ruling == "defends-only":
        return turn
    return turn.with_units([unit._replace(home=base) for unit in aboard])


def newly_inverted(before: Turn, after: Turn, base: str) -> list[Event]:
    old = {unit.id: unit.inverted for unit in before.at(base)}
    return [
        Loss("defender", f"{unit.id}: {unit.type.label}", unit.inverted - old[unit.id], "inverted")
        for unit in after.at(base)
        if unit.inverted > old.get(unit.id, 0)
    ]


@rule("19.52", "19.65C")
def recombination(turn: Turn, force: Force) -> list[Event]:
    """Says when thirds of factors had to be rounded."""
    odd = [line for line in force if line.whole and (3 * line.whole - line.number) % 3]
    if not odd:
        return []
    policy = turn.setting.options["recombination"]
    units = ", ".join(sorted({line.unit for line in odd}))
    return [ruled("recombination", policy, f"squadrons of {units} form factors again; thirds are settled by '{policy}'")]


def outcome(battle: Counterair) -> str:
    """How the counterair ended."""
    if not battle.turn.at(battle.base):
        return "base empty"
    if not battle.committed:
        return "not flown"
    gone = not battle.attackers and not battle.homeward
    if gone and not battle.defenders:
        return "both eliminated"
    if gone:
        return "attacker eliminated"
    if not battle.attackers and battle.defenders:
        return "single round fought"
    return "attacker disengaged" if battle.defenders else "defender eliminated"


def over(battle: Counterair, turn: Turn, result: str) -> Turn:
    """The battle noted down; what is left of its attackers stays in the air until the end of the phase."""
    flew = dict(battle.committed)
    left = back_in_factors(battle.turn, battle.attackers + battle.homeward, committed=flew)
    patrolling = battle.kind == "patrol"
    away = tuple(
        Away(battle.base, unit.id, flew[unit.id] - (battle.turn.unit(unit.id).ready - unit.ready), patrolling) for unit in left
    )
    away = tuple(flight for flight in away if flight.number)
    return replace(turn.with_units(left), away=turn.away + away, results=(*turn.results, (battle.base, result)))


@rule("18.524B", "18.41")
def landed_on_carrier(ref: Referee, turn: Turn, carrier: Carrier, unit_id: str, number: int) -> Turn:
    """Naval air is back on its carrier, inverted for a round if that is in naval combat; it has had its mission of the turn."""
    if carrier.in_combat:
        ref.tell(Note, f"{unit_id} lands on {carrier.name} and is inverted for the rest of this round of naval combat")
    ruling = turn.setting.options["carrier-missions"]
    if turn.agenda:
        fate = "flies no other mission in this turn" if ruling == "one" else "may fly again in this turn"
        ref.tell(ruled, "carrier-missions", ruling, f"{unit_id} is back on {carrier.name} and {fate}")
    # Ruling: 21.55, on when carriers' air may be used again, is not in the source; 18.41 gives one mission a turn.
    return replace(turn, flown=(*turn.flown, (unit_id, number))) if ruling == "one" else turn


@rule("18.526B", "17.3126C", "17.3122D")
def carriers_sail(ref: Referee, turn: Turn) -> Turn:
    """Naval air of an attacked port rejoins the carriers that put to sea, and has their status from then on."""
    for carrier in turn.setting.carriers.values():
        if not carrier.sails or carrier.port not in turn.counteraired:
            continue
        aboard = [unit for unit in turn.units if unit.home == carrier.id and unit.number]
        ref.tell(Note, f"{carrier.name} puts to sea {'inverted' if carrier.inverted else 'with its naval air uninverted'}")
        turn = turn.with_units([with_carrier_status(unit, inverted=carrier.inverted) for unit in aboard])
    return turn


@rule("17.3122D")
def with_carrier_status(unit: Unit, *, inverted: bool) -> Unit:
    """Naval air aboard is inverted when its carrier is, and uninverted when its carrier is not."""
    return unit._replace(ready=0 if inverted else unit.number, inverted=unit.number if inverted else 0)
