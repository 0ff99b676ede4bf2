"""What the attacker decides before anybody rolls: fight on, call the battle off, or withdraw some units."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy import about
from airwar.rulesets.air_supremacy.forces import CARGO, LEAVING, Force, Line, describe, line_name, merged, size, split
from airwar.rulesets.air_supremacy.landing import Homeless, carrier_is_sunk, close_battle, find_landing
from airwar.rulesets.air_supremacy.options import ruling
from airwar.rulesets.air_supremacy.places import afloat, origin_groups
from airwar.rulesets.air_supremacy.turn import CALLED_OFF, LEFT, Battle, Group, Turn, facts


@rule("48", "47")
def attacker_decides(ref: Referee, turn: Turn, space: str) -> Turn:
    """The attacker fights on, calls the battle off, or withdraws some units; not before the first rolls of a new battle."""
    battle = turn.battle(space)
    if not battle.on or (battle.new and not turn.setting.rulings.yes("withdraw-before-first-roll")):
        return turn
    able = withdrawable(battle.attackers)
    everybody = size(able) == size(line for line in battle.attackers if line.mode != CARGO)
    options = {"fight": "fight on"}
    if everybody:
        options["call-off"] = "call the battle off and withdraw unscathed"
    if fewest_leaving(battle, able, size(able) - everybody):
        options["withdraw-some"] = "withdraw some units under fire"
    if len(options) == 1:
        return turn
    key = f"{space}.attacker.go-on"
    now = partial(about.go_on, turn, battle)
    answer = ref.choose(key, options, by=turn.setting.attacker, facts=partial(facts, turn, battle, True), about=now)
    if answer == "call-off":
        return call_off(ref, turn, battle)
    if answer == "withdraw-some":
        return turn.with_battle(battle._replace(attackers=withdraw_some(ref, turn, battle, able, everybody)))
    return turn


@rule("47")
def withdrawable(attackers: Force) -> Force:
    """Troops that came ashore cannot leave again; all other units can, and ships take along what is aboard."""
    return tuple(line for line in attackers if not line.kind.landed and line.mode != CARGO)


@rule("48")
def call_off(ref: Referee, turn: Turn, battle: Battle) -> Turn:
    """All attackers withdraw before anybody rolls; nobody fires at them."""
    turn = withdrawn(ref, turn, battle._replace(attackers=()), battle.attackers)
    return close_battle(ref, turn, turn.battle(battle.space), CALLED_OFF)


@rule("47")
def withdraw_some(ref: Referee, turn: Turn, battle: Battle, able: Force, everybody: bool) -> Force:
    """Units that leave while others stay do not roll, and the defenders roll at them once more."""
    numbers = ref.allot(
        f"{battle.space}.attacker.withdraw",
        {line_name(line): line.number for line in able},
        by=turn.setting.attacker,
        least=1,
        most=size(able) - everybody,
        default=fewest_leaving(battle, able, size(able) - everybody),
        labels={line_name(line): describe(line) for line in able},
        refuse=partial(laden_ships_split, battle.attackers),
        about=partial(about.withdraw, turn, battle, able),
    )
    ref.tell(ruling, turn.setting.rulings, "retreaters-roll")
    return split(battle.attackers, numbers, LEAVING)


def fewest_leaving(battle: Battle, able: Force, most: int) -> dict[str, int]:
    """The fewest units of a kind that may leave while others stay: one, or all ships with units aboard. Empty if too many."""
    for line in able:
        nobody = dict.fromkeys(map(line_name, able), 0)
        for number in (1, line.number):
            leaving = {**nobody, line_name(line): number}
            if number <= most and laden_ships_split(battle.attackers, leaving) is None:
                return leaving
    return {}


def laden_ships_split(force: Force, numbers: Mapping[str, int]) -> str | None:
    """Why some ships of a kind cannot leave the others, or None: it would not be clear who is aboard which."""
    for line in force:
        laden = any(other.kind.home == line.kind.ship for other in force)
        if line.kind.ship and laden and 0 < numbers.get(line_name(line), line.number) < line.number:
            return f"{line.kind.ship} is {line.number} ships with units aboard; all of them go, or none"
    return None


@rule("47", "48")
def withdrawn(ref: Referee, turn: Turn, battle: Battle, leaving: Force) -> Turn:
    """Attackers that have left the battle are where they came from; aircraft whose carrier is sunk must find a place to land."""
    turn = turn.with_battle(battle)
    groups = [group for line in leaving if not line.kind.aboard for group in origin_groups(turn, battle, line, LEFT)]
    turn = turn.joined_by(groups)  # ships first, so that it is known which are afloat
    aboard = [line for line in leaving if line.kind.aboard]
    lost = [line for line in aboard if carrier_is_sunk(turn, line)]
    for line in aboard:
        if line not in lost:
            turn = aboard_again(turn, line)
    stranded = [Homeless(line.kind, line.number, battle.space, "carrier-sunk") for line in lost]
    return find_landing(ref, turn, stranded)


def aboard_again(turn: Turn, line: Line) -> Turn:
    """Units aboard a ship share its fate, in whatever battle it is."""
    zone = turn.battle_in(afloat(turn, line.kind.home))
    if zone and any(other.kind.ship == line.kind.home for other in zone.attackers):
        return turn.with_battle(zone._replace(attackers=merged((*zone.attackers, Line(line.kind, line.number, CARGO)))))
    return turn.joined_by([Group(line.kind, line.number, LEFT)])
