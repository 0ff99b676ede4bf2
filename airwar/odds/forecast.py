"""What follows from a position if both sides follow their policies: exact if there is time, sampled otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import product
from math import inf, prod
from typing import Any

from airwar.choices.script import Entry, Script
from airwar.engine.moves import End, Position, Then
from airwar.engine.records import Ruled
from airwar.engine.referee import Allotment, Choice, complete
from airwar.engine.walk import Walk
from airwar.errors import Endless
from airwar.odds import budget as limits
from airwar.odds.advise import Advice
from airwar.odds.budget import Budget, TooMany
from airwar.odds.distribution import Distribution, Outcome, outcome_of
from airwar.odds.graph import Graph, graph_of
from airwar.odds.nodes import Decision
from airwar.odds.sample import Sampler, sample
from airwar.odds.solve import Solver
from airwar.rulesets.ruleset import AnyRuleset

MOST_TRIES, MOST_ANSWERS = 1000, 20  # of an allotment: answers tried for legality, answers shown


@dataclass(frozen=True)
class Situation:
    """A position from which odds are wanted."""

    ruleset: AnyRuleset
    script: Script
    first: Position | Then[Any]
    scope: str = ""
    round: int = 0
    begun: int = 0  # rounds that its first step has begun already
    left_out: tuple[Ruled, ...] = ()  # rulings that wait for a coming roll, which the odds leave out


def situation_at(ruleset: AnyRuleset, script: Script, walk: Walk, *further: Any) -> Situation:
    """The position of a battle at its pending question; with an answer to it, right after that answer."""
    return Situation(ruleset, script, *walk.here(*further), left_out=walk.rulings)


def forecast(
    at: Situation, method: str = "auto", runs: int | None = None, seed: int = 1, edges: int | None = None, in_full: bool = False
) -> Distribution[Outcome]:
    """The odds from a position: exact within the budget, otherwise sampled.

    `method` is auto, exact (takes as long as it takes) or sample. `runs`: battles to sample, however long they take.
    `in_full`: in integers, however long they grow.
    """
    graph = graph_of(at.script)
    if method == "exact":
        return exact(at, graph, Budget(edges or limits.INSISTED_EDGES), in_full)
    budget = Budget(edges or limits.MOST_EDGES, limits.COMMAND_EXACT)
    if method == "auto":
        with suppress(TooMany):
            return exact(at, graph, budget, in_full)
    seconds = budget.seconds_left + limits.COMMAND_SAMPLE if method == "auto" and runs is None else inf
    return sampled(at, runs or limits.SAMPLES, seed, seconds, graph)


def exact(at: Situation, graph: Graph | None = None, budget: Budget | None = None, in_full: bool = False) -> Distribution[Outcome]:
    """The exact odds from a position; raises TooMany when the budget is spent."""
    graph = graph or graph_of(at.script)
    solver = Solver(graph, budget, in_full)
    ends = solver.distribution(graph.start(at.first, at.scope, at.round))
    return of_battles(at, ends, solver.budget.check)


def sampled(
    at: Situation,
    runs: int,
    seed: int,
    seconds: float = inf,
    graph: Graph | None = None,
    fewest: int = limits.FEWEST_SAMPLES,
) -> Distribution[Outcome]:
    """The odds from a position, counted in battles fought from there on."""
    sampler = Sampler(at.ruleset, at.script, at.first, at.scope, at.round, graph)
    return of_battles(at, sample(sampler, runs, seed, seconds, fewest))


def of_battles(at: Situation, ends: Distribution[End], check: Callable[[], None] | None = None) -> Distribution[Outcome]:
    """The ends of a battle as outcomes, and the rounds that begin from the position on. `check` is called at each end."""

    def outcome(end: End) -> Outcome:
        if check is not None:
            check()
        return outcome_of(at.ruleset, end)

    found = ends.map(outcome)
    assert found.rounds is not None
    return replace(found, rounds=found.rounds - at.begun)


def with_policies(
    script: Script, further: tuple[Entry, ...] = (), lenient: bool = True, facts: Mapping[str, str] | None = None
) -> Script:
    """The script with further policies before its own, and the default for every question it leaves open.

    `lenient`: the battle may have left the course that the script was written for. `facts`: what the table has stated.
    """
    stated = (Entry(key, answer) for key, answer in (facts or {}).items())
    entries = (*stated, *further, *script.entries)
    closed = any(entry.answers_everything for entry in entries)
    return Script(entries if closed else (*entries, Entry("*", "default")), script.file, script.stances, lenient)


# at a prompt


@dataclass(frozen=True)
class Prospect:
    """What follows from one option."""

    option: str
    odds: Distribution[Outcome]
    wins: Fraction
    own_losses: Fraction
    enemy_losses: Fraction
    value: Fraction | None = None  # for whoever decides, if both sides play their best from there on


def prospects(ruleset: AnyRuleset, script: Script, walk: Walk, question: Choice | Allotment, preset: Any = None) -> list[Prospect]:
    """What follows from each option of a pending question, side by side. Nothing is logged and no die is rolled.

    `preset`: the answer that Enter gives, if it is not the rule's default.
    """
    found = []
    graph = graph_of(script)
    answers = answers_to(question, preset)
    values = advised(ruleset, script, walk, question)
    party = partial(ruleset.party, walk.states[0])
    for name, answer in answers:
        odds = at_a_prompt(situation_at(ruleset, script, walk, answer), graph, 1 / len(answers))
        own, enemy = odds.expected_losses(question.by, ruleset.worth, party)
        value = values.get(answer) if isinstance(answer, str) else None
        found.append(Prospect(name, odds, odds.wins(question.by, party), own, enemy, value))
    return found


def at_a_prompt(at: Situation, graph: Graph | None = None, share: float = 1.0) -> Distribution[Outcome]:
    """The odds from a position while somebody waits, within a share of the prompt's time."""
    graph = graph or graph_of(at.script)
    budget = Budget(seconds=limits.PROMPT_EXACT * share)
    with suppress(TooMany):
        return exact(at, graph, budget)
    fewest = max(1, int(limits.FEWEST_SAMPLES * share))
    return sampled(at, limits.SAMPLES, 1, budget.seconds_left + limits.PROMPT_SAMPLE * share, graph, fewest)


