"""Counterair: announced together, fought base by base, round by round."""

import pytest
from support import ask
from waw import JAPAN_AND_ALLIES, SICILY_AND_MALTA, fought, problems, scene, standing, unit

from airwar.rulesets.world_at_war.counterair_rounds import eligible

ONE_RAID = (
    SICILY_AND_MALTA
    + """
units:
  - {id: luftwaffe, nation: germany, type: aaf, count: 6, at: sicily}
  - {id: raf, nation: britain, type: aaf, count: 4, at: malta}
counterair:
  - {at: malta, with: {luftwaffe: 4}}
"""
)


def dice(base, *rounds):
    """Faces of both sides for each round: attacker's total, defender's total."""
    faces = {}
    for number, totals in enumerate(rounds, 1):
        for side, total in zip(("attacker", "defender"), totals, strict=True):
            if total:
                faces[f"{base}.r{number}.{side}.fire"] = [max(1, total - 6), min(6, total - 1)]
    return faces


# a round and after it


@pytest.mark.proves("18.52", "18.521", "19.1")
def test_18_521a_one_round_must_be_fought_when_there_is_somebody():
    end = fought(ONE_RAID, "fire 1 1, 1 1; disengage disengage")
    assert end.losses()[:3] == [
        ("attacker", "luftwaffe: German AAF", 1, "eliminated"),
        ("defender", "raf: British AAF", 1, "eliminated"),
        ("defender", "raf: British AAF", 1, "aborted"),
    ]
    assert end.end.result == "attacker disengaged"


@pytest.mark.proves("18.526", "18.43")
def test_18_526a_aborted_in_the_last_roll_are_inverted_and_excess_aborts_vanish():
    end = fought(ONE_RAID, "fire 1 6, 1 6; disengage disengage")  # row 4 at 7: 1/3 both ways
    assert standing(end) == {"luftwaffe": ("sicily", 2, 3), "raf": ("malta", 0, 3)}


def test_18_526c_defenders_that_did_not_abort_in_the_last_roll_act_freely():
    end = fought(ONE_RAID, "fire 1 1, 1 1; disengage disengage")  # 1/1
    assert standing(end)["raf"] == ("malta", 2, 1)


@pytest.mark.proves("18.524", "18.42", "18.42A")
def test_18_524a_surviving_attackers_return_and_are_inverted_whatever_the_outcome():
    end = fought(ONE_RAID, "fire 1 1, 1 1; disengage disengage")
    assert standing(end)["luftwaffe"] == ("sicily", 2, 3)


@pytest.mark.proves("18.522", "18.522C", "19.11")
def test_18_522b_aborted_units_of_both_sides_fight_the_next_round():
    end = fought(ONE_RAID, "fire 1 6, 1 6; disengage stay; reinforce none; fire 1 1, 1 1; disengage disengage")
    rows = {key: roll["row"] for key, roll in end.rolls().items()}
    assert rows == {
        "malta.r1.attacker.fire": "4",
        "malta.r1.defender.fire": "4",
        "malta.r2.attacker.fire": "3",
        "malta.r2.defender.fire": "3",
    }
    # aborts of the first round have no lasting effect: row 3 at 2 is 1/0
    assert standing(end) == {"luftwaffe": ("sicily", 2, 2), "raf": ("malta", 2, 0)}


def test_18_522b_the_defender_speaks_first():
    rest = ONE_RAID.replace("distances: {sicily: {malta: 2}}", "distances: {malta: {sicily: 2, cairo: 8}}").replace(
        "  malta:", "  cairo: {side: allies, facilities: [city]}\n  malta:"
    )
    end = fought(rest, "fire 1 1, 1 1; defender.disengage stay; attacker.disengage disengage")
    assert [question.key for question in end.asked] == ["malta.r1.defender.disengage", "malta.r1.attacker.disengage"]
    end = fought(rest, "fire 1 1, 1 1; disengage disengage")
    assert end.end.result == "defender disengaged"


def test_18_522b_the_attacker_may_be_reinforced_by_uncommitted_units():
    end = fought(ONE_RAID, "fire 1 1, 1 1; disengage stay; reinforce 2 luftwaffe; fire 1 1, 1 1; disengage disengage")
    assert end.rolls()["malta.r2.attacker.fire"]["row"] == "5"
    assert standing(end)["luftwaffe"] == ("sicily", 0, 4)


