"""No question is asked without saying what it is about, and a bad sentence is found; test_random_play.py reads all of them."""

import ast
from pathlib import Path

import pytest
from sentences import faults

import airwar.rulesets


def questions_in(tree):
    """The calls in a module that ask a question: `ref.choose(...)` and `ref.allot(...)`."""
    for node in ast.walk(tree):
        asks = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("choose", "allot")
        if asks and isinstance(node.func.value, ast.Name) and node.func.value.id == "ref":
            yield node


def test_no_question_is_asked_without_saying_what_it_is_about():
    silent, found = [], 0
    for path in Path(airwar.rulesets.__file__).parent.rglob("*.py"):
        for call in questions_in(ast.parse(path.read_text(encoding="utf-8"))):
            found += 1
            if "about" not in {keyword.arg for keyword in call.keywords}:
                silent.append(f"{path.name}:{call.lineno}")
    assert found > 100
    assert silent == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Too short.", "10 characters"),
        ("Axis: 5 German AAF ready at 2 bases", "no punctuation at its end"),
        ("Axis: None German AAF ready at 2 bases.", "a gap in the sentence"),
        ("Axis: 1 interceptors ready at 2 bases.", "1 interceptors"),
        ("Axis: 5 German AAF ready at espiritu-santo.", "an id: espiritu-santo"),
        ("Axis: 5 German AAF\nready at 2 bases.", "more than a line of printable text"),
    ],
)
def test_a_bad_sentence_is_found(text, fault):
    assert list(faults(text)) == [fault]


def test_a_good_sentence_has_no_faults():
    assert list(faults("Over Brest-Litovsk: 1 C-47 and 1 anti-aircraft gun; 1 loss to take, 1 of 25 points buys nothing.")) == []
