"""What is said and offered besides the results: notes under their rule, rulings where they matter, limits at their exact value."""

import pytest
from as_table import MISS, battle, play, theater
from support import problems_of
from test_as_attacker import AT_SEA, fleet
from test_as_dispatch import NORTH, front

from airwar.rulesets.air_supremacy.losses import damage_refused
from airwar.rulesets.air_supremacy.ruled import units
from airwar.rulesets.air_supremacy.units import Line, kind_of, printed_types

BOTH_CALLED_OFF = {"r2.north.attacker.go-on": "call-off", "r2.south.attacker.go-on": "call-off"}


def test_24_fighters_are_dispatched_under_their_rule_and_bombers_under_theirs():
    fighters = play(front(), answers=NORTH, rest=MISS, until="r2")
    assert (fighters.notes("24"), fighters.notes("25")) == (["1 British fighter dispatched to North"], [])
    bombers = play(front(type_="bomber"), answers={"r1.base.uk.dispatch": {"bomber-to-north": 1}}, rest=MISS, until="r2")
    assert (bombers.notes("24"), bombers.notes("25")) == ([], ["1 British bomber dispatched to North, without bombs"])


def test_33_aircraft_that_come_too_late_are_told_from_those_that_have_fought():
    late = play(front(), {"r1.north.attacker.surface-2": [1]}, NORTH, rest=MISS, until="r3")
    assert (late.notes("33"), late.notes("37")) == (["too late at North, returning: 1 British fighter"], [])
    fought = play(front(), {"r2.north.defender.surface-6": [1]}, NORTH, rest=MISS, until="r4")
    assert (fought.notes("33"), fought.notes("37")) == ([], ["flying back to Base: 1 British fighter"])


def test_17_nothing_is_said_of_grounding_when_nobody_is_grounded():
    text = battle({"infantry": 1}, {"fighter": 1, "infantry": 1})
    flying = play(text, rest=MISS, until="r2")
    assert "r1.field.uk.ground" in flying.asked
    assert flying.notes("17") == []
    grounded = play(text, answers={"r1.field.uk.ground": {"uk-fighter": 1}}, rest=MISS, until="r2")
    assert grounded.notes("17") == ["sitting out the fight for the sky this round, without a roll (18): 1 British fighter"]


def test_34_a_turn_of_several_battles_ends_with_the_result_of_each():
    assert play(front(), answers=BOTH_CALLED_OFF, rest=MISS).end == "North: called off; South: called off"


def test_39_only_the_ships_that_were_ordered_to_pass_through_go_on():
    played = play(fleet(AT_SEA | {"with": {"cruisers": 1}}), rest=MISS, until="r3")
    assert played.force("second", "attackers") == {"germany-destroyer": 1}
    assert played.force("first", "attackers")["germany-destroyer"] == 1


def test_21_a_second_hit_needs_a_ship_that_has_taken_its_first():
    kind = kind_of("hood", "uk-battleship", 0, "uk", printed_types()["battleship"])
    names = {"sound": Line(kind, 2), "damaged": Line(kind, 1, damage=1)}
    assert damage_refused(names, {"sound": 1, "damaged": 2}) is None
    assert damage_refused(names, {"sound": 1, "damaged": 3}) == "3 of damaged, but only 2 have been damaged (4)"


@pytest.mark.parametrize("where", ["attacker", "moving-with"])
def test_a_nation_that_takes_a_turn_is_known(where):
    said = {"attacker": "atlantis"} if where == "attacker" else {"moving-with": ["atlantis"]}
    found = problems_of(theater([("guard", "uk", "infantry", 1, "field")], [], **said))
    assert len([problem for problem in found if "unknown nation 'atlantis'; expected one of germany" in problem]) == 1


def test_what_may_be_ruled_of_aircraft_depends_on_where_they_are():
    played = play(front(fighters=2), answers=NORTH, rest=MISS, until="r2.north.uk")
    said = units(played.turn)
    assert said["base.uk-fighter"] == {"count": 1, "status": "ready"}
    assert [set(known) for name, known in said.items() if "on-the-way" in name or name.startswith("north.uk-fighter")] == [
        {"count"}
    ]
    assert said["north.uk-infantry"] == {"count": 1}


def test_only_ships_that_take_two_hits_may_be_ruled_damaged():
    spaces = {"home": {"kind": "sea", "adjacent": ["sound"]}, "sound": {"kind": "sea"}}
    ships = [("nelson", "uk", "battleship", 2, "home"), ("picket", "uk", "destroyer", 1, "home")]
    text = theater([*ships, ("scheer", "germany", "battleship", 1, "sound")], [{"at": "home", "with": {"scheer": 1}}], spaces)
    said = units(play(text, rest=MISS, until="r2").turn)
    assert said["home.uk-battleship"] == {"count": 2, "damaged": 0}
    assert said["home.uk-destroyer"] == {"count": 1}
