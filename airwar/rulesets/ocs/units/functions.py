"""The summary of air unit movement and functions: who may fly, barrage, interdict or return, and which line forbids it."""

from __future__ import annotations

from functools import cache

from airwar.engine.rule import rule
from airwar.rulesets.kit.charts import load_chart
from airwar.rulesets.ocs.profiles import PROFILES
from airwar.rulesets.ocs.units.air import PACKAGE, STATUSES, at_half_range

PHASING, NON_PHASING = "phasing", "non-phasing"
SUMMARY = "Summary of Air Unit Movement and Functions"


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
        return f"units return in the Air Unit Return phase, not in the {phase} phase (2.2 A)"
    if player != PHASING:
        return "only the phasing player's units return (2.2 A)"
    return _status_refuses(status, "return", "may not return")


@rule("R51")
def interdiction_refused(reach: int, distance: int) -> str | None:
    """Why a unit may not interdict a hex, or None if it may: the hex must be closer than half its range."""
    if at_half_range(distance, reach, "half-or-more"):
        return (
            f"the hex is {distance} hexes away; units interdict only at less than half their range of {reach} ({SUMMARY}, note 3)"
        )
    return None


def _status_refuses(status: str, function: str, refusal: str) -> str | None:
    if status not in STATUSES:
        return f"a unit that is {status} may do nothing"
    if _by_status()[status][function]:
        return None
    return f"a unit that is {STATUSES[status]} {refusal} ({SUMMARY}, line {STATUSES[status]!r})"


def _phase_refuses(phase: str, player: str, function: str, profile: str) -> str | None:
    who = _by_phase(profile).get(phase, {}).get(function, "nobody")
    if who == player:
        return None
    allowed = "no air unit" if who == "nobody" else f"only the {who} player's air units"
    return f"in the {phase} phase {allowed} may {function} ({SUMMARY}, line {phase!r})"
