"""Statistics over many logs: the chi-square test against printed tables, and sums that agree with the battles they come from."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from airwar.analysis.stats import FaceCounts, Stats, faces_of, question_kind, upper_tail
from airwar.analysis.timeline import sums, timeline
from airwar.cli import exit_code
from airwar.engine.log import Log
from airwar.engine.records import Rolled


@pytest.mark.parametrize(
    ("chi_square", "freedom", "p"),
    [(3.841, 1, 0.05), (11.070, 5, 0.05), (15.086, 5, 0.01), (1.145, 5, 0.95), (16.919, 9, 0.05), (29.588, 10, 0.001)],
)
def test_p_values_are_those_of_printed_tables(chi_square, freedom, p):
    assert upper_tail(chi_square, freedom) == pytest.approx(p, rel=0.002)


def rolled(source, *faces):
    return Rolled("x", "1", "a", f"{len(faces)}d6", faces, source, "0")


def test_loaded_dice_are_found_and_fair_ones_are_not():
    loaded = FaceCounts("physical", 6, (10, 10, 10, 10, 10, 60))
    fair = FaceCounts("machine", 6, (18, 22, 19, 21, 20, 20))
    assert loaded.p < 1e-6
    assert fair.p > 0.9


def test_too_few_dice_prove_nothing():
    assert FaceCounts("machine", 6, (0, 0, 0, 0, 0, 29)).p is None


def test_faces_are_counted_by_source_and_fixed_ones_are_not():
    found = faces_of([rolled("machine", 1, 6), rolled("physical", 2), rolled("machine", 6), rolled("scripted", 3, 3, 3)])
    assert found == [FaceCounts("machine", 6, (1, 0, 0, 0, 0, 2)), FaceCounts("physical", 6, (0, 1, 0, 0, 0, 0))]


@pytest.mark.parametrize(
    ("key", "kind"),
    [("malta.r2.attacker.fire", "attacker.fire"), ("crete.attacker.attack", "attacker.attack"), ("single", "single")],
)
def test_the_kind_of_a_question_has_no_battle_and_no_round(key, kind):
    assert question_kind(key) == kind


@pytest.fixture(scope="module")
def logs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("logs")
    assert exit_code(["batch", "malta-1942", "--runs", "12", "--seed", "5", "--logs", str(folder)]) == 0
    return sorted(folder.glob("*.jsonl"))


def test_wins_are_expected_wins_plus_luck_and_choices(logs):
    pairs = [(log, timeline(log)) for log in map(Log.load, logs)]
    stats = Stats()
    for log, line in pairs:
        stats.add(log, line)
    axis, allies = stats.sides["axis"], stats.sides["allies"]
    assert axis.battles == allies.battles == 12
    assert axis.wins + allies.wins == 12
    assert float(axis.wins - axis.expected) == pytest.approx(axis.luck.total)
    assert axis.luck.total == pytest.approx(float(sum(sums(line)[0].luck for _, line in pairs)))


def test_the_command_in_every_format(logs, capsys):
    names = list(map(str, logs))
    assert exit_code(["stats", *names]) == 0
    assert "Were the dice fair?" in capsys.readouterr().out
    assert exit_code(["stats", *names, "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["battles"] == 12
    assert [row["side"] for row in document["sides"]] == ["axis", "allies"]
    assert exit_code(["stats", *names, "--format", "csv"]) == 0
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert rows[0][:3] == ["table", "side", "battles"]
    assert rows[1][:3] == ["sides", "axis", "12"]


def test_battles_that_nobody_can_win_count_for_their_dice_only(capsys):
    golden = Path(__file__).parents[1] / "golden" / "format-3" / "war-in-europe" / "sicily-1943.jsonl"
    assert exit_code(["stats", str(golden)]) == 0
    out = capsys.readouterr().out
    assert "1 that nobody can win, counted for their dice only" in out
    assert "Wins and luck by side" not in out
