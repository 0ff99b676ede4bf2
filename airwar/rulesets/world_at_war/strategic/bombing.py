"""Strategic bombing (18.57): raids are announced together, then opposed, then flown one by one.

Rule 26, which governs bombing, is not in the source; what airwar uses of it comes from one public summary, and the output says so.
"""

from __future__ import annotations

from dataclasses import replace

from airwar.engine.moves import Move, Return, call, then
from airwar.engine.referee import Event, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.names import title_of, verb
from airwar.rulesets.world_at_war.air.in_the_air import eliminated
from airwar.rulesets.world_at_war.air.landing import landed
from airwar.rulesets.world_at_war.air.sent import Sent, added, nonzero
from airwar.rulesets.world_at_war.air.taking_off import taken_off
from airwar.rulesets.world_at_war.air_combat.forces import Force, Line
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.strategic.forces import announced, opposed
from airwar.rulesets.world_at_war.strategic.raid import Raid, RaidOutcome, raid_is_met
from airwar.rulesets.world_at_war.strategic.reach import units_that_the_reading_affects
from airwar.rulesets.world_at_war.strategic.state import BombingRaid


@rule("18.57")
def announce_bombing(ref: Referee, turn: Turn) -> Move[Turn]:
    """The attacker announces every raid, its target and its force, before the defender answers."""
    ref.enter("", "Strategic bombing")
    raids: tuple[BombingRaid, ...] = ()
    for raid in turn.bombing:
        ref.enter(raid.target, f"Raid on {turn.setting.strategy.targets[raid.target].name}")
        raids = (*raids, announced(ref, turn, raid, raids + turn.bombing[len(raids) + 1 :]))
    return then(oppose_bombing, replace(turn, bombing=raids))


@rule("17.83", "17.53F", "17.582")
def oppose_bombing(ref: Referee, turn: Turn) -> Move[Turn]:
    """The defender assigns army air, jets and interceptors to each raid that they can reach."""
    raids: tuple[BombingRaid, ...] = ()
    for raid in turn.bombing:
        ref.enter(raid.target, f"Defense of {turn.setting.strategy.targets[raid.target].name}")
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
    fate = "may not engage" if reading == "both" else "may engage"
    needed = "both their front and their range are" if reading == "both" else "either their front or their range is"
    return [turn.setting.rulings.ruled("interceptors", f"{', '.join(units)} {fate}: {needed} needed")]


@rule("18.57")
def next_raid(ref: Referee, turn: Turn) -> Move[Turn]:
    """The next raid flies to its target."""
    if not turn.bombing:
        return Return(turn)
    raid = turn.bombing[0]
    target = turn.setting.strategy.targets[raid.target]
    ref.enter(raid.target, f"Over {target.name}")
    if not raid.bombers:
        ref.tell(Note, f"{target.name} is not bombed")
        return then(next_raid, flown(turn, target.name, "not flown"))
    attackers = lines(turn, raid.escort or ()) + lines(turn, raid.bombers, bombing=True)
    radar = radar_of(turn, raid.defense or ())
    state = Raid(turn.setting, target.name, attackers, lines(turn, raid.defense or ()), radar, turn.setting.strategy.damage)
    return call(raid_is_met, state, back=raid_over, keep=taken_off(turn, added(raid.raiders, raid.defense or ())))


@rule("18.42A", "18.46")
def raid_over(ref: Referee, turn: Turn, outcome: RaidOutcome) -> Move[Turn]:
    """All units that flew are inverted; army air and jets may land at another base in range."""
    raid = turn.bombing[0]
    turn = flown(turn, turn.setting.strategy.targets[raid.target].name, outcome.result)
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
    ref.enter("", "Redeployment of strategic warfare units")
    moved = []
    for unit_id, front in turn.setting.strategy.moves.items():
        unit = turn.unit(unit_id)
        if unit.number:
            goes = f"{unit.air_type.counted(unit.number)} {verb(unit.number, 'move')}"
            ref.tell(Note, f"{unit_id}: {goes} from the {title_of(unit.home)} to the {title_of(front)} Front")
            moved.append(unit._replace(home=front))
    return Return(turn.with_units(moved))


@rule("18.73A")
def uninvert_strategic(ref: Referee, turn: Turn) -> Move[Turn]:
    """At the end of their owner's turn all bombers and interceptors are uninverted, supplied or not."""
    ref.enter("", "End of turn in the strategic warfare boxes")
    ready = [unit.all_ready() for unit in turn.strategic if unit.side == turn.setting.attacker and unit.inverted]
    for unit in ready:
        ref.tell(Note, f"{unit.id}: {unit.air_type.counted(unit.number)} ready again")
    return Return(turn.with_units(ready))


STEPS = (announce_bombing, oppose_bombing, next_raid, raid_over, redeploy_strategic, uninvert_strategic)
