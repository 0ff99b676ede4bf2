"""Batch runs: what they count, and that a file is read as it is now."""

import csv
import io
import json
import os
import sys
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from airwar.analysis.verify import verify
from airwar.batches.batch import LOGS_A_GROUP, Counted, Piece, Runs, distribution, fight_piece, pieces_of, work_of
from airwar.batches.workers import ChunkStore, file_name_of, fought, hashed, in_order
from airwar.cli import exit_code
from airwar.errors import AirwarError
from airwar.probability.forecast import Situation, sampled
from airwar.setup.loading import load_scenario
from airwar.show.batch import CsvRows
from airwar.version import __version__


def fight_runs(file, count, logs=None):
    """The first runs of a scenario, read as it is now, in one piece."""
    return fight_piece(Piece(work_of(str(file)), 7, 0, count, None if logs is None else str(logs)))


def test_a_scenario_that_was_edited_is_fought_as_it_is_now(tmp_path):
    file = tmp_path / "malta.yaml"
    text = load_scenario("malta-1942").text
    file.write_text(text)
    first = fight_runs(file, 3)
    file.write_text(text.replace("title: ", "title: Changed ", 1))
    second = fight_runs(file, 3)
    assert second.title == f"Changed {first.title}"
    assert second.outcomes == first.outcomes


def test_runs_in_pieces_are_the_runs_of_one():
    whole = fight_runs("malta-1942", 60)
    pieces = [fight_piece(piece) for piece in pieces_of([work_of("malta-1942")], 60, 7, jobs=4)]
    assert [piece.first for piece in pieces] == [0, 15, 30, 45]
    assert distribution(pieces, 7).ways == distribution([whole], 7).ways


def test_a_batch_counts_what_a_sample_counts():
    scenario = load_scenario("malta-1942")
    sample = sampled(Situation(scenario.ruleset, scenario.script, scenario.start), 50, 7)
    assert distribution([fight_runs("malta-1942", 50)], 7).ways == sample.ways


def test_logs_are_synced_before_the_runs_are_told(tmp_path, monkeypatch):
    synced = []
    real = os.fsync
    monkeypatch.setattr("os.fsync", lambda handle: (synced.append(handle), real(handle)))
    runs = fight_runs("malta-1942", LOGS_A_GROUP + 3, tmp_path / "malta")
    assert not runs.error
    assert len(synced) == len(list(tmp_path.iterdir())) == LOGS_A_GROUP + 3
    for path in sorted(tmp_path.iterdir())[:3]:
        assert verify(path).finished


def test_a_log_that_is_there_is_not_overwritten(tmp_path):
    (tmp_path / "malta-000002.jsonl").write_text("old")
    runs = fight_runs("malta-1942", 3, tmp_path / "malta")
    assert "malta-000002.jsonl: File exists" in runs.error
    assert (tmp_path / "malta-000002.jsonl").read_text() == "old"


@pytest.mark.parametrize("call", ["write", "fsync"])
def test_a_full_disk_is_reported(tmp_path, monkeypatch, call):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(f"os.{call}", full)
    runs = fight_runs("malta-1942", 3, tmp_path / "malta")
    assert runs.error.endswith("malta-000001.jsonl: No space left on device")
    assert runs.exit_code == 73


# whoever fights, and whatever is finished already


def pieces(runs=60, seed=7):
    return pieces_of([work_of("malta-1942")], runs, seed, jobs=4)


class Backwards:
    """Workers that do nothing until they are asked, and note what they are given."""

    def __init__(self):
        self.given = []

    def submit(self, function, item):
        self.given.append(item)
        outer = self

        class Promise:
            finished = False

            def result(self):
                self.finished = True
                return function(item)

            def done(self):
                return self.finished

            def cancel(self):
                outer.given.remove(item)

        return Promise()


def test_any_executor_gives_the_same_runs():
    here = list(fought(pieces()))
    with ThreadPoolExecutor(3) as threads:
        assert list(fought(pieces(), 3, threads)) == here
    assert list(fought(pieces(), 2, Backwards())) == here


def test_no_more_work_is_given_out_than_a_few_pieces_ahead():
    workers = Backwards()
    results = in_order(workers, str, lambda number, text: text == str(number), range(1000), jobs=2)
    assert next(results) == "0"
    assert len(workers.given) < 20
    results.close()
    assert workers.given == [0]  # the others are cancelled


def test_finished_pieces_are_not_fought_again(tmp_path):
    kept, workers = ChunkStore(tmp_path), Backwards()
    here = list(fought(pieces(), 1, None, kept))
    assert len(list(tmp_path.iterdir())) == 4
    assert list(fought(pieces(), 2, workers, kept)) == here
    assert workers.given == []
    assert list(fought(pieces(), 1, None, kept)) == here


