"""A small theater of war for the tests: two hexes, three bases, and a few counters."""

from __future__ import annotations

from collections.abc import Sequence

F1 = "{id: f1, name: F1, side: axis, type: F, range: 20, rating: 4, barrage: 2, at: x}"
F2 = "{id: f2, name: F2, side: allies, type: F, range: 20, rating: 4, barrage: 2, at: y}"
T1 = "{id: t1, name: T1, side: axis, type: T, nation: germany, range: 30, rating: (2), barrage: 12, at: x}"
C1 = "{id: c1, name: C1, side: axis, type: Tpt, range: 20, rating: (0), capacity: 2, at: x}"

HEXES = """
  h: {combat-units: [allies], re: 3, spotters: [axis]}
  k: {terrain: forest, closeness: close}
"""
BASES = """
  x: {side: axis, level: 2, supply: 4, gliders: 2}
  y: {side: allies, level: 2, supply: 4}
  z: {side: axis, kind: strip, supply: 4}
"""
DISTANCES = "{h: {x: 8, y: 8, z: 12}, k: {x: 15, y: 3, z: 20}, x: {y: 12, z: 6}, y: {z: 14}}"


def game(
    missions: Sequence[str] = (),
    units: Sequence[str] = (F1, F2),
    play: str = "",
    options: str = "",
    more: str = "",
    hexes: str = HEXES,
    bases: str = BASES,
    distances: str = DISTANCES,
) -> str:
    """A scenario as YAML. Distances that are not listed are out of reach, unless `more` says that they are asked for."""
    lines = [
        "airwar: 1", "ruleset: ocs", "title: Test", f"options: {{{options}}}", "sides: {axis: [germany], allies: [britain]}",
        "date: 1943-07", f"hexes: {hexes}", f"bases: {bases}", f"distances: {distances}",
    ]  # fmt: skip
    if "unlisted-distances" not in more:
        lines.append("unlisted-distances: far")
    if play:
        lines.append(f"play: [{play}]")
    lines += ["units:", *(f"  - {unit}" for unit in units)] if units else []
    lines += ["missions:", *(f"  - {mission}" for mission in missions)] if missions else []
    return "\n".join([*lines, more]) + "\n"


def faces(total: int) -> tuple[int, int]:
    """Two dice with this total."""
    first = min(6, total - 1)
    return first, total - first
