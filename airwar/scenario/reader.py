"""Reads YAML from untrusted sources: one pass, limits on everything, and every value kept as text.

Only the parser's events are used. Nothing here recurses, and no YAML value is ever constructed. A scenario may
name a chart file beside it, which is read in the same way.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn

import yaml

from airwar.engine.files import NAME, STDIN, NotRegular, TooLarge, read_regular
from airwar.engine.frozen import dataclass
from airwar.engine.words import did_you_mean, shown
from airwar.errors import AirwarError, BadScenario, NoSuchFile
from airwar.scenario.problems import Map, Mark, Node, Problems, Scalar, Seq, fields_of, texts_of
from airwar.scenario.shape import Shape, Text

__all__ = ["Map", "Mark", "Node", "Scalar", "Seq", "file_text", "read_file", "read_stdin", "read_text", "yaml_of"]

MAX_BYTES = 1024 * 1024
MAX_DEPTH = 32
MAX_VALUES = 20_000  # several times the largest turn anybody would write
MAX_SCALAR = 10_000

_LINE_END = re.compile(r"\r\n|\r|\n")
_TAB_INDENT = re.compile(r"^ *\t[ \t]*[^\s#]", re.MULTILINE)
# Blank on the screen although Unicode classes them as letters, marks and symbols.
_BLANK_LETTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


_A_LOG = re.compile(r'\{"airwar":\d+,"(commitment|dice)":')  # how a log begins
_TAB = "a tab indents this line; expected spaces"
_LONGEST_SUGGESTED = 80  # characters; a longer line is not repeated in a suggestion
# What the two YAML parsers report, each in its own words, and what to tell the player.
_SENTENCES = (
    ("escape", r"an unknown escape after \; expected \\ for a backslash, or single quotes"),
    ("scanning an alias", "* begins an alias; expected a value; quote text that begins with *"),
    ("scanning an anchor", "& begins an anchor; expected a value; quote text that begins with &"),
    ("tag", "! begins a tag; expected a value; quote text that begins with !"),
    ("block scalar", "| or > begins a block; expected its lines below it; quote text that begins with | or >"),
    ("mapping keys", "? begins a key; expected a value; quote text that begins with ?"),
    ("sequence entries", "a list item on the line of its key; expected - on a line of its own"),
    ("document start", "text after the end of the content above; expected one document, of `key: value` lines"),
    (
        "expected key|block end|'-' indicator",
        "this line is not aligned with those above; expected the same indentation throughout a list or mapping",
    ),
)


def read_file(path: Path) -> tuple[str, Node]:
    """Reads a scenario file. Returns its text unchanged, and its content."""
    text = file_text(path)
    return text, read_text(text, str(path))


def file_text(path: Path) -> str:
    """The text of a file such as a scenario; its content is not checked yet."""
    return _text(_bytes(path), str(path))


def read_stdin() -> tuple[str, Node]:
    """Reads a scenario from stdin."""
    data = STDIN.read()
    if len(data) > MAX_BYTES:
        raise _refusal(NAME, Mark(1, 1), f"more than {MAX_BYTES:,} bytes come in, which is the most that a scenario may have")
    text = _text(data, NAME)
    return text, read_text(text, NAME)


class _Plain(yaml.SafeDumper):
    """Writes a value that occurs twice in full both times: a scenario has no anchors."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


_Plain.add_multi_representer(Mapping, _Plain.represent_dict)  # type: ignore[type-abstract]
_Plain.add_representer(MappingProxyType, _Plain.represent_dict)


def yaml_of(content: Any) -> str:
    """Plain values as the text of a scenario; raises AirwarError for values that YAML cannot express."""
    try:
        return yaml.dump(content, Dumper=_Plain, sort_keys=False, allow_unicode=True, width=100)
    except RecursionError:
        raise AirwarError("a scenario holds dictionaries, lists, texts and numbers, none of which holds itself") from None
    except yaml.representer.RepresenterError as error:
        raise AirwarError(f"a scenario holds dictionaries, lists, texts and numbers, not {error.args[1]!r}") from None


