"""A disk that is full in the middle of a file: a sentence, and nothing is left that would be in the way of the next try."""

import resource
import subprocess
from functools import partial

import pytest
from terminal import PATIENCE, airwar, command, environment

FULL = 500  # bytes that a file may have: less than any of these


def airwar_on_a_full_disk(*arguments, cwd, most=FULL):
    return subprocess.run(
        command(*arguments),
        cwd=cwd,
        env=environment(PYTHONDONTWRITEBYTECODE="1"),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        preexec_fn=partial(resource.setrlimit, resource.RLIMIT_FSIZE, (most, most)),
    )


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    [
        ["new", "world-at-war", "-o", "turn.yaml"],
        ["new", "malta-1942", "-o", "turn.yaml"],
        ["new", "saint-lo-1944", "-o", "turn.yaml"],  # with a chart file
        ["next", "battle.jsonl", "-o", "turn.yaml"],
        ["next", "battle-with-charts.jsonl", "-o", "turn.yaml"],
        ["new", "--ruleset", "my-game", "my-game"],
        ["new", "--ruleset", "my-game", "."],
        ["batch", "malta-1942", "--runs", "3", "--seed", "1", "--logs", "logs"],
        ["run", "malta-1942", "--no-input", "--log", "new.jsonl"],
        ["run", "malta-1942", "--no-input", "--seed", "1", "--log", "new.jsonl"],
    ],
    ids=" ".join,
)
def test_what_did_not_fit_can_be_tried_again(line, tmp_path):
    fought = {"battle.jsonl": "smolensk-1941", "battle-with-charts.jsonl": "saint-lo-1944"}.get(line[1])
    if fought:
        assert airwar("run", fought, "--no-input", "--seed", "1", "--log", line[1], cwd=tmp_path).returncode == 0
    before = files(tmp_path)
    done = airwar_on_a_full_disk(*line, cwd=tmp_path)
    assert (done.returncode, "cannot write" in done.stderr, "Traceback" in done.stderr) == (73, True, False), done.stderr
    assert files(tmp_path) == before
    done = airwar(*line, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert files(tmp_path) > before


def test_the_same_batch_goes_on_with_the_logs_that_it_has(tmp_path):
    """Whole logs are never removed; the same command finds its own and leaves them as they are."""
    line = ["batch", "malta-1942", "--runs", "5", "--seed", "1", "--logs", "logs"]
    assert airwar(*line, cwd=tmp_path).returncode == 0
    whole = {path: path.read_bytes() for path in (tmp_path / "logs").iterdir()}
    first, second, *rest = sorted(whole)
    for path in rest:
        path.unlink()
    written = first.stat().st_mtime_ns
    assert airwar(*line, cwd=tmp_path).returncode == 0
    assert {path: path.read_bytes() for path in (tmp_path / "logs").iterdir()} == whole
    assert first.stat().st_mtime_ns == written
    second.write_bytes(b"another log")
    done = airwar(*line, cwd=tmp_path)
    assert (done.returncode, b"000002.jsonl: File exists" in done.stderr) == (73, True)
    assert second.read_bytes() == b"another log"
