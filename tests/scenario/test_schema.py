"""The JSON Schema agrees with the checker, as far as JSON Schema can."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any

import pytest
from test_shape import GOOD, SCENARIO

from airwar.scenario.reader import read_text
from airwar.scenario.shape import (
    Anything,
    Date,
    Either,
    Exact,
    Field,
    Flag,
    Id,
    ListOf,
    MapOf,
    OneOf,
    Problems,
    Record,
    Ref,
    Shape,
    Text,
    Whole,
    json_schema,
)

TYPES: dict[str, Any] = {"string": str, "boolean": bool, "array": list, "object": dict, "null": type(None)}


def is_type(value: Any, name: str) -> bool:
    if name in {"number", "integer"}:
        return isinstance(value, int if name == "integer" else int | float) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def valid(value: Any, schema: Any) -> bool:
    """Validates with the keywords that our schemas use, and fails on any other."""
    if isinstance(schema, bool):
        return schema
    tests = {
        "type": lambda names: any(is_type(value, name) for name in ([names] if isinstance(names, str) else names)),
        "enum": lambda names: any(value == name and type(value) is type(name) for name in names),
        "anyOf": lambda schemas: any(valid(value, one) for one in schemas),
        "minimum": lambda least: not is_type(value, "number") or value >= least,
        "maximum": lambda most: not is_type(value, "number") or value <= most,
        "minLength": lambda least: not isinstance(value, str) or len(value) >= least,
        "maxLength": lambda most: not isinstance(value, str) or len(value) <= most,
        "pattern": lambda pattern: not isinstance(value, str) or bool(re.search(pattern.replace("$", r"\Z"), value)),
        "items": lambda one: not isinstance(value, list) or all(valid(item, one) for item in value),
        "minItems": lambda least: not isinstance(value, list) or len(value) >= least,
        "maxItems": lambda most: not isinstance(value, list) or len(value) <= most,
        "minProperties": lambda least: not isinstance(value, dict) or len(value) >= least,
        "maxProperties": lambda most: not isinstance(value, dict) or len(value) <= most,
        "propertyNames": lambda one: not isinstance(value, dict) or all(valid(key, one) for key in value),
        "required": lambda names: not isinstance(value, dict) or all(name in value for name in names),
        "properties": lambda ours: (
            not isinstance(value, dict) or all(valid(value[name], one) for name, one in ours.items() if name in value)
        ),
        "additionalProperties": lambda one: (
            not isinstance(value, dict)
            or all(valid(value[name], one) for name in value if name not in schema.get("properties", {}))
        ),
        **dict.fromkeys(["$schema", "$id", "title", "description", "default"], lambda _: True),
    }
    return all(tests[keyword](wanted) for keyword, wanted in schema.items())


def agrees(shape: Shape, text: str) -> bool:
    """What the checker and the schema both say of a value written as JSON, which is YAML too."""
    problems = Problems("x.yaml")
    Record({"a": Field(shape)}).check(read_text(f"a: {text}", "x.yaml"), problems)
    by_schema = valid({"a": json.loads(text)}, Record({"a": Field(shape)}).schema())
    assert by_schema == (not problems.sorted()), problems.sorted()
    return by_schema


SHORT = Text(4, "[a-z]+")
PLAN = Record({"n": Field(Whole(), required=True), "note": Field(Text())})


@pytest.mark.parametrize(
    ("shape", "good", "bad"),
    [
        (Text(3), ['"abc"', "12", "1.5"], ['"abcd"', '""', '"  "', "[]", "{}"]),
        (SHORT, ['"ab"'], ['"a b"', '"abcde"', '"1"']),
        (Id(), ['"vf-5"', "352"], ['"VF"', '"-a"', f'"{"a" * 41}"']),
        (Ref("units"), ['"vf-5"'], ["[]"]),
        (Whole(1, 6), ["1", "6"], ["0", "7", '"3"', "1.5", "true"]),
        (Whole(-2, 0), ["-2"], ["-3"]),
        (Flag(), ["true", "false"], ['"true"', "1", '"yes"']),
        (OneOf(("axis", "1")), ['"axis"', '"1"', "1"], ['"Axis"', "2", "true"]),
        (OneOf({"true": 1}), ["true", '"true"'], ["false", "1"]),
        (Exact(0, Fraction(1, 2)), ['"1/2"', "0.5", "0", '"0.25"'], ["0.75", "-1", '"1/0"', '"x"', "true"]),
        (Date(), ["1942", '"1942-03"', '"1942"'], ["942", '"1942-13"', '"1942-3"', "true"]),
        (ListOf(Whole(), 1, 2), ["[1]", "[1, 2]"], ["[]", "[1, 2, 3]", "[true]", "{}", "1"]),
        (MapOf("[a-z]+", Whole(), 1, 2), ['{"a": 1}'], ["{}", '{"A": 1}', '{"a": true}', '{"a": 1, "b": 1, "c": 1}']),
        (PLAN, ['{"n": 1}', '{"n": 1, "note": "x"}'], ['{"note": "x"}', '{"n": 1, "x": 1}', '{"n": true}', "[]"]),
        (Either(SHORT, ListOf(SHORT)), ['"ab"', '["ab"]'], ['["A"]', "{}", '"A"']),
        (Anything(), ["1", "[1]", '{"a": 1}'], []),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Shape) else "",
)
def test_checker_and_schema_agree(shape: Shape, good: list[str], bad: list[str]):
    assert [text for text in good if not agrees(shape, text)] == []
    assert [text for text in bad if agrees(shape, text)] == []


def test_text_of_several_lines():
    assert agrees(Text(lines=True), '"a"')
    assert not valid("a\nb", Text().schema())
    assert valid("a\nb", Text(lines=True).schema())
    assert valid("a\n", Text().schema())


def test_a_whole_scenario():
    schema = json_schema(SCENARIO, "A raid", "https://example.org/raid.json")
    assert list(schema)[:3] == ["$schema", "$id", "title"]
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert (schema["$id"], schema["title"]) == ("https://example.org/raid.json", "A raid")
    assert schema["required"] == ["airwar", "title", "bases", "units"]
    assert schema["additionalProperties"] is False
    assert schema["properties"]["airwar"] == {"description": "The format.", "enum": ["1", 1]}
    unit = schema["properties"]["units"]["items"]
    assert unit["properties"]["factors"] == {
        "description": "Air factors.", "type": "integer", "minimum": 1, "maximum": 9
    }  # fmt: skip
    assert unit["properties"]["jet"] == {"type": "boolean", "default": False}
    assert json.loads(json.dumps(schema)) == schema


def test_the_sound_scenario_is_valid_and_one_without_a_title_is_not():
    yaml = pytest.importorskip("yaml")
    document = yaml.safe_load(GOOD)
    schema = json_schema(SCENARIO, "A raid", "https://example.org/raid.json")
    assert valid(document, schema)
    del document["title"]
    assert not valid(document, schema)
