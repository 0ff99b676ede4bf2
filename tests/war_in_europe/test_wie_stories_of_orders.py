"""Orders step by step: when points are allotted, what they do twice, and what the table says."""

from wie import CRT, combat, raid, scenario
from wie_stories import TABLE, lines_of, story, united


def test_13_912_a_point_may_do_two_jobs_by_option():
    fronts = "{west: {allies: {ground-support: 12}}}"
    text = scenario(
        fronts=fronts, raids=raid(10), battles=combat(6, "true", defenders="{printed: 6}"), charts=CRT, options="support-reuse: yes"
    )
    assert story(text) == lines_of("""
        -- west
        | Allies | 0 | 12 | 0 | Axis
        | Axis | 0 | 0 | 0 | nobody
        -- seine
        ruling mission-order
        ruling allotment
        note
        seine.accuracy-current.by-hand (referee): no yes [no] no
        seine.rail-damage.by-hand (referee): no yes [no] no
        | Allied | 10 | 2 | 0 | accuracy chart current
        needschart
        -- caen
        note
        ruling support-reuse
        caen.combat-results.t.by-hand (referee): no yes [no] no
        | 6 | 6 | +1 | 0 | +1
        notes 2
        west allies allied 12 12 12
        seine: needs chart accuracy current
        caen: column 4-1, die +1
        """)


def test_13_912_battles_first():
    text = united(
        raids=raid("{allied: 5}", more=", defender: axis"),
        battles=combat("{russian: 6}", "true", defenders="{printed: 6}", more=", defender: axis"),
        charts=CRT,
        options="mission-order: battles-first",
    )
    assert story(text) == lines_of("""
        -- west
        | Allies | 2 | 43 | 0 | Axis
        | Soviets | 0 | 9 | 0 | Axis
        | Axis | 0 | 0 | 4 | nobody
        note
        -- east
        | Soviets | 0 | 50 | 3 | nobody
        | Axis | 1 | 0 | 0 | nobody
        -- caen
        ruling mission-order
        ruling allotment
        notes 2
        ruling allied-support
        caen.combat-results.t.by-hand (referee): no yes [no] no
        | 6 | 6 | +1 | 0 | +1
        notes 2
        -- seine
        note
        seine.accuracy-current.by-hand (referee): no yes [no] no
        seine.rail-damage.by-hand (referee): no yes [no] no
        | Allied | 5 | 1 | 0 | accuracy chart current
        needschart
        west allies allied 30 30 6
        west allies italian 13 13
        west soviets russian 9 9 6
        east soviets russian 50 50
        caen: column 4-1, die +1
        seine: needs chart accuracy current
        """)


def test_13_912_an_order_lapses_if_flak_has_taken_the_points():
    fronts = "{west: {allies: {ground-support: 10}}}"
    text = scenario(
        fronts=fronts,
        raids=raid(10, flak=1),
        battles=combat(6, "false", defenders="{printed: 3}"),
        charts=CRT,
        options="support-reuse: yes",
    )
    assert story(text, "66") == lines_of("""
        -- west
        | Allies | 0 | 10 | 0 | Axis
        | Axis | 0 | 0 | 0 | nobody
        -- seine
        ruling mission-order
        ruling allotment
        note
        seine.accuracy-current.by-hand (referee): no yes [no] no
        seine.rail-damage.by-hand (referee): no yes [no] no
        | Allied | 10 | 2 | 0 | accuracy chart current
        seine.flak (Axis): 6 6: 2 hits
        loss Allies Allied Ground Support 2
        ruling flak-timing
        needschart
        -- caen
        note
        ruling support-reuse
        caen.combat-results.t.by-hand (referee): no yes [no] no
        | 3 | 6 | +2 | 0 | +0
        notes 2
        west allies allied 10 8 8
        seine: needs chart accuracy current
        caen: column 5-1, die +0
        """)


def test_13_912_and_is_asked_for_again():
    fronts = "{west: {allies: {ground-support: 10}}}"
    text = scenario(
        fronts=fronts,
        raids=raid(10, flak=1),
        battles=combat(9, "false", defenders="{printed: 3}"),
        charts=CRT,
        options="support-reuse: yes",
    )
    assert story(text, "66", {"caen.allies.allot": {"shift": 6}}) == lines_of("""
        -- west
        | Allies | 0 | 10 | 0 | Axis
        | Axis | 0 | 0 | 0 | nobody
        -- seine
        ruling mission-order
        ruling allotment
        note
        seine.accuracy-current.by-hand (referee): no yes [no] no
        seine.rail-damage.by-hand (referee): no yes [no] no
        | Allied | 10 | 2 | 0 | accuracy chart current
        seine.flak (Axis): 6 6: 2 hits
        loss Allies Allied Ground Support 2
        ruling flak-timing
        needschart
        -- caen
        note
        caen.allies.allot (Allies): shift=8{3-1 3 4-1 6 5-1 9 6-1} die, 0-8 [] shift=6 <8 8>
        note
        ruling support-reuse
        caen.combat-results.t.by-hand (referee): no yes [no] no
        | 3 | 6 | +2 | 0 | +0
        notes 2
        west allies allied 10 8 8
        seine: needs chart accuracy current
        caen: column 5-1, die +0
        """)


