"""The books of a turn: every Air Point is accounted for at all times, and the last position begins another scenario."""

from collections import Counter
from random import Random

import pytest
from standing_books import counted
from wie import (
    AGAINST_AXIS,
    CRT,
    RULESET,
    bombing_charts,
    combat,
    fight,
    points,
    points_in,
    raid,
    scenario,
    sheet,
    stopped_at,
)

from airwar.answers.chance import AnyLegal
from airwar.battle.battle import begin
from airwar.battle.next_turn import next_scenario
from airwar.errors import BadAnswer
from airwar.play.session import Session
from airwar.rulesets.adjusting import adjustments, not_now
from airwar.setup.loading import parse_scenario
from airwar.testing.random_play import check_standing

FOUR_POOLS = {
    "sides": "{allies: {alliance: un, nations: [allied]}, soviets: {alliance: un, nations: [russian]},"
    " axis: {nations: [german, italian]}}",
    "fronts": "{west: {allies: {air-superiority: 3, ground-support: 31}, soviets: {ground-support: 22}, axis: {uncommitted: 4}},"
    " south: {soviets: {}, axis: {ground-support: {german: 12, italian: 9}}}}",
}
HAD = {"allied": 31, "russian": 22, "german": 12, "italian": 9}
OPTIONS = {
    "tas-scope": ("player", "alliance"),
    "allotment": ("each-mission", "all-at-once"),
    "flak-timing": ("after", "before"),
    "odds-shift-user": ("attacker", "either"),
}


def check_books(states):
    """Every point is free, used, in the air or lost, none of them twice; the tables and the tally say the same."""
    rows = RULESET.standing(states)
    assert all(row.count > 0 for row in rows), rows
    tallies = RULESET.tally(states[0])
    assert sum(row.count for row in rows if row.unit.endswith("-ground-support")) == sum(tally.had for tally in tallies)
    assert all(0 <= tally.lost <= tally.had for tally in tallies), tallies
    boxes = next(table for table in RULESET.tables(states) if table.title == "Ground Support")
    for row in boxes.rows:
        start, *parts = map(int, row[-4:])
        assert start == sum(parts), row
        assert all(part >= 0 for part in parts), row


def some_scenario(seed):
    """Nothing is ordered in it, so that every point that does anything was allotted in an answer."""
    dice = Random(seed)
    options = ", ".join(f"{name}: {dice.choice(values)}" for name, values in OPTIONS.items())
    charts = bombing_charts(14, 5, 9, current=9, cut=2) + "\n  combat-results: {t: {columns: 1-1 2-1 3-1 4-1}}"
    against = ", defender: soviets"
    raids = [
        raid(flak=dice.randint(0, 1), more=AGAINST_AXIS),
        raid(name="bug", at="E1", attacker="soviets", flak=1, more=AGAINST_AXIS),
        raid(name="volga", at="E2", front="south", attacker="axis", more=against),
    ]
    battles = [
        combat(defenders="{printed: 6}", odds="column: 2-1", more=AGAINST_AXIS),
        combat(name="orel", front="south", attacker="axis", defenders="{printed: 4}", odds="column: 1-1", more=against),
    ]
    return scenario(**FOUR_POOLS, raids=", ".join(raids), battles=", ".join(battles), charts=charts, options=options)


def allotted(records, at_once):
    """The points that were allotted, by nation: of questions asked again, the last answer counts."""
    nations = {"allies": "allied", "soviets": "russian"}
    answers = {}
    for body in records:
        if body["t"] == "choice" and ".allot" in body["key"]:
            pool, _, attempt = body["key"].partition(".allot")
            group = pool if at_once else pool.partition(".")[0]
            if answers.get(group, (None,))[0] != attempt:
                answers[group] = (attempt, Counter())
            nation = nations.get(pool.split(".")[1]) or pool.split(".")[2]
            answers[group][1][nation] += sum(body["answer"].values())
    return sum((counts for _, counts in answers.values()), Counter())


