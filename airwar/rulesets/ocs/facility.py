"""Air bases, rail lines and ports: attacked (R30 to R33, R55), captured (9.15e), and built (R56)."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache, partial
from typing import NamedTuple

from airwar.rulesets.kit import (
    D6,
    Loss,
    Move,
    Note,
    OnRow,
    Referee,
    Return,
    Row,
    Term,
    call,
    changed,
    count,
    load_chart,
    rule,
    then,
    title_of,
)
from airwar.rulesets.ocs.barrage import FACILITY, TOO_WEAK, Fire, column_row, counted, fire_of, first_column, result_to_read
from airwar.rulesets.ocs.bases import displace, lose_step, pay
from airwar.rulesets.ocs.board import Outcome, Result, Task, planes
from airwar.rulesets.ocs.flight import Flight, after_barrage, go_home
from airwar.rulesets.ocs.position import (
    MOST_HITS,
    PACKAGE,
    SEA,
    SINKS,
    Base,
    BaseKind,
    Board,
    Hex,
    Kind,
    Marker,
    Mission,
    Port,
    half_up,
)
from airwar.rulesets.ocs.rulings import V1, Rulings

CUT = "cut"
RAIL_RESULTS = {"none": "no effect", CUT: "the line is cut"}
TRIGGER = "AB"  # the air units at the base are rolled for on this result or better
REDUCE = "reduce"


class FacilityResult(NamedTuple):
    """The effect on a facility: levels lost, whether a rail line is cut, and the die on which planes are reduced."""

    code: str
    levels: int = 0
    cut: bool = False
    planes_from: int = 0  # 0 if the planes are safe

    def __str__(self) -> str:
        return self.code


# results and dice


@rule("R30")
def code_refused(code: str, codes: tuple[str, ...]) -> str | None:
    """Why this is not a result of an attack on a facility, or None if it is."""
    return None if code in codes else f"{code!r} is not a facility result; expected one of {', '.join(codes)} (R30)"


@rule("R30")
def codes_of(board: Board) -> tuple[str, ...]:
    """The results that players can give: the codes of the scenario, or in 4.3 the cells of its table."""
    if not board.rulings.v4:
        return board.facility_codes
    return tuple(dict.fromkeys(cell for _, line in load_chart(PACKAGE, FACILITY).rows for cell in line))


@rule("R30")
def as_stated(code: str, board: Board) -> FacilityResult:
    """What a result given by the players does."""
    return printed(code) if board.rulings.v4 else stated(code, board.facility_codes)


@rule("R30")
def stated(code: str, codes: tuple[str, ...]) -> FacilityResult:
    """The effect of a result given by the players: AB or better endangers the planes, a number lowers the level."""
    refused = code_refused(code, codes)
    if refused:
        raise ValueError(refused)
    levels = int(code) if code.isdigit() else 0
    endangered = codes.index(code) >= codes.index(TRIGGER)
    return FacilityResult(code, levels, planes_from=5 if endangered else 0)


def in_words(result: FacilityResult, port: bool) -> str:
    """What a result does to a base or a port, in words, for the player who gives it."""
    if port:
        return count(result.levels, "hit") if result.levels else Result.NO_EFFECT
    levels = [f"{count(result.levels, 'level')} lost"] if result.levels else []
    planes = ["every air unit there is rolled for"] if result.planes_from else []
    return ", ".join(levels + planes) or Result.NO_EFFECT


@rule("R30")
def printed(cell: str) -> FacilityResult:
    """A cell of the 4.3 table: levels, * for a cut line, and in parentheses the die on which planes are reduced."""
    match = re.fullmatch(r"(\d?)(\*?)(?:\((\d)\))?|-", cell)
    assert match is not None, cell
    return FacilityResult(cell, int(match[1] or 0), bool(match[2]), int(match[3] or 0))


@rule("R30")
@cache
def facility_reading(points: int) -> OnRow[FacilityResult]:
    """One die in the column of the strength; there are no shifts."""
    row = column_row(FACILITY, first_column(points, FACILITY))
    return OnRow(D6, Row(row.label, row.first, tuple(printed(cell) for cell in row.cells), row.chart, upright=True))


@rule("R31")
@cache
def reduction_reading(planes_from: int = 0) -> OnRow[str]:
    """One die for an air unit at the base: on 10.0i, or reduced on the number printed in the 4.3 cell or more."""
    row = load_chart(PACKAGE, "reduction").row("unit", str)
    if planes_from:
        cells = tuple(REDUCE if face >= planes_from else "-" for face in range(1, 7))
        row = Row(f"{planes_from} or more", 1, cells, "Barrage vs Facility (4.3)")
    return OnRow(D6, row)


# the attack


def is_stated(fire: Fire) -> bool:
    """Whether the players give the result of the attack."""
    return bool(fire.stated) or fire.board.rulings.value("facility") == "input"


@rule("R30", "R34")
def attack(ref: Referee, fire: Fire, port: bool = False) -> FacilityResult:
    """An attack on an air base or a port: the players give its result, or it is rolled on the 4.3 table."""
    board = fire.board
    if not is_stated(fire):
        return roll_attack(ref, fire, "the facility table of v3.0 is not known; a number in parentheses counts as AB")
    options = {code: in_words(as_stated(code, board), port) for code in codes_of(board)}
    about = partial(result_to_read, fire, "the port of " if port else "the air base at ")
    code = fire.stated or ref.choose("facility", options, by=fire.side, about=about)
    ref.tell(attack_note, fire, f"result stated by the players: {code}")
    return as_stated(code, board)


def attack_note(fire: Fire, result: str) -> Note:
    return Note(f"attack with {count(fire.points, 'point')}, {result}")


@rule("R30", "R34")
def roll_attack(ref: Referee, fire: Fire, ruling: str) -> FacilityResult:
    """One die on the 4.3 table."""
    result = ref.roll("facility", facility_reading(fire.points), fire.side)
    ref.tell(fire.board.rulings.graded, "facility", ruling)
    return result


# air bases


@dataclass(frozen=True)
class Reduction:
    """Air units at a base under attack: those still to be rolled for, and how many have been hit."""

    board: Board  # a board with these units only
    side: str  # whose attack it is
    waiting: tuple[str, ...]
    planes_from: int  # the die printed in the cell; 0 for table 10.0i
    hits: int = 0


@dataclass(frozen=True)
class Raid:
    """An attack on an air base whose air units are being rolled for."""

    board: Board
    levels: int  # levels that the base has lost
    flight: Flight | None  # the planes that go home afterward, if any do


@rule("R30", "R34")
def base_attack(ref: Referee, flight: Flight) -> Move[Outcome]:
    """The planes attack an air base. In v3.0 they stay over it; in 4.3 they go home once the planes there have been rolled for."""
    flight = counted(flight)
    fire = fire_of(flight)
    if fire.points < 1:
        return too_weak(ref, flight)
    result = attack(ref, fire)
    if fire.board.rulings.profile.return_phase:
        return raid(ref, changed(fire, board=after_barrage(ref, flight).board), result)
    return raid(ref, fire, result, flight)


@rule("R34")
def too_weak(ref: Referee, flight: Flight) -> Move[Outcome]:
    """Losses have brought a mission below one point: it counts as driven off."""
    ref.tell(Note, TOO_WEAK)
    return after_barrage(ref, flight).over(Result.NO_BARRAGE)


@rule("R30", "R32")
def raid(ref: Referee, fire: Fire, result: FacilityResult, flight: Flight | None = None) -> Move[Outcome]:
    """An air base may lose levels, and on AB or better every air unit there is rolled for."""
    rulings = fire.board.rulings
    by_cell = rulings.v4 or not is_stated(fire)
    threshold = result.planes_from if rulings.value("reduction") == "printed" and by_cell else 0
    board, levels = lower(ref, fire.board, fire.at, result.levels)
    if not result.planes_from:
        return raid_ends(ref, Raid(board, levels, flight), 0)
    if threshold:
        text = f"planes are reduced on {threshold} or more, as the cell prints, not by 10.0i"
        ref.tell(rulings.graded, "reduction", text)
    planes = board.based_at(fire.at)
    reduction = Reduction(board.only(planes), fire.side, planes, threshold)
    return call(reduction_roll, reduction, back=raid_over, keep=Raid(board, levels, flight))


@rule("R32", "R33")
def lower(ref: Referee, board: Board, place: str, levels: int) -> tuple[Board, int]:
    """A base loses levels, but never its last; strips are never lowered. Returns the levels lost."""
    base = board.base(place)
    assert base is not None
    lost = min(levels, base.level - 1)
    if lost <= 0 or base.kind != BaseKind.BASE:
        return board, 0
    fate = f"{'level' if lost == 1 else 'levels'} lost, now level {base.level - lost}{board.rulings.borrowed}"
    ref.tell(Loss, base.side, board.name(place), lost, fate)
    return board.with_base(changed(base, level=base.level - lost)), lost


@rule("R31", "R26")
def reduction_roll(ref: Referee, reduction: Reduction) -> Move[Reduction]:
    """One die for the next air unit at the base, active or inactive; a reduced unit that is hit is destroyed."""
    if not reduction.waiting:
        return Return(reduction)
    unit, *rest = reduction.waiting
    hit = ref.roll(f"reduction.{unit}", reduction_reading(reduction.planes_from), reduction.side) == REDUCE
    board = lose_step(ref, reduction.board, unit) if hit else reduction.board
    return then(reduction_roll, changed(reduction, board=board, waiting=tuple(rest), hits=reduction.hits + hit))


@rule("R31")
def raid_over(ref: Referee, raid: Raid, reduction: Reduction) -> Move[Outcome]:
    """Ends the raid once every air unit at the base has been rolled for."""
    board = raid.board.with_units(*reduction.board.units.values())
    return raid_ends(ref, changed(raid, board=board), reduction.hits)


@rule("R15", "R30")
def raid_ends(ref: Referee, raid: Raid, steps: int) -> Move[Outcome]:
    """The mission has been resolved, and its planes go home."""
    result = raid_result(raid.levels, steps)
    return go_home(ref, raid.flight.on(raid.board)).over(result) if raid.flight else Return(Outcome(raid.board, result))


def raid_result(levels: int, steps: int) -> str:
    parts = [count(number, noun) for number, noun in ((levels, "level"), (steps, "air step")) if number]
    return " and ".join(parts) or Result.NO_EFFECT


# rail lines


@rule("R51", "R30", "R34")
def trainbust(ref: Referee, flight: Flight) -> Move[Outcome]:
    """Attacks a rail line like a facility; success places a marker that doubles the cost of rail transport."""
    mission, flight = flight.mission, counted(flight)
    fire = fire_of(flight)
    if fire.points < 1:
        return too_weak(ref, flight)
    cut = line_cut(ref, fire)
    flight = after_barrage(ref, flight)
    if not cut:
        return flight.over(Result.NO_EFFECT)
    ref.tell(Note, f"a rail interdiction marker is placed at {flight.target}")
    return flight.on(flight.board.with_marker(Marker(mission.at, mission.side))).over(Result.RAIL_CUT)


@rule("R51", "R30")
def line_cut(ref: Referee, fire: Fire) -> bool:
    """Whether the rail line is cut: the players say so, or an asterisk in the 4.3 table does."""
    if not is_stated(fire):
        return roll_attack(ref, fire, "how v3.0 cuts a rail line is not known").cut
    result = fire.stated or ref.choose("rail", RAIL_RESULTS, by=fire.side, about=partial(result_to_read, fire, "the rail line at "))
    ref.tell(attack_note, fire, f"stated by the players: {RAIL_RESULTS[result]}")
    return result == CUT


# ports


@rule("R55")
def port_capacity(port: Port) -> int:
    """What a port handles in T: as printed on its own damage track, or a share of its capacity rounded to 1T."""
    if port.damage_track and port.hits:
        return port.damage_track[port.hits - 1]
    share = Fraction(int(dict(load_chart(PACKAGE, "port-damage-4.3").rows)[str(port.hits)][0]), 100)
    return half_up(port.capacity * share)


@rule("R55", "R34")
def port_attack(ref: Referee, flight: Flight) -> Move[Outcome]:
    """Planes attack a port."""
    flight = counted(flight)
    fire = fire_of(flight)
    if fire.points < 1:
        return too_weak(ref, flight)
    board, text = damage_port(ref, flight.board, flight.mission.at, attack(ref, fire, port=True).levels)
    return after_barrage(ref, flight.on(board)).over(text)


@rule("R55")
def damage_port(ref: Referee, board: Board, place: str, hits: int) -> tuple[Board, str]:
    """A port takes hits, four at most. Returns the board and the result."""
    port = board.port(place)
    assert port is not None
    taken = min(hits, MOST_HITS - port.hits)
    if taken <= 0:
        return board, Result.NO_EFFECT
    after = changed(port, hits=port.hits + taken)
    fate = f"{'hit' if taken == 1 else 'hits'}, capacity now {port_capacity(after)}T"
    ref.tell(Loss, port.side, f"port of {board.name(place)}", taken, fate)
    return board.with_port(place, after), count(taken, "hit")


# capture

ADVANCE = 2  # added after an advance after combat, or for a self-inflicted roll


@dataclass(frozen=True)
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
    return f"{name} already belongs to {title_of(base.side)} (R37)" if base.side == mission.side else None


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
        return then(base_captured, changed(capture, board=board, res=place.re))
    supply = captured_supply(ref, board, place, mission.side)
    if place.supply:
        ref.tell(Note, f"{supply}T of supply at {board.name(place.id)} now belong to {title_of(mission.side)}")
    return Return(Outcome(board.with_hex(changed(place, supply=supply, now=(mission.side,)))))


@rule("R37", "R40", "R41")
def base_captured(ref: Referee, capture: Capture) -> Move[Outcome]:
    """Enemy ground units capture a base in any weather, with its supply; they own it at once, and the gliders there are lost."""
    board, mission = capture.board, capture.mission
    base, name, side = board.bases[mission.at], board.name(mission.at), mission.side
    if base.gliders:
        ref.tell(Loss, base.side, f"gliders at {name}", base.gliders, f"destroyed{board.rulings.borrowed}")
    waiting, supply = board.based_at(mission.at), captured_supply(ref, board, base, side)
    held: Base = base.entered((side,), capture.res)
    board = board.with_hex(changed(held, side=side, gliders=0, supply=supply, enemy_zoc=None))
    board = destroy_ships(ref, board, base.id, side)
    what = f"level {base.level}" if base.kind == BaseKind.BASE else base.kind
    stock = f", with {supply}T of supply" if supply else ""
    ref.tell(Note, f"{name}, {what}{stock}, now belongs to {title_of(side)}, who may use it at once{board.rulings.borrowed}")
    return then(capture_roll, changed(capture, board=board, waiting=waiting))


@rule("R52")
def destroy_ships(ref: Referee, board: Board, place: str, captor: str) -> Board:
    """Combat units that enter a hex destroy the enemy's ships there."""
    for ship in board.ships_at(place, board.enemy_of(captor)):
        ref.tell(Loss, ship.side, ship.title, SINKS - ship.hits, f"destroyed at {board.name(place)}{board.rulings.borrowed}")
        board = board.with_ship(changed(ship, sunk=True))
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
    return then(displacement, changed(capture, board=lose_step(ref, board, unit.id), lost=capture.lost + 1))


