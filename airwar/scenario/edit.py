"""Edits a scenario's text in place: everything else stays as the player wrote it, comments included.

A path names a value by its keys: ("attacker",), ("bases", "malta", "side"). In a list, a key is the `id` of the entry, or its
number from 1 on: ("units", "zeros", "count"), ("counterair", "1", "with"). Edits of something that is not there are ignored,
except that `Set` adds a missing key.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

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


class Set(NamedTuple):
    """Gives a key another value, or adds it."""

    path: Path
    value: str


class Drop(NamedTuple):
    """Removes a key with its value."""

    path: Path


class Retire(NamedTuple):
    """Turns an entry into a comment that says why."""

    path: Path
    why: str


class Add(NamedTuple):
    """Adds an entry to a list, after another entry."""

    after: Path
    line: str


class Move(NamedTuple):
    """Moves an entry of a section to another section. Further edits find it there."""

    path: Path
    to: str


Edit: TypeAlias = Set | Drop | Retire | Add | Move


_Gone: TypeAlias = dict[int, set[int]]  # the entries removed from each list or mapping, by id()
_COMMA = re.compile(r"\s*, *")
_STR, _MAP = "tag:yaml.org,2002:str", "tag:yaml.org,2002:map"


class _Change(NamedTuple):
    """Some text that replaces other text."""

    start: int
    end: int
    text: str


def edited(text: str, edits: Iterable[Edit]) -> str:
    """The text after these edits."""
    edits = list(edits)
    root = composed(text)
    if not isinstance(root, yaml.MappingNode):
        return text
    wanted = carried_out(root, edits)
    try:
        made = _in_place(text, root, edits)
        if content(composed(made)) == content(wanted):
            return made
    except yaml.YAMLError:
        pass
    return _rewritten(text, root, wanted)


def _in_place(text: str, root: yaml.Node, edits: Iterable[Edit]) -> str:
    """The text of these nodes after these edits. It may be broken where edits meet in one entry; `edited` takes care of that."""
    edits = list(edits)
    moves = _moves(text, Tree(root), edits)
    if moves:
        text = _applied(text, moves)
        root = composed(text) or root
    tree = Tree(root)
    others = [(edit, tree.find(edit.after if isinstance(edit, Add) else edit.path)) for edit in edits if not isinstance(edit, Move)]
    gone = _gone(place for edit, place in others if isinstance(edit, Drop | Retire))
    begun: set[int] = set()  # mappings that were empty and now have a key
    changes = [change for edit, place in others for change in _changes(text, tree, edit, place, gone, begun)]
    for place in _emptied(root, gone, _growing(tree, edits)):
        assert place.key is not None
        end = place.key.end_mark.index + 1
        changes.append(_Change(end, end, " []" if isinstance(place.value, yaml.SequenceNode) else " {}"))
    return _applied(text, changes)


def _applied(text: str, changes: Iterable[_Change]) -> str:
    """The text with these changes."""
    parts, at = [], 0
    for start, end, instead in sorted(_settled(changes), key=lambda change: change[:2]):
        parts += [text[at:start], instead]
        at = max(at, end)
    return "".join([*parts, text[at:]])


def _settled(changes: Iterable[_Change]) -> Iterator[_Change]:
    """The changes, without those inside something that is removed as a whole. A line added there is added after it."""
    before = 0  # where all changes that begin earlier end
    for start, group in groupby(sorted(dict.fromkeys(changes), key=lambda one: (one.start, -one.end)), lambda one: one.start):
        here = list(group)
        reach = max(before, here[0].end)
        for change in here:
            if change.end > start:
                if change.end == reach > before:
                    yield change
            elif change.text.startswith("\n") and start < reach:
                yield _Change(reach, reach, f"{change.text[1:]}\n")
            elif change.text.startswith("\n") or start >= before:
                yield change
        before = reach


def _moves(text: str, tree: Tree, edits: Iterable[Edit]) -> list[_Change]:
    """The changes that move entries from section to section. A section left without entries is removed."""
    targets = {edit.path: edit.to for edit in reversed(list(edits)) if isinstance(edit, Move)}
    found = {path: place for path in reversed(targets) if (place := tree.find(path)) is not None}
    added: dict[str, dict[str, str]] = {}
    for path, place in found.items():
        added.setdefault(targets[path], {})[path[-1]] = _flow(text, place.value)
    gone = _gone(found.values())
    sections = {path[:1]: place.parent for path, place in found.items()}
    emptied = [path for path, section in sections.items() if len(gone[id(section)]) == len(section.value)]
    sets: list[Set] = []
    for name, entries in added.items():
        if tree.find((name,)):
            sets += [Set((name, key), value) for key, value in entries.items()]
        else:
            sets.append(Set((name,), f"{{{', '.join(f'{key}: {value}' for key, value in entries.items())}}}"))
    begun: set[int] = set()
    changes = [change for one in sets for change in _setting(text, tree, one, tree.find(one.path), begun)]
    places = [*found.values(), *filter(None, map(tree.find, emptied))]
    return changes + [_removal(text, place, gone) for place in places]


def _gone(places: Iterable[Place | None]) -> _Gone:
    found: _Gone = {}
    for place in places:
        if place is not None:
            found.setdefault(id(place.parent), set()).add(id(place.value))
    return found


def _flow(text: str, node: yaml.Node) -> str:
    """A value on one line."""
    if isinstance(node, yaml.MappingNode):
        return "{" + ", ".join(f"{_flow(text, key)}: {_flow(text, value)}" for key, value in node.value) + "}"
    if isinstance(node, yaml.SequenceNode):
        return "[" + ", ".join(_flow(text, item) for item in node.value) + "]"
    return text[node.start_mark.index : node.end_mark.index].strip()


def without_entries(text: str, section: str, unwanted: Callable[[str, Any], bool]) -> str:
    """The text without some entries of a section, a mapping or a list of small mappings.

    `unwanted` gets the key of an entry and its value: a word, or words in lists and dicts.
    """
    root = composed(text)
    place = Tree(root).find((section,))
    if root is None or place is None or not isinstance(place.value, yaml.CollectionNode):
        return text
    entries: list[tuple[yaml.Node, yaml.Node, Place]] = []
    for one in place.value.value:
        item = one.value[0] if isinstance(one, yaml.MappingNode) and len(one.value) == 1 else one
        if isinstance(item, tuple):
            found = Place(place.value, None, one) if isinstance(one, yaml.Node) else Place(place.value, item[0], item[1])
            entries.append((*item, found))
    out = [found for key, value, found in entries if unwanted(str(key.value), _words(value))]
    if len(out) == len(entries):
        return _in_place(text, root, [Drop((section,))])
    gone = _gone(out)
    return _applied(text, (_removal(text, found, gone) for found in out))


def _words(node: yaml.Node) -> Any:
    """A value as words in lists and dicts."""
    if isinstance(node, yaml.MappingNode):
        return {str(key.value): _words(value) for key, value in node.value}
    return [_words(item) for item in node.value] if isinstance(node, yaml.SequenceNode) else str(node.value)


def _growing(tree: Tree, edits: list[Edit]) -> set[int]:
    """The lists and mappings to which something is added."""
    above = [edit.after[:-1] if isinstance(edit, Add) else edit.path[:-1] for edit in edits if isinstance(edit, Set | Add)]
    return {id(place.value) for path in above if (place := tree.find(path)) is not None}


def _emptied(node: yaml.Node, gone: _Gone, growing: set[int]) -> list[Place]:
    """The block lists and mappings that are left empty."""
    if isinstance(node, yaml.SequenceNode):
        return [place for item in node.value for place in _emptied(item, gone, growing)]
    if not isinstance(node, yaml.MappingNode):
        return []
    found = [place for _, value in node.value for place in _emptied(value, gone, growing)]
    blocks = [(key, value) for key, value in node.value if isinstance(value, yaml.CollectionNode) and not value.flow_style]
    empty = [(key, value) for key, value in blocks if value.value and len(gone.get(id(value), ())) == len(value.value)]
    return found + [Place(node, key, value) for key, value in empty if id(value) not in growing]


def _changes(
    text: str, tree: Tree, edit: Set | Drop | Retire | Add, place: Place | None, gone: _Gone, begun: set[int]
) -> list[_Change]:
    if isinstance(edit, Set):
        return _setting(text, tree, edit, place, begun)
    if place is None:
        return []
    if isinstance(edit, Add):
        return [_addition(text, place, edit.line)]
    return [_removal(text, place, gone) if isinstance(edit, Drop) else _comment(text, place, edit.why, gone)]


def _setting(text: str, tree: Tree, edit: Set, place: Place | None, begun: set[int]) -> list[_Change]:
    if place is not None:
        return [_Change(place.value.start_mark.index, _end(place.value), edit.value)]
    *above, key = edit.path
    parent = tree.find(tuple(above))
    node = parent.value if parent else tree.root if not above else None
    if not isinstance(node, yaml.MappingNode):
        return []
    if node.flow_style:
        at, more = node.end_mark.index - 1, node.value or id(node) in begun
        begun.add(id(node))
        return [_Change(at, at, f"{', ' if more else ''}{key}: {edit.value}")]
    last = _end(node)
    at = text.find("\n", last)
    at = len(text) if at < 0 else at
    indent = " " * node.value[0][0].start_mark.column
    return [_Change(at, at, f"\n{indent}{key}: {edit.value}")]


def _end(node: yaml.Node) -> int:
    """Where the content of a node ends; YAML ends a block only at what follows it."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _end(last[1] if isinstance(last, tuple) else last)
    end: int = node.end_mark.index
    return end


