"""A battle that was followed through its log: its records, the states at each of them, and the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from airwar.battle.battle import Battle, Nobody, scenario_of
from airwar.battle.seeds import seed_of
from airwar.engine.history import in_force
from airwar.engine.log import Log, Record
from airwar.engine.moves import End, Position
from airwar.engine.questions import Asked
from airwar.rulesets.ruleset import Standing

T = TypeVar("T")


class Film:
    """The records in force, and the states at each: those of all procedures under way when it was written."""

    def __init__(self, log: Log | Path) -> None:
        self.log = Log.load(log) if isinstance(log, Path) else log
        self.scenario = scenario_of(self.log)
        self.records = in_force(self.log.records)
        self.states: list[tuple[Any, ...]] = [(self.scenario.start.state,)]
        self.all_states = list(self.states)  # and what a procedure that has just ended hands to its caller
        self.walk = Battle(self.scenario, Log(list(self.log.records)), seed_of(self.log)).walk(Nobody(), self)
        self.walk.answering.asked = {}
        self.end: End | None = None
        with suppress(Asked):
            self.end = self.walk.run()

    def show(self, record: Record, past: bool) -> None:
        """Remembers the states at each record; a View of the walk."""
        self.states.append(self.walk.states)
        self.all_states.append(self._all())

    def back(self, seq: int) -> None:
        """Only records in force are followed, so the walk never goes back."""

    def standing(self) -> list[list[Standing]]:
        """What is where at each record, and after the last one."""
        return self._at_each(self.scenario.ruleset.standing)

    def everything(self) -> list[list[Standing]]:
        """Like `standing`, with the ground troops."""
        return self._at_each(self.scenario.ruleset.everything)

    def results(self) -> list[list[tuple[str, str]]]:
        """The results of battles and missions that are known at each record, and after the last one."""
        ruleset = self.scenario.ruleset
        found = self._at_each(lambda states: _told(ruleset.results(ruleset.newest(states))))
        return [*found[:-1], _told(ruleset.results(self.end.state)) if self.end is not None else found[-1]]

    def _at_each(self, read: Callable[[tuple[Any, ...]], list[T]]) -> list[list[T]]:
        """What the states at each record and after the last one say. Between two steps nothing changes, so it is read once."""
        found: list[list[T]] = []
        last: tuple[Any, ...] | None = None
        for states in [*self.all_states, self.last_states]:
            same = (
                last is not None and len(last) == len(states) and all(one is other for one, other in zip(last, states, strict=True))
            )
            found.append(found[-1] if same else read(states))
            last = states
        return found

    @property
    def last_states(self) -> tuple[Any, ...]:
        """The states after the last record."""
        return (self.end.state,) if self.end is not None else self._all()

    def _all(self) -> tuple[Any, ...]:
        at = self.walk.position
        return at.all_states if isinstance(at, Position) else (at.state,)


def _told(results: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The results of what is over."""
    return [(name, result) for name, result in results if result]
