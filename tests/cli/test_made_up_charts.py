"""Wherever results are shown that come from made-up charts, the output says so."""

import json

import pytest

from airwar.cli import exit_code

KIEV = "uses made-up charts: accuracy, rail-damage and combat-results (synthetic-demo)"
KURSK = "uses a made-up chart: combat-table (synthetic-demo)"
BATCH = ("batch", "--runs", "2", "--seed", "1")
SWEEP = ("sweep", "--measure", "losses", "--runs", "2", "--vary")


def said(capsys, *arguments):
    assert exit_code(list(arguments)) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("odds", "kiev-1941", "--method", "sample", "--runs", "2"), KIEV),
        (("odds", "kursk-1943", "--method", "sample", "--runs", "2"), KURSK),
        ((*BATCH, "kiev-1941"), KIEV),
        ((*BATCH, "kursk-1943"), KURSK),
        ((*SWEEP, "rail-raids.romny.flak=1..2", "kiev-1941"), KIEV),
        (("run", "kursk-1943", "--seed", "1", "--no-log"), KURSK),
    ],
)
def test_the_results_are_shown_with_the_charts_that_are_made_up(capsys, arguments, line):
    assert line in said(capsys, *arguments).splitlines()


def test_programs_are_told_too(capsys):
    charts = ["combat-table"]
    assert json.loads(said(capsys, "odds", "kursk-1943", "--runs", "2", "--method", "sample", "--json"))["made_up_charts"] == charts
    assert json.loads(said(capsys, *BATCH, "kursk-1943", "--format", "json"))["scenarios"][0]["made_up_charts"] == charts
    swept = said(capsys, *SWEEP, "rail-raids.romny.flak=1..2", "kiev-1941", "--format", "json")
    assert json.loads(swept)["made_up_charts"] == ["accuracy", "rail-damage", "combat-results"]


@pytest.mark.parametrize("arguments", [("odds", "malta-1942", "--method", "sample", "--runs", "2"), (*BATCH, "malta-1942")])
def test_the_charts_of_the_game_are_not_called_made_up(capsys, arguments):
    assert "made-up" not in said(capsys, *arguments)


def test_runs_that_were_kept_still_say_it(capsys, tmp_path):
    for _ in range(2):
        assert KURSK in said(capsys, *BATCH, "kursk-1943", "--out", str(tmp_path)).splitlines()
