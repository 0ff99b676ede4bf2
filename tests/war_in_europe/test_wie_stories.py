"""Raids and battles step by step: what is asked and offered, each roll with its modifiers, each loss, and the points after it."""

from wie import bombing_charts, combat, raid, scenario
from wie_stories import DEMO, TABLE, lines_of, story, united


def test_13_921_flak_fires_at_the_points_of_all_nations_together():
    text = united(raids=raid("{allied: 13, italian: 7, russian: 5}", flak=3, more=", defender: axis"), charts=DEMO)
    assert story(text, "66111 3 3 6", {"seine.flak-losses": {"italian": 2}}) == lines_of("""
        -- west
        | Allies | 2 | 43 | 0 | Axis
        | Soviets | 0 | 9 | 0 | Axis
        | Axis | 0 | 0 | 4 | nobody
        note
        -- east
        | Soviets | 0 | 50 | 3 | nobody
        | Axis | 1 | 0 | 0 | nobody
        -- seine
        notes 3
        ruling allied-support
        | Allied | 13 | 2 | 3 | accuracy chart current (demo)
        | Italian | 7 | 1 | 2 | accuracy chart 5 (demo)
        | Russian | 5 | 1 | 0 | accuracy chart 5 (demo)
        ruling flak-dice
        seine.flak (Axis): 6 6 1 1 1: 2 hits
        seine.flak-losses (Allies): allied=13 italian=7 russian=5, 2-2 [allied=2] italian=2
        loss Allies Italian Ground Support 2
        ruling charts.accuracy
        seine.allied.bombing (Allies): 3: 3 2 0
        ruling charts.accuracy
        seine.italian.bombing (Allies): 3: 3 1 0
        ruling charts.accuracy
        seine.russian.bombing (Soviets): 6: 6 1 1
        ruling charts.rail-damage
        note
        west allies allied 30 30 13
        west allies italian 13 11 5
        west soviets russian 9 9 5
        east soviets russian 50 50
        seine: cut
        """)


def test_13_921_or_at_each_nation_before_the_bombs_fall():
    text = united(
        raids=raid("{allied: 10, italian: 9}", flak=3, more=", defender: axis"),
        charts=DEMO,
        options="flak-dice: by-nation, flak-timing: before",
    )
    assert story(text, "62 6 4 3") == lines_of("""
        -- west
        | Allies | 2 | 43 | 0 | Axis
        | Soviets | 0 | 9 | 0 | Axis
        | Axis | 0 | 0 | 4 | nobody
        note
        -- east
        | Soviets | 0 | 50 | 3 | nobody
        | Axis | 1 | 0 | 0 | nobody
        -- seine
        notes 2
        | Allied | 10 | 2 | 0 | accuracy chart current (demo)
        | Italian | 9 | 1 | 4 | accuracy chart 5 (demo)
        seine.allied.flak (Axis): 6 2: 1 hit
        seine.italian.flak (Axis): 6: 1 hit
        loss Allies Allied Ground Support 1
        loss Allies Italian Ground Support 1
        ruling flak-timing
        ruling charts.accuracy
        seine.allied.bombing (Allies): 4: 4 1 0
        ruling charts.accuracy
        seine.italian.bombing (Allies): 3: 3 1 0
        ruling charts.rail-damage
        note
        west allies allied 30 29 9
        west allies italian 13 12 8
        west soviets russian 9 9
        east soviets russian 50 50
        seine: not cut
        """)


