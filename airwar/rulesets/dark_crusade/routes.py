"""Who retreats where (B13): the owner fills the lines one after the other, and nobody stays out while there is room for him."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from airwar.engine.referee import Event, Loss, Note, Referee, Ruling
from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.refuge import Movers, Refuge, enemy_refuges, own_refuges, packs, size, weight
from airwar.rulesets.dark_crusade.state import SOVIET_AIR, Combat, Phase, Setting


class Move(NamedTuple):
    """So many of a retreating unit (one, or some of the air units) go to a refuge."""

    name: str
    number: int
    refuge: Refuge


@rule("B13a")
def to_own_points(ref: Referee, combat: Combat, movers: Movers) -> tuple[list[Move], Movers]:
    """Own points first, until the lines are full; the owner says who goes where."""
    reserve = [refuge.room for refuge in enemy_refuges(combat)]
    return fill(ref, combat, movers, own_refuges(combat), reserve)


@rule("B13b")
def to_enemy_points(ref: Referee, combat: Combat, movers: Movers) -> tuple[list[Move], Movers]:
    """Who found no room goes to enemy points that are free."""
    return fill(ref, combat, movers, enemy_refuges(combat), ())


def fill(
    ref: Referee, combat: Combat, movers: Movers, refuges: Sequence[Refuge], reserve: Sequence[Fraction]
) -> tuple[list[Move], Movers]:
    """Asks about one line after the other; what is left over found no room on any."""
    moves: list[Move] = []
    spare = Fraction(0)  # the most that any line asked about so far has left
    for number, refuge in enumerate(refuges):
        later = [other.room for other in refuges[number + 1 :]]
        sent = sent_to(ref, combat, movers, refuge, later, spare, reserve)
        moves += [Move(name, count, refuge) for name, count in sent.items() if count]
        movers = without(movers, sent)
        spare = max(spare, refuge.room - weight(combat.setting, sent))
    return moves, movers


def sent_to(
    ref: Referee,
    combat: Combat,
    movers: Movers,
    refuge: Refuge,
    later: Sequence[Fraction],
    spare: Fraction,
    reserve: Sequence[Fraction],
) -> Movers:
    """The owner says who takes one line."""
    setting = combat.setting
    where = combat.phase.name(refuge.point)
    able = {name: most for name, count in movers.items() if (most := min(count, int(refuge.room // size(setting, name))))}

    def refuse(answer: Movers) -> str | None:
        taken = weight(setting, answer)
        if taken > refuge.room:
            return f"{taken} is too much for the line to {where}, which has room for {refuge.room} (B13a)"
        left = without(movers, answer)
        free = max(spare, refuge.room - taken)
        if not packs(setting, {name: count for name, count in left.items() if size(setting, name) <= free}, later):
            return "somebody stays behind for whom there is room; all or nothing, own points first (B12, B13a)"
        if setting.options["no-retreat"] == "forbid" and not packs(setting, left, [*later, *reserve]):
            return "there is no room for all the others then (no-retreat: forbid)"
        return None

    default = largest_first(setting, able, refuge.room)
    no_choice = not later and (default == movers or len(able) == 1)
    return ref.allot(
        f"defender.refuge.{refuge.point}",
        able,
        by="defender",
        least=sum(default.values()) if no_choice else 0,
        most=sum(default.values()) if no_choice else None,
        default=default,
        labels={name: label(setting, name) + f" to {where}" for name in able},
        refuse=refuse,
    )


def without(movers: Movers, sent: Movers) -> Movers:
    return {name: count - sent.get(name, 0) for name, count in movers.items() if count > sent.get(name, 0)}


def largest_first(setting: Setting, able: Movers, free: Fraction) -> dict[str, int]:
    """As many as fit, the largest first."""
    taken = {}
    for name in sorted(able, key=lambda name: -size(setting, name)):
        taken[name] = min(able[name], int(free // size(setting, name)))
        free -= taken[name] * size(setting, name)
    return {name: taken[name] for name in able if taken[name]}


def label(setting: Setting, name: str) -> str:
    if name == SOVIET_AIR:
        return "Soviet air units"
    counts = size(setting, name)
    return setting.formations[name].name + (f" (counts {counts})" if counts != 1 else "")


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
        told.append(Loss("defender", label(combat.setting, name), number, f"retreated to {where}"))
    for point in dict.fromkeys(move.refuge.point for move in moves):
        holds = combat.setting.points[point].holds
        if point in phase.pending:
            told.append(Note(f"{phase.name(point)} is under attack: who came there takes no part, and is lost if it falls"))
        elif phase.control(point) != combat.setting.side("defender") and holds != "none":
            there = f"{phase.name(point)} holds an enemy {holds.replace('-', ' ')}"
            told.append(Note(f"{there}; what becomes of it is not in the source"))
    return told


def told_trapped(combat: Combat, left: Movers) -> list[Event]:
    lost: list[Event] = [Loss("defender", label(combat.setting, name), count, "eliminated") for name, count in left.items()]
    return [*lost, Ruling("no-retreat", "eliminate", "who has nowhere to retreat to is removed; the source does not say")]
