"""Batch runs: what they count, and that a file is read as it is now."""

import os

import pytest

from airwar.batch import LOGS_A_GROUP, chunks, distribution, fight_runs
from airwar.loading import load_scenario
from airwar.odds.forecast import Situation, sampled
from airwar.verify import verify


def test_a_scenario_that_was_edited_is_fought_as_it_is_now(tmp_path):
    file = tmp_path / "malta.yaml"
    text = load_scenario("malta-1942").text
    file.write_text(text)
    first = fight_runs(str(file), 7, 0, 3, None)
    file.write_text(text.replace("title: ", "title: Changed ", 1))
    second = fight_runs(str(file), 7, 0, 3, None)
    assert second.title == f"Changed {first.title}"
    assert second.outcomes == first.outcomes


def test_runs_in_pieces_are_the_runs_of_one():
    whole = fight_runs("malta-1942", 7, 0, 60, None)
    pieces = [fight_runs(file, 7, first, count, None) for file, first, count in chunks(["malta-1942"], 60, 4)]
    assert [piece.first for piece in pieces] == [0, 15, 30, 45]
    assert distribution(pieces, 7).ways == distribution([whole], 7).ways


def test_a_batch_counts_what_a_sample_counts():
    scenario = load_scenario("malta-1942")
    sample = sampled(Situation(scenario.ruleset, scenario.script, scenario.start), 50, 7)
    assert distribution([fight_runs("malta-1942", 7, 0, 50, None)], 7).ways == sample.ways


def test_logs_are_synced_before_the_runs_are_told(tmp_path, monkeypatch):
    synced = []
    real = os.fsync
    monkeypatch.setattr("os.fsync", lambda handle: (synced.append(handle), real(handle)))
    runs = fight_runs("malta-1942", 7, 0, LOGS_A_GROUP + 3, str(tmp_path / "malta"))
    assert not runs.error
    assert len(synced) == len(list(tmp_path.iterdir())) == LOGS_A_GROUP + 3
    for path in sorted(tmp_path.iterdir())[:3]:
        assert verify(path).finished


def test_a_log_that_is_there_is_not_overwritten(tmp_path):
    (tmp_path / "malta-000002.jsonl").write_text("old")
    runs = fight_runs("malta-1942", 7, 0, 3, str(tmp_path / "malta"))
    assert "malta-000002.jsonl: File exists" in runs.error
    assert (tmp_path / "malta-000002.jsonl").read_text() == "old"


@pytest.mark.parametrize("call", ["write", "fsync"])
def test_a_full_disk_is_reported(tmp_path, monkeypatch, call):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(f"os.{call}", full)
    runs = fight_runs("malta-1942", 7, 0, 3, str(tmp_path / "malta"))
    assert runs.error.endswith("malta-000001.jsonl: No space left on device")
    assert runs.exit_code == 73
