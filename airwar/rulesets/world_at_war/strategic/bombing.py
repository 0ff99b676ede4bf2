"""Strategic bombing (18.57): raids announced together, opposed, fought in one round of air combat, and what reaches the target.

The rule behind it, 26, is not in the source; what stands here of it is known from one public summary, and told as such.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from airwar.engine.dice import D6, OnRow
from airwar.engine.moves import Move, Return, then
from airwar.engine.referee import Event, Loss, NeedsChart, Note, Referee, Sheet
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air.returning import landing_places, settled_at
from airwar.rulesets.world_at_war.air_combat.fire import eliminations_only, fire, jets, modifiers, strength, table_row
from airwar.rulesets.world_at_war.air_combat.forces import Effect, Force, Line, size
from airwar.rulesets.world_at_war.air_combat.losses import Share, by_type, orders, suffer, told_losses
from airwar.rulesets.world_at_war.options import ruled
from airwar.rulesets.world_at_war.state import Turn, Unit
from airwar.rulesets.world_at_war.strategic.forces import announced, opposed
from airwar.rulesets.world_at_war.strategic.reach import forces_differ_by_reading, unit_named
from airwar.rulesets.world_at_war.strategic.state import BombingRaid, Numbers, Target

BOMBING = "/bombing"  # marks the part of an army air unit that bombs instead of escorting
SUMMARY = "rule 26, one public summary"


@dataclass(frozen=True)
class Bombing:
    """A raid in progress."""

    turn: Turn
    raid: BombingRaid
    attackers: Force
    defenders: Force

    @property
    def target(self) -> Target:
        return self.turn.strategy.targets[self.raid.target]

    @property
    def bombers(self) -> int:
        """How many reach the target and bomb it."""
        bombing = [line for line in self.attackers if line.type.kind == "bomber" or line.unit.endswith(BOMBING)]
        return sum(line.number - sum(line.aborted) for line in bombing)


@rule("18.57")
def announce_bombing(ref: Referee, turn: Turn) -> Move[Turn]:
    """The attacker announces every raid, its target and its force, before the defender answers."""
    ref.enter("", "Strategic bombing")
    raids: tuple[BombingRaid, ...] = ()
    for raid in turn.bombing:
        ref.enter(raid.target, f"Raid on {turn.strategy.targets[raid.target].name}")
        raids = (*raids, announced(ref, turn, raid, raids + turn.bombing[len(raids) + 1 :]))
    return then(oppose_bombing, replace(turn, bombing=raids))


@rule("17.83", "17.53F", "17.582")
def oppose_bombing(ref: Referee, turn: Turn) -> Move[Turn]:
    """The defender assigns army air, jets and interceptors to each raid that they can reach."""
    raids: tuple[BombingRaid, ...] = ()
    for raid in turn.bombing:
        ref.enter(raid.target, f"Defense of {turn.strategy.targets[raid.target].name}")
        ref.tell(interceptor_ruling, turn, raid)
        raids = (*raids, opposed(ref, turn, raid, raids + turn.bombing[len(raids) + 1 :]))
    return then(next_raid, replace(turn, bombing=raids))


@rule("17.82", "18.31G")
def interceptor_ruling(turn: Turn, raid: BombingRaid) -> list[Event]:
    """Says when it mattered how interceptors' front and range go together."""
    units = forces_differ_by_reading(turn, turn.strategy.targets[raid.target])
    if not units:
        return []
    reading = turn.setting.options["interceptors"]
    fate = "may not engage" if reading == "both" else "may engage"
    return [ruled("interceptors", reading, f"{', '.join(units)} {fate}: front and range, {reading} of them, must fit")]


@rule("18.57")
def next_raid(ref: Referee, turn: Turn) -> Move[Turn]:
    """The next raid flies to its target."""
    if not turn.bombing:
        return Return(turn)
    raid = turn.bombing[0]
    turn = replace(turn, bombing=turn.bombing[1:])
    target = turn.strategy.targets[raid.target]
    ref.enter(raid.target, f"Over {target.name}")
    if not raid.bombers:
        ref.tell(Note, f"nobody bombs {target.name}")
        return then(next_raid, replace(turn, results=(*turn.results, (target.name, "not flown"))))
    attackers = lines(turn, raid.escort or ()) + lines(turn, raid.bombers, bombing=True)
    return then(raid_is_met, Bombing(turn, raid, attackers, lines(turn, raid.defense or ())))


def lines(turn: Turn, numbers: Numbers, bombing: bool = False) -> Force:
    """Units as lines of a force; army air that bombs is marked."""
    force = []
    for unit_id, number in numbers:
        type_ = unit_named(turn, unit_id).type
        mark = BOMBING if bombing and type_.kind == "aaf" else ""
        force.append(Line(unit_id + mark, type_, (number,)))
    return tuple(force)


