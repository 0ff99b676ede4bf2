"""A mission in the air and its way home (R12, R15), interception (R28), and flak (R29)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache, cached_property, partial
from typing import NamedTuple

from airwar.rulesets.kit import (
    D6,
    Book,
    Move,
    Note,
    OnRow,
    Referee,
    Return,
    Term,
    away,
    hexes_between,
    load_chart,
    replace,
    rule,
    state,
    then,
    title_of,
)
from airwar.rulesets.ocs.air_combat import AirCombat, air_combat_begins, fight_over
from airwar.rulesets.ocs.bases import HOMEWARD, abort, land, lose_step
from airwar.rulesets.ocs.board import KINDS, Outcome, doing, planes, rated, rating_of, side_up, target_name, the_side
from airwar.rulesets.ocs.position import FLAK_RESULTS, PACKAGE, BaseKind, Board, Kind, Mission, State, Unit
from airwar.rulesets.ocs.rulings import TABLE_4_3

NOWHERE: Book[str] = Book()


class Piece(NamedTuple):
    """Cargo that shares one roll: a combat unit, or 1T of supply; and the base whose planes carry it."""

    id: str
    title: str
    weight: Fraction
    is_unit: bool
    res: Fraction = Fraction(0)  # RE of a combat unit
    glider: bool = False  # whether it comes on a glider
    base: str = ""


@state
class Flight:
    """A mission in progress: the board, its order, the units that were sent and from where, and what they carry."""

    board: Board
    mission: Mission
    sent: tuple[str, ...] = ()
    load: tuple[Piece, ...] = ()
    doubled: tuple[str, ...] = ()  # the units that carry double
    towing: tuple[str, ...] = ()  # the units that tow gliders
    homes: Book[str] = NOWHERE  # the bases from which they took off

    @cached_property
    def fliers(self) -> tuple[str, ...]:
        """The units that are still with the mission."""
        over = self.board.over(self.mission.at, self.mission.side)
        return tuple(unit for unit in self.sent if unit in over)

    @property
    def target(self) -> str:
        """The name of the mission hex."""
        return self.board.name(self.mission.at)

    @property
    def enemy(self) -> str:
        return self.board.enemy_of(self.mission.side)

    def on(self, board: Board) -> Flight:
        return replace(self, board=board)

    def with_units(self, units: tuple[Unit, ...]) -> Flight:
        return self.on(self.board.with_units(*units))

    def over(self, result: str) -> Return[Outcome]:
        """The mission is over, with this result."""
        return Return(Outcome(self.board, result))


def heading(flight: Flight) -> str:
    return f"{title_of(flight.mission.side)}: {KINDS[flight.mission.kind].title} {target_name(flight.board, flight.mission)}"


def waiting(flight: Flight, until: str) -> Note:
    """A note on the units that are over the hex now and will act there later."""
    names = ", ".join(flight.board.unit(unit).title for unit in flight.fliers)
    return Note(f"over {flight.target} until {until}: {names}")


@rule("R15", "R45")
def go_home(ref: Referee, flight: Flight) -> Flight:
    """Every unit of the mission goes to a friendly base in range (half its range after a double load), and becomes inactive."""
    board = flight.board
    for unit in flight.fliers:
        reach = board.unit(unit).range
        board = land(ref, board, unit, reach // 2 if unit in flight.doubled else reach, HOMEWARD)
    return flight.on(board)


@rule("R12", "R15")
def after_barrage(ref: Referee, flight: Flight) -> Flight:
    """After a barrage the units stay over the target until their Return phase (v3.0), or go home at once (4.3)."""
    board = flight.board
    if not board.rulings.profile.return_phase:
        return go_home(ref, flight)
    ref.tell(Note, "the units stay over the target until their Return phase (house default)")
    return flight.on(board.with_units(*(replace(board.unit(unit), spent=True) for unit in flight.fliers)))


# interception from patrol zones, a rule of 4.3 that is not in the v3.0 charts


LIFTS_AND_TRANSFERS = (Kind.TRANSPORT, Kind.DROP, Kind.TRANSFER)
DECLINE = "none"


@rule("R28")
def patrolling(ref: Referee, board: Board, place: str, side: str) -> dict[str, int]:
    """A side's active fighters at bases whose patrol zone covers a hex, and how far away they are."""
    found = {}
    for unit in board.units.values():
        if unit.side == side and unit.fighter and unit.state == State.AT_BASE:
            found[unit.id] = hexes_between(ref, board.places, unit.place, place)
    return {unit: hexes for unit, hexes in found.items() if hexes <= board.rulings.number("patrol-zone")}


