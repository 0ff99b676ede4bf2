"""Shapes: what they accept, what they report, and that everything is reported at once."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from typing import Any

import pytest

from airwar.errors import BadScenario
from airwar.scenario.problems import Mark, Scalar
from airwar.scenario.reader import read_text
from airwar.scenario.shape import (
    UNSOUND,
    Anything,
    Date,
    Either,
    Exact,
    Field,
    Flag,
    Id,
    Items,
    ListOf,
    MapOf,
    OneOf,
    Problems,
    Record,
    Ref,
    Section,
    Shape,
    Text,
    Whole,
)

UNIT = Record(
    {
        "id": Field(Id(), required=True),
        "side": Field(OneOf(("axis", "allied")), required=True),
        "factors": Field(Whole(1, 9), required=True, help="Air factors."),
        "base": Field(Ref("bases"), required=True),
        "jet": Field(Flag(), default=False),
        "share": Field(Exact(0, 1), default=Fraction(1)),
    }
)
SCENARIO = Record(
    {
        "airwar": Field(OneOf({"1": 1}), required=True, help="The format."),
        "title": Field(Text(60), required=True),
        "date": Field(Date()),
        "bases": Field(MapOf(Id(), Record({"hex": Field(Text(pattern="[A-Z][0-9]+", help="a hex such as K12"))}),
                             declares="bases"), required=True),
        "units": Field(ListOf(UNIT, 1, 20, declares="units"), required=True),
        "raid": Field(Record({"flown by": Field(ListOf(Ref("units"))), "target": Field(Ref("bases", "units"))})),
        "notes": Field(Either(Text(), ListOf(Text()))),
        "choices": Field(Anything()),
    },
    partial=True,
)  # fmt: skip

GOOD = """\
airwar: 1
title: Raid on Malta
date: 1942-03
bases:
  malta: {hex: K12}
  catania: {hex: L9}
units:
  - {id: vf-5, side: axis, factors: 3, base: catania}
  - id: 261-sqn
    side: allied
    factors: 2
    base: malta
    jet: false
    share: 1/2
raid:
  flown by: [vf-5]
  target: malta
notes: |
  one line
choices:
  "*.disengage": {when: [3:1, no]}
"""

BAD = """\
airwar: 2
titel: Raid on Malta
date: March 1942
bases:
  Malta: {hex: K12}
  catania: {hex: 12}
units:
  - {id: vf-5, side: axsi, factors: 3, base: catania}
  - {id: 261-sqn, side: allied, factors: 010, base: mlata}
  - {id: vf-5, side: axis, factors: 12, base: catania, jet: yes}
  - {id: kg-30, side: axis, base: catania}
raid:
  flown by: vf-5
  target: 261-sqdn
