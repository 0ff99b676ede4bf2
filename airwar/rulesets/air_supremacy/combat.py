"""One round of one battle: the attacker rolls, then the defenders; each side's losses fall when the other has rolled."""

from __future__ import annotations

from airwar.engine.referee import Next, Referee
from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy import sequence
from airwar.rulesets.air_supremacy.aim import (
    Pool,
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
from airwar.rulesets.air_supremacy.state import GONE, Battle, Firing, Flight, Force, Scored, Struck, Turn, lead

NOTHING = Scored()


def attacker_fires(turn: Turn, battle: Battle) -> Next:
    """The attacker's part of the round begins."""
    pool, rest = mustered(turn.setting, battle.space, battle.attackers, True)
    return aimed(Firing(turn, battle, turn.setting.attacker, True, pool, rest, targets(battle.defenders).flying, NOTHING))


def defenders_fire(turn: Turn, battle: Battle, force: Force) -> Next:
    """The defenders' part begins, with those who roll, hit or not."""
    pool, rest = mustered(turn.setting, battle.space, force, False)
    by = lead(turn.setting, battle._replace(defenders=force), False)
    return aimed(Firing(turn, battle, by, False, pool, rest, targets(battle.attackers).flying, NOTHING))


@rule("1", "6")
def aimed(firing: Firing) -> Next:
    """The sky first, as long as there is somebody to fight for it and somebody to fight; then the surface."""
    turn, battle, by, attacking, pool, rest, sky, scored, _ = firing
    if pool and sky:
        return Next(fight_for_the_sky, firing)
    enemy = targets(battle.defenders if attacking else battle.attackers)
    support = battle.support if attacking else ()
    ruling = turn.setting.options["surface-fire-vs-airborne"]
    salvos = salvos_at(pool + rest, support, enemy, sky, ruling)
    if salvos:
        return Next(fire_at_the_surface, Firing(turn, battle, by, attacking, (), (), sky, scored, salvos))
    return all_rolled(turn, battle, attacking, scored)


@rule("3", "1", "5", "6", "7", "8", "10", "11", "12", "14")
def fight_for_the_sky(ref: Referee, firing: Firing) -> Next:
    """One unit, or several where their order cannot matter, rolls at enemy aircraft; an attacking bomber may bomb instead."""
    turn, battle, by, attacking, pool, rest, sky, scored, _ = firing
    optional = turn.setting.options["air-priority"] == "optional"
    surface = targets(battle.defenders if attacking else battle.attackers).surface if optional else 0
    shots = without_question(pool, sky, surface, optional) or chosen_shots(ref, firing, surface, optional)
    left = less(pool, shots)
    shooter, units, at = shots
    if at != "air":
        return aimed(Firing(turn, battle, by, attacking, left, rest, sky, at_the_surface(ref, firing, shots)))
    assert shooter.air is not None
    key = f"{battle.space}.{'attacker' if attacking else 'defender'}.air.{shooter.name}-{shooter.number}"
    hits = ref.roll(key, reading(units, turn.setting, shooter.air, sky), by)
    scored = Scored(scored.air + hits, scored.bombs, scored.fire)
    return aimed(Firing(turn, battle, by, attacking, left, rest, sky - hits, scored))


def chosen_shots(ref: Referee, firing: Firing, surface: int, optional: bool) -> Shots:
    """The roller says who rolls next, seeing what has been rolled."""
    offered, labels = next_shots(firing.pool, firing.sky, surface, optional)
    return offered[(attacker_chooses if firing.attacking else defender_chooses)(ref, firing, labels)]


@rule("5", "10", "11")
def attacker_chooses(ref: Referee, firing: Firing, labels: dict[str, str]) -> str:
    return ref.choose(f"{firing.battle.space}.attacker.next-{unrolled(firing.pool)}", labels, by=firing.by)


@rule("14", "5")
def defender_chooses(ref: Referee, firing: Firing, labels: dict[str, str]) -> str:
    return ref.choose(f"{firing.battle.space}.defender.next-{unrolled(firing.pool)}", labels, by=firing.by)


def unrolled(pool: Pool) -> int:
    return sum(shooter.number for shooter in pool)


@rule("11", "12")
def at_the_surface(ref: Referee, firing: Firing, shots: Shots) -> Scored:
    """A unit rolls past the fight for the sky: bombs, or any fire where air priority is optional."""
    battle, setting, attacking = firing.battle, firing.turn.setting, firing.attacking
    air, bombs, fire = firing.scored
    shooter, units, at = shots
    enemy = targets(battle.defenders if attacking else battle.attackers)
    values = shooter.bombs if at == "bombs" else (shooter.surface,)
    name = f"{battle.space}.{'attacker' if attacking else 'defender'}.{at}.{shooter.name}-{shooter.number}"
    room = sum(enemy) - bombs - fire  # more could hit nothing, whatever follows
    if len(set(values)) == 1:
        hits = ref.roll(name, reading(units * len(values), setting, values[0], room), firing.by)
    else:
        each = (ref.roll(f"{name}.{at}", reading(units, setting, value, units), firing.by) for at, value in enumerate(values, 1))
        hits = min(sum(each), room)
    if at == "bombs" and enemy.grounded:
        return Scored(air, bombs + hits, fire)
    return Scored(air, bombs, fire + hits)


@rule("4", "6", "9", "12", "15", "46")
def fire_at_the_surface(ref: Referee, firing: Firing) -> Next:
    """Shots of one value at surface units, as long as there is anything left to hit."""
    turn, battle, by, attacking, _, _, sky, (air, bombs, fire), salvos = firing
    name, value, number, limit = salvos[0]
    setting = turn.setting
    room = limit - bombs - fire
    if room > 0:
        key = f"{battle.space}.attacker.{name}" if attacking else f"{battle.space}.defender.{name}"
        hits = ref.roll(key, reading(number, setting, value, room), by)
        if name[0] == "b":
            bombs += hits
        else:
            fire += hits
    if len(salvos) > 1:
        return Next(fire_at_the_surface, Firing(turn, battle, by, attacking, (), (), sky, Scored(air, bombs, fire), salvos[1:]))
    return all_rolled(turn, battle, attacking, Scored(air, bombs, fire))


def all_rolled(turn: Turn, battle: Battle, attacking: bool, scored: Scored) -> Next:
    """A side has rolled, and its hits fall."""
    if scored != NOTHING:
        return Next(hits_fall, Struck(turn, battle, attacking, scored))
    return losses_taken(turn, battle, attacking, battle.defenders if attacking else battle.attackers)


@rule("4", "13", "19", "20", "21")
def hits_fall(ref: Referee, struck: Struck) -> Next:
    """The owner of what was hit says what is lost."""
    turn, battle, attacking, scored = struck
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
    space, attackers, defenders, support, after, result = battle
    if attacking:
        if support:  # has fired, and lies off the coast from now on
            turn = turn.with_flights([*turn.flights, *(Flight(line.kind, line.number, GONE, space) for line in support)])
        rolling = defenders if turn.setting.options["casualties"] == "simultaneous" else left
        return defenders_fire(turn, Battle(space, attackers, left, (), after, result), rolling)
    setting, battles, fought, flights, first = turn
    now = Battle(space, left, defenders, (), after, result)
    return Next(sequence.battle_round_ends, Turn(setting, (now, *battles), fought, flights, first))
