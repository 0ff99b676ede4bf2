"""Naval air and fast carriers (17.312): transfers between port and carrier, carriers sunk or damaged, and where their air goes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import partial

from airwar.engine.frozen import replace
from airwar.engine.moves import Move, Return
from airwar.engine.referee import Loss, Note, Referee, Status, first_come
from airwar.engine.rule import rule
from airwar.engine.words import not_one_of
from airwar.rulesets.kit import NO_MORE, beyond, count, inside, place_of, record, said, shape_of, verb
from airwar.rulesets.world_at_war import basing
from airwar.rulesets.world_at_war.basing import aboard, arrived, boarded, departed, room_aboard, room_for, stationed, where_to
from airwar.rulesets.world_at_war.ordering import (
    Chapter,
    Menu,
    Named,
    carried_out,
    menu_of,
    moves_so_far,
    next_order,
    orders_over,
    unit_menu,
    won_hexes,
)
from airwar.rulesets.world_at_war.setting import A_UNIT, Carrier
from airwar.rulesets.world_at_war.state import BaseChange, Sinking, Turn
from airwar.rulesets.world_at_war.units import Unit
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, ListOf, OneOf, Ref, Section, Whole

PATROL_LANDS_WITHIN = 3  # hexes


@rule("17.3127", "17.3124")
def carriers_are_sunk(ref: Referee, turn: Turn) -> Move[Turn]:
    """The carriers that are sunk in this phase."""
    prepared = {one.carrier: one for one in turn.basing.sinkings if one.phase == turn.phase}
    turn = turn.with_basing(turn.basing._replace(sinkings=tuple(one for one in turn.basing.sinkings if one.phase != turn.phase)))
    sunk: dict[str, int] = {}
    damaged: list[str] = []
    scope = "sinkings" if turn.phase == "combat" else f"sinkings.{turn.phase}"
    if not orders_over(ref, turn, open_sinkings(turn, prepared, ()), scope, "referee"):
        ref.enter(scope, f"Carriers sunk in the {turn.phase} phase")
    while not orders_over(ref, turn, menu := open_sinkings(turn, prepared, (*sunk, *damaged)), scope, "referee"):
        turn, event = next_order(ref, turn, menu, by="referee", facts=partial(won_hexes, turn))
        if event == NO_MORE:
            break
        name, _, hurt = event.partition("/")
        if hurt:
            damaged.append(name)
        else:
            sunk[name] = prepared[name].patrol if name in prepared else on_patrol(ref, turn, name)
    return Return(carriers_hit(ref, turn, sunk, damaged))


def open_sinkings(turn: Turn, prepared: Mapping[str, Sinking], hit: Iterable[str]) -> Menu:
    """The carriers that the scenario says are sunk, and the others that may be sunk or damaged."""
    done = set(hit)
    stated = {name: f"{turn.setting.name(name)} is sunk" for name in prepared if name not in done}
    events = {carrier.id: f"{carrier.name} is sunk" for carrier in turn.carriers}
    events |= {f"{carrier.id}/damaged": f"{carrier.name} is damaged" for carrier in turn.carriers}
    refused = partial(hit_refused, turn, done)
    return menu_of(turn, stated, Named(lambda: events, events.get), refused, "no other carrier is sunk or damaged")


@rule("17.3124", "17.3127")
def hit_refused(turn: Turn, done: Collection[str], event: str) -> str | None:
    """Why a carrier is not sunk or damaged now, or None: that has happened to it already, in this phase or before."""
    name, _, hurt = event.partition("/")
    carrier = turn.find_carrier(name)
    if carrier is None:
        return None
    if carrier.sunk or name in done or (hurt and carrier.damaged):
        return f"{carrier.name} has been sunk or damaged already (17.3124)"
    return None


@rule("17.3124")
def on_patrol(ref: Referee, turn: Turn, name: str) -> int:
    """How many squadrons of a carrier sunk at sea are on combat air patrol and may look for a base ashore."""
    number = sum(unit.number for unit in aboard(turn, name))
    if turn.carrier(name).port or not number:
        return 0
    items, labels = {"squadrons": number}, {"squadrons": "squadrons on combat air patrol"}
    key, sunk = f"referee.patrol.{name}", partial(basing.on_patrol, turn, turn.carrier(name))
    patrol = ref.allot(key, items, by="referee", default={}, labels=labels, optional=True, about=sunk)["squadrons"]
    flying = f"{patrol} of {count(number, 'squadron')} {verb(patrol, 'fly', 'flies')} combat air patrol"
    ref.tell(Note, f"{turn.setting.name(name)}: {flying}")
    return patrol


@rule("17.3127", "17.3124")
def carriers_hit(ref: Referee, turn: Turn, sunk: Mapping[str, int], damaged: Iterable[str] = ()) -> Turn:
    """Carriers are damaged or sunk; `sunk` says how many squadrons of each fly combat air patrol.

    Damaged ones neither launch nor land naval air. Naval air of a carrier sunk in port goes ashore; of one sunk at sea, to the
    other carriers of its force, within capacity.
    """
    for carrier in [turn.carrier(name) for name in damaged if name not in sunk]:
        if not carrier.damaged and not carrier.sunk:
            ref.tell(Note, f"{carrier.name} is damaged and neither launches nor lands naval air (17.3124)")
            turn = turn.with_carrier(replace(carrier, damaged=True))
    lost = [turn.carrier(name) for name in sunk if not turn.carrier(name).sunk]
    for carrier in lost:
        turn = turn.with_carrier(replace(carrier, sunk=True, port="", sails=False))
    for carrier in lost:
        ref.tell(Note, f"{carrier.name} is sunk")
        turn = put_ashore(ref, turn, carrier) if carrier.port else saved_at_sea(ref, turn, carrier, sunk[carrier.id])
    return turn


@rule("17.3127", "18.253")
def put_ashore(ref: Referee, turn: Turn, carrier: Carrier) -> Turn:
    """Naval air of a carrier sunk in port is displaced to the port within its capacity; the owner chooses which.

    Like all displaced air units they are inverted (18.253).
    """
    units = {unit.id: unit for unit in aboard(turn, carrier.id)}
    port = turn.base(carrier.port)
    numbers = {name: unit.number for name, unit in units.items()}
    room = min([sum(numbers.values()), *(room_for(turn, port, unit.air_type) for unit in units.values())])
    by = owner_of(turn, carrier)
    saved = chosen_to_save(ref, turn, carrier, units, room, by)
    units = {name: unit.all_inverted() for name, unit in units.items()}
    return saved_to(ref, turn, units, saved, {port.id: room}, by, from_inverted=carrier.inverted)


@rule("17.3124")
def saved_at_sea(ref: Referee, turn: Turn, carrier: Carrier, patrol: int) -> Turn:
    """Naval air of a carrier sunk at sea goes to the other carriers of its force, undamaged ones first, or is lost."""
    fleet = [other for other in turn.carriers if carrier.force and other.force == carrier.force]
    others = sorted((other for other in fleet if not other.sunk and not other.port), key=lambda other: other.damaged)
    rooms = {other.id: max(0, room_aboard(turn, other)) for other in others}
    units = {unit.id: unit for unit in aboard(turn, carrier.id)}
    numbers = {name: unit.number for name, unit in units.items()}
    room = min(sum(numbers.values()), sum(rooms.values()))
    by = owner_of(turn, carrier)
    saved = chosen_to_save(ref, turn, carrier, units, room, by)
    ashore = patrol_lands(ref, turn, units, saved, patrol, by)
    spared = {name: sum(places.values()) for name, places in ashore.items()}
    turn = saved_to(ref, turn, units, saved, rooms, by, spared, from_inverted=carrier.inverted)
    for name, places in ashore.items():
        for place, number in places.items():
            ref.tell(Status, by, f"{name}: {units[name].air_type.label}", number, f"inverted at {turn.setting.name(place)}")
            turn = stationed(turn, name, place, inverted=number)
    return turn


def chosen_to_save(ref: Referee, turn: Turn, carrier: Carrier, units: Mapping[str, Unit], room: int, by: str) -> dict[str, int]:
    """The squadrons for which there is room, as their owner chooses."""
    numbers = {name: unit.number for name, unit in units.items()}
    labels = {name: f"{name}: {unit.air_type.label}" for name, unit in units.items()}
    left = partial(basing.to_save, turn, carrier, units.values(), room)
    return ref.allot(f"{by}.save.{carrier.id}", numbers, by=by, least=room, most=room, labels=labels, about=left)


@rule("17.3124")
def patrol_lands(
    ref: Referee, turn: Turn, units: Mapping[str, Unit], saved: Mapping[str, int], patrol: int, by: str
) -> dict[str, dict[str, int]]:
    """Combat air patrol without a deck may land at a base within three hexes, inverted for the turn."""
    ashore: dict[str, dict[str, int]] = {}
    for name, unit in units.items():
        without = min(patrol, unit.number - saved[name])
        near = [base for base in turn.bases if base.side == unit.side and not base.box]
        near = [base for base in near if without and base.takes_air_units]
        near = [base for base in near if not beyond(ref, turn, unit.home, base.id, PATROL_LANDS_WITHIN)]
        taken = {base.id: sum(places.get(base.id, 0) for places in ashore.values()) for base in near}
        items = {base.id: max(0, min(without, room_for(turn, base, unit.air_type) - taken[base.id])) for base in near}
        if without and any(items.values()):
            most = min(without, sum(items.values()))
            labels = {place: f"to {turn.setting.name(place)}" for place in items}
            key, deckless = f"{by}.ashore.{name}", partial(basing.without_a_deck, turn, unit, without, items)
            landed = ref.allot(key, items, by=by, most=most, default=first_come(items, most), labels=labels, about=deckless)
            ashore[name] = {place: number for place, number in landed.items() if number}
            patrol -= sum(landed.values())
    return ashore


def owner_of(turn: Turn, carrier: Carrier) -> str:
    """The player whose naval air is aboard."""
    sides = {unit.side for unit in turn.units if unit.home == carrier.id}
    return "attacker" if turn.setting.attacker in sides else "defender"


def saved_to(
    ref: Referee,
    turn: Turn,
    units: Mapping[str, Unit],
    saved: Mapping[str, int],
    rooms: Mapping[str, int],
    by: str,
    spared: Mapping[str, int] | None = None,
    *,
    from_inverted: bool,
) -> Turn:
    """The saved squadrons go where there is room; the others are eliminated, except those spared."""
    left = dict(rooms)
    for name, unit in units.items():
        going = unit.uninverted_first(saved[name])
        lost = unit.number - going.number - (spared or {}).get(name, 0)
        if lost:
            ref.tell(Loss, by, f"{name}: {unit.air_type.label}", lost, "eliminated")
        turn = turn.with_units([unit.holding()])
        for place in left:
            part = going.uninverted_first(min(going.number, left[place]))
            if part.number:
                left[place], going = left[place] - part.number, going.less(part)
                if turn.find_carrier(place):
                    turn = boarded(turn, name, place, part, from_inverted=from_inverted)
                else:
                    turn = arrived(turn, turn.unit(name), place, part)
                ref.tell(Note, f"{part.number} of {name} {verb(part.number, 'go', 'goes')} to {turn.setting.name(place)}")
    return turn


# transfers


@record
class Transfer(BaseChange):
    """Naval air that goes aboard, ashore, or to another carrier."""

    unit: str = said(A_UNIT, "the naval air")
    to: str = said(Ref("bases", "carriers"), "a carrier, or the port it lies in")
    count: int | None = said(Whole(1, 200), "how many squadrons; all if left out", default=None)
    phase: str = said(OneOf(("movement", "redeployment")), "in which phase", default="movement")
    late: bool = inside(default=False)  # is not possible before staging, and so made after it


@rule("17.3122", "17.3122A", "17.3122B")
def naval_air_transfers(ref: Referee, turn: Turn) -> Move[Turn]:
    """Naval air goes aboard carriers, ashore, or from carrier to carrier: before staging or redeployment, and again after it."""
    if not orders_over(ref, turn, open_transfers(turn), turn.part):
        ref.enter(turn.part, "Naval air transfers")
        turn = carried_out(ref, turn, open_transfers, transfer_ordered, about=partial(moves_so_far, done="transferred"))
    if not turn.part.endswith("-after"):
        return Return(turn)
    return Return(turn.with_basing(turn.basing.without(prepared_transfers(turn))))


def prepared_transfers(turn: Turn) -> list[Transfer]:
    """The transfers that the scenario prepares for this phase and that are not made yet."""
    return [move for move in turn.basing.ordered(Transfer) if move.phase == turn.phase]


def open_transfers(turn: Turn) -> Menu:
    """Prepared transfers, and the naval air that may go somewhere else. What is not possible yet waits for the second time."""
    waits = not turn.part.endswith("-after")
    now = [move for move in prepared_transfers(turn) if not (waits and prepared_refused(turn, move))]
    return unit_menu(turn, now, "transfer", partial(who_transfers_refused, turn), "no more transfers")


@rule("17.3122")
def who_transfers_refused(turn: Turn, unit: Unit) -> str | None:
    """Why a unit cannot be ordered to transfer, or None."""
    if never := never_transfers(turn, unit):
        return never
    if unit.id in turn.basing.moved:
        return f"{unit.id} has transferred already (17.3122)"
    return None if transfers_of(turn, unit) else f"no carrier or port where {unit.id} is has room for it (17.3122)"


def transfers_of(turn: Turn, unit: Unit) -> dict[str, int]:
    """Where naval air may transfer, and how many squadrons at most."""
    if unit.id in turn.basing.moved:
        return {}
    places = [place for place in (*turn.setting.bases, *turn.setting.carriers) if transfer_refused(turn, unit, place, 1) is None]
    numbers = range(1, unit.number + 1)
    return {place: max(number for number in numbers if not transfer_refused(turn, unit, place, number)) for place in places}


def prepared_refused(turn: Turn, move: Transfer) -> str | None:
    """Why a prepared transfer cannot be made now, or None."""
    unit = turn.find(move.unit)
    if unit is None:
        return nothing_left(move.unit)
    return transfer_refused(turn, unit, move.to, move.number(unit))


def nothing_left(unit_id: str) -> str:
    return f"nothing is left of {unit_id} (17.3122)"


@rule("17.3122")
def transfer_ordered(ref: Referee, turn: Turn, order: str) -> Turn:
    """A prepared transfer is made if it still may be; or the attacker says how much of a unit goes where."""
    move = next((move for move in prepared_transfers(turn) if move.id == order), None)
    if move is not None:
        turn = turn.with_basing(turn.basing.without([move]))
        if refused := prepared_refused(turn, move):
            ref.tell(Note, refused)
            return turn
        return goes(ref, turn, move)
    unit = turn.unit(order)
    places = transfers_of(turn, unit)
    labels = {place: f"to {turn.setting.name(place)}" for place in places}
    key, room = f"attacker.transfer.{unit.id}", partial(where_to, turn, unit, places)

    def why_not(place: str) -> str | None:
        known = turn.find_base(place) or turn.find_carrier(place)
        return transfer_refused(turn, unit, place, 1) if known else f"{not_one_of(place, places)} (17.3122)"

    sent = ref.allot(key, places, by="attacker", most=unit.number, default={}, labels=labels, about=room, why_not=why_not)
    for place, number in sent.items():
        change = Transfer(unit=unit.id, to=place, count=number, phase=turn.phase)
        if number and not prepared_refused(turn, change):
            turn = goes(ref, turn, change)
    return turn.with_basing(turn.basing._replace(moved=(*turn.basing.moved, unit.id)))


def goes(ref: Referee, turn: Turn, move: Transfer) -> Turn:
    """Naval air transfers, as ordered."""
    unit = turn.unit(move.unit)
    ref.tell(Note, f"{unit.air_type.does(move.number(unit), unit.id, 'go', 'goes')} to {turn.setting.name(move.to)}")
    return transferred(turn, move)


@rule("17.3122D", "17.3124")
def transferred(turn: Turn, move: Transfer) -> Turn:
    """Naval air has the status of its carrier; from an inverted carrier it arrives inverted, and inverts the carrier it joins."""
    unit = turn.unit(move.unit)
    source = turn.find_carrier(unit.home)
    going = unit.uninverted_first(move.number(unit))
    from_inverted = bool(source and source.inverted)
    if turn.find_carrier(move.to):
        return boarded(departed(turn, unit.id, going), unit.id, move.to, going, from_inverted=from_inverted)
    return arrived(turn, unit.less(going), move.to, going.all_inverted() if from_inverted else going)


@rule("17.3122", "17.3122C", "17.3124", "17.312")
def transfer_refused(turn: Turn, unit: Unit, place: str, number: int) -> str | None:
    """Why naval air may not transfer to a place now."""
    if never := never_transfers(turn, unit) or never_goes_to(turn, unit, place):
        return never
    setting = turn.setting
    source, target = turn.find_carrier(unit.home), turn.find_carrier(place)
    together = turn.hex_of(unit.home) == turn.hex_of(place) and unit.home != place
    same_force = bool(source and target and source.force and source.force == target.force and not source.damaged)
    if not together and not same_force:
        return f"{setting.name(unit.home)} and {setting.name(place)} are not in the same place (17.3122)"
    if target is None:
        room = room_for(turn, turn.base(place), unit.air_type)
        return None if number <= room else f"{setting.name(place)} has room for {room} more naval squadrons (18.11)"
    if target.sunk:
        return f"{target.name} is sunk (17.3124)"
    if source is None and number > unit.uninverted:
        return f"{number - unit.uninverted} of {unit.id} are inverted and may not go aboard (17.3122C)"
    room = room_aboard(turn, target)
    return None if number <= room else f"{target.name} has room for {room} more naval squadrons (17.312)"


@rule("17.3122")
def never_transfers(turn: Turn, unit: Unit) -> str | None:
    """Why a unit transfers nowhere, wherever it stages, or None: only the attacker's naval air does."""
    if unit.type != "nas" or unit.side != turn.setting.attacker:
        return f"{unit.id} is not naval air of the attacker, which alone may transfer (17.3122)"
    return None if unit.number else nothing_left(unit.id)


