"""Loops: positions that lead back to themselves, found and then solved as linear equations."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from typing import Any, TypeVar

from airwar.errors import Endless
from airwar.probability.nodes import Chance

N = TypeVar("N", Fraction, float)
H = TypeVar("H", bound=Hashable)


def components(root: H, children: Callable[[H], Iterable[H]]) -> list[list[H]]:
    """All nodes that can be reached from the root, in strongly connected components, each after those it leads to.

    Tarjan's algorithm without recursion.
    """
    number: dict[H, int] = {}
    low: dict[H, int] = {}
    waiting: list[H] = []
    inside: set[H] = set()
    found: list[list[H]] = []
    work: list[tuple[H, Iterator[H]]] = []

    def enter(node: H) -> None:
        number[node] = low[node] = len(number)
        waiting.append(node)
        inside.add(node)
        work.append((node, iter(children(node))))

    enter(root)
    while work:
        node, below = work[-1]
        for child in below:
            if child not in number:
                enter(child)
                break
            if child in inside and number[child] < low[node]:
                low[node] = number[child]
        else:
            work.pop()
            if low[node] == number[node]:
                component = popped_down_to(node, waiting)
                inside.difference_update(component)
                found.append(component)
            else:
                parent = work[-1][0]
                low[parent] = min(low[parent], low[node])
    return found


def popped_down_to(node: H, waiting: list[H]) -> list[H]:
    """Removes and returns the tail of the list, from this node on."""
    start = len(waiting) - 1
    while waiting[start] is not node:
        start -= 1
    component, waiting[start:] = waiting[start:], []
    return component


def expected_visits(group: list[Chance], number: type[N], check: Callable[[], None]) -> list[list[N]]:
    """How often each node of a loop is passed, for each node where it may be entered: the inverse of one minus the transitions."""
    at = {node: place for place, node in enumerate(group)}
    if all(child in at for node in group for child, _, _ in node.edges or ()):
        raise Endless(group[0].key)
    if len(group) == 1:
        node = group[0]
        again = sum(ways for child, ways, _ in node.edges or () if child is node)
        return [[ratio(node.total, node.total - again, number)]]
    matrix: list[list[N]] = []
    for row, node in enumerate(group):
        ways_to = [0] * len(group)
        for child, ways, _ in node.edges or ():
            if child in at:
                ways_to[at[child]] -= ways
        ways_to[row] += node.total
        matrix.append([ratio(ways, node.total, number) for ways in ways_to])
    return inverse(matrix, check)


def ratio(ways: int, total: int, number: type[N]) -> N:
    """One whole number divided by another; both may be too long for a float."""
    return number(Fraction(ways, total)) if number is Fraction else number(ways / total)


def inverse(matrix: list[list[Any]], check: Callable[[], None]) -> list[list[Any]]:
    """The inverse of a matrix of fractions or floats. A loop with a way out always has one."""
    size = len(matrix)
    if size == 2:  # two sides that miss each other: the most common loop
        (a, b), (c, d) = matrix
        whole = a * d - b * c
        return [[d / whole, -b / whole], [-c / whole, a / whole]]
    nothing = matrix[0][0] * 0
    work = [[*row, *(nothing + (at == column) for column in range(size))] for at, row in enumerate(matrix)]
    for column in range(size):
        check()
        pivot = next(row for row in range(column, size) if work[row][column])
        work[column], work[pivot] = work[pivot], work[column]
        lead = work[column][column]
        work[column] = [mine / lead for mine in work[column]]
        for row in range(size):
            factor = work[row][column]
            if row != column and factor:
                work[row] = [mine - factor * its for mine, its in zip(work[row], work[column], strict=True)]
    return [row[size:] for row in work]
