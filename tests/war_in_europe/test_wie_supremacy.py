"""13.91: Total Air Supremacy."""

import pytest
from wie import combat, fight, orders_asked, raid, refused, scenario, supremacy

UNITED = "allies: {alliance: un, nations: [allied]}, soviets: {alliance: un, nations: [russian]}"
THREE = f"{{{UNITED}, axis: {{nations: [german, italian]}}}}"


@pytest.mark.proves("13.911")
def test_w6_nothing_committed_gives_supremacy():
    assert supremacy(fight(scenario())) == {"Allies": "Axis", "Axis": "nobody"}


@pytest.mark.proves("13.911")
def test_w7_everything_shot_down_gives_the_same():
    shot_down = "{west: {allies: {air-superiority: 12, ground-support: 80}, axis: {air-superiority: 0, ground-support: 0}}}"
    assert fight(scenario(fronts=shot_down)).records == fight(scenario()).records


@pytest.mark.parametrize("box", ["air-superiority", "ground-support"])
def test_13_91_one_point_in_either_box_denies_it(box):
    fronts = f"{{west: {{allies: {{ground-support: 9}}, axis: {{{box}: 1}}}}}}"
    assert supremacy(fight(scenario(fronts=fronts))) == {"Allies": "nobody", "Axis": "nobody"}


def test_13_91_it_reaches_only_whoever_has_nothing_left():
    sides = "{allies: {nations: [allied]}, axis: {alliance: a, nations: [german]}, italy: {alliance: a, nations: [italian]}}"
    fronts = "{west: {allies: {ground-support: 9}, axis: {air-superiority: 3}, italy: {}}}"
    assert supremacy(fight(scenario(sides=sides, fronts=fronts)))["Allies"] == "Italy"


def test_13_91_nations_of_one_player_are_summed():
    fronts = "{west: {allies: {ground-support: 9}, axis: {ground-support: {german: 0, italian: 3}}}}"
    fought = fight(scenario(sides=THREE, fronts=fronts))
    assert supremacy(fought)["Allies"] == "nobody"


def test_13_91_one_players_empty_boxes_expose_him_alone():
    fronts = "{west: {allies: {air-superiority: 3}, soviets: {}, axis: {ground-support: {german: 9}}}}"
    fought = fight(scenario(sides=THREE, fronts=fronts))
    assert supremacy(fought) == {"Allies": "nobody", "Soviets": "nobody", "Axis": "Soviets"}
    assert [body["option"] for body in fought.told("ruling")] == ["tas-scope"]


def test_13_91_by_option_the_whole_alliance_must_be_empty():
    fronts = "{west: {allies: {air-superiority: 3}, soviets: {}, axis: {ground-support: {german: 9}}}}"
    fought = fight(scenario(sides=THREE, fronts=fronts, options="tas-scope: alliance"))
    assert supremacy(fought)["Axis"] == "nobody"
    assert fought.told("ruling")[0]["value"] == "alliance"


def test_13_91_under_the_alliance_scope_a_raid_is_refused_with_the_allys_points():
    fronts = "{west: {allies: {air-superiority: 3}, soviets: {}, axis: {ground-support: {german: 9}}}}"
    against_soviets = raid("{german: 5}", attacker="axis", more=", defender: soviets")
    said = refused(scenario(sides=THREE, fronts=fronts, options="tas-scope: alliance", raids=against_soviets))
    assert "Axis has no Total Air Supremacy over Soviets on west: Allies has 3 in Air Superiority and 0 in Ground Support" in said


@pytest.mark.proves("13.91")
def test_w9_fronts_are_tested_apart_and_a_raid_without_supremacy_is_refused():
    fronts = "{west: {allies: {ground-support: 9}}, south: {allies: {ground-support: 9}, axis: {air-superiority: 2}}}"
    fought = fight(scenario(fronts=fronts))
    assert supremacy(fought, "West")["Allies"] == "Axis"
    assert supremacy(fought, "South")["Allies"] == "nobody"
    assert refused(scenario(fronts=fronts, raids=raid(5))) == ""
    said = refused(scenario(fronts=fronts, raids=raid(5, front="south")))
    assert said == (
        "7:33: Allies has no Total Air Supremacy over Axis on south: Axis has 2 in Air Superiority and 0 in Ground Support (13.91)"
    )


@pytest.mark.proves("13.91")
def test_w10_both_sides_empty_both_have_it_and_nobody_can_use_it():
    empty = "{west: {allies: {}, axis: {}}}"
    fought = fight(scenario(fronts=empty, raids=raid(), battles=combat()))
    assert supremacy(fought) == {"Allies": "Axis", "Axis": "Allies"}
    assert orders_asked(fought) == []
    assert fought.state.results == (("seine", "not flown"), ("caen", "needs chart combat-results"))
    assert "where 0 are in Ground Support" in refused(scenario(fronts=empty, raids=raid(5)))


def test_13_91_uncommitted_points_do_not_count():
    fought = fight(scenario(fronts="{west: {allies: {ground-support: 9}, axis: {uncommitted: 30}}}"))
    assert supremacy(fought)["Allies"] == "Axis"
    assert any("Axis: 30 uncommitted points in neither box" in note["text"] for note in fought.told("note"))


def test_13_91_losses_later_in_the_turn_do_not_undo_it():
    fronts = "{west: {allies: {ground-support: 5}}}"
    fought = fight(scenario(fronts=fronts, raids=raid(5, flak=1), battles=combat(0, "false")), {"seine.flak": [6]})
    assert fought.state.pools[0].left == 4
    assert supremacy(fought)["Allies"] == "Axis"


def test_13_911_a_side_that_is_not_listed_on_a_front_has_nothing_there():
    assert supremacy(fight(scenario(fronts="{west: {allies: {ground-support: 9}}}")))["Allies"] == "Axis"
