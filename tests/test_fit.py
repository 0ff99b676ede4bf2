"""Tables on a narrow terminal: heads break first, then cells between words, then names after a dot or a hyphen."""

import io

from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from airwar.show.console import table
from airwar.show.text import breaks, fits, fitted, wrapped

UNITS = ["fliegerkorps-ii", "regia-aeronautica"]
TYPES = ["German AAF", "Italian AAF"]


def drawn(width, columns, rows):
    out = io.StringIO()
    console = Console(file=out, width=width, color_system=None)
    console.print(table(console, "", columns, rows))
    return out.getvalue()


def test_columns_that_fit_are_as_wide_as_their_texts():
    assert fitted(["unit", "in the air"], [UNITS, ["5", "0"]], 80) == [17, 10]


def test_heads_break_before_cells():
    assert fitted(["type", "in the air"], [TYPES, ["5", "0"]], 18) == [11, 7]


def test_cells_break_between_words_before_names_break():
    assert fitted(["unit", "type"], [UNITS, TYPES], 24) == [17, 7]


def test_names_break_after_a_hyphen_or_a_dot():
    assert wrapped("regia-aeronautica", 11) == ["regia-", "aeronautica"]
    assert wrapped("malta.r1.attacker.disengage", 18) == ["malta.r1.attacker.", "disengage"]
    assert wrapped("2 regia-aeronautica", 12) == ["2 regia-", "aeronautica"]


def test_a_word_breaks_only_if_it_must():
    assert wrapped("aeronautica", 8) == ["aeronaut", "ica"]
    assert not fits(["unit"], [UNITS], 10)
    assert fits(["unit"], [UNITS], 13)


@given(st.text("ab.- ", max_size=40), st.integers(1, 20))
def test_nothing_is_lost_and_nothing_is_too_wide(text, width):
    at = [0, *breaks(text, width), len(text)]
    assert at == sorted(at)
    assert "".join(wrapped(text, width)).replace(" ", "") == text.replace(" ", "")
    assert all(len(line) <= width for line in wrapped(text, width))


def test_a_table_never_cuts_a_unit_in_two_where_a_head_could_break():
    columns = ("side", "unit", "type", "base", "ready", "used", "inverted", "in the air")
    rows = [("axis", unit, kind, "Sicily", "0", "0", "0", "5") for unit, kind in zip(UNITS, TYPES, strict=True)]
    shown = drawn(80, columns, rows)
    assert all(f"{unit} " in shown and kind in shown for unit, kind in zip(UNITS, TYPES, strict=True))
    assert max(map(len, shown.splitlines())) <= 80
