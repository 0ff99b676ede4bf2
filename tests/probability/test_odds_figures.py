"""The figures of a distribution: chances, intervals, results, losses and what is left, each worked out by hand."""

from fractions import Fraction
from math import sqrt

import pytest

from airwar.probability.distribution import (
    Distribution,
    Outcome,
    Sampled,
    Z,
    fielded,
    joint,
    line_up,
    margin,
    mean,
    merged,
    percentile,
    some_left,
    survival,
)
from airwar.rulesets.ruleset import Tally


def half(a, d):
    return (Tally("axis", "aaf", 4, a), Tally("allies", "aaf", 3, d), Tally("allies", "naf", 0, 0))


WON = Outcome("won", "axis", half(1, 3), (("malta", "held"), ("tunis", "taken")))
LOST = Outcome("lost", "allies", half(4, 0), (("malta", "held"),))
DRAWN = Outcome("drawn", "", half(1, 1))
BATTLES = Distribution({WON: 2, LOST: 5, DRAWN: 3}, 10, Sampled("0x1"), Fraction(7, 2), 11)


def test_a_function_of_the_outcome_adds_up_what_is_the_same_and_keeps_the_rest():
    found = BATTLES.map(lambda outcome: bool(outcome.winner))
    assert found == Distribution({True: 7, False: 3}, 10, Sampled("0x1"), Fraction(7, 2), 11)


@pytest.mark.parametrize("runs", [1, 10, 400])
@pytest.mark.parametrize("share", [Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(9, 10), Fraction(1)])
def test_the_interval_holds_every_chance_that_is_within_1_96_deviations_of_the_share(share, runs):
    """Wilson: its ends are the chances p with (share - p)^2 = Z^2 p (1 - p) / n."""
    low, high = Distribution({}, runs).interval(share)
    assert 0 <= low <= share <= high <= 1
    for end in (low, high):
        if end not in (0.0, 1.0):
            assert (float(share) - end) ** 2 == pytest.approx(Z * Z * end * (1 - end) / runs)
    assert (low == 0) == (share == 0)
    assert (high == 1) == (share == 1)


def test_results_are_those_of_all_battles_together_likeliest_first():
    assert list(BATTLES.results().items()) == [
        ("malta: held", Fraction(1, 2)),
        ("drawn", Fraction(3, 10)),
        ("malta: held; tunis: taken", Fraction(1, 5)),
    ]
    assert BATTLES.has_several_battles()
    one = Distribution({LOST: 1, DRAWN: 1, WON._replace(result="a", battles=()): 2}, 4)
    assert not one.has_several_battles()
    assert list(one.results().items()) == [("a", Fraction(1, 2)), ("drawn", Fraction(1, 4)), ("lost", Fraction(1, 4))]
    assert joint(WON, ["tunis", "crete", "malta"]) == "tunis: taken; malta: held"
    assert joint(DRAWN, ["malta"]) == "drawn"


def test_each_battle_has_the_chances_of_its_results_likeliest_first_in_order_of_play():
    other = Outcome("won", "axis", (), (("tunis", "held"), ("malta", "taken")))
    odds = Distribution({WON: 2, LOST: 5, DRAWN: 3, other: 10}, 20)
    assert odds.order_of_play() == ["tunis", "malta"]
    assert [(name, list(chances.items())) for name, chances in odds.battles().items()] == [
        ("tunis", [("held", Fraction(10, 20)), ("taken", Fraction(2, 20))]),
        ("malta", [("taken", Fraction(10, 20)), ("held", Fraction(7, 20))]),
    ]
    assert list(odds.results()) == ["malta: taken; tunis: held", "malta: held", "drawn", "malta: held; tunis: taken"]
    assert Distribution({WON: 2, other: 2}, 4).order_of_play() == ["malta", "tunis"]  # as often: by name


