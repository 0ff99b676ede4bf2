"""What a World at War scenario may not say: a sentence for each, with its line."""

import pytest
from waw import JAPAN_AND_ALLIES, problems

RAID = """
bases:
  sicily: {side: axis, facilities: [city, airbase]}
  malta: {side: allies, facilities: [port], island: true}
distances: {sicily: {malta: 2}}
units:
  - {id: luftwaffe, nation: germany, type: aaf, count: 6, at: sicily}
  - {id: raf, nation: britain, type: aaf, count: 4, at: malta}
counterair:
  - {at: malta, with: {luftwaffe: 4}}
"""


def test_the_raid_is_sound():
    assert problems(RAID) == []


def changed(*pairs):
    rest = RAID
    for old, new in pairs:
        assert old in rest
        rest = rest.replace(old, new)
    return problems(rest)


def test_18_45_a_target_beyond_range():
    assert changed(("malta: 2", "malta: 5")) == ["10:35: luftwaffe has a range of 4; Malta is 5 hexes away (18.45)"]


def test_18_45_a_target_without_a_distance_is_out_of_reach_if_the_scenario_says_so():
    assert changed(("{sicily: {malta: 2}}", "{}")) == ["10:35: luftwaffe has a range of 4; Malta is out of reach (18.45)"]


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ("supply: partial", "in partial supply"),
        ("supply: none", "unsupplied"),
        ("oil: true", "subject to air oil effects"),
    ],
)
def test_18_51_a_mission_from_a_base_that_is_not_operational(state, reason):
    assert changed(("[city, airbase]}", f"[city, airbase], {state}}}")) == [
        f"10:35: luftwaffe flies from Sicily, which is {reason}; expected a fully supplied base (18.51)"
    ]


def test_18_51_an_artificial_port_may_be_ruled_out():
    pairs = [("[city, airbase]", "[artificial-port, artificial-port]")]
    assert changed(*pairs) == []
    assert changed(*pairs, ("counterair:", "options: {offensive-bases: no-artificial}\ncounterair:")) == [
        "11:35: luftwaffe flies from Sicily, which has no facility that offensive missions may be flown from (18.51)"
    ]


@pytest.mark.proves("17.53")
def test_17_23_transports_fly_no_counterair():
    assert changed(("type: aaf, count: 6", "type: transport, count: 6")) == [
        "10:35: German air transport units do not fly counterair; expected army air, naval air or jets (17.23)"
    ]


def test_18_41_more_than_are_uninverted():
    assert changed(("count: 6", "count: 6, inverted: 3")) == ["10:35: luftwaffe has 3 uninverted; 4 are to fly (18.41)"]


def test_18_521_the_defender_s_own_units_do_not_attack():
    assert changed(("{luftwaffe: 4}", "{raf: 4}")) == ["10:29: raf does not belong to the attacker, axis (18.521)"]


def test_18_521_the_attacker_s_own_base_is_no_target():
    assert "10:10: Sicily is the attacker's own; expected an enemy base (18.521)" in changed(
        ("at: malta, with", "at: sicily, with")
    )


def test_18_525_one_base_twice_in_one_phase():
    found = changed(("{luftwaffe: 4}}", "{luftwaffe: 2}}\n  - {at: malta, with: {luftwaffe: 2}}"))
    assert found == ["11:10: Malta is attacked twice in one phase; add the forces together (18.525)"]


def test_18_49_a_box_is_no_target():
    assert changed(("facilities: [port], island: true", "box: other")) == [
        "10:10: Malta is a box; no mission is flown into one (18.49)"
    ]


def test_18_49_nothing_flies_out_of_a_box():
    assert changed(("facilities: [city, airbase]", "box: other")) == [
        "10:35: luftwaffe is in Sicily, a box; no mission is flown out of one (18.49)"
    ]


@pytest.mark.parametrize(("nation", "type_", "sound"), [("japan", "nas", True), ("us", "nas", False), ("japan", "aaf", False)])
def test_17_352_only_japanese_naval_air_is_elite(nation, type_, sound):
    elite = f"units:\n  - {{id: elite, nation: {nation}, type: {type_}, elite: true, count: 1, at: truk}}\n"
    found = problems("bases: {truk: {side: japan, facilities: [airbase]}}\n" + elite, JAPAN_AND_ALLIES)
    assert ("only Japanese naval air is elite (17.352)" in str(found)) is not sound


def test_a_unit_in_an_enemy_base():
    assert changed(("count: 4, at: malta", "count: 4, at: sicily")) == ["8:57: Sicily is held by axis; expected a base of allies"]


def test_a_nation_of_neither_side():
    assert changed(("nation: britain", "nation: spain"))[0].startswith("8:23: 'spain' belongs to no side; the sides have germany")


def test_a_misspelled_nation_is_suggested():
    assert changed(("nation: britain", "nation: britian"))[0].endswith("; did you mean britain?")


def test_more_inverted_than_there_are():
    assert changed(("count: 4, at: malta", "count: 4, at: malta, inverted: 5")) == ["8:74: 5 inverted of 4; expected at most 4"]


@pytest.mark.proves("17.71", "17.81")
def test_17_71_strategic_bombers_are_not_on_the_map():
    (found,) = changed(("type: aaf, count: 4", "type: bomber, count: 4"))
    assert found.startswith("8:38: British strategic bomber")


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


def test_17_3126e_carrier_air_in_port_attacks_nothing():
    assert problems(CARRIER, JAPAN_AND_ALLIES) == []
    assert problems(CARRIER.replace("size: 4}", "size: 4, port: truk}"), JAPAN_AND_ALLIES) == [
        "11:35: akagi-air is on a carrier in port; it only defends there (17.3126)"
    ]


def test_17_3124_a_damaged_carrier_launches_nothing():
    assert problems(CARRIER.replace("size: 4}", "size: 4, damaged: true}"), JAPAN_AND_ALLIES) == [
        "11:35: akagi-air is on a damaged carrier, which launches nothing (17.3124)"
    ]


def test_nothing_is_fought():
    (found,) = problems(CARRIER.partition("counterair")[0], JAPAN_AND_ALLIES)
    assert "nothing is fought; expected one of turn, " in found


def test_the_template_is_a_sound_scenario():
    from support import problems_of

    from airwar.rulesets.world_at_war import RULESET

    assert problems_of(RULESET.template) == []


def test_every_option_has_a_rule_of_the_index_and_a_choice():
    from airwar.rulesets.index import rule_index
    from airwar.rulesets.world_at_war import RULESET

    for name, option in RULESET.options.items():
        assert option.rule in rule_index("world-at-war"), name
        assert option.default in option.values, name
        assert len(option.values) > 1, name
