"""The state of a player turn: where the air units are, and what every chapter still has to do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.bases.record import NO_CHANGES, Basing
from airwar.rulesets.world_at_war.counterair.record import NO_COUNTERAIR, Counterairs
from airwar.rulesets.world_at_war.ground.state import Battle, changed
from airwar.rulesets.world_at_war.kamikazes.state import NO_KAMIKAZES, Kamikazes
from airwar.rulesets.world_at_war.setting import Base, Setting
from airwar.rulesets.world_at_war.strategic.state import BombingRaid
from airwar.rulesets.world_at_war.transport.state import Flight
from airwar.rulesets.world_at_war.units.unit import Unit


class Used(NamedTuple):
    """Units that have had their mission of the turn, though they are not inverted."""

    flown: tuple[tuple[str, int], ...] = ()  # naval air back on its carriers (18.41)
    at_sea: tuple[tuple[str, int], ...] = ()  # units that searched, covered or struck at sea (18.42B)


NONE_USED = Used()


@dataclass(frozen=True)
class Turn:
    """A player turn in progress."""

    setting: Setting = field(repr=False)
    units: tuple[Unit, ...]
    agenda: tuple[str, ...] = ()  # the entries of the sequence of play still to come
    phase: str = ""  # start, movement, combat, construction, redeployment or end
    part: str = ""  # the entry of the sequence of play that is under way
    results: tuple[tuple[str, str], ...] = ()
    used: Used = NONE_USED
    basing: Basing = NO_CHANGES
    counterair: Counterairs = NO_COUNTERAIR
    battles: tuple[Battle, ...] = ()  # ground attacks not yet fought
    flights: tuple[Flight, ...] = ()  # air transport activities not yet flown
    strategic: tuple[Unit, ...] = ()  # strategic bombers and interceptors; their home is a front
    bombing: tuple[BombingRaid, ...] = ()  # raids not yet flown
    kamikazes: Kamikazes = NO_KAMIKAZES

    @property
    def all_units(self) -> tuple[Unit, ...]:
        """All air units, on the map and in the strategic warfare boxes."""
        return self.units + self.strategic

    def unit(self, unit_id: str) -> Unit:
        """A unit, on the map or in a strategic warfare box."""
        return next(unit for unit in self.all_units if unit.id == unit_id)

    def find(self, unit_id: str) -> Unit | None:
        """The same, or None if there is no such unit."""
        return next((unit for unit in self.all_units if unit.id == unit_id), None)

    def player(self, side: str) -> str:
        """What a side is in this player turn: the attacker or the defender."""
        return "attacker" if side == self.setting.attacker else "defender"

    def at(self, base: str) -> tuple[Unit, ...]:
        """The air units based in a hex, those of carriers in port included."""
        return tuple(unit for unit in self.units if self.setting.hex_of(unit.home) == base and unit.number)

    def base(self, base_id: str) -> Base:
        """A base as it is now, with the airbases gained and lost in this turn."""
        base = self.setting.bases[base_id]
        change = sum(number for place, number in self.basing.facilities if place == base_id)
        return replace(base, facilities=base.facilities + change) if change else base

    @rule("18.42B", "18.41")
    def free(self, unit: Unit) -> int:
        """How many of a unit may still fly a mission: uninverted, not used at sea in this turn, nor flown from a carrier."""
        return max(0, unit.ready - sum(number for name, number in (*self.used.at_sea, *self.used.flown) if name == unit.id))

    def held_by(self, base: str) -> str:
        """The side that controls a base now; a base that has changed hands in this turn is of no use to either."""
        return "" if base in self.basing.taken else self.setting.bases[base].side

    def with_units(self, changed: Iterable[Unit]) -> Turn:
        """The turn with these units changed."""
        new = {unit.id: unit for unit in changed}
        units = tuple(new.get(unit.id, unit) for unit in self.units)
        if not self.strategic:
            return replace(self, units=units)
        return replace(self, units=units, strategic=tuple(new.get(unit.id, unit) for unit in self.strategic))

    def with_setting(self, setting: Setting) -> Turn:
        return replace(self, setting=setting)

    def with_basing(self, basing: Basing) -> Turn:
        return replace(self, basing=basing)

    def with_counterair(self, counterair: Counterairs) -> Turn:
        return replace(self, counterair=counterair)

    def with_agenda(self, *entries: str) -> Turn:
        """The turn with more entries of the sequence of play on its agenda."""
        return replace(self, agenda=tuple(dict.fromkeys((*self.agenda, *entries))))

    def with_result(self, place: str, result: str) -> Turn:
        """The turn with the result of a battle or mission."""
        return replace(self, results=(*self.results, (place, result)))

    def with_battle(self, battle: Battle) -> Turn:
        """The turn with a ground battle in a new state."""
        return replace(self, battles=changed(self.battles, battle))

    @rule("18.11", "18.13", "17.3126")
    def load(self, base: str) -> tuple[int, int]:
        """The factors and the naval squadrons that count against a base; carriers' naval air in port does not."""
        here = [unit for unit in self.units if unit.home == base]
        factors = sum(unit.number + unit.flying for unit in here if not unit.air_type.in_squadrons)
        return factors, sum(unit.number + unit.flying for unit in here if unit.air_type.in_squadrons)
