"""Where hits fall, and who chooses: shots for the sky hit aircraft in flight, the rest surface units, then grounded aircraft."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import permutations
from typing import NamedTuple, TypeAlias

from airwar.rulesets.air_supremacy.about import share_hits, take_hits, which_ships
from airwar.rulesets.air_supremacy.position import Setting, ruling
from airwar.rulesets.air_supremacy.units import (
    Force,
    Line,
    Mode,
    also_called,
    below_deck,
    by_name_and_deed,
    describe,
    in_flight,
    merged,
    nation_name,
    nations_in,
    on_the_ground,
    on_the_surface,
    size,
)
from airwar.rulesets.kit import About, Event, Loss, Referee, Rulings, listed, rule, title_of


class Score(NamedTuple):
    """The hits of one side in a round."""

    air: int = 0  # in the fight for the sky
    bombs: int = 0  # of bombs that may be placed on grounded aircraft
    fire: int = 0  # of other fire at the surface
    low: int = 0  # of fire at the surface that never reaches aircraft in flight

    @property
    def at_the_surface(self) -> int:
        return self.bombs + self.fire + self.low


NO_HITS = Score()


class Struck(NamedTuple):
    """The hits of one side's fire, before they fall."""

    setting: Setting
    space: str
    by: str  # the nation that rolled
    owner: str  # the nation whose units were hit
    attacking: bool  # whether the attackers rolled
    enemy: Force  # the units that were hit
    score: Score


Blows: TypeAlias = tuple[tuple[Line, int], ...]  # the hits on each line
Pick: TypeAlias = Callable[[str, Force, int], Blows]  # (which hits, who may be hit, how many) -> where they fall


class Contested(Exception):
    """The losses leave a choice, so somebody must choose."""


def suffer(force: Force, score: Score, surface_fire: str, pick: Pick) -> Force:
    """A force after the enemy's hits: each kind of hit falls where it is allowed to, and `pick` says on whom."""
    force = hit_in_the_sky(force, score.air, pick)
    low, fire = (score.low, score.fire) if flying(force) else (0, score.fire + score.low)
    force, low = hit_by_low_fire(force, low, pick)
    force, left_over = hit_by_bombs(force, score.bombs, pick)
    force, fire = hit_by_fire(force, fire + left_over, surface_fire, pick)
    if surface_fire == "if-no-surface-target":
        force, fire = hit_by_necessity(force, fire, pick)
    if not flying(force):
        force, _ = hit_on_the_ground(force, fire + low, pick)
    return sunk_with_their_ship(force)


@rule("3", "13")
def hit_in_the_sky(force: Force, hits: int, pick: Pick) -> Force:
    """Hits of the fight for the sky fall on aircraft in flight."""
    return hit(force, pick("air", flying(force), hits)) if hits else force


@rule("4", "46")
def hit_by_low_fire(force: Force, hits: int, pick: Pick) -> tuple[Force, int]:
    """Hits of shots that never reach aircraft in flight fall on surface units, before other hits take those targets."""
    # The module does not say in which order hits are placed. Bombs can still go elsewhere, these cannot.
    return after(force, "surface-only", surface(force), hits, pick)


@rule("20")
def hit_by_bombs(force: Force, hits: int, pick: Pick) -> tuple[Force, int]:
    """Hits of bombs fall on surface units or, if their owner prefers, on aircraft on the ground."""
    return after(force, "bombs", (*surface(force), *grounded(force)), hits, pick)


@rule("4")
def hit_by_fire(force: Force, hits: int, surface_fire: str, pick: Pick) -> tuple[Force, int]:
    """Other hits fall on surface units. Ruling: surface-fire-vs-airborne."""
    able = (*surface(force), *flying(force)) if surface_fire == "owner-choice" else surface(force)
    return after(force, "surface", able, hits, pick)


@rule("4", "19")
def hit_by_necessity(force: Force, hits: int, pick: Pick) -> tuple[Force, int]:
    """If no surface units are left, hits fall on aircraft in flight."""
    return after(force, "necessity", flying(force), hits, pick)


@rule("19")
def hit_on_the_ground(force: Force, hits: int, pick: Pick) -> tuple[Force, int]:
    """If no other defenders are left, hits fall on grounded aircraft."""
    return after(force, "grounded", grounded(force), hits, pick)


def after(force: Force, which: str, able: Force, hits: int, pick: Pick) -> tuple[Force, int]:
    """The force after as many of the hits as these lines can take, and the hits left over."""
    taken = min(hits, room(able))
    return (hit(force, pick(which, able, taken)) if taken else force), hits - taken


@lru_cache(maxsize=65536)
def surface(force: Force) -> Force:
    return tuple(line for line in force if on_the_surface(line))


@lru_cache(maxsize=65536)
def flying(force: Force) -> Force:
    return tuple(line for line in force if in_flight(line))


@lru_cache(maxsize=65536)
def grounded(force: Force) -> Force:
    """Grounded aircraft on land. Those below deck are never singled out, because their carrier is another defender."""
    return tuple(line for line in force if on_the_ground(line))


