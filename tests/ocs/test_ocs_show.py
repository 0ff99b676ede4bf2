"""How a game turn looks at the table."""

import io
from dataclasses import replace

import pytest
from ocs_theater import F2, T1, game
from rich.console import Console
from support import fight

from airwar.engine.moves import End
from airwar.loading import parse_scenario
from airwar.rulesets import is_part
from airwar.rulesets.ocs.show import tables, winner
from airwar.show.battle import BattleView
from airwar.show.console import sheet_table

RAID = "{id: raid, in: axis.movement, kind: base-attack, at: y, with: [t1], result: AB}"


def shown(fought, width=160):
    """What a referee sees of a fight."""
    out = io.StringIO()
    view = BattleView(Console(file=out, width=width))
    for body in fought.records:
        view.show(body, past=False)
    view.flush()
    return out.getvalue()


def test_a_roll_keeps_its_name_where_that_begins_like_a_round():
    tired = F2.replace("id: f2", "id: raf-2").replace("at: y", "at: y, status: inactive")
    fought = fight(game([RAID], [T1, tired], play="axis.movement"), {"raid.reduction.raf-2": (1,)}, {"raid.flak": "none"})
    assert "raid.reduction.raf-2   R31" in shown(fought)


def test_rolls_on_two_charts_name_both_with_their_grades():
    fought = fight(
        game([RAID], [T1, F2], play="axis.movement"),
        {"raid.r1.air-combat": (6, 5), "raid.r1.loss": (1,)},
        {"raid.r1.attacker.abort-after": {}, "raid.r1.abort.t1": "x"},
    )
    assert "14.6c Air to Air Combat (reconstructed)" in shown(fought)
    assert "14.6c Third Die" in shown(fought)


def test_the_state_fits_a_terminal_of_80_columns():
    out = io.StringIO()
    state = parse_scenario(game(units=[F2.replace("at: y", "at: y, over: h, duty: interdiction, steps: 1")]), "t").start.state
    assert tables((state,))[0].rows == (("allies", "F2 (F)", "3", "1", "20", "active, interdiction, reduced", "over H"),)
    long = F2.replace("name: F2", "name: Spitfire IX").replace("type: F", "type: F/T")
    state = parse_scenario(game(units=[long]), "t").start.state
    console = Console(file=out, width=80)
    console.print(sheet_table(console, tables((state,))[0]))
    assert len(out.getvalue().splitlines()) == 4  # title, heads, a rule, and the unit in one line


def test_the_side_that_has_lost_fewer_steps_is_ahead():
    state = parse_scenario(game(), "t").start.state
    assert winner(End("", state)) == ""
    assert winner(End("", replace(state, board=state.board.with_units(state.board.unit("f1").hit())))) == "allies"


@pytest.mark.parametrize(
    ("number", "whole", "part"),
    [("R20", "R2", False), ("R2", "R2", True), ("R44a", "R4", False), ("R44a", "R44", True), ("18.522B", "18.5", True)],
)
def test_a_rule_is_explained_with_its_parts_and_no_others(number, whole, part):
    assert is_part(number, whole) == part


def test_4_10_a_load_that_is_reckoned_in_sp_says_where_that_comes_from():
    text = game(units=[], more="loads: [{id: guns, re: 1, allowance: 8}, {id: foot, re: 1, allowance: 5}]")
    titles = [body["title"] for body in fight(text).told("sheet")]
    assert ["1 SP = 4T is from 4.3" in title for title in titles] == [True, False]


def test_r3_a_phase_has_one_heading_and_a_segment_another_only_where_both_have_orders():
    fall = "{id: fall, in: allies.combat, kind: capture, at: x, advance: true}"
    fought = fight(game([fall], [F2], play="allies.supply, allies.combat"))
    titles = [body["title"] for body in fought.records if body["t"] == "enter"]
    assert titles[1:4] == ["allies: E. supply", "allies: G. combat, combat segment", "allies: X is captured"]
