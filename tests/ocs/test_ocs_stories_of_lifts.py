"""Drops, transport and transfers, step by step: what is asked and offered, each roll, each loss, and the board after it."""

from ocs_stories import C2, F3, aloft, cargo, inactive, lines_of, order, story
from ocs_theater import C1, F2, T1, game

EMPTY = "{h: {}, k: {terrain: forest, closeness: very-close}}"
NEAR = "{h: {x: 8, y: 8, z: 12, k: 2}, k: {x: 10, y: 3, z: 20}, x: {y: 12, z: 6}, y: {z: 14}}"


def test_r42_gliders_are_towed_and_used_up():
    lift = order("drop", "k", more=", method: glider" + cargo("food, supply: 5", "para, re: 1/2"))
    text = game([lift], [C1, C2, T1], "axis.movement", distances=NEAR)
    assert story(text, "22 13 66 33", {"m.flak": "none"}) == lines_of("""
        --
        -- axis-movement
        -- m
        m.fly (axis): c1{0 0 2} c2{0 0 3} t1{2 12}!, 0-3 [c1 c2] c1 c2
        note
        m.cargo-left (axis): food-1{1 1} food-2{2 1} food-3{3 1} food-4{4 1} para{1}, 1-5 [para] para
        notes 3
        ruling flak-missions
        m.flak (allies): none loss abort [none] none
        note
        ruling drop-granularity
        m.drop.food-1 (axis): 2 2: enemy-closed-glider 4 lost
        loss axis food-1 1
        m.drop.food-2 (axis): 1 3: enemy-closed-glider 4 lost
        loss axis food-2 1
        m.drop.food-3 (axis): 6 6: enemy-closed-glider 7+ safe
        note
        m.drop.food-4 (axis): 3 3: enemy-closed-glider 6 safe
        note
        m.land.c1 (axis): x{10} z{20} [x] x
        note
        m.land.c2 (axis): x{10} z{20} [x] x
        note
        c1 inactive x 2
        c2 inactive x 2
        t1 active-at-base x 2
        x axis 2 base
        y allies 2 4 base
        z axis 4 strip
        """)


def test_r46_a_second_glider_doubles_what_a_plane_tows():
    lift = order("drop", "h", "c1", more=", method: glider" + cargo("food, supply: 3"))
    text = game([lift], [C1], "axis.movement", "drop-terrain: yes, drop-granularity: load", hexes=EMPTY)
    assert story(text, "22", {"m.flak": "none"}) == lines_of("""
        --
        -- axis-movement
        -- m
        note
        ruling flak-missions
        m.flak (allies): none loss abort [none] none
        note
        ruling drop-granularity
        m.drop.food (axis): 2 2: enemy-clear-glider 4 lost
        loss axis food 1
        note
        c1 inactive x 2
        x axis 2 1 base
        y allies 2 4 base
        z axis 4 strip
        """)


def test_r43_an_allied_drop_in_europe_in_the_closest_terrain():
    lift = order("drop", "k", "c9", "allies.movement", ", allied-eto: true" + cargo("food, supply: 1"))
    plane = C1.replace("c1", "c9").replace("axis", "allies").replace("at: x", "at: y")
    text = game([lift], [plane], "allies.movement", "drop-terrain: yes, flak: off, allied-eto-cutoff: 1944-08", hexes=EMPTY)
    assert story(text, "45") == lines_of("""
        --
        -- allies-movement
        -- m
        note
        ruling allied-eto-cutoff
        m.drop.food-1 (allies): 4 5 -1 -1: enemy-closed-paradrop 7+ safe
        notes 2
        c9 inactive y 2
        x axis 2 4 2 base
        y allies 2 3 base
        z axis 4 strip
        """)


