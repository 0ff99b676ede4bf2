"""The rounds of a counterair (18.522): both sides roll at once, then either may break off."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from airwar.engine.moves import Move, Return, then
from airwar.engine.referee import Event, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.rulings import Rulings
from airwar.rulesets.world_at_war.air_combat.fire import fire
from airwar.rulesets.world_at_war.air_combat.forces import (
    Effect,
    Force,
    aborted_fight_on,
    broken_down,
    fought_in_squadrons,
    fresh,
    size,
    upright,
)
from airwar.rulesets.world_at_war.air_combat.losses import loss_report, suffer
from airwar.rulesets.world_at_war.counterair.about import hits_on, transports_there
from airwar.rulesets.world_at_war.counterair.flying_off import defender_flies_off, disengages
from airwar.rulesets.world_at_war.counterair.raiders import attacker_reinforces
from airwar.rulesets.world_at_war.counterair.state import SINGLE_ROUND, Counterair, Fought
from airwar.rulesets.world_at_war.options import DEFAULTS
from airwar.rulesets.world_at_war.results import (
    ATTACKER_DISENGAGED,
    ATTACKER_ELIMINATED,
    BOTH_ELIMINATED,
    DEFENDER_ELIMINATED,
    SINGLE_ROUND_FOUGHT,
)
from airwar.rulesets.world_at_war.units.unit import Unit


@rule("18.522", "18.522A", "18.522C", "18.521A", "18.521B", "19.1", "19.11")
def counterair_round(ref: Referee, battle: Counterair) -> Move[Fought]:
    """Both sides roll at once and the results take effect together; then each side may break off, the defender first."""
    ref.new_round()
    attackers, defenders = battle.attackers, battle.defenders
    rulings = battle.rulings
    engaged = engaged_defenders(ref, defenders, rulings, attackers)
    by_attacker = fire(ref, "attacker", attackers, engaged, most=size(defenders), rulings=rulings)
    by_defender = fire(ref, "defender", engaged, attackers, most=size(attackers), aborts_matter=False, rulings=rulings)
    battle = battle._replace(
        attackers=suffer(ref, "attacker", attackers, by_defender, rulings) if by_defender.eliminated else attackers,
        defenders=defenders_suffer(ref, defenders, engaged, by_attacker, rulings, battle.based),
    )
    ref.tell(round_report, battle, attackers, defenders)
    if not battle.attackers or not battle.defenders:
        return Return(outcome(battle))
    return then(after_the_round, battle)


@rule("18.522B", "19.12")
def after_the_round(ref: Referee, battle: Counterair) -> Move[Fought]:
    """The defender decides first; if the defender stays, the attacker breaks off or fights on with survivors and reinforcements."""
    battle = carriers_go_home(ref, battle)
    if not battle.attackers:
        return Return(outcome(battle))
    if disengages(ref, battle, "defender"):
        return then(defender_flies_off, battle)
    if disengages(ref, battle, "attacker"):
        return Return(outcome(battle))
    battle = in_squadrons(attacker_reinforces(ref, battle))
    ref.tell(aborted_fight_on, battle.defenders)
    return then(counterair_round, battle._replace(attackers=fresh(battle.attackers), defenders=fresh(battle.defenders)))


def round_report(battle: Counterair, attackers: Force, defenders: Force) -> list[Event]:
    return loss_report("attacker", attackers, battle.attackers) + loss_report("defender", defenders, battle.defenders)


@rule("19.5", "17.141C")
def in_squadrons(battle: Counterair) -> Counterair:
    """Once naval air takes part, all units fight in squadrons."""
    if not fought_in_squadrons(battle.attackers, battle.defenders):
        return battle
    return battle._replace(attackers=broken_down(battle.attackers), defenders=broken_down(battle.defenders))


@rule("18.521B", "17.65")
def engaged_defenders(ref: Referee, defenders: Force, rulings: Rulings = DEFAULTS, attackers: Force = ()) -> Force:
    """Everything in the base fights, inverted or not; the attacker may engage the air transports too."""
    if not any(line.type == "transport" for line in defenders):
        return defenders
    others = tuple(line for line in defenders if line.type != "transport")
    if not others or rulings.value("transports-in-base") == "always":
        ref.tell(rulings.ruled, "transports-in-base", "the air transports in the base are engaged")
        return defenders
    options = {"leave": "leave the air transports alone", "engage": "engage the air transports too"}
    about = partial(transports_there, rulings, attackers, defenders)
    engage = ref.choose("attacker.engage-transports", options, by="attacker", about=about)
    return defenders if engage == "engage" else others


@rule("19.64", "18.521B")
def defenders_suffer(
    ref: Referee, defenders: Force, engaged: Force, effects: Effect, rulings: Rulings = DEFAULTS, based: Sequence[Unit] = ()
) -> Force:
    """The attacker applies the result to uninverted defenders only, or to inverted ones as well; surplus results spill over."""
    if not effects.eliminated and not effects.aborted:
        return defenders
    counted = tuple(line for line in engaged if not (line.inverted and line.type == "transport"))
    target = counted
    if upright(counted) and upright(counted) != counted:
        options = {"uninverted": "uninverted defenders only", "both": "uninverted and inverted ones alike"}
        wish = ref.choose("attacker.target", options, by="attacker", about=partial(hits_on, rulings, counted, effects))
        target = upright(counted) if wish == "uninverted" else counted
    target = target or engaged
    spared = tuple(line._replace(aborted=()) for line in defenders if line not in target)
    if upright(target) and upright(target) != target:
        ref.tell(rulings.ruled, "inverted-types", "inverted and uninverted units of a type share losses as one type")
    struck = suffer(ref, "defender", target, effects, rulings, based=based)
    surplus = max(0, effects.eliminated - size(target))
    return struck + spill(ref, spared, surplus if not upright(struck) else 0, rulings, based)


@rule("19.64")
def spill(ref: Referee, spared: Force, surplus: int, rulings: Rulings = DEFAULTS, based: Sequence[Unit] = ()) -> Force:
    """Once all uninverted units are eliminated, further eliminations hit the inverted ones, whether they fought or not."""
    inverted = tuple(line for line in spared if line.inverted)
    if not surplus or not inverted:
        return spared
    others = tuple(line for line in spared if not line.inverted)
    return others + suffer(ref, "defender", inverted, Effect(surplus, 0), rulings, based=based)


@rule("19.12")
def carriers_go_home(ref: Referee, battle: Counterair) -> Counterair:
    """Naval air from carriers strikes a land base for one round only; land-based air may fight on."""
    if battle.kind in SINGLE_ROUND:
        ref.tell(Note, "this counterair is a single round")
        return battle._replace(homeward=battle.homeward + battle.attackers, attackers=())
    naval = tuple(line for line in battle.attackers if line.unit in battle.carrier_air)
    remaining = tuple(line for line in battle.attackers if line not in naval)
    if not naval:
        return battle
    together = battle.rulings.value("mixed-strikes")
    if remaining:
        fate = "fights on with the land-based air" if together == "all-go-on" else "returns, and the land-based air may fight on"
        ref.tell(battle.rulings.ruled, "mixed-strikes", f"after one round carrier naval air {fate}")
    if remaining and together == "all-go-on":
        return battle
    ref.tell(Note, "carrier naval air returns after one round")
    return battle._replace(homeward=battle.homeward + naval, attackers=remaining)


@rule("18.522B", "18.526")
def outcome(battle: Counterair) -> Fought:
    """How the counterair ended, and what is left of both sides."""
    left = battle.attackers + battle.homeward
    return Fought(battle.base, battle.kind, result_of(battle), battle.came, battle.joined, left, battle.defenders)


def result_of(battle: Counterair) -> str:
    if not battle.attackers and not battle.homeward:
        return ATTACKER_ELIMINATED if battle.defenders else BOTH_ELIMINATED
    if not battle.defenders:
        return DEFENDER_ELIMINATED
    return ATTACKER_DISENGAGED if battle.attackers else SINGLE_ROUND_FOUGHT


STEPS = (counterair_round, after_the_round, defender_flies_off)
