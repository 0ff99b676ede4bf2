"""Forces in the air: lines of like units, whole or in squadrons (17.14, 19.5), and what a roll does to them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from airwar.engine.referee import Event, Note
from airwar.engine.rule import rule
from airwar.rulesets.kit.names import count, verb
from airwar.rulesets.world_at_war.units.types import AirType


class Effect(NamedTuple):
    """What a roll does to the enemy: how many are eliminated, and how many must abort."""

    eliminated: int
    aborted: int

    def __str__(self) -> str:
        return f"{self.eliminated}/{self.aborted}" if self.eliminated or self.aborted else "0"


NOTHING = Effect(0, 0)


class Line(NamedTuple):
    """Part of a force: units of one type, from one unit of the scenario, inverted or not."""

    unit: str
    air_type: AirType
    parts: tuple[int, ...]  # one number, or attack, cover and search squadrons
    inverted: bool = False
    aborted: tuple[int, ...] = ()  # how many of each part, by the enemy's last roll
    whole: int = 0  # the factors that these squadrons were, once broken down
    bombing: bool = False  # army air that bombs a strategic target, and so does not fight
    debt: int = 0  # squadrons of it that were lost earlier in the turn (19.52)

    @property
    def name(self) -> str:
        """The unit; army air that bombs is named apart from what escorts it."""
        return f"{self.unit}/bombing" if self.bombing else self.unit

    @property
    def type(self) -> str:
        return self.air_type.type

    @property
    def number(self) -> int:
        return sum(self.parts)

    @property
    def label(self) -> str:
        name = self.air_type.label.replace("AAF", "AAS") if self.whole else self.air_type.label
        return f"{name}{' squadron' if self.whole and self.type != 'aaf' else ''}{' (inverted)' if self.inverted else ''}"

    @rule("19.51", "19.52", "17.141C", "17.25", "17.55", "17.65")
    def broken(self) -> Line:
        """The same units as squadrons; squadrons that were lost earlier in the turn do not fight again."""
        if self.whole or self.air_type.in_squadrons:
            return self
        count = self.parts[0]
        return self._replace(parts=parts_of(count, self.debt) if self.type == "aaf" else (3 * count - self.debt,), whole=count)


Force = tuple[Line, ...]


def parts_of(factors: int, debt: int) -> tuple[int, ...]:
    """The attack, cover and search squadrons of army air; the source does not say which kinds an earlier loss has cost."""
    less = [debt // 3 + (kind < debt % 3) for kind in range(3)]
    return tuple(factors - gone for gone in less)


def size(force: Force) -> int:
    """How many factors or squadrons there are, air transports included."""
    return sum(line.number for line in force)


@rule("19.5", "19.51", "17.14", "17.141", "17.141C", "17.25")
@lru_cache(maxsize=4096)
def fought_in_squadrons(*forces: Force) -> bool:
    """Whether naval air, or squadrons broken down before, make this a fight of squadrons."""
    return any(line.whole or line.air_type.in_squadrons for force in forces for line in force)


def broken_down(force: Force) -> Force:
    return tuple(line.broken() for line in force)


def upright(force: Force) -> Force:
    """The uninverted part of a force."""
    return tuple(line for line in force if not line.inverted)


@rule("18.522B", "18.5634", "19.31A")
def aborted_fight_on(force: Force) -> list[Event]:
    """Says when units that aborted count again in the next round, for strength and DRM alike."""
    number = sum(sum(line.aborted) for line in force)
    noun = "squadron" if fought_in_squadrons(force) else "factor"
    return [Note(f"{count(number, f'aborted {noun}')} {verb(number, 'rejoin')} for the next round")] if number else []


@lru_cache(maxsize=4096)
def fresh(force: Force) -> Force:
    """All survivors fight the next round, those that aborted in this one too (18.522B)."""
    return tuple(line._replace(aborted=()) for line in force)