def test_13_912_missions_are_ordered_at_the_table():
    answers = {
        "next-mission-1": "raid.west.allies.axis", "raid-1.hex": "2214", "raid-1.in-range": "yes", "raid-1.has-flak": "yes",
        "raid-1.allies.allied.allot": {"bomb": 10}, "next-mission-2": "battle.east.soviets.axis", "battle-2.defense": "10",
        "battle-2.odds": "30-21/2",
    }  # fmt: skip
    assert story(united(charts=TABLE), "16 2", answers) == lines_of("""
        -- west
        | Allies | 2 | 43 | 0 | Axis
        | Soviets | 0 | 9 | 0 | Axis
        | Axis | 0 | 0 | 4 | nobody
        note
        -- east
        | Soviets | 0 | 50 | 3 | nobody
        | Axis | 1 | 0 | 0 | nobody
        --
        next-mission-1 (referee): none raid.west.allies.axis battle.west.allies.axis raid.west.soviets.axis \
            battle.west.soviets.axis battle.east.allies.axis battle.east.soviets.axis [none] \
            raid.west.allies.axis
        raid-1.hex (referee): [2214] 2214
        raid-1.in-range (referee): [yes] yes
        raid-1.has-flak (referee): [yes; no] yes
        -- raid-1
        raid-1.allies.allied.allot (Allies): bomb=30{2214 5}, 0-30 [] bomb=10 <30 30>
        raid-1.allies.italian.allot (Allies): bomb=13{2214 5}, 0-13 [] <13 13>
        raid-1.soviets.allot (Soviets): bomb=9{2214 5}, 0-9 [] <9 9>
        note
        raid-1.accuracy-current.by-hand (referee): no yes [no] no
        raid-1.rail-damage.by-hand (referee): no yes [no] no
        | Allied | 10 | 2 | 0 | accuracy chart current
        raid-1.flak (Axis): 1 6: 1 hit
        loss Allies Allied Ground Support 1
        ruling flak-timing
        needschart
        --
        next-mission-2 (referee): none raid.west.allies.axis battle.west.allies.axis raid.west.soviets.axis \
            battle.west.soviets.axis battle.east.allies.axis battle.east.soviets.axis [none] \
            battle.east.soviets.axis
        battle-2.defense (referee): [24; 6] 10
        battle-2.odds (referee): [72-24; 30-21/2] 30-21/2
        -- battle-2
        battle-2.soviets.allot (Soviets): die{2}, 0-1 [] <50 50>
        ruling odds-rounding
        battle-2.combat (Soviets): 2: 2 2-1 EX
        --
        next-mission-3 (referee): none raid.west.allies.axis battle.west.allies.axis raid.west.soviets.axis \
            battle.west.soviets.axis battle.east.allies.axis battle.east.soviets.axis [none] none
        west allies allied 30 29 9
        west allies italian 13 13
        west soviets russian 9 9
        east soviets russian 50 50
        raid-1: needs chart accuracy current
        battle-2: EX
        """)


