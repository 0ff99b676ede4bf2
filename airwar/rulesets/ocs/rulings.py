"""The two versions of the rules and every difference between them, each declared once and read by the steps.

What a version leaves open is an option; its default in each version is declared here too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from airwar.rulesets.kit import NO_YES, Option, Ruling
from airwar.rulesets.kit import rulings as kit

V3, V4 = "ocs-3.0", "ocs-4.3"
V1 = "v1"
TABLE_4_3 = "v4.3"  # the option value for a table or rule of 4.3


def prints(v3: Any, v4: Any) -> Any:
    """What each of the two versions says."""
    return field(metadata={V3: v3, V4: v4})


@dataclass(frozen=True, eq=False)
class Profile:
    """What one version of the rules prints, where the other prints something else."""

    id: str = prints(V3, V4)
    # charts
    air_combat: str = prints("air-combat", "air-combat-4.3")
    loss_die: str = prints(V3, V4)  # a line of the third die's chart
    capture: str = prints("capture", "capture-4.3")
    drop: str = prints("air-drop", "air-drop-4.3")
    phases: str = prints("phases", "phases-4.3")
    # the turn
    return_phase: bool = prints(True, False)  # whether units stay over a hex until then, instead of going home after each mission
    one_mission_a_phase: bool = prints(False, True)
    # air combat
    interdiction_modifier: int = prints(-1, 0)  # modifier to the rating of a unit on interdiction
    own_base_modifier: int = prints(1, 0)  # modifier to the rating of a fighter over its own base
    # bases
    active_capture_modifier: int = prints(0, 2)  # to the capture roll of an active unit, where inactive units share its line
    self_inflicted: bool = prints(True, False)  # whether capture rolls can be self-inflicted
    fighters_transfer_active: bool = prints(False, True)
    # drops
    glider_modifier: int = prints(0, 1)  # modifier for gliders, where both methods share a line of the drop chart
    # ground
    rail_zone: int = prints(0, 1)  # the radius within which a rail interdiction marker doubles the cost of rail transport
    markers_slow_marches: bool = prints(False, True)  # whether these markers do; otherwise only planes on interdiction do
    gunfire: str = prints("", "gunfire-4.3")  # the chart of who may fire artillery and ships' guns; empty if unknown
    para_symbol: bool = prints(False, True)  # whether units need the symbol to be dropped by parachute
    lifts_meet_flak: bool = prints(True, False)  # whether drops and transports always meet flak, not only in patrol zones
    half_range_is_long: bool = prints(True, False)  # whether exactly half the range is already long range
    light_on_foot: bool = prints(False, True)  # whether only units on foot with an allowance of 1 to 6 are light, not any up to 6
    village_is_clear: bool = prints(False, True)  # for drops, in any terrain


OCS_3_0, OCS_4_3 = (Profile(*(one.metadata[version] for one in fields(Profile))) for version in (V3, V4))
PROFILES = {profile.id: profile for profile in (OCS_3_0, OCS_4_3)}


# The options: every ruling on what the rules leave open, with its default and the source of that


BY_PROFILE = "by-profile"
PRINTED, BORROWED, HOUSE, ERA = "printed", "borrowed from 4.3", "house default", "known from the 3.0 era"


@dataclass(frozen=True)
class GradedOption(Option):
    """An option, and the grade of its default."""

    grade: str = HOUSE
    by_version: tuple[str, ...] = ()  # the defaults of 3.0 and of 4.3, if they differ

    def default_in(self, profile: str) -> str:
        """The default in a profile."""
        return self.by_version[profile == V4] if self.by_version else self.default


def option(rule: str, grade: str, values: tuple[str, ...], text: str) -> GradedOption:
    """An option with a list of values, the default first."""
    return GradedOption(values[0], values, text, rule=rule, grade=grade)


def number(rule: str, grade: str, default: int, text: str) -> GradedOption:
    """An option that is a whole number."""
    return GradedOption(str(default), (), text, whole=True, rule=rule, grade=grade)


def by_profile(rule: str, grade: str, values: tuple[str, ...], text: str, *, v3: str = "", v4: str = "") -> GradedOption:
    """An option whose default depends on the profile: the first value in 3.0 and the second in 4.3, unless given."""
    defaults = (v3 or values[0], v4 or values[1])
    return GradedOption(BY_PROFILE, (BY_PROFILE, *values), text, rule=rule, grade=grade, by_version=defaults)


OPTIONS: dict[str, GradedOption] = {
    "profile": option("", HOUSE, (V3, V4), "the charts of v3.0, or those of v4.3"),
    # the turn
    "weather-blocks-refit": option("R1", HOUSE, NO_YES, "whether weather that forbids flight also forbids refit"),
    "first-player-ties": option("R2", ERA, ("reroll", "previous-first-player"), "who wins a tied roll for first player"),
    # bases
    "base-stacking": option("R14", BORROWED, ("4+level", "unlimited"), "how many active air units a base holds"),
    "displace-factor": number("R40", BORROWED, 2, "how far units are displaced, in multiples of their range"),
    "captured-supply": by_profile(
        "R41",
        HOUSE,
        ("all", TABLE_4_3, V1),
        "how much supply at a base is captured: all, a share rolled for as in 4.3, or half that share, as in v1",
    ),
    # missions
    "max-per-mission": number("R14", BORROWED, 4, "how many air units can fly one mission"),
    "interception": by_profile("R28", BORROWED, NO_YES, "whether fighters intercept from patrol zones"),
    "patrol-zone": number("R28", BORROWED, 10, "how far a patrol zone reaches, in hexes"),
    "flak": by_profile(
        "R29",
        BORROWED,
        ("off", "input", TABLE_4_3),
        "flak: none, given by the players, or rolled on the 4.3 table",
        v3="input",
        v4=TABLE_4_3,
    ),
    # air combat
    "advantage": by_profile("R21", HOUSE, ("declared", "off"), "which side has Advantage (14.6d) in air combat"),
    "long-range": option("R22", HOUSE, NO_YES, "whether optional rule 21.4 is used: -1 at long range"),
    "loss-die": option("R25", HOUSE, ("shared", "per-unit"), "roll one third die for all aborting units, or one for each"),
    # strikes
    "facility": by_profile(
        "R30", BORROWED, ("input", TABLE_4_3), "Barrage vs Facility: given by the players, or rolled on the 4.3 table"
    ),
    "reduction": by_profile(
        "R31", PRINTED, ("10.0i", "printed"), "planes lost at a base: rolled on 10.0i, or as printed in the 4.3 cell"
    ),
    "barrage-table": option(
        "R34", BORROWED, (TABLE_4_3, "input"), "barrage of units: rolled on the 4.3 table, or given by the players"
    ),
    "naval": by_profile("R52", BORROWED, ("off", TABLE_4_3), "attacks on ships: none, or by the 4.3 rules"),
    # drops and the ground
    "allied-eto-cutoff": by_profile("R43", PRINTED, ("1944-12", "1944-08", "1944-05"), "the last month of the Allied -1 in Europe"),
    "drop-terrain": option("R43", HOUSE, NO_YES, "whether optional rule 21.12e of 4.3 is used: -1 or -2 in the closest terrain"),
    "drop-plan-required": by_profile("R47", BORROWED, NO_YES, "whether drops of units must be planned two turns ahead"),
    "interdiction-radius": number("R51", BORROWED, 1, "how many hexes around an interdicted hex are interdicted too"),
    "interdiction-mp": number("R51", BORROWED, 1, "how many more movement points each interdicted hex costs"),
}
SETTLED = {  # former options, and how airwar reads them now
    "ignore-weather": "no",
    "return-required": "yes",
    "no-base": "destroy",
    "refit-cost": "1",
    "refit-per-level": "2",
    "refit-strip": "1",
    "refit-in-enemy-zoc": "no",
    "self-inflicted-bonus": "yes",
    "displace-none": "destroy",
    "flak-missions": BY_PROFILE,
    "sweep-returns": "yes",
    "attacker": TABLE_4_3,
    "parentheses": "cannot-initiate",
    "rounds": "until-alone",
    "voluntary-abort": "yes",
    "half-range": BY_PROFILE,
    "own-base": "friendly",
    "abort-over-base": "there",
    "barrage-per-sortie": "once",
    "barrage-return": BY_PROFILE,
    "drop-granularity": "unit-or-1t",
    "drop-on-enemy": "destroy",
    "reduced-rating": "1",
    "reduced-barrage": "half",
    "light-load": BY_PROFILE,
    "rail-rounding": "half-up",
    "interdiction-leg-radius": "0",
}


@dataclass(frozen=True, eq=False)
class Rulings(kit.Rulings):
    """The value of each option in one scenario, with the defaults of its profile filled in: a ruling may ask for them too."""

    def __post_init__(self) -> None:
        profile = self.value("profile")
        values = {name: OPTIONS[name].default_in(profile) if value == BY_PROFILE else value for name, value in self.values.items()}
        object.__setattr__(self, "values", values)

    @cached_property
    def profile(self) -> Profile:
        """What this version of the rules prints."""
        return PROFILES[self.value("profile")]

    @property
    def v4(self) -> bool:
        """Whether the profile is that of 4.3."""
        return self.value("profile") == V4

    @property
    def borrowed(self) -> str:
        """The mark for what v3.0 borrows from 4.3; empty in the profile of 4.3, where it is simply the rule."""
        return "" if self.v4 else f" ({BORROWED})"

    def value(self, option: str) -> str:
        """The value of an option, as text; a referee may rule during the battle that it is the profile's default."""
        value = str(self.values[option])
        return OPTIONS[option].default_in(self.value("profile")) if value == BY_PROFILE else value

    def is_default(self, option: str) -> bool:
        """Whether an option has the default of its profile."""
        return self.value(option) == OPTIONS[option].default_in(self.value("profile"))

    def graded(self, option: str, text: str) -> Ruling | None:
        """The event for a ruling that mattered, with its grade; None for what the profile's own charts or rules say."""
        default = self.is_default(option)
        grade = OPTIONS[option].grade if default or self.value(option) == TABLE_4_3 else "chosen option"
        own_rule = self.v4 and (grade == BORROWED or default)
        return None if own_rule or grade == PRINTED else self.ruled(option, f"{grade}: {text}")

    def chosen(self, option: str, text: str) -> Ruling | None:
        """Like `graded`, but only if the scenario chose a value other than the default; else None."""
        return None if self.is_default(option) else self.graded(option, text)


def rulings_of(options: Mapping[str, str | int]) -> Rulings:
    """The options of a scenario, with the defaults of its profile filled in."""
    return Rulings(OPTIONS, options)


def profile(name: str = V3, **chosen: str | int) -> Rulings:
    """All rulings of a profile, with some set to other values: `loss_die="per-unit"` is the option `loss-die`."""
    return rulings_of(kit.Rulings.defaults(OPTIONS, profile=name, **chosen).values)
