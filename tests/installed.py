"""Installs a package into a folder without pip and without a network: its files, and the metadata that importlib.metadata reads."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import airwar

ROOT = Path(airwar.__file__).parent.parent


def install(project: Path, site: Path, version: str | None = None) -> None:
    """What `pip install --target SITE PROJECT` leaves behind."""
    said = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))
    about = said["project"]
    number = version or about["version"]
    for package in said["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]:
        shutil.copytree(project / package, site / package, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    for old in site.glob(f"{about['name'].replace('-', '_')}-*.dist-info"):
        shutil.rmtree(old)
    offer(site, about["name"], number, about["entry-points"]["airwar.rulesets"])


def offer(site: Path, name: str, version: str, rulesets: dict[str, str]) -> None:
    """The metadata of a package that offers these rulesets."""
    info = site / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
    lines = "".join(f"{ruleset} = {value}\n" for ruleset, value in rulesets.items())
    (info / "entry_points.txt").write_text(f"[airwar.rulesets]\n{lines}", encoding="utf-8")


def python(site: Path, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Runs Python with that folder on its path."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), str(ROOT)]), "COLUMNS": "120"}
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False, cwd=cwd, env=env)


COMMANDS = """
import io, json, sys
from contextlib import redirect_stderr, redirect_stdout
from airwar.cli import exit_code
said = []
for arguments in json.loads(sys.argv[1]):
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        code = exit_code(arguments)
    said.append((code, out.getvalue(), err.getvalue()))
print(json.dumps(said))
"""


class Said(NamedTuple):
    code: int
    out: str
    err: str


def commands(site: Path, *lines: str, cwd: Path) -> list[Said]:
    """What airwar says to some command lines, one after the other in one new Python with that folder on its path."""
    done = python(site, "-c", COMMANDS, json.dumps([line.split() for line in lines]), cwd=cwd)
    assert done.returncode == 0, done.stderr
    return [Said(*said) for said in json.loads(done.stdout)]
