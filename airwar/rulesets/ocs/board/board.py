"""The board: where the air units are, and the state of the bases, ships and markers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction

from airwar.engine.rule import rule
from airwar.rulesets.ocs.board.guns import Gun
from airwar.rulesets.ocs.board.places import SINKS, Airfield, Ground, Hull, Marker, Port, Ship
from airwar.rulesets.ocs.board.setting import Setting
from airwar.rulesets.ocs.rulings import Rulings
from airwar.rulesets.ocs.units.air import AT_BASE, ELIMINATED, ELSEWHERE, EXPECTED, INACTIVE, Air, Counter, Side, values


@dataclass(frozen=True)
class Board:
    """Everything that can change on the map."""

    setting: Setting = field(hash=False, repr=False)
    units: tuple[Air, ...]
    bases: tuple[Airfield, ...] = ()
    hulls: tuple[Hull, ...] = ()
    barraged: tuple[str, ...] = ()  # hexes and ships barraged in this phase
    markers: tuple[Marker, ...] = ()
    ground: tuple[Ground, ...] = ()  # hexes that are no longer as they were set up
    guns: tuple[Gun, ...] = ()
    ports: tuple[Port, ...] = ()
    worked: tuple[str, ...] = ()  # what engineers have built or torn down in this phase

    @property
    def rulings(self) -> Rulings:
        return self.setting.rulings

    def unit(self, unit_id: str) -> Air:
        return next(unit for unit in self.units if unit.id == unit_id)

    def counter(self, unit_id: str) -> Counter:
        return self.setting.counters[unit_id]

    def values(self, unit_id: str) -> Side:
        """The values on the side of the counter that is face up."""
        return values(self.counter(unit_id), self.unit(unit_id).steps)

    def base(self, place: str) -> Airfield | None:
        return next((base for base in self.bases if base.id == place), None)

    def base_kind(self, place: str) -> str:
        """The kind of the air base in a hex, or nothing."""
        base = self.base(place)
        return base.kind if base else ""

    def port(self, place: str) -> Port | None:
        return next((port for port in self.ports if port.place == place), None)

    def hull(self, ship_id: str) -> Hull | None:
        return next((hull for hull in self.hulls if hull.id == ship_id), None)

    @rule("R52")
    def ships_at(self, place: str, side: str) -> list[Ship]:
        """The ships of a side that are afloat in a hex."""
        afloat = (self.setting.ships[hull.id] for hull in self.hulls if hull.hits < SINKS)
        return [ship for ship in afloat if ship.at == place and ship.side == side]

    @rule("R44a", "R44c")
    def ground_at(self, place: str) -> Ground:
        """The ground units in a hex: as set up, until something changes them."""
        changed = next((ground for ground in self.ground if ground.place == place), None)
        return changed or self.setting.hexes[place].ground

    @rule("R8", "R16")
    def active_at(self, place: str, side: str) -> tuple[str, ...]:
        """The active units of a side in a hex, at a base there or over it; inactive ones do not count."""
        there = (unit for unit in self.units if unit.active and unit.place == place)
        return tuple(unit.id for unit in there if self.counter(unit.id).side == side)

    @rule("R31", "R37")
    def based_at(self, place: str) -> tuple[str, ...]:
        """The units at a base, active and inactive; units in the air over it are not at the base."""
        return tuple(unit.id for unit in self.units if unit.place == place and unit.status in (AT_BASE, INACTIVE))

    def over(self, place: str, side: str) -> tuple[str, ...]:
        """The units of a side in the air over a hex."""
        there = (unit for unit in self.units if unit.status == ELSEWHERE and unit.place == place)
        return tuple(unit.id for unit in there if self.counter(unit.id).side == side)

    def only(self, units: Iterable[str]) -> Board:
        """The board as these units see it: themselves and the bases. A fight depends on nothing else."""
        wanted = set(units)
        return Board(self.setting, tuple(unit for unit in self.units if unit.id in wanted), self.bases)

    def with_units(self, *changed: Air) -> Board:
        new = {unit.id: unit for unit in changed}
        return replace(self, units=tuple(new.get(unit.id, unit) for unit in self.units))

    def with_base(self, changed: Airfield) -> Board:
        return replace(self, bases=tuple(changed if base.id == changed.id else base for base in self.bases))

    def with_ground(self, changed: Ground) -> Board:
        board = replace(self, ground=(*(ground for ground in self.ground if ground.place != changed.place), changed))
        return board.with_port_of(changed)

    @rule("R55")
    def with_port_of(self, ground: Ground) -> Board:
        """A port belongs to the side whose combat units alone are in its hex."""
        port = self.port(ground.place)
        if port is None or len(ground.combat) != 1:
            return self
        return self.with_port(port._replace(side=ground.combat[0]))

    def with_port(self, changed: Port) -> Board:
        return replace(self, ports=tuple(changed if port.place == changed.place else port for port in self.ports))

    def with_hull(self, changed: Hull) -> Board:
        return replace(self, hulls=tuple(changed if hull.id == changed.id else hull for hull in self.hulls))

    def with_barraged(self, target: str) -> Board:
        return replace(self, barraged=(*self.barraged, target))

    @rule("R51")
    def with_marker(self, marker: Marker) -> Board:
        """The board with a rail interdiction marker; a hex never holds two of one side."""
        return self if marker in self.markers else replace(self, markers=(*self.markers, marker))

    @rule("R34", "R44a", "R33")
    def at_phase_start(self) -> Board:
        """A new phase: nothing has been barraged, flown, fired or unloaded in it, and hexes belong to those who are there now."""
        units = tuple(unit._replace(tasked=False) if unit.tasked else unit for unit in self.units)
        bases = tuple(base._replace(unloaded=Fraction(0)) if base.unloaded else base for base in self.bases)
        ground = tuple(ground._replace(before=ground.now) for ground in self.ground)
        guns = tuple(gun._replace(fired=False) for gun in self.guns)
        return replace(self, units=units, bases=bases, barraged=(), worked=(), ground=ground, guns=guns)

    @rule("R54")
    def at_turn_start(self) -> Board:
        """A new game turn: no ship has fired at land in it."""
        return replace(self, guns=tuple(gun._replace(bombarded=False) for gun in self.guns))

    def steps_lost(self, side: str) -> int:
        counters = ((unit, self.counter(unit.id)) for unit in self.units)
        return sum(counter.starting_steps - unit.steps for unit, counter in counters if counter.side == side)


@rule("R8")
def on_the_map(units: Iterable[Air]) -> list[Air]:
    """The units that have arrived and have not been eliminated."""
    return [unit for unit in units if unit.status not in (ELIMINATED, EXPECTED)]
