"""Where every air unit, base, ship and gun is and in what state, in the middle of a mission too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from airwar.engine.words import count
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.places import SINKS, Port
from airwar.rulesets.ocs.board.words import rating_of
from airwar.rulesets.ocs.sequence import Turn
from airwar.rulesets.ocs.show import board_of
from airwar.rulesets.ocs.units.air import ELSEWHERE, EXPECTED, INACTIVE, INTERDICTION, Air
from airwar.rulesets.ruleset import ELIMINATED, Standing, standing_of


def standing(states: Sequence[Any]) -> list[Standing]:
    """Bases with their level and supply, air units by their steps, ships, guns and damaged ports."""
    board = board_of(states)
    rows = [*base_rows(board), *(row for unit in board.units for row in unit_rows(board, unit)), *ship_rows(board)]
    rows += [*gun_rows(board), *(Standing(port.side, port.place, "port", "port", 1, (f"hits={port.hits}",)) for port in hit(board))]
    sides = list(board.setting.sides)
    return sorted(standing_of(rows), key=lambda row: (sides.index(row.side), row.marks == ELIMINATED))


def base_rows(board: Board) -> Iterator[Standing]:
    """An air base, and what is on hand there."""
    for base in board.bases:
        kind = f"level {base.level}" if base.level else str(base.kind)
        yield Standing(base.side, base.id, base.kind, kind, base.level or 1)
        yield Standing(base.side, base.id, "supply", f"{base.supply}T", base.supply)
        yield Standing(base.side, base.id, "gliders", count(base.gliders, "glider"), base.gliders)


def unit_rows(board: Board, unit: Air) -> Iterator[Standing]:
    """The steps that an air unit has, where it is, and those that it has lost."""
    counter = board.counter(unit.id)
    name = f"{counter.label} {rating_of(board, unit.id)}{', reduced' if unit.steps == 1 else ''}"
    flags = {
        "arriving": unit.status == EXPECTED,
        "inactive": unit.status == INACTIVE,
        "over": unit.status == ELSEWHERE,
        "interdiction": unit.duty == INTERDICTION,
        "spent": unit.spent,
    }
    yield Standing(counter.side, unit.place, unit.id, name, unit.steps, tuple(mark for mark, holds in flags.items() if holds))
    lost = counter.starting_steps - unit.steps
    name = f"{counter.label}, {count(lost, 'step')}" if unit.steps else counter.label
    yield Standing(counter.side, "", unit.id, name, lost, ELIMINATED)


def ship_rows(board: Board) -> Iterator[Standing]:
    """Ships; a carrier is where its air base is."""
    for hull in board.hulls:
        ship = board.setting.ships[hull.id]
        marks = tuple(mark for mark, holds in {"damaged": hull.hits, "dg": hull.dg, **fired(board, hull.id)}.items() if holds)
        sunk = hull.hits >= SINKS
        yield Standing(ship.side, "" if sunk else ship.at, hull.id, ship.name, 1, ELIMINATED if sunk else marks)


def gun_rows(board: Board) -> Iterator[Standing]:
    """Artillery; the guns of a ship are where it is."""
    for gun in board.guns:
        battery = board.setting.batteries[gun.id]
        marks = tuple(mark for mark, holds in {"dg": gun.dg, **fired(board, gun.id)}.items() if holds)
        if gun.id not in board.setting.ships:
            yield Standing(battery.side, battery.at, gun.id, battery.name, 1, marks)


def fired(board: Board, gun_id: str) -> dict[str, bool]:
    """Whether guns have fired in this phase, or at land in this turn."""
    gun = next((gun for gun in board.guns if gun.id == gun_id), None)
    return {"bombarded": gun.bombarded, "fired": gun.fired} if gun else {}


def hit(board: Board) -> list[Port]:
    return [port for port in board.ports if port.hits]


def called(row: Standing) -> str:
    """`Bf 109G (F) 4`: the type and the rating as printed; being active, and at full strength, goes without saying."""
    return row.name


def place_name(turn: Turn, place: str) -> str:
    return turn.board.setting.name(place)
