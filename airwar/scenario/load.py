"""From a file to a battle: reads the YAML, finds the ruleset, checks everything, and sets up the first position."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from airwar import rulesets
from airwar.answers.script import Condition, Entry, Script, is_policy
from airwar.engine.referee import Next
from airwar.engine.ruleset import Option, Ruleset
from airwar.errors import BadScenario, NoSuchFile
from airwar.scenario.nodes import Map, Mark, Node, Scalar, Seq
from airwar.scenario.problems import Problems, did_you_mean, shown
from airwar.scenario.reader import read_file, read_text
from airwar.scenario.shape import UNSOUND, Anything, Field, MapOf, OneOf, Record, Section, Text, Whole
from airwar.scenario.shared import Finder, beside, with_chart_file

FORMAT = 1


@dataclass(frozen=True)
class Scenario:
    """A scenario that can be played."""

    name: str
    title: str
    text: str
    ruleset: Ruleset
    start: Next
    script: Script
    files: Mapping[str, str] = field(default_factory=dict)  # the text of the chart file that it names


def shape_of(ruleset: Ruleset) -> Record:
    """All that a scenario of this ruleset may say."""
    values = defaults(ruleset)
    options = {
        name: Field(option_shape(option), default=values[name], help=option.help) for name, option in ruleset.options.items()
    }
    common = {
        "airwar": Field(Whole(FORMAT, FORMAT), required=True, help="the format of this file: 1"),
        "ruleset": Field(OneOf((ruleset.id,)), required=True, help="the rule system"),
        "title": Field(Text(max_length=120), required=True, help="what the battle is called"),
        "options": Field(Record(options), help="named rulings on what the rules leave open"),
    }
    choices = Field(MapOf(Text(max_length=200), Anything()), help="answers by decision id, * for any part; first match wins")
    return Record({**common, **ruleset.fields, "choices": choices}, partial=True)


def option_shape(option: Option) -> Any:
    return Whole(0, 1_000_000) if option.whole else OneOf(option.values)


def find(name: str) -> Path:
    """A scenario by path, or a shipped one by name."""
    path = Path(name)
    if os.path.exists(path):  # where Path.exists would raise, os.path says no
        return path
    wanted = path.name.removesuffix(".yaml")
    known = {shipped.stem: shipped for shipped in shipped_scenarios()}
    if wanted in known and path.parent == Path("."):
        return known[wanted]
    from difflib import get_close_matches

    near = get_close_matches(wanted, known, 1)
    hint = did_you_mean(near[0]) if near else "; airwar run --list names those that come with airwar"
    raise NoSuchFile(f"no such scenario: {name}{hint}")


def shipped_scenarios() -> list[Path]:
    """Every scenario that comes with airwar, in the order of their rulesets."""
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "scenarios", package.parent / "scenarios"):
        if folder.is_dir():
            return sorted(folder.glob("*/*.yaml"))
    return []


def load_scenario(name: str) -> Scenario:
    """Reads and checks a scenario."""
    path = find(name)
    text, root = read_file(path)
    return understood(text, root, path.name, str(path), beside(path))


def parse_scenario(text: str, name: str, files: Mapping[str, str] | None = None) -> Scenario:
    """Checks a scenario that is at hand as text, with the file that it names, as a log holds them."""
    return understood(text, read_text(text, name), name, name, (files or {}).get)


def understood(text: str, root: Node, name: str, file: str, find: Finder) -> Scenario:
    """Checks a scenario and sets it up; every problem is reported at once."""
    problems = Problems(file)
    ruleset = ruleset_named(root, problems)
    files: Mapping[str, str] = {}
    if "charts" in ruleset.fields:
        root, files = with_chart_file(root, ruleset.fields["charts"].shape, find, problems)
    document = shape_of(ruleset).check(root, problems)
    problems.check_references()
    if document is UNSOUND:
        problems.raise_if_any()
    options = defaults(ruleset)
    options.update(document["options"] or {})
    document["options"] = options
    script = Script(tuple(entries(document["choices"] or Section(root.mark), ruleset, problems)), file, ruleset.stances)
    start = None
    if all(document[name] is not UNSOUND for name in ruleset.fields):
        try:
            start = ruleset.setup(document, problems)
        except (LookupError, AttributeError, TypeError, ValueError, AssertionError):
            if not len(problems):
                raise  # else what is wrong with the file kept the rest from being looked at
    problems.raise_if_any()
    assert start is not None
    return Scenario(name, document["title"], text, ruleset, start, script, files)


def defaults(ruleset: Ruleset) -> dict[str, Any]:
    return {name: int(option.default) if option.whole else option.default for name, option in ruleset.options.items()}


def ruleset_named(root: Node, problems: Problems) -> Ruleset:
    """The ruleset that the file names; without one nothing else can be checked."""
    if not isinstance(root, Map):
        problems.add(root.mark, "a scenario is a mapping of keys to values; expected airwar, ruleset, title and so on")
        problems.raise_if_any()
    assert isinstance(root, Map)
    for key, value in root.pairs:
        if key.text == "ruleset" and isinstance(value, Scalar):
            if value.text in rulesets.ids():
                return rulesets.load(value.text)
            meant = problems.similar(value.text, rulesets.ids())
            known = ", ".join(rulesets.ids())
            problems.add(value.mark, f"no such ruleset {shown(value.text)}; expected one of {known}{did_you_mean(meant)}")
            problems.raise_if_any()
    problems.add(root.mark, f"key 'ruleset' is missing; expected one of {', '.join(rulesets.ids())}")
    raise BadScenario(problems.sorted())


# choices


def entries(choices: Section, ruleset: Ruleset, problems: Problems) -> list[Entry]:
    """The script of a scenario, line by line."""
    found = []
    for pattern, node in choices.items():
        mark = choices.at(pattern)
        if not can_answer(pattern, (*ruleset.decisions, *ruleset.rolls)):
            meant = problems.similar(pattern.split(".")[-1], [known.split(".")[-1] for known in ruleset.decisions])
            known = ", ".join(ruleset.decisions)
            problems.add(mark, f"{shown(pattern)} can answer nothing; the decisions are {known}{did_you_mean(meant)}")
            continue
        entry = entry_of(pattern, node, problems)
        if entry is not None and out_of_place(entry, ruleset):
            stances = ", ".join(ruleset.stances) or f"{ruleset.id} has none"
            problems.add(mark, f"{entry.shown}: that answers decisions to stay or to leave only; expected one of {stances}")
        elif entry is not None:
            found.append(replace(entry, line=mark.line, column=mark.column))
    return found


def out_of_place(entry: Entry, ruleset: Ruleset) -> bool:
    """Whether it names a policy of leaving where nobody may leave."""
    leaving = any(is_policy(said) and said != "stay" for said in (entry.answer, entry.otherwise))
    return leaving and not any(could_meet(entry.pattern, f"*{stance}") for stance in ruleset.stances)


def script_from(text: str, name: str, ruleset: Ruleset) -> Script:
    """A script from a file of its own: the same lines as under `choices`."""
    problems = Problems(name)
    choices = MapOf(Text(max_length=200), Anything()).check(read_text(text, name), problems)
    found = [] if choices is UNSOUND else entries(choices, ruleset, problems)
    problems.raise_if_any()
    return Script(tuple(replace(entry, file=name) for entry in found), name, ruleset.stances)


def entry_of(pattern: str, node: Node, problems: Problems) -> Entry | None:
    """One line of the script: an answer, a number of each, faces, or an answer under a condition."""
    if isinstance(node, Map) and any(key.text == "when" for key, _ in node.pairs):
        return conditional(pattern, node, problems)
    answer = answer_of(node, problems)
    return None if answer is UNSOUND else Entry(pattern, answer)


def conditional(pattern: str, node: Map, problems: Problems) -> Entry | None:
    parts = {key.text: value for key, value in node.pairs}
    stray = [key for key, _ in node.pairs if key.text not in ("when", "then", "else")]
    for key in stray:
        problems.add(key.mark, f"unknown key {shown(key.text)}; expected when, then and, if need be, else")
    if "then" not in parts:
        problems.add(node.mark, "key 'then' is missing; expected the answer that is given when the condition holds")
    when = parts["when"]
    if stray or "then" not in parts:
        return None
    if not isinstance(when, Scalar):
        problems.add(when.mark, "a condition is text, such as own.factors < 3")
        return None
    try:
        condition = Condition.parsed(when.text)
    except ValueError as error:
        problems.add(when.mark, str(error))
        return None
    then = answer_of(parts["then"], problems)
    otherwise = answer_of(parts["else"], problems) if "else" in parts else None
    return None if UNSOUND in (then, otherwise) else Entry(pattern, then, condition, otherwise)


def answer_of(node: Node, problems: Problems) -> Any:
    """An answer as the script says it: a word, faces of dice, or a number of each."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Seq):
        return whole_numbers([(item, item.mark) for item in node.items], problems)
    numbers = whole_numbers([(value, value.mark) for _, value in node.pairs], problems)
    return UNSOUND if numbers is UNSOUND else dict(zip([key.text for key, _ in node.pairs], numbers, strict=True))


