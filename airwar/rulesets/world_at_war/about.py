"""What is still available, in the sentence above a question for orders or events."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from airwar.engine.words import count, listed
from airwar.rulesets.world_at_war.air.sent import Sent
from airwar.rulesets.world_at_war.air.taking_off import as_force
from airwar.rulesets.world_at_war.air_combat.about import in_words
from airwar.rulesets.world_at_war.results import ATTACKER_WINS
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.unit import Unit, as_lines

MOST_PLACES = 4  # that a sentence names


def sent_in_words(turn: Turn, sent: Sent) -> str:
    """Units on a mission, or able to fly one: `5 German AAF and 2 Italian AAF`."""
    return in_words(as_force(turn, sent))


def units_in_words(units: Iterable[Unit]) -> str:
    """All that is at the bases of these units, with what is inverted."""
    return in_words(as_lines(units))


def places_in_words(turn: Turn, places: Iterable[str]) -> str:
    """Bases and hexes by their names."""
    return listed((turn.setting.name(place) for place in dict.fromkeys(places)), MOST_PLACES)


def ready_to_fly(turn: Turn, by: str, able: Callable[[Unit], bool] = lambda unit: True) -> str:
    """What a side can still send on missions: `Axis: 14 German AAF ready at 3 bases.`"""
    ready = [unit for unit in turn.units if turn.player(unit.side) == by and turn.free(unit) and able(unit)]
    side = turn.setting.rulings.name(by)
    if not ready:
        return f"{side}: nothing is ready to fly."
    homes = len({unit.home for unit in ready})
    at = f"on {count(homes, 'front')}" if all(unit.strategic for unit in ready) else f"at {count(homes, 'base')}"
    return f"{side}: {sent_in_words(turn, tuple((unit.id, turn.free(unit)) for unit in ready))} ready {at}."


def orders_so_far(turn: Turn, by: str) -> str:
    """What is ready, and how many orders were given in this part of the turn."""
    return f"{ready_to_fly(turn, by)} {given(turn)}"


def given(turn: Turn) -> str:
    return f"{count(turn.asked, 'order')} given so far in this part of the turn." if turn.asked else "No order given yet."


def moves_so_far(turn: Turn, done: str) -> str:
    """What may change its base, and how much of it has done so."""
    own = [unit for unit in turn.units if unit.side == turn.setting.attacker and unit.number and not unit.strategic]
    bases = count(len({unit.home for unit in own}), "place")
    units = {unit_id.partition("/")[0] for unit_id in turn.basing.moved}  # parts of a unit have ids of their own
    moved = f"{count(len(units), 'unit')} {done} so far." if units else f"Nothing {done} yet."
    return f"{turn.setting.rulings.name('attacker')}: {units_in_words(own)} at {bases}. {moved}"


def events_so_far(turn: Turn) -> str:
    """What the referee has to say about the map, and what has been won there."""
    won = [hex_ for hex_, _, result in turn.attacked if result in ATTACKER_WINS]
    said = f"attacks won: {places_in_words(turn, won)}" if won else "no ground attack won yet"
    so_far = f" {count(turn.asked, 'event')} so far." if turn.asked else ""
    return f"{turn.setting.rulings.name('attacker')} turn, {turn.phase} phase, {said}.{so_far}"


def prepared_anew(turn: Turn, ordered: Sent, fit: Sent, able: Sent) -> str:
    """A prepared force that cannot fly as it was ordered."""
    known = tuple((unit, number) for unit, number in ordered if turn.find(unit))
    left = f"{sent_in_words(turn, fit)} of it can" if fit else "none of it can"
    return f"Prepared: {sent_in_words(turn, known)}; {left}. Ready in range: {sent_in_words(turn, able)}."
