"""Charts in a separate file that several scenarios share. It is read from the scenario's folder and kept in every log."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from airwar.errors import NoSuchFile
from airwar.scenario.nodes import Map, Node, Scalar
from airwar.scenario.problems import Problems, shown
from airwar.scenario.reader import read_file, read_text
from airwar.scenario.shape import Shape, Text

# No part of the path can begin with a dot, so it never leaves the scenario's folder.
_PATTERN = r"(?:[A-Za-z0-9][\w.-]*/)?[A-Za-z0-9][\w.-]*\.yaml"
CHART_FILE = Text(max_length=80, pattern=_PATTERN, help="a chart file such as charts/mine.yaml, beside the scenario")
_MADE_UP = "synthetic-demo"  # in a scenario: use a chart that airwar made up, for trying out the program
Finder = Callable[[str], str | None]  # the text of a file that a scenario names, or None if there is no such file


def beside(scenario: Path) -> Finder:
    """Finds files in the folder of a scenario."""

    def find(name: str) -> str | None:
        try:
            return read_file(scenario.parent / name)[0]
        except NoSuchFile:
            return None

    return find


def named_file(root: Node) -> str | None:
    """The chart file that a scenario names, if it names one."""
    said = next((value for key, value in root.pairs if key.text == "charts"), None) if isinstance(root, Map) else None
    return said.text if isinstance(said, Scalar) and re.fullmatch(_PATTERN, said.text) else None


def with_chart_file(root: Node, charts: Shape, find: Finder, problems: Problems) -> tuple[Node, Mapping[str, str]]:
    """The scenario with its chart file in place of the file's name, and the text of that file by name.

    Problems of the chart file are reported with lines of that file, before anything else is checked.
    """
    assert isinstance(root, Map)
    for at, (key, value) in enumerate(root.pairs):
        if key.text != "charts" or not isinstance(value, Scalar) or not re.fullmatch(_PATTERN, value.text):
            continue
        text = find(value.text)
        if text is None:
            problems.add(value.mark, f"no such file {shown(value.text)}; expected {CHART_FILE.expected()}")
            problems.raise_if_any()
        assert text is not None
        node, own = read_text(text, value.text), Problems(value.text)
        charts.check(node, own)
        own.raise_if_any()
        pairs = [*root.pairs[:at], (key, node), *root.pairs[at + 1 :]]
        return replace(root, pairs=pairs), {value.text: text}
    return root, {}


def made_up(root: Node) -> tuple[str, ...]:
    """The names of the charts of a scenario that are made up."""
    charts = next((value for key, value in root.pairs if key.text == "charts"), None) if isinstance(root, Map) else None
    pairs = charts.pairs if isinstance(charts, Map) else []
    return tuple(key.text for key, value in pairs if isinstance(value, Scalar) and value.text == _MADE_UP)