def _text(data: bytes, name: str) -> str:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        place = _place(data[: error.start].decode("utf-8"))
        raise _refusal(name, place, f"byte 0x{data[error.start]:02X} is not UTF-8; save the file as UTF-8") from None
    if _A_LOG.match(text):
        raise _refusal(name, Mark(1, 1), f"this is the log of a battle, not a scenario; to continue it: airwar resume {name}")
    return text


def read_text(text: str, name: str) -> Node:
    """The content of a scenario given as text; problems are reported under the name."""
    text = text.removeprefix("\ufeff")
    if len(text) > MAX_BYTES:
        raise _refusal(name, Mark(1, 1), f"the text has {len(text):,} characters; expected at most {MAX_BYTES:,}")
    problems = Problems(name)
    _check_characters(text, problems)
    problems.raise_if_any()
    tree = _Tree(problems, _tab_indents(text))
    try:
        for event in _events(text):
            tree.take(event)
    except yaml.YAMLError as error:
        slip = _SyntaxSlip(error, text, tree.tabs, tree.open_bracket, tree.last)
        problems.add(*slip.sentence())
    else:
        tree.finish()
    problems.raise_if_any()
    assert tree.root is not None  # without a root, finish() has reported that the file is empty
    return tree.root


def _bytes(path: Path) -> bytes:
    """Reads at most MAX_BYTES, and only from a regular file."""
    try:
        return read_regular(path, MAX_BYTES)
    except FileNotFoundError:
        raise NoSuchFile(f"no such file: {path}") from None
    except TooLarge as error:
        raise _refusal(str(path), Mark(1, 1), str(error.strerror)) from None
    except NotRegular as error:
        raise NoSuchFile(f"cannot read {path}: {error.strerror}; expected a scenario file") from None
    except OSError as error:
        raise NoSuchFile(f"cannot read {str(path)!r}: {(error.strerror or str(error)).lower()}") from None


def _refusal(name: str, mark: Mark, text: str) -> BadScenario:
    problems = Problems(name)
    problems.add(mark, text)
    return BadScenario(problems.sorted())


def _events(text: str) -> Iterator[Any]:
    """Parses with the C parser if there is one. The Python parser passes impossible escapes on to chr()."""
    try:
        yield from yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except (ValueError, OverflowError) as error:
        raise yaml.YAMLError("an escape that is not a character") from error


def _place(before: str) -> Mark:
    """The place right after a text."""
    lines = _LINE_END.split(before)
    return Mark(len(lines), len(lines[-1]) + 1)


def _deceptive(character: str) -> bool:
    """Whether a character is a control character, is invisible, changes the direction of text, or is not a character at all."""
    return (
        unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"}
        or character in _BLANK_LETTERS
        or ord(character) & 0xFFFE == 0xFFFE
    )


def _named(character: str) -> str:
    return f"U+{ord(character):04X} ({unicodedata.name(character, 'control character').lower()})"


def _check_characters(text: str, problems: Problems) -> None:
    """Reports the first of each deceptive character, in comments too, since a log shows the whole file."""
    unseen = {character for character in set(text) - set("\t\n\r") if _deceptive(character)}
    if not unseen:
        return
    line, counted = 1, 0
    for at, character in enumerate(text):
        if character in unseen:
            unseen.discard(character)
            before = text[counted:at]
            line, counted = line + len(_LINE_END.findall(before)), at
            column = at - max(text.rfind("\n", 0, at), text.rfind("\r", 0, at))
            problems.add(Mark(line, column), f"invisible character {_named(character)}; remove it")
            if not unseen:
                return


def _tab_indents(text: str) -> dict[int, int]:
    """The lines that begin with a tab, with the tab's column. Lines inside quotes and blocks are included."""
    tabs: dict[int, int] = {}
    line, counted = 1, 0
    for match in _TAB_INDENT.finditer(text):
        line += text.count("\n", counted, match.start())
        counted = match.start()
        tabs[line] = match[0].index("\t") + 1
    return tabs


