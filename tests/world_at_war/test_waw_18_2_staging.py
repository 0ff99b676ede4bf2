"""Staging (18.2), and returning to base (18.46)."""

import pytest
from support import problems_of
from waw import changed, changes, fought, problems, standing, text

FRANCE = """
turn: true
bases:
  berlin: {side: axis, facilities: [city, airbase]}
  paris: {side: axis, facilities: [city]}
  brest: {side: axis, facilities: [port], supply: partial}
  bergen: {side: axis, facilities: [port], supply: none}
  london: {side: allies, facilities: [port-city, airbase]}
distances: {berlin: {paris: 8, brest: 8, bergen: 8}, paris: {london: 3, brest: 4}, brest: {london: 4}, bergen: {london: 4}}
units:
  - {id: kg-1, nation: germany, type: aaf, count: 4, at: berlin}
  - {id: kg-2, nation: germany, type: aaf, count: 3, at: berlin, inverted: 3}
  - {id: raf, nation: britain, type: aaf, count: 3, at: london}
"""
ORDERED = FRANCE + "redeployment: []\n"


@pytest.mark.proves("18.2")
def test_18_21_units_stage_up_to_twice_their_range_inverted_or_not():
    rest = ORDERED + "staging: [{unit: kg-1, to: paris}, {unit: kg-2, to: brest, count: 2}]\n"
    end = fought(rest, "uninvert wait; uninvert wait; uninvert wait")
    assert standing(end) == {
        "kg-1": ("paris", 4, 0),
        "kg-2": ("berlin", 0, 1),
        "kg-2/brest": ("brest", 0, 2),
        "raf": ("london", 3, 0),
    }


def test_18_21_the_attacker_names_the_units_that_stage_when_no_orders_are_given():
    end = fought(
        ORDERED,
        """
            start.attacker.uninvert uninvert
            staging.attacker.order kg-1; staging.attacker.stage.kg-1 3 paris 1 brest
        """,
    )
    assert standing(end)["kg-1"] == ("paris", 3, 0) or standing(end)["kg-1/paris"] == ("paris", 3, 0)
    assert sum(one.number for one in end.state.units if one.id.startswith("kg-1")) == 4
    offered = end.question("staging.attacker.stage.kg-1")
    assert dict(offered.items) == {"paris": 4, "brest": 4, "bergen": 4}


def test_18_21d_from_a_base_in_partial_supply_no_offensive_mission_is_flown():
    rest = ORDERED + "staging: [{unit: kg-1, to: brest}]\ncounterair: [{at: london, with: {kg-1: 4}}]\n"
    assert problems(rest) == ["16:40: kg-1 flies from Brest, which is in partial supply; expected a fully supplied base (18.51)"]


def test_18_21_inverted_units_may_be_uninverted_where_they_have_staged_to_and_fly():
    """Not where they come from: that base is in partial supply."""
    start = ORDERED.replace("count: 3, at: berlin", "count: 3, at: brest")
    rest = start + "staging: [{unit: kg-2, to: paris}]\ncounterair: [{at: london, with: {kg-2: 3}}]\n"
    assert problems(rest) == []
    assert problems(rest.replace("staging: [{unit: kg-2, to: paris}]", "staging: []")) != []


@pytest.mark.proves("18.45")
def test_18_21_the_range_is_counted_from_the_new_base():
    rest = ORDERED + "staging: [{unit: kg-1, to: paris}]\ncounterair: [{at: london, with: {kg-1: 4}}]\n"
    end = fought(rest, "uninvert uninvert; fire 1 1, 1 1; disengage disengage; uninvert uninvert")
    assert standing(end)["kg-1"] == ("paris", 3, 0)  # used, and uninverted after redeployment
    without = ORDERED + "staging: []\ncounterair: [{at: london, with: {kg-1: 4}}]\n"
    assert problems(without) == ["16:40: kg-1 has a range of 4; London is out of reach (18.45)"]


def test_18_21_the_drm_is_that_of_the_new_base():
    rest = ORDERED + "staging: [{unit: kg-1, to: brest}]\n"
    end = fought(rest, "uninvert uninvert")
    assert end.state.unit("kg-1").air_type.drm == 1
    assert end.state.unit("kg-2").air_type.drm == 2


# what is refused


STAGED = text(ORDERED + "staging: [{unit: kg-1, to: paris}]\n")


@changes("""
    paris: 8 => paris: 9
        22:28: kg-1 stages up to 8 hexes; Paris is 9 hexes away (18.21)
    to: paris} => to: london}
        22:28: London was not controlled by axis at the start of the movement phase (18.21B)
    to: paris} => to: paris}, {unit: kg-2, to: paris}
        22:53: Paris has room for 1 more German AAF, but 3 are ordered there (18.11)
    count: 4, at: berlin => count: 4, at: berlin, sea-transported: true
        22:28: kg-1 was sea transported in this turn and may not stage (18.24)
    unit: kg-1 => unit: raf
        22:27: raf does not belong to the attacker, axis (18.21)
    to: paris} => to: paris, count: 5}
        22:28: kg-1 has 4, but 5 are ordered to stage
""")
@pytest.mark.proves("18.11", "18.21", "18.21B", "18.24")
def test_18_21_staging_that_is_refused(old, new, problem):
    assert problems_of(STAGED) == []
    assert changed(STAGED, old, new) == [problem]


