"""An account of a battle for a report or a letter: who decided what, every roll, what happened. Sides and answers have names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from airwar.analysis.explain import event_line
from airwar.choices.patterns import meaning
from airwar.engine.events import Loss, Sheet
from airwar.engine.log import Record
from airwar.engine.questions import Choice, Decision
from airwar.engine.records import (
    Chosen,
    Ended,
    Entered,
    Joined,
    LetterClosed,
    Opened,
    Remark,
    Rolled,
    RoundBegun,
    Stated,
    Told,
)
from airwar.engine.remarks import answer_words, remark_words, source_words
from airwar.engine.words import listed, side_name
from airwar.mail.battle import MailBattle
from airwar.mail.desk import notice_in
from airwar.mail.letter import Letter
from airwar.mail.rules import HALF
from airwar.mail.wire import block
from airwar.setup.loading import Scenario
from airwar.show.console import Names
from airwar.show.lines import short_name
from airwar.show.reports.blocks import Block, Grid, Heading, Sentence, grid, one_line, text_block


class Teller:
    """Tells records as blocks. `asked`: the questions of the battle by key, for the labels of their answers."""

    def __init__(self, scenario: Scenario, asked: Mapping[str, Decision]) -> None:
        self.names = Names(scenario.party)
        self.decisions = scenario.ruleset.decisions
        self.tables = scenario.ruleset.tables
        self.asked = asked
        self.scope = ""  # of the battle or phase

    def account(self, records: Sequence[Record]) -> list[Block]:
        """What happened, in order: headings, rolls of a step in one table, and a line for everything else."""
        blocks: list[Block] = []
        rolls: list[tuple[int, Rolled]] = []
        for record in records:
            body = record.body
            if isinstance(body, Rolled):
                rolls.append((record.seq, body))
                continue
            if rolls and isinstance(body, Entered | RoundBegun | Chosen | Stated | Told | Ended):
                blocks.append(self.rolls(rolls))
                rolls = []
            if isinstance(body, Entered | RoundBegun):
                self.scope = body.scope
            blocks += self.block(body, record.seq)
        if rolls:
            blocks.append(self.rolls(rolls))
        return without_empty(blocks)

    def lines(self, records: Sequence[Record]) -> list[str]:
        """Each record in a line."""
        found = []
        for record in records:
            body = record.body
            if isinstance(body, Entered | RoundBegun):
                self.scope = body.scope
            if isinstance(body, Rolled):
                name, by, dice, terms, read, result = self.roll(body)
                found.append(", ".join(part for part in (f"{by} {name}".strip(), dice, terms, read) if part) + f": {result}")
            elif isinstance(body, Ended):
                found.append(f"The end: {body.result}")
            else:
                blocks = self.block(body, record.seq)
                found.append(
                    one_line(blocks[0].caption or "a table" if isinstance(blocks[0], Grid) else blocks[0].text) if blocks else ""
                )
        return found

    def block(self, body: Any, seq: int) -> list[Heading | Sentence | Grid]:
        """One record as a block, if it has anything to tell."""
        match body:
            case Entered():
                return [Heading(2, f"{body.title} ({body.rule})" if body.rule else body.title)]
            case RoundBegun():
                return [Heading(3, f"Round {body.round}")]
            case Chosen():
                return [Sentence(self.chosen(body), "choice", seq)]
            case Stated():
                return [Sentence(f"{self.names(body.by)} states {body.what}: {body.answer}", "choice", seq)]
            case Told(event=Sheet() as sheet):
                return [self.grid(sheet)]
            case Told():
                return [Sentence(event_line(body, self.names), "loss" if isinstance(body.event, Loss) else "event", seq)]
        silent = isinstance(body, Joined | Opened | LetterClosed)
        return [Sentence(remark_words(body), "ruling", seq)] if isinstance(body, Remark) and not silent else []

    def chosen(self, body: Chosen) -> str:
        """Who chose what, in the words of the question, and what it was about."""
        question = self.asked.get(body.key)
        label = question.options.get(body.answer) if isinstance(question, Choice) and isinstance(body.answer, str) else None
        about = meaning(body.key, self.decisions) or body.key
        answer = label or answer_words(body.answer)
        return f"{self.names(body.by)}: {answer}" + ("" if answer in about else f" ({about})")

    def grid(self, sheet: Sheet) -> Grid:
        """A table with the sides by name."""
        sides = {at for at, head in enumerate(sheet.columns) if head == "side"}
        rows = (tuple(self.names(cell) if at in sides else cell for at, cell in enumerate(row)) for row in sheet.rows)
        return Grid(sheet.title, sheet.columns, tuple(rows))

    def rolls(self, rolls: Sequence[tuple[int, Rolled]]) -> Grid:
        """One row for each roll: dice, modifiers in a line, where it is read, the result."""
        rows = [self.roll(roll) for _, roll in rolls]
        heads = ("roll", "by", "dice", "modifiers", "read", "result")
        return grid(heads, rows, [seq for seq, _ in rolls])

    def roll(self, roll: Rolled) -> tuple[str, ...]:
        name, by, source = short_name(roll, self.scope, self.names), self.names(roll.by), source_words(roll)
        return (
            name,
            "" if by in name else by,
            " ".join(map(str, roll.faces)) + (f" ({source})" if source else ""),
            modifiers(roll),
            f"{roll.chart}, row {roll.row}, column {roll.column}" if roll.chart and roll.row else roll.needed or "",
            roll.result,
        )


def without_empty(blocks: list[Block]) -> list[Block]:
    """The blocks without headings that nothing follows."""
    kept: list[Block] = []
    for one in reversed(blocks):
        follows = kept[-1] if kept else None
        if isinstance(one, Heading) and (follows is None or (isinstance(follows, Heading) and follows.level <= one.level)):
            continue
        kept.append(one)
    return kept[::-1]


def modifiers(roll: Rolled) -> str:
    """The modifiers of a roll in one line: `6 +2 radar -1 nationality = 7`."""
    if not roll.terms:
        return ""
    terms = " ".join(f"{term.value:+d} {term.name}" for term in roll.terms)
    return f"{sum(roll.faces)} {terms} = {roll.total}" if roll.total is not None else terms


# a letter


_WIDTH = 72


def letter_text(battle: MailBattle, letter: Letter, payload: bytes) -> str:
    """The whole letter. `battle`: the battle, at least as far as the letter goes."""
    rules, scenario = battle.rules, battle.scenario
    who = written_by(battle, letter.by)
    if notice_in(letter):
        sentence = f"{scenario.title}. {who} resigned after letter {letter.number}."
        return "\n".join([sentence, "", block(payload, letter.number, who, rules.name), ""])
    closed = rules.letters[letter.number - 1].seq
    begun = rules.letters[letter.number - 2].seq if letter.number > 1 else 0
    records = battle.log.records[begun + 1 : closed]
    teller = Teller(scenario, battle.walk.answering.asked or {})
    lines = [f"{scenario.title}. Letter {letter.number}, from {who}."]
    for one in teller.account(records):
        lines += text_block(Heading(3, one.text) if isinstance(one, Heading) else one, _WIDTH)
    if battle.rules.letters[-1].seq == closed:
        lines += ["", status(battle)]
    name = rules.name if letter.number > 1 else ""
    return "\n".join([*(line.rstrip() for line in lines), "", block(payload, letter.number, who, name), ""])


def status(battle: MailBattle) -> str:
    """Whose turn it is, and what to do with the letter."""
    rules = battle.rules
    if battle.end is not None:
        return f"The battle is over: {battle.end.result}."
    if rules.resigned:
        return f"The battle is over: {written_by(battle, rules.resigned)} resigned."
    pen = written_by(battle, rules.pen)
    dice = f" The dice fall as soon as {pen} reads it." if rules.state == HALF else ""
    return f"Next: {pen}. Save this letter, and read it with: airwar reply LOG < FILE.{dice}"


def written_by(battle: MailBattle, writer: str) -> str:
    """The sides that wrote a letter, by name."""
    return listed(side_name(party) for party in battle.rules.mail.parties(writer))
