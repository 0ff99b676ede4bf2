"""Scenarios changed in ways that the rules cannot see: other names, another order of keys, the names of the sides swapped."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from airwar.battle.battle import begin
from airwar.scenario.problems import Map, Node, Scalar, Seq
from airwar.scenario.reader import read_text
from airwar.scenario.shape import json_schema
from airwar.setup.loading import Scenario, parse_scenario, shape_of

PLACES = ("bases", "hexes", "spaces", "points", "lines", "fronts", "carriers")
PROSE = ("title", "name", "note", "airwar", "ruleset")  # fields whose text is not an id
BORN = ("h", "prev", "seq", "state", "commitment")  # of a record: follows from the text, whatever the rules say


# a scenario as text again


def as_text(node: Node, indent: int = 0) -> str:
    """The content of a scenario as YAML, a line for every value."""
    space = " " * indent
    if isinstance(node, Map):
        return (
            "".join(f"{space}{scalar(key, indent)}:{below(value, indent)}" for key, value in node.pairs)
            if node.pairs
            else f"{space}{{}}\n"
        )
    if isinstance(node, Seq):
        return "".join(f"{space}-{below(item, indent)}" for item in node.items) if node.items else f"{space}[]\n"
    return f"{space}{scalar(node, indent)}\n"


def below(node: Node, indent: int) -> str:
    if isinstance(node, Scalar):
        return f" {scalar(node, indent + 2)}\n"
    if isinstance(node, Map) and not node.pairs:
        return " {}\n"
    if isinstance(node, Seq) and not node.items:
        return " []\n"
    return "\n" + as_text(node, indent + 2)


def scalar(node: Scalar, indent: int) -> str:
    if "\n" in node.text:
        return "|\n" + "".join(f"{' ' * (indent + 2)}{line}\n" for line in node.text.splitlines()).rstrip("\n")
    return node.text if node.plain else json.dumps(node.text, ensure_ascii=False)


# changes


def renamed(node: Node, names: Mapping[str, str]) -> Node:
    """The content with other ids, wherever they are named; titles and names stay."""
    any_name = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    whole = re.compile(rf"(?<![\w-])({any_name})(?![\w-])")
    part = re.compile(rf"(?<!\w)({any_name})(?!\w)")  # choices name ids that are made of others: fighter-to-kent

    def word(one: Scalar, pattern: re.Pattern[str]) -> Scalar:
        return Scalar(pattern.sub(lambda found: names[found[1]], one.text), one.plain, one.mark)

    def within(one: Node, pattern: re.Pattern[str]) -> Node:
        if isinstance(one, Scalar):
            return word(one, pattern)
        if isinstance(one, Seq):
            return Seq([within(item, pattern) for item in one.items], one.mark)
        pairs = []
        for key, value in one.pairs:
            inner = part if key.text == "choices" else pattern
            pairs.append((word(key, pattern), value if key.text in PROSE else within(value, inner)))
        return Map(pairs, one.mark)

    return within(node, whole)


def turned_around(node: Node) -> Node:
    """The content with its sections, and the keys of every entry of a list, in the opposite order."""
    assert isinstance(node, Map)

    def within(one: Node, entry: bool = False) -> Node:
        if isinstance(one, Seq):
            return Seq([within(item, entry=True) for item in one.items], one.mark)
        if isinstance(one, Map):
            pairs = [(key, value if key.text == "choices" else within(value)) for key, value in one.pairs]
            return Map(pairs[::-1] if entry else pairs, one.mark)
        return one

    inner = within(node)
    assert isinstance(inner, Map)
    return Map(inner.pairs[::-1], inner.mark)


def ids_of(node: Node, taken: Iterable[str]) -> list[str]:
    """The ids of units and places, except those that the schema uses as words."""
    assert isinstance(node, Map)
    found = []
    for key, section in node.pairs:
        if isinstance(section, Map) and key.text in PLACES:
            found += [name.text for name, _ in section.pairs]
        if isinstance(section, Seq):
            entries = [{name.text: value for name, value in item.pairs} for item in section.items if isinstance(item, Map)]
            found += [entry["id"].text for entry in entries if isinstance(entry.get("id"), Scalar)]
    return sorted(set(found) - set(taken))


def words_of(scenario: Scenario) -> set[str]:
    """The words with a meaning of their own in scenarios of this ruleset, and in this one: keys, values, nations, decisions."""
    words: set[str] = set()

    def gather(part: Any) -> None:
        if isinstance(part, dict):
            words.update(part.get("properties", {}), map(str, part.get("enum", ())))
            for value in part.values():
                gather(value)
        elif isinstance(part, list):
            for value in part:
                gather(value)

    gather(json_schema(shape_of(scenario.ruleset), "", ""))
    for id_ in (*scenario.ruleset.decisions, *scenario.ruleset.rolls):
        words.update(id_.split("."))
    return words | set(re.findall(r"\b(?:nation|attacker|side): ([\w-]+)", scenario.text))


def prefixes(ids: list[str], turned: bool = True) -> dict[str, str]:
    """A new name for each id. If turned, sorting them gives the opposite order."""
    letters = "zyxwvutsrqponmlkjihgfedcba"[:: 1 if turned else -1]
    return {name: f"{letters[at // 26]}{letters[at % 26]}0-{name}" for at, name in enumerate(ids)}


def restored(text: str, names: Mapping[str, str]) -> str:
    """What was said of the renamed, with the names of before: as ids, and as the titles that are made of ids."""
    for old, new in names.items():
        begins = new.removesuffix(old)
        for written in (begins, begins.replace("-", " "), begins.replace("-", " ").capitalize()):
            text = text.replace(written, "")
    return text


# what is compared


def fought(text: str, name: str, seed: int) -> list[dict[str, Any]]:
    """The records of a battle by its script, without what only follows from the text of the scenario."""
    scenario = parse_scenario(text, name)
    battle = begin(scenario, None, seed)
    battle.by_script()
    records = [json.loads(line) for line in battle.log.text().splitlines()][1:]
    return [{key: value for key, value in record.items() if key not in BORN} for record in records]


def changed(text: str, change: Callable[[Node], Node]) -> str:
    return as_text(change(read_text(text, "x.yaml")))
