"""A person who decides for one side of a battle by mail. What is typed is tried on a copy in memory, and taken back there too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from airwar.answers.prompt import AskNoMore, Undo, Word
from airwar.battle.battle import Battle
from airwar.engine.history import answer_of, entries, in_force
from airwar.engine.log import Log
from airwar.engine.questions import Question, Roll
from airwar.errors import BadAnswer
from airwar.mail.course import Course
from airwar.mail.rules import Correspondence
from airwar.sessions import Session
from airwar.table.at_table import Table

if TYPE_CHECKING:
    from airwar.show.page import BattleView

BY_LETTER = (
    "in a battle by mail nobody corrects or rules alone; once a letter is sent, airwar letter LOG --ask SEQ asks the other side"
)


def is_asked(rules: Correspondence, question: Question, me: str) -> bool:
    """Whether this person answers a question: it is his, and no seal of his answers it."""
    if isinstance(question, Roll):
        return rules.roller == me
    return rules.owner(question.by) == me and not rules.sealed_for(question.key, question.by)


def drafted(course: Course, me: str, view: BattleView) -> list[tuple[str, Any]]:
    """Asks the person until the other side or the dice come next. Returns the keys of the questions, and the answers."""
    begun = len(course.log.records)
    battle = Battle(course.battle.scenario, Log(list(course.log.records)), None)
    session = Session(battle, view, ask_before_end=True, only_plans=True, orders=course.rules.standing())
    table = Table(session, view)
    while (question := session.question) is not None and is_asked(course.rules, question, me):
        view.catch_up()
        try:
            table.ask()
        except Undo:
            table.say(f"  taken back: {session.undo()}" if len(battle.log.records) > begun else "  nothing to undo in this letter")
        except AskNoMore:
            table.ask_no_more()
        except Word:
            table.say(f"  not accepted: {BY_LETTER}")
        except BadAnswer as bad:
            table.say(f"  not accepted: {bad}")
    made = [record for record in in_force(battle.log.records) if record.seq >= begun]
    return [(entry.key, answer_of(entry)) for entry in entries(made)]
