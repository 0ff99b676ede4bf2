"""Counterair (18.52): announced together, fought base by base, round by round."""

from __future__ import annotations

from dataclasses import replace

from airwar.engine.moves import Move, Return, then
from airwar.engine.referee import Event, Loss, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air.returning import returned, settled_at
from airwar.rulesets.world_at_war.air_combat.aftermath import (
    carrier_air_goes_ashore,
    carriers_sail,
    landed_on_carrier,
    naval_combat_aborts,
    newly_inverted,
    outcome,
    over,
    recombination,
)
from airwar.rulesets.world_at_war.air_combat.fire import fire
from airwar.rulesets.world_at_war.air_combat.forces import (
    HOUSE,
    Effect,
    Force,
    House,
    Line,
    aborted_fight_on,
    broken_down,
    fought_in_squadrons,
    fresh,
    size,
    upright,
)
from airwar.rulesets.world_at_war.air_combat.losses import suffer, told_losses
from airwar.rulesets.world_at_war.air_combat.recombining import back_in_factors
from airwar.rulesets.world_at_war.bases.refuge import disengages, emptied, refuges, sent_to, surviving_units
from airwar.rulesets.world_at_war.counterair.raiders import attacker_reinforces, commit, flown, rulings_on_the_raid
from airwar.rulesets.world_at_war.options import ruled
from airwar.rulesets.world_at_war.state import Counterair, Turn, as_lines

SINGLE_ROUND = ("naval-base", "patrol", "naval-combat")  # 19.12: counterair of these kinds is one round


@rule("18.521", "18.525", "18.52")
def announce_counterair(ref: Referee, turn: Turn) -> Move[Turn]:
    """The attacker announces every counterair of the phase before any is fought."""
    ref.enter("", f"Counterair in the {turn.phase} phase")
    for base in dict.fromkeys(raid.base for raid in turn.raids if raid.phase == turn.phase):
        ref.tell(Note, f"{turn.setting.name(base)} is to be counteraired")
    return then(next_counterair, turn)


@rule("18.521", "18.521C", "18.521D", "17.3126A", "17.3126B", "17.3126D")
def next_counterair(ref: Referee, turn: Turn) -> Move[Turn]:
    """The next announced base is attacked; an empty one can be attacked too, which denies it as a refuge."""
    raid = next((raid for raid in turn.raids if raid.phase == turn.phase), None)
    if raid is None:
        return then(attackers_return, turn)
    left = tuple(other for other in turn.raids if other is not raid)
    name = turn.setting.name(raid.base)
    if raid.base in turn.taken:
        ref.tell(Note, f"{name} has been taken; it is no enemy base any more")
        return then(next_counterair, replace(turn, raids=left))
    turn = replace(turn, raids=left, counteraired=(*turn.counteraired, raid.base))
    if raid.kind == "patrol":
        turn = patrol_sails_on(turn)
    times = turn.counteraired.count(raid.base)
    scope = f"{raid.base}-{times}" if times > 1 else raid.base
    ref.enter(scope if raid.phase == "movement" else f"combat.{scope}", f"Counterair against {name}")
    raid = commit(ref, turn, raid)
    attackers = tuple(Line(unit.id, unit.type, (number,)) for unit, number in flown(turn, raid.force))
    battle = Counterair(turn, raid.base, attackers, as_lines(turn.at(raid.base)), raid.force, kind=raid.kind)
    ref.tell(rulings_on_the_raid, battle)
    if not attackers:
        ref.tell(Note, f"nobody flies to {name}")
        return then(counterair_ends, battle)
    if not battle.defenders:
        ref.tell(Note, f"{name} is empty; nothing may fly off to it in this phase")
        return then(counterair_ends, battle)
    return then(counterair_round, in_squadrons(battle))


@rule("19.12")
def patrol_sails_on(turn: Turn) -> Turn:
    """A patrol's aircraft are aboard again in the next hex that it enters, and may attack from there."""
    carriers = turn.setting.carriers
    return replace(turn, away=tuple(one for one in turn.away if not one.patrolling or turn.unit(one.unit).home not in carriers))


