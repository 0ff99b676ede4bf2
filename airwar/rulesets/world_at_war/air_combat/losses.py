"""Losses from mixed forces (19.6): over types, then over kinds of squadron, then over units as the owner chooses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import permutations, product
from typing import NamedTuple

from airwar.engine.referee import About, Event, Loss, Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.rulings import Rulings
from airwar.rulesets.world_at_war.air_combat.about import kinds_share, types_share, units_take
from airwar.rulesets.world_at_war.air_combat.forces import Effect, Force, Line, size, upright
from airwar.rulesets.world_at_war.options import DEFAULTS
from airwar.rulesets.world_at_war.units.types import SQUADRON_KINDS
from airwar.rulesets.world_at_war.units.unit import Unit


class Share(NamedTuple):
    """A type, or a kind of squadron, in the sharing of effects: how many it has and what it is worth."""

    name: str
    number: int
    drm: int = 0
    nation: int = 0  # how many its nation has in all, where that breaks ties
    inverted: int = 0  # how many of them are inverted, and so do not abort


class Deal:
    """Deals effects around an order, one at a time, skipping shares that are used up; it can resume where it stopped."""

    def __init__(self, order: Iterable[Share]) -> None:
        self.names = [share.name for share in order]
        self.at = 0

    def go(self, number: int, left: Mapping[str, int]) -> dict[str, int]:
        """Deals this many more effects, as far as anything is left to take them."""
        left = dict(left)
        taken = dict.fromkeys(self.names, 0)
        for _ in range(min(number, sum(left.values()))):
            while not left.get(self.names[self.at % len(self.names)]):
                self.at += 1
            name = self.names[self.at % len(self.names)]
            left[name] -= 1
            taken[name] += 1
            self.at += 1
        return taken


@rule("19.61", "19.63")
def dealt(order: Iterable[Share], effects: Effect) -> dict[str, Effect]:
    """Deals the eliminations down the order and round again, then the aborts from where they ended."""
    shares = tuple(order)
    deal = Deal(shares)
    eliminated = deal.go(effects.eliminated, {share.name: share.number for share in shares})
    aborted = deal.go(effects.aborted, {share.name: left_to_abort(share, eliminated[share.name]) for share in shares})
    return {name: Effect(eliminated[name], aborted[name]) for name in deal.names}


@rule("19.64")
def left_to_abort(share: Share, eliminated: int) -> int:
    """How many can abort if inverted units, which cannot, are eliminated first."""
    return min(share.number - eliminated, share.number - share.inverted)


@rule("19.61", "19.62", "19.61A", "19.61B", "19.61C")
@lru_cache(maxsize=4096)
def orders(shares: tuple[Share, ...], effects: Effect) -> tuple[tuple[Share, ...], ...]:
    """The orders that the rules allow and that make a difference: most first, then the lower DRM, then the owner's choice."""
    ranks: dict[tuple[int, int, int], list[Share]] = {}
    for share in shares:
        ranks.setdefault((-share.number, share.drm, -share.nation), []).append(share)
    tied = [list(permutations(ranks[rank])) for rank in sorted(ranks)]
    different: dict[tuple[tuple[str, Effect], ...], tuple[Share, ...]] = {}
    for choice in product(*tied):
        order = tuple(share for group in choice for share in group)
        different.setdefault(tuple(sorted(dealt(order, effects).items())), order)
    return tuple(different.values())


@rule("19.62")
def owner_orders(
    ref: Referee, side: str, what: str, shares: tuple[Share, ...], effects: Effect, *, types: Mapping[str, Force], about: About
) -> tuple[Share, ...]:
    """Where numbers and DRMs are equal, the owner of the force chooses the order."""
    possible = orders(shares, effects)
    if len(possible) == 1:
        return possible[0]
    named = {",".join(share.name for share in order): order for order in possible}
    labels = {key: described(dealt(order, effects), types) for key, order in named.items()}
    return named[ref.choose(f"{side}.losses.{what}", labels, by=side, about=about)]


