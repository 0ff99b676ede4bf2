"""One side's fire at the other (rules 1 to 18): the fight for the sky, then fire at surface units, then the hits fall.

Each is a separate procedure that knows neither the turn nor the other battles. What a side rolls does not depend on
which units it can hit, only on how many.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import takewhile
from typing import NamedTuple, TypeAlias

from airwar.rulesets.air_supremacy.about import who_rolls
from airwar.rulesets.air_supremacy.losses import (
    NO_HITS,
    Score,
    Struck,
    chooser,
    loss_events,
    ships_by_name,
    suffer,
    suffer_without_choice,
)
from airwar.rulesets.air_supremacy.position import Setting
from airwar.rulesets.air_supremacy.units import (
    Force,
    Line,
    Mode,
    after_losses,
    alike,
    in_flight,
    on_the_ground,
    on_the_surface,
    type_name,
)
from airwar.rulesets.kit import Dice, Hits, Move, Note, Referee, Return, call, count, rule, then, under


class Targets(NamedTuple):
    """What one side exposes to the other's fire."""

    surface: int = 0  # hits that its land and sea units can take
    flying: int = 0
    grounded: int = 0  # on land; fighters below deck are lost only with their carrier


class Fire(NamedTuple):
    """One side's fire at the other."""

    setting: Setting
    space: str
    by: str  # the nation that rolls
    owner: str  # the nation that is rolled at
    attacking: bool
    own: Force
    enemy: Force
    support: Force = ()  # ships that fire their support shots


class Volley(NamedTuple):
    """What the rolls of one side's fire depend on: who fires, and how much there is to hit."""

    setting: Setting
    space: str
    by: str
    attacking: bool
    own: Force
    support: Force
    enemy: Targets


# who rolls at what


class Shooter(NamedTuple):
    """Units with the same values that have not rolled yet."""

    name: str
    air: int | None  # None: does not fight for the sky
    surface: int
    bombs: tuple[int, ...]
    by_necessity: bool
    number: int


Pool: TypeAlias = tuple[Shooter, ...]
Lots: TypeAlias = Sequence[tuple[str, Hits]]  # dice with their keys


@rule("13", "17", "22")
@lru_cache(maxsize=65536)
def targets(force: Force) -> Targets:
    """Grounded aircraft are not targets in the air; retreating aircraft fly, even if they were grounded before."""
    surface = sum(line.number * (line.kind.type.hits - line.damage) for line in force if on_the_surface(line))
    flying = sum(line.number for line in force if in_flight(line))
    return Targets(surface, flying, sum(line.number for line in force if on_the_ground(line)))


@rule("8", "9", "18", "25")
@lru_cache(maxsize=65536)
def muster(setting: Setting, force: Force, attacking: bool) -> tuple[Pool, Pool]:
    """The units that roll: those that may fight for the sky, the best first, and the others. Grounded aircraft do not roll."""
    rolling = (Mode.FIGHTS, Mode.LEAVING) if setting.rulings.yes("retreaters-roll") else (Mode.FIGHTS,)
    counts: dict[Shooter, int] = {}
    for line in force:
        if line.mode in rolling:
            shooter = shooter_of(setting, line, attacking)
            known = next((other for other in counts if other[1:] == shooter[1:]), shooter)
            counts[known] = counts.get(known, 0) + line.number
    shooters = [shooter._replace(number=count) for shooter, count in counts.items()]
    # The best in the air first; among equals, the worst at surface fire. Bombers come last, since they do better to bomb.
    flying = {one: (bool(one.bombs), -one.air, one.surface) for one in shooters if one.air is not None}
    return tuple(sorted(flying, key=flying.__getitem__)), tuple(one for one in shooters if one not in flying)


@rule("12", "25")
def shooter_of(setting: Setting, line: Line, attacking: bool) -> Shooter:
    """What one unit rolls here: a dispatched bomber has its air roll only, an attacking gun nothing against aircraft."""
    type_ = line.kind.type
    surface, air, bombs = type_.values(attacking)
    if line.guest and type_.bombs and not setting.rulings.yes("dispatched-bomber-vs-surface"):
        return Shooter(f"{type_.id}-guest", air, 0, bombs, type_.by_necessity, 0)
    return Shooter(type_.id, air, surface, bombs, type_.by_necessity, 0)


