"""Arrows point one way. The layers are listed once, from the bottom up, and no import goes up: not even inside a function."""

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import airwar
from airwar import rulesets
from airwar.cli import COMMANDS

LAYERS = [
    ["airwar.version", "airwar.errors"],
    ["airwar.engine"],  # knows no game
    ["airwar.scenario"],
    ["airwar.choices"],
    ["airwar.rulesets"],
    ["airwar.setup"],
    ["airwar.answers"],
    ["airwar.probability"],
    ["airwar.battle"],
    ["airwar.batches", "airwar.mail", "airwar.play"],
    ["airwar.analysis"],
    ["airwar.story", "airwar.api", "airwar.guide"],
    ["airwar.show", "airwar.testing"],  # testing is for the tests of rulesets, ours and others'
    ["airwar.table"],
    ["airwar.cli"],
    ["airwar", "airwar.__main__"],  # the public names, looked up in the API when they are used
]
WITHIN_RULESETS = [
    ["airwar.rulesets.ruleset"],
    ["airwar.rulesets.kit"],
    list(rulesets.IDS.values()),  # none of which imports another
    ["airwar.rulesets"],  # finds them by id
]
PACKAGE = Path(airwar.__file__).parent


@cache
def nodes_of(path):
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def name_of(path):
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}


@cache
def imports(path, for_types=False):
    """Every module that a module imports, wherever in it, and if wanted those that only type checkers see."""
    checks = [node for node in nodes_of(path) if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"]
    unseen = {inner for check in checks if not for_types for inner in ast.walk(check)}
    return [name for node in nodes_of(path) if node not in unseen for name in imported_by(node, path)]


def imported_by(node, path):
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert node.level == 0, f"{path}: relative import"
        named = {f"{node.module}.{alias.name}" for alias in node.names}
        yield from named & MODULES.keys()  # from airwar import battle
        if named - MODULES.keys():
            yield node.module
    elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "import_module" and isinstance(node.args[0], ast.Constant):
        yield node.args[0].value


def within(name, *packages):
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def layer_of(module, layers):
    """The number and the name of the layer that a module belongs to: the most exact one."""
    found = [(len(name), number, name) for number, names in enumerate(layers) for name in names if within(module, name)]
    _, number, name = max(found)
    return number, name


@pytest.mark.parametrize(("folder", "layers"), [("airwar", LAYERS), ("airwar.rulesets", WITHIN_RULESETS)])
def test_no_import_goes_up(folder, layers):
    strays = []
    for module in MODULES:
        for imported in imports(MODULES[module], for_types=True) if within(module, folder) else ():
            if within(imported, folder):
                (number, name), (below, other) = layer_of(module, layers), layer_of(imported, layers)
                if below > number or (below == number and other != name):
                    strays.append((module, imported))
    assert strays == []


def test_every_module_belongs_to_a_layer():
    assert [module for module in MODULES if module != "airwar" and layer_of(module, LAYERS)[1] == "airwar"] == []


def test_modules_import_one_another_without_cycles():
    graph = {module: [name for name in imports(path) if name in MODULES] for module, path in MODULES.items()}
    done, under_way = set(), []

    def visit(module):
        assert module not in under_way, " -> ".join([*under_way[under_way.index(module) :], module])
        if module not in done:
            under_way.append(module)
            for imported in graph[module]:
                visit(imported)
            done.add(under_way.pop())

    for module in graph:
        visit(module)


def test_only_commands_and_their_tables_import_inside_functions():
    """They do it to start quickly. A step that imports does it again on every call, and hides what it depends on."""
    inside = {
        (module, name)
        for module, path in MODULES.items()
        for function in nodes_of(path)
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names])
    }
    strays = {(module, name) for module, name in inside if not within(module, "airwar.cli", "airwar.show", "airwar.table")}
    assert {module for module, name in strays if within(name, "airwar")} == set()
    assert strays == {
        ("airwar.engine.files", "fcntl"),  # not on every system
        ("airwar.answers.prompt", "readline"),  # neither is this, and only a terminal needs it
        ("airwar.rulesets.outside", "importlib.metadata"),  # slow to import, and only for rulesets of other packages
        ("airwar.batches.workers", "multiprocessing"),  # slow to import, and only for several processes
        ("airwar.batches.workers", "concurrent.futures"),
        ("airwar.mail.hashes", "nacl.signing"),  # an extra, only for signatures
        ("airwar.mail.hashes", "nacl.exceptions"),
    }


