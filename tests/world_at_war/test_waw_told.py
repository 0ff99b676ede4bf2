"""What is told, in order: every step of a turn says what it did, once, and nothing that it did not do."""

from dataclasses import replace

import pytest
from waw_counterair import EAST, JG, RAF, fleeing
from waw_desert import DESERT
from waw_direct import begun, called, changed_base, changed_carrier, changed_unit
from waw_ground import battle, covering, in_support, operation, turn_of
from waw_kamikazes import FLEET, HEAD, at_home, wave_of
from waw_raids import EIGHTH, JETS, RAIDS, SCHOOL_HEAD, school
from waw_raids import HEAD as RAID_HEAD
from waw_transports import flight
from waw_transports import turn_of as transports_of

from airwar.rulesets.world_at_war import (
    airbases,
    counterair,
    defensive_air_support,
    displacement,
    landing,
    start_and_end,
    training,
)
from airwar.rulesets.world_at_war import counterair as aftermath
from airwar.rulesets.world_at_war import counterair_rounds as rounds
from airwar.rulesets.world_at_war import defensive_air_support as interception
from airwar.rulesets.world_at_war import ground_attacks as combat
from airwar.rulesets.world_at_war import ground_combat as ground_rounds
from airwar.rulesets.world_at_war import ground_forces as announcing
from airwar.rulesets.world_at_war import ground_support as support
from airwar.rulesets.world_at_war import kamikaze_orders as construction
from airwar.rulesets.world_at_war import kamikazes as attacks
from airwar.rulesets.world_at_war import kamikazes as targets
from airwar.rulesets.world_at_war import strategic_bombing as bombing
from airwar.rulesets.world_at_war import strategic_forces as raid_forces
from airwar.rulesets.world_at_war import strategic_raid as raid
from airwar.rulesets.world_at_war import transport as steps
from airwar.rulesets.world_at_war import transport_orders as ordering
from airwar.rulesets.world_at_war.setting import BombingRaid, Kamikazes
from airwar.rulesets.world_at_war.state import NO_TOLL, Away, Raid


def announced(turn, *raids):
    return turn.with_counterair(turn.counterair._replace(announced=raids))


def away(turn):
    flying = changed_unit(changed_base(turn, "quay", side="allies"), "jg", ready=4, flying=1)
    return flying.with_counterair(flying.counterair._replace(away=(Away("target", "jg", 1),)))


def kamikaze_turn():
    return begun(FLEET, HEAD, "combat", "combat.kamikazes")


def raid_turn():
    return begun(RAIDS, RAID_HEAD, "combat", "combat.bombing")


def sailing(turn):
    turn = changed_carrier(turn, "eagle", sails=True)
    return turn.with_counterair(turn.counterair._replace(counteraired=("tobruk",)))


def staying():
    over = covering("overrun", cover=(("raf", 2),))
    return over.turn, over.battle


def wintry(turn):
    return turn.with_setting(replace(turn.setting, winter=True))


