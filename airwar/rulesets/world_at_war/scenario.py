"""How a World at War scenario becomes the first position of a turn; what it may say is declared in position.py."""

from __future__ import annotations

from itertools import combinations, product
from typing import Never

from airwar.engine.frozen import replace
from airwar.engine.moves import Then, then
from airwar.engine.rule import rule
from airwar.rulesets.kit import Places, Rulings, check_distances, distances_of, grid_of, hex_of, made, place_of, title_of
from airwar.rulesets.world_at_war import kamikaze_orders, sea_service, strategic_bombing
from airwar.rulesets.world_at_war.displacement import check_basing
from airwar.rulesets.world_at_war.options import OPTIONS
from airwar.rulesets.world_at_war.position import CHAPTERS, Position, UnitEntry
from airwar.rulesets.world_at_war.sequence import ASKED, in_order, proceed
from airwar.rulesets.world_at_war.setting import Base, Carrier, Research, Setting, check_inverted, check_research, side_of
from airwar.rulesets.world_at_war.state import Basing, Turn
from airwar.rulesets.world_at_war.units import AirType, Unit, air_nationality_drm, alliances_of, check_nations, range_of
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Section

ON_THE_MAP = ("staging", "counterair", "transports", "battles", "fallen", "sunk")  # what needs distances between bases
FACTS = ("airbase-counters", "fronts", "targets", "charts")  # sections that order nothing


def setup(document: Section, problems: Problems) -> Then[Never]:
    """The first position: the turn with its agenda. Every part is checked against where the orders before it lead."""
    check_nations(document, problems)
    check_research(document, problems)
    setting = setting_of(document, problems)
    units = tuple(unit for said in document["units"].values() if (unit := unit_of(said, document, setting, problems)))
    built = [unit for said in document["construction"].values() if (unit := unit_of(said, document, setting, problems))]
    building = tuple(unit.all_inverted() for unit in built)
    units = tuple(sea_service.served_at_sea(unit, document) for unit in units)
    unknown = tuple(name for name, said in document["bases"].items() if said.supply is None)
    turn = Turn(setting, units, basing=Basing(building=building, supply_unknown=unknown))
    turn = turn.with_setting(replace(setting, winter_stated=winter_stated(turn)))
    on_the_map = setting.whole_turn or any(document[name] for name in ON_THE_MAP)
    needed = [
        *(pairs(setting) if on_the_map else ()),
        *strategic_bombing.pairs(document, setting),
        *kamikaze_orders.pairs(document),
    ]
    check_distances(document, setting.places, needed, problems)
    check_basing(document, turn, problems)
    ahead = turn
    for chapter in CHAPTERS:
        ahead = chapter.read(document, ahead, problems)
    if setting.orders_asked:
        ahead = ahead.with_agenda(*ASKED)
    if not ahead.agenda and not len(problems):
        names = ", ".join(("turn", *(name for chapter in CHAPTERS for name in chapter.fields if name not in FACTS)))
        problems.add(document.mark, f"nothing is fought; expected one of {names}")
    agenda = in_order(ahead.agenda)
    basing = ahead.basing._replace(fresh=(), placed=(), moved=(), staged=())
    units = as_they_begin(turn, ahead)
    return then(proceed, replace(ahead, units=units, changed_bases=(), changed_carriers=(), agenda=agenda, basing=basing))


@rule("19.31A")
def winter_stated(turn: Turn) -> dict[tuple[str, str], int]:
    """The winter results that the file gives units: they hold at the place of a unit, for all units of its side."""
    found: dict[tuple[str, str], int] = {}
    for unit in turn.units:
        place = (turn.hex_of(unit.home), unit.side)
        found[place] = max(unit.winter, found.get(place, 0))
    return found


def as_they_begin(turn: Turn, ahead: Turn) -> tuple[Unit, ...]:
    """The units before any order is carried out, and those that a part has added."""
    known = {unit.id for unit in turn.units}
    return (*turn.units, *(unit for unit in ahead.units if unit.id.partition("/")[0] not in known))


