"""Which kinds of missions there are, and when (R3, R10, R11): one refusal for the scenario and the prompt."""

from __future__ import annotations

from airwar.engine.rule import rule
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.setting import INTERDICT, SHIP_ATTACK, STATION, STRIKES, Mission
from airwar.rulesets.ocs.units.air import AT_BASE, ELSEWHERE
from airwar.rulesets.ocs.units.functions import barrage_refused, flight_refused


@rule("R3", "R10", "R11")
def phase_refused(board: Board, mission: Mission) -> str | None:
    """Why a mission of this kind is not carried out in its phase, or None if it is."""
    if mission.phase == "combat" and mission.kind in STRIKES:
        return barrage_refused(ELSEWHERE, mission.phase, mission.role, board.setting.profile)
    return flight_refused(AT_BASE, mission.phase, mission.role, board.setting.profile)


@rule("R12", "R52")
def kind_refused(board: Board, mission: Mission) -> str | None:
    """Why there are no missions of this kind in this game, or None if there are."""
    if not board.rulings.profile.return_phase and mission.kind in (INTERDICT, STATION):
        return f"4.3 has no {mission.kind} mission: units go home after each mission (R12)"
    if (mission.kind == SHIP_ATTACK or mission.ship) and board.rulings.value("naval") == "off":
        return "ships can be attacked only with the option naval: v4.3 (R52)"
    return None
