"""Air transport and air drops (14.11): what is carried, what is lost on the way, and what comes down safely."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from airwar.engine.dice import D6, OnRow, Term
from airwar.engine.referee import Event, Loss, Next, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.charts import load_chart
from airwar.rulesets.ocs.equivalents import load_cost
from airwar.rulesets.ocs.missions import Flight, does, homeward
from airwar.rulesets.ocs.rulings import Rulings, borrowed, chosen, ruled
from airwar.rulesets.ocs.sequence import carries_out, next_act
from airwar.rulesets.ocs.state import Cargo, Order, Place, Turn
from airwar.rulesets.ocs.units import PACKAGE

TERRAINS = ("open", "forest", "hills", "marsh", "mountain", "jungle", "city", "other")
METHODS = ("glider", "paradrop")
TOWED, TOWED_BY_REDUCED = 2, 1  # T on a glider
CLOSENESS = {"very-close": -1, "extremely-close": -2}  # optional rule 21.12e of 4.3


class Piece(NamedTuple):
    """What is rolled for at once: a combat unit, or a part of the supplies."""

    id: str
    weight: Fraction
    is_unit: bool


@dataclass(frozen=True)
class Dropping:
    """A drop in progress: what is still to come down, and what has."""

    turn: Turn
    order: int
    waiting: tuple[Piece, ...]
    safe: int = 0
    lost: int = 0


# the table


@rule("R44a")
def hex_status(friendly_at_phase_start: bool) -> str:
    """Friendly if a friendly unit was there when the phase began; an empty hex, or one just entered, counts as the enemy's."""
    return "friendly" if friendly_at_phase_start else "enemy"


@rule("R44b")
def terrain_class(terrain: str, village: bool = False, airfield: bool = False) -> str:
    """Clear is open ground, with or without a village, and any hex with an airfield; all else is closed."""
    refused = terrain_refused(terrain)
    if refused:
        raise ValueError(refused)
    return "clear" if terrain == "open" or airfield else "closed"


@rule("R44b")
def terrain_refused(terrain: str) -> str | None:
    return None if terrain in TERRAINS else f"unknown terrain {terrain!r}; expected one of {', '.join(TERRAINS)} (R44b)"


@rule("R42")
def method_refused(method: str) -> str | None:
    return None if method in METHODS else f"unknown drop method {method!r}; expected glider or paradrop (R42)"


@rule("R42", "R43")
def drop_reading(status: str, terrain: str, method: str, terms: tuple[Term, ...] = ()) -> OnRow[str]:
    """Two dice on 14.11a; v4.3 gives the same numbers, with gliders as a modifier."""
    refused = method_refused(method)
    if refused:
        raise ValueError(refused)
    return OnRow(2 * D6, load_chart(PACKAGE, "air-drop").row(f"{status}-{terrain}-{method}", str), terms)


@rule("R43")
def drop_terms(rulings: Rulings, date: tuple[int, int], *, soviet: bool, allied_eto: bool, closeness: str = "") -> tuple[Term, ...]:
    """-1 for a Soviet drop, or for an Allied one in Europe up to the last month of it; never both."""
    year, month = str(rulings["allied-eto-cutoff"]).split("-")
    early = allied_eto and date <= (int(year), int(month))
    terrain = CLOSENESS.get(closeness, 0) if rulings["drop-terrain"] == "on" else 0
    terms = [
        Term("Soviet drop", -int(soviet), "R43"),
        Term("Allied drop in Europe", -int(early and not soviet), "R43"),
        Term(closeness.replace("-", " "), terrain, "R43"),
    ]
    return tuple(term for term in terms if term.value)


# what can be carried


@rule("R45", "R46", "R9")
def capacity(turn: Turn, order: Order, unit_id: str) -> Fraction:
    """The T that a unit carries on a mission: as printed, double within half its range; 2T on a glider it tows, 1T when reduced."""
    unit, counter = turn.unit(unit_id), turn.counter(unit_id)
    if order.method == "glider" and order.does == "drop":
        return Fraction(TOWED if unit.steps > 1 else TOWED_BY_REDUCED)
    distance = unit.flown or turn.setting.distance(unit.place, order.at) or 0
    near = 2 * distance <= counter.range and not order.stays
    return turn.values(unit).capacity * (2 if near else 1)


