"""Construction (R56): air bases, strips and ports, by the rules of 4.3."""

import pytest
from ocs_theater import F1, game
from support import fight, problems_of

from airwar.battle.next_turn import next_scenario
from airwar.play.session import Session
from airwar.setup.loading import parse_scenario

HEXES = """
  sea: {terrain: sea}
  h: {combat-units: [allies], re: 3}
  k: {combat-units: [axis], port: {side: axis, capacity: 8, hits: 1}}
"""
BUILD = "{id: work, in: axis.movement, kind: build, at: k}"
REDUCE = BUILD.replace("build", "reduce")


def site(missions=(BUILD,), play="axis.movement", more="", units=(F1,)):
    return game(missions, units, play=play, hexes=HEXES, options="profile: ocs-4.3", more=more)


@pytest.mark.parametrize(
    ("mission", "payer", "base", "left"),
    [
        (BUILD, "x", ("k", "base", 1, 0), 0),
        (BUILD.replace("at: k", "at: k, target: strip"), "x", ("k", "strip", 0, 0), 3),
        (BUILD.replace("at: k", "at: x"), "x", ("x", "base", 3, 0), 0),
        (BUILD.replace("at: k", "at: z"), "x", ("z", "base", 1, 4), 1),
    ],
)
@pytest.mark.proves("R33")
def test_r56_a_level_costs_1_sp_a_strip_1t_and_its_upgrade_3t(mission, payer, base, left):
    fought = fight(site([mission]), "pays x")
    built = fought.state.board.base(base[0])
    assert (built.id, built.kind, built.level, built.supply) == base
    assert built.side == "axis"
    assert fought.state.board.base("x").supply == left


def test_r56_without_supply_nothing_is_built():
    fought = fight(site(), "pays nobody")
    assert (fought.end.result, fought.state.board.base("k")) == ("not built", None)


@pytest.mark.parametrize(("place", "level"), [("x", 1), ("z", None)])
def test_r56_the_owner_reduces_a_base_for_nothing_but_no_strip(place, level):
    text = site([REDUCE.replace("at: k", f"at: {place}")])
    if level is None:
        assert any("Z is not reduced below level 1 (R56)" in problem for problem in problems_of(text))
    else:
        assert fight(text).state.board.base(place).level == level


@pytest.mark.parametrize(
    ("mission", "sentence"),
    [
        (BUILD.replace("movement", "exploitation"), "engineers work only in the movement phase (R56)"),
        (BUILD.replace("at: k", "at: h"), "enemy combat units are at H (R56)"),
        (BUILD.replace("at: k", "at: y"), "Y belongs to the Allies (R56)"),
        (BUILD.replace("at: k", "at: sea"), "Sea is at sea (R56)"),
        (REDUCE, "K has no air base (R56)"),
        (BUILD.replace("at: k", "at: x, target: strip"), "X has an air base already (R56)"),
        (BUILD.replace("at: k", "at: h, target: port").replace("axis", "allies"), "H has no port (R55)"),
        (BUILD.replace("at: k", "at: k, target: ship"), "build does not go with ship (R56)"),
        (BUILD.replace("at: k", "at: k, with: [f1]"), "build is the work of engineers on the map; leave out `with` (R56)"),
    ],
)
def test_r56_what_cannot_be_built_is_refused(mission, sentence):
    side, phase = mission.partition("in: ")[2].split(",")[0].split(".")
    problems = problems_of(site([mission], play=f"{side}.{phase}"))
    assert any(sentence in problem for problem in problems), problems


def test_r56_no_base_has_more_than_level_three():
    text = site([BUILD.replace("at: k", "at: x")]).replace("x: {side: axis, level: 2", "x: {side: axis, level: 3")
    assert any("X has level 3, the highest (R56)" in problem for problem in problems_of(text))


def test_r56_a_base_grows_by_one_level_in_a_turn():
    again = BUILD.replace("id: work", "id: again")
    fought = fight(site([BUILD, again]), "pays map")
    assert fought.end.result == "work: an air base of level 1 is built; again: not built"


def test_r56_a_new_base_is_used_at_once():
    move = "{id: move, in: axis.movement, kind: transfer, at: k, with: [f1]}"
    fought = fight(site([BUILD, move]), "pays map")
    assert (fought.state.board.unit("f1").place, fought.state.board.unit("f1").state) == ("k", "active-at-base")


@pytest.mark.proves("R55")
def test_r56_a_port_is_repaired_for_1_sp_and_damaged_for_nothing():
    repair = BUILD.replace("at: k", "at: k, target: port")
    fought = fight(site([repair]), "pays x")
    assert (fought.state.board.port("k").hits, fought.state.board.base("x").supply) == (0, 0)
    fought = fight(site([repair.replace("build", "reduce")]))
    assert fought.state.board.port("k").hits == 2


def test_r56_construction_is_ordered_at_the_table():
    fought = fight(site((), more="orders: ask"), "order build; target k.strip; pays map")
    assert fought.state.board.base("k").kind == "strip"
    offered = fought.question("axis-movement.1.target").options
    assert list(offered) == ["k.base", "k.strip", "k.port", "x.base", "z.base"]


def air_base(base):
    return base.side, base.level, base.supply, base.kind


def test_r56_a_base_that_was_built_is_a_base_of_the_next_turn(tmp_path):
    scenario = parse_scenario(site(), "site.yaml")
    session = Session.begin(scenario, tmp_path / "site.jsonl", seed=1, scripted=True)
    while session.question is not None:
        session.answer("x" if session.question.key == "work.pays" else session.default)
    text, *_ = next_scenario(tmp_path / "site.jsonl")
    assert air_base(parse_scenario(text, "next.yaml").start.state.board.base("k")) == ("axis", 1, 0, "base")


@pytest.mark.parametrize(
    ("kind", "hits", "refused"),
    [("build", 0, "the port of K has no hits (R55)"), ("reduce", 4, "the port of K has 4 hits, the most (R55)")],
)
@pytest.mark.proves("R55")
def test_r56_a_port_without_hits_is_not_repaired_and_one_with_four_not_damaged(kind, hits, refused):
    work = BUILD.replace("at: k", "at: k, target: port").replace("build", kind)
    assert any(refused in problem for problem in problems_of(site([work]).replace("hits: 1", f"hits: {hits}")))
