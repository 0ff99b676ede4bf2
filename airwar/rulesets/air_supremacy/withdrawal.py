"""What the attacker decides before anybody rolls (rules 47 and 48): fight on, call the battle off, or withdraw some units."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from airwar.rulesets.air_supremacy import about
from airwar.rulesets.air_supremacy.forces import CARGO, LEAVING, Force, alike, describe, size, split
from airwar.rulesets.air_supremacy.position import ruling
from airwar.rulesets.air_supremacy.turn import CALLED_OFF, Battle, Turn, facts
from airwar.rulesets.kit import Referee, rule


@rule("48", "47")
def attacker_decides(ref: Referee, turn: Turn, space: str) -> Turn:
    """The attacker fights on, calls the battle off, or withdraws some units; not before the first rolls of a new battle."""
    battle = turn.battle(space)
    if not battle.on or battle.new:
        return turn
    able = withdrawable(alike(battle.attackers))
    everybody = size(able) == size(line for line in battle.attackers if line.mode != CARGO)
    options = {"fight": "fight on"}
    if everybody:
        options["call-off"] = "call the battle off and withdraw unscathed"
    if fewest_leaving(battle, able, size(able) - everybody):
        options["withdraw-some"] = "withdraw some units under fire"
    if len(options) == 1:
        return turn
    answer = ref.choose(
        f"{space}.attacker.go-on",
        options,
        by=turn.setting.attacker,
        facts=partial(facts, turn, battle, True),
        about=partial(about.go_on, turn, battle),
        why_not=lambda said: (
            "troops that came ashore cannot leave again (47)"
            if said == "call-off"
            else f"{said!r}: the attacker fights on, withdraws some units, or calls the battle off (48)"
        ),
    )
    if answer == "call-off":
        return turn.with_battle(battle._replace(result=CALLED_OFF))  # `break_off` withdraws all that are called off at once
    if answer == "withdraw-some":
        return turn.with_battle(battle._replace(attackers=withdraw_some(ref, turn, battle, able, everybody)))
    return turn


@rule("47")
def withdrawable(attackers: Force) -> Force:
    """Troops that came ashore cannot leave again; all other units can, and ships take along what is aboard."""
    return tuple(line for line in attackers if not line.kind.landed and line.mode != CARGO)


@rule("47")
def withdraw_some(ref: Referee, turn: Turn, battle: Battle, able: Force, everybody: bool) -> Force:
    """Units that leave while others stay do not roll, and the defenders roll at them once more."""
    numbers = ref.allot(
        f"{battle.space}.attacker.withdraw",
        {line.name: line.number for line in able},
        by=turn.setting.attacker,
        least=1,
        most=size(able) - everybody,
        default=fewest_leaving(battle, able, size(able) - everybody),
        labels={line.name: describe(line) for line in able},
        refuse=partial(laden_ships_split, battle.attackers),
        about=partial(about.withdraw, turn, battle, able),
        why_not=lambda name: f"{name} is none of the units that can withdraw; troops ashore and units aboard cannot (47)",
    )
    ref.tell(ruling, turn.setting.rulings, "retreaters-roll")
    return split(battle.attackers, numbers, LEAVING)


def fewest_leaving(battle: Battle, able: Force, most: int) -> dict[str, int]:
    """The fewest units of a kind that may leave while others stay: one, or all ships with units aboard. Empty if too many."""
    for line in able:
        for number in (1, line.number):
            leaving = {other.name: number if other is line else 0 for other in able}
            if number <= most and laden_ships_split(battle.attackers, leaving) is None:
                return leaving
    return {}


@rule("41")
def laden_ships_split(force: Force, numbers: Mapping[str, int]) -> str | None:
    """Why some ships of an entry cannot leave the others, or None: it would not be clear who is aboard which."""
    for line in force:
        laden = any(other.kind.home == line.kind.ship for other in force)
        if line.kind.ship and laden and 0 < numbers.get(line.name, line.number) < line.number:
            return f"{line.kind.ship} is {line.number} ships with units aboard; all of them go, or none (41)"
    return None
