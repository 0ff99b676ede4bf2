"""Maps: hexes where the map prints them, other places fitted to their distances, and an honest word about what is off."""

from __future__ import annotations

from math import hypot

import pytest

from airwar.rulesets.kit.places import HexGrid, apart, drawn_at
from airwar.rulesets.ruleset import Geography, Site
from airwar.setup.loading import load_scenario, shipped_scenarios
from airwar.show.maps import hexes_apart, laid_out, layout, map_lines
from airwar.show.reports.map_svg import SIZE, Paper


def sites(*names):
    return tuple(Site(name, name.title()) for name in names)


def test_hexes_are_drawn_as_far_apart_as_the_map_has_them():
    grid = HexGrid()
    labels = ("K28", "K22", "F30", "AA25")
    for here in labels:
        for there in labels:
            drawn = [drawn_at(grid.hex(label), grid.drawn_in_rows(label)) for label in (here, there)]
            turned = [(y, x) for x, y, _ in drawn]  # letters number rows, and the metric is that of columns
            assert hexes_apart(*turned) == pytest.approx(apart(grid.hex(here), grid.hex(there)))


def test_letters_number_rows_and_of_two_numbers_the_first_is_the_column():
    assert HexGrid().drawn_in_rows("K28")
    assert not HexGrid().drawn_in_rows("34.12")
    assert HexGrid("second").drawn_in_rows("34.12")
    assert not HexGrid("second").drawn_in_rows("K28")
    west, east = (drawn_at(HexGrid().hex(label), False) for label in ("10.12", "14.12"))
    assert east[0] > west[0]
    assert east[1] == west[1]


def test_neighbors_are_one_hex_apart_on_paper():
    grid = HexGrid()
    here = drawn_at(grid.hex("10.10"), False)
    around = [drawn_at(grid.hex(label), False) for label in ("10.09", "10.11", "09.10", "09.11", "11.10", "11.11")]
    assert [round(hypot(x - here[0], y - here[1]), 6) for x, y, _ in around] == pytest.approx([1.0] * 6)


def test_places_are_fitted_to_their_distances():
    typed = {("a", "b"): 3, ("b", "c"): 4, ("a", "c"): 5, ("a", "d"): 4, ("b", "d"): 5, ("c", "d"): 3}
    found = layout(Geography(sites("a", "b", "c", "d"), typed))
    assert found.worst < 0.1
    assert all(abs(hexes_apart(found.at[here], found.at[there]) - hexes) < 0.1 for (here, there), hexes in typed.items())


def test_places_that_share_a_hex_are_drawn_beside_each_other():
    found = layout(Geography(sites("saipan", "tokyo", "kanto", "nowhere"), {("saipan", "tokyo"): 14, ("kanto", "tokyo"): 0}))
    assert found.at["kanto"] == found.at["tokyo"]
    assert found.aside == ("nowhere",)
    geography = Geography(sites("saipan", "tokyo", "kanto"), {("saipan", "tokyo"): 14, ("kanto", "tokyo"): 0})
    drawn = Paper(geography, layout(geography)).at
    assert 2 * SIZE <= hypot(drawn["kanto"][0] - drawn["tokyo"][0], drawn["kanto"][1] - drawn["tokyo"][1]) < 4 * SIZE


def test_distances_that_no_map_can_have_are_named():
    found = layout(
        Geography(sites("malta", "sicily", "rome"), {("malta", "rome"): 9, ("sicily", "malta"): 2, ("rome", "sicily"): 3})
    )
    assert found.contradictions == ("Malta to Rome is 9, but by way of Sicily only 2 and 3",)
    assert found.worst > 1
    assert found.worst_pair == ("Malta", "Rome")


def test_a_place_of_which_nothing_is_known_stands_aside():
    found = layout(Geography(sites("a", "b", "urals"), {("a", "b"): 3}))
    assert found.aside == ("urals",)
    assert found.at["urals"][1] > max(found.at["a"][1], found.at["b"][1])


def test_links_are_drawn_alike():
    found = layout(Geography(sites("a", "b", "c"), links=(("a", "b"), ("b", "c"), ("a", "c"))))
    lengths = [hypot(*(found.at[here][axis] - found.at[there][axis] for axis in (0, 1))) for here, there in ("ab", "bc", "ac")]
    assert max(lengths) - min(lengths) < 0.2
    assert found.schematic


@pytest.mark.slow
@pytest.mark.parametrize("path", shipped_scenarios(), ids=lambda path: path.stem)
def test_every_shipped_scenario_has_a_map_that_says_how_far_it_is_off(path):
    scenario = load_scenario(str(path))
    geography = scenario.ruleset.geography((scenario.start.state,))
    found = layout(geography)
    assert found.contradictions == ()
    assert found.worst < 0.5 or path.stem in ("pedestal-1942", "tunisia-1942")
    assert set(found.at) == {site.id for site in geography.sites}
    laid_out.cache_clear()
    assert layout(geography) == found
    lines = map_lines(scenario, (scenario.start.state,), 80)
    assert all(len(line) <= 80 for line in lines)
    assert all(site.name in "\n".join(lines) for site in geography.sites)


def test_a_map_in_text_tells_who_holds_what_with_how_much():
    scenario = load_scenario("typhoon-1941")
    told = "\n".join(map_lines(scenario, (scenario.start.state,)))
    assert "#Smolensk 10" in told
    assert "oMoscow 12" in told
    assert told.index("oLeningrad") < told.index("oMoscow") < told.index("oSevastopol")  # from north to south
    assert "# Axis, o Russia, . nobody; numbers are factors" in told


def test_a_base_and_its_supply_are_not_counted_as_units():
    scenario = load_scenario("maleme-1941")
    assert "#Eleusis 6" in "\n".join(map_lines(scenario, (scenario.start.state,)))