@lru_cache(maxsize=65536)
def room(force: Force) -> int:
    """The hits that a force can take."""
    return sum(line.number * (line.kind.type.hits - line.damage) for line in force)


@lru_cache(maxsize=65536)
def hit(force: Force, blows: Blows) -> Force:
    """The force with these hits on its lines; a ship that takes two is damaged by the first."""
    left = []
    hits = dict(blows)
    for line in force:
        struck = hits.get(line, 0)
        left.append(line._replace(number=line.number - struck))
        if line.damage + 1 < line.kind.type.hits:
            left.append(line._replace(number=struck, damage=line.damage + 1))
    for line, struck in blows:  # the second hit on a ship damaged by the first
        if line not in force:
            left.append(line._replace(number=-struck))
    return merged(left)


@rule("21", "41")
def sunk_with_their_ship(force: Force) -> Force:
    """Units below deck sink with their ship."""
    ships = {line.kind.ship for line in force}
    return tuple(line for line in force if not below_deck(line) or line.kind.home in ships)


# losses without a choice


def by_number_alone(which: str, able: Force, hits: int) -> Blows:
    """The hits on each line where there is no choice."""
    if hits >= room(able) and all(line.kind.type.hits == 1 for line in able):
        return tuple((line, line.number) for line in able)
    if len(able) == 1 and able[0].damage + 1 == able[0].kind.type.hits:
        return ((able[0], hits),)
    raise Contested


@lru_cache(maxsize=262144)
def suffer_without_choice(force: Force, score: Score, surface_fire: str) -> Force | None:
    """The force after these hits, or None when somebody must choose the losses."""
    try:
        return suffer(force, score, surface_fire, by_number_alone)
    except Contested:
        return None


# events


def loss_events(before: Force, after: Force, score: Score, rulings: Rulings) -> list[Event]:
    """Reports every loss by nation and type, and the ruling that let fire at surface units reach aircraft."""
    events: list[Event] = []
    for kind, mode in dict.fromkeys((line.kind, line.mode) for line in before):
        had, has = ([line for line in force if (line.kind, line.mode) == (kind, mode)] for force in (before, after))
        lost, damaged = size(had) - size(has), damaged_in(has) - damaged_in(had)
        if lost:
            ship = "carrier" if kind.type.flies else "transport"
            fate = f"lost with its {ship}" if below_deck(had[0]) else "lost"
            events.append(Loss(nation_name(kind.nation), kind.type.name, lost, fate))
        if damaged > 0:
            events.append(Loss(nation_name(kind.nation), kind.type.name, damaged, "damaged"))
    struck = size(flying(before)) - size(flying(after)) - score.air
    if struck > 0:
        events.append(rulings.ruled("surface-fire-vs-airborne", f"{struck} aircraft in flight hit by fire at surface units"))
    return events


def damaged_in(lines: Iterable[Line]) -> int:
    return size(line for line in lines if line.damage)


# who chooses


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
            return each_nation_picks(ref, struck, which, able, hits)
        about = partial(take_hits, struck.setting, struck.space, struck.owner, struck.by, able, hits, which, struck.score)
        return picked(ref, key, able, hits, attacking, struck.owner if owner else struck.by, owner, about)

    return pick


RULES = {"air": "3", "bombs": "20", "grounded": "19"}  # of the units that hits may fall on, if not the general one


def picked(ref: Referee, key: str, able: Force, hits: int, attacking: bool, by: str, owner: bool, about: About) -> Blows:
    """Somebody says which units the hits fall on."""
    names, items, default, labels, refuse = choice_of(able, hits, attacking, owner)
    which = key.partition(".losses-")[2].partition("-")[0]
    answer = ref.allot(
        key,
        items,
        by=by,
        least=hits,
        most=hits,
        default=default,
        labels=labels,
        refuse=refuse,
        about=about,
        why_not=lambda name: (
            f"{also_called(able, name) or f'{name!r} cannot take these hits'}; "
            f"they fall on {listed(items, 6)} ({RULES.get(which, '4')})"
        ),
    )
    return tuple((names[name], number) for name, number in answer.items() if number)


@rule("44")
def each_nation_picks(ref: Referee, struck: Struck, which: str, able: Force, hits: int) -> Blows:
    """The leading nation shares out the hits, and every nation chooses among its own units. Ruling: joint-losses."""
    attacking = not struck.attacking
    key = f"{struck.space}.{'attacker' if attacking else 'defender'}.losses-{which}"
    offer = choice_of(able, hits, attacking, True)
    forces = {nation: tuple(line for line in able if line.kind.nation == nation) for nation in nations_in(able)}
    default = dict.fromkeys(forces, 0)
    for name, number in offer.default.items():
        default[offer.names[name].kind.nation] += number
    rooms = {nation: min(hits, room(force)) for nation, force in forces.items()}
    labels = {nation: f"hits on units of {nation_name(nation)}" for nation in forces}
    about = partial(share_hits, struck, able, hits, which)
    shares = ref.allot(
        f"{key}-nations",
        rooms,
        by=struck.owner,
        least=hits,
        most=hits,
        default=default,
        labels=labels,
        about=about,
        why_not=lambda nation: f"{nation!r} has no units that can take these hits; {listed(map(nation_name, forces))} have (44)",
    )
    ref.tell(ruling, struck.setting.rulings, "joint-losses")
    return tuple(
        blow
        for nation, share in shares.items()
        if share
        for blow in nation_picks(ref, struck, which, f"{key}-{nation}", forces[nation], share)
    )


