"""Scenarios edited in place: only what is edited changes, and comments stay."""

import pytest

from airwar.scenario import edit
from airwar.scenario.edit import Add, Drop, Move, Retire, Set, composed, edited, known_keys, without_entries

TEXT = """\
# The battle.
attacker: axis # moves first
bases:
  malta: {side: allies, level: 2} # an island
  sicily:
    side: axis # still
    level: 3

units:
  # the Luftwaffe
  - {id: one, count: 4, at: sicily} # fresh
  - id: two
    count: 5 # tired
    at: malta
  - {id: three, count: 1, at: malta}
counterair:
  - at: malta
    with: {one: 4}
choices: {"*": default, "malta.commit": {one: 4}}
"""


def test_a_value_is_replaced_and_everything_else_stays():
    text = edited(
        TEXT, [Set(("attacker",), "allies"), Set(("units", "two", "count"), "3"), Set(("bases", "malta", "side"), "axis")]
    )
    expected = TEXT.replace("attacker: axis #", "attacker: allies #").replace("count: 5 #", "count: 3 #")
    assert text == expected.replace("malta: {side: allies,", "malta: {side: axis,")


def test_a_missing_key_is_added_in_the_style_of_its_mapping():
    edits = [
        Set(("units", "one", "inverted"), "2"),
        Set(("units", "two", "inverted"), "1"),
        Set(("bases", "sicily", "supply"), "9"),
    ]
    text = edited(TEXT, edits)
    assert "  - {id: one, count: 4, at: sicily, inverted: 2} # fresh\n" in text
    assert "    at: malta\n    inverted: 1\n" in text
    assert "    level: 3\n    supply: 9\n" in text


def test_a_section_is_removed_and_what_is_not_there_is_ignored():
    text = edited(TEXT, [Drop(("counterair",)), Drop(("bases", "malta", "level")), Drop(("weather",)), Drop(("units", "four"))])
    assert "counterair" not in text
    assert "    with:" not in text
    assert "  malta: {side: allies} # an island\n" in text


def test_a_lost_unit_becomes_a_comment():
    text = edited(TEXT, [Retire(("units", "one"), "lost"), Retire(("units", "two"), "lost")])
    assert "  # lost: - {id: one, count: 4, at: sicily} # fresh\n" in text
    assert "  # lost: - id: two\n  #   count: 5 # tired\n  #   at: malta\n" in text
    assert "\n  - {id: three" in text


def test_a_list_with_nothing_left_is_empty():
    text = edited(TEXT, [Retire(("units", name), "lost") for name in ("one", "two", "three")])
    assert "units: []\n" in text


def test_an_entry_is_added_after_another():
    text = edited(TEXT, [Add(("units", "one"), "{id: four}"), Add(("units", "two"), "{id: five}")])
    assert "# fresh\n  - {id: four}\n  - id: two\n" in text
    assert "    at: malta\n  - {id: five}\n" in text


def test_entries_of_a_section_are_left_out():
    assert 'choices: {"*": default}\n' in without_entries(TEXT, "choices", lambda key, value: not isinstance(value, str))
    assert "choices" not in without_entries(TEXT, "choices", lambda key, value: True)
    listed = 'choices:\n  - "*": default # usual\n  - "malta.commit": all\n'
    assert without_entries(listed, "choices", lambda key, value: key != "*") == 'choices:\n  - "*": default # usual\n'


def test_the_last_entries_in_braces_go_with_the_comma_before_them():
    text = 'choices: {"*": default, "malta.commit": all, "malta.stay": none} # both\n'
    assert without_entries(text, "choices", lambda key, value: key != "*") == 'choices: {"*": default} # both\n'
    assert edited("a: {x: 1, y: [p, q, r]} # b\n", [Drop(("a", "y", "3")), Drop(("a", "y", "2"))]) == "a: {x: 1, y: [p]} # b\n"
    assert edited("a: [{id: x}, {id: y}] # b\n", [Drop(("a", "y")), Drop(("a", "x"))]) == "a: [] # b\n"