@pytest.mark.parametrize("seed", range(60))
def test_13_912_in_random_play_every_point_has_one_job_or_none(seed):
    text = some_scenario(seed)
    battle = begin(parse_scenario(text, "random.yaml"), None, seed)
    state = battle.walk(AnyLegal(seed)).run().state
    check_books((state,))
    assert len(RULESET.results(state)) == 5
    jobs = allotted([record.content for record in battle.log.records], "all-at-once" in text)
    for nation, had in HAD.items():
        free, used, lost = points_in((state,), nation)
        assert free + used + lost == had
        assert used + lost == jobs[nation], (nation, jobs)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("text", [some_scenario(1), scenario(charts=CRT)], ids=["listed", "at the table"])
def test_13_912_in_random_play_nothing_is_counted_twice_at_any_question(text, seed):
    ready = parse_scenario(text, "random.yaml")
    check_standing(ready, seed, counted("war-in-europe", ready.start.state))


def test_13_912_what_stands_where():
    fought = fight(scenario(**FOUR_POOLS, raids=raid(10, flak=1, more=AGAINST_AXIS)), "flak 6 6")
    assert [(row.side, row.place, row.unit, row.count, row.marks) for row in RULESET.standing((fought.end.state,))] == [
        ("allies", "west", "air-superiority", 3, ()),
        ("allies", "west", "allied-ground-support", 21, ()),
        ("allies", "west", "allied-ground-support", 8, ("spent",)),
        ("allies", "", "allied-ground-support", 2, ("eliminated",)),
        ("soviets", "west", "russian-ground-support", 22, ()),
        ("axis", "west", "uncommitted", 4, ()),
        ("axis", "south", "german-ground-support", 12, ()),
        ("axis", "south", "italian-ground-support", 9, ()),
    ]
    assert RULESET.tally(fought.end.state) == [
        ("Allies", "Allied Ground Support", 31, 2),
        ("Soviets", "Russian Ground Support", 22, 0),
        ("Axis", "German Ground Support", 12, 0),
        ("Axis", "Italian Ground Support", 9, 0),
    ]


def test_13_912_the_points_and_their_orders_are_on_the_table_at_any_time():
    text = scenario(raids=raid(23, flak=1), battles=combat(24), charts=CRT)
    walk = stopped_at("caen.allies.allot", text, {"seine.flak": [6, 6, 1, 1]})
    check_books(walk.states)
    boxes, orders = RULESET.tables(walk.states)
    assert boxes.columns[3:] == ("at start", "shot down", "spent", "free")
    assert boxes.rows == (("West", "Allies", "Allied", "80", "2", "21", "57"),)
    assert orders.rows == (("Caen", "Allies", "Allied", "24", ""),)


# to carry on


def test_13_9_the_last_position_begins_another_scenario():
    text = scenario(**FOUR_POOLS, raids=raid(30, flak=1, more=AGAINST_AXIS), charts=bombing_charts(9, current=9, cut=1))
    fought = fight(text, "flak 6 6 6 6 6 6; bombing 1 1 1 1 1 1")
    lines = [row[0] for row in sheet(fought, "To continue")]
    again = [line for line in text.splitlines() if not line.startswith(("fronts:", "rail-raids:"))]
    carried = parse_scenario("\n".join([*again, *lines]), "next.yaml").start.state
    assert points_in((carried,)) == (25, 0, 0)
    asked = ("allied-ground-support", "air-superiority")  # the next turn asks what air combat has left of the latter
    others = {row for row in RULESET.standing((carried,)) if row.unit not in asked}
    assert others == {row for row in RULESET.standing((fought.end.state,)) if row.unit not in asked}