@lru_cache(maxsize=4096)
def reading(setting: Setting, dice: int, value: int, most: int | None = None) -> Hits:
    """Dice that each hit on the value or less. At most `most` hits count."""
    shots = Hits(Dice(dice, setting.sides), value, True)
    return shots if most is None else shots.up_to(most)


# the fight for the sky


class Shots(NamedTuple):
    """Units that roll now, and at what."""

    shooter: Shooter
    units: int
    at: str  # air, bombs or surface


@rule("1", "3", "5", "14")
@lru_cache(maxsize=65536)
def without_question(pool: Pool, flying: int, surface: int, optional: bool) -> Shots | None:
    """Shots for the sky that need no question, because nobody could want anything else.

    If there are at least as many enemy aircraft as shooters left, every shot is at aircraft, in any order. And shooters that
    are all alike need no order: as many roll at once as there are aircraft, since none of these shots can find the sky clear.
    """
    if optional and surface:
        return None
    fighters = [shooter for shooter in pool if not shooter.bombs]  # bombers may bomb instead
    if fighters and (flying >= unrolled(pool) or len(pool) == 1):
        return Shots(fighters[0], min(fighters[0].number, flying), "air")
    return None


def unrolled(pool: Pool) -> int:
    """How many units have yet to roll."""
    return sum(shooter.number for shooter in pool)


@rule("5", "10", "11", "14")
@lru_cache(maxsize=65536)
def next_shots(pool: Pool, flying: int, surface: int, optional: bool) -> tuple[dict[str, Shots], dict[str, str]]:
    """What may be rolled next, and its labels: any one unit at aircraft, or an attacking bomber's bombs.

    Several units of a type may roll together: as many as are sure to find a target each, no matter what the others hit.
    If air priority is optional, any single unit may roll at surface units too.
    """
    found: dict[str, Shots] = {}
    for shooter in pool:
        name, together = shooter.name, min(shooter.number, flying)
        if shooter.bombs:
            if shooter.number > 1:
                found[f"{name}-bombs-together"] = Shots(shooter, shooter.number, "bombs")
            found[f"{name}-bombs"] = Shots(shooter, 1, "bombs")
        if together > 1:
            found[f"{name}-air-together"] = Shots(shooter, together, "air")
        found[f"{name}-air"] = Shots(shooter, 1, "air")
        if optional and surface and not shooter.bombs:
            found[f"{name}-surface"] = Shots(shooter, 1, "surface")
    return found, {name: shots_label(shots) for name, shots in found.items()}


def shots_label(shots: Shots) -> str:
    """Shots as they are offered: `3 fighters together at aircraft, on 6`."""
    shooter, units, at = shots
    who = f"{units} {type_name(shooter.name)}s together" if units > 1 else f"one {type_name(shooter.name)}"
    if at == "bombs":
        return f"{who} with bombs, on {' and '.join(map(str, shooter.bombs))}"
    return f"{who} at aircraft, on {shooter.air}" if at == "air" else f"{who} at surface units, on {shooter.surface}"


@lru_cache(maxsize=65536)
def without(pool: Pool, shots: Shots) -> Pool:
    """The pool without the units that roll now."""
    rolled, units, _ = shots
    left = (one._replace(number=one.number - units) if one == rolled else one for one in pool)
    return tuple(one for one in left if one.number)


# then the surface


class Lot(NamedTuple):
    """Dice of one value, rolled together at surface units."""

    kind: str  # low: never reaches aircraft in flight; bombs: may be placed on grounded aircraft; or fire
    limit: int  # any hits beyond this many, counting those before, find no target
    key: str
    dice: int
    value: int
    name: str  # support, surface-only, bombs or surface

    def room(self, score: Score) -> int:
        """How many more hits find a target."""
        _, bombs, fire, low = score
        return self.limit - low if self.kind == "low" else self.limit - bombs - fire - low

    def hitting(self, score: Score, hits: int) -> Score:
        """The score with the hits of this lot."""
        air, bombs, fire, low = score
        if self.kind == "fire":
            return Score(air, bombs, fire + hits, low)
        return Score(air, bombs + hits, fire, low) if self.kind == "bombs" else Score(air, bombs, fire, low + hits)


