"""Verifies a log: its chain, its dice, and every record against the rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from airwar.answers.chance import MachineDice
from airwar.battle import Battle, Nobody, header, scenario_of, seed_of
from airwar.engine.dice import Dice, EachFace
from airwar.engine.log import Log, Record
from airwar.engine.questions import Asked, Roll
from airwar.engine.records import Rolled
from airwar.errors import BadScenario, BrokenChain, Mismatch
from airwar.loading import Scenario

DICE_MODES = {"machine": ("machine",), "physical": ("physical",), "ask": ("machine", "physical")}  # and who may roll in each


@dataclass(frozen=True)
class Proof:
    """What a log proves, and what it cannot."""

    records: int
    finished: bool
    machine_dice: int
    typed_dice: int
    scripted_dice: int
    seed_known: bool
    undone: int
    waiting_for: str = ""


def verify(path: Path) -> Proof:
    """Verifies a log. Raises Mismatch at the first bad record."""
    try:
        return _verified(Log.load(path, unread=True))
    except BrokenChain as broken:
        raise Mismatch(broken.seq, str(broken).partition(": ")[2]) from None


def _verified(log: Log) -> Proof:
    if log.torn:
        raise Mismatch(len(log.records), "the last line is torn; `airwar resume` moves it aside")
    try:
        scenario = scenario_of(log)
    except BadScenario as bad:
        raise Mismatch(0, f"the scenario in the header cannot be played: {bad}") from None
    seed = seed_of(log)
    check_header(scenario, log, seed)
    waiting = adjudicate(scenario, log, seed)
    rolls = [record.body for record in log.records if record.kind == "roll" and isinstance(record.body, Rolled)]
    sources = [roll.source for roll in rolls for _ in roll.faces]
    if log.finished and seed is None and "machine" in sources:
        raise Mismatch(log.last.seq, "the battle is over, but the seed is not revealed")
    return Proof(
        len(log.records),
        log.finished,
        sources.count("machine"),
        sources.count("physical"),
        sources.count("scripted"),
        seed is not None,
        sum(record.kind == "undo" for record in log.records),
        waiting,
    )


def check_header(scenario: Scenario, log: Log, seed: int | None) -> None:
    """Checks that the header is the one that a battle of this scenario begins with."""
    said = log.header
    expected = header(scenario, said.dice, seed or 0, said.commitment is not None)
    if said.ruleset != expected.ruleset:
        raise Mismatch(0, "the ruleset or its charts differ from those of this version of airwar")
    if said.dice not in DICE_MODES or said != replace(expected, version=said.version, commitment=said.commitment):
        raise Mismatch(0, "the header has fields or values that airwar never writes")


class Witness:
    """Looks on while a log is followed, and checks that every die is one that its source can give."""

    def __init__(self, scenario: Scenario, log: Log, seed: int | None) -> None:
        self.script = scenario.script
        self.sources = DICE_MODES[log.header.dice]
        self.dice = None if seed is None else MachineDice(seed)

    def show(self, record: Record, past: bool) -> None:
        if past and record.kind == "roll" and isinstance(record.body, Rolled):
            doubt = self.doubt(record.body)
            if doubt:
                raise Mismatch(record.seq, f"{record.body.key}: {doubt}")

    def back(self, seq: int) -> None:
        pass

    def doubt(self, roll: Rolled) -> str:
        """Why these faces cannot have been rolled, or nothing."""
        source, faces, dice = roll.source, roll.faces, Dice.written(roll.dice)
        scripted = self.script.answer(Roll(roll.key, roll.rule, EachFace(dice), roll.by))
        # Players who asked to roll their own dice are not bound by those of the script.
        own_dice = source in ("physical", "machine") and self.sources != ("machine",)
        if (scripted is not None and not own_dice) or source == "scripted":
            return "" if source == "scripted" and scripted == faces else f"the script does not give {list(faces)}"
        if source not in self.sources:
            return f"a battle with {' and '.join(self.sources)} dice has no {source} dice"
        if source == "machine" and self.dice and self.dice.faces(roll.die or 0, dice.count, dice.sides) != faces:
            return f"the seed does not give {list(faces)}"
        return ""


def adjudicate(scenario: Scenario, log: Log, seed: int | None) -> str:
    """Walks every course that the log took, undos included; returns the key of the pending question, if any."""
    length = len(log.records)
    copy = Log(list(log.records))
    walk = Battle(scenario, copy, seed).walk(Nobody(), Witness(scenario, copy, seed), every_course=True)
    waiting = ""
    try:
        walk.run()
    except Asked as asked:
        waiting = asked.question.key
    if len(copy.records) > length:
        raise Mismatch(length, "the log was cut off here: the rules continue without a question; `airwar resume` completes it")
    return waiting
