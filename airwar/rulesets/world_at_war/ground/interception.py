"""Interception of defensive air support (18.56), and the round of air combat that it shares with counter-interception (18.622)."""

from __future__ import annotations

from functools import partial
from itertools import takewhile

from airwar.engine.moves import Move, Return, call, then
from airwar.engine.referee import Event, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.rulings import Rulings
from airwar.rulesets.world_at_war.air.in_the_air import after_combat
from airwar.rulesets.world_at_war.air.landing import landed, landed_unused
from airwar.rulesets.world_at_war.air.reinforcements import reinforced
from airwar.rulesets.world_at_war.air.sent import Sent, added, nonzero
from airwar.rulesets.world_at_war.air.taking_off import FIGHTERS, as_force, range_refused, taken_off, takeoff_refused
from airwar.rulesets.world_at_war.air_combat.fire import fire
from airwar.rulesets.world_at_war.air_combat.forces import (
    Force,
    aborted_fight_on,
    broken_down,
    fought_in_squadrons,
    fresh,
)
from airwar.rulesets.world_at_war.air_combat.losses import loss_report, suffer
from airwar.rulesets.world_at_war.air_combat.recombining import recombination
from airwar.rulesets.world_at_war.ground import about
from airwar.rulesets.world_at_war.ground.operation import Operation
from airwar.rulesets.world_at_war.ground.state import Battle, Intercepted, Interception, outcome
from airwar.rulesets.world_at_war.ordering import INTERCEPT, Able, Menu, labels_of, line_labels, next_order, who_can
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.unit import Unit


@rule("18.5631", "18.622", "19.11", "19.5")
def clash(ref: Referee, attackers: Force, defenders: Force, rulings: Rulings) -> tuple[Force, Force]:
    """One round: both sides roll at once and the results take effect together. Aborts of the attacker change nothing."""
    ref.tell(aborted_fight_on, defenders)
    ref.new_round()
    attackers, defenders = fresh(attackers), fresh(defenders)
    if fought_in_squadrons(attackers, defenders):
        attackers, defenders = broken_down(attackers), broken_down(defenders)
    by_attacker = fire(ref, "attacker", attackers, defenders, rulings=rulings)
    by_defender = fire(ref, "defender", defenders, attackers, aborts_matter=False, rulings=rulings)
    struck = suffer(ref, "attacker", attackers, by_defender, rulings) if by_defender.eliminated else attackers
    met = suffer(ref, "defender", defenders, by_attacker, rulings) if any(by_attacker) else defenders
    ref.tell(clash_report, attackers, struck, defenders, met)
    return struck, met


def clash_report(attackers: Force, struck: Force, defenders: Force, met: Force) -> list[Event]:
    return loss_report("attacker", attackers, struck) + loss_report("defender", defenders, met)


# 18.561: who intercepts


@rule("18.561", "18.562", "17.23", "17.33", "17.53")
def interceptors(ref: Referee, turn: Turn, hexes: tuple[str, ...]) -> Able:
    """Uninverted army air, naval air and jets of the attacker in range, from carriers at sea as well."""
    return who_can(ref, turn, lambda ref, unit: interception_refused(ref, turn, unit, hexes))


@rule("18.561", "18.562", "18.622")
def interception_refused(
    ref: Referee | None, turn: Turn, unit: Unit, hexes: tuple[str, ...], *, carriers: bool = True, number: str = "18.561"
) -> str | None:
    """Why a unit of the attacker cannot intercept over any of these hexes, or None."""
    if unit.type not in FIGHTERS or turn.player(unit.side) != "attacker":
        return f"{unit.id} is no army air, naval air or jet of the attacker; only these intercept here ({number})"
    if refused := takeoff_refused(turn, unit, carriers=carriers):
        return refused
    # Ruling: support of an attack on several hexes may be met over any one of them.
    reasons = (range_refused(ref, turn, unit, unit.home, hex_) for hex_ in hexes)
    far = list(takewhile(lambda reason: reason is not None, reasons))
    return far[0] if len(far) == len(hexes) else None


@rule("18.561", "18.615")
def next_interception(ref: Referee, operation: Operation) -> Move[Turn]:
    """With all defensive air support placed, the attacker may intercept it, hex by hex; ground support is not intercepted."""
    over = {battle.id: battle.name for battle in operation.turn.battles if battle.id in operation.waiting and battle.cover}
    if not over:
        return Return(operation.turn)
    menu = Menu({one: f"intercept over {over[one]}" for one in operation.waiting if one in over}, {}, "")
    placed = partial(about.over_the_hexes, operation.turn, operation.waiting)
    title = "Interception of defensive air support"
    turn, first = next_order(ref, operation.turn, menu, title=title, about=placed, words=INTERCEPT)
    operation = operation._replace(turn=turn, waiting=(first, *(one for one in operation.waiting if one in over and one != first)))
    battle, others = operation.battle, operation._replace(waiting=operation.waiting[1:])
    ref.enter(f"{battle.id}.air", f"Interception over {battle.name}")
    turn, fight = intercepted(ref, operation.turn, battle, battle.cover)
    if fight is None:
        return then(next_interception, others)
    return call(interception_round, fight, back=interception_over, keep=operation._replace(turn=turn))


@rule("18.561")
def interception_over(ref: Referee, operation: Operation, met: Intercepted) -> Move[Turn]:
    """What is left of the defensive air support stays over the battle; the next battle's may be intercepted."""
    turn, cover = all_return(ref, operation.turn, operation.battle, met)
    operation = operation._replace(turn=turn)
    operation = operation.with_battle(operation.battle._replace(cover=cover))
    return then(next_interception, operation._replace(waiting=operation.waiting[1:]))


