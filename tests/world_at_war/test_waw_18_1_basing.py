"""Basing: what a hex and a carrier may hold, and where units may be."""

import json
from dataclasses import replace

import pytest
from support import TESTS
from waw import AMERICAN, AMERICAN_NAVAL, JAPAN_AND_ALLIES, SICILY_AND_MALTA, problems, scene

from airwar.rulesets.kit.rulings import Rulings
from airwar.rulesets.world_at_war.basing import all_fit, capacity, may_base, room_for, room_in
from airwar.rulesets.world_at_war.options import OPTIONS
from airwar.rulesets.world_at_war.scenario import base_of
from airwar.rulesets.world_at_war.setting import Base
from airwar.rulesets.world_at_war.units import range_of

CASES = [case for case in json.loads((TESTS / "cases" / "world-at-war.json").read_text()) if case["id"].startswith("B-")]


def base(facilities=1, **more):
    return Base(id="here", name="Here", side="axis", facilities=("city",) * facilities, **more)


@pytest.mark.proves("18.11", "18.12", "18.13", "17.21", "17.141B")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_18_11_basing_cases(case):
    said = case["input"]
    theater = {"EUR": "europe", "PAC": "pacific"}[said["theater"]]
    here = base(said["facilities"], island=said["one_hex_island"], jungle=said["jungle"])
    assert capacity(here, theater) == case["expected"]["capacity_factors"]
    assert may_base(here, theater, said["factors"], said["nas"]) == case["expected"]["legal"]


def test_18_11_worked_example_a_hex_of_five_factors():
    assert may_base(base(), "europe", 4, 3)
    assert may_base(base(), "europe", 3, 6)
    assert may_base(base(), "europe", 0, 15)
    assert not may_base(base(), "europe", 0, 16)


def test_18_12_two_cities_and_an_airbase():
    assert [capacity(base(count), "europe") for count in (1, 2, 3)] == [5, 10, 15]
    assert [capacity(base(count, jungle=True), "pacific") for count in (1, 2, 3)] == [3, 6, 9]
    assert capacity(base(jungle=True), "europe") == 5


@pytest.mark.proves("17.311")
def test_18_13_a_one_hex_island_takes_one_naval_squadron_more():
    assert may_base(base(island=True), "pacific", 3, 1)
    assert not may_base(base(island=True), "pacific", 3, 2)
    assert may_base(base(0, island=True), "europe", 0, 1)
    assert not may_base(base(0, island=True), "europe", 1, 0)


def test_17_21_boxes_have_no_limit():
    assert may_base(base(0, box=True), "pacific", 150, 80)


def test_18_12_a_port_city_is_one_facility_unless_ruled_two():
    said = Base(id="here", side="axis", facilities=("port-city", "airbase"))
    counts = [base_of(said, Rulings(OPTIONS, {"port-city": ruling}, {})).count for ruling in ("one", "two")]
    assert counts == [2, 3]


@pytest.mark.proves("17.22", "17.32", "17.462", "17.52", "17.62", "17.72", "18.31A", "18.31B", "18.31D")
@pytest.mark.parametrize(
    ("kind", "research", "europe", "pacific"),
    [
        ("aaf", 0, 4, 3),
        ("nas", 0, 3, 3),
        ("kamikaze", 0, 4, 4),
        ("transport", 0, 4, 3),
        ("jet", 9, 2, 1),
        ("jet", 11, 3, 2),
        ("jet", 12, 4, 3),
        ("bomber", 0, 4, 3),
        ("bomber", 1, 8, 6),
        ("bomber", 2, 16, 12),
        ("bomber", 3, 24, 18),
        ("interceptor", 0, 4, 3),
        ("interceptor", 1, 4, 3),
        ("interceptor", 2, 8, 6),
        ("interceptor", 3, 12, 9),
    ],
)
@pytest.mark.proves("18.3")
def test_18_31_ranges(kind, research, europe, pacific):
    assert (range_of(kind, "europe", research), range_of(kind, "pacific", research)) == (europe, pacific)


def test_18_21_staging_reaches_twice_the_range():
    whole = SICILY_AND_MALTA + "turn: true\nunits: [{id: german, nation: germany, type: aaf, count: 1, at: sicily}]"
    assert scene(whole).start.state.unit("german").staging_range == 8


ISLANDS = """
bases:
  noumea: {side: allies, facilities: [port, airbase]}
  efate: {side: allies, facilities: [airbase], island: true}
  rabaul: {side: japan, facilities: [port]}
distances: {noumea: {efate: 3, rabaul: 6}, rabaul: {efate: 3}}
carriers:
  hornet: {nation: us, size: 4, port: noumea}
units:
  - {id: army, nation: us, type: aaf, count: 8, at: noumea}
  - {id: marines, nation: us, type: nas, count: 6, at: noumea}
  - {id: hornet-air, nation: us, type: nas, count: 4, at: hornet}
  - {id: koku, nation: japan, type: nas, count: 3, at: rabaul}
counterair:
  - {at: efate, with: {koku: 3}}
"""


