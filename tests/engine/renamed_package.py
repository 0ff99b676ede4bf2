"""A later version of airwar, made from this one: every name and every sentence that a log must not depend on is different.

In the copy that `make` writes,

- every class, step and other module-level function of the rulesets has another name, wherever it is used,
- notes, rulings, statuses, headings, titles of tables, questions for facts and names of modifiers are in other words,
- every game has one option more,
- the version is 99.0.0.

Modules, methods and fields keep their names: an attribute does not say which class it belongs to.
"""

from __future__ import annotations

import ast
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from airwar.engine.collector import paused

VERSION = "99.0.0"
PREFIX = "In other words: "
NEW_OPTION = "one-option-more"

# What keeps its name, and why.
KEPT = {
    ("airwar.rulesets.ruleset", "Ruleset"): "outside.py looks it up by a text, to import it only when it is needed",
}

# What a ruleset tells: the class, and which of its fields is words.
TOLD = {"Note": "text", "Status": "text", "Ruling": "text", "NeedsChart": "text", "Sheet": "title", "Term": "name"}
TITLED = ("enter", "fact")  # the methods of a referee whose second argument is words
REWORDED = f'''"""What the rules of this copy tell, in other words. What a log says is read as it is."""

from dataclasses import is_dataclass, replace

from airwar.engine import dice, events


def reworded(kind, field):
    def make(*args, **more):
        made = kind(*args, **more)
        words = {{field: {PREFIX!r} + getattr(made, field)}}
        return replace(made, **words) if is_dataclass(made) else made._replace(**words)

    return make


for name, field in {TOLD!r}.items():
    globals()[name] = reworded(getattr(events, name, None) or getattr(dice, name), field)
Term.of = reworded(dice.Term.of, "name")
'''


def make(source: Path, target: Path) -> None:
    """Writes the copy of the package `airwar` and of the folder `scenarios`, both in `source`, to `target`."""
    for folder in ("airwar", "scenarios"):
        shutil.copytree(source / folder, target / folder, ignore=shutil.ignore_patterns("__pycache__"))
    with paused():  # syntax trees are very many objects, and none of them is garbage
        rename(target)
    (target / "airwar/version.py").write_text(f'__version__ = "{VERSION}"\n', encoding="utf-8")
    (target / "airwar/engine/reworded.py").write_text(REWORDED, encoding="utf-8")
    with (target / "airwar/engine/referee.py").open("a", encoding="utf-8") as referee:
        referee.write(
            "\n\nfrom airwar.engine.reworded import Note  # for `no_choice`; whoever looks at notes has them from events\n"
        )


def rename(folder: Path) -> None:
    """Rewrites the modules of a package that name something of its rulesets."""
    paths = {module_name(path.relative_to(folder)): path for path in sorted((folder / "airwar").rglob("*.py"))}
    texts = {module: path.read_text(encoding="utf-8") for module, path in paths.items()}
    trees = {module: ast.parse(text) for module, text in texts.items() if in_rulesets(module) or "rulesets" in text}
    names = Names(trees, set(paths))
    for module, tree in trees.items():
        Renaming(names, module).visit(tree)
        if in_rulesets(module):
            reword(tree)
        paths[module].write_text(ast.unparse(tree) + "\n", encoding="utf-8")


