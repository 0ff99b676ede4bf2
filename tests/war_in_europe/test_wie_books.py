"""The books of a turn: every Air Point is accounted for after every step, and the last position begins another scenario."""

from contextlib import contextmanager
from random import Random

import pytest
from support import SHIPPED
from wie import CRT, bombing_charts, combat, fight, raid, scenario, sheet

from airwar.answers.chance import AnyLegal
from airwar.battle import begin
from airwar.engine.walk import Walk
from airwar.loading import load_scenario, parse_scenario
from airwar.rulesets.war_in_europe.options import OPTIONS
from airwar.rulesets.war_in_europe.rail_raids import RaidUnderWay
from airwar.rulesets.war_in_europe.state import Turn

TWO_NATIONS = {
    "sides": "{allies: {alliance: un, nations: [allied]}, soviets: {alliance: un, nations: [russian]},"
    " axis: {nations: [german, italian]}}",
    "fronts": "{west: {allies: {air-superiority: 3, ground-support: 31}, soviets: {ground-support: 22}, axis: {uncommitted: 4}},"
    " south: {axis: {ground-support: {german: 12, italian: 9}}}}",
}


def check_books(turn, states):
    """Nothing is negative, nobody has more than he had, and no point does two jobs unless the option allows it."""
    reuse = turn.setting.rulings.yes("support-reuse")
    for pool in turn.pools:
        assert 0 <= pool.spent <= pool.left <= pool.had, pool
        orders = [order for order in turn.orders if (order.side, order.nation) == (pool.side, pool.nation)]
        here = [order for order in orders if turn.mission(order.mission).front == pool.front]
        if turn.setting.rulings.value("allotment") == "all-at-once" and not reuse:
            assert sum(order.spent for order in here) <= pool.free, pool
    for raid_ in (state for state in states if isinstance(state, RaidUnderWay)):
        for flight in (*raid_.flying, *raid_.home):
            assert 0 <= flight.lost <= flight.points <= turn.available(flight.pool), flight


@contextmanager
def books_are_checked():
    """Every walk checks the books after every step, and counts how often it did."""
    leave, checked = Walk._leave, []

    def leave_and_check(walk, *step):
        course = leave(walk, *step)
        turns = [state for state in walk.states if isinstance(state, Turn)]
        for turn in turns:
            check_books(turn, walk.states)
            checked.append(turn)
        return course

    Walk._leave = leave_and_check
    try:
        yield checked
    finally:
        Walk._leave = leave


def some_scenario(seed):
    dice = Random(seed)
    options = ", ".join(f"{name}: {dice.choice(option.values)}" for name, option in OPTIONS.items() if dice.random() < 0.6)
    charts = bombing_charts(14, 5, 9, current=9, cut=2) + "\n  combat-results: {t: {columns: 1-1 2-1 3-1 4-1}}"
    said = f", defender: axis, flak: {dice.randint(0, 1)}"
    points = dice.choice(("", "12", "{allied: 10, russian: 7}" if "allied-support: no" not in options else "10"))
    raids = [raid(points, more=said).replace(", flak: 0, ", ", ", 1)]
    raids.append(raid("", attacker="soviets", more=", defender: axis").replace("seine", "bug").replace("2214", "E1"))
    against = ", defender: soviets"
    raids.append(raid("", front="south", attacker="axis", more=against).replace("seine", "volga").replace("2214", "E2"))
    battles = [combat(dice.choice(("", "6", "7")), defenders="{printed: 6}", odds="column: 2-1", more=", defender: axis")]
    east = combat("", attacker="axis", front="south", defenders="{printed: 4}", odds="column: 1-1", more=against)
    battles.append(east.replace("caen", "orel"))
    return scenario(**TWO_NATIONS, raids=", ".join(raids), battles=", ".join(battles), charts=charts, options=options)


@pytest.mark.parametrize("seed", range(60))
def test_13_912_random_play_keeps_the_books(seed):
    ready = parse_scenario(some_scenario(seed), "random.yaml")
    with books_are_checked() as checked:
        turn = begin(ready, None, seed).walk(AnyLegal(seed)).run().state
    assert len(checked) > 8
    assert not turn.orders
    assert len(turn.results) == 5


@pytest.mark.parametrize("path", [path for path in SHIPPED if path.parent.name == "war-in-europe"], ids=lambda path: path.stem)
def test_13_912_random_play_of_the_shipped_scenarios_keeps_the_books(path):
    ready = load_scenario(str(path))
    with books_are_checked() as checked:
        for seed in range(10):
            begin(ready, None, seed).walk(AnyLegal(seed)).run()
    assert checked


# to carry on


def test_13_9_the_last_position_begins_another_scenario():
    text = scenario(**TWO_NATIONS, raids=raid(30, flak=1, more=", defender: axis"), charts=bombing_charts(9, current=9, cut=1))
    fought = fight(text, {"seine.flak": [6] * 6, "seine.allied.bombing": [1] * 6})
    lines = [row[0] for row in sheet(fought, "To continue")]
    assert lines == [
        "fronts:",
        "  west:",
        "    allies: {air-superiority: 3, ground-support: 25}",
        "    soviets: {ground-support: 22}",
        "    axis: {uncommitted: 4}",
        "  south:",
        "    axis: {ground-support: {german: 12, italian: 9}}",
    ]
    before = text.splitlines()
    again = [line for line in before if not line.startswith(("fronts:", "rail-raids:"))]
    carried = parse_scenario("\n".join([*again, *lines]), "next.yaml").start.state
    assert [(pool.had, pool.left, pool.spent) for pool in carried.pools] == [
        (pool.left, pool.left, 0) for pool in fought.state.pools
    ]


def test_13_9_the_last_position_shows_what_was_used():
    fought = fight(scenario(battles=combat(48, "true"), charts=CRT))
    rows = [["West", "Allies", "", "12", "", "", "0"], ["West", "Allies", "Allied", "", "80", "49", ""]]
    assert sheet(fought, "Position") == [*rows, ["West", "Axis", "", "0", "", "", "0"]]
