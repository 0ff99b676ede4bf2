"""Strategic bombing (18.57): raids are announced together, then opposed, then flown one by one.

Rule 26, which governs bombing, is not in the source; what airwar uses of it comes from one public summary, and the output says so.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from airwar.engine.moves import Move, Return, call, then
from airwar.engine.referee import Event, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.names import title_of, verb
from airwar.rulesets.world_at_war.air.in_the_air import eliminated
from airwar.rulesets.world_at_war.air.landing import landed
from airwar.rulesets.world_at_war.air.sent import Sent, added, nonzero
from airwar.rulesets.world_at_war.air.taking_off import taken_off
from airwar.rulesets.world_at_war.air_combat.forces import Force, Line
from airwar.rulesets.world_at_war.bases.basing import arrived, departed
from airwar.rulesets.world_at_war.ordering import NO_MORE, Menu, carried_out, menu_of, next_order
from airwar.rulesets.world_at_war.results import NOT_FLOWN
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.strategic.about import moved_so_far, raids_so_far, who_moves
from airwar.rulesets.world_at_war.strategic.forces import announced, opposed, raiders
from airwar.rulesets.world_at_war.strategic.raid import Raid, RaidOutcome, raid_is_met
from airwar.rulesets.world_at_war.strategic.reach import units_that_the_reading_affects
from airwar.rulesets.world_at_war.strategic.state import BombingRaid
from airwar.rulesets.world_at_war.units.unit import Unit


@rule("18.57")
def announce_bombing(ref: Referee, turn: Turn) -> Move[Turn]:
    """The attacker announces every raid, its target and its force, before the defender answers."""
    left = turn.bombing
    raids: tuple[BombingRaid, ...] = ()
    while (menu := open_raids(turn, left, raids)).offers(turn):
        turn, order = next_order(ref, turn, menu, title="Strategic bombing", about=partial(raids_so_far, turn, raids))
        if order == NO_MORE:
            break
        raid = next((raid for raid in left if raid.target == order), BombingRaid(order))
        left = tuple(other for other in left if other is not raid)
        ref.enter(scope_of(turn, raid), f"Raid on {turn.setting.strategy.targets[raid.target].name}")
        raids = (*raids, announced(ref, turn, raid, raids + left))
    return then(oppose_bombing, replace(turn, bombing=raids))


def scope_of(turn: Turn, raid: BombingRaid) -> str:
    """Where the keys of a raid begin; a base may be attacked in other ways too."""
    return f"{raid.target}.raid" if raid.target in turn.setting.bases else raid.target


@rule("18.57", "18.512F")
def open_raids(turn: Turn, left: tuple[BombingRaid, ...], announced: tuple[BombingRaid, ...]) -> Menu:
    """The raids that the scenario prepares, and the enemy bases on the fronts that somebody can bomb."""
    targets = turn.setting.strategy.targets
    prepared = {raid.target: f"bomb {targets[raid.target].name}, as prepared" for raid in left}
    every = {base.id: f"bomb {base.name}" for base in turn.bases}
    return menu_of(turn, prepared, every, partial(bombing_refused, turn, (*left, *announced)), "no more bombing")


@rule("18.57")
def bombing_refused(turn: Turn, raids: tuple[BombingRaid, ...], place: str) -> str | None:
    """Why a target cannot be bombed now, or None."""
    base, target = turn.find_base(place), turn.setting.strategy.targets.get(place)
    if base is None:
        return None
    if base.side == turn.setting.attacker or target is None:
        return f"{base.name} is no enemy base on a front of the bombers (18.57, 17.71)"
    if any(raid.target == place for raid in raids):
        return f"the raid on {base.name} is announced already (18.57)"
    able = raiders(None, turn, target, "bomb", raids)
    return None if able.units else f"nobody can bomb {base.name}: {able.nobody}"


@rule("17.83", "17.53F", "17.582")
def oppose_bombing(ref: Referee, turn: Turn) -> Move[Turn]:
    """The defender assigns army air, jets and interceptors to each raid that they can reach."""
    raids: tuple[BombingRaid, ...] = ()
    for raid in turn.bombing:
        ref.enter(scope_of(turn, raid), f"Defense of {turn.setting.strategy.targets[raid.target].name}")
        affected = units_that_the_reading_affects(ref, turn, turn.setting.strategy.targets[raid.target])
        ref.tell(interceptor_ruling, turn, affected)
        raids = (*raids, opposed(ref, turn, raid, raids + turn.bombing[len(raids) + 1 :]))
    return then(next_raid, replace(turn, bombing=raids))


@rule("17.82", "18.31G")
def interceptor_ruling(turn: Turn, units: list[str]) -> list[Event]:
    """Says when it mattered whether interceptors need both front and range."""
    if not units:
        return []
    reading = turn.setting.rulings.value("interceptors")
    both = reading == "both"
    fate = "may not engage: a raid must be both" if both else "may engage: a raid need only be"
    where = f"on {'its' if len(units) == 1 else 'their'} front {'and' if both else 'or'} in range"
    return [turn.setting.rulings.ruled("interceptors", f"{', '.join(units)} {fate} {where}")]


@rule("18.57")
def next_raid(ref: Referee, turn: Turn) -> Move[Turn]:
    """The next raid flies to its target."""
    if not turn.bombing:
        return Return(turn)
    raid = turn.bombing[0]
    target = turn.setting.strategy.targets[raid.target]
    ref.enter(scope_of(turn, raid), f"Over {target.name}")
    if not raid.bombers:
        ref.tell(Note, f"{target.name} is not bombed")
        return then(next_raid, flown(turn, target.name, NOT_FLOWN))
    attackers = lines(turn, raid.escort or ()) + lines(turn, raid.bombers, bombing=True)
    radar = radar_of(turn, raid.defense or ())
    state = Raid(turn.setting, target.name, attackers, lines(turn, raid.defense or ()), radar, turn.setting.strategy.damage)
    return call(raid_is_met, state, back=raid_over, keep=taken_off(turn, added(raid.raiders, raid.defense or ())))


@rule("18.42A", "18.46")
def raid_over(ref: Referee, turn: Turn, outcome: RaidOutcome) -> Move[Turn]:
    """All units that flew are inverted; army air and jets may land at another base in range."""
    raid = turn.bombing[0]
    name = turn.setting.strategy.targets[raid.target].name
    ref.tell(Note, f"raid on {name} is over: {outcome.result}")
    turn = flown(turn, name, outcome.result)
    for sent, force in ((raid.raiders, outcome.attackers), (raid.defense or (), outcome.defenders)):
        for unit_id, number in sent:
            left = sum(line.number for line in force if line.unit == unit_id)
            turn = eliminated(turn, ((unit_id, number - left),))
            turn = landed(ref, turn, nonzero({unit_id: left}), raid.target, named=False)
    return then(next_raid, turn)


def flown(turn: Turn, name: str, result: str) -> Turn:
    """The first raid is over, with this result."""
    return replace(turn, bombing=turn.bombing[1:]).with_result(name, result)


def lines(turn: Turn, numbers: Sent, bombing: bool = False) -> Force:
    """Units as lines of a force."""
    units = [(turn.unit(unit_id), number) for unit_id, number in numbers]
    return tuple(Line(unit.id, unit.air_type, (number,), bombing=bombing and unit.type == "aaf") for unit, number in units)


@rule("19.31D")
def radar_of(turn: Turn, defense: Sent) -> int:
    """The radar results of the defenders: those of the power that has most among those that meet the raid."""
    nations = {turn.unit(unit_id).air_type.nation for unit_id, _ in defense}
    return max((turn.setting.strategy.radar.get(nation, 0) for nation in nations), default=0)


# after the combat phase


@rule("17.71", "17.81")
def redeploy_strategic(ref: Referee, turn: Turn) -> Move[Turn]:
    """Bombers and interceptors may change fronts in the redeployment phase, inverted or not."""
    if open_moves(turn).offers(turn):
        ref.enter(turn.part, "Redeployment of strategic warfare units")
        turn = carried_out(ref, turn, open_moves, front_changed, about=moved_so_far)
    return Return(turn)


@rule("17.71", "17.81")
def open_moves(turn: Turn) -> Menu:
    """The units that the scenario orders to another front, and the others that may change fronts."""
    moves = turn.setting.strategy.moves
    ordered = [unit for unit in turn.strategic if unit.id in moves and may_move(turn, unit) is None]
    prepared = {f"{unit.id}@{moves[unit.id]}": f"{unit.id} to {front_name(moves[unit.id])}" for unit in ordered}
    every = {unit.id: f"move {unit.air_type.counted(unit.number)} from {front_name(unit.home)}" for unit in turn.strategic}
    return menu_of(turn, prepared, every, partial(front_refused, turn), "no more changes of front")


@rule("17.71", "17.81")
def front_refused(turn: Turn, name: str) -> str | None:
    """Why a unit cannot be ordered to another front, or None."""
    unit = turn.find(name)
    if unit is None:
        return None
    if refused := may_move(turn, unit):
        return refused
    return None if len(turn.setting.strategy.fronts) > 1 else f"there is no other front for {name} (17.71)"


def may_move(turn: Turn, unit: Unit) -> str | None:
    """Why a unit changes no fronts in this phase, or None."""
    if not unit.strategic or unit.side != turn.setting.attacker:
        return f"{unit.id} is no strategic bomber or interceptor of the attacker (17.71, 17.81)"
    if unit.id in turn.basing.moved:
        return f"{unit.id} has changed fronts already (17.71)"
    return None if unit.number else f"nothing is left of {unit.id} (17.71)"


def front_name(front: str) -> str:
    return f"the {title_of(front)} Front"


def front_changed(ref: Referee, turn: Turn, order: str) -> Turn:
    """A unit, or a part of it, changes fronts: as prepared, or as the attacker says."""
    unit_id, _, front = order.partition("@")
    unit = turn.unit(unit_id)
    sent = {front: unit.number}
    if not front:
        items = {other: unit.number for other in turn.setting.strategy.fronts if other != unit.home}
        labels = {other: f"to {front_name(other)}" for other in items}
        key = f"attacker.front.{unit_id}"
        about = partial(who_moves, turn, unit)
        sent = ref.allot(key, items, by="attacker", most=unit.number, default={}, labels=labels, about=about)
    turn = turn.with_basing(turn.basing._replace(moved=(*turn.basing.moved, unit_id)))
    for place, number in sent.items():
        if number:
            goes = f"{unit.air_type.counted(number)} {verb(number, 'move')}"
            ref.tell(Note, f"{unit_id}: {goes} from {front_name(unit.home)} to {front_name(place)}")
            going = turn.unit(unit_id).uninverted_first(number)
            turn = arrived(departed(turn, unit_id, going), unit_id, place, going)
            there = [part.id for part in turn.strategic if part.home == place and part.id.startswith(f"{unit_id}/")]
            turn = turn.with_basing(turn.basing._replace(moved=(*turn.basing.moved, *there)))
    return turn


@rule("18.73A")
def uninvert_strategic(ref: Referee, turn: Turn) -> Move[Turn]:
    """At the end of their owner's turn all bombers and interceptors are uninverted, supplied or not."""
    ref.enter("", "End of turn in the strategic warfare boxes")
    ready = [unit.all_ready() for unit in turn.strategic if unit.side == turn.setting.attacker and unit.inverted]
    for unit in ready:
        ref.tell(Note, f"{unit.id}: {unit.air_type.counted(unit.number)} ready again")
    return Return(turn.with_units(ready))


STEPS = (announce_bombing, oppose_bombing, next_raid, raid_over, redeploy_strategic, uninvert_strategic)
