"""Uninversion, weather and transfers (18.7, 19.31A, 17.3122)."""

from dataclasses import replace

import pytest
from waw import BRITISH, BRITISH_NAVAL, JAPAN_AND_ALLIES
from waw_desert import DESERT
from waw_direct import begun, called, changed_base, changed_carrier, changed_unit, complaints, holding, options

from airwar.rulesets.world_at_war import carriers, start_and_end
from airwar.rulesets.world_at_war.carriers import Transfer
from airwar.rulesets.world_at_war.state import Battle


@pytest.fixture
def turn():
    return begun(DESERT, part="movement.displacement")


def test_18_72a_who_may_be_uninverted(turn):
    assert [unit.id for unit in start_and_end.able(turn)] == ["jg", "regia"]
    held = turn.with_basing(turn.basing._replace(held=(("jg", 1), ("regia", 1))))
    assert [unit.id for unit in start_and_end.able(held)] == ["jg"]
    assert start_and_end.held(held)["jg"] == 1
    more = turn.with_basing(turn.basing._replace(held=(("jg", 2), ("jg", 2))))
    assert start_and_end.held(more)["jg"] == 2
    short = changed_base(turn, "benghazi", supply="partial")
    assert start_and_end.able(short) == []
    end = called(start_and_end.uninverted, held, start_and_end.able(held), answers={"attacker.uninvert": "uninvert"})
    assert holding(end.state)["jg"] == ("benghazi", 3, 0, 0, 1, 0)
    assert end.statuses()[0][:3] == ("attacker", "jg: German AAF", 1)
    wait = called(start_and_end.uninverted, held, start_and_end.able(held), answers={"attacker.uninvert": "wait"})
    assert (wait.state, options(wait.asked[0])) == (held, ["uninvert", "wait"])


def test_18_72e_the_defender_uninverts_in_its_own_turn():
    turn = begun(DESERT, part="end.uninversion", phase="end")
    turn = turn.with_basing(turn.basing._replace(held=(("regia", 1),)))
    end = called(start_and_end.uninvert_at_the_end, turn, answers={"end.attacker.uninvert": "uninvert"})
    after = end.state.value
    assert holding(after)["daf"] == ("tobruk", 4, 0, 0, 1, 0)
    assert after.basing.held == ()
    (sheet,) = end.told("sheet")
    assert [(row[0], row[3]) for row in sheet["rows"]] == [("regia", "1"), ("aquila-air", "2")]


def test_17_3126c_naval_air_that_aborted_in_port_has_the_status_of_its_carrier_after_the_turn(turn):
    end = called(start_and_end.uninvert_at_the_end, turn, answers={"end.attacker.uninvert": "wait"})
    assert holding(end.state.value)["eagle-air"] == ("eagle", 2, 0, 0, 0, 0)
    assert holding(end.state.value)["aquila-air"] == ("aquila", 0, 0, 0, 2, 0)  # its carrier is inverted
    assert ("defender", "eagle-air: British NAS", 1, "uninverted") in end.statuses()


def test_18_72_why_units_stay_inverted(turn):
    turn = turn.with_basing(turn.basing._replace(held=(("regia", 1),)))
    reasons = [start_and_end.reason(turn, turn.unit(name)) for name in ("regia", "aquila-air", "jg")]
    assert ["18.72C" in reasons[0], "17.3122D" in reasons[1], "18.72A" in reasons[2]] == [True] * 3


def test_17_3122d_the_referee_says_when_a_carrier_is_uninverted(turn):
    end = called(start_and_end.carriers_uninverted, turn, answers={"referee.uninvert.aquila": "uninvert"})
    assert not end.state.carrier("aquila").inverted
    assert holding(end.state)["aquila-air"] == ("aquila", 2, 0, 0, 0, 0)
    assert [options(question) for question in end.asked] == [["stays", "uninvert"]]
    stays = called(start_and_end.carriers_uninverted, turn)
    assert stays.state == turn
    for other in (
        changed_carrier(turn, "aquila", sunk=True),
        changed_carrier(turn, "aquila", inverted=False),
        changed_carrier(changed_carrier(turn, "aquila", inverted=False), "argus", inverted=True),
        turn.with_setting(replace(turn.setting, orders_asked=False)),
    ):
        assert called(start_and_end.carriers_uninverted, other).asked == []


@pytest.mark.parametrize(
    ("box", "supply", "nation", "held", "free"),
    [("atlantic-us", "none", "us", 0, True), ("pacific-us", "none", "australia", 0, True), ("india", "none", "us", 0, False),
     ("atlantic-us", "none", "germany", 0, False), ("atlantic-us", "none", "us", 3, False), ("atlantic-us", "none", "us", 2, True)],
)  # fmt: skip
def test_18_73b_western_air_in_the_us_boxes_uninverts_itself(turn, box, supply, nation, held, free):
    turn = changed_base(turn, "rome", box=box, supply=supply)
    unit = turn.unit("jg")._replace(home="rome", ready=0, inverted=3, air_type=BRITISH._replace(nation=nation))
    turn = turn.with_units([unit]).with_basing(turn.basing._replace(held=(("jg", held),)))
    assert start_and_end.uninverts_itself(turn, unit) == free
    after = called(start_and_end.automatically_uninverted, turn).state
    assert after.unit("jg").ready == (3 - held if free else 0)
    theirs = turn.with_units([unit._replace(side="allies")])
    assert called(start_and_end.automatically_uninverted, theirs).state == theirs