@rule("19.12", "19.31D", "18.57", "17.581", "17.582", "17.58", "17.85")
def raid_is_met(ref: Referee, battle: Bombing) -> Move[Turn]:
    """One round of air combat with the defender's radar; defenders that are told to abort fight on."""
    attackers, defenders = battle.attackers, battle.defenders
    if not defenders:
        ref.tell(Note, "the raid is not opposed")
        return then(bombs_fall, battle)
    radar = battle.turn.strategy.radar.get(defending(battle.turn), 0)
    ref.tell(strengths, attackers, defenders)
    row = table_row(raid_strength(attackers, defenders), battle.turn.setting.house.above_forty)
    by_attacker = ref.roll(
        "attacker.fire", OnRow(2 * D6, row, modifiers(attackers, defenders, radar=-radar), eliminations_only), "attacker"
    )
    by_defender = fire(ref, "defender", defenders, attackers, radar=radar, house=battle.turn.setting.house)
    battle = replace(
        battle,
        attackers=raiders_suffer(ref, battle.turn, "attacker", attackers, by_defender),
        defenders=raiders_suffer(ref, battle.turn, "defender", defenders, by_attacker),
    )
    ref.tell(round_report, battle, attackers, defenders)
    return then(bombs_fall, battle)


def defending(turn: Turn) -> str:
    """The side that is not moving."""
    return next((side for side in turn.strategy.radar if side != turn.setting.moving), "")


@rule("18.57", "17.55")
@lru_cache(maxsize=4096)
def raid_strength(attackers: Force, defenders: Force) -> int:
    """Never more factors than the defender has, the jets' bonus apart; army air that bombs does not fight."""
    fighting = sum(line.number for line in attackers if not line.unit.endswith(BOMBING))
    return 2 * jets(attackers) + min(size(defenders), fighting)


def strengths(attackers: Force, defenders: Force) -> Sheet:
    """What each side fights with, and how sure that is."""
    bombing = sum(line.number for line in attackers if line.unit.endswith(BOMBING))
    rows = (
        ("attacker", "factors in the raid", str(size(attackers)), ""),
        ("attacker", "army air that bombs, not counted", str(bombing), SUMMARY),
        ("attacker", "counted, at most the defender's number", str(min(size(defenders), size(attackers) - bombing)), SUMMARY),
        ("attacker", "two more for each jet", str(2 * jets(attackers)), "17.55"),
        ("attacker", "strength", str(raid_strength(attackers, defenders)), SUMMARY),
        ("defender", "factors", str(size(defenders)), ""),
        ("defender", "two more for each jet", str(2 * jets(defenders)), "17.55"),
        ("defender", "strength", str(strength(defenders)), SUMMARY),
    )
    return Sheet("Strengths over the target", ("side", "what", "number", "known from"), rows)


@rule("19.62")
def raiders_suffer(ref: Referee, turn: Turn, side: str, force: Force, effects: Effect) -> Force:
    """Losses are shared over types. Ruling: who takes the remnant among equals is 26.454's affair, so it is an option."""
    if not any(effects):
        return force
    ref.tell(remnant_ruling, turn, side, force, effects)
    by_drm = turn.setting.options["raid-remnant"] == "lower-drm"
    return suffer(ref, side, force, effects, turn.setting.house, drm_breaks_ties=by_drm)


def remnant_ruling(turn: Turn, side: str, force: Force, effects: Effect) -> list[Event]:
    """Says when types of equal number and unequal DRM made the missing rule matter."""
    shares = [Share(name, size(line), line[0].type.drm) for name, line in by_type(force).items()]
    tied = any(one.number == other.number and one.drm != other.drm for one in shares for other in shares)
    if not tied or len(orders(tuple(share._replace(drm=0) for share in shares), effects)) == 1:
        return []
    chosen = turn.setting.options["raid-remnant"]
    who = "the owner chooses" if chosen == "owner" else "the lower DRM takes it"
    return [ruled("raid-remnant", chosen, f"{side}: types of equal number share a remnant; 26.454 is not in the source: {who}")]


def round_report(battle: Bombing, attackers: Force, defenders: Force) -> list[Event]:
    return told_losses("attacker", attackers, battle.attackers) + told_losses("defender", defenders, battle.defenders)


