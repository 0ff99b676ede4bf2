"""Between the rounds and between the orders: reinforcements, flights one by one, and orders checked one after another."""

from dataclasses import replace

import pytest
from waw import BRITISH, GERMAN, JAPAN_AND_ALLIES, line
from waw_counterair import EAST, JG, battle
from waw_desert import DESERT
from waw_direct import begun, called, changed_unit, complaints, holding, options
from waw_front import front
from waw_transports import flight
from waw_transports import turn_of as transports_of

from airwar.rulesets.world_at_war import airbases
from airwar.rulesets.world_at_war import counterair_rounds as flying_off
from airwar.rulesets.world_at_war import counterair_rounds as raiders
from airwar.rulesets.world_at_war import counterair_rounds as rounds
from airwar.rulesets.world_at_war import transport as steps
from airwar.rulesets.world_at_war import transport_orders as ordering
from airwar.rulesets.world_at_war.carriers import Transfer
from airwar.rulesets.world_at_war.redeployment import Redeployment
from airwar.rulesets.world_at_war.setting import Placement
from airwar.rulesets.world_at_war.staging import Staging
from airwar.rulesets.world_at_war.state import Fall, Sinking
from airwar.setup.loading import parse_scenario

RAF = line(BRITISH, 4, unit="raf")
KG = line(GERMAN, 2, unit="kg")


# counterair


def test_18_522b_who_may_still_join_a_counterair():
    text = EAST.replace("distances:\n", "carriers: {graf: {nation: germany, size: 4}}\ndistances:\n  graf: {target: 2}\n")
    text = text.replace("units:", "units:\n  - {id: stuka-n, nation: germany, type: nas, count: 3, at: graf}")
    turn = begun(text)
    assert sorted(one.unit for one in called(raiders.reserves, turn, "target").state) == ["jg", "kg"]
    flown = changed_unit(turn, "jg", ready=0, flying=5)
    assert "jg" not in [one.unit for one in called(raiders.reserves, flown, "target").state]


def test_18_522b_the_attacker_reinforces_or_not():
    before = battle((JG,), (RAF,), reserves=(KG,))
    end = called(raiders.attacker_reinforces, before, answers={"attacker.reinforce": {"kg": 1}})
    assert [(one.unit, one.number) for one in end.state.attackers] == [("jg", 4), ("kg", 1)]
    assert (end.state.joined, [one.number for one in end.state.reserves]) == ((("kg", 1),), [1])
    assert (options(end.asked[0]), dict(end.asked[0].default)) == ({"kg": 2}, {"kg": 0})
    assert end.asked[0].facts()["own.factors"] == 4
    nobody = battle((JG,), (RAF,))
    quiet = called(raiders.attacker_reinforces, nobody)
    assert (quiet.state, quiet.asked) == (nobody, [])


@pytest.mark.parametrize(
    ("kind", "answers", "asked", "step"),
    [
        ("counterair", {"defender.disengage": "stay", "attacker.disengage": "stay"}, 2, "counterair_round"),
        ("counterair", {"defender.disengage": "stay", "attacker.disengage": "disengage"}, 2, None),
        ("naval-base", {}, 0, None),
    ],
)
def test_18_522b_after_a_round_the_defender_and_then_the_attacker_decide(kind, answers, asked, step):
    tired = RAF._replace(aborted=(2,))
    before = battle((JG._replace(aborted=(0,)),), (tired,), kind=kind)
    end = called(rounds.after_the_round, before, answers=answers)
    assert [question.key for question in end.asked] == ["defender.disengage", "attacker.disengage"][:asked]
    if step:
        assert end.state.step is rounds.counterair_round
        assert [one.aborted for one in (*end.state.state.attackers, *end.state.state.defenders)] == [(), ()]
        assert len(end.told("note")) == 1  # those that aborted fight again
    else:
        fought = end.state.value
        assert fought.defenders == (tired,)
        assert fought.result == ("single round fought" if kind == "naval-base" else "attacker disengaged")


def test_18_522_a_round_takes_effect_at_once_on_both_sides():
    dice = {"x.r1.attacker.fire": [6, 6], "x.r1.defender.fire": [1, 1]}
    weak = RAF._replace(parts=(1,))
    end = called(rounds.counterair_round, battle((JG,), (weak,)), dice=dice, scope="x")
    assert end.state.value.result == "defender eliminated"
    assert end.state.value.attackers == (JG,)
    assert list(end.rolls()) == ["x.r1.attacker.fire", "x.r1.defender.fire"]
    naval = line(BRITISH._replace(type="nas"), 2, unit="faa")
    mixed = rounds.in_squadrons(battle((JG,), (naval, RAF)))
    assert [one.number for one in (*mixed.attackers, *mixed.defenders)] == [12, 2, 12]
    plain = battle((JG,), (RAF,))
    assert rounds.in_squadrons(plain) == plain
    assert flying_off.announced(begun(EAST)) == []


