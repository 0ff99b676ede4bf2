"""One side's fire at the other: the fight for the sky, then fire at surface units, then the hits fall.

Each is a procedure of its own. None of them knows the turn, or the battles elsewhere. What a side rolls does not depend on
which units it can hit, only on how many.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from airwar.engine.dice import Hits
from airwar.engine.moves import Move, Return, call, then
from airwar.engine.referee import Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.about import who_rolls
from airwar.rulesets.air_supremacy.aim import (
    Lot,
    Lots,
    Pool,
    Shots,
    lots_alike,
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
from airwar.rulesets.air_supremacy.fire import NO_HITS, Fire, Score, Struck, Targets, Volley
from airwar.rulesets.air_supremacy.forces import Force
from airwar.rulesets.air_supremacy.losses import loss_events, suffer, suffer_without_choice
from airwar.rulesets.air_supremacy.setting import Setting
from airwar.rulesets.air_supremacy.units import type_name
from airwar.rulesets.kit.names import count

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


@rule("4", "6")
def side_fires(ref: Referee, fire: Fire) -> Move[Force]:
    """One side rolls, then its hits fall. Returns what is left of the enemy."""
    setting, space, by, _, attacking, own, enemy, support = fire
    return call(side_rolls, Volley(setting, space, by, attacking, own, support, targets(enemy)), back=side_has_rolled, keep=fire)


@rule("1", "6")
def side_rolls(ref: Referee, volley: Volley) -> Move[Score]:
    """The sky first, if both sides have anything to fight for it with; then the surface. Returns the hits."""
    setting, space, by, attacking, own, _, enemy = volley
    pool, _ = muster(setting, space, own, attacking)
    if not (pool and enemy.flying):
        return surface_next(ref, volley, SkyFought(pool, enemy.flying, NO_HITS))
    only_aircraft = setting.rulings.yes("air-priority") and not any(shooter.bombs for shooter in pool)
    offered = NO_TARGETS if only_aircraft else enemy
    sky = Sky(setting, space, by, attacking, offered, pool, enemy.flying, NO_HITS)
    return call(fight_for_the_sky, sky, back=surface_next, keep=volley)


@rule("4", "6")
def surface_next(ref: Referee, volley: Volley, fought: SkyFought) -> Move[Score]:
    """Whoever has not rolled yet fires at the surface."""
    setting, space, by, attacking, own, support, enemy = volley
    pool, flying, score = fought
    _, rest = muster(setting, space, own, attacking)
    if pool and enemy.flying and enemy.surface and not flying:
        sky_is_clear(ref, pool)
    lots = lots_at_the_surface(setting, space, attacking, pool + rest, support, enemy, flying, score.at_the_surface)
    return then(fire_at_the_surface, Firing(setting, by, lots, score)) if lots else Return(score)


def sky_is_clear(ref: Referee, pool: Pool) -> None:
    """Says who rolls at surface units because the last enemy aircraft has just been hit; bombers bomb anyway."""
    for shooter in (one for one in pool if not one.bombs):
        name = shooter.name.removesuffix("-guest")
        {"bomber": bombers_turn, "anti-aircraft": guns_turn}.get(name, fighters_turn)(ref, count(shooter.number, type_name(name)))


@rule("6")
def fighters_turn(ref: Referee, who: str) -> None:
    """Fighters that have not rolled yet turn to surface units in the same round."""
    ref.tell(Note, f"the sky is clear, so surface units are next for {who}")


@rule("9")
def bombers_turn(ref: Referee, who: str) -> None:
    """So do defending bombers, with the same value."""
    ref.tell(Note, f"the sky is clear, so surface units are next for {who}, on the same value")


@rule("15")
def guns_turn(ref: Referee, who: str) -> None:
    """So do guns."""
    ref.tell(Note, f"the sky is clear, so land units are next for {who}")


@rule("3", "1", "5", "6", "7", "8", "10", "11", "12", "14")
def fight_for_the_sky(ref: Referee, fight: Sky) -> Move[SkyFought]:
    """One unit, or several where their order cannot matter, rolls at enemy aircraft; an attacking bomber may bomb instead."""
    optional = not fight.setting.rulings.yes("air-priority")
    shots = without_question(fight.pool, fight.flying, fight.enemy.surface, optional) or chosen_shots(ref, fight, optional)
    pool, flying, score = without(fight.pool, shots), fight.flying, fight.score
    if shots.at == "air":
        key = f"{side_of(fight)}.air.{shots.shooter.name}-{shots.shooter.number}"
        shoot = AT_AIRCRAFT.get((shots.shooter.name, fight.attacking), roll)
        hits = shoot(ref, key, reading(fight.setting, shots.units, shots.shooter.air or 0, flying), fight.by)
        flying, score = flying - hits, score._replace(air=score.air + hits)
    else:
        score = at_the_surface(ref, fight, shots)
    if pool and flying:
        return then(fight_for_the_sky, fight._replace(pool=pool, flying=flying, score=score))
    return Return(SkyFought(pool, flying, score))


def roll(ref: Referee, key: str, dice: Hits, by: str) -> int:
    """Shots, under the rule of whoever asks for them."""
    return ref.roll(key, dice, by)


def roll_lots(ref: Referee, lots: Lots, room: int, by: str) -> tuple[int, int]:
    """Shots at the surface, under the rule of whoever asks for them."""
    return ref.roll_lots(lots, room, by)


@rule("8", "9")
def defending_bomber_rolls(ref: Referee, key: str, dice: Hits, by: str) -> int:
    """A defending bomber has its air value only."""
    return ref.roll(key, dice, by)


@rule("25")
def dispatched_bomber_rolls(ref: Referee, key: str, dice: Hits, by: str) -> int:
    """A dispatched bomber has its air value only."""
    return ref.roll(key, dice, by)


@rule("14")
def gun_rolls(ref: Referee, key: str, dice: Hits, by: str) -> int:
    """A defending gun rolls at aircraft."""
    return ref.roll(key, dice, by)


@rule("10")
def attacking_bomber_rolls(ref: Referee, key: str, dice: Hits, by: str) -> int:
    """An attacking bomber rolls at aircraft instead of bombing."""
    return ref.roll(key, dice, by)


@rule("12", "11")
def bombs_fall(ref: Referee, lots: Lots, room: int, by: str) -> tuple[int, int]:
    """One die for each bomb."""
    return ref.roll_lots(lots, room, by)


@rule("11", "12")
def bombs_fall_past_the_sky(ref: Referee, lots: Lots, room: int, by: str) -> tuple[int, int]:
    """A bomber bombs while enemy aircraft fly."""
    return ref.roll_lots(lots, room, by)


@rule("46")
def ships_support(ref: Referee, lots: Lots, room: int, by: str) -> tuple[int, int]:
    """Ships fire their support shots."""
    return ref.roll_lots(lots, room, by)


# who rolls by a rule of his own: at aircraft, by type and side; and at the surface, by the sort of shots
AT_AIRCRAFT = {
    ("bomber", False): defending_bomber_rolls,
    ("bomber-guest", False): dispatched_bomber_rolls,
    ("anti-aircraft", False): gun_rolls,
    ("bomber", True): attacking_bomber_rolls,
}
AT_THE_SURFACE = {"support": ships_support, "bombs": bombs_fall}


def side_of(fight: Sky) -> str:
    """How the keys of a side's rolls and decisions begin."""
    return f"{fight.space}.{'attacker' if fight.attacking else 'defender'}"


