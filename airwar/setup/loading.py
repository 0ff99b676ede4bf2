"""From a file to a battle: reads the YAML, finds the ruleset, checks everything, and sets up the first position.

`board_of` gives the places and distances that a file states, for the map.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from difflib import get_close_matches
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from airwar import rulesets
from airwar.choices.grammar import CHOICES, script_of
from airwar.choices.script import Script
from airwar.engine.files import DASH, NAME
from airwar.engine.frozen import dataclass
from airwar.engine.memory import Memory
from airwar.engine.moves import Then
from airwar.engine.questions import REFEREE
from airwar.engine.records import LONGEST_NAME, ScenarioText
from airwar.engine.words import ROLES, closest, did_you_mean, id_of, one_line, shown, side_name
from airwar.errors import BadScenario, NoSuchFile, Problem
from airwar.rulesets.kit.places import Hex, HexGrid, apart
from airwar.rulesets.ruleset import AnyRuleset
from airwar.scenario import shipped_scenarios as shipped_scenarios
from airwar.scenario.problems import SURELY, Map, Mark, Node, Problems, Scalar, Seq, fields_of, in_file_order, repaired, scalar_text
from airwar.scenario.reader import Finder, beside, made_up, read_file, read_stdin, read_text, with_chart_file
from airwar.scenario.shape import UNSOUND, Field, OneOf, Record, Section, Text, Whole

_FORMAT = 1
_MOST_PASSES = 5  # passes through a file, each with the mistakes found before replaced by what was probably meant
_GAPS = (LookupError, ValueError, AssertionError)  # what `setup` may raise when parts of a file could not be read


@dataclass(frozen=True)
class Scenario:
    """A scenario that can be played."""

    name: str
    title: str
    text: str
    ruleset: AnyRuleset
    start: Then[Any]
    script: Script
    files: Mapping[str, str] = field(default_factory=dict)  # the text of its chart file
    made_up: Sequence[str] = ()  # charts that are not the game's own
    notes: Sequence[Problem] = ()  # things the player should know that are not mistakes
    memory: Memory = field(default_factory=Memory, compare=False, repr=False)  # of what its steps did in earlier walks

    def __repr__(self) -> str:
        return f"<Scenario {self.title!r}: {self.ruleset.id}>"

    @cached_property
    def word_for_word(self) -> ScenarioText:
        """The scenario as the header of a log holds it."""
        return ScenarioText(one_line(one_line(self.name)[:LONGEST_NAME]), self.text, dict(self.files) or None)

    def party(self, by: str) -> str:
        """The side of whoever decides. The referee belongs to none."""
        side: str = by if by == REFEREE else self.ruleset.party(self.start.state, by)
        return side

    def side_name(self, by: str) -> str:
        """Whoever decides, by the name of the side: Axis for the attacker. Some games know only attacker and defender."""
        side = self.party(by)
        return side_name(by if side in ROLES else side)

    def place_name(self, place: str) -> str:
        """A place as it is shown."""
        name: str = self.ruleset.place_name(self.start.state, place)
        return name

    @property
    def sides(self) -> list[str]:
        """Who fights, as people type it: the sides that have units, and the rules' names for them."""
        return list(self.side_of)

    @cached_property
    def side_of(self) -> dict[str, str]:
        """The side that each of these names means."""
        fighting = [tally.side for tally in self.ruleset.tally(self.start.state)]
        parties = [*fighting, *map(self.party, fighting)]
        called = [name for name in ROLES if self.party(name) in parties]
        return {id_of(name): self.party(name) for name in (*parties, *called)}

    def knows(self, side: str) -> bool:
        """Whether a question may be addressed to this side."""
        return id_of(side) in (*self.sides, REFEREE, *(key.split(".")[0] for key in self.ruleset.decisions))


