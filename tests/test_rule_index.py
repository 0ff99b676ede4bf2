"""Every adjudicated or checked rule is cited by code and proved by a test, and code cites no rule outside the index."""

import ast
import importlib
import pkgutil
import re
from functools import cache

import pytest
from support import SHIPPED, TESTS

from airwar import rulesets
from airwar.engine.rule import cited_in
from airwar.rulesets.index import rule_index

ROOT = TESTS.parent
TREATMENTS = {"adjudicated", "checked", "input", "outside"}


@cache
def index(ruleset_id):
    return rule_index(ruleset_id)


@cache
def cited(ruleset_id):
    package = importlib.import_module(rulesets.IDS[ruleset_id])
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        importlib.import_module(module.name)
    return cited_in(package.__name__)


def slug(number):
    return re.sub(r"[.\-]", "_", number.lower())


@cache
def proofs(ruleset_id):
    """The names of the tests of a ruleset, and the rules that their markers name."""
    names, marked = [], set()
    folder = TESTS / rulesets.IDS[ruleset_id].rpartition(".")[2]
    for file in folder.rglob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                names.append(node.name)
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and getattr(mark.func, "attr", "") == "proves":
                        marked |= {argument.value for argument in mark.args}
    return names, marked


def proved(ruleset_id, number):
    """Whether a test is named for exactly this rule, or marked with it."""
    names, marked = proofs(ruleset_id)
    return number in marked or any(re.match(rf"test_{slug(number)}_(?!\d)", name) for name in names)


@pytest.mark.parametrize("ruleset_id", rulesets.ids())
def test_every_rule_has_a_treatment_and_a_summary(ruleset_id):
    bad = {
        number: entry
        for number, entry in index(ruleset_id).items()
        if entry.treatment not in TREATMENTS or not entry.summary or (entry.treatment == "outside" and not entry.reason)
    }
    assert not bad


@pytest.mark.parametrize("ruleset_id", rulesets.ids())
def test_every_adjudicated_or_checked_rule_is_cited_by_code(ruleset_id):
    treated = [number for number, entry in index(ruleset_id).items() if entry.treatment in ("adjudicated", "checked")]
    assert treated
    assert [number for number in treated if number not in cited(ruleset_id)] == []


@pytest.mark.parametrize("ruleset_id", rulesets.ids())
def test_every_adjudicated_or_checked_rule_is_proved_by_a_test(ruleset_id):
    treated = [number for number, entry in index(ruleset_id).items() if entry.treatment in ("adjudicated", "checked")]
    assert [number for number in treated if not proved(ruleset_id, number)] == []


@pytest.mark.parametrize("ruleset_id", rulesets.ids())
def test_no_rule_is_cited_that_the_index_does_not_list(ruleset_id):
    assert [number for number in cited(ruleset_id) if number not in index(ruleset_id)] == []


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