CASES = {
    "18.25 a base with a carrier is captured": (
        "note note note note note status loss",
        lambda: called(displacement.captured, begun(DESERT), "alex", "cairo"),
    ),
    "18.147 an airbase is lost": ("note", lambda: called(displacement.captured, begun(DESERT), isolated=["malta"])),
    "17.3122D a carrier is uninverted": (
        "note",
        lambda: called(start_and_end.carriers_uninverted, begun(DESERT), answers={"referee.uninvert.aquila": "uninvert"}),
    ),
    "18.71 the start of a turn": (
        "enter status status",
        lambda: called(start_and_end.uninvert_at_the_start, begun(DESERT), answers={"start.attacker.uninvert": "uninvert"}),
    ),
    "18.72 the end of a turn": (
        "enter status sheet",
        lambda: called(start_and_end.uninvert_at_the_end, begun(DESERT), answers={"end.attacker.uninvert": "wait"}),
    ),
    "19.31A winter": (
        "enter note",
        lambda: called(
            start_and_end.winter_comes,
            wintry(begun(DESERT)),
            answers={"weather.referee.winter": "9", "weather.referee.winter-hexes": {"suez": 1}},
        ),
    ),
    "18.142 an airbase is placed": (
        "note note note",
        lambda: called(airbases.airbase_ordered, begun(DESERT), "germany"),
    ),
    "18.526B a carrier sails": ("note", lambda: called(aftermath.carriers_sail, sailing(begun(DESERT)))),
    "18.521 a captured target": (
        "note",
        lambda: called(counterair.announced, changed_base(begun(EAST), "target", side="axis"), "target"),
    ),
    "18.521 nobody flies": (
        "enter note",
        lambda: called(counterair.announced, begun(EAST), "target", answers={"target.attacker.commit": {}}),
    ),
    "18.521D an empty target": (
        "enter note note",
        lambda: called(counterair.next_counterair, announced(begun(EAST), Raid("rear", (("jg", 1),)))),
    ),
    "18.524 attackers return": ("enter status", lambda: called(counterair.attackers_return, away(begun(EAST)))),
    "18.522 a round": (
        "enter loss loss loss",
        lambda: called(
            rounds.counterair_round,
            fleeing(begun(EAST), ()),
            scope="x",
            dice={"x.r1.attacker.fire": [1, 1], "x.r1.defender.fire": [6, 6]},
            answers={"x.r1.attacker.target": "uninverted"},
        ),
    ),
    "18.618 captured before the attack": (
        "enter note",
        lambda: called(
            announcing.still_the_enemys, changed_base(operation(turn_of(), battle()).turn, "field", side="axis"), "regular"
        ),
    ),
    "18.5552 nobody attacks": ("enter note note", lambda: called(combat.attack_decided, operation(*in_support(0, attackers=0)))),
    "18.617 nobody defends": (
        "enter note note",
        lambda: called(
            combat.attack_decided,
            operation(*in_support(0, attackers=2, defenders=())),
            answers={"field.attacker.advance.field": "stay"},
        ),
    ),
    "18.555 not dropped": (
        "enter note",
        lambda: called(
            combat.attack_decided,
            operation(*in_support(0, attackers=1, planned=1, dropping=1)),
            answers={"field.attacker.attack": "attack"},
        ),
    ),
    "18.55 a battle is fought": ("enter", lambda: called(combat.ground_combat, operation(*in_support(0)))),
    "18.5521 a ground round": (
        "enter sheet note ruling loss",
        lambda: called(ground_rounds.ground_round, battle(result="D"), scope="field"),
    ),
    "18.613 cover stays": (
        "note",
        lambda: called(defensive_air_support.cover_stays_or_returns, *staying()),
    ),
    "18.611 cover flies": (
        "enter note",
        lambda: called(defensive_air_support.covered, turn_of(), battle(), answers={"field.defender.support": {"raf": 1}}),
    ),
    "18.55 support flies": (
        "enter note",
        lambda: called(support.with_support, turn_of(), battle(), answers={"field.attacker.support": {"stukas": 1}}),
    ),
    "18.5631 the interception goes on": (
        "enter note loss loss loss",
        lambda: called(
            interception.clash,
            (JG,),
            (RAF._replace(aborted=(1,)),),
            turn_of().setting.rulings,
            scope="x",
            dice={"x.r1.attacker.fire": [1, 1], "x.r1.defender.fire": [1, 1]},
        ),
    ),
    "18.564 cover is left": ("Note Note", lambda: [type(event).__name__ for event in interception.cover_left((RAF, JG))]),
    "18.564 no cover is left": ("Note", lambda: [type(event).__name__ for event in interception.cover_left(())]),
    "17.41 the kamikaze rule waits": (
        "enter note",
        lambda: called(construction.invoke_kamikazes, at_home("training-rate: 4, invoke: false")),
    ),
    "17.43B the pool grows": ("note", lambda: called(construction.growing, Kamikazes(6, all_used=True), 4)),
    "17.47 kamikazes are chosen": (
        "enter",
        lambda: called(targets.choose_targets, wave_of(kamikaze_turn(), through=(("two", 1),))),
    ),
    "17.47 all targets are chosen": (
        "ruling",
        lambda: called(targets.choose_targets, wave_of(kamikaze_turn(), targets=(("two", "texas", 1),))),
    ),
    "17.47G a hit": (
        "enter ruling",
        lambda: called(
            targets.resolve_attacks, wave_of(kamikaze_turn(), targets=(("two", "texas", 1),)), dice={"two.attack.texas": [6, 6]}
        ),
    ),
    "17.47D after the kamikazes": ("enter loss", lambda: called(attacks.wave_over, kamikaze_turn(), wave_of(kamikaze_turn()))),
    "18.57 a captured target is not bombed": (
        "note",
        lambda: called(
            raid_forces.announced, changed_base(raid_turn(), "ruhr", side="allies"), BombingRaid("ruhr", (("eighth", 1),)), ()
        ),
    ),
    "18.57 no raid": ("enter note", lambda: called(bombing.next_raid, replace(raid_turn(), bombing=(BombingRaid("ruhr", ()),)))),
    "17.71 a change of front": ("note", lambda: called(bombing.front_changed, raid_turn(), "eighth@southern")),
    "18.57 an unopposed raid": (
        "note",
        lambda: called(raid.raid_is_met, raid.Raid(raid_turn().setting, "Ruhr", (EIGHTH,), (), 0, None)),
    ),
    "18.57 a raid that is met": (
        "sheet loss loss",
        lambda: called(
            raid.raid_is_met,
            raid.Raid(raid_turn().setting, "Ruhr", (EIGHTH,), (JETS,), 0, None),
            dice={"attacker.fire": [6, 6], "defender.fire": [1, 1]},
        ),
    ),
    "18.42A landing": (
        "status",
        lambda: called(landing.lands, changed_unit(begun(EAST), "jg", ready=4, flying=1), "jg", 1, "home"),
    ),
    "18.623 transports arrive": (
        "note note status",
        lambda: called(steps.arrival, changed_unit(transports_of(), "ju-52", ready=1, flying=2), flight(), NO_TOLL),
    ),
    "18.532 a flight takes off": ("enter", lambda: called(steps.fly_activity, replace(transports_of(), flights=(flight(),)))),
    "18.532 nobody reaches the hex": (
        "enter note",
        lambda: called(ordering.flights_ordered, transports_of("stukas", "raf"), "pocket"),
    ),
    "17.353 training": (
        "enter sheet note",
        lambda: called(
            training.train_naval_air,
            begun(school("us", "unbuilt: 2, war: false"), SCHOOL_HEAD),
            answers={"training.us.build": {"nas": 2}},
        ),
    ),
}


def kinds(end):
    """What was entered and told, in order."""
    if isinstance(end, list):
        return end
    return [body["what"] if body["t"] == "told" else "enter" for body in end.records if body["t"] in ("told", "enter")]


@pytest.mark.parametrize("case", CASES)
def test_18_every_step_tells_what_it_did(case):
    told, step = CASES[case]
    assert kinds(step()) == told.split()
