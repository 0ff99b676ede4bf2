"""SIGKILL at any moment: the resumed battle ends in the same bytes, or one question is asked again."""

import os
import random
import signal
import subprocess
import time

import pytest
from raids import DUEL, RAIDS, duel, fought
from terminal import Process, airwar, appeared, command, environment

from airwar.analysis.verify import verify

KILLS = 30


def child(arguments, folder):
    with open(os.devnull, "r+b") as nothing:
        return Process(arguments, folder, environment(), [nothing.fileno()] * 3)


def killed(process):
    """Kills a child; returns whether it was still alive."""
    process.kill()
    return process.wait() == -signal.SIGKILL


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "raids.yaml").write_text(RAIDS)
    (tmp_path / "duel.yaml").write_text(DUEL)
    return tmp_path


@pytest.mark.slow
def test_killed_at_random_moments_and_resumed_it_is_the_same_battle(folder):
    """Each battle is killed again and again, in `run` and then in `resume`, each time after a random number of further bytes."""
    whole = fought(seed=3).log.text().encode()
    chance = random.Random(1942)
    kills = battle = 0
    while kills < KILLS:
        battle += 1
        path = folder / f"{battle}.jsonl"
        start = ["run", "raids.yaml", "--seed", "3", "--log", path.name]
        for _ in range(chance.randint(5, 20)):
            size = path.stat().st_size if path.exists() else 0
            process = child(["resume", path.name, "--no-input"] if size else start, folder)
            appeared(path, min(size + chance.randint(1, len(whole) // 12), len(whole)))
            time.sleep(chance.random() / 2000)  # not always just after a write
            kills += killed(process)
            assert whole.startswith(path.read_bytes())
        assert child(["resume", path.name, "--no-input"], folder).wait() == 0
        assert path.read_bytes() == whole


@pytest.mark.slow
def test_killed_before_there_is_a_log_it_can_be_run_again(folder):
    """Leftover files do not get in the way of the next run, and no secret seed is used twice."""
    chance = random.Random(1943)
    for moment in range(8):
        path = folder / f"{moment}.jsonl"
        start = ["run", "duel.yaml", "--log", path.name]
        process = child(start, folder)
        time.sleep(chance.random() / 50)
        killed(process)
        assert child(["resume", path.name, "--no-input"] if path.exists() else start, folder).wait() == 0
        proof = verify(path)
        assert (proof.finished, proof.seed_known) == (True, True)
        assert not path.with_name(path.name + ".seed").exists()


@pytest.mark.slow
def test_the_command_itself_killed_and_resumed(folder):
    whole = fought(seed=8, scenario=duel()).log.text().encode()
    chance = random.Random(1944)
    for moment in range(3):
        path = folder / f"{moment}.jsonl"
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        line = command("run", "duel.yaml", "--seed", "8", "--log", path)
        process = subprocess.Popen(line, cwd=folder, env=environment(), **quiet)
        assert appeared(path, chance.randint(1, len(whole)))
        process.kill()
        process.wait()
        assert airwar("resume", path, "--no-input", cwd=folder).returncode == 0
        assert path.read_bytes() == whole