def test_13_92_points_that_make_no_bomber_point_are_told_and_may_be_allotted_again():
    text = united(raids=raid(more=", defender: axis"), charts=bombing_charts(9, 5, current=9, cut=2))
    answers = {
        "seine.allies.allied.allot": {"bomb": 12}, "seine.allies.italian.allot": {"bomb": 6}, "seine.commit": "again",
        "seine.allies.allied.allot.2": {"bomb": 12}, "seine.commit.2": "again",
        "seine.allies.allied.allot.3": {"bomb": 11},
    }  # fmt: skip
    assert story(text, "56", answers) == lines_of("""
        -- west
        | Allies | 2 | 43 | 0 | Axis
        | Soviets | 0 | 9 | 0 | Axis
        | Axis | 0 | 0 | 4 | nobody
        note
        -- east
        | Soviets | 0 | 50 | 3 | nobody
        | Axis | 1 | 0 | 0 | nobody
        -- seine
        seine.allies.allied.allot (Allies): bomb=30{5}, 0-30 [] bomb=12 <30 30>
        seine.allies.italian.allot (Allies): bomb=13{5}, 0-13 [] bomb=6 <13 13>
        seine.soviets.allot (Soviets): bomb=9{5}, 0-9 [] <9 9>
        seine.commit (Allies): commit again [commit] again
        seine.allies.allied.allot.2 (Allies): bomb=30{5}, 0-30 [] bomb=12 <30 30>
        seine.allies.italian.allot.2 (Allies): bomb=13{5}, 0-13 [] <13 13>
        seine.soviets.allot.2 (Soviets): bomb=9{5}, 0-9 [] <9 9>
        seine.commit.2 (Allies): commit again [commit] again
        seine.allies.allied.allot.3 (Allies): bomb=30{5}, 0-30 [] bomb=11 <30 30>
        seine.allies.italian.allot.3 (Allies): bomb=13{5}, 0-13 [] <13 13>
        seine.soviets.allot.3 (Soviets): bomb=9{5}, 0-9 [] <9 9>
        note
        | Allied | 11 | 2 | 1 | accuracy chart 9
        seine.allied.bombing (Allies): 5 6: 2 hits
        note
        west allies allied 30 30 11
        west allies italian 13 13
        west soviets russian 9 9
        east soviets russian 50 50
        seine: cut
        """)


def test_13_93_the_odds_are_shifted_and_the_die_is_raised():
    text = united(
        battles=combat(odds="attack-strength: 50, defense-strength: 20", more=", defender: axis, modifiers: {rain: -1}"),
        charts=TABLE,
    )
    answers = {"caen.allies.allied.allot": {"shift": 25, "die": 1}, "caen.commit": "commit"}
    assert story(text, "5", answers) == lines_of("""
        -- west
        | Allies | 2 | 43 | 0 | Axis
        | Soviets | 0 | 9 | 0 | Axis
        | Axis | 0 | 0 | 4 | nobody
        note
        -- east
        | Soviets | 0 | 50 | 3 | nobody
        | Axis | 1 | 0 | 0 | nobody
        -- caen
        caen.allies.allied.allot (Allies): shift=30{50 20 2-1 24 3-1} die, 0-30 [] die shift=25 <30 30>
        caen.allies.italian.allot (Allies): shift=13{50 20 2-1 24 3-1}, 0-13 [] <13 13>
        caen.soviets.allot (Soviets): shift=9{50 20 2-1 24 3-1}, 0-9 [] <9 9>
        caen.commit (Allies): commit again [commit] commit
        note
        | 24 | 25 | +1 | 1 | +1
        ruling odds-rounding
        note
        caen.combat (Allies): 5 +1 -1: 5 3-1 DE
        west allies allied 30 30 26
        west allies italian 13 13
        west soviets russian 9 9
        east soviets russian 50 50
        caen: DE
        """)


