"""One battle: a scenario, its log and its seed; new, or resumed from its log."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from airwar import rulesets
from airwar.answers.chance import MachineDice, Scripted, checked_seed, commitment, drawn_seed, show_seed
from airwar.battle.seeds import dice_changes, forget_seeds, secrets_of, seed_claimed, seed_of, seeds_of
from airwar.engine.answering import Answers
from airwar.engine.dice import Faces
from airwar.engine.files import is_stdin
from airwar.engine.frozen import dataclass
from airwar.engine.history import NOTHING_TO_UNDO, undoable
from airwar.engine.log import Log
from airwar.engine.moves import End
from airwar.engine.questions import Asked, Decision, Roll
from airwar.engine.records import (
    FORMAT,
    Chosen,
    Correspondents,
    Ended,
    Header,
    Ordered,
    Rolled,
    Ruled,
    RulesetUsed,
    Stands,
    Stated,
    Undone,
)
from airwar.engine.redo import Redo
from airwar.engine.trail import View
from airwar.engine.walk import Walk
from airwar.errors import AirwarError, ByMail, CannotWrite, NoSuchRuleset, Unanswered
from airwar.rulesets.adjusting import adjusted
from airwar.rulesets.kit.charts import charts_digest
from airwar.rulesets.ruleset import AnyRuleset
from airwar.setup.loading import Scenario, parse_scenario
from airwar.version import __version__

MAIL = "mail"  # who rolls in a battle by mail: both sides together


@dataclass
class Battle:
    """A scenario being fought, with its log and its seed."""

    scenario: Scenario
    log: Log
    seed: int | None  # None if a secret seed has been lost

    @property
    def dice(self) -> MachineDice | None:
        return None if self.seed is None else MachineDice(self.seed)

    @property
    def modes(self) -> list[str]:
        """Who has rolled, in order: machine, physical or ask."""
        return [self.log.header.dice, *(change.dice for change in dice_changes(self.log))]

    @property
    def mode(self) -> str:
        """Who rolls now."""
        return self.modes[-1]

    @property
    def own_dice(self) -> bool:
        """Whether the players roll their own dice, or did at some point."""
        return self.modes.count("machine") < len(self.modes)

    def walk(
        self,
        answers: Answers,
        view: View | None = None,
        every_course: bool = False,
        ask_before_end: bool = False,
        again: Redo | None = None,
    ) -> Walk:
        """The walk through this battle, from its start, following the log as far as it goes."""
        scenario, adjust = self.scenario, partial(adjusted, self.scenario.ruleset)
        start, closing, memory = scenario.start, self.closing, scenario.memory
        words = len(self.log.records) == 1 or written_here(self.log, scenario)
        return Walk(start, self.log, answers, view, closing, every_course, ask_before_end, memory, adjust, again, words)

    def closing(self, end: End, corrects: int | None) -> Ended:
        """The last record: the result, the losses, the seed if it was secret, and the number of the end that this one corrects."""
        tally, position = self.scenario.memory.once("closing", end, self._what_is_left)
        return Ended(end.result, tally, position, secrets_of(seeds_of(self.log, self.seed)), corrects)

    def _what_is_left(self, end: End) -> tuple[tuple[tuple[str, str, int, int], ...], tuple[Stands, ...]]:
        """The losses, and where every unit is."""
        ruleset = self.scenario.ruleset
        tally = tuple((side, unit, had, lost) for side, unit, had, lost in ruleset.tally(end.state))
        return tally, tuple((row.side, row.place, row.unit, row.count, row.marks) for row in ruleset.standing((end.state,)))

    def by_script(self, best: Callable[[Walk, Decision], Any] | None = None) -> End:
        """Fights the battle to its end: the scenario's script answers, and the machine rolls. Raises Unanswered.

        `best` finds the answers for which the script says so.
        """
        answers = Scripted(self.scenario.script, self.dice)
        walk = self.walk(answers)
        answers.best = best and partial(best, walk)
        try:
            return walk.run()
        except Asked as asked:
            raise Unanswered(asked.question.key) from None

    def undo(self) -> Undone:
        """Takes back the last order or entry since the last die, by a record in the log."""
        record = undoable(self.log.records)
        if record is None:
            raise AirwarError(NOTHING_TO_UNDO)
        assert isinstance(record.body, Chosen | Stated | Rolled | Ruled | Ordered)
        undone = Undone(record.seq, record.body.key)
        self.log.append(undone)
        return undone

    def settle(self) -> None:
        """Closes the log. If the battle is over, the log reveals the secret seed, so its file is removed."""
        self.log.close()
        if self.log.path is not None and self.log.finished:
            forget_seeds(self.log.path)


class Nobody:
    """Answers nothing, so the walk stops where the log ends."""

    def faces(self, roll: Roll, drawn: int) -> tuple[Faces, str]:
        raise Asked(roll)

    def choice(self, question: Decision) -> Any:
        raise Asked(question)


def header(scenario: Scenario, mode: str, seed: int, secret: bool, parent: str | None = None) -> Header:
    """The first record: everything needed to fight the battle again."""
    return Header(
        FORMAT,
        __version__,
        ruleset_used(scenario.ruleset),
        scenario.word_for_word,
        mode,
        None if secret else show_seed(seed),
        commitment(seed) if secret else None,
        parent,
    )


def mail_header(scenario: Scenario, mail: Correspondents) -> Header:
    """The first record of a battle by mail. It has neither seed nor commitment."""
    return Header(FORMAT, __version__, ruleset_used(scenario.ruleset), scenario.word_for_word, MAIL, mail=mail)


def ruleset_used(ruleset: AnyRuleset) -> RulesetUsed:
    """The ruleset as the header of a log names it."""
    offer = rulesets.offered(ruleset.id)
    origin = (offer.distribution, offer.version) if offer else ()
    return RulesetUsed(ruleset.id, charts_digest(ruleset.package), *origin)


def begin(
    scenario: Scenario,
    path: Path | None,
    seed: int | None = None,
    mode: str = "machine",
    parent: str | None = None,
) -> Battle:
    """Begins a battle. Without a seed one is drawn, and kept beside the log until the end."""
    if seed is not None:
        return Battle(scenario, Log.create(path, header(scenario, mode, checked_seed(seed), False, parent)), seed)
    drawn = drawn_seed()
    first = header(scenario, mode, drawn, True, parent)
    if path is None:
        return Battle(scenario, Log.create(None, first), drawn)
    with seed_claimed(path, drawn):
        log = Log.create(path, first)
    return Battle(scenario, log, drawn)


def resume(path: Path) -> Battle:
    """Opens a log to continue its battle."""
    if is_stdin(path):
        raise CannotWrite("a log that comes in on stdin cannot be continued; name its file")
    log = Log.load(path)
    if log.header.mail is not None:
        raise ByMail(f"this battle is fought by mail; it goes on with airwar letter {path} and airwar reply {path}")
    return Battle(scenario_of(log), log, seed_of(log))


def scenario_of(log: Log) -> Scenario:
    """The scenario of a log. Raises NoSuchRuleset if its ruleset comes in a package that is not installed."""
    said, used = log.header.scenario, log.header.ruleset
    if used.package is not None and not rulesets.knows(used.id):
        raise NoSuchRuleset(f"this battle needs ruleset {used.id} of {origin_of(used)}, which is not installed")
    return _scenario(said.name, said.text, tuple((said.files or {}).items()))


def origin_of(used: RulesetUsed) -> str:
    """Where a ruleset comes from: airwar, or another package with its version."""
    return "airwar" if used.package is None else f"{used.package} {used.version or ''}".strip()


def other_version(log: Log, scenario: Scenario) -> str:
    """A sentence if the ruleset of a log came in another package, or another version of it, than it does now; else empty."""
    then, now = origin_of(log.header.ruleset), origin_of(ruleset_used(scenario.ruleset))
    return "" if then == now else f"the battle was fought with {scenario.ruleset.id} of {then}; here it comes from {now}"


def written_here(log: Log, scenario: Scenario) -> bool:
    """Whether this very version of airwar and of the ruleset wrote a log, so that its words must match too."""
    return log.header.version == __version__ and not other_version(log, scenario)


@lru_cache(maxsize=4)
def _scenario(name: str, text: str, files: tuple[tuple[str, str], ...]) -> Scenario:
    """A scenario from its text. Logs of one scenario are often verified together, so the last few are cached."""
    return parse_scenario(text, name, dict(files))
