"""Who chooses the losses, what can be chosen, and the default."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import NamedTuple

from airwar.engine.referee import About, Referee
from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.about import share_hits, take_hits
from airwar.rulesets.air_supremacy.fire import Struck
from airwar.rulesets.air_supremacy.forces import LEAVING, Force, Line, describe, line_name, nations_in, on_the_ground
from airwar.rulesets.air_supremacy.losses import Blows, Pick, room
from airwar.rulesets.air_supremacy.options import ruling
from airwar.rulesets.air_supremacy.units import nation_name


def chooser(ref: Referee, struck: Struck) -> Pick:
    """The owner of the units hit chooses, by default the cheapest. Ruling: casualty-chooser.

    Whether bombs fall on grounded aircraft is always the owner's choice (20).
    """
    attacking = not struck.attacking
    side = "attacker" if attacking else "defender"

    rulings = struck.setting.rulings

    def pick(which: str, able: Force, hits: int) -> Blows:
        owner = which == "bombs" or rulings.value("casualty-chooser") == "owner"
        key = f"{struck.space}.{side}.losses-{which}"
        if owner and len(nations_in(able)) > 1 and rulings.value("joint-losses") == "each-nation":
            return each_nation_picks(ref, struck, key, able, hits)
        about = partial(take_hits, struck.setting, struck.space, struck.owner, struck.by, able, hits)
        return picked(ref, key, able, hits, attacking, struck.owner if owner else struck.by, owner, about)

    return pick


def picked(ref: Referee, key: str, able: Force, hits: int, attacking: bool, by: str, owner: bool, about: About) -> Blows:
    """Somebody says on which units hits fall."""
    names, items, default, labels, refuse = choice_of(able, hits, attacking, owner)
    answer = ref.allot(key, items, by=by, least=hits, most=hits, default=default, labels=labels, refuse=refuse, about=about)
    return tuple((names[name], number) for name, number in answer.items() if number)


@rule("44")
def each_nation_picks(ref: Referee, struck: Struck, key: str, able: Force, hits: int) -> Blows:
    """The leading nation shares out the hits, and every nation chooses among its own units. Ruling: joint-losses."""
    attacking = not struck.attacking
    offer = choice_of(able, hits, attacking, True)
    forces = {nation: tuple(line for line in able if line.kind.nation == nation) for nation in nations_in(able)}
    default = dict.fromkeys(forces, 0)
    for name, number in offer.default.items():
        default[offer.names[name].kind.nation] += number
    rooms = {nation: min(hits, room(force)) for nation, force in forces.items()}
    labels = {nation: f"hits on units of {nation_name(nation)}" for nation in forces}
    about = partial(share_hits, struck, able, hits)
    shares = ref.allot(f"{key}-nations", rooms, by=struck.owner, least=hits, most=hits, default=default, labels=labels, about=about)
    ref.tell(ruling, struck.setting.rulings, "joint-losses")
    return tuple(
        blow
        for nation, share in shares.items()
        if share
        for blow in nation_picks(ref, struck, f"{key}-{nation}", forces[nation], share)
    )


def nation_picks(ref: Referee, struck: Struck, key: str, force: Force, hits: int) -> Blows:
    """One nation says on which of its units its share of the hits falls."""
    nation = force[0].kind.nation
    about = partial(take_hits, struck.setting, struck.space, nation, struck.by, force, hits)
    return picked(ref, key, force, hits, not struck.attacking, nation, True, about)


class Offer(NamedTuple):
    """The choice of losses that is offered."""

    names: dict[str, Line]
    items: dict[str, int]
    default: dict[str, int]
    labels: dict[str, str]
    refuse: Callable[[Mapping[str, int]], str | None]


@lru_cache(maxsize=65536)
def choice_of(able: Force, hits: int, attacking: bool, owner: bool) -> Offer:
    """The units that can be hit, how often each, and the default losses."""
    lines = [line for line in possible_targets(able) if capacity(line, able, hits)]
    names = {line_name(line): line for line in lines}
    items = {name: capacity(line, able, hits) for name, line in names.items()}
    labels = {name: describe(line) for name, line in names.items()}
    return Offer(names, items, default_losses(lines, able, hits, attacking, owner), labels, partial(damage_refused, names))


def possible_targets(able: Force) -> list[Line]:
    """Every line that can be hit, including ships that are damaged only by the first hits of this round."""
    lines = list(able)
    for line in able:
        worse = line._replace(damage=line.damage + 1)
        if worse.damage < line.kind.type.hits and not any(same(worse, other) for other in able):
            lines.append(worse._replace(number=0))
    return lines


def same(line: Line, other: Line) -> bool:
    return line._replace(number=0) == other._replace(number=0)


def becomes(sound: Line, damaged: Line) -> bool:
    """Whether a hit turns the first line into the second."""
    return same(sound._replace(damage=sound.damage + 1), damaged)


def capacity(line: Line, able: Force, hits: int) -> int:
    """How many of the hits can fall on a line. A ship damaged in this round has taken a hit before it takes another."""
    sounder = sum(other.number for other in able if becomes(other, line))
    return min(hits, line.number + min(sounder, (hits - line.number) // 2))


def damage_refused(names: Mapping[str, Line], answer: Mapping[str, int]) -> str | None:
    """Why hits cannot fall like this, or None: a second hit needs a ship that has taken its first."""
    for name, line in names.items():
        first = sum(answer[other] for other, sound in names.items() if becomes(sound, line))
        if answer[name] > line.number + first:
            return f"{answer[name]} of {name}, but only {line.number + first} have been damaged"
    return None


def default_losses(lines: list[Line], able: Force, hits: int, attacking: bool, owner: bool) -> dict[str, int]:
    """Damage that sinks nothing first, then the units worth least to their side; an enemy who chooses takes the best.

    Grounded aircraft come last: they were grounded to be spared.
    """

    def key(line: Line) -> tuple[bool, bool, tuple[int, int], bool, int]:
        sinks = line.damage + 1 == line.kind.type.hits
        retreats = line.mode == LEAVING  # of no more use in this battle
        return on_the_ground(line), sinks, line.kind.type.worth(attacking), not retreats, line.kind.order

    answer = {line_name(line): 0 for line in lines}
    # an enemy who prefers sinking skips ships that must be damaged first, so everything is gone through twice
    for line in [*sorted(lines, key=key, reverse=not owner), *sorted(lines, key=key)]:
        damaged_now = sum(answer[line_name(sound)] for sound in able if becomes(sound, line))
        answer[line_name(line)] += min(line.number + damaged_now - answer[line_name(line)], hits - sum(answer.values()))
    return answer
