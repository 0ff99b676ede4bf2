"""Dataclasses as JSON objects and back: each form that a field may have, what it refuses, and its JSON Schema."""

import json
from dataclasses import dataclass
from typing import Annotated, NamedTuple

import pytest

from airwar.engine.binding import difference, named
from airwar.engine.codec import Codec, TextLine, Wrong, canonical, form_of, without_none
from airwar.engine.dice import Term
from airwar.engine.events import Loss, NeedsChart, Note, Ruling, Sheet, Status
from airwar.engine.log import Record
from airwar.engine.record_json import (
    CHAIN,
    CODECS,
    EVENT_CODECS,
    LineWriter,
    Wording,
    line_schema,
    log_schema,
    pieces_of,
    read_body,
    write_body,
)
from airwar.engine.records import (
    Chosen,
    Contested,
    Corrected,
    Correspondents,
    DiceChanged,
    Ended,
    Entered,
    Header,
    Joined,
    LetterClosed,
    Noted,
    Opened,
    OrdersGiven,
    Replied,
    Requested,
    Resigned,
    Rolled,
    RoundBegun,
    Ruled,
    RulesetUsed,
    ScenarioText,
    Sealed,
    Stated,
    StepTaken,
    Told,
    Undone,
    Unsealed,
)


class Pair(NamedTuple):
    name: str
    number: int
    note: str | None = None


@dataclass(frozen=True)
class Inner:
    """An inner
    object."""

    word: str
    maybe: int | None = None


@dataclass(frozen=True)
class Outer:
    text: str
    line: Annotated[str, TextLine(5, "[a-z]*")]
    numbers: tuple[int, ...]
    fixed: tuple[str, int]
    pair: Pair
    by_name: dict[str, int]
    inner: Inner
    either: str | dict[str, int] | tuple[int, ...]
    maybe: str | None = None


@dataclass(frozen=True)
class Single:
    only: str


OUTER = Outer("t", "abc", (1, 2), ("x", 3), Pair("p", 4), {"k": 5}, Inner("w"), (6,))
CONTENT = {
    "text": "t",
    "line": "abc",
    "numbers": [1, 2],
    "fixed": ["x", 3],
    "pair": ["p", 4],
    "by_name": {"k": 5},
    "inner": {"word": "w"},
    "either": [6],
}


def test_an_object_is_written_and_read_back():
    codec = Codec(Outer)
    assert json.loads(canonical(codec.write(OUTER))) == CONTENT
    assert codec.read(CONTENT) == OUTER
    more = {**CONTENT, "maybe": "m", "pair": ["p", 4, "n"], "either": {"k": 1}, "inner": {"word": "w", "maybe": 0}}
    found = codec.read(more)
    assert (found.maybe, found.pair, found.either, found.inner) == ("m", Pair("p", 4, "n"), {"k": 1}, Inner("w", 0))
    assert json.loads(canonical(codec.write(found))) == more
    assert codec.read({**CONTENT, "either": "word"}).either == "word"
    assert type(found.pair) is Pair
    assert type(found.fixed) is tuple
    assert Codec(Single).write(Single("word")) == {"only": "word"}
    assert Codec(Single).read({"only": "word"}) == Single("word")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"text": 1}, "text: expected text, found 1"),
        ({"text": None}, "text: expected text, found None"),
        ({"line": "abcdef"}, "line: longer than 5 characters"),
        ({"line": "a\tb"}, "line: expected a line of printable text, found 'a\\tb'"),
        ({"line": "ABC"}, "line: unexpected format: 'ABC'"),
        ({"line": 3}, "line: expected text, found 3"),
        ({"numbers": "1"}, "numbers: expected a list, found '1'"),
        ({"numbers": [1, "2"]}, "numbers: expected a whole number, found '2'"),
        ({"numbers": [True]}, "numbers: expected a whole number, found True"),
        ({"fixed": ["x"]}, "fixed: expected a list of 2, found ['x']"),
        ({"fixed": ["x", 1, 2]}, "fixed: expected a list of 2, found ['x', 1, 2]"),
        ({"fixed": "xy"}, "fixed: expected a list of 2, found 'xy'"),
        ({"pair": [1, 2]}, "pair: expected text, found 1"),
        ({"by_name": [1]}, "by_name: expected an object, found [1]"),
        ({"by_name": {"k": "v"}}, "by_name: expected a whole number, found 'v'"),
        ({"inner": {"word": "w", "other": 1}}, "inner: unknown field 'other'"),
        ({"inner": {}}, "inner: word is missing"),
        ({"inner": "w"}, "inner: expected an object, found 'w'"),
        ({"either": 3}, "either: expected text or an object or a list, found 3"),
        ({"either": {"k": "v"}}, "either: expected a whole number, found 'v'"),
        ({"maybe": None}, "maybe: expected text, found None"),
        ({"other": 1}, "unknown field 'other'"),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(change, words):
    with pytest.raises(Wrong) as wrong:
        Codec(Outer).read({**CONTENT, **change})
    assert str(wrong.value) == words


