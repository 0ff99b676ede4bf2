"""Rulings on cargo and its planes, on planes over bases, and on what nobody can do."""

from fractions import Fraction

import pytest
from ocs_boards import Air, board_of
from ocs_theater import BASES, C1, F1, F2, T1, game
from support import fight, problems_of

from airwar.rulesets.ocs.bases import to_land
from airwar.rulesets.ocs.cargo import Room, stowed
from airwar.rulesets.ocs.flight import Piece

EMPTY = "{h: {}, k: {terrain: hills, village: true}}"
MOVEMENT = "axis.movement"
C2 = C1.replace("c1", "c2").replace("C1", "C2")
AT_Z = C2.replace("at: x", "at: z")
GUARD = F2.replace("at: y", "at: y, over: h")


def lift(kind, at, cargo, units="c1", more=""):
    return f"{{id: lift, in: axis.movement, kind: {kind}, at: {at}, with: [{units}]{more}, cargo: [{cargo}]}}"


# cargo belongs to a plane and its base


def test_r46_a_fighter_escorts_a_glider_drop():
    drop = lift("drop", "h", "{id: food, supply: 1}", "c1, f1", ", method: glider, flak: none")
    fought = fight(
        game([drop], [C1, F1, GUARD], MOVEMENT, hexes=EMPTY),
        """
            abort-before none
            air-combat 6 6; loss 1; abort-after none
            food-1 6 6
            land.c1 x; land.f1 x
        """,
    )
    assert fought.rolls()["lift.r1.air-combat"]["by"] == "axis"  # the fighter attacks; the transport cannot
    assert fought.end.result == "1 safe, 0 lost"
    assert fought.state.board.base("x").gliders == 1


def test_r45_transports_stay_or_return_plane_by_plane_and_escorts_return():
    both = lift("transport", "z", "{id: food, supply: 4}", "c1, c2, f1", ", stays: [c1], flak: none")
    fought = fight(game([both], [C1, C2, F1], MOVEMENT), "land.c2 x; land.f1 x")
    assert fought.end.result == "4T flown in"  # Z unloads 2T, and 2T come with the plane that stays
    assert [fought.state.board.unit(unit).place for unit in ("c1", "c2", "f1")] == ["z", "x", "x"]
    every = both.replace("[c1], flak", "true, flak")
    stayed = fight(game([every], [C1, C2, F1], MOVEMENT), "land.f1 x")
    assert [stayed.state.board.unit(unit).place for unit in ("c1", "c2", "f1")] == ["z", "z", "x"]


def test_r45_the_player_says_at_the_table_who_stays():
    fought = fight(
        game(units=[C1, C2], play=MOVEMENT), "order transport; stays some; cargo 4T; fly 1 c1 1 c2; stay 1 c2; flak none; land.c1 x"
    )
    assert [fought.state.board.unit(unit).place for unit in ("c1", "c2")] == ["x", "z"]
    assert fought.state.board.base("z").supply == 8


def test_r45_cargo_of_planes_that_abort_over_their_destination_lands_with_them():
    fuel = lift("transport", "z", "{id: fuel, supply: 2}", more=", flak: abort")
    fought = fight(game([fuel], [C1], MOVEMENT))
    assert fought.end.result == "stopped by flak"
    assert fought.state.board.unit("c1") == Air("c1", "inactive", "z", 2)
    assert [fought.state.board.base(base).supply for base in "xz"] == [2, 6]


def test_r45_cargo_goes_back_to_the_base_where_it_was_loaded():
    drop = lift("drop", "h", "{id: food, supply: 4}", "c1, c2", ", flak: none")
    fought = fight(
        game([drop], [C1, AT_Z, GUARD], MOVEMENT, hexes=EMPTY),
        """
            abort-before none
            unit c1; air-combat 6 6; loss 1
            abort.c1 x
            air-combat 6 6; loss 1
            abort.c2 z
            abort-after none
        """,
    )
    assert fought.end.result == "driven off"
    assert [fought.state.board.base(base).supply for base in "xz"] == [4, 4]


def test_r45_planes_of_two_bases_do_not_lift_a_unit_together():
    small = [unit.replace("capacity: 2", "capacity: 1").replace("range: 20", "range: 14") for unit in (C1, AT_Z)]
    together = lift("drop", "h", "{id: guards, re: 1}", "c1, c2")
    [problem] = problems_of(game([together], small, hexes=EMPTY))
    assert "guards weighs 2T; no base has planes for it, and only those at one base combine (R45)" in problem
    assert not problems_of(game([together], [small[0], small[1].replace("at: z", "at: x")], hexes=EMPTY))


