"""What a scenario may say: the reference, the templates and the schema tell it alike, and leave nothing out."""

import json
import re

import jsonschema
import pytest
import yaml
from support import SHIPPED

from airwar import rulesets
from airwar.cli import exit_code
from airwar.scenario.shape import Exact, Whole, described, records_in
from airwar.setup.loading import parse_scenario, shape_of
from airwar.setup.new import template_of


def said(capsys, *arguments, code=0):
    assert exit_code([str(argument) for argument in arguments]) == code
    return capsys.readouterr()


def names_in_schema(schema):
    """Every key that a schema knows, at any depth."""
    for key, value in schema.items() if isinstance(schema, dict) else enumerate(schema):
        if key == "properties":
            yield from value
        if isinstance(value, dict | list):
            yield from names_in_schema(value)


@pytest.mark.parametrize("ruleset", rulesets.ids())
def test_every_field_has_a_description(ruleset):
    fields = list(described(shape_of(rulesets.load(ruleset))))
    assert [".".join(one.path) for one in fields if not one.text] == []
    assert {one.name for one in fields} == set(names_in_schema(shape_of(rulesets.load(ruleset)).schema()))


@pytest.mark.parametrize("ruleset", rulesets.ids())
def test_the_template_names_every_field_of_the_schema_and_can_be_played(ruleset):
    text = template_of(rulesets.load(ruleset))
    words = set(re.findall(r"[\w-]+", text))
    assert set(names_in_schema(shape_of(rulesets.load(ruleset)).schema())) - words == set()
    assert text.startswith(f"# yaml-language-server: $schema={ruleset}.schema.json\n")
    assert parse_scenario(text, "new.yaml").ruleset.id == ruleset


@pytest.mark.parametrize("ruleset", rulesets.ids())
def test_the_reference_fits_80_columns_and_has_every_field(capsys, ruleset):
    lines = said(capsys, "fields", ruleset, "--all").out.splitlines()
    assert max(map(len, lines)) <= 80
    assert {re.match(r" *([\w-]+)[ :]", line)[1] for line in lines if re.match(r" *[\w-]+( \(|: )", line)} >= {
        one.name for one in described(shape_of(rulesets.load(ruleset)))
    }


def test_a_section_is_printed_with_what_is_inside(capsys):
    out = said(capsys, "fields", "ocs", "units").out
    assert out.startswith("units: a list; each entry has the keys below\n    the air units of both sides\n  id (required): an id")
    assert "\n    rating (required): a whole number from 0 to 20\n" in out  # of the back
    assert said(capsys, "fields", "ocs", "units.back").out.startswith("back: the keys below\n")


def test_a_field_is_found_wherever_it_is(capsys):
    out = said(capsys, "fields", "air-supremacy", "moving-with").out
    assert out.startswith("moving-with: ")
    assert "units.aboard: an id from units\n" in said(capsys, "fields", "air-supremacy", "aboard").out
    assert "did you mean aboard?" in said(capsys, "fields", "air-supremacy", "abord", code=66).err


def test_a_shipped_scenario_is_copied_with_its_chart_file(capsys, tmp_path):
    said(capsys, "new", "sicily-1943", "-o", tmp_path / "mine.yaml")
    charts = [path for path in tmp_path.rglob("*.yaml") if path.parent.name == "charts"]
    assert bool(charts) == ("charts: charts/" in (tmp_path / "mine.yaml").read_text())
    said(capsys, "check", tmp_path / "mine.yaml")
    assert said(capsys, "new", "malta-1942").out == next(p for p in SHIPPED if p.stem == "malta-1942").read_text()
    assert "did you mean malta-1942?" in said(capsys, "new", "malta-1924", code=66).err


@pytest.mark.slow
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_editors_that_read_yaml_1_1_accept_every_shipped_scenario(path):
    """There `on` and `no` are booleans and `1942-05-14` is a date."""
    document = yaml.safe_load(path.read_text(encoding="utf-8"))
    schema = json.loads(json.dumps(shape_of(rulesets.load(document["ruleset"])).schema()))
    jsonschema.validate(json.loads(json.dumps(document, default=str)), schema)


@pytest.mark.parametrize("ruleset", rulesets.ids())
def test_editors_accept_the_template(ruleset):
    game = rulesets.load(ruleset)
    schema = json.loads(json.dumps(shape_of(game).schema()))
    jsonschema.validate(yaml.safe_load(template_of(game)), schema)


# rules by word


def test_rules_are_found_by_word_and_all_words_must_match(capsys):
    out = said(capsys, "rules", "world-at-war", "ABORT").out
    assert "17.3126C" in out
    both = said(capsys, "rules", "world-at-war", "abort", "carrier").out
    assert "17.3126C" in both
    assert len(both.splitlines()) < len(out.splitlines())
    said(capsys, "rules", "world-at-war", "abort", "xyzzy", code=66)


@pytest.mark.parametrize("ruleset", rulesets.ids())
def test_an_option_with_one_value_is_not_offered(capsys, ruleset):
    out = said(capsys, "rules", ruleset).out
    single = [name for name, option in rulesets.load(ruleset).options.items() if not option.whole and len(option.values) < 2]
    assert [name for name in single if re.search(rf"^{name} ", out, re.MULTILINE)] == []


@pytest.mark.parametrize("ruleset", rulesets.ids())
def test_the_reference_of_choices_has_every_decision_and_roll(capsys, ruleset):
    game = rulesets.load(ruleset)
    lines = said(capsys, "fields", ruleset, "choices").out.splitlines()
    assert max(map(len, lines)) <= 80
    ids = [line[2:].partition(": ")[0] for line in lines if re.match(r"  \S", line)]
    assert ids == [*game.decisions, *game.rolls]
    assert sum("policies: stay, leave-below-N" in line for line in lines) == len(game.stances)


def numbers_in(record):
    """Every optional number of a record with its default, at any depth."""
    for name, field in record.fields.items():
        if isinstance(field.shape, Whole | Exact) and not field.required and field.default is not None:
            yield name, field.default, field.shape
        for inner in records_in(field.shape):
            yield from numbers_in(inner)


@pytest.mark.parametrize("ruleset", rulesets.ids())
def test_a_default_is_a_value_that_may_be_written(ruleset):
    numbers = list(numbers_in(shape_of(rulesets.load(ruleset))))
    assert [(name, default) for name, default, shape in numbers if not shape.minimum <= default <= shape.maximum] == []


def test_the_level_of_an_air_base_is_said_once(capsys):
    out = said(capsys, "fields", "ocs", "bases").out
    assert (
        "level (default 1): a whole number from 0 to 3\n      of an air base, at least 1; an air strip and a carrier have none\n"
        in out
    )
