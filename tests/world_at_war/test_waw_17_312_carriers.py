"""Fast carriers (17.312): transfers of naval air, carriers in attacked ports, carriers sunk; and what air units may do."""

import pytest
from waw import JAPAN_AND_ALLIES, fought, problems, standing

from airwar.setup.loading import parse_scenario

TRUK = """
bases:
  truk: {side: japan, facilities: [port], island: true}
  rabaul: {side: japan, facilities: [port], jungle: true}
  efate: {side: allies, facilities: [airbase], island: true}
carriers:
  akagi: {nation: japan, size: 4, port: truk}
  kaga: {nation: japan, size: 4, port: truk, inverted: true}
  hiryu: {nation: japan, size: 3, port: truk, damaged: true}
  soryu: {nation: japan, size: 3, force: mobile}
  zuikaku: {nation: japan, size: 4, force: mobile}
  hermes: {nation: britain, size: 2}
distances: {efate: {soryu: 3, truk: 9, rabaul: 5}, truk: {rabaul: 3}}
units:
  - {id: ashore, nation: japan, type: nas, count: 4, inverted: 1, at: truk}
  - {id: kaga-air, nation: japan, type: nas, count: 3, at: kaga, inverted: 3}
  - {id: soryu-air, nation: japan, type: nas, count: 3, at: soryu}
  - {id: zuikaku-air, nation: japan, type: nas, elite: true, count: 2, at: zuikaku}
  - {id: army, nation: japan, type: aaf, count: 1, at: rabaul}
"""


def after(orders, answers=None, rest=TRUK):
    return standing(fought(rest + orders, None, answers, JAPAN_AND_ALLIES))


def refused(orders, rest=TRUK):
    (found,) = problems(rest + orders, JAPAN_AND_ALLIES)
    return found


@pytest.mark.proves("17.3122A")
def test_17_3122_naval_air_goes_aboard_a_carrier_in_its_port():
    where = after("transfers: [{unit: ashore, to: akagi, count: 3}]\n")
    assert where["ashore/akagi"] == ("akagi", 3, 0)
    assert where["ashore"] == ("truk", 0, 1)


def test_17_3122b_in_the_redeployment_phase_too():
    where = after("transfers: [{unit: ashore, to: akagi, count: 2, phase: redeployment}]\n")
    assert where["ashore/akagi"] == ("akagi", 2, 0)


def test_17_3122d_aboard_an_inverted_carrier_it_is_inverted():
    assert after("transfers: [{unit: ashore, to: kaga, count: 1}]\n")["ashore/kaga"] == ("kaga", 0, 1)


def test_17_3122d_from_an_inverted_carrier_it_comes_inverted_and_may_be_uninverted_ashore():
    assert after("transfers: [{unit: kaga-air, to: truk}]\n")["kaga-air"] == ("truk", 0, 3)
    orders = "turn: true\nstaging: []\nredeployment: []\ntransfers: [{unit: kaga-air, to: truk}]\n"
    answers = {"start.attacker.uninvert": "uninvert", "staging.attacker.uninvert": "uninvert"}
    assert after(orders, answers)["kaga-air"] == ("truk", 3, 0)


def test_17_3124_carriers_of_one_force_share_their_naval_air():
    assert after("transfers: [{unit: soryu-air, to: zuikaku, count: 2}]\n")["soryu-air/zuikaku"] == ("zuikaku", 2, 0)


def test_17_3124_from_an_inverted_carrier_the_receiving_one_is_inverted_too():
    rest = TRUK.replace("{nation: japan, size: 3, force: mobile}", "{nation: japan, size: 3, force: mobile, inverted: true}")
    rest = rest.replace("count: 3, at: soryu}", "count: 3, at: soryu, inverted: 3}")
    where = after("transfers: [{unit: soryu-air, to: zuikaku, count: 1}]\n", rest=rest)
    assert where["zuikaku-air"] == ("zuikaku", 0, 2)


def test_17_3122_orders_that_follow_start_from_the_new_place():
    orders = "transfers: [{unit: ashore, to: akagi, count: 3}]\ncounterair: [{at: efate, with: {ashore: 1}}]\n"
    found = problems(TRUK + orders, JAPAN_AND_ALLIES)
    assert "21:41: ashore has none uninverted and free to fly (18.41)" in found


@pytest.mark.parametrize(
    ("orders", "sentence"),
    [
        ("{unit: ashore, to: akagi}", "20:32: 1 of ashore are inverted and may not go aboard (17.3122C)"),
        ("{unit: ashore, to: hiryu, count: 1}", "20:32: Hiryu is damaged and cannot take naval air aboard (17.3124)"),
        ("{unit: soryu-air, to: truk}", "20:35: Soryu and Truk are not in the same place (17.3122)"),
        ("{unit: soryu-air, to: zuikaku}", "20:35: Zuikaku has room for 2 more naval squadrons (17.312)"),
        ("{unit: ashore, to: rabaul}", "20:32: ashore would go from base to base, which is staging (18.21)"),
        ("{unit: army, to: akagi}", "20:20: army is not naval air of the attacker, which alone may transfer (17.3122)"),
        ("{unit: kaga-air, to: hermes}", "20:34: Hermes carries naval air of britain only (17.312)"),
    ],
)
def test_17_3122c_transfers_that_are_refused(orders, sentence):
    assert refused(f"transfers: [{orders}]\n") == sentence