def _start(place: Place) -> int:
    start: int = (place.key or place.value).start_mark.index
    return start


def _lines_of(text: str, place: Place) -> tuple[int, int]:
    """The whole lines of an entry, including the comment after it."""
    start = text.rfind("\n", 0, _start(place)) + 1
    end = text.find("\n", _end(place.value))
    return start, len(text) if end < 0 else end + 1


def _removal(text: str, place: Place, gone: _Gone) -> _Change:
    """Removes an entry. In braces its comma goes too; for the last entries, the comma before the first of them."""
    start, end = _start(place), _end(place.value)
    if not place.parent.flow_style:
        first, last = _lines_of(text, place)
        if place.key is None or not text[first:start].strip():
            return _Change(first, last, "")
        others = [key.start_mark.index for key, _ in place.parent.value if key.start_mark.index > start]
        return _Change(start, others[0], "") if others else _Change(start, end, "{}")  # after the dash of a list
    comma = _COMMA.match(text, end)
    if comma:
        return _Change(start, comma.end(), "")
    for one in reversed(place.parent.value):
        key, value = one if isinstance(one, tuple) else (None, one)
        if id(value) not in gone[id(place.parent)]:
            break
        start = _start(Place(place.parent, key, value))
    before = start
    while text[before - 1].isspace():
        before -= 1
    return _Change(before - 1 if text[before - 1] == "," else start, end, "")


