"""The state of one attacker's turn: the battles, fought together round by round, the units outside them, and where everything is.

Every unit is in one place: in a battle, waiting for a fleet, or in a group outside. Who holds a space is a fact of its own, changed
by `occupied` alone. A turn begins with every ordered attack as a battle with the forces that meet in it (`turn_of`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from airwar.rulesets.air_supremacy.position import Attack, Attacks, Position, Setting, Unit, left_of
from airwar.rulesets.air_supremacy.units import Force, Kind, Line, Mode, combined, merged, nation_name, size
from airwar.rulesets.kit import facts as strength_facts
from airwar.rulesets.kit import rule

if TYPE_CHECKING:
    from airwar.rulesets.air_supremacy.pass_through import Offer


class Status:
    """What units outside the battles do."""

    HOME = "at home"  # where they were when the turn began
    ON_THE_WAY = "on the way"
    HOMEWARD = "battle over"  # starts back next round
    RETURNING = "returning"
    RETREATING = "in retreat"  # dispatched aircraft that get home next round
    OUT = "out for the turn"
    LEFT = "left the battle"
    FLYING = (ON_THE_WAY, HOMEWARD, RETURNING, RETREATING)


class Result:
    """How a battle ends."""

    WON = "attacker wins"
    HELD = "defender wins"
    NOBODY = "nobody is left"
    CALLED_OFF = "called off"
    NOT_ATTACKED = "not attacked"  # the second space of a pass-through
    PASSED = "attacker has passed through"
    STAND_OFF = "stand-off: neither side can hit the other"


class Battle(NamedTuple):
    """One space under attack."""

    space: str
    attackers: Force
    defenders: Force
    support: Force = ()  # ships in an adjacent zone that have not fired their support shots yet
    after: str = ""  # the first zone of a pass-through, while this battle waits for it
    result: str = ""
    new: bool = True  # nobody has rolled here yet
    nations: tuple[str, ...] = ()  # that are attacked
    still: bool = False  # nobody could hit anybody in the round before, but aircraft could be dispatched

    @property
    def on(self) -> bool:
        return not self.result and not self.after

    def between(self, attackers: Force, defenders: Force, new: bool) -> Battle:
        """The battle with what is left of both sides."""
        space, _, _, support, after, result, _, nations, still = self
        return Battle(space, attackers, defenders, support, after, result, new, nations, still)


class Pass(NamedTuple):
    """A fleet that will attack a second space from round 2 on, after a battle in a first zone."""

    space: str
    first: str
    units: tuple[tuple[Kind, int, str], ...]  # of the first battle, and what for: attack or support
    landing: tuple[tuple[Kind, Kind, int], ...] = ()  # troops aboard, and what they are ashore
    waiting: Force = ()  # aircraft that join from elsewhere
    done: bool = False  # whether it has been decided who goes on
    going: tuple[tuple[Offer, int], ...] = ()  # who does, until all fleets have decided


class Group(NamedTuple):
    """Units outside the battles that are doing the same thing."""

    kind: Kind
    number: int
    status: str = Status.HOME
    place: str = ""  # where they are, or where aircraft fly; empty for units at their home
    damage: int = 0  # hits taken, by ships


class Turn(NamedTuple):
    """A turn in progress."""

    setting: Setting
    battles: tuple[Battle, ...]
    groups: tuple[Group, ...] = ()
    passes: tuple[Pass, ...] = ()
    first: bool = True  # the first round of the turn
    phase: int = 0  # of the round: an index into the sequence of play
    at: int = 0  # how many acts, or battles, of this phase are done
    earlier: tuple[tuple[str, str, str], ...] = ()  # battles of earlier turns: attacker, defender, result
    taken: tuple[tuple[str, str], ...] = ()  # spaces that the attacker has taken in this turn, and who holds them now
    sunk: tuple[tuple[str, str], ...] = ()  # ships with a name that were lost in this turn, and where

    def battle(self, space: str) -> Battle:
        """The battle in a space under attack."""
        return next(battle for battle in self.battles if battle.space == space)

    def battle_in(self, space: str) -> Battle | None:
        """The battle in a space, or None if it is not attacked."""
        return next((battle for battle in self.battles if battle.space == space), None)

    def with_battle(self, changed: Battle) -> Turn:
        space = changed.space
        return self._replace(battles=tuple([changed if old[0] == space else old for old in self.battles]))

    def after_fire(self, battle: Battle, attackers: Force, defenders: Force, new: bool) -> Turn:
        """The turn after losses in a battle; notes where ships with a name sank."""
        afloat = {line.kind.ship for line in (*attackers, *defenders)}
        lost = [line.kind.ship for line in (*battle.attackers, *battle.defenders) if line.kind.ship not in afloat]
        turn = self.with_battle(battle.between(attackers, defenders, new))
        return turn._replace(sunk=(*self.sunk, *((ship, battle.space) for ship in lost))) if lost else turn

    def with_groups(self, groups: Iterable[Group]) -> Turn:
        """The turn with these units outside the battles, in a fixed order, equal ones combined."""
        return self._replace(groups=tuple(sorted(combined(groups), key=place_in_turn)))

    def joined_by(self, groups: Iterable[Group]) -> Turn:
        """The turn with more units outside the battles."""
        more = list(groups)
        return self.with_groups([*self.groups, *more]) if more else self

    def units(self) -> list[tuple[Kind, int]]:
        """All units left, wherever they are."""
        forces = [force for battle in self.battles for force in (battle.attackers, battle.defenders, battle.support)]
        forces += [plan.waiting for plan in self.passes]
        return [(line.kind, line.number) for force in forces for line in force] + [group[:2] for group in self.groups]

    def holder(self, space: str) -> str:
        """The nation that holds a space now."""
        return dict(self.taken).get(space) or self.setting.spaces[space].nation

    def lost(self) -> dict[tuple[str, str], tuple[int, int]]:
        """How many units of each nation and type there were, and how many are lost."""
        return left_of(self.units(), self.setting.position.at_start)


def place_in_turn(group: Group) -> tuple[int, str, str, str, int]:
    return group.kind.order, group.kind.name, group.status, group.place, group.damage


@rule("44")
def leader(setting: Setting, space: str, defenders: Force) -> str:
    """The nation that decides for all defenders: the one that holds the space if it has units there, else the one with the most."""
    holder = setting.spaces[space].nation
    units: dict[str, int] = {}
    for line in defenders:
        units[line.kind.nation] = units.get(line.kind.nation, 0) + line.number
    return holder if not units or holder in units else min(units, key=lambda nation: (-units[nation], nation))


def facts(turn: Turn, battle: Battle, attacking: bool) -> dict[str, int]:
    """What a condition may ask about, seen from one side of a battle between two exchanges of fire."""
    own, enemy = (battle.attackers, battle.defenders) if attacking else (battle.defenders, battle.attackers)
    losses, lost = turn.lost(), {True: 0, False: 0}
    for (nation, _), (_, number) in losses.items():
        lost[nation in turn.setting.movers] += number
    by_type: dict[str, int] = {}
    for side, force in (("own", own), ("enemy", enemy)):
        by_type |= {f"{side}.{type_id}": 0 for _, type_id in losses} | {f"{side}.aircraft": 0}
        for line in force:
            by_type[f"{side}.{line.kind.type.id}"] += line.number
            by_type[f"{side}.aircraft"] += line.number if line.kind.type.flies else 0
    ours, theirs = (size(line for line in force if line.mode != Mode.ABOARD) for force in (own, enemy))
    return strength_facts(ours, theirs, lost[attacking], lost[not attacking], **by_type)


# where units are


def afloat(turn: Turn, ship: str) -> str:
    """The zone where a ship is, or nothing if it is sunk."""
    for battle in turn.battles:
        if any(line.kind.ship == ship for line in (*battle.attackers, *battle.defenders)):
            return battle.space
        for line in battle.support:
            if line.kind.ship == ship:
                return line.kind.space
    return next((group.place for group in turn.groups if group.kind.ship == ship), "")


def home_of(turn: Turn, kind: Kind) -> str:
    """The space of the home of units: that of their ship, wherever it is now, or nothing if it is sunk."""
    return afloat(turn, kind.home) if kind.aboard else kind.home


@rule("30")
def home_is_lost(turn: Turn, kind: Kind) -> bool:
    """Whether a home was sunk, or taken by enemy troops."""
    return not afloat(turn, kind.home) if kind.aboard else kind.home in dict(turn.taken)


@rule("30")
def where_home_was(turn: Turn, kind: Kind) -> str:
    """The space where a home is, or where the ship has sunk."""
    return home_of(turn, kind) or dict(turn.sunk).get(kind.home, kind.space)


def space_of(turn: Turn, group: Group) -> str:
    """The space where units outside the battles are; nothing if they are in the air."""
    if group.status in Status.FLYING:
        return ""
    return group.place or home_of(turn, group.kind)


def present(turn: Turn, space: str) -> Iterator[Kind]:
    """The kinds of units in a space. Once a battle is over, its aircraft are back at their base."""
    for battle in turn.battles:
        for line in (*battle.attackers, *battle.defenders):
            back = bool(battle.result) and line.kind.type.flies
            here = (home_of(turn, line.kind) if line.kind.aboard else line.kind.space) if back else battle.space
            if here == space:
                yield line.kind
        yield from (line.kind for line in battle.support if line.kind.space == space)
    for group in turn.groups:
        if (group.place == space or group.kind.home) and space_of(turn, group) == space:
            yield group.kind


def expected(turn: Turn, space: str) -> Iterator[Kind]:
    """The kinds of units that will come back to a space: aircraft based on land there, and attackers that withdraw."""
    for battle in turn.battles:
        for line in (*battle.attackers, *battle.defenders):
            withdraws = line.mode == Mode.LEAVING and line.kind.nation in turn.setting.movers and not line.kind.aboard
            if (withdraws and line.kind.space == space) or (line.guest and line.kind.home == space):
                yield line.kind
    yield from (group.kind for group in turn.groups if group.kind.home == space)


# who holds a space, and which are friendly


@rule("43")
def is_attacked(turn: Turn, space: str) -> bool:
    """Whether somebody attacks a space now or later in the turn."""
    battle = turn.battle_in(space)
    return bool(battle and (battle.on or battle.after))


@rule("43")
def occupied(turn: Turn, over: Iterable[str]) -> Turn:
    """In spaces whose battle is now over, troops take the land they are in if nobody else is left there.

    Among several nations, it goes to the one with the most troops there; what a friend holds stays his.
    """
    taken = []
    for battle in map(turn.battle, over):
        space = turn.setting.spaces[battle.space]
        troops = Counter[str]()
        for line in battle.attackers:
            if line.kind.type.sphere == "land" and line.mode != Mode.ABOARD:
                troops[line.kind.nation] += line.number
        others = {kind.nation for kind in present(turn, space.id)} - turn.setting.movers
        if troops and not space.sea and space.id not in dict(turn.taken) and all(map(turn.setting.is_friend, others)):
            captor = min(troops, key=lambda nation: (-troops[nation], nation != turn.setting.attacker, nation))
            keeps = space.nation and turn.setting.friendly(captor, space.nation)
            taken.append((space.id, space.nation if keeps else captor))
    return turn._replace(taken=(*turn.taken, *taken)) if taken else turn


FREE = {  # when aircraft in each status may be dispatched again
    Status.HOME: "now",
    Status.ON_THE_WAY: "two rounds after the last fight there",
    Status.HOMEWARD: "in two rounds",
    Status.RETURNING: "next round",
    Status.RETREATING: "not in this opponent's turn",
    Status.OUT: "not in this opponent's turn",
    Status.LEFT: "not in this opponent's turn",
}


@rule("24", "2", "26", "27", "31", "34", "35", "36", "39", "41", "42")
def dispatch_refused(turn: Turn, group: Group, space: str) -> str | None:
    """Why aircraft cannot fly to the defense of a space, or None: it must be next to their home, with friends under attack there.

    In the first round it can be the second space of a pass-through, where friends are under attack from round 2 on.
    """
    setting, kind, name = turn.setting, group.kind, turn.setting.name
    if not kind.type.flies or kind.nation in setting.movers:
        return f"{kind.name}: only aircraft of the defenders are dispatched (26)"
    if group.status != Status.HOME:
        return f"{kind.counted(group.number)}: {group.status}; free again {FREE[group.status]} (32)"
    home = home_of(turn, kind)
    own, there = turn.battle_in(home), turn.battle_in(space)
    if own and own.on:
        return f"{name(home)} is under attack, so its aircraft cannot leave (27)"
    if space not in setting.spaces:
        return f"{space!r} is not a space of the map (24)"
    if space not in setting.beside[home]:
        return f"{name(space)} is out of reach of {name(home)}; a dispatch goes to an adjacent space (24)"
    if there is None or not (there.on or there.after):
        return f"nobody attacks {name(space)}; aircraft are dispatched to where friends are attacked (42)"
    if not has_friends(turn, kind.nation, there):
        return f"{nation_name(kind.nation)} has no friends under attack in {name(space)}; aircraft defend only their own group (43)"
    return None


@rule("42", "43")
def has_friends(turn: Turn, nation: str, battle: Battle) -> bool:
    """Whether own or friendly units are attacked there."""
    nations = [line.kind.nation for line in battle.defenders]
    if battle.after:
        at_home = [other.kind for other in turn.groups if other.status == Status.HOME and other.kind.type.flies]
        nations += [kind.nation for kind in at_home if kind.nation in battle.nations and home_of(turn, kind) == battle.space]
    return any(turn.setting.friendly(nation, other) for other in nations)


@rule("43")
def strangers_in(turn: Turn, nation: str, space: str) -> bool:
    """Whether any units in a space, or on their way back to it, are outside a nation's own group."""
    return any(not turn.setting.friendly(nation, kind.nation) for kind in chain(present(turn, space), expected(turn, space)))