def test_13_9_the_last_position_shows_what_was_used():
    fought = fight(scenario(battles=combat(48, "true"), charts=CRT))
    assert ["West", "Allies", "Allied", "", "80", "49", ""] in sheet(fought, "Position")
    assert points(fought) == (31, 49, 0)


def test_13_912_the_next_turn_begins_with_what_is_left_and_nothing_used(tmp_path):
    text = scenario(**FOUR_POOLS, raids=raid(30, flak=1, more=AGAINST_AXIS), charts=bombing_charts(9, current=9, cut=1))
    battle = begin(parse_scenario(text, "first.yaml"), tmp_path / "turn.jsonl", 3)
    end = battle.by_script()
    battle.settle()
    free, used, lost = points_in((end.state,))
    assert lost
    following = parse_scenario(next_scenario(tmp_path / "turn.jsonl").text, "second.yaml")
    assert points_in((following.start.state,)) == (free + used, 0, 0)
    assert points_in((following.start.state,), "italian") == (9, 0, 0)
    session = Session.begin(following, None, 1)
    for answer in "30000":  # what is left in each Air Superiority box
        session.answer(answer)
    assert session.question is not None
    assert session.question.key == "next-mission-1"  # the raid is over, and more can be ordered


# rulings on points

POOL = "west.allies.allied"


def session_at_first_question():
    return Session.begin(parse_scenario(scenario(battles=combat(24), charts=CRT), "test.yaml"), None, 1)


def test_a_ruling_on_points_counts_as_if_the_scenario_had_said_so():
    session = session_at_first_question()
    assert session.adjustments == {POOL: {"left": "80"}}
    session.rule("unit", POOL, "left=30", "a miscount")
    assert RULESET.tally(session.states[0]) == [("Allies", "Allied Ground Support", 30, 0)]
    session.answer({"die": 1})
    while session.question is not None:
        session.answer(session.default)
    assert points_in((session.end.state,)) == (5, 25, 0)


@pytest.mark.parametrize("value", ["24", "999"])
def test_a_ruling_leaves_at_least_the_points_that_are_ordered(value):
    session = session_at_first_question()
    session.rule("unit", POOL, f"left={value}", "a miscount")
    assert points_in(session.states) == (int(value), 0, 0)


def test_a_ruling_on_one_nation_minds_its_own_orders_only():
    text = scenario(**FOUR_POOLS, battles=combat("{russian: 6}", defenders="{printed: 6}", more=AGAINST_AXIS), charts=CRT)
    session = Session.begin(parse_scenario(text, "test.yaml"), None, 1)
    session.rule("unit", POOL, "left=1", "a miscount")
    session.rule("unit", "west.soviets.russian", "left=6", "another")
    assert (points_in(session.states), points_in(session.states, "russian")) == ((1, 0, 0), (6, 0, 0))


@pytest.mark.parametrize("value", ["23", "1000", "-1", "many"])
def test_a_ruling_takes_no_points_that_are_used_or_ordered(value):
    session = session_at_first_question()
    with pytest.raises(BadAnswer, match=rf"'{value}' is not a number from 24, .*to 999"):
        session.rule("unit", POOL, f"left={value}", "a miscount")


def test_points_in_the_middle_of_a_mission_are_ruled_on_when_it_is_over():
    rows = "\n".join(f"        {face} A B C D" for face in range(1, 7))
    charts = (
        bombing_charts(9, current=9, cut=1) + f"\n  combat-results:\n    t:\n      columns: 1-1 2-1 3-1 4-1\n      rows: |\n{rows}"
    )
    text = scenario(raids=raid(5), battles=combat(24, "false"), charts=charts)
    for key, dice, name in (("seine.allied.bombing", {}, "Seine"), ("caen.combat", {"seine.allied.bombing": [1]}, "Caen")):
        walk = stopped_at(key, text, dice)
        assert adjustments(RULESET, walk.position) == {}
        assert not_now(RULESET, walk.position)[POOL] == f"fly to {name}; rule on them when that mission is over"
