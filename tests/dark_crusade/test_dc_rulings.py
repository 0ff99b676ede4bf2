"""What the source leaves open: every ruling is an option that speaks, and each of its values does something."""

import pytest
from dc_support import air, fates, scenario
from support import Fought, bare_log, fight
from test_dc_cases import CASES, ruled, texts

from airwar.answers.chance import MachineDice
from airwar.answers.script import Scripted
from airwar.engine.walk import Walk
from airwar.loading import parse_scenario
from airwar.odds.forecast import with_policies


def varied(name, *changes):
    """A case from the table with changes to its text, fought by its script."""
    text = (CASES / f"{name}.yaml").read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    ready, log = parse_scenario(text, "test.yaml"), bare_log()
    end = Walk(ready.start, log, Scripted(with_policies(ready.script), MachineDice(5))).run()
    return Fought(end, [record.content for record in log.records], [])


LISTED = "options: {battle-order: listed"


def test_b14_by_option_soviet_air_does_not_count_against_intruders():
    fought = varied("e2", (LISTED, f"{LISTED}, soviet-air-against-intruders: no"))
    assert {name: fates(fought)[name][0] for name in ("up", "b", "c")} == {"up": "south", "b": "lost", "c": "lost"}
    assert air(fought, "soviet") == {}
    assert fought.end.result.endswith("Lower: held: attackers destroyed")  # all of them, at their own starting point
    assert ruled(fought)["soviet-air-against-intruders"] == "no"


def test_b7_by_option_soviet_air_that_shelters_at_a_point_is_present():
    fought = varied("e4", (LISTED, f"{LISTED}, sheltering-air: present"))
    assert texts(fought).count("normal combat") == 2
    assert ruled(fought)["sheltering-air"] == "present"


@pytest.mark.parametrize(("value", "air_rolls"), [("apart", "flak"), ("present", "air-to-air.1")])
def test_b1_german_air_that_shelters_at_a_point_meets_soviet_air_only_by_option(value, air_rolls):
    text = """
airwar: 1
ruleset: dark-crusade
title: Shelter
weather: good
attacker: soviet
options: {battle-order: listed, sheltering-air: VALUE}
charts: {combat-table: synthetic-demo}
points:
  north: {side: soviet}
  south: {side: soviet}
  upper: {side: axis}
  lower: {side: axis}
lines:
  n: {between: [north, upper], capacity: 1}
  s: {between: [south, lower], capacity: 1}
  link: {between: [upper, lower], capacity: 9}
units:
  - {id: a, nation: soviet, type: minor, strength: 1, at: north, line: n}
  - {id: b, nation: soviet, type: minor, strength: 1, at: south, line: s}
  - {id: up, nation: german, type: major, strength: 1, at: upper}
  - {id: low, nation: german, type: major, strength: 3, at: lower}
battles:
  upper: {air: {german: 1}}
  lower: {air: {soviet: 2}}
""".replace("VALUE", value)
    dice = {"upper.r1.defender.fire": [1], "upper.r1.attacker.fire": [1], f"lower.{air_rolls}": [3], "lower.r1.defender.fire": [1]}
    answers = {
        "upper.r1.attacker.retreat": "stay",
        "upper.r1.defender.retreat": "retreat",
        "upper.r1.german-air.retreat": {"lower": 1},
        "lower.r1.attacker.retreat": "retreat",
    }
    assert ruled(fight(text, dice, answers))["sheltering-air"] == value


FORK = """
points:
  start: {side: soviet}
  target: {side: axis}
  near: {side: axis}
lines:
  road: {between: [start, target], capacity: 0}
  l1: {between: [target, near], capacity: 2}
"""


@pytest.mark.parametrize(("value", "room"), [("none", 2), ("one", 1)])
def test_b6_german_air_that_retreats_takes_room_only_by_option(value, room):
    text = scenario({"a": "minor 1 soviet"}, {"x": "major 1 german"}, german=2, where=FORK, options=f"german-air-room: {value}")
    dice = {"target.r1.defender.fire": [1], "target.r1.attacker.fire": [1]}
    answers = {"target.r1.attacker.retreat": "stay", "target.r1.defender.retreat": "retreat"}
    fought = fight(text, dice, answers | {"target.r1.german-air.retreat": {"near": 1}})
    asked = next(question for question in fought.asked if question.key.endswith("german-air.retreat"))
    assert asked.items == {"near": room}
    assert air(fought, "axis") == {"near": 1, "displaced": 1}
    assert dict(fought.state.used)["l1"] == (1 if value == "none" else 2)
    assert ruled(fought)["german-air-room"] == value


