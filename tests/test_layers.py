"""Arrows point one way: the commands know everything, the engine knows no game, and no ruleset knows another."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import airwar
from airwar import rulesets
from airwar.cli import COMMANDS

PACKAGE = Path(airwar.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))


def name_of(path):
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path, lazily=True):
    """Whatever a module imports, with `from airwar import battle` as airwar.battle; what only type checkers see is left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    unseen = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    nodes = ast.walk(tree) if lazily else iter(tree.body)
    for node in nodes:
        if node in unseen:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            if node.module == "airwar":
                yield from (f"airwar.{alias.name}" for alias in node.names)
            else:
                yield node.module


def within(name, *packages):
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def strays(folder, allowed, lazily=True):
    """The imports of a folder's modules that are neither the library's nor allowed."""
    found = []
    for path in MODULES:
        if within(name_of(path), folder):
            for name in imports(path, lazily):
                ours = within(name, "airwar", "rich", "click", "yaml")
                if ours and not within(name, folder, *allowed):
                    found.append(f"{name_of(path)} imports {name}")
    return found


def test_the_engine_knows_no_game_no_answerer_and_no_screen():
    found = strays("airwar.engine", ["airwar.errors"])
    assert found == ["airwar.engine.chart imports airwar.scenario.reader"], "charts are read by the scenario's reader, lazily"
    assert strays("airwar.engine", ["airwar.errors"], lazily=False) == []


@pytest.mark.parametrize("ruleset", rulesets.IDS.values())
def test_a_ruleset_knows_the_engine_and_the_scenario_helpers_only(ruleset):
    assert strays(ruleset, ["airwar.engine", "airwar.scenario", "airwar.errors", "airwar.rulesets.kit"]) == []


def test_the_kit_knows_no_ruleset():
    assert strays("airwar.rulesets.kit", ["airwar.engine", "airwar.scenario", "airwar.errors"]) == []


@pytest.mark.parametrize("ruleset", rulesets.IDS.values())
def test_a_ruleset_has_neither_randomness_nor_clock_nor_files(ruleset):
    barred = ("random", "secrets", "time", "datetime", "os", "sys", "subprocess", "socket", "asyncio", "threading")
    for path in MODULES:
        if within(name_of(path), ruleset):
            assert [name for name in imports(path) if within(name, *barred)] == [], path
            calls = [node.func for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
            named = {call.id for call in calls if isinstance(call, ast.Name)}
            assert not {"print", "open", "input", "eval", "exec", "id"} & named, path


def test_answers_know_no_screen_and_no_command():
    found = strays("airwar.answers", ["airwar.engine", "airwar.scenario", "airwar.errors", "airwar.battle", "airwar.rulesets"])
    assert found == []


def test_the_scenario_reader_knows_no_screen_and_no_command():
    allowed = ["airwar.engine", "airwar.answers.script", "airwar.errors", "airwar.rulesets", "yaml"]
    assert strays("airwar.scenario", allowed) == []


def test_nothing_knows_the_commands():
    assert [
        f"{name_of(path)} imports {name}"
        for path in MODULES
        for name in imports(path)
        if within(name, "airwar.cli") and not within(name_of(path), "airwar.cli", "airwar.__main__")
    ] == []


@pytest.mark.parametrize(
    ("library", "folders"), [("rich", ["airwar.show", "airwar.cli"]), ("click", ["airwar.cli"]), ("yaml", ["airwar.scenario"])]
)
def test_each_library_has_its_place(library, folders):
    users = {name_of(path) for path in MODULES if any(within(name, library) for name in imports(path))}
    assert users
    assert [name for name in users if not within(name, *folders)] == []


def test_no_other_library_is_used():
    known = {"airwar", "click", "rich", "yaml", *sys.stdlib_module_names}
    assert {name.partition(".")[0] for path in MODULES for name in imports(path)} <= known


def loaded_by(code):
    line = [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"]
    return set(subprocess.run(line, capture_output=True, text=True, check=True, cwd=PACKAGE.parent).stdout.split())


@pytest.mark.parametrize("arguments", [None, ["--version"], ["--help"]], ids=["import", "--version", "--help"])
def test_starting_up_loads_neither_rich_nor_yaml_nor_any_ruleset(arguments):
    loaded = loaded_by("from airwar.cli import exit_code" + (f"\nexit_code({arguments})" if arguments else ""))
    assert "click" in loaded
    assert not {"rich", "yaml", "airwar.battle", "airwar.scenario.load", "airwar.rulesets", "airwar.engine.walk"} & loaded


def test_a_battle_loads_its_own_ruleset_only():
    loaded = loaded_by("from airwar.scenario.load import load_scenario\nload_scenario('malta-1942')")
    assert {name for name in rulesets.IDS.values() if name in loaded} == {"airwar.rulesets.world_at_war"}
    assert "rich" not in loaded


def test_every_command_is_a_module_of_its_own_or_a_family():
    assert {module for module, _ in COMMANDS.values()} == {path.stem for path in (PACKAGE / "cli").glob("*.py")} - {"__init__"}
