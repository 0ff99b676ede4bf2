"""What a ruleset declares: what a ruling may change, what is asked again, and what is said of a state."""

from runpy import run_path

import pytest

from airwar.engine.events import Sheet
from airwar.engine.frozen import dataclass
from airwar.rulesets import load, ocs
from airwar.rulesets.kit import Flag, OneOf, Whole, named, record, ruled_fields, said
from airwar.rulesets.kit.charts import template_of
from airwar.rulesets.kit.declaring import Part, asked_again, decisions_of, proceed, reported_of
from airwar.rulesets.kit.records import Due, Titled, said_id, said_name
from airwar.rulesets.kit.telling import facts, mentioned, sheet


@record
class Port:
    id: str = named()
    supply: str = said(OneOf(("full", "none")), "its supply", of="size", ruled=True)
    open_now: bool = said(Flag(), "whether ships may enter", default=True, ruled=True)
    size: int = said(Whole(0, 9), "its size", default=2)


def too_small(was, after):
    return f"{was.id} is too small to be closed" if was.size < 2 and not after.open_now else None


def test_a_ruling_may_change_what_is_declared_so_to_what_a_file_may_say():
    ruled = ruled_fields(Port, too_small, now=lambda port: port.size > 0)
    port = Port(id="oran", supply="full")
    assert (ruled.now(port), ruled.name(port)) == ({"supply": "full", "open-now": "yes"}, "oran")
    assert ruled.now(Port(id="oran", supply="full", size=0)) == {}
    assert ruled.changed(port, "open-now", "no") == Port(id="oran", supply="full", open_now=False)
    assert ruled.now(ruled.changed(port, "open-now", "no"))["open-now"] == "no"
    assert ruled.changed(port, "supply", "none").supply == "none"
    for field, text, why in (("supply", "half", "'half' is not one of"), ("open-now", "maybe", "'maybe' is neither yes nor no")):
        with pytest.raises(ValueError, match=why):
            ruled.changed(port, field, text)
    with pytest.raises(ValueError, match="oran is too small to be closed"):
        ruled.changed(Port(id="oran", supply="full", size=1), "open-now", "no")


def test_what_the_next_turn_asks_for_is_told_by_field_with_its_rule():
    due = [Due("malta", "supply", "19.31"), Due("", "weather", "3.1"), Due("tunis", "supply", "19.31")]
    assert asked_again(due) == ["the next turn asks for supply (19.31): malta, tunis", "the next turn asks for weather (3.1)"]


@pytest.mark.parametrize("name", ["world-at-war", "ocs", "dark-crusade"])
def test_a_ruleset_has_the_template_and_the_questions_of_its_files(name):
    ruleset = load(name)
    package = f"airwar.rulesets.{name.replace('-', '_')}"
    assert template_of(package) == ruleset.template
    assert decisions_of(package)
    assert all(decisions_of(package).values())
    assert decisions_of(package).items() <= ruleset.decisions.items()
    assert {*reported_of(package)} == {*ruleset.reported}


def test_what_the_players_read_on_charts_of_their_own_is_part_of_a_ruleset():
    declared_anew = run_path(ocs.__file__)["RULESET"]
    assert declared_anew.read_off == ("flak", "barrage.result", "facility", "rail")


def test_a_name_may_be_left_out():
    @record
    class Fort(Titled):
        id: str = said_id()
        name: str = said_name()

    assert [fort.title for fort in (Fort(id="la-valletta"), Fort(id="la-valletta", name="Valletta"))] == ["La Valletta", "Valletta"]


def test_play_goes_on_with_the_first_part_that_has_anything_left():
    parts = [Part("air", "1", lambda state: state > 3, "air step"), Part("land", "2", lambda state: state > 1, "land step")]
    steps = [proceed(parts, state, lambda: None) for state in (4, 2, 1)]
    assert [move and (move.step, move.state) for move in steps] == [("air step", 4), ("land step", 2), None]


def test_every_game_shares_the_facts_of_strength_and_losses():
    assert facts(3, 4) == {"own.factors": 3, "enemy.factors": 4, "strength-percent": 75}
    assert facts(2, 0)["strength-percent"] == 200
    assert facts(1, 3, 0, 2, **{"own.rating": 5}) == {
        "own.factors": 1,
        "enemy.factors": 3,
        "strength-percent": 33,
        "own.lost": 0,
        "enemy.lost": 2,
        "own.rating": 5,
    }


def test_a_sheet_has_a_column_for_each_function():
    shown = sheet("Planes", [3, 4], number=lambda row: row, at_start=lambda row: row + 1, from_=lambda row: "x")
    assert shown == Sheet("Planes", ("number", "at start", "from"), (("3", "4", "x"), ("4", "5", "x")))


def test_the_words_of_a_state_are_found_but_not_those_of_what_stands_apart():
    @dataclass(frozen=True)
    class Apart:
        word: str = "hidden"

    @dataclass(frozen=True)
    class State:
        word: str
        parts: object
        kind: type = Apart

    state = State("one", ({"two": ("three", 4)}, frozenset({"five"}), Apart(), State("six", None)))
    assert sorted(mentioned(state, (Apart,))) == ["five", "one", "six", "three", "two"]
    assert "hidden" in mentioned(state, ())
