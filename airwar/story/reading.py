"""A story as it is written: what it begins with, and its lines.

    title: Malta holds            a story may have a title
    scenario: malta-1942          a shipped one, a file beside the story, or an indented scenario below
    file: charts/mine.yaml        a chart file that the scenario names, indented below
    set: units.x.count=6          as --set; any number of these
    play: allies                  the scenario's choices answer for this side; any number of these
    ask: all                      questions with one sensible answer are asked too

    > counterair malta 5 flieger  a line typed at the prompt; u takes the last order back, a asks no more
    ! 6 flieger                   a line that is refused; nothing happens
    dice 3 5, 4 4                 the dice that fall, with commas between the rolls
      1 British AAF eliminated    indented: what was said because of the lines above; a part is enough, ... stands for any words
    ? disengage                   what is asked now: parts of its key, what is offered, whose turn it is
    = malta: 4 malta-spitfires    what is so now
    ...                           last line: the battle goes on. Without it the story must reach its end

`#` at the start of a line, or after two spaces, begins a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from airwar.engine.words import shown
from airwar.errors import BadScenario, NoSuchFile, Problem
from airwar.scenario.reader import Finder, beside, file_text, read_text
from airwar.setup.loading import Scenario, playable, read_source
from airwar.setup.overrides import BadSetting, edited_text, setting

SUFFIX = ".story"
_HEAD = re.compile(r"([a-z]+):(?:\s+(.*))?")
_HEADS = ("title", "scenario", "file", "set", "play", "ask")
_SIGNS = {">": "a line that is typed", "!": "a line that is refused", "dice": "the dice", "?": "what is asked", "=": "what is so"}
SAID = ""  # of an indented line
_EXPECTED = ("?", "=", SAID)
_COMMENT = re.compile(r"(^|\s\s+)#.*$")
_DICE = re.compile(r"[\d\s,;+]*\d[\d\s,;+]*")
GOES_ON = "..."


class BadStory(BadScenario):
    """A file that is not a story, or whose scenario cannot be played. Lists every problem with its line in the story."""


class StoryLine(NamedTuple):
    """A line of a story: its number, its sign and its text."""

    number: int
    sign: str
    text: str

    @property
    def is_expected(self) -> bool:
        """Whether it states an expectation, instead of doing something."""
        return self.sign in _EXPECTED

    def __str__(self) -> str:
        return f"{self.sign} {self.text}" if self.sign else f"  {self.text}"


@dataclass
class Story:
    """A story as it is written."""

    path: Path
    text: str
    heads: dict[str, list[tuple[int, str]]] = field(default_factory=dict)  # the values of each kind of head, with their lines
    blocks: dict[str, str] = field(default_factory=dict)  # indented files by name; "" is the scenario
    lines: list[StoryLine] = field(default_factory=list)
    goes_on: bool = False

    def values(self, head: str) -> list[str]:
        """The values of the heads of a kind."""
        return [text for _, text in self.heads.get(head, ())]

    def problem(self, number: int, text: str) -> Problem:
        return Problem(str(self.path), number, 1, text)

    def scenario(self) -> Scenario:
        """The scenario that it begins with. Raises BadScenario, NoSuchFile."""
        number, named = self.heads["scenario"][0]
        here = self.path.parent / named
        try:
            text, path = self.blocks.get("", ""), self.path
            if not text:
                text, _, path = read_source(str(here) if here.is_file() else named)
            text = edited_text(text, [setting(one) for one in self.values("set")])
            return playable(text, read_text(text, str(path)), path.name, str(path), self._files(beside(path)))
        except BadScenario as bad:
            raise BadStory(
                [replace(one, file=str(self.path)) if one.file in self.blocks else one for one in bad.problems]
            ) from None
        except BadSetting as bad:
            raise BadStory([self.problem(self.heads["set"][0][0], str(bad))]) from None
        except NoSuchFile as missing:
            raise NoSuchFile(f"{self.path}:{number}: {missing}") from None

    def _files(self, otherwise: Finder) -> Finder:
        return lambda name: self.blocks[name] if name in self.blocks else otherwise(name)


def read_story(path: Path) -> Story:
    """Reads a story. Raises BadStory, NoSuchFile."""
    return story_in(file_text(path), path)


def story_in(text: str, path: Path) -> Story:
    """A story from its text. Raises BadStory with every bad line."""
    story = Story(path, text)
    problems = [story.problem(number, wrong) for number, wrong in _bad_lines(story)]
    if "scenario" not in story.heads and not problems:
        problems = [story.problem(1, "a story begins with its scenario; expected a line such as scenario: malta-1942")]
    if problems:
        raise BadStory(problems)
    return story


def _bad_lines(story: Story) -> Iterator[tuple[int, str]]:
    """Reads the lines of a story into it; yields the number of each bad line, with what is wrong with it."""
    block: str | None = None
    for number, raw in enumerate(story.text.removeprefix("\ufeff").split("\n"), 1):
        if block is not None and (raw[:1].isspace() or not raw):
            story.blocks[block] += f"{raw.rstrip()}\n"
            continue
        block = None
        line = _COMMENT.sub("", raw).rstrip()
        head = _HEAD.fullmatch(line)
        if not line:
            continue
        if story.goes_on:
            yield number, f"nothing comes after {GOES_ON}"
        elif line == GOES_ON:
            story.goes_on = True
        elif head and head[1] in _HEADS:
            wrong = _bad_head(story, head[1], head[2] or "")
            story.heads.setdefault(head[1], []).append((number, head[2] or ""))
            if wrong:
                yield number, wrong
            elif head[1] == "file" or (head[1] == "scenario" and not head[2]):
                block = head[2] or ""
                story.blocks[block] = "\n" * number  # so that problems are reported with the lines of the story
        else:
            sign, _, text = line.partition(" ") if not line[0].isspace() else (SAID, "", line)
            wrong = _bad_line(story, sign, text.strip())
            story.lines.append(StoryLine(number, sign, text.strip()))
            if wrong:
                yield number, wrong


def _bad_head(story: Story, head: str, text: str) -> str:
    """What is wrong with a head, or an empty text."""
    if story.lines:
        return f"{head}: comes before the first line that is played"
    if head in story.heads and head in ("title", "scenario", "ask"):
        return f"{head}: is there already, in line {story.heads[head][0][0]}"
    if not text and head != "scenario":
        return f"{head}: of what?"
    return f"{shown(text)} is not all; expected ask: all" if head == "ask" and text != "all" else ""


def _bad_line(story: Story, sign: str, text: str) -> str:
    """What is wrong with a line, or an empty text."""
    if sign not in (*_SIGNS, SAID):
        heads = ", ".join(f"{head}:" for head in _HEADS)
        return f"no line begins with {shown(sign)}; expected >, !, dice, ?, =, two spaces, or one of {heads}"
    if sign == SAID and not any(not line.is_expected for line in story.lines):
        return "nothing has been said yet; this goes below a typed line"
    if not text and sign != ">":  # an empty typed line stands for the Enter key
        return f"{sign} must be followed by {_SIGNS[sign]}"
    claims = text.partition(": ")[2] if sign == "=" else text
    if sign in ("?", "=") and "," in claims and not all(part.strip() for part in claims.split(",")):
        return "a comma with nothing beside it"
    if sign == SAID and not text.replace(".", "").strip():
        return "... stands for any words, so this says nothing"
    if sign == "dice" and not _DICE.fullmatch(text):
        return f"{shown(text)} is not a roll; write dice like 3 5, 4 4"
    if sign == "=" and not all(part.strip() for part in text.partition(": ")):
        return "what is this about? Write it like = malta: 4 malta-spitfires"
    return ""
