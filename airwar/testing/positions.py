"""Checks in random play that every position can be written as a scenario, and that every refusal of an order cites a rule."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

from airwar.answers.chance import AnyLegal
from airwar.battle.next_turn import next_scenario
from airwar.engine.questions import Allotment, Choice, Decision, Menu, Roll
from airwar.rulesets.index import rule_index
from airwar.rulesets.kit.records import differences
from airwar.sessions import Session
from airwar.setup.loading import Scenario, parse_scenario
from airwar.testing.random_play import MOST_QUESTIONS, rule_at_random

RULE = re.compile(r"\(([A-Z]?\d[\w., /-]*)\)$")  # ends a reason: (13.92), (B4)
RULINGS = 0.05  # how often the referee makes a ruling


def check_next(scenario: Scenario, seed: int, path: Path) -> Scenario:
    """Plays one turn at random, with rulings, and checks that the next scenario holds exactly the next turn's starting position."""
    following = scenario.ruleset.following
    assert following is not None, f"{scenario.ruleset.id} does not declare its position"
    chance, player, session = Random(seed), AnyLegal(seed), Session.begin(scenario, path, seed)
    for _ in range(MOST_QUESTIONS):
        question = session.question
        if question is None:
            break
        assert not isinstance(question, Roll)
        if chance.random() < RULINGS:
            rule_at_random(session, chance)
        else:
            session.answer(player.choice(question))
    assert session.end is not None, "the battle never ends"
    session.finish()
    session.close()
    wanted, _ = following.passed(session.end.state, scenario.start.state)
    text, _, files = next_scenario(path)
    read = parse_scenario(text, "next.yaml", files)
    found = list(differences(wanted, following.position(read.start.state)))
    assert not found, f"the next scenario says otherwise: {found[:5]}\n{text}"
    return read


class Curious(AnyLegal):
    """Types every word of the scenario at every question for an order, and checks the replies; then plays at random."""

    def __init__(self, seed: int, words: set[str], rules: set[str]) -> None:
        super().__init__(seed)
        self.words, self.rules = words, rules
        self.tried = 0

    def choice(self, question: Decision) -> Any:
        if isinstance(question, Choice | Allotment) and (question.why_not or isinstance(getattr(question, "options", None), Menu)):
            for word in self.words.difference(getattr(question, "items", ())):
                self.tried += 1
                refused = question.refuses(word if isinstance(question, Choice) else {word: 1})
                cited = RULE.search(refused or "")
                assert refused is None or cited, f"{question.key}: {word!r} is refused without a rule: {refused}"
                assert cited is None or {*cited[1].split(", ")} <= self.rules, f"{question.key}: no such rule: {refused}"
        return super().choice(question)


def check_reasons(scenario: Scenario, seed: int) -> int:
    """Plays one game at random, and checks that everything typed at an order is accepted or refused with a rule. Counts it."""
    rows = scenario.ruleset.standing((scenario.start.state,))
    words = {word for row in rows for word in (row.side, row.place, row.unit) if word} | {"nonsense", "none.of.this"}
    player, session = Curious(seed, words, {*rule_index(scenario.ruleset.id)}), Session.begin(scenario, None, seed)
    for _ in range(MOST_QUESTIONS):
        if session.question is None:
            break
        assert not isinstance(session.question, Roll)
        session.answer(player.choice(session.question))
    assert session.end is not None, "the battle never ends"
    return player.tried
