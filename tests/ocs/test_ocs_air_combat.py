"""Air-to-air combat (14.6): pairing, modifiers, aborts, losses, and breaking off."""

import pytest
from ocs_boards import Air
from ocs_theater import BASES, F1, F2, T1, game
from support import fight, problems_of

from airwar.errors import Mismatch
from airwar.rulesets.ocs.air_combat import Contender, attack_refused, combat_reading, fight_over, modifiers
from airwar.rulesets.ocs.rulings import profile
from airwar.setup.loading import parse_scenario

V3 = profile()
F3 = F2.replace("f2", "f3").replace("F2", "F3")
SWEEP = "{id: raid, in: axis.movement, kind: sweep, at: y, with: [f1]}"
STRIKE = "{id: raid, in: axis.movement, kind: base-attack, at: y, with: [f1, t1], result: NE}"
PATROL = "{id: raid, in: allies.reaction, kind: sweep, at: h, with: [f2]}"
OVER_H = F1.replace("at: x", "at: x, over: h, duty: interdiction")


def terms(fought, key):
    return {name: value for name, value, *_ in fought.rolls()[key]["terms"]}


def test_r16_air_combat_is_between_active_units_in_one_hex_inactive_ones_take_no_part():
    tired = F2.replace("at: y", "at: y, status: inactive")
    raid = SWEEP.replace("kind: sweep", "kind: base-attack").replace("with:", "result: NE, flak: none, with:")
    fought = fight(game([raid], [F1, tired], play="axis.movement"))
    assert not fought.rolls()
    assert fought.state.board.unit("f2") == Air("f2", "inactive", "y", 2)


def test_r16_a_sweep_goes_home_win_or_lose():
    fought = fight(game([SWEEP], play="axis.movement"), "air-combat 6 6; loss 1; land.f1 x")
    assert fought.state.board.unit("f1").state == "inactive"
    assert fought.end.result == "swept"


def test_r17_the_roles_switch_if_all_ratings_of_the_attacker_are_in_parentheses():
    alone = STRIKE.replace("f1, t1", "t1")
    fought = fight(game([alone], [T1, F2], play="axis.movement"), "air-combat 6 5; loss 1; abort.t1 x; abort-after none")
    assert fought.rolls()["raid.r1.air-combat"]["by"] == "allies"
    assert terms(fought, "raid.r1.air-combat") == {
        "attacker's rating": 4,
        "attacker F-type over its own base": 1,
        "defender's rating": -2,
    }
    assert any("so the roles switch" in body["text"] for body in fought.told("note"))
    assert fought.end.result == "driven off"


def test_r17_units_with_ratings_in_parentheses_ignore_each_other():
    stuka = F2.replace("type: F", "type: T").replace("rating: 4", "rating: (1)")
    fought = fight(game([STRIKE.replace("f1, t1", "t1")], [T1, stuka], play="axis.movement"), "flak none")
    assert "air-combat" not in str(fought.rolls())
    assert fought.end.result == "no effect"


def test_r17_a_unit_with_its_rating_in_parentheses_may_not_attack():
    assert "may not attack in air combat" in attack_refused(Contender(2, parenthesized=True))
    assert attack_refused(Contender(2)) is None


def test_r18_the_attacker_picks_first_and_not_a_rating_in_parentheses():
    fought = fight(
        game([STRIKE], [F1, T1, F2, F3], play="axis.movement"),
        """
            attacker.abort-before none; defender.abort-before none
            unit f3; air-combat 6 5; loss 1
            air-combat 6 5; loss 1; abort-after none
            flak none
        """,
    )
    assert [question.key for question in fought.asked][:3] == [
        "raid.attacker.abort-before",
        "raid.defender.abort-before",
        "raid.r1.defender.unit",
    ]
    assert [note for note in fought.notes() if " attacks " in note] == ["F1 attacks F3", "F1 attacks F2"]
    assert [fought.state.board.unit(unit).state for unit in ("f2", "f3")] == ["inactive", "inactive"]
    assert fought.end.result == "no effect"


def test_r18_before_the_first_round_some_may_break_off_but_one_must_stay():
    text = game([STRIKE], [F1, T1, F2, F3], play="axis.movement")
    dice = {"raid.r1.air-combat": (6, 5), "raid.r1.loss": (1,)}
    answers = {
        "raid.attacker.abort-before": {"t1": 1},
        "raid.abort.t1": "z",
        "raid.defender.abort-before": {"f3": 1},
        "raid.r1.attacker.abort-after": {},
        "raid.flak": "none",
    }
    fought = fight(
        text,
        """
            attacker.abort-before 1 t1
            abort.t1 z
            defender.abort-before 1 f3
            air-combat 6 5; loss 1; abort-after none
            flak none
        """,
    )
    assert fought.state.board.unit("t1") == Air("t1", "inactive", "z", 2)
    assert fought.state.board.unit("f3") == Air("f3", "inactive", "y", 2)
    with pytest.raises(ValueError, match="2 in all; expected 0 to 1"):
        fight(text, dice, {**answers, "raid.defender.abort-before": {"f2": 1, "f3": 1}})


