"""Naval air and fast carriers (17.312): transfers between port and carrier, and what happens when a carrier is sunk."""

from __future__ import annotations

from collections.abc import Mapping

from airwar.engine.moves import Move, Return
from airwar.engine.referee import Loss, Note, Referee, Status, first_come
from airwar.engine.rule import rule
from airwar.rulesets.kit.places import beyond
from airwar.rulesets.world_at_war.bases.basing import room_aboard, room_for
from airwar.rulesets.world_at_war.bases.record import BaseChange, Fall
from airwar.rulesets.world_at_war.bases.stationing import stationed
from airwar.rulesets.world_at_war.parts import Part
from airwar.rulesets.world_at_war.setting import Carrier
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.unit import Unit
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, ListOf, OneOf, Record, Ref, Section, Whole

TRANSFERRED = Record(
    {
        "unit": Field(Ref("units"), required=True, help="the naval air"),
        "to": Field(Ref("bases", "carriers"), required=True, help="a carrier, or the port it lies in"),
        "count": Field(Whole(1, 200), help="how many squadrons; all if left out"),
        "phase": Field(OneOf(("movement", "redeployment")), default="movement", help="in which phase"),
    }
)
SUNK = Record(
    {
        "carrier": Field(Ref("carriers"), required=True, help="the fast carrier"),
        "phase": Field(OneOf(("movement", "combat")), default="combat", help="in which phase it is sunk"),
        "patrol": Field(Whole(0, 9), default=0, help="how many of its squadrons are on combat air patrol and may land ashore"),
    }
)
PATROL_LANDS_WITHIN = 3  # hexes


@rule("17.3122", "17.3122A", "17.3122B")
def naval_air_transfers(ref: Referee, turn: Turn) -> Move[Turn]:
    """Naval air goes aboard carriers, ashore, or from carrier to carrier, and takes the status of the carrier it joins."""
    ref.enter("transfers", "Naval air transfers")
    now = [move for move in turn.basing.moves if move.kind == "transfer" and move.phase == turn.phase]
    for move in now:
        unit = turn.unit(move.unit)
        refused = transfer_refused(turn, unit, move.to, min(move.number, unit.number))
        if refused or not unit.number:
            ref.tell(Note, refused or f"nothing is left of {unit.id}")
            continue
        number = min(move.number, unit.number)
        ref.tell(Note, f"{unit.air_type.does(number, unit.id, 'go', 'goes')} to {turn.setting.name(move.to)}")
        turn = transferred(turn, move)
    return Return(turn.with_basing(turn.basing._replace(moves=tuple(move for move in turn.basing.moves if move not in now))))


@rule("17.3122D", "17.3124")
def transferred(turn: Turn, move: BaseChange) -> Turn:
    """Naval air has the status of its carrier; from an inverted carrier it arrives inverted, and inverts the carrier it joins."""
    unit = turn.unit(move.unit)
    number = min(move.number, unit.number)
    source, target = turn.setting.carriers.get(unit.home), turn.setting.carriers.get(move.to)
    ready = min(unit.ready, number)
    left = unit._replace(ready=unit.ready - ready, inverted=unit.inverted - (number - ready))
    from_inverted = bool(source and source.inverted)
    if (target and target.inverted) or from_inverted:
        ready = 0
    turn = stationed(turn.with_units([left]), unit.id, move.to, ready=ready, inverted=number - ready)
    if target and from_inverted:
        turn = turn.with_units([other.all_inverted() for other in turn.units if other.home == target.id])
    return turn


@rule("17.3122", "17.3122C", "17.3124", "17.312")
def transfer_refused(turn: Turn, unit: Unit, place: str, number: int) -> str | None:
    """Why naval air may not transfer to a place."""
    setting = turn.setting
    source, target = setting.carriers.get(unit.home), setting.carriers.get(place)
    together = setting.hex_of(unit.home) == setting.hex_of(place) and unit.home != place
    same_force = bool(source and target and source.force and source.force == target.force and not source.damaged)
    if unit.type != "nas" or unit.side != setting.attacker:
        return f"{unit.id} is not naval air of the attacker, which alone may transfer (17.3122)"
    if source is None and target is None:
        return f"{unit.id} would go from base to base, which is staging (18.21)"
    if not together and not same_force:
        return f"{setting.name(unit.home)} and {setting.name(place)} are not in the same place (17.3122)"
    if target is None:
        room = room_for(turn, setting.bases[place], unit.air_type)
        return None if number <= room else f"{setting.name(place)} has room for {room} more naval squadrons (18.11)"
    if target.damaged:
        return f"{target.name} is damaged and cannot take naval air aboard (17.3124)"
    if target.nation != unit.air_type.nation:
        return f"{target.name} carries naval air of {target.nation} only (17.312)"
    if source is None and number > unit.ready:
        return f"{number - unit.ready} of {unit.id} are inverted and may not go aboard (17.3122C)"
    room = room_aboard(turn, target)
    return None if number <= room else f"{target.name} has room for {room} more naval squadrons (17.312)"