@rule("4", "6", "9", "12", "15")
@lru_cache(maxsize=65536)
def lots_at_the_surface(
    setting: Setting, space: str, attacking: bool, pool: Pool, support: Force, enemy: Targets, flying: int, before: int
) -> tuple[Lot, ...]:
    """Shots at surface units, those of one value together. Ruling: surface-fire-vs-airborne.

    The ones whose hits never reach aircraft in flight come first, so that the others find what these leave.
    Bombs are rolled separately while there are aircraft on the ground, because only bombs may be placed on them at will.
    """
    dice: dict[str, dict[int, int]] = {"support": {}, "surface-only": {}, "bombs": {}, "surface": {}}  # value -> how many
    for line in support:
        add(dice["support"], line.kind.type.attack, line.number)
    for shooter in pool:
        name = "surface" if shooter.by_necessity or not flying else "surface-only"
        add(dice[name], shooter.surface, shooter.number)
        for bomb in shooter.bombs:
            add(dice["bombs" if enemy.grounded else "surface"], bomb, shooter.number)
    within_reach = 0 if setting.rulings.value("surface-fire-vs-airborne") == "never" else flying
    most = before + sum(number for lot in dice.values() for number in lot.values())  # hits, if every die hits
    everything = min(most, enemy.surface + within_reach + enemy.grounded)
    cleared = sum(dice["bombs"].values()) + sum(dice["surface"].values()) >= flying if within_reach else not flying
    low = min(most, enemy.surface + (enemy.grounded if cleared else 0))  # grounded aircraft, if nothing is flying any longer
    limits = {
        "support": ("low", low),
        "surface-only": ("low", low),
        "bombs": ("bombs", everything),
        "surface": ("fire", everything),
    }
    side = f"{space}.{'attacker' if attacking else 'defender'}"
    return tuple(
        Lot(kind, limit, f"{side}.{name}-{value}", dice[name][value], value, name)
        for name, (kind, limit) in limits.items()
        if limit
        for value in sorted(dice[name], reverse=True)
    )


@lru_cache(maxsize=4096)
def lots_alike(setting: Setting, lots: tuple[Lot, ...]) -> Lots:
    """The first of these lots, and those after it that hit the same targets, as dice with their keys."""
    alike = takewhile(lambda lot: lot.kind == lots[0].kind, lots)
    return tuple((lot.key, reading(setting, lot.dice, lot.value)) for lot in alike)


def add(dice: dict[int, int], value: int, number: int) -> None:
    """Adds dice of a value, unless they could never hit."""
    if value > 0 and number:
        dice[value] = dice.get(value, 0) + number


# the fire of one side

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
    """The sky first, if both sides have something to fight for it with; then the surface. Returns the hits."""
    setting, space, by, attacking, own, _, enemy = volley
    pool, _ = muster(setting, own, attacking)
    if not (pool and enemy.flying):
        return surface_next(ref, volley, SkyFought(pool, enemy.flying, NO_HITS))
    only_aircraft = setting.rulings.yes("air-priority") and not any(shooter.bombs for shooter in pool)
    offered = NO_TARGETS if only_aircraft else enemy
    sky = Sky(setting, space, by, attacking, offered, pool, enemy.flying, NO_HITS)
    return call(fight_for_the_sky, sky, back=surface_next, keep=volley)


@rule("4", "6")
def surface_next(ref: Referee, volley: Volley, fought: SkyFought) -> Move[Score]:
    """Everything that has not rolled yet fires at the surface."""
    setting, space, by, attacking, own, support, enemy = volley
    pool, flying, score = fought
    _, rest = muster(setting, own, attacking)
    if pool and enemy.flying and enemy.surface and not flying:
        sky_is_clear(ref, pool)
    lots = lots_at_the_surface(setting, space, attacking, pool + rest, support, enemy, flying, score.at_the_surface)
    return then(fire_at_the_surface, Firing(setting, by, lots, score)) if lots else Return(score)


