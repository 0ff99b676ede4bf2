"""Kamikazes (17.4): their attack."""

import pytest
from support import fight

from airwar.setup.loading import parse_scenario

FLEET = """airwar: 1
ruleset: world-at-war
title: Kamikazes
theater: pacific
sides: {axis: [japan], allies: [us, britain]}
attacker: allies
research: {japan: {air-nationality: 1}}
bases:
  kyushu: {side: axis, facilities: [city], supply: none, oil: true}
  okinawa: {side: allies, facilities: [airbase]}
carriers:
  hornet: {nation: us, size: 4}
units:
  - {id: hellcats, nation: us, type: nas, count: 4, at: hornet}
  - {id: thunderbolts, nation: us, type: aaf, count: 2, at: okinawa}
kamikazes:
  built: 20
  expansions: 2
  attack:
    distances: {kyushu: 4, okinawa: 1}
    naval-drm: 1
    groups:
      GROUPS
    ORDERS
OPTIONS
"""
CARRIERS = "carriers: {fast-carriers: {hornet: 4, wasp: 4}, capital-ships: {iowa: 5}, light-ships: true, air-defense: 0}"
SCREEN = "screen: {light-ships: true, air-defense: 0, naval-drm: 2}"


def attack(groups, orders, options=""):
    text = FLEET.replace("GROUPS", "\n      ".join(groups)).replace("ORDERS", "\n    ".join(orders.splitlines()))
    return text.replace("OPTIONS", options)


@pytest.mark.parametrize(
    ("group", "faces", "expected"),  # the last: on carriers, capital ships and light ships
    [
        ("{fast-carriers: {hornet: 4, wasp: 4, lexington: 4}, air-defense: 0}", None, (3, 0, 0)),
        ("{fast-carriers: {hornet: 4, wasp: 4}, light-ships: true, air-defense: 0}", [1, 3, 4], (2, 0, 1)),
        ("{capital-ships: {iowa: 5, texas: 4}, light-ships: true, air-defense: 0}", [3, 2, 6], (0, 2, 1)),
        ("{fast-carriers: {hornet: 4}, capital-ships: {iowa: 5}, light-ships: true, air-defense: 0}", [2, 3, 5], (1, 1, 1)),
        (
            "{fast-carriers: {hornet: 4}, capital-ships: {iowa: 5, texas: 4}, light-ships: true, air-defense: 0}",
            [1, 4, 3],
            (1, 2, 0),
        ),
    ],
)
def test_17_47f_example_a_category_for_each_kamikaze_by_a_die(group, faces, expected):
    """One category needs no die, two are halves of it, three are thirds; every ship its own roll of 2 squadrons."""
    carriers, capitals, light = expected
    struck = ["hornet", "wasp", "lexington"][:carriers] + ["iowa", "texas"][:capitals] + ["light-ships"][:light]
    dice = {f"tf.attack.{ship}": [1, 1] for ship in struck}
    if faces:
        dice["tf.kamikazes.targets"] = faces
    fought = fight(attack([f"tf: {group}"], "strikes: {tf: 3}\nsecond-wave: 0"), dice)
    rows = {key: roll["row"] for key, roll in fought.rolls().items() if ".attack." in key}
    assert rows == {f"tf.attack.{ship}": "2" for ship in struck}


def test_17_47f_japan_chooses_ships_and_the_surplus_goes_anywhere():
    fought = fight(
        attack([CARRIERS, SCREEN], "strikes: {carriers: 5}"),
        """
            targets 1 3 3 4 6  # one at a carrier, three at the one capital ship, one at light ships
            fast-carriers 1 wasp; surplus 1 wasp 1 light-ships
            wasp 1 1; iowa 1 1; light-ships 1 1
        """,
    )
    rows = {key.rpartition(".")[2]: roll["row"] for key, roll in fought.rolls().items() if ".attack." in key}
    assert rows == {"wasp": "4", "iowa": "2", "light-ships": "4"}
    which, surplus = fought.asked
    assert which.items == {"hornet": 1, "wasp": 1}
    assert (surplus.least, surplus.most, set(surplus.items)) == (2, 2, {"hornet", "wasp", "iowa", "light-ships"})


