"""A person at the table: asks the questions, and carries out what can be done at any prompt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from airwar.answers.menu import DIM, OnBoard, wrapped
from airwar.answers.prompt import AskNoMore, Prompt, RefereeTurn, Undo
from airwar.battle.battle import Battle
from airwar.choices.patterns import meaning
from airwar.choices.script import Script
from airwar.engine.history import answer_of, entries, in_force
from airwar.engine.log import Log
from airwar.engine.moves import End
from airwar.engine.questions import REFEREE, Allotment, Choice, Fact, Question, Roll
from airwar.engine.remarks import answer_words, fixed_rolls_words, left_out_words, unmet_words
from airwar.errors import AirwarError, BadAnswer, NotUnderstood
from airwar.play.session import Session
from airwar.rulesets.index import is_part, rule_index
from airwar.show.console import speak, talk
from airwar.show.lines import topic
from airwar.show.page import BattleView
from airwar.show.positions import board_map, look_at, situation
from airwar.table.asking import BoardFacts, what_is_asked, who_is_asked
from airwar.table.by_the_odds import Tutor, by_prospects, policies_at, policies_in_short
from airwar.table.referee_commands import hear_correction, hear_ruling

if TYPE_CHECKING:
    from rich.console import Console, ConsoleRenderable

    from airwar.mail.battle import MailBattle
    from airwar.mail.rules import Correspondence
    from airwar.probability.distribution import Distribution, Outcome
    from airwar.probability.prospects import Outlook


T = TypeVar("T")
_MOST_LINES = 40  # of a screen that a menu or the situation fills
_MOST_RULES, _OTHER_HELP, _LEAST_HELP = 12, 22, 2  # rules that help shows at most, and lines: of the keys, and of a rule at least


def play_at_table(battle: Battle, view: BattleView, more: dict[str, Any], correct: int | None = None, tutor: bool = False) -> End:
    """Asks the person until the battle is closed. `correct` first corrects that record; 0 asks which one.

    `tutor`: asks once about an answer that costs more than a few points.
    """
    session = Session(battle, view, ask_before_end=True, ask_all=False, think=by_prospects, only_plans=True, **more)
    table = _Table(session, view, Tutor(session) if tutor else None)
    if correct is not None:
        hear_correction(session, table.say, correct or None)
    while not (battle.log.finished and session.end):
        view.catch_up()
        try:
            table.ask()
        except Undo:
            line = session.last_line
            key = session.undo()
            what = key if view.layout.detail else topic(key, view.names.things)
            table.say(f"  taken back: {what}{f' ({line})' if line else ''}")
        except AskNoMore:
            table.ask_no_more()
        except RefereeTurn as word:
            table.hear(word.key)
        except BadAnswer as bad:
            table.say(f"  not accepted: {bad}")
    return session.end


class _Table:
    """What a person can ask for at every prompt of a session."""

    def __init__(self, session: Session, view: BattleView, tutor: Tutor | None = None) -> None:
        self.session = session
        self.ruleset = session.scenario.ruleset
        self.index = rule_index(self.ruleset.id)
        keys: dict[str, Callable[[Question | None], None]] = {
            "s": self.show_state,
            "map": self.show_map,
            "o": self.show_odds,
            "x": self.show_result,
            "?": self.explain,
        }
        self.view = view
        self.tutor = tutor
        self.looked: tuple[tuple[str, int], Any] | None = None  # the question whose odds were looked at, and these
        self.facts: BoardFacts | None = None
        self.prompt = Prompt(
            self.say,
            self,
            keys,
            lambda: session.can_undo,
            session.note,
            self.give,
            self.completions,
            look=self.look,
            told=self.told,
            size=self.size,
            planned=lambda question: session.is_planned,
            detail=view.layout.detail,
        )

    def ask(self) -> None:
        """Asks the pending question; when the battle is over, asks whether to close it."""
        session = self.session
        self.view.before(session.question)
        if isinstance(session.question, Roll):
            self.prompt.roll(session.question, machine=session.battle.mode == "ask")
        elif session.question is not None:
            self.prompt.decide(session.question, session.default)
        elif session.end is not None:
            for line in unmet_words(session.walk.rulings):
                self.say(f"  {line}")
            self.prompt.close(session.end.result)
            session.finish()

    def give(self, line: str) -> None:
        """Carries out a line; says what it skipped, and what it left over. Raises NotUnderstood."""
        if self.tutor is not None:
            self.tutor.look_at(line)
        done = self.session.order(line)
        passed = [(question, answer) for question, answer in done.answers if question.key in done.passed]
        if passed:
            detail = self.view.layout.detail
            over = Counter(
                f"{question.key if detail else topic(question.key, self.view.names.things)} ({answer_words(answer)})"
                for question, answer in passed
            )
            parts = (what if times == 1 else f"{what} {times} times" for what, times in over.items())
            self.say(f"  passed over: {', '.join(parts)}", DIM)
        if done.left:
            self.say(f"  not used: {done.left} ({done.why})")

    def ask_no_more(self) -> None:
        """Takes the usual answer, here and from here on; says what is no longer asked, or why it has to be."""
        try:
            pattern = self.session.ask_no_more()
        except (BadAnswer, NotUnderstood) as why:
            self.say(f"  not accepted: {why}")
            return
        back = "; u takes that back" if self.session.can_undo else ""
        what = meaning(pattern, self.ruleset.decisions)
        self.say(f"  from here on airwar takes the usual answer without asking: {what} ({pattern}){back}")

    def completions(self, before: str) -> Sequence[str]:
        """The words that may come next on a line."""
        return [*self.session.next_words(before), *([] if before.strip() else ["help"])]

    def hear(self, key: str) -> None:
        """The referee corrects an entry, or rules."""
        self.view.flush()
        (hear_correction if key == "c" else hear_ruling)(self.session, self.say)

    def say(self, line: str, style: str = "") -> None:
        self.view.flush()  # rolls that wait for their losses come before what is said about them
        speak(line, style)

    def size(self) -> tuple[int, int]:
        """The columns and lines of the screen."""
        console = talk()
        return console.width, min(console.height, _MOST_LINES)

    def told(self, name: str) -> OnBoard:
        """What the board says about an option of the pending question."""
        question = self.session.question
        if question is None:
            return OnBoard()
        if self.facts is None or self.facts.question is not question:
            self.facts = BoardFacts(self.session, question)
        return self.facts.told(name)

    def who(self, question: Question) -> str:
        return who_is_asked(self.session, question)

    def what(self, question: Question) -> str:
        return what_is_asked(self.session, question)

    def summary(self, rule: str) -> str:
        return self.index[rule].summary if rule in self.index else ""

    def explain(self, question: Question | None) -> None:
        """The rule of the question, and the rules above it."""
        if question is None:
            return
        number = question.rule
        wanted = [key for key in self.index if is_part(number, key) or is_part(key, number)]
        width, height = self.size()
        room = max(height - _OTHER_HELP, _LEAST_HELP)
        for line in (f"  {key}  {self.summary(key)}" for key in wanted[:_MOST_RULES]):
            room -= len(wrapped(line, width, 4))
            if room < 0:
                break
            self.say(line)
        self.say(f"  more: airwar rules {self.ruleset.id} {number}")

    def show_state(self, question: Question | None) -> None:
        self._show(lambda console, room: situation(console, self.session.scenario, self.session.on_the_table, room))

    def show_map(self, question: Question | None) -> None:
        self._show(lambda console, room: board_map(console, self.session.scenario, self.session.all_states, room))

    def look(self, what: str) -> None:
        self._show(lambda console, room: look_at(console, self.session.scenario, self.session.on_the_table, what))

    def _show(self, blocks: Callable[[Console, int], Sequence[ConsoleRenderable]]) -> None:
        """Shows something in as many lines as the screen has."""
        self.view.flush()
        console = talk()
        for block in blocks(console, self.size()[1] - 3):
            console.print(block)

    def show_result(self, question: Question | None) -> None:
        """How the last roll or decision came about, from the dice to the losses."""
        from airwar.analysis.explain import explain, last_result
        from airwar.show.analysis import explain as show_explanation

        last = last_result(self.session.log)
        if last is None:
            self.say("  nothing has been rolled or decided yet")
        else:
            show_explanation(talk(), explain(self.session.log, self.session.scenario, last))

    def show_odds(self, question: Question | None) -> None:
        """The odds of each option. Neither the log nor the dice are touched."""
        if question is None:
            self.say("  the battle is over")
            return
        script = policies_at(self.session)
        try:
            self.say("  working out the odds ...")
            self.compare(question, script)
        except KeyboardInterrupt:
            self.say("  stopped; the question is still open")
        except AirwarError as error:
            self.say(f"  no odds: {error}")
        else:
            for line in (fixed_rolls_words(script.fixed_rolls), left_out_words(self.session.walk.rulings)):
                if line:
                    self.say(f"  {line}")
            self.say(f"  {policies_in_short(script, talk().width - 2)}", DIM)

    def compare(self, question: Question, script: Script) -> None:
        """The options of a decision side by side; at a roll, or where no side decides, the odds of the battle."""
        from airwar.show.odds import ADVICE, battle_at_hand, comparison, footnotes, summary

        console, ruleset = talk(), self.ruleset
        if isinstance(question, Roll | Fact) or question.by == REFEREE:
            summary(console, self.ahead(question, script))
            return
        outlook = self.outlook(question, script)
        advise = not ruleset.only_reports(question.key)
        if outlook.at_hand:
            console.print(battle_at_hand(console, outlook.at_hand, question))
            self.say("  working out the rest of the turn ...", DIM)
        found = outlook.look()
        complete = len(found) == len(outlook.answers) and not outlook.has_others
        console.print(comparison(console, found, advise, question, rest=bool(outlook.at_hand), complete=complete))
        for line in footnotes(found, len(outlook.answers), advise):
            self.say(f"  {line}", DIM)
        if outlook.has_others:
            self.say("  there are too many other answers to compare them all", DIM)
        if ruleset.won and any(one.odds.can_be_won() for one in found):
            self.say(f"  wins: {ruleset.won}")
        if any(one.value is not None for one in found):
            self.say(f"  {ADVICE}")

    def outlook(self, question: Choice | Allotment, script: Script) -> Outlook:
        """What follows from each option."""
        from airwar.probability.prospects import Outlook

        return self.looked_at(question, lambda: Outlook(self.ruleset, script, self.session.walk, question, self.session.default))

    def ahead(self, question: Question, script: Script) -> Distribution[Outcome]:
        """The odds from here on."""
        from airwar.probability.forecast import situation_at
        from airwar.probability.prospects import Comparison

        ruleset, walk = self.ruleset, self.session.walk
        party = partial(ruleset.party, walk.states[0])
        found = self.looked_at(question, lambda: Comparison(ruleset, script, question.by, party))
        return found.of({"": situation_at(ruleset, script, walk)})[""]

    def looked_at(self, question: Question, make: Callable[[], T]) -> T:
        """The odds of a question; asked again at the same prompt, they add to their samples."""
        here = question.key, len(self.session.log.records)
        if self.looked is None or self.looked[0] != here:
            self.looked = here, make()
        found: T = self.looked[1]
        return found


# in a battle by mail: what is typed is tried on a copy in memory, and taken back there too

_BY_LETTER = (
    "nobody corrects or rules alone in a battle by mail; once a letter is sent, airwar letter LOG --ask SEQ asks the other side"
)


def _is_asked(rules: Correspondence, question: Question, me: str) -> bool:
    """Whether this person answers a question: it is theirs, and no sealed order of theirs answers it."""
    if isinstance(question, Roll):
        return rules.roller == me
    return rules.owner(question.by) == me and not rules.sealed_for(question.key, question.by)


def drafted(mailed: MailBattle, me: str, view: BattleView) -> list[tuple[str, Any]]:
    """Asks the person until the other side or the dice come next. Returns the keys of the questions, and the answers."""
    begun = len(mailed.log.records)
    battle = Battle(mailed.scenario, Log(list(mailed.log.records)), None)
    session = Session(battle, view, ask_before_end=True, only_plans=True, orders=mailed.rules.standing())
    table = _Table(session, view)
    while (question := session.question) is not None and _is_asked(mailed.rules, question, me):
        view.catch_up()
        try:
            table.ask()
        except Undo:
            table.say(f"  taken back: {session.undo()}" if len(battle.log.records) > begun else "  nothing to undo in this letter")
        except AskNoMore:
            table.ask_no_more()
        except RefereeTurn:
            table.say(f"  not accepted: {_BY_LETTER}")
        except BadAnswer as bad:
            table.say(f"  not accepted: {bad}")
    made = [record for record in in_force(battle.log.records) if record.seq >= begun]
    return [(entry.key, answer_of(entry)) for entry in entries(made)]