def test_13_93_the_defender_may_shift_by_option():
    fronts = "{west: {allies: {}, axis: {ground-support: 13}}}"
    text = scenario(
        fronts=fronts, battles=combat(defenders="{printed: 6}", odds="column: 3-1"), charts=TABLE, options="odds-shift-user: either"
    )
    assert story(text, "1", {"caen.axis.allot": {"shift": 13}}) == lines_of("""
        -- west
        | Allies | 0 | 0 | 0 | nobody
        | Axis | 0 | 13 | 0 | Allies
        -- caen
        caen.axis.allot (Axis): shift=13{3-1 6 2-1 12 1-1 18 1-2}, 0-13 [] shift=13 <13 13>
        caen.commit (Axis): commit again [commit] commit
        note
        | 6 | 13 | -2 | 1 | +0
        ruling odds-shift-user
        note
        caen.combat (Allies): 1: 1 1-1 AR
        west axis german 13 13 13
        caen: AR
        """)
    text = scenario(fronts=fronts, battles=combat(defenders="{printed: 6}", odds="column: 3-1"), charts=TABLE)
    assert "ruling odds-shift-user" in story(text, "1")


def test_13_93_odds_beside_the_table():
    def fought(odds, options="", faces="3"):
        return story(scenario(battles=combat(0, "false", odds=odds), charts=TABLE, options=options), faces)[4:]

    assert fought("attack-strength: 5, defense-strength: 2") == [
        "ruling odds-rounding",
        "caen.combat (Allies): 3: 3 2-1 EX",
        "west allies allied 80 80",
        "caen: EX",
    ]
    assert fought("attack-strength: 5, defense-strength: 2", "odds-rounding: attacker")[1] == "caen.combat (Allies): 3: 3 3-1 DR"
    assert fought("attack-strength: 2, defense-strength: 1")[0] == "caen.combat (Allies): 3: 3 2-1 EX"
    assert fought("attack-strength: 9, defense-strength: 2") == [
        "note",
        "caen.combat (Allies): 3: 3 3-1 DR",
        "west allies allied 80 80",
        "caen: DR",
    ]
    below = "attack-strength: 1, defense-strength: 3"
    assert fought(below, "odds-below-table: lowest-column")[:2] == ["ruling odds-below-table", "caen.combat (Allies): 3: 3 1-2 AR"]
    assert fought(below, "odds-below-table: fails", "")[0] == "ruling odds-below-table"
    assert len(fought(below, "odds-below-table: fails", "")) == 3


def test_13_912_all_points_are_allotted_at_once():
    missions = {"raids": raid(more=", defender: axis"), "battles": combat(more=", defender: axis", defenders="{printed: 3}")}
    text = united(**missions, charts=TABLE, options="allotment: all-at-once")
    answers = {"west.allies.allied.allot": {"seine": 10, "caen": 4, "caen.die": 1}, "west.allies.italian.allot": {"caen": 2}}
    assert story(text, "6", answers) == lines_of("""
        -- west
        | Allies | 2 | 43 | 0 | Axis
        | Soviets | 0 | 9 | 0 | Axis
        | Axis | 0 | 0 | 4 | nobody
        note
        -- east
        | Soviets | 0 | 50 | 3 | nobody
        | Axis | 1 | 0 | 0 | nobody
        -- west
        ruling allotment
        west.allies.allied.allot (Allies): seine=30{5} caen=30{3-1} caen.die, 0-30 [] caen=4 caen.die seine=10 \
            <30 30>
        note
        -- west
        ruling allotment
        west.allies.italian.allot (Allies): seine=13{5} caen=13{3-1}, 0-13 [] caen=2 <13 13>
        note
        -- west
        ruling allotment
        west.soviets.allot (Soviets): seine=9{5} caen=9{3-1}, 0-9 [] <9 9>
        note
        -- seine
        ruling mission-order
        seine.accuracy-current.by-hand (referee): no yes [no] no
        seine.rail-damage.by-hand (referee): no yes [no] no
        | Allied | 10 | 2 | 0 | accuracy chart current
        needschart
        -- caen
        | 3 | 6 | +2 | 0 | +1
        note
        caen.combat (Allies): 6 +1: 6 3-1 DE (7 is beyond the table: row 6)
        west allies allied 30 30 15
        west allies italian 13 13 2
        west soviets russian 9 9
        east soviets russian 50 50
        seine: needs chart accuracy current
        caen: DE
        """)
