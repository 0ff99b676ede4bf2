"""The functions of air bases, each over its cases: construction, refit, carriers, landing and aborts."""

from dataclasses import replace

import pytest
from ocs_boards import board_of, call, mission
from ocs_stories import aloft, inactive
from ocs_theater import BASES, F1, T1

from airwar.rulesets.ocs.bases import (
    abort,
    active_room,
    bases_by_distance,
    carrier_refused,
    pay,
    refit_capacity,
    refit_cost,
    refit_limit,
    refit_refused,
)
from airwar.rulesets.ocs.board import Airfield, Port
from airwar.rulesets.ocs.construction import Plan, plan_of, works_refused
from airwar.rulesets.ocs.facility import lower
from airwar.rulesets.ocs.units import AT_BASE, ELSEWHERE, INACTIVE, Air

PORT = "{h: {combat-units: [allies], re: 3, spotters: [axis]}, k: {port: {side: axis, capacity: 9, hits: 1}}}"


def none(found):
    return found is None


CARRIER = BASES + "  cv: {side: axis, kind: carrier, planes: 1}\n"


@pytest.mark.parametrize(
    ("kind", "at", "target", "plan"),
    [
        ("build", "k", "", Plan(4, Airfield("k", "axis", 1, 0), "")),
        ("build", "k", "base", Plan(4, Airfield("k", "axis", 1, 0), "")),
        ("build", "k", "strip", Plan(1, Airfield("k", "axis", 0, 0, kind="strip"), "")),
        ("build", "x", "", Plan(4, Airfield("x", "axis", 3, 4, 2), "")),
        ("build", "z", "base", Plan(3, Airfield("z", "axis", 1, 4), "")),
        ("build", "k", "port", Plan(4, Port("k", "axis", 0), "")),
        ("reduce", "x", "", Plan(0, Airfield("x", "axis", 1, 4, 2), "")),
        ("reduce", "k", "port", Plan(0, Port("k", "axis", 2), "")),
    ],
)
def test_r56_what_construction_costs_and_leaves(kind, at, target, plan):
    board = board_of([], [F1], hexes=PORT)
    order = mission(kind, at, target=target)
    assert works_refused(board, order) is None
    assert plan_of(board, order)[:2] == plan[:2]


@pytest.mark.parametrize(
    ("kind", "at", "target", "change", "refused"),
    [
        ("build", "k", "", {}, False),
        ("build", "k", "", {"phase": "exploitation"}, True),
        ("build", "h", "", {}, True),  # enemy units
        ("build", "h", "", {"side": "allies"}, False),
        ("build", "y", "", {}, True),
        ("build", "y", "", {"side": "allies"}, False),
        ("reduce", "k", "", {}, True),
        ("build", "x", "strip", {}, True),
        ("reduce", "z", "", {}, True),
        ("reduce", "x", "", {}, False),
        ("build", "h", "port", {"side": "allies"}, True),
        ("build", "k", "port", {"side": "allies"}, True),
        ("build", "cv", "", {}, True),
        ("build", "three", "", {}, True),
        ("reduce", "three", "", {}, False),
        ("reduce", "one", "", {}, True),
    ],
)
def test_r56_what_cannot_be_built(kind, at, target, change, refused):
    more = "  cv: {side: axis, kind: carrier}\n  three: {side: axis, level: 3}\n  one: {side: axis, level: 1}\n"
    board = board_of([], [F1], hexes=PORT, bases=BASES + more)
    assert (works_refused(board, mission(kind, at, target=target, **change)) is not None) is refused


@pytest.mark.parametrize("hits", range(5))
def test_r55_r56_a_port_has_up_to_four_hits(hits):
    board = board_of([], [F1], hexes=PORT).with_port(Port("k", "axis", hits))
    assert none(works_refused(board, mission("build", "k", target="port"))) is (hits > 0)
    assert none(works_refused(board, mission("reduce", "k", target="port"))) is (hits < 4)


def test_r56_engineers_work_on_each_thing_once():
    board = replace(board_of([], [F1], hexes=PORT), worked=("k.port", "x.base"))
    assert [
        none(works_refused(board, mission("build", at, target=what))) for at, what in (("k", "port"), ("k", ""), ("x", ""))
    ] == [
        *(False, True, False),
    ]


def test_r53_r56_who_can_pay():
    board = board_of([], [F1])
    assert call(pay, board, "axis", 0).value is board
    paid = call(pay, board, "axis", 4, answers={"pays": "z"})
    assert paid.offered("pays") == ["map", "nobody", "x", "z"]
    assert [base.supply for base in paid.value.bases] == [4, 4, 0]
    assert call(pay, board, "axis", 5, answers={"pays": "map"}).offered("pays") == ["map", "nobody"]
    assert call(pay, board, "axis", 3, answers={"pays": "nobody"}).value is None
    assert call(pay, board, "axis", 3, answers={"pays": "map"}).value is board