@rule("R28")
def in_patrol_zone(ref: Referee, board: Board, mission: Mission) -> bool:
    """Whether a mission enters an enemy patrol zone; without interception there are none."""
    enemy = board.enemy_of(mission.side)
    return board.rulings.yes("interception") and bool(patrolling(ref, board, mission.at, enemy))


@rule("R28", "R29")
def exposed(ref: Referee, board: Board, mission: Mission) -> bool:
    """Whether a mission can be intercepted and fired at: attacks always, lifts and transfers in patrol zones, sweeps never."""
    return mission.kind in Kind.ATTACKS or (mission.kind in LIFTS_AND_TRANSFERS and in_patrol_zone(ref, board, mission))


@rule("R28")
def interceptor(ref: Referee, flight: Flight) -> str:
    """The fighter that intercepts a mission in its patrol zone; empty if none does."""
    board, mission = flight.board, flight.mission
    if not board.rulings.yes("interception") or not flight.fliers or not exposed(ref, board, mission):
        return ""
    near = patrolling(ref, board, mission.at, flight.enemy)
    able = {unit: far for unit, far in near.items() if not board.unit(unit).parenthesized}
    if not able:
        return ""
    options = {DECLINE: "do not intercept"}
    options |= {unit: f"{board.unit(unit).title}, rating {rating_of(board, unit)}, {away(far)}" for unit, far in able.items()}
    facts = {"enemy.factors": len(flight.fliers)}
    about = partial(to_intercept, flight, able)
    picked = ref.choose("intercept", options, by=flight.enemy, default=DECLINE, facts=lambda: facts, about=about)
    return "" if picked == DECLINE else picked


@state
class Interception:
    """A fighter on its way to intercept a mission."""

    mission: str
    combat: AirCombat


@rule("R28")
def intercepted_by(flight: Flight, unit: str) -> Interception:
    """The interceptor attacks; all active units of the mission's side in the hex defend."""
    board, mission = flight.board, flight.mission
    defenders = board.active_at(mission.at, mission.side)
    return Interception(mission.id, fight_over(board, mission.at, flight.enemy, (unit,), defenders, advantage=mission.advantaged))


@rule("R28")
def interception(ref: Referee, sortie: Interception) -> Move[tuple[Unit, ...]]:
    """A fighter intercepts a mission in its patrol zone; if it wins, it stays active at its base."""
    board, [unit] = sortie.combat.board, sortie.combat.attackers
    ref.enter(f"{sortie.mission}-interception", f"{board.unit(unit).title} intercepts")
    ref.tell(board.rulings.graded, "interception", "a fighter intercepts from its patrol zone")
    return then(air_combat_begins, sortie.combat)


# flak: given by the players, or rolled on the table of 4.3; the v3.0 charts have none


NONE, LOSS, ABORTS = FLAK_RESULTS
LARGE_MISSION = 3  # aircraft


@state
class Flak:
    """Flak about to fire at a mission."""

    board: Board  # a board with the units of the mission only
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
    lifts = mission.kind in Kind.LIFTS and rulings.profile.lifts_meet_flak
    return exposed(ref, flight.board, mission) or lifts or bool(mission.flak)


@rule("R29")
def flak_at(ref: Referee, flight: Flight) -> Flak:
    """The flak that a mission meets over its hex."""
    board = flight.board
    terms = tuple(flak_terms(ref, flight)) if board.rulings.value("flak") == TABLE_4_3 else ()
    return Flak(board.only(flight.fliers), flight.mission.side, flight.fliers, terms, flight.mission.flak)


@rule("R29", "R33")
def flak_terms(ref: Referee, flight: Flight) -> list[Term]:
    """The modifiers that make the flak heavier."""
    board, mission = flight.board, flight.mission
    ground, base = board.hex(mission.at), board.base(mission.at)
    own = holder(board, mission.at) == mission.side
    enemy_there = flight.enemy in ground.held_by
    level = base.level if base and not own and base.kind == BaseKind.BASE else 0
    naval = board.rulings.value("naval") == TABLE_4_3
    fleet = board.ships_at(mission.at, flight.enemy) if naval and mission.kind in Kind.ATTACKS else []
    printed = side_up(ref, base).flak if base and base.carrier and base.flak else ground.flak
    fighters = any(board.unit(unit).fighter for unit in flight.fliers)
    zone = (1 if fighters else 2) + (mission.kind == Kind.TRAINBUST)
    terms = [
        Term.of("three-or-more-aircraft", int(len(flight.fliers) >= LARGE_MISSION), "R29"),
        Term.of("headquarters", int(ground.hq and enemy_there), "R29"),
        Term.of("level-of-the-air-base", level, "R33"),
        Term.of("printed-flak", 0 if own else printed, "R29"),
        Term.of("ships-flak", sum(side_up(ref, ship).flak for ship in fleet if ship.flak), "R52", "ships' flak"),
        Term.of("patrol-zone", zone if in_patrol_zone(ref, board, mission) else 0, "R28"),
    ]
    return [term for term in terms if term.value]


