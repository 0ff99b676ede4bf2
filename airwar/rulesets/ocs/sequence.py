"""The sequence of play (2.2): the pre-turn, the phases of both player turns, the turn end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from airwar.engine.dice import D6, Total
from airwar.engine.referee import End, Event, Next, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.charts import load_chart
from airwar.rulesets.ocs.equivalents import Load, work_out_load
from airwar.rulesets.ocs.interdiction import March, markers_removed, work_out_march
from airwar.rulesets.ocs.rulings import V4, Rulings, borrowed, ruled
from airwar.rulesets.ocs.stacking import Stack, work_out_stack
from airwar.rulesets.ocs.state import Act, Setting, Stage, Turn
from airwar.rulesets.ocs.units import AT_BASE, EXPECTED, PACKAGE

STRIKES = ("barrage", "base-attack", "trainbust", "ship-attack")  # resolved in a barrage segment
FIRST_STEPS: dict[str, Callable[..., Any]] = {}  # the step that opens each phase
ACT_STEPS: dict[str, Callable[..., Any]] = {}  # the step that carries out each part of an order


class Phase(NamedTuple):
    """A phase of a player turn: its letter, its name, whose it is, and its segments."""

    letter: str
    name: str
    player: str
    segments: tuple[str, ...]


def opens(phase: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Marks the step that opens a phase."""

    def register(step: Callable[..., Any]) -> Callable[..., Any]:
        FIRST_STEPS[phase] = step
        return step

    return register