def test_18_522a_it_ends_when_a_side_is_gone_and_a_dead_attack_is_not_reinforced():
    rest = ONE_RAID.replace("luftwaffe: 4", "luftwaffe: 1")
    end = fought(rest, "fire 1 1, 1 1")
    assert end.end.result == "attacker eliminated"
    assert standing(end)["luftwaffe"] == ("sicily", 5, 0)


def test_18_522a_the_last_attacker_s_roll_still_settles_the_defenders():
    """Both rolls are simultaneous, so the dying attacker's is the final one."""
    rest = ONE_RAID.replace("luftwaffe: 4", "luftwaffe: 1")
    end = fought(rest, "fire 3 6, 1 1")
    assert standing(end)["raf"] == ("malta", 2, 1)


def test_18_522a_both_sides_may_be_gone():
    rest = ONE_RAID.replace("luftwaffe: 4", "luftwaffe: 1").replace("count: 4", "count: 1")
    end = fought(rest, "fire 1 6, 1 6")
    assert end.end.result == "both eliminated"


# who takes part

WITH_TRANSPORTS = ONE_RAID.replace(
    "counterair:", "  - {id: dakotas, nation: us, type: transport, count: 2, at: malta, inverted: 1}\ncounterair:"
).replace("count: 4, at: malta", "count: 3, at: malta, inverted: 2")


def test_18_521b_inverted_defenders_fight_with_their_whole_strength():
    end = fought(WITH_TRANSPORTS, "engage-transports leave; fire 1 1, 1 1; target uninverted; disengage disengage")
    assert end.rolls()["malta.r1.defender.fire"]["row"] == "3"
    assert standing(end)["raf"] == ("malta", 0, 2)


@pytest.mark.proves("19.64")
def test_19_64_the_attacker_applies_his_result_to_both_and_the_owner_picks():
    end = fought(
        WITH_TRANSPORTS,
        """
            engage-transports leave; fire 1 1, 1 1; target both; losses.britain-aaf.eliminated 1 raf-inverted
            disengage disengage
        """,
    )
    assert standing(end)["raf"] == ("malta", 0, 2)  # 1/1: one inverted gone, the uninverted one aborts


def test_19_64_surplus_eliminations_spill_onto_inverted_units_even_transports_that_did_not_fight():
    # 3/3: one uninverted, two surplus over two types
    end = fought(WITH_TRANSPORTS, "engage-transports leave; fire 5 6, 1 1; target uninverted; disengage disengage")
    assert standing(end)["raf"] == ("malta", 0, 1)
    assert standing(end)["dakotas"] == ("malta", 1, 0)


def test_18_521b_engaged_transports_are_a_type_but_the_inverted_one_only_takes_the_spill():
    # 1/1 over one uninverted factor of each
    end = fought(
        WITH_TRANSPORTS,
        """
            engage-transports engage; fire 1 1, 1 1; target uninverted; losses.types us-transport,britain-aaf
            disengage disengage
        """,
    )
    assert standing(end)["dakotas"] == ("malta", 0, 1)
    assert standing(end)["raf"] == ("malta", 0, 3)


def test_17_65_transports_left_alone_in_a_base_must_be_engaged_and_make_no_roll():
    rest = ONE_RAID.replace("type: aaf, count: 4, at: malta", "type: transport, count: 4, at: malta")
    end = fought(rest, "fire 1 1; disengage disengage")
    assert standing(end) == {"luftwaffe": ("sicily", 2, 4), "raf": ("malta", 2, 1)}
    notes = end.notes()
    assert {"only air transports are in the base, so they are engaged", "Allies: only air transports, so no roll"} <= {*notes}


def test_18_521d_an_empty_base_may_be_counteraired():
    rest = """
bases:
  sicily: {side: axis, facilities: [city, airbase]}
  malta: {side: allies, facilities: [port], island: true}
distances: {sicily: {malta: 2}}
units:
  - {id: luftwaffe, nation: germany, type: aaf, count: 6, at: sicily}
counterair:
  - {at: malta, with: {luftwaffe: 1}}
"""
    end = fought(rest)
    assert end.end.result == "base empty"
    assert standing(end)["luftwaffe"] == ("sicily", 5, 1)


