"""Every ruling on what case 13.9 leaves open, as an option of the scenario; the first value is the house default."""

from __future__ import annotations

from airwar.rulesets.kit.rulings import NO_YES, YES_NO
from airwar.rulesets.ruleset import Option

OPTIONS = {
    "tas-scope": Option(
        "player", ("player", "alliance"), "whose boxes must be empty: one player's, or those of his whole alliance", rule="13.91"
    ),
    "allotment": Option(
        "each-mission",
        ("each-mission", "all-at-once"),
        "Ground Support points are allotted to each raid and battle when its time comes, or all before the first of them",
        rule="13.912",
    ),
    "mission-order": Option(
        "raids-first",
        ("raids-first", "battles-first"),
        "whether rail lines are bombed before or after ground battles",
        rule="13.912",
    ),
    "allied-support": Option(
        "yes", YES_NO, "whether allied players may add their Ground Support points to a raid or a battle", rule="13.912"
    ),
    "support-reuse": Option("no", NO_YES, "whether a Ground Support point may do several jobs in a turn", rule="13.912"),
    "flak-dice": Option(
        "together",
        ("together", "by-nation"),
        "whether flak dice count the points that attack the hex together, or the fives of each nation",
        rule="13.921",
    ),
    "flak-timing": Option(
        "after", ("after", "before"), "whether flak losses come after or before bomber points are counted", rule="13.921"
    ),
    "odds-shift-user": Option(
        "attacker", ("attacker", "either"), "who may shift the odds: the attacker, or the defender too, to the left", rule="13.93"
    ),
    "die-point-without-supremacy": Option(
        "yes", YES_NO, "whether the point for the die is ordinary support, which needs no supremacy", rule="13.93"
    ),
    "odds-rounding": Option(
        "defender", ("defender", "attacker"), "in whose favor odds between two columns are rounded", rule="13.93"
    ),
    "odds-below-table": Option(
        "not-allowed",
        ("not-allowed", "fails", "lowest-column"),
        "an attack at odds below the table is not allowed, fails without a roll, or has the lowest column before any shift",
        rule="13.93",
    ),
}
