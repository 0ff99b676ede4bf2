"""Air transport and ground attacks within a whole player turn, played at random: everything ends, nobody is lost or won."""

import pytest
from waw_front import battle, front

from airwar.answers.chance import AnyLegal
from airwar.battle.battle import begin
from airwar.setup.loading import parse_scenario

WHOLE = """\
turn: true
counterair:
  - {at: fort}
  - {at: fort, phase: combat}
transports:
  - {kind: supply, from: home, over: [field], to: pocket, with: {ju-52: 1}, carrying: [{id: corps, factors: 3}]}
  - {kind: transport, from: home, to: rear, with: {ju-52: 1}, carrying: [{id: rangers, type: specialized}]}
  - {kind: airdrop, from: home, to: hill, with: {savoia: 1}, carrying: [{id: para, type: airborne}]}
"""
ATTACKS = (
    battle("kind: overrun, attackers: 6, defenders: [{factors: 1}]")
    + """\
  - {at: field, attackers: 6, defenders: [{factors: 2, dm: 2}]}
  - {at: hill, invasion: true, attackers: 3, landed: 2, defenders: [{factors: 1, dm: 3}], cve: 2, bombardment: 4}
  - {at: fort, attackers: 4, defenders: [{factors: 1}, {factors: 1, partisans: true}]}
  - {at: field, kind: exploitation, attackers: 2, defenders: [{factors: 1}]}
"""
)
UNITS = [
    "{id: stukas, nation: germany, type: aaf, count: 4, at: home}",
    "{id: fighters, nation: germany, type: aaf, count: 2, at: rear}",
    "{id: ju-52, nation: germany, type: transport, count: 2, at: home}",
    "savoia",
    "vals",
    "me-262",
    "{id: raf, nation: britain, type: aaf, count: 4, inverted: 1, at: fort}",
    "faa",
    "meteors",
    "sea-hurricanes",
]


@pytest.mark.parametrize("seed", range(40))
def test_a_whole_turn_at_random(seed):
    text = front(WHOLE + ATTACKS, *UNITS).replace("fort: {pocket", "fort: {haven: 5, pocket")
    text = text.replace("carriers:", "  haven: {side: allies, facilities: [city]}\ncarriers:", 1)
    scenario = parse_scenario(text, "test.yaml")
    had = {(tally.side, tally.unit): tally.had for tally in scenario.ruleset.tally(scenario.start.state)}
    end = begin(scenario, None, seed).walk(AnyLegal(seed)).run()
    tallies = scenario.ruleset.tally(end.state)
    assert {(tally.side, tally.unit): tally.had for tally in tallies} == had
    assert all(0 <= tally.lost <= tally.had for tally in tallies)
    assert not any(unit.flying for unit in end.state.units)
    assert all(min(unit.ready, unit.inverted) >= 0 for unit in end.state.units)
    assert not end.state.flights
    assert not end.state.battles
