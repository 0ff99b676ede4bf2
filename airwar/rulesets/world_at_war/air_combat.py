"""Air combat (19): the dice and their modifiers, losses and who takes them, squadrons, and how it is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import cycle, permutations, product
from typing import NamedTuple

from airwar.engine.dice import D6, OnRow, Row, Term
from airwar.engine.referee import About, Event, Loss, Note, Referee, Sheet, first_come
from airwar.engine.rule import rule
from airwar.engine.words import count, listed, side_name, verb
from airwar.rulesets.kit import Rulings, facts, load_chart
from airwar.rulesets.world_at_war.options import DEFAULTS
from airwar.rulesets.world_at_war.units import (
    NOTHING,
    PACKAGE,
    SQUADRON_KINDS,
    Effect,
    Force,
    Line,
    Sent,
    Unit,
    broken_down,
    fought_in_squadrons,
    nonzero,
    size,
    upright,
)


class Contingent(NamedTuple):
    """One side of an air combat: what is left of it, and all that came, in factors where they are factors."""

    left: Force
    came: Force


def combat_facts(side: str, attackers: Contingent, defenders: Contingent) -> dict[str, int]:
    """Strengths and losses seen from one side, in the factors or squadrons that the combat is fought in."""
    own, enemy = (attackers, defenders) if side == "attacker" else (defenders, attackers)
    squadrons = any(line.whole for line in (*attackers.left, *defenders.left))
    left, enemy_left = size(own.left), size(enemy.left)
    return facts(left, enemy_left, size_of(own.came, squadrons) - left, size_of(enemy.came, squadrons) - enemy_left)


@lru_cache(maxsize=4096)
def size_of(came: Force, squadrons: bool) -> int:
    """How many came, in squadrons or as they took off."""
    return size(broken_down(came) if squadrons else came)


# in words


MOST_TYPES = 3  # that a sentence names on one side


class Strength(NamedTuple):
    """One type of air unit in a force."""

    number: int = 0
    inverted: int = 0
    aborted: int = 0

    def with_line(self, line: Line) -> Strength:
        return Strength(self.number + line.number, self.inverted + line.number * line.inverted, self.aborted + sum(line.aborted))

    @property
    def remark(self) -> str:
        """How many of them are not fit: ` (2 inverted, 1 aborted)`."""
        inverted = "inverted" if self.inverted == self.number else f"{self.inverted} inverted"
        said = [inverted] * bool(self.inverted) + [f"{self.aborted} aborted"] * bool(self.aborted)
        return f" ({', '.join(said)})" if said else ""


def by_kind(force: Force) -> dict[str, Strength]:
    """The strength of each type in a force, by its name in the singular: `German AAF`, `US jet squadron`."""
    kinds: dict[str, Strength] = {}
    for line in force:
        name = f"{line.air_type.label} squadron" if line.whole else line.air_type.label
        kinds[name] = kinds.get(name, Strength()).with_line(line)
    return kinds


def plural(kind: str) -> str:
    return kind if kind.endswith(("AAF", "NAS")) else f"{kind}s"


def in_words(force: Force) -> str:
    """A force by its types: `5 German AAF (2 inverted) and 3 Italian AAF`."""
    kinds = [f"{count(one.number, kind, plural(kind))}{one.remark}" for kind, one in by_kind(force).items() if one.number]
    return listed(kinds, MOST_TYPES, "other type") or "nothing"


def left_of(one: Contingent) -> str:
    """What is left of a force, of all that came: `5 of 9 German AAF (1 aborted) and 0 of 2 Italian AAF`."""
    came = by_kind(broken_down(one.came) if fought_in_squadrons(one.left) else one.came)
    left = by_kind(one.left)
    said = []
    for kind in {**came, **left}:
        now, all_ = left.get(kind, Strength()), came.get(kind, left.get(kind, Strength()))
        said.append(f"{now.number} of {count(all_.number, kind, plural(kind))}{now.remark}")
    return listed(said, MOST_TYPES, "other type") or "nothing"


def both_left(rulings: Rulings, attackers: Contingent, defenders: Contingent) -> str:
    """Both sides by their names: `Axis 5 of 9 German AAF left; Allies 3 of 4 British AAF`."""
    return f"{rulings.name('attacker')} {left_of(attackers)} left; {rulings.name('defender')} {left_of(defenders)}"


# whose losses


def types_share(rulings: Rulings, side: str, force: Force, effects: Effect) -> str:
    """What the owner of a mixed force shares out over equal types."""
    return f"Losses of {rulings.name(side)}: {fates(effects)}, among {in_words(force)}. Equal types: choose which takes more."


def kinds_share(rulings: Rulings, side: str, force: Force, effects: Effect) -> str:
    """What the owner shares out over attack, cover and search squadrons."""
    attack, cover, search = (sum(line.parts[at] for line in force) for at in range(3))
    there = f"{attack} attack, {cover} cover and {search} search squadrons"
    return f"Losses of {rulings.name(side)}: {fates(effects)}, among {there} ({force[0].air_type.label})."


def units_take(rulings: Rulings, side: str, force: Force, number: int, what: str) -> str:
    """Which units take what falls on their type."""
    fate = "must abort" if ".aborted" in what else f"{verb(number, 'are', 'is')} eliminated"
    kind = what.rpartition(".")[2]
    there = in_words(force)
    if kind in SQUADRON_KINDS:
        at = SQUADRON_KINDS.index(kind)
        there = f"{sum(line.parts[at] for line in force)} {force[0].air_type.label} {kind} squadrons"
    return f"Losses of {rulings.name(side)}: {number} of {there} {fate}. Choose from which units."


def fates(effects: Effect) -> str:
    said = [f"{effects.eliminated} eliminated"] * bool(effects.eliminated) + [f"{effects.aborted} aborted"] * bool(effects.aborted)
    return listed(said) or "none"


# fire


TABLE_TOP = 20  # the highest strength that the table prints


# 19.2: the row


@rule("17.55", "17.65")
@lru_cache(maxsize=4096)
def strength(force: Force) -> int:
    """The strength that rolls: a jet counts three, an air transport nothing."""
    weights = {"jet": 3, "transport": 0}
    return sum(weights.get(line.type, 1) * line.number for line in force)


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
    return Row("+".join(labels), rows[0].first, cells, rows[0].chart, rows[0].heads)


def effect(cell: str) -> Effect:
    """The effect that a printed cell means; a bare 0 has no effect."""
    eliminated, _, aborted = cell.partition("/")
    return Effect(int(eliminated), int(aborted or 0))


def eliminations_only(cell: Effect) -> Effect:
    """For a roll whose aborts no longer matter."""
    return Effect(cell.eliminated, 0)


# 19.3: the modifiers


@rule("19.31A")
@lru_cache(maxsize=4096)
def lowest_drm(force: Force) -> int:
    """The lowest Air Nationality DRM present counts for the whole force, air transports included."""
    return min(line.air_type.drm for line in force)


@rule("19.31B", "17.56")
@lru_cache(maxsize=4096)
def jets(force: Force) -> int:
    """One for each jet factor, or each three jet squadrons, whatever units they are of."""
    flying = [line for line in force if line.type == "jet"]
    squadrons = sum(line.number for line in flying if line.whole)
    return squadrons // 3 + sum(line.number for line in flying if not line.whole)


def modifiers(own: Force, enemy: Force, *, patrol: int = 0, radar: int = 0) -> tuple[Term, ...]:
    """What modifies the dice of one force against another."""
    return modifiers_for(lowest_drm(own) - lowest_drm(enemy), jets(own) - jets(enemy), patrol, radar)


@rule("19.3", "19.31", "19.31C", "19.31D")
@cache
def modifiers_for(drm: int, more_jets: int, patrol: int, radar: int) -> tuple[Term, ...]:
    """Each modifier by name. `patrol` is +1 for combat air patrol, -1 for the strike it meets; `radar` likewise."""
    terms = (
        Term.of("air-nationality", drm, "19.31A"),
        Term.of("jets", more_jets, "19.31B"),
        Term.of("combat-air-patrol", patrol, "19.31C"),
        Term.of("radar", radar, "19.31D"),
    )
    return tuple(term for term in terms if term.value)


@rule("19.42")
def within(most: int, aborts_matter: bool) -> Callable[[Effect], Effect]:
    """Results beyond the number of targets are ignored, and so are aborts that no longer matter."""

    def meaning(cell: Effect) -> Effect:
        eliminated = min(cell.eliminated, most)
        return Effect(eliminated, min(cell.aborted, most - eliminated) if aborts_matter else 0)

    return meaning


def reading(own: Force, enemy: Force, aborts_matter: bool, patrol: int = 0, radar: int = 0, most: int = 0) -> OnRow[Effect] | None:
    """What a side's dice mean, or None for a force without strength, which makes no roll."""
    if not strength(own):
        return None
    return on_the_table(strength(own), modifiers(own, enemy, patrol=patrol, radar=radar), aborts_matter, most)