def test_what_is_not_an_object_or_misses_a_field_is_refused():
    with pytest.raises(Wrong, match=r"^expected an object, found \[\]$"):
        Codec(Outer).read([])
    with pytest.raises(Wrong, match=r"^numbers is missing$"):
        Codec(Outer).read({name: value for name, value in CONTENT.items() if name != "numbers"})
    with pytest.raises(TypeError, match="a record cannot hold <class 'float'>"):
        form_of(float)


def test_a_list_of_rows_is_written_row_by_row():
    form = form_of(tuple[Pair, ...])
    assert form.write((Pair("p", 4), Pair("q", 5, "n"))) == '[["p",4],["q",5,"n"]]'
    assert form_of(tuple[Inner, ...]).write((Inner("w"),)) == '[{"word":"w"}]'


def test_the_schema_of_an_object():
    inner = {
        "type": "object",
        "properties": {"word": {"type": "string"}, "maybe": {"type": "integer"}},
        "required": ["word"],
        "additionalProperties": False,
    }
    whole, text = {"type": "integer"}, {"type": "string"}
    rows = {"type": "array", "prefixItems": [text, whole], "items": False, "minItems": 2}
    by_name = {"type": "object", "additionalProperties": whole}
    assert Codec(Outer).schema() == {
        "type": "object",
        "properties": {
            "text": text,
            "line": {"type": "string", "maxLength": 5, "pattern": "^[a-z]*$"},
            "numbers": {"type": "array", "items": whole},
            "fixed": rows,
            "pair": {**rows, "prefixItems": [text, whole, text]},
            "by_name": by_name,
            "inner": inner,
            "either": {"anyOf": [text, by_name, {"type": "array", "items": whole}]},
            "maybe": text,
        },
        "required": list(CONTENT),
        "additionalProperties": False,
    }
    assert without_none(str | None) is str
    assert without_none(int) is int
    assert without_none(str | int | None) == str | int


# lines of a log

HASH = "ab" * 32
EVERY = [
    Header(1, "0.1", RulesetUsed("r", "c"), ScenarioText("n", "t"), "machine", "0x1"),
    Header(1, "0.1", RulesetUsed("r", "c", "p", "1"), ScenarioText("n", "t", {"f": "g"}), "ask", None, HASH, HASH),
    Entered("malta", "Malta", "18.5"),
    RoundBegun("malta", 2),
    Rolled("malta.fire", "19.4", "axis", "2d6", (3, 5), "physical", "8"),
    Rolled("k", "1", "a", "1d6", (3,), "machine", "x", (Term("wind", -1, "2"), Term.of("sun", 1)), 2, "Chart", "r", "c", "n", 7),
    Rolled("k", "1", "a", "1d6", (3,), "machine", "x", die=0),
    Chosen("k", "1", "a", ("stay", "leave"), "stay"),
    Chosen("k", "1", "a", {"x": 2, "y": 1}, {"x": 1}),
    Stated("k", "1", "referee", "the distance", "4"),
    StepTaken("fire", "19.4", "0123456789abcdef"),
    Undone(3, "k"),
    Corrected(3, "k", (3, 5), (3, 6), "misread", "referee"),
    Ruled("modifier", "k", "+1", "wind", "referee", "k"),
    Ruled("option", "k", "v", "why", "referee", "k", 4, "0123"),
    Noted('a "note" with ö', "host"),
    DiceChanged("machine", "0x2", None, 5),
    Ended("won", (("axis", "aaf", 3, 1),), (("axis", "malta", "aaf", 2, ("inverted",)),), "0x1", 9),
    Ended("won", (), seed="0x1", state="0123"),
    Header(3, "0.1", RulesetUsed("r", "c"), ScenarioText("n", "t"), "mail", mail=Correspondents(("axis",), ("allies",), "a")),
    Joined("a", HASH, HASH),
    Opened("b", 1, HASH, 0),
    OrdersGiven("a", "'*': default"),
    Sealed("a", ("*.losses.*",), HASH),
    Unsealed("a", HASH, "'*': default"),
    Requested("a", "misread", 3, "stay"),
    Requested("a", "we have met", dice="physical"),
    Replied("b", "yes"),
    Contested("b", 3, "there are more"),
    Resigned("a"),
    Resigned("b", HASH * 2),
    LetterClosed("a", 1, HASH * 2),
    LetterClosed("r", 2, HASH * 2, "b"),
    Stated("k", "1", "referee", "the distance", "4", "orders"),
    Told("18.5", Note("hello")),
    Told("18.5", Loss("axis", "aaf", 2, "eliminated")),
    Told("18.5", Status("axis", "aaf", 2, "inverted")),
    Told("12.1", Ruling("rounds", "one", "text", "12.1")),
    Told("18.5", NeedsChart("flak", "text")),
    Told("18.5", Sheet("title", ("a", "b"), (("1", "2"), ("3", "4")))),
]


