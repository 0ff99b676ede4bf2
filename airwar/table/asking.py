"""Questions as sentences that a player would say, made from the facts: `Which base do the Allies raid next?`

Each game has them in `asks.yaml`, by kind of question. Braces may contain

    side     whoever is asked: the Axis, Russia; {do} or {Do} is the verb that goes with it, do or does
    place    the first place that the id of the question names; to: the last one
    last     the end of that id, a place or a unit; unit: the unit at its end, by name
    number   how many must be named, in words; kind: what all of them are; are: is or are

A part in brackets is left out if something in it is not known. If a sentence cannot be completed, the next one after a bar
is used. `BoardFacts` adds to an option what the board says about it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING

from airwar.answers.menu import OnBoard
from airwar.choices.patterns import kind_of, meaning
from airwar.engine.questions import REFEREE, Allotment, Fact, Question, Roll
from airwar.engine.words import ROLES, count, id_of, is_plural, listed, side_name, with_article
from airwar.rulesets.kit.declaring import asks_of
from airwar.rulesets.ruleset import AnyRuleset, Standing
from airwar.setup.loading import Board, Scenario, board_of
from airwar.show.console import Names, units_by_name
from airwar.show.positions import kinds_in_words

if TYPE_CHECKING:
    from airwar.play.session import Session


_IN_BRACKETS = re.compile(r"\[([^\]]*)\]")
_OFF_THE_COAST = re.compile(r" (at|in|over) off ")  # a zone that is called "off Batticaloa"
IN_BRACES = re.compile(r"\{(\w+)\}")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@cache
def sentences_in(package: str) -> Mapping[str, str]:
    """The sentences of a game, by kind of question."""
    return {key: ask.sentence for key, ask in asks_of(package).items() if ask.sentence}


def _sentence_for(ruleset: AnyRuleset, key: str) -> str:
    """The sentence of a question before it is filled in; nothing if its game has none."""
    known = sentences_in(ruleset.package)
    return known.get(kind_of(key, known), "")


def asked_as(scenario: Scenario, question: Question) -> str:
    """The question as a sentence; nothing if its game has none for it."""
    if isinstance(question, Fact) and question.ask:
        return question.ask
    sentence = _sentence_for(scenario.ruleset, question.key)
    known = QuestionFacts(scenario, question)
    asked = next(filter(None, map(known.sentence, sentence.split(" | "))), "")
    if not asked and isinstance(question, Fact):
        asked = f"what is {question.what}?"
    asked = _OFF_THE_COAST.sub(" off ", asked)
    return asked[:1].upper() + asked[1:]


class QuestionFacts:
    """What is known about a question."""

    def __init__(self, scenario: Scenario, question: Question) -> None:
        self.scenario = scenario
        self.question = question
        self.parts = question.key.split(".")

    def sentence(self, text: str) -> str:
        """A sentence with its blanks filled in; nothing if one that it needs is not known."""
        return self.filled(_IN_BRACKETS.sub(lambda part: self.filled(part[1]) or "", text)) or ""

    def filled(self, text: str) -> str | None:
        """A text with its blanks filled in; None if one is not known."""
        blanks = {name: self.named(name) for name in IN_BRACES.findall(text)}
        return None if "" in blanks.values() else IN_BRACES.sub(lambda found: blanks[found[1]], text)

    def named(self, name: str) -> str:
        return str(getattr(self, name.lower())).capitalize() if name[0].isupper() else str(getattr(self, name))

    @property
    def side(self) -> str:
        return with_article(self.scenario.side_name(self.question.by))

    @property
    def do(self) -> str:
        return "do" if is_plural(self.scenario.side_name(self.question.by)) else "does"

    @cached_property
    def places(self) -> list[str]:
        """The places that the id names, also as part of the name of a battle: vyazma-overrun."""
        names = _places_in(self.scenario)
        found = []
        for part in self.parts:
            fitting = [place for place in names if part == place or part.startswith(f"{place}-")]
            found += [names[max(fitting, key=len)]] if fitting else []
        return found

    @property
    def place(self) -> str:
        return self.places[0] if self.places else ""

    @property
    def to(self) -> str:
        return self.places[-1] if len(self.places) > 1 else ""

    @property
    def last(self) -> str:
        """The last part of the id that is not just a number."""
        end = next(part for part in reversed(self.parts) if not part.isdecimal()).partition("/")[0]
        return _places_in(self.scenario).get(end, end)

    @property
    def unit(self) -> str:
        rows = self.scenario.ruleset.standing((self.scenario.start.state,))
        return next((row.name.partition(" (")[0] for row in rows if row.unit == self.parts[-1]), self.parts[-1])

    @property
    def number(self) -> str:
        question = self.question
        if not isinstance(question, Allotment) or question.least != question.most:
            return ""
        return _NUMBERS[question.most] if question.most < len(_NUMBERS) else str(question.most)

    @property
    def are(self) -> str:
        return "is" if self.number == "one" else "are"

    @property
    def kind(self) -> str:
        labels = self.question.labels if isinstance(self.question, Allotment) else {}
        kinds = {label.partition(": ")[2] for label in labels.values()}
        return kinds.pop() if len(kinds) == 1 else ""


def _places_in(scenario: Scenario) -> Mapping[str, str]:
    """The names of the places of a scenario, and of what its battles are called after."""
    return board_of(scenario).names


def who_is_asked(session: Session, question: Question) -> str:
    """Who decides or rolls, by the name of the side, and as attacker or defender if that is how the rules ask."""
    by = question.by
    if by in ("", REFEREE):
        return side_name(by)
    side = session.scenario.party(by)
    role = next((part for part in (by, *question.key.split(".")) if part in ROLES), "")
    if side not in ROLES and id_of(side) != id_of(by):
        return f"{side_name(side)} ({role or by})"
    if side in ROLES and side != role:  # one who chooses the losses of the other side is not that side
        role = ""
    return f"{side_name(by)} ({role})" if role and by != role else side_name(by)


def what_is_asked(session: Session, question: Question) -> str:
    """What is decided, as a question, or what is rolled for."""
    ruleset = session.scenario.ruleset
    if isinstance(question, Roll):
        return ruleset.rolling(session.states, question) or meaning(question.key, ruleset.rolls)
    asked = asked_as(session.scenario, question)
    if not asked:
        return meaning(question.key, ruleset.decisions)
    return f"{side_name(REFEREE)}: {asked}" if question.by == REFEREE else asked


_APART = re.compile(r"[@./]")  # between the parts of the name of an option: kg-53@orsha
_SAME_NAME = 4  # letters at the beginning of the name of a side
_NOT_READY = frozenset({"over", "arriving", "inactive", "inverted", "spent", "used"})  # marks of units that cannot fly out
_NEAR = 1  # bases that are named with their distance


class BoardFacts:
    """The position at one question."""

    def __init__(self, session: Session, question: Question) -> None:
        self.scenario = session.scenario
        self.question = question
        self.session = session
        self.names = Names(session.scenario.party)
        self.side = self.names(question.by)

    @cached_property
    def rows(self) -> list[Standing]:
        return [row for row in self.session.on_the_table if row.place]

    @cached_property
    def board(self) -> Board:
        return board_of(self.scenario)

    @cached_property
    def named(self) -> dict[str, str]:
        return units_by_name(self.scenario)

    def told(self, name: str) -> OnBoard:
        """What is known of an option by its name."""
        unit = _APART.split(name)[0]
        own = [row for row in self.rows if row.unit == unit]
        if own:
            places = listed(dict.fromkeys(self.scenario.place_name(row.place) for row in own))
            return OnBoard(places, kinds_in_words(self.scenario, own), named=self.named.get(unit, ""))
        if name not in self.board.names:
            return OnBoard()
        return OnBoard(there=self.what_is_at(name), far=self.how_far(name), named=self.board.names[name])

    def what_is_at(self, place: str) -> str:
        """`5 Russian AAF (1 inverted)`, `Axis 3 German AAF`; nothing for what has no air units of the enemy or our own."""
        sides: dict[str, list[Standing]] = {}
        for row in self.rows:
            if row.place == place:
                sides.setdefault(self.names(row.side), []).append(row)
        return "; ".join(self.of_side(side, kinds_in_words(self.scenario, there)) for side, there in sides.items())

    @staticmethod
    def of_side(side: str, units: str) -> str:
        """What a side has; its name is left out where the units are called after it: Russian AAF of Russia."""
        return units if f" {side[:_SAME_NAME]}" in units else f"{side} {units}"

    def is_ready(self, row: Standing) -> bool:
        """Whether a row is of units that can fly out; those in a hex of the map are troops and ships."""
        fixed = row.unit in self.scenario.ruleset.fixtures or row.place in self.board.open_ground
        return not fixed and _NOT_READY.isdisjoint(row.marks)

    def how_far(self, place: str) -> str:
        """How far the nearest of our bases is where somebody is ready to fly, as far as the file tells."""
        own = [row for row in self.rows if self.names(row.side) == self.side and self.is_ready(row)]
        bases = dict.fromkeys(row.place for row in own if row.place != place)
        known = [(hexes, base) for base in bases if (hexes := self.board.apart(base, place)) is not None]
        nearest = sorted(known, key=lambda one: one[0])[:_NEAR]
        return listed(f"{count(hexes, 'hex', 'hexes')} from {self.board.names.get(base, base)}" for hexes, base in nearest)
