"""Which missions there are, when (R3, R10, R11), against what, and in what weather (R1); each refusal is written once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache

from airwar.rulesets.kit import Event, Note, load_chart, rule
from airwar.rulesets.ocs.board import barrage_refused, flight_refused, the_side
from airwar.rulesets.ocs.position import PACKAGE, SEA, SINKS, Arm, BaseKind, Board, Gun, Kind, Mission, State

# Which kinds of missions there are, and when (R3, R10, R11): one refusal for the scenario and the prompt


@rule("R3", "R10", "R11")
def phase_refused(board: Board, mission: Mission) -> str | None:
    """Why a mission of this kind is not carried out in its phase, or None if it is."""
    if mission.kind == Kind.GUNFIRE:
        return guns_refused(board, mission)
    if mission.kind in Kind.WORKS:
        return None  # refused along with everything else that they cannot do
    if mission.phase == "combat" and mission.kind in Kind.STRIKES:
        return barrage_refused(State.ELSEWHERE, mission.phase, mission.role, board.rulings.value("profile"))
    return flight_refused(State.AT_BASE, mission.phase, mission.role, board.rulings.value("profile"))


@rule("R53", "R54")
def guns_refused(board: Board, mission: Mission) -> str | None:
    """Why the named guns, or any guns at all, do not fire in a phase; or None."""
    batteries = board.guns
    named = {arm for gun in mission.guns if gun in batteries for arm in fires_as(batteries[gun], mission)}
    if not board.rulings.profile.gunfire:
        return None  # refused for its kind
    return phase_refuses_arms(board, mission, sorted(named or {Arm.ARTILLERY, Arm.NAVAL}))


@rule("R54")
def fires_as(battery: Gun, mission: Mission) -> tuple[str, ...]:
    """The arms whose rules a battery may fire by: coastal artillery also fires at ships the way a ship does."""
    return (Arm.ARTILLERY, Arm.NAVAL) if battery.coastal and mission.ship else (battery.arm,)


def phase_refuses_arms(board: Board, mission: Mission, arms: Iterable[str]) -> str | None:
    """Why guns do not fire in a phase, if none of these arms does. The caller cites the rule."""
    refused = [arm_refused(board, mission, arm) for arm in arms]
    return refused[0] if all(refused) else None


@rule("R53", "R54")
def arm_refused(board: Board, mission: Mission, arm: str) -> str | None:
    """Why guns of an arm do not fire in a phase, or None if they do."""
    who = shooters(board.rulings.profile.gunfire).get(mission.phase, {}).get(arm, "nobody")
    if who == mission.role:
        return None
    allowed = "do not fire" if who == "nobody" else f"fire only for the {who} player"
    return f"{'artillery units' if arm == Arm.ARTILLERY else arm} {allowed} in the {mission.phase} phase (R53)"


@cache
def shooters(chart: str) -> dict[str, dict[str, str]]:
    """Which player fires guns of each arm in each phase."""
    drawn = load_chart(PACKAGE, chart)
    return {phase: dict(zip(drawn.columns, cells, strict=True)) for phase, cells in drawn.rows}


@rule("R12", "R52", "R53")
def kind_refused(board: Board, mission: Mission) -> str | None:
    """Why there are no missions of this kind in this game, or None if there are."""
    if not board.rulings.profile.return_phase and mission.kind in (Kind.INTERDICT, Kind.STATION):
        return f"4.3 has no {mission.kind} mission: units go home after each mission (R12)"
    if mission.kind == Kind.GUNFIRE and not board.rulings.profile.gunfire:
        return "how artillery and ships barrage in v3.0 is not known; it needs the option profile: ocs-4.3 (R53)"
    if (mission.kind == Kind.SHIP_ATTACK or mission.ship) and board.rulings.value("naval") == "off":
        return "ships can be attacked only with the option naval: v4.3 (R52)"
    return None


# What a mission may be flown against, or to: one refusal for the scenario, the prompt and the flight


class Aim:
    """What a barrage is aimed at."""

    UNITS, AIR_BASE, PORT, SHIP, RAIL = "units", "base", "port", "ship", "rail"


AIMS = {
    Kind.BARRAGE: Aim.UNITS,
    Kind.BASE_ATTACK: Aim.AIR_BASE,
    Kind.PORT_ATTACK: Aim.PORT,
    Kind.SHIP_ATTACK: Aim.SHIP,
    Kind.TRAINBUST: Aim.RAIL,
}
ONCE_A_PHASE = (Kind.BARRAGE, Kind.BASE_ATTACK, Kind.PORT_ATTACK, Kind.TRAINBUST)


@rule("R36", "R30", "R34")
def aim_of(board: Board, mission: Mission) -> str:
    """What a barrage is aimed at; for a hip shoot or gunfire, what it names, or otherwise what is there."""
    if mission.kind not in Kind.AIMED:
        return AIMS[mission.kind]
    if mission.target in REFUSALS or mission.ship:
        return mission.target if mission.target in REFUSALS else Aim.SHIP
    return next(iter(aims_at(board, mission)), Aim.UNITS)


@rule("R36")
def aims_at(board: Board, mission: Mission) -> list[str]:
    """The possible targets of a barrage in a hex."""
    return [aim for aim in (Aim.UNITS, Aim.AIR_BASE, Aim.PORT) if REFUSALS[aim](board, mission) is None]


def target_refused(board: Board, mission: Mission) -> str | None:
    """Why a mission cannot be flown against its target now, or None if it can. The reasons cite their rules."""
    if mission.kind == Kind.SWEEP:
        return sweep_refused(board, mission)
    if mission.kind in Kind.TO_OWN_BASES:
        return own_base_refused(board, mission)
    if mission.kind in (*AIMS, *Kind.AIMED):
        return repeated(board, mission) or REFUSALS[aim_of(board, mission)](board, mission)
    if mission.kind in (Kind.INTERDICT, Kind.STATION):
        return over_own_base_refused(board, mission)
    return land_refused(board, mission, "R42") if mission.kind == Kind.DROP else None


@rule("R34")
def repeated(board: Board, mission: Mission) -> str | None:
    """Why a hex cannot be barraged again, or None: once per phase, not counting hip shoots and attacks on ships."""
    counts = mission.kind in ONCE_A_PHASE or (mission.kind == Kind.GUNFIRE and aim_of(board, mission) != Aim.SHIP)
    if counts and mission.at in board.barraged:
        return f"{board.name(mission.at)} has already been barraged in this phase (R34)"
    return None


@rule("R34")
def units_refused(board: Board, mission: Mission) -> str | None:
    """Why there are no units to barrage, or None: it takes enemy combat units in the hex."""
    enemy = board.enemy_of(mission.side)
    if enemy in board.hex(mission.at).combat_units:
        return None
    return f"{board.name(mission.at)} has no combat unit of {the_side(enemy)} (R34)"


@rule("R30", "R41", "R52")
def enemy_base_refused(board: Board, mission: Mission) -> str | None:
    """Why an air base cannot be attacked, or None: it must be the enemy's; a carrier is attacked as a ship."""
    name, base = board.name(mission.at), board.base(mission.at)
    if base is None:
        return f"{name} has no air base (R30)"
    if base.side == mission.side:
        return f"{name} belongs to {the_side(base.side)} (R30)"
    if base.kind == BaseKind.CARRIER:
        return f"{name} is a carrier, which is attacked as a ship (R52)"
    return None


