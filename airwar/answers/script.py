"""Scripted answers: the `choices` of a scenario, matched by decision id, first match wins."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fnmatch import translate
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from airwar.answers.chance import MachineDice
from airwar.engine.dice import Faces
from airwar.engine.explorer import FOREVER
from airwar.engine.positions import Graph
from airwar.engine.referee import Allotment, Asked, Choice, Roll
from airwar.errors import BadScenario, Problem, Unanswered

OPERATORS = {"<=": le, ">=": ge, "==": eq, "!=": ne, "<": lt, ">": gt}
NAMED = re.compile(r"leave-(below|under)-(\d{1,6})")  # below so many factors, under so many percent of the enemy's strength
CONDITION = re.compile(r"\s*([a-z][a-z0-9_.-]*)\s*(<=|>=|==|!=|<|>)\s*(-?\d{1,9}|[a-z][a-z0-9_.-]*)\s*")


@dataclass(frozen=True)
class Test:
    """One comparison of a fact with a number or with another fact."""

    fact: str
    operator: str
    than: int | str

    def holds(self, facts: Mapping[str, int]) -> bool:
        than = facts[self.than] if isinstance(self.than, str) else self.than
        return bool(OPERATORS[self.operator](facts[self.fact], than))

    @property
    def facts(self) -> set[str]:
        return {self.fact, self.than} if isinstance(self.than, str) else {self.fact}


@dataclass(frozen=True)
class Condition:
    """Comparisons joined by `and` and `or`; `and` binds closer."""

    text: str
    alternatives: tuple[tuple[Test, ...], ...]

    @classmethod
    def parsed(cls, text: str) -> Condition:
        """Understands a condition such as `own.factors < 3 and round >= 2`; says what it cannot."""
        alternatives = []
        for alternative in re.split(r"\bor\b", text):
            tests = []
            for part in re.split(r"\band\b", alternative):
                match = CONDITION.fullmatch(part)
                if match is None:
                    raise ValueError(f"{part.strip()!r} is no comparison; expected one like own.factors < 3")
                than = match[3] if match[3][0].isalpha() else int(match[3])
                tests.append(Test(match[1], match[2], than))
            alternatives.append(tuple(tests))
        return cls(text, tuple(alternatives))

    @property
    def facts(self) -> set[str]:
        return {fact for tests in self.alternatives for test in tests for fact in test.facts}

    def holds(self, facts: Mapping[str, int]) -> bool:
        return any(all(test.holds(facts) for test in tests) for tests in self.alternatives)


@dataclass(frozen=True)
class Entry:
    """One line of a script: a pattern of decision ids, and the answer or answers under conditions."""

    pattern: str
    answer: Any  # text, a number of each, or faces; None when the condition alone decides
    when: Condition | None = None
    otherwise: Any = None
    line: int = 0
    column: int = 0
    file: str = ""  # where it stands, when not in the scenario itself
    matches: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "matches", re.compile(translate(self.pattern)))

    @property
    def shown(self) -> str:
        """The entry as one would write it."""
        if self.when is None:
            return f"{self.pattern}: {written(self.answer)}"
        otherwise = f", else {written(self.otherwise)}" if self.otherwise is not None else ""
        return f"{self.pattern}: {written(self.answer)} when {self.when.text}{otherwise}"

    @property
    def has_dice(self) -> bool:
        """Whether it gives faces of dice."""
        return isinstance(self.answer, list) or isinstance(self.otherwise, list)

    def highest_round(self) -> int:
        """The highest round that this entry tells apart from later ones."""
        tests = [test for tests in self.when.alternatives for test in tests] if self.when else []
        tested = [test.than + 1 if isinstance(test.than, int) else FOREVER for test in tests if "round" in test.facts]
        return max(round_told_apart(self.pattern), *tested, 0)


def written(answer: Any) -> str:
    """An answer as one would write it."""
    if isinstance(answer, dict):
        return "{" + ", ".join(f"{name}: {count}" for name, count in answer.items()) + "}"
    return str(answer)


def round_told_apart(pattern: str) -> int:
    """The highest round that a pattern of decision ids tells apart from later ones: in `*.r2.fire` the second."""
    highest = 0
    for at, part in enumerate(pattern.split(".")):
        named = re.fullmatch(r"\*?r(\d+)", part)
        if named:
            highest = max(highest, int(named[1]))
            continue
        if at == 0 and not re.match(r"r?[\d*?[]", part):
            part = "".join(part.partition("*")[1:])  # the name of a battle; only a star reaches beyond it
        if re.search(r"[*?[]", part) and re.search(r"[\d?[]", part):
            return FOREVER  # such as r1* or r?: rather too many rounds told apart than one too few
    return highest


@dataclass
class Script:
    """The answers that a scenario gives beforehand."""

    entries: tuple[Entry, ...] = ()
    file: str = ""
    stances: tuple[str, ...] = ()  # the decisions to stay or to leave, which policies by name answer
    elsewhere: bool = False  # asked off the scenario's own course: its own answers give way where they do not fit
    used: set[str] = field(default_factory=set)
    unfit: set[str] = field(default_factory=set)  # of such entries, as one would write them
    _known: dict[str, tuple[Entry, ...]] = field(default_factory=dict)

    def entries_for(self, key: str) -> tuple[Entry, ...]:
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = tuple(entry for entry in self.entries if entry.matches.match(key))
        return known

    @property
    def assumed(self) -> list[str]:
        """Its entries as one would write them, with a word on those that did not fit everywhere."""
        return [entry.shown + " (where it fits)" * (entry.shown in self.unfit) for entry in self.entries]

    @property
    def asked(self) -> list[str]:
        """The ids of all that has come up."""
        return list(self._known)

    def was_asked(self, entry: Entry) -> bool:
        """Whether anything that this entry could answer has come up."""
        return any(entry in known for known in self._known.values())

    @property
    def rounds_matter(self) -> int:
        """The highest round that any answer tells apart."""
        return max((entry.highest_round() for entry in self.entries), default=0)

    @property
    def has_dice(self) -> bool:
        """Whether the script gives the faces of some rolls."""
        return any(entry.has_dice for entry in self.entries)

    def is_stance(self, key: str) -> bool:
        """Whether this is a decision to stay or to leave."""
        return any(key == stance or key.endswith(f".{stance}") for stance in self.stances)

    def answer(self, question: Roll | Choice | Allotment) -> Any:
        """The scripted answer, or None when the script is silent."""
        for entry in self.entries_for(question.key):
            if isinstance(question, Roll) and not entry.has_dice:
                continue  # a word answers choices only: dice are answered by faces
            said = self._said(entry, question)
            if said is None or (isinstance(question, Roll) and not isinstance(said, list)):
                continue
            if is_policy(said) and not self._speaks_of(question, said):
                continue  # to stay or to leave answers nothing else
            self.used.add(entry.pattern)
            try:
                return self._understood(entry, question, said)
            except BadScenario:
                if entry.file or not self.elsewhere:
                    raise
                self.unfit.add(entry.shown)
        return None

    def _said(self, entry: Entry, question: Roll | Choice | Allotment) -> Any:
        if entry.when is None:
            return entry.answer
        facts = dict(question.facts() if not isinstance(question, Roll) and question.facts else {})
        facts["round"] = round_of(question.key)
        unknown = entry.when.facts - facts.keys()
        if unknown:
            known = ", ".join(sorted(facts))
            self._refuse(entry, f"{question.key} knows no fact {sorted(unknown)[0]!r}; it knows {known}")
        return entry.answer if entry.when.holds(facts) else entry.otherwise

    def _speaks_of(self, question: Roll | Choice | Allotment, said: str) -> bool:
        return isinstance(question, Choice) and (said in question.options or self.is_stance(question.key))

    def _understood(self, entry: Entry, question: Roll | Choice | Allotment, said: Any) -> Any:
        if isinstance(question, Roll):
            if not question.reading.dice.admits(tuple(said)):
                self._refuse(entry, f"{question.key}: {said} cannot fall on {question.reading.dice}")
            return tuple(said)
        if isinstance(said, str) and isinstance(question, Choice) and said not in question.options:
            said = self._named(entry, question, said)
        if said == "default":
            return dict(question.default) if isinstance(question, Allotment) else question.default
        if isinstance(question, Allotment) and said in ("all", "none"):
            said = dict(question.items) if said == "all" else {}
        refused = question.refuses(said)
        if refused:
            self._refuse(entry, f"{question.key}: {refused}")
        return said

    def _named(self, entry: Entry, question: Choice, said: str) -> str:
        """A policy by name: to stay is the first option, to leave the second."""
        stay, leave, *_ = question.options
        if said == "stay":
            return stay
        match = NAMED.fullmatch(said)
        if match is None:
            return said
        fact = "own.factors" if match[1] == "below" else "odds"
        facts = question.facts() if question.facts else {}
        if fact not in facts:
            self._refuse(entry, f"{question.key} knows no fact {fact!r}, which {said!r} goes by")
        return leave if facts[fact] < int(match[2]) else stay

    def _refuse(self, entry: Entry, text: str) -> None:
        raise BadScenario([Problem(entry.file or self.file, entry.line, entry.column, text)])


def is_policy(said: Any) -> bool:
    """Whether this is a policy by name, for decisions to stay or to leave."""
    return isinstance(said, str) and (said == "stay" or NAMED.fullmatch(said) is not None)


def round_of(key: str) -> int:
    """The round that a decision id names, or 0. A battle may have a name like a round's: the last one counts."""
    found = re.findall(r"(?<![^.])r(\d+)(?=\.)", key)
    return int(found[-1]) if found else 0


