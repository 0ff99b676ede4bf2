"""Explains a YAML syntax error in one sentence, with what the player probably meant."""

from __future__ import annotations

import re

import yaml

from airwar.scenario.nodes import Mark
from airwar.scenario.problems import did_you_mean, shown

TAB = "a tab indents this line; expected spaces"
LONGEST_SUGGESTED = 80  # characters; a longer line is not repeated in a suggestion

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


class SyntaxSlip:
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
            return Mark(self._end.line, self._tabs[self._end.line]), TAB
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
        """The parser's own finding in the player's words."""
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
        if self._bracket or len(line) > LONGEST_SUGGESTED:
            return ""
        found = re.match(r"\s*(?:- +)*([^\s:][^:]*):\s+([^\"'\\]*?)\s*(?: #.*)?$", line)
        if not found:
            return ""
        return did_you_mean(f'{found[1]}: "{found[2]}"')


def _mark(error: yaml.YAMLError, which: str) -> Mark | None:
    mark = getattr(error, which, None)
    return Mark(mark.line + 1, mark.column + 1) if mark else None
