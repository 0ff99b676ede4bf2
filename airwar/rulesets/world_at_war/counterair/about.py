"""What the questions of a counterair are about: who fights over the base, what is left, and where the defenders could go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from airwar.engine.words import count, listed
from airwar.rulesets.kit.places import away
from airwar.rulesets.kit.rulings import Rulings
from airwar.rulesets.world_at_war.about import MOST_PLACES, places_in_words, ready_to_fly, sent_in_words, units_in_words
from airwar.rulesets.world_at_war.air.sent import nonzero
from airwar.rulesets.world_at_war.air_combat.about import both_left, fates, in_words
from airwar.rulesets.world_at_war.air_combat.facts import Contingent
from airwar.rulesets.world_at_war.air_combat.forces import Effect, Force
from airwar.rulesets.world_at_war.counterair.record import Raid
from airwar.rulesets.world_at_war.counterair.state import Counterair, Refuge
from airwar.rulesets.world_at_war.setting import Carrier
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.unit import Unit, as_lines

FLIES = ("aaf", "nas", "jet")


def targets_so_far(turn: Turn) -> str:
    """What is ready to fly, and which bases are announced."""
    tried = turn.counterair.tried
    named = f"Announced so far: {places_in_words(turn, tried)}." if tried else "No counterair announced yet."
    return f"{ready_to_fly(turn, 'attacker', lambda unit: unit.type in FLIES)} {named}"


def which_first(turn: Turn, raids: Iterable[Raid]) -> str:
    """The counterairs that are announced, with what flies to each."""
    named = [f"{turn.setting.name(raid.base)} ({sent_in_words(turn, raid.force)})" for raid in raids]
    return f"Announced: {listed(named, MOST_PLACES)}. Which is fought next?"


def who_flies(turn: Turn, base: str, able: Mapping[str, int]) -> str:
    """What is in the base, and what can be sent."""
    there = turn.at(base)
    held = f"{units_in_words(there)} at {turn.setting.name(base)}" if there else f"{turn.setting.name(base)} is empty"
    return f"{turn.setting.rulings.name('defender')}: {held}. Ready in range: {sent_in_words(turn, nonzero(able))}."


def after_round(battle: Counterair, number: int) -> str:
    """What the rounds so far have left of both sides."""
    attackers, defenders = Contingent(battle.attackers, battle.came), Contingent(battle.defenders, as_lines(battle.based))
    left = both_left(battle.rulings, attackers, defenders)
    home = f" {in_words(battle.homeward)} went home." if battle.homeward else ""
    return f"After round {number} over {battle.rulings.name(battle.base)}: {left}.{home}"


def may_leave(battle: Counterair, number: int, refuges: list[Refuge]) -> str:
    """The defender's way out: the bases that survivors can fly to."""
    ways = listed((f"{refuge.name} ({count(refuge.distance, 'hex', 'hexes')})" for refuge in refuges), 3)
    return f"{after_round(battle, number)} Refuge: {ways}."


def may_break_off(battle: Counterair, number: int, can_leave: bool) -> str:
    """The attacker's choice: what the enemy does, and what could still join."""
    enemy = "The enemy stays and fights." if can_leave else f"No refuge: {battle.rulings.name('defender')} cannot break off."
    more = f" {in_words(battle.reserves)} can join." if battle.reserves else ""
    return f"{after_round(battle, number)} {enemy}{more}"


def may_join(battle: Counterair, number: int) -> str:
    """The attacker fights on, and may send more."""
    return f"{after_round(battle, number)} Ready to join: {in_words(battle.reserves)}."


def transports_there(rulings: Rulings, attackers: Force, defenders: Force) -> str:
    """Air transports in the base, which the attacker may engage or leave alone."""
    return f"{rulings.name('attacker')} attacks with {in_words(attackers)}; in the base: {in_words(defenders)}."


def hits_on(rulings: Rulings, defenders: Force, effects: Effect) -> str:
    """What the attacker's roll does, and what it may fall on."""
    return f"Losses of {rulings.name('defender')}: {fates(effects)}, among {in_words(defenders)}. You say where they fall."


def fly_off(battle: Counterair, unit: Unit, refuge: Refuge, room: int) -> str:
    """A refuge, and what is still to be sent to one."""
    base = battle.rulings.name(battle.base)
    there = f"{refuge.name}, {away(refuge.distance)}, has room for {room}"
    return f"{battle.rulings.name('defender')} gives up {base}: {unit.air_type.counted(unit.number)} still to send. {there}."


def may_sail(turn: Turn, carrier: Carrier) -> str:
    """A carrier in a port that has been attacked."""
    aboard = [unit for unit in turn.units if unit.home == carrier.id and unit.number]
    load = units_in_words(aboard) if aboard else "no naval air"
    return f"{turn.setting.name(carrier.port)} was attacked; {carrier.name} lies there with {load} aboard."
