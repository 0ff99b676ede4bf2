"""What a player turn knows of its counterair: what is ordered, what has been attacked, and which attackers are in the air."""

from __future__ import annotations

from typing import NamedTuple


class Raid(NamedTuple):
    """An ordered counterair: the base, the units that fly, the phase, and the kind of attack (19.12)."""

    base: str
    force: tuple[tuple[str, int], ...]
    phase: str = "movement"
    kind: str = "counterair"  # or naval-base, patrol, naval-combat: these are a single round
    number: int = 1  # 2 if the base is attacked for the second time in the phase


class Away(NamedTuple):
    """Attackers in the air until the end of the phase."""

    base: str  # where they fought
    unit: str
    number: int
    patrolling: bool = False  # aboard again before the patrol enters its next hex


class Counterairs(NamedTuple):
    """The counterair of a player turn."""

    raids: tuple[Raid, ...] = ()  # prepared by the scenario and not yet announced
    announced: tuple[Raid, ...] = ()  # and not yet fought
    over: bool = False  # nothing more is announced in this phase
    tried: tuple[str, ...] = ()  # bases announced in this phase
    counteraired: tuple[str, ...] = ()  # those of them that somebody has flown to
    away: tuple[Away, ...] = ()  # attackers in the air


NO_COUNTERAIR = Counterairs()
