"""Orders at the table: what the player on move may order in a segment, and against what (R3, R10, R11)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product

from airwar.engine.questions import Menu
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.names import count, title_of
from airwar.rulesets.ocs.bases.capture import capture_refused
from airwar.rulesets.ocs.bases.construction import BUILT, TORN_DOWN, works_refused
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.places import BASE
from airwar.rulesets.ocs.board.segment import BARRAGE as BARRAGE_SEGMENT
from airwar.rulesets.ocs.board.segment import COMBAT, MOVEMENT, Segment
from airwar.rulesets.ocs.board.setting import (
    BARRAGE,
    BASE_ATTACK,
    BUILD,
    CAPTURE,
    DROP,
    GUNFIRE,
    HIP_SHOOT,
    INTERDICT,
    LIFTS,
    PORT_ATTACK,
    REDUCE,
    SHIP_ATTACK,
    STATION,
    STRIKES,
    SWEEP,
    TRAINBUST,
    TRANSFER,
    TRANSPORT,
    WORKS,
    CapturedHow,
    Lift,
    Mission,
)
from airwar.rulesets.ocs.missions.about import lift_wanted, target_wanted
from airwar.rulesets.ocs.missions.course import strike_refused
from airwar.rulesets.ocs.missions.ground_war import EVENTS, events_in
from airwar.rulesets.ocs.missions.gunfire import gunfire_refused
from airwar.rulesets.ocs.missions.kinds import kind_refused, phase_refused
from airwar.rulesets.ocs.missions.lift_orders import ask_lift, drop_method, mission_with, possible_cargo
from airwar.rulesets.ocs.missions.takeoff import flying_refused
from airwar.rulesets.ocs.missions.targets import AIR_BASE, PORT, UNITS, target_refused
from airwar.rulesets.ocs.missions.weather import weather_refuses

FLY, STRIKE, GUNS, GROUND, SITE = "fly", "strike", "guns", "ground", "site"  # what a segment does of a mission
DONE = "done"
LABELS = {
    BARRAGE: "barrage the units in a hex",
    BASE_ATTACK: "attack an air base",
    PORT_ATTACK: "attack a port",
    TRAINBUST: "attack a rail line",
    SHIP_ATTACK: "attack a ship",
    HIP_SHOOT: "hip shoot: one plane barrages a hex at once",
    GUNFIRE: "artillery or ships fire at a hex or a ship",
    INTERDICT: "interdict a hex",
    STATION: "wait over a hex, to barrage in a later phase",
    SWEEP: "fighter sweep: fight the enemy planes in a hex",
    DROP: "drop troops or supply on a hex",
    TRANSPORT: "fly troops or supply to a base",
    TRANSFER: "move to another base",
    CAPTURE: "our ground units capture an air base",
    BUILD: "engineers build an air base or a strip, or repair a port",
    REDUCE: "we reduce an air base or a port of ours",
}

TARGETS = {GUNFIRE: (UNITS, AIR_BASE, PORT), BUILD: BUILT, REDUCE: TORN_DOWN}  # what there can be in one hex


@rule("R3", "R10", "R11", "R15")
def parts_of(mission: Mission, waits: bool) -> dict[str, str]:
    """What each segment does of a mission. In v3.0 strikes fly out first and barrage later; in 4.3 they do both at once."""
    if mission.kind == CAPTURE:
        by_combat = mission.captured.advance or mission.phase == COMBAT
        return {COMBAT if by_combat else MOVEMENT: GROUND}
    if mission.kind in WORKS:
        return {MOVEMENT: SITE}
    if mission.kind == GUNFIRE:
        return {BARRAGE_SEGMENT: GUNS}
    if mission.kind not in STRIKES:
        return {MOVEMENT: FLY}
    return {MOVEMENT: FLY, BARRAGE_SEGMENT: STRIKE} if waits else {BARRAGE_SEGMENT: FLY}


@rule("R3")
def open_orders(segment: Segment) -> Menu:
    """The kinds of missions that can be ordered now, and the events that can be told; worked out when somebody looks."""
    return Menu(lambda: (DONE, *LABELS, *EVENTS), partial(order_label, segment))


def order_label(segment: Segment, kind: str) -> str | None:
    """What an order is called in the menu, or None if it cannot be given now."""
    if kind == DONE:
        return "nothing more in this segment"
    if kind in LABELS:
        return LABELS[kind] if next(open_missions(segment, kind), None) else None
    return events_in(segment).get(kind)


@rule("R3")
def anything_open(segment: Segment) -> bool:
    """Whether anything can be ordered or told; looks no further than the first."""
    return bool(events_in(segment)) or any(next(open_missions(segment, kind), None) for kind in LABELS)


def open_missions(segment: Segment, kind: str) -> Iterator[Mission]:
    """The missions of one kind that can be ordered now, one for each target; none, if its segment or phase refuses all of them."""
    board, anywhere = segment.board, Mission("", segment.stage, kind, "")
    part = parts_of(anywhere, board.rulings.profile.return_phase).get(segment.name, "")
    if kind != CAPTURE and (not part or (part in (FLY, STRIKE) and kind_or_phase_refused(board, anywhere, part))):
        return
    for mission in missions_of_kind(segment, kind):
        part = parts_of(mission, segment.board.rulings.profile.return_phase).get(segment.name, "")
        if part and order_refused(segment.board, mission, part) is None:
            yield mission


def missions_of_kind(segment: Segment, kind: str) -> Iterator[Mission]:
    """A mission of one kind against every target there is."""
    setting, stage = segment.board.setting, segment.stage
    name = f"{segment.scope}.{segment.asked}"
    if kind in (SHIP_ATTACK, GUNFIRE):
        for ship in setting.ships.values():
            yield Mission(name, stage, kind, ship.at, ship=ship.id)
    if kind == SHIP_ATTACK:
        return
    if kind in TARGETS:
        for place, target in product(setting.hexes, TARGETS[kind]):
            yield Mission(name, stage, kind, place, target=target)
        return
    captured = CapturedHow(advance=kind == CAPTURE and segment.name == COMBAT)
    for place in setting.hexes:
        yield Mission(name, stage, kind, place, captured=captured)


@rule("R10", "R11")
def order_refused(board: Board, mission: Mission, part: str) -> str | None:
    """Why a mission cannot be ordered now, or None if it can."""
    if part == GROUND:
        return capture_refused(board, mission)
    if part in (GUNS, SITE):
        return gunfire_refused(board, mission) if part == GUNS else works_refused(board, mission)
    refused = kind_or_phase_refused(board, mission, part) or target_refused(board, mission)
    refuses = strike_refused if part == STRIKE else flying_refused
    if refused or mission.kind in LIFTS:
        return refused or (None if possible_cargo(board, mission) else "nothing can be carried")
    able = any(refuses(board, mission, unit) is None for unit in board.units if unit.active)
    return None if able else "no unit can carry it out"


@rule("R10", "R11", "R1")
def kind_or_phase_refused(board: Board, mission: Mission, part: str) -> str | None:
    """Why no mission of this kind can be flown in its phase, whatever its target."""
    refused = phase_refused(board, mission) or kind_refused(board, mission)
    return refused or (weather_refuses(board.setting, mission.phase) if part == FLY else None)


# the questions


@rule("R3")
def order(ref: Referee, segment: Segment, kind: str) -> Mission | None:
    """The player says against what, and how. None if it turns out that it cannot be done."""
    by_target = {target_key(mission): mission for mission in open_missions(segment, kind)}
    labels = {target: described(segment.board, mission) for target, mission in by_target.items()}
    about = partial(target_wanted, segment, LABELS[kind], len(labels))
    mission = by_target[ref.choose(f"{segment.asked}.target", labels, by=segment.side, about=about)]
    if kind not in LIFTS:
        return mission
    lift = drop_method(ref, segment, mission) if kind == DROP else ask_stays(ref, segment, mission)
    carried = ask_lift(ref, segment, mission, lift)
    return None if carried is None else mission_with(mission, carried)


def target_key(mission: Mission) -> str:
    """What a target is called in an answer: the ship, the hex, or what else is in the hex, such as malta.port."""
    return mission.ship or (f"{mission.at}.{mission.target}" if mission.target not in ("", UNITS) else mission.at)


@rule("R45")
def ask_stays(ref: Referee, segment: Segment, mission: Mission) -> Lift:
    """Transports fly back, or stay at the base they fly to."""
    stays = {"no": "they fly back, or on to a base in range", "yes": "they stay there: twice the range, and all is unloaded"}
    about = partial(lift_wanted, segment, mission, "Do the transports stay there?")
    answer = ref.choose(f"{segment.asked}.stays", stays, by=segment.side, default="no", about=about, quiet=True)
    return Lift(stays=answer == "yes")


def described(board: Board, mission: Mission) -> str:
    """A target by name, with what is there."""
    setting, base, ground = board.setting, board.base(mission.at), board.ground_at(mission.at)
    if mission.ship:
        return f"{setting.ships[mission.ship].name} at {setting.name(mission.at)}"
    parts = [f"{'the port of ' if mission.target == PORT else ''}{setting.name(mission.at)}"]
    if base is not None:
        parts.append(f"{title_of(base.side)} {f'base of level {base.level}' if base.kind == BASE else base.kind}")
    if ground.combat:
        parts.append(f"{ground.res} RE of {' and '.join(map(title_of, ground.combat))}")
    planes = {side: board.active_at(mission.at, side) for side in setting.sides}
    parts += [f"{count(len(units), 'active plane')} of {title_of(side)}" for side, units in planes.items() if units]
    return ", ".join(parts)