# flights


def test_18_532_activities_are_flown_one_by_one():
    one, other = flight(), flight(to="rear", force=())
    later = flight("airdrop", "field", phase="combat")
    turn = replace(transports_of(), flights=(later, one, other))
    answers = {"movement.air-supply.attacker.order.1": "rear-supply"}
    end = called(steps.air_transport_activities, turn, answers=answers)
    assert options(end.asked[0]) == ["pocket-supply", "rear-supply", "no-more", "pocket"]
    assert (end.state.step, end.state.state.flights) == (steps.fly_activity, (other, later, one))
    none = called(steps.air_transport_activities, turn, answers={"movement.air-supply.attacker.order.1": "no-more"})
    assert none.state.value.flights == (later,)
    ordered = {
        "movement.air-supply.attacker.order.1": "pocket",
        "movement.air-supply.1.attacker.transports": {"ju-52": 1},
        "movement.air-supply.1.attacker.route.home": {},
    }
    new = called(steps.air_transport_activities, turn, answers=ordered).state
    assert (new.step, new.state.flights[0].id, len(new.state.flights)) == (steps.fly_activity, "pocket-supply-1", 4)
    prepared = turn.with_setting(replace(turn.setting, orders_asked=False))
    first = called(steps.air_transport_activities, prepared).state
    assert first.state.flights == (one, later, other)
    empty = called(steps.air_transport_activities, replace(prepared, flights=(later,)))
    assert (empty.state.value.flights, empty.asked) == ((later,), [])


def test_18_623_without_interception_the_transports_deliver():
    turn = changed_unit(transports_of(), "ju-52", ready=1, flying=2)
    other = flight(to="rear")
    end = called(steps.activity_over, replace(turn, flights=(flight(), other)), None)
    after = end.state.state
    assert (after.flights, after.results) == ((other,), (("pocket", "2 of 2 supplied"),))
    assert holding(after)["ju-52"] == ("home", 1, 0, 0, 2, 0)


# orders in a scenario, one after another


def test_18_2_orders_become_the_agenda_of_the_turn():
    text = """
bases:
  truk: {side: japan, facilities: [port, airbase], airbase-of: japan}
  rabaul: {side: japan, facilities: [port]}
  lae: {side: japan, facilities: [city]}
  efate: {side: allies, facilities: [airbase]}
carriers:
  akagi: {nation: japan, size: 4, port: truk}
  soryu: {nation: japan, size: 4, force: mobile}
  kaga: {nation: japan, size: 4, force: mobile}
distances: {truk: {rabaul: 2, lae: 2, efate: 3}, rabaul: {efate: 3}}
units:
  - {id: ashore, nation: japan, type: nas, count: 4, at: truk}
  - {id: soryu-air, nation: japan, type: nas, count: 2, at: soryu}
  - {id: army, nation: japan, type: aaf, count: 4, at: truk}
transfers: [{unit: ashore, to: akagi, count: 2}, {unit: soryu-air, to: kaga, phase: redeployment}]
sunk: [{carrier: kaga, patrol: 1}, {carrier: akagi, phase: movement}]
staging: [{unit: army, to: rabaul, count: 3}]
airbases: [{nation: japan, at: lae, phase: construction}]
fallen: [{at: efate, kind: airbase}, {at: efate, phase: combat}]
redeployment: [{unit: army, to: lae, count: 1, assists-naval: true}]
"""
    turn = begun(text, JAPAN_AND_ALLIES)
    assert turn.agenda == (
        *("movement.transfers", "movement.staging", "movement.transfers-after"),
        *("movement.sinkings", "movement.displacement", "combat.sinkings", "combat.displacement", "construction.airbases"),
        *("redeployment.transfers", "redeployment.units", "redeployment.transfers-after"),
    )
    assert turn.basing.moves == (
        Transfer(unit="ashore", to="akagi", count=2),
        Transfer(unit="soryu-air", to="kaga", count=2, phase="redeployment"),
        Staging(unit="army", to="rabaul", count=3),
        Redeployment(unit="army", to="lae", count=1, assists_naval=True),
    )
    assert turn.basing.sinkings == (Sinking(carrier="kaga", patrol=1), Sinking(carrier="akagi", phase="movement"))
    assert turn.basing.falls == (Fall(at="efate", kind="airbase"), Fall(at="efate", phase="combat"))
    assert turn.basing.placements == (Placement(nation="japan", at="lae", phase="construction"),)
    assert holding(turn)["army"] == ("truk", 4, 0, 0, 0, 0)  # nothing is done yet
    assert (turn.changed_bases, turn.changed_carriers, turn.basing.fresh, turn.basing.placed) == ((), (), (), ())