@rule("R29")
def holder(board: Board, place: str) -> str:
    """The side whose flak and headquarters are in a hex: the owner of its base, or the only side with units there."""
    there = board.hex(place).held_by
    return there[0] if len(there) == 1 else ""


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
def flak(ref: Referee, fire: Flak) -> Move[tuple[Unit, ...]]:
    """The enemy's flak fires at a mission; returns the units as it leaves them."""
    rulings, enemy = fire.board.rulings, fire.board.enemy_of(fire.side)
    if rulings.value("flak") == TABLE_4_3:
        result = ref.roll("flak", flak_reading(fire.terms), enemy)
        ref.tell(rulings.graded, "flak", "the flak table of v3.0 is not known")
    else:
        about = partial(under_flak, fire.board, fire.side, fire.fliers)
        result = fire.stated or ref.choose("flak", FLAK_RESULTS, by=enemy, about=about)
        ref.tell(Note, f"flak, as stated by the players: {FLAK_RESULTS[result]}")
    board = hit(ref, fire, result) if result in (LOSS, ABORTS) else fire.board
    return Return(tuple(board.units.values()))


@rule("R29")
def hit(ref: Referee, fire: Flak, result: str) -> Board:
    """One unit of the mission loses a step or aborts: on the table of 4.3 a die picks it; otherwise the players do."""
    strike = lose_step if result == LOSS else abort
    if len(fire.fliers) == 1:
        return strike(ref, fire.board, fire.fliers[0])
    if fire.board.rulings.value("flak") != TABLE_4_3:
        return strike(ref, fire.board, which_is_hit(ref, fire, fire.fliers))
    ref.tell(stack_note, fire)
    cell = ref.roll("flak.unit", mission_loss_reading(len(fire.fliers)), fire.side)
    return strike(ref, fire.board, which_is_hit(ref, fire, candidates(fire, cell)))


def stack_note(fire: Flak) -> Note:
    """A note with the planes' numbers for the die: the order of the mission, where each has the same chance."""
    numbered = (f"{number} {fire.board.unit(unit).title}" for number, unit in enumerate(fire.fliers, 1))
    return Note(f"the flak hits one of the mission: {', '.join(numbered)}")


@rule("R29")
def candidates(fire: Flak, cell: str) -> tuple[str, ...]:
    """The unit with that number, or the weakest or strongest in barrage, for their owner to choose among."""
    if cell.isdigit():
        return (fire.fliers[int(cell) - 1],)
    barrage = {unit: fire.board.values(unit).barrage for unit in fire.fliers}
    extreme = min(barrage.values()) if cell == "weakest" else max(barrage.values())
    return tuple(unit for unit in fire.fliers if barrage[unit] == extreme)


@rule("R29")
def which_is_hit(ref: Referee, fire: Flak, units: tuple[str, ...]) -> str:
    """The players say which of several units the flak hits."""
    if len(units) == 1:
        return units[0]
    options = {unit: f"{fire.board.unit(unit).title}, rating {rating_of(fire.board, unit)}" for unit in units}
    about = partial(str, f"The flak hits one plane of {the_side(fire.side)}: {planes(fire.board, units)}.")
    return ref.choose("flak-hit", options, by=fire.side, default=units[0], about=about)


# what the questions are about


def to_intercept(flight: Flight, able: Iterable[str]) -> str:
    """A sentence about a mission under way, and the fighters whose patrol zone it enters."""
    board = flight.board
    return f"{doing(board, flight.mission)} with {rated(board, flight.fliers)}. In patrol range: {rated(board, able)}."


def under_flak(board: Board, side: str, fliers: Iterable[str]) -> str:
    """The question for the result of flak, with the units it fires at."""
    enemy = title_of(board.enemy_of(side))
    return f"{enemy} flak fires at {planes(board, fliers)} of {the_side(side)}. Read your own table: what does it do?"
