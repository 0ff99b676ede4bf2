"""Transportation equivalents (4.10): what a load costs by air, road or rail, with the working shown."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from math import ceil
from typing import NamedTuple

from airwar.rulesets.kit import Event, Referee, Sheet, count, load_chart, rule
from airwar.rulesets.kit.places import FAR, hexes_between
from airwar.rulesets.ocs.board import Board
from airwar.rulesets.ocs.rulings import Rulings
from airwar.rulesets.ocs.units import INTERDICTION, PACKAGE, half_up

# Transportation equivalents (4.10): what a load costs by air, road or rail, with the working shown


LIGHT = 6  # the highest Move-mode allowance of a light unit


class Load(NamedTuple):
    """A unit in RE, or supply in SP, and the rail line it takes."""

    id: str
    res: Fraction = Fraction(0)
    allowance: int = 0
    leg: bool = True
    supply: Fraction = Fraction(0)  # in SP
    track: str = ""  # empty if it does not go by rail
    interdicted: int = 0  # hexes on the way with a rail interdiction marker
    stage: tuple[str, str] | None = None  # the side and the phase in which it goes; before the turn if None
    through: tuple[str, ...] = ()  # hexes of the scenario on its way

    @property
    def side(self) -> str:
        return self.stage[0] if self.stage else ""


@cache
def costs() -> dict[str, Fraction]:
    return {label: Fraction(cells[0]) for label, cells in load_chart(PACKAGE, "transport").rows}


@rule("R48")
def is_light(allowance: int, rulings: Rulings, leg: bool = True) -> bool:
    """Whether a unit costs 2T per RE: any allowance up to 6, or (4.3) an allowance of 1 to 6 on foot."""
    if rulings.value("light-load") == "any-6":
        return allowance <= LIGHT
    return leg and 1 <= allowance <= LIGHT


@rule("R48")
def load_cost(res: Fraction, allowance: int, rulings: Rulings, leg: bool = True) -> Fraction:
    """The T of capacity that a unit takes."""
    return res * costs()["light-RE" if is_light(allowance, rulings, leg) else "other-RE"]


@rule("R49")
def rail_cost(load: Fraction, track: str, interdicted: int) -> Fraction:
    """The T of rail capacity, before rounding: half on multi-track lines only, double through interdiction, but only once."""
    return load * costs()[track] * (costs()["interdicted"] if interdicted else 1)


@rule("R49")
def rounded(cost: Fraction, rulings: Rulings) -> Fraction:
    """A cost in T, its fraction rounded as the ruling says."""
    if rulings.value("rail-rounding") == "exact":
        return cost
    return Fraction(half_up(cost) if rulings.value("rail-rounding") == "half-up" else ceil(cost))


@rule("R48", "R49")
def load_events(load: Load, rulings: Rulings) -> list[Event]:
    """The worksheet of a load, each factor on its own line."""
    first, cost = capacity_row(load, rulings)
    rows = [first]
    events: list[Event] = []
    if load.track:
        rows += rail_rows(load, cost)
        exact = rail_cost(cost, load.track, load.interdicted)
        cost = rounded(exact, rulings)
        if cost != exact and (ruling := rulings.graded("rail-rounding", f"{exact}T is rounded to {cost}T")):
            events.append(ruling)
    rows.append(("in all", "", f"{cost}T"))
    light = not load.supply and is_light(load.allowance, rulings, load.leg)
    grade = "reconstructed" if light else f"reconstructed; 1 SP = {costs()['SP']}T is from 4.3"
    title = f"{load.id}: transportation equivalents 4.10 ({grade})"
    return [Sheet(title, ("load", "factor", "cost"), tuple(rows)), *events]


def capacity_row(load: Load, rulings: Rulings) -> tuple[tuple[str, str, str], Fraction]:
    """The line for the load itself, and its cost in T."""
    if load.supply:
        each = costs()["SP"]
        cost = load.supply * each
        return (f"{load.supply} SP", f"x {each}T", f"{cost}T"), cost
    each = costs()["light-RE" if is_light(load.allowance, rulings, load.leg) else "other-RE"]
    cost = load.res * each
    foot = " on foot" if load.leg else ""
    return (f"{load.res} RE, allowance {load.allowance}{foot}", f"x {each}T", f"{cost}T"), cost


def rail_rows(load: Load, cost: Fraction) -> list[tuple[str, str, str]]:
    factor = costs()[load.track]
    rows = [(f"by rail, {load.track.replace('-', ' ')} track", f"x {factor}", f"{cost * factor}T")]
    if load.interdicted:
        hexes = count(load.interdicted, "interdicted hex", "interdicted hexes")
        rows.append((f"through {hexes}, counted once", "x 2", f"{cost * factor * 2}T"))
    return rows


# Marches under interdiction (R51): what it costs the enemy on the ground


class Step(NamedTuple):
    """A hex that is entered: its cost, and the distance to the nearest interdicted hex, or None if there is none."""

    cost: int
    away: int | None


class March(NamedTuple):
    """A move on the ground, hex by hex."""

    id: str
    leg: bool
    steps: tuple[Step, ...]
    stage: tuple[str, str] | None = None  # the side and the phase in which it goes; before the turn if None
    through: tuple[str, ...] = ()  # hexes of the scenario that are entered

    @property
    def side(self) -> str:
        return self.stage[0] if self.stage else ""


@rule("R51")
def interdicted(away: int | None, leg: bool, rulings: Rulings) -> bool:
    """Whether a hex is interdicted for a unit that enters it."""
    radius = rulings.number("interdiction-leg-radius" if leg else "interdiction-radius")
    return away is not None and away <= radius


@rule("R51")
def march_cost(march: March, rulings: Rulings) -> int:
    """The movement points of a march: more for each interdicted hex, but only once per hex."""
    extra = rulings.number("interdiction-mp")
    return sum(step.cost + extra * interdicted(step.away, march.leg, rulings) for step in march.steps)


@rule("R51")
def march_events(march: March, rulings: Rulings) -> list[Event]:
    """The worksheet of a march, each hex on its own line."""
    extra = rulings.number("interdiction-mp")
    rows = []
    for number, step in enumerate(march.steps, 1):
        more = extra if interdicted(step.away, march.leg, rulings) else 0
        away = "-" if step.away is None else str(step.away)
        rows.append((str(number), str(step.cost), away, f"+{more}" if more else "", str(step.cost + more)))
    rows.append(("in all", str(sum(step.cost for step in march.steps)), "", "", str(march_cost(march, rulings))))
    title = f"{march.id}: {'on foot' if march.leg else 'not on foot'}, interdiction{rulings.borrowed}"
    sheet = Sheet(title, ("hex", "terrain", "hexes from interdiction", "interdiction", "movement points"), tuple(rows))
    radius = "interdiction-leg-radius" if march.leg else "interdiction-radius"
    reach = f"interdiction reaches {count(rulings.number(radius), 'hex', 'hexes')} beyond its hex"
    ruling = rulings.graded(radius, f"{reach} and costs {extra} per hex; the numbers of v3.0 are not known")
    return [sheet, *([ruling] if ruling else [])]


# The order of a stack of counters (4.2b)


class Stack(NamedTuple):
    """A stack of counters to be put in order, top to bottom as the player holds it."""

    id: str
    kinds: tuple[str, ...]


@cache
def tiers() -> dict[str, str]:
    """The letter of each kind of counter."""
    return {kind: letter for kind, (letter,) in load_chart(PACKAGE, "stacking").rows}


@rule("R50")
def stack_order(kinds: Iterable[str]) -> list[str]:
    """Counters from top to bottom; within a letter they stay in the owner's order."""
    letters = tiers()
    return sorted(kinds, key=lambda kind: letters[kind])


