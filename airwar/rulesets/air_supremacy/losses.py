"""Where hits fall: on aircraft in flight by shots for the sky, on surface units by the rest, on grounded aircraft last."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypeAlias

from airwar.engine.referee import Event, Loss
from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.fire import Score
from airwar.rulesets.air_supremacy.forces import (
    Force,
    Line,
    below_deck,
    in_flight,
    merged,
    on_the_ground,
    on_the_surface,
    size,
)
from airwar.rulesets.air_supremacy.options import ruling
from airwar.rulesets.air_supremacy.units import nation_name
from airwar.rulesets.kit.rulings import Rulings

Blows: TypeAlias = tuple[tuple[Line, int], ...]  # the hits on each line
Pick: TypeAlias = Callable[[str, Force, int], Blows]  # (which hits, who may be hit, how many) -> where they fall


class Contested(Exception):
    """There is a choice of losses, so somebody must choose."""


def suffer(force: Force, score: Score, surface_fire: str, grounded_last: bool, pick: Pick) -> Force:
    """A force after the enemy's hits: each kind of hit falls where it may, and `pick` says on whom."""
    force = hit_in_the_sky(force, score.air, pick)
    low, fire = (score.low, score.fire) if flying(force) else (0, score.fire + score.low)
    force = hit_by_low_fire(force, low, pick)
    force, left_over = hit_by_bombs(force, score.bombs, pick)
    force, fire = hit_by_fire(force, fire + left_over, surface_fire, pick)
    if surface_fire == "if-no-surface-target":
        force, fire = hit_by_necessity(force, fire, grounded_last, pick)
    if not (grounded_last and flying(force)):
        force, _ = hit_on_the_ground(force, fire, pick)
    return sunk_with_their_ship(force)


@rule("3", "13")
def hit_in_the_sky(force: Force, hits: int, pick: Pick) -> Force:
    """Hits of the fight for the sky fall on aircraft in flight."""
    return hit(force, pick("air", flying(force), hits)) if hits else force


@rule("4", "46")
def hit_by_low_fire(force: Force, hits: int, pick: Pick) -> Force:
    """Hits of shots that never reach aircraft in flight fall on surface units, before other hits take those targets."""
    # The module does not say in which order hits are placed. Bombs may still go elsewhere, these may not.
    return after(force, "surface-only", surface(force), hits, pick)[0]


@rule("20")
def hit_by_bombs(force: Force, hits: int, pick: Pick) -> tuple[Force, int]:
    """Hits of bombs fall on surface units or, if their owner prefers, on aircraft on the ground."""
    return after(force, "bombs", (*surface(force), *grounded(force)), hits, pick)


@rule("4")
def hit_by_fire(force: Force, hits: int, surface_fire: str, pick: Pick) -> tuple[Force, int]:
    """Other hits fall on surface units. Ruling: surface-fire-vs-airborne."""
    able = (*surface(force), *flying(force)) if surface_fire == "owner-choice" else surface(force)
    return after(force, "surface", able, hits, pick)


@rule("4", "19")
def hit_by_necessity(force: Force, hits: int, grounded_last: bool, pick: Pick) -> tuple[Force, int]:
    """If no surface units are left, hits fall on aircraft in flight. Ruling: grounded-last."""
    able = flying(force) if grounded_last else (*flying(force), *grounded(force))
    return after(force, "necessity", able, hits, pick)


@rule("19")
def hit_on_the_ground(force: Force, hits: int, pick: Pick) -> tuple[Force, int]:
    """If no other defenders are left, hits fall on grounded aircraft."""
    return after(force, "grounded", grounded(force), hits, pick)


def after(force: Force, which: str, able: Force, hits: int, pick: Pick) -> tuple[Force, int]:
    """The force after as many of the hits as these lines can take, and the hits left over."""
    taken = min(hits, room(able))
    return (hit(force, pick(which, able, taken)) if taken else force), hits - taken


@lru_cache(maxsize=65536)
def surface(force: Force) -> Force:
    return tuple(line for line in force if on_the_surface(line))


@lru_cache(maxsize=65536)
def flying(force: Force) -> Force:
    return tuple(line for line in force if in_flight(line))