# carriers that are sunk


@rule("17.3127", "17.3124")
def carriers_are_sunk(ref: Referee, turn: Turn) -> Move[Turn]:
    """Naval air of a carrier sunk in port goes ashore; of one sunk at sea, to the other carriers of its force, within capacity."""
    ref.enter("sinkings", f"Carriers sunk in the {turn.phase} phase")
    now = [fall for fall in turn.basing.falls if fall.kind == "carrier" and fall.phase == turn.phase]
    turn = turn.with_basing(turn.basing._replace(falls=tuple(fall for fall in turn.basing.falls if fall not in now)))
    sunk = {fall.place for fall in now}
    for fall in now:
        carrier = turn.setting.carriers[fall.place]
        ref.tell(Note, f"{carrier.name} is sunk")
        turn = put_ashore(ref, turn, carrier) if carrier.port else saved_at_sea(ref, turn, carrier, sunk, fall.patrol)
    return Return(turn)


@rule("17.3127", "18.253")
def put_ashore(ref: Referee, turn: Turn, carrier: Carrier) -> Turn:
    """Naval air of a carrier sunk in port is displaced to the port within its capacity; the owner chooses which.

    Displaced air units are inverted (18.253); an option leaves these as they were.
    """
    units = {unit.id: unit for unit in turn.units if unit.home == carrier.id and unit.number}
    port = turn.setting.bases[carrier.port]
    numbers = {name: unit.number for name, unit in units.items()}
    room = min(sum(numbers.values()), *(room_for(turn, port, unit.air_type) for unit in units.values())) if units else 0
    saved = ref.allot(f"{owner_of(turn, carrier)}.save.{carrier.id}", numbers, by=owner_of(turn, carrier), least=room, most=room)
    policy = turn.setting.rulings.value("sunk-in-port")
    if any(unit.ready for unit in units.values()):
        text = f"naval air displaced from {carrier.name} to {port.name} is {policy}"
        ref.tell(turn.setting.rulings.ruled, "sunk-in-port", text)
    if policy == "inverted":
        units = {name: unit.all_inverted() for name, unit in units.items()}
    return rehomed(ref, turn, units, saved, [(port.id, room)], owner_of(turn, carrier))


@rule("17.3124")
def saved_at_sea(ref: Referee, turn: Turn, carrier: Carrier, sunk: set[str], patrol: int) -> Turn:
    """Naval air of a carrier sunk at sea goes to the other carriers of its force, undamaged ones first, or is lost."""
    fleet = [other for other in turn.setting.carriers.values() if carrier.force and other.force == carrier.force]
    others = sorted((other for other in fleet if other.id not in sunk and not other.port), key=lambda other: other.damaged)
    rooms = [(other.id, room_aboard(turn, other)) for other in others]
    units = {unit.id: unit for unit in turn.units if unit.home == carrier.id and unit.number}
    numbers = {name: unit.number for name, unit in units.items()}
    room = min(sum(numbers.values()), sum(free for _, free in rooms))
    by = owner_of(turn, carrier)
    saved = ref.allot(f"{by}.save.{carrier.id}", numbers, by=by, least=room, most=room)
    ashore = patrol_lands(ref, turn, units, saved, patrol, by)
    spared = {name: sum(places.values()) for name, places in ashore.items()}
    turn = rehomed(ref, turn, units, saved, rooms, by, spared)
    for name, places in ashore.items():
        for place, number in places.items():
            ref.tell(Status, by, f"{name}: {units[name].air_type.label}", number, f"inverted at {turn.setting.name(place)}")
            turn = stationed(turn, name, place, inverted=number)
    return turn


