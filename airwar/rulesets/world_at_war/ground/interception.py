"""Interception of defensive air support (18.56), and the rounds of air combat that it shares with counter-interception (18.622)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from airwar.engine.moves import Move, Return, call, then
from airwar.engine.referee import Event, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air.in_the_air import after_combat
from airwar.rulesets.world_at_war.air.landing import landed, landed_unused
from airwar.rulesets.world_at_war.air.missions import Battle, Sent, added, changed, nonzero
from airwar.rulesets.world_at_war.air.taking_off import as_force, in_range, ready_units, taken_off, takeoff_refused
from airwar.rulesets.world_at_war.air_combat.facts import Contingent, combat_facts
from airwar.rulesets.world_at_war.air_combat.fire import fire
from airwar.rulesets.world_at_war.air_combat.forces import (
    Force,
    House,
    aborted_fight_on,
    broken_down,
    fought_in_squadrons,
    fresh,
)
from airwar.rulesets.world_at_war.air_combat.losses import suffer, told_losses
from airwar.rulesets.world_at_war.air_combat.recombining import recombination
from airwar.rulesets.world_at_war.counterair.raiders import joining, merged
from airwar.rulesets.world_at_war.options import ruled
from airwar.rulesets.world_at_war.state import Turn


@dataclass(frozen=True)
class Operation:
    """Ground attacks that are prepared or fought; the first of them is at hand."""

    turn: Turn
    waiting: tuple[str, ...]

    @property
    def battle(self) -> Battle:
        return next(battle for battle in self.turn.battles if battle.id == self.waiting[0])

    def with_battle(self, battle: Battle) -> Operation:
        """The same with another state of the battle at hand."""
        return replace(self, turn=replace(self.turn, battles=changed(self.turn.battles, battle)))


@dataclass(frozen=True)
class Interception:
    """Air combat over a battlefield."""

    turn: Turn
    hexes: tuple[str, ...]
    attackers: Force  # who intercepts
    defenders: Force  # who flies defensive air support
    came: Sent
    cover: Sent

    def facts(self, side: str) -> dict[str, int]:
        """What a policy may ask about, seen from one side."""
        attackers = Contingent(self.attackers, as_force(self.turn, self.came))
        return combat_facts(side, attackers, Contingent(self.defenders, as_force(self.turn, self.cover)))


@rule("18.5631", "18.622", "19.11", "19.5")
def clash(ref: Referee, attackers: Force, defenders: Force, house: House) -> tuple[Force, Force]:
    """One round: both sides roll at once and the results fall together. Aborts of the moving side change nothing."""
    ref.tell(aborted_fight_on, defenders)
    ref.new_round()
    attackers, defenders = fresh(attackers), fresh(defenders)
    if fought_in_squadrons(attackers, defenders):
        attackers, defenders = broken_down(attackers), broken_down(defenders)
    by_attacker = fire(ref, "attacker", attackers, defenders, house=house)
    by_defender = fire(ref, "defender", defenders, attackers, aborts_matter=False, house=house)
    struck = suffer(ref, "attacker", attackers, by_defender, house) if by_defender.eliminated else attackers
    met = suffer(ref, "defender", defenders, by_attacker, house) if any(by_attacker) else defenders
    ref.tell(clash_report, attackers, struck, defenders, met)
    return struck, met


def clash_report(attackers: Force, struck: Force, defenders: Force, met: Force) -> list[Event]:
    return told_losses("attacker", attackers, struck) + told_losses("defender", defenders, met)


def reinforced(ref: Referee, turn: Turn, force: Force, came: Sent, more: Mapping[str, int]) -> tuple[Turn, Force, Sent]:
    """Fresh units take off and join a force."""
    sent = nonzero(dict(more))
    if not sent:
        return turn, force, came
    lines = as_force(turn, sent)
    ref.tell(joining, lines)
    return taken_off(turn, sent), merged(force, lines), added(came, sent)


# 18.561: who intercepts


@rule("18.561", "18.562", "17.23", "17.33", "17.53")
def interceptors(turn: Turn, hexes: tuple[str, ...]) -> dict[str, int]:
    """Uninverted army air, naval air and jets of the attacker in range, from carriers at sea as well."""
    able = ready_units(turn, ("aaf", "nas", "jet"), moving=True)
    # Ruling: support of an attack on several hexes may be met over any one of them.
    near = [unit for unit in able if not takeoff_refused(turn.setting, unit) and any(in_range(turn, unit, hex_) for hex_ in hexes)]
    return {unit.id: turn.free(unit) for unit in near}


@rule("18.561", "18.615")
def next_interception(ref: Referee, operation: Operation) -> Move[Turn]:
    """With all defensive air support placed, the attacker may intercept it, battle by battle; ground support meets nobody."""
    if not operation.waiting:
        return Return(operation.turn)
    battle = operation.battle
    others = replace(operation, waiting=operation.waiting[1:])
    if not battle.cover:
        return then(next_interception, others)
    ref.enter(f"{battle.id}.air", f"Interception over {operation.turn.setting.name(battle.hex)}")
    fight = intercepted(ref, operation, battle.cover)
    if fight is None:
        return then(next_interception, others)
    return call(interception_round, fight, back=interception_over, keep=operation)


@rule("18.561")
def interception_over(ref: Referee, operation: Operation, fight: Interception) -> Move[Turn]:
    """What is left of the defensive air support stays over the battle; the next battle's may be intercepted."""
    operation = replace(operation, turn=fight.turn)
    operation = operation.with_battle(operation.battle._replace(cover=fight.cover))
    return then(next_interception, replace(operation, waiting=operation.waiting[1:]))


