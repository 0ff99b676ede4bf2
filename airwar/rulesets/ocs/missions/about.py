"""What the questions of missions are about: who flies against what, with what, and what was paid or carried."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from airwar.engine.words import count, listed
from airwar.rulesets.kit.names import title_of
from airwar.rulesets.ocs.board.about import MOST_PLANES, defended, doing, planes, rated, ready
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.segment import Segment
from airwar.rulesets.ocs.board.setting import Mission
from airwar.rulesets.ocs.missions.fire import Fire
from airwar.rulesets.ocs.missions.flight import Flight, Piece


def orders_so_far(segment: Segment) -> str:
    """What is ready in a segment, and what was ordered in it."""
    given = f"{count(segment.asked, 'order')} given so far" if segment.asked else "no order given yet"
    over = [unit for place in segment.board.setting.hexes for unit in segment.board.over(place, segment.side)]
    aloft = f", {len(over)} in the air" if over else ""
    return f"{ready(segment.board, segment.side)}{aloft}. {title_of(segment.stage.phase)} phase, {given}."


def target_wanted(segment: Segment, label: str, number: int) -> str:
    """An order that needs a target."""
    return f"{ready(segment.board, segment.side)}. You chose: {label}. {count(number, 'target')} possible."


def said_of_the_map(segment: Segment, what: str) -> str:
    """An event on the players' own map."""
    return f"{title_of(segment.side)}, {segment.stage.phase} phase: {what}"


def hex_now(segment: Segment, place: str) -> str:
    """The ground units of a hex as the program knows them."""
    ground, name = segment.board.ground_at(place), segment.board.setting.name(place)
    there = f"{ground.res} RE of {listed(map(title_of, ground.combat))}" if ground.combat else "no combat units"
    near = listed(map(title_of, ground.spotters)) or "nobody"
    return f"{name} so far: {there}, hedgehog {ground.hedgehog}, flak {ground.flak}; next to it: {near}."


def lift_wanted(segment: Segment, mission: Mission | None, what: str) -> str:
    """How a drop or a transport is flown."""
    where = f"{doing(segment.board, mission)}. " if mission else ""
    return f"{where}{ready(segment.board, segment.side)}. {what}"


def who_flies(board: Board, mission: Mission, able: Iterable[str], most: int) -> str:
    """The target, and the units that can fly there."""
    units = tuple(able)
    limit = f", at most {most} of them" if most < len(units) else ""
    return f"{doing(board, mission)}.{defended(board, mission)} Able to fly{limit}: {planes(board, units)}."


def who_strikes(board: Board, mission: Mission, able: Iterable[str]) -> str:
    """The units over the target that may barrage it."""
    return f"{doing(board, mission)}.{defended(board, mission)} Over the target: {planes(board, able)}."


def who_fires(board: Board, mission: Mission, guns: Iterable[str]) -> str:
    """The guns that reach the target."""
    names = listed((board.setting.batteries[gun].name for gun in guns), MOST_PLANES)
    return f"{doing(board, mission)}.{defended(board, mission)} In range: {names}."


def who_has_advantage(flight: Flight) -> str:
    """A mission that meets enemy planes."""
    board, mission = flight.board, flight.mission
    own, enemies = board.active_at(mission.at, mission.side), board.active_at(mission.at, flight.enemy)
    return f"Over {flight.target}: {planes(board, own)} of {title_of(mission.side)} meet {planes(board, enemies)}."


def to_intercept(flight: Flight, able: Iterable[str]) -> str:
    """A mission on its way, and the fighters whose patrol zone it enters."""
    board = flight.board
    return f"{doing(board, flight.mission)} with {rated(board, flight.fliers)}. In patrol range: {rated(board, able)}."


def under_flak(board: Board, side: str, fliers: Iterable[str], flak: int) -> str:
    """The units that the flak fires at."""
    enemy = title_of(board.setting.enemy_of(side))
    return f"{enemy} flak, {flak:+d} in all, fires at {planes(board, fliers)} of {title_of(side)}. Say what it does."


def result_to_read(fire: Fire, what: str) -> str:
    """A result that the players read off their own table."""
    ground = fire.board.ground_at(fire.at)
    there = f" against {ground.res} RE" if ground.combat and what == "units" else ""
    return f"{title_of(fire.side)} attacks {fire.target} with {count(fire.points, 'point')}{there}. Read your own table."


def too_heavy(load: Iterable[Piece], room: Fraction, side: str, key: str) -> str:
    """Cargo that the planes left can no longer carry."""
    pieces = tuple(load)
    weight = sum((piece.weight for piece in pieces), Fraction(0))
    fate = "is lost" if key == "cargo-lost" else "stays behind"
    return f"{title_of(side)}: {weight}T to carry in {count(len(pieces), 'piece')}, room for {room}T. Choose what {fate}."