@rule("43")
def is_friendly(turn: Turn, nation: str, space: str) -> bool:
    """Whether a nation's units may go to a space: nobody attacks it, no strangers are there, and friends hold it if it is land.

    Land that nobody holds is friendly if friends are there. Land that has changed hands this turn is a refuge for nobody.
    """
    known = turn.setting.spaces[space]
    if is_attacked(turn, space) or turn.holder(space) != known.nation or strangers_in(turn, nation, space):
        return False
    held = turn.setting.friendly(nation, known.nation) if known.nation else any(chain(present(turn, space), expected(turn, space)))
    return known.sea or held


# carriers


@rule("21")
def free_deck(turn: Turn, ship: str, also: Iterable[Line] = ()) -> int:
    """How many more aircraft a carrier can take. It keeps places for its own aircraft while they are away.

    `also` are units that have left a battle, and have no place yet.
    """
    units = [*turn.units(), *((line.kind, line.number) for line in also)]
    holds = sum(kind.type.holds * number for kind, number in units if kind.ship == ship)
    return max(0, holds - sum(number for kind, number in units if kind.home == ship))


@rule("21", "22")
def decks(turn: Turn, kind: Kind, space: str) -> list[str]:
    """The friendly carriers in a zone that can take aircraft of a kind; bombers cannot land on carriers."""
    if kind.type.bombs:
        return []
    ships = dict.fromkeys(other for other in present(turn, space) if other.type.carries_aircraft)
    return sorted(other.ship for other in ships if turn.setting.friendly(kind.nation, other.nation))


