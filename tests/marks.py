"""Where the problems of a scenario are: a test writes a `!` before every part that is refused, or noted, and before no other."""

from __future__ import annotations

from support import problems_of

from airwar.setup.loading import parse_scenario


def marks_in(marked: str) -> list[str]:
    """The places of the marks as `line:column`, in a text without marks."""
    return sorted(
        f"{number}:{at + 1 - line[:at].count('!')}"
        for number, line in enumerate(marked.splitlines(), 1)
        for at, sign in enumerate(line)
        if sign == "!"
    )


def refused_at(marked: str) -> list[str]:
    """Where the scenario is refused, each place once."""
    return sorted({problem.partition(": ")[0] for problem in problems_of(marked.replace("!", ""))})


def noted_at(marked: str) -> list[str]:
    """Where the check of a sound scenario has something to say."""
    return sorted(f"{note.line}:{note.column}" for note in parse_scenario(marked.replace("!", ""), "test.yaml").notes)
