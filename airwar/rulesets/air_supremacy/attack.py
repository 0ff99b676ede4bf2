"""What the attacker decides before anybody rolls: going on, calling off, withdrawing a part, passing through to a second space."""

from __future__ import annotations

from functools import partial

from airwar.engine.referee import Loss, Note, Referee, Ruling
from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.landing import closed
from airwar.rulesets.air_supremacy.losses import called, described
from airwar.rulesets.air_supremacy.state import (
    CALLED_OFF,
    FIGHTS,
    GONE,
    HOME,
    LEAVING,
    LOCKED,
    NOT_ATTACKED,
    OUT,
    PASSED,
    WON,
    Battle,
    Flight,
    Force,
    Line,
    Turn,
    facts,
    merged,
    size,
)
from airwar.rulesets.air_supremacy.units import Kind, nation_name


@rule("48", "47")
def attacker_decides(ref: Referee, turn: Turn, space: str) -> Turn:
    """The attacker fights on, calls the battle off, or withdraws some units; not before the first rolls of a new battle."""
    battle = turn.battle(space)
    if not battle.on or (battle.new and turn.setting.options["withdraw-before-first-roll"] == "no"):
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
    said = ref.choose(key, options, by=turn.setting.attacker, facts=partial(facts, turn, battle, True))
    if said == "call-off":
        return calls_off(ref, turn, battle)
    if said == "withdraw-some":
        return turn.with_battle(battle._replace(attackers=withdraws_some(ref, turn, battle, able)))
    return turn


@rule("47")
def withdrawable(attackers: Force) -> Force:
    """Troops that came ashore cannot leave again; everybody else can."""
    return tuple(line for line in attackers if not line.kind.landed)


@rule("48")
def calls_off(ref: Referee, turn: Turn, battle: Battle) -> Turn:
    """All attackers withdraw before anybody rolls; nobody fires at them."""
    flights = [*turn.flights, *(Flight(line.kind, line.number, GONE, hurt=line.hurt) for line in battle.attackers)]
    turn, battle = closed(ref, turn.with_flights(flights), battle._replace(attackers=()), CALLED_OFF)
    return turn.with_battle(battle)


@rule("47")
def withdraws_some(ref: Referee, turn: Turn, battle: Battle, able: Force) -> Force:
    """Who leaves while others stay does not roll, and the defenders roll at him once more."""
    items = {called(line): line.number for line in able}
    most = size(able) - (size(able) == size(battle.attackers))
    labels = {called(line): described(line) for line in able}
    key = f"{battle.space}.attacker.withdraw"
    said = ref.allot(key, items, by=turn.setting.attacker, least=1, most=most, labels=labels)
    ref.tell(told_leaving, turn)
    return parted(battle.attackers, said, LEAVING)


def told_leaving(turn: Turn) -> Ruling:
    value = turn.setting.options["retreaters-roll"]
    return Ruling("retreaters-roll", value, f"who leaves is a target and {'rolls' if value == 'yes' else 'does not roll'}")


def parted(force: Force, said: dict[str, int], mode: str) -> Force:
    """The force with so many of each line doing something else in this round."""
    lines: list[Line] = []
    for line in force:
        number = said.get(called(line), 0)
        lines += [line._replace(number=line.number - number), line._replace(number=number, mode=mode)]
    return merged(lines)


# naval pass-through


@rule("40", "39", "41")
def second_leg(ref: Referee, turn: Turn, space: str) -> Turn:
    """In the second round a fleet that passed through its first zone attacks the second space, or does not."""
    setting, battle = turn.setting, turn.battle(space)
    if turn.first or not battle.after:
        return turn
    first = turn.battle(battle.after)
    battle = battle._replace(attackers=still_aboard(ref, turn, battle, first))
    ships = [
        (kind, min(count, sum(line.number for line in first.attackers if line.kind is kind)), role)
        for kind, count, role in setting.passing[battle.space]
    ]
    able = battle.attackers or any(count for _, count, role in ships if role == "attack")
    if able:
        options = {"attack": f"attack {setting.name(battle.space)}", "stay": "do not attack there"}
        able = ref.choose(f"{battle.space}.attacker.pass-through", options, by=setting.attacker) == "attack"
    if not able:
        ref.tell(Note, f"{setting.name(battle.space)} is not attacked after all")
        return turn.with_battle(battle._replace(after="", result=NOT_ATTACKED))
    return opened(ref, turn, battle, first, ships)


def still_aboard(ref: Referee, turn: Turn, battle: Battle, first: Battle) -> Force:
    """Troops go down with their transports; where there is room for a part, the best are saved."""
    cargo = turn.setting.cargo[battle.space]
    room: dict[Kind, int] = {}
    for line in first.attackers:
        room[line.kind] = room.get(line.kind, 0) + line.number * line.kind.type.holds
    kept = [line for line in battle.attackers if line.kind not in cargo]
    carried = [line for line in battle.attackers if line.kind in cargo]
    for line in sorted(carried, key=lambda line: line.kind.type.worth(True), reverse=True):
        saved = 0
        for ship in cargo[line.kind]:
            taken = min(room.get(ship, 0), line.number - saved)
            room[ship] = room.get(ship, 0) - taken
            saved += taken
        if saved < line.number:
            ref.tell(Loss, nation_name(line.kind.nation), line.kind.type.name, line.number - saved, "lost with its transport")
            ref.tell(Ruling, "sunk-transports", "cargo-lost", "where there is room for a part of the troops, the best are saved")
        kept.append(line._replace(number=saved))
    return merged(kept)


def opened(ref: Referee, turn: Turn, battle: Battle, first: Battle, ships: list[tuple[Kind, int, str]]) -> Turn:
    """The fleet leaves the first zone; the second space, and the aircraft at home there, are under attack from now on."""
    attackers, support, flights = list(battle.attackers), list(battle.support), list(turn.flights)
    left = list(first.attackers)
    for kind, count, role in ships:
        for line in [line for line in left if line.kind is kind]:
            moved = min(count, line.number)
            count -= moved
            left = [*(other for other in left if other is not line), line._replace(number=line.number - moved)]
            if role == "attack":
                attackers.append(line._replace(number=moved))
            elif role == "support":
                support.append(line._replace(number=moved))
            else:
                flights.append(Flight(kind, moved, GONE, battle.space, line.hurt))
    at_home = [flight for flight in flights if flight.kind.space == battle.space and flight.status in (HOME, OUT)]
    defenders = [
        *battle.defenders,
        *(Line(flight.kind, flight.number, FIGHTS if flight.status == HOME else LOCKED) for flight in at_home),
    ]
    ref.tell(Note, f"{turn.setting.name(battle.space)} is under attack")
    turn = turn.with_flights(flight for flight in flights if flight not in at_home)
    battle = Battle(battle.space, merged(attackers), merged(defenders), merged(support))
    turn = emptied(ref, turn, first._replace(attackers=merged(left)))
    if not battle.defenders:
        turn, battle = closed(ref, turn, battle, WON)
    return turn.with_battle(battle)


def emptied(ref: Referee, turn: Turn, first: Battle) -> Turn:
    """The first battle of a pass-through, over if the whole fleet has gone on."""
    if first.on and not first.attackers:
        turn, first = closed(ref, turn, first, PASSED)
    return turn.with_battle(first)


def calling_off_costs(turn: Turn) -> Ruling:
    value = turn.setting.options["passthrough-calloff-costs-return"]
    return Ruling("passthrough-calloff-costs-return", value, "a dispatch to a second space that is not attacked is called off")
