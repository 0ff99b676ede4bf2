"""The position of a combat phase, and how a scenario says it: points, lines, ground units, air units, and the battles to come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

from airwar.engine.events import Sheet
from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.combat_table import CHARTS, UNREAD, CombatTable, doubts, table_of
from airwar.rulesets.kit.names import title_of
from airwar.rulesets.kit.rulings import NO_YES, YES_NO, Rulings
from airwar.rulesets.kit.scenario_text import carried_on, mapping_lines, scalar
from airwar.rulesets.ruleset import Option
from airwar.scenario.chart_files import CHART_FILE
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Either, Exact, Field, Flag, Id, ListOf, MapOf, OneOf, Record, Ref, Section, Text, Whole

SIDE_NAMES = {"axis": "Axis", "soviet": "Soviet"}
AIR_NAMES = {"axis": "German air units", "soviet": "Soviet air units"}
AIR_IDS = {"axis": "german-air", "soviet": "soviet-air"}
WORKS = "field-works"  # the id of the field works of a point among those who take losses
AXIS_ALLIES = ("finnish", "hungarian", "italian", "romanian", "slovak", "spanish", "axis-ally")
SOVIETS = ("soviet", "polish", "czechoslovak", "soviet-ally")
HOLDS = ("none", "combat", "support", "emplaced-factory", "entrained-factory", "partisan")
WEATHER = ("good", "snow", "mud")
MOST_GERMAN_AIR = 4  # for which the source has a multiplier

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
    "line-capacity": Option(
        "whole-phase",
        ("whole-phase", "each-battle"),
        "whether all retreats of a phase share the capacity of a line, in both directions, or each battle has it anew",
        rule="B13a",
    ),
    "no-retreat": Option(
        "eliminate",
        ("eliminate", "forbid"),
        "a retreating ground unit with nowhere to go is eliminated, or the whole retreat is forbidden",
        rule="B13",
    ),
    "unusual-table": Option(
        "no", NO_YES, "whether a combat table may be used that does not split 37 points into 19 and 18", rule="B16"
    ),
    "battle-order": Option(
        "attacker", ("attacker", "listed"), "which battle is next: the attacker decides, or as listed in the scenario", rule="B0"
    ),
    "air-combat": Option(
        "each-battle",
        ("each-battle", "all-first"),
        "air combat opens each battle in its turn, or is fought at all points before the first ground combat",
        rule="B0",
    ),
}
SETTLED = {  # options of earlier versions, and how they are read now
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
}


def side_of_nation(nation: str) -> str:
    """The side that a nation is on, unless a scenario says that it has changed sides."""
    return "soviet" if nation in SOVIETS else "axis"


@rule("B13a")
def usual_size(nation: str, side: str) -> Fraction:
    """What a unit counts in a retreat unless the scenario says otherwise: an Axis ally is an army, which counts two."""
    return Fraction(2 if nation in AXIS_ALLIES and side == "axis" else 1)


# the position


@dataclass(frozen=True, kw_only=True)
class Point:
    """A point of the map, the side that controls it, and what else that side has there."""

    id: str
    name: str = field(hash=False)
    side: str
    holds: str = field(default="none", hash=False)
    works: int | None = None  # losses that its field works still absorb; None if it has none
    weather: str = field(default="", hash=False)  # if it is not that of the phase


@dataclass(frozen=True, kw_only=True)
class Line:
    """A line between two points, and how many units can retreat over it."""

    id: str
    ends: tuple[str, str] = field(hash=False)
    capacity: int = field(hash=False)  # for both lines where it is shared
    shares: str = field(default="", hash=False)  # another line, whose capacity it shares
    used: Fraction = field(default=Fraction(0), hash=False)  # what has retreated over it in this phase

    def beyond(self, point: str) -> str:
        """The point at the other end."""
        return self.ends[1] if self.ends[0] == point else self.ends[0]


@dataclass(frozen=True, kw_only=True)
class Unit:
    """A ground unit. An attacker whose battle is still to come is at the point it starts from, and has a line."""

    id: str
    name: str = field(hash=False)
    nation: str = field(hash=False)
    side: str = field(hash=False)
    type: str = field(hash=False)
    strength: int = field(hash=False)
    size: Fraction = field(hash=False, default=Fraction(1))  # what it takes of a line's capacity in a retreat
    supplied: bool = field(hash=False, default=True)
    at: str  # nowhere when eliminated
    line: str = field(default="", hash=False)  # that it attacks along
    losses: int = 0
    dispersed: bool = False
    works: int = field(default=0, hash=False)  # losses that its own field works still absorb
    sheltering: bool = field(default=False, hash=False)  # has retreated to a point under attack, and takes no part there

    @property
    @rule("B10")
    def limit(self) -> int:
        """The losses that it survives: a major unit as many as its strength, a minor unit one less."""
        return self.strength if self.type == "major" else self.strength - 1

    @property
    def bears(self) -> int:
        """The losses that can be given to it: what its field works absorb, and what eliminates it."""
        return self.works + self.limit + 1 - self.losses

    def lost(self) -> Unit:
        return replace(self, at="", line="", sheltering=False)


@dataclass(frozen=True, kw_only=True)
class Air:
    """Air units of a side: over the point where they fight, or where they are stationed (nowhere when displaced)."""

    side: str
    at: str = ""
    number: int
    sheltering: bool = False  # have retreated to a point under attack, and take no part there
    starts: tuple[tuple[str, int], ...] = ()  # attacking Soviet air: how many came from where, those lost in the air included


def joined(*air: Air) -> tuple[Air, ...]:
    """Air units in a fixed order, those of a kind at one place counted together."""
    numbers: dict[tuple[Any, ...], int] = {}
    for one in air:
        kind = one.side, one.at, one.sheltering, one.starts
        numbers[kind] = numbers.get(kind, 0) + one.number
    found = sorted((*kind, number) for kind, number in numbers.items() if number)
    return tuple(Air(side=side, at=at, sheltering=apart, starts=starts, number=number) for side, at, apart, starts, number in found)


@dataclass(frozen=True, kw_only=True)
class Fight:
    """A battle to come."""

    point: str
    breakthrough: bool = False
    air_fought: bool = False  # whether its air combat is over


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


@dataclass(frozen=True, eq=False, kw_only=True)
class Setting:
    """What does not change during the phase."""

    attacker: str
    weather: str
    rulings: Rulings
    names: Mapping[str, str]  # of the points
    air: Mapping[str, int]  # of each side at the start

    def side(self, role: str) -> str:
        """The side that attacks, or the side that defends."""
        return self.attacker if role == "attacker" else "soviet" if self.attacker == "axis" else "axis"

    def player(self, role: str) -> str:
        """The name of the side that attacks, or of the side that defends."""
        return SIDE_NAMES[self.side(role)]


@dataclass(frozen=True, kw_only=True)
class Phase:
    """A combat phase in progress."""

    setting: Setting = field(hash=False, repr=False)
    table: CombatTable = field(hash=False, repr=False)
    points: tuple[Point, ...]
    lines: tuple[Line, ...] = field(hash=False)
    units: tuple[Unit, ...]
    air: tuple[Air, ...]
    pending: tuple[Fight, ...]
    fought: Fight | None = None  # the battle under way
    results: tuple[tuple[str, Result], ...] = ()

    def point(self, id_: str) -> Point:
        return next(point for point in self.points if point.id == id_)

    def line(self, id_: str) -> Line:
        return next(line for line in self.lines if line.id == id_)

    def fight(self, point: str) -> Fight | None:
        """The battle for a point that is still to come."""
        return next((fight for fight in self.pending if fight.point == point), None)

    def target(self, unit: Unit) -> str:
        """The point that a unit attacks, if any."""
        return self.line(unit.line).beyond(unit.at) if unit.line else ""

    def force(self, point: str, role: str) -> tuple[Unit, ...]:
        """The ground units of a side in a battle; units that have retreated to the point take no part (B13c)."""
        if role == "attacker":
            return tuple(unit for unit in self.units if unit.line and self.target(unit) == point)
        return tuple(unit for unit in self.present(point, self.setting.side("defender")) if not unit.sheltering)

    def present(self, point: str, side: str) -> list[Unit]:
        """The units of a side at a point; attackers whose battle is still to come have left theirs."""
        return [unit for unit in self.units if unit.at == point and unit.side == side and not unit.line]

    def origins(self, point: str) -> tuple[str, ...]:
        """The points from which a point is attacked."""
        return tuple(dict.fromkeys(unit.at for unit in self.force(point, "attacker")))

    def flying(self, point: str, side: str) -> int:
        """The air units of a side that take part in the battle for a point."""
        return sum(one.number for one in self.air if (one.side, one.at, one.sheltering) == (side, point, False))

    def with_units(self, changed: Iterable[Unit]) -> Phase:
        new = {unit.id: unit for unit in changed}
        return replace(self, units=tuple(new.get(unit.id, unit) for unit in self.units))

    def starts(self, point: str) -> tuple[tuple[str, int], ...]:
        """How many Soviet air units that attack a point have started from where, as far as it is known."""
        return tuple(sorted(pair for one in self.air if one.at == point for pair in one.starts))

    def with_soviet_air(self, point: str, number: int) -> Phase:
        """The phase when so many Soviet air units are left over a point."""
        there = [one for one in self.air if (one.side, one.at, one.sheltering) == ("soviet", point, False)]
        left = Air(side="soviet", at=point, number=number, starts=self.starts(point))
        return replace(self, air=joined(*(one for one in self.air if one not in there), left))


@dataclass(frozen=True, kw_only=True)
class Way:
    """A line out of a battle, the point it leads to, and the room on it, in halves of a unit."""

    line: str
    pool: str  # the line whose capacity it uses
    point: str
    room: int
    side: str  # who controls the point
    attacked: bool = False  # whether units that go there are under attack, and take no part
    closed: bool = False
    used: bool = False  # whether anything has retreated over it earlier in the phase
    holds: str = "none"
    left: bool = False  # whether attackers have started from there


@dataclass(frozen=True, kw_only=True)
class Battle:
    """A battle under way, with the part of the position that it can change. It knows nothing of the other battles."""

    setting: Setting = field(hash=False, repr=False)
    table: CombatTable = field(hash=False, repr=False)
    ways: tuple[Way, ...] = field(hash=False)  # out of the battle; nothing changes them while it is fought
    point: Point
    breakthrough: bool = False
    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    others: tuple[Unit, ...] = ()  # of the defender: units that have sheltered here, or been driven where the attackers started
    german_air: int = 0
    soviet_air: int = 0
    origins: tuple[str, ...] = field(hash=False)  # the points from which it is attacked
    starts: tuple[tuple[str, int], ...] = ()  # of attacking Soviet air: how many from where, those lost in the air included
    air: tuple[Air, ...] = ()  # air units that have sheltered here, been driven where the attackers started, or left the battle
    losses_before: tuple[tuple[str, int], ...] = field(default=(), hash=False)  # of each side, as the battle began
    simultaneous: bool = False
    stalled: int = 0  # how often the attackers have stayed without being able to inflict a loss
    repulses: int = 0  # losses that the attacker has still to take
    breakthroughs: int = 0  # losses that the defender has still to take
    used: tuple[tuple[str, Fraction], ...] = ()  # what has retreated over each line
    result: Result | None = None

    @property
    def works(self) -> int:
        """The losses that the field works of the point still absorb."""
        return self.point.works or 0

    def name(self, point: str) -> str:
        return self.setting.names[point]

    def units(self, role: str) -> tuple[Unit, ...]:
        """The ground units of a side that still fight here."""
        if role == "attacker":
            return tuple(unit for unit in self.attackers if unit.line)
        return tuple(unit for unit in self.defenders if unit.at == self.point.id)

    def intruders(self, point: str) -> tuple[Unit, ...]:
        """The units of the defender's side at a point where attackers started."""
        return tuple(unit for unit in (*self.defenders, *self.others) if unit.at == point)

    def open_origins(self) -> list[str]:
        """The points from which those who still attack have come."""
        return list(dict.fromkeys(unit.at for unit in self.units("attacker")))

    def lost(self, role: str) -> int:
        """The losses that a side has absorbed in this battle."""
        units = self.attackers if role == "attacker" else self.defenders
        return sum(unit.losses for unit in units) - dict(self.losses_before)[role]

    def air_of(self, side: str) -> int:
        """The air units of a side that take part."""
        return self.german_air if side == "axis" else self.soviet_air

    def with_units(self, changed: Iterable[Unit]) -> Battle:
        new = {unit.id: unit for unit in changed}
        groups = (self.attackers, self.defenders, self.others)
        attackers, defenders, others = (tuple(new.get(unit.id, unit) for unit in group) for group in groups)
        return replace(self, attackers=attackers, defenders=defenders, others=others)

    def with_air(self, *landed: Air) -> Battle:
        """Air units have left the battle."""
        return replace(self, air=joined(*self.air, *landed))

    def without_air(self, side: str) -> Battle:
        """The battle when the air units of a side have left it."""
        return replace(self, german_air=0) if side == "axis" else replace(self, soviet_air=0)


