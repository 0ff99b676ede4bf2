"""The contents of a War in Europe scenario, which are also the position of a turn: players, Air Points and orders."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from airwar.rulesets.kit import (
    ASKED,
    CHART_FILE,
    RESET,
    Book,
    Either,
    Exact,
    Flag,
    Id,
    ListOf,
    MapOf,
    OneOf,
    Option,
    OrAsk,
    Ref,
    Rulings,
    Text,
    Titled,
    Whole,
    becomes,
    inside,
    list_of,
    map_of,
    named,
    options_of,
    record,
    replace,
    rule,
    said,
    said_id,
    said_name,
    shape_of,
    title_of,
)
from airwar.rulesets.war_in_europe.charts import Charts

NATIONS = ("allied", "german", "italian", "russian")
MOST = 10_000
POINTS = Either(Whole(0, MOST), MapOf(OneOf(NATIONS), Whole(0, MOST)))
Points = int | Book[int]  # a number if the side commands one nation, or by nation

OPTIONS = {
    "tas-scope": Option(
        "player", ("player", "alliance"), "whose boxes must be empty: one player's, or those of his whole alliance", rule="13.91"
    ),
    "allotment": Option(
        "each-mission",
        ("each-mission", "all-at-once"),
        "whether Ground Support points are allotted to each raid and battle when it comes up, or all before the first one",
        rule="13.912",
    ),
    "flak-timing": Option(
        "after", ("after", "before"), "whether flak losses come after or before bomber points are counted", rule="13.921"
    ),
    "odds-shift-user": Option(
        "attacker",
        ("attacker", "either"),
        "who may shift the odds: only the attacker, or also the defender, to the left",
        rule="13.93",
    ),
}
SETTLED = {
    "mission-order": "raids-first",
    "allied-support": "yes",
    "support-reuse": "no",
    "flak-dice": "together",
    "die-point-without-supremacy": "yes",
    "odds-rounding": "defender",
    "odds-below-table": "not-allowed",
}


@record
class Side(Titled):
    """A player with the nations whose Air Points he commands, alone or in an alliance."""

    id: str = named()
    name: str = said_name()
    alliance: str = said(Id(), "sides that name the same alliance are allied; a side without one has no allies", default="")
    nations: tuple[str, ...] = said(ListOf(OneOf(NATIONS), 1, len(NATIONS)), "whose Air Points it commands")

    @property
    def party(self) -> str:
        """Its alliance; a side without one gets a name that no alliance can have."""
        return self.alliance or f"{self.id} alone"


@record
class Boxes:
    """What a side has on a Front after all air combat there; and how much of its Ground Support is eliminated or used."""

    air_superiority: int | None = said(
        Whole(0, MOST), "points left in that box after all air combat; or ask", default=0, passing=ASKED, rule="13.91"
    )
    ground_support: Points = said(POINTS, "points left in that box; by nation if the side commands several", default=0)
    uncommitted: int = said(Whole(0, MOST), "points in neither box; they do not prevent supremacy", default=0)
    present: bool = said(Flag(), "whether the side has units or territory on this Front", default=True)
    lost: Book[int] = inside(default=Book())
    spent: Book[int] = inside(default=Book())


@record
class RailRaid(Titled):
    """A rail hex to be bombed."""

    id: str = said_id()
    name: str = said_name()
    front: str = said(Ref("fronts"), "the Front it is on")
    attacker: str = said(Ref("sides"), "who bombs")
    defender: str = said(Ref("sides"), "whose territory it is; may be left out if there is one opponent", default="")
    at: str = said(Text(max_length=20), "the rail hex, as printed on the map")
    in_range: bool = said(Flag(), "whether it is within regular air range, which the players measure")
    flak: int = said(Whole(0, 999), "the flak in the hex; any amount has the same effect", default=0)
    points: Points | None = said(POINTS, "Ground Support points sent, by nation if need be; asked if left out", default=None)

    @property
    def sides(self) -> tuple[str, ...]:
        """Every side that has a part in it."""
        return self.attacker, self.defender


@record
class Defenders:
    """Identical units under attack."""

    printed: int = said(Whole(0, 999), "the defense factor printed on the counter: 6 on a 6-5")
    count: int = said(Whole(1, 99), "how many such units", default=1)
    side: str = said(Ref("sides"), "whose they are; the defender's if left out", default="")


@record
class GroundBattle(Titled):
    """A ground battle: its odds before any air support, and the points sent to it."""

    id: str = said_id()
    name: str = said_name()
    front: str = said(Ref("fronts"), "the Front it is on")
    attacker: str = said(Ref("sides"), "who attacks")
    defender: str = said(Ref("sides"), "may be left out if there is one opponent", default="")
    defenders: tuple[Defenders, ...] = said(ListOf(shape_of(Defenders), 1, 99), "the units under attack, unadjusted")
    attack_strength: Fraction | None = said(Exact(0, 100_000), "adjusted, for the odds", default=None)
    defense_strength: Fraction | None = said(
        Exact(0, 100_000), "adjusted for terrain and everything else, for the odds", default=None
    )
    table: str = said(Text(max_length=40), "which of the combat results tables; may be left out if there is one", default="")
    column: str = said(Text(max_length=12), "the column before air support; from the strengths if left out", default="")
    modifiers: Book[int] = said(
        MapOf(Text(max_length=40), Whole(-9, 9)), "on the die, by name: an ally's support and so on", default=Book()
    )
    shift_points: Points | None = said(POINTS, "Ground Support points to shift the odds with; asked if left out", default=None)
    die_point: bool | None = said(Flag(), "whether one more point raises the die roll; asked if left out", default=None)

    @property
    def printed_defense(self) -> int:
        """The unadjusted defense factors under attack."""
        return sum(units.printed * units.count for units in self.defenders or ())

    @property
    def under_attack(self) -> tuple[str, ...]:
        """The sides whose units defend."""
        return tuple(dict.fromkeys(units.side or self.defender for units in self.defenders or ()))

    @property
    def sides(self) -> tuple[str, ...]:
        """Every side that has a part in it."""
        return self.attacker, self.defender, *self.under_attack


Mission = RailRaid | GroundBattle


class Pool(NamedTuple):
    """The Ground Support points of one nation of a side on a Front."""

    front: str
    side: str
    nation: str
    left: int
    lost: int = 0  # in this turn
    spent: int = 0  # how many of those left have done their job this turn

    @property
    def id(self) -> str:
        return f"{self.front}.{self.side}.{self.nation}"

    @property
    def had(self) -> int:
        """The points at the start of the turn."""
        return self.left + self.lost

    @property
    @rule("13.912")
    def free(self) -> int:
        """The points that can still do a job. A point has one job per turn."""
        return self.left - self.spent

    @property
    def whose(self) -> str:
        """The displayed name of the nation."""
        return self.nation.capitalize()


class Order(NamedTuple):
    """Ground Support points of one pool, sent on a mission."""

    mission: str
    side: str
    nation: str
    points: int  # bombing, or shifting the odds
    die: int = 0  # one further point for the die roll of a battle

    @property
    def spent(self) -> int:
        return self.points + self.die


class Setting(NamedTuple):
    """What does not change during the turn."""

    sides: Book[Side]
    charts: Charts
    options: Rulings

    def name(self, side: str) -> str:
        return self.sides[side].title

    def allied(self, one: str, other: str) -> bool:
        return self.sides[one].party == self.sides[other].party

    def allies(self, side: str) -> list[str]:
        """A side and its allies, the side first. Allied players may add their points to a mission."""
        return [side, *(other for other in self.sides if other != side and self.allied(side, other))]

    @property
    def german_side(self) -> str | None:
        """The side that owns all flak: the German player's."""
        return next((side.id for side in self.sides.values() if "german" in side.nations), None)


