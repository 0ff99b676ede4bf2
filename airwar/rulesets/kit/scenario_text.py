"""A position as the text of a scenario: for the table that ends a game, and for the next turn.

What is printed can be pasted into the next scenario.

lines = ["units:", *mapping_lines("  - ", {"id": "army-13", "name": scalar("13th Army"), "at": "kursk"})]
ref.tell(carried_on, "points and units", lines)
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from airwar.engine.events import Sheet
from airwar.scenario.shape import Tree

WIDTH = 78  # fits a terminal, which would break longer lines where YAML does not allow it


def carried_on(what: str, lines: Sequence[str]) -> Sheet:
    """The last table of a game: parts of a scenario that begins where this one ends."""
    return Sheet("To continue from here, in a scenario", (what,), tuple((line,) for line in lines))


def mapping_lines(start: str, said: Mapping[str, str | Sequence[str]]) -> list[str]:
    """A mapping in YAML flow style, after a start such as `  - ` or `  kursk: `, in lines that fit a terminal.

    A sequence becomes a list, which may continue on the next line.
    """
    indent = " " * (len(start) - len(start.lstrip()) + 4)
    entries = [part for key, value in said.items() for part in entry_parts(key, value)] or [""]
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


def entry_parts(key: str, value: str | Sequence[str]) -> list[str]:
    """The parts of an entry that must not be broken; commas go between them."""
    parts = [value] if isinstance(value, str) else f"[{', '.join(value)}]".split(", ")
    return [f"{key}: {parts[0]}", *parts[1:]]


def scalar(text: str) -> str:
    """A name as YAML text, quoted where necessary."""
    plain = re.fullmatch(r"-?\d+|[A-Za-z0-9][\w .'/()-]*", text) and text.strip() == text
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