def involved(phase: Phase, point: str) -> list[Air]:
    """The air units that a battle can affect: at the point, and the defender's where the attackers came from."""
    defender, origins = phase.setting.side("defender"), phase.origins(point)
    return [one for one in phase.air if one.at == point or (one.side == defender and one.at in origins)]


def battle_at(phase: Phase, fight: Fight, ways: tuple[Way, ...] = ()) -> Battle:
    """The battle at a point before the first shot on the ground, when air combat is over."""
    point, setting = fight.point, phase.setting
    attackers, defenders, origins = phase.force(point, "attacker"), phase.force(point, "defender"), phase.origins(point)
    near = [unit for place in (point, *origins) for unit in phase.present(place, setting.side("defender"))]
    air = involved(phase, point)
    return Battle(
        setting=setting,
        table=phase.table,
        ways=ways,
        point=phase.point(point),
        breakthrough=fight.breakthrough,
        attackers=attackers,
        defenders=defenders,
        others=tuple(unit for unit in near if unit not in defenders),
        german_air=phase.flying(point, "axis"),
        soviet_air=phase.flying(point, "soviet"),
        origins=origins,
        starts=phase.starts(point),
        air=tuple(one for one in air if one.sheltering or one.at != point),
        losses_before=tuple((role, sum(unit.losses for unit in phase.force(point, role))) for role in ("attacker", "defender")),
    )


