"""The state at a prompt: sides by name and together, and no columns of zeros."""

from airwar.engine.events import Sheet
from airwar.rulesets.world_at_war.basing import to_uninvert
from airwar.setup.loading import load_scenario
from airwar.show.console import Names
from airwar.show.positions import compact

HEADS = ("side", "unit", "ready", "used", "inverted")


def test_sides_are_named_once_and_columns_of_zeros_are_left_out():
    rows = (("axis", "jg-51", "0", "0", "2"), ("uk", "raf", "0", "0", "0"), ("axis", "jg-51/riga", "0", "0", "1"))
    short = compact(Sheet("Air units", HEADS, rows), Names())
    assert short.columns == ("side", "unit", "ready", "inverted")  # the first numbers stay, whatever they are
    assert short.rows == (("Axis", "jg-51", "0", "2"), ("", "jg-51/riga", "0", "1"), ("UK", "raf", "0", "0"))


def test_a_table_without_sides_or_rows_stays_as_it_is():
    sheet = Sheet("Map", ("space", "battle"), (("Kent", "open"), ("Sussex", "")))
    assert compact(sheet, Names()) == sheet
    assert compact(Sheet("Empty", ("side", "unit"), ()), Names()) == Sheet("Empty", ("side", "unit"), ())


def test_one_unit_is_it_and_several_are_they():
    turn = load_scenario("watchtower-1942").start.state
    (fortress,) = [unit for unit in turn.units if unit.id == "fortresses"]
    (kokutai,) = [unit for unit in turn.units if unit.id == "kokutai-4"]
    assert to_uninvert(turn, [fortress]).endswith("Uninverted, it can fly again.")
    assert to_uninvert(turn, [kokutai]).endswith("Uninverted, they can fly again.")


def test_a_short_side_is_no_abbreviation():
    names = Names()
    assert [names(side) for side in ("red", "uk", "us", "ussr", "axis")] == ["Red", "UK", "US", "USSR", "Axis"]
