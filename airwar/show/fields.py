"""The field reference of a ruleset, for people who write scenarios."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable

from airwar.choices.grammar import Questions
from airwar.choices.policies import EXPECTED
from airwar.scenario.reference import Described

PIPED = 80  # columns, where nobody says otherwise
WIDEST = 100  # longer lines are hard to read


def width() -> int:
    """How wide the reference is printed."""
    return min(WIDEST, shutil.get_terminal_size((PIPED, 24)).columns if sys.stdout.isatty() else PIPED)


def lines_of(fields: Iterable[Described], above: int = 0) -> list[str]:
    """The lines of the reference: name, values and default, then what the field means; inner fields are indented."""
    lines: list[str] = []
    for one in fields:
        indent = "  " * (len(one.path) - 1 - above)
        status = f" ({one.status})" if one.status else ""
        lines += wrapped(f"{one.name}{status}: {one.what}", indent, indent + "    ")
        lines += wrapped(one.text, indent + "    ", indent + "    ")
    return lines


def question_lines(questions: Questions) -> list[str]:
    """The ids that `choices` may name: every decision with what it decides, then every roll."""
    lines = wrapped("choices: the id of a question, and its answer", "", "    ")
    lines += wrapped(
        "An id may follow the name of a battle and the round: write *. before it. A * in an id stands for a name.",
        "    ",
        "    ",
    )
    lines += ["", "decisions"]
    for id_, text in questions.decisions.items():
        lines += wrapped(f"{id_}: {text}", "  ", "      ")
        if stance := questions.stances.get(id_):
            lines += wrapped(f"{stance.stay} or {stance.leave}; policies: {EXPECTED}", "      ", "      ")
    if questions.rolls:
        lines += ["", "rolls; the answer is the faces, such as [3, 5]"]
    for id_, text in questions.rolls.items():
        lines += wrapped(f"{id_}: {text}", "  ", "      ")
    return lines


def wrapped(text: str, first: str, others: str) -> list[str]:
    return textwrap.wrap(text, width(), initial_indent=first, subsequent_indent=others, break_on_hyphens=False)
