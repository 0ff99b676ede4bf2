"""What is refused in a scenario besides its missions: a `!` is before every part that is refused, and before no other."""

import pytest
from marks import marks_in, refused_at
from ocs_theater import BASES, F1, F2, T1, game

from airwar.setup.loading import parse_scenario

V4 = "profile: ocs-4.3"
TWICE = "artillery: {s: !{side: axis, at: k, barrage: 9, range: 1}}"
OVER = F1.replace("at: x", "at: x, over: h")


def with_bases(*bases, units=(F2,), **more):
    named = "\n".join(["", "  y: {side: allies}", *(f"  {base}" for base in bases)])
    return game([], list(units), bases=named, distances="{h: {y: 8}}", **more)


def crowd(number, more=""):
    return [F2.replace("f2", f"c{index}").replace("at: y", f"at: y{more}") for index in range(number)]


def with_sheets(sheets, **more):
    return game([], [F1], more=sheets, **more)


def load(said, more=""):
    return with_sheets(f"loads:\n  - {said}", play=more)


def march(said, more=""):
    return with_sheets(f"marches:\n  - {said}", play=more)


def played(*phases, first="", options=""):
    text = game([], [F1], ", ".join(phases), options)
    return f"{text}first-player: {first}\n" if first else text


CASES = {
    "bases": [
        with_bases("b: {side: axis, level: 1}", "c: {side: axis, level: 3}"),
        with_bases("b: {side: axis, level: !0}"),
        with_bases("b: {side: axis, level: !4}"),
        with_bases("b: {side: axis, kind: strip, level: 0}"),
        with_bases("b: !{side: axis, damaged: true}"),
        with_bases("b: !{side: axis, dg: true}"),
        with_bases("b: !{side: axis, kind: strip, planes: 0}"),
        with_bases("b: {side: allies, kind: carrier, damaged: true, dg: true, planes: 1}", units=[F2.replace("at: y", "at: b")]),
        with_bases("b: !{side: allies, kind: carrier, planes: 0}", units=[F2.replace("at: y", "at: b")]),
        with_bases("h: !{side: axis}"),
        with_bases(units=crowd(5)),
        with_bases(units=[*crowd(5), F2.replace("at: y", "at: y, status: inactive")]),
        with_bases(units=[*crowd(5), F2.replace("at: y", "at: y, over: h")]),
        with_bases(units=crowd(6)),  # it may have lost a level
        with_bases(units=crowd(6), options="base-stacking: unlimited"),
    ],
    "units": [
        game([], [F1.replace("at: x", "at: !y"), F2]),
        game([], [OVER]),
        game([], [OVER.replace("over: h", "over: !h")], options=V4),
        game([], [OVER.replace("over: h", "over: !h, status: inactive")]),
        game([], [OVER.replace("over: h", "over: h, flown: 3, spent: true")]),
        game([], [F1.replace("at: x", "at: x, flown: !3")]),
        game([], [F1.replace("at: x", "at: x, spent: !true")]),
        game([], [F1.replace("at: x", "at: x, flown: !3, spent: true")]),
        game([], [OVER.replace("range: 20", "range: 8")]),
        game([], [OVER.replace("range: 20", "range: 7").replace("over: h", "over: !h")]),
        game([], [OVER.replace("range: 20", "range: 17").replace("over: h", "over: h, duty: interdiction")]),
        game([], [OVER.replace("range: 20", "range: 16").replace("over: h", "over: !h, duty: interdiction")]),
        game([], [OVER.replace("over: h", "over: !k")], distances="{h: {x: 8}}", more="unlisted-distances: ask"),
        game([], [OVER.replace("over: h", "over: !k")], distances="{h: {x: 8}}"),
        game([], [], more="stacks: {pile: [supply]}"),
        game([], [], options=V4, more="artillery: {g: {side: axis, at: k, barrage: 9, range: 3}}"),
    ],
    "guns": [
        game([], [F1], options=V4, more="ships: {s: {side: axis, at: h, barrage: 8, range: 1}, r: {side: axis, at: h}}"),
        game([], [F1], options=V4, more="ships: {s: !{side: axis, at: h, barrage: 8}}"),
        game([], [F1], options=V4, more=f"ships: {{s: {{side: axis, at: h}}}}\n{TWICE}"),
    ],
    "codes": [
        game([], [F1], more="facility-codes: [NE, AB]"),
        game([], [F1], more="facility-codes: ![NE, '1']"),
    ],
    "loads": [
        load("{id: l, re: 1}"),
        load("{id: l, supply: 1}"),
        load("!{id: l}"),
        load("{id: l, re: 1, supply: 1}"),
        load("{id: l, re: 1, track: mixed, in: axis.movement, through: [h]}"),
        load("{id: l, re: 1, in: axis.movement, through: ![h]}"),
        load("{id: l, re: 1, track: mixed, through: ![h]}"),
        load("!{id: l, re: 1, track: mixed, in: axis.movement}"),
        load("{id: l, re: 1, track: mixed, in: !axis.moving, through: [h]}"),
        load("{id: l, re: 1, track: mixed, in: !nobody.movement, through: [h]}"),
        load("{id: l, re: 1, track: mixed, in: !axis.movement, through: [h]}", "axis.combat"),
        load("{id: l, re: 1, track: mixed, in: axis.movement, through: [h]}", "axis.movement"),
    ],
    "marches": [
        march("{id: m, costs: [1, 2], interdiction: [0, 1]}"),
        march("!{id: m, costs: [1, 2]}"),
        march("!{id: m, costs: [1, 2], interdiction: [0, 1], in: axis.movement, through: [h, k]}"),
        march("{id: m, costs: [1, 2], in: axis.movement, through: [h, k]}"),
        march("{id: m, costs: [1, 2], interdiction: ![0]}"),
        march("{id: m, costs: [1, 2], interdiction: ![0, 1, 2]}"),
        march("{id: m, costs: [1, 2], in: axis.movement, through: ![h]}"),
        march("{id: m, costs: [1, 2], through: ![h, k]}"),
    ],
    "play": [
        played("axis.movement", "axis.combat", "allies.movement"),
        played("allies.movement", "axis.movement"),
        played("allies.movement", "!axis.movement", first="axis"),
        played("allies.movement", "axis.movement", first="allies"),
        played("axis.combat", "!axis.movement"),
        played("axis.combat", "next-turn", "axis.movement"),
        played("axis.combat", "next-turn", "!axis.combat"),
        played("axis.movement", "!axis.movement"),
        played("axis.movement", "!axis.moving"),
        played("!nobody.movement"),
        played("!axis.return", options=V4),
        played("axis.return"),
        played("axis.movement", "axis.reaction"),
        played("axis.movement", "allies.reaction", "axis.combat", "axis.reaction"),
        played("axis.movement", "allies.movement", "!axis.clean-up"),
    ],
}  # fmt: skip


@pytest.mark.parametrize(("about", "number"), [(about, number) for about, cases in CASES.items() for number in range(len(cases))])
def test_r3_r8_r33_what_is_refused_in_a_scenario(about, number):
    marked = CASES[about][number]
    assert refused_at(marked) == marks_in(marked)


def test_r1_r3_what_a_scenario_leaves_out():
    board = parse_scenario(
        game([], [F1, T1.replace("name: T1, ", "")], bases=BASES).replace("1943-07", "1944"), "test.yaml"
    ).start.state.board
    assert (board.month, board.players, dict(board.sides)) == (
        (1944, 12),
        ("axis", "allies"),
        {"axis": ("germany",), "allies": ("britain",)},
    )
    assert (board.weather.name, board.weather.flight, board.weather.phases) == ("clear", "full", ())
    assert (board.facility_codes, board.hip_shoot, board.asks_orders) == (("NE", "AB", "1", "2"), (), True)
    assert [unit.title for unit in board.units.values()] == ["F1", "t1"]