@pytest.mark.parametrize(("number", "row"), [(2, "4"), (3, "6"), (11, "20+2")])
def test_17_47g_example_two_kamikazes_use_row_4_and_three_row_6(number, row):
    fought = fight(attack([SCREEN], f"strikes: {{screen: {number}}}\nsecond-wave: 0"), "light-ships 3 4")
    assert fought.rolls()["screen.attack.light-ships"]["row"] == row


@pytest.mark.proves("17.464", "17.354")
def test_17_47h_attack_modifiers():
    fought = fight(attack([SCREEN], "strikes: {screen: 2}\nsecond-wave: 0"), "light-ships 3 4")
    assert fought.rolls()["screen.attack.light-ships"]["terms"] == [
        ["air nationality", 3, "19.31A", "air-nationality"],
        ["elite naval air", 1, "17.464", "elite-naval-air"],
        ["pool growth", 2, "17.47H", "pool-growth"],
        ["naval air at sea", 1, "17.354", "naval-air-at-sea"],
        ["naval nationality", -2, "23.441", "naval-nationality"],
    ]
    assert [ruling["option"] for ruling in fought.told("ruling")] == ["kamikazes-at-sea"]


@pytest.mark.parametrize(("orders", "options"), [("in-port: true", ""), ("", "options: {kamikazes-at-sea: none}")])
def test_17_354_no_bonus_in_port_nor_under_the_other_reading(orders, options):
    text = attack([SCREEN], f"strikes: {{screen: 2}}\nsecond-wave: 0\n{orders}".rstrip(), options)
    roll = fight(text, "light-ships 3 4").rolls()["screen.attack.light-ships"]
    assert sum(term[1] for term in roll["terms"]) == 4


PATROLLED = "carriers: {fast-carriers: {hornet: 4, wasp: 4}, air-defense: 3, patrol: {hellcats: 4}, cover: {thunderbolts: 2}}"


@pytest.mark.proves("17.25", "19.31C", "17.464", "17.46", "17.47", "17.4", "17.463", "17.33")
def test_17_47e_air_then_ships_then_diversion():
    fought = fight(
        attack([PATROLLED, SCREEN], "strikes: {carriers: 10}"),
        """
            fleet.fire 3 3  # 6 squadrons; -1 for the Japanese DRM of 3, +1 for the patrol: 2/3
            divert.air 1 carriers 2 screen
            air-defense 4 4  # 1/2
            divert.ships 2 screen; surplus 1 hornet
            attack.hornet 1 1; wasp 1 1
            light-ships 1 1
        """,
    )
    air = fought.rolls()["carriers.fleet.fire"]
    assert (air["row"], air["terms"], air["result"]) == (
        "6",
        [["air nationality", -1, "19.31A", "air-nationality"], ["combat air patrol", 1, "19.31C", "combat-air-patrol"]],
        "2/3",
    )
    # 10 less 2 shot down less 2 diverted face the ships: 6, of which 1 is shot down and 2 diverted; 4 + 0 on the screen
    rows = {key: roll["row"] for key, roll in fought.rolls().items() if ".attack." in key}
    assert rows == {"carriers.attack.hornet": "4", "carriers.attack.wasp": "2", "screen.attack.light-ships": "8"}


def test_17_47e_back_to_the_same_group_is_a_ruling_and_other_group_the_alternative():
    groups = [SCREEN.replace("air-defense: 0", "air-defense: 1"), "pickets: {light-ships: true, air-defense: 0}"]
    text = attack(groups, "strikes: {screen: 2}", "options: {diverted-kamikazes: other-group}")
    # sent on without a question
    assert fight(text, "air-defense 6 5; light-ships 1 1").told("ruling")[0]["option"] == "kamikazes-at-sea"
    default = text.replace("other-group", "any-group")
    rulings = fight(default, "air-defense 6 5; divert.ships 1 screen; light-ships 1 1").told("ruling")
    assert rulings[0]["text"] == "1 diverted kamikaze returns to Screen and attacks without another roll"