@lru_cache(maxsize=4096)
def on_the_table(of_strength: int, terms: tuple[Term, ...], aborts_matter: bool, most: int) -> OnRow[Effect]:
    """What dice mean on the Air Combat Table. Many forces are of one strength, and share its outcomes."""
    meaning = within(most, aborts_matter) if most else None if aborts_matter else eliminations_only
    return OnRow(2 * D6, table_row(of_strength), terms, meaning)


@rule("18.522B")
def aborts_matter(ref: Referee, side: str, force: Force, rulings: Rulings) -> bool:
    """Whether it matters who aborts, if all survivors fight the next round: after the battle, and to how an owner shares losses."""
    if not ref.by_itself:
        return True
    shared = ("types", *(f"{name}.kinds" for name in by_type(force)))
    return not all(ref.takes_default(f"{side}.losses.{what}", side) for what in shared)


@rule("19.4", "19.41")
def fire(
    ref: Referee,
    side: str,
    own: Force,
    enemy: Force,
    *,
    aborts_matter: bool = True,
    patrol: int = 0,
    radar: int = 0,
    rulings: Rulings = DEFAULTS,
    most: int = 0,
) -> Effect:
    """One side's dice roll. Both sides' strengths are those before any loss of the round; no more than `most` can be hit."""
    meant = reading(own, enemy, aborts_matter, patrol, radar, most)
    if meant is None:
        ref.tell(Note, f"{rulings.name(side)}: only air transports, so no roll")
        return NOTHING
    return ref.roll(f"{side}.fire", meant, side)


