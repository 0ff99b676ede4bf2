"""Ships, carriers, guns and ports as a scenario sets them up (R52 to R55)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from airwar.engine.rule import rule
from airwar.rulesets.kit.names import title_of
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.guns import ARTILLERY, NAVAL, Battery, Gun
from airwar.rulesets.ocs.board.places import CARRIER, Harbor, Hull, Port, Ship
from airwar.rulesets.ocs.board.setting import GUNFIRE, Mission
from airwar.rulesets.ocs.missions.gunfire import gun_refused, mixed_refused
from airwar.scenario.nodes import Mark
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Section

# ships


@rule("R52")
def ships_of(document: Section) -> dict[str, Ship]:
    """The ships, and among them the carriers, which the scenario lists as air bases."""
    found = {name: ship_of(name, said, said["at"]) for name, said in (document["ships"] or {}).items()}
    return found | {name: replace(ship_of(name, said, name), flak=0, carrier=True) for name, said in carriers_of(document).items()}


def carriers_of(document: Section) -> dict[str, Section]:
    return {name: said for name, said in (document["bases"] or {}).items() if said["kind"] == CARRIER}


def ship_of(name: str, said: Section, place: str) -> Ship:
    return Ship(name, said["name"] or title_of(name), said["side"], place, said["protection"], said["flak"])


@rule("R52")
def hulls_of(document: Section, ships: dict[str, Ship]) -> tuple[Hull, ...]:
    """The ships when the scenario begins: a damaged one has one hit."""
    bases, listed = document["bases"] or {}, document["ships"] or {}
    said = {name: (bases if ship.carrier else listed)[name] for name, ship in ships.items()}
    return tuple(Hull(name, int(said[name]["damaged"]), said[name]["dg"]) for name in ships)


# guns


@rule("R53", "R54")
def batteries_of(document: Section) -> dict[str, Battery]:
    """Artillery units, and the ships that have guns."""
    found = {}
    for name, said in (document["artillery"] or {}).items():
        label = said["name"] or title_of(name)
        found[name] = Battery(name, label, said["side"], said["at"], ARTILLERY, said["barrage"], said["range"], said["coastal"])
    for name, said in (document["ships"] or {}).items():
        if said["barrage"]:
            found[name] = Battery(
                name, said["name"] or title_of(name), said["side"], said["at"], NAVAL, said["barrage"], said["range"]
            )
    return found


def guns_of(document: Section, batteries: dict[str, Battery]) -> tuple[Gun, ...]:
    artillery = document["artillery"] or {}
    return tuple(Gun(name, dg=name in artillery and artillery[name]["dg"]) for name in batteries)


@rule("R53", "R54")
def check_guns(document: Section, problems: Problems) -> None:
    """A ship with guns has a range, and no id is used twice."""
    for name, said in (document["ships"] or {}).items():
        if said["barrage"] and not said["range"]:
            problems.add(said.mark, f"{name} has guns without a range; add range (R54)")
    for name in {*(document["artillery"] or {})} & {*(document["ships"] or {})}:
        problems.add(document["artillery"].at(name), f"{name} is listed under artillery and under ships; expected one of them")


@rule("R53", "R54")
def check_gunfire(said: Section, mission: Mission, board: Board) -> Iterator[tuple[Mark, str]]:
    """The guns that an order names belong to one arm, reach the target, and may fire at it."""
    if mission.kind != GUNFIRE or not board.rulings.profile.gunfire:
        return
    guns = {gun.id: gun for gun in board.guns}
    for index, name in enumerate(said["with"] or ()):
        refused = gun_refused(board, mission, guns[name]) if name in guns else "it has no guns (R53)"
        if refused:
            yield said["with"].marks[index], f"{name}: {refused}"
    mixed = mixed_refused([board.setting.batteries[name] for name in mission.guns if name in guns])
    if mixed:
        yield said.at("with"), mixed


# ports


@rule("R55")
def ports_of(document: Section) -> tuple[Port, ...]:
    """The ports when the scenario begins."""
    places = {**(document["hexes"] or {}), **(document["bases"] or {})}
    return tuple(Port(name, said["port"]["side"], said["port"]["hits"]) for name, said in places.items() if said["port"])


def harbor_of(said: Section) -> Harbor | None:
    port = said["port"]
    return Harbor(port["capacity"], tuple(port["damage-track"] or ())) if port else None
