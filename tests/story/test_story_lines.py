"""The grammar of stories: every kind of line, and what is said of a line that is none."""

from pathlib import Path

import pytest
from story_books import FOUGHT, SCENARIO, failures, story

from airwar.errors import BadScenario, NoSuchFile
from airwar.story.reading import read_story, story_in
from airwar.story.telling import Telling


def problems(text):
    with pytest.raises(BadScenario) as bad:
        Telling(story_in(text, Path("test.story")))
    return [str(problem) for problem in bad.value.problems]


def test_lines_have_signs_and_comments_are_left_out():
    told = story(f"# a remark\n{FOUGHT}  1 regia  # lost\n? disengage\n= malta: 2 spitfires   # so few\n...\n")
    assert [(line.sign, line.text) for line in told.lines] == [
        (">", "counterair malta 5 flieger 2 regia"),
        ("dice", "3 5, 4 4"),
        ("", "1 regia"),
        ("?", "disengage"),
        ("=", "malta: 2 spitfires"),
    ]
    assert told.goes_on


def test_a_story_may_come_from_another_machine():
    text = "\ufeffscenario: malta-1942\r\ndice 1 4, 4 4\r\n> disengage\r\n= axis: 2 German AAF lost\r\n"
    assert [failure for _, failure in Telling(story_in(text, Path("x.story"))).play() if failure] == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("counterair malta", "no line begins with 'counterair'; expected >, !, dice, ?, =, two spaces, or one of title:"),
        ("= malta", "what is this about? Write it like = malta: 4 malta-spitfires"),
        ("= : 4", "what is this about?"),
        ("dice three", "'three' is not a roll; write dice like 3 5, 4 4"),
        ("dice", "dice must be followed by the dice"),
        ("?", "? must be followed by what is asked"),
        ("!", "! must be followed by a line that is refused"),
        ("  1 AAF", "nothing has been said yet"),
        ("ask: some", "'some' is not all; expected ask: all"),
        ("title:", "title: of what?"),
        ("? ,", "a comma with nothing beside it"),
        ("= axis: no losses,", "a comma with nothing beside it"),
        ("> stay\n  ...", "... stands for any words, so this says nothing"),
        ("scenario: malta-1942", "scenario: is there already, in line 1"),
        ("...\n> stay", "nothing comes after ..."),
        ("> stay\nplay: axis", "play: comes before the first line that is played"),
    ],
)
def test_a_line_that_is_none_is_told_with_its_place(line, said):
    assert any(said in problem for problem in problems(f"scenario: malta-1942\n{line}\n"))


def test_every_bad_line_is_told_at_once():
    found = problems("scenario: malta-1942\nfly\n> stay\n= malta\n")
    assert [problem.split(": ")[0] for problem in found] == ["test.story:2:1", "test.story:4:1"]


def test_a_story_needs_a_scenario():
    assert problems("> stay\n") == [
        "test.story:1:1: a story begins with its scenario; expected a line such as scenario: malta-1942"
    ]


def test_problems_of_an_indented_scenario_are_told_by_the_lines_of_the_story():
    text = f"# the first line\n{SCENARIO}".replace("type: aaf, count: 2", "type: aaf, count: two")
    line = next(number for number, line in enumerate(text.split("\n"), 1) if "two" in line)
    assert problems(text)[0].startswith(f"test.story:{line}:{text.split(chr(10))[line - 1].index('two') + 1}: ")


def test_problems_of_an_indented_chart_are_told_by_the_lines_of_the_story():
    scenario = Path("scenarios/war-in-europe/sicily-1943.yaml")
    text = (Path(__file__).parents[2] / scenario).read_text()
    indented = "".join(f"    {line}\n" for line in text.split("\n"))
    found = problems(f"scenario:\n{indented}file: charts/invented-1943.yaml\n    no-such-chart: 1\n")
    assert found[0].startswith(f"test.story:{len(indented.splitlines()) + 3}:5: ")


def test_a_setting_that_sets_nothing_and_a_side_that_is_not_there():
    assert problems("scenario: malta-1942\nset: units.zeros.count=3\n")[0].startswith("test.story:2:1: units has no 'zeros'")
    assert problems("scenario: malta-1942\nplay: russia\n")[0].startswith("test.story:2:1: there is no side 'russia'")


def test_a_scenario_that_is_missing(tmp_path):
    with pytest.raises(NoSuchFile, match=r"test.story:1: no such scenario: malta-1492"):
        Telling(story("...", "scenario: malta-1492\n"))
    with pytest.raises(NoSuchFile):
        read_story(tmp_path / "none.story")


def test_a_scenario_beside_the_story_and_one_with_settings(tmp_path):
    (tmp_path / "here.yaml").write_text("\n".join(line[4:] for line in SCENARIO.split("\n")[1:]))
    (tmp_path / "here.story").write_text("scenario: here.yaml\nset: units.regia.count=4\n= regia: 4 at sicily\n...\n")
    assert all(failure is None for _, failure in Telling(read_story(tmp_path / "here.story")).play())


def test_a_side_that_the_choices_play_is_not_asked():
    assert failures("? axis, airbases\n...") == []
    assert failures("? referee\n...", f"{SCENARIO}    choices: {{'*': default}}\nplay: axis\nplay: allies\n") == []


def test_an_order_is_taken_back_and_a_question_asked_no_more():
    assert failures("> counterair malta 5 flieger\n> u\n= regia: 2 at sicily\n? counterair\n...") != []
    assert failures("> counterair malta 5 flieger\n> u\n= fliegerkorps-ii: 5 at sicily\n...") == []
    assert failures(f"{FOUGHT}> a\n...") == []
