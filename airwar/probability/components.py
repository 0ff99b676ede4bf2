"""Strongly connected components: positions that lead back to themselves. Tarjan's algorithm without recursion."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

N = TypeVar("N", bound=Hashable)


def components(root: N, children: Callable[[N], Iterable[N]]) -> list[list[N]]:
    """All nodes that can be reached from the root, in components, each after those it leads to."""
    number: dict[N, int] = {}
    low: dict[N, int] = {}
    waiting: list[N] = []
    inside: set[N] = set()
    found: list[list[N]] = []
    work: list[tuple[N, Iterator[N]]] = []

    def enter(node: N) -> None:
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


def popped_down_to(node: N, waiting: list[N]) -> list[N]:
    """Removes and returns the tail of the list, from this node on."""
    start = len(waiting) - 1
    while waiting[start] is not node:
        start -= 1
    component, waiting[start:] = waiting[start:], []
    return component
