"""Dark Crusade: air and ground combat on the Eastern Front."""

from airwar.rulesets.dark_crusade import air_combat, ground_combat, refuge, retreat, sequence, show
from airwar.rulesets.dark_crusade.combat_table import PAGE
from airwar.rulesets.dark_crusade.position import OPTIONS, SETTLED, Phase
from airwar.rulesets.dark_crusade.setup import begun, check
from airwar.rulesets.kit import Stance, declared_ruleset

RULESET = declared_ruleset(
    id="dark-crusade",
    title="Dark Crusade",
    package=__name__,
    position=Phase,
    begun=begun,
    check=check,
    first=sequence.go_on,
    parts=sequence.PHASE,
    steps=(
        *(sequence.air_combat_is_over, sequence.air_combat_ends, sequence.battle_over),
        *(air_combat.air_combat, air_combat.air_to_air, air_combat.flak),
        *(ground_combat.type_of_combat, ground_combat.defender_fires, ground_combat.attacker_fires, ground_combat.both_fire),
        *(ground_combat.attacker_suffers, ground_combat.defender_suffers),
        *(ground_combat.attacker_decides, ground_combat.defender_decides),
        *(retreat.attackers_retreat, retreat.defenders_retreat, refuge.fill_lines, retreat.defenders_are_gone),
        *(retreat.soviet_air_is_gone, retreat.attackers_advance, retreat.soviet_air_is_stranded),
        *(retreat.attackers_are_destroyed, retreat.both_are_destroyed),
    ),
    charts=(PAGE,),
    options=OPTIONS,
    settled=SETTLED,
    decisions={
        "attacker": "whose combat phase it is, if the scenario says ask",
        "weather": "the weather of the phase, if the scenario says ask",
        "holds": "what else the side that has taken a point has there, besides its units, if the scenario says ask",
        "attacker.new-battle-*": "which point is attacked next, or no more, if the scenario lists no battles",
        "attacker.units": "which units attack a point, and along which line if two lead there",
        "attacker.air": "how many air units take part in an attack, by the point they come from",
        "attacker.next-battle-*": "which battle is fought next",
        "attacker.losses": "which attackers absorb the repulses",
        "defender.losses": "which defenders absorb the breakthroughs",
        "attacker.retreat": "stay, or retreat with everything",
        "defender.retreat": "stay, or retreat with everything",
        "defender.refuge.*": "which units retreat to a point, and along which line if two lead there",
        "soviet-air.refuge.*": "how many Soviet air units retreat to a point",
        "german-air.advance": "how many German air units advance",
        "german-air.retreat": "how many German air units retreat with the ground units, and where to",
        "soviet-air.return": "where attacking Soviet air goes back to",
    },
    results=show.results,
    winner=show.winner,
    won="the attacker wins by taking every point, the defender by holding every one",
    stances=dict.fromkeys(("attacker.retreat", "defender.retreat"), Stance(stay="stay", leave="retreat")),
    rolls={
        "air-to-air.*": "air-to-air combat",
        "flak": "flak",
        "attacker.fire": "ground combat",
        "defender.fire": "ground combat",
    },
    tables=show.tables,
    tally=show.tally,
    standing=show.standing,
    called=show.called,
    place_name=show.place_name,
    geography=show.geography,
    adjustable=show.ADJUSTABLE,
    engaged=show.engaged,
    look_at=(
        "units that have moved, recovered, arrived or come out of supply, and displaced German air",
        "field works of points that were taken",
    ),
)
