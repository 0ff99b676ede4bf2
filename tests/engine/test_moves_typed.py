"""The type checker sees every transition: each function below has one planted error, and mypy --strict finds it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import airwar

pytest.importorskip("mypy", reason="mypy comes with the test extra")

GOOD = """
from typing import Never, NamedTuple
from airwar.engine.moves import End, Move, Return, call, then
from airwar.engine.referee import Referee

class Battle(NamedTuple):
    left: int

class Turn(NamedTuple):
    raids: int

def battle_round(ref: Referee, battle: Battle) -> Move[int]:
    return then(battle_round, battle) if battle.left else Return(battle.left)

def next_raid(ref: Referee, turn: Turn) -> Move[Never]:
    return call(battle_round, Battle(1), back=raid_over, keep=turn)

def raid_over(ref: Referee, turn: Turn, left: int) -> Move[Never]:
    return End("over", turn) if left else then(next_raid, turn)
"""

PLANTED = {
    "a state of another step": """
def planted(ref: Referee, turn: Turn) -> Move[int]:
    return then(battle_round, turn)
""",
    "a step of a procedure that returns something else": """
def planted(ref: Referee, turn: Turn) -> Move[str]:
    return then(battle_round, Battle(1))
""",
    "a call with a state of another step": """
def planted(ref: Referee, turn: Turn) -> Move[Never]:
    return call(battle_round, turn, back=raid_over, keep=turn)
""",
    "a continuation that wants another value": """
def wants_text(ref: Referee, turn: Turn, left: str) -> Move[Never]:
    return End(left, turn)

def planted(ref: Referee, turn: Turn) -> Move[Never]:
    return call(battle_round, Battle(1), back=wants_text, keep=turn)
""",
    "a continuation that wants something else to be kept": """
def planted(ref: Referee, turn: Turn) -> Move[Never]:
    return call(battle_round, Battle(1), back=raid_over, keep=Battle(1))
""",
    "a value that the procedure does not return": """
def planted(ref: Referee, battle: Battle) -> Move[int]:
    return Return("won")
""",
    "a turn that returns": """
def planted(ref: Referee, turn: Turn) -> Move[Never]:
    return Return(turn)
""",
}


def errors_in(text: str, folder: Path) -> list[str]:
    """What mypy finds in a module."""
    file = folder / "planted.py"
    file.write_text(text, encoding="utf-8")
    environment = {**os.environ, "MYPYPATH": str(Path(airwar.__file__).parent.parent)}
    line = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", str(folder / "cache"), str(file)]
    found = subprocess.run(line, capture_output=True, text=True, check=False, env=environment, cwd=folder)
    assert found.returncode in (0, 1), found.stderr
    return found.stdout.splitlines()


@pytest.mark.slow
def test_a_planted_wrong_transition_is_caught(tmp_path):
    assert errors_in(GOOD, tmp_path) == []
    whole = GOOD
    first_lines = {}
    for name, text in PLANTED.items():
        first_lines[len(whole.splitlines()) + 1] = name
        whole += text.replace("planted", f"planted_{len(first_lines)}").replace("wants_text", f"wants_text_{len(first_lines)}")
    caught = set()
    for error in errors_in(whole, tmp_path):
        line = int(re.match(r"planted\.py:(\d+):", error)[1])
        caught.add(first_lines[max(first for first in first_lines if first <= line)])
    assert caught == set(PLANTED)
