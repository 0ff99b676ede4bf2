"""Flak (R29): stated by the players, or rolled on the table of 4.3; the v3.0 charts do not print one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial

from airwar.engine.dice import D6, OnRow, Term
from airwar.engine.events import Note, Ruling
from airwar.engine.moves import Move, Return
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.charts import load_chart
from airwar.rulesets.ocs.bases.landing import abort, lose_step
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.places import BASE
from airwar.rulesets.ocs.board.setting import LIFTS, TRAINBUST
from airwar.rulesets.ocs.missions.about import under_flak
from airwar.rulesets.ocs.missions.flight import Flight
from airwar.rulesets.ocs.missions.interception import ATTACKS, LIFTS_AND_TRANSFERS, exposed, in_patrol_zone
from airwar.rulesets.ocs.profiles import TABLE_4_3
from airwar.rulesets.ocs.units.air import PACKAGE, Air

NONE, LOSS, ABORT = "none", "loss", "abort"
RESULTS = {NONE: "no effect", LOSS: "a step is lost", ABORT: "a unit aborts"}
LARGE_MISSION = 3  # aircraft


@dataclass(frozen=True)
class Flak:
    """Flak about to fire at a mission."""

    board: Board  # with the units of the mission only
    side: str  # whose mission it is
    fliers: tuple[str, ...]
    terms: tuple[Term, ...]
    stated: str  # the result, if the scenario states it


@rule("R29")
def flak_fires(ref: Referee, flight: Flight) -> bool:
    """Whether flak fires at a mission before it does its work: always at strikes, at others as the ruling says."""
    mission, rulings = flight.mission, flight.board.rulings
    if rulings.value("flak") == "off":
        return False
    lifts = mission.kind in LIFTS and rulings.value("flak-missions") == "strikes-and-lifts"
    return exposed(ref, flight.board, mission) or lifts or bool(mission.stated.flak)


@rule("R29")
def why_lifts(flight: Flight, fires: bool) -> Ruling | None:
    """Which missions other than strikes meet flak in v3.0 is not known; the output says so where it matters."""
    kind, rulings = flight.mission.kind, flight.board.rulings
    if kind not in LIFTS_AND_TRANSFERS or rulings.value("flak") == "off":
        return None
    meets = "meets flak" if fires else "meets no flak"
    return rulings.graded("flak-missions", f"this {kind} {meets}; which missions meet flak in v3.0 is not known")


@rule("R29")
def flak_at(ref: Referee, flight: Flight) -> Flak:
    """The flak that a mission meets over its hex."""
    part = flight.board.only(flight.fliers)
    return Flak(part, flight.mission.side, flight.fliers, tuple(flak_terms(ref, flight)), flight.mission.stated.flak)


@rule("R29", "R33")
def flak_terms(ref: Referee, flight: Flight) -> list[Term]:
    """What makes the flak heavier."""
    board, mission = flight.board, flight.mission
    ground, base = board.ground_at(mission.at), board.base(mission.at)
    own = holder(board, mission.at) == mission.side
    level = base.level if base and not own and base.kind == BASE else 0
    ships = sum(ship.flak for ship in board.ships_at(mission.at, flight.enemy)) if mission.kind in ATTACKS else 0
    fighters = any(board.counter(unit).fighter for unit in flight.fliers)
    zone = (1 if fighters else 2) + (mission.kind == TRAINBUST)
    terms = [
        Term.of("three-or-more-aircraft", int(len(flight.fliers) >= LARGE_MISSION), "R29"),
        Term.of("headquarters", int(ground.hq and not own), "R29"),
        Term.of("level-of-the-air-base", level, "R33"),
        Term.of("printed-flak", 0 if own else ground.flak, "R29"),
        Term.of("ships-flak", ships if board.rulings.value("naval") == TABLE_4_3 else 0, "R52", "ships' flak"),
        Term.of("patrol-zone", zone if in_patrol_zone(ref, board, mission) else 0, "R28"),
    ]
    return [term for term in terms if term.value]


@rule("R29")
def holder(board: Board, place: str) -> str:
    """The side whose flak and headquarters are in a hex: the owner of its base, or the only side with units there."""
    base, present = board.base(place), board.ground_at(place).now
    return base.side if base else present[0] if len(present) == 1 else ""


@rule("R29")
def flak_reading(terms: tuple[Term, ...]) -> OnRow[str]:
    """Two dice and the flak of the hex; 11 is a loss."""
    return OnRow(2 * D6, load_chart(PACKAGE, "flak-4.3").row("mission", str), terms)


@rule("R29")
@cache
def mission_loss_reading(aircraft: int) -> OnRow[str]:
    """One die for the unit that the flak hits."""
    return OnRow(D6, load_chart(PACKAGE, "mission-loss-4.3").row(str(min(aircraft, 4)), str))


@rule("R29")
def flak(ref: Referee, fire: Flak) -> Move[tuple[Air, ...]]:
    """The enemy's flak fires at a mission. Returns the units as the flak leaves them."""
    rulings, enemy = fire.board.rulings, fire.board.setting.enemy_of(fire.side)
    if rulings.value("flak") == TABLE_4_3:
        result = ref.roll("flak", flak_reading(fire.terms), enemy)
        ref.tell(rulings.graded, "flak", "the flak table of v3.0 is not known")
    else:
        about = partial(under_flak, fire.board, fire.side, fire.fliers, sum(term.value for term in fire.terms))
        result = fire.stated or ref.choose("flak", RESULTS, by=enemy, about=about)
        ref.tell(Note, f"flak, as stated by the players: {RESULTS[result]}")
    board = hit(ref, fire, result) if result in (LOSS, ABORT) else fire.board
    return Return(board.units)


@rule("R29")
def hit(ref: Referee, fire: Flak, result: str) -> Board:
    """One unit of the mission, found by a die, loses a step or aborts."""
    aircraft = len(fire.fliers)
    cell = "1" if aircraft == 1 else ref.roll("flak.unit", mission_loss_reading(aircraft), fire.side)
    strike = lose_step if result == LOSS else abort
    return strike(ref, fire.board, unit_hit(fire, cell))


@rule("R29")
def unit_hit(fire: Flak, cell: str) -> str:
    """The unit of that number, or the weakest or strongest in barrage."""
    if cell.isdigit():
        return fire.fliers[int(cell) - 1]
    extreme = min if cell == "weakest" else max
    return extreme(fire.fliers, key=lambda unit: fire.board.values(unit).barrage)
