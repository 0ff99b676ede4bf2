"""What the attacker decides before anybody rolls: fight on, call the battle off, or withdraw some units."""

from __future__ import annotations

from functools import partial

from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.forces import LEAVING, Force, describe, line_name, size, split
from airwar.rulesets.air_supremacy.landing import close_battle
from airwar.rulesets.air_supremacy.options import ruling
from airwar.rulesets.air_supremacy.turn import CALLED_OFF, LEFT, Battle, Flight, Turn, facts


@rule("48", "47")
def attacker_decides(ref: Referee, turn: Turn, space: str) -> Turn:
    """The attacker fights on, calls the battle off, or withdraws some units; not before the first rolls of a new battle."""
    battle = turn.battle(space)
    if not battle.on or (battle.new and not turn.setting.rulings.yes("withdraw-before-first-roll")):
        return turn
    able = withdrawable(battle.attackers)
    everybody = size(able) == size(battle.attackers)
    options = {"fight": "fight on"}
    if everybody:
        options["call-off"] = "call the battle off and withdraw unscathed"
    if size(able) > everybody:
        options["withdraw-some"] = "withdraw some units under fire"
    if len(options) == 1:
        return turn
    key = f"{space}.attacker.go-on"
    answer = ref.choose(key, options, by=turn.setting.attacker, facts=partial(facts, turn, battle, True))
    if answer == "call-off":
        return call_off(ref, turn, battle)
    if answer == "withdraw-some":
        return turn.with_battle(battle._replace(attackers=withdraw_some(ref, turn, battle, able)))
    return turn


@rule("47")
def withdrawable(attackers: Force) -> Force:
    """Troops that came ashore cannot leave again; all other units can."""
    return tuple(line for line in attackers if not line.kind.landed)


@rule("48")
def call_off(ref: Referee, turn: Turn, battle: Battle) -> Turn:
    """All attackers withdraw before anybody rolls; nobody fires at them."""
    flights = [*turn.flights, *(Flight(line.kind, line.number, LEFT, damage=line.damage) for line in battle.attackers)]
    return close_battle(ref, turn.with_flights(flights), battle._replace(attackers=()), CALLED_OFF)


@rule("47")
def withdraw_some(ref: Referee, turn: Turn, battle: Battle, able: Force) -> Force:
    """Units that leave while others stay do not roll, and the defenders roll at them once more."""
    items = {line_name(line): line.number for line in able}
    most = size(able) - (size(able) == size(battle.attackers))
    labels = {line_name(line): describe(line) for line in able}
    key = f"{battle.space}.attacker.withdraw"
    numbers = ref.allot(key, items, by=turn.setting.attacker, least=1, most=most, labels=labels)
    ref.tell(ruling, turn.setting.rulings, "retreaters-roll")
    return split(battle.attackers, numbers, LEAVING)
