"""Where every unit is and in what state, in the middle of a battle too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from airwar.rulesets.air_supremacy.outcome import tally_by_type
from airwar.rulesets.air_supremacy.position import Stand, by_entry, stands
from airwar.rulesets.air_supremacy.turn import Turn
from airwar.rulesets.air_supremacy.units import counted, type_name
from airwar.rulesets.ruleset import ELIMINATED, Standing, standing_of


def standing(states: Sequence[Any]) -> list[Standing]:
    """Every unit where it fights or belongs. The module does not tell equal units apart: what is lost is counted by its type."""
    turn: Turn = states[0]
    return standing_of([*rows_of(turn), *lost(turn)])


def rows_of(turn: Turn) -> Iterator[Standing]:
    for unit_id, parts in by_entry(turn, list(stands(turn))).items():
        for stand in parts:
            name, marks = stand.kind.type.name, marks_of(turn, stand)
            yield Standing(stand.kind.nation, stand.place, unit_id, name, stand.number, marks)


def marks_of(turn: Turn, stand: Stand) -> tuple[str, ...]:
    flags = {
        f"aboard={stand.aboard}": stand.aboard,
        "damaged": stand.damage,
        f"out-for={turn.setting.attacker}": stand.out,
    }
    return (*stand.doing, *(mark for mark, holds in flags.items() if holds))


def lost(turn: Turn) -> Iterator[Standing]:
    for (nation, type_id), (_, number) in tally_by_type(turn).items():
        yield Standing(nation, "", type_id, type_name(type_id), number, ELIMINATED)


def called(row: Standing) -> str:
    """`2 fighters`."""
    return counted(row.name, row.count)


def place_name(turn: Turn, place: str) -> str:
    """The name of a space, a ship or a nation."""
    return turn.setting.name(place)
