"""A menu as a person sees it: short, by name, and with what the board knows."""

from contextlib import suppress

import pytest

from airwar.answers import prompt
from airwar.answers.menu import OnBoard, how_to_count, in_short, item_lines, laid_out, option_lines
from airwar.answers.prompt import Left, Prompt
from airwar.answers.words import read_whole
from airwar.engine.questions import Allotment, Choice

ORDERS = {"done": "nothing more", "fly": "fly", "drop": "drop", "raid": "raid", "hex": "a hex changes", "mend": "mend a base"}
PLANES = {"kgzbv-1": "Ju 52 I (Tpt), rating (0)", "kgzbv-2": "Ju 52 II (Tpt), rating (0)", "raf": "a Hurricane"}
CALLED = {"kgzbv-1": "Ju 52 I", "kgzbv-2": "Ju 52 II"}


def told(name):
    return OnBoard("Eleusis", "1 plane", named=CALLED.get(name, ""))


def orders(seldom=("hex", "mend"), default="fly"):
    return Choice("k", "1", "axis", ORDERS, default, seldom=seldom)


def planes():
    return Allotment("k", "1", "axis", dict.fromkeys(PLANES, 1), PLANES, 0, 3, {})


def nothing(name):
    return OnBoard()


def shown(question, default="fly"):
    return laid_out(in_short(option_lines(question, default, False, nothing)), 80, 24)


def typed_at(patch, options, line):
    """What a line gives as an answer at a menu, and what is printed."""
    typed, said, given = iter([line, "q"]), [], []
    patch.setattr(prompt, "read_line", lambda *_: next(typed))
    names = type("Names", (), {"who": lambda self, question: "Axis", "what": lambda self, question: "What next?"})()
    person = Prompt(lambda line, style="": said.append(line), names, {}, bool, given.append, given.append, lambda before: ())
    with suppress(Left):
        person.decide(Choice("k", "1", "axis", options, next(iter(options)), seldom=("hex", "mend")), None)
    return given, said


def test_what_is_seldom_wanted_is_one_line_before_no_more():
    assert shown(orders()) == [
        "  [1] fly",
        "   2  drop",
        "   3  raid",
        "    also 4 hex, 5 mend (m tells more)",
        "   0  nothing more",
    ]


def test_the_answer_in_brackets_is_always_shown_in_full():
    assert "  [4] a hex changes (hex)" in shown(orders(default="hex"), "hex")


def test_one_such_option_or_a_short_menu_is_not_shortened():
    assert len(shown(orders(seldom=("hex",)))) == len(ORDERS)


@pytest.mark.parametrize("options", [ORDERS, {"molaoi": "Molaoi", "maleme": "Maleme"}, {"move": "move", "stay": "stay"}])
def test_m_tells_more_and_never_answers(monkeypatch, options):
    given, said = typed_at(monkeypatch, options, "m")
    assert given == []
    assert sum("What next?" in line for line in said) == 2
    if options is ORDERS:
        assert said.count("   4  a hex changes (hex)") == 1


@pytest.mark.parametrize(("options", "taken"), [({"yes": "yes", "no": "it is not"}, ["n"]), (ORDERS, [])])
def test_n_is_no_and_never_nothing_more(monkeypatch, options, taken):
    assert typed_at(monkeypatch, options, "n")[0] == taken


def test_units_that_have_a_name_are_shown_by_it():
    lines = [line.text for line in item_lines(planes(), {}, False, told)]
    assert [line.replace("\u00a0", " ") for line in lines] == [
        "Ju 52 I (Tpt), rating (0): 0 to 1 [0]",
        "Ju 52 II (Tpt), rating (0): 0 to 1 [0]",
        "a Hurricane (raf): 0 to 1 [0]",
    ]
    assert how_to_count(planes(), told) == "0 to 3 in all; such as 1 Ju 52 I, all, none"
    assert "Ju 52 I (Tpt), rating (0) (kgzbv-1)" in item_lines(planes(), {}, False, told, ids=True)[0].text


@pytest.mark.parametrize(("line", "unit"), [("1 Ju 52 I", "kgzbv-1"), ("ju 52 ii", "kgzbv-2"), ("kgzbv-1", "kgzbv-1")])
def test_a_name_that_begins_another_is_understood(line, unit):
    assert read_whole(planes(), line) == {unit: 1}