@pytest.mark.parametrize("body", EVERY, ids=lambda body: type(body).__name__)
def test_the_line_of_a_record_is_its_canonical_json(body):
    content = {**json.loads(canonical(write_body(body))), "seq": 7, "prev": HASH}
    wording = Wording(body)
    assert wording.text(7, HASH) == canonical(content)
    record = Record(7, HASH, body)
    assert record.line == canonical({**content, "h": record.hash})
    assert record.content == {name: value for name, value in content.items() if name not in ("seq", "prev")}
    assert read_body(record.content) == body
    assert wording.pieces is wording.pieces
    assert wording.pieces == pieces_of(body)
    assert record.says(Wording(body))
    assert not record.says(Wording(Noted("other", "who")))


def test_a_template_is_made_once_for_the_fields_that_are_there(monkeypatch):
    writer = LineWriter(CODECS["roll"], {"t": "roll"})
    made = []
    monkeypatch.setattr(writer, "template", lambda there: made.append(there) or LineWriter.template(writer, there))
    first, full, last = EVERY[4], EVERY[5], EVERY[6]
    for body in (first, full, last, first, full):
        assert writer.pieces(body) == pieces_of(body)
    assert len(writer.templates) == len(made) == 3


def test_an_event_has_the_rule_that_it_happens_under():
    writer = LineWriter(EVENT_CODECS["note"], {"t": "told", "what": "note"}, True)
    assert writer.pieces(Note("x"), "18.5") == pieces_of(Told("18.5", Note("x")))


# records


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ({}, "unknown kind of record None"),
        ({"t": "bogus"}, "unknown kind of record 'bogus'"),
        ({"t": ["roll"]}, "unknown kind of record ['roll']"),
        ({"t": "undo", "to": 3}, "key is missing"),
        ({"t": "told", "what": "bogus", "rule": "1"}, "unknown event 'bogus'"),
        ({"t": "told", "rule": "1"}, "unknown event None"),
        ({"t": "told", "what": ["note"], "rule": "1"}, "unknown event ['note']"),
        ({"t": "told", "what": "note", "text": "x"}, "rule is missing"),
        ({"t": "told", "what": "note", "text": "x", "rule": 3}, "rule: expected text, found 3"),
        ({"t": "told", "what": "ruling", "option": "o", "value": "v", "text": "x"}, "rule is missing"),
        ({"t": "told", "what": "note", "rule": "1"}, "text is missing"),
    ],
)
def test_what_is_not_a_record_is_refused(content, words):
    with pytest.raises(Wrong) as wrong:
        read_body(content)
    assert str(wrong.value) == words


def test_the_first_difference_between_the_rules_and_the_log():
    stay, leave = (Chosen("k", "1", "a", ("stay", "leave"), answer) for answer in ("stay", "leave"))
    assert difference(stay, leave) == "k: answer is leave in the log, stay by the rules"
    assert difference(stay, RoundBegun("malta", 2)) == "expected a choice record here, found round"
    assert difference(RoundBegun("malta", 2), RoundBegun("kursk", 3)) == "round: round is 3 in the log, 2 by the rules"
    for remark in (Noted("x", "y"), EVERY[13], EVERY[16], Undone(3, "k"), EVERY[12]):
        assert difference(stay, remark) == f"the log has {named(remark)} where the rules continue without a question"
    rolled = EVERY[4]
    assert difference(rolled, EVERY[6]).startswith("k: by is a in the log, axis by the rules")
    seed = Ended("won", (), seed="0x1")
    assert difference(Ended("won", ()), seed) == "end: seed is 0x1 in the log, None by the rules"
    assert difference(stay, stay) == "the records differ"
    assert [named(body) for body in (stay, RoundBegun("m", 1), Undone(3, "k"))] == ["choice k", "round", "undo k"]


def test_the_schema_of_a_line():
    schema = log_schema()
    assert (schema["$schema"], schema["$id"]) == ("https://json-schema.org/draft/2020-12/schema", "airwar:log")
    assert len(schema["oneOf"]) == len(CODECS) + len(EVENT_CODECS)
    undo = line_schema(CODECS["undo"], {"t": "undo"})
    assert undo == {
        "description": "The entry in record `to` is taken back.",
        "type": "object",
        "properties": {"to": {"type": "integer"}, "key": {"type": "string"}, "t": {"const": "undo"}, **CHAIN},
        "required": ["to", "key", "t", "seq", "prev", "h"],
        "additionalProperties": False,
    }
    note = line_schema(EVENT_CODECS["note"], {"t": "told", "what": "note"})
    text = {"type": "string"}
    assert note["properties"] == {"text": text, "t": {"const": "told"}, "what": {"const": "note"}, "rule": text, **CHAIN}
    assert note["required"] == ["text", "t", "what", "rule", "seq", "prev", "h"]
    ruling = line_schema(EVENT_CODECS["ruling"], {"t": "told", "what": "ruling"})
    assert ruling["required"] == ["option", "value", "text", "rule", "t", "what", "seq", "prev", "h"]
    assert undo in schema["oneOf"]
    assert note in schema["oneOf"]
    hash_ = {"type": "string", "maxLength": 64, "pattern": "^[0-9a-f]{64}$"}
    assert {"seq": {"type": "integer", "minimum": 0}, "prev": hash_, "h": hash_} == CHAIN
