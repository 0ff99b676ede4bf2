"""Turns and orders at the table, step by step: what can be ordered when, what is asked for it, and the board after it."""

from ocs_stories import C2, F3, S1, T2, V4, aloft, inactive, lines_of, order, story
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


def test_r2_r3_a_whole_turn_in_which_nothing_is_ordered():
    assert story(game([], [F1, T1, aloft(F2, "k")]), "22 31 65 66", {"first-player.r2.player-order": "second"}) == lines_of("""
        --
        -- weather
        note
        -- first-player
        first-player.r1.axis.initiative (axis): 2 2: 4
        first-player.r1.allies.initiative (allies): 3 1: 4
        ruling first-player-ties
        first-player.r2.axis.initiative (axis): 6 5: 11
        first-player.r2.allies.initiative (allies): 6 6: 12
        first-player.r2.player-order (allies): first second [first] second
        note
        -- axis-return
        -- axis-refit
        -- axis-reinforcement
        -- axis-movement
        axis-movement.1.order (axis): done barrage base-attack trainbust interdict station sweep transfer \
            capture build reduce hex supply [done] done
        -- axis-movement-barrage
        axis-movement-barrage.1.order (axis): done trainbust [done] done
        -- axis-supply
        axis-supply.1.order (axis): done supply [done] done
        -- allies-reaction
        allies-reaction.1.order (allies): done capture hex supply [done] done
        -- allies-reaction-barrage
        allies-reaction-barrage.1.order (allies): done trainbust [done] done
        -- axis-combat-barrage
        axis-combat-barrage.1.order (axis): done trainbust [done] done
        -- axis-combat-combat
        axis-combat-combat.1.order (axis): done capture hex [done] done
        -- axis-exploitation
        axis-exploitation.1.order (axis): done barrage base-attack trainbust interdict station sweep transfer \
            capture hex supply [done] done
        -- axis-exploitation-barrage
        axis-exploitation-barrage.1.order (axis): done trainbust [done] done
        -- axis-exploitation-combat
        axis-exploitation-combat.1.order (axis): done capture hex [done] done
        -- axis-clean-up
        -- allies-return
        ruling return-required
        note
        -- allies-refit
        allies-refit.refit.y (allies): f2{4 2}, 0-1 [f2] f2
        note
        ruling refit-per-level
        -- allies-reinforcement
        -- allies-movement
        allies-movement.1.order (allies): done base-attack trainbust interdict station sweep capture build \
            reduce hex supply [done] done
        -- allies-supply
        allies-supply.1.order (allies): done supply [done] done
        -- axis-reaction
        axis-reaction.1.order (axis): done barrage base-attack trainbust interdict station sweep transfer \
            capture hex supply [done] done
        -- allies-combat-barrage
        -- allies-combat-combat
        allies-combat-combat.1.order (allies): done capture hex [done] done
        -- allies-exploitation
        allies-exploitation.1.order (allies): done base-attack trainbust interdict station sweep capture hex \
            supply [done] done
        -- allies-exploitation-combat
        allies-exploitation-combat.1.order (allies): done capture hex [done] done
        -- allies-clean-up
        f1 active-at-base x 2
        t1 active-at-base x 2
        f2 active-at-base y 2
        x axis 2 4 2 base
        y allies 2 3 base
        z axis 4 strip
        """)


