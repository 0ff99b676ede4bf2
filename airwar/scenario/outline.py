"""What is where in a scenario's text: the values that a path names, and what is at the top level.

A path names a value by its keys: ("attacker",), ("bases", "malta", "side"). In a list, a key is the `id` of the entry, or its
number from 1 on: ("units", "zeros", "count"), ("counterair", "1", "with").
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

import yaml

Path: TypeAlias = tuple[str, ...]


_BOM = "\ufeff"
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # the C parser, if there is one: it is a hundred times faster


class Place(NamedTuple):
    """An entry of a mapping or a list, and what it is in."""

    parent: yaml.CollectionNode
    key: yaml.Node | None
    value: yaml.Node


def composed(text: str) -> yaml.Node | None:
    """The text as nodes with their places; None if it is empty."""
    loader = yaml.BaseLoader if text.startswith(_BOM) else _LOADER  # the C parser does not count a byte order mark
    root: yaml.Node | None = yaml.compose(text, Loader=loader)
    return root


class Tree:
    """A text as nodes, with the entries of its mappings and lists by key. Nodes it has looked at must not change."""

    def __init__(self, root: yaml.Node | None) -> None:
        self.root = root
        self._known: dict[int, dict[str, Place]] = {}  # by the identity of a node

    def find(self, path: Path) -> Place | None:
        """The value that a path names."""
        node, place = self.root, None
        for step in path:
            place = self._entry(node, step)
            if place is None:
                return None
            node = place.value
        return place

    def _entry(self, node: yaml.Node | None, step: str) -> Place | None:
        """The entry of a mapping or a list that one key names."""
        if not isinstance(node, yaml.CollectionNode):
            return None
        if id(node) not in self._known:
            self._known[id(node)] = _by_key(node)
        place = self._known[id(node)].get(step)
        if place is None and isinstance(node, yaml.SequenceNode) and step.isdecimal() and len(step) < 6:
            return Place(node, None, node.value[int(step) - 1]) if 1 <= int(step) <= len(node.value) else None
        return place


def _by_key(node: yaml.CollectionNode) -> dict[str, Place]:
    """The entries of a mapping by key, or of a list by id; the first of two counts."""
    if isinstance(node, yaml.MappingNode):
        return {key.value: Place(node, key, value) for key, value in reversed(node.value) if isinstance(key, yaml.ScalarNode)}
    return {known: Place(node, None, item) for item in reversed(node.value) if (known := _id_of(item)) is not None}


def _id_of(item: yaml.Node) -> str | None:
    """The id of an entry of a list."""
    pairs = item.value if isinstance(item, yaml.MappingNode) else ()
    known = next((value for key, value in pairs if key.value == "id"), None)
    return str(known.value) if isinstance(known, yaml.ScalarNode) else None


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
    return Outline(words, {name: tuple(_ids_in(items)) for name, items in lists.items()})


def _ids_in(items: yaml.SequenceNode) -> Iterator[str]:
    """The ids of the entries of a list."""
    return (known for item in items.value if (known := _id_of(item)) is not None)


def _node_at(text: str, path: Path) -> yaml.Node | None:
    """The value that a path names; an empty path names the whole text."""
    root = composed(text)
    place = Tree(root).find(path)
    return root if not path else place.value if place else None


def known_keys(text: str, path: Path) -> list[str]:
    """The keys of a mapping, or the ids and numbers of a list."""
    node = _node_at(text, path)
    if isinstance(node, yaml.SequenceNode):
        return [*_ids_in(node), *(str(number) for number in range(1, len(node.value) + 1))]
    return [str(key.value) for key, _ in node.value] if isinstance(node, yaml.MappingNode) else []


def takes_new_keys(text: str, path: Path) -> bool:
    """Whether a path names a mapping, where a key can be added."""
    return isinstance(_node_at(text, path), yaml.MappingNode)
