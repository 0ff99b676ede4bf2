"""Every adjudicated or checked rule is cited by code and proved by a test, and code cites no rule outside the index."""

import ast
import re
import subprocess
import sys

import pytest
from support import SHIPPED, TESTS

from airwar import rulesets
from airwar.rulesets.index import rule_index
from airwar.testing.suite import incomplete, treated, uncited, unlisted, unproved

ROOT = TESTS.parent


@pytest.mark.parametrize("ruleset_id", rulesets.ids())
def test_every_rule_has_a_treatment_and_a_summary(ruleset_id):
    assert incomplete(rule_index(ruleset_id)) == []


@pytest.mark.parametrize("ruleset_id", rulesets.ids())
def test_every_adjudicated_or_checked_rule_is_cited_by_code(ruleset_id):
    assert treated(rule_index(ruleset_id))
    assert uncited(rule_index(ruleset_id), rulesets.IDS[ruleset_id]) == []


@pytest.mark.parametrize("ruleset_id", rulesets.ids())
def test_every_adjudicated_or_checked_rule_is_proved_by_a_test(ruleset_id):
    folder = TESTS / rulesets.IDS[ruleset_id].rpartition(".")[2]
    assert unproved(rule_index(ruleset_id), folder) == []


@pytest.mark.slow
def test_a_rule_that_is_broken_fails_its_proof(request):
    """A sample of the rules; `python tests/mutation/proofs.py` tries all of them, `pytest --seed` others."""
    command = [
        sys.executable,
        str(TESTS / "mutation" / "proofs.py"),
        "--sample",
        "10",
        "--seed",
        request.config.getoption("--seed"),
    ]
    tried = subprocess.run(command, capture_output=True, text=True, check=False)
    assert tried.returncode == 0, tried.stdout + tried.stderr
    assert "10 rules, 0 without a proof" in tried.stdout


@pytest.mark.parametrize("ruleset_id", rulesets.ids())
def test_no_rule_is_cited_that_the_index_does_not_list(ruleset_id):
    assert unlisted(rule_index(ruleset_id), rulesets.IDS[ruleset_id]) == []


@pytest.mark.parametrize("ruleset_id", rulesets.ids())
def test_every_ruleset_ships_scenarios(ruleset_id):
    assert [path for path in SHIPPED if path.parent.name == ruleset_id]


# What a rule number looks like in the messages of a ruleset. Air Supremacy numbers its rules 1, 2, 3, so only those in
# parentheses are told from counts.
NUMBERS = {
    "air-supremacy": r"\((\d{1,2})\)",
    "world-at-war": r"(?<![\d.])\d{2}\.\d{1,5}[A-Z]?(?![\d.])",
    "ocs": r"(?<![\d.v])\d{1,2}\.\d{1,3}[a-z]?(?![\d.\w])",
    "dark-crusade": r"\bB\d{1,2}[a-z]?\b",
    "war-in-europe": r"(?<![\d.])13\.\d{1,4}(?![\d.])",
}


def strings_of(package):
    """Every string in the code of a ruleset."""
    for file in (ROOT / package.replace(".", "/")).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield f"{file.name}:{node.lineno}", node.value


@pytest.mark.parametrize("ruleset_id", rulesets.ids())
def test_every_rule_number_in_a_message_is_in_the_index(ruleset_id):
    """As a rule of its own, or named in the summary of one, as the numbers of OCS charts are."""
    package = rulesets.IDS[ruleset_id]
    text = (ROOT / package.replace(".", "/") / "rules.yaml").read_text(encoding="utf-8")
    found = [(place, number) for place, said in strings_of(package) for number in re.findall(NUMBERS[ruleset_id], said)]
    assert found
    assert [(place, number) for place, number in found if not re.search(rf"(?<![\d.]){re.escape(number)}(?![\d])", text)] == []