@lru_cache(maxsize=65536)
def grounded(force: Force) -> Force:
    """Grounded aircraft on land. Those below deck are never singled out, because their carrier is another defender."""
    return tuple(line for line in force if on_the_ground(line))


@lru_cache(maxsize=65536)
def room(force: Force) -> int:
    """The hits that a force can take."""
    return sum(line.number * (line.kind.type.hits - line.damage) for line in force)


@lru_cache(maxsize=65536)
def hit(force: Force, blows: Blows) -> Force:
    """The force with these hits on its lines; a ship that takes two is damaged by the first."""
    left = []
    hits = dict(blows)
    for line in force:
        struck = hits.get(line, 0)
        left.append(line._replace(number=line.number - struck))
        if line.damage + 1 < line.kind.type.hits:
            left.append(line._replace(number=struck, damage=line.damage + 1))
    for line, struck in blows:  # the second hit on a ship damaged by the first
        if line not in force:
            left.append(line._replace(number=-struck))
    return merged(left)


@rule("21")
def sunk_with_their_ship(force: Force) -> Force:
    """Units below deck sink with their ship; if ships that carry them are left with room for some, the best are saved."""
    room: dict[str, int] = {}
    for line in force:
        if line.kind.ship:
            room[line.kind.ship] = room.get(line.kind.ship, 0) + line.number * line.kind.type.holds
    saved: dict[Line, int] = {}
    for line in sorted(filter(below_deck, force), key=lambda line: line.kind.type.worth(True), reverse=True):
        saved[line] = min(line.number, room.get(line.kind.home, 0))
        room[line.kind.home] = room.get(line.kind.home, 0) - saved[line]
    left = (line._replace(number=saved.get(line, line.number)) for line in force)
    return tuple(line for line in left if line.number)


# losses without a choice


def by_number_alone(which: str, able: Force, hits: int) -> Blows:
    """The hits on each line where there is no choice."""
    if hits >= room(able) and all(line.kind.type.hits == 1 for line in able):
        return tuple((line, line.number) for line in able)
    if len(able) == 1 and able[0].damage + 1 == able[0].kind.type.hits:
        return ((able[0], hits),)
    raise Contested


@lru_cache(maxsize=262144)
def suffer_without_choice(force: Force, score: Score, surface_fire: str, grounded_last: bool) -> Force | None:
    """The force after these hits, or None when somebody must choose the losses."""
    try:
        return suffer(force, score, surface_fire, grounded_last, by_number_alone)
    except Contested:
        return None


# events


def loss_events(before: Force, after: Force, score: Score, rulings: Rulings) -> list[Event]:
    """Every loss by nation and type, and the rulings that decided it."""
    events: list[Event] = []
    for kind, mode in dict.fromkeys((line.kind, line.mode) for line in before):
        had, has = ([line for line in force if (line.kind, line.mode) == (kind, mode)] for force in (before, after))
        lost, damaged = size(had) - size(has), damaged_in(has) - damaged_in(had)
        if lost:
            ship = "carrier" if kind.type.flies else "transport"
            fate = f"lost with its {ship}" if below_deck(had[0]) else "lost"
            events.append(Loss(nation_name(kind.nation), kind.type.name, lost, fate))
        if damaged > 0:
            events.append(Loss(nation_name(kind.nation), kind.type.name, damaged, "damaged"))
    return events + necessity_rulings(before, after, score, rulings)


def damaged_in(lines: Iterable[Line]) -> int:
    return size(line for line in lines if line.damage)


def necessity_rulings(before: Force, after: Force, score: Score, rulings: Rulings) -> list[Event]:
    """The rulings by which fire at surface units reached aircraft."""
    events: list[Event] = []
    struck = size(flying(before)) - size(flying(after)) - score.air
    bombed = size(grounded(before)) - size(grounded(after))
    if struck > 0:
        events.append(rulings.ruled("surface-fire-vs-airborne", f"{struck} aircraft in flight hit by fire at surface units"))
    last = rulings.yes("grounded-last")
    if (last and struck > 0 and grounded(before)) or (not last and score.fire and bombed and flying(before)):
        events.append(ruling(rulings, "grounded-last"))
    return events
