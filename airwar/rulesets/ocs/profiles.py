"""The two versions of the rules, and everything in which they differ: one declaration each, read by the steps.

What a version leaves open is an option (`rulings.py`); its default in each version is declared here as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

V3, V4 = "ocs-3.0", "ocs-4.3"
TABLE_4_3 = "v4.3"  # the value of an option that takes a table or rule of 4.3


@dataclass(frozen=True, eq=False)
class Profile:
    """What one version of the rules prints, where the other prints something else."""

    id: str
    # charts
    air_combat: str
    loss_die: str  # a line of the chart of the third die
    capture: str
    drop: str
    phases: str
    # the turn
    return_phase: bool  # units stay over a hex until their Return phase; otherwise they go home after each mission
    one_mission_a_phase: bool
    # air combat
    interdiction_modifier: int  # to the rating of a unit on interdiction
    own_base_modifier: int  # to the rating of a fighter over its own base
    # bases
    active_capture_modifier: int  # to the capture roll of an active unit, where one line serves active and inactive units
    self_inflicted: bool  # whether capture rolls can be self-inflicted
    fighters_transfer_active: bool
    # drops
    glider_modifier: int  # where one line of the drop chart serves both methods; otherwise each has a line of its own
    # ground
    rail_zone: int  # how far around its hex a rail interdiction marker doubles the cost of rail transport
    markers_slow_marches: bool  # whether these markers slow marches; otherwise only planes on interdiction do
    gunfire: str  # the chart of who fires artillery and ships' guns; empty if it is not known
    para_symbol: bool  # whether units need the symbol to be dropped by parachute
    # the defaults of the options that differ
    defaults: Mapping[str, str]


OCS_3_0 = Profile(
    id=V3,
    air_combat="air-combat",
    loss_die=V3,
    capture="capture",
    drop="air-drop",
    phases="phases",
    return_phase=True,
    one_mission_a_phase=False,
    interdiction_modifier=-1,
    own_base_modifier=1,
    active_capture_modifier=0,
    self_inflicted=True,
    fighters_transfer_active=False,
    glider_modifier=0,
    rail_zone=0,
    markers_slow_marches=False,
    gunfire="",
    para_symbol=False,
    defaults={
        "interception": "no",
        "flak": "input",
        "flak-missions": "strikes-and-lifts",
        "captured-supply": "all",
        "advantage": "declared",
        "half-range": "half-or-more",
        "barrage-return": "return-phase",
        "facility": "input",
        "reduction": "10.0i",
        "naval": "off",
        "allied-eto-cutoff": "1944-12",
        "drop-plan-required": "no",
        "light-load": "any-6",
    },
)
OCS_4_3 = Profile(
    id=V4,
    air_combat="air-combat-4.3",
    loss_die=V4,
    capture="capture-4.3",
    drop="air-drop-4.3",
    phases="phases-4.3",
    return_phase=False,
    one_mission_a_phase=True,
    interdiction_modifier=0,
    own_base_modifier=0,
    active_capture_modifier=2,
    self_inflicted=False,
    fighters_transfer_active=True,
    glider_modifier=1,
    rail_zone=1,
    markers_slow_marches=True,
    gunfire="gunfire-4.3",
    para_symbol=True,
    defaults={
        "interception": "yes",
        "flak": TABLE_4_3,
        "flak-missions": TABLE_4_3,
        "captured-supply": TABLE_4_3,
        "advantage": "off",
        "half-range": "beyond-half",
        "barrage-return": "immediate",
        "facility": TABLE_4_3,
        "reduction": "printed",
        "naval": TABLE_4_3,
        "allied-eto-cutoff": "1944-08",
        "drop-plan-required": "yes",
        "light-load": "leg-1-to-6",
    },
)
PROFILES = {profile.id: profile for profile in (OCS_3_0, OCS_4_3)}