# losses


class Share(NamedTuple):
    """A type, or a kind of squadron, in the sharing of effects: how many it has and what it is worth."""

    name: str
    number: int
    drm: int = 0
    inverted: int = 0  # how many of them are inverted, and so do not abort


class Deal:
    """Deals effects around an order, one at a time, skipping shares that are used up; it can resume where it stopped."""

    def __init__(self, order: Iterable[Share]) -> None:
        self.names = [share.name for share in order]
        self.round = cycle(self.names)

    def go(self, number: int, left: Mapping[str, int]) -> dict[str, int]:
        """Deals this many more effects, as far as anything is left to take them."""
        left = dict(left)
        taken = dict.fromkeys(self.names, 0)
        for _ in range(min(number, sum(left.values()))):
            name = next(name for name in self.round if left[name])
            left[name] -= 1
            taken[name] += 1
        return taken


@rule("19.61", "19.63")
@lru_cache(maxsize=4096)
def dealt(shares: tuple[Share, ...], effects: Effect) -> Mapping[str, Effect]:
    """Deals the eliminations down the order and round again, then the aborts from where they ended."""
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
def owner_orders(
    ref: Referee, side: str, what: str, shares: tuple[Share, ...], effects: Effect, *, types: Mapping[str, Force], about: About
) -> tuple[Share, ...]:
    """Where numbers and DRMs are equal, the owner of the force chooses the order."""
    possible = orders(shares, effects)
    if len(possible) == 1 or ref.takes_default(f"{side}.losses.{what}", side):
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
    return f"{air_type.label} {name.removeprefix(air_type.slug)}".strip()


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
    return ref.settle(shared_out, side, force, effects, rulings, drm_breaks_ties, tuple(based))


