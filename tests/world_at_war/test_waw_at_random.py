"""Clever ways against plain ones, and whole turns at random: nothing is lost or gained, and no base is ever overfull."""

from dataclasses import replace
from itertools import pairwise, product
from random import Random

import pytest
from waw import AMERICAN, AMERICAN_NAVAL, JAPAN_AND_ALLIES, scene, squadrons

from airwar.answers.chance import AnyLegal
from airwar.battle.battle import begin
from airwar.engine.records import Entered
from airwar.rulesets.world_at_war import (
    counterair_rounds,
    defensive_air_support,
    displacement,
    ground_support,
    transport_interception,
)
from airwar.rulesets.world_at_war.air_combat import Share, back_in_factors, dealt, orders
from airwar.rulesets.world_at_war.basing import all_fit, may_base, room_in
from airwar.rulesets.world_at_war.show import tally
from airwar.rulesets.world_at_war.taking_off import remembered
from airwar.rulesets.world_at_war.units import Effect
from airwar.setup.loading import load_scenario


def one_by_one(order, effects):
    """The sharing of 19.6 as it is done on the table, one counter at a time."""
    left = {share.name: share.number for share in order}
    fates = {share.name: [0, 0] for share in order}
    at = 0
    for kind in [0] * effects.eliminated + [1] * effects.aborted:
        if not any(left.values()):
            break
        while not left[order[at % len(order)].name]:
            at += 1
        name = order[at % len(order)].name
        left[name] -= 1
        fates[name][kind] += 1
        at += 1
    return {name: Effect(*fate) for name, fate in fates.items()}


@pytest.mark.parametrize("seed", range(60))
def test_19_63_sharing_is_what_it_is_on_the_table(seed):
    random = Random(seed)
    shares = tuple(Share(name, random.randint(1, 5), random.randint(0, 2)) for name in "abcd"[: random.randint(1, 4)])
    effects = Effect(random.randint(0, 9), random.randint(0, 9))
    for order in orders(shares, effects):
        fates = dealt(order, effects)
        assert fates == one_by_one(order, effects)
        assert sum(fate.eliminated for fate in fates.values()) == min(effects.eliminated, sum(share.number for share in shares))
        ranked = [(-share.number, share.drm) for share in order]
        assert ranked == sorted(ranked)


ROOMS = """
bases:
  here: {side: allies, facilities: [city, city, city]}
  one: {side: allies, facilities: [city]}
  two: {side: allies, facilities: [city], island: true}
  three: {side: allies, facilities: [city]}
  berlin: {side: axis, facilities: [city]}
distances: {here: {one: 1, two: 2, three: 7, berlin: 4}}
units:
  - {id: german, nation: germany, type: aaf, count: 1, at: berlin}
counterair: [{at: here, with: {german: 1}}]
"""


def fits_somehow(turn, army, naval):
    """Tries every way to spread so many factors over three bases and so many squadrons over the two near ones."""
    bases = [turn.setting.bases[place] for place in ("one", "two", "three")]
    held = [turn.load(base.id) for base in bases]
    for factors in product(range(army + 1), repeat=3):
        if sum(factors) != army:
            continue
        for first in range(naval + 1):
            squadrons = (first, naval - first, 0)
            if all(
                may_base(base, "europe", load[0] + more, load[1] + less)
                for base, load, more, less in zip(bases, held, factors, squadrons, strict=True)
            ):
                return True
    return False


@pytest.mark.parametrize("seed", range(80))
def test_18_523_all_fit_finds_room_where_there_is_any(seed):
    random = Random(seed)
    turn = scene(ROOMS).start.state
    german = turn.unit("german")
    guests = []
    for place in ("one", "two", "three"):
        guests.append(german._replace(id=f"a-{place}", air_type=AMERICAN, home=place, ready=random.randint(2, 4)))
        guests.append(german._replace(id=f"n-{place}", air_type=AMERICAN_NAVAL, home=place, ready=random.randint(0, 3)))
    turn = replace(turn, units=(german, *guests))
    army, naval = random.randint(1, 4), random.randint(1, 4)
    flying = [
        german._replace(id="army", air_type=AMERICAN, home="here", ready=army),
        german._replace(id="naval", air_type=AMERICAN_NAVAL, home="here", ready=naval),
    ]
    reach = {"army": ["one", "two", "three"], "naval": ["one", "two"]}
    rooms = {place: room_in(turn, turn.base(place)) for place in ("one", "two", "three")}
    assert all_fit(rooms, flying, reach) == fits_somehow(turn, army, naval)