def described(fates: Mapping[str, Effect], types: Mapping[str, Force]) -> str:
    """Describes a deal among these types, or among kinds of squadron."""
    parts = []
    for name, (eliminated, aborted) in fates.items():
        words = [f"{eliminated} eliminated"] * bool(eliminated) + [f"{aborted} aborted"] * bool(aborted)
        if words:
            parts.append(f"{type_name(name, types)}: {' and '.join(words)}")
    return "; ".join(parts) or "no effect"


def type_name(name: str, types: Mapping[str, Force]) -> str:
    """A type as players call it, with the DRM where only that tells two types apart; or a kind of squadron."""
    if name not in types:
        return f"{name} squadrons"
    air_type = types[name][0].air_type
    return f"{air_type.label} {name.removeprefix(air_type.slug).replace('-inverted', ' inverted').strip()}".strip()


@rule("19.6", "19.42", "17.57")
def suffer(
    ref: Referee,
    side: str,
    force: Force,
    effects: Effect,
    rulings: Rulings = DEFAULTS,
    *,
    drm_breaks_ties: bool = True,
    based: Sequence[Unit] = (),
) -> Force:
    """A force takes the enemy's effects: shared over types, then over kinds of squadron, then over units as the owner chooses.

    `based`: the units, if they are where they are based and do nothing else.
    """
    if len(force) == 1 and len(force[0].parts) == 1 and not force[0].inverted:
        return lone_line(force[0], effects)
    types = by_type(force, rulings)
    shares = shares_of(ref, types, effects, rulings, drm_breaks_ties)
    order = owner_orders(
        ref, side, "types", shares, effects, types=types, about=partial(types_share, rulings, side, force, effects)
    )
    expected = dealt(order, effects)
    kinds = {name: kinds_in_order(ref, side, name, types[name], expected[name], rulings) for name in types}
    deal = Deal(order)
    eliminated = deal.go(effects.eliminated, {share.name: share.number for share in shares})
    for name in types:
        types[name] = take(ref, side, f"{name}.eliminated", types[name], kinds[name], eliminated[name], rulings, based)
    aborted = deal.go(effects.aborted, {name: size(upright(lines)) for name, lines in types.items()})
    for name in types:
        types[name] = take(ref, side, f"{name}.aborted", types[name], kinds[name], aborted[name], rulings, based, aborts=True)
    return tuple(line for lines in types.values() for line in lines if line.number)


@rule("19.62")
def shares_of(
    ref: Referee, types: Mapping[str, Force], effects: Effect, rulings: Rulings, drm_breaks_ties: bool
) -> tuple[Share, ...]:
    """The types as shares. Where two owners share a force, the larger nation comes first of equal types."""
    shares = tuple(
        Share(name, size(lines), lines[0].air_type.drm * drm_breaks_ties, inverted=size(lines) - size(upright(lines)))
        for name, lines in types.items()
    )
    if rulings.value("tied-types") == "owner" or len(orders(shares, effects)) == 1:
        return shares
    nations: dict[str, int] = {}
    for lines in types.values():
        nations[lines[0].air_type.nation] = nations.get(lines[0].air_type.nation, 0) + size(lines)
    ref.tell(rulings.ruled, "tied-types", "of equal types, those of the nation with more in the force come first")
    return tuple(share._replace(nation=nations[types[share.name][0].air_type.nation]) for share in shares)


@lru_cache(maxsize=65536)
def lone_line(line: Line, effects: Effect) -> Force:
    """All effects fall on one line of like units; what is left over is lost."""
    left = line.parts[0] - min(effects.eliminated, line.parts[0])
    return (line._replace(parts=(left,), aborted=(min(effects.aborted, left),)),) if left else ()


def by_type(force: Force, rulings: Rulings = DEFAULTS) -> dict[str, Force]:
    """The lines of each type of 19.61, with earlier aborts cleared; inverted units are of the same type as uninverted ones."""
    types: dict[str, Force] = {}
    for line in force:
        clash = any(other.air_type.slug == line.air_type.slug and other.air_type.drm != line.air_type.drm for other in force)
        name = f"{line.air_type.slug}{line.air_type.drm:+d}" if clash else line.air_type.slug
        if line.inverted and rulings.value("inverted-types") == "apart":
            name += "-inverted"
        types[name] = (*types.get(name, ()), line._replace(aborted=()))
    return types


