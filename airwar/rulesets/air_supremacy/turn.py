"""The state of one attacker's turn: the battles, fought together round by round, and the units outside them; and where all that is.

Every unit is in one place: in a battle, waiting for a fleet, or in a group outside. Who holds a space is a fact of its own, changed
by `occupied` alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from airwar.rulesets.air_supremacy.forces import CARGO, FIGHTS, GROUNDED, LEAVING, Force, Line, combined, size
from airwar.rulesets.air_supremacy.position import Setting, left_of
from airwar.rulesets.air_supremacy.units import Kind
from airwar.rulesets.kit import facts as strength_facts
from airwar.rulesets.kit import rule

if TYPE_CHECKING:
    from airwar.rulesets.air_supremacy.pass_through import Offer

# what units outside the battles do
HOME = "at home"  # where they were when the turn began
ON_THE_WAY = "on the way"
HOMEWARD = "battle over"  # starts back in the coming round
RETURNING = "returning"
RETREATING = "in retreat"  # dispatched aircraft that reach their home in the coming round
OUT = "out for the turn"
LEFT = "left the battle"
FLYING = (ON_THE_WAY, HOMEWARD, RETURNING, RETREATING)

# how a battle ends
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
    support: Force = ()  # ships in an adjacent zone that have yet to fire their support shots
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
    """A fleet that is to attack a second space from round 2 on, after a battle in a first zone."""

    space: str
    first: str
    units: tuple[tuple[Kind, int, str], ...]  # of the first battle, and what for: attack or support
    landing: tuple[tuple[Kind, Kind, int], ...] = ()  # troops aboard, and what they are ashore
    waiting: Force = ()  # aircraft that join from elsewhere
    done: bool = False  # it is decided who goes on
    going: tuple[tuple[Offer, int], ...] = ()  # who does, until all fleets have decided


class Group(NamedTuple):
    """Units outside every battle that do the same."""

    kind: Kind
    number: int
    status: str = HOME
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
        """The battle in a space that is attacked."""
        return next(battle for battle in self.battles if battle.space == space)

    def battle_in(self, space: str) -> Battle | None:
        """The battle in a space, or None if it is not attacked."""
        return next((battle for battle in self.battles if battle.space == space), None)

    def with_battle(self, changed: Battle) -> Turn:
        space = changed.space
        return self._replace(battles=tuple([changed if old[0] == space else old for old in self.battles]))

    def after_fire(self, battle: Battle, attackers: Force, defenders: Force, new: bool) -> Turn:
        """The turn after losses in a battle; ships that have a name are noted where they sank."""
        afloat = {line.kind.ship for line in (*attackers, *defenders)}
        lost = [line.kind.ship for line in (*battle.attackers, *battle.defenders) if line.kind.ship not in afloat]
        turn = self.with_battle(battle.between(attackers, defenders, new))
        return turn._replace(sunk=(*self.sunk, *((ship, battle.space) for ship in lost))) if lost else turn

    def with_groups(self, groups: Iterable[Group]) -> Turn:
        """The turn with these units outside the battles, in one order, equal ones combined."""
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
    """The nation that decides for all defenders: the one that holds the space if it is there, else the one with most units."""
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
    ours, theirs = (size(line for line in force if line.mode != CARGO) for force in (own, enemy))
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
    if group.status in FLYING:
        return ""
    return group.place or home_of(turn, group.kind)


def present(turn: Turn, space: str) -> Iterator[Kind]:
    """The kinds of units in a space. When a battle is over, its aircraft are back at their base."""
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
    """The kinds of units that are to come back to a space: aircraft that are based on land there, and attackers that withdraw."""
    for battle in turn.battles:
        for line in (*battle.attackers, *battle.defenders):
            withdraws = line.mode == LEAVING and line.kind.nation in turn.setting.movers and not line.kind.aboard
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
    """Of spaces whose battle is over now, land is taken by troops that stand in it if nobody else is left there.

    Of several nations, it falls to the one with most troops there; what a friend holds stays his.
    """
    taken = []
    for battle in map(turn.battle, over):
        space = turn.setting.spaces[battle.space]
        troops: dict[str, int] = {}
        for line in battle.attackers:
            if line.kind.type.sphere == "land" and line.mode != CARGO:
                troops[line.kind.nation] = troops.get(line.kind.nation, 0) + line.number
        others = {kind.nation for kind in present(turn, space.id)} - turn.setting.movers
        if troops and not space.sea and space.id not in dict(turn.taken) and all(map(turn.setting.is_friend, others)):
            captor = min(troops, key=lambda nation: (-troops[nation], nation != turn.setting.attacker, nation))
            keeps = space.nation and turn.setting.friendly(captor, space.nation)
            taken.append((space.id, space.nation if keeps else captor))
    return turn._replace(taken=(*turn.taken, *taken)) if taken else turn


@rule("43")
def strangers_in(turn: Turn, nation: str, space: str) -> bool:
    """Whether any units in a space, or on their way back to it, are not of a nation's own group."""
    return any(not turn.setting.friendly(nation, kind.nation) for kind in chain(present(turn, space), expected(turn, space)))


@rule("43")
def is_friendly(turn: Turn, nation: str, space: str) -> bool:
    """Whether a nation's units may go to a space: nobody attacks it, and no strangers are there; land is held by friends too.

    Land that nobody holds is friendly if friends are there. Land that has changed hands in this turn is nobody's refuge.
    """
    known = turn.setting.spaces[space]
    if is_attacked(turn, space) or turn.holder(space) != known.nation or strangers_in(turn, nation, space):
        return False
    held = turn.setting.friendly(nation, known.nation) if known.nation else any(chain(present(turn, space), expected(turn, space)))
    return known.sea or held


# carriers


@rule("21")
def free_deck(turn: Turn, ship: str, also: Iterable[Line] = ()) -> int:
    """How many more aircraft a carrier can take. Places of its own aircraft are kept for them while they are away.

    `also` are units that have left a battle, and have no place yet.
    """
    units = [*turn.units(), *((line.kind, line.number) for line in also)]
    holds = sum(kind.type.holds * number for kind, number in units if kind.ship == ship)
    return max(0, holds - sum(number for kind, number in units if kind.home == ship))


@rule("21", "22")
def decks(turn: Turn, kind: Kind, space: str) -> list[str]:
    """The friendly carriers in a zone that take aircraft of a kind; bombers do not land on carriers."""
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
    """Grounding and leaving last one round."""
    return line._replace(mode=FIGHTS) if line.mode in (GROUNDED, LEAVING) else line
