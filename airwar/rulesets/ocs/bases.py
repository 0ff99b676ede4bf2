"""What the questions about air bases are about: who lands where, who is refitted, who pays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from airwar.rulesets.kit import Event, Loss, Move, Note, Referee, Return, Ruling, count, listed, rule, title_of
from airwar.rulesets.kit.places import FAR, away, hexes_between
from airwar.rulesets.ocs.board import BASE, CARRIER, STRIP, Airfield, Board, Segment, planes, unit_label
from airwar.rulesets.ocs.rulings import Rulings
from airwar.rulesets.ocs.units import AT_BASE, EXPECTED, INACTIVE, NON_PHASING, PHASING, Air, Counter, return_refused
from airwar.rulesets.ocs.worksheets import hexes_under_planes

# What the questions about air bases are about: who lands where, who is refitted, who pays


WHY = {"land": "comes home from", "abort": "aborts over", "displace": "is driven from"}


def to_land(board: Board, unit_id: str, key: str, bases: Iterable[str]) -> str:
    """A unit on its way to a base, and what the bases in reach hold."""
    counter = board.counter(unit_id)
    held = [
        f"{board.setting.name(base)} ({len(there)} there)" if (there := board.based_at(base)) else board.setting.name(base)
        for base in bases
    ]
    where = board.setting.name(board.unit(unit_id).place)
    return f"{title_of(counter.side)}: {counter.name} {WHY[key]} {where}. In reach: {listed(held, 4)}."


def may_stay_out(board: Board, unit_id: str) -> str:
    """A unit that may return."""
    counter = board.counter(unit_id)
    where, home = board.setting.name(board.unit(unit_id).place), board.setting.name(counter.home)
    return f"{title_of(counter.side)}: {counter.name} is over {where}; its base is {home}, its range {counter.range}."


def arrives(board: Board, unit_id: str) -> str:
    """A reinforcement whose base is lost."""
    counter = board.counter(unit_id)
    return (
        f"{title_of(counter.side)}: {counter.name} was to arrive at {board.setting.name(board.unit(unit_id).place)}, which is lost."
    )


def to_refit(board: Board, base: Airfield, inactive: Iterable[str], most: int, cost: int) -> str:
    """The inactive units at a base, and what refit costs."""
    units = tuple(inactive)
    limit = f"at most {most} of them" if most < len(units) else "all of them" if len(units) > 1 else "it"
    pays = f"for {cost}T of its {base.supply}T" if cost else "at no cost"
    return (
        f"{title_of(base.side)}: {planes(board, units)} inactive at {board.setting.name(base.id)}, which can refit {limit} {pays}."
    )


def to_pay(board: Board, side: str, cost: int) -> str:
    """Supply that is due."""
    own = sum(base.supply >= cost for base in board.bases if base.side == side)
    bases = f"{count(own, 'air base')} can pay it, or the map" if own else "no air base can pay it, only the map"
    return f"{title_of(side)}: this costs {cost}T of supply; {bases}."


def to_capture(board: Board, side: str, place: str) -> str:
    """A base under attack on the ground, and what would fall with it."""
    there = board.based_at(place)
    base = board.base(place)
    stock = f"{base.supply}T of supply" if base else "no supply"
    at_stake = f"{planes(board, there)}, with {stock}" if there else stock
    return f"{title_of(side)} ground units attack {board.setting.name(place)}. At stake: {at_stake}. Do they take it?"


def first_or_second(winner: str, rolls: dict[str, int]) -> str:
    """The roll for the first player turn."""
    said = listed(f"{title_of(side)} {total}" for side, total in rolls.items())
    return f"Initiative: {said}. {title_of(winner)} chooses to go first or second."


# How many active air units a base holds


ACTIVE_AT_STRIP = 4  # a base holds its level more


@rule("R14")
def active_limit(rulings: Rulings, level: int, kind: str = BASE) -> int | None:
    """How many active air units a base holds, or None for any number; inactive ones are never limited."""
    if rulings.value("base-stacking") == "unlimited" or kind == CARRIER:
        return None
    return ACTIVE_AT_STRIP if kind == STRIP else ACTIVE_AT_STRIP + level


@rule("R52")
def carrier_refused(board: Board, place: str, unit_id: str) -> str | None:
    """Why a unit cannot land on a carrier, or None if it can or is aboard, or if the base is not a carrier."""
    if board.base_kind(place) != CARRIER or unit_id in board.based_at(place):
        return None
    if not board.counter(unit_id).carrier_plane:
        return "it is not a carrier plane (R52)"
    most = board.setting.hexes[place].planes
    full = most is not None and len(board.based_at(place)) >= most
    return f"{board.setting.name(place)} holds no more than {most} air units (R52)" if full else None


@rule("R14")
def active_room(board: Board, place: str) -> int | None:
    """How many more air units may be active at a base, or None for any number."""
    base = board.base(place)
    assert base is not None
    limit = active_limit(board.rulings, base.level, base.kind)
    active = sum(unit.status == AT_BASE and unit.place == place for unit in board.units)
    return None if limit is None else max(0, limit - active)


# Landing: a unit that returns, aborts or is displaced goes to a friendly base in reach (R4, R13, R24, R40)


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


# Supply that is paid for a barrage or for construction (R53, R56): by a single air base, or on the map


ON_MAP, NOBODY = "map", "nobody"  # who pays, if not an air base


def pay(ref: Referee, board: Board, side: str, cost: int) -> Board | None:
    """An air base with supply pays, or an HQ or dump on the map. None if nobody does. The caller cites the rule."""
    if not cost:
        return board
    bases = {base.id: base for base in board.bases if base.side == side and base.supply >= cost}
    options = {ON_MAP: f"a headquarters or a dump on the map pays {cost}T", NOBODY: "nobody: it is called off"}
    options |= {base: f"the supply at {board.setting.name(base)}, {bases[base].supply}T, pays {cost}T" for base in bases}
    payer = ref.choose("pays", options, by=side, default=ON_MAP, about=partial(to_pay, board, side, cost))
    if payer == NOBODY:
        ref.tell(Note, f"called off: nobody pays the cost of {cost}T")
        return None
    if payer == ON_MAP:
        ref.tell(Note, f"this costs {cost}T of supply, paid on the map")
        return board
    base = bases[payer]
    ref.tell(Note, f"this costs {cost}T of supply; {board.setting.name(payer)} has {base.supply - cost}T left")
    return board.with_base(base._replace(supply=base.supply - cost))


# The Air Unit Return phase (R4) and the arrival of reinforcements (R8)


LATER = "later"


@rule("R4", "R8")
def return_phase(ref: Referee, segment: Segment) -> Move[Segment]:
    """The phasing player's units that are active elsewhere return to bases in range and become inactive."""
    board, phasing = segment.board, segment.side
    returning = [unit for unit in board.units if may_return(board, unit, phasing)]
    required = board.rulings.yes("return-required")
    if returning and required:
        ref.tell(
            board.rulings.graded, "return-required", "units must return, and are inactive until refit; the charts print neither"
        )
    for unit in returning:
        counter = board.counter(unit.id)
        options, out = {"return": "return to a base in range", "stay": "stay out"}, partial(may_stay_out, board, unit.id)
        if not required and ref.choose(f"return.{unit.id}", options, by=phasing, about=out) == "stay":
            ref.tell(board.rulings.graded, "return-required", f"{counter.name} stays out")
        else:
            board = land(ref, board, unit.id, counter.range, RETURN)
    return Return(segment.on(board))


