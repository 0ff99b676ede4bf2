"""Naval air and fast carriers (17.312): transfers between port and carrier, and naval air aboard."""

from __future__ import annotations

from airwar.engine.moves import Move, Return
from airwar.engine.referee import Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.bases.aboard import boarded
from airwar.rulesets.world_at_war.bases.basing import room_aboard, room_for
from airwar.rulesets.world_at_war.bases.record import BaseChange, Fall
from airwar.rulesets.world_at_war.bases.sinking import carriers_are_sunk
from airwar.rulesets.world_at_war.bases.stationing import arrived, departed
from airwar.rulesets.world_at_war.parts import Part
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
    source = turn.find_carrier(unit.home)
    going = unit.uninverted_first(min(move.number, unit.number))
    turn = departed(turn, unit.id, going)
    from_inverted = bool(source and source.inverted)
    if turn.find_carrier(move.to):
        return boarded(turn, unit.id, move.to, going, from_inverted=from_inverted)
    return arrived(turn, unit.id, move.to, going.all_inverted() if from_inverted else going)


@rule("17.3122", "17.3122C", "17.3124", "17.312")
def transfer_refused(turn: Turn, unit: Unit, place: str, number: int) -> str | None:
    """Why naval air may not transfer to a place."""
    setting = turn.setting
    source, target = turn.find_carrier(unit.home), turn.find_carrier(place)
    together = turn.hex_of(unit.home) == turn.hex_of(place) and unit.home != place
    same_force = bool(source and target and source.force and source.force == target.force and not source.damaged)
    if unit.type != "nas" or unit.side != setting.attacker:
        return f"{unit.id} is not naval air of the attacker, which alone may transfer (17.3122)"
    if source is None and target is None:
        return f"{unit.id} would go from base to base, which is staging (18.21)"
    if not together and not same_force:
        return f"{setting.name(unit.home)} and {setting.name(place)} are not in the same place (17.3122)"
    if target is None:
        room = room_for(turn, turn.base(place), unit.air_type)
        return None if number <= room else f"{setting.name(place)} has room for {room} more naval squadrons (18.11)"
    if target.sunk:
        return f"{target.name} is sunk (17.3124)"
    if target.damaged:
        return f"{target.name} is damaged and cannot take naval air aboard (17.3124)"
    if target.nation != unit.air_type.nation:
        return f"{target.name} carries naval air of {target.nation} only (17.312)"
    if source is None and number > unit.uninverted:
        return f"{number - unit.uninverted} of {unit.id} are inverted and may not go aboard (17.3122C)"
    room = room_aboard(turn, target)
    return None if number <= room else f"{target.name} has room for {room} more naval squadrons (17.312)"


@rule("17.3122", "17.3124", "17.3127")
def plan(document: Section, turn: Turn, problems: Problems) -> Turn:
    """Transfers and sinkings; later orders are checked with the transfers of the movement phase made."""
    ahead = turn
    moves = []
    for said in document["transfers"] or ():
        unit = next((unit for unit in ahead.units if unit.id == said["unit"]), None)
        if unit is None or not (turn.find_base(said["to"]) or turn.find_carrier(said["to"])):
            continue
        move = BaseChange(unit.id, said["to"], said["count"] or unit.number, said["phase"], "transfer")
        refused = transfer_refused(ahead, unit, move.to, move.number) if move.phase == "movement" else None
        if refused:
            problems.add(said.at("to"), refused)
            continue
        moves.append(move)
        ahead = transferred(ahead, move) if move.phase == "movement" else ahead
    sunk = [said for said in document["sunk"] or () if turn.find_carrier(said["carrier"])]
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
