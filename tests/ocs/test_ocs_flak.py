"""The course of a mission, interception and flak."""

import pytest
from ocs_boards import Air, air
from ocs_theater import BASES, C1, F1, F2, HEXES, T1, game
from support import fight

NEW = "profile: ocs-4.3"
RAID = "{id: raid, in: axis.movement, kind: barrage, at: h, with: [t1]}"


def test_r15_a_mission_of_4_3_flies_fights_is_intercepted_passes_flak_strikes_and_goes_home():
    fought = fight(game([RAID], [T1, F2], play="axis.movement", options=NEW), "intercept none; flak 1 1; barrage 4 4; land.t1 x")
    asked = [body["key"] for body in fought.records if body["t"] in ("choice", "roll")]
    assert asked == ["raid.intercept", "raid.flak", "raid.barrage", "raid.land.t1"]
    assert fought.state.board.unit("t1") == Air("t1", "inactive", "x", 2)


def test_r15_in_v3_strikes_fly_in_the_movement_segment_and_can_be_attacked_before_they_barrage():
    missions = [
        RAID.replace("kind: barrage", "kind: station"),
        "{id: meet, in: allies.reaction, kind: sweep, at: h, with: [f2]}",
        "{id: strike, in: axis.combat, kind: barrage, at: h, with: [t1]}",
    ]
    fought = fight(
        game(missions, [T1, F2], play="axis.movement, allies.reaction, axis.combat"), "air-combat 6 6; loss 1; abort.t1 x"
    )
    assert fought.end.result == "raid: on station; meet: swept; strike: no barrage"


@pytest.mark.parametrize(("dice", "status"), [((6, 6), "active-at-base"), ((1, 1), "inactive")])
def test_r28_an_interceptor_stays_active_when_it_wins_and_is_inactive_at_its_base_when_it_loses(dice, status):
    answers = {"raid.intercept": "f2"}
    rolled = {"raid-interception.r1.air-combat": dice, "raid-interception.r1.loss": (1,)}
    if dice == (6, 6):
        answers |= {"raid-interception.r1.abort.t1": "x", "raid-interception.r1.attacker.abort-after": {}}
    else:
        answers |= {"raid-interception.r1.defender.abort-after": {}, "raid.land.t1": "x"}
        rolled |= {"raid.flak": (1, 1), "raid.barrage": (1, 1)}
    fought = fight(game([RAID], [T1, F2], play="axis.movement", options=NEW), rolled, answers)
    assert fought.rolls()["raid-interception.r1.air-combat"]["by"] == "allies"
    assert air(fought.state.board.unit("f2"))[:3] == ("f2", status, "y")


def test_r28_patrol_zones_reach_ten_hexes_and_are_off_in_v3():
    far = game([RAID], [T1, F2], play="axis.movement", options=NEW, distances="{h: {x: 8, y: 11}}")
    fight(far, "flak 1 1; barrage 1 1")
    old = game([RAID], [T1, F2], play="axis.movement")
    fight(old, "flak none; barrage 1 1")


def test_r28_sweeps_are_not_intercepted():
    sweep = "{id: raid, in: axis.movement, kind: sweep, at: y, with: [f1]}"
    fought = fight(game([sweep], [F1, F2], play="axis.movement", options=NEW), "air-combat 6 6; loss 1; land.f1 x")
    assert [question.key for question in fought.asked] == ["raid.land.f1"]  # neither interception nor flak


@pytest.mark.parametrize(
    ("flak", "result", "steps"), [("none", "no effect", 2), ("loss", "no effect", 1), ("abort", "stopped by flak", 2)]
)
def test_r29_flak_is_stated_in_v3(flak, result, steps):
    dice = {} if flak == "abort" else {"raid.barrage": (1, 1)}
    answers = {"raid.flak": flak} | ({"raid.abort.t1": "x"} if flak == "abort" else {})
    fought = fight(game([RAID], [T1], play="axis.movement"), dice, answers)
    assert (fought.end.result, fought.state.board.unit("t1").steps) == (result, steps)
    known = fight(
        game([RAID.replace("with:", f"flak: {flak}, with:")], [T1], play="axis.movement"),
        dice,
        {k: v for k, v in answers.items() if k != "raid.flak"},
    )
    assert known.end.result == result


def test_r29_flak_may_be_off():
    fight(game([RAID], [T1], play="axis.movement", options="flak: off"), "barrage 1 1")


def test_r29_the_4_3_table_counts_aircraft_headquarters_base_level_printed_flak_and_patrol_zones():
    three = [T1.replace("t1", f"t{n}") for n in (1, 2, 3)]
    raid = "{id: raid, in: axis.movement, kind: base-attack, at: y, with: [t1, t2, t3], result: NE}"
    bases = BASES.replace("y: {side: allies, level: 2", "y: {side: allies, level: 2, hq: true, flak: 1")
    fought = fight(game([raid], three, play="axis.movement", options="flak: v4.3", bases=bases), "flak 3 3; unit 3")
    terms = {name: value for name, value, *_ in fought.rolls()["raid.flak"]["terms"]}
    assert terms == {"three or more aircraft": 1, "headquarters": 1, "level of the air base": 2, "printed flak": 1}
    assert fought.rolls()["raid.flak"]["total"] == 11
    assert [unit.steps for unit in fought.state.board.units.values()] == [2, 1, 2]
    assert fought.told("ruling")[0]["text"] == "borrowed from 4.3: the flak table of v3.0 is not known"


