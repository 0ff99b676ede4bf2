"""Who rolls at what (rules 1-18): the pool that fights for the sky, what may be rolled together, and the shots at surface units."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from airwar.engine.dice import Dice, Hits
from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.state import (
    FIGHTS,
    LEAVING,
    Force,
    Scored,
    Setting,
    Shooter,
    Targets,
    on_the_field,
    on_the_surface,
)
from airwar.rulesets.air_supremacy.units import Kind, type_name

Pool = tuple[Shooter, ...]


@rule("13", "17", "22")
@lru_cache(maxsize=65536)
def targets(force: Force) -> Targets:
    """Grounded aircraft are no targets in the air; whoever retreats flies, grounded before or not."""
    surface = sum(line.number * (line.kind.type.hits - line.hurt) for line in force if on_the_surface(line))
    flying = sum(line.number for line in force if line.kind.type.flies and line.mode in (FIGHTS, LEAVING))
    return Targets(surface, flying, sum(line.number for line in force if on_the_field(line)))


@rule("8", "9", "18", "25")
@lru_cache(maxsize=65536)
def mustered(setting: Setting, space: str, force: Force, attacking: bool) -> tuple[Pool, Pool]:
    """Who rolls: those that may fight for the sky, the best first, and the others. Grounded aircraft do not roll."""
    rolling = (FIGHTS, LEAVING) if setting.options["retreaters-roll"] == "yes" else (FIGHTS,)
    counts: dict[Shooter, int] = {}
    for line in force:
        if line.mode in rolling:
            shooter = shooter_of(setting, space, line.kind, attacking)
            known = next((other for other in counts if other[1:] == shooter[1:]), shooter)
            counts[known] = counts.get(known, 0) + line.number
    shooters = [shooter._replace(number=count) for shooter, count in counts.items()]
    pool = [shooter for shooter in shooters if shooter.air is not None]
    # The best in the air first; of equals, the one that is worst at what comes after. Bombers have better things to do.
    pool.sort(key=lambda one: (bool(one.bombs), -(one.air or 0), one.surface))
    return tuple(pool), tuple(shooter for shooter in shooters if shooter.air is None)


@rule("12", "25")
def shooter_of(setting: Setting, space: str, kind: Kind, attacking: bool) -> Shooter:
    """What one unit rolls here: a dispatched bomber has its air roll only, an attacking gun nothing against aircraft."""
    surface, air, bombs = kind.type.values(attacking)
    name = kind.type.id
    if attacking and kind.type.id == "anti-aircraft" and setting.options["aa-attack"] == "none":
        surface = 0
    if away(kind, space) and kind.type.bombs and setting.options["dispatched-bomber-vs-surface"] == "no":
        name, surface = f"{name}-guest", 0
    return Shooter(name, air, surface, bombs, kind.type.by_necessity, 0)


def away(kind: Kind, space: str) -> bool:
    """Whether aircraft defend here that are at home elsewhere."""
    return bool(kind.home) and kind.space != space


@lru_cache(maxsize=4096)
def reading(setting: Setting, dice: int, value: int, most: int) -> Hits:
    """Dice that each hit on the value or less, or more, by the option; with no value, never. At most `most` hits count."""
    or_less = setting.options["hit"] == "or-less"
    needed = value if value > 0 or or_less else setting.sides + 1
    return Hits(Dice(dice, setting.sides), needed, or_less, most=most if most < dice else None)


# the fight for the sky


class Shots(NamedTuple):
    """Dice that are rolled now: whose, how many units, and at what."""

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
    """How many have still to roll."""
    return sum(shooter.number for shooter in pool)


@rule("5", "10", "11", "14")
@lru_cache(maxsize=65536)
def next_shots(pool: Pool, sky: int, surface: int, optional: bool) -> tuple[dict[str, Shots], dict[str, str]]:
    """What the roller may roll next, and how it is shown: any one unit at aircraft, or an attacking bomber's bombs.

    Who would go on with the same type anyway may roll several at once: as many as find a target each, whatever the others hit.
    Where air priority is optional, any one may roll at surface units as well.
    """
    found: dict[str, Shots] = {}
    for shooter in pool:
        name, together = shooter.name, min(shooter.number, sky)
        if shooter.bombs:
            if shooter.number > 1:
                found[f"{name}-bombs-together"] = Shots(shooter, shooter.number, "bombs")
            found[f"{name}-bombs"] = Shots(shooter, 1, "bombs")
        if together > 1:
            found[f"{name}-air-together"] = Shots(shooter, together, "air")
        found[f"{name}-air"] = Shots(shooter, 1, "air")
        if optional and surface and not shooter.bombs:
            found[f"{name}-surface"] = Shots(shooter, 1, "surface")
    return found, {name: described(shots) for name, shots in found.items()}


def described(shots: Shots) -> str:
    """Shots as they are offered: `3 fighters together at aircraft, on 6`."""
    shooter, units, at = shots
    who = f"{units} {type_name(shooter.name)}s together" if units > 1 else f"one {type_name(shooter.name)}"
    if at == "bombs":
        return f"{who} with bombs, on {' and '.join(map(str, shooter.bombs))}"
    return f"{who} at aircraft, on {shooter.air}" if at == "air" else f"{who} at surface units, on {shooter.surface}"


@lru_cache(maxsize=65536)
def less(pool: Pool, shots: Shots) -> Pool:
    """The pool without those that have rolled."""
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

    def room(self, scored: Scored) -> int:
        """How many more hits find a target."""
        return self.limit - scored.low - (0 if self.kind == "low" else scored.bombs + scored.fire)

    def hitting(self, scored: Scored, hits: int) -> Scored:
        """The score with the hits of this lot."""
        if self.kind == "low":
            return scored._replace(low=scored.low + hits)
        if self.kind == "bombs":
            return scored._replace(bombs=scored.bombs + hits)
        return scored._replace(fire=scored.fire + hits)


@rule("4", "6", "9", "12", "15")
@lru_cache(maxsize=65536)
def lots_at_the_surface(
    setting: Setting, space: str, attacking: bool, pool: Pool, support: Force, enemy: Targets, flying: int
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
    in_flight = 0 if setting.options["surface-fire-vs-airborne"] == "never" else flying
    everything = enemy.surface + in_flight + enemy.grounded
    low = enemy.surface + (0 if flying else enemy.grounded)
    limits = {
        "support": ("low", low),
        "surface-only": ("low", low),
        "bombs": ("bombs", everything),
        "surface": ("fire", everything),
    }
    side = f"{space}.{'attacker' if attacking else 'defender'}"
    return tuple(
        Lot(kind, limit, f"{side}.{name}-{value}", dice[name][value], value)
        for name, (kind, limit) in limits.items()
        if limit
        for value in sorted(dice[name], reverse=True)
    )


def add(dice: dict[int, int], value: int, number: int) -> None:
    """Adds dice of a value, unless they could never hit."""
    if value > 0 and number:
        dice[value] = dice.get(value, 0) + number
