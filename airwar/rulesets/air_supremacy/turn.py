"""The state of one attacker's turn: the battles, fought together round by round, and the units outside them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from airwar.rulesets.air_supremacy.forces import CARGO, Force, size
from airwar.rulesets.air_supremacy.setting import Setting
from airwar.rulesets.air_supremacy.units import Kind
from airwar.rulesets.kit.facts import facts as strength_facts

# what units outside the battles do
HOME = "at home"  # where they were when the turn began
ON_THE_WAY = "on the way"
HOMEWARD = "battle over"  # starts back in the coming round
RETURNING = "returning"
RETREATING = "in retreat"  # dispatched aircraft that reach their home in the coming round
OUT = "out for the turn"
LEFT = "left the battle"
OFF_THE_MAP = "elsewhere"  # a place, where the scenario lets units retreat anywhere
FLYING = (ON_THE_WAY, HOMEWARD, RETURNING, RETREATING)

# how a battle ends
WON = "attacker wins"
HELD = "defender wins"
NOBODY = "nobody is left"
CALLED_OFF = "called off"
NOT_ATTACKED = "not attacked"  # the second space of a pass-through
PASSED = "attacker has passed through"
STAND_OFF = "stand-off: neither side can hit the other"

Origins: TypeAlias = tuple[tuple[Kind, str, int], ...]  # where attackers came from: kind, space, how many


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
    origins: Origins = ()  # where attackers and supporting ships came from

    @property
    def on(self) -> bool:
        return not self.result and not self.after

    def between(self, attackers: Force, defenders: Force, new: bool) -> Battle:
        """The battle with what is left of both sides."""
        space, _, _, support, after, result, _, nations, origins = self
        return Battle(space, attackers, defenders, support, after, result, new, nations, origins)


class Pass(NamedTuple):
    """A fleet that is to attack a second space from round 2 on, after a battle in a first zone."""

    space: str
    first: str
    units: tuple[tuple[Kind, int, str], ...]  # of the first battle, and what for: attack or support
    landing: tuple[tuple[Kind, Kind, int], ...] = ()  # troops aboard, and what they are ashore
    waiting: Force = ()  # aircraft that join from elsewhere
    origins: Origins = ()  # of the aircraft that wait
    done: bool = False


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

    def battle(self, space: str) -> Battle:
        """The battle in a space that is attacked."""
        return next(battle for battle in self.battles if battle.space == space)

    def battle_in(self, space: str) -> Battle | None:
        """The battle in a space, or None if it is not attacked."""
        return next((battle for battle in self.battles if battle.space == space), None)

    def with_battle(self, changed: Battle) -> Turn:
        setting, battles, groups, passes, first, phase, at, earlier = self
        space = changed.space
        changed_battles = tuple([changed if old[0] == space else old for old in battles])
        return Turn(setting, changed_battles, groups, passes, first, phase, at, earlier)

    def with_groups(self, groups: Iterable[Group]) -> Turn:
        return self._replace(groups=combined(groups))

    def joined_by(self, groups: Iterable[Group]) -> Turn:
        """The turn with more units outside the battles."""
        more = list(groups)
        return self.with_groups([*self.groups, *more]) if more else self

    def units(self) -> list[tuple[Kind, int]]:
        """All units left, wherever they are."""
        forces = [force for battle in self.battles for force in (battle.attackers, battle.defenders, battle.support)]
        forces += [plan.waiting for plan in self.passes]
        return [(line.kind, line.number) for force in forces for line in force] + [group[:2] for group in self.groups]


def combined(groups: Iterable[Group]) -> tuple[Group, ...]:
    """Groups in one order, equal ones combined, empty ones left out."""
    counts: dict[Group, int] = {}
    for group in groups:
        key = group._replace(number=0)
        counts[key] = counts.get(key, 0) + group.number
    found = [group._replace(number=count) for group, count in counts.items() if count > 0]
    return tuple(sorted(found, key=lambda group: (group.kind.order, group.status, group.place, group.damage)))


def leader(setting: Setting, space: str, defenders: Force) -> str:
    """The nation that decides for all defenders: the one that holds the space if it is there, else the first one listed."""
    holder = setting.spaces[space].nation
    nations = [line.kind.nation for line in defenders]
    return holder if not nations or holder in nations else nations[0]


def facts(turn: Turn, battle: Battle, attacking: bool) -> dict[str, int]:
    """What a condition may ask about, seen from one side of a battle between two exchanges of fire."""
    own, enemy = (battle.attackers, battle.defenders) if attacking else (battle.defenders, battle.attackers)
    movers = turn.setting.movers
    lost = {True: 0, False: 0}
    for (nation, _), number in turn.setting.at_start.items():
        lost[nation in movers] += number
    for kind, number in turn.units():
        lost[kind.nation in movers] -= number
    by_type: dict[str, int] = {}
    for side, force in (("own", own), ("enemy", enemy)):
        for name in dict.fromkeys(type_id for _, type_id in turn.setting.at_start):
            by_type[f"{side}.{name}"] = size(line for line in force if line.kind.type.id == name)
        by_type[f"{side}.aircraft"] = size(line for line in force if line.kind.type.flies)
    ours, theirs = (size(line for line in force if line.mode != CARGO) for force in (own, enemy))
    return strength_facts(ours, theirs, lost[attacking], lost[not attacking], **by_type)