def test_18_521_who_flies_is_asked_when_the_scenario_does_not_say():
    rest = ONE_RAID.replace(", with: {luftwaffe: 4}", "")
    end = fought(rest, "commit 6 luftwaffe; fire 1 1, 1 1; disengage disengage")
    assert end.rolls()["malta.r1.attacker.fire"]["row"] == "6"
    end = fought(rest, "commit none")
    assert end.end.result == "not flown"


# refuges

THREE_BASES = """
bases:
  brest-litovsk: {side: axis, facilities: [city, airbase]}
  minsk: {side: allies, facilities: [city]}
  kiev: {side: allies, facilities: [city]}
  smolensk: {side: allies, facilities: [city]}
  urals: {side: allies, box: urals}
distances:
  brest-litovsk: {minsk: 3, kiev: 4, smolensk: 5}
  minsk: {smolensk: 3, kiev: 5, urals: 8}
  kiev: {smolensk: 5, urals: 9}
units:
  - {id: luftwaffe, nation: germany, type: aaf, count: 8, at: brest-litovsk}
  - {id: minsk-air, nation: russia, type: aaf, count: 4, at: minsk}
  - {id: kiev-air, nation: russia, type: aaf, count: 4, at: kiev}
  - {id: smolensk-air, nation: russia, type: aaf, count: 3, at: smolensk}
counterair:
  - {at: minsk, with: {luftwaffe: 4}}
  - {at: kiev, with: {luftwaffe: 4}}
"""


def test_18_523_all_survivors_fly_to_refuges_and_are_inverted():
    end = fought(
        THREE_BASES,
        """
            fire 1 1, 1 1; defender.disengage disengage; refuge.smolensk.minsk-air 2 minsk-air
            fire 1 1, 1 1; attacker.disengage disengage
        """,
    )
    where = standing(end)
    assert where["minsk-air"] == ("smolensk", 0, 2)
    assert where["minsk-air/urals"][0] == "urals"
    assert end.state.unit("minsk-air").had == 4
    assert sum(one.number for one in end.state.units if one.id.startswith("minsk-air")) == 2 + where["minsk-air/urals"][2]
    # kiev cannot fly off: smolensk is full now, the urals are too far, minsk was counteraired
    assert "kiev.r1.defender.disengage" not in [question.key for question in end.asked]


def test_18_523_the_refuges_that_are_named_are_those_within_reach():
    text = THREE_BASES.replace("urals: 8", "urals: 9").replace("count: 3, at: smolensk", "count: 1, at: smolensk")
    end = fought(
        text,
        """
            fire 1 1, 1 1; defender.disengage stay; attacker.disengage disengage
            fire 1 1, 1 1; defender.disengage stay; attacker.disengage disengage
        """,
    )
    question = end.question("minsk.r1.defender.disengage")
    assert question.about().endswith(" Refuge: Smolensk (3 hexes).")


def test_18_523_no_partial_disengagement_without_room_for_all():
    rest = THREE_BASES.replace(", urals: 8", "")
    end = fought(rest, "fire 1 1, 1 1; disengage disengage; fire 1 1, 1 1; disengage disengage")
    assert [question.key for question in end.asked] == ["minsk.r1.attacker.disengage", "kiev.r1.attacker.disengage"]


def test_18_523_a_base_announced_for_later_is_no_refuge():
    rest = THREE_BASES.replace(", urals: 8", "").replace("count: 3, at: smolensk", "count: 5, at: smolensk")
    end = fought(rest, "fire 1 1, 1 1; disengage disengage; fire 1 1, 1 1; disengage disengage")
    assert [body["option"] for body in end.told("ruling")] == ["announcements"]


