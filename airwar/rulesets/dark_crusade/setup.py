"""How a combat phase begins: the starting position from a scenario, and the checks of the scenario."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from airwar.rulesets.dark_crusade.combat_table import doubts, height_refused
from airwar.rulesets.dark_crusade.position import AIR_IDS, MOST_GERMAN_AIR, SIDE_NAMES, WORKS, Air, Attack, Line, Phase, Unit
from airwar.rulesets.kit import Book, Fault, Problems, place_of, replace, rule


def begun(phase: Phase) -> Phase:
    """The phase at its start. What is said with a battle is moved to where it belongs; mistakes stay in place for `check`."""
    units = Book({unit.id: replace(unit, dispersed=True) if hurt(unit) else unit for unit in phase.units.values()})
    attackers = [unit.fights_for for unit in units.values() if unit.line]
    phase = replace(
        phase,
        attacker=phase.attacker or (attackers[0] if attackers else None),
        lines=Book({line.id: line for line in phase.lines.values() if len(line.between) == 2}),
        units=units,
        asking=not phase.battles,
        names=Book({point.id: point.title for point in phase.points.values()}),
    )
    for attack in phase.battles.values():
        if attack.point in phase.points:
            phase = with_attack(phase, attack)
    at_start = {side: sum(one.count for one in phase.air if one.side == side) for side in SIDE_NAMES}
    return replace(phase, air_at_start=Book(at_start))


@rule("B10")
def hurt(unit: Unit) -> bool:
    """Whether a unit is dispersed because of its losses, unless the scenario says otherwise."""
    return unit.losses > 0 and unit.dispersed is None


def with_attack(phase: Phase, attack: Attack) -> Phase:
    """The phase with what is said with a battle moved to its point and to the air units."""
    point, air, works = phase.points[attack.point], attack.air, attack.fieldworks
    if air and air.german <= MOST_GERMAN_AIR:
        german = Air(side="axis", at=attack.point, count=air.german)
        soviet = Air(side="soviet", at=attack.point, count=air.soviet, from_=air.from_)
        phase, attack = (
            replace(phase, air=(*phase.air, *(one for one in (german, soviet) if one.count))),
            replace(attack, air=None),
        )
    if works and point.works is None:
        point, attack = replace(point, works=works.absorbs if works.present else None), replace(attack, fieldworks=None)
    if attack.weather and not point.weather:
        point, attack = replace(point, weather=attack.weather), replace(attack, weather="")
    if phase.combat == "breakthrough":
        attack = replace(attack, breakthrough=True)
    return replace(phase, points=phase.points.having(point.id, point), battles=phase.battles.having(attack.point, attack))


# what a scenario may not say


def check(phase: Phase, problems: Problems) -> None:
    """Reports everything that is illegal, and notes what is odd."""
    complete = not len(problems)  # nothing was dropped as unsound, so anything missing is really missing
    table = phase.charts.table
    refused = height_refused(table.highest) if table.columns and phase.options.value("unusual-table") == "no" else None
    if refused:
        problems.add(place_of(phase.charts, "combat-table"), refused)
    for line in phase.lines.values():
        check_line(phase, line, problems)
    for unit in phase.units.values():
        for fault in unit_faults(phase, unit, complete):
            problems.add(place_of(unit, fault.field), str(fault))
        if unit.line and (still := cannot_move(unit)):
            text = f"{still}; it can only be in an attack that is under way (B10)"
            problems.note(place_of(unit, "losses" if unit.losses else "dispersed"), text)
    for attack in phase.battles.values():
        if attack.point in phase.points:
            for fault in attack_faults(phase, attack, ("attacker", "defender") if complete else ()):
                problems.add(place_of(attack, fault.field), str(fault))
    if not phase.battles and complete:
        problems.note(place_of(phase, "battles"), "no battle is listed; the players are asked for them when the phase begins (B0)")
    check_air(phase, problems)
    for doubt in table_doubts(phase):
        problems.note(place_of(phase.charts, "combat-table"), f"combat table: {doubt}")


@rule("B16")
def table_doubts(phase: Phase) -> list[str]:
    """What is odd about the combat table, for the largest number of Soviet air units in any battle."""
    return doubts(phase.charts.table, max((phase.flying(point, "soviet") for point in phase.battles), default=0))


@rule("B13a")
def check_line(phase: Phase, line: Line, problems: Problems) -> None:
    """Checks that a line has two ends and a capacity, perhaps that of another line. Notes more attackers than it carries."""
    mark, shared = place_of(line), phase.lines.get(line.shares)
    if line.between[0] == line.between[1]:
        problems.add(mark, f"line {line.id} has {line.between[0]} at both ends; expected two points")
    if (line.capacity is None) == (not line.shares):
        both = "both" if line.shares else "neither"
        problems.add(mark, f"line {line.id} has {both} a capacity and shares; expected one of them")
    if shared and shared.shares:
        problems.add(place_of(line, "shares"), f"{line.shares} shares a capacity itself; expected the line that has it")
    if line.shares and line.used:
        problems.add(place_of(line, "used"), f"{line.id} shares the capacity of {line.shares}; expected what is used there")
    users = [unit for unit in phase.units.values() if unit.line in phase.lines and phase.pool(unit.line).id == line.id]
    weight = sum((unit.size for unit in users), Fraction(0))
    if line.capacity is not None and weight > line.capacity:
        text = f"attackers over {line.id} count {weight}, but it carries {line.capacity}; how many may attack over a line"
        problems.note(mark, f"{text} is not in the source")


@rule("B10", "B12", "B13a")
def unit_faults(phase: Phase, unit: Unit, complete: bool) -> Iterator[Fault]:
    """What is wrong with a unit: its side, its line, which must lead to a battle, its losses or its size."""
    if unit.id in (*AIR_IDS.values(), WORKS):
        yield Fault("id", f"{unit.id!r} is reserved for what is not a ground unit; expected another id")
    if unit.nation in SIDE_OF and unit.fights_for != SIDE_OF[unit.nation]:
        yield Fault("side", f"{unit.id} is {unit.nation}; expected it on its own side")
    line = phase.lines.get(unit.line)
    if line:
        yield from approach_faults(phase, unit, line)
    if line and unit.at in line.between and complete and phase.target(unit) not in phase.battles:
        yield Fault("line", f"{line.id} leads to {phase.target(unit)}, where there is no battle; expected one under battles")
    if unit.losses > unit.limit:
        what = f"a {unit.type} unit of strength {unit.strength} survives {unit.limit}"
        yield Fault("losses", f"{unit.losses} losses; {what}", "B10")
    if unit.losses and not unit.dispersed:
        yield Fault("dispersed", f"{unit.id} has losses, so it is dispersed", "B10")
    if unit.size == 2 and (unit.nation == "german" or unit.fights_for == "soviet"):
        yield Fault("retreat-size", f"{unit.id} is {unit.nation}; only an Axis allied army counts as 2", "B13a")
    if unit.size < 1 and unit.nation not in SIDE_OF:
        wanted = "only SS Pz divisions and the 1st Moscow Motorized count as 1/2"
        yield Fault("retreat-size", f"{unit.id} is {unit.nation}; {wanted}", "B13a")


@rule("B12")
def approach_faults(phase: Phase, unit: Unit, line: Line) -> Iterator[Fault]:
    """What is wrong with an approach: a unit attacks only in its own side's phase, along a line that starts where it is."""
    if unit.fights_for != phase.attacker:
        whose = f"{unit.title} fights for the {SIDE_NAMES[unit.fights_for]} side"
        yield Fault("line", f"{whose}, and the {phase.setting.player('attacker')} side attacks", "B12")
    if unit.at not in line.between:
        yield Fault("line", f"{line.id} does not touch {unit.at}; it connects {' and '.join(line.between)}", "B12")


