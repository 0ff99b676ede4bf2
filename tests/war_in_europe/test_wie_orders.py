"""13.912: raids and battles that the scenario does not list are ordered at the table."""

import pytest
from wie import CONTESTED, CRT, TWO_ALLIES, asked, bombing_charts, combat, could_allot, fight, points, raid, results, scenario

NOTHING_LISTED = scenario(charts=CRT)
RAID = "raid.west.allies.axis"
BATTLE = "battle.west.allies.axis"
SEINE = {"next-mission-1": RAID, "raid-1.hex": "2214", "raid-1.in-range": "yes", "raid-1.has-flak": "no"}
CAEN = {"next-mission-1": BATTLE, "battle-1.defense": "24"}


def offered(fought, number=1):
    """The missions that can be ordered next; nothing if nobody is asked."""
    question = asked(fought, f"next-mission-{number}")
    return list(question.options) if question else []


def test_13_912_a_scenario_without_missions_is_played_at_the_table():
    fought = fight(
        NOTHING_LISTED,
        """
            next-mission-1 raid.west.allies.axis
            hex 2214; in-range yes; has-flak no; allot 25 bomb
            next-mission-2 battle.west.allies.axis
            defense 24; odds 72-24; allot 48 shift 1 die
            next-mission-3 none
        """,
    )
    assert fought.end.result == "hex 2214: needs chart accuracy current; battle-2: column 5-1, die +1"
    assert points(fought) == (6, 74, 0)


def test_13_912_without_an_answer_nothing_more_is_ordered():
    assert fight(NOTHING_LISTED).end.result == "supremacy tested"


def test_13_912_listed_missions_are_all_there_are_unless_more_are_asked_for():
    listed = {"raids": raid(5), "battles": combat(48, "true"), "charts": CRT}
    assert offered(fight(scenario(**listed))) == []
    assert offered(fight(scenario(**listed, orders="prepared"))) == []
    assert {"no-more", RAID, BATTLE} <= {*offered(fight(scenario(**listed, orders="ask")))}
    assert offered(fight(scenario(orders="prepared"))) == []


@pytest.mark.parametrize(("ground_support", "can_raid"), [(4, False), (5, True)])
def test_13_92_five_points_are_enough_to_order_a_raid(ground_support, can_raid):
    menu = offered(fight(scenario(fronts=f"{{west: {{allies: {{ground-support: {ground_support}}}, axis: {{}}}}}}")))
    assert (RAID in menu, BATTLE in menu) == (can_raid, True)


def test_13_91_raids_need_supremacy_and_battles_do_not():
    menu = offered(fight(scenario(fronts=CONTESTED)))
    assert (RAID in menu, BATTLE in menu) == (False, True)


def test_13_91_nobody_attacks_his_allies_or_is_helped_from_another_front():
    fronts = """{west: {allies: {ground-support: 4}, soviets: {ground-support: 9}, axis: {}},
      south: {allies: {ground-support: 4}, soviets: {}, axis: {}}}"""
    question = asked(fight(scenario(sides=TWO_ALLIES["sides"], fronts=fronts)), "next-mission-1")
    assert {RAID, "raid.west.soviets.axis"} <= {*question.options}
    assert not [
        key for key in question.options if key.startswith("raid.south") or key.endswith(("allies.soviets", "soviets.allies"))
    ]
    assert question.options[RAID] == "West: rail raid by Allies on Axis"
    assert question.options[BATTLE] == "West: ground attack by Allies on Axis"


def test_13_912_points_that_have_flown_do_not_raid_again():
    fought = fight(NOTHING_LISTED, "next-mission-1 raid.west.allies.axis; hex 2214; in-range yes; has-flak no; allot 80 bomb")
    assert RAID not in offered(fought, 2)


def test_13_912_allies_may_be_counted_on():
    fronts = "{west: {allies: {}, soviets: {ground-support: 9}, axis: {}}}"
    text = scenario(sides=TWO_ALLIES["sides"], fronts=fronts)
    assert {RAID, "raid.west.soviets.axis"} <= {*offered(fight(text))}
    assert points(
        fight(text, "next-mission-1 raid.west.allies.axis; hex 2214; in-range yes; has-flak no; allot 5 bomb"), "russian"
    ) == (4, 5, 0)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"raid-1.in-range": "no"}, "hex 2214 is out of range"),
        ({"raid-1.in-range": "maybe"}, "'maybe' is neither yes nor no"),
        ({"raid-1.has-flak": "some"}, "'some' is neither yes nor no"),
    ],
)
def test_13_92_what_the_table_says_of_a_raid_is_checked(answer, why):
    with pytest.raises(ValueError, match=why):
        fight(NOTHING_LISTED, {}, SEINE | answer)


