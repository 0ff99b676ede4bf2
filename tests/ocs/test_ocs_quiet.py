"""When a question has one sensible answer, and when the same question is a real one."""

import pytest
from ocs_stories import aloft
from ocs_theater import F1, T1, game
from support import fight


def is_quiet(key, text, dice=(), answers=()):
    """Whether a question is quiet, in a scenario with these dice and answers."""
    fought = fight(text, dict(dice), dict(answers))
    return next(question.quiet for question in fought.asked if question.key == key)


@pytest.mark.parametrize(("tired", "quiet"), [(4, True), (5, False)])
def test_r5_a_base_refits_all_units_that_it_can(tired, quiet):
    planes = [F1.replace("id: f1", f"id: f{n}").replace("at: x", "at: x, status: inactive") for n in range(tired)]
    key = "axis-refit.refit.x"
    assert is_quiet(key, game(units=planes, play="axis.refit"), answers={key: {"f1": 1}}) is quiet


THREE_BASES = """
  x: {side: axis, level: 2}
  z: {side: axis, kind: strip}
  w: {side: axis, kind: strip}
"""


DISTANCES = "{h: {x: 8, z: 5, w: 6}, x: {z: 6, w: 7}}"


def test_r4_a_unit_returns_to_its_own_base():
    text, key = game(units=[aloft(F1, "h")], play="axis.return", bases=THREE_BASES, distances=DISTANCES), "axis-return.land.f1"
    assert is_quiet(key, text, answers={key: "z"}) is True


def test_r40_the_owner_is_asked_where_a_unit_goes_that_has_lost_its_base():
    taken = "{id: taken, in: allies.movement, kind: capture, at: x}"
    text, key = game([taken], [F1], "allies.movement", bases=THREE_BASES, distances=DISTANCES), "taken.displace.f1"
    assert is_quiet(key, text, {"taken.capture.f1": (1, 1)}, {key: "w"}) is False


@pytest.mark.parametrize(("most", "quiet"), [(2, True), (1, False)])
def test_r11_units_that_are_over_their_target_strike_it(most, quiet):
    planes = [aloft(T1, "h"), aloft(T1.replace("t1", "t2"), "h")]
    text = game(["{id: raid, in: axis.combat, kind: barrage, at: h}"], planes, "axis.combat", f"max-per-mission: {most}")
    assert is_quiet("raid.strike", text, answers={"raid.strike": {}}) is quiet


GUARDED = THREE_BASES.replace("level: 2", "level: 2, combat-units: [axis]")


@pytest.mark.parametrize(("bases", "quiet"), [(THREE_BASES, True), (GUARDED, False)])
def test_r38_whether_a_base_was_overrun_is_asked_where_somebody_guards_it(bases, quiet):
    answers = {"order": "capture", "target": "x", "overrun": "no", "self-inflicted": "no"}
    text = game(units=[F1.replace("at: x", "at: z")], play="allies.movement", bases=bases, distances=DISTANCES)
    said = {f"allies-movement.1.{key}": answer for key, answer in answers.items()}
    assert is_quiet("allies-movement.1.overrun", text, answers=said) is quiet
    assert is_quiet("allies-movement.1.self-inflicted", text, answers=said) is True
