"""Losses: the owner says who is hit, aircraft in flight by shots for the sky, surface units by the rest, grounded aircraft last."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from typing import NamedTuple

from airwar.engine.referee import Event, Loss, Referee, Ruling
from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.state import (
    CARGO,
    FIGHTS,
    GROUNDED,
    LEAVING,
    LOCKED,
    PARKED,
    Fire,
    Force,
    Line,
    Scored,
    below_deck,
    merged,
    on_the_field,
    on_the_surface,
)
from airwar.rulesets.air_supremacy.units import nation_name

Blows = tuple[tuple[Line, int], ...]  # the hits on each line
Pick = Callable[[str, Force, int], Blows]  # (which hits, who may be hit, how many) -> where they fall


class Contested(Exception):
    """Somebody must choose."""


def suffer(force: Force, scored: Scored, in_flight: str, grounded_last: bool, pick: Pick) -> Force:
    """A force after the enemy's hits: each kind of hit falls where it may, and `pick` says on whom."""
    force = shot_down(force, scored.air, pick)
    low, fire = (scored.low, scored.fire) if flying(force) else (0, scored.fire + scored.low)
    force = fired_low(force, low, pick)
    force, left_over = bombed(force, scored.bombs, pick)
    force, fire = fired_at(force, fire + left_over, in_flight, pick)
    if in_flight == "if-no-surface-target":
        force, fire = by_necessity(force, fire, grounded_last, pick)
    if not (grounded_last and flying(force)):
        force, _ = on_the_ground_at_last(force, fire, pick)
    return gone_down_with_their_carrier(force)


@rule("3", "13")
def shot_down(force: Force, hits: int, pick: Pick) -> Force:
    """Hits of the fight for the sky fall on aircraft in flight."""
    return hit(force, pick("air", flying(force), hits)) if hits else force


@rule("4", "46")
def fired_low(force: Force, hits: int, pick: Pick) -> Force:
    """Hits of shots that never reach aircraft in flight fall on surface units, before others take their place."""
    # Ruling: the source does not say in which order hits are placed; bombs may still go elsewhere, these may not.
    return after(force, "surface-only", surface(force), hits, pick)[0]


@rule("20")
def bombed(force: Force, hits: int, pick: Pick) -> tuple[Force, int]:
    """Hits of bombs fall on surface units or, if their owner likes, on aircraft on the ground."""
    return after(force, "bombs", (*surface(force), *on_the_ground(force)), hits, pick)


@rule("4")
def fired_at(force: Force, hits: int, in_flight: str, pick: Pick) -> tuple[Force, int]:
    """Other hits fall on surface units. Ruling: surface-fire-vs-airborne."""
    able = (*surface(force), *flying(force)) if in_flight == "owner-choice" else surface(force)
    return after(force, "surface", able, hits, pick)


@rule("4", "19")
def by_necessity(force: Force, hits: int, grounded_last: bool, pick: Pick) -> tuple[Force, int]:
    """With no surface unit left they fall on aircraft in flight. Ruling: grounded-last."""
    able = flying(force) if grounded_last else (*flying(force), *on_the_ground(force))
    return after(force, "necessity", able, hits, pick)


@rule("19")
def on_the_ground_at_last(force: Force, hits: int, pick: Pick) -> tuple[Force, int]:
    """With no other defender left they fall on grounded aircraft."""
    return after(force, "grounded", on_the_ground(force), hits, pick)


def after(force: Force, which: str, able: Force, hits: int, pick: Pick) -> tuple[Force, int]:
    """The force after as many of the hits as these lines can take, and the hits left over."""
    taken = min(hits, room(able))
    return (hit(force, pick(which, able, taken)) if taken else force), hits - taken


@lru_cache(maxsize=65536)
def surface(force: Force) -> Force:
    return tuple(line for line in force if on_the_surface(line))


@lru_cache(maxsize=65536)
def flying(force: Force) -> Force:
    return tuple(line for line in force if line.kind.type.flies and line.mode in (FIGHTS, LEAVING))


@lru_cache(maxsize=65536)
def on_the_ground(force: Force) -> Force:
    """Grounded aircraft on land; those below deck are never singled out, for their carrier is another defender."""
    return tuple(line for line in force if on_the_field(line))


@lru_cache(maxsize=65536)
def room(force: Force) -> int:
    """The hits that a force can take."""
    return sum(line.number * (line.kind.type.hits - line.hurt) for line in force)


