"""The capture of air bases and dumps (R37 to R41): who holds them now, their supply, and the air units and ships there."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import NamedTuple

from airwar.rulesets.kit import (
    D6,
    Loss,
    Move,
    Note,
    OnRow,
    Referee,
    Return,
    Term,
    count,
    load_chart,
    replace,
    rule,
    state,
    then,
    title_of,
)
from airwar.rulesets.ocs.bases import displace, lose_step
from airwar.rulesets.ocs.board import Outcome, Result, planes, the_side
from airwar.rulesets.ocs.position import PACKAGE, SINKS, Base, BaseKind, Board, Hex, Mission, half_up
from airwar.rulesets.ocs.rulings import V1, Rulings

ADVANCE = 2  # added after an advance after combat, or for a self-inflicted roll


@state
class Capture:
    """The capture of a base: the air units there that are still to be rolled for, and the steps lost so far."""

    board: Board
    mission: Mission
    waiting: tuple[str, ...] = ()
    lost: int = 0
    res: Fraction | None = None  # RE of the units that capture it, if known


@rule("R38", "R39")
def capture_reading(active: bool, advance: bool, self_inflicted: bool, rulings: Rulings) -> OnRow[str]:
    """Two dice in the column of the unit's status; +2 at most once in v3.0, but in 4.3 for an active unit and for an advance."""
    version = rulings.profile
    inflicted = self_inflicted and version.self_inflicted
    terms = (
        Term.of("active", version.active_capture_modifier * active, "R38"),
        Term.of("advance-after-combat" if advance else "self-inflicted", ADVANCE * (advance or inflicted), "R38"),
    )
    row = load_chart(PACKAGE, version.capture).row("active" if active else "inactive", str)
    return OnRow(2 * D6, row, tuple(term for term in terms if term.value))


@rule("R37")
def capture_refused(board: Board, mission: Mission) -> str | None:
    """Why ground units cannot capture the base, or None if they can."""
    base, name = board.base(mission.at), board.name(mission.at)
    if base is None:
        return f"{name} has no air base; capture needs one (R37)"
    if base.carrier:
        return f"{name} is a carrier; ground units cannot capture a ship (R37)"
    return f"{name} already belongs to {the_side(base.side)} (R37)" if base.side == mission.side else None


@rule("R37")
def base_attacked(ref: Referee, capture: Capture) -> Move[Outcome]:
    """Ground units try to capture a base. Whether they succeed is decided on the map; the scenario may prepare the answer."""
    board, mission = capture.board, capture.mission
    name = board.name(mission.at)
    ref.enter(mission.id, f"{title_of(mission.side)}: {'attack on' if mission.advance else 'capture of'} {name}")
    refused = capture_refused(board, mission)
    if refused:
        ref.tell(Note, f"no capture: {refused}")
        return Return(Outcome(board, Result.NOT_CAPTURED))
    if not mission.at_table:  # otherwise the player has just said so
        options = {"yes": f"{name} is captured", "no": f"{name} holds"}
        about = partial(to_capture, board, mission)
        if ref.choose("captured", options, by=mission.side, default="yes", optional=True, about=about) == "no":
            ref.tell(Note, f"{name} is not captured")
            return Return(Outcome(board, Result.NOT_CAPTURED))
    return then(base_captured, capture)


def to_capture(board: Board, mission: Mission) -> str:
    """A sentence about a base attacked on the ground, and what would fall with it."""
    there, stock = board.based_at(mission.at), f"{board.hex(mission.at).supply}T of supply"
    at_stake = f"{planes(board, there)}, with {stock}" if there else stock
    return f"{title_of(mission.side)} ground units attack {board.name(mission.at)}. At stake: {at_stake}. Do they take it?"


@rule("R44c", "R37")
def seize(ref: Referee, capture: Capture) -> Move[Outcome]:
    """After a drop, paratroops that landed where the enemy has no combat units capture his air base or his dump."""
    board, mission = capture.board, capture.mission
    place, enemy = board.hex(mission.at), board.enemy_of(mission.side)
    if mission.side not in place.combat_units or enemy in place.combat_units:
        return Return(Outcome(board))
    board = destroy_ships(ref, board, place.id, mission.side)
    if enemy not in place.held_by:
        return Return(Outcome(board))
    if isinstance(place, Base):
        return then(base_captured, replace(capture, board=board, res=place.re))
    supply = captured_supply(ref, board, place, mission.side)
    if place.supply:
        ref.tell(Note, f"{supply}T of supply at {board.name(place.id)} now belong to {the_side(mission.side)}")
    return Return(Outcome(board.with_hex(replace(place, supply=supply, now=(mission.side,)))))


