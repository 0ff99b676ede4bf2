"""Fast carriers that are sunk or damaged (17.3124, 17.3127), and where their naval air goes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial

from airwar.engine.moves import Move, Return
from airwar.engine.referee import Loss, Note, Referee, Status, first_come
from airwar.engine.rule import rule
from airwar.rulesets.kit.names import verb
from airwar.rulesets.kit.places import beyond
from airwar.rulesets.world_at_war.bases import about
from airwar.rulesets.world_at_war.bases.basing import aboard, arrived, boarded, room_aboard, room_for, stationed
from airwar.rulesets.world_at_war.bases.record import Fall
from airwar.rulesets.world_at_war.ordering import NO_MORE, Menu, next_order, won_hexes
from airwar.rulesets.world_at_war.setting import Carrier
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.unit import Unit

PATROL_LANDS_WITHIN = 3  # hexes


@rule("17.3127", "17.3124")
def carriers_are_sunk(ref: Referee, turn: Turn) -> Move[Turn]:
    """The carriers that are sunk in this phase."""
    prepared = {fall.id: fall for fall in turn.basing.falls if fall.kind == "carrier" and fall.phase == turn.phase}
    turn = turn.with_basing(turn.basing._replace(falls=tuple(fall for fall in turn.basing.falls if fall not in prepared.values())))
    sunk: dict[str, int] = {}
    damaged: list[str] = []
    if open_sinkings(turn, prepared, ()).offers(turn):
        scope = "sinkings" if turn.phase == "combat" else f"sinkings.{turn.phase}"
        ref.enter(scope, f"Carriers sunk in the {turn.phase} phase")
    while (menu := open_sinkings(turn, prepared, (*sunk, *damaged))).offers(turn):
        turn, event = next_order(ref, turn, menu, by="referee", facts=partial(won_hexes, turn))
        if event == NO_MORE:
            break
        name, _, hurt = event.partition("/")
        if hurt:
            damaged.append(name)
        else:
            sunk[name] = prepared[name].patrol if name in prepared else on_patrol(ref, turn, name)
    return Return(carriers_hit(ref, turn, sunk, damaged))


def open_sinkings(turn: Turn, prepared: Mapping[str, Fall], hit: Iterable[str]) -> Menu:
    """The carriers that the scenario says are sunk, and the others that may be sunk or damaged."""
    done = set(hit)
    stated = {name: f"{turn.setting.name(name)} is sunk" for name in prepared if name not in done}
    afloat = [carrier for carrier in turn.carriers if not carrier.sunk and carrier.id not in done]
    others = {carrier.id: f"{carrier.name} is sunk" for carrier in afloat if carrier.id not in prepared}
    others |= {f"{carrier.id}/damaged": f"{carrier.name} is damaged" for carrier in afloat if not carrier.damaged}
    return Menu(stated, others, "no other carrier is sunk or damaged")


@rule("17.3124")
def on_patrol(ref: Referee, turn: Turn, name: str) -> int:
    """How many squadrons of a carrier sunk at sea are on combat air patrol and may look for a base ashore."""
    number = sum(unit.number for unit in aboard(turn, name))
    if turn.carrier(name).port or not number:
        return 0
    items, labels = {"squadrons": number}, {"squadrons": "squadrons on combat air patrol"}
    key, sunk = f"referee.patrol.{name}", partial(about.on_patrol, turn, turn.carrier(name))
    return ref.allot(key, items, by="referee", default={}, labels=labels, optional=True, about=sunk)["squadrons"]


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
    room = min(sum(numbers.values()), *(room_for(turn, port, unit.air_type) for unit in units.values())) if units else 0
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
    left = partial(about.to_save, turn, carrier, units.values(), room)
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
            key, deckless = f"{by}.ashore.{name}", partial(about.without_a_deck, turn, unit, without, items)
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
                    turn = arrived(turn, name, place, part)
                ref.tell(Note, f"{part.number} of {name} {verb(part.number, 'go', 'goes')} to {turn.setting.name(place)}")
    return turn
