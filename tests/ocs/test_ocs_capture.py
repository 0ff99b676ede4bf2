"""An air base is captured (9.15e)."""

import pytest
from ocs_boards import Air
from ocs_theater import BASES, F1, F2, T1, game
from support import fight, problems_of

FALLS = "{id: fall, in: allies.movement, kind: capture, at: x}"
TIRED = T1.replace("at: x", "at: x, status: inactive")


def test_r37_every_unit_at_the_base_is_rolled_for_whatever_the_weather():
    text = game([FALLS], [F1, TIRED, F2], play="allies.movement", more="weather: {flight: none}")
    fought = fight(text, "capture.f1 2 3; capture.t1 3 4")
    assert fought.end.result == "captured, 0 air steps lost"
    assert list(fought.rolls()) == ["fall.capture.f1", "fall.capture.t1"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("at: x}", "at: y}"), "Y already belongs to the Allies (R37)"),
        (("at: x}", "at: h}"), "H has no air base; capture needs one"),
        (("at: x}", "at: x, with: [f2]}"), "f2 is at y; capture rolls are for units at x (R37)"),
        (("allies.movement", "allies.supply"), "bases are not captured in the supply phase"),
    ],
)
def test_r37_what_cannot_be_captured_is_refused(change, sentence):
    assert any(sentence in text for text in problems_of(game([FALLS.replace(*change)], [F1, F2])))


def test_r38_advance_after_combat_adds_two_and_comes_in_the_combat_segment():
    advance = FALLS.replace("allies.movement", "allies.combat").replace("at: x", "at: x, advance: true, self-inflicted: true")
    fought = fight(game([advance], [F1, TIRED], play="allies.combat"), "capture.f1 1 1; capture.t1 2 3")
    assert [fought.rolls()[key]["terms"] for key in fought.rolls()] == [
        [["advance after combat", 2, "R38", "advance-after-combat"]]
    ] * 2
    assert fought.losses() == [("axis", "gliders at X", 2, "destroyed (borrowed from 4.3)"), ("axis", "F1", 1, "reduced")]
    assert any(
        "`advance` and `self-inflicted` go with capture" in text
        for text in problems_of(game(["{id: o, in: axis.movement, kind: sweep, at: h, with: [f1], advance: true}"], [F1]))
    )


@pytest.mark.parametrize(("said", "lost"), [("true", False), ("false", True)])
def test_r39_self_inflicted_rolls_have_plus_two_if_the_scenario_says_so(said, lost):
    own = FALLS.replace("at: x", f"at: x, self-inflicted: {said}")
    fought = fight(game([own], [F1], play="allies.movement"), "capture.f1 1 2")
    assert (fought.state.board.unit("f1").steps == 1) == lost


def test_r40_survivors_go_to_another_base_within_twice_their_range_and_are_inactive():
    far = {"distances": "{x: {y: 12, z: 40}}", "play": "allies.movement"}
    fought = fight(game([FALLS], [F1], **far), "capture.f1 6 6")
    assert fought.state.board.unit("f1") == Air("f1", "inactive", "z", 2)
    assert fought.told("ruling")[-1]["option"] == "displace-factor"


def test_r40_with_no_base_in_reach_they_are_destroyed():
    far = {"distances": "{x: {y: 12, z: 41}}", "play": "allies.movement"}
    fought = fight(game([FALLS], [F1], **far), "capture.f1 6 6")
    assert fought.losses()[-1] == ("axis", "F1", 1, "eliminated")
    longer = fight(game([FALLS], [F1], options="displace-factor: 3", **far), "capture.f1 6 6")
    assert longer.state.board.unit("f1").place == "z"


def test_r40_gliders_at_the_base_are_destroyed():
    fought = fight(game([FALLS], [F2], play="allies.movement"))
    assert fought.state.board.base("x").gliders == 0


def test_r41_the_captor_uses_the_base_at_once_at_its_level():
    move = "{id: move, in: allies.exploitation, kind: transfer, at: x, with: [f2]}"
    fought = fight(game([FALLS, move], [F2], play="allies.movement, allies.exploitation", bases=BASES))
    base = fought.state.board.base("x")
    assert (base.side, base.level) == ("allies", 2)
    assert fought.state.board.unit("f2") == Air("f2", "inactive", "x", 2)


def test_r41_missions_to_a_captured_base_are_not_flown():
    missions = [FALLS, "{id: move, in: axis.reaction, kind: transfer, at: x, with: [f1]}"]
    away = F1.replace("at: x", "at: z")
    fought = fight(game(missions, [away, F2], play="allies.movement, axis.reaction"))
    assert fought.end.result == "fall: captured, 0 air steps lost; move: not flown"
    assert "not flown: X belongs to the Allies (R45)" in fought.notes()


def test_r37_a_base_is_captured_only_from_the_enemy():
    again = FALLS.replace("id: fall", "id: again").replace("allies.movement", "allies.exploitation")
    fought = fight(game([FALLS, again], [F2], play="allies.movement, allies.exploitation"))
    assert fought.end.result == "fall: captured, 0 air steps lost; again: not captured"
    assert "no capture: X already belongs to the Allies (R37)" in fought.notes()


@pytest.mark.parametrize(("face", "captured"), [(1, 0), (2, 2), (3, 2), (4, 4), (5, 4), (6, 5)])
def test_r41_a_die_decides_how_much_supply_is_captured_in_4_3_and_the_rest_is_destroyed(face, captured):
    fall = "{id: fall, in: allies.movement, kind: capture, at: x}"
    bases = BASES.replace("level: 2, supply: 4, gliders: 2", "level: 2, supply: 7")
    text = game([fall], [F2], play="allies.movement", options="profile: ocs-4.3", bases=bases)
    fought = fight(text, {"fall.captured-supply": (face,)}, {"fall.captured": "yes"})
    assert fought.state.board.base("x").supply == captured  # 7T: 25 percent are 1.75T, 75 percent 5.25T
    assert fought.losses() == [("axis", "supply at X", 7 - captured, "T destroyed")]


def test_r41_in_v3_0_all_supply_is_captured_and_the_output_says_that_this_is_a_house_default():
    fall = "{id: fall, in: allies.movement, kind: capture, at: x}"
    fought = fight(game([fall], [F2], play="allies.movement"), "captured yes")
    assert fought.state.board.base("x").supply == 4
    assert any(ruling["option"] == "captured-supply" for ruling in fought.told("ruling"))


@pytest.mark.parametrize(("supply", "die", "left"), [(1, 6, 1), (1, 1, 0), (7, 6, 5), (7, 4, 4), (7, 2, 2)])
def test_r41_in_4_3_a_share_of_the_supply_is_captured_and_the_rest_is_lost(supply, die, left):
    bases = BASES.replace("x: {side: axis, level: 2, supply: 4, gliders: 2", f"x: {{side: axis, level: 2, supply: {supply}")
    fought = fight(game([FALLS], [F2], "allies.movement", "profile: ocs-4.3", bases=bases), {"fall.captured-supply": (die,)})
    assert fought.state.board.base("x").supply == left
    assert [(side, number) for side, _, number, _ in fought.losses()] == [("axis", supply - left)] * (left < supply)