def worth(units, going):
    """What leaves, in thirds of a factor."""
    return sum(number * (1 if units[name].air_type.in_squadrons else 3) for name, number in going.items())


@pytest.mark.parametrize("seed", range(80))
def test_18_15_as_few_leave_a_crowded_base_as_possible(seed):
    random = Random(seed)
    turn = scene(ROOMS).start.state
    place = random.choice(("one", "two"))
    kinds = [(AMERICAN, "army"), (AMERICAN_NAVAL, "naval"), (AMERICAN, "more"), (AMERICAN_NAVAL, "last")]
    random.shuffle(kinds)
    units = [turn.unit("german")._replace(id=name, air_type=type_, home=place, ready=random.randint(0, 4)) for type_, name in kinds]
    here = {unit.id: unit for unit in units}
    turn = replace(turn, units=tuple(units))
    every = (dict(zip(here, numbers, strict=True)) for numbers in product(*(range(unit.number + 1) for unit in units)))
    legal = [going for going in every if displacement.stays_legal(turn, place, here, going)]
    going = displacement.fewest(turn, place, here)
    assert going in legal
    assert worth(here, going) == min(worth(here, one) for one in legal)


def test_19_52_thirds_are_added_up_over_units_of_one_type_and_base():
    german = scene(ROOMS).start.state.unit("german")
    pair = [german._replace(id=name, air_type=AMERICAN, home="here", ready=2) for name in ("a", "b")]
    force = tuple(squadrons(AMERICAN, 2, name)._replace(parts=(1, 2, 2)) for name in ("a", "b"))
    after = {unit.id: (unit.number, unit.debt) for unit in back_in_factors(tuple(pair), force, "debt")}
    assert after == {"a": (1, -2), "b": (2, 1)}  # two thirds are a factor; one third is still to the good


@pytest.mark.parametrize(("policy", "inverted"), [("debt", 1), ("ceil", 1), ("floor", 0)])
def test_19_52_aborted_thirds_are_added_up_as_well_however_the_owner_spreads_them(policy, inverted):
    german = scene(ROOMS).start.state.unit("german")
    pair = [german._replace(id=name, air_type=AMERICAN, home="here", ready=2) for name in ("a", "b")]
    force = tuple(squadrons(AMERICAN, 2, name)._replace(aborted=(1, 0, 0)) for name in ("a", "b"))
    spread = back_in_factors(tuple(pair), force, policy)
    assert sum(unit.inverted for unit in spread) == inverted
    together = (force[0]._replace(aborted=(1, 1, 0)), force[1]._replace(aborted=()))
    assert sum(unit.inverted for unit in back_in_factors(tuple(pair), together, policy)) == inverted


