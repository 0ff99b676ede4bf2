"""What is on the table in the middle of a battle: the battle's own state and the phase under it."""

import pytest
from dc_support import scenario
from support import SHIPPED, Rigged, bare_log

from airwar.answers.chance import AnyLegal
from airwar.battle import begin
from airwar.engine.walk import Walk
from airwar.loading import load_scenario, parse_scenario
from airwar.rulesets.dark_crusade.show import tables, tally

OURS = [path for path in SHIPPED if path.parent.name == "dark-crusade"]
FORK = """
points:
  start: {side: soviet}
  target: {side: axis}
  near: {side: axis}
  far: {side: axis}
lines:
  road: {between: [start, target], capacity: 0}
  l1: {between: [target, near], capacity: 2}
  l2: {between: [target, far], capacity: 2}
"""


class Looking(Rigged):
    """Keeps the tables that are seen at every question, by its key."""

    def faces(self, roll, drawn):
        self.seen[roll.key] = tables(self.walk.states)
        return super().faces(roll, drawn)

    def choice(self, question):
        self.seen[question.key] = tables(self.walk.states)
        return super().choice(question)


def seen_in(text, dice, answers):
    looking = Looking(dice, answers)
    looking.seen = {}
    looking.walk = Walk(parse_scenario(text, "test.yaml").start, bare_log(), looking)
    looking.walk.run()
    return looking.seen


def test_b10_losses_are_on_the_table_when_the_owner_decides_whether_to_stay():
    text = scenario({"a": "major 4 soviet", "b": "major 4 soviet"}, {"x": "major 3 german"})
    dice = {"target.r1.defender.fire": [4]}
    seen = seen_in(text, dice, {"target.r1.attacker.losses": {"a": 2}, "target.r1.attacker.retreat": "retreat"})
    here = seen["target.r1.attacker.retreat"][0]
    assert here.title == "At Target"
    assert ("Soviet", "A", "major", "4", "2 of 4", "dispersed") in here.rows
    assert ("Soviet", "fires with, as attacker", "", "4", "", "") in here.rows


def test_b11_the_attackers_losses_are_on_the_table_when_the_defender_takes_his():
    text = scenario({"a": "major 3 german"}, {"x": "major 3 soviet", "y": "major 3 soviet"}, attacker="axis")
    dice = {"target.r1.attacker.fire": [2], "target.r1.defender.fire": [2]}
    answers = {"target.r1.defender.losses": {"x": 1}, "target.r1.attacker.retreat": "retreat"}
    here = seen_in(text, dice, answers)["target.r1.defender.losses"][0]
    assert ("Axis", "A", "major", "3", "2 of 3", "dispersed") in here.rows


def test_b1_soviet_air_that_has_been_shot_down_is_off_the_table_at_the_next_roll():
    text = scenario({"a": "major 1 soviet"}, {"x": "major 1 german"}, german=2, soviet=6)
    dice = {"target.air-to-air.1": [3], "target.air-to-air.2": [6], "target.r1.defender.fire": [1]}
    here = seen_in(text, dice, {"target.r1.attacker.retreat": "retreat"})["target.air-to-air.2"][0]
    assert ("Soviet", "Soviet air units", "", "3", "", "") in here.rows


def test_b13_a_retreat_shows_who_has_gone_and_who_has_still_to_go():
    text = scenario({"a": "minor 1 soviet"}, dict.fromkeys("xy", "minor 1 german"), where=FORK, weather="mud", german=1)
    dice = {"target.r1.defender.fire": [1], "target.r1.attacker.fire": [1]}
    go = {"target.r1.attacker.retreat": "stay", "target.r1.defender.retreat": "retreat"}
    refuges = {"target.r1.defender.refuge.near": {"x": 1}, "target.r1.german-air.retreat": {"far": 1}}
    seen = seen_in(text, dice, go | refuges)
    assert seen["target.r1.defender.refuge.near"][0].title == "Retreat"
    assert seen["target.r1.defender.refuge.near"][0].rows == tuple((name, "1", "still to go") for name in "XY")
    elsewhere = next(sheet for sheet in seen["target.r1.german-air.retreat"] if sheet.title == "Units elsewhere")
    assert {(row[1], row[2]) for row in elsewhere.rows} == {("Near", "X"), ("Far", "Y")}


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_every_position_of_random_play_can_be_shown(path):
    class Showing(AnyLegal):
        def choice(self, question):
            shown = tables(walk.states)
            assert all(len(row) == len(sheet.columns) for sheet in shown for row in sheet.rows)
            assert all(0 <= one.lost <= one.had for one in tally(walk.states[0]))
            return super().choice(question)

    for seed in range(10):
        walk = begin(load_scenario(str(path)), None, seed).walk(Showing(seed))
        walk.run()