@rule("R40")
def displacement(ref: Referee, capture: Capture) -> Move[Outcome]:
    """The unit just rolled for goes to another base, if it survived, and is inactive there."""
    unit, *rest = capture.waiting
    board, before = capture.board, capture.board.unit(unit)
    if not before.eliminated:
        board = displace(ref, board, unit)
    lost = capture.lost + before.steps - board.unit(unit).steps
    return then(capture_roll, changed(capture, board=board, waiting=tuple(rest), lost=lost))


# construction

PORT = "port"
BUILT = (BaseKind.BASE, BaseKind.STRIP, PORT)  # or repaired
TORN_DOWN = (BaseKind.BASE, PORT)
HIGHEST = 3  # level of an air base
LEVEL_COST, STRIP_COST, UPGRADE_COST, REPAIR_COST = 4, 1, 3, 4  # in T


class Plan(NamedTuple):
    """What construction does: its cost in T, what is there afterward, and the sentence about it."""

    cost: int
    after: Base | Port
    result: str


@rule("R56")
def works_refused(board: Board, mission: Mission) -> str | None:
    """Why nothing can be built or torn down, or None if it can."""
    name, target = board.name(mission.at), mission.target or BaseKind.BASE
    if mission.phase != "movement":
        return "engineers work only in the movement phase (R56)"
    place = board.hex(mission.at)
    if board.enemy_of(mission.side) in place.combat_units:
        return f"enemy combat units are at {name} (R56)"
    if f"{mission.at}.{target}" in board.worked:
        return f"engineers have already worked on the {target} at {name} in this turn (R56)"
    if target == PORT:
        return port_works_refused(board, mission, name)
    base = board.base(mission.at)
    if base and base.side != mission.side:
        return f"{name} belongs to {base.side} (R56)"
    if place.terrain == SEA:
        return f"{name} is at sea (R56)"
    return base_works_refused(mission, name, target, base)