def carries_out(part: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Marks the step that carries out a part of an order."""

    def register(step: Callable[..., Any]) -> Callable[..., Any]:
        ACT_STEPS[part] = step
        return step

    return register


@rule("R3")
@cache
def player_turn(profile: str) -> tuple[Phase, ...]:
    """The phases of a player turn in their order."""
    chart = load_chart(PACKAGE, "sequence-4.3" if profile == V4 else "sequence")
    return tuple(
        Phase(letter, name, player, () if segments == "none" else tuple(segments.split(",")))
        for letter, (name, player, segments) in chart.rows
    )


def phase_named(profile: str, name: str) -> Phase | None:
    return next((phase for phase in player_turn(profile) if phase.name == name), None)


@rule("R3")
def stages(setting: Setting, first: str) -> tuple[Stage, ...]:
    """All segments of the two player turns, or of the phases that the scenario plays."""
    profile = setting.profile
    whole = [(player, phase.name) for player in (first, setting.enemy_of(first)) for phase in player_turn(profile)]
    found = []
    for player, name in setting.play or whole:
        phase = phase_named(profile, name)
        found += [Stage(player, name, segment) for segment in (phase.segments if phase else ()) or ("",)]
    return tuple(found)


@rule("R3")
def acting(setting: Setting, player: str, phase: str) -> str:
    """Who acts in a phase of somebody's player turn: his enemy in the reaction phase."""
    known = phase_named(setting.profile, phase)
    return setting.enemy_of(player) if known and known.player == "non-phasing" else player


# I. the pre-turn


@rule("R1")
def turn_begins(ref: Referee, turn: Turn) -> Next | End:
    """What the scenario wants worked out is worked out, then the turn begins with the weather."""
    ref.enter("", "Game turn")
    for sum_ in turn.setting.sums:
        work_out(ref, sum_, turn.rulings)
    if not turn.units:
        return End("worked out", turn)
    if turn.setting.play:
        if turn.setting.flight != "full":
            ref.tell(weather_told, turn.setting)
        return Next(proceed, replace(turn, agenda=stages(turn.setting, turn.setting.sides[0])))
    return Next(weather_determination, turn)


def work_out(ref: Referee, sum_: object, rulings: Rulings) -> None:
    match sum_:
        case Load():
            work_out_load(ref, sum_, rulings)
        case March():
            work_out_march(ref, sum_, rulings)
        case Stack():
            work_out_stack(ref, sum_)


@rule("R1")
def weather_determination(ref: Referee, turn: Turn) -> Next:
    """The weather is what the scenario says, for the whole game turn."""
    ref.enter("weather", "I.1 Weather Determination")
    ref.tell(weather_told, turn.setting)
    return Next(first_player_determination, turn)


@rule("R1")
def weather_told(setting: Setting) -> Event | None:
    """What the weather lets fly; that it is ignored is a ruling."""
    if setting.rulings["weather"] == "ignored":
        return ruled(setting.rulings, "weather", f"{setting.weather} weather keeps nobody down")
    flight = {"full": "all missions are flown", "none": "nothing flies"}
    limited = f"missions are flown in the phases {', '.join(setting.flight_phases) or 'none'} only"
    return Note(f"weather: {setting.weather}; {flight.get(setting.flight, limited)}")


@rule("R1")
def weather_refuses(setting: Setting, phase: str) -> str | None:
    """Why nothing flies in a phase, or None when the weather allows it."""
    if setting.rulings["weather"] == "ignored" or setting.flight == "full":
        return None
    if setting.flight == "limited" and phase in setting.flight_phases:
        return None
    return f"the weather ({setting.weather}) allows no flight in the {phase} phase"


@rule("R2")
def first_player_determination(ref: Referee, turn: Turn) -> Next:
    """The scenario says who goes first, or the players roll for it."""
    ref.enter("first-player", "I.2 First Player Determination")
    setting = turn.setting
    if not setting.first:
        return Next(players_roll, turn)
    ref.tell(Note, f"{setting.first} goes first, as the scenario says")
    return Next(proceed, replace(turn, agenda=stages(setting, setting.first)))


@rule("R2")
def players_roll(ref: Referee, turn: Turn) -> Next:
    """Each side rolls two dice; the higher chooses to go first or second; ties are rolled again, or go to the last first player."""
    ref.new_round()
    setting = turn.setting
    one, other = setting.sides
    rolled = {side: ref.roll(f"{side}.initiative", Total(2 * D6), side) for side in (one, other)}
    if rolled[one] == rolled[other]:
        if setting.rulings["first-player-ties"] == "reroll" or not setting.previous_first:
            ref.tell(ruled, setting.rulings, "first-player-ties", "a tie is rolled again")
            return Next(players_roll, turn)
        ref.tell(ruled, setting.rulings, "first-player-ties", f"{setting.previous_first} went first last turn and wins the tie")
        winner = setting.previous_first
    else:
        winner = one if rolled[one] > rolled[other] else other
    choice = ref.choose("player-order", ("first", "second"), by=winner)
    first = winner if choice == "first" else setting.enemy_of(winner)
    ref.tell(Note, f"{first} goes first")
    return Next(proceed, replace(turn, agenda=stages(setting, first)))


# II, III. the player turns


@rule("R3")
def proceed(ref: Referee, turn: Turn) -> Next | End:
    """The next segment is opened, or the turn ends."""
    if not turn.agenda:
        return Next(turn_end, turn)
    stage = turn.agenda[0]
    phase = phase_named(turn.setting.profile, stage.phase)
    assert phase is not None
    turn = replace(turn, acts=acts_of(turn.setting, stage))
    opening = stage.segment in (phase.segments or ("",))[:1]
    if opening:
        turn = replace(turn, barraged=(), ground=tuple(hex_._replace(before=hex_.now) for hex_ in turn.ground))
    if turn.acts or (opening and not ordered_later(turn)):
        title = f"{stage.player}: {phase.letter}. {stage.phase.replace('-', ' ')}"
        ref.enter(f"{stage.player}-{stage.phase}", f"{title}, {stage.segment} segment" if turn.acts and stage.segment else title)
    return Next(FIRST_STEPS.get(stage.phase, next_act), turn)


def ordered_later(turn: Turn) -> bool:
    """Whether a later segment of the present phase has orders, and so the heading; one without orders needs none."""
    present, *later = turn.agenda
    return any(stage[:2] == present[:2] and acts_of(turn.setting, stage) for stage in later)


@rule("R3", "R10", "R11", "R15")
def acts_of(setting: Setting, stage: Stage) -> tuple[Act, ...]:
    """What the orders do in a segment. In v3.0 strikes fly with the others and barrage later; in 4.3 they do both at once."""
    acts = []
    for at, order in enumerate(setting.orders):
        if (order.player, order.phase) != stage[:2]:
            continue
        by_combat = order.advance or order.phase == "combat"
        if order.does == "capture":
            parts = {"combat" if by_combat else "movement": "capture"}
        elif order.phase == "combat":
            parts = {"barrage": "resolve"}
        elif order.does in STRIKES and setting.rulings["profile"] != V4:
            parts = {"movement": "fly", "barrage": "resolve"}
        else:
            parts = {"barrage" if order.does in STRIKES else "movement": "fly"}
        if stage.segment in parts:
            acts.append(Act(parts[stage.segment], at))
    return tuple(acts)


@rule("R3")
def next_act(ref: Referee, turn: Turn) -> Next:
    """The next order of the segment is carried out, or the segment is over."""
    if turn.acts:
        return Next(ACT_STEPS[turn.acts[0].part], turn)
    return Next(proceed, replace(turn, agenda=turn.agenda[1:]))


@opens("reinforcement")
@rule("R8")
def reinforcement_phase(ref: Referee, turn: Turn) -> Next:
    """New air units arrive at their bases, active."""
    for unit in turn.units:
        counter = turn.counter(unit.id)
        if unit.status == EXPECTED and counter.side == turn.agenda[0].player:
            ref.tell(Note, f"{counter.name} arrives at {turn.setting.name(unit.place)}, active{borrowed(turn.rulings)}")
            turn = turn.with_units(unit._replace(status=AT_BASE))
    return Next(next_act, turn)


@opens("clean-up")
@rule("R6")
def clean_up_phase(ref: Referee, turn: Turn) -> Next:
    """The enemy's rail interdiction markers are removed, and the phasing player's ships recover from DG."""
    phasing = turn.agenda[0].player
    return Next(next_act, ships_recovered(ref, markers_removed(ref, turn, phasing), phasing))


@rule("R52")
def ships_recovered(ref: Referee, turn: Turn, phasing: str) -> Turn:
    """A ship is DG until its owner's Clean Up."""
    ships = turn.setting.ships
    recovering = [hull for hull in turn.hulls if hull.dg and ships[hull.id].side == phasing]
    for hull in recovering:
        ref.tell(Note, f"{ships[hull.id].name} is DG no more{borrowed(turn.rulings)}")
    return replace(turn, hulls=tuple(hull._replace(dg=False) if hull in recovering else hull for hull in turn.hulls))


# IV. the turn end


@rule("R3")
def turn_end(ref: Referee, turn: Turn) -> End:
    """The turn is over; its result is that of its orders, one after the other."""
    ref.enter("", "IV. Turn End" if not turn.setting.play else "The end of what was played")
    if len(turn.results) == 1:
        return End(turn.results[0][1], turn)
    return End("; ".join(f"{order}: {result}" for order, result in turn.results) or "nothing flown", turn)