@pytest.mark.parametrize(("value", "order"), [("each-battle", ["upper", "upper", "lower", "lower"]),
                                              ("all-first", ["upper", "lower", "upper", "lower"])])  # fmt: skip
def test_b0_air_combat_opens_each_battle_or_by_option_the_phase(value, order):
    more = [("lower: {}", "lower: {air: {soviet: 1}}"), (LISTED, f"{LISTED}, air-combat: {value}")]
    fought = varied("e4", *more, ('"upper.flak": [1]', '"*.flak": [1]'))
    first = [key for key in fought.rolls() if "flak" in key or "r1.defender" in key]
    assert [key.partition(".")[0] for key in first] == order
    assert ruled(fought)["air-combat"] == value


# who rolls, and when it is known


def test_b1_the_soviet_player_rolls_and_each_result_is_told_before_the_next_die():
    text = scenario({"a": "minor 1 soviet"}, {"x": "major 3 german"}, german=2, soviet=6)
    dice = {"target.air-to-air.1": [4], "target.air-to-air.2": [3], "target.r1.defender.fire": [6]}
    fought = fight(text, dice)
    rolls = fought.rolls()
    assert {rolls[f"target.air-to-air.{number}"]["by"] for number in (1, 2)} == {"Soviet"}
    said = [body.get("key") or body.get("text") or body.get("fate") for body in fought.records if body["t"] in ("roll", "told")]
    first, second = said.index("target.air-to-air.1"), said.index("target.air-to-air.2")
    between = said[first + 1 : second]
    assert "eliminated" in between
    assert "German air unit 2 of 2 meets 4 Soviet air units: column 4 gives how many survive" in between


def test_b2_the_soviet_player_rolls_for_flak():
    fought = fight(
        scenario({"a": "minor 1 soviet"}, {"x": "major 3 german"}, soviet=6), {"target.flak": [4], "target.r1.defender.fire": [6]}
    )
    assert fought.rolls()["target.flak"]["by"] == "Soviet"


def test_b7_soviet_air_that_is_shot_down_leaves_combat_simultaneous():
    text = scenario({"a": "minor 2 german"}, {"x": "minor 2 soviet"}, attacker="axis", german=1, soviet=1)
    dice = {"target.air-to-air.1": [1], "target.r1.attacker.fire": [6], "target.r1.defender.fire": [6]}
    fought = fight(text, dice)
    assert "simultaneous combat" in texts(fought)
    assert air(fought, "axis") == {"displaced": 1}  # both sides are gone, and the air unit is not


# the printed table, read by a person


HEADS = "1 2 3 4 5-6 7-8 9-12 13-16 17-24"


def test_b16_a_table_that_nobody_has_typed_in_is_read_by_hand():
    text = scenario({"a": "major 18 soviet"}, {"x": "minor 1 german"}, charts="")
    dice = {"target.r1.defender.fire": [2], "target.r1.attacker.fire": [5]}
    answers = {
        "combat-table.by-hand": "yes",
        "combat-table.columns": HEADS,
        "combat-table.1.2": "-",
        "combat-table.17-24.5": "1",
        "target.r1.attacker.retreat": "stay",
    }
    fought = fight(text, dice, answers)
    assert fought.end.result == "taken: defenders destroyed"
    cell = next(question for question in fought.asked if question.key == "combat-table.17-24.5")
    assert cell.what == "the result in the combat table, column 17-24, row 5"


def test_b16_a_cell_is_read_once():
    text = scenario({"a": "minor 2 soviet"}, {"x": "minor 2 german"}, charts="")
    dice = {"target.r1.defender.fire": [3], "target.r1.attacker.fire": [3]}
    answers = {
        "combat-table.by-hand": "yes",
        "combat-table.columns": HEADS,
        "combat-table.2.3": "0",
        "target.r1.attacker.retreat": "stay",
        "target.r1.defender.retreat": "retreat",
    }
    fought = fight(text, dice, answers)
    assert [question.key for question in fought.asked].count("combat-table.2.3") == 1