class Scripted:
    """Nobody is there: the script answers, the machine rolls unless the script has the faces."""

    def __init__(self, script: Script, dice: MachineDice | None) -> None:
        self.script = script
        self.dice = dice

    def faces(self, roll: Roll, drawn: int) -> tuple[Faces, str]:
        faces = self.script.answer(roll)
        if faces is not None:
            return faces, "scripted"
        if self.dice is None:
            raise Asked(roll)
        return self.dice.faces(drawn, roll.reading.dice.count, roll.reading.dice.sides), "machine"

    def choice(self, question: Choice | Allotment) -> Any:
        answer = self.script.answer(question)
        if answer is None:
            raise Asked(question)
        return answer


class Policies:
    """The script as a policy for the graph of positions: every decision must be answered by it."""

    def __init__(self, script: Script) -> None:
        self.script = script

    def answer(self, question: Choice | Allotment) -> Any:
        answer = self.script.answer(question)
        if answer is None:
            raise Unanswered(f"nothing answers {question.key}; add it to the scenario's choices")
        return answer

    def standing(self, key: str) -> str | None:
        first = next(iter(self.script.entries_for(key)), None)
        if first is None or first.when is not None or not isinstance(first.answer, str):
            return None
        self.script.used.add(first.pattern)
        return first.answer


def graph_of(script: Script, open_: Callable[[str], bool] | None = None) -> Graph:
    """The positions of a battle that is fought by this script, with some decisions left open."""
    return Graph(Policies(script), script.rounds_matter, script.answer if script.has_dice else None, open_)