@rule("B15")
def after(phase: Phase, battle: Battle) -> Phase:
    """The phase with what a battle has changed; a point that the attacker has won is his."""
    point, used = battle.point, dict(battle.used)
    if battle.result and battle.result.taken:
        point = replace(point, side=phase.setting.attacker, holds=point.holds if point.side == phase.setting.attacker else "none")
    here = involved(phase, point.id)
    flying = [Air(side=side, at=point.id, number=battle.air_of(side)) for side in SIDE_NAMES]
    return replace(
        phase.with_units((*battle.attackers, *battle.defenders, *battle.others)),
        table=battle.table,
        points=tuple(point if one.id == point.id else one for one in phase.points),
        lines=tuple(replace(line, used=line.used + used[line.id]) if line.id in used else line for line in phase.lines),
        air=joined(*(one for one in phase.air if one not in here), *battle.air, *flying),
        results=(*phase.results, (point.id, battle.result)) if battle.result else phase.results,
    )


# what a scenario says

FROM = Field(MapOf(Ref("points"), Whole(1, 99)), help="attacking Soviet air: how many started from each point, if it matters")
POINT = Record(
    {
        "name": Field(Text(max_length=60), help="how it is shown; the id if left out"),
        "side": Field(OneOf(tuple(SIDE_NAMES)), required=True, help="which side controls it"),
        "holds": Field(OneOf(HOLDS), default="none", help="what its side has there besides the units of the scenario"),
        "works": Field(Whole(0, 99), help="losses that its field works still absorb; the rule is not in the source"),
        "weather": Field(OneOf(WEATHER), help="the weather at this point, if it is not that of the phase"),
    }
)
LINE = Record(
    {
        "between": Field(ListOf(Ref("points"), 2, 2, wanted="two points"), required=True, help="the two points it connects"),
        "capacity": Field(Whole(0, 99), help="how many units it carries"),
        "shares": Field(Ref("lines"), help="instead of a capacity: another line, whose capacity both share, as at a fork"),
        "used": Field(Exact(0, 99), default=Fraction(0), help="what has retreated over it already in this phase"),
    }
)
UNIT = Record(
    {
        "id": Field(Id(), required=True, help="a name of yours, by which other parts of the file refer to it"),
        "name": Field(Text(max_length=60), help="how it is shown; the id if left out"),
        "nation": Field(OneOf(("german", *AXIS_ALLIES, *SOVIETS)), required=True, help="whose unit it is"),
        "side": Field(OneOf(tuple(SIDE_NAMES)), help="if its nation has changed sides, such as Romania in 1944"),
        "type": Field(OneOf(("major", "minor")), required=True, help="a major unit survives one loss more"),
        "strength": Field(Whole(1, 99), required=True, help="strength points"),
        "at": Field(Ref("points"), required=True, help="where it is; for an attacker, where it comes from"),
        "line": Field(Ref("lines"), help="attackers: the line they attack along"),
        "supplied": Field(Flag(), default=True, help="in supply, so that German air multiplies it"),
        "dispersed": Field(Flag(), help="already dispersed; a unit with losses always is"),
        "losses": Field(Whole(0, 99), default=0, help="losses taken since it last recovered"),
        "works": Field(Whole(0, 99), default=0, help="losses that its field works absorb; the rule is not in the source"),
        "retreat-size": Field(
            OneOf({"1/2": Fraction(1, 2), "1": Fraction(1), "2": Fraction(2)}),
            help="what it counts on a line: 2, an Axis allied army; 1/2, an SS Pz division or the 1st Moscow Motorized; "
            "if left out, an Axis ally counts 2 and any other unit 1",
        ),
    }
)
AIR = Record(
    {
        "side": Field(OneOf(tuple(SIDE_NAMES)), required=True, help="axis for German air units, soviet for Soviet ones"),
        "at": Field(Ref("points"), help="the point where they are, or that they attack; German air that is displaced is nowhere"),
        "number": Field(Whole(1, 99), required=True, help="how many"),
        "from": FROM,
    }
)
BATTLE = Record(
    {
        "air": Field(
            Record(
                {
                    "german": Field(Whole(0, 99), default=0, help="German air units at the point"),
                    "soviet": Field(Whole(0, 99), default=0, help="Soviet air units at the point"),
                    "from": FROM,
                }
            ),
            help="the air units of both sides; none if left out",
        ),
        "fieldworks": Field(
            Record(
                {
                    "present": Field(Flag(), default=True, help="whether there are any"),
                    "absorbs": Field(Whole(0, 99), default=0, help="breakthroughs they absorb, if their owner wants"),
                }
            ),
            help="the field works of the point; or say it of the point",
        ),
        "weather": Field(OneOf(WEATHER), help="the weather at the point; or say it of the point"),
        "breakthrough": Field(Flag(), default=False, help="breakthrough combat, after all regular combat"),
    }
)
FIELDS = {
    "weather": Field(OneOf(WEATHER), required=True, help="the weather of the phase"),
    "attacker": Field(OneOf(tuple(SIDE_NAMES)), required=True, help="whose combat phase it is"),
    "charts": Field(Either(CHART_FILE, CHARTS), help="the combat table, or a file beside the scenario that has it"),
    "points": Field(MapOf(Id(), POINT, 2, declares="points"), required=True, help="the points of the map"),
    "lines": Field(MapOf(Id(), LINE, 1, declares="lines"), required=True, help="the lines that connect them"),
    "units": Field(ListOf(UNIT, 0, 200, declares="units"), required=True, help="the ground units of both sides"),
    "air": Field(ListOf(AIR, 0, 100), help="air units; those at a point under attack may be said there instead"),
    "battles": Field(MapOf(Ref("points"), BATTLE, 1, 30), required=True, help="the points attacked in this phase"),
}


