"""A typo in a scenario is a problem with its line, never a traceback."""

import re
from random import Random

import pytest
from support import SHIPPED

from airwar.errors import BadScenario
from airwar.scenario.reader import beside
from airwar.setup.loading import load_scenario, parse_scenario

SLIPS = 10  # for each scenario, in every run of the tests


def slip(text: str, chance: Random) -> str:
    """The text with one of its words misspelled, dropped, doubled or turned into a number."""
    words = [match for match in re.finditer(r"[\w-]+", text) if not line_of(text, match.start()).lstrip().startswith("#")]
    word = chance.choice(words)
    letters = word[0]
    at = chance.randrange(len(letters))
    dropped, doubled = letters[:at] + letters[at + 1 :], letters[:at] + letters[at] * 2 + letters[at + 1 :]
    made = chance.choice((dropped, doubled, "0", "null", "true", "x"))
    return text[: word.start()] + made + text[word.end() :]


def line_of(text: str, at: int) -> str:
    return text[text.rfind("\n", 0, at) + 1 :].partition("\n")[0]


def read(text: str, path) -> None:
    find = beside(path)
    names = re.findall(r"charts: *([\w./-]+\.yaml)", text)
    files = {name: find(name) for name in names}
    try:
        parse_scenario(text, path.name, {name: found for name, found in files.items() if found is not None})
    except BadScenario as bad:
        assert all(problem.line for problem in bad.problems)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_slip_is_a_problem_with_its_line(path):
    text = load_scenario(str(path)).text
    for number in range(SLIPS):
        read(slip(text, Random(f"{path.stem} {number}")), path)


@pytest.mark.parametrize(
    ("name", "right", "wrong", "problem"),
    [
        ("malta-1942", "at: sicily", "at: scily", "unknown id 'scily'; expected an id from bases"),
        ("tarawa-1943", "bunker-hill:", "bunkr-hill:", "unknown id 'bunker-hill'"),
        ("prokhorovka-1943", "charts:", "carts:", "unknown key 'carts'"),
        ("eastern-solomons-1942", "jungle: true", "jungle: 0", "'0' is not true or false"),
    ],
)
def test_what_a_bad_part_is_missing_for_is_not_looked_at(name, right, wrong, problem):
    text = load_scenario(name).text
    assert right in text
    with pytest.raises(BadScenario, match=re.escape(problem)):
        parse_scenario(text.replace(right, wrong, 1), "slip.yaml")
