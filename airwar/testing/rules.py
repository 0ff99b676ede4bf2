"""Checks that a rule index, the code of its ruleset and its tests agree."""

from __future__ import annotations

import ast
import pkgutil
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

from airwar.engine.rule import cited_in
from airwar.rulesets.index import RuleEntry

TREATMENTS = {"adjudicated", "checked", "input", "outside"}
Index = Mapping[str, RuleEntry]


def treated(index: Index) -> list[str]:
    """The rules that code must cite and tests must prove."""
    return [number for number, entry in index.items() if entry.treatment in ("adjudicated", "checked")]


def incomplete(index: Index) -> list[str]:
    """The rules without a treatment or a summary, and those outside without a reason."""
    return [
        number
        for number, entry in index.items()
        if entry.treatment not in TREATMENTS or not entry.summary or (entry.treatment == "outside" and not entry.reason)
    ]


@cache
def cited(package: str) -> Mapping[str, list[str]]:
    """Every rule number that the code of a ruleset cites, in any of its modules."""
    home = import_module(package)
    for module in pkgutil.walk_packages(home.__path__, f"{package}."):
        import_module(module.name)
    return cited_in(package)


def uncited(index: Index, package: str) -> list[str]:
    """The rules that code must cite but does not."""
    return [number for number in treated(index) if number not in cited(package)]


def unlisted(index: Index, package: str) -> list[str]:
    """The rules that code cites but the index does not list."""
    return [number for number in cited(package) if number not in index]


@dataclass(frozen=True)
class Proofs:
    """The names of the tests in a folder, and the rules that their markers name: `@pytest.mark.proves("18.522B")`."""

    names: tuple[str, ...]
    marked: frozenset[str]

    def prove(self, number: str) -> bool:
        """Whether a test is named for exactly this rule, or marked with it."""
        slug = re.sub(r"[.\-]", "_", number.lower())
        return number in self.marked or any(re.match(rf"test_{slug}_(?!\d)", name) for name in self.names)


@cache
def proofs_in(folder: Path) -> Proofs:
    """The tests of a folder, read without being run."""
    names: list[str] = []
    marked: set[str] = set()
    for file in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                names.append(node.name)
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and getattr(mark.func, "attr", "") == "proves":
                        marked |= {str(argument.value) for argument in mark.args if isinstance(argument, ast.Constant)}
    return Proofs(tuple(names), frozenset(marked))


def unproved(index: Index, folder: Path) -> list[str]:
    """The rules that a test must prove but none does."""
    proofs = proofs_in(folder)
    return [number for number in treated(index) if not proofs.prove(number)]