@rule("R55")
def port_refused(board: Board, mission: Mission) -> str | None:
    """Why a port cannot be attacked, or None: it must be the enemy's."""
    port, name = board.port(mission.at), board.name(mission.at)
    if port is None:
        return f"{name} has no port (R55)"
    return f"the port of {name} belongs to {the_side(port.side)} (R55)" if port.side == mission.side else None


@rule("R45", "R41")
def own_base_refused(board: Board, mission: Mission) -> str | None:
    """Why nobody can fly to a base, or None: transports and transfers fly to one of their own side."""
    base = board.base(mission.at)
    if base is None:
        return f"{board.name(mission.at)} has no air base (R45)"
    return None if base.side == mission.side else f"{board.name(mission.at)} belongs to {the_side(base.side)} (R45)"


@rule("R16")
def sweep_refused(board: Board, mission: Mission) -> str | None:
    """Why a hex cannot be swept, or None: it takes active enemy planes there."""
    enemy = board.enemy_of(mission.side)
    if board.active_at(mission.at, enemy):
        return None
    return f"no plane of {the_side(enemy)} is active at {board.name(mission.at)} (R16)"


@rule("R52", "R34")
def ship_refused(board: Board, mission: Mission) -> str | None:
    """Why a ship cannot be attacked, or None: it must be an enemy's, afloat, and not barraged yet in this phase."""
    ship = board.ship(mission.ship)
    if ship is None:
        return "it has been sunk (R52)" if mission.ship else f"no ship is named at {board.name(mission.at)} (R52)"
    if ship.side == mission.side:
        return f"{ship.title} is a ship of {the_side(ship.side)} (R52)"
    if ship.hits >= SINKS:
        return f"{ship.title} has been sunk (R52)"
    return f"{ship.title} has already been barraged in this phase (R52)" if ship.id in board.barraged else None


