"""13.912: Ground Support points shared out, mission by mission or all at once."""

import pytest
from wie import CRT, combat, fight, orders_asked, raid, refused, scenario, sheet

from airwar.loading import parse_scenario

AT_ONCE = "allotment: all-at-once"
UNITED = {
    "sides": "{allies: {alliance: un, nations: [allied]}, soviets: {alliance: un, nations: [russian]}, axis: {nations: [german]}}",
    "fronts": "{west: {allies: {ground-support: 30}, soviets: {ground-support: 20}, axis: {}}}",
}


def texts(fought, what="note"):
    return [body["text"] for body in fought.told(what)]


# mission by mission


def test_13_912_each_mission_is_supported_when_its_time_comes():
    fought = fight(
        scenario(raids=raid(), battles=combat(), charts=CRT),
        answers={"seine.allies.allot": {"bomb": 25}, "caen.allies.allot": {"shift": 48, "die": 1}},
    )
    first, second = orders_asked(fought)
    assert (first.items, first.most) == ({"bomb": 80}, 80)
    assert (second.items, second.most) == ({"shift": 55, "die": 1}, 55)  # 25 have flown
    assert fought.end.result == "Seine: needs chart accuracy current; Caen: column 5-1, die +1"
    assert "Allies: 49 Allied points for Caen, 6 left" in texts(fought)
    assert fought.state.pools[0].spent == 74


def test_13_912_without_supremacy_only_ordinary_support_is_offered():
    fronts = "{west: {allies: {ground-support: 9}, axis: {air-superiority: 1}}}"
    fought = fight(scenario(fronts=fronts, battles=combat(), charts=CRT), answers={"caen.allies.allot": {"die": 1}})
    assert orders_asked(fought)[0].items == {"die": 1}


def test_13_912_orders_of_the_scenario_are_not_asked_again():
    fought = fight(scenario(raids=raid(30), battles=combat(48), charts=CRT), answers={"caen.allies.allot": {}})
    assert [question.items for question in orders_asked(fought)] == [{"die": 1}]


def test_13_912_an_order_that_can_no_longer_be_carried_out_lapses_and_is_asked_about():
    text = scenario(raids=raid(), battles=combat(48, "true"), charts=CRT)
    fought = fight(text, answers={"seine.allies.allot": {"bomb": 40}, "caen.allies.allot": {"shift": 24}})
    assert "49 Allied points ordered to Caen, but only 40 free: the order lapses" in texts(fought)
    assert orders_asked(fought)[1].items == {"shift": 40, "die": 1}
    assert fought.end.result.endswith("Caen: column 4-1, die +0")


def test_13_912_what_is_planned_for_later_is_not_kept_back():
    text = scenario(raids=raid(), battles=combat(48, "true"), charts=CRT)
    fought = fight(text, answers={"seine.allies.allot": {"bomb": 30}})
    assert orders_asked(fought)[0].most == 80
    assert fought.end.result.endswith("Caen: column 5-1, die +1")


@pytest.mark.proves("13.912")
def test_w20_air_superiority_points_fly_neither_mission():
    fronts = "{west: {allies: {air-superiority: 60}}}"
    held = "are ordered on west so far, where 0 are in Ground Support; the 60 in Air Superiority cannot fly this (13.912)"
    assert f"10 allied points {held}" in refused(scenario(fronts=fronts, raids=raid(10)))
    assert f"24 allied points {held}" in refused(scenario(fronts=fronts, battles=combat(24)))
    assert orders_asked(fight(scenario(fronts=fronts, raids=raid(), battles=combat(), charts=CRT))) == []


def test_13_912_a_point_has_one_job_and_too_many_are_refused_with_the_numbers():
    said = refused(scenario(raids=raid(40), battles=combat(48, "true")))
    assert "89 allied points are ordered on west so far, where 80 are in Ground Support" in said
    assert "a point has one job a turn, unless the option support-reuse says otherwise (13.912)" in said
    assert "option support-reuse" not in refused(scenario(raids=raid(81)))
    assert refused(scenario(raids=raid(30), battles=combat(48, "true"))) == ""


def test_13_912_a_raid_that_nobody_is_sent_on_is_not_flown():
    fought = fight(scenario(raids=raid()), answers={"seine.allies.allot": {}})
    assert fought.end.result == "not flown"