def test_b16_the_groups_of_a_large_total_are_read_one_by_one():
    text = scenario({"a": "major 37 soviet"}, {"x": "major 5 german"}, charts="")
    dice = {"target.r1.defender.fire": [1], "target.r1.attacker.fire": [2, 6]}
    answers = {
        "combat-table.by-hand": "yes",
        "combat-table.columns": HEADS,
        "combat-table.5-6.1": "0",
        "combat-table.17-24.2": "1",
        "combat-table.17-24.6": "3",
        "target.r1.attacker.retreat": "stay",
        "target.r1.defender.retreat": "retreat",
    }
    fought = fight(text, dice, answers)
    assert fates(fought)["x"] == ("rear", 4, True)
    assert "the result is 1 + 3 = 4" in texts(fought)


@pytest.mark.parametrize(
    ("heads", "why"),
    [
        ("1 3-24", "column 3-24 begins at 3; expected 2"),
        ("1-40", "the table goes up to 40"),
        ("1 many", "is not a number of points"),
    ],
)
def test_b16_heads_that_make_no_combat_table_are_refused(heads, why):
    with pytest.raises(ValueError, match=why):
        fight(
            scenario({"a": "minor 1 soviet"}, {"x": "minor 1 german"}, charts=""),
            {},
            {"combat-table.by-hand": "yes", "combat-table.columns": heads},
        )


def test_b16_a_cell_that_is_not_a_number_is_refused():
    answers = {"combat-table.by-hand": "yes", "combat-table.columns": HEADS, "combat-table.1.2": "many"}
    with pytest.raises(ValueError, match="'many' is not a number of losses"):
        fight(scenario({"a": "minor 1 soviet"}, {"x": "minor 1 german"}, charts=""), {"target.r1.defender.fire": [2]}, answers)


# to carry on


def test_b15_the_last_position_begins_another_scenario():
    attackers = {"a": "major 4 soviet", "b": "minor 2 soviet, retreat-size: 1/2"}
    text = scenario(attackers, {"x": "major 3 german", "y": "major 2 romanian, supplied: false"}, soviet=2)
    answers = {"target.r1.attacker.losses": {"a": 2}, "target.r1.attacker.retreat": "retreat"}
    fought = fight(text, {"target.flak": [3], "target.r1.defender.fire": [3]}, answers)
    sheet = next(body for body in fought.told("sheet") if body["title"].startswith("To continue"))
    lines = [row[0] for row in sheet["rows"]]
    assert lines[lines.index("units:") + 1].startswith("  - {id: a, name: A, nation: soviet, type: major, strength: 4, at: start")
    at_y = lines.index("  - {id: y, name: Y, nation: romanian, type: major, strength: 2, at: target,")
    assert lines[at_y + 1] == "      supplied: false}"
    assert all(len(line) < 80 for line in lines)
    assert "# 1 Soviet air unit at start" in lines
    kept = text[: text.index("points:")] + text[text.index("lines:") : text.index("units:")] + text[text.index("battles:") :]
    attacking = [line.replace("at: start", "at: start, line: road") for line in lines]
    carried = parse_scenario("\n".join([kept, *attacking]), "next.yaml").start.state
    assert [(unit.id, unit.losses, unit.dispersed) for unit in carried.units] == [
        (unit.id, unit.losses, unit.dispersed) for unit in fought.state.units
    ]
    assert [one.size for one in carried.setting.formations.values()] == [1, carried.setting.formations["b"].size, 1, 2]


def test_b15_a_point_that_was_taken_has_changed_sides():
    text = scenario({"a": "major 6 soviet"}, {"x": "minor 1 german"})
    fought = fight(text, {"target.r1.defender.fire": [1], "target.r1.attacker.fire": [6]}, {"target.r1.attacker.retreat": "stay"})
    position = next(body for body in fought.told("sheet") if body["title"] == "Position")
    assert ["Target", "Soviet", "A", "major 6", "0 of 6", ""] in position["rows"]
    assert ["eliminated", "", "X", "minor 1", "1 of 0", ""] in position["rows"]
    lines = next(body for body in fought.told("sheet") if body["title"].startswith("To continue"))["rows"]
    assert ["  target: {name: Target, side: soviet}"] in lines