def test_18_523_a_full_port_city_is_no_refuge_and_the_ruling_is_told():
    rest = THREE_BASES.replace(", urals: 8", "").replace(
        "smolensk: {side: allies, facilities: [city]}", "smolensk: {side: allies, facilities: [port-city]}"
    )
    rest = rest.replace("count: 3, at: smolensk", "count: 5, at: smolensk").replace("smolensk: 3, kiev: 5", "smolensk: 3")
    rest = rest.replace("  - {at: kiev, with: {luftwaffe: 4}}\n", "")
    end = fought(rest, "fire 1 1, 1 1; disengage disengage")
    assert [(body["option"], body["value"]) for body in end.told("ruling")] == [("port-city", "one")]
    end = fought(rest + "options: {port-city: two}\n", "fire 1 1, 1 1; disengage disengage")
    assert standing(end)["minsk-air"][0] == "smolensk"


def test_18_523_announced_one_by_one_a_base_attacked_later_is_a_refuge():
    rest = THREE_BASES.replace(", urals: 8", "").replace("count: 3, at: smolensk", "count: 5, at: smolensk")
    rest = rest.replace("count: 4, at: kiev", "count: 2, at: kiev") + "options: {announcements: one-by-one}\n"
    rest = rest.replace("count: 4, at: minsk", "count: 2, at: minsk")
    end = fought(
        rest,
        """
            fire 1 1, 1 1; defender.disengage disengage
            fire 1 1, 1 1; target uninverted; attacker.disengage disengage
        """,
    )
    assert standing(end)["minsk-air"][0] == "kiev"


def test_18_523_naval_air_of_carriers_in_port_flies_off_too():
    rest = """
bases:
  rabaul: {side: japan, facilities: [port, airbase], jungle: true}
  moresby: {side: allies, facilities: [port], jungle: true}
  townsville: {side: allies, facilities: [city]}
carriers:
  hornet: {nation: us, size: 4, port: moresby}
distances: {rabaul: {moresby: 2}, moresby: {townsville: 4}}
units:
  - {id: koku, nation: japan, type: nas, count: 6, at: rabaul}
  - {id: hornet-air, nation: us, type: nas, count: 4, at: hornet}
counterair:
  - {at: moresby, with: {koku: 6}}
"""
    end = fought(rest, "fire 1 1, 1 1; disengage disengage", head=JAPAN_AND_ALLIES)
    assert standing(end)["hornet-air"] == ("townsville", 0, 3)


# squadrons, carriers

CEYLON = """
bases:
  colombo: {side: allies, facilities: [port, airbase]}
carriers:
  akagi: {nation: japan, size: 4}
  hiryu: {nation: japan, size: 3}
distances: {colombo: {akagi: 3, hiryu: 3}}
units:
  - {id: akagi-air, nation: japan, type: nas, count: 4, at: akagi, elite: true}
  - {id: hiryu-air, nation: japan, type: nas, count: 3, at: hiryu, elite: true}
  - {id: raf, nation: britain, type: aaf, count: 2, at: colombo}
counterair:
  - {at: colombo, with: {akagi-air: 4, hiryu-air: 3}}
"""


@pytest.mark.proves("19.51", "17.33", "17.32", "18.524B")
def test_19_12_a_carrier_strike_on_a_land_base_is_a_single_round():
    end = fought(CEYLON, "fire 1 6, 1 6; losses.elite-japan-nas.eliminated 1 akagi-air 1 hiryu-air", head=JAPAN_AND_ALLIES)
    rolls = end.rolls()
    assert [rolls[f"colombo.r1.{side}.fire"]["row"] for side in ("attacker", "defender")] == ["7", "6"]
    assert end.end.result == "single round fought"
    # row 7 at 8 is 3/4: a squadron of each kind gone is a factor, the three others abort; row 6 at 6 is 2/3
    assert standing(end)["raf"][1:] == (0, 1)
    assert standing(end)["akagi-air"] == ("akagi", 3, 0)


def test_19_12_land_based_air_goes_on_after_the_carriers_have_left():
    rest = CEYLON.replace("carriers:", "  andamans: {side: japan, facilities: [airbase]}\ncarriers:").replace(
        "distances: {colombo: {", "distances: {colombo: {andamans: 3, "
    )
    rest = rest.replace("counterair:", "  - {id: kanoya, nation: japan, type: nas, count: 3, at: andamans}\ncounterair:").replace(
        "hiryu-air: 3}}", "hiryu-air: 3, kanoya: 3}}"
    )
    # lowest DRM is 2 (regular), so no modifier: 10 at 2 is 2/3; 6 at 2 is 1/2
    end = fought(
        rest,
        """
            fire 1 1, 1 1; losses.elite-japan-nas.eliminated 1 akagi-air
            losses.britain-aaf.kinds attack,cover,search; disengage stay
            fire 1 1, 1 1; disengage disengage
        """,
        head=JAPAN_AND_ALLIES,
    )
    assert end.rolls()["colombo.r2.attacker.fire"]["row"] == "3"


