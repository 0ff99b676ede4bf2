"""Edits a scenario's text in place: what is not edited stays as the player wrote it, with its comments.

Paths are those of `outline`. Edits of what is not there are ignored, except that `Set` adds a missing key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeAlias

import yaml

from airwar.scenario.outline import Path, Place, composed, find


class Set(NamedTuple):
    """Gives a key another value, or adds it."""

    path: Path
    value: str


class Drop(NamedTuple):
    """Removes a key with its value."""

    path: Path


class Retire(NamedTuple):
    """Turns an entry into a comment, which says why."""

    path: Path
    why: str


class Add(NamedTuple):
    """Adds an entry to a list, after another entry."""

    after: Path
    line: str


class Move(NamedTuple):
    """Moves an entry of a mapping to another mapping of the scenario. Further edits find it there."""

    path: Path
    to: str


Edit: TypeAlias = Set | Drop | Retire | Add | Move


class Change(NamedTuple):
    """Some text that takes the place of other text."""

    start: int
    end: int
    text: str


def edited_in_place(text: str, edits: Iterable[Edit]) -> str:
    """The text after these edits. It may be broken where edits meet in one entry; `editing` sees to that."""
    edits = list(edits)
    for move in edits:
        if isinstance(move, Move):
            text = _moved_entry(text, move)
    root = composed(text)
    if root is None:
        return text
    changes: list[Change] = []
    gone: dict[int, set[int]] = {}  # the entries that have gone from each list or mapping, by their identities
    begun: set[int] = set()  # mappings that were empty, and have a key now
    for edit in edits:
        if not isinstance(edit, Move):
            changes += _changes(text, root, edit, gone, begun)
    for place in _emptied(root, gone, _growing(root, edits)):
        assert place.key is not None
        end = place.key.end_mark.index + 1
        changes.append(Change(end, end, " []" if isinstance(place.value, yaml.SequenceNode) else " {}"))
    changes = [moved(change, changes) for change in outermost(changes)]
    return applied(text, changes)


def applied(text: str, changes: Iterable[Change]) -> str:
    """The text with these changes, the last one first; what goes away before what is added there."""
    for start, end, instead in sorted(changes, key=lambda change: change[:2])[::-1]:
        text = text[:start] + instead + text[end:]
    return text


def _moved_entry(text: str, move: Move) -> str:
    """The text with one entry in another mapping; as it was if there is no such entry."""
    root = composed(text)
    place = find(root, move.path)
    if root is None or place is None:
        return text
    key, value = move.path[-1], _flow(text, place.value)
    there = Set((move.to, key), value) if find(root, (move.to,)) else Set((move.to,), f"{{{key}: {value}}}")
    added = _setting(text, root, there, set())
    removed = [_removal(text, place)] if len(place.parent.value) > 1 else [_removal(text, find(root, move.path[:1]) or place)]
    return applied(text, [*added, *removed])


def _flow(text: str, node: yaml.Node) -> str:
    """A value on one line."""
    if isinstance(node, yaml.MappingNode):
        return "{" + ", ".join(f"{_flow(text, key)}: {_flow(text, value)}" for key, value in node.value) + "}"
    if isinstance(node, yaml.SequenceNode):
        return "[" + ", ".join(_flow(text, item) for item in node.value) + "]"
    return text[node.start_mark.index : node.end_mark.index].strip()


def moved(change: Change, changes: list[Change]) -> Change:
    """A line that is added where others go away is added after them."""
    for start, end, _ in changes:
        if change.start == change.end and change.text.startswith("\n") and start <= change.start < end:
            return Change(end, end, f"{change.text[1:]}\n")
    return change


def without_entries(text: str, section: str, unwanted: Callable[[str, Any], bool]) -> str:
    """The text without some entries of a section, a mapping or a list of small mappings.

    `unwanted` is told the key of an entry and its value: a word, or words in lists and dicts.
    """
    place = find(composed(text), (section,))
    if place is None or not isinstance(place.value, yaml.CollectionNode):
        return text
    entries: list[tuple[yaml.Node, yaml.Node, Place]] = []
    for one in place.value.value:
        item = one.value[0] if isinstance(one, yaml.MappingNode) and len(one.value) == 1 else one
        if isinstance(item, tuple):
            found = Place(place.value, None, one) if isinstance(one, yaml.Node) else Place(place.value, item[0], item[1])
            entries.append((*item, found))
    out = [found for key, value, found in entries if unwanted(str(key.value), _words(value))]
    if len(out) == len(entries):
        return edited_in_place(text, [Drop((section,))])
    return applied(text, (_removal(text, found) for found in out))


def _words(node: yaml.Node) -> Any:
    """A value as words in lists and dicts."""
    if isinstance(node, yaml.MappingNode):
        return {str(key.value): _words(value) for key, value in node.value}
    return [_words(item) for item in node.value] if isinstance(node, yaml.SequenceNode) else str(node.value)


def _growing(root: yaml.Node, edits: list[Edit]) -> set[int]:
    """The lists and mappings to which something is added."""
    above = [edit.after[:-1] if isinstance(edit, Add) else edit.path[:-1] for edit in edits if isinstance(edit, Set | Add)]
    return {id(place.value) for path in above if (place := find(root, path)) is not None}


def _emptied(node: yaml.Node, gone: dict[int, set[int]], growing: set[int]) -> list[Place]:
    """The block lists and mappings of which nothing is left."""
    if isinstance(node, yaml.SequenceNode):
        return [place for item in node.value for place in _emptied(item, gone, growing)]
    if not isinstance(node, yaml.MappingNode):
        return []
    found = [place for _, value in node.value for place in _emptied(value, gone, growing)]
    blocks = [(key, value) for key, value in node.value if isinstance(value, yaml.CollectionNode) and not value.flow_style]
    empty = [(key, value) for key, value in blocks if value.value and len(gone.get(id(value), ())) == len(value.value)]
    return found + [Place(node, key, value) for key, value in empty if id(value) not in growing]


def within(change: Change, whole: Change) -> bool:
    """Whether a change is inside of a larger one; what is added at either end of it is not."""
    if change.start == change.end:
        return whole.start < change.start < whole.end
    return whole.start <= change.start and change.end <= whole.end and whole[:2] != change[:2]


def outermost(changes: list[Change]) -> list[Change]:
    """The changes without those inside of something that goes away as a whole. A line that is added is kept."""
    inside = {change for change in changes for whole in changes if within(change, whole) and not change.text.startswith("\n")}
    return [change for change in dict.fromkeys(changes) if change not in inside]


def _changes(
    text: str, root: yaml.Node, edit: Set | Drop | Retire | Add, gone: dict[int, set[int]], begun: set[int]
) -> list[Change]:
    if isinstance(edit, Set):
        return _setting(text, root, edit, begun)
    place = find(root, edit.after if isinstance(edit, Add) else edit.path)
    if place is None:
        return []
    if isinstance(edit, Add):
        return [_addition(text, place, edit.line)]
    gone.setdefault(id(place.parent), set()).add(id(place.value))
    if isinstance(edit, Drop):
        return [_removal(text, place)]
    return [_comment(text, place, edit.why)]


def _setting(text: str, root: yaml.Node, edit: Set, begun: set[int]) -> list[Change]:
    place = find(root, edit.path)
    if place is not None:
        return [Change(place.value.start_mark.index, _end(place.value), edit.value)]
    *above, key = edit.path
    parent = find(root, tuple(above)) if above else None
    node = parent.value if parent else root if not above else None
    if not isinstance(node, yaml.MappingNode):
        return []
    if node.flow_style:
        at, more = node.end_mark.index - 1, node.value or id(node) in begun
        begun.add(id(node))
        return [Change(at, at, f"{', ' if more else ''}{key}: {edit.value}")]
    last = _end(node)
    at = text.find("\n", last)
    at = len(text) if at < 0 else at
    indent = " " * node.value[0][0].start_mark.column
    return [Change(at, at, f"\n{indent}{key}: {edit.value}")]


def _end(node: yaml.Node) -> int:
    """Where the content of a node ends; the end of a block reaches to what follows it."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _end(last[1] if isinstance(last, tuple) else last)
    end: int = node.end_mark.index
    return end