@rule("R48")
def weight(cargo: Cargo, rulings: Rulings) -> Fraction:
    """What a piece of cargo weighs in T."""
    return load_cost(cargo.res, cargo.allowance, rulings, cargo.leg) if cargo.is_unit else Fraction(cargo.supply)


@rule("R42")
def pieces(order: Order, rulings: Rulings) -> tuple[Piece, ...]:
    """Each combat unit, and each 1T of supply; or each item as a whole."""
    found = []
    for cargo in order.cargo:
        if cargo.is_unit or rulings["drop-granularity"] == "load":
            found.append(Piece(cargo.id, weight(cargo, rulings), cargo.is_unit))
        else:
            found += [Piece(f"{cargo.id}-{number}", Fraction(1), False) for number in range(1, cargo.supply + 1)]
    return tuple(found)


@rule("R45")
def still_carried(ref: Referee, flight: Flight) -> tuple[Piece, ...]:
    """What exceeds the capacity of the units that are left is destroyed, as the owner picks; fractions favour the cargo."""
    order, turn = flight.mission, flight.turn
    room = ceil(sum((capacity(turn, order, unit) for unit in flight.fliers), Fraction(0)))
    load = pieces(order, turn.rulings)
    excess = sum((piece.weight for piece in load), Fraction(0)) - room
    if excess <= 0:
        return load

    def refuse(answer: Mapping[str, int]) -> str | None:
        kept = sum((piece.weight for piece in load if not answer[piece.id]), Fraction(0))
        return f"{kept}T are left; the mission carries {room}T (R45)" if kept > room else None

    default: dict[str, int] = {}
    for piece in reversed(load):
        if sum((other.weight for other in load if other.id not in default), Fraction(0)) > room:
            default[piece.id] = 1
    lost = ref.allot("cargo-lost", {piece.id: 1 for piece in load}, by=order.side, default=default, least=1, refuse=refuse)
    ref.tell(left_behind, flight, [piece for piece in load if lost[piece.id]])
    return tuple(piece for piece in load if not lost[piece.id])


@rule("R45")
def left_behind(flight: Flight, load: list[Piece]) -> list[Event]:
    """What aircraft that aborted have room for goes back with them; the rest is lost."""
    # Ruling: the source and 4.3 speak of losses only; cargo aboard an aircraft that turns back is not lost.
    back = [unit for unit in flight.sent if unit not in flight.fliers and flight.turn.unit(unit).steps]
    room = Fraction(ceil(sum((capacity(flight.turn, flight.mission, unit) for unit in back), Fraction(0))))
    told: list[Event] = []
    for piece in load:
        if piece.weight <= room:
            room -= piece.weight
            told.append(Note(f"{piece.id} goes back with the aircraft that aborted"))
        else:
            told.append(Loss(flight.mission.side, piece.id, 1, "lost with the aircraft"))
    return told


@carries_out("cargo-turned-back")
@rule("R45")
def cargo_turned_back(ref: Referee, flight: Flight) -> Next:
    """Of a mission that nobody is left of, the cargo is back or lost."""
    ref.tell(left_behind, flight, list(pieces(flight.mission, flight.turn.rulings)))
    return Next(next_act, flight.turn)


# the missions


@does("drop")
@rule("R42", "R46", "R15")
def drop(ref: Referee, flight: Flight) -> Next:
    """The cargo is dropped, and the aircraft go home."""
    order = flight.mission
    load = still_carried(ref, flight)
    if any(cargo.supply > 1 for cargo in order.cargo):
        ref.tell(ruled, flight.turn.rulings, "drop-granularity", "what is rolled for at once is not printed")
    if order.allied_eto and not order.soviet:
        ref.tell(chosen, flight.turn.rulings, "allied-eto-cutoff", "the last month in which Allied drops in Europe have -1")
    turn = homeward(ref, flight)
    return Next(comes_down, Dropping(turn, flight.order, load))