def test_r44c_supply_that_lands_with_the_units_that_take_a_base_is_there():
    drop = lift("drop", "y", "{id: para, re: 1/2}, {id: food, supply: 1}", more=", flak: none")
    bases = BASES.replace("y: {side: allies, level: 2, supply: 4}", "y: {side: allies, level: 2}")
    fought = fight(game([drop], [C1], MOVEMENT, bases=bases), "drop.para 6 6; food-1 6 6; land.c1 x")
    assert (fought.state.board.base("y").side, fought.state.board.base("y").supply) == ("axis", 1)


def test_r46_gliders_are_used_for_transport_at_the_table_too():
    fought = fight(
        game(units=[C1, C2], play=MOVEMENT),
        "order transport; stays no; cargo 2T by glider, 2T; fly 1 c1 1 c2; flak none; land.c1 x; land.c2 x",
    )
    assert fought.end.result == "4T flown in"  # Z unloads 2T, besides what comes on gliders
    assert fought.state.board.base("x").gliders == 0


def test_r46_at_short_distance_one_plane_tows_a_glider_and_carries_its_capacity():
    cargo = "{id: guns, supply: 2, glider: true}, {id: para, re: 1}"
    drop = lift("drop", "h", cargo, more=", method: both, flak: none")
    text = game([drop], [C1], MOVEMENT, hexes=EMPTY)
    fought = fight(text, "guns-1 2 3; guns-2 2 2; drop.para 2 3")
    assert [fought.rolls()[f"lift.drop.{piece}"]["row"] for piece in ("guns-1", "para")] == [
        "enemy-clear-glider",
        "enemy-clear-paradrop",
    ]
    assert fought.end.result == "1 safe, 2 lost"
    assert any("the mission carries 2T" in text for text in problems_of(text.replace("range: 20", "range: 15")))


def test_r46_planes_that_cannot_tow_carry_their_capacity_besides_the_gliders_of_others():
    drop = lift("drop", "k", "{id: guns, supply: 2, glider: true}, {id: food, supply: 2}", "c1, c2", ", method: both")
    assert not problems_of(game([drop], [C1, AT_Z], hexes=EMPTY))
    [problem] = problems_of(game([drop], [C1, AT_Z.replace("at: z", "at: x")], hexes=EMPTY))
    assert "no base has planes for it" in problem  # both tow


def test_r45_the_heaviest_unit_is_loaded_first_and_by_the_first_base_that_can():
    def unit(name, tons):
        return Piece(name, name, Fraction(tons), True, Fraction(tons, 2))

    rooms = {base: Room(plain=Fraction(3)) for base in "xz"}
    stowing = stowed([unit("light", 1), unit("heavy", 3), unit("half", 2)], rooms, {})
    assert {piece.id: piece.base for piece in stowing} == {"heavy": "x", "half": "z", "light": "z"}
    assert stowed([unit("one", 2), unit("two", 2), unit("three", 2)], rooms, {}) is None


# the friendly base under a plane


@pytest.mark.parametrize("kind", ["station", "interdict"])
def test_r8_nobody_waits_over_his_own_base(kind):
    mission = f"{{id: o, in: axis.movement, kind: {kind}, at: z, with: [f1]}}"
    wanted = "Z is a base of the Axis; a plane there is at the base, not over it (R8)"
    assert any(wanted in problem for problem in problems_of(game([mission], [F1])))


def test_r44a_an_air_unit_at_a_friendly_base_makes_its_hex_friendly():
    drop = lift("drop", "z", "{id: food, supply: 1}", more=", flak: none")
    for units, row in (([C1], "enemy"), ([C1, F1.replace("at: x", "at: z")], "friendly")):
        fought = fight(game([drop], units, MOVEMENT), "food-1 6 6; land.c1 x")
        assert fought.rolls()["lift.drop.food-1"]["row"] == f"{row}-clear-paradrop"


def test_r44b_a_village_is_clear_in_any_terrain_only_in_4_3():
    drop = lift("drop", "k", "{id: food, supply: 1}")
    for options, row in (("flak: off", "enemy-closed-paradrop"), ("profile: ocs-4.3", "enemy-clear")):
        fought = fight(game([drop], [C1], MOVEMENT, options, hexes=EMPTY), "food-1 6 6; land.c1 x")
        assert fought.rolls()["lift.drop.food-1"]["row"] == row


def test_r24_the_bases_in_reach_are_told_with_everybody_who_is_there():
    board = board_of([], [F1, T1, F2, F1.replace("f1", "f3")])
    assert "X (3 there)" in to_land(board.only(["f1", "f2"]), "f1", "aborts over", ["x"])


