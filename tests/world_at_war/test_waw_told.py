"""What is told: the sentences of a turn that no other test hears."""

from dataclasses import replace

import pytest
from waw_counterair import EAST, raid_on
from waw_desert import DESERT
from waw_direct import begun, called, changed_carrier
from waw_ground import battle, in_support, operation, turn_of
from waw_kamikazes import FLEET, HEAD, at_home, wave_of
from waw_raids import EIGHTH, JETS, RAIDS
from waw_raids import HEAD as RAID_HEAD

from airwar.rulesets.world_at_war import (
    counterair,
    displacement,
    ground_attacks,
    ground_combat,
    ground_support,
    kamikaze_orders,
    kamikazes,
    start_and_end,
    strategic_bombing,
    strategic_raid,
)
from airwar.rulesets.world_at_war.setting import Kamikazes


def sailing(turn):
    turn = changed_carrier(turn, "eagle", sails=True)
    return turn.with_counterair(turn.counterair._replace(counteraired=("tobruk",)))


def against(turn, *raids):
    return turn.with_counterair(turn.counterair._replace(announced=raids))


def wintry(turn):
    return turn.with_setting(replace(turn.setting, winter=True))


def over_the_ruhr():
    return begun(RAIDS, RAID_HEAD, "combat", "combat.bombing")


def diving():
    return wave_of(begun(FLEET, HEAD, "combat", "combat.kamikazes"), targets=(("two", "texas", 1),))


def met():
    return strategic_raid.Raid(over_the_ruhr().setting, "Ruhr", (EIGHTH,), (JETS,), 0, None)


UNINVERT = {"referee.uninvert.aquila": "uninvert"}
WINTER = {"weather.referee.winter": "9", "weather.referee.winter-hexes": {"suez": 1}}
STAY = {"field.attacker.advance.field": "stay"}
SUPPORT = {"field.attacker.support": {"stukas": 1}}
TOLD = {
    "Argus leaves the port; the naval rules say where it goes": lambda: called(displacement.captured, begun(DESERT), "alex"),
    "Malta loses its airbase": lambda: called(displacement.captured, begun(DESERT), isolated=["malta"]),
    "Aquila and its naval air are uninverted": lambda: called(start_and_end.carriers_uninverted, begun(DESERT), answers=UNINVERT),
    "winter result of 9: Suez": lambda: called(start_and_end.winter_comes, wintry(begun(DESERT)), answers=WINTER),
    "Eagle puts to sea with its naval air uninverted": lambda: called(counterair.carriers_sail, sailing(begun(DESERT))),
    "Rear is empty; nobody may fly off to it in this phase": lambda: called(
        counterair.next_counterair, against(begun(EAST), raid_on("rear", (("jg", 1),)))
    ),
    "no ground factors are left to attack Field": lambda: called(
        ground_attacks.attack_decided, operation(*in_support(0, attackers=0))
    ),
    "Field is not defended": lambda: called(
        ground_attacks.attack_decided, operation(*in_support(0, attackers=2, defenders=())), answers=STAY
    ),
    "odds 1:1, result D": lambda: called(ground_combat.ground_round, battle(result="D"), scope="field"),
    "1 German AAF of stukas flies ground support": lambda: called(
        ground_support.with_support, turn_of(), battle(), answers=SUPPORT
    ),
    "Japan does not invoke the kamikaze rule": lambda: called(
        kamikaze_orders.invoke_kamikazes, at_home("training-rate: 4, invoke: false")
    ),
    "the pool grows from 6 to 14; kamikazes attack with +1 from now on": lambda: called(
        kamikaze_orders.growing, Kamikazes(6, all_used=True), 4
    ),
    "3 hits on Texas, size 4: damaged (one public source, not the rule book)": lambda: called(
        kamikazes.resolve_attacks, diving(), dice={"two.attack.texas": [6, 6]}
    ),
    "eighth: 6 US strategic bombers move from the Western Front to the Southern Front": lambda: called(
        strategic_bombing.front_changed, over_the_ruhr(), "eighth@southern"
    ),
    "Strengths over the target": lambda: called(
        strategic_raid.raid_is_met, met(), dice={"attacker.fire": [6, 6], "defender.fire": [1, 1]}
    ),
}


@pytest.mark.parametrize("sentence", TOLD)
def test_18_a_step_tells_what_it_did(sentence):
    told = [body for body in TOLD[sentence]().records if body["t"] == "told"]
    assert sentence in [body.get("text") or body.get("title") for body in told]
