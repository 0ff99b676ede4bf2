"""13.912: Ground Support points shared out, mission by mission or all at once."""

import pytest
from wie import (
    AGAINST_AXIS,
    CONTESTED,
    CRT,
    TWO_ALLIES,
    TWO_NATIONS,
    asked,
    bombing_charts,
    combat,
    could_allot,
    fight,
    noted,
    notes_of,
    orders_asked,
    points,
    points_in,
    raid,
    refused,
    results,
    scenario,
    sheet,
)

from airwar.play.session import Session
from airwar.setup.loading import parse_scenario

AT_ONCE = "allotment: all-at-once"
BOTH = {"raids": raid(), "battles": combat(), "charts": CRT}
READINGS = {
    "mission-order": "raids-first",
    "allied-support": "yes",
    "support-reuse": "no",
    "flak-dice": "together",
    "die-point-without-supremacy": "yes",
    "odds-rounding": "defender",
    "odds-below-table": "not-allowed",
}


@pytest.mark.parametrize("option", READINGS)
def test_a_scenario_may_still_name_the_reading_of_what_was_an_option(option):
    assert refused(scenario(**BOTH, options=f"{option}: {READINGS[option]}")) == ""


# mission by mission


def test_13_912_each_mission_is_supported_when_its_time_comes():
    fought = fight(scenario(**BOTH), "allot 25 bomb; allot 48 shift 1 die")
    first, second = orders_asked(fought)
    assert (first.by, first.items, first.most) == ("Allies", {"bomb": 80}, 80)
    assert (second.by, second.items, second.most) == ("Allies", {"shift": 55, "die": 1}, 55)  # 25 have flown
    assert second.facts() == {"own.factors": 80, "own.free": 55}
    assert fought.end.result == "Seine: needs chart accuracy current; Caen: column 5-1, die +1"
    assert noted(fought, "Allies: 49 Allied points for Caen, 6 left")
    assert points(fought) == (6, 74, 0)


def test_13_912_raids_come_before_battles():
    assert results(fight(scenario(**BOTH)))[0] == ("Seine", "not flown")


def test_13_912_a_raid_that_nobody_is_sent_on_is_not_flown():
    fought = fight(scenario(raids=raid()), "allot none")
    assert (fought.end.result, noted(fought, "nobody flies to Seine")) == ("not flown", True)


def test_13_912_without_supremacy_only_ordinary_support_is_offered():
    fought = fight(scenario(fronts=CONTESTED, battles=combat(), charts=CRT), "allot 1 die")
    assert could_allot(fought) == {"caen.allies.allot": {"die": 1}}


def test_13_912_orders_of_the_scenario_are_not_asked_again():
    fought = fight(scenario(raids=raid(30), battles=combat(48), charts=CRT))
    assert could_allot(fought) == {"caen.allies.allot": {"die": 1}}
    assert could_allot(fight(scenario(battles=combat("", "true"), charts=CRT))) == {"caen.allies.allot": {"shift": 79}}


@pytest.mark.parametrize(("ground_support", "asked_for"), [(4, {}), (5, {"seine.allies.allot": {"bomb": 5}})])
def test_13_92_a_raid_is_offered_to_those_who_have_five_points(ground_support, asked_for):
    fronts = f"{{west: {{allies: {{ground-support: {ground_support}}}, axis: {{}}}}}}"
    assert could_allot(fight(scenario(fronts=fronts, raids=raid()))) == asked_for


def test_13_912_an_order_that_can_no_longer_be_carried_out_lapses_and_is_asked_about():
    text = scenario(raids=raid(), battles=combat(48, "true"), charts=CRT)
    fought = fight(text, "allot 32 bomb; allot 24 shift")
    assert noted(fought, "49 Allied points ordered to Caen, but only 48 free: the order lapses")
    assert could_allot(fought)["caen.allies.allot"] == {"shift": 48, "die": 1}
    assert fought.end.result.endswith("Caen: column 4-1, die +0")


def test_13_912_a_raid_whose_order_lapsed_is_asked_about():
    two = f"{raid()}, {raid(60, name='loire', at='2215')}"
    fought = fight(scenario(raids=two), "allot 40 bomb; allot 40 bomb")
    assert noted(fought, "60 Allied points ordered to Loire, but only 40 free: the order lapses")
    assert points(fought) == (0, 80, 0)


