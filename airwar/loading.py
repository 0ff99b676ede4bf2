"""From a file to a battle: reads the YAML, finds the ruleset, checks everything, and sets up the first position."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from airwar import rulesets
from airwar.choices.grammar import CHOICES, script_of
from airwar.choices.script import Script
from airwar.engine.memory import Memory
from airwar.engine.moves import Then
from airwar.engine.records import LONGEST_NAME, ScenarioText
from airwar.engine.words import id_of, one_line
from airwar.errors import BadScenario, NoSuchFile, Problem
from airwar.rulesets.ruleset import AnyRuleset, Option
from airwar.scenario.chart_files import Finder, beside, with_chart_file
from airwar.scenario.nodes import Map, Node, Scalar
from airwar.scenario.problems import Problems, did_you_mean, shown
from airwar.scenario.reader import read_file, read_text
from airwar.scenario.shape import UNSOUND, Field, OneOf, Record, Section, Shape, Text, Whole

FORMAT = 1
GAPS = (LookupError, ValueError, AssertionError)  # what setup may raise if parts of a file could not be read


@dataclass(frozen=True)
class Scenario:
    """A scenario that can be played."""

    name: str
    title: str
    text: str
    ruleset: AnyRuleset
    start: Then[Any]
    script: Script
    files: Mapping[str, str] = field(default_factory=dict)  # the text of the chart file that it names
    notes: Sequence[Problem] = ()  # what the player should know, though nothing is wrong
    memory: Memory = field(default_factory=Memory, compare=False, repr=False)  # what its steps did in earlier walks

    @cached_property
    def word_for_word(self) -> ScenarioText:
        """The scenario as the header of a log holds it."""
        return ScenarioText(one_line(one_line(self.name)[:LONGEST_NAME]), self.text, dict(self.files) or None)

    def party(self, by: str) -> str:
        """The side that somebody who decides belongs to."""
        side: str = self.ruleset.party(self.start.state, by)
        return side

    @cached_property
    def sides(self) -> list[str]:
        """Who fights, as people type it: the sides that have units, and what the rules call them."""
        fighting = [tally.side for tally in self.ruleset.tally(self.start.state)]
        parties = [*fighting, *map(self.party, fighting)]
        called = [name for name in ("attacker", "defender") if self.party(name) in parties]
        return list(dict.fromkeys(map(id_of, [*parties, *called])))

    def knows(self, side: str) -> bool:
        """Whether anybody of this name may be asked something."""
        return id_of(side) in (*self.sides, "referee", *(key.split(".")[0] for key in self.ruleset.decisions))


def find(name: str) -> Path:
    """A scenario by path, or a shipped one by name."""
    path = Path(name)
    if os.path.exists(path):  # unlike Path.exists, never raises
        return path
    wanted = path.name.removesuffix(".yaml")
    known = {shipped.stem: shipped for shipped in shipped_scenarios()}
    if wanted in known and path.parent == Path("."):
        return known[wanted]
    near = get_close_matches(wanted, known, 1)
    hint = did_you_mean(near[0]) if near else "; airwar run --list names the shipped ones"
    raise NoSuchFile(f"no such scenario: {name}{hint}")


def shipped_scenarios() -> list[Path]:
    """Every scenario that comes with airwar, by ruleset."""
    package = Path(__file__).resolve().parent
    for folder in (package / "scenarios", package.parent / "scenarios"):
        if folder.is_dir():
            return sorted(folder.glob("*/*.yaml"))
    return []


def load_scenario(name: str) -> Scenario:
    """Reads and checks a scenario."""
    path = find(name)
    text, root = read_file(path)
    return playable(text, root, path.name, str(path), beside(path))


def parse_scenario(
    text: str,
    name: str,
    files: Mapping[str, str] | None = None,
    options: Mapping[str, str | int] | None = None,
) -> Scenario:
    """Checks a scenario given as text, with the chart file that it names, as a log holds them; perhaps with other options."""
    return playable(text, read_text(text, name), name, name, (files or {}).get, options or {})


def playable(
    text: str,
    root: Node,
    name: str,
    file: str,
    find: Finder,
    options: Mapping[str, str | int] = MappingProxyType({}),
) -> Scenario:
    """Checks a scenario and sets it up. Reports every problem at once."""
    problems = Problems(file)
    ruleset = ruleset_named(root, problems)
    files: Mapping[str, str] = {}
    if "charts" in ruleset.fields:
        root, files = with_chart_file(root, ruleset.fields["charts"].shape, find, problems)
    document = shape_of(ruleset).check(root, problems)
    dangling = problems.check_references()
    if document is UNSOUND:
        problems.raise_if_any()
    if isinstance(document.get("charts"), str):
        document["charts"] = UNSOUND  # a chart file under a misspelled key, which is reported; it has not been read
    document["options"] = defaults(ruleset) | (document["options"] or {}) | dict(options)
    script = script_of(document["choices"], file, ruleset.questions, problems)
    start = set_up(ruleset, document, problems, has_gaps=bool(dangling or document.flawed.intersection(ruleset.fields)))
    problems.raise_if_any()
    assert start is not None, f"{ruleset.id}: setup reports no problem and gives no start"
    return Scenario(name, document["title"], text, ruleset, start, script, files, problems.notes())


def set_up(ruleset: AnyRuleset, document: Section, problems: Problems, has_gaps: bool) -> Then[Any] | None:
    """The first position, or None if the file does not say enough.

    If parts of the file could not be read, `setup` still runs, to find as many problems as possible at once. It may then
    miss something that an unreadable part would have declared: that ends the search, and the report says so. Any other
    exception is a bug in the ruleset, and is not caught.
    """
    if any(document[name] is UNSOUND for name in ruleset.fields):
        return None
    if not has_gaps:
        return ruleset.setup(document, problems)
    try:
        return ruleset.setup(document, problems)
    except GAPS as error:
        raise BadScenario(problems.sorted(), unchecked=f"{type(error).__name__}: {error}") from error


# what a scenario may say


def shape_of(ruleset: AnyRuleset) -> Record:
    """Everything that a scenario of this ruleset may say."""
    options = {
        name: Field(option_shape(option), default=option.default_value, help=option.help)
        for name, option in ruleset.options.items()
    }
    common = {
        "airwar": Field(Whole(FORMAT, FORMAT), required=True, help="the format of this file: 1"),
        "ruleset": Field(OneOf((ruleset.id,)), required=True, help="the rule system"),
        "title": Field(Text(max_length=120), required=True, help="what the battle is called"),
        "options": Field(Record(options), help="named rulings on what the rules leave open"),
    }
    choices = Field(CHOICES, help="answers by decision id, * for any part; the first entry that fits answers")
    return Record({**common, **ruleset.fields, "choices": choices}, partial=True)


def option_shape(option: Option) -> Shape:
    return Whole(*option.bounds) if option.whole else OneOf(option.values)


def defaults(ruleset: AnyRuleset) -> dict[str, str | int]:
    return {name: option.default_value for name, option in ruleset.options.items()}


def ruleset_named(root: Node, problems: Problems) -> AnyRuleset:
    """The ruleset that the file names. Without one, nothing else can be checked."""
    known = ", ".join(rulesets.ids())
    named = next((value for key, value in root.pairs if key.text == "ruleset"), None) if isinstance(root, Map) else None
    if isinstance(named, Scalar) and named.text in rulesets.ids():
        return rulesets.load(named.text)
    if not isinstance(root, Map):
        problems.add(root.mark, "a scenario is a mapping of keys to values; expected airwar, ruleset, title and so on")
    elif isinstance(named, Scalar):
        meant = problems.similar(named.text, rulesets.ids())
        problems.add(named.mark, f"no such ruleset {shown(named.text)}; expected one of {known}{did_you_mean(meant)}")
    else:
        problems.add(root.mark, f"key 'ruleset' is missing; expected one of {known}")
    raise BadScenario(problems.sorted())
