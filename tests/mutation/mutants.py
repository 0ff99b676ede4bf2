"""Small faults, one at a time: what a source file could say instead, and whether a test would notice.

A mutant is known by its module, its function and its change, not by its line, so a list of accepted ones survives edits.
Texts, annotations, decorators and what belongs to a message are left alone.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

Block = tuple[str, int]  # a module and a stretch of it that runs from beginning to end

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
}
OPPOSITES = {"min": "max", "max": "min", "any": "all", "all": "any"}
WORDS = {
    "label",
    "labels",
    "about",
    "help",
    "hint",
    "expected",
    "what",
    "text",
    "title",
    "now",
    "examples",
}  # keyword arguments that are said
CHECKS = {"strict"}  # keyword arguments by which the code checks itself; they change nothing where it is right
SAID = {"describe", "described", "label", "title", "words", "__repr__", "__str__"}  # functions that only make a text
TYPES = {"annotation", "returns", "decorator_list", "type_params"}
COMPOUND = (ast.If, ast.For, ast.While, ast.Try, ast.With, ast.Match)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Mutant:
    """One fault in one function."""

    module: str
    function: str
    line: int
    change: str
    block: Block
    number: int  # among those of its module

    @property
    def identity(self) -> tuple[str, str, str]:
        return self.module, self.function, self.change

    def __str__(self) -> str:
        return f"{self.module}:{self.line} {self.function}: {self.change}"


class Site(NamedTuple):
    """A place where a fault fits: what to change, and how it reads."""

    function: str
    line: int
    change: str
    block: int
    apply: Callable[[], None]


def mutants_of(module: str, source: str) -> list[Mutant]:
    """Every mutant of a module's functions."""
    return [
        Mutant(module, site.function, site.line, site.change, (module, site.block), number)
        for number, site in enumerate(sites(ast.parse(source)))
    ]


def mutated(source: str, number: int) -> ast.Module:
    """The tree of a module with one fault in it."""
    tree = ast.parse(source)
    for at, site in enumerate(sites(tree)):
        if at == number:
            site.apply()
            return ast.fix_missing_locations(tree)
    raise IndexError(number)


def sites(tree: ast.Module) -> Iterator[Site]:
    """Every place for a fault in the functions of a module, in the order of the text."""
    numbered(tree)
    for function, name in functions(tree):
        if function.name not in SAID and not function.name.endswith(("_in_words", "_examples")) and not only_makes_a_text(function):
            yield from Function(function, name).sites()


