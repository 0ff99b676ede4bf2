"""War in Europe, case 13.9: Total Air Supremacy, TAC bombing of rail lines and TAC odds shifting."""

from airwar.rulesets.kit import OpenChart, declared_ruleset
from airwar.rulesets.war_in_europe import show
from airwar.rulesets.war_in_europe.charts import DAMAGE_PAGE, table_page
from airwar.rulesets.war_in_europe.odds_shifting import BATTLES, fight_battle
from airwar.rulesets.war_in_europe.position import OPTIONS, SETTLED, Turn
from airwar.rulesets.war_in_europe.rail_raids import RAIDS, bombs_fall, flak_fires, fly_raid
from airwar.rulesets.war_in_europe.turn import TURN, battle_over, begun, check, go_on, raid_over, results

RULESET = declared_ruleset(
    id="war-in-europe",
    title="War in Europe",
    package=__name__,
    position=Turn,
    begun=begun,
    check=check,
    first=go_on,
    parts=TURN,
    steps=(fly_raid, flak_fires, bombs_fall, raid_over, fight_battle, battle_over),
    orders=(RAIDS, BATTLES),
    charts=(OpenChart("accuracy-*", "a printed accuracy chart"), DAMAGE_PAGE, table_page("")),
    options=OPTIONS,
    settled=SETTLED,
    rolls={"flak": "flak", "bombing": "bombing the rail line", "combat": "the ground attack"},
    results=results,
    tables=show.tables,
    tally=show.tally,
    standing=show.standing,
    called=show.called,
    counted="Air Point",
    place_name=show.place_name,
    geography=show.geography,
    party=show.party,
    adjustable=show.ADJUSTABLE,
    engaged=show.engaged,
    look_at=("the boxes after the air combat of the next turn, and points that have arrived", "rail lines that are repaired"),
)
