"""Air Supremacy, Module IV of The War Game: World War II: battles fought together round by round, grounding and dispatch."""

from airwar.rulesets.air_supremacy import combat, ruled, sequence, show
from airwar.rulesets.air_supremacy.position import OPTIONS, SETTLED, Position, as_said, begun
from airwar.rulesets.air_supremacy.setup import check
from airwar.rulesets.kit import Stance, declared_ruleset

RULESET = declared_ruleset(
    id="air-supremacy",
    title="The War Game: World War II, Air Supremacy",
    package=__name__,
    position=Position,
    begun=begun,
    at_end=show.at_end,
    as_said=as_said,
    check=check,
    first=sequence.begin,
    parts=(),
    steps=(
        *(sequence.open_turn, sequence.order_attack, sequence.open_round, sequence.play_phases, sequence.next_battle),
        *(combat.side_fires, combat.side_rolls, combat.fight_for_the_sky, combat.surface_next, combat.fire_at_the_surface),
        *(combat.side_has_rolled, combat.hits_fall),
        *(sequence.defenders_fire, sequence.both_have_fired, sequence.close_round),
    ),
    options=OPTIONS,
    settled=SETTLED,
    rolls={
        "*.air.*": "fire at aircraft",
        "*.bombs.*": "bombs",
        "*.bombs-*": "bombs",
        "*.surface.*": "fire at surface units",
        "*.surface-*": "fire at surface units",
        "attacker.support-*": "support fire",
    },
    results=show.results,
    winner=show.winner,
    won="the side that wins more of the battles; a battle that is called off is a win for the defender",
    party=show.party,
    stances={"attacker.go-on": Stance(stay="fight", leave="call-off")},
    rolling=show.rolling,
    tables=show.tables,
    tally=show.tally,
    standing=show.standing,
    called=show.called,
    at="in",
    place_name=show.place_name,
    geography=show.geography,
    adjustable=ruled.ADJUSTABLE,
    engaged=ruled.engaged,
    look_at=("new units, and moves that are not attacks",),
)