@dataclass(slots=True)
class _Open:
    """A list or mapping that has not ended yet."""

    node: Seq | Map
    bracket: bool
    key: Scalar | None = None
    keys: dict[str, Mark] = field(default_factory=dict)


class _Tree:
    """Builds nodes from events, and stops at the first limit exceeded."""

    def __init__(self, problems: Problems, tabs: dict[int, int]) -> None:
        self.root: Node | None = None
        self.tabs = tabs
        self.last = Mark(1, 1)
        self._problems = problems
        self._open: list[_Open] = []
        self._documents = 0
        self._values = 0

    @property
    def open_bracket(self) -> Mark | None:
        """Where the innermost list or mapping began, if it began with a bracket."""
        return self._open[-1].node.mark if self._open and self._open[-1].bracket else None

    def take(self, event: Any) -> None:
        """Adds the content of one event."""
        mark = self.last = Mark(event.start_mark.line + 1, event.start_mark.column + 1)
        match event:
            case yaml.ScalarEvent():
                self._decorated(event, mark)
                self._scalar(event, mark)
            case yaml.SequenceStartEvent() | yaml.MappingStartEvent():
                self._decorated(event, mark)
                node = Seq([], mark) if isinstance(event, yaml.SequenceStartEvent) else Map([], mark)
                self._add(node)
                self._open.append(_Open(node, bool(event.flow_style)))
                if len(self._open) > MAX_DEPTH:
                    self._stop(mark, f"lists and mappings nest too deeply here; expected at most {MAX_DEPTH} levels")
            case yaml.SequenceEndEvent() | yaml.MappingEndEvent():
                self._open.pop()
            case yaml.AliasEvent():
                name = str(event.anchor)[:40]
                self._stop(mark, f"alias *{name}; expected the value itself; quote text that begins with *")
            case yaml.DocumentStartEvent():
                self._documents += 1
                if self._documents > 1:
                    self._stop(mark, "a second document begins here; expected one per file")

    def finish(self) -> None:
        """Reports what only shows at the end of the file."""
        for line, column in self.tabs.items():
            self._problems.add(Mark(line, column), _TAB)
        if not self._problems and (self.root is None or (isinstance(self.root, Scalar) and self.root.missing)):
            self._problems.add(Mark(1, 1), "the file is empty; expected a scenario")

    def _stop(self, mark: Mark, text: str) -> NoReturn:
        self._problems.add(mark, text)
        raise BadScenario(self._problems.sorted())

    def _decorated(self, event: Any, mark: Mark) -> None:
        """Refuses anchors and tags, which scenarios never need."""
        if event.anchor is not None:
            self._problems.add(mark, f"anchor &{event.anchor[:40]}; expected the value alone; quote text that begins with &")
        if event.tag is not None:
            self._problems.add(mark, f"tag {shown(event.tag)}; expected the value alone; quote text that begins with !")

    def _scalar(self, event: Any, mark: Mark) -> None:
        text, style = event.value, event.style
        if len(text) > MAX_SCALAR:
            self._stop(mark, f"a value of {len(text):,} characters; expected at most {MAX_SCALAR:,}")
        if style in {"|", ">", '"', "'"}:
            # A tab that begins a line of a text is part of the text; the end mark of a block is the line after it.
            inside = range(mark.line + 1, event.end_mark.line + (2 if event.end_mark.column else 1))
            for line in inside if self.tabs else ():
                self.tabs.pop(line, None)
        if style not in {"|", ">"}:
            self._check_one_line(text, mark)
        self._add(Scalar(text, not style, mark))

    def _check_one_line(self, text: str, mark: Mark) -> None:
        """Reports characters that only an escape can produce, and line breaks in what looks like one line."""
        if text.isascii() and text.isprintable():
            return
        if "\n" in text:
            self._problems.add(mark, "a line break inside the text; expected one line, or a block after |")
        if "\t" in text:
            self._problems.add(mark, "a tab inside the text; expected spaces")
        for character in sorted(set(text) - set("\n\t")):
            if _deceptive(character):
                self._problems.add(mark, f"an escape for the invisible character {_named(character)}; remove it")

    def _add(self, node: Node) -> None:
        """Puts a node where it belongs: root, item of a list, key of a mapping, or value of that key."""
        self._values += 1
        if self._values > MAX_VALUES:
            self._stop(node.mark, f"too many values; expected at most {MAX_VALUES:,} in a file")
        if not self._open:
            self.root = node
            return
        parent = self._open[-1]
        if isinstance(parent.node, Seq):
            parent.node.items.append(node)
        elif parent.key is None:
            parent.key = self._key(node, parent.keys)
        else:
            parent.node.pairs.append((parent.key, node))
            parent.key = None

    def _key(self, node: Node, keys: dict[str, Mark]) -> Scalar:
        """Checks the key of a mapping."""
        if not isinstance(node, Scalar):
            self._stop(node.mark, "a list or mapping instead of a key; expected a word; quote text with { or [")
        first = keys.setdefault(node.text, node.mark)
        if node.missing:
            self._problems.add(node.mark, "a key is missing; expected a word before the colon")
        elif node.plain and node.text == "<<":
            self._problems.add(node.mark, "merge key <<; expected the keys themselves")
        elif "\n" in node.text:
            self._problems.add(node.mark, "a block of lines instead of a key; expected a word")
        elif first is not node.mark:
            self._problems.add(node.mark, f"duplicate key {shown(node.text)} (lines {first.line} and {node.mark.line})")
        return node


