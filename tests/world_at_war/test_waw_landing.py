"""Landing (18.42A, 18.46): own base, other bases, carriers, and no deck at all."""

from dataclasses import replace

import pytest
from waw import JAPAN_AND_ALLIES
from waw_direct import begun, called, changed_base, changed_carrier, changed_unit, holding, options

from airwar.rulesets.world_at_war.displacement import stranded_displaced
from airwar.rulesets.world_at_war.landing import (
    back_unused,
    landed,
    landed_on_carrier,
    landed_unused,
    landing_places,
    lands,
    not_captured,
    refuges,
    where,
)

FLEET = """
bases:
  truk: {side: japan, facilities: [port]}
  efate: {side: allies, facilities: [airbase], island: true}
carriers:
  soryu: {nation: japan, size: 5, force: mobile}
  kaga: {nation: japan, size: 4}
  ryujo: {nation: japan, size: 4, force: southern}
  akagi: {nation: japan, size: 4, port: truk, force: mobile}
  junyo: {nation: japan, size: 3, force: mobile, damaged: true}
  zuikaku: {nation: japan, size: 4, force: mobile}
  shokaku: {nation: japan, size: 3, force: mobile}
distances: {efate: {soryu: 3}}
units:
  - {id: strike, nation: japan, type: nas, count: 5, at: soryu}
  - {id: zuikaku-air, nation: japan, type: nas, count: 3, at: zuikaku}
  - {id: seabees, nation: us, type: aaf, count: 1, at: efate}
counterair: [{at: efate, with: {strike: 5}}]
"""


def in_the_air(rest=FLEET, **carrier):
    turn = changed_unit(begun(rest, JAPAN_AND_ALLIES), "strike", ready=0, flying=5)
    return changed_carrier(turn, "soryu", **carrier) if carrier else turn


def came_down(turn, number=5):
    end = called(landed_on_carrier, turn, turn.carrier("soryu"), "strike", number)
    return holding(end.state), end


@pytest.mark.parametrize("hurt", [{"sunk": True}, {"damaged": True}])
def test_17_3124_naval_air_without_a_deck_lands_on_sound_carriers_of_its_force_at_sea_or_is_lost(hurt):
    there, end = came_down(in_the_air(**hurt))
    assert there["strike/shokaku"] == ("shokaku", 0, 3, 0, 0, 0)  # they have flown
    assert [place for place, *_ in there.values()] == ["zuikaku", "zuikaku", "efate", "shokaku"]
    assert there["strike"] == ("zuikaku", 0, 1, 0, 0, 0)
    assert end.losses() == [("attacker", "strike: Japanese NAS", 1, "eliminated")]
    assert len(end.told("note")) == 2


def test_17_3124_all_find_a_deck_if_there_is_room_and_some_still_fly():
    there, end = came_down(in_the_air(sunk=True), 4)
    assert there["strike"] == ("soryu", 0, 0, 0, 0, 1)
    assert there["strike/zuikaku"] == ("zuikaku", 0, 1, 0, 0, 0)
    assert there["strike/shokaku"] == ("shokaku", 0, 3, 0, 0, 0)
    assert end.losses() == []


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("zuikaku", {"sunk": True}),
        ("zuikaku", {"damaged": True}),
        ("zuikaku", {"port": "truk"}),
        ("zuikaku", {"force": "southern"}),
    ],
)
def test_17_3124_no_deck_that_is_sunk_damaged_in_port_or_of_another_force_takes_them(name, change):
    there, end = came_down(changed_carrier(in_the_air(sunk=True), name, **change))
    assert there["strike"] == ("shokaku", 0, 3, 0, 0, 0)
    assert end.losses() == [("attacker", "strike: Japanese NAS", 2, "eliminated")]


def test_17_3124_a_carrier_of_no_force_has_no_other_deck():
    there, end = came_down(in_the_air(sunk=True, force=""))
    assert "strike" not in there
    assert end.losses() == [("attacker", "strike: Japanese NAS", 5, "eliminated")]


def test_17_3124_a_carrier_that_holds_too_many_takes_nobody():
    turn = changed_unit(in_the_air(sunk=True), "zuikaku-air", ready=6)
    there, _ = came_down(turn)
    assert there["strike"] == ("shokaku", 0, 3, 0, 0, 0)


def test_17_3124_naval_air_of_an_inverted_carrier_inverts_those_that_it_joins():
    there, end = came_down(in_the_air(sunk=True, inverted=True))
    assert there["zuikaku-air"] == ("zuikaku", 0, 0, 0, 3, 0)
    assert there["strike/shokaku"] == ("shokaku", 0, 0, 0, 3, 0)
    assert [carrier.id for carrier in end.state.carriers if carrier.inverted] == ["soryu", "zuikaku", "shokaku"]