def may_return(board: Board, unit: Air, phasing: str) -> bool:
    player = PHASING if board.counter(unit.id).side == phasing else NON_PHASING
    return return_refused(unit.status, "return", player) is None


@rule("R8", "R14")
def reinforcement_phase(ref: Referee, segment: Segment) -> Move[Segment]:
    """New air units arrive at their bases, active as far as there is room for active units."""
    board = segment.board
    for unit in board.units:
        if unit.status == EXPECTED and board.counter(unit.id).side == segment.side:
            board = arrival(ref, board, unit)
    return Return(segment.on(board))


@rule("R8", "R14", "R41", "R52")
def arrival(ref: Referee, board: Board, unit: Air) -> Board:
    """A new unit arrives at its base, or at another one if the enemy has captured or sunk that."""
    counter, setting = board.counter(unit.id), board.setting
    place = unit.place
    base = board.base(place)
    if base is None or base.side != counter.side:
        place = arrival_elsewhere(ref, board, unit)
    if place == LATER:
        gone = "belongs to the enemy" if base else "has been sunk"
        ref.tell(Note, f"{counter.name} does not arrive: {setting.name(unit.place)} {gone}")
        return board
    status = INACTIVE if active_room(board, place) == 0 else AT_BASE
    how = "active" if status == AT_BASE else "inactive, because the base holds no more active units (R14)"
    ref.tell(Note, f"{counter.name} arrives at {setting.name(place)}, {how}{board.rulings.borrowed}")
    return board.with_units(unit._replace(status=status, place=place))


