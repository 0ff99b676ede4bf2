"""The orders of a scenario, and every reason for which one is refused before the turn begins."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from math import ceil

from airwar.engine.rule import rule
from airwar.rulesets.ocs.barrage import RESULTS
from airwar.rulesets.ocs.drops import capacity, weight
from airwar.rulesets.ocs.facility import RAIL_RESULTS, code_refused
from airwar.rulesets.ocs.functions import barrage_refused, flight_refused
from airwar.rulesets.ocs.missions import ON_OWN_BASES, flying_refused
from airwar.rulesets.ocs.rulings import V4, number
from airwar.rulesets.ocs.sequence import STRIKES, acting, phase_named
from airwar.rulesets.ocs.state import Cargo, Order, Turn
from airwar.rulesets.ocs.units import AT_BASE, ELSEWHERE, INACTIVE
from airwar.scenario.nodes import Mark
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Section

KINDS = ("barrage", "base-attack", "trainbust", "ship-attack", "hip-shoot", "interdict", "station", "sweep", "drop",
         "transport", "transfer", "capture")  # fmt: skip
ON_ENEMY_BASES = ("base-attack", "capture")
GROUND_PHASES = ("movement", "reaction", "combat", "exploitation")
LIFTED_MA = 10  # the highest allowance on foot of a unit that is flown
UNLOADED = 2  # T for each level in a movement segment

Refusals = Iterator[tuple[Mark, str]]


def orders_of(document: Section, turn: Turn, problems: Problems) -> tuple[Order, ...]:
    """The orders that can be understood; what is wrong with any of them is reported."""
    understood = [(said, order_of(said, turn, problems)) for said in document["orders"] or ()]
    found = [order for _, order in understood if order is not None]
    moving = {unit for order in found if order.does == "transfer" for unit in order.units}
    for said, order in understood:
        if order is None or order.at not in turn.setting.places or not turn.setting.counters.keys() >= set(order.units):
            continue  # reported already
        for check in (*CHECKS, partial(check_fliers, moving)):
            for mark, text in check(said, order, turn):
                problems.add(mark, text)
    check_targets(document, found, turn, problems)
    check_strikers(document, found, turn, problems)
    return tuple(found)


def order_of(said: Section, turn: Turn, problems: Problems) -> Order | None:
    """An order as the scenario gives it; None when its phase is none."""
    setting = turn.setting
    player, _, phase = said["in"].partition(".")
    profile = setting.profile
    if player not in setting.sides or phase_named(profile, phase) is None:
        wanted = f"a side and a phase of the sequence of play, such as {setting.sides[0]}.movement"
        problems.add(said.at("in"), f"{said['in']!r} is no phase; expected {wanted} (R3)")
        return None
    if setting.play and (player, phase) not in setting.play:
        problems.add(said.at("in"), f"{said['in']} is not played; add it to play, or leave the order out (R3)")
    uses = said["advantage"] if isinstance(said["advantage"], list) else [said["advantage"] or ""]
    if len(set(uses)) > 1:
        problems.add(said.at("advantage"), f"{' and '.join(uses)} both claim Advantage; at most one side uses it (R21)")
    side = acting(setting, player, phase)
    cargo = tuple(Cargo(item["id"], item["supply"], item["re"], item["allowance"], item["leg"]) for item in said["cargo"] or ())
    flags = {key.replace("-", "_"): said[key] for key in ("soviet", "allied-eto", "stays", "advance", "self-inflicted")}
    return Order(
        said["id"], player, phase, side, said["does"], said["at"], tuple(said["with"] or ()), uses[0] if uses else "",
        said["flak"], said["result"], cargo, said["method"], ship=said["ship"] or "", **flags,
    )  # fmt: skip


@rule("R3", "R10", "R11")
def check_phase(said: Section, order: Order, turn: Turn) -> Refusals:
    """Every order stands in a phase in which its side may do it."""
    profile = turn.setting.profile
    if order.does == "capture":
        if order.phase not in GROUND_PHASES:
            yield said.at("in"), f"no base is captured in the {order.phase} phase; expected {', '.join(GROUND_PHASES)} (R37)"
        return
    if order.phase == "combat" and order.does in STRIKES:
        refused = barrage_refused(ELSEWHERE, order.phase, order.role, profile)
    else:
        refused = flight_refused(AT_BASE, order.phase, order.role, profile)
    if refused:
        yield said.at("in"), refused
    if profile == V4 and order.does in ("interdict", "station"):
        yield said.at("does"), f"there is no {order.does} in 4.3: units go home after each mission (R12)"


@rule("R37", "R30", "R45")
def check_targets(document: Section, orders: list[Order], turn: Turn, problems: Problems) -> None:
    """Bases that are attacked or captured are the enemy's, bases that are flown to one's own; what is captured may be either's."""
    captured = {order.at for order in orders if order.does == "capture"}
    said_of = {said["id"]: said for said in document["orders"] or ()}
    for order in orders:
        base, where = turn.base(order.at), said_of[order.id].at("at")
        name = turn.setting.name(order.at)
        if order.does not in (*ON_ENEMY_BASES, *ON_OWN_BASES) or order.at not in turn.setting.places:
            continue
        if base is None:
            problems.add(where, f"{name} has no air base; {order.does} needs one")
        elif order.does == "capture" or order.at not in captured:
            own = base.side == order.side
            if own and order.does in ON_ENEMY_BASES:
                problems.add(where, f"{name} is a base of {order.side} itself; expected an enemy base (R37)")
            if not own and order.does in ON_OWN_BASES:
                problems.add(where, f"{name} is a base of {base.side}; expected one of {order.side} (R45)")


