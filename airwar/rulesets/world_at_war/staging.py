"""Staging (18.2): air units change base at the beginning of the movement phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import NamedTuple

from airwar.engine.frozen import replace
from airwar.engine.moves import Move, then
from airwar.engine.referee import Labels, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit import NO_MORE, beyond, place_of, record, said, shape_of
from airwar.rulesets.world_at_war.airbases import check_left_behind
from airwar.rulesets.world_at_war.basing import (
    arrived,
    basing_refused,
    guests_of,
    may_base,
    may_use_at_once,
    placed_by,
    room_at_once,
    ruling_on_port_cities,
    where_to,
)
from airwar.rulesets.world_at_war.displacement import excess_eliminated, overfull_without_sea
from airwar.rulesets.world_at_war.ordering import Chapter, Menu, blame, carried_out, moves_so_far, unit_menu
from airwar.rulesets.world_at_war.setting import Base
from airwar.rulesets.world_at_war.start_and_end import able, uninvert_after_staging
from airwar.rulesets.world_at_war.state import BaseChange, Turn
from airwar.rulesets.world_at_war.taking_off import part_faults, side_refused
from airwar.rulesets.world_at_war.units import STAGING_BOXES, Unit
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, ListOf, Section, Whole

INVERTED = "/inverted"  # of the ids of places: how many inverted ones go there


@record
class Staging(BaseChange):
    """A unit that stages."""

    inverted: int | None = said(Whole(0, 200), "how many of these are inverted; uninverted ones go first if left out", default=None)


@rule("18.21", "18.2", "18.21D")
def stage_air_units(ref: Referee, turn: Turn) -> Move[Turn]:
    """Air units stage, inverted or not, one after another. Bases may be too full until all have staged."""
    ref.enter("staging", "Staging")
    before = {unit.id: unit for unit in turn.units}
    turn = carried_out(ref, turn, open_stagings, staging_ordered, about=partial(moves_so_far, done="staged"))
    turn = excess_eliminated(ref, turn)
    staged = tuple(name for name in turn.basing.moved if not stayed(before.get(name), turn.find(name)))
    basing = turn.basing.without(turn.basing.ordered(Staging))._replace(staged=staged)
    return then(uninvert_after_staging, turn.with_basing(basing))


@rule("18.21", "18.545")
def stayed(before: Unit | None, now: Unit | None) -> bool:
    """Whether a unit has not staged: it is at its base, and nobody has joined it."""
    return before is not None and now is not None and before.home == now.home and now.number <= before.number


@rule("18.21", "18.15")
def open_stagings(turn: Turn) -> Menu:
    """Prepared staging, and the units that have not staged and can reach another base."""
    full = crowded(turn)
    homes = [base.id for base in full]
    first = sorted(turn.units, key=lambda unit: unit.home not in homes)
    menu = unit_menu(turn, turn.basing.ordered(Staging), "stage", partial(who_stages_refused, turn), "no more staging", first)
    menu = menu._replace(loses=partial(what_dies, turn))
    if not full or not menu.offers(turn):
        return menu

    def why_not(name: str) -> str | None:
        if name == NO_MORE:  # not before those have left that have to
            return f"staging has made a base too full: {(basing_refused(turn, full[0]) or '').partition(' (')[0]} (18.11)"
        return menu.refused(name) if menu.refused else None

    return menu._replace(stop="", refused=why_not)


@rule("18.21", "18.24", "18.11")
@lru_cache(maxsize=4096)
def who_stages_refused(turn: Turn, unit: Unit) -> str | None:
    """Why a unit cannot be ordered to stage, or None."""
    if refused := stays_put(turn, unit):
        return refused
    nowhere = f"{unit.id} has no base within {unit.staging_range} hexes with room to stage to (18.21)"
    return None if may_stage(turn, unit) else nowhere


@rule("18.21")
def stays_put(turn: Turn, unit: Unit) -> str | None:
    """Why a unit stages nowhere now, or None: it is the enemy's, or gone, at sea, or has come by sea, or has had its order."""
    if refused := side_refused(turn.setting, unit, "18.21"):
        return refused
    if not unit.number:
        return f"nothing is left of {unit.id} (18.21)"
    return never_stages(turn, unit) or staged_already(turn, unit)


