"""Strikes, step by step: what is asked and offered, each roll with its modifiers, each loss, and the board at the end."""

from ocs_stories import C2, F3, S1, T2, V4, aloft, inactive, lines_of, order, story
from ocs_theater import C1, F1, F2, T1, game

PORTS = "{h: {port: {side: allies, capacity: 10}, flak: 2, hq: true, combat-units: [allies], spotters: [axis]}, k: {}}"
SHIPS = """ships:
  s: {name: Ship, side: allies, at: h, protection: 2, flak: 3}
  r: {name: Own, side: axis, at: k, barrage: 20, range: 9, flak: 1}
"""
GUNS = """artillery:
  g: {name: Guns, side: axis, at: k, barrage: 9, range: 3}
  i: {name: Old, side: axis, at: k, barrage: 5/2, range: 3, dg: true, coastal: true}
  e: {name: Enemy, side: allies, at: h, barrage: 4, range: 2}
"""
NEAR = "{h: {x: 8, y: 8, z: 12, k: 2}, k: {x: 15, y: 3, z: 20}, x: {y: 12, z: 6}, y: {z: 14}}"


def test_r34_planes_wait_over_the_target_and_barrage_it():
    text = game([order("barrage")], [F1, T1, T2, S1, F2], "axis.movement", more=GUNS)
    assert story(text, "56 4", {"m.flak": "none"}) == lines_of("""
        --
        -- axis-movement
        -- m
        m.fly (axis): f1{4 2} t1{2 12} t2{2 5/2} s1{3 30}, 0-4 [f1 t1 t2 s1] f1 s1 t1 t2
        notes 5
        -- axis-movement-barrage
        -- m
        m.strike (axis): f1{4 2} t1{2 12} t2{2 5/2} s1{3 30}, 0-4 [f1 t1 t2 s1] f1 s1 t1 t2
        m.flak (allies): none loss abort [none] none
        note
        | column | strength 41-68
        | no spotter | -3
        | read in | strength 12-16
        m.barrage (axis): 5 6: 11 12-16 1/2
        ruling barrage-table
        m.barrage.half (axis): 4: 1 hit
        note
        loss allies units at H 1
        ruling barrage-return
        f1 active-elsewhere h 2 strike 8 spent
        t1 active-elsewhere h 2 strike 8 spent
        t2 active-elsewhere h 2 strike 12 spent
        s1 active-elsewhere h 2 strike 8 spent
        f2 active-at-base y 2
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        g
        i dg
        e dg
        """)


def test_r34_at_most_four_planes_barrage_and_flak_may_abort_one():
    units = [F1, T1, T2, T1.replace("t1", "t3").replace("T1", "T3"), T1.replace("t1", "t4").replace("T1", "T4")]
    assert story(game([order("barrage")], units, "axis.movement"), "6 56 4", {"m.flak": "abort"}) == lines_of("""
        --
        -- axis-movement
        -- m
        ruling max-per-mission
        m.fly (axis): f1{4 2} t1{2 12} t2{2 5/2} t3{2 12} t4{2 12}, 0-4 [t1 t2 t3 t4] t1 t2 t3 t4
        notes 5
        -- axis-movement-barrage
        -- m
        m.strike (axis): t1{2 12} t2{2 5/2} t3{2 12} t4{2 12}, 0-4 [t1 t2 t3 t4] t1 t2 t3 t4
        m.flak (allies): none loss abort [none] abort
        note
        m.flak.unit (axis): 6: 4 6 strongest
        loss axis T1 1
        m.abort.t1 (axis): x{8} z{12} [x] x
        note
        | column | strength 25-40
        | read in | strength 25-40
        m.barrage (axis): 5 6: 11 25-40 1/2
        ruling barrage-table
        m.barrage.half (axis): 4: 1 hit
        note
        loss allies units at H 1
        ruling barrage-return
        f1 active-at-base x 2
        t1 inactive x 2
        t2 active-elsewhere h 2 strike 12 spent
        t3 active-elsewhere h 2 strike 8 spent
        t4 active-elsewhere h 2 strike 8 spent
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        """)


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


