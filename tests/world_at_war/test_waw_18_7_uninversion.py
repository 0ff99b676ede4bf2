"""Employment and uninversion (18.4, 18.7): who is ready when, through the own turn and the enemy's."""

import pytest
from waw import AXIS_AND_ALLIES, JAPAN_AND_ALLIES, fought, problems, scene, standing

TURN = """
turn: true
staging: []
redeployment: []
bases:
  berlin: {side: axis, facilities: [city, airbase]}
  rome: {side: axis, facilities: [city, airbase]}
  tripoli: {side: axis, facilities: [port], supply: partial}
  malta: {side: allies, facilities: [port], island: true}
distances: {rome: {malta: 3}, berlin: {rome: 8}, tripoli: {rome: 6}}
units:
  - {id: kg-1, nation: germany, type: aaf, count: 4, inverted: 4, at: rome}
  - {id: kg-2, nation: germany, type: aaf, count: 2, inverted: 2, at: tripoli}
  - {id: raf, nation: britain, type: aaf, count: 3, inverted: 1, at: malta}
"""


@pytest.mark.proves("18.7", "18.72")
def test_18_71_all_land_based_air_is_uninverted_at_the_start():
    end = fought(TURN, "uninvert uninvert")
    assert standing(end)["kg-1"] == ("rome", 4, 0)


def inverted_sheet(end):
    return next(body for body in end.told("sheet") if body["title"] == "Inverted through the enemy turn")


def test_18_71_the_owner_may_wait():
    end = fought(TURN, "uninvert wait; uninvert wait; uninvert uninvert")
    assert standing(end)["kg-1"] == ("rome", 4, 0)


def test_18_72a_only_where_there_is_full_supply():
    end = fought(TURN, "uninvert uninvert")
    assert standing(end)["kg-2"] == ("tripoli", 0, 2)
    sheet = inverted_sheet(end)
    assert sheet["rows"] == [["kg-2", "German AAF", "Tripoli", "2", "not uninverted (18.72A)"]]


def test_18_71_who_stages_to_a_supplied_base_is_uninverted_there():
    rest = TURN.replace("staging: []", "staging: [{unit: kg-2, to: rome}]")
    end = fought(rest, "uninvert uninvert; uninvert uninvert")
    assert standing(end)["kg-2"] == ("rome", 2, 0)


def test_18_72b_what_was_used_is_uninverted_only_after_redeployment():
    rest = TURN + "counterair: [{at: malta, with: {kg-1: 3}}]\n"
    end = fought(rest, "uninvert uninvert; fire 1 1, 1 1; target uninverted; disengage disengage; uninvert uninvert")
    assert [body["unit"] for body in end.told("status") if body["text"] == "uninverted"] == ["kg-1: German AAF"] * 2
    assert standing(end)["kg-1"] == ("rome", 3, 0)


@pytest.mark.proves("18.41")
def test_18_72b_inverted_units_that_will_be_uninverted_may_be_ordered_to_fly():
    rest = TURN + "counterair: [{at: malta, with: {kg-1: 4}}]\n"
    assert problems(rest) == []
    assert problems(rest.replace("turn: true", "turn: false")) == ["15:39: kg-1 has none uninverted and free to fly (18.41)"]


def test_18_72e_the_defender_stays_inverted_until_his_own_turn():
    end = fought(TURN, "uninvert uninvert")
    assert standing(end)["raf"] == ("malta", 2, 1)


BUILT = TURN + "construction: [{id: new, nation: germany, type: aaf, count: 3, at: berlin}]\n"


def test_18_72c_new_units_are_uninverted_after_redeployment():
    end = fought(BUILT, "uninvert uninvert; uninvert uninvert")
    assert standing(end)["new"] == ("berlin", 3, 0)


def test_18_72c_new_units_that_redeploy_stay_inverted_through_the_enemy_turn():
    rest = BUILT.replace("redeployment: []", "redeployment: [{unit: new, to: rome}]")
    end = fought(rest, "uninvert uninvert")
    assert standing(end)["new"] == ("rome", 0, 3)
    assert [row[4] for row in inverted_sheet(end)["rows"]] == ["not uninverted (18.72A)", "redeployed (18.72C, D)"]


