"""The position when a player turn is over: where everything is, and the same in the words of a scenario."""

from __future__ import annotations

from airwar.engine.referee import Event, Sheet
from airwar.rulesets.kit.names import title_of
from airwar.rulesets.kit.scenario_text import carried_on, mapping_lines, scalar
from airwar.rulesets.world_at_war.setting import Base, Carrier
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.unit import Unit


def position(turn: Turn) -> list[Event]:
    """Every air unit and every carrier, and what a scenario of the next turn has to say of them."""
    sheets: list[Event] = [units_sheet(turn)]
    if turn.setting.carriers:
        sheets.append(carriers_sheet(turn))
    return [*sheets, carried_on("units, and changed bases and carriers", scenario_lines(turn))]


def units_sheet(turn: Turn) -> Sheet:
    """Where every air unit is, and how many of it are inverted."""
    units = sorted((unit for unit in turn.units if unit.left), key=lambda unit: (unit.side, unit.strategic))
    rows = tuple(
        (title_of(unit.side), unit.id, unit.air_type.label, where(turn, unit), str(unit.uninverted), str(unit.inverted))
        for unit in units
    )
    return Sheet("Where everything is", ("side", "unit", "type", "base", "uninverted", "inverted"), rows)


def where(turn: Turn, unit: Unit) -> str:
    """The base or carrier of a unit by its name, or its front."""
    return f"{title_of(unit.home)} Front" if unit.strategic else turn.setting.name(unit.home)


def carriers_sheet(turn: Turn) -> Sheet:
    """Where every fast carrier is, and its status."""
    rows = tuple((carrier.name, title_of(carrier.nation), lies(turn, carrier), status(carrier)) for carrier in turn.carriers)
    return Sheet("Fast carriers", ("carrier", "nation", "where", "status"), rows)


def lies(turn: Turn, carrier: Carrier) -> str:
    """Where a carrier is."""
    if carrier.sunk:
        return "sunk"
    return turn.setting.name(carrier.port) if carrier.port else "at sea"


def status(carrier: Carrier) -> str:
    """The status of a carrier in words."""
    words = [word for word, true in (("damaged", carrier.damaged), ("inverted", carrier.inverted)) if true and not carrier.sunk]
    return ", ".join(words) or "ready" * (not carrier.sunk)


# in the words of a scenario


def scenario_lines(turn: Turn) -> list[str]:
    """The parts of a scenario that begins where this turn ends."""
    lines = ["units:"]
    for unit in turn.units:
        if unit.left and not unit.strategic:
            lines += mapping_lines("  - ", unit_said(unit))
    if any(unit.left for unit in turn.strategic):
        lines.append("strategic:")
        for unit in turn.strategic:
            lines += mapping_lines("  - ", unit_said(unit)) if unit.left else []
    if turn.changed_bases:
        lines.append("bases:")
        for base in turn.changed_bases:
            lines += mapping_lines(f"  {base.id}: ", base_said(base))
    afloat = [carrier for carrier in turn.changed_carriers if not carrier.sunk]
    if afloat:
        lines.append("carriers:")
        for carrier in afloat:
            lines += mapping_lines(f"  {carrier.id}: ", carrier_said(carrier))
    return lines


def unit_said(unit: Unit) -> dict[str, str]:
    """A unit, or a part of one, as a scenario lists it; a part has an id of its own."""
    said = {"id": unit.id.replace("/", "-at-"), "nation": unit.air_type.nation, "type": unit.type, "count": str(unit.left)}
    said["front" if unit.strategic else "at"] = unit.home
    more = {"inverted": str(unit.inverted or ""), "elite": "true" * unit.air_type.elite, "winter": str(unit.winter or "")}
    return said | {key: value for key, value in more.items() if value}


def base_said(base: Base) -> dict[str, str]:
    """A base that has changed hands or its airbase, as a scenario lists it."""
    said = {"name": scalar(base.name), "side": base.side, "facilities": f"[{', '.join(base.places)}]"}
    flags = {"island": base.island, "jungle": base.jungle, "oil": base.oil}
    more = {"box": base.box, "nation": base.nation, "airbase-of": base.airbase_of, "island-group": base.group}
    said |= {key: "true" for key, true in flags.items() if true} | {key: value for key, value in more.items() if value}
    return said | ({"supply": base.supply} if base.supply != "full" else {})


def carrier_said(carrier: Carrier) -> dict[str, str]:
    """A carrier that has moved or changed its status, as a scenario lists it."""
    said = {"name": scalar(carrier.name), "nation": carrier.nation, "size": str(carrier.size)}
    flags = {"damaged": carrier.damaged, "inverted": carrier.inverted}
    more = {"port": carrier.port, "force": carrier.force}
    return said | {key: "true" for key, true in flags.items() if true} | {key: value for key, value in more.items() if value}