def find(name: str) -> Path:
    """A scenario by path, or a shipped one by name."""
    path = Path(name)
    if os.path.exists(path):  # unlike Path.exists, never raises
        return path
    wanted = path.name.removesuffix(".yaml")
    known = {shipped.stem: shipped for shipped in shipped_scenarios()}
    bare = path.parent == Path(".")
    if wanted in known and bare:
        return known[wanted]
    further = [(ruleset_id, file) for ruleset_id, file in outside_scenarios() if file.stem == wanted and bare]
    if len(further) > 1:
        places = ", ".join(str(file) for _, file in further)
        raise NoSuchFile(f"{name} is the name of several scenarios; give the path of one: {places}")
    if further:
        return further[0][1]
    near = _beside_like(path) or closest(wanted, [*known, *(file.stem for _, file in outside_scenarios())])
    raise NoSuchFile(f"no such scenario: {name}{did_you_mean(near) or '; airwar run --list names the shipped ones'}")


def _beside_like(path: Path) -> str | None:
    """The file in the same folder that was probably meant, or None."""
    try:
        files = sorted(file.name for file in path.parent.glob("*.yaml"))
    except OSError:
        return None
    return next((str(path.parent / name) for name in get_close_matches(path.name, files, 1, SURELY)), None)


class Source(NamedTuple):
    """The text of a scenario and where it comes from."""

    text: str
    root: Node
    path: Path  # for stdin, a name in the working directory

    def playable(self) -> Scenario:
        return playable(self.text, self.root, self.path.name, str(self.path), beside(self.path))

    def edited(self, text: str) -> Source:
        """The same source with another text."""
        return Source(text, read_text(text, str(self.path)), self.path)


def read_source(name: str) -> Source:
    """Reads a scenario: from its file, from stdin for `-`, or a shipped one by name."""
    path = Path(NAME) if name == DASH else find(name)
    return Source(*(read_stdin() if name == DASH else read_file(path)), path)


def outside_scenarios() -> list[tuple[str, Path]]:
    """The scenarios that come with the rulesets of other packages, with the id of each ruleset."""
    return [(offer.id, path) for offer in rulesets.outside.usable(rulesets.IDS).values() for path in offer.scenarios]


def load_scenario(name: str) -> Scenario:
    """Reads and checks a scenario."""
    return read_source(name).playable()


def parse_scenario(
    text: str,
    name: str,
    files: Mapping[str, str] | None = None,
    options: Mapping[str, str | int] | None = None,
) -> Scenario:
    """Checks a scenario given as text with its chart file, as a log holds them; perhaps with other options."""
    return playable(text, read_text(text, name), name, name, (files or {}).get, options or {})


def playable(
    text: str,
    root: Node,
    name: str,
    file: str,
    find: Finder,
    options: Mapping[str, str | int] = MappingProxyType({}),
) -> Scenario:
    """Checks a scenario and sets it up. Reports every problem at once.

    If a problem suggests what was probably meant, the check goes on as if that had been written. So one mistake does not
    hide another, and a file is good once the reported mistakes are fixed.
    """
    problems = Problems(file)
    ruleset = _ruleset_named(root, problems)
    files: Mapping[str, str] = {}
    if "charts" in ruleset.fields:
        root, files = with_chart_file(root, ruleset.fields["charts"].shape, find, problems)
    problems.raise_if_any()
    found: set[Problem] = set()
    repairs: dict[Mark, str] = {}
    for _ in range(_MOST_PASSES):
        problems = Problems(file)
        try:
            document, script, start = _checked(repaired(root, repairs), ruleset, problems, options)
        except BadScenario as bad:
            if problems.repairs.keys() <= repairs.keys():
                raise BadScenario(in_file_order({*found, *bad.problems}), bad.unchecked) from bad.__cause__
            found |= problems.repaired
            repairs = problems.repairs | repairs
        else:
            break
    if found:
        raise BadScenario(in_file_order({*found, *problems.sorted()}))
    return Scenario(name, document["title"], text, ruleset, start, script, files, made_up(root), problems.notes())