@rule("18.522", "18.522A", "18.522C", "18.521A", "18.521B", "19.1", "19.11")
def counterair_round(ref: Referee, battle: Counterair) -> Move[Turn]:
    """Both sides roll at once and the results fall together; then each side may break off, the defender first."""
    ref.new_round()
    attackers, defenders = battle.attackers, battle.defenders
    house = battle.turn.setting.house
    engaged = engaged_defenders(ref, defenders, battle.turn.setting.options["transports-in-base"])
    by_attacker = fire(ref, "attacker", attackers, engaged, most=size(defenders), house=house)
    by_defender = fire(ref, "defender", engaged, attackers, most=size(attackers), aborts_matter=False, house=house)
    battle = battle._replace(
        attackers=suffer(ref, "attacker", attackers, by_defender, house) if by_defender.eliminated else attackers,
        defenders=defenders_suffer(ref, defenders, engaged, by_attacker, house),
    )
    ref.tell(round_report, battle, attackers, defenders)
    if not battle.attackers or not battle.defenders:
        return then(counterair_ends, battle)
    return then(after_the_round, battle)


@rule("18.522B", "19.12")
def after_the_round(ref: Referee, battle: Counterair) -> Move[Turn]:
    """The defender speaks first; if he stays, the attacker breaks off or goes on with all survivors and whom he adds."""
    battle = carriers_go_home(ref, battle)
    if not battle.attackers:
        return then(counterair_ends, battle)
    if disengages(ref, battle, "defender"):
        return then(defender_flies_off, battle)
    if disengages(ref, battle, "attacker"):
        return then(counterair_ends, battle)
    battle = in_squadrons(attacker_reinforces(ref, battle))
    ref.tell(aborted_fight_on, battle.defenders)
    return then(counterair_round, battle._replace(attackers=fresh(battle.attackers), defenders=fresh(battle.defenders)))


def round_report(battle: Counterair, attackers: Force, defenders: Force) -> list[Event]:
    return told_losses("attacker", attackers, battle.attackers) + told_losses("defender", defenders, battle.defenders)


@rule("19.5", "17.141C")
def in_squadrons(battle: Counterair) -> Counterair:
    """Once naval air takes part, everybody fights in squadrons."""
    if not fought_in_squadrons(battle.attackers, battle.defenders):
        return battle
    return battle._replace(attackers=broken_down(battle.attackers), defenders=broken_down(battle.defenders))


@rule("18.521B", "17.65")
def engaged_defenders(ref: Referee, defenders: Force, ruling: str = "declared") -> Force:
    """Everything in the base fights, inverted or not; the attacker may engage the air transports too."""
    if not any(line.type.kind == "transport" for line in defenders):
        return defenders
    others = tuple(line for line in defenders if line.type.kind != "transport")
    if not others or ruling == "always":
        ref.tell(ruled, "transports-in-base", ruling, "the air transports in the base are engaged")
        return defenders
    options = {"leave": "leave the air transports alone", "engage": "engage the air transports too"}
    engage = ref.choose("attacker.engage-transports", options, by="attacker")
    return defenders if engage == "engage" else others


@rule("19.64", "18.521B")
def defenders_suffer(ref: Referee, defenders: Force, engaged: Force, effects: Effect, house: House = HOUSE) -> Force:
    """The attacker applies his result to uninverted defenders only, or to inverted ones as well; surplus kills spill over."""
    if not effects.eliminated and not effects.aborted:
        return defenders
    if len(defenders) == 1 and not defenders[0].inverted:
        return suffer(ref, "defender", defenders, effects, house)
    counted = tuple(line for line in engaged if not (line.inverted and line.type.kind == "transport"))
    target = counted
    if upright(counted) and upright(counted) != counted:
        options = {"uninverted": "uninverted defenders only", "both": "uninverted and inverted ones alike"}
        wish = ref.choose("attacker.target", options, by="attacker")
        target = upright(counted) if wish == "uninverted" else counted
    target = target or engaged
    spared = tuple(line._replace(aborted=()) for line in defenders if line not in target)
    if upright(target) and upright(target) != target:
        ref.tell(ruled, "inverted-types", house.inverted_types, "inverted and uninverted units share the effects type by type")
    struck = suffer(ref, "defender", target, effects, house)
    surplus = max(0, effects.eliminated - size(target))
    return struck + spill(ref, spared, surplus if not upright(struck) else 0, house)


