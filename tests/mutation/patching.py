"""Puts other code into functions that are already imported, wherever they are referred to."""

from __future__ import annotations

import ast
import functools
import gc
import inspect
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from airwar.engine import rule

ROOT = Path(__file__).parents[2]
Place = tuple[str, str, int]  # file, qualified name, first line


def everything() -> list[Any]:
    """All objects that the collector tracks, with those that it was told to leave alone: it would not list them."""
    gc.unfreeze()
    return gc.get_objects()


class Imported:
    """The functions of the imported modules by their place in the text."""

    def __init__(self, files: list[Path]) -> None:
        wanted = {str(file) for file in files}
        self.functions: dict[Place, list[FunctionType]] = {}
        for found in everything():
            if isinstance(found, FunctionType) and found.__code__.co_filename in wanted:
                self.functions.setdefault(place(found.__code__), []).append(found)

    def patch(self, file: Path, tree: ast.Module) -> int:
        """Gives every function of a file the code that it has in the tree. Returns how many changed. May raise ValueError."""
        changed = 0
        for code in codes(compile(tree, str(file), "exec", dont_inherit=True)):
            for function in self.functions.get(place(code), ()):
                if function.__code__ != code:
                    cited = rule._FIRST_RULE.get(function.__code__)
                    if cited is not None:
                        rule._FIRST_RULE[code] = cited
                    function.__code__ = code
                    changed += 1
        return changed


def place(code: CodeType) -> Place:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def codes(code: CodeType) -> Iterator[CodeType]:
    """All code inside a code object, and inside that."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from codes(constant)


class Caches:
    """The caches of the imported functions, to be emptied so that nothing remembers what the code did before."""

    def __init__(self) -> None:
        self.found = [found for found in everything() if isinstance(found, functools._lru_cache_wrapper) and is_ours(found)]

    def forget(self) -> None:
        for found in self.found:
            found.cache_clear()


def is_ours(cached: Any) -> bool:
    """Whether a cache may hold what mutated code did. Others hold what is made once, such as commands and the list of rulesets."""
    file = Path(inspect.getfile(inspect.unwrap(cached)))
    made_once = file.is_relative_to(ROOT / "airwar" / "cli") or file == ROOT / "airwar" / "rulesets" / "__init__.py"
    return file.is_relative_to(ROOT) and not made_once
