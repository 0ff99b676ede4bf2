"""What a referee has written beside the kamikazes, the training of naval air and the distances stays in the next turn (17.4)."""

from airwar.answers.chance import AnyLegal
from airwar.battle.battle import begin
from airwar.battle.next_turn import next_scenario
from airwar.setup.loading import parse_scenario

POOL = """\
airwar: 1
ruleset: world-at-war
title: The pool
date: summer 1945
theater: pacific
sides: {japan: [japan], allies: [us]}
attacker: japan
turn: true
bases:
  kyushu: {side: japan, nation: japan, facilities: [city]}
  okinawa: {side: allies, nation: us, facilities: [city]}
distances: # counted on the map
  # from the north
  kyushu: # the home base
    okinawa: 4 # four hexes
units:
  - {id: ijn, nation: japan, type: nas, count: 3, at: kyushu}
naval-air-training: # pilots
  nations: # both
    # Japan first
    japan: {results: 1, production: 1} # its rate
    us: # America
      results: 0 # no results
kamikazes: # the wind
  # how many
  built: 5 # left
  pool: 12 # twelve
  construction: # in the phase
    unbuilt-aaf: 40 # not for more
"""


def test_17_43_the_next_turn_keeps_the_comments_of_pools_and_distances(tmp_path):
    battle = begin(parse_scenario(POOL, "pool.yaml"), tmp_path / "turn.jsonl", 1)
    battle.walk(AnyLegal(1)).run()
    battle.settle()
    text, _, _ = next_scenario(tmp_path / "turn.jsonl")
    lost = [line for line in POOL.splitlines() if "#" in line and line[line.index("#") :] not in text]
    assert lost == []
