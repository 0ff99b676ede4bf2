"""A script: the entries of `choices` in order, and how they answer a question; policies, which are answers to many.

A policy is for decisions to stay or to leave, `stay`, `leave-below-4`, `leave-under-50%`, or for losses: `first a, b`, `last a`.
A ruleset says which of its decisions are about staying or leaving, and which option means which. A policy picks the
option by that name, never by its place in the list.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping
from dataclasses import field
from fnmatch import translate
from functools import cached_property
from typing import Any, NoReturn, TypeAlias

from airwar.choices.conditions import Condition
from airwar.choices.patterns import highest_round, round_of
from airwar.engine.frozen import dataclass
from airwar.engine.questions import Allotment, Choice, Decision, Fact, Facts, Question, Roll
from airwar.engine.words import closest, did_you_mean, not_one_of, shown, some_of
from airwar.errors import BadScenario, Problem
from airwar.scenario.problems import listing

BEST = "best"  # for any decision: what is worth most to the side that decides, worked out in play
EXPECTED = "stay, leave-below-N (own factors) or leave-under-P% (of the enemy's strength)"


FIRST, LAST = "first ", "last "  # which units are taken first, or only when no others are left


def in_order(word: str, items: Mapping[str, int], usual: Mapping[str, int]) -> dict[str, int] | None:
    """As many as usual, but in the order that a word such as `first a, b` or `last a` gives; None for any other word.

    Names that are not offered are passed over: an order of losses names units of several battles.
    """
    how = next((how for how in (FIRST, LAST) if word.startswith(how)), None)
    if how is None:
        return None
    named = [name for name in re.split(r"[,\s]+", word.removeprefix(how)) if name in items]
    others = sorted((name for name in items if name not in named), key=lambda name: not usual.get(name))
    left, taken = sum(usual.values()), {}
    for name in [*named, *others] if how == FIRST else [*others, *named]:
        taken[name] = min(items[name], left)
        left -= taken[name]
    return {name: number for name, number in taken.items() if number}


@dataclass(frozen=True)
class Stance:
    """The two options of a stay-or-leave decision, by name. Other options may be offered beside them."""

    stay: str
    leave: str


@dataclass(frozen=True)
class Policy:
    """Leaves when a fact is below a limit, otherwise stays; without a fact, always stays."""

    name: str
    fact: str = ""
    limit: int = 0

    def option(self, stance: Stance, offered: Mapping[str, str], facts: Mapping[str, int]) -> str:
        """The option to take. Where leaving is not offered, the policy stays."""
        leaves = bool(self.fact) and facts[self.fact] < self.limit
        return stance.leave if leaves and stance.leave in offered else stance.stay


def policy_named(text: str) -> Policy | None:
    """The policy of that name, or None."""
    if text == "stay":
        return Policy(text)
    if below := re.fullmatch(r"leave-below-(\d{1,6})", text):
        return Policy(text, "own.factors", int(below[1]))
    if under := re.fullmatch(r"leave-under-(\d{1,6})%", text):
        return Policy(text, "strength-percent", int(under[1]))
    return None


def meant_policy(text: str) -> str | None:
    """The policy that a misspelled one was meant to be: leave-below-4 for leave-bellow-4."""
    limit = "".join(filter(str.isdecimal, text))
    return closest(text, (f"leave-below-{limit}", f"leave-under-{limit}%")) if limit else None


def misspelled(text: str) -> bool:
    """Whether this was meant to be a policy, but is not."""
    return re.match(r"leave-?(?:bel|und)", text) is not None and policy_named(text) is None


Answer: TypeAlias = str | list[int] | dict[str, int]  # a word, faces of dice, or how many of each
LONGEST_WORD = 60  # the most characters of an answer in messages


@dataclass(frozen=True, eq=False)
class Entry:
    """One line of a script: a pattern of decision ids, and an answer, perhaps under a condition."""

    pattern: str
    answer: Answer
    when: Condition | None = None
    otherwise: Answer | None = None
    line: int = 0
    column: int = 0
    file: str = ""  # where it was read, if not in the scenario itself
    matches: re.Pattern[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "matches", re.compile(translate(self.pattern)))

    def __str__(self) -> str:
        """The entry as a player would write it."""
        if self.when is None:
            return f"{self.pattern}: {written(self.answer)}"
        otherwise = "" if self.otherwise is None else f", else {written(self.otherwise)}"
        return f"{self.pattern}: {written(self.answer)} when {self.when.text}{otherwise}"

    def answer_under(self, facts: Mapping[str, int]) -> Answer | None:
        """The answer when these facts hold, if any."""
        return self.answer if self.when is None or self.when.holds(facts) else self.otherwise

    @property
    def answers(self) -> list[Answer]:
        """What it may answer."""
        return [answer for answer in (self.answer, self.otherwise) if answer is not None]

    @property
    def has_dice(self) -> bool:
        """Whether it gives faces of dice."""
        return any(isinstance(answer, list) for answer in self.answers)

    @property
    def answers_everything(self) -> bool:
        """Whether it answers every decision, whatever the facts."""
        word = self.answer if isinstance(self.answer, str) else None
        return self.pattern == "*" and self.when is None and word is not None and policy_named(word) is None

    def highest_round(self) -> int:
        """The highest round that it treats differently from later ones."""
        return max(highest_round(self.pattern), self.when.highest_round() if self.when else 0)


def written(answer: Answer) -> str:
    """An answer as a player would write it; a long one is cut short."""
    if isinstance(answer, dict):
        return "{" + listing(f"{name}: {count}" for name, count in answer.items()) + "}"
    if isinstance(answer, list):
        return "[" + listing(map(str, answer)) + "]"
    return answer if len(answer) <= LONGEST_WORD else answer[: LONGEST_WORD - 1] + "…"


@dataclass
class Script:
    """The entries of a scenario, perhaps with others before them, and a record of which were used.

    `lenient`: the battle may take a different course from the one the scenario was written for. Its own entries are then
    skipped where their answer is illegal; entries from elsewhere (`Entry.file`) are not.
    """

    entries: tuple[Entry, ...] = ()
    file: str = ""
    stances: Mapping[str, Stance] = field(default_factory=dict)  # by decision id, without battle and round
    lenient: bool = False
    used: set[Entry] = field(default_factory=set)  # entries that have answered
    skipped: set[Entry] = field(default_factory=set)
    fixed_rolls: dict[str, None] = field(default_factory=dict)  # ids of the rolls whose faces it has given
    _matching: dict[str, tuple[Entry, ...]] = field(default_factory=dict)  # by id, for every question that has come up

    def answer(self, question: Question) -> Any:
        """The answer of the first entry that matches, or None. The package's docstring says what matches."""
        for entry in self.matching(question.key):
            answer = self._answer_of(entry, question)
            if answer is None or not self.fits(answer, question):
                continue
            self.used.add(entry)
            if _is_best(answer, question):
                return None  # whoever asks finds it with `_is_best`, and works it out
            try:
                return self._legal(entry, question, answer)
            except BadScenario:
                if entry.file or not self.lenient:
                    raise
                self.skipped.add(entry)
        return None

    def decision(self, question: Decision) -> Any:
        """Like `answer`, but an optional question falls back on its default."""
        answer = self.answer(question)
        if answer is None and not isinstance(question, Fact) and question.optional:
            return question.default
        return answer

    def is_best(self, question: Decision) -> bool:
        """Whether the entry that answers says `best`: the answer follows from the position, which a script does not know."""
        if not self.has_best:
            return False
        answers = ((entry, self._answer_of(entry, question)) for entry in self.matching(question.key))
        found = next(((entry, answer) for entry, answer in answers if answer is not None and self.fits(answer, question)), None)
        if found is None or not _is_best(found[1], question):
            return False
        self.used.add(found[0])
        return True

    @cached_property
    def has_best(self) -> bool:
        """Whether any entry says `best`."""
        return any(BEST in (entry.answer, entry.otherwise) for entry in self.entries)

    def plans(self, question: Question) -> bool:
        """Whether the answering entry names this very question: a plan, rather than a policy for all questions of its kind."""
        for entry in self.matching(question.key):
            answer = self._answer_of(entry, question)
            if answer is not None and self.fits(answer, question):
                return entry.pattern == question.key
        return False

    def matching(self, key: str) -> tuple[Entry, ...]:
        """The entries whose pattern matches an id."""
        known = self._matching.get(key)
        if known is None:
            known = self._matching[key] = tuple(entry for entry in self.entries if entry.matches.match(key))
        return known

    def fixed_word(self, key: str) -> str | None:
        """The one word that answers an id regardless of the facts, or None if the question must be asked."""
        first = next(iter(self.matching(key)), None)
        if first is None or first.when is not None or not isinstance(first.answer, str):
            return None
        if self.is_stance(key) or policy_named(first.answer) is None:
            self.used.add(first)
        return first.answer

    def word(self, key: str, options: Container[str], facts: Facts | None) -> str | None:
        """The option that the first entry which applies names; None if it names none, and the question must be asked."""
        for entry in self.matching(key):
            known = {} if entry.when is None else {**(facts() if facts else {}), "round": round_of(key)}
            if entry.when is not None and not known.keys() >= entry.when.facts:
                return None  # whoever asks hears that
            answer = entry.answer_under(known)
            if answer is None:
                continue
            if not isinstance(answer, str) or answer not in options:
                return None
            self.used.add(entry)
            return answer
        return None

    def stance(self, key: str) -> Stance | None:
        """Which option stays and which leaves, if the decision is about that."""
        return next((stance for id_, stance in self.stances.items() if key == id_ or key.endswith(f".{id_}")), None)

    def is_stance(self, key: str) -> bool:
        """Whether this is a decision to stay or to leave."""
        return self.stance(key) is not None

    @cached_property
    def has_dice(self) -> bool:
        """Whether the script gives the faces of some rolls."""
        return any(entry.has_dice for entry in self.entries)

    def afresh(self, entries: Iterable[Entry] | None = None) -> Script:
        """A copy that has answered nothing yet, with these entries if they are given."""
        return Script(self.entries if entries is None else tuple(entries), self.file, self.stances, self.lenient)

    def without_dice(self) -> Script:
        """The script without the faces of rolls, for players who roll their own dice."""
        return self.afresh(entry for entry in self.entries if not entry.has_dice)

    @property
    def rounds_matter(self) -> int:
        """The highest round that any entry treats differently from later ones."""
        return max((entry.highest_round() for entry in self.entries), default=0)

    @property
    def assumed(self) -> list[str]:
        """The entries as a player would write them, marking those that were skipped somewhere."""
        return [f"{entry} (where it fits)" if entry in self.skipped else str(entry) for entry in self.entries]

    @property
    def asked(self) -> list[str]:
        """The ids of all questions that have come up."""
        return list(self._matching)

    def was_asked(self, entry: Entry) -> bool:
        """Whether any question has come up that this entry's pattern matches."""
        return any(entry in known for known in self._matching.values())

    # one entry

    def _answer_of(self, entry: Entry, question: Question) -> Answer | None:
        """The answer under the entry's condition, if any."""
        if entry.when is None:
            return entry.answer
        if isinstance(question, Roll) and not entry.has_dice:
            return None  # its condition may name facts that a roll does not have
        facts = {**facts_of(question), "round": round_of(question.key)}
        if not facts.keys() >= entry.when.facts:
            unknown = min(entry.when.facts - facts.keys())
            self._refuse(entry, f"{question.key}: {no_such_fact(unknown, facts)}")
        return entry.answer_under(facts)

    def fits(self, answer: Answer, question: Question) -> bool:
        """Whether an answer is of the right kind: faces for rolls, policies for decisions to stay or to leave."""
        if isinstance(question, Roll):
            return isinstance(answer, list)
        if isinstance(question, Fact):
            return isinstance(answer, str) and answer != "default" and not policy_named(answer)
        as_usual = isinstance(answer, str) and (answer == "default" or answer.startswith((FIRST, LAST)))
        if as_usual and question.unknown and not question.optional:
            return False
        if _is_best(answer, question):
            return True
        if isinstance(answer, str) and policy_named(answer) and not offered(answer, question):
            return isinstance(question, Choice) and self.is_stance(question.key)
        return True

    def _legal(self, entry: Entry, question: Question, answer: Answer) -> Any:
        """The answer in the form that the question expects. Raises BadScenario if the rules do not allow it."""
        if isinstance(question, Roll):
            if not isinstance(answer, list) or not question.reading.dice.admits(tuple(answer)):
                self._refuse(entry, f"{question.key}: {shown(answer)} is not a roll of {question.reading.dice}")
            self.fixed_rolls[question.key] = None
            return tuple(answer)
        if isinstance(answer, str) and not isinstance(question, Fact) and not offered(answer, question):
            if answer == "default":
                return dict(question.default) if isinstance(question, Allotment) else question.default
            answer = self._spelled_out(entry, question, answer)
        refused = question.refuses(answer)
        if refused:
            if isinstance(question, Choice) and self.is_stance(question.key):
                refused = not_one_of(answer, question.options, f"policies are {EXPECTED}")
            self._refuse(entry, f"{question.key}: {refused}")
        return answer

    def _spelled_out(self, entry: Entry, question: Choice | Allotment, word: str) -> Answer:
        """What a word means: all or none of the items, some in an order, or the option that a policy takes."""
        if isinstance(question, Allotment):
            ordered = in_order(word, question.items, question.default)
            if ordered is not None:
                return ordered
            return dict(question.items) if word == "all" else {} if word == "none" else word
        policy, stance = policy_named(word), self.stance(question.key)
        return self._policy(entry, question, policy, stance) if policy and stance else word

    def _policy(self, entry: Entry, question: Choice, policy: Policy, stance: Stance) -> str:
        facts = facts_of(question)
        if policy.fact and policy.fact not in facts:
            self._refuse(entry, f"{question.key}: {policy.name} needs the fact {policy.fact!r}, which is not available here")
        return policy.option(stance, question.options, facts)

    def _refuse(self, entry: Entry, text: str) -> NoReturn:
        raise BadScenario([Problem(entry.file or self.file, entry.line, entry.column, text)])


def no_such_fact(name: str, facts: Mapping[str, int]) -> str:
    """Why a condition cannot be tested."""
    return f"there is no fact {shown(name)} here; use one of {some_of(sorted(facts))}{did_you_mean(closest(name, facts))}"


def _is_best(answer: Answer | None, question: Question) -> bool:
    """Whether an answer means the one worth the most, rather than an option named `best`."""
    return answer == BEST and isinstance(question, Choice | Allotment) and not offered(BEST, question)


def offered(word: str, question: Choice | Allotment) -> bool:
    """Whether a word is the name of one of the options."""
    return isinstance(question, Choice) and word in question.options


def facts_of(question: Question) -> Mapping[str, int]:
    """The facts of a decision; rolls and questions for a fact have none."""
    return {} if isinstance(question, Roll | Fact) or question.facts is None else question.facts()
