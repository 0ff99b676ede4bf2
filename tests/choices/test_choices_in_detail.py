"""Conditions, patterns and policies in detail: every comparison, every round, every name."""

import pytest
from choices_asked import STANCES
from hypothesis import given
from hypothesis import strategies as st

from airwar.choices.conditions import Comparison, Condition
from airwar.choices.patterns import EVERY_ROUND, can_match, highest_round, meaning, round_of
from airwar.choices.script import Entry, Policy, meant_policy, misspelled, policy_named

# conditions


@pytest.mark.parametrize("operator", ["<", "<=", ">", ">=", "==", "!="])
@pytest.mark.parametrize("value", [2, 3, 4])
def test_every_comparison_on_both_sides_of_its_number(operator, value):
    wanted = eval(f"{value} {operator} 3")
    assert Comparison("a", operator, 3).holds({"a": value}) is wanted
    assert Comparison("a", operator, "b").holds({"a": value, "b": 3}) is wanted
    assert Condition.parse(f"a {operator} 3").holds({"a": value}) is wanted
    assert Condition.parse(f"a{operator}b").holds({"a": value, "b": 3}) is wanted


def test_and_binds_tighter_than_or():
    condition = Condition.parse("a > 1 and b > 1 or c > 1 and a == -2")
    a, b, c = Comparison("a", ">", 1), Comparison("b", ">", 1), Comparison("c", ">", 1)
    assert condition.alternatives == ((a, b), (c, Comparison("a", "==", -2)))
    assert condition.text == "a > 1 and b > 1 or c > 1 and a == -2"
    assert condition.facts == {"a", "b", "c"}
    assert list(condition.comparisons) == [a, b, c, Comparison("a", "==", -2)]
    held = [condition.holds({"a": x, "b": y, "c": z}) for x, y, z in ((2, 2, 0), (2, 0, 2), (-2, 0, 2), (-2, 2, 0), (0, 2, 2))]
    assert held == [True, False, True, False, False]


@pytest.mark.parametrize(
    ("text", "highest"),
    [
        ("own.factors < 3", 0),
        ("round < 3", 4),
        ("round >= 7 or own.factors < 20", 8),
        ("round > own.factors", EVERY_ROUND),
        ("own.factors > round", EVERY_ROUND),
        ("round == 2 and round != 5", 6),
    ],
)
def test_the_highest_round_that_a_condition_distinguishes(text, highest):
    condition = Condition.parse(text)
    assert condition.highest_round() == highest
    assert Entry("*.r6.x", "stay", condition).highest_round() == max(6, highest)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "''"),
        ("a", "'a'"),
        ("a > 1 and", "''"),
        ("a > 1 or b", "'b'"),
        ("a > 1 and b > > 2", "'b > > 2'"),
        ("a => 1", "'a => 1'"),
        ("1 < a", "'1 < a'"),
        ("a = 1", "'a = 1'"),
        ("a > 1.5", "'a > 1.5'"),
        ("a > 1234567890", "'a > 1234567890'"),
        ("a > 1 b", "'a > 1 b'"),
        ("a < 3 and b < 4 5 or c < 1", "'b < 4 5'"),
    ],
)
def test_what_is_not_a_comparison_is_quoted(text, part):
    with pytest.raises(ValueError, match="is not a comparison") as error:
        Condition.parse(text)
    assert str(error.value) == f"{part} is not a comparison; expected one like own.factors < 3"


# patterns


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


def test_the_round_of_an_id():
    assert [round_of(key) for key in ("r1.x", "a.r12.x", "a.r2.b.r3.x", "ar2.x", "a.r2", "a.r2x.y", "a.rx.y")] == [
        1,
        12,
        3,
        0,
        0,
        0,
        0,
    ]


def test_the_meaning_that_fits_best():
    ids = {"losses": "1", "attacker.losses": "2", "attacker.*": "3", "*.losses": "4", "x.y": "5"}
    assert meaning("malta.attacker.losses", ids) == "2"  # more parts, and no star
    assert meaning("losses", ids) == "1"
    assert meaning("malta.defender.losses", ids) == "4"
    assert meaning("attacker.other", ids) == "3"
    assert meaning("ax.y", ids) == ""
    assert meaning("malta.x.y", ids) == "5"
    assert meaning("k.b", {"*": "star", "b": "word"}) == "word"
    assert meaning("b", {"?": "any", "b*": "long"}) == "any"  # no star


def test_a_pattern_that_names_a_first_word_must_fit_from_there_on():
    ids = ("attacker.fire", "flak.*", "*")
    assert can_match("malta.attacker.fire", ids)
    assert can_match("malta.attacker.fire", iter(ids))
    assert not can_match("malta.attacker.fir", ("attacker.fire", "flak.*"))
    assert can_match("malta.flak.anything", ids)
    assert can_match("attacker.attacker.fire", ids)
    assert not can_match("x.attacker", ("attacker.fire",))
    assert not can_match("fire", ("attacker.fire",)[:0])
    assert can_match("*fire", ("attacker.fire",))
    assert not can_match("other", ("attacker.fire",))
    assert can_match("other", ids)


# policies


def test_policies_by_name():
    assert policy_named("stay") == Policy("stay", "", 0)
    assert policy_named("leave-below-4") == Policy("leave-below-4", "own.factors", 4)
    assert policy_named("leave-under-50%") == Policy("leave-under-50%", "strength-percent", 50)
    for text in ("leave", "leave-below-", "leave-below-1234567", "leave-under-50", "stay-4", "default", "leave-under-1234567%"):
        assert policy_named(text) is None
    assert policy_named("leave-below-123456").limit == 123456


def test_a_policy_leaves_below_its_limit():
    below, stance = policy_named("leave-below-4"), STANCES["attacker.disengage"]
    offers = {"stay": "", "go": ""}
    assert [below.option(stance, offers, {"own.factors": own}) for own in (3, 4, 5)] == ["go", "stay", "stay"]
    assert below.option(stance, {"stay": "", "hide": ""}, {"own.factors": 3}) == "stay"
    assert policy_named("stay").option(stance, offers, {}) == "stay"


def test_misspelled_policies():
    assert [misspelled(text) for text in ("leave-bellow-4", "leavebelow-4", "leave-under-5", "leave-below-4", "leave", "x")] == [
        *[True] * 3,
        *[False] * 3,
    ]
    assert meant_policy("leave-bellow-4") == "leave-below-4"
    assert meant_policy("leave-undr-50") == "leave-under-50%"
    assert meant_policy("leave-below") is None
    assert meant_policy("12") is None