# facts about a hex that outlive nobody


def test_r44a_who_enters_a_hex_brings_his_own_strength_and_headquarters():
    hexes = "{h: {combat-units: [allies], re: 5, hq: true, strat-mode: true}, k: {}}"
    fought = fight(
        game(units=[F1], play=MOVEMENT, hexes=hexes),
        "order hex; target h; what combat-units; who axis; re 1/2; hq no; strat-mode no",
    )
    place = fought.state.board.hex("h")
    assert (place.combat_units, str(place.re), place.hq, place.strat_mode) == (("axis",), "1/2", False, False)


def test_r34_the_strength_of_those_who_captured_a_base_is_asked_when_they_are_barraged():
    fall = "{id: fall, in: axis.movement, kind: capture, at: y}"
    raid = "{id: raid, in: allies.reaction, kind: barrage, at: y, with: [b2], flak: none}"
    bomber = T1.replace("t1", "b2").replace("side: axis", "side: allies").replace("at: x", "at: w")
    bases = (
        BASES.replace("y: {side: allies,", "y: {side: allies, combat-units: [allies], re: 6, spotters: [allies],")
        + "  w: {side: allies}\n"
    )
    text = game([fall, raid], [bomber], "axis.movement, allies.reaction", bases=bases, distances="{w: {y: 9}}")
    fought = fight(text, "re 3; barrage 1 1")
    assert fought.rolls()["raid.barrage"]["column"] == "17-24"  # one column for the short range, none for 3 RE
    assert fought.state.board.hex("y").re == 3


def test_r29_a_headquarters_without_units_fires_at_nobody():
    raid = "{id: raid, in: axis.movement, kind: trainbust, at: k, with: [t1], result: none}"
    for hexes, total in (("{k: {hq: true}, h: {}}", 2), ("{k: {hq: true, occupied-by: [allies]}, h: {}}", 3)):
        fought = fight(game([raid], [T1], MOVEMENT, "flak: v4.3", hexes=hexes), "flak 1 1")
        assert fought.rolls()["raid.flak"]["total"] == total


def test_r51_a_march_counts_what_the_enemy_interdicts_when_the_missions_have_been_flown():
    sweep = "{id: sweep, in: allies.movement, kind: sweep, at: h, with: [f2]}"
    march = "marches: [{id: column, costs: [2], in: allies.movement, through: [h]}]"
    over = F1.replace("at: x", "at: x, over: h, duty: interdiction")
    for dice, points in (((6, 6), "2"), ((1, 1), "3")):
        fought = fight(
            game([sweep], [over, F2], "allies.movement", more=march),
            {"sweep.r1.air-combat": dice, "sweep.r1.loss": (1,)},
            {"sweep.r1.abort.f1": "x"} if points == "2" else {"sweep.r1.defender.abort-after": {}},
        )
        [sheet] = [body for body in fought.told("sheet") if body["title"].startswith("column")]
        assert sheet["rows"][-1][-1] == points


@pytest.mark.proves("R49")
def test_r51_what_a_march_or_a_train_costs_is_told_at_that_moment():
    over = F1.replace("at: x", "at: x, over: h, duty: interdiction")
    text = game(
        units=[over, F2],
        play="allies.movement",
        more="rail-interdiction: {k: [axis]}",
        distances="{h: {x: 8, k: 5}, k: {x: 15, y: 3}}",
    )
    fought = fight(text, "order march; march 2 h, 1 k; order train; train 1 RE, 1 SP, single-only, k")
    last = [body["rows"][-1][-1] for body in fought.told("sheet") if body["title"].startswith(("march", "train"))]
    assert last == ["4", "12T"]


def test_r51_in_4_3_a_march_is_told_what_the_markers_of_the_enemy_add():
    text = game(
        units=[F1, F2],
        play="allies.movement",
        options="profile: ocs-4.3",
        more="rail-interdiction: {k: [axis]}",
        distances="{h: {x: 8, k: 1}, k: {x: 15, y: 3}}",
    )
    fought = fight(text, "order march; march 2 h, 1 k")
    [sheet] = [body for body in fought.told("sheet") if body["title"].startswith("march")]
    assert sheet["rows"][-1][-1] == "5"


@pytest.mark.parametrize("said", ["1 RE", "single-only, k", "1 RE, by night, k", "0 RE, single-only, k"])
def test_r49_what_is_no_load_by_rail_is_refused(said):
    text = game(units=[F2], play="allies.movement", more="rail-interdiction: {k: [axis]}")
    answers = {"allies-movement.1.order": "train", "allies-movement.1.train": said}
    with pytest.raises(ValueError, match=r"is not a load by rail; expected RE or SP, one of .*single-only.*, and hexes \(R49\)"):
        fight(text, answers=answers)


