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
from airwar.rulesets.kit.names import count
from airwar.rulesets.ruleset import Tally


def result_of_battle(turn: Turn, battle: Battle) -> str:
    """How a battle has ended, or nothing if it goes on."""
    if not battle.attackers:
        return HELD if battle.defenders else NOBODY
    if not battle.defenders:
        return WON
    reinforced = any(group.status == ON_THE_WAY and group.place == battle.space for group in turn.groups)
    if not reinforced and nobody_can_hit(turn.setting, battle.space, battle.attackers, battle.defenders):
        return STAND_OFF
    return ""


def result_of_turns(turn: Turn) -> str:
    """The results of the last turn; of earlier turns, how many battles their attackers won."""
    said = [f"{nation_name(nation)} turn: {wins_of(turn, nation)}" for nation in dict.fromkeys(old[0] for old in turn.earlier)]
    last = result_of_turn(turn)
    return "; ".join([*said, f"{nation_name(turn.setting.attacker)} turn: {last}"]) if said else last


def wins_of(turn: Turn, attacker: str) -> str:
    results = [result for nation, _, result in turn.earlier if nation == attacker and result != NOT_ATTACKED]
    return f"{count(results.count(WON), 'win')} in {count(len(results), 'battle')}"


def result_of_turn(turn: Turn) -> str:
    """The result of the only battle, or the results of all."""
    if not turn.battles:
        return "no attack"
    fought = [battle for battle in turn.battles if battle.result != NOT_ATTACKED] or list(turn.battles)
    if len(fought) == 1:
        return fought[0].result
    return "; ".join(f"{turn.setting.name(battle.space)}: {battle.result}" for battle in fought)


def results(turn: Turn) -> list[tuple[str, str]]:
    """The result of each battle; those of earlier turns by who attacked whom."""
    earlier = [(f"{nation_name(nation)} against {nation_name(enemy)}", result) for nation, enemy, result in turn.earlier]
    return [*earlier, *((turn.setting.name(battle.space), battle.result) for battle in turn.battles)]


def winner(end: End) -> str:
    """Whoever has won more of the battles: the attacker, or the first defending nation. A battle called off is the defender's."""
    turn: Turn = end.state
    battles = [*turn.earlier, *((turn.setting.attacker, battle.nations[0], battle.result) for battle in turn.battles)]
    first = battles[0][0] if battles else ""
    lead = 0
    for attacker, _, result in battles:
        sign = 1 if turn.setting.friendly(attacker, first) else -1
        lead += sign * ((result == WON) - (result in (HELD, CALLED_OFF)))
    others = (nation for battle in battles for nation in battle[:2] if not turn.setting.friendly(nation, first))
    return "" if lead == 0 else first if lead > 0 else next(others, "")


def tally(turn: Turn) -> list[Tally]:
    """What each nation had and lost, by type."""
    lines = tally_by_type(turn).items()
    return [Tally(nation_name(nation), type_name(type_id), had, lost) for (nation, type_id), (had, lost) in lines]


def tally_by_type(turn: Turn) -> dict[tuple[str, str], tuple[int, int]]:
    """How many units of each nation and type there were, and how many are lost."""
    left: dict[tuple[str, str], int] = {}
    for kind, number in turn.units():
        left[kind.nation, kind.type.id] = left.get((kind.nation, kind.type.id), 0) + number
    return {key: (had, had - left.get(key, 0)) for key, had in turn.setting.at_start.items()}


def party(turn: Turn, who: str) -> str:
    """All nations that attack in the first turn are one party, with their friends; all others the other; by id or by name."""
    first = turn.setting.campaign.plans[0]
    groups = turn.setting.campaign.groups
    ours = [nation for nation in groups if nation in first.movers or groups[nation] == groups[first.attacker]]
    return "attacker" if who in ("attacker", *ours, *map(nation_name, ours)) else "defender"
