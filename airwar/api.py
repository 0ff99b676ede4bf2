"""airwar as a library: load a scenario, fight it, ask for its odds, play it question by question, analyze its log.

    >>> import airwar
    >>> airwar.odds("malta-1942").results[0]["result"]
    'defender eliminated'

The names are also in `airwar` itself, where they are looked up when they are first used, so `import airwar` stays cheap.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any, Literal, TypeAlias, Unpack, get_args

from airwar.analysis.timeline import Timeline, changes, sums, timeline
from airwar.answers.chance import checked_seed, drawn_seed, show_seed
from airwar.batches.batch import Runs, distribution, pieces_of, work_of_text
from airwar.batches.workers import ChunkStore, Workers, fought
from airwar.battle.battle import begin
from airwar.choices.grammar import read_script
from airwar.choices.script import Entry
from airwar.engine.history import in_force
from airwar.engine.log import Log
from airwar.engine.moves import End
from airwar.engine.questions import Allotment as Allotment
from airwar.engine.questions import Choice as Choice
from airwar.engine.questions import Fact as Fact
from airwar.engine.questions import Roll as Roll
from airwar.engine.records import Rolled
from airwar.engine.records import Seated as Seated
from airwar.engine.trail import View
from airwar.engine.words import id_of, not_one_of
from airwar.errors import AirwarError as AirwarError
from airwar.errors import BadAnswer as BadAnswer
from airwar.errors import BadScenario as BadScenario
from airwar.play.session import Session as Session
from airwar.play.session import SessionOptions
from airwar.probability import forecast as odds_of
from airwar.probability.best import best_in
from airwar.probability.distribution import Distribution, Outcome, mean
from airwar.rulesets.ruleset import AnyRuleset
from airwar.scenario.reader import yaml_of
from airwar.setup.loading import Scenario as Scenario
from airwar.setup.loading import load_scenario, parse_scenario
from airwar.setup.overrides import ScenarioAsText, policy_text

Row: TypeAlias = dict[str, Any]
Source: TypeAlias = "str | Path | Mapping[str, Any] | Scenario"  # anything that a scenario can be made from
Policies: TypeAlias = Mapping[str, str]  # decision ids, * for any part, and their answers
Rollers: TypeAlias = Literal["machine", "physical", "ask"]  # who rolls; with ask, the player decides for each roll
Method: TypeAlias = Literal["auto", "exact", "sample"]


def load(source: Source) -> Scenario:
    """A scenario: from a file, by the name of a shipped one, from its text, or from the same content as plain values.

    Plain values are dictionaries, lists, texts and numbers, as a YAML file would have them: `airwar guide writing-a-scenario`.
    """
    if isinstance(source, Scenario):
        return source
    if isinstance(source, Mapping):
        return parse_scenario(yaml_of(source), "scenario.yaml")
    if isinstance(source, str) and "\n" in source:
        return parse_scenario(source, "scenario.yaml")
    return load_scenario(str(source))


def _one_of(words: Any, word: str) -> str:
    """Checks that a word is one of a Literal type; raises AirwarError if not."""
    if word not in get_args(words):
        raise AirwarError(not_one_of(word, get_args(words)))
    return word


def _policies_of(policies: Policies | None, ruleset: AnyRuleset) -> tuple[Entry, ...]:
    """Policies as entries that come ahead of the scenario's own."""
    lines = [policy_text(key, answer) for key, answer in (policies or {}).items()]
    return read_script("".join(lines), "policies", ruleset.questions).entries if lines else ()


def _at_least_one(runs: int) -> int:
    """Checks a number of battles; raises AirwarError if there are none."""
    if runs < 1:
        raise AirwarError(f"expected at least 1 run, not {runs}")
    return runs


class Shown:
    """A result that a notebook can show."""

    def to_dict(self) -> Row:
        """Everything as plain values."""
        raise NotImplementedError

    def _tables(self) -> dict[str, list[Row]]:
        """Lists of plain rows, by title."""
        return {}

    def _repr_html_(self) -> str:
        parts = [f"<p>{escape(repr(self))}</p>"]
        for title, rows in self._tables().items():
            if rows:
                heads = "".join(f"<th>{escape(str(head))}</th>" for head in rows[0])
                cells = ["".join(f"<td>{escape(str(cell))}</td>" for cell in row.values()) for row in rows]
                body = "".join(f"<tr>{row}</tr>" for row in cells)
                parts.append(f"<table><caption>{escape(title)}</caption><tr>{heads}</tr>{body}</table>")
        return "".join(parts)


# one battle


