"""Air bases: how many units they hold, landing (R13, R24, R40), return (R4), refit (R5), reinforcements (R8), Clean Up (R6)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from airwar.rulesets.kit import (
    FAR,
    Book,
    Loss,
    Move,
    Note,
    Referee,
    Return,
    away,
    count,
    hexes_between,
    listed,
    replace,
    rule,
    title_of,
)
from airwar.rulesets.ocs.board import Segment, is_so, picked, planes, return_refused, unit_label
from airwar.rulesets.ocs.position import NON_PHASING, PHASING, Artillery, Base, BaseKind, Board, Duty, State, Unit, Vessel
from airwar.rulesets.ocs.rulings import Rulings

ACTIVE_AT_STRIP = 4  # a base holds this many plus its level
REFIT_COST = 1  # in T, for a base of any level
REFIT_PER_LEVEL, REFIT_AT_STRIP, REFIT_ON_DAMAGED_CARRIER = 2, 1, 2  # units
LATER = "later"
ON_MAP, NOBODY = "map", "nobody"  # who pays, if not an air base


# limits


@rule("R14")
def active_limit(rulings: Rulings, level: int, kind: str = BaseKind.BASE) -> int | None:
    """How many active air units a base holds, or None for no limit; inactive units are never limited."""
    if rulings.value("base-stacking") == "unlimited" or kind == BaseKind.CARRIER:
        return None
    return ACTIVE_AT_STRIP if kind == BaseKind.STRIP else ACTIVE_AT_STRIP + level


@rule("R52")
def carrier_refused(board: Board, place: str, unit_id: str) -> str | None:
    """Why a unit cannot land on a carrier; None if it can, is already aboard, or the base is not a carrier."""
    carrier = board.base(place)
    if carrier is None or not carrier.carrier or unit_id in board.based_at(place):
        return None
    if not board.unit(unit_id).carrier_plane:
        return "it is not a carrier plane (R52)"
    full = carrier.planes is not None and board.number_based(place) >= carrier.planes
    return f"{board.name(place)} holds no more than {carrier.planes} air units (R52)" if full else None


@rule("R14")
def active_room(board: Board, place: str) -> int | None:
    """How many more air units may be active at a base, or None for no limit. A base that loses a level keeps those it has."""
    base = board.bases[place]
    limit = active_limit(board.rulings, base.level, base.kind)
    active = sum(unit.state == State.AT_BASE and unit.at == place for unit in board.units.values())
    return None if limit is None else max(0, limit - active)


# landing


@rule("R4", "R24", "R13")
def bases_by_distance(ref: Referee, board: Board, unit_id: str) -> dict[str, int]:
    """The friendly bases where a unit could land, nearest first; what lies in between does not matter."""
    unit = board.unit(unit_id)
    own = [base.id for base in board.bases.values() if base.side == unit.side]
    bases = [base for base in own if carrier_refused(board, base, unit_id) is None]
    found = sorted((hexes_between(ref, board.places, unit.place, base), base) for base in bases)
    return {base: distance for distance, base in found if distance < FAR}


class Landing(NamedTuple):
    """Why a unit lands: the key of its owner's choice, what happens to it in words, and the grade of the rule."""

    key: str
    why: str
    borrowed: bool


RETURN = Landing("land", "comes home from", False)
HOMEWARD = Landing("land", "comes home from", True)
ABORT = Landing("abort", "aborts over", True)
DISPLACEMENT = Landing("displace", "is driven from", False)


def land(ref: Referee, board: Board, unit_id: str, reach: int, why: Landing) -> Board:
    """A unit lands at a friendly base within reach, picked by its owner, and becomes inactive. Without one it is destroyed.

    This cites no rule: the question belongs to the return, the abort or the displacement that makes the unit land.
    """
    unit = board.unit(unit_id)
    bases = {base: distance for base, distance in bases_by_distance(ref, board, unit_id).items() if distance <= reach}
    if not bases:
        ref.tell(Note, f"{unit.title} has no friendly base within {count(reach, 'hex', 'hexes')} and is destroyed")
        return eliminate(ref, board, unit_id)
    options = {base: f"{board.name(base)}, {away(distance)}" for base, distance in bases.items()}
    base = default = unit.at if unit.at in bases else next(iter(bases))
    if len(options) > 1:
        about, home = partial(to_land, board, unit_id, why.why, bases), default == unit.at and why is not DISPLACEMENT
        base = ref.choose(f"{why.key}.{unit_id}", options, by=unit.side, default=default, about=about, quiet=home)
    grade = board.rulings.borrowed if why.borrowed else ""
    ref.tell(Note, f"{unit.title} is inactive at {board.name(base)}{grade}")
    return board.with_units(unit.landed(base))