@pytest.mark.parametrize(
    ("key", "answer", "why"),
    [
        (
            "seine.allies.allot",
            {"bomb": 4},
            "4 points on seine do not make a Strategic Bomber Point; at least 5 are needed (13.92)",
        ),
        ("seine.allies.allot", {"bomb": 81}, "81 of bomb is not between 0 and 80"),
        ("caen.allies.allot", {"shift": 80, "die": 1}, "81 in all; expected 0 to 80"),
        ("caen.allies.allot", {"die": 2}, "2 of die is not between 0 and 1"),
    ],
)
def test_13_912_an_answer_cannot_exceed_the_points_that_are_there(key, answer, why):
    mission = {"raids": raid()} if key.startswith("seine") else {"battles": combat()}
    with pytest.raises(ValueError, match="allot") as refusal:
        fight(scenario(**mission, charts=CRT), answers={key: answer})
    assert why in str(refusal.value)


def test_13_912_the_question_shows_the_odds_and_what_points_buy():
    odds = "attack-strength: 72, defense-strength: 24"
    fought = fight(scenario(battles=combat(odds=odds), charts=CRT), answers={"caen.allies.allot": {}})
    said = "Caen: shift the odds (72 against 24, column 3-1; points: 24 for 4-1, 48 for 5-1, 72 for 6-1)"
    assert orders_asked(fought)[0].labels["shift"] == said
    last = fight(scenario(battles=combat(odds="column: 6-1"), charts=CRT), answers={"caen.allies.allot": {}})
    assert orders_asked(last)[0].labels["shift"] == "Caen: shift the odds (column 6-1, where the table ends)"
    unknown = fight(scenario(battles=combat(odds=odds)), answers={"caen.allies.allot": {}})
    assert orders_asked(unknown)[0].labels["shift"] == "Caen: shift the odds (72 against 24; 24 points a column)"


def test_13_93_a_defender_is_shown_the_columns_to_the_left():
    fronts = "{west: {axis: {ground-support: 50}}}"
    options = "odds-shift-user: either"

    def shown(column):
        text = scenario(fronts=fronts, battles=combat(odds=f"column: {column}"), charts=CRT, options=options)
        return orders_asked(fight(text, answers={"caen.axis.allot": {}}))[0].labels["shift"]

    assert shown("3-1") == "Caen: shift the odds (column 3-1; points: 24 for 2-1, 48 for 1-1)"
    assert shown("1-1") == "Caen: shift the odds (column 1-1, where the table ends)"


def test_13_912_a_raid_whose_order_lapsed_is_asked_about():
    two = f"{raid()}, {raid(60).replace('seine', 'loire').replace('2214', '2215')}"
    answers = {"seine.allies.allot": {"bomb": 40}, "loire.allies.allot": {"bomb": 40}}
    fought = fight(scenario(raids=two), answers=answers)
    assert "60 Allied points ordered to Loire, but only 40 free: the order lapses" in texts(fought)
    assert fought.state.pools[0].spent == 80


# points that buy nothing


def test_13_93_before_points_that_buy_nothing_are_committed_their_owner_is_warned():
    text = scenario(battles=combat(die="false"), charts=CRT)
    answers = {"caen.allies.allot": {"shift": 23}, "caen.commit": "again", "caen.allies.allot.2": {"shift": 24}}
    fought = fight(text, answers=answers)
    warning = next(question for question in fought.asked if question.key == "caen.commit")
    assert warning.options["commit"] == "commit them anyway"
    assert "23 of 23 points buy no column at Caen, where one costs 24" in warning.about()
    assert fought.end.result == "column 4-1, die +0"
    stubborn = fight(text, answers={"caen.allies.allot": {"shift": 23}, "caen.commit": "commit"})
    assert (stubborn.end.result, stubborn.state.pools[0].spent) == ("column 3-1, die +0", 23)


def test_13_93_nobody_is_warned_when_every_point_counts():
    fought = fight(scenario(battles=combat(die="false"), charts=CRT), answers={"caen.allies.allot": {"shift": 48}})
    assert "caen.commit" not in [question.key for question in fought.asked]


def test_13_92_points_beyond_the_last_five_are_warned_about_too():
    fought = fight(scenario(raids=raid()), answers={"seine.allies.allot": {"bomb": 23}, "seine.commit": "commit"})
    warning = next(question for question in fought.asked if question.key == "seine.commit")
    assert "3 Allied points make no bomber point at Seine" in warning.about()


