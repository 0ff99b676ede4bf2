"""Dark Crusade: air and ground combat on the Eastern Front."""

from airwar.rulesets.dark_crusade import scenario, show
from airwar.rulesets.dark_crusade.aftermath import attackers_advance, attackers_are_destroyed, both_are_destroyed
from airwar.rulesets.dark_crusade.air_combat import air_combat
from airwar.rulesets.dark_crusade.ground_combat import attacker_fires, both_declare, both_fire, defender_fires, type_of_combat
from airwar.rulesets.dark_crusade.retreat import attackers_retreat, defenders_retreat
from airwar.rulesets.dark_crusade.rulings import OPTIONS
from airwar.rulesets.dark_crusade.sequence import next_battle, open_phase
from airwar.rulesets.dark_crusade.template import TEMPLATE
from airwar.rulesets.ruleset import Ruleset, Stance

RULESET = Ruleset(
    id="dark-crusade",
    title="Dark Crusade",
    package=__name__,
    fields=scenario.FIELDS,
    setup=scenario.setup,
    tables=lambda states: show.tables(states[-1]),
    tally=show.tally,
    options=OPTIONS,
    decisions={
        "attacker.next-battle-*": "which battle is fought next: the first, the second and so on",
        "attacker.losses": "which attackers absorb the repulses",
        "defender.losses": "which defenders absorb the breakthroughs",
        "attacker.retreat": "stay, or retreat with everything",
        "defender.retreat": "stay, or retreat with everything",
        "defender.refuge.*": "who retreats to a point",
        "german-air.advance": "how many German air units advance",
        "german-air.retreat": "how many German air units retreat with the ground units, and where to",
        "soviet-air.return": "where attacking Soviet air goes back to",
    },
    winner=show.winner,
    won="the attacker who takes every point, the defender who holds every one",
    party=show.party,
    stances=dict.fromkeys(("attacker.retreat", "defender.retreat"), Stance(stay="stay", leave="retreat")),
    rolls=("air-to-air.*", "flak", "attacker.fire", "defender.fire"),
    template=TEMPLATE,
    steps=(
        open_phase,
        next_battle,
        air_combat,
        type_of_combat,
        defender_fires,
        attacker_fires,
        both_fire,
        both_declare,
        attackers_retreat,
        defenders_retreat,
        attackers_advance,
        attackers_are_destroyed,
        both_are_destroyed,
    ),
)
