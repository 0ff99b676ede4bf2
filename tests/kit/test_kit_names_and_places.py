"""Names made from ids, numbers with their nouns, and the places of a map."""

from dataclasses import replace
from typing import NamedTuple

import pytest
from support import SHIPPED, ask, problems_of

from airwar.rulesets.kit import Id, MapOf, Whole
from airwar.rulesets.kit.places import (
    FAR,
    Hex,
    HexGrid,
    Places,
    beyond,
    check_distances,
    distance_fields,
    distance_refused,
    distances_of,
    hexes_between,
    places_among,
    shorter_by_way_of,
)
from airwar.rulesets.kit.telling import count, title_of
from airwar.scenario.problems import Mark, Problems
from airwar.scenario.reader import read_text
from airwar.scenario.shape import Section
from airwar.setup.loading import load_scenario, parse_scenario


def test_a_roman_number_in_an_id_stays_one():
    ids = {"iii-panzer": "III Panzer", "xiv-corps": "XIV Corps", "air-fleet-ii": "Air Fleet II", "xli-pz": "XLI Pz"}
    others = {"i-corps": "I Corps", "iiii": "Iiii", "vix": "Vix", "civil": "Civil", "vi-lille": "VI Lille", "": ""}
    assert {id_: title_of(id_) for id_ in ids | others} == ids | others


def test_an_id_becomes_a_title():
    assert [title_of(name) for name in ("malta", "cape-gela", "1st-panzer")] == ["Malta", "Cape Gela", "1st Panzer"]


def test_small_words_stay_small_within_a_title_and_us_is_not_a_pronoun():
    names = ("bay-of-biscay", "pas-de-calais", "of-mice", "us", "us-fleet", "ussr")
    assert [title_of(name) for name in names] == ["Bay of Biscay", "Pas de Calais", "Of Mice", "US", "US Fleet", "USSR"]


@pytest.mark.parametrize(("number", "shown"), [(0, "0 steps"), (1, "1 step"), (2, "2 steps")])
def test_a_number_has_the_right_noun(number, shown):
    assert count(number, "step") == shown


def test_an_irregular_plural_is_given():
    assert count(2, "aircraft", "aircraft") == "2 aircraft"
    assert count(1, "army", "armies") == "1 army"


class Place(NamedTuple):
    id: str
    name: str
    hex: str


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


def test_the_map_has_the_distances_between_its_places_that_are_within_reach():
    places = Places(
        {"malta": "Malta GC"}, distances_of({"malta": {"sicily": 2, "rome": 9}, "suez": {"malta": FAR}}), {"malta": Hex(1, 2)}
    )
    found = places.geography({"malta": "allies", "sicily": "axis", "suez": ""})
    assert found.distances == {("malta", "sicily"): 2}
    assert [(site.id, site.name, site.holder, site.at is None) for site in found.sites] == [
        ("malta", "Malta GC", "allies", False),
        ("sicily", "Sicily", "axis", True),
        ("suez", "Suez", "", True),
    ]
    assert [site.name for site in places.geography({"malta": ""}, str.upper).sites] == ["MALTA"]


@pytest.mark.parametrize(
    ("typed", "told"), [("{b: 1, c: 1}", "12 distances are not given"), ("{b: 1}", "more than 12 distances are not given")]
)
def test_unknown_distances_are_counted_up_to_a_dozen(typed, told):
    four = "{a: {side: axis}, b: {side: axis}, c: {side: axis}, d: {side: axis}}"
    text = TRIANGLE.replace("{a: {side: axis}, b: {side: allies}}", four).replace("{c: {}}", "{g: {}, h: {}}")
    (note,) = parse_scenario(text.replace("{a: {b: 3, c: 90}, b: {c: 4}}", f"{{a: {typed}}}"), "t.yaml").notes
    assert str(note).startswith(f"t.yaml:7:12: note: {told} (a-")
    assert "more);" not in str(note)  # nobody has counted how many more


@pytest.mark.parametrize(("label", "in_rows"), [("K28", True), ("34.12", False), ("", False)])
def test_labels_tell_how_the_map_is_drawn_and_where_its_places_are(label, in_rows):
    places = places_among(
        [Place("malta", "Malta GC", label), Place("rome", "", "nowhere")], {"malta": {"rome": 4}}, HexGrid(), False
    )
    assert (places.in_rows, list(places.hexes), places.name("rome")) == (in_rows, ["malta"] * bool(label), "Rome")
    assert (places.distance("rome", "malta"), places.distance("malta", "suez")) == (4, None)


def test_a_label_of_no_line_of_the_map_is_reported():
    assert problems_of(TRIANGLE.replace("c: {}", "c: {hex: AB3}")) == [
        "6:18: AB is not a line of this map; after Z come AA, BB and so on, or say after-z: alphabetical"
    ]


