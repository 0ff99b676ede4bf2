"""Guns: artillery units and the guns of ships (R53, R54), and what can change about them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

AIR, ARTILLERY, NAVAL = "air", "artillery", "ships"  # arms; a barrage is fired by one of them


@dataclass(frozen=True, eq=False)
class Battery:
    """An artillery unit as printed, or the guns of a ship."""

    id: str
    name: str
    side: str
    at: str
    arm: str
    barrage: Fraction
    range: int  # in hexes
    coastal: bool = False  # coastal artillery, which can fire at ships


class Gun(NamedTuple):
    """What changes about a battery: whether it is DG, and when it has fired."""

    id: str
    dg: bool = False
    fired: bool = False  # in this phase
    bombarded: bool = False  # it has fired at a land target in this game turn
