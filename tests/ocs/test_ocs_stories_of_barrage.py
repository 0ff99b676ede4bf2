"""Barrages of planes and guns, step by step: what is asked and offered, each roll with its modifiers, each loss."""

from ocs_stories import S1, T2, V4, aloft, inactive, lines_of, order, story
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


def test_r34_planes_that_flak_has_left_without_a_point_have_no_effect():
    weak = "{id: weak, side: axis, type: T, range: 20, rating: (1), barrage: 1/2, at: x}"
    text = game([order("barrage", units="weak")], [weak], "axis.movement")
    assert story(text, "", {"m.flak": "loss"}) == lines_of("""
        --
        -- axis-movement
        -- m
        notes 2
        -- axis-movement-barrage
        -- m
        m.flak (allies): none loss abort [none] loss
        note
        loss axis weak 1
        ruling reduced-rating
        note
        ruling barrage-return
        weak active-elsewhere h 1 strike 8 spent
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        """)


def test_r11_planes_over_the_target_strike_though_nobody_can_join_them():
    text = game([order("barrage")], [aloft(T1, "h"), inactive(F1), F2], "axis.movement", "flak: off")
    assert story(text, "22") == lines_of("""
        --
        -- axis-movement
        -- m
        notes 3
        -- axis-movement-barrage
        -- m
        | column | strength 12-16
        | short range | +1
        | read in | strength 17-24
        m.barrage (axis): 2 2: 4 17-24 -
        ruling barrage-table
        ruling barrage-return
        t1 active-elsewhere h 2 strike 8 spent
        f1 inactive x 2
        f2 active-at-base y 2
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        """)


def test_r1_weather_does_not_stop_planes_that_are_over_their_target():
    text = game([], [aloft(T1, "h"), F1], "axis.movement", "flak: off", more="weather: {name: storm, flight: none}")
    assert story(text, "22", {"axis-movement-barrage.1.order": "barrage"}) == lines_of("""
        --
        note
        -- axis-movement
        axis-movement.1.order (axis): done capture build reduce hex supply [done] done
        -- axis-movement-barrage
        axis-movement-barrage.1.order (axis): done barrage trainbust [done] barrage
        note
        -- axis-movement-barrage.1
        | column | strength 12-16
        | short range | +1
        | read in | strength 17-24
        axis-movement-barrage.1.barrage (axis): 2 2: 4 17-24 -
        ruling barrage-table
        ruling barrage-return
        t1 active-elsewhere h 2 strike 8 spent
        f1 active-at-base x 2
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        """)


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
