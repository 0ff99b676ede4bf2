"""A battle that never ends is refused in a sentence, whoever gives the dice."""

import pytest
from support import bare_log

from airwar.cli import exit_code
from airwar.engine.dice import D6, Hits
from airwar.engine.moves import then
from airwar.engine.walk import Walk
from airwar.errors import Endless

STANDOFF = """\
airwar: 1
ruleset: dark-crusade
title: nobody hits
weather: mud
attacker: soviet
charts: {combat-table: synthetic-demo}
points:
  start: {side: soviet}
  target: {side: axis}
lines:
  road: {between: [start, target], capacity: 3}
units:
  - {id: army, nation: soviet, type: major, strength: 1, at: start, line: road}
  - {id: corps, nation: german, type: major, strength: 1, at: target}
battles:
  target: {air: {german: 0, soviet: 0}}
choices:
  "*.fire": [1]
  "*.retreat": stay
  "*": default
"""


def fire(ref, state):
    ref.new_round()
    ref.roll("fire", Hits(D6, 1))
    return then(fire, state)


class Misses:
    def faces(self, roll, drawn):
        return (6,), "scripted"


def test_a_walk_that_keeps_asking_for_dice_ends_with_a_sentence(monkeypatch):
    monkeypatch.setattr("airwar.engine.answering.MOST_ROLLS", 30)
    walk = Walk(then(fire, 0), bare_log(), Misses())
    with pytest.raises(Endless, match=r"never ends: after 30 rolls it is still at r31\.fire; let one side leave"):
        walk.run()


def test_dice_that_a_log_holds_do_not_count(monkeypatch):
    monkeypatch.setattr("airwar.engine.answering.MOST_ROLLS", 30)
    log = bare_log()
    with pytest.raises(Endless):
        Walk(then(fire, 0), log, Misses()).run()
    with pytest.raises(Endless, match=r"r61\.fire"):
        Walk(then(fire, 0), log, Misses()).run()


def test_a_script_that_rolls_misses_for_ever_is_refused_at_run(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr("airwar.engine.answering.MOST_ROLLS", 30)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "standoff.yaml").write_text(STANDOFF)
    assert exit_code(["run", "standoff.yaml", "--no-input", "--log", "standoff.jsonl"]) == 1
    assert "the battle never ends: after 30 rolls" in capsys.readouterr().err
