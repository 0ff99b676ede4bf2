"""Jets (17.5), and air transports in air combat (17.65)."""

import pytest
from support import ask
from waw import AXIS_AND_ALLIES, scene

from airwar.rulesets.world_at_war.air_combat import modifiers, strength, suffer
from airwar.rulesets.world_at_war.units import AirType, Effect, Line, broken_down

JETS = Line("jets", AirType("germany", "jet", 2), (2,))
FIGHTERS = Line("fighters", AirType("germany", "aaf", 2), (5,))
TRANSPORTS = Line("ju-52", AirType("germany", "transport", 2), (3,))
MUSTANGS = Line("mustangs", AirType("us", "aaf", 2), (4,))


@pytest.mark.parametrize(("result", "europe", "pacific"), [(9, 2, 1), (10, 2, 1), (11, 3, 2), (12, 4, 3)])
@pytest.mark.proves("17.52A", "17.52B", "17.52C", "18.31E")
def test_17_52_the_jets_of_a_file_have_the_range_of_their_research(result, europe, pacific):
    rest = f"""research: {{germany: {{jets: {result}}}}}
bases: {{lechfeld: {{side: axis, facilities: [airbase]}}}}
units: [{{id: me-262, nation: germany, type: jet, count: 1, at: lechfeld}}]
turn: true
"""
    assert scene(rest).start.state.unit("me-262").range == europe
    assert scene(rest, AXIS_AND_ALLIES.replace("europe", "pacific")).start.state.unit("me-262").range == pacific


def test_17_55_a_jet_counts_three():
    assert strength((JETS, FIGHTERS)) == 11
    assert strength(broken_down((JETS,))) == 18


def test_17_56_one_on_the_dice_for_each_jet_net():
    assert [term.value for term in modifiers((JETS,), (MUSTANGS,))] == [2]
    meteors = Line("meteors", AirType("britain", "jet", 2), (3,))
    assert [term.value for term in modifiers((JETS,), (meteors,))] == [-1]
    assert [term.value for term in modifiers(broken_down((JETS,)), (MUSTANGS,))] == [2]


def test_17_56_three_jet_squadrons_count_whatever_units_they_are_of():
    two = AirType("germany", "jet", 2)
    broken = (Line("kommando-nowotny", two, (2,), whole=1), Line("jv-44", two, (2,), whole=1))
    assert [(term.name, term.value) for term in modifiers(broken, broken_down((MUSTANGS,)))] == [("jets", 1)]


def test_17_57_jets_are_a_type_of_their_own():
    left = {line.unit: (line.number, sum(line.aborted)) for line in ask(suffer, "defender", (FIGHTERS, JETS), Effect(2, 3))}
    assert left == {"fighters": (4, 2), "jets": (1, 1)}


def test_17_65_air_transports_add_no_strength_and_are_a_type_of_their_own():
    assert strength((TRANSPORTS, FIGHTERS)) == 5
    left = {line.unit: line.number for line in ask(suffer, "defender", (FIGHTERS, TRANSPORTS), Effect(2, 0))}
    assert left == {"fighters": 4, "ju-52": 2}
    assert broken_down((TRANSPORTS,))[0].parts == (9,)
