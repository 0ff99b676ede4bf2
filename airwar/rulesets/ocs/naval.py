"""Attacks on ships (R52), and the barrage of artillery and ships (R53, R54), by the rules of 4.3."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import partial

from airwar.rulesets.kit import (
    Loss,
    Move,
    Note,
    Referee,
    Return,
    beyond,
    count,
    hexes_between,
    listed,
    load_chart,
    replace,
    rule,
    title_of,
)
from airwar.rulesets.ocs.barrage import (
    DG,
    FACILITY,
    NONE,
    TOO_WEAK,
    Fire,
    barrage_reading,
    barrage_units,
    final_column,
    fire_of,
    first_column,
    shift_sheet,
    steps_of,
    total_barrage,
)
from airwar.rulesets.ocs.barrage import UNITS as UNITS_TABLE
from airwar.rulesets.ocs.bases import eliminate, pay
from airwar.rulesets.ocs.board import (
    MOST_PLANES,
    Outcome,
    Result,
    Task,
    able_of,
    barrage_of,
    defended,
    doing,
    picked,
    side_up,
    target_name,
    the_side,
)
from airwar.rulesets.ocs.facility import attack, damage_port, raid
from airwar.rulesets.ocs.flight import Flight, after_barrage
from airwar.rulesets.ocs.position import PACKAGE, SINKS, Arm, Base, Board, Gun, Mission, Ship, Vessel, half_up, hit
from airwar.rulesets.ocs.targets import Aim, aim_of, fires_as, kind_refused, phase_refuses_arms, target_refused

PLANES_AT_SHIPS = 2  # planes count double against ships


@rule("R52")
def strength_against(barrage: Fraction, protection: int) -> int:
    """The strength against a ship: the points fired at it, divided by its protection."""
    return half_up(barrage / protection)


@rule("R52")
def damage(hits: int, dg: bool, cell: str, steps: int) -> tuple[int, bool]:
    """Each hit damages a ship, and the second sinks it. Every result is also a DG; a second DG is removed and becomes a hit."""
    if cell == NONE:
        return hits, dg
    return min(SINKS, hits + steps + dg), not dg


@rule("R52", "R34")
def ship_attack(ref: Referee, flight: Flight) -> Move[Outcome]:
    """Planes attack a ship."""
    fire = fire_of(flight)
    ship = fire.board.ship(flight.mission.ship)
    assert ship is not None
    points = strength_against(PLANES_AT_SHIPS * total_barrage(fire.board, flight.fliers), protection_of(ref, ship))
    board, result = barrage_ship(ref, replace(fire, points=points), ship)
    return after_barrage(ref, flight.on(board)).over(result)


@rule("R52", "R34")
def barrage_ship(ref: Referee, fire: Fire, ship: Vessel) -> tuple[Board, str]:
    """A ship is barraged; only the distance flown shifts the column. Returns the board and the result."""
    board = fire.board.with_barraged(ship.id)
    if fire.points < 1:
        ref.tell(Note, TOO_WEAK)
        return board, Result.NO_BARRAGE
    column = final_column(fire.points, fire.range_terms)
    ref.tell(shift_sheet, fire.points, fire.range_terms, column)
    cell = ref.roll("barrage", barrage_reading(column), fire.side)
    hits, dg = damage(ship.hits, ship.dg, cell, steps_of(ref, cell, fire.side))
    ref.tell(board.rulings.graded, "naval", "the naval rules of v3.0 are not known")
    result = effect(hits - ship.hits, hits, dg and not ship.dg)
    ref.tell(Note, f"{ship.title}: {result}")
    if hits > ship.hits:
        ref.tell(Loss, ship.side, ship.title, hits - ship.hits, result)
    if hits < SINKS:
        return board.with_ship(replace(hit(ship) if hits > ship.hits else ship, dg=dg)), result
    if isinstance(ship, Base):
        return carrier_sunk(ref, board, ship), result
    return board.with_ship(replace(ship, sunk=True, dg=dg)), result


@rule("R52")
def carrier_sunk(ref: Referee, board: Board, carrier: Base) -> Board:
    """A carrier goes down with the planes aboard. Its planes in the air must find another base."""
    for unit in board.based_at(carrier.id):
        board = eliminate(ref, board, unit)
    return board.with_hex_of(carrier)


def effect(taken: int, hits: int, dg: bool) -> str:
    if taken:
        return "sunk" if hits == SINKS else "damaged"
    return DG if dg else Result.NO_EFFECT


# artillery and ships' guns


COSTS = {Aim.UNITS: (UNITS_TABLE, "barrage-cost-4.3")}  # table and costs by aim
FACILITY_COSTS = (FACILITY, "facility-cost-4.3")


# which guns may fire


@rule("R53", "R54")
def gun_refused(board: Board, mission: Mission, gun: Gun, ref: Referee | None = None) -> str | None:
    """Why a battery may not fire this barrage, or None if it may. Without a referee, an unknown distance refuses nothing."""
    if gun.side != mission.side:
        return f"it belongs to {the_side(gun.side)} (R53)"
    refused = phase_refuses_arms(board, mission, fires_as(gun, mission)) or aim_refused(board, mission, gun)
    if refused:
        return refused
    if gun.fired:
        return "it has fired in this phase (R53)"
    far = beyond(ref, board.places, gun.at, mission.at, gun.range)
    return f"{far}; its range is {gun.range} (R53)" if far else None


@rule("R53", "R54")
def aim_refused(board: Board, mission: Mission, gun: Gun) -> str | None:
    """Why a battery does not fire at such a target, or None: few guns fire at ships, and ships fire at land only once a turn."""
    if isinstance(gun, Ship) and gun.sunk:
        return "it has been sunk (R54)"
    if gun.arm == Arm.ARTILLERY and board.hex(gun.at).combat_units == (board.enemy_of(gun.side),):
        return f"the enemy is at {board.name(gun.at)} (R53)"
    if aim_of(board, mission) == Aim.SHIP:
        return None if gun.arm == Arm.NAVAL or gun.coastal else "only ships and coastal artillery fire at ships (R54)"
    if gun.arm == Arm.NAVAL and gun.bombarded:
        return "it has fired at a land target in this game turn (R54)"
    return None


@rule("R52", "R54")
def screen_refused(board: Board, mission: Mission, gun: Gun, ref: Referee | None = None) -> str | None:
    """Why a ship does not fire at a carrier, or None: other ships in range screen it."""
    carrier = board.ship(mission.ship)
    if gun.arm != Arm.NAVAL or carrier is None or not carrier.carrier:
        return None
    others = [ship for ship in board.ships.values() if ship.side == carrier.side and not ship.sunk]
    screen = [ship.title for ship in others if in_range(board, gun, ship.at, ref)]
    return f"{', '.join(screen)} screens {carrier.title} (R52)" if screen else None


def in_range(board: Board, gun: Gun, place: str, ref: Referee | None) -> bool:
    """Whether a hex is known to be in range of a battery. Without a referee, an unknown distance counts as out of range."""
    hexes = board.distance(gun.at, place) if ref is None else hexes_between(ref, board.places, gun.at, place)
    return hexes is not None and hexes <= gun.range


def fire_refused(board: Board, mission: Mission, gun: Gun, ref: Referee | None = None) -> str | None:
    """Why a battery does not fire, or None if it may and no ship screens its target. The reasons cite their rules."""
    return gun_refused(board, mission, gun, ref) or screen_refused(board, mission, gun, ref)


@rule("R53", "R54")
def able_guns(board: Board, mission: Mission, ref: Referee | None = None) -> dict[str, list[str]]:
    """The batteries that may fire this barrage, by arm: the two arms do not fire together."""
    found: dict[str, list[str]] = {}
    for gun in board.guns.values():
        if fire_refused(board, mission, gun, ref) is None:
            found.setdefault(gun.arm, []).append(gun.id)
    return found


@rule("R53", "R54")
def gunfire_refused(board: Board, mission: Mission) -> str | None:
    """Why a barrage of guns cannot be ordered, or None if it can."""
    refused = kind_refused(board, mission) or target_refused(board, mission)
    return refused or (None if able_guns(board, mission) else "no guns can fire at it (R53)")


# the barrage


@rule("R53", "R54")
def gunfire(ref: Referee, order: Task) -> Move[Outcome]:
    """Artillery or ships barrage a target. Artillery pays supply; without it there is no barrage, and nobody has fired."""
    board, mission = order.board, order.mission
    ref.enter(mission.id, f"{title_of(mission.side)}: gunfire at {target_name(board, mission)}")
    refused = target_refused(board, mission)
    guns = () if refused else choose_guns(ref, board, mission)
    points = strength_of(ref, board, guns, mission)
    if points < 1:
        ref.tell(Note, f"no barrage: {refused or ('it takes one point (R34)' if guns else 'no guns fire')}")
        return Return(Outcome(board, Result.NO_BARRAGE))
    arm, aim = board.guns[guns[0]].arm, aim_of(board, mission)
    cost = 0 if arm == Arm.NAVAL or aim == Aim.SHIP else supply_cost(aim, points)
    paid = pay(ref, board, mission.side, cost, "this barrage")
    if paid is None:
        return Return(Outcome(board, Result.NO_BARRAGE))
    board = fired(paid, guns, aim)
    names = ", ".join(board.guns[gun].title for gun in guns)
    ref.tell(Note, f"{names}: {count(points, 'point')}")
    fire = Fire(board, mission.side, mission.at, points, arm, mission.result, mission=mission.id)
    return resolve(ref, fire, mission, aim)


@rule("R53", "R54", "R30", "R52")
def resolve(ref: Referee, fire: Fire, mission: Mission, aim: str) -> Move[Outcome]:
    """Rolls on the table for the target. Anything but a ship counts as the one barrage of its hex."""
    ship = fire.board.ship(mission.ship)
    if aim == Aim.SHIP and ship is not None:
        return Return(Outcome(*barrage_ship(ref, fire, ship)))
    fire = replace(fire, board=fire.board.with_barraged(mission.at))
    if aim == Aim.UNITS:
        return Return(Outcome(*barrage_units(ref, fire)))
    result = attack(ref, fire, port=aim == Aim.PORT)
    if aim == Aim.AIR_BASE:
        return raid(ref, fire, result)
    return Return(Outcome(*damage_port(ref, fire.board, mission.at, result.levels)))


@rule("R53")
def choose_guns(ref: Referee, board: Board, mission: Mission) -> tuple[str, ...]:
    """The guns that the order names, or those that the player picks: any number, of one arm."""
    if mission.guns:
        return named_guns(ref, board, mission)
    able = able_guns(board, mission, ref)
    all_able = [gun for guns in able.values() for gun in guns]
    batteries = board.guns
    labels = {gun: gun_label(batteries[gun]) for gun in all_able}

    def refused(guns: list[str]) -> str | None:
        return mixed_refused([batteries[gun] for gun in guns])

    def why_not(name: str) -> str:
        gun = batteries.get(name)
        return f"{gun.title} does not fire: {fire_refused(board, mission, gun, ref)}" if gun else f"{name!r} is no gun (R53)"

    usual, about = next(iter(able.values()), []), partial(who_fires, board, mission, all_able)
    return picked(ref, "guns", labels, by=mission.side, usual=usual, refused=refused, about=about, why_not=why_not)


def gun_label(gun: Gun) -> str:
    """A battery as an option: what it fires with."""
    return f"{gun.title}, barrage {barrage_of(gun)}{', halved by DG' if gun.dg and gun.arm == Arm.ARTILLERY else ''}"


@rule("R53", "R54")
def mixed_refused(batteries: Sequence[Gun]) -> str | None:
    """Why guns cannot fire together, or None: a barrage is fired by one arm, artillery or ships."""
    return "artillery and ships do not fire in one barrage (R53)" if len({battery.arm for battery in batteries}) > 1 else None


def named_guns(ref: Referee, board: Board, mission: Mission) -> tuple[str, ...]:
    """The named guns that may fire; the output says why the others do not. The caller cites the rule."""
    guns = board.guns

    named = {gun.id: gun.title for gun in guns.values() if gun.id in mission.guns}
    return tuple(able_of(ref, named, lambda gun: fire_refused(board, mission, guns[gun], ref), "fire"))


@rule("R53", "R54", "R52")
def strength_of(ref: Referee, board: Board, guns: Sequence[str], mission: Mission) -> int:
    """The points of the guns, added up, then rounded; DG halves artillery, and a target ship's protection divides them."""
    total = sum((points_of(ref, board.guns[gun]) for gun in guns), Fraction(0))
    ship = board.ship(mission.ship)
    return strength_against(total, protection_of(ref, ship)) if ship else half_up(total)