def test_13_912_an_order_lapses_even_if_a_ruling_has_ended_the_questions():
    """By that ruling, points are allotted all at once, and the time for that is over."""
    two = f"{raid()}, {raid(60, name='loire', at='2215')}"
    session = Session.begin(parse_scenario(scenario(raids=two), "test.yaml"), None, 1)
    session.answer({"bomb": 40})
    while session.question.key != "loire.allies.allot":
        session.answer(session.default)
    session.rule("option", "allotment", "all-at-once", "it takes too long")
    while session.question is not None:
        session.answer(session.default)
    assert session.end.result == "Seine: needs chart accuracy current; Loire: not flown"
    assert points_in((session.end.state,)) == (40, 40, 0)


def test_13_912_what_is_planned_for_later_is_not_kept_back():
    text = scenario(raids=raid(), battles=combat(48, "true"), charts=CRT)
    fought = fight(text, "allot 31 bomb")
    assert orders_asked(fought)[0].most == 80
    assert fought.end.result.endswith("Caen: column 5-1, die +1")


@pytest.mark.proves("13.912")
def test_w20_air_superiority_points_fly_neither_mission():
    fronts = "{west: {allies: {air-superiority: 60}, axis: {}}}"
    held = "are ordered on west so far, where 0 are in Ground Support; the 60 in Air Superiority cannot fly this (13.912)"
    assert f"10 allied points {held}" in refused(scenario(fronts=fronts, raids=raid(10)))
    assert f"24 allied points {held}" in refused(scenario(fronts=fronts, battles=combat(24)))
    assert orders_asked(fight(scenario(fronts=fronts, **BOTH))) == []


def test_13_912_a_point_has_one_job_and_too_many_are_refused_with_the_numbers():
    said = refused(scenario(raids=raid(40), battles=combat(48, "true")))
    assert "89 allied points are ordered on west so far, where 80 are in Ground Support" in said
    assert "a point has one job a turn" in said
    assert "one job" not in refused(scenario(raids=raid(81)))
    assert refused(scenario(raids=raid(31), battles=combat(48, "true"))) == ""
    assert "81 allied points" in refused(scenario(raids=raid(32), battles=combat(48, "true")))


def test_13_912_a_point_that_has_flown_is_used():
    fought = fight(scenario(raids=raid(80), battles=combat(), charts=CRT))
    assert orders_asked(fought) == []
    assert points(fought) == (0, 80, 0)


def test_13_912_fronts_do_not_share_their_points():
    fronts = "{west: {allies: {ground-support: 9}, axis: {}}, south: {allies: {ground-support: 30}, axis: {}}}"
    assert "10 allied points are ordered on west so far, where 9 are in" in refused(scenario(fronts=fronts, raids=raid(10)))
    two = f"{raid()}, {raid(front='south', name='po', at='9')}"
    fought = fight(scenario(fronts=fronts, raids=two), "allot 5 bomb")
    assert could_allot(fought) == {"seine.allies.allot": {"bomb": 9}, "po.allies.allot": {"bomb": 30}}


@pytest.mark.proves("13.92")
@pytest.mark.parametrize(
    ("key", "answer", "why"),
    [
        ("seine", {"bomb": 4}, "4 points on seine do not make a Strategic Bomber Point; at least 5 are needed (13.92)"),
        ("seine", {"bomb": 81}, "81 of bomb is not between 0 and 80"),
        ("seine", {"shift": 5}, "'shift' is nothing that points can do at Seine; they can bomb (13.912)"),
        ("caen", {"shift": 80, "die": 1}, "81 on caen, where 80 are free (13.912)"),
        ("caen", {"die": 2}, "2 of die is not between 0 and 1"),
    ],
)
def test_13_912_an_answer_cannot_exceed_the_points_that_are_there(key, answer, why):
    mission = {"raids": raid()} if key == "seine" else {"battles": combat()}
    with pytest.raises(ValueError, match="allot") as refusal:
        fight(scenario(**mission, charts=CRT), answers={f"{key}.allies.allot": answer})
    assert why in str(refusal.value)


# points that buy nothing


