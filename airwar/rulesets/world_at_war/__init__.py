"""A World at War, sections 17-19: air units, air operations, air combat."""

from airwar.engine.ruleset import Ruleset
from airwar.rulesets.world_at_war import counterair, scenario, show

RULESET = Ruleset(
    id="world-at-war",
    title="A World at War",
    package=__name__,
    fields=scenario.FIELDS,
    setup=scenario.setup,
    tables=show.tables,
    tally=show.tally,
    options=scenario.OPTIONS,
    decisions=scenario.DECISIONS,
    rolls=scenario.ROLLS,
    steps=counterair.STEPS,
)
