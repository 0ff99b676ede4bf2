"""Flying Circus: one test for each rule, and the tests that airwar gives every ruleset."""

from flying_circus import RULESET, Flight, Meeting, go_home, setup

from airwar.engine.moves import End
from airwar.setup.loading import parse_scenario
from airwar.testing import conformance, fight

DUEL = """
airwar: 1
ruleset: flying-circus
title: Duel
flights: {jasta: 1, rfc: 1}
"""

globals().update(conformance(RULESET, tests=__file__, small=DUEL + 'choices: {"*.leave": go-home, "*": default}\n'))


def fired(height, jasta, rfc, leave="go-home"):
    dice = {"dogfight.r1.jasta.fire": [jasta], "dogfight.r1.rfc.fire": [rfc]}
    answers = {"dogfight.height": height} | ({"dogfight.r1.leave": leave} if leave else {})
    return fight(DUEL, dice, answers)


def test_1_the_first_flight_comes_in_high_or_low():
    assert list(fired("low", 1, 1).asked[0].options) == ["high", "low"]


def test_2_height_adds_one():
    assert fired("low", 5, 1).losses() == []
    assert fired("high", 5, 1, leave=None).losses() == [("rfc", "scouts", 1, "shot down")]


def test_3_the_second_flight_may_go_home():
    assert fired("low", 1, 1).end.result == "nobody holds the sky"


def test_4_the_flight_with_more_scouts_left_holds_the_sky():
    left = Flight("jasta", 4, 1), Flight("rfc", 4, 3)
    assert go_home(None, Meeting(left), left) == End("rfc holds the sky", Meeting(left))


def test_two_flights_meet():
    assert setup.__module__ == "flying_circus"
    assert parse_scenario(DUEL, "duel.yaml").start.state.flights[0].name == "jasta"
