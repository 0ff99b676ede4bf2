"""What the board says about an option at a prompt: where a unit is; what is at a place, whose, and how far away."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from airwar.answers.menu import Board
from airwar.engine.questions import Question
from airwar.engine.words import count, listed
from airwar.rulesets.ruleset import Standing
from airwar.setup.places import Board as Places
from airwar.setup.places import board_of
from airwar.show.lines import Names
from airwar.show.report import kinds_in_words
from airwar.show.sides import units_by_name

if TYPE_CHECKING:
    from airwar.sessions import Session

APART = re.compile(r"[@./]")  # between the parts of the name of an option: kg-53@orsha
SAME_NAME = 4  # letters at the beginning of the name of a side
NOT_READY = frozenset({"over", "arriving", "inactive", "inverted", "spent", "used"})  # marks of units that cannot fly out
NEAR = 1  # bases that are named with their distance


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
    def board(self) -> Places:
        return board_of(self.scenario)

    @cached_property
    def named(self) -> dict[str, str]:
        return units_by_name(self.scenario)

    def told(self, name: str) -> Board:
        """What is known of an option by its name."""
        unit = APART.split(name)[0]
        own = [row for row in self.rows if row.unit == unit]
        if own:
            places = listed(dict.fromkeys(self.scenario.place_name(row.place) for row in own))
            return Board(places, kinds_in_words(self.scenario, own), named=self.named.get(unit, ""))
        if name not in self.board.names:
            return Board()
        return Board(there=self.what_is_at(name), far=self.how_far(name), named=self.board.names[name])

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
        return units if f" {side[:SAME_NAME]}" in units else f"{side} {units}"

    def is_ready(self, row: Standing) -> bool:
        """Whether a row is of units that can fly out; those in a hex of the map are troops and ships."""
        fixed = row.unit in self.scenario.ruleset.fixtures or row.place in self.board.open_ground
        return not fixed and NOT_READY.isdisjoint(row.marks)

    def how_far(self, place: str) -> str:
        """How far the nearest of our bases is where somebody is ready to fly, as far as the file tells."""
        own = [row for row in self.rows if self.names(row.side) == self.side and self.is_ready(row)]
        bases = dict.fromkeys(row.place for row in own if row.place != place)
        known = [(hexes, base) for base in bases if (hexes := self.board.apart(base, place)) is not None]
        nearest = sorted(known, key=lambda one: one[0])[:NEAR]
        return listed(f"{count(hexes, 'hex', 'hexes')} from {self.board.names.get(base, base)}" for hexes, base in nearest)