def chosen_shots(ref: Referee, fight: Sky, optional: bool) -> Shots:
    """The roller says who rolls next, having seen every roll so far."""
    offered, labels = next_shots(fight.pool, fight.flying, fight.enemy.surface, optional)
    return offered[(attacker_chooses if fight.attacking else defender_chooses)(ref, fight, labels)]


@rule("5", "10", "11")
def attacker_chooses(ref: Referee, fight: Sky, labels: dict[str, str]) -> str:
    return ref.choose(f"{fight.space}.attacker.next-{unrolled(fight.pool)}", labels, by=fight.by, about=partial(who_rolls, fight))


@rule("14", "5")
def defender_chooses(ref: Referee, fight: Sky, labels: dict[str, str]) -> str:
    return ref.choose(f"{fight.space}.defender.next-{unrolled(fight.pool)}", labels, by=fight.by, about=partial(who_rolls, fight))


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
    lots = [(key, reading(fight.setting, units * len(values), values[0]))]
    if len(set(values)) > 1:
        lots = [(f"{key}.{number}", reading(fight.setting, units, value)) for number, value in enumerate(values, 1)]
    hits = 0
    while lots and hits < room:
        shoot = bombs_fall_past_the_sky if at == "bombs" else roll_lots
        more, rolled = shoot(ref, lots, room - hits, fight.by)
        hits, lots = hits + more, lots[rolled:]
    if low:
        return score._replace(low=score.low + hits)
    if at == "bombs" and enemy.grounded:
        return score._replace(bombs=score.bombs + hits)
    return score._replace(fire=score.fire + hits)


@rule("4", "6", "9", "12", "15", "46")
def fire_at_the_surface(ref: Referee, firing: Firing) -> Move[Score]:
    """One lot of dice after another, as long as there is anything left to hit."""
    setting, by, lots, score = firing
    while lots:
        lot = lots[0]
        room = lot.room(score)
        if room > 0:
            shoot = AT_THE_SURFACE.get(lot.name, roll_lots)
            hits, rolled = shoot(ref, lots_alike(setting, lots), room, by)
            lots, score = lots[rolled:], lot.hitting(score, hits)
            return then(fire_at_the_surface, Firing(setting, by, lots, score)) if lots else Return(score)
        lots = lots[1:]
    return Return(score)


@rule("4")
def side_has_rolled(ref: Referee, fire: Fire, score: Score) -> Move[Force]:
    """Hits fall in the same way whoever scored them."""
    setting, space, by, owner, attacking, _, enemy, _ = fire
    if score == NO_HITS:
        return Return(enemy)
    return then(hits_fall, Struck(setting, space, by, owner, attacking, enemy, score))


@rule("4", "13", "19", "20", "21")
def hits_fall(ref: Referee, struck: Struck) -> Move[Force]:
    """The owner of the units that were hit chooses the losses."""
    setting, _, _, _, _, force, score = struck
    rulings = setting.rulings
    surface_fire, grounded_last = rulings.value("surface-fire-vs-airborne"), rulings.yes("grounded-last")
    left = suffer_without_choice(force, score, surface_fire, grounded_last)
    if left is None:
        left = suffer(force, score, surface_fire, grounded_last, chooser(ref, struck))
    ref.tell(loss_events, force, left, score, rulings)
    return Return(left)
