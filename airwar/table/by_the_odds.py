"""What the odds say at a prompt: what they assume, what a side that the computer plays decides, and what the tutor warns of.

Most battles go without, so the odds are imported when somebody wants to know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from airwar.choices.script import Script
from airwar.engine.questions import REFEREE, Allotment, Choice, answer_key, complete
from airwar.engine.words import count
from airwar.errors import Unsure
from airwar.play.session import Session

if TYPE_CHECKING:
    from airwar.probability.opponent import Opponent


_COSTLY = 5  # points: a hundredth of a victory is one, and so is a unit lost


def by_prospects(session: Session, level: str, question: Choice | Allotment) -> Any:
    """The answer of a side that the computer plays, or of a script that says `best`."""
    from airwar.probability.best import best_play

    if session.scenario.script.is_best(question):
        return best_play(session.scenario).answer(session.walk, question)
    return opponent_at(session, level).answer(session.walk, question)


def opponent_at(session: Session, level: str = "best") -> Opponent:
    """The computer player of a session."""
    from airwar.probability.opponent import Opponent

    return Opponent(session.scenario.ruleset, _script_of(session), level)


def _script_of(session: Session) -> Script:
    """The scenario's choices. Players who roll their own dice are not bound by the dice in them."""
    script = session.scenario.script
    return script if session.battle.mode == "machine" else script.without_dice()


def policies_at(session: Session) -> Script:
    """What the odds assume both sides will do after the pending question."""
    from airwar.probability.forecast import with_policies

    return with_policies(_script_of(session), facts=session.walk.facts)


def policies_in_short(script: Script, room: int) -> str:
    """The policies if they fit on a line, or how many there are."""
    every = script.assumed
    listed = f"policies, first match wins: {'; '.join(every)}"
    if len(listed) <= room:
        return listed
    return f"policies: {count(len(every), 'entry', 'entries')} of choices; airwar odds lists them"


class Tutor:
    """Looks over the player's shoulder, and asks once about an answer that is worth much less than another."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.doubted: tuple[int, str] | None = None  # the line that was doubted last, and when

    def look_at(self, line: str) -> None:
        """Raises Unsure about a line that costs too much, unless it is typed again."""
        now = len(self.session.log.records), line
        if self.doubted == now:
            return
        doubt = self._doubt(line)
        if doubt:
            self.doubted = now
            raise Unsure(doubt)

    def _doubt(self, line: str) -> str:
        from airwar.probability.nodes import answers_to
        from airwar.show.odds import OptionNames

        session, question = self.session, self.session.question
        if not isinstance(question, Choice | Allotment) or question.by == REFEREE:
            return ""
        if session.scenario.ruleset.only_reports(question.key):
            return ""
        first = line.partition(";")[0].strip()
        answer = session.planner().plan(first).answers[0][1] if first else session.default
        if answer is None:
            return ""
        key = answer_key(complete(question.items, answer) if isinstance(question, Allotment) else answer)
        worth = opponent_at(session).worth(session.walk, question, beside=key)
        mine = worth.get(key)
        best = max(answers_to(question), key=lambda one: worth.get(answer_key(one[1]), mine or 0))
        if mine is None or (lost := worth.get(answer_key(best[1]), mine) - mine) <= _COSTLY:
            return ""
        named = OptionNames(question).option(best[0].strip("[]"))
        worth_more = f"{named} is worth {float(lost):.0f} points more, by the odds (a win is 100, a defeat -100)"
        return f"sure? {worth_more}; the same line again does it"
