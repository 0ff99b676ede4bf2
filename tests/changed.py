"""`pytest --changed` runs the tests of what was changed since the last commit; `pytest --changed=main`, since a branch left main.

A test belongs to the package whose folder it is in. A changed ruleset also has its stories and its golden logs; what is shown
at a prompt also has the tests at terminals. What rests on a changed engine or kit is left to `pytest`.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from support import SHIPPED, TESTS

from airwar import rulesets

AT_A_PROMPT = ("cli/test_prompt_at_terminal.py", "screens")
ALSO = {"answers": AT_A_PROMPT, "table": AT_A_PROMPT, "play": AT_A_PROMPT}  # tests of a package in the folders of others
SHARED = ("story", "test_golden_logs.py", "test_rule_index.py")  # of every ruleset, in one place


def pytest_addoption(parser: pytest.Parser) -> None:
    what = "only the tests of what changed since this commit (default: the last one)"
    parser.addoption("--changed", nargs="?", const="HEAD", metavar="SINCE", help=what)


def changed_files(since: str) -> list[str]:
    """The files that differ from where a commit was left, and the new ones, from the top folder; a moved file has both names."""
    (left,) = git("merge-base", since, "HEAD").split()
    found = git("diff", "--name-only", "--no-renames", "-z", left, "--") + git("ls-files", "--others", "--exclude-standard", "-z")
    return sorted({name for name in found.split("\0") if name})


def git(*words: str) -> str:
    """What git says; raises UsageError if it refuses."""
    done = subprocess.run(["git", *words], cwd=TESTS.parent, capture_output=True, text=True, check=False)
    if done.returncode:
        raise pytest.UsageError(f"--changed: git {' '.join(words)}: {done.stderr.strip() or 'nothing found'}")
    return done.stdout


def room_of(file: str) -> str:
    """The folder or the file of tests that a changed file belongs to; nothing if that is all of them."""
    match Path(file).parts:
        case ["tests", *_, name] if name.startswith("test_"):
            return file.removeprefix("tests/")
        case ["tests", ("golden" | "screens") as room, *_]:
            return {"golden": "test_golden_logs.py"}.get(room, room)
        case ["tests", "stories", *_]:
            return "story"
        case ["tests", room, _, *_] if any((TESTS / room).rglob("test_*.py")):
            return room
        case ["airwar", "rulesets", room, _, *_]:
            return room
        case ["airwar", room, _, *_] if (TESTS / room).is_dir():
            return room
        case ["airwar", "guide", *_] | ["README.md"]:
            return "test_guide.py"
    return ""


def belongs(path: str, name: str, room: str) -> bool:
    """Whether a test is in a room, or is one of those of all rulesets with what belongs to the ruleset of that room."""
    if any(path == one or path.startswith(f"{one}/") for one in (room, *ALSO.get(room, ()))):
        return True
    game = room.replace("_", "-")
    words = (game, *(shipped.stem for shipped in SHIPPED if shipped.parent.name == game))
    _, _, case = name.partition("[")
    return game in rulesets.IDS and path.startswith(SHARED) and any(word in case for word in words)


def pytest_configure(config: pytest.Config) -> None:
    """Leaves out the folders in which nothing can belong to what was changed: to collect all tests takes several seconds."""
    since = config.getoption("--changed")
    if since is not None and config.args == config.getini("testpaths"):
        rooms = {room_of(file) for file in changed_files(since)}
        if "" not in rooms:
            found = {TESTS / place for room in rooms for place in (room, *ALSO.get(room, ()), *SHARED)}
            config.args = sorted(str(place) for place in found if place.exists())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    since = config.getoption("--changed")
    if since is None:
        return
    rooms = {room_of(file) for file in changed_files(since)}
    if "" not in rooms:
        wanted = [any(belongs(item.path.relative_to(TESTS).as_posix(), item.name, room) for room in rooms) for item in items]
        config.hook.pytest_deselected(items=[item for item, kept in zip(items, wanted, strict=True) if not kept])
        items[:] = [item for item, kept in zip(items, wanted, strict=True) if kept]
