"""What a turn leaves behind: who may still move, what the next turn needs no more, and who stays inverted."""

from dataclasses import replace

import pytest
from support import problems_of
from waw_desert import DESERT
from waw_direct import begun, called

from airwar.rulesets.kit.records import Book
from airwar.rulesets.world_at_war import redeployment, start_and_end, training
from airwar.rulesets.world_at_war.ordering import moves_so_far
from airwar.rulesets.world_at_war.position import distances_left
from airwar.setup.loading import parse_scenario


def test_18_21_only_the_side_that_moves_is_counted():
    own = "4 German AAF (2 inverted), 3 Italian AAF (1 inverted) and 2 Italian NAS (inverted)"
    assert moves_so_far(begun(DESERT), "staged") == f"Axis: {own} at 2 places. Nothing staged yet."


def test_17_3124_a_carrier_that_has_sunk_is_at_no_distance_any_more():
    said = Book({"eagle": Book({"malta": 2, "argus": 1}), "malta": Book({"eagle": 2}), "argus": Book({"malta": 3, "eagle": 1})})
    assert distances_left(said, {"eagle"}) == Book({"argus": Book({"malta": 3})})
    assert distances_left(said, set()) == said


@pytest.mark.parametrize(("inverted", "ready"), [(True, 0), (False, 2)])
def test_17_3122d_in_a_part_of_a_turn_the_air_of_an_inverted_carrier_stays_inverted(inverted, ready):
    turn = begun(DESERT.replace("turn: true\n", ""))
    turn = turn.with_carrier(replace(turn.carrier("aquila"), inverted=inverted))
    assert start_and_end.at_the_end(turn).unit("aquila-air").ready == ready


TRAINING = """\
airwar: 1
ruleset: world-at-war
title: Training
theater: pacific
date: summer 1943
sides: {japan: [japan], allies: [us]}
attacker: japan
turn: true
bases:
  kure: {side: japan, facilities: [port-city], nation: japan, hex: A1}
  lae: {side: allies, facilities: [city], nation: us, hex: A9}
units:
  - {id: sentai, nation: japan, type: aaf, count: 1, at: kure}
construction:
  - {id: new, nation: japan, type: nas, count: COUNT, at: kure}
naval-air-training:
  nations:
    japan: {results: 1, eliminated: 2BUILD}
"""


def test_17_353a_what_the_construction_phase_brings_is_built():
    assert problems_of(TRAINING.replace("COUNT", "2").replace("BUILD", "")) == []
    why = "2 squadrons are ordered; japan builds 1, as its training says (17.353A)"
    assert [line.partition(": ")[2] for line in problems_of(TRAINING.replace("COUNT", "2").replace("BUILD", ", build: 1"))] == [why]
    three = "3 squadrons are ordered; japan may build 2 (17.353A)"
    assert [line.partition(": ")[2] for line in problems_of(TRAINING.replace("COUNT", "3").replace("BUILD", ""))] == [three]


def units_built(ref, turn):
    return redeployment.units_are_built(ref, turn).value


@pytest.mark.parametrize(("count", "asked"), [(2, []), (1, [(1, 2)])])
def test_17_353a_no_fewer_are_built_than_were_placed(count, asked):
    turn = parse_scenario(TRAINING.replace("COUNT", str(count)).replace("BUILD", ""), "t.yaml").start.state
    answers = {"training.japan.build": {"nas": 1}} if asked else {}
    end = called(training.train_naval_air, called(units_built, turn).state, answers=answers)
    assert [(question.least, question.most) for question in end.asked] == asked
