"""The questions of a game, in its `asks.yaml`: what each decides, and how it is asked.

    "land.*": [the base that a unit returns to, "Where {do} {side} land {unit}?"]
    "flak": [the result of the flak, "What does the flak of {side} do?", read-off]
    "raid-*.hex": "Which hex do they bomb?"       # only the sentence; what it decides is declared with its order or chart

A third word marks decisions that only say what has happened, `reported`, or what players read on a chart of their own, `read-off`.
airwar/table/asking.py says what may stand in braces and brackets.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from airwar.scenario.nodes import Map, Scalar, Seq
from airwar.scenario.reader import read_text

FILE = "asks.yaml"


class Ask(NamedTuple):
    """What a question decides, its sentence, and `reported` or `read-off`; each empty if the file does not say it."""

    decides: str = ""
    sentence: str = ""
    what: str = ""


@cache
def asks_of(package: str) -> Mapping[str, Ask]:
    """The questions of a game, by key; none if it has no file of them."""
    path = Path(import_module(package).__file__ or "").parent / FILE
    root = read_text(path.read_text(encoding="utf-8"), str(path)) if path.is_file() else None
    found = {}
    for key, said in root.pairs if isinstance(root, Map) else ():
        parts = [part.text for part in said.items if isinstance(part, Scalar)] if isinstance(said, Seq) else []
        found[key.text] = Ask("", said.text) if isinstance(said, Scalar) else Ask(*parts)
    return found
