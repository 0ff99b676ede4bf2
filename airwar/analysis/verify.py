"""Verifies a log: its chain, its dice, and every record against the rules."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from airwar.answers.chance import MachineDice
from airwar.battle.battle import MAIL, Battle, Nobody, Seed, header, mail_header, other_version, scenario_of, seeds_of, written_here
from airwar.engine.dice import Dice, EachFace, Faces
from airwar.engine.history import in_force
from airwar.engine.log import Log, Record
from airwar.engine.memory import Forgetful
from airwar.engine.questions import Asked, Decision, Roll
from airwar.engine.records import FORMAT, Body, Corrected, DiceChanged, Ended, Noted, Rolled, Ruled, StepTaken
from airwar.engine.remarks import corrected_words, ruled_words, unmet_words
from airwar.engine.ruling import met_no_roll
from airwar.errors import BadScenario, BrokenChain, Mismatch
from airwar.mail.proof import MailProof, MailWitness
from airwar.setup.loading import Scenario
from airwar.version import __version__

# who may roll in each mode
_DICE_MODES = {"machine": ("machine",), "physical": ("physical",), "ask": ("machine", "physical"), MAIL: ("machine",)}


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
    parent_dice: int = 0
    lost_dice: int = 0  # machine dice of a seed that was lost
    seeds: int = 1
    corrections: tuple[str, ...] = ()  # in plain words
    rulings: tuple[str, ...] = ()
    notes: int = 0
    reopened: tuple[int, ...] = ()  # records after which a battle that was over was corrected, its dice known
    missing: int = 0  # records that the rules add before the next question; the battle was interrupted there
    unmet: tuple[str, ...] = ()  # rulings that no roll met before the battle was over
    other_version: str = ""  # which version of airwar, or of a ruleset from another package, wrote the log, if not this one
    new_seeds: tuple[str, ...] = ()  # in plain words: where a seed was drawn in the middle of the battle
    new_seed_dice: int = 0  # machine dice that come from such a seed
    forked: bool = False
    mail: MailProof | None = None  # of a battle by mail


def verify(path: Path) -> Proof:
    """Verifies a log. Raises Mismatch at the first bad record."""
    try:
        return _verified(Log.load(path, unread=True))
    except BrokenChain as broken:
        raise Mismatch(broken.seq, str(broken).partition(": ")[2]) from None


def _verified(log: Log) -> Proof:
    _check_format(log)
    if log.torn:
        raise Mismatch(len(log.records), "the last line is torn; `airwar resume` moves it aside")
    try:
        scenario = scenario_of(log)
    except BadScenario as bad:
        raise Mismatch(0, f"the scenario in the header cannot be played: {bad}") from None
    elsewhere = other_version(log, scenario)
    try:
        followed = _follow(scenario, log)
    except Mismatch as mismatch:
        if elsewhere:
            raise type(mismatch)(mismatch.seq, f"{mismatch.text} ({elsewhere})") from None
        raise
    return _proof_of(log, followed, elsewhere)


class _Followed(NamedTuple):
    """A log that the rules reproduce: its seeds, the protocol of a battle by mail, what it waits for, and records to be added."""

    seeds: list[Seed]
    mail: MailWitness | None
    waiting: str
    missing: int


def _follow(scenario: Scenario, log: Log) -> _Followed:
    """Follows a log from its header to its end. Raises Mismatch."""
    mail = MailWitness(scenario, log) if log.header.mail is not None else None
    seeds = mail.seeds if mail else seeds_of(log)
    _check_header(scenario, log, seeds[0].number, written_here(log, scenario))
    return _Followed(seeds, mail, *_adjudicate(scenario, log, seeds, mail))


def _proof_of(log: Log, followed: _Followed, elsewhere: str) -> Proof:
    """What a log proves that has been followed. `elsewhere` says which other version of the ruleset wrote it."""
    seeds, mail, waiting, missing = followed
    dice = _dice_of(log, seeds)
    ends = [record.seq for record in log.records if record.kind == "end"]
    if ends and dice.unproven and seeds[-1].number is None:
        raise Mismatch(ends[-1], "the battle was over, but its end does not reveal the seed, so its dice cannot be verified")
    bodies = [(record.seq, record.body) for record in log.records if record.kind in _WORDED]
    return Proof(
        records=len(log.records),
        finished=log.finished,
        machine_dice=dice.machine,
        typed_dice=dice.typed,
        scripted_dice=dice.scripted,
        seed_known=seeds[-1].number is not None,
        undone=sum(record.kind == "undo" for record in log.records),
        waiting_for=waiting,
        parent_dice=dice.parent,
        lost_dice=dice.unproven if seeds[-1].number is not None else 0,
        seeds=len(seeds),
        corrections=tuple(f"record {seq}: {corrected_words(body)}" for seq, body in bodies if isinstance(body, Corrected)),
        rulings=_rulings_of(log),
        notes=sum(isinstance(body, Noted) for _, body in bodies),
        reopened=tuple(seq for seq in ends if seq != log.last.seq),
        missing=missing,
        unmet=_unmet_of(log),
        other_version="; ".join(filter(None, (_written_by(log), elsewhere))),
        new_seeds=tuple(_new_seed_words(log)),
        new_seed_dice=dice.of_new_seeds,
        forked=log.header.parent is not None,
        mail=mail.proof() if mail else None,
    )


class _DiceOf(NamedTuple):
    """How many dice of a log come from where."""

    machine: int
    typed: int
    scripted: int
    parent: int
    unproven: int  # from a seed that is not known
    of_new_seeds: int  # from a known seed that was drawn in the middle of the battle


def _dice_of(log: Log, seeds: list[Seed]) -> _DiceOf:
    rolls = [record.body for record in log.records if record.kind == "roll" and isinstance(record.body, Rolled)]
    sources = [roll.source for roll in rolls for _ in roll.faces]
    by_machine = [(_seed_for(roll.die, seeds), len(roll.faces)) for roll in rolls if roll.die is not None]
    return _DiceOf(
        machine=sources.count("machine"),
        typed=sources.count("physical"),
        scripted=sources.count("scripted"),
        parent=sources.count("parent"),
        unproven=sum(count for seed, count in by_machine if seed.number is None),
        of_new_seeds=sum(count for seed, count in by_machine if seed.number is not None and seed is not seeds[0]),
    )


def _check_format(log: Log) -> None:
    """Checks that a log of format 2 has nothing that only format 1 has, and all that it should have."""
    old = [record.seq for record in log.records if record.kind in ("step", "ruling", "end") and _of_format_1(record.body)]
    if old and log.header.airwar > 1:
        raise Mismatch(old[0], "only logs of format 1 have steps and fingerprints of states")
    ends = [(record.seq, record.body) for record in log.records if record.kind == "end"]
    bare = [seq for seq, body in ends if isinstance(body, Ended) and body.position is None]
    if bare and log.header.airwar > 1:
        raise Mismatch(bare[0], "the end does not say where the units are")


def _of_format_1(body: Body) -> bool:
    return isinstance(body, StepTaken) or (isinstance(body, Ruled | Ended) and body.state is not None)


def _written_by(log: Log) -> str:
    """What to say of a log that another version of airwar wrote; else nothing."""
    then = log.header.version
    if then == __version__:
        return ""
    return f"airwar {then} wrote this log: its dice, answers, losses and results were compared, its wording was not"


def _new_seed_words(log: Log) -> list[str]:
    """Where the machine was given another seed in the middle of the battle."""
    changes = [(record.seq, record.body) for record in log.records if record.kind == "dice"]
    lost = "the seed was said to be lost, and a new one was drawn, which may have been chosen for its dice"
    return [f"record {seq}: {lost}" for seq, body in changes if isinstance(body, DiceChanged) and body.first is not None]


def _rulings_of(log: Log) -> tuple[str, ...]:
    """The rulings in force, in plain words."""
    if not any(record.kind == "ruling" for record in log.records):
        return ()
    ruled = [(record.seq, record.body) for record in in_force(log.records) if record.kind == "ruling"]
    return tuple(f"record {seq}: {ruled_words(body)}" for seq, body in ruled if isinstance(body, Ruled))


def _unmet_of(log: Log) -> tuple[str, ...]:
    """The rulings that no roll met before the battle was over, in plain words."""
    if not log.finished or not any(record.kind == "ruling" for record in log.records):
        return ()
    return tuple(unmet_words(met_no_roll(record.body for record in in_force(log.records))))


_CLOSING = "somebody to close it"  # the battle is over, and its end has not been written
_WORDED = ("correction", "note")


def _seed_for(die: int, seeds: list[Seed]) -> Seed:
    """The seed that a machine die comes from."""
    return seeds[bisect_right(seeds, die, key=lambda seed: seed.first) - 1]


def _check_header(scenario: Scenario, log: Log, seed: int | None, same_version: bool) -> None:
    """Checks that the header is the one that a battle of this scenario begins with."""
    actual = log.header
    if actual.mail is None:
        expected = header(scenario, actual.dice, seed or 0, actual.commitment is not None)
    else:
        expected = mail_header(scenario, actual.mail)
    if actual.ruleset.id != expected.ruleset.id or (same_version and actual.ruleset.charts != expected.ruleset.charts):
        raise Mismatch(0, "the ruleset or its charts differ from those of this version of airwar")
    if (actual.ruleset.package is None) != (expected.ruleset.package is None):
        raise Mismatch(0, "the header has the ruleset in a package that it does not come from")
    expected = replace(expected, airwar=actual.airwar, version=actual.version, ruleset=actual.ruleset)
    expected = replace(expected, commitment=actual.commitment, parent=actual.parent)
    if (same_version and actual.airwar != FORMAT) or actual.dice not in _DICE_MODES or actual != expected:
        raise Mismatch(0, "the header has fields or values that airwar never writes")


class _Witness:
    """Looks on while a log is followed, and checks that every die is one that its source can give."""

    def __init__(self, scenario: Scenario, log: Log, seeds: list[Seed], mail: MailWitness | None = None) -> None:
        self.mail = mail
        self.asked: dict[str, Decision] = {}  # the questions that the walk has come to
        self.script = scenario.script
        self.sources = _DICE_MODES[log.header.dice]
        self.own_dice = log.header.dice != "machine"  # the players have rolled their own, and may have left the script's dice
        self.forked = log.header.parent is not None
        self.rolls: list[tuple[int, Rolled]] = []  # in force, with the numbers of their records
        self.taken_back: set[tuple[object, ...]] = set()
        self.seeds = seeds
        self.dice = [None if seed.number is None else MachineDice(seed.number) for seed in seeds]
        self.drawn = 0
        self.changes_of_seed = 0
        self.corrected: set[tuple[str, object]] = set()  # rolls that corrections have given so far, and their faces
        self.corrections = [
            (record.seq, record.body.key, record.body.now)
            for record in reversed(log.records)
            if record.kind == "correction" and isinstance(record.body, Corrected) and isinstance(record.body.now, tuple)
        ]

    def show(self, record: Record, past: bool) -> None:
        if self.mail is not None and past:
            self.mail.show(record, self.asked)
        if record.kind == "dice" and isinstance(record.body, DiceChanged):
            self.change(record.seq, record.body)
        if past and record.kind == "roll" and isinstance(record.body, Rolled):
            while self.corrections and self.corrections[-1][0] < record.seq:
                self.corrected.add(self.corrections.pop()[1:])
            doubt = self.doubt(record.body)
            if doubt:
                raise Mismatch(record.seq, f"{record.body.key}: {doubt}")
            self.rolls.append((record.seq, record.body))

    def back(self, seq: int) -> None:
        """Rolls are taken back. They may be entered again as they fell, whoever rolls by then."""
        while self.rolls and self.rolls[-1][0] >= seq:
            self.taken_back.add(_as_it_fell(self.rolls.pop()[1]))

    def change(self, seq: int, change: DiceChanged) -> None:
        """Other dice are used from here on. A new seed begins with the next die."""
        if change.dice not in _DICE_MODES or change.seed is not None or (change.first is None) != (change.commitment is None):
            raise Mismatch(seq, "it changes the dice in a way that airwar never does")
        if change.first is not None:
            self.changes_of_seed += 1
            if change.first != self.drawn:
                raise Mismatch(seq, f"its seed begins with die {change.first}, but the next die is {self.drawn}")
            if self.seeds[self.changes_of_seed - 1].number is not None:
                raise Mismatch(seq, "it brings a new seed, although the one before it was not lost")
        self.sources = _DICE_MODES[change.dice]
        self.own_dice = self.own_dice or change.dice != "machine"

    def doubt(self, roll: Rolled) -> str:
        """Why these faces cannot have been rolled, or nothing."""
        source, faces, dice = roll.source, roll.faces, Dice.written(roll.dice)
        if source == "ruled":
            return ""  # the walk has compared it with the ruling
        if source == "corrected":
            return "" if (roll.key, faces) in self.corrected else f"no correction gives {list(faces)}"
        if source == "parent":
            return "" if self.forked else "the battle is not a fork, so it has no dice of a parent"
        if source == "machine":
            doubt = self.doubt_of_machine(roll, dice)
            if doubt:
                return doubt
        if _as_it_fell(roll) in self.taken_back:
            return ""
        if source == "scripted" or not self.own_dice:
            scripted = self.by_script(roll, dice)
            if source == "scripted" or scripted is not None:
                return "" if source == "scripted" and scripted == faces else f"the script does not give {list(faces)}"
        return "" if source in self.sources else f"a battle with {' and '.join(self.sources)} dice has no {source} dice"

    def by_script(self, roll: Rolled, dice: Dice) -> Faces | None:
        """The faces that the scenario gives for a roll, if they fit it."""
        try:
            faces: Faces | None = self.script.answer(Roll(roll.key, roll.rule, EachFace(dice), roll.by))
        except BadScenario:
            return None
        return faces

    def doubt_of_machine(self, roll: Rolled, dice: Dice) -> str:
        """Why a seed cannot have given these faces, or nothing."""
        if roll.die is None:
            return "a machine die has a number"
        die = roll.die
        self.drawn = max(self.drawn, die + dice.count)
        machine = self.dice[self.seeds.index(_seed_for(die, self.seeds))]
        if machine and machine.faces(die, dice.count, dice.sides) != roll.faces:
            return f"the seed does not give {list(roll.faces)}"
        return ""


def _as_it_fell(roll: Rolled) -> tuple[object, ...]:
    """What stays the same when a roll is entered again."""
    return roll.key, roll.faces, roll.source, roll.die


def _adjudicate(scenario: Scenario, log: Log, seeds: list[Seed], mail: MailWitness | None = None) -> tuple[str, int]:
    """Walks every course that the log took, undos included.

    Returns the key of the pending question, if any, and how many records are missing before it: a battle may be interrupted at
    any record, and `airwar resume` completes them.
    """
    length = len(log.records)
    copy = Log(list(log.records))
    battle = Battle(scenario, copy, seeds[-1].number)
    witness = _Witness(scenario, copy, seeds, mail)
    walk = battle.walk(Nobody(), witness, every_course=True, ask_before_end=True)
    if mail is not None:
        walk.answering.asked, walk.memory = witness.asked, Forgetful()
    waiting, question = "" if log.finished else _CLOSING, None
    try:
        walk.run()
    except Asked as asked:
        question = asked.question
        waiting = question.key
    if mail is not None:
        mail.waits(question)
    return waiting, len(copy.records) - length
