"""Construction and redeployment as far as air units are concerned: who stays inverted through the enemy turn (18.72C, D)."""

from __future__ import annotations

from dataclasses import replace

from airwar.engine.moves import Move, Return
from airwar.engine.referee import Loss, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.bases.airbases import room_at_once
from airwar.rulesets.world_at_war.bases.basing import room_for
from airwar.rulesets.world_at_war.bases.displacement import excess_eliminated
from airwar.rulesets.world_at_war.bases.staging import moved
from airwar.rulesets.world_at_war.parts import Part
from airwar.rulesets.world_at_war.state import BaseChange, Turn, Unit
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, Flag, ListOf, MapOf, Record, Ref, Section, Whole

REDEPLOYED = Record(
    {
        "unit": Field(Ref("units", "construction"), required=True, help="who redeploys"),
        "to": Field(Ref("bases"), required=True, help="the new base"),
        "count": Field(Whole(1, 200), help="how many; all if left out"),
        "assists-naval": Field(Flag(), default=False, help="is used afterwards to assist naval redeployment"),
    }
)


@rule("18.72C", "17.3122C")
def units_are_built(ref: Referee, turn: Turn) -> Move[Turn]:
    """New air units come in inverted, as far as their base has room; on a carrier of their shipyard they have its status."""
    ref.enter("construction", "Unit construction")
    unbuilt = []
    for unit in turn.building:
        count = min(unit.number, room_at(turn, unit))
        name = turn.setting.name(unit.home)
        if count < unit.number:
            ref.tell(Note, f"{name} has room for {count} of {unit.id} only; the others are not built")
            unbuilt.append(unit._replace(inverted=unit.number - count, had=unit.number - count))
        if count:
            carrier = turn.setting.carriers.get(unit.home)
            ready = count if carrier and not carrier.inverted else 0
            status = "uninverted" if ready else "inverted"
            ref.tell(Loss, "attacker", f"{unit.id}: {unit.type.label}", count, f"built {status} at {name}")
            turn = replace(turn, units=(*turn.units, unit._replace(ready=ready, inverted=count - ready, had=count)))
    return Return(replace(turn, building=tuple(unbuilt)))


def room_at(turn: Turn, unit: Unit) -> int:
    """How many of a new unit find room where they are built."""
    carrier = turn.setting.carriers.get(unit.home)
    if carrier:
        return carrier.size - sum(other.number for other in turn.units if other.home == carrier.id)
    held = turn.held_by(unit.home) == unit.side
    return room_for(turn, turn.setting.bases[unit.home], unit.type) if held else 0


@rule("18.72D", "18.42B", "18.143", "18.15")
def air_units_redeploy(ref: Referee, turn: Turn) -> Move[Turn]:
    """Air units redeploy as ordered or asked; then all squadrons that served at sea are inverted."""
    ref.enter("redeployment", "Redeployment")
    for move in [move for move in turn.moves if move.kind == "redeployment"]:
        turn = redeployed(ref, turn, move)
    if "redeployment" in turn.setting.asked:
        for unit in [unit for unit in turn.units if unit.side == turn.setting.moving and unit.number]:
            turn = redeployed_as_asked(ref, turn, unit)
    turn = excess_eliminated(ref, back_from_sea(ref, turn))
    return Return(replace(turn, moves=tuple(move for move in turn.moves if move.kind != "redeployment")))


def redeployed_as_asked(ref: Referee, turn: Turn, unit: Unit) -> Turn:
    """The attacker says how many of a unit redeploy to each base with room; the rest stay."""
    if unit.home not in turn.setting.bases:
        return turn
    places = [base for base in turn.setting.bases.values() if turn.held_by(base.id) == unit.side and base.id != unit.home]
    items = {base.id: min(unit.number, room_at_once(turn, unit, base)) for base in places}
    items = {place: number for place, number in items.items() if number}
    if not items:
        return turn
    labels = {place: f"{unit.type.label} to {turn.setting.name(place)}" for place in items}
    key = f"attacker.redeploy.{unit.id}"
    sent = ref.allot(key, items, by="attacker", most=unit.number, default={}, labels=labels)
    for place, number in sent.items():
        if number:
            turn = redeployed(ref, turn, BaseChange(unit.id, place, number, "redeployment", "redeployment"))
    return turn


