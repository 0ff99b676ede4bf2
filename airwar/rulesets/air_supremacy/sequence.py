"""The sequence of a turn: all battles are fought in step, round by round, until none is left."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Concatenate, NamedTuple, Never, ParamSpec, TypeAlias

from airwar.engine.moves import End, Move, call, then
from airwar.engine.referee import Event, Referee, Ruling
from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy import show
from airwar.rulesets.air_supremacy.aim import shooter_of
from airwar.rulesets.air_supremacy.attack import attacker_decides, second_leg
from airwar.rulesets.air_supremacy.combat import side_fires
from airwar.rulesets.air_supremacy.dispatch import aircraft_move, everybody_returns, owners_dispatch
from airwar.rulesets.air_supremacy.grounding import declares_grounding
from airwar.rulesets.air_supremacy.landing import closed
from airwar.rulesets.air_supremacy.options import OPTIONS
from airwar.rulesets.air_supremacy.retreat import declares_retreat, nowhere_to_go, those_leaving_go
from airwar.rulesets.air_supremacy.state import (
    CARGO,
    FIGHTS,
    GONE,
    HELD,
    LOCKED,
    NOBODY,
    NOT_ATTACKED,
    ON_THE_WAY,
    STAND_OFF,
    WON,
    Battle,
    Fire,
    Flight,
    Force,
    Setting,
    Turn,
    lead,
    nations_in,
)
from airwar.rulesets.air_supremacy.units import nation_name

Act: TypeAlias = Callable[[Referee, Turn], Turn]


class Phase(NamedTuple):
    """A phase of a round: what is done in it, one act after another."""

    rule: str
    acts: Callable[[Turn], Sequence[Act]]


P = ParamSpec("P")


def given(act: Callable[Concatenate[Referee, Turn, P], Turn], *args: P.args, **kwargs: P.kwargs) -> Act:
    """An act in one battle, or of one nation in it."""
    return lambda ref, turn: act(ref, turn, *args, **kwargs)


def once(act: Act) -> Callable[[Turn], Sequence[Act]]:
    return lambda turn: (act,)


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


ROUND = (
    Phase("40", in_every_battle(second_leg)),
    Phase("48", in_every_battle(attacker_decides)),
    Phase("26", once(aircraft_move)),
    Phase("28", for_every_defender(declares_retreat, declares_grounding)),
    Phase("44", once(owners_dispatch)),
)


@rule("34", "38")
def open_turn(ref: Referee, turn: Turn) -> Move[Never]:
    """An opponent's turn begins; nobody is bound by what he did in another opponent's turn."""
    ref.enter("", "Combat")
    ref.tell(told_house_defaults, turn)
    ref.tell(nowhere_to_go, turn)
    return then(open_round, turn)


def told_house_defaults(turn: Turn) -> list[Event]:
    """What the source does not say and every roll depends on."""
    setting, options = turn.setting, turn.setting.options
    last = "units that are hit still roll" if options["casualties"] == "simultaneous" else "defenders that are hit do not roll"
    events: list[Event] = [
        Ruling("die-sides", str(setting.sides), f"every shot is one d{setting.sides}"),
        Ruling("hit", options["hit"], f"a shot hits on its value {options['hit'].replace('-', ' ')}"),
        Ruling("casualties", options["casualties"], last),
        Ruling("casualty-chooser", options["casualty-chooser"], f"the {options['casualty-chooser']} chooses who is lost"),
    ]
    if any(line.kind.type.flies for battle in turn.battles for line in (*battle.attackers, *battle.defenders)):
        must = "must" if options["air-priority"] == "mandatory" else "may"
        events.append(Ruling("air-priority", options["air-priority"], f"fighters and guns {must} roll at aircraft while any fly"))
    if any(line.kind.type.id == "anti-aircraft" for battle in turn.battles for line in battle.attackers):
        events.append(Ruling("aa-attack", options["aa-attack"], "what anti-aircraft guns roll at in attack"))
    if options["withdraw-before-first-roll"] == "no":
        events.append(Ruling("withdraw-before-first-roll", "no", "the attacker does not withdraw before the first rolls"))
    if setting.labels:
        text = f"house values, not in the module, for {', '.join(setting.labels)}"
        events.append(Ruling("placeholder-values", options["placeholder-values"], text))
    told = {event.option for event in events if isinstance(event, Ruling)}
    return events + [Ruling(name, options[name], text) for name, text in other_than_usual(options) if name not in told]


def other_than_usual(options: Mapping[str, str]) -> list[tuple[str, str]]:
    """The rulings that this table has chosen against the default, with what each decides."""
    return [(name, it.text) for name, it in OPTIONS.items() if not it.whole and options[name] != it.default]


@rule("34", "48")
def open_round(ref: Referee, turn: Turn) -> Move[Never]:
    """A round begins in every battle."""
    ref.new_round()
    return play_round(ref, turn)


@rule("34")
def play_round(ref: Referee, turn: Turn) -> Move[Never]:
    """Plays the phases of a round in order, up to the next change on the table; then the battles exchange fire."""
    at = turn.at
    for number in range(turn.phase, len(ROUND)):
        acts = ROUND[number].acts(turn)
        for done in range(at, len(acts)):
            now = acts[done](ref, turn)
            if now is not turn:
                return then(play_round, now._replace(phase=number, at=done + 1))
        at = 0
    return then(next_battle, turn._replace(phase=0, at=0))


# the exchange of fire


@rule("34", "46")
def next_battle(ref: Referee, turn: Turn) -> Move[Never]:
    """The next open battle of the round; when all have been fought, the round is over."""
    for at in range(turn.at, len(turn.battles)):
        if turn.battles[at].on:
            return attackers_fire(ref, turn._replace(at=at))
    return then(close_round, turn._replace(first=False, at=0))


@rule("4", "46")
def attackers_fire(ref: Referee, turn: Turn) -> Move[Never]:
    """The attackers roll first. Ships that fire in support lie off the coast from then on."""
    setting, battle = turn.setting, turn.battles[turn.at]
    ref.tell(told_before_fire, setting, battle)
    owner = lead(setting, battle.space, battle.defenders)
    attack = Fire(setting, battle.space, setting.attacker, owner, True, battle.attackers, battle.defenders, battle.support)
    if battle.support:
        off_the_coast = [Flight(line.kind, line.number, GONE, battle.space, line.hurt) for line in battle.support]
        turn = turn.with_battle(battle._replace(support=())).with_flights([*turn.flights, *off_the_coast])
    return call(side_fires, attack, back=defenders_fire, keep=turn)


@rule("14", "4", "15")
def defenders_fire(ref: Referee, turn: Turn, left: Force) -> Move[Never]:
    """Then the defenders roll: those just hit as well, unless the attacker fires first. Ruling: casualties."""
    setting, battle = turn.setting, turn.battles[turn.at]
    own = battle.defenders if setting.options["casualties"] == "simultaneous" else left
    defense = Fire(setting, battle.space, lead(setting, battle.space, own), setting.attacker, False, own, battle.attackers)
    return call(side_fires, defense, back=both_have_fired, keep=turn.with_battle(battle._replace(defenders=left)))


@rule("4")
def both_have_fired(ref: Referee, turn: Turn, left: Force) -> Move[Never]:
    """Both sides have taken their losses."""
    return then(battle_round_ends, turn.with_battle(turn.battles[turn.at]._replace(attackers=left, new=False)))


def told_before_fire(setting: Setting, battle: Battle) -> list[Event]:
    """What the source does not say about who fires in this battle, and for whom."""
    events: list[Event] = []
    if battle.support:
        events.append(Ruling("support-shots", "first-round", "each ship fires once, in the first round of the landing"))
    if len(nations_in(battle.defenders)) > 1:
        name = nation_name(lead(setting, battle.space, battle.defenders))
        text = f"{name} rolls and chooses losses for all who defend {setting.name(battle.space)}"
        events.append(Ruling("joint-defense", "space-owner", text))
    if any(line.mode == LOCKED for line in battle.defenders):
        events.append(Ruling("out-at-home", "grounded", "aircraft that are out for the turn stay on the ground"))
    return events


@rule("23", "36", "47", "19")
def battle_round_ends(ref: Referee, turn: Turn) -> Move[Never]:
    """Retreating units are gone; a battle that somebody has won, or that nobody can win, is over."""
    battle = turn.battles[turn.at]
    if any(line.mode != FIGHTS for line in (*battle.attackers, *battle.defenders)):
        turn, battle = those_leaving_go(ref, turn, battle)
    result = result_of(battle)
    if not result and not expected(turn, battle) and nobody_can_hit(turn.setting, battle.space, battle.attackers, battle.defenders):
        result = STAND_OFF
    if result:
        turn, battle = closed(ref, turn, battle, result)
    return then(next_battle, turn.with_battle(battle)._replace(at=turn.at + 1))


def result_of(battle: Battle) -> str:
    if battle.attackers and battle.defenders:
        return ""
    if battle.attackers:
        return WON
    return HELD if battle.defenders else NOBODY


def expected(turn: Turn, battle: Battle) -> bool:
    """Whether aircraft are on their way to a battle."""
    return any(flight.status == ON_THE_WAY and flight.place == battle.space for flight in turn.flights)


@lru_cache(maxsize=65536)
def nobody_can_hit(setting: Setting, space: str, attackers: Force, defenders: Force) -> bool:
    """Whether no unit of either side could ever hit one of the other."""
    by_attackers = can_hit(setting, space, attackers, defenders, True)
    return not by_attackers and not can_hit(setting, space, defenders, attackers, False)


def can_hit(setting: Setting, space: str, own: Force, enemy: Force, attacking: bool) -> bool:
    """Whether any unit of a side has a value against anything that the enemy has."""
    by_fire = setting.options["surface-fire-vs-airborne"] != "never"
    on_surface = any(not line.kind.type.flies or line.mode == LOCKED for line in enemy)
    in_flight = any(line.kind.type.flies and line.mode != LOCKED for line in enemy)
    for line in own:
        if line.mode in (LOCKED, CARGO):
            continue
        _, air, surface, bombs, by_necessity, _ = shooter_of(setting, space, line.kind, attacking)
        fire = any(may_hit(setting, value) for value in (surface, *bombs))
        if (on_surface and fire) or (in_flight and (may_hit(setting, air or 0) or (fire and by_fire and by_necessity))):
            return True
    return False


def may_hit(setting: Setting, value: int) -> bool:
    return value > 0 and (setting.options["hit"] == "or-less" or value <= setting.sides)


@rule("34", "38")
def close_round(ref: Referee, turn: Turn) -> Move[Never]:
    """The map after the round. The turn is over with its last battle."""
    ref.tell(told_round, turn)
    if any(battle.on or battle.after for battle in turn.battles):
        return then(open_round, turn)
    turn = everybody_returns(ref, turn)
    return End(result_of_turn(turn), turn)


def told_round(turn: Turn) -> list[Event]:
    return [*show.tables((turn,))]


def result_of_turn(turn: Turn) -> str:
    fought = [battle for battle in turn.battles if battle.result != NOT_ATTACKED] or list(turn.battles)
    if len(fought) == 1:
        return fought[0].result
    return "; ".join(f"{turn.setting.name(battle.space)}: {battle.result}" for battle in fought)
