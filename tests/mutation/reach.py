"""Which tests run which stretch of code, how long they take, and which of them only compare with kept files.

The map is kept under .pytest_cache. A test is run again for it when the test's file has changed, or a module that the test reaches.
"""

from __future__ import annotations

import math
import os
import pickle
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest
from mutants import Block, probed
from patching import ROOT, Caches, Imported

KEPT = tuple(f"{ROOT}/tests/{folder}/" for folder in ("golden", "analysis/reports", "screens"))
STORE = ROOT / ".pytest_cache" / "mutation" / "reach"
PROBE = "__reached__"
Run = Callable[[pytest.Item], bool]


@dataclass
class Reached:
    """What one test reaches: blocks by module, each module as it was then."""

    file: str  # its digest
    seconds: float
    fate: str  # passed, failed, or kept: it reads golden logs, kept reports or kept screens
    blocks: dict[str, tuple[str, frozenset[int]]]


@dataclass
class Reach:
    """What every usable test reaches, and its CPU seconds."""

    found: dict[str, Reached]
    tests: dict[Block, set[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for test, reached in self.found.items():
            if reached.fate == "passed":
                for module, (_, blocks) in reached.blocks.items():
                    for block in blocks:
                        self.tests.setdefault((module, block), set()).add(test)

    def count(self, fate: str) -> int:
        return sum(reached.fate == fate for reached in self.found.values())

    def seconds(self, test: str) -> float:
        return self.found[test].seconds

    def in_order(self, block: Block) -> list[str]:
        """The tests that reach a block, the fastest first.

        Those of its own package come early, and of the cases of one test the later ones wait a little.
        """
        turns: dict[str, int] = {}
        own = f"tests/{block[0].split('.')[1]}/"
        ranked = []
        for test in sorted(self.tests.get(block, ()), key=self.seconds):
            function = test.partition("[")[0]
            turns[function] = turns.get(function, 0) + 1
            handicap = math.sqrt(turns[function]) * (0.1 if test.startswith(own) else 1)
            ranked.append((self.seconds(test) * handicap, test))
        return [test for _, test in sorted(ranked)]


def reach_of(files: dict[str, Path], items: Iterable[pytest.Item], run: Run) -> Reach:
    """The map for these tests and modules: what is still known of it, and the other tests run once with probes."""
    digests = {name: digest(file) for name, file in files.items()}
    known = stored()
    wanted = {item.nodeid: item for item in items}
    stale = [item for test, item in wanted.items() if is_stale(known.get(test), item, digests)]
    found = in_a_child(files, stale, run, digests)
    known |= found
    STORE.parent.mkdir(parents=True, exist_ok=True)
    STORE.write_bytes(pickle.dumps(stored() | found))  # another process may have added to it since
    return Reach({test: known[test] for test in wanted if test in known})


def stored() -> dict[str, Reached]:
    found: dict[str, Reached] = pickle.loads(STORE.read_bytes()) if STORE.exists() else {}
    return found


def is_stale(reached: Reached | None, item: pytest.Item, digests: dict[str, str]) -> bool:
    return (
        reached is None
        or reached.file != digest(item.path)
        or any(blocks and digests.get(module) != then for module, (then, blocks) in reached.blocks.items())
    )


@cache
def digest(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest()


def in_a_child(files: dict[str, Path], items: list[pytest.Item], run: Run, digests: dict[str, str]) -> dict[str, Reached]:
    """Runs tests once with probes in a process of its own: the code of this one stays as it is."""
    if not items:
        return {}
    receiving, sending = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(receiving)
        try:
            found = probe(files, items, run, digests)
            with os.fdopen(sending, "wb") as stream:
                pickle.dump(found, stream)
        finally:
            os._exit(0)
    os.close(sending)
    with os.fdopen(receiving, "rb") as stream:
        data = stream.read()
    os.waitpid(child, 0)
    reached: dict[str, Reached] = pickle.loads(data)
    return reached


def probe(files: dict[str, Path], items: list[pytest.Item], run: Run, digests: dict[str, str]) -> dict[str, Reached]:
    """Runs tests with probes in this process."""
    reached: dict[str, set[int]] = {module: set() for module in files}
    imported = Imported(list(files.values()))
    for module, file in files.items():
        if module in sys.modules:
            setattr(sys.modules[module], PROBE, reached[module])
            imported.patch(file, probed(file.read_text(encoding="utf-8"), PROBE))
    opened: list[str] = []
    sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
    caches, found = Caches(), {}
    for item in items:
        caches.forget()
        opened.clear()
        for blocks in reached.values():
            blocks.clear()
        begun = time.process_time()
        fate = "passed" if run(item) else "failed"
        seconds = time.process_time() - begun
        if any(folder in path for path in opened for folder in KEPT):
            fate = "kept"
        blocks_now = {module: (digests[module], frozenset(blocks)) for module, blocks in reached.items() if blocks}
        found[item.nodeid] = Reached(digest(item.path), seconds, fate, blocks_now)
    return found