@pytest.mark.parametrize(
    ("result", "suffering", "worse"), [("8", "both", {"jg", "daf"}), ("9", "axis", {"jg"}), ("8", "allies", {"daf"})]
)
def test_19_31a_winter_comes_where_the_referee_says(turn, result, suffering, worse):
    turn = turn.with_setting(replace(turn.setting, winter=True))
    answers = {
        "weather.referee.winter": result,
        "weather.referee.winter-hexes": {"tobruk": 1, "benghazi": 1},
        "weather.referee.winter-side": suffering,
    }
    end = called(start_and_end.winter_comes, turn, answers=answers)
    after = end.state.value
    assert after.winter == (("tobruk", int(result)), ("benghazi", int(result)))
    changed = {unit.id for unit in after.units if unit != turn.unit(unit.id)}
    side = {"jg", "regia"} if "jg" in worse else set()
    assert changed == side | ({"daf", "faa", "eagle-air"} if "daf" in worse else set())
    assert options(end.asked[0]) == ["fair", "8", "9"]
    assert set(options(end.asked[1])) == {base.id for base in turn.bases if not base.box}
    assert options(end.asked[2]) == ["both", "axis", "allies"]


def test_19_31a_nothing_is_asked_about_the_weather_out_of_winter(turn):
    cold = turn.with_setting(replace(turn.setting, winter=True))
    fair = called(start_and_end.winter_comes, cold)
    assert (fair.state.value, len(fair.asked)) == (cold, 1)
    for other in (replace(cold.setting, winter=False), replace(cold.setting, orders_asked=False)):
        assert called(start_and_end.winter_comes, turn.with_setting(other)).asked == []


def test_19_31a_battles_in_winter_hexes_are_in_winter(turn):
    battles = tuple(Battle(hexes, "regular", False, winter, 1, 1, 0, ()) for hexes, winter in (
        (("tobruk",), 0), (("alex", "tobruk"), 9), (("alex",), 0)))  # fmt: skip
    after = start_and_end.in_winter(replace(turn, battles=battles), ["tobruk"], 8, "both")
    assert [battle.winter for battle in after.battles] == [8, 9, 0]
    unit = replace(turn).unit("daf")._replace(air_type=BRITISH_NAVAL._replace(type="interceptor"))
    assert start_and_end.in_winter(turn.with_units([unit]), ["tobruk"], 8, "both").unit("daf") == unit


@pytest.mark.parametrize(
    ("orders", "found"),
    [
        ("staging: [{unit: ashore, to: truk}]\ntransfers: [{unit: ashore, to: akagi, count: 2}]\n", []),
        (
            "staging: [{unit: ashore, to: truk}]\ntransfers: [{unit: ashore, to: akagi, count: 4}]\norders: prepared\n",
            [("15:32", "17.312")],
        ),
        ("transfers: [{unit: ashore, to: akagi, count: 2}]\norders: prepared\n", [("14:32", "17.3122")]),
        ("transfers: [{unit: ashore, to: hornet, count: 2}]\n", [("14:32", "17.312")]),
    ],
)
def test_17_3122a_transfers_before_and_after_staging(orders, found):
    rest = """
turn: true
bases:
  truk: {side: japan, facilities: [port]}
  rabaul: {side: japan, facilities: [port]}
carriers:
  akagi: {nation: japan, size: 4, port: truk}
  hornet: {nation: us, size: 4}
distances: {truk: {rabaul: 4}}
units:
  - {id: ashore, nation: japan, type: nas, count: 4, at: rabaul}
  - {id: aboard, nation: japan, type: nas, count: 1, at: akagi}
redeployment: []
"""
    assert complaints(rest + orders, JAPAN_AND_ALLIES) == found


def test_17_3122_a_transfer_at_the_table_goes_to_several_places(turn):
    text = DESERT.replace("attacker: axis", "")
    turn = begun(text, part="movement.transfers")
    italian = turn.unit("faa")._replace(side="axis", home="benghazi", air_type=BRITISH_NAVAL._replace(nation="italy"))
    turn = changed_carrier(turn.with_units([italian]), "aquila", port="benghazi", inverted=False)
    turn = changed_unit(turn, "aquila-air", ready=1, inverted=0)
    answers = {"attacker.transfer.faa": {"aquila": 1}}
    end = called(carriers.transfer_ordered, turn, "faa", answers=answers)
    assert options(end.asked[0]) == {"aquila": 1}
    assert holding(end.state)["faa/aquila"] == ("aquila", 1, 0, 0, 0, 0)
    assert end.state.basing.moved == ("faa",)
    move = Transfer(unit="faa", to="aquila", count=9)
    prepared = turn.with_basing(turn.basing._replace(moves=(move,)))
    refused = called(carriers.transfer_ordered, prepared, "faa@aquila")
    assert (refused.state.basing.moves, len(refused.told("note"))) == ((), 1)
    assert holding(refused.state) == holding(prepared)