def position_of(document: Section, problems: Problems) -> Phase:
    """The position that a scenario describes; everything wrong with it is reported."""
    complete = not len(problems)  # nothing was dropped as unsound, so what is missing is really missing
    points = tuple(read_point(name, said, document, problems) for name, said in document["points"].items())
    lines = tuple(read_line(name, document["lines"]) for name, said in document["lines"].items() if len(said["between"]) == 2)
    table = table_of(document, problems)
    known = {line.id for line in lines}
    units = tuple(read_unit(said, known) for said in document["units"])
    air = read_air(document)
    setting = Setting(
        attacker=document["attacker"],
        weather=document["weather"],
        rulings=Rulings(OPTIONS, document["options"]),
        names={point.id: point.name for point in points},
        air={side: sum(one.number for one in air if one.side == side) for side in SIDE_NAMES},
    )
    fights = tuple(
        Fight(point=point, breakthrough=said["breakthrough"])
        for point, said in document["battles"].items()
        if point in setting.names
    )
    phase = Phase(setting=setting, table=table, points=points, lines=lines, units=units, air=joined(*air), pending=fights)
    check_lines(document, phase, problems)
    check_units(document, phase, problems)
    check_battles(document, phase, problems, complete)
    check_air(document, phase, problems)
    for doubt in table_doubts(phase):
        problems.note(document["charts"].at("combat-table"), f"combat table: {doubt}")
    return phase


