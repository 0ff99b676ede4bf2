"""Where every air unit and carrier is and in what status, in the middle of a battle too; and what a ruling may change of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from airwar.engine.moves import Position
from airwar.engine.words import count
from airwar.rulesets.kit import Rulings, mentioned, title_of
from airwar.rulesets.ruleset import ELIMINATED, AdjustableCounts, Geography, Standing, standing_of
from airwar.rulesets.world_at_war.air_combat import back_in_factors, losses_in_factors
from airwar.rulesets.world_at_war.basing import overfull, rebased, stationed
from airwar.rulesets.world_at_war.counterair_rounds import Counterair, Fought
from airwar.rulesets.world_at_war.displacement import home_faults, overloaded
from airwar.rulesets.world_at_war.ground_forces import Operation
from airwar.rulesets.world_at_war.setting import Carrier, Setting
from airwar.rulesets.world_at_war.show import party
from airwar.rulesets.world_at_war.state import Battle, GroundOutcome, Intercepted, Interception, Turn
from airwar.rulesets.world_at_war.strategic_raid import Raid, RaidOutcome
from airwar.rulesets.world_at_war.taking_off import after_combat, as_flown, eliminated, taken_off
from airwar.rulesets.world_at_war.transport_interception import Fight, Met, Transit
from airwar.rulesets.world_at_war.units import Force, Sent, Unit, added, fresh, nonzero, sent_of, without

CARRIER, KAMIKAZES = "carrier", "kamikazes"


class Aloft(NamedTuple):
    """How many of a unit are in the air over a place."""

    unit: str
    place: str
    number: int
    marks: tuple[str, ...] = ()


class Scene(NamedTuple):
    """The turn with the losses of the battle under way taken off, and what only that battle knows."""

    turn: Turn
    battle: str = ""  # the ground battle at hand, by its id
    aloft: tuple[Aloft, ...] = ()  # over the battle under way; the turn knows where the others are that fly
    aborted: Sent = ()  # by the last roll, of units that are attacked at their base

    def joined_by(self, place: str, came: Force, force: Force) -> Scene:
        """The scene with what is left of a force that came to fight over a place."""
        left = after_combat(self.turn, came, force)
        sound = [Aloft(unit, place, number) for unit, number in left.sound]
        aborted = [Aloft(unit, place, number, ("aborted",)) for unit, number in left.aborted]
        return self._replace(turn=left.turn, aloft=(*self.aloft, *sound, *aborted))


def standing(states: Sequence[Any]) -> list[Standing]:
    """Every unit at its base or over the place where it flies, the carriers, the kamikazes, and what is lost."""
    turn, _, aloft, aborted = scene_of(states)
    rows = standing_of([*units_and_carriers(turn, dict(aborted)), *in_the_air(turn, aloft), *kamikazes(turn), *lost(turn)])
    sides = list(turn.setting.sides)
    return sorted(rows, key=lambda row: (sides.index(row.side), row.marks == ELIMINATED))


def eliminated_units(states: Sequence[Any]) -> Iterator[Standing]:
    """What is lost: the rows of `standing` that are marked as eliminated. Those of an air combat are found without the rest."""
    *callers, last = states
    in_the_air = isinstance(last, AIR_COMBATS)
    turn = turn_of(tuple(callers if in_the_air else states))
    yield from lost_so_far(turn)
    for unit_id, number in lost_in(turn, last) if in_the_air else ():
        yield loss_of(turn.unit(unit_id), number)


@lru_cache(maxsize=64)
def turn_of(states: tuple[Any, ...]) -> Turn:
    """The newest turn, with the losses of the procedures within it."""
    return scene_of(states).turn


@lru_cache(maxsize=64)
def lost_so_far(turn: Turn) -> tuple[Standing, ...]:
    """What the turn itself knows to be lost."""
    units = [loss_of(unit, unit.had - unit.left) for unit in (*turn.units, *turn.basing.building) if unit.had != unit.left]
    spent = [row for row in kamikazes(turn) if row.marks == ELIMINATED]
    return (*units, *spent, *(carrier_row(turn, carrier) for carrier in turn.carriers if carrier.sunk))


def called(row: Standing) -> str:
    """`fliegerkorps-ii 5 German AAF`."""
    if row.name.startswith(CARRIER):
        return row.name
    if row.unit == KAMIKAZES:
        return count(row.count, row.name)
    return f"{row.unit} {count(row.count, row.name, row.name if row.name.endswith(('AAF', 'NAS')) else '')}"


def place_name(state: Any, place: str) -> str:
    """The name of a base, a carrier or a target; strategic warfare has fronts."""
    setting = getattr(state, "turn", state).setting
    name: str = setting.name(place)
    return f"{title_of(place)} front" if name == place and place in setting.strategy.fronts else name


def geography(states: Sequence[Any]) -> Geography:
    """Bases, carriers at sea and the targets of raids. Mapboard boxes are off the map."""
    turn = scene_of(states).turn
    setting = turn.setting
    holders = {base.id: base.side for base in turn.bases}
    holders |= {one.id: setting.alliances.side(one.nation) or "" for one in turn.carriers if not one.port and not one.sunk}
    for target in setting.strategy.targets:
        holders.setdefault(target, party(turn, "defender"))
    others = (place for place in setting.places.names if place not in setting.bases and place not in setting.carriers)
    for place in others:
        holders.setdefault(place, "")
    return setting.places.geography(holders, setting.name)


# the battle under way


AIR_COMBATS = (Counterair, Fought, Interception, Intercepted, Fight, Met, Raid, RaidOutcome)


def lost_in(turn: Turn, fight: Any) -> Iterator[tuple[str, int]]:
    """What an air combat has cost so far: units, and how many of each."""
    match fight:
        case Raid() | RaidOutcome():
            yield from lost_over_the_target(turn, fight)
        case Counterair() | Fought():
            homeward = fight.homeward if isinstance(fight, Counterair) else ()
            yield from lost_of(turn, fight.came, fight.attackers + homeward)
            yield from lost_at_base(turn, fight.base, fight.defenders)
        case Interception() | Intercepted():
            yield from lost_of(turn, fight.came, fight.attackers)
            yield from lost_of(turn, fight.cover, fight.defenders)
        case Fight() | Met():
            yield from lost_of(turn, fight.came, fight.attackers)
            yield from lost_of(turn, fight.intercepting, fight.defenders)


@lru_cache(maxsize=1024)
def lost_of(turn: Turn, came: Force, force: Force) -> Sent:
    """What a force that came to an air combat has lost."""
    return losses_in_factors(as_flown(turn, came), force, turn.setting.rulings.value("recombination"))


@lru_cache(maxsize=1024)
def lost_at_base(turn: Turn, base: str, force: Force) -> Sent:
    """What a force that is attacked at its base has lost."""
    return losses_in_factors(turn.at(base), force, turn.setting.rulings.value("recombination"))


def lost_over_the_target(turn: Turn, raid: Raid | RaidOutcome) -> Sent:
    """What raiders and those that met them have lost."""
    sent = turn.bombing[0]
    left = added((), sent_of(raid.attackers + raid.defenders))
    return without(added(sent.raiders, sent.defense or ()), left)


def scene_of(states: Sequence[Any]) -> Scene:
    """The newest turn, after what the procedures within it have done so far."""
    scene = Scene(getattr(states[0], "turn", states[0]))
    for state in states:
        scene = after(scene, state)
    return scene


def after(scene: Scene, state: Any) -> Scene:
    """The scene as a procedure within it knows it, by its state or by what it returns."""
    match state:
        case Turn():
            return Scene(state)
        case Operation():
            return Scene(state.turn, next(iter(state.waiting), ""))
        case Counterair() | Fought():
            return over_the_base(scene, state)
        case Interception() | Intercepted():
            return over_the_battle(scene, state)
        case Battle():
            return scene._replace(turn=with_losses(scene.turn, state))
        case GroundOutcome():
            return scene._replace(turn=with_losses(scene.turn, state.battle))
        case Fight() | Met():
            flown = taken_off(scene.turn, added(sent_of(state.intercepting), sent_of(state.came)))
            met = Scene(flown).joined_by(state.hex, state.intercepting, state.defenders)
            return met.joined_by(state.hex, state.came, state.attackers)
        case Raid() | RaidOutcome():
            return over_the_target(scene.turn, state)
    return scene


def over_the_base(scene: Scene, battle: Counterair | Fought) -> Scene:
    """A counterair: the attackers in the air, the defenders at the base or where they have flown off to."""
    homeward = battle.homeward if isinstance(battle, Counterair) else ()
    based, policy = scene.turn.at(battle.base), scene.turn.setting.rulings.value("recombination")
    struck, left = (back_in_factors(based, force, policy) for force in (battle.defenders, fresh(battle.defenders)))
    aborted = nonzero({unit.id: unit.inverted - was.inverted for unit, was in zip(struck, left, strict=True)})
    turn = scene.turn.with_units(left)
    if isinstance(battle, Fought) and battle.flown_off:
        turn, aborted = turn.with_units(unit.holding() for unit in left), ()
        for unit_id, place, number in battle.flown_off:
            turn = stationed(turn, unit_id, place, inverted=number)
    attacked = Scene(taken_off(turn, battle.joined), aborted=aborted)
    return attacked.joined_by(battle.base, battle.came, (*battle.attackers, *homeward))


def over_the_battle(scene: Scene, fight: Interception | Intercepted) -> Scene:
    """Defensive air support and its interceptors; what came late, against low odds, is met apart from the rest."""
    battle = scene.turn.battle(scene.battle)
    others = battle._replace(deferred=()) if battle.deferred else battle._replace(cover=())
    turn = taken_off(scene.turn, fight.joined).with_battle(others)
    met = Scene(turn).joined_by(battle.hex, fight.cover, fight.defenders)
    return met.joined_by(battle.hex, fight.came, fight.attackers)


def with_losses(turn: Turn, battle: Battle) -> Turn:
    """The air units that were given up in a ground combat are lost."""
    before = next(other for other in turn.battles if other.id == battle.id)
    gone = added(without(before.support, battle.support), without(before.used, battle.used))
    return eliminated(turn, gone).with_battle(battle)


def over_the_target(turn: Turn, raid: Raid | RaidOutcome) -> Scene:
    """A bombing raid, and the units that meet it."""
    sent, aloft = turn.bombing[0], []
    for came, force in ((sent.raiders, raid.attackers), (sent.defense or (), raid.defenders)):
        for unit, _ in came:
            left = sum(line.number for line in force if line.unit == unit)
            aborted = sum(sum(line.aborted) for line in force if line.unit == unit)
            aloft += [Aloft(unit, sent.target, left - aborted), Aloft(unit, sent.target, aborted, ("aborted",))]
    return Scene(eliminated(turn, lost_over_the_target(turn, raid)), aloft=tuple(aloft))


# the rows


def units_and_carriers(turn: Turn, aborted: dict[str, int]) -> Iterator[Standing]:
    """Units at their bases; each carrier before those that are aboard."""
    shown = set()
    for unit in turn.units:
        carrier = turn.find_carrier(unit.home)
        if carrier and carrier.id not in shown:
            shown.add(carrier.id)
            yield carrier_row(turn, carrier)
        yield from at_base(unit, aborted.get(unit.id, 0))
    for unit in turn.basing.building:
        yield row_of(unit, unit.home, unit.inverted, "construction", "inverted")
    yield from (carrier_row(turn, carrier) for carrier in turn.carriers if carrier.id not in shown)


def at_base(unit: Unit, aborted: int) -> Iterator[Standing]:
    """A unit at its base, by status; the last roll has made some of it abort."""
    sound = unit.uninverted_first(unit.uninverted - aborted) if aborted else unit
    yield row_of(unit, unit.home, sound.ready)
    yield row_of(unit, unit.home, sound.flown, "flown")
    yield row_of(unit, unit.home, sound.at_sea, "at-sea")
    yield row_of(unit, unit.home, aborted, "aborted")
    yield row_of(unit, unit.home, unit.inverted, "inverted")


def row_of(unit: Unit, place: str, number: int, *marks: str) -> Standing:
    return Standing(unit.side, place, original(unit), unit.air_type.label, number, marks)


def original(unit: Unit) -> str:
    """The unit of the scenario that a part belongs to."""
    return unit.id.partition("/")[0]


def carrier_row(turn: Turn, carrier: Carrier) -> Standing:
    side = turn.setting.alliances.side(carrier.nation) or ""
    if carrier.sunk:
        return Standing(side, "", carrier.id, f"{CARRIER} {carrier.name}", 1, ELIMINATED)
    flags = {"damaged": carrier.damaged, "inverted": carrier.inverted, f"port={carrier.port}": carrier.port}
    return Standing(side, carrier.id, carrier.id, CARRIER, 1, tuple(mark for mark, holds in flags.items() if holds))


def in_the_air(turn: Turn, aloft: Sequence[Aloft]) -> Iterator[Standing]:
    """Who fights now, who flies home or supports a ground battle, and air transports on their way."""
    away = [Aloft(one.unit, one.base, one.number) for one in turn.counterair.away]
    over = [
        Aloft(unit, battle.hex, number)
        for battle in turn.battles
        for sent in (battle.support, battle.cover, battle.deferred, battle.used)
        for unit, number in sent
    ]
    over += [Aloft(*one) for one in turn.basing.stranded]
    carrying = [Aloft(unit.id, turn.flights[0].to, unit.flying) for unit in turn.units if unit.type == "transport" and unit.flying]
    for one in (*aloft, *away, *over, *carrying):
        yield row_of(turn.unit(one.unit), one.place, one.number, "over", *one.marks)


def kamikazes(turn: Turn) -> Iterator[Standing]:
    """The kamikazes, built or not; those that have taken off are lost."""
    pool = turn.kamikazes
    numbers = {"built": pool.built, "unbuilt": pool.unbuilt, "pool": pool.limit, "expansions": pool.expansions}
    for mark, number in numbers.items() if pool.limit else ():
        yield Standing(pool.side, KAMIKAZES, KAMIKAZES, "kamikaze", number, (mark,))
    yield Standing(pool.side, "", KAMIKAZES, "kamikaze", min(pool.had, pool.spent), ELIMINATED)


def lost(turn: Turn) -> Iterator[Standing]:
    """What is lost of every unit; its parts, which had none, count against it."""
    for unit in (*turn.units, *turn.basing.building):
        yield loss_of(unit, unit.had - unit.left)


def loss_of(unit: Unit, number: int) -> Standing:
    return Standing(unit.side, "", original(unit), unit.air_type.label, number, ELIMINATED)


# what a ruling may change


MOST_OF_A_UNIT = 200


def adjustable_units(turn: Turn) -> dict[str, Mapping[str, str | int]]:
    """What may be changed about each unit: how many at its base are ready and inverted, and its base."""
    return {unit.id: {"ready": unit.ready, "inverted": unit.inverted, "at": unit.home} for unit in turn.units}


def adjusted(turn: Turn, unit_id: str, what: str, value: str) -> Turn:
    """The turn after a ruling. What a unit gains or loses by it counts as if the scenario had said so."""
    unit = turn.unit(unit_id)
    if what == "at":
        after = rebased(turn, unit, value)
    else:
        if not value.isdecimal() or int(value) > MOST_OF_A_UNIT:
            raise ValueError(f"{value!r} is not a number from 0 to {MOST_OF_A_UNIT}")
        ready, inverted = (int(value), unit.inverted) if what == "ready" else (unit.ready, int(value))
        had = unit.had + ready - unit.ready + inverted - unit.inverted
        after = unit._replace(had=had, ready=ready, inverted=inverted)
    ruled = turn.with_units([after])
    check_home(ruled, after, moved=what == "at", grown=after.left > unit.left)
    return ruled


def check_home(turn: Turn, unit: Unit, *, moved: bool, grown: bool) -> None:
    """A unit is where it may be, and a base or a carrier that takes more holds them. Raises ValueError."""
    if unit.strategic:
        if moved and unit.home not in turn.setting.strategy.fronts:
            raise ValueError(f"{unit.home!r} is not a front; there is {', '.join(turn.setting.strategy.fronts)}")
        return
    base, carrier = turn.find_base(unit.home), turn.find_carrier(unit.home)
    refusals = [str(fault) for fault in home_faults(turn, unit)]
    if moved and not base and not carrier:
        refusals.append(f"{unit.home!r} is not a base or a carrier of this scenario")
    if moved and base and not base.takes_air_units:
        refusals.append(f"{base.name} has no facility that takes air units (18.11)")
    if (moved or grown) and carrier and carrier.sunk:
        refusals.append(f"{carrier.name} is sunk (17.3124)")
    if moved or grown:
        refused = overfull(turn, base) if base else overloaded(turn, carrier) if carrier else None
        refusals += [refused] if refused else []
    if refusals:
        raise ValueError(refusals[0])


# what no ruling can change now


def engaged(position: Position) -> dict[str, str]:
    """The units that a battle or a flight under way has in hand, and those that are named for one that is to follow."""
    states = (*position.states, *position.args[1:])
    turn = next(turn for state in reversed(states) if isinstance(turn := getattr(state, "turn", state), Turn))
    name = turn.setting.name
    found: dict[str, str] = {}
    for raid in turn.counterair.announced:
        why = f"is named for the counterair against {name(raid.at)}; rule on it when that is over"
        found |= dict.fromkeys(dict(raid.force), why)
    for bombing in turn.bombing:
        named = {**dict(bombing.raiders), **dict(bombing.defense or ())}
        found |= dict.fromkeys(named, f"is named for the raid on {name(bombing.target)}; rule on it when that is over")
    for state in states:
        if not isinstance(state, Turn | Operation):
            found |= dict.fromkeys(mentioned(state, (Setting, Rulings, Turn)), why_engaged(turn, state))
    return found


def why_engaged(turn: Turn, state: Any) -> str:
    """What the units of a procedure under way are doing, and when they are free."""
    name = turn.setting.name
    if isinstance(state, Transit):
        return f"flies to {name(state.flight.to)} or may meet those who do; rule on it when they have landed"
    places = [place for field in ("base", "at", "hex", "target") if isinstance(place := getattr(state, field, None), str)]
    where = f" over {name(places[0])}" if places else ""
    return f"is in the battle{where}; rule on it when the battle is over"


ADJUSTABLE = (AdjustableCounts(Turn, adjustable_units, adjusted),)
