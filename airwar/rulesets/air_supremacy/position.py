"""What an Air Supremacy scenario says, which is also the position at the start of a turn: the map, the units, the orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count as count_from
from itertools import islice

from airwar.rulesets.air_supremacy.units import Kind, UnitType, friends, kind_of, printed_groups, printed_types
from airwar.rulesets.kit import (
    RESET,
    Book,
    Flag,
    Id,
    ListOf,
    MapOf,
    OneOf,
    Option,
    OrAsk,
    Ref,
    Ruling,
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
    title_of,
)

RULINGS = {  # on what the module leaves open: the rule, what it decides, and what each value means; the first is the default
    "placeholder-values": (
        "",
        "whether unit types without values in the module may use house values",
        {
            "no": "unit types without values in the module need values in the scenario",
            "yes": "unit types without values in the module may use house values",
        },
    ),
    "air-priority": (
        "3",
        "whether fighters and guns must roll at aircraft while any fly",
        {
            "yes": "fighters and guns must roll at aircraft while any fly",
            "no": "fighters and guns may roll at surface units while aircraft fly",
        },
    ),
    "casualties": (
        "14",
        "whether defenders that were hit in a round still roll in it",
        {"simultaneous": "units that are hit still roll in that round", "attacker-first": "defenders that are hit do not roll"},
    ),
    "casualty-chooser": (
        "4",
        "who chooses which of the possible targets are lost",
        {"owner": "the owner of the units hit chooses the losses", "shooter": "the shooter chooses the losses"},
    ),
    "joint-losses": (
        "44",
        "who chooses losses among units of several nations: the nation that leads, or each among its own once hits are shared out",
        {
            "leader": "one nation chooses losses for all on its side",
            "each-nation": "the leading nation shares out the hits, and each nation chooses among its own units",
        },
    ),
    "surface-fire-vs-airborne": (
        "4",
        "when hits by troops, ships and bombs fall on aircraft in flight",
        {
            "if-no-surface-target": "fire at surface units hits aircraft in flight only if no surface units are left",
            "never": "fire at surface units never hits aircraft in flight",
            "owner-choice": "the owner may take hits of surface fire on aircraft in flight",
        },
    ),
    "support-shots": (
        "46",
        "whether ships support a landing in its first round only, or in every round",
        {
            "first-round": "each supporting ship fires once, in the first round of the landing",
            "every-round": "supporting ships fire in every round of the landing",
        },
    ),
    "carrier-sunk": (
        "21",
        "what happens to fighters in flight if their carrier has been sunk when their battle is over",
        {
            "land-elsewhere": "fighters in flight whose carrier is sunk land on another carrier or on friendly land nearby",
            "destroyed": "fighters in flight whose carrier is sunk are lost",
        },
    ),
    "retreaters-roll": (
        "22",
        "whether units roll in the round they retreat or withdraw",
        {
            "no": "retreating and withdrawing units can be hit but do not roll",
            "yes": "retreating and withdrawing units can be hit and roll",
        },
    ),
    "dispatched-bomber-vs-surface": (
        "25",
        "whether dispatched bombers roll at surface units once the sky is clear",
        {"yes": "dispatched bombers roll at surface units once the sky is clear", "no": "dispatched bombers roll at aircraft only"},
    ),
    "origin-lost": (
        "30",
        "what happens to dispatched aircraft if their home is captured or sunk",
        {
            "destroyed": "dispatched aircraft whose home is lost are lost",
            "adjacent-friendly": "dispatched aircraft whose home is lost land next to it, with friends",
        },
    ),
}
OPTIONS = {
    "die-sides": Option("12", (), "how many sides the die of every shot has", whole=True, bounds=(2, 100)),
    **{name: Option(next(iter(values)), tuple(values), text, rule=rule) for name, (rule, text, values) in RULINGS.items()},
}
SETTLED = {  # options of earlier versions, and how they are read now
    "hit": "or-less",
    "aa-attack": "land-only",
    "retreat-to": "adjacent-friendly",
    "withdraw-before-first-roll": "no",
    "dispatched-may-ground": "no",
    "second-space-dispatch": "yes",
    "grounded-last": "yes",
    "passthrough-calloff-costs-return": "no",
}


def ruling(rulings: Rulings, option: str) -> Ruling:
    """The event for an option: its value, what that value means, and its rule."""
    return rulings.ruled(option, RULINGS[option][2][rulings.value(option)])


# the map and the units


@record
class Space(Titled):
    """A land territory or a sea zone."""

    id: str = named()
    name: str = said_name()
    kind: str = said(OneOf(("land", "sea")), "a territory, or a sea zone")
    nation: str = said(Id(), "the nation that holds this land; it rolls and chooses losses for all defenders there", default="")
    adjacent: tuple[str, ...] = said(ListOf(Ref("spaces")), "adjacent spaces; either of two may list the other", default=())

    @property
    def sea(self) -> bool:
        return self.kind == "sea"


@record
class Nation:
    """A nation besides the eight powers."""

    id: str = named()
    with_: str = said(Id(), "the major nation it moves with; it has the same friends", default="")


@record
class Unit:
    """Units that share an entry: where they are, and in what state."""

    id: str = said_id()
    nation: str = said(Id(), "germany, italy, uk, france, usa, china, japan, ussr, or one declared under nations")
    type: str = said(
        Id(),
        "infantry, anti-aircraft, fighter, dive-bomber, dogfighter, bomber; with the option placeholder-values also "
        "armor, artillery, battleship, destroyer, aircraft-carrier, submarine, transport; or one declared under types",
    )
    count: int = said(Whole(0, 1000), "how many; 0 if none are left", default=1)
    at: str = said(Ref("spaces"), "where it is; leave it out for units aboard a ship", default="")
    aboard: str = said(Ref("units"), "the carrier or transport that it is aboard", default="")
    damaged: bool = said(Flag(), "a ship that can take two hits and has taken one", default=False)
    out_for: str = said(Id(), "the opponent in whose turn these aircraft have already retreated", default="", passing=RESET)
    bound_for: str = said(
        Ref("spaces"),
        "the battle these aircraft were dispatched to a round ago; they arrive in round 1",
        default="",
        passing=RESET,
    )
    returning: bool = said(Flag(), "these aircraft are flying back; they are home in round 2", default=False, passing=RESET)
    of: str = inside(default="")  # the entry of several ships, or of what is aboard them, that this one was part of

    @property
    def entry(self) -> str:
        """The entry in the scenario: ships of one entry are interchangeable."""
        return self.of or self.id


# orders and turns

NUMBERS = MapOf(Ref("units"), Whole(1, 1000))
WAYS = ("with", "landing", "support")


@record
class Attack:
    """An attack as ordered, by the ids of units. An attack `after` a zone follows a battle there."""

    at: str = said(Ref("spaces"), "the space that is attacked")
    with_: Book[int] = said(NUMBERS, "the attacking units, and how many of each", default=Book())
    landing: Book[int] = said(NUMBERS, "troops that come ashore and cannot leave again", default=Book())
    support: Book[int] = said(NUMBERS, "ships that fire support shots for the landing", default=Book())
    after: str = said(Ref("spaces"), "the first zone of a naval pass-through; this space is attacked from round 2 on", default="")
    defenders: tuple[str, ...] = said(
        ListOf(Id(), 1), "the nations that are attacked; if left out, all enemies there, provided they are friends", default=()
    )

    def units(self, way: str) -> Book[int]:
        """The units that take part in one way: with, landing or support."""
        return {"with": self.with_, "landing": self.landing, "support": self.support}[way]


Attacks = tuple[Attack, ...]
MOVING_WITH = "nations that take their turn at the same time"


@record
class LaterTurn:
    """The turn of another opponent."""

    attacker: str = said(Id(), "the nation whose turn it is")
    moving_with: tuple[str, ...] = said(ListOf(Id()), MOVING_WITH, default=())
    battles: Attacks = said(ListOf(shape_of(Attack)), "the spaces attacked in this turn", default=(), passing=RESET)


@record
class Position:
    """Everything that a turn begins with. One turn hands nothing else on to the next."""

    options: Rulings = options_of(OPTIONS)
    attacker: str | None = said(
        OrAsk(Id()), "the nation whose turn it is; or ask", passing=becomes(lambda end, _: end.next_attacker), rule="38"
    )
    moving_with: tuple[str, ...] = said(
        ListOf(Id()),
        f"{MOVING_WITH}; minors move with their major anyway",
        default=(),
        passing=becomes(lambda end, _: end.moving_with if end.later_turns else ()),
    )
    opponents: Book[tuple[str, ...]] = said(
        map_of(Id(), ListOf(Id())),
        "the nations that take turns, in order, each with those that take their turn at the same time",
        default=Book(),
        passing=becomes(lambda end, _: end.known_opponents),
    )
    nations: Book[Nation] = said(map_of(Id(), Nation), "nations besides the eight powers", default=Book(), fixed=True)
    types: Book[UnitType] = said(map_of(Id(), UnitType), "unit types that the module does not give", default=Book(), fixed=True)
    spaces: Book[Space] = said(map_of(Id(), Space, 1, declares="spaces"), "land territories and sea zones")
    units: Book[Unit] = said(
        list_of(Unit, 0, 1000, "units"),
        "every unit of every nation",
        passing=becomes(lambda end, _: Book({unit.id: unit for unit in end.units.values() if unit.count})),
    )
    battles: Attacks = said(
        ListOf(shape_of(Attack)), "the spaces attacked in this turn; ordered at the table if left out", default=(), passing=RESET
    )
    orders: str = said(
        OneOf(("ask", "prepared")),
        "whether to ask for attacks beyond those listed; if left out, only if none are listed",
        default="",
        passing=RESET,
    )
    later_turns: tuple[LaterTurn, ...] = said(
        ListOf(shape_of(LaterTurn), maximum=20), "the turns of other opponents, one after the other", default=()
    )
    number: int = inside(default=0)  # of the current turn: 0, or one of the later turns
    at_start: Book[int] = inside(default=Book())  # how many units of each nation and type the scenario began with

    def __hash__(self) -> int:
        return hash((self.attacker, self.units, self.spaces, self.number))

    # nations

    @cached_property
    def groups(self) -> dict[str, str]:
        """The friend group of every nation."""
        own = {name: printed_groups().get(nation.with_, name) for name, nation in self.nations.items()}
        return {**printed_groups(), **own}

    @cached_property
    def majors(self) -> dict[str, str]:
        """The major that every nation moves with, or itself."""
        return {nation: nation for nation in printed_groups()} | {name: one.with_ or name for name, one in self.nations.items()}

    @cached_property
    def turns(self) -> list[tuple[str | None, tuple[str, ...], Attacks]]:
        """Every turn of the scenario: who attacks, who moves with them, and what is ordered."""
        first = (self.attacker, (*self.moving_with, *self.opponents.get(self.attacker or "", ())), self.battles)
        return [first, *((turn.attacker, turn.moving_with, turn.battles) for turn in self.later_turns)]

    @rule("38")
    def movers(self, number: int) -> frozenset[str]:
        """The nations that take a turn together: a minor and the major that it moves with are the same opponent."""
        attacker, others, _ = self.turns[number]
        nations = (attacker, *others) if attacker else ()
        together = {self.majors.get(nation, nation) for nation in nations}
        return frozenset({*nations, *(nation for nation, major in self.majors.items() if major in together)})

    @property
    @rule("38")
    def next_attacker(self) -> str | None:
        """Whose turn comes next: after several turns the first opponent again, the next one listed, or the only enemy left.

        None if the players have to say.
        """
        if self.later_turns or self.attacker is None:
            return self.attacker
        order = list(self.opponents)
        if self.attacker in order and len(order) > 1:
            return order[(order.index(self.attacker) + 1) % len(order)]
        known = [*(unit.nation for unit in self.units.values()), *(space.nation for space in self.spaces.values() if space.nation)]
        ours = {self.groups[nation] for nation in self.movers(0)}
        beside = {other for others in self.opponents.values() for other in others}
        enemies = {self.majors[nation] for nation in known if self.groups[nation] not in ours} - beside
        return enemies.pop() if len(enemies) == 1 else None if enemies else self.attacker

    @property
    def known_opponents(self) -> Book[tuple[str, ...]]:
        """Which nations are known to move together, kept for the turn in which it matters again."""
        if self.later_turns or not self.attacker or not self.moving_with:
            return self.opponents
        together = dict.fromkeys((*self.moving_with, *self.opponents.get(self.attacker, ())))
        return self.opponents.having(self.attacker, tuple(together))

    # units

    @cached_property
    def all_types(self) -> dict[str, UnitType]:
        """The unit types that a scenario can use: those of the chart, and its own, which override them."""
        return {**printed_types(), **self.types}

    def type_of(self, unit: Unit) -> UnitType:
        return self.all_types[unit.type]

    def space_of(self, unit: Unit) -> str:
        """Where units are, aboard a ship or not."""
        ship = self.units.get(unit.aboard)
        return unit.at or (ship.at if ship else "")

    @cached_property
    def house_types(self) -> list[UnitType]:
        """The types in play whose values are not in the module."""
        used = dict.fromkeys(self.type_of(unit) for unit in self.units.values())
        return [type_ for type_ in used if type_.has_house_values]


# how a turn begins


def begun(position: Position) -> Position:
    """The position as a turn begins: each carrier or loaded ship is an entry of its own, so that it is clear who is aboard."""
    laden = {unit.aboard for unit in position.units.values() if unit.count}
    for ship in [unit for unit in position.units.values() if unit.count > 1 and unit.type in position.all_types]:
        if position.type_of(ship).carries_aircraft or (ship.id in laden and position.type_of(ship).holds):
            position = one_by_one(position, ship)
    at_start = Counter(f"{unit.nation}.{unit.type}" for unit in position.units.values() for _ in range(unit.count))
    return replace(position, at_start=Book(at_start))


def as_said(position: Position) -> Position:
    """The units by the entries of the scenario: the reverse of `begun`."""
    units: dict[str, Unit] = {}
    for unit in position.units.values():
        first = units.get(unit.entry)
        ship = position.units.get(unit.aboard)
        if first is None:
            units[unit.entry] = replace(unit, id=unit.entry, aboard=ship.entry if ship else unit.aboard, of="")
        else:
            units[unit.entry] = replace(first, count=first.count + unit.count)
    return replace(position, units=Book(units))


@rule("21")
def one_by_one(position: Position, ship: Unit) -> Position:
    """Several ships of one entry as one entry each. The units aboard fill them one after another, in order."""
    names = [ship.id, *islice(new_ids(ship.id, position.units), ship.count - 1)]
    room = dict.fromkeys(names, position.type_of(ship).holds)
    units: dict[str, Unit] = {}
    parts: dict[str, dict[str, int]] = {ship.id: dict.fromkeys(names, 1)}
    for unit in position.units.values():
        if unit.id == ship.id:
            units |= {name: replace(unit, id=name, count=1, of=unit.entry) for name in names}
        elif unit.aboard != ship.id or not unit.count:
            units[unit.id] = unit
        else:
            parts[unit.id], left = {}, unit.count
            for name in names:
                number = left if name == names[-1] else min(left, room[name])  # too many aboard are reported
                own = next(new_ids(unit.id, {**position.units, **units})) if parts[unit.id] else unit.id
                if number:
                    units[own] = replace(unit, id=own, count=number, aboard=name, of=unit.entry)
                    parts[unit.id][own] = number
                    left, room[name] = left - number, room[name] - number
    decks = {name: unit.aboard for name, unit in units.items()}
    later = (replace(turn, battles=in_parts(turn.battles, parts, decks)) for turn in position.later_turns)
    return replace(position, units=Book(units), battles=in_parts(position.battles, parts, decks), later_turns=tuple(later))


def new_ids(unit_id: str, taken: Iterable[str]) -> Iterator[str]:
    """Ids for parts of a unit that get entries of their own: cv-2, cv-3."""
    known = {*taken}
    return (name for number in count_from(2) if (name := f"{unit_id}-{number}") not in known)


def in_parts(attacks: Attacks, parts: Mapping[str, Mapping[str, int]], decks: Mapping[str, str]) -> Attacks:
    """Orders with parts of units in place of the whole: ships first, then the aircraft aboard, with their own ship if possible.

    Parts that come first go to the space that comes first in the alphabet. Ships go on from the first zone in which they fight.
    """
    named: dict[tuple[int, str, str], dict[str, int]] = {}
    zones: dict[str, str] = {}  # where ships fight in the first round
    used = Counter[tuple[str, bool]]()
    for aboard in (False, True):
        for number, attack in sorted(enumerate(attacks), key=lambda one: (bool(one[1].after), one[1].at, one[1].after)):
            for way, unit_id in ((how, one) for how in WAYS for one in attack.units(how)):
                some = parts.get(unit_id, {})
                if not some or any(decks[part] for part in some) != aboard:
                    continue
                left, here, later = attack.units(way)[unit_id], attack.after or attack.at, bool(attack.after)
                zone = {part: zones.get(decks[part] or part, "") for part in some}
                taken = named.setdefault((number, way, unit_id), {})
                for part in sorted(some, key=lambda part: (zone[part] != here, bool(zone[part]))):
                    busy = used[part, True] + (used[part, False] if not later or zone[part] != here else 0)
                    going = max(0, min(left, some[part] - busy))
                    taken |= {part: going} if going else {}
                    left, used[part, later] = left - going, used[part, later] + going
                    zones |= {part: here} if going and not (aboard or later) else {}
                if left:
                    taken[unit_id] = taken.get(unit_id, 0) + left  # more than there are, which is reported

    def divided(number: int, attack: Attack, way: str) -> Book[int]:
        units = attack.units(way).items()
        return Book({part: some for one, had in units for part, some in named.get((number, way, one), {one: had}).items()})

    ways = ({f"{way}_" if way == "with" else way: divided(*one, way) for way in WAYS} for one in enumerate(attacks))
    return tuple(replace(attack, **units) for attack, units in zip(attacks, ways, strict=True))


# one turn


@dataclass(frozen=True, eq=False)
class Setting:
    """What does not change during a turn: the position at its start, and the orders. It is not part of a state's fingerprint."""

    position: Position = field(repr=False)
    attacks: Attacks = field(default=(), repr=False)

    @cached_property
    def attacker(self) -> str:
        """The opponent whose turn it is."""
        return self.position.turns[self.position.number][0] or ""

    @cached_property
    def movers(self) -> frozenset[str]:
        """All nations that attack in this turn."""
        return self.position.movers(self.position.number)

    @cached_property
    def rulings(self) -> Rulings:
        return self.position.options

    @cached_property
    def sides(self) -> int:
        """The sides of the die."""
        return self.rulings.number("die-sides")

    @cached_property
    def groups(self) -> Mapping[str, str]:
        return self.position.groups

    def friendly(self, nation: str, other: str) -> bool:
        return friends(self.groups, nation, other)

    def is_friend(self, nation: str) -> bool:
        """Whether a nation is in the same group as one that attacks."""
        return any(self.groups[nation] == self.groups[mover] for mover in self.movers)

    # the map

    @cached_property
    def spaces(self) -> Book[Space]:
        return self.position.spaces

    @cached_property
    def beside(self) -> Mapping[str, frozenset[str]]:
        """The spaces next to each. Spaces are adjacent both ways if either says so."""
        found: dict[str, set[str]] = {name: set(space.adjacent) for name, space in self.spaces.items()}
        for name, space in self.spaces.items():
            for other in space.adjacent:
                found.setdefault(other, set()).add(name)
        return {name: frozenset(others) for name, others in found.items()}

    def name(self, place: str) -> str:
        """The name of a space or a ship."""
        known = self.spaces.get(place)
        return known.title if known else title_of(place)

    # the units

    @cached_property
    def units(self) -> Book[Unit]:
        return self.position.units

    def type(self, unit_id: str) -> UnitType:
        return self.position.type_of(self.units[unit_id])

    def space(self, unit_id: str) -> str:
        """Where units were when the turn began."""
        return self.position.space_of(self.units[unit_id])

    @cached_property
    def loads(self) -> Mapping[str, list[Unit]]:
        """The units aboard each ship."""
        found: dict[str, list[Unit]] = {}
        for unit in self.units.values():
            if unit.aboard and unit.count:
                found.setdefault(unit.aboard, []).append(unit)
        return found

    @cached_property
    def _others(self) -> Mapping[str, list[Unit]]:
        found: dict[str, list[Unit]] = {}
        for unit in self.units.values():
            if unit.nation not in self.movers and unit.count:
                found.setdefault(self.position.space_of(unit), []).append(unit)
        return found

    def others_in(self, space: str) -> list[Unit]:
        """The units in a space that do not attack in this turn."""
        return self._others.get(space, [])

    @cached_property
    def _homes(self) -> Mapping[tuple[str, str], set[str]]:
        found: dict[tuple[str, str], set[str]] = {}
        for unit in self.units.values():
            found.setdefault((unit.nation, unit.type), set()).add(unit.aboard or unit.at)
        return found

    @cached_property
    def _order(self) -> Mapping[str, int]:
        """The first entry of those with a name, for tables."""
        found: dict[str, int] = {}
        for at, unit in enumerate(self.units.values()):
            found.setdefault(self.ship(unit) or self.kind_name(unit, self.home(unit), False), at)
        return found

    def ship(self, unit: Unit) -> str:
        """The name of a ship that has one of its own, because it is a carrier or has units aboard; or nothing."""
        return unit.id if self.position.type_of(unit).carries_aircraft or unit.id in self.loads else ""

    def kind(self, unit_id: str, landed: bool = False) -> Kind:
        """The kind of an entry. Defending aircraft have a home, and so do units aboard a ship; attackers by land do not."""
        unit, type_, space = self.units[unit_id], self.type(unit_id), self.space(unit_id)
        home, ship = "" if landed else self.home(unit), self.ship(unit)
        order = self._order[ship or self.kind_name(unit, self.home(unit), False)]
        name, aboard = ship or self.kind_name(unit, home, landed), bool(home and unit.aboard)
        return kind_of(unit_id, name, order, unit.nation, type_, home, space, aboard, landed, ship)

    def home(self, unit: Unit) -> str:
        based = self.position.type_of(unit).flies and unit.nation not in self.movers
        return unit.aboard or (unit.at if based else "")

    def kind_name(self, unit: Unit, home: str, landed: bool) -> str:
        """Nation and type, and the home if there are several. Not used for ships that have a name of their own."""
        name = f"{unit.nation}-{unit.type}"
        if home and len(self._homes[unit.nation, unit.type]) > 1:
            name = f"{name}-{home}"
        name = f"{name}-ashore" if landed else name
        taken = name in self.units and self.ship(self.units[name])
        return f"{name}-others" if taken else name

    def based(self, kind: Kind, home: str) -> Kind:
        """Aircraft of a kind once they are based elsewhere: on land, or on a carrier; attackers have a home only aboard ships."""
        if home == kind.home:
            return kind
        if home not in self.spaces:
            return kind.based(home, kind.space, True)
        return kind.based("" if kind.nation in self.movers else home, home, False)


def left_of(units: Iterable[tuple[Kind, int]], at_start: Mapping[str, int]) -> dict[tuple[str, str], tuple[int, int]]:
    """How many units of each nation and type there were, and how many are lost."""
    left = Counter[str]()
    for kind, number in units:
        left[f"{kind.nation}.{kind.type.id}"] += number
    parted = ((key.partition("."), had, left[key]) for key, had in at_start.items())
    return {(nation, type_id): (had, had - now) for (nation, _, type_id), had, now in parted}
