"""One battle, from a scenario to its last record: begun, gone on with, undone, proven."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from airwar import __version__
from airwar.answers.chance import MachineDice, commitment, drawn_seed, parse_seed, show_seed
from airwar.engine.dice import Dice, EachFace, Faces
from airwar.engine.log import FORMAT, Body, Log, canonical, state_hash
from airwar.engine.referee import Allotment, Asked, Choice, End, Roll
from airwar.engine.walk import Answers, View, Walk
from airwar.errors import AirwarError, BadLog, BadScenario, BadSeed, BrokenChain, CannotWrite, Mismatch
from airwar.loading import Scenario, parse_scenario
from airwar.rulesets.kit.charts import charts_digest

DICE_MODES = {"machine": ("machine",), "physical": ("physical",), "ask": ("machine", "physical")}  # and who may roll in each


@dataclass
class Battle:
    """A scenario being fought, with its log and its seed."""

    scenario: Scenario
    log: Log
    seed: int | None  # None when a secret seed has been lost, or no machine rolls

    @property
    def dice(self) -> MachineDice | None:
        return None if self.seed is None else MachineDice(self.seed)

    @property
    def mode(self) -> str:
        mode: str = self.log.header["dice"]
        return mode

    def walk(self, answers: Answers, view: View | None = None) -> Walk:
        """The walk through this battle, from its start, following the log as far as it goes."""
        return Walk(self.scenario.start, self.log, answers, view, self.closing)

    def closing(self, end: End) -> Body:
        """The last record: the result, what was lost, and the seed if it was secret until now."""
        body: Body = {"t": "end", "result": end.result, "state": state_hash(end.state)}
        body["tally"] = [list(tally) for tally in self.scenario.ruleset.tally(end.state)]
        if "commitment" in self.log.header:
            body["seed"] = "" if self.seed is None else show_seed(self.seed)
        return body

    def undo(self) -> str:
        """Takes back the last choice since the last die; returns its key."""
        record = self.log.undoable()
        if record is None:
            raise AirwarError("nothing to undo: a die has fallen since the last choice, or none was made yet")
        self.log.append({"t": "undo", "to": record.seq, "key": record.body["key"]})
        key: str = record.body["key"]
        return key

    def settle(self) -> None:
        """The battle is over: the secret seed stands in the log now, so its own file goes."""
        self.log.close()
        if self.log.path is not None and self.log.finished:
            seed_file(self.log.path).unlink(missing_ok=True)


def header(scenario: Scenario, mode: str, seed: int, secret: bool) -> Body:
    """The first record: all that is needed to fight the battle again."""
    ruleset = scenario.ruleset
    return {
        "t": "battle",
        "airwar": FORMAT,
        "version": __version__,
        "ruleset": {"id": ruleset.id, "charts": charts_digest(ruleset.package)},
        "scenario": {"name": scenario.name, "text": scenario.text} | ({"files": dict(scenario.files)} if scenario.files else {}),
        "dice": mode,
        **({"commitment": commitment(seed)} if secret else {"seed": show_seed(seed)}),
    }


def begin(scenario: Scenario, path: Path | None, seed: int | None = None, mode: str = "machine") -> Battle:
    """Begins a battle. Without a seed one is drawn, and kept beside the log until the end."""
    secret = seed is None
    number = drawn_seed() if seed is None else seed
    if path is not None and secret:
        if os.path.exists(path):  # where Path.exists would raise, os.path says no
            raise CannotWrite(f"{path} exists already; name another with --log, or go on with it: airwar resume {path}")
        keep_seed(path, number)
    log = Log.create(path, header(scenario, mode, number, secret))
    return Battle(scenario, log, number)


def keep_seed(path: Path, seed: int) -> None:
    """Keeps a secret seed beside its log, for nobody else to read."""
    try:
        handle = os.open(seed_file(path), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.write(handle, show_seed(seed).encode() + b"\n")
        os.fsync(handle)
        os.close(handle)
    except OSError as error:
        raise CannotWrite(f"cannot write {seed_file(path)}: {error.strerror}") from None


def seed_file(path: Path) -> Path:
    return path.with_name(path.name + ".seed")


def take_up(path: Path) -> Battle:
    """Opens a log to go on with it."""
    log = Log.load(path)
    return Battle(scenario_of(log), log, seed_of(log))


def scenario_of(log: Log) -> Scenario:
    """The scenario that a log was begun with."""
    said = log.header["scenario"]
    return parse_scenario(said["text"], said["name"], said.get("files"))


def seed_of(log: Log) -> int | None:
    """The seed of a log: in its header, in its last record, or beside it; None when it is nowhere."""
    if "seed" in log.header:
        try:
            return parse_seed(log.header["seed"])
        except BadSeed as bad:
            raise BadLog(f"record 0: {bad}") from None
    told = log.last.body.get("seed") if log.finished else None
    if not told and log.path is not None and seed_file(log.path).exists():
        told = seed_file(log.path).read_text().strip()
    if not told:
        return None
    try:
        seed = parse_seed(str(told))
    except BadSeed as bad:
        raise Mismatch(log.last.seq, str(bad)) from None
    if commitment(seed) != log.header["commitment"]:
        raise Mismatch(log.last.seq, "the seed is not the one that the header is committed to")
    return seed


# proof


class Nobody:
    """Has no answer: where the log ends, the walk ends."""

    def faces(self, roll: Roll, drawn: int) -> tuple[Faces, str]:
        raise Asked(roll)

    def choice(self, question: Choice | Allotment) -> Any:
        raise Asked(question)


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
    """Proves a log: its chain, its machine dice, and every step adjudicated again. Raises Mismatch at the first bad record."""
    try:
        log = Log.load(path)
    except BrokenChain as broken:
        raise Mismatch(broken.seq, str(broken).partition(": ")[2]) from None
    if log.torn:
        raise Mismatch(len(log.records), "the last line is torn; `airwar resume` moves it aside")
    try:
        scenario = scenario_of(log)
    except BadScenario as bad:
        raise Mismatch(0, f"the scenario in the header cannot be played: {bad}") from None
    seed = seed_of(log)
    check_header(scenario, log, seed)
    waiting = adjudicate(scenario, log, seed)
    sources = [record.body["source"] for record in log.records if record.body["t"] == "roll" for _ in record.body["faces"]]
    if log.finished and seed is None and "machine" in sources:
        raise Mismatch(log.last.seq, "the seed is not told, although the battle is over")
    return Proof(
        len(log.records),
        log.finished,
        sources.count("machine"),
        sources.count("physical"),
        sources.count("scripted"),
        seed is not None,
        sum(record.body["t"] == "undo" for record in log.records),
        waiting,
    )


def check_header(scenario: Scenario, log: Log, seed: int | None) -> None:
    """The header is the one that this scenario begins with."""
    said = log.header
    expected = header(scenario, said["dice"], seed or 0, "commitment" in said)
    if canonical(said["ruleset"]) != canonical(expected["ruleset"]):
        raise Mismatch(0, "the ruleset's charts are not those of this version of airwar")
    open_ones: Body = {name: said[name] for name in ("version", "commitment") if name in said}
    if said["dice"] not in DICE_MODES or canonical({**expected, **open_ones}) != canonical(said):
        raise Mismatch(0, "the header says what no header says")


class Witness:
    """Looks on while a log is followed: every die is one that its source can give."""

    def __init__(self, scenario: Scenario, log: Log, seed: int | None) -> None:
        self.script = scenario.script
        self.sources = DICE_MODES[log.header["dice"]]
        self.dice = None if seed is None else MachineDice(seed)
        self.records = iter(log.standing()[1:])

    def show(self, body: Body, past: bool) -> None:
        """Sees one record; a View of the walk."""
        record = next(self.records, None)
        if past and record is not None and body["t"] == "roll":
            doubt = self.doubt(body, tuple(body["faces"]), Dice.written(body["dice"]))
            if doubt:
                raise Mismatch(record.seq, f"{body['key']}: {doubt}")

    def doubt(self, body: Body, faces: Faces, dice: Dice) -> str:
        """Why these faces did not fall, or nothing."""
        source = body["source"]
        scripted = self.script.answer(Roll(body["key"], body["rule"], EachFace(dice), body["by"]))
        # Who asked to roll his own dice is not bound by those of the script.
        own_dice = source in ("physical", "machine") and self.sources != ("machine",)
        if (scripted is not None and not own_dice) or source == "scripted":
            return "" if source == "scripted" and scripted == faces else f"the script does not give {list(faces)}"
        if source not in self.sources:
            return f"no {source} dice fall in this battle"
        if source == "machine" and self.dice and self.dice.faces(body["die"], dice.count, dice.sides) != faces:
            return f"the seed does not give {list(faces)}"
        return ""


def adjudicate(scenario: Scenario, log: Log, seed: int | None) -> str:
    """Walks every course that the log took; returns the question that it waits for, if any."""
    undos = [at for at, record in enumerate(log.records) if record.body["t"] == "undo"]
    for end in [*undos, len(log.records)]:
        copy = Log(log.records[:end])
        walk = Battle(scenario, copy, seed).walk(Nobody(), Witness(scenario, copy, seed))
        try:
            walk.run()
            waiting = ""
        except Asked as asked:
            waiting = asked.question.key
        if len(copy.records) > end:
            raise Mismatch(end, "the log was cut off here: the rules go on without a question; `airwar resume` completes it")
        if walk.past:
            raise Mismatch(walk.past[-1].seq, "the log goes on where the rules do not")
    return waiting
