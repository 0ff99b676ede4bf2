"""Where the scenarios are that come with airwar. Nothing heavy is imported here: a shell asks for their names."""

from __future__ import annotations

from pathlib import Path


def shipped_scenarios() -> list[Path]:
    """Every scenario that comes with airwar, by ruleset."""
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "scenarios", package.parent / "scenarios"):
        if folder.is_dir():
            return sorted(folder.glob("*/*.yaml"))
    return []
