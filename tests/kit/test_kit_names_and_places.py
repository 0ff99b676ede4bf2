"""Names made from ids, numbers with their nouns, and the places of a map."""

import pytest

from airwar.rulesets.kit.names import count, title_of
from airwar.rulesets.kit.places import Places, distances_of


def test_an_id_becomes_a_title():
    assert [title_of(name) for name in ("malta", "cape-gela", "1st-panzer")] == ["Malta", "Cape Gela", "1st Panzer"]


@pytest.mark.parametrize(("number", "shown"), [(0, "0 steps"), (1, "1 step"), (2, "2 steps")])
def test_a_number_has_the_right_noun(number, shown):
    assert count(number, "step") == shown


def test_an_irregular_plural_is_given():
    assert count(2, "aircraft", "aircraft") == "2 aircraft"
    assert count(1, "army", "armies") == "1 army"


PLACES = Places({"malta": "Malta GC"}, distances_of({"malta": {"sicily": 2}, "sicily": {"rome": 9}}))


def test_a_place_without_a_name_is_called_by_its_id():
    assert (PLACES.name("malta"), PLACES.name("cape-gela")) == ("Malta GC", "Cape Gela")


def test_a_distance_holds_both_ways():
    assert PLACES.distance("malta", "sicily") == PLACES.distance("sicily", "malta") == 2
    assert PLACES.distance("malta", "malta") == 0


def test_a_distance_that_is_not_given_is_not_assumed():
    assert PLACES.distance("malta", "rome") is None
    assert PLACES.distance_refused("malta", "sicily") is None
    assert PLACES.distance_refused("malta", "rome") == "no distance is given between Malta GC and Rome; add it under distances"


def test_a_scenario_without_distances_has_none():
    assert distances_of(None) == {}
