"""The same scenario, seed and answers give the same bytes under every hash seed, locale, time zone, flag and Python."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
COMMANDS = [
    *(
        ["run", name, "--seed", "5", "--no-input", "--log", f"{name}.jsonl"]
        for name in ("malta-1942", "torch-1942", "gela-1943", "vyazma-1941")
    ),
    ["run", "sicily-1943", "--seed", "5", "--no-input", "--json", "--log", "sicily-1943.jsonl"],
    ["verify", "malta-1942.jsonl", "torch-1942.jsonl"],
    ["replay", "torch-1942.jsonl"],
    ["report", "malta-1942.jsonl", "--format", "html"],
    ["odds", "malta-1942", "--json"],
    ["batch", "gela-1943", "malta-1942", "--runs", "50", "--seed", "5", "--format", "csv"],
    ["next", "malta-1942.jsonl"],
    ["script", "gela-1943.jsonl"],
    ["schema", "ocs"],
    ["rules", "dark-crusade"],
]
PROGRAM = """
import hashlib, io, json, pathlib, sys
from contextlib import redirect_stdout
from airwar.cli import exit_code
seen = {}
for arguments in json.loads(sys.argv[1]):
    buffer = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
    with redirect_stdout(buffer):
        code = exit_code(arguments)
    seen[" ".join(arguments)] = code, hashlib.sha256(buffer.buffer.getvalue()).hexdigest()
for log in sorted(pathlib.Path().glob("*.jsonl")):
    seen[log.name] = 0, hashlib.sha256(log.read_bytes()).hexdigest()
sys.stdout.write(json.dumps(seen))
"""
SETTINGS: dict[str, tuple[list[str], dict[str, str]]] = {
    "another hash seed, a Turkish locale and another time zone": (
        [],
        {"PYTHONHASHSEED": "1", "LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8", "TZ": "Pacific/Kiritimati"},
    ),
    "a third hash seed, the C locale and no UTF-8 mode": (
        ["-X", "utf8=0"],
        {"PYTHONHASHSEED": "4294967295", "LC_ALL": "C", "LANG": "C", "PYTHONIOENCODING": "ascii"},
    ),
    "no docstrings and no assertions": (["-OO"], {}),
}


def bytes_made(python: list[str], settings: dict[str, str], folder: Path) -> dict[str, tuple[int, str]]:
    """What the commands print and write, as hashes."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "PYTHONHASHSEED": "0", **settings}
    line = [*python, "-c", PROGRAM, json.dumps(COMMANDS)]
    done = subprocess.run(line, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    found: dict[str, tuple[int, str]] = json.loads(done.stdout)
    assert [name for name, (code, _) in found.items() if code] == []
    return found


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, str]]:
    return bytes_made([sys.executable], {}, tmp_path_factory.mktemp("usual"))


@pytest.mark.slow
@pytest.mark.parametrize("name", SETTINGS)
def test_the_same_bytes_under_other_settings(name: str, usual, tmp_path: Path):
    flags, settings = SETTINGS[name]
    assert bytes_made([sys.executable, *flags], settings, tmp_path) == usual


@cache
def other_python(version: str) -> str | None:
    """Another Python that can run airwar with this one's packages, which are pure Python where it matters."""
    found = shutil.which(f"python{version}")
    if found is None:
        return None
    done = subprocess.run([found, "-c", "import sys, rich, click, yaml"], env=with_packages(), capture_output=True)
    return found if done.returncode == 0 else None


def with_packages() -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join([str(ROOT), sysconfig.get_paths()["purelib"]])}


@pytest.mark.slow
@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_the_same_bytes_under_another_python(version: str, usual, tmp_path: Path):
    python = other_python(version)
    if python is None:
        pytest.skip(f"no python{version} here")
    assert bytes_made([python], with_packages(), tmp_path) == usual
