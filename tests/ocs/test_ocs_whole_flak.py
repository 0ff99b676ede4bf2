"""The functions of interception, flak and guns, each over its cases."""

from dataclasses import replace

import pytest
from ocs_boards import board_of, call, mission
from ocs_guns import ASKED, GUNS, PORT, guns, none
from ocs_stories import F3, S1, T2, V4, aloft, inactive
from ocs_theater import BASES, F1, F2, T1

from airwar.rulesets.ocs.barrage import Fire, grade_of, suffer
from airwar.rulesets.ocs.board import Ground, Gun, Hull
from airwar.rulesets.ocs.facility import FacilityResult, is_stated, roll_attack
from airwar.rulesets.ocs.flight import Flak, Flight, exposed, flak_at, flak_fires, holder, interceptor, patrolling, unit_hit
from airwar.rulesets.ocs.naval import able_guns, aim_refused, gun_refused, screen_refused, strength_of, target_name
from airwar.rulesets.ocs.units import ELSEWHERE


def test_r28_whose_patrol_zones_cover_a_hex():
    far = F2.replace("f2", "f9").replace("at: y", "at: w")
    bases = BASES + "  w: {side: allies}\n  v: {side: allies}\n"
    units = [
        F2,
        far,
        inactive(F2.replace("f2", "f8")),
        T1.replace("t1", "t9").replace("axis", "allies").replace("at: x", "at: y"),
        F1,
    ]
    board = board_of([], units, bases=bases, distances="{h: {y: 10, w: 11, x: 1}}", options="interception: yes")
    assert call(patrolling, board, "h", "allies").value == {"f2": 10}
    assert call(patrolling, board, "h", "axis").value == {"f1": 1}
    wide = board_of([], units, bases=bases, distances="{h: {y: 10, w: 11}}", options="interception: yes, patrol-zone: 11")
    assert call(patrolling, wide, "h", "allies").value == {"f2": 10, "f9": 11}


@pytest.mark.parametrize("interception", ["yes", "no"])
@pytest.mark.parametrize("place", ["h", "k"])
def test_r28_r29_which_missions_are_exposed(interception, place):
    board = board_of([], [F2], distances="{h: {y: 10}, k: {y: 11}}", options=f"interception: {interception}")
    attacks = ("barrage", "base-attack", "port-attack", "trainbust", "ship-attack", "hip-shoot")
    lifts, never = ("transport", "drop", "transfer"), ("sweep", "interdict", "station")
    assert [call(exposed, board, mission(kind, place)).value for kind in attacks] == [True] * 6
    assert [call(exposed, board, mission(kind, place)).value for kind in lifts] == [interception == "yes" and place == "h"] * 3
    assert [call(exposed, board, mission(kind, place)).value for kind in never] == [False] * 3


def test_r28_only_a_fighter_that_may_attack_intercepts():
    units = [aloft(T1, "h"), F2, F3, F2.replace("f2", "f8").replace("rating: 4", "rating: (4)")]
    board = board_of([], units, options="interception: yes")
    found = call(interceptor, Flight(board, mission("barrage"), ("t1",)), answers={"intercept": "f3"})
    assert (found.value, found.offered("intercept")) == ("f3", ["none", "f2", "f3"])
    assert found.question("intercept").facts() == {"enemy.factors": 1}
    assert call(interceptor, Flight(board, mission("barrage"), ("t1",)), answers={"intercept": "none"}).value == ""
    assert call(interceptor, Flight(board, mission("barrage"), ())).value == ""
    assert call(interceptor, Flight(board, mission("station"), ("t1",))).value == ""