def test_r3_a_whole_turn_of_4_3_with_guns():
    text = game([], [F1, T1, F2, C1], options=V4, hexes=PORT, distances=NEAR, more=f"first-player: axis\n{GUNS}")
    assert story(text) == lines_of("""
        --
        -- weather
        note
        -- first-player
        note
        -- axis-refit
        -- axis-reinforcement
        -- axis-movement
        axis-movement.1.order (axis): done sweep drop transport transfer capture build reduce hex supply \
            [done] done
        -- axis-movement-barrage
        axis-movement-barrage.1.order (axis): done barrage base-attack trainbust ship-attack gunfire [done] \
            done
        -- axis-supply
        axis-supply.1.order (axis): done supply [done] done
        -- allies-reaction
        allies-reaction.1.order (allies): done sweep capture hex supply [done] done
        -- allies-reaction-barrage
        allies-reaction-barrage.1.order (allies): done base-attack port-attack trainbust ship-attack gunfire \
            [done] done
        -- axis-combat-barrage
        axis-combat-barrage.1.order (axis): done gunfire [done] done
        -- axis-combat-combat
        axis-combat-combat.1.order (axis): done capture hex [done] done
        -- axis-exploitation
        axis-exploitation.1.order (axis): done sweep drop transport transfer capture hex supply [done] done
        -- axis-exploitation-barrage
        axis-exploitation-barrage.1.order (axis): done barrage base-attack trainbust ship-attack gunfire \
            [done] done
        -- axis-exploitation-combat
        axis-exploitation-combat.1.order (axis): done capture hex [done] done
        -- axis-clean-up
        -- allies-refit
        -- allies-reinforcement
        -- allies-movement
        allies-movement.1.order (allies): done sweep capture build reduce hex supply [done] done
        -- allies-movement-barrage
        allies-movement-barrage.1.order (allies): done base-attack port-attack trainbust ship-attack gunfire \
            [done] done
        -- allies-supply
        allies-supply.1.order (allies): done supply [done] done
        -- axis-reaction
        axis-reaction.1.order (axis): done sweep drop transport transfer capture hex supply [done] done
        -- axis-reaction-barrage
        axis-reaction-barrage.1.order (axis): done barrage base-attack trainbust ship-attack gunfire [done] \
            done
        -- allies-combat-barrage
        allies-combat-barrage.1.order (allies): done gunfire [done] done
        -- allies-combat-combat
        allies-combat-combat.1.order (allies): done capture hex [done] done
        -- allies-exploitation
        allies-exploitation.1.order (allies): done sweep capture hex supply [done] done
        -- allies-exploitation-barrage
        allies-exploitation-barrage.1.order (allies): done base-attack port-attack trainbust ship-attack \
            gunfire [done] done
        -- allies-exploitation-combat
        allies-exploitation-combat.1.order (allies): done capture hex [done] done
        -- allies-clean-up
        f1 active-at-base x 2
        t1 active-at-base x 2
        f2 active-at-base y 2
        c1 active-at-base x 2
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        s
        r
        k axis 1
        g
        e
        s
        r
        """)


def test_r2_a_tie_goes_to_the_previous_first_player():
    text = game(
        [],
        [inactive(F1)],
        options="first-player-ties: previous-first-player",
        more="previous-first-player: allies\norders: prepared",
    )
    assert story(text, "22 31") == lines_of("""
        --
        -- weather
        note
        -- first-player
        first-player.r1.axis.initiative (axis): 2 2: 4
        first-player.r1.allies.initiative (allies): 3 1: 4
        ruling first-player-ties
        first-player.r1.player-order (allies): first second [first] first
        note
        -- allies-return
        -- allies-refit
        -- allies-reinforcement
        -- allies-movement
        -- allies-supply
        -- axis-reaction
        -- allies-combat-barrage
        -- allies-exploitation
        -- allies-clean-up
        -- axis-return
        -- axis-refit
        axis-refit.refit.x (axis): f1{4 2}, 0-1 [f1] f1
        note
        ruling refit-per-level
        -- axis-reinforcement
        -- axis-movement
        -- axis-supply
        -- allies-reaction
        -- axis-combat-barrage
        -- axis-exploitation
        -- axis-clean-up
        f1 active-at-base x 2
        x axis 2 3 2 base
        y allies 2 4 base
        z axis 4 strip
        """)


def test_r1_limited_flight():
    wait = order("station", units="t1", phase="axis.exploitation")
    text = game(
        [order("station", units="f1", id_="n"), wait],
        [F1, T1],
        "axis.movement, axis.exploitation",
        more="weather: {name: mud, flight: limited, phases: [movement]}",
    )
    assert story(text) == lines_of("""
        --
        note
        -- axis-movement
        -- n
        notes 2
        -- axis-exploitation
        -- m
        note
        f1 active-elsewhere h 2 strike 8
        t1 active-at-base x 2
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        """)


