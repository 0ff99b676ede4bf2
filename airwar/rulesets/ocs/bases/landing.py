"""Landing: a unit that returns, aborts or is displaced goes to a friendly base in reach (R4, R13, R24, R40)."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from airwar.engine.events import Loss, Note, Ruling
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.places import FAR, away, hexes_between
from airwar.rulesets.ocs.bases.about import to_land
from airwar.rulesets.ocs.bases.limits import carrier_refused
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.units.air import AT_BASE, Counter


@rule("R4", "R24", "R13")
def bases_by_distance(ref: Referee, board: Board, unit_id: str) -> dict[str, int]:
    """The friendly bases where a unit could land, nearest first; what lies between does not matter."""
    side, here = board.counter(unit_id).side, board.unit(unit_id).place
    bases = [base.id for base in board.bases if base.side == side and carrier_refused(board, base.id, unit_id) is None]
    found = sorted((hexes_between(ref, board.setting.places, here, base), base) for base in bases)
    return {base: distance for distance, base in found if distance < FAR}


class Landing(NamedTuple):
    """Why a unit lands: the key of its owner's choice, the option for a unit with no base in reach, and the grade of the rule."""

    key: str
    stranded: str
    borrowed: bool


RETURN = Landing("land", "no-base", False)
HOMEWARD = Landing("land", "no-base", True)
ABORT = Landing("abort", "no-base", True)
DISPLACEMENT = Landing("displace", "displace-none", False)


def land(ref: Referee, board: Board, unit_id: str, reach: int, why: Landing) -> Board:
    """A unit lands at a friendly base in reach, picked by its owner, and becomes inactive.

    This cites no rule: what is asked here belongs to the return, the abort or the displacement that makes the unit land.
    """
    unit, counter = board.unit(unit_id), board.counter(unit_id)
    everywhere = bases_by_distance(ref, board, unit_id)
    bases = {base: distance for base, distance in everywhere.items() if distance <= reach}
    if not bases:
        bases = dict(list(everywhere.items())[:1])
        destroyed = board.rulings.value(why.stranded) == "destroy" or not bases
        fate = "is destroyed" if destroyed else "goes to the nearest"
        ref.tell(board.rulings.graded, why.stranded, f"{counter.name} has no friendly base within {reach} hexes and {fate}")
        if destroyed:
            return eliminate(ref, board, unit_id)
    options = {base: f"{board.setting.name(base)}, {away(distance)}" for base, distance in bases.items()}
    default = counter.home if counter.home in bases else next(iter(bases))
    base, about = default, partial(to_land, board, unit_id, why.key, bases)
    home = default == counter.home and why is not DISPLACEMENT
    if len(options) > 1:
        base = ref.choose(f"{why.key}.{unit_id}", options, by=counter.side, default=default, about=about, quiet=home)
    grade = board.rulings.borrowed if why.borrowed else ""
    ref.tell(Note, f"{counter.name} is inactive at {board.setting.name(base)}{grade}")
    return board.with_units(unit.landed(base))


@rule("R24")
def abort(ref: Referee, board: Board, unit_id: str) -> Board:
    """A unit breaks off and becomes inactive at a base: the one it was at, the one it fought over, or any in range."""
    unit, counter = board.unit(unit_id), board.counter(unit_id)
    below = board.base(unit.place)
    over_own = below is not None and below.side == counter.side and carrier_refused(board, below.id, unit_id) is None
    if unit.status != AT_BASE and over_own:
        ref.tell(board.rulings.chosen, "abort-over-base", f"{counter.name} need not abort to the base it fought over")
    if unit.status == AT_BASE or (over_own and board.rulings.value("abort-over-base") == "there"):
        if unit.status != AT_BASE:
            ref.tell(board.rulings.graded, "abort-over-base", f"{counter.name} fought over a friendly base and aborts to it")
        ref.tell(Loss, counter.side, counter.name, 1, f"aborted, inactive at {board.setting.name(unit.place)}")
        return board.with_units(unit.landed(unit.place))
    ref.tell(Loss, counter.side, counter.name, 1, "aborted")
    return land(ref, board, unit_id, counter.range, ABORT)


@rule("R40")
def displace(ref: Referee, board: Board, unit_id: str) -> Board:
    """A survivor of a captured base goes to another friendly base, within a multiple of its range, and becomes inactive."""
    counter = board.counter(unit_id)
    reach = board.rulings.number("displace-factor") * counter.range
    ref.tell(board.rulings.graded, "displace-factor", f"{counter.name} is displaced up to {reach} hexes")
    return land(ref, board, unit_id, reach, DISPLACEMENT)


@rule("R26", "R9")
def lose_step(ref: Referee, board: Board, unit_id: str) -> Board:
    """A unit loses a step: a full one is reduced, a reduced one is eliminated."""
    hit = board.unit(unit_id).hit()
    if hit.eliminated:
        return eliminate(ref, board, unit_id)
    counter = board.counter(unit_id)
    ref.tell(Loss, counter.side, counter.name, 1, "reduced")
    if not counter.back_given:
        ref.tell(reduced_values, board, counter)
    return board.with_units(hit)


@rule("R9")
def reduced_values(board: Board, counter: Counter) -> Ruling | None:
    """The values of a reduced unit, where the scenario does not give them."""
    back = counter.back
    capacity = f", capacity {back.capacity}T" if back.capacity else ""
    values = f"rating {back.rating}, barrage {back.barrage}{capacity}"
    text = f"the scenario does not give the back of {counter.name}; it now has {values}"
    return board.rulings.graded("reduced-rating", text)


def eliminate(ref: Referee, board: Board, unit_id: str) -> Board:
    counter = board.counter(unit_id)
    ref.tell(Loss, counter.side, counter.name, 1, "eliminated")
    return board.with_units(board.unit(unit_id)._replace(steps=1).hit())