@rule("18.561")
def intercepted(ref: Referee, operation: Operation, cover: Sent) -> Interception | None:
    """The attacker says who intercepts, if anybody does."""
    turn, battle = operation.turn, operation.battle
    free = interceptors(turn, battle.hexes)
    if not free:
        ref.tell(Note, "nobody can intercept: no uninverted air is in range")
        return None
    strength = sum(number for _, number in cover)
    sent = ref.allot("attacker.intercept", free, by="attacker", default={}, facts=lambda: {"enemy.factors": strength})
    came = nonzero(sent)
    if not came:
        return None
    turn = taken_off(turn, came)
    forces = as_force(turn, came), as_force(turn, cover)
    return Interception(turn, battle.hexes, *forces, came, cover)


@rule("18.5631", "18.563", "18.56")
def interception_round(ref: Referee, fight: Interception) -> Move[Interception]:
    """All interceptors meet all defensive air support, its surplus and its jets included."""
    attackers, defenders = clash(ref, fight.attackers, fight.defenders, fight.turn.setting.house)
    fight = replace(fight, attackers=attackers, defenders=defenders)
    if not defenders:
        return then(interception_ends, fight)
    return then(defender_continues, fight)


@rule("18.5631", "18.5632", "18.5633")
def defender_continues(ref: Referee, fight: Interception) -> Move[Interception]:
    """The defender goes on with his mission or goes home with everybody."""
    options = {"continue": "continue the mission", "return": "return to base"}
    choice = ref.choose("defender.continue", options, by="defender", facts=lambda: fight.facts("defender"))
    if choice == "return":
        return then(cover_goes_home, fight)
    return then(attacker_goes_on, fight)


@rule("18.5634")
def attacker_goes_on(ref: Referee, fight: Interception) -> Move[Interception]:
    """The attacker fights another round with his survivors and whom he adds, even if none survived; or he lets it be."""
    free = interceptors(fight.turn, fight.hexes)
    if not fight.attackers and not free:
        return then(interception_ends, fight)
    options = {"disengage": "break off", "another": "fight another round"}
    if ref.choose("attacker.press", options, by="attacker", facts=lambda: fight.facts("attacker")) == "disengage":
        return then(interception_ends, fight)
    least = 0 if fight.attackers else 1
    more = ref.allot("attacker.reinforce", free, by="attacker", least=least, facts=lambda: fight.facts("attacker"))
    turn, attackers, came = reinforced(ref, fight.turn, fight.attackers, fight.came, more)
    return then(interception_round, replace(fight, turn=turn, attackers=attackers, came=came))


@rule("18.5632", "18.618")
def cover_goes_home(ref: Referee, fight: Interception) -> Move[Interception]:
    """The mission is cancelled. Returning counts as a mission flown."""
    outcome = after_combat(fight.turn, fight.cover, fight.defenders)
    ref.tell(recombination, fight.turn.setting.options["recombination"], fight.defenders)
    policy = fight.turn.setting.options["das-return"]
    ref.tell(ruled, "das-return", policy, f"defensive air support that turns back is {policy}")
    if policy == "inverted":
        turn = landed(ref, outcome.turn, outcome.all, fight.hexes[0])
    else:
        turn = landed(ref, outcome.turn, outcome.aborted, fight.hexes[0])
        turn = landed_unused(ref, turn, outcome.sound, fight.hexes[0])
    return then(interceptors_return, replace(fight, turn=turn, cover=(), defenders=()))


@rule("18.5633", "18.5634")
def interception_ends(ref: Referee, fight: Interception) -> Move[Interception]:
    """Those that the attacker's last roll neither eliminated nor aborted provide their support; the aborted go home."""
    outcome = after_combat(fight.turn, fight.cover, fight.defenders)
    ref.tell(recombination, fight.turn.setting.options["recombination"], fight.defenders)
    turn = landed(ref, outcome.turn, outcome.aborted, fight.hexes[0])
    return then(interceptors_return, replace(fight, turn=turn, cover=outcome.sound, defenders=()))


@rule("18.564")
def interceptors_return(ref: Referee, fight: Interception) -> Move[Interception]:
    """All surviving interceptors return and are inverted, whatever came of it."""
    outcome = after_combat(fight.turn, fight.came, fight.attackers)
    ref.tell(recombination, fight.turn.setting.options["recombination"], fight.attackers)
    turn = landed(ref, outcome.turn, outcome.all, fight.hexes[0])
    ref.tell(cover_left, turn, fight.cover)
    return Return(replace(fight, turn=turn, attackers=()))


def cover_left(turn: Turn, cover: Sent) -> list[Event]:
    if not cover:
        return [Note("no defensive air support is left")]
    return [Note(f"{number} {turn.unit(unit).type.label} of {unit} stay over the battle") for unit, number in cover]


STEPS = (
    next_interception,
    interception_over,
    interception_round,
    defender_continues,
    attacker_goes_on,
    cover_goes_home,
    interception_ends,
    interceptors_return,
)
