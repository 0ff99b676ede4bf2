"""Every story that comes with airwar and every one of the tests is so, and notices when a number that it expects changes by one."""

import re

import pytest
from support import TESTS

from airwar import rulesets
from airwar.story.reading import SUFFIX, read_story
from airwar.story.telling import Telling

ROOT = TESTS.parent
STORIES = sorted([*(ROOT / "scenarios").rglob(f"*{SUFFIX}"), *(TESTS / "stories").rglob(f"*{SUFFIX}")])
NUMBER = re.compile(r"\d+")


def changed(text):
    """A text with each of its numbers changed by one, up and down."""
    for number in NUMBER.finditer(text):
        for by in (1, -1):
            value = int(number[0]) + by
            if value >= 0:
                yield f"{text[: number.start()]}{value}{text[number.end() :]}"


@pytest.mark.parametrize("path", STORIES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_it_is_so_and_notices_every_number(path):
    telling = Telling(read_story(path))
    unnoticed = []
    for line, failure in telling.play():
        assert failure is None, f"{path}:{line.number}: {line}\n{failure.instead}"
        if line.is_expected:
            wrong = [line._replace(text=text) for text in changed(line.text)]
            unnoticed += [f"{path.name}:{one.number}: {one}" for one in wrong if telling.hear(one) is None]
    assert unnoticed == []


@pytest.mark.parametrize("game", rulesets.IDS)
def test_each_game_has_a_worked_example_and_a_whole_turn(game):
    assert list((ROOT / "scenarios" / game).glob(f"*{SUFFIX}"))
    assert list((TESTS / "stories" / game).glob(f"*{SUFFIX}"))


def test_stories_have_titles_and_expect_something():
    for path in STORIES:
        story = read_story(path)
        assert story.values("title"), path
        assert any(line.is_expected for line in story.lines), path


@pytest.mark.parametrize(
    ("turn", "most"),
    [
        ("world-at-war/typhoon-1941", 35),
        ("world-at-war/watchtower-1942", 15),
        ("ocs/maleme-1941", 15),
        ("air-supremacy/ceylon-1942", 10),
    ],
)
def test_a_whole_turn_takes_few_lines(turn, most):
    story = read_story(TESTS / "stories" / f"{turn}-in-few-lines{SUFFIX}")
    assert 0 < sum(str(line).startswith(">") for line in story.lines) <= most
