"""13.912: Ground Support points shared out."""

import pytest
from wie import CRT, combat, fight, raid, refused, scenario


def test_13_912_raids_and_shifts_are_offered_with_supremacy():
    fought = fight(
        scenario(raids=raid(), battles=combat(), charts=CRT),
        answers={"west.allies.allot": {"seine": 25, "caen": 48, "caen.die": 1}},
    )
    assert fought.asked[0].items == {"seine": 80, "caen": 80, "caen.die": 1}
    assert fought.asked[0].most == 80
    assert fought.end.result == "Seine: needs chart accuracy current; Caen: column 5-1, die +1"
    assert any("74 of 80 Allied points have orders, 6 stay for ordinary" in note["text"] for note in fought.told("note"))


def test_13_912_without_supremacy_only_ordinary_support_is_offered():
    fronts = "{west: {allies: {ground-support: 9}, axis: {air-superiority: 1}}}"
    fought = fight(scenario(fronts=fronts, battles=combat(), charts=CRT), answers={"west.allies.allot": {"caen.die": 1}})
    assert fought.asked[0].items == {"caen.die": 1}


def test_13_912_orders_of_the_scenario_are_not_asked_again():
    fought = fight(scenario(raids=raid(30), battles=combat(48), charts=CRT), answers={"west.allies.allot": {}})
    assert fought.asked[0].items == {"caen.die": 1}


@pytest.mark.proves("13.912")
def test_w20_air_superiority_points_fly_neither_mission():
    fronts = "{west: {allies: {air-superiority: 60}}}"
    held = "are ordered on west so far, where 0 are in Ground Support; the 60 in Air Superiority cannot fly this (13.912)"
    assert f"10 allied points {held}" in refused(scenario(fronts=fronts, raids=raid(10)))
    assert f"24 allied points {held}" in refused(scenario(fronts=fronts, battles=combat(24)))
    assert fight(scenario(fronts=fronts, raids=raid(), battles=combat(), charts=CRT)).asked == []


def test_13_912_a_point_has_one_job_and_too_many_are_refused_with_the_numbers():
    said = refused(scenario(raids=raid(40), battles=combat(48, "true")))
    assert "89 allied points are ordered on west so far, where 80 are in Ground Support" in said
    assert "a point has one job a turn, unless the option support-reuse says otherwise (13.912)" in said
    assert "option support-reuse" not in refused(scenario(raids=raid(81)))
    assert refused(scenario(raids=raid(30), battles=combat(48, "true"))) == ""


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"seine": 4}, "4 on seine do not make a Strategic Bomber Point; at least 5 are needed (13.92)"),
        ({"seine": 40, "caen": 41}, "81 in all; expected 0 to 80"),
        ({"caen": 81}, "81 of caen is not between 0 and 80"),
        ({"caen.die": 2}, "2 of caen.die is not between 0 and 1"),
    ],
)
def test_13_912_an_answer_cannot_exceed_the_points_that_are_there(answer, why):
    with pytest.raises(ValueError, match="allot") as refusal:
        fight(scenario(raids=raid(), battles=combat(), charts=CRT), answers={"west.allies.allot": answer})
    assert why in str(refusal.value)


def test_13_912_by_option_points_do_several_jobs():
    text = scenario(raids=raid(80, flak=1), battles=combat(), charts=CRT, options="support-reuse: yes")
    fought = fight(text, {"seine.allied.flak": [6] * 16}, {"west.allies.allot": {"caen": 79, "caen.die": 1}})
    assert fought.state.pools[0].left == 64
    assert fought.end.result.endswith("Caen: column 5-1, die +1")  # of the 64 that came back, 63 shift and one is on the die
    assert [body["option"] for body in fought.told("ruling")] == ["support-reuse", "flak-timing"]


def test_13_912_by_option_points_lost_to_flak_shift_nothing():
    fronts = "{west: {allies: {ground-support: 25}}}"
    text = scenario(fronts=fronts, raids=raid(25, flak=1), battles=combat(24, "true"), charts=CRT, options="support-reuse: yes")
    assert fight(text, {"seine.allied.flak": [6, 1, 1, 1, 1]}).end.result.endswith("Caen: column 3-1, die +1")
    assert fight(text, {"seine.allied.flak": [1, 1, 1, 1, 1]}).end.result.endswith("Caen: column 4-1, die +1")


def test_13_912_by_option_one_mission_still_gets_no_more_than_there_is():
    text = scenario(battles=combat(), charts=CRT, options="support-reuse: yes")
    with pytest.raises(ValueError, match="81 on caen, where 80 are free"):
        fight(text, answers={"west.allies.allot": {"caen": 80, "caen.die": 1}})
    assert "81 allied points are ordered" in refused(scenario(battles=combat(80, "true"), options="support-reuse: yes"))


def test_13_912_a_raid_that_nobody_is_sent_on_is_not_flown():
    fought = fight(scenario(raids=raid()), answers={"west.allies.allot": {}})
    assert fought.end.result == "not flown"
