"""Construction and redeployment of air units, and which of them stay inverted through the enemy turn (18.72C, D)."""

from __future__ import annotations

from functools import partial

from airwar.engine.frozen import replace
from airwar.engine.moves import Move, Return
from airwar.engine.referee import Note, Referee, Status
from airwar.engine.rule import rule
from airwar.rulesets.kit import place_of, record, said, shape_of
from airwar.rulesets.world_at_war.basing import rebased, room_aboard, room_at_once, room_for
from airwar.rulesets.world_at_war.displacement import excess_eliminated, named_to_fall, too_full
from airwar.rulesets.world_at_war.ordering import (
    Chapter,
    Menu,
    carried_out,
    moves_so_far,
    orders_over,
    unit_menu,
)
from airwar.rulesets.world_at_war.sea_service import back_from_sea
from airwar.rulesets.world_at_war.setting import Base
from airwar.rulesets.world_at_war.staging import INVERTED, Destinations, destinations, moved, original, what_dies
from airwar.rulesets.world_at_war.state import BaseChange, Seen, Turn
from airwar.rulesets.world_at_war.taking_off import side_refused
from airwar.rulesets.world_at_war.units import Unit
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, Flag, ListOf, PartRef, Section


@record
class Redeployment(BaseChange):
    """A unit that redeploys."""

    unit: str = said(PartRef("units", "construction", places="bases"), "the unit that redeploys")
    assists_naval: bool = said(Flag(), "used afterwards to assist naval redeployment", default=False)


@rule("18.72C", "17.3122C")
def units_are_built(ref: Referee, turn: Turn) -> Move[Turn]:
    """New air units arrive inverted, if their base has room; naval air built with its carrier has the carrier's status."""
    ref.enter("construction", "Unit construction")
    unbuilt = []
    for unit in turn.basing.building:
        count = min(unit.number, room_to_build(turn, unit))
        name = turn.setting.name(unit.home)
        if count < unit.number:
            ref.tell(Note, f"{name} has room for only {count} of {unit.id}; the rest are not built")
            unbuilt.append(unit._replace(inverted=unit.number - count, had=unit.number - count))
        if count:
            carrier = turn.find_carrier(unit.home)
            ready = count if carrier and not carrier.inverted else 0
            status = "uninverted" if ready else "inverted"
            ref.tell(Status, "attacker", f"{unit.id}: {unit.air_type.label}", count, f"built {status} at {name}")
            new = rebased(turn, unit.holding(ready=ready, inverted=count - ready)._replace(had=count, home=""), unit.home)
            turn = replace(turn, units=(*turn.units, new))
    naval = tuple(unit.id for unit in turn.basing.building if unit.type == "nas")
    return Return(turn.with_basing(turn.basing._replace(building=tuple(unbuilt), constructed=naval)))


def room_to_build(turn: Turn, unit: Unit) -> int:
    """How many of a new unit fit where they are built."""
    carrier = turn.find_carrier(unit.home)
    if carrier:
        return 0 if carrier.sunk else max(0, room_aboard(turn, carrier))
    held = turn.held_by(unit.home) == unit.side
    return room_for(turn, turn.base(unit.home), unit.air_type) if held else 0


@rule("18.72D", "18.42B", "18.143", "18.15")
def air_units_redeploy(ref: Referee, turn: Turn) -> Move[Turn]:
    """Air units redeploy as ordered or asked; then squadrons that served at sea are inverted."""
    menu = open_redeployments(turn)
    if not orders_over(ref, turn, menu, "redeployment") or too_full(turn) or any(unit.at_sea for unit in turn.units):
        ref.enter("redeployment", "Redeployment")
    about = partial(moves_so_far, done="redeployed")
    turn = carried_out(ref, turn, open_redeployments, redeployment_given, about=about, first=menu)
    turn = excess_eliminated(ref, back_from_sea(ref, turn))
    return Return(turn.with_basing(turn.basing.without(turn.basing.ordered(Redeployment))))


