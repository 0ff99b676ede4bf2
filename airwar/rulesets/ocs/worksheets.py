"""Calculations for the ground war, with the steps shown: loads (4.10), marches under interdiction (R51), stacks (4.2b)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache

from airwar.rulesets.kit import FAR, Event, Note, Referee, Sheet, count, hexes_between, load_chart, replace, rule
from airwar.rulesets.ocs.bases import hexes_under_planes
from airwar.rulesets.ocs.position import PACKAGE, Board, Load, March, half_up
from airwar.rulesets.ocs.rulings import Rulings

LIGHT = 6  # the highest Move-mode allowance of a light unit

# loads


@cache
def costs() -> dict[str, Fraction]:
    return {label: Fraction(cells[0]) for label, cells in load_chart(PACKAGE, "transport").rows}


@rule("R48")
def is_light(allowance: int, rulings: Rulings, leg: bool = True) -> bool:
    """Whether a unit costs 2T per RE: any allowance up to 6, or (4.3) an allowance of 1 to 6 on foot."""
    return leg and 1 <= allowance <= LIGHT if rulings.profile.light_on_foot else allowance <= LIGHT


@rule("R48")
def load_cost(res: Fraction, allowance: int, rulings: Rulings, leg: bool = True) -> Fraction:
    """The capacity that a unit takes, in T."""
    return res * costs()["light-RE" if is_light(allowance, rulings, leg) else "other-RE"]


@rule("R49")
def rail_cost(load: Fraction, track: str, interdicted: int) -> Fraction:
    """The rail capacity in T, before rounding: half if only on multi-track lines, double through interdiction, but only once."""
    return load * costs()[track] * (costs()["interdicted"] if interdicted else 1)


@rule("R48", "R49")
def load_events(load: Load, rulings: Rulings) -> list[Event]:
    """The worksheet of a load, each factor on its own line; a fraction of 1T is rounded once, at the end."""
    rows, cost = capacity_rows(load, rulings)
    events: list[Event] = []
    if load.track:
        rows += rail_rows(load, cost)
        exact = rail_cost(cost, load.track, load.interdicted_hexes)
        cost = Fraction(half_up(exact))
        if cost != exact:
            events.append(Note(f"{exact}T is rounded to {cost}T"))
    in_sp = f", {cost / costs()['SP']} SP" if rulings.v4 else ""
    rows.append(("in all", "", f"{cost}T{in_sp}"))
    light = not load.supply and is_light(load.allowance, rulings, load.leg)
    grade = "reconstructed" if light else f"reconstructed; 1 SP = {costs()['SP']}T is from 4.3"
    title = f"{load.id}: transportation equivalents 4.10 ({grade})"
    return [Sheet(title, ("load", "factor", "cost"), tuple(rows)), *events]


def capacity_rows(load: Load, rulings: Rulings) -> tuple[list[tuple[str, str, str]], Fraction]:
    """The rows for the units and the supply of a load, and what it costs in T."""
    rows, total = [], Fraction(0)
    if load.re:
        each = costs()["light-RE" if is_light(load.allowance, rulings, load.leg) else "other-RE"]
        total += load.re * each
        foot = " on foot" if load.leg else ""
        rows.append((f"{load.re} RE, allowance {load.allowance}{foot}", f"x {each}T", f"{load.re * each}T"))
    if load.supply:
        each = costs()["SP"]
        total += load.supply * each
        rows.append((f"{load.supply} SP", f"x {each}T", f"{load.supply * each}T"))
    return rows, total


def rail_rows(load: Load, cost: Fraction) -> list[tuple[str, str, str]]:
    factor = costs()[load.track]
    rows = [(f"by rail, {load.track.replace('-', ' ')} track", f"x {factor}", f"{cost * factor}T")]
    if load.interdicted_hexes:
        hexes = count(load.interdicted_hexes, "interdicted hex", "interdicted hexes")
        rows.append((f"through {hexes}, counted once", "x 2", f"{cost * factor * 2}T"))
    return rows


# marches


@rule("R51")
def interdicted(away: int | None, leg: bool, rulings: Rulings) -> bool:
    """Whether a hex is interdicted for a unit that enters it; on foot, only the hex itself."""
    return away is not None and away <= (0 if leg else rulings.number("interdiction-radius"))


@rule("R51")
def march_cost(march: March, away: Sequence[int | None], rulings: Rulings) -> int:
    """The movement points of a march: more for each interdicted hex, but only once per hex."""
    extra = rulings.number("interdiction-mp")
    steps = zip(march.costs, away, strict=True)
    return sum(cost + extra * interdicted(hexes, march.leg, rulings) for cost, hexes in steps)


@rule("R51")
def march_events(march: March, away: Sequence[int | None], rulings: Rulings) -> list[Event]:
    """The worksheet of a march, each hex on its own line, with how far it is from interdiction."""
    extra = rulings.number("interdiction-mp")
    rows = []
    for number, (cost, hexes) in enumerate(zip(march.costs, away, strict=True), 1):
        more = extra if interdicted(hexes, march.leg, rulings) else 0
        rows.append((str(number), str(cost), "-" if hexes is None else str(hexes), f"+{more}" if more else "", str(cost + more)))
    rows.append(("in all", str(sum(march.costs)), "", "", str(march_cost(march, away, rulings))))
    title = f"{march.id}: {'on foot' if march.leg else 'not on foot'}, interdiction{rulings.borrowed}"
    sheet = Sheet(title, ("hex", "terrain", "hexes from interdiction", "interdiction", "movement points"), tuple(rows))
    radius = 0 if march.leg else rulings.number("interdiction-radius")
    reach = f"interdiction reaches {count(radius, 'hex', 'hexes')} beyond its hex"
    ruling = rulings.graded("interdiction-radius", f"{reach} and costs {extra} per hex; the numbers of v3.0 are not known")
    return [sheet, *([ruling] if ruling else [])]


# what the enemy interdicts when somebody moves


@rule("R51")
def hexes_with_markers(board: Board, side: str) -> list[str]:
    """The hexes where a side has cut the rail line."""
    return sorted(place for place, sides in board.rail_interdiction.items() if side in sides)


@rule("R49", "R51")
def load_now(ref: Referee, board: Board, load: Load, side: str) -> Load:
    """A load with its interdicted hexes counted: those of the scenario on its way that are within reach of enemy markers."""
    centers, reach = hexes_with_markers(board, board.enemy_of(side)), board.rulings.profile.rail_zone
    return replace(load, interdicted_hexes=sum(nearest(ref, board, place, centers) <= reach for place in load.through))


@rule("R51")
def slowing(board: Board, side: str) -> list[str]:
    """The hexes from which a side slows marches: those under its planes, in 4.3 those with its markers too."""
    markers = hexes_with_markers(board, side) if board.rulings.profile.markers_slow_marches else []
    return hexes_under_planes(board, side) + markers


@rule("R51")
def away_now(ref: Referee, board: Board, march: March, side: str) -> list[int | None]:
    """How far each hex of a march is from the nearest interdicted hex; None if there is none."""
    found = [nearest(ref, board, place, slowing(board, board.enemy_of(side))) for place in march.through]
    return [hexes if hexes < FAR else None for hexes in found]


def nearest(ref: Referee, board: Board, place: str, centers: list[str]) -> int:
    """The distance to the nearest of some hexes; FAR if there are none. Unknown distances are asked for."""
    return min((hexes_between(ref, board.places, center, place) for center in centers), default=FAR)


# stacks


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
def stack_sheet(name: str, kinds: Iterable[str]) -> Sheet:
    """A table of a stack in its proper order."""
    rows = tuple((tiers()[kind], kind.replace("-", " ")) for kind in stack_order(kinds))
    return Sheet(f"{name}: order of stacking 4.2b, top to bottom", ("line", "counter"), rows)