@record
class Turn:
    """The air part of a turn, from the end of air combat on."""

    options: Rulings = options_of(OPTIONS)
    sides: Book[Side] = said(map_of(Id(), Side, 2, 6, "sides"), "the players, and the nations that they command", fixed=True)
    moves: str | None = said(
        OrAsk(Ref("sides")),
        "whose player turn it is: only he and his allies attack; or ask; everybody if left out",
        default="",
        passing=becomes(lambda turn, _: None if turn.moves else ""),
    )
    fronts: Book[Book[Boxes]] = said(
        map_of(Id(), map_of(Ref("sides"), Boxes, 1), 1, 12, "fronts"),
        "each Front with the boxes after all air combat; a side that is not listed has committed nothing",
    )
    rail_raids: Book[RailRaid] = said(
        list_of(RailRaid, 0, 60, "missions"), "rail hexes to be bombed", default=Book(), passing=RESET
    )
    battles: Book[GroundBattle] = said(
        list_of(GroundBattle, 0, 60, "missions"),
        "ground battles, in the order in which they are fought",
        default=Book(),
        passing=RESET,
    )
    orders: str = said(
        OneOf(("ask", "prepared")),
        "whether raids and battles beyond those listed are asked for; if left out, only where none are listed",
        default="",
        passing=RESET,
    )
    damaged_rails: Book[str] = said(
        MapOf(Text(max_length=20), Text(max_length=60)),
        "rail hexes that bombing has damaged, and how, until repaired",
        default=Book(),
    )
    printed: tuple[str, ...] = said(
        ListOf(Text(max_length=60)), "charts that somebody reads from the printed page when asked, such as accuracy-14", default=()
    )
    charts: Charts = said(
        Either(CHART_FILE, shape_of(Charts)),
        "charts that the source does not print, or a file with them",
        default=Charts(),
        fixed=True,
    )
    given: tuple[Order, ...] = inside(default=())  # points that have orders
    to_test: tuple[str, ...] = inside(default=())  # Fronts still to be tested for supremacy
    unallotted: tuple[str, ...] = inside(default=())  # pools still to be allotted, if that is done all at once
    raids_left: tuple[str, ...] = inside(default=())  # still to be flown
    battles_left: tuple[str, ...] = inside(default=())  # still to be fought
    results: tuple[tuple[str, str], ...] = inside(default=())
    lapsed: tuple[str, ...] = inside(default=())  # missions whose orders lapsed, so that the players are asked
    asking: bool = inside(default=False)  # whether missions that the scenario does not list are asked for
    further: Book[Mission] = inside(default=Book())  # missions that were ordered at the table
    not_printed: tuple[str, ...] = inside(default=())  # charts that nobody will read in this turn

    @property
    def setting(self) -> Setting:
        return Setting(self.sides, self.charts, self.options)

    @property
    def missions(self) -> dict[str, Mission]:
        """Every mission of the turn, those of the scenario first."""
        return {**self.rail_raids, **self.battles, **self.further}

    def boxes(self, front: str, side: str) -> Boxes:
        """The boxes of a side on a Front; a side that is not listed there has committed nothing."""
        return self.fronts[front].get(side, NO_BOXES)

    def support(self, front: str, side: str) -> dict[str, int]:
        """The Ground Support points of a side on a Front, by nation."""
        return by_nation(self.sides[side], self.boxes(front, side).ground_support)

    @property
    def pools(self) -> list[Pool]:
        """Every nation's Ground Support points on every Front."""
        return [pool for front, boxes in self.fronts.items() for side in boxes for pool in self.pools_of(front, side)]

    def pools_of(self, front: str, side: str) -> Iterator[Pool]:
        boxes, support = self.boxes(front, side), self.support(front, side)
        for nation in dict.fromkeys((*support, *boxes.lost)):
            yield Pool(front, side, nation, support.get(nation, 0), boxes.lost.get(nation, 0), boxes.spent.get(nation, 0))

    def pool(self, front: str, side: str, nation: str) -> Pool:
        """The points of a nation on a Front; an empty pool if it has none there."""
        here = (pool for pool in self.pools_of(front, side) if pool.nation == nation)
        return next(here, Pool(front, side, nation, 0))

    def with_pool(self, pool: Pool) -> Turn:
        """The turn with this pool replaced."""
        side, boxes = self.sides[pool.side], self.boxes(pool.front, pool.side)
        boxes = replace(
            boxes,
            ground_support=points_of(side, {**self.support(pool.front, pool.side), pool.nation: pool.left}),
            lost=boxes.lost.having(pool.nation, pool.lost),
            spent=boxes.spent.having(pool.nation, pool.spent),
        )
        return replace(self, fronts=self.fronts.having(pool.front, self.fronts[pool.front].having(pool.side, boxes)))

    def using(self, pool: Pool, points: int, lost: int = 0) -> Turn:
        """The turn after points of a pool have done a job, some of them perhaps lost."""
        spent = min(pool.spent + points, pool.left) - lost
        return self.with_pool(pool._replace(left=pool.left - lost, lost=pool.lost + lost, spent=spent))

    def ordered(self, mission: str) -> Iterator[tuple[Pool, Order]]:
        """Who takes part in a mission: each pool, with all its orders merged."""
        front = self.missions[mission].front
        orders = [order for order in self.given if order.mission == mission]
        for side, nation in dict.fromkeys((order.side, order.nation) for order in orders):
            pool = self.pool(front, side, nation)
            own = [order for order in orders if (order.side, order.nation) == (side, nation)]
            yield pool, Order(mission, side, nation, sum(order.points for order in own), sum(order.die for order in own))

    def pledged(self, pool: Pool, *missions: str) -> int:
        """The points of a pool that have orders, for all missions or some."""
        return sum(
            order.spent
            for order in self.given
            if (order.side, order.nation) == (pool.side, pool.nation)
            and self.missions[order.mission].front == pool.front
            and (not missions or order.mission in missions)
        )

    def done(self, mission: str, result: str) -> Turn:
        """The turn after a mission: with its result, and without its orders."""
        left = tuple(order for order in self.given if order.mission != mission)
        return replace(self, given=left, results=(*self.results, (mission, result)))


NO_BOXES = Boxes()


def by_nation(side: Side, points: Points) -> dict[str, int]:
    """Points by nation, in the order given."""
    if isinstance(points, int):
        return {side.nations[0]: points} if points else {}
    return dict(points)


def points_of(side: Side, points: dict[str, int]) -> Points:
    """Points by nation as a scenario says them: one number if the side commands one nation."""
    return points.get(side.nations[0], 0) if len(side.nations) == 1 else Book(points)


def front_title(front: str) -> str:
    """The name of a Front in a sentence: the East Front."""
    return f"the {title_of(front).removesuffix(' Front')} Front"