@rule("R10", "R14", "R36", "R51", "R16")
def check_fliers(moving: set[str], said: Section, order: Order, turn: Turn) -> Refusals:
    """Those who are named can fly there; who moves to another base before is seen to when he flies."""
    twice = sorted({unit for unit in order.units if order.units.count(unit) > 1})
    if twice:
        yield said.at("with"), f"{', '.join(twice)} stands twice; expected each unit once"
    if order.does == "capture" or order.phase == "combat":
        return
    most = 1 if order.does == "hip-shoot" else number(turn.rulings, "max-per-mission")
    if len(order.units) > most:
        yield said.at("with"), f"{len(order.units)} units in one {order.does}; at most {most} (R14)"
    for at, unit_id in enumerate(order.units):
        unit = turn.unit(unit_id)
        if unit_id in moving and order.does != "transfer":
            continue
        grounded = stays_grounded(turn, order, unit_id)
        if grounded:
            refused = flight_refused(grounded, order.phase, order.role, turn.setting.profile)
        else:
            home = turn.counter(unit_id).home if unit.status == ELSEWHERE else unit.place
            refused = flying_refused(turn, order, unit._replace(status=AT_BASE, place=home))
        if refused:
            yield said["with"].marks[at], f"{unit_id}: {refused}"


@rule("R10")
def stays_grounded(turn: Turn, order: Order, unit_id: str) -> str:
    """The status that keeps a unit from flying in the phases that are played, or nothing: only refit makes it active again."""
    play, unit = turn.setting.play, turn.unit(unit_id)
    if not play or unit.status not in (INACTIVE, ELSEWHERE) or (order.player, order.phase) not in play:
        return ""
    before = play[: play.index((order.player, order.phase))]
    return "" if (turn.counter(unit_id).side, "refit") in before else unit.status


@rule("R11")
def check_strikers(document: Section, orders: list[Order], turn: Turn, problems: Problems) -> None:
    """Who barrages in the combat phase must be over the target by then."""
    sent = {unit for order in orders if order.phase != "combat" for unit in order.units}
    for said in document["orders"] or ():
        order = next((order for order in orders if order.id == said["id"]), None)
        if order is None or order.phase != "combat" or order.does == "capture":
            continue
        for at, unit_id in enumerate(order.units):
            if unit_id in turn.setting.counters and turn.unit(unit_id).status != ELSEWHERE and unit_id not in sent:
                refused = barrage_refused(turn.unit(unit_id).status, order.phase, order.role, turn.setting.profile)
                problems.add(said["with"].marks[at], f"{unit_id}: {refused}")


