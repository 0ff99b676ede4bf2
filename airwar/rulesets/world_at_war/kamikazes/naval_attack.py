"""Air against ships: the ships' air defense, and the Naval Attack Table (17.47E, 17.47G)."""

from __future__ import annotations

from functools import cache

from airwar.engine.dice import D6, OnRow, Row, Term
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.charts import load_chart
from airwar.rulesets.world_at_war.air_combat.fire import effect
from airwar.rulesets.world_at_war.air_combat.forces import NOTHING, Effect
from airwar.rulesets.world_at_war.units.types import PACKAGE

TABLE_TOP = 20  # the highest number of squadrons that the table prints


@cache
def air_defense_row(level: int) -> Row[Effect]:
    """The row of the Air Defense Table for ships of a level."""
    return load_chart(PACKAGE, "air-defense").row(str(level), effect)


@cache
def attack_row(squadrons: int) -> Row[int]:
    """The row of the Naval Attack Table; above 20 squadrons, row 20 is added as often as it fits, then the remainder."""
    twenties, rest = divmod(squadrons, TABLE_TOP)
    labels = [str(TABLE_TOP)] * twenties + ([str(rest)] if rest else [])
    rows = [load_chart(PACKAGE, "naval-attack").row(label, int) for label in labels]
    cells = tuple(sum(column) for column in zip(*(row.cells for row in rows), strict=True))
    return Row("+".join(labels), rows[0].first, cells, rows[0].chart)


@rule("17.47E")
def air_defense(ref: Referee, level: int) -> Effect:
    """The ships fire one roll at the aircraft that get through; ships of level 0 do not fire."""
    return ref.roll("ships.air-defense", OnRow(2 * D6, air_defense_row(level)), "fleet") if level else NOTHING


@rule("17.47G")
def attack(ref: Referee, target: str, squadrons: int, modifiers: tuple[Term, ...]) -> int:
    """The hits on one target: a single roll for all its attackers."""
    return ref.roll(f"attack.{target}", OnRow(2 * D6, attack_row(squadrons), modifiers), "japan")
