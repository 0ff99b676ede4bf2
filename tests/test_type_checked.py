"""The type checker sees every transition, and the packages of others pass it. One run of mypy --strict checks all of it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from installed import ROOT

from airwar.cli import exit_code

pytest.importorskip("mypy", reason="mypy comes with the test extra")
pytestmark = pytest.mark.slow

CIRCUS = Path(__file__).parent / "outsider" / "flying_circus"
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


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """What mypy finds in the package of the tests, in a new one with its tests, and in the planted errors: by file."""
    folder = tmp_path_factory.mktemp("typed")
    assert exit_code(["new", "--ruleset", "sky-duel", str(folder / "sky-duel")]) == 0
    whole = GOOD
    for number, text in enumerate(PLANTED.values()):
        whole += text.replace("planted", f"planted_{number}").replace("wants_text", f"wants_text_{number}")
    (folder / "planted.py").write_text(whole, encoding="utf-8")
    line = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", str(folder / "cache")]
    line += [str(CIRCUS), str(folder / "planted.py"), "sky_duel", "tests"]
    environment = {**os.environ, "MYPYPATH": str(ROOT)}
    done = subprocess.run(line, capture_output=True, text=True, check=False, env=environment, cwd=folder / "sky-duel")
    assert done.returncode in (0, 1), done.stderr
    return done.stdout.splitlines(), whole.splitlines()


def test_every_planted_wrong_transition_is_caught_and_no_right_one(found):
    errors, lines = found
    caught = set()
    for error in errors:
        if at := re.match(r".*planted\.py:(\d+):", error):
            above = [re.match(r"def planted_(\d+)", line) for line in lines[: int(at[1])]]
            caught.add(next(int(name[1]) for name in reversed(above) if name))
    assert caught == set(range(len(PLANTED)))
    assert len([error for error in errors if re.match(r".*planted\.py:", error)]) == len(PLANTED)


def test_packages_of_others_are_type_checked(found):
    assert [error for error in found[0] if "planted.py:" not in error] == []