def test_r21_whoever_orders_a_mission_says_who_has_advantage():
    answers = {"axis-movement.1.order": "sweep", "axis-movement.1.advantage": "allies"}
    text = game([], [F1, F2], "axis.movement")
    assert story(text, "66 1", answers) == lines_of("""
        --
        -- axis-movement
        axis-movement.1.order (axis): done barrage base-attack trainbust interdict station sweep transfer \
            capture build reduce hex supply [done] sweep
        note
        -- axis-movement.1
        axis-movement.1.fly (axis): f1{4 2}, 0-1 [f1] f1
        note
        axis-movement.1.advantage (axis): none axis{1} allies{1} [none] allies
        notes 2
        ruling advantage
        axis-movement.1.r1.air-combat (axis): 6 6 +4 -4 -1 -1: result 9+ defender-aborts
        axis-movement.1.r1.loss (axis): 1: ocs-3.0 1 -
        loss allies F2 1
        -- axis-movement.1
        ruling sweep-returns
        axis-movement.1.land.f1 (axis): x{12} z{14} [x] x
        note
        axis-movement.2.order (axis): done capture build reduce hex supply [done] done
        f1 inactive x 2
        f2 inactive y 2
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 4 strip
        """)


def test_r45_a_transport_is_ordered_at_the_table():
    answers = {
        "axis-movement.1.order": "transport", "axis-movement.1.cargo": "2T, 1/2 RE",
        "axis-movement.1.flak": "none",
    }  # fmt: skip
    text = game([], [C1, C2], "axis.movement")
    assert story(text, "", answers) == lines_of("""
        --
        -- axis-movement
        axis-movement.1.order (axis): done barrage base-attack trainbust interdict station drop transport \
            transfer capture build reduce hex supply [done] transport
        note
        axis-movement.1.stays (axis): no yes [no] no
        axis-movement.1.cargo (axis): [1T; 1/2 RE; 2T; 1T, 1/2 RE; 1/2 RE MA 8] 2T, 1/2 RE
        -- axis-movement.1
        axis-movement.1.fly (axis): c1{0 0 2} c2{0 0 3}, 0-2 [c2] c2
        axis-movement.1.cargo-left (axis): supply-1{1 1} supply-2{2 1} unit-2{2 1}, 1-3 [unit-2] unit-2
        notes 2
        ruling flak-missions
        axis-movement.1.flak (allies): none loss abort [none] none
        notes 2
        axis-movement.1.land.c2 (axis): z{0} x{6} [x] x
        note
        axis-movement.2.order (axis): done barrage base-attack trainbust interdict station drop transport \
            transfer capture build reduce hex supply [done] done
        c1 active-at-base x 2
        c2 inactive x 2
        x axis 2 2 2 base
        y allies 2 4 base
        z axis 6 strip 2
        """)