@rule("19.65", "19.65A", "19.65B")
def kinds_in_order(ref: Referee, side: str, name: str, lines: Force, effects: Effect, rulings: Rulings) -> Deal:
    """Army squadrons of one nationality share their effects over attack, cover and search; others are all of one kind."""
    if len(lines[0].parts) == 1:
        return Deal([Share("", 0)])
    shares = tuple(
        Share(kind, sum(line.parts[at] for line in lines), inverted=sum(line.parts[at] for line in lines if line.inverted))
        for at, kind in enumerate(SQUADRON_KINDS)
    )
    about = partial(kinds_share, rulings, side, lines, effects)
    return Deal(owner_orders(ref, side, f"{name}.kinds", shares, effects, types={}, about=about))


def take(
    ref: Referee,
    side: str,
    what: str,
    lines: Force,
    deal: Deal,
    number: int,
    rulings: Rulings,
    based: Sequence[Unit],
    aborts: bool = False,
) -> Force:
    """The units of one type take this many effects, kind by kind; inverted units do not abort."""
    if len(lines) == 1 and len(lines[0].parts) == 1:
        return (taken_alone(lines[0], number, aborts),)
    names = ("",) if len(lines[0].parts) == 1 else SQUADRON_KINDS
    able = [not (aborts and line.inverted) for line in lines]
    left = {kind: sum(line.parts[at] for line, can in zip(lines, able, strict=True) if can) for at, kind in enumerate(names)}
    by_kind = deal.go(number, left)
    hit = [[0] * len(names) for _ in lines]
    for at, kind in enumerate(names):
        room = [line.parts[at] if can else 0 for line, can in zip(lines, able, strict=True)]
        picks = owner_picks(ref, side, f"{what}.{kind}".rstrip("."), lines, room, by_kind[kind], rulings, based)
        for row, count in zip(hit, picks, strict=True):
            row[at] = count
    if aborts:
        return tuple(line._replace(aborted=tuple(row)) for line, row in zip(lines, hit, strict=True))
    return tuple(
        line._replace(parts=tuple(have - lost for have, lost in zip(line.parts, row, strict=True)))
        for line, row in zip(lines, hit, strict=True)
    )


@lru_cache(maxsize=65536)
def taken_alone(line: Line, number: int, aborts: bool) -> Line:
    """One line of like units takes what falls on it, as far as it can."""
    if aborts:
        return line._replace(aborted=(0 if line.inverted else min(number, line.parts[0]),))
    return line._replace(parts=(line.parts[0] - min(number, line.parts[0]),))


def owner_picks(
    ref: Referee, side: str, what: str, lines: Force, room: list[int], number: int, rulings: Rulings, based: Sequence[Unit]
) -> list[int]:
    """Which units of a type take the effects: asked only where there are several."""
    items = {f"{line.name}{'-inverted' if line.inverted else ''}": count for line, count in zip(lines, room, strict=True)}
    labels = {key: f"{line.name}: {line.label}" for key, line in zip(items, lines, strict=True)}
    about = partial(units_take, rulings, side, lines, number, what)
    key, quiet = f"{side}.losses.{what}", alike([line for line, count in zip(lines, room, strict=True) if count], based)
    picked = ref.allot(key, items, by=side, least=number, most=number, labels=labels, about=about, quiet=quiet)
    return list(picked.values())


def alike(lines: Iterable[Line], based: Sequence[Unit]) -> bool:
    """Whether nobody can tell these units of a type apart: they are at one base, in the same status, and none has flown yet."""
    homes = {unit.id: unit.home for unit in based if unit.number == unit.ready + unit.inverted}
    return len({(line.label, homes.get(line.unit, line.name)) for line in lines}) == 1


def loss_report(side: str, before: Force, after: Force) -> list[Event]:
    """What a round cost one side, line by line."""
    left = {(line.name, line.inverted): line for line in after}
    events: list[Event] = []
    for line in before:
        now = left.get((line.name, line.inverted))
        lost = line.number - (now.number if now else 0)
        if lost:
            events.append(Loss(side, f"{line.name}: {line.label}", lost, "eliminated"))
        if now and any(now.aborted):
            events.append(Loss(side, f"{line.name}: {line.label}", sum(now.aborted), "aborted"))
    return events
