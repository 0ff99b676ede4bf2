"""The content of a scenario file before anyone knows what it means: text, lists and mappings, each with its place."""

from __future__ import annotations

from collections.abc import Mapping

from airwar.engine.frozen import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """A place in a file, counted from 1 as editors count."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Scalar:
    """A single value, kept as the text that the player wrote; plain if it was written without quotes."""

    text: str
    plain: bool
    mark: Mark

    @property
    def missing(self) -> bool:
        """Whether the value was left out, as in `title:` with nothing after it."""
        return self.plain and not self.text


@dataclass(frozen=True, slots=True)
class Seq:
    """A list."""

    items: list[Node]
    mark: Mark


@dataclass(frozen=True, slots=True)
class Map:
    """A mapping, in the order of the file."""

    pairs: list[tuple[Scalar, Node]]
    mark: Mark


Node = Scalar | Seq | Map


def repaired(node: Node, repairs: Mapping[Mark, str]) -> Node:
    """The content with other text at some places, written without quotes."""
    if isinstance(node, Scalar):
        return Scalar(repairs[node.mark], True, node.mark) if node.mark in repairs else node
    if isinstance(node, Seq):
        return Seq([repaired(item, repairs) for item in node.items], node.mark)
    pairs = [(repaired(key, repairs), repaired(value, repairs)) for key, value in node.pairs]
    return Map([(key, value) for key, value in pairs if isinstance(key, Scalar)], node.mark)
