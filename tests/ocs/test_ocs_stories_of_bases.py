"""Air bases, step by step: transfers, sweeps, captures, return, refit and construction, and the board after it."""

from ocs_stories import C2, T2, V4, aloft, inactive, lines_of, order, story
from ocs_theater import C1, F1, F2, T1, game

CROWDED = """
  x: {side: axis, level: 2, supply: 7, gliders: 2, hq: true, strat-mode: true, combat-units: [axis]}
  y: {side: allies}
  z: {side: axis}
  w: {side: axis, kind: strip}
"""


def test_r13_planes_transfer():
    text = game([order("transfer", "z", "f1, t1")], [F1, T1], "axis.movement")
    assert story(text) == lines_of("""
        --
        -- axis-movement
        -- m
        notes 2
        ruling flak-missions
        notes 2
        f1 inactive z 2
        t1 inactive z 2
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        """)


def test_r13_fighters_stay_active_in_4_3_as_far_as_there_is_room():
    crowd = [T1.replace("t1", f"g{number}").replace("at: x", "at: z") for number in range(3)]
    text = game(
        [order("transfer", "z", "f1, f4, t1")], [F1, F1.replace("f1", "f4").replace("F1", "F4"), T1, *crowd], "axis.movement", V4
    )
    assert story(text) == lines_of("""
        --
        -- axis-movement
        -- m
        notes 6
        f1 active-at-base z 2 tasked
        f4 inactive z 2
        t1 inactive z 2
        g0 active-at-base z 2
        g1 active-at-base z 2
        g2 active-at-base z 2
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        """)


def test_r16_a_sweep_goes_home_or_stays():
    text = game([order("sweep", "y")], [F1, F2], "axis.movement", V4)
    assert story(text, "66 1") == lines_of("""
        --
        -- axis-movement
        -- m
        m.fly (axis): f1{4 2}, 0-1 [f1] f1
        notes 3
        m.r1.air-combat (axis): 6 6 +4 -4: result 8+ defender-aborts
        m.r1.loss (axis): 1: ocs-4.3 1 -
        loss allies F2 1
        -- m
        m.land.f1 (axis): x{12} z{14} [x] x
        note
        f1 inactive x 2
        f2 inactive y 2
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        """)


def test_r16_or_stays():
    text = game([order("sweep", "y")], [F1, F2], "axis.movement", "sweep-returns: no")
    assert story(text, "66 1") == lines_of("""
        --
        -- axis-movement
        -- m
        m.fly (axis): f1{4 2}, 0-1 [f1] f1
        notes 3
        m.r1.air-combat (axis): 6 6 +4 -4 -1: result 9+ defender-aborts
        m.r1.loss (axis): 1: ocs-3.0 1 -
        loss allies F2 1
        m.r1.attacker.abort-after (axis): f1{4}, 0-1 [] <1 0 100 0 0 4 0>
        -- m
        ruling sweep-returns
        f1 active-elsewhere y 2 12
        f2 inactive y 2
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        """)


def test_r37_a_base_is_captured_in_4_3():
    text = game(
        [order("capture", "x", phase="allies.combat", more=", advance: true")],
        [F1, inactive(T1), C1, F2],
        "allies.combat",
        V4,
        hexes="{h: {}, k: {}}",
        bases=CROWDED,
        distances="{x: {z: 6, w: 41, y: 3}}",
    )
    assert story(text, "3 12 13 34") == lines_of("""
        --
        -- allies-combat-combat
        -- m
        m.captured (allies): yes no [yes] yes
        loss axis gliders at X 2
        m.captured-supply (allies): 3: percent 3 25
        loss axis supply at X 5
        note
        m.capture.f1 (axis): 1 2 +2 +2: active 7+ -
        note
        m.capture.t1 (axis): 1 3 +2: inactive 6- loss
        loss axis T1 1
        m.displace.t1 (axis): z{6} w{41} [z] z
        note
        m.capture.c1 (axis): 3 4 +2 +2: active 7+ -
        note
        f1 inactive z 2
        t1 inactive z 1
        c1 inactive z 2
        f2 active-at-base y 2
        x allies 2 2 base
        y allies 1 base
        z axis 1 base
        w axis strip
        x axis allies allies 1
        """)


def test_r37_a_captured_base_of_v3_0_and_planes_with_nowhere_to_go():
    bases = "{x: {side: axis, kind: strip, supply: 7}, y: {side: allies}, z: {side: axis}}"
    capture = order("capture", "x", phase="allies.movement", more=", self-inflicted: true")
    text = game(
        [capture],
        [F1, inactive(T1), C1],
        "allies.movement",
        "displace-factor: 1, displace-none: nearest",
        bases=bases,
        distances="{x: {z: 21}}",
    )
    assert story(text, "11 13 34") == lines_of("""
        --
        -- allies-movement
        -- m
        m.captured (allies): yes no [yes] yes
        ruling captured-supply
        note
        m.capture.f1 (axis): 1 1 +2: active 4- loss
        ruling self-inflicted-bonus
        loss axis F1 1
        ruling reduced-rating
        ruling displace-factor
        ruling displace-none
        note
        m.capture.t1 (axis): 1 3 +2: inactive 6 loss
        ruling self-inflicted-bonus
        loss axis T1 1
        ruling reduced-rating
        ruling displace-factor
        note
        m.capture.c1 (axis): 3 4 +2: active 7+ -
        ruling self-inflicted-bonus
        ruling displace-factor
        ruling displace-none
        note
        f1 inactive z 1
        t1 inactive z 1
        c1 inactive z 2
        x allies 7 strip
        y allies 1 base
        z axis 1 base
        x allies allies 1
        """)


