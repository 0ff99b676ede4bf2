"""The contents of a Dark Crusade scenario, which are also the position of a combat phase: map, units, and battles to come."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from airwar.rulesets.dark_crusade.combat_table import Charts, CombatTable
from airwar.rulesets.kit import (
    CHART_FILE,
    NO_YES,
    YES_NO,
    Book,
    Either,
    Exact,
    Flag,
    Id,
    ListOf,
    MapOf,
    OneOf,
    Option,
    Ref,
    Rulings,
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
)

SIDE_NAMES = {"axis": "Axis", "soviet": "Soviet"}
AIR_NAMES = {"axis": "German air units", "soviet": "Soviet air units"}
AIR_IDS = {"axis": "german-air", "soviet": "soviet-air"}
WORKS = "field-works"  # the id under which a point's field works take losses
AXIS_ALLIES = ("finnish", "hungarian", "italian", "romanian", "slovak", "spanish", "axis-ally")
SOVIETS = ("soviet", "polish", "czechoslovak", "soviet-ally")
HOLDS = ("none", "combat", "support", "emplaced-factory", "entrained-factory", "partisan")
MOST_GERMAN_AIR = 4  # the most for which the source has a multiplier

SIDE = OneOf(tuple(SIDE_NAMES))
WEATHER = OneOf(("good", "snow", "mud"))
STARTS = MapOf(Ref("points"), Whole(1, 99))
STARTS_HELP = "attacking Soviet air: how many started from each point, if it matters"
SIZES = {"1/2": Fraction(1, 2), "1": Fraction(1), "2": Fraction(2)}
NOTHING = Fraction(0)

OPTIONS = {
    "air-bonus-attack": Option(
        "german", ("german", "axis"), "which attacking units German air multiplies: German units only, or all Axis units", rule="B5"
    ),
    "flak-from-dispersed": Option("yes", YES_NO, "whether Axis ground units fire flak when all of them are dispersed", rule="B2"),
    "stranded-soviet-air": Option(
        "eliminate",
        ("eliminate", "retreat"),
        "whether defending Soviet air that has lost its last ground unit is eliminated or retreats",
        rule="B4",
    ),
    "sheltering-air": Option(
        "apart",
        ("apart", "present"),
        "whether air units that have retreated to a point under attack count as present there: German air for air combat, "
        "Soviet air for the type of combat",
        rule="B13c",
    ),
    "unusual-table": Option(
        "no", NO_YES, "whether a combat table may be used that does not split 37 points into 19 and 18", rule="B16"
    ),
    "battle-order": Option(
        "attacker",
        ("attacker", "listed"),
        "which battle comes next: the attacker decides, or in the order of the scenario",
        rule="B0",
    ),
    "air-combat": Option(
        "each-battle",
        ("each-battle", "all-first"),
        "whether air combat opens each battle, or is fought at all points before the first ground combat",
        rule="B0",
    ),
}
SETTLED = {  # options of earlier versions, with the readings that replace them
    "max-german-air": "4",
    "soviet-air-with-dispersed-defenders": "yes",
    "attacking-soviet-air-alone": "return",
    "soviet-air-retreats": "with-ground-units",
    "soviet-air-against-intruders": "yes",
    "retreating-soviet-air-dispersed": "no",
    "german-air-room": "none",
    "attacked-points-first": "yes",
    "max-rounds": "50",
    "breakthrough-procedure": "as-regular",
    "line-capacity": "whole-phase",
    "no-retreat": "eliminate",
}

# the map


@record
class Point(Titled):
    """A point of the map, the side that controls it, and what else that side has there."""

    id: str = named()
    name: str = said_name()
    side: str = said(SIDE, "which side controls it")
    holds: str | None = said(
        OneOf(HOLDS), "what its side has there besides the units of the scenario; or ask", default="none", of="side", rule="B13b"
    )
    works: int | None = said(Whole(0, 99), "losses that its field works still absorb; the rule is not in the source", default=None)
    weather: str = said(
        WEATHER,
        "the weather at this point, if it is not that of the phase",
        default="",
        passing=becomes(lambda phase, point: "" if phase.is_over else point.weather),
    )


@record
class Line:
    """A line between two points, and how many units can retreat over it."""

    id: str = named()
    between: tuple[str, ...] = said(ListOf(Ref("points"), 2, 2, wanted="two points"), "the two points it connects")
    capacity: int | None = said(Whole(0, 99), "how many units it carries", default=None)
    shares: str = said(Ref("lines"), "instead of a capacity: another line, whose capacity both share, as at a fork", default="")
    used: Fraction = said(
        Exact(0, 99),
        "what has retreated over it already in this phase",
        default=NOTHING,
        passing=becomes(lambda phase, line: NOTHING if phase.is_over else line.used),
    )

    def beyond(self, point: str) -> str:
        """The point at the other end."""
        return self.between[1] if self.between[0] == point else self.between[0]


# units


@record
class Unit(Titled):
    """A ground unit. An attacker whose battle is still to come is at its starting point, and has a line."""

    id: str = said_id()
    name: str = said_name()
    nation: str = said(OneOf(("german", *AXIS_ALLIES, *SOVIETS)), "whose unit it is")
    side: str = said(SIDE, "if its nation has changed sides, such as Romania in 1944", default="")
    type: str = said(OneOf(("major", "minor")), "a major unit survives one loss more")
    strength: int = said(Whole(1, 99), "strength points")
    at: str = said(Ref("points"), "where it is; for an attacker, where it comes from")  # empty when eliminated
    line: str = said(Ref("lines"), "attackers: the line they attack along", default="")
    supplied: bool = said(Flag(), "in supply, so that German air multiplies it", default=True)
    dispersed: bool | None = said(Flag(), "already dispersed; a unit with losses always is", default=None, ruled=True)
    losses: int = said(Whole(0, 99), "losses taken since it last recovered", default=0, ruled=True)
    works: int = said(Whole(0, 99), "losses that its field works absorb; the rule is not in the source", default=0)
    retreat_size: Fraction | None = said(
        OneOf(SIZES),
        "what it counts on a line: 2, an Axis allied army; 1/2, an SS Pz division or the 1st Moscow Motorized; "
        "if left out, an Axis ally counts 2 and any other unit 1",
        default=None,
    )
    sheltering: bool = inside(default=False)  # retreated to a point under attack, where it takes no part

    def __hash__(self) -> int:
        return hash((self.id, self.at, self.losses, self.dispersed))

    @property
    def fights_for(self) -> str:
        """Its side: that of its nation, unless the scenario says that it has changed sides."""
        return self.side or ("soviet" if self.nation in SOVIETS else "axis")

    @property
    @rule("B13a")
    def size(self) -> Fraction:
        """How much of a line's capacity it uses in a retreat: an Axis ally is an army, which counts as two."""
        army = self.nation in AXIS_ALLIES and self.fights_for == "axis"
        return self.retreat_size or Fraction(2 if army else 1)

    @property
    @rule("B10")
    def limit(self) -> int:
        """The losses that it survives: as many as its strength for a major unit, one fewer for a minor unit."""
        return self.strength if self.type == "major" else self.strength - 1

    @property
    def bears(self) -> int:
        """The most losses it can be given: what its field works absorb, plus what eliminates it."""
        return self.works + self.limit + 1 - self.losses

    def lost(self) -> Unit:
        return replace(self, at="", line="", sheltering=False)


