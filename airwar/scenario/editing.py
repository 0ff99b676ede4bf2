"""Edits scenarios: the text is edited in place, and where it then does not say what the edits mean, a section is rewritten.

Editing in place keeps comments and style, but YAML can be written in many ways. What the edits mean is worked out on the tree,
where that is simple, and the text must agree with it. A section that does not is written from the tree, and loses its comments.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import yaml

from airwar.scenario.edit import Add, Edit, Move, Set, edited_in_place, lines_of
from airwar.scenario.outline import Place, Tree, composed

STR, MAP = "tag:yaml.org,2002:str", "tag:yaml.org,2002:map"


def edited(text: str, edits: Iterable[Edit]) -> str:
    """The text after these edits."""
    edits = list(edits)
    root = composed(text)
    if not isinstance(root, yaml.MappingNode):
        return text
    wanted = carried_out(root, edits)
    try:
        made = edited_in_place(text, root, edits)
        if content(composed(made)) == content(wanted):
            return made
    except yaml.YAMLError:
        pass
    return rewritten(text, root, wanted)


def content(node: yaml.Node | None) -> Any:
    """The content of a node, whatever its style. A duplicate key makes a difference."""
    if isinstance(node, yaml.MappingNode):
        pairs = [(str(key.value), content(value)) for key, value in node.value]
        return "mapping", sorted(pairs, key=lambda pair: pair[0])
    return [content(item) for item in node.value] if isinstance(node, yaml.SequenceNode) else str(node.value if node else "")


def carried_out(root: yaml.MappingNode, edits: list[Edit]) -> yaml.MappingNode:
    """The tree after these edits. Paths are those of the tree after all moves and before all other edits."""
    tree = Tree(_moved(root, [edit for edit in edits if isinstance(edit, Move)]))
    new = New({}, {}, {}, set())
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


class New(NamedTuple):
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
    return yaml.ScalarNode(STR, name)


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
            sections[to], inside[to] = (_key(to), yaml.MappingNode(MAP, [], flow_style=True)), {}
        if to in inside:
            inside[to].pop(key, None)
            inside[to][key] = pair
    for name, entries in inside.items():
        word, old = sections[name]
        sections[name] = (word, yaml.MappingNode(MAP, list(entries.values()), flow_style=old.flow_style))
    return yaml.MappingNode(root.tag, list(sections.values()), flow_style=root.flow_style)


def rewritten(text: str, root: yaml.MappingNode, wanted: yaml.MappingNode) -> str:
    """The text with every section that must change rewritten. The other sections stay as they are."""
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
