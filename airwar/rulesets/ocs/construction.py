"""Engineers build, repair and tear down air bases and ports (R56)."""

from __future__ import annotations

from dataclasses import fields
from typing import NamedTuple

from airwar.rulesets.kit import Move, Note, Referee, Return, count, replace, rule, title_of
from airwar.rulesets.ocs.bases import pay
from airwar.rulesets.ocs.board import Outcome, Result, Task, the_side
from airwar.rulesets.ocs.position import MOST_HITS, SEA, Base, BaseKind, Board, Hex, Kind, Mission, Port

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
        return f"{name} belongs to {the_side(base.side)} (R56)"
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
        return f"the port of {name} belongs to {the_side(port.side)} (R55)"
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
    board = replace(board, worked=(*board.worked, f"{mission.at}.{mission.target or BaseKind.BASE}"))
    return Return(Outcome(board, plan.result))


@rule("R56", "R33")
def plan_of(board: Board, mission: Mission) -> Plan:
    """What the work costs and what comes of it: one level or one hit at a time. Tearing down is free."""
    builds, base, port = mission.kind == Kind.BUILD, board.base(mission.at), board.port(mission.at)
    if mission.target == PORT:
        assert port is not None
        hits = port.hits + (-1 if builds else 1)
        return Plan(REPAIR_COST * builds, replace(port, hits=hits), f"the port has {count(hits, 'hit')} now")
    if base is None:
        kind = BaseKind.STRIP if mission.target == BaseKind.STRIP else BaseKind.BASE
        told = "an air strip is built" if kind == BaseKind.STRIP else "an air base of level 1 is built"
        built = base_at(board.hex(mission.at), mission.side, kind)
        return Plan(STRIP_COST if kind == BaseKind.STRIP else LEVEL_COST, built, told)
    level = base.level + (1 if builds else -1)
    cost = (UPGRADE_COST if base.kind == BaseKind.STRIP else LEVEL_COST) * builds
    return Plan(cost, replace(base, level=level, kind=BaseKind.BASE), f"the air base is of level {level} now")


def base_at(place: Hex, side: str, kind: str) -> Base:
    """A new base in a hex."""
    known = {data.name: getattr(place, data.name) for data in fields(place)}
    return Base(**known, side=side, kind=kind, level=1 if kind == BaseKind.BASE else 0)


def with_facility(board: Board, place: str, facility: Base | Port) -> Board:
    if isinstance(facility, Port):
        return board.with_port(place, facility)
    return board.with_base(facility) if board.base(place) else board.with_built(facility)
