"""Cases from the table that a scenario file must not get away with: each is refused, and the message says why."""

import pytest
from support import problems_of
from waw import problems, text
from waw_cases import case_text

from airwar.setup.loading import parse_scenario

REFUSED = {
    "anybody-at-sea": [
        "25:22: a flies from Brest, which is in partial supply; expected a fully supplied base (18.51)",
        "25:38: b flies from Dry, which is subject to air oil effects; expected a fully supplied base (18.51)",
        "25:53: c flies from None, which is unsupplied; expected a fully supplied base (18.51)",
        "25:69: d is in Box, a box; no mission is flown out of one (18.49)",
        "25:84: j: jets fly no air cover (17.531)",
        "25:100: t: German air transport units do not search at sea (17.63)",
    ],
    "bombers-from-a-field": [
        "17:105: b17 has a range of 4; Ruhr is 9 hexes from the nearest operational base of the west front (17.72)",
    ],
    "carriers-sunk-by-kamikazes": ["28:145: g has 3 uninverted; 3 fly cover and 3 missions (18.42B)"],
    "cover-from-far-away": [
        "21:60: far flies from Hawaii, which is unsupplied; expected a fully supplied base (18.51)",
        "21:70: boxed is in Box, a box; no mission is flown out of one (18.49)",
    ],
    "escort-out-of-range": [
        "22:113: p51 has a range of 6; Honshu is 12 hexes from the nearest operational base of the pac front (17.82)",
    ],
    "kamikazes-after-counterair": ["28:145: g has 3 uninverted; 3 fly cover and 3 missions (18.42B)"],
    "neutral-power": [
        "17:22: us is not at war in this theater and may not place airbases (18.141)",
        "19:29: us1: us is not at war in this theater and flies no missions (not-at-war)",
    ],
    "raid-after-the-sea": ["21:113: p47 has none uninverted and free to fly (18.41)"],
    "shot-up-before-the-raid": ["23:113: p47 has 8 uninverted; 16 are to fly (18.41)"],
    "unknown-nations": [
        "6:18: unknown nation 'usa'; expected a nation that airwar knows, or one declared under minors; did you mean us?",
        "6:23: unknown nation 'uk'; expected a nation that airwar knows, or one declared under minors; did you mean britain?",
        "6:35: unknown nation 'german'; expected a nation that airwar knows, or one declared under minors; did you mean germany?",
        "11:29: london to paris is 3, but paris to london is 5; expected the same both ways",
        "13:21: 'usa' belongs to no side; the sides have us, britain, germany, italy; did you mean us?",
    ],
}


@pytest.mark.parametrize("name", REFUSED)
def test_the_case_is_refused(name):
    assert problems_of(case_text(name)) == REFUSED[name]


@pytest.mark.proves("18.49")
def test_17_72_range_is_not_counted_from_a_box():
    boxed = case_text("bombers-from-a-field").replace("field: 4", "usbox: 4")
    assert problems_of(boxed) == REFUSED["bombers-from-a-field"]


SEA = """
bases: {brest: {side: axis, facilities: [port]}, london: {side: allies, facilities: [city]}}
carriers: {hermes: {nation: britain, size: 3}}
units:
  - {id: condors, nation: germany, type: aaf, count: 2, at: brest}
  - {id: swordfish, nation: britain, type: nas, count: 2, at: hermes}
  - {id: raf, nation: britain, type: aaf, count: 2, at: london}
  - {id: ashore, nation: britain, type: nas, count: 2, at: london}
at-sea: {UNIT: {TASK: 1}}
"""


def at_sea(unit, task):
    return problems(SEA.replace("UNIT", unit).replace("TASK", task))


@pytest.mark.proves("17.23B", "17.23C", "17.23D", "17.33D", "18.58")
def test_18_63_army_air_and_land_based_naval_air_of_both_sides_search_cover_and_attack_at_sea():
    for unit in ("condors", "raf", "ashore"):
        assert [at_sea(unit, task) for task in ("search", "cover", "attack")] == [[], [], []]


@pytest.mark.proves("17.33B", "17.33D", "18.58A", "18.58B", "18.63")
def test_17_33c_naval_air_on_carriers_only_attacks_at_sea():
    assert at_sea("swordfish", "search") == ["9:30: swordfish: British NAS units do not search at sea from carriers (17.33C)"]
    assert at_sea("swordfish", "cover") == ["9:29: swordfish: British NAS units do not cover at sea from carriers (17.33B)"]
    assert at_sea("swordfish", "attack") == []


@pytest.mark.parametrize(("task", "name"), [("search", "search"), ("cover", "air cover"), ("attack", "attacks on ships")])
@pytest.mark.proves("18.58C")
def test_17_531_jets_do_not_serve_at_sea(task, name):
    rest = SEA.replace("id: condors, nation: germany, type: aaf", "id: condors, nation: germany, type: jet")
    rest = rest.replace("UNIT: {TASK", f"condors: {{{task}") + "research: {germany: {jets: 9}}\n"
    number = "17.53" if task == "search" else "17.531"
    assert problems(rest) == [f"9:{22 + len(task)}: condors: jets fly no {name} ({number})"]


def test_18_12_check_notes_a_city_and_a_port_where_one_port_city_may_be_meant():
    rest = SEA.replace("[port]", "[city, port]").replace("at-sea: {UNIT: {TASK: 1}}", "counterair: [{at: london}]")
    told = [note.text for note in parse_scenario(text(rest), "test.yaml").notes]
    assert told == ["brest has a city and a port, which are two facilities; write port-city if the city is the port (18.12)"]