def test_17_3127_a_carrier_sunk_in_port_lands_its_naval_air_as_far_as_there_is_room():
    assert after("sunk: [{carrier: kaga}]\n")["kaga-air"] == ("truk", 0, 3)
    full = TRUK.replace("count: 4, inverted: 1, at: truk", "count: 9, inverted: 1, at: truk")
    end = fought(full + "sunk: [{carrier: kaga}]\n", head=JAPAN_AND_ALLIES)
    assert standing(end)["kaga-air"] == ("truk", 0, 1)
    assert end.losses() == [("attacker", "kaga-air: Japanese NAS", 2, "eliminated")]


def test_17_3127_naval_air_displaced_from_a_sunk_carrier_is_inverted():
    fit = TRUK.replace("port: truk, inverted: true}", "port: truk}").replace("at: kaga, inverted: 3}", "at: kaga}")
    end = fought(fit + "sunk: [{carrier: kaga}]\n", head=JAPAN_AND_ALLIES)
    assert standing(end)["kaga-air"] == ("truk", 0, 3)


def test_17_3124_a_carrier_sunk_at_sea_leaves_what_the_others_hold():
    end = fought(TRUK + "sunk: [{carrier: soryu}]\n", head=JAPAN_AND_ALLIES)
    assert standing(end)["soryu-air"] == ("zuikaku", 2, 0)
    assert end.losses() == [("attacker", "soryu-air: Japanese NAS", 1, "eliminated")]


def test_17_3124_a_carrier_alone_takes_its_naval_air_with_it():
    end = fought(TRUK.replace("size: 3, force: mobile", "size: 3") + "sunk: [{carrier: soryu}]\n", head=JAPAN_AND_ALLIES)
    assert "soryu-air" not in standing(end)


def test_17_3124_combat_air_patrol_without_a_deck_lands_within_three_hexes_inverted():
    rest = TRUK.replace("size: 3, force: mobile", "size: 3").replace("truk: {rabaul: 3}", "truk: {rabaul: 3}, soryu: {truk: 3}")
    landing = {"sinkings.attacker.ashore.soryu-air": {"truk": 2}}
    end = fought(rest + "sunk: [{carrier: soryu, patrol: 2}]\n", None, landing, JAPAN_AND_ALLIES)
    assert standing(end)["soryu-air"] == ("truk", 0, 2)
    assert end.losses()[0] == ("attacker", "soryu-air: Japanese NAS", 1, "eliminated")


@pytest.mark.proves("18.512B")
def test_17_3126d_an_attack_on_the_ships_in_port_is_met_by_the_carriers_air_for_one_round():
    rest = """
bases:
  oahu: {side: allies, facilities: [port]}
carriers:
  lexington: {nation: us, size: 4, port: oahu}
  akagi: {nation: japan, size: 4}
distances: {oahu: {akagi: 3}}
units:
  - {id: akagi-air, nation: japan, type: nas, count: 4, at: akagi, elite: true}
  - {id: lexington-air, nation: us, type: nas, count: 4, at: lexington}
counterair: [{at: oahu, with: {akagi-air: 4}, kind: naval-base, phase: combat}]
"""
    dice = {"combat.oahu.r1.attacker.fire": [1, 1], "combat.oahu.r1.defender.fire": [1, 2]}
    end = fought(rest, dice, head=JAPAN_AND_ALLIES)
    assert end.rolls()["combat.oahu.r1.defender.fire"]["row"] == "4"
    assert end.end.result == "single round fought"
    assert standing(end)["lexington-air"] == ("lexington", 2, 1)  # row 4 at 3: 1/1


def test_17_3122d_naval_air_aboard_an_inverted_carrier_is_inverted_from_the_start():
    sentence = refused("", TRUK.replace("at: kaga, inverted: 3}", "at: kaga}") + "staging: []\ncounterair: [{at: efate}]\n")
    assert sentence.endswith("Kaga is inverted and so is all naval air aboard; expected inverted: 3 (17.3122D)")


def test_17_3122d_naval_air_aboard_an_uninverted_carrier_at_sea_is_uninverted_from_the_start():
    afloat = TRUK.replace("count: 3, at: soryu}", "count: 3, inverted: 1, at: soryu}")
    sentence = refused("", afloat + "staging: []\ncounterair: [{at: efate}]\n")
    assert sentence.endswith(
        "Soryu is at sea and not inverted, and neither is the naval air aboard; expected inverted: 0 (17.3122D)"
    )


@pytest.mark.parametrize("facility", ["port", "port-city", "artificial-port", "city", "airbase"])
def test_17_312_a_carrier_in_port_lies_where_there_is_one(facility):
    text = JAPAN_AND_ALLIES + "turn: true\n" + TRUK.replace("[port], island: true", f"[{facility}]", 1)
    said = any("has no port in its facilities" in note.text for note in parse_scenario(text, "test.yaml").notes)
    assert said is (facility in ("city", "airbase"))