@rule("18.72D", "18.72C", "18.42B")
def redeployed(ref: Referee, turn: Turn, move: BaseChange) -> Turn:
    """A unit redeploys; what is inverted, or was at sea, goes inverted into the enemy turn."""
    unit = next((unit for unit in turn.units if unit.id == move.unit), None)
    if unit is None or not unit.number or turn.held_by(move.to) != unit.side or unit.home == move.to:
        return turn
    room = room_at_once(turn, unit, turn.setting.bases[move.to])
    if not room:
        ref.tell(Note, f"{turn.setting.name(move.to)} has no room for {unit.id} in this phase")
        return turn
    turn = moved(ref, back_from_sea(ref, turn, unit.id), move._replace(number=min(move.number, room)))
    there = turn.unit(unit.id)
    there = there if there.home == move.to else turn.unit(f"{unit.id}/{move.to}")
    if move.assists:
        turn = turn.with_units([there._replace(ready=0, inverted=there.number)])
    return replace(turn, held=(*turn.held, there.id)) if move.assists or not excepted(turn, unit) else turn


@rule("18.72D")
def excepted(turn: Turn, unit: Unit) -> bool:
    """American air units where the US is not yet at war are uninverted even after redeployment."""
    return unit.type.nation == "us" and "us" in turn.setting.neutral


@rule("18.42B", "18.58")
def back_from_sea(ref: Referee, turn: Turn, only: str = "") -> Turn:
    """Squadrons that searched, covered or struck at sea are inverted: when they redeploy, or else after redeployment."""
    for name, number in turn.at_sea:
        if only and name != only:
            continue
        unit = turn.unit(name)
        count = min(number, unit.ready)
        if count:
            by = "attacker" if unit.side == turn.setting.moving else "defender"
            ref.tell(Loss, by, f"{name}: {unit.type.label}", count, "inverted")
            turn = turn.with_units([unit._replace(ready=unit.ready - count, inverted=unit.inverted + count)])
    return replace(turn, at_sea=tuple(entry for entry in turn.at_sea if only and entry[0] != only))


@rule("18.72D", "18.42B")
def plan(document: Section, turn: Turn, problems: Problems) -> Turn:
    """Redeployments and squadrons at sea, as far as they can be checked beforehand."""
    moves = []
    for said in document["redeployment"] or ():
        unit = next((unit for unit in (*turn.units, *turn.building) if unit.id == said["unit"]), None)
        base = turn.setting.bases.get(said["to"])
        if unit is None or base is None:
            continue
        if unit.side != turn.setting.moving:
            problems.add(said.at("unit"), f"{unit.id} is not of the moving side, {turn.setting.moving}; only its units redeploy")
        if base.side != unit.side:
            problems.add(said.at("to"), f"{base.name} is held by {base.side}; expected a base of {unit.side}")
        if (said["count"] or 0) > unit.number:
            problems.add(said.at("count"), f"{unit.id} has {unit.number}; {said['count']} are to redeploy")
        count = said["count"] or unit.number
        moves.append(BaseChange(unit.id, base.id, count, "redeployment", "redeployment", said["assists-naval"]))
    for built in turn.building:
        base = turn.setting.bases.get(built.home)
        if built.side != turn.setting.moving or (base and base.side != built.side):
            problems.add(document["construction"].mark, f"{built.id} is built by the enemy or in an enemy base (18.72C)")
    for name, number in turn.at_sea:
        unit = next((unit for unit in turn.units if unit.id == name), None)
        if unit is not None and number > unit.ready:
            problems.add(document["at-sea"].at(name), f"{name} has {unit.ready} uninverted; {number} served at sea (18.42B)")
    agenda = turn.agenda
    if (moves or turn.at_sea) and "redeployment.units" not in agenda:
        agenda = (*agenda, "redeployment.units")
    if turn.building:
        agenda = (*agenda, "construction.units")
    return replace(turn, moves=(*turn.moves, *moves), agenda=agenda)


PART = Part(
    fields={
        "redeployment": Field(ListOf(REDEPLOYED, 0, 100), help="who redeploys; each unit is asked for in a whole turn if left out"),
        "at-sea": Field(
            MapOf(Ref("units"), Whole(1, 200)), help="how many of a unit searched, covered or struck at sea in this turn"
        ),
    },
    plan=plan,
    decisions={"attacker.redeploy.*": "how many of a unit redeploy to each base"},
    steps=(units_are_built, air_units_redeploy),
)
