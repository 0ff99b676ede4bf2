"""The terminal: a console for results, one for prompts, and what is said there, the sides in color. Names from files are data."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TextIO, cast

from rich.box import ASCII, SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from airwar.answers.menu import DIM, HEAD
from airwar.engine.events import Sheet
from airwar.engine.files import read_regular
from airwar.engine.words import ROLES, side_name
from airwar.errors import Problem
from airwar.setup.loading import Scenario, board_of
from airwar.show.text import NATURAL_WIDTH, breaks, clean, fitted, folded, wanted_width, width_of

WIDE = 110  # from this width on, a table may have a column for remarks
GAP = 3  # columns between two cells of a table


class _Trimmed:
    """A file or a pipe: drops the spaces at the end of a line that only pad a table to its width."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        *whole, rest = text.split("\n")
        return self.stream.write("\n".join([*(line.rstrip(" ") for line in whole), rest]))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


class Quiet(Console):
    """Lets the command decide what to do about a closed pipe. If it goes on, nothing more is written to the pipe."""

    goes_on = False

    def on_broken_pipe(self) -> None:
        if not self.goes_on:
            raise BrokenPipeError
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self.file.fileno())
        os.close(nowhere)


def results(goes_on: bool = False) -> Console:
    """Where results go: stdout. With `goes_on`, the command finishes its work even if nobody reads them any longer."""
    console = _console(sys.stdout)
    console.goes_on = goes_on
    return console


def talk(goes_on: bool = False) -> Console:
    """Where prompts and progress go: stderr."""
    console = _console(sys.stderr)
    console.goes_on = goes_on
    return console


def _console(stream: TextIO) -> Quiet:
    """On a terminal as wide as it is at each moment; elsewhere in its own width, or laid out for the width that was asked for."""
    dumb = os.environ.get("TERM") == "dumb"
    seen = stream.isatty() and not dumb
    width = width_of(stream)
    return Quiet(
        file=stream if seen else cast(TextIO, _Trimmed(stream)),
        markup=False,
        emoji=False,
        highlight=False,
        soft_wrap=False,
        width=None if seen and wanted_width() is None else width,
        height=None if seen else 10_000,
        force_terminal=width < NATURAL_WIDTH,
        color_system=_colors(seen, dumb),
        legacy_windows=False,
    )


def _colors(seen: bool, dumb: bool) -> Literal["auto", "standard"] | None:
    """Colors on a terminal, or where FORCE_COLOR asks for them; never where NO_COLOR forbids them."""
    if os.environ.get("NO_COLOR"):
        return None
    if os.environ.get("FORCE_COLOR", "0") not in ("", "0", "false"):
        return "auto" if seen else "standard"
    return "auto" if seen and not dumb else None


def ascii_only(console: Console) -> bool:
    """Whether only ASCII can be drawn."""
    return not (console.encoding or "ascii").lower().startswith("utf") or os.environ.get("TERM") == "dumb"


def table(console: Console, title: str, columns: tuple[str, ...], rows: list[tuple[str | Text, ...]]) -> Table:
    """A table in our style: numbers right-aligned, nothing cut; names that must break do so after a dot or a hyphen."""
    made = Table(
        title=clean(title) or None,
        title_justify="left",
        title_style="bold",
        box=ASCII if ascii_only(console) else SIMPLE_HEAD,
        pad_edge=False,
        show_edge=False,
    )
    count = max([len(columns), *map(len, rows)])
    heads = [clean(name) for name in [*columns, *[""] * (count - len(columns))]]
    cells = [[cell if isinstance(cell, Text) else Text(clean(cell)) for cell in row] for row in rows]
    by_column = [[row[at].plain for row in cells if at < len(row)] for at in range(count)]
    widths = fitted(heads, by_column, console.width - GAP * (count - 1))
    for head, texts, width in zip(heads, by_column, widths, strict=True):
        numbers = bool(texts) and all(text.lstrip("+-<>").replace(".", "").isdigit() for text in texts if text)
        made.add_column(_broken(console, Text(head), width), justify="right" if numbers else "left", overflow="fold")
    for row in cells:
        made.add_row(*(_broken(console, cell, width) for cell, width in zip(row, widths, strict=False)))
    return made


def _broken(console: Console, cell: Text, width: int) -> Text:
    """A cell with line breaks where it is too wide for its column."""
    if len(cell) <= width:
        return cell
    line_break = Text("\n")
    return line_break.join(line_break.join(cell.divide(breaks(cell.plain, width))).wrap(console, width))


def sheet_table(console: Console, sheet: Sheet) -> Table:
    return table(console, sheet.title, sheet.columns, [tuple(row) for row in sheet.rows])


# to the person at the table, on stderr


_CITED = re.compile(r"(  \([\w. ]+\))+$")  # the rule at the end of a heading, and what to type


