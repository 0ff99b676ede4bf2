"""The state of the air part of a turn: Ground Support points in their boxes, and what they are ordered to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

from airwar.rulesets.war_in_europe.charts import Charts

NATIONS = ("allied", "german", "italian", "russian")


@dataclass(frozen=True, eq=False)
class Player:
    """A player with the nationalities that he commands, alone or in an alliance."""

    id: str
    name: str
    alliance: str
    nations: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Boxes:
    """What a player has on a Front after all air combat there."""

    superiority: int = 0
    support: Mapping[str, int] = field(default_factory=dict)  # by nation
    uncommitted: int = 0

    @property
    def ground_support(self) -> int:
        return sum(self.support.values())

    @property
    def remaining(self) -> int:
        """The Air Points in the two boxes; uncommitted ones are in neither."""
        return self.superiority + self.ground_support


@dataclass(frozen=True, eq=False)
class Front:
    """A Front and its boxes; a player who is not named has committed nothing there."""

    id: str
    name: str
    boxes: Mapping[str, Boxes]

    def of(self, player: str) -> Boxes:
        return self.boxes.get(player, Boxes())


@dataclass(frozen=True, eq=False)
class RailRaid:
    """A rail hex to be bombed."""

    id: str
    name: str
    front: str
    by: str
    owner: str
    hex: str
    flak: int
    asked: bool = False  # whether the points are still to be allotted

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who has a part in it."""
        return self.by, self.owner


@dataclass(frozen=True, eq=False)
class GroundCombat:
    """A ground combat, its odds before any air support, and what may be allotted to it."""

    id: str
    name: str
    front: str
    attacker: str
    defender: str
    defenders: tuple[tuple[str, int], ...]  # the owner and the printed defence factors of each unit or group
    attack: Fraction | None
    defence: Fraction | None
    table: str
    column: str
    modifiers: tuple[tuple[str, int], ...] = ()
    ask_shift: bool = False
    ask_die: bool = False

    @property
    def printed_defence(self) -> int:
        """The unadjusted defence factors under attack."""
        return sum(factors for _, factors in self.defenders)

    @property
    def under_attack(self) -> tuple[str, ...]:
        """The players whose units defend."""
        return tuple(dict.fromkeys(player for player, _ in self.defenders))

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who has a part in it."""
        return self.attacker, self.defender, *self.under_attack


Mission = RailRaid | GroundCombat


@dataclass(frozen=True, eq=False)
class Setting:
    """What does not change during the turn."""

    players: Mapping[str, Player]
    fronts: Mapping[str, Front]
    raids: Mapping[str, RailRaid]
    combats: Mapping[str, GroundCombat]
    charts: Charts
    options: Mapping[str, str]

    def name(self, player: str) -> str:
        return self.players[player].name

    def allied(self, one: str, other: str) -> bool:
        return self.players[one].alliance == self.players[other].alliance

    def mission(self, mission_id: str) -> Mission:
        return self.raids[mission_id] if mission_id in self.raids else self.combats[mission_id]

    @property
    def german_player(self) -> str | None:
        """Who owns all flak."""
        return next((player.id for player in self.players.values() if "german" in player.nations), None)


class Pool(NamedTuple):
    """The Ground Support points of one nation of a player on a Front."""

    front: str
    player: str
    nation: str
    had: int
    left: int

    @property
    def whose(self) -> str:
        """The nation as it is shown."""
        return self.nation.capitalize()


class Order(NamedTuple):
    """Ground Support points of one pool that are sent on a mission."""

    mission: str
    player: str
    nation: str
    points: int  # bombing, or shifting the odds
    die: int = 0  # one further point for the die roll of a combat

    @property
    def whose(self) -> str:
        """The nation as it is shown."""
        return self.nation.capitalize()

    @property
    def spent(self) -> int:
        return self.points + self.die


@dataclass(frozen=True)
class Turn:
    """The air part of a turn in progress."""

    setting: Setting = field(hash=False, repr=False)
    pools: tuple[Pool, ...]
    orders: tuple[Order, ...] = ()
    unallotted: tuple[int, ...] = ()  # the pools whose owner has still to say what they do, by their place in `pools`
    raids: tuple[str, ...] = ()  # still to be flown
    combats: tuple[str, ...] = ()  # still to be fought
    results: tuple[tuple[str, str], ...] = ()

    def pool(self, front: str, player: str, nation: str) -> Pool:
        """The points of a nation on a Front, if none are there an empty pool."""
        wanted = (front, player, nation)
        return next((pool for pool in self.pools if pool[:3] == wanted), Pool(front, player, nation, 0, 0))

    def ordered(self, mission: str) -> Iterator[tuple[Pool, Order]]:
        """Who takes part in a mission: each pool with all its orders as one. No more go than are left."""
        front = self.setting.mission(mission).front
        orders = [order for order in self.orders if order.mission == mission]
        for player, nation in dict.fromkeys((order.player, order.nation) for order in orders):
            pool = self.pool(front, player, nation)
            own = [order for order in orders if (order.player, order.nation) == (player, nation)]
            die = min(sum(order.die for order in own), pool.left)
            yield pool, Order(mission, player, nation, min(sum(order.points for order in own), pool.left - die), die)

    def losing(self, pool: Pool, points: int) -> Turn:
        """The turn after a pool has lost points."""
        smaller = pool._replace(left=pool.left - points)
        return replace(self, pools=tuple(smaller if other[:3] == pool[:3] else other for other in self.pools))

    def done(self, mission: str, result: str) -> Turn:
        """The turn after a mission: its result is known, its orders are spent."""
        left = tuple(order for order in self.orders if order.mission != mission)
        return replace(self, orders=left, results=(*self.results, (mission, result)))
