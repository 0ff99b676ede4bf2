"""Games of a few lines, to try the odds on: a duel of counts, and what answers it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from airwar.choices.conditions import Condition
from airwar.choices.script import Entry, Script
from airwar.engine.dice import D6, Hits, Total
from airwar.engine.moves import End, Then
from airwar.engine.referee import Referee
from airwar.probability.budget import Budget
from airwar.probability.distribution import Distribution
from airwar.probability.graph import graph_of
from airwar.probability.solve import Solver
from airwar.rulesets.ruleset import Ruleset, Stance, Tally


class Duel(NamedTuple):
    """Both sides roll a die for their last factor; each loses one if the other rolls its value or less."""

    a: int
    d: int
    a_hits: int = 2
    d_hits: int = 1
    had: tuple[int, int] = (0, 0)


def duel(a: int, d: int, a_hits: int = 2, d_hits: int = 1) -> Then:
    return Then(fire, Duel(a, d, a_hits, d_hits, (a, d)))


def fire(ref: Referee, duel: Duel) -> Then | End:
    ref.new_round()
    lost_d = ref.roll("a.fire", Hits(D6, duel.a_hits))
    lost_a = ref.roll("d.fire", Hits(D6, duel.d_hits))
    duel = duel._replace(a=duel.a - lost_a, d=duel.d - lost_d)
    if not duel.a or not duel.d:
        return End("over", duel)
    return Then(stay_or_leave, duel)


def stay_or_leave(ref: Referee, duel: Duel) -> Then | End:
    for side, own, enemy in (("d", duel.d, duel.a), ("a", duel.a, duel.d)):
        facts = {"own.factors": own, "enemy.factors": enemy, "strength-percent": 100 * own // enemy}
        if ref.choose(f"{side}.leave", ("stay", "leave"), by=side, facts=lambda facts=facts: facts) == "leave":
            return End(f"{side} left", duel)
    return Then(fire, duel)


def tally(duel: Duel) -> list[Tally]:
    return [Tally("a", "factor", duel.had[0], duel.had[0] - duel.a), Tally("d", "factor", duel.had[1], duel.had[1] - duel.d)]


DUELS = Ruleset(
    "duels",
    "Duels",
    "toys",
    {},
    lambda document, problems: None,
    lambda state: [],
    tally,
    winner=lambda end: "a" if end.state.a > end.state.d else "d" if end.state.d > end.state.a else "",
    stances=dict.fromkeys(("a.leave", "d.leave"), Stance("stay", "leave")),
)


def script(*lines: tuple[Any, ...]) -> Script:
    """Lines of (pattern, answer), or (pattern, condition, then, else)."""
    entries = [
        Entry(line[0], line[1]) if len(line) == 2 else Entry(line[0], line[2], Condition.parse(line[1]), line[3]) for line in lines
    ]
    return Script(tuple(entries), "test", DUELS.stances)


def odds(start: Then, answers: Script, budget: Budget | None = None, in_full: bool = False) -> Distribution[End]:
    graph = graph_of(answers)
    return Solver(graph, budget, in_full).distribution(graph.start(start))


def results(found: Distribution[End]) -> dict[str, Fraction]:
    return found.map(lambda end: end.result).chances()


__all__ = ["D6", "DUELS", "Duel", "Hits", "Total", "duel", "fire", "odds", "results", "script", "stay_or_leave", "tally"]
