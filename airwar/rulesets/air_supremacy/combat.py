"""One round of one battle: the attacker rolls, then the defenders; each side's losses fall when the other has rolled."""

from __future__ import annotations

from airwar.engine.referee import Next, Referee
from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy import sequence
from airwar.rulesets.air_supremacy.aim import (
    Shots,
    less,
    mustered,
    next_shots,
    reading,
    salvos_at,
    targets,
    without_question,
)
from airwar.rulesets.air_supremacy.losses import chooser, suffer, told_losses, without_choice
from airwar.rulesets.air_supremacy.state import Battle, Firing, Force, Scored, Turn, lead

NOTHING = Scored()


def attacker_fires(turn: Turn, battle: Battle) -> Next:
    """The attacker's part of the round begins."""
    pool, rest = mustered(turn.setting, battle.space, battle.attackers, True)
    return aimed(Firing(turn, battle, True, pool, rest, targets(battle.defenders).flying, NOTHING))


def defender_fires(turn: Turn, battle: Battle, force: Force) -> Next:
    """The defenders' part begins, with those who roll, hit or not."""
    pool, rest = mustered(turn.setting, battle.space, force, False)
    return aimed(Firing(turn, battle, False, pool, rest, targets(battle.attackers).flying, NOTHING))


@rule("1", "6")
def aimed(firing: Firing) -> Next:
    """The sky first, as long as there is somebody to fight for it and somebody to fight; then the surface."""
    turn, battle, attacking, pool, rest, sky, scored, _ = firing
    if pool and sky:
        return Next(fight_for_the_sky, firing)
    enemy = targets(battle.defenders if attacking else battle.attackers)
    support = battle.support if attacking else ()
    ruling = turn.setting.options["surface-fire-vs-airborne"]
    salvos = salvos_at(pool + rest, support, enemy, sky, ruling)
    if not salvos:
        return all_rolled(turn, battle, attacking, scored)
    return Next(fire_at_the_surface, Firing(turn, battle, attacking, (), (), sky, scored, salvos))


@rule("3", "1", "5", "6", "7", "8", "10", "11", "12", "14")
def fight_for_the_sky(ref: Referee, firing: Firing) -> Next:
    """One unit, or several where their order cannot matter, rolls at enemy aircraft; an attacking bomber may bomb instead."""
    turn, battle, attacking, pool, rest, sky, scored, _ = firing
    shots = chosen_shots(ref, firing)
    shooter, units, at = shots
    setting, side = turn.setting, "attacker" if attacking else "defender"
    left = less(pool, shots)
    if at == "air":
        assert shooter.air is not None
        key = f"{battle.space}.{side}.air.{shooter.name}-{shooter.number}"
        hits = ref.roll(key, reading(units, setting, shooter.air), lead(setting, battle, attacking))
        scored = Scored(scored.air + hits, scored.bombs, scored.fire)
        return aimed(Firing(turn, battle, attacking, left, rest, sky - hits, scored))
    return aimed(Firing(turn, battle, attacking, left, rest, sky, at_the_surface(ref, firing, shots)))


@rule("5", "10", "11", "14")
def chosen_shots(ref: Referee, firing: Firing) -> Shots:
    """The roller says who rolls next, unless it cannot matter."""
    setting, pool = firing.turn.setting, firing.pool
    surface = targets(firing.battle.defenders if firing.attacking else firing.battle.attackers).surface
    optional = setting.options["air-priority"] == "optional"
    shots = without_question(pool, firing.sky, surface, optional)
    if shots is not None:
        return shots
    offered = next_shots(pool, surface, optional)
    side = "attacker" if firing.attacking else "defender"
    unrolled = sum(shooter.number for shooter in pool)
    by = lead(setting, firing.battle, firing.attacking)
    return offered[ref.choose(f"{firing.battle.space}.{side}.next-{unrolled}", list(offered), by=by)]


@rule("11", "12")
def at_the_surface(ref: Referee, firing: Firing, shots: Shots) -> Scored:
    """A unit rolls past the fight for the sky: bombs, or any fire where air priority is optional."""
    turn, battle, attacking, _, _, sky, (air, bombs, fire), _ = firing
    setting, side = turn.setting, "attacker" if attacking else "defender"
    shooter, _, at = shots
    enemy = targets(battle.defenders if attacking else battle.attackers)
    values = shooter.bombs if at == "bombs" else (shooter.surface,)
    by = lead(setting, battle, attacking)
    name = f"{battle.space}.{side}.{at}.{shooter.name}-{shooter.number}"
    hits = 0
    if len(set(values)) == 1:
        hits = ref.roll(name, reading(len(values), setting, values[0]), by)
    else:
        for number, value in enumerate(values, 1):
            hits += ref.roll(f"{name}.{number}", reading(1, setting, value), by)
    most = sum(enemy)  # more could hit nothing, whatever follows
    if at == "bombs" and enemy.grounded:
        return Scored(air, min(bombs + hits, most), fire)
    return Scored(air, bombs, min(fire + hits, most))


@rule("4", "6", "9", "12", "15", "46")
def fire_at_the_surface(ref: Referee, firing: Firing) -> Next:
    """Shots of one value at surface units."""
    turn, battle, attacking, _, _, sky, (air, bombs, fire), salvos = firing
    name, value, count, limit = salvos[0]
    side = "attacker" if attacking else "defender"
    setting = turn.setting
    key = f"{battle.space}.{side}.{name}"
    hits = ref.roll(key, reading(count, setting, value), lead(setting, battle, attacking))
    if name[0] == "b":
        bombs = max(bombs, min(bombs + hits, limit))
    else:
        fire = max(fire, min(fire + hits, limit))
    scored = Scored(air, bombs, fire)
    left = salvos[1:]
    if left and bombs + fire < left[-1].limit:
        return Next(fire_at_the_surface, Firing(turn, battle, attacking, (), (), sky, scored, left))
    return all_rolled(turn, battle, attacking, scored)


def all_rolled(turn: Turn, battle: Battle, attacking: bool, scored: Scored) -> Next:
    """A side has rolled: its hits fall, at once if nobody has a choice of whom they fall on."""
    if scored == NOTHING:
        return losses_taken(turn, battle, attacking, battle.defenders if attacking else battle.attackers)
    return Next(hits_fall, Firing(turn, battle, attacking, (), (), 0, scored))


@rule("19", "4", "13", "20", "21")
def hits_fall(ref: Referee, firing: Firing) -> Next:
    """The owner of what was hit says what is lost."""
    turn, battle, attacking, scored = firing.turn, firing.battle, firing.attacking, firing.scored
    setting = turn.setting
    force = battle.defenders if attacking else battle.attackers
    in_flight = setting.options["surface-fire-vs-airborne"]
    last = setting.options["grounded-last"] == "yes"
    left = without_choice(force, scored, in_flight, last)
    if left is None:
        left = suffer(force, scored, in_flight, last, chooser(ref, setting, battle, not attacking))
    ref.tell(told_losses, force, left, scored, setting.options)
    return losses_taken(turn, battle, attacking, left)


def losses_taken(turn: Turn, battle: Battle, attacking: bool, left: Force) -> Next:
    """After the attacker's fire the defenders roll, those just hit as well unless the attacker fires first."""
    if not attacking:
        return Next(sequence.battle_round_ends, turn._replace(battles=(battle._replace(attackers=left), *turn.battles)))
    rolling = battle.defenders if turn.setting.options["casualties"] == "simultaneous" else left
    return defender_fires(turn, battle._replace(defenders=left, support=()), rolling)
