"""What `airwar new` writes: a scenario to fill in, or a package with a ruleset of its own.

That package is a small working game, to be replaced rule by rule.
"""

from __future__ import annotations

import keyword
import os
import re
import shutil
import sys
import textwrap
from contextlib import suppress
from pathlib import Path

from airwar import rulesets
from airwar.errors import AirwarError, CannotWrite
from airwar.rulesets.ruleset import AnyRuleset
from airwar.scenario.shape import unnamed
from airwar.setup.loading import shape_of

_SKELETON = Path(__file__).parent / "skeleton"
_WIDTH = 100


class _BadName(AirwarError):
    """The name cannot be that of a new ruleset."""

    exit_code = 2


def write_ruleset(name: str, folder: Path) -> list[Path]:
    """Writes the skeleton of a ruleset to a new or empty folder; returns the files."""
    module = _module_of(name)
    words = {"id": name, "module": module, "title": name.replace("-", " ").title(), "scenario": f"{name}-first"}
    places = {"package": module, "scenario.yaml": f"{words['scenario']}.yaml"}
    if os.path.lexists(folder) and not (os.path.isdir(folder) and not any(folder.iterdir())):
        raise CannotWrite(f"{folder} already exists; choose a new folder")
    files = {}
    for source in sorted(_SKELETON.rglob("*.txt")):
        parts = source.relative_to(_SKELETON).with_suffix("").parts
        path = folder.joinpath(*(places.get(part, part) for part in parts))
        files[path] = re.sub(r"\{\{(\w+)\}\}", lambda found: words[found[1]], source.read_text(encoding="utf-8"))
    for path, text in files.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            _empty(folder)
            raise CannotWrite.to(path, error) from None
    return list(files)


def _empty(folder: Path) -> None:
    """Removes what was written to a folder that was new or empty, so that the next try can use it."""
    with suppress(OSError):
        for inside in folder.iterdir():
            if inside.is_dir():
                shutil.rmtree(inside)
            else:
                inside.unlink()


def _module_of(name: str) -> str:
    """The Python package of a ruleset."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name) or len(name) > 40:
        raise _BadName(f"{name!r} is not a name for a ruleset; expected lower-case words joined by -, such as flying-circus")
    module = name.replace("-", "_")
    if rulesets.knows(name) or module in sys.stdlib_module_names or keyword.iskeyword(module) or module in ("airwar", "tests"):
        raise _BadName(f"{name!r} is already taken; choose another name")
    return module


def _schema_file(ruleset_id: str) -> str:
    """The file name of a ruleset's JSON Schema, in the line that editors look for."""
    return f"{ruleset_id}.schema.json"


def template_of(ruleset: AnyRuleset) -> str:
    """The whole template. Its first line tells editors where the schema is; its last lines name every other field."""
    head = f"# yaml-language-server: $schema={_schema_file(ruleset.id)}\n"
    hint = f"# The line above is for editors: `airwar schema {ruleset.id} > {_schema_file(ruleset.id)}` makes the file it names.\n"
    return head + hint + ruleset.template.rstrip("\n") + "\n" + "".join(f"{line}\n" for line in _other_fields(ruleset))


def _other_fields(ruleset: AnyRuleset) -> list[str]:
    """Comments that name the fields missing from the template."""
    missing = unnamed(shape_of(ruleset), ruleset.template)
    if not missing:
        return []
    lines = ["", f"# What else a scenario can say; `airwar fields {ruleset.id}` explains every field."]
    for section, names in missing.items():
        if section == "options":
            continue
        begin = f"# in {section}: " if section else "# "
        lines += textwrap.wrap(begin + ", ".join(names), _WIDTH, subsequent_indent="#   ", break_on_hyphens=False)
    options = missing.get("options", [])
    if options:
        lines.append("# options: # rulings on what the rules leave open, with their defaults; change those you play differently")
        lines += [f"#   {name}: {ruleset.options[name].default} # {ruleset.options[name].choices}" for name in options]
    return lines
