"""The units of one side in a battle, as lines of equal units. Counts, not counters.

All of it is tuples, so that a position is hashed and compared fast.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from airwar.rulesets.air_supremacy.units import Kind

# what a line does in this round
FIGHTS, LEAVING = "", "leaving"
GROUNDED = "grounded"  # at home, on land or below deck
PARKED = "parked"  # grounded away from home
LOCKED = "locked"  # retreated earlier in the turn: neither flies nor rolls, so it counts as grounded
CARGO = "aboard"  # aboard a ship that fights: they cannot be hit and do not roll


class Line(NamedTuple):
    """Units of one kind in a battle that do the same in this round."""

    kind: Kind
    number: int
    mode: str = FIGHTS
    damage: int = 0  # hits taken so far, by ships that take more than one
    arrived: bool = False  # dispatched, here since this round, and committed to fight it


Force: TypeAlias = tuple[Line, ...]


def merged(lines: Iterable[Line]) -> Force:
    """Lines in one order, equal ones combined, empty ones left out."""
    counts: dict[Line, int] = {}
    for line in lines:
        key = line._replace(number=0)
        counts[key] = counts.get(key, 0) + line.number
    found = [line._replace(number=count) for line, count in counts.items() if count > 0]
    return tuple(sorted(found, key=lambda line: (line.kind.order, line.mode, line.damage, line.arrived)))


def split(force: Force, numbers: Mapping[str, int], mode: str) -> Force:
    """The force after some units of each line, by its name, take up another mode."""
    lines: list[Line] = []
    for line in force:
        number = numbers.get(line_name(line), 0)
        lines += [line._replace(number=line.number - number), line._replace(number=number, mode=mode)]
    return merged(lines)


def size(lines: Iterable[Line]) -> int:
    """How many units there are."""
    return sum(line.number for line in lines)


def nations_in(force: Force) -> list[str]:
    """The nations whose units they are, in their order."""
    return list(dict.fromkeys(line.kind.nation for line in force))


# where a line is


def is_guest(kind: Kind, space: str) -> bool:
    """Whether aircraft in a space were dispatched there from a home elsewhere."""
    return bool(kind.home) and kind.space != space


def below_deck(line: Line) -> bool:
    """Whether units share the fate of the ship that carries them."""
    return line.kind.aboard and line.mode in (GROUNDED, LOCKED, CARGO)


def on_the_surface(line: Line) -> bool:
    return not line.kind.type.flies and line.mode != CARGO


def in_flight(line: Line) -> bool:
    return line.kind.type.flies and line.mode in (FIGHTS, LEAVING)


def on_the_ground(line: Line) -> bool:
    """Whether aircraft are on the ground, where bombs may fall on them. Those below deck are not."""
    return line.mode == PARKED or (line.mode in (GROUNDED, LOCKED) and not line.kind.aboard)


# what a line is called


def line_name(line: Line) -> str:
    """The name of a line in an answer."""
    mode = {GROUNDED: "-grounded", PARKED: "-grounded", LOCKED: "-out", LEAVING: "-leaving"}.get(line.mode, "")
    return f"{line.kind.id}{mode}{'-damaged' if line.damage else ''}{'-arriving' if line.arrived else ''}"


def describe(line: Line, number: int = 0) -> str:
    """A line in words, with its mode and damage; with a number, that many units of it."""
    mode = {LOCKED: GROUNDED, PARKED: GROUNDED}.get(line.mode, line.mode)
    remarks = f"{f', {mode}' if mode else ''}{', damaged' if line.damage else ''}"
    return f"{line.kind.shown(number) if number else line.kind.label}{remarks}"
