"""What a World at War scenario may not say: a sentence for each, with its line."""

import pytest
from support import problems_of
from waw import JAPAN_AND_ALLIES, changed, changes, problems, text

from airwar.rulesets.index import rule_index
from airwar.rulesets.world_at_war import RULESET

RAID = text("""
bases:
  sicily: {side: axis, facilities: [city, airbase]}
  malta: {side: allies, facilities: [port], island: true}
distances: {sicily: {malta: 2}}
units:
  - {id: luftwaffe, nation: germany, type: aaf, count: 6, at: sicily}
  - {id: raf, nation: britain, type: aaf, count: 4, at: malta}
counterair:
  - {at: malta, with: {luftwaffe: 4}}
""")


@changes("""
    malta: 2 => malta: 5
        17:35: luftwaffe has a range of 4; Malta is 5 hexes away (18.45)
    {sicily: {malta: 2}} => {}
        17:35: luftwaffe has a range of 4; Malta is out of reach (18.45)
    [city, airbase]} => [city, airbase], supply: partial}
        17:35: luftwaffe flies from Sicily, which is in partial supply; expected a fully supplied base (18.51)
    [city, airbase]} => [city, airbase], supply: none}
        17:35: luftwaffe flies from Sicily, which is unsupplied; expected a fully supplied base (18.51)
    [city, airbase]} => [city, airbase], oil: true}
        17:35: luftwaffe flies from Sicily, which is subject to air oil effects; expected a fully supplied base (18.51)
    type: aaf, count: 6 => type: transport, count: 6
        17:35: German air transport units do not fly counterair; expected army air, naval air or jets (17.23)
    count: 6 => count: 6, inverted: 3
        17:35: luftwaffe has 3 uninverted; 4 are to fly (18.41)
    {luftwaffe: 4} => {raf: 4}
        17:29: raf does not belong to the attacker, axis (18.521)
    {luftwaffe: 4}} => {luftwaffe: 2}}\\n  - {at: malta, with: {luftwaffe: 2}}
        18:10: Malta is attacked once in a phase; add the forces together (18.525)
    facilities: [port], island: true => box: other
        17:10: Malta is a box; no mission is flown into one (18.49)
    facilities: [city, airbase] => box: other
        17:35: luftwaffe is in Sicily, a box; no mission is flown out of one (18.49)
    count: 4, at: malta => count: 4, at: sicily
        15:57: Sicily is held by axis; expected a base of allies
    count: 4, at: malta => count: 4, at: malta, inverted: 5
        15:74: 5 inverted of 4; expected at most 4
    type: aaf, count: 4 => type: bomber, count: 4
        15:38: British strategic bomber units are not based on the map; put them under strategic (17.13)
""")
@pytest.mark.proves("17.23", "17.53", "17.71", "17.81", "18.41", "18.45", "18.49", "18.51", "18.521", "18.525")
def test_what_is_wrong_is_said_with_its_line(old, new, problem):
    assert problems_of(RAID) == []
    assert changed(RAID, old, new) == [problem]


def test_18_521_the_attacker_s_own_base_is_no_target():
    found = changed(RAID, "at: malta, with", "at: sicily, with")
    assert "17:10: Sicily is the attacker's own; expected an enemy base (18.521)" in found


def test_18_51_an_artificial_port_may_be_ruled_out():
    port = RAID.replace("[city, airbase]", "[artificial-port, artificial-port]")
    assert problems_of(port) == []
    assert changed(port, "counterair:", "options: {offensive-bases: no-artificial}\ncounterair:") == [
        "18:35: luftwaffe flies from Sicily, which has no facility that offensive missions may be flown from (18.51)"
    ]


@pytest.mark.parametrize(("nation", "meant"), [("spain", ""), ("britian", "; did you mean britain?")])
def test_a_nation_of_neither_side(nation, meant):
    (found, *_) = changed(RAID, "nation: britain", f"nation: {nation}")
    assert found.startswith(f"15:23: '{nation}' belongs to no side; the sides have germany, italy, ")
    assert found.endswith(meant)


@pytest.mark.parametrize(("nation", "type_", "sound"), [("japan", "nas", True), ("us", "nas", False), ("japan", "aaf", False)])
def test_17_352_only_japanese_naval_air_is_elite(nation, type_, sound):
    elite = f"units:\n  - {{id: elite, nation: {nation}, type: {type_}, elite: true, count: 1, at: truk}}\n"
    found = problems("bases: {truk: {side: japan, facilities: [airbase]}}\n" + elite, JAPAN_AND_ALLIES)
    assert ("only Japanese naval air is elite (17.352)" in str(found)) is not sound


CARRIER = """
bases:
  truk: {side: japan, facilities: [port], island: true}
  efate: {side: allies, facilities: [airbase], island: true}
carriers:
  akagi: {nation: japan, size: 4}
distances: {efate: {akagi: 3, truk: 9}}
units:
  - {id: akagi-air, nation: japan, type: nas, count: 4, at: akagi}
counterair:
  - {at: efate, with: {akagi-air: 4}}
"""


@changes("""
    size: 4} => size: 4, port: truk}
        18:35: akagi-air is on a carrier in port; it only defends there (17.3126)
    size: 4} => size: 4, damaged: true}
        18:35: akagi-air is on a damaged carrier, which launches nothing (17.3124)
""")
@pytest.mark.proves("17.3124", "17.3126E")
def test_17_312_carriers_that_launch_nothing(old, new, problem):
    assert problems(CARRIER, JAPAN_AND_ALLIES) == []
    assert changed(text(CARRIER, JAPAN_AND_ALLIES), old, new) == [problem]


def test_nothing_is_fought():
    (found,) = problems(CARRIER.partition("counterair")[0], JAPAN_AND_ALLIES)
    assert "nothing is fought; expected one of turn, " in found


def test_the_template_is_a_sound_scenario():
    assert problems_of(RULESET.template) == []


def test_every_option_has_a_rule_of_the_index_and_a_choice():
    for name, option in RULESET.options.items():
        assert option.rule in rule_index("world-at-war"), name
        assert option.default in option.values, name
        assert len(option.values) > 1, name