@rule("18.72D")
def open_redeployments(turn: Turn) -> Menu:
    """Prepared redeployments, and the land-based units that have not redeployed and have somewhere to go."""
    orders, refused = turn.basing.ordered(Redeployment), partial(who_redeploys_refused, turn)
    menu = unit_menu(turn, orders, "redeploy", refused, "no more redeployment")
    return menu._replace(loses=partial(what_dies, turn))


@rule("18.72D", "18.11")
def who_redeploys_refused(turn: Turn, unit: Unit) -> str | None:
    """Why a unit cannot be ordered to redeploy, or None."""
    if refused := side_refused(turn.setting, unit, "18.72D"):
        return refused
    if refused := stays(turn, unit):
        return refused
    free = any(room_at_once(turn, unit, base) for base in other_bases(turn, unit))
    return None if free else f"no other base has room for {unit.id} (18.11)"


def other_bases(turn: Turn, unit: Unit) -> list[Base]:
    """The bases of a unit's side, but for its own."""
    return [base for base in turn.bases if base.side == unit.side and base.id != unit.home]


@rule("18.72D")
def stays(turn: Turn, unit: Unit) -> str | None:
    """Why a unit redeploys nowhere, or None."""
    if not unit.number:
        return nothing_left(unit.id)
    if unit.strategic or not turn.find_base(unit.home):
        return f"{unit.id} is at {turn.setting.name(unit.home)}, not at a base on land (18.72D)"
    return f"{unit.id} has redeployed already (18.72D)" if unit.id in turn.basing.moved else None


def nothing_left(unit_id: str) -> str:
    return f"nothing is left of {unit_id} (18.72D)"


@rule("18.72D", "18.11")
def no_way_to(turn: Turn, unit: Unit, base: Base) -> str | None:
    """Why a unit cannot redeploy to a base now, or None."""
    if refused := enemy_base(unit, base):
        return refused
    if unit.home == base.id:
        return f"{unit.id} is at {base.name} already (18.72D)"
    return None if room_at_once(turn, unit, base) else f"{base.name} has no room for {unit.id} (18.11)"


def enemy_base(unit: Unit, base: Base) -> str | None:
    return None if base.side == unit.side else f"{base.name} is held by {base.side}; expected a base of {unit.side} (18.72D)"


def redeploys_to(turn: Turn, unit: Unit) -> dict[str, int]:
    """The bases that a unit may redeploy to, and how many of it have room there."""
    others = [] if stays(turn, unit) else other_bases(turn, unit)
    return {base.id: min(unit.number, room) for base in others if (room := room_at_once(turn, unit, base))}


@rule("18.72D")
def redeployment_given(ref: Referee, turn: Turn, order: str) -> Turn:
    """A prepared redeployment is made if it still may be; or the attacker says how many of a unit go to each base."""
    move = next((move for move in turn.basing.ordered(Redeployment) if move.id == order), None)
    if move is not None:
        return redeployed(ref, turn.with_basing(turn.basing.without([move])), move)
    unit = turn.unit(order)
    room = redeploys_to(turn, unit)
    for place, going, inverted in ref.settle(goes_to, Seen(turn, unit, tuple(room.items()))):
        turn = redeployed(ref, turn, Redeployment(unit=unit.id, to=place, count=going + inverted, inverted=inverted))
    return turn.with_basing(turn.basing._replace(moved=(*turn.basing.moved, unit.id)))


def goes_to(ref: Referee, seen: Seen) -> Destinations:
    """Where a unit redeploys to, of the bases that have room for it."""
    turn = seen.turn
    unit, room = seen.looked_at

    def why_not(item: str) -> str | None:
        base = turn.find_base(item.removesuffix(INVERTED))
        return no_way_to(turn, unit, base) if base else f"{item!r} is not a base (18.72D)"

    return destinations(ref, turn, unit, dict(room), f"attacker.redeploy.{unit.id}", why_not=why_not)


