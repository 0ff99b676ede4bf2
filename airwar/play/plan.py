"""One line, one order: words left over after one question answer the questions that follow from it.

An order is planned before any of it happens, on a copy of the battle in which no dice are rolled. It is carried out only if every
word has found its question. So it is given whole or not at all, and nobody has seen a die roll when it is refused.

A line may skip without a word only what need not be asked: questions with one sensible answer, and orders that are
not given, if the next word names a later one. It ends at a roll, and at a question of another side that it does not name.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from airwar.answers.menu import NO_MORE, Refused, normalized
from airwar.answers.words import NOTHING_MORE, ReadAnswer, Reader, text_of, words_of
from airwar.battle.battle import Battle
from airwar.engine.dice import Faces
from airwar.engine.history import before, entries, orders_in
from airwar.engine.log import Log
from airwar.engine.questions import REFEREE, Allotment, Asked, Choice, Decision, Fact, Question, Roll, answer_key, same_answer
from airwar.engine.words import ROLES, shown, side_name
from airwar.errors import NotUnderstood

if TYPE_CHECKING:
    from airwar.play.pending import SessionAnswers

END = "end"  # typed when nobody has more orders
ASK_NO_MORE = "a"  # what is typed to be asked no more
MOST_PASSED = 40  # the most questions that one order may skip
_MOST_LOOKS = 60  # the most looks ahead for one order
_SHORTEST_WORD = 4  # the fewest letters with which a word that names a question may begin
_SILENT = {*ROLES, REFEREE, "order", "event", "at", "with"}  # parts of a key that do not name what it is about

Answered = tuple[Decision, Any]


class Planned(NamedTuple):
    """What an order answers: the questions with their answers, and the keys of those that it skips."""

    answers: tuple[Answered, ...] = ()
    passed: frozenset[str] = frozenset()

    def then(self, question: Decision, answer: Any, passed: bool = False) -> Planned:
        return Planned((*self.answers, (question, answer)), self.passed | {question.key} if passed else self.passed)


class Done(NamedTuple):
    """What a line did: its answers, the keys of what it skipped, and the words it left over and why."""

    answers: tuple[Answered, ...] = ()
    passed: frozenset[str] = frozenset()
    left: str = ""
    why: str = ""


class Upcoming:
    """The next question, and those before it that had only one answer and so were not asked."""

    def __init__(self, question: Question | None, unasked: Sequence[Answered] = (), fallen: bool = False) -> None:
        self.question = question
        self.dice = fallen or isinstance(question, Roll)  # whether dice are rolled first
        self.unasked = [(Reader(asked), answer) for asked, answer in unasked]
        self.reader = Reader(question) if isinstance(question, Choice | Allotment | Fact) else None


class Planner:
    """Plans orders at the pending question of a battle."""

    def __init__(self, battle: Battle, answers: SessionAnswers, before: tuple[Answered, ...] = ()) -> None:
        self.battle = battle
        self.answers = answers
        self.before = before  # answers already planned
        self.seen: dict[tuple[Hashable, ...], Upcoming] = {}
        self.looks = 0  # for the order that is being planned

    def plan(self, line: str) -> Planned:
        """The answers that an order gives, beginning with the pending question. Raises NotUnderstood."""
        self.looks = 0
        pending, words = self.after(Planned()).question, words_of(line)
        if pending is None or isinstance(pending, Roll):
            raise NotUnderstood("the dice come first" if pending else "the battle is over")
        if not words:
            usual = self.answers.usual(pending)
            if usual is None or pending.refuses(usual) is not None:
                raise NotUnderstood("nothing is in brackets here; type an answer")
            return Planned().then(pending, usual)
        if words == [END] and is_order(pending):
            return self._to_the_end()
        search = _Search(self, words)
        found = search.reading(Planned(), 0)
        if found is None:
            raise NotUnderstood(search.problem)
        return found

    def _to_the_end(self) -> Planned:
        """Plans to order nothing more, until something else is asked or dice are rolled."""
        plan = Planned()
        while (question := self.after(plan).question) is not None and len(plan.answers) < MOST_PASSED:
            if isinstance(question, Roll) or not (self.answers.is_quiet(question) or self.is_left(question)):
                break
            plan = plan.then(question, self.nothing(question), passed=True)
        return plan

    def after(self, plan: Planned) -> Upcoming:
        """What would come after these answers. No dice are rolled."""
        key = tuple(answer_key(answer) for _, answer in plan.answers)
        if key not in self.seen:
            self.looks += 1
            if self.looks > _MOST_LOOKS:
                raise NotUnderstood("this could mean too many things; type shorter orders, with ; between them")
            self.seen[key] = self._look(plan)
        return self.seen[key]

    def _look(self, plan: Planned) -> Upcoming:
        answers = _OnlyThese((*self.before, *plan.answers), self.answers)
        log = Log(list(self.battle.log.records))
        walk = Battle(self.battle.scenario, log, None).walk(answers, ask_before_end=True)
        question: Question | None = None
        try:
            walk.run()
        except Asked as asked:
            question = asked.question
        fallen = any(record.kind == "roll" for record in log.records[len(self.battle.log.records) :])  # entered again
        return Upcoming(None if fallen else question, walk.passed_by, fallen)

    def next_words(self, line: str) -> list[str]:
        """The words that can come next in a half-typed order: names, and words for a question."""
        words = words_of(line)
        while words:
            try:
                plan = _Search(self, words).reading(Planned(), 0)
            except NotUnderstood:
                return []
            if plan is not None:
                break
            words.pop()  # a number still without its name
        else:
            plan = Planned()
        comes = self.after(plan)
        readers = [*([comes.reader] if comes.reader else []), *(reader for reader, _ in comes.unasked)]
        readers += [Reader(question) for question, _ in plan.answers[-1:] if isinstance(question, Allotment)]
        return [word for reader in readers for word in reader.words]

    def is_left(self, question: Decision) -> bool:
        """Whether it asks for an optional order."""
        return is_order(question) and question.refuses(self.nothing(question)) is None

    def nothing(self, question: Decision) -> Any:
        """The answer to a question that is skipped: no more orders, or the usual answer."""
        if isinstance(question, Choice) and is_order(question):
            return next(word for word in NOTHING_MORE if word in question.options)
        return question.default if self.answers.is_quiet(question) else self.answers.usual(question)


class _OnlyThese:
    """Gives the answers of a plan, and those of scripts at the table; nobody else answers, and no dice are rolled."""

    def __init__(self, planned: Sequence[Answered], answers: SessionAnswers) -> None:
        self.left = [(question.key, answer) for question, answer in reversed(planned)]
        self.answers = answers

    def faces(self, roll: Roll, drawn: int) -> tuple[Faces, str]:
        raise Asked(roll)

    def choice(self, question: Decision) -> Any:
        if self.left and self.left[-1][0] == question.key:
            return self.left.pop()[1]
        answer = self.answers.by_seat(question)
        if answer is None:
            raise Asked(question)
        return answer


class _Search:
    """Finds the first way for the questions to use up all the words; remembers how far the best try got."""

    def __init__(self, planner: Planner, words: list[str]) -> None:
        self.planner = planner
        self.words = words
        self.furthest = -1
        self.problem = "nothing fits"
        self.tried: set[Hashable] = set()  # what has already been tried without success

    def reading(self, plan: Planned, at: int, named: bool = False, wanted: bool = False, spoken: int = 0) -> Planned | None:
        """The plan with the rest of the words, from `at` on; None if they do not fit.

        `named`: a word has named the coming question. `wanted`: only a question that the next word names will do.
        `spoken`: how many of the unasked questions before it have had their chance to be answered.
        """
        if at == len(self.words):
            return plan if plan.answers else None
        here = (tuple(answer_key(answer) for _, answer in plan.answers), plan.passed, at, named, wanted, spoken)
        if here in self.tried:
            return None
        self.tried.add(here)
        comes = self.planner.after(plan)
        if plan.answers and (why := self.another_choice(comes, at, spoken)):
            self.stop(at, why, telling=True)
            return None
        question = comes.question
        if question is None or isinstance(question, Roll):
            self.stop(at, "dice are rolled first" if comes.dice else "the battle is over by then")
            return self.only_choice(comes, plan, at, spoken)
        if plan.answers and not self.same_side(plan, question):
            self.stop(at, f"{side_name(self.planner.battle.scenario.party(question.by))} is asked first")
            return self.only_choice(comes, plan, at, spoken)
        if not named and (is_order(question) or not wanted) and self.is_name(question, at):
            found = self.reading(plan, at + 1, named=True)
            if found or is_order(question):
                return found  # an order that is named is this one, not a later one of the same name
        if not wanted:
            found = self.answering(comes, plan, at) or (None if named else self.only_choice(comes, plan, at, spoken))
            if found:
                return found
        return None if named else self.passing(question, plan, at, wanted)

    def answering(self, comes: Upcoming, plan: Planned, at: int) -> Planned | None:
        """Answers the question with the next words, as many of them as possible."""
        assert comes.reader is not None
        for one in comes.reader.readings(self.words[at:], whole=at == 0):
            if isinstance(one, Refused):
                hint = "; 0 before it says that no more is ordered" if plan.answers and is_order(comes.reader.question) else ""
                self.stop(at + one.after, one.why + hint, telling=one.after > 0, whole=one.whole)
                continue
            found = self.reading(plan.then(comes.reader.question, one.answer), at + one.used)
            if found:
                return found
        return None

    def only_choice(self, comes: Upcoming, plan: Planned, at: int, spoken: int) -> Planned | None:
        """Accepts a word for a question that was not asked because it had only one answer; each once, in the order of the rules."""
        for number, (reader, answer) in enumerate(comes.unasked[spoken:], spoken + 1):
            for one in reader.readings(self.words[at:], whole=False):
                if isinstance(one, ReadAnswer) and same_answer(one.answer, answer):
                    found = self.reading(plan, at + one.used, spoken=number)
                    if found:
                        return found
        return None

    def another_choice(self, comes: Upcoming, at: int, spoken: int) -> str | None:
        """Why the next word is not the only answer to an earlier question: naming another place does not mean a later order."""
        for reader, answer in comes.unasked[spoken:]:
            read = (one.answer for one in reader.readings(self.words[at:], whole=False) if isinstance(one, ReadAnswer))
            if not any(same_answer(one, answer) for one in read) and (why := reader.why_not(self.words[at])):
                return why
        return None

    def passing(self, question: Decision, plan: Planned, at: int, wanted: bool) -> Planned | None:
        """Skips a question: a quiet one, or an order not given; the latter only if the next word names a later order."""
        planner = self.planner
        if len(plan.passed) >= MOST_PASSED or not (planner.answers.is_quiet(question) or planner.is_left(question)):
            return None
        further = plan.then(question, planner.nothing(question), passed=True)
        return self.reading(further, at, wanted=wanted or is_order(question))

    def same_side(self, plan: Planned, question: Decision) -> bool:
        """Whether a line may go on here: the referee is on no side, and a named order may come after orders of other sides."""
        party = self.planner.battle.scenario.party
        sides = {party(one.by) for one, _ in plan.answers if one.by != REFEREE and one.key not in plan.passed}
        return question.by == REFEREE or not sides or party(question.by) in sides

    def is_name(self, question: Decision, at: int) -> bool:
        """Whether the next word names the question, and is not one of its options."""
        word = self.words[at]
        return _names_question(word, question) and not (isinstance(question, Choice) and word in question.options)

    def stop(self, at: int, why: str, telling: bool = False, whole: int = 0) -> None:
        """Remembers the first problem of the try that got furthest, or a more telling one.

        `whole`: how many words before that are refused together.
        """
        if at > self.furthest or (telling and at == self.furthest):
            self.furthest = at
            before, refused = self.words[: at - whole], self.words[at - whole : at] or self.words[at : at + 1]
            where = f"after {shown(text_of(before))}: " if before else ""
            self.problem = f"{where}{why}" if refused[0] in why and not whole else f"{where}{shown(text_of(refused))}: {why}"


def rest_of_order(battle: Battle, answers: SessionAnswers) -> list[tuple[str, Any]]:
    """What is left of an order that was being carried out when the battle was interrupted."""
    orders = orders_in(battle.log.records)
    if not orders or battle.log.finished:
        return []
    seq, order = orders[-1]
    done = [record for record in battle.log.records if record.seq > seq]
    if order.auto or any(record.kind in ("roll", "undo", "correction") for record in done):
        return []
    then = Battle(battle.scenario, Log(before(battle.log.records, seq)), battle.seed)
    try:
        plan = Planner(then, answers).plan(order.line)
    except NotUnderstood:
        return []
    left = [(question.key, answer) for question, answer in plan.answers]
    for entry in entries(done):  # scripts at the table may have answered in between
        if left and entry.key == left[0][0]:
            left.pop(0)
    return left


def is_order(question: Question) -> bool:
    """Whether it asks what to do next, with "no more" as an option."""
    return isinstance(question, Choice) and question.optional and any(word in question.options for word in NO_MORE)


def _names_question(word: str, question: Decision) -> bool:
    """Whether a word names what is asked: counterair, stage, losses. If a question has no words of its own, its key serves."""
    word = normalized(word)
    words = () if isinstance(question, Fact) else question.words
    if words:
        return word in words or (len(word) >= _SHORTEST_WORD and any(one.startswith(word) for one in words))
    stem = re.sub(r"(ing|e|s)$", "", word)
    if len(word) < _SHORTEST_WORD or not stem[:1].isalpha():
        return False
    telling = [part for part in question.key.split(".") if part not in _SILENT and not re.fullmatch(r"r?\d+", part)]
    return any(piece.startswith(stem) for part in telling[-1:] for piece in (part, *part.split("-")))
