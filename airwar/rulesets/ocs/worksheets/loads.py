"""Transportation equivalents (4.10): what a load costs by air, road or rail, with the working shown."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import ceil
from typing import NamedTuple

from airwar.engine.events import Event, Sheet
from airwar.engine.rule import rule
from airwar.rulesets.kit.charts import load_chart
from airwar.rulesets.kit.names import count
from airwar.rulesets.ocs.rulings import Rulings
from airwar.rulesets.ocs.units.air import PACKAGE, half_up

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