@rule("22", "43")
def friendly_places(turn: Turn, kind: Kind, space: str) -> list[str]:
    """Where units next to a space may go: troops to friendly land, ships to a zone without strangers, aircraft to friendly land
    or to a carrier."""
    found = []
    for other in (known for known in turn.setting.spaces.values() if known.id in turn.setting.beside[space]):
        sphere = kind.type.sphere
        if (sphere == "land" and other.sea) or (sphere == "sea" and not other.sea) or not is_friendly(turn, kind.nation, other.id):
            continue
        found += decks(turn, kind, other.id) if sphere == "air" and other.sea else [other.id]
    return found


def ready(line: Line) -> Line:
    """Grounding lasts one round."""
    return line._replace(mode=Mode.FIGHTS) if line.mode == Mode.GROUNDED else line


# how a turn begins


@rule("43", "42")
def opponents(setting: Setting, order: Attack) -> tuple[str, ...]:
    """The nations under attack: those that the order names, or all in the space that are not friends of the attacker.

    If nobody is there, it is the nation that holds the space.
    """
    here = setting.others_in(order.at)
    present = dict.fromkeys(unit.nation for unit in here)
    if order.defenders:
        attacked = aboard_together(setting, here, set(order.defenders))
        return tuple(nation for nation in present if nation in attacked)
    found = tuple(nation for nation in present if not setting.is_friend(nation))
    return found or ((setting.spaces[order.at].nation,) if is_empty(setting, order.at) else ())


