"""How far apart the places of a scenario are."""

from airwar.setup.loading import board_of, load_scenario


def test_the_distance_of_two_places_is_the_stated_one_or_that_of_their_hexes():
    typhoon = board_of(load_scenario("typhoon-1941"))
    assert typhoon.apart("smolensk", "moscow") == 4
    assert typhoon.apart("smolensk", "smolensk") == 0
    assert typhoon.apart("smolensk", "urals") is None
    assert board_of(load_scenario("malta-1942")).apart("sicily", "malta") == 2
