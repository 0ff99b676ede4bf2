"""Air Supremacy, Module IV of The War Game: World War II: battles fought together round by round, grounding and dispatch."""

from importlib.resources import files

from airwar.rulesets.air_supremacy import adjusting, next_turn, outcome, scenario, show, standing
from airwar.rulesets.air_supremacy.combat import (
    fight_for_the_sky,
    fire_at_the_surface,
    hits_fall,
    side_fires,
    side_has_rolled,
    side_rolls,
    surface_next,
)
from airwar.rulesets.air_supremacy.options import DECISIONS, OPTIONS, ROLLS
from airwar.rulesets.air_supremacy.sequence import (
    battle_round_ends,
    both_have_fired,
    close_round,
    defenders_fire,
    next_battle,
    open_round,
    open_turn,
    order_attack,
    play_phases,
)
from airwar.rulesets.ruleset import Ruleset, Stance

RULESET = Ruleset(
    id="air-supremacy",
    title="The War Game: World War II, Air Supremacy",
    package=__name__,
    fields=scenario.FIELDS,
    setup=scenario.setup,
    tables=show.tables,
    tally=outcome.tally,
    standing=standing.standing,
    called=standing.called,
    place_name=standing.place_name,
    options=OPTIONS,
    decisions=DECISIONS,
    results=outcome.results,
    winner=outcome.winner,
    won="the side that wins more of the battles; a battle that is called off is a win for the defender",
    party=outcome.party,
    stances={"attacker.go-on": Stance(stay="fight", leave="call-off")},
    rolls=ROLLS,
    template=(files(__name__) / "template.yaml").read_text(encoding="utf-8"),
    next_turn=next_turn.next_turn,
    adjustable=adjusting.ADJUSTABLE,
    engaged=adjusting.engaged,
    steps=(
        open_turn,
        order_attack,
        open_round,
        play_phases,
        next_battle,
        side_fires,
        side_rolls,
        fight_for_the_sky,
        surface_next,
        fire_at_the_surface,
        side_has_rolled,
        hits_fall,
        defenders_fire,
        both_have_fired,
        battle_round_ends,
        close_round,
    ),
)