notes: {a: b}
"""


def checked(shape: Shape, text: str) -> tuple[Any, list[str]]:
    problems = Problems("x.yaml")
    value = shape.check(read_text(text, "x.yaml"), problems)
    problems.check_references()
    return value, [str(problem).removeprefix("x.yaml:") for problem in problems.sorted()]


def sound(shape: Shape, text: str) -> Any:
    """The value of a text after `a:`, which has no problems."""
    value, problems = checked(Record({"a": Field(shape)}), f"a: {text}")
    assert problems == []
    return value["a"]


def fault(shape: Shape, text: str) -> str:
    """The one problem of a text after `a:`."""
    value, (problem,) = checked(Record({"a": Field(shape)}, partial=True), f"a: {text}")
    assert value == {"a": UNSOUND}
    assert problem.startswith("1:4: " if text else "1:3: ")
    return problem[5:]


# --- whole files


def test_a_sound_file_becomes_values_with_defaults():
    value, problems = checked(SCENARIO, GOOD)
    assert problems == []
    choices = value.pop("choices")
    assert value == {
        "airwar": 1,
        "title": "Raid on Malta",
        "date": (1942, 3),
        "bases": {"malta": {"hex": "K12"}, "catania": {"hex": "L9"}},
        "units": [
            {"id": "vf-5", "side": "axis", "factors": 3, "base": "catania", "jet": False, "share": 1},
            {"id": "261-sqn", "side": "allied", "factors": 2, "base": "malta", "jet": False, "share": Fraction(1, 2)},
        ],
        "raid": {"flown by": ["vf-5"], "target": "malta"},
        "notes": "one line",
    }
    assert choices == read_text(GOOD, "x.yaml").pairs[-1][1]


def test_values_know_their_places():
    value, _ = checked(SCENARIO, GOOD)
    assert isinstance(value, Section)
    assert isinstance(value["units"], Items)
    assert (value.mark, value.marks["title"], value["bases"].marks["catania"]) == (Mark(1, 1), Mark(2, 8), Mark(6, 12))
    assert (value["units"].mark, value["units"].marks) == (Mark(8, 3), [Mark(8, 5), Mark(9, 5)])
    assert value["units"][1].at("factors") == Mark(11, 14)


def test_a_default_is_placed_at_its_record():
    value, _ = checked(SCENARIO, GOOD)
    assert "share" not in value["units"][0].marks
    assert value["units"][0].at("share") == value["units"][0].mark == Mark(8, 5)


def test_every_problem_of_a_file_at_once():
    value, problems = checked(SCENARIO, BAD)
    assert problems == [
        "1:9: '2' is not 1",
        "2:1: unknown key 'titel'; expected one of title, choices; did you mean title?",
        "3:7: 'March 1942' is not a date; expected a date such as 1942 or 1942-03",
        f"5:3: 'Malta' is not a valid id; expected {AN_ID}; did you mean malta?",
        "6:18: '12' does not fit; expected a hex such as K12",
        "8:22: 'axsi' is not one of axis, allied; did you mean axis?",
        "9:42: '010' is not a whole number; expected a whole number from 1 to 9",
        "9:53: unknown id 'mlata'; expected an id from bases; did you mean Malta?",
        "10:10: duplicate id 'vf-5' (lines 8 and 10)",
        "10:37: '12' is out of range; expected a whole number from 1 to 9",
        "10:61: 'yes' is not true or false; did you mean true?",
        "11:5: key 'factors' is missing; expected a whole number from 1 to 9",
        "13:13: found 'vf-5'; expected a list of ids",
        "14:11: unknown id '261-sqdn'; expected an id from bases or units; did you mean 261-sqn?",
        "15:8: found a mapping; expected text of at most 200 characters or a list of texts",
    ]
    assert value["title"] == "Raid on Malta"
    assert (value["airwar"], value["date"], value["raid"], value["notes"]) == (UNSOUND, UNSOUND, UNSOUND, UNSOUND)
    assert (value["units"], value["bases"]) == ([], {})


def test_what_is_sound_is_kept():
    value, problems = checked(SCENARIO, GOOD.replace("side: axis", "side: axes").replace("hex: L9", "hex: nine"))
    assert len(problems) == 2
    assert [unit["id"] for unit in value["units"]] == ["261-sqn"]
    assert value["units"].marks == [Mark(9, 5)]
    assert value["bases"] == {"malta": {"hex": "K12"}}


def test_raise_if_any():
    problems = Problems("x.yaml")
    problems.raise_if_any()
    problems.add(Mark(2, 1), "later")
    problems.add(Mark(1, 5), "earlier")
    problems.add(Mark(1, 5), "earlier")
    with pytest.raises(BadScenario) as caught:
        problems.raise_if_any()
    assert str(caught.value) == "x.yaml:1:5: earlier\nx.yaml:2:1: later"


# --- ids and references


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("id: vf-5, side: axis", "id: vf-5, side: nobody"),  # a unit dropped for another fault
        ("id: vf-5", "idd: vf-5"),  # an id under a misspelled key
        ("units:", "unitz:"),  # a section under a misspelled key
        ("hex: K12", "hex: none"),  # a base dropped for another fault
        ("id: 261-sqn", "id: vf-5"),  # a unit dropped as the second of its name
    ],
)
def test_a_problem_elsewhere_does_not_make_references_unknown(old: str, new: str):
    _, problems = checked(SCENARIO, GOOD.replace(old, new))
    assert len(problems) == 1
    assert "unknown id" not in problems[0]


@pytest.mark.parametrize("units", ["units: none", "units:", "# units"])
def test_an_unreadable_section_does_not_make_references_unknown(units: str):
    text = re.sub(r"units:\n(  .*\n)+", f"{units}\n", GOOD)
    _, (problem,) = checked(SCENARIO, text)
    assert problem.endswith("; expected a list of mappings")


def test_a_reference_into_an_absent_optional_section_is_unknown():
    shape = Record({"units": Field(ListOf(UNIT, declares="units")), "lead": Field(Ref("units"))})
    _, problems = checked(shape, "lead: vf-5\n")
    assert problems == ["1:7: unknown id 'vf-5'; expected an id from units, which has none"]


def test_ids_are_unique_across_the_lists_of_one_section():
    unit = ListOf(Record({"id": Field(Id())}), declares="units")
    text = "a:\n  - id: x\nb:\n  - id: y\n  - id: x\n"
    value, problems = checked(Record({"a": Field(unit), "b": Field(unit)}), text)
    assert problems == ["5:9: duplicate id 'x' (lines 2 and 5)"]
    assert value["b"] == [{"id": "y"}]


def test_ids_are_unique_in_a_list_that_declares_no_section_but_not_across_two():
    unit = ListOf(Either(Text(), Record({"id": Field(Id())})))
    shape = Record({"a": Field(unit), "b": Field(unit)})
    assert checked(shape, "a: [{id: x}, x, x]\nb: [{id: x}]\n")[1] == []
    assert checked(shape, "a: [{id: x}, x]\nb: [{id: y}, {id: y}]\n")[1] == ["2:19: duplicate id 'y' (lines 2 and 2)"]


def test_an_id_that_two_mappings_of_one_section_declare_is_dropped_from_the_second():
    bases = MapOf(Id(), Whole(), declares="bases")
    value, problems = checked(Record({"a": Field(bases), "b": Field(bases)}), "a: {malta: 1}\nb: {malta: 2}\n")
    assert problems == ["2:5: duplicate id 'malta' (lines 1 and 2)"]
    assert (value["a"], value["b"]) == ({"malta": 1}, {})


def test_a_key_may_be_a_reference():
    shape = Record({"bases": Field(ListOf(Record({"id": Field(Id())}), declares="bases")),
                    "sent": Field(MapOf(Ref("bases"), Whole()))})  # fmt: skip
    value, problems = checked(shape, "bases: [{id: malta}]\nsent: {malta: 3, mlata: 2}\n")
    assert problems == ["2:18: unknown id 'mlata'; expected an id from bases; did you mean malta?"]
    assert value["sent"] == {"malta": 3, "mlata": 2}


# --- records


def test_only_unused_keys_are_suggested():
    shape = Record({"side": Field(Text()), "size": Field(Text())})
    _, once = checked(shape, "side: a\nsidee: b\n")
    assert once == ["2:1: unknown key 'sidee'; expected one of size; did you mean size?"]
    _, twice = checked(shape, "side: a\nsize: b\nsidee: c\n")
    assert twice == ["3:1: unknown key 'sidee'; expected no other key"]


def test_the_value_of_a_misspelled_key_is_checked_too():
    value, problems = checked(Record({"factors": Field(Whole(1, 9), required=True)}, partial=True), "Factor: 10\n")
    assert problems == [
        "1:1: unknown key 'Factor'; expected one of factors; did you mean factors?",
        "1:9: '10' is out of range; expected a whole number from 1 to 9",
    ]
    assert value == {"factors": UNSOUND}


def test_an_unknown_key_does_not_drop_its_record():
    value, problems = checked(ListOf(Record({"name": Field(Text())})), "- {name: a, color: red}\n")
    assert problems == ["1:13: unknown key 'color'; expected no other key"]
    assert value == [{"name": "a"}]


def test_unsound_is_false_and_empty():
    assert not UNSOUND
    assert (list(UNSOUND), len(UNSOUND), repr(UNSOUND)) == ([], 0, "UNSOUND")


def test_the_root_must_be_a_mapping():
    _, problems = checked(SCENARIO, "- a\n")
    assert problems == [
        "1:1: found a list; expected a mapping with the keys airwar, title, date, bases, units, raid, notes, choices"
    ]


def test_a_long_value_is_shortened_and_made_harmless():
    assert fault(Whole(), "x" * 100) == (f"'{'x' * 39}…' is not a whole number; expected a whole number from 0 to 1000000")
    assert fault(Flag(), "'a\u00a0b'").startswith(r"'a\xa0b' ")


def test_a_file_full_of_mistakes_gets_a_hundred_messages_and_one_that_says_so():
    text = "".join(f"key{number}: 1\n" for number in range(9_000))
    with pytest.raises(BadScenario) as caught:
        checked(Record({f"keys{number}": Field(Whole()) for number in range(200)}), text)
    assert len(caught.value.problems) == 101
    assert caught.value.problems[-1].text == "too many problems; the rest of the file is not checked"


@pytest.mark.parametrize(
    ("shape", "text"),
    [(ListOf(Whole(), maximum=1000), "- 1\n" * 1001), (MapOf(Id(), Whole()), "".join(f"k{n}: 1\n" for n in range(1001)))],
)
def test_a_list_that_is_far_too_long_is_not_read_at_all(shape: Shape, text: str):
    value, problems = checked(shape, text)
    assert value is UNSOUND
    assert problems == ["1:1: found 1,001 whole numbers; expected at most 1,000"]


# --- each shape


A_TEXT = "text of at most 200 characters"
AN_ID = "an id: lowercase letters, digits and hyphens, at most 40 characters"


@pytest.mark.parametrize("text", ["3:1", "no", "010", "1942-03-14", "~", "a - b", "'  x '"])
def test_text_is_unchanged(text: str):
    assert sound(Text(), text) == text.strip("'")


def test_text_of_several_lines():
    assert sound(Text(lines=True), "|\n  a\n  b\n") == "a\nb"
    assert fault(Text(), "|\n  a\n  b\n") == r"'a\nb\n' has more than one line; expected text of at most 200 characters"


@pytest.mark.parametrize(
    ("shape", "text", "problem"),
    [
        (Text(3), "abcd", "'abcd' has 4 characters, more than 3; expected text of at most 3 characters"),
        (Text(), "' '", "' ' is blank; expected text of at most 200 characters"),
        (Text(), "", "no value given; expected text of at most 200 characters"),
        (Text(), "[a]", "found a list; expected text of at most 200 characters"),
        (Text(pattern="[a-z]+", help="small letters"), "ab1", "'ab1' does not fit; expected small letters"),
        (Id(), "VF 5!", f"'VF 5!' is not a valid id; expected {AN_ID}; did you mean vf-5?"),
        (Id(), "'-'", f"'-' is not a valid id; expected {AN_ID}"),
        (Ref("units"), "", "no value given; expected an id from units"),
        (Date(), "1942-13", "'1942-13' is not a date; expected a date such as 1942 or 1942-03"),
        (Date(), "1942-03-14", "'1942-03-14' is not a date; expected a date such as 1942 or 1942-03"),
        (OneOf(("axis",)), "Axis", "'Axis' is not axis; did you mean axis?"),
        (ListOf(Whole()), "3", "found '3'; expected a list of whole numbers"),
        (MapOf("[a-z]+", Whole()), "[1]", "found a list; expected a mapping of names to whole numbers"),
        (Either(Text(), ListOf(Flag())), "", f"no value given; expected {A_TEXT} or a list of flags"),
    ],
)
def test_what_a_shape_refuses(shape: Shape, text: str, problem: str):
    assert fault(shape, text) == problem


@pytest.mark.parametrize(("text", "value"), [("0", 0), ("7", 7), ("-2", -2), ("12", 12)])
def test_whole_numbers(text: str, value: int):
    assert sound(Whole(-2, 12), text) == value


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("010", "is not a whole number; expected a whole number from -2 to 12; did you mean 10?"),
        ("+3", "is not a whole number; expected a whole number from -2 to 12; did you mean 3?"),
        ("1_1", "is not a whole number; expected a whole number from -2 to 12; did you mean 11?"),
        ("1.0", "is not a whole number; expected a whole number from -2 to 12; did you mean 1?"),
        ("-0", "is not a whole number; expected a whole number from -2 to 12; did you mean 0?"),
        ("0x10", "is not a whole number; expected a whole number from -2 to 12"),
        ("1e1", "is not a whole number; expected a whole number from -2 to 12"),
        ("٣", "is not a whole number; expected a whole number from -2 to 12"),
        ("three", "is not a whole number; expected a whole number from -2 to 12"),
        ("'3'", "is in quotes; expected a whole number from -2 to 12; did you mean 3 without quotes?"),
        ("13", "is out of range; expected a whole number from -2 to 12"),
        ("-3", "is out of range; expected a whole number from -2 to 12"),
        ("9" * 5000, "is out of range; expected a whole number from -2 to 12"),
    ],
)
def test_not_a_whole_number(text: str, problem: str):
    assert fault(Whole(-2, 12), text).split("' ", 1)[1] == problem


def test_the_only_whole_number_allowed_is_named():
    assert fault(Whole(1, 1), "2") == "'2' is not allowed; expected 1"


def test_flags():
    assert sound(Flag(), "true") is True
    assert sound(Flag(), "false") is False


@pytest.mark.parametrize(("text", "meant"), [("yes", "true"), ("on", "true"), ("True", "true"), ("no", "false"), ("off", "false")])
def test_other_spellings_of_a_flag(text: str, meant: str):
    assert fault(Flag(), text) == f"'{text}' is not true or false; did you mean {meant}?"


def test_a_flag_in_quotes():
    assert fault(Flag(), "'true'") == "'true' is in quotes; expected true or false; did you mean true?"
    assert fault(Flag(), "maybe") == "'maybe' is not true or false"


@pytest.mark.parametrize(
    ("text", "value"),
    [("1/2", Fraction(1, 2)), ("1", Fraction(1)), ("0.5", Fraction(1, 2)), ("-1/3", -Fraction(1, 3)), ("2/4", 0.5)],
)
def test_exact_fractions(text: str, value: Fraction):
    assert sound(Exact(-1, 1), text) == value


@pytest.mark.parametrize("text", ["1/0", "0.5.1", ".5", "010", "1e9", "1 1/2", "½", "nan", "9" * 999, "1/" + "9" * 999])
def test_not_a_fraction(text: str):
    assert fault(Exact(), text).endswith(" is not a fraction; expected a number such as 1/2, 0.5 or 1, from 0 to 1000000")


def test_a_fraction_out_of_range():
    assert fault(Exact(0, Fraction(1, 2)), "2/3") == (
        "'2/3' is out of range; expected a number such as 1/2, 0.5 or 1, from 0 to 1/2"
    )


@pytest.mark.parametrize(("text", "value"), [("1942", (1942, None)), ("1942-03", (1942, 3)), ("'1942-12'", (1942, 12))])
def test_dates(text: str, value: tuple[int, int | None]):
    assert sound(Date(), text) == value


def test_one_of_a_mapping_gives_the_value_of_the_name():
    assert sound(OneOf({"no": 0, "yes": 1}), "no") == 0


@pytest.mark.parametrize(("text", "problem"), [("[]", "found 0 whole numbers; expected at least 1"),
                                               ("[1, 2, 3]", "found 3 whole numbers; expected at most 2")])  # fmt: skip
def test_lists_too_short_and_too_long(text: str, problem: str):
    assert checked(ListOf(Whole(), 1, 2), text)[1] == [f"1:1: {problem}"]


def test_a_mapping_drops_what_is_unsound():
    value, problems = checked(MapOf("[a-z]+", Whole(0, 9)), "a: 1\nB: 2\nc: 10\n")
    assert problems == [
        "2:1: 'B' does not fit; expected a key like [a-z]+; did you mean b?",
        "3:4: '10' is out of range; expected a whole number from 0 to 9",
    ]
    assert value == {"a": 1}


def test_either_chooses_by_the_kind_of_node():
    shape = Either(Whole(), ListOf(Text()), Record({"n": Field(Flag())}))
    assert (sound(shape, "3"), sound(shape, "[x]"), sound(shape, "{n: true}")) == (3, ["x"], {"n": True})
    with pytest.raises(ValueError, match="cannot be distinguished"):
        Either(Whole(), Text())


def test_anything_keeps_the_node():
    assert sound(Anything(), "") == Scalar("", True, Mark(1, 3))


# --- any input gives a value or a sentence

TOKENS = [
    *"[]{},:#%@~\\\t\n\r\"'", ": ", "- ", "? ", "&a ", "*a", "!x ", "|\n", ">\n", "  ", "<<: ", "---\n", "...\n",
    '"\\e"', '"\\ud800"', "\x00", "\u202e", "\ud800", "\ufeff", "9" * 5000, "1/0", "no", "[" * 40,
]  # fmt: skip


def mutated(text: str, dice: random.Random) -> str:
    """The text with a few of its pieces dropped, doubled, swapped or joined by tokens of YAML."""
    pieces = re.findall(r"\w+|\s+|[^\w\s]", text)
    for _ in range(dice.randint(1, 4)):
        here, there = dice.randrange(len(pieces)), dice.randrange(len(pieces))
        change = dice.randrange(4)
        if change == 0:
            pieces.insert(here, dice.choice(TOKENS))
        elif change == 1:
            pieces[here] = dice.choice(TOKENS)
        elif change == 2:
            pieces[here], pieces[there] = pieces[there], pieces[here]
        else:
            pieces[here : here + dice.randint(1, 5)] = []
    return "".join(pieces)


@pytest.mark.parametrize("seed", range(10))
def test_any_input_is_read_or_raises_bad_scenario(seed: int):
    dice = random.Random(seed)
    refusals = 0
    for _ in range(100):
        text = mutated(GOOD, dice)
        problems = Problems("x.yaml")
        try:
            SCENARIO.check(read_text(text, "x.yaml"), problems)
            problems.check_references()
            found = problems.sorted()
        except BadScenario as bad:
            found = bad.problems or pytest.fail(f"refused without a problem: {text!r}")
        refusals += bool(found)
        last = len(re.split(r"\r\n|\r|\n", text))
        for problem in found:
            assert 1 <= problem.line <= last, (problem, text)
            assert problem.column >= 1
            assert problem.text.isprintable()
            assert len(problem.text) < 400
    assert 50 < refusals < 100


def test_an_optional_section_may_be_empty_but_not_a_needed_one_nor_a_single_value():
    fields = {"units": Field(ListOf(Whole()), default=()), "bases": Field(MapOf("[a-z]+", Whole())), "name": Field(Text())}
    value, problems = checked(Record(fields, partial=True), "units:\nbases:\nname:\n")
    assert (value["units"], value["bases"]) == ((), None)
    assert problems == ["3:6: no value given; expected text of at most 200 characters"]
    assert checked(Record({"units": Field(ListOf(Whole()), required=True)}), "units:\n")[1] == [
        "1:7: no value given; expected a list of whole numbers"
    ]


def test_a_key_in_the_wrong_place_is_told_where_it_goes():
    problems = Problems("x.yaml")
    problems.homes["port-city"] = "it goes under options"
    Record({"title": Field(Text())}).check(read_text("port-city: one", "x.yaml"), problems)
    assert [problem.text for problem in problems.sorted()] == ["'port-city' does not belong here; it goes under options"]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("carrier", "aircraft-carrier"),
        ("intercept", "interception"),
        ("artilery", "artillery"),
        ("interdct", "interdict"),
        ("x", None),
    ],
)
def test_a_part_of_a_name_is_nearer_than_other_letters(word: str, meant: str | None):
    names = ["artillery", "aircraft-carrier", "carrier-group-leader", "interdict", "interception"]
    assert Problems("x.yaml").similar(word, names) == meant


@pytest.mark.parametrize(("text", "meant"), [("allow", "yes"), ("true", "yes"), ("False", "no"), ("maybe", None)])
def test_where_the_names_are_yes_and_no_other_words_for_them_are_understood(text: str, meant: str | None):
    problems = Problems("x.yaml")
    OneOf(("no", "yes")).check(read_text(f"a: {text}", "x.yaml").pairs[0][1], problems)
    assert list(problems.repairs.values()) == ([meant] if meant else [])


def test_a_long_list_of_keys_says_how_many_more_there_are_and_where():
    many = Record({f"key-{number}": Field(Whole()) for number in range(20)})
    _, (problem,) = checked(many, "nothing: 1\n")
    assert problem.startswith("1:1: unknown key 'nothing'; expected one of key-0, key-1,")
    assert ", key-11 and 8 more (airwar fields lists them)" in problem
