"""Who flies what (17.23, 17.33, 17.53): every mission against every type of air unit, by the functions that the steps ask."""

import pytest
from support import ask
from waw import scene

from airwar.rulesets.world_at_war.counterair_rounds import eligible as counterair
from airwar.rulesets.world_at_war.defensive_air_support import defenders_free, interceptors
from airwar.rulesets.world_at_war.ground_support import eligible as ground_support
from airwar.rulesets.world_at_war.kamikazes import cover_refused
from airwar.rulesets.world_at_war.sea_service import service_refused
from airwar.rulesets.world_at_war.setting import Fleet
from airwar.rulesets.world_at_war.strategic_forces import opposition_refused, raid_refused
from airwar.rulesets.world_at_war.transport_interception import eligible_counters, eligible_interceptors

HEAD = """airwar: 1
ruleset: world-at-war
title: every mission
theater: europe
sides: {axis: [germany, japan], allies: [britain]}
attacker: axis
research: {germany: {jets: 12}, britain: {jets: 12}}
"""
REST = """
bases:
  home: {side: axis, facilities: [city, airbase], hex: A1}
  fort: {side: allies, facilities: [city, airbase], hex: A3}
  field: {side: allies, hex: A2}
carriers: {akagi: {nation: japan, size: 4, hex: B2}, hermes: {nation: britain, size: 4, hex: B3}}
fronts: {west: [home, fort]}
units:
  - {id: axis-aaf, nation: germany, type: aaf, count: 1, at: home}
  - {id: axis-nas, nation: japan, type: nas, count: 3, at: home}
  - {id: axis-carrier, nation: japan, type: nas, count: 3, at: akagi}
  - {id: axis-jet, nation: germany, type: jet, count: 1, at: home}
  - {id: axis-transport, nation: germany, type: transport, count: 1, at: home}
  - {id: allies-aaf, nation: britain, type: aaf, count: 1, at: fort}
  - {id: allies-nas, nation: britain, type: nas, count: 3, at: fort}
  - {id: allies-carrier, nation: britain, type: nas, count: 3, at: hermes}
  - {id: allies-jet, nation: britain, type: jet, count: 1, at: fort}
  - {id: allies-transport, nation: britain, type: transport, count: 1, at: fort}
battles: [{at: field, attackers: 3, defenders: [{factors: 3}]}]
bombing: [{id: essen, hex: A2, front: west, bombers: {}, escort: {}}]
"""


def missions():
    """The ids of the units that may fly each mission."""
    turn = scene(REST, HEAD).start.state
    battle, target = turn.battles[0], turn.setting.strategy.targets["essen"]
    fleet = Fleet(side="allies", groups={}, naval_drm=0)

    def allowed(refused, *more):
        return [unit.id for unit in turn.units if refused(unit, *more) is None]

    return {
        "counterair": counterair(None, turn, "fort").units,
        "attack on a naval base": counterair(None, turn, "fort", "naval-base").units,
        "ground support": ask(ground_support, turn, battle).units,
        "interception of support": list(ask(interceptors, turn, ("field",)).units),
        "counter-interception": list(ask(eligible_counters, turn, "field").units),
        "bombing": allowed(lambda unit: raid_refused(None, turn, target, unit, "bomb")),
        "escort of bombing": allowed(lambda unit: raid_refused(None, turn, target, unit, "escort")),
        "defensive air support": defenders_free(None, turn, battle).units,
        "opposing bombing": allowed(lambda unit: opposition_refused(None, turn, target, unit)),
        "interception of transports": list(ask(eligible_interceptors, turn, "field").units),
        "search": allowed(lambda unit: service_refused(turn, unit, "search")),
        "air cover": allowed(lambda unit: service_refused(turn, unit, "cover")),
        "attack at sea": allowed(lambda unit: service_refused(turn, unit, "attack")),
        "combat air patrol": allowed(lambda unit: cover_refused(None, turn, fleet, unit, "patrol")),
    }


FLIES = {  # mission: the sides that fly it here, and the types that do
    "counterair": ("axis", "aaf nas carrier jet"),
    "attack on a naval base": ("axis", "aaf nas carrier jet"),
    "ground support": ("axis", "aaf nas carrier"),
    "interception of support": ("axis", "aaf nas carrier jet"),
    "counter-interception": ("axis", "aaf nas jet"),
    "bombing": ("axis", "aaf"),
    "escort of bombing": ("axis", "aaf jet"),
    "defensive air support": ("allies", "aaf nas jet"),  # jets only escort it (18.6141)
    "opposing bombing": ("allies", "aaf jet"),
    "interception of transports": ("allies", "aaf nas jet"),
    "search": ("axis allies", "aaf nas"),
    "air cover": ("axis allies", "aaf nas"),
    "attack at sea": ("axis allies", "aaf nas carrier"),
    "combat air patrol": ("allies", "carrier"),
}


@pytest.mark.parametrize("mission", FLIES)
@pytest.mark.proves("17.2", "17.23", "17.23A", "17.23B", "17.23C", "17.23D", "17.23E", "17.23F", "17.23G", "17.23H", "17.23I")
@pytest.mark.proves("17.23J", "17.23K", "17.3", "17.33A", "17.33B", "17.33C", "17.33D", "17.33E", "17.33F", "17.33G", "17.33H")
@pytest.mark.proves("17.33I", "17.33J", "17.5", "17.53", "17.53A", "17.53B", "17.53C", "17.53D", "17.53E", "17.53F", "17.53G")
@pytest.mark.proves("17.53H", "17.531")
def test_17_33_each_mission_is_flown_by_these_types_and_by_no_other(mission):
    sides, types = FLIES[mission]
    assert set(missions()[mission]) == {f"{side}-{name}" for side in sides.split() for name in types.split()}
