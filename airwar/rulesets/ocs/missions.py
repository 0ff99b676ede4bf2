"""How a mission goes (R15): it flies out, meets the enemy in the air, passes the flak, does its work, and goes home."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from airwar.engine.referee import Event, Next, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.ocs.air_combat import AirCombat, air_combat_begins
from airwar.rulesets.ocs.basing import HOMEWARD, come_down
from airwar.rulesets.ocs.functions import barrage_refused, flight_refused, interdiction_refused
from airwar.rulesets.ocs.rulings import HOUSE, V4, chosen, number, ruled
from airwar.rulesets.ocs.sequence import ACT_STEPS, STRIKES, carries_out, next_act, weather_refuses
from airwar.rulesets.ocs.state import Act, Order, Turn
from airwar.rulesets.ocs.units import ELSEWHERE, SPENT, STRIKE, Air

MISSION_STEPS: dict[str, Callable[..., Any]] = {}  # the step that does the work of each mission
ON_OWN_BASES = ("transport", "transfer")


@dataclass(frozen=True)
class Flight:
    """A mission in the air: its order, and the units that were sent."""

    turn: Turn
    order: int
    sent: tuple[str, ...]

    @property
    def mission(self) -> Order:
        return self.turn.setting.orders[self.order]

    @property
    def fliers(self) -> tuple[str, ...]:
        """Those of its units that are still with it."""
        over = self.turn.over(self.mission.at, self.mission.side)
        return tuple(unit for unit in self.sent if unit in over)


def does(*missions: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Marks the step that does the work of a mission."""

    def register(step: Callable[..., Any]) -> Callable[..., Any]:
        MISSION_STEPS.update(dict.fromkeys(missions, step))
        return step

    return register


@rule("R10", "R13", "R45")
def reach_of(turn: Turn, order: Order, unit_id: str) -> int:
    """How far a unit flies on a mission: its range, or twice that to a base where it stays."""
    reach = turn.counter(unit_id).range
    stays = order.does == "transfer" or (order.does == "transport" and order.stays)
    return 2 * reach if stays else reach


@rule("R10", "R51", "R36", "R16")
def flying_refused(turn: Turn, order: Order, unit: Air) -> str | None:
    """Why a unit does not fly this mission, or None when it does."""
    counter = turn.counter(unit.id)
    if counter.side != order.side:
        return f"it belongs to {counter.side}; {order.side} flies this mission"
    refused = flight_refused(unit.status, order.phase, order.role, turn.setting.profile)
    if refused:
        return refused
    distance = turn.setting.distance(unit.place, order.at)
    if distance is None:
        return f"no distance is given between {unit.place} and {order.at}; add it under distances"
    reach = reach_of(turn, order, unit.id)
    if distance > reach:
        return f"{turn.setting.name(order.at)} is {distance} hexes away; it flies {reach} at most (R10)"
    if order.does == "interdict":
        return interdiction_refused(counter.range, distance)
    if order.does == "sweep" and not counter.fighter:
        return "only fighters sweep (R16)"
    return hip_shot_refused(turn, order, unit.id) if order.does == "hip-shoot" else None


@rule("R36")
def hip_shot_refused(turn: Turn, order: Order, unit_id: str) -> str | None:
    """A hip shoot is for one plane of a listed nation, never a strategic bomber, with a spotter beside the target."""
    counter = turn.counter(unit_id)
    if counter.nation not in turn.setting.hip_shooters:
        listed = ", ".join(turn.setting.hip_shooters) or "none"
        return f"{counter.nation or 'no nation'} is not listed for hip shoots; listed: {listed} (R36)"
    if "S" in counter.types:
        return "strategic bombers never hip shoot (R36)"
    if order.side not in turn.setting.places[order.at].spotters:
        return f"a hip shoot needs a spotter of {order.side} beside {turn.setting.name(order.at)} (R36)"
    return None


# A, B: declare and fly