def setting_of(document: Section, problems: Problems) -> Setting:
    """What does not change during the turn."""
    rulings = Rulings(OPTIONS, document["options"], names_of(document))
    whole = document["turn"]
    by_sea = frozenset(unit.id for unit in document["units"].values() if unit.sea_transported)
    return Setting(
        document["theater"],
        tuple(document["sides"]),
        document["attacker"],
        {name: base_of(said, rulings) for name, said in document["bases"].items()},
        {name: carrier_of(said) for name, said in document["carriers"].items()},
        all_places(document, problems),
        rulings,
        whole,
        (document["orders"] or ("ask" if whole else "prepared")) == "ask",
        sea_transported=by_sea,
        alliances=alliances_of(document),
        research=document["research"],
        neutral=frozenset(document["not-at-war"] or ()),
        said=made(Position, document),
    )


def names_of(document: Section) -> dict[str, str]:
    """What the file calls its bases, and which sides attack and defend."""
    places = {name: base.name or title_of(name) for name, base in document["bases"].items()}
    attacker = document["attacker"]
    defender = next((side for side in document["sides"] if side != attacker), "defender")
    return {**places, "attacker": title_of(attacker), "defender": title_of(defender)}


def all_places(document: Section, problems: Problems) -> Places:
    """Bases, carriers, the targets of raids, and the force that kamikazes attack."""
    said, grid = {**document["bases"], **document["carriers"]}, grid_of(document["grid"])
    found = ((name, hex_of(one.hex, place_of(one, "hex"), grid, problems)) for name, one in said.items())
    places = Places(
        {name: one.name for name, one in said.items()},
        distances_of(document["distances"]),
        {name: hex_ for name, hex_ in found if hex_},
        document["unlisted-distances"] == "far",
        any(grid.drawn_in_rows(one.hex) for one in said.values() if one.hex),
    )
    places = strategic_bombing.with_targets(document, places, problems)
    return kamikaze_orders.with_force(document, places, problems)


def pairs(setting: Setting) -> list[tuple[str, str]]:
    """The pairs of places whose distance may be needed: one of the two is a base or a carrier from which air units may fly."""
    boxes = [name for name, base in setting.bases.items() if base.box]
    fields = [name for name, base in setting.bases.items() if base.takes_air_units and not base.box]
    at_sea = [name for name, carrier in setting.carriers.items() if not carrier.port]
    others = [name for name, base in setting.bases.items() if not base.takes_air_units]
    return [*combinations(fields, 2), *product(fields, at_sea), *product(fields + at_sea, others), *product(fields, boxes)]


@rule("18.12", "18.51")
def base_of(said: Base, rulings: Rulings) -> Base:
    """A base as the turn begins; a place that is both city and port counts once, or twice under an option.

    Where supply is asked for, the answer says too whether the base is subject to air oil effects.
    """
    port_city = 2 if rulings.value("port-city") == "two" else 1
    oil = said.oil and said.supply is not None
    return replace(said, name=said.name or title_of(said.id), supply=said.supply or "full", oil=oil, port_city=port_city)


def carrier_of(said: Carrier) -> Carrier:
    return replace(said, name=said.name or title_of(said.id))


def unit_of(said: UnitEntry, document: Section, setting: Setting, problems: Problems) -> Unit | None:
    """A unit of the scenario with its side, range and DRM worked out; None if it has none."""
    side = side_of(said, document, problems)
    if side is None or not check_inverted(said, problems):
        return None
    research = setting.research_of(said.nation)
    reach = reach_of(said, setting.theater, research, problems)
    if reach is None:
        return None
    home = setting.bases.get(said.at)
    impaired = int(said.winter >= 8) + int(bool(home and home.impaired))
    drm = air_nationality_drm(
        said.nation,
        said.type,
        elite=said.elite,
        impaired=impaired,
        research=research.air_nationality,
    )
    air_type = AirType(said.nation, said.type, drm, said.elite)
    inverted = said.inverted
    ready = said.count - inverted
    return Unit(said.id, side, air_type, reach, said.at, ready, inverted, said.count, winter=said.winter)


@rule("17.54", "17.52A", "17.52B", "17.52C", "18.31E")
def reach_of(said: UnitEntry, theater: str, research: Research, problems: Problems) -> int | None:
    """The range of a unit; jets need a research result of 9 before there are any."""
    if said.type == "jet":
        result = research.jets
        known = max((level for level in (9, 11, 12) if level <= result), default=0)
        if not known:
            problems.add(place_of(said, "type"), f"jets need a research result of 9 or more; {said.nation} has {result} (17.54)")
            return None
        return range_of("jet", theater, known)
    return range_of(said.type, theater, research.air_range)
