"""The referee, as a step sees it: it rolls, asks and listens. The step never knows who answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from airwar.engine.dice import Hits, Reading
from airwar.engine.events import Event as Event
from airwar.engine.events import Loss as Loss
from airwar.engine.events import NeedsChart as NeedsChart
from airwar.engine.events import Note as Note
from airwar.engine.events import Ruling as Ruling
from airwar.engine.events import Sheet as Sheet
from airwar.engine.events import Status as Status
from airwar.engine.questions import REFEREE, as_options
from airwar.engine.questions import About as About
from airwar.engine.questions import Allotment as Allotment
from airwar.engine.questions import Asked as Asked
from airwar.engine.questions import Choice as Choice
from airwar.engine.questions import Decision as Decision
from airwar.engine.questions import Fact as Fact
from airwar.engine.questions import Facts as Facts
from airwar.engine.questions import Labels as Labels
from airwar.engine.questions import Menu as Menu
from airwar.engine.questions import Question as Question
from airwar.engine.questions import Roll as Roll
from airwar.engine.questions import WhyNot as WhyNot
from airwar.engine.questions import complete as complete
from airwar.engine.questions import first_come as first_come

T = TypeVar("T")


class Referee(ABC):
    """Rolls, asks and listens on behalf of a step.

    `choose` and `allot` build the question; a subclass says with `decide` where the answer comes from.
    """

    scope: str = ""  # names the battle in the keys of answers
    round: int = 0  # the round of that battle, also for those keys; a step may pass it on, but never decides by it
    by_itself: bool = False  # whether only the losses and the result of this procedure are wanted, not what it leaves to others

    def enter(self, scope: str, title: str) -> None:
        """A battle or a phase begins; its rounds are counted from one."""
        self.scope, self.round = scope, 0

    def new_round(self) -> None:
        """The next round of the battle begins."""
        self.round += 1

    def resume_round(self, number: int) -> None:
        """Stays in the last round of a procedure that has returned; `number` is its `ref.round`."""
        self.round = number

    def full_key(self, key: str) -> str:
        """The key under which an answer is kept, such as `malta.r2.defender.disengage`."""
        return key_in(self.scope, self.round, key)

    def cited_rule(self) -> str:
        """The rule under which a question is asked; empty where nobody will see it."""
        return ""

    def foreseen(self, key: str, by: str, scope: str | None = None) -> str:
        """The word that will answer a choice, as far as anybody knows; empty if nobody does. It may not be one of the options.

        It only says which option to look at first. `scope`: of the question, if it is not the present one.
        """
        return ""

    def takes_default(self, key: str, by: str, scope: str | None = None) -> bool:
        """Whether the default is the answer here, whatever the options: then nobody has to work them out, or is even asked."""
        return False

    def settle(self, decide: Callable[..., T], *args: Any) -> T:
        """`decide(ref, *args)`, which asks and tells but neither rolls nor begins a round: it follows from arguments and answers.

        The odds settle it once for equal arguments. The arguments can be hashed.
        """
        return decide(self, *args)

    @abstractmethod
    def roll(self, key: str, reading: Reading[T], by: str = "") -> T:
        """Asks for dice and returns what they mean."""

    def roll_lots(self, lots: Sequence[tuple[str, Hits]], most: int, by: str = "") -> tuple[int, int]:
        """Asks for the first of several lots of dice, each with its key, that hit the same targets; at least one is left to hit.

        Returns the hits, `most` or fewer, and how many lots were rolled. A step rolls the other lots in steps that follow, so
        that the hits so far are on the table. The odds, which nobody watches, may roll all lots at once.
        """
        key, reading = lots[0]
        return self.roll(key, reading.up_to(most), by), 1

    def roll_both(self, one: Callable[[Referee], T], other: Callable[[Referee], T]) -> tuple[T, T]:
        """Two rolls of one moment, such as those of both sides: what each of them means.

        Each is a function that asks for one roll, or for none, and for nothing else. The table sees one after the other. The odds
        take them as one, and call neither function again when they go through the step with an outcome.
        """
        return one(self), other(self)

    def choose(
        self,
        key: str,
        options: Sequence[str] | Mapping[str, str],
        *,
        by: str,
        default: str = "",
        facts: Facts | None = None,
        optional: bool = False,
        about: About | None = None,
        why_not: WhyNot | None = None,
        quiet: bool | Callable[[], bool] = False,
        words: tuple[str, ...] = (),
        unknown: bool = False,
        seldom: tuple[str, ...] = (),
        reports: tuple[str, ...] = (),
    ) -> str:
        """Asks for one of the options. A single option is not asked about, unless the options are a `Menu`, which needs a default.

        `optional`: the question may be skipped, and the default then holds. Orders are asked for in this way.
        `about` says in a sentence what the decision is about, as a player would: who comes, with what, against what.
        `why_not` gives the reason for what is not offered. `quiet`: only the default makes sense, and a person is not
        asked unless they want to be; a function, if it takes time to find out. `words` name the question in a line that is
        typed: counterair, stage. `unknown`: only the table knows, and a person has to answer; if the question may be skipped, its
        default says that nobody knows. `seldom`: options that need not be on the first screen. `reports`: options that
        only say what has happened elsewhere; nobody is advised to take them.
        """
        known = self.known_choice(key, options, by, default, facts, optional or not unknown)
        if known is not None:
            return known
        named = as_options(options)
        usual = default or next(iter(named))
        passes = quiet() if callable(quiet) else quiet
        question = Choice(
            self.full_key(key),
            self.cited_rule(),
            by,
            named,
            usual,
            facts,
            optional,
            about,
            why_not,
            passes,
            words,
            unknown,
            seldom,
            reports,
        )
        if not isinstance(named, Menu) and len(named) == 1:
            only = next(iter(named))
            if not optional:
                self.tell(_no_choice, named[only])
                self.not_asked(question, only)
            return only
        answer: str = self.decide(question)
        return answer

    def known_choice(
        self, key: str, options: Sequence[str] | Mapping[str, str], by: str, default: str, facts: Facts | None, may_default: bool
    ) -> str | None:
        """The answer to a choice, where it is known without building the question."""
        return None

    def allot(
        self,
        key: str,
        items: Mapping[str, int],
        *,
        by: str,
        least: int = 0,
        most: int | None = None,
        default: Mapping[str, int] | None = None,
        labels: Mapping[str, str] | None = None,
        refuse: Callable[[Mapping[str, int]], str | None] | None = None,
        facts: Facts | None = None,
        optional: bool = False,
        about: About | None = None,
        why_not: WhyNot | None = None,
        quiet: bool = False,
        words: tuple[str, ...] = (),
        unknown: bool = False,
    ) -> dict[str, int]:
        """Asks how many of each. If the numbers leave just one answer, nobody is asked.

        `most` defaults to everything, and is capped at what is there; the default answer is the first items up to `least`.
        `unknown`: as for `choose`.
        """
        everything = sum(items.values())
        most = everything if most is None else min(most, everything)
        least = min(least, most)
        usual = first_come(items, least) if default is None else default
        known = self.known_allotment(key, items, by, least, most, usual, optional or not unknown)
        if known is not None:
            return known
        question = Allotment(
            self.full_key(key),
            self.cited_rule(),
            by,
            items,
            {} if labels is None else labels,
            least,
            most,
            complete(items, usual),
            refuse,
            facts,
            optional,
            about,
            why_not,
            quiet,
            words,
            unknown,
        )
        forced = question.forced()
        if forced is None:
            return complete(items, self.decide(question))
        self.not_asked(question, forced)
        return forced

    def known_allotment(
        self, key: str, items: Mapping[str, int], by: str, least: int, most: int, default: Mapping[str, int], may_default: bool
    ) -> dict[str, int] | None:
        """The answer to an allotment, where it is known without building the question."""
        return None

    def fact(
        self,
        key: str,
        what: str,
        *,
        examples: Sequence[str],
        refuse: Callable[[str], str | None] | None = None,
        by: str = REFEREE,
        ask: str = "",
        rule: str = "",
    ) -> str:
        """Asks for something that only the table knows. It is asked once: from then on it is known in every step.

        The key does not depend on scope or round: `distance.malta.tunis`. `what` names the fact, as in "the distance
        between Malta and Tunis"; `ask` is the question, if "what is ...?" would be odd; `rule` is its rule, if not the step's.
        """
        answer: str = self.decide(Fact(key, rule or self.cited_rule(), by, what, tuple(examples), refuse, ask))
        return answer

    def not_asked(self, question: Decision, answer: Any) -> None:
        """Hears about a question with only one answer, which was not asked. A typed line may still name it."""

    @abstractmethod
    def decide(self, question: Decision) -> Any:
        """The answer to a question that `choose`, `allot` or `fact` built. Raises Asked where there is none yet."""

    @abstractmethod
    def tell(self, make: Callable[..., Event | list[Event] | None], *args: Any) -> None:
        """Tells what happened. `make(*args)` gives the event or events; it runs only when somebody listens."""


def key_in(scope: str, round_: int, key: str) -> str:
    """The full key of an answer within a scope and a round, if there are any."""
    return ".".join((*((scope,) if scope else ()), *((f"r{round_}",) if round_ else ()), key))


def _no_choice(label: str) -> Note:
    return Note(f"only one choice: {label}")


class Prefilled(Referee):
    """A referee with prefilled answers for the first questions of a step; the others go to another referee."""

    def __init__(self, ref: Referee, answers: tuple[Any, ...]) -> None:
        self.ref = ref
        self.answers = list(reversed(answers))
        self.scope, self.round, self.by_itself = ref.scope, ref.round, ref.by_itself

    def enter(self, scope: str, title: str) -> None:
        self.ref.enter(scope, title)
        self.scope, self.round = self.ref.scope, self.ref.round

    def new_round(self) -> None:
        self.ref.new_round()
        self.round = self.ref.round

    def resume_round(self, number: int) -> None:
        self.ref.resume_round(number)
        self.round = self.ref.round

    def foreseen(self, key: str, by: str, scope: str | None = None) -> str:
        return "" if self.answers else self.ref.foreseen(key, by, scope)

    def takes_default(self, key: str, by: str, scope: str | None = None) -> bool:
        return not self.answers and self.ref.takes_default(key, by, scope)

    def settle(self, decide: Callable[..., T], *args: Any) -> T:
        if self.answers:
            return decide(self, *args)
        found = self.ref.settle(decide, *args)
        self.scope, self.round = self.ref.scope, self.ref.round
        return found

    def roll(self, key: str, reading: Reading[T], by: str = "") -> T:
        if not self.answers:
            return self.ref.roll(key, reading, by)
        outcome: T = self.answers.pop()
        return outcome

    def roll_both(self, one: Callable[[Referee], T], other: Callable[[Referee], T]) -> tuple[T, T]:
        return super().roll_both(one, other) if self.answers else self.ref.roll_both(one, other)

    def choose(self, key: str, options: Sequence[str] | Mapping[str, str], **more: Any) -> str:
        """Passes a question that is not prefilled on unchanged, since the other referee may choose in its own way."""
        return super().choose(key, options, **more) if self.answers else self.ref.choose(key, options, **more)

    def fact(self, key: str, what: str, **more: Any) -> str:
        """Passes every fact on: the whole walk knows facts, so they are never among the answers of a step."""
        return self.ref.fact(key, what, **more)

    def decide(self, question: Decision) -> Any:
        return self.answers.pop() if self.answers else self.ref.decide(question)

    def tell(self, make: Callable[..., Event | list[Event] | None], *args: Any) -> None:
        self.ref.tell(make, *args)