@rule("R42", "R51")
def land_refused(board: Board, mission: Mission, number: str) -> str | None:
    """Why a hex is not a land hex, or None: drops and rail attacks need one. `number`: the rule that says so."""
    if board.base_kind(mission.at) == BaseKind.CARRIER:
        return f"{board.name(mission.at)} is a carrier, not a land hex ({number})"
    return f"{board.name(mission.at)} is at sea ({number})" if board.hex(mission.at).terrain == SEA else None


@rule("R51")
def rail_refused(board: Board, mission: Mission) -> str | None:
    """Why a rail line cannot be attacked, or None: any land hex without a base of the attacker; only the map shows the lines."""
    base = board.base(mission.at)
    if base and base.side == mission.side:
        return f"{board.name(mission.at)} is a base of {the_side(base.side)} (R51)"
    return land_refused(board, mission, "R51")


@rule("R8", "R51")
def over_own_base_refused(board: Board, mission: Mission) -> str | None:
    """Why nobody waits over a hex or interdicts it, or None: a plane in the hex of a friendly base is at that base."""
    base = board.base(mission.at)
    if base and base.side == mission.side:
        return f"{board.name(mission.at)} is a base of {the_side(base.side)}; a plane there is at the base, not over it (R8)"
    return None


REFUSALS: Mapping[str, Callable[[Board, Mission], str | None]] = {
    Aim.UNITS: units_refused,
    Aim.AIR_BASE: enemy_base_refused,
    Aim.PORT: port_refused,
    Aim.SHIP: ship_refused,
    Aim.RAIL: rail_refused,
}


# The weather of the game turn (R1): what the scenario says, and what it grounds


@rule("R1")
def weather_report(board: Board) -> Event:
    """A note on what the weather allows."""
    weather = board.weather
    limited = f"missions may be flown only in these phases: {', '.join(weather.phases) or 'none'}"
    allowed = {"full": "all missions may be flown", "none": "no mission may be flown"}.get(weather.flight, limited)
    return Note(f"weather: {weather.name}; {allowed}")


@rule("R1")
def weather_refuses(board: Board, phase: str) -> str | None:
    """Why nothing flies in a phase, or None if the weather allows it. Planes already over a hex may still barrage it."""
    weather = board.weather
    if weather.flight == "full" or (weather.flight == "limited" and phase in weather.phases):
        return None
    return f"the weather ({weather.name}) allows no flight in the {phase} phase (R1)"
