"""A log of today opens in a later airwar in which everything was renamed and reworded, and every game has one option more.

`renamed_package` is that airwar. Where it rules otherwise, because a rule was mended, it says which record, rule and versions.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from forger import forged
from support import TESTS

GOLDEN = sorted((TESTS / "golden").glob("format-*/*/*.jsonl"))
pytestmark = pytest.mark.slow
CUT = [path for path in GOLDEN if path.stem in ("malta-1942", "maleme-1941", "ceylon-1942", "uranus-1942", "saint-lo-1944")]
COMMANDS = "import sys; from airwar.cli import exit_code; sys.exit(max(exit_code(line.split()) for line in sys.argv[1:]))"


def later(folder: Path, *commands: str) -> subprocess.CompletedProcess[str]:
    """Runs commands of the later airwar; the worst exit code counts."""
    line = [sys.executable, "-c", COMMANDS, *commands]
    return subprocess.run(line, capture_output=True, text=True, check=False, cwd=folder, stdin=subprocess.DEVNULL)


def contents(path: Path) -> list[dict[str, object]]:
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [{name: value for name, value in line.items() if name not in ("seq", "prev", "h")} for line in lines]


def test_every_golden_log_of_every_format_verifies(renamed_package):
    done = later(renamed_package, *(f"verify {path}" for path in GOLDEN))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("its wording was not") == len(GOLDEN)


def test_every_golden_log_of_every_format_replays(renamed_package):
    done = later(renamed_package, *(f"replay {path}" for path in CUT))
    assert done.returncode == 0, done.stderr
    assert "In other words" not in done.stdout  # what the log says is shown, not what it would say today


def test_a_battle_cut_off_anywhere_is_resumed_to_the_same_end(renamed_package, tmp_path):
    assert {path.parent.parent.name for path in CUT} == {
        "format-1",
        "format-2",
        "format-2-by-1.1.0",
        "format-3",
        "format-3-by-1.3.0",
        "format-3-by-1.5.0",
    }
    commands, wanted = [], {}
    for golden in CUT:
        whole = contents(golden)
        entries = [at for at, body in enumerate(whole) if body["t"] in ("roll", "choice", "stated")]
        for part in (1, 2, 3):
            path = tmp_path / f"{golden.parent.parent.name}-{golden.stem}-{part}.jsonl"
            cut = entries[len(entries) * part // 4] + part % 2
            path.write_text("".join(golden.read_text(encoding="utf-8").splitlines(keepends=True)[:cut]), encoding="utf-8")
            commands += [f"resume {path} --no-input", f"verify {path}"]
            wanted[path] = whole[-1]
    done = later(renamed_package, *commands)
    assert done.returncode == 0, done.stdout + done.stderr
    for path, end in wanted.items():
        resumed = contents(path)[-1]
        assert {name: resumed[name] for name in ("t", "result", "tally")} == {name: end[name] for name in ("t", "result", "tally")}


@pytest.mark.parametrize("form", ["format-1", "format-2", "format-3"])
def test_where_a_rule_was_mended_the_record_the_rule_and_both_versions_are_named(renamed_package, tmp_path, form):
    """As if Allied losses had been counted otherwise when the log was written."""
    golden = TESTS / "golden" / form / "world-at-war" / "malta-1942.jsonl"
    bodies = contents(golden)
    at = next(at for at, body in enumerate(bodies) if body["t"] == "told" and body["what"] == "loss")
    bodies[at] = {**bodies[at], "count": bodies[at]["count"] + 1}
    path = tmp_path / "old.jsonl"
    path.write_bytes(forged(bodies))
    version = bodies[0]["version"]
    done = later(renamed_package, f"verify {path}")
    assert done.returncode == 4
    told = " ".join(done.stderr.split())
    assert f"record {at}: airwar 99.0.0 rules differently here than airwar {version} did ({bodies[at]['rule']})" in told
    path.write_bytes(forged(bodies[:-1]))
    done = later(renamed_package, f"resume {path} --no-input")
    assert done.returncode == 4
    assert f"to go on from record {at - 1}: airwar fork {path} --at {at - 1}" in " ".join(done.stderr.split())
    new = tmp_path / "new.jsonl"
    done = later(renamed_package, f"fork {path} --at {at - 1} --seed 1 --log {new}", f"resume {new} --no-input", f"verify {new}")
    assert done.returncode == 0, done.stderr
