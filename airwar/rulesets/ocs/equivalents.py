"""Transportation equivalents (4.10): what a load costs, by air, road or rail, with the working shown."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import ceil
from typing import NamedTuple

from airwar.engine.referee import Event, Referee, Sheet
from airwar.engine.rule import rule
from airwar.rulesets.kit.charts import load_chart
from airwar.rulesets.ocs.rulings import Rulings, ruled
from airwar.rulesets.ocs.units import PACKAGE, half_up

LIGHT = 6  # the Move-mode allowance up to which a unit is light


class Load(NamedTuple):
    """A unit of so many RE, or so many supply points, and the rail line it takes."""

    id: str
    res: Fraction = Fraction(0)
    allowance: int = 0
    leg: bool = True
    supply: Fraction = Fraction(0)  # in SP
    track: str = ""  # empty when it does not go by rail
    interdicted: int = 0  # hexes with a rail interdiction marker on the way


@cache
def costs() -> dict[str, Fraction]:
    return {label: Fraction(cells[0]) for label, cells in load_chart(PACKAGE, "transport").rows}


@rule("R48")
def is_light(allowance: int, rulings: Rulings, leg: bool = True) -> bool:
    """Whether a unit costs 2T for each RE: any allowance up to 6, or (4.3) one of 1 to 6 on foot."""
    if rulings["light-load"] == "any-6":
        return allowance <= LIGHT
    return leg and 1 <= allowance <= LIGHT


@rule("R48")
def load_cost(res: Fraction, allowance: int, rulings: Rulings, leg: bool = True) -> Fraction:
    """The T of capacity that a unit takes."""
    return res * costs()["light-RE" if is_light(allowance, rulings, leg) else "other-RE"]


@rule("R49")
def rail_cost(load: Fraction, track: str, interdicted: int, rulings: Rulings) -> Fraction:
    """The T of rail capacity: half on multi-track lines alone, double through interdiction, however often."""
    return rounded(exact_rail_cost(load, track, interdicted), rulings)


def exact_rail_cost(load: Fraction, track: str, interdicted: int) -> Fraction:
    return load * costs()[track] * (costs()["interdicted"] if interdicted else 1)


@rule("R49")
def rounded(cost: Fraction, rulings: Rulings) -> Fraction:
    """A fraction of 1T, rounded as the ruling says."""
    if rulings["rail-rounding"] == "exact":
        return cost
    return Fraction(half_up(cost) if rulings["rail-rounding"] == "half-up" else ceil(cost))


@rule("R48", "R49")
def work_out_load(ref: Referee, load: Load, rulings: Rulings) -> None:
    """Tells what a load costs."""
    ref.tell(load_events, load, rulings)


def load_events(load: Load, rulings: Rulings) -> list[Event]:
    """The sheet of a load, each factor on its own line."""
    rows: list[tuple[str, ...]] = []
    if load.supply:
        cost = load.supply * costs()["SP"]
        rows.append((f"{load.supply} SP", f"x {costs()['SP']}T", f"{cost}T"))
    else:
        cost = load_cost(load.res, load.allowance, rulings, load.leg)
        light = is_light(load.allowance, rulings, load.leg)
        each = costs()["light-RE" if light else "other-RE"]
        rows.append((f"{load.res} RE, allowance {load.allowance}{' on foot' if load.leg else ''}", f"x {each}T", f"{cost}T"))
    rulings_told: list[Event] = []
    if load.track:
        rows += rail_rows(load, cost)
        exact = exact_rail_cost(cost, load.track, load.interdicted)
        cost = rounded(exact, rulings)
        if cost != exact and (ruling := ruled(rulings, "rail-rounding", f"{exact}T is rounded to {cost}T")):
            rulings_told.append(ruling)
    rows.append(("in all", "", f"{cost}T"))
    light = not load.supply and is_light(load.allowance, rulings, load.leg)
    grade = "reconstructed" if light else f"reconstructed; 1 SP = {costs()['SP']}T is of 4.3"
    title = f"{load.id}: transportation equivalents 4.10 ({grade})"
    return [Sheet(title, ("load", "factor", "cost"), tuple(rows)), *rulings_told]


def rail_rows(load: Load, cost: Fraction) -> list[tuple[str, ...]]:
    factor = costs()[load.track]
    rows: list[tuple[str, ...]] = [(f"by rail, {load.track.replace('-', ' ')} track", f"x {factor}", f"{cost * factor}T")]
    if load.interdicted:
        rows.append((f"through {load.interdicted} interdicted hexes, once", "x 2", f"{cost * factor * 2}T"))
    return rows