def test_r30_an_air_base_is_attacked_with_a_stated_result():
    planes = [T1, F1, inactive(F2), inactive(F3)]
    text = game([order("base-attack", "y", "t1")], planes, "axis.movement")
    assert story(text, "6 4", {"m.flak": "none", "m.facility": "1"}) == lines_of("""
        --
        -- axis-movement
        -- m
        notes 2
        -- axis-movement-barrage
        -- m
        m.flak (allies): none loss abort [none] none
        note
        m.facility (axis): NE AB 1{1} 2{2} [NE] 1
        note
        ruling barrage-return
        loss allies Y 1
        m.reduction.f2 (axis): 6: unit 6 reduce
        loss allies F2 1
        ruling reduced-rating
        m.reduction.f3 (axis): 4: unit 4 -
        t1 active-elsewhere y 2 strike 12 spent
        f1 active-at-base x 2
        f2 inactive y 1
        f3 inactive y 2
        x axis 2 4 2 base
        y allies 1 4 base
        z axis 4 strip
        """)


def test_r30_an_air_base_is_attacked_on_the_table_of_4_3():
    lame = C2.replace("axis", "allies").replace("at: x", "at: y")
    text = game([order("base-attack", "y", "t1, t2")], [T1, T2, inactive(F2), inactive(F3), lame], "axis.movement", V4)
    assert story(text, "55 1 6 4 3 4") == lines_of("""
        --
        -- axis-movement-barrage
        -- m
        notes 3
        -- m
        m.flak (allies): 5 5 +2: mission 11+ loss
        m.flak.unit (axis): 1: 2 1 1
        loss axis T1 1
        m.facility (axis): 6: 6 5-10 1*(4)
        m.land.t1 (axis): x{12} z{14} [x] x
        note
        m.land.t2 (axis): x{12} z{14} [z] z
        note
        loss allies Y 1
        m.reduction.f2 (axis): 4: 4 or more 4 reduce
        loss allies F2 1
        m.reduction.f3 (axis): 3: 4 or more 3 -
        m.reduction.c2 (axis): 4: 4 or more 4 reduce
        loss allies C2 1
        t1 inactive x 1
        t2 inactive z 2
        f2 inactive y 1
        f3 inactive y 2
        c2 active-at-base y 1
        x axis 2 4 2 base
        y allies 1 4 base
        z axis 4 strip
        """)


def test_r31_a_table_of_4_3_in_v3_0_counts_as_ab():
    text = game([order("base-attack", "y", "t1")], [T1, inactive(F2), inactive(F3)], "axis.movement", "facility: v4.3, flak: off")
    assert story(text, "3 5 4") == lines_of("""
        --
        -- axis-movement
        -- m
        notes 2
        -- axis-movement-barrage
        -- m
        m.facility (axis): 3: 3 11-20 (5)
        ruling facility
        ruling barrage-return
        m.reduction.f2 (axis): 5: unit 5 reduce
        loss allies F2 1
        ruling reduced-rating
        m.reduction.f3 (axis): 4: unit 4 -
        t1 active-elsewhere y 2 strike 12 spent
        f2 inactive y 1
        f3 inactive y 2
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        """)


def test_r51_rail_lines_are_cut_until_a_clean_up_phase_of_their_owner():
    missions = [order("trainbust", "k", "t1"), order("trainbust", "z", "f2", "allies.movement", id_="n")]
    play = "axis.movement, axis.clean-up, allies.movement, allies.clean-up"
    text = game(
        missions,
        [T1, aloft(F1, "h", ", duty: interdiction"), F2],
        play,
        "facility: v4.3, flak: off",
        bases="{x: {side: axis}, y: {side: allies}, z: {side: allies}}",
        distances=NEAR,
    )
    assert story(text, "6 6") == lines_of("""
        --
        -- axis-movement
        -- m
        notes 2
        -- axis-movement-barrage
        -- m
        m.facility (axis): 6: 6 11-20 1*(4)
        ruling facility
        ruling barrage-return
        note
        -- axis-clean-up
        -- allies-movement
        -- n
        notes 2
        -- allies-movement-barrage
        -- n
        n.facility (allies): 6: 6 2 *(5)
        ruling facility
        ruling barrage-return
        note
        -- allies-clean-up
        notes 2
        t1 active-elsewhere k 2 strike 15 spent
        f1 active-elsewhere h 2 interdiction 8
        f2 active-elsewhere z 2 strike 14 spent
        x axis 1 base
        y allies 1 base
        z allies 1 base
        z allies
        """)