def to_land(board: Board, unit_id: str, why: str, bases: Iterable[str]) -> str:
    """A sentence about a unit on its way to a base, and about what the bases within reach hold."""
    unit = board.unit(unit_id)
    held = [f"{board.name(base)} ({there} there)" if (there := board.number_based(base)) else board.name(base) for base in bases]
    return f"{title_of(unit.side)}: {unit.title} {why} {board.name(unit.place)}. In reach: {listed(held, 4)}."


@rule("R24")
def abort(ref: Referee, board: Board, unit_id: str) -> Board:
    """A unit breaks off and becomes inactive at a base: the one it was at, the one it fought over, or any in range."""
    unit = board.unit(unit_id)
    below = board.base(unit.place)
    over_own = below is not None and below.side == unit.side and carrier_refused(board, below.id, unit_id) is None
    if unit.state == State.AT_BASE or over_own:
        ref.tell(Loss, unit.side, unit.title, 1, f"aborted, inactive at {board.name(unit.place)}")
        return board.with_units(unit.landed(unit.place))
    ref.tell(Loss, unit.side, unit.title, 1, "aborted")
    return land(ref, board, unit_id, unit.range, ABORT)


@rule("R40")
def displace(ref: Referee, board: Board, unit_id: str) -> Board:
    """A survivor of a captured base goes to another friendly base, within a multiple of its range, and becomes inactive."""
    unit = board.unit(unit_id)
    reach = board.rulings.number("displace-factor") * unit.range
    ref.tell(board.rulings.graded, "displace-factor", f"{unit.title} is displaced up to {reach} hexes")
    return land(ref, board, unit_id, reach, DISPLACEMENT)


@rule("R26", "R9")
def lose_step(ref: Referee, board: Board, unit_id: str) -> Board:
    """A unit loses a step: a full one is reduced, a reduced one is eliminated."""
    unit = board.unit(unit_id).hit()
    if unit.eliminated:
        return eliminate(ref, board, unit_id)
    ref.tell(Loss, unit.side, unit.title, 1, "reduced")
    if unit.back is None:
        ref.tell(reduced_values, unit)
    return board.with_units(unit)


@rule("R9")
def reduced_values(unit: Unit) -> Note:
    """The values of a reduced unit, if the scenario does not give them."""
    back = unit.values
    capacity = f", capacity {back.capacity}T" if back.capacity else ""
    return Note(
        f"the scenario does not give the back of {unit.title}; it now has rating {back.rating}, barrage {back.barrage}{capacity}"
    )


def eliminate(ref: Referee, board: Board, unit_id: str) -> Board:
    unit = board.unit(unit_id)
    ref.tell(Loss, unit.side, unit.title, 1, "eliminated")
    return board.with_units(replace(unit, steps=1).hit())


# the Air Unit Return phase


@rule("R4", "R8")
def return_phase(ref: Referee, segment: Segment) -> Move[Segment]:
    """The phasing player's units that are active away from their bases return to bases in range and become inactive."""
    board, phasing = segment.board, segment.side
    for unit in segment.board.units.values():
        player = PHASING if unit.side == phasing else NON_PHASING
        if return_refused(unit.state, "return", player) is None:
            board = land(ref, board, unit.id, unit.range, RETURN)
    return Return(segment.on(board))


# refit


@rule("R5")
def refit_capacity(level: int, kind: str = BaseKind.BASE, damaged: bool = False) -> int | None:
    """How many units a base refits: two per level, one for a strip, all planes of a carrier (None), or two if it is damaged."""
    if kind == BaseKind.CARRIER:
        return REFIT_ON_DAMAGED_CARRIER if damaged else None
    return REFIT_AT_STRIP if kind == BaseKind.STRIP else REFIT_PER_LEVEL * level


