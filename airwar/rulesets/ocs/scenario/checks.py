"""What can be wrong with a single mission of a scenario."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from airwar.engine.rule import rule
from airwar.rulesets.kit.names import count
from airwar.rulesets.ocs.bases.construction import BUILT, TORN_DOWN
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.places import STRIP
from airwar.rulesets.ocs.board.setting import (
    BARRAGE,
    BASE_ATTACK,
    BUILD,
    CAPTURE,
    DROP,
    HIP_SHOOT,
    LIFTS,
    PORT_ATTACK,
    SHIP_ATTACK,
    STRIKES,
    TRAINBUST,
    WORKS,
    Mission,
)
from airwar.rulesets.ocs.missions.barrage_table import RESULTS, strength_refused
from airwar.rulesets.ocs.missions.cargo import most_capacity, towing_refused, unloading_room, weight
from airwar.rulesets.ocs.missions.facility import RAIL_RESULTS, code_refused, codes_of
from airwar.rulesets.ocs.missions.kinds import kind_refused, phase_refused
from airwar.rulesets.ocs.missions.lift_orders import LIFTED_ALLOWANCE
from airwar.rulesets.ocs.missions.targets import AIMED, AIMS, aim_of
from airwar.rulesets.ocs.scenario.arms import check_gunfire
from airwar.rulesets.ocs.units.air import ELSEWHERE
from airwar.scenario.nodes import Mark
from airwar.scenario.shape import Section

GROUND_PHASES = ("movement", "reaction", "combat", "exploitation")
COMBAT_PHASES = ("combat", "exploitation")  # phases with a combat segment
TURNS_AHEAD = 2  # that a drop of units is planned

KIND_BY_AIM = {aim: kind for kind, aim in AIMS.items()}

Refusals = Iterator[tuple[Mark, str]]
Check = Callable[[Section, Mission, Board], Refusals]


@rule("R3", "R10", "R11")
def check_phase(said: Section, mission: Mission, board: Board) -> Refusals:
    """Every mission is in a phase in which its side may carry it out."""
    if mission.kind == CAPTURE:
        if mission.phase not in GROUND_PHASES:
            listed = ", ".join(GROUND_PHASES)
            yield said.at("in"), f"bases are not captured in the {mission.phase} phase; expected {listed} (R37)"
        elif mission.captured.advance and mission.phase not in COMBAT_PHASES:
            listed = ", ".join(COMBAT_PHASES)
            yield said.at("advance"), f"the {mission.phase} phase has no combat to advance after; expected {listed} (R38)"
        return
    refused = phase_refused(board, mission)
    if refused:
        yield said.at("in"), refused
    refused = kind_refused(board, mission)
    if refused:
        yield said.at("kind"), refused


@rule("R30", "R34", "R51")
def check_result(said: Section, mission: Mission, board: Board) -> Refusals:
    """A stated result is one that the table has."""
    if mission.stated.strike:
        kind = KIND_BY_AIM[aim_of(board, mission)] if mission.kind in AIMED else mission.kind
        refused = result_refused(kind, mission.stated.strike, codes_of(board.setting))
        if refused:
            yield said.at("result"), refused


@rule("R30", "R34", "R51")
def result_refused(kind: str, result: str, codes: tuple[str, ...]) -> str | None:
    """Why a result cannot be stated for this kind of mission, or None if it can."""
    if kind in (BASE_ATTACK, PORT_ATTACK):
        return code_refused(result, codes)
    if kind == TRAINBUST:
        listed = ", ".join(RAIL_RESULTS)
        return None if result in RAIL_RESULTS else f"{result!r} is not a rail line result; expected one of {listed} (R51)"
    if kind in (BARRAGE, HIP_SHOOT):
        return None if result in RESULTS else f"{result!r} is not a barrage result; expected one of {', '.join(RESULTS)} (R34)"
    return f"a result cannot be stated for {kind}"


@rule("R36")
def check_hip_shoot(said: Section, mission: Mission, board: Board) -> Refusals:
    """Only hip shoots and gunfire say what they are aimed at; the other missions say it by their kind."""
    if mission.target and mission.kind not in (*AIMED, *WORKS):
        yield (
            said.at("target"),
            f"{mission.kind} says what it is aimed at; `target` goes with hip-shoot, gunfire, build and reduce (R36)",
        )
    if mission.target == STRIP and mission.kind in AIMED:
        yield said.at("target"), f"{mission.kind} is aimed at units, base, port or ship; an air strip is attacked as a base (R36)"


@rule("R34")
def check_strength(said: Section, mission: Mission, board: Board) -> Refusals:
    """A strike needs at least one point."""
    if mission.kind in (*STRIKES, HIP_SHOOT) and mission.units:
        refused = strength_refused(board, mission.units)
        if refused:
            yield said.at("with"), refused


@rule("R52")
def check_ship(said: Section, mission: Mission, board: Board) -> Refusals:
    """Ships are attacked only where the naval rules are used, and only enemy ships in the mission hex."""
    if mission.kind == SHIP_ATTACK and not mission.ship:
        yield said.mark, "a ship-attack must name its ship (R52)"
    if mission.ship and mission.kind not in (SHIP_ATTACK, *AIMED):
        yield said.at("ship"), f"{mission.kind} is not aimed at a ship (R52)"
    ship = board.setting.ships.get(mission.ship)
    if ship and (ship.at != mission.at or ship.side == mission.side):
        yield said.at("ship"), f"{ship.name} is a ship of {ship.side} at {ship.at}; expected an enemy ship at {mission.at} (R52)"


@rule("R45", "R46", "R48")
def check_cargo(said: Section, mission: Mission, board: Board) -> Refusals:
    """The cargo can be carried."""
    carries = mission.kind in LIFTS
    if carries != bool(mission.lift.cargo):
        yield said.mark, f"{mission.kind} {'needs' if carries else 'carries no'} cargo (R45)"
        return
    for cargo, item in zip(mission.lift.cargo, said["cargo"] or (), strict=True):
        if bool(cargo.supply) == bool(cargo.res):
            yield item.mark, f"{cargo.id} has {cargo.supply}T and {cargo.res} RE; expected exactly one of the two"
        if cargo.is_unit and (not cargo.leg or cargo.allowance > LIFTED_ALLOWANCE):
            foot = " on foot" if cargo.leg else ", not on foot"
            yield item.mark, f"{cargo.id} has allowance {cargo.allowance}{foot}; expected at most {LIFTED_ALLOWANCE} on foot (R45)"
    if carries and mission.units:
        load, room = load_of(mission, board), most_capacity(board, mission, mission.units)
        if load > room:
            yield said.at("cargo"), f"the cargo weighs {load}T; the mission carries {room}T (R45)"


def load_of(mission: Mission, board: Board) -> Fraction:
    return sum((weight(cargo, board.rulings) for cargo in mission.lift.cargo), Fraction(0))


@rule("R33")
def check_unloading(said: Section, mission: Mission, board: Board) -> Refusals:
    """A base unloads 2T per level, unless the transports stay; what comes on gliders does not count."""
    load, limit = load_of(mission, board), unloading_room(board, mission)
    if load > limit:
        yield said.at("cargo"), f"{mission.at} unloads {limit}T in a segment, not {load}T, unless the transports stay (R33)"


@rule("R46")
def check_gliders(said: Section, mission: Mission, board: Board) -> Refusals:
    """Full-strength transports tow gliders, one each, from their base."""
    if not mission.by_glider:
        return
    if mission.kind not in LIFTS:
        yield said.at("method"), f"gliders are used for drops and transport, not for {mission.kind} (R46)"
        return
    homes = {board.counter(unit).home for unit in mission.units}
    gliders = sum(base.gliders for base in board.bases if base.id in homes)
    if gliders < len(mission.units):
        listed, needed = ", ".join(sorted(homes)), count(len(mission.units), "tow plane")
        yield said.at("method"), f"{count(gliders, 'glider')} at {listed} for {needed} (R46)"
        return
    for index, unit_id in enumerate(mission.units):
        refused = towing_refused(board, board.unit(unit_id)._replace(place=board.counter(unit_id).home))
        if refused:
            yield said["with"].marks[index], f"{unit_id}: {refused}"


@rule("R47")
def check_plan(said: Section, mission: Mission, board: Board) -> Refusals:
    """With the option, drops of units are planned two turns ahead and flown in the movement phase."""
    units = any(cargo.is_unit for cargo in mission.lift.cargo)
    if mission.kind != DROP or not units or not board.rulings.yes("drop-plan-required"):
        return
    if mission.phase != "movement":
        yield said.at("in"), f"units are dropped only in the movement phase, not in {mission.phase} (R47)"
    if said["planned"] < TURNS_AHEAD:
        yield said.mark, f"the drop was planned {count(said['planned'], 'turn')} ago; expected at least {TURNS_AHEAD} (R47)"


@rule("R37", "R38")
def check_capture(said: Section, mission: Mission, board: Board) -> Refusals:
    """Capture rolls are for the units at the base, and for no others."""
    if mission.kind != CAPTURE:
        if mission.captured.advance or mission.captured.self_inflicted:
            yield said.mark, f"{mission.kind} captures nothing; `advance` and `self-inflicted` go with capture (R38)"
        return
    if mission.captured.self_inflicted and not board.rulings.profile.self_inflicted:
        yield said.at("self-inflicted"), "4.3 has no self-inflicted capture rolls (R39)"
    for index, unit_id in enumerate(mission.units):
        unit = board.unit(unit_id)
        if unit.place != mission.at or unit.status == ELSEWHERE:
            yield said["with"].marks[index], f"{unit_id} is at {unit.place}; capture rolls are for units at {mission.at} (R37)"


@rule("R56")
def check_works(said: Section, mission: Mission, board: Board) -> Refusals:
    """Engineers are not units of the scenario, and build or tear down only what can be."""
    if mission.kind not in WORKS:
        return
    if mission.units:
        yield said.at("with"), f"{mission.kind} is the work of engineers on the map; leave out `with` (R56)"
    if mission.target and mission.target not in (BUILT if mission.kind == BUILD else TORN_DOWN):
        yield said.at("target"), f"{mission.kind} does not go with {mission.target} (R56)"


@rule("R42")
def check_para(said: Section, mission: Mission, board: Board) -> Refusals:
    """In 4.3 only units with the para symbol are dropped by parachute; others land in gliders."""
    if mission.kind != DROP or mission.by_glider or not board.rulings.profile.para_symbol:
        return
    for cargo, item in zip(mission.lift.cargo, said["cargo"] or (), strict=True):
        if cargo.is_unit and not cargo.para:
            yield item.mark, f"{cargo.id} needs the para symbol to be dropped by parachute; add para: true (14.10a)"


CHECKS: tuple[Check, ...] = (
    check_phase,
    check_result,
    check_hip_shoot,
    check_gunfire,
    check_works,
    check_strength,
    check_ship,
    check_cargo,
    check_unloading,
    check_gliders,
    check_plan,
    check_capture,
    check_para,
)
