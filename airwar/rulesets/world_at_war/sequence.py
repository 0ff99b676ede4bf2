"""The sequence of a player turn (18.511-18.513): an agenda, worked off entry by entry.

An agenda entry is `phase.part`. Every part of the rules registers the step that opens its entry with `@opens("phase.part")`
and puts the entry on the agenda when the scenario asks for it; what a scenario leaves out is passed over, so a scenario is a
whole player turn or one mission alone. Setup sorts the agenda into this order:

    start.uninversion            the moving side uninverts what came inverted into its turn (18.71, 18.72B)
    movement.airbases            airbase counters are placed and recycled (18.142, 18.143)
    movement.transfers           naval air goes aboard carriers or ashore (17.3122A)
    movement.staging             air units change base (18.21), then uninvert where they are supplied now
    movement.counterair          (18.511A)
    movement.air-supply          with interception and counter-interception (18.511D, I)
    movement.hump                (18.511E)
    movement.air-transport       with interception and counter-interception (18.511F, I)
    movement.overruns            ground support, defensive air support and its interception (18.511G, H)
    movement.sinkings            carriers are sunk in port or at sea (17.3124, 17.3127)
    movement.displacement        air units leave bases that were taken (18.25)
    combat.counterair            (18.512A)
    combat.naval-bases           (18.512B)
    combat.hump                  (18.512G)
    combat.kamikazes             kamikaze attacks (17.4)
    combat.ground-support        ground support, defensive air support and its interception (18.512D, E)
    combat.airdrops              (18.512C)
    combat.ground                the ground attacks, one by one
    combat.attacks               the same
    combat.exploitation-support
    combat.exploitation-airdrops
    combat.exploitation-attacks
    combat.bombing               (18.512F)
    combat.sinkings              as in movement
    combat.displacement          as after movement
    construction.airbases        as in movement
    construction.units           new air units come in inverted (18.72C)
    construction.training        naval air training (17.35)
    construction.kamikazes       (17.43, 17.44)
    redeployment.airbases        as in movement
    redeployment.transfers       naval air goes aboard carriers or ashore (17.3122B)
    redeployment.air-transport   (18.513A, B)
    redeployment.units           air units redeploy; squadrons that served at sea are inverted (18.42B)
    redeployment.strategic       strategic bombers and interceptors change fronts (17.71, 17.81)
    end.uninversion              the moving side uninverts after use (18.72, 18.73)
    end.strategic                strategic air is uninverted by itself (18.73A)

An entry that is not listed comes last in its phase. An entry without a phase belongs to the phase in which it comes up: a
step puts such entries before the others, for what follows from it at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from airwar.engine.referee import End, Next, Referee
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.state import Turn

PHASES = ("start", "movement", "combat", "construction", "redeployment", "end")
ORDER = tuple(line.split()[0] for line in (__doc__ or "").splitlines() if line.startswith("    "))
FIRST_STEPS: dict[str, Callable[..., Any]] = {}  # the step that opens each part of the agenda


def opens(*parts: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Marks the step that opens a part of the agenda, or the same part in several phases."""

    def register(step: Callable[..., Any]) -> Callable[..., Any]:
        FIRST_STEPS.update(dict.fromkeys(parts, step))
        return step

    return register


def phase_of(entry: str) -> str:
    """The phase of an agenda entry; nothing for one that belongs to the phase in which it comes up."""
    phase = entry.partition(".")[0]
    return phase if phase in PHASES else ""


@rule("18.511", "18.511A", "18.511C", "18.511D", "18.511E", "18.511F", "18.511G", "18.511H", "18.511I")
@rule("18.512", "18.512A", "18.512B", "18.512C", "18.512D", "18.512E", "18.512F", "18.512G", "18.512H")
@rule("18.513", "18.513A", "18.513B", "18.5")
def in_order(agenda: Iterable[str]) -> tuple[str, ...]:
    """An agenda in the order of the player turn; entries that the order does not list come last in their phase."""

    def place(entry: str) -> tuple[int, int]:
        phase = phase_of(entry)
        return PHASES.index(phase) if phase else -1, ORDER.index(entry) if entry in ORDER else len(ORDER)

    return tuple(sorted(agenda, key=place))


@rule("18.511", "18.512", "18.513")
def proceed(ref: Referee, turn: Turn) -> Next | End:
    """What the agenda has next, or the end. With a new phase, bases counteraired in the last one are refuges again."""
    if turn.agenda:
        entry = turn.agenda[0]
        phase = phase_of(entry) or turn.phase
        if phase != turn.phase:
            turn = replace(turn, phase=phase, counteraired=(), fresh=())
        return Next(FIRST_STEPS[entry], replace(turn, agenda=turn.agenda[1:]))
    if len(turn.results) == 1:
        return End(turn.results[0][1], turn)
    nothing = "turn over" if turn.setting.whole_turn else "nothing flown"
    return End("; ".join(f"{turn.setting.name(place)}: {result}" for place, result in turn.results) or nothing, turn)
