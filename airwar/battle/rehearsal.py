"""Trial battles for a scenario: can its answers be given, do the decisions they are for come up, are its missions flown?

Some battles are fought by the script alone, some by the script and chance, some by chance alone, so that decisions come up
that the script's own battles never reach. What is asked there is compared with both branches of every condition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import get_close_matches
from fnmatch import fnmatchcase
from time import process_time
from typing import Any

from airwar.answers.chance import AnyLegal
from airwar.battle.battle import begin
from airwar.choices.script import BEST, Answer, Entry, Script, facts_of, no_such_fact, offered, policy_named, written
from airwar.engine.dice import Faces
from airwar.engine.moves import End
from airwar.engine.questions import Allotment, Decision, Fact, Question, Roll, labels_of
from airwar.engine.words import did_you_mean, id_of, shown
from airwar.errors import AirwarError, BadScenario, Problem, Unanswered
from airwar.probability.sample import Sampler
from airwar.rulesets.ruleset import NOT_FLOWN
from airwar.scenario.problems import Mark, Node, Seq, fields_of, in_file_order, listing, near_miss, texts_of
from airwar.scenario.reader import read_text
from airwar.setup.loading import Scenario

_BY_SCRIPT = 200  # trial battles by the script alone
_WALKED = 24  # trial battles in which every question is looked at
_PATIENCE = 8.0  # seconds for the first of those, which the script fights
_SECONDS = 1.0  # for the others, and for those by the script alone
_LONGEST = 3.0  # seconds for those by the script alone, while there are too few to say that a mission never flies
_OFTEN = 5  # a decision that came up this often with the same options is taken to have no others
_MOST_ILLEGAL = 20  # entries refused before the script's own trial battles stop
ENOUGH = 20  # trial battles; after fewer, a mission may just have had bad luck
_NAMED_BY = ("id", "name", "at")  # what the results call a mission, most specific first


def rehearse(scenario: Scenario) -> list[Problem]:
    """What is wrong with the answers of a scenario, and what its author should know about them."""
    seen = _Encounters(scenario.script)
    if any(entry.pattern != "*" or entry.when for entry in scenario.script.entries):
        _walk_through(scenario, seen)
    found = [*seen.problems(), *_play_by_script(scenario, seen)]
    anywhere = {"*", *(key if key.startswith("*") else f"*.{key}" for key in scenario.ruleset.decisions)}
    for entry in scenario.script.entries:
        if any(fnmatchcase(entry.pattern, fact) for fact in scenario.ruleset.lasting):
            continue  # facts stated in an earlier turn need not come up again
        if not seen.reached(entry):
            if entry.pattern not in anywhere:  # which is spelled right, and may be for another turn
                found.append(_never_asked(entry, seen))
        elif entry.pattern != "*" and seen.passed_over(entry):
            found.append(_never_applied(entry, seen))
    first: dict[tuple[int, int, str], Problem] = {}
    for problem in found:
        first.setdefault((problem.line, problem.column, problem.severity), problem)
    return in_file_order(first.values())


@dataclass
class _Meeting:
    """What happened to one answer of an entry."""

    accepted: int = 0
    refusals: int = 0
    refused: str = ""  # the first refusal
    stance: bool = False  # whether it was refused where a side stays or leaves
    names: set[tuple[str, ...]] = field(default_factory=set)  # the sets of options or items to which it did not belong

    @property
    def never_accepted(self) -> bool:
        return bool(self.refused) and not self.accepted


class _Encounters:
    """Which answers of a script have met which questions."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.keys: dict[str, None] = {}
        self.met: dict[Entry, list[_Meeting]] = {entry: [_Meeting() for _ in entry.answers] for entry in script.entries}
        self.asked: set[Entry] = set()
        self.unfit: dict[Entry, dict[str, None]] = {}  # what was offered by questions that an entry matches but cannot answer
        self.strange_facts: dict[Entry, str] = {}

    def see(self, question: Question) -> None:
        """Compares a question with the entries that may answer it."""
        if not isinstance(question, Roll):
            self.keys[question.key] = None
        for entry in self._answering(question):
            self.asked.add(entry)
            if not self._facts_known(entry, question):
                continue
            for answer, meeting in zip(entry.answers, self.met[entry], strict=True):
                if self.script.fits(answer, question):
                    refused = self._refused(answer, question)
                    meeting.accepted += refused is None
                    if refused is not None:
                        meeting.refusals += 1
                        meeting.refused = meeting.refused or f"{question.key}: {refused}"
                        meeting.names.add(tuple(labels_of(question)))
                        meeting.stance = self.script.is_stance(question.key)

    def reached(self, entry: Entry) -> bool:
        """Whether any question has come up that an entry may answer."""
        return entry in self.asked or entry in self.script.used or self.script.was_asked(entry)

    def passed_over(self, entry: Entry) -> bool:
        """Whether questions came up that an entry matches, but none that it can answer."""
        return entry in self.unfit and entry not in self.asked and entry not in self.script.used

    def problems(self) -> Iterator[Problem]:
        """The answers that no question accepted, and the facts that no question had."""
        for entry, text in self.strange_facts.items():
            yield _at(entry, self.script, text, "error")
        for entry, meetings in self.met.items():
            for answer, meeting in zip(entry.answers, meetings, strict=True):
                if meeting.never_accepted:
                    yield self._complaint(entry, answer, meeting)

    def _answering(self, question: Question) -> Iterator[Entry]:
        """The entries that may answer a question: those up to the first that always does."""
        for entry in self.script.matching(question.key):
            fitting = [answer for answer in entry.answers if self.script.fits(answer, question)]
            if fitting:
                yield entry
            else:
                self.unfit.setdefault(entry, {}).update(dict.fromkeys(labels_of(question)))
            if len(fitting) == len(entry.answers) and (entry.when is None or entry.otherwise is not None):
                return

    def _facts_known(self, entry: Entry, question: Question) -> bool:
        if entry.when is None or isinstance(question, Roll):
            return True
        facts = {**facts_of(question), "round": 0}
        unknown = sorted(entry.when.facts - facts.keys())
        if unknown:
            self.strange_facts.setdefault(entry, f"{question.key}: {no_such_fact(unknown[0], facts)}")
        return not unknown

    def _refused(self, answer: Answer, question: Question) -> str | None:
        """Why an answer does not suit a question. Numbers are not checked: they depend on the course of the battle."""
        if isinstance(question, Roll):
            admitted = isinstance(answer, list) and question.reading.dice.admits(tuple(answer))
            return None if admitted else f"{written(answer)} is not a roll of {question.reading.dice}"
        if isinstance(question, Fact):
            return question.refuses(answer)
        if answer in ("default", BEST) or (isinstance(answer, str) and offered(answer, question)):
            return None
        if isinstance(question, Allotment):
            if isinstance(answer, dict):
                strange = [name for name in answer if name not in question.items]
                return question.refuses({strange[0]: 1}) if strange else None
            return None if answer in ("all", "none") else question.refuses(answer)
        policy = policy_named(answer) if isinstance(answer, str) else None
        if policy and policy.fact and policy.fact not in facts_of(question):
            return f"{policy.name} needs the fact {policy.fact!r}, which is not available here"
        return None if policy and self.script.is_stance(question.key) else question.refuses(answer)

    def _complaint(self, entry: Entry, answer: Answer, meeting: _Meeting) -> Problem:
        """An answer that was never accepted: an error if it never can be, a warning if the options change in play."""
        known = list(dict.fromkeys(name for names in sorted(meeting.names) for name in names))
        words = [answer] if isinstance(answer, str) else list(answer) if isinstance(answer, dict) else []
        strange = next((word for word in words if isinstance(word, str) and word not in known), "")
        meant = near_miss(strange, known) if strange else None
        if meeting.stance or (len(meeting.names) == 1 and meeting.refusals >= _OFTEN):
            return _at(entry, self.script, meeting.refused + did_you_mean(meant), "error")
        text = f"{strange or written(answer)} was never offered in the trial battles; offered were {listing(known)}"
        return _at(entry, self.script, f"{entry.pattern}: {text}{did_you_mean(meant)}", "warning")