@rule("R30", "R34", "R52")
def check_result(said: Section, order: Order, turn: Turn) -> Refusals:
    """A stated result is one that the table knows; ships are attacked only where the naval rules are used."""
    if order.result and order.does == "base-attack":
        refused = code_refused(order.result, turn.setting.facility_codes)
        if refused:
            yield said.at("result"), refused
    elif order.result and order.does == "trainbust" and order.result not in RAIL_RESULTS:
        yield said.at("result"), f"{order.result!r} is no result for a rail line; expected one of {', '.join(RAIL_RESULTS)} (R51)"
    elif order.result and order.does in ("barrage", "hip-shoot") and order.result not in RESULTS:
        yield said.at("result"), f"{order.result!r} is no barrage result; expected one of {', '.join(RESULTS)} (R34)"
    elif order.result and order.does not in ("base-attack", "trainbust", "barrage", "hip-shoot"):
        yield said.at("result"), f"{order.does} has no result to state"
    if (order.does == "ship-attack") != bool(order.ship):
        yield said.mark, "a ship-attack names its ship, and nothing else does (R52)"
    if order.does != "ship-attack":
        return
    if turn.rulings["naval"] == "off":
        yield said.at("does"), "ships are attacked only with the option naval: v4.3 (R52)"
    ship = turn.setting.ships.get(order.ship)
    if ship and (ship.at != order.at or ship.side == order.side):
        yield said.at("ship"), f"{ship.name} is a ship of {ship.side} at {ship.at}; expected an enemy ship at {order.at} (R52)"
    for unit in order.units:
        if "S" in turn.counter(unit).types:
            yield said.at("with"), f"{unit}: strategic bombers do not attack ships (R52)"


@rule("R45", "R46", "R47", "R48")
def check_cargo(said: Section, order: Order, turn: Turn) -> Refusals:
    """What is flown can be carried, unloaded and dropped."""
    carries = order.does in ("drop", "transport")
    if carries != bool(order.cargo):
        yield said.mark, f"{order.does} {'needs cargo' if carries else 'carries no cargo'} (R45)"
        return
    for cargo, item in zip(order.cargo, said["cargo"] or (), strict=True):
        if bool(cargo.supply) == bool(cargo.res):
            yield item.mark, f"{cargo.id} has {cargo.supply}T and {cargo.res} RE; expected one of the two"
        if cargo.is_unit and (not cargo.leg or cargo.allowance > LIFTED_MA):
            foot = " on foot" if cargo.leg else ", not on foot"
            yield item.mark, f"{cargo.id} moves {cargo.allowance}{foot}; expected at most {LIFTED_MA} on foot (R45)"
    load = sum((weight(cargo, turn.rulings) for cargo in order.cargo), Fraction(0))
    if carries and order.units:
        room = sum((capacity(turn, order, unit) for unit in order.units), Fraction(0))
        if load > ceil(room) or (load > room and order.method != "glider"):
            yield said.at("cargo"), f"the cargo weighs {load}T; the mission carries {room}T (R45)"
    yield from check_unloading(said, order, turn, load)


@rule("R33", "R46", "R47")
def check_unloading(said: Section, order: Order, turn: Turn, load: Fraction) -> Refusals:
    """A base unloads 2T for each level unless the transports stay; gliders are at hand; planned drops were planned."""
    base = turn.base(order.at)
    if order.does == "transport" and base and not order.stays:
        limit = UNLOADED * max(1, base.level)
        if load > limit:
            yield said.at("cargo"), f"{order.at} unloads {limit}T in a segment, not {load}T, unless the transports stay (R33)"
    if order.method == "glider" and order.does != "drop":
        yield said.at("method"), f"gliders are for drops here, not for {order.does} (R46)"
    elif order.method == "glider" and order.units:
        homes = {turn.counter(unit).home for unit in order.units}
        gliders = sum(base.gliders for base in turn.bases if base.id in homes)
        if gliders < len(order.units):
            yield said.at("method"), f"{gliders} gliders at {', '.join(sorted(homes))} for {len(order.units)} tow planes (R46)"
    units = any(cargo.is_unit for cargo in order.cargo)
    if order.does == "drop" and units and turn.rulings["drop-plan"] == "required":
        if order.phase != "movement":
            yield said.at("in"), f"units are dropped in the movement phase only, not in {order.phase} (R47)"
        if said["planned"] < 2:
            yield said.mark, f"the drop was planned {said['planned']} turns ago; expected at least 2 (R47)"


@rule("R37", "R38")
def check_capture(said: Section, order: Order, turn: Turn) -> Refusals:
    """Capture rolls are for the units at the base and no others."""
    if order.does != "capture":
        if order.advance or order.self_inflicted:
            yield said.mark, f"{order.does} captures nothing; advance and self-inflicted go with capture (R38)"
        return
    for at, unit in enumerate(order.units):
        if turn.unit(unit).place != order.at or turn.unit(unit).status == ELSEWHERE:
            place = turn.unit(unit).place
            yield said["with"].marks[at], f"{unit} is at {place}; capture rolls are for units at {order.at} (R37)"


CHECKS = (check_phase, check_result, check_cargo, check_capture)
