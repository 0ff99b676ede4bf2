"""From YAML to a script: reads `choices`, and reports every entry that makes no sense."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import field, replace
from difflib import get_close_matches
from fnmatch import fnmatchcase
from typing import Any

from airwar.choices.conditions import Condition
from airwar.choices.patterns import can_match, overlap
from airwar.choices.script import EXPECTED, Answer, Entry, Script, Stance, meant_policy, misspelled, policy_named
from airwar.engine.frozen import dataclass
from airwar.engine.words import did_you_mean, shown, some_of
from airwar.scenario.problems import SURELY, Map, Mark, Node, Problems, Scalar, Seq
from airwar.scenario.reader import read_text
from airwar.scenario.shape import UNSOUND, Anything, Either, ListOf, MapOf, Section, Text, Whole

MOST_STARS = 12  # the most stars in a pattern; decision ids have fewer parts
_ENTRIES = MapOf(Text(max_length=200), Anything())
_ONE_ENTRY = MapOf(Text(max_length=200), Anything(), minimum=1, maximum=1, wanted="one decision per list entry")
CHOICES = Either(_ENTRIES, ListOf(_ONE_ENTRY))
_COUNT = Whole(0, 10_000)
_PARTS = ("when", "then", "else")  # of an entry with a condition
_NEEDED = {"when": "a condition such as own.factors < 3", "then": "the answer to give when the condition holds"}


@dataclass(frozen=True)
class Questions:
    """What a game may ask: its decisions and rolls, by id without battle and round, and which are stay-or-leave decisions."""

    decisions: Mapping[str, str] = field(default_factory=dict)
    rolls: Mapping[str, str] = field(default_factory=dict)
    stances: Mapping[str, Stance] = field(default_factory=dict)
    ruleset: str = ""  # the id of the ruleset that asks these


def read_script(text: str, name: str, questions: Questions) -> Script:
    """Reads a script from a file of its own, in the format of `choices`."""
    problems = Problems(name)
    script = script_of(CHOICES.check(read_text(text, name), problems), name, questions, problems)
    problems.raise_if_any()
    return replace(script, entries=tuple(replace(entry, file=name) for entry in script.entries))


def script_of(choices: Any, file: str, questions: Questions, problems: Problems) -> Script:
    """The script of a scenario, from its checked `choices`."""
    entries = (_entry_of(pattern, node, mark, questions, problems) for pattern, node, mark in _lines(choices))
    return Script(tuple(entry for entry in entries if entry is not None), file, questions.stances)


def _lines(choices: Any) -> Iterator[tuple[str, Node, Mark]]:
    """Pattern, answer and place of each entry, of a mapping or of a list of mappings."""
    for section in [choices] if isinstance(choices, Section) else choices or ():
        for pattern, node in section.items():
            yield pattern, node, section.at(pattern)


def _entry_of(pattern: str, node: Node, mark: Mark, questions: Questions, problems: Problems) -> Entry | None:
    """One entry; None if it makes no sense, which is reported."""
    if pattern.count("*") > MOST_STARS:
        problems.add(mark, f"{shown(pattern)} has {pattern.count('*')} stars; expected at most {MOST_STARS}")
        return None
    if not can_match(pattern, (*questions.decisions, *questions.rolls)):
        meant = did_you_mean(meant_id(pattern, questions, problems))
        problems.add(mark, f"{shown(pattern)} matches no decision{meant or known_ids(questions)}")
        return None
    if meant_ending := misspelled_ending(pattern, questions, problems.declared_ids()):
        problems.add(mark, f"{shown(pattern)} matches no decision{did_you_mean(meant_ending)}")
        return None
    entry = _conditional(pattern, node, problems) if is_conditional(node, problems) else _unconditional(pattern, node, problems)
    wrong = entry and _misused_policy(entry, questions)
    if wrong:
        problems.add(mark, wrong)
        return None
    return entry and replace(entry, line=mark.line, column=mark.column)


def meant_id(pattern: str, questions: Questions, problems: Problems) -> str | None:
    """The decision that a pattern was probably meant for, after what the pattern has before it: `*.attacker.disengage`."""
    parts = pattern.split(".")
    named = [part for part in parts if part != "*"]
    known: dict[int, list[str]] = {}
    for id_ in questions.decisions:
        known.setdefault(id_.count(".") + 1, []).append(id_)
    for length in sorted(known, key=lambda length: (length != len(named), -length)):
        meant = problems.similar(".".join(parts[-length:]), known[length])
        if meant:
            before = parts[:-length]
            if not before and parts[0] == "*" and not meant.startswith("*"):
                before = ["*"]  # the battle
            return ".".join([*before, meant])
    return None


def known_ids(questions: Questions) -> str:
    """The first few decisions, and where the others are listed."""
    if not questions.decisions:
        return ""
    listed = f"; airwar fields {questions.ruleset} choices lists them" if questions.ruleset else ""
    return f"; there are {some_of(questions.decisions)}{listed}"


def misspelled_ending(pattern: str, questions: Questions, names: Collection[str]) -> str | None:
    """What was meant by a pattern that only the * of an id such as `attack.*` can match, and that ends almost in a known word.

    Such a * stands for a name of the scenario. Without the names, nobody can tell.
    """
    before, _, last = pattern.rpartition(".")
    endings = {id_.rpartition(".")[2] for id_ in (*questions.decisions, *questions.rolls)}
    if not names or not before or last in names or last in endings or any(wild in last for wild in "*?["):
        return None
    if any(fnmatchcase(last, ending) for ending in endings if ending.strip("*")):
        return None  # support-* is meant for names like support-8
    near = get_close_matches(last, [ending for ending in endings if "*" not in ending], 1, SURELY)
    return f"{before}.{near[0]}" if near else None


def is_conditional(node: Node, problems: Problems) -> bool:
    """Whether an answer has a condition, or was meant to: one of its keys is nearly `when`, `then` or `else`."""
    if not isinstance(node, Map) or all(isinstance(value, Scalar) and value.text.isdecimal() for _, value in node.pairs):
        return False
    return any(key.text in _PARTS or problems.similar(key.text, _PARTS) for key, _ in node.pairs)


def _unconditional(pattern: str, node: Node, problems: Problems) -> Entry | None:
    answer = _answer_of(node, problems)
    return None if answer is None else Entry(pattern, answer)


def _conditional(pattern: str, node: Node, problems: Problems) -> Entry | None:
    """An entry of the form {when: condition, then: answer, else: answer}."""
    assert isinstance(node, Map)
    parts = {key.text: value for key, value in node.pairs}
    strays = [key for key, _ in node.pairs if key.text not in _PARTS]
    absent = [part for part in _PARTS if part not in parts]
    for key in strays:
        meant = problems.similar(key.text, absent)
        absent = [part for part in absent if part != meant]
        problems.add(key.mark, f"unknown key {shown(key.text)}; expected when, then and perhaps else{did_you_mean(meant)}")
    for part in absent:
        if part in _NEEDED:
            problems.add(node.mark, f"key {part!r} is missing; expected {_NEEDED[part]}")
    if strays or not parts.keys() >= _NEEDED.keys():
        return None
    condition = _condition_of(parts["when"], problems)
    then = _answer_of(parts["then"], problems)
    otherwise = _answer_of(parts["else"], problems) if "else" in parts else None
    if condition is None or then is None or (otherwise is None and "else" in parts):
        return None
    return Entry(pattern, then, condition, otherwise)


def _condition_of(node: Node, problems: Problems) -> Condition | None:
    if not isinstance(node, Scalar):
        problems.add(node.mark, "a condition is text, such as own.factors < 3")
        return None
    try:
        return Condition.parse(node.text)
    except ValueError as error:
        problems.add(node.mark, str(error))
        return None


def _answer_of(node: Node, problems: Problems) -> Answer | None:
    """An answer as the player wrote it: a word, faces of dice, or how many of each."""
    if isinstance(node, Scalar):
        return node.text
    values = node.items if isinstance(node, Seq) else [value for _, value in node.pairs]
    numbers = [_COUNT.check(value, problems) for value in values]
    if UNSOUND in numbers:
        return None
    return numbers if isinstance(node, Seq) else dict(zip([key.text for key, _ in node.pairs], numbers, strict=True))


def _misused_policy(entry: Entry, questions: Questions) -> str | None:
    """What is wrong with an entry that misspells a policy, or gives one to a decision that is not about leaving."""
    words = [answer for answer in entry.answers if isinstance(answer, str)]
    for word in words:
        if misspelled(word):
            return f"{shown(word)} is not a policy; expected {EXPECTED}{did_you_mean(meant_policy(word))}"
    leaves = any(word != "stay" and policy_named(word) for word in words)
    if leaves and not any(overlap(entry.pattern, f"*{id_}") for id_ in questions.stances):
        known = f"expected one of {some_of(questions.stances)}" if questions.stances else "this game has none"
        return f"{entry}: a policy answers stay-or-leave decisions only; {known}"
    return None
