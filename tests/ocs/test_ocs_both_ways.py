"""Orders that a file and the prompt once judged differently: both refuse them now, for one reason, or both take them."""

import pytest
from ocs_guns import GUNS, NEAR, PORT
from ocs_stories import V4
from ocs_theater import C1, F1, F2, game
from support import fight, problems_of


def at_the_prompt(text, segment="axis-movement", **answers):
    """Gives the first order of a segment."""
    return fight(text, answers={f"{segment}.1.{key}": answer for key, answer in answers.items()})


def test_r42_a_drop_at_sea_is_refused_although_units_land_there_in_this_very_mission():
    drop = "{id: drop, in: axis.movement, kind: drop, at: h, with: [c1], cargo: [{id: food, supply: 1}]}"
    text = game([drop], [C1], hexes="{h: {terrain: sea}, k: {}}")
    assert [found.partition(": ")[2] for found in problems_of(text)] == ["H is at sea (R42)"]


def test_r33_the_prompt_refuses_what_a_base_cannot_unload():
    text = game(units=[C1.replace("capacity: 2", "capacity: 4")], play="axis.movement")
    with pytest.raises(ValueError, match=r"z unloads 2T in a segment, not 3T, unless the transports stay \(R33\)"):
        at_the_prompt(text, order="transport", stays="no", cargo="3T")


def test_r45_transports_that_stay_are_ordered_to_a_base_beyond_their_range():
    text = game(units=[C1.replace("range: 20", "range: 5")], play="axis.movement")
    fought = at_the_prompt(text, order="transport", stays="yes", cargo="1T", fly={"c1": 1}, flak="none")
    assert fought.end.result == "1T flown in"
    with pytest.raises(ValueError, match=r"no: nothing can be carried like that \(R45\)"):
        at_the_prompt(text, order="transport", stays="no", cargo="1T")


def test_r46_gliders_are_ordered_where_nothing_else_can_be_carried():
    text = game(units=[C1.replace("capacity: 2", "capacity: 0")], play="axis.movement")
    with pytest.raises(ValueError, match=r"paradrop: nothing can be carried like that \(R45\)"):
        at_the_prompt(text, order="drop", target="k", method="paradrop", cargo="1T")
    drop = {"order": "drop", "target": "k", "method": "glider", "cargo": "1T", "fly": {"c1": 1}, "flak": "none"}
    with pytest.raises(AssertionError, match=r"no dice for axis-movement\.1\.drop\.supply-1"):
        at_the_prompt(text, **drop)


@pytest.mark.parametrize(
    ("unit", "reason"),
    [
        ("f2", r"F2 does not fly: it belongs to the Allies; this is a mission of the Axis \(R10\)"),
        ("late", r"late does not fly: a unit that is expected may do nothing \(R8\)"),
    ],
)
def test_r10_why_a_unit_does_not_fly_is_said_as_in_a_file(unit, reason):
    late = F1.replace("f1, name: F1", "late, status: arriving")
    with pytest.raises(ValueError, match=reason):
        at_the_prompt(game(units=[F1, F2, late], play="axis.movement"), order="station", target="h", fly={unit: 1})


def test_r53_why_a_gun_does_not_fire_is_said_as_in_a_file():
    text = game(units=[F1], play="axis.combat", options=V4, hexes=PORT, distances=NEAR, more=GUNS)
    with pytest.raises(ValueError, match=r"C does not fire: H is 2 hexes away; its range is 1 \(R53\)"):
        at_the_prompt(text, "axis-combat-barrage", order="gunfire", target="h", guns={"c": 1})
    with pytest.raises(ValueError, match=r"'x' is no gun \(R53\)"):
        at_the_prompt(text, "axis-combat-barrage", order="gunfire", target="h", guns={"x": 1})


def test_r10_who_begins_in_the_air_may_fly_from_another_base_than_the_one_they_came_from():
    away = C1.replace("at: x", "at: y, over: k, flown: 3").replace("range: 20", "range: 12")
    station = "{id: wait, in: axis.movement, kind: station, at: k, with: [c1]}"
    assert any("c1: K is 15 hexes away; it can fly 12 (R10)" in found for found in problems_of(game([station], [away])))
    assert not problems_of(game([station.replace("at: k", "at: h")], [away]))


def test_r34_those_that_are_left_of_a_named_strike_do_not_fly_if_they_are_too_weak():
    late, weak = F1.replace("f1, name: F1", "late, status: arriving"), F1.replace("barrage: 2", "barrage: 0")
    strike = "{id: raid, in: axis.movement, kind: barrage, at: h, with: [f1, late]}"
    fought = fight(game([strike], [weak, late], play="axis.movement"))
    notes = fought.notes()
    assert "F1 cannot do it alone: a barrage of 0 points is not allowed; it takes one point (R34)" in notes
    assert fought.end.result == "not flown"


def test_r56_engineers_of_whom_the_scenario_does_not_know_work_all_the_same():
    text = game(
        units=[F1], hexes="{h: {}, k: {}}", bases="{x: {side: axis, level: 3, supply: 9}}", distances="{}", play="axis.movement"
    )
    fought = at_the_prompt(text, order="build", target="k.strip", pays="x")
    assert fought.end.result == "an air strip is built"