@rule("R5")
def refit_cost(kind: str = BaseKind.BASE) -> int:
    """What refit costs a base in T, no matter how many units it refits; a carrier pays nothing."""
    return 0 if kind == BaseKind.CARRIER else REFIT_COST


@rule("R5", "R1", "R8", "R14")
def refit_phase(ref: Referee, segment: Segment) -> Move[Segment]:
    """Base by base, the phasing player refits inactive units, including those that have just returned."""
    board, rulings = segment.board, segment.board.rulings
    if board.weather.flight == "none" and rulings.yes("weather-blocks-refit"):
        ref.tell(rulings.graded, "weather-blocks-refit", f"no refit in this weather ({board.weather.name})")
        return Return(segment)
    for base in segment.board.bases.values():
        if base.side == segment.side:
            board = refit_at(ref, board, board.bases[base.id])
    return Return(segment.on(board))


@rule("R5", "R14")
def refit_at(ref: Referee, board: Board, base: Base) -> Board:
    """The owner picks inactive units at one base, up to the number that it can refit and keep active."""
    inactive = [unit for unit in board.units.values() if unit.state == State.INACTIVE and unit.at == base.id]
    if not inactive:
        return board
    base = zone_known(ref, board, base)
    board = board.with_base(base)
    if base.enemy_zoc:
        why = f"it is in an enemy zone of control that nothing negates{board.rulings.borrowed} (R5)"
        ref.tell(Note, f"{board.name(base.id)} refits nothing: {why}")
        return board
    most, cost = refit_limit(ref, board, base, len(inactive)), refit_cost(base.kind)
    payer = refit_payer(ref, board, base) if most else NOBODY
    if payer == NOBODY:
        why = f"nobody pays the {cost}T that it costs" if most else "it holds no more active units"
        ref.tell(Note, f"{board.name(base.id)} refits nothing: {why} (R5)")
        return board
    labels = {unit.id: unit_label(board, unit.id) for unit in inactive}
    about, everybody = partial(to_refit, board, base, labels, most, payer), most == len(labels)
    key, usual = f"refit.{base.id}", list(labels)[:most]
    refitted = picked(ref, key, labels, by=base.side, usual=usual, most=most, about=about, quiet=everybody)
    active = [unit for unit in inactive if unit.id in refitted]
    if not active:
        return board
    ref.tell(refit_told, board, base, active, payer)
    board = paid(board, payer, cost)
    return board.with_units(*(replace(unit, status="active") for unit in active))


@rule("R5")
def refit_payer(ref: Referee, board: Board, base: Base) -> str:
    """Who pays for refit: the supply in the base's own hex, or any dump or HQ within reach, which only the map shows."""
    cost = refit_cost(base.kind)
    elsewhere = any(tons >= cost and place not in board.bases for place, tons in board.dumps(base.side).items())
    if not cost or (base.supply >= cost and not elsewhere):
        return base.id
    default = base.id if base.supply >= cost else NOBODY
    return payer_of(ref, board, base.side, cost, f"refit at {board.name(base.id)}", f"pays.{base.id}", default)


@rule("R5")
def zone_known(ref: Referee, board: Board, base: Base) -> Base:
    """The base, after asking its owner, if it has changed hands, whether it is in an enemy zone of control."""
    if base.enemy_zoc is not None:
        return base
    options = ("no, or friendly units negate it", "yes, and nothing negates it")
    about = partial(str, f"{title_of(base.side)}: is {board.name(base.id)}, now ours, in an enemy zone of control?")
    return replace(base, enemy_zoc=is_so(ref, f"enemy-zoc.{base.id}", options, by=base.side, about=about))


def to_refit(board: Board, base: Base, inactive: Iterable[str], most: int, payer: str) -> str:
    """A sentence about the inactive units at a base, and what refit costs."""
    units, cost = tuple(inactive), refit_cost(base.kind)
    limit = f"at most {most} of them" if most < len(units) else "all of them" if len(units) > 1 else "it"
    source = f"its {base.supply}T" if payer == base.id else whose(board, payer)
    pays = f"for {cost}T of {source}" if cost else "at no cost"
    return f"{title_of(base.side)}: {planes(board, units)} inactive at {board.name(base.id)}, which can refit {limit} {pays}."