@rule("41", "43")
def is_empty(setting: Setting, space: str) -> bool:
    """Whether land is held by an enemy who has no units there, so that troops can walk in."""
    known = setting.spaces[space]
    enemy = bool(known.nation) and known.nation not in setting.movers and not setting.is_friend(known.nation)
    return enemy and not known.sea and not any(not setting.is_friend(unit.nation) for unit in setting.others_in(space))


@rule("21", "43")
def aboard_together(setting: Setting, units: Sequence[Unit], nations: set[str]) -> set[str]:
    """Some nations, plus those whose units are aboard a ship with theirs, or carry them: they are attacked together."""
    shared = [{unit.nation, setting.units[unit.aboard].nation} for unit in units if unit.aboard in setting.units]
    more = nations.union(*(both for both in shared if both & nations))
    return nations if more == nations else aboard_together(setting, units, more)


def first_attack(earlier: Iterable[Attack], order: Attack) -> Attack | None:
    """The attack on the first zone of a pass-through."""
    return next((old for old in earlier if old.at == order.after and not old.after), None) if order.after else None


@rule("39", "41")
def of_the_fleet(setting: Setting, first: Attack | None, unit: Unit) -> bool:
    """Whether units go on from a first zone with its fleet: its ships, and the aircraft of its carriers.

    Other aircraft attack in one place: those of an entry that join the fleet are not the ones that fight in the first zone.
    """
    return first is not None and (setting.type(unit.id).sphere == "sea" or unit.aboard in first.with_)