def test_no_function_changes_a_variable_of_its_module():
    """So that airwar is safe in threads. Caches are values of their own, with methods."""
    found = [(module, node.names) for module, path in MODULES.items() for node in nodes_of(path) if isinstance(node, ast.Global)]
    assert found == []


@pytest.mark.parametrize("ruleset", rulesets.IDS.values())
def test_a_ruleset_has_neither_randomness_nor_clock_nor_files(ruleset):
    barred = ("random", "secrets", "time", "datetime", "os", "sys", "subprocess", "socket", "asyncio", "threading")
    for module, path in MODULES.items():
        if within(module, ruleset):
            assert [name for name in imports(path) if within(name, *barred)] == [], path
            calls = [node.func for node in nodes_of(path) if isinstance(node, ast.Call)]
            named = {call.id for call in calls if isinstance(call, ast.Name)}
            assert not {"print", "open", "input", "eval", "exec", "id"} & named, path


@pytest.mark.parametrize(
    ("library", "folders"),
    [
        ("rich", ["airwar.show", "airwar.cli"]),
        ("click", ["airwar.cli"]),
        ("yaml", ["airwar.scenario"]),
        ("nacl", ["airwar.mail.hashes"]),
        ("distributed", ["airwar.batches.workers"]),
        ("pyarrow", ["airwar.show.batch"]),
    ],
)
def test_each_library_has_its_place(library, folders):
    users = {module for module, path in MODULES.items() if any(within(name, library) for name in imports(path))}
    assert users
    assert [name for name in users if not within(name, *folders)] == []


def test_no_other_library_is_used():
    known = {"airwar", "click", "rich", "yaml", "nacl", "distributed", "pyarrow", *sys.stdlib_module_names}
    ours = {module: path for module, path in MODULES.items() if not within(module, "airwar.testing")}
    assert {name.partition(".")[0] for path in ours.values() for name in imports(path)} <= known
    testing = [path for module, path in MODULES.items() if module not in ours]
    assert {name.partition(".")[0] for path in testing for name in imports(path)} <= {*known, "pytest"}


def loaded_by(code):
    line = [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"]
    return set(subprocess.run(line, capture_output=True, text=True, check=True, cwd=PACKAGE.parent).stdout.split())


@pytest.mark.parametrize("arguments", [None, ["--version"], ["--help"]], ids=["import", "--version", "--help"])
def test_starting_up_loads_neither_rich_nor_yaml_nor_any_ruleset(arguments):
    loaded = loaded_by("from airwar.cli import exit_code" + (f"\nexit_code({arguments})" if arguments else ""))
    assert "click" in loaded
    assert not {"rich", "yaml", "airwar.battle.battle", "airwar.setup.loading", "airwar.rulesets", "airwar.engine.walk"} & loaded


def test_a_battle_loads_its_own_ruleset_only():
    loaded = loaded_by("from airwar.setup.loading import load_scenario\nload_scenario('malta-1942')")
    assert {name for name in rulesets.IDS.values() if name in loaded} == {"airwar.rulesets.world_at_war"}
    assert "rich" not in loaded


def test_every_command_is_a_module_of_its_own_or_a_family():
    assert {module for module, _ in COMMANDS.values()} == {path.stem for path in (PACKAGE / "cli").glob("*.py")} - {
        "__init__",
        "options",
    }
