"""What is where and in what status: the rows that the order of battle and the final position are shown from."""

from dataclasses import replace
from io import StringIO

import pytest
from rich.console import Console
from support import SEED, fight

from airwar.battle.battle import begin
from airwar.play.session import Session
from airwar.rulesets.ruleset import Standing, standing_of
from airwar.setup.loading import load_scenario, shipped_scenarios
from airwar.show.positions import position

SCENARIOS = sorted(path.stem for path in shipped_scenarios())


def start(name):
    scenario = load_scenario(name)
    return scenario.ruleset, scenario.start.state


def shown(name, state):
    """The lines of a position on the screen."""
    scenario = load_scenario(name)
    console = Console(width=200, record=True, file=StringIO())
    position(console, scenario, (state,), "Position")
    return [line.strip() for line in console.export_text().splitlines()]


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_side_that_has_units_is_in_the_order_of_battle(name):
    ruleset, state = start(name)
    lines = shown(name, state)
    assert {tally.side.lower().replace("-", " ") for tally in ruleset.tally(state) if tally.had} <= {line.lower() for line in lines}


@pytest.mark.parametrize("name", SCENARIOS)
def test_units_and_places_are_called_as_the_scenario_calls_them(name):
    scenario = load_scenario(name)
    words = set(scenario.text.replace(",", " ").replace(":", " ").replace("{", " ").replace("}", " ").split())
    for row in scenario.ruleset.standing((scenario.start.state,)):
        assert row.place in words, row
        assert row.side in words or scenario.ruleset.id == "dark-crusade", row


def test_equal_rows_are_counted_together_and_marks_are_in_order():
    rows = [Standing("axis", "sicily", "kg-2", "AAF", 2, ("over", "aborted")), Standing("axis", "sicily", "kg-2", "AAF", 0)]
    rows.append(Standing("axis", "sicily", "kg-2", "AAF", 1, ("aborted", "over")))
    assert standing_of(rows) == [Standing("axis", "sicily", "kg-2", "AAF", 3, ("aborted", "over"))]


def test_world_at_war_counts_what_is_inverted_and_what_is_eliminated():
    ruleset, turn = start("malta-1942")
    germans, italians, *others = turn.units
    changed = replace(turn, units=(germans.holding(ready=3, inverted=1), italians.holding(), *others))
    assert ruleset.standing((changed,)) == [
        Standing("axis", "sicily", "fliegerkorps-ii", "German AAF", 3),
        Standing("axis", "sicily", "fliegerkorps-ii", "German AAF", 1, ("inverted",)),
        Standing("axis", "", "fliegerkorps-ii", "German AAF", 1, ("eliminated",)),
        Standing("axis", "", "regia-aeronautica", "Italian AAF", 2, ("eliminated",)),
        Standing("allies", "malta", "malta-spitfires", "British AAF", 5),
    ]
    assert shown("malta-1942", changed)[-5:] == [
        "Axis",
        "Sicily: fliegerkorps-ii 4 German AAF (1 inverted)",
        "eliminated: fliegerkorps-ii 1 German AAF; regia-aeronautica 2 Italian AAF",
        "Allies",
        "Malta: malta-spitfires 5 British AAF",
    ]


def test_world_at_war_shows_attackers_where_they_fight_with_losses_taken_off():
    session = Session.begin(load_scenario("malta-1942"), seed=3)
    while session.question is not None and "disengage" not in session.question.key:
        session.answer(session.default)
    assert session.question is not None
    over = [row for row in session.standing if "over" in row.marks]
    lost = {row.unit: row.count for row in session.standing if row.marks == ("eliminated",)}
    assert {row.place for row in over} == {"malta"}
    assert lost
    assert sum(row.count for row in over) == 5 - lost.get("fliegerkorps-ii", 0)
    assert Standing("axis", "sicily", "regia-aeronautica", "Italian AAF", 2) in session.standing


def test_dark_crusade_shows_who_is_dispersed_or_lost():
    scenario = load_scenario("barvenkovo-1942")
    end = begin(scenario, None, SEED).by_script().state
    rows = {row.unit: (row.place, row.marks) for row in scenario.ruleset.standing((end,)) if row.unit != "german-air"}
    assert rows["army-9"] == ("kupyansk", ("dispersed", "losses=3"))
    assert rows["corps-52"] == ("", ("eliminated",))
    assert shown("barvenkovo-1942", end)[-8:] == [
        "Axis",
        "Izyum: III Pz Corps (major 3); 2 German air units",
        "displaced: 1 German air unit",
        "eliminated: LII Corps (major 3); 2nd Hungarian Army (major 2)",
        "Soviet",
        "Kupyansk: 9th Army (major 3) (dispersed, losses 3)",
        "Barvenkovo: 57th Army (major 3); 5th Tank Corps (minor 2); 2 Soviet air units",
        "eliminated: 1 Soviet air unit",
    ]


def test_ocs_counts_steps_and_shows_the_rating_as_printed_and_the_level_and_supply_of_bases():
    ruleset, turn = start("husky-1943")
    assert ruleset.standing((turn,))[:2] == [
        Standing("axis", "comiso", "base", "level 2", 2),
        Standing("axis", "comiso", "supply", "3T", 3),
    ]
    assert "Comiso: level 2; 3T; Bf 109F (F) 4; MC 202 (F) 3 (inactive)" in shown("husky-1943", turn)
    hit = replace(turn, board=turn.board.with_units(turn.board.unit("jg-77").hit()))
    assert [row for row in ruleset.standing((hit,)) if row.unit == "jg-77"] == [
        Standing("axis", "comiso", "jg-77", "Bf 109F (F) 3, reduced", 1),
        Standing("axis", "", "jg-77", "Bf 109F (F), 1 step", 1, ("eliminated",)),
    ]


def test_air_supremacy_shows_units_that_follow_a_first_battle():
    ruleset, turn = start("torch-1942")
    assert Standing("uk", "gibraltar", "seafires", "fighter", 2, ("bound-for=morocco",)) in ruleset.standing((turn,))
    assert "Gibraltar, bound for Morocco: 2 fighters" in shown("torch-1942", turn)


def test_war_in_europe_shows_what_ground_support_has_done():
    scenario = load_scenario("saint-lo-1944")
    dice = {"seine.flak": [6, 6, 6, 6, 6, 1], "seine.allied.bombing": [1], "saint-lo.combat": [1]}
    used = fight(scenario, dice, {"seine.allies.allot": {"bomb": 30}, "saint-lo.allies.allot": {}}).end.state
    assert [row[2:] for row in scenario.ruleset.standing((used,)) if row.side == "allies"] == [
        ("air-superiority", "Air Superiority", 12, ()),
        ("allied-ground-support", "Allied Ground Support", 50, ()),
        ("allied-ground-support", "Allied Ground Support", 25, ("spent",)),
        ("allied-ground-support", "Allied Ground Support", 5, ("eliminated",)),
    ]
    assert "West Front: 12 Air Superiority points; 75 Allied Ground Support points (25 spent)" in shown("saint-lo-1944", used)
