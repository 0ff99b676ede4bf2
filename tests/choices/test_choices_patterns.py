"""Patterns: which ids they match, whether they can match anything, and which rounds they distinguish."""

from fnmatch import fnmatchcase
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from questions import choice, script
from raids import RAIDS
from support import problems_of

from airwar.choices.patterns import EVERY_ROUND, can_match, highest_round, meaning, overlap, round_of
from airwar.choices.script import Entry


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


# whether two patterns can match the same


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


def test_patterns_overlap_where_some_word_matches_both():
    """Every pair of short patterns against every short word."""
    patterns = ["".join(letters) for length in range(1, 4) for letters in product("a*?", repeat=length)]
    words = ["".join(letters) for length in range(7) for letters in product("ab", repeat=length)]
    matched = {pattern: {word for word in words if fnmatchcase(word, pattern)} for pattern in patterns}
    assert [pair for pair in product(patterns, patterns) if overlap(*pair) != bool(matched[pair[0]] & matched[pair[1]])] == []


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
        ("*.attacker.disengage", False),  # it names the word that an id begins with, so it must fit from there on
        ("*.attacker.retrn.*", False),
        ("*.defender.disengagge", False),
        ("defender", False),
        ("other", False),
    ],
)
def test_whether_a_pattern_can_match_any_decision(pattern, can):
    assert can_match(pattern, iter(("attacker.return.*", "defender.disengage"))) is can
    assert not can_match(pattern, ())
    assert can_match("other", ("attacker.fire", "*"))
    assert can_match("attacker.attacker.fire", ("attacker.fire",))


def test_a_pattern_that_matches_no_decision_is_a_problem():
    line = RAIDS.splitlines().index('  "*": default') + 1
    (problem,) = problems_of(RAIDS.replace('"*": default', '"*.attacker.disengagge": stay\n  "*": default'))
    assert problem.startswith(f"{line}:")
    assert problem.endswith("'*.attacker.disengagge' matches no decision; did you mean *.attacker.disengage?")


def test_the_meaning_of_a_question_is_that_of_the_id_that_fits_its_end_best():
    ids = {"losses": "1", "attacker.losses": "2", "attacker.*": "3", "*.losses": "4", "x.y": "5"}
    assert meaning("malta.attacker.losses", ids) == "2"  # more parts, and no star
    assert meaning("losses", ids) == "1"
    assert meaning("malta.defender.losses", ids) == "4"
    assert meaning("attacker.other", ids) == "3"
    assert meaning("malta.x.y", ids) == "5"
    assert meaning("ax.y", ids) == ""
    assert meaning("malta.disorder", {"order": "what comes next"}) == ""
    assert meaning("k.b", {"*": "star", "b": "word"}) == "word"
    assert meaning("b", {"?": "any", "b*": "long"}) == "any"  # no star
    assert meaning("malta.attacker", {"*acker": "short", "*attacker": "long"}) == "long"


# rounds


@pytest.mark.parametrize(
    ("key", "number"),
    [("r1.x", 1), ("a.r12.x", 12), ("a.r2.b.r3.x", 3), ("ar2.x", 0), ("a.r2", 0), ("a.r2x.y", 0), ("a.rx.y", 0), ("r4.malta", 4)],
)
def test_the_last_part_that_looks_like_a_round_is_the_round(key, number):
    assert round_of(key) == number


@pytest.mark.parametrize(
    ("pattern", "highest"),
    [
        ("*", 0),
        ("malta.attacker.fire", 0),
        ("*.r2.fire", 2),
        ("*r3.fire", 3),
        ("r4.fire", 4),
        ("*.r2.r12.fire", 12),
        ("*.r12.r2.fire", 12),
        ("*.r1*.fire", EVERY_ROUND),
        ("*.r?.fire", EVERY_ROUND),
        ("*.r[12].fire", EVERY_ROUND),
        ("malta-1942.*.fire", 0),
        ("malta-1942*.fire", 0),
        ("malta-19*2.fire", EVERY_ROUND),
        ("malta-194?.attacker.fire", 0),
        ("*2.fire", EVERY_ROUND),
        ("r1*.fire", EVERY_ROUND),
        ("?.fire", EVERY_ROUND),
        ("1*.fire", EVERY_ROUND),
        ("*.unit-7.fire", 0),
        ("*.unit-7*.fire", EVERY_ROUND),
        ("*.un*.fire", 0),
        ("*.malta-19*2.fire", EVERY_ROUND),
    ],
)
def test_the_highest_round_that_a_pattern_distinguishes(pattern, highest):
    assert highest_round(pattern) == highest


@given(st.text("r12.*a", max_size=7), st.text("a", max_size=1), st.integers(1, 4))
def test_rounds_after_the_highest_are_all_matched_or_none(pattern, battle, beyond):
    """Whatever the pattern: from the first round after the highest that matters, it matches all rounds alike."""
    highest = highest_round(pattern)
    entry = Entry(pattern, "stay")
    if highest < EVERY_ROUND:
        keys = [f"{battle}.r{highest + more}.a" if battle else f"r{highest + more}.a" for more in (1, 1 + beyond)]
        assert len({bool(entry.matches.match(key)) for key in keys}) == 1
