"""A wave of kamikazes (17.47): how far they have come against each combat group, and what they did to the ships."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from airwar.rulesets.kit.names import title_of
from airwar.rulesets.world_at_war.air.sent import Sent
from airwar.rulesets.world_at_war.air_combat.forces import Force
from airwar.rulesets.world_at_war.kamikazes.state import CombatGroup, Fleet, Kamikazes
from airwar.rulesets.world_at_war.setting import Setting

LIGHT = "light-ships"


class Wave(NamedTuple):
    """A kamikaze attack in progress, and what it has done so far."""

    setting: Setting
    fleet: Fleet
    cover: tuple[tuple[str, Force], ...]  # the air units over each combat group
    pool: Kamikazes
    approaching: Sent  # combat groups, and the kamikazes that still face their defenses
    through: Sent = ()  # kamikazes that got through to a group, or were diverted there
    targets: tuple[tuple[str, str, int], ...] = ()  # combat group, ship, kamikazes that attack it
    gone: tuple[str, ...] = ()  # ships that were sunk before
    sunk: tuple[str, ...] = ()
    damaged: tuple[str, ...] = ()
    hits: int = 0  # on light ships, and on all ships if damage is worked out by hand
    second: bool = False

    def scope(self, group: str) -> str:
        """The scope of a combat group, for the keys of answers."""
        return f"{group}.second" if self.second else group

    def with_through(self, arriving: Mapping[str, int]) -> Wave:
        """More kamikazes get through to these groups."""
        total = dict(self.through)
        for group, number in arriving.items():
            if number:
                total[group] = total.get(group, 0) + number
        return self._replace(through=tuple(total.items()))

    def facts(self) -> dict[str, int]:
        """What a policy may ask about."""
        flying = sum(number for _, number in self.approaching) + sum(number for _, number in self.through)
        ships = {"ships.sunk": len(self.sunk), "ships.damaged": len(self.damaged), "ships.hits": self.hits}
        return {"kamikazes.built": self.pool.built, "kamikazes.flying": flying, "kamikazes.spent": self.pool.spent, **ships}

    def afloat(self, group: CombatGroup, category: str) -> list[str]:
        """The targets of a category that are left."""
        if category == LIGHT:
            return [LIGHT] if group.light else []
        return [ship for ship in group.ships(category) if ship not in self.sunk and ship not in self.gone]


def group_names(fleet: Fleet) -> dict[str, str]:
    return {group.id: group.name for group in fleet.groups.values()}


def ship_name(ship: str) -> str:
    return "the light ships" if ship == LIGHT else title_of(ship)