@rule("R50")
def stack_sheet(stack: Stack) -> Sheet:
    """The stack in its proper order."""
    rows = tuple((tiers()[kind], kind.replace("-", " ")) for kind in stack_order(stack.kinds))
    return Sheet(f"{stack.id}: order of stacking 4.2b, top to bottom", ("line", "counter"), rows)


# Loads and marches of a phase (R49, R51): which hexes on the way the enemy has interdicted by then


@rule("R51")
def hexes_under_planes(board: Board, side: str) -> list[str]:
    """The hexes that a side's planes interdict now; in v3.0 they do so as long as they stay there."""
    return sorted({unit.place for unit in board.units if unit.duty == INTERDICTION and board.counter(unit.id).side == side})


@rule("R51")
def hexes_with_markers(board: Board, side: str) -> list[str]:
    """The hexes where a side has cut the rail line."""
    return sorted({marker.place for marker in board.markers if marker.side == side})


@rule("R49", "R51")
def load_now(ref: Referee, board: Board, load: Load) -> Load:
    """A load that goes by rail through hexes of the scenario: those in a zone of the enemy's markers are interdicted."""
    centers, reach = hexes_with_markers(board, board.setting.enemy_of(load.side)), board.rulings.profile.rail_zone
    return load._replace(interdicted=sum(nearest(ref, board, place, centers) <= reach for place in load.through))


@rule("R51")
def march_now(ref: Referee, board: Board, march: March) -> March:
    """A march through hexes of the scenario: how far each is from what the enemy interdicts."""
    enemy = board.setting.enemy_of(march.side)
    centers = hexes_under_planes(board, enemy)
    if board.rulings.profile.markers_slow_marches:
        centers += hexes_with_markers(board, enemy)
    away = [nearest(ref, board, place, centers) for place in march.through]
    steps = (Step(step.cost, hexes if hexes < FAR else None) for step, hexes in zip(march.steps, away, strict=True))
    return march._replace(steps=tuple(steps))


def nearest(ref: Referee, board: Board, place: str, centers: list[str]) -> int:
    """The distance to the nearest of some hexes. Distances are asked for only if there are any."""
    return min((hexes_between(ref, board.setting.places, center, place) for center in centers), default=FAR)
