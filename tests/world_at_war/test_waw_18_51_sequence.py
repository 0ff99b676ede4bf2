"""The order of a player turn (18.511-18.513)."""

import subprocess
import sys

import pytest
from support import TESTS

from airwar.rulesets.index import rule_index
from airwar.rulesets.world_at_war.sequence import PLAYER_TURN, in_order


@pytest.mark.proves("18.511A", "18.511C", "18.511D", "18.511E", "18.511F", "18.511G", "18.511H", "18.511I", "18.5")
def test_18_511_the_missions_of_the_movement_phase_in_their_order():
    agenda = ("movement.overruns", "movement.air-transport", "movement.hump", "movement.air-supply", "movement.counterair")
    assert in_order(agenda) == tuple(reversed(agenda))


@pytest.mark.proves("18.512A", "18.512B", "18.512C", "18.512D", "18.512E", "18.512F", "18.512G", "18.512H")
def test_18_512_the_missions_of_the_combat_phase_in_their_order():
    parts = ("bombing", "attacks", "airdrops", "ground-support", "hump", "counterair")
    agenda = tuple(f"combat.{part}" for part in parts)
    assert in_order(agenda) == tuple(reversed(agenda))


@pytest.mark.proves("18.513A", "18.513B")
def test_18_513_redeployment_comes_after_construction_and_before_the_end():
    agenda = ("end.uninversion", "redeployment.air-transport", "construction.units", "combat.bombing", "start.uninversion")
    assert in_order(agenda) == tuple(reversed(agenda))


def test_18_511_every_phase_of_the_turn_comes_once_and_in_one_piece():
    names = [phase.name for phase in PLAYER_TURN]
    assert list(dict.fromkeys(names)) == ["start", "movement", "combat", "construction", "redeployment", "end"]
    assert names == sorted(names, key=list(dict.fromkeys(names)).index)
    assert len({phase.id for phase in PLAYER_TURN}) == len(PLAYER_TURN)


def test_18_511_every_entry_cites_a_rule_of_the_index():
    assert [phase.id for phase in PLAYER_TURN if phase.rule not in rule_index("world-at-war")] == []


def test_18_511_each_entry_is_played_once():
    assert in_order(("combat.attacks", "movement.counterair", "combat.attacks")) == ("movement.counterair", "combat.attacks")


def test_18_511_the_sequence_is_the_same_without_docstrings():
    """Python -OO drops docstrings and assertions; every golden log must still be fought again to the letter."""
    logs = sorted(str(path) for path in (TESTS / "golden" / "world-at-war").glob("*.jsonl"))
    line = [sys.executable, "-OO", "-m", "airwar", "verify", *logs]
    done = subprocess.run(line, capture_output=True, text=True, cwd=TESTS.parent, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