def arrival_elsewhere(ref: Referee, board: Board, unit: Air) -> str:
    """Where a new unit arrives whose base is lost: the rules do not say, so the player does. A carrier takes only its planes."""
    side = board.counter(unit.id).side
    friendly = [base.id for base in board.bases if base.side == side and carrier_refused(board, base.id, unit.id) is None]
    bases = {base: board.setting.name(base) for base in friendly}
    options, lost = {LATER: "it does not arrive in this phase", **bases}, partial(arrives, board, unit.id)
    return ref.choose(f"arrive.{unit.id}", options, by=side, default=LATER, about=lost)


# Air unit refit (R5): a base pays supply, and some of its inactive units become active


DAMAGED_CARRIER = 2


@rule("R5")
def refit_capacity(rulings: Rulings, level: int, kind: str = BASE, damaged: bool = False) -> int | None:
    """How many units a base refits: two per level, a strip one, a carrier all its planes (None), or two if damaged."""
    if kind == CARRIER:
        return DAMAGED_CARRIER if damaged else None
    return rulings.number("refit-strip") if kind == STRIP else rulings.number("refit-per-level") * level


@rule("R5")
def refit_cost(rulings: Rulings, kind: str = BASE) -> int:
    """What a base pays in T, however many units it refits; a carrier pays nothing."""
    return 0 if kind == CARRIER else rulings.number("refit-cost")


@rule("R5")
def refit_refused(board: Board, base: Airfield) -> str | None:
    """Why a base refits nothing, or None if it may."""
    if board.setting.hexes[base.id].enemy_zoc and not board.rulings.yes("refit-in-enemy-zoc"):
        return f"it is in an enemy zone of control that nothing negates{board.rulings.borrowed} (R5)"
    cost = refit_cost(board.rulings, base.kind)
    return f"it has {base.supply}T; refit costs {cost}T (R5)" if base.supply < cost else None


@rule("R5", "R1", "R8", "R14")
def refit_phase(ref: Referee, segment: Segment) -> Move[Segment]:
    """Base by base, the phasing player refits inactive units, including those that have just returned."""
    board, setting = segment.board, segment.board.setting
    if setting.weather.flight == "none" and setting.rulings.yes("weather-blocks-refit"):
        ref.tell(setting.rulings.graded, "weather-blocks-refit", f"no refit in this weather ({setting.weather.name})")
        return Return(segment)
    for base in segment.board.bases:
        if base.side == segment.side:
            board = refit_at(ref, board, base)
    return Return(segment.on(board))


@rule("R5", "R14")
def refit_at(ref: Referee, board: Board, base: Airfield) -> Board:
    """The owner picks inactive units at one base, as many as it can refit and keep active."""
    inactive = [unit for unit in board.units if unit.status == INACTIVE and unit.place == base.id]
    if not inactive:
        return board
    refused = refit_refused(board, base)
    if refused:
        ref.tell(Note, f"{board.setting.name(base.id)} refits nothing: {refused}")
        return board
    most = refit_limit(ref, board, base, len(inactive))
    items = {unit.id: 1 for unit in inactive}
    labels = {unit: unit_label(board, unit) for unit in items}
    default = dict.fromkeys(list(items)[:most], 1)
    about = partial(to_refit, board, base, items, most, refit_cost(board.rulings, base.kind))
    key, everybody = f"refit.{base.id}", most == len(items)
    picked = ref.allot(key, items, by=base.side, most=most, default=default, labels=labels, about=about, quiet=everybody)
    active = [unit.id for unit in inactive if picked[unit.id]]
    if not active:
        return board
    ref.tell(refit_events, board, base, active)
    cost = refit_cost(board.rulings, base.kind)
    board = board.with_base(base._replace(supply=base.supply - cost))
    return board.with_units(*(board.unit(unit)._replace(status=AT_BASE) for unit in active))