@pytest.mark.parametrize(
    ("kind", "options", "stated", "fires"),
    [
        ("barrage", "", "", True),
        ("barrage", "flak: off", "", False),
        ("drop", "", "", True),
        ("transport", "", "", True),
        ("drop", "flak-missions: v4.3", "", False),
        ("drop", "flak-missions: v4.3", "none", True),
        ("transfer", "", "", False),
        ("sweep", "", "", False),
        ("sweep", "", "none", True),
    ],
)
def test_r29_which_missions_meet_flak(kind, options, stated, fires):
    board = board_of([], [aloft(T1, "h")], options=options)
    order = mission(kind)
    order = replace(order, stated=replace(order.stated, flak=stated))
    assert call(flak_fires, Flight(board, order, ("t1",))).value is fires


def test_r29_whose_flak_it_is():
    board = board_of([], [F1], hexes="{h: {combat-units: [allies]}, k: {combat-units: [axis, allies]}, e: {}}")
    assert [holder(board, place) for place in ("x", "y", "h", "k", "e")] == ["axis", "allies", "allies", "", ""]


@pytest.mark.parametrize(
    ("kind", "at", "fliers", "terms"),
    [
        ("barrage", "h", "t1", [1, 3]),
        ("barrage", "h", "t1 t2 f1", [1, 1, 3]),
        ("base-attack", "y", "t1", [2, 4]),
        ("drop", "y", "t1", [2, 4]),
        ("barrage", "k", "t1", []),
        ("transport", "x", "t1", []),
        ("transport", "z", "t1", []),
    ],
)
def test_r29_r33_what_makes_flak_heavier(kind, at, fliers, terms):
    hexes = "{h: {combat-units: [allies], hq: true, flak: 3}, k: {}}"
    bases = "{x: {side: axis, level: 2, flak: 4, hq: true}, y: {side: allies, level: 2, flak: 4}, z: {side: axis, kind: strip}}"
    over = [aloft(unit, at) if at != "x" else unit for unit in (T1, T2.replace("at: z", "at: x"), F1)]
    board = board_of([], over, hexes=hexes, bases=bases, distances="{x: {h: 8, k: 8, y: 8, z: 8}}")
    found = call(
        flak_at,
        Flight(
            board.with_units(*(unit._replace(status=ELSEWHERE, place=at) for unit in board.units)),
            mission(kind, at),
            tuple(fliers.split()),
        ),
    ).value
    assert [term.value for term in found.terms] == terms
    assert (found.side, found.fliers, found.stated) == ("axis", tuple(fliers.split()), "")
    assert [unit.id for unit in found.board.units] == [unit.id for unit in board.units if unit.id in fliers]


@pytest.mark.parametrize(
    ("fighter", "kind", "term"), [(True, "barrage", 1), (False, "barrage", 2), (True, "trainbust", 2), (False, "trainbust", 3)]
)
def test_r28_flak_in_a_patrol_zone(fighter, kind, term):
    board = board_of([], [aloft(T1, "k"), aloft(F1, "k"), F2], options="interception: yes")
    found = call(flak_at, Flight(board, mission(kind, "k"), ("t1", "f1")[: 1 + fighter])).value
    assert [one.value for one in found.terms] == [term]


def test_r52_ships_fire_flak_at_attacks():
    board = board_of([], [aloft(T1, "h")], options="naval: v4.3", hexes=PORT, more=GUNS)
    assert [
        [term.value for term in call(flak_at, Flight(board, mission(kind), ("t1",))).value.terms] for kind in ("barrage", "drop")
    ] == [[3], []]
    unused = board_of([], [aloft(T1, "h")], hexes=PORT, more=GUNS)
    assert call(flak_at, Flight(unused, mission("barrage"), ("t1",))).value.terms == ()


def test_r29_which_unit_is_hit():
    board = board_of([], [T1, T2, S1, F1])
    fire = Flak(board, "axis", ("t1", "t2", "s1", "f1"), (), "")
    assert [unit_hit(fire, cell) for cell in ("1", "2", "3", "4", "weakest", "strongest")] == ["t1", "t2", "s1", "f1", "f1", "s1"]