@pytest.mark.proves("17.31")
def test_17_3126_carriers_air_in_port_does_not_count_against_the_port():
    turn = scene(ISLANDS, JAPAN_AND_ALLIES).start.state
    assert turn.load("noumea") == (8, 6)
    assert room_for(turn, turn.setting.bases["noumea"], AMERICAN) == 0
    assert room_for(turn, turn.setting.bases["efate"], AMERICAN) == 3
    assert room_for(turn, turn.setting.bases["efate"], AMERICAN_NAVAL) == 10


def test_18_25_all_fit_finds_the_one_way_to_spread_them():
    rest = """
bases:
  here: {side: allies, facilities: [city]}
  six: {side: allies, facilities: [city]}
  four: {side: allies, facilities: [city]}
  berlin: {side: axis, facilities: [city]}
distances: {here: {six: 2, four: 3, berlin: 4}}
units:
  - {id: a, nation: britain, type: aaf, count: 3, at: six}
  - {id: b, nation: britain, type: aaf, count: 3, at: four}
  - {id: c, nation: britain, type: nas, count: 2, at: four}
  - {id: guests, nation: britain, type: aaf, count: 3, at: here}
  - {id: naval, nation: britain, type: nas, count: 1, at: here}
  - {id: german, nation: germany, type: aaf, count: 1, at: berlin}
counterair:
  - {at: here, with: {german: 1}}
"""
    turn = scene(rest).start.state
    both = ["six", "four"]
    rooms = {place: room_in(turn, turn.base(place)) for place in both}
    assert all_fit(rooms, turn.at("here"), {"guests": both, "naval": both})


# what is refused


@pytest.mark.proves("18.1")
def test_18_11_an_overfull_base_is_refused():
    found = problems(ISLANDS.replace("count: 8, at: noumea", "count: 9, at: noumea"), JAPAN_AND_ALLIES)
    assert found == ["3:11: Noumea holds 9 factors and 6 naval squadrons; it may base 10 factors (18.11-18.13)"]


def test_17_312_a_carrier_holds_its_own_naval_air_only_up_to_its_size():
    found = problems(ISLANDS.replace("count: 4, at: hornet", "count: 5, at: hornet"), JAPAN_AND_ALLIES)
    assert found == ["8:11: Hornet carries 5 naval squadrons; its size is 4 (17.312)"]
    found = problems(ISLANDS.replace("{nation: us, size: 4", "{nation: britain, size: 4"), JAPAN_AND_ALLIES)
    assert found == ["12:59: Hornet carries naval air of britain only (17.312)"]
    found = problems(ISLANDS.replace("type: nas, count: 4, at: hornet", "type: aaf, count: 4, at: hornet"), JAPAN_AND_ALLIES)
    assert found == ["12:59: Hornet carries naval air of us only (17.312)"]


def test_17_353d_russia_never_has_naval_air():
    rest = """
bases:
  moscow: {side: allies, facilities: [city]}
  berlin: {side: axis, facilities: [city]}
distances: {berlin: {moscow: 4}}
units:
  - {id: red, nation: russia, type: nas, count: 1, at: moscow}
  - {id: kg-3, nation: germany, type: aaf, count: 1, at: berlin}
counterair:
  - {at: moscow, with: {kg-3: 1}}
"""
    assert problems(rest) == ["7:23: russia never has naval air units (17.353D)"]


@pytest.mark.proves("17.54")
def test_17_51_jets_are_not_on_carriers_and_not_before_research():
    rest = ISLANDS.replace("type: nas, count: 4, at: hornet", "type: jet, count: 1, at: hornet")
    assert problems(rest, JAPAN_AND_ALLIES) == ["12:40: jets need a research result of 9 or more; us has 0 (17.54)"]
    rest += "research: {us: {jets: 9}}\n"
    assert problems(rest, JAPAN_AND_ALLIES) == ["12:59: Hornet carries naval air of us only (17.312)"]


@pytest.mark.parametrize("island", [False, True])
@pytest.mark.parametrize(("factors", "squadrons"), [(0, 0), (1, 0), (2, 4), (4, 3), (5, 0), (5, 1), (0, 15), (0, 16)])
def test_18_11_the_room_left_is_what_may_base_allows(island, factors, squadrons):
    rest = f"""
bases:
  here: {{side: allies, facilities: [city], island: {str(island).lower()}}}
  berlin: {{side: axis, facilities: [city]}}
distances: {{here: {{berlin: 4}}}}
units:
  - {{id: german, nation: germany, type: aaf, count: 1, at: berlin}}
counterair: [{{at: here, with: {{german: 1}}}}]
"""
    turn = scene(rest).start.state
    german = turn.unit("german")
    guests = [german._replace(id="a", air_type=AMERICAN, home="here", ready=factors)]
    guests.append(german._replace(id="n", air_type=AMERICAN_NAVAL, home="here", ready=squadrons))
    turn = replace(turn, units=(german, *guests))
    here = turn.setting.bases["here"]
    room = room_for(turn, here, AMERICAN), room_for(turn, here, AMERICAN_NAVAL)
    assert room[0] == next(n for n in range(99) if not may_base(here, "europe", factors + n + 1, squadrons))
    assert room[1] == next(n for n in range(99) if not may_base(here, "europe", factors, squadrons + n + 1))