@record
class Air:
    """Air units of a side: over the point where they fight, or where they are stationed; nowhere when displaced."""

    side: str = said(SIDE, "axis for German air units, soviet for Soviet ones")
    at: str = said(
        Ref("points"), "the point where they are, or that they attack; German air that is displaced is nowhere", default=""
    )
    count: int = said(Whole(1, 9999), "how many")
    from_: Book[int] = said(STARTS, STARTS_HELP, default=Book())  # including those lost in the air
    sheltering: bool = inside(default=False)  # retreated to a point under attack, where they take no part


def joined(*air: Air) -> tuple[Air, ...]:
    """Air units in a fixed order; those of a kind at one place are merged."""
    kinds: dict[tuple[str, str, bool, Book[int]], Air] = {}
    for one in air:
        kind = one.side, one.at, one.sheltering, one.from_
        if one.count:
            kinds[kind] = replace(one, count=one.count + kinds[kind].count) if kind in kinds else one
    return tuple(sorted(kinds.values(), key=lambda one: (one.side, one.at, one.sheltering)))


# battles


@record
class AirThere:
    """The air units of both sides in a battle."""

    german: int = said(Whole(0, 99), "German air units at the point", default=0)
    soviet: int = said(Whole(0, 99), "Soviet air units at the point", default=0)
    from_: Book[int] = said(STARTS, STARTS_HELP, default=Book())