def test_17_47d_a_second_wave_against_a_lone_group():
    fought = fight(attack([SCREEN], "strikes: {screen: 15}"), "light-ships 1 1; second-wave 5 screen; light-ships 1 1")
    assert fought.rolls()["screen.second.attack.light-ships"]["row"] == "10"
    assert fought.state.kamikazes.built == 0
    assert fought.state.kamikazes.all_used


def test_17_47d_japan_is_asked_for_all_its_strikes_at_once():
    fought = fight(attack([CARRIERS, SCREEN], "earlier: false"), "strikes 3 screen; light-ships 1 1")
    assert fought.asked[0].items == {"carriers": 15, "screen": 15}
    assert fought.asked[0].most == 20


@pytest.mark.proves("17.45", "17.461")
def test_17_48_kamikazes_are_gone_after_one_sortie_and_need_neither_supply_nor_oil():
    fought = fight(attack([SCREEN], "strikes: {screen: 3}\nsecond-wave: 0"), "light-ships 1 1")
    pool = fought.state.kamikazes
    assert (pool.built, pool.created, pool.spent, pool.all_used) == (17, 20, 3, False)


def test_17_47a_more_than_six_groups_outside_naval_combat():
    groups = [f"tg-{n}: {{light-ships: true, air-defense: 0}}" for n in range(8)]
    fought = fight(attack(groups, "strikes: {tg-7: 1}"), "light-ships 1 1")
    assert fought.end.result == "2 hits to settle by hand"


@pytest.mark.parametrize(("faces", "result"), [([6, 6], "1 sunk"), ([1, 1], "1 damaged")])
def test_17_47g_named_ships_suffer_by_size_unless_by_hand(faces, result):
    text = attack(["tf: {fast-carriers: {wasp: 3}, air-defense: 0}"], "strikes: {tf: 1}\nsecond-wave: 0")
    assert fight(text, {"tf.attack.wasp": faces}).end.result == result
    by_hand = text + "options: {ship-damage: by-hand}\n"
    assert fight(by_hand, "wasp 6 6").end.result == "3 hits to settle by hand"


@pytest.mark.proves("17.47B")
def test_17_47c_diverted_kamikazes_cannot_reach_groups_that_are_not_found():
    hidden = "hidden: {light-ships: true, air-defense: 0, found: false}"
    bombed = "bombed: {light-ships: true, air-defense: 0, struck: true}"
    fleet = parse_scenario(attack([SCREEN, hidden, bombed], "naval-combat: true"), "test.yaml").start.state.setting.fleet
    assert fleet.open_to_attack == ("screen",)
    assert fleet.in_reach == ("screen", "bombed")  # what other air attacks may still have diverted ones


@pytest.mark.parametrize(("phase", "part"), [("movement", "movement"), ("combat", "combat"), ("after-combat", "combat-after")])
def test_17_47d_all_kamikazes_of_the_turn_attack_at_one_moment_in_any_phase(phase, part):
    """The scenario says when; at the table Japan may wait, and attacks once."""
    group = "carriers: {light-ships: true, air-defense: 0}"
    battle = attack([group, SCREEN], f"phase: {phase}\nstrikes: {{carriers: 1}}", "orders: ask")
    end = fight(battle, "light-ships 3 3")
    asked = [(question.key, question.default) for question in end.asked if question.key.endswith("japan.moment")]
    moments = {"movement": "movement.kamikazes", "combat": "combat.kamikazes", "combat-after": "combat.kamikazes-after"}
    now = list(moments).index(part)
    waits = [(f"{moment}.japan.moment", "wait") for moment in list(moments.values())[:now]]
    assert asked == [*waits, (f"{moments[part]}.japan.moment", "attack")]
    assert end.state.kamikazes.built == 19
