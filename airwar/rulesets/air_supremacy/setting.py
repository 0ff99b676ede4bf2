"""What does not change during one opponent's turn: the map, the nations, the rulings, the orders, and the units at the start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from airwar.rulesets.air_supremacy.units import Kind, UnitType, friends
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


class Order(NamedTuple):
    """An attack that is ordered, by the ids of units. Units under `after` follow a battle in a first zone."""

    space: str
    force: tuple[tuple[str, int], ...] = ()  # `with` in a scenario
    landing: tuple[tuple[str, int], ...] = ()
    support: tuple[tuple[str, int], ...] = ()
    after: str = ""
    defenders: tuple[str, ...] = ()  # the nations that are attacked; empty: whoever is there


class Standing(NamedTuple):
    """Units of one entry of a scenario: where they are, and in what state."""

    id: str
    nation: str
    type: str
    number: int
    space: str = ""
    aboard: str = ""
    damage: int = 0
    out_for: str = ""  # the opponent in whose turn these aircraft have retreated
    bound_for: str = ""  # the battle that these aircraft were dispatched to a round ago
    returning: bool = False  # these aircraft are on their way back


class Position(NamedTuple):
    """Who is where, in what state, and who holds which space. It is all that one turn hands on to the next."""

    units: tuple[Standing, ...]
    holders: tuple[tuple[str, str], ...]  # space -> nation


class Plan(NamedTuple):
    """The turn of one opponent, as far as the scenario prepares it."""

    attacker: str
    movers: frozenset[str]
    orders: tuple[Order, ...]


@dataclass(frozen=True, eq=False)
class Campaign:
    """What does not change from one opponent's turn to the next."""

    groups: Mapping[str, str] = field(repr=False)  # nation -> its group of friends
    majors: Mapping[str, str] = field(repr=False)  # nation -> the major that it moves with, or itself
    spaces: Mapping[str, Space] = field(repr=False)
    types: Mapping[str, UnitType] = field(repr=False)
    rulings: Rulings = field(repr=False)
    plans: tuple[Plan, ...] = field(repr=False)
    at_start: Mapping[tuple[str, str], int] = field(repr=False)  # nation and type -> units
    house_types: tuple[str, ...] = field(repr=False, default=())  # types in play whose values are not in the module
    orders_asked: bool = field(repr=False, default=False)  # whether attacks beyond the prepared ones are asked for


@dataclass(frozen=True, eq=False)
class Setting:
    """What does not change during the turn. It is not part of a state's fingerprint."""

    campaign: Campaign = field(repr=False)
    number: int = field(repr=False)  # of the turn, from 0
    position: Position = field(repr=False)  # when the turn begins
    orders: tuple[Order, ...] = field(repr=False)
    spaces: Mapping[str, Space] = field(repr=False)  # with those who hold them when the turn begins
    kinds: Mapping[tuple[str, str, str], Kind] = field(repr=False)  # nation, type and home -> aircraft based there

    @cached_property
    def attacker(self) -> str:
        """The opponent whose turn it is."""
        return self.campaign.plans[self.number].attacker

    @cached_property
    def movers(self) -> frozenset[str]:
        """All nations that attack in this turn."""
        return self.campaign.plans[self.number].movers

    @cached_property
    def rulings(self) -> Rulings:
        return self.campaign.rulings

    @cached_property
    def at_start(self) -> Mapping[tuple[str, str], int]:
        """How many units of each nation and type the scenario began with."""
        return self.campaign.at_start

    @cached_property
    def sides(self) -> int:
        """The sides of the die."""
        return self.rulings.number("die-sides")

    def friendly(self, nation: str, other: str) -> bool:
        return friends(self.campaign.groups, nation, other)

    def name(self, place: str) -> str:
        """The name of a space or a ship."""
        known = self.spaces.get(place)
        return known.name if known else title_of(place)

    def based(self, kind: Kind, home: str) -> Kind:
        """Aircraft of a kind once they are based elsewhere."""
        return self.kinds[kind.nation, kind.type.id, home]
