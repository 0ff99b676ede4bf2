"""The arithmetic behind battles that lead back to themselves, and what a set of outcomes says of itself."""

from fractions import Fraction

import pytest

from airwar.probability.distribution import Distribution, Outcome
from airwar.probability.loops import inverse


@pytest.mark.parametrize(
    "matrix",
    [
        [[2]],
        [[1, 2], [3, 5]],
        [[0, 1], [1, 0]],
        [[0, 2, 1], [1, 0, 3], [4, 1, 0]],
        [[0, 0, 0, 1], [1, 2, 3, 4], [0, 1, 1, 1], [2, 0, 5, 1]],
    ],
)
def test_a_matrix_times_its_inverse_is_one(matrix):
    size = len(matrix)
    rows = [[Fraction(number) for number in row] for row in matrix]
    found = inverse(rows, lambda: None)
    product = [[sum(rows[at][by] * found[by][to] for by in range(size)) for to in range(size)] for at in range(size)]
    assert product == [[int(at == to) for to in range(size)] for at in range(size)]


@pytest.mark.parametrize(("winners", "won"), [(("", ""), False), (("axis", ""), True)])
def test_a_battle_can_be_won_if_any_outcome_has_a_winner(winners, won):
    outcomes = Distribution({Outcome(f"result {number}", winner, ()): 1 for number, winner in enumerate(winners)}, len(winners))
    assert outcomes.can_be_won() is won