def answers_to(question: Choice | Allotment, preset: Any = None) -> list[tuple[str, Any]]:
    """The options, with the preset one in brackets. Of an allotment: every legal answer if they are few, otherwise the preset
    one, the default, none and all."""
    preset = question.default if preset is None else preset
    if isinstance(question, Choice):
        return [(f"[{name}]" if name == preset else name, name) for name in question.options]
    preset = complete(question.items, preset)
    answers: list[dict[str, int]] = []
    if prod(count + 1 for count in question.items.values()) <= MOST_TRIES:
        counts = product(*(range(count + 1) for count in question.items.values()))
        answers = [dict(zip(question.items, numbers, strict=True)) for numbers in counts]
        answers = [answer for answer in answers if question.refuses(answer) is None]
    if not answers or len(answers) > MOST_ANSWERS:
        few = [preset, dict(question.default), dict.fromkeys(question.items, 0), dict(question.items)]
        answers = [answer for at, answer in enumerate(few) if answer not in few[:at] and question.refuses(answer) is None]
    return [(f"[{counted(answer)}]" if answer == preset else counted(answer), answer) for answer in answers]


def counted(answer: Mapping[str, int]) -> str:
    """An allotment in words."""
    return ", ".join(f"{count} {name}" for name, count in answer.items() if count) or "none"


def advised(ruleset: AnyRuleset, script: Script, walk: Walk, question: Choice | Allotment) -> dict[str, Fraction]:
    """For a decision to stay or leave: what each option is worth, in enemy losses minus own, if both sides play their best."""
    if not isinstance(question, Choice) or not script.is_stance(question.key):
        return {}
    party = partial(ruleset.party, walk.states[0])
    me = party(question.by)

    def value(end: End) -> Fraction:
        lost = [(party(tally.side), ruleset.worth(tally.unit) * tally.lost) for tally in ruleset.tally(end.state)]
        return sum((-cost if whose == me else cost for whose, cost in lost), Fraction(0))

    def wants_high(node: Decision) -> bool:
        return party(node.question.by) == me

    graph = graph_of(script, script.is_stance)
    advice = Advice(graph, value, wants_high, Budget(limits.MOST_ADVICE_EDGES, limits.PROMPT_ADVICE))
    found = {}
    try:
        for option in question.options:
            first, scope, round_, _ = walk.here(option)
            found[option] = advice.of(graph.start(first, scope, round_))
    except (TooMany, Endless):
        return {}
    return found