def whose(board: Board, payer: str) -> str:
    """Whose supply it is, in words: that of a place, or on the map."""
    return "the supply on the map" if payer == ON_MAP else f"the supply at {board.name(payer)}"


def refit_told(board: Board, base: Base, active: list[Unit], payer: str) -> Note:
    """The units that are active again, and what that cost."""
    source = "" if payer == base.id else f" of {whose(board, payer)}"
    how = "refits its planes free of charge" if base.kind == BaseKind.CARRIER else f"pays {REFIT_COST}T{source} for refit"
    return Note(f"{board.name(base.id)} {how}{board.rulings.borrowed}; now active: {', '.join(unit.title for unit in active)}")


@rule("R14", "R5")
def refit_limit(ref: Referee, board: Board, base: Base, inactive: int) -> int:
    """How many units the base refits: as many as it can, but not more than may be active there."""
    capacity = refit_capacity(base.level, base.kind, damaged=base.damaged)
    able = inactive if capacity is None else min(inactive, capacity)
    room = active_room(board, base.id)
    if room is None or room >= able:
        return able
    ref.tell(board.rulings.graded, "base-stacking", f"{board.name(base.id)} has room for {room} more active units")
    return room


# reinforcements


@rule("R8", "R14")
def reinforcement_phase(ref: Referee, segment: Segment) -> Move[Segment]:
    """New air units arrive at their bases, active if there is room for active units."""
    board = segment.board
    for unit in segment.board.units.values():
        if unit.state == State.EXPECTED and unit.side == segment.side:
            board = arrival(ref, board, unit)
    return Return(segment.on(board))


@rule("R8", "R14", "R41", "R52")
def arrival(ref: Referee, board: Board, unit: Unit) -> Board:
    """A new unit arrives at its base, or at another one if its own has been captured or sunk."""
    base, place = board.base(unit.at), unit.at
    if base is None or base.side != unit.side:
        place = arrival_elsewhere(ref, board, unit)
    if place == LATER:
        gone = "belongs to the enemy" if base else "has been sunk"
        ref.tell(Note, f"{unit.title} does not arrive: {board.name(unit.at)} {gone}")
        return board
    after = arrived_at(board, unit, place)
    how = "active" if after.unit(unit.id).active else "inactive, because the base holds no more active units (R14)"
    ref.tell(Note, f"{unit.title} arrives at {board.name(place)}, {how}{board.rulings.borrowed}")
    return after


@rule("R8")
def reinforced(board: Board, side: str) -> Board:
    """The board after a reinforcement phase without questions: units that have lost their base are still expected."""
    for unit in board.units.values():
        base = board.base(unit.at)
        if unit.state == State.EXPECTED and unit.side == side and base and base.side == side:
            board = arrived_at(board, unit, unit.at)
    return board


@rule("R14")
def arrived_at(board: Board, unit: Unit, place: str) -> Board:
    """The board with a new unit at a base, active if there is room for active units."""
    return board.with_units(unit.landed(place, active=active_room(board, place) != 0))


def arrival_elsewhere(ref: Referee, board: Board, unit: Unit) -> str:
    """Where a new unit arrives if its base is lost: the rules do not say, so its player does. A carrier takes only its planes."""
    own = [base.id for base in board.bases.values() if base.side == unit.side]
    bases = {base: board.name(base) for base in own if carrier_refused(board, base, unit.id) is None}
    about = partial(str, f"{title_of(unit.side)}: {unit.title} was to arrive at {board.name(unit.at)}, which is lost.")
    options = {LATER: "it does not arrive in this phase", **bases}
    return ref.choose(f"arrive.{unit.id}", options, by=unit.side, default=LATER, about=about)


# supply for refit, a barrage or construction: from one dump of the scenario, or from the map