@pytest.mark.parametrize(("hexes", "told"), [(1, []), (0, ["'0' is out of range; expected a whole number from 1 to 500"])])
def test_two_places_are_at_least_one_hex_apart(hexes, told):
    problems = Problems("test.yaml")
    distance_fields("bases")["distances"].shape.check(read_text(f"{{a: {{b: {hexes}}}}}", "test.yaml"), problems)
    assert [problem.text for problem in problems.sorted()] == told


def test_a_scenario_without_distances_has_none():
    assert distances_of(None) == {}


# by the map, and at the table

ON_THE_MAP = Places(
    {}, {("malta", "rome"): 9}, {name: HexGrid().hex(label) for name, label in {"malta": "K28", "rome": "K22"}.items()}
)


def test_hexes_tell_the_distance_and_a_typed_distance_overrides_them():
    hexes = ON_THE_MAP.hexes
    assert Places(hexes=hexes).distance("malta", "rome") == 6
    assert ON_THE_MAP.distance("rome", "malta") == 9
    assert ON_THE_MAP.distance("malta", "tunis") is None


def test_unlisted_distances_are_far_only_if_the_scenario_says_so():
    stated = Places(unlisted_far=True)
    assert ask(hexes_between, stated, "malta", "tunis") == FAR
    assert ask(beyond, stated, "malta", "tunis", 500) == "Tunis is out of reach"


def test_an_unknown_distance_is_asked_for_whichever_way_it_is_needed():
    for here, there in (("malta", "tunis"), ("tunis", "malta")):
        assert ask(hexes_between, PLACES, here, there, answers={"distance.malta.tunis": "4"}) == 4
    assert ask(hexes_between, PLACES, "malta", "tunis", answers={"distance.malta.tunis": "far"}) == FAR


def test_what_is_out_of_reach_says_how_far_it_is():
    assert beyond(None, PLACES, "malta", "sicily", 1) == "Sicily is 2 hexes away"
    assert beyond(None, PLACES, "malta", "sicily", 2) is None


def test_without_a_referee_an_unknown_distance_refuses_nothing():
    assert beyond(None, PLACES, "malta", "tunis", 1) is None


@pytest.mark.parametrize("said", ["0", "3", "500", "far"])
def test_a_distance_is_a_number_or_far(said):
    assert distance_refused(said) is None


@pytest.mark.parametrize("said", ["", "-1", "501", "3.5", "near", "1000", "²"])
def test_anything_else_is_no_distance(said):
    assert distance_refused(said) == f"{said!r} is not a distance; expected a number of hexes up to 500, or far"


def test_a_distance_that_is_shorter_by_way_of_a_third_place_is_impossible():
    typed = distances_of({"a": {"b": 3, "c": 90}, "b": {"c": 4}})
    places = Places({"a": "", "b": "", "c": ""}, typed)
    assert shorter_by_way_of(places, typed, "a", "c") == ("b", 7)
    assert shorter_by_way_of(places, typed, "a", "b") is None
    wrong = parse_scenario(TRIANGLE, "triangle.yaml")
    assert [str(note) for note in wrong.notes] == [
        "triangle.yaml:7:26: note: a to c is 90, but only 7 by way of b; no map has that",
    ]


TRIANGLE = """airwar: 1
ruleset: ocs
title: Triangle
sides: {axis: [], allies: []}
bases: {a: {side: axis}, b: {side: allies}}
hexes: {c: {}}
distances: {a: {b: 3, c: 90}, b: {c: 4}}
units: [{id: f, side: axis, type: F, range: 20, rating: 4, at: a}]
"""


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_no_shipped_scenario_has_an_impossible_distance(path):
    assert not [str(note) for note in load_scenario(str(path)).notes if "by way of" in str(note)]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("{rome: {malta: 6, corfu: 6}, corfu: {rome: 6}}", []),
        ("{rome: {malta: 5}}", ["rome to malta is 5, but the map has 6 hexes between them"]),
        ("{rome: {corfu: 5}, corfu: {rome: 6}}", ["corfu to rome is 6, but rome to corfu is 5; expected the same both ways"]),
        ("{rome: {rome: 1}}", ["rome is 1 hexes from itself; expected two different places"]),
    ],
)
def test_distances_that_contradict_one_another_or_the_map_are_reported(typed, told):
    problems = Problems("test.yaml")
    document = Section(Mark(1, 1))
    document.put("distances", MapOf(Id(), MapOf(Id(), Whole(0, 99))).check(read_text(typed, "test.yaml"), problems), Mark(1, 1))
    check_distances(document, replace(ON_THE_MAP, distances=distances_of(document["distances"])), [], problems)
    assert [problem.text for problem in (*problems.sorted(), *problems.notes())] == told
