"""Strikes on bases, rail lines, ports and ships, step by step: what is asked, each roll with its modifiers, each loss."""

from ocs_stories import C2, F3, T2, V4, aloft, inactive, lines_of, order, story
from ocs_theater import F1, F2, T1, game

PORTS = "{h: {port: {side: allies, capacity: 10}, flak: 2, hq: true, combat-units: [allies], spotters: [axis]}, k: {}}"
SHIPS = """ships:
  s: {name: Ship, side: allies, at: h, protection: 2, flak: 3}
  r: {name: Own, side: axis, at: k, barrage: 20, range: 9, flak: 1}
"""
NEAR = "{h: {x: 8, y: 8, z: 12, k: 2}, k: {x: 15, y: 3, z: 20}, x: {y: 12, z: 6}, y: {z: 14}}"


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