@dataclass(frozen=True, repr=False, eq=False)
class Battle(Shown):
    """A battle that is over: fought by its script, or in a session."""

    scenario: Scenario
    seed: str
    result: str
    winner: str
    losses: list[Row]  # side, unit, had, lost, left
    rolls: list[Row]  # seq, key, by, faces, result
    log: Log

    @classmethod
    def of(cls, session: Session) -> Battle:
        """The battle of a session that is over."""
        if session.end is None:
            raise AirwarError("the battle is not over: a question is pending")
        return cls._ended(session.scenario, session.battle.seed, session.end, session.log)

    @classmethod
    def _ended(cls, scenario: Scenario, seed: int | None, end: End, log: Log) -> Battle:
        losses = [{**tally._asdict(), "left": tally.had - tally.lost} for tally in scenario.ruleset.tally(end.state)]
        rolls = [
            {"seq": record.seq, "key": body.key, "by": body.by, "faces": list(body.faces), "result": body.result}
            for record in in_force(log.records)
            if isinstance(body := record.body, Rolled)
        ]
        shown = "" if seed is None else show_seed(seed)
        return cls(scenario, shown, end.result, scenario.ruleset.winner(end), losses, rolls, log)

    def __repr__(self) -> str:
        return f"<Battle {self.scenario.title!r}: {self.result}{self.seed and f', seed {self.seed}'}>"

    def to_dict(self) -> Row:
        """Everything as plain values."""
        return {
            "title": self.scenario.title,
            "ruleset": self.scenario.ruleset.id,
            "seed": self.seed,
            "result": self.result,
            "winner": self.winner,
            "losses": self.losses,
            "rolls": self.rolls,
        }

    def _tables(self) -> dict[str, list[Row]]:
        return {"Losses": self.losses, "Rolls": self.rolls}


def fight(scenario: Source, seed: int | None = None, log: str | Path | None = None) -> Battle:
    """Fights a scenario by its script, with machine dice. `log` keeps the log in a file.

    Its `choices` have to answer every decision that comes up; the entry `"*": "default"` takes the usual answer to the rest.
    """
    loaded = load(scenario)
    number = drawn_seed() if seed is None else checked_seed(seed)
    battle = begin(loaded, None if log is None else Path(log), number)
    try:
        end = battle.by_script(best_in(battle.scenario))
    finally:
        battle.settle()
    return Battle._ended(loaded, number, end, battle.log)


def session(
    scenario: Source,
    seed: int | None = None,
    log: str | Path | None = None,
    dice: Rollers = "machine",
    view: View | None = None,
    **options: Unpack[SessionOptions],
) -> Session:
    """A battle to be played question by question: `question`, `answer`, `roll`, `undo`, `correct`, `end`.

    `log` keeps the log in a file, so that `resume` can continue the battle. `view` is shown every record as it is written.
    `scripted`, `ask_before_end`, `ask_all`, `seats`, `who`, `think` and `only_plans` are those of `Session`.
    """
    return Session.begin(load(scenario), None if log is None else Path(log), seed, _one_of(Rollers, dice), view, **options)


def resume(log: str | Path, dice: Rollers | None = None, view: View | None = None, **options: Unpack[SessionOptions]) -> Session:
    """A battle from its log, at its pending question. `dice`: who rolls from here on."""
    return Session.resume(Path(log), view, None if dice is None else _one_of(Rollers, dice), **options)


# odds and series


@dataclass(frozen=True, repr=False, eq=False)
class Odds(Shown):
    """The chance of every result and every loss."""

    scenario: Scenario
    distribution: Distribution[Outcome] = field(repr=False)

    @property
    def method(self) -> str:
        """How they were worked out: exact, rounded or sampled."""
        return type(self.distribution.how).__name__.lower()

    @cached_property
    def results(self) -> list[Row]:
        """One row for each result: result and chance, the most likely first."""
        return [{"result": name, "chance": float(share)} for name, share in self.distribution.results().items()]

    @cached_property
    def losses(self) -> list[Row]:
        """One row for each kind of unit: side, unit, had and the mean lost."""
        found = self.distribution.losses()
        return [
            {"side": side, "unit": unit, "had": had, "mean_lost": float(mean(spread))}
            for (side, unit, had), spread in found.items()
        ]

    def win(self, side: str) -> Fraction:
        """The chance that a side wins, as a fraction: exact unless it was sampled. `side`: axis, or attacker where there is one."""
        meant = self.scenario.side_of.get(id_of(side))
        if meant is None:
            raise AirwarError(f"there is no side {side!r}; expected one of {', '.join(self.scenario.sides)}")
        return self.distribution.wins(meant, self.scenario.party)

    def __repr__(self) -> str:
        first = self.results[0] if self.results else {"result": "nothing", "chance": 0.0}
        return f"<Odds {self.scenario.title!r}: {first['result']} {first['chance']:.1%}, {self.method}>"

    def to_dict(self) -> Row:
        """Everything as plain values."""
        return {"title": self.scenario.title, "method": self.method, "results": self.results, "losses": self.losses}

    def _tables(self) -> dict[str, list[Row]]:
        return {"Results": self.results, "Losses": self.losses}