@rule("18.57", "17.73")
def bombs_fall(ref: Referee, battle: Bombing) -> Move[Turn]:
    """Bombers neither shot down nor turned back bomb: by the scenario's chart, or by hand, for want of the Bombing Table."""
    number, name = battle.bombers, battle.target.name
    chart = battle.turn.strategy.damage
    row = chart.row(number) if chart and number else None
    if not number:
        ref.tell(Note, f"no bomber reaches {name}")
        result = "no bomber gets through"
    elif chart and row:
        damage: str = ref.roll("attacker.bombs", OnRow(chart.dice, row), "attacker")
        result = f"{counted(number)} through, damage {damage}"
    else:
        ref.tell(NeedsChart, "bombing", f"{counted(number)} over {name}; resolve the bombing by hand (26.46)")
        result = f"{counted(number)} through, resolve the bombing by hand"
    return then(raiders_return, replace(battle, turn=noted(battle.turn, name, result)))


def counted(bombers: int) -> str:
    return f"{bombers} bomber{'s' * (bombers != 1)}"


def noted(turn: Turn, name: str, result: str) -> Turn:
    return replace(turn, results=(*turn.results, (name, result)))


@rule("18.42A", "18.46")
def raiders_return(ref: Referee, battle: Bombing) -> Move[Turn]:
    """Everybody who flew is inverted; army air and jets may land at another base in range."""
    turn = battle.turn
    raid = battle.raid
    raiders = (raid.bombers or ()) + (raid.escort or ())
    for side, sent, force in (("attacker", raiders, battle.attackers), ("defender", raid.defense or (), battle.defenders)):
        for unit_id in dict.fromkeys(unit_id for unit_id, _ in sent):
            flew = sum(number for flown, number in sent if flown == unit_id)
            left = sum(line.number for line in force if line.unit.removesuffix(BOMBING) == unit_id)
            turn = landed(ref, turn, side, unit_id, flew, left, raid.target)
    return then(next_raid, turn)


@rule("18.46")
def landed(ref: Referee, turn: Turn, side: str, unit_id: str, flew: int, left: int, target: str) -> Turn:
    """What is left of a unit lands inverted: at its own base, or at another that it can reach from the target."""
    unit = unit_named(turn, unit_id)
    turn = with_fliers(turn, [unit._replace(ready=unit.ready - flew)])
    if not left:
        return turn
    based = unit.home in turn.setting.bases
    others = landing_places(turn, unit, target, left) if based else []
    options = {unit.home: "back to base"} | {place: f"to {turn.setting.name(place)}" for place in others}
    where = ref.choose(f"{side}.return.{unit_id}", options, by=side) if others else unit.home
    place = turn.setting.name(where) if based else f"its {where} front"
    ref.tell(Loss, side, f"{unit_id}: {unit.type.label}", left, f"inverted at {place}")
    return set_down(turn, unit_named(turn, unit_id), where, left)


def set_down(turn: Turn, unit: Unit, where: str, number: int) -> Turn:
    """So many of a unit stand inverted at a place, its own or another."""
    if where == unit.home:
        return with_fliers(turn, [unit._replace(inverted=unit.inverted + number)])
    return settled_at(turn, unit, where, number)


def with_fliers(turn: Turn, changed: Iterable[Unit]) -> Turn:
    """The turn with these units changed, whether they are on the map or in a strategic warfare box."""
    new = {unit.id: unit for unit in changed}
    return replace(
        turn,
        units=tuple(new.get(unit.id, unit) for unit in turn.units),
        strategic=tuple(new.get(unit.id, unit) for unit in turn.strategic),
    )


# afterwards


@rule("17.71", "17.81")
def redeploy_strategic(ref: Referee, turn: Turn) -> Move[Turn]:
    """Bombers and interceptors change fronts in the redeployment phase, used or not."""
    ref.enter("", "Redeployment of strategic warfare units")
    moved = []
    for unit_id, front in turn.strategy.moves.items():
        unit = unit_named(turn, unit_id)
        if unit.number:
            ref.tell(Note, f"{unit_id}: {unit.number} {unit.type.label} go from the {unit.home} to the {front} front")
            moved.append(unit._replace(home=front))
    return Return(with_fliers(turn, moved))


@rule("18.73A")
def uninvert_strategic(ref: Referee, turn: Turn) -> Move[Turn]:
    """At the end of their owner's turn all bombers and interceptors are ready again, supplied or not."""
    ref.enter("", "End of turn in the strategic warfare boxes")
    ready = [
        unit._replace(ready=unit.number, inverted=0)
        for unit in turn.strategic
        if unit.side == turn.setting.moving and unit.inverted
    ]
    for unit in ready:
        ref.tell(Note, f"{unit.id}: {unit.number} {unit.type.label} ready again")
    return Return(with_fliers(turn, ready))


STEPS = (
    announce_bombing,
    oppose_bombing,
    next_raid,
    raid_is_met,
    bombs_fall,
    raiders_return,
    redeploy_strategic,
    uninvert_strategic,
)