# units for which surface targets are next when the sky is clear, and under which rule: guns roll at land units
CLEAR_SKY = {
    "bomber": ("9", "surface units are next for {}, on the same value"),
    "anti-aircraft": ("15", "land units are next for {}"),
}


@rule("6", "9", "15")
def sky_is_clear(ref: Referee, pool: Pool) -> None:
    """Says who now rolls at surface units because the last enemy aircraft has just been hit; bombers bomb anyway."""
    for shooter in (one for one in pool if not one.bombs):
        name = shooter.name.removesuffix("-guest")
        number, text = CLEAR_SKY.get(name, ("6", "surface units are next for {}"))
        who = count(shooter.number, type_name(name))
        under(number, ref.tell, Note, f"the sky is clear, so {text.format(who)}")


@rule("3", "1", "5", "6", "7", "8", "9", "10", "11", "12", "14", "25")
def fight_for_the_sky(ref: Referee, fight: Sky) -> Move[SkyFought]:
    """One unit, or several if their order cannot matter, rolls at enemy aircraft; an attacking bomber may bomb instead."""
    optional = not fight.setting.rulings.yes("air-priority")
    shots = without_question(fight.pool, fight.flying, fight.enemy.surface, optional) or chosen_shots(ref, fight, optional)
    pool, flying, score = without(fight.pool, shots), fight.flying, fight.score
    if shots.at == "air":
        key = f"{side_of(fight)}.air.{shots.shooter.name}-{shots.shooter.number}"
        dice = reading(fight.setting, shots.units, shots.shooter.air or 0, flying)
        hits = under(AT_AIRCRAFT.get((shots.shooter.name, fight.attacking), "3"), ref.roll, key, dice, fight.by)
        flying, score = flying - hits, score._replace(air=score.air + hits)
    else:
        score = at_the_surface(ref, fight, shots)
    if pool and flying:
        return then(fight_for_the_sky, fight._replace(pool=pool, flying=flying, score=score))
    return Return(SkyFought(pool, flying, score))


# rules of their own: at aircraft, by type and side; and at the surface, by the sort of shots
AT_AIRCRAFT = {("bomber", False): "8", ("bomber-guest", False): "25", ("anti-aircraft", False): "14", ("bomber", True): "10"}
AT_THE_SURFACE = {"support": "46", "bombs": "12"}


def side_of(fight: Sky) -> str:
    """How the keys of a side's rolls and decisions begin."""
    return f"{fight.space}.{'attacker' if fight.attacking else 'defender'}"


@rule("5", "10", "11", "14")
def chosen_shots(ref: Referee, fight: Sky, optional: bool) -> Shots:
    """The roller says who rolls next, having seen every roll so far."""
    offered, labels = next_shots(fight.pool, fight.flying, fight.enemy.surface, optional)
    key = f"{side_of(fight)}.next-{unrolled(fight.pool)}"
    ask = partial(ref.choose, key, labels, by=fight.by, about=partial(who_rolls, fight), why_not=partial(not_next, fight))
    return offered[under("5" if fight.attacking else "14", ask)]


@rule("3", "5", "11")
def not_next(fight: Sky, said: str) -> str:
    """Why units cannot roll next in the way that somebody says."""
    name, _, at = said.removesuffix("-together").rpartition("-")
    if not any(shooter.name == name for shooter in fight.pool):
        return f"{said!r}: no unit of that name still has to roll at aircraft (5)"
    if at == "surface":
        return f"{said!r}: enemy aircraft fly, and they come first (3)"
    if at == "bombs":
        return f"{said!r}: only attacking bombers bomb (11)"
    return f"{said!r}: only as many roll together as are sure to find a target (5)"


