"""How a turn looks in tables."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from airwar.engine.moves import End
from airwar.engine.referee import Sheet
from airwar.rulesets.kit.names import count
from airwar.rulesets.ruleset import Tally
from airwar.rulesets.world_at_war.air.taking_off import taken_off
from airwar.rulesets.world_at_war.air_combat.forces import Force
from airwar.rulesets.world_at_war.bases.basing import capacity
from airwar.rulesets.world_at_war.counterair.state import Counterair
from airwar.rulesets.world_at_war.ground.operation import Operation
from airwar.rulesets.world_at_war.ground.state import Battle, Interception
from airwar.rulesets.world_at_war.ground.strength import strength_sheet
from airwar.rulesets.world_at_war.kamikazes.wave import Wave, ship_name
from airwar.rulesets.world_at_war.results import ATTACKER_WINS, DEFENDER_WINS
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.strategic.raid import Raid
from airwar.rulesets.world_at_war.transport.interception import Fight, Transit
from airwar.rulesets.world_at_war.transport.state import Flight
from airwar.rulesets.world_at_war.units.unit import Unit


def tables(states: Sequence[Any]) -> list[Sheet]:
    """The battle if one is on, then every unit and where it is."""
    turn = next(getattr(state, "turn", state) for state in reversed(states) if isinstance(getattr(state, "turn", state), Turn))
    battle = states[-1]
    if isinstance(battle, Fight):
        turn = taken_off(turn, battle.in_the_air)
    elif isinstance(battle, Counterair | Interception):
        turn = taken_off(turn, battle.joined)
    return [*battle_sheets(battle, turn), *turn_sheets(turn)]


def battle_sheets(state: Any, turn: Turn) -> list[Sheet]:
    """What is under way."""
    if isinstance(state, Counterair):
        return [battle_sheet(turn.setting.name(state.base), state)]
    if isinstance(state, Interception):
        return [battle_sheet(turn.setting.name(state.at), state)]
    if isinstance(state, Transit):
        return [flight_sheet(state.flight, turn)]
    if isinstance(state, Fight):
        return [battle_sheet(turn.setting.name(state.hex), state), flight_sheet(state.transit.flight, turn)]
    if isinstance(state, Operation):
        return [strength_sheet(state.battle)] if state.waiting else []
    if isinstance(state, Battle):
        return [strength_sheet(state)]
    if isinstance(state, Raid):
        return [battle_sheet(state.target, state)]
    return [wave_sheet(state)] if isinstance(state, Wave) else []


def battle_sheet(name: str, battle: Counterair | Interception | Fight | Raid) -> Sheet:
    rows = [*force_rows("attacker", battle.attackers), *force_rows("defender", battle.defenders)]
    return Sheet(f"Over {name}", ("side", "unit", "type", "left", "aborted"), tuple(rows))


def flight_sheet(flight: Flight, turn: Turn) -> Sheet:
    """The air transports on their way, and the ground units they carry or supply."""
    route = f"{turn.setting.name(flight.origin)} to {turn.setting.name(flight.to)}"
    transports = tuple((unit, turn.unit(unit).air_type.label, str(number), route) for unit, number in flight.force)
    cargo = tuple((cargo.id, "ground unit", count(cargo.factors, "factor"), flight.kind) for cargo in flight.cargo)
    return Sheet("Air transports on their way", ("unit", "type", "number", "mission"), (*transports, *cargo))


def wave_sheet(wave: Wave) -> Sheet:
    """Which combat groups and ships the kamikazes attack, and how far they have come."""
    groups = wave.fleet.groups
    coming = [(groups[group].name, "approaching", str(number)) for group, number in wave.approaching]
    through = [(groups[group].name, "past the defenses", str(number)) for group, number in wave.through]
    diving = [(groups[group].name, f"attacking {ship_name(ship)}", str(number)) for group, ship, number in wave.targets]
    return Sheet("Kamikazes in the air", ("combat group", "where", "number"), (*coming, *through, *diving))


def force_rows(side: str, force: Force) -> list[tuple[str, ...]]:
    return [(side, line.unit, line.label, str(line.number), str(sum(line.aborted) or "")) for line in force]


STATUS = ("ready", "inverted", "in the air")


def unit_row(unit: Unit, place: str) -> tuple[str, ...]:
    return (unit.side, unit.id, unit.air_type.label, place, *(str(number) for number in (unit.ready, unit.inverted, unit.flying)))


def turn_sheets(turn: Turn) -> list[Sheet]:
    setting = turn.setting
    units = tuple(unit_row(unit, setting.name(unit.home)) for unit in turn.units if unit.number + unit.flying)
    bases = tuple(
        (base.side, base.name, "no limit" if base.box else str(capacity(turn.base(base.id), setting.theater)), base.supply)
        for base in setting.bases.values()
    )
    boxes = tuple(unit_row(unit, unit.home) for unit in turn.strategic if unit.number + unit.flying)
    strategic = [Sheet("Strategic warfare", ("side", "unit", "type", "front", *STATUS), boxes)] if boxes else []
    return [
        Sheet("Air units", ("side", "unit", "type", "base", *STATUS), units),
        Sheet("Bases", ("side", "base", "capacity", "supply"), bases),
        *strategic,
        *kamikaze_sheets(turn),
    ]


def kamikaze_sheets(turn: Turn) -> list[Sheet]:
    """The kamikazes, once there are any."""
    pool = turn.kamikazes
    if not pool.limit:
        return []
    row = (str(pool.built), str(pool.unbuilt), str(pool.limit), f"+{pool.expansions}")
    return [Sheet("Kamikazes", ("built", "unbuilt", "pool", "growth modifier"), (row,))]


def tally(state: Any) -> list[Tally]:
    """What each side had and lost, by type."""
    turn: Turn = getattr(state, "turn", state)
    had: dict[tuple[str, str], int] = {}
    left: dict[tuple[str, str], int] = {}
    for unit in (*turn.units, *turn.basing.building, *turn.strategic):
        key = (unit.side, unit.air_type._replace(elite=False).label)  # elite naval air may become regular during the turn (17.42)
        had[key] = had.get(key, 0) + unit.had
        left[key] = left.get(key, 0) + unit.number + unit.flying
    tallies = [Tally(side, label, number, number - left[side, label]) for (side, label), number in had.items()]
    pool = turn.kamikazes
    return [*tallies, Tally(pool.side, "Japanese kamikaze", pool.had, min(pool.had, pool.spent))] if pool.had else tallies


def winner(end: End) -> str:
    """Who has won: the attacker when no defender is left to be met, the defender when no attacker is."""
    results = {result for _, result in end.state.results}
    if not results:
        return ""
    return "attacker" if results <= ATTACKER_WINS else "defender" if results <= DEFENDER_WINS else ""


def party(state: Any, by: str) -> str:
    """The side that attacks is the one whose turn it is; Japan may decide by name."""
    setting = getattr(state, "turn", state).setting
    sides = [base.side for base in setting.bases.values()]
    if by in sides:
        return by
    return setting.attacker if by == "attacker" else next((side for side in sides if side != setting.attacker), "")


def worth(unit: str) -> Fraction:
    """A squadron is a third of a factor."""
    return Fraction(1, 3) if unit.endswith(("NAS", "kamikaze")) else Fraction(1)