def module_name(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def in_rulesets(module: str) -> bool:
    return f"{module}.".startswith("airwar.rulesets.")


class NewName(str):
    """What a name stands for if it is renamed. A plain text is a module; None is anything else."""


class Names:
    """What each module has under which name."""

    def __init__(self, trees: dict[str, ast.Module], modules: set[str]) -> None:
        self.modules = modules
        self.defined: dict[tuple[str, str], NewName] = {}
        self.imported: dict[tuple[str, str], tuple[str, str]] = {}
        for module, tree in trees.items():
            for node in tree.body:
                match node:
                    case ast.ClassDef(name) if in_rulesets(module) and (module, name) not in KEPT:
                        self.defined[module, name] = NewName(f"Renamed{name}")
                    case ast.FunctionDef(name) if in_rulesets(module) and (module, name) not in KEPT:
                        self.defined[module, name] = NewName(f"renamed_{name}")
                    case ast.ImportFrom(str(home), aliases) if home != module:
                        self.imported.update({(module, alias.asname or alias.name): (home, alias.name) for alias in aliases})

    def at(self, module: str, name: str) -> str | None:
        """What a module has under a name."""
        if (module, name) in self.imported:
            return self.through(name, *self.imported[module, name])
        return self.defined.get((module, name)) or (f"{module}.{name}" if f"{module}.{name}" in self.modules else None)

    def through(self, alias: str, home: str, name: str) -> str | None:
        """What an import gives under an alias. An alias that is another name stays as it is."""
        found = self.at(home, name)
        return None if isinstance(found, NewName) and alias != name else found


class Scope:
    """A module, class, function or comprehension: what its names stand for, and where it uses which, each with its attributes."""

    def __init__(self, node: ast.AST, bound: Iterable[str]) -> None:
        self.node = node
        self.bound: dict[str, str | None] = dict.fromkeys(bound)
        self.used: list[tuple[ast.Name, list[ast.Attribute]]] = []


COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Renaming(ast.NodeVisitor):
    """Renames what a module defines and uses. Local variables, parameters, keywords, fields and methods are left alone.

    A name that a scope uses and does not bind belongs to the scope around it, and in the end to the module.
    """

    def __init__(self, names: Names, module: str) -> None:
        self.names = names
        self.module = module
        self.scopes: list[Scope] = []

    def within(self, node: ast.AST, parts: Iterable[ast.AST], bound: Iterable[str] = ()) -> None:
        """Visits a scope, then renames what it uses and binds; what it does not bind is left to the scope around it."""
        self.scopes.append(scope := Scope(node, bound))
        self.visit_all(parts)
        self.scopes.pop()
        around = self.innermost_but(ast.ClassDef)  # methods do not see the names of their class
        for name, attributes in scope.used:
            if name.id in scope.bound:
                self.rename(name, attributes, scope.bound[name.id])
            elif around:
                around.used.append((name, attributes))

    def rename(self, name: ast.Name, attributes: list[ast.Attribute], found: str | None) -> None:
        """Renames what is found under a name; if that is a module, what is found in it."""
        if isinstance(found, NewName):
            name.id = found
        elif found and attributes:
            first, *others = attributes
            found = self.names.at(found, first.attr)
            first.attr = found if isinstance(found, NewName) else first.attr
            self.rename(name, others, None if isinstance(found, NewName) else found)

    def innermost_but(self, *kinds: type[ast.AST]) -> Scope | None:
        return next((scope for scope in reversed(self.scopes) if not isinstance(scope.node, kinds)), None)

    def bind(self, name: str) -> str:
        """Binds a name in this scope. Returns its new name."""
        scope = self.scopes[-1]
        found = scope.bound[name] = self.names.at(self.module, name) if isinstance(scope.node, ast.Module) else None
        return found if isinstance(found, NewName) else name

    def visit_all(self, nodes: Iterable[ast.AST | None]) -> None:
        for node in nodes:
            if node is not None:
                self.visit(node)

    # scopes

    def visit_Module(self, node: ast.Module) -> None:
        self.within(node, node.body)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        node.name = self.bind(node.name)
        self.visit_all([*node.decorator_list, *node.bases, *node.keywords])
        self.within(node, node.body)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        node.name = self.bind(node.name)
        self.visit_all([*node.decorator_list, node.args, node.returns])
        self.within(node, node.body, parameters(node.args))

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.visit(node.args)
        self.within(node, [node.body], parameters(node.args))

    def visit_ListComp(self, node: Any) -> None:
        first, *others = node.generators
        self.visit(first.iter)
        results = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        self.within(node, [first.target, *first.ifs, *others, *results])

    visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_ListComp

    # names

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            self.scopes[-1].used.append((node, []))
        else:
            self.bind(node.id)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        attributes, value = [node], node.value
        while isinstance(value, ast.Attribute):
            attributes, value = [value, *attributes], value.value
        if isinstance(value, ast.Name):
            self.scopes[-1].used.append((value, attributes))
        else:
            self.visit(value)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.visit(node.value)
        function = self.innermost_but(*COMPREHENSIONS)
        assert function
        function.bound[node.target.id] = None

    def visit_MatchAs(self, node: ast.MatchAs | ast.MatchStar | ast.ExceptHandler) -> None:
        if node.name:
            self.bind(node.name)
        self.generic_visit(node)

    visit_MatchStar = visit_ExceptHandler = visit_MatchAs

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        for alias in node.names:
            home, name = node.module or "", alias.asname or alias.name
            self.scopes[-1].bound[name] = self.names.through(name, home, alias.name)
            found = self.names.at(home, alias.name)
            if isinstance(found, NewName):
                alias.name, alias.asname = found, found if alias.asname == alias.name else alias.asname

    # words

    def visit_Call(self, node: ast.Call) -> None:
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr in TITLED and in_rulesets(self.module):
            node.args[1] = ast.BinOp(ast.Constant(PREFIX), ast.Add(), node.args[1])


def parameters(args: ast.arguments) -> list[str]:
    every = [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]
    return [arg.arg for arg in every if arg]


def reword(tree: ast.Module) -> None:
    """Has a module import what it tells in other words. A table of options gets its last one again, under another name."""
    body: list[ast.stmt] = []
    for node in tree.body:
        match node:
            case ast.ImportFrom(str(home), aliases) if home.startswith("airwar.engine"):
                told = [alias for alias in aliases if alias.name in TOLD]
                others = [alias for alias in aliases if alias.name not in TOLD]
                body += [ast.ImportFrom(*part, 0) for part in (("airwar.engine.reworded", told), (home, others)) if part[1]]
                continue
            case ast.Assign([ast.Name("OPTIONS")], ast.Dict() as table) | ast.AnnAssign(
                ast.Name("OPTIONS"), _, ast.Dict() as table
            ):
                table.keys.insert(0, ast.Constant(NEW_OPTION))
                table.values.insert(0, next(one for key, one in zip(table.keys[:0:-1], table.values[::-1], strict=True) if key))
        body.append(node)
    tree.body = body