def _start(place: Place) -> int:
    start: int = (place.key or place.value).start_mark.index
    return start


def lines_of(text: str, place: Place) -> tuple[int, int]:
    """The whole lines of an entry, with the comment behind it."""
    start = text.rfind("\n", 0, _start(place)) + 1
    end = text.find("\n", _end(place.value))
    return start, len(text) if end < 0 else end + 1


def _removal(text: str, place: Place) -> Change:
    start, end = _start(place), _end(place.value)
    if not place.parent.flow_style:
        first, last = lines_of(text, place)
        if place.key is None or not text[first:start].strip():
            return Change(first, last, "")
        others = [key.start_mark.index for key, _ in place.parent.value if key.start_mark.index > start]
        return Change(start, others[0], "") if others else Change(start, end, "{}")  # behind the dash of a list
    rest = text[end:]
    if rest.lstrip().startswith(","):
        end += rest.index(",") + 1
        end += len(text[end:]) - len(text[end:].lstrip(" "))
    elif text[:start].rstrip().endswith(","):
        start = text.rindex(",", 0, start)
    return Change(start, end, "")


def _comment(text: str, place: Place, why: str) -> Change:
    if place.parent.flow_style:
        return _removal(text, place)
    start, end = lines_of(text, place)
    lines = text[start:end].rstrip("\n").split("\n")
    indent = min(len(line) - len(line.lstrip(" ")) for line in lines if line.strip())
    marked = [f"{line[:indent]}# {line[indent:]}" for line in lines]
    marked[0] = f"{lines[0][:indent]}# {why}: {lines[0][indent:]}"
    return Change(start, end, "\n".join(marked) + "\n")


def _addition(text: str, place: Place, line: str) -> Change:
    if place.parent.flow_style:
        end = _end(place.value)
        return Change(end, end, f", {line}")
    start, end = lines_of(text, place)
    indent = len(text[start:end]) - len(text[start:end].lstrip(" "))
    return Change(end, end, f"{' ' * indent}- {line}\n")