def _comment(text: str, place: Place, why: str, gone: _Gone) -> _Change:
    if place.parent.flow_style:
        return _removal(text, place, gone)
    start, end = _lines_of(text, place)
    lines = text[start:end].rstrip("\n").split("\n")
    indent = min(len(line) - len(line.lstrip(" ")) for line in lines if line.strip())
    marked = [f"{line[:indent]}# {line[indent:]}" for line in lines]
    marked[0] = f"{lines[0][:indent]}# {why}: {lines[0][indent:]}"
    return _Change(start, end, "\n".join(marked) + "\n")


def _addition(text: str, place: Place, line: str) -> _Change:
    if place.parent.flow_style:
        end = _end(place.value)
        return _Change(end, end, f", {line}")
    start, end = _lines_of(text, place)
    indent = len(text[start:end]) - len(text[start:end].lstrip(" "))
    return _Change(end, end, f"{' ' * indent}- {line}\n")


def content(node: yaml.Node | None) -> Any:
    """The content of a node, whatever its style. A duplicate key makes a difference."""
    if isinstance(node, yaml.MappingNode):
        pairs = [(str(key.value), content(value)) for key, value in node.value]
        return "mapping", sorted(pairs, key=lambda pair: pair[0])
    return [content(item) for item in node.value] if isinstance(node, yaml.SequenceNode) else str(node.value if node else "")


def carried_out(root: yaml.MappingNode, edits: list[Edit]) -> yaml.MappingNode:
    """The tree after these edits. Paths are those of the tree after all moves and before all other edits."""
    tree = Tree(_moved(root, [edit for edit in edits if isinstance(edit, Move)]))
    new = _New({}, {}, {}, set())
    for edit in edits:
        if isinstance(edit, Move):
            continue
        place = tree.find(edit.after if isinstance(edit, Add) else edit.path)
        if isinstance(edit, Set) and place is None:
            parent = tree.find(edit.path[:-1])
            above = parent.value if parent else tree.root if len(edit.path) == 1 else None
            new.keys.setdefault(id(above), {})[edit.path[-1]] = _node(edit.value)
        elif place is None:
            continue
        elif isinstance(edit, Set):
            new.values[id(place.value)] = _node(edit.value)
        elif isinstance(edit, Add):
            new.after.setdefault(id(place.value), []).append(_node(edit.line))
        else:
            new.gone.add(id(place.value))
    made = new.node(tree.root)
    assert isinstance(made, yaml.MappingNode)
    return made


