"""Where retreating defenders can go (B13): which of the ways out come first, and whether the lines have room for everybody."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from airwar.engine.events import Event, Note, Sheet
from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.battle import Battle
from airwar.rulesets.dark_crusade.state import SIDE_NAMES, SOVIET_AIR, Setting
from airwar.rulesets.dark_crusade.ways import Way
from airwar.rulesets.kit.names import count

Movers = Mapping[str, int]


@rule("B12", "B13a")
def size(setting: Setting, name: str) -> Fraction:
    """What a unit takes of a line's capacity: one; an Axis allied army two; some divisions a half; a Soviet air unit one."""
    return Fraction(1) if name == SOVIET_AIR else setting.formations[name].size


def weight(setting: Setting, movers: Movers) -> Fraction:
    """What several units take together."""
    return sum((number * size(setting, name) for name, number in movers.items()), Fraction(0))


@rule("B13a", "B13c")
def own_refuges(battle: Battle) -> list[Way]:
    """Adjacent points of one's own, those under attack last; in breakthrough combat those are closed."""
    return [way for way in battle.ways if not way.closed and way.side == battle.setting.side("defender")]


@rule("B13a")
def first_refuges(battle: Battle) -> list[Way]:
    """Points that must be filled first: one's own, unless the option leaves those under attack to the owner."""
    # Ruling: a point of one's own that is under attack is still a point of one's own, so it comes before any enemy point.
    attacked_too = battle.setting.rulings.yes("attacked-points-first")
    return [way for way in own_refuges(battle) if attacked_too or not way.attacked]


@rule("B13b", "B13c")
def further_refuges(battle: Battle) -> list[Way]:
    """Points for units that find no room there: the remaining points of one's own, if any, and enemy points."""
    first = first_refuges(battle)
    return [*(way for way in own_refuges(battle) if way not in first), *enemy_refuges(battle)]


@rule("B13b")
def enemy_refuges(battle: Battle) -> list[Way]:
    """Adjacent enemy points that nothing bars, at half the capacity of the line, rounded down."""
    return [way for way in battle.ways if not way.closed and way.side == battle.setting.attacker]


def packed(setting: Setting, movers: Movers, rooms: Iterable[Fraction]) -> list[Fraction] | None:
    """The room that is left when all have gone, the first lines filled first; None if not everybody fits.

    Each size divides the next larger one, so placing the largest units first is always best.
    """
    left = list(rooms)
    for need in sorted((size(setting, name) for name, number in movers.items() for _ in range(number)), reverse=True):
        fitting = next((at for at, free in enumerate(left) if free >= need), None)
        if fitting is None:
            return None
        left[fitting] -= need
    return left


def defending_movers(battle: Battle) -> dict[str, int]:
    """All that finds its own way out: the ground units, and by option the Soviet air units one by one."""
    movers = {unit.id: 1 for unit in battle.units("defender")}
    alone = battle.setting.rulings.value("soviet-air-retreats") == "like-ground-units"
    if alone and battle.setting.side("defender") == "soviet" and battle.soviet_air:
        movers[SOVIET_AIR] = battle.soviet_air
    return movers


@rule("B13")
def may_retreat(battle: Battle) -> bool:
    """At least one unit must have somewhere to go; or every unit, if the option says so."""
    if battle.setting.rulings.value("no-retreat") == "eliminate":
        return somebody_can_go(battle)
    return packed(battle.setting, defending_movers(battle), rooms_around(battle)) is not None


def somebody_can_go(battle: Battle) -> bool:
    return any(size(battle.setting, name) <= free for name in defending_movers(battle) for free in rooms_around(battle))


def rooms_around(battle: Battle) -> list[Fraction]:
    return [way.room for way in (*first_refuges(battle), *further_refuges(battle))]


# how it is shown


def ways_sheet(battle: Battle) -> Sheet:
    """Every line that leads away from the battle: where to, and how many units can still retreat over it."""
    refuges = [*first_refuges(battle), *further_refuges(battle)]
    rows = [(way, str(way.room), remark(battle, way)) for way in refuges]
    rows += [(way, "0", "closed") for way in battle.ways if way.closed]
    cells = tuple((battle.setting.name(way.point), SIDE_NAMES[way.side], way.line, room, said) for way, room, said in rows)
    return Sheet(f"Ways out of {battle.name}", ("to", "side", "line", "room", ""), cells)


def remark(battle: Battle, way: Way) -> str:
    if way.attacked:
        return "under attack"
    if way.side != battle.setting.attacker:
        return ""
    left = any(formation.origin == way.point for formation in battle.setting.formations.values())
    return "half capacity; the attackers have left it" if left else "half capacity"


def room_in_words(battle: Battle) -> str:
    """What a retreat would cost the defender: whether the lines have room for everybody."""
    movers = defending_movers(battle)
    left, placed = rooms_around(battle), 0
    for need in sorted(size(battle.setting, name) for name, number in movers.items() for _ in range(number)):
        at = next((at for at, free in enumerate(left) if free >= need), None)
        if at is not None:
            left[at] -= need
            placed += 1
    total = sum(movers.values())
    if battle.setting.side("defender") == "soviet" and SOVIET_AIR not in movers:
        total += battle.soviet_air
        placed += min(battle.soviet_air, sum(int(free) for free in left))
    return "there is room for all" if placed >= total else f"room for {placed} of {count(total, 'unit')}; the rest would be lost"


@rule("B13")
def announced_ways(battle: Battle) -> list[Event]:
    """The ways out, and the ruling on own points under attack where it matters."""
    movers = defending_movers(battle)
    attacked = any(way.attacked and way.room for way in own_refuges(battle))
    safe = [way.room for way in own_refuges(battle) if not way.attacked]
    both = attacked and any(way.room for way in enemy_refuges(battle))
    rulings = battle.setting.rulings
    events: list[Event] = [ways_sheet(battle)]
    if any(way.used for way in battle.ways):
        whole = rulings.value("line-capacity") == "whole-phase"
        said = "have that much less room" if whole else "have all their room again"
        events.append(rulings.ruled("line-capacity", f"lines that carried a retreat earlier in the phase {said}"))
    if both and packed(battle.setting, movers, safe) is None:
        said = "come before enemy points" if rulings.yes("attacked-points-first") else "may be passed over for enemy points"
        events.append(rulings.ruled("attacked-points-first", f"own points under attack {said}; the source does not say"))
    return events


def no_way_out(battle: Battle) -> Event:
    """Why the defenders cannot retreat."""
    if somebody_can_go(battle):
        return battle.setting.rulings.ruled("no-retreat", "not all defenders have somewhere to go, so none may retreat")
    return Note("the defenders have nowhere to retreat to")