@rule("R37", "R40", "R41")
def base_captured(ref: Referee, capture: Capture) -> Move[Outcome]:
    """Enemy ground units capture a base in any weather, with its supply; they own it at once, and the gliders there are lost."""
    board, mission = capture.board, capture.mission
    base, name, side = board.bases[mission.at], board.name(mission.at), mission.side
    if base.gliders:
        ref.tell(Loss, base.side, f"gliders at {name}", base.gliders, f"destroyed{board.rulings.borrowed}")
    waiting, supply = board.based_at(mission.at), captured_supply(ref, board, base, side)
    held: Base = base.entered((side,), capture.res)
    board = board.with_hex(replace(held, side=side, gliders=0, supply=supply, enemy_zoc=None))
    board = destroy_ships(ref, board, base.id, side)
    what = f"level {base.level}" if base.kind == BaseKind.BASE else base.kind
    stock = f", with {supply}T of supply" if supply else ""
    ref.tell(Note, f"{name}, {what}{stock}, now belongs to {the_side(side)}, who may use it at once{board.rulings.borrowed}")
    return then(capture_roll, replace(capture, board=board, waiting=waiting))


@rule("R52")
def destroy_ships(ref: Referee, board: Board, place: str, captor: str) -> Board:
    """Combat units that enter a hex destroy the enemy's ships there."""
    for ship in board.ships_at(place, board.enemy_of(captor)):
        ref.tell(Loss, ship.side, ship.title, SINKS - ship.hits, f"destroyed at {board.name(place)}{board.rulings.borrowed}")
        board = board.with_ship(replace(ship, sunk=True))
    return board


class Share(NamedTuple):
    """What happens to captured supply, in T."""

    captured: int
    displaced: int = 0


@rule("R41")
def captured_supply(ref: Referee, board: Board, place: Hex, captor: str, key: str = "captured-supply") -> int:
    """How many T of a base or a dump the captor gets: all, or a share by a die roll."""
    rulings, tons, name = board.rulings, place.supply, board.name(place.id)
    how = rulings.value("captured-supply")
    if not tons:
        return 0
    if how == "all":
        ref.tell(rulings.graded, "captured-supply", f"all supply there, {tons}T, is captured; how v3.0 does it is not known")
        return tons
    percent: int = ref.roll(key, OnRow(D6, load_chart(PACKAGE, "captured-supply-4.3").row("percent", int)), captor)
    ref.tell(rulings.graded, "captured-supply", "how v3.0 does it is not known")
    share = share_in_v1(tons, percent) if how == V1 else Share(half_up(Fraction(tons * percent, 100)))
    if share.displaced:
        ref.tell(Note, f"{share.displaced}T of the supply at {name} are displaced; the players place them on the map")
    if share.captured + share.displaced < tons:
        lost = tons - share.captured - share.displaced
        ref.tell(Loss, board.enemy_of(captor), f"supply at {name}", lost, "T destroyed")
    return share.captured


@rule("R41")
def share_in_v1(supply: int, percent: int) -> Share:
    """As in v1: a percentage is captured or destroyed, half of it captured; the rest is displaced."""
    hit = half_up(Fraction(supply * percent, 100))
    return Share(half_up(Fraction(hit, 2)), supply - hit)


@rule("R38", "R39", "R26")
def capture_roll(ref: Referee, capture: Capture) -> Move[Outcome]:
    """Two dice for the next air unit: it may lose a step."""
    board, mission = capture.board, capture.mission
    if not capture.waiting:
        return Return(Outcome(board, f"captured, {count(capture.lost, 'air step')} lost"))
    unit = board.unit(capture.waiting[0])
    reading = capture_reading(unit.active, mission.advance, mission.self_inflicted, board.rulings)
    if ref.roll(f"capture.{unit.id}", reading, unit.side) != "loss":
        return then(displacement, capture)
    return then(displacement, replace(capture, board=lose_step(ref, board, unit.id), lost=capture.lost + 1))


@rule("R40")
def displacement(ref: Referee, capture: Capture) -> Move[Outcome]:
    """The unit just rolled for goes to another base, if it survived, and is inactive there."""
    unit, *rest = capture.waiting
    board, before = capture.board, capture.board.unit(unit)
    if not before.eliminated:
        board = displace(ref, board, unit)
    lost = capture.lost + before.steps - board.unit(unit).steps
    return then(capture_roll, replace(capture, board=board, waiting=tuple(rest), lost=lost))
