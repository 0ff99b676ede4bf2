"""From the end of a turn to the next scenario: edits that lead to the starting position and keep the player's own text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from airwar.engine.events import Sheet
from airwar.rulesets.kit.records import Book, BookByName, BookOf, declared, is_record, written, yaml_name
from airwar.rulesets.kit.rulings import Rulings
from airwar.rulesets.kit.scenario_text import carried_on, flow, section_lines
from airwar.scenario.edit import Add, Drop, Edit, Set
from airwar.scenario.outline import Path
from airwar.scenario.shape import MapOf, Record, Shape


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
            yield from value_edits(about.yaml.shape, before, after, at)


def value_edits(shape: Shape, before: Any, after: Any, at: Path) -> Iterator[Edit]:
    if isinstance(after, Book) and isinstance(before, Book) and before and isinstance(shape, BookOf | BookByName):
        yield from (Drop((*at, key)) for key in before if key not in after)
        earlier = neighbors(list(before), list(after))
        for key, one in after.items():
            if key in before:
                yield from value_edits(shape.shape, before[key], one, (*at, key))
            elif isinstance(shape, BookOf):
                yield Add((*at, earlier[key]), flow(shape.shape.write(one)))
            else:
                yield Set((*at, key), flow(shape.shape.write(one)))
    elif is_record(after) and is_record(before):
        yield from edits(before, after, at)
    elif isinstance(shape, Record | MapOf) and before and after and before != after:
        yield from mapping_edits(shape, before, after, at)
    elif before != after:
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


def mapping_edits(shape: Record | MapOf, before: Mapping[str, Any], after: Mapping[str, Any], at: Path) -> Iterator[Edit]:
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
            yield from value_edits(inner, before[key], after[key], (*at, key))


def whole_sections(was: Any, now: Any) -> list[Edit]:
    """Like `edits`, in whole sections, for a text that cannot be edited piece by piece."""
    before, after = written(was), written(now)
    changed = [name for name in dict.fromkeys((*before, *after)) if before.get(name) != after.get(name)]
    return [Set((name,), flow(after[name])) if name in after else Drop((name,)) for name in changed]


def to_continue(position: Any) -> Sheet:
    """The last table of a game: its position as the text of a scenario."""
    tree = written(position)
    return carried_on(", ".join(tree), [line for name, value in tree.items() for line in section_lines(name, value)])
