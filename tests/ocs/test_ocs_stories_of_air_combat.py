"""Air combat and interception, step by step: what is asked and offered, each roll with its modifiers, each loss."""

from ocs_stories import F3, V4, aloft, lines_of, order, story
from ocs_theater import C1, F1, F2, T1, game


def test_r15_planes_that_are_driven_off_have_barraged_all_the_same():
    missions = [order("barrage", units="t1"), order("barrage", units="f1", id_="n")]
    text = game(missions, [F1, T1, aloft(F2, "h")], "axis.movement")
    assert story(text, "66 6", {}) == lines_of("""
        --
        -- axis-movement
        -- m
        notes 2
        ruling attacker
        note
        m.r1.air-combat (allies): 6 6 +4 -2: result 9+ defender-aborts
        m.r1.loss (allies): 6: ocs-3.0 6 loss
        loss axis T1 1
        ruling reduced-rating
        loss axis T1 1
        m.r1.abort.t1 (axis): x{8} z{12} [x] x
        note
        m.r1.attacker.abort-after (allies): f2{4}, 0-1 [] <1 0 100 0 1 4 0>
        note
        -- n
        note
        f1 active-at-base x 2
        t1 inactive x 1
        f2 active-elsewhere h 2 strike 8
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        """)


def test_r15_a_drop_that_is_driven_off_leaves_the_hex_to_be_barraged():
    drop = order("drop", units="c1", more=", cargo: [{id: food, supply: 1}]")
    text = game([drop, order("barrage", units="t1", id_="n")], [C1, T1, aloft(F2, "h")], "axis.movement", "rounds: one")
    assert story(text, "66 6 11 1 66", {"n.flak": "none"}) == lines_of("""
        --
        -- axis-movement
        -- m
        notes 2
        ruling attacker
        note
        m.r1.air-combat (allies): 6 6 +4: result 9+ defender-aborts
        m.r1.loss (allies): 6: ocs-3.0 6 loss
        loss axis C1 1
        ruling reduced-rating
        loss axis C1 1
        m.r1.abort.c1 (axis): x{8} z{12} [x] x
        note
        m.r1.attacker.abort-after (allies): f2{4}, 0-1 [] <1 0 100 0 1 4 0>
        notes 2
        -- n
        notes 2
        ruling attacker
        note
        n.r1.air-combat (allies): 1 1 +4 -2: result 5- attacker-aborts
        n.r1.loss (allies): 1: ocs-3.0 1 -
        loss allies F2 1
        note
        n.r1.defender.abort-after (axis): t1{2}, 0-1 [] <1 0 100 1 0 2 0>
        -- n
        note
        -- axis-movement-barrage
        -- n
        n.flak (allies): none loss abort [none] none
        note
        | column | strength 12-16
        | short range | +1
        | read in | strength 17-24
        n.barrage (axis): 6 6: 12 17-24 1
        ruling barrage-table
        note
        loss allies units at H 1
        ruling barrage-return
        c1 inactive x 1
        t1 active-elsewhere h 2 strike 8 spent
        f2 inactive y 2
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        """)


def test_r18_air_combat_round_by_round():
    escort = F1.replace("f1", "f4").replace("F1", "F4").replace("rating: 4", "rating: 2")
    lame = C1.replace("at: x", "at: y").replace("axis", "allies")
    sweep = order("sweep", "y", "f1, f4", more=", advantage: axis")
    text = game([sweep], [F1, escort, F2, F3, lame], "axis.movement", "long-range: yes")
    answers = {"m.attacker.abort-before": {}, "m.defender.abort-before": {"c1": 1}}
    assert story(text, "25 1 23 6", answers) == lines_of("""
        --
        -- axis-movement
        -- m
        notes 3
        m.attacker.abort-before (axis): f1{4} f4{2}, 0-1 [] <2 3 66 0 0 4 4>
        m.defender.abort-before (allies): f2{4} f3{3} c1{0}, 0-2 [] c1 <2 2 100 0 0 4 4>
        ruling voluntary-abort
        loss allies C1 1
        m.r1.attacker.unit (axis): f1{4} f4{2} [f1] f1 <2 2 100 0 0 4 4>
        m.r1.defender.unit (allies): f2{4} f3{3} [f2] f2 <2 2 100 0 0 4 4>
        note
        ruling advantage
        m.r1.air-combat (axis): 2 5 +4 +1 -1 -4 -1: result 6 both-abort
        m.r1.loss (axis): 1: ocs-3.0 1 -
        ruling loss-die
        loss axis F1 1
        m.r1.abort.f1 (axis): x{12} z{14} [x] x
        note
        loss allies F2 1
        note
        ruling advantage
        m.r2.air-combat (axis): 2 3 +2 +1 -1 -3 -1: result 5- attacker-aborts
        m.r2.loss (axis): 6: ocs-3.0 6 loss
        loss axis F4 1
        ruling reduced-rating
        loss axis F4 1
        m.r2.abort.f4 (axis): x{12} z{14} [x] x
        note
        m.r2.defender.abort-after (allies): f3{3}, 0-1 [] <1 0 100 0 1 3 0>
        note
        f1 inactive x 2
        f4 inactive x 1
        f2 inactive y 2
        f3 active-at-base y 2
        c1 inactive y 2
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        """)


