"""Each kind of line can fail, and says what happened instead."""

import pytest
from story_books import FOUGHT, failures, is_so, story

from airwar.story.telling import Telling


@pytest.mark.parametrize(
    ("lines", "line", "instead"),
    [
        ("> counterair tunis\n...", "> counterair tunis", "'tunis' is not one of"),
        ("> counterair malta 5 flieger\n> stay\n...", "> stay", "malta.r1.attacker.fire is rolled next, 2d6 (19.4)"),
        ("! counterair malta 5 flieger\n...", "! counterair malta 5 flieger", "it was not refused; it answered"),
        ("dice 3 5\n...", "dice 3 5", "no dice are asked for"),
        ("> counterair malta 5 flieger\ndice 3 7\n...", "dice 3 7", "a 6-sided die has no 7"),
        ("> counterair malta 5 flieger\ndice 3 5, 4 4, 1 1\n...", "dice 3 5, 4 4, 1 1", "1 1 is left over"),
        (f"{FOUGHT}? reinforce\n...", "? reinforce", "Axis is asked malta.r1.attacker.disengage (18.522B): stay and disengage"),
        (f"{FOUGHT}  9 regia\n...", "9 regia", "what was said:\n"),
        (f"{FOUGHT}= malta: 3 spitfires\n...", "= malta: 3 spitfires", "not so: 3 spitfires; it is 2 spitfires"),
        (f"{FOUGHT}= result: won\n...", "= result: won", "the battle is not over"),
        ("= roll: 3 5\n...", "= roll: 3 5", "nothing has been rolled yet"),
        (f"{FOUGHT}= roll: row 9\n...", "= roll: row 9", "malta.r1.defender.fire: 4 4 +1 air nationality"),
        (FOUGHT, "the end of the story", "end the story with ... if the battle goes on after it"),
        ("> end\n...", "...", "the battle is over"),
    ],
)
def test_a_line_fails(lines, line, instead):
    found = failures(lines)
    assert [one for one, _ in found] == [line]
    assert instead in found[0][1]


def test_expectations_are_checked_to_the_end_and_nothing_after_a_line_that_cannot_be_played():
    lines = f"{FOUGHT}= malta: 3 spitfires\n? reinforce\n> fly\n= malta: 4 spitfires\n"
    assert [line for line, _ in failures(lines)] == ["= malta: 3 spitfires", "? reinforce", "> fly"]


def test_a_refused_line_leaves_the_log_as_it_was():
    telling = Telling(story("! counterair malta 6 flieger\n  6 of fliegerkorps-ii\n..."))
    before = [record.line for record in telling.session.log.records]
    assert [failure for _, failure in telling.play() if failure] == []
    assert [record.line for record in telling.session.log.records] == before


def test_what_was_said_is_what_the_lines_above_have_caused():
    assert failures(f"{FOUGHT}  regia ... eliminated\n  Axis: 1 Italian AAF eliminated\n  Italian AAF: 1 eliminated\n...") == []
    assert failures(f"{FOUGHT}  regia\n> disengage\n  British AAF eliminated\n") != []


@pytest.mark.parametrize(
    "claim",
    [
        "malta: 2 spitfires, 3 fliegerkorps-ii, 1 regia",
        "Malta: 2 spitfires (aborted)",
        "malta: 2 spitfires (2 aborted)",
        "malta: 2 British AAF",
        "malta: spitfires",
        "sicily: nothing",
        "Sardinia: no units, no regia",
        "spitfires: 2 at malta (aborted)",
        "spitfires: 3 eliminated, 2 left, 2 aborted, left 2, at malta, aborted",
        "British AAF: 2 at malta",
        "spitfires: none at sicily, not inverted, 0 inverted",
        "allies: 3 British AAF lost, 2 British AAF left, 3 lost, 2 British AAF at malta",
        "axis: 2 German AAF lost, no British AAF lost",
        "defender: 3 spitfires lost",
        "roll: 4 4, +1 air nationality, total 9, row 5, column 9, result 3/3, 19.4",
        "roll: 44",
    ],
)
def test_what_is_so(claim):
    assert is_so(claim)


@pytest.mark.parametrize(
    "claim",
    [
        "malta: 3 spitfires",
        "malta: 2 spitfires (1 aborted)",
        "malta: 2 spitfires (inverted)",
        "malta: no spitfires",
        "malta: nothing",
        "sicily: 5 fliegerkorps-ii",
        "sicily: fliegerkorps-ii",
        "spitfires: 5 at malta",
        "spitfires: at sicily",
        "spitfires: inverted",
        "spitfires: not aborted",
        "spitfires: eliminated",
        "allies: 2 British AAF lost",
        "allies: no losses",
        "axis: no German AAF lost",
        "roll: 3 5",
        "roll: 4",
    ],
)
def test_what_is_not_so(claim):
    assert not is_so(claim)


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("malta: no zeros", "nothing is called 'zeros' here"),
        ("malta: no spitfire-wing", "nothing is called 'spitfire-wing' here"),
        ("spitfires: none at tunis", "nothing is called 'tunis' here"),
        ("tunis: no spitfires", "nothing is called 'tunis' here"),
        ("axis: no zeros lost", "nothing is called 'zeros' here"),
        ("malta: 2 spitfires (0 invertd)", "nothing is ever 'invertd' here; did you mean inverted?"),
        ("malta: no spitfires lost", "what is lost is not in any place; say it about the unit or its side"),
    ],
)
def test_a_claim_must_name_what_the_scenario_knows(claim, said):
    ((_, instead),) = failures(f"{FOUGHT}= {claim}\n...")
    assert said in instead


def test_what_is_so_instead_keeps_the_capitals_of_the_claim():
    ((_, instead),) = failures(f"{FOUGHT}= malta: 3 British AAF\n...")
    assert instead.startswith("not so: 3 British AAF; it is 2 British AAF")


def test_whose_units_are_meant_where_both_sides_have_some():
    heads = "scenario: sample-air-battle\n"
    ((_, instead),) = failures("= kiev: 2 infantry\n...", heads)
    assert instead.startswith("whose infantry? Both sides have some")
    assert failures("= kiev: 2 germany infantry, 3 ussr infantry\n...", heads) == []