def test_r42_a_drop_is_ordered_at_the_table():
    answers = {
        "axis-movement.1.order": "drop", "axis-movement.1.target": "k", "axis-movement.1.method": "glider",
        "axis-movement.1.cargo": "1/2 RE",
        "axis-movement.1.planned": "yes", "axis-movement.1.flak": "none",
    }  # fmt: skip
    text = game([], [C1, F1], "axis.movement", "drop-plan-required: yes")
    assert story(text, "55", answers) == lines_of("""
        --
        -- axis-movement
        axis-movement.1.order (axis): done barrage base-attack trainbust interdict station drop transport \
            transfer capture build reduce hex supply [done] drop
        axis-movement.1.target (axis): h{3} k x{2 2} y{2} z [h] k
        axis-movement.1.method (axis): paradrop glider{2} [paradrop] glider
        axis-movement.1.cargo (axis): [1T; 1/2 RE; 2T; 1T, 1/2 RE; 1/2 RE MA 8] 1/2 RE
        axis-movement.1.planned (axis): no yes [no] yes
        -- axis-movement.1
        axis-movement.1.fly (axis): c1{0 0 2} f1{4 2}!, 0-2 [c1] c1
        note
        ruling flak-missions
        axis-movement.1.flak (allies): none loss abort [none] none
        note
        axis-movement.1.drop.unit-1 (axis): 5 5: enemy-closed-glider 7+ safe
        note
        axis-movement.1.land.c1 (axis): x{15} z{20} [x] x
        note
        axis-movement.2.order (axis): done barrage base-attack trainbust interdict station transfer capture \
            build reduce hex supply [done] done
        c1 inactive x 2
        f1 active-at-base x 2
        x axis 2 4 1 base
        y allies 2 4 base
        z axis 4 strip
        k axis axis 1/2
        """)


def test_r47_a_drop_that_was_not_planned_is_not_flown():
    answers = {
        "allies-movement.1.order": "drop", "allies-movement.1.target": "k", "allies-movement.1.cargo": "1/2 RE",
        "allies-movement.2.order": "drop", "allies-movement.2.target": "k", "allies-movement.2.cargo": "1T",
        "allies-movement.2.allied-eto": "yes", "allies-movement.2.flak": "none",
    }  # fmt: skip
    plane = C1.replace("axis", "allies").replace("at: x", "at: y")
    text = game([], [plane], "allies.movement", "drop-plan-required: yes")
    assert story(text, "55", answers) == lines_of("""
        --
        -- allies-movement
        allies-movement.1.order (allies): done base-attack trainbust interdict station drop capture build \
            reduce hex supply [done] drop
        allies-movement.1.target (allies): h{3} k x{2} y{2 1} z [h] k
        allies-movement.1.cargo (allies): [1T; 1/2 RE; 2T; 1T, 1/2 RE; 1/2 RE MA 8] 1/2 RE
        allies-movement.1.planned (allies): no yes [no] no
        note
        allies-movement.2.order (allies): done base-attack trainbust interdict station drop capture build \
            reduce hex supply [done] drop
        allies-movement.2.target (allies): h{3} k x{2} y{2 1} z [h] k
        allies-movement.2.cargo (allies): [1T; 1/2 RE; 2T; 1T, 1/2 RE; 1/2 RE MA 8] 1T
        allies-movement.2.allied-eto (allies): no yes{1} [no] yes
        -- allies-movement.2
        allies-movement.2.fly (allies): c1{0 0 2}, 0-1 [c1] c1
        note
        ruling flak-missions
        allies-movement.2.flak (axis): none loss abort [none] none
        note
        allies-movement.2.drop.supply-1 (allies): 5 5 -1: enemy-closed-paradrop 7+ safe
        notes 2
        allies-movement.3.order (allies): done capture build reduce hex supply [done] done
        c1 inactive y 2
        x axis 2 4 2 base
        y allies 2 3 base
        z axis 4 strip
        """)


