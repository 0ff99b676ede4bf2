"""The sequence of play: all battles of a turn are fought together, round by round, until none is left (34).

open_turn       the turn begins, and the attacker gives orders
ROUND           the phases before anybody rolls, below
fire            in every battle the attackers roll, then the defenders
close_round     units leave all battles, decided battles end, and the next round begins or the turn ends
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Concatenate, NamedTuple, Never, ParamSpec, TypeAlias

from airwar.rulesets.air_supremacy.combat import Fire, side_fires
from airwar.rulesets.air_supremacy.dispatch import declare_dispatches, move_aircraft, undefended
from airwar.rulesets.air_supremacy.orders import next_order, prepared_orders
from airwar.rulesets.air_supremacy.pass_through import fleets_have_passed, second_leg
from airwar.rulesets.air_supremacy.position import RULINGS, Position, ruling
from airwar.rulesets.air_supremacy.retreat import attacker_decides, declare_grounding, declare_retreat, share_refuges
from airwar.rulesets.air_supremacy.round_end import break_off, return_home, round_ends
from airwar.rulesets.air_supremacy.show import final_position, next_turn, result_of_turns, turn_sheets
from airwar.rulesets.air_supremacy.turn import Battle, Group, Status, Turn, leader, turn_of
from airwar.rulesets.air_supremacy.units import Force, Mode, nation_name, nations_in
from airwar.rulesets.kit import End, Event, Move, Note, Referee, call, replace, rule, then

P = ParamSpec("P")
Act: TypeAlias = Callable[[Referee, Turn], Turn]


class Phase(NamedTuple):
    """A phase of a round: what happens in it, one act after another."""

    name: str
    rule: str
    acts: Callable[[Turn], Sequence[Act]]


def once(act: Act) -> Callable[[Turn], Sequence[Act]]:
    return lambda turn: (act,)


def for_every_fleet(act: Callable[[Referee, Turn, int], Turn], *then_once: Act) -> Callable[[Turn], Sequence[Act]]:
    return lambda turn: [*(given(act, number) for number in range(len(turn.passes))), *then_once] if turn.passes else ()


def in_every_battle(act: Callable[[Referee, Turn, str], Turn]) -> Callable[[Turn], Sequence[Act]]:
    return lambda turn: [given(act, battle.space) for battle in turn.battles]


def for_every_defender(*acts: Callable[[Referee, Turn, str, str], Turn]) -> Callable[[Turn], Sequence[Act]]:
    return lambda turn: [
        given(act, battle.space, nation)
        for battle in turn.battles
        if battle.on
        for nation in nations_in(battle.defenders)
        for act in acts
    ]


def given(act: Callable[Concatenate[Referee, Turn, P], Turn], *args: P.args, **kwargs: P.kwargs) -> Act:
    """An act with its battle, or its battle and nation, filled in."""
    return lambda ref, turn: act(ref, turn, *args, **kwargs)


ROUND = (
    Phase("fleets pass through to a second space", "40", for_every_fleet(second_leg, fleets_have_passed)),
    Phase("the attacker fights on or withdraws", "48", in_every_battle(attacker_decides)),
    Phase("battles that he calls off are over", "48", once(break_off)),
    Phase("aircraft arrive and return", "26", once(move_aircraft)),
    Phase("spaces that nobody defends are taken", "41", once(undefended)),
    Phase("defenders retreat and ground", "28", for_every_defender(declare_retreat, declare_grounding)),
    Phase("decks without room for all who retreat are shared out", "21", once(share_refuges)),
    Phase("aircraft are dispatched", "26", once(declare_dispatches)),
)


@rule("38")
def begin(ref: Referee, position: Position) -> Move[Never]:
    """Whose turn it is, if the scenario leaves that open."""
    if position.attacker is None:
        known = sorted({position.majors[unit.nation] for unit in position.units.values()})

        def refuse(nation: str) -> str | None:
            return None if nation in position.groups else f"{nation!r} is not a nation; expected one of {', '.join(known)} (38)"

        ask = "Whose turn is it?"
        nation = ref.fact("attacker", "the nation whose turn it is", examples=known or ["germany"], refuse=refuse, ask=ask)
        position = replace(position, attacker=nation)
    return then(open_turn, turn_of(position, position.battles))


@rule("38", "34")
def open_turn(ref: Referee, turn: Turn) -> Move[Never]:
    """An opponent's turn begins; what aircraft did in another opponent's turn no longer binds them. The attacker gives orders."""
    number, position = turn.setting.position.number, turn.setting.position
    ref.enter(f"turn-{number + 1}" if number else "", f"{nation_name(turn.setting.attacker)} turn" if number else "Combat")
    turn = prepared_orders(ref, turn)
    asked = position.orders == "ask" if position.orders else not position.turns[number][2]
    return then(order_attack, turn) if asked else begin_combat(ref, turn)


@rule("34", "42")
def order_attack(ref: Referee, turn: Turn) -> Move[Never]:
    """The attacker orders one attack after another, until he is done."""
    ordered = next_order(ref, turn)
    return then(order_attack, ordered) if ordered is not turn else begin_combat(ref, turn)


@rule("34")
def begin_combat(ref: Referee, turn: Turn) -> Move[Never]:
    """The rulings that the scenario has changed are announced, and the first round begins; a turn without attacks is over."""
    if not turn.battles:
        ref.tell(Note, f"{nation_name(turn.setting.attacker)} makes no attacks")
        return turn_over(ref, turn)
    ref.tell(opening_rulings, turn)
    pinned_aircraft(ref, turn)
    return then(open_round, turn)


def opening_rulings(turn: Turn) -> list[Event]:
    """House values, and the options that the scenario has changed; told once, in the first turn."""
    position, rulings = turn.setting.position, turn.setting.rulings
    if position.number:
        return []
    events: list[Event] = []
    if position.house_types:
        names = (f"{one.name}{' (from another module)' if one.grade == 'published' else ''}" for one in position.house_types)
        events.append(rulings.ruled("placeholder-values", f"house values, not in the module, for {', '.join(names)}"))
    if not rulings.is_default("die-sides"):
        events.append(rulings.ruled("die-sides", f"every shot is one d{turn.setting.sides}"))
    told = [name for name in RULINGS if name != "placeholder-values" and not rulings.is_default(name)]
    return [*events, *(ruling(rulings, name) for name in told)]


@rule("27", "45")
def pinned_aircraft(ref: Referee, turn: Turn) -> None:
    """Aircraft whose own space is under attack, however weak, are not offered a dispatch."""
    for battle in turn.battles:
        aircraft = [line for line in battle.defenders if line.kind.type.flies and not line.arrived]
        if battle.on and aircraft:
            who = ", ".join(line.kind.counted(line.number) for line in aircraft)
            ref.tell(Note, f"cannot be dispatched while {turn.setting.name(battle.space)} is under attack: {who}")


@rule("34")
def open_round(ref: Referee, turn: Turn) -> Move[Never]:
    """A round begins in every battle."""
    ref.new_round()
    return play_phases(ref, turn)


@rule("34", "28")
def play_phases(ref: Referee, turn: Turn) -> Move[Never]:
    """Plays the phases of a round in order, with a new step after every change on the table; then the battles fire."""
    done = turn.at
    for phase in range(turn.phase, len(ROUND)):
        acts = ROUND[phase].acts(turn)
        for number in range(done, len(acts)):
            now = acts[number](ref, turn)
            if now is not turn:
                return then(play_phases, now._replace(phase=phase, at=number + 1))
        done = 0
    return then(next_battle, turn._replace(phase=len(ROUND), at=0))


# fire


@rule("34", "46")
def next_battle(ref: Referee, turn: Turn) -> Move[Never]:
    """The attackers in the next open battle roll; when every battle has been fought, the round is over."""
    for at in range(turn.at, len(turn.battles)):
        if turn.battles[at].on:
            return attackers_fire(ref, turn._replace(at=at))
    return then(close_round, turn)


@rule("4", "46")
def attackers_fire(ref: Referee, turn: Turn) -> Move[Never]:
    """The attackers roll first. From then on, ships that fire in support lie off the coast."""
    setting, battle = turn.setting, turn.battles[turn.at]
    owner = leader(setting, battle.space, battle.defenders)
    if len(nations_in(battle.defenders)) > 1:
        joint_defense(ref, turn, battle, owner)
    if any(line.mode == Mode.LOCKED for line in battle.defenders):
        out_at_home(ref)
    attack = Fire(setting, battle.space, setting.attacker, owner, True, battle.attackers, battle.defenders, battle.support)
    if battle.support:
        turn = after_support(ref, turn, battle)
    return call(side_fires, attack, back=defenders_fire, keep=turn)


@rule("44")
def joint_defense(ref: Referee, turn: Turn, battle: Battle, owner: str) -> None:
    """One nation rolls for all defenders of a space, and chooses their losses unless each nation does. Ruling: joint-losses."""
    rulings = turn.setting.rulings
    chooses = rulings.value("joint-losses") == "leader" and rulings.value("casualty-chooser") == "owner"
    leads = "rolls and chooses losses" if chooses else "rolls"
    ref.tell(Note, f"{nation_name(owner)} {leads} for all defenders of {turn.setting.name(battle.space)}")


@rule("36")
def out_at_home(ref: Referee) -> None:
    """Aircraft that are out for the turn do not defend their home."""
    ref.tell(Note, "aircraft that are out for the turn stay on the ground")


@rule("46")
def after_support(ref: Referee, turn: Turn, battle: Battle) -> Turn:
    """Supporting ships fire from their own zone, in the first round of the landing or in every round. Ruling: support-shots."""
    ref.tell(ruling, turn.setting.rulings, "support-shots")
    if turn.setting.rulings.value("support-shots") == "every-round":
        return turn
    back = [Group(line.kind, line.number, Status.LEFT, line.kind.space, line.damage) for line in battle.support]
    return turn.with_battle(battle._replace(support=())).joined_by(back)


@rule("14", "4", "15")
def defenders_fire(ref: Referee, turn: Turn, left: Force) -> Move[Never]:
    """Then the defenders roll: those just hit too, unless the attacker fires first. Ruling: casualties."""
    setting, battle = turn.setting, turn.battles[turn.at]
    own = battle.defenders if setting.rulings.value("casualties") == "simultaneous" else left
    defense = Fire(setting, battle.space, leader(setting, battle.space, own), setting.attacker, False, own, battle.attackers)
    turn = turn.after_fire(battle, battle.attackers, left, battle.new)
    return call(side_fires, defense, back=both_have_fired, keep=turn)


@rule("4")
def both_have_fired(ref: Referee, turn: Turn, left: Force) -> Move[Never]:
    """Both sides have taken their losses."""
    battle = turn.battles[turn.at]
    return then(next_battle, turn.after_fire(battle, left, battle.defenders, new=False)._replace(at=turn.at + 1))


@rule("34", "38")
def close_round(ref: Referee, turn: Turn) -> Move[Never]:
    """The round ends in all battles at the same moment. The turn ends with its last battle."""
    turn = round_ends(ref, turn)._replace(first=False, phase=0, at=0)
    ref.tell(round_sheets, turn)
    if any(battle.on or battle.after for battle in turn.battles) or not all(plan.done for plan in turn.passes):
        return then(open_round, turn)
    return turn_over(ref, turn)


@rule("38", "30")
def turn_over(ref: Referee, turn: Turn) -> Move[Never]:
    """Aircraft go home, and the next opponent takes a turn; after the last one, the position is told."""
    turn = return_home(ref, turn)
    following = next_turn(turn)
    if following:
        return then(open_turn, following)
    ref.tell(final_position, turn)
    return End(result_of_turns(turn), turn)


def round_sheets(turn: Turn) -> list[Event]:
    return [*turn_sheets(turn)]