@pytest.mark.parametrize(
    ("ruling", "inverted", "there"),
    [
        ("one", False, (0, 4, 0, 0, 1)),
        ("any", False, (4, 0, 0, 0, 1)),
        ("one", True, (0, 0, 0, 4, 1)),
        ("any", True, (0, 0, 0, 4, 1)),
    ],
)
def test_18_41_naval_air_back_on_its_carrier_has_flown_unless_players_rule_otherwise(ruling, inverted, there):
    turn = in_the_air(FLEET + f"options: {{carrier-missions: {ruling}}}\n", inverted=inverted)
    found, end = came_down(turn, 4)
    assert found["strike"] == ("soryu", *there)
    assert [(body["option"], body["value"]) for body in end.told("ruling")] == [("carrier-missions", ruling)]
    assert end.told("note") == []  # not in naval combat
    assert [status[:3] for status in end.statuses()] == [("attacker", "strike: Japanese NAS", 4)]


def test_18_41_the_ruling_is_not_told_when_the_turn_is_over():
    turn = in_the_air()
    _, end = came_down(replace(turn, agenda=()))
    assert end.told("ruling") == []


FRONT = """
turn: true
bases:
  home: {side: axis, facilities: [city, airbase]}
  near: {side: axis, facilities: [city]}
  far: {side: axis, facilities: [city]}
  short: {side: axis, facilities: [city], supply: partial}
  box: {side: axis, box: other}
  bare: {side: axis}
  enemy: {side: allies, facilities: [city]}
distances: {enemy: {home: 3, near: 4, far: 5, short: 1, box: 1, bare: 1}, home: {near: 2, far: 4}}
units:
  - {id: jg, nation: germany, type: aaf, count: 6, at: home}
  - {id: guest, nation: germany, type: aaf, count: 3, at: near}
  - {id: raf, nation: britain, type: aaf, count: 2, at: enemy}
"""


def aloft(rest=FRONT, number=4):
    return changed_unit(begun(rest), "jg", ready=6 - number, flying=number)


def test_18_46_refuges_are_operational_bases_of_the_side_in_range_with_room():
    turn = aloft()
    assert called(refuges, turn, turn.unit("jg"), 4, "enemy").state == {"near": 2}
    assert called(refuges, turn, turn.unit("jg"), 1, "enemy").state == {"near": 1}
    assert called(refuges, turn, turn.unit("jg")._replace(range=5), 4, "enemy").state == {"near": 2, "far": 4}
    taken = changed_base(turn, "near", taken_in="movement")
    assert called(refuges, replace(taken, phase="combat"), turn.unit("jg"), 4, "enemy").state == {"near": 2}
    assert called(refuges, taken, turn.unit("jg"), 4, "enemy").state == {}
    assert called(refuges, changed_base(turn, "near", side="allies"), turn.unit("jg"), 4, "enemy").state == {}
    assert called(refuges, changed_base(turn, "near", oil=True), turn.unit("jg"), 4, "enemy").state == {}


@pytest.mark.parametrize(
    ("number", "answers", "sent", "offered"),
    [
        (1, {"key": "home"}, (("home", 1),), [["home", "near"]]),
        (2, {"key": "near"}, (("near", 2),), [["home", "near", "split"]]),
        (2, {"key": "split", "key.split": {"home": 1, "near": 1}}, (("home", 1), ("near", 1)), [None, {"home": 2, "near": 2}]),
        (4, {"key": "home"}, (("home", 4),), [["home", "split"]]),  # two have room at the other base
        (4, {"key": "split", "key.split": {"home": 3, "near": 1}}, (("home", 3), ("near", 1)), [None, {"home": 4, "near": 2}]),
    ],
)
def test_18_46_the_owner_lands_all_at_one_base_or_some_at_each(number, answers, sent, offered):
    turn = aloft()
    end = called(landing_places, turn, turn.unit("jg"), number, "enemy", "key", answers=answers)
    assert end.state == sent
    for question, expected in zip(end.asked, offered, strict=True):
        assert question.by == "attacker"
        if expected is not None:
            assert options(question) == expected
    if number == 4 and "key.split" in answers:
        assert dict(end.asked[1].default) == {"home": 4, "near": 0}
        assert end.asked[1].refuses({"home": 3, "near": 0}) is not None


