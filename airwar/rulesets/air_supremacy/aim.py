"""Who rolls at what (rules 1 to 18): the pool that fights for the sky, shots rolled together, and shots at surface units."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple, TypeAlias

from airwar.engine.dice import Dice, Hits
from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.fire import Score, Targets
from airwar.rulesets.air_supremacy.forces import FIGHTS, LEAVING, Force, in_flight, is_guest, on_the_ground, on_the_surface
from airwar.rulesets.air_supremacy.setting import Setting
from airwar.rulesets.air_supremacy.units import Kind, type_name


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
def muster(setting: Setting, space: str, force: Force, attacking: bool) -> tuple[Pool, Pool]:
    """The units that roll: those that may fight for the sky, the best first, and the others. Grounded aircraft do not roll."""
    rolling = (FIGHTS, LEAVING) if setting.rulings.yes("retreaters-roll") else (FIGHTS,)
    counts: dict[Shooter, int] = {}
    for line in force:
        if line.mode in rolling:
            shooter = shooter_of(setting, space, line.kind, attacking)
            known = next((other for other in counts if other[1:] == shooter[1:]), shooter)
            counts[known] = counts.get(known, 0) + line.number
    shooters = [shooter._replace(number=count) for shooter, count in counts.items()]
    pool = [shooter for shooter in shooters if shooter.air is not None]
    # The best in the air first; of equals, the one that is worst at surface fire. Bombers come last: they had better bomb.
    pool.sort(key=lambda one: (bool(one.bombs), -(one.air or 0), one.surface))
    return tuple(pool), tuple(shooter for shooter in shooters if shooter.air is None)


@rule("12", "25")
def shooter_of(setting: Setting, space: str, kind: Kind, attacking: bool) -> Shooter:
    """What one unit rolls here: a dispatched bomber has its air roll only, an attacking gun nothing against aircraft."""
    surface, air, bombs = kind.type.values(attacking)
    name = kind.type.id
    if attacking and kind.type.id == "anti-aircraft" and setting.rulings.value("aa-attack") == "none":
        surface = 0
    if is_guest(kind, space) and kind.type.bombs and not setting.rulings.yes("dispatched-bomber-vs-surface"):
        name, surface = f"{name}-guest", 0
    return Shooter(name, air, surface, bombs, kind.type.by_necessity, 0)


@lru_cache(maxsize=4096)
def reading(setting: Setting, dice: int, value: int, most: int | None = None) -> Hits:
    """Dice that each hit on the value or less, or more, by the option; with no value, never. At most `most` hits count."""
    or_less = setting.rulings.value("hit") == "or-less"
    needed = value if value > 0 or or_less else setting.sides + 1
    shots = Hits(Dice(dice, setting.sides), needed, or_less)
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
    """Shots for the sky that need no question, because nobody could want it otherwise.

    With at least as many enemy aircraft as shooters left, every shot is one at aircraft, in whatever order. And shooters that
    are all alike need no order: as many roll at once as there are aircraft, for none of these shots can find the sky clear.
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

    Several units of a type may roll together: as many as are sure to find a target each, whatever the others hit.
    Where air priority is optional, any one unit may roll at surface units too.
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
    limit: int  # more hits than this, with those before, find no target
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

    First those whose hits never reach aircraft in flight, so that the others find what these leave.
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
    low = min(most, enemy.surface + (0 if flying else enemy.grounded))
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
