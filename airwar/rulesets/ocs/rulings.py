"""The two versions of the rules, and everything in which they differ: one declaration each, read by the steps.

What a version leaves open is an option (`rulings.py`); its default in each version is declared here as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from airwar.rulesets.kit import NO_YES, YES_NO, Option, Ruling
from airwar.rulesets.kit import rulings as kit

# The two versions of the rules, and everything in which they differ: one declaration each, read by the steps


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


# The options: every ruling on what the rules leave open, with its default and where that comes from


BY_PROFILE = "by-profile"
PRINTED, BORROWED, HOUSE, ERA = "printed", "borrowed from 4.3", "house default", "known from the 3.0 era"


@dataclass(frozen=True)
class GradedOption(Option):
    """An option, and the grade of its default."""

    grade: str = HOUSE
    open_in_both: bool = False  # 4.3 does not settle it either


def option(rule: str, grade: str, values: tuple[str, ...], text: str, open_in_both: bool = False) -> GradedOption:
    """An option with a list of values, the default first."""
    return GradedOption(values[0], values, text, rule=rule, grade=grade, open_in_both=open_in_both)


def number(rule: str, grade: str, default: int, text: str) -> GradedOption:
    """An option that is a whole number."""
    return GradedOption(str(default), (), text, whole=True, rule=rule, grade=grade)


def by_profile(rule: str, grade: str, values: tuple[str, ...], text: str) -> GradedOption:
    """An option whose default depends on the profile."""
    return GradedOption(BY_PROFILE, (BY_PROFILE, *values), text, rule=rule, grade=grade)


OPTIONS: dict[str, GradedOption] = {
    "profile": option("", HOUSE, (V3, V4), "the charts of v3.0, or those of v4.3"),
    # the turn
    "ignore-weather": option("R1", HOUSE, NO_YES, "whether the weather is ignored"),
    "weather-blocks-refit": option("R1", HOUSE, NO_YES, "whether weather that forbids flight forbids refit too"),
    "first-player-ties": option("R2", ERA, ("reroll", "previous-first-player"), "who wins a tied roll for first player"),
    # bases
    "return-required": option("R4", HOUSE, YES_NO, "whether units must return in the Return phase"),
    "no-base": option("R4", HOUSE, ("destroy", "nearest"), "what happens to a unit with no friendly base in range", True),
    "refit-cost": number("R5", BORROWED, 1, "what refit costs a base, in T"),
    "refit-per-level": number("R5", BORROWED, 2, "how many units a base refits per level"),
    "refit-strip": number("R5", BORROWED, 1, "how many units an air strip refits"),
    "refit-in-enemy-zoc": option("R5", BORROWED, NO_YES, "whether a base refits in an enemy zone of control that nothing negates"),
    "base-stacking": option("R14", BORROWED, ("4+level", "unlimited"), "how many active air units a base holds"),
    "self-inflicted-bonus": option("R39", HOUSE, YES_NO, "whether self-inflicted capture rolls have +2"),
    "displace-factor": number("R40", BORROWED, 2, "how far units are displaced, in multiples of their range"),
    "displace-none": option("R40", BORROWED, ("destroy", "nearest"), "what happens to a displaced unit with no base in reach"),
    "captured-supply": by_profile(
        "R41", HOUSE, ("all", TABLE_4_3), "supply at a captured base: all of it is captured, or a share is rolled for as in 4.3"
    ),
    # missions
    "max-per-mission": number("R14", BORROWED, 4, "how many air units fly one mission"),
    "interception": by_profile("R28", BORROWED, NO_YES, "whether fighters intercept from patrol zones"),
    "patrol-zone": number("R28", BORROWED, 10, "how far a patrol zone reaches, in hexes"),
    "flak": by_profile("R29", BORROWED, ("off", "input", TABLE_4_3), "flak: none, stated, or rolled on the 4.3 table"),
    "flak-missions": by_profile(
        "R29",
        HOUSE,
        ("strikes-and-lifts", TABLE_4_3),
        "which missions meet flak: strikes, drops and transport, or (4.3) lifts and transfers only in patrol zones",
    ),
    "sweep-returns": option("R16", BORROWED, YES_NO, "whether a fighter sweep goes home after air combat, win or lose"),
    # air combat
    "attacker": option(
        "R17", BORROWED, (TABLE_4_3, "initiator"), "who attacks: always the initiator, or the 4.3 rule with its switch"
    ),
    "parentheses": option("R17", BORROWED, ("cannot-initiate", "plain"), "what a rating in parentheses means"),
    "rounds": option("R18", BORROWED, ("until-alone", "one"), "how many rounds of air combat are fought"),
    "voluntary-abort": option("R18", BORROWED, YES_NO, "whether units may abort by choice before and after air combat"),
    "advantage": by_profile("R21", HOUSE, ("declared", "outnumber", "off"), "which side has Advantage (14.6d) in air combat"),
    "long-range": option("R22", HOUSE, NO_YES, "whether optional rule 21.4 is used: -1 at long range"),
    "half-range": by_profile("R22", PRINTED, ("half-or-more", "beyond-half"), "what counts as long range"),
    "own-base": option("R23", HOUSE, ("friendly", "home"), "which base counts as a unit's own: any friendly one, or only its home"),
    "abort-over-base": option("R24", BORROWED, ("there", "any"), "where a unit that fights over a friendly base aborts to"),
    "loss-die": option("R25", HOUSE, ("shared", "per-unit"), "one third die for all aborting units, or one each"),
    # strikes
    "barrage-per-sortie": option("R12", HOUSE, ("once", "any"), "how often a unit barrages before it returns", True),
    "barrage-return": by_profile("R12", HOUSE, ("return-phase", "immediate"), "when units return after a barrage"),
    "facility": by_profile("R30", BORROWED, ("input", TABLE_4_3), "Barrage vs Facility: stated, or rolled on the 4.3 table"),
    "reduction": by_profile("R31", PRINTED, ("10.0i", "printed"), "planes at a base: rolled on 10.0i, or as the 4.3 cell prints"),
    "barrage-table": option("R34", BORROWED, (TABLE_4_3, "input"), "barrage of units: rolled on the 4.3 table, or stated"),
    "naval": by_profile("R52", BORROWED, ("off", TABLE_4_3), "attacks on ships: none, or by the 4.3 rules"),
    # drops and transport
    "drop-granularity": option("R42", BORROWED, ("unit-or-1t", "load"), "one roll for each unit and each 1T, or for each item"),
    "allied-eto-cutoff": by_profile("R43", PRINTED, ("1944-12", "1944-08", "1944-05"), "the last month of the Allied -1 in Europe"),
    "drop-terrain": option("R43", HOUSE, NO_YES, "whether optional rule 21.12e of 4.3 is used: -1 or -2 in the closest terrain"),
    "drop-on-enemy": option("R44c", BORROWED, ("destroy", "lands"), "what happens to cargo that lands on an enemy combat unit"),
    "drop-plan-required": by_profile("R47", BORROWED, NO_YES, "whether drops of units must be planned two turns ahead"),
    # worksheets and counters
    "reduced-rating": number("R9", ERA, 1, "how much lower a reduced unit is rated if its back is not given"),
    "reduced-barrage": option("R9", ERA, ("half", "full"), "the barrage of a reduced unit if its back is not given"),
    "light-load": by_profile("R48", PRINTED, ("any-6", "leg-1-to-6"), "which units cost 2T per RE"),
    "rail-rounding": option("R49", BORROWED, ("half-up", "up", "exact"), "how a fraction of 1T of rail transport is rounded"),
    "interdiction-radius": number("R51", BORROWED, 1, "how many hexes around an interdicted hex are interdicted too"),
    "interdiction-leg-radius": number("R51", BORROWED, 0, "the same for movement on foot"),
    "interdiction-mp": number("R51", BORROWED, 1, "how many more movement points each interdicted hex costs"),
}


@dataclass(frozen=True, eq=False)
class Rulings(kit.Rulings):
    """What each option is in one scenario, with the defaults of its profile filled in: a ruling may ask for them too."""

    def __post_init__(self) -> None:
        profile = self.value("profile")
        values = {name: default_of(name, profile) if value == BY_PROFILE else value for name, value in self.values.items()}
        object.__setattr__(self, "values", values)

    @property
    def profile(self) -> Profile:
        """What the version of the rules prints."""
        return PROFILES[self.value("profile")]

    @property
    def v4(self) -> bool:
        """Whether the profile is that of 4.3."""
        return self.value("profile") == V4

    @property
    def borrowed(self) -> str:
        """Marks what v3.0 borrows from 4.3; in the profile of 4.3 it is simply the rule."""
        return "" if self.v4 else f" ({BORROWED})"

    def value(self, option: str) -> str:
        """The value of an option, as text; a referee may rule in the battle that it is as the profile says."""
        value = str(self.values[option])
        return default_of(option, self.value("profile")) if value == BY_PROFILE else value

    def is_default(self, option: str) -> bool:
        """Whether an option has the default of its profile."""
        return self.value(option) == default_of(option, self.value("profile"))

    def graded(self, option: str, text: str) -> Ruling | None:
        """The event for a ruling that mattered, with its grade; None for what the profile's own charts or rules print."""
        known, default = OPTIONS[option], self.is_default(option)
        grade = known.grade if default or self.value(option) == TABLE_4_3 else "chosen option"
        own_rule = self.v4 and (grade == BORROWED or (default and not known.open_in_both))
        return None if own_rule or grade == PRINTED else self.ruled(option, f"{grade}: {text}")

    def chosen(self, option: str, text: str) -> Ruling | None:
        """The same, but only if the scenario chose another value than the default."""
        return None if self.is_default(option) else self.graded(option, text)


def default_of(option: str, profile: str) -> str:
    """The default of an option in a profile."""
    default = OPTIONS[option].default
    return PROFILES[profile].defaults[option] if default == BY_PROFILE else default


def rulings_of(options: Mapping[str, str | int]) -> Rulings:
    """The options of a scenario, with the defaults of its profile filled in."""
    return Rulings(OPTIONS, options)


def profile(name: str = V3, **chosen: str | int) -> Rulings:
    """All rulings of a profile, some of them chosen otherwise: `loss_die="per-unit"` is the option `loss-die`."""
    return rulings_of(kit.Rulings.defaults(OPTIONS, profile=name, **chosen).values)
