"""One round of one battle: the attacker rolls, then the defenders; each side's losses fall when the other has rolled.

What one side's fire does to the other is a part that is played for itself, and so is the fight for the sky within it.
"""

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
    targets,
    unrolled,
    volleys_at,
    without_question,
)
from airwar.rulesets.air_supremacy.losses import chooser, suffer, told_losses, without_choice
from airwar.rulesets.air_supremacy.state import (
    GONE,
    NOTHING,
    Battle,
    Engaged,
    Fire,
    Firing,
    Flight,
    Force,
    Scored,
    Sky,
    Struck,
    Turn,
    lead,
)


@rule("4", "46")
def joined_in_battle(turn: Turn, battle: Battle) -> Next:
    """Each side's fire, as it is before anybody is hit. Ships that fire in support lie off the coast from then on."""
    setting = turn.setting
    space, attackers, defenders, support, after, result = battle
    owner = lead(setting, space, defenders)
    attack = Fire(setting, space, setting.attacker, owner, True, attackers, defenders, support)
    defence = Fire(setting, space, owner, setting.attacker, False, defenders, attackers, ())
    if support:
        gone = [Flight(line.kind, line.number, GONE, space, line.hurt) for line in support]
        turn = turn.with_flights([*turn.flights, *gone])
    return Next(exchange_of_fire, Engaged(turn, Battle(space, attackers, defenders, (), after, result), attack, defence))


@rule("14", "4", "15")
def exchange_of_fire(ref: Referee, engaged: Engaged) -> Next:
    """The attacker rolls, then the defenders: those just hit as well, unless the attacker fires first. Ruling: casualties."""
    (setting, battles, fought, flights, first), (space, _, _, support, after, result), attack, defence = engaged
    if setting.options["casualties"] == "simultaneous":
        defenders, attackers = ref.at_once((side_fires, attack), (side_fires, defence), seen=engaged.seen)
    else:
        defenders = ref.part(side_fires, attack)
        ref.now(engaged.seen(defenders))
        attackers = ref.part(side_fires, defence._replace(by=lead(setting, space, defenders), own=defenders))
    now = Battle(space, attackers, defenders, support, after, result)
    return Next(sequence.battle_round_ends, Turn(setting, (now, *battles), fought, flights, first))


@rule("1", "6")
def side_fires(ref: Referee, fire: Fire) -> Next | Force:
    """The sky first, as long as there is somebody to fight for it and somebody to fight; then the surface. Leaves what is left."""
    setting, space, by, owner, attacking, own, enemy, support = fire
    pool, rest = mustered(setting, space, own, attacking)
    seen = targets(enemy)
    sky, scored = seen.flying, NOTHING
    if pool and sky:
        pool, sky, scored = ref.part(fight_for_the_sky, Sky(setting, space, by, attacking, seen, pool, sky, scored))
    volleys = volleys_at(setting, space, attacking, pool + rest, support, seen, sky)
    if volleys:
        return Next(fire_at_the_surface, Firing(setting, space, by, owner, attacking, enemy, volleys, scored))
    return enemy if scored == NOTHING else Next(hits_fall, Struck(setting, space, by, owner, attacking, enemy, scored))


@rule("3", "1", "5", "6", "7", "8", "10", "11", "12", "14")
def fight_for_the_sky(ref: Referee, fight: Sky) -> Next | tuple[Pool, int, Scored]:
    """One unit, or several where their order cannot matter, rolls at enemy aircraft; an attacking bomber may bomb instead."""
    setting, space, by, attacking, enemy, pool, sky, scored = fight
    optional = setting.options["air-priority"] == "optional"
    surface = enemy.surface if optional else 0
    shots = without_question(pool, sky, surface, optional) or (chosen_shots(ref, fight, surface, optional),)
    for one in shots:
        pool = less(pool, one)
    if shots[0].at == "air":
        side = "attacker" if attacking else "defender"
        lots = [
            (f"{space}.{side}.air.{shooter.name}-{shooter.number}", reading(units, setting, shooter.air or 0))
            for shooter, units, _ in shots
        ]
        hits = ref.tally(lots, sky, by)
        sky, scored = sky - hits, scored._replace(air=scored.air + hits)
    else:
        scored = at_the_surface(ref, fight, shots[0])
    if pool and sky:
        return Next(fight_for_the_sky, Sky(setting, space, by, attacking, enemy, pool, sky, scored))
    return pool, sky, scored


