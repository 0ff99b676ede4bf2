"""config: what people do not want to type every time: who signs, who rolls, how wide, what not to ask.

The file is read only when somebody is at a terminal, so that a script does the same on every machine.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path

import click

from airwar.errors import AirwarError, CannotWrite
from airwar.show.text import NARROWEST, NATURAL_WIDTH

_FIELDS = {
    "who": "who signs notes, corrections and rulings",
    "dice": "who rolls: machine, physical or ask",
    "width": "columns of the output",
    "auto": "questions that are not asked, as patterns with commas between: *.losses.*",
}


@click.command()
@click.argument("name", required=False, type=click.Choice(list(_FIELDS)))
@click.argument("value", required=False)
def config(name: str | None, value: str | None) -> int:
    """\b
    airwar config
    airwar config dice physical
    airwar config dice none

    Show the defaults of `run` at a terminal, or set one; none removes it. The command line
    overrides them. `resume` uses only who and width; the log says who rolls and what not to ask.
    """
    settings = dict(read())
    if name and value is not None:
        settings.pop(name, None)
        if value != "none":
            settings[name] = _checked(name, value)
        _write(settings)
    click.echo(f"# {_path()}")
    for field, about in _FIELDS.items():
        if name in (None, field):
            click.echo(f"{field}: {settings[field]}" if field in settings else f"# {field}: {about}")
    return 0


def _path() -> Path:
    """Where the file is: AIRWAR_CONFIG, or where programs of this system keep such files."""
    if named := os.environ.get("AIRWAR_CONFIG"):
        return Path(named)
    usual = os.environ.get("APPDATA") if sys.platform == "win32" else os.environ.get("XDG_CONFIG_HOME")
    return (Path(usual) if usual else Path.home() / ".config") / "airwar" / "config.yaml"


def read() -> Mapping[str, str]:
    """What the file says; nothing if there is none."""
    from airwar.scenario.problems import texts_of
    from airwar.scenario.reader import read_file

    file = _path()
    if not os.path.isfile(file) or not file.read_bytes().strip():  # when the last default is removed, nothing is left
        return {}
    settings = texts_of(read_file(file)[1])
    unknown = next((key for key in settings if key not in _FIELDS), None)
    if unknown:
        raise AirwarError(f"{file}: there is no setting {unknown!r}; expected {', '.join(_FIELDS)}")
    return {key: _checked(key, value) for key, value in settings.items()}


def _checked(name: str, value: str) -> str:
    """A value, if the setting can have it."""
    if name == "dice" and value not in ("machine", "physical", "ask"):
        raise AirwarError(f"{_path()}: dice {value!r} is not machine, physical or ask")
    if name == "width" and not (value.isdecimal() and NARROWEST <= int(value) <= NATURAL_WIDTH):
        raise AirwarError(f"{_path()}: width {value!r} is not a number from {NARROWEST} to {NATURAL_WIDTH}")
    return value


def _write(settings: Mapping[str, str]) -> None:

    file = _path()
    lines = [f"{name}: {json.dumps(value)}\n" for name, value in settings.items()]
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(lines), encoding="utf-8")
    except OSError as error:
        raise CannotWrite.to(file, error) from error
