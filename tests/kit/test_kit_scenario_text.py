"""A position in the words of a scenario."""

import pytest
from hypothesis import given
from hypothesis import strategies as any_

from airwar.rulesets.kit.passing import flow, mapping_lines, scalar, section_lines
from airwar.scenario.problems import Map, Seq
from airwar.scenario.reader import read_text

WORDS = any_.text("".join(map(chr, range(32, 127))) + "äß東", max_size=12)
NAMES = any_.text("abcxyz019-", min_size=1, max_size=12)
SECTIONS = any_.recursive(WORDS, lambda of: any_.lists(of, max_size=5) | any_.dictionaries(NAMES, of, max_size=5), max_leaves=20)


def said(node):
    """A piece of YAML as dicts, lists and texts."""
    if isinstance(node, Map):
        return {key.text: said(value) for key, value in node.pairs}
    return [said(item) for item in node.items] if isinstance(node, Seq) else node.text


@given(any_.dictionaries(NAMES, SECTIONS, min_size=1, max_size=4))
def test_what_is_written_is_read_again(tree):
    lines = [line for name, section in tree.items() for line in section_lines(name, section)]
    assert said(read_text("\n".join(lines), "test.yaml")) == tree
    assert said(read_text(flow(tree), "test.yaml")) == tree


def test_a_long_mapping_is_broken_between_its_entries():
    entries = {
        "id": "guards-6",
        "name": '"A name, of: a kind"',
        "nation": "soviet",
        "type": "major",
        "strength": "5",
        "at": "kursk",
    }
    assert mapping_lines("  - ", entries) == [
        '  - {id: guards-6, name: "A name, of: a kind", nation: soviet, type: major,',
        "      strength: 5, at: kursk}",
    ]


@pytest.mark.parametrize(("at", "lengths"), [("rr", [78]), ("rrr", [70, 14])])
def test_a_line_holds_78_letters(at, lengths):
    assert [len(line) for line in mapping_lines("  - ", {"id": "a" * 60, "at": at})] == lengths


@pytest.mark.parametrize(("name", "text"), [("13th Army", "13th Army"), ("a: b", '"a: b"'), (" x", '" x"'), ('"', '"\\""')])
def test_a_name_is_quoted_where_it_must_be(name, text):
    assert scalar(name) == text


def test_a_long_list_of_names_goes_on_in_the_next_line():
    coasts = [f"coast-of-the-north-{number}" for number in range(9)]
    lines = section_lines("spaces", {"north-sea": {"kind": "sea", "adjacent": coasts}})
    assert max(map(len, lines)) <= 78
    assert section_lines("units", [{"id": "a", "at": "kent"}]) == ["units:", "  - {id: a, at: kent}"]
