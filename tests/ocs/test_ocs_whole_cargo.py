"""The functions of cargo and of the ground war, each over its cases."""

from dataclasses import replace
from fractions import Fraction

import pytest
from ocs_boards import board_of, call, mission, segment
from ocs_stories import C2, F3, V4, aloft, inactive
from ocs_theater import C1, F1, F2, T1, game
from support import fight

from airwar.loading import parse_scenario
from airwar.rulesets.ocs.board import Cargo, Ground, Lift, Marker, Mission, Stage
from airwar.rulesets.ocs.cargo import (
    bases_of,
    capacity,
    in_stock,
    may_double,
    most_loaded,
    pieces,
    supplied,
    towing_refused,
    unloading_room,
    what_exceeds,
)
from airwar.rulesets.ocs.flight import Flight, Piece
from airwar.rulesets.ocs.orders import (
    CHANGES,
    asks_eto,
    cargo_refused,
    crew_of,
    events_in,
    named,
    number_of,
    possible_cargo,
    room_of,
    supply_changes,
)
from airwar.rulesets.ocs.units import AT_BASE, ELSEWHERE, INACTIVE, Air

PORT = "{h: {combat-units: [allies], re: 3, spotters: [axis]}, k: {port: {side: axis, capacity: 9, hits: 1}}}"
NEAR = "{h: {x: 8, y: 8, z: 12, k: 2}, k: {x: 15, y: 3, z: 20}, x: {y: 12, z: 6}, y: {z: 14}}"
GUNS = """
artillery:
  g: {side: axis, at: k, barrage: 9, range: 3}
  c: {side: axis, at: k, barrage: 5/2, range: 1, dg: true, coastal: true}
  e: {side: allies, at: h, barrage: 4, range: 2}
ships:
  s: {side: allies, at: h, protection: 2, flak: 3, barrage: 8, range: 9}
  r: {side: axis, at: k, barrage: 20, range: 9}
  q: {side: axis, at: k}
"""


def guns(**more):
    return board_of([], [F1], options=V4, hexes=PORT, distances=NEAR, **{"more": GUNS} | more)


def none(found):
    return found is None


FOOD = (Cargo("food", 2), Cargo("unit", res=Fraction(1, 2), allowance=6), Cargo("tanks", res=Fraction(1), allowance=8))


@pytest.mark.parametrize(
    ("steps", "glider", "single", "double"), [(2, False, 3, 6), (1, False, "3/2", 3), (2, True, 2, 4), (1, True, 1, 2)]
)
def test_r45_r46_what_a_unit_carries(steps, glider, single, double):
    board = board_of([], [C2]).with_units(Air("c2", AT_BASE, "x", steps))
    order = mission("drop", lift=Lift(method="glider" if glider else "paradrop"))
    assert [capacity(board, order, "c2", doubled) for doubled in (False, True)] == [Fraction(single), Fraction(double)]


@pytest.mark.parametrize(
    ("at", "stays", "doubles"), [("h", False, True), ("z", False, True), ("z", True, False), ("k", False, False)]
)
def test_r45_who_carries_double(at, stays, doubles):
    board = board_of([], [C1], distances="{h: {x: 10}, k: {x: 11}, x: {z: 6}}")
    assert may_double(board, mission("transport", at, lift=Lift(stays=stays)), "c1") is doubles


def test_r46_who_tows_a_glider():
    board = board_of([], [C1, T1, C2.replace("at: x", "at: z")])
    assert [none(towing_refused(board, board.unit(unit))) for unit in ("c1", "t1", "c2")] == [True, False, False]
    assert not none(towing_refused(board, Air("c1", AT_BASE, "x", 1)))
    assert not none(towing_refused(board, Air("c1", ELSEWHERE, "h", 2)))