@rule("18.72D", "18.72C", "18.42B")
def redeployed(ref: Referee, turn: Turn, move: Redeployment) -> Turn:
    """A unit redeploys; if it is inverted or was at sea, it stays inverted through the enemy turn."""
    unit = turn.find(move.unit)
    refused = (stays(turn, unit) or no_way_to(turn, unit, turn.base(move.to))) if unit else nothing_left(move.unit)
    if unit is None or refused:
        ref.tell(Note, refused or "")
        return turn
    room = room_at_once(turn, unit, turn.base(move.to))
    if move.number(unit) > room:
        ref.tell(Note, f"{turn.setting.name(move.to)} has room for only {room} of the {move.number(unit)} of {unit.id} (18.11)")
    if unit.at_sea:  # they are inverted when they redeploy
        move = replace(move, inverted=None)
    before = back_from_sea(ref, turn, unit.id)
    turn = moved(ref, before, replace(move, count=min(move.number(unit), room)))
    there = turn.unit(turn.basing.moved[-1])
    if move.assists_naval:
        there = there.all_inverted()
        turn = turn.with_units([there])
    if excepted(turn, unit) and not move.assists_naval:
        return turn
    joined = before.find(there.id)
    already = joined.inverted if joined and joined.home == move.to else 0
    return turn.with_basing(turn.basing._replace(held=(*turn.basing.held, (there.id, there.inverted - already))))


@rule("18.72D")
def excepted(turn: Turn, unit: Unit) -> bool:
    """Before the US is at war, American air units are uninverted even after redeployment."""
    return unit.air_type.nation == "us" and "us" in turn.setting.neutral


@rule("18.72D", "18.42B")
def read_redeployment(document: Section, turn: Turn, problems: Problems) -> Turn:
    """Redeployments and new units, as far as they can be checked in advance."""
    check_built(document, turn, problems)
    orders = document["redeployment"] or ()
    moves = [move for order in orders if (move := redeployment_order(document, order, turn, problems))]
    parts = ["redeployment.units"] if moves else []
    parts += ["construction.units"] if turn.basing.building else []
    return turn.with_basing(turn.basing._replace(moves=(*turn.basing.moves, *moves))).with_agenda(*parts)


@rule("18.72D")
def redeployment_order(document: Section, order: Redeployment, turn: Turn, problems: Problems) -> Redeployment | None:
    """An order to redeploy; None if its unit or base is not known."""
    known = {unit.id: unit for unit in (*turn.units, *turn.basing.building)}
    unit = known.get(order.unit, known.get(original(order.unit)))
    base = turn.find_base(order.to)
    if unit is None or base is None:
        return None
    if refused := side_refused(turn.setting, unit, "18.72D"):
        problems.add(place_of(order, "unit"), refused)
    if (refused := enemy_base(unit, base)) and not named_to_fall(document, base):
        problems.add(place_of(order, "to"), refused)
    count = order.count or unit.number  # a part that is not there yet has at most all of its unit
    if not unit.number:
        problems.add(place_of(order, "unit"), nothing_left(unit.id))
    elif count > unit.number:
        problems.add(place_of(order, "count"), f"{unit.id} has {unit.number}, but {count} are ordered to redeploy")
    return replace(order, count=count)


@rule("18.72C")
def check_built(document: Section, turn: Turn, problems: Problems) -> None:
    """New units are built by the attacker, in its own bases."""
    for built in turn.basing.building:
        base = turn.find_base(built.home)
        if built.side != turn.setting.attacker or (base and base.side != built.side):
            problems.add(
                place_of(document["construction"][built.id]), f"{built.id} is built by the enemy or in an enemy base (18.72C)"
            )


CHAPTER = Chapter(
    fields={
        "redeployment": Field(
            ListOf(shape_of(Redeployment), 0, 100), help="units that redeploy; others are asked for in a whole turn"
        ),
    },
    read=read_redeployment,
    steps=(units_are_built, air_units_redeploy),
)
