"""How a game turn looks at the table."""

import io
from dataclasses import replace

import pytest
from ocs_theater import C1, F1, F2, T1, game
from rich.console import Console
from support import fight, sheets_at

from airwar.answers.prompt import modifiers_of
from airwar.engine.dice import Term
from airwar.engine.moves import End
from airwar.engine.questions import Roll
from airwar.engine.record_json import read_body
from airwar.rulesets.index import is_part
from airwar.rulesets.ocs import RULESET
from airwar.rulesets.ocs.flight import Flight, flak_reading, intercepted_by
from airwar.rulesets.ocs.show import tables, winner
from airwar.setup.loading import parse_scenario
from airwar.show.console import sheet_table
from airwar.show.page import BattleView

RAID = "{id: raid, in: axis.movement, kind: base-attack, at: y, with: [t1], result: AB}"


def shown(fought, width=160):
    """The screen after a fight."""
    out = io.StringIO()
    view = BattleView(Console(file=out, width=width))
    for body in fought.records:
        view.render(read_body(body))
    view.flush()
    return out.getvalue()


def test_a_roll_keeps_a_name_that_looks_like_a_round():
    tired = F2.replace("id: f2", "id: raf-2").replace("at: y", "at: y, status: inactive")
    fought = fight(game([RAID], [T1, tired], play="axis.movement"), "flak none; reduction.raf-2 1")
    assert "reduction raf-2" in shown(fought)


def test_rolls_on_two_charts_name_both_with_their_grades():
    fought = fight(game([RAID], [T1, F2], play="axis.movement"), "air-combat 6 5; loss 1; abort.t1 x; abort-after none")
    assert "14.6c Air to Air Combat (reconstructed)" in shown(fought, width=200)
    assert "14.6c Third Die" in shown(fought, width=200)


def test_the_state_fits_a_terminal_of_80_columns():
    out = io.StringIO()
    state = parse_scenario(game(units=[F2.replace("at: y", "at: y, over: h, duty: interdiction, steps: 1")]), "t").start.state
    assert tables((state,))[0].rows == (("Allies", "F2 (F)", "3", "1", "20", "active, interdiction, reduced", "over H"),)
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
def test_a_rule_is_explained_with_its_own_parts_only(number, whole, part):
    assert is_part(number, whole) == part


def test_4_10_a_load_in_sp_says_where_the_conversion_comes_from():
    text = game(units=[], more="loads: [{id: guns, re: 1, allowance: 8}, {id: foot, re: 1, allowance: 5}]")
    titles = [body["title"] for body in fight(text).told("sheet")]
    assert ["1 SP = 4T is from 4.3" in title for title in titles] == [True, False]


def test_r3_a_phase_has_one_heading_unless_several_segments_have_missions():
    fall = "{id: fall, in: allies.combat, kind: capture, at: x, advance: true}"
    fought = fight(game([fall], [F2], play="allies.supply, allies.combat"))
    titles = [body["title"] for body in fought.records if body["t"] == "enter"]
    assert titles[1:4] == ["Allies: E. Supply", "Allies: G. Combat, combat segment", "Allies: attack on X"]


# the state in the middle of things: what `s` shows at a prompt


def places(sheets):
    return {row[1]: row[5:] for row in sheets["Air units"]}


SWEEP = "{id: raid, in: axis.movement, kind: sweep, at: y, with: [f1]}"
F3 = F2.replace("f2", "f3").replace("F2", "F3")
NEW = "profile: ocs-4.3"
BARRAGE = "{id: raid, in: axis.movement, kind: barrage, at: h, with: [t1]}"


def test_between_missions_the_table_is_units_and_bases():
    sheets = sheets_at("axis-refit.refit.x", game(units=[F1.replace("at: x", "at: x, status: inactive")], play="axis.refit"))
    assert list(sheets) == ["Air units", "Air bases"]
    assert sheets["Air bases"] == (("Axis", "X", "2", "4T"), ("Allies", "Y", "2", "4T"), ("Axis", "Z", "strip", "4T"))


def test_before_takeoff_a_unit_is_at_its_base_and_in_the_air_over_its_hex():
    text = game([BARRAGE.replace(", with: [t1]", "")], [F1, T1], play="axis.movement")
    assert places(sheets_at("raid.fly", text))["T1 (T)"] == ("active", "X")
    over = sheets_at("raid.flak", text, answers={"raid.fly": {"t1": 1}})
    assert places(over) == {"F1 (F)": ("active", "X"), "T1 (T)": ("active, strike", "over H")}


def test_in_air_combat_the_table_shows_the_fight_and_everything_else():
    text = game([SWEEP], [F1, T1, F2, F3], play="axis.movement", options="loss-die: per-unit")
    answers = {"raid.defender.abort-before": {"f3": 1}}
    dice = {"raid.r1.air-combat": (3, 4)}
    sheets = sheets_at("raid.r1.air-combat", text, dice, answers)
    assert sheets["Air combat over Y"] == (("axis (attacker)", "F1 (F)", "4"), ("allies (defender)", "F2 (F)", "4"))
    assert places(sheets) == {
        "F1 (F)": ("active", "over Y"),
        "T1 (T)": ("active", "X"),
        "F2 (F)": ("active", "Y"),
        "F3 (F)": ("inactive", "Y"),
    }