def _checked(
    root: Node, ruleset: AnyRuleset, problems: Problems, options: Mapping[str, str | int]
) -> tuple[Section, Script, Then[Any]]:
    """The content, the script and the first position of a scenario. Raises BadScenario with every problem that can be seen."""
    shape = shape_of(ruleset)
    problems.homes.update(_homes(shape))
    document = shape.check(_without_settled(root, ruleset, problems), problems)
    dangling = problems.check_references()
    if document is UNSOUND:
        problems.raise_if_any()
    if isinstance(document.get("charts"), str):
        document["charts"] = UNSOUND  # the chart file is under a misspelled key, which is reported; it has not been read
    defaults = {name: option.default_value for name, option in ruleset.options.items()}
    document["options"] = defaults | (document["options"] or {}) | dict(options)
    script = script_of(document["choices"], problems.file, ruleset.questions, problems)
    start = _set_up(ruleset, document, problems, has_gaps=bool(dangling or document.flawed.intersection(ruleset.fields)))
    problems.raise_if_any()
    assert start is not None, f"{ruleset.id}: setup reports no problem and gives no start"
    return document, script, start


def _without_settled(root: Node, ruleset: AnyRuleset, problems: Problems) -> Node:
    """The content without former options that are now fixed readings. Setting one to anything else is a problem."""
    if not isinstance(root, Map) or not ruleset.settled:
        return root
    pairs = []
    for key, value in root.pairs:
        if key.text == "options" and isinstance(value, Map):
            former = [(name, setting) for name, setting in value.pairs if name.text in ruleset.settled]
            for name, setting in former:
                reading = ruleset.settled[name.text]
                if not isinstance(setting, Scalar) or setting.text != reading:
                    why = f"`airwar rules {ruleset.id}` gives the reading and its reason"
                    problems.add(setting.mark, f"{name.text} is no longer an option: it is always {reading}; remove it ({why})")
            value = replace(value, pairs=[pair for pair in value.pairs if pair not in former])
        pairs.append((key, value))
    return replace(root, pairs=pairs)


def _set_up(ruleset: AnyRuleset, document: Section, problems: Problems, has_gaps: bool) -> Then[Any] | None:
    """The first position, or None if the file does not say enough.

    If parts of the file could not be read, `setup` still runs, to find as many problems as possible at once. It may then
    miss something that an unreadable part would have declared: that ends the search, and the report says so. Any other
    exception is a bug in the ruleset, and is not caught.
    """
    unsound = [name for name in ruleset.fields if document[name] is UNSOUND]
    needed = [name for name in unsound if ruleset.fields[name].required]
    if needed:
        raise BadScenario(problems.sorted(), unchecked=f"the rest depends on {' and '.join(needed)}")
    for name in unsound:
        document[name] = ruleset.fields[name].default
    if not has_gaps:
        return ruleset.setup(document, problems)
    try:
        return ruleset.setup(document, problems)
    except _GAPS as error:
        raise BadScenario(problems.sorted(), unchecked=f"{type(error).__name__}: {error}") from error


# what a scenario may say


def shape_of(ruleset: AnyRuleset) -> Record:
    """Everything that a scenario of this ruleset may say."""
    options = {
        name: Field(Whole(*option.bounds) if option.whole else OneOf(option.values), default=option.default_value, help=option.help)
        for name, option in ruleset.options.items()
    }
    common = {
        "airwar": Field(Whole(_FORMAT, _FORMAT), required=True, help="the format of this file: 1"),
        "ruleset": Field(OneOf((ruleset.id,)), required=True, help="the rule system"),
        "title": Field(Text(max_length=120), required=True, help="what the battle is called"),
        "options": Field(Record(options), help="named rulings on what the rules leave open"),
    }
    choices = Field(CHOICES, help="answers by decision id, * for any part; the first entry that matches gives the answer")
    return Record({**common, **ruleset.fields, "choices": choices}, partial=True)


