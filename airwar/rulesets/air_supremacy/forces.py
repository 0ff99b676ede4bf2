"""The units of one side in a battle, as lines of equal units. Counts, not counters.

Lines of one name fight alike: questions, dice and losses are about all of them together (`alike`), and numbers that somebody has
said by name are dealt out to the entries of the scenario in the order of their ids (`dealt`), so that the file's order never
matters. All of it is tuples, so that a position is hashed and compared fast.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias, TypeVar

from airwar.rulesets.air_supremacy.units import Kind

# what a line does in this round
FIGHTS, LEAVING = "", "leaving"
GROUNDED = "grounded"  # at home, on land or below deck
LOCKED = "locked"  # retreated earlier in the turn: neither flies nor rolls, so it counts as grounded
CARGO = "aboard"  # aboard a ship that fights: they cannot be hit and do not roll


class Line(NamedTuple):
    """Units of one kind in a battle that do the same in this round."""

    kind: Kind
    number: int
    mode: str = FIGHTS
    damage: int = 0  # hits taken so far, by ships that take more than one
    arrived: bool = False  # dispatched, here since this round, and committed to fight it
    guest: bool = False  # dispatched here from a home elsewhere

    @property
    def name(self) -> str:
        """The name in an answer."""
        mode = {GROUNDED: "-grounded", LOCKED: "-out", LEAVING: "-leaving", CARGO: "-aboard"}.get(self.mode, "")
        return f"{self.kind.name}{mode}{'-damaged' if self.damage else ''}{'-arriving' if self.arrived else ''}"


Force: TypeAlias = tuple[Line, ...]
L = TypeVar("L", bound=tuple)  # type: ignore[type-arg]  # a line, or a group, which begins with a kind and a number


def combined(lines: Iterable[L]) -> list[L]:
    """Lines, or groups, with equal ones as one and empty ones left out."""
    counts: dict[L, int] = {}
    for line in lines:
        alike = line._replace(number=0)  # type: ignore[attr-defined]
        counts[alike] = counts.get(alike, 0) + line[1]
    return [line._replace(number=count) for line, count in counts.items() if count > 0]  # type: ignore[attr-defined]


def merged(lines: Iterable[Line]) -> Force:
    """Lines in one order, equal ones combined, empty ones left out."""
    return tuple(sorted(combined(lines), key=place_in_force))


def place_in_force(line: Line) -> tuple[int, str, str, int, bool]:
    return line.kind.order, line.kind.name, line.mode, line.damage, line.arrived


# lines of one name


@lru_cache(maxsize=65536)
def alike(force: Force) -> Force:
    """The force with all lines of a name as one, under the entry whose id comes first."""
    first: dict[str, Kind] = {}
    for line in force:
        known = first.get(line.kind.name, line.kind)
        first[line.kind.name] = min(known, line.kind, key=by_entry)
    if len(first) == len({line.kind for line in force}):
        return force
    return merged(line._replace(kind=first[line.kind.name]) for line in force)


def also_called(force: Iterable[Line], name: str) -> str:
    """Says how an entry is called in a question that counts it with others; nothing if it is not there."""
    found = next((line for line in force if line.kind.unit == name), None)
    return f"{name} is counted as {found.kind.name} here" if found else ""


def by_entry(kind: Kind) -> tuple[str, str]:
    return kind.unit, kind.space


def dealt(lines: Iterable[tuple[L, str]], numbers: Mapping[str, int]) -> Iterator[tuple[L, int]]:
    """How many of each line go, where somebody has said how many of each name: the entries whose ids come first."""
    left = dict(numbers)
    for line, name in sorted(lines, key=lambda one: by_entry(one[0][0])):
        number = min(left.get(name, 0), line[1])
        if number:
            left[name] -= number
            yield line, number
    assert not any(left.values()), f"nobody is called {left}"


def split(force: Force, numbers: Mapping[str, int], mode: str) -> Force:
    """The force after some units of each name take up another mode."""
    lines = list(force)
    for line, number in dealt(((line, line.name) for line in force), numbers):
        lines += [line._replace(number=-number), line._replace(number=number, mode=mode)]
    return merged(lines)


def after_losses(force: Force, left: Force) -> Force:
    """A force of which so many of each name are left, `alike`. Entries whose ids come first are left, and are the sound ones."""
    if alike(force) is force:
        return left
    lines: list[Line] = []
    for doing, had in by_name_and_deed(force).items():
        now = by_name_and_deed(left).get(doing, ())
        sound, damaged = (sum(line.number for line in now if bool(line.damage) == hurt) for hurt in (False, True))
        for line in sorted(had, key=lambda line: (line.damage, by_entry(line.kind))):
            whole = min(line.number, sound) if not line.damage else 0
            hit = min(line.number - whole, damaged)
            sound, damaged = sound - whole, damaged - hit
            lines += [line._replace(number=whole), line._replace(number=hit, damage=1)]
    return merged(lines)


def by_name_and_deed(force: Force) -> dict[tuple[str, str, bool], list[Line]]:
    found: dict[tuple[str, str, bool], list[Line]] = {}
    for line in force:
        found.setdefault((line.kind.name, line.mode, line.arrived), []).append(line)
    return found


def size(lines: Iterable[Line]) -> int:
    """How many units there are."""
    return sum(line.number for line in lines)


def nations_in(force: Force) -> list[str]:
    """The nations whose units they are, in their order."""
    return list(dict.fromkeys(line.kind.nation for line in force))


# where a line is


def below_deck(line: Line) -> bool:
    """Whether units share the fate of the ship that carries them."""
    return line.kind.aboard and line.mode in (GROUNDED, LOCKED, CARGO)


def on_the_surface(line: Line) -> bool:
    return not line.kind.type.flies and line.mode != CARGO


def in_flight(line: Line) -> bool:
    return line.kind.type.flies and line.mode in (FIGHTS, LEAVING)


def on_the_ground(line: Line) -> bool:
    """Whether aircraft are on the ground, where bombs may fall on them. Those below deck are not."""
    return line.mode in (GROUNDED, LOCKED) and not line.kind.aboard


def describe(line: Line, number: int = 0) -> str:
    """A line in words, with its mode and damage; with a number, that many units of it."""
    mode = GROUNDED if line.mode == LOCKED else line.mode
    remarks = f"{f', {mode}' if mode else ''}{', damaged' if line.damage else ''}"
    return f"{line.kind.shown(number) if number else line.kind.label}{remarks}"
