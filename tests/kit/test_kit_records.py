"""Records: a thing is declared once, and is then read, checked, written back, and carried into the next turn."""

from dataclasses import replace

import pytest

from airwar.rulesets.kit import (
    ASKED,
    KEPT,
    RESET,
    Book,
    Flag,
    Id,
    ListOf,
    MapOf,
    OneOf,
    Ref,
    Rulings,
    Text,
    Whole,
    becomes,
    differences,
    inside,
    list_of,
    map_of,
    named,
    options_of,
    passed,
    place_of,
    record,
    said,
    shape_of,
    state,
    worked_out,
    written,
)
from airwar.rulesets.kit.passing import edits, neighbors, to_continue, whole_sections
from airwar.rulesets.kit.records import Due, field_shapes, made
from airwar.rulesets.ruleset import Option
from airwar.scenario.edit import edited
from airwar.scenario.problems import Problems
from airwar.scenario.reader import read_text
from airwar.scenario.scalars import UNSOUND
from airwar.scenario.shape import Field, Record

OPTIONS = {"weather": Option("dry", ("dry", "wet"), "what the weather is", rule="1")}


@record
class Base:
    id: str = named()
    side: str = said(Text(max_length=20), "the side that controls it")
    nation: str = said(Text(max_length=20), "the nation that controls it", default="", of="side", rule="18.2")
    supply: str = said(OneOf(("full", "none")), "its supply", default="full", passing=ASKED, rule="19.31")
    new: bool = said(Flag(), "came to the side in this turn", default=False, passing=RESET)
    taken_in: str = inside(default="")


@record
class Squadron:
    id: str = said(Id(), "a name of yours")
    at: str = said(Ref("bases"), "where it is")
    count: int = said(Whole(0, 99), "factors")
    winter: int = said(Whole(0, 9), "winter", default=0, passing=becomes(lambda board, one: one.winter if board.cold else 0))
    marks: tuple[str, ...] = said(ListOf(Text(max_length=9)), "marks", default=())
    flown: int = inside(default=0)


@record
class Board:
    options: Rulings = options_of(OPTIONS)
    cold: bool = said(Flag(), "whether it is winter", default=False)
    bases: Book[Base] = said(map_of(Id(), Base, 1, 9, "bases"), "bases, by name")
    units: Book[Squadron] = said(list_of(Squadron, 0, 9, "units"), "squadrons", default=Book())


TEXT = """\
bases:
  malta: {side: allies, supply: none, nation: britain} # an island
  tunis: {side: axis}
units:
  - {id: kg-2, at: tunis, count: 5, winter: 3} # bombers
  - id: jg-1
    at: tunis
    count: 2
"""


def read(text):
    """A board, and the problems of its text."""
    problems = Problems("test.yaml")
    section = Record(field_shapes(Board), partial=True).check(read_text(text, "test.yaml"), problems)
    section["options"] = section.get("options") or {"weather": "dry"}
    return made(Board, section), problems


def board(text=TEXT):
    found, problems = read(text)
    assert not problems.sorted()
    return found


def after(was, now):
    """The text that says another position, made by edits of a text that says this one."""
    return edited(TEXT, edits(was, now))


# declaring


def test_a_field_about_which_nothing_is_declared_is_refused():
    with pytest.raises(TypeError, match=r"Odd\.count is not declared; use said"):

        @record
        class Odd:
            count: int = 0