def test_13_93_before_points_that_buy_nothing_are_committed_their_owner_is_warned():
    text = scenario(battles=combat(die="false"), charts=CRT)
    fought = fight(text, "allot 23 shift; commit again; allot 24 shift")
    warning = asked(fought, "caen.commit")
    assert (warning.by, warning.options["commit"]) == ("Allies", "commit them anyway")
    assert "23 of 23 points buy no column at Caen, where one costs 24" in warning.about()
    assert fought.end.result == "column 4-1, die +0"
    stubborn = fight(text, "allot 23 shift; commit commit")
    assert (stubborn.end.result, points(stubborn)) == ("column 3-1, die +0", (57, 23, 0))


def test_13_93_nobody_is_warned_when_every_point_counts():
    fought = fight(scenario(battles=combat(die="false"), charts=CRT), "allot 48 shift")
    assert asked(fought, "caen.commit") is None
    assert asked(fight(scenario(battles=combat(23), charts=CRT)), "caen.commit") is None  # the scenario has committed them


def test_13_92_points_beyond_the_last_five_are_warned_about_too():
    fought = fight(scenario(raids=raid()), "allot 23 bomb; commit commit")
    assert "3 Allied points make no bomber point at Seine" in asked(fought, "seine.commit").about()


def test_13_93_the_third_answer_is_taken():
    fought = fight(
        scenario(battles=combat(die="false"), charts=CRT),
        "allot 23 shift; commit again; allot 23 shift; commit again; allot 23 shift",
    )
    assert points(fought) == (57, 23, 0)


def test_13_93_check_notes_points_of_the_scenario_that_buy_nothing():
    wasteful = notes_of(scenario(battles=combat(23, "false"), charts=CRT))
    assert "note: 23 of 23 points buy no column at Caen, where one costs 24 (13.93)" in wasteful
    assert "buy no column" not in notes_of(scenario(battles=combat(24, "false"), charts=CRT))


# allies


def test_13_912_allies_add_their_points_to_a_raid_and_their_hits_fall_together():
    fought = fight(
        scenario(**TWO_ALLIES, raids=raid(), charts=bombing_charts(9, 5, current=9, cut=2)),
        "allies.allot 5 bomb; allot 5 bomb; bombing 6; bombing 5",
    )
    assert fought.end.result == "cut"
    assert {key: roll["by"] for key, roll in fought.rolls().items()} == {
        "seine.allied.bombing": "Allies",
        "seine.russian.bombing": "Soviets",
    }
    assert (points(fought), points(fought, "russian")) == ((25, 5, 0), (15, 5, 0))


def test_13_912_allies_add_their_points_to_a_shift():
    text = scenario(**TWO_ALLIES, battles=combat(), charts=CRT)
    fought = fight(text, "allies.allot 18 shift 1 die; allot 6 shift")
    assert fought.end.result == "column 4-1, die +1"
    assert could_allot(fought)["caen.soviets.allot"] == {"shift": 20}  # the die has its point
    prepared = scenario(**TWO_ALLIES, battles=combat("{allied: 18, russian: 6}", "false"), charts=CRT)
    assert fight(prepared).end.result == "column 4-1, die +0"


def test_13_912_an_ally_of_the_attacker_may_give_the_point_for_the_die():
    fought = fight(scenario(**TWO_ALLIES, battles=combat(0), charts=CRT), "soviets.allot 1 die")
    assert fought.end.result == "column 3-1, die +1"
    assert points(fought, "russian") == (19, 1, 0)


def test_13_912_an_enemy_on_the_front_is_never_asked():
    fronts = "{west: {allies: {ground-support: 30}, axis: {ground-support: 9}}}"
    fought = fight(scenario(fronts=fronts, battles=combat(), charts=CRT), "allot 1 die")
    assert [question.by for question in orders_asked(fought)] == ["Allies"]


def test_13_92_allies_bomb_a_hex_together():
    twice = f"{raid(5)}, {raid(5, name='loire', attacker='soviets')}"
    assert "hex 2214 is already bombed by seine" in refused(scenario(**TWO_ALLIES, raids=twice))


# all at once


def test_13_912_by_option_all_points_are_allotted_before_the_first_mission():
    fought = fight(scenario(**BOTH, options=AT_ONCE), "allot 25 seine 48 caen 1 caen.die")
    (question,) = orders_asked(fought)
    assert (question.items, question.most) == ({"seine": 80, "caen": 80, "caen.die": 1}, 80)
    assert fought.end.result == "Seine: needs chart accuracy current; Caen: column 5-1, die +1"
    assert noted(fought, "Allies: 74 of 80 Allied points have orders, 6 stay for ordinary ground support")
    assert asked(fought, "west.allies.commit") is None  # each mission is settled by itself
    assert points(fought) == (6, 74, 0)


