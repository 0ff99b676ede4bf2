"""One side's fire at the other: the fight for the sky, then fire at surface units, then the hits fall.

Each of the three is a procedure of its own. None of them knows the turn, or the battles elsewhere.
"""

from __future__ import annotations

from typing import NamedTuple

from airwar.engine.moves import Move, Return, call, then
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.aim import (
    Lot,
    Pool,
    Shots,
    Targets,
    lots_at_the_surface,
    muster,
    next_shots,
    reading,
    targets,
    unrolled,
    without,
    without_question,
)
from airwar.rulesets.air_supremacy.casualties import chooser
from airwar.rulesets.air_supremacy.fire import NO_HITS, Fire, Score
from airwar.rulesets.air_supremacy.forces import Force
from airwar.rulesets.air_supremacy.losses import loss_events, suffer, suffer_without_choice
from airwar.rulesets.air_supremacy.setting import Setting

NO_TARGETS = Targets()


class Sky(NamedTuple):
    """A side fighting for the sky: the units that have yet to roll, and the hits so far."""

    setting: Setting
    space: str
    by: str
    attacking: bool
    enemy: Targets  # before any hits; left out when only aircraft can be rolled at
    pool: Pool
    flying: int  # enemy aircraft in flight that nobody has hit yet
    score: Score


class SkyFought(NamedTuple):
    """What the fight for the sky left: the units that have yet to roll, enemy aircraft still flying, and the hits."""

    pool: Pool
    flying: int
    score: Score


class Firing(NamedTuple):
    """A side firing at the surface: the lots of dice it has yet to roll, and the hits so far."""

    setting: Setting
    by: str
    lots: tuple[Lot, ...]
    score: Score


@rule("1", "6")
def side_fires(ref: Referee, fire: Fire) -> Move[Force]:
    """The sky first, if both sides have anything to fight for it with; then the surface. Returns what is left of the enemy."""
    pool, _ = muster(fire.setting, fire.space, fire.own, fire.attacking)
    enemy = targets(fire.enemy)
    if not (pool and enemy.flying):
        return surface_next(ref, fire, SkyFought(pool, enemy.flying, NO_HITS))
    only_aircraft = fire.setting.rulings.yes("air-priority") and not any(shooter.bombs for shooter in pool)
    offered = NO_TARGETS if only_aircraft else enemy
    sky = Sky(fire.setting, fire.space, fire.by, fire.attacking, offered, pool, enemy.flying, NO_HITS)
    return call(fight_for_the_sky, sky, back=surface_next, keep=fire)


@rule("4", "6")
def surface_next(ref: Referee, fire: Fire, fought: SkyFought) -> Move[Force]:
    """Whoever has not rolled yet fires at the surface."""
    _, rest = muster(fire.setting, fire.space, fire.own, fire.attacking)
    pool = fought.pool + rest
    enemy = targets(fire.enemy)
    lots = lots_at_the_surface(fire.setting, fire.space, fire.attacking, pool, fire.support, enemy, fought.flying)
    score = fought.score
    if score.air:
        fire, score = fire._replace(air=score.air), score._replace(air=0)
    if not lots:
        return hits_fall(ref, fire, score)
    return call(fire_at_the_surface, Firing(fire.setting, fire.by, lots, score), back=hits_fall, keep=fire)


@rule("3", "1", "5", "6", "7", "8", "10", "11", "12", "14")
def fight_for_the_sky(ref: Referee, fight: Sky) -> Move[SkyFought]:
    """One unit, or several where their order cannot matter, rolls at enemy aircraft; an attacking bomber may bomb instead."""
    optional = not fight.setting.rulings.yes("air-priority")
    surface = fight.enemy.surface if optional else 0
    shots = without_question(fight.pool, fight.flying, surface, optional) or chosen_shots(ref, fight, surface, optional)
    pool, flying, score = without(fight.pool, shots), fight.flying, fight.score
    if shots.at == "air":
        key = f"{side_of(fight)}.air.{shots.shooter.name}-{shots.shooter.number}"
        hits = ref.roll(key, reading(fight.setting, shots.units, shots.shooter.air or 0, flying), fight.by)
        flying, score = flying - hits, score._replace(air=score.air + hits)
    else:
        score = at_the_surface(ref, fight, shots)
    if pool and flying:
        return then(fight_for_the_sky, fight._replace(pool=pool, flying=flying, score=score))
    return Return(SkyFought(pool, flying, score))


