"""The few ways in which airwar says no. Each knows its exit code; each message carries the value, the place and what to do."""

from __future__ import annotations

from dataclasses import dataclass


class AirwarError(Exception):
    """Anything that airwar tells the user in one sentence instead of a traceback."""

    exit_code = 1


@dataclass(frozen=True)
class Problem:
    """One thing wrong with a file, and where."""

    file: str
    line: int
    column: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.text}"


class BadScenario(AirwarError):
    """The scenario cannot be played: every problem that was found, in the file's order.

    `unchecked`: why the search ended early, if it did.
    """

    exit_code = 65

    def __init__(self, problems: list[Problem], unchecked: str = "") -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems
        self.unchecked = unchecked


class BadPolicy(AirwarError):
    """An answer was given beforehand to something that is never asked."""

    exit_code = 65


class BadLog(AirwarError):
    """The file is no log, or a line in its middle is damaged."""

    exit_code = 65


class BrokenChain(BadLog):
    """A record was changed, dropped, doubled or moved after it was written."""

    def __init__(self, seq: int, text: str) -> None:
        super().__init__(f"record {seq}: {text}")
        self.seq = seq


class Mismatch(AirwarError):
    """A log and what the rules make of it differ, from this record on."""

    exit_code = 4

    def __init__(self, seq: int, text: str) -> None:
        super().__init__(f"record {seq}: {text}")
        self.seq = seq


class BadSeed(AirwarError):
    """What was typed is no seed."""

    exit_code = 2


class Unanswered(AirwarError):
    """A decision that nobody is there to take."""

    exit_code = 3


class Endless(AirwarError):
    """Under these answers nothing can end the battle, whatever the dice show."""

    def __init__(self, key: str) -> None:
        super().__init__(f"the battle never ends: {key} comes back for ever, whatever the dice show; let one side leave")


class NoSuchFile(AirwarError):
    """There is no file, ruleset, rule or chart by that name."""

    exit_code = 66


class CannotWrite(AirwarError):
    """The log or the report cannot be written there."""

    exit_code = 73
