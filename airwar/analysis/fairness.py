"""Whether dice were fair: how often each face came up, and how likely a spread as uneven as that is (chi-square)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, lgamma, log

from airwar.engine.dice import Dice
from airwar.engine.records import Rolled

FEW = 5  # faces expected of each kind, below which the test says nothing
SMALL = 1e-15


@dataclass(frozen=True)
class Faces:
    """The faces of the dice of one source and size."""

    source: str
    sides: int
    counts: tuple[int, ...]  # of face 1, 2, ...

    @property
    def dice(self) -> int:
        return sum(self.counts)

    @property
    def chi_square(self) -> float:
        expected = self.dice / self.sides
        return sum((number - expected) ** 2 / expected for number in self.counts)

    @property
    def p(self) -> float | None:
        """The chance that fair dice fall at least as unevenly; None if there are too few to tell."""
        return upper_tail(self.chi_square, self.sides - 1) if self.dice >= FEW * self.sides else None


def faces_of(rolls: Iterable[Rolled]) -> list[Faces]:
    """The faces of all dice, by source and size. Faces that a scenario fixes are not dice."""
    counted: dict[tuple[str, int], list[int]] = {}
    for roll in rolls:
        if roll.source not in ("machine", "physical"):
            continue
        sides = Dice.written(roll.dice).sides
        counts = counted.setdefault((roll.source, sides), [0] * sides)
        for face in roll.faces:
            counts[face - 1] += 1
    return [Faces(source, sides, tuple(counts)) for (source, sides), counts in sorted(counted.items())]


def upper_tail(chi_square: float, freedom: int) -> float:
    """The chance of a chi-square at least this large: the regularized upper incomplete gamma function."""
    shape, at = freedom / 2, chi_square / 2
    if at <= 0:
        return 1.0
    front = exp(shape * log(at) - at - lgamma(shape))
    if at < shape + 1:
        return 1.0 - front * _series(shape, at)
    return front * _continued_fraction(shape, at)


def _series(shape: float, at: float) -> float:
    term = total = 1 / shape
    while term > total * SMALL:
        shape += 1
        term *= at / shape
        total += term
    return total


def _continued_fraction(shape: float, at: float) -> float:
    """Lentz's method."""
    tiny = 1e-300
    b = at + 1 - shape
    c, d = 1 / tiny, 1 / b
    result = d
    for step in range(1, 1000):
        a = -step * (step - shape)
        b += 2
        d = 1 / ((a * d + b) or tiny)
        c = (b + a / c) or tiny
        result *= c * d
        if abs(c * d - 1) < SMALL:
            break
    return result
