"""The summary of air unit movement and functions: who may fly out, barrage, interdict or return, and which rule forbids it."""

from __future__ import annotations

from functools import cache

from airwar.rulesets.kit import load_chart, rule
from airwar.rulesets.ocs.position import AT_BASE, ELSEWHERE, INACTIVE, PACKAGE, PHASING
from airwar.rulesets.ocs.rulings import PROFILES, Rulings

IN_WORDS = {AT_BASE: "active at a friendly base", ELSEWHERE: "active elsewhere", INACTIVE: "inactive"}
RULES = {"fly": "R10", "barrage": "R11"}


@cache
def _by_status() -> dict[str, dict[str, bool]]:
    chart = load_chart(PACKAGE, "functions")
    return {status: dict(zip(chart.columns, (cell == "yes" for cell in cells), strict=True)) for status, cells in chart.rows}


@cache
def _by_phase(profile: str) -> dict[str, dict[str, str]]:
    chart = load_chart(PACKAGE, PROFILES[profile].phases)
    return {phase: dict(zip(chart.columns, cells, strict=True)) for phase, cells in chart.rows}


@rule("R10", "R8", "R3")
def flight_refused(status: str, phase: str, player: str, profile: str) -> str | None:
    """Why a unit may not fly out to a target, or None if it may."""
    return _status_refuses(status, "fly", "may not fly out") or _phase_refuses(phase, player, "fly", profile)


@rule("R11", "R8", "R3")
def barrage_refused(status: str, phase: str, player: str, profile: str) -> str | None:
    """Why a unit may not barrage, or None if it may; a unit at a base must fly out first."""
    return _status_refuses(status, "barrage", "may not barrage") or _phase_refuses(phase, player, "barrage", profile)


@rule("R4", "R3")
def return_refused(status: str, phase: str, player: str) -> str | None:
    """Why a unit may not return now, or None if it may."""
    if phase != "return":
        return f"units return in the Air Unit Return phase, not in the {phase} phase (R4)"
    if player != PHASING:
        return "only the phasing player's units return (R4)"
    return _status_refuses(status, "return", "may not return")


@rule("R51")
def interdiction_refused(reach: int, distance: int) -> str | None:
    """Why a unit may not interdict a hex, or None if it may: the hex must be closer than half its range."""
    if 2 * distance >= reach:
        return f"the hex is {distance} hexes away; units interdict only at less than half their range of {reach} (R51)"
    return None


def _status_refuses(status: str, function: str, refusal: str) -> str | None:
    if status not in IN_WORDS:
        return f"a unit that is {status} may do nothing (R8)"
    if _by_status()[status][function]:
        return None
    return f"a unit that is {IN_WORDS[status]} {refusal} (R8)"


def _phase_refuses(phase: str, player: str, function: str, profile: str) -> str | None:
    who = _by_phase(profile).get(phase, {}).get(function, "nobody")
    if who == player:
        return None
    allowed = "no air unit" if who == "nobody" else f"only the {who} player's air units"
    return f"in the {phase} phase {allowed} may {function} ({RULES[function]})"


@rule("R22", "R51")
def at_long_range(distance: int, reach: int, rulings: Rulings) -> bool:
    """Whether a unit is at long range: half its range or more (v3.0), or more than half (4.3)."""
    return 2 * distance >= reach if rulings.profile.half_range_is_long else 2 * distance > reach
