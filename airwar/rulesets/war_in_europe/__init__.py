"""War in Europe, case 13.9: Total Air Supremacy, TAC bombing of rail lines and TAC odds shifting."""

from importlib.resources import files

from airwar.rulesets.ruleset import Ruleset
from airwar.rulesets.war_in_europe import adjusting, next_turn, scenario, show, standing
from airwar.rulesets.war_in_europe.options import OPTIONS
from airwar.rulesets.war_in_europe.sequence import STEPS, results

RULESET = Ruleset(
    id="war-in-europe",
    title="War in Europe",
    package=__name__,
    fields=scenario.FIELDS,
    setup=scenario.setup,
    tables=show.tables,
    tally=show.tally,
    missions=("rail-raids",),
    results=results,
    standing=standing.standing,
    place_name=standing.place_name,
    party=standing.party,
    options=OPTIONS,
    decisions={
        "allot": "how many Ground Support points are allotted to each use",
        "allot.*": "the same question again, after points that buy nothing were taken back",
        "commit": "whether points that buy nothing are committed all the same",
        "commit.*": "the same question again, after points that buy nothing were taken back",
        "next-mission-*": "the next raid or battle that the scenario does not list, or no more: raid.west.allies.axis",
        "raid-*.hex": "the rail hex of a raid that is ordered at the table",
        "raid-*.in-range": "whether that hex is within regular air range",
        "raid-*.has-flak": "whether flak protects it",
        "battle-*.defense": "the printed defense factors under attack in a battle that is ordered at the table",
        "battle-*.odds": "its adjusted strengths, such as 72-24",
        "battle-*.table": "its combat results table, where there are several",
        "flak-losses": "which nation's Air Points flak eliminates",
        "accuracy-*.by-hand": "whether somebody reads a printed accuracy chart that the scenario does not supply",
        "accuracy-*.columns": "the column heads of a printed accuracy chart: accuracy-14.columns",
        "accuracy-*.roll": "the dice of a printed accuracy chart",
        "accuracy-*.*.*": "a cell of a printed accuracy chart, by column and roll: accuracy-14.3-4.5",
        "rail-damage.by-hand": "whether somebody reads what hits do to a rail line",
        "rail-damage.hits.*": "what a number of hits does to a rail line",
        "combat-results.by-hand": "whether somebody reads a printed combat results table",
        "combat-results.columns": "the column heads of a printed combat results table",
        "combat-results.roll": "the dice of a printed combat results table",
        "combat-results.*.*": "a cell of a printed combat results table, by column and roll: combat-results.3-1.5",
        "column": "the column of a battle before air support, where the scenario does not tell it",
    },
    rolls={"flak": "flak", "bombing": "bombing the rail line", "combat": "the ground attack"},
    template=(files(__name__) / "template.yaml").read_text(encoding="utf-8"),
    adjustable=adjusting.ADJUSTABLE,
    engaged=adjusting.engaged,
    next_turn=next_turn.next_turn,
    steps=STEPS,
)
