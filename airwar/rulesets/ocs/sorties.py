"""Missions whose work is soon told: interdiction, waiting over a target, fighter sweeps, transfers."""

from __future__ import annotations

from airwar.engine.referee import Next, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.ocs.missions import Flight, does, homeward, waiting
from airwar.rulesets.ocs.rulings import V4, borrowed, chosen, ruled
from airwar.rulesets.ocs.sequence import next_act
from airwar.rulesets.ocs.stacking import active_room
from airwar.rulesets.ocs.units import AT_BASE, INTERDICTION


@does("interdict")
@rule("R51")
def interdict(ref: Referee, flight: Flight) -> Next:
    """The units stay over the hex, on interdiction, until their return phase."""
    turn = flight.turn
    for unit in flight.fliers:
        turn = turn.with_units(turn.unit(unit)._replace(duty=INTERDICTION))
    ref.tell(Note, f"{turn.setting.name(flight.mission.at)} is interdicted")
    return Next(next_act, turn.with_result(flight.mission.id, "interdicted"))


@does("station")
@rule("R11")
def station(ref: Referee, flight: Flight) -> Next:
    """The units stay over the hex, to barrage it in a later phase."""
    ref.tell(waiting, flight, "a later phase")
    return Next(next_act, flight.turn.with_result(flight.mission.id, "on station"))


@does("sweep")
@rule("R16")
def sweep(ref: Referee, flight: Flight) -> Next:
    """A fighter sweep has fought, or found nobody; win or lose it goes home."""
    turn = flight.turn
    if turn.rulings["sweep-returns"] == "yes":
        ref.tell(ruled, turn.rulings, "sweep-returns", "a sweep goes home, win or lose")
        turn = homeward(ref, flight)
    else:
        ref.tell(chosen, turn.rulings, "sweep-returns", "the sweep stays over the hex")
    return Next(next_act, turn.with_result(flight.mission.id, "swept"))


@does("transfer")
@rule("R13", "R14", "R45")
def transfer(ref: Referee, flight: Flight) -> Next:
    """The units come down at another base and are inactive there; in 4.3 fighters within their range stay active."""
    turn, place = flight.turn, flight.mission.at
    for unit_id in flight.fliers:
        unit, counter = turn.unit(unit_id), turn.counter(unit_id)
        active = turn.setting.profile == V4 and counter.fighter and unit.flown <= counter.range and active_room(turn, place) != 0
        turn = turn.with_units(unit.landed(place, AT_BASE) if active else unit.landed(place))
        status = "active" if active else "inactive"
        ref.tell(Note, f"{counter.name} is {status} at {turn.setting.name(place)}{borrowed(turn.rulings)}")
    return Next(next_act, turn.with_result(flight.mission.id, "transferred"))
