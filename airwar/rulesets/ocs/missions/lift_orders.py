"""What a transport or a drop carries, as the player says it at the table (R42, R45, R47)."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import partial

from airwar.engine.events import Note
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.names import count
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.segment import Segment
from airwar.rulesets.ocs.board.setting import DROP, GLIDER, PARADROP, Cargo, Lift, Mission
from airwar.rulesets.ocs.missions.about import lift_wanted
from airwar.rulesets.ocs.missions.cargo import TOWED, bases_of, most_capacity, towing_refused, weight
from airwar.rulesets.ocs.missions.drops import SOVIET_UNION, cutoff
from airwar.rulesets.ocs.missions.takeoff import flying_refused

LIFTED_ALLOWANCE = 10  # the highest allowance on foot of a unit that can be flown
NO, YES = "no", "yes"
ITEM = re.compile(r"(?:(?P<tons>\d{1,3}) ?T|(?P<res>\d{1,2}(?:/\d)?|\d \d/\d) ?RE(?: MA ?(?P<allowance>\d{1,2}))?)", re.IGNORECASE)
EXAMPLES = ("1T", "1/2 RE", "2T", "1T, 1/2 RE", "1/2 RE MA 8")
AXIS_NATIONS = ("germany", "italy", "japan", "romania", "hungary", "finland", "bulgaria", "slovakia", "croatia")


# what is said


def cargo_of(text: str) -> tuple[Cargo, ...] | None:
    """Cargo such as `2T, 1/2 RE MA 8`: supply in T, units in RE and their allowance if it is above 6; None for anything else."""
    found: list[Cargo] = []
    for part in text.split(","):
        item = ITEM.fullmatch(part.strip())
        if item is None:
            return None
        if item["tons"]:
            found.append(Cargo("supply" if len(found) == 0 else f"supply-{len(found) + 1}", supply=int(item["tons"])))
        else:
            res = sum((Fraction(number) for number in item["res"].split() if not number.endswith("/0")), Fraction(0))
            found.append(Cargo(f"unit-{len(found) + 1}", res=res, allowance=int(item["allowance"] or 6)))
    return tuple(found) if all(cargo.supply or cargo.res for cargo in found) else None


@rule("R45", "R47")
def cargo_refused(board: Board, mission: Mission, text: str) -> str | None:
    """Why this cannot be flown, or None if it can."""
    cargo = cargo_of(text)
    if cargo is None:
        return f"{text!r} is not cargo; expected for example {' or '.join(EXAMPLES[:3])}"
    for item in cargo:
        if item.allowance > LIFTED_ALLOWANCE:
            return f"a unit with allowance {item.allowance} cannot be flown; expected at most {LIFTED_ALLOWANCE} on foot (R45)"
    crew = crew_of(board, mission)
    wanted, stock = sum(item.supply for item in cargo), sum(base.supply for base in bases_of(board, crew))
    if wanted > stock:
        return f"{wanted}T of supply; the bases of the transports have {stock}T (R45)"
    load, room = sum((weight(item, board.rulings) for item in cargo), Fraction(0)), room_of(board, mission, crew)
    if load > room:
        return f"{load}T; the transports carry {room}T (R45)"
    planned_late = mission.kind == DROP and mission.phase != "movement" and board.rulings.yes("drop-plan-required")
    if planned_late and any(item.is_unit for item in cargo):
        return f"units are dropped only in the movement phase, not in {mission.phase} (R47)"
    return None


@rule("R45", "R46")
def crew_of(board: Board, mission: Mission) -> list[str]:
    """The units that could carry something on this mission."""
    able = [unit for unit in board.units if flying_refused(board, mission, unit) is None]
    if mission.by_glider:
        return [unit.id for unit in able if towing_refused(board, unit) is None]
    return [unit.id for unit in able if board.values(unit.id).capacity]


@rule("R45", "R46", "R14")
def room_of(board: Board, mission: Mission, crew: list[str]) -> Fraction:
    """What they carry at most: the largest that one mission can send, or what there are gliders for."""
    if mission.by_glider:
        return Fraction(TOWED * sum(base.gliders for base in bases_of(board, crew)))
    largest = sorted(crew, key=lambda unit: most_capacity(board, mission, [unit]), reverse=True)
    return most_capacity(board, mission, largest[: board.rulings.number("max-per-mission")])


def possible_cargo(board: Board, mission: Mission) -> tuple[str, ...]:
    """Examples of what can be flown; none if nothing can."""
    return tuple(text for text in EXAMPLES if cargo_refused(board, mission, text) is None)


# the questions


@rule("R42", "R45", "R47")
def ask_lift(ref: Referee, segment: Segment, mission: Mission, lift: Lift) -> Lift | None:
    """The player says what is flown, and what the drop depends on. None if the drop was not planned in time."""
    board = segment.board
    planned = mission_with(mission, lift)
    examples = possible_cargo(board, planned)
    if not examples:
        ref.tell(Note, f"no {mission.kind}: nothing can be carried")
        return None
    text = ref.fact(
        f"{mission.id}.cargo",
        "what is flown: T of supply and RE of units",
        examples=examples,
        refuse=lambda said: cargo_refused(board, planned, said),
        by=mission.side,
    )
    cargo = cargo_of(text)
    assert cargo is not None
    if mission.kind == DROP and not in_time(ref, segment, mission, cargo):
        return None
    eto = mission.kind == DROP and asks_eto(board, mission) and said_yes(ref, segment, mission, "allied-eto")
    return Lift(cargo, lift.method, False, eto, lift.stays)


@rule("R47")
def in_time(ref: Referee, segment: Segment, mission: Mission, cargo: tuple[Cargo, ...]) -> bool:
    """With the option, a drop of units must have been planned two turns ahead. Only the player knows."""
    if not segment.board.rulings.yes("drop-plan-required") or not any(item.is_unit for item in cargo):
        return True
    if said_yes(ref, segment, mission, "planned"):
        return True
    ref.tell(Note, "no drop: drops of units are planned at least two turns ahead (R47)")
    return False


@rule("R43")
def asks_eto(board: Board, mission: Mission) -> bool:
    """Whether an Allied drop in Europe would have -1 at this date; the map knows whether this is Europe."""
    nations = set(board.setting.nations[mission.side])
    return board.setting.date <= cutoff(board.rulings) and not nations & {SOVIET_UNION, *AXIS_NATIONS}


def said_yes(ref: Referee, segment: Segment, mission: Mission, key: str) -> bool:
    labels = {
        "planned": {NO: "it was not planned in time", YES: "it was planned at least two turns ago"},
        "allied-eto": {NO: "not an Allied drop in Europe", YES: "an Allied drop in Europe: -1"},
    }
    wanted = {"planned": "Drops of units are planned two turns ahead.", "allied-eto": "Is it an Allied drop in Europe?"}
    about = partial(lift_wanted, segment, mission, wanted[key])
    return ref.choose(f"{segment.asked}.{key}", labels[key], by=segment.side, default=NO, about=about) == YES


@rule("R42", "R46")
def drop_method(ref: Referee, segment: Segment, mission: Mission) -> Lift:
    """Paratroops jump, or land in gliders if there are any, and planes to tow them."""
    crew = crew_of(segment.board, mission_with(mission, Lift(method=GLIDER)))
    gliders = sum(base.gliders for base in bases_of(segment.board, crew))
    if not gliders:
        return Lift()
    options = {PARADROP: "paradrop", GLIDER: f"glider, {count(gliders, 'glider')} at our bases"}
    about = partial(lift_wanted, segment, mission, "By parachute, or in gliders?")
    return Lift(method=ref.choose(f"{segment.asked}.method", options, by=segment.side, default=PARADROP, about=about))


def mission_with(mission: Mission, lift: Lift) -> Mission:
    return Mission(mission.id, mission.stage, mission.kind, mission.at, lift=lift)