def test_18_72c_only_what_the_base_has_room_for_is_built():
    rest = BUILT.replace("count: 3, at: berlin", "count: 13, at: berlin")
    end = fought(rest, "uninvert uninvert; uninvert uninvert")
    assert standing(end)["new"] == ("berlin", 10, 0)
    assert end.state.basing.building[0].number == 3


def test_18_72d_inverted_units_that_redeploy_stay_inverted_the_others_do_not_mind():
    rest = TURN.replace("redeployment: []", "redeployment: [{unit: kg-1, to: berlin}]")
    assert standing(fought(rest, "uninvert wait; uninvert wait"))["kg-1"] == ("berlin", 0, 4)
    assert standing(fought(rest, "uninvert uninvert"))["kg-1"] == ("berlin", 4, 0)


def test_18_72d_a_part_may_redeploy():
    rest = TURN.replace("redeployment: []", "redeployment: [{unit: kg-1, to: berlin, count: 1}]")
    end = fought(rest, "uninvert wait; uninvert wait; uninvert uninvert")
    assert standing(end)["kg-1"] == ("rome", 3, 0)
    assert standing(end)["kg-1/berlin"] == ("berlin", 0, 1)


def test_18_72d_who_assists_naval_redeployment_waits_for_the_next_turn():
    rest = TURN.replace("redeployment: []", "redeployment: [{unit: kg-1, to: berlin, assists-naval: true}]")
    assert standing(fought(rest, "uninvert uninvert"))["kg-1"] == ("berlin", 0, 4)


AMERICAN = AXIS_AND_ALLIES.replace("attacker: axis", "attacker: allies")


def test_18_72d_americans_not_yet_at_war_are_excepted():
    rest = """
turn: true
staging: []
redeployment: [{unit: p-40s, to: iceland}]
not-at-war: [us]
bases:
  boston: {side: allies, facilities: [city], supply: full}
  iceland: {side: allies, facilities: [port]}
  brest: {side: axis, facilities: [port]}
units:
  - {id: p-40s, nation: us, type: aaf, count: 2, inverted: 2, at: boston}
"""
    end = fought(rest, "uninvert wait; uninvert wait; uninvert uninvert", head=AMERICAN)
    assert standing(end)["p-40s"] == ("iceland", 2, 0)
    end = fought(rest.replace("not-at-war: [us]\n", ""), "uninvert wait; uninvert wait", head=AMERICAN)
    assert standing(end)["p-40s"] == ("iceland", 0, 2)


def test_18_73b_western_allied_air_in_the_us_boxes_needs_no_supply():
    rest = """
turn: true
staging: []
redeployment: []
bases:
  atlantic-us: {side: allies, box: atlantic-us, supply: none}
  brest: {side: axis, facilities: [port]}
units:
  - {id: p-40s, nation: us, type: aaf, count: 2, inverted: 2, at: atlantic-us}
"""
    assert standing(fought(rest, head=AMERICAN))["p-40s"] == ("atlantic-us", 2, 0)


# at sea

AT_SEA = """
turn: true
staging: []
redeployment: []
bases:
  rome: {side: axis, facilities: [city]}
  berlin: {side: axis, facilities: [city]}
  malta: {side: allies, facilities: [port], island: true}
distances: {rome: {malta: 3}}
units:
  - {id: kg-1, nation: germany, type: aaf, count: 4, at: rome}
at-sea: {kg-1: {cover: 3}}
"""


def test_18_42b_who_served_at_sea_flies_no_mission():
    assert problems(AT_SEA + "counterair: [{at: malta, with: {kg-1: 2}}]\n") == [
        "13:39: kg-1 has 1 uninverted; 2 are to fly (18.41)"
    ]


def test_18_42b_he_is_inverted_after_redeployment_and_uninverted_at_the_end():
    end = fought(AT_SEA, "uninvert uninvert")
    assert [body["text"] for body in end.told("status")] == ["inverted", "uninverted"]
    assert standing(end)["kg-1"] == ("rome", 4, 0)


def test_18_42b_if_he_redeploys_he_is_inverted_first_and_stays_so():
    rest = AT_SEA.replace("redeployment: []", "redeployment: [{unit: kg-1, to: berlin}]")
    assert standing(fought(rest))["kg-1"] == ("berlin", 1, 3)


def test_18_42b_more_at_sea_than_there_are():
    assert problems(AT_SEA.replace("cover: 3}", "cover: 5}")) == [
        "12:16: kg-1 has 4 uninverted, but 5 are said to have served at sea (18.42B)"
    ]


