"""What the questions of air transport are about: who flies where with what, and who can meet the transports."""

from __future__ import annotations

from collections.abc import Mapping

from airwar.engine.words import count, listed
from airwar.rulesets.kit.rulings import Rulings
from airwar.rulesets.world_at_war.about import MOST_PLACES, given, ready_to_fly, sent_in_words
from airwar.rulesets.world_at_war.air.sent import Sent, nonzero
from airwar.rulesets.world_at_war.air_combat.about import both_left, in_words
from airwar.rulesets.world_at_war.air_combat.facts import Contingent
from airwar.rulesets.world_at_war.air_combat.forces import Force, size
from airwar.rulesets.world_at_war.setting import Setting
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.transport.state import Cargo, Flight

CARRY = {"supply": "supply to", "transport": "ground units to", "airdrop": "paratroops against", "hump": "over the Hump to"}


def flights_so_far(turn: Turn) -> str:
    """The transports that can still fly."""
    return f"{ready_to_fly(turn, 'attacker', lambda unit: unit.type == 'transport')} {given(turn)}"


def where_from(turn: Turn, to: str, origins: list[str]) -> str:
    """The bases where ground units can go aboard."""
    free = [f"{turn.setting.name(origin)}" for origin in origins]
    return f"Ground units are flown to {turn.setting.name(to)}; they can go aboard at {listed(free, MOST_PLACES)}."


def which_fly(turn: Turn, kind: str, to: str, items: Mapping[str, int]) -> str:
    """The transports that reach a hex."""
    return f"{CARRY[kind].capitalize()} {turn.setting.name(to)}: {sent_in_words(turn, nonzero(items))} can fly there."


def which_way(turn: Turn, origin: str, to: str) -> str:
    """The way of the transports, which the players see on the map."""
    way = f"{turn.setting.name(origin)} to {turn.setting.name(to)}"
    return f"The transports fly from {way}. Say which of these hexes they cross; they can be met there too."


def what_aboard(turn: Turn, kind: str, origin: str, force: Sent) -> str:
    """What the transports have room for."""
    factors = sum(number for _, number in force)
    return f"{sent_in_words(turn, force)} from {turn.setting.name(origin)}: one ground unit for each, {factors} in all."


def aboard_those(flight: Flight, rulings: Rulings, fate: str, number: int, cargo: tuple[Cargo, ...]) -> str:
    """Ground units that shared the fate of their transports."""
    what = "shot down" if fate == "eliminated" else "turned back"
    planes = f"{count(number, 'air transport')} to {rulings.name(flight.to)} {what}"
    return f"{rulings.name('attacker')}: {planes}. Say which of the {len(cargo)} ground units were aboard."


# interception


def on_its_way(setting: Setting, flight: Flight) -> str:
    """The transports of an activity: how many, from where to where, with what."""
    load = f" with {count(len(flight.cargo), 'ground unit')}" if flight.cargo and flight.kind != "supply" else ""
    way = f"{setting.name(flight.origin)} to {setting.name(flight.to)}"
    return f"{setting.rulings.name('attacker')}: {count(flight.factors, 'air transport')}{load} from {way}"


def to_meet(setting: Setting, flight: Flight, able: Mapping[str, Force]) -> str:
    """The transports, and what can meet them where."""
    most = max(able.values(), key=size)
    where = listed((setting.name(hex_) for hex_ in able), MOST_PLACES)
    return f"{on_its_way(setting, flight)}. You can meet them over {where}, with up to {in_words(most)}."


def to_send(setting: Setting, flight: Flight, hex_: str, able: Force) -> str:
    """What can meet the transports over the hex that was chosen."""
    return f"{on_its_way(setting, flight)}. Ready to meet them over {setting.name(hex_)}: {in_words(able)}."


def to_protect(setting: Setting, flight: Flight, hex_: str, enemy: Force, able: Force) -> str:
    """The interceptors, and what can meet them."""
    meets = f"{in_words(enemy)} of {setting.rulings.name('defender')} intercept over {setting.name(hex_)}"
    return f"{on_its_way(setting, flight)}; {meets}. Ready to meet them: {in_words(able)}."


def after_round(setting: Setting, flight: Flight, attackers: Contingent, defenders: Contingent, number: int) -> str:
    """What the rounds so far have left of both sides."""
    left = both_left(setting.rulings, attackers, defenders)
    return f"After round {number}: {left}; {count(flight.factors, 'air transport')} to {setting.name(flight.to)} at stake."


def to_attack(setting: Setting, flight: Flight, hex_: str, able: Mapping[str, int], force: Force) -> str:
    """The interceptors that are left for the transports."""
    fit = tuple(line._replace(parts=(able[line.unit],), aborted=()) for line in force if line.unit in able)
    return f"{on_its_way(setting, flight)}, over {setting.name(hex_)}. Fit to attack them: {in_words(fit)}."