@rule("18.21", "18.24")
def never_stages(turn: Turn, unit: Unit) -> str | None:
    """Why a unit stages nowhere in this turn, or None: it is not at a base, or has come there by sea."""
    if unit.id in turn.setting.sea_transported:
        return f"{unit.id} was sea transported in this turn and may not stage (18.24)"
    if unit.strategic or not turn.find_base(unit.home):
        return f"{unit.id} is at {turn.setting.name(unit.home)}; only units at a base on land stage (18.21)"
    return None


@rule("18.21", "18.11")
def destination_refused(turn: Turn, unit: Unit, place: str) -> str | None:
    """Why a unit cannot stage to a place."""
    base = turn.find_base(place.removesuffix(INVERTED))
    if base is None:
        return f"{place!r} is not a base (18.21)"
    return staging_refused(None, turn, unit, base) or f"{base.name} has no room for {unit.id} (18.11)"


@rule("18.15", "18.143")
def what_dies(turn: Turn) -> str:
    """What is lost if nothing more leaves the bases that a recycled airbase has left too full."""
    lost = basing_refused if turn.phase == "redeployment" else overfull_without_sea
    full = [base.name for base in turn.bases if base.side == turn.setting.attacker and lost(turn, base)]
    return f": what {', '.join(full)} cannot hold is eliminated (18.15)" if full else ""


def may_stage(turn: Turn, unit: Unit) -> bool:
    """Whether a unit may stage anywhere, as far as the scenario tells, and leaves room for those that have to leave a full base."""
    suited = [base for base in turn.bases if staging_refused(None, turn, unit, base) is None]
    if not crowded(turn):
        return any(room_at_once(turn, unit, base) for base in suited) or any(room_later(turn, unit, base) for base in suited)
    here = Held.at(turn, turn.base(unit.home)) if suited else None
    enough = next((number for number in range(1, unit.number) if here and not here.having(unit, -number).over), unit.number)
    some = ({base.id: number} for base in suited for number in sorted({1, enough, unit.number}))
    return any(settling_refused(turn, unit, going) is None for going in some) or bool(must_go(turn, unit))


def stages_to(ref: Referee, turn: Turn, unit: Unit) -> dict[str, int]:
    """The bases a unit may stage to, and for how many there is room, or will be once the units there have staged."""
    places = [base for base in turn.bases if staging_refused(ref, turn, unit, base) is None]
    rooms = {base.id: min(unit.number, room_later(turn, unit, base)) for base in places}
    return {place: room for place, room in rooms.items() if room}


@rule("18.21", "18.11")
@lru_cache(maxsize=1024)  # by the whole turn; every walk of a scenario begins with the same staging
def room_later(turn: Turn, unit: Unit, base: Base) -> int:
    """How many of a unit may stage to a base, now or because others can still leave it: so two full bases can exchange units."""
    now = min(unit.number, room_at_once(turn, unit, base))
    here = [one for one in turn.units if one.home == base.id and one.number and one.id not in turn.basing.moved]
    leaving = sum(one.number for one in here) * (3 if unit.air_type.in_squadrons else 1)
    numbers = range(min(unit.number, now + leaving), now, -1) if base.side == unit.side else ()
    return next((number for number in numbers if settled(going_there(turn, unit, base.id, number))), now)


def going_there(turn: Turn, unit: Unit, place: str, number: int) -> Turn:
    """The turn after this many of a unit have staged to a base."""
    return moved(None, turn, Staging(unit=unit.id, to=place, count=number))


@rule("18.11", "18.146", "18.21")
def crowded(turn: Turn) -> list[Base]:
    """The bases that hold more than they may because of units that have staged there."""
    arrived_at = {turn.hex_of(unit.home) for unit in turn.units if unit.id in turn.basing.moved and unit.number}
    return [base for base in turn.bases if base.id in arrived_at and basing_refused(turn, base)]


