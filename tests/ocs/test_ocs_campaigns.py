"""A position is a scenario: what the end of a turn leaves behind is there when the next one begins."""

from dataclasses import replace

import pytest
from ocs_boards import Air, call
from ocs_theater import BASES, F1, F2, T1, game
from support import fight

from airwar.battle.next_turn import following_text
from airwar.rulesets.kit.records import differences
from airwar.rulesets.ocs import RULESET
from airwar.rulesets.ocs.bases import refit_at
from airwar.rulesets.ocs.position import Marker, begun
from airwar.setup.loading import parse_scenario

AT_SEA = BASES.replace("z: {side: axis, kind: strip, supply: 4}", "cv: {name: Ark, side: axis, kind: carrier, planes: 1}")
DISTANCES = "{cv: {x: 8, y: 8, h: 3, k: 5}, h: {x: 8, y: 8}, k: {x: 15, y: 3}, x: {y: 12}}"


def after(text, dice=(), answers=()):
    """The board with which the next turn begins; it is exactly the one that the turn before ends with."""
    scenario, fought = parse_scenario(text, "test.yaml"), fight(text, dict(dice), dict(answers))
    following, _ = following_text(scenario, fought.end.state)
    wanted, _ = RULESET.following.passed(fought.end.state, scenario.start.state)
    read = parse_scenario(following, "next.yaml").start.state
    assert list(differences(wanted, read)) == [], following
    return read.board


def test_r14_a_full_base_that_loses_a_level_keeps_its_planes():
    crowd = [F2.replace("f2", f"c{number}").replace("rating: 4", "rating: (1)") for number in range(6)]
    raid = "{id: raid, in: axis.movement, kind: base-attack, at: y, with: [t1], result: '1', flak: none}"
    board = after(game([raid], [T1, *crowd], play="axis.movement"), {f"raid.reduction.c{n}": (1,) for n in range(6)})
    assert (board.base("y").level, len(board.active_at("y", "allies"))) == (1, 6)


def test_r6_a_rail_interdiction_marker_lasts_into_the_next_turn():
    bust = "{id: rails, in: axis.movement, kind: trainbust, at: k, with: [t1], result: cut, flak: none}"
    board = after(game([bust], [T1], play="axis.movement"))
    assert board.markers == (Marker("k", "axis"),)


def test_r2_who_went_first_is_known_in_the_next_turn_though_the_dice_said_so():
    dice = {"first-player.r1.axis.initiative": (6, 6), "first-player.r1.allies.initiative": (1, 1)}
    board = after(game(units=[F1]), dice, {"first-player.r1.player-order": "second"})
    assert (board.previous_first_player, board.first_player) == ("allies", "")


def test_r4_a_plane_whose_base_has_fallen_stays_over_its_hex():
    out, fall = F1.replace("at: x", "at: z, over: h"), "{id: fall, in: allies.movement, kind: capture, at: z}"
    board = after(game([fall], [out], play="allies.movement"))
    assert board.base("z").side == "allies"
    assert board.unit("f1") == Air("f1", "active-elsewhere", "h", 2, "strike", 12)


def test_r52_planes_over_a_sunk_carrier_stay_over_its_hex():
    raid = "{id: raid, in: allies.movement, kind: ship-attack, at: cv, ship: cv, with: [b2]}"
    bomber = T1.replace("t1", "b2").replace("axis", "allies").replace("at: x", "at: y").replace("barrage: 12", "barrage: 300")
    text = game([raid], [bomber], "allies.movement", "naval: v4.3, flak: off", bases=AT_SEA, distances=DISTANCES)
    board = after(text, {"raid.barrage": (6, 6)})
    assert board.base("cv") is None
    assert board.hex("cv").terrain == "sea"
    assert board.unit("b2") == Air("b2", "active-elsewhere", "cv", 2, "strike", 8, spent=True)


def test_r52_a_plane_that_began_on_a_carrier_can_land_there_again_in_the_next_turn():
    plane = F1.replace("at: x", "at: cv")
    ashore = "{id: move, in: axis.movement, kind: transfer, at: x, with: [f1]}"
    board = after(game([ashore], [plane], "axis.movement", bases=AT_SEA, distances=DISTANCES))
    assert (board.unit("f1").at, board.unit("f1").carrier_plane) == ("x", True)


def test_r52_a_full_carrier_is_no_base_to_abort_to():
    aboard = F1.replace("at: x", "at: cv, status: inactive")
    planes = [aboard, F1.replace("f1", "f3").replace("at: x", "at: x, over: h, carrier-plane: true")]
    sweep = "{id: sweep, in: allies.reaction, kind: sweep, at: h, with: [f2]}"
    text = game([sweep], [*planes, F2], "allies.reaction", bases=AT_SEA, distances=DISTANCES)
    fought = fight(text, "air-combat 6 6; loss 1")
    assert fought.state.board.unit("f3").place == "x"


