"""Air combat (19): one round of it, on the Air Combat Table, and how its effects fall on a mixed force."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import permutations, product
from typing import NamedTuple

from airwar.engine.chart import load_chart
from airwar.engine.dice import D6, OnRow, Row, Term
from airwar.engine.referee import Event, Loss, Referee
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.units import PACKAGE, SQUADRON_KINDS, AirType

TABLE_TOP = 20  # the highest strength that the table prints


class Effect(NamedTuple):
    """What a roll does to the enemy: so many eliminated, so many forced to abort."""

    eliminated: int
    aborted: int

    def __str__(self) -> str:
        return f"{self.eliminated}/{self.aborted}" if self.eliminated or self.aborted else "0"


NOTHING = Effect(0, 0)


class Line(NamedTuple):
    """Part of a force: units of one type, from one unit of the scenario, inverted or not."""

    unit: str
    type: AirType
    parts: tuple[int, ...]  # one number, or attack, cover and search squadrons
    inverted: bool = False
    aborted: tuple[int, ...] = ()  # how many of each part, by the enemy's last roll
    whole: int = 0  # the factors that these squadrons were, once broken down

    @property
    def number(self) -> int:
        return sum(self.parts)

    @property
    def label(self) -> str:
        kind = self.type.label.replace("AAF", "AAS") if self.whole else self.type.label
        return f"{kind}{' squadron' if self.whole and self.type.kind != 'aaf' else ''}{' (inverted)' if self.inverted else ''}"

    def broken(self) -> Line:
        """The same units as squadrons (17.141C, 17.25, 17.55, 17.65, 19.51)."""
        if self.whole or self.type.in_squadrons:
            return self
        count = self.parts[0]
        return self._replace(parts=(count,) * 3 if self.type.kind == "aaf" else (3 * count,), whole=count)


Force = tuple[Line, ...]


def size(force: Force) -> int:
    """How many factors or squadrons there are, air transports included."""
    return sum(line.number for line in force)


@rule("19.5", "19.51", "17.141C", "17.25")
def fought_in_squadrons(*forces: Force) -> bool:
    """Whether naval air, or squadrons broken down before, make this a fight of squadrons."""
    return any(line.whole or line.type.in_squadrons for force in forces for line in force)


def broken_down(force: Force) -> Force:
    return tuple(line.broken() for line in force)


# 19.2: the row


@rule("17.55", "17.65")
@lru_cache(maxsize=4096)
def strength(force: Force) -> int:
    """The strength that rolls: a jet counts three, an air transport nothing."""
    weights = {"jet": 3, "transport": 0}
    return sum(weights.get(line.type.kind, 1) * line.number for line in force)


@rule("19.2", "19.21", "19.42")
@cache
def table_row(of_strength: int) -> Row[Effect]:
    """The row of the Air Combat Table. Above 20, row 20 is added as often as it goes in, then the remainder."""
    twenties, rest = divmod(of_strength, TABLE_TOP)
    labels = [str(TABLE_TOP)] * twenties + ([str(rest)] if rest else [])
    rows = [load_chart(PACKAGE, "air-combat").row(label, effect) for label in labels]
    cells = tuple(
        Effect(sum(cell.eliminated for cell in column), sum(cell.aborted for cell in column))
        for column in zip(*(row.cells for row in rows), strict=True)
    )
    return Row("+".join(labels), rows[0].first, cells, rows[0].chart)


def effect(cell: str) -> Effect:
    """A printed cell understood; a bare 0 is nothing at all."""
    eliminated, _, aborted = cell.partition("/")
    return Effect(int(eliminated), int(aborted or 0))


def eliminations_only(cell: Effect) -> Effect:
    """For a roll whose aborts cannot matter any more."""
    return Effect(cell.eliminated, 0)


# 19.3: the modifiers


@rule("19.31A")
def lowest_drm(force: Force) -> int:
    """The lowest Air Nationality DRM present counts for the whole force."""
    return min(line.type.drm for line in force)


@rule("19.31B", "17.56")
def jets(force: Force) -> int:
    """One for each jet factor, or each three jet squadrons."""
    return sum(line.number // 3 if line.whole else line.number for line in force if line.type.kind == "jet")


@rule("19.3", "19.31", "19.31C", "19.31D")
@lru_cache(maxsize=4096)
def modifiers(own: Force, enemy: Force, *, patrol: int = 0, radar: int = 0) -> tuple[Term, ...]:
    """Each modifier by name. `patrol` is +1 for combat air patrol, -1 for the strike it meets; `radar` likewise."""
    terms = (
        Term("air nationality", lowest_drm(own) - lowest_drm(enemy), "19.31A"),
        Term("jets", jets(own) - jets(enemy), "19.31B"),
        Term("combat air patrol", patrol, "19.31C"),
        Term("radar", radar, "19.31D"),
    )
    return tuple(term for term in terms if term.value)


@lru_cache(maxsize=4096)
def reading(own: Force, enemy: Force, aborts_matter: bool, patrol: int = 0, radar: int = 0) -> OnRow[Effect] | None:
    """What a side's dice mean, or None for a force without strength, which makes no roll."""
    if not strength(own):
        return None
    meaning = None if aborts_matter else eliminations_only
    return OnRow(2 * D6, table_row(strength(own)), modifiers(own, enemy, patrol=patrol, radar=radar), meaning)


