"""The course of whole battles as rule numbers: what is told and ruled, who moves and who is lost, in this order."""

import pytest
from dc_support import air, fates, scenario
from support import fight
from test_dc_b12_retreat import FORK, GO, HARMLESS
from test_dc_whole import BACK, QUIET, two_battles

ONE = {"a": "major 2 soviet"}, {"x": "major 2 german"}
RED = {"attacker": "axis", "where": FORK, "weather": "mud", "soviet": 2}
FLAK, MISSES = {"target.flak": [1]}, {"target.r1.defender.fire": [1]}
RETREAT, STAY = {"target.r1.attacker.retreat": "retreat"}, {"target.r1.attacker.retreat": "stay"}
SOVIET_AIR, GERMAN_AIR = "Soviet air units", "German air units"

STORIES = {
    "attackers go back with their air": (
        scenario(*ONE, soviet=2),
        FLAK | MISSES,
        RETREAT,
        "B0 B2 B7 B9",
        ["retreating-soviet-air-dispersed"],
        [(SOVIET_AIR, 2), ("A", 1)],
        [("A", 1, "dispersed")],
    ),
    "German air meets Soviet air twice": (
        scenario(*ONE, soviet=3, german=2),
        MISSES | {"target.air-to-air.1": [4], "target.air-to-air.2": [6]},
        RETREAT,
        "B0 B1 B1 B7 B9 B10",
        ["retreating-soviet-air-dispersed"],
        [(SOVIET_AIR, 2), ("A", 1)],
        [(SOVIET_AIR, 1, "eliminated"), ("A", 1, "dispersed")],
    ),
    "attackers win, and German air is displaced": (
        scenario({"a": "major 6 soviet"}, {"x": "minor 1 german"}, german=1),
        MISSES | {"target.r1.attacker.fire": [6]},
        STAY,
        "B0 B7 B9 B9 B10 B15",
        [],
        [(GERMAN_AIR, 1)],
        [("X", 1, "eliminated")],
    ),
    "attackers die, and their air returns alone": (
        scenario({"a": "minor 1 soviet"}, {"x": "major 6 german"}, soviet=1),
        FLAK | {"target.r1.defender.fire": [6]},
        {},
        "B0 B2 B7 B9 B10",
        ["attacking-soviet-air-alone", "retreating-soviet-air-dispersed"],
        [(SOVIET_AIR, 1)],
        [("A", 1, "eliminated")],
    ),
    "defenders retreat with German air": (
        scenario({"a": "minor 1 soviet"}, {"x": "minor 1 german"}, where=FORK, weather="mud", german=1),
        HARMLESS,
        GO | {"target.r1.defender.refuge.near": {"x": 1}, "target.r1.german-air.retreat": {"near": 1}},
        "B0 B7 B9 B9 B15",
        ["german-air-room"],
        [("X", 1), (GERMAN_AIR, 1)],
        [],
    ),
    "defenders retreat, and some Soviet air finds no room": (
        scenario({"a": "minor 1 german"}, {"x": "minor 1 soviet"}, **RED),
        HARMLESS | FLAK,
        GO | {"target.r1.defender.refuge.near": {"x": 1}},
        "B0 B2 B7 B9 B9 B4 B15",
        ["soviet-air-retreats"],
        [("X", 1), (SOVIET_AIR, 1)],
        [(SOVIET_AIR, 1, "eliminated")],
    ),
    "defenders die, and Soviet air is stranded": (
        scenario({"a": "major 9 german"}, {"x": "minor 1 soviet"}, **RED),
        FLAK | MISSES | {"target.r1.attacker.fire": [6]},
        STAY,
        "B0 B2 B7 B9 B9 B10 B15",
        ["stranded-soviet-air"],
        [],
        [("X", 1, "eliminated"), (SOVIET_AIR, 2, "eliminated")],
    ),
    "both sides destroy each other": (
        scenario({"a": "minor 1 german"}, {"x": "minor 1 soviet"}, attacker="axis", german=1),
        {"target.r1.defender.fire": [6], "target.r1.attacker.fire": [6]},
        {},
        "B0 B7 B9 B9 B10 B10 B11",
        [],
        [(GERMAN_AIR, 1)],
        [("A", 1, "eliminated"), ("X", 1, "eliminated")],
    ),
}


@pytest.mark.parametrize("name", STORIES)
def test_b0_what_is_told_in_the_course_of_a_battle(name):
    text, dice, answers, rules, rulings, statuses, losses = STORIES[name]
    fought = fight(text, dice, answers)
    assert " ".join(body["rule"] for body in fought.told("note")) == rules
    assert [body["option"] for body in fought.told("ruling")] == ["combat-table", *rulings]
    assert [(unit, count) for _, unit, count, _ in fought.statuses()] == statuses
    assert [(unit, count, fate) for _, unit, count, fate in fought.losses()] == losses
    assert [body["scope"] for body in fought.records if body["t"] == "enter"] == ["", "target", ""]
    shown = [body["title"] for body in fought.told("sheet")]
    assert shown[0].endswith("Target")
    assert shown[-2] == "Position"


def test_b0_two_battles_are_told_one_after_the_other():
    dice = QUIET | FLAK | {"rear.flak": [1]}
    fought = fight(two_battles(soviet=1), dice, BACK | {"attacker.next-battle-1": "target"})
    assert " ".join(body["rule"] for body in fought.told("note")) == "B0 B2 B7 B9 B2 B7 B9"
    assert [body["scope"] for body in fought.records if body["t"] == "enter"] == ["", "", "target", "rear", ""]
    ruled = [body["option"] for body in fought.told("ruling")]
    assert ruled.count("combat-table") == 2
    assert fates(fought) == {
        "a": ("start", 0, True),
        "b": ("start", 0, True),
        "x": ("target", 0, False),
        "y": ("rear", 0, False),
    }
    assert air(fought, "soviet") == {"start": 2}


def test_b15_the_winners_of_a_point_are_in_it():
    text, dice, answers, *_ = STORIES["attackers win, and German air is displaced"]
    fought = fight(text, dice, answers)
    assert fates(fought) == {"a": ("target", 0, False), "x": ("lost", 1, True)}
    assert fought.state.taken == ("target",)
    assert air(fought, "axis") == {"displaced": 1}
