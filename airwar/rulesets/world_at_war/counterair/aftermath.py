"""After a counterair (18.524, 18.526): losses, inversion, and naval air back on its carriers."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from airwar.engine.referee import Event, Note, Referee, Status
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air.in_the_air import after_combat
from airwar.rulesets.world_at_war.air.taking_off import taken_off
from airwar.rulesets.world_at_war.air_combat.forces import Force, fresh
from airwar.rulesets.world_at_war.air_combat.recombining import back_in_factors, recombination
from airwar.rulesets.world_at_war.bases.basing import put_to_sea, rebased, stationed
from airwar.rulesets.world_at_war.counterair.about import may_sail
from airwar.rulesets.world_at_war.counterair.record import Away
from airwar.rulesets.world_at_war.counterair.state import Fought
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.unit import Unit


@rule("18.526", "18.526A", "18.526C", "18.43")
def defenders_left(ref: Referee, turn: Turn, fought: Fought) -> Turn:
    """Surviving defenders that aborted in the attacker's last roll are inverted, unless all have flown off."""
    policy = turn.setting.rulings.value("recombination")
    based = turn.at(fought.base)
    if fought.flown_off:
        gone = [unit.holding() for unit in back_in_factors(based, fought.defenders, policy)]
        turn = turn.with_units(gone)
        for unit_id, place, number in fought.flown_off:
            turn = stationed(turn, unit_id, place, inverted=number)
        return turn
    ref.tell(recombination, turn.setting.rulings, fought.defenders)
    if not fought.attackers and any(any(line.aborted) for line in fought.defenders):
        ref.tell(Note, "the last attackers are eliminated, but their roll still inverts defenders")
    defenders = naval_combat_aborts(ref, turn, fought)
    settled = back_in_factors(based, defenders, policy)
    ref.tell(newly_inverted, based, settled)
    return carrier_air_goes_ashore(ref, turn.with_units(settled), fought.base)


@rule("18.526A")
def naval_combat_aborts(ref: Referee, turn: Turn, fought: Fought) -> Force:
    """In naval combat 22.43 says how long aborted defenders are inverted; it is not in the source, so an option does."""
    if fought.kind != "naval-combat" or not any(any(line.aborted) for line in fought.defenders):
        return fought.defenders
    ruling = turn.setting.rulings.value("naval-combat-aborts")
    fate = "not inverted" if ruling == "none" else "inverted for the turn"
    ref.tell(turn.setting.rulings.ruled, "naval-combat-aborts", f"defenders that aborted in naval combat are {fate}")
    return fresh(fought.defenders) if ruling == "none" else fought.defenders


def newly_inverted(before: tuple[Unit, ...], after: list[Unit]) -> list[Event]:
    """Reports the units that are newly inverted."""
    return [
        Status("defender", f"{now.id}: {now.air_type.label}", now.inverted - was.inverted, "inverted")
        for was, now in zip(before, after, strict=True)
        if now.inverted > was.inverted
    ]


@rule("17.3126C")
def carrier_air_goes_ashore(ref: Referee, turn: Turn, base: str) -> Turn:
    """Naval air of carriers that stay in port may only defend it for the rest of the turn, or is land-based from now on."""
    turn = carriers_to_sail(ref, turn, base)
    aboard = [unit for unit in turn.at(base) if unit.home != base and not turn.carrier(unit.home).sails]
    ruling = turn.setting.rulings.value("carrier-air-in-port")
    if aboard:
        fate = "may only defend the port" if ruling == "defends-only" else "is land-based from now on"
        ref.tell(turn.setting.rulings.ruled, "carrier-air-in-port", f"carrier naval air in the attacked port {fate}")
    if ruling == "defends-only":
        return turn
    return turn.with_units([rebased(turn, unit, base) for unit in aboard])


@rule("17.3126C", "18.526B")
def carriers_to_sail(ref: Referee, turn: Turn, base: str) -> Turn:
    """The defender says which carriers leave an attacked port when the attacks of the phase are over."""
    if not turn.setting.orders_asked:
        return turn
    for carrier in [carrier for carrier in turn.carriers if carrier.port == base and not carrier.sunk]:
        options = {"stay": f"{carrier.name} stays in port", "sail": f"{carrier.name} puts to sea after the attacks"}
        usual = "sail" if carrier.sails else "stay"
        about = partial(may_sail, turn, carrier)
        answer = ref.choose(f"defender.sail.{carrier.id}", options, by="defender", default=usual, optional=True, about=about)
        turn = turn.with_carrier(replace(carrier, sails=answer == "sail"))
    return turn


@rule("18.524")
def attackers_left(ref: Referee, turn: Turn, fought: Fought) -> Turn:
    """Losses of the attackers come off; what is left of them is on its way home."""
    ref.tell(recombination, turn.setting.rulings, fought.attackers)
    left = after_combat(taken_off(turn, fought.joined), fought.came, fought.attackers)
    patrolling = fought.kind == "patrol"
    away = tuple(Away(fought.base, unit, number, patrolling) for unit, number in left.all)
    return left.turn.with_counterair(left.turn.counterair._replace(away=left.turn.counterair.away + away))


@rule("18.526B", "17.3126C", "17.3122D")
def carriers_sail(ref: Referee, turn: Turn) -> Turn:
    """Naval air of an attacked port rejoins the carriers that put to sea, and has their status from then on."""
    for carrier in turn.carriers:
        if not carrier.sails or carrier.port not in turn.counterair.counteraired:
            continue
        ref.tell(Note, f"{carrier.name} puts to sea {'inverted' if carrier.inverted else 'with its naval air uninverted'}")
        turn = put_to_sea(turn, carrier)
    return turn