@rule("18.561")
def intercepted(ref: Referee, turn: Turn, battle: Battle, cover: Sent) -> tuple[Turn, Interception | None]:
    """The interceptors take off, and the air combat that they bring about; None if the attacker sends none."""
    came = interceptors_sent(ref, turn, battle, cover)
    turn = taken_off(turn, came)
    return turn, interception(ref, turn, battle, cover, came) if came else None


@rule("18.561")
def interceptors_sent(ref: Referee, turn: Turn, battle: Battle, cover: Sent) -> Sent:
    """The attacker says which units intercept, if any."""
    able = interceptors(ref, turn, battle.hexes)
    free, why_not = able.units, able.why_not
    if not free:
        ref.tell(Note, "no interception: no uninverted air is in range")
        return ()
    known = {"enemy.factors": sum(number for _, number in cover)}
    labels = labels_of(turn, free, *battle.hexes, nearest=True)
    meets = partial(about.to_intercept, turn, battle, cover, free)
    return nonzero(
        ref.allot(
            "attacker.intercept",
            free,
            by="attacker",
            default={},
            labels=labels,
            facts=lambda: known,
            about=meets,
            why_not=why_not,
        )
    )


def interception(ref: Referee, turn: Turn, battle: Battle, cover: Sent, came: Sent) -> Interception:
    """The air combat over a battle, once the interceptors have taken off."""
    attackers, defenders = as_force(turn, came), as_force(turn, cover)
    reserves = as_force(turn, nonzero(interceptors(ref, turn, battle.hexes).units))
    return Interception(battle.hex, attackers, defenders, attackers, defenders, reserves, turn.setting.rulings)


# 18.563: the rounds


@rule("18.5631", "18.563", "18.56")
def interception_round(ref: Referee, fight: Interception) -> Move[Intercepted]:
    """All interceptors meet all defensive air support, its surplus and its jets included."""
    attackers, defenders = clash(ref, fight.attackers, fight.defenders, fight.rulings)
    fight = fight._replace(attackers=attackers, defenders=defenders)
    if not defenders:
        return Return(outcome(fight, ref.round))
    return then(defender_continues, fight)


@rule("18.5631", "18.5632", "18.5633")
def defender_continues(ref: Referee, fight: Interception) -> Move[Intercepted]:
    """The defender continues the mission, or all defensive air support turns back."""
    options = {"continue": "continue the mission", "return": "return to base"}
    left = partial(about.after_round, fight, ref.round)
    choice = ref.choose("defender.continue", options, by="defender", facts=lambda: fight.facts("defender"), about=left)
    if choice == "return":
        return Return(outcome(fight, ref.round, turned_back=True))
    return then(attacker_presses, fight)


@rule("18.5634")
def attacker_presses(ref: Referee, fight: Interception) -> Move[Intercepted]:
    """The attacker may fight another round with survivors and fresh units, even if none survived."""
    if not fight.attackers and not fight.reserves:
        return Return(outcome(fight, ref.round))
    options = {"disengage": "break off", "another": "fight another round"}
    facts, left = partial(fight.facts, "attacker"), partial(about.may_press, fight, ref.round)
    if ref.choose("attacker.press", options, by="attacker", facts=facts, about=left) == "disengage":
        return Return(outcome(fight, ref.round))
    free = {line.unit: line.number for line in fight.reserves}
    least = 0 if fight.attackers else 1
    labels, left = line_labels(fight.reserves), partial(about.may_join, fight, ref.round)
    more = ref.allot("attacker.reinforce", free, by="attacker", least=least, labels=labels, facts=facts, about=left)
    return then(interception_round, reinforced(ref, fight, nonzero(more)))


# 18.5632, 18.564: the return


@rule("18.5632", "18.5633", "18.564")
def all_return(ref: Referee, turn: Turn, battle: Battle, met: Intercepted) -> tuple[Turn, Sent]:
    """Aborted and turned-back support goes home, then the interceptors; returns the support that stays over the battle."""
    ref.resume_round(met.last_round)
    rulings = turn.setting.rulings
    turn = taken_off(turn, met.joined)
    left = after_combat(turn, met.cover, met.defenders)
    ref.tell(recombination, rulings, met.defenders)
    staying: Sent = () if met.turned_back else left.sound
    if met.turned_back:
        turn = turned_back(ref, left.turn, battle, left.sound, left.aborted)
    else:
        turn = landed(ref, left.turn, left.aborted, battle.hex)
    attackers = after_combat(turn, met.came, met.attackers)
    ref.tell(recombination, rulings, met.attackers)
    turn = landed(ref, attackers.turn, attackers.all, battle.hex)
    ref.tell(cover_left, battle.force(staying))
    return turn, staying


@rule("18.5632", "18.618")
def turned_back(ref: Referee, turn: Turn, battle: Battle, sound: Sent, aborted: Sent) -> Turn:
    """The mission is canceled; whether units that turn back have flown a mission is an option."""
    policy = turn.setting.rulings.value("das-return")
    ref.tell(turn.setting.rulings.ruled, "das-return", f"defensive air support that turns back is {policy}")
    if policy == "inverted":
        return landed(ref, turn, added(sound, aborted), battle.hex)
    return landed_unused(ref, landed(ref, turn, aborted, battle.hex), sound, battle.hex)


def cover_left(cover: Force) -> list[Event]:
    if not cover:
        return [Note("no defensive air support is left")]
    return [Note(line.air_type.does(line.number, line.unit, "stay") + " over the battle") for line in cover]


STEPS = (next_interception, interception_over, interception_round, defender_continues, attacker_presses)