def test_r19_both_abort_in_the_middle_of_the_table():
    fought = fight(game([PATROL], [OVER_H, F2], play="allies.reaction"), "air-combat 3 3; loss 5; abort.f1 x")
    assert fought.rolls()["raid.r1.air-combat"]["total"] == 7
    assert [(unit.id, unit.state, unit.steps) for unit in fought.state.board.units.values()] == [
        ("f1", "inactive", 2),
        ("f2", "inactive", 2),
    ]


@pytest.mark.parametrize(
    ("dice", "sentence"),
    [
        ({"raid.r1.air-combat": (0, 3)}, "raid.r1.air-combat: 2d6 cannot show [0, 3]"),
        ({"raid.r1.air-combat": (6, 7)}, "raid.r1.air-combat: 2d6 cannot show [6, 7]"),
        ({"raid.r1.air-combat": (13,)}, "raid.r1.air-combat: 2d6 cannot show [13]"),
        ({"raid.r1.air-combat": (3, 3), "raid.r1.loss": (7,)}, "raid.r1.loss: 1d6 cannot show [7]"),
    ],
)
def test_r19_impossible_dice_are_refused(dice, sentence):
    with pytest.raises(Mismatch) as refused:
        fight(game([PATROL], [OVER_H, F2], play="allies.reaction"), dice)
    assert sentence in str(refused.value)


def test_r20_a_bonus_of_the_defender_counts_against_the_roll():
    fighter = Contender(3, fighter=True, own_base=True)
    assert sum(term.value for term in modifiers("attacker", fighter, False, V3)) == 4
    assert sum(term.value for term in modifiers("defender", fighter, False, V3)) == -4


def test_r21_advantage_goes_to_the_side_that_declares_it():
    declared = PATROL.replace("with:", "advantage: axis, with:")
    fought = fight(game([declared], [OVER_H, F2], play="allies.reaction"), "air-combat 3 3; loss 5; abort.f1 x")
    assert terms(fought, "raid.r1.air-combat")["defender uses Advantage"] == -1
    assert fought.told("ruling")[0]["text"].startswith("house default: Advantage for Axis, as declared")
    new = game(
        [declared.replace("allies.reaction, kind: sweep, at: h", "allies.reaction, kind: sweep, at: x")],
        [F1, F2],
        play="allies.reaction",
        options="profile: ocs-4.3",
    )
    assert "Advantage" not in str(fight(new, "air-combat 3 4; loss 1").rolls())


def test_r21_both_sides_never_use_advantage():
    both = PATROL.replace("with:", "advantage: [axis, allies], with:")
    assert any("axis and allies both claim Advantage; only one side may use it (R21)" in text for text in problems_of(game([both])))


@pytest.mark.parametrize(
    ("version", "distance", "minus"), [("ocs-3.0", 10, -1), ("ocs-3.0", 9, 0), ("ocs-4.3", 10, 0), ("ocs-4.3", 11, -1)]
)
def test_r22_long_range_counts_from_half_range_on_or_beyond_it(version, distance, minus):
    far = Contender(3, range=20, distance=distance)
    assert sum(term.value for term in modifiers("attacker", far, False, profile(version, long_range="yes"))) == 3 + minus
    assert sum(term.value for term in modifiers("attacker", far, False, profile(version))) == 3


def test_r23_an_f_type_over_its_own_base_has_plus_one():
    visitor = F2.replace("at: y", "at: y, over: w")
    missions = [SWEEP.replace("at: y", "at: w")]
    more = {"bases": BASES + "  w: {side: allies}\n", "distances": "{w: {x: 5, y: 5}, x: {y: 12}}", "play": "axis.movement"}
    fought = fight(game(missions, [F1, visitor], **more), "air-combat 6 6; loss 1")
    assert terms(fought, "raid.r1.air-combat")["defender F-type over its own base"] == -1
    bomber = Contender(3, fighter=False, own_base=True)
    assert combat_reading(Contender(3), bomber, "none", V3).read((4, 5)) == "defender-aborts"


@pytest.mark.parametrize(("hexes", "place"), [(20, "x"), (21, "")])
def test_r24_a_unit_aborts_within_its_range_and_is_destroyed_beyond_it(hexes, place):
    """F1 has range 20. It took off from Z, which has fallen since; only X is left."""
    out = F1.replace("at: x", "at: z, over: h")
    meet = "{id: meet, in: allies.reaction, kind: sweep, at: h, with: [f2]}"
    fall = "{id: fall, in: allies.movement, kind: capture, at: z}"
    text = game([fall, meet], [out, F2], play="allies.movement, allies.reaction",
                distances=f"{{h: {{x: {hexes}, y: 8, z: 12}}, x: {{y: 12, z: 6}}, y: {{z: 14}}}}")  # fmt: skip
    fought = fight(text, "air-combat 6 6; loss 1; land.f2 y")
    assert fought.state.board.unit("f1").place == place
    said = fought.notes()
    lands = "is inactive at X (borrowed from 4.3)" if place else "has no friendly base within 20 hexes and is destroyed"
    assert f"F1 {lands}" in said
    assert not any("only one choice" in text for text in said)