@rule("39")
def fought_before(first: Attack, order: Attack, unit: Unit) -> int:
    """How many aircraft of the fleet can have fought in the first zone: those of a carrier that goes on with them."""
    return first.with_.get(unit.id, 0) if unit.aboard in order.with_ else 0


def committed(setting: Setting, orders: Attacks) -> Counter[str]:
    """How many units of each entry have orders already; those that pass through are counted in their first battle."""
    found = Counter[str]()
    for order in orders:
        first = first_attack(orders, order)
        for one, number in order.with_.items():
            unit = setting.units[one]
            if not first or not of_the_fleet(setting, first, unit):
                found[one] += number
            elif setting.type(one).flies:
                found[one] += max(0, number - fought_before(first, order, unit))
        found.update(order.landing)
        found.update({} if order.after else order.support)
    return found


# the battles


@lru_cache(maxsize=4096)
def turn_of(position: Position, orders: Attacks) -> Turn:
    """A turn before its first round. Equal turns are one object, so that positions can be compared."""
    setting = Setting(position, orders)
    busy, at_first = (committed(setting, some) for some in (orders, tuple(order for order in orders if not order.after)))
    battles: dict[str, Battle] = {}
    passes: list[Pass] = []
    for order in orders:
        if order.after:
            passes.append(pass_of(setting, order))
            battles.setdefault(order.at, Battle(order.at, (), (), (), order.after, nations=opponents(setting, order)))
        else:
            battles[order.at] = battle_of(setting, at_first, order)
    groups: list[Group] = []
    in_battle = {ship for order in orders for ship in order.with_}
    for unit in setting.units.values():
        if unit.aboard in in_battle:  # it is already there, no matter who owns it
            continue
        if unit.nation in setting.movers:
            kind = setting.kind(unit.id)
            place = "" if kind.home else unit.at
            groups.append(Group(kind, unit.count - busy[unit.id], Status.HOME, place, int(unit.damaged)))
        else:
            place_defender(setting, battles, groups, unit)
    battles = {space: battle._replace(defenders=merged(battle.defenders)) for space, battle in battles.items()}
    return Turn(setting, tuple(battles.values())).with_groups(groups)._replace(passes=tuple(passes))


