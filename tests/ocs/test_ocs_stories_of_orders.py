"""Orders at the table, step by step: what is asked for each, and the board after it."""

from ocs_stories import C2, lines_of, story
from ocs_theater import C1, F1, F2, game


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