def test_r24_an_aborting_unit_goes_to_a_base_in_range_or_to_the_one_it_fought_over():
    fought = fight(game([SWEEP], play="axis.movement"), "air-combat 1 1; loss 1; abort.f1 z; abort-after none")
    assert fought.state.board.unit("f1") == Air("f1", "inactive", "z", 2)
    guest = F2.replace("at: y", "at: y, over: w")
    more = {"bases": BASES + "  w: {side: allies}\n", "distances": "{w: {x: 5, y: 5}, x: {y: 12}}", "play": "axis.movement"}
    over = fight(game([SWEEP.replace("at: y", "at: w")], [F1, guest], **more), "air-combat 6 6; loss 1")
    assert over.state.board.unit("f2") == Air("f2", "inactive", "w", 2)


def test_r25_one_third_die_for_both_or_one_each():
    text = game([PATROL], [OVER_H, F2], play="allies.reaction")
    shared = fight(text, "air-combat 3 3; loss 6; abort.f1 x")
    assert [unit.steps for unit in shared.state.board.units.values()] == [1, 1]
    each = fight(text.replace("options: {}", "options: {loss-die: per-unit}"), "air-combat 3 3; loss.f2 5; loss.f1 6; abort.f1 x")
    assert [unit.steps for unit in each.state.board.units.values()] == [1, 2]


def test_r26_a_reduced_unit_that_loses_a_step_is_eliminated_instead_of_going_home():
    weak = F2.replace("at: y", "at: y, steps: 1")
    fought = fight(game([SWEEP], [F1, weak], play="axis.movement"), "air-combat 6 6; loss 6; land.f1 x")
    assert fought.losses() == [("allies", "F2", 1, "eliminated")]
    assert fought.state.board.unit("f2") == Air("f2", "eliminated", "", 0)


def test_r27_survivors_may_go_home_after_air_combat():
    fought = fight(
        game([STRIKE], [F1, T1, F2], play="axis.movement"),
        "abort-before none; air-combat 6 6; loss 1; abort-after 1 f1 1 t1; abort.f1 x; abort.t1 x",
    )
    assert fought.end.result == "driven off"
    assert fought.state.board.unit("f1") == Air("f1", "inactive", "x", 2)


def test_r27_units_that_can_no_longer_attack_may_go_home_too():
    bomber = F2.replace("id: f2", "id: b2").replace("type: F", "type: T").replace("rating: 4", "rating: (1)")
    fought = fight(
        game([STRIKE], [F1, T1, F2, bomber], play="axis.movement", options="voluntary-abort: yes"),
        """
            attacker.abort-before none; defender.abort-before none
            unit f2; air-combat 4 4; loss 1
            abort.f1 x
            attacker.abort-after none; defender.abort-after 1 b2
            flak none
        """,
    )
    assert fought.state.board.unit("b2").state == "inactive"
    rules = {body["key"]: body["rule"] for body in fought.records if body["t"] == "choice"}
    assert (rules["raid.r1.defender.abort-after"], rules["raid.attacker.abort-before"]) == ("R27", "R18")
    assert rules["raid.r1.abort.f1"] == "R24"


def test_r16_a_fight_depends_on_its_own_units_and_the_bases_alone():
    """So its odds are solved once, whatever else has happened on the board."""

    def fight_at(board):
        return fight_over(board, "y", "axis", ("f1",), ("f2",))

    board = parse_scenario(game(units=[F1, T1, F2]), "t").start.state.board
    moved = board.with_units(board.unit("t1").landed("x")).with_barraged("h")
    assert fight_at(moved) == fight_at(board)
    assert hash(fight_at(moved)) == hash(fight_at(board))
    reduced = fight_at(board.with_units(board.unit("t1").hit()))
    assert (reduced.board, reduced.lost_elsewhere) == (fight_at(board).board, (1, 0))  # which scripts may ask about


def test_r18_a_script_may_ask_about_both_sides():
    fought = fight(
        game([STRIKE], [F1, T1, F2, F3], play="axis.movement"),
        """
            attacker.abort-before none; defender.abort-before none
            unit f3; air-combat 6 5; loss 6
            air-combat 6 5; loss 1; abort-after none
            flak none
        """,
    )
    before, *_, after = (question.facts() for question in fought.asked if question.facts)
    shared = {"own.factors": 2, "own.lost": 0, "own.rating": 4}
    assert before == {**shared, "enemy.factors": 2, "enemy.lost": 0, "enemy.rating": 4, "strength-percent": 100}
    assert after == {**shared, "enemy.factors": 0, "enemy.lost": 1, "enemy.rating": 0, "strength-percent": 200}
