"""Units that orders name (18.41): nobody is promised twice, and parts are where earlier orders sent them."""

import pytest
from waw import GERMAN
from waw_counterair import raid_on
from waw_direct import begun, changed_unit, complaints

from airwar.rulesets.world_at_war.basing import Room, room_aboard, room_in, ruling_on_port_cities
from airwar.rulesets.world_at_war.sea_service import numbers_at_sea, served_at_sea
from airwar.rulesets.world_at_war.taking_off import sent_into_battle, sent_to_counterair
from airwar.rulesets.world_at_war.units import AirType, Alliances, air_nationality_drm

SHIPS = """
bases:
  home: {side: axis, facilities: [city, airbase]}
  rear: {side: axis, facilities: [city]}
  target: {side: allies, facilities: [port-city]}
  other: {side: allies, facilities: [city]}
carriers: {graf: {nation: germany, size: 4}}
distances: {home: {rear: 4, target: 3, other: 3}, rear: {target: 3, other: 3}, graf: {target: 2, other: 2}}
units:
  - {id: jg, nation: germany, type: aaf, count: 5, inverted: 1, at: home}
  - {id: nas, nation: germany, type: nas, count: 3, at: graf}
  - {id: raf, nation: britain, type: aaf, count: 2, at: target}
"""


def orders(*raids, battles=()):
    return {
        "counterair": [raid_on("target", sent or {}, kind=kind) for kind, sent in raids],
        "battles": [{"with": sent} for sent in battles] or None,
    }


@pytest.mark.parametrize(
    ("raids", "again", "promised"),
    [
        ((), False, {}),
        ((("counterair", {"jg": 2}), ("counterair", {"jg": 1, "nas": 1})), False, {"jg": 3, "nas": 1}),
        ((("patrol", {"nas": 2}), ("patrol", {"nas": 3}), ("patrol", {"nas": 1})), False, {"nas": 3}),
        ((("patrol", {"nas": 2}), ("counterair", {"nas": 1, "jg": 1})), False, {"nas": 3, "jg": 1}),
        ((("counterair", {"jg": 2, "nas": 3}),), True, {"jg": 2}),
        ((("counterair", {"nobody": 2}), ("counterair", None)), False, {}),
    ],
)
def test_18_41_what_counterair_takes_from_other_missions(raids, again, promised):
    turn = begun(SHIPS + f"counterair: [{{at: target}}]\noptions: {{carrier-missions: {'any' if again else 'one'}}}\n")
    assert sent_to_counterair(orders(*raids), turn) == promised
    both = sent_into_battle(orders(*raids, battles=({"jg": 1}, None, {"raf": 2, "jg": 1})), turn)
    assert both == {**promised, "jg": promised.get("jg", 0) + 2, "raf": 2}


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("counterair: [{at: target, with: {jg: 4}}]", []),
        ("counterair: [{at: target, with: {jg: 5}}]", ["18.41"]),
        ("counterair: [{at: target, with: {jg: 2}}, {at: other, with: {jg: 2}}]", []),
        ("counterair: [{at: target, with: {jg: 2}}, {at: other, with: {jg: 3}}]", ["18.41"]),
        ("counterair: [{at: target, with: {jg/rear: 1}}]", [""]),
        ("staging: [{unit: jg, to: rear, count: 2}]\ncounterair: [{at: target, with: {jg/rear: 2}}]", []),
        ("staging: [{unit: jg, to: rear, count: 2}]\ncounterair: [{at: target, with: {jg/rear: 3}}]", ["18.41"]),
        ("orders: ask\ncounterair: [{at: target, with: {jg/rear: 1}}]", []),
        ("at-sea: {jg: {search: 1}}\ncounterair: [{at: target, with: {jg: 3}}]", []),
        ("at-sea: {jg: {search: 1, cover: 1}}\ncounterair: [{at: target, with: {jg: 3}}]", ["18.41"]),
        ("at-sea: {nas: {attack: 3}}\ncounterair: [{at: target}]", []),
        ("at-sea: {nas: {search: 1}}\ncounterair: [{at: target}]", ["17.33C"]),
    ],
)
def test_18_41_nobody_is_promised_twice_in_a_scenario(text, rules):
    assert [rule for _, rule in complaints(SHIPS + text + "\n")] == rules