class _SyntaxSlip:
    """A syntax error with the text around it."""

    def __init__(self, error: yaml.YAMLError, text: str, tabs: dict[int, int], bracket: Mark | None, last: Mark) -> None:
        self._said = f"{getattr(error, 'context', None) or ''}: {getattr(error, 'problem', None) or error}"
        self._end = _mark(error, "problem_mark") or last
        self._start = _mark(error, "context_mark") or self._end
        self._lines = re.split(r"\r\n|\r|\n", text)
        self._tabs = tabs
        self._bracket = bracket

    def sentence(self) -> tuple[Mark, str]:
        """The place of the error and a sentence about it."""
        if self._end.line in self._tabs:
            return Mark(self._end.line, self._tabs[self._end.line]), _TAB
        if re.search("quoted scalar: .*(end of stream|document)", self._said):
            return self._start, "the quote that opens here is never closed; expected the same quote at the text's end"
        if "mapping values" in self._said or self._colon_in_bracket():
            return self._colon()
        if "cannot start any token" in self._said and self._at_end() == "\t":
            return self._end, "a tab inside the line; expected spaces"
        if "cannot start any token" in self._said:
            return self._end, f"{shown(self._at_end())} cannot begin a value; quote text that begins with it"
        if "expected ':'" in self._said:
            return self._start, "no colon follows this key; expected `key: value`"
        if "node content" in self._said and self._at_end():
            return self._end, f"{shown(self._at_end())} instead of a value; expected a value, or quotes"
        if self._bracket and "scanning" not in self._said:
            here = f"line {self._end.line}, column {self._end.column}"
            return self._bracket, f"the bracket that opens here is not closed; expected a comma or its end at {here}"
        return self._worded()

    def _worded(self) -> tuple[Mark, str]:
        """The parser's own message, put in the player's words."""
        if re.search("expected key|block end", self._said):
            if self._before_end().rstrip()[-1:] in {'"', "'"}:
                return self._end, "text after a closing quote; expected the end of the value; is a quote missing above?"
            if self._at_end() == ":":
                return self._end, "a key is missing; expected a word before the colon"
        for needle, text in _SENTENCES:
            if re.search(needle, self._said):
                return (self._start if "begins" in text else self._end), text
        return self._end, f"this is not YAML: {self._said.lstrip(': ')}"

    def _colon_in_bracket(self) -> bool:
        """Whether this is `{title: Raid: two}`, which the parsers take for a missing comma."""
        missing = re.search("expected ','", self._said)
        return bool(missing and self._bracket and self._bracket.line == self._end.line and self._at_end() == ":")

    def _line(self, number: int) -> str:
        return self._lines[number - 1] if number <= len(self._lines) else ""

    def _before_end(self) -> str:
        return self._line(self._end.line)[: self._end.column - 1]

    def _at_end(self) -> str:
        return self._line(self._end.line)[self._end.column - 1 :][:1]

    def _colon(self) -> tuple[Mark, str]:
        """Explains a misplaced colon: text without quotes, or a mistake in the line above."""
        if re.search(r":\s", self._before_end()):
            wrong = "a second colon in one value; expected text with a colon to be quoted"
            return self._end, wrong + self._quoted()
        number = self._end.line - 1
        while number and re.match(r"\s*(#|$)", self._line(number)):
            number -= 1
        above = self._line(number) if number else ""
        indent = len(above) - len(above.lstrip()) + 1
        if number and ":" not in above:
            return Mark(number, indent), f"no colon follows {shown(above.strip())}; expected `key: value`"
        if glued := re.match(r"\s*(?:- +)?[^\s:]+:(?=\S)", above):
            return Mark(number, glued.end()), "no space follows this colon; expected `key: value`"
        if number:
            return self._end, f"a key indented below line {number}, which already has a value; expected the same indentation"
        return self._end, "a colon is not allowed here; expected text with a colon to be quoted"

    def _quoted(self) -> str:
        """Suggests the line with its value in quotes, if that is simple."""
        line = self._line(self._end.line)
        if self._bracket or len(line) > _LONGEST_SUGGESTED:
            return ""
        found = re.match(r"\s*(?:- +)*([^\s:][^:]*):\s+([^\"'\\]*?)\s*(?: #.*)?$", line)
        if not found:
            return ""
        return did_you_mean(f'{found[1]}: "{found[2]}"')