def read_point(name: str, said: Section, document: Section, problems: Problems) -> Point:
    battle: Section = document["battles"].get(name) or Section(said.mark)
    works, there = battle.get("fieldworks"), battle.get("weather")
    for key, twice in (("fieldworks", said["works"] is not None and works), ("weather", said["weather"] and there)):
        if twice:
            problems.add(battle.at(key), f"{key} of {name} is said of the point already; expected it there only")
    absorbed = works["absorbs"] if works and works["present"] else said["works"]
    weather = said["weather"] or there or ""
    weather = "" if weather == document["weather"] else weather
    return Point(
        id=name, name=said["name"] or title_of(name), side=said["side"], holds=said["holds"], works=absorbed, weather=weather
    )


def read_line(name: str, lines: Section) -> Line:
    said = lines[name]
    one, two = said["between"]
    shares = said["shares"] if said["shares"] in lines else ""
    return Line(id=name, ends=(one, two), capacity=lines[shares or name]["capacity"] or 0, shares=shares, used=said["used"])


def read_unit(said: Section, lines: Iterable[str]) -> Unit:
    side = said["side"] or side_of_nation(said["nation"])
    return Unit(
        id=said["id"],
        name=said["name"] or title_of(said["id"]),
        nation=said["nation"],
        side=side,
        type=said["type"],
        strength=said["strength"],
        size=said["retreat-size"] or usual_size(said["nation"], side),
        supplied=said["supplied"],
        at=said["at"],
        line=said["line"] if said["line"] in lines else "",
        losses=said["losses"],
        dispersed=bool(said["dispersed"]) or said["losses"] > 0,
        works=said["works"],
    )