@rule("17.3122", "17.312", "17.3124", "18.21")
def never_goes_to(turn: Turn, unit: Unit, place: str) -> str | None:
    """Why naval air never transfers to a place, wherever it stages, or None: it goes aboard carriers of its nation, or ashore."""
    target = turn.find_carrier(place)
    if target is None and not turn.find_carrier(unit.home):
        return f"{unit.id} would go from base to base, which is staging (18.21)"
    if target is not None and target.nation != unit.air_type.nation:
        return f"{target.name} carries naval air of {target.nation} only (17.312)"
    if target is not None and target.damaged:
        return f"{target.name} is damaged and cannot take naval air aboard (17.3124)"
    return None


@rule("17.3122", "17.3124", "17.3127")
def read_transfers(document: Section, turn: Turn, problems: Problems) -> Turn:
    """Transfers and sinkings; later orders are checked with the transfers of the movement phase made."""
    ahead = turn
    moves = []
    for order in document["transfers"] or ():
        unit = ahead.find(order.unit)
        if unit is None or not (turn.find_base(order.to) or turn.find_carrier(order.to)):
            continue
        if never := never_transfers(turn, unit):
            problems.add(place_of(order, "unit"), never)
            continue
        # Later in the turn naval air may have gone aboard at the table, and goes ashore from there.
        aboard_by_then = order.phase == "redeployment" and turn.find_base(order.to)
        if not aboard_by_then and (never := never_goes_to(ahead, unit, order.to)):
            problems.add(place_of(order, "to"), never)
            continue
        count = order.count or unit.number
        late = order.phase == "movement" and transfer_refused(ahead, unit, order.to, count) is not None
        moves.append(replace(order, count=count, late=late))
        ahead = transferred(ahead, moves[-1]) if order.phase == "movement" and not late else ahead
    sinkings = tuple(one for one in document["sunk"] or () if turn.find_carrier(one.carrier))
    hit: list[str] = []
    for one in sinkings:
        if refused := hit_refused(turn, hit, one.carrier):
            problems.add(place_of(one, "carrier"), refused)
        hit.append(one.carrier)
    entries = [f"{move.phase}.transfers{when}" for move in moves for when in ("", "-after")]
    entries += [f"{sinking.phase}.sinkings" for sinking in sinkings]
    ahead = ahead.with_basing(ahead.basing._replace(moves=(*turn.basing.moves, *moves), sinkings=sinkings))
    return ahead.with_agenda(*entries)


@rule("17.3122", "17.3122A")
def read_late_transfers(document: Section, turn: Turn, problems: Problems) -> Turn:
    """Transfers that are not possible before staging are made after it; those that are not possible then either are refused."""
    for order in document["transfers"] or ():
        unit = turn.find(order.unit)
        late = next((move for move in turn.basing.ordered(Transfer) if move.late and move.id == order.id), None)
        if unit is None or late is None:
            continue
        refused = transfer_refused(turn, unit, order.to, late.count or 0)
        if refused is None:
            turn = transferred(turn, late)
        elif not turn.setting.orders_asked:  # staging at the table may make it possible
            problems.add(place_of(order, "to"), refused)
    return turn


AFTER_STAGING = Chapter(fields={}, read=read_late_transfers)
CHAPTER = Chapter(
    fields={
        "transfers": Field(ListOf(shape_of(Transfer), 0, 50), help="naval air that goes aboard carriers or ashore"),
        "sunk": Field(ListOf(shape_of(Sinking), 0, 30), help="carriers sunk in this turn"),
    },
    read=read_transfers,
    steps=(naval_air_transfers, carriers_are_sunk),
)