def test_r5_how_many_units_a_base_refits_and_what_it_pays():
    rulings = board_of([], [F1], options="refit-per-level: 3, refit-strip: 4, refit-cost: 2").rulings
    assert [refit_capacity(rulings, level) for level in (1, 2, 3)] == [3, 6, 9]
    assert refit_capacity(rulings, 0, "strip") == 4
    assert [refit_capacity(rulings, 0, "carrier", damaged) for damaged in (False, True)] == [None, 2]
    assert [refit_cost(rulings, kind) for kind in ("base", "strip", "carrier")] == [2, 2, 0]


@pytest.mark.parametrize(
    ("supply", "zone", "options", "able"),
    [
        (1, "false", "", True),
        (0, "false", "", False),
        (0, "false", "refit-cost: 0", True),
        (1, "true", "", False),
        (1, "true", "refit-in-enemy-zoc: yes", True),
    ],
)
def test_r5_which_bases_refit(supply, zone, options, able):
    board = board_of(
        [],
        [F1],
        options=options,
        bases=f"{{x: {{side: axis, supply: {supply}, enemy-zoc: {zone}}}, y: {{side: allies}}, z: {{side: axis}}}}",
    )
    assert none(refit_refused(board, board.base("x"))) is able


@pytest.mark.parametrize(("active", "waiting", "expected"), [(2, 3, 3), (3, 3, 3), (4, 3, 2), (6, 3, 0), (0, 9, 4)])
def test_r14_as_many_are_refitted_as_may_be_active(active, waiting, expected):
    crowd = [T1.replace("t1", f"a{number}") for number in range(active)] + [
        inactive(T1.replace("t1", f"i{number}")) for number in range(waiting)
    ]
    board = board_of([], crowd)
    told = call(refit_limit, board, board.base("x"), waiting)
    assert told.value == expected
    assert told.options == ["base-stacking"] * (expected < min(waiting, 4))
    assert active_room(board, "x") == 6 - active


def test_r52_who_lands_on_a_carrier():
    plane = F1.replace("at: x", "at: x, carrier-plane: true").replace("f1", "f4")
    board = board_of([], [F1, plane, F1.replace("f1", "f5").replace("at: x", "at: cv")], bases=CARRIER)
    assert [none(carrier_refused(board, "cv", unit)) for unit in ("f1", "f4", "f5")] == [False, False, True]
    room = board.with_units(Air("f5", ELSEWHERE, "h", 2))
    assert [none(carrier_refused(room, "cv", unit)) for unit in ("f1", "f4", "f5")] == [False, True, True]
    assert none(carrier_refused(board, "x", "f1"))
    assert none(carrier_refused(board, "h", "f1"))
    assert active_room(board, "cv") is None


def test_r4_bases_by_distance_are_the_friendly_ones_in_reach_nearest_first():
    board = board_of([], [aloft(F1, "h")], bases=CARRIER, distances="{h: {x: 8, y: 1, z: 3, cv: 2}}")
    assert list(call(bases_by_distance, board, "f1").value.items()) == [("z", 3), ("x", 8)]
    board = board_of([], [aloft(F1, "h")], distances="{h: {x: 8, y: 1}}")
    assert call(bases_by_distance, board, "f1").value == {"x": 8}


@pytest.mark.parametrize(
    ("unit", "options", "asked", "told", "place"),
    [
        (Air("f1", AT_BASE, "z", 2), "", [], [], "z"),
        (Air("f1", ELSEWHERE, "z", 2), "", [], ["abort-over-base"], "z"),
        (Air("f1", ELSEWHERE, "z", 2), "abort-over-base: any", ["abort.f1"], ["abort-over-base"], "x"),
        (Air("f1", ELSEWHERE, "y", 2), "", ["abort.f1"], [], "x"),
        (Air("f1", ELSEWHERE, "h", 2), "", ["abort.f1"], [], "x"),
    ],
)
def test_r24_where_a_unit_aborts_to(unit, options, asked, told, place):
    board = board_of([], [F1], options=options).with_units(unit)
    answers = {"abort.f1": "x"} if asked else {}
    found = call(abort, board, "f1", answers=answers)
    assert found.value.unit("f1") == Air("f1", INACTIVE, place, 2)
    assert (found.questions, found.options, found.losses) == (asked, told, [("axis", "F1", 1)])


@pytest.mark.parametrize(
    ("level", "kind", "levels", "lost"),
    [(3, "base", 1, 1), (3, "base", 2, 2), (3, "base", 3, 2), (1, "base", 1, 0), (2, "base", 0, 0), (2, "strip", 1, 0)],
)
def test_r32_r33_a_base_never_loses_its_last_level(level, kind, levels, lost):
    base = Airfield("y", "allies", level, 4, kind=kind)
    board = board_of([], [F1]).with_base(base)
    found = call(lower, board, "y", levels)
    assert found.value == (board.with_base(base._replace(level=base.level - lost)), lost)
    assert found.losses == [("allies", "Y", lost)] * bool(lost)
