"""What a person sees, each question answered with Enter: every shipped scenario in 80 columns, some at other widths too.

A screen has the opening with the first question, the longest of the pages that follow it, and the end of the battle.
`pytest --update-screens tests/screens` writes the screens.
"""

import io
import re
import sys
from itertools import pairwise
from pathlib import Path

import pyte
import pytest

from airwar.analysis.chronicle import Film
from airwar.cli import exit_code
from airwar.setup.loading import shipped_scenarios
from airwar.show.console import results
from airwar.show.positions import result

SCREENS = Path(__file__).parent / "golden"
SCENARIOS = sorted(path.stem for path in shipped_scenarios())
WIDTHS = (60, 80, 120, 200)
AT_ALL_WIDTHS = {"malta-1942", "typhoon-1941", "battle-of-britain-1940", "husky-1943", "kursk-1943", "kiev-1941"}
EARLY = 12  # the longest page is looked for among this many questions
MOST_LINES = 40  # from one question to the next, at 80 columns
MOST_QUESTIONS = 400
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
# words that only a page has that is shortened, or that has no room for them in its table
ABOUT_THE_PAGE = {"more", "rulings", "also", "shows", "detail", "modifiers", "charts", "read", "on", "row"}
MARKS = "─-▸>;,:.()[]'\""


class Shown(io.StringIO):
    """A terminal that remembers what was written, question by question."""

    encoding = "utf-8"

    def isatty(self):
        return True


class Enter(io.StringIO):
    """A person who answers every question with Enter, unless there is nothing in brackets, and leaves after some."""

    def __init__(self, shown, most):
        super().__init__()
        self.shown, self.most, self.breaks = shown, most, []

    def isatty(self):
        return True

    def readline(self):
        asked = self.shown.getvalue()[self.breaks[-1] if self.breaks else 0 :]
        typed = "q" if len(self.breaks) == self.most else said_where_nothing_is_in_brackets(asked)
        self.shown.write(f"{typed}\n")  # the echo
        self.breaks.append(self.shown.tell())
        return f"{typed}\n" if len(self.breaks) < MOST_QUESTIONS else ""


def said_where_nothing_is_in_brackets(asked):
    """What somebody types who cannot press Enter: that he does not know, an example, or the first option."""
    question = re.sub(r"\x1b\[[\d;]*m", "", asked).rpartition("\n\n")[2]
    if "[" in question:
        return ""
    example = re.search(r"such as (\d+ [\w-]+)", question)
    option = re.search(r"^ +1  ", question, re.MULTILINE)
    return "1 unknown" if "(unknown): 0 to 1" in question else example[1] if example else "1" if option else ""


class Table:
    """A place where commands are run as at a terminal of some width."""

    def __init__(self, monkeypatch, folder):
        self.patch = monkeypatch
        monkeypatch.chdir(folder)
        for name in ("NO_COLOR", "FORCE_COLOR", "LINES"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("TERM", "xterm-256color")

    def at(self, width, most=MOST_QUESTIONS):
        shown = Shown()
        person = Enter(shown, most)
        self.patch.setenv("COLUMNS", str(width))
        for name, stream in (("stdin", person), ("stdout", shown), ("stderr", shown)):
            self.patch.setattr(sys, name, stream)
        return shown, person

    def play(self, name, width, log, most=MOST_QUESTIONS, *more):
        """What is shown, question by question."""
        shown, person = self.at(width, most)
        try:
            assert exit_code(["run", name, "--seed", "11", "--log", log, *more]) == 0
        finally:
            self.patch.undo_streams()
        cuts = [0, *person.breaks, None]
        whole = shown.getvalue()
        return [whole[start:end] for start, end in pairwise(cuts)]

    def end(self, film, width):
        """The end of a battle that was fought before."""
        shown, _ = self.at(width)
        try:
            result(results(), film.scenario, film.end, at_table=True)
        finally:
            self.patch.undo_streams()
        return shown.getvalue()


@pytest.fixture
def table(monkeypatch, tmp_path):
    streams = sys.stdin, sys.stdout, sys.stderr

    def undo_streams():
        sys.stdin, sys.stdout, sys.stderr = streams

    monkeypatch.undo_streams = undo_streams
    return Table(monkeypatch, tmp_path)


def widths_of(name):
    return WIDTHS if name in AT_ALL_WIDTHS else (80,)


def plain(text):
    return ESCAPE.sub("", text)


def rendered(text, width):
    """The lines that a terminal shows. Nothing may be wider than it, for then it would break the line anywhere."""
    wide = [line for line in plain(text).splitlines() if len(line) > width]
    assert not wide, f"wider than {width}: {wide[0]}"
    screen = pyte.Screen(width, text.count("\n") + 2)
    pyte.Stream(screen).feed(text.replace("\n", "\r\n"))
    return [line.rstrip() for line in screen.display]


def words(lines):
    """The words of a screen, without punctuation around them."""
    return {bare for line in lines for word in line.split() if (bare := word.strip(MARKS))}


def broken(lines, vocabulary):
    """Words that no wider screen has. A name that is too wide for its column may break after a dot or a hyphen."""
    parts = {part for word in vocabulary for part in re.split(r"(?<=[.-])", word)}
    ends = {part.strip(MARKS) for part in parts}
    return {word for word in words(lines) - vocabulary if not all(bit.strip(MARKS) in ends for bit in re.split(r"(?<=[.-])", word))}


def longest_of(pages):
    """The number of the longest page among the early ones, after the opening and before the end."""
    return max(range(1, min(EARLY, len(pages) - 1)), key=lambda at: height(pages[at]), default=0)


def height(page):
    return len(plain(page).strip("\n").splitlines())


def screen(pages, longest, end, width):
    """The opening, the longest page and the end, as a terminal shows them."""
    kept = [pages[0], f"\n[question {longest + 1}]\n", pages[longest]] if longest else [pages[0]]
    return rendered("".join([*kept, "\n[the end]\n", end]), width)


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENARIOS)
def test_the_screens_of(name, table, update_screens):
    log = Path(f"{name}.jsonl")  # its name is on the screen
    every = table.play(name, 80, str(log))
    film, longest = Film(log), longest_of(every)
    wide = table.play(name, 1000, "wide.jsonl", longest + 1, "--detail")
    vocabulary = ABOUT_THE_PAGE | words(plain("".join(wide) + table.end(film, 1000)).splitlines())
    for width in sorted({*widths_of(name), WIDTHS[-1]}, reverse=True):
        log.unlink(missing_ok=True)
        pages = every if width == 80 else table.play(name, width, str(log), longest + 1)
        lines = screen(pages, longest, table.end(film, width), width)
        if width == max(WIDTHS):
            vocabulary |= words(lines)
        assert broken(lines, vocabulary) == set(), f"words broken at {width} columns"
        if width in widths_of(name):
            check(SCREENS / f"{name}-{width}.txt", "\n".join(lines).strip("\n") + "\n", update_screens)
    for page in every[1:-1]:  # a screen for each question, also for those that nobody is asked
        assert height(page) <= MOST_LINES * max(1, page.count("▸")), page


def check(path, shown, update):
    if update:
        path.parent.mkdir(exist_ok=True)
        path.write_text(shown, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == shown, f"{path.name} looks different; if that is right, pytest --update-screens"


def test_every_screen_is_of_a_shipped_scenario():
    known = {f"{name}-{width}.txt" for name in SCENARIOS for width in widths_of(name)}
    assert {path.name for path in SCREENS.iterdir()} == known