BOXES = """
turn: true
redeployment: []
bases:
  perth: {side: allies, facilities: [city]}
  australia: {side: allies, box: australia}
  urals: {side: allies, box: urals}
  berlin: {side: axis, facilities: [city]}
distances: {perth: {australia: 2, urals: 4}}
units:
  - {id: raaf, nation: australia, type: aaf, count: 1, at: perth}
  - {id: vvs, nation: russia, type: aaf, count: 1, at: perth}
"""
ALLIED = """airwar: 1
ruleset: world-at-war
title: a test
theater: europe
sides: {axis: [germany], allies: [russia, australia]}
attacker: allies
"""


def test_18_23_only_some_stage_off_the_map():
    staged = "staging: [{unit: raaf, to: australia}, {unit: vvs, to: urals}]\n"
    assert standing(fought(BOXES + staged, head=ALLIED)) == {"raaf": ("australia", 1, 0), "vvs": ("urals", 1, 0)}
    crossed = "staging: [{unit: raaf, to: urals}, {unit: vvs, to: australia}]\n"
    assert problems(BOXES + crossed, ALLIED) == [
        "13:28: Australian AAF units may not stage off the map to Urals (18.23)",
        "13:52: Russian AAF units may not stage off the map to Australia (18.23)",
    ]


def test_18_12_a_full_port_city_tells_the_ruling():
    rest = ORDERED.replace("paris: {side: axis, facilities: [city]}", "paris: {side: axis, facilities: [port-city]}").replace(
        "count: 3, at: berlin, inverted: 3", "count: 5, at: paris"
    )
    end = fought(rest, "staging.attacker.order kg-1; staging.attacker.stage.kg-1 none")
    assert [(body["option"], body["value"]) for body in end.told("ruling")] == [("port-city", "one")]


# returning

RETURN = """
bases:
  sicily: {side: axis, facilities: [city, airbase]}
  tunis: {side: axis, facilities: [city]}
  sardinia: {side: axis, facilities: [city], supply: partial}
  malta: {side: allies, facilities: [port], island: true}
distances: {malta: {sicily: 2, tunis: 4, sardinia: 4}}
units:
  - {id: luftwaffe, nation: germany, type: aaf, count: 6, at: sicily}
  - {id: regia, nation: italy, type: aaf, count: 3, at: tunis}
counterair:
  - {at: malta, with: {luftwaffe: 2}}
"""


def test_18_46_survivors_land_at_another_operational_base_in_range_with_room():
    end = fought(RETURN, "return.luftwaffe.malta tunis")
    assert standing(end)["luftwaffe/tunis"] == ("tunis", 0, 2)
    assert list(end.asked[0].options) == ["sicily", "tunis", "split"]  # not Sardinia, which is not operational


def test_18_46_survivors_may_split_between_their_base_and_another_that_has_not_room_for_all():
    full = RETURN.replace("count: 3, at: tunis", "count: 4, at: tunis")
    end = fought(full, "return.luftwaffe.malta split; return.luftwaffe.malta.split 1 sicily 1 tunis")
    assert (standing(end)["luftwaffe"], standing(end)["luftwaffe/tunis"]) == (("sicily", 4, 1), ("tunis", 0, 1))
    assert list(end.asked[0].options) == ["sicily", "split"]
    assert dict(end.asked[1].items) == {"sicily": 2, "tunis": 1}
    crowded = RETURN.replace("count: 3, at: tunis", "count: 5, at: tunis")
    assert fought(crowded).asked == []


TWICE = """
orders: prepared
bases:
  brest: {side: axis, facilities: [city]}
  lyons: {side: axis, facilities: [city]}
  rome: {side: axis, facilities: [city]}
distances: {brest: {lyons: 8, rome: 16}, lyons: {rome: 8}}
units:
  - {id: kg, nation: germany, type: aaf, count: 4, at: brest}
"""


@pytest.mark.parametrize(
    ("orders", "where", "who"),
    [
        ("staging: [{unit: kg, to: lyons}, {unit: kg, to: rome}]\n", "10:49", "kg"),
        ("staging: [{unit: kg, to: lyons, count: 2}, {unit: kg/lyons, to: rome}]\n", "10:65", "kg/lyons"),
    ],
)
def test_18_21_nobody_stages_twice_in_a_turn(orders, where, who):
    assert problems(TWICE + orders) == [f"{where}: {who} has staged already; a unit stages once, up to twice its range (18.21)"]


def test_18_21_a_prepared_staging_is_refused_once_the_unit_has_staged_at_the_table():
    ordered = TWICE.replace("prepared", "ask") + "staging: [{unit: kg, to: lyons}]\n"
    end = fought(ordered, "staging.attacker.order kg; staging.attacker.stage.kg 3 lyons; staging.attacker.order kg@lyons")
    assert (standing(end)["kg"], standing(end)["kg/lyons"]) == (("brest", 1, 0), ("lyons", 3, 0))
    said = "kg has had its order, and what is left of it stays; one order names all the bases it stages to (18.21)"
    assert said in end.notes()