class _New(NamedTuple):
    """What is new in a tree, by the id() of its nodes."""

    values: dict[int, yaml.Node]  # nodes that replace others
    keys: dict[int, dict[str, yaml.Node]]  # new keys of mappings
    after: dict[int, list[yaml.Node]]  # new entries of a list, by the entry before them
    gone: set[int]

    def node(self, node: yaml.Node | None) -> yaml.Node | None:
        """A node with its changes; None if it is removed."""
        if id(node) in self.values:
            return self.values[id(node)]
        if isinstance(node, yaml.MappingNode):
            kept = [(key, self.node(value)) for key, value in node.value if id(value) not in self.gone]
            added = [(_key(key), value) for key, value in self.keys.get(id(node), {}).items()]
            return yaml.MappingNode(node.tag, kept + added, flow_style=node.flow_style)
        if isinstance(node, yaml.SequenceNode):
            entries = [entry for item in node.value for entry in self._entries(item)]
            return yaml.SequenceNode(node.tag, entries, flow_style=node.flow_style)
        return node

    def _entries(self, item: yaml.Node) -> list[yaml.Node | None]:
        own = [] if id(item) in self.gone else [self.node(item)]
        return [*own, *self.after.get(id(item), ())]


def as_item(value: str) -> str:
    """A value as the only item of a list, where nothing in it can be mistaken for the start or end of a document."""
    return "- " + value.replace("\n", "\n  ")


def _node(value: str) -> yaml.Node:
    """The tree of one value."""
    items = composed(as_item(value))
    assert isinstance(items, yaml.SequenceNode)
    node: yaml.Node = items.value[0]
    return node


def _key(name: str) -> yaml.Node:
    return yaml.ScalarNode(_STR, name)


def _moved(root: yaml.MappingNode, moves: list[Move]) -> yaml.MappingNode:
    """The tree with entries moved to other sections; a section whose last entry was moved is removed."""
    if not moves:
        return root
    sections = {str(key.value): (key, value) for key, value in root.value}
    changing = {name for move in moves for name in (move.path[0], move.to)}
    inside = {
        name: {str(key.value): (key, value) for key, value in section.value}
        for name, (_, section) in sections.items()
        if name in changing and isinstance(section, yaml.MappingNode)
    }
    for (section, key), to in moves:
        pair = inside.get(section, {}).pop(key, None)
        if pair is None:
            continue
        if not inside[section]:
            del inside[section], sections[section]
        if to not in sections:
            sections[to], inside[to] = (_key(to), yaml.MappingNode(_MAP, [], flow_style=True)), {}
        if to in inside:
            inside[to].pop(key, None)
            inside[to][key] = pair
    for name, entries in inside.items():
        word, old = sections[name]
        sections[name] = (word, yaml.MappingNode(_MAP, list(entries.values()), flow_style=old.flow_style))
    return yaml.MappingNode(root.tag, list(sections.values()), flow_style=root.flow_style)


def _rewritten(text: str, root: yaml.MappingNode, wanted: yaml.MappingNode) -> str:
    """The text with every section that must change rewritten. The other sections stay as they are."""
    if root.flow_style:
        return _written(wanted.value)
    pairs = {key.value: (key, value) for key, value in wanted.value}
    for key, value in reversed(root.value):
        pair = pairs.pop(key.value, None)
        if pair is None or content(pair[1]) != content(value):
            start, end = _lines_of(text, Place(root, key, value))
            text = text[:start] + (_written([pair]) if pair else "") + text[end:]
    if pairs and not text.endswith("\n"):
        text += "\n"
    return text + _written([pair for pair in wanted.value if pair[0].value in pairs])


def _written(pairs: list[tuple[yaml.Node, yaml.Node]]) -> str:
    """Sections as YAML; words and numbers stay without quotes where they had none."""
    if not pairs:
        return ""
    whole = yaml.MappingNode(_MAP, pairs, flow_style=False)
    return str(yaml.serialize(whole, Dumper=yaml.BaseDumper, allow_unicode=True, width=120))
