"""Scenario files: read safely and checked against a declaration; every problem is reported with its line and column."""

from __future__ import annotations

from pathlib import Path


def shipped_scenarios() -> list[Path]:
    """Every scenario that comes with airwar, by ruleset. Stays light: shell completion asks for their names."""
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "scenarios", package.parent / "scenarios"):
        if folder.is_dir():
            return sorted(folder.glob("*/*.yaml"))
    return []