def test_r55_a_port_is_attacked():
    text = game([order("port-attack", "h", "t1, f1")], [T1, F1, F3], "axis.movement", V4, hexes=PORTS, more=SHIPS)
    assert story(text, "12 6") == lines_of("""
        --
        -- axis-movement-barrage
        -- m
        notes 2
        m.intercept (allies): none f3{3 8} [none] none <2>
        m.flak (allies): 1 2 +1 +2 +3 +1: mission 10- -
        m.facility (axis): 6: 6 11-20 1*(4)
        loss allies port of H 1
        m.land.t1 (axis): x{8} z{12} [x] x
        note
        m.land.f1 (axis): x{8} z{12} [x] x
        note
        t1 inactive x 2
        f1 inactive x 2
        f3 active-at-base y 2
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        s
        r
        h allies 1
        r
        """)


def test_r52_a_ship_is_attacked():
    text = game([order("ship-attack", "h", "t1, t2", more=", ship: s")], [T1, T2, F2], "axis.movement", V4, hexes=PORTS, more=SHIPS)
    assert story(text, "12 6 65 4") == lines_of("""
        --
        -- axis-movement-barrage
        -- m
        notes 2
        m.intercept (allies): none f2{4 8} [none] none <2>
        m.flak (allies): 1 2 +1 +2 +3 +2: mission 11+ loss
        m.flak.unit (axis): 6: 2 6 2
        loss axis T2 1
        | column | strength 12-16
        | read in | strength 12-16
        m.barrage (axis): 6 5: 11 12-16 1/2
        m.barrage.half (axis): 4: 1 hit
        note
        loss allies Ship 1
        m.land.t1 (axis): x{8} z{12} [x] x
        note
        m.land.t2 (axis): x{8} z{12} [z] z
        note
        t1 inactive x 2
        t2 inactive z 1
        f2 active-at-base y 2
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        s 1 dg
        r
        h allies
        r
        """)


def test_r52_a_carrier_is_sunk_with_its_planes():
    bases = "{x: {side: axis, level: 2}, cv: {side: allies, kind: carrier, damaged: true, dg: true}, y: {side: allies}}"
    text = game(
        [order("ship-attack", "cv", "t1", more=", ship: cv")],
        [T1, inactive(F2.replace("at: y", "at: cv"))],
        "axis.movement",
        "naval: v4.3, flak: off",
        bases=bases,
        distances="{x: {cv: 9}}",
    )
    assert story(text, "46 3") == lines_of("""
        --
        -- axis-movement
        -- m
        notes 2
        -- axis-movement-barrage
        -- m
        | column | strength 17-24
        | short range | +1
        | read in | strength 25-40
        m.barrage (axis): 4 6: 10 25-40 1/2
        m.barrage.half (axis): 3: 0 hits
        ruling naval
        note
        loss allies CV 1
        loss allies F2 1
        ruling barrage-return
        t1 active-elsewhere cv 2 strike 9 spent
        f2 eliminated
        x axis 2 base
        y allies 1 base
        cv 2
        """)


def test_r36_one_plane_hip_shoots_at_once():
    text = game(
        [order("hip-shoot"), order("barrage", units="t1", id_="n")], [F1, T1, T2, S1], "axis.movement", more="hip-shoot: [germany]"
    )
    assert story(text, "34 55 3", {"m.fly": {"t2": 1}, "m.flak": "none", "n.flak": "none"}) == lines_of("""
        --
        -- axis-movement
        -- m
        m.fly (axis): t1{2 12} t2{2 5/2}, 0-1 [t1] t2
        note
        m.flak (allies): none loss abort [none] none
        note
        | column | strength 3-4
        | read in | strength 3-4
        m.barrage (axis): 3 4: 7 3-4 -
        ruling barrage-table
        ruling barrage-return
        -- n
        notes 2
        -- axis-movement-barrage
        -- n
        n.flak (allies): none loss abort [none] none
        note
        | column | strength 12-16
        | short range | +1
        | read in | strength 17-24
        n.barrage (axis): 5 5: 10 17-24 1/2
        ruling barrage-table
        n.barrage.half (axis): 3: 0 hits
        note
        ruling barrage-return
        f1 active-at-base x 2
        t1 active-elsewhere h 2 strike 8 spent
        t2 active-elsewhere h 2 12 spent
        s1 active-at-base x 2
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        """)


