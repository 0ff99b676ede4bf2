"""Staging (18.2): air units change base at the beginning of the movement phase."""

from __future__ import annotations

from airwar.engine.moves import Move, then
from airwar.engine.referee import Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.places import beyond
from airwar.rulesets.world_at_war.bases.airbases import check_left_behind, room_at_once
from airwar.rulesets.world_at_war.bases.basing import ruling_on_port_cities
from airwar.rulesets.world_at_war.bases.displacement import excess_eliminated
from airwar.rulesets.world_at_war.bases.record import BaseChange
from airwar.rulesets.world_at_war.bases.stationing import arrived, departed
from airwar.rulesets.world_at_war.bases.uninversion import able, uninvert_after_staging
from airwar.rulesets.world_at_war.parts import Part
from airwar.rulesets.world_at_war.setting import Base
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.nations import STAGING_BOXES
from airwar.rulesets.world_at_war.units.unit import Unit
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, ListOf, Record, Ref, Section, Whole

STAGED = Record(
    {
        "unit": Field(Ref("units"), required=True, help="the unit that changes base"),
        "to": Field(Ref("bases"), required=True, help="the new base"),
        "count": Field(Whole(1, 200), help="how many; all if left out"),
    }
)


@rule("18.21", "18.2", "18.21D")
def stage_air_units(ref: Referee, turn: Turn) -> Move[Turn]:
    """Air units stage, inverted or not: as ordered, or as the attacker chooses."""
    ref.enter("staging", "Staging")
    orders = [move for move in turn.basing.moves if move.kind == "staging"]
    for move in orders:
        turn = moved(ref, turn, move)
    if "staging" in turn.setting.asked:
        for unit in [unit for unit in turn.units if unit.side == turn.setting.attacker and unit.number]:
            turn = staged_as_asked(ref, turn, unit)
    turn = excess_eliminated(ref, turn)
    moves = tuple(move for move in turn.basing.moves if move.kind != "staging")
    return then(uninvert_after_staging, turn.with_basing(turn.basing._replace(moves=moves)))


@rule("18.21", "17.141B")
def staged_as_asked(ref: Referee, turn: Turn, unit: Unit) -> Turn:
    """The attacker chooses how many of a unit stage to each base it can reach."""
    suited = [base for base in turn.bases if base.takes_air_units]
    places = [base for base in suited if staging_refused(ref, turn, unit, base) is None]
    room = {base.id: room_at_once(turn, unit, base) for base in places}
    ref.tell(ruling_on_port_cities, turn, [place for place, free in room.items() if free < unit.number])
    items = {place: min(unit.number, free) for place, free in room.items() if free}
    if not items:
        return turn
    labels = {place: f"{unit.air_type.label} to {turn.setting.name(place)}" for place in items}
    sent = ref.allot(f"attacker.stage.{unit.id}", items, by="attacker", most=unit.number, default={}, labels=labels)
    for place, number in sent.items():
        if number:
            turn = moved(ref, turn, BaseChange(unit.id, place, number, "movement", "staging"))
    return turn


@rule("18.21", "18.21B", "18.22", "18.23", "18.24")
def staging_refused(ref: Referee | None, turn: Turn, unit: Unit, base: Base) -> str | None:
    """Why a unit may not stage to a base: it must be controlled and within twice its range."""
    setting = turn.setting
    if not turn.find_base(unit.home) or unit.strategic or base.id == unit.home:
        return f"{unit.id} cannot stage from {setting.name(unit.home)} to {base.name}; expected another base on land (18.21)"
    if base.side != unit.side or base.taken_in:
        return f"{base.name} was not controlled by {unit.side} at the start of the movement phase (18.21B)"
    if unit.id in setting.sea_transported:
        return f"{unit.id} was sea transported in this turn and may not stage (18.24)"
    if base.box and (refused := box_refused(turn, unit, base)):
        return refused
    far = beyond(ref, turn, unit.home, base.id, unit.staging_range)
    return f"{unit.id} stages up to {unit.staging_range} hexes; {far} (18.21)" if far else None


@rule("18.23")
def box_refused(turn: Turn, unit: Unit, base: Base) -> str | None:
    """Why a unit may not stage off the map to a box."""
    faction = turn.setting.alliances.faction(unit.air_type.nation)
    if base.box in STAGING_BOXES and faction is None:
        return f"{unit.air_type.nation} may be of several alliances; say under minors which power it is associated with (18.23)"
    if faction != STAGING_BOXES.get(base.box, ""):
        return f"{unit.air_type.label} units may not stage off the map to {base.name} (18.23)"
    return None


def moved(ref: Referee | None, turn: Turn, move: BaseChange) -> Turn:
    """Some of a unit change base, uninverted ones first, and keep their status."""
    unit = turn.unit(move.unit)
    number = min(move.number or unit.number, unit.number)
    if not number:
        return turn
    going = unit.uninverted_first(number)
    if ref is not None:
        ref.tell(
            Note, f"{unit.air_type.counted(number)} of {unit.id}: {turn.setting.name(unit.home)} to {turn.setting.name(move.to)}"
        )
    return arrived(departed(turn, unit.id, going), unit.id, move.to, going)


@rule("18.21", "18.15")
def plan(document: Section, turn: Turn, problems: Problems) -> Turn:
    """Staging orders, checked in order; later sections are checked against the new bases."""
    ahead = turn
    orders: list[BaseChange] = []
    for said in document["staging"] or ():
        unit = ahead.find(said["unit"])
        base = ahead.find_base(said["to"])
        if unit is None or base is None:
            continue
        move = BaseChange(unit.id, base.id, said["count"] or unit.number, "movement", "staging")
        refused = staging_refused(None, ahead, unit, base) or room_refused(ahead, unit, base, move.number)
        if unit.side != turn.setting.attacker:
            refused = f"{unit.id} does not belong to the attacker, {turn.setting.attacker}; only its units stage (18.21)"
        if refused:
            problems.add(said.at("to"), refused)
            continue
        orders.append(move)
        ahead = moved(None, ahead, move)
    check_left_behind(document, turn, ahead, problems)
    if not orders:
        return turn
    if turn.setting.whole_turn:
        ahead = ahead.with_units([unit.all_ready() for unit in able(ahead)])
    return ahead.with_basing(ahead.basing._replace(moves=(*turn.basing.moves, *orders))).with_agenda("movement.staging")


@rule("18.15", "18.11")
def room_refused(turn: Turn, unit: Unit, base: Base, number: int) -> str | None:
    """Why this many of a unit do not fit in a base."""
    room = room_at_once(turn, unit, base)
    if number > unit.number:
        return f"{unit.id} has {unit.number}, but {number} are ordered to stage"
    if number <= room:
        return None
    fresh = " in the phase in which its airbase is placed (18.146)" if base.id in dict(turn.basing.fresh) else " (18.11)"
    return f"{base.name} has room for {room} more {unit.air_type.label}, but {number} are ordered there{fresh}"


PART = Part(
    fields={"staging": Field(ListOf(STAGED, 0, 100), help="units that change base; asked for in a whole turn if left out")},
    plan=plan,
    decisions={"attacker.stage.*": "how many of a unit stage to each base"},
    steps=(stage_air_units,),
)
