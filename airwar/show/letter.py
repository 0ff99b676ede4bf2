"""A letter of a battle by mail for the human eye: what is new, in plain text; then the block."""

from __future__ import annotations

from airwar.engine.words import listed, side_name
from airwar.mail.course import Course
from airwar.mail.desk import notice_in
from airwar.mail.letter import Letter
from airwar.mail.rules import HALF
from airwar.mail.wire import block
from airwar.show.reports.blocks import Heading
from airwar.show.reports.course import Teller
from airwar.show.reports.markup import text_block

_WIDTH = 72


def letter_text(course: Course, letter: Letter, payload: bytes) -> str:
    """The whole letter. `course`: the battle, at least as far as the letter goes."""
    rules, scenario = course.rules, course.battle.scenario
    who = written_by(course, letter.by)
    if notice_in(letter):
        said = f"{scenario.title}. {who} resigned after letter {letter.number}."
        return "\n".join([said, "", block(payload, letter.number, who, rules.name), ""])
    closed = rules.letters[letter.number - 1].seq
    begun = rules.letters[letter.number - 2].seq if letter.number > 1 else 0
    records = course.log.records[begun + 1 : closed]
    teller = Teller(scenario, course.walk.answering.asked or {})
    lines = [f"{scenario.title}. Letter {letter.number}, from {who}."]
    for one in teller.course(records):
        lines += text_block(Heading(3, one.text) if isinstance(one, Heading) else one, _WIDTH)
    if course.rules.letters[-1].seq == closed:
        lines += ["", status(course)]
    name = rules.name if letter.number > 1 else ""
    return "\n".join([*(line.rstrip() for line in lines), "", block(payload, letter.number, who, name), ""])


def status(course: Course) -> str:
    """Whose turn it is, and what to do with the letter."""
    rules = course.rules
    if course.end is not None:
        return f"The battle is over: {course.end.result}."
    if rules.resigned:
        return f"The battle is over: {written_by(course, rules.resigned)} resigned."
    pen = written_by(course, rules.pen)
    dice = f" The dice fall as soon as {pen} reads it." if rules.state == HALF else ""
    return f"Next: {pen}. Save this letter, and read it with: airwar reply LOG < FILE.{dice}"


def written_by(course: Course, writer: str) -> str:
    """The sides that wrote a letter, by name."""
    return listed(side_name(party) for party in course.rules.mail.parties(writer))
