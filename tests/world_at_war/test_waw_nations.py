"""Nations and mapboard boxes by their names; research by power."""

import pytest
from waw import fought, problems, scene, standing

from airwar.rulesets.world_at_war.units import Alliances

HEAD = """airwar: 1
ruleset: world-at-war
title: a test
theater: europe
sides: {allies: [SIDE], axis: [germany, italy]}
attacker: allies
"""
LONDON = """bases: {london: {side: allies, facilities: [city]}, paris: {side: axis, facilities: [city]}}
distances: {london: {paris: 3}}
units:
  - {id: a, nation: NATION, type: aaf, count: 3, at: london}
  - {id: b, nation: italy, type: aaf, count: 3, at: paris}
counterair: [{at: paris, with: {a: 3}}]
"""


def said(nation, more=""):
    return LONDON.replace("NATION", nation) + more, HEAD.replace("SIDE", nation)


def test_19_31a_a_nation_that_nobody_knows_is_a_problem():
    known = "expected a nation that airwar knows, or one declared under minors"
    for wrong, right in (("usa", "us"), ("brittain", "britain")):
        assert problems(*said(wrong)) == [
            f"-1:18: unknown nation '{wrong}'; {known}; did you mean {right}?",
            f"4:21: '{wrong}' belongs to no side; the sides have {right}, germany, italy; did you mean {right}?",
        ]
    assert problems(*said("iraq")) == [f"-1:18: unknown nation 'iraq'; {known}"]


def test_19_31a_a_declared_minor_has_no_air_nationality_drm():
    rest, head = said("iraq", "minors: {iraq: britain}\n")
    assert problems(rest, head) == []
    assert scene(rest, head).start.state.unit("a").air_type.drm == 0


def test_19_31a_a_nation_is_on_one_side_and_a_major_power_is_not_a_minor():
    rest, head = said("us", "minors: {us: britain}\n")
    assert problems(rest, head) == ["7:14: us is a major power; expected a minor country"]
    assert "-1:39: us is on the side of allies already; expected it on one side" in problems(rest, head.replace("italy]", "us]"))


def test_18_142c_the_alliance_of_a_nation():
    sides = {"allies": ("us", "russia", "greece", "netherlands"), "axis": ("germany", "rumania")}
    alliances = Alliances(sides, {"netherlands": "us"})
    nations = ("us", "russia", "greece", "netherlands", "germany", "rumania", "spain")
    assert [alliances.faction(nation) for nation in nations] == [
        "western allies",
        "russia",
        None,
        "western allies",
        "european axis",
        "european axis",
        None,
    ]


BOXES = """
bases:
  darwin: {side: allies, facilities: [port, city]}
  oz: {name: Australia, side: allies, box: BOX}
distances: {darwin: {oz: 2}}
units:
  - {id: a, nation: NATION, type: aaf, count: 1, at: darwin}
staging: [{unit: a, to: oz}]
"""
PACIFIC = """airwar: 1
ruleset: world-at-war
title: a test
theater: pacific
sides: {allies: [us, netherlands, china, russia], japan: [japan]}
attacker: allies
"""


def staged(box, nation, head=PACIFIC):
    return problems(BOXES.replace("BOX", box).replace("NATION", nation), head)


def test_18_23_which_box_a_nation_may_stage_to_depends_on_the_box_not_on_its_id():
    assert staged("australia", "us") == []
    assert staged("india", "us") == []
    assert staged("urals", "russia") == []
    assert staged("urals", "us") == ["8:25: US AAF units may not stage off the map to Australia (18.23)"]
    assert staged("pacific-us", "us") == ["8:25: US AAF units may not stage off the map to Australia (18.23)"]
    assert staged("australia", "china") == ["8:25: Chinese AAF units may not stage off the map to Australia (18.23)"]


def test_18_23_minors_of_the_western_allies_stage_as_they_do():
    only_west = PACIFIC.replace(", china, russia", "")
    assert staged("australia", "netherlands", only_west) == []
    several = "netherlands may be of several alliances; say under minors which power it is associated with"
    assert staged("australia", "netherlands") == [f"8:25: {several} (18.23)"]
    assert staged("australia", "netherlands", PACIFIC + "minors: {netherlands: us}\n") == []


@pytest.mark.proves("18.73")
def test_18_73b_air_in_a_us_box_is_uninverted_whatever_its_id():
    rest = """turn: true
bases: {mine: {name: Atlantic US box, side: allies, box: BOX, supply: none}, london: {side: allies, facilities: [city]}}
unlisted-distances: far
units: [{id: a, nation: us, type: aaf, count: 3, inverted: 3, at: mine}]
staging: []
redeployment: []
"""
    head = HEAD.replace("SIDE", "us")
    assert standing(fought(rest.replace("BOX", "atlantic-us"), head=head).end)["a"] == ("mine", 3, 0)
    assert standing(fought(rest.replace("BOX", "other"), head=head).end)["a"] == ("mine", 0, 3)


def test_17_54_research_is_the_work_of_one_power():
    rest = """research: {us: {air-nationality: 2, jets: 12}}
bases: {a: {side: allies, facilities: [city]}, b: {side: axis, facilities: [city]}}
distances: {a: {b: 2}}
units:
  - {id: r, nation: russia, type: aaf, count: 2, at: a}
  - {id: u, nation: us, type: jet, count: 1, at: a}
  - {id: g, nation: germany, type: aaf, count: 3, at: b}
counterair: [{at: b, with: {r: 2, u: 1}}]
"""
    head = HEAD.replace("SIDE", "us, russia, greece")
    turn = scene(rest, head).start.state
    assert (turn.unit("r").air_type.drm, turn.unit("u").air_type.drm) == (1, 4)
    assert problems(rest.replace("nation: us, type: jet", "nation: greece, type: jet"), head) == [
        "6:35: jets need a research result of 9 or more; greece has 0 (17.54)"
    ]
    assert problems(rest.replace("research: {us", "research: {japan"), head)[0] == (
        "1:19: 'japan' belongs to no side; the sides have us, russia, greece, germany, italy"
    )