def protection_of(ref: Referee, ship: Vessel) -> int:
    """The protection on the face-up side; 1, without asking, if the undamaged ship has no more than that."""
    return side_up(ref, ship).protection if ship.protection > 1 else 1


def points_of(ref: Referee, gun: Gun) -> Fraction:
    """What a battery fires with."""
    if isinstance(gun, Ship):
        return side_up(ref, gun).barrage
    return gun.barrage / 2 if gun.dg else gun.barrage


@rule("R53")
def fired(board: Board, guns: Iterable[str], aim: str) -> Board:
    """The board after guns have fired in this phase and, if at land, in this game turn."""
    firing = (board.guns[gun] for gun in guns)
    return board.with_guns(replace(gun, fired=True, bombarded=gun.bombarded or aim != Aim.SHIP) for gun in firing)


# supply


@rule("R53")
def supply_cost(aim: str, points: int) -> int:
    """The combat supply for an artillery barrage in T: that of the column before shifts."""
    table, costs = COSTS.get(aim, FACILITY_COSTS)
    [(_, cells)] = load_chart(PACKAGE, costs).rows
    return int(cells[first_column(points, table)])


# what the questions are about


def who_fires(board: Board, mission: Mission, guns: Iterable[str]) -> str:
    """A sentence about the guns that reach the target."""
    names = listed((board.guns[gun].title for gun in guns), MOST_PLANES)
    return f"{doing(board, mission)}.{defended(board, mission)} In range: {names}."