@pytest.mark.parametrize(
    ("said", "ready", "at_sea"), [({"search": 1, "cover": None, "attack": 2}, 1, 3), ({"search": 9}, 0, 4), (None, 4, 0)]
)
def test_18_42b_who_serves_at_sea_flies_nothing_else(said, ready, at_sea):
    turn = begun(SHIPS + "counterair: [{at: target}]\n")
    row = None if said is None else {"search": None, "cover": None, "attack": None, **said}
    after = served_at_sea(turn.unit("jg"), {"at-sea": None if row is None else {"jg": row}})
    assert (after.ready, after.at_sea) == (ready, at_sea)
    if row:
        assert numbers_at_sea(row) == {task: number for task, number in said.items() if number}


@pytest.mark.parametrize(
    ("room", "army", "naval"),
    [(Room(15), 5, 15), (Room(15, 4), 3, 11), (Room(15, 1, 1), 5, 15), (Room(2), 0, 2), (Room(-3), 0, 0), (Room(0, 0, 1), 0, 1),
     (Room(0, box=True), 1000, 1000), (Room(6, 3), 1, 3)],
)  # fmt: skip
def test_18_11_room_that_is_left(room, army, naval):
    navy = AirType("us", "nas", 2)
    assert (room.for_type(GERMAN), room.for_type(navy)) == (army, naval)
    assert room.taking(GERMAN, 1) == room._replace(thirds=room.thirds - 3)
    assert room.taking(navy, 2) == room._replace(squadrons=room.squadrons + 2)


def test_18_12_the_ruling_on_a_full_port_city_and_room_on_deck():
    turn = begun(SHIPS + "counterair: [{at: target}]\n")
    assert room_in(turn, turn.base("target")) == Room(9)
    assert ruling_on_port_cities(turn, ["target", "other"]) == []
    full = changed_unit(turn, "raf", ready=5)
    assert len(ruling_on_port_cities(full, ["target", "other"])) == 1
    assert room_aboard(turn, turn.carrier("graf")) == 1
    assert room_aboard(changed_unit(turn, "nas", flying=3), turn.carrier("graf")) == -2


def test_18_142c_alliances_of_minors():
    sides = {"axis": ("germany", "rumania"), "allies": ("britain", "russia", "poland", "greece")}
    alliances = Alliances(sides, {"poland": "britain"})
    found = [alliances.faction(nation) for nation in ("germany", "rumania", "britain", "russia", "poland", "greece", "spain")]
    assert found == ["european axis", "european axis", "western allies", "russia", "western allies", None, None]
    assert [alliances.side(nation) for nation in ("rumania", "greece", "spain")] == ["axis", "allies", None]


@pytest.mark.parametrize(
    ("nation", "type_", "more", "change"),
    [
        ("japan", "nas", {}, 0),
        ("japan", "nas", {"elite": True}, 1),
        ("japan", "aaf", {"elite": True}, 0),
        ("us", "nas", {"elite": True}, 0),
        ("us", "bomber", {}, 0),
        ("us", "bomber", {"pacific": True}, 1),
        ("britain", "nas", {}, -1),
        ("britain", "aaf", {}, 0),
        ("us", "interceptor", {}, 1),
        ("us", "aaf", {"impaired": 2}, -2),
        ("us", "aaf", {"research": 3}, 3),
        ("us", "aaf", {"research": 3, "impaired": 1}, 2),
    ],
)
def test_19_31a_the_air_nationality_of_types(nation, type_, more, change):
    usual = {"elite": False, "impaired": 0, "research": 0}
    base = air_nationality_drm(nation, "aaf", **usual)
    assert air_nationality_drm(nation, type_, **{**usual, **more}) == base + change
    assert air_nationality_drm("ruritania", "aaf", **usual) == air_nationality_drm("greece", "aaf", **usual)
