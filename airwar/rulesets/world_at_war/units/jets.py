"""Jets (17.5): what they may and may not do. For how they fight see air_combat/fire.py, for their range units/types.py."""

from __future__ import annotations

from airwar.engine.rule import rule

MAY = {
    "counterair": "17.53A",
    "escort of port strikes": "17.53B",
    "escort of bombing": "17.53C",
    "interception of defensive air support": "17.53D",
    "escort of defensive air support": "17.53E",
    "opposing bombing": "17.53F",
    "interception of air transport": "17.53G",
    "counter-interception": "17.53H",
}
NEVER = (
    "air cover",
    "attacks on ships",
    "escort of strikes at sea",
    "bombing",
    "ground support",
    "defensive air support",
)


@rule("17.53", "17.5", *MAY.values())
def jets_may(mission: str) -> bool:
    """Whether jets fly a mission at all."""
    return mission in MAY


@rule("17.531")
def jets_never(mission: str) -> str | None:
    """Why jets do not fly a mission, or None when they do; what the rules do not name they do not fly either."""
    if jets_may(mission):
        return None
    return f"jets fly no {mission} ({'17.531' if mission in NEVER else '17.53'})"
