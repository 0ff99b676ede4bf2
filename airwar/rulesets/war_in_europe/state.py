"""The state of the air part of a turn: Ground Support points in their boxes, and what they are ordered to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

from airwar.rulesets.kit.rulings import Rulings
from airwar.rulesets.war_in_europe.charts import Charts

NATIONS = ("allied", "german", "italian", "russian")


@dataclass(frozen=True, eq=False)
class Side:
    """A player with the nations whose Air Points he commands, alone or in an alliance."""

    id: str
    name: str
    alliance: str
    nations: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Boxes:
    """What a side has on a Front after all air combat there."""

    superiority: int = 0
    support: Mapping[str, int] = field(default_factory=dict)  # by nation
    uncommitted: int = 0

    @property
    def ground_support(self) -> int:
        return sum(self.support.values())

    @property
    def remaining(self) -> int:
        """The Air Points in the two boxes; uncommitted points are in neither."""
        return self.superiority + self.ground_support


@dataclass(frozen=True, eq=False)
class Front:
    """A Front and its boxes; a side that is not listed has committed nothing there."""

    id: str
    name: str
    boxes: Mapping[str, Boxes]

    @property
    def title(self) -> str:
        """The name in a sentence: the East Front."""
        return f"the {self.name.removesuffix(' Front')} Front"

    def of(self, side: str) -> Boxes:
        return self.boxes.get(side, Boxes())


@dataclass(frozen=True)
class RailRaid:
    """A rail hex to be bombed."""

    id: str
    name: str
    front: str
    attacker: str
    defender: str  # in whose territory the hex is
    hex: str
    flak: bool  # any amount has the same effect
    asked: bool = False  # whether the points are still to be allotted

    @property
    def sides(self) -> tuple[str, ...]:
        """Every side that has a part in it."""
        return self.attacker, self.defender


@dataclass(frozen=True)
class GroundBattle:
    """A ground battle, its odds before any air support, and what may be allotted to it."""

    id: str
    name: str
    front: str
    attacker: str
    defender: str
    defenders: tuple[tuple[str, int], ...]  # the side and the printed defense factors of each unit or group
    attack: Fraction | None
    defense: Fraction | None
    table: str
    column: str
    modifiers: tuple[tuple[str, int], ...] = ()
    ask_shift: bool = False
    ask_die: bool = False

    @property
    def printed_defense(self) -> int:
        """The unadjusted defense factors under attack."""
        return sum(factors for _, factors in self.defenders)

    @property
    def under_attack(self) -> tuple[str, ...]:
        """The sides whose units defend."""
        return tuple(dict.fromkeys(side for side, _ in self.defenders))

    @property
    def sides(self) -> tuple[str, ...]:
        """Every side that has a part in it."""
        return self.attacker, self.defender, *self.under_attack


Mission = RailRaid | GroundBattle


@dataclass(frozen=True, eq=False)
class Setting:
    """What does not change during the turn."""

    sides: Mapping[str, Side]
    fronts: Mapping[str, Front]
    raids: Mapping[str, RailRaid]
    battles: Mapping[str, GroundBattle]
    charts: Charts
    rulings: Rulings

    def name(self, side: str) -> str:
        return self.sides[side].name

    def allied(self, one: str, other: str) -> bool:
        return self.sides[one].alliance == self.sides[other].alliance

    def allies(self, side: str) -> list[str]:
        """A side and its allies, the side first."""
        return [side, *(other for other in self.sides if other != side and self.allied(side, other))]

    @property
    def missions(self) -> list[Mission]:
        """Every mission that the scenario lists."""
        return [*self.raids.values(), *self.battles.values()]

    @property
    def german_side(self) -> str | None:
        """The side that owns all flak."""
        return next((side.id for side in self.sides.values() if "german" in side.nations), None)


class Pool(NamedTuple):
    """The Ground Support points of one nation of a side on a Front."""

    front: str
    side: str
    nation: str
    had: int
    left: int
    spent: int = 0  # of those left, how many have done their job this turn

    @property
    def free(self) -> int:
        """The points that have not been used this turn."""
        return self.left - self.spent

    @property
    def whose(self) -> str:
        """The nation as it is shown."""
        return self.nation.capitalize()


class Order(NamedTuple):
    """Ground Support points of one pool that are sent on a mission."""

    mission: str
    side: str
    nation: str
    points: int  # bombing, or shifting the odds
    die: int = 0  # one further point for the die roll of a battle

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
    fronts: tuple[str, ...] = ()  # still to be tested for supremacy
    unallotted: tuple[int, ...] = ()  # the pools that have still to be allotted, by their place in `pools`
    raids: tuple[str, ...] = ()  # still to be flown
    battles: tuple[str, ...] = ()  # still to be fought
    results: tuple[tuple[str, str], ...] = ()
    lapsed: tuple[str, ...] = ()  # missions whose orders could no longer be carried out, so that they are asked about
    asking: bool = False  # whether missions that the scenario does not list are asked for
    further: tuple[Mission, ...] = ()  # missions that were ordered at the table
    printed: tuple[tuple[str, bool], ...] = ()  # charts that nobody has typed in, and whether somebody reads them from the page

    def mission(self, mission_id: str) -> Mission:
        """A mission of the scenario, or one that was ordered at the table."""
        return next(mission for mission in (*self.further, *self.setting.missions) if mission.id == mission_id)

    def pool(self, front: str, side: str, nation: str) -> Pool:
        """The points of a nation on a Front; an empty pool if it has none there."""
        wanted = (front, side, nation)
        return next((pool for pool in self.pools if pool[:3] == wanted), Pool(front, side, nation, 0, 0))

    def ordered(self, mission: str) -> Iterator[tuple[Pool, Order]]:
        """Who takes part in a mission: each pool with all its orders as one, never more than it has to give."""
        front = self.mission(mission).front
        orders = [order for order in self.orders if order.mission == mission]
        for side, nation in dict.fromkeys((order.side, order.nation) for order in orders):
            pool = self.pool(front, side, nation)
            own = [order for order in orders if (order.side, order.nation) == (side, nation)]
            there = self.available(pool)
            die = min(sum(order.die for order in own), there)
            yield pool, Order(mission, side, nation, min(sum(order.points for order in own), there - die), die)

    def available(self, pool: Pool) -> int:
        """The points of a pool that can do a job: those that have done none this turn, or by option all that are left."""
        return pool.left if self.setting.rulings.yes("support-reuse") else pool.free

    def using(self, pool: Pool, points: int, lost: int = 0) -> Turn:
        """The turn after points of a pool have done a job, and some of them were lost."""
        spent = min(pool.spent + points, pool.left) - lost
        used = pool._replace(left=pool.left - lost, spent=spent)
        return replace(self, pools=tuple(used if other[:3] == pool[:3] else other for other in self.pools))

    def done(self, mission: str, result: str) -> Turn:
        """The turn after a mission: its result is known, its orders have been carried out."""
        left = tuple(order for order in self.orders if order.mission != mission)
        return replace(self, orders=left, results=(*self.results, (mission, result)))

    def reads(self, chart: str) -> bool:
        """Whether somebody reads a chart from the printed page."""
        return dict(self.printed).get(chart, False)
