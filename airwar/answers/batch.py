"""Many battles of one scenario: machine dice and the script, over the graph of positions, or walked when logs are kept."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from airwar.answers.chance import MachineDice, derived_seed
from airwar.answers.script import Scripted, graph_of
from airwar.battle import begin
from airwar.choices.script import Script
from airwar.engine.moves import Position, Then
from airwar.engine.positions import fallen
from airwar.engine.referee import Asked, End
from airwar.errors import AirwarError, BadScenario, CannotWrite, Unanswered
from airwar.loading import Scenario, load_scenario
from airwar.rulesets.ruleset import AnyRuleset

Outcome = tuple[str, tuple[tuple[str, str, int, int], ...]]  # the result, and what each side had and lost
MOST_POSITIONS = 300_000  # a graph that outgrows this is begun anew


@dataclass
class Runs:
    """Some runs of one scenario: which outcome each came to, or why the scenario could not be fought."""

    file: str
    first: int
    title: str = ""
    ruleset: str = ""
    outcomes: list[Outcome] = field(default_factory=list)
    by_run: list[int] = field(default_factory=list)
    error: str = ""
    exit_code: int = 0


class Fighter:
    """Fights runs of one scenario; what it learnt of the positions serves all further runs."""

    def __init__(self, ruleset: AnyRuleset, script: Script, first: Position | Then[Any], scope: str = "", round_: int = 0) -> None:
        self.ruleset = ruleset
        self.script = script
        self.place = (first, scope, round_)
        self.begin_anew()

    def begin_anew(self) -> None:
        self.graph = graph_of(self.script)
        self.root = self.graph.start(*self.place)
        self.known: dict[int, tuple[End, Outcome]] = {}

    def end(self, seed: int) -> tuple[End, int]:
        """One battle: its end, and the rounds that it took."""
        if len(self.graph.places) > MOST_POSITIONS:
            self.begin_anew()
        end, rounds, _ = fallen(self.root, MachineDice(seed))
        return end, rounds

    def fight(self, seed: int) -> Outcome:
        """One battle, as its outcome."""
        end, _ = self.end(seed)
        known = self.known.get(id(end))
        if known is None:
            known = self.known[id(end)] = (end, outcome(self.ruleset, end))
        return known[1]


def outcome(ruleset: AnyRuleset, end: End) -> Outcome:
    return end.result, tuple(tuple(tally) for tally in ruleset.tally(end.state))  # type: ignore[misc]


_fighters: dict[str, tuple[Scenario, Fighter]] = {}  # of this process


def fight_runs(file: str, seed: int, first: int, count: int, logs: str | None) -> Runs:
    """Some runs of a scenario, their logs kept under names that begin with `logs`.

    Errors come back as data, so that one bad scenario stops nobody else.
    """
    runs = Runs(file, first)
    try:
        scenario, fighter = _fighters.get(file, (None, None))
        if scenario is None or fighter is None:
            scenario = load_scenario(file)
            fighter = Fighter(scenario.ruleset, scenario.script, scenario.start)
            _fighters[file] = (scenario, fighter)
        runs.title, runs.ruleset = scenario.title, scenario.ruleset.id
        at: dict[Outcome, int] = {}
        for run in range(first, first + count):
            one = derived_seed(seed, run)
            come = logged(scenario, one, Path(f"{logs}-{run + 1:06d}.jsonl")) if logs else fighter.fight(one)
            runs.by_run.append(at.setdefault(come, len(at)))
        runs.outcomes = list(at)
    except BadScenario as bad:
        runs.error, runs.exit_code = "\n".join(map(str, bad.problems)), bad.exit_code
    except AirwarError as error:
        runs.error, runs.exit_code = f"{file}: {error}", error.exit_code
    return runs


def logged(scenario: Scenario, seed: int, path: Path) -> Outcome:
    """One battle walked with its log, which is written whole and synced once; an old one is never overwritten."""
    battle = begin(scenario, None, seed)
    try:
        end = battle.walk(Scripted(scenario.script, battle.dice)).run()
    except Asked as asked:
        raise Unanswered(f"nothing answers {asked.question.key}; add it to the scenario's choices") from None
    try:
        with open(path, "x", encoding="utf-8") as file:
            file.write(battle.log.text())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise CannotWrite(f"cannot write {path}: {error.strerror}") from None
    return outcome(scenario.ruleset, end)


@dataclass
class Summary:
    """All runs of one scenario together."""

    file: str
    title: str
    ruleset: str
    runs: int
    results: dict[str, int]  # result -> runs
    losses: dict[tuple[str, str, int], dict[int, int]]  # side, unit, had -> lost -> runs

    def document(self) -> dict[str, Any]:
        return {
            "scenario": self.file,
            "title": self.title,
            "ruleset": self.ruleset,
            "runs": self.runs,
            "results": [{"result": name, "runs": count} for name, count in self.results.items()],
            "losses": [
                {"side": side, "unit": unit, "had": had, "lost": [{"lost": n, "runs": c} for n, c in spread.items()]}
                for (side, unit, had), spread in self.losses.items()
            ],
        }


def summary(parts: list[Runs]) -> Summary:
    """The runs of one scenario, counted."""
    results: dict[str, int] = {}
    losses: dict[tuple[str, str, int], dict[int, int]] = {}
    for part in parts:
        for at, (result, tallies) in enumerate(part.outcomes):
            times = part.by_run.count(at)
            results[result] = results.get(result, 0) + times
            for side, unit, had, lost in tallies:
                spread = losses.setdefault((side, unit, had), {})
                spread[lost] = spread.get(lost, 0) + times
    ordered = dict(sorted(results.items(), key=lambda item: (-item[1], item[0])))
    spreads = {key: dict(sorted(spread.items())) for key, spread in losses.items()}
    first = parts[0]
    return Summary(first.file, first.title, first.ruleset, sum(len(part.by_run) for part in parts), ordered, spreads)