def speak(line: str, style: str = "") -> None:
    """Prints a line. A head stands out: bold, or under a rule if there is no color. What few people read is dim."""
    console, text = talk(), folded(line)
    if console.color_system:
        shown = Text(text, style={HEAD: "bold", DIM: "dim"}.get(style, ""))
        if style != DIM:
            colored(shown)
        if style == HEAD and (cited := _CITED.search(text)):
            shown.stylize("not bold dim", *cited.span())
        console.print(shown, soft_wrap=True)
        return
    if style == HEAD and sys.stderr.isatty():
        rule = "-" if ascii_only(console) else "─"
        sys.stderr.write(f"{rule * max(map(len, text.splitlines()))}\n")
    sys.stderr.write(f"{text}\n")


# problems in a scenario, each with its line


_COLORS = {"error": "bold red", "warning": "bold yellow", "note": "bold cyan"}
_BEFORE_CARET = 2 / 3  # of the width; a line that is longer is cut at both ends


def show_problem(problem: Problem, scenario: str) -> None:
    """Prints a problem on stderr: on one line, for programs that read it; at a terminal folded, with the line it is about."""
    where = f"{problem.file}:{problem.line}:{problem.column}"
    line = f"{where}: {problem.severity}: {problem.text}"
    console = talk()
    if not sys.stderr.isatty():
        console.print(Text(clean(line)), soft_wrap=True)
        return
    shown = Text(folded(line))
    shown.highlight_words([f"{problem.severity}:"], _COLORS[problem.severity])
    console.print(shown, soft_wrap=True)
    text = _line_of(problem, scenario)
    if text is not None:
        for part in excerpt(text, problem.line, problem.column, console.width):
            console.print(Text(part, style="dim"), soft_wrap=True)


def _line_of(problem: Problem, scenario: str) -> str | None:
    """The line of the file that a problem is about, if it can be read; a chart file is beside its scenario."""
    for path in (Path(problem.file), Path(scenario).parent / problem.file):
        try:
            lines = read_regular(path).decode("utf-8-sig").splitlines()
        except (OSError, ValueError):
            continue
        return lines[problem.line - 1] if problem.line <= len(lines) else None
    return None


def excerpt(line: str, number: int, column: int, width: int) -> list[str]:
    """A line with its number, and a caret under the place; only the part around the place if it is too long."""
    margin = f"{number:>5} | "
    room = max(10, width - len(margin) - 1)
    start = max(0, column - 1 - int(room * _BEFORE_CARET)) if len(line) > room else 0
    before, after = (clean(part.replace("\t", " ")) for part in (line[start : column - 1], line[column - 1 : start + room]))
    return [f"{margin}{before}{after}", f"{' ' * (len(margin) - 2)}| {' ' * cell_len(before)}^"]


# the sides, each in a color of its own, and its name beside it


_STYLES = ("bright_blue", "dark_orange", "green", "magenta")
SIDES: ContextVar[Mapping[str, str] | None] = ContextVar("SIDES", default=None)  # the style of each side, by its name


class Names:
    """The sides by name: Axis for `axis`, or for `attacker` where the Axis attacks."""

    def __init__(self, party: Callable[[str], str] = lambda by: by, things: Mapping[str, str] = MappingProxyType({})) -> None:
        self.party = party
        self.things = things  # the names of places, and of units that have one, by id

    def __call__(self, by: str) -> str:
        side = clean(self.party(by) if by else "")
        if side in ROLES:  # the game knows no other name for both sides
            side = clean(by)
        if not side.islower() or side in (*ROLES, "referee"):
            return side
        return side_name(side)


def names_of(scenario: Scenario) -> Names:
    """The names of the sides, the places and the units of a scenario."""
    return Names(scenario.party, {**units_by_name(scenario), **board_of(scenario).names})


def units_by_name(scenario: Scenario) -> dict[str, str]:
    """The units that are called by a name of their own, as Ju 88, and not by their id, as fliegerkorps-ii."""
    called: dict[str, str] = {}
    for row in scenario.ruleset.standing((scenario.start.state,)):
        if row.unit not in scenario.ruleset.fixtures and row.unit not in scenario.ruleset.called(row):
            called.setdefault(row.unit, row.name.partition(" (")[0])
    names = list(called.values())
    return {unit: name for unit, name in called.items() if names.count(name) == 1 and not name.islower()}


def _styles_of(scenario: Scenario) -> dict[str, str]:
    """The style of each side, in the order in which its units are listed."""
    names = Names(scenario.party)
    sides = dict.fromkeys(names(tally.side) for tally in scenario.ruleset.tally(scenario.start.state))
    return dict(zip(sides, _STYLES, strict=False))


@contextmanager
def in_colors(scenario: Scenario) -> Iterator[None]:
    """Whatever is shown in this block has the sides of a scenario in color."""
    token = SIDES.set(_styles_of(scenario))
    try:
        yield
    finally:
        SIDES.reset(token)


def colored(text: Text) -> Text:
    """A text with the names of the sides in color."""
    for side, style in (SIDES.get() or {}).items():
        for found in re.finditer(rf"(?<![\w-]){re.escape(side)}(?![\w-])", text.plain):
            text.stylize(style, *found.span())
    return text
