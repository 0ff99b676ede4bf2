"""The places of a scenario, with their hexes and the distances between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import lru_cache

from airwar.engine.frozen import dataclass
from airwar.rulesets.kit.places import Hex, HexGrid, apart
from airwar.scenario.nodes import Map, Node, Scalar, Seq
from airwar.scenario.reader import read_text
from airwar.setup.loading import Scenario

_SECTIONS = ("bases", "hexes", "spaces", "points", "carriers", "ships")  # sections that list places
_OPEN = "hexes"  # the section of places without an air base
Pair = tuple[str, str]  # two places in alphabetical order


@dataclass(frozen=True)
class Board:
    """The places by id, with their names; those that have a hex; and the distances, in hexes, that the file states."""

    names: Mapping[str, str]
    hexes: Mapping[str, Hex] = field(default_factory=dict)
    distances: Mapping[Pair, int] = field(default_factory=dict)
    open_ground: frozenset[str] = frozenset()  # those without an air base

    def apart(self, here: str, there: str) -> int | None:
        """How many hexes apart two places are, if the file says so."""
        if here == there:
            return 0
        stated = self.distances.get(_pair(here, there))
        if stated is not None or here not in self.hexes or there not in self.hexes:
            return stated
        return apart(self.hexes[here], self.hexes[there])


def _pair(one: str, other: str) -> Pair:
    return (one, other) if one < other else (other, one)


def board_of(scenario: Scenario) -> Board:
    """The board of a scenario."""
    root = _read(scenario.text, scenario.name)
    grid = _grid_said(_fields(root.get("grid")))
    names: dict[str, str] = {}
    hexes: dict[str, Hex] = {}
    for section in _SECTIONS:
        for place, said in _fields(root.get(section)).items():
            about = _fields(said)
            names[place] = _text(about.get("name")) or scenario.place_name(place)
            if label := _text(about.get("hex")):
                hexes[place] = grid.hex(label)
    known = {one: hops for one, hops in _stated(root.get("distances")) if one[0] in names and one[1] in names}
    return Board(names, hexes, known, frozenset(_fields(root.get(_OPEN))))


@lru_cache(maxsize=4)
def _read(content: str, name: str) -> dict[str, Node]:
    """The sections of a file."""
    return _fields(read_text(content, name))


def _stated(said: Node | None) -> Iterator[tuple[Pair, int]]:
    """The distances that a file states."""
    for here, others in _fields(said).items():
        for there, number in _fields(others).items():
            if _text(number).isdecimal():
                yield _pair(here, there), int(_text(number))


def _grid_said(said: Mapping[str, Node]) -> HexGrid:
    """How the map numbers its hexes, as the file says."""
    maps = {}
    for name, offset in _fields(said.get("maps")).items():
        first, second = _texts(offset)
        maps[name] = int(first), int(second)
    usual = HexGrid()
    straight, shifted, after_z = (_text(said.get(name)) for name in ("straight", "shifted", "after-z"))
    return HexGrid(straight or usual.straight, shifted or usual.shifted, after_z or usual.after_z, maps)


def _fields(node: Node | None) -> dict[str, Node]:
    return {key.text: value for key, value in node.pairs} if isinstance(node, Map) else {}


def _text(node: Node | None) -> str:
    return node.text if isinstance(node, Scalar) else ""


def _texts(node: Node | None) -> list[str]:
    return [_text(item) for item in node.items] if isinstance(node, Seq) else []
