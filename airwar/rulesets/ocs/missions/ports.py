"""Ports (R55): facilities that take hits on the table Barrage vs Facility and lose capacity."""

from __future__ import annotations

from fractions import Fraction

from airwar.engine.events import Loss
from airwar.engine.moves import Move
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.charts import load_chart
from airwar.rulesets.kit.names import count
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.outcome import NO_EFFECT, Outcome
from airwar.rulesets.ocs.board.places import MOST_HITS, Harbor, Port
from airwar.rulesets.ocs.missions.barrage import counted
from airwar.rulesets.ocs.missions.facility import attack
from airwar.rulesets.ocs.missions.fire import fire_of
from airwar.rulesets.ocs.missions.flight import Flight, after_barrage
from airwar.rulesets.ocs.units.air import PACKAGE, half_up


@rule("R55")
def port_capacity(harbor: Harbor, hits: int) -> int:
    """What a port handles in T: as its own damage track prints, or a share of its capacity, rounded to 1T."""
    if harbor.track and hits:
        return harbor.track[hits - 1]
    share = Fraction(int(dict(load_chart(PACKAGE, "port-damage-4.3").rows)[str(hits)][0]), 100)
    return half_up(harbor.capacity * share)


def capacity_at(board: Board, port: Port) -> int:
    """What a port handles now, in T."""
    harbor = board.setting.hexes[port.place].harbor
    assert harbor is not None
    return port_capacity(harbor, port.hits)


@rule("R55", "R34")
def port_attack(ref: Referee, flight: Flight) -> Move[Outcome]:
    """Planes attack a port."""
    flight = counted(flight)
    result = attack(ref, fire_of(flight))
    board, text = damage_port(ref, flight.board, flight.mission.at, result.levels)
    return after_barrage(ref, flight.on(board)).over(text)


@rule("R55")
def damage_port(ref: Referee, board: Board, place: str, hits: int) -> tuple[Board, str]:
    """A port takes hits, four at most. Returns the board and the result."""
    port = board.port(place)
    assert port is not None
    taken = min(hits, MOST_HITS - port.hits)
    if taken <= 0:
        return board, NO_EFFECT
    after = port._replace(hits=port.hits + taken)
    name, left = board.setting.name(place), capacity_at(board, after)
    ref.tell(Loss, port.side, f"port of {name}", taken, f"{'hit' if taken == 1 else 'hits'}, capacity now {left}T")
    return board.with_port(after), count(taken, "hit")
