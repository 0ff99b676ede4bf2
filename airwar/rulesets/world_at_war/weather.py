"""Weather: the winter result of the turn, which the referee states, and the hexes and air units that suffer from it."""

from __future__ import annotations

from functools import partial

from airwar.engine.frozen import replace
from airwar.engine.moves import Move, Return
from airwar.engine.referee import Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.telling import title_of
from airwar.rulesets.world_at_war.basing import winter
from airwar.rulesets.world_at_war.ordering import Part
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units import Unit
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Section

RESULTS = {
    "fair": "no winter result of 8 or more",
    "8": "a winter result of 8: one less on the dice of air combat",
    "9": "a winter result of 9 or more: air units defend only their own hex as well",
}
BOTH = "both"


@rule("19.31A", "18.45", "18.611D")
def winter_comes(ref: Referee, turn: Turn) -> Move[Turn]:
    """The referee says which winter result holds, where, and whose air units suffer from it. Nothing happens by default."""
    if not (turn.setting.orders_asked and turn.setting.winter):
        return Return(turn)
    ref.enter("weather", "Weather")
    about = partial(winter, turn, "Which result did the winter roll give?")
    said = ref.choose("referee.winter", RESULTS, by="referee", default="fair", optional=True, about=about)
    if said == "fair":
        ref.tell(Note, RESULTS["fair"])
        return Return(turn)
    items = {base.id: 1 for base in turn.bases if not base.box}
    labels = {base: f"winter at {turn.setting.name(base)}" for base in items}
    about = partial(winter, turn, f"The winter result is {said}; where does it apply?")
    hexes = ref.allot("referee.winter-hexes", items, by="referee", default=items, labels=labels, optional=True, about=about)
    sides = {BOTH: "the air units of both sides suffer"} | {side: f"only those of {title_of(side)}" for side in turn.setting.sides}
    about = partial(winter, turn, f"The winter result is {said}; whose air units suffer from it?")
    suffering = ref.choose("referee.winter-side", sides, by="referee", default=BOTH, optional=True, about=about)
    under = [base for base, number in hexes.items() if number]
    ref.tell(Note, f"winter result of {said}: {', '.join(turn.setting.name(base) for base in under) or 'nowhere'}")
    return Return(in_winter(turn, under, int(said), suffering))


@rule("19.31A")
def in_winter(turn: Turn, hexes: list[str], result: int, side: str) -> Turn:
    """The turn with a winter result in these hexes."""
    there = [unit for unit in turn.units if not unit.strategic and turn.hex_of(unit.home) in hexes and side in (unit.side, BOTH)]
    battles = tuple(
        battle._replace(winter=max(battle.winter, result)) if {*battle.hexes} & {*hexes} else battle for battle in turn.battles
    )
    suffering = "" if side == BOTH else side
    turn = replace(turn, winter=tuple((hex_, result) for hex_ in hexes), winter_for=suffering, battles=battles)
    return turn.with_units([suffers(unit, result) for unit in there])


@rule("19.31A")
def suffers(unit: Unit, result: int) -> Unit:
    """A unit under a winter result; from 8 on it costs one on the dice."""
    worse = int(result >= 8) - int(unit.winter >= 8)
    air_type = unit.air_type._replace(drm=unit.air_type.drm - max(0, worse))
    return unit._replace(winter=max(unit.winter, result), air_type=air_type)


def plan(document: Section, turn: Turn, problems: Problems) -> Turn:
    """Winter comes in winter, or when the scenario has no date."""
    date = document["date"] or "winter"
    return turn.with_setting(replace(turn.setting, winter=date.startswith("winter")))


PART = Part(
    fields={},
    plan=plan,
    decisions={
        "referee.winter": "the winter result of the turn",
        "referee.winter-hexes": "the hexes under the winter result",
        "referee.winter-side": "whose air units suffer from the winter",
    },
    steps=(winter_comes,),
)
