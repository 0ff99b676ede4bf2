"""Japan's kamikazes, the force they attack, and what Japan constructs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

FORCE = "attacked-force"  # the place of the naval force that is attacked
MOMENTS = {  # when all kamikazes of a turn may attack, and the part of the turn
    "movement": "movement.kamikazes",
    "combat": "combat.kamikazes",
    "after-combat": "combat.kamikazes-after",
}
CATEGORIES = ("fast-carriers", "capital-ships", "light-ships")


class Kamikazes(NamedTuple):
    """Japan's kamikazes, in squadrons."""

    limit: int = 0  # the size of the force pool; 0 until the rule is invoked
    created: int = 0  # all kamikazes in the pool, built or not
    built: int = 0
    expansions: int = 0  # how often the pool has grown: one more on every attack roll each time
    all_used: bool = False  # all have attacked ships since the last construction phase
    had: int = 0  # built when the turn began
    spent: int = 0  # of those, used up in attacks
    side: str = "japan"  # the side that Japan belongs to
    used: tuple[tuple[str, int], ...] = ()  # unbuilt units that have become kamikazes in this turn
    converted: int = 0  # naval squadrons on the map that have become kamikazes in this turn: they are not lost, nor rebuilt

    @property
    def unbuilt(self) -> int:
        return self.created - self.built


NO_KAMIKAZES = Kamikazes()


@dataclass(frozen=True, eq=False)
class CombatGroup:
    """A combat group of the attacked force. Ships by name, with their size; light ships are one target."""

    id: str
    name: str
    carriers: Mapping[str, int] = field(default_factory=dict)
    capitals: Mapping[str, int] = field(default_factory=dict)
    light: bool = False
    air_defense: int = 0
    naval_drm: int = 0  # the Naval Nationality DRM of its ships
    patrol: Mapping[str, int] = field(default_factory=dict)  # squadrons on combat air patrol, by unit
    cover: Mapping[str, int] = field(default_factory=dict)  # squadrons flying air cover, by unit

    def ships(self, category: str) -> Mapping[str, int]:
        """The named ships of a category."""
        return {"fast-carriers": self.carriers, "capital-ships": self.capitals}.get(category, {})

    def size_of(self, ship: str) -> int:
        return {**self.carriers, **self.capitals}[ship]


@dataclass(frozen=True, eq=False)
class Fleet:
    """The Allied naval force that kamikazes attack."""

    side: str
    groups: Mapping[str, CombatGroup]
    found: tuple[str, ...]  # groups that kamikazes can reach: in naval combat only those found
    open_to_attack: tuple[str, ...]  # of these, the ones that no other Japanese air attacks
    at_sea: bool = True
    surprised: bool = False
    air_drm: int = 2  # the Air Nationality DRM of regular Japanese naval air
    strikes: tuple[tuple[str, int], ...] | None = None  # None: Japan is asked
    second_wave: int | None = None
    moment: str = "combat.kamikazes"  # the part of the turn in which they attack

    def has(self, ship: str) -> bool:
        """Whether a fast carrier belongs to the force."""
        return any(ship in group.carriers for group in self.groups.values())


@dataclass(frozen=True, eq=False)
class Program:
    """What Japan does with kamikazes in its construction phase; None where Japan is asked."""

    training_rate: int
    invoke: bool | None = None
    unbuilt: Mapping[str, int] = field(default_factory=dict)  # naval air and army air in the pool that are not built
    convert: Mapping[str, int] | None = None
    build: int | None = None
    brps: int | None = None
