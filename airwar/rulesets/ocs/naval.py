"""Attacks on ships (R52), by the rules of 4.3 where the scenario asks for them; the naval rules of v3.0 are not known."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from airwar.engine.dice import Term
from airwar.engine.referee import Loss, Next, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.ocs.barrage import barrage_reading, final_column, half_reading, range_shifts, shift_sheet, shift_values
from airwar.rulesets.ocs.missions import Flight, after_barrage, does
from airwar.rulesets.ocs.rulings import ruled
from airwar.rulesets.ocs.sequence import next_act
from airwar.rulesets.ocs.state import Hull
from airwar.rulesets.ocs.units import half_up

AFLOAT = 2  # hits that a ship takes


@rule("R52")
def strength_against(barrage: Fraction, protection: int) -> int:
    """Planes count double against a ship, divided by its protection."""
    return half_up(2 * barrage / max(1, protection))


@rule("R52")
def damaged(hull: Hull, cell: str, steps: int) -> Hull:
    """Each hit damages, the second sinks; a DG on a ship that is DG already is a hit."""
    hits = steps
    dg = cell != "-"
    if dg and hull.dg and not steps:
        hits, dg = 1, False
    return Hull(hull.id, min(AFLOAT, hull.hits + hits), dg or (hull.dg and cell == "-"))


@rule("R52", "R34")
def ship_attack_refused(flight: Flight, hull: Hull, points: int) -> str | None:
    """Why a ship is not barraged, or None when it is: once in a phase, while it floats, with a point at least."""
    if hull.hits >= AFLOAT:
        return "it is sunk already"
    if hull.id in flight.turn.barraged:
        return "it has been barraged in this phase"
    return "a barrage of less than one point is none" if points < 1 else None


@does("ship-attack")
@rule("R52", "R34")
def ship_attack(ref: Referee, flight: Flight) -> Next:
    """A ship is barraged; only the distance flown shifts the column."""
    order, turn = flight.mission, flight.turn
    ship = turn.setting.ships[order.ship]
    hull = next(hull for hull in turn.hulls if hull.id == ship.id)
    barrage = sum((turn.values(turn.unit(unit)).barrage for unit in flight.fliers), Fraction(0))
    points = strength_against(barrage, ship.protection)
    refused = ship_attack_refused(flight, hull, points)
    if refused:
        ref.tell(Note, f"no attack on {ship.name}: {refused} (R52)")
        return Next(next_act, after_barrage(ref, flight).with_result(order.id, "no barrage"))
    names = [name for name, holds in zip(("short-range", "long-range"), range_shifts(turn, flight.fliers), strict=True) if holds]
    terms = [Term(name.replace("-", " "), shift_values()[name], "R35") for name in names]
    column = final_column(points, terms)
    ref.tell(shift_sheet, points, terms, column)
    cell = ref.roll("barrage", barrage_reading(column), order.side)
    steps = ref.roll("barrage.half", half_reading(), order.side) if cell == "1/2" else int(cell) if cell.isdigit() else 0
    ref.tell(ruled, turn.rulings, "naval", "the naval rules of v3.0 are not known")
    after = damaged(hull, cell, steps)
    ref.tell(Note, f"{ship.name}: {shown(hull, after)}")
    if after.hits > hull.hits:
        ref.tell(Loss, ship.side, ship.name, after.hits - hull.hits, "sunk" if after.hits == AFLOAT else "damaged")
    turn = after_barrage(ref, flight)
    hulls = tuple(after if other.id == ship.id else other for other in turn.hulls)
    turn = replace(turn, hulls=hulls, barraged=(*turn.barraged, ship.id))
    return Next(next_act, turn.with_result(order.id, shown(hull, after)))


def shown(before: Hull, after: Hull) -> str:
    if after.hits > before.hits:
        return "sunk" if after.hits == AFLOAT else "damaged"
    return "DG" if after.dg and not before.dg else "no effect"
