"""13.91: Total Air Supremacy."""

import pytest
from wie import (
    TWO_ALLIES,
    combat,
    could_allot,
    fight,
    noted,
    orders_asked,
    points,
    raid,
    refused,
    results,
    rulings,
    scenario,
    supremacy,
)

ITALY = "{allies: {nations: [allied]}, axis: {alliance: a, nations: [german]}, italy: {alliance: a, nations: [italian]}}"
EMPTY_SOVIETS = {
    "sides": TWO_ALLIES["sides"].replace("[german]", "[german, italian]"),
    "fronts": "{west: {allies: {air-superiority: 3}, soviets: {}, axis: {ground-support: {german: 9}}}}",
}


@pytest.mark.proves("13.911")
def test_w6_nothing_committed_gives_supremacy():
    assert supremacy(fight(scenario())) == {"Allies": "Axis", "Axis": "nobody"}


@pytest.mark.proves("13.911")
def test_w7_everything_shot_down_gives_the_same():
    shot_down = "{west: {allies: {air-superiority: 12, ground-support: 80}, axis: {air-superiority: 0, ground-support: 0}}}"
    assert fight(scenario(fronts=shot_down)).records == fight(scenario()).records


@pytest.mark.parametrize("boxes", ["air-superiority: 1", "ground-support: 1", "air-superiority: 1, ground-support: 1"])
def test_13_91_one_point_in_either_box_denies_it(boxes):
    fronts = f"{{west: {{allies: {{ground-support: 9}}, axis: {{{boxes}}}}}}}"
    assert supremacy(fight(scenario(fronts=fronts))) == {"Allies": "nobody", "Axis": "nobody"}


def test_13_91_it_reaches_only_whoever_has_nothing_left():
    fronts = "{west: {allies: {ground-support: 9}, axis: {air-superiority: 3}, italy: {}}}"
    assert supremacy(fight(scenario(sides=ITALY, fronts=fronts)))["Allies"] == "Italy"
    assert refused(scenario(sides=ITALY, fronts=fronts, raids=raid(5, more=", defender: italy"))) == ""
    over_germany = refused(scenario(sides=ITALY, fronts=fronts, raids=raid(5, more=", defender: axis")))
    assert "Allies has no Total Air Supremacy over Axis on the West Front" in over_germany


@pytest.mark.parametrize(
    ("scope", "left"), [("player", ""), ("alliance", ", Italy has 0 in Air Superiority and 2 in Ground Support")]
)
def test_13_91_the_refusal_names_the_points_that_count(scope, left):
    fronts = "{west: {allies: {ground-support: 9}, axis: {air-superiority: 3}, italy: {ground-support: 2}}}"
    raids, options = raid(5, more=", defender: axis"), f"tas-scope: {scope}"
    said = refused(scenario(sides=ITALY, fronts=fronts, raids=raids, options=options))
    assert f"on the West Front: Axis has 3 in Air Superiority and 0 in Ground Support{left} (13.91)" in said


def test_13_91_an_unknown_side_on_a_front_is_one_problem():
    said = refused(scenario(fronts="{west: {allies: {ground-support: 9}, atlantis: {}}}", raids=raid(5)))
    assert said.count("\n") == 0
    assert "atlantis" in said


def test_13_91_allies_who_are_both_empty_are_both_exposed():
    fronts = "{west: {allies: {ground-support: 9}, axis: {}, italy: {}}}"
    for scope in ("player", "alliance"):
        fought = fight(scenario(sides=ITALY, fronts=fronts, options=f"tas-scope: {scope}"))
        assert supremacy(fought) == {"Allies": "Axis, Italy", "Axis": "nobody", "Italy": "nobody"}
        assert "tas-scope" not in rulings(fought)


def test_13_91_nations_of_one_player_are_summed():
    fronts = "{west: {allies: {ground-support: 9}, soviets: {}, axis: {ground-support: {german: 0, italian: 3}}}}"
    assert supremacy(fight(scenario(sides=EMPTY_SOVIETS["sides"], fronts=fronts)))["Allies"] == "nobody"