@pytest.mark.parametrize(
    ("sequences", "order"),
    [
        ([], ""),
        (["abc"], "abc"),
        (["abc", "cba"], "abc"),
        (["ac", "abc"], "abc"),
        (["ab", "xa", "by", "bz"], "xabzy"),
        (["ab", "axyb"], "axyb"),
        (["", "a"], "a"),
    ],
)
def test_names_of_several_orders_are_merged_into_one(sequences, order):
    assert "".join(merged(map(tuple, sequences))) == order


def test_losses_are_by_side_and_kind_and_ascending():
    found = BATTLES.losses()
    assert {kind: list(spread.items()) for kind, spread in found.items()} == {
        ("axis", "aaf", 4): [(1, Fraction(5, 10)), (4, Fraction(5, 10))],
        ("allies", "aaf", 3): [(0, Fraction(5, 10)), (1, Fraction(3, 10)), (3, Fraction(2, 10))],
    }
    assert fielded(WON) == list(half(1, 3))[:2]


def test_what_is_left_likeliest_first():
    assert line_up(WON) == (("axis", (("aaf", 3),)), ("allies", (("aaf", 0),)))
    assert list(BATTLES.left().items()) == [
        (line_up(LOST), Fraction(1, 2)),
        (line_up(DRAWN), Fraction(3, 10)),
        (line_up(WON), Fraction(1, 5)),
    ]
    even = Distribution({WON: 1, LOST: 1, DRAWN: 1}, 3).left()
    assert list(even) == [line_up(LOST), line_up(WON), line_up(DRAWN)]  # 0 axis left, then 3; then by what the allies have
    two = Outcome("", "", (Tally("axis", "a", 2, 1), Tally("allies", "x", 1, 0), Tally("axis", "b", 5, 2)))
    assert line_up(two) == (("axis", (("a", 1), ("b", 3))), ("allies", (("x", 1),)))


def test_wins_and_losses_count_for_the_whole_party():
    assert BATTLES.can_be_won()
    assert not Distribution({DRAWN: 1}, 1).can_be_won()
    assert (BATTLES.wins("axis"), BATTLES.wins("allies"), BATTLES.wins("nobody")) == (Fraction(1, 5), Fraction(1, 2), 0)
    assert BATTLES.wins("germany", lambda side: "axis" if side == "germany" else side) == Fraction(1, 5)
    assert BATTLES.wins("", lambda side: side) == 0  # a draw is nobody's win
    own, enemy = BATTLES.expected_losses("axis", lambda unit: Fraction(3))
    assert (own, enemy) == (Fraction(3 * (2 + 20 + 3), 10), Fraction(3 * (6 + 3), 10))
    assert BATTLES.expected_losses("germany", lambda unit: Fraction(1), {"germany": 1, "axis": 1, "allies": 2}.get) == (
        Fraction(25, 10),
        Fraction(9, 10),
    )


# spreads of losses

SPREAD = {0: Fraction(1, 4), 2: Fraction(1, 2), 4: Fraction(1, 4)}


def test_the_mean_of_a_spread_and_the_margin_of_a_sampled_one():
    assert mean(SPREAD) == 2
    assert mean({1: Fraction(1, 3), 4: Fraction(2, 3)}) == 3
    assert margin(SPREAD, 8) == pytest.approx(Z * sqrt(2 / 8))
    assert margin({1: Fraction(1, 3), 4: Fraction(2, 3)}, 50) == pytest.approx(Z * sqrt(2 / 50))


@pytest.mark.parametrize(("percent", "number"), [(0, 0), (1, 0), (25, 0), (26, 2), (50, 2), (75, 2), (76, 4), (100, 4)])
def test_a_percentile_is_the_smallest_number_that_so_many_do_not_exceed(percent, number):
    assert percentile(SPREAD, percent) == number


def test_the_chance_that_some_are_left_and_that_one_of_them_survives():
    assert some_left(SPREAD, 4) == Fraction(3, 4)
    assert some_left(SPREAD, 5) == 1
    assert some_left({0: Fraction(1)}, 0) == 0
    assert survival(SPREAD, 4) == Fraction(1, 2)
    assert survival(SPREAD, 8) == Fraction(3, 4)
    assert survival({0: Fraction(1)}, 0) == 0
