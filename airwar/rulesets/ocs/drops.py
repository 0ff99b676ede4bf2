"""Air drops (14.11): what lands safely, and what is destroyed."""

from __future__ import annotations

from dataclasses import dataclass

from airwar.rulesets.kit import D6, Loss, Move, Note, OnRow, Referee, Term, call, load_chart, rule, then
from airwar.rulesets.ocs.board import Outcome
from airwar.rulesets.ocs.capture import Capture, seize
from airwar.rulesets.ocs.cargo import in_words, is_enemy_dump, joined, landed, supply_in, unload
from airwar.rulesets.ocs.flight import Flight, Piece, go_home
from airwar.rulesets.ocs.position import BASE, GLIDER, METHODS, PACKAGE, PARADROP, STRIP, TERRAINS, Board, Mission
from airwar.rulesets.ocs.rulings import OCS_3_0, Profile, Rulings

CLOSENESS = {"very-close": -1, "extremely-close": -2}  # optional rule 21.12e of 4.3
SAFE = "safe"
SOVIET_UNION = "soviet-union"


@dataclass(frozen=True)
class Dropping:
    """A drop under way: what has not landed yet, what has, and how much was lost, in the drop and before."""

    flight: Flight
    waiting: tuple[Piece, ...]
    landed: tuple[Piece, ...] = ()
    lost: int = 0
    lost_before: int = 0  # lost with aircraft

    @property
    def board(self) -> Board:
        return self.flight.board


# the table


@rule("R44a")
def hex_status(friendly_at_phase_start: bool) -> str:
    """A hex is friendly if a friendly unit was there at the start of the phase; an empty or newly entered hex counts as enemy."""
    return "friendly" if friendly_at_phase_start else "enemy"


@rule("R44b")
def terrain_class(terrain: str, village: bool = False, airfield: bool = False, version: Profile = OCS_3_0) -> str:
    """Open ground and any hex with an airfield are clear, and in 4.3 any village; everything else is closed."""
    refused = terrain_refused(terrain)
    if refused:
        raise ValueError(refused)
    return "clear" if terrain == "open" or airfield or (village and version.village_is_clear) else "closed"


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
def reading_at(flight: Flight, piece: Piece) -> OnRow[str]:
    """The line of 14.11a for a piece of a drop, and its modifiers."""
    board, mission = flight.board, flight.mission
    terms = drop_terms(
        board.rulings,
        board.month,
        soviet=is_soviet(flight),
        allied_eto=mission.allied_eto,
        closeness=board.hex(mission.at).closeness,
    )
    method = GLIDER if piece.glider else PARADROP
    return drop_reading(hex_status(is_friendly(board, mission)), class_of(board, mission.at), method, terms, board.rulings.profile)


@rule("R44a")
def is_friendly(board: Board, mission: Mission) -> bool:
    """Whether a friendly unit was there when the phase began; an air unit at a friendly base counts."""
    base = board.base(mission.at)
    return mission.side in board.hex(mission.at).before or (
        base is not None and base.side == mission.side and bool(board.based_at(mission.at))
    )


@rule("R43")
def is_soviet(flight: Flight) -> bool:
    """Whether a drop is Soviet: the scenario says so, or one of its units is Soviet."""
    return flight.mission.soviet or SOVIET_UNION in {flight.board.nation_of(unit) for unit in flight.sent}


@rule("R44b")
def class_of(board: Board, place: str) -> str:
    """Whether a hex is clear or closed."""
    # Ruling: an airfield is an air base or strip of either side (R44b).
    there = board.hex(place)
    airfield = there.airfield or board.base_kind(place) in (BASE, STRIP)
    return terrain_class(there.terrain, there.village, airfield, board.rulings.profile)


# the mission


@rule("R42", "R46", "R15")
def drop(ref: Referee, flight: Flight) -> Move[Outcome]:
    """The cargo is dropped, piece by piece; then the aircraft go home."""
    sent = len(flight.load)
    flight, load = unload(ref, flight)
    if flight.mission.allied_eto and not is_soviet(flight):
        rulings = flight.board.rulings
        ref.tell(rulings.chosen, "allied-eto-cutoff", "the last month in which Allied drops in Europe have -1")
    return then(drop_roll, Dropping(flight, load, lost_before=sent - len(load)))


@rule("R42", "R43", "R44a", "R44b")
def drop_roll(ref: Referee, dropping: Dropping) -> Move[Outcome]:
    """The next unit or ton is rolled for: safe in the hex, or destroyed."""
    flight, board, mission = dropping.flight, dropping.board, dropping.flight.mission
    if not dropping.waiting:
        return call(seize, Capture(board, mission), back=drop_over, keep=dropping)
    piece, *rest = dropping.waiting
    safe = ref.roll(f"drop.{piece.id}", reading_at(flight, piece), mission.side) == SAFE
    safe = safe and not lands_on_the_enemy(ref, board, mission, piece)
    ref.tell(landing, board, mission, piece, safe)
    if safe and piece.is_unit:
        board = joined(board, mission.at, mission.side, piece)
    landed = (*dropping.landed, *[piece] * safe)
    return then(drop_roll, Dropping(flight.on(board), tuple(rest), landed, dropping.lost + (not safe), dropping.lost_before))


@rule("R42", "R15", "R44c", "R45")
def drop_over(ref: Referee, dropping: Dropping, capture: Outcome) -> Move[Outcome]:
    """Everything has landed, and paratroops may have captured an air base; supply goes to them, and the aircraft go home."""
    tons, mission = supply_in(dropping.landed), dropping.flight.mission
    board = landed(capture.board, mission.at, mission.side, tons) if tons else capture.board
    if tons and is_enemy_dump(capture.board, mission.at, mission.side):
        where = "at his air base" if board.base(mission.at) else "on his dump"
        ref.tell(Note, f"the enemy takes the {tons}T of supply that came down {where}")
    flight = go_home(ref, dropping.flight.on(board))
    told = f"{len(dropping.landed)} safe, {dropping.lost} lost"
    if dropping.lost_before:
        told += f", {dropping.lost_before} not dropped"
    return flight.over(f"{told}; {flight.target} {capture.result}" if capture.result else told)


def landing(board: Board, mission: Mission, piece: Piece, safe: bool) -> Note | Loss:
    if not safe:
        return Loss(mission.side, piece.id, 1, f"destroyed in the drop{board.rulings.borrowed}")
    moves = "; it may not move in this phase" if piece.is_unit else ""
    return Note(f"{in_words((piece,))} lands at {board.name(mission.at)}{moves}")


@rule("R44c")
def lands_on_the_enemy(ref: Referee, board: Board, mission: Mission, piece: Piece) -> bool:
    """Whether a piece lands on an enemy combat unit, which destroys it even after a good roll."""
    if board.enemy_of(mission.side) not in board.hex(mission.at).combat_units:
        return False
    ref.tell(Note, f"{piece.title} lands on an enemy combat unit and is destroyed{board.rulings.borrowed}")
    return True