def test_the_keys_of_a_section():
    assert known_keys(TEXT, ("bases",)) == ["malta", "sicily"]
    assert known_keys(TEXT, ("bases", "nowhere")) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "hexes:\n  h: {re: 3}\n  k: {re: 1, x: [a, b]} # here\nbases:\n  y: {level: 1}\n",
            "hexes:\n  h: {re: 3}\nbases:\n  y: {level: 1}\n  k: {re: 1, x: [a, b]}\n",
        ),
        ("hexes:\n  k:\n    re: 1\nbases:\n  y: {level: 1}\nz: 1\n", "bases:\n  y: {level: 1}\n  k: {re: 1}\nz: 1\n"),
        ("bases: {y: {level: 1}}\nhexes: {h: {re: 3}, k: {re: 1}}\n", "bases: {y: {level: 1}, k: {re: 1}}\nhexes: {h: {re: 3}}\n"),
        ("bases:\n  y: {level: 1}\n", "bases:\n  y: {level: 1}\n"),
    ],
)
def test_an_entry_moves_to_another_mapping(before, after):
    assert edited(before, [Move(("hexes", "k"), "bases")]) == after


def test_what_was_moved_can_be_edited():
    text = "hexes:\n  h: {re: 3}\n  k: {re: 1}\nbases:\n  y: {level: 1}\n"
    assert "  k: {re: 1, level: 2}" in edited(text, [Move(("hexes", "k"), "bases"), Set(("bases", "k", "level"), "2")])


def test_a_mapping_with_nothing_left_is_empty_wherever_it_is():
    text = "distances:\n  malta:\n    akagi: 3\n  tunis:\n    akagi: 4\n    malta: 2\n"
    after = edited(text, [Drop(("distances", "malta", "akagi")), Drop(("distances", "tunis", "akagi"))])
    assert after == "distances:\n  malta: {}\n  tunis:\n    malta: 2\n"


def test_what_goes_away_as_a_whole_takes_along_what_is_dropped_inside_of_it():
    text = "distances:\n  akagi:\n    kaga: 3\n  tunis:\n    malta: 2\ntitle: Two\n"
    edits = [Drop(("distances", "akagi")), Drop(("distances", "akagi", "kaga")), Drop(("distances", "akagi"))]
    assert edited(text, edits) == "distances:\n  tunis:\n    malta: 2\ntitle: Two\n"


def test_a_key_is_added_between_a_line_and_a_section_that_both_go_away():
    text = "units:\n  - id: zeros\n    sea: true\norders: ask\ntitle: Two\n"
    edits = [Drop(("orders",)), Set(("units", "zeros", "inverted"), "1"), Drop(("units", "zeros", "sea"))]
    assert edited(text, edits) == "units:\n  - id: zeros\n    inverted: 1\ntitle: Two\n"


def test_a_list_of_which_everything_is_lost_and_something_is_added_is_not_empty():
    text = "units:\n  - id: zeros\ntitle: Two\n"
    after = edited(text, [Retire(("units", "zeros"), "lost"), Add(("units", "zeros"), "{id: new}")])
    assert after == "units:\n  # lost: - id: zeros\n  - {id: new}\ntitle: Two\n"


def test_keys_are_added_to_an_empty_mapping():
    assert edited("hexes: {h: {}}\n", [Set(("hexes", "h", "re"), "2"), Set(("hexes", "h", "hq"), "true")]) == (
        "hexes: {h: {re: 2, hq: true}}\n"
    )


def test_entries_move_to_a_mapping_that_is_not_there_yet():
    text = "hexes:\n  h: {re: 2}\n  k: {hq: true}\ntitle: Two\n"
    after = edited(text, [Move(("hexes", "h"), "bases"), Move(("hexes", "k"), "bases"), Set(("bases", "k", "level"), "1")])
    assert after == "title: Two\nbases: {h: {re: 2}, k: {hq: true, level: 1}}\n"


def test_entries_move_out_of_braces_and_the_comments_of_both_sections_stay():
    text = "# flat\nhexes: {h: {re: 1}, k: {re: 2}, m: {re: 3}} # h\nbases: # b\n  y: {level: 1} # y\n"
    after = edited(text, [Move(("hexes", "m"), "bases"), Move(("hexes", "k"), "bases")])
    assert after == "# flat\nhexes: {h: {re: 1}} # h\nbases: # b\n  y: {level: 1} # y\n  m: {re: 3}\n  k: {re: 2}\n"


def test_the_text_is_parsed_three_times_however_many_entries_move(monkeypatch):
    looks = []
    monkeypatch.setattr(edit, "composed", lambda text: looks.append(text) or composed(text))
    names = [f"h{number}" for number in range(50)]
    text = "hexes:\n" + "".join(f"  {name}: {{re: 1}}\n" for name in ["stays", *names]) + "bases:\n  y: {level: 1}\n"
    after = edited(text, [Move(("hexes", name), "bases") for name in names])
    assert len(looks) == 3  # before, after the moves, and to check the result
    assert known_keys(after, ("bases",)) == ["y", *names]