def read_air(document: Section) -> list[Air]:
    """All air units, said by themselves or with the battle that they take part in."""
    found = [
        Air(side=said["side"], at=said["at"] or "", number=said["number"], starts=tuple((said["from"] or {}).items()))
        for said in document["air"] or ()
    ]
    for point, battle in document["battles"].items():
        air = battle["air"] or {"german": 0, "soviet": 0, "from": None}
        found.append(Air(side="axis", at=point, number=air["german"]))
        found.append(Air(side="soviet", at=point, number=air["soviet"], starts=tuple((air["from"] or {}).items())))
    return [one for one in found if one.number]


@rule("B16")
def table_doubts(phase: Phase) -> list[str]:
    """What is odd about the combat table, with as many Soviet air units as fight anywhere."""
    return doubts(phase.table, max((phase.flying(fight.point, "soviet") for fight in phase.pending), default=0))


# what it may not say


@rule("B13a")
def check_lines(document: Section, phase: Phase, problems: Problems) -> None:
    """A line has two ends and a capacity, perhaps that of another. More attackers than it carries are noted."""
    for line in phase.lines:
        said, mark = document["lines"][line.id], document["lines"].at(line.id)
        shared = document["lines"].get(line.shares)
        if line.ends[0] == line.ends[1]:
            problems.add(mark, f"line {line.id} has {line.ends[0]} at both ends; expected two points")
        if (said["capacity"] is None) == (not said["shares"]):
            problems.add(
                mark, f"line {line.id} has {'both' if line.shares else 'neither'} a capacity and shares; expected one of them"
            )
        if shared and shared["shares"]:
            problems.add(said.at("shares"), f"{line.shares} shares a capacity itself; expected the line that has it")
        if line.shares and said["used"]:
            problems.add(said.at("used"), f"{line.id} shares the capacity of {line.shares}; expected what is used there")
        users = [unit for unit in phase.units if unit.line and (unit.line == line.id or phase.line(unit.line).shares == line.id)]
        weight = sum((unit.size for unit in users), Fraction(0))
        if not line.shares and weight > line.capacity:
            text = f"attackers over {line.id} count {weight}, but it carries {line.capacity}; how many may attack over a line"
            problems.note(mark, f"{text} is not in the source")