def refit_events(board: Board, base: Airfield, active: list[str]) -> list[Event]:
    """The units that are active again, what it cost, and where the numbers come from."""
    rulings, kind = board.rulings, base.kind
    names = ", ".join(board.counter(unit).name for unit in active)
    if kind == CARRIER:
        return [Note(f"{board.setting.name(base.id)} refits its planes free of charge{rulings.borrowed}; now active: {names}")]
    note = Note(f"{board.setting.name(base.id)} pays {refit_cost(rulings, kind)}T for refit; now active: {names}")
    text = "the cost and capacity of refit in v3.0 are not known"
    found = (
        rulings.graded("refit-strip" if kind == STRIP else "refit-per-level", text),
        rulings.chosen("refit-cost", "what the base pays"),
    )
    return [note, *(ruling for ruling in found if ruling)]


@rule("R14", "R5")
def refit_limit(ref: Referee, board: Board, base: Airfield, inactive: int) -> int:
    """As many as the base can refit, but no more than may be active there."""
    hull = board.hull(base.id)
    capacity = refit_capacity(board.rulings, base.level, base.kind, damaged=bool(hull and hull.hits))
    able = inactive if capacity is None else min(inactive, capacity)
    room = active_room(board, base.id)
    if room is None or room >= able:
        return able
    ref.tell(board.rulings.graded, "base-stacking", f"{board.setting.name(base.id)} has room for {room} more active units")
    return room


# The Clean Up phase: rail interdiction ends (R6), and ships and artillery recover (R52, R53)


@rule("R6")
def clean_up_phase(ref: Referee, segment: Segment) -> Move[Segment]:
    """The enemy's rail interdiction markers are removed, and the phasing player's ships recover from DG."""
    board = remove_markers(ref, segment.board, segment.side)
    board = recover_artillery(ref, recover_ships(ref, board, segment.side), segment.side)
    return Return(segment.on(board))


@rule("R6")
def remove_markers(ref: Referee, board: Board, phasing: str) -> Board:
    """The enemy's rail interdiction markers are removed; planes on interdiction stay until they return."""
    setting = board.setting
    for marker in board.markers:
        if marker.side != phasing:
            ref.tell(Note, f"the rail interdiction marker at {setting.name(marker.place)} is removed{board.rulings.borrowed}")
    for place in hexes_under_planes(board, setting.enemy_of(phasing)):  # never in 4.3
        ref.tell(Note, f"{setting.name(place)} remains interdicted until the planes there leave")
    return replace(board, markers=tuple(marker for marker in board.markers if marker.side == phasing))


@rule("R52")
def recover_ships(ref: Referee, board: Board, phasing: str) -> Board:
    """A ship is DG until its owner's Clean Up phase."""
    ships = board.setting.ships
    for hull in board.hulls:
        if hull.dg and ships[hull.id].side == phasing:
            ref.tell(Note, f"{ships[hull.id].name} recovers from DG{board.rulings.borrowed}")
            board = board.with_hull(hull._replace(dg=False))
    return board


@rule("R53")
def recover_artillery(ref: Referee, board: Board, phasing: str) -> Board:
    """Artillery is DG until its owner's Clean Up phase."""
    batteries = board.setting.batteries
    recovering = {gun.id for gun in board.guns if gun.dg and batteries[gun.id].side == phasing}
    for gun in sorted(recovering):
        ref.tell(Note, f"{batteries[gun].name} recovers from DG")
    return replace(board, guns=tuple(gun._replace(dg=False) if gun.id in recovering else gun for gun in board.guns))
