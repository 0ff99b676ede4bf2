"""Who retreats where (B13): the owner fills one line after the other, and no unit stays behind while there is room for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import product
from typing import NamedTuple

from airwar.engine.events import Event, Loss, Note, Status
from airwar.engine.moves import Move, Return, then
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.about import to_retreat
from airwar.rulesets.dark_crusade.battle import Battle
from airwar.rulesets.dark_crusade.refuge import Movers, packed, size, weight
from airwar.rulesets.dark_crusade.state import AIR_NAMES, SOVIET_AIR, Air, Setting
from airwar.rulesets.dark_crusade.ways import Way


class March(NamedTuple):
    """A retreating unit, or a number of air units, on the way out."""

    name: str
    number: int
    way: Way


@dataclass(frozen=True)
class Retreat:
    """A retreat in progress: who has gone where, and who has still to go over which lines."""

    setting: Setting = field(hash=False, repr=False)
    movers: tuple[tuple[str, int], ...]  # still to go
    ways: tuple[Way, ...]  # lines that have still to be filled
    later: tuple[Way, ...] = ()  # lines for those who find no room on the first ones
    nobody_lost: bool = False  # whether everybody must get away
    twins: frozenset[str] = frozenset()  # points to which two lines lead, so that a decision must name the line
    who: str = "defender"
    spare: Fraction = Fraction(0)  # the most that a line filled earlier has left
    marches: tuple[March, ...] = ()

    @property
    def outlook(self) -> Outlook:
        """What matters about the other lines while the first of them is filled."""
        beyond = [way.room for way in self.later] if self.nobody_lost else None
        return Outlook(self.spare, [way.room for way in self.ways[1:]], beyond)


class Outlook(NamedTuple):
    """What matters about all other lines while one is filled."""

    spare: Fraction  # the most that an earlier line has left
    next: list[Fraction]  # the room of each line still to be filled
    reserve: list[Fraction] | None  # where nobody may be lost: the room beyond those

    @rule("B12", "B13a")
    def all_find_room(self, setting: Setting, left: Movers, unused: Fraction) -> bool:
        """Whether the others can still retreat legally when part of this line stays unused.

        A unit that could have gone so far must find room on a later line; and where nobody may be lost, every unit must.
        """
        free = max(self.spare, unused)
        bound = {name: count for name, count in left.items() if size(setting, name) <= free}
        if self.reserve is None:
            return packed(setting, bound, self.next) is not None
        others = {name: count for name, count in left.items() if name not in bound}
        rooms = packed(setting, others, [*self.reserve, *self.next])
        return rooms is not None and packed(setting, bound, rooms[len(self.reserve) :]) is not None


def retreat_of(
    battle: Battle, movers: Movers, ways: Iterable[Way], later: Iterable[Way] = (), nobody_lost: bool = False
) -> Retreat:
    """A retreat that is about to begin."""
    points = Counter(way.point for way in battle.ways if not way.closed)
    twins = frozenset(point for point, number in points.items() if number > 1)
    who = SOVIET_AIR if set(movers) == {SOVIET_AIR} else "defender"
    return Retreat(battle.setting, tuple(movers.items()), tuple(ways), tuple(later), nobody_lost, twins, who)


def left_over(battle: Battle, retreat: Retreat) -> list[Way]:
    """The ways to the points that a retreat has reached, with the room that it left on them."""
    reached = {march.way.point for march in retreat.marches}
    taken: dict[str, Fraction] = {}
    for name, number, way in retreat.marches:
        taken[way.line] = taken.get(way.line, Fraction(0)) + number * size(battle.setting, name)
    open_ways = [way for way in battle.ways if way.point in reached and not way.closed]
    return [way._replace(room=way.room - taken.get(way.line, Fraction(0))) for way in open_ways]


@rule("B4", "B13a")
def air_retreat_of(battle: Battle, retreat: Retreat) -> Retreat:
    """Soviet air that follows its ground units: only to points that they have reached, the points of its own side first."""
    ways = left_over(battle, retreat)
    own = [way for way in ways if way.side == battle.setting.side("defender")]
    enemy = [way for way in ways if way not in own]
    return retreat_of(battle, {SOVIET_AIR: battle.soviet_air}, own, enemy)


@rule("B13a", "B13b")
def fill_lines(ref: Referee, retreat: Retreat) -> Move[Retreat]:
    """The owner says who takes the next line: own points until they are full, then the further points."""
    if not retreat.movers or not (retreat.ways or retreat.later):
        return Return(retreat)
    if not retreat.ways:
        return then(fill_lines, replace(retreat, ways=retreat.later, later=(), spare=Fraction(0)))
    way, movers = retreat.ways[0], dict(retreat.movers)
    sent = sent_over(ref, retreat, way)
    marches = [March(name, count, way) for name, count in sent.items() if count]
    filled = replace(
        retreat,
        movers=tuple(without(movers, sent).items()),
        ways=retreat.ways[1:],
        spare=max(retreat.spare, way.room - weight(retreat.setting, sent)),
        marches=(*retreat.marches, *marches),
    )
    return then(fill_lines, filled)


@rule("B13a")
def sent_over(ref: Referee, retreat: Retreat, way: Way) -> Movers:
    """The owner says who takes one line."""
    setting, outlook, movers = retreat.setting, retreat.outlook, dict(retreat.movers)
    where = setting.name(way.point)
    able = {name: most for name, count in movers.items() if (most := min(count, int(way.room // size(setting, name))))}

    def refuse(answer: Movers) -> str | None:
        return line_refused(retreat, way, answer)

    default = fullest(setting, able, refuse)
    forced = not outlook.next and (default == movers or len(able) == 1)
    number = sum(default.values()) if forced else int(way.room // min((size(setting, name) for name in able), default=1))
    return ref.allot(
        f"{retreat.who}.refuge.{way.point}" + (f".{way.line}" if way.point in retreat.twins else ""),
        able,
        by=setting.player("defender"),
        least=number if forced else 0,
        most=number,
        default=default,
        labels={name: f"{label(setting, name)} to {where} by {way.line}" for name in able},
        refuse=refuse,
        about=partial(to_retreat, retreat, way, able),
    )


@rule("B12", "B13a")
def line_refused(retreat: Retreat, way: Way, answer: Movers) -> str | None:
    """Why these units cannot take a line: it cannot carry them, or others would be left without room."""
    setting = retreat.setting
    unused = way.room - weight(setting, answer)
    if unused < 0:
        said = f"{way.room - unused} is too much for the line to {setting.name(way.point)}"
        return f"{said}, which has room for {way.room} (B13a)"
    left = without(dict(retreat.movers), answer)
    if not retreat.outlook.all_find_room(setting, left, unused):
        who = ", ".join(label(setting, name) for name in left)
        return f"not every unit that could retreat would find room; still to go: {who} (B12, B13a)"
    return None


def without(movers: Movers, sent: Movers) -> Movers:
    return {name: count - sent.get(name, 0) for name, count in movers.items() if count > sent.get(name, 0)}


def fullest(setting: Setting, able: Movers, refuse: Callable[[Movers], str | None]) -> dict[str, int]:
    """The first legal answer, trying as many as possible of the largest units first."""
    sizes = sorted({size(setting, name) for name in able}, reverse=True)
    pools = [[name for name, count in able.items() if size(setting, name) == one for _ in range(count)] for one in sizes]
    parts = product(*([pool[:number] for number in range(len(pool), -1, -1)] for pool in pools))
    answers = (Counter(name for part in some for name in part) for some in parts)
    return dict(next(answer for answer in answers if refuse(answer) is None))  # there is one, since the previous answer was legal


def plain_name(setting: Setting, name: str) -> str:
    return AIR_NAMES["soviet"] if name == SOVIET_AIR else setting.formations[name].name


def label(setting: Setting, name: str) -> str:
    """A name, with what it takes of a line where that is not one."""
    counts = size(setting, name)
    return plain_name(setting, name) + (f" (counts {counts})" if counts != 1 else "")


# the retreat itself


@rule("B13a", "B13b")
def marched(battle: Battle, marches: Sequence[March]) -> Battle:
    """The battle after units have retreated: they are where they went, and the lines have carried them."""
    used = dict(battle.used)
    for name, number, way in marches:
        used[way.line] = used.get(way.line, Fraction(0)) + number * size(battle.setting, name)
        if name == SOVIET_AIR:
            battle = battle.with_air([Air("soviet", way.point, number)])
        else:
            battle = battle.with_units(unit._replace(at=way.point) for unit in battle.ground if unit.id == name)
    return replace(battle, used=tuple(sorted(used.items())))


def march_events(setting: Setting, marches: Sequence[March]) -> list[Event]:
    """Who goes where, and what awaits them there."""
    events: list[Event] = []
    for name, number, way in marches:
        events.append(
            Status(setting.player("defender"), plain_name(setting, name), number, f"retreated to {setting.name(way.point)}")
        )
    for way in dict.fromkeys(march.way for march in marches):
        where, holds = setting.name(way.point), setting.points[way.point].holds
        if way.attacked:
            events.append(Note(f"{where} is under attack: units that retreat there take no part, and are lost if it falls"))
        elif way.side == setting.attacker and holds != "none":
            events.append(Note(f"{where} holds an enemy {holds.replace('-', ' ')}; what becomes of it is not in the source"))
    return events


def trapped_events(setting: Setting, left: Movers) -> list[Event]:
    """Units that found no way out."""
    player = setting.player("defender")
    lost: list[Event] = [Loss(player, plain_name(setting, name), count, "eliminated") for name, count in left.items()]
    if set(left) == {SOVIET_AIR}:
        return [*lost, Note("Soviet air units that find no room beside their ground units are eliminated")]
    text = "units with nowhere to retreat to are eliminated; the source does not say"
    return [*lost, setting.rulings.ruled("no-retreat", text)]
