"""The stories of OCS missions and turns: see `stories`. Here are their counters and orders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ocs_boards import air
from ocs_theater import C1, F2, T1
from stories import in_words, story_of
from stories import lines_of as lines_of

from airwar.rulesets.ocs.board import Turn
from airwar.rulesets.ocs.show import fleet, ports_of


def story(text: str, faces: str = "", answers: Mapping[str, Any] | None = None) -> list[str]:
    """What happens in a scenario, and the board after it."""
    return story_of(text, faces, answers, position)


def position(turn: Turn) -> Iterator[str]:
    """Everything on the board."""
    board = turn.board
    yield from (in_words(air(unit)) for unit in board.units.values())
    for base in board.bases.values():
        yield in_words((base.id, base.side, base.level, base.supply, base.gliders, base.kind, base.unloaded))
    for ship, hits in fleet(board):
        yield in_words((ship.id, hits, ship.dg))
    yield from (in_words((place, port.side, port.hits)) for place, port in ports_of(board))
    yield from (in_words((gun.id, gun.dg and gun.arm == "artillery", gun.fired, gun.bombarded)) for gun in board.guns.values())
    yield from map(in_words, board.markers)


# counters and orders

V4 = "profile: ocs-4.3"
F3 = F2.replace("f2", "f3").replace("F2", "F3").replace("rating: 4", "rating: 3")
T2 = T1.replace("t1", "t2").replace("T1", "T2").replace("12", "5/2").replace("at: x", "at: z")
S1 = "{id: s1, name: S1, side: axis, type: S, nation: germany, range: 60, rating: (3), barrage: 30, at: x}"
C2 = C1.replace("c1", "c2").replace("C1", "C2").replace("capacity: 2", "capacity: 3")


def order(kind: str, at: str = "h", units: str = "", phase: str = "axis.movement", more: str = "", id_: str = "m") -> str:
    named = f", with: [{units}]" if units else ""
    return f"{{id: {id_}, in: {phase}, kind: {kind}, at: {at}{named}{more}}}"


def inactive(unit: str) -> str:
    return unit.replace("at: ", "status: inactive, at: ")


def aloft(unit: str, place: str, more: str = "") -> str:
    return unit.replace("at: x", f"at: x, over: {place}{more}").replace("at: y", f"at: y, over: {place}{more}")


def cargo(*items: str) -> str:
    return f", cargo: [{', '.join(f'{{id: {item}}}' for item in items)}]"