def test_r44c_paratroops_capture_an_air_base():
    lift = order("drop", "y", "c1", more=cargo("para, re: 1/2", "food, supply: 1"))
    near = F3.replace("at: y", "status: inactive, at: y").replace("range: 20", "range: 3")
    text = game([lift], [C1, inactive(F2), near], "axis.movement")
    assert story(text, "33 44 11 66", {"m.flak": "none"}) == lines_of("""
        --
        -- axis-movement
        -- m
        note
        ruling flak-missions
        m.flak (allies): none loss abort [none] none
        note
        m.drop.para (axis): 3 3: enemy-clear-paradrop 6 safe
        note
        m.drop.food-1 (axis): 4 4: enemy-clear-paradrop 7+ safe
        note
        ruling captured-supply
        note
        m.capture.f2 (allies): 1 1: inactive 4- loss
        loss allies F2 1
        ruling reduced-rating
        ruling displace-factor
        ruling displace-none
        loss allies F2 1
        m.capture.f3 (allies): 6 6: inactive 7+ -
        ruling displace-factor
        ruling displace-none
        loss allies F3 1
        m.land.c1 (axis): y{0} x{12} z{14} [x] x
        note
        c1 inactive x 2
        f2 eliminated
        f3 eliminated
        x axis 2 3 2 base
        y axis 2 4 base
        z axis 4 strip
        y axis axis 1/2
        """)


def test_r44c_what_lands_on_the_enemy_is_destroyed():
    lift = order("drop", "h", "c1", more=cargo("para, re: 1/2", "food, supply: 1"))
    text = game([lift], [C1], "axis.movement")
    assert story(text, "66 34", {"m.flak": "none"}) == lines_of("""
        --
        -- axis-movement
        -- m
        note
        ruling flak-missions
        m.flak (allies): none loss abort [none] none
        note
        m.drop.para (axis): 6 6: enemy-clear-paradrop 7+ safe
        ruling drop-on-enemy
        loss axis para 1
        m.drop.food-1 (axis): 3 4: enemy-clear-paradrop 7+ safe
        ruling drop-on-enemy
        loss axis food-1 1
        m.land.c1 (axis): x{8} z{12} [x] x
        note
        c1 inactive x 2
        x axis 2 3 2 base
        y allies 2 4 base
        z axis 4 strip
        """)


def test_r44c_or_stays_there():
    lift = order("drop", "h", "c1", more=cargo("para, re: 1/2", "food, supply: 1"))
    text = game([lift], [C1], "axis.movement", "drop-on-enemy: lands")
    assert story(text, "66 11", {"m.flak": "none"}) == lines_of("""
        --
        -- axis-movement
        -- m
        note
        ruling flak-missions
        m.flak (allies): none loss abort [none] none
        note
        m.drop.para (axis): 6 6: enemy-clear-paradrop 7+ safe
        ruling drop-on-enemy
        note
        m.drop.food-1 (axis): 1 1: enemy-clear-paradrop 3- lost
        loss axis food-1 1
        m.land.c1 (axis): x{8} z{12} [x] x
        note
        c1 inactive x 2
        x axis 2 3 2 base
        y allies 2 4 base
        z axis 4 strip
        h allies allies+axis allies+axis axis 7/2
        """)


def test_r45_supply_is_flown_in_as_far_as_it_is_there_and_can_be_unloaded():
    bases = "{x: {side: axis, level: 2, supply: 5}, y: {side: allies}, z: {side: axis, level: 3}}"
    text = game(
        [order("transport", "z", "c1, c2", more=cargo("food, supply: 5", "unit, re: 1/2"))],
        [C1, C2, F2],
        "axis.movement",
        "patrol-zone: 20, interception: yes, flak: v4.3",
        bases=bases,
    )
    assert story(text, "66 1") == lines_of("""
        --
        -- axis-movement
        -- m
        notes 2
        m.intercept (allies): none f2{4 14} [none] none <2>
        ruling flak-missions
        m.flak (allies): 6 6 +2: mission 11+ loss
        ruling flak
        m.flak.unit (axis): 1: 2 1 1
        loss axis C1 1
        ruling reduced-rating
        note
        m.land.c1 (axis): z{0} x{6} [x] x
        note
        m.land.c2 (axis): z{0} x{6} [x] x
        note
        c1 inactive x 1
        c2 inactive x 2
        f2 active-at-base y 2
        x axis 2 base
        y allies 1 base
        z axis 3 5 base 6
        z axis axis 1/2
        """)


