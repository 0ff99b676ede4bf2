"""The order of a player turn (18.511-18.513)."""

import subprocess
import sys

import pytest
from support import TESTS, bare_log
from waw_cases import Watched, played
from waw_front import battle, front

from airwar.engine.walk import Walk
from airwar.rulesets.index import rule_index
from airwar.rulesets.world_at_war.ordering import COVER, INTERCEPT, WORDS
from airwar.rulesets.world_at_war.sequence import PLAYER_TURN, in_order
from airwar.setup.loading import parse_scenario

ORDER = [  # what is played, whatever the order of the file
    "Counterair in the movement phase",
    "Air supply of Pocket",
    "Over the Hump to Pocket",
    "Air transport to Pocket",
    "Ground support at Hill",
    "Counterair in the combat phase",
    "Over the Hump to Pocket",
    "Ground support at Plain",
    "Airdrop on Plain",
    "Attack on Plain",
    "Over Rangoon",
    "Air transport to Pocket",
    "End of turn in the strategic warfare boxes",
]


@pytest.mark.proves("18.5", "18.511A", "18.511D", "18.511E", "18.511F", "18.511G", "18.512A", "18.512C", "18.512D", "18.512F")
@pytest.mark.proves("18.511", "18.512", "18.512G", "18.513", "18.513A")
def test_18_511_every_mission_of_a_player_turn_is_flown_in_its_place():
    entered = [record["title"] for record in played("every-mission").records if record["t"] == "enter"]
    assert [title for title in entered if title in ORDER] == ORDER


@pytest.mark.proves("18.511H")
def test_18_561_defensive_air_support_against_an_overrun_is_intercepted():
    overrun = battle("kind: overrun, attackers: 3, defenders: [{factors: 1}], with: {}, result: overrun")
    asked = {"field-overrun.defender.support": {"raf": 1}, "field-overrun.air.attacker.intercept": {"fighters": 3}}
    script = "choices:\n" + "".join(f"  {key}: {{{unit}: {n}}}\n" for key, found in asked.items() for unit, n in found.items())
    text = front(overrun + script + '  "*": default\n', "fighters", "raf")
    scenario = parse_scenario(text, "test.yaml")
    answers = Watched(scenario.script)
    Walk(scenario.start, bare_log(), answers).run()
    assert {question.key for question in answers.asked} >= set(asked)


def test_18_511_every_phase_of_the_turn_comes_once_and_in_one_piece():
    names = [phase.name for phase in PLAYER_TURN]
    assert list(dict.fromkeys(names)) == ["start", "movement", "combat", "construction", "redeployment", "end"]
    assert names == sorted(names, key=list(dict.fromkeys(names)).index)
    assert len({phase.id for phase in PLAYER_TURN}) == len(PLAYER_TURN)


def test_18_511_every_part_that_asks_for_orders_has_words_of_its_own():
    parts = {phase.id.partition(".")[2].removesuffix("-after") for phase in PLAYER_TURN if phase.asks}
    assert set(WORDS) == parts - {"weather"}
    words = [word for some in (*WORDS.values(), COVER, INTERCEPT) for word in some]
    assert len(words) == len(set(words))


def test_18_511_every_entry_cites_a_rule_of_the_index():
    assert [phase.id for phase in PLAYER_TURN if phase.rule not in rule_index("world-at-war")] == []


def test_18_511_each_entry_is_played_once():
    assert in_order(("combat.attacks", "movement.counterair", "combat.attacks")) == ("movement.counterair", "combat.attacks")


def test_18_511_the_sequence_is_the_same_without_docstrings():
    """Python -OO drops docstrings and assertions; every golden log must still be fought again to the letter."""
    logs = sorted(str(path) for path in (TESTS / "golden" / "format-3" / "world-at-war").glob("*.jsonl"))
    line = [sys.executable, "-OO", "-m", "airwar", "verify", *logs]
    done = subprocess.run(line, capture_output=True, text=True, cwd=TESTS.parent, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