# redeployment asked and refused


def test_18_72d_the_attacker_names_the_units_that_redeploy_when_no_orders_are_given():
    rest = AT_SEA.replace("redeployment: []\n", "")
    end = fought(rest, "redeployment.attacker.order kg-1; redeployment.attacker.redeploy.kg-1 4 berlin")
    assert standing(end)["kg-1"] == ("berlin", 1, 3)


def test_redeployment_to_an_enemy_base_or_of_an_enemy_unit():
    rest = TURN.replace("redeployment: []", "redeployment: [{unit: raf, to: berlin}, {unit: kg-1, to: rome, count: 9}]")
    assert problems(rest) == [
        "4:23: raf does not belong to the attacker, axis (18.72D)",
        "4:32: Berlin is held by axis; expected a base of allies (18.72D)",
        "4:71: kg-1 has 4, but 9 are ordered to redeploy",
    ]


def test_18_511_the_agenda_of_a_whole_turn_with_prepared_orders():
    rest = (
        "orders: prepared\n"
        + BUILT
        + "counterair: [{at: malta, phase: combat}, {at: malta}]\nfallen: [{at: malta, phase: combat}]\n"
    )
    assert scene(rest).start.state.agenda == (
        "start.uninversion",
        "movement.staging",
        "movement.counterair",
        "combat.counterair",
        "combat.displacement",
        "construction.units",
        "redeployment.units",
        "end.uninversion",
    )


# built on carriers

SHIPYARD = """
turn: true
staging: []
redeployment: []
bases:
  kure: {side: japan, facilities: [port]}
  efate: {side: allies, facilities: [airbase]}
carriers:
  taiho: {nation: japan, size: 3, port: kure}
units:
  - {id: koku, nation: japan, type: nas, count: 1, at: kure}
construction:
  - {id: new-air, nation: japan, type: nas, count: 3, at: taiho}
"""


def test_17_3122c_naval_air_built_with_its_carrier_goes_aboard_and_has_its_status():
    assert standing(fought(SHIPYARD, head=JAPAN_AND_ALLIES))["new-air"] == ("taiho", 3, 0)
    launched = SHIPYARD.replace("port: kure}", "port: kure, inverted: true}")
    assert standing(fought(launched, head=JAPAN_AND_ALLIES))["new-air"] == ("taiho", 0, 3)
    assert problems(SHIPYARD.replace("type: nas, count: 3", "type: aaf, count: 3"), JAPAN_AND_ALLIES) == [
        "13:59: Taiho carries naval air of japan only (17.312)"
    ]


SPLIT = """
turn: true
orders: prepared
bases:
  kiev: {side: axis, facilities: [city, airbase]}
  odessa: {side: axis, facilities: [city]}
  minsk: {side: axis, facilities: [city]}
  kharkov: {side: allies, facilities: [city]}
distances: {kharkov: {kiev: 3, odessa: 3, minsk: 4}, kiev: {odessa: 4, minsk: 4}, odessa: {minsk: 8}}
units:
  - {id: kg, nation: germany, type: aaf, count: 5, at: kiev}
"""


def test_18_72D_of_a_part_that_redeployed_units_join_only_those_stay_inverted():
    flown = "counterair: [{at: kharkov, with: {kg: 4}}]\nredeployment: [{unit: kg, to: odessa, count: 2}]\n"
    end = fought(SPLIT + flown, "return.kg.kharkov split; return.kg.kharkov.split 2 kiev 2 odessa; uninvert uninvert")
    # one uninverted factor and one inverted redeploy from Kiev; the two that have landed at Odessa do not
    assert standing(end) == {"kg": ("kiev", 1, 0), "kg/odessa": ("odessa", 3, 1)}


def test_18_72D_a_part_redeploys_by_name_and_one_that_takes_its_place_stays_inverted_too():
    flown = "counterair: [{at: kharkov, with: {kg: 4}}]\n"
    moves = "redeployment: [{unit: kg/odessa, to: minsk}, {unit: kg, to: odessa, count: 2}]\n"
    end = fought(SPLIT + flown + moves, "return.kg.kharkov split; return.kg.kharkov.split 2 kiev 2 odessa; uninvert uninvert")
    assert standing(end) == {"kg": ("kiev", 1, 0), "kg/odessa": ("minsk", 0, 2), "kg/odessa/odessa": ("odessa", 1, 1)}