def test_r45_two_loads_in_one_phase():
    bases = "{x: {side: axis, level: 2, supply: 9}, y: {side: allies}, z: {side: axis, level: 1}}"
    lifts = [
        order("transport", "z", "c1", more=cargo("food, supply: 1")),
        order("transport", "z", "c2", more=cargo("fuel, supply: 2"), id_="n"),
    ]
    text = game(lifts, [C1, C2], "axis.movement", "flak: off", bases=bases)
    assert story(text) == lines_of("""
        --
        -- axis-movement
        -- m
        notes 2
        m.land.c1 (axis): z{0} x{6} [x] x
        note
        -- n
        n.cargo-left (axis): fuel-1{1 1} fuel-2{2 1}, 1-2 [fuel-2] fuel-2
        notes 3
        n.land.c2 (axis): z{0} x{6} [x] x
        note
        c1 inactive x 2
        c2 inactive x 2
        x axis 2 7 base
        y allies 1 base
        z axis 1 2 base 2
        """)


def test_r45_transports_that_stay_load_at_their_own_bases():
    bases = "{x: {side: axis, supply: 2}, w: {side: axis, supply: 9}, y: {side: allies}, z: {side: axis}}"
    lift = order("transport", "z", "c1, c2", more=", stays: true" + cargo("food, supply: 4"))
    text = game(
        [lift], [C1, C2.replace("at: x", "at: w")], "axis.movement", bases=bases, distances="{x: {z: 40, y: 9}, w: {z: 12}}"
    )
    assert story(text, "", {"m.flak": "none"}) == lines_of("""
        --
        -- axis-movement
        -- m
        notes 2
        ruling flak-missions
        m.flak (allies): none loss abort [none] none
        notes 2
        c1 inactive z 2
        c2 inactive z 2
        x axis 1 base
        w axis 1 7 base
        y allies 1 base
        z axis 1 4 base
        """)


def test_r45_cargo_of_planes_that_abort_comes_back():
    lift = order("drop", "h", "c1, c2", more=cargo("food, supply: 3", "fuel, supply: 2"))
    text = game(
        [lift],
        [C1, C2, aloft(F2, "h")],
        "axis.movement",
        "rounds: one, flak: v4.3",
        hexes=EMPTY,
        bases="{x: {side: axis, level: 2, supply: 9}, y: {side: allies}}",
        distances="{h: {x: 8, y: 8}}",
    )
    assert story(text, "66 1 22 66 66 11", {}) == lines_of("""
        --
        -- axis-movement
        -- m
        notes 3
        m.attacker.abort-before (axis): c1{0} c2{0}, 0-1 [] <2 1 200 0 0 0 4>
        ruling attacker
        m.r1.defender.unit (axis): c1{0} c2{0} [c1] c1 <2 1 200 0 0 0 4>
        note
        m.r1.air-combat (allies): 6 6 +4: result 9+ defender-aborts
        m.r1.loss (allies): 1: ocs-3.0 1 -
        loss axis C1 1
        note
        ruling rounds
        m.r1.attacker.abort-after (allies): f2{4}, 0-1 [] <1 1 100 0 0 4 0>
        m.r1.defender.abort-after (axis): c2{0}, 0-1 [] <1 1 100 0 0 0 4>
        -- m
        ruling flak-missions
        m.flak (allies): 2 2: mission 10- -
        ruling flak
        m.cargo-lost (axis): food-1{1 1}! food-2{2 1}! food-3{3 1}! fuel-1{1 1}! fuel-2{2 1}!, 1-5 [fuel-1 \
            fuel-2] fuel-1 fuel-2
        notes 2
        ruling drop-granularity
        m.drop.food-1 (axis): 6 6: enemy-clear-paradrop 7+ safe
        note
        m.drop.food-2 (axis): 6 6: enemy-clear-paradrop 7+ safe
        note
        m.drop.food-3 (axis): 1 1: enemy-clear-paradrop 3- lost
        loss axis food-3 1
        note
        c1 inactive x 2
        c2 inactive x 2
        f2 active-elsewhere h 2 strike 8
        x axis 2 6 base
        y allies 1 base
        """)
