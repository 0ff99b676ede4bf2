"""The state at a prompt: sides by name and together, no columns of zeros, and what the present step has changed since."""

from airwar.engine.events import Sheet
from airwar.play.session import Session
from airwar.rulesets.world_at_war.basing import to_uninvert
from airwar.setup.loading import load_scenario
from airwar.show.lines import Names
from airwar.show.report import compact, since_the_step

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


def test_what_the_present_step_has_changed_is_told_below_the_state():
    session = Session.begin(load_scenario("watchtower-1942"), seed=5)
    names = Names(session.scenario.party)
    while session.question.key != "staging.attacker.order.2":
        session.answer(session.default)
    staged = next(sheet for sheet in session.scenario.ruleset.tables(session.states) if sheet.title == "Air units").rows
    assert [row[3] for row in staged if row[1] == "dakotas"] == ["Townsville"]  # the step is not over
    assert since_the_step(session.walk.starts[-1].records, names) == ["1 US air transport of dakotas: Townsville to Port Moresby"]
    while session.question.key.startswith("staging."):
        session.answer("no-more")
    assert "dakotas" not in " ".join(since_the_step(session.walk.starts[-1].records, names))


def test_what_was_told_before_the_first_entry_of_a_step_is_in_the_state_already():
    session = Session.begin(load_scenario("husky-1943"), seed=5)
    assert session.question.key == "first-player.r1.player-order"
    assert since_the_step(session.walk.starts[-1].records, Names(session.scenario.party)) == []


def test_one_unit_is_it_and_several_are_they():
    turn = load_scenario("watchtower-1942").start.state
    (fortress,) = [unit for unit in turn.units if unit.id == "fortresses"]
    (kokutai,) = [unit for unit in turn.units if unit.id == "kokutai-4"]
    assert to_uninvert(turn, [fortress]).endswith("Uninverted, it can fly again.")
    assert to_uninvert(turn, [kokutai]).endswith("Uninverted, they can fly again.")


def test_a_short_side_is_no_abbreviation():
    names = Names()
    assert [names(side) for side in ("red", "uk", "us", "ussr", "axis")] == ["Red", "UK", "US", "USSR", "Axis"]
