"""Raids and battles step by step: what is asked and offered, each roll with its modifiers, each loss, and the points after it."""

from stories import in_words, lines_of, story_of
from wie import CRT, bombing_charts, combat, raid, scenario

UNITED = """{allies: {alliance: un, nations: [allied, italian]}, soviets: {alliance: un, nations: [russian]},
  axis: {nations: [german]}}"""
BOTH = """
  west:
    allies: {air-superiority: 2, ground-support: {allied: 30, italian: 13}}
    soviets: {ground-support: 9}
    axis: {uncommitted: 4}
  east: {soviets: {ground-support: 50, uncommitted: 3}, axis: {air-superiority: 1}}
"""
DEMO = "accuracy: synthetic-demo, rail-damage: synthetic-demo, combat-results: synthetic-demo"
TABLE = """
  combat-results:
    t:
      columns: 1-2 1-1 2-1 3-1
      rows: |
        1  AE AR AR EX
        2  AE AR EX EX
        3  AR EX EX DR
        4  AR EX DR DR
        5  EX DR DR DE
        6  DR DR DE DE
"""


def story(text, faces="", answers=None):
    """What happens in a scenario, then the points and the results."""
    return story_of(text, faces, answers, position)


def position(turn):
    return [*map(in_words, turn.pools), *(f"{mission}: {result}" for mission, result in turn.results)]


def united(**more):
    return scenario(sides=UNITED, fronts=BOTH, **more)


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