def test_a_declaration_says_what_a_file_may_say():
    @record
    class Port:
        name: str = named()
        side: str = said(OneOf(("axis", "allies")), "its side", fixed=True)
        nation: str = said(Id(), "its nation", default="", of="side")
        supply: str = said(OneOf(("full", "none")), "its supply", passing=ASKED)
        in_range: bool = said(Flag(), "whether it is in range", default=False, passing=RESET)
        raids: int = inside(default=0)
        label: str = worked_out(default="")

    def read_as_port(text):
        problems = Problems("test.yaml")
        return map_of(Id(), Port).check(read_text(f"{{oran: {text}}}", "test.yaml"), problems), [
            problem.text.partition(";")[0] for problem in problems.sorted()
        ]

    schema = shape_of(Port).schema()
    assert list(schema["properties"]) == ["side", "nation", "supply", "in-range"]
    assert schema["required"] == ["side", "supply"]
    assert [name for name, one in schema["properties"].items() if {"const": "ask"} in one.get("anyOf", ())] == ["nation", "supply"]
    assert read_as_port("{side: axis, supply: ask, nation: ask, in-range: true}") == (
        Book({"oran": Port(name="oran", side="axis", nation=None, supply=None, in_range=True)}),
        [],
    )
    assert read_as_port("{side: ask, supply: half}")[1] == ["'ask' is not one of axis, allies", "'half' is not one of full, none"]
    one = Port(name="oran", side="axis", supply="full", label="Oran")
    assert one == replace(one, label="")
    assert one not in (replace(one, raids=1), replace(one, side="allies"))
    assert "Oran" not in repr(one)
    assert (hash(one), written(one)) == (hash(replace(one, side="allies")), {"supply": "full"})


def test_a_record_is_read_and_remembers_where_it_was_written():
    found = board()
    assert found.bases["malta"] == Base(id="malta", side="allies", nation="britain", supply="none")
    assert found.units["kg-2"].winter == 3
    mark = place_of(found.units["kg-2"], "winter")
    assert (mark.line, mark.column) == (5, 45)
    assert place_of(found.bases["tunis"]).line == 3


def test_a_field_in_a_file_has_hyphens_and_is_checked_as_declared():
    _, problems = read(TEXT.replace("count: 5", "count: 500").replace("{side: axis}", "{side: axis, new: maybe, taken-in: spring}"))
    found = [f"{problem.line}: {problem.text}" for problem in problems.sorted()]
    assert [text.split(";")[0] for text in found] == [
        "3: 'maybe' is not true or false",
        "3: unknown key 'taken-in'",
        "5: '500' is out of range",
    ]


def test_a_position_can_be_hashed_and_compared():
    assert board() == board()
    assert len({board(), board(), replace(board(), cold=True)}) == 2


def test_the_state_of_a_procedure_does_not_change():
    @state
    class Fight:
        round: int

    with pytest.raises(AttributeError):
        Fight(1).round = 2
    assert len({Fight(1), Fight(1), Fight(2)}) == 2


def test_a_book_never_changes():
    book = Book({"a": 1, "b": 2})
    assert book.having("a", 3) == Book({"b": 2, "a": 3})
    assert book.without("a") == Book({"b": 2})
    assert book == Book({"b": 2, "a": 1})
    assert hash(book) == hash(Book({"b": 2, "a": 1}))
    assert hash(book.updated({"b": 3, "c": 4})) == hash(Book({"a": 1, "b": 3, "c": 4}))
    assert book != {"a": 1, "b": 2}


# writing


def test_what_is_written_is_read_again():
    found = board()
    assert written(found)["units"] == [
        {"id": "kg-2", "at": "tunis", "count": "5", "winter": "3"},
        {"id": "jg-1", "at": "tunis", "count": "2"},
    ]
    assert list(written(found)) == ["bases", "units"]  # and no options: they have their defaults
    lines = [row[0] for row in to_continue(found).rows]
    assert board("\n".join(lines)) == found


def test_edits_keep_the_words_of_the_player():
    was = board()
    now = replace(was, bases=was.bases.having("malta", replace(was.bases["malta"], side="axis", supply="full")))
    text = after(was, now)
    assert "malta: {side: axis, nation: britain} # an island" in text
    assert board(text) == now


