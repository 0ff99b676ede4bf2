"""The Naval Attack and Air Defense Tables, cell by cell, and what they do."""

import csv

import pytest
from support import TESTS, ask

from airwar.rulesets.kit.charts import load_chart
from airwar.rulesets.world_at_war.air_combat import effect
from airwar.rulesets.world_at_war.kamikazes import air_defense, attack, attack_row
from airwar.rulesets.world_at_war.units import PACKAGE, Effect


def copy_of(name):
    with open(TESTS / "cases" / f"world-at-war-{name}.csv", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("row", copy_of("naval-attack"), ids=lambda row: f"{row['air_squadrons']}-{row['fleet_factors']}")
def test_17_47g_naval_attack_table_cell_by_cell(row):
    squadrons, fleet = row.pop("air_squadrons"), row.pop("fleet_factors")
    chart = load_chart(PACKAGE, "naval-attack")
    printed = chart.row(f"fleet-{fleet}" if squadrons == "-" else squadrons, int)
    assert chart.columns == tuple(row)
    assert [str(cell) for cell in printed.cells] == list(row.values())


@pytest.mark.parametrize("row", copy_of("air-defense"), ids=lambda row: row["air_defense_level"])
def test_17_47e_air_defense_table_cell_by_cell(row):
    printed = load_chart(PACKAGE, "air-defense").row(row.pop("air_defense_level"), effect)
    assert load_chart(PACKAGE, "air-defense").columns == tuple(row)
    assert list(printed.cells) == [effect(cell) for cell in row.values()]


def test_both_tables_say_how_sure_they_are():
    assert "two sources" in load_chart(PACKAGE, "naval-attack").note
    assert "one source" in load_chart(PACKAGE, "air-defense").note


def test_17_47g_above_twenty_squadrons_rows_are_added():
    assert attack_row(24).label == "20+4"
    assert attack_row(24).at(7) == 11 + 3
    assert attack_row(20).label == "20"


def test_17_47g_one_roll_for_a_target():
    assert ask(attack, "yamato", 4, (), dice={"attack.yamato": [3, 4]}) == 3


def test_17_47e_ships_of_level_nothing_do_not_fire():
    assert ask(air_defense, 0) == Effect(0, 0)
