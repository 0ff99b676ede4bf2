"""Taking off (18.4, 18.51): which units may fly from where and how far, how they leave their base, and who joins them later."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, Protocol, Self, TypeVar

from airwar.engine.referee import Event, Loss, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit import Fault, beyond
from airwar.rulesets.world_at_war.air_combat import back_in_factors
from airwar.rulesets.world_at_war.setting import Base, Setting
from airwar.rulesets.world_at_war.state import OnTheMap, Turn
from airwar.rulesets.world_at_war.units import Force, Line, Sent, Unit, added
from airwar.scenario.shape import Section

FIGHTERS = ("aaf", "nas", "jet")  # the types that meet others in the air
BARRED_FROM = {"ports": (), "no-artificial": ("artificial-port",), "printed": ("artificial-port", "port")}


@rule("18.5")
def side_refused(setting: Setting, unit: Unit, number: str) -> str | None:
    """Why a unit of the other side does not fly a mission of this player turn, under the rule of that mission."""
    return None if unit.side == setting.attacker else f"{unit.id} does not belong to the attacker, {setting.attacker} ({number})"


@rule("18.49")
def enemy_refused(turn: Turn, base: Base, what: str) -> str | None:
    """Why the attacker attacks nothing at a hex, or None: it is a box, or its own."""
    if base.box:
        return f"{base.name} is a box; no mission is flown into one (18.49)"
    return f"{base.name} is the attacker's own; expected an enemy {what}" if base.side == turn.setting.attacker else None


# 18.45: how far


@rule("18.45", "18.49")
def range_refused(ref: Referee | None, turn: OnTheMap, unit: Unit, here: str, hex_: str) -> str | None:
    """Why a unit that takes off here cannot reach a hex, or None."""
    far = beyond(ref, turn, here, hex_, unit.range)
    return f"{unit.id} has a range of {unit.range}; {far} (18.45)" if far else None


# 18.51: from where


@rule("18.51", "17.3126E", "18.49")
def takeoff_refused(turn: OnTheMap, unit: Unit, *, carriers: bool = True) -> str | None:
    """Why a unit cannot fly offensive missions from where it is, or None.

    They are flown from operational bases, and by naval air from carriers at sea where the mission allows it.
    """
    if unit.air_type.nation in turn.setting.neutral:
        return f"{unit.id}: {unit.air_type.nation} is not at war in this theater and flies no missions (not-at-war)"
    if turn.find_base(unit.home) and not unit.strategic:
        return base_refused(turn, unit, unit.home)
    carrier = turn.find_carrier(unit.home)
    if carrier is None:
        return f"{unit.id} is not at a base on the map (18.51)"
    if carrier.sunk:
        return f"{carrier.name} is sunk (17.3124)"
    if carrier.port:
        return f"{unit.id} is on a carrier in port; it only defends there (17.3126)"
    if carrier.damaged:
        return f"{unit.id} is on a damaged carrier, which launches nothing (17.3124)"
    return None if carriers else f"{unit.id} is on a carrier, which does not fly this mission (18.5522)"


@rule("18.51", "18.49")
def base_refused(turn: OnTheMap, unit: Unit, base_id: str) -> str | None:
    """Why a unit cannot fly offensive missions from a base, or None: it is fully supplied, on the map, and of the right sort."""
    base = turn.base(base_id)
    refused = field_refused(turn, unit, base)
    return refused if refused or base.side == unit.side else f"{base.name} is in enemy hands (18.51)"


@rule("18.51", "18.49")
def field_refused(turn: OnTheMap, unit: Unit, base: Base) -> str | None:
    """Why a unit cannot fly offensive missions from a base, whoever holds it, or None."""
    refused = not_operational(unit, base)
    if refused:
        return refused
    naval_island = base.island and unit.type == "nas"
    if not naval_island and barred(turn, base):
        return f"{unit.id} flies from {base.name}, which has no facility that offensive missions may be flown from (18.51)"
    return None


@rule("18.51")
def barred(turn: OnTheMap, base: Base) -> bool:
    """Whether a base has no facility that offensive missions may be flown from."""
    return all(place in BARRED_FROM[turn.setting.rulings.value("offensive-bases")] for place in base.facilities)


@rule("18.51", "18.49", "18.21D")
def not_operational(unit: Unit, base: Base) -> str | None:
    """Why no offensive mission is flown from a base at all, or None: it is a box, or not fully supplied."""
    if base.box:
        return f"{unit.id} is in {base.name}, a box; no mission is flown out of one (18.49)"
    if not base.operational:
        return f"{unit.id} flies from {base.name}, which is {shortage(base)}; expected a fully supplied base (18.51)"
    return None


def shortage(base: Base) -> str:
    """What a base that is not operational lacks."""
    if base.oil:
        return "subject to air oil effects"
    return "in partial supply" if base.supply == "partial" else "unsupplied"


@rule("18.51", "18.45")
def offense_refused(ref: Referee | None, turn: OnTheMap, unit: Unit, hex_: str) -> str | None:
    """Why a unit cannot fly an offensive mission to a hex from where it is, or None."""
    return takeoff_refused(turn, unit) or range_refused(ref, turn, unit, unit.home, hex_)


@rule("18.45", "18.611D", "17.3126E", "18.49")
def defense_refused(ref: Referee | None, turn: OnTheMap, unit: Unit, hex_: str) -> str | None:
    """Why a unit cannot fly in defense over a hex, or None.

    It flies from land bases in range; only over its own hex if in partial supply, short of oil or in deep winter.
    """
    home = turn.find_base(unit.home)
    if unit.air_type.nation in turn.setting.neutral:
        return f"{unit.id}: {unit.air_type.nation} is not at war in this theater and flies no missions (not-at-war)"
    if home is None or home.box:
        return f"{unit.id} is at {turn.setting.name(unit.home)}; this is flown from land bases on the map (18.612, 18.49)"
    if home.supply == "none":
        return f"{unit.id} is at {home.name}, which is not supplied; it cannot fly (18.45)"
    if home.id == hex_:
        return None
    if hampered(unit, home):
        short = "in deep winter" if home.operational else shortage(home)
        return f"{unit.id} is at {home.name}, which is {short}; it flies only over its own hex (18.45)"
    return range_refused(ref, turn, unit, unit.home, hex_)


@rule("18.45", "18.611D")
def hampered(unit: Unit, base: Base) -> bool:
    """Whether a unit flies in defense only over its own hex: short of supply or oil, or in deep winter."""
    return not base.operational or unit.winter >= 9


Refused = Callable[[Referee | None, OnTheMap, Unit, str], str | None]


def remembered(refused: Refused, ref: Referee | None, turn: Turn, unit: Unit, hex_: str) -> str | None:
    """Why a unit cannot fly to a hex, or None, found out once for all turns in which bases and carriers are the same.

    The rule sees nothing else: not the numbers of the unit, nor other units. If the distance is not known, it asks the referee.
    """
    around = turn.surroundings
    what = (refused, unit.id, unit.side, unit.air_type, unit.range, unit.home, unit.winter, hex_)
    known = around.found.get(what)
    if known is None:
        found = refused(None, around, unit.without_numbers, hex_)
        known = around.found[what] = found, found is not None or around.distance(unit.home, hex_) is not None
    reason, sure = known
    return reason if sure or ref is None else refused(ref, turn, unit, hex_)


# taking off


@rule("18.41")
def taken_off(turn: Turn, sent: Sent) -> Turn:
    """These units leave their bases. Until they land or are lost they are in the air: neither ready nor inverted."""
    leaving = [(turn.unit(unit), number) for unit, number in sent]
    return turn.with_units([unit.aloft(unit.flying + number, ready=unit.ready - number) for unit, number in leaving])


def as_force(turn: Turn, sent: Sent) -> Force:
    """Units on a mission, or that may be sent on one, as lines of a force."""
    units = [(turn.unit(unit), number) for unit, number in sent]
    return tuple(Line(unit.id, unit.air_type, (number,), debt=unit.debt_of(number)) for unit, number in units)


# in the air


class Survivors(NamedTuple):
    """What air combat has left of units in the air, in factors again where they were factors."""

    turn: Turn  # with the eliminated units taken off
    sound: Sent
    aborted: Sent

    @property
    def all(self) -> Sent:
        return added(self.sound, self.aborted)


def left_of(turn: Turn, came: Force, force: Force) -> tuple[Unit, ...]:
    """What is left of the units that came, line by line, as if they were at their bases."""
    return back_in_factors(as_flown(turn, came), force, turn.setting.rulings.value("recombination"))


def as_flown(turn: Turn, came: Force) -> tuple[Unit, ...]:
    """The units that came, line by line, as they took off."""
    return tuple([turn.unit(line.unit).holding(ready=line.number)._replace(debt=line.debt) for line in came])


@rule("19.52", "19.65C")
def after_combat(turn: Turn, came: Force, force: Force) -> Survivors:
    """Takes the eliminated units of a force that came off the turn, and separates sound units from aborted ones."""
    sound, aborted = [], []
    units: dict[str, Unit] = {}
    for left, line in zip(left_of(turn, came, force), came, strict=True):
        unit = units.get(line.unit) or turn.unit(line.unit)
        flying = unit.flying - line.number + left.number
        debt = unit.debt - line.debt + left.debt if unit.number + flying else 0
        units[unit.id] = unit.aloft(flying, debt=debt)
        sound += [(unit.id, left.ready)] * bool(left.ready)
        aborted += [(unit.id, left.inverted)] * bool(left.inverted)
    return Survivors(turn.with_units(units.values()), tuple(sound), tuple(aborted))


def eliminated(turn: Turn, sent: Sent) -> Turn:
    """These units are lost in the air."""
    lost = [(turn.unit(unit), number) for unit, number in sent if number]
    return turn.with_units([unit.aloft(unit.flying - number) for unit, number in lost])


def eliminations(turn: Turn, sent: Sent) -> list[Event]:
    """Reports what is lost in the air without a fight."""
    units = [(turn.unit(unit_id), number) for unit_id, number in sent]
    return [Loss(turn.player(unit.side), f"{unit.id}: {unit.air_type.label}", number, "eliminated") for unit, number in units]


# those that join later


class Reinforceable(Protocol):
    """An air combat that fresh attackers may join."""

    @property
    def attackers(self) -> Force: ...
    @property
    def came(self) -> Force: ...  # the attackers as they took off
    @property
    def reserves(self) -> Force: ...  # attackers that may still join
    @property
    def joined(self) -> Sent: ...  # attackers that came after the first round
    def _replace(self, *, attackers: Force, came: Force, reserves: Force, joined: Sent) -> Self: ...


Fight = TypeVar("Fight", bound=Reinforceable)


@rule("18.522B", "18.5634", "18.622")
def reinforced(ref: Referee, fight: Fight, sent: Sent) -> Fight:
    """Fresh attackers join an air combat."""
    if not sent:
        return fight
    lines = drawn(fight.reserves, sent)
    ref.tell(joining, lines)
    return fight._replace(
        attackers=merged(fight.attackers, lines),
        came=merged(fight.came, lines),
        reserves=remaining(fight.reserves, sent),
        joined=added(fight.joined, sent),
    )


def drawn(reserves: Force, sent: Sent) -> Force:
    """These numbers of the units in reserve."""
    lines = {line.unit: line for line in reserves}
    return tuple(part_of(lines[unit], number) for unit, number in sent)


def part_of(line: Line, number: int) -> Line:
    """This many units of a line; only the whole of it lacks the squadrons that were lost before."""
    return line if number == line.number else line._replace(parts=(number,), debt=0)


def remaining(reserves: Force, sent: Sent) -> Force:
    """The reserves that are left when these units have joined."""
    gone = dict(sent)
    left = [part_of(line, line.number - gone.get(line.unit, 0)) for line in reserves]
    return tuple(line for line in left if line.number)


def merged(force: Force, more: Force) -> Force:
    """A force with its reinforcements. They join the line of their unit where both are counted alike."""
    lines = {(line.unit, bool(line.whole)): line for line in force}
    for line in more:
        new = line.broken() if any(old.whole for old in force) else line
        old = lines.get((new.unit, bool(new.whole)))
        if old is not None:
            parts = tuple(a + b for a, b in zip(old.parts, new.parts, strict=True))
            new = old._replace(parts=parts, whole=old.whole + new.whole, debt=old.debt + new.debt)
        lines[new.unit, bool(new.whole)] = new
    return tuple(lines.values())


def joining(lines: Force) -> list[Event]:
    """Reports the units that join."""
    return [Note(line.air_type.does(line.number, line.unit, "join")) for line in lines]


# units that a file names


@rule("18.41")
def flier_faults(
    turn: Turn, named: Mapping[str, int], promised: dict[str, int], refused: Callable[[Unit], str | None], field: str = "with"
) -> Iterator[Fault]:
    """What is wrong with the units that a file names for a mission. No aircraft is promised twice: `promised` counts them."""
    for unit_id, number in named.items():
        unit, at = turn.find(unit_id), f"{field}.{unit_id}"
        yield from part_faults(turn, unit_id, at)
        if unit is None:
            continue
        promised[unit_id] = promised.get(unit_id, 0) + number
        if too_few := too_few_to_fly(turn, unit, promised[unit_id]):
            yield Fault(at, too_few)
        if unit.home in turn.setting.places.names or unit.strategic:
            yield from (Fault(at, reason) for reason in [refused(unit)] if reason)


@rule("18.41")
def too_few_to_fly(turn: Turn, unit: Unit, number: int) -> str | None:
    """Why this many of a unit do not fly, or None: they are not all uninverted and free."""
    free = turn.free(unit)
    if number <= free:
        return None
    return f"{unit.id} has {free} uninverted; {number} are to fly (18.41)" if free else none_to_fly(unit.id)


def none_to_fly(unit_id: str) -> str:
    return f"{unit_id} has none uninverted and free to fly (18.41)"


def part_faults(turn: Turn, unit_id: str, field: str) -> Iterator[Fault]:
    """A part of a unit is where an earlier order has sent it. Orders at the table may send it there too."""
    whole, _, place = unit_id.partition("/")
    if place and turn.find(whole) and not turn.find(unit_id) and not turn.setting.orders_asked:
        yield Fault(field, f"no earlier order sends a part of {whole} to {turn.setting.name(place)}")


@rule("18.41")
def sent_to_counterair(document: Section, turn: Turn) -> dict[str, int]:
    """Units that are ordered to fly counterair in this turn and so fly nothing else; carrier air may, under an option."""
    promised: dict[str, int] = {}
    patrolling: dict[str, int] = {}
    again = turn.setting.rulings.value("carrier-missions") == "any"
    for said in document["counterair"] or ():
        for unit_id, number in said.with_.items():
            unit = turn.find(unit_id)
            if unit is None or (again and turn.find_carrier(unit.home)):
                continue
            if said.kind == "patrol":
                patrolling[unit_id] = max(patrolling.get(unit_id, 0), number)
            else:
                promised[unit_id] = promised.get(unit_id, 0) + number
    return {unit_id: promised.get(unit_id, 0) + patrolling.get(unit_id, 0) for unit_id in {**promised, **patrolling}}


@rule("18.41")
def sent_into_battle(document: Section, turn: Turn) -> dict[str, int]:
    """Units that are ordered to fly counterair or ground support in this turn and so fly no raid afterwards."""
    promised = sent_to_counterair(document, turn)
    for said in document["battles"] or ():
        for unit_id, number in (said["with"] or {}).items():
            promised[unit_id] = promised.get(unit_id, 0) + number
    return promised
