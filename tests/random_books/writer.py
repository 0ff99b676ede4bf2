"""Writes scenarios from scratch, by the shapes that a ruleset declares: every section and every field may appear.

A shape knows what a value looks like, not what makes sense. Each ruleset adds a few habits: whose base a unit is at, who
attacks whom. What is still wrong is removed by the problems that airwar reports, so that most of what is written can be
played, and every refusal is tested on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from airwar import rulesets
from airwar.rulesets.kit.records import OrAsk
from airwar.scenario.shape import Anything, Date, Either, Exact, Flag, Id, ListOf, MapOf, OneOf, PartRef, Record, Ref, Text, Whole
from airwar.setup.loading import shape_of

LEFT_OUT = object()  # what a habit returns for a field that is not written
SMALL = (0, 0, 1, 1, 1, 2, 2, 3, 4, 5, 8)
FRACTIONS = ("0", "1/2", "1", "1", "2", "3", "5/2", "0.5", "7", "12", "20")
TEXTS = ("Alpha", "no", "3:1", "010", "Größe Süd", "a # b", "null", "x" * 30)

Tree = dict[str, Any]
Habit = Callable[["Writer", Tree], Any]  # makes a value, given what its mapping has so far


class Writer:
    """Writes one scenario. `ids` are the names that each section declares, chosen before anything is written."""

    def __init__(self, random: Random, ruleset: str, ids: dict[str, list[str]], habits: dict[str, Any], odds: dict[str, float]):
        self.random = random
        self.ids = ids
        self.habits = habits  # by path, as units.*.at; or by shape
        self.odds = odds  # how often an optional field is written, by path
        self.document: Tree = {"airwar": 1, "ruleset": ruleset, "title": "Random"}
        self.key = ""  # of the mapping that is being written
        self.ruleset = rulesets.load(ruleset)
        self.shape = shape_of(self.ruleset)
        self.habits.setdefault("choices", Writer.choices)

    def write(self) -> Tree:
        self.fill(self.document, self.shape, "")
        return self.document

    def choices(self, tree: Tree) -> Any:
        """The usual answer to some decisions, as a mapping or as a list."""
        known = [f"*.{name.removeprefix('*.')}" for name in self.ruleset.decisions]
        said = dict.fromkeys([*self.some(known, 0, 3), "*"], "default")
        return [{name: answer} for name, answer in said.items()] if self.happens(0.5) else said

    # chance

    def happens(self, chance: float) -> bool:
        """True now and then; what shrinks becomes False."""
        return self.random.random() > 1 - chance

    def one(self, values: Any) -> Any:
        values = list(values)
        return self.random.choice(values) if values else LEFT_OUT

    def some(self, values: Any, least: int = 0, most: int = 3) -> list[Any]:
        values = list(values)
        number = min(len(values), self.random.randint(least, most))
        return self.random.sample(values, number)

    def small(self, least: int, most: int) -> int:
        return min(most, least + self.random.choice(SMALL))

    # values

    def fill(self, tree: Tree, record: Record, path: str) -> None:
        """Writes the fields of a mapping."""
        for name, field in record.fields.items():
            if name in tree:
                continue
            at = f"{path}.{name}" if path else name
            if field.required or self.happens(self.odds.get(at, self.odds.get(f"*.{name}", 0.2))):
                value = self.value(field.shape, at, tree)
                if value is not LEFT_OUT:
                    tree[name] = value

    def value(self, shape: Any, path: str, tree: Tree) -> Any:
        """A value of a shape; by habit, if there is one."""
        for habit in (self.habits.get(path), self.habits.get(shape) if isinstance(shape, Text | Id) else None):
            if habit is not None:
                return habit(self, tree)
        match shape:
            case Record():
                inner: Tree = {}
                self.fill(inner, shape, path)
                return inner
            case ListOf():
                return self.listed(shape, path, tree)
            case MapOf():
                return self.mapped(shape, path, tree)
            case Either():
                return self.value(self.one(shape.shapes), path, tree)
            case OrAsk():
                return "ask" if self.happens(0.1) else self.value(shape.shape, path, tree)
        return self.single(shape)

    def single(self, shape: Any) -> Any:
        match shape:
            case Whole():
                return self.random.randint(shape.minimum, shape.maximum) if shape.minimum < 0 else self.whole(shape)
            case Flag():
                return self.happens(0.5)
            case OneOf():
                return self.one(shape.names)
            case PartRef():
                whole = self.ref(shape)
                return f"{whole}/{self.one(self.ids[shape.places])}" if whole is not LEFT_OUT and self.happens(0.1) else whole
            case Ref():
                return self.ref(shape)
            case Exact():
                return self.one(FRACTIONS)
            case Date():
                return self.one(("1940", "1943-07", "1944-12", "1945"))
            case Id():
                return self.one(("x", "y", "z"))
            case Anything():
                return "default"
        return self.one(TEXTS)

    def whole(self, shape: Whole) -> int:
        return self.small(shape.minimum, shape.maximum) if self.happens(0.98) else self.random.randint(shape.minimum, shape.maximum)

    def ref(self, shape: Ref) -> Any:
        return self.one(name for section in shape.names for name in self.ids.get(section, ()))

    def listed(self, shape: ListOf, path: str, tree: Tree) -> Any:
        inside = f"{path}.*"
        record = shape.shape if isinstance(shape.shape, Record) else None
        if record and "id" in record.fields:
            names = self.ids.get(shape.declares or path.replace(".*", ""), [f"{path.split('.')[-1]}-{n}" for n in range(3)])
            return [self.entry(record, inside, {"id": name}) for name in names]
        number = self.random.randint(shape.minimum, min(shape.maximum, shape.minimum + 3))
        made = [self.value(shape.shape, inside, tree) for _ in range(number)]
        return [value for value in made if value is not LEFT_OUT]

    def entry(self, record: Record, path: str, begun: Tree) -> Tree:
        self.fill(begun, record, path)
        return begun

    def mapped(self, shape: MapOf, path: str, tree: Tree) -> Tree:
        inside = f"{path}.*"
        if shape.declares:
            names = self.ids.get(shape.declares, [])
        elif isinstance(shape.key, Ref):
            names = self.some([name for section in shape.key.names for name in self.ids.get(section, ())], 1, 3)
        else:
            key = self.habits.get(f"{path}.key")
            names = key(self, tree) if key else [f"n{n}" for n in range(self.random.randint(max(1, shape.minimum), 2))]
        made: Tree = {}
        for self.key in names:
            value = self.value(shape.shape, inside, {"id": self.key})
            if value is not LEFT_OUT:
                made[self.key] = value
        return made


# text


def lines_of(
    value: Any, path: tuple[Any, ...] = (), indent: str = "", first: str | None = None
) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """A tree as lines of YAML, each with the path of what is on it."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in pairs:
        lead, first = indent if first is None else first, None
        mark = f"{plain(key)}:" if isinstance(value, dict) else "-"
        if isinstance(item, str) and "\n" in item:
            yield f"{lead}{mark} |", (*path, key)
            for line in item.splitlines():
                yield f"{indent}  {line}", (*path, key)
        elif not item or not isinstance(item, dict | list) or (isinstance(item, list) and not isinstance(item[0], dict)):
            yield f"{lead}{mark} {flow(item)}", (*path, key)
        else:
            yield from opened(item, (*path, key), indent, lead, mark)


def opened(item: Any, path: tuple[Any, ...], indent: str, lead: str, mark: str) -> Iterator[tuple[str, tuple[Any, ...]]]:
    if mark == "-" and isinstance(item, dict):
        yield from lines_of(item, path, indent + "  ", lead + "- ")
    else:
        yield f"{lead}{mark}", path
        yield from lines_of(item, path, indent + "  ")


def flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{}"
    return f"[{', '.join(map(plain, value))}]" if isinstance(value, list) else plain(value)


def plain(value: Any) -> str:
    """A scalar. Numbers and flags must not be in quotes, and other text is, unless it cannot be mistaken."""
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    simple = text.replace("-", "").replace("/", "").replace(".", "").replace("_", "")
    return text if (simple.isascii() and simple.isalnum() and not text.startswith("-")) or isinstance(value, int) else f'"{text}"'
