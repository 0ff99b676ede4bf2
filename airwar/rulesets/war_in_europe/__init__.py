"""War in Europe, case 13.9: Total Air Supremacy, TAC bombing of rail lines and TAC odds shifting."""

from airwar.rulesets.ruleset import Option, Ruleset
from airwar.rulesets.war_in_europe import scenario, show
from airwar.rulesets.war_in_europe.allotment import allot_support
from airwar.rulesets.war_in_europe.odds_shifting import fight_combats
from airwar.rulesets.war_in_europe.rail_raids import fly_raids
from airwar.rulesets.war_in_europe.supremacy import find_supremacy
from airwar.rulesets.war_in_europe.template import TEMPLATE

RULESET = Ruleset(
    id="war-in-europe",
    title="War in Europe",
    package=__name__,
    fields=scenario.FIELDS,
    setup=scenario.setup,
    tables=lambda states: show.tables(states[-1]),
    tally=show.tally,
    options={
        "tas-scope": Option("player", ("player", "alliance"), "whose boxes must be empty, one player's or his alliance's (13.91)"),
        "support-reuse": Option("no", ("no", "yes"), "whether a Ground Support point may do several jobs in a turn (13.912)"),
        "flak-timing": Option("after", ("after", "before"), "flak losses come after or before the count of bomber points (13.921)"),
        "odds-shift-user": Option("attacker", ("attacker", "either"), "who may shift the odds; a defender shifts left (13.93)"),
        "die-point-without-supremacy": Option("yes", ("yes", "no"), "whether the point for the die is ordinary support (13.93)"),
        "odds-rounding": Option("defender", ("defender", "attacker"), "in whose favour odds between two columns are rounded"),
    },
    decisions={"allot": "how many Ground Support points go to each raid, shift and die; the rest is ordinary support"},
    rolls=("flak", "bombing", "combat"),
    template=TEMPLATE,
    steps=(find_supremacy, allot_support, fly_raids, fight_combats),
)
