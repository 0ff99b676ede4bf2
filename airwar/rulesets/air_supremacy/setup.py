"""What a scenario must not say: units where they cannot be, illegal attacks, answers that could never be given."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Any

from airwar.rulesets.air_supremacy.orders import attack_faults
from airwar.rulesets.air_supremacy.position import WAYS, Attack, Attacks, LaterTurn, Position, Setting, Unit
from airwar.rulesets.air_supremacy.units import UnitType, friends, nation_name, printed_groups
from airwar.rulesets.kit import Book, Fault, Problems, Section, did_you_mean, place_of, replace, rule

ALIASES = {"us": "usa", "america": "usa", "britain": "uk", "england": "uk", "russia": "ussr", "soviet-union": "ussr"}


def check(position: Position, problems: Problems) -> None:
    """Reports everything that is illegal in a scenario."""
    known = nations_known(position, problems)
    for type_ in position.types.values():
        for fault in type_faults(type_):
            problems.add(place_of(type_, fault.field), str(fault))
    for space in position.spaces.values():
        if space.id in space.adjacent:
            problems.add(place_of(space, "adjacent"), f"{space.id} is adjacent to itself; expected other spaces")
        if space.nation and space.sea:
            problems.add(place_of(space, "nation"), f"{space.id} is a sea zone, which nobody holds; leave out its nation (43)")
        elif space.nation and space.nation not in position.groups:
            report_nation(position, problems, space, "nation", space.nation)
    sound = [unit for unit in position.units.values() if unit_is_known(position, unit, problems)]
    for unit in sound:
        for fault in (*value_faults(position, unit), *unit_faults(position, unit, known)):
            problems.add(place_of(unit, fault.field), str(fault))
    if known:
        ships = {unit.id: unit for unit in sound if unit.at in position.spaces}
        units = ships | {unit.id: unit for unit in sound if unit.aboard in ships}
        held = ("", *position.groups)
        spaces = {name: space if space.nation in held else replace(space, nation="") for name, space in position.spaces.items()}
        rest = replace(position, units=Book(units), spaces=Book(spaces))
        check_attacks(rest, problems)
        check_answers(rest, problems)


# nations and types


@rule("43", "38")
def nations_known(position: Position, problems: Problems) -> bool:
    """Checks that everybody who takes a turn is a power, or declared."""
    found = True
    for nation in position.nations.values():
        if nation.with_ and nation.with_ not in printed_groups():
            known = ", ".join(printed_groups())
            problems.add(place_of(nation, "with"), f"no nation can move with {nation.with_!r}; expected one of {known} (43)")
    turns: list[Position | LaterTurn] = [position, *position.later_turns]
    for turn in turns:
        taking_part = [("attacker", turn.attacker), *(("moving-with", name) for name in turn.moving_with)]
        for field, name in taking_part:
            if name is not None and name not in position.groups:
                report_nation(position, problems, turn, field, name)
                found = False
    for name in (name for attacker, others in position.opponents.items() for name in (attacker, *others)):
        if name not in position.groups:
            report_nation(position, problems, position, "opponents", name)
            found = False
    if position.attacker is None and (position.battles or position.later_turns):
        problems.add(place_of(position, "attacker"), "attacks are listed; expected the nation whose turn it is (38)")
        found = False
    return found


def report_nation(position: Position, problems: Problems, where: object, field: str, nation: str) -> None:
    """Reports a nation that is neither a power nor declared."""
    groups = position.groups
    meant = ALIASES.get(nation) or problems.similar(nation, groups)
    known = ", ".join(groups)
    text = f"unknown nation {nation!r}; expected one of {known}, or declare it under nations{did_you_mean(meant)}"
    section = getattr(where, "_section", None)
    listed = section[field] if isinstance(section, Section) else None
    marks = getattr(listed, "marks", None)
    problems.add(marks[list(listed).index(nation)] if marks and listed else place_of(where, field), text, meant)


@rule("12", "21")
def type_faults(type_: UnitType) -> Iterator[Fault]:
    """Only aircraft have bombs, and they attack surface units with nothing else; only ships carry other units."""
    if type_.bombs and type_.sphere != "air":
        yield Fault("bombs", f"{type_.id} is not an aircraft; only aircraft have bombs", "12")
    if type_.bombs and type_.attack:
        yield Fault("attack", f"{type_.id} attacks surface units with its bombs only; leave attack out", "12")
    if type_.holds and type_.sphere != "sea":
        yield Fault("holds", f"{type_.id} is not a ship; only ships carry other units", "21")


# units


@rule("43")
def unit_is_known(position: Position, unit: Unit, problems: Problems) -> bool:
    """Checks that the nation, type and place of a unit are known."""
    types = position.all_types
    if unit.type not in types:
        meant = problems.similar(unit.type, types)
        text = f"unknown unit type {unit.type!r}; expected one of {', '.join(types)}{did_you_mean(meant)}"
        problems.add(place_of(unit, "type"), text, meant)
    elif unit.nation not in position.groups:
        report_nation(position, problems, unit, "nation", unit.nation)
    elif bool(unit.at) == bool(unit.aboard):
        problems.add(place_of(unit), f"{unit.id} is in two places or in none; expected either at or aboard")
    else:
        return True
    return False


def value_faults(position: Position, unit: Unit) -> Iterator[Fault]:
    """House values are used only on request."""
    if position.type_of(unit).has_house_values and not position.options.yes("placeholder-values"):
        declare = "declare it under types, or say placeholder-values: yes under options"
        yield Fault("type", f"the module gives no values for {unit.type}; {declare}")


@rule("21", "24", "43", "38", "26", "32")
def unit_faults(position: Position, unit: Unit, movers_known: bool) -> Iterator[Fault]:
    """Troops and aircraft are on land, ships at sea, fighters aboard friendly carriers with room for them."""
    yield from aboard_faults(position, unit) if unit.aboard else space_faults(position, unit)
    type_, away = (
        position.type_of(unit),
        [key for key in ("out-for", "bound-for", "returning") if getattr(unit, key.replace("-", "_"))],
    )
    movers = position.movers(0) if movers_known else ()
    if unit.damaged and type_.hits == 1:
        yield Fault("damaged", f"{unit.id}, {type_.name}, is lost with its first hit; it cannot be damaged")
    if unit.out_for and unit.out_for not in position.groups:
        yield Fault("out-for", f"unknown nation {unit.out_for!r}; expected an opponent", "38")
    elif away and (not type_.flies or unit.nation in movers):
        yield Fault(away[0], f"{unit.id} is not an aircraft of a defender; only those have {away[0]}", "26")
    elif len(away) > 1:
        yield Fault(away[1], f"{unit.id} has both {away[0]} and {away[1]}; expected one of them")
    elif unit.bound_for and unit.at and unit.bound_for not in Setting(position).beside[unit.at]:  # a carrier may have moved
        to, home = position.spaces[unit.bound_for].title, position.spaces[unit.at].title
        yield Fault("bound-for", f"{to} is out of reach of {home}; a dispatch goes to an adjacent space", "24")
    aboard = sum(other.count for other in position.units.values() if other.aboard == unit.id)
    if aboard > type_.holds * unit.count:
        yield Fault("id", f"{unit.id} carries {aboard}; it holds {type_.holds * unit.count}")
    if type_.holds and unit.id in position.spaces:
        yield Fault("id", f"{unit.id} is also a space; a ship that carries units needs an id of its own")


def space_faults(position: Position, unit: Unit) -> Iterator[Fault]:
    """Ships are in sea zones, all other units on land."""
    space, type_ = position.spaces.get(unit.at), position.type_of(unit)
    if space and space.sea and type_.sphere != "sea":
        yield Fault("at", f"{space.title} is a sea zone; expected {unit.id} on land or aboard a ship")
    elif space and not space.sea and type_.sphere == "sea":
        yield Fault("at", f"{space.title} is land; expected {unit.id}, a {type_.name}, in a sea zone")


@rule("21", "43")
def aboard_faults(position: Position, unit: Unit) -> Iterator[Fault]:
    """Carriers take fighters, transports take troops, and only those of friends."""
    ship, type_ = position.units.get(unit.aboard), position.type_of(unit)
    if ship is None or ship.type not in position.all_types or ship.nation not in position.groups:
        return
    carrier = position.type_of(ship)
    if not carrier.holds:
        yield Fault("aboard", f"{ship.id}, a {carrier.name}, carries no other units; expected a carrier or a transport")
    elif carrier.carries_aircraft and (not type_.flies or type_.bombs):
        yield Fault("aboard", f"{unit.id}, {type_.name}, cannot be aboard a carrier; expected fighters")
    elif not carrier.carries_aircraft and type_.sphere != "land":
        yield Fault("aboard", f"{unit.id}, {type_.name}, cannot be aboard {ship.id}; expected troops")
    if not friends(position.groups, unit.nation, ship.nation):
        whose = f"{ship.id} belongs to {nation_name(ship.nation)}"
        yield Fault("aboard", f"{whose}, which is not a friend of {nation_name(unit.nation)}", "43")


# attacks


@rule("42", "45", "46", "38")
def check_attacks(position: Position, problems: Problems) -> None:
    """Reports what is wrong with the attacks of the first turn, and notes what would be wrong with later ones from here."""
    setting = Setting(position, position.battles)
    for order, fault in faults_of(setting, position.battles):
        problems.add(place_of(order, fault.field), str(fault))
    for number, turn in enumerate(position.later_turns, 1):
        movers = position.movers(number)
        later = Setting(replace(position, number=number), turn.battles)
        for order, fault in faults_of(later, turn.battles):
            way, _, unit_id = fault.field.partition(".")
            unit = position.units.get(unit_id)
            if unit and unit.nation not in movers:
                text = f"{unit_id} belongs to {nation_name(unit.nation)}, which is not attacking in this turn"
                problems.add(place_of(order, fault.field), text)
            elif way in (*WAYS, "at", "defenders", "after", ""):
                problems.note(place_of(order, fault.field), f"as the units stand now, the attack would not be legal: {fault}")


def faults_of(setting: Setting, orders: Attacks) -> Iterator[tuple[Attack, Fault]]:
    """What is wrong with attacks; those that follow a first battle come after all others, no matter where they are listed."""
    earlier: Attacks = ()
    for order in sorted(orders, key=lambda order: bool(order.after)):
        named = {unit_id for way in WAYS for unit_id in order.units(way)}
        if not {order.at, *filter(None, [order.after])} <= {*setting.spaces} or not named <= {*setting.units}:
            continue  # reported already
        faults = list(attack_faults(setting, earlier, order))
        yield from ((order, fault) for fault in faults)
        if not any(fault.field == "at" for fault in faults):
            earlier = (*earlier, order)


# prepared answers that could never be given


@rule("16", "24", "42")
def check_answers(position: Position, problems: Problems) -> None:
    """Checks prepared groundings, retreats and dispatches in a file with a single turn."""
    document = getattr(position, "_section", None)
    if position.later_turns or not position.battles or position.orders == "ask" or document is None:
        return  # nobody knows in advance who attacks where
    setting, attacked = Setting(position, position.battles), {attack.at for attack in position.battles}
    said = document["choices"] or []
    for choices in said if isinstance(said, list) else [said]:
        for pattern, node in choices.items():
            place, nation, what = ("", "", "", *pattern.split("."))[-3:]
            if what in ("ground", "retreat", "dispatch") and nation in setting.movers | {"attacker"}:
                cite = {"ground": "16", "retreat": "22", "dispatch": "26"}[what]
                problems.add(choices.at(pattern), f"{nation} attacks; only defenders declare {what} ({cite})")
            for key in items_named(node) if what == "dispatch" else ():
                refused = destination_refused(setting, place, nation, key.text.partition("-to-")[2], attacked)
                if refused:
                    problems.add(key.mark, refused)


def items_named(node: Any) -> list[Any]:
    """The items of a prepared allotment, those under conditions included."""
    pairs = getattr(node, "pairs", ())
    return [item for key, value in pairs for item in (items_named(value) if key.text in ("then", "else") else [key])]


@rule("24", "42", "43")
def destination_refused(setting: Setting, home: str, nation: str, space: str, attacked: Container[str]) -> str | None:
    """Why aircraft could never be dispatched to a space, or None: only to adjacent spaces where friends are attacked.

    A carrier may have moved by then, so what is next to it is not known.
    """
    base, to = setting.spaces.get(home), setting.spaces.get(space)
    if to is None or (base is None and home not in setting.units):
        return None
    if base and to.id not in setting.beside[base.id]:
        return f"{to.title} is out of reach of {base.title}; a dispatch goes to an adjacent space (24)"
    if to.id not in attacked:
        return f"nobody attacks {to.title}; aircraft are dispatched to where friends are attacked (42)"
    if nation in setting.groups and not any(setting.friendly(nation, unit.nation) for unit in setting.others_in(to.id)):
        return f"{nation_name(nation)} has no friends in {to.title}; aircraft defend only their own group (43)"
    return None