def test_r53_r54_which_guns_may_fire_at_what():
    board = guns()
    fire = {"units": mission("gunfire", phase="exploitation"), "ship": mission("gunfire", phase="exploitation", ship="s")}
    assert able_guns(board, fire["units"]) == {"artillery": ["g"], "ships": ["r"]}
    assert able_guns(board, fire["ship"]) == {"ships": ["r"]}
    near = guns(more=GUNS.replace("range: 1", "range: 2"))
    assert able_guns(near, fire["ship"]) == {"artillery": ["c"], "ships": ["r"]}
    assert able_guns(near, fire["units"]) == {"artillery": ["g", "c"], "ships": ["r"]}
    assert able_guns(board, mission("gunfire", phase="movement")) == {"ships": ["r"]}
    assert able_guns(board, mission("gunfire", phase="combat")) == {"artillery": ["g"]}
    assert able_guns(near, mission("gunfire", phase="movement", ship="s")) == {"artillery": ["c"], "ships": ["r"]}


def test_r53_r54_why_a_gun_does_not_fire():
    board, order = guns(), mission("gunfire", phase="exploitation")
    assert none(gun_refused(board, order, Gun("g")))
    assert not none(gun_refused(board, order, Gun("g", fired=True)))
    assert not none(gun_refused(board, order, Gun("e")))
    assert [none(gun_refused(board, order, Gun("r", bombarded=said))) for said in (False, True)] == [True, False]
    assert none(gun_refused(board, mission("gunfire", phase="exploitation", ship="s"), Gun("r", bombarded=True)))
    assert none(gun_refused(board, order, Gun("g", bombarded=True)))
    assert [
        none(aim_refused(board.with_hull(Hull("r", hits)), order, Gun("r"), board.setting.batteries["r"])) for hits in (1, 2)
    ] == [True, False]
    lost = board.with_ground(Ground("k", combat=("allies",)))
    both = board.with_ground(Ground("k", combat=("allies", "axis")))
    assert [none(gun_refused(one, order, Gun("g"))) for one in (lost, both)] == [False, True]
    assert none(gun_refused(lost, order, Gun("r")))


def test_r53_a_distance_that_is_not_known_is_asked_for():
    board = board_of([], [F1], options=V4, hexes=PORT, distances="{x: {y: 12}}", more=GUNS + ASKED)
    order = mission("gunfire", phase="exploitation")
    assert able_guns(board, order) == {"artillery": ["g", "c"], "ships": ["r"]}

    def asked(ref):
        return able_guns(board, order, ref)

    assert call(asked, answers={"distance.h.k": "3"}).value == {"artillery": ["g"], "ships": ["r"]}
    assert call(asked, answers={"distance.h.k": "10"}).value == {}


def test_r52_r54_ships_screen_a_carrier():
    bases = BASES + "  cv: {side: allies, kind: carrier}\n"
    ships = "ships: {s: {side: allies, at: h}, o: {side: allies, at: k}, r: {side: axis, at: k, barrage: 20, range: 2}}"
    board = board_of([], [F1], options=V4, hexes=PORT, bases=bases, distances="{h: {k: 2}, cv: {k: 2}}", more=ships)
    battery, attack = board.setting.batteries["r"], mission("gunfire", "cv", phase="exploitation", ship="cv")
    assert not none(screen_refused(board, attack, battery))
    gone = board.with_hull(Hull("s", 2)).with_hull(Hull("o", 2))
    assert none(screen_refused(gone, attack, battery))
    assert not none(screen_refused(board.with_hull(Hull("s", 2)), attack, battery))
    assert none(screen_refused(board.with_hull(Hull("o", 2)), attack, replace(battery, range=1)))
    assert none(screen_refused(board, mission("gunfire", phase="exploitation", ship="s"), battery))
    assert none(screen_refused(board, attack, replace(battery, arm="artillery")))


