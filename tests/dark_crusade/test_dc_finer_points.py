"""What is told besides the results: who fights, what a captured point holds, who was dispersed, and what a ruling may change."""

from dataclasses import replace

import pytest
from dc_support import MAP, combat, opened, scenario
from support import fight
from test_dc_b12_retreat import FORK, GO, HARMLESS

from airwar.loading import parse_scenario
from airwar.rulesets.dark_crusade.adjusting import changed, now
from airwar.rulesets.dark_crusade.air_combat import air_combat_at
from airwar.rulesets.dark_crusade.air_moves import AirMove, may_return_alone
from airwar.rulesets.dark_crusade.opening import worked_out
from airwar.rulesets.dark_crusade.state import Air, Unit

ATTACKERS, DEFENDERS = {"a": "major 1 soviet"}, {"x": "minor 1 german"}
BACK = {"target.r1.attacker.retreat": "retreat"}
HIT_NOBODY = {"target.r1.defender.fire": [1]}


def sheet(fought, title):
    return next([tuple(row) for row in body["rows"]] for body in fought.told("sheet") if body["title"] == title)


def notes(fought):
    return [body["text"] for body in fought.told("note")]


def test_b8_the_forces_of_a_battle_are_listed_when_it_begins():
    fought = fight(scenario(ATTACKERS, DEFENDERS), HIT_NOBODY, BACK)
    assert sheet(fought, "Forces at Target") == [
        ("Soviet", "A", "Start by road", "major 1", "0 of 1", ""),
        ("Axis", "X", "", "minor 1", "0 of 0", ""),
    ]


def test_b12_attackers_that_retreat_are_told_dispersed_unless_they_were():
    assert ("Soviet", "A", 1, "dispersed") in fight(scenario(ATTACKERS, DEFENDERS), HIT_NOBODY, BACK).losses()
    both = {"a": "major 1 soviet, dispersed: true", "b": "major 1 soviet"}
    fought = fight(scenario(both, DEFENDERS), HIT_NOBODY, BACK)
    assert fought.losses() == [("Soviet", "B", 1, "dispersed")]


@pytest.mark.parametrize(("holds", "told"), [("none", []), ("emplaced-factory", ["Target holds an enemy emplaced factory"])])
def test_b15_what_a_captured_point_holds_is_told(holds, told):
    where = MAP.replace("target: {side: DEFENDER}", f"target: {{side: DEFENDER, holds: {holds}}}")
    dice = {"target.r1.defender.fire": [1], "target.r1.attacker.fire": [6]}
    fought = fight(scenario({"a": "major 6 soviet"}, DEFENDERS, where=where), dice, {"target.r1.attacker.retreat": "stay"})
    assert [note.partition(";")[0] for note in notes(fought) if "holds an enemy" in note] == told


def test_a_point_keeps_what_it_holds_in_the_scenario_to_carry_on_from():
    where = MAP.replace("rear: {side: DEFENDER}", "rear: {side: DEFENDER, holds: emplaced-factory}")
    lines = [row[0] for row in fight(scenario(ATTACKERS, DEFENDERS, where=where), HIT_NOBODY, BACK).told("sheet")[-1]["rows"]]
    assert [line for line in lines if "holds" in line] == ["  rear: {name: Rear, side: axis, holds: emplaced-factory}"]


@pytest.mark.parametrize(("german", "soviet", "survivors"), [(0, 2, {"0", "1", "2"}), (1, 2, {"0", "1", "2"}), (1, 0, {"0"})])
def test_b16_without_a_table_every_number_of_soviet_air_that_may_survive_is_worked_out(german, soviet, survivors):
    text = scenario({"a": "major 3 german"}, {"x": "major 1 soviet"}, attacker="axis", german=german, soviet=soviet, charts="")
    assert {row[1] for row in worked_out(parse_scenario(text, "test.yaml").start.state).rows} == survivors


def test_b4_air_that_cannot_return_alone_is_told_why():
    setting = parse_scenario(scenario(ATTACKERS, DEFENDERS, soviet=2), "test.yaml").start.state.setting
    told = []

    class Listener:
        def tell(self, make, *args):
            told.append(make(*args))

    assert not may_return_alone(Listener(), AirMove(setting, 2, ()))
    assert [event.text for event in told if type(event).__name__ == "Note"] == [
        "enemies are at every point from which the attack came, so the air units cannot return"
    ]


def test_b13a_a_point_under_attack_is_told_as_such_and_others_are_not():
    text = scenario({"a": "minor 1 german"}, {"x": "minor 1 soviet"}, attacker="axis", where=FORK, weather="mud")
    fought = fight(text, HARMLESS, GO | {"target.r1.defender.refuge.near": {"x": 1}})
    assert not [note for note in notes(fought) if "is under attack" in note]


@pytest.mark.parametrize(("value", "losses"), [("0", 0), ("2", 2)])
def test_a_ruling_takes_losses_away(value, losses):
    assert now(changed(Unit("x", "target", 2), "losses", value)) == {"losses": losses, "dispersed": "no"}


@pytest.mark.parametrize("value", ["3", "-1", "two"])
def test_a_ruling_adds_no_losses(value):
    with pytest.raises(ValueError, match="is not a number from 0 to 2; further losses come from combat"):
        changed(Unit("x", "target", 2), "losses", value)


def test_a_ruling_disperses_or_rallies():
    assert now(changed(Unit("x", "target"), "dispersed", "yes")) == {"losses": 0, "dispersed": "yes"}
    assert now(changed(Unit("x", "target", dispersed=True), "dispersed", "no")) == {"losses": 0, "dispersed": "no"}
    with pytest.raises(ValueError, match="'maybe' is not yes or no"):
        changed(Unit("x", "target"), "dispersed", "maybe")
    assert now(Unit("x", "")) == {}


def test_b6_german_air_that_finds_room_is_not_told_displaced():
    text = scenario({"a": "minor 1 soviet"}, {"x": "minor 1 german"}, where=FORK, weather="mud", german=1)
    answers = {"target.r1.defender.refuge.near": {"x": 1}, "target.r1.german-air.retreat": {"near": 1}}
    fought = fight(text, HARMLESS, GO | answers)
    assert [said for _, _, _, said in fought.statuses() if "displaced" in said] == []
    assert [(air.at, air.number) for air in fought.state.air if air.side == "axis"] == [("near", 1)]


def test_b8_what_fires_is_listed_and_no_air_where_there_is_none():
    fought = fight(scenario(ATTACKERS, DEFENDERS), HIT_NOBODY, BACK)
    assert [note for note in notes(fought) if "fires with" in note] == ["Axis (defender) fires with 1: X (1)"]


def test_b13c_only_air_of_the_side_at_the_point_shelters_there():
    everywhere = (Air("soviet", "target", 3), Air("soviet", "rear", 2), Air("axis", "target", 1))
    battle = replace(combat(ATTACKERS, DEFENDERS), air=everywhere)
    assert (battle.sheltering_air("soviet"), battle.sheltering_air("axis")) == (3, 1)


def test_b3_units_that_have_retreated_to_a_point_fire_no_flak_there():
    more = "  - {id: y, nation: german, type: minor, strength: 1, at: rear}"
    phase = opened(ATTACKERS, DEFENDERS, soviet=1, more=more)
    assert air_combat_at(phase, "target").axis_units == 1
    moved = replace(phase, units=tuple(unit._replace(at="target") if unit.id == "y" else unit for unit in phase.units))
    assert air_combat_at(moved, "target").axis_units == 1
