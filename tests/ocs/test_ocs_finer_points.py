"""What is told besides the results, and what a ruling may change about air units and bases."""

from dataclasses import replace

import pytest
from ocs_boards import board_of
from ocs_theater import BASES, C1, F1, F2, T1, game
from support import fight, problems_of
from test_ocs_air_combat import F3, STRIKE
from test_ocs_capture import FALLS
from test_ocs_drops import DROP, EMPTY

from airwar.rulesets.ocs.board import Segment
from airwar.rulesets.ocs.ground_war import CHANGES
from airwar.rulesets.ocs.position import March, Stage, State
from airwar.rulesets.ocs.rulings import V3, V4, profile
from airwar.rulesets.ocs.show import base_changed, base_now, unit_changed, unit_now
from airwar.rulesets.ocs.worksheets import march_events
from airwar.setup.loading import parse_scenario


def options_told(fought):
    return [body["option"] for body in fought.told("ruling")]


def test_r18_breaking_off_by_choice_is_told():
    fought = fight(
        game([STRIKE], [F1, T1, F2, F3], play="axis.movement"),
        """
            attacker.abort-before 1 t1
            abort.t1 z
            defender.abort-before 1 f3
            air-combat 6 5; loss 1; abort-after none
            flak none
        """,
    )
    told = [body["text"] for body in fought.told("note") if "by choice" in body["text"]]
    assert told == ["T1 breaks off by choice", "F3 breaks off by choice"]


@pytest.mark.parametrize(("supply", "told"), [("4", True), ("0", False)])
def test_r41_captured_supply_is_told_where_there_is_any(supply, told):
    bases = BASES.replace("x: {side: axis, level: 2, supply: 4", f"x: {{side: axis, level: 2, supply: {supply}")
    fought = fight(game([FALLS], [F1], play="allies.movement", bases=bases), "capture.f1 6 6")
    assert ("captured-supply" in options_told(fought)) is told


@pytest.mark.parametrize(("said", "told"), [("at: h, allied-eto: true", True), ("at: h", False)])
def test_r43_the_cutoff_of_allied_drops_is_told_where_it_counts(said, told):
    text = game([DROP.replace("at: h", said)], [C1], play="axis.movement", hexes=EMPTY, options="allied-eto-cutoff: 1944-08")
    fought = fight(text.replace("[germany]", "[us]"), "drop.paras 3 3; food-1 2 3; food-2 6 6; food-3 1 1")
    assert ("allied-eto-cutoff" in options_told(fought)) is told


def test_r36_only_hip_shoots_and_gunfire_say_what_they_are_aimed_at():
    strike = "{id: raid, in: axis.movement, kind: barrage, at: h, with: [t1], target: units}"
    assert any("barrage says what it is aimed at" in problem for problem in problems_of(game([strike], [T1])))
    assert not any(
        "says what it is aimed at" in problem for problem in problems_of(game([strike.replace("barrage", "hip-shoot")], [T1]))
    )


def test_r51_the_worksheet_of_a_march_has_a_line_for_each_hex():
    rulings = profile()
    extra = rulings.number("interdiction-mp")
    sheet = march_events(March(id="column", leg=True, costs=(1, 2)), (0, None), rulings)[0]
    assert sheet.rows == (
        ("1", "1", "0", f"+{extra}", str(1 + extra)),
        ("2", "2", "-", "", "2"),
        ("in all", "3", "", "", str(3 + extra)),
    )


class Answers:
    """Answers every choice with its last option, and keeps what was offered."""

    def __init__(self):
        self.offered = {}

    def choose(self, key, options, **said):
        self.offered[key] = list(options)
        return list(options)[-1]

    def fact(self, key, what, **said):
        return said["examples"][0]


@pytest.mark.parametrize(
    ("change", "place", "key", "offered"),
    [
        ("hedgehog", "h", "level", ["0", "1", "2", "3", "4"]),
        ("spotters", "x", "who", ["nobody", "axis", "allies", "both"]),
        ("combat-units", "x", "who", ["nobody", "axis"]),
        ("combat-units", "h", "who", ["nobody", "axis", "allies", "both"]),
    ],
)
def test_r44a_what_may_be_said_of_a_hex(change, place, key, offered):
    board = parse_scenario(game([], [F1]), "test.yaml").start.state.board
    answers = Answers()
    CHANGES[change].ask(answers, Segment(board, Stage("axis", "movement")), board.hex(place))
    assert [options for asked, options in answers.offered.items() if asked.endswith(f".{key}")] == [offered]


def test_a_ruling_changes_the_steps_and_the_status_of_a_unit_at_a_base():
    unit = board_of().unit("f1")
    assert unit_now(unit) == {"steps": 2, "status": "active"}
    assert unit_changed(unit, "steps", "1").steps == 1
    assert unit_changed(unit, "status", "inactive").state == State.INACTIVE
    assert unit_changed(replace(unit, status="inactive"), "status", "active").state == State.AT_BASE
    assert unit_now(replace(unit, over="h")) == {}


@pytest.mark.parametrize(
    ("what", "value", "why"), [("steps", "3", "not 1 or 2 steps"), ("status", "lost", "not active or inactive")]
)
def test_a_ruling_on_a_unit_makes_sense(what, value, why):
    with pytest.raises(ValueError, match=why):
        unit_changed(board_of().unit("f1"), what, value)


@pytest.mark.parametrize(("what", "least", "most"), [("level", 1, 3), ("supply", 0, 1000), ("gliders", 0, 100)])
def test_a_ruling_on_a_base_has_its_limits(what, least, most):
    base = replace(board_of().base("x"), gliders=1)
    assert base_now(base) == {"level": 2, "supply": 4, "gliders": 1}
    assert base_now(base_changed(base, what, str(most))) == base_now(base) | {what: most}
    assert base_now(base_changed(base, what, str(least))) == base_now(base) | {what: least}
    for value in (str(most + 1), str(least - 1), "some"):
        with pytest.raises(ValueError, match=f"expected a whole number from {least} to {most}"):
            base_changed(base, what, value)


def test_an_air_strip_has_no_level_to_rule_on():
    assert base_now(board_of().base("z")) == {"supply": 4, "gliders": 0}


def test_a_ruling_that_an_option_is_as_the_profile_says():
    for name, means in ((V3, "no"), (V4, "yes")):
        ruled = profile(name, interception="yes" if means == "no" else "no")
        again = replace(ruled, values={**ruled.values, "interception": "by-profile"})
        assert again.value("interception") == means
        assert again.yes("interception") is (means == "yes")
        assert again.is_default("interception")
