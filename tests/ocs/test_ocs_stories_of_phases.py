"""Guns, worksheets and strikes in their phases, step by step."""

from ocs_stories import F3, S1, T2, V4, aloft, inactive, lines_of, order, story
from ocs_theater import C1, F1, F2, T1, game

PORT = "{h: {combat-units: [allies], re: 3, spotters: [axis]}, k: {port: {side: axis, capacity: 10, hits: 1}}}"
GUNS = """artillery:
  g: {name: Guns, side: axis, at: k, barrage: 9, range: 3}
  e: {name: Enemy, side: allies, at: h, barrage: 4, range: 2}
ships:
  s: {name: Ship, side: allies, at: h, protection: 2, flak: 3, barrage: 8, range: 9}
  r: {name: Own, side: axis, at: k, barrage: 20, range: 9}
"""
NEAR = "{h: {x: 8, y: 8, z: 12, k: 2}, k: {x: 15, y: 3, z: 20}, x: {y: 12, z: 6}, y: {z: 14}}"


def test_r53_guns_fire_as_the_player_orders():
    answers = {
        "axis-exploitation-barrage.1.order": "gunfire",
        "axis-exploitation-barrage.1.target": "h",
        "axis-exploitation-barrage.1.guns": {"g": 1},
    }
    text = game([], [F1], "axis.exploitation", V4, hexes=PORT, distances=NEAR, more=GUNS)
    assert story(text, "66 5", answers) == lines_of("""
        --
        -- axis-exploitation
        axis-exploitation.1.order (axis): done transfer capture hex supply [done] done
        -- axis-exploitation-barrage
        axis-exploitation-barrage.1.order (axis): done barrage base-attack trainbust ship-attack gunfire \
            [done] gunfire
        axis-exploitation-barrage.1.target (axis): s h{3} y.base{2} [s] h
        -- axis-exploitation-barrage.1
        axis-exploitation-barrage.1.guns (axis): g{9} r{20}, 0-2 [g] g
        axis-exploitation-barrage.1.pays (axis): map{2} nobody x{4 2} z{4 2} [map] map
        notes 2
        | column | strength 8-11
        | read in | strength 8-11
        axis-exploitation-barrage.1.barrage (axis): 6 6: 12 8-11 1/2
        axis-exploitation-barrage.1.barrage.half (axis): 5: 1 hit
        note
        loss allies units at H 1
        axis-exploitation-barrage.2.order (axis): done base-attack trainbust ship-attack gunfire [done] done
        -- axis-exploitation-combat
        axis-exploitation-combat.1.order (axis): done capture hex [done] done
        f1 active-at-base x 2
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        s
        r
        k axis 1
        g fired bombarded
        e dg
        s
        r
        """)


def test_r49_r51_worksheets_are_worked_out_in_their_phase():
    sheets = """
loads:
  - {id: rail, re: 1, allowance: 6, track: single-only, in: axis.movement, through: [h, k]}
  - {id: road, supply: 1}
marches:
  - {id: column, costs: [1, 2], in: axis.movement, through: [k, h]}
  - {id: other, costs: [1, 2], interdiction: [0, 1], leg: false}
stacks: {pile: [supply, active-air]}
"""
    text = game(
        [],
        [aloft(F2, "h", ", duty: interdiction")],
        "axis.movement, axis.exploitation",
        distances=NEAR,
        more=sheets + "orders: prepared",
    )
    assert story(text) == lines_of("""
        --
        | 1 SP | x 4T | 4T
        | in all | | 4T
        | 1 | 1 | 0 | +1 | 2
        | 2 | 2 | 1 | +1 | 3
        | in all | 3 | | | 5
        ruling interdiction-radius
        | A | active air
        | C | supply
        -- axis-movement
        | 1 RE, allowance 6 on foot | x 2T | 2T
        | by rail, single only track | x 1 | 2T
        | in all | | 2T
        | 1 | 1 | 2 | | 1
        | 2 | 2 | 0 | +1 | 3
        | in all | 3 | | | 4
        ruling interdiction-radius
        -- axis-exploitation
        f2 active-elsewhere h 2 interdiction 8
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        """)


