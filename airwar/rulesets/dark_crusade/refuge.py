"""Where retreating defenders go (B13): the owner fills one line after another, and no unit stays behind while there is room.

Room and sizes are counted in half units, since some divisions count as a half.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from airwar.rulesets.dark_crusade.position import AIR_IDS, AIR_NAMES, SIDE_NAMES, Air, Attack, Battle, Line, Phase, Setting, Way
from airwar.rulesets.kit import (
    Book,
    Event,
    Loss,
    Move,
    Note,
    Referee,
    Return,
    Ruling,
    Sheet,
    Status,
    count,
    replace,
    rule,
    sheet,
    then,
    title_of,
)

SOVIET_AIR = AIR_IDS["soviet"]
MOST_NAMED = 3  # lines in a sentence
NO_BAR = (None, "none", "entrained-factory", "partisan")


def places(halves: int) -> str:
    """Half units as players count them: 3 halves are 3/2."""
    return str(Fraction(halves, 2))


# the ways out of a battle


@rule("B13a", "B13b", "B13c")
def ways_out_of(phase: Phase, attack: Attack) -> tuple[Way, ...]:
    """Every line out: to the defender's own points, those under attack last; to enemy points; and closed lines."""
    defender = phase.setting.side("defender")
    ways = [way_over(phase, line, attack) for line in phase.lines.values() if attack.point in line.between]
    own = sorted((way for way in ways if not way.closed and way.side == defender), key=lambda way: way.attacked)
    enemy = [way for way in ways if not way.closed and way.side != defender]
    return (*own, *enemy, *(way for way in ways if way.closed))