def test_an_interception_shows_the_interceptor_against_the_mission():
    text = game([BARRAGE], [T1, F2, F3], play="axis.movement", options=NEW)
    sheets = sheets_at("raid-interception.r1.air-combat", text, answers={"raid.intercept": "f2"})
    assert sheets["Air combat over H"] == (("allies (attacker)", "F2 (F)", "4"), ("axis (defender)", "T1 (T)", "(2)"))
    assert places(sheets)["T1 (T)"] == ("active, strike", "over H")


def test_under_flak_the_table_shows_the_mission_and_the_modifiers():
    text = game([BARRAGE], [T1, F2], play="axis.movement", options=NEW)
    sheets = sheets_at("raid.flak", text, answers={"raid.intercept": "none"})
    assert sheets["Under flak"] == (("T1 (T)", ""), ("patrol zone", "+2"))


def test_planes_at_a_base_under_attack_are_listed_until_they_are_rolled_for():
    tired = [unit.replace("at: y", "at: y, status: inactive") for unit in (F2, F3)]
    text = game([RAID], [T1, *tired], play="axis.movement")
    sheets = sheets_at("raid.reduction.f3", text, {"raid.reduction.f2": (5,)}, {"raid.flak": "none"})
    assert sheets["Still to be rolled for"] == (("F3 (F)", "inactive", "2"),)
    assert places(sheets)["F2 (F)"] == ("inactive, reduced", "Y")
    assert places(sheets)["T1 (T)"] == ("active, spent", "over Y")


def test_units_at_a_captured_base_are_listed_until_they_are_rolled_for():
    text = game(["{id: fall, in: allies.movement, kind: capture, at: x}"], [F1, T1], play="allies.movement")
    sheets = sheets_at("fall.capture.t1", text, {"fall.capture.f1": (6, 6)})
    assert sheets["Still to be rolled for"] == (("T1 (T)", "active-at-base", "2"),)
    assert sheets["Air bases"][0] == ("Allies", "X", "2", "4T")
    assert places(sheets)["F1 (F)"] == ("inactive", "Z")


def test_cargo_is_listed_until_it_has_landed():
    text = game(
        [
            "{id: drop, in: axis.movement, kind: drop, at: k, flak: none, with: [c1], "
            "cargo: [{id: paras, re: 1/2}, {id: food, supply: 1}]}"
        ],
        [C1],
        play="axis.movement",
    )
    sheets = sheets_at("drop.drop.food-1", text, {"drop.drop.paras": (6, 6)})
    assert sheets["Still to land"] == (("1T of food", "1T"),)
    assert places(sheets)["C1 (Tpt)"] == ("active", "over K")


def test_ships_and_rail_interdiction_have_tables_of_their_own():
    missions = [
        "{id: ship, in: axis.movement, kind: ship-attack, at: k, ship: s, with: [t1]}",
        "{id: rails, in: axis.movement, kind: trainbust, at: h, with: [f1], result: cut}",
        "{id: back, in: axis.exploitation, kind: barrage, at: h}",
    ]
    text = game(
        missions,
        [T1, F1, T1.replace("t1", "t2")],
        play="axis.movement, axis.exploitation",
        options="naval: v4.3, flak: off",
        more="ships: {s: {name: Ohio, side: allies, at: k}}",
    )
    sheets = sheets_at("back.fly", text, {"ship.barrage": (4, 4)})
    assert sheets["Rail interdiction"] == (("H", "Axis"),)
    assert sheets["Ships"] == (("Ohio", "0", "DG"),)


def test_the_turn_counts_the_steps_of_every_unit():
    end = fight(game([SWEEP], play="axis.movement"), "air-combat 4 4; loss 6; abort.f1 x").end
    assert RULESET.tally(end.state) == [("axis", "f1: F1 (F), steps", 2, 1), ("allies", "f2: F2 (F), steps", 2, 1)]


def test_a_side_without_air_units_is_in_the_tally():
    end = fight(game(units=[F1], play="axis.clean-up")).end
    assert RULESET.tally(end.state) == [("axis", "f1: F1 (F), steps", 2, 0), ("allies", "no air units", 0, 0)]


def test_a_fighter_on_its_way_to_intercept_is_shown_with_its_target():
    turn = parse_scenario(
        game([BARRAGE], [T1.replace("at: x", "at: x, over: h"), F2], options="interception: yes"), "t"
    ).start.state
    flight = Flight(turn.board, next(iter(turn.board.missions.values())), ("t1",))
    sheets = tables((turn, flight, intercepted_by(flight, "f2")))
    assert [sheet.title for sheet in sheets] == ["Air combat over H", "Air units", "Air bases"]


def test_the_modifiers_of_a_roll_are_known_before_the_dice():
    alone, none = (Term("patrol zone", 1, "R28"),), ()
    both = (*alone, Term("level of the air base", 2, "R33"))
    said = [modifiers_of(Roll("raid.flak", "R29", flak_reading(terms))) for terms in (both, alone, none)]
    assert said == ["+1 patrol zone, +2 level of the air base (+3 in all)", "+1 patrol zone", ""]


def test_a_unit_that_has_just_been_reduced_is_shown_so_when_its_owner_is_asked_where_it_goes():
    dice = {"raid.r1.air-combat": (1, 1), "raid.r1.loss": (6,)}
    sheets = sheets_at("raid.r1.abort.f1", game([SWEEP], play="axis.movement"), dice)
    assert sheets["Air units"][0] == ("Axis", "F1 (F)", "3", "1", "20", "active, reduced", "over Y")
