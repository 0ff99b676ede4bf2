"""What is where in a scenario's text: the values that a path names, and what is at the top level.

A path names a value by its keys: ("attacker",), ("bases", "malta", "side"). In a list, a key is the `id` of the entry, or its
number from 1 on: ("units", "zeros", "count"), ("counterair", "1", "with").
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

import yaml

Path: TypeAlias = tuple[str, ...]


BOM = "\ufeff"
LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # the C parser, if there is one: it is a hundred times as fast


class Place(NamedTuple):
    """An entry of a mapping or a list, and what it is in."""

    parent: yaml.CollectionNode
    key: yaml.Node | None
    value: yaml.Node


def composed(text: str) -> yaml.Node | None:
    """The text as nodes with their places; None if it is empty."""
    loader = yaml.BaseLoader if text.startswith(BOM) else LOADER  # the C parser does not count a byte order mark
    root: yaml.Node | None = yaml.compose(text, Loader=loader)
    return root


def find(node: yaml.Node | None, path: Path) -> Place | None:
    """The value that a path names."""
    place: Place | None = None
    for step in path:
        place = entry_of(node, step)
        if place is None:
            return None
        node = place.value
    return place


def entry_of(node: yaml.Node | None, step: str) -> Place | None:
    """The entry of a mapping or a list that one key names."""
    if isinstance(node, yaml.MappingNode):
        return next((Place(node, key, value) for key, value in node.value if key.value == step), None)
    if isinstance(node, yaml.SequenceNode):
        for item in node.value:
            known = entry_of(item, "id") if isinstance(item, yaml.MappingNode) else None
            if known is not None and known.value.value == step:
                return Place(node, None, item)
        if step.isdecimal() and len(step) < 6 and 1 <= int(step) <= len(node.value):
            return Place(node, None, node.value[int(step) - 1])
    return None


class Outline(NamedTuple):
    """The top level of a scenario: single words and numbers by key, and the ids in its lists."""

    words: dict[str, str]
    ids: dict[str, tuple[str, ...]]


def outline_of(text: str) -> Outline:
    """The outline of a scenario."""
    root = composed(text)
    pairs = root.value if isinstance(root, yaml.MappingNode) else []
    words = {str(key.value): str(value.value) for key, value in pairs if isinstance(value, yaml.ScalarNode)}
    lists = {str(key.value): value for key, value in pairs if isinstance(value, yaml.SequenceNode)}
    return Outline(words, {name: tuple(ids_in(items)) for name, items in lists.items()})


def ids_in(items: yaml.SequenceNode) -> Iterator[str]:
    """The ids of the entries of a list."""
    for item in items.value:
        known = entry_of(item, "id")
        if known is not None:
            yield str(known.value.value)


def node_at(text: str, path: Path) -> yaml.Node | None:
    """The value that a path names; an empty path names the whole text."""
    root = composed(text)
    place = find(root, path)
    return root if not path else place.value if place else None


def known_keys(text: str, path: Path) -> list[str]:
    """The keys of a mapping, or the ids and numbers of a list."""
    node = node_at(text, path)
    if isinstance(node, yaml.SequenceNode):
        return [*ids_in(node), *(str(number) for number in range(1, len(node.value) + 1))]
    return [str(key.value) for key, _ in node.value] if isinstance(node, yaml.MappingNode) else []


def takes_new_keys(text: str, path: Path) -> bool:
    """Whether a path names a mapping, where a key can be added."""
    return isinstance(node_at(text, path), yaml.MappingNode)
