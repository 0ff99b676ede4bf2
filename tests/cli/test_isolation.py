"""No command opens a network connection, starts a process, evaluates code from a file, or writes where the user did not say."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from raids import RAIDS
from watched import MARK

from airwar.cli import COMMANDS

HERE = Path(__file__).parent
SCENARIO = RAIDS.replace("Two raids", f"Two raids {MARK}")
# each command, and the files that it may write
PLAYS: list[tuple[list[str], set[str]]] = [
    (["run", "x.yaml", "--seed", "3", "--no-input"], {"x.jsonl"}),
    (["run", "x.yaml", "--no-input", "--log", "mine.jsonl"], {"mine.jsonl"}),
    (["run", "x.yaml", "--seed", "3", "--no-input", "--json", "--log", "other.jsonl"], {"other.jsonl"}),
    (["run", "x.yaml", "--no-input", "--no-log"], set()),
    (["run", "--list"], set()),
    (["resume", "cut.jsonl", "--no-input"], {"cut.jsonl"}),
    (["list"], set()),
    (["letter", "x.yaml", "--side", "axis", "--log", "post.jsonl"], {"post.jsonl", "post.jsonl.secret"}),
    (["reply", "post.jsonl", "--mail", "x.yaml"], set()),
    (["referee", "third.jsonl"], {"third.jsonl.secret"}),
    (["serve", "x.yaml", "--log", "served.jsonl"], {"served.jsonl"}),
    (["correct", "x.jsonl"], {"x.jsonl"}),  # which it locks
    (["next", "x.jsonl"], set()),
    (["fork", "x.jsonl", "--at", "3"], {"x-fork.jsonl"}),
    (["script", "x.jsonl"], set()),
    (["replay", "x.jsonl"], set()),
    (["verify", "x.jsonl"], set()),
    (["story", "--from", "x.jsonl"], set()),
    (["odds", "x.yaml"], set()),
    (["odds", "--at", "x.jsonl:5"], set()),
    (["analyze", "x.jsonl", "--seconds", "0.1"], set()),
    (["report", "x.jsonl", "-o", "x.html"], {"x.html"}),
    (["report", "x.jsonl"], set()),
    (["map", "x.yaml"], set()),
    (["campaign", ".", "--seconds", "0.1"], set()),
    (["train", "x.jsonl", "--seconds", "0.1"], set()),
    (["map", "x.jsonl", "-o", "x.svg"], {"x.svg"}),
    (["stats", "x.jsonl"], set()),
    (["explain", "x.jsonl", "5"], set()),
    (["sweep", "x.yaml", "--vary", "units.luftwaffe.count=5..6"], set()),
    (["batch", "x.yaml", "--runs", "20", "--seed", "3"], set()),
    (["batch", "x.yaml", "--runs", "3", "--seed", "3", "--logs", "logs"], {"logs"}),
    (["check", "x.yaml"], set()),
    (["new", "ocs", "-o", "new.yaml"], {"new.yaml"}),
    (["new", "malta-1942"], set()),
    (["fields", "ocs", "units"], set()),
    (["schema", "ocs"], set()),
    (["rules", "ocs"], set()),
    (["table", "ocs"], set()),
    (["guide", "first-battle"], set()),
    (["config"], set()),
    (["completion", "bash"], set()),
]


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[dict[str, object]]]:
    """What every command touched, in a folder of its own."""
    folder = tmp_path_factory.mktemp("isolation")
    (folder / "x.yaml").write_text(SCENARIO, encoding="utf-8")
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "HOME": str(folder / "home"), "PAGER": "false"}
    environment.pop("COVERAGE_PROCESS_START", None)
    first = [sys.executable, "-m", "airwar", "run", "x.yaml", "--seed", "3", "--no-input", "--log", "cut.jsonl"]
    subprocess.run(first, cwd=folder, env=environment, check=True, capture_output=True)
    cut = folder / "cut.jsonl"
    cut.write_bytes(b"".join(cut.read_bytes().splitlines(keepends=True)[:12]))
    (folder / "commands.json").write_text(json.dumps([arguments for arguments, _ in PLAYS]), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(HERE / "watched.py"), "commands.json"], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return folder, json.loads(done.stdout)


def test_every_command_is_watched():
    assert {arguments[0] for arguments, _ in PLAYS} == set(COMMANDS)


@pytest.mark.slow
@pytest.mark.parametrize("at", range(len(PLAYS)), ids=[" ".join(arguments) for arguments, _ in PLAYS])
def test_a_command_touches_only_what_the_user_said(seen, at: int):
    folder, plays = seen
    play = plays[at]
    assert play["code"] in (0, 1, 3, 65), play["said"]
    assert [what for what in play["touched"] if what[0] != "write"] == []
    allowed = [folder / name for name in PLAYS[at][1]]
    strays = [path for _, path in play["touched"] if not any(of(Path(path), one) for one in allowed)]
    assert strays == []


def of(path: Path, allowed: Path) -> bool:
    """Whether a path is an allowed file, its seed or its temporary name beside it, or is inside an allowed folder."""
    beside = path.parent == allowed.parent and (path.name == f"{allowed.name}.seed" or path.name.startswith(f".{allowed.name}"))
    return path == allowed or allowed in path.parents or beside


def test_the_hook_sees_what_it_should(tmp_path: Path):
    """The hook itself: a program that does all four things is caught at each."""
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); import watched, os, socket, subprocess\n"
        "sys.addaudithook(watched.watch)\n"
        "open('stray', 'w').close(); eval(repr(watched.MARK)); subprocess.run(['true']); socket.socket().close()\n"
        "print(sorted({kind for kind, _ in watched.touched}))\n"
    )
    done = subprocess.run([sys.executable, "-c", program, str(HERE)], capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout.strip() == "['code', 'network', 'process', 'write']"
