"""The two profiles, and every ruling on what the v3.0 charts leave open: its option, its default, and where that comes from.

Grades: *printed* on the v3.0 charts, *reconstructed* from a damaged scan, *borrowed from 4.3*, *house default*.
The titles of the charts say their own grade.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from airwar.engine.referee import Ruling
from airwar.rulesets.ruleset import Option

Rulings: TypeAlias = Mapping[str, str | int]

PROFILE = "by-profile"
V3, V4 = "ocs-3.0", "ocs-4.3"
PRINTED, BORROWED, HOUSE, ERA = "printed", "borrowed from 4.3", "house default", "known of the 3.0 era"

OPTIONS = {
    "profile": Option(V3, (V3, V4), "the charts of v3.0, or those of v4.3"),
    "advantage": Option(PROFILE, (PROFILE, "declared", "outnumber", "off"), "N1: who has Advantage (14.6d) in air combat"),
    "facility": Option(PROFILE, (PROFILE, "input", "v4.3"), "N2: Barrage vs Facility: stated, or rolled on the 4.3 table"),
    "reduction": Option(PROFILE, (PROFILE, "10.0i", "printed"), "N2: planes at a base: 10.0i, or as the cell prints"),
    "barrage-table": Option("v4.3", ("v4.3", "input"), "N3: barrage of units: rolled on the 4.3 table, or stated"),
    "flak": Option(PROFILE, (PROFILE, "off", "input", "v4.3"), "N4: flak: none, stated, or rolled on the 4.3 table"),
    "refit-cost": Option("1", (), "N5: what refit costs a base, in T", whole=True),
    "refit-per-level": Option("2", (), "N5: units that a base refits for each level", whole=True),
    "refit-strip": Option("1", (), "N5: units that an air strip refits", whole=True),
    "refit-zoc": Option("blocked", ("blocked", "allowed"), "N5: refit in an enemy zone of control that nothing negates"),
    "return": Option("mandatory", ("mandatory", "optional"), "N6: whether units must return in the Return phase"),
    "barrage-return": Option(PROFILE, (PROFILE, "return-phase", "immediate"), "N6: when a unit returns that has barraged"),
    "barrage-per-sortie": Option("once", ("once", "any"), "N6: how often a unit barrages before it returns"),
    "attacker": Option("v4.3", ("v4.3", "initiator"), "N7: who attacks: the initiator, or 4.3 with its switch"),
    "rounds": Option("until-alone", ("until-alone", "one"), "N7: rounds of air combat"),
    "voluntary-abort": Option("allowed", ("allowed", "never"), "N7: aborting by choice before and after air combat"),
    "parentheses": Option("cannot-initiate", ("cannot-initiate", "plain"), "N7: what a rating in parentheses means"),
    "abort-over-base": Option("there", ("there", "any"), "N8: where a unit aborts that fights over a friendly base"),
    "no-base": Option("destroy", ("destroy", "nearest"), "N8: a unit that has no friendly base in range"),
    "loss-die": Option("shared", ("shared", "per-unit"), "N9: one third die for all aborting units, or one each"),
    "own-base": Option("friendly", ("friendly", "home"), "N10: over any friendly base, or over its home only"),
    "self-inflicted": Option("input", ("input", "never"), "N11: +2 where the scenario says that a capture roll is self-inflicted"),
    "displace-factor": Option("2", (), "N12: displacement reaches so many times the range", whole=True),
    "displace-none": Option("destroy", ("destroy", "nearest"), "N12: a displaced unit that has no base in reach"),
    "interdiction-radius": Option("1", (), "N13: hexes around an interdicted hex that are interdicted too", whole=True),
    "interdiction-leg-radius": Option("0", (), "N13: the same for movement on foot", whole=True),
    "interdiction-mp": Option("1", (), "N13: further movement points for each interdicted hex", whole=True),
    "interception": Option(PROFILE, (PROFILE, "off", "on"), "N14: interception out of patrol zones"),
    "patrol-zone": Option("10", (), "N14: how far a patrol zone reaches", whole=True),
    "allied-eto-cutoff": Option(PROFILE, (PROFILE, "1944-12", "1944-08", "1944-05"), "N15: last month of the Allied -1"),
    "drop-granularity": Option("unit-or-1t", ("unit-or-1t", "load"), "N16: a roll for each unit and 1T, or each item"),
    "drop-on-enemy": Option("destroy", ("destroy", "lands"), "N16: cargo that lands on an enemy combat unit"),
    "max-per-mission": Option("4", (), "N17: air units in one mission", whole=True),
    "base-stacking": Option("4+level", ("4+level", "unlimited"), "N17: active air units at a base"),
    "weather": Option("input", ("input", "ignored"), "N18: the scenario states the weather, or it is ignored"),
    "weather-blocks-refit": Option("no", ("no", "yes"), "N18: whether no-flight weather forbids refit"),
    "naval": Option("off", ("off", "v4.3"), "N19: attacks on ships by the 4.3 rules"),
    "rail-rounding": Option("half-up", ("half-up", "up", "exact"), "N20: a fraction of 1T in the cost of rail transport"),
    "first-player-ties": Option("reroll", ("reroll", "previous-first-wins"), "ties when the first player is rolled for"),
    "long-range": Option("off", ("off", "on"), "optional rule 21.4: -1 at half range or more"),
    "half-range": Option(PROFILE, (PROFILE, "half-or-more", "beyond-half"), "what counts as half range"),
    "sweep-returns": Option("yes", ("yes", "no"), "whether a fighter sweep goes home, win or lose"),
    "reduced-rating": Option("1", (), "how much lower a reduced unit is rated when its back is not given", whole=True),
    "reduced-barrage": Option("half", ("half", "full"), "the barrage of a reduced unit when its back is not given"),
    "light-load": Option(PROFILE, (PROFILE, "any-6", "leg-1-to-6"), "which units cost 2T for each RE"),
    "drop-plan": Option("not-required", ("not-required", "required"), "drops of units need a plan two turns ahead"),
    "drop-terrain": Option("off", ("off", "on"), "optional rule 21.12e of 4.3: -1 or -2 in the closest terrain"),
}  # fmt: skip

BY_PROFILE: dict[str, tuple[str, str]] = {  # v3.0, v4.3
    "advantage": ("declared", "off"),
    "facility": ("input", "v4.3"),
    "reduction": ("10.0i", "printed"),
    "flak": ("input", "v4.3"),
    "barrage-return": ("return-phase", "immediate"),
    "interception": ("off", "on"),
    "allied-eto-cutoff": ("1944-12", "1944-08"),
    "half-range": ("half-or-more", "beyond-half"),
    "light-load": ("any-6", "leg-1-to-6"),
}

GRADES = {
    "facility": BORROWED, "barrage-table": BORROWED, "flak": BORROWED,
    "refit-cost": BORROWED, "refit-per-level": BORROWED, "refit-strip": BORROWED, "refit-zoc": BORROWED,
    "attacker": BORROWED, "rounds": BORROWED, "voluntary-abort": BORROWED, "parentheses": BORROWED,
    "abort-over-base": BORROWED, "displace-factor": BORROWED, "displace-none": BORROWED,
    "interdiction-radius": BORROWED, "interdiction-leg-radius": BORROWED, "interdiction-mp": BORROWED,
    "interception": BORROWED, "patrol-zone": BORROWED, "drop-granularity": BORROWED, "drop-on-enemy": BORROWED,
    "max-per-mission": BORROWED, "base-stacking": BORROWED, "naval": BORROWED, "rail-rounding": BORROWED,
    "sweep-returns": BORROWED, "first-player-ties": ERA, "reduced-rating": ERA, "reduced-barrage": ERA,
    "reduction": PRINTED, "half-range": PRINTED, "allied-eto-cutoff": PRINTED, "light-load": PRINTED,
}  # fmt: skip
OPEN_IN_BOTH = ("no-base", "self-inflicted", "barrage-per-sortie")  # 4.3 does not settle these either


def resolved(options: Mapping[str, str | int]) -> dict[str, str | int]:
    """The options with every default of the profile put in."""
    column = 0 if options["profile"] == V3 else 1
    return {name: BY_PROFILE[name][column] if value == PROFILE else value for name, value in options.items()}


def profile(name: str = V3, **chosen: str | int) -> dict[str, str | int]:
    """All rulings of a profile, with some of them chosen otherwise."""
    given = {option.replace("_", "-"): value for option, value in chosen.items()}
    defaults = {key: int(option.default) if option.whole else option.default for key, option in OPTIONS.items()}
    return resolved({**defaults, "profile": name, **given})


def number(rulings: Rulings, option: str) -> int:
    """A ruling that is a whole number."""
    value = rulings[option]
    assert isinstance(value, int)
    return value


def borrowed(rulings: Rulings) -> str:
    """Marks what v3.0 borrows from 4.3; in the profile of 4.3 it is simply the rule."""
    return "" if rulings["profile"] == V4 else f" ({BORROWED})"


def is_default(rulings: Rulings, option: str) -> bool:
    """Whether a ruling is what its profile has of itself."""
    default = BY_PROFILE[option][0 if rulings["profile"] == V3 else 1] if option in BY_PROFILE else OPTIONS[option].default
    return str(rulings[option]) == default


def ruled(rulings: Rulings, option: str, text: str) -> Ruling | None:
    """Says that a ruling mattered, where it comes from, and what it did; nothing where it is printed, or 4.3 follows itself."""
    value, default = str(rulings[option]), is_default(rulings, option)
    grade = GRADES.get(option, HOUSE) if default or value == "v4.3" else "chosen option"
    own_rule = rulings["profile"] == V4 and (grade == BORROWED or (default and option not in OPEN_IN_BOTH))
    return None if own_rule or grade == PRINTED else Ruling(option, value, f"{grade}: {text}")


def chosen(rulings: Rulings, option: str, text: str) -> Ruling | None:
    """The same, where only another ruling than the default is worth a word."""
    return None if is_default(rulings, option) else ruled(rulings, option, text)
