"""What the questions about air bases are about: who lands where, who is refitted, who pays."""

from __future__ import annotations

from collections.abc import Iterable

from airwar.engine.words import count, listed
from airwar.rulesets.kit.names import title_of
from airwar.rulesets.ocs.board.about import planes
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.places import Airfield

WHY = {"land": "comes home from", "abort": "aborts over", "displace": "is driven from"}


def to_land(board: Board, unit_id: str, key: str, bases: Iterable[str]) -> str:
    """A unit on its way to a base, and what the bases in reach hold."""
    counter = board.counter(unit_id)
    held = [
        f"{board.setting.name(base)} ({len(there)} there)" if (there := board.based_at(base)) else board.setting.name(base)
        for base in bases
    ]
    where = board.setting.name(board.unit(unit_id).place)
    return f"{title_of(counter.side)}: {counter.name} {WHY[key]} {where}. In reach: {listed(held, 4)}."


def may_stay_out(board: Board, unit_id: str) -> str:
    """A unit that may return."""
    counter = board.counter(unit_id)
    where, home = board.setting.name(board.unit(unit_id).place), board.setting.name(counter.home)
    return f"{title_of(counter.side)}: {counter.name} is over {where}; its base is {home}, its range {counter.range}."


def arrives(board: Board, unit_id: str) -> str:
    """A reinforcement whose base is lost."""
    counter = board.counter(unit_id)
    return (
        f"{title_of(counter.side)}: {counter.name} was to arrive at {board.setting.name(board.unit(unit_id).place)}, which is lost."
    )


def to_refit(board: Board, base: Airfield, inactive: Iterable[str], most: int, cost: int) -> str:
    """The inactive units at a base, and what refit costs."""
    units = tuple(inactive)
    limit = f"at most {most} of them" if most < len(units) else "all of them" if len(units) > 1 else "it"
    pays = f"for {cost}T of its {base.supply}T" if cost else "at no cost"
    return (
        f"{title_of(base.side)}: {planes(board, units)} inactive at {board.setting.name(base.id)}, which can refit {limit} {pays}."
    )


def to_pay(board: Board, side: str, cost: int) -> str:
    """Supply that is due."""
    own = sum(base.supply >= cost for base in board.bases if base.side == side)
    bases = f"{count(own, 'air base')} can pay it, or the map" if own else "no air base can pay it, only the map"
    return f"{title_of(side)}: this costs {cost}T of supply; {bases}."


def to_capture(board: Board, side: str, place: str) -> str:
    """A base under attack on the ground, and what would fall with it."""
    there = board.based_at(place)
    base = board.base(place)
    stock = f"{base.supply}T of supply" if base else "no supply"
    at_stake = f"{planes(board, there)}, with {stock}" if there else stock
    return f"{title_of(side)} ground units attack {board.setting.name(place)}. At stake: {at_stake}. Do they take it?"


def first_or_second(winner: str, rolls: dict[str, int]) -> str:
    """The roll for the first player turn."""
    said = listed(f"{title_of(side)} {total}" for side, total in rolls.items())
    return f"Initiative: {said}. {title_of(winner)} chooses to go first or second."
