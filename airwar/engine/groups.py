"""Groups of positions that lead back to themselves: strongly connected components, by Tarjan's algorithm without recursion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

N = TypeVar("N")


def groups(root: N, children: Callable[[N], Sequence[N]]) -> list[list[N]]:
    """Everything that can be reached, in groups, each after the groups it leads to. Nodes are told apart by identity."""
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    waiting: list[N] = []
    inside: set[int] = set()
    found: list[list[N]] = []
    work: list[tuple[N, Sequence[N], int]] = []

    def enter(node: N) -> None:
        number[id(node)] = low[id(node)] = len(number)
        waiting.append(node)
        inside.add(id(node))
        work.append((node, children(node), 0))

    enter(root)
    while work:
        node, below, at = work.pop()
        here = id(node)
        while at < len(below):
            child = below[at]
            at += 1
            if id(child) not in number:
                work.append((node, below, at))
                enter(child)
                break
            if id(child) in inside:
                low[here] = min(low[here], number[id(child)])
        else:
            if low[here] == number[here]:
                start = len(waiting) - 1
                while waiting[start] is not node:
                    start -= 1
                group, waiting[start:] = waiting[start:], []
                inside.difference_update(map(id, group))
                found.append(group)
            if work:
                parent = id(work[-1][0])
                low[parent] = min(low[parent], low[here])
    return found