def test_r37_an_enemy_zone_of_control_does_not_outlive_the_capture_of_the_base():
    bases = BASES.replace("x: {side: axis,", "x: {side: axis, enemy-zoc: true,")
    fall = "{id: fall, in: allies.movement, kind: capture, at: x}"
    board = after(game([fall], [F2], "allies.movement", bases=bases))
    assert board.base("x").enemy_zoc is None
    tired = begun(replace(board, units=board.units.having("f2", board.unit("f2").landed("x"))))
    asked = call(refit_at, tired, tired.base("x"), answers={"enemy-zoc.x": "no", "refit.x": {"f2": 1}})
    assert (asked.value.unit("f2").state, asked.value.base("x").enemy_zoc) == ("active-at-base", False)


def test_r51_a_march_of_the_turn_that_is_over_does_not_march_again():
    march = "marches: [{id: column, costs: [2], in: allies.movement, through: [h]}]"
    assert not after(game(units=[F1], play="allies.movement", more=march)).marches


LEFT = """
ships:
  warship: {side: allies, at: h, dg: true}
artillery:
  howitzers: {side: allies, at: k, barrage: 9, range: 2, dg: true}
  nebel: {side: axis, at: x, barrage: 9, range: 2, dg: true}
rail-interdiction: {k: [axis], h: [allies]}
"""
NEW = ["{id: new-1, side: axis, type: F, range: 15, rating: 4, at: x, status: arriving}",
       "{id: new-2, side: allies, type: F, range: 15, rating: 4, at: y, status: arriving}"]  # fmt: skip


@pytest.mark.proves("R3", "R8", "R52", "R53")
@pytest.mark.parametrize(
    ("first", "play", "dg", "markers", "arriving", "went_first"),
    [
        ("axis", "axis.movement", set(), [], ["new-1"], "axis"),
        ("allies", "axis.movement", {"warship", "howitzers"}, [Marker("k", "axis")], ["new-1", "new-2"], "allies"),
        ("", "axis.movement", {"warship", "howitzers"}, [Marker("k", "axis")], ["new-1", "new-2"], ""),
        ("", "axis.exploitation, allies.combat", {"nebel"}, [Marker("h", "allies")], ["new-1", "new-2"], "axis"),
        ("", "axis.movement, next-turn, allies.combat, axis.exploitation", {"warship", "howitzers"}, [Marker("k", "axis")],
         ["new-1", "new-2"], "allies"),
    ],
)  # fmt: skip
def test_r6_the_rest_of_a_turn_of_which_a_part_was_played_is_over(first, play, dg, markers, arriving, went_first):
    goes = f"first-player: {first}\n" if first else ""
    text = game(units=[F1, F2, *NEW], play=play, options="profile: ocs-4.3, naval: v4.3", more=goes + LEFT)
    board = after(text)
    guns = (*board.ships.values(), *board.artillery.values())
    assert {gun.id for gun in guns if gun.dg} == dg
    assert list(board.markers) == markers
    assert [unit.id for unit in board.units.values() if unit.status == "arriving"] == arriving
    assert board.previous_first_player == went_first


def test_r6_what_was_not_played_stays_so_if_the_referee_wants():
    text = game(units=[F1, F2, *NEW], play="axis.movement", options="profile: ocs-4.3, naval: v4.3", more=LEFT)
    scenario, fought = parse_scenario(text, "test.yaml"), fight(text)
    over, left = (following_text(scenario, fought.end.state, finish=finish) for finish in (True, False))
    assert "nebel: {side: axis, at: x, barrage: 9, range: 2, dg: true}" in left[0]
    assert "nebel: {side: axis, at: x, barrage: 9, range: 2}" in over[0]
    assert [note for note in over[1] if note not in left[1]] == [
        "only a part of the turn was played; of the rest, Axis cleaned up and new units arrived, unless you say --unfinished",
        "who went first in the turn is not known, and so not whether the other side has cleaned up (R6)",
    ]


@pytest.mark.parametrize("place", ["k", "h"])
def test_r45_supply_that_lands_without_a_base_is_in_the_books(place):
    lift = f"{{id: lift, in: axis.movement, kind: drop, at: {place}, with: [c1], flak: none, cargo: [{{id: food, supply: 1}}]}}"
    plane = "{id: c1, side: axis, type: Tpt, range: 40, rating: (0), capacity: 2, at: x}"
    text = game([lift], [plane], "axis.movement", hexes="{h: {}, k: {}}")
    board = after(text, {"lift.drop.food-1": (6, 6)}, {"lift.land.c1": "x"})
    assert board.hex(place).supply == 1
