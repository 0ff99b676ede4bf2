"""From the end of a turn to the next scenario: edits that keep the player's own text, and the position written out.

What `to_continue` prints at the end of a game can be pasted into the next scenario.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Any

from airwar.engine.events import Sheet
from airwar.rulesets.kit.records import Book, BookByName, BookOf, declared, is_record, written, yaml_name
from airwar.rulesets.kit.rulings import Rulings
from airwar.scenario.edit import Add, Drop, Edit, Path, Set
from airwar.scenario.shape import MapOf, Record, Shape, Tree


def edits(was: Any, now: Any, path: Path = ()) -> Iterator[Edit]:
    """The edits that turn a scenario with position `was` into one with position `now`."""
    for data in fields(now):
        about, before, after = declared(data), getattr(was, data.name), getattr(now, data.name)
        if before == after or about.fixed:
            continue
        at = (*path, yaml_name(data))
        if isinstance(after, Rulings):
            yield from (Set(("options", name), value) for name, value in after.chosen_values.items())
            yield from (Drop(("options", name)) for name in before.chosen_values if name not in after.chosen_values)
        elif about.yaml is not None and not about.yaml.required and after == about.yaml.default:
            yield Drop(at)
        elif about.yaml is not None:
            yield from _value_edits(about.yaml.shape, before, after, at)


def _value_edits(shape: Shape, before: Any, after: Any, at: Path) -> Iterator[Edit]:
    if before == after:
        return
    if isinstance(after, Book) and isinstance(before, Book) and before and isinstance(shape, BookOf | BookByName):
        yield from (Drop((*at, key)) for key in before if key not in after)
        earlier = neighbors(list(before), list(after))
        for key, one in after.items():
            if key in before:
                yield from _value_edits(shape.shape, before[key], one, (*at, key))
            elif isinstance(shape, BookOf):
                yield Add((*at, earlier[key]), flow(shape.shape.write(one)))
            else:
                yield Set((*at, key), flow(shape.shape.write(one)))
    elif is_record(after) and is_record(before):
        yield from edits(before, after, at)
    elif isinstance(shape, Record | MapOf) and before and after:
        yield from _mapping_edits(shape, before, after, at)
    else:
        yield Set(at, flow(shape.write(after)))


def neighbors(before: list[str], after: list[str]) -> dict[str, str]:
    """The old entry after which each new one goes, so that it comes before the next old one that is left."""
    found, behind = {}, before[-1]
    for key in reversed(after):
        if key in before:
            behind = before[max(0, before.index(key) - 1)]
        else:
            found[key] = behind
    return found


def _mapping_edits(shape: Record | MapOf, before: Mapping[str, Any], after: Mapping[str, Any], at: Path) -> Iterator[Edit]:
    """Like `edits`, for a mapping that is not a record: the entries that have changed."""
    was, now = shape.write(before), shape.write(after)
    assert isinstance(was, dict)
    assert isinstance(now, dict)
    if not now:
        yield Set(at, flow(now))
        return
    yield from (Drop((*at, key)) for key in was if key not in now)
    for key in now:
        inner = shape.fields[key].shape if isinstance(shape, Record) else shape.shape
        if key not in was:
            yield Set((*at, key), flow(now[key]))
        else:
            yield from _value_edits(inner, before[key], after[key], (*at, key))


def whole_sections(was: Any, now: Any) -> list[Edit]:
    """Like `edits`, in whole sections, for a text that cannot be edited piece by piece."""
    before, after = written(was), written(now)
    changed = [name for name in dict.fromkeys((*before, *after)) if before.get(name) != after.get(name)]
    return [Set((name,), flow(after[name])) if name in after else Drop((name,)) for name in changed]


def to_continue(position: Any) -> Sheet:
    """The last table of a game: its position as the text of a scenario."""
    tree = written(position)
    return _carried_on(", ".join(tree), [line for name, value in tree.items() for line in section_lines(name, value)])


# a position as text

PLAIN = re.compile(r"-?\d+|[A-Za-z0-9][\w .'/()-]*")
WIDTH = 78  # fits a terminal, which would break longer lines where YAML does not allow it


def _carried_on(what: str, lines: Sequence[str]) -> Sheet:
    """The last table of a game: parts of a scenario that begins where this one ends."""
    return Sheet("To continue from here, in a scenario", (what,), tuple((line,) for line in lines))


def mapping_lines(start: str, said: Mapping[str, str | Sequence[str]]) -> list[str]:
    """A mapping in YAML flow style, after a start such as `  - ` or `  kursk: `, in lines that fit a terminal.

    A sequence becomes a list, which may continue on the next line.
    """
    indent = " " * (len(start) - len(start.lstrip()) + 4)
    entries = [part for key, value in said.items() for part in _entry_parts(key, value)] or [""]
    lines = [f"{start}{{{entries[0]}"]
    for entry in entries[1:]:
        longer = f"{lines[-1]}, {entry}"
        if len(longer) < WIDTH:
            lines[-1] = longer
        else:
            lines[-1] += ","
            lines.append(indent + entry)
    lines[-1] += "}"
    return lines


def _entry_parts(key: str, value: str | Sequence[str]) -> list[str]:
    """The parts of an entry that must not be broken; commas go between them."""
    parts = [value] if isinstance(value, str) else f"[{', '.join(value)}]".split(", ")
    return [f"{key}: {parts[0]}", *parts[1:]]


@lru_cache(maxsize=4096)
def scalar(text: str) -> str:
    """A name as YAML text, quoted where necessary."""
    plain = PLAIN.fullmatch(text) and text.strip() == text
    return text if plain else json.dumps(text, ensure_ascii=False)


def flow(tree: Tree) -> str:
    """A value on one line."""
    if isinstance(tree, dict):
        return f"{{{', '.join(f'{scalar(key)}: {flow(value)}' for key, value in tree.items())}}}"
    return f"[{', '.join(map(flow, tree))}]" if isinstance(tree, list) else scalar(tree)


def section_lines(name: str, tree: Tree, indent: str = "") -> list[str]:
    """A section of a scenario, one entry per line; longer ones are broken where YAML allows it."""
    if isinstance(tree, list) and all(isinstance(item, dict) for item in tree) and tree:
        return [f"{indent}{name}:", *(line for item in tree for line in entry_lines(f"{indent}  - ", item))]
    if isinstance(tree, dict) and any(isinstance(value, dict) for value in tree.values()):
        return [
            f"{indent}{name}:",
            *(line for key, value in tree.items() for line in section_lines(scalar(key), value, f"{indent}  ")),
        ]
    return entry_lines(f"{indent}{name}: ", tree)


def entry_lines(start: str, tree: Tree) -> list[str]:
    if not isinstance(tree, dict):
        return [f"{start}{flow(tree)}"]
    names = {scalar(key): value for key, value in tree.items()}
    return mapping_lines(start, {key: parts(value) for key, value in names.items()})


def parts(tree: Tree) -> str | list[str]:
    """A value for one line, or a list of names as parts between which a line may be broken."""
    return [flow(one) for one in tree] if isinstance(tree, list) and all(isinstance(one, str) for one in tree) else flow(tree)
