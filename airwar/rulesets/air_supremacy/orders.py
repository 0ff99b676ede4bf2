"""Attacks: what makes one legal, written once for the file, the prompt and later turns; and how they are ordered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import chain

from airwar.rulesets.air_supremacy import about
from airwar.rulesets.air_supremacy.position import WAYS, Attack, Attacks, Setting, Unit
from airwar.rulesets.air_supremacy.turn import (
    Turn,
    committed,
    first_attack,
    fought_before,
    is_empty,
    of_the_fleet,
    opponents,
    turn_of,
)
from airwar.rulesets.air_supremacy.units import nation_name, unit_name
from airwar.rulesets.kit import Book, Fault, Note, Referee, first_come, listed, replace, rule, title_of, verb

NO_SUPPORT = ("aircraft-carrier", "submarine", "transport")  # no support shots; types declared in the scenario may fire them
DONE, AT_ONCE, ALL = "done", "no", "all"


# what is wrong with an attack


@rule("42", "45", "46", "39", "41")
def attack_faults(setting: Setting, earlier: Attacks, order: Attack) -> Iterator[Fault]:
    """Everything that is wrong with an attack, given those before it."""
    yield from place_faults(setting, earlier, order)
    for way in WAYS:
        for unit_id, number in order.units(way).items():
            unit = setting.units.get(unit_id)
            yield from unit_faults(setting, earlier, order, way, unit, number) if unit else [gone(way, unit_id)]


@rule("42", "43", "46", "39", "41")
def place_faults(setting: Setting, earlier: Attacks, order: Attack) -> Iterator[Fault]:
    """What is wrong with where and how an attack is made."""
    name, troops = setting.name(order.at), order.landing or any(is_troops(setting, unit_id) for unit_id in order.with_)
    if any((old.at, old.after) == (order.at, order.after) for old in earlier):
        yield Fault("at", f"{name} is attacked twice in one turn; combine the two battles", "34")
    yield from defenders_faults(setting, earlier, order)
    if not (order.with_ or order.landing):
        yield Fault("", f"nobody attacks {name}; expected units under with or landing", "42")
    elif is_empty(setting, order.at) and not order.defenders and not troops:
        yield Fault("at", f"nobody defends {name}; only troops can take it, and aircraft need enemy units to fight", "42")
    if order.support and not order.landing:
        yield Fault("support", "support shots are for landings; expected units under landing", "46")
    if order.landing:
        yield from landing_faults(setting, order.at)
    if order.after:
        yield from passing_faults(setting, earlier, order)


def is_troops(setting: Setting, unit_id: str) -> bool:
    return unit_id in setting.units and setting.type(unit_id).sphere == "land"


@rule("43", "42")
def defenders_faults(setting: Setting, earlier: Attacks, order: Attack) -> Iterator[Fault]:
    """An attack says who it is against: friends are not attacked, and of two groups it names one, or both.

    All attacks on one space are against the same nations.
    """
    name, before = setting.name(order.at), next((opponents(setting, old) for old in earlier if old.at == order.at), None)
    present = {unit.nation for unit in setting.others_in(order.at)}
    for nation in order.defenders:
        if nation not in setting.groups or nation in setting.movers or setting.is_friend(nation):
            expected = "expected nations that are not friends of the attacker"
            yield Fault("defenders", f"{nation!r} cannot be attacked; {expected}", "43")
            return
        if nation not in present:
            yield Fault("defenders", f"{nation_name(nation)} has no units in {name}; an attack needs enemy units to fight", "42")
            return
    nations = opponents(setting, order)
    if not nations:
        yield Fault("at", f"nobody defends {name}; an attack needs enemy units to fight, or land that an enemy holds", "42")
    elif not order.defenders and len({setting.groups[nation] for nation in nations}) > 1:
        both = listed(map(nation_name, nations))
        yield Fault("at", f"{both} are in {name} but not friends; say who is attacked, under defenders", "43")
    elif before is not None and before != nations:
        against = f"{name} is attacked already, against {listed(map(nation_name, before))}"
        yield Fault("defenders", f"{against}; attacks on one space are against the same nations", "43")


@rule("46", "41")
def landing_faults(setting: Setting, space: str) -> Iterator[Fault]:
    """Troops land where there is a coast."""
    name = setting.name(space)
    if setting.spaces[space].sea:
        yield Fault("landing", f"{name} is a sea zone; troops land on land", "46")
    elif not any(setting.spaces[other].sea for other in setting.beside[space] if other in setting.spaces):
        yield Fault("landing", f"{name} is not next to any sea zone; troops land from the sea", "46")


@rule("39", "41")
def passing_faults(setting: Setting, earlier: Attacks, order: Attack) -> Iterator[Fault]:
    """A fleet fights in a first zone, and attacks a space next to it with a ship, or with troops aboard one."""
    first = first_attack(earlier, order)
    if first is None or not setting.spaces[first.at].sea:
        yield Fault("after", f"{order.after!r} is not a sea zone attacked above; a fleet passes through one", "39")
    elif order.at not in setting.beside[order.after]:
        here, there = setting.name(order.after), setting.name(order.at)
        yield Fault("after", f"{there} is not next to {here}; a fleet passes through to an adjacent space", "39")
    elif order.with_ and not order.landing and not any(setting.type(one).sphere == "sea" for one in known_in(setting, order.with_)):
        yield Fault("after", f"no ship goes on to {setting.name(order.at)}; aircraft alone do not pass through", "39")


def known_in(setting: Setting, units: Iterable[str]) -> list[str]:
    return [unit_id for unit_id in units if unit_id in setting.units]


# single units


@rule("46", "47", "39", "41")
def unit_faults(setting: Setting, earlier: Attacks, order: Attack, way: str, unit: Unit, number: int) -> Iterator[Fault]:
    """Why units cannot take part in an attack in this way; the first reason is enough."""
    if not unit.count:
        yield gone(way, unit.id)
        return
    if unit.nation not in setting.movers:
        expected = ", ".join(nation_name(nation) for nation in sorted(setting.movers))
        text = f"{unit.id} belongs to {nation_name(unit.nation)}, which is not attacking; expected units of {expected}"
        yield Fault(f"{way}.{unit.id}", text, "38")
        return
    reasons = (sphere_refused, ship_refused, passing_refused)
    refused = next(filter(None, (reason(setting, earlier, order, way, unit) for reason in reasons)), None)
    if refused:
        yield Fault(f"{way}.{unit.id}", *refused)
        return
    able = free(setting, earlier, order, way, unit)
    if number > able and is_passing(setting, earlier, order, way, unit):
        why = (
            "aircraft go on with their carrier, or from its deck"
            if setting.type(unit.id).flies
            else "a unit can go to only one second space"
        )
        text = f"{number} of {unit.id}, but only {able} can go on from {order.after}; {why}"
        yield Fault(f"{way}.{unit.id}", text, "39")
    elif number > able:
        text = f"{number} of {unit.id}, but only {able} {verb(able, 'are', 'is')} free; a unit attacks in one place only"
        yield Fault(f"{way}.{unit.id}", text, "34")


def gone(way: str, unit_id: str) -> Fault:
    return Fault(f"{way}.{unit_id}", f"there is no {unit_id} any more", "42")


Refused = tuple[str, str]  # the reason and the rule


@rule("46", "47", "41")
def sphere_refused(setting: Setting, earlier: Attacks, order: Attack, way: str, unit: Unit) -> Refused | None:
    """Why a unit cannot attack a space in this way, or None: aircraft attack anywhere, ships at sea, troops on land."""
    space, type_ = setting.spaces[order.at], setting.type(unit.id)
    spheres = {"with": ("air", "sea" if space.sea else "land"), "landing": ("land",), "support": ("sea",)}[way]
    if type_.sphere not in spheres:
        wanted = "ships fire support shots" if type_.sphere == "sea" else f"expected {' or '.join(spheres)} units"
        return f"{unit.id}, {type_.name}, cannot be under {way} in {space.title}; {wanted}", "46"
    if way == "support" and type_.id in NO_SUPPORT:
        return f"{unit.id}, {type_.name}, fires no support shots; battleships and destroyers do", "46"
    if way == "with" and unit.aboard and type_.sphere == "land":
        return f"{unit.id} is aboard {unit.aboard}; expected it under landing", "46"
    if way == "with" and order.after and type_.sphere == "land":
        text = f"{unit.id} attacks by land, so not after a battle at sea; only ships, their troops and aircraft follow one"
        return text, "41"
    return None


@rule("46", "41", "39")
def ship_refused(setting: Setting, earlier: Attacks, order: Attack, way: str, unit: Unit) -> Refused | None:
    """Why ships cannot support, carry or fight, or None: they have to be next to a landing, and do one thing at a time."""
    name, here = setting.name(order.at), setting.space(unit.id)
    in_battle = {ship for old in earlier if not old.after for ship in old.with_}
    beside = order.at in setting.beside[here]
    if way == "support" and not order.after and not beside:
        return f"{unit.id} is in {setting.name(here)}, which is not next to {name}; expected an adjacent zone", "46"
    if way == "landing" and unit.aboard and not order.after:
        if unit.aboard in in_battle:
            return f"{unit.aboard} fights at sea in the first round; its troops land after that, with after", "41"
        if not beside:
            return f"{unit.aboard} is in {setting.name(here)}, which is not next to {name}; troops land from there", "46"
    if way == "landing" and not unit.aboard and not any((*crossings(setting, here, order.at), *landing_faults(setting, order.at))):
        return f"no sea zone is next to both {setting.name(here)} and {name}; {unit.id} needs a transport to land there", "46"
    if order.after and unit.aboard in in_battle and not is_passing(setting, earlier, order, way, unit):
        return f"{unit.aboard} fights in the first round, so {unit.id} flies from there or stays aboard", "39"
    waiting = [other for old in earlier if old.after for other in old.with_ if setting.units[other].aboard == unit.id]
    if way == "with" and not order.after and waiting:
        return f"{waiting[0]} waits aboard {unit.id} for a second space, so it does not fight in the first round", "39"
    landed = [one for old in earlier if not old.after for one in old.landing if setting.units[one].aboard == unit.id]
    if way == "with" and landed:
        return f"{unit.id} lands {landed[0]} in the first round, so it does not fight at sea then", "46"
    return None


def crossings(setting: Setting, here: str, there: str) -> list[str]:
    """The sea zones that troops cross from one coast to another in ships that are not in the scenario."""
    return [zone for zone in setting.beside[here] & setting.beside[there] if zone in setting.spaces and setting.spaces[zone].sea]


@rule("39", "41")
def passing_refused(setting: Setting, earlier: Attacks, order: Attack, way: str, unit: Unit) -> Refused | None:
    """Why units cannot go on to the second space, or None: they must fight in the first zone, or be aboard a ship that does."""
    first = first_attack(earlier, order)
    if first is None or not is_passing(setting, earlier, order, way, unit):
        return None
    name, ship = setting.name(order.after), unit.aboard or setting.ship(unit)
    elsewhere = [old.at for old in earlier if old.after and old.at != order.at and ship in ships_of(setting, old, unit)]
    if ship and elsewhere:
        return f"{ship} is bound for {setting.name(elsewhere[0])}; a ship and what it carries go to one second space", "39"
    if setting.type(unit.id).sphere == "land":
        aboard = unit.aboard in first.with_
        return None if aboard else (f"{unit.id} must be aboard a transport that passes through {name}", "41")
    fights = unit.aboard in first.with_ or unit.id in first.with_
    return None if fights else (f"{unit.id} does not fight in {name} first; a passing ship does", "39")


def ships_of(setting: Setting, order: Attack, unit: Unit) -> set[str]:
    """The ships that an attack takes along: those that fight or support, and those whose troops land.

    A carrier does not leave behind aircraft that go elsewhere; but aircraft of a carrier that stays may go to several spaces.
    """
    aboard = order.landing if unit.aboard else (*order.landing, *order.with_)
    return {*order.with_, *order.support, *(setting.units[one].aboard for one in aboard)}


@rule("39", "41")
def is_passing(setting: Setting, earlier: Attacks, order: Attack, way: str, unit: Unit) -> bool:
    """Whether units go on from the first zone of a pass-through; aircraft may also join the fleet from elsewhere."""
    if not order.after or way == "landing":
        return bool(order.after)
    return of_the_fleet(setting, first_attack(earlier, order), unit)


def free(setting: Setting, earlier: Attacks, order: Attack, way: str, unit: Unit) -> int:
    """How many units of an entry can still be ordered in this way."""
    first = first_attack(earlier, order)
    used = sum(order.units(other).get(unit.id, 0) for other in WAYS if other != way)
    if first and way != "landing" and is_passing(setting, earlier, order, way, unit):
        promised = sum(old.with_.get(unit.id, 0) + old.support.get(unit.id, 0) for old in earlier if old.after == order.after)
        if not setting.type(unit.id).flies:
            return first.with_.get(unit.id, 0) - promised - used
        with_carrier = fought_before(first, order if order.with_ else with_units(order, "with", first.with_), unit)
        at_sea = setting.spaces[order.at].sea
        return unit.count - committed(setting, earlier)[unit.id] + (with_carrier if at_sea else 0) - used
    return unit.count - committed(setting, earlier)[unit.id] - used


# attacks that a scenario prepares for a later turn


@rule("42", "45", "46")
def prepared_orders(ref: Referee, turn: Turn) -> Turn:
    """An attack prepared for a later turn goes with what is left. The output says who is missing, or why nobody goes."""
    setting, orders = turn.setting, turn.setting.attacks
    for wanted in setting.position.turns[setting.position.number][2] if setting.position.number else ():
        order = as_far_as_possible(setting, orders, wanted)
        name, faults = setting.name(wanted.at), list(attack_faults(setting, orders, order))
        if faults:
            ref.tell(Note, f"the attack on {name} cannot be carried out: {'; '.join(map(str, faults))}")
            continue
        missing = [
            f"{number - order.units(way).get(one, 0)} {one}"
            for way in WAYS
            for one, number in wanted.units(way).items()
            if number > order.units(way).get(one, 0)
        ]
        if missing:
            ref.tell(Note, f"the attack on {name} goes ahead without {listed(missing)}")
        orders = (*orders, order)
    return with_orders(turn, orders) if orders != setting.attacks else turn


def as_far_as_possible(setting: Setting, earlier: Attacks, wanted: Attack) -> Attack:
    """An attack with those of its units that are left and can take part."""
    order = replace(wanted, with_=Book(), landing=Book(), support=Book())
    for way in WAYS:
        for unit_id, number in wanted.units(way).items():
            unit = setting.units.get(unit_id)
            able = min(number, max(0, free(setting, earlier, order, way, unit))) if unit else 0
            if unit and able and not any(unit_faults(setting, earlier, order, way, unit, able)):
                order = with_units(order, way, order.units(way).having(unit_id, able))
    nobody = not (order.with_ or order.landing)
    return wanted if nobody else replace(order, support=order.support if order.landing else Book())


def with_units(order: Attack, way: str, units: Book[int]) -> Attack:
    if way == "with":
        return replace(order, with_=units)
    return replace(order, landing=units) if way == "landing" else replace(order, support=units)


def with_orders(turn: Turn, orders: Attacks) -> Turn:
    """The turn, still before its first round, with other orders."""
    return turn_of(turn.setting.position, orders)._replace(earlier=turn.earlier)


# at the table


@rule("34", "42")
def next_order(ref: Referee, turn: Turn) -> Turn:
    """The attacker orders another attack, or is done and the turn is unchanged."""
    setting, earlier = turn.setting, turn.setting.attacks
    targets = {DONE: "no more attacks", **open_targets(setting)}
    space = ref.choose(
        f"attack-{len(earlier) + 1}.at",
        targets,
        by=setting.attacker,
        default=DONE,
        facts=lambda: {f"open.{space}": int(space in targets) for space in setting.spaces},
        optional=True,
        about=partial(about.attacks_so_far, turn, len(targets) - 1),
        why_not=partial(not_open, setting),
        words=("attack",),
    )
    return turn if space == DONE else with_orders(turn, (*earlier, attack_on(ref, turn, space)))


@lru_cache(maxsize=4096)
def open_targets(setting: Setting) -> Mapping[str, str]:
    """The spaces that can be attacked, and who is there."""
    found = {}
    for space in setting.spaces.values():
        if not_open(setting, space.id) is None:
            there = dict.fromkeys(nation_name(unit.nation) for unit in setting.others_in(space.id))
            found[space.id] = f"attack {space.title} ({', '.join(there) or 'undefended'})"
    return found


@rule("42", "43", "34")
def not_open(setting: Setting, space: str) -> str | None:
    """Why a space cannot be attacked, or None: enemies must be there or hold it, and something must be able to reach it."""
    if space not in setting.spaces:
        return f"{space!r} is not a space of the map (42)"
    name = setting.name(space)
    enemies = [unit for unit in setting.others_in(space) if not setting.is_friend(unit.nation)]
    if not enemies and not is_empty(setting, space):
        return f"nobody defends {name}; an attack needs enemy units to fight, or land that an enemy holds (42)"
    ways = ways_to(setting, space)
    if not ways and any(old.at == space for old in setting.attacks):
        return f"{name} is attacked already; a battle has all its attackers from the beginning (34)"
    if not ways:
        return f"no unit of {listed(map(nation_name, sorted(setting.movers)))} that is free can attack {name} (34)"
    return None


@rule("39", "41")
def ways_to(setting: Setting, space: str) -> list[str]:
    """How a space can be attacked: at once, or after a battle in a zone next to it."""
    earlier = setting.attacks
    ways = ["", *(old.at for old in earlier if not old.after)]
    orders = [Attack(at=space, after=way) for way in ways if not any((old.at, old.after) == (space, way) for old in earlier)]
    return [order.after for order in orders if able(setting, order)]


def able(setting: Setting, order: Attack) -> bool:
    """Whether anybody can take part in an attack: a passing fleet needs a ship, and an empty space needs troops."""
    if order.after and any(passing_faults(setting, setting.attacks, order)):
        return False
    fighting = offered(setting, order, "with")
    if is_empty(setting, order.at):
        fighting = {one: number for one, number in fighting.items() if is_troops(setting, one)}
    return is_fleet(setting, order, fighting) or bool(offered(setting, order, "landing"))


def is_fleet(setting: Setting, order: Attack, units: Iterable[str]) -> bool:
    """Whether units are enough for an attack: any will do, but a second space needs a ship."""
    return any(not order.after or setting.type(unit_id).sphere == "sea" for unit_id in units)


@lru_cache(maxsize=4096)
def offered(setting: Setting, order: Attack, way: str) -> Mapping[str, int]:
    """The units that can take part in an attack in one way, and how many of each."""
    if way != "with" and any(landing_faults(setting, order.at)):
        return {}
    found = {}
    for unit in setting.units.values():
        number = free(setting, setting.attacks, order, way, unit)
        if number > 0 and not any(unit_faults(setting, setting.attacks, order, way, unit, number)):
            found[unit.id] = number
    return found


def attack_on(ref: Referee, turn: Turn, space: str) -> Attack:
    """How a space is attacked, whose units, and with what."""
    setting = turn.setting
    ways = {after or AT_ONCE: way_label(turn, after) for after in ways_to(setting, space)}
    after = chosen_way(ref, turn, space, ways)
    order = Attack(at=space, after="" if after == AT_ONCE else after)
    order = replace(order, defenders=chosen_defenders(ref, turn, order))
    may_land = bool(offered(setting, order, "landing"))
    order = with_units(order, "with", chosen_units(ref, turn, order, "with", needed=not may_land))
    order = with_units(order, "landing", chosen_troops(ref, turn, order))
    return with_units(order, "support", chosen_support(ref, turn, order)) if order.landing else order


def way_label(turn: Turn, after: str) -> str:
    return f"from round 2 on, after {turn.setting.name(after)}" if after else "from the first round on"


@rule("39", "41")
def chosen_way(ref: Referee, turn: Turn, space: str, ways: Mapping[str, str]) -> str:
    """Asks whether a space is attacked at once, or by a fleet that passes through a zone next to it."""
    setting = turn.setting

    def why_not(after: str) -> str | None:
        order = Attack(at=space, after=after if after != AT_ONCE else "")
        fault = next(passing_faults(setting, setting.attacks, order), None) if after in setting.spaces else None
        return str(fault or Fault("", f"{setting.name(space)} cannot be attacked after {after!r} with what is free", "39"))

    ask = partial(about.how_to_attack, turn, space, "When does the attack begin?")
    key = f"attack-{len(setting.attacks) + 1}.after"
    return ref.choose(key, ways, by=setting.attacker, optional=True, about=ask, why_not=why_not)


@rule("43")
def chosen_defenders(ref: Referee, turn: Turn, order: Attack) -> tuple[str, ...]:
    """Asks whose units are attacked if nations that are not friends are in the same space: one group, or all; asked once."""
    setting = turn.setting
    before = next((old for old in setting.attacks if old.at == order.at), None)
    if before or not any(defenders_faults(setting, (), order)):
        return before.defenders if before else ()
    nations = opponents(setting, order)
    groups: dict[str, list[str]] = {}
    for nation in nations:
        groups.setdefault(setting.groups[nation], []).append(nation)
    options = {names[0]: listed(map(nation_name, names)) for names in groups.values()} | {ALL: "all of them"}
    chosen = ref.choose(
        f"attack-{len(setting.attacks) + 1}.defenders",
        options,
        by=setting.attacker,
        about=partial(about.how_to_attack, turn, order.at, "They are not friends: who do you attack?"),
        why_not=lambda nation: str(
            next(defenders_faults(setting, (), replace(order, defenders=(nation,))), Fault("", nation, "43"))
        ),
    )
    return nations if chosen == ALL else tuple(groups[setting.groups[chosen]])


@rule("45", "46")
def chosen_troops(ref: Referee, turn: Turn, order: Attack) -> Book[int]:
    """Which troops come ashore."""
    fighting = order.with_
    if is_empty(turn.setting, order.at):
        fighting = Book({one: number for one, number in fighting.items() if is_troops(turn.setting, one)})
    return chosen_units(ref, turn, order, "landing", needed=not is_fleet(turn.setting, order, fighting))


@rule("46")
def chosen_support(ref: Referee, turn: Turn, order: Attack) -> Book[int]:
    """Which ships support the landing."""
    return chosen_units(ref, turn, order, "support", needed=False)


def chosen_units(ref: Referee, turn: Turn, order: Attack, way: str, needed: bool) -> Book[int]:
    """The units that take part in one way."""
    setting = turn.setting
    items = offered(setting, order, way)

    def refuse(numbers: Mapping[str, int]) -> str | None:
        wanted = {unit_id: number for unit_id, number in numbers.items() if number}
        named = with_units(order, way, Book(wanted))
        faults = (unit_faults(setting, setting.attacks, named, way, setting.units[one], n) for one, n in wanted.items())
        place = place_faults(setting, setting.attacks, named) if needed else ()
        return next(map(str, chain(place, *faults)), None)

    def why_not(unit_id: str) -> str:
        unit = setting.units.get(unit_id)
        if unit is None:
            return f"no unit is called {unit_id!r} (42)"
        faults = unit_faults(setting, setting.attacks, order, way, unit, 1)
        return str(next(faults, Fault("", f"{unit_id} cannot take part like this", "42")))

    fewest = [first_come(items, int(needed)), *({one: 1} for one in items)]
    answer = ref.allot(
        f"attack-{len(setting.attacks) + 1}.{way}",
        items,
        by=setting.attacker,
        least=int(needed),
        default=next((units for units in fewest if refuse(units) is None), fewest[0]),
        labels={unit_id: unit_label(setting, unit_id) for unit_id in items},
        refuse=refuse,
        optional=True,
        about=partial(about.with_what, turn, order.at, way, items),
        why_not=why_not,
    )
    return Book({unit_id: number for unit_id, number in answer.items() if number})


def unit_label(setting: Setting, unit_id: str) -> str:
    unit = setting.units[unit_id]
    place = f"aboard {title_of(unit.aboard)}" if unit.aboard else f"in {setting.name(unit.at)}"
    return f"{unit_name(unit.nation, setting.type(unit_id))} {place}"
