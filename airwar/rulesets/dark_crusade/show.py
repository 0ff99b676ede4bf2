"""How a combat phase looks: its tables, where every unit stands, and what each side had and lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from airwar.rulesets.dark_crusade.ground_combat import firing_total
from airwar.rulesets.dark_crusade.position import AIR_IDS, AIR_NAMES, SIDE_NAMES, Air, Battle, Phase, Unit, after
from airwar.rulesets.dark_crusade.refuge import Retreat, ways_sheet
from airwar.rulesets.kit import ELIMINATED, Adjustable, End, Position, Sheet, Standing, Tally, count, standing_of


def under_way(states: Sequence[Any]) -> tuple[Phase, Battle | None]:
    """The phase as it is now, with what the battle under way has changed; and that battle, on the ground or still in the air."""
    phase: Phase = states[0]
    battle = next((state for state in states if isinstance(state, Battle)), None)
    return (after(phase, battle), None if battle.result else battle) if battle else (phase, None)


def tables(states: Sequence[Any]) -> list[Sheet]:
    """The retreat and the battle under way, the ways out of it, and then where everything else is."""
    phase, battle = under_way(states)
    retreats = [retreat_sheet(state) for state in states if isinstance(state, Retreat)]
    now = [*retreats, battle_sheet(battle), ways_sheet(battle)] if battle else []
    fighting = [unit.id for role in ("attacker", "defender") for unit in battle.units(role)] if battle else []
    rows = tuple(where_row(phase, unit) for unit in phase.units.values() if unit.id not in fighting)
    heads = ("side", "where", "unit", "type", "strength", "losses", "state")
    elsewhere = Sheet("Units elsewhere" if battle else "Units", heads, rows)
    return [*now, *(sheet for sheet in (elsewhere, points_sheet(phase), air_sheet(phase), lines_sheet(phase)) if sheet.rows)]


def retreat_sheet(retreat: Retreat) -> Sheet:
    """Who has gone where, and who has still to go."""
    gone = [(mover.name, str(mover.number), retreat.setting.names[way.point]) for mover, way in retreat.marches]
    left = [(mover.name, str(mover.number), "still to go") for mover in retreat.movers]
    return Sheet("Retreat", ("unit", "number", "to"), (*gone, *left))


def battle_sheet(battle: Battle) -> Sheet:
    rows = []
    for role in ("attacker", "defender"):
        side, player = battle.setting.side(role), battle.setting.player(role)
        rows += [(player, *unit_cells(unit)) for unit in battle.units(role)]
        if battle.air_of(side):
            rows.append((player, AIR_NAMES[side], "", str(battle.air_of(side)), "", ""))
        rows.append((player, f"fires with, as {role}", "", str(firing_total(battle, role)), "", ""))
    return Sheet(f"At {battle.point.title}", ("side", "unit", "type", "strength", "losses", "state"), tuple(rows))


def unit_cells(unit: Unit) -> tuple[str, str, str, str, str]:
    return unit.title, unit.type, str(unit.strength), f"{unit.losses} of {unit.limit}", "dispersed" if unit.dispersed else ""


def where_row(phase: Phase, unit: Unit) -> tuple[str, ...]:
    """A unit with its place; attackers whose battle is still to come have left their point and are on their line."""
    names, place = phase.setting.names, phase.setting.names.get(unit.at, "lost")
    *cells, state = unit_cells(unit)
    if unit.line:
        state = ", ".join(filter(None, (state, f"has left {place}")))
        place = f"on the line to {names[phase.target(unit)]}"
    elif unit.sheltering:
        state = ", ".join(filter(None, (state, "sheltering")))
    return SIDE_NAMES[unit.fights_for], place, *cells, state


def points_sheet(phase: Phase) -> Sheet:
    status: dict[str, str] = {**phase.results, **dict.fromkeys(phase.battles, "to come")}
    status |= {phase.fought.point: "being fought"} if phase.fought else {}
    rows = tuple((point.title, SIDE_NAMES[point.side], status.get(point.id, "")) for point in phase.points.values())
    return Sheet("Points", ("point", "side", "battle"), rows)


def air_sheet(phase: Phase) -> Sheet:
    """The air units that do not wait for a battle."""
    names, air = phase.setting.names, [one for one in phase.air if not is_over(phase, one)]
    rows = tuple((AIR_NAMES[one.side], names.get(one.at, "displaced"), str(one.number)) for one in air)
    return Sheet("Air units elsewhere", ("air", "where", "number"), rows)


def lines_sheet(phase: Phase) -> Sheet:
    names = phase.setting.names
    rows = tuple(
        (line.id, " - ".join(names[end] for end in line.between), str(line.capacity), str(line.used))
        for line in phase.lines.values()
        if line.used
    )
    return Sheet("Lines retreated over", ("line", "between", "capacity", "used"), rows)


# where everything stands


def standing(states: Sequence[Any]) -> list[Standing]:
    """Ground units by point with their losses; air units that take part in a battle, are stationed somewhere, or are lost."""
    phase, _ = under_way(states)
    rows = [*(row_of(phase, unit) for unit in phase.units.values()), *air_rows(phase)]
    return sorted(standing_of(rows), key=lambda row: (list(SIDE_NAMES).index(row.side), row.marks == ELIMINATED))


def row_of(phase: Phase, unit: Unit) -> Standing:
    """A ground unit; attackers whose battle is still to come have not left their point for good."""
    name = f"{unit.title} ({unit.type} {unit.strength})"
    if not unit.at:
        return Standing(unit.fights_for, "", unit.id, name, 1, ELIMINATED)
    target = phase.target(unit)
    fighting = phase.fought is not None and target == phase.fought.point
    flags = {
        f"bound-for={target}": target and not fighting,
        "dispersed": unit.dispersed,
        f"losses={unit.losses}": unit.losses,
        f"works={unit.works}": unit.works,
    }
    marks = tuple(mark for mark, holds in flags.items() if holds)
    return Standing(unit.fights_for, target if fighting else unit.at, unit.id, name, 1, marks)


def is_over(phase: Phase, air: Air) -> bool:
    """Whether air units take part in a battle that is being fought or still to come."""
    fought = phase.fought is not None and phase.fought.point == air.at
    return not air.sheltering and (fought or air.at in phase.battles)


def air_rows(phase: Phase) -> Iterator[Standing]:
    """Air units over the points where they are to fight, and elsewhere; those that are nowhere are displaced."""
    for side, unit in AIR_IDS.items():
        here = [one for one in phase.air if one.side == side]
        for one in here:
            marks = {"over": is_over(phase, one), "displaced": not one.at}
            yield Standing(side, one.at, unit, AIR_NAMES[side], one.number, tuple(mark for mark, holds in marks.items() if holds))
        lost = phase.air_at_start[side] - sum(one.number for one in here)
        yield Standing(side, "", unit, AIR_NAMES[side], lost, ELIMINATED)


def called(row: Standing) -> str:
    """A ground unit by its name, air units by their number."""
    return count(row.count, row.name.removesuffix("s")) if row.unit in AIR_IDS.values() else row.name


def place_name(phase: Phase, place: str) -> str:
    return phase.setting.names[place]


# what was lost


def tally(phase: Phase) -> list[Tally]:
    """What each side had and lost, by nation and type; displaced air units are not lost."""
    had: dict[tuple[str, str], int] = {}
    left: dict[tuple[str, str], int] = {}
    for unit in phase.units.values():
        key = unit.fights_for, f"{unit.nation.replace('-', ' ').capitalize()} {unit.type} units"
        had[key] = had.get(key, 0) + 1
        left[key] = left.get(key, 0) + bool(unit.at)
    for side, number in phase.air_at_start.items():
        if number:
            had[side, AIR_NAMES[side]] = number
            left[side, AIR_NAMES[side]] = sum(one.number for one in phase.air if one.side == side)
    return [Tally(SIDE_NAMES[side], name, number, number - left[side, name]) for (side, name), number in had.items()]


def results(phase: Phase) -> list[tuple[str, str]]:
    """The result of each battle."""
    return [(phase.setting.names[point], str(result)) for point, result in phase.results.items()]


def winner(end: End) -> str:
    """The attacker if he has taken every point, the defender if he has held every one."""
    phase: Phase = end.state
    taken = {result.taken for result in phase.results.values()}
    return phase.setting.player("attacker" if taken == {True} else "defender") if len(taken) == 1 else ""


# what a ruling may change


def status_now(unit: Unit) -> dict[str, str | int]:
    """Whether a unit on the map is dispersed, and its losses."""
    return {"losses": unit.losses, "dispersed": "yes" if unit.dispersed else "no"} if unit.at else {}


def ruled_on(unit: Unit, what: str, value: str) -> Unit:
    """The unit after a ruling. A ruling takes losses away; it does not eliminate."""
    if what == "dispersed":
        if value not in ("yes", "no"):
            raise ValueError(f"{value!r} is not yes or no")
        if value == "no" and unit.losses:
            raise ValueError(f"{unit.id} has losses, and so it is dispersed (B10)")
        return replace(unit, dispersed=value == "yes" or None)
    if not value.isdecimal() or int(value) > unit.losses:
        raise ValueError(f"{value!r} is not a number from 0 to {unit.losses}; further losses come from combat")
    return replace(unit, losses=int(value))


def engaged(position: Position) -> dict[str, str]:
    """The units that retreat now: who goes where depends on what they were when they left."""
    found: dict[str, str] = {}
    for retreat in (state for state in position.states if isinstance(state, Retreat)):
        names = [mover.id for mover in (*retreat.movers, *(mover for mover, _ in retreat.marches))]
        found |= dict.fromkeys(names, "is in retreat; rule on it when the retreat is over")
    return found


ADJUSTABLE = (Adjustable(Unit, status_now, ruled_on),)
