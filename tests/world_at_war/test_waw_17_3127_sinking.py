"""Carriers sunk and damaged (17.3124, 17.3127): what is asked, where their naval air goes, and who loses it."""

from dataclasses import replace

import pytest
from waw import JAPAN_AND_ALLIES
from waw_direct import begun, called, changed_carrier, changed_unit, holding, options

from airwar.rulesets.world_at_war.carriers import (
    carriers_are_sunk,
    carriers_hit,
    on_patrol,
    open_sinkings,
    owner_of,
    patrol_lands,
    saved_to,
)
from airwar.rulesets.world_at_war.state import Sinking

SEA = """
orders: ask
turn: true
bases:
  truk: {side: japan, facilities: [port]}
  wake: {side: japan, facilities: [airbase], island: true}
  reef: {side: japan}
  tokyo: {side: japan, box: other}
  noumea: {side: allies, facilities: [port]}
carriers:
  akagi: {nation: japan, size: 5, port: truk, sails: true}
  soryu: {nation: japan, size: 5, force: mobile}
  junyo: {nation: japan, size: 4, force: mobile, damaged: true}
  shokaku: {nation: japan, size: 3, force: mobile}
  zuikaku: {nation: japan, size: 4, force: mobile}
  ryujo: {nation: japan, size: 4, force: southern}
  hiyo: {nation: japan, size: 4, port: truk, force: mobile}
  hornet: {nation: us, size: 4, force: task}
distances: {soryu: {truk: 3, wake: 2, reef: 1, tokyo: 1, noumea: 1}, truk: {wake: 4}}
units:
  - {id: akagi-air, nation: japan, type: nas, count: 5, at: akagi}
  - {id: veterans, nation: japan, type: nas, elite: true, count: 3, at: soryu}
  - {id: recruits, nation: japan, type: nas, count: 2, at: soryu}
  - {id: shokaku-air, nation: japan, type: nas, count: 2, at: shokaku}
  - {id: zuikaku-air, nation: japan, type: nas, count: 4, at: zuikaku}
  - {id: junyo-air, nation: japan, type: nas, count: 3, at: junyo}
  - {id: garrison, nation: japan, type: aaf, count: 4, at: truk}
  - {id: hornet-air, nation: us, type: nas, count: 4, at: hornet}
"""


@pytest.fixture
def turn():
    return begun(SEA, JAPAN_AND_ALLIES, "combat", "combat.sinkings")


def test_17_3127_what_may_be_sunk_or_damaged(turn):
    turn = changed_carrier(turn, "ryujo", sunk=True)
    prepared = {name: Sinking(carrier=name) for name in ("hornet", "akagi")}
    menu = open_sinkings(turn, prepared, ("akagi", "zuikaku"))
    assert list(menu.prepared) == ["hornet"]
    assert list(menu.others) == [
        *("soryu", "junyo", "shokaku", "hiyo"),
        *("soryu/damaged", "shokaku/damaged", "hiyo/damaged", "hornet/damaged"),
    ]


def test_17_3124_the_referee_sinks_and_damages_one_after_another(turn):
    answers = {
        "sinkings.referee.event.1": "zuikaku/damaged",
        "sinkings.referee.event.2": "hornet",
        "sinkings.referee.patrol.hornet": {"squadrons": 1},
        "sinkings.referee.event.3": "no-more",
    }
    end = called(carriers_are_sunk, turn, answers=answers)
    after = end.state.value
    assert [carrier.id for carrier in after.carriers if carrier.damaged] == ["junyo", "zuikaku"]
    assert [carrier.id for carrier in after.carriers if carrier.sunk] == ["hornet"]
    assert end.losses() == [("defender", "hornet-air: US NAS", 4, "eliminated")]
    assert after.asked == 3
    assert [question.by for question in end.asked] == ["referee"] * 4
    assert options(end.asked[2]) == {"squadrons": 4}


@pytest.mark.parametrize(("phase", "scope"), [("movement", "sinkings.movement"), ("combat", "sinkings")])
def test_17_3127_prepared_sinkings_are_of_their_phase_and_are_used_up(turn, phase, scope):
    sinkings = tuple(Sinking(carrier="hornet", phase=phase, patrol=2) for phase in ("combat", "movement"))
    turn = replace(turn.with_basing(turn.basing._replace(sinkings=sinkings)), phase=phase)
    answers = {f"{scope}.referee.event.1": "hornet", f"{scope}.referee.event.2": "no-more"}
    end = called(carriers_are_sunk, turn, answers=answers)
    assert end.asked[0].default == "hornet"
    assert end.asked[1].default == "no-more"
    assert end.state.value.carrier("hornet").sunk
    assert [one.phase for one in end.state.value.basing.sinkings] == ["movement" if phase == "combat" else "combat"]