def test_a_damaged_piece_is_fought_again(tmp_path):
    kept, (first, second, *_) = ChunkStore(tmp_path), pieces()
    here = list(fought([first, second], 1, None, kept))
    path = tmp_path / file_name_of(first)
    for damage in (b"", b"{}", path.read_bytes()[:-20], path.read_bytes().replace(b'"by_run": [0', b'"by_run": [1')):
        assert damage != path.read_bytes()
        path.write_bytes(damage)
        assert kept.get(first) is None
        assert list(fought([first, second], 1, None, kept)) == here


@pytest.mark.parametrize(
    "change",
    [
        {"by_run": [99] * 20},
        {"by_run": [-1] * 20},
        {"by_run": "x" * 20},
        {"outcomes": []},
        {"outcomes": [[1, 2, 3, 4]]},
        {"title": ["\x1b[2J"]},
        {"fixed": 5},
        {"made_up": None},
        {"more": 1},
    ],
    ids=str,
)
def test_a_forged_piece_is_fought_again(tmp_path, change):
    kept, (piece, *_) = ChunkStore(tmp_path), pieces()
    runs = fight_piece(piece)
    kept.put(piece, runs)
    assert kept.get(piece) == runs
    path = tmp_path / file_name_of(piece)
    content = {**json.loads(path.read_text())["runs"], **change}
    path.write_text(json.dumps({"runs": content, "sha256": hashed(content)}))
    assert kept.get(piece) is None
    path.write_text("[" * 100_000)
    assert kept.get(piece) is None


def test_a_piece_is_named_by_all_that_its_runs_depend_on():
    plain = pieces()[0]
    work = plain.work
    others = [
        pieces(seed=8)[0],
        pieces()[1],
        Piece(work, 7, 0, 16),
        Piece(work._replace(version="0.0.1"), 7, 0, 15),
        Piece(work_of("malta-1942", (["units.malta-spitfires.count=4"], ())), 7, 0, 15),
        Piece(work_of("malta-1942", ((), ["*.attacker.disengage=stay"])), 7, 0, 15),
    ]
    names = [file_name_of(piece) for piece in (plain, *others)]
    assert len(set(names)) == len(names)
    assert file_name_of(pieces()[0]) == names[0]


def test_runs_that_failed_are_not_kept(tmp_path):
    file = tmp_path / "silent.yaml"
    file.write_text(load_scenario("malta-1942").text.partition("choices:")[0])
    (part,) = fought(pieces_of([work_of(str(file))], 5, 7), 1, None, ChunkStore(tmp_path / "kept"))
    assert part.exit_code == 3
    assert not (tmp_path / "kept").exists()


def test_a_worker_with_another_version_says_so():
    work = work_of("malta-1942")._replace(version="99.0")
    runs = fight_piece(Piece(work, 7, 0, 5))
    assert runs.error == (f"malta-1942: a worker has airwar {__version__}, not airwar 99.0; install the same versions everywhere")


class Liars:
    """A cluster whose workers send back something else."""

    def __init__(self, lie):
        self.lie, self.size = lie, 2

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def submit(self, function, item):
        return ThreadPoolExecutor(1).submit(lambda: self.lie(function(item)))


@pytest.mark.parametrize("command", [["batch"], ["sweep", "--vary", "title=A,B"]])
@pytest.mark.parametrize("lie", [lambda true: None, lambda true: "pwned", lambda true: 0, lambda true: [true]])
def test_a_worker_that_sends_back_something_else_is_one_plain_sentence(command, lie, capsys, monkeypatch):
    monkeypatch.setattr("airwar.cli.batch.Cluster", lambda address: Liars(lie))
    assert exit_code([*command, "malta-1942", "--runs", "3", "--seed", "1", "--cluster", "tcp://127.0.0.1:9"]) == 1
    sentence = "airwar: a worker sent back something other than the result of its work; use only workers that you trust\n"
    assert capsys.readouterr() == ("", sentence)


@pytest.mark.parametrize(
    "change",
    [{"by_run": [0]}, {"by_run": [99] * 15}, {"by_run": [None] * 15}, {"first": 1}, {"file": "x"}, {"outcomes": []}],
    ids=str,
)
def test_runs_of_another_piece_are_not_counted(change, tmp_path):
    kept = ChunkStore(tmp_path)
    with pytest.raises(AirwarError, match="something other than the result"):
        list(fought(pieces()[:1], 1, Liars(lambda true: replace(true, **change)), kept))
    assert list(tmp_path.iterdir()) == []


# what comes out