def _at(entry: Entry, script: Script, text: str, severity: str) -> Problem:
    return Problem(entry.file or script.file, entry.line, entry.column, text, severity)


def _never_asked(entry: Entry, seen: _Encounters) -> Problem:
    """An entry for a decision that never came up."""
    text = f"{entry.pattern!r} matches nothing that came up in the trial battles; is it misspelled?"
    like = get_close_matches(entry.pattern, list(seen.keys), 1, cutoff=0.5)
    return _at(entry, seen.script, f"{text} One id that came up is {like[0]}" if like else text, "warning")


def _never_applied(entry: Entry, seen: _Encounters) -> Problem:
    """An entry that matches questions but answers none of them: a policy, say, where nobody stays or leaves."""
    names = list(seen.unfit[entry])
    those = f"those have the options {listing(names)}" if names else "those are rolls, which only faces such as [3, 5] answer"
    words = " or ".join(shown(written(answer)) if isinstance(answer, str) else written(answer) for answer in entry.answers)
    text = f"{entry.pattern}: never applied: {words} is not an answer to any question that it matched; {those}"
    return _at(entry, seen.script, text, "warning")


class _TimeIsUp(Exception):
    """The trial battles have taken long enough."""


class _Trial(AnyLegal):
    """Plays at random, or by the script where possible, and shows every question to an observer."""

    def __init__(self, seed: int, script: Script | None, seen: _Encounters, until: float) -> None:
        super().__init__(seed)
        self.script = script
        self.seen = seen
        self.until = until

    def faces(self, roll: Roll, drawn: int) -> tuple[Faces, str]:
        self._watch(roll)
        return super().faces(roll, drawn)

    def choice(self, question: Decision) -> Any:
        self._watch(question)
        try:
            answer = self.script.decision(question) if self.script else None
        except BadScenario:
            answer = None
        return super().choice(question) if answer is None else answer

    def _watch(self, question: Question) -> None:
        if process_time() > self.until:
            raise _TimeIsUp
        self.seen.see(question)