TURN = """
turn: true
bases:
  truk: {side: japan, facilities: [port, airbase], island: true, airbase-of: japan}
  rabaul: {side: japan, facilities: [port], jungle: true}
  kavieng: {side: japan, jungle: true}
  tulagi: {side: japan, facilities: [port], jungle: true, supply: partial}
  efate: {side: allies, facilities: [airbase], island: true}
  noumea: {side: allies, facilities: [port, airbase]}
  australia: {side: allies, box: australia}
carriers:
  akagi: {nation: japan, size: 4, port: truk}
  kaga: {nation: japan, size: 4, force: mobile}
  hiryu: {nation: japan, size: 3, force: mobile}
  hornet: {nation: us, size: 4, port: noumea}
distances:
  truk: {rabaul: 4, kavieng: 4, tulagi: 6}
  rabaul: {tulagi: 3, kavieng: 1, efate: 3}
  tulagi: {efate: 3, noumea: 5, kavieng: 4}
  kavieng: {efate: 3}
  efate: {noumea: 3, kaga: 3, hiryu: 3, australia: 6}
  noumea: {kaga: 3, hiryu: 3, australia: 5}
airbases: [{nation: japan, at: kavieng, from: truk, phase: redeployment}]
transfers: [{unit: ashore, to: akagi, count: 2}, {unit: kaga-air, to: hiryu, count: 1, phase: redeployment}]
units:
  - {id: army, nation: japan, type: aaf, count: 3, inverted: 1, at: truk}
  - {id: ashore, nation: japan, type: nas, count: 4, at: truk}
  - {id: koku, nation: japan, type: nas, count: 5, inverted: 2, at: rabaul}
  - {id: kaga-air, nation: japan, type: nas, elite: true, count: 4, at: kaga}
  - {id: hiryu-air, nation: japan, type: nas, elite: true, count: 2, at: hiryu}
  - {id: marines, nation: us, type: aaf, count: 2, inverted: 1, at: efate}
  - {id: dakotas, nation: us, type: transport, count: 1, at: efate}
  - {id: raaf, nation: australia, type: aaf, count: 4, at: noumea}
  - {id: hornet-air, nation: us, type: nas, count: 4, at: hornet}
counterair:
  - {at: efate}
  - {at: noumea, phase: combat}
fallen: [{at: efate}, {at: noumea, phase: combat, kind: airbase}]
sunk: [{carrier: kaga}, {carrier: hornet}]
construction: [{id: new, nation: japan, type: aaf, count: 4, at: rabaul}]
at-sea: {ashore: {search: 1}}
"""


@pytest.mark.slow
def test_whole_turns_at_random():
    scenario = scene(TURN, JAPAN_AND_ALLIES)
    had = {(line.side, line.unit): line.had for line in tally(scenario.start.state)}
    results = set()
    for seed in range(40):
        end = begin(scenario, None, seed).walk(AnyLegal(seed)).run()
        turn = end.state
        results.add(end.result)
        assert {(line.side, line.unit): line.had for line in tally(turn)} == had
        assert all(0 <= line.lost <= line.had for line in tally(turn))
    assert len(results) > 4


CALLED = ("Kamikaze attacks", "Orders for ", "Raid on ", "Targets in ")  # what is ordered may go on without a question


@pytest.mark.parametrize("name", ["watchtower-1942", "aegean-1941"])
def test_18_5_a_phase_in_which_nobody_can_do_anything_passes_in_silence(name):
    """No heading stands above another one."""
    scenario = load_scenario(name)
    for seed in range(5):
        battle = begin(scenario, None, seed)
        battle.walk(AnyLegal(seed)).run()
        bodies = [record.body for record in battle.log.records]
        pairs = [(one, after) for one, after in pairwise(bodies) if isinstance(one, Entered) and isinstance(after, Entered)]
        assert [one.title for one, _ in pairs if not one.title.startswith(CALLED)] == [], seed


@pytest.mark.parametrize("name", ["typhoon-1941", "watchtower-1942", "eastern-solomons-1942"])
def test_what_is_remembered_of_units_is_what_the_rule_says_of_the_whole_turn(name, monkeypatch):
    compared = []

    def checked(refused, ref, turn, unit, hex_):
        found = remembered(refused, None, turn, unit, hex_)
        assert found == refused(None, turn, unit, hex_), (unit, hex_)
        compared.append(found)
        return remembered(refused, ref, turn, unit, hex_)

    for module in (counterair_rounds, defensive_air_support, ground_support, transport_interception):
        monkeypatch.setattr(module, "remembered", checked)
    scenario = load_scenario(name)
    begin(scenario, None, 1).walk(AnyLegal(1)).run()
    assert len(compared) > len(set(compared)) > 2