def test_18_522b_a_higher_drm_is_worth_more_once_the_lowest_is_gone():
    rest = (
        SICILY_AND_MALTA
        + """
units:
  - {id: luftwaffe, nation: germany, type: aaf, count: 4, at: sicily}
  - {id: rumanians, nation: rumania, type: aaf, count: 1, at: sicily}
  - {id: raf, nation: britain, type: aaf, count: 4, at: malta}
counterair:
  - {at: malta, with: {luftwaffe: 4, rumanians: 1}}
"""
    )
    # row 4 at 7+2: 2/3, one German and the Rumanians
    end = fought(rest, "fire 1 1, 1 6; disengage stay; fire 1 1, 1 1; disengage disengage")
    terms = {key: roll["terms"] for key, roll in end.rolls().items()}
    assert terms["malta.r1.attacker.fire"] == [["air nationality", -2, "19.31A", "air-nationality"]]
    assert terms["malta.r2.attacker.fire"] == []


@pytest.mark.parametrize("kind", ["naval-base", "patrol", "naval-combat"])
def test_19_12_other_counterair_of_a_single_round(kind):
    rest = ONE_RAID.replace("luftwaffe: 4}", "luftwaffe: 4}, kind: " + kind)
    end = fought(rest, "fire 1 1, 1 1")
    assert end.end.result == "single round fought"
    assert standing(end) == {"luftwaffe": ("sicily", 2, 3), "raf": ("malta", 2, 1)}


PATROL = CEYLON.replace(
    "  - {at: colombo, with: {akagi-air: 4, hiryu-air: 3}}",
    "  - {at: colombo, kind: patrol, with: {akagi-air: 4}}\n  - {at: colombo, kind: patrol, with: {akagi-air: 4, hiryu-air: 3}}",
).replace("{id: raf, nation: britain, type: aaf, count: 2", "{id: raf, nation: britain, type: aaf, count: 1")


@pytest.mark.proves("18.511C")
def test_19_12_a_patrol_may_attack_one_base_from_each_hex_it_enters():
    """One round from each hex; who survived the first is aboard again and flies from the second."""
    end = fought(
        PATROL,
        """
            fire 1 1, 1 6; losses.britain-aaf.kinds attack,cover,search
            fire 1 1, 1 1; losses.britain-aaf.kinds cover,search,attack
        """,
        head=JAPAN_AND_ALLIES,
    )
    rolls = end.rolls()
    assert rolls["colombo.r1.attacker.fire"]["row"] == "4"
    assert rolls["colombo-2.r1.attacker.fire"]["row"] == "6"  # of the first four one has fallen
    assert "akagi-air: 1 of the 4 ordered to fly cannot: only 3 are free to fly (18.41)" in end.notes()
    assert rolls["colombo-2.r1.defender.fire"]["row"] == "2"  # of the three squadrons one has fallen, and does not fight again
    assert [standing(end)[name][1:] for name in ("akagi-air", "hiryu-air")] == [(3, 0), (3, 0)]
    assert {unit.id: unit.flown for unit in end.state.units if unit.flown} == {
        "akagi-air": 3,
        "hiryu-air": 3,
    }  # one mission for each, whatever the hexes


def test_19_12_only_a_patrol_attacks_twice_and_only_its_aircraft_fly_twice():
    assert problems(PATROL, JAPAN_AND_ALLIES) == []
    twice = problems(PATROL.replace("kind: patrol", "kind: naval-base", 1), JAPAN_AND_ALLIES)
    assert any("Colombo is attacked once in a phase; add the forces together (18.525)" in problem for problem in twice)
    assert any("akagi-air has 4 uninverted; 8 are to fly (18.41)" in problem for problem in twice)