def test_r3_two_game_turns_of_a_ship():
    fire = [order("gunfire", units="r", phase="axis.movement"), order("gunfire", units="r", phase="axis.exploitation", id_="n")]
    text = game(
        [*fire, order("gunfire", units="r", phase="allies.reaction", id_="o").replace("allies", "axis")],
        [F1],
        "axis.movement, axis.exploitation, next-turn, axis.reaction",
        V4,
        hexes=PORT,
        distances=NEAR,
        more=GUNS,
    )
    assert story(text, "22 22") == lines_of("""
        --
        -- axis-movement-barrage
        -- m
        note
        | column | strength 17-24
        | read in | strength 17-24
        m.barrage (axis): 2 2: 4 17-24 -
        -- axis-exploitation-barrage
        -- n
        notes 2
        --
        -- axis-reaction-barrage
        -- o
        note
        | column | strength 17-24
        | read in | strength 17-24
        o.barrage (axis): 2 2: 4 17-24 -
        f1 active-at-base x 2
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        s
        r
        k axis 1
        g
        e
        s
        r fired bombarded
        """)


def test_r11_planes_over_a_target_barrage_it_in_the_combat_phase():
    spent = aloft(T1, "h", ", spent: true")
    text = game(
        [order("barrage", phase="axis.combat")],
        [spent, aloft(F1, "h", ", duty: interdiction"), T2.replace("at: z", "at: z, over: h"), aloft(S1, "k")],
        "axis.combat",
        "flak: off",
    )
    assert story(text, "66 4") == lines_of("""
        --
        -- axis-combat-barrage
        -- m
        note
        m.strike (axis): f1{4 2} t2{2 5/2}, 0-2 [t2] t2
        | column | strength 3-4
        | read in | strength 3-4
        m.barrage (axis): 6 6: 12 3-4 1/2
        ruling barrage-table
        m.barrage.half (axis): 4: 1 hit
        note
        loss allies units at H 1
        ruling barrage-return
        t1 active-elsewhere h 2 strike 8 spent
        f1 active-elsewhere h 2 interdiction 8
        t2 active-elsewhere h 2 strike 12 spent
        s1 active-elsewhere k 2 strike 15
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        """)


def test_r14_a_stationed_strike_with_reinforcements():
    text = game(
        [order("barrage", units="t1, f1")], [aloft(T1, "h"), F1, F3], "axis.movement", "flak: off, barrage-return: immediate"
    )
    assert story(text, "66") == lines_of("""
        --
        -- axis-movement
        -- m
        notes 2
        -- axis-movement-barrage
        -- m
        | column | strength 12-16
        | short range | +1
        | read in | strength 17-24
        m.barrage (axis): 6 6: 12 17-24 1
        ruling barrage-table
        note
        loss allies units at H 1
        ruling barrage-return
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
        """)


def test_r2_a_tie_without_a_previous_first_player_is_rolled_again():
    text = game([], [inactive(F1)], options="first-player-ties: previous-first-player", more="orders: prepared")
    told = story(text, "22 31 22 11")
    assert told[4:10] == [
        "first-player.r1.axis.initiative (axis): 2 2: 4",
        "first-player.r1.allies.initiative (allies): 3 1: 4",
        "ruling first-player-ties",
        "first-player.r2.axis.initiative (axis): 2 2: 4",
        "first-player.r2.allies.initiative (allies): 1 1: 2",
        "first-player.r2.player-order (axis): first second [first] first",
    ]


def test_r45_transports_that_stay_may_be_too_small_to_carry_anything():
    answers = {"axis-movement.1.order": "transport", "axis-movement.1.stays": "yes"}
    text = game([], [C1.replace("capacity: 2", "capacity: 1/2"), T1], "axis.movement")
    assert story(text, "", answers) == lines_of("""
        --
        -- axis-movement
        axis-movement.1.order (axis): done barrage base-attack trainbust interdict station drop transport \
            transfer capture build reduce hex supply [done] transport
        note
        axis-movement.1.stays (axis): no yes [no] yes
        note
        axis-movement.2.order (axis): done barrage base-attack trainbust interdict station drop transport \
            transfer capture build reduce hex supply [done] done
        c1 active-at-base x 2
        t1 active-at-base x 2
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        """)