@pytest.mark.parametrize(
    ("staging", "rules"),
    [
        ("{unit: jg, to: tripoli}", []),
        ("{unit: jg, to: tripoli}, {unit: regia, to: tripoli, count: 1}", []),
        ("{unit: jg, to: tripoli}, {unit: regia, to: tripoli, count: 2}", ["18.11"]),
        ("{unit: jg, to: tripoli}, {unit: regia, to: tripoli}, {unit: spare, to: tripoli}", ["18.11"]),
        ("{unit: jg, to: tripoli, count: 5}", [""]),
        ("{unit: jg, to: tripoli, count: 3, inverted: 1}", [""]),  # all are uninverted when the turn begins
        ("{unit: jg, to: tripoli, count: 1, inverted: 3}", [""]),
    ],
)
def test_18_15_when_all_have_staged_no_base_is_too_full(staging, rules):
    text = DESERT.replace(
        "  - {id: aquila-air", "  - {id: spare, nation: italy, type: aaf, count: 1, at: benghazi}\n  - {id: aquila-air"
    )
    found = complaints(text + f"staging: [{staging}]\n")
    assert [rule for _, rule in found] == rules


@pytest.mark.parametrize(
    ("placed", "rules"),
    [
        ("{nation: germany, at: tripoli}", []),
        ("{nation: germany, at: tripoli, from: benghazi}", ["18.143"]),  # seven factors are left in a port
        ("{nation: italy, at: tripoli, from: benghazi}", ["18.143", "18.143"]),
        ("{nation: germany, at: tobruk}", ["18.142C"]),
        ("{nation: britain, at: tripoli}", ["18.142A"]),
        ("{nation: germany, at: benghazi}", ["18.142D"]),
        ("{nation: germany, at: tripoli}, {nation: italy, at: tripoli, phase: construction}", ["18.142D"]),
    ],
)
def test_18_142_placements_are_checked_one_after_another(placed, rules):
    found = complaints(DESERT + f"airbases: [{placed}]\n")
    assert sorted(rule for _, rule in found) == rules


def test_18_14_counters_by_theater_and_production():
    assert airbases.counters_of("germany", "pacific", {}) == airbases.counters_of("germany", "europe", {})
    assert airbases.counters_of("japan", "europe", {"japan": 2}) == airbases.counters_of("japan", "pacific", {}) + 2
    turn = begun(DESERT + "airbase-counters: {italy: 2}\ndate: spring 1943\n")
    assert turn.setting.airbase_counters["italy"] == airbases.counters_of("italy", "europe", {}) + 2
    assert turn.setting.airbases_each_turn["russia"] == 2
    assert not turn.setting.winter
    assert begun(DESERT + "date: winter 1943\n").setting.winter
    assert begun(DESERT).setting.winter


def test_18_532_transports_from_two_bases_are_two_activities():
    units = ("ju-52", "{id: tante, nation: germany, type: transport, count: 2, at: rear}", "raf")
    text = front("orders: ask\nturn: true\n", *units).replace("distances:\n", "distances:\n  rear: {pocket: 4}\n")
    turn = replace(parse_scenario(text, "test.yaml").start.state, phase="movement", part="movement.air-supply", asked=1)
    scope = "movement.air-supply.1.attacker"
    answers = {f"{scope}.transports": {"ju-52": 2, "tante": 1}, f"{scope}.route.home": {}, f"{scope}.route.rear": {"hill": 1}}
    one, other = called(ordering.flights_ordered, turn, "pocket", answers=answers).state.flights
    assert (one.id, one.force, len(one.carrying)) == ("pocket-supply-1-home", (("ju-52", 2),), 2)
    assert (other.id, other.force, other.route) == ("pocket-supply-1-rear", (("tante", 1),), ("rear", "hill", "pocket"))
    few = called(ordering.flights_ordered, turn, "pocket", answers={f"{scope}.transports": {"tante": 1}, f"{scope}.route.rear": {}})
    assert [flown.force for flown in few.state.flights] == [(("tante", 1),)]