@pytest.mark.parametrize(
    "change",
    [
        lambda was: replace(was, units=was.units.without("kg-2")),
        lambda was: replace(was, units=was.units.having("new", Squadron(id="new", at="malta", count=1, marks=("a, b", "c")))),
        lambda was: replace(was, units=Book(), cold=True),
        lambda was: replace(
            was, bases=was.bases.having("rome", Base(id="rome", side="axis", supply=None)).without("tunis"), units=Book()
        ),
        lambda was: replace(was, units=was.units.having("jg-1", replace(was.units["jg-1"], at="malta", winter=9))),
    ],
)
def test_an_edited_text_says_the_other_position(change):
    was = board()
    assert board(after(was, change(was))) == change(was)
    assert board(edited(TEXT, whole_sections(was, change(was)))) == change(was)


@record
class Depot:
    far: Book[Book[int]] = said(MapOf(Id(), MapOf(Id(), Whole(0, 99))), "distances", default=None)
    pool: Book[int] = said(Record({"built": Field(Whole(0, 99), default=0), "left": Field(Whole(0, 99))}), "a pool", default=None)


DEPOT = """\
far:
  malta: {tunis: 3, rome: 5} # in hexes
  rome: {tunis: 4}
  kent: { suez:  8 }
pool:
  built: 4 # last year
  left: 2
"""


def test_edits_keep_the_words_of_the_player_in_mappings_without_a_record():
    section = Record(field_shapes(Depot)).check(read_text(DEPOT, "test.yaml"), Problems("test.yaml"))
    was = made(Depot, section)
    far = was.far.having("malta", Book({"tunis": 3})).without("rome").having("oran", Book({"tunis": 9}))
    text = edited(DEPOT, edits(was, Depot(far=far, pool=was.pool.having("built", 5))))
    assert text.splitlines()[1:] == [
        "  malta: {tunis: 3} # in hexes",
        "  kent: { suez:  8 }",
        "  oran: {tunis: 9}",
        "pool:",
        "  built: 5 # last year",
        "  left: 2",
    ]
    assert "built" not in edited(DEPOT, edits(was, Depot(far=was.far, pool=was.pool.having("built", 0))))


def test_an_option_that_was_ruled_is_written():
    was = board()
    now = replace(was, options=Rulings(OPTIONS, {"weather": "wet"}))
    assert written(now)["options"] == {"weather": "wet"}
    assert "options: {weather: wet}" in edited(TEXT, whole_sections(was, now))
    assert edited(f"{TEXT}options: {{weather: dry}} # so far", edits(was, now)) == f"{TEXT}options: {{weather: wet}} # so far"
    assert "weather" not in edited(f"{TEXT}options: {{weather: wet}}", edits(now, was))


# the turn passes


def test_a_fact_about_whoever_holds_a_place_is_asked_for_again_when_that_changes():
    was = board()
    taken = replace(was.bases["malta"], side="axis", new=True, taken_in="movement")
    following, due = passed(replace(was, bases=was.bases.having("malta", taken)), was)
    assert following.bases["malta"] == Base(id="malta", side="axis", nation=None, supply=None)
    assert following.bases["tunis"] == Base(id="tunis", side="axis", supply=None)
    assert due == [Due("malta", "nation", "18.2"), Due("malta", "supply", "19.31"), Due("tunis", "supply", "19.31")]
    assert board(after(was, following)) == following


def test_a_field_becomes_what_the_rules_say():
    was = board()
    assert passed(was, was)[0].units["kg-2"].winter == 0
    assert passed(replace(was, cold=True), was)[0].units["kg-2"].winter == 3


def test_what_is_known_within_a_turn_only_is_not_carried_over():
    was = board()
    flown = was.units["kg-2"]
    following, _ = passed(replace(was, units=was.units.having("kg-2", replace(flown, flown=4, count=3))), was)
    assert (following.units["kg-2"].flown, following.units["kg-2"].count) == (0, 3)


def test_where_two_positions_differ_is_named():
    was = board()
    now = replace(was, units=was.units.having("kg-2", replace(was.units["kg-2"], count=4)))
    assert list(differences(was, now)) == [("units.kg-2.count", 5, 4)]
    assert list(differences(was, board())) == []


def test_passing_has_names():
    assert [one.name for one in (KEPT, RESET, ASKED)] == ["kept", "reset", "asked"]


