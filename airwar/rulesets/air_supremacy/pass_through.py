"""Naval pass-through (rules 39 to 41): a fleet fights in a first zone and attacks a second space from round 2 on."""

from __future__ import annotations

from airwar.engine.referee import Loss, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.forces import FIGHTS, LOCKED, Force, Line, merged
from airwar.rulesets.air_supremacy.landing import close_battle
from airwar.rulesets.air_supremacy.turn import HOME, LEFT, NOT_ATTACKED, OUT, PASSED, WON, Battle, Flight, Turn
from airwar.rulesets.air_supremacy.units import Kind, nation_name


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
        for kind, count, role in setting.passing[space]
    ]
    able = battle.attackers or any(count for _, count, role in ships if role == "attack")
    if able:
        options = {"attack": f"attack {setting.name(space)}", "stay": "do not attack there"}
        able = ref.choose(f"{space}.attacker.pass-through", options, by=setting.attacker) == "attack"
    if not able:
        ref.tell(Note, f"{setting.name(space)} is not attacked after all")
        return turn.with_battle(battle._replace(after="", result=NOT_ATTACKED))
    return open_second_battle(ref, turn, battle, first, ships)


@rule("41")
def still_aboard(ref: Referee, turn: Turn, battle: Battle, first: Battle) -> Force:
    """Troops go down with their transports; if there is room for some of them, the best are saved."""
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
        kept.append(line._replace(number=saved))
    return merged(kept)


@rule("40")
def open_second_battle(ref: Referee, turn: Turn, battle: Battle, first: Battle, ships: list[tuple[Kind, int, str]]) -> Turn:
    """The fleet leaves the first zone; the second space, and the aircraft at home there, are now under attack."""
    attackers, support, flights = list(battle.attackers), list(battle.support), list(turn.flights)
    staying = list(first.attackers)
    for kind, count, role in ships:
        for line in [line for line in staying if line.kind is kind]:
            moved = min(count, line.number)
            count -= moved
            staying = [*(other for other in staying if other is not line), line._replace(number=line.number - moved)]
            if role == "attack":
                attackers.append(line._replace(number=moved))
            elif role == "support":
                support.append(line._replace(number=moved))
            else:
                flights.append(Flight(kind, moved, LEFT, battle.space, line.damage))
    at_home = [flight for flight in flights if flight.kind.space == battle.space and flight.status in (HOME, OUT)]
    defenders = [
        *battle.defenders,
        *(Line(flight.kind, flight.number, FIGHTS if flight.status == HOME else LOCKED) for flight in at_home),
    ]
    ref.tell(Note, f"{turn.setting.name(battle.space)} is under attack")
    turn = turn.with_flights(flight for flight in flights if flight not in at_home)
    turn = leave_first_battle(ref, turn, first._replace(attackers=merged(staying)))
    battle = Battle(battle.space, merged(attackers), merged(defenders), merged(support))
    return turn.with_battle(battle) if battle.defenders else close_battle(ref, turn, battle, WON)


def leave_first_battle(ref: Referee, turn: Turn, first: Battle) -> Turn:
    """The first battle is over if the whole fleet has moved on."""
    if first.on and not first.attackers:
        return close_battle(ref, turn, first, PASSED)
    return turn.with_battle(first)
