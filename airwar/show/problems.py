"""Problems of scenario files, with the line that each is about."""

from __future__ import annotations

import sys
from pathlib import Path

from rich.cells import cell_len
from rich.text import Text

from airwar.engine.files import read_regular
from airwar.errors import Problem
from airwar.show.console import clean, folded, talk

COLORS = {"error": "bold red", "warning": "bold yellow", "note": "bold cyan"}
BEFORE_CARET = 2 / 3  # of the width; a line that is longer is cut at both ends


def say(problem: Problem, scenario: str) -> None:
    """Prints a problem on stderr: on one line, for programs that read it; at a terminal folded, with the line it is about."""
    where = f"{problem.file}:{problem.line}:{problem.column}"
    line = f"{where}: {problem.severity}: {problem.text}"
    console = talk()
    if not sys.stderr.isatty():
        console.print(Text(clean(line)), soft_wrap=True)
        return
    shown = Text(folded(line))
    shown.highlight_words([f"{problem.severity}:"], COLORS[problem.severity])
    console.print(shown, soft_wrap=True)
    text = line_of(problem, scenario)
    if text is not None:
        for part in excerpt(text, problem.line, problem.column, console.width):
            console.print(Text(part, style="dim"), soft_wrap=True)


def line_of(problem: Problem, scenario: str) -> str | None:
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
    start = max(0, column - 1 - int(room * BEFORE_CARET)) if len(line) > room else 0
    before, after = (clean(part.replace("\t", " ")) for part in (line[start : column - 1], line[column - 1 : start + room]))
    return [f"{margin}{before}{after}", f"{' ' * (len(margin) - 2)}| {' ' * cell_len(before)}^"]
