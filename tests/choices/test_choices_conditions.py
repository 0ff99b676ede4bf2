"""Conditions over the facts of a decision."""

import pytest
from questions import KEY, choice, problem, script, when

from airwar.choices.conditions import Comparison, Condition
from airwar.choices.patterns import EVERY_ROUND
from airwar.choices.script import Entry


@pytest.mark.parametrize("operator", ["<", "<=", ">", ">=", "==", "!="])
@pytest.mark.parametrize("value", [2, 3, 4])
def test_every_comparison_on_both_sides_of_its_number(operator, value):
    wanted = eval(f"{value} {operator} 3")
    assert Comparison("a", operator, 3).holds({"a": value}) is wanted
    assert Comparison("a", operator, "b").holds({"a": value, "b": 3}) is wanted
    assert Condition.parse(f"  a {operator} 3 ").holds({"a": value}) is wanted
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


def test_a_condition_sees_the_facts_and_the_round():
    said = script(("*", when("round >= 2 and own.factors < 3", "disengage", "stay")))
    assert said.answer(choice(own_factors=2)) == "disengage"
    assert said.answer(choice(own_factors=3)) == "stay"
    assert said.answer(choice("malta.r1.attacker.disengage", own_factors=2)) == "stay"


def test_a_condition_that_fails_without_else_is_skipped():
    said = script(("*", when("own.factors < 3", "disengage")), ("*", "stay"))
    assert [said.answer(choice(own_factors=own)) for own in (2, 3)] == ["disengage", "stay"]


def test_a_fact_that_the_question_does_not_know_is_a_problem_where_it_is_named():
    found = problem(script(Entry("*", *when("own.factor < 3", "disengage"), line=4, column=7)), choice(own_factors=1))
    assert (found.file, found.line, found.column) == ("test.yaml", 4, 7)
    assert found.text == f"{KEY}: there is no fact 'own.factor' here; use one of own.factors, round; did you mean own.factors?"
    other = problem(script(("*", when("own.factors < own.morale", "disengage"))), choice(own_factors=2))
    assert other.text.endswith("there is no fact 'own.morale' here; use one of own.factors, round")
    many = choice(**{f"fact.{number}": 1 for number in range(20)}, own_factors=3)
    said = problem(script(("*", when("own.factor < 3", "stay"))), many).text
    assert "and 14 more; did you mean own.factors?" in said  # few are listed


@pytest.mark.parametrize("name", ["paris-and-seine", "east-or-west", "and-so-on", "or", "land-and", "bombardiers"])
def test_a_fact_may_contain_and_and_or(name):
    condition = Condition.parse(f"to.{name} > 0 and own.{name} > 0 or to.{name} > 5")
    assert condition.facts == {f"to.{name}", f"own.{name}"}
    assert [condition.holds({f"to.{name}": to, f"own.{name}": own}) for to, own in ((1, 1), (1, 0), (6, 0))] == [True, False, True]


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
        ("", ""),
        ("a", "a"),
        ("or", ""),
        ("a <", "a <"),
        ("own factors", "own factors"),
        ("a > 1 and", ""),
        ("a > 1 or b", "b"),
        ("a > 1 and b > > 2", "b > > 2"),
        ("a => 1", "a => 1"),
        ("a <> 1", "a <> 1"),
        ("1 < a", "1 < a"),
        ("a = 1", "a = 1"),
        ("a > 1.5", "a > 1.5"),
        ("a > (1)", "a > (1)"),
        ("a > 1234567890", "a > 1234567890"),
        ("a > 1 b", "a > 1 b"),
        ("a < 3 and b < 4 5 or c < 1", "b < 4 5"),
    ],
)
def test_what_is_not_a_comparison_is_quoted(text, part):
    with pytest.raises(ValueError, match="is not a comparison") as error:
        Condition.parse(text)
    assert str(error.value) == f"{part!r} is not a comparison; expected one like own.factors < 3"