@rule("19.64")
def spill(ref: Referee, spared: Force, surplus: int, house: House = HOUSE) -> Force:
    """With every uninverted unit gone, eliminations left over fall on the inverted ones, whether they fought or not."""
    inverted = tuple(line for line in spared if line.inverted)
    if not surplus or not inverted:
        return spared
    others = tuple(line for line in spared if not line.inverted)
    return others + suffer(ref, "defender", inverted, Effect(surplus, 0), house)


@rule("18.523", "18.43")
def defender_flies_off(ref: Referee, battle: Counterair) -> Move[Turn]:
    """Every surviving defender flies to a refuge of the owner's choice and is inverted."""
    ref.tell(recombination, battle.turn, battle.defenders)
    survivors = surviving_units(battle)
    turn = emptied(battle)
    waiting = {unit.id: unit for unit in survivors}
    for unit in survivors:
        for place in refuges(battle, unit):
            left = waiting[unit.id]
            number = sent_to(ref, battle, turn, waiting, left, place)
            if number:
                turn = settled_at(turn, left, place, number)
                ref.tell(Loss, "defender", f"{unit.id}: {unit.type.label}", number, f"inverted at {turn.setting.name(place)}")
                waiting[unit.id] = left._replace(ready=0, inverted=left.number - number)
    return then(next_counterair, over(battle, turn, "defender disengaged"))


@rule("19.12")
def carriers_go_home(ref: Referee, battle: Counterair) -> Counterair:
    """Naval air from carriers strikes a land base for one round only; land-based air may go on."""
    carriers = battle.turn.setting.carriers
    if battle.kind in SINGLE_ROUND:
        ref.tell(Note, "this counterair is a single round")
        return battle._replace(homeward=battle.homeward + battle.attackers, attackers=())
    naval = tuple(line for line in battle.attackers if battle.turn.unit(line.unit).home in carriers) if carriers else ()
    remaining = tuple(line for line in battle.attackers if line not in naval)
    if not naval:
        return battle
    together = battle.turn.setting.options["mixed-strikes"]
    if remaining:
        fate = "goes on with the land-based air" if together == "all-go-on" else "returns, and the land-based air may go on"
        ref.tell(ruled, "mixed-strikes", together, f"after one round naval air from carriers {fate}")
    if remaining and together == "all-go-on":
        return battle
    ref.tell(Note, "naval air from carriers returns after one round")
    return battle._replace(homeward=battle.homeward + naval, attackers=remaining)


# afterwards


@rule("18.526", "18.526A", "18.526C", "17.3126C", "18.43", "18.522A")
def counterair_ends(ref: Referee, battle: Counterair) -> Move[Turn]:
    """Surviving defenders who aborted in the attacker's last roll are inverted; the others are free to act."""
    ref.tell(recombination, battle.turn, battle.defenders)
    if not battle.attackers and not battle.homeward and any(any(line.aborted) for line in battle.defenders):
        ref.tell(Note, "the last attacker's roll settles who is inverted, though he is gone")
    battle = naval_combat_aborts(ref, battle)
    settled = {unit.id: unit for unit in back_in_factors(battle.turn, battle.defenders)}
    gone = [unit._replace(ready=0, inverted=0) for unit in battle.turn.at(battle.base) if unit.id not in settled]
    turn = battle.turn.with_units([*settled.values(), *gone])
    ref.tell(newly_inverted, battle.turn, turn, battle.base)
    turn = carrier_air_goes_ashore(ref, turn, battle.base)
    return then(next_counterair, over(battle, turn, outcome(battle)))


@rule("18.524", "18.524A", "18.524B", "18.46", "18.42", "18.42A")
def attackers_return(ref: Referee, turn: Turn) -> Move[Turn]:
    """When all counterair of the phase is fought, land-based attackers return inverted; naval air lands on its carriers."""
    ref.enter("", "Return to base")
    for base, unit_id, number, _ in turn.away:
        carrier = turn.setting.carriers.get(turn.unit(unit_id).home)
        if carrier:
            turn = landed_on_carrier(ref, turn, carrier, unit_id, number)
        turn = returned(ref, turn, base, unit_id, number)
    return Return(carriers_sail(ref, replace(turn, away=())))


STEPS = (
    announce_counterair,
    next_counterair,
    counterair_round,
    after_the_round,
    defender_flies_off,
    counterair_ends,
    attackers_return,
)