def test_13_912_all_at_once_the_orders_of_the_scenario_are_taken_off_first():
    text = scenario(raids=raid(), battles=combat(48, "true"), charts=CRT, options=AT_ONCE)
    fought = fight(text, "allot 30 seine")
    assert could_allot(fought) == {"west.allies.allot": {"seine": 31}}
    assert points(fought) == (1, 79, 0)


def test_13_912_all_at_once_only_those_who_can_do_something_are_asked():
    fronts = ", ".join(f"{name}: {{allies: {{ground-support: 9}}, axis: {{}}}}" for name in ("west", "south", "east"))
    raids = f"{raid()}, {raid(name='po', front='south', at='1')}"
    fought = fight(scenario(fronts=f"{{{fronts}}}", raids=raids, options=AT_ONCE))
    assert could_allot(fought) == {"west.allies.allot": {"seine": 9}, "south.allies.allot": {"po": 9}}
    headed = [body["title"] for body in fought.records if body["t"] == "enter"]
    assert [title for title in headed if "Ground Support on" in title] == [
        "Ground Support on the West Front",
        "Ground Support on the South Front",
    ]


def test_13_912_all_at_once_each_nation_is_asked_for_its_own_points():
    text = scenario(**TWO_NATIONS, raids=raid(attacker="axis"), battles=combat(attacker="axis"), charts=CRT, options=AT_ONCE)
    fought = fight(text, "german.allot 10 seine 20 caen; italian.allot 4 caen 1 caen.die")
    assert could_allot(fought)["west.axis.italian.allot"] == {"seine": 12, "caen": 12, "caen.die": 1}
    assert fought.end.result.endswith("Caen: column 4-1, die +1")
    assert (points(fought, "german"), points(fought, "italian")) == ((0, 30, 0), (7, 5, 0))


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"seine": 4}, "4 points on seine do not make a Strategic Bomber Point; at least 5 are needed (13.92)"),
        ({"seine": 40, "caen": 41}, "81 in all; expected 0 to 80"),
        ({"caen": 81}, "81 of caen is not between 0 and 80"),
    ],
)
def test_13_912_all_at_once_no_more_than_there_is(answer, why):
    with pytest.raises(ValueError, match="allot") as refusal:
        fight(scenario(**BOTH, options=AT_ONCE), answers={"west.allies.allot": answer})
    assert why in str(refusal.value)


def test_13_93_all_at_once_wasted_points_are_warned_about():
    text = scenario(battles=combat(die="false"), charts=CRT, options=AT_ONCE)
    assert fight(text, "allot 23 caen; commit again; allot 24 caen").end.result == "column 4-1, die +0"


def test_13_93_all_at_once_nobody_is_warned_while_another_nation_can_still_add():
    battle = combat(die="false", attacker="axis", defenders="{printed: 6}")
    text = scenario(**TWO_NATIONS, battles=battle, charts=CRT, options=AT_ONCE)
    fought = fight(text, "german.allot 3 caen; italian.allot 3 caen")
    assert fought.end.result == "column 4-1, die +0"
    assert not any("commit" in question.key for question in fought.asked)
    assert fight(text, "german.allot 3 caen; italian.allot 2 caen; italian.commit commit").end.result == "column 3-1, die +0"


def test_13_912_all_at_once_a_mission_flies_with_what_it_was_given():
    text = scenario(raids=raid(25, flak=1), battles=combat(48, "true"), charts=CRT, options=AT_ONCE)
    fought = fight(text, "flak 6 6 6 6 6")
    assert fought.end.result.endswith("Caen: column 5-1, die +1")
    assert points(fought) == (6, 69, 5)
    assert sheet(fought, "Ground Support at Caen") == [["24", "48", "+2", "0", "+1"]]


def test_13_912_points_of_an_ally_are_named_by_their_nation():
    said = refused(scenario(**TWO_ALLIES, battles=combat("{german: 6}", more=AGAINST_AXIS), charts=CRT))
    assert "Allies does not command german points; expected allied or russian" in said
