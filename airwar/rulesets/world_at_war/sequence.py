"""The sequence of a player turn (18.511-18.513), from top to bottom.

A scenario is a whole player turn or a part of it: its agenda names the entries of the sequence that are played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Never

from airwar.engine.frozen import dataclass, replace
from airwar.engine.moves import End, Move, Return, call
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
from airwar.rulesets.world_at_war.ordering import order_key
from airwar.rulesets.world_at_war.position import position_sheets
from airwar.rulesets.world_at_war.state import Turn


@dataclass(frozen=True)
class Phase:
    """An entry of the sequence of play: `phase.part`, the procedure that plays it, and the rule that puts it there."""

    id: str
    play: Callable[[Referee, Turn], Move[Turn]]
    rule: str
    asks: bool = False  # whether orders or events are asked for here
    prepared: Callable[[Turn, str], bool] | None = None  # whether anything is; None if more may happen than is prepared or ordered
    by: str = "attacker"  # who orders here
    scope: str = ""  # of the question for an order, if not the id

    @cached_property
    def name(self) -> str:
        """The phase of the player turn that the entry belongs to."""
        return self.id.partition(".")[0]


# what is prepared for an entry


def nothing_waits(turn: Turn, part: str) -> bool:
    return False


def airbases_wait(turn: Turn, part: str) -> bool:
    """Airbases, or air units that a base cannot hold when construction is over."""
    prepared = any(placed.phase == turn.phase for placed in turn.basing.placements)
    return prepared or (turn.phase == "construction" and bool(displacement.too_full(turn)))


def transfers_wait(turn: Turn, part: str) -> bool:
    return bool(carriers.prepared_transfers(turn))


def flights_wait(turn: Turn, part: str) -> bool:
    return any(flight.part == part for flight in turn.flights)


def sinkings_wait(turn: Turn, part: str) -> bool:
    return any(sinking.phase == turn.phase for sinking in turn.basing.sinkings)


def falls_wait(turn: Turn, part: str) -> bool:
    return any(fall.phase == turn.phase for fall in turn.basing.falls)


def raids_wait(turn: Turn, part: str) -> bool:
    return bool(turn.bombing)


def fronts_wait(turn: Turn, part: str) -> bool:
    return bool(turn.setting.strategy.moves)


PLAYER_TURN = (
    Phase("start.weather", start_and_end.winter_comes, "19.31A", asks=True),
    Phase("start.supply", displacement.supply_is_told, "18.51"),
    Phase("start.uninversion", start_and_end.uninvert_at_the_start, "18.71"),
    Phase("movement.airbases", airbases.airbases_are_placed, "18.142", asks=True, prepared=airbases_wait),
    Phase("movement.transfers", carriers.naval_air_transfers, "17.3122A", asks=True, prepared=transfers_wait),
    Phase("movement.staging", staging.stage_air_units, "18.21", asks=True),
    Phase("movement.transfers-after", carriers.naval_air_transfers, "17.3122A", asks=True, prepared=transfers_wait),
    Phase("movement.counterair", counterair.announce_counterair, "18.511A", asks=True),
    Phase("movement.air-supply", transport.air_transport_activities, "18.511D", asks=True, prepared=flights_wait),
    Phase("movement.hump", transport.air_transport_activities, "18.511E", asks=True, prepared=flights_wait),
    Phase("movement.air-transport", transport.air_transport_activities, "18.511F", asks=True, prepared=flights_wait),
    Phase("movement.overruns", ground_attacks.next_overrun, "18.511G", asks=True),
    Phase("movement.kamikazes", kamikazes.announce_kamikazes, "17.47"),
    Phase("movement.at-sea", sea_service.events_at_sea, "18.58", prepared=nothing_waits, by="referee"),
    Phase(
        "movement.sinkings",
        carriers.carriers_are_sunk,
        "17.3127",
        asks=True,
        prepared=sinkings_wait,
        by="referee",
        scope="sinkings.movement",
    ),
    Phase(
        "movement.displacement",
        displacement.bases_fall,
        "18.25",
        asks=True,
        prepared=falls_wait,
        by="referee",
        scope="displacement",
    ),
    Phase("combat.counterair", counterair.announce_counterair, "18.512A", asks=True),
    Phase("combat.hump", transport.air_transport_activities, "18.512G", asks=True, prepared=flights_wait),
    Phase("combat.kamikazes", kamikazes.announce_kamikazes, "17.4"),
    Phase("combat.ground-support", ground_support.regular_support, "18.512D", asks=True),
    Phase("combat.airdrops", transport.air_transport_activities, "18.512C", asks=True, prepared=flights_wait),
    Phase("combat.attacks", ground_attacks.regular_attacks, "18.512", asks=True),
    Phase("combat.exploitation-support", ground_support.exploitation_support, "18.551", asks=True),
    Phase("combat.exploitation-airdrops", transport.air_transport_activities, "18.512C", asks=True, prepared=flights_wait),
    Phase("combat.exploitation-attacks", ground_attacks.exploitation_attacks, "18.551", asks=True),
    Phase("combat.bombing", strategic_bombing.announce_bombing, "18.512F", asks=True, prepared=raids_wait),
    Phase("combat.kamikazes-after", kamikazes.announce_kamikazes, "17.47"),
    Phase("combat.at-sea", sea_service.events_at_sea, "18.58", prepared=nothing_waits, by="referee"),
    Phase(
        "combat.sinkings", carriers.carriers_are_sunk, "17.3127", asks=True, prepared=sinkings_wait, by="referee", scope="sinkings"
    ),
    Phase(
        "combat.displacement",
        displacement.bases_fall,
        "18.25",
        asks=True,
        prepared=falls_wait,
        by="referee",
        scope="displacement.combat",
    ),
    Phase("construction.airbases", airbases.airbases_are_placed, "18.142", asks=True, prepared=airbases_wait),
    Phase("construction.units", redeployment.units_are_built, "18.72C"),
    Phase("construction.training", training.train_naval_air, "17.35"),
    Phase("construction.kamikazes", kamikaze_orders.invoke_kamikazes, "17.43"),
    Phase("redeployment.airbases", airbases.airbases_are_placed, "18.142", asks=True, prepared=airbases_wait),
    Phase("redeployment.transfers", carriers.naval_air_transfers, "17.3122B", asks=True, prepared=transfers_wait),
    Phase("redeployment.air-transport", transport.air_transport_activities, "18.513A", asks=True, prepared=flights_wait),
    Phase("redeployment.units", redeployment.air_units_redeploy, "18.42B", asks=True),
    Phase("redeployment.transfers-after", carriers.naval_air_transfers, "17.3122B", asks=True, prepared=transfers_wait),
    Phase("redeployment.strategic", strategic_bombing.redeploy_strategic, "17.71", asks=True, prepared=fronts_wait),
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
    """The next entry of the agenda is played, or the turn is over."""
    for passed, entry in enumerate(turn.agenda):
        phase = PHASES[entry]
        if phase.name != turn.phase:
            turn = phase_begins(displacement.stranded_displaced(ref, turn), phase.name)
        if not passed_over(ref, turn, phase):
            basing = turn.basing._replace(moved=()) if turn.basing.moved else turn.basing
            turn = replace(turn, part=phase.id, asked=0, basing=basing, agenda=turn.agenda[passed + 1 :])
            return call(phase.play, turn, back=phase_over, keep=turn)
    turn = displacement.stranded_displaced(ref, replace(turn, agenda=()))
    if turn.setting.whole_turn:
        ref.tell(position_sheets, turn)
    return End(result_of(turn), turn)


@rule("18.511", "18.512", "18.523")
def phase_begins(turn: Turn, phase: str) -> Turn:
    """A base counteraired in one phase is a refuge in the next, and an airbase placed in it serves everybody from now on."""
    if turn.counterair.tried or turn.counterair.counteraired:
        turn = turn.with_counterair(turn.counterair._replace(tried=(), counteraired=()))
    if turn.basing.fresh:
        turn = turn.with_basing(turn.basing._replace(fresh=()))
    return replace(turn, phase=phase)


def passed_over(ref: Referee, turn: Turn, phase: Phase) -> bool:
    """Whether nothing happens in an entry: nothing is prepared for it, and nobody orders anything."""
    if phase.prepared is None or phase.prepared(turn, phase.id):
        return False
    return not turn.setting.orders_asked or ref.takes_default(order_key(phase.by, 1), phase.by, phase.scope or phase.id)


@rule("18.511", "18.512", "18.513")
def phase_over(ref: Referee, before: Turn, turn: Turn) -> Move[Never]:
    """The turn continues as the phase has left it."""
    return proceed(ref, turn)


def announced(ref: Referee, turn: object, scope: str) -> Move[Turn | None]:
    """An announced counterair or raid begins now, ahead of the others of its phase; nothing if none has these keys."""
    if not isinstance(turn, Turn):
        return Return(None)
    raids = turn.counterair.announced
    for raid in raids:
        if counterair.scope_of(raid) == scope:
            first = (raid, *(other for other in raids if other is not raid))
            return counterair.next_counterair(ref, turn.with_counterair(turn.counterair._replace(announced=first)))
    for target in turn.bombing:
        if strategic_bombing.scope_of(turn, target) == scope:
            targets = (target, *(other for other in turn.bombing if other is not target))
            return strategic_bombing.next_raid(ref, replace(turn, bombing=targets))
    return Return(None)


def result_of(turn: Turn) -> str:
    """The results of the turn in one line."""
    if len(turn.results) == 1:
        return turn.results[0][1]
    nothing = "turn over" if turn.setting.whole_turn else "nothing flown"
    return "; ".join([f"{turn.setting.name(place)}: {result}" for place, result in turn.results]) or nothing


STEPS = (proceed, phase_over)