@rule("18.21", "18.11")
def settled(turn: Turn) -> Turn | None:
    """The turn when units that have not staged yet have relieved every crowded base, as prepared or otherwise; or None."""
    for move in turn.basing.ordered(Staging):
        unit = turn.find(move.unit)
        if unit and unit.number and not (staged_already(turn, unit) or staging_refused(None, turn, unit, turn.base(move.to))):
            turn = moved(None, turn, move)
    moves = relief(turn)
    for (unit_id, place), number in (moves or {}).items():
        turn = going_there(turn, turn.unit(unit_id), place, number)
    return None if moves is None else turn


MOST_TRIES = 100  # ways to relieve crowded bases that are looked at


def relief(turn: Turn) -> dict[tuple[str, str], int] | None:
    """How many of which units leave for which bases, so that no base is crowded by those that have staged there; or None.

    One aircraft at a time leaves the first crowded base, for a base with room if possible; no way is tried twice.
    """
    full = [base.id for base in crowded(turn)]
    free = {unit.id: unit for unit in turn.units if unit.number and unit.id not in turn.basing.moved}
    rooms = {base.id: Held.at(turn, base) for base in turn.bases}
    ways: dict[str, list[str]] = {}
    tried: set[frozenset[tuple[tuple[str, str], int]]] = set()

    def search(held: dict[str, Held], moves: dict[tuple[str, str], int], full: list[str]) -> dict[tuple[str, str], int] | None:
        if not full:
            return moves
        key = frozenset(moves.items())
        if key in tried or len(tried) > MOST_TRIES:
            return None
        tried.add(key)
        here = [unit for unit in free.values() if unit.home == full[0]]
        here = [unit for unit in here if sum(number for (name, _), number in moves.items() if name == unit.id) < unit.number]
        able = [(unit, place) for unit in here for place in ways.setdefault(unit.id, stages_where(turn, unit))]
        for unit, place in sorted(able, key=lambda way: held[way[1]].having(way[0], 1).over):
            after = held | {full[0]: held[full[0]].having(unit, -1), place: held[place].having(unit, 1)}
            left = [one for one in dict.fromkeys((*full, place)) if after[one].over]
            if found := search(after, moves | {(unit.id, place): moves.get((unit.id, place), 0) + 1}, left):
                return found
        return None

    return search(rooms, {}, full)


def stages_where(turn: Turn, unit: Unit) -> list[str]:
    """The bases that a unit can stage to as far as the scenario tells, whether they have room or not."""
    known = [base for base in turn.bases if base.takes_air_units and turn.distance(unit.home, base.id) is not None]
    return [base.id for base in known if staging_refused(None, turn, unit, base) is None]


class Held(NamedTuple):
    """What a base holds: factors and squadrons, and those of them that may not use an airbase that is placed in this phase."""

    turn: Turn
    base: Base
    factors: int
    squadrons: int
    guests: tuple[int, int] = (0, 0)

    @classmethod
    def at(cls, turn: Turn, base: Base) -> Held:
        power = placed_by(turn, base)
        return cls(turn, base, *turn.load(base.id), guests_of(turn, base, power).load(base.id) if power else (0, 0))

    @rule("18.11", "18.146")
    def having(self, unit: Unit, number: int) -> Held:
        """What the base would hold with this many more of a unit."""
        naval = unit.air_type.in_squadrons
        power, (factors, squadrons) = placed_by(self.turn, self.base), self.guests
        if power and not may_use_at_once(unit, power):
            factors, squadrons = factors + number * (not naval), squadrons + number * naval
        return self._replace(
            factors=self.factors + number * (not naval), squadrons=self.squadrons + number * naval, guests=(factors, squadrons)
        )

    @property
    def over(self) -> bool:
        """Whether the base holds more than it may."""
        theater = self.turn.setting.theater
        too_many = not may_base(self.base, theater, self.factors, self.squadrons)
        fresh = placed_by(self.turn, self.base) is not None
        return too_many or (fresh and not may_base(self.base.without_airbase(), theater, *self.guests))