@record
class FieldWorks:
    """Field works where a battle is fought."""

    present: bool = said(Flag(), "whether there are any", default=True)
    absorbs: int = said(Whole(0, 99), "breakthroughs they absorb, if their owner wants", default=0)


@record
class Attack:
    """A battle to come. What it says about its point and the air units there is moved to where it belongs when the phase begins."""

    point: str = named()
    air: AirThere | None = said(shape_of(AirThere), "the air units of both sides; none if left out", default=None)
    fieldworks: FieldWorks | None = said(
        shape_of(FieldWorks), "the field works of the point; or give them with the point", default=None
    )
    weather: str = said(WEATHER, "the weather at the point; or give it with the point", default="")
    breakthrough: bool = said(Flag(), "breakthrough combat, after all regular combat", default=False)
    air_fought: bool = inside(default=False)  # whether its air combat is over


class Result(StrEnum):
    """How a battle ends."""

    ATTACKERS_DESTROYED = "held: attackers destroyed"
    ATTACKERS_RETREATED = "held: attackers retreated"
    DEFENDERS_DESTROYED = "taken: defenders destroyed"
    DEFENDERS_RETREATED = "taken: defenders retreated"
    BOTH_DESTROYED = "held: both sides destroyed"

    @property
    def taken(self) -> bool:
        """Whether the attackers have won the point."""
        return self in (Result.DEFENDERS_RETREATED, Result.DEFENDERS_DESTROYED)


# the phase


class Setting(NamedTuple):
    """What does not change during the phase."""

    attacker: str
    weather: str
    rulings: Rulings
    names: Book[str]  # names of points by id
    table: CombatTable

    def side(self, role: str) -> str:
        """The side that attacks, or the side that defends."""
        return self.attacker if role == "attacker" else other_side(self.attacker)

    def player(self, role: str) -> str:
        """The name of the side that attacks, or of the side that defends."""
        return SIDE_NAMES[self.side(role)]


def other_side(side: str) -> str:
    return "soviet" if side == "axis" else "axis"


