"""A battle that never ends is refused in a sentence, whoever gives the dice."""

from airwar.cli import exit_code

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


def test_a_script_that_rolls_misses_for_ever_is_refused_at_run(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr("airwar.engine.answering.MOST_ROLLS", 30)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "standoff.yaml").write_text(STANDOFF)
    assert exit_code(["run", "standoff.yaml", "--no-input", "--log", "standoff.jsonl"]) == 1
    assert "the battle never ends: after 30 rolls" in capsys.readouterr().err
