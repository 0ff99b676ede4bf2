"""Total Air Supremacy (13.91): who has it over whom on a Front, and what it allows (13.912)."""

from __future__ import annotations

from collections.abc import Iterator

from airwar.rulesets.kit import Event, Fault, Note, count, rule, sheet
from airwar.rulesets.war_in_europe.position import Boxes, GroundBattle, Mission, Turn, front_title


@rule("13.91")
def remaining(turn: Turn, front: str, side: str) -> int:
    """The Air Points in the two boxes of a side; uncommitted points are in neither."""
    return (turn.boxes(front, side).air_superiority or 0) + sum(turn.support(front, side).values())


@rule("13.91", "13.911")
def exposed(turn: Turn, front: str, side: str, scope: str) -> bool:
    """Whether both boxes on a Front are empty, for this side alone or for its whole alliance; the reason does not matter.

    Ruling: one player's empty boxes are enough, since the effect is confined to his units and territory.
    """
    return not any(remaining(turn, front, other) for other in ([side] if scope == "player" else turn.setting.allies(side)))


@rule("13.91")
def holds_supremacy(turn: Turn, front: str, side: str, over: str) -> bool:
    """Whether a side has supremacy over the units and territory of another. Two sides may have it over each other."""
    return not turn.setting.allied(side, over) and exposed(turn, front, over, turn.options.value("tas-scope"))


@rule("13.91")
def supremacy_refused(turn: Turn, front: str, side: str, over: str) -> str | None:
    """Why a side has no Total Air Supremacy over another, or None: who still has what."""
    name = turn.setting.name
    if turn.setting.allied(side, over):
        return f"{name(over)} is not an opponent of {name(side)}"
    if holds_supremacy(turn, front, side, over):
        return None
    others = turn.setting.allies(over) if turn.options.value("tas-scope") == "alliance" else [over]
    left = [
        f"{name(other)} has {turn.boxes(front, other).air_superiority or 0} in Air Superiority "
        f"and {sum(turn.support(front, other).values())} in Ground Support"
        for other in turn.sides
        if other in others and remaining(turn, front, other)
    ]
    return f"{name(side)} has no Total Air Supremacy over {name(over)} on {front_title(front)}: {', '.join(left)}"


@rule("13.91")
def on_front(turn: Turn, front: str) -> list[str]:
    """Who is on a Front: every side listed there or on a mission of the scenario, and all of an alliance with none listed.

    Ruling: a player with neither units nor territory on a Front is not a target there, and attacks nobody.
    """
    listed = turn.fronts[front]
    alliances = {turn.sides[side].party for side in listed}
    return [side for side in turn.sides if (listed[side].present if side in listed else turn.sides[side].party not in alliances)]


@rule("13.91", "13.9")
def mission_faults(turn: Turn, mission: Mission) -> Iterator[Fault]:
    """What is wrong with a mission: it must be against an opponent, by somebody whose turn it is, with both on the Front."""
    name = turn.setting.name
    if turn.moves and not turn.setting.allied(turn.moves, mission.attacker):
        yield Fault("attacker", f"{name(mission.attacker)} does not attack in the player turn of {name(turn.moves)}", "13.9")
    for at, side in enumerate(mission.sides):
        if side not in on_front(turn, mission.front):
            field = ("attacker", "defender", "defenders")[min(at, 2)]
            yield Fault(field, f"{name(side)} has neither units nor territory on {front_title(mission.front)}", "13.91")


@rule("13.912", "13.93")
def shifter(turn: Turn, battle: GroundBattle) -> str | None:
    """Who may shift the odds of a battle: the attacker with supremacy over every defender; the defender only by option.

    Ruling: if units of any other side defend as well, the odds cannot be shifted.
    """
    able = all(holds_supremacy(turn, battle.front, battle.attacker, side) for side in battle.under_attack)
    either = turn.options.value("odds-shift-user") == "either"
    if either and holds_supremacy(turn, battle.front, battle.defender, battle.attacker):
        points = any(pool.left for side in turn.setting.allies(battle.attacker) for pool in turn.pools_of(battle.front, side))
        return battle.attacker if able and points else battle.defender
    return battle.attacker if able else None


@rule("13.93", "13.912")
def shift_refused(turn: Turn, battle: GroundBattle) -> str | None:
    """Why nobody can shift the odds of a battle, or None."""
    if shifter(turn, battle) is not None:
        return None
    free = [side for side in battle.under_attack if not holds_supremacy(turn, battle.front, battle.attacker, side)]
    return supremacy_refused(turn, battle.front, battle.attacker, free[0])


# how it is told


def findings(turn: Turn, front: str) -> list[Event]:
    """A table of every side's boxes and its supremacy over others, and the rulings that mattered."""
    sides, name = on_front(turn, front), turn.setting.name

    def boxes(side: str) -> Boxes:
        return turn.boxes(front, side)

    def over(side: str) -> str:
        return ", ".join(name(other) for other in sides if holds_supremacy(turn, front, side, other)) or "nobody"

    table = sheet(
        f"Air Points on {front_title(front)}",
        sides,
        side=name,
        Air_Superiority=lambda side: boxes(side).air_superiority,
        Ground_Support=lambda side: sum(turn.support(front, side).values()),
        uncommitted=lambda side: boxes(side).uncommitted,
        supremacy_over=over,
    )
    held = [f"{name(side)} over {over(side)}" for side in sides if over(side) != "nobody"]
    events: list[Event] = [table, Note(f"Total Air Supremacy on {front_title(front)}: {'; '.join(held) or 'nobody'}")]
    for side in sides:
        if not remaining(turn, front, side) and boxes(side).uncommitted:
            text = f"{name(side)}: {count(boxes(side).uncommitted, 'uncommitted point')} in neither box, not counted"
            events.append(Note(text))
        if exposed(turn, front, side, "player") != exposed(turn, front, side, "alliance"):
            text = f"{name(side)}: nothing left in either box on {front_title(front)}, but an ally still has points there"
            events.append(turn.options.ruled("tas-scope", text))
    return events
