"""Where to draw the places of a scenario: from the labels of their hexes, or from the distances that its file states.

    layout(board).at["malta"]     (x, y) in hexes, x to the east, y to the south

Hexes have their place. Otherwise the places are set so that they are as far apart as the file says: first by the eigenvectors of
the distances (classical scaling), then by moving all of them until the sum of the squared errors falls no more (stress
majorization). The same file always gives the same drawing. What cannot be is said: distances that no map has.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import hypot, sqrt

from airwar.board.places import Board, Pair

Point = tuple[float, float]
Matrix = list[list[float]]

ROUNDS = 300  # of moving the places
POWERS = 200  # steps toward an eigenvector
GUESSED = 0.05  # what a distance weighs that only follows from others, where a stated one weighs 1
STILL = 1e-6  # no place moves further than this: it is done


@dataclass(frozen=True)
class Layout:
    """Where each place is; how far the worst distance is off, in hexes; and the distances that contradict one another."""

    at: Mapping[str, Point]
    worst: float = 0.0
    contradictions: tuple[str, ...] = ()
    by_hexes: bool = False  # so that it is the map's own, and not one that was found


def layout(board: Board) -> Layout:
    """Where to draw the places. Places of which nothing is known are left out."""
    if board.hexes and len({place.sheet for place in board.hexes.values()}) == 1:
        return Layout({name: (1.5 * q / sqrt(3), r + q / 2) for name, (q, r, _) in board.hexes.items()}, by_hexes=True)
    known: dict[Pair, float] = {one: float(number) for one, number in board.distances.items() if number}
    known = known or dict.fromkeys(board.links, 1.0)
    names = largest_part(known, [name for name in board.names if any(name in one for one in known)])
    if len(names) < 2:
        return Layout(dict.fromkeys(names, (0.0, 0.0)))
    ways = all_ways(names, known)
    weights = [[1.0 if pair_of(a, b) in known else GUESSED for b in names] for a in names]
    points = upright(majorized(scaled(ways), ways, weights))
    errors = {one: abs(between(points, names, one) - number) for one, number in known.items() if one[0] in names}
    return Layout(dict(zip(names, points, strict=True)), max(errors.values()), contradictions(board, known))


def pair_of(one: str, other: str) -> Pair:
    return (one, other) if one < other else (other, one)


def between(points: Sequence[Point], names: Sequence[str], one: Pair) -> float:
    (x, y), (u, v) = (points[names.index(name)] for name in one)
    return hypot(x - u, y - v)


def largest_part(known: Mapping[Pair, float], names: Sequence[str]) -> list[str]:
    """The places that hang together, the most of them."""
    parts: list[list[str]] = []
    left = list(names)
    while left:
        part, waiting = {left[0]}, deque(left[:1])
        while waiting:
            here = waiting.popleft()
            near = {a if b == here else b for a, b in known if here in (a, b)} - part
            part |= near
            waiting.extend(sorted(near))
        parts.append([name for name in names if name in part])
        left = [name for name in left if name not in part]
    return max(parts, key=len, default=[])


def all_ways(names: Sequence[str], known: Mapping[Pair, float]) -> Matrix:
    """The distance of every two places: as it is known, or the shortest way over others."""
    far = float("inf")
    size = range(len(names))
    ways = [[0.0 if a == b else known.get(pair_of(a, b), far) for b in names] for a in names]
    stated = [list(row) for row in ways]
    for by in size:
        for a in size:
            for b in size:
                ways[a][b] = min(ways[a][b], ways[a][by] + ways[by][b])
    return [[ways[a][b] if stated[a][b] == far else stated[a][b] for b in size] for a in size]


def scaled(ways: Matrix) -> list[Point]:
    """A first drawing: the two longest axes of the distances."""
    size = len(ways)
    squares = [[way * way for way in row] for row in ways]
    means = [sum(row) / size for row in squares]
    mean = sum(means) / size
    inner = [[-(squares[a][b] - means[a] - means[b] + mean) / 2 for b in range(size)] for a in range(size)]
    axes = []
    for number in (1, 2):
        length, axis = longest_axis(inner, number)
        axes.append([sqrt(max(length, 0.0)) * part for part in axis])
        inner = [[inner[a][b] - length * axis[a] * axis[b] for b in range(size)] for a in range(size)]
    return [(x, y) for x, y in zip(*axes, strict=True)]


def longest_axis(matrix: Matrix, number: int) -> tuple[float, list[float]]:
    """The largest eigenvalue of a matrix and its eigenvector, by multiplying with it again and again."""
    size = len(matrix)
    lift = max(sum(map(abs, row)) for row in matrix)  # so that the largest is also the largest without its sign
    axis = [1.0 + (number * at) % 7 / 7 + at / (3 * size) for at in range(size)]
    for _ in range(POWERS):
        axis = [
            sum(cell * part for cell, part in zip(row, axis, strict=True)) + lift * own
            for row, own in zip(matrix, axis, strict=True)
        ]
        norm = sqrt(sum(part * part for part in axis)) or 1.0
        axis = [part / norm for part in axis]
    length = sum(axis[a] * sum(cell * part for cell, part in zip(matrix[a], axis, strict=True)) for a in range(size))
    return length, axis


def majorized(points: list[Point], ways: Matrix, weights: Matrix) -> list[Point]:
    """The places moved, one after another, to where the others want them on average, until nothing moves any more."""
    points = list(points)
    for _ in range(ROUNDS):
        moved = 0.0
        for a, here in enumerate(points):
            wanted = [wish(here, points[b], ways[a][b], weights[a][b]) for b in range(len(points)) if b != a]
            total = sum(weight for _, _, weight in wanted)
            there = sum(x * weight for x, _, weight in wanted) / total, sum(y * weight for _, y, weight in wanted) / total
            moved = max(moved, hypot(there[0] - here[0], there[1] - here[1]))
            points[a] = there
        if moved < STILL:
            break
    return points


def wish(here: Point, there: Point, way: float, weight: float) -> tuple[float, float, float]:
    """Where a place would be if only one other counted: in its direction, at the right distance; and how much that counts."""
    apart = hypot(here[0] - there[0], here[1] - there[1])
    if apart < STILL:
        return there[0] + way, there[1], weight / way**2
    return there[0] + (here[0] - there[0]) * way / apart, there[1] + (here[1] - there[1]) * way / apart, weight / way**2


def upright(points: Sequence[Point]) -> list[Point]:
    """The drawing turned so that it is wide and not high, and the first place is on the left, above the middle."""
    size = len(points)
    middle = sum(x for x, _ in points) / size, sum(y for _, y in points) / size
    moved = [(x - middle[0], y - middle[1]) for x, y in points]
    if max(abs(y) for _, y in moved) > max(abs(x) for x, _ in moved):
        moved = [(y, x) for x, y in moved]
    left = -1 if moved[0][0] > 0 else 1
    above = -1 if moved[0][1] > 0 else 1
    return [(left * x, above * y) for x, y in moved]


def contradictions(board: Board, known: Mapping[Pair, float]) -> tuple[str, ...]:
    """Triples of distances of which one is longer than the way over the third place: no map has them."""
    found = []
    for trio in combinations(sorted({name for one in known for name in one}), 3):
        sides = [pair_of(a, b) for a, b in combinations(trio, 2)]
        if not all(side in known for side in sides):
            continue
        longest = max(sides, key=lambda side: known[side])
        others = [side for side in sides if side != longest]
        if known[longest] > sum(known[side] for side in others):
            over = next(name for name in trio if name not in longest)
            a, b = (board.names[name] for name in longest)
            found.append(f"{a} to {b} is {known[longest]:g}, and over {board.names[over]} {sum(known[side] for side in others):g}")
    return tuple(found)