@rule("18.21", "17.141B")
def staging_ordered(ref: Referee, turn: Turn, order: str) -> Turn:
    """A prepared staging is flown if it still may be; or the attacker says how many of a unit stage to each base."""
    move = next((move for move in turn.basing.ordered(Staging) if move.id == order), None)
    if move is not None:
        turn = turn.with_basing(turn.basing.without([move]))
        if refused := order_refused(ref, turn, move):
            ref.tell(Note, refused)
            return turn
        return moved(ref, turn, move)
    unit = turn.unit(order)
    room = stages_to(ref, turn, unit)
    if not room:
        ref.tell(Note, f"no base that {unit.id} may stage to is within {unit.staging_range} hexes (18.21)")
    full = [place for place in room if room_at_once(turn, unit, turn.base(place)) < unit.number]
    ref.tell(ruling_on_port_cities, turn, full)
    now = {place: room_at_once(turn, unit, turn.base(place)) for place in room}
    usual = must_go(turn, unit)
    refuse = partial(settling_refused, turn, unit) if settling_refused(turn, unit, usual) is None else lambda going: None
    why_not, key = partial(destination_refused, turn, unit), f"attacker.stage.{unit.id}"
    for place, going, inverted in destinations(ref, turn, unit, room, key, now, refuse, usual, why_not):
        turn = moved(ref, turn, Staging(unit=unit.id, to=place, count=going + inverted, inverted=inverted))
    return turn.with_basing(turn.basing._replace(moved=(*turn.basing.moved, unit.id)))


def order_refused(ref: Referee | None, turn: Turn, move: Staging) -> str | None:
    """Why a prepared staging cannot be flown, or None."""
    unit = turn.find(move.unit)
    if unit is None:
        return f"nothing is left of {move.unit} (18.21)"
    refused = stays_put(turn, unit) or staging_refused(ref, turn, unit, turn.base(move.to))
    room = room_later(turn, unit, turn.base(move.to))
    if not refused and move.number(unit) > room:
        return f"{turn.setting.name(move.to)} has room for {room} more {unit.air_type.label} (18.11)"
    return refused


@rule("18.21")
def staged_already(turn: Turn, unit: Unit) -> str | None:
    """Why a unit, or a part of one, does not stage again: it stages once in a turn, and one order says where all of it goes."""
    if unit.id not in (*turn.basing.moved, *turn.basing.staged):
        return None
    if any(part.id.startswith(f"{unit.id}/") for part in turn.units):
        return f"{unit.id} has had its order, and what is left of it stays; one order names all the bases it stages to (18.21)"
    return f"{unit.id} has staged already; a unit stages once, up to twice its range (18.21)"


@rule("18.545", "18.21", "18.24", "18.11")
def embarking_refused(ref: Referee | None, turn: Turn, unit: Unit, base: Base, phase: str) -> str | None:
    """Why air transports may not stage to the base where ground units embark: they stage once, in the movement phase."""
    if phase != "movement":
        return f"{unit.id} is at {turn.setting.name(unit.home)}; air units stage to {base.name} only in the movement phase (18.21)"
    if refused := staged_already(turn, unit) or staging_refused(ref, turn, unit, base):
        return refused
    return None if room_at_once(turn, unit, base) else f"{base.name} has no room for {unit.id} (18.11)"


Destinations = list[tuple[str, int, int]]  # where, how many uninverted, how many inverted


@rule("18.21")
def destinations(
    ref: Referee,
    turn: Turn,
    unit: Unit,
    room: Mapping[str, int],
    key: str,
    now: Mapping[str, int] | None = None,
    refused: Callable[[Mapping[str, int]], str | None] = lambda going: None,
    usual: Mapping[str, int] | None = None,
    why_not: Callable[[str], str | None] | None = None,
) -> Destinations:
    """How many of a unit go where. Of a partly inverted unit, the owner says whether inverted or uninverted ones go.

    `now` is the room without others leaving; `refused` says why they may not be spread so; `usual` is where they go by default.
    """
    mixed = bool(unit.inverted and unit.uninverted)
    kinds = {"": unit.uninverted, INVERTED: unit.inverted} if mixed else {"": unit.number}
    items = {f"{place}{kind}": min(number, room[place]) for place in room for kind, number in kinds.items()}
    labels = Labels(lambda: {item: item_label(turn, unit, item, mixed=mixed) for item in items})

    def refuse(answer: Mapping[str, int]) -> str | None:
        for kind, number in kinds.items():
            if sum(answer.get(f"{place}{kind}", 0) for place in room) > number:
                return f"{unit.id} has {number} {'inverted' if kind else 'uninverted'}"
        going = {place: sum(answer.get(f"{place}{kind}", 0) for kind in kinds) for place in room}
        full = next((place for place in room if going[place] > room[place]), None)
        if full:
            return f"{turn.setting.name(full)} has room for {room[full]} (18.11)"
        return refused(going)

    about = partial(where_to, turn, unit, room, now or room)
    default: dict[str, int] = {}
    for place, number in (usual or {}).items():
        left = kinds[""] - sum(count for item, count in default.items() if not item.endswith(INVERTED))
        default |= {place: min(number, left)} | ({f"{place}{INVERTED}": number - left} if number > left else {})
    sent = ref.allot(
        key, items, by="attacker", most=unit.number, default=default, labels=labels, refuse=refuse, about=about, why_not=why_not
    )
    split = [(place, sent.get(place, 0), sent.get(f"{place}{INVERTED}", 0)) for place in room]
    if unit.inverted and not mixed:
        split = [(place, 0, going) for place, going, _ in split]
    return [one for one in split if one[1] + one[2]]


