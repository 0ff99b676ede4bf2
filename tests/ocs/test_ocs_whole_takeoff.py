"""The functions of targets and takeoff, each over its cases: what is a target, who may fly there, whom one would send."""

from fractions import Fraction

import pytest
from ocs_boards import board_of, call, mission
from ocs_guns import ASKED, GUNS, PORT, guns, none
from ocs_stories import C2, S1, T2, V4, aloft, inactive
from ocs_theater import BASES, C1, F1, F2, T1, game
from support import fight

from airwar.rulesets.ocs.board import Cargo, Hull, Lift
from airwar.rulesets.ocs.takeoff import best_first, duty_on, flying_refused, most_units, on_station, reach_of, usual
from airwar.rulesets.ocs.targets import aim_of, repeated, target_refused
from airwar.rulesets.ocs.units import AT_BASE, ELSEWHERE, INACTIVE, Air


def test_r34_a_hex_is_barraged_once_but_for_hip_shoots_and_ships():
    board = guns().with_barraged("h")
    kinds = ("barrage", "base-attack", "port-attack", "trainbust", "hip-shoot", "sweep")
    assert [none(repeated(board, mission(kind))) for kind in kinds] == [False] * 4 + [True] * 2
    assert [none(repeated(board, mission("gunfire", ship=ship))) for ship in ("", "s")] == [False, True]
    assert none(repeated(board, mission("barrage", "k")))


@pytest.mark.parametrize(
    ("at", "said", "aim"),
    [
        ("h", {}, "units"),
        ("y", {}, "base"),
        ("k", {"side": "allies"}, "port"),
        ("k", {}, "units"),
        ("y", {"target": "units"}, "units"),
        ("h", {"target": "port"}, "port"),
        ("h", {"ship": "s"}, "ship"),
        ("h", {"ship": "s", "target": "units"}, "units"),
    ],
)
def test_r36_what_a_hip_shoot_or_gunfire_is_aimed_at(at, said, aim):
    assert [aim_of(guns(), mission(kind, at, **said)) for kind in ("hip-shoot", "gunfire")] == [aim, aim]


def test_r34_what_other_missions_are_aimed_at():
    kinds = {"barrage": "units", "base-attack": "base", "port-attack": "port", "ship-attack": "ship", "trainbust": "rail"}
    assert {kind: aim_of(guns(), mission(kind, "y")) for kind in kinds} == kinds


@pytest.mark.parametrize(
    ("kind", "at", "said", "good"),
    [
        ("barrage", "h", {}, True),
        ("barrage", "k", {}, False),
        ("barrage", "h", {"side": "allies"}, False),
        ("base-attack", "y", {}, True),
        ("base-attack", "x", {}, False),
        ("base-attack", "h", {}, False),
        ("base-attack", "cv", {"side": "allies"}, False),
        ("port-attack", "k", {}, False),
        ("port-attack", "k", {"side": "allies"}, True),
        ("port-attack", "h", {}, False),
        ("trainbust", "h", {}, True),
        ("trainbust", "cv", {}, False),
        ("drop", "h", {}, True),
        ("drop", "cv", {}, False),
        ("transport", "z", {}, True),
        ("transport", "y", {}, False),
        ("transport", "h", {}, False),
        ("transfer", "z", {}, True),
        ("transfer", "y", {}, False),
        ("sweep", "y", {}, False),
        ("sweep", "x", {"side": "allies"}, True),
        ("interdict", "h", {}, True),
        ("station", "k", {}, True),
        ("station", "cv", {}, True),
        ("interdict", "cv", {}, True),
        ("ship-attack", "h", {"ship": "s"}, True),
        ("ship-attack", "h", {"ship": "s", "side": "allies"}, False),
        ("ship-attack", "h", {}, False),
    ],
)
def test_r30_r34_r45_r52_r55_which_targets_there_are(kind, at, said, good):
    board = board_of([], [F1], options=V4, hexes=PORT, bases=BASES + "  cv: {side: axis, kind: carrier}\n", more=GUNS)
    assert none(target_refused(board, mission(kind, at, **said))) is good


def test_r52_a_ship_is_barraged_once_and_while_it_is_afloat():
    attack = mission("ship-attack", ship="s")
    assert not none(target_refused(guns().with_barraged("s"), attack))
    assert [none(target_refused(guns().with_hull(Hull("s", hits)), attack)) for hits in (0, 1, 2)] == [True, True, False]


@pytest.mark.parametrize(
    ("kind", "more", "reach", "most"),
    [
        ("barrage", {}, 20, 4),
        ("transfer", {}, 40, 4),
        ("transport", {}, 20, 4),
        ("transport", {"lift": Lift(stays=True)}, 40, 4),
        ("drop", {"lift": Lift(stays=True)}, 20, 4),
        ("hip-shoot", {}, 20, 1),
    ],
)
def test_r10_r13_r14_how_far_and_how_many(kind, more, reach, most):
    order = mission(kind, **more)
    assert (reach_of(board_of([], [F1]), order, "f1"), most_units(board_of([], [F1]), order)) == (reach, most)
    assert most_units(board_of([], [F1], options="max-per-mission: 2"), mission("sweep")) == 2


def test_r11_what_a_unit_does_when_it_takes_off():
    kinds = ("barrage", "base-attack", "ship-attack", "station", "interdict", "sweep", "drop", "hip-shoot", "transfer")
    assert [duty_on(mission(kind)) for kind in kinds] == ["strike"] * 4 + ["interdiction"] + [""] * 4