def test_18_524b_carrier_air_in_naval_combat_is_inverted_for_its_round():
    rest = CEYLON.replace("size: 4}", "size: 4, naval-combat: true}").replace("akagi-air: 4, hiryu-air: 3", "akagi-air: 4")
    end = fought(rest, "fire 1 1, 1 1; losses.britain-aaf.kinds attack,cover,search", head=JAPAN_AND_ALLIES)
    notes = end.notes()
    assert "akagi-air lands on Akagi and is inverted for the rest of this round of naval combat" in notes
    assert standing(end)["akagi-air"] == ("akagi", 3, 0)


def test_18_41_carrier_air_flies_one_mission_in_a_turn_unless_ruled_otherwise():
    rest = CEYLON.replace("{at: colombo, with: {akagi-air: 4, hiryu-air: 3}}", "{at: colombo, with: {akagi-air: 4}}")
    rest += "  - {at: colombo, phase: combat}\n"
    end = fought(rest, "fire 1 1, 1 1; losses.britain-aaf.kinds attack,cover,search; commit none", head=JAPAN_AND_ALLIES)
    offered = end.question("combat.colombo.attacker.commit")
    assert dict(offered.items) == {"hiryu-air": 3}
    end = fought(
        rest + "options: {carrier-missions: any}\n",
        "fire 1 1, 1 1; losses.britain-aaf.kinds attack,cover,search; commit none",
        head=JAPAN_AND_ALLIES,
    )
    offered = end.question("combat.colombo.attacker.commit")
    assert dict(offered.items) == {"akagi-air": 3, "hiryu-air": 3}


def test_18_526a_counterair_in_naval_combat_inverts_by_ruling():
    rest = ONE_RAID.replace("luftwaffe: 4}", "luftwaffe: 4}, kind: naval-combat")
    end = fought(rest + "options: {naval-combat-aborts: none}\n", "fire 1 1, 1 1")
    assert standing(end)["raf"] == ("malta", 3, 0)
    assert end.told("ruling")[-1]["option"] == "naval-combat-aborts"


# carriers in port

IN_PORT = """
bases:
  saipan: {side: japan, facilities: [port], island: true}
  truk: {side: allies, facilities: [port], island: true}
carriers:
  hornet: {nation: us, size: 4, port: truk}
distances: {saipan: {truk: 3}}
units:
  - {id: koku, nation: japan, type: nas, count: 6, at: saipan}
  - {id: marines, nation: us, type: aaf, count: 3, at: truk}
  - {id: hornet-air, nation: us, type: nas, count: 4, at: hornet}
counterair:
  - {at: truk, with: {koku: 6}}
"""
KINDS = {"truk.r1.defender.losses.us-aaf.kinds": "attack,cover,search"}


@pytest.mark.proves("18.521C", "17.3126", "17.3126A", "17.3126C")
def test_17_3126b_carrier_air_in_port_fights_beside_the_others_whatever_the_basing_limit():
    end = fought(IN_PORT, "fire 1 1, 1 1; losses.us-aaf.kinds attack,cover,search; disengage disengage", head=JAPAN_AND_ALLIES)
    assert end.rolls()["truk.r1.defender.fire"]["row"] == "13"
    # 6 at 2 is 1/2: one army squadron gone, then naval and army squadron abort
    assert standing(end)["hornet-air"] == ("hornet", 3, 1)
    assert end.told("ruling")[-1]["option"] == "carrier-air-in-port"


def test_17_3126c_it_may_be_ruled_land_based_from_then_on():
    end = fought(
        IN_PORT + "options: {carrier-air-in-port: land-based}\n",
        "fire 1 1, 1 1; losses.us-aaf.kinds attack,cover,search; disengage disengage",
        head=JAPAN_AND_ALLIES,
    )
    assert standing(end)["hornet-air"] == ("truk", 3, 1)


def test_17_3126e_it_flies_no_counterair_of_its_own():
    head = JAPAN_AND_ALLIES.replace("attacker: japan", "attacker: allies")
    turn = scene(IN_PORT.replace("{at: truk, with: {koku: 6}}", "{at: saipan, with: {marines: 3}}"), head).start.state
    assert ask(eligible, turn, "saipan").units == {"marines": 3}


