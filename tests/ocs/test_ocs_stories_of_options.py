"""What options change, step by step: weather, units without a base, interception in v3.0, and the end of DG."""

from ocs_stories import V4, aloft, inactive, lines_of, order, story
from ocs_theater import F1, F2, T1, game

PORT = "{h: {combat-units: [allies], re: 3, spotters: [axis]}, k: {port: {side: axis, capacity: 10, hits: 1}}}"
ARMS = """
artillery:
  g: {name: Guns, side: axis, at: k, barrage: 9, range: 3, dg: true}
  e: {name: Enemy, side: allies, at: h, barrage: 4, range: 2}
ships:
  s: {name: Ship, side: allies, at: h, protection: 2, dg: true}
orders: prepared
"""
STORM = "weather: {name: storm, flight: none}"
FAR_BASES = "{x: {side: axis}, y: {side: allies}, z: {side: axis}}"
FAR = "{h: {x: 8, y: 3, z: 12}, x: {y: 9, z: 2}}"


def test_r1_weather_may_be_ignored():
    text = game([order("station", units="f1")], [F1, inactive(T1)], "axis.refit, axis.movement", "ignore-weather: yes", more=STORM)
    assert story(text) == lines_of("""
        --
        ruling ignore-weather
        -- axis-refit
        axis-refit.refit.x (axis): t1{2 12}, 0-1 [t1] t1
        note
        ruling refit-per-level
        -- axis-movement
        -- m
        notes 2
        f1 active-elsewhere h 2 strike 8
        t1 active-at-base x 2
        x axis 2 3 2 base
        y allies 2 4 base
        z axis 4 strip
        """)


def test_r1_weather_that_forbids_flight_may_forbid_refit():
    options = "weather-blocks-refit: yes"
    text = game([order("station", units="f1")], [F1, inactive(T1)], "axis.refit, axis.movement", options, more=STORM)
    assert story(text) == lines_of("""
        --
        note
        -- axis-refit
        ruling weather-blocks-refit
        -- axis-movement
        -- m
        note
        f1 active-at-base x 2
        t1 inactive x 2
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        """)


def stranded(options=""):
    """A fighter over a hex whose base falls: the other one is 12 hexes away, and its range is 11."""
    falls = order("capture", "x", phase="allies.movement")
    units = [aloft(F1, "h").replace("range: 20", "range: 11"), aloft(T1, "h")]
    return game([falls], units, "allies.movement, axis.return", options, bases=FAR_BASES, distances=FAR)


def test_r4_a_unit_with_no_base_in_range_is_destroyed():
    assert story(stranded()) == lines_of("""
        --
        -- allies-movement
        -- m
        m.captured (allies): yes no [yes] yes
        note
        -- axis-return
        ruling return-required
        ruling no-base
        loss axis F1 1
        note
        f1 eliminated
        t1 inactive z 2
        x allies 1 base
        y allies 1 base
        z axis 1 base
        x allies allies allies 1
        """)


def test_r4_or_goes_to_the_nearest():
    assert story(stranded("no-base: nearest")) == lines_of("""
        --
        -- allies-movement
        -- m
        m.captured (allies): yes no [yes] yes
        note
        -- axis-return
        ruling return-required
        ruling no-base
        notes 2
        f1 inactive z 2
        t1 inactive z 2
        x allies 1 base
        y allies 1 base
        z axis 1 base
        x allies allies allies 1
        """)


def test_r28_interception_by_option_in_v3_0():
    text = game([order("barrage", units="t1")], [T1, F2], "axis.movement", "interception: yes, flak: v4.3")
    assert story(text, "11 1 22 22", {"m.intercept": "f2"}) == lines_of("""
        --
        -- axis-movement
        -- m
        note
        m.intercept (allies): none f2{4 8} [none] f2 <1>
        -- m-interception
        ruling interception
        notes 2
        m-interception.r1.air-combat (allies): 1 1 +4 -2: result 5- attacker-aborts
        m-interception.r1.loss (allies): 1: ocs-3.0 1 -
        loss allies F2 1
        m-interception.r1.defender.abort-after (axis): t1{2}, 0-1 [] <1 0 100 0 0 2 0>
        -- m
        note
        -- axis-movement-barrage
        -- m
        m.flak (allies): 2 2: mission 10- -
        ruling flak
        | column | strength 12-16
        | short range | +1
        | read in | strength 17-24
        m.barrage (axis): 2 2: 4 17-24 -
        ruling barrage-table
        ruling barrage-return
        t1 active-elsewhere h 2 strike 8 spent
        f2 inactive y 2
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        """)


def test_r24_a_unit_over_a_friendly_base_may_abort_to_any():
    sweep, options = order("sweep", "x", "f2", "allies.movement"), "abort-over-base: any, own-base: home"
    text = game([sweep], [F1, aloft(T1, "x"), F2], "allies.movement", options, bases=FAR_BASES, distances=FAR)
    assert story(text, "66 6 11 1", {"m.r1.defender.unit": "t1", "m.r1.abort.t1": "z"}) == lines_of("""
        --
        -- allies-movement
        -- m
        notes 2
        m.defender.abort-before (axis): f1{4} t1{2}, 0-1 [] <2 1 200 0 0 4 4>
        m.r1.defender.unit (axis): f1{4} t1{2} [f1] t1 <2 1 200 0 0 4 4>
        note
        m.r1.air-combat (allies): 6 6 +4 -2: result 9+ defender-aborts
        m.r1.loss (allies): 6: ocs-3.0 6 loss
        loss axis T1 1
        ruling reduced-rating
        ruling abort-over-base
        loss axis T1 1
        m.r1.abort.t1 (axis): x{0} z{2} [x] z
        notes 2
        m.r2.air-combat (allies): 1 1 +4 -4 -1: result 5- attacker-aborts
        m.r2.loss (allies): 1: ocs-3.0 1 -
        loss allies F2 1
        note
        m.r2.defender.abort-after (axis): f1{4}, 0-1 [] <1 0 100 1 0 4 0>
        note
        f1 active-at-base x 2
        t1 inactive z 1
        f2 inactive y 2
        x axis 1 base
        y allies 1 base
        z axis 1 base
        """)


def test_r12_a_second_barrage_by_option():
    spent, options = aloft(T1, "h", ", spent: true"), "flak: off, barrage-per-sortie: any, barrage-table: input"
    text = game([order("barrage", phase="axis.combat")], [spent], "axis.combat", options)
    assert story(text, "", {"m.barrage.result": "2"}) == lines_of("""
        --
        -- axis-combat-barrage
        -- m
        m.barrage.result (axis): - DG 1/2{4-6} 1{1} 2{2} 3{3} [-] 2
        notes 2
        loss allies units at H 2
        ruling barrage-return
        t1 active-elsewhere h 2 strike 8 spent
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        """)


def test_r52_r53_ships_and_artillery_recover_in_their_clean_up_phase():
    text = game([], [F1], "axis.clean-up, allies.clean-up", V4, hexes=PORT, more=ARMS)
    assert story(text) == lines_of("""
        --
        -- axis-clean-up
        note
        -- allies-clean-up
        note
        f1 active-at-base x 2
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        s
        k axis 1
        g
        e
        """)