def battle_of(setting: Setting, at_first: Mapping[str, int], order: Attack) -> Battle:
    """A battle that begins in the first round."""
    lines = [line_of(setting, unit_id, number) for unit_id, number in order.with_.items()]
    lines += [line_of(setting, unit_id, number, landed=True) for unit_id, number in order.landing.items()]
    lines += [line for unit_id in order.with_ for line in cargo(setting, at_first, unit_id)]
    support = [line_of(setting, unit_id, number) for unit_id, number in order.support.items()]
    return Battle(order.at, merged(lines), (), merged(support), nations=opponents(setting, order))


def line_of(setting: Setting, unit_id: str, number: int, landed: bool = False) -> Line:
    """Units of an entry in a battle."""
    return Line(setting.kind(unit_id, landed), number, damage=int(setting.units[unit_id].damaged))


@rule("21", "41")
def cargo(setting: Setting, at_first: Mapping[str, int], ship: str) -> list[Line]:
    """What is aboard a ship that goes into battle; it shares the ship's fate. Troops for a second space wait aboard."""
    return [Line(setting.kind(unit.id), unit.count - at_first[unit.id], Mode.ABOARD) for unit in setting.loads.get(ship, ())]


@rule("39", "41")
def pass_of(setting: Setting, order: Attack) -> Pass:
    """A fleet that goes on to a second space: ships of the first zone, the troops they carry, and aircraft from elsewhere."""
    first = first_attack(setting.attacks, order)
    joining = {one for one in order.with_ if not of_the_fleet(setting, first, setting.units[one])}
    waiting = {unit_id: number for unit_id, number in order.with_.items() if unit_id in joining}
    units: list[tuple[Kind, int, str]] = []
    for role, named in (("attack", order.with_), ("support", order.support)):
        units += [(setting.kind(one), number, role) for one, number in named.items() if one not in waiting]
    landing = tuple((setting.kind(one), setting.kind(one, True), number) for one, number in order.landing.items())
    lines = (line_of(setting, one, number) for one, number in waiting.items())
    return Pass(order.at, order.after, tuple(units), landing, merged(lines))


# units outside the attacks


@rule("27", "38", "45", "43")
def place_defender(setting: Setting, battles: dict[str, Battle], groups: list[Group], unit: Unit) -> None:
    """Units of the nations under attack defend their space; aircraft elsewhere are at home, out, or on the way.

    Aircraft that are bound for a battle where only strangers are attacked turn back.
    """
    kind, out = setting.kind(unit.id), is_out(setting, unit)
    battle, bound = battles.get(kind.space), battles.get(unit.bound_for)
    under_way = bool(unit.bound_for or unit.returning)
    attacked = battle is not None and unit.nation in battle.nations and not under_way
    if bound and not any(setting.friendly(unit.nation, nation) for nation in bound.nations):
        bound = None
    if bound and bound.on:
        line = Line(kind, unit.count, arrived=True, guest=True)
        battles[bound.space] = bound._replace(defenders=(*bound.defenders, line))
    elif battle and attacked and not (kind.type.flies and battle.after):
        mode = Mode.ABOARD if unit.aboard and not kind.type.flies else Mode.LOCKED if out else Mode.FIGHTS
        line = Line(kind, unit.count, mode, int(unit.damaged))
        battles[battle.space] = battle._replace(defenders=(*battle.defenders, line))
    elif under_way:
        groups.append(Group(kind, unit.count, Status.ON_THE_WAY if bound else Status.RETURNING, unit.bound_for if bound else ""))
    else:
        groups.append(Group(kind, unit.count, Status.OUT if out else Status.HOME, "" if kind.home else unit.at, int(unit.damaged)))


@rule("38")
def is_out(setting: Setting, unit: Unit) -> bool:
    """Whether aircraft have already retreated in the turn of this opponent, or of a minor that moves with it."""
    return setting.type(unit.id).flies and unit.out_for in setting.movers
