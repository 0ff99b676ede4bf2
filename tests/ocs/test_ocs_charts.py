"""The charts as a whole: every roll of the dice, and what v3.0 and 4.3 have in common."""

from itertools import pairwise, product

import pytest

from airwar.rulesets.ocs.air_combat import Contender, combat_reading, loss_reading
from airwar.rulesets.ocs.barrage import barrage_reading, heads
from airwar.rulesets.ocs.capture import capture_reading
from airwar.rulesets.ocs.facility import facility_reading, reduction_reading
from airwar.rulesets.ocs.lifts import drop_reading
from airwar.rulesets.ocs.rulings import BY_PROFILE, OCS_4_3, OPTIONS, PROFILES, profile

V3, V4 = profile(), profile("ocs-4.3")
DICE = list(product(range(1, 7), repeat=2))
ODDS = {  # attacker aborts, both, defender, of 36
    -7: (36, 0, 0),
    -6: (35, 1, 0),
    -5: (33, 3, 0),
    -4: (30, 6, 0),
    -3: (26, 9, 1),
    -2: (21, 12, 3),
    -1: (15, 15, 6),
    0: (10, 16, 10),
    1: (6, 15, 15),
    2: (3, 12, 21),
    3: (1, 9, 26),
    4: (0, 6, 30),
    5: (0, 3, 33),
    6: (0, 1, 35),
    7: (0, 0, 36),
}


def combat(net, rulings=V3):
    return combat_reading(Contender(10 + net), Contender(10), "none", rulings)


@pytest.mark.parametrize("net", ODDS)
def test_r19_every_roll_of_air_combat(net):
    results = [combat(net).read(dice) for dice in DICE]
    assert tuple(results.count(result) for result in ("attacker-aborts", "both-abort", "defender-aborts")) == ODDS[net]
    assert dict(combat(net).outcomes()) == {result: results.count(result) for result in set(results)}


def test_r19_air_combat_of_4_3_at_even_ratings():
    results = [combat(0, V4).read(dice) for dice in DICE]
    assert [results.count(result) for result in ("attacker-aborts", "both-abort", "defender-aborts")] == [15, 6, 15]


@pytest.mark.parametrize("net", ODDS)
def test_r19_swapping_the_sides_mirrors_the_odds(net):
    ways, mirrored = dict(combat(net).outcomes()), dict(combat(-net).outcomes())
    swapped = {"attacker-aborts": "defender-aborts", "defender-aborts": "attacker-aborts", "both-abort": "both-abort"}
    assert ways == {swapped[result]: count for result, count in mirrored.items()}


def test_r25_the_third_die():
    assert [loss_reading("ocs-3.0").read((face,)) for face in range(1, 7)] == ["-"] * 5 + ["loss"]
    assert [loss_reading("ocs-4.3").read((face,)) for face in range(1, 7)] == ["-"] * 4 + ["loss"] * 2


@pytest.mark.parametrize("dice", DICE)
@pytest.mark.parametrize("advance", [False, True])
def test_r38_the_columns_of_capture_differ_by_two_and_equal_4_3(dice, advance):
    active = capture_reading(True, advance, False, V3)
    inactive = capture_reading(False, advance, False, V3)
    assert active.read(dice) == inactive.row.at(sum(dice) + 2 * advance + 2)
    assert active.read(dice) == capture_reading(True, advance, False, V4).read(dice)
    assert inactive.read(dice) == capture_reading(False, advance, False, V4).read(dice)


@pytest.mark.parametrize(("active", "plus", "lost"), [(True, False, 6), (True, True, 1), (False, False, 15), (False, True, 6)])
def test_r38_capture_odds(active, plus, lost):
    assert dict(capture_reading(active, plus, False, V3).outcomes())["loss"] == lost
    assert dict(capture_reading(active, False, plus, V3).outcomes())["loss"] == lost


HEXES = list(product(("friendly", "enemy"), ("clear", "closed")))
SUCCESS = {
    ("friendly", "clear", "glider"): 33,
    ("friendly", "clear", "paradrop"): 30,
    ("friendly", "closed", "glider"): 30,
    ("friendly", "closed", "paradrop"): 26,
    ("enemy", "clear", "glider"): 30,
    ("enemy", "clear", "paradrop"): 26,
    ("enemy", "closed", "glider"): 26,
    ("enemy", "closed", "paradrop"): 21,
}


def least(status, terrain, method):
    row = drop_reading(status, terrain, method).row
    return next(total for total in range(2, 13) if row.at(total) == "safe")


@pytest.mark.parametrize(("row", "ways"), SUCCESS.items())
def test_r42_drop_odds_are_the_same_in_both_versions(row, ways):
    assert dict(drop_reading(*row).outcomes())["safe"] == ways
    assert dict(drop_reading(*row, version=OCS_4_3).outcomes())["safe"] == ways


@pytest.mark.parametrize(("status", "terrain"), HEXES)
def test_r42_a_glider_is_a_paradrop_with_plus_one(status, terrain):
    glider, para = (drop_reading(status, terrain, method).row for method in ("glider", "paradrop"))
    assert [glider.at(total) for total in range(2, 13)] == [para.at(total + 1) for total in range(2, 13)]


def test_r42_drops_are_no_easier_in_worse_places():
    for terrain, method in product(("clear", "closed"), ("glider", "paradrop")):
        assert least("friendly", terrain, method) <= least("enemy", terrain, method)
    for status, method in product(("friendly", "enemy"), ("glider", "paradrop")):
        assert least(status, "clear", method) <= least(status, "closed", method)
    for status, terrain in HEXES:
        assert least(status, terrain, "glider") <= least(status, terrain, "paradrop")


def test_r31_reduction_is_on_5_and_6_or_as_the_cell_prints():
    assert [reduction_reading().read((face,)) for face in range(1, 7)] == ["-"] * 4 + ["reduce"] * 2
    assert [reduction_reading(3).read((face,)) for face in range(1, 7)] == ["-"] * 2 + ["reduce"] * 4


def test_r30_the_facility_table_never_does_less_for_more():
    columns = [facility_reading(points) for points in (1, 2, 4, 10, 20, 40, 80, 81)]
    for low, high in pairwise(columns):
        for face in range(1, 7):
            assert low.read((face,)).levels <= high.read((face,)).levels


def test_r34_the_barrage_table_never_does_less_for_more():
    worth = {cell: at for at, cell in enumerate(("-", "DG", "1/2", "1", "2", "3"))}
    columns = [barrage_reading(column) for column in range(len(heads("barrage-4.3")) + 1)]
    for low, high in pairwise(columns):
        for dice in DICE:
            assert worth[low.read(dice)] <= worth[high.read(dice)]


def test_r3_every_option_has_at_least_two_values_a_rule_and_its_profiles_defaults():
    for name, option in OPTIONS.items():
        assert option.whole or len(option.values) > 1, name
        assert option.rule or name == "profile", name
        for version in PROFILES:
            assert (option.default == BY_PROFILE) == bool(option.by_version), name
            assert option.default_in(version) in {*option.values} - {BY_PROFILE} or option.whole, name


def test_r3_yes_or_no_is_said_with_yes_and_no():
    for name, option in OPTIONS.items():
        assert not {"on", "true", "never", "allowed"} & set(option.values), name