def test_r4_r5_r8_planes_return_are_refitted_and_arrive():
    units = [
        aloft(F1, "h"),
        aloft(T1, "k"),
        inactive(C1),
        inactive(C2.replace("at: x", "at: z")),
        T2.replace("at: z", "at: z, status: arriving"),
        aloft(F2, "h"),
    ]
    text = game([], units, "axis.return, axis.refit, axis.reinforcement", "refit-per-level: 1", more="orders: prepared")
    assert story(text) == lines_of("""
        --
        -- axis-return
        ruling return-required
        axis-return.land.f1 (axis): x{8} z{12} [x] x
        note
        axis-return.land.t1 (axis): x{15} z{20} [x] x
        note
        -- axis-refit
        axis-refit.refit.x (axis): f1{4 2} t1{2 12} c1{0 0 2}, 0-2 [f1 t1] f1 t1
        note
        ruling refit-per-level
        axis-refit.refit.z (axis): c2{0 0 3}, 0-1 [c2] c2
        note
        ruling refit-strip
        -- axis-reinforcement
        note
        f1 active-at-base x 2
        t1 active-at-base x 2
        c1 inactive x 2
        c2 active-at-base z 2
        t2 active-at-base z 2
        f2 active-elsewhere h 2 strike 8
        x axis 2 3 2 base
        y allies 2 4 base
        z axis 3 strip
        """)


def test_r14_a_base_holds_so_many_active_units():
    crowd = [T1.replace("t1", f"g{number}").replace("at: x", "at: z") for number in range(3)]
    units = [
        *crowd,
        inactive(C1.replace("at: x", "at: z")),
        inactive(C2.replace("at: x", "at: z")),
        T2.replace("at: z", "at: z, status: arriving"),
    ]
    text = game([], units, "axis.refit, axis.reinforcement", "refit-strip: 3", more="orders: prepared")
    assert story(text) == lines_of("""
        --
        -- axis-refit
        ruling base-stacking
        axis-refit.refit.z (axis): c1{0 0 2} c2{0 0 3}, 0-1 [c1] c1
        note
        ruling refit-strip
        -- axis-reinforcement
        note
        g0 active-at-base z 2
        g1 active-at-base z 2
        g2 active-at-base z 2
        c1 active-at-base z 2
        c2 inactive z 2
        t2 inactive z 2
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 3 strip
        """)


def test_r4_a_unit_may_stay_out_and_one_without_a_base_in_range_goes_to_the_nearest():
    units = [aloft(F1, "h"), aloft(T1, "h"), F2]
    text = game(
        [],
        units,
        "axis.return",
        "return-required: no, no-base: nearest",
        bases="{x: {side: axis}, y: {side: allies}, w: {side: axis}}",
        distances="{h: {x: 8, y: 3}}",
        more="orders: prepared",
    )
    assert story(text, "", {"axis-return.return.t1": "stay"}) == lines_of("""
        --
        -- axis-return
        axis-return.return.f1 (axis): return stay [return] return
        note
        axis-return.return.t1 (axis): return stay [return] stay
        ruling return-required
        f1 inactive x 2
        t1 active-elsewhere h 2 strike 8
        f2 active-at-base y 2
        x axis 1 base
        y allies 1 base
        w axis 1 base
        """)


def test_r8_a_reinforcement_whose_base_is_lost_arrives_elsewhere_or_not():
    late = [F1.replace("at: x", "at: x, status: arriving"), T1.replace("at: x", "at: x, status: arriving")]
    text = game([order("capture", "x", phase="allies.movement")], [*late, F2], "allies.movement, axis.reinforcement")
    assert story(text, "", {"axis-reinforcement.arrive.f1": "z"}) == lines_of("""
        --
        -- allies-movement
        -- m
        m.captured (allies): yes no [yes] yes
        loss axis gliders at X 2
        ruling captured-supply
        note
        -- axis-reinforcement
        axis-reinforcement.arrive.f1 (axis): later z [later] z
        note
        axis-reinforcement.arrive.t1 (axis): later z [later] later
        note
        f1 active-at-base z 2
        t1 expected x 2
        f2 active-at-base y 2
        x allies 2 4 base
        y allies 2 4 base
        z axis 4 strip
        x allies allies allies 1
        """)


def test_r56_engineers_build_and_reduce():
    missions = [
        order("build", "k", more=", target: strip"), order("build", "z", id_="n"), order("reduce", "x", id_="o"),
        order("build", "x", id_="p"), order("reduce", "h", id_="q", more=", target: port"), order("build", "w", id_="r"),
    ]  # fmt: skip
    text = game(missions, [F1], "axis.movement", hexes="{h: {port: {side: axis, capacity: 10, hits: 3}}, k: {}, w: {}}")
    assert story(text, "", {"n.pays": "x", "r.pays": "nobody"}) == lines_of("""
        --
        -- axis-movement
        -- m
        m.pays (axis): map{1} nobody x{4 1} z{4 1} [map] map
        notes 2
        -- n
        n.pays (axis): map{3} nobody x{4 3} z{4 3} [map] x
        notes 2
        -- o
        note
        -- p
        note
        -- q
        note
        -- r
        r.pays (axis): map{4} nobody z{4 4} [map] nobody
        note
        f1 active-at-base x 2
        x axis 1 1 2 base
        y allies 2 4 base
        z axis 1 4 base
        k axis strip
        h axis 4
        """)
