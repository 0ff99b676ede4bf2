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
    results=show.results,
    winner=show.winner,
    party=show.party,
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
