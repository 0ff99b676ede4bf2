"""Conditions over the facts of a decision."""

import re

import pytest
from questions import choice, refusal, script, when

from airwar.choices.conditions import Condition


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("own < 3", True),
        ("own <= 2", True),
        ("own > 2", False),
        ("own >= 2", True),
        ("own == 2", True),
        ("own != 2", False),
        ("own < enemy", True),
        ("enemy < own", False),
        ("own < 3 and enemy > 9", False),
        ("own < 3 or enemy > 9", True),
        ("own > 3 or enemy > 9 or round == 2", True),
        ("own < 3 and enemy > 9 or round == 2", True),
        ("round == 2 or own < 3 and enemy > 9", True),
        ("own > 3 and round == 2 or enemy > 9", False),
        ("own > -1", True),
        ("  own<3  ", True),
    ],
)
def test_conditions(text, holds):
    said = script(("*", when(text, "disengage", "stay")))
    assert said.answer(choice(own=2, enemy=5)) == ("disengage" if holds else "stay")


@pytest.mark.parametrize(
    "text", ["", "own", "own <", "< 3", "own = 3", "own < 3 and", "or", "own < 3.5", "own < (3)", "3 < own", "own <> 3"]
)
def test_not_a_condition(text):
    with pytest.raises(ValueError, match="is not a comparison; expected one like own"):
        Condition.parse(text)


def test_a_fact_that_the_question_does_not_know():
    said = script(("*", "stay"), ("*", "stay"))
    assert said.answer(choice()) == "stay"
    said = script(("*", when("own.morale < 3", "disengage")))
    told = refusal(said, choice(**{"own.factors": 2, "strength-percent": 100}))
    known = "use one of own.factors, round, strength-percent"
    assert told == f"test.yaml:1:0: malta.r2.attacker.disengage: there is no fact 'own.morale' here; {known}"
    told = refusal(script(("*", when("own.factors < own.morale", "disengage"))), choice(**{"own.factors": 2}))
    assert "there is no fact 'own.morale'" in told


def test_words_that_contain_and_or_or_are_one_fact():
    said = script(("*", when("own.bombardiers < 3 and landing.factors > 1", "disengage", "stay")))
    assert said.answer(choice(**{"own.bombardiers": 2, "landing.factors": 2})) == "disengage"


def test_the_highest_round_that_matters_to_a_script():
    assert script(("*", "stay")).rounds_matter == 0
    assert script(("malta.r4.*", "stay"), ("*.r2.*", "stay")).rounds_matter == 4
    assert script(("*", when("round >= 3", "stay"))).rounds_matter == 4
    assert script(("*", when("round > own.factors", "stay"))).rounds_matter > 1000


@pytest.mark.parametrize("name", ["paris-and-seine", "east-or-west", "and-so-on", "or", "land-and"])
def test_an_id_may_contain_and_and_or(name):
    said = script(("*", when(f"to.{name} > 0 and own.{name} > 0 or to.{name} > 5", "disengage", "stay")))
    assert said.answer(choice(**{f"to.{name}": 1, f"own.{name}": 1})) == "disengage"
    assert said.answer(choice(**{f"to.{name}": 1, f"own.{name}": 0})) == "stay"
    assert said.answer(choice(**{f"to.{name}": 6, f"own.{name}": 0})) == "disengage"


def test_the_part_that_is_not_a_comparison_is_named():
    for text, part in {
        "own < 3 and": "",
        "own < 3 or enemy": "enemy",
        "own < 3 and 3 < enemy or x > 1": "3 < enemy",
        "own < 3.5": "own < 3.5",
        "own factors": "own factors",
        "own < (3)": "own < (3)",
    }.items():
        with pytest.raises(ValueError, match=f"^{re.escape(repr(part))} is not a comparison"):
            Condition.parse(text)