def _mark(error: yaml.YAMLError, which: str) -> Mark | None:
    mark = getattr(error, which, None)
    return Mark(mark.line + 1, mark.column + 1) if mark else None


# No part of the path can begin with a dot, so it never leaves the scenario's folder.
_PATTERN = r"(?:[A-Za-z0-9][\w.-]*/)?[A-Za-z0-9][\w.-]*\.yaml"
CHART_FILE = Text(max_length=80, pattern=_PATTERN, help="a chart file such as charts/mine.yaml, beside the scenario")
_MADE_UP = "synthetic-demo"  # in a scenario: use a chart that airwar made up, for trying out the program
Finder = Callable[[str], str | None]  # the text of a file that a scenario names, or None if there is no such file


def beside(scenario: Path) -> Finder:
    """Finds files in the folder of a scenario."""

    def find(name: str) -> str | None:
        try:
            return read_file(scenario.parent / name)[0]
        except NoSuchFile:
            return None

    return find


def named_file(root: Node) -> str | None:
    """The chart file that a scenario names, if it names one."""
    name = texts_of(root).get("charts", "")
    return name if re.fullmatch(_PATTERN, name) else None


def with_chart_file(root: Node, charts: Shape, find: Finder, problems: Problems) -> tuple[Node, Mapping[str, str]]:
    """The scenario with its chart file in place of the file's name, and the text of that file by name.

    Problems of the chart file are reported with lines of that file, before anything else is checked.
    """
    assert isinstance(root, Map)
    for at, (key, value) in enumerate(root.pairs):
        if key.text != "charts" or not isinstance(value, Scalar) or not re.fullmatch(_PATTERN, value.text):
            continue
        text = find(value.text)
        if text is None:
            problems.add(value.mark, f"no such file {shown(value.text)}; expected {CHART_FILE.expected()}")
            problems.raise_if_any()
        assert text is not None
        node, own = read_text(text, value.text), Problems(value.text)
        charts.check(node, own)
        own.raise_if_any()
        pairs = [*root.pairs[:at], (key, node), *root.pairs[at + 1 :]]
        return replace(root, pairs=pairs), {value.text: text}
    return root, {}


def made_up(root: Node) -> tuple[str, ...]:
    """The names of the charts of a scenario that are made up."""
    return tuple(name for name, text in texts_of(fields_of(root).get("charts")).items() if text == _MADE_UP)
