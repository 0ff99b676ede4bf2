"""Rulesets of other packages: found by the entry point group `airwar.rulesets`, imported only when they are needed.

    [project.entry-points."airwar.rulesets"]
    flying-circus = "flying_circus:RULESET"

Nothing is looked up until somebody names a ruleset that airwar does not have, or wants a list.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from airwar.engine.frozen import dataclass
from airwar.engine.words import one_line
from airwar.errors import BrokenRuleset

if TYPE_CHECKING:
    from airwar.rulesets.ruleset import AnyRuleset

_GROUP = "airwar.rulesets"


@dataclass(frozen=True)
class Offer:
    """A ruleset that an installed package offers."""

    id: str
    distribution: str
    version: str
    entry: Any  # the entry point

    @property
    def package(self) -> str:
        """The package that it comes in, with its version, as logs and messages name it."""
        return f"{self.distribution} {self.version}"

    @property
    def scenarios(self) -> list[Path]:
        """The scenarios in its package. Nothing of the package is imported."""
        try:
            outermost, *inner = self.entry.module.split(".")
            spec = find_spec(outermost)
        except (ImportError, AttributeError, ValueError):
            return []
        for name in inner:  # find_spec of a dotted name would import the package it is in
            spec = PathFinder.find_spec(name, spec.submodule_search_locations or ()) if spec else None
        folders = spec.submodule_search_locations or () if spec else ()
        return sorted(path for folder in folders for path in (Path(folder) / "scenarios").glob("*.yaml"))

    def load(self) -> AnyRuleset:
        """The ruleset. Raises BrokenRuleset, which says in one line what is wrong with it."""
        with _ctrl_c_noted() as pressed:
            try:
                found = self.entry.load()
            except BaseException as error:  # whatever its code raises on import
                if pressed:
                    raise
                raise self.broken(f"{type(error).__name__}: {one_line(str(error)) or 'no message'}") from error
        if not isinstance(found, import_module("airwar.rulesets.ruleset").Ruleset):  # not needed to complete names in a shell
            raise self.broken(f"{self.entry.value} is not a Ruleset but {type(found).__name__}")
        if found.id != self.id:
            raise self.broken(f"its id is {found.id!r}, but its entry point says {self.id!r}")
        if not getattr(sys.modules.get(found.package), "__file__", None):
            raise self.broken(f"package is {found.package!r}; expected __name__ of the package that has its rules.yaml")
        ruleset: AnyRuleset = found
        return ruleset

    def broken(self, why: str) -> BrokenRuleset:
        return BrokenRuleset(f"ruleset {one_line(self.id)} of {one_line(self.package)} cannot be used: {why}")


@contextmanager
def _ctrl_c_noted() -> Iterator[list[int]]:
    """Notes whether Ctrl-C was pressed in the meantime, which is not the same as code that raises KeyboardInterrupt."""
    pressed: list[int] = []
    before = signal.getsignal(signal.SIGINT)
    if not callable(before) or threading.current_thread() is not threading.main_thread():
        yield pressed
        return

    def note(number: int, frame: FrameType | None) -> None:
        pressed.append(number)
        before(number, frame)

    signal.signal(signal.SIGINT, note)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)


@cache
def offers() -> tuple[Offer, ...]:
    """What the installed packages offer, by id. One package that is found twice on the path counts once."""
    from importlib.metadata import entry_points

    found: dict[tuple[str, str, str], Offer] = {}
    for entry in entry_points(group=_GROUP):
        name, version = (entry.dist.name, entry.dist.version) if entry.dist else ("an unknown package", "0")
        found.setdefault((entry.name, name, version), Offer(entry.name, name, version, entry))
    return tuple(found[key] for key in sorted(found))


def usable(taken: Collection[str]) -> dict[str, Offer]:
    """The offers by id, without those that are refused: an id that airwar has, or that two packages offer."""
    refused = {offer.id for offer, _ in refusals(taken)}
    return {offer.id: offer for offer in offers() if offer.id not in refused}


def refusals(taken: Collection[str]) -> list[tuple[Offer, BrokenRuleset]]:
    """The offers that clash with a ruleset of airwar or with one another, and why."""
    found = []
    for offer in offers():
        others = [other.package for other in offers() if other.id == offer.id and other is not offer]
        if offer.id in taken:
            found.append((offer, offer.broken("airwar has a ruleset of that id")))
        elif others:
            found.append((offer, offer.broken(f"{', '.join(others)} has one of that id too; uninstall one of them")))
    return found
