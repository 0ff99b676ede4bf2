"""Which kinds of missions there are, and when (R3, R10, R11): one refusal for the scenario and the prompt."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from airwar.engine.rule import rule
from airwar.rulesets.kit.charts import load_chart
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.guns import ARTILLERY, NAVAL, Battery
from airwar.rulesets.ocs.board.setting import GUNFIRE, INTERDICT, SHIP_ATTACK, STATION, STRIKES, WORKS, Mission
from airwar.rulesets.ocs.units.air import AT_BASE, ELSEWHERE, PACKAGE
from airwar.rulesets.ocs.units.functions import barrage_refused, flight_refused


@rule("R3", "R10", "R11")
def phase_refused(board: Board, mission: Mission) -> str | None:
    """Why a mission of this kind is not carried out in its phase, or None if it is."""
    if mission.kind == GUNFIRE:
        return guns_refused(board, mission)
    if mission.kind in WORKS:
        return None  # refused with everything else that they cannot do
    if mission.phase == "combat" and mission.kind in STRIKES:
        return barrage_refused(ELSEWHERE, mission.phase, mission.role, board.setting.profile)
    return flight_refused(AT_BASE, mission.phase, mission.role, board.setting.profile)


@rule("R53", "R54")
def guns_refused(board: Board, mission: Mission) -> str | None:
    """Why no guns fire in a phase: those that are named, or any at all."""
    batteries = board.setting.batteries
    named = {arm for gun in mission.guns if gun in batteries for arm in fires_as(batteries[gun], mission)}
    if not board.rulings.profile.gunfire:
        return None  # refused for its kind
    return phase_refuses_arms(board, mission, sorted(named or {ARTILLERY, NAVAL}))


@rule("R54")
def fires_as(battery: Battery, mission: Mission) -> tuple[str, ...]:
    """The arms by whose rules a battery may fire: coastal artillery fires at ships like a ship as well."""
    return (ARTILLERY, NAVAL) if battery.coastal and mission.ship else (battery.arm,)


def phase_refuses_arms(board: Board, mission: Mission, arms: Iterable[str]) -> str | None:
    """Why guns do not fire in a phase, if none of these arms does. The caller cites the rule."""
    refused = [arm_refused(board, mission, arm) for arm in arms]
    return refused[0] if all(refused) else None


@rule("R53", "R54")
def arm_refused(board: Board, mission: Mission, arm: str) -> str | None:
    """Why guns of an arm do not fire in a phase, or None if they do."""
    who = shooters(board.rulings.profile.gunfire).get(mission.phase, {}).get(arm, "nobody")
    if who == mission.role:
        return None
    allowed = "do not fire" if who == "nobody" else f"fire only for the {who} player"
    return f"{'artillery units' if arm == ARTILLERY else arm} {allowed} in the {mission.phase} phase (10.0e)"


@cache
def shooters(chart: str) -> dict[str, dict[str, str]]:
    """Which player fires guns of each arm in each phase."""
    drawn = load_chart(PACKAGE, chart)
    return {phase: dict(zip(drawn.columns, cells, strict=True)) for phase, cells in drawn.rows}


@rule("R12", "R52", "R53")
def kind_refused(board: Board, mission: Mission) -> str | None:
    """Why there are no missions of this kind in this game, or None if there are."""
    if not board.rulings.profile.return_phase and mission.kind in (INTERDICT, STATION):
        return f"4.3 has no {mission.kind} mission: units go home after each mission (R12)"
    if mission.kind == GUNFIRE and not board.rulings.profile.gunfire:
        return "how artillery and ships barrage in v3.0 is not known; it needs the option profile: ocs-4.3 (R53)"
    if (mission.kind == SHIP_ATTACK or mission.ship) and board.rulings.value("naval") == "off":
        return "ships can be attacked only with the option naval: v4.3 (R52)"
    return None
