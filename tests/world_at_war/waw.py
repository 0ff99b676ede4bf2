"""Small World at War scenarios for tests, and forces by hand."""

import pytest
from support import fight, problems_of

from airwar.rulesets.world_at_war.units import AirType, Line
from airwar.setup.loading import parse_scenario

GERMAN = AirType("germany", "aaf", 2)
ITALIAN = AirType("italy", "aaf", 1)
BRITISH = AirType("britain", "aaf", 2)
AMERICAN = AirType("us", "aaf", 2)
AUSTRALIAN = AirType("australia", "aaf", 2)
AMERICAN_NAVAL = AirType("us", "nas", 2)
BRITISH_NAVAL = AirType("britain", "nas", 1)
JAPANESE_NAVAL = AirType("japan", "nas", 2)
ELITE = AirType("japan", "nas", 3, elite=True)
GERMAN_JET = AirType("germany", "jet", 2)
GERMAN_TRANSPORT = AirType("germany", "transport", 2)
MINOR_TRANSPORT = AirType("rumania", "transport", 0)


def line(type_, *parts, unit="", inverted=False, whole=0):
    return Line(unit or type_.slug, type_, parts, inverted, (), whole)


def squadrons(type_, factors, unit=""):
    return Line(unit or type_.slug, type_, (factors,)).broken()


AXIS_AND_ALLIES = """airwar: 1
ruleset: world-at-war
title: a test
theater: europe
sides: {axis: [germany, italy, rumania], allies: [britain, us, russia, poland, australia, free-france]}
attacker: axis
unlisted-distances: far
"""
JAPAN_AND_ALLIES = """airwar: 1
ruleset: world-at-war
title: a test
theater: pacific
sides: {japan: [japan], allies: [britain, us, australia]}
attacker: japan
unlisted-distances: far
"""


def text(rest, head=AXIS_AND_ALLIES):
    return head + rest


def scene(rest, head=AXIS_AND_ALLIES):
    return parse_scenario(text(rest, head), "test.yaml")


def fought(rest, dice=None, answers=None, head=AXIS_AND_ALLIES):
    return fight(text(rest, head), dice, answers)


def problems(rest, head=AXIS_AND_ALLIES):
    """Everything wrong, by line of the part below the head."""
    offset = head.count("\n")
    found = []
    for problem in problems_of(text(rest, head)):
        line_, column, sentence = problem.split(":", 2)
        found.append(f"{int(line_) - offset}:{column}:{sentence}")
    return found


def changes(table):
    """Cases in a table: `old => new`, a change of a document, and beneath it the problem that the document then has."""
    lines = [line.strip().replace("\\n", "\n") for line in table.strip().splitlines()]
    cases = [(*map(str.strip, change.split("=>")), problem) for change, problem in zip(lines[::2], lines[1::2], strict=True)]
    return pytest.mark.parametrize(("old", "new", "problem"), cases)


def changed(document, old, new):
    """What is wrong with a document after a change."""
    assert old in document, old
    return problems_of(document.replace(old, new, 1))


def unit(end, unit_id):
    return end.state.unit(unit_id)


def standing(end):
    """Where every unit stands: id -> (base, uninverted, inverted)."""
    return {one.id: (one.home, one.uninverted, one.inverted) for one in end.state.units if one.number}


SICILY_AND_MALTA = """
bases:
  sicily: {side: axis, facilities: [city, airbase]}
  malta: {side: allies, facilities: [port], island: true}
distances: {sicily: {malta: 2}}
"""