def test_13_93_the_third_answer_is_taken():
    wasteful = {f"caen.allies.allot{suffix}": {"shift": 23} for suffix in ("", ".2", ".3")}
    again = {"caen.commit": "again", "caen.commit.2": "again"}
    fought = fight(scenario(battles=combat(die="false"), charts=CRT), answers=wasteful | again)
    assert fought.state.pools[0].spent == 23


def test_13_93_check_notes_points_of_the_scenario_that_buy_nothing():
    notes = [str(note) for note in parse_scenario(scenario(battles=combat(23, "false"), charts=CRT), "test.yaml").notes]
    assert any("note: 23 of 23 points buy no column at Caen, where one costs 24 (13.93)" in note for note in notes)
    enough = parse_scenario(scenario(battles=combat(24, "false"), charts=CRT), "test.yaml").notes
    assert not any("buy no column" in str(note) for note in enough)


# allies


def test_13_912_allies_add_their_points_to_a_raid_and_their_hits_fall_together():
    charts = "\n  allied-current: 9\n  accuracy:" + "".join(
        f"\n    {number}:\n      columns: each\n      rows: |"
        + "".join(f"\n        {face} {int(face > 4)}" for face in range(1, 7))
        for number in (9, 5)
    )
    charts += "\n  rail-damage: {columns: hits, rows: to-cut-the-line 2}"
    fought = fight(
        scenario(**UNITED, raids=raid(), charts=charts),
        {"seine.allied.bombing": [6], "seine.russian.bombing": [5]},
        {"seine.allies.allot": {"bomb": 5}, "seine.soviets.allot": {"bomb": 5}},
    )
    assert fought.end.result == "cut"
    assert [body["option"] for body in fought.told("ruling")] == ["allied-support"]
    assert [pool.spent for pool in fought.state.pools] == [5, 5]


def test_13_912_allies_add_their_points_to_a_shift():
    text = scenario(**UNITED, battles=combat(), charts=CRT)
    answers = {"caen.allies.allot": {"shift": 18, "die": 1}, "caen.soviets.allot": {"shift": 6}}
    fought = fight(text, answers=answers)
    assert fought.end.result == "column 4-1, die +1"
    assert list(orders_asked(fought)[1].items) == ["shift"]  # the die has its point
    prepared = scenario(**UNITED, battles=combat("{allied: 18, russian: 6}", "false"), charts=CRT)
    assert fight(prepared).end.result == "column 4-1, die +0"


def test_13_912_by_option_allies_do_not_support_one_another():
    text = scenario(**UNITED, battles=combat(die="false"), charts=CRT, options="allied-support: no")
    fought = fight(text, answers={"caen.allies.allot": {"shift": 24}})
    assert len(orders_asked(fought)) == 1
    said = refused(scenario(**UNITED, battles=combat("{russian: 6}"), charts=CRT, options="allied-support: no"))
    assert "Allies does not command russian points; expected allied" in said


def test_13_912_an_enemy_on_the_front_is_never_asked():
    fronts = "{west: {allies: {ground-support: 30}, axis: {ground-support: 9}}}"
    fought = fight(scenario(fronts=fronts, battles=combat(), charts=CRT), answers={"caen.allies.allot": {"die": 1}})
    assert [question.by for question in orders_asked(fought)] == ["Allies"]


def test_13_92_allies_who_support_one_another_bomb_a_hex_together():
    twice = f"{raid(5)}, {raid(5, attacker='soviets').replace('seine', 'loire')}"
    assert "hex 2214 is already bombed by seine" in refused(scenario(**UNITED, raids=twice))
    assert refused(scenario(**UNITED, raids=twice, options="allied-support: no")) == ""


# the order of things


@pytest.mark.parametrize(("order", "result"), [("raids-first", "Seine: not flown; Caen"), ("battles-first", "Caen: column")])
def test_13_912_raids_come_before_or_after_the_battles(order, result):
    fought = fight(scenario(raids=raid(), battles=combat(), charts=CRT, options=f"mission-order: {order}"))
    assert fought.end.result.startswith(result)
    told = [(body["option"], body["value"]) for body in fought.told("ruling")]
    assert told == [("mission-order", order), ("allotment", "each-mission")]


def test_13_912_no_order_is_ruled_on_where_there_is_only_one_mission():
    assert fight(scenario(battles=combat(), charts=CRT)).told("ruling") == []


# all at once


