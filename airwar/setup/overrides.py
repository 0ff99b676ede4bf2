"""What-ifs without a file: a scenario with some of its values set, and with other policies."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from airwar.choices.grammar import read_script
from airwar.choices.script import Entry
from airwar.engine.frozen import dataclass
from airwar.engine.words import closest, did_you_mean, shown, some_of
from airwar.errors import AirwarError, BadScenario
from airwar.rulesets.ruleset import AnyRuleset
from airwar.scenario.edit import Set, as_item, edited, known_keys, takes_new_keys
from airwar.scenario.problems import Map, Node, Scalar, Seq, fields_of
from airwar.scenario.reader import beside, file_text, named_file, read_text
from airwar.setup.loading import Scenario, Source, playable, read_source

_MOST_TOGETHER = 20  # the most values that may vary together
TYPED = "--policy"  # stands in for the file name of a policy typed on the command line


class BadSetting(AirwarError):
    """A malformed setting, or one for something that the scenario does not have."""

    exit_code = 2


@dataclass(frozen=True)
class Variable:
    """A value of a scenario, and the values it takes in turn."""

    name: str  # as it was typed: units.fliegerkorps-ii.count
    paths: tuple[tuple[str, ...], ...]  # several are set to the same value
    values: tuple[str, ...]


def setting(text: str) -> Set:
    """Parses a setting such as `units.fliegerkorps-ii.count=6`."""
    path, equals, value = text.partition("=")
    if not equals or not value.strip() or not all(path.strip().split(".")):
        raise BadSetting(f"{text!r} is not a setting; write it like units.fliegerkorps-ii.count=6")
    return Set(tuple(path.strip().split(".")), value.strip())


def variable(text: str) -> Variable:
    """Parses `units.fliegerkorps-ii.count=2..12`, or `=2,4,8`, or `=2..12/2` for every other number.

    Several values that change together are joined by +: `units.fliegerkorps-ii.count+counterair.1.with.fliegerkorps-ii=2..12`.
    """
    names, equals, span_text = text.partition("=")
    if not equals:
        raise BadSetting(f"{shown(text)} has no values; write it like units.fliegerkorps-ii.count=2..12")
    if names.count("+") >= _MOST_TOGETHER:
        raise BadSetting(f"{shown(text)} changes too many values together; expected at most {_MOST_TOGETHER}")
    every = [setting(f"{name}={span_text}") for name in names.split("+")]
    typed = every[0]
    span = re.fullmatch(r"(\d{1,6})\.\.(\d{1,6})(?:/(\d{1,6}))?", typed.value)
    if span:
        first, last, step = int(span[1]), int(span[2]), int(span[3] or 1)
        if last < first or not step:
            raise BadSetting(f"{text!r}: expected a range from low to high, such as 2..12")
        values: Sequence[str] = [str(number) for number in range(first, last + 1, step)]
    else:
        values = [value.strip() for value in typed.value.split(",") if value.strip()]
    return Variable(names.strip(), tuple(one.path for one in every), tuple(values))


def policy_texts(policies: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """The policies of a command line, typed as KEY=ANSWER or in files: each as text in the format of `choices`, with its source."""
    texts = []
    for policy in policies:
        key, equals, answer = policy.partition("=")
        if os.path.isfile(policy):  # unlike Path.is_file, never raises
            texts.append((file_text(Path(policy)), policy))
        elif equals and key.strip() and answer.strip():
            texts.append((policy_text(key.strip(), answer), f"{TYPED} {policy}"))
        else:
            raise BadSetting(f"--policy {policy!r} is neither KEY=ANSWER nor the name of a file")
    return tuple(texts)


def policy_text(key: str, answer: str) -> str:
    """A policy in the format of `choices`."""
    return f"{json.dumps(key)}: {answer}\n"


def read_policies(policies: Iterable[str], ruleset: AnyRuleset) -> tuple[Entry, ...]:
    """The policies of a command line: typed as KEY=ANSWER, or from files in the format of `choices`."""
    return entries_of(policy_texts(policies), ruleset)


def entries_of(texts: Iterable[tuple[str, str]], ruleset: AnyRuleset) -> tuple[Entry, ...]:
    return tuple(entry for text, name in texts for entry in read_script(text, name, ruleset.questions).entries)


def with_policies_typed(scenario: Scenario, policies: Iterable[str]) -> Scenario:
    """The scenario with policies ahead of its own choices. They cannot fix dice: a log would not show that."""
    return _with_entries(scenario, read_policies(policies, scenario.ruleset))


def _with_entries(scenario: Scenario, further: tuple[Entry, ...]) -> Scenario:
    if any(entry.has_dice for entry in further):
        raise BadSetting("--policy answers decisions; dice are fixed in the scenario's choices")
    return replace(scenario, script=scenario.script.afresh([*further, *scenario.script.entries])) if further else scenario


def with_settings(name: str, settings: Iterable[str | Set]) -> Scenario:
    """A scenario with these values set, checked like any file. Its text, and so its log, holds them."""
    return edited_source(name, settings).playable()


def edited_source(name: str, settings: Iterable[str | Set]) -> Source:
    source, wanted = read_source(name), [setting(one) if isinstance(one, str) else one for one in settings]
    return source.edited(edited_text(source.text, wanted)) if wanted else source


class ScenarioAsText(NamedTuple):
    """The exact text of a scenario, its chart file and its policies, to be set up in another process or on another machine."""

    name: str
    place: str  # the file, as messages name it
    text: str
    files: tuple[tuple[str, str], ...] = ()
    policies: tuple[tuple[str, str], ...] = ()  # the text of each, and where it comes from

    @classmethod
    def of(cls, scenario: Scenario) -> ScenarioAsText:
        """A scenario as it was read."""
        return cls(scenario.name, scenario.name, scenario.text, tuple(scenario.files.items()))

    def scenario(self) -> Scenario:
        """The scenario, set up."""
        root = read_text(self.text, self.place)
        loaded = playable(self.text, root, self.name, self.place, dict(self.files).get)
        return _with_entries(loaded, entries_of(self.policies, loaded.ruleset))


def as_text(name: str, settings: Iterable[str | Set] = (), policies: Iterable[str] = ()) -> ScenarioAsText:
    """A scenario as it is now, with some values set and policies before its own choices."""
    return text_of(edited_source(name, settings), policy_texts(policies))


def text_of(source: Source, policies: tuple[tuple[str, str], ...] = ()) -> ScenarioAsText:
    """The exact text of a scenario and its chart file; nothing is checked yet."""
    named = named_file(source.root)
    text = None if named is None else beside(source.path)(named)
    files = () if named is None or text is None else ((named, text),)
    return ScenarioAsText(source.path.name, str(source.path), source.text, files, policies)


def edited_text(text: str, settings: Iterable[Set]) -> str:
    """The text with the settings applied. Each must name something in the text, or a new key for something in it.

    An option can be set in a scenario that sets none.
    """
    settings = tuple(settings)
    if any(one.path[0] == "options" for one in settings) and "options" not in known_keys(text, ()):
        text = edited(text, [Set(("options",), "{}")])
    for one in settings:
        _check_path(text, one)
        _check_written(one)
    return edited(text, settings)


def _check_path(text: str, one: Set) -> None:
    """Refuses a setting whose place the scenario does not have."""
    for depth in range(len(one.path)):
        known = known_keys(text, one.path[:depth])
        added = depth == len(one.path) - 1 and takes_new_keys(text, one.path[:depth])
        if one.path[depth] not in known and not added:
            place = ".".join(one.path[:depth]) or "the scenario"
            there_is = f"; there is {some_of(known)}" if known else ""
            meant = did_you_mean(closest(one.path[depth], known)) or there_is
            raise BadSetting(f"{place} has no {one.path[depth]!r}{meant}")


def _check_written(one: Set) -> None:
    """Refuses a key or a value that no scenario could contain."""
    for text in (json.dumps(one.path[-1], ensure_ascii=False), one.value):
        try:
            read_text(as_item(text), "")
        except BadScenario as bad:
            raise BadSetting(f"{'.'.join(one.path)}={shown(one.value)}: {bad.problems[0].text}") from None


# orders that stay fixed while a unit varies


def fixed_orders(text: str, variable_: Variable) -> list[str]:
    """The paths where orders send a fixed number of a unit whose count varies, and that do not vary with it."""
    units = {path[1] for path in variable_.paths if len(path) == 3 and path[0] == "units" and path[2] == "count"}
    root = read_text(text, "")
    found = []
    for key, value in fields_of(root).items():
        if key not in ("units", "distances"):
            found += [path for path in _numbered(value, (key,)) if path[-1] in units and path not in variable_.paths]
    return [".".join(path) for path in found]


def _numbered(node: Node, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The paths of all whole numbers below a node; items of a list are numbered from 1."""
    if isinstance(node, Map):
        for key, value in node.pairs:
            yield from _numbered(value, (*path, key.text))
    elif isinstance(node, Seq):
        for at, value in enumerate(node.items, 1):
            yield from _numbered(value, (*path, str(at)))
    elif isinstance(node, Scalar) and node.text.isdecimal():
        yield path