def _walk_through(scenario: Scenario, seen: _Encounters) -> None:
    """Fights trial battles and looks at every question: by turns at random, and by the script where it has legal answers."""
    script = scenario.script.afresh()
    began = process_time()
    for seed in range(_WALKED):
        until = began + (_SECONDS if seed else _PATIENCE)
        with suppress(AirwarError, _TimeIsUp):
            begin(scenario, None, seed).walk(_Trial(seed, None if seed % 2 else script, seen, until)).run()
        if process_time() > began + _SECONDS:
            return


def _play_by_script(scenario: Scenario, seen: _Encounters) -> Iterator[Problem]:
    """Fights trial battles by the script. An entry with an illegal answer is reported, and left out from then on."""
    script = scenario.script
    began = process_time()
    for _ in range(_MOST_ILLEGAL):
        try:
            sampler = Sampler(scenario.ruleset, script, scenario.start)
            flights = Flights()
            for seed in range(_BY_SCRIPT):
                flights.see(scenario, sampler.end(seed)[0])
                if process_time() > began + (_LONGEST if flights.battles < ENOUGH else _SECONDS):
                    break
            yield from flights.problems(scenario)
            return
        except BadScenario as bad:
            yield from bad.problems
            places = {(problem.line, problem.column) for problem in bad.problems}
            good = tuple(entry for entry in script.entries if (entry.line, entry.column) not in places)
            seen.asked.update(entry for entry in script.entries if entry not in good)
            script = Script(good, script.file, script.stances, used=script.used)
        except Unanswered as stopped:
            text = f"the trial battles stop early: {stopped}, or leave it to the players"
            yield Problem(script.file, *_beginning(script), text, "note")
            return
        except AirwarError as stopped:
            yield Problem(script.file, *_beginning(script), f"the trial battles stop early: {stopped}", "warning")
            return


def _beginning(script: Script) -> tuple[int, int]:
    """Where the answers of a script begin; the top of the file if it has none."""
    first = next(iter(script.entries), None)
    return (first.line, first.column) if first else (1, 1)


class Flights:
    """Which missions were flown, and which were not, in the trial battles so far."""

    def __init__(self) -> None:
        self.battles = 0
        self.flown: dict[str, bool] = {}

    def see(self, scenario: Scenario, end: End) -> None:
        """Counts the missions of one battle."""
        self.battles += 1
        for name, result in scenario.ruleset.results(end.state):
            self.flown[name] = self.flown.get(name, False) or result != NOT_FLOWN

    def problems(self, scenario: Scenario) -> Iterator[Problem]:
        """A warning for every prepared mission that was never flown in enough battles."""
        grounded = [name for name, flown in self.flown.items() if not flown and self.battles >= ENOUGH]
        root = read_text(scenario.text, scenario.name) if grounded else None
        for name in grounded:
            mark = prepared(root, name, scenario.ruleset.missions)
            if mark is not None:
                text = f"{name}: nobody flies this mission in any of the trial battles; airwar run shows why"
                yield Problem(scenario.script.file, mark.line, mark.column, text, "warning")


def prepared(root: Node | None, name: str, sections: Iterable[str]) -> Mark | None:
    """Where a scenario prepares the mission of this name; None if it was ordered during the battle."""
    aliases = {id_of(name), *_places_named(root, name)}
    lists = [node for key, node in fields_of(root).items() if key in sections and isinstance(node, Seq)]
    for key in _NAMED_BY:
        for mission in (item for one in lists for item in one.items):
            if id_of(texts_of(mission).get(key, "")) in aliases:
                return mission.mark
    return None


def _places_named(root: Node | None, name: str) -> Iterator[str]:
    """The ids of places that have this name: `valletta: {name: Malta}`."""
    for section in fields_of(root).values():
        for key, value in fields_of(section).items():
            if texts_of(value).get("name") == name:
                yield id_of(key)