def functions(tree: ast.AST, within: str = "") -> Iterator[tuple[ast.FunctionDef, str]]:
    """The functions and methods of a module by qualified name; those inside a function belong to it."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from functions(node, f"{within}{node.name}.")
        elif isinstance(node, ast.FunctionDef):
            yield node, within + node.name
        elif isinstance(node, ast.If | ast.Try):
            yield from functions(node, within)


def numbered(tree: ast.Module) -> int:
    """Numbers the blocks of all functions, as `block` of each statement; returns how many there are."""
    count = 0

    def number(body: list[ast.stmt]) -> None:
        nonlocal count
        count += 1
        for statement in body:
            statement.block = count  # type: ignore[attr-defined]
            for inner in bodies(statement):
                number(inner)
            if isinstance(statement, COMPOUND):
                count += 1

    for function, _ in functions(tree):
        number(function.body)
    return count + 1


def bodies(statement: ast.stmt) -> list[list[ast.stmt]]:
    """The lists of statements inside a statement."""
    found = [getattr(statement, field, None) for field in ("body", "orelse", "finalbody")]
    found += [part.body for part in [*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())]]
    return [body for body in found if isinstance(body, list) and body]


def probed(source: str, reached: str) -> ast.Module:
    """The tree of a module whose every block first adds its number to the set called `reached`."""
    tree = ast.parse(source)
    numbered(tree)

    def probe(body: list[ast.stmt]) -> None:
        first, last = 0, None
        while first < len(body) and is_docstring(body[first]):
            first += 1
        for statement in list(body[first:]):
            for inner in bodies(statement):
                probe(inner)
            if statement.block != last:  # type: ignore[attr-defined]
                last = statement.block  # type: ignore[attr-defined]
                added = ast.parse(f"{reached}.add({last})").body[0]
                body.insert(body.index(statement), ast.copy_location(added, statement))

    for function, _ in functions(tree):
        probe(function.body)
    return ast.fix_missing_locations(tree)


def is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


class Function:
    """The places for a fault in one function."""

    def __init__(self, function: ast.FunctionDef, name: str) -> None:
        self.function = function
        self.name = name
        self.block = 0
        self.known = {argument.arg for argument in ast.walk(function.args) if isinstance(argument, ast.arg)}

    def sites(self) -> Iterator[Site]:
        yield from self.in_body(self.function.body)

    def site(self, node: ast.AST, change: str, apply: Callable[[], None]) -> Site:
        return Site(self.name, getattr(node, "lineno", self.function.lineno), change, self.block, apply)

    def replace(self, holder: ast.AST, field: str, at: int | None, new: ast.AST) -> Site:
        """A fault that puts one node in the place of another."""
        old = getattr(holder, field) if at is None else getattr(holder, field)[at]
        ast.copy_location(new, old)

        def apply() -> None:
            if at is None:
                setattr(holder, field, new)
            else:
                getattr(holder, field)[at] = new

        return self.site(old, f"{short(old)} -> {short(new)}", apply)

    def in_body(self, body: list[ast.stmt]) -> Iterator[Site]:
        for at, statement in enumerate(body):
            self.block = statement.block  # type: ignore[attr-defined]
            if is_docstring(statement):
                continue
            if self.may_go(statement, body, at):
                yield self.deletion(statement, body, at)
            yield from self.in_statement(statement)
            self.known |= {
                node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
            }

    def deletion(self, statement: ast.stmt, body: list[ast.stmt], at: int) -> Site:
        def apply() -> None:
            body[at] = ast.copy_location(ast.Pass(), statement)

        return self.site(statement, f"delete: {short(statement)}", apply)

    def may_go(self, statement: ast.stmt, body: list[ast.stmt], at: int) -> bool:
        """Whether the function still makes some sense without the statement."""
        if isinstance(statement, ast.Expr | ast.AugAssign | ast.Raise | ast.Continue | ast.Break):
            return True
        if isinstance(statement, ast.Return):
            return (statement.value is not None and not is_none(statement.value)) or body is not self.function.body
        if isinstance(statement, ast.Assign):
            if is_said(statement.value):
                return False
            names = [node.id for target in statement.targets for node in ast.walk(target) if isinstance(node, ast.Name)]
            return all(name in self.known for name in names)
        return False

    def in_statement(self, statement: ast.stmt) -> Iterator[Site]:
        if isinstance(statement, ast.ClassDef | ast.Import | ast.ImportFrom):
            return
        if isinstance(statement, FUNCTIONS):
            block = self.block
            yield from self.in_body(statement.body)
            self.block = block
            return
        block = self.block
        if isinstance(statement, ast.If):
            yield self.replace(statement, "test", None, ast.Constant(True))
        if isinstance(statement, ast.If | ast.While):
            yield self.replace(statement, "test", None, ast.Constant(False))
        yield from self.in_fields(statement)
        for body in bodies(statement):
            yield from self.in_body(body)
        self.block = block

    def in_fields(self, node: ast.AST) -> Iterator[Site]:
        """The faults in the expressions of a node, not in its statements, annotations and texts."""
        for field, value in ast.iter_fields(node):
            if field in TYPES:
                continue
            for at, part in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if isinstance(part, ast.expr):
                    yield from self.in_expression(node, field, at, part)
                elif isinstance(part, ast.keyword):
                    if part.arg not in WORDS | CHECKS:
                        yield from self.in_expression(part, "value", None, part.value)
                elif isinstance(part, ast.comprehension):
                    yield from self.in_comprehension(part)
                elif isinstance(part, ast.withitem | ast.pattern):
                    yield from self.in_fields(part)
                elif isinstance(part, ast.match_case):
                    yield from self.in_fields(part.pattern)

    def in_comprehension(self, part: ast.comprehension) -> Iterator[Site]:
        yield from self.in_expression(part, "iter", None, part.iter)
        for at, test in enumerate(part.ifs):
            yield self.replace(part, "ifs", at, ast.Constant(True))
            yield from self.in_expression(part, "ifs", at, test)

    def in_expression(self, holder: ast.AST, field: str, at: int | None, node: ast.expr) -> Iterator[Site]:
        if isinstance(node, ast.JoinedStr) or is_annotation(node) or chooses_words(node):
            return
        for new in faults(node):
            yield self.replace(holder, field, at, new)
        yield from self.in_fields(node)


def faults(node: ast.expr) -> Iterator[ast.expr]:
    """What an expression could be instead."""
    if isinstance(node, ast.Compare):
        for at, operator in enumerate(node.ops):
            ops = [*node.ops[:at], COMPARISONS[type(operator)](), *node.ops[at + 1 :]]
            yield ast.Compare(node.left, ops, node.comparators)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield node.operand
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS and not is_text(node):
        yield ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right)
    elif isinstance(node, ast.IfExp):
        yield node.body
        yield node.orelse
    elif isinstance(node, ast.Constant):
        yield from other_constants(node.value)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in OPPOSITES and node.args:
        yield ast.Call(ast.Name(OPPOSITES[node.func.id], ast.Load()), node.args, node.keywords)
    elif isinstance(node, ast.Dict) and node.keys:
        yield ast.Dict(node.keys[:-1], node.values[:-1])
    elif (
        isinstance(node, ast.List | ast.Tuple | ast.Set)
        and len(node.elts) > 1
        and isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
    ):
        yield type(node)(node.elts[:-1], *([ast.Load()] if not isinstance(node, ast.Set) else []))


def other_constants(value: Any) -> Iterator[ast.expr]:
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int):
        yield ast.Constant(value + 1)
        if value > 0:
            yield ast.Constant(value - 1)


def is_annotation(node: ast.expr) -> bool:
    """Whether an expression is about types only: `cast("...", x)` and unions of types."""
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.BitOr)
        and all(isinstance(side, ast.Name | ast.Attribute | ast.BinOp | ast.Constant) for side in (node.left, node.right))
    )


def is_text(node: ast.BinOp) -> bool:
    return any(
        isinstance(side, ast.JoinedStr) or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in ast.walk(node)
    )


def chooses_words(node: ast.expr) -> bool:
    """Whether an expression is one text or another: the words of a message."""
    return isinstance(node, ast.IfExp) and any(
        isinstance(side, ast.JoinedStr)
        or (isinstance(side, ast.Constant) and isinstance(side.value, str) and not side.value.isidentifier())
        for side in (node.body, node.orelse)
    )


def is_said(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value)


def only_makes_a_text(function: ast.FunctionDef) -> bool:
    """Whether a function returns a sentence that is shown, which kept screens and reports hold; not why something is refused."""
    returned = [node.value for node in ast.walk(function) if isinstance(node, ast.Return) and node.value]
    why = (ast.get_docstring(function) or "").startswith("Why ")
    return bool(returned) and all(map(is_sentence, returned)) and ast.unparse(function.returns or function) == "str" and not why


def is_sentence(node: ast.AST) -> bool:
    """Whether an expression makes a text of several words."""
    if isinstance(node, ast.IfExp):
        return is_sentence(node.body) or is_sentence(node.orelse)
    if isinstance(node, ast.BinOp):
        return is_sentence(node.left) or is_sentence(node.right)
    return isinstance(node, ast.JoinedStr) and any(isinstance(part, ast.Constant) and " " in part.value for part in node.values)


def is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def short(node: ast.AST, most: int = 110) -> str:
    """Code on one line, not too long to be listed."""
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= most else f"{text[: most - 24]} ... {text[-19:]}"