def test_18_526b_naval_air_rejoins_a_carrier_that_sails_and_has_its_status():
    rest = IN_PORT.replace("port: truk}", "port: truk, sails: true}")
    end = fought(rest, "fire 1 1, 1 1; losses.us-aaf.kinds attack,cover,search; disengage disengage", head=JAPAN_AND_ALLIES)
    assert standing(end)["hornet-air"] == ("hornet", 4, 0)
    rest = rest.replace("sails: true}", "sails: true, inverted: true}").replace("at: hornet}", "at: hornet, inverted: 4}")
    end = fought(
        rest, "fire 1 1, 1 1; target both; losses.us-aaf.kinds attack,cover,search; disengage disengage", head=JAPAN_AND_ALLIES
    )
    assert standing(end)["hornet-air"] == ("hornet", 0, 4)


def test_17_3126c_naval_air_taken_for_land_based_still_rejoins_a_carrier_that_sails():
    rest = IN_PORT.replace("port: truk}", "port: truk, sails: true}") + "options: {carrier-air-in-port: land-based}\n"
    end = fought(rest, "fire 1 1, 1 1; losses.us-aaf.kinds attack,cover,search; disengage disengage", head=JAPAN_AND_ALLIES)
    assert standing(end)["hornet-air"] == ("hornet", 4, 0)


# both phases


@pytest.mark.proves("18.511", "18.512")
def test_18_525_a_base_is_counteraired_in_both_phases_by_different_units():
    rest = ONE_RAID + "  - {at: malta, with: {luftwaffe: 2}, phase: combat}\n"
    end = fought(rest, "fire 1 1, 1 1; disengage disengage; fire 1 1, 1 1; target uninverted; disengage disengage")
    assert end.rolls()["combat.malta.r1.attacker.fire"]["row"] == "2"
    assert end.rolls()["combat.malta.r1.defender.fire"]["row"] == "3"
    assert end.end.result == "Malta: attacker disengaged; Malta: attacker disengaged"


def test_18_523_what_was_counteraired_in_the_movement_phase_is_a_refuge_again_in_the_combat_phase():
    rest = THREE_BASES.replace("  - {at: kiev, with: {luftwaffe: 4}}", "  - {at: kiev, with: {luftwaffe: 4}, phase: combat}")
    rest = rest.replace("count: 3, at: smolensk", "count: 5, at: smolensk")
    rest = rest.replace("count: 4, at: minsk", "count: 2, at: minsk")
    end = fought(
        rest,
        """
            fire 1 1, 1 1; defender.disengage stay; attacker.disengage disengage
            fire 1 1, 1 1; defender.disengage disengage
        """,
    )
    assert standing(end)["kiev-air"] == ("minsk", 0, 3)


# recombination


@pytest.mark.proves("19.52", "19.65C")
@pytest.mark.parametrize(("policy", "left"), [("debt", 2), ("ceil", 1), ("floor", 2)])
def test_19_52_one_squadron_lost_of_six_under_each_policy(policy, left):
    rest = CEYLON.replace("akagi-air: 4, hiryu-air: 3", "akagi-air: 2") + f"options: {{recombination: {policy}}}\n"
    end = fought(rest, "fire 1 3, 1 1; losses.britain-aaf.kinds attack,cover,search", head=JAPAN_AND_ALLIES)  # row 2 at 5: 1/0
    assert unit(end, "raf").number == left
    assert unit(end, "raf").debt == (1 if policy == "debt" else 0)
    assert end.told("ruling")[-1]["value"] == policy


def test_18_521_a_hex_that_is_no_air_base_is_not_counteraired():
    rest = """
bases:
  athens: {side: axis, facilities: [city]}
  desert: {side: allies, PLACE}
distances: {athens: {desert: 3}}
units: [{id: kg, nation: germany, type: aaf, count: 2, at: athens}]
counterair: [{at: desert, with: {kg: 1}}]
"""
    assert problems(rest.replace("PLACE", "facilities: []")) == ["7:19: Desert is not an air base (18.521)"]
    for base in ("facilities: [airbase]", "island: true"):
        assert problems(rest.replace("PLACE", base)) == []