def chosen_shots(ref: Referee, fight: Sky, surface: int, optional: bool) -> Shots:
    """The roller says who rolls next, seeing what has been rolled."""
    offered, labels = next_shots(fight.pool, fight.sky, surface, optional)
    return offered[(attacker_chooses if fight.attacking else defender_chooses)(ref, fight, labels)]


@rule("5", "10", "11")
def attacker_chooses(ref: Referee, fight: Sky, labels: dict[str, str]) -> str:
    return ref.choose(f"{fight.space}.attacker.next-{unrolled(fight.pool)}", labels, by=fight.by)


@rule("14", "5")
def defender_chooses(ref: Referee, fight: Sky, labels: dict[str, str]) -> str:
    return ref.choose(f"{fight.space}.defender.next-{unrolled(fight.pool)}", labels, by=fight.by)


@rule("11", "12")
def at_the_surface(ref: Referee, fight: Sky, shots: Shots) -> Scored:
    """A unit rolls past the fight for the sky: bombs, or any fire where air priority is optional."""
    setting, space, by, attacking, enemy, _, _, scored = fight
    shooter, units, at = shots
    values = shooter.bombs if at == "bombs" else (shooter.surface,)
    name = f"{space}.{'attacker' if attacking else 'defender'}.{at}.{shooter.name}-{shooter.number}"
    low = at != "bombs" and not shooter.by_necessity
    # more could hit nothing, whatever follows
    room = enemy.surface - scored.low if low else sum(enemy) - scored.bombs - scored.fire - scored.low
    if len(set(values)) == 1:
        hits = ref.tally([(name, reading(units * len(values), setting, values[0]))], room, by)
    else:
        each = [(f"{name}.{at}", reading(units, setting, value)) for at, value in enumerate(values, 1)]
        hits = ref.tally(each, room, by)
    if low:
        return scored._replace(low=scored.low + hits)
    if at == "bombs" and enemy.grounded:
        return scored._replace(bombs=scored.bombs + hits)
    return scored._replace(fire=scored.fire + hits)


@rule("4", "6", "9", "12", "15", "46")
def fire_at_the_surface(ref: Referee, firing: Firing) -> Next | Force:
    """Everybody else at surface units, shots of one value after another, as long as there is anything left to hit."""
    setting, space, by, owner, attacking, enemy, volleys, (air, bombs, fire, low) = firing
    for kind, limit, lots in volleys:
        if kind == "low":  # what falls on surface units in any case; bombs may then be placed elsewhere
            low += ref.tally(lots, limit - low, by)
        elif kind == "bombs":
            bombs += ref.tally(lots, limit - bombs - fire - low, by)
        else:
            fire += ref.tally(lots, limit - bombs - fire - low, by)
    if not air and not bombs and not fire and not low:
        return enemy
    return Next(hits_fall, Struck(setting, space, by, owner, attacking, enemy, Scored(air, bombs, fire, low)))


@rule("4", "13", "19", "20", "21")
def hits_fall(ref: Referee, struck: Struck) -> Force:
    """The owner of what was hit says what is lost."""
    setting, force, scored = struck.setting, struck.force, struck.scored
    in_flight = setting.options["surface-fire-vs-airborne"]
    last = setting.options["grounded-last"] == "yes"
    left = without_choice(force, scored, in_flight, last)
    if left is None:
        left = suffer(force, scored, in_flight, last, chooser(ref, struck))
    ref.tell(told_losses, force, left, scored, setting.options)
    return left