@pytest.mark.parametrize(
    ("kind", "escort", "value"), [("barrage", "", 2), ("barrage", ", f1", 1), ("trainbust", "", 3), ("trainbust", ", f1", 2)]
)
def test_r29_a_patrol_zone_makes_flak_heavier(kind, escort, value):
    raid = f"{{id: raid, in: axis.movement, kind: {kind}, at: h, with: [t1{escort}]}}"
    dice = {
        "raid.flak": (1, 1),
        ("raid.facility" if kind == "trainbust" else "raid.barrage"): (1,) if kind == "trainbust" else (1, 1),
    }
    answers = {"raid.intercept": "none", "raid.land.t1": "x"} | ({"raid.land.f1": "x"} if escort else {})
    fought = fight(game([raid], [T1, F1, F2], play="axis.movement", options=NEW), dice, answers)
    assert {name: number for name, number, *_ in fought.rolls()["raid.flak"]["terms"]} == {"patrol zone": value}


@pytest.mark.parametrize(("face", "hit"), [(1, "t1"), (4, "t4"), (5, "t3"), (6, "t2")])
def test_r29_the_mission_loss_table_finds_the_unit_the_weakest_or_the_strongest(face, hit):
    four = [
        T1.replace("t1", f"t{n}").replace("barrage: 12", f"barrage: {points}") for n, points in ((1, 12), (2, 15), (3, 8), (4, 10))
    ]
    raid = "{id: raid, in: axis.movement, kind: barrage, at: h, with: [t1, t2, t3, t4]}"
    fought = fight(
        game([raid], four, play="axis.movement", hexes=HEXES, options="flak: v4.3"),
        {"raid.flak": (6, 6), "raid.flak.unit": (face,), "raid.barrage": (1, 1)},
    )
    assert [unit.id for unit in fought.state.board.units.values() if unit.steps == 1] == [hit]
    assert not any("only one choice" in body["text"] for body in fought.told("note"))


def test_r29_the_owner_picks_among_equals_and_the_players_name_the_plane_that_stated_flak_hits():
    three = [T1.replace("t1", f"t{n}") for n in (1, 2, 3, 4)]
    raid = "{id: raid, in: axis.movement, kind: barrage, at: h, with: [t1, t2, t3, t4]}"
    rolled = game([raid], three, play="axis.movement", options="flak: v4.3")
    fought = fight(rolled, "flak 6 6; unit 5; flak-hit t4; barrage 1 1")
    assert [unit.id for unit in fought.state.board.units.values() if unit.steps == 1] == ["t4"]
    stated = fight(game([raid], three, play="axis.movement"), "flak loss; flak-hit t2; barrage 1 1")
    assert [unit.id for unit in stated.state.board.units.values() if unit.steps == 1] == ["t2"]


BOMBER = F2.replace("id: f2", "id: b2").replace("type: F", "type: T")
IN_PARENTHESES = F2.replace("rating: 4", "rating: (4)").replace("id: f2", "id: p2")


def test_r28_bombers_do_not_patrol():
    raid = game([RAID], [T1, BOMBER], play="axis.movement", options=NEW)
    fought = fight(raid, "flak 1 1; barrage 1 1; land.t1 x")
    assert fought.rolls()["raid.flak"]["terms"] == []


def test_r28_a_fighter_in_parentheses_patrols_but_does_not_intercept():
    alone = game([RAID], [T1, IN_PARENTHESES], play="axis.movement", options=NEW)
    fought = fight(alone, "flak 1 1; barrage 1 1; land.t1 x")
    assert fought.rolls()["raid.flak"]["terms"] == [["patrol zone", 2, "R28", "patrol-zone"]]
    both = game([RAID], [T1, F2, IN_PARENTHESES], play="axis.movement", options=NEW)
    fought = fight(both, "intercept none; flak 1 1; barrage 1 1; land.t1 x")
    assert list(fought.asked[0].options) == ["none", "f2"]


def test_r28_every_active_plane_in_the_hex_defends_against_an_interceptor():
    cover = F1.replace("at: x", "at: x, over: h")
    text = game([RAID], [T1, cover, F2], play="axis.movement", options="interception: yes, flak: off")
    fought = fight(text, "intercept f2; abort-before none; unit f1; air-combat 1 1; loss 1; abort-after none; barrage 1 1")
    assert fought.rolls()["raid-interception.r1.air-combat"]["terms"][1] == ["defender's rating", -4, "R19", "defender-rating"]


@pytest.mark.parametrize(("dice", "steps"), [((5, 5), 2), ((5, 6), 1)])
def test_r29_flak_costs_a_step_on_11(dice, steps):
    text = game([RAID], [T1], play="axis.movement", options=NEW)
    fought = fight(text, {"raid.flak": dice, "raid.barrage": (1, 1)}, {"raid.land.t1": "x"})
    assert fought.state.board.unit("t1").steps == steps


def test_r29_a_strip_adds_no_flak():
    raid = "{id: raid, in: axis.movement, kind: base-attack, at: y, with: [t1]}"
    bases = BASES.replace("y: {side: allies, level: 2", "y: {side: allies, kind: strip")
    text = game([raid], [T1], play="axis.movement", options=NEW, bases=bases)
    fought = fight(text, "flak 1 1; facility 1; land.t1 x")
    assert fought.rolls()["raid.flak"]["terms"] == []


def test_r52_ships_fire_at_those_who_barrage_their_hex_not_at_transports():
    ships = "ships: {warspite: {name: Warspite, side: allies, at: k, flak: 2}}"
    drop = "{id: raid, in: axis.movement, kind: drop, at: k, with: [c1], cargo: [{id: food, supply: 1}]}"
    text = game([drop], [C1, F2], play="axis.movement", options="profile: ocs-4.3", more=ships)
    fought = fight(text, "intercept none; flak 1 1; food-1 6 6; land.c1 x")
    assert [name for name, *_ in fought.rolls()["raid.flak"]["terms"]] == ["patrol zone"]
