"""Coming down: the return phase, aborts and displacement, each to a friendly base in reach (R4, R8, R13, R24)."""

from __future__ import annotations

from airwar.engine.referee import Loss, Next, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.ocs.functions import NON_PHASING, PHASING, return_refused
from airwar.rulesets.ocs.rulings import borrowed, number, ruled
from airwar.rulesets.ocs.sequence import next_act, opens
from airwar.rulesets.ocs.state import Turn
from airwar.rulesets.ocs.units import AT_BASE, ELIMINATED, ELSEWHERE


@rule("R4", "R24", "R13")
def bases_in_reach(turn: Turn, side: str, here: str, reach: int | None) -> dict[str, int]:
    """The friendly bases that a unit can come down at, nearest first; whatever lies between does not matter."""
    found = []
    for base in turn.bases:
        distance = turn.setting.distance(here, base.id)
        if base.side == side and distance is not None and (reach is None or distance <= reach):
            found.append((distance, base.id))
    return {base: distance for distance, base in sorted(found)}


def come_down(ref: Referee, turn: Turn, unit_id: str, reach: int, key: str, stranded: str) -> Turn:
    """A unit goes to a friendly base of its owner's choice in reach and is inactive there; `stranded` rules where there is none.

    Cites no rule: what is asked here stands under the return, the abort or the displacement that brings the unit down.
    """
    unit, counter = turn.unit(unit_id), turn.counter(unit_id)
    bases = bases_in_reach(turn, counter.side, unit.place, reach)
    if not bases:
        bases = dict(list(bases_in_reach(turn, counter.side, unit.place, None).items())[:1])
        if turn.rulings[stranded] == "destroy" or not bases:
            ref.tell(ruled, turn.rulings, stranded, f"{counter.name} has no friendly base within {reach} hexes and is destroyed")
            return eliminated(ref, turn, unit_id)
        ref.tell(ruled, turn.rulings, stranded, f"{counter.name} has no friendly base within {reach} hexes and goes to the nearest")
    options = {base: f"{turn.setting.name(base)}, {distance} hexes" for base, distance in bases.items()}
    default = counter.home if counter.home in bases else next(iter(bases))
    base = ref.choose(f"{key}.{unit_id}", options, by=counter.side, default=default) if len(options) > 1 else default
    grade = borrowed(turn.rulings) if key == "abort" else ""
    ref.tell(Note, f"{counter.name} is inactive at {turn.setting.name(base)}{grade}")
    return turn.with_units(unit.landed(base))


@rule("R24")
def abort(ref: Referee, turn: Turn, unit_id: str) -> Turn:
    """A unit breaks off and is inactive at a base: its own if it was there, the one it fought over, or any in range."""
    unit, counter = turn.unit(unit_id), turn.counter(unit_id)
    below = turn.base(unit.place)
    over_own = below is not None and below.side == counter.side and turn.rulings["abort-over-base"] == "there"
    if unit.status == AT_BASE or over_own:
        if unit.status != AT_BASE:
            ref.tell(ruled, turn.rulings, "abort-over-base", f"{counter.name} fought over a friendly base and aborts to it")
        ref.tell(Loss, counter.side, counter.name, 1, f"aborted, inactive at {turn.setting.name(unit.place)}")
        return turn.with_units(unit.landed(unit.place))
    ref.tell(Loss, counter.side, counter.name, 1, "aborted")
    return come_down(ref, turn, unit_id, counter.range, "abort", "no-base")


@rule("R26", "R9")
def step_lost(ref: Referee, turn: Turn, unit_id: str) -> Turn:
    """A unit loses a step: a full one is reduced, a reduced one eliminated."""
    hit = turn.unit(unit_id).hit()
    if hit.status == ELIMINATED:
        return eliminated(ref, turn, unit_id)
    counter = turn.counter(unit_id)
    ref.tell(Loss, counter.side, counter.name, 1, "reduced")
    return turn.with_units(hit)


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
    for unit in turn.units:
        counter = turn.counter(unit.id)
        player = PHASING if counter.side == phasing else NON_PHASING
        if unit.status != ELSEWHERE or return_refused(unit.status, "return", player) is not None:
            continue
        if turn.rulings["return"] == "optional":
            if ref.choose(f"return.{unit.id}", ("return", "stay"), by=phasing) == "stay":
                ref.tell(ruled, turn.rulings, "return", f"{counter.name} stays out")
                continue
        else:
            ref.tell(ruled, turn.rulings, "return", f"{counter.name} must return; whether it could stay out is not printed")
        turn = come_down(ref, turn, unit.id, counter.range, "land", "no-base")
    return Next(next_act, turn)


@rule("R40")
def displacement_reach(turn: Turn, unit_id: str) -> int:
    """How far a unit is displaced from a captured base."""
    return number(turn.rulings, "displace-factor") * turn.counter(unit_id).range
