"""The position after a turn: who is where and in what state, for the players, for the next turn, and in the words of a scenario."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from airwar.engine.referee import Event, Sheet
from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.battles import turn_of
from airwar.rulesets.air_supremacy.forces import CARGO, Line, in_flight
from airwar.rulesets.air_supremacy.places import came_from, home_of
from airwar.rulesets.air_supremacy.setting import Position, Standing
from airwar.rulesets.air_supremacy.turn import FLYING, OFF_THE_MAP, ON_THE_WAY, OUT, WON, Battle, Group, Turn
from airwar.rulesets.air_supremacy.units import Kind, counted, nation_name
from airwar.rulesets.kit.scenario_text import carried_on, mapping_lines, scalar


class Stand(NamedTuple):
    """Units of one kind in one place and state, before it is known which entries of the scenario they are."""

    kind: Kind
    number: int
    space: str
    aboard: str = ""
    damage: int = 0
    out: bool = False
    place: str = ""  # where they are now: in a battle, or at home
    doing: tuple[str, ...] = ()  # what they do there, in the words of a scenario


def position_of(turn: Turn) -> Position:
    """Who is where after a turn. The module does not tell equal units apart; those listed first are the ones left."""
    out_for = turn.setting.attacker
    taken = {battle.space: captor(battle) for battle in turn.battles}
    holders = tuple((space.id, taken.get(space.id) or space.nation) for space in turn.setting.spaces.values())
    units = tuple(
        Standing(unit_id, stand.kind.nation, stand.kind.type.id, stand.number, stand.space, stand.aboard, stand.damage)._replace(
            out_for=out_for if stand.out else ""
        )
        for unit_id, stand in identified(turn, list(stands(turn)))
    )
    return Position(units, holders)


def captor(battle: Battle) -> str:
    """The nation whose troops have taken a space, or nothing."""
    won = battle.result == WON
    return next((line.kind.nation for line in battle.attackers if won and line.kind.type.sphere == "land"), "")


def stands(turn: Turn) -> Iterator[Stand]:
    """All units left. Attacking aircraft belong where they came from; the module does not say where they land."""
    for battle in turn.battles:
        for line in (*battle.attackers, *battle.defenders):
            yield from in_battle(battle, line)
        for line in battle.support:
            for space, number in came_from(battle.origins, line.kind, line.number):
                yield Stand(line.kind, number, space, "", line.damage, place=space)
    for plan in turn.passes:
        for line in plan.waiting:
            for space, number in came_from(plan.origins, line.kind, line.number):
                yield Stand(line.kind, number, space, place=space, doing=(f"bound-for={plan.space}",))
    for group in turn.groups:
        off_the_map = group.place == OFF_THE_MAP
        kind, aboard = group.kind, group.kind.home if group.kind.aboard and not off_the_map else ""
        space = "" if aboard else group.place or kind.home
        where = (group.place if not group.kind.home or off_the_map else home_of(turn, kind)) or kind.space
        yield Stand(kind, group.number, space, aboard, group.damage, group.status == OUT, where, under_way(group))


def in_battle(battle: Battle, line: Line) -> Iterator[Stand]:
    """Units in a battle. When it is over, aircraft are no longer over the space."""
    kind, aboard = line.kind, line.kind.home if line.kind.aboard else ""
    over = ("over",) if not battle.result and in_flight(line) else ()
    if kind.type.flies and not kind.home:
        for space, number in came_from(battle.origins, kind, line.number):
            doing = (*over, f"from={space}") if over and space != battle.space else over
            yield Stand(kind, number, space, place=battle.space if over else space, doing=doing)
    elif aboard and (kind.type.flies or line.mode == CARGO):
        yield Stand(kind, line.number, "", aboard, place=battle.space, doing=over)
    else:
        yield Stand(kind, line.number, battle.space, "", line.damage, place=battle.space, doing=over)


def under_way(group: Group) -> tuple[str, ...]:
    """What aircraft outside the battles are doing."""
    if group.status == ON_THE_WAY:
        return (f"bound-for={group.place}",)
    return ("returning",) if group.status in FLYING else ()


# which of the scenario's units these are


def identified(turn: Turn, found: list[Stand]) -> Iterator[tuple[str, Stand]]:
    """Each unit under an id of its own; the parts of an entry that are elsewhere get new ids."""
    parts = by_entry(turn, found)
    used: set[str] = set()
    for unit_id, found_parts in parts.items():
        for stand in alike_together(found_parts):
            name = new_id(unit_id, used | set(parts)) if unit_id in used else unit_id
            used.add(name)
            yield name, stand


def by_entry(turn: Turn, found: list[Stand]) -> dict[str, list[Stand]]:
    """The units of each entry of the scenario, as the turn began.

    Those that were aboard a ship that is sunk come last: they are the ones that went down with it.
    """
    ships = {stand.kind.ship for stand in found}
    alike: dict[tuple[str, str, str], list[Stand]] = {}
    for stand in found:
        alike.setdefault((stand.kind.nation, stand.kind.type.id, stand.kind.ship), []).append(stand)
    parts: dict[str, list[Stand]] = {unit.id: [] for unit in turn.setting.position.units}
    entries = sorted(turn.setting.position.units, key=lambda one: bool(one.aboard) and one.aboard not in ships)
    for key, some in alike.items():
        units = [one for one in entries if (one.nation, one.type, one.id if one.id in ships else "") == key]
        for unit_id, stand in matched(units, some):
            parts[unit_id].append(stand)
    return parts


def matched(units: list[Standing], found: list[Stand]) -> Iterator[tuple[str, Stand]]:
    """Whose entries equal units are: first those that are where they were, in the state they were in; then the others in order.

    No ship is repaired in a turn, so one that is sound was sound before.
    """
    left = {unit.id: unit.number for unit in units}
    for same_place, same_state in ((True, True), (True, False), (False, True), (False, False)):
        there: dict[tuple[str, str], list[Standing]] = {}
        for unit in units:
            if left[unit.id]:
                there.setdefault((unit.space, unit.aboard) if same_place else ("", ""), []).append(unit)
        for at, stand in enumerate(found):
            for unit in there.get((stand.space, stand.aboard) if same_place else ("", ""), ()) if stand.number else ():
                if stand.damage != unit.damage if same_state else stand.damage <= unit.damage:
                    continue
                number = min(left[unit.id], stand.number)
                if not same_state:
                    number = min(number, to_be_damaged(units, left, found))
                if number:
                    left[unit.id] -= number
                    yield unit.id, stand._replace(number=number)
                    found[at] = stand = stand._replace(number=stand.number - number)


def to_be_damaged(units: list[Standing], left: Mapping[str, int], found: list[Stand]) -> int:
    """How many of the ships that were sound may be among the damaged ones: all that the sound ones do not need."""
    return sum(left[unit.id] for unit in units if not unit.damage) - sum(stand.number for stand in found if not stand.damage)


def alike_together(found: Iterable[Stand]) -> list[Stand]:
    """Units in the same place and state, counted together."""
    counts: dict[Stand, int] = {}
    for stand in found:
        key = stand._replace(number=0)
        counts[key] = counts.get(key, 0) + stand.number
    return [stand._replace(number=count) for stand, count in counts.items()]


def new_id(unit_id: str, taken: set[str]) -> str:
    """An id for a part of a unit that is elsewhere."""
    return next(name for number in range(2, 2000) if (name := f"{unit_id}-{number}") not in taken)


# the next turn


@rule("38")
def next_turn(turn: Turn) -> Turn | None:
    """The turn of the next opponent, which begins where this one ended; None after the last."""
    setting = turn.setting
    if setting.number + 1 == len(setting.campaign.plans):
        return None
    results = ((setting.attacker, battle.nations[0], battle.result) for battle in turn.battles)
    following = turn_of(setting.campaign, setting.number + 1, position_of(turn), ())
    return following._replace(earlier=(*turn.earlier, *results))


# for the players


def final_position(turn: Turn) -> list[Event]:
    """Every unit with its place and state; and the same as spaces and units of a scenario."""
    position = position_of(turn)
    return [position_sheet(turn, position), as_scenario(turn, position)]


def position_sheet(turn: Turn, position: Position) -> Sheet:
    """Where every unit is."""
    rows = []
    for unit in position.units:
        type_ = turn.setting.campaign.types[unit.type]
        place = f"aboard {turn.setting.name(unit.aboard)}" if unit.aboard else turn.setting.name(unit.space)
        rows.append((place, nation_name(unit.nation), unit.id, counted(type_.name, unit.number), "damaged" if unit.damage else ""))
    return Sheet("Position", ("place", "nation", "unit", "strength", "state"), tuple(sorted(rows)))


def as_scenario(turn: Turn, position: Position) -> Sheet:
    """Spaces and units as a scenario has them, to carry on from. The next turn begins afresh, so nobody is out."""
    lines = ["spaces:", *(line for space, nation in position.holders for line in space_lines(turn, space, nation)), "units:"]
    here = [unit for unit in position.units if unit.aboard or unit.space in turn.setting.spaces]
    lines += [line for unit in here for line in unit_lines(unit)]
    lines += [f"# {unit.number} of {unit.id} {unit.space or 'nowhere'}" for unit in position.units if unit not in here]
    return carried_on("spaces and units", lines)


def space_lines(turn: Turn, space_id: str, nation: str) -> list[str]:
    space = turn.setting.spaces[space_id]
    said: dict[str, str | Sequence[str]] = {"name": scalar(space.name), "kind": "sea" if space.sea else "land"}
    said |= {"nation": nation} if nation else {}
    said |= {"adjacent": sorted(space.adjacent)} if space.adjacent else {}
    return mapping_lines(f"  {space_id}: ", said)


def unit_lines(unit: Standing) -> list[str]:
    return mapping_lines("  - ", unit_words(unit))


def unit_words(unit: Standing) -> dict[str, str]:
    """A unit as an entry of a scenario has it."""
    said = {"id": unit.id, "nation": unit.nation, "type": unit.type}
    said |= {"count": str(unit.number)} if unit.number > 1 else {}
    said |= {"aboard": unit.aboard} if unit.aboard else {"at": unit.space}
    return said | ({"damaged": "true"} if unit.damage else {})
