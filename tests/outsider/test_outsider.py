"""A ruleset from outside: two decisions and one chart, written with nothing beyond what the README tells. It must stay small."""

import ast
import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import airwar
from airwar import rulesets
from airwar.cli import exit_code

HERE = Path(__file__).parent
ROOT = Path(airwar.__file__).parent.parent
CIRCUS = HERE / "flying_circus" / "__init__.py"
SCENARIO = str(HERE / "circus.yaml")


@pytest.fixture(autouse=True)
def _registered(monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(str(HERE))
    monkeypatch.setitem(rulesets.IDS, "flying-circus", "flying_circus")
    monkeypatch.chdir(tmp_path)


def said(capsys, *arguments):
    assert exit_code(arguments) == 0
    return capsys.readouterr().out


def test_it_takes_no_more_than_150_lines():
    files = [path for path in HERE.rglob("*") if path.suffix in (".py", ".yaml") and path.name != Path(__file__).name]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) <= 150


def test_it_imports_nothing_that_the_readme_does_not_name():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    wanted = [node for node in ast.walk(ast.parse(CIRCUS.read_text(encoding="utf-8"))) if isinstance(node, ast.ImportFrom)]
    names = {(node.module, alias.name) for node in wanted if node.module.startswith("airwar") for alias in node.names}
    assert names
    assert {(module, name) for module, name in names if module not in readme or name not in readme} == set()


def test_it_runs_and_its_log_verifies(capsys):
    assert "holds the sky" in said(capsys, "run", SCENARIO, "--no-input", "--seed", "3", "--log", "circus.jsonl")
    said(capsys, "verify", "circus.jsonl")
    assert "Dogfight" in said(capsys, "replay", "circus.jsonl")


def test_its_scenario_is_checked(capsys):
    said(capsys, "check", SCENARIO)
    Path("bad.yaml").write_text(Path(SCENARIO).read_text().replace("rfc: 4", "rfc: 4, escadrille: 2"), encoding="utf-8")
    assert exit_code(["check", "bad.yaml"]) == 65
    assert "3 flights; expected two" in capsys.readouterr().err


def test_its_rules_and_charts_are_listed(capsys):
    assert "holds the sky" in said(capsys, "rules", "flying-circus")
    assert "7+" in said(capsys, "table", "flying-circus", "dogfight")


def test_its_odds_are_exact_and_its_policies_count(capsys):
    stays = json.loads(said(capsys, "odds", SCENARIO, "--json", "--policy", "*.leave=stay"))
    leaves = json.loads(said(capsys, "odds", SCENARIO, "--json"))
    chances = [{one["result"]: Fraction(one["fraction"]) for one in found["results"]} for found in (stays, leaves)]
    assert [sum(found.values()) for found in chances] == [1, 1]
    assert chances[0] != chances[1]


def test_its_transitions_are_type_checked(tmp_path):
    pytest.importorskip("mypy")
    line = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(CIRCUS.parent)]
    found = subprocess.run(line, capture_output=True, text=True, check=False, env={**os.environ, "MYPYPATH": str(ROOT)})
    assert found.returncode == 0, found.stdout
