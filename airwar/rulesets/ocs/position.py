"""Where everything is: the units, bases, ships, guns, ports and markers in tables."""

from __future__ import annotations

from airwar.engine.events import Sheet
from airwar.rulesets.kit.names import title_of
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.words import rating_of, status
from airwar.rulesets.ocs.missions.ports import capacity_at
from airwar.rulesets.ocs.units.air import ELSEWHERE, Air


def board_sheets(board: Board) -> list[Sheet]:
    """Every unit that is on the map or expected, every base and ship, and the markers."""
    setting = board.setting
    columns = ("side", "unit", "rating", "barrage", "range", "status", "place")
    units = tuple(unit_row(board, unit) for unit in board.units if not unit.eliminated)
    levels = {base.id: str(base.level or base.kind) for base in board.bases}
    bases = tuple((title_of(base.side), setting.name(base.id), levels[base.id], f"{base.supply}T") for base in board.bases)
    sheets = [Sheet("Air units", columns, units), Sheet("Air bases", ("side", "base", "level", "supply"), bases)]
    if board.markers:
        rows = tuple((setting.name(marker.place), title_of(marker.side)) for marker in board.markers)
        sheets.append(Sheet("Rail interdiction", ("hex", "placed by"), rows))
    if board.hulls:
        ships = tuple((setting.ships[hull.id].name, str(hull.hits), "DG" if hull.dg else "") for hull in board.hulls)
        sheets.append(Sheet("Ships", ("ship", "hits", ""), ships))
    return [*sheets, *gun_sheets(board), *port_sheets(board)]


def gun_sheets(board: Board) -> list[Sheet]:
    setting, rows = board.setting, []
    for gun in board.guns:
        battery = setting.batteries[gun.id]
        words = [word for word, holds in (("DG", gun.dg), ("has fired", gun.fired)) if holds]
        numbers = (str(battery.barrage), str(battery.range))
        rows.append((title_of(battery.side), battery.name, *numbers, ", ".join(words), setting.name(battery.at)))
    return [Sheet("Guns", ("side", "guns", "barrage", "range", "", "place"), tuple(rows))] if rows else []


def port_sheets(board: Board) -> list[Sheet]:
    rows = tuple(
        (title_of(port.side), board.setting.name(port.place), str(port.hits), f"{capacity_at(board, port)}T")
        for port in board.ports
    )
    return [Sheet("Ports", ("side", "port", "hits", "capacity"), rows)] if rows else []


def unit_row(board: Board, unit: Air) -> tuple[str, ...]:
    counter = board.counter(unit.id)
    numbers = (rating_of(board, unit.id), str(board.values(unit.id).barrage), str(counter.range))
    place = f"{'over ' if unit.status == ELSEWHERE else ''}{board.setting.name(unit.place)}"
    return (title_of(counter.side), counter.label, *numbers, status(unit), place)