def side_of(fight: Sky) -> str:
    """How the keys of a side's rolls and decisions begin."""
    return f"{fight.space}.{'attacker' if fight.attacking else 'defender'}"


def chosen_shots(ref: Referee, fight: Sky, surface: int, optional: bool) -> Shots:
    """The roller says who rolls next, having seen every roll so far."""
    offered, labels = next_shots(fight.pool, fight.flying, surface, optional)
    return offered[(attacker_chooses if fight.attacking else defender_chooses)(ref, fight, labels)]


@rule("5", "10", "11")
def attacker_chooses(ref: Referee, fight: Sky, labels: dict[str, str]) -> str:
    return ref.choose(f"{fight.space}.attacker.next-{unrolled(fight.pool)}", labels, by=fight.by)


@rule("14", "5")
def defender_chooses(ref: Referee, fight: Sky, labels: dict[str, str]) -> str:
    return ref.choose(f"{fight.space}.defender.next-{unrolled(fight.pool)}", labels, by=fight.by)


@rule("11", "12")
def at_the_surface(ref: Referee, fight: Sky, shots: Shots) -> Score:
    """A unit rolls past the fight for the sky: bombs, or any fire where air priority is optional."""
    shooter, units, at = shots
    enemy, score = fight.enemy, fight.score
    low = at != "bombs" and not shooter.by_necessity
    # more hits than this find no target, whatever follows
    room = enemy.surface - score.low if low else sum(enemy) - score.bombs - score.fire - score.low
    values = shooter.bombs if at == "bombs" else (shooter.surface,)
    key = f"{side_of(fight)}.{at}.{shooter.name}-{shooter.number}"
    lots = [(key, units * len(values), values[0])]
    if len(set(values)) > 1:
        lots = [(f"{key}.{number}", units, value) for number, value in enumerate(values, 1)]
    hits = 0
    for name, dice, value in lots:
        if hits < room:
            hits += ref.roll(name, reading(fight.setting, dice, value, room - hits), fight.by)
    if low:
        return score._replace(low=score.low + hits)
    if at == "bombs" and enemy.grounded:
        return score._replace(bombs=score.bombs + hits)
    return score._replace(fire=score.fire + hits)


@rule("4", "6", "9", "12", "15", "46")
def fire_at_the_surface(ref: Referee, firing: Firing) -> Move[Score]:
    """One lot of dice after another, as long as there is anything left to hit."""
    setting, by, lots, score = firing
    for number, lot in enumerate(lots, 1):
        room = lot.room(score)
        if room > 0:
            score = lot.hitting(score, ref.roll(lot.key, reading(setting, lot.dice, lot.value, room), by))
            left = lots[number:]
            return then(fire_at_the_surface, Firing(setting, by, left, score)) if left else Return(score)
    return Return(score)


@rule("4", "13", "19", "20", "21")
def hits_fall(ref: Referee, fire: Fire, score: Score) -> Move[Force]:
    """The owner of the units that were hit chooses the losses."""
    if fire.air:
        score = score._replace(air=fire.air)
    if score == NO_HITS:
        return Return(fire.enemy)
    rulings = fire.setting.rulings
    surface_fire, grounded_last = rulings.value("surface-fire-vs-airborne"), rulings.yes("grounded-last")
    left = suffer_without_choice(fire.enemy, score, surface_fire, grounded_last)
    if left is None:
        left = suffer(fire.enemy, score, surface_fire, grounded_last, chooser(ref, fire))
    ref.tell(loss_events, fire.enemy, left, score, rulings)
    return Return(left)
