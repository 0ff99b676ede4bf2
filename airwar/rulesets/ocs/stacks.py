"""Every air unit, where it is and in what state, by air base: the order of battle, and the position at the end."""

from __future__ import annotations

from airwar.engine.words import count
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.words import rating_of, status
from airwar.rulesets.ocs.sequence import Turn
from airwar.rulesets.ocs.units.air import ELSEWHERE, Air
from airwar.rulesets.ruleset import Stack


def stacks(turn: Turn) -> list[Stack]:
    """Base by base with its level and supply, then units over other hexes and those that are expected or lost, ships and guns."""
    board = turn.board
    name = board.setting.name
    found: dict[tuple[str, str], list[str]] = {}
    for base in board.bases:
        level = f"level {base.level}" if base.level else str(base.kind)
        found[base.side, f"{name(base.id)} ({level}, {base.supply}T)"] = []
    places = {base.id: place for base, (_, place) in zip(board.bases, found, strict=True)}
    for unit in board.units:
        side = board.counter(unit.id).side
        where = unit_place(board, unit, places)
        found.setdefault((side, where), []).append(unit_words(board, unit))
    for gun in board.guns:
        battery = board.setting.batteries[gun.id]
        words = [word for word, holds in (("DG", gun.dg), ("has fired", gun.fired)) if holds]
        state = f" ({', '.join(words)})" if words else ""
        found.setdefault((battery.side, name(battery.at)), []).append(f"{battery.name}{state}")
    ports = {(port.side, f"port of {name(port.place)}"): [count(port.hits, "hit")] for port in board.ports if port.hits}
    every = [Stack(side, place, tuple(units) or ("no units",)) for (side, place), units in (found | ports).items()]
    return sorted(every, key=lambda stack: board.setting.sides.index(stack.side))


def unit_place(board: Board, unit: Air, places: dict[str, str]) -> str:
    if unit.eliminated:
        return unit.status
    over = unit.status == ELSEWHERE
    name = board.setting.name(unit.place)
    return f"over {name}" if over else places.get(unit.place, name)


def unit_words(board: Board, unit: Air) -> str:
    """`Bf 109G (F) 4`: the type and the rating as printed; full strength, and being active, go without saying."""
    label = board.counter(unit.id).label
    if unit.eliminated:
        return label
    state = status(unit).removeprefix("active").removeprefix(", ")
    return f"{label} {rating_of(board, unit.id)}{f' ({state})' if state else ''}"
