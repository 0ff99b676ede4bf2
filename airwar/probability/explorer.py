"""The referee of the odds: answers rolls from a list of outcomes and choices by a policy, and stops the step at anything else."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from airwar.choices.patterns import EVERY_ROUND
from airwar.choices.script import BEST, Script
from airwar.engine.dice import Both, Faces, Hits, Reading, Sure
from airwar.engine.events import Event
from airwar.engine.questions import Allotment, Choice, Decision, Fact, Facts, Menu, Roll, as_options, complete, only_answer
from airwar.engine.referee import Referee, key_in
from airwar.errors import Unanswered
from airwar.probability.budget import TooMany

T = TypeVar("T")
UNKNOWN = "?"

Fixed = Callable[[Roll], Faces | None]  # the faces of a roll that is not left to chance
Open = Callable[[str, str], bool]  # whether a decision is left open, by its key and the one who decides


class Policy(Protocol):
    """Answers the choices."""

    def answer(self, question: Decision) -> Any:
        """The answer; a policy always has one."""

    def standing(self, key: str) -> str | None:
        """The one word that answers this decision regardless of the facts, or None if the facts matter."""

    def word(self, key: str, options: Container[str], facts: Facts | None) -> str | None:
        """The option that answers this choice, if that is known without building the question."""


class Policies:
    """A script as a policy: it must answer every decision."""

    def __init__(self, script: Script) -> None:
        self.script = script

    def answer(self, question: Decision) -> Any:
        if self.script.is_best(question):
            return BEST
        answer = self.script.decision(question)
        if answer is None:
            raise Unanswered(question.key)
        return answer

    def standing(self, key: str) -> str | None:
        return self.script.fixed_word(key)

    def word(self, key: str, options: Container[str], facts: Facts | None) -> str | None:
        return self.script.word(key, options, facts)


class Lots(NamedTuple):
    """A question for several lots of dice, rolled one after another as long as anything is left to hit."""

    key: str
    readings: tuple[Hits, ...]
    most: int


class Waits(BaseException):
    """A step needs an outcome or an answer that it was not given. Not an Exception, so that no step catches it."""

    def __init__(self, question: Roll | Lots | Choice | Allotment) -> None:
        super().__init__(question)
        self.question = question


class Explorer(Referee):
    """Answers rolls from the given outcomes and choices from the policy; stops the step where the outcomes run out."""

    def __init__(
        self,
        policy: Policy,
        rounds_matter: int = 0,
        fixed: Fixed | None = None,
        open_: Open | None = None,
        by_itself: bool = False,
    ) -> None:
        self.policy = policy
        self.by_itself = by_itself
        self.fixed = fixed
        self.open = open_  # decisions that branch like rolls, instead of following the policy
        self.standing: dict[tuple[str, int, str], str | None] = {}
        self.settled: dict[tuple[Any, ...], Any] = {}  # what was decided and where that led, by scope, round and what it was about
        self.rounds_matter = rounds_matter  # policies treat all rounds after this one alike
        self.outcomes: tuple[Any, ...] = ()
        self.used = 0
        self.begun = 0  # rounds begun in this step

    def new_round(self) -> None:
        self.begun += 1
        if self.round <= self.rounds_matter:
            self.round += 1
        elif self.rounds_matter >= EVERY_ROUND:
            raise TooMany  # this round must not be merged with the next

    def roll(self, key: str, reading: Reading[T], by: str = "") -> T:
        if self.fixed is not None:
            faces = self.fixed(Roll(self.full_key(key), "", reading, by))
            if faces is not None:
                return reading.read(faces)
        used = self.used
        if used == len(self.outcomes):
            raise Waits(Roll(key, "", reading, by))
        self.used = used + 1
        outcome: T = self.outcomes[used]
        return outcome

    def roll_lots(self, lots: Sequence[tuple[str, Hits]], most: int, by: str = "") -> tuple[int, int]:
        if self.fixed is not None:
            return super().roll_lots(lots, most, by)
        used = self.used
        if used == len(self.outcomes):
            key, first = lots[0]
            if len(lots) == 1:
                raise Waits(Roll(key, "", first.up_to(most), by))
            raise Waits(Lots(key, tuple(reading for _, reading in lots), most))
        self.used = used + 1
        return self.outcomes[used], len(lots)

    def roll_both(self, one: Callable[[Referee], T], other: Callable[[Referee], T]) -> tuple[T, T]:
        if self.fixed is not None:
            return super().roll_both(one, other)
        used = self.used
        if used == len(self.outcomes):
            (key, first), (other_key, second) = self._asked(one), self._asked(other)
            raise Waits(Roll(key or other_key, "", Both(first, second), ""))
        self.used = used + 1
        meant: tuple[T, T] = self.outcomes[used]
        return meant

    def _asked(self, roll: Callable[[Referee], Any]) -> tuple[str, Reading[Any]]:
        """The key and the reading of the roll that a function asks for, if it does."""
        try:
            return "", Sure(roll(self))
        except Waits as waits:
            assert isinstance(waits.question, Roll), "one of two rolls asks for nothing else"
            return waits.question.key, waits.question.reading

    def known_choice(
        self, key: str, options: Sequence[str] | Mapping[str, str], by: str, default: str, facts: Facts | None, may_default: bool
    ) -> str | None:
        if not isinstance(options, Menu) and len(options) == 1:
            return next(iter(options))
        if self.open is not None and self.open(key, by):
            return self._branch(key, as_options(options), by, default, facts)
        standing = self._standing(self.scope, self.round, key)
        if standing == "default" and may_default:
            return default or next(iter(options))
        if standing is None:
            return self.policy.word(self.full_key(key), options, facts)
        return standing if standing in options else None

    def known_allotment(
        self, key: str, items: Mapping[str, int], by: str, least: int, most: int, default: Mapping[str, int], may_default: bool
    ) -> dict[str, int] | None:
        only = only_answer(items, least, most)
        if only is not None or self.open is not None:
            return only
        return complete(items, default) if may_default and self.takes_default(key, by) else None

    def settle(self, decide: Callable[..., T], *args: Any) -> T:
        """The policy gives the same answers in the same scope and round, so the matter is settled once."""
        if self.open is not None:
            return decide(self, *args)
        what = (decide, args, self.scope, self.round)
        known = self.settled.get(what)
        if known is not None:
            settled: T
            settled, self.scope, self.round = known
            return settled
        used = self.used
        found = decide(self, *args)
        if self.used == used:  # otherwise it has branched
            self.settled[what] = found, self.scope, self.round
        return found

    def foreseen(self, key: str, by: str, scope: str | None = None) -> str:
        if self.open is not None and self.open(key, by):
            return ""
        return self._standing(*((self.scope, self.round) if scope is None else (scope, 0)), key) or ""

    def takes_default(self, key: str, by: str, scope: str | None = None) -> bool:
        if self.open is not None and self.open(key, by):
            return False
        asked = (self.scope, self.round, key) if scope is None else (scope, 0, key)
        return (self.standing.get(asked) or self._standing(*asked)) == "default"

    def _standing(self, scope: str, round_: int, key: str) -> str | None:
        """The one word that answers a decision regardless of the facts, if there is one."""
        asked = (scope, round_, key)
        standing = self.standing.get(asked, UNKNOWN)
        if standing is UNKNOWN:
            standing = self.standing[asked] = self.policy.standing(key_in(scope, round_, key))
        return standing

    def _branch(self, key: str, options: Mapping[str, str], by: str, default: str, facts: Facts | None) -> str:
        used = self.used
        if used == len(self.outcomes):
            raise Waits(Choice(self.full_key(key), "", by, options, default or next(iter(options)), facts))
        self.used = used + 1
        return str(self.outcomes[used])

    def decide(self, question: Decision) -> Any:
        opened = isinstance(question, Allotment) and self.open is not None and self.open(question.key, question.by)
        answer = BEST if opened else self.policy.answer(question)
        if isinstance(question, Fact) or answer != BEST or (isinstance(question, Choice) and BEST in question.options):
            return answer
        if self.used == len(self.outcomes):
            raise Waits(question)
        self.used += 1
        given = self.outcomes[self.used - 1]
        return dict(given) if isinstance(question, Allotment) else given

    def tell(self, make: Callable[..., Event | list[Event] | None], *args: Any) -> None:
        pass
