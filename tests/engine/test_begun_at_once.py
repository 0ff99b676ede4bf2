"""Two battles that begin at the same moment under one name: one of them has the log, and the seed beside it is its own."""

import os

import pytest
from raids import raids

from airwar.battle.battle import begin, resume, seed_file
from airwar.engine.log import Log
from airwar.errors import CannotWrite


def test_whoever_comes_second_leaves_the_seed_of_the_first_alone(tmp_path, monkeypatch):
    path, first, real = tmp_path / "battle.jsonl", [], os.open

    def slow(name, *more):
        if not first and str(name).endswith(".seed"):  # the second has found no log, and is about to write its seed
            first.append(None)
            first[0] = begin(raids(), path)
        return real(name, *more)

    monkeypatch.setattr(os, "open", slow)
    with pytest.raises(CannotWrite, match="already exists"):
        begin(raids(), path)
    assert resume(path).seed == first[0].seed


def test_whoever_comes_while_the_first_begins_is_refused(tmp_path, monkeypatch):
    path, refused, real = tmp_path / "battle.jsonl", [], Log.create

    def slow(name, header):
        if not refused:
            refused.append(True)
            with pytest.raises(CannotWrite, match="already exists"):
                begin(raids(), path)
        return real(name, header)

    monkeypatch.setattr(Log, "create", slow)
    assert resume(begin(raids(), path).log.path).seed is not None


def test_a_log_with_an_open_seed_that_was_quicker_has_no_seed_file(tmp_path, monkeypatch):
    path, real = tmp_path / "battle.jsonl", Log.create

    def slow(name, header):
        if header.commitment:
            begin(raids(), path, seed=7)
        return real(name, header)

    monkeypatch.setattr(Log, "create", slow)
    with pytest.raises(CannotWrite, match="already exists"):
        begin(raids(), path)
    assert not seed_file(path).exists()
    assert resume(path).seed == 7


def test_a_seed_that_a_killed_process_left_is_replaced(tmp_path):
    path = tmp_path / "battle.jsonl"
    seed_file(path).write_text("0xffffffffffffffffffffffffffffffffffffffffffffffffffff\n")
    assert resume(begin(raids(), path).log.path).seed is not None


def test_what_a_process_killed_at_creation_left_is_removed(tmp_path):
    path = tmp_path / "battle.jsonl"
    for name in (".battle.jsonl.123", ".battle.jsonl.old", ".other.jsonl.123"):
        (tmp_path / name).write_text("{")
    begin(raids(), path, seed=7)
    assert {file.name for file in tmp_path.iterdir()} == {"battle.jsonl", ".battle.jsonl.old", ".other.jsonl.123"}