def test_r42_pieces_of_cargo():
    order = mission("drop", lift=Lift(FOOD))
    board = board_of([], [C1])
    units = (Piece("unit", Fraction(1), True, Fraction(1, 2)), Piece("tanks", Fraction(4), True, Fraction(1)))
    assert pieces(order, board.rulings) == (Piece("food-1", Fraction(1), False), Piece("food-2", Fraction(1), False), *units)
    whole = board_of([], [C1], options="drop-granularity: load").rulings
    assert pieces(order, whole) == (Piece("food", Fraction(2), False), *units)


def test_r45_aircraft_load_at_their_own_bases():
    bases = "{x: {side: axis, supply: 9}, z: {side: axis, supply: 3}, y: {side: allies}}"
    board = board_of([], [C1, C2.replace("at: x", "at: z"), C2.replace("c2", "c3")], bases=bases, distances="{h: {x: 8, z: 12}}")
    order = mission("drop", lift=Lift((Cargo("food", 20),)))
    assert most_loaded(board, order, ["c1"]) == {"x": 9}
    assert most_loaded(board, order, ["c1", "c2"]) == {"x": 4, "z": 3}
    assert most_loaded(board, order, ["c1", "c3", "c2"]) == {"x": 9, "z": 3}
    assert [base.id for base in bases_of(board, ["c2", "c1", "c3"])] == ["z", "x"]
    load = (
        Piece("a", Fraction(5), False),
        Piece("u", Fraction(50), True),
        Piece("b", Fraction(3), False),
        Piece("c", Fraction(2), False),
    )
    stocked = call(in_stock, Flight(board, order, ("c1", "c2")), load).value
    assert [piece.id for piece in stocked] == ["a", "u", "c"]


@pytest.mark.parametrize(
    ("room", "default", "refused"),
    [(6, None, None), (5, ["b"], ["u"]), (4, ["b"], ["u"]), (3, ["u", "b"], ["u", "b", "a"]), (1, ["u", "b"], ["u", "b", "a"])],
)
def test_r45_what_is_given_up(room, default, refused):
    load = (Piece("a", Fraction(1), False), Piece("u", Fraction(3, 1), True), Piece("b", Fraction(2), False))
    if default is None:
        assert call(what_exceeds, load, Fraction(room), "axis", "cargo-lost").value == ()
        return
    found = call(what_exceeds, load, Fraction(room), "axis", "cargo-lost", answers={"cargo-lost": {"u": 1, "b": 1}})
    assert [piece.id for piece in found.value] == ["u", "b"]
    question = found.question("cargo-lost")
    assert [name for name, number in question.default.items() if number] == default
    assert (dict(question.items), question.least, question.most) == ({"a": 1, "u": 1, "b": 1}, 1, 3)
    alone = [name for name in ("u", "b", "a") if question.refuse({"a": 0, "u": 0, "b": 0} | {name: 1})]
    assert alone == [name for name in ("u", "b", "a") if sum(piece.weight for piece in load if piece.id != name) > room]


@pytest.mark.parametrize(
    ("kind", "at", "lift", "room"),
    [
        ("transport", "x", Lift(), 4),
        ("transport", "z", Lift(), 2),
        ("transport", "x", Lift(stays=True), 10_000),
        ("transport", "x", Lift(method="glider"), 10_000),
        ("drop", "x", Lift(), 10_000),
        ("transport", "h", Lift(), 10_000),
    ],
)
def test_r33_what_a_base_unloads(kind, at, lift, room):
    board = board_of([], [C1])
    assert unloading_room(board, mission(kind, at, lift=lift)) == room
    busy = board.with_base(board.base("x")._replace(unloaded=Fraction(3)))
    assert unloading_room(busy, mission("transport", "x")) == 1


def test_r45_supply_comes_to_bases_of_its_own_side_only():
    board = board_of([], [C1])
    assert [[base.supply for base in supplied(board, place, "axis", 3).bases] for place in ("x", "y", "h")] == [
        [7, 4, 4],
        [4, 4, 4],
        [4, 4, 4],
    ]