def _homes(shape: Record) -> dict[str, str]:
    """Where each key of a scenario belongs, in words, for files that have it elsewhere."""
    sections: dict[str, list[str]] = {}
    for name, field_ in shape.fields.items():
        for key in field_.shape.known_keys():
            sections.setdefault(key, []).append(name)
    under = {key: f"it goes under {' or '.join(names)}" for key, names in sections.items()}
    return under | dict.fromkeys(shape.fields, "it goes at the left margin, outside every section")


def _ruleset_named(root: Node, problems: Problems) -> AnyRuleset:
    """The ruleset that the file names. Without one, nothing else can be checked."""
    named = fields_of(root).get("ruleset")
    if isinstance(named, Scalar) and rulesets.knows(named.text):
        return rulesets.load(named.text)
    known = ", ".join(rulesets.every_id())
    if not isinstance(root, Map):
        problems.add(root.mark, "a scenario is a mapping of keys to values; expected airwar, ruleset, title and so on")
    elif isinstance(named, Scalar):
        meant = problems.similar(named.text, rulesets.every_id())
        problems.add(named.mark, f"no such ruleset {shown(named.text)}; expected one of {known}{did_you_mean(meant)}")
    else:
        problems.add(root.mark, f"key 'ruleset' is missing; expected one of {known}")
    raise BadScenario(problems.sorted())


# the board


_SECTIONS = ("bases", "hexes", "spaces", "points", "carriers", "ships")  # sections that list places
_OPEN = "hexes"  # the section of places without an air base
Pair = tuple[str, str]  # two places in alphabetical order


@dataclass(frozen=True)
class Board:
    """The places by id, with their names; those that have a hex; and the distances, in hexes, that the file states."""

    names: Mapping[str, str]
    hexes: Mapping[str, Hex] = field(default_factory=dict)
    distances: Mapping[Pair, int] = field(default_factory=dict)
    open_ground: frozenset[str] = frozenset()  # those without an air base

    def apart(self, here: str, there: str) -> int | None:
        """How many hexes apart two places are, if the file says so."""
        if here == there:
            return 0
        stated = self.distances.get(_pair(here, there))
        if stated is not None or here not in self.hexes or there not in self.hexes:
            return stated
        return apart(self.hexes[here], self.hexes[there])


def _pair(one: str, other: str) -> Pair:
    return (one, other) if one < other else (other, one)


def board_of(scenario: Scenario) -> Board:
    """The board of a scenario."""
    root = _read(scenario.text, scenario.name)
    grid = _grid_of(fields_of(root.get("grid")))
    names: dict[str, str] = {}
    hexes: dict[str, Hex] = {}
    for section in _SECTIONS:
        for place, entry in fields_of(root.get(section)).items():
            about = fields_of(entry)
            names[place] = scalar_text(about.get("name")) or scenario.place_name(place)
            if label := scalar_text(about.get("hex")):
                hexes[place] = grid.hex(label)
    known = {one: hops for one, hops in _stated(root.get("distances")) if one[0] in names and one[1] in names}
    return Board(names, hexes, known, frozenset(fields_of(root.get(_OPEN))))


@lru_cache(maxsize=4)
def _read(content: str, name: str) -> dict[str, Node]:
    """The sections of a file."""
    return fields_of(read_text(content, name))


def _stated(distances: Node | None) -> Iterator[tuple[Pair, int]]:
    """The distances that a file states."""
    for here, others in fields_of(distances).items():
        for there, number in fields_of(others).items():
            if scalar_text(number).isdecimal():
                yield _pair(here, there), int(scalar_text(number))


def _grid_of(grid: Mapping[str, Node]) -> HexGrid:
    """How the map numbers its hexes, as the file says."""
    maps = {}
    for name, offset in fields_of(grid.get("maps")).items():
        assert isinstance(offset, Seq)
        first, second = map(scalar_text, offset.items)
        maps[name] = int(first), int(second)
    usual = HexGrid()
    straight, shifted, after_z = (scalar_text(grid.get(name)) for name in ("straight", "shifted", "after-z"))
    return HexGrid(straight or usual.straight, shifted or usual.shifted, after_z or usual.after_z, maps)
