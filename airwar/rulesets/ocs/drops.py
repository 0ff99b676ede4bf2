"""Air drops (14.11): what lands safely, and what is destroyed."""

from __future__ import annotations

from dataclasses import dataclass

from airwar.rulesets.kit import D6, Loss, Move, Note, OnRow, Referee, Term, call, load_chart, rule, then
from airwar.rulesets.ocs.board import BASE, GLIDER, PARADROP, STRIP, Board, Mission, Outcome
from airwar.rulesets.ocs.capture import Capture, seize
from airwar.rulesets.ocs.cargo import arrived, unload
from airwar.rulesets.ocs.flight import Flight, Piece, go_home
from airwar.rulesets.ocs.rulings import OCS_3_0, Profile, Rulings
from airwar.rulesets.ocs.units import PACKAGE

TERRAINS = ("open", "forest", "hills", "marsh", "mountain", "jungle", "city", "other")
METHODS = (GLIDER, PARADROP)
CLOSENESS = {"very-close": -1, "extremely-close": -2}  # optional rule 21.12e of 4.3
SAFE = "safe"
SOVIET_UNION = "soviet-union"


@dataclass(frozen=True)
class Dropping:
    """A drop under way: what has not landed yet, and how many pieces have landed or been lost."""

    flight: Flight
    waiting: tuple[Piece, ...]
    safe: int = 0
    lost: int = 0

    @property
    def board(self) -> Board:
        return self.flight.board


# the table


@rule("R44a")
def hex_status(friendly_at_phase_start: bool) -> str:
    """Friendly if a friendly unit was there at the start of the phase; an empty or newly entered hex counts as enemy."""
    return "friendly" if friendly_at_phase_start else "enemy"


@rule("R44b")
def terrain_class(terrain: str, village: bool = False, airfield: bool = False) -> str:
    """Open ground, with or without a village, and any hex with an airfield is clear; everything else is closed."""
    refused = terrain_refused(terrain)
    if refused:
        raise ValueError(refused)
    return "clear" if terrain == "open" or airfield else "closed"


@rule("R44b")
def terrain_refused(terrain: str) -> str | None:
    return None if terrain in TERRAINS else f"unknown terrain {terrain!r}; expected one of {', '.join(TERRAINS)} (R44b)"


@rule("R42")
def method_refused(method: str) -> str | None:
    return None if method in METHODS else f"unknown drop method {method!r}; expected glider or paradrop (R42)"


@rule("R42", "R43")
def drop_reading(status: str, terrain: str, method: str, terms: tuple[Term, ...] = (), version: Profile = OCS_3_0) -> OnRow[str]:
    """Two dice on 14.11a; v4.3 has the same numbers, with gliders as a modifier."""
    refused = method_refused(method)
    if refused:
        raise ValueError(refused)
    glider = Term.of("glider", version.glider_modifier * (method == GLIDER), "R42")
    line = f"{status}-{terrain}" if version.glider_modifier else f"{status}-{terrain}-{method}"
    return OnRow(2 * D6, load_chart(PACKAGE, version.drop).row(line, str), (*((glider,) if glider.value else ()), *terms))


def cutoff(rulings: Rulings) -> tuple[int, int]:
    """The last month of the Allied modifier in Europe."""
    year, month = rulings.value("allied-eto-cutoff").split("-")
    return int(year), int(month)


@rule("R43")
def drop_terms(rulings: Rulings, date: tuple[int, int], *, soviet: bool, allied_eto: bool, closeness: str = "") -> tuple[Term, ...]:
    """-1 for a Soviet drop, or for an Allied drop in Europe up to the cutoff month; never both."""
    early = allied_eto and date <= cutoff(rulings)
    terrain = CLOSENESS.get(closeness, 0) if rulings.yes("drop-terrain") else 0
    terms = [
        Term.of("soviet-drop", -int(soviet), "R43", "Soviet drop"),
        Term.of("allied-drop", -int(early and not soviet), "R43", "Allied drop in Europe"),
        Term.of(closeness, terrain, "R43"),
    ]
    return tuple(term for term in terms if term.value)