@rule("18.11", "18.146")
def settling_refused(turn: Turn, unit: Unit, going: Mapping[str, int]) -> str | None:
    """Why a unit may not be spread over these bases, or None: afterwards, others must still be able to leave those too full."""
    after = turn
    for place, number in going.items():
        after = going_there(after, after.unit(unit.id), place, number) if number else after
    after = after.with_basing(after.basing._replace(moved=(*after.basing.moved, unit.id)))
    full = crowded(after)
    return f"not enough could leave again: {basing_refused(after, full[0])}" if full and not settled(after) else None


def must_go(turn: Turn, unit: Unit) -> dict[str, int]:
    """Where some of a unit go by default: nowhere, unless they are needed to relieve a base that others have staged to."""
    after = settled(turn) if crowded(turn) and settling_refused(turn, unit, {}) else None
    gone = {base.id: parts_at(after, unit, base.id) - parts_at(turn, unit, base.id) for base in turn.bases} if after else {}
    return {place: number for place, number in gone.items() if number > 0}


def parts_at(turn: Turn, unit: Unit, place: str) -> int:
    """How many of a unit are at a place, those that have staged there included."""
    return sum(one.number for one in turn.units if one.home == place and one.id in (unit.id, f"{unit.id}/{place}"))


def item_label(turn: Turn, unit: Unit, item: str, *, mixed: bool) -> str:
    place = item.removesuffix(INVERTED)
    status = ("inverted " if item.endswith(INVERTED) else "uninverted ") if mixed else ""
    return f"{status}{unit.air_type.label} to {turn.setting.name(place)}"


@rule("18.21", "18.21B", "18.22", "18.23", "18.24")
def staging_refused(ref: Referee | None, turn: Turn, unit: Unit, base: Base) -> str | None:
    """Why a unit may not stage to a base: it must be controlled and within twice its range."""
    if refused := never_stages(turn, unit):
        return refused
    if base.id == unit.home:
        return f"{unit.id} is at {base.name} already; expected another base (18.21)"
    if base.side != unit.side or base.taken_in:
        return f"{base.name} was not controlled by {unit.side} at the start of the movement phase (18.21B)"
    if not base.takes_air_units:
        return f"{base.name} has no facility (18.11)"
    if base.box and (refused := box_refused(turn, unit, base)):
        return refused
    far = beyond(ref, turn, unit.home, base.id, unit.staging_range)
    return f"{unit.id} stages up to {unit.staging_range} hexes; {far} (18.21)" if far else None


@rule("18.23")
def box_refused(turn: Turn, unit: Unit, base: Base) -> str | None:
    """Why a unit may not stage off the map to a box."""
    faction = turn.setting.alliances.faction(unit.air_type.nation)
    if base.box in STAGING_BOXES and faction is None:
        return f"{unit.air_type.nation} may be of several alliances; say under minors which power it is associated with (18.23)"
    if faction != STAGING_BOXES.get(base.box, ""):
        return f"{unit.air_type.label} units may not stage off the map to {base.name} (18.23)"
    return None