def whole_numbers(nodes: list[tuple[Node, Mark]], problems: Problems) -> Any:
    numbers = [Whole(0, 10_000).check(node, problems) for node, _ in nodes]
    return UNSOUND if UNSOUND in numbers else numbers


def can_answer(pattern: str, ids: tuple[str, ...]) -> bool:
    """Whether a pattern fits any of these ids, before which a battle and a round may stand.

    Where it names the word that an id begins with (attacker, say), the rest must fit from there on: otherwise the * at the end
    of some other id would swallow every slip of the pen.
    """
    begins = {known.partition(".")[0] for known in ids} - {"*"}
    parts = pattern.split(".")
    tails = [".".join(parts[at:]) for at, part in enumerate(parts) if part in begins]
    if tails:
        return any(could_meet(tail, known) for tail in tails for known in ids)
    return any(could_meet(pattern, f"*{known}") for known in ids)


def could_meet(one: str, other: str) -> bool:
    """Whether any id matches both patterns."""
    reach = {(0, 0)}
    seen: set[tuple[int, int]] = set()
    while reach:
        a, b = reach.pop()
        if (a, b) in seen:
            continue
        seen.add((a, b))
        if a == len(one) and b == len(other):
            return True
        left, right = one[a : a + 1], other[b : b + 1]
        if left == "*":
            reach |= {(a + 1, b)} | ({(a, b + 1)} if right else set())
        if right == "*":
            reach |= {(a, b + 1)} | ({(a + 1, b)} if left else set())
        if left and right and "*" not in (left, right) and (left == right or "?" in (left, right)):
            reach.add((a + 1, b + 1))
    return False