@record
class Phase:
    """A combat phase in progress."""

    options: Rulings = options_of(OPTIONS)
    weather: str | None = said(WEATHER, "the weather of the phase; or ask", of="is_over", rule="B7")
    attacker: str | None = said(SIDE, "whose combat phase it is; or ask", of="is_over", rule="B0")
    combat: str = said(
        OneOf(("regular", "breakthrough")),
        "breakthrough, if the regular combat of the phase is over: then every battle is breakthrough combat",
        default="regular",
        passing=becomes(lambda phase, _: phase.following_combat),
    )
    charts: Charts = said(
        Either(CHART_FILE, shape_of(Charts)),
        "the combat table, or a file beside the scenario that has it",
        default=Charts(),
        fixed=True,
    )
    points: Book[Point] = said(map_of(Id(), Point, 2, declares="points"), "the points of the map")
    lines: Book[Line] = said(map_of(Id(), Line, 1, declares="lines"), "the lines that connect them")
    units: Book[Unit] = said(
        list_of(Unit, 0, 200, "units"),
        "the ground units of both sides",
        passing=becomes(lambda phase, _: Book({unit.id: unit for unit in phase.units.values() if unit.at})),
    )
    air: tuple[Air, ...] = said(
        ListOf(shape_of(Air), 0, 100), "air units; those at a point under attack may be given there instead", default=()
    )
    battles: Book[Attack] = said(
        map_of(Ref("points"), Attack, 0, 30),
        "the points attacked in this phase that have not been fought for; asked for if there are none",
        default=Book(),
    )
    asking: bool = inside(default=False)  # whether battles are asked for
    announced: bool = inside(default=False)
    fought: Attack | None = inside(default=None)  # the battle under way
    results: Book[Result] = inside(default=Book())  # results of battles, by point
    over: bool = inside(default=False)
    air_at_start: Book[int] = inside(default=Book())  # by side
    names: Book[str] = inside(default=Book())  # names of points by id

    def __hash__(self) -> int:
        return hash((self.points, self.units, self.air, self.battles, self.fought, self.results))

    @cached_property
    def setting(self) -> Setting:
        table = self.charts.table
        table = table if table.columns else replace(table, unusual=self.options.yes("unusual-table"))
        return Setting(self.attacker or "", self.weather or "", self.options, self.names, table)

    @property
    @rule("B0")
    def is_over(self) -> bool:
        """Whether the phase is over, including its breakthrough combat."""
        return self.over and self.combat == "breakthrough"

    @property
    @rule("B0")
    def following_combat(self) -> str:
        """The combat that comes next: after regular combat, breakthrough combat of the same side."""
        return "breakthrough" if self.over != (self.combat == "breakthrough") else "regular"

    def pool(self, line: str) -> Line:
        """The line whose capacity a line uses: its own, or that of the line it shares with."""
        return self.lines[self.lines[line].shares or line]

    def target(self, unit: Unit) -> str:
        """The point that a unit attacks, if any."""
        return self.lines[unit.line].beyond(unit.at) if unit.line else ""

    def force(self, point: str, role: str) -> list[Unit]:
        """The ground units of a side in a battle; units that have retreated to the point take no part (B13c)."""
        if role == "attacker":
            return [unit for unit in self.units.values() if unit.line and self.target(unit) == point]
        return [unit for unit in self.present(point, self.setting.side("defender")) if not unit.sheltering]

    def present(self, point: str, side: str) -> list[Unit]:
        """The units of a side at a point; attackers whose battle is still to come count as gone from theirs."""
        return [unit for unit in self.units.values() if unit.at == point and unit.fights_for == side and not unit.line]

    def origins(self, point: str) -> tuple[str, ...]:
        """The points from which a point is attacked."""
        return tuple(dict.fromkeys(unit.at for unit in self.force(point, "attacker")))

    def flying(self, point: str, side: str) -> int:
        """The air units of a side that take part in the battle for a point."""
        return sum(one.count for one in self.air if (one.side, one.at, one.sheltering) == (side, point, False))

    def starts(self, point: str) -> Book[int]:
        """How many of the Soviet air units that attack a point started from each place, if known."""
        return Book({start: number for one in self.air if one.at == point for start, number in one.from_.items()})

    def with_soviet_air(self, point: str, number: int) -> Phase:
        """The phase with this many Soviet air units left over a point."""
        there = [one for one in self.air if (one.side, one.at, one.sheltering) == ("soviet", point, False)]
        left = Air(side="soviet", at=point, count=number, from_=self.starts(point))
        return replace(self, air=joined(*(one for one in self.air if one not in there), left))

    def involved(self, point: str) -> list[Air]:
        """The air units that a battle can affect: those at the point, and the defender's where the attackers came from."""
        defender, origins = self.setting.side("defender"), self.origins(point)
        return [one for one in self.air if one.at == point or (one.side == defender and one.at in origins)]


# a battle under way

NOTHING_USED: Book[Fraction] = Book()


@dataclass(frozen=True, kw_only=True)
class Way:
    """A line out of a battle, the point it leads to, and the room on it, in halves of a unit."""

    line: str
    pool: str  # the line whose capacity it uses
    point: str
    room: int
    side: str  # who controls the point
    attacked: bool = False  # whether the point is under attack, so that units going there take no part
    closed: bool = False
    used: bool = False  # whether anything has retreated over it earlier in the phase
    holds: str = "none"
    left: bool = False  # whether attackers have started from there


