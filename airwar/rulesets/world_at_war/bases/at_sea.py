"""Air units that serve at sea (18.42B, 18.58, 18.63): they search, fly cover or attack ships, and are inverted afterwards."""

from __future__ import annotations

from airwar.engine.referee import Referee, Status
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air.taking_off import takeoff_refused
from airwar.rulesets.world_at_war.parts import Part
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.jets import jets_never
from airwar.rulesets.world_at_war.units.types import army_operations, naval_operations
from airwar.rulesets.world_at_war.units.unit import Unit
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, MapOf, Record, Ref, Section, Whole

TASKS = {"search": "search", "cover": "air-cover", "attack": "attack-ships"}  # and what the rules on operations call them
JETS = {"search": "search", "cover": "air cover", "attack": "attacks on ships"}
SERVED = Record(
    {
        "search": Field(Whole(1, 200), help="how many searched, or modified submarine attacks"),
        "cover": Field(Whole(1, 200), help="how many flew air cover over ships"),
        "attack": Field(Whole(1, 200), help="how many attacked ships at sea"),
    }
)


def numbers_at_sea(said: Section) -> dict[str, int]:
    """How many do what at sea, as the file says."""
    return {task: said[task] for task in TASKS if said[task]}


@rule("18.42B")
def served_at_sea(unit: Unit, document: Section) -> Unit:
    """A unit some of which serve at sea in this turn, as the scenario says."""
    said = (document["at-sea"] or {}).get(unit.id)
    number = min(sum(numbers_at_sea(said).values()), unit.ready) if said else 0
    return unit._replace(ready=unit.ready - number, at_sea=unit.at_sea + number)


@rule("18.42B", "18.58", "18.63")
def back_from_sea(ref: Referee, turn: Turn, only: str = "") -> Turn:
    """Squadrons that searched, covered or attacked at sea are inverted when they redeploy, or after redeployment."""
    for unit in turn.units:
        if unit.at_sea and unit.id == (only or unit.id) and not turn.find_carrier(unit.home):
            ref.tell(Status, turn.player(unit.side), f"{unit.id}: {unit.air_type.label}", unit.at_sea, "inverted")
            turn = turn.with_units([unit._replace(at_sea=0, inverted=unit.inverted + unit.at_sea)])
    return turn


@rule("18.58", "18.58A", "18.58B", "18.58C", "17.23B", "17.23C", "17.23D", "17.33B", "17.33C", "17.33D", "17.531", "18.51", "18.63")
def service_refused(turn: Turn, unit: Unit, task: str) -> str | None:
    """Why a unit may not serve at sea, or None: army and naval air do, from operational bases; carriers' air only attacks."""
    if unit.type == "jet":
        return f"{unit.id}: {jets_never(JETS[task])}"
    aboard = turn.find_carrier(unit.home) is not None
    may = naval_operations(carrier=aboard) if unit.type == "nas" else army_operations() if unit.type == "aaf" else frozenset()
    if TASKS[task] not in may:
        where = " from carriers" if unit.type == "nas" else ""
        number = {"search": "17.33C", "cover": "17.33B"}.get(task, "17.33") if unit.type == "nas" else "17.63"
        return f"{unit.id}: {unit.air_type.label} units do not {task} at sea{where} ({number})"
    return takeoff_refused(turn, unit)


@rule("18.42B", "18.58")
def plan(document: Section, turn: Turn, problems: Problems) -> Turn:
    """Those that serve at sea are uninverted, of the right type, and in an operational base or on a carrier at sea."""
    for name, said in (document["at-sea"] or {}).items():
        unit = turn.find(name)
        if unit is None:
            continue
        numbers = numbers_at_sea(said)
        for task in numbers:
            if refused := service_refused(turn, unit, task):
                problems.add(said.at(task), refused)
        if sum(numbers.values()) > unit.uninverted:
            many = f"{name} has {unit.uninverted} uninverted, but {sum(numbers.values())} are said to have served at sea (18.42B)"
            problems.add(document["at-sea"].at(name), many)
    return turn.with_agenda(*["redeployment.units"] * bool(document["at-sea"]))


PART = Part(
    fields={
        "at-sea": Field(MapOf(Ref("units"), SERVED), help="how many of a unit search, cover or attack at sea in this turn"),
    },
    plan=plan,
)
