"""The README is true: its battle is fought again, its scenario can be played, its code exists, and it leaves no command out."""

import re

import pytest
from support import TESTS
from terminal import Terminal

from airwar import rulesets
from airwar.cli import COMMANDS
from airwar.guide import TOPICS
from airwar.setup.loading import parse_scenario
from airwar.story.reading import story_in
from airwar.story.telling import Telling

README = (TESTS.parent / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (TESTS.parent / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
MOST_WORDS = 1_500


def blocks(language, heading, text=README):
    """The code blocks in one language (or none) under a heading."""
    section = text.partition(f"{heading}\n")[2].partition("\n## ")[0]
    every = re.findall(r"^```(\w*)\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    return [text for marked, text in every if marked == language]


def test_the_scenario_of_the_readme_can_be_played():
    (text,) = blocks("yaml", "## A scenario")
    assert parse_scenario(text, "README.md").title == "Malta, April 1942"


def test_the_story_of_the_readme_is_so():
    (text,) = blocks("", "## A story")
    telling = Telling(story_in(text, TESTS / "README.story"))
    assert [failure for _, failure in telling.play() if failure] == []


def test_the_readme_is_short():
    assert len(README.split()) <= MOST_WORDS


def test_the_quick_start_has_one_command_for_each_system_and_one_for_the_tests():
    *systems, tests = blocks("", "## Quick start")
    assert [block.count("\n") for block in (*systems, tests)] == [1, 1, 1]
    assert [block.split(" -m venv")[0] for block in systems] == ["python3", "py"]
    assert tests.startswith("python3 -m venv")
    assert tests.endswith("-m pytest\n")


def test_every_word_of_the_games_is_explained_once():
    for word in ("AAF", "inverted", "DG", "RE"):
        assert README.count(f"**{word}**") == 1


def test_every_command_and_ruleset_is_named():
    assert [name for name in COMMANDS if f"`airwar {name}" not in README] == []
    assert [name for name in rulesets.ids() if f"| `{name}` |" not in README] == []


@pytest.mark.slow
def test_the_battle_at_the_top_is_fought_like_that(tmp_path):
    """Every line of the transcript appears, in that order; `...` leaves some out."""
    transcript = blocks("", "# airwar")[0].splitlines()
    arguments = transcript[0].removeprefix("$ airwar ").split()
    with Terminal(*arguments, cwd=tmp_path, columns=80) as terminal:
        for typed in [line[2:] for line in transcript if line.startswith("> ")]:
            terminal.until("> ")
            terminal.type(typed)
        terminal.until("Round 2")
        terminal.until("> ")
        shown = iter([line.rstrip() for line in terminal.shown.splitlines()])
    wanted = [line for line in transcript[1:] if line and not line.startswith("> ") and line.strip() != "..."]
    assert [line for line in wanted if line not in shown] == []  # `in` an iterator continues after the last line found


def test_the_list_of_folders_is_complete():
    (listed,) = blocks("", "## Where things are", CONTRIBUTING)
    packages = {f"airwar/{path.parent.name}/" for path in (TESTS.parent / "airwar").glob("*/__init__.py")}
    assert {line.split()[0] for line in listed.splitlines()} == {*packages, "airwar/api.py", "scenarios/", "tests/"}


def test_every_topic_of_the_guide_is_linked():
    assert re.findall(r"^\[([\w-]+)\]\(airwar/guide/\1\.md\)[,.]$", README, re.MULTILINE) == list(TOPICS)