def test_17_3124_patrol_is_asked_for_at_sea_only_and_if_anybody_is_aboard(turn):
    assert called(on_patrol, turn, "akagi").state == 0  # in port
    assert called(on_patrol, turn, "ryujo").state == 0  # empty
    end = called(on_patrol, turn, "soryu", answers={"referee.patrol.soryu": {"squadrons": 2}})
    assert (end.state, options(end.asked[0])) == (2, {"squadrons": 5})


def test_17_3124_a_damaged_carrier_is_damaged_once_and_a_sunk_one_is_sunk(turn):
    end = called(carriers_hit, turn, {"ryujo": 0}, ["ryujo", "junyo", "shokaku"])
    assert [carrier.id for carrier in end.state.carriers if carrier.damaged] == ["junyo", "shokaku"]
    assert len(end.told("note")) == 2  # Shokaku is damaged, Ryujo is sunk
    again = called(carriers_hit, end.state, {"ryujo": 0}, ["ryujo"])
    assert (again.state, again.told("note")) == (end.state, [])
    sunk = changed_carrier(turn, "shokaku", sunk=True)
    assert called(carriers_hit, sunk, {}, ["shokaku"]).state == sunk


def test_17_3127_a_carrier_sunk_in_port_leaves_what_the_port_can_hold(turn):
    answers = {"attacker.save.akagi": {"akagi-air": 2, "akagi-more": 1}}
    more = turn.unit("akagi-air")._replace(id="akagi-more", ready=1, inverted=1, had=2)
    turn = replace(changed_unit(turn, "akagi-air", ready=3), units=(*changed_unit(turn, "akagi-air", ready=3).units, more))
    end = called(carriers_hit, turn, {"akagi": 9}, answers=answers)
    there, akagi = holding(end.state), end.state.carrier("akagi")
    assert (akagi.sunk, akagi.port, akagi.sails) == (True, "", False)
    assert options(end.asked[0]) == {"akagi-air": 3, "akagi-more": 2}
    assert end.asked[0].refuses({"akagi-air": 2, "akagi-more": 0}) is not None
    assert (there["akagi-air"], there["akagi-more"]) == (("truk", 0, 0, 0, 2, 0), ("truk", 0, 0, 0, 1, 0))
    assert end.losses() == [
        ("attacker", "akagi-air: Japanese NAS", 1, "eliminated"),
        ("attacker", "akagi-more: Japanese NAS", 1, "eliminated"),
    ]


def test_17_3127_no_ruling_is_told_about_naval_air_that_is_inverted_or_not_there(turn):
    inverted = turn.with_units([turn.unit("akagi-air").holding(inverted=3)])
    assert called(carriers_hit, inverted, {"akagi": 0}).told("ruling") == []
    nobody = turn.with_units([turn.unit("akagi-air").holding()])
    end = called(carriers_hit, nobody, {"akagi": 0})
    assert (end.told("ruling"), end.losses(), end.asked) == ([], [], [])


def test_17_3124_naval_air_of_a_carrier_sunk_at_sea_goes_to_undamaged_carriers_first(turn):
    turn = changed_unit(turn, "zuikaku-air", ready=3)  # room: one on Shokaku, one on Zuikaku, one on Junyo
    end = called(carriers_hit, turn, {"soryu": 0}, answers={"attacker.save.soryu": {"veterans": 2, "recruits": 1}})
    there = holding(end.state)
    assert (there["veterans"], there["veterans/zuikaku"]) == (("shokaku", 1, 0, 0, 0, 0), ("zuikaku", 1, 0, 0, 0, 0))
    assert there["recruits"] == ("junyo", 1, 0, 0, 0, 0)
    assert end.losses() == [
        ("attacker", "veterans: elite Japanese NAS", 1, "eliminated"),
        ("attacker", "recruits: Japanese NAS", 1, "eliminated"),
    ]


def test_17_3124_an_overfull_carrier_has_no_room_and_takes_none_from_the_others(turn):
    turn = changed_unit(turn, "zuikaku-air", ready=6)
    end = called(carriers_hit, turn, {"soryu": 0}, answers={"attacker.save.soryu": {"veterans": 2}})
    assert end.asked[0].least == end.asked[0].most == 2


