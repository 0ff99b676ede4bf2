"""Batches and sweeps on a real Dask scheduler with two worker processes on this machine, one of which is killed in the middle."""

import json
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest
from terminal import airwar, command, environment

from airwar.cli import exit_code
from airwar.setup.loading import load_scenario

# not imported here, which would take a second in every process that collects tests
pytestmark = [pytest.mark.slow, pytest.mark.skipif(find_spec("distributed") is None, reason="Dask comes with the cluster extra")]


def written_address(file):
    """The address of the scheduler, once it has written all of its file."""
    try:
        return json.loads(file.read_text())["address"]
    except (FileNotFoundError, json.JSONDecodeError):
        return None


class Dask:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.processes = []
        file = folder / "scheduler.json"
        self.start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
        self.address = self.wait(lambda: written_address(file))
        self.workers = [self.work(), self.work()]

    def start(self, kind, *options):
        with open(self.folder / f"{kind}-{len(self.processes)}.log", "w") as log:
            line = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *options]
            process = subprocess.Popen(line, stdout=log, stderr=log, env=environment(), cwd=self.folder)
        self.processes.append(process)
        return process

    def work(self):
        options = ["--nthreads", "1", "--no-dashboard", "--no-nanny", "--host", "127.0.0.1"]
        return self.start("worker", self.address, *options, "--local-directory", str(self.folder))

    def wait(self, found, seconds=60):
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            value = found()
            if value:
                return value
            time.sleep(0.05)
        logs = "\n".join(path.read_text() for path in self.folder.glob("*.log"))
        raise AssertionError(f"nothing came after {seconds} s\n{logs}")

    def stop(self):
        for process in self.processes:
            process.kill()
        for process in self.processes:
            process.wait()


@pytest.fixture(scope="module")
def dask(tmp_path_factory):
    cluster = Dask(tmp_path_factory.mktemp("dask"))
    yield cluster
    cluster.stop()


BATCH = ["batch", "malta-1942", "--runs", "40000", "--seed", "7"]


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """The same batch in one process: its csv."""
    out = tmp_path_factory.mktemp("alone")
    assert exit_code([*BATCH, "--out", str(out)]) == 0
    return (out / "runs.csv").read_bytes()


@pytest.fixture
def said(capsys):
    """Runs a command in this process: its code, its output and what it says."""

    def run(*arguments):
        code = exit_code(arguments)
        return code, *capsys.readouterr()

    return run


def begun(dask, folder):
    """A batch on the cluster, as far as it is when a few chunks are finished."""
    line = command(*BATCH, "--cluster", dask.address, "--out", folder)
    running = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment())
    dask.wait(lambda: len(list(folder.glob("chunks/*.json"))) > 3)
    return running


def test_a_worker_that_is_killed_changes_nothing(dask, alone, tmp_path):
    """The bytes are those of one process: nothing is lost, and nothing is counted twice."""
    running = begun(dask, tmp_path)
    dask.workers.pop().kill()
    assert running.poll() is None
    assert (running.communicate(timeout=60)[1], running.returncode) == ("", 0)
    assert (tmp_path / "runs.csv").read_bytes() == alone
    dask.workers.append(dask.work())


def test_an_interrupted_batch_goes_on_from_the_finished_chunks(dask, alone, said, tmp_path):
    running = begun(dask, tmp_path)
    running.send_signal(signal.SIGINT)
    assert "interrupted after" in running.communicate(timeout=60)[1]
    assert running.returncode == 130
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("chunks/*.json")}
    assert 3 < len(before) < 200
    assert said(*BATCH, "--cluster", dask.address, "--out", str(tmp_path))[0] == 0
    assert (tmp_path / "runs.csv").read_bytes() == alone
    after = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("chunks/*.json")}
    assert len(after) == 200
    assert {name: after[name] for name in before} == before  # they were not fought again


@pytest.mark.parametrize("name", ["typhoon-1941", "husky-1943"])
def test_whole_turns_are_the_same_on_a_cluster(name, dask, said, tmp_path):
    line = ["batch", name, "--runs", "24", "--seed", "7", "--format", "json"]
    here = said(*line, "--out", str(tmp_path / "here"))
    assert said(*line, "--cluster", dask.address, "--out", str(tmp_path / "there")) == here
    assert here[0] == 0
    rows = [(tmp_path / where / "runs.csv").read_bytes() for where in ("here", "there")]
    assert rows[0] == rows[1]
    assert {row.split(b",")[1] for row in rows[0].splitlines()[1:]} == {str(run).encode() for run in range(1, 25)}
    assert len(list((tmp_path / "there").glob("chunks/*.json"))) == 2  # each worker fought one


def test_a_sweep_is_the_same_on_a_cluster(dask, said):
    line = ["sweep", "malta-1942", "--vary", "units.malta-spitfires.count=3..5", "--format", "csv", "--runs", "500"]
    here = said(*line)
    assert said(*line, "--cluster", dask.address) == here
    assert (here[0], here[1].count("exact")) == (0, 3)


def test_files_need_not_be_where_the_workers_are(dask, said, tmp_path, monkeypatch):
    """A scenario and a policy in files are sent as text."""
    monkeypatch.chdir(tmp_path)
    Path("policy.yaml").write_text('"*.attacker.disengage": disengage\n')
    Path("mine.yaml").write_text(load_scenario("malta-1942").text)
    line = ["batch", "mine.yaml", "--runs", "200", "--seed", "1", "--policy", "policy.yaml", "--format", "json"]
    here = said(*line)
    assert said(*line, "--cluster", dask.address) == here
    assert "attacker disengaged" in here[1]


def test_a_scenario_that_cannot_be_fought_is_named(dask, said, tmp_path):
    silent = tmp_path / "silent.yaml"
    silent.write_text(load_scenario("malta-1942").text.partition("choices:")[0])
    code, _, err = said("batch", str(silent), "--runs", "10", "--seed", "1", "--cluster", dask.address)
    assert (code, "silent.yaml: nothing answers" in err) == (3, True)


@pytest.mark.parametrize("address", ["x", "", "tls://x:1", "inproc://x", "tcp://a:b", "["])
def test_an_address_that_cannot_be_one_is_told_in_one_line_to_the_very_end(address, tmp_path):
    """In a process of its own, since a client that was never closed is heard of when Python ends."""
    done = airwar("batch", "malta-1942", "--runs", "10", "--seed", "1", "--cluster", address, cwd=tmp_path)
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith(f"airwar: no Dask scheduler at {address}: ")
    assert line.endswith("; expected tcp://host:8786, or tls://host:8786 with Dask's certificates")
    assert (done.returncode, done.stdout) == (1, b"")


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense://x", ""])
def test_no_scheduler_is_one_plain_line(address, capsys, monkeypatch):
    monkeypatch.setattr("airwar.batches.workers.CONNECT", 0.3)
    assert exit_code(["batch", "malta-1942", "--runs", "10", "--seed", "1", "--cluster", address]) == 1
    assert capsys.readouterr().err.startswith(f"airwar: no Dask scheduler at {address}")
