"""The state of a player turn: where the air units are, and what every chapter still has to do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from airwar.engine.rule import rule
from airwar.rulesets.kit.places import FAR
from airwar.rulesets.world_at_war.bases.record import NO_CHANGES, Basing
from airwar.rulesets.world_at_war.counterair.record import NO_COUNTERAIR, Counterairs
from airwar.rulesets.world_at_war.ground.state import Battle, changed
from airwar.rulesets.world_at_war.kamikazes.state import FORCE, NO_KAMIKAZES, Kamikazes
from airwar.rulesets.world_at_war.setting import Base, Carrier, Setting
from airwar.rulesets.world_at_war.strategic.state import BombingRaid
from airwar.rulesets.world_at_war.transport.state import Flight
from airwar.rulesets.world_at_war.units.unit import Unit


@dataclass(frozen=True)
class Turn:
    """A player turn in progress."""

    setting: Setting = field(repr=False)
    units: tuple[Unit, ...]  # every air unit, on the map, on carriers and in the strategic warfare boxes
    changed_bases: tuple[Base, ...] = ()  # bases that are not as the scenario set them up
    changed_carriers: tuple[Carrier, ...] = ()  # carriers that are not as the scenario set them up
    agenda: tuple[str, ...] = ()  # the entries of the sequence of play still to come
    phase: str = ""  # start, movement, combat, construction, redeployment or end
    part: str = ""  # the entry of the sequence of play that is under way
    asked: int = 0  # how many orders have been asked for in it
    results: tuple[tuple[str, str], ...] = ()
    basing: Basing = NO_CHANGES
    counterair: Counterairs = NO_COUNTERAIR
    battles: tuple[Battle, ...] = ()  # ground attacks not yet fought, and hexes that are covered against one
    attacked: tuple[tuple[str, str, str], ...] = ()  # hexes attacked on the ground in this turn, the kind of attack, its result
    winter: tuple[tuple[str, int], ...] = ()  # hexes under a winter result
    winter_for: str = ""  # the side whose air units suffer from it; both if empty
    flights: tuple[Flight, ...] = ()  # air transport activities not yet flown
    carried: tuple[str, ...] = ()  # ground units that were air transported in this turn, by name
    bombing: tuple[BombingRaid, ...] = ()  # raids not yet flown
    kamikazes: Kamikazes = NO_KAMIKAZES
    trained: tuple[tuple[str, int], ...] = ()  # nations, and the naval squadrons that they have built

    # air units

    @property
    def strategic(self) -> tuple[Unit, ...]:
        """The strategic bombers and interceptors; their home is a front."""
        return tuple(unit for unit in self.units if unit.strategic)

    def unit(self, unit_id: str) -> Unit:
        """A unit, or a part of one, by its id."""
        return next(unit for unit in self.units if unit.id == unit_id)

    def find(self, unit_id: str) -> Unit | None:
        """The same, or None if there is no such unit."""
        return next((unit for unit in self.units if unit.id == unit_id), None)

    def player(self, side: str) -> str:
        """What a side is in this player turn: the attacker or the defender."""
        return "attacker" if side == self.setting.attacker else "defender"

    def at(self, base: str) -> tuple[Unit, ...]:
        """The air units based in a hex, those of carriers in port included."""
        return tuple(unit for unit in self.units if unit.number and not unit.strategic and self.hex_of(unit.home) == base)

    @rule("18.42B", "18.41")
    def free(self, unit: Unit) -> int:
        """How many of a unit may still fly a mission: uninverted, not used at sea in this turn, nor flown from a carrier."""
        return unit.ready

    def with_units(self, changed: Iterable[Unit]) -> Turn:
        """The turn with these units changed."""
        new = {unit.id: unit for unit in changed}
        return replace(self, units=tuple(new.get(unit.id, unit) for unit in self.units))

    # bases and carriers, as they are now

    def find_base(self, place: str) -> Base | None:
        """A base as it is now; None if the place is not a base."""
        changed = next((base for base in self.changed_bases if base.id == place), None)
        return changed or self.setting.bases.get(place)

    def base(self, base_id: str) -> Base:
        """A base as it is now: who holds it, and its airbase."""
        base = self.find_base(base_id)
        assert base is not None, base_id
        return base

    @property
    def bases(self) -> tuple[Base, ...]:
        """All bases as they are now."""
        return tuple(self.base(base_id) for base_id in self.setting.bases)

    def winter_at(self, base_id: str) -> int:
        """The winter result in a hex."""
        return dict(self.winter).get(base_id, 0)

    @rule("19.31A", "18.45")
    def winter_on(self, place: str, side: str) -> int:
        """The winter result that air units of a side suffer at a place, as the referee says, or the file of others there."""
        hex_ = self.hex_of(place)
        stated = self.setting.winter_stated.get((hex_, side), 0)
        return stated if self.winter_for not in ("", side) else max(stated, self.winter_at(hex_))

    def held_by(self, base_id: str) -> str:
        """The side that holds a base now."""
        return self.base(base_id).side

    def find_carrier(self, place: str) -> Carrier | None:
        """A carrier as it is now; None if the place is not a carrier."""
        changed = next((carrier for carrier in self.changed_carriers if carrier.id == place), None)
        return changed or self.setting.carriers.get(place)

    def carrier(self, carrier_id: str) -> Carrier:
        """A carrier as it is now: where it is, and its status."""
        carrier = self.find_carrier(carrier_id)
        assert carrier is not None, carrier_id
        return carrier

    @property
    def carriers(self) -> tuple[Carrier, ...]:
        """All carriers as they are now, the sunk ones included."""
        return tuple(self.carrier(carrier_id) for carrier_id in self.setting.carriers)

    def hex_of(self, place: str) -> str:
        """A carrier in port is where its port is."""
        carrier = self.find_carrier(place)
        return carrier.port if carrier and carrier.port else place

    def distance(self, here: str, there: str) -> int | None:
        """Hexes between two places, as the scenario tells them; None if it does not."""
        here, there = self.hex_of(here), self.hex_of(there)
        known = self.setting.places.distance(here, there)
        if known is not None and known < FAR:
            return known
        return self.setting.places.distance(self.force_of(here), self.force_of(there))

    def force_of(self, place: str) -> str:
        """A carrier that kamikazes attack is where the attacked force is."""
        fleet = self.setting.fleet
        return FORCE if fleet and fleet.has(place) else place

    def name(self, place: str) -> str:
        """The name of a base, a carrier or a target."""
        return self.setting.name(place)

    def with_base(self, base: Base) -> Turn:
        """The turn with a base changed."""
        others = [other for other in self.changed_bases if other.id != base.id]
        return replace(self, changed_bases=tuple(sorted((*others, base), key=lambda one: one.id)))

    def with_carrier(self, carrier: Carrier) -> Turn:
        """The turn with a carrier changed."""
        others = [other for other in self.changed_carriers if other.id != carrier.id]
        return replace(self, changed_carriers=tuple(sorted((*others, carrier), key=lambda one: one.id)))

    @rule("18.11", "18.13", "17.3126")
    def load(self, base: str) -> tuple[int, int]:
        """The factors and the naval squadrons that count against a base; carriers' naval air in port does not."""
        here = [unit for unit in self.units if unit.home == base and not unit.strategic]
        factors = sum(unit.left for unit in here if not unit.air_type.in_squadrons)
        return factors, sum(unit.left for unit in here if unit.air_type.in_squadrons)

    # what every chapter still has to do

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