def test_13_92_a_hex_is_bombed_once_whoever_ordered_it():
    again = SEINE | {"raid-1.allies.allot": {"bomb": 10}, "next-mission-2": RAID, "raid-2.hex": "2214"}
    with pytest.raises(ValueError, match="hex 2214 is already bombed by"):
        fight(NOTHING_LISTED, {}, again)
    listed = scenario(raids=raid(10), charts=bombing_charts(9, current=9, cut=1), orders="ask")
    with pytest.raises(ValueError, match="hex 2214 is already bombed by"):
        fight(listed, {"seine.allied.bombing": [1, 1]}, SEINE)


@pytest.mark.parametrize(
    ("odds", "column"),
    [("72-24", "3-1"), ("72:24", "3-1"), ("30 - 21/2", "2-1"), ("21/2-3", "3-1"), ("99-24", "4-1"), ("column 2-1", "2-1")],
)
def test_13_93_strengths_as_they_are_said(odds, column):
    assert fight(NOTHING_LISTED, {}, CAEN | {"battle-1.odds": odds}).end.result == f"column {column}, die +0"


@pytest.mark.parametrize(
    ("odds", "why"),
    [("many", "'many' is not two strengths; expected attack and defense, such as 72-24"), ("72", "is not two strengths"),
     ("1/0-3", "is not two strengths"), ("72-0", "odds need an adjusted defense of more than 0")],
)  # fmt: skip
def test_13_93_what_the_table_says_of_a_battle_is_checked(odds, why):
    with pytest.raises(ValueError, match=why):
        fight(NOTHING_LISTED, {}, CAEN | {"battle-1.odds": odds})


def test_13_93_a_battle_at_the_table_is_supported_as_any_other():
    fought = fight(NOTHING_LISTED, "next-mission-1 battle.west.allies.axis; defense 24; odds 48-24; allot 48 shift 1 die")
    assert could_allot(fought) == {"battle-1.allies.allot": {"shift": 80, "die": 1}}
    assert fought.end.result == "column 4-1, die +1"
    contested = fight(scenario(fronts=CONTESTED, charts=CRT), "next-mission-1 battle.west.allies.axis; defense 24; odds 48-24")
    assert could_allot(contested) == {"battle-1.allies.allot": {"die": 1}}


def test_13_93_the_table_of_a_battle_is_asked_for_where_there_are_several():
    charts = "combat-results: {t: {columns: 1-1 2-1}, u: {columns: 3-1 4-1}}"
    answers = {"next-mission-1": BATTLE, "battle-1.defense": "6", "battle-1.odds": "30-10", "battle-1.table": "u"}
    fought = fight(scenario(charts=charts), "next-mission-1 battle.west.allies.axis; defense 6; table u; odds 30-10; allot 6 shift")
    assert fought.end.result == "column 4-1, die +0"
    with pytest.raises(ValueError, match="no such table 'v'; expected one of t, u"):
        fight(scenario(charts=charts), {}, answers | {"battle-1.table": "v"})


def test_13_921_flak_fires_at_a_raid_that_was_ordered_at_the_table():
    assert points(
        fight(NOTHING_LISTED, "next-mission-1 raid.west.allies.axis; hex 2214; in-range yes; has-flak yes; allot 10 bomb; flak 6 1")
    ) == (70, 9, 1)


def test_13_912_all_at_once_further_missions_take_what_is_left():
    text = scenario(raids=raid(30), charts=CRT, options="allotment: all-at-once", orders="ask")
    fought = fight(text, "next-mission-1 raid.west.allies.axis; hex 2215; in-range yes; has-flak no; allot 50 bomb")
    assert could_allot(fought) == {"raid-1.allies.allot": {"bomb": 50}}
    assert points(fought) == (0, 80, 0)
    assert [name for name, _ in results(fought)] == ["Seine", "hex 2215"]
