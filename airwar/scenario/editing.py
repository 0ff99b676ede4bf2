"""Scenarios with edits: the text is edited in place, and if it then does not say what the edits mean, a section is written anew.

Editing in place keeps comments and style, but there are many ways to write YAML. What the edits mean is worked out on the tree,
where it is simple, and the text must agree with it. A section that does not is written from the tree; it loses its comments.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import yaml

from airwar.scenario.edit import Add, Drop, Edit, Move, Retire, Set, edited_in_place, lines_of
from airwar.scenario.outline import Place, composed, find

STR, MAP = "tag:yaml.org,2002:str", "tag:yaml.org,2002:map"


def edited(text: str, edits: Iterable[Edit]) -> str:
    """The text after these edits."""
    edits = list(edits)
    root = composed(text)
    if not isinstance(root, yaml.MappingNode):
        return text
    carry_out(root, edits)
    try:
        made = edited_in_place(text, edits)
        if content(composed(made)) == content(root):
            return made
    except yaml.YAMLError:
        pass
    return rewritten(text, root)


def content(node: yaml.Node | None) -> Any:
    """What a text says, whatever its style. A key that is there twice makes a difference."""
    if isinstance(node, yaml.MappingNode):
        pairs = [(str(key.value), content(value)) for key, value in node.value]
        return "mapping", sorted(pairs, key=lambda pair: pair[0])
    return [content(item) for item in node.value] if isinstance(node, yaml.SequenceNode) else str(node.value if node else "")


def carry_out(root: yaml.MappingNode, edits: list[Edit]) -> None:
    """Carries out edits on a tree. Paths are those of the tree after all moves and before all other edits."""
    for move in edits:
        if isinstance(move, Move):
            _move(root, move)
    others: list[Set | Add | Drop | Retire] = [edit for edit in edits if not isinstance(edit, Move)]
    found = [(edit, find(root, edit.after if isinstance(edit, Add) else edit.path)) for edit in others]
    above = [find(root, edit.path[:-1]) if isinstance(edit, Set) else None for edit in others]
    last: dict[int, yaml.Node] = {}  # what was added last after an entry
    for (edit, place), parent in zip(found, above, strict=True):
        if isinstance(edit, Set):
            node = parent.value if parent else root if len(edit.path) == 1 else None
            _set(place.parent if place else node, edit, place)
        elif isinstance(edit, Add) and place is not None:
            entry = _node(edit.line)
            siblings = place.parent.value
            at = _position(siblings, last.get(id(place.value), place.value))
            siblings.insert(at + 1, entry)
            last[id(place.value)] = entry
    for edit, place in found:
        if isinstance(edit, Drop | Retire) and place is not None:
            _remove(place)


def as_item(value: str) -> str:
    """A value as the one item of a list, where nothing in it can be taken for the beginning or the end of a document."""
    return "- " + value.replace("\n", "\n  ")


def _node(value: str) -> yaml.Node:
    """The tree of one value."""
    items = composed(as_item(value))
    assert isinstance(items, yaml.SequenceNode)
    node: yaml.Node = items.value[0]
    return node


def _key(name: str) -> yaml.Node:
    return yaml.ScalarNode(STR, name)


def _set(parent: yaml.Node | None, edit: Set, place: Place | None) -> None:
    """Gives an entry another value; adds it to a mapping that has no such key."""
    if isinstance(parent, yaml.SequenceNode) and place is not None:
        parent.value[_position(parent.value, place.value)] = _node(edit.value)
    if not isinstance(parent, yaml.MappingNode):
        return
    key = edit.path[-1]
    known = [at for at, (name, _) in enumerate(parent.value) if name.value == key]
    if known:
        parent.value[known[0]] = (parent.value[known[0]][0], _node(edit.value))
    else:
        parent.value.append((_key(key), _node(edit.value)))


def _position(siblings: list[yaml.Node], node: yaml.Node) -> int:
    return next(at for at, sibling in enumerate(siblings) if sibling is node)


def _remove(place: Place) -> None:
    """Removes an entry, a key with its value or an item of a list."""
    gone = place.key if place.key is not None else place.value
    siblings = place.parent.value
    siblings[:] = [one for one in siblings if (one[0] if isinstance(one, tuple) else one) is not gone]


def _move(root: yaml.MappingNode, move: Move) -> None:
    """Moves an entry to another mapping; a section whose last entry it was goes away."""
    place = find(root, move.path)
    if place is None:
        return
    emptied = find(root, move.path[:1]) if len(place.parent.value) == 1 else None
    _remove(emptied or place)
    there = find(root, (move.to,))
    target = there.value if there else yaml.MappingNode(MAP, [], flow_style=True)
    if there is None:
        root.value.append((_key(move.to), target))
    if isinstance(target, yaml.MappingNode):
        target.value = [pair for pair in target.value if pair[0].value != move.path[-1]]
        target.value.append((_key(move.path[-1]), place.value))


def rewritten(text: str, wanted: yaml.MappingNode) -> str:
    """The text in which every section that is to say something else is written anew. The other sections stay as they are."""
    root = composed(text)
    assert isinstance(root, yaml.MappingNode)
    if root.flow_style:
        return _written(wanted.value)
    pairs = {key.value: (key, value) for key, value in wanted.value}
    for key, value in reversed(root.value):
        pair = pairs.pop(key.value, None)
        if pair is None or content(pair[1]) != content(value):
            start, end = lines_of(text, Place(root, key, value))
            text = text[:start] + (_written([pair]) if pair else "") + text[end:]
    if pairs and not text.endswith("\n"):
        text += "\n"
    return text + _written([pair for pair in wanted.value if pair[0].value in pairs])


def _written(pairs: list[tuple[yaml.Node, yaml.Node]]) -> str:
    """Sections as YAML; words and numbers stay without quotes where they had none."""
    if not pairs:
        return ""
    whole = yaml.MappingNode(MAP, pairs, flow_style=False)
    return str(yaml.serialize(whole, Dumper=yaml.BaseDumper, allow_unicode=True, width=120))
