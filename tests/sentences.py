"""What a question says: a sentence, about something, with options that are labeled in words."""

import re

from airwar.engine.questions import Choice, Fact
from airwar.engine.words import one_line

SHORTEST, LONGEST = 12, 300
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


def faults_of(question):
    """What is wrong with the words of a question."""
    if isinstance(question, Fact):
        return
    assert question.about is not None, f"{question.key} does not say what it is about"
    text = question.about()
    yield from (f"{question.key}: {fault}: {text}" for fault in faults(text))
    yield from (f"{question.key}: no label for {name}" for name in bare_options(question))