def test_r25_each_aborting_unit_may_have_its_own_third_die():
    text = game([order("sweep", "h", "f1")], [F1, aloft(F2, "h", ", duty: interdiction")], "axis.movement", "loss-die: per-unit")
    assert story(text, "33 6 5", {}) == lines_of("""
        --
        -- axis-movement
        -- m
        notes 3
        m.r1.air-combat (axis): 3 3 +4 -4 +1: result 7 both-abort
        ruling loss-die
        m.r1.loss.f1 (axis): 6: ocs-3.0 6 loss
        m.r1.loss.f2 (allies): 5: ocs-3.0 5 -
        loss axis F1 1
        ruling reduced-rating
        loss axis F1 1
        m.r1.abort.f1 (axis): x{8} z{12} [x] x
        note
        loss allies F2 1
        notes 2
        f1 inactive x 1
        f2 inactive y 2
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        """)


def test_r21_the_side_with_more_fighters_may_have_advantage():
    text = game([order("sweep", "y", "f1")], [F1, F2, F3], "axis.movement", "advantage: outnumber, sweep-returns: no, rounds: one")
    assert story(text, "62 1", {}) == lines_of("""
        --
        -- axis-movement
        -- m
        notes 2
        m.defender.abort-before (allies): f2{4} f3{3}, 0-1 [] <2 1 200 0 0 4 4>
        m.r1.defender.unit (allies): f2{4} f3{3} [f2] f2 <2 1 200 0 0 4 4>
        note
        ruling advantage
        m.r1.air-combat (axis): 6 2 +4 -4 -1 -1: result 6 both-abort
        m.r1.loss (axis): 1: ocs-3.0 1 -
        ruling loss-die
        loss axis F1 1
        m.r1.abort.f1 (axis): x{12} z{14} [x] x
        note
        loss allies F2 1
        m.r1.defender.abort-after (allies): f3{3}, 0-1 [] <1 0 100 0 0 3 0>
        note
        f1 inactive x 2
        f2 inactive y 2
        f3 active-at-base y 2
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        """)


def test_r17_planes_in_parentheses_do_not_attack_but_are_attacked():
    text = game([order("barrage", units="t1")], [T1, aloft(F2, "h")], "axis.movement")
    assert story(text, "11 1 22", {"m.flak": "none"}) == lines_of("""
        --
        -- axis-movement
        -- m
        notes 2
        ruling attacker
        note
        m.r1.air-combat (allies): 1 1 +4 -2: result 5- attacker-aborts
        m.r1.loss (allies): 1: ocs-3.0 1 -
        loss allies F2 1
        note
        m.r1.defender.abort-after (axis): t1{2}, 0-1 [] <1 0 100 0 0 2 0>
        -- m
        note
        -- axis-movement-barrage
        -- m
        m.flak (allies): none loss abort [none] none
        note
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
    text = game(
        [order("barrage", units="t1")],
        [T1, aloft(T1, "h").replace("t1", "t9").replace("axis", "allies").replace("at: x", "at: y")],
        "axis.movement",
    )
    assert "ruling parentheses" in story(text, "23", {"m.flak": "none"})


def test_r28_a_fighter_intercepts_and_flak_hits_the_rest():
    text = game([order("barrage", units="f1, t1")], [F1, T1, F2, F3], "axis.movement", V4)
    assert story(text, "66 1 66 6", {"m.intercept": "f3"}) == lines_of("""
        --
        -- axis-movement-barrage
        -- m
        notes 2
        m.intercept (allies): none f2{4 8} f3{3 8} [none] f3 <2>
        -- m-interception
        note
        m-interception.defender.abort-before (axis): f1{4} t1{2}, 0-1 [] <2 1 200 0 0 4 3>
        m-interception.r1.defender.unit (axis): f1{4} t1{2} [f1] f1 <2 1 200 0 0 4 3>
        note
        m-interception.r1.air-combat (allies): 6 6 +3 -4: result 8+ defender-aborts
        m-interception.r1.loss (allies): 1: ocs-4.3 1 -
        loss axis F1 1
        m-interception.r1.abort.f1 (axis): x{8} z{12} [x] x
        notes 2
        m-interception.r2.air-combat (allies): 6 6 +3 -2: result 8+ defender-aborts
        m-interception.r2.loss (allies): 6: ocs-4.3 6 loss
        loss axis T1 1
        loss axis T1 1
        m-interception.r2.abort.t1 (axis): x{8} z{12} [x] x
        note
        m-interception.r2.attacker.abort-after (allies): f3{3}, 0-1 [] <1 0 100 0 1 3 0>
        note
        f1 inactive x 2
        t1 inactive x 1
        f2 active-at-base y 2
        f3 active-at-base y 2
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        """)