@rule("11", "12")
def at_the_surface(ref: Referee, fight: Sky, shots: Shots) -> Score:
    """A unit skips the fight for the sky: bombs, or any fire if air priority is optional."""
    shooter, units, at = shots
    enemy, score = fight.enemy, fight.score
    low = at != "bombs" and not shooter.by_necessity
    # any hits beyond this many find no target, whatever follows
    room = enemy.surface - score.low if low else sum(enemy) - score.bombs - score.fire - score.low
    values = shooter.bombs if at == "bombs" else (shooter.surface,)
    key = f"{side_of(fight)}.{at}.{shooter.name}-{shooter.number}"
    lots = [(key, reading(fight.setting, units * len(values), values[0]))]
    if len(set(values)) > 1:
        lots = [(f"{key}.{number}", reading(fight.setting, units, value)) for number, value in enumerate(values, 1)]
    hits = 0
    while lots and hits < room:
        more, rolled = ref.roll_lots(lots, room - hits, fight.by)
        hits, lots = hits + more, lots[rolled:]
    if low:
        return score._replace(low=score.low + hits)
    if at == "bombs" and enemy.grounded:
        return score._replace(bombs=score.bombs + hits)
    return score._replace(fire=score.fire + hits)


@rule("4", "6", "9", "12", "15", "46")
def fire_at_the_surface(ref: Referee, firing: Firing) -> Move[Score]:
    """One lot of dice after another, as long as anything is left to hit."""
    setting, by, lots, score = firing
    while lots:
        lot = lots[0]
        room = lot.room(score)
        if room > 0:
            alike = lots_alike(setting, lots)
            hits, rolled = under(AT_THE_SURFACE.get(lot.name, "4"), ref.roll_lots, alike, room, by)
            lots, score = lots[rolled:], lot.hitting(score, hits)
            return then(fire_at_the_surface, Firing(setting, by, lots, score)) if lots else Return(score)
        lots = lots[1:]
    return Return(score)


@rule("4")
def side_has_rolled(ref: Referee, fire: Fire, score: Score) -> Move[Force]:
    """Hits fall in the same way, no matter who scored them."""
    setting, space, by, owner, attacking, _, enemy, _ = fire
    if score == NO_HITS:
        return Return(enemy)
    return then(hits_fall, Struck(setting, space, by, owner, attacking, enemy, score))


@rule("4", "13", "19", "20", "21")
def hits_fall(ref: Referee, struck: Struck) -> Move[Force]:
    """The owner of the units that were hit chooses the losses."""
    setting, _, _, _, _, force, score = struck
    surface_fire, now = setting.rulings.value("surface-fire-vs-airborne"), alike(force)
    left = suffer_without_choice(now, score, surface_fire)
    if left is None:
        left = suffer(now, score, surface_fire, chooser(ref, struck))
    ref.tell(loss_events, now, left, score, setting.rulings)
    return Return(ships_by_name(ref, struck, after_losses(force, left)))


# battles that nobody can win


@lru_cache(maxsize=65536)
def nobody_can_hit(setting: Setting, attackers: Force, defenders: Force) -> bool:
    """Whether no unit of either side could ever hit one of the other."""
    by_attackers = can_hit(setting, attackers, defenders, True)
    return not by_attackers and not can_hit(setting, defenders, attackers, False)


def can_hit(setting: Setting, own: Force, enemy: Force, attacking: bool) -> bool:
    """Whether any unit of a side has a value against any enemy unit."""
    by_fire = setting.rulings.value("surface-fire-vs-airborne") != "never"
    on_surface = any(not line.kind.type.flies or line.mode == Mode.LOCKED for line in enemy)
    in_flight = any(line.kind.type.flies and line.mode != Mode.LOCKED for line in enemy)
    for line in own:
        if line.mode in (Mode.LOCKED, Mode.ABOARD):
            continue
        shooter = shooter_of(setting, line, attacking)
        fire = any((shooter.surface, *shooter.bombs))
        at_aircraft = bool(shooter.air) or (fire and by_fire and shooter.by_necessity)
        if (on_surface and fire) or (in_flight and at_aircraft):
            return True
    return False