def test_17_3124_patrol_without_a_deck_lands_within_three_hexes_at_own_bases_with_room(turn):
    turn = changed_carrier(turn, "soryu", force="")
    answers = {"attacker.ashore.veterans": {"truk": 2, "wake": 1}, "attacker.ashore.recruits": {"wake": 1}}
    end = called(carriers_hit, turn, {"soryu": 4}, answers=answers)
    assert [options(question) for question in end.asked] == [{"truk": 3, "wake": 3}, {"truk": 1, "wake": 1}]
    assert [dict(question.default) for question in end.asked] == [{"truk": 3, "wake": 0}, {"truk": 1, "wake": 0}]
    there = holding(end.state)
    assert (there["veterans"], there["veterans/wake"]) == (("truk", 0, 0, 0, 2, 0), ("wake", 0, 0, 0, 1, 0))
    assert there["recruits"] == ("wake", 0, 0, 0, 1, 0)
    assert end.losses() == [("attacker", "recruits: Japanese NAS", 1, "eliminated")]
    assert [status[:3] for status in end.statuses()] == [
        ("attacker", "veterans: elite Japanese NAS", 2),
        ("attacker", "veterans: elite Japanese NAS", 1),
        ("attacker", "recruits: Japanese NAS", 1),
    ]


@pytest.mark.parametrize(("far", "rooms"), [(2, {"truk": 3, "wake": 3}), (3, {"truk": 3, "wake": 3}), (4, {"truk": 3})])
def test_17_3124_three_hexes_are_near_enough(far, rooms):
    turn = begun(SEA.replace("wake: 2", f"wake: {far}"), JAPAN_AND_ALLIES)
    units = {"veterans": turn.unit("veterans")}
    answers = {"attacker.ashore.veterans": {"truk": 1}}
    end = called(patrol_lands, turn, units, {"veterans": 0}, 3, "attacker", answers=answers)
    assert options(end.asked[0]) == rooms
    assert end.state == {"veterans": {"truk": 1}}


def test_17_3124_patrol_lands_only_as_far_as_there_is_room_and_one_after_another(turn):
    turn = changed_unit(turn, "garrison", ready=5)  # Truk is full
    units = {name: turn.unit(name) for name in ("veterans", "recruits")}
    end = called(
        patrol_lands,
        turn,
        units,
        {"veterans": 0, "recruits": 0},
        5,
        "attacker",
        answers={
            "attacker.ashore.veterans": {"wake": 2},
            "attacker.ashore.recruits": {"wake": 2},
        },
    )
    assert [options(question) for question in end.asked] == [{"truk": 0, "wake": 3}, {"truk": 0, "wake": 2}]
    assert end.state == {"veterans": {"wake": 2}, "recruits": {"wake": 2}}
    full = changed_unit(turn, "garrison", home="wake", ready=3)
    full = replace(full, units=(*full.units, full.unit("garrison")._replace(id="more", home="truk", ready=5)))
    assert called(
        patrol_lands,
        full,
        units,
        {"veterans": 0, "recruits": 0},
        5,
        "attacker",
        answers={
            "attacker.ashore.veterans": {"wake": 1},
        },
    ).state == {"veterans": {"wake": 1}}  # one squadron does not count on an island
    saved = called(patrol_lands, turn, units, {"veterans": 3, "recruits": 2}, 5, "attacker")
    assert (saved.state, saved.asked) == ({}, [])
    nobody = called(patrol_lands, turn, units, {"veterans": 0, "recruits": 0}, 0, "attacker")
    assert (nobody.state, nobody.asked) == ({}, [])


def test_17_3127_the_owner_of_a_carrier_is_whose_naval_air_is_aboard(turn):
    assert [owner_of(turn, turn.carrier(name)) for name in ("soryu", "hornet")] == ["attacker", "defender"]


def test_17_3124_saved_squadrons_go_where_there_is_room_in_order_ready_ones_first(turn):
    unit = turn.unit("veterans").holding(ready=2, flown=1, inverted=2)
    turn = turn.with_units([unit])
    rooms = {"shokaku": 1, "zuikaku": 0, "wake": 2, "truk": 5}
    end = called(saved_to, turn, {"veterans": unit}, {"veterans": 4}, rooms, "attacker", {"veterans": 1}, from_inverted=False)
    there = holding(end.state)
    assert there["veterans"] == ("shokaku", 1, 0, 0, 0, 0)
    assert there["veterans/wake"] == ("wake", 1, 1, 0, 0, 0)
    assert there["veterans/truk"] == ("truk", 0, 0, 0, 1, 0)
    assert end.losses() == []  # the fifth is spared
    assert rooms == {"shokaku": 1, "zuikaku": 0, "wake": 2, "truk": 5}
    lost = called(saved_to, turn, {"veterans": unit}, {"veterans": 4}, rooms, "attacker", from_inverted=True)
    assert lost.losses() == [("attacker", "veterans: elite Japanese NAS", 1, "eliminated")]
    assert lost.state.carrier("shokaku").inverted
    assert holding(lost.state)["shokaku-air"] == ("shokaku", 0, 0, 0, 2, 0)