@rule("R42", "R43", "R44a", "R44b")
def comes_down(ref: Referee, dropping: Dropping) -> Next:
    """The next unit or ton is rolled for: safe in the hex, or destroyed."""
    turn = dropping.turn
    order = turn.setting.orders[dropping.order]
    if not dropping.waiting:
        return Next(next_act, turn.with_result(order.id, f"{dropping.safe} safe, {dropping.lost} lost"))
    place = turn.setting.places[order.at]
    piece, *rest = dropping.waiting
    meant = drop_reading(*drop_row(turn, order), drop_modifiers(turn, order, place))
    safe = ref.roll(f"drop.{piece.id}", meant, order.side) == "safe"
    safe = safe and not lands_on_the_enemy(ref, turn, order, piece)
    ref.tell(landed, turn, order, piece, safe)
    if safe and piece.is_unit:
        turn = held(turn, order)
    down = Dropping(turn, dropping.order, tuple(rest), dropping.safe + safe, dropping.lost + (not safe))
    return Next(comes_down, down)


@rule("R44a")
def held(turn: Turn, order: Order) -> Turn:
    """A unit that is down makes the hex friendly from the next phase on."""
    ground = turn.ground_at(order.at)
    if order.side in ground.combat:
        return turn
    return turn.with_ground(ground._replace(now=(*ground.now, order.side), combat=(*ground.combat, order.side)))


@rule("R44a", "R44b")
def drop_row(turn: Turn, order: Order) -> tuple[str, str, str]:
    """The line of 14.11a."""
    place, ground = turn.setting.places[order.at], turn.ground_at(order.at)
    # Ruling: an airfield is an air base or strip of either side (R44b).
    terrain = terrain_class(place.terrain, place.village, place.airfield or place.kind in ("base", "strip"))
    return hex_status(order.side in ground.before), terrain, order.method


def drop_modifiers(turn: Turn, order: Order, place: Place) -> tuple[Term, ...]:
    setting = turn.setting
    return drop_terms(turn.rulings, setting.date, soviet=order.soviet, allied_eto=order.allied_eto, closeness=place.closeness)


def landed(turn: Turn, order: Order, piece: Piece, safe: bool) -> Note | Loss:
    if not safe:
        return Loss(order.side, piece.id, 1, f"destroyed in the drop{borrowed(turn.rulings)}")
    moves = "; it moves no more in this phase" if piece.is_unit else ""
    return Note(f"{piece.id} is down at {turn.setting.name(order.at)}{moves}")


@rule("R44c")
def lands_on_the_enemy(ref: Referee, turn: Turn, order: Order, piece: Piece) -> bool:
    """What comes down on an enemy combat unit is destroyed even so."""
    if turn.setting.enemy_of(order.side) not in turn.ground_at(order.at).combat:
        return False
    destroyed = turn.rulings["drop-on-enemy"] == "destroy"
    fate = "and is destroyed" if destroyed else "and stays"
    ref.tell(ruled, turn.rulings, "drop-on-enemy", f"{piece.id} comes down on an enemy combat unit {fate}")
    return destroyed


@does("transport")
@rule("R45", "R15")
def transport(ref: Referee, flight: Flight) -> Next:
    """Cargo is flown to a friendly base without a roll; the aircraft stay there, or fly on to a base in range, inactive."""
    order, turn = flight.mission, flight.turn
    load = still_carried(ref, flight)
    weighing = sum((piece.weight for piece in load), Fraction(0))
    ref.tell(Note, f"{weighing}T arrive at {turn.setting.name(order.at)}{borrowed(turn.rulings)}")
    turn = supplied(turn, order.at, sum(piece.weight for piece in load if not piece.is_unit))
    if order.stays:
        turn = turn.with_units(*(turn.unit(unit).landed(order.at) for unit in flight.fliers))
    else:
        turn = homeward(ref, replace(flight, turn=turn))
    return Next(next_act, turn.with_result(order.id, f"{weighing}T flown in"))


def supplied(turn: Turn, place: str, tons: Fraction | int) -> Turn:
    base = turn.base(place)
    return turn.with_base(base._replace(supply=base.supply + int(tons))) if base else turn