def test_r45_r46_who_could_carry_and_how_much():
    units = [C1, C2, C1.replace("c1", "c3").replace("at: x", "at: z"), F1, inactive(C1.replace("c1", "c4"))]
    board = board_of([], units, options="max-per-mission: 2")
    order = mission("drop")
    assert crew_of(board, order) == ["c1", "c2", "c3"]
    assert room_of(board, order, ["c1", "c2"]) == 10
    assert room_of(board, order, ["c1", "c2", "c3"]) == 10
    assert room_of(board, mission("drop", "k"), ["c1", "c3"]) == 4
    gliders = mission("drop", lift=Lift(method="glider"))
    assert (crew_of(board, gliders), room_of(board, gliders, ["c1", "c2"])) == (["c1", "c2"], 4)


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("4T", True),
        ("5T", False),
        ("1/2 RE", True),
        ("1 RE", True),
        ("2 RE", True),
        ("3 RE", False),
        ("1/2 RE MA 10", True),
        ("1/2 RE MA 11", False),
        ("food", False),
        ("2T, 1 RE", True),
        ("3T, 1 RE", False),
    ],
)
def test_r45_what_can_be_flown(text, good):
    board = board_of([], [C1])
    assert none(cargo_refused(board, mission("drop"), text)) is good


def test_r45_r47_examples_of_what_can_be_flown():
    board = board_of([], [C1], options="drop-plan-required: yes")
    assert possible_cargo(board, mission("drop")) == ("1T", "1/2 RE", "2T", "1T, 1/2 RE", "1/2 RE MA 8")
    assert possible_cargo(board, mission("drop", phase="exploitation")) == ("1T", "2T")
    assert possible_cargo(board, mission("transport", "z", phase="exploitation")) == (
        "1T",
        "1/2 RE",
        "2T",
        "1T, 1/2 RE",
        "1/2 RE MA 8",
    )
    assert possible_cargo(board_of([], [F1]), mission("drop")) == ()


@pytest.mark.parametrize(
    ("nation", "date", "asked"),
    [
        ("britain", "1944-12", True),
        ("britain", "1945-01", False),
        ("germany", "1943-07", False),
        ("soviet-union", "1943-07", False),
        ("usa", "1943-07", True),
    ],
)
def test_r43_whether_a_drop_may_be_allied(nation, date, asked):
    text = game([], [F1]).replace("axis: [germany]", f"axis: [{nation}]").replace("1943-07", date)
    assert asks_eto(parse_scenario(text, "test.yaml").start.state.board, mission("drop")) is asked


@pytest.mark.parametrize(
    ("phase", "name", "events"),
    [
        ("movement", "movement", ["hex", "supply"]),
        ("movement", "barrage", []),
        ("combat", "combat", ["hex"]),
        ("supply", "", ["supply"]),
        ("reaction", "movement", ["hex", "supply"]),
    ],
)
def test_r44a_r5_what_can_happen_in_a_segment(phase, name, events):
    board = board_of([], [F1])
    assert list(events_in(segment(board, phase=phase, name=name))) == events
    homeless = replace(board, bases=board.bases[1:2])
    assert list(events_in(segment(homeless, phase=phase, name=name))) == [event for event in events if event == "hex"]


@pytest.mark.parametrize(
    ("text", "number"),
    [("3", "3"), ("1/2", "1/2"), ("2 1/2", "5/2"), ("", None), ("many", None), ("1/0", None), ("-1", "-1"), (" 4 ", "4")],
)
def test_r34_numbers_as_they_are_said(text, number):
    assert number_of(text) == (None if number is None else Fraction(number))


def test_r44a_sides_by_name():
    assert (named(()), named(("axis",))) == ("nobody", "Axis")
    assert [side in named(("axis", "allies")) for side in ("Axis", "Allies")] == [True, True]


def test_r51_a_hex_has_one_marker_of_a_side():
    board = board_of([], [F1]).with_marker(Marker("h", "axis"))
    assert board.with_marker(Marker("h", "axis")) is board
    assert board.with_marker(Marker("h", "allies")).markers == (Marker("h", "axis"), Marker("h", "allies"))


