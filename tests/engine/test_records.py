"""Records: typed, read strictly, and described by a JSON Schema that every golden log obeys."""

import json
import re

import pytest
from forger import forged
from raids import fought
from support import TESTS

from airwar.engine.history import MAILED
from airwar.engine.log import Log, Record
from airwar.engine.record_json import EVENTS, log_schema, read_body, write_body
from airwar.engine.records import FORMAT, KINDS, Chosen, Told
from airwar.errors import BrokenChain

GOLDEN = sorted((TESTS / "golden").glob("format-*/*/*.jsonl"))
FOLDERS = sorted({path.parent.parent for path in GOLDEN})  # by format, and some by an earlier version of that format
KNOWN = {"type", "properties", "required", "additionalProperties", "items", "prefixItems", "minItems", "anyOf", "oneOf", "const"}
KNOWN |= {"pattern", "maxLength", "minimum", "description", "title", "$schema", "$id"}
TYPES = {"string": str, "integer": int, "array": list, "object": dict}


def misfit(value, schema):
    """Where a value breaks a JSON Schema, or None. Knows only the keywords that the schema of the log uses."""
    assert set(schema) <= KNOWN
    if "const" in schema:
        return None if value == schema["const"] else f"{value!r} is not {schema['const']!r}"
    for word, wanted in (("anyOf", range(1, 99)), ("oneOf", (1,))):
        if word in schema and sum(misfit(value, one) is None for one in schema[word]) not in wanted:
            return f"{value!r} fits {word} wrongly"
    if "type" in schema and type(value) is not TYPES[schema["type"]]:
        return f"{value!r} is not of type {schema['type']}"
    if isinstance(value, str):
        if len(value) > schema.get("maxLength", len(value)):
            return f"{value!r:.60} is too long"
        return None if re.search(schema.get("pattern", ""), value) else f"{value!r} does not match"
    if isinstance(value, int):
        return None if value >= schema.get("minimum", value) else f"{value} is too small"
    return misfit_within(value, schema)


def misfit_within(value, schema):
    if isinstance(value, list):
        first = schema.get("prefixItems", [])
        if len(value) < schema.get("minItems", 0) or (schema.get("items") is False and len(value) > len(first)):
            return f"{value!r} has a wrong length"
        each = [*first, *[schema.get("items") or {}] * (len(value) - len(first))]
        return next(filter(None, map(misfit, value, each)), None)
    if missing := set(schema.get("required", ())) - set(value):
        return f"{missing} missing"
    known, others = schema.get("properties", {}), schema.get("additionalProperties", {})
    if others is False and set(value) - set(known):
        return f"{set(value) - set(known)} unknown"
    return next(filter(None, (misfit(item, known.get(name, others)) for name, item in value.items())), None)


AT_A_TABLE = (
    "undo",
    "stated",
    "correction",
    "ruling",
    "note",
    "dice",
    "seats",
    "order",
    *MAILED,
)  # the golden battles have none of these


def without_words(schema):
    """A schema without what only explains it. Properties may have any name."""
    if isinstance(schema, list):
        return [without_words(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: part for key, part in schema.items() if key not in ("description", "title") or not isinstance(part, str)}
    return {key: without_words(part) for key, part in kept.items()}


def test_format_3_is_frozen():
    """Logs of format 3 are in use. A record or a field that changes is another format; these logs must still be read then."""
    kept = json.loads((TESTS / "golden" / "format-3" / "schema.json").read_text(encoding="utf-8"))
    assert (FORMAT, without_words(log_schema())) == (3, kept)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_schema_of_its_format_and_that_of_today_describe_every_golden_record(folder):
    form = folder.name.partition("-by-")[0]
    kept = json.loads((TESTS / "golden" / form / "schema.json").read_text(encoding="utf-8"))
    schemas = [without_words(log_schema()), kept] if form != f"format-{FORMAT}" else [kept]  # which is that of today
    for path in folder.glob("*/*.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            assert [misfit(json.loads(line), schema) for schema in schemas] == [None] * len(schemas), path


def test_the_schema_refuses_what_the_log_refuses():
    schema = log_schema()
    for record in fought(seed=3).log.records:
        whole = json.loads(record.line)
        assert misfit(whole, schema) is None
        for name in whole:
            assert misfit({**whole, name: 1.5}, schema)
            assert misfit({key: item for key, item in whole.items() if key != name}, schema) or name in (
                *("terms", "total", "chart", "row", "column", "needed", "die", "seed", "position"),
            )
        assert misfit({**whole, "more": 1}, schema)


def test_every_golden_record_survives_a_round_trip():
    kinds, events = set(), set()
    for path in GOLDEN:
        for record in Log.load(path).records:
            assert read_body(record.content) == record.body
            assert json.loads(json.dumps(write_body(record.body))) == record.content
            kinds.add(type(record.body))
            events |= {type(record.body.event)} if isinstance(record.body, Told) else set()
    assert kinds >= set(KINDS.values()) - {KINDS[kind] for kind in AT_A_TABLE}
    assert len(events) >= len(EVENTS) - 2


def test_a_record_with_unknown_fields_or_wrong_types_is_refused_with_its_number(tmp_path):
    """Which values a field refuses, and in which words, is told of the codec."""
    contents = [record.content for record in fought(seed=3).log.records]
    seq = next(seq for seq, content in enumerate(contents) if content["t"] == "roll")
    contents[seq] = {**contents[seq], "terms": [["drm", 1]]}
    (tmp_path / "forged.jsonl").write_bytes(forged(contents))
    with pytest.raises(BrokenChain, match=f"record {seq}: terms: expected a list of 4"):
        Log.load(tmp_path / "forged.jsonl")


def test_names_of_fields_inside_an_answer_do_not_disturb_the_chain():
    record = Record(5, "0" * 64, Chosen("k", "1", "axis", {"h": 2, "prev": 1, "seq": 1}, {"h": 1, "seq": 1}))
    assert read_body(record.content) == record.body
    assert json.loads(record.line)["h"] == record.hash