@rule("B10")
def cannot_move(unit: Unit) -> str | None:
    """Why a unit cannot begin an attack, or None."""
    return f"{unit.title} is dispersed, and cannot move until it recovers" if unit.dispersed else None


SIDE_OF = {"german": "axis", "soviet": "soviet"}  # nations that do not change sides


@rule("B4", "B6")
def attack_faults(phase: Phase, attack: Attack, roles: Sequence[str]) -> Iterator[Fault]:
    """What is wrong with a battle: it needs an enemy point, and ground units for each of `roles`, since air never fights alone."""
    point, setting = attack.point, phase.setting
    if attack.air:
        yield Fault("air", f"{attack.air.german} German air units at {point}; expected at most {MOST_GERMAN_AIR}", "B5")
    for key, twice in (("fieldworks", attack.fieldworks), ("weather", attack.weather)):
        if twice:
            yield Fault(key, f"{key} of {point} is already given with the point; expected it only there")
    if not phase.attacker:
        yield Fault("", f"nobody attacks {point}; expected whose combat phase it is, and units with a line to {point}", "B0")
        return
    refused = point_refused(phase, point)
    if refused:
        yield Fault("", refused, "B0")
    for role in () if refused else roles:
        side, how = setting.side(role), "has a line to" if role == "attacker" else "is at"
        if not phase.force(point, role):
            alone = phase.flying(point, side) > 0
            cannot = f"; its air units cannot {'attack' if role == 'attacker' else 'defend'} alone" if alone else ""
            number = ("B4" if side == "soviet" else "B6") if alone else "B0"
            yield Fault("", f"no {SIDE_NAMES[side]} ground unit {how} {phase.points[point].title}{cannot}", number)


@rule("B0")
def point_refused(phase: Phase, point: str) -> str | None:
    """Why a point cannot be attacked at all, or None: the other side controls it, or has units there."""
    if phase.points[point].side != phase.attacker or phase.force(point, "defender"):
        return None
    wanted = f"expected a point of the {phase.setting.player('defender')} side, or one where its units are"
    return f"{point} is controlled by the attacker; {wanted}"


@rule("B6", "B12")
def check_air(phase: Phase, problems: Problems) -> None:
    """Checks that German air is with Axis ground units, and that attacking Soviet air starts where attacking ground units do."""
    for one in phase.air:
        by_itself = hasattr(one, "_section")  # not with a battle
        mark = place_of(one) if by_itself else place_of(phase.battles[one.at], "air")
        if one.side == "soviet" and not one.at:
            problems.add(mark, "Soviet air units are never displaced; expected the point where they are")
        here = any(unit.fights_for == "axis" and one.at in (unit.at, phase.target(unit)) for unit in phase.units.values())
        if by_itself and one.side == "axis" and one.at and not here:
            problems.add(mark, f"no Axis ground unit is at {one.at}; German air cannot be there alone (B6)")
        origins = phase.origins(one.at) if phase.attacker == one.side == "soviet" else ()
        for start in one.from_:
            if start not in origins:
                text = f"no Soviet unit attacks {one.at} from {start}; expected a point where the attack starts (B12)"
                problems.add(mark, text)
