"""The sequence of a turn: all battles are fought in step, round by round, until none is left."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from airwar.engine.referee import End, Event, Next, Referee, Ruling
from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy import combat, show
from airwar.rulesets.air_supremacy.aim import shooter_of
from airwar.rulesets.air_supremacy.attack import attacker_decides, second_legs_open
from airwar.rulesets.air_supremacy.dispatch import aircraft_move, everybody_returns, owners_dispatch
from airwar.rulesets.air_supremacy.grounding import declares_grounding
from airwar.rulesets.air_supremacy.landing import closed
from airwar.rulesets.air_supremacy.options import OPTIONS
from airwar.rulesets.air_supremacy.retreat import declares_retreat, nowhere_to_go, those_leaving_go
from airwar.rulesets.air_supremacy.state import (
    CARGO,
    FIGHTS,
    HELD,
    LOCKED,
    NOBODY,
    NOT_ATTACKED,
    ON_THE_WAY,
    STAND_OFF,
    WON,
    Battle,
    Force,
    Setting,
    Turn,
    lead,
    nations_in,
)
from airwar.rulesets.air_supremacy.units import nation_name


@rule("34", "38")
def open_turn(ref: Referee, turn: Turn) -> Next:
    """An opponent's turn begins; nobody is bound by what he did in another opponent's turn."""
    ref.enter("", "Combat")
    ref.tell(told_house_defaults, turn)
    ref.tell(nowhere_to_go, turn)
    return Next(open_round, turn)


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
def open_round(ref: Referee, turn: Turn) -> Next:
    """Fleets pass on, the attacker goes on or not, aircraft arrive and return; then the defenders declare, before any roll."""
    ref.new_round()
    new = {battle.space for battle in turn.battles if turn.first or battle.after}
    if not turn.first:
        turn = second_legs_open(ref, turn)
    turn = attacker_decides(ref, turn, new)
    if not turn.first:
        turn = aircraft_move(ref, turn)
    return Next(declarations, turn)


@rule("28", "16", "44")
def declarations(ref: Referee, turn: Turn) -> Next:
    """Every owner declares retreats, groundings and dispatches for every battle before anybody rolls."""
    for battle in turn.battles:
        if battle.on:
            for nation in nations_in(battle.defenders):
                battle = declares_retreat(ref, turn, battle, nation)
                battle = declares_grounding(ref, turn, battle, nation)
            turn = turn.with_battle(battle)
    return Next(next_battle, owners_dispatch(ref, turn))


@rule("34", "46")
def next_battle(ref: Referee, turn: Turn) -> Next:
    """The next open battle of the round; when all have been fought, the round is over."""
    if not turn.battles:
        return Next(close_round, turn)
    battle = turn.battles[0]
    if not battle.on:
        return Next(next_battle, turn._replace(battles=turn.battles[1:], fought=(*turn.fought, battle)))
    ref.tell(told_before_fire, turn.setting, battle)
    return combat.joined_in_battle(turn._replace(battles=turn.battles[1:]), battle)


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
def battle_round_ends(ref: Referee, turn: Turn) -> Next:
    """Who retreats is gone; a battle that somebody has won, or that nobody can win, is over."""
    battle = turn.battles[0]
    if any(line.mode != FIGHTS for line in (*battle.attackers, *battle.defenders)):
        turn, battle = those_leaving_go(ref, turn, battle)
    result = result_of(battle)
    if not result and not expected(turn, battle) and nobody_can_hit(turn.setting, battle.space, battle.attackers, battle.defenders):
        result = STAND_OFF
    if result:
        turn = turn._replace(battles=turn.battles[1:])
        turn, battle = closed(ref, turn, battle, result)
        return Next(next_battle, turn._replace(fought=(*turn.fought, battle)))
    return Next(next_battle, turn._replace(battles=turn.battles[1:], fought=(*turn.fought, battle)))


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
def close_round(ref: Referee, turn: Turn) -> Next | End:
    """The map after the round. The turn is over with its last battle."""
    turn = turn._replace(battles=turn.fought, fought=(), first=False)
    ref.tell(told_round, turn)
    if any(battle.on or battle.after for battle in turn.battles):
        return Next(open_round, turn)
    turn = everybody_returns(ref, turn)
    return End(result_of_turn(turn), turn)


def told_round(turn: Turn) -> list[Event]:
    return [*show.tables(turn)]


def result_of_turn(turn: Turn) -> str:
    fought = [battle for battle in turn.battles if battle.result != NOT_ATTACKED] or list(turn.battles)
    if len(fought) == 1:
        return fought[0].result
    return "; ".join(f"{turn.setting.name(battle.space)}: {battle.result}" for battle in fought)
