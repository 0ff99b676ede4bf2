"""Patterns: which ids they match, and whether they can match anything."""

from fnmatch import fnmatchcase
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from questions import choice, script, when
from raids import RAIDS
from support import problems_of

from airwar.answers.chance import Scripted
from airwar.choices.patterns import can_match, meaning, overlap, round_of
from airwar.engine.dice import D6, Total
from airwar.engine.referee import Asked, Roll


@pytest.mark.parametrize(
    ("pattern", "matches"),
    [
        ("malta.r2.attacker.disengage", True),
        ("*", True),
        ("*.attacker.disengage", True),
        ("malta.*", True),
        ("*.r2.*", True),
        ("malta.r?.attacker.disengage", True),
        ("*.r1.*", False),
        ("attacker.disengage", False),
        ("malta.r2.attacker", False),
        ("MALTA.*", False),
        ("malta.r2.attacker.disengage.", False),
    ],
)
def test_a_pattern_matches_whole_ids(pattern, matches):
    assert (script((pattern, "stay")).answer(choice()) == "stay") is matches


def test_the_first_entry_that_fits_answers():
    said = script(("*.r2.*", "disengage"), ("*", "stay"))
    assert said.answer(choice()) == "disengage"
    assert said.answer(choice("malta.r3.attacker.disengage")) == "stay"


def test_a_condition_that_fails_without_else_is_skipped():
    said = script(("*.disengage", when("own.factors < 3", "disengage")), ("*", "stay"))
    assert said.answer(choice(**{"own.factors": 2})) == "disengage"
    assert said.answer(choice(**{"own.factors": 3})) == "stay"


def test_a_question_that_no_entry_fits_stays_open():
    silent = Scripted(script(("benghazi.*", "stay")), None)
    with pytest.raises(Asked) as asked:
        silent.choice(choice())
    assert asked.value.question.key == "malta.r2.attacker.disengage"
    with pytest.raises(Asked):
        silent.faces(Roll("malta.r1.attacker.fire", "19.4", Total(2 * D6)), 0)


@pytest.mark.parametrize(
    ("one", "other", "meet"),
    [
        ("*", "*attacker.fire", True),
        ("malta.*.fire", "*attacker.fire", True),
        ("malta.r1.attacker.fire", "*attacker.fire", True),
        ("attacker.fire", "*attacker.fire", True),
        ("attacker.firs", "*attacker.fire", False),
        ("*.x", "*attacker.fire", False),
        ("malta.r?.attacker.f*e", "*attacker.fire", True),
        ("attacker.return.luftwaffe", "*attacker.return.*", True),
        ("", "*attacker.fire", False),
        ("*.attacker.retrn", "*attacker.return.*", True),  # the last * of the other matches the rest
    ],
)
def test_whether_two_patterns_overlap(one, other, meet):
    assert overlap(one, other) is meet
    assert overlap(other, one) is meet


@pytest.mark.parametrize(
    ("pattern", "can"),
    [
        ("*", True),
        ("*.x", True),
        ("*.attacker.*", True),
        ("malta.*.attacker.return.luftwaffe.malta", True),
        ("attacker.return.attacker", True),
        ("*.defender.disengage", True),
        ("*.disengage", True),
        ("*.attacker.disengage", False),
        ("*.attacker.retrn.*", False),
        ("*.defender.disengagge", False),
        ("defender", False),
    ],
)
def test_whether_a_pattern_can_match_any_decision(pattern, can):
    assert can_match(pattern, ("attacker.return.*", "defender.disengage")) is can


def test_a_pattern_that_matches_no_decision_is_a_problem():
    line = RAIDS.splitlines().index('  "*": default') + 1
    (problem,) = problems_of(RAIDS.replace('"*": default', '"*.attacker.disengagge": stay\n  "*": default'))
    assert problem.startswith(f"{line}:")
    assert problem.endswith("'*.attacker.disengagge' matches no decision; did you mean *.attacker.disengage?")


def naive_overlap(one: str, other: str) -> bool:
    """The same, letter by letter."""
    if not one or not other:
        return set(one + other) <= {"*"}
    if one[0] == "*" or other[0] == "*":
        return naive_overlap(one[1:], other) or naive_overlap(one, other[1:])
    return (one[0] == other[0] or "?" in one[0] + other[0]) and naive_overlap(one[1:], other[1:])


@given(st.text("ab.*?", max_size=7), st.text("ab.*?", max_size=7))
def test_overlap_agrees_with_a_search_letter_by_letter(one: str, other: str):
    assert overlap(one, other) == overlap(other, one) == naive_overlap(one, other)


def test_the_meaning_of_a_question_is_that_of_the_id_that_fits_its_end_best():
    ids = {"attacker.losses": "which are lost", "attacker.losses.*": "which equal units are lost", "order": "what comes next"}
    assert meaning("malta.r1.attacker.losses", ids) == "which are lost"
    assert meaning("malta.r1.attacker.losses.germany", ids) == "which equal units are lost"
    assert meaning("axis.3.order", ids) == meaning("order", ids) == "what comes next"
    assert meaning("malta.r1.disorder", ids) == ""


def test_patterns_overlap_where_some_word_matches_both():
    """Every pair of short patterns against every short word."""
    patterns = ["".join(letters) for length in range(1, 4) for letters in product("a*?", repeat=length)]
    words = ["".join(letters) for length in range(7) for letters in product("ab", repeat=length)]
    matched = {pattern: {word for word in words if fnmatchcase(word, pattern)} for pattern in patterns}
    assert [pair for pair in product(patterns, patterns) if overlap(*pair) != bool(matched[pair[0]] & matched[pair[1]])] == []


@pytest.mark.parametrize(("key", "number"), [("r1.r2.attacker.fire", 2), ("malta.r3.fire", 3), ("malta.fire", 0), ("r4.malta", 4)])
def test_the_last_part_that_looks_like_a_round_is_the_round(key, number):
    assert round_of(key) == number
