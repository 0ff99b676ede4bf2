"""A side that the computer plays, by the odds. Most battles go without, so the odds are imported when it decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from airwar.engine.questions import Allotment, Choice

if TYPE_CHECKING:
    from airwar.play.session import Session
    from airwar.probability.opponent import Opponent


def by_prospects(session: Session, level: str, question: Choice | Allotment) -> Any:
    """The answer of a side that the computer plays, or of a script that says `best`."""
    from airwar.probability.best import best_play

    if session.scenario.script.is_best(question):
        return best_play(session.scenario).answer(session.walk, question)
    return opponent_at(session, level).answer(session.walk, question)


def opponent_at(session: Session, level: str = "best") -> Opponent:
    """The computer player of a session. Players who roll their own dice are not bound by the script's dice."""
    from airwar.probability.opponent import Opponent

    own = session.scenario.script
    return Opponent(session.scenario.ruleset, own if session.battle.mode == "machine" else own.without_dice(), level)
