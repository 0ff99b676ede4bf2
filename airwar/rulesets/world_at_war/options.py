"""The results of battles and missions that decide which side has won."""

from __future__ import annotations

from airwar.rulesets.kit import Rulings
from airwar.rulesets.ruleset import NOT_FLOWN as NOT_FLOWN
from airwar.rulesets.ruleset import Option

OPTIONS = {
    # bases
    "port-city": Option(
        "one",
        ("one", "two"),
        "how many facilities a city that is also a port counts as",
        rule="18.12",
    ),
    "carrier-air-in-port": Option(
        "defends-only",
        ("defends-only", "land-based"),
        "whether naval air on carriers in an attacked port becomes land-based afterward, or still only defends the port",
        rule="17.3126C",
    ),
    "carrier-missions": Option(
        "one",
        ("one", "any"),
        "how many missions carrier air may fly in a turn; 21.55 is not in the source",
        rule="18.41",
    ),
    "offensive-bases": Option(
        "ports",
        ("ports", "no-artificial", "printed"),
        "whether offensive missions are flown from all ports, from all but artificial ones, or only from cities and airbases",
        rule="18.51",
    ),
    # air combat
    "recombination": Option(
        "debt",
        ("debt", "ceil", "floor"),
        "how lost squadrons turn into lost factors: thirds are carried over, rounded up or rounded down",
        rule="19.52",
    ),
    # counterair
    "announcements": Option(
        "together",
        ("together", "one-by-one"),
        "whether all counterair of a phase is announced before the first is fought, or one at a time",
        rule="18.523",
    ),
    "naval-combat-aborts": Option(
        "player-turn",
        ("player-turn", "none"),
        "how long units that abort in a counterair during naval combat stay inverted; 22.43 is not in the source",
        rule="18.526A",
    ),
    # air transports
    "interception-base": Option(
        "own-hex",
        ("own-hex", "strict"),
        "whether air units at a base that is not operational may intercept over their own hex, or not at all",
        rule="18.621",
    ),
    # ground support
    "exploitation-das": Option(
        "all",
        ("all", "army"),
        "whether all land-based air defends against overruns and exploitation, or only army air",
        rule="18.613",
    ),
    "overrun-das": Option(
        "eliminated",
        ("eliminated", "returns"),
        "what happens to defensive air support when its defenders are overrun",
        rule="18.613",
    ),
    "ground-table": Option(
        "transcribed",
        ("transcribed", "typed"),
        "use the ground table as copied from one source, or type in the results",
        rule="18.5521",
    ),
    "ground-odds": Option(
        "down",
        ("down", "typed"),
        "round odds down to a column of the ground table, or type in the column",
        rule="18.5521",
    ),
    "ground-losses": Option(
        "named",
        ("named", "typed"),
        "apply losses as the results A, D and Ex say, or type them in",
        rule="18.556",
    ),
    # strategic bombing
    "raid-remnant": Option(
        "owner",
        ("owner", "lower-drm"),
        "who takes the remainder of losses in a raid when types are equally numerous; 26.454 is not in the source",
        rule="19.62",
    ),
    # kamikazes
    "kamikazes-at-sea": Option(
        "plus-one",
        ("plus-one", "none"),
        "whether kamikazes get naval air's +1 against ships at sea",
        rule="17.47H",
    ),
    "diverted-kamikazes": Option(
        "any-group",
        ("any-group", "other-group"),
        "whether diverted kamikazes may be sent back to the group they attacked",
        rule="17.47E",
    ),
    "ship-damage": Option(
        "by-size",
        ("by-size", "by-hand"),
        "whether damage to named ships follows from their size, or is worked out by hand",
        rule="17.47G",
    ),
}

SETTLED = {  # former options, and how they are read now
    "sunk-in-port": "inverted",
    "defender-inversion": "own-turn",
    "above-forty": "repeat-20",
    "transport-drm": "engaged",
    "tied-types": "owner",
    "transports-in-base": "declared",
    "carrier-overruns": "no",
    "interceptors": "both",
    "das-return": "inverted",
    "declined-round": "attack",
    "remnants": "pooled",
    "inverted-types": "pooled",
    "mixed-strikes": "carriers-one-round",
    "invasion-limit": "equivalents",
    "surplus-das": "stays",
}
DEFAULTS = Rulings.defaults(OPTIONS)


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
