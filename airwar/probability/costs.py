"""What a procedure costs both sides, by unit value: the losses when it ends, less those when it began."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

from airwar.engine.moves import End, Position, Return
from airwar.engine.walk import Walk
from airwar.rulesets.ruleset import ELIMINATED, AnyRuleset, Tally

VICTORY = 100  # points


class Costs:
    """What the procedure under way costs the side that decides and its enemies, by unit value."""

    def __init__(self, ruleset: AnyRuleset, first: Any, callers: tuple[Any, ...], by: str) -> None:
        """`first` is the state of the outermost procedure, and `callers` what those keep that wait for this one."""
        self.ruleset = ruleset
        self.party = partial(ruleset.party, first)
        self.me = self.party(by)
        self.callers = callers
        self.before = self._lost(self.callers) if self.callers else (Fraction(0), Fraction(0))
        self.known: dict[End | Return[Any], tuple[Fraction, Fraction]] = {}

    def of(self, move: End | Return[Any]) -> tuple[Fraction, Fraction]:
        """Own and enemy losses when the procedure ends like this."""
        if move not in self.known:
            self.known[move] = self._of(move)
        return self.known[move]

    def net(self, move: End | Return[Any]) -> Fraction:
        """Enemy losses minus own."""
        own, enemy = self.of(move)
        return enemy - own

    def _of(self, move: End | Return[Any]) -> tuple[Fraction, Fraction]:
        if isinstance(move, End):
            own, enemy = self._sums(self.ruleset.tally(move.state))
        else:
            own, enemy = self._lost((*self.callers, move.value))
        return own - self.before[0], enemy - self.before[1]

    def _lost(self, states: tuple[Any, ...]) -> tuple[Fraction, Fraction]:
        rows = (row for row in self.ruleset.standing(states) if row.marks == ELIMINATED)
        return self._sums([Tally(row.side, row.name, row.count, row.count) for row in rows])

    def _sums(self, tallies: list[Tally]) -> tuple[Fraction, Fraction]:
        own = enemy = Fraction(0)
        for tally in tallies:
            lost = self.ruleset.worth(tally.unit) * tally.lost
            if self.party(tally.side) == self.me:
                own += lost
            else:
                enemy += lost
        return own, enemy

    def points(self, move: End | Return[Any], own_losses: Fraction | int = 1) -> Fraction:
        """Enemy losses minus own, which count so much; and a battle won or lost."""
        own, enemy = self.of(move)
        winner = self.ruleset.winner(move) if isinstance(move, End) else ""
        return enemy - own_losses * own + (0 if not winner else VICTORY if self.party(winner) == self.me else -VICTORY)


def costs_at(ruleset: AnyRuleset, walk: Walk, by: str, keep: tuple[Any, ...] = ()) -> Costs:
    """What the procedure under way in a walk costs. `keep`: what it keeps itself while it waits for one that it calls."""
    position = walk.position
    callers = position.states[:-1] if isinstance(position, Position) else ()
    return Costs(ruleset, walk.states[0], callers + keep, by)
