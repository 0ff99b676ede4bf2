"""A World at War, sections 17-19: air units, air operations, air combat."""

from airwar.rulesets.kit import places, written
from airwar.rulesets.kit.charts import template_of
from airwar.rulesets.kit.declaring import decisions_of, reported_of
from airwar.rulesets.kit.passing import edits, whole_sections
from airwar.rulesets.kit.records import field_shapes
from airwar.rulesets.ruleset import Following, Ruleset, Stance
from airwar.rulesets.world_at_war import position, scenario, show, standing
from airwar.rulesets.world_at_war.options import OPTIONS, SETTLED
from airwar.rulesets.world_at_war.sequence import STEPS, announced, phase_over

RULESET = Ruleset(
    id="world-at-war",
    title="A World at War",
    package=__name__,
    fields=field_shapes(position.Position),
    setup=scenario.setup,
    tables=show.tables,
    tally=show.tally,
    compared=show.compared,
    missions=("counterair", "bombing"),
    standing=standing.standing,
    lost=standing.eliminated_units,
    newest=show.newest,
    called=standing.called,
    counted="factor",
    place_name=standing.place_name,
    geography=standing.geography,
    options=OPTIONS,
    settled=SETTLED,
    decisions={**places.DECISIONS, **decisions_of(__name__)},
    reported=reported_of(__name__),
    results=show.results,
    winner=show.winner,
    won="the attacker if no defenders remain, the defender if no attackers do",
    party=show.party,
    worth=show.worth,
    stances=dict.fromkeys(("attacker.disengage", "defender.disengage"), Stance(stay="stay", leave="disengage")),
    rolls={roll: text for chapter in position.CHAPTERS for roll, text in chapter.rolls.items()},
    template=template_of(__name__),
    following=Following(position.passed, edits, whole_sections, written, position.position_of, unfinished=position.left_as_it_is),
    lasting=("distance.*.*",),
    adjustable=standing.ADJUSTABLE,
    engaged=standing.engaged,
    steps=(*STEPS, *(step for chapter in position.CHAPTERS for step in chapter.steps)),
    after_phases=(phase_over,),
    announced=announced,
)
