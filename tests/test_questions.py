"""Every question of every shipped scenario says what it is about, in a sentence, and its options are labeled in words."""

import ast
import re
from pathlib import Path

import pytest
from support import SHIPPED

import airwar.rulesets
from airwar.answers.chance import AnyLegal
from airwar.battle.battle import begin
from airwar.engine.referee import Choice, Fact
from airwar.engine.words import one_line
from airwar.setup.loading import load_scenario

SHORTEST, LONGEST = 20, 300
ONE_OF_MANY = re.compile(r"\b1 (\w+s)\b")
SINGULAR = {"loss", "is", "has", "Axis"}  # that may follow a 1 although they end in s
ID = re.compile(r"(?<![\w-])[a-z0-9]+(?:-[a-z0-9]+)+(?![\w-])")
HYPHENATED = {"anti-aircraft"}  # words that are no ids


def faults(text):
    """What is wrong with the sentence of a question."""
    if not SHORTEST <= len(text) <= LONGEST:
        yield f"{len(text)} characters"
    if one_line(text) != text:
        yield "more than a line of printable text"
    if text[-1:] not in (".", "?"):
        yield "no punctuation at its end"
    if "None" in text or "  " in text or ".." in text:
        yield "a gap in the sentence"
    yield from (f"1 {word}" for word in ONE_OF_MANY.findall(text) if word not in SINGULAR)
    yield from (f"an id: {word}" for word in ID.findall(text) if word not in HYPHENATED)


def bare_options(question):
    """Options and units that are shown by an id with hyphens only."""
    labels = (
        question.options if isinstance(question, Choice) else {name: question.labels.get(name, name) for name in question.items}
    )
    return [name for name, label in labels.items() if label == name and "-" in name]


class Reader(AnyLegal):
    """Plays at random, and reads every question."""

    def __init__(self, seed):
        super().__init__(seed)
        self.faults = []

    def choice(self, question):
        if not isinstance(question, Fact):
            assert question.about is not None, f"{question.key} does not say what it is about"
            text = question.about()
            self.faults += [f"{question.key}: {fault}: {text}" for fault in faults(text)]
            self.faults += [f"{question.key}: no label for {name}" for name in bare_options(question)]
        return super().choice(question)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_question_says_what_it_is_about(path):
    scenario = load_scenario(str(path))
    for seed in range(3000, 3003):
        reader = Reader(seed)
        begin(scenario, None, seed).walk(reader).run()
        assert reader.faults == []


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