@lru_cache(maxsize=65536)
def hit(force: Force, blows: Blows) -> Force:
    """The force with these hits on its lines; a ship that takes two is damaged by the first."""
    left = []
    hits = dict(blows)
    for line in force:
        struck = hits.get(line, 0)
        left.append(line._replace(number=line.number - struck))
        if line.hurt + 1 < line.kind.type.hits:
            left.append(line._replace(number=struck, hurt=line.hurt + 1))
    for line, struck in blows:  # the second hit on a ship damaged by the first
        if line not in force:
            left.append(line._replace(number=-struck))
    return merged(left)


@rule("21")
def gone_down_with_their_carrier(force: Force) -> Force:
    """Fighters below deck sink with their carrier, troops with their transport. Ruling: sunk-transports."""
    if not any(below_deck(line) for line in force):
        return force
    afloat = {line.kind.ship for line in force if line.kind.ship}
    return tuple(line for line in force if not below_deck(line) or line.kind.home in afloat)


# who says so


def by_number_alone(which: str, able: Force, hits: int) -> Blows:
    """The hits on each line where there is no choice."""
    if hits >= room(able) and all(line.kind.type.hits == 1 for line in able):
        return tuple((line, line.number) for line in able)
    if len(able) == 1 and able[0].hurt + 1 == able[0].kind.type.hits:
        return ((able[0], hits),)
    raise Contested


@lru_cache(maxsize=262144)
def without_choice(force: Force, scored: Scored, in_flight: str, grounded_last: bool) -> Force | None:
    """The force after these hits, or None when somebody must choose who is hit."""
    try:
        return suffer(force, scored, in_flight, grounded_last, by_number_alone)
    except Contested:
        return None


def chooser(ref: Referee, fire: Fire) -> Pick:
    """The owner of the units hit chooses, by default the cheapest. Ruling: casualty-chooser.

    Whether bombs fall on grounded aircraft is always the owner's choice (20).
    """
    attacking = not fire.attacking
    side = "attacker" if attacking else "defender"

    def pick(which: str, able: Force, hits: int) -> Blows:
        owner = which == "bombs" or fire.setting.options["casualty-chooser"] == "owner"
        by = fire.owner if owner else fire.by
        names, items, default, labels, refuse = choice_of(able, hits, attacking, owner)
        key = f"{fire.space}.{side}.losses-{which}"
        said = ref.allot(key, items, by=by, least=hits, most=hits, default=default, labels=labels, refuse=refuse)
        return tuple((names[name], number) for name, number in said.items() if number)

    return pick


class Offer(NamedTuple):
    """What is offered to whoever chooses losses."""

    names: dict[str, Line]
    items: dict[str, int]
    default: dict[str, int]
    labels: dict[str, str]
    refuse: Callable[[Mapping[str, int]], str | None]


@lru_cache(maxsize=65536)
def choice_of(able: Force, hits: int, attacking: bool, owner: bool) -> Offer:
    """Who may be hit, how often each, and who is unless somebody says otherwise."""
    lines = [line for line in takers(able) if capacity(line, able, hits)]
    names = {called(line): line for line in lines}
    items = {name: capacity(line, able, hits) for name, line in names.items()}
    labels = {name: described(line) for name, line in names.items()}
    return Offer(names, items, cheapest(lines, able, hits, attacking, owner), labels, partial(no_such_damage, names))


def takers(able: Force) -> list[Line]:
    """Every line that may be hit, with the ships that the first hits of this round damage."""
    lines = list(able)
    for line in able:
        worse = line._replace(hurt=line.hurt + 1)
        if worse.hurt < line.kind.type.hits and not any(same(worse, other) for other in able):
            lines.append(worse._replace(number=0))
    return lines


def same(line: Line, other: Line) -> bool:
    return line._replace(number=0) == other._replace(number=0)


def becomes(sound: Line, damaged: Line) -> bool:
    """Whether a hit makes the one of the other."""
    return same(sound._replace(hurt=sound.hurt + 1), damaged)