def odds(
    scenario: Source,
    policies: Policies | None = None,
    method: Method = "auto",
    runs: int | None = None,
    seed: int = 1,
) -> Odds:
    """The odds of a scenario if both sides follow its choices, or the policies given here before them.

    `method`: auto is exact if that takes about a second, and samples otherwise; exact takes as long as it takes. `runs` and
    `seed` are those of the sample.
    """
    loaded = load(scenario)
    runs = None if runs is None else _at_least_one(runs)
    further = _policies_of(policies, loaded.ruleset)
    script = odds_of.with_policies(loaded.script, further, lenient=bool(further))
    return Odds(
        loaded, odds_of.forecast(odds_of.Situation(loaded.ruleset, script, loaded.start), _one_of(Method, method), runs, seed)
    )


def batch(
    scenario: Source,
    runs: int = 1000,
    seed: int = 1,
    jobs: int = 1,
    executor: Workers | None = None,
    out: str | Path | None = None,
) -> Odds:
    """Many battles of a scenario by its script, counted: the same type as odds, always sampled. See `fight` for its `choices`.

    `executor` does the work, if given, `jobs` pieces at a time: an executor of concurrent.futures or an
    `airwar.batches.workers.Cluster`. `out`: a folder that keeps finished pieces, so that an interrupted batch can go on.
    The counts depend on nothing but the scenario, the runs and the seed.
    """
    loaded = load(scenario)
    work = work_of_text(loaded.name, ScenarioAsText.of(loaded))
    kept = None if out is None else ChunkStore(Path(out))
    parts = fought(pieces_of([work], _at_least_one(runs), seed, jobs), jobs, executor, kept)
    return Odds(loaded, distribution(map(_without_error, parts), seed))


def _without_error(part: Runs) -> Runs:
    """The runs; raises AirwarError if they could not be fought."""
    if part.error:
        raise AirwarError(part.error)
    return part


# after the battle


@dataclass(frozen=True, repr=False, eq=False)
class Analysis(Shown):
    """The luck and the skill in a battle."""

    timeline: Timeline

    @cached_property
    def moments(self) -> list[Row]:
        """One row for each roll and decision: seq, key, side, answer, before, after, luck, cost, best, grade."""
        line = self.timeline
        return [
            {
                "seq": change.moment.seq,
                "key": change.moment.key,
                "side": line.sides[change.side],
                "answer": change.moment.answer,
                "before": float(change.before),
                "after": float(change.after),
                "luck": float(change.luck),
                "cost": float(change.cost),
                "best": change.best,
                "grade": change.grade,
            }
            for change in changes(line)
        ]

    @cached_property
    def sides(self) -> list[Row]:
        """One row for each side: luck, cost of its decisions, and the score at first, at the end and without luck."""
        return [
            {
                "side": one.side,
                "luck": float(one.luck),
                "cost": float(one.cost),
                "first": float(one.first),
                "last": float(one.last),
                "without_luck": float(one.adjusted),
            }
            for one in sums(self.timeline)
        ]

    def __repr__(self) -> str:
        luck = ", ".join(f"{row['side']} {row['luck']:+.3f}" for row in self.sides)
        return f"<Analysis {self.timeline.scenario.title!r}: {f'luck {luck}' if luck else 'nothing to judge yet'}>"

    def to_dict(self) -> Row:
        """Everything as plain values."""
        return {"title": self.timeline.scenario.title, "moments": self.moments, "sides": self.sides}

    def _tables(self) -> dict[str, list[Row]]:
        return {"By side": self.sides, "Moments": self.moments}


def analyze(log: str | Path | Log | Battle | Session, seconds: float = 20.0) -> Analysis:
    """What every roll and every decision of a battle was worth, from its log. A longer time gives sharper values."""
    loaded = log.log if isinstance(log, Battle | Session) else log if isinstance(log, Log) else Log.load(Path(log))
    return Analysis(timeline(loaded, seconds=seconds))