@rule("B10", "B12", "B13a")
def check_units(document: Section, phase: Phase, problems: Problems) -> None:
    """Every unit is on a side it can be on, comes by a line that leads somewhere, and has possible losses and a possible size."""
    attacker = phase.setting.attacker
    for said, unit in zip(document["units"], phase.units, strict=True):
        if unit.id in (*AIR_IDS.values(), WORKS):
            problems.add(said.at("id"), f"{unit.id!r} is reserved for what is not a ground unit; expected another id")
        if unit.side != side_of_nation(unit.nation) and unit.nation in ("german", "soviet"):
            problems.add(said.at("side"), f"{unit.id} is {unit.nation}; expected it on its own side")
        line = phase.line(unit.line) if unit.line else None
        if line and unit.side != attacker:
            problems.add(said.at("line"), f"{unit.id} has a line of attack, but the {SIDE_NAMES[attacker]} side attacks (B12)")
        if line and unit.at not in line.ends:
            ends = " and ".join(line.ends)
            problems.add(said.at("line"), f"{line.id} does not touch {unit.at}; it connects {ends} (B12)")
        if line and unit.dispersed:
            text = f"{unit.id} begins dispersed, and cannot move until it recovers; it can only be in an attack that is under way"
            problems.note(said.at("losses" if unit.losses else "dispersed"), f"{text} (B10)")
        check_health(said, unit, problems)


@rule("B10", "B13a")
def check_health(said: Section, unit: Unit, problems: Problems) -> None:
    """A unit with losses is dispersed, and has no more than it survives. Few units count two or a half."""
    if unit.losses > unit.limit:
        what = f"a {unit.type} unit of strength {unit.strength} survives {unit.limit}"
        problems.add(said.at("losses"), f"{unit.losses} losses; {what} (B10)")
    if unit.losses and said["dispersed"] is False:
        problems.add(said.at("dispersed"), f"{unit.id} has losses, so it is dispersed (B10)")
    if unit.size == 2 and (unit.nation == "german" or unit.side == "soviet"):
        problems.add(said.at("retreat-size"), f"{unit.id} is {unit.nation}; only an Axis allied army counts as 2 (B13a)")
    if unit.size < 1 and unit.nation not in ("german", "soviet"):
        wanted = "only SS Pz divisions and the 1st Moscow Motorized count as 1/2 (B13a)"
        problems.add(said.at("retreat-size"), f"{unit.id} is {unit.nation}; {wanted}")


@rule("B4", "B6")
def check_battles(document: Section, phase: Phase, problems: Problems, complete: bool) -> None:
    """A battle is where the enemy is, with ground units on both sides: air never fights alone. Every attacker has a battle."""
    setting, battles = phase.setting, document["battles"]
    for fight in phase.pending:
        point, mark = fight.point, battles.at(fight.point)
        if phase.point(point).side == setting.attacker and not phase.force(point, "defender"):
            wanted = f"expected a point of the {setting.player('defender')} side, or one where its units are"
            problems.add(mark, f"{point} is controlled by the attacker; {wanted}")
            continue
        for role in ("attacker", "defender") if complete else ():
            side, how, what = setting.side(role), f"at {point}", "defend"
            if role == "attacker":
                how, what = f"with a line to {point}", "attack"
            if not phase.force(point, role):
                cannot = f"; its air units cannot {what} alone ({'B4' if side == 'soviet' else 'B6'})"
                alone = cannot if phase.flying(point, side) else ""
                problems.add(mark, f"{point} has no {SIDE_NAMES[side]} ground unit {how}{alone}")
    for said, unit in zip(document["units"], phase.units, strict=True):
        if complete and unit.line and unit.at in phase.line(unit.line).ends and not phase.fight(phase.target(unit)):
            where = f"{unit.line} leads to {phase.target(unit)}, where there is no battle"
            problems.add(said.at("line"), f"{where}; expected one under battles")


@rule("B5", "B6", "B12")
def check_air(document: Section, phase: Phase, problems: Problems) -> None:
    """At most four German air units are sent to a battle, and none are without an Axis ground unit."""
    for point, battle in document["battles"].items():
        if battle["air"] and battle["air"]["german"] > MOST_GERMAN_AIR:
            text = f"{battle['air']['german']} German air units at {point}; expected at most {MOST_GERMAN_AIR} (B5)"
            problems.add(battle["air"].at("german"), text)
        check_starts(battle["air"], point, phase, problems)
    for said in document["air"] or ():
        check_starts(said, said["at"], phase, problems)
        if said["side"] == "soviet" and not said["at"]:
            problems.add(said.mark, "Soviet air units are never displaced; expected the point where they are")
        here = any(unit.side == "axis" and said["at"] in (unit.at, phase.target(unit)) for unit in phase.units)
        if said["side"] == "axis" and said["at"] and not here:
            problems.add(said.at("at"), f"no Axis ground unit is at {said['at']}; German air cannot be there alone (B6)")