def nation_picks(ref: Referee, struck: Struck, which: str, key: str, force: Force, hits: int) -> Blows:
    """One nation says which of its units its share of the hits falls on."""
    nation = force[0].kind.nation
    about = partial(take_hits, struck.setting, struck.space, nation, struck.by, force, hits, which, struck.score)
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
    names = {line.name: line for line in lines}
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
            return f"{answer[name]} of {name}, but only {line.number + first} have been damaged (4)"
    return None


def default_losses(lines: list[Line], able: Force, hits: int, attacking: bool, owner: bool) -> dict[str, int]:
    """Damage that sinks nothing comes first, then the units worth least to their side; an enemy who chooses takes the best.

    Carriers and laden ships, which others depend on, come after that. Grounded aircraft come last: they were grounded to be spared.
    """

    def key(line: Line) -> tuple[bool, bool, bool, tuple[int, int], bool, int]:
        sinks = line.damage + 1 == line.kind.type.hits
        retreats = line.mode == Mode.LEAVING  # of no further use in this battle
        return on_the_ground(line), sinks, bool(line.kind.ship), line.kind.type.worth(attacking), not retreats, line.kind.order

    answer = {line.name: 0 for line in lines}
    # an enemy who prefers sinking skips ships that must be damaged first, so this goes through everything twice
    for line in [*sorted(lines, key=key, reverse=not owner), *sorted(lines, key=key)]:
        damaged_now = sum(answer[sound.name] for sound in able if becomes(sound, line))
        answer[line.name] += min(line.number + damaged_now - answer[line.name], hits - sum(answer.values()))
    return answer


# ships that fight alike, and have names

FEW = 6  # ships for which it is worth finding out whether the hits can only be theirs


@rule("4", "38")
def ships_by_name(ref: Referee, struck: Struck, left: Force) -> Force:
    """Which of several single ships that fight alike have been hit: Bismarck or Tirpitz. Their owner says, ship by ship."""
    for alike, ships in by_name_and_deed(struck.enemy).items():
        single = len({line.kind.unit for line in ships}) == len(ships) > 1 and all(line.number == 1 for line in ships)
        if single and ships[0].kind.type.sphere == "sea":
            these = by_name_and_deed(left).get(alike, [])
            now = {line.kind.unit: line.damage for line in these}
            lives = ships[0].kind.type.hits
            states = sorted(now.get(line.kind.unit, lives) for line in ships)
            if len({*states}) > 1 or len({line.damage for line in ships}) > 1:
                hits = hit_by_name(ref, struck, ships, states, now)
                others = [line for line in left if line not in these]
                struck_now = [line._replace(damage=line.damage + hits[line.kind.unit]) for line in ships]
                left = merged([*others, *(line for line in struck_now if line.damage < lives)])
    return left


def hit_by_name(
    ref: Referee, struck: Struck, ships: Sequence[Line], states: Sequence[int], now: Mapping[str, int]
) -> Mapping[str, int]:
    """How many hits each of these ships has taken, so that together they are in the states that the hits have left."""
    lives, kind = ships[0].kind.type.hits, ships[0].kind
    before = {line.kind.unit: line.damage for line in ships}
    usual = {unit: now.get(unit, lives) - damage for unit, damage in before.items()}

    def refuse(hits: Mapping[str, int]) -> str | None:
        found = sorted(damage + hits[unit] for unit, damage in before.items())
        return None if found == states else f"that is not what the hits have left of {len(ships)} ships (4)"

    few = len(ships) <= FEW
    ways = {after for after in permutations(states) if all(map(int.__ge__, after, before.values()))} if few else ()
    if len(ways) == 1:
        return usual
    owner = struck.setting.rulings.value("casualty-chooser") == "owner"
    return ref.allot(
        f"{struck.space}.{'attacker' if not struck.attacking else 'defender'}.losses-of-{ships[0]._replace(damage=0).name}",
        {unit: lives - damage for unit, damage in before.items()},
        by=kind.nation if owner else struck.by,
        least=sum(usual.values()),
        most=sum(usual.values()),
        default=usual,
        labels={unit: title_of(unit) for unit in before},
        refuse=refuse,
        about=partial(which_ships, struck.setting, struck.space, ships, sum(usual.values())),
        why_not=lambda name: f"{name!r} is not one of the ships that were hit (4)",
    )