def capacity(line: Line, able: Force, hits: int) -> int:
    """How many of so many hits can fall on a line, those on ships damaged in this round included: each takes a hit before."""
    sounder = sum(other.number for other in able if becomes(other, line))
    return min(hits, line.number + min(sounder, max(0, hits - line.number) // 2))


def no_such_damage(names: Mapping[str, Line], answer: Mapping[str, int]) -> str | None:
    """A second hit needs a ship that has taken its first."""
    for name, line in names.items():
        if not line.hurt or answer[name] <= line.number:
            continue
        first = sum(answer[other] for other, sound in names.items() if becomes(sound, line))
        if answer[name] > line.number + first:
            return f"{answer[name]} of {name}, where {line.number + first} have been damaged"
    return None


def cheapest(lines: list[Line], able: Force, hits: int, attacking: bool, owner: bool) -> dict[str, int]:
    """Damage that sinks nothing first, then what does least for its side; an enemy who chooses takes the best.

    Grounded aircraft come last: to be spared is what they were grounded for.
    """

    def key(line: Line) -> tuple[bool, bool, tuple[int, int], bool, int]:
        sinks = line.hurt + 1 == line.kind.type.hits
        retreats = line.mode == LEAVING  # does nothing more in this battle
        return on_the_field(line), sinks, line.kind.type.worth(attacking), not retreats, line.kind.order

    answer = {called(line): 0 for line in lines}
    # an enemy who sinks first skips ships that must be damaged before, so there is a second turn for all
    for line in [*sorted(lines, key=key, reverse=not owner), *sorted(lines, key=key)]:
        damaged_now = sum(answer[called(sound)] for sound in able if becomes(sound, line))
        answer[called(line)] += min(line.number + damaged_now - answer[called(line)], hits - sum(answer.values()))
    return answer


def called(line: Line) -> str:
    """The name of a line in an answer."""
    mode = {GROUNDED: "-grounded", PARKED: "-grounded", LOCKED: "-out", LEAVING: "-leaving"}.get(line.mode, "")
    return f"{line.kind.id}{mode}{'-damaged' if line.hurt else ''}{'-arriving' if line.fresh else ''}"


def described(line: Line, number: int = 0) -> str:
    """A line as one says it, with what is special about it."""
    state = {LOCKED: GROUNDED, PARKED: GROUNDED}.get(line.mode, line.mode)
    remarks = f"{f', {state}' if state else ''}{', damaged' if line.hurt else ''}"
    return f"{line.kind.counted(number) if number else line.kind.label}{remarks}"


# what is told


def told_losses(before: Force, now: Force, scored: Scored, options: Mapping[str, str]) -> list[Event]:
    """Every loss by nation and type, and the rulings that made it one."""
    events: list[Event] = []
    for kind, mode in dict.fromkeys((line.kind, line.mode) for line in before):
        had = [line for line in before if (line.kind, line.mode) == (kind, mode)]
        has = [line for line in now if (line.kind, line.mode) == (kind, mode)]
        lost = size_of(had) - size_of(has)
        damaged = size_of(line for line in has if line.hurt) - size_of(line for line in had if line.hurt)
        if lost:
            ship = "transport" if mode == CARGO else "carrier"
            fate = f"lost with its {ship}" if below_deck(had[0]) else "lost"
            events.append(Loss(nation_name(kind.nation), kind.type.name, lost, fate))
        if lost and mode == CARGO:
            events.append(Ruling("sunk-transports", options["sunk-transports"], "troops go down with their transports"))
        if damaged > 0:
            events.append(Loss(nation_name(kind.nation), kind.type.name, damaged, "damaged"))
    return events + told_necessity(before, now, scored, options)


def told_necessity(before: Force, now: Force, scored: Scored, options: Mapping[str, str]) -> list[Event]:
    """The rulings by which fire at surface units reached aircraft."""
    events: list[Event] = []
    struck = size_of(flying(before)) - size_of(flying(now)) - scored.air
    bombed = size_of(on_the_ground(before)) - size_of(on_the_ground(now))
    if struck > 0:
        value = options["surface-fire-vs-airborne"]
        events.append(Ruling("surface-fire-vs-airborne", value, f"{struck} in flight hit by fire at surface units"))
    if options["grounded-last"] == "no" and scored.fire and bombed and flying(before):
        events.append(Ruling("grounded-last", "no", "grounded aircraft may be lost in place of those in flight"))
    elif options["grounded-last"] == "yes" and struck > 0 and on_the_ground(before):
        events.append(Ruling("grounded-last", "yes", "aircraft in flight are lost before grounded ones"))
    return events


def size_of(lines: Iterable[Line]) -> int:
    return sum(line.number for line in lines)