@rule("B12")
def check_starts(said: Section | None, point: str, phase: Phase, problems: Problems) -> None:
    """Attacking Soviet air starts where ground units of the attack do."""
    starts = said["from"] or {} if said else {}
    origins = phase.origins(point) if phase.setting.attacker == "soviet" else ()
    for start in starts:
        if said and (start not in origins or said.get("side") == "axis"):
            text = f"no Soviet unit attacks {point} from {start}; expected a point where the attack starts (B12)"
            problems.add(said.at("from"), text)


# as it is told, and said again


def position_sheet(phase: Phase) -> Sheet:
    """Every point with its side, its units and its air units; those that are nowhere last."""
    rows = []
    for point in (*phase.points, None):
        at = point.id if point else ""
        here = [unit_cells(unit) for unit in phase.units if unit.at == at]
        air = [(AIR_NAMES[one.side], str(one.number), "", "") for one in phase.air if one.at == at]
        if point:
            rows += [(point.name, SIDE_NAMES[point.side], *cells) for cells in [*here, *air] or [("", "", "", "")]]
        else:
            rows += [*(("eliminated", "", *cells) for cells in here), *(("displaced", "", *cells) for cells in air)]
    return Sheet("Position", ("point", "side", "unit", "strength", "losses", "state"), tuple(rows))


def unit_cells(unit: Unit) -> tuple[str, str, str, str]:
    state = "dispersed" if unit.dispersed and unit.at else ""
    return unit.name, f"{unit.type} {unit.strength}", f"{unit.losses} of {unit.limit}", state


def as_scenario(phase: Phase) -> Sheet:
    """The position as a scenario says it, to carry on from."""
    lines = ["points:", *(line for point in phase.points for line in point_lines(point)), "lines:"]
    lines += [line for one in phase.lines for line in line_lines(one)]
    lines += ["units:", *(line for unit in phase.units if unit.at for line in unit_lines(unit))]
    lines += ["air:"] if phase.air else []
    for one in phase.air:
        said: dict[str, str] = {"side": one.side} | ({"at": one.at} if one.at else {}) | {"number": str(one.number)}
        lines += mapping_lines("  - ", said)
    return carried_on("the position", [*lines, *table_lines(phase.table)])


def point_lines(point: Point) -> list[str]:
    said = {"name": scalar(point.name), "side": point.side}
    said |= {"holds": point.holds} if point.holds != "none" else {}
    said |= {"works": str(point.works)} if point.works is not None else {}
    said |= {"weather": point.weather} if point.weather else {}
    return mapping_lines(f"  {point.id}: ", said)


def line_lines(line: Line) -> list[str]:
    said: dict[str, str | list[str]] = {"between": list(line.ends)}
    said |= {"shares": line.shares} if line.shares else {"capacity": str(line.capacity)}
    return mapping_lines(f"  {line.id}: ", said | ({"used": str(line.used)} if line.used else {}))


def unit_lines(unit: Unit) -> list[str]:
    said = {"id": unit.id, "name": scalar(unit.name), "nation": unit.nation, "type": unit.type, "strength": str(unit.strength)}
    said |= {"at": unit.at} | ({"line": unit.line} if unit.line else {})
    said |= {"side": unit.side} if unit.side != side_of_nation(unit.nation) else {}
    said |= {"retreat-size": str(unit.size)} if unit.size != usual_size(unit.nation, unit.side) else {}
    said |= {"losses": str(unit.losses)} if unit.losses else {"dispersed": "true"} if unit.dispersed else {}
    said |= {"works": str(unit.works)} if unit.works else {}
    said |= {} if unit.supplied else {"supplied": "false"}
    return mapping_lines("  - ", said)


def table_lines(table: CombatTable) -> Iterator[str]:
    """The cells of the combat table that a person has read so far."""
    if not table.by_hand or not table.columns:
        return
    yield from ("charts:", "  combat-table:", f'    columns: "{" ".join(column.label for column in table.columns)}"', "    rows: |")
    for face in range(1, table.die + 1):
        cells = (column.results[face - 1] for column in table.columns)
        yield f"      {face} {' '.join(UNREAD if cell is None else str(cell) for cell in cells)}"
