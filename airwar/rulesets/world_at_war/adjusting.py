"""What a ruling may change about a unit, and which units it cannot change while a battle holds their numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from airwar.engine.moves import Position
from airwar.rulesets.kit.rulings import Rulings
from airwar.rulesets.kit.telling import mentioned
from airwar.rulesets.ruleset import AdjustableCounts
from airwar.rulesets.world_at_war.basing import overfull, rebased
from airwar.rulesets.world_at_war.displacement import home_refusals, overloaded
from airwar.rulesets.world_at_war.ground_forces import Operation
from airwar.rulesets.world_at_war.setting import Setting
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.transport_interception import Transit
from airwar.rulesets.world_at_war.units import Unit

MOST = 200


def units(turn: Turn) -> dict[str, Mapping[str, str | int]]:
    """What may be changed about each unit: how many at its base are ready and inverted, and its base."""
    return {unit.id: {"ready": unit.ready, "inverted": unit.inverted, "at": unit.home} for unit in turn.units}


def changed(turn: Turn, unit_id: str, what: str, value: str) -> Turn:
    """The turn after a ruling. What a unit gains or loses by it counts as if the scenario had said so."""
    unit = turn.unit(unit_id)
    if what == "at":
        after = rebased(turn, unit, value)
    else:
        if not value.isdecimal() or int(value) > MOST:
            raise ValueError(f"{value!r} is not a number from 0 to {MOST}")
        ready, inverted = (int(value), unit.inverted) if what == "ready" else (unit.ready, int(value))
        had = unit.had + ready - unit.ready + inverted - unit.inverted
        after = unit._replace(had=had, ready=ready, inverted=inverted)
    ruled = turn.with_units([after])
    check_home(ruled, after, moved=what == "at", grown=after.left > unit.left)
    return ruled


def check_home(turn: Turn, unit: Unit, *, moved: bool, grown: bool) -> None:
    """A unit is where it may be, and a base or a carrier that takes more holds them. Raises ValueError."""
    if unit.strategic:
        if moved and unit.home not in turn.setting.strategy.fronts:
            raise ValueError(f"{unit.home!r} is not a front; there is {', '.join(turn.setting.strategy.fronts)}")
        return
    base, carrier = turn.find_base(unit.home), turn.find_carrier(unit.home)
    refusals = [text for _, text in home_refusals(turn, unit)]
    if moved and not base and not carrier:
        refusals.append(f"{unit.home!r} is not a base or a carrier of this scenario")
    if moved and base and not base.takes_air_units:
        refusals.append(f"{base.name} has no facility that takes air units (18.11)")
    if (moved or grown) and carrier and carrier.sunk:
        refusals.append(f"{carrier.name} is sunk (17.3124)")
    if moved or grown:
        refused = overfull(turn, base) if base else overloaded(turn, carrier) if carrier else None
        refusals += [refused] if refused else []
    if refusals:
        raise ValueError(refusals[0])


# what no ruling can change now


def engaged(position: Position) -> dict[str, str]:
    """The units that a battle or a flight under way has in hand, and those that are named for one that is to follow."""
    states = (*position.states, *position.args[1:])
    turn = next(turn for state in reversed(states) if isinstance(turn := getattr(state, "turn", state), Turn))
    name = turn.setting.name
    found: dict[str, str] = {}
    for raid in turn.counterair.announced:
        why = f"is named for the counterair against {name(raid.base)}; rule on it when that is over"
        found |= dict.fromkeys(dict(raid.force), why)
    for bombing in turn.bombing:
        named = {**dict(bombing.raiders), **dict(bombing.defense or ())}
        found |= dict.fromkeys(named, f"is named for the raid on {name(bombing.target)}; rule on it when that is over")
    for state in states:
        if not isinstance(state, Turn | Operation):
            found |= dict.fromkeys(mentioned(state, (Setting, Rulings, Turn)), why_engaged(turn, state))
    return found


def why_engaged(turn: Turn, state: Any) -> str:
    """What the units of a procedure under way are doing, and when they are free."""
    name = turn.setting.name
    if isinstance(state, Transit):
        return f"flies to {name(state.flight.to)} or may meet those who do; rule on it when they have landed"
    places = [place for field in ("base", "at", "hex", "target") if isinstance(place := getattr(state, field, None), str)]
    where = f" over {name(places[0])}" if places else ""
    return f"is in the battle{where}; rule on it when the battle is over"


ADJUSTABLE = (AdjustableCounts(Turn, units, changed),)