def test_memory_does_not_grow_with_the_runs():
    """Counted and written as they come in. A piece that was kept would take 4,000 bytes for the numbers of its runs alone."""
    part = fight_piece(Piece(work_of("malta-1942"), 7, 0, 500))

    def most(number):
        class Nowhere(io.TextIOBase):
            def write(self, text):
                return len(text)

        counted, rows = Counted("malta-1942"), CsvRows(Nowhere(), 7)
        tracemalloc.start()
        for piece in range(number):
            again = Runs(part.file, piece * 500, part.title, part.ruleset, list(part.outcomes), list(part.by_run))
            counted.add(again)
            rows.add(again)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert counted.total == number * 500
        return peak

    most(1)  # what is loaded and remembered the first time
    assert any(most(40) - most(10) < 30 * 1000 for _ in range(3))  # another thread of the test run may take memory meanwhile


def test_out_goes_on_where_it_was(tmp_path, capsys):
    out = tmp_path / "out"
    line = ["batch", "malta-1942", "--runs", "120", "--seed", "7", "--format", "csv"]
    assert exit_code([*line, "--out", str(out)]) == 0
    first = capsys.readouterr().out
    chunks = sorted((out / "chunks").iterdir())
    assert len(chunks) == 3
    chunks[1].unlink()
    (out / "runs.csv").unlink()
    kept = {path: path.stat().st_mtime_ns for path in chunks if path.exists()}
    assert exit_code([*line, "--out", str(out), "--jobs", "2"]) == 0
    assert capsys.readouterr().out == first == (out / "runs.csv").read_text()
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    assert json.loads((out / "summary.json").read_text())["scenarios"][0]["runs"] == 120


def test_parquet_has_the_rows_of_csv(tmp_path, capsys):
    parquet = pytest.importorskip("pyarrow.parquet")
    line = ["batch", "malta-1942", "--runs", "120", "--seed", "7"]
    assert exit_code([*line, "--format", "parquet", "--out", str(tmp_path)]) == 0
    assert "defender eliminated" in capsys.readouterr().out
    exit_code([*line, "--format", "csv"])
    rows = parquet.read_table(tmp_path / "runs.parquet").to_pylist()
    assert [{name: str(value) for name, value in row.items()} for row in rows] == list(
        csv.DictReader(io.StringIO(capsys.readouterr().out))
    )


@pytest.mark.parametrize(
    ("library", "options", "extra"),
    [("pyarrow", ["--format", "parquet"], "parquet"), ("distributed", ["--cluster", "tcp://127.0.0.1:9"], "cluster")],
)
def test_a_library_that_is_not_there_is_one_plain_sentence_and_leaves_no_file(
    library, options, extra, tmp_path, capsys, monkeypatch
):
    monkeypatch.setitem(sys.modules, library, None)
    out = tmp_path / "out"
    assert exit_code(["batch", "malta-1942", "--runs", "5", "--seed", "1", "--out", str(out), *options]) == 1
    assert not list(out.rglob("runs.*"))
    err = capsys.readouterr().err
    assert err.startswith("airwar: ")
    assert err.endswith(f"install it with: pip install 'airwar[{extra}]'\n")
    assert err.count("\n") == 1


@pytest.mark.parametrize("options", [["--logs", "logs"], ["--jobs", "2"]])
def test_a_cluster_does_not_go_with(options, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert exit_code(["batch", "malta-1942", "--cluster", "tcp://127.0.0.1:9", *options]) == 2
    assert list(tmp_path.iterdir()) == []


def test_people_read_the_sides_by_name_and_programs_by_id(tmp_path, capsys):
    assert exit_code(["batch", "malta-1942", "--runs", "20", "--seed", "7", "--report", str(tmp_path / "series.md")]) == 0
    lost = [line.split()[0] for line in capsys.readouterr().out.splitlines() if " AAF " in line]
    assert lost == ["Axis", "Axis", "Allies"]
    assert "| Axis | German AAF | 5 |" in (tmp_path / "series.md").read_text()
    assert exit_code(["odds", "malta-1942"]) == 0
    odds = capsys.readouterr().out
    assert "Allies: British AAF, lost of 5" in odds
    assert not {"axis", "allies"} & set(odds.split())
    assert exit_code(["batch", "malta-1942", "--runs", "1", "--seed", "7", "--format", "csv"]) == 0
    assert ",axis,German AAF,5,3" in capsys.readouterr().out
    assert exit_code(["run", "malta-1942", "--seed", "7", "--no-input", "--log", str(tmp_path / "one.jsonl")]) == 0
    capsys.readouterr()
    assert exit_code(["stats", str(tmp_path / "one.jsonl")]) == 0
    stats = capsys.readouterr().out
    assert not {"axis", "allies"} & set(stats.split())
    assert {"Axis", "Allies"} <= set(stats.split())
