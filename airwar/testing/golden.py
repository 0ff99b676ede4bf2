"""Golden logs: a scenario fought by its own script with a fixed seed always gives the same log."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from airwar.analysis.verify import verify
from airwar.battle.battle import Battle, begin
from airwar.setup.loading import load_scenario

SEED = 7  # the seed of every golden log


def unattended(path: Path, log_path: Path | None = None, seed: int = SEED) -> Battle:
    """A scenario fought by its own script."""
    battle = begin(load_scenario(str(path)), log_path, seed)
    battle.by_script()
    battle.settle()
    return battle


def check_golden(path: Path, golden: Path, update: bool = False) -> None:
    """Checks that a scenario gives its golden log byte for byte, unless another version wrote it, and that the log verifies.

    `update` writes the golden log instead.
    """
    text = unattended(path).log.text()
    if update:
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(text, encoding="utf-8", newline="")
    assert golden.exists(), f"there is no golden log {golden}; `pytest --update-golden` writes it"
    kept = golden.read_bytes().decode()
    assert versions(text) != versions(kept) or text == kept, f"{golden} differs; `pytest --update-golden` writes it again"
    proof = verify(golden)
    assert proof.finished
    assert proof.seed_known


def versions(text: str) -> tuple[Any, Any]:
    """Which version of airwar wrote a log, and which version of its ruleset."""
    header = json.loads(text.partition("\n")[0])
    return header["version"], header["ruleset"].get("version")