def test_13_91_one_players_empty_boxes_expose_him_alone():
    fought = fight(scenario(**EMPTY_SOVIETS))
    assert supremacy(fought) == {"Allies": "nobody", "Soviets": "nobody", "Axis": "Soviets"}
    assert rulings(fought)["tas-scope"] == "player"
    assert refused(scenario(**EMPTY_SOVIETS, raids=raid("{german: 5}", attacker="axis", more=", defender: soviets"))) == ""


def test_13_91_by_option_the_whole_alliance_must_be_empty():
    fought = fight(scenario(**EMPTY_SOVIETS, options="tas-scope: alliance"))
    assert supremacy(fought)["Axis"] == "nobody"
    assert rulings(fought)["tas-scope"] == "alliance"
    raids = raid("{german: 5}", attacker="axis", more=", defender: soviets")
    said = refused(scenario(**EMPTY_SOVIETS, options="tas-scope: alliance", raids=raids))
    assert (
        "Axis has no Total Air Supremacy over Soviets on the West Front: Allies has 3 in Air Superiority and 0 in Ground Support"
        in said
    )


def test_13_91_the_scope_decides_whether_the_odds_can_be_shifted():
    fronts = "{west: {allies: {ground-support: 9}, axis: {}, italy: {air-superiority: 2}}}"
    battles = combat(defenders="{printed: 6}", more=", defender: axis")

    def offered(scope):
        fought = fight(scenario(sides=ITALY, fronts=fronts, battles=battles, options=f"tas-scope: {scope}"))
        return could_allot(fought)["caen.allies.allot"]

    assert offered("player") == {"shift": 9, "die": 1}
    assert offered("alliance") == {"die": 1}


@pytest.mark.proves("13.91")
def test_w9_fronts_are_tested_apart_and_a_raid_without_supremacy_is_refused():
    fronts = "{west: {allies: {ground-support: 9}, axis: {}}, south: {allies: {ground-support: 9}, axis: {air-superiority: 2}}}"
    fought = fight(scenario(fronts=fronts))
    assert supremacy(fought, "West")["Allies"] == "Axis"
    assert supremacy(fought, "South")["Allies"] == "nobody"
    assert refused(scenario(fronts=fronts, raids=raid(5))) == ""
    assert refused(scenario(fronts=fronts, raids=raid(5, front="south"))) == (
        "7:33: Allies has no Total Air Supremacy over Axis on the South Front: "
        "Axis has 2 in Air Superiority and 0 in Ground Support (13.91)"
    )


@pytest.mark.proves("13.91")
def test_w10_both_sides_empty_both_have_it_and_nobody_can_use_it():
    empty = "{west: {allies: {}, axis: {}}}"
    fought = fight(scenario(fronts=empty, raids=raid(), battles=combat()))
    assert supremacy(fought) == {"Allies": "Axis", "Axis": "Allies"}
    assert orders_asked(fought) == []
    assert results(fought) == [("Seine", "not flown"), ("Caen", "needs chart combat-results")]
    assert "where 0 are in Ground Support" in refused(scenario(fronts=empty, raids=raid(5)))


def test_13_91_uncommitted_points_do_not_count():
    fought = fight(scenario(fronts="{west: {allies: {ground-support: 9}, axis: {uncommitted: 30}}}"))
    assert supremacy(fought)["Allies"] == "Axis"
    assert noted(fought, "Axis: 30 uncommitted points in neither box")


def test_13_91_losses_later_in_the_turn_do_not_undo_it():
    fronts = "{west: {allies: {ground-support: 29}, axis: {}}}"
    charts = "combat-results: {t: {columns: 3-1 4-1}}"
    fought = fight(scenario(fronts=fronts, raids=raid(5, flak=1), battles=combat(24, "false"), charts=charts), "flak 6")
    assert points(fought) == (0, 28, 1)
    assert results(fought)[-1] == ("Caen", "column 4-1, die +0")