# what nobody can do


def test_r34_planes_without_a_point_over_the_target_attack_nothing():
    over = F1.replace("barrage: 2, ", "").replace("at: x", "at: x, over: y")
    raid = "{id: raid, in: axis.combat, kind: base-attack, at: y, result: '2'}"
    fought = fight(game([raid], [over], "axis.combat"))
    assert (fought.end.result, fought.state.board.base("y").level) == ("no barrage", 2)
    assert "no barrage: a barrage of 0 points is not allowed; it takes one point (R34)" in fought.notes()


def test_r36_a_unit_without_a_nation_hip_shoots_as_the_only_nation_of_its_side():
    shot = "{id: shot, in: axis.movement, kind: hip-shoot, at: h, with: [t1]}"
    assert not problems_of(game([shot], [T1.replace("nation: germany, ", "")], more="hip-shoot: [germany]"))


@pytest.mark.parametrize(
    ("unit", "asked"), [(T1, True), (T1.replace("t1", "b2").replace("side: axis", "side: allies").replace("at: x", "at: y"), False)]
)
def test_r11_a_barrage_segment_is_opened_by_ones_own_planes_only(unit, asked):
    over = unit.replace("at: ", "over: h, at: ")
    fought = fight(game(units=[over], play="axis.combat"))
    assert ("axis-combat-barrage.1.order" in [question.key for question in fought.asked]) == asked


def test_r51_nobody_attacks_the_rail_line_at_his_own_base():
    bust = "{id: rails, in: axis.movement, kind: trainbust, at: z, with: [t1]}"
    assert any("Z is a base of the Axis (R51)" in problem for problem in problems_of(game([bust], [T1])))


@pytest.mark.parametrize(
    ("sides", "problems"),
    [("[axis, axis]", ["axis is listed twice; expected each side once (R51)"]), ("[axis, allies]", []), ("[allies]", [])],
)
def test_r51_a_hex_holds_one_marker_of_a_side(sides, problems):
    found = problems_of(game(units=[F1], more=f"rail-interdiction: {{k: {sides}}}"))
    assert [problem.partition(": ")[2] for problem in found] == problems


def test_r21_advantage_is_not_asked_where_no_fight_follows():
    stuka = F2.replace("rating: 4", "rating: (1)").replace("at: y", "at: y, over: h")
    fought = fight(game(units=[T1, stuka], play=MOVEMENT), "order barrage; fly 1 t1; flak none; barrage 1 1")
    assert not any("advantage" in question.key for question in fought.asked)


def test_r39_self_inflicted_capture_rolls_are_said_at_the_table():
    fought = fight(
        game(units=[F1], play="allies.movement"), "order capture; target x; overrun no; self-inflicted yes; capture.f1 1 2"
    )
    assert fought.rolls()["allies-movement.1.capture.f1"]["terms"] == [["self inflicted", 2, "R38", "self-inflicted"]]


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("sweep", "no plane of the Allies is active at H (R16)"),
        ("ship-attack", "naval: v4.3 (R52)"),
        ("picnic", "is not an order"),
    ],
)
def test_r3_what_cannot_be_ordered_is_refused_with_its_reason(typed, reason):
    question = fight(game(units=[F1], play=MOVEMENT)).asked[0]
    assert reason in question.refuses(typed)


def test_r10_a_unit_that_cannot_fly_is_refused_with_its_reason():
    tired = T1.replace("at: x", "at: x, status: inactive")
    text = game(["{id: go, in: axis.movement, kind: interdict, at: h}"], [F1, tired], MOVEMENT)
    question = fight(text, "fly none").question("go.fly")
    assert question.refuses({"t1": 1}) == "T1 does not fly: a unit that is inactive may not fly out (R8)"


@pytest.mark.parametrize(("supply", "dice", "captured", "displaced"), [(3, 2, 1, 2), (3, 4, 1, 1), (2, 6, 1, 0)])
def test_r41_captured_supply_as_in_v1(supply, dice, captured, displaced):
    fall = "{id: fall, in: allies.movement, kind: capture, at: z}"
    bases = BASES.replace("kind: strip, supply: 4", f"kind: strip, supply: {supply}")
    fought = fight(game([fall], [F2], "allies.movement", "captured-supply: v1", bases=bases), {"fall.captured-supply": (dice,)})
    assert fought.state.board.base("z").supply == captured
    assert any(f"{displaced}T of the supply at Z are displaced" in note for note in fought.notes()) == bool(displaced)