def test_a_new_phase_and_a_new_turn():
    board = board_of([], [F1, F2], hexes=PORT, options=V4, more=GUNS)
    busy = replace(
        board.with_base(board.base("x")._replace(unloaded=Fraction(2))).with_barraged("h"),
        units=tuple(unit._replace(tasked=True) for unit in board.units),
        worked=("x.base",),
        ground=(Ground("h", ("axis",), ("allies",)),),
        guns=tuple(gun._replace(fired=True, bombarded=True) for gun in board.guns),
    )
    fresh = busy.at_phase_start()
    assert fresh == replace(
        board, ground=(Ground("h", ("allies",), ("allies",)),), guns=tuple(gun._replace(bombarded=True) for gun in board.guns)
    )
    assert busy.at_turn_start().guns == tuple(gun._replace(fired=True) for gun in board.guns)


def test_r16_r31_who_is_where():
    board = board_of([], [F1, aloft(T1, "y"), inactive(F2), F3, aloft(F2.replace("f2", "f9"), "y")], distances="{x: {y: 12}}")
    assert board.active_at("y", "allies") == ("f3", "f9")
    assert board.active_at("y", "axis") == ("t1",)
    assert board.based_at("y") == ("f2", "f3")
    assert (board.over("y", "allies"), board.over("y", "axis"), board.over("x", "axis")) == (("f9",), ("t1",), ())
    assert [unit.id for unit in board.only(["f3", "f1"]).units] == ["f1", "f3"]
    hit = board.with_units(Air("f3", AT_BASE, "y", 1), Air("f1", INACTIVE, "x", 1))
    assert [hit.steps_lost(side) for side in ("axis", "allies")] == [1, 1]
    assert Mission("m", Stage("axis", "reaction"), "sweep", "y").role == "non-phasing"


class Noticed:
    """A referee who keeps what is asked, and says 0."""

    def fact(self, key, what, *, examples, refuse, by):
        self.asked = (key, tuple(examples), by)
        self.refused = [text for text in ("-1", "0", "1/2", "20", "21", "100", "101", "1000", "1001", "few") if refuse(text)]
        return "0"

    def choose(self, key, options, **said):
        return next(iter(options))

    def tell(self, *args):
        pass


@pytest.mark.parametrize(
    ("what", "key", "refused"),
    [
        ("re", "re", ["-1", "101", "1000", "1001", "few"]),
        ("flak", "flak", ["-1", "1/2", "21", "100", "101", "1000", "1001", "few"]),
        ("supply", "supply", ["-1", "1/2", "1001", "few"]),
    ],
)
def test_r44a_r5_which_numbers_may_be_stated(what, key, refused):
    ref, now = Noticed(), segment(board_of([], [F1]), asked=3)
    after = supply_changes(ref, now) if what == "supply" else CHANGES[what].ask(ref, now, "h")[0]
    assert ref.asked == (f"axis-movement.3.{key}", ("1", "3"), "axis")
    assert ref.refused == refused
    assert (after.base("x").supply if what == "supply" else getattr(after, {"re": "res"}.get(what, what))) == 0


@pytest.mark.parametrize(("level", "pilots", "why"), [(1, {"c1": 1}, "R45"), (1, {"c2": 1}, "R33"), (2, {"c1": 1}, "R45")])
def test_r33_r45_why_cargo_stays_at_the_base(level, pilots, why):
    bases = f"{{x: {{side: axis, supply: 9}}, w: {{side: axis, level: {level}}}, y: {{side: allies}}}}"
    key = "axis-movement.1"
    answers = {
        f"{key}.order": "transport",
        f"{key}.stays": "no",
        f"{key}.cargo": "3T",
        f"{key}.fly": pilots,
        f"{key}.cargo-left": {"supply-3": 1},
    }
    text = game([], [C1, C2], "axis.movement", "flak: off", bases=bases, distances="{x: {w: 15}}")
    fought = fight(text, answers=answers | {f"{key}.land.{next(iter(pilots))}": "x"})
    told = [body["text"] for body in fought.told("note") if body["text"].startswith("supply-3")]
    assert [why in text for text in told] == [True]
    assert fought.state.board.base("w").supply == 2