def base_works_refused(mission: Mission, name: str, target: str, base: Base | None) -> str | None:
    """Why a base or strip cannot be built up or torn down, or None. The caller cites the rule."""
    if base is None:
        return None if mission.kind == Kind.BUILD else f"{name} has no air base (R56)"
    if base.carrier:
        return f"{name} is a carrier (R56)"
    if target == BaseKind.STRIP:
        return f"{name} has an air base already (R56)"
    if mission.kind == Kind.BUILD:
        return f"{name} has level {HIGHEST}, the highest (R56)" if base.level >= HIGHEST else None
    return f"{name} is not reduced below level 1 (R56)" if base.level <= 1 else None


def port_works_refused(board: Board, mission: Mission, name: str) -> str | None:
    """Why a port cannot be repaired or damaged by its owner, or None. The caller cites the rule."""
    port = board.port(mission.at)
    if port is None:
        return f"{name} has no port (R55)"
    if port.side != mission.side:
        return f"the port of {name} belongs to {port.side} (R55)"
    if mission.kind == Kind.BUILD:
        return None if port.hits else f"the port of {name} has no hits (R55)"
    return f"the port of {name} has {MOST_HITS} hits, the most (R55)" if port.hits >= MOST_HITS else None


@rule("R56")
def works(ref: Referee, order: Task) -> Move[Outcome]:
    """Engineers build, repair or tear down. The map shows who and where they are; what is built can be used at once."""
    board, mission = order.board, order.mission
    name = board.name(mission.at)
    ref.enter(mission.id, f"{title_of(mission.side)}: {mission.kind} at {name}")
    refused = works_refused(board, mission)
    if refused:
        ref.tell(Note, f"not built: {refused}")
        return Return(Outcome(board, Result.NOT_BUILT))
    plan = plan_of(board, mission)
    paid = pay(ref, board, mission.side, plan.cost, "this work")
    if paid is None:
        return Return(Outcome(board, Result.NOT_BUILT))
    ref.tell(Note, f"{name}: {plan.result}{board.rulings.borrowed}")
    board = with_facility(paid, mission.at, plan_of(paid, mission).after)
    board = changed(board, worked=(*board.worked, f"{mission.at}.{mission.target or BaseKind.BASE}"))
    return Return(Outcome(board, plan.result))


