"""Carriers (R52): air bases that are ships."""

import pytest
from ocs_theater import F1, T1, game
from support import fight, problems_of

from airwar.rulesets.ocs.show import eliminated, standing
from airwar.rulesets.ruleset import ELIMINATED

BASES = """
  x: {side: axis, level: 2, supply: 4}
  cv: {name: Illustrious, side: allies, kind: carrier, protection: 2, flak: 3}
  w: {side: allies, level: 1}
"""
DISTANCES = "{x: {cv: 12, w: 20}, cv: {w: 9}}"
FULMAR = "{id: fulmar, name: Fulmar, side: allies, type: F, range: 20, rating: 2, at: cv, status: inactive}"
ATTACK = "{id: raid, in: axis.movement, kind: ship-attack, at: cv, ship: cv, with: [t1]}"
NAVAL = "naval: v4.3, flak: off"


def at_sea(missions=(), units=(), play="axis.movement", options=NAVAL, bases=BASES):
    return game(missions, units, play=play, options=options, bases=bases, distances=DISTANCES)


def test_r52_a_carrier_is_attacked_as_a_ship_and_a_damaged_one_refits_two_planes():
    planes = [FULMAR.replace("fulmar", f"fulmar-{number}") for number in (1, 2, 3)]
    text = at_sea([ATTACK], [T1, *planes], play="axis.movement, allies.refit")
    fought = fight(text, "barrage 6 5; half 4; refit.cv 1 fulmar-1")
    assert fought.end.result == "damaged"
    carrier = fought.state.board.base("cv")
    assert (carrier.hits, carrier.dg) == (1, True)
    assert fought.asked[-1].most == 2


def test_r52_the_planes_aboard_go_down_with_a_carrier_and_nobody_lands_there_any_more():
    bomber = T1.replace("barrage: 12", "barrage: 300")
    away = FULMAR.replace("fulmar", "away").replace("status: inactive", "over: x")
    text = at_sea([ATTACK], [bomber, FULMAR, away], play="axis.movement, next-turn, allies.return")
    fought = fight(text, "barrage 6 6")
    assert fought.end.result == "sunk"
    assert fought.losses() == [("allies", "Illustrious", 2, "sunk"), ("allies", "Fulmar", 1, "eliminated")]
    assert fought.state.board.base("cv") is None
    assert fought.state.board.unit("away").place == "w"
    lost = sorted(eliminated([fought.state]))
    assert [(row.unit, row.count) for row in lost] == [("cv", 1), ("fulmar", 2)]
    assert lost == sorted(row for row in standing([fought.state]) if row.marks == ELIMINATED)


def test_r52_the_printed_flak_of_a_carrier_fires_until_it_is_sunk():
    again = ATTACK.replace("raid", "again").replace("movement", "exploitation").replace("t1", "t2")
    text = at_sea(
        [ATTACK, again], [T1, T1.replace("t1", "t2")], play="axis.movement, axis.exploitation", options="profile: ocs-4.3"
    )
    fought = fight(text, "flak 1 1; barrage 1 1; flak 1 1; barrage 1 1")
    assert fought.rolls()["raid.flak"]["terms"] == [["printed flak", 3, "R29", "printed-flak"]]


def test_r52_only_carrier_planes_land_on_a_carrier():
    move = "{id: move, in: allies.movement, kind: transfer, at: cv, with: [f2]}"
    f2 = F1.replace("f1", "f2").replace("axis", "allies").replace("at: x", "at: w")
    assert any("f2: it is not a carrier plane (R52)" in text for text in problems_of(at_sea([move], [f2], "allies.movement")))
    naval = f2.replace("at: w", "at: w, carrier-plane: true")
    assert fight(at_sea([move], [naval], "allies.movement")).state.board.unit("f2").place == "cv"


@pytest.mark.parametrize(("planes", "problem"), [(1, "1 unit on cv, which holds 0 (R52)"), (2, "")])
def test_r52_a_carrier_holds_so_many_planes(planes, problem):
    bases = BASES.replace("kind: carrier,", f"kind: carrier, planes: {planes - 1},")
    found = problems_of(at_sea(units=[FULMAR], bases=bases, play="allies.refit"))
    assert [text.partition(" ")[2] for text in found] == [problem] * bool(problem)


def test_r52_a_full_carrier_takes_no_more_planes():
    bases = BASES.replace("kind: carrier,", "kind: carrier, planes: 1,")
    move = "{id: move, in: allies.movement, kind: transfer, at: cv, with: [f2]}"
    f2 = F1.replace("f1", "f2").replace("axis", "allies").replace("at: x", "at: w, carrier-plane: true")
    found = problems_of(at_sea([move], [f2, FULMAR], "allies.movement", bases=bases))
    assert any("f2: Illustrious holds no more than 1 air units (R52)" in text for text in found)


def test_r37_ground_units_do_not_capture_a_carrier():
    fall = "{id: fall, in: axis.movement, kind: capture, at: cv}"
    [problem] = problems_of(at_sea([fall], [T1, FULMAR]))
    assert problem.endswith("Illustrious is a carrier; ground units cannot capture a ship (R37)")


def test_r52_damaged_and_planes_go_with_a_carrier():
    bases = BASES.replace("w: {side: allies,", "w: {side: allies, damaged: true,")
    assert any("w is not a carrier" in text for text in problems_of(at_sea(units=[FULMAR], bases=bases)))


def test_r52_a_land_plane_that_waits_over_a_carrier_does_not_abort_to_it_or_return_to_it():
    patrol = F1.replace("f1", "f2").replace("F1", "F2").replace("axis", "allies").replace("at: x", "at: w, over: cv")
    raid = "{id: raid, in: axis.movement, kind: sweep, at: cv, with: [f1]}"
    text = at_sea([raid], [F1, patrol], play="axis.movement")
    assert fight(text, "air-combat 6 6; loss 1").state.board.unit("f2").place == "w"
    naval = text.replace("over: cv", "over: cv, carrier-plane: true")
    assert fight(naval, "air-combat 6 6; loss 1").state.board.unit("f2").place == "cv"
    assert fight(at_sea(units=[patrol], play="allies.return")).state.board.unit("f2").place == "w"


def test_r52_a_reinforcement_that_has_lost_its_base_arrives_on_a_carrier_only_if_it_can_land_there():
    bomber, new = T1.replace("barrage: 12", "barrage: 300"), F1.replace("f1", "new").replace("axis", "allies")
    arriving = new.replace("at: x", "at: w, status: arriving")
    fall = "{id: fall, in: axis.movement, kind: capture, at: w}"
    play, _yes, _later = (
        "axis.movement, allies.reinforcement",
        {"fall.captured": "yes"},
        {"allies-reinforcement.arrive.new": "later"},
    )
    fought = fight(at_sea([fall], [T1, arriving], play=play), "captured yes")
    assert fought.state.board.unit("new").state == "expected"  # nothing to choose: the only base left is the carrier
    fought = fight(
        at_sea([fall], [T1, arriving.replace("at: w", "carrier-plane: true, at: w")], play=play), "captured yes; arrive.new later"
    )
    assert list(fought.asked[-1].options) == ["later", "cv"]
    afloat = new.replace("at: x", "at: cv, status: arriving")
    fought = fight(at_sea([ATTACK], [bomber, afloat], play=play), "barrage 6 6; arrive.new later")
    assert "F1 does not arrive: Illustrious has been sunk" in fought.notes()
