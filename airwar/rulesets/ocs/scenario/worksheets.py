"""Loads, marches and stacks as a scenario sets them up."""

from __future__ import annotations

from itertools import zip_longest

from airwar.engine.rule import rule
from airwar.rulesets.ocs.board.setting import Stage
from airwar.rulesets.ocs.sequence import meant_phase, phase_named
from airwar.rulesets.ocs.worksheets.loads import Load
from airwar.rulesets.ocs.worksheets.marches import March, Step
from airwar.rulesets.ocs.worksheets.stacks import Stack
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Section

Stages = tuple[Stage, ...]


def worksheets_of(document: Section, sides: tuple[str, str], play: Stages, profile: str, problems: Problems) -> tuple[object, ...]:
    """What is worked out before the turn begins, or in a phase of it."""
    found: list[object] = []
    for said in document["loads"] or ():
        stage = stage_of(said, sides, play, profile, problems)
        if bool(said["re"]) == bool(said["supply"]):
            problems.add(said.mark, f"{said['id']} has {said['re']} RE and {said['supply']} SP; expected exactly one of the two")
        if said["through"] and not said["track"]:
            problems.add(said.at("through"), f"{said['id']} does not go by rail; add track (R49)")
        fields = ("id", "re", "allowance", "leg", "supply", "track", "interdicted-hexes")
        load = Load(*(said[name] for name in fields))
        found.append(load._replace(stage=stage, through=tuple(said["through"] or ())))
    found += [march_of(said, stage_of(said, sides, play, profile, problems), problems) for said in document["marches"] or ()]
    found += [Stack(name, tuple(kinds)) for name, kinds in (document["stacks"] or {}).items()]
    return tuple(found)


@rule("R51")
def march_of(said: Section, stage: Stage | None, problems: Problems) -> March:
    """A march: each hex with its cost, and with its distance from interdiction or its name."""
    costs, away, through = said["costs"], said["interdiction"] or (), tuple(said["through"] or ())
    if bool(away) == bool(through):
        problems.add(said.mark, f"{said['id']} has neither or both of interdiction and through; expected one of the two (R51)")
    elif len(costs) != len(away or through):
        what = "distances" if away else "names"
        mark = said.at("interdiction" if away else "through")
        problems.add(mark, f"{len(away or through)} {what} for {len(costs)} hexes; expected one for each hex")
    steps = tuple(Step(cost, hexes) for cost, hexes in zip_longest(costs, away[: len(costs)]))
    return March(said["id"], said["leg"], steps, stage, through[: len(costs)] if len(costs) == len(through) else ())


@rule("R51")
def stage_of(said: Section, sides: tuple[str, str], play: Stages, profile: str, problems: Problems) -> Stage | None:
    """The phase of a load or a march that goes through hexes of the scenario."""
    if not said["in"]:
        if said["through"]:
            problems.add(said.at("through"), f"{said['id']} must say in which phase it goes; add in (R51)")
        return None
    side, _, phase = said["in"].partition(".")
    stage = Stage(side, phase)
    if side not in sides or phase_named(profile, phase) is None:
        meant = meant_phase(profile, sides, said["in"])
        problems.add(said.at("in"), f"{said['in']!r} is not a phase; expected one such as {sides[0]}.movement (R3){meant}")
        return None
    if play and stage not in play:
        problems.add(said.at("in"), f"{said['in']} is not played; add it to `play` (R3)")
    if not said["through"]:
        problems.add(said.mark, f"{said['id']} must say through which hexes it goes; add through (R51)")
    return stage
