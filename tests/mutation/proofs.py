"""A proof is a test that can fail: `python tests/mutation/proofs.py [RULESET ...]` breaks what carries out each rule, one function
at a time, and asks the tests that are named for the rule to notice.

A broken function does as if its rule did not exist: it returns its state unchanged, nothing, or no. Where that makes no sense, as
in a step that must name the next, it raises. If every test of a rule passes whatever is broken, the rule has no proof.
"""

from __future__ import annotations

import argparse
import ast
import gc
import importlib
import pkgutil
import random
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2]))  # the code beside the tests, not an installed copy
from mutants import functions
from patching import ROOT, Caches, Imported
from run import AT_LENGTH, KILLED, SURVIVED, in_a_fork, in_a_session, limit, runs

from airwar import rulesets
from airwar.engine.rule import CITED
from airwar.rulesets.index import rule_index

NOTHING = {
    "None": "None",
    "str": "''",
    "int": "0",
    "Fraction": "0",
    "list": "[]",
    "dict": "{}",
    "frozenset": "frozenset()",
    "tuple": "()",
}
ALLOWED = {"world-at-war": ("18.547B",)}  # rules that say what is no limit


def slug(number: str) -> str:
    return re.sub(r"[.\-]", "_", number.lower())


def proves(test: pytest.Item, number: str) -> bool:
    """Whether a test is named for exactly this rule, or marked with it."""
    marked = [named for mark in test.iter_markers("proves") for named in mark.args]
    return number in marked or re.match(rf"test_{slug(number)}_(?!\d)", test.name) is not None


def carried_out_by(package: str, number: str) -> list[tuple[str, str]]:
    """The module and name of every function that cites a rule."""
    return [(module, name) for module, cited in CITED.items() if module.startswith(f"{package}.") for name in cited.get(number, ())]


def broken(function: ast.FunctionDef, allows: bool = False) -> list[str]:
    """What a function may do instead of what its rule says, as statements. A rule that allows something is broken by a refusal."""
    if allows:
        return ["return 'refused'"]
    returned = ast.unparse(function.returns) if function.returns else "None"
    taken = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    alike = [f"return {taking.arg}" for taking in taken if taking.annotation and ast.unparse(taking.annotation) == returned]
    kind, _, parts = returned.partition("[")
    if returned == "bool":
        return ["return False", "return True"]
    if returned.endswith("| None"):
        return ["return None"]
    if kind in NOTHING and (kind != "tuple" or "..." in parts):
        return [f"return {NOTHING[kind]}", *alike]
    return alike[:1] or ["raise AssertionError('this rule is broken')"]


def found_in(tree: ast.Module, name: str) -> ast.FunctionDef:
    return next(function for function, qualified in functions(tree) if qualified == name)


class Proofs:
    """A pytest session that runs the tests of rules against code that breaks them."""

    def __init__(self, ruleset_ids: list[str], sample: int, seed: int, thorough: bool = False) -> None:
        self.thorough = thorough
        self.rules = [
            (ruleset_id, number)
            for ruleset_id in ruleset_ids
            for number, entry in rule_index(ruleset_id).items()
            if entry.treatment in ("adjudicated", "checked")
        ]
        if 0 < sample < len(self.rules):
            self.rules = random.Random(seed).sample(self.rules, sample)
        self.without: list[tuple[str, str]] = []
        self.unnoticed: list[tuple[str, str, str, str]] = []
        self.noticed = 0

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.get_closest_marker("slow") is None and item.path.name not in AT_LENGTH]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for ruleset_id in {ruleset_id for ruleset_id, _ in self.rules}:
            package = importlib.import_module(rulesets.IDS[ruleset_id])
            for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
                importlib.import_module(module.name)
        Caches().forget()
        self.imported = Imported(sorted((ROOT / "airwar" / "rulesets").rglob("*.py")))
        gc.freeze()
        for ruleset_id, number in self.rules:
            self.try_rule(session.items, ruleset_id, number)
        return True

    def try_rule(self, items: list[pytest.Item], ruleset_id: str, number: str) -> None:
        package = rulesets.IDS[ruleset_id]
        folder = ROOT / "tests" / package.rpartition(".")[2]
        tests = [item for item in items if item.path.is_relative_to(folder) and proves(item, number)]
        noticed = 0
        for module, name in carried_out_by(package, number):
            if any(
                in_a_fork(lambda to=to: self.noticed_by(tests, *to))[0] == KILLED
                for to in self.breaks(module, name, number in ALLOWED.get(ruleset_id, ()))
            ):
                noticed += 1
                if not self.thorough:
                    break
            else:
                self.unnoticed.append((ruleset_id, number, module, name))
        self.noticed += noticed
        if not noticed:
            self.without.append((ruleset_id, number))
            print(f"  {ruleset_id} {number}: no proof", file=sys.__stdout__, flush=True)

    def breaks(self, module: str, name: str, allows: bool) -> Iterator[tuple[Path, ast.Module]]:
        """The trees of a module with one function broken in one way."""
        file = ROOT / (module.replace(".", "/") + ".py")
        if not file.exists():
            file = ROOT / module.replace(".", "/") / "__init__.py"
        source = file.read_text(encoding="utf-8")
        for way in broken(found_in(ast.parse(source), name), allows):
            tree = ast.parse(source)
            function = found_in(tree, name)
            function.body = [ast.copy_location(statement, function.body[0]) for statement in ast.parse(way).body]
            yield file, ast.fix_missing_locations(tree)

    def noticed_by(self, tests: list[pytest.Item], file: Path, tree: ast.Module) -> tuple[str, str]:
        """In the child: the first test that fails."""
        assert self.imported.patch(file, tree)
        for test in tests:
            limit(20)
            if not runs(test):
                return KILLED, test.nodeid
        return SURVIVED, ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="(default: all)")
    parser.add_argument("--sample", type=int, default=0, help="rules to try (default: all)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument(
        "--thorough", action="store_true", help="break every function that cites a rule, and list what goes unnoticed"
    )
    options = parser.parse_args()
    ruleset_ids = options.rulesets or rulesets.ids()
    begun = time.monotonic()
    proofs = Proofs(ruleset_ids, options.sample, options.seed, options.thorough)
    folders = [str(ROOT / "tests" / rulesets.IDS[ruleset_id].rpartition(".")[2]) for ruleset_id in ruleset_ids]
    in_a_session(folders, proofs)
    if options.thorough:
        for ruleset_id, number, module, name in proofs.unnoticed:
            print(f"  {ruleset_id} {number}: not noticed: {module} {name}")
        print(f"{proofs.noticed} citations are proved, {len(proofs.unnoticed)} are not")
    print(f"{len(proofs.rules)} rules, {len(proofs.without)} without a proof ({time.monotonic() - begun:.0f} s)")
    return 1 if proofs.without else 0


if __name__ == "__main__":
    sys.exit(main())