def test_13_912_by_option_all_points_are_allotted_before_the_first_mission():
    fought = fight(
        scenario(raids=raid(), battles=combat(), charts=CRT, options=AT_ONCE),
        answers={"west.allies.allot": {"seine": 25, "caen": 48, "caen.die": 1}},
    )
    (asked,) = orders_asked(fought)
    assert (asked.items, asked.most) == ({"seine": 80, "caen": 80, "caen.die": 1}, 80)
    assert fought.end.result == "Seine: needs chart accuracy current; Caen: column 5-1, die +1"
    assert "Allies: 74 of 80 Allied points have orders, 6 stay for ordinary ground support" in texts(fought)
    assert ("allotment", "all-at-once") in [(body["option"], body["value"]) for body in fought.told("ruling")]


def test_13_912_all_at_once_the_orders_of_the_scenario_are_taken_off_first():
    text = scenario(raids=raid(), battles=combat(48, "true"), charts=CRT, options=AT_ONCE)
    assert orders_asked(fight(text, answers={"west.allies.allot": {}}))[0].items == {"seine": 31}


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
        fight(scenario(raids=raid(), battles=combat(), charts=CRT, options=AT_ONCE), answers={"west.allies.allot": answer})
    assert why in str(refusal.value)


def test_13_93_all_at_once_wasted_points_are_warned_about():
    text = scenario(battles=combat(die="false"), charts=CRT, options=AT_ONCE)
    fought = fight(
        text, answers={"west.allies.allot": {"caen": 23}, "west.allies.commit": "again", "west.allies.allot.2": {"caen": 24}}
    )
    assert fought.end.result == "column 4-1, die +0"


def test_13_93_all_at_once_nobody_is_warned_while_another_nation_can_still_add():
    sides = "{axis: {nations: [german, italian]}, soviets: {nations: [russian]}}"
    fronts = "{west: {axis: {ground-support: {german: 9, italian: 9}}}}"
    battle = combat(die="false", attacker="axis", defenders="{printed: 6}")
    text = scenario(sides=sides, fronts=fronts, battles=battle, charts=CRT, options=AT_ONCE)
    together = {"west.axis.german.allot": {"caen": 3}, "west.axis.italian.allot": {"caen": 3}}
    fought = fight(text, answers=together)
    assert fought.end.result == "column 4-1, die +0"
    assert not any("commit" in question.key for question in fought.asked)
    short = {"west.axis.german.allot": {"caen": 3}, "west.axis.italian.allot": {"caen": 2}, "west.axis.italian.commit": "commit"}
    assert fight(text, answers=short).end.result == "column 3-1, die +0"


# points that do several jobs


def test_13_912_by_option_points_do_several_jobs():
    text = scenario(raids=raid(80, flak=1), battles=combat(), charts=CRT, options="support-reuse: yes")
    fought = fight(text, {"seine.flak": [6] * 16}, {"caen.allies.allot": {"shift": 48, "die": 1}})
    assert orders_asked(fought)[0].most == 64  # those that came back
    assert fought.end.result.endswith("Caen: column 5-1, die +1")
    assert [body["option"] for body in fought.told("ruling")][-2:] == ["flak-timing", "support-reuse"]


def test_13_912_by_option_points_lost_to_flak_shift_nothing():
    fronts = "{west: {allies: {ground-support: 25}}}"
    options = f"support-reuse: yes, {AT_ONCE}"
    text = scenario(fronts=fronts, raids=raid(25, flak=1), battles=combat(24, "true"), charts=CRT, options=options)
    assert fight(text, {"seine.flak": [6, 1, 1, 1, 1]}).end.result.endswith("Caen: column 3-1, die +1")
    assert fight(text, {"seine.flak": [1, 1, 1, 1, 1]}).end.result.endswith("Caen: column 4-1, die +1")


def test_13_912_by_option_one_mission_still_gets_no_more_than_there_is():
    options = f"support-reuse: yes, {AT_ONCE}"
    text = scenario(raids=raid(), battles=combat(), charts=CRT, options=options)
    with pytest.raises(ValueError, match="81 on caen, where 80 are free"):
        fight(text, answers={"west.allies.allot": {"caen": 80, "caen.die": 1}})
    assert "81 allied points are ordered" in refused(scenario(battles=combat(80, "true"), options="support-reuse: yes"))


def test_13_912_without_the_option_a_point_that_has_flown_is_used():
    fought = fight(scenario(raids=raid(80), battles=combat(), charts=CRT))
    assert orders_asked(fought) == []
    assert sheet(fought, "Position")[1][4:6] == ["80", "80"]
