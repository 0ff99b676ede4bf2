"""A position in the words of a scenario."""

import pytest

from airwar.rulesets.kit.passing import mapping_lines, scalar, section_lines
from airwar.scenario.reader import read_text


def test_a_long_mapping_is_broken_between_its_entries():
    said = {"id": "guards-6", "name": '"A name, of: a kind"', "nation": "soviet", "type": "major", "strength": "5", "at": "kursk"}
    lines = mapping_lines("  - ", said)
    assert lines == [
        '  - {id: guards-6, name: "A name, of: a kind", nation: soviet, type: major,',
        "      strength: 5, at: kursk}",
    ]
    (pair,) = read_text("\n".join(["units:", *lines]), "test.yaml").pairs
    assert [(key.text, value.text) for key, value in pair[1].items[0].pairs] == [
        (key, value.strip('"')) for key, value in said.items()
    ]


@pytest.mark.parametrize(("name", "text"), [("13th Army", "13th Army"), ("a: b", '"a: b"'), (" x", '" x"'), ('"', '"\\""')])
def test_a_name_is_quoted_where_it_must_be(name, text):
    assert scalar(name) == text


def test_a_long_list_of_names_goes_on_in_the_next_line():
    coasts = [f"coast-of-the-north-{number}" for number in range(9)]
    lines = section_lines("spaces", {"north-sea": {"kind": "sea", "adjacent": coasts}})
    assert max(map(len, lines)) <= 78
    assert "".join(line.strip() for line in lines).count("coast-of-the-north") == 9
    assert section_lines("units", [{"id": "a", "at": "kent"}]) == ["units:", "  - {id: a, at: kent}"]