@rule("R56", "R33")
def plan_of(board: Board, mission: Mission) -> Plan:
    """What the work costs and what comes of it: one level or one hit at a time. Tearing down is free."""
    builds, base, port = mission.kind == Kind.BUILD, board.base(mission.at), board.port(mission.at)
    if mission.target == PORT:
        assert port is not None
        hits = port.hits + (-1 if builds else 1)
        return Plan(REPAIR_COST * builds, changed(port, hits=hits), f"the port has {count(hits, 'hit')} now")
    if base is None:
        kind = BaseKind.STRIP if mission.target == BaseKind.STRIP else BaseKind.BASE
        told = "an air strip is built" if kind == BaseKind.STRIP else "an air base of level 1 is built"
        built = base_at(board.hex(mission.at), mission.side, kind)
        return Plan(STRIP_COST if kind == BaseKind.STRIP else LEVEL_COST, built, told)
    level = base.level + (1 if builds else -1)
    cost = (UPGRADE_COST if base.kind == BaseKind.STRIP else LEVEL_COST) * builds
    return Plan(cost, changed(base, level=level, kind=BaseKind.BASE), f"the air base is of level {level} now")


def base_at(place: Hex, side: str, kind: str) -> Base:
    """A new base in a hex."""
    known = {data.name: getattr(place, data.name) for data in fields(place)}
    return Base(**known, side=side, kind=kind, level=1 if kind == BaseKind.BASE else 0)


def with_facility(board: Board, place: str, facility: Base | Port) -> Board:
    if isinstance(facility, Port):
        return board.with_port(place, facility)
    return board.with_base(facility) if board.base(place) else board.with_built(facility)
