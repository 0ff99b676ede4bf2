"""Coming down: the return phase, aborts and displacement, each to a friendly base in reach (R4, R8, R13, R24)."""

from __future__ import annotations

from typing import NamedTuple

from airwar.engine.referee import Loss, Next, Note, Referee, Ruling
from airwar.engine.rule import rule
from airwar.rulesets.ocs.functions import NON_PHASING, PHASING, return_refused
from airwar.rulesets.ocs.rulings import borrowed, chosen, number, ruled
from airwar.rulesets.ocs.sequence import next_act, opens
from airwar.rulesets.ocs.state import Turn
from airwar.rulesets.ocs.units import AT_BASE, ELIMINATED, Air, Counter


@rule("R4", "R24", "R13")
def bases_in_reach(turn: Turn, side: str, here: str, reach: int | None) -> dict[str, int]:
    """The friendly bases that a unit can come down at, nearest first; whatever lies between does not matter."""
    found = []
    for base in turn.bases:
        distance = turn.setting.distance(here, base.id)
        if base.side == side and distance is not None and (reach is None or distance <= reach):
            found.append((distance, base.id))
    return {base: distance for distance, base in sorted(found)}


class Descent(NamedTuple):
    """Why a unit comes down: the key of its owner's choice, the option that rules where no base is in reach, and its grade."""

    key: str
    stranded: str
    borrowed: bool


RETURN = Descent("land", "no-base", False)
HOMEWARD = Descent("land", "no-base", True)
ABORT = Descent("abort", "no-base", True)
DISPLACEMENT = Descent("displace", "displace-none", False)


def come_down(ref: Referee, turn: Turn, unit_id: str, reach: int, why: Descent) -> Turn:
    """A unit goes to a friendly base of its owner's choice in reach and is inactive there.

    Cites no rule: what is asked here stands under the return, the abort or the displacement that brings the unit down.
    """
    unit, counter = turn.unit(unit_id), turn.counter(unit_id)
    bases = bases_in_reach(turn, counter.side, unit.place, reach)
    if not bases:
        bases = dict(list(bases_in_reach(turn, counter.side, unit.place, None).items())[:1])
        destroyed = turn.rulings[why.stranded] == "destroy" or not bases
        fate = "is destroyed" if destroyed else "goes to the nearest"
        ref.tell(ruled, turn.rulings, why.stranded, f"{counter.name} has no friendly base within {reach} hexes and {fate}")
        if destroyed:
            return eliminated(ref, turn, unit_id)
    options = {base: f"{turn.setting.name(base)}, {distance} hexes" for base, distance in bases.items()}
    default = counter.home if counter.home in bases else next(iter(bases))
    base = ref.choose(f"{why.key}.{unit_id}", options, by=counter.side, default=default) if len(options) > 1 else default
    grade = borrowed(turn.rulings) if why.borrowed else ""
    ref.tell(Note, f"{counter.name} is inactive at {turn.setting.name(base)}{grade}")
    return turn.with_units(unit.landed(base))


@rule("R24")
def abort(ref: Referee, turn: Turn, unit_id: str) -> Turn:
    """A unit breaks off and is inactive at a base: its own if it was there, the one it fought over, or any in range."""
    unit, counter = turn.unit(unit_id), turn.counter(unit_id)
    below = turn.base(unit.place)
    over_own = below is not None and below.side == counter.side
    if unit.status != AT_BASE and over_own:
        ref.tell(chosen, turn.rulings, "abort-over-base", f"{counter.name} need not abort to the base it fought over")
    if unit.status == AT_BASE or (over_own and turn.rulings["abort-over-base"] == "there"):
        if unit.status != AT_BASE:
            ref.tell(ruled, turn.rulings, "abort-over-base", f"{counter.name} fought over a friendly base and aborts to it")
        ref.tell(Loss, counter.side, counter.name, 1, f"aborted, inactive at {turn.setting.name(unit.place)}")
        return turn.with_units(unit.landed(unit.place))
    ref.tell(Loss, counter.side, counter.name, 1, "aborted")
    return come_down(ref, turn, unit_id, counter.range, ABORT)


@rule("R26", "R9")
def step_lost(ref: Referee, turn: Turn, unit_id: str) -> Turn:
    """A unit loses a step: a full one is reduced, a reduced one eliminated."""
    hit = turn.unit(unit_id).hit()
    if hit.status == ELIMINATED:
        return eliminated(ref, turn, unit_id)
    counter = turn.counter(unit_id)
    ref.tell(Loss, counter.side, counter.name, 1, "reduced")
    if not counter.back_given:
        ref.tell(back_told, turn, counter)
    return turn.with_units(hit)


@rule("R9")
def back_told(turn: Turn, counter: Counter) -> Ruling | None:
    """The values of a back that the scenario does not give."""
    back = counter.back
    carried = f", capacity {back.capacity}T" if back.capacity else ""
    text = f"the back of {counter.name} is not given; now rating {back.rating}, barrage {back.barrage}{carried}"
    return ruled(turn.rulings, "reduced-rating", text)


def eliminated(ref: Referee, turn: Turn, unit_id: str) -> Turn:
    counter = turn.counter(unit_id)
    ref.tell(Loss, counter.side, counter.name, 1, "eliminated")
    return turn.with_units(turn.unit(unit_id)._replace(steps=1).hit())


def gone(turn: Turn, unit_id: str) -> bool:
    return turn.unit(unit_id).status == ELIMINATED


@opens("return")
@rule("R4", "R8")
def return_phase(ref: Referee, turn: Turn) -> Next:
    """The phasing player's units that are active elsewhere return to bases in range and become inactive."""
    phasing = turn.agenda[0].player
    returning = [unit for unit in turn.units if may_return(turn, unit, phasing)]
    if returning and turn.rulings["return"] == "mandatory":
        ref.tell(ruled, turn.rulings, "return", "units must return, and are inactive until refit: the charts print neither")
    for unit in returning:
        counter = turn.counter(unit.id)
        if turn.rulings["return"] == "optional" and ref.choose(f"return.{unit.id}", ("return", "stay"), by=phasing) == "stay":
            ref.tell(ruled, turn.rulings, "return", f"{counter.name} stays out")
        else:
            turn = come_down(ref, turn, unit.id, counter.range, RETURN)
    return Next(next_act, turn)


def may_return(turn: Turn, unit: Air, phasing: str) -> bool:
    player = PHASING if turn.counter(unit.id).side == phasing else NON_PHASING
    return return_refused(unit.status, "return", player) is None


@rule("R40")
def displacement_reach(turn: Turn, unit_id: str) -> int:
    """How far a unit is displaced from a captured base."""
    return number(turn.rulings, "displace-factor") * turn.counter(unit_id).range
