"""Every error that airwar reports. Each has an exit code; its message gives the value, the place and what to do."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


class AirwarError(Exception):
    """Anything that is reported to the user in one sentence instead of a traceback."""

    exit_code = 1


@dataclass(frozen=True)
class Problem:
    """Something wrong with a file, and where."""

    file: str
    line: int
    column: int
    text: str
    severity: str = "error"  # error; warning: probably a mistake; note: something to know

    def __str__(self) -> str:
        """The problem on one line. Errors carry no label."""
        return f"{self.file}:{self.line}:{self.column}: {'' if self.severity == 'error' else f'{self.severity}: '}{self.text}"


class BadScenario(AirwarError):
    """The scenario cannot be played. Lists every problem that was found, in the order of the file.

    `unchecked`: why the search for problems ended early, if it did.
    """

    exit_code = 65

    def __init__(self, problems: list[Problem], unchecked: str = "") -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems
        self.unchecked = unchecked


class BadPolicy(AirwarError):
    """A policy for a decision that never comes up."""

    exit_code = 65


class BadLog(AirwarError):
    """The file is not a log, or a line in the middle is damaged."""

    exit_code = 65


class BrokenChain(BadLog):
    """A record was changed, dropped, duplicated or moved after it was written."""

    def __init__(self, seq: int, text: str) -> None:
        super().__init__(f"record {seq}: {text}")
        self.seq = seq


class Mismatch(AirwarError):
    """From this record on, the log differs from what the rules produce."""

    exit_code = 4

    def __init__(self, seq: int, text: str) -> None:
        super().__init__(f"record {seq}: {text}")
        self.seq, self.text = seq, text


class RuledOtherwise(Mismatch):
    """A mismatch in a log of another version: a rule was mended since, or the log was forged. What comes before still holds."""


class BadSeed(AirwarError):
    """The text is not a seed."""

    exit_code = 2


class BadAnswer(AirwarError):
    """The answer does not fit the pending question."""


class NotUnderstood(BadAnswer):
    """A typed line that does not fit the question. None of it was carried out."""


class Unsure(NotUnderstood):
    """A typed line that the tutor doubts. If typed again, it is carried out."""


class ByMail(AirwarError):
    """A battle by mail can only go on by letters."""


class Unanswered(AirwarError):
    """A decision has no answer, and there is no terminal to ask at. `instead`: what else the player can do about it."""

    exit_code = 3

    def __init__(self, key: str, instead: str = "") -> None:
        super().__init__(f"nothing answers {key}; add it to the scenario's choices{instead and f', or {instead}'}")


class Endless(AirwarError):
    """With these answers the battle cannot end, whatever the dice show; or it has not ended after very many rolls."""

    def __init__(self, key: str, rolls: int = 0) -> None:
        how = f"after {rolls:,} rolls it is still at {key}" if rolls else f"it keeps returning to {key} whatever the dice show"
        super().__init__(f"the battle never ends: {how}; let one side leave")


class NotFound(AirwarError):
    """Something that was named does not exist."""

    exit_code = 66


class NoSuchFile(NotFound):
    """The file does not exist or cannot be read."""


class NoSuchRuleset(NotFound):
    """No ruleset has that id."""


class BrokenRuleset(AirwarError):
    """A ruleset from another package cannot be used. The message says why in one line."""


class NoSuchRule(NotFound):
    """The ruleset has no rule with that number."""


class NoSuchChart(NotFound):
    """The ruleset has no chart with that name."""


class SeedMissing(NotFound):
    """The secret seed of a battle is not in the file beside its log."""


class CannotWrite(AirwarError):
    """The log or the report cannot be written there."""

    exit_code = 73

    @classmethod
    def to(cls, path: str | Path, error: OSError) -> CannotWrite:
        """The error for a path, with the reason that the system gives."""
        return cls(f"cannot write {path}: {error.strerror}")


class Left(Exception):
    """The person leaves the table. The log stays intact."""

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how  # q, interrupt or end of input
