"""The sequence of play (2.2).

I    Pre-turn: weather determination, first player determination
II   the first player's turn: the phases of PLAYER_TURN
III  the second player's turn: the same
IV   Turn end
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import pairwise
from string import ascii_uppercase
from typing import NamedTuple, Never

from airwar.rulesets.kit import (
    D6,
    End,
    Event,
    Move,
    Note,
    Referee,
    Total,
    call,
    closest,
    did_you_mean,
    listed,
    replace,
    rule,
    then,
    title_of,
)
from airwar.rulesets.ocs.bases import clean_up_phase, cleaned_up, refit_phase, reinforced, reinforcement_phase, return_phase
from airwar.rulesets.ocs.board import Act, Segment, Slot, Turn
from airwar.rulesets.ocs.orders import acts_in, anything_open, next_mission, next_order
from airwar.rulesets.ocs.position import BARRAGE_SEGMENT, COMBAT, MOVEMENT, NON_PHASING, PHASING, Board, Stage, stage_of
from airwar.rulesets.ocs.rulings import PROFILES
from airwar.rulesets.ocs.show import board_sheets
from airwar.rulesets.ocs.targets import weather_report
from airwar.rulesets.ocs.worksheets import away_now, load_events, load_now, march_events, stack_sheet

WHOLE = ("",)  # a phase that is not divided into segments
NEXT_TURN = "next-turn"  # in `play`: what follows belongs to the next game turn
NOTHING_FLOWN, WORKED_OUT = "nothing flown", "worked out"  # results of a turn


class Phase(NamedTuple):
    """A phase of a player turn: its name, who acts in it, its segments, and the procedure that each segment runs."""

    name: str
    player: str
    segments: tuple[str, ...]
    step: Callable[[Referee, Segment], Move[Segment]]


PLAYER_TURN = (
    #     name             who acts     segments                       what happens in each
    Phase("return",        PHASING,     WHOLE,                         return_phase),
    Phase("refit",         PHASING,     WHOLE,                         refit_phase),
    Phase("reinforcement", PHASING,     WHOLE,                         reinforcement_phase),
    Phase("movement",      PHASING,     (MOVEMENT, BARRAGE_SEGMENT),           next_mission),
    Phase("supply",        PHASING,     WHOLE,                         next_mission),
    Phase("reaction",      NON_PHASING, (MOVEMENT, BARRAGE_SEGMENT),           next_mission),
    Phase("combat",        PHASING,     (BARRAGE_SEGMENT, COMBAT),             next_mission),
    Phase("exploitation",  PHASING,     (MOVEMENT, BARRAGE_SEGMENT, COMBAT),   next_mission),
    Phase("clean-up",      PHASING,     WHOLE,                         clean_up_phase),
)  # fmt: skip
PLAYER_TURN_4_3 = PLAYER_TURN[1:]  # 4.3 has no Air Unit Return phase


@rule("R3")
def player_turn(profile: str) -> tuple[Phase, ...]:
    """The phases of a player turn in order. They are lettered from A."""
    return PLAYER_TURN if PROFILES[profile].return_phase else PLAYER_TURN_4_3


@cache
def phase_named(profile: str, name: str) -> Phase | None:
    return next((phase for phase in player_turn(profile) if phase.name == name), None)


def meant_phase(profile: str, sides: Sequence[str], said: str) -> str:
    """A suggestion at the end of a message, for a misspelled phase."""
    return did_you_mean(closest(said, [f"{side}.{phase.name}" for side in sides for phase in player_turn(profile)]))


@rule("R3")
def game_turn(profile: str, first: str, second: str) -> tuple[Stage, ...]:
    """The phases of both player turns, each named for the side that acts in it."""
    order = player_turn(profile)
    turns = ((first, second), (second, first))
    return tuple(Stage(other if phase.player == NON_PHASING else one, phase.name) for one, other in turns for phase in order)


@rule("R3")
def slots(board: Board, first: str = "") -> tuple[Slot, ...]:
    """All segments of the phases that the scenario plays; or of both player turns, once it is known who goes first."""
    profile = board.rulings.value("profile")
    phases = {phase.name: phase for phase in player_turn(profile)}
    stages = game_turn(profile, first, board.enemy_of(first)) if first else played(board)
    return tuple(Slot(stage, segment) for stage in stages for segment in phases[stage.phase].segments)


def played(board: Board) -> tuple[Stage, ...]:
    """The phases that the scenario plays."""
    return tuple(stage_of(said) for said in board.play if said != NEXT_TURN)


def new_turns(board: Board) -> tuple[Stage, ...]:
    """The phases among them that begin another game turn."""
    return tuple(stage_of(after) for before, after in pairwise(board.play) if before == NEXT_TURN)


@rule("R3")
def out_of_order(profile: str, stages: list[Stage], orders: list[tuple[str, str]]) -> Stage | None:
    """The first phase of one game turn that comes too late in the list, whoever goes first; None if the order is right."""
    found = None
    for first, second in orders:
        turn = game_turn(profile, first, second)
        wrong = next((after for before, after in pairwise(stages) if turn.index(after) < turn.index(before)), None)
        if wrong is None:
            return None
        found = found or wrong
    return found


# I. Pre-turn


@rule("R1")
def turn_begins(ref: Referee, turn: Turn) -> Move[Never]:
    """Works out the worksheets, then begins the turn with the weather."""
    board = turn.board
    ref.enter("", "Game turn")
    for load in board.loads.values():
        if load.stage is None:
            ref.tell(load_events, load, board.rulings)
    for march in board.marches.values():
        if march.stage is None:
            ref.tell(march_events, march, march.interdiction, board.rulings)
    for name, kinds in board.stacks.items():
        ref.tell(stack_sheet, name, kinds)
    later = any(load.stage for load in board.loads.values()) or any(march.stage for march in board.marches.values())
    if not (board.units or board.guns or later):
        return End(WORKED_OUT, turn)
    if not board.play:
        return then(weather_determination, turn)
    if board.weather.flight != "full":
        ref.tell(weather_report, board)
    return then(next_segment, replace(turn, agenda=slots(board)))


@rule("R51", "R49")
def work_out_now(ref: Referee, segment: Segment) -> None:
    """Works out the loads and marches of a phase after its missions, with what the enemy interdicts by then."""
    board = segment.board
    for load in board.loads.values():
        if load.stage == segment.stage:
            ref.tell(load_events, load_now(ref, board, load, segment.side), board.rulings)
    for march in board.marches.values():
        if march.stage == segment.stage:
            ref.tell(march_events, march, away_now(ref, board, march, segment.side), board.rulings)


@rule("R1")
def weather_determination(ref: Referee, turn: Turn) -> Move[Never]:
    """The scenario gives the weather for the whole game turn."""
    ref.enter("weather", "I.1 Weather Determination")
    ref.tell(weather_report, turn.board)
    return then(first_player_determination, turn)


@rule("R2")
def first_player_determination(ref: Referee, turn: Turn) -> Move[Never]:
    """The scenario says who goes first, or the players roll for it."""
    ref.enter("first-player", "I.2 First Player Determination")
    first = turn.board.first_player
    if not first:
        return then(players_roll, turn)
    ref.tell(Note, f"first player, set by the scenario: {title_of(first)}")
    return then(next_segment, with_first(turn, first))


def with_first(turn: Turn, first: str) -> Turn:
    """The turn once it is known who goes first, which also matters in the next turn."""
    return replace(turn, agenda=slots(turn.board, first), board=replace(turn.board, went_first=first))


@rule("R2")
def players_roll(ref: Referee, turn: Turn) -> Move[Never]:
    """Each side rolls two dice. The higher roll chooses to go first or second."""
    ref.new_round()
    board = turn.board
    one, other = board.players
    rolls = {side: ref.roll(f"{side}.initiative", Total(2 * D6), side) for side in (one, other)}
    winner = max(rolls, key=lambda side: rolls[side]) if rolls[one] != rolls[other] else tie_winner(ref, board)
    if not winner:
        return then(players_roll, turn)
    options, about = {"first": "go first", "second": "go second"}, partial(first_or_second, winner, rolls)
    choice = ref.choose("player-order", options, by=winner, about=about)
    first = winner if choice == "first" else board.enemy_of(winner)
    ref.tell(Note, f"first player: {title_of(first)}")
    return then(next_segment, with_first(turn, first))


def first_or_second(winner: str, rolls: dict[str, int]) -> str:
    """The question to the winner of the roll for the first player turn."""
    said = listed(f"{title_of(side)} {total}" for side, total in rolls.items())
    return f"Initiative: {said}. {title_of(winner)} chooses to go first or second."


@rule("R2")
def tie_winner(ref: Referee, board: Board) -> str:
    """A tie goes to whoever went first last turn; by option, or if nobody knows who did, it is rolled again."""
    previous, rulings = board.previous_first_player, board.rulings
    if rulings.value("first-player-ties") == "reroll" or not previous:
        known = "" if previous or rulings.value("first-player-ties") == "reroll" else "; nobody says who went first last turn"
        ref.tell(rulings.graded, "first-player-ties", f"a tie is rolled again{known}")
        return ""
    ref.tell(rulings.graded, "first-player-ties", f"{title_of(previous)} went first last turn and wins the tie")
    return previous


# II, III. The player turns


@rule("R3")
def next_segment(ref: Referee, turn: Turn) -> Move[Never]:
    """The next segment is played, or the turn ends."""
    if not turn.agenda:
        return then(turn_end, turn)
    slot, board = turn.agenda[0], turn.board
    phase = phase_named(board.rulings.value("profile"), slot.stage.phase)
    if phase is None:  # the referee has switched to the other version, which has no such phase
        return then(next_segment, replace(turn, agenda=turn.agenda[1:]))
    opening = slot.segment == phase.segments[0]
    if opening and slot.stage in new_turns(board):
        ref.enter("", "The next game turn")
        board = board.at_turn_start()
    if opening and turn.begun:
        board = board.at_phase_start()
    if opening and not (turn.begun and board is turn.board):
        turn = replace(turn, board=board, begun=True)
    segment = Segment(turn.board, *slot, open_acts(turn, slot))
    busy = bool(segment.acts) or (phase.step is next_mission and turn.board.asks_orders and anything_open(segment))
    if busy or (opening and not acts_later(turn)):
        announce(ref, segment, busy)
    if phase.step is next_mission and not segment.acts:
        return call(next_order, segment, back=segment_over, keep=turn) if busy else segment_over(ref, turn, segment)
    return call(phase.step, segment, back=segment_over, keep=turn)


def open_acts(turn: Turn, slot: Slot) -> tuple[Act, ...]:
    """The parts of missions that a segment carries out, except those that are already over."""
    missions = (*turn.board.missions.values(), *turn.ordered)
    return tuple(act for act in acts_in(turn.board, missions, *slot) if act.mission.id not in turn.over)


def acts_later(turn: Turn) -> bool:
    """Whether a later segment of this phase has missions. It then gets the heading; a segment without any needs none."""
    present, *later = turn.agenda
    missions = turn.board.missions.values()
    return any(slot.stage == present.stage and acts_in(turn.board, missions, *slot) for slot in later)


@rule("R3")
def announce(ref: Referee, segment: Segment, busy: bool) -> None:
    """Prints the heading of a phase, with its letter, or of a segment in which missions are carried out."""
    board = segment.board
    title = phase_title(board.rulings.value("profile"), segment.stage, board.enemy_of(segment.side))
    ref.enter(segment.scope, f"{title}, {segment.name} segment" if busy and segment.name else title)


@cache
def phase_title(profile: str, stage: Stage, enemy: str) -> str:
    """A phase with its letter: `Axis: D. Movement`."""
    letter = ascii_uppercase[[phase.name for phase in player_turn(profile)].index(stage.phase)]
    within = f" in the {title_of(enemy)} player turn" if stage.role == NON_PHASING else ""
    return f"{title_of(stage.side)}: {letter}. {title_of(stage.phase)}{within}"


@rule("R3")
def segment_over(ref: Referee, turn: Turn, segment: Segment) -> Move[Never]:
    """Works out what moves on the ground in the phase, and continues the turn with the board as the segment leaves it."""
    first = MOVEMENT if segment.stage.phase != COMBAT else BARRAGE_SEGMENT
    if segment.name in ("", first):
        work_out_now(ref, segment)
    after = replace(
        turn,
        board=segment.board,
        agenda=turn.agenda[1:],
        ordered=(*turn.ordered, *segment.orders),
        results=(*turn.results, *segment.results),
        over=(*turn.over, *segment.over),
    )
    return next_segment(ref, after)


# IV. Turn end


def final_position(board: Board) -> list[Event]:
    """The tables that show where everything is."""
    return [*board_sheets(board)]


@rule("R3")
def turn_end(ref: Referee, turn: Turn) -> Move[Never]:
    """The turn is over: where everything is now, and the results of the missions."""
    ref.enter("", "End of play" if turn.board.play else "IV. Turn End")
    ref.tell(final_position, turn.board)
    if len(turn.results) == 1:
        return End(turn.results[0][1], turn)
    return End("; ".join(f"{mission}: {result}" for mission, result in turn.results) or NOTHING_FLOWN, turn)


# the turn passes


@rule("R3", "R6", "R8")
def finished(board: Board) -> tuple[Board, list[str]]:
    """Ends a turn that was played only in part: does what the rest of it does without questions, and says so.

    If it is not known who went first, does only what is left either way.
    """
    if not board.play:
        return board, []
    rests = {first: phases_left(board, first) for first in board.players if first_refused(board, first) is None}
    done = [stage for stage in next(iter(rests.values())) if all(stage in rest for rest in rests.values())]
    for stage in done:
        if stage.phase == "clean-up":
            board = cleaned_up(board, stage.side)
        elif stage.phase == "reinforcement":
            board = reinforced(board, stage.side)
    cleaned = listed(title_of(stage.side) for stage in done if stage.phase == "clean-up") or "nobody"
    said = [
        f"only a part of the turn was played; of the rest, {cleaned} cleaned up and new units arrived, unless you say --unfinished"
    ]
    if len(rests) == 1:
        return replace(board, went_first=next(iter(rests))), said
    return board, [*said, "who went first in the turn is not known, and so not whether the other side has cleaned up (R6)"]


def first_refused(board: Board, first: str) -> str | None:
    """Why, by the scenario, a side cannot have gone first in the turn; or None."""
    if board.first_player:
        return None if first == board.first_player else f"{board.first_player} goes first (R2)"
    late = out_of_order(board.rulings.value("profile"), list(last_turn(board)), [(first, board.enemy_of(first))])
    return f"{'.'.join(late)} comes too late then (R3)" if late else None


def last_turn(board: Board) -> tuple[Stage, ...]:
    """The phases of the last game turn that are played."""
    later = new_turns(board)
    stages = played(board)
    return stages[stages.index(later[-1]) :] if later else stages


def phases_left(board: Board, first: str) -> tuple[Stage, ...]:
    """The phases of a game turn after the last one played."""
    turn = game_turn(board.rulings.value("profile"), first, board.enemy_of(first))
    return turn[turn.index(last_turn(board)[-1]) + 1 :]