def test_r53_artillery_barrages_units_and_a_base():
    missions = [order("gunfire", units="g, i", phase="axis.combat"), order("gunfire", "y", phase="axis.exploitation", id_="n")]
    play = "axis.combat, axis.exploitation, axis.clean-up, allies.clean-up"
    text = game(missions, [F2], play, V4, distances=NEAR, more=GUNS)
    assert story(text, "66 5 3", {"m.pays": "x"}) == lines_of("""
        --
        -- axis-combat-barrage
        -- m
        m.pays (axis): map{2} nobody x{4 2} z{4 2} [map] x
        notes 2
        | column | strength 8-11
        | read in | strength 8-11
        m.barrage (axis): 6 6: 12 8-11 1/2
        m.barrage.half (axis): 5: 1 hit
        note
        loss allies units at H 1
        -- axis-exploitation-barrage
        -- n
        n.guns (axis): g{9} i{1}, 0-2 [g i] g i
        n.pays (axis): map{1} nobody x{2 1} z{4 1} [map] map
        notes 2
        n.facility (axis): 3: 3 5-10 -
        -- axis-clean-up
        note
        -- allies-clean-up
        note
        f2 active-at-base y 2
        x axis 2 2 2 base
        y allies 2 4 base
        z axis 4 strip
        g bombarded
        i bombarded
        e
        """)


def test_r54_ships_fire_at_a_port_and_at_ships():
    missions = [order("gunfire", more=", target: port"), order("gunfire", phase="axis.exploitation", more=", ship: s", id_="n")]
    text = game(missions, [], "axis.movement, axis.exploitation", V4, hexes=PORTS, distances=NEAR, more=GUNS + SHIPS)
    assert story(text, "6 65") == lines_of("""
        --
        -- axis-movement-barrage
        -- m
        m.guns (axis): r{20}, 0-1 [r] r
        note
        m.facility (axis): 6: 6 11-20 1*(4)
        loss allies port of H 1
        -- axis-exploitation-barrage
        -- n
        n.guns (axis): i{1} r{10}, 0-2 [i] i
        note
        | column | strength 1
        | read in | strength 1
        n.barrage (axis): 6 5: 11 1 DG
        note
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        s dg
        r
        h allies 1
        g
        i dg fired
        e
        r bombarded
        """)


def test_r52_planes_too_weak_for_a_strong_ship():
    ships = SHIPS.replace("protection: 2", "protection: 11")
    text = game([order("ship-attack", "h", "t2", more=", ship: s")], [T2], "axis.movement", "naval: v4.3, flak: off", more=ships)
    assert story(text) == lines_of("""
        --
        -- axis-movement
        -- m
        notes 2
        -- axis-movement-barrage
        -- m
        note
        ruling barrage-return
        t2 active-elsewhere h 2 strike 12 spent
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        s
        r
        r
        """)


def test_r34_only_planes_with_a_point_are_picked_for_a_strike():
    weak = "{id: weak, side: axis, type: T, range: 20, rating: (1), barrage: 2/5, at: x}"
    text = game([order("barrage")], [weak, C1, T2], "axis.movement", "flak: off")
    assert story(text, "22") == lines_of("""
        --
        -- axis-movement
        -- m
        m.fly (axis): weak{1 2/5}! c1{0 0 2}! t2{2 5/2}, 0-3 [weak t2] t2 weak
        notes 3
        -- axis-movement-barrage
        -- m
        m.strike (axis): weak{1 2/5} t2{2 5/2}, 0-2 [weak t2] t2 weak
        | column | strength 3-4
        | read in | strength 3-4
        m.barrage (axis): 2 2: 4 3-4 -
        ruling barrage-table
        ruling barrage-return
        weak active-elsewhere h 2 strike 8 spent
        c1 active-at-base x 2
        t2 active-elsewhere h 2 strike 12 spent
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        """)
