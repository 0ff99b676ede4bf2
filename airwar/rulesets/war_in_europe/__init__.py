"""War in Europe, case 13.9: Total Air Supremacy, TAC bombing of rail lines and TAC odds shifting."""

from importlib.resources import files

from airwar.rulesets.ruleset import Ruleset
from airwar.rulesets.war_in_europe import scenario, show
from airwar.rulesets.war_in_europe.options import OPTIONS
from airwar.rulesets.war_in_europe.sequence import STEPS

RULESET = Ruleset(
    id="war-in-europe",
    title="War in Europe",
    package=__name__,
    fields=scenario.FIELDS,
    setup=scenario.setup,
    tables=show.tables,
    tally=show.tally,
    options=OPTIONS,
    decisions={"allot": "how many Ground Support points go to each raid, shift and die; the rest is ordinary support"},
    rolls=("flak", "bombing", "combat"),
    template=(files(__name__) / "template.yaml").read_text(encoding="utf-8"),
    steps=STEPS,
)
