"""What does not change during a turn: the map, the nations, the rulings, and the units at the start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from airwar.rulesets.air_supremacy.units import Kind, friends
from airwar.rulesets.kit.names import title_of
from airwar.rulesets.kit.rulings import Rulings


@dataclass(frozen=True, eq=False)
class Space:
    """A land territory or a sea zone."""

    id: str
    name: str
    sea: bool
    nation: str  # that holds it, if any
    adjacent: frozenset[str]


@dataclass(frozen=True, eq=False)
class Setting:
    """What does not change during the turn. It is not part of a state's fingerprint."""

    attacker: str = field(repr=False)  # the opponent whose turn it is
    movers: frozenset[str] = field(repr=False)  # all nations that attack in this turn
    groups: Mapping[str, str] = field(repr=False)  # nation -> its group of friends
    spaces: Mapping[str, Space] = field(repr=False)
    rulings: Rulings = field(repr=False)
    at_start: Mapping[tuple[str, str], int] = field(repr=False)  # nation and type -> units
    bystanders: tuple[tuple[Kind, int, str], ...] = field(repr=False)  # units outside all battles and where, aircraft apart
    passing: Mapping[str, tuple[tuple[Kind, int, str], ...]] = field(repr=False)  # second space -> ships, and for what
    cargo: Mapping[str, Mapping[Kind, tuple[Kind, ...]]] = field(repr=False)  # second space -> troops -> their transports
    house_types: tuple[str, ...] = field(repr=False, default=())  # types in play whose values are not in the module

    @property
    def sides(self) -> int:
        """The sides of the die."""
        return self.rulings.number("die-sides")

    def friendly(self, nation: str, other: str) -> bool:
        return friends(self.groups, nation, other)

    def hostile(self, nation: str, other: str) -> bool:
        """Whether another nation attacks in this turn, or is a friend of those that do."""
        allied = any(self.groups[other] == self.groups[mover] for mover in self.movers)
        return other in self.movers or (allied and not self.friendly(nation, other))

    def name(self, place: str) -> str:
        """The name of a space or a ship."""
        known = self.spaces.get(place)
        return known.name if known else title_of(place)
