"""The README is true: its scenario can be played, its quick start has two commands, and it names every command and ruleset."""

import re

from support import TESTS

from airwar import rulesets
from airwar.cli import COMMANDS
from airwar.loading import parse_scenario

README = (TESTS.parent / "README.md").read_text(encoding="utf-8")


def test_the_scenario_of_the_readme_can_be_played():
    (text,) = re.findall(r"```yaml\n(.*?)```", README, re.DOTALL)
    assert parse_scenario(text, "README.md").title == "Malta, April 1942"


def test_the_quick_start_has_exactly_two_commands():
    quick = README.partition("## Quick start")[2].partition("\n## ")[0]
    blocks = re.findall(r"^```\n(.*?)^```$", quick, re.MULTILINE | re.DOTALL)
    assert [block.count("\n") for block in blocks] == [1, 1]
    assert all(block.startswith("python3 -m venv") for block in blocks)


def test_every_command_and_ruleset_is_named():
    assert [name for name in COMMANDS if f"`airwar {name}" not in README] == []
    assert [name for name in rulesets.ids() if f"| `{name}` |" not in README] == []
