"""Finds the scenarios that come with airwar. Imports nothing heavy: shell completion asks for their names."""

from __future__ import annotations

from pathlib import Path


def shipped_scenarios() -> list[Path]:
    """Every scenario that comes with airwar, by ruleset."""
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "scenarios", package.parent / "scenarios"):
        if folder.is_dir():
            return sorted(folder.glob("*/*.yaml"))
    return []
