"""Every unit, where it is and in what state: the order of battle, and the position at the end."""

from dataclasses import replace

import pytest

from airwar.loading import load_scenario, shipped_scenarios
from airwar.rulesets.ruleset import Stack

SCENARIOS = sorted(path.stem for path in shipped_scenarios())


def start(name):
    scenario = load_scenario(name)
    return scenario.ruleset, scenario.start.state


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_side_that_has_units_is_in_the_order_of_battle(name):
    ruleset, state = start(name)
    sides = {stack.side for stack in ruleset.stacks(state)}
    assert {tally.side for tally in ruleset.tally(state) if tally.had} <= sides
    assert all(stack.units for stack in ruleset.stacks(state))


def test_world_at_war_counts_what_is_inverted_and_what_is_eliminated():
    ruleset, turn = start("malta-1942")
    germans, italians, *others = turn.units
    changed = (germans.holding(ready=3, inverted=2), italians.holding(), *others)
    assert ruleset.stacks(replace(turn, units=changed)) == [
        Stack("axis", "Sicily", ("fliegerkorps-ii 5 German AAF (2 inverted)",)),
        Stack("axis", "eliminated", ("regia-aeronautica (2 Italian AAF)",)),
        Stack("allies", "Malta", ("malta-spitfires 5 British AAF",)),
    ]


def test_dark_crusade_shows_who_is_dispersed_or_lost():
    ruleset, phase = start("kursk-1943")
    first, second, *others = phase.units
    beaten = replace(
        phase, units=(first._replace(at="orel", losses=4, dispersed=True), second._replace(at=""), *others), pending=()
    )
    stacks = {(stack.side, stack.place): stack.units for stack in ruleset.stacks(beaten)}
    assert stacks["Axis", "Orel"][0] == "XLVII Pz Corps (major 4, 4 losses, dispersed)"
    assert stacks["Axis", "lost"] == ("XLI Pz Corps",)


def test_ocs_shows_the_rating_as_printed_and_the_level_and_supply_of_bases():
    ruleset, turn = start("husky-1943")
    stacks = {stack.place: stack.units for stack in ruleset.stacks(turn)}
    assert stacks["Comiso (level 2, 3T)"] == ("Bf 109F (F) 4", "MC 202 (F) 3 (inactive)")
    assert "Ju 88 (T) (2)" in stacks["Gerbini (level 3, 6T)"]
    hit = turn.board.with_units(turn.board.unit("jg-77").hit())
    assert "Bf 109F (F) 3 (reduced)" in ruleset.stacks(replace(turn, board=hit))[0].units


def test_air_supremacy_shows_units_that_follow_a_first_battle():
    ruleset, turn = start("torch-1942")
    assert Stack("UK", "on the way to Morocco", ("2 fighters",)) in ruleset.stacks(turn)


def test_war_in_europe_shows_what_ground_support_has_done():
    ruleset, turn = start("saint-lo-1944")
    used = turn.using(turn.pools[0], 30, lost=5)
    assert ruleset.stacks(used)[0] == Stack(
        "Western Allies", "West Front", ("12 Air Superiority", "75 Allied Ground Support (25 used, 5 lost)")
    )
