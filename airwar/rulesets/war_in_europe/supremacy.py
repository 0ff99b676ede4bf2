"""Total Air Supremacy (13.91): who has it over whom on a Front, and what it allows (13.912)."""

from __future__ import annotations

from airwar.engine.events import Event, Note, Sheet
from airwar.engine.rule import rule
from airwar.rulesets.kit.names import count
from airwar.rulesets.war_in_europe.state import Front, GroundBattle, Mission, RailRaid, Setting, Side


@rule("13.91", "13.911")
def exposed(setting: Setting, front: Front, side: str, scope: str) -> bool:
    """Whether nothing is left in either box of a Front, for this side alone or for its whole alliance; why does not matter.

    Ruling: one player's empty boxes are enough, since the effect is confined to his units and territory.
    """
    if scope == "player":
        return not front.of(side).remaining
    return not any(front.of(other).remaining for other in setting.sides if setting.allied(side, other))


@rule("13.91")
def holds_supremacy(setting: Setting, front: Front, side: str, over: str) -> bool:
    """Whether a side has supremacy over the units and territory of another. Two sides may have it over each other."""
    return not setting.allied(side, over) and exposed(setting, front, over, setting.rulings.value("tas-scope"))


@rule("13.91")
def supremacy_refused(setting: Setting, front_id: str, side: str, over: str) -> str | None:
    """Why a side has no Total Air Supremacy over another: who still has what."""
    front = setting.fronts[front_id]
    if setting.allied(side, over):
        return f"{setting.name(over)} is not an opponent of {setting.name(side)}"
    if holds_supremacy(setting, front, side, over):
        return None
    whole = setting.rulings.value("tas-scope") == "alliance"
    left = []
    for other in setting.sides:
        boxes = front.of(other)
        if boxes.remaining and setting.allied(other, over) and (whole or other == over):
            counts = f"{boxes.superiority} in Air Superiority and {boxes.ground_support} in Ground Support"
            left.append(f"{setting.name(other)} has {counts}")
    return f"{setting.name(side)} has no Total Air Supremacy over {setting.name(over)} on {front_id}: {', '.join(left)}"


@rule("13.912", "13.92")
def may_bomb(setting: Setting, raid: RailRaid) -> bool:
    """Rail lines can be bombed in the territory of a side over which supremacy is held."""
    return holds_supremacy(setting, setting.fronts[raid.front], raid.attacker, raid.defender)


@rule("13.912", "13.93")
def shifter(setting: Setting, battle: GroundBattle) -> str | None:
    """Who may shift the odds of a battle: the attacker with supremacy over every defender; the defender only by option.

    Ruling: if units of any other side defend as well, the odds cannot be shifted.
    """
    front = setting.fronts[battle.front]
    if all(holds_supremacy(setting, front, battle.attacker, side) for side in battle.under_attack):
        return battle.attacker
    either = setting.rulings.value("odds-shift-user") == "either"
    return battle.defender if either and holds_supremacy(setting, front, battle.defender, battle.attacker) else None


@rule("13.93")
def defender_could_shift(setting: Setting, battle: GroundBattle) -> bool:
    """Whether the defender has the supremacy and the points to shift the odds, but the option leaves that to attackers."""
    front = setting.fronts[battle.front]
    able = front.of(battle.defender).ground_support >= battle.printed_defense > 0
    denied = setting.rulings.value("odds-shift-user") == "attacker"
    return able and denied and holds_supremacy(setting, front, battle.defender, battle.attacker)


@rule("13.93")
def may_add_to_die(setting: Setting, battle: GroundBattle) -> bool:
    """The attacker may add a point for the die: it is ordinary ground support, so it needs no supremacy.

    Ruling: it raises the roll, so it is of no use to the defender.
    """
    return setting.rulings.yes("die-point-without-supremacy") or shifter(setting, battle) == battle.attacker


# how it is told


def findings(setting: Setting, front: Front) -> list[Event]:
    """Every side's boxes and its supremacy over others, and which rulings mattered."""
    events: list[Event] = [Sheet(f"Air Points on {front.title}", COLUMNS, tuple(rows(setting, front)))]
    for side in concerned(setting, front):
        boxes = front.of(side.id)
        if not boxes.remaining and boxes.uncommitted:
            text = f"{side.name}: {count(boxes.uncommitted, 'uncommitted point')} in neither box, not counted"
            events.append(Note(text))
        alone, together = (exposed(setting, front, side.id, scope) for scope in ("player", "alliance"))
        if alone != together:
            text = f"{side.name}: nothing left in either box on {front.title}, but an ally still has points there"
            events.append(setting.rulings.ruled("tas-scope", text))
    return events


def concerned(setting: Setting, front: Front) -> list[Side]:
    """Who matters on a Front: every side listed there or on a mission there, and all of an alliance that has neither."""
    missions: list[Mission] = [*setting.raids.values(), *setting.battles.values()]
    there = {*front.boxes, *(side for mission in missions if mission.front == front.id for side in mission.sides)}
    alliances = {setting.sides[side].alliance for side in there}
    return [side for side in setting.sides.values() if side.id in there or side.alliance not in alliances]


COLUMNS = ("side", "Air Superiority", "Ground Support", "uncommitted", "supremacy over")


def rows(setting: Setting, front: Front) -> list[tuple[str, ...]]:
    table = []
    sides = concerned(setting, front)
    for side in sides:
        boxes = front.of(side.id)
        over = [other.name for other in sides if holds_supremacy(setting, front, side.id, other.id)]
        counts = (boxes.superiority, boxes.ground_support, boxes.uncommitted)
        table.append((side.name, *map(str, counts), ", ".join(over) or "nobody"))
    return table
