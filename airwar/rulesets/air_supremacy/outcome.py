"""How battles and turns end: results, losses, and who has won."""

from __future__ import annotations

from airwar.engine.moves import End
from airwar.rulesets.air_supremacy.stalemate import nobody_can_hit
from airwar.rulesets.air_supremacy.turn import (
    CALLED_OFF,
    HELD,
    NOBODY,
    NOT_ATTACKED,
    ON_THE_WAY,
    STAND_OFF,
    WON,
    Battle,
    Turn,
)
from airwar.rulesets.air_supremacy.units import nation_name, type_name
from airwar.rulesets.ruleset import Tally


def result_of_battle(turn: Turn, battle: Battle) -> str:
    """How a battle has ended, or nothing if it goes on."""
    if not battle.attackers:
        return HELD if battle.defenders else NOBODY
    if not battle.defenders:
        return WON
    reinforced = any(flight.status == ON_THE_WAY and flight.place == battle.space for flight in turn.flights)
    if not reinforced and nobody_can_hit(turn.setting, battle.space, battle.attackers, battle.defenders):
        return STAND_OFF
    return ""


def result_of_turn(turn: Turn) -> str:
    """The result of the only battle, or the results of all."""
    fought = [battle for battle in turn.battles if battle.result != NOT_ATTACKED] or list(turn.battles)
    if len(fought) == 1:
        return fought[0].result
    return "; ".join(f"{turn.setting.name(battle.space)}: {battle.result}" for battle in fought)


def winner(end: End) -> str:
    """Whoever has won more of the battles: the attacker, or the first defending nation. A battle called off is the defender's."""
    turn: Turn = end.state
    results = [battle.result for battle in turn.battles]
    lead = results.count(WON) - results.count(HELD) - results.count(CALLED_OFF)
    if lead == 0:
        return ""
    defenders = (nation for nation, _ in turn.setting.at_start if nation not in turn.setting.movers)
    return turn.setting.attacker if lead > 0 else next(defenders)


def tally(turn: Turn) -> list[Tally]:
    """What each nation had and lost, by type."""
    left: dict[tuple[str, str], int] = {}
    for kind, count, _ in turn.everything():
        left[kind.nation, kind.type.id] = left.get((kind.nation, kind.type.id), 0) + count
    return [
        Tally(nation_name(nation), type_name(type_id), had, had - left.get((nation, type_id), 0))
        for (nation, type_id), had in turn.setting.at_start.items()
    ]


def party(turn: Turn, who: str) -> str:
    """All nations that attack in this turn are one party, all others the other; by id or by name."""
    movers = turn.setting.movers
    return "attacker" if who in ("attacker", *movers, *map(nation_name, movers)) else "defender"