def shared_out(
    ref: Referee, side: str, force: Force, effects: Effect, rulings: Rulings, drm_breaks_ties: bool, based: tuple[Unit, ...]
) -> Force:
    """What is left of a force of several lines."""
    types = dict(by_type(force))
    shares = shares_of(force, drm_breaks_ties)
    order = owner_orders(
        ref, side, "types", shares, effects, types=types, about=partial(types_share, rulings, side, force, effects)
    )
    expected = dealt(order, effects)
    kinds = {name: kinds_in_order(ref, side, name, types[name], expected[name], rulings) for name in types}
    deal = Deal(order)
    eliminated = deal.go(effects.eliminated, {share.name: share.number for share in shares})
    for name in types:
        types[name] = take(ref, side, f"{name}.eliminated", types[name], kinds[name], eliminated[name], rulings, based)
    if effects.aborted:
        aborted = deal.go(effects.aborted, {name: size(upright(lines)) for name, lines in types.items()})
        for name in types:
            types[name] = take(ref, side, f"{name}.aborted", types[name], kinds[name], aborted[name], rulings, based, aborts=True)
    return tuple(line for lines in types.values() for line in lines if line.number)


@rule("19.62")
@lru_cache(maxsize=4096)
def shares_of(force: Force, drm_breaks_ties: bool) -> tuple[Share, ...]:
    """The types of a force as shares."""
    return tuple(
        Share(name, size(lines), lines[0].air_type.drm * drm_breaks_ties, inverted=size(lines) - size(upright(lines)))
        for name, lines in by_type(force).items()
    )


@lru_cache(maxsize=65536)
def lone_line(line: Line, effects: Effect) -> Force:
    """All effects fall on one line of like units; what is left over is lost."""
    left = line.parts[0] - min(effects.eliminated, line.parts[0])
    return (line._replace(parts=(left,), aborted=(min(effects.aborted, left),)),) if left else ()


@rule("19.61", "19.64")
@lru_cache(maxsize=4096)
def by_type(force: Force) -> Mapping[str, Force]:
    """The lines of each type of 19.61, with earlier aborts cleared; inverted units are of the same type as uninverted ones."""
    types: dict[str, Force] = {}
    for line in force:
        clash = any(other.air_type.slug == line.air_type.slug and other.air_type.drm != line.air_type.drm for other in force)
        name = f"{line.air_type.slug}{line.air_type.drm:+d}" if clash else line.air_type.slug
        types[name] = (*types.get(name, ()), line._replace(aborted=()))
    return types


@rule("19.65", "19.65A", "19.65B")
def kinds_in_order(ref: Referee, side: str, name: str, lines: Force, effects: Effect, rulings: Rulings) -> Deal:
    """Army squadrons of one nationality share their effects over attack, cover and search; others are all of one kind."""
    if len(lines[0].parts) == 1:
        return Deal([Share("", 0)])
    about = partial(kinds_share, rulings, side, lines, effects)
    return Deal(owner_orders(ref, side, f"{name}.kinds", shares_by_kind(lines), effects, types={}, about=about))


@lru_cache(maxsize=4096)
def shares_by_kind(lines: Force) -> tuple[Share, ...]:
    """The kinds of squadron as shares."""
    return tuple(
        Share(kind, sum(line.parts[at] for line in lines), inverted=sum(line.parts[at] for line in lines if line.inverted))
        for at, kind in enumerate(SQUADRON_KINDS)
    )


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
    if not number:
        return tuple(line._replace(aborted=(0,) * len(line.parts)) for line in lines) if aborts else lines
    if len(lines) == 1 and len(lines[0].parts) == 1:
        return (taken_alone(lines[0], number, aborts),)
    names = ("",) if len(lines[0].parts) == 1 else SQUADRON_KINDS
    able = [not (aborts and line.inverted) for line in lines]
    rooms = [[line.parts[at] if can else 0 for line, can in zip(lines, able, strict=True)] for at in range(len(names))]
    by_kind = deal.go(number, {kind: sum(room) for kind, room in zip(names, rooms, strict=True)})
    hit = [[0] * len(names) for _ in lines]
    for at, (kind, room) in enumerate(zip(names, rooms, strict=True)):
        picks = owner_picks(ref, side, f"{what}.{kind}".rstrip("."), lines, room, by_kind[kind], rulings, based)
        for row, picked in zip(hit, picks, strict=True):
            row[at] = picked
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
    key = f"{side}.losses.{what}"
    if ref.takes_default(key, side):
        return list(first_come(dict(enumerate(room)), number).values())
    items = {f"{line.name}{'-inverted' if line.inverted else ''}": count for line, count in zip(lines, room, strict=True)}
    labels = {key: f"{line.name}: {line.label}" for key, line in zip(items, lines, strict=True)}
    about = partial(units_take, rulings, side, lines, number, what)
    quiet = alike([line for line, count in zip(lines, room, strict=True) if count], based)
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


