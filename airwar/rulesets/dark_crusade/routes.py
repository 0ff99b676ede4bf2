"""Who retreats where (B13): the owner fills the lines one after the other, and nobody stays out while there is room for him."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from airwar.engine.referee import Event, Loss, Note, Referee, Ruling
from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.refuge import Movers, Refuge, first_refuges, further_refuges, packed, size, weight
from airwar.rulesets.dark_crusade.state import SOVIET_AIR, Combat, Phase, Setting


class Move(NamedTuple):
    """So many of a retreating unit (one, or some of the air units) go to a refuge."""

    name: str
    number: int
    refuge: Refuge


class Outlook(NamedTuple):
    """What matters on one line of all the others."""

    spare: Fraction  # the most that an earlier line has left
    later: list[Fraction]  # the room of each line still to be asked about
    reserve: list[Fraction] | None  # where nobody may be lost: the room beyond those

    @rule("B12", "B13a")
    def all_find_room(self, setting: Setting, left: Movers, unused: Fraction) -> bool:
        """Whether the others can go on legally when so much of this line stays unused.

        For whom there was room so far, there must be room on a later line instead; and for all, where nobody may be lost.
        """
        free = max(self.spare, unused)
        bound = {name: count for name, count in left.items() if size(setting, name) <= free}
        if self.reserve is None:
            return packed(setting, bound, self.later) is not None
        others = {name: count for name, count in left.items() if name not in bound}
        rooms = packed(setting, others, [*self.reserve, *self.later])
        return rooms is not None and packed(setting, bound, rooms[len(self.reserve) :]) is not None


@rule("B13a")
def to_own_points(ref: Referee, combat: Combat, movers: Movers, nobody_lost: bool) -> tuple[list[Move], Movers]:
    """Own points first, until the lines are full; the owner says who goes where."""
    reserve = [refuge.room for refuge in further_refuges(combat)]
    return fill(ref, combat, movers, first_refuges(combat), reserve if nobody_lost else None)


@rule("B13b")
def to_further_points(ref: Referee, combat: Combat, movers: Movers, nobody_lost: bool) -> tuple[list[Move], Movers]:
    """Who found no room goes to enemy points that are free, or to a point of his own that is under attack if he may choose."""
    return fill(ref, combat, movers, further_refuges(combat), [] if nobody_lost else None)


def fill(
    ref: Referee, combat: Combat, movers: Movers, refuges: Sequence[Refuge], reserve: list[Fraction] | None
) -> tuple[list[Move], Movers]:
    """Asks about one line after the other; what is left over found no room on any."""
    moves: list[Move] = []
    spare = Fraction(0)
    for number, refuge in enumerate(refuges):
        outlook = Outlook(spare, [other.room for other in refuges[number + 1 :]], reserve)
        sent = sent_to(ref, combat, movers, refuge, outlook)
        moves += [Move(name, count, refuge) for name, count in sent.items() if count]
        movers = without(movers, sent)
        spare = max(spare, refuge.room - weight(combat.setting, sent))
    return moves, movers


def sent_to(ref: Referee, combat: Combat, movers: Movers, refuge: Refuge, outlook: Outlook) -> Movers:
    """The owner says who takes one line."""
    setting = combat.setting
    where = combat.phase.name(refuge.point)
    able = {name: most for name, count in movers.items() if (most := min(count, int(refuge.room // size(setting, name))))}

    def refuse(answer: Movers) -> str | None:
        unused = refuge.room - weight(setting, answer)
        if unused < 0:
            return f"{refuge.room - unused} is too much for the line to {where}, which has room for {refuge.room} (B13a)"
        left = without(movers, answer)
        if not outlook.all_find_room(setting, left, unused):
            who = ", ".join(label(setting, name) for name in left)
            return f"not all for whom there is room would find it; still to go: {who} (B12, B13a)"
        return None

    default = fullest(setting, able, refuse)
    forced = not outlook.later and (default == movers or len(able) == 1)
    number = sum(default.values()) if forced else int(refuge.room // min((size(setting, name) for name in able), default=1))
    return ref.allot(
        f"defender.refuge.{refuge.point}",
        able,
        by="defender",
        least=number if forced else 0,
        most=number,
        default=default,
        labels={name: f"{label(setting, name)} to {where}" for name in able},
        refuse=refuse,
    )


def without(movers: Movers, sent: Movers) -> Movers:
    return {name: count - sent.get(name, 0) for name, count in movers.items() if count > sent.get(name, 0)}


def fullest(setting: Setting, able: Movers, refuse: Callable[[Movers], str | None]) -> dict[str, int]:
    """The first legal answer, as many as can be of the largest units tried first."""
    sizes = sorted({size(setting, name) for name in able}, reverse=True)
    pools = [[name for name, count in able.items() if size(setting, name) == one for _ in range(count)] for one in sizes]
    for numbers in product(*(range(len(pool), -1, -1) for pool in pools)):
        answer = Counter(name for pool, number in zip(pools, numbers, strict=True) for name in pool[:number])
        if refuse(answer) is None:
            return dict(answer)
    raise AssertionError("no answer is legal, though the one before was")


def plain_name(setting: Setting, name: str) -> str:
    return "Soviet air units" if name == SOVIET_AIR else setting.formations[name].name


def label(setting: Setting, name: str) -> str:
    """A name, with what it takes of a line where that is not one."""
    counts = size(setting, name)
    return plain_name(setting, name) + (f" (counts {counts})" if counts != 1 else "")


# the retreat itself


@rule("B13a", "B13b")
def marched(phase: Phase, moves: Sequence[Move]) -> Phase:
    """The units are where they went, and the lines have borne them."""
    used = dict(phase.used)
    for name, number, refuge in moves:
        used[refuge.line] = used.get(refuge.line, Fraction(0)) + number * size(phase.setting, name)
        if name == SOVIET_AIR:
            phase = phase.with_air("soviet", refuge.point, number)
        else:
            phase = phase.with_units(unit._replace(at=refuge.point) for unit in phase.units if unit.id == name)
    return replace(phase, used=tuple(sorted(used.items())))


def told_moves(combat: Combat, moves: Sequence[Move]) -> list[Event]:
    """Who goes where, and what awaits him there."""
    phase = combat.phase
    told: list[Event] = []
    for name, number, refuge in moves:
        where = phase.name(refuge.point)
        told.append(Loss("defender", plain_name(combat.setting, name), number, f"retreated to {where}"))
    for point in dict.fromkeys(move.refuge.point for move in moves):
        holds = combat.setting.points[point].holds
        if point in phase.pending:
            told.append(Note(f"{phase.name(point)} is under attack: who came there takes no part, and is lost if it falls"))
        elif phase.control(point) != combat.setting.side("defender") and holds != "none":
            there = f"{phase.name(point)} holds an enemy {holds.replace('-', ' ')}"
            told.append(Note(f"{there}; what becomes of it is not in the source"))
    return told


def told_trapped(combat: Combat, left: Movers) -> list[Event]:
    lost: list[Event] = [Loss("defender", plain_name(combat.setting, name), count, "eliminated") for name, count in left.items()]
    return [*lost, Ruling("no-retreat", "eliminate", "who has nowhere to retreat to is removed; the source does not say")]