@rule("17.3124")
def patrol_lands(
    ref: Referee, turn: Turn, units: dict[str, Unit], saved: dict[str, int], patrol: int, by: str
) -> dict[str, dict[str, int]]:
    """Combat air patrol without a deck may land at a base within three hexes, inverted for the turn."""
    ashore: dict[str, dict[str, int]] = {}
    for name, unit in units.items():
        without = min(patrol, unit.number - saved[name])
        near = [base for base in turn.setting.bases.values() if turn.held_by(base.id) == unit.side and not base.box]
        near = [base for base in near if without and turn.base(base.id).takes_air_units]
        near = [base for base in near if not beyond(ref, turn.setting, unit.home, base.id, PATROL_LANDS_WITHIN)]
        items = {base.id: min(without, room_for(turn, base, unit.air_type)) for base in near}
        if without and any(items.values()):
            most = min(without, sum(items.values()))
            landed = ref.allot(f"{by}.ashore.{name}", items, by=by, most=most, default=first_come(items, most))
            ashore[name] = {place: number for place, number in landed.items() if number}
            patrol -= sum(landed.values())
    return ashore


def owner_of(turn: Turn, carrier: Carrier) -> str:
    sides = {unit.side for unit in turn.units if unit.home == carrier.id}
    return "attacker" if turn.setting.attacker in sides else "defender"


def rehomed(
    ref: Referee,
    turn: Turn,
    units: dict[str, Unit],
    saved: dict[str, int],
    rooms: list[tuple[str, int]],
    by: str,
    spared: Mapping[str, int] | None = None,
) -> Turn:
    """The saved squadrons go where there is room; the others are eliminated, except those spared."""
    left = dict(rooms)
    for name, unit in units.items():
        going = saved[name]
        lost = unit.number - going - (spared or {}).get(name, 0)
        if lost:
            ref.tell(Loss, by, f"{name}: {unit.air_type.label}", lost, "eliminated")
        turn = turn.with_units([unit._replace(ready=0, inverted=0)])
        ready = min(unit.ready, going)
        for place in left:
            part = min(going, left[place])
            if part:
                upright = min(ready, part)
                turn = stationed(turn, unit.id, place, ready=upright, inverted=part - upright)
                ref.tell(Note, f"{part} of {name} go to {turn.setting.name(place)}")
                left[place], going, ready = left[place] - part, going - part, ready - upright
    return turn


@rule("17.3122", "17.3124", "17.3127")
def plan(document: Section, turn: Turn, problems: Problems) -> Turn:
    """Transfers and sinkings; later orders are checked with the transfers of the movement phase made."""
    ahead = turn
    moves = []
    for said in document["transfers"] or ():
        unit = next((unit for unit in ahead.units if unit.id == said["unit"]), None)
        if unit is None or not (said["to"] in turn.setting.bases or said["to"] in turn.setting.carriers):
            continue
        move = BaseChange(unit.id, said["to"], said["count"] or unit.number, said["phase"], "transfer")
        refused = transfer_refused(ahead, unit, move.to, move.number) if move.phase == "movement" else None
        if refused:
            problems.add(said.at("to"), refused)
            continue
        moves.append(move)
        ahead = transferred(ahead, move) if move.phase == "movement" else ahead
    sunk = [said for said in document["sunk"] or () if said["carrier"] in turn.setting.carriers]
    falls = tuple(Fall("carrier", said["carrier"], said["phase"], said["patrol"]) for said in sunk)
    entries = [f"{move.phase}.transfers" for move in moves] + [f"{fall.phase}.sinkings" for fall in falls]
    ahead = ahead.with_basing(ahead.basing._replace(moves=(*turn.basing.moves, *moves), falls=(*turn.basing.falls, *falls)))
    return ahead.with_agenda(*entries)


PART = Part(
    fields={
        "transfers": Field(ListOf(TRANSFERRED, 0, 50), help="naval air that goes aboard carriers or ashore"),
        "sunk": Field(ListOf(SUNK, 0, 30), help="carriers sunk in this turn"),
    },
    plan=plan,
    decisions={
        "attacker.save.*": "which naval air of a sunk carrier is saved",
        "defender.save.*": "the same for the defender's carriers",
        "attacker.ashore.*": "where combat air patrol without a deck lands",
        "defender.ashore.*": "the same for the defender",
    },
    steps=(naval_air_transfers, carriers_are_sunk),
)
