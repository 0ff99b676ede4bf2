"""The units that an order names, checked against what is left of them: one mission to each in a player turn (18.41)."""

from __future__ import annotations

from collections.abc import Iterator

from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.unit import Unit
from airwar.scenario.nodes import Mark
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Section


@rule("18.41")
def named_units(said: Section, turn: Turn, promised: dict[str, int], problems: Problems) -> Iterator[tuple[Unit, int, Mark]]:
    """Each valid unit under `with`, how many of it fly, and where the file says so; no aircraft is promised twice."""
    for unit_id, number in (said["with"] or {}).items():
        unit, mark = turn.find(unit_id), said["with"].at(unit_id)
        check_part(turn, unit_id, mark, problems)
        if unit is None or not (turn.find_base(unit.home) or turn.find_carrier(unit.home)):
            continue
        promised[unit_id] = promised.get(unit_id, 0) + number
        if promised[unit_id] > turn.free(unit):
            problems.add(mark, f"{unit_id} has {turn.free(unit)} uninverted; {promised[unit_id]} are to fly (18.41)")
        yield unit, number, mark


def check_part(turn: Turn, unit_id: str, mark: Mark, problems: Problems) -> None:
    """A part of a unit is where an earlier order has sent it. Orders at the table may send it there too."""
    whole, _, place = unit_id.partition("/")
    if place and turn.find(whole) and not turn.find(unit_id) and not turn.setting.orders_asked:
        problems.add(mark, f"no earlier order sends a part of {whole} to {turn.setting.name(place)}")


@rule("18.41")
def sent_to_counterair(document: Section, turn: Turn) -> dict[str, int]:
    """Units that are ordered to fly counterair in this turn and so fly nothing else; carrier air may, under an option."""
    promised: dict[str, int] = {}
    patrolling: dict[str, int] = {}
    again = turn.setting.rulings.value("carrier-missions") == "any"
    for said in document["counterair"] or ():
        for unit_id, number in (said["with"] or {}).items():
            unit = turn.find(unit_id)
            if unit is None or (again and turn.find_carrier(unit.home)):
                continue
            if said["kind"] == "patrol":
                patrolling[unit_id] = max(patrolling.get(unit_id, 0), number)
            else:
                promised[unit_id] = promised.get(unit_id, 0) + number
    return {unit_id: promised.get(unit_id, 0) + patrolling.get(unit_id, 0) for unit_id in {**promised, **patrolling}}


@rule("18.41")
def sent_into_battle(document: Section, turn: Turn) -> dict[str, int]:
    """Units that are ordered to fly counterair or ground support in this turn and so fly no raid afterwards."""
    promised = sent_to_counterair(document, turn)
    for said in document["battles"] or ():
        for unit_id, number in (said["with"] or {}).items():
            promised[unit_id] = promised.get(unit_id, 0) + number
    return promised