@rule("R44a", "R44b", "R43")
def reading_at(flight: Flight) -> OnRow[str]:
    """The line of 14.11a for a drop, and its modifiers."""
    board, mission, lift = flight.board, flight.mission, flight.mission.lift
    place, ground = board.setting.hexes[mission.at], board.ground_at(mission.at)
    status = hex_status(mission.side in ground.before)
    terms = drop_terms(
        board.rulings,
        board.setting.date,
        soviet=is_soviet(flight),
        allied_eto=lift.allied_eto,
        closeness=place.terrain.closeness,
    )
    return drop_reading(status, class_of(board, mission.at), lift.method, terms, board.rulings.profile)


@rule("R43")
def is_soviet(flight: Flight) -> bool:
    """A drop is Soviet if the scenario says so or a unit on it is; a unit without a nation has that of a side with just one."""
    board, mission = flight.board, flight.mission
    others = board.setting.nations[mission.side]
    nations = {board.counter(unit).nation or (others[0] if len(others) == 1 else "") for unit in flight.sent}
    return mission.lift.soviet or SOVIET_UNION in nations


@rule("R44b")
def class_of(board: Board, place: str) -> str:
    """Whether a hex is clear or closed."""
    # Ruling: an airfield is an air base or strip of either side (R44b).
    terrain = board.setting.hexes[place].terrain
    airfield = terrain.airfield or board.base_kind(place) in (BASE, STRIP)
    return terrain_class(terrain.kind, terrain.village, airfield)


# the mission


@rule("R42", "R46", "R15")
def drop(ref: Referee, flight: Flight) -> Move[Outcome]:
    """The cargo is dropped, piece by piece; then the aircraft go home."""
    lift, rulings = flight.mission.lift, flight.board.rulings
    flight, load = unload(ref, flight)
    if any(cargo.supply > 1 for cargo in lift.cargo):
        ref.tell(rulings.graded, "drop-granularity", "the charts do not say what shares one roll")
    if lift.allied_eto and not is_soviet(flight):
        ref.tell(rulings.chosen, "allied-eto-cutoff", "the last month in which Allied drops in Europe have -1")
    return then(drop_roll, Dropping(flight, load))


@rule("R42", "R43", "R44a", "R44b")
def drop_roll(ref: Referee, dropping: Dropping) -> Move[Outcome]:
    """The next unit or ton is rolled for: safe in the hex, or destroyed."""
    flight, board, mission = dropping.flight, dropping.board, dropping.flight.mission
    if not dropping.waiting:
        return call(seize, Capture(board, mission), back=drop_over, keep=dropping)
    piece, *rest = dropping.waiting
    safe = ref.roll(f"drop.{piece.id}", reading_at(flight), mission.side) == SAFE
    safe = safe and not lands_on_the_enemy(ref, board, mission, piece)
    ref.tell(landing, board, mission, piece, safe)
    if safe:
        board = arrived(board, mission, (piece,))
    return then(drop_roll, Dropping(flight.on(board), tuple(rest), dropping.safe + safe, dropping.lost + (not safe)))


@rule("R42", "R15", "R44c")
def drop_over(ref: Referee, dropping: Dropping, capture: Outcome) -> Move[Outcome]:
    """Everything has landed, and paratroops may have captured an air base; the aircraft go home."""
    flight = go_home(ref, dropping.flight.on(capture.board))
    landed = f"{dropping.safe} safe, {dropping.lost} lost"
    return flight.over(f"{landed}; {flight.target} {capture.result}" if capture.result else landed)


def landing(board: Board, mission: Mission, piece: Piece, safe: bool) -> Note | Loss:
    if not safe:
        return Loss(mission.side, piece.id, 1, f"destroyed in the drop{board.rulings.borrowed}")
    moves = "; it may not move in this phase" if piece.is_unit else ""
    return Note(f"{piece.id} lands at {board.setting.name(mission.at)}{moves}")


@rule("R44c")
def lands_on_the_enemy(ref: Referee, board: Board, mission: Mission, piece: Piece) -> bool:
    """Whatever lands on an enemy combat unit is destroyed, even after a good roll."""
    if board.setting.enemy_of(mission.side) not in board.ground_at(mission.at).combat:
        return False
    destroyed = board.rulings.value("drop-on-enemy") == "destroy"
    fate = "and is destroyed" if destroyed else "and stays there"
    ref.tell(board.rulings.graded, "drop-on-enemy", f"{piece.id} lands on an enemy combat unit {fate}")
    return destroyed