@rule("19.4", "19.41")
def fire(
    ref: Referee, side: str, own: Force, enemy: Force, *, aborts_matter: bool = True, patrol: int = 0, radar: int = 0
) -> Effect:
    """One side's dice roll. Both sides' strengths are those before any loss of the round."""
    meant = reading(own, enemy, aborts_matter, patrol, radar)
    return NOTHING if meant is None else ref.roll(f"{side}.fire", meant, side)


# 19.6: losses from mixed forces


class Share(NamedTuple):
    """A type, or a kind of squadron, in the sharing of effects: how many it has and what it is worth."""

    name: str
    number: int
    drm: int = 0


class Deal:
    """Goes round an order, one effect at a time, passing over whoever has nothing left; it can go on where it stopped."""

    def __init__(self, order: Iterable[Share]) -> None:
        self.names = [share.name for share in order]
        self.at = 0

    def go(self, number: int, left: Mapping[str, int]) -> dict[str, int]:
        """So many effects more, as far as there is somebody left to take them."""
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
    """Deals the eliminations down the order and round again, then the aborts from where those ended."""
    shares = tuple(order)
    deal = Deal(shares)
    eliminated = deal.go(effects.eliminated, {share.name: share.number for share in shares})
    aborted = deal.go(effects.aborted, {share.name: share.number - eliminated[share.name] for share in shares})
    return {name: Effect(eliminated[name], aborted[name]) for name in deal.names}


@rule("19.61", "19.62", "19.61A", "19.61B", "19.61C")
@lru_cache(maxsize=4096)
def orders(shares: tuple[Share, ...], effects: Effect) -> tuple[tuple[Share, ...], ...]:
    """The orders that the rules allow and that make a difference: most first, then the lower DRM, then as the owner likes."""
    ranks: dict[tuple[int, int], list[Share]] = {}
    for share in shares:
        ranks.setdefault((-share.number, share.drm), []).append(share)
    tied = [list(permutations(ranks[rank])) for rank in sorted(ranks)]
    different: dict[tuple[tuple[str, Effect], ...], tuple[Share, ...]] = {}
    for choice in product(*tied):
        order = tuple(share for group in choice for share in group)
        different.setdefault(tuple(sorted(dealt(order, effects).items())), order)
    return tuple(different.values())


@rule("19.62")
def owner_orders(ref: Referee, side: str, what: str, shares: tuple[Share, ...], effects: Effect) -> tuple[Share, ...]:
    """Where numbers and DRMs are equal, the owner of the force chooses who comes first."""
    possible = orders(shares, effects)
    if len(possible) == 1:
        return possible[0]
    named = {",".join(share.name for share in order): order for order in possible}
    labels = {key: spoken(dealt(order, effects)) for key, order in named.items()}
    return named[ref.choose(f"{side}.losses.{what}", labels, by=side)]


def spoken(fates: Mapping[str, Effect]) -> str:
    """A deal in words."""
    parts = []
    for name, (eliminated, aborted) in fates.items():
        words = [f"{eliminated} eliminated"] * bool(eliminated) + [f"{aborted} aborted"] * bool(aborted)
        if words:
            parts.append(f"{name} {' and '.join(words)}")
    return "; ".join(parts) or "no effect"