def way_over(phase: Phase, line: Line, attack: Attack) -> Way:
    """The way out along one line."""
    beyond, pool = phase.points[line.beyond(attack.point)], phase.pool(line.id)
    capacity = pool.capacity or 0
    enemy = beyond.side == phase.setting.attacker
    coming = phase.battles.get(beyond.id)
    # Ruling: breakthrough attacks follow breakthrough movement, so until then their points are not under attack.
    return Way(
        line=line.id,
        pool=pool.id,
        point=beyond.id,
        room=room(pool, capacity // 2 if enemy else capacity),
        side=beyond.side,
        attacked=coming is not None and not coming.breakthrough,
        closed=(enemy and barred(phase, beyond.id)) or (coming is not None and attack.breakthrough),
        used=pool.used > 0,
        holds=beyond.holds or "none",
        left=any(unit.line and unit.at == beyond.id for unit in phase.units.values()),
    )


@rule("B13b")
def barred(phase: Phase, point: str) -> bool:
    """Whether enemies bar a point: any unit does, even Soviet air stationed there, but not an entrained factory or partisans."""
    # Ruling: German air may not be at a point without an Axis ground unit (B6), so it cannot hold one by itself.
    enemy = phase.setting.attacker
    air = enemy == "soviet" and any((one.side, one.at) == (enemy, point) for one in phase.air)
    return air or phase.points[point].holds not in NO_BAR or bool(phase.present(point, enemy))


@rule("B13a")
def room(pool: Line, capacity: int) -> int:
    """What a line can still carry, in halves of a unit, after earlier retreats of this phase."""
    return max(0, 2 * capacity - int(2 * pool.used))


@rule("B13a", "B13b", "B13c")
def refuges(battle: Battle, role: str) -> list[Way]:
    """The ways to the defender's own points, which must be filled first, or to enemy points that nothing bars."""
    # Ruling: one's own point is still one's own when it is under attack, so it comes before any enemy point.
    return [way for way in battle.ways if not way.closed and way.side == battle.setting.side(role)]


def ways_sheet(battle: Battle) -> Sheet:
    """Every line that leads away from the battle: where to, and how many units can still retreat over it."""

    def remarks(way: Way) -> str:
        half = "half capacity; the attackers have left it" if way.left else "half capacity"
        together = f"shares the room of {way.pool}"
        said = {"under attack": way.attacked, half: way.side == battle.setting.attacker, together: way.pool != way.line}
        return "closed" if way.closed else ", ".join(remark for remark, holds in said.items() if holds)

    return sheet(
        f"Ways out of {battle.point.title}",
        battle.ways,
        to=lambda way: battle.name(way.point),
        side=lambda way: SIDE_NAMES[way.side],
        line=lambda way: way.line,
        room=lambda way: "0" if way.closed else places(way.room),
        _=remarks,
    )


# filling the lines


class Mover(NamedTuple):
    """A unit that retreats, or a number of Soviet air units."""

    id: str
    name: str
    size: int
    number: int = 1

    @property
    def label(self) -> str:
        """Its name, with the room it needs if that is not one."""
        return self.name + (f" (counts {places(self.size)})" if self.size != 2 else "")


@dataclass(frozen=True)
class Lines:
    """The lines out of a battle while they are filled, each with the room that is left on it."""

    ways: tuple[Way, ...]  # still to be filled
    later: tuple[Way, ...] = ()  # the ways for those who find no room on these
    passed: tuple[Way, ...] = ()
    reached: frozenset[str] = frozenset()  # points that somebody has reached

    def taking(self, weight: int) -> Lines:
        """The lines after this much has taken the next one."""
        way = self.ways[0]

        def lessened(ways: Iterable[Way]) -> tuple[Way, ...]:
            return tuple(replace(one, room=max(0, one.room - weight)) if one.pool == way.pool else one for one in ways)

        reached = self.reached | {way.point} if weight else self.reached
        left = Lines(lessened(self.ways[1:]), lessened(self.later), lessened((*self.passed, way)), reached)
        return left if left.ways else Lines(left.later, (), left.passed, reached)

    @property
    def beside(self) -> list[Way]:
        """The ways to the points that somebody has reached."""
        return [way for way in (*self.passed, *self.ways, *self.later) if way.point in self.reached]


@dataclass(frozen=True)
class Retreat:
    """A retreat in progress: who has gone where, and who still has to go, over which lines."""

    setting: Setting = field(hash=False, repr=False)
    movers: tuple[Mover, ...]  # still to go
    lines: Lines
    twins: frozenset[str] = frozenset()  # points to which two lines lead, so that a decision must name the line
    air: int = 0  # Soviet air units that will follow
    marches: tuple[tuple[Mover, Way], ...] = ()

    @property
    def who(self) -> str:
        return SOVIET_AIR if SOVIET_AIR in {mover.id for mover in self.movers} else "defender"

    @property
    def over(self) -> bool:
        return not self.movers or not self.lines.ways

    def sending(self, sent: Mapping[str, int]) -> Retreat:
        """The retreat after these units take the next line."""
        going = tuple((mover._replace(number=sent[mover.id]), self.lines.ways[0]) for mover in self.movers if sent.get(mover.id))
        left = tuple(
            mover._replace(number=mover.number - sent.get(mover.id, 0))
            for mover in self.movers
            if mover.number > sent.get(mover.id, 0)
        )
        lines = self.lines.taking(sum(mover.number * mover.size for mover, _ in going))
        return replace(self, movers=left, lines=lines, marches=(*self.marches, *going))


def retreat_of(battle: Battle, movers: Iterable[Mover], ways: Iterable[Way], later: Iterable[Way], air: int = 0) -> Retreat:
    """A retreat that is about to begin."""
    points = Counter(way.point for way in battle.ways if not way.closed)
    twins = frozenset(point for point, number in points.items() if number > 1)
    first, second = tuple(ways), tuple(later)
    lines = Lines(first, second) if first else Lines(second)
    return Retreat(battle.setting, tuple(movers), lines, twins, air)


@rule("B13", "B12")
def ground_retreat(battle: Battle) -> Retreat:
    """The retreat of all ground units that defend; Soviet air follows them."""
    air = battle.soviet_air if battle.setting.side("defender") == "soviet" else 0
    return retreat_of(battle, ground_movers(battle), refuges(battle, "defender"), refuges(battle, "attacker"), air)


@rule("B12", "B13a")
def ground_movers(battle: Battle) -> list[Mover]:
    """The defenders, with the room each needs: one; two for an Axis allied army; a half for some divisions."""
    return [Mover(unit.id, unit.title, int(2 * unit.size)) for unit in battle.units("defender")]


@rule("B12")
def soviet_air_movers(battle: Battle) -> list[Mover]:
    """A Soviet air unit counts as one."""
    return [Mover(SOVIET_AIR, AIR_NAMES["soviet"], 2, battle.soviet_air)] if battle.soviet_air else []


@rule("B4", "B13a")
def air_retreat(battle: Battle, retreat: Retreat) -> Retreat:
    """Soviet air that follows its ground units, only to points that they have reached.

    Where some have gone on to enemy points, the points of their own side are too full for an air unit, which counts as one.
    """
    return retreat_of(battle, soviet_air_movers(battle), retreat.lines.beside, [])


@rule("B13a", "B13b")
def fill_lines(ref: Referee, retreat: Retreat) -> Move[Retreat]:
    """The owner says who takes the next line: own points until they are full, then the further points."""
    return Return(retreat) if retreat.over else then(fill_lines, retreat.sending(sent_over(ref, retreat)))


@rule("B13a")
def sent_over(ref: Referee, retreat: Retreat) -> dict[str, int]:
    """The owner says who takes the next line."""
    way = retreat.lines.ways[0]
    able = {mover.id: most for mover in retreat.movers if (most := min(mover.number, way.room // mover.size))}
    default = best_answer(retreat)
    everybody = {mover.id: mover.number for mover in retreat.movers}
    last = len(retreat.lines.ways) == 1
    forced = last and (default == everybody or len(able) == 1)
    smallest = min(mover.size for mover in retreat.movers)
    most = way.room // smallest
    where = retreat.setting.names[way.point]
    return ref.allot(
        f"{retreat.who}.refuge.{way.point}" + (f".{way.line}" if way.point in retreat.twins else ""),
        able,
        by=retreat.setting.player("defender"),
        least=most if forced else 0,
        most=most,
        default=default,
        labels={mover.id: f"{mover.label} to {where} by {way.line}" for mover in retreat.movers},
        refuse=lambda answer: line_refused(retreat, answer),
        about=lambda: to_retreat(retreat),
        why_not=lambda name: cannot_go(retreat, name),
    )


@rule("B12", "B13a")
def line_refused(retreat: Retreat, answer: Mapping[str, int]) -> str | None:
    """Why these units cannot take a line: it cannot carry them, or others would be left without room."""
    way, names = retreat.lines.ways[0], retreat.setting.names
    weight = sum(mover.size * answer.get(mover.id, 0) for mover in retreat.movers)
    if weight > way.room:
        said = f"{places(weight)} is too much for the line to {names[way.point]}"
        return f"{said}, which has room for {places(way.room)} (B13a)"
    after = retreat.sending(answer)
    if not all_find_room(sizes(after.movers), retreat.lines, weight):
        who = ", ".join(mover.label for mover in after.movers)
        why = "every unit that can retreat must, and one's own points are filled first"
        return f"{why}; still to go: {who} (B12, B13a)"
    return None


@rule("B4", "B6", "B13a")
def cannot_go(retreat: Retreat, name: str) -> str:
    """Why something not offered cannot take the next line."""
    way, names = retreat.lines.ways[0], retreat.setting.names
    for mover, gone in retreat.marches:
        if mover.id == name:
            return f"{mover.name} retreats to {names[gone.point]} (B13a)"
    for mover in retreat.movers:
        if mover.id == name:
            counts = f"{mover.name} counts {places(mover.size)}"
            return f"{counts}; the line to {names[way.point]} has room for {places(way.room)} (B13a)"
    if name in AIR_IDS.values():
        rule_ = "B4" if name == SOVIET_AIR else "B6"
        return f"air units follow when the ground units have gone, and only to where they went ({rule_})"
    return f"{name!r} is not a unit that retreats (B12)"


# who finds room

Sizes = tuple[tuple[int, int], ...]  # how many there are of each size, largest first


def sizes(movers: Iterable[Mover]) -> Sizes:
    found = Counter[int]()
    for mover in movers:
        found[mover.size] += mover.number
    return tuple(sorted(found.items(), reverse=True))


@rule("B12", "B13a")
def all_find_room(left: Sizes, lines: Lines, weight: int) -> bool:
    """Whether the others who could have gone by now still find room on a later line after this much takes the next one."""
    stage, after = lines.ways[0].side, lines.taking(weight)
    free = max(way.room for way in after.passed if way.side == stage)
    coming = rooms(way for way in after.ways if way.side == stage)
    bound = tuple((size, number) for size, number in left if size <= free)
    return all_fit(bound, coming.values())


def rooms(ways: Iterable[Way]) -> dict[str, int]:
    """The room on each line; shared capacity counts once."""
    found: dict[str, int] = {}
    for way in ways:
        found[way.pool] = max(way.room, found.get(way.pool, 0))
    return found


def all_fit(movers: Sizes, room: Iterable[int]) -> bool:
    """Whether all find room. Each size divides the next larger one, so placing the largest units first is always best."""
    left = list(room)
    for need in [size for size, number in movers for _ in range(number)]:
        fitting = next((at for at, free in enumerate(left) if free >= need), None)
        if fitting is None:
            return False
        left[fitting] -= need
    return True


def answers(left: Sizes, lines: Lines) -> Iterator[tuple[int, ...]]:
    """The possible numbers of each size that may take the next line, starting with as many as possible of the largest."""
    way = lines.ways[0]
    for some in product(*(range(min(number, way.room // size), -1, -1) for size, number in left)):
        weight = sum(size * number for (size, _), number in zip(left, some, strict=True))
        if weight <= way.room and all_find_room(without(left, some), lines, weight):
            yield some


def without(left: Sizes, some: Sequence[int]) -> Sizes:
    return tuple((size, number - gone) for (size, number), gone in zip(left, some, strict=True) if number > gone)


def best_answer(retreat: Retreat) -> dict[str, int]:
    """The legal answer for the next line that saves the most units in the end, including Soviet air that follows."""
    left, lines = sizes(retreat.movers), retreat.lines
    some = best_of(left, simplified(lines, retreat.air), retreat.air)[1]
    wanted = {size: number for (size, _), number in zip(left, some, strict=True)}
    chosen: dict[str, int] = {}
    for mover in retreat.movers:
        number = min(mover.number, wanted[mover.size])
        wanted[mover.size] -= number
        chosen |= {mover.id: number} if number else {}
    return chosen


def get_away(retreat: Retreat) -> int:
    """The most units that can get away, including Soviet air that follows."""
    if retreat.over:
        return air_room(retreat.lines, retreat.air)
    return best_of(sizes(retreat.movers), simplified(retreat.lines, retreat.air), retreat.air)[0]


@lru_cache(maxsize=50_000)
def best_of(left: Sizes, lines: Lines, air: int) -> tuple[int, tuple[int, ...]]:
    """The most units that can get away, and how many of each size take the next line for that."""
    best: tuple[int, tuple[int, ...]] = (-1, ())
    for some in answers(left, lines):
        weight = sum(size * number for (size, _), number in zip(left, some, strict=True))
        further, after = without(left, some), lines.taking(weight)
        over = not further or not after.ways
        rest = air_room(after, air) if over else best_of(further, simplified(after, air), air)[0]
        if sum(some) + rest > best[0]:
            best = sum(some) + rest, some
    return best


@rule("B4")
def air_room(lines: Lines, air: int) -> int:
    """How many Soviet air units find room where ground units have gone."""
    return min(air, sum(room // 2 for room in rooms(lines.beside).values()))


def simplified(lines: Lines, air: int) -> Lines:
    """Lines reduced to what matters: for those passed, the most room on any one, and the room for air where ground units went."""
    every = (*lines.passed, *lines.ways, *lines.later)
    if len({way.point for way in every}) < len(every) or len({way.pool for way in every}) < len(every) or not lines.ways:
        return lines
    stage = lines.ways[0].side
    spare = max((way.room for way in lines.passed if way.side == stage), default=0)
    beside = air_room(replace(lines, ways=(), later=()), air)
    passed = (
        Way(line="", pool=" spare", point="", room=spare, side=stage),
        Way(line="", pool=" air", point=" ", room=2 * beside, side=""),
    )
    return Lines(
        lines.ways, lines.later, passed, frozenset({" "} | lines.reached & {way.point for way in (*lines.ways, *lines.later)})
    )


@rule("B13")
def retreat_refused(battle: Battle) -> str | None:
    """Why the defenders cannot retreat, or None: none of them has anywhere to go."""
    # Ruling: the source does not say what happens to units with nowhere to go; they are eliminated, and others may retreat.
    movers, ways = ground_movers(battle), [way for way in battle.ways if not way.closed]
    if any(mover.size <= way.room for mover in movers for way in ways):
        return None
    return "the defenders have nowhere to retreat to (B13)"


# what is foreseen


def foreseen(retreat: Retreat) -> Retreat:
    """The whole retreat if its owner accepts what is proposed."""
    while not retreat.over:
        retreat = retreat.sending(best_answer(retreat))
    return retreat


def room_in_words(battle: Battle) -> str:
    """What a retreat would cost the defender: how many units find room."""
    retreat = ground_retreat(battle)
    total, away = len(retreat.movers) + retreat.air, get_away(retreat)
    return "there is room for all" if away == total else f"room for {away} of {count(total, 'unit')}; the rest would be lost"


def retreat_in_words(battle: Battle) -> str:
    """Who would go where at best, line by line, who would be left over, and the air that follows."""
    refused = retreat_refused(battle)
    if refused:
        return f"No retreat: {refused}."
    ground = foreseen(ground_retreat(battle))
    said = course(ground)
    if battle.setting.side("defender") == "soviet" and battle.soviet_air:
        return f"A retreat: {said}. Air follows: {course(foreseen(air_retreat(battle, ground)))}."
    german = battle.german_air if battle.setting.side("defender") == "axis" else 0
    return f"A retreat: {said}." + (f" {count(german, 'German air unit')} can follow to any of these points." if german else "")


def course(retreat: Retreat, known: int = 0) -> str:
    """Who goes where in a retreat, from a given march on, and who is left over."""
    by_line: dict[str, list[Mover]] = {}
    for mover, way in retreat.marches[known:]:
        by_line.setdefault(where_to(retreat, way), []).append(mover)
    parts = [f"{in_words(movers)} to {where}" for where, movers in by_line.items()]
    return "; ".join([*parts, *([f"no room for {in_words(retreat.movers)}"] if retreat.movers else [])])


def in_words(movers: Sequence[Mover]) -> str:
    """Movers in words: one by name, several by number; air units only by number."""
    if len(movers) > 1:
        return count(len(movers), "unit")
    return str(movers[0].number) if movers[0].id == SOVIET_AIR else movers[0].name


def where_to(retreat: Retreat, way: Way) -> str:
    """A point; where two lines lead there, with the line."""
    return retreat.setting.names[way.point] + (f" by {title_of(way.line)}" if way.point in retreat.twins else "")


def shared(way: Way) -> str:
    """The remark that a line shares its room with another."""
    return f" (together with {title_of(way.pool)})" if way.pool != way.line else ""


def to_retreat(retreat: Retreat) -> str:
    """A sentence about the units that still have to retreat, the lines that are left, and what is proposed."""
    air = retreat.who == SOVIET_AIR
    noun = "Soviet air unit" if air else f"{retreat.setting.player('defender')} unit"
    left = count(sum(mover.number for mover in retreat.movers), noun)
    follow = f", then {count(retreat.air, 'Soviet air unit')}, only to where these have gone (B4)" if retreat.air else ""
    ways = (*retreat.lines.ways, *retreat.lines.later)
    coming = "; then ".join(f"{where_to(retreat, way)}, room for {places(way.room)}{shared(way)}" for way in ways[:MOST_NAMED])
    end = foreseen(retreat)
    beside = f", with room for {air_room(end.lines, end.air)} of the air units" if end.air else ""
    return f"{left} still to retreat{follow}. Next: {coming}. Proposed: {course(end, len(retreat.marches))}{beside}."


# the retreat itself


def departed(ref: Referee, battle: Battle, retreat: Retreat) -> Battle:
    """The battle after a retreat: reports who went where, counts them on the lines, and removes those that found no room."""
    ref.tell(march_events, battle, retreat)
    used, units = dict(battle.used), {unit.id: unit for unit in battle.units("defender")}
    changed = [units[mover.id].lost() for mover in retreat.movers if mover.id in units]
    for mover, way in retreat.marches:
        used[way.pool] = used.get(way.pool, Fraction(0)) + Fraction(mover.number * mover.size, 2)
        if mover.id in units:
            changed.append(replace(units[mover.id], at=way.point, sheltering=way.attacked))
        else:
            battle = battle.with_air(Air(side="soviet", at=way.point, count=mover.number, sheltering=way.attacked))
    return replace(battle, used=Book(used)).with_units(changed)


def march_events(battle: Battle, retreat: Retreat) -> list[Event]:
    """Who goes where, what awaits them there, and who found no way out."""
    player, events = battle.setting.player("defender"), list[Event]()
    for mover, way in retreat.marches:
        events.append(Status(player, mover.name, mover.number, f"retreated to {battle.name(way.point)}"))
    for where, attacked, enemy, holds in dict.fromkeys(
        (battle.name(way.point), way.attacked, way.side == battle.setting.attacker, way.holds) for _, way in retreat.marches
    ):
        if attacked:
            events.append(Note(f"{where} is under attack: units that retreat there take no part, and are lost if it falls"))
        elif enemy and holds != "none":
            events.append(Note(f"{where} holds an enemy {holds.replace('-', ' ')}; what becomes of it is not in the source"))
    events += [Loss(player, mover.name, mover.number, "eliminated") for mover in retreat.movers]
    if retreat.movers and retreat.who == SOVIET_AIR:
        events.append(Note("Soviet air units that find no room are eliminated"))
    elif retreat.movers:
        text = "units with nowhere to retreat to are eliminated; the source does not say"
        events.append(Ruling("no-retreat", "eliminate", text, "B13"))
    return events
