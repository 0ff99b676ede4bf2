"""How a combat phase looks: its tables, where every unit stands, and what each side had and lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from airwar.rulesets.dark_crusade.ground_combat import forces
from airwar.rulesets.dark_crusade.position import AIR_IDS, AIR_NAMES, SIDE_NAMES, Air, Battle, Phase, Unit, after
from airwar.rulesets.dark_crusade.refuge import Retreat, ways_sheet
from airwar.rulesets.kit import (
    ELIMINATED,
    End,
    Geography,
    Position,
    Sheet,
    Site,
    Standing,
    Tally,
    count,
    ruled_fields,
    sheet,
    standing_of,
)


def under_way(states: Sequence[Any]) -> tuple[Phase, Battle | None]:
    """The phase as it is now, with the changes of the battle under way; and that battle, on the ground or still in the air."""
    phase: Phase = states[0]
    battle = next((state for state in states if isinstance(state, Battle)), None)
    return (after(phase, battle), None if battle.result else battle) if battle else (phase, None)


def tables(states: Sequence[Any]) -> list[Sheet]:
    """Tables of the retreat and the battle under way, its ways out, the progress of the battles, and the lines retreated over."""
    phase, battle = under_way(states)
    names, status = phase.names, {**phase.results, **dict.fromkeys(phase.battles, "to come")}
    status |= {phase.fought.point: "being fought"} if phase.fought else {}
    points = sheet(
        "Points",
        phase.points.values(),
        point=lambda point: point.title,
        side=lambda point: SIDE_NAMES[point.side],
        battle=lambda point: status.get(point.id, ""),
    )
    lines = sheet(
        "Lines retreated over",
        [line for line in phase.lines.values() if line.used],
        line=lambda line: line.id,
        between=lambda line: " - ".join(names[end] for end in line.between),
        capacity=lambda line: line.capacity,
        used=lambda line: line.used,
    )
    retreats = [retreat_sheet(state) for state in states if isinstance(state, Retreat)]
    return [*([*retreats, forces(battle), ways_sheet(battle)] if battle else []), points, *([lines] if lines.rows else [])]


def retreat_sheet(retreat: Retreat) -> Sheet:
    """A table of who has gone where, and who still has to go."""
    gone = [(mover, retreat.setting.names[way.point]) for mover, way in retreat.marches]
    left = [(mover, "still to go") for mover in retreat.movers]
    return sheet("Retreat", [*gone, *left], unit=lambda row: row[0].name, number=lambda row: row[0].number, to=lambda row: row[1])


# where everything stands


def standing(states: Sequence[Any]) -> list[Standing]:
    """Ground units by point, with their losses; air units that are in a battle, stationed somewhere, or lost."""
    phase, _ = under_way(states)
    rows = [*(row_of(phase, unit) for unit in phase.units.values()), *air_rows(phase)]
    return sorted(standing_of(rows), key=lambda row: (list(SIDE_NAMES).index(row.side), row.marks == ELIMINATED))


def row_of(phase: Phase, unit: Unit) -> Standing:
    """The row of a ground unit; attackers whose battle is still to come have not left their point for good."""
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
    """Whether air units take part in a battle, now or later."""
    fought = phase.fought is not None and phase.fought.point == air.at
    return not air.sheltering and (fought or air.at in phase.battles)


def air_rows(phase: Phase) -> Iterator[Standing]:
    """Air units over the points where they will fight, and elsewhere; those that are nowhere are displaced."""
    for side, unit in AIR_IDS.items():
        here = [one for one in phase.air if one.side == side]
        for one in here:
            marks = {"over": is_over(phase, one), "displaced": not one.at}
            yield Standing(side, one.at, unit, AIR_NAMES[side], one.count, tuple(mark for mark, holds in marks.items() if holds))
        lost = phase.air_at_start[side] - sum(one.count for one in here)
        yield Standing(side, "", unit, AIR_NAMES[side], lost, ELIMINATED)


def called(row: Standing) -> str:
    """A ground unit by its name, air units by their number."""
    return count(row.count, row.name.removesuffix("s")) if row.unit in AIR_IDS.values() else row.name


def place_name(phase: Phase, place: str) -> str:
    return phase.setting.names[place]


def geography(states: Sequence[Any]) -> Geography:
    """Points, who controls them, and the lines between them."""
    phase, _ = under_way(states)
    sites = tuple(Site(point.id, place_name(phase, point.id), point.side) for point in phase.points.values())
    return Geography(sites, links=tuple((line.between[0], line.between[1]) for line in phase.lines.values()))


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
            left[side, AIR_NAMES[side]] = sum(one.count for one in phase.air if one.side == side)
    return [Tally(SIDE_NAMES[side], name, number, number - left[side, name]) for (side, name), number in had.items()]


def results(phase: Phase) -> list[tuple[str, str]]:
    """The result of each battle."""
    return [(phase.setting.names[point], str(result)) for point, result in phase.results.items()]


def winner(end: End) -> str:
    """The attacker if he has taken every point, the defender if he has held every one."""
    phase: Phase = end.state
    taken = {result.taken for result in phase.results.values()}
    return phase.setting.player("attacker" if taken == {True} else "defender") if len(taken) == 1 else ""


def party(phase: Phase, who: str) -> str:
    """A side by its name, which those who decide go by; `standing` has its id."""
    return SIDE_NAMES.get(who, who)


# what a ruling may change


def ruling_refused(was: Unit, now: Unit) -> str | None:
    """Why a ruling is refused, or None: it may only remove losses, and a unit with losses stays dispersed."""
    if now.losses > was.losses:
        return f"{now.losses} is not a number from 0 to {was.losses}; further losses come from combat"
    return f"{was.id} has losses, and so it is dispersed (B10)" if was.losses and now.dispersed is False else None


def engaged(position: Position) -> dict[str, str]:
    """The units that retreat now: who goes where depends on what they were when they left."""
    found: dict[str, str] = {}
    for retreat in (state for state in position.states if isinstance(state, Retreat)):
        names = [mover.id for mover in (*retreat.movers, *(mover for mover, _ in retreat.marches))]
        found |= dict.fromkeys(names, "is in retreat; rule on it when the retreat is over")
    return found


ADJUSTABLE = (ruled_fields(Unit, ruling_refused, now=lambda unit: bool(unit.at)),)