def test_r44a_what_happens_on_the_ground_is_told():
    told = {
        1: ("combat-units", {"who": "both"}), 2: ("occupied-by", {"who": "allies"}), 3: ("spotters", {"who": "nobody"}),
        4: ("re", {"re": "2 1/2"}), 5: ("hedgehog", {"level": "3"}), 6: ("hq", {"is-there": "yes"}),
        7: ("flak", {"flak": "4"}), 8: ("strat-mode", {"is-there": "yes"}),
    }  # fmt: skip
    answers = {}
    for number, (what, said) in told.items():
        key = f"axis-movement.{number}"
        answers |= {f"{key}.order": "hex", f"{key}.target": "h", f"{key}.what": what}
        answers |= {f"{key}.{name}": value for name, value in said.items()}
    answers |= {"axis-movement.9.order": "supply", "axis-movement.9.target": "z", "axis-movement.9.supply": "7"}
    assert story(game([], [F1], "axis.movement"), "", answers) == lines_of("""
        --
        -- axis-movement
        axis-movement.1.order (axis): done barrage base-attack trainbust interdict station transfer capture \
            build reduce hex supply [done] hex
        axis-movement.1.target (axis): h k x y z [h] h
        axis-movement.1.what (axis): combat-units occupied-by spotters re hedgehog hq flak strat-mode \
            [combat-units] combat-units
        axis-movement.1.who (axis): nobody axis allies both [nobody] both
        note
        axis-movement.2.order (axis): done barrage base-attack trainbust interdict station transfer capture \
            build reduce hex supply [done] hex
        axis-movement.2.target (axis): h k x y z [h] h
        axis-movement.2.what (axis): combat-units occupied-by spotters re hedgehog hq flak strat-mode \
            [combat-units] occupied-by
        axis-movement.2.who (axis): nobody axis allies both [nobody] allies
        note
        axis-movement.3.order (axis): done barrage base-attack trainbust interdict station transfer capture \
            build reduce hex supply [done] hex
        axis-movement.3.target (axis): h k x y z [h] h
        axis-movement.3.what (axis): combat-units occupied-by spotters re hedgehog hq flak strat-mode \
            [combat-units] spotters
        axis-movement.3.who (axis): nobody axis allies both [nobody] nobody
        note
        axis-movement.4.order (axis): done barrage base-attack trainbust interdict station transfer capture \
            build reduce hex supply [done] hex
        axis-movement.4.target (axis): h k x y z [h] h
        axis-movement.4.what (axis): combat-units occupied-by spotters re hedgehog hq flak strat-mode \
            [combat-units] re
        axis-movement.4.re (axis): [1; 3] 2 1/2
        note
        axis-movement.5.order (axis): done barrage base-attack trainbust interdict station transfer capture \
            build reduce hex supply [done] hex
        axis-movement.5.target (axis): h k x y z [h] h
        axis-movement.5.what (axis): combat-units occupied-by spotters re hedgehog hq flak strat-mode \
            [combat-units] hedgehog
        axis-movement.5.level (axis): 0 1{1} 2{2} 3{3} 4{4} [0] 3
        note
        axis-movement.6.order (axis): done barrage base-attack trainbust interdict station transfer capture \
            build reduce hex supply [done] hex
        axis-movement.6.target (axis): h k x y z [h] h
        axis-movement.6.what (axis): combat-units occupied-by spotters re hedgehog hq flak strat-mode \
            [combat-units] hq
        axis-movement.6.is-there (axis): yes no [yes] yes
        note
        axis-movement.7.order (axis): done barrage base-attack trainbust interdict station transfer capture \
            build reduce hex supply [done] hex
        axis-movement.7.target (axis): h k x y z [h] h
        axis-movement.7.what (axis): combat-units occupied-by spotters re hedgehog hq flak strat-mode \
            [combat-units] flak
        axis-movement.7.flak (axis): [1; 3] 4
        note
        axis-movement.8.order (axis): done barrage base-attack trainbust interdict station transfer capture \
            build reduce hex supply [done] hex
        axis-movement.8.target (axis): h k x y z [h] h
        axis-movement.8.what (axis): combat-units occupied-by spotters re hedgehog hq flak strat-mode \
            [combat-units] strat-mode
        axis-movement.8.is-there (axis): yes no [yes] yes
        note
        axis-movement.9.order (axis): done barrage base-attack trainbust interdict station transfer capture \
            build reduce hex supply [done] supply
        axis-movement.9.target (axis): x{4} z{4} [x] z
        axis-movement.9.supply (axis): [1; 3] 7
        note
        axis-movement.10.order (axis): done barrage base-attack trainbust interdict station transfer capture \
            build reduce hex supply [done] done
        f1 active-at-base x 2
        x axis 2 4 2 base
        y allies 2 4 base
        z axis 7 strip
        h allies allies allies 5/2 3 hq 4 strat_mode
        """)


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