@carries_out("fly")
@rule("R10", "R14", "R15")
def fly(ref: Referee, turn: Turn) -> Next:
    """The units of a mission are lifted from their bases to the mission hex; who may not fly stays, and is told why."""
    act = turn.acts[0]
    order = turn.setting.orders[act.order]
    turn = replace(turn, acts=turn.acts[1:])
    ref.enter(order.id, f"{order.side}: {order.does.replace('-', ' ')} at {turn.setting.name(order.at)}")
    refused = weather_refuses(turn.setting, order.phase) or target_refused(turn, order)
    if refused:
        ref.tell(Note, f"not flown: {refused}")
        return Next(next_act, turn.with_result(order.id, "not flown"))
    turn, sent = with_gliders(ref, turn, order, who_flies(ref, turn, order))
    if not sent:
        return Next(next_act, turn.with_result(order.id, "not flown"))
    ref.tell(takeoff, turn, order, sent)
    turn = turn.with_units(*(airborne(turn, order, unit) for unit in sent))
    # Ruling: air combat begins when a mission arrives; units that become active beneath enemy planes do not start one.
    enemies = turn.active_at(order.at, turn.setting.enemy_of(order.side))
    if enemies:
        fighting = turn.active_at(order.at, order.side)
        return Next(air_combat_begins, AirCombat(turn, order.at, act.order, sent, fighting, enemies))
    return Next(ACT_STEPS["interception"], Flight(turn, act.order, sent))


@rule("R41", "R45")
def target_refused(turn: Turn, order: Order) -> str | None:
    """Why a base is no target any more, since it has changed hands; None when it still is."""
    base = turn.base(order.at)
    if base is None or order.does not in (*ON_OWN_BASES, "base-attack"):
        return None
    wanted = base.side == order.side if order.does in ON_OWN_BASES else base.side != order.side
    return None if wanted else f"{turn.setting.name(order.at)} belongs to {base.side}"


@rule("R10", "R14")
def who_flies(ref: Referee, turn: Turn, order: Order) -> tuple[str, ...]:
    """The units that the order names, or those that the player picks among all that may."""
    most = 1 if order.does == "hip-shoot" else number(turn.rulings, "max-per-mission")
    if order.units:
        sent = []
        for unit_id in order.units:
            refused = flying_refused(turn, order, turn.unit(unit_id))
            if refused:
                ref.tell(Note, f"{turn.counter(unit_id).name} does not fly: {refused}")
            else:
                sent.append(unit_id)
        return tuple(sent)
    able = {unit.id: 1 for unit in turn.units if flying_refused(turn, order, unit) is None}
    labels = {unit: turn.counter(unit).label for unit in able}
    if len(able) > most:
        ref.tell(ruled, turn.rulings, "max-per-mission", f"at most {most} units fly one mission")
    default = dict.fromkeys(list(able)[:most], 1)
    picked = ref.allot("fly", able, by=order.side, most=most, default=default, labels=labels)
    return tuple(unit for unit, flies in picked.items() if flies)


@rule("R46")
def with_gliders(ref: Referee, turn: Turn, order: Order, sent: tuple[str, ...]) -> tuple[Turn, tuple[str, ...]]:
    """Each tow plane takes a glider from its base, which flies this once; who finds none stays."""
    if order.method != "glider":
        return turn, sent
    towing = []
    for unit in sent:
        base = turn.base(turn.unit(unit).place)
        if base and base.gliders:
            turn = turn.with_base(base._replace(gliders=base.gliders - 1))
            towing.append(unit)
        else:
            ref.tell(Note, f"{turn.counter(unit).name} does not fly: there is no glider at its base (R46)")
    return turn, tuple(towing)


def takeoff(turn: Turn, order: Order, sent: tuple[str, ...]) -> list[Event]:
    """Who flies, from where, and how far."""
    return [Note(f"{turn.counter(unit).name} flies {way(turn, order, unit)}") for unit in sent]


def way(turn: Turn, order: Order, unit: str) -> str:
    here, reach = turn.unit(unit).place, reach_of(turn, order, unit)
    return f"from {turn.setting.name(here)}, {turn.setting.distance(here, order.at) or 0} hexes of {reach}"


def waiting(flight: Flight, until: str) -> Note:
    """Who is over the hex now and acts there later."""
    turn = flight.turn
    names = ", ".join(turn.counter(unit).name for unit in flight.fliers)
    return Note(f"over {turn.setting.name(flight.mission.at)} until {until}: {names}")


def airborne(turn: Turn, order: Order, unit_id: str) -> Air:
    """A unit over the mission hex."""
    unit = turn.unit(unit_id)
    duty = STRIKE if order.does in (*STRIKES, "station") else ""
    return Air(unit_id, ELSEWHERE, order.at, unit.steps, duty, turn.setting.distance(unit.place, order.at) or 0)


# C: after air combat


@carries_out("after-air-combat")
@rule("R15")
def after_air_combat(ref: Referee, combat: AirCombat) -> Next:
    """The mission goes on to what comes next."""
    flight = Flight(combat.turn, combat.order, combat.sent)
    if flight.fliers:
        ref.enter(combat.mission.id, f"{combat.mission.side}: the mission goes on")
    return Next(arrive if combat.interception else ACT_STEPS["interception"], flight)


