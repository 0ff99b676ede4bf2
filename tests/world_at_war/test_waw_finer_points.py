"""Small facts that a whole battle seldom shows: limits at their exact value, and what is told when there is nothing to tell."""

from dataclasses import replace

import pytest
from support import ask
from test_waw_18_14_airbases import EAST
from waw import scene
from waw_front import battle, front

from airwar.rulesets.world_at_war.defensive_air_support import interceptors_sent
from airwar.rulesets.world_at_war.ground_forces import strengths
from airwar.rulesets.world_at_war.ground_support import announced
from airwar.rulesets.world_at_war.start_and_end import still_inverted, suffers
from airwar.setup.loading import parse_scenario


def east():
    return scene(EAST).start.state


@pytest.mark.parametrize(("before", "result", "worse"), [(0, 7, 0), (0, 8, 1), (8, 9, 0), (9, 3, 0)])
def test_19_31a_a_winter_result_of_eight_costs_one_on_the_dice_once(before, result, worse):
    unit = suffers(east().unit("luftflotte"), before)
    after = suffers(unit, result)
    assert unit.air_type.drm - after.air_type.drm == worse
    assert after.winter == max(before, result)


def test_18_72_it_is_told_when_nobody_stays_inverted():
    turn = east()
    assert [event.text for event in still_inverted(turn)] == ["Axis: all air units are uninverted"]
    (unit,) = [unit for unit in turn.units if unit.id == "luftflotte"]
    (sheet,) = still_inverted(turn.with_units([unit.all_inverted()]))
    assert [row[0] for row in sheet.rows] == ["luftflotte"]


def test_18_512_a_prepared_attack_on_a_hex_that_has_been_captured_is_not_made():
    turn = parse_scenario(
        front(battle("attackers: 3, defenders: [{factors: 1}], with: {stukas: 2}"), "stukas"), "test.yaml"
    ).start.state
    assert len(ask(announced, turn, "regular").waiting) == 1
    field = turn.base("field")
    taken = turn.with_base(replace(field, side="axis"))
    assert ask(announced, taken, "regular").waiting == ()


def test_18_554_a_policy_may_ask_how_strong_each_side_is():
    turn = parse_scenario(front(battle("attackers: 3, defenders: [{factors: 1, dm: 2}]"), "stukas"), "test.yaml").start.state
    (one,) = turn.battles
    assert (strengths(one)["own.factors"], strengths(one)["enemy.factors"]) == (3, 2)
    assert (strengths(one, "defender")["own.factors"], strengths(one, "defender")["enemy.factors"]) == (2, 3)


def test_18_561_it_is_told_when_nobody_can_intercept():
    turn = parse_scenario(front(battle("attackers: 3, defenders: [{factors: 1}]"), "raf"), "test.yaml").start.state
    told = []

    class Listener:
        def tell(self, make, *args):
            told.append(make(*args))

        def takes_default(self, *_):
            return False

    assert interceptors_sent(Listener(), turn, turn.battles[0], (("raf", 1),)) == ()
    assert [event.text for event in told] == ["no interception: no uninverted air is in range"]