@dataclass(frozen=True, kw_only=True)
class Battle:
    """A battle under way, with the part of the position that it can change. It knows nothing of the other battles."""

    setting: Setting = field(hash=False, repr=False)
    ways: tuple[Way, ...] = field(hash=False)  # ways out; nothing changes them during the battle
    point: Point
    here: Book[
        Unit
    ]  # attackers, defenders, and the defender's units that sheltered here or were driven to where the attackers started
    defending: frozenset[str] = field(hash=False)  # the units that defend
    german_air: int = 0
    soviet_air: int = 0
    origins: tuple[str, ...] = field(hash=False)  # the points from which it is attacked
    starts: Book[int]  # attacking Soviet air: how many from where, including those lost in the air
    air: tuple[Air, ...] = ()  # air units that sheltered here, were driven to where the attackers started, or left the battle
    losses_before: Book[int] = field(hash=False)  # of each side, at the start of the battle
    intercepting: int = 0  # German air units that meet the Soviet air
    intercepted: int = 0  # how many of these have had their roll
    simultaneous: bool = False
    stalled: int = 0  # how often the attackers have stayed without being able to inflict a loss
    repulses: int = 0  # losses that the attacker still has to take
    breakthroughs: int = 0  # losses that the defender still has to take
    used: Book[Fraction] = NOTHING_USED  # what has retreated over each line
    result: Result | None = None

    @property
    def works(self) -> int:
        """The losses that the field works of the point still absorb."""
        return self.point.works or 0

    def name(self, point: str) -> str:
        return self.setting.names[point]

    def units(self, role: str) -> list[Unit]:
        """The ground units of a side that still fight here."""
        if role == "attacker":
            return [unit for unit in self.here.values() if unit.line]
        return [unit for unit in self.here.values() if unit.at == self.point.id and unit.id in self.defending]

    def engaged(self, role: str) -> list[Unit]:
        """The ground units with which a side began the battle, whatever became of them."""
        if role == "defender":
            return [unit for unit in self.here.values() if unit.id in self.defending]
        return [unit for unit in self.here.values() if unit.fights_for == self.setting.attacker]

    def intruders(self, point: str) -> list[Unit]:
        """The units of the defending side at a point from which attackers started."""
        return [unit for unit in self.here.values() if unit.at == point and unit.fights_for != self.setting.attacker]

    def open_origins(self) -> list[str]:
        """The points from which the remaining attackers came."""
        return list(dict.fromkeys(unit.at for unit in self.units("attacker")))

    def lost(self, role: str) -> int:
        """The losses that a side has absorbed in this battle."""
        return sum(unit.losses for unit in self.engaged(role)) - self.losses_before[role]

    def air_of(self, side: str) -> int:
        """The air units of a side that take part."""
        return self.german_air if side == "axis" else self.soviet_air

    def with_units(self, changed: Iterable[Unit]) -> Battle:
        return replace(self, here=self.here.updated({unit.id: unit for unit in changed}))

    def with_air(self, *landed: Air) -> Battle:
        """The battle after air units have left it."""
        return replace(self, air=joined(*self.air, *landed))

    def without_air(self, side: str) -> Battle:
        """The battle after all air units of a side have left it."""
        return replace(self, german_air=0) if side == "axis" else replace(self, soviet_air=0)


def battle_at(phase: Phase, point: str, ways: tuple[Way, ...] = ()) -> Battle:
    """The battle at a point after air combat, before the first shot on the ground."""
    attackers, defenders, origins = phase.force(point, "attacker"), phase.force(point, "defender"), phase.origins(point)
    near = [unit for place in (point, *origins) for unit in phase.present(place, phase.setting.side("defender"))]
    return Battle(
        setting=phase.setting,
        ways=ways,
        point=phase.points[point],
        here=Book({unit.id: unit for unit in (*attackers, *defenders, *near)}),
        defending=frozenset(unit.id for unit in defenders),
        german_air=phase.flying(point, "axis"),
        soviet_air=phase.flying(point, "soviet"),
        origins=origins,
        starts=phase.starts(point),
        air=tuple(one for one in phase.involved(point) if one.sheltering or one.at != point),
        losses_before=Book({role: sum(unit.losses for unit in phase.force(point, role)) for role in ("attacker", "defender")}),
    )


@rule("B15")
def after(phase: Phase, battle: Battle) -> Phase:
    """The phase with what a battle has changed; a point that the attacker has won becomes his."""
    point = battle.point
    if battle.result and battle.result.taken and point.side != phase.attacker:
        point = replace(point, side=phase.setting.attacker, holds=None)
    here = phase.involved(point.id)
    flying = [Air(side=side, at=point.id, count=number) for side in SIDE_NAMES if (number := battle.air_of(side))]
    carried = {name: replace(phase.lines[name], used=phase.lines[name].used + used) for name, used in battle.used.items()}
    return replace(
        phase,
        units=phase.units.updated(battle.here),
        points=phase.points.having(point.id, point),
        lines=phase.lines.updated(carried),
        air=joined(*(one for one in phase.air if one not in here), *battle.air, *flying),
        results=phase.results.having(point.id, battle.result) if battle.result else phase.results,
    )