@rule("R15", "R34")
def arrive(ref: Referee, flight: Flight) -> Next:
    """Over its hex the mission does its work, or in v3.0 waits there for the barrage segment."""
    order, turn = flight.mission, flight.turn
    if not flight.fliers:
        ref.tell(Note, "nobody is left to carry out the mission")
        return turned_back(flight, "driven off")
    if order.does in STRIKES and turn.rulings["profile"] != V4:
        ref.tell(waiting, flight, "the barrage segment")
        return Next(next_act, turn)
    return Next(ACT_STEPS["flak"], flight)


@carries_out("resolve")
@rule("R11", "R12", "R34")
def barrage_segment(ref: Referee, turn: Turn) -> Next:
    """Units that are over the target already barrage it; one that has barraged does not do so again before it returns."""
    act: Act = turn.acts[0]
    order = turn.setting.orders[act.order]
    turn = replace(turn, acts=turn.acts[1:])
    if any(name == order.id for name, _ in turn.results):  # never got there
        return Next(next_act, turn)
    ref.enter(order.id, f"{order.side}: {order.does.replace('-', ' ')} at {turn.setting.name(order.at)}")
    able = []
    for unit_id in order.units or turn.over(order.at, order.side):
        refused = striking_refused(turn, order, turn.unit(unit_id))
        if refused:
            ref.tell(Note, f"{turn.counter(unit_id).name} does not barrage: {refused}")
        else:
            able.append(unit_id)
    refused = target_refused(turn, order)
    if not order.units and len(able) > 1 and not refused:
        able = picked_to_strike(ref, turn, order, able)
    if refused or not able:
        ref.tell(Note, f"no barrage: {refused or 'nobody is there to carry it out'}")
        return Next(next_act, turn.with_result(order.id, "no barrage"))
    return Next(ACT_STEPS["flak"], Flight(turn, act.order, tuple(able)))


@rule("R11", "R12")
def striking_refused(turn: Turn, order: Order, unit: Air) -> str | None:
    """Why a unit does not barrage here, or None when it does."""
    refused = barrage_refused(unit.status, order.phase, order.role, turn.setting.profile)
    if refused:
        return refused
    if unit.place != order.at:
        return f"it is over {turn.setting.name(unit.place)}"
    if unit.duty == SPENT and turn.rulings["barrage-per-sortie"] == "once":
        return f"it has barraged already and must return first ({HOUSE}: once a sortie, R12)"
    return None


@rule("R14")
def picked_to_strike(ref: Referee, turn: Turn, order: Order, able: list[str]) -> list[str]:
    most = number(turn.rulings, "max-per-mission")
    labels = {unit: turn.counter(unit).label for unit in able}
    default = dict.fromkeys(able[:most], 1)
    picked = ref.allot("strike", dict.fromkeys(able, 1), by=order.side, most=most, default=default, labels=labels)
    return [unit for unit, strikes in picked.items() if strikes]


# G: the way home


@rule("R34")
def turned_back(flight: Flight, result: str) -> Next:
    """Nobody is left; a barrage counts all the same, and what becomes of cargo is told."""
    order, turn = flight.mission, flight.turn.with_result(flight.mission.id, result)
    if order.does in ("barrage", "base-attack", "trainbust"):
        turn = replace(turn, barraged=(*turn.barraged, order.at))
    return Next(ACT_STEPS["cargo-turned-back"], replace(flight, turn=turn)) if order.cargo else Next(next_act, turn)


@rule("R12", "R15")
def after_barrage(ref: Referee, flight: Flight) -> Turn:
    """The barrage done, the units stay over the target until their return phase (v3.0), or go home at once (4.3)."""
    turn = flight.turn
    if turn.rulings["barrage-return"] == "immediate":
        ref.tell(chosen, turn.rulings, "barrage-return", "the units go home at once")
        return homeward(ref, flight)
    ref.tell(ruled, turn.rulings, "barrage-return", "the units stay over the target until their Return phase")
    return turn.with_units(*(turn.unit(unit)._replace(duty=SPENT) for unit in flight.fliers))


@rule("R15")
def homeward(ref: Referee, flight: Flight) -> Turn:
    """Every unit of the mission goes to a friendly base in range and is inactive."""
    turn = flight.turn
    for unit in flight.fliers:
        turn = come_down(ref, turn, unit, turn.counter(unit).range, HOMEWARD)
    return turn