@rule("18.512B", "18.58C", "19.42", "17.3126D")
def on_to_the_ships(rulings: Rulings, side: str, attackers: Force) -> Note:
    """Says which attackers were neither eliminated nor aborted, and so may attack ships."""
    left = [line._replace(parts=without_aborted(line), aborted=()) for line in attackers]
    named = [f"{line.number} {line.unit} ({line.label}{kinds_of(line)})" for line in left if line.number]
    return Note(f"{rulings.name(side)}: {listed(named) or 'nobody'} may go on to attack the ships")


def without_aborted(line: Line) -> tuple[int, ...]:
    return tuple(number - aborted for number, aborted in zip(line.parts, line.aborted or (0,) * len(line.parts), strict=True))


def kinds_of(line: Line) -> str:
    """The squadrons of army air by what they are for."""
    parts = [f"{number} {kind}" for number, kind in zip(line.parts, SQUADRON_KINDS, strict=False) if number]
    return f": {', '.join(parts)}" if len(line.parts) > 1 else ""


# squadrons become factors again


def whole_factors(thirds: int, policy: str) -> int:
    """Thirds of a factor as whole factors: to the nearest, always up, or only full threes."""
    if policy == "ceil":
        return -(-thirds // 3)
    return thirds // 3 if policy == "floor" else (thirds + 1) // 3


@rule("19.52", "19.65C", "17.55")
@lru_cache(maxsize=4096)
def back_in_factors(units: tuple[Unit, ...], force: Force, policy: str) -> tuple[Unit, ...]:
    """What a fight has left of these units: losses come off, and those that aborted in the last roll are inverted.

    Thirds of a factor are added up over the units of one type from one base.
    """
    settled = {}
    for group, lines in by_base(units, force):
        losses = lost_factors(group, lines, policy)
        left = [after_losses(unit, own, *loss, policy) for unit, own, loss in zip(group, lines, losses, strict=True)]
        for unit, aborted in zip(left, aborted_factors(left, lines, policy), strict=True):
            settled[unit.id] = unit.uninverted_first(unit.uninverted - aborted)._replace(inverted=unit.inverted + aborted)
    return tuple([settled[unit.id] for unit in units])


def losses_in_factors(units: tuple[Unit, ...], force: Force, policy: str) -> Sent:
    """What each of these units has lost: how many fewer `back_in_factors` leaves."""
    lost = {}
    for group, lines in by_base(units, force):
        for unit, (number, _) in zip(group, lost_factors(group, lines, policy), strict=True):
            lost[unit.id] = number
    return nonzero(lost)


def by_base(units: Iterable[Unit], force: Force) -> Iterator[tuple[list[Unit], list[Force]]]:
    """The units of each type at each base, and the lines that are left of each of them."""
    groups: dict[tuple[object, str], list[Unit]] = {}
    for unit in units:
        groups.setdefault((unit.air_type, unit.home), []).append(unit)
    for group in groups.values():
        yield group, [tuple(line for line in force if line.unit == unit.id) for unit in group]


def lost_factors(units: list[Unit], lines: list[Force], policy: str) -> list[tuple[int, int]]:
    """What each unit of one type has lost, and the thirds it still owes: squadrons lost earlier did not fight and count too."""
    involved = [unit.number for unit in units]
    if not any(line.whole for own in lines for line in own):
        left = [sum(line.number for line in own) for own in lines]
        return [(had - has, unit.debt) for unit, had, has in zip(units, involved, left, strict=True)]
    thirds = [3 * had - sum(line.number for line in own) for own, had in zip(lines, involved, strict=True)]
    lost = [min(had, max(0, third // 3)) for third, had in zip(thirds, involved, strict=True)]
    wanted = min(sum(involved), max(0, whole_factors(sum(thirds), policy)))
    for at in sorted(range(len(units)), key=lambda at: 3 * lost[at] - thirds[at]):
        if sum(lost) < wanted and lost[at] < involved[at]:
            lost[at] += 1
    owed = [third - 3 * gone if policy == "debt" else 0 for third, gone in zip(thirds, lost, strict=True)]
    return list(zip(lost, owed, strict=True))


def after_losses(unit: Unit, lines: Force, lost: int, debt: int, policy: str) -> Unit:
    """One unit after a fight without what it lost; those that were inverted before still are."""
    inverted = sum(line.number for line in lines if line.inverted)
    if any(line.whole for line in lines):
        inverted = unit.inverted - max(0, whole_factors(3 * unit.inverted - inverted, policy))
    now = unit.number - lost
    inverted = min(now, max(inverted, now - unit.uninverted))
    left = unit.holding(ready=unit.ready, flown=unit.flown, at_sea=unit.at_sea).uninverted_first(now - inverted)
    return left._replace(inverted=inverted, debt=debt)


def aborted_factors(units: list[Unit], lines: list[Force], policy: str) -> list[int]:
    """How many of each unit of one type aborted in the last roll, as far as it has uninverted ones left.

    Rounding frees nobody: a factor acts only if a squadron of it is free.
    """
    squadrons = [sum(sum(line.aborted) for line in own if not line.inverted) for own in lines]
    room = [unit.uninverted for unit in units]
    if not any(line.whole for own in lines for line in own):
        return [min(number, most) for number, most in zip(squadrons, room, strict=True)]
    aborted = [min(number // 3, most) for number, most in zip(squadrons, room, strict=True)]
    free = sum(line.number for own in lines for line in own if not line.inverted) - sum(squadrons)
    wanted = max(whole_factors(sum(squadrons), policy), sum(room) - whole_factors(free, "ceil"))
    for at in sorted(range(len(units)), key=lambda at: 3 * aborted[at] - squadrons[at]):
        if sum(aborted) < wanted and squadrons[at] > 3 * aborted[at] and aborted[at] < room[at]:
            aborted[at] += 1
    return aborted


@rule("19.52", "19.65C")
def recombination(rulings: Rulings, force: Force) -> list[Event]:
    """Says when thirds of factors had to be rounded."""
    odd = [line for line in force if line.whole and line.number % 3]
    if not odd:
        return []
    units = ", ".join(sorted({line.unit for line in odd}))
    thirds = {"debt": "carried over", "ceil": "rounded up", "floor": "rounded down"}[rulings.value("recombination")]
    return [rulings.ruled("recombination", f"squadrons of {units} recombine into factors; thirds are {thirds}")]


# tables


COLUMNS = ("side", "unit", "type", "left", "aborted")


def combat_sheet(place: str, attackers: Force, defenders: Force) -> Sheet:
    """Both sides of an air combat, line by line."""
    rows = (*force_rows("attacker", attackers), *force_rows("defender", defenders))
    return Sheet(f"Over {place}", COLUMNS, rows)


def force_rows(side: str, force: Force) -> list[tuple[str, ...]]:
    return [(side, line.name, line.label, str(line.number), str(sum(line.aborted) or "")) for line in force]


def nationalities(side: str, force: Force) -> str:
    """The Air Nationality DRM of each nation in a force: `Axis German AAF +3, Italian AAF +1`."""
    drms = dict.fromkeys(f"{line.air_type.label} {line.air_type.drm:+d}" for line in force if line.number)
    return f"{side_name(side)} {', '.join(drms)}"
