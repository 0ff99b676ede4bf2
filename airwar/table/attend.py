"""A person at the table: asks, and carries out what can be done at every prompt."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from airwar.answers.prompt import Prompt, Undo, Word
from airwar.choices.patterns import meaning
from airwar.engine.questions import REFEREE, Decision, Fact, Question, Roll
from airwar.engine.words import id_of
from airwar.errors import BadAnswer
from airwar.table.word import hear_correction, hear_ruling

if TYPE_CHECKING:
    from airwar.battle import Battle
    from airwar.choices.script import Script
    from airwar.engine.moves import End
    from airwar.session import Session
    from airwar.show.battle import BattleView


def attend(battle: Battle, view: BattleView, more: dict[str, Any], correct: int | None = None) -> End:
    """The person is asked until the battle is closed. `correct` begins with a correction of that record; 0 asks which."""
    from airwar.session import Session

    session = Session(battle, view, ask_before_end=True, **more)
    table = Table(session, view)
    if correct is not None:
        hear_correction(session, table.say, correct or None)
    while not (battle.log.finished and session.end):
        view.catch_up()
        try:
            table.ask()
        except Undo:
            table.say(f"  taken back: {session.undo()}")
        except Word as word:
            table.hear(word.key)
        except BadAnswer as bad:
            table.say(f"  not accepted: {bad}")
    return session.end


class Table:
    """What a person can ask for at every prompt of a session."""

    def __init__(self, session: Session, view: BattleView) -> None:
        from airwar.rulesets.index import rule_index

        self.session = session
        self.ruleset = session.scenario.ruleset
        self.index = rule_index(self.ruleset.id)
        keys: dict[str, Callable[[Question], None]] = {
            "s": self.show_state,
            "o": self.show_odds,
            "x": self.show_result,
            "?": self.explain,
        }
        self.view = view
        self.prompt = Prompt(self.say, self.head, self.summary, keys, lambda: session.can_undo, session.note)

    def ask(self) -> None:
        """Asks the pending question; when the battle is over, whether it is."""
        session = self.session
        self.view.flush()
        if isinstance(session.question, Roll):
            session.roll(self.prompt.faces(session.question, machine=session.battle.mode == "ask"))
        elif session.question is not None:
            session.answer(self.prompt.choice(session.question, session.default))
        elif session.end is not None:
            self.prompt.close(session.end.result)
            session.finish()

    def hear(self, key: str) -> None:
        """The referee corrects an entry, or rules."""
        self.view.flush()
        (hear_correction if key == "c" else hear_ruling)(self.session, self.say)

    def say(self, line: str) -> None:
        from airwar.show.console import folded

        self.view.flush()  # rolls that wait for their losses come before what is said about them
        sys.stderr.write(f"{folded(line)}\n")

    def head(self, question: Decision) -> str:
        """Who decides, what, and the id of the question."""
        side = self.session.scenario.party(question.by)
        who = question.by if question.by == REFEREE or id_of(side) == id_of(question.by) else f"{question.by} ({side})"
        what = meaning(question.key, self.ruleset.decisions)
        return f"{who}: {what}  {question.key}" if what else f"{who}  {question.key}"

    def summary(self, rule: str) -> str:
        return self.index[rule].summary if rule in self.index else ""

    def explain(self, question: Question) -> None:
        """The rule of the question, and those it belongs to."""
        from airwar.rulesets.index import is_part

        number = question.rule
        wanted = [key for key in self.index if is_part(number, key) or is_part(key, number)]
        for key in wanted[:12]:
            self.say(f"  {key}  {self.summary(key)}")
        self.say(f"  more: airwar rules {self.ruleset.id} {number}")

    def show_state(self, question: Question) -> None:
        from airwar.show.console import talk
        from airwar.show.report import state

        state(talk(), self.ruleset, self.session.states)

    def show_result(self, question: Question) -> None:
        """How the last roll or decision came about, from the dice to the losses."""
        from airwar.analysis.explain import explain, last_result
        from airwar.show.console import talk
        from airwar.show.explanation import page

        last = last_result(self.session.log)
        if last is None:
            self.say("  nothing was rolled or decided yet")
        else:
            page(talk(), explain(self.session.log, self.session.scenario, last))

    def show_odds(self, question: Question) -> None:
        """The odds of each option. Neither the log nor the dice are touched."""
        from airwar.engine.said import left_out_words
        from airwar.errors import AirwarError
        from airwar.odds.forecast import with_policies

        script = with_policies(self.session.scenario.script, facts=self.session.walk.facts)
        try:
            self.say("  working out the odds ...")
            self.compare(question, script)
        except KeyboardInterrupt:
            self.say("  stopped; the question is still open")
        except AirwarError as error:
            self.say(f"  no odds: {error}")
        else:
            if left_out := left_out_words(self.session.walk.rulings):
                self.say(f"  {left_out}")
            self.say("  policies, first match wins: " + "; ".join(script.assumed))

    def compare(self, question: Question, script: Script) -> None:
        """The options of a decision side by side; at a roll, or where no side decides, the odds of the battle."""
        from airwar.odds.forecast import at_a_prompt, prospects, situation_at
        from airwar.show.console import talk
        from airwar.show.odds import ADVICE, comparison, summary

        console, ruleset, walk = talk(), self.ruleset, self.session.walk
        if isinstance(question, Roll | Fact) or question.by == REFEREE:
            summary(console, at_a_prompt(situation_at(ruleset, script, walk)))
            return
        found = prospects(ruleset, script, walk, question, self.session.default)
        console.print(comparison(console, found, question.by))
        if ruleset.won and any(one.odds.can_be_won() for one in found):
            self.say(f"  wins: {ruleset.won}")
        if any(one.value is not None for one in found):
            self.say(f"  {ADVICE}")