def test_r54_the_distance_to_a_screen_is_asked_for():
    bases = BASES + "  cv: {side: allies, kind: carrier}\n"
    ships = "ships: {s: {side: allies, at: h}, r: {side: axis, at: k, barrage: 20, range: 2}}"
    board = board_of([], [F1], options=V4, hexes=PORT, bases=bases, distances="{cv: {k: 2}}", more=f"{ships}\n{ASKED}")
    attack = mission("gunfire", "cv", phase="exploitation", ship="cv")
    assert able_guns(board, attack) == {"ships": ["r"]}

    def asked(ref):
        return able_guns(board, attack, ref)

    assert [call(asked, answers={"distance.h.k": hexes}).value for hexes in ("2", "3")] == [{}, {"ships": ["r"]}]


def test_r52_r53_what_guns_fire_at_by_name():
    board = guns(more=GUNS.replace("s: {side", "s: {name: Warspite, side"))
    assert [target_name(board, mission("gunfire", ship=ship)) for ship in ("s", "")] == ["Warspite", "H"]


def test_r53_r54_the_strength_of_guns():
    board = guns()
    assert [strength_of(board, names, mission("gunfire")) for names in (["g"], ["c"], ["g", "c"], [])] == [9, 1, 10, 0]
    assert [strength_of(board, names, mission("gunfire", ship="s")) for names in (["r"], ["c"], ["g", "c"])] == [10, 1, 5]


# attacks on facilities


def test_r30_r34_an_attack_takes_one_point():
    board = board_of([], [T1], options="facility: v4.3")
    assert call(roll_attack, Fire(board, "axis", "y", 0), "").value == FacilityResult("-")
    found = call(roll_attack, Fire(board, "axis", "y", 1), "", dice={"facility": (6,)})
    assert (found.value.code, found.options) == ("(6)", ["facility"])


@pytest.mark.parametrize(
    ("options", "stated", "expected"), [("", "", True), ("facility: v4.3", "", False), ("facility: v4.3", "AB", True)]
)
def test_r30_who_states_the_result(options, stated, expected):
    assert is_stated(Fire(board_of([], [T1], options=options), "axis", "y", 5, stated=stated)) is expected


def test_r34_who_directs_a_barrage():
    board = board_of([], [T1])
    assert [Fire(board, side, place, 5).spotted for side, place in (("axis", "h"), ("allies", "h"), ("axis", "k"))] == [
        True,
        False,
        False,
    ]
    assert not Fire(board, "axis", "h", 5, high=True).spotted
    assert Fire(board, "axis", "h", 5).enemy == "allies"


@pytest.mark.parametrize(("arm", "spotters", "hedgehog", "half"), [
    ("artillery", ("axis",), 2, "1/2"), ("artillery", ("axis",), 3, "DG"), ("artillery", (), 0, "DG"), ("air", ("axis",), 0, "DG"),
    ("ships", ("axis",), 0, "DG"),
])  # fmt: skip
def test_r34_r53_r54_how_a_half_in_brackets_is_read(arm, spotters, hedgehog, half):
    board = board_of([], [T1]).with_ground(Ground("h", combat=("allies",), spotters=spotters, hedgehog=hedgehog))
    assert grade_of(Fire(board, "axis", "h", 5, arm))("[1/2]") == half


@pytest.mark.parametrize(
    ("cell", "dice", "steps"), [("-", None, None), ("DG", None, 0), ("1/2", 3, 0), ("1/2", 4, 1), ("1", None, 1), ("3", None, 3)]
)
def test_r34_what_a_barrage_does(cell, dice, steps):
    board = guns()
    fire = Fire(board, "axis", "h", 5)
    found = call(suffer, fire, cell, dice={"barrage.half": (dice,)} if dice else {})
    after, result = found.value
    assert [gun.id for gun in after.guns if gun.dg] == (["c"] if steps is None else ["c", "e"])
    assert found.losses == [("allies", "units at H", steps)] * bool(steps)
    assert (result == "no effect") is (steps is None)
    assert found.notes == (steps is not None)
