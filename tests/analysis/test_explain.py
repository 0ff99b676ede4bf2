"""Explanations: every roll and decision of every golden log, and the marked cell is the result."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from airwar.analysis.explain import explain
from airwar.battle.battle import scenario_of
from airwar.cli import exit_code
from airwar.engine.log import Log
from airwar.engine.records import Chosen, Rolled, Stated, Told
from airwar.play.session import Session
from airwar.setup.loading import load_scenario, parse_scenario

GOLDEN = sorted((Path(__file__).parents[1] / "golden" / "format-3").glob("*/*.jsonl"))
MALTA = next(path for path in GOLDEN if path.stem == "malta-1942")
GELA = next(path for path in GOLDEN if path.stem == "gela-1943")


def marked(sheet):
    return [cell[1:-1] for row in sheet.rows for cell in row[1:] if cell.startswith(">")]


@pytest.mark.slow
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_everything_can_be_explained(path):
    log = Log.load(path)
    scenario = scenario_of(log)
    for record in log.records:
        if isinstance(record.body, Rolled | Chosen | Stated | Told):
            found = explain(log, scenario, record.seq)
            assert found.title
            assert found.lines
            if isinstance(record.body, Rolled) and found.excerpt is not None:
                (cell,) = marked(found.excerpt)
                assert cell in {record.body.result, record.body.result.split()[0]}  # "2" where the result is "2 survive"


def test_a_roll_from_dice_to_losses(capsys):
    assert exit_code(["explain", str(MALTA), "5"]) == 0
    out = capsys.readouterr().out
    assert "2d6: 4 6 = 10 (machine dice, number 0 of the seed)" in out
    assert ">3/4<" in out
    assert "Allies: 3 British AAF of malta-spitfires eliminated (18.522)" in out
    assert "19.4  " in out


def test_modifiers_have_their_rules(capsys):
    exit_code(["explain", str(GELA), "12", "--json"])
    document = json.loads(capsys.readouterr().out)
    assert "+1 defender on interdiction (R22)" in document["lines"]
    assert "modified total: 11" in document["lines"]
    assert [rule["number"] for rule in document["rules"]] == ["R19", "R22"]


def test_a_record_that_was_corrected_is_no_longer_in_force():
    session = Session.begin(load_scenario("malta-1942"), None, 11)
    session.answer("stay")
    session.answer({"regia-aeronautica": 2})
    stay, join, *_ = [record.seq for record in session.log.records if isinstance(record.body, Chosen)]
    session.correct(join, {"regia-aeronautica": 0}, "they stay at home")
    gone = "no longer in force: taken back, corrected or entered again since"
    assert gone not in explain(session.log, session.scenario, stay).lines
    assert explain(session.log, session.scenario, join).lines[0] == gone


def test_a_record_that_is_no_result_names_its_neighbors(capsys):
    assert exit_code(["explain", str(MALTA), "0"]) == 1
    assert "record 0 is not a roll, a decision or an event; try 5 or 6" in capsys.readouterr().err


def test_a_record_that_does_not_exist(capsys):
    assert exit_code(["explain", str(MALTA), "999"]) == 1
    assert "no record 999; the last is " in capsys.readouterr().err


def test_19_31A_an_air_combat_roll_names_the_nationalities_that_were_compared():
    head, _, _ = load_scenario("malta-1942").text.partition("choices:")
    stay = 'choices: {"*.attacker.disengage": stay, "*.attacker.reinforce": all, "*": default}\n'
    scenario = parse_scenario(head + stay, "x.yaml")
    log = Session.begin(scenario, seed=11, scripted=True).log
    first, _, third, *_ = [record.seq for record in log.records if isinstance(record.body, Rolled)]
    compared = "air nationality: Axis German AAF +2; Allies British AAF +2; the lowest of each side counts (19.31A)"
    assert compared in explain(log, scenario, first).lines
    joined = explain(log, scenario, third).lines
    assert any("Axis German AAF +2, Italian AAF +1; Allies British AAF +2" in line for line in joined)
    assert "-1 air nationality (19.31A)" in joined


def test_the_analysis_names_the_sides_and_says_what_would_have_been_better(tmp_path, capsys):
    log = tmp_path / "malta.jsonl"
    assert exit_code(["run", "malta-1942", "--seed", "11", "--log", str(log), "--no-input"]) == 0
    capsys.readouterr()
    assert exit_code(["analyze", str(log)]) == 0
    shown = capsys.readouterr().out
    assert " after this, " in " ".join(shown.split())
    assert "after the best (fight on); blunder" in " ".join(shown.split())
    assert "Axis" in shown
    assert "axis" not in shown