def moved(ref: Referee | None, turn: Turn, move: BaseChange) -> Turn:
    """Some of a unit change base and keep their status: as many inverted ones as the move says, or uninverted ones first."""
    unit = turn.unit(move.unit)
    number = move.number(unit)
    if not number:
        return turn
    inverted = number if move.inverted is None else min(move.inverted, unit.inverted)
    going = unit.uninverted_first(number)
    if move.inverted is not None:
        rest = unit.holding(ready=unit.ready, flown=unit.flown, at_sea=unit.at_sea)
        going = rest.uninverted_first(min(number - inverted, unit.uninverted))._replace(inverted=inverted)
    if ref is not None:
        ref.tell(
            Note,
            f"{unit.air_type.counted(going.number)} of {unit.id}: {turn.setting.name(unit.home)} to {turn.setting.name(move.to)}",
        )
    after = arrived(turn, unit.less(going), move.to, going)
    there = [one.id for one in after.based_at(move.to) if one != turn.find(one.id)]
    return after.with_basing(turn.basing._replace(moved=(*turn.basing.moved, *there)))


@rule("18.21", "18.15")
def read_staging(document: Section, turn: Turn, problems: Problems) -> Turn:
    """Staging orders, checked in order; later sections are checked against the new bases."""
    ahead = turn
    orders: list[Staging] = []
    for order in document["staging"] or ():
        blame(problems, order, part_faults(ahead, order.unit, "unit"))
        unit, base = ahead.find(order.unit), ahead.find_base(order.to)
        if unit is None or base is None:
            continue
        move = replace(order, count=order.count or unit.number)
        refused = stays_put(ahead, unit) or staging_refused(None, ahead, unit, base) or number_refused(unit, move)
        if refused:
            problems.add(place_of(order, "to"), refused)
            continue
        orders.append(move)
        ahead = moved(None, ahead, move)
    check_room(document, turn, ahead, problems)
    check_left_behind(document, turn, ahead, problems)
    if not orders:
        return turn
    if turn.setting.whole_turn:
        ahead = ahead.with_units([unit.all_ready() for unit in able(ahead)])
    basing = ahead.basing._replace(moves=(*turn.basing.moves, *orders), staged=ahead.basing.moved)
    return ahead.with_basing(basing).with_agenda("movement.staging")


def number_refused(unit: Unit, move: Staging) -> str | None:
    """Why this many cannot stage, or None."""
    number, inverted = move.count or unit.number, move.inverted
    if number > unit.number:
        return f"{unit.id} has {unit.number}, but {number} are ordered to stage"
    if inverted is not None and (inverted > unit.inverted or number - inverted > unit.uninverted):
        return f"{unit.id} has {unit.uninverted} uninverted and {unit.inverted} inverted, not {inverted} of {number} inverted"
    return None


@rule("18.15", "18.11", "18.146")
def check_room(document: Section, turn: Turn, ahead: Turn, problems: Problems) -> None:
    """When all have staged, no base holds more than it may; an airbase just placed counts only for its own power."""
    reported: set[str] = set()
    for order in reversed(document["staging"] or ()):
        unit, base = ahead.find(order.unit), ahead.find_base(order.to)
        if unit is None or base is None or base.id in reported or base.side != turn.setting.attacker:
            continue
        arrived_there = [one for one in ahead.units if one.home == base.id and original(one.id) == original(unit.id)]
        number = sum(one.number for one in arrived_there)
        without = ahead.with_units([one.holding() for one in arrived_there])
        room = room_at_once(without, unit, base)
        if number > room and not (turn.setting.orders_asked and settled(ahead)):  # others may leave when they are asked for
            fresh = " in the phase in which its airbase is placed (18.146)" if base.id in dict(ahead.basing.fresh) else " (18.11)"
            text = f"{base.name} has room for {room} more {unit.air_type.label}, but {number} are ordered there{fresh}"
            problems.add(place_of(order, "to"), text)
            reported.add(base.id)


def original(unit_id: str) -> str:
    """The unit that a part belongs to."""
    return unit_id.partition("/")[0]


CHAPTER = Chapter(
    fields={
        "staging": Field(ListOf(shape_of(Staging), 0, 100), help="units that change base; others are asked for in a whole turn")
    },
    read=read_staging,
    steps=(stage_air_units,),
)
