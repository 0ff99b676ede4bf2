"""The sequence of a player turn (18.511-18.513), from top to bottom.

A scenario is a whole player turn or a part of it: its agenda names the entries of the sequence that are played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, Never

from airwar.engine.frozen import replace
from airwar.engine.moves import End, Move, call
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war import (
    airbases,
    carriers,
    counterair,
    displacement,
    ground_attacks,
    ground_support,
    kamikaze_orders,
    kamikazes,
    redeployment,
    sea_service,
    staging,
    start_and_end,
    strategic_bombing,
    training,
    transport,
)
from airwar.rulesets.world_at_war.position import position_sheets
from airwar.rulesets.world_at_war.state import Turn


class Phase(NamedTuple):
    """An entry of the sequence of play: `phase.part`, the procedure that plays it, and the rule that puts it there."""

    id: str
    play: Callable[[Referee, Turn], Move[Turn]]
    rule: str
    asks: bool = False  # whether orders or events are asked for here

    @property
    def name(self) -> str:
        """The phase of the player turn that the entry belongs to."""
        return self.id.partition(".")[0]


PLAYER_TURN = (
    Phase("start.weather", start_and_end.winter_comes, "19.31A", asks=True),
    Phase("start.supply", displacement.supply_is_told, "18.51"),
    Phase("start.uninversion", start_and_end.uninvert_at_the_start, "18.71"),
    Phase("movement.airbases", airbases.airbases_are_placed, "18.142", asks=True),
    Phase("movement.transfers", carriers.naval_air_transfers, "17.3122A", asks=True),
    Phase("movement.staging", staging.stage_air_units, "18.21", asks=True),
    Phase("movement.transfers-after", carriers.naval_air_transfers, "17.3122A", asks=True),
    Phase("movement.counterair", counterair.announce_counterair, "18.511A", asks=True),
    Phase("movement.air-supply", transport.air_transport_activities, "18.511D", asks=True),
    Phase("movement.hump", transport.air_transport_activities, "18.511E", asks=True),
    Phase("movement.air-transport", transport.air_transport_activities, "18.511F", asks=True),
    Phase("movement.overruns", ground_attacks.next_overrun, "18.511G", asks=True),
    Phase("movement.kamikazes", kamikazes.announce_kamikazes, "17.47"),
    Phase("movement.at-sea", sea_service.events_at_sea, "18.58"),
    Phase("movement.sinkings", carriers.carriers_are_sunk, "17.3127", asks=True),
    Phase("movement.displacement", displacement.bases_fall, "18.25", asks=True),
    Phase("combat.counterair", counterair.announce_counterair, "18.512A", asks=True),
    Phase("combat.hump", transport.air_transport_activities, "18.512G", asks=True),
    Phase("combat.kamikazes", kamikazes.announce_kamikazes, "17.4"),
    Phase("combat.ground-support", ground_support.regular_support, "18.512D", asks=True),
    Phase("combat.airdrops", transport.air_transport_activities, "18.512C", asks=True),
    Phase("combat.attacks", ground_attacks.regular_attacks, "18.512", asks=True),
    Phase("combat.exploitation-support", ground_support.exploitation_support, "18.551", asks=True),
    Phase("combat.exploitation-airdrops", transport.air_transport_activities, "18.512C", asks=True),
    Phase("combat.exploitation-attacks", ground_attacks.exploitation_attacks, "18.551", asks=True),
    Phase("combat.bombing", strategic_bombing.announce_bombing, "18.512F", asks=True),
    Phase("combat.kamikazes-after", kamikazes.announce_kamikazes, "17.47"),
    Phase("combat.at-sea", sea_service.events_at_sea, "18.58"),
    Phase("combat.sinkings", carriers.carriers_are_sunk, "17.3127", asks=True),
    Phase("combat.displacement", displacement.bases_fall, "18.25", asks=True),
    Phase("construction.airbases", airbases.airbases_are_placed, "18.142", asks=True),
    Phase("construction.units", redeployment.units_are_built, "18.72C"),
    Phase("construction.training", training.train_naval_air, "17.35"),
    Phase("construction.kamikazes", kamikaze_orders.invoke_kamikazes, "17.43"),
    Phase("redeployment.airbases", airbases.airbases_are_placed, "18.142", asks=True),
    Phase("redeployment.transfers", carriers.naval_air_transfers, "17.3122B", asks=True),
    Phase("redeployment.air-transport", transport.air_transport_activities, "18.513A", asks=True),
    Phase("redeployment.units", redeployment.air_units_redeploy, "18.42B", asks=True),
    Phase("redeployment.transfers-after", carriers.naval_air_transfers, "17.3122B", asks=True),
    Phase("redeployment.strategic", strategic_bombing.redeploy_strategic, "17.71", asks=True),
    Phase("end.uninversion", start_and_end.uninvert_at_the_end, "18.72"),
    Phase("end.strategic", strategic_bombing.uninvert_strategic, "18.73A"),
)
PHASES = {phase.id: phase for phase in PLAYER_TURN}


ASKED = tuple(phase.id for phase in PLAYER_TURN if phase.asks)


@rule("18.511", "18.511A", "18.511C", "18.511D", "18.511E", "18.511F", "18.511G", "18.511H", "18.511I")
@rule("18.512", "18.512A", "18.512B", "18.512C", "18.512D", "18.512E", "18.512F", "18.512G", "18.512H")
@rule("18.513", "18.513A", "18.513B", "18.5")
def in_order(agenda: Iterable[str]) -> tuple[str, ...]:
    """An agenda in the order of the player turn, each entry once."""
    wanted = set(agenda)
    return tuple(phase.id for phase in PLAYER_TURN if phase.id in wanted)


@rule("18.511", "18.512", "18.513")
def proceed(ref: Referee, turn: Turn) -> Move[Never]:
    """The next entry of the agenda is played, or the turn is over. A base counteraired in one phase is a refuge in the next."""
    if not turn.agenda or PHASES[turn.agenda[0]].name != turn.phase:
        turn = displacement.stranded_displaced(ref, turn)
    if not turn.agenda:
        if turn.setting.whole_turn:
            ref.tell(position_sheets, turn)
        return End(result_of(turn), turn)
    phase = PHASES[turn.agenda[0]]
    if phase.name != turn.phase:
        counterair, basing = turn.counterair._replace(tried=(), counteraired=()), turn.basing._replace(fresh=())
        turn = replace(turn, phase=phase.name, counterair=counterair, basing=basing)
    basing = turn.basing._replace(moved=()) if turn.basing.moved else turn.basing
    turn = replace(turn, part=phase.id, asked=0, basing=basing, agenda=turn.agenda[1:])
    return call(phase.play, turn, back=phase_over, keep=turn)


@rule("18.511", "18.512", "18.513")
def phase_over(ref: Referee, before: Turn, turn: Turn) -> Move[Never]:
    """The turn continues as the phase has left it."""
    return proceed(ref, turn)


def result_of(turn: Turn) -> str:
    """The results of the turn in one line."""
    if len(turn.results) == 1:
        return turn.results[0][1]
    nothing = "turn over" if turn.setting.whole_turn else "nothing flown"
    return "; ".join(f"{turn.setting.name(place)}: {result}" for place, result in turn.results) or nothing


STEPS = (proceed, phase_over)