@pytest.mark.parametrize(
    ("kind", "at", "unit", "said", "able"),
    [
        ("sweep", "y", "f1", {}, True),
        ("sweep", "y", "t1", {}, False),
        ("sweep", "y", "f2", {}, False),
        ("sweep", "y", "tired", {}, False),
        ("barrage", "h", "t1", {}, True),
        ("barrage", "h", "torpedo", {}, False),
        ("ship-attack", "h", "torpedo", {"ship": "s"}, True),
        ("ship-attack", "h", "s1", {"ship": "s"}, False),
        ("barrage", "h", "s1", {}, True),
        ("station", "h", "torpedo", {}, True),
        ("hip-shoot", "h", "t1", {}, True),
        ("hip-shoot", "h", "s1", {}, False),
        ("hip-shoot", "h", "f1", {}, False),
        ("hip-shoot", "k", "t1", {}, False),
        ("transfer", "z", "f1", {}, True),
        ("transfer", "x", "f1", {}, False),
        ("interdict", "h", "f1", {}, True),
        ("interdict", "k", "f1", {}, False),
        ("barrage", "h", "short", {}, False),
        ("barrage", "h", "t1", {"phase": "combat"}, False),
        ("barrage", "h", "t1", {"phase": "exploitation"}, True),
    ],
)
def test_r10_r16_r36_r51_r52_who_may_fly_what(kind, at, unit, said, able):
    torpedo = T1.replace("t1", "torpedo").replace("at: x", "at: x, torpedo: true")
    short = T1.replace("t1", "short").replace("range: 30", "range: 7")
    units = [F1, T1, F2, S1, inactive(F1.replace("f1", "tired")), torpedo, short]
    board = board_of([], units, options="naval: v4.3", more=f"{GUNS}hip-shoot: [germany]")
    assert none(flying_refused(board, mission(kind, at, **said), board.unit(unit))) is able
    assert not none(flying_refused(board, mission(kind, at, **said), board.unit(unit)._replace(tasked=True)))


def test_r10_a_distance_that_is_not_given_refuses_nothing_until_somebody_can_be_asked():
    board = board_of([], [F1], distances="{x: {z: 6}}", more=ASKED)
    interdict = mission("interdict")
    assert flying_refused(board, interdict, board.unit("f1")) is None

    def asked(ref, said):
        return flying_refused(board, said, board.unit("f1"), ref)

    assert [none(call(asked, interdict, answers={"distance.h.x": hexes}).value) for hexes in ("9", "10", "far")] == [
        True,
        False,
        False,
    ]
    assert [none(call(asked, mission("station"), answers={"distance.h.x": hexes}).value) for hexes in ("20", "21")] == [True, False]


def test_r34_r45_r16_whom_one_would_send():
    better, bound = (
        F1.replace("f1", name).replace("rating: 4", f"rating: {rating}") for name, rating in (("f4", "5"), ("f5", "(9)"))
    )
    board = board_of([], [T2, T1, S1, F1, better, bound, C1, C2], options="base-stacking: unlimited")
    able = [unit.id for unit in board.units]
    assert usual(board, mission("barrage"), able) == ["s1", "t1", "t2", "f1", "f4", "f5"]
    assert usual(board, mission("station"), able)[0] == "s1"
    assert usual(board, mission("sweep", "y"), able) == ["f4", "f1"]
    assert usual(board, mission("interdict"), able) == ["f1"]
    assert usual(board, mission("transfer", "z"), ["t2", "t1"]) == ["t2"]
    assert usual(board, mission("transfer", "z"), []) == []
    for tons, crew in ((3, ["c2"]), (6, ["c2"]), (7, ["c2", "c1"]), (99, ["c2", "c1"])):
        assert usual(board, mission("drop", "h", lift=Lift((Cargo("food", tons),))), able) == crew
    assert best_first({"a": Fraction(1), "b": Fraction(0), "c": Fraction(2), "d": Fraction(1)}) == ["c", "a", "d"]


def test_r11_who_is_over_the_target_already():
    board = board_of([], [aloft(T1, "h"), aloft(F1, "h"), aloft(F2, "h"), T2])
    assert on_station(board, mission("barrage")) == ("t1", "f1")
    assert on_station(board, mission("barrage", units=("f1", "t2"))) == ("f1",)
    assert on_station(board, mission("sweep")) == on_station(board, mission("barrage", "k")) == ()
    modern = board_of([], [T1], options=V4).with_units(Air("t1", ELSEWHERE, "h", 2))
    assert on_station(modern, mission("barrage")) == ()


def test_r13_the_players_are_told_who_is_active_after_a_transfer():
    fought = fight(game(["{id: mv, in: axis.movement, kind: transfer, at: z, with: [f1, t1]}"], [F1, T1], "axis.movement", V4))
    assert ["inactive" in body["text"] for body in fought.told("note")][-2:] == [False, True]
    assert [unit.status for unit in fought.state.board.units] == [AT_BASE, INACTIVE]


@pytest.mark.parametrize(("units", "named"), [("t1", ["T1"]), ("t1, f1", ["F1"])])
def test_r11_those_who_have_just_arrived_are_named_once(units, named):
    first = aloft(T1, "h") if "f1" in units else T1
    strike = f"{{id: raid, in: axis.movement, kind: barrage, at: h, with: [{units}]}}"
    fought = fight(game([strike], [first, F1], "axis.movement", "flak: off"), {"raid.barrage": (1, 1)})
    waits = fought.told("note")[1]["text"]
    assert [name for name in ("T1", "F1") if waits.count(name) == 1] == named
    assert waits.count("T1") + waits.count("F1") == 1