def test_18_46_without_another_base_nobody_is_asked():
    turn = changed_base(aloft(), "near", side="allies")
    end = called(landing_places, turn, turn.unit("jg"), 4, "enemy", "key")
    assert (end.state, end.asked) == ((("home", 4),), [])


def test_18_46_who_lands_is_inverted_where_it_lands():
    answers = {"attacker.return.jg.enemy": "split", "attacker.return.jg.enemy.split": {"home": 3, "near": 1}}
    end = called(landed, aloft(), (("jg", 4),), "enemy", answers=answers)
    there = holding(end.state)
    assert (there["jg"], there["jg/near"]) == (("home", 2, 0, 0, 3, 0), ("near", 0, 0, 0, 1, 0))
    assert [status[:3] for status in end.statuses()] == [("attacker", "jg: German AAF", number) for number in (3, 1)]
    unnamed = called(landed, aloft(), (("jg", 4),), "enemy", named=False, answers={"attacker.return.jg": "home"})
    assert holding(unnamed.state)["jg"] == ("home", 2, 0, 0, 4, 0)


def test_18_623_who_has_not_fought_is_ready_again_at_home_and_inverted_elsewhere():
    key = "attacker.return.jg.enemy.unused"
    end = called(landed_unused, aloft(), (("jg", 4),), "enemy", answers={key: "home"})
    assert holding(end.state)["jg"] == ("home", 6, 0, 0, 0, 0)
    split = called(landed_unused, aloft(), (("jg", 4),), "enemy", answers={key: "split", f"{key}.split": {"home": 3, "near": 1}})
    there = holding(split.state)
    assert (there["jg"], there["jg/near"]) == (("home", 5, 0, 0, 0, 0), ("near", 0, 0, 0, 1, 0))


def test_18_25_who_returns_unused_to_a_captured_base_is_displaced():
    turn = changed_base(aloft(), "home", side="allies")
    assert not not_captured(turn, turn.unit("jg"))
    assert not_captured(aloft(), turn.unit("jg"))
    assert not_captured(turn, turn.unit("jg")._replace(home="nowhere"))
    end = called(landed_unused, turn, (("jg", 1),), "enemy", answers={"attacker.return.jg.enemy.unused": "home"})
    there = holding(end.state)
    assert there["jg"] == ("home", 2, 0, 0, 0, 4)
    assert end.state.basing.stranded == (("jg", "home", 1),)
    there = holding(called(stranded_displaced, end.state).state)
    assert there["jg"] == ("home", 2, 0, 0, 0, 3)
    assert there["jg/near"] == ("near", 0, 0, 0, 1, 0)


def test_18_25_who_lands_where_the_airbase_is_gone_is_displaced_as_far_as_there_is_no_room():
    turn = changed_base(aloft(), "home", facilities=("city",))
    end = called(lands, turn, "jg", 4, "home")
    assert [(status[1], status[2]) for status in end.statuses()] == [("jg: German AAF", 3)]
    end = called(stranded_displaced, end.state)
    there = holding(end.state)
    assert (there["jg"], there["jg/near"]) == (("home", 2, 0, 0, 3, 0), ("near", 0, 0, 0, 1, 0))
    assert [(status[1], status[2]) for status in end.statuses()] == [("jg: German AAF", 1)]
    gone = changed_base(aloft(), "home", facilities=())
    end = called(lands, gone, "jg", 3, "home", answers={})
    end = called(stranded_displaced, end.state)
    there = holding(end.state)
    assert there["jg"] == ("home", 2, 0, 0, 0, 1)
    assert [(status[1], status[2]) for status in end.statuses()] == [("jg: German AAF", 2), ("jg: German AAF", 1)]
    assert (there["jg/near"], there["jg/far"]) == (("near", 0, 0, 0, 2, 0), ("far", 0, 0, 0, 1, 0))


def test_18_46_units_that_come_back_unused_are_ready_where_they_took_off():
    assert holding(back_unused(aloft(), "jg", 3))["jg"] == ("home", 5, 0, 0, 0, 1)


def test_17_71_strategic_units_come_back_to_their_front():
    turn = changed_unit(aloft(), "jg", home="western")
    bomber = turn.unit("jg")._replace(air_type=turn.unit("jg").air_type._replace(type="bomber"))
    turn = turn.with_units([bomber])
    assert called(landing_places, turn, bomber, 4, "enemy", "key").state == (("western", 4),)
    assert not_captured(turn, bomber)
    end = called(lands, turn, "jg", 4, "western")
    assert holding(end.state)["jg"] == ("western", 2, 0, 0, 4, 0)
    assert where(turn, "western") != where(turn, "near") == "at Near"
