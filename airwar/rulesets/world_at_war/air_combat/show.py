"""How the two sides of an air combat look in a table."""

from __future__ import annotations

from airwar.engine.referee import Sheet
from airwar.engine.words import side_name
from airwar.rulesets.world_at_war.air_combat.forces import Force

COLUMNS = ("side", "unit", "type", "left", "aborted")


def combat_sheet(place: str, attackers: Force, defenders: Force) -> Sheet:
    """Both sides of an air combat, line by line."""
    rows = (*force_rows("attacker", attackers), *force_rows("defender", defenders))
    return Sheet(f"Over {place}", COLUMNS, rows)


def force_rows(side: str, force: Force) -> list[tuple[str, ...]]:
    return [(side, line.name, line.label, str(line.number), str(sum(line.aborted) or "")) for line in force]


def nationalities(side: str, force: Force) -> str:
    """The Air Nationality DRM of each nation in a force: `Axis German AAF +3, Italian AAF +1`."""
    drms = dict.fromkeys(f"{line.air_type.label} {line.air_type.drm:+d}" for line in force if line.number)
    return f"{side_name(side)} {', '.join(drms)}"