@rule("19.6", "19.42", "17.57")
def suffer(ref: Referee, side: str, force: Force, effects: Effect, *, drm_breaks_ties: bool = True) -> Force:
    """A force takes the enemy's effects: shared over types, then over kinds of squadron, then over units as the owner likes."""
    if len(force) == 1 and len(force[0].parts) == 1 and not force[0].inverted:
        return lone_line(force[0], effects)
    types = by_type(force)
    shares = tuple(Share(name, size(lines), lines[0].type.drm * drm_breaks_ties) for name, lines in types.items())
    order = owner_orders(ref, side, "types", shares, effects)
    expected = dealt(order, effects)
    kinds = {name: kinds_in_order(ref, side, name, types[name], expected[name]) for name in types}
    deal = Deal(order)
    eliminated = deal.go(effects.eliminated, {share.name: share.number for share in shares})
    for name in types:
        types[name] = take(ref, side, f"{name}.eliminated", types[name], kinds[name], eliminated[name])
    aborted = deal.go(effects.aborted, {name: size(upright(lines)) for name, lines in types.items()})
    for name in types:
        types[name] = take(ref, side, f"{name}.aborted", types[name], kinds[name], aborted[name], aborts=True)
    return tuple(line for lines in types.values() for line in lines if line.number)


@lru_cache(maxsize=65536)
def lone_line(line: Line, effects: Effect) -> Force:
    """All effects fall on one line of like units; what is left over is lost."""
    left = line.parts[0] - min(effects.eliminated, line.parts[0])
    return (line._replace(parts=(left,), aborted=(min(effects.aborted, left),)),) if left else ()


def upright(force: Force) -> Force:
    """The uninverted part of a force."""
    return tuple(line for line in force if not line.inverted)


def by_type(force: Force) -> dict[str, Force]:
    """The lines of each type of 19.61, their earlier aborts forgotten."""
    types: dict[str, Force] = {}
    for line in force:
        clash = any(other.type.slug == line.type.slug and other.type.drm != line.type.drm for other in force)
        name = f"{line.type.slug}{line.type.drm:+d}" if clash else line.type.slug
        types[name] = (*types.get(name, ()), line._replace(aborted=()))
    return types


@rule("19.65", "19.65A", "19.65B")
def kinds_in_order(ref: Referee, side: str, name: str, lines: Force, effects: Effect) -> Deal:
    """Army squadrons of one nationality share their effects over attack, cover and search; others are all of one kind."""
    if len(lines[0].parts) == 1:
        return Deal([Share("", 0)])
    shares = tuple(Share(kind, sum(line.parts[at] for line in lines)) for at, kind in enumerate(SQUADRON_KINDS))
    return Deal(owner_orders(ref, side, f"{name}.kinds", shares, effects))


def take(ref: Referee, side: str, what: str, lines: Force, deal: Deal, number: int, aborts: bool = False) -> Force:
    """The units of one type take so many effects, kind by kind; inverted units do not abort."""
    names = ("",) if len(lines[0].parts) == 1 else SQUADRON_KINDS
    able = [not (aborts and line.inverted) for line in lines]
    left = {kind: sum(line.parts[at] for line, can in zip(lines, able, strict=True) if can) for at, kind in enumerate(names)}
    by_kind = deal.go(number, left)
    hit = [[0] * len(names) for _ in lines]
    for at, kind in enumerate(names):
        room = [line.parts[at] if can else 0 for line, can in zip(lines, able, strict=True)]
        for row, count in zip(hit, owner_picks(ref, side, f"{what}.{kind}".rstrip("."), lines, room, by_kind[kind]), strict=True):
            row[at] = count
    if aborts:
        return tuple(line._replace(aborted=tuple(row)) for line, row in zip(lines, hit, strict=True))
    return tuple(
        line._replace(parts=tuple(have - lost for have, lost in zip(line.parts, row, strict=True)))
        for line, row in zip(lines, hit, strict=True)
    )


def owner_picks(ref: Referee, side: str, what: str, lines: Force, room: list[int], number: int) -> list[int]:
    """Which units of a type take the effects: asked only where there are several."""
    items = {f"{line.unit}{'-inverted' if line.inverted else ''}": count for line, count in zip(lines, room, strict=True)}
    labels = {key: f"{line.unit}: {line.label}" for key, line in zip(items, lines, strict=True)}
    return list(ref.allot(f"{side}.losses.{what}", items, by=side, least=number, most=number, labels=labels).values())


def told_losses(side: str, before: Force, after: Force) -> list[Event]:
    """What a round cost one side, line by line."""
    left = {(line.unit, line.inverted): line for line in after}
    events: list[Event] = []
    for line in before:
        now = left.get((line.unit, line.inverted))
        gone = line.number - (now.number if now else 0)
        if gone:
            events.append(Loss(side, f"{line.unit}: {line.label}", gone, "eliminated"))
        if now and any(now.aborted):
            events.append(Loss(side, f"{line.unit}: {line.label}", sum(now.aborted), "aborted"))
    return events