def test_24_82_charts_are_read_from_the_printed_page():
    text = united(
        raids=raid("{allied: 10, russian: 5}", more=", defender: axis"),
        battles=combat(0, "false", odds="attack-strength: 2, defense-strength: 1", more=", defender: axis, modifiers: {mud: 1}"),
    )
    answers = {
        "seine.accuracy-current.by-hand": "yes", "seine.accuracy-5.by-hand": "yes", "seine.rail-damage.by-hand": "yes",
        "caen.combat-results.by-hand": "yes",
        "accuracy-current.columns": "1 2 3+", "accuracy-current.roll": "2d6", "accuracy-current.2.7": "3",
        "accuracy-5.columns": "each", "accuracy-5.roll": "1d6", "accuracy-5.each.4": "1",
        "rail-damage.hits.4": "cut",
        "combat-results.columns": "1-1 2-1", "combat-results.roll": "1d6", "combat-results.2-1.4": "DR",
    }  # fmt: skip
    assert story(text, "34 4 3", answers) == lines_of("""
        -- west
        | Allies | 2 | 43 | 0 | Axis
        | Soviets | 0 | 9 | 0 | Axis
        | Axis | 0 | 0 | 4 | nobody
        note
        -- east
        | Soviets | 0 | 50 | 3 | nobody
        | Axis | 1 | 0 | 0 | nobody
        -- seine
        ruling mission-order
        ruling allotment
        notes 2
        ruling allied-support
        seine.accuracy-current.by-hand (referee): no yes [no] yes
        seine.accuracy-5.by-hand (referee): no{5} yes{5} [no] yes
        seine.rail-damage.by-hand (referee): no yes [no] yes
        | Allied | 10 | 2 | 0 | accuracy chart current
        | Russian | 5 | 1 | 0 | accuracy chart 5
        accuracy-current.columns (referee): [1 2 3-4 5+; each] 1 2 3+
        accuracy-current.roll (referee): [1d6; 2d6] 2d6
        seine.allied.bombing (Allies): 3 4: 7
        accuracy-current.2.7 (referee): [0; 1] 3
        accuracy-5.columns (referee): [1 2 3-4 5+; each] each
        accuracy-5.roll (referee): [1d6; 2d6] 1d6
        seine.russian.bombing (Soviets): 4: 4
        accuracy-5.each.4 (referee): [0; 1] 1
        rail-damage.hits.4 (referee): [cut; not-cut] cut
        -- caen
        caen.combat-results.by-hand (referee): no yes [no] yes
        combat-results.columns (referee): [1-2 1-1 2-1 3-1 4-1 5-1 6-1] 1-1 2-1
        combat-results.roll (referee): [1d6; 2d6] 1d6
        caen.combat (Allies): 3 +1: 4
        combat-results.2-1.4 (referee): [DR; EX] DR
        west allies allied 30 30 10
        west allies italian 13 13
        west soviets russian 9 9 5
        east soviets russian 50 50
        seine: cut
        caen: DR
        """)


def test_13_92_a_raid_to_which_nobody_flies():
    assert story(scenario(raids=raid())) == lines_of("""
        -- west
        | Allies | 12 | 80 | 0 | Axis
        | Axis | 0 | 0 | 0 | nobody
        -- seine
        seine.allies.allot (Allies): bomb=80{5}, 0-80 [] <80 80>
        note
        west allies allied 80 80
        seine: not flown
        """)


def test_13_93_a_column_that_the_printed_table_has_not_is_asked_for():
    answers = {
        "caen.combat-results.by-hand": "yes", "combat-results.columns": "1-1 2-1", "combat-results.roll": "1d6",
        "caen.column": "1-1", "combat-results.2-1.3": "EX",
    }  # fmt: skip
    assert story(scenario(battles=combat(24, "false", odds="column: 9-1")), "3", answers) == lines_of("""
        -- west
        | Allies | 12 | 80 | 0 | Axis
        | Axis | 0 | 0 | 0 | nobody
        -- caen
        note
        caen.combat-results.by-hand (referee): no yes [no] yes
        | 24 | 24 | +1 | 0 | +0
        combat-results.columns (referee): [1-2 1-1 2-1 3-1 4-1 5-1 6-1] 1-1 2-1
        combat-results.roll (referee): [1d6; 2d6] 1d6
        caen.column (referee): [1-1; 2-1] 1-1
        note
        caen.combat (Allies): 3: 3
        combat-results.2-1.3 (referee): [DR; EX] EX
        west allies allied 80 80 24
        caen: EX
        """)


def test_13_921_fewer_than_five_points_draw_no_flak():
    second = raid(5, flak=1).replace("seine", "loire").replace("2214", "2215")
    options = "allotment: all-at-once, support-reuse: yes"
    text = scenario(fronts="{west: {allies: {ground-support: 5}}}", raids=f"{raid(5, flak=1)}, {second}", options=options)
    assert story(text, "6") == lines_of("""
        -- west
        | Allies | 0 | 5 | 0 | Axis
        | Axis | 0 | 0 | 0 | nobody
        -- west
        ruling allotment
        ruling support-reuse
        -- seine
        seine.accuracy-current.by-hand (referee): no yes [no] no
        seine.rail-damage.by-hand (referee): no yes [no] no
        | Allied | 5 | 1 | 0 | accuracy chart current
        seine.flak (Axis): 6: 1 hit
        loss Allies Allied Ground Support 1
        ruling flak-timing
        needschart
        -- loire
        | Allied | 4 | 0 | 4 | accuracy chart current
        needschart
        west allies allied 5 4 4
        seine: needs chart accuracy current
        loire: 0 hits, needs chart rail-damage
        """)
