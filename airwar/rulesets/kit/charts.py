"""The chart files of a ruleset, `tables/*.yaml`, drawn as the charts are printed."""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from pathlib import Path

from airwar.engine.dice import Chart, chart_of
from airwar.scenario.nodes import Map, Scalar
from airwar.scenario.reader import read_text


@cache
def load_chart(package: str, name: str) -> Chart:
    """The chart `tables/<name>.yaml` of a ruleset."""
    file = chart_file(package, name)
    root = read_text(file.read_text(encoding="utf-8"), file.name)
    assert isinstance(root, Map)
    return chart_of(name, {key.text: value.text for key, value in root.pairs if isinstance(value, Scalar)})


def chart_file(package: str, name: str) -> Path:
    """The path of `tables/<name>.yaml`."""
    return folder_of(package) / f"{name}.yaml"


def chart_names(package: str) -> list[str]:
    """The names of a ruleset's charts."""
    return sorted(path.stem for path in folder_of(package).glob("*.yaml"))


def folder_of(package: str) -> Path:
    """Where a ruleset keeps its charts."""
    home = sys.modules[package].__file__
    assert home is not None
    return Path(home).parent / "tables"


def template_of(package: str) -> str:
    """The scenario with which somebody begins, `template.yaml`."""
    return (folder_of(package).parent / "template.yaml").read_text(encoding="utf-8")


@cache
def charts_digest(package: str) -> str:
    """A fingerprint of all charts of a ruleset, for the header of a log."""
    whole = hashlib.sha256()
    for name in chart_names(package):
        whole.update(name.encode() + b"\0" + chart_file(package, name).read_bytes())
    return whole.hexdigest()
