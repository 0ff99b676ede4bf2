"""Turns, step by step: what can be ordered when, and who goes first."""

from ocs_stories import V4, aloft, inactive, lines_of, order, story
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
