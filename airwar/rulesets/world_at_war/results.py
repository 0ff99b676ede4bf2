"""The results of battles and missions that decide which side has won."""

from __future__ import annotations

from airwar.rulesets.ruleset import NOT_FLOWN as NOT_FLOWN

DEFENDER_ELIMINATED = "defender eliminated"
DEFENDER_DISENGAGED = "defender disengaged"
BASE_EMPTY = "base empty"
OVERRUN = "overrun"

ATTACKER_ELIMINATED = "attacker eliminated"
ATTACKER_DISENGAGED = "attacker disengaged"
DEFENDER_HOLDS = "defender holds"
PREVENTED = "prevented"
TURNED_BACK = "turned back"
CALLED_OFF = "called off"
ABORTED = "aborted"

NEEDS_CHART = "needs chart"  # of what the ground rules decide and nobody knows: needs chart: Ex-2, needs chart: overrun
BOTH_ELIMINATED = "both eliminated"
SINGLE_ROUND_FOUGHT = "single round fought"

ATTACKER_WINS = frozenset({DEFENDER_ELIMINATED, DEFENDER_DISENGAGED, BASE_EMPTY, OVERRUN})
DEFENDER_WINS = frozenset(
    {ATTACKER_ELIMINATED, ATTACKER_DISENGAGED, DEFENDER_HOLDS, PREVENTED, TURNED_BACK, CALLED_OFF, ABORTED},
)