def test_records_in_tuples_and_in_what_a_field_becomes_pass_too():
    @record
    class Mark:
        text: str = said(Text(max_length=9), "what it says")
        seen: bool = inside(default=False)

    @record
    class Sheet:
        marks: tuple[Mark, ...] = said(ListOf(Text()), "marks", default=())
        other: tuple[Mark, ...] = said(ListOf(Text()), "others", default=(), passing=becomes(lambda sheet, _: sheet.marks))

    seen = Sheet(marks=(Mark(text="a", seen=True),))
    following, _ = passed(seen, seen)
    assert following.marks == following.other == (Mark(text="a"),)


def test_what_is_reset_needs_a_default_and_what_is_fixed_does_not_pass():
    with pytest.raises(TypeError, match="needs a default"):
        said(Text(), "an order", passing=RESET)

    @record
    class Sea:
        options: Rulings = options_of(OPTIONS)

    assert written(Sea(options=Rulings(OPTIONS, {"weather": "wet"}))) == {"options": {"weather": "wet"}}
    for changing in ({"passing": ASKED}, {"of": "side"}, {"ruled": True}):
        with pytest.raises(TypeError, match="is fixed, so nothing changes it"):
            said(Text(), "a chart", default="", fixed=True, **changing)


def test_a_book_of_lists_can_be_part_of_a_state():
    shape = map_of(Id(), ListOf(Id()))
    problems = Problems("test.yaml")
    book = shape.check(read_text("{germany: [italy, hungary], uk: []}", "test.yaml"), problems)
    assert book == Book({"germany": ("italy", "hungary"), "uk": ()})
    assert hash(book) == hash(Book({"germany": ("italy", "hungary"), "uk": ()}))
    assert shape.write(book) == {"germany": ["italy", "hungary"], "uk": []}


@pytest.mark.parametrize("place", [1, 2])
def test_a_new_entry_is_written_where_it_stands_among_the_others(place):
    """In the order of the position, an entry a line, and with the comments of the entries that stay."""
    was = board()
    entries = list(was.units.items())
    entries.insert(place, ("new", Squadron(id="new", at="malta", count=1)))
    now = replace(was, units=Book(dict(entries)))
    text = after(was, now)
    assert list(board(text).units) == [name for name, _ in entries]
    kept = [line for line in text.splitlines() if "id: new" not in line]
    assert kept == TEXT.splitlines()


@pytest.mark.parametrize(
    ("after", "found"),
    [
        (["a", "b", "c", "x", "y"], {"x": "c", "y": "c"}),
        (["a", "b", "x", "c"], {"x": "b"}),
        (["a", "x", "b", "y", "c"], {"x": "a", "y": "b"}),
        (["x", "a", "b", "c"], {"x": "a"}),
        (["x", "c"], {"x": "b"}),
        (["x"], {"x": "c"}),
    ],
)
def test_a_new_entry_goes_after_an_old_one(after, found):
    assert neighbors(["a", "b", "c"], after) == found


def test_a_shape_reads_records_of_its_kind():
    problems = Problems("scenario.yaml")
    read = shape_of(Squadron).check(read_text("{id: jg-51, at: smolensk, count: 3}", "scenario.yaml"), problems)
    assert (type(read), read.count) == (Squadron, 3)


@pytest.mark.parametrize(
    ("kind", "entry"), [(map_of(Id(), Base, 1, 9), "b{}: {{side: axis}}"), (list_of(Squadron, 1, 9), "{{id: s{}}}")]
)
def test_a_book_of_far_too_many_entries_is_reported_and_not_read(kind, entry):
    entries, problems = ", ".join(entry.format(number) for number in range(101)), Problems("test.yaml")
    text = f"[{entries}]" if entry.startswith("{") else f"{{{entries}}}"
    assert kind.check(read_text(text, "test.yaml"), problems) is UNSOUND
    assert [problem.text.partition(";")[2] for problem in problems.sorted()] == [" expected at most 9"]