def payer_of(ref: Referee, board: Board, side: str, cost: int, what: str, key: str, default: str) -> str:
    """What pays: a place with supply, an HQ or dump on the map, or nothing. The caller cites the rule."""
    able = {place: tons for place, tons in board.dumps(side).items() if tons >= cost}
    options = {ON_MAP: f"a headquarters or a dump on the map pays {cost}T", NOBODY: "nobody: it is called off"}
    options |= {place: f"the supply at {board.name(place)}, {tons}T, pays {cost}T" for place, tons in able.items()}
    dumps = f"{count(len(able), 'dump')} of the scenario can pay it, or the map" if able else "only the map can pay it"
    about = partial(str, f"{title_of(side)}: {what} costs {cost}T of supply; {dumps}.")
    return ref.choose(key, options, by=side, default=default, about=about)


def pay(ref: Referee, board: Board, side: str, cost: int, what: str) -> Board | None:
    """Pays supply for a barrage or construction; returns None if nobody pays. The caller cites the rule."""
    if not cost:
        return board
    payer = payer_of(ref, board, side, cost, what, "pays", ON_MAP)
    if payer == NOBODY:
        ref.tell(Note, f"called off: nobody pays the cost of {cost}T")
        return None
    how = ", paid on the map" if payer == ON_MAP else f"; {board.name(payer)} has {board.hex(payer).supply - cost}T left"
    ref.tell(Note, f"this costs {cost}T of supply{how}")
    return paid(board, payer, cost)


def paid(board: Board, payer: str, cost: int) -> Board:
    """The board after a dump has paid, if it is one of the scenario's."""
    place = None if payer == ON_MAP else board.hex(payer)
    return board.with_hex(replace(place, supply=place.supply - cost)) if place else board


# the Clean Up phase


@rule("R6")
def clean_up_phase(ref: Referee, segment: Segment) -> Move[Segment]:
    """The enemy's rail interdiction markers are removed, and the phasing player's ships and artillery recover from DG."""
    board, phasing = segment.board, segment.side
    for marker in board.markers:
        if marker.side != phasing:
            ref.tell(Note, f"the rail interdiction marker at {board.name(marker.place)} is removed{board.rulings.borrowed}")
    for place in hexes_under_planes(board, board.enemy_of(phasing)):  # never in 4.3
        ref.tell(Note, f"{board.name(place)} remains interdicted until the planes there leave")
    ships, guns = disorganized(board, phasing)
    ships_recover(ref, ships, board.rulings.borrowed)
    guns_recover(ref, guns)
    return Return(segment.on(cleaned_up(board, phasing)))


@rule("R52")
def ships_recover(ref: Referee, ships: Iterable[Vessel], borrowed: str) -> None:
    """A ship is DG until its owner's Clean Up phase."""
    for ship in ships:
        ref.tell(Note, f"{ship.title} recovers from DG{borrowed}")


@rule("R53")
def guns_recover(ref: Referee, guns: Iterable[Artillery]) -> None:
    """Artillery is DG until its owner's Clean Up phase."""
    for gun in guns:
        ref.tell(Note, f"{gun.title} recovers from DG")


@rule("R6", "R52", "R53")
def cleaned_up(board: Board, phasing: str) -> Board:
    """The board after a Clean Up phase; planes on interdiction stay until their Return phase."""
    kept = {place: (phasing,) for place, sides in board.rail_interdiction.items() if phasing in sides}
    ships, guns = disorganized(board, phasing)
    board = replace(board, rail_interdiction=Book(kept)).with_guns(replace(gun, dg=False) for gun in guns)
    for ship in ships:
        board = board.with_ship(replace(ship, dg=False))
    return board


def disorganized(board: Board, side: str) -> tuple[list[Vessel], list[Artillery]]:
    """The ships and the artillery of a side that are DG."""
    ships: tuple[Vessel, ...] = (*board.ships.values(), *board.bases.values())
    guns = (gun for _, gun in sorted(board.artillery.items()))
    return [ship for ship in ships if ship.dg and ship.side == side], [gun for gun in guns if gun.dg and gun.side == side]


@rule("R51")
def hexes_under_planes(board: Board, side: str) -> list[str]:
    """The hexes that a side's planes interdict now; in v3.0 they do so for as long as they stay there."""
    return sorted({unit.place for unit in board.units.values() if unit.duty == Duty.INTERDICTION and unit.side == side})
