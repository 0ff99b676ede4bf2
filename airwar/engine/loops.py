"""What becomes of positions that lead back to themselves: how often each roll is made, as equations, never cut off."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeVar

from airwar.engine.positions import Branch
from airwar.errors import Endless

N = TypeVar("N", Fraction, float)


def expected_visits(group: list[Branch], number: type[N]) -> list[list[N]]:
    """How often each roll of a group is made, for each that it may be entered at: the inverse of one minus its transitions."""
    at = {id(branch): place for place, branch in enumerate(group)}
    if all(id(node) in at for branch in group for node, _, _ in branch.edges):
        raise Endless(group[0].key)
    if len(group) == 1:
        total, again = group[0].total, sum(ways for node, ways, _ in group[0].edges if node is group[0])
        return [[ratio(total, total - again, number)]]
    size = len(group)
    matrix = [[number(0)] * size for _ in group]
    for row, branch in enumerate(group):
        ways_to = [0] * size
        for node, ways, _ in branch.edges:
            if id(node) in at:
                ways_to[at[id(node)]] -= ways
        ways_to[row] += branch.total
        matrix[row] = [ratio(ways, branch.total, number) for ways in ways_to]
    return inverse(matrix)


def ratio(ways: int, total: int, number: type[N]) -> N:
    """One whole number out of another; both may be too long to be floating numbers."""
    return number(Fraction(ways, total)) if number is Fraction else number(ways / total)


def inverse(matrix: list[list[Any]]) -> list[list[Any]]:
    """The inverse of a matrix of fractions, or of floating numbers: of a group that leads out somewhere there is one."""
    size = len(matrix)
    nothing = matrix[0][0] * 0
    work = [[*row, *(nothing + (at == column) for column in range(size))] for at, row in enumerate(matrix)]
    for column in range(size):
        pivot = next(row for row in range(column, size) if work[row][column])
        work[column], work[pivot] = work[pivot], work[column]
        lead = work[column][column]
        work[column] = [mine / lead for mine in work[column]]
        for row in range(size):
            factor = work[row][column]
            if row != column and factor:
                work[row] = [mine - factor * its for mine, its in zip(work[row], work[column], strict=True)]
    return [row[size:] for row in work]
