"""The sequence of play (2.2).

I    Pre-turn: weather determination, first player determination
II   the first player's turn: the phases of PLAYER_TURN
III  the second player's turn: the same
IV   Turn end
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import NamedTuple, Never

from airwar.rulesets.kit import D6, End, Event, Move, Note, Referee, Total, call, closest, did_you_mean, rule, then, title_of
from airwar.rulesets.ocs.bases import clean_up_phase, first_or_second, refit_phase, reinforcement_phase, return_phase
from airwar.rulesets.ocs.board import BARRAGE_SEGMENT, COMBAT, MOVEMENT, Act, Board, Segment, Setting, Slot, Stage, Turn
from airwar.rulesets.ocs.orders import acts_in, anything_open, next_mission
from airwar.rulesets.ocs.rulings import PROFILES, Rulings
from airwar.rulesets.ocs.show import board_sheets
from airwar.rulesets.ocs.targets import weather_report
from airwar.rulesets.ocs.units import NON_PHASING, PHASING
from airwar.rulesets.ocs.worksheets import Load, March, Stack, load_events, load_now, march_events, march_now, stack_sheet

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


def phase_named(profile: str, name: str) -> Phase | None:
    return next((phase for phase in player_turn(profile) if phase.name == name), None)


def meant_phase(profile: str, sides: Sequence[str], said: str) -> str:
    """A suggestion to end a message with, for a phase that is misspelled."""
    return did_you_mean(closest(said, [f"{side}.{phase.name}" for side in sides for phase in player_turn(profile)]))


@rule("R3")
def game_turn(profile: str, first: str, second: str) -> tuple[Stage, ...]:
    """The phases of both player turns, each named for the side that acts in it."""
    order = player_turn(profile)
    turns = ((first, second), (second, first))
    return tuple(Stage(other if phase.player == NON_PHASING else one, phase.name) for one, other in turns for phase in order)


@rule("R3")
def slots(setting: Setting, first: str = "") -> tuple[Slot, ...]:
    """All segments of the phases that the scenario plays; or of both player turns, if it is known who goes first."""
    phases = {phase.name: phase for phase in player_turn(setting.profile)}
    stages = game_turn(setting.profile, first, setting.enemy_of(first)) if first else setting.play
    return tuple(Slot(stage, segment) for stage in stages for segment in phases[stage.phase].segments)


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
    """The worksheets are worked out, then the turn begins with the weather."""
    setting = turn.setting
    ref.enter("", "Game turn")
    for worksheet in setting.worksheets:
        if stage_of(worksheet) is None:
            work_out(ref, worksheet, setting.rulings)
    if not (turn.board.units or turn.board.guns or any(map(stage_of, setting.worksheets))):
        return End(WORKED_OUT, turn)
    if not setting.play:
        return then(weather_determination, turn)
    if setting.weather.flight != "full":
        ref.tell(weather_report, setting)
    return then(next_segment, replace(turn, agenda=slots(setting)))


def stage_of(worksheet: object) -> tuple[str, str] | None:
    """The side and the phase of a load or a march, or None if it is worked out before the turn."""
    return worksheet.stage if isinstance(worksheet, (Load, March)) else None


@rule("R51", "R49")
def work_out_now(ref: Referee, segment: Segment) -> None:
    """The loads and marches of a phase are worked out as it begins, with what the enemy interdicts by then."""
    board = segment.board
    for worksheet in board.setting.worksheets:
        if stage_of(worksheet) != segment.stage:
            continue
        if isinstance(worksheet, Load):
            ref.tell(load_events, load_now(ref, board, worksheet), board.rulings)
        elif isinstance(worksheet, March):
            ref.tell(march_events, march_now(ref, board, worksheet), board.rulings)


def work_out(ref: Referee, worksheet: object, rulings: Rulings) -> None:
    match worksheet:
        case Load():
            ref.tell(load_events, worksheet, rulings)
        case March():
            ref.tell(march_events, worksheet, rulings)
        case Stack():
            ref.tell(stack_sheet, worksheet)


@rule("R1")
def weather_determination(ref: Referee, turn: Turn) -> Move[Never]:
    """The scenario states the weather for the whole game turn."""
    ref.enter("weather", "I.1 Weather Determination")
    ref.tell(weather_report, turn.setting)
    return then(first_player_determination, turn)


@rule("R2")
def first_player_determination(ref: Referee, turn: Turn) -> Move[Never]:
    """The scenario says who goes first, or the players roll for it."""
    ref.enter("first-player", "I.2 First Player Determination")
    first = turn.setting.first_player
    if not first:
        return then(players_roll, turn)
    ref.tell(Note, f"first player, set by the scenario: {title_of(first)}")
    return then(next_segment, replace(turn, agenda=slots(turn.setting, first)))


@rule("R2")
def players_roll(ref: Referee, turn: Turn) -> Move[Never]:
    """Each side rolls two dice. The higher roll chooses to go first or second."""
    ref.new_round()
    setting = turn.setting
    one, other = setting.sides
    rolls = {side: ref.roll(f"{side}.initiative", Total(2 * D6), side) for side in (one, other)}
    winner = max(rolls, key=lambda side: rolls[side]) if rolls[one] != rolls[other] else tie_winner(ref, setting)
    if not winner:
        return then(players_roll, turn)
    options, about = {"first": "go first", "second": "go second"}, partial(first_or_second, winner, rolls)
    choice = ref.choose("player-order", options, by=winner, about=about)
    first = winner if choice == "first" else setting.enemy_of(winner)
    ref.tell(Note, f"first player: {title_of(first)}")
    return then(next_segment, replace(turn, agenda=slots(setting, first)))


@rule("R2")
def tie_winner(ref: Referee, setting: Setting) -> str:
    """A tie goes to whoever went first last turn, or to nobody and is rolled again."""
    previous = setting.previous_first_player
    if setting.rulings.value("first-player-ties") == "reroll" or not previous:
        ref.tell(setting.rulings.graded, "first-player-ties", "a tie is rolled again")
        return ""
    ref.tell(setting.rulings.graded, "first-player-ties", f"{title_of(previous)} went first last turn and wins the tie")
    return previous


# II, III. The player turns


@rule("R3")
def next_segment(ref: Referee, turn: Turn) -> Move[Never]:
    """The next segment is played, or the turn ends."""
    if not turn.agenda:
        return then(turn_end, turn)
    slot = turn.agenda[0]
    phase = phase_named(turn.setting.profile, slot.stage.phase)
    assert phase is not None
    opening = slot.segment == phase.segments[0]
    if opening and slot.stage in turn.setting.new_turns:
        ref.enter("", "The next game turn")
        turn = replace(turn, board=turn.board.at_turn_start())
    if opening:
        board = turn.board.at_phase_start() if turn.begun else turn.board
        turn = replace(turn, board=board, begun=True)
    segment = Segment(turn.board, *slot, open_acts(turn, slot))
    busy = bool(segment.acts) or (phase.step is next_mission and asks(segment))
    if busy or (opening and not acts_later(turn)):
        announce(ref, segment, busy)
    if opening:
        work_out_now(ref, segment)
    return call(phase.step, segment, back=segment_over, keep=turn)


def asks(segment: Segment) -> bool:
    """Whether the player on move has anything to order or to say in a segment."""
    return segment.board.setting.orders_asked and anything_open(segment)


def open_acts(turn: Turn, slot: Slot) -> tuple[Act, ...]:
    """What the missions do in a segment, except those that are over already."""
    over = {mission for mission, _ in turn.results}
    missions = (*turn.setting.missions, *turn.orders)
    return tuple(act for act in acts_in(turn.setting, missions, *slot) if act.mission.id not in over)


def acts_later(turn: Turn) -> bool:
    """Whether a later segment of the present phase has missions. It has the heading then; a segment without any needs none."""
    present, *later = turn.agenda
    return any(slot.stage == present.stage and acts_in(turn.setting, turn.setting.missions, *slot) for slot in later)


@rule("R3")
def announce(ref: Referee, segment: Segment, busy: bool) -> None:
    """The heading of a phase, with its letter, or of a segment in which missions are carried out."""
    setting, (side, name) = segment.board.setting, segment.stage
    names = [phase.name for phase in player_turn(setting.profile)]
    title = f"{title_of(side)}: {chr(ord('A') + names.index(name))}. {title_of(name)}"
    if segment.stage.role == NON_PHASING:
        title += f" in the {title_of(setting.enemy_of(side))} player turn"
    ref.enter(segment.scope, f"{title}, {segment.name} segment" if busy and segment.name else title)


@rule("R3")
def segment_over(ref: Referee, turn: Turn, segment: Segment) -> Move[Never]:
    """The turn continues with the board as the segment leaves it."""
    orders, results = (*turn.orders, *segment.orders), (*turn.results, *segment.results)
    return then(next_segment, Turn(segment.board, turn.agenda[1:], orders, results, turn.begun))


# IV. Turn end


def final_position(board: Board) -> list[Event]:
    """The tables that show where everything is."""
    return [*board_sheets(board)]


@rule("R3")
def turn_end(ref: Referee, turn: Turn) -> Move[Never]:
    """The turn is over: where everything is now, and the results of the missions."""
    ref.enter("", "End of play" if turn.setting.play else "IV. Turn End")
    ref.tell(final_position, turn.board)
    if len(turn.results) == 1:
        return End(turn.results[0][1], turn)
    return End("; ".join(f"{mission}: {result}" for mission, result in turn.results) or NOTHING_FLOWN, turn)
