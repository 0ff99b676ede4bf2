"""What a World at War scenario says, which is also a position: bases, carriers and air units, and what is ordered for the turn.

`position_of(turn)` is the position that a turn has come to, and `passed` the one with which the next player turn begins. What a
scenario says of a base, a carrier or a unit is declared here, once; within a turn they are a `Base`, a `Carrier` and a `Unit`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from airwar.engine.frozen import replace
from airwar.engine.referee import Event, Sheet
from airwar.engine.rule import rule
from airwar.engine.words import possessive, side_name
from airwar.rulesets.kit import (
    RESET,
    Book,
    Flag,
    Id,
    ListOf,
    MapOf,
    OneOf,
    Ref,
    Rulings,
    Text,
    Whole,
    becomes,
    distance_fields,
    list_of,
    map_of,
    options_of,
    record,
    said,
    said_as,
    title_of,
    to_continue,
)
from airwar.rulesets.kit import passed as records_passed
from airwar.rulesets.kit.declaring import asked_again
from airwar.rulesets.world_at_war import (
    airbases,
    carriers,
    counterair,
    displacement,
    ground_attacks,
    kamikaze_orders,
    redeployment,
    sea_service,
    staging,
    start_and_end,
    strategic_bombing,
    training,
    transport,
)
from airwar.rulesets.world_at_war.basing import departed, overfull
from airwar.rulesets.world_at_war.options import OPTIONS
from airwar.rulesets.world_at_war.setting import Base, Carrier, KamikazeEntry, Research, School, Target
from airwar.rulesets.world_at_war.start_and_end import at_the_end
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.training import after_training
from airwar.rulesets.world_at_war.units import NATION, NATIONS, POWERS, TYPES, Unit

SEASONS = ("spring", "summer", "fall", "winter")
DISTANCES = distance_fields("bases", "carriers")


@record
class UnitEntry:
    """Air units of one type at one place."""

    id: str = said(Id(), "a unique name")
    nation: str = said(NATION, "germany, us, poland and so on")
    type: str = said(OneOf(tuple(TYPES)), "army air, naval air, jets or air transports")
    count: int = said(Whole(0, 200), "factors; squadrons of naval air and kamikazes; 0 if all are gone")
    inverted: int = said(Whole(0, 200), "how many of them are inverted", default=0)
    at: str = said(Ref("bases", "carriers"), "the base or carrier it is at")
    elite: bool = said(Flag(), "elite Japanese naval air", default=False)
    winter: int = said(
        Whole(0, 12), "the winter result the unit is subject to, and with it all of its side there", default=0, passing=RESET
    )
    sea_transported: bool = said(Flag(), "came to its base by sea in this turn, and may not stage", default=False, passing=RESET)


@record
class StrategicEntry:
    """Strategic bombers or interceptors on one front."""

    id: str = said(Id(), "a unique name")
    nation: str = said(NATION, "germany, us and so on")
    type: str = said(OneOf(("bomber", "interceptor")), "strategic bombers or interceptors")
    count: int = said(Whole(0, 200), "how many; 0 if all are gone")
    inverted: int = said(Whole(0, 200), "how many of them are inverted", default=0)
    front: str = said(Ref("fronts"), "the front of the strategic warfare box that they are in")
    pacific: bool | None = said(
        Flag(),
        "whether they are American Pacific strategic bombers, produced from 1944 on; needed for US bombers there",
        default=None,
    )


CHAPTERS = (
    start_and_end.WEATHER,
    start_and_end.CHAPTER,
    airbases.CHAPTER,
    carriers.CHAPTER,
    staging.CHAPTER,
    carriers.AFTER_STAGING,
    counterair.CHAPTER,
    transport.CHAPTER,
    ground_attacks.CHAPTER,
    displacement.CHAPTER,
    sea_service.CHAPTER,
    redeployment.CHAPTER,
    strategic_bombing.CHAPTER,
    training.CHAPTER,
    kamikaze_orders.CHAPTER,
)  # in the order in which a file is checked: each where the orders before it lead
SECTIONS = DISTANCES | {name: field for chapter in CHAPTERS for name, field in chapter.fields.items()}


def kept(name: str, **more: Any) -> Any:
    """A section that another module describes, and that the next turn begins with."""
    return said_as(SECTIONS[name], **more)


def ordered(name: str) -> Any:
    """A section with orders, or with events of the turn: the next turn begins without them."""
    return kept(name, passing=RESET)


def next_mover(position: Position, _: object) -> str:
    return next(side for side in position.sides if side != position.attacker)


def next_date(position: Position, _: object) -> str:
    """The season advances after the turn of the second side."""
    if not position.date or position.attacker == next(iter(position.sides)):
        return position.date
    season, _, year = position.date.partition(" ")
    at = SEASONS.index(season) + 1
    return f"{SEASONS[at % 4]} {int(year) + at // 4}"


@record
class Position:
    """All that a scenario says."""

    options: Rulings = options_of(OPTIONS)
    theater: str = said(OneOf(("europe", "pacific")), "which ranges and basing limits hold", fixed=True)
    date: str = said(
        Text(max_length=20, pattern=airbases.DATE.pattern, help="spring, summer, fall or winter and a year, such as summer 1941"),
        "a season and a year, such as summer 1941; needed for Russian airbases and for American Pacific bombers",
        default="",
        passing=becomes(next_date),
    )
    sides: Book[tuple[str, ...]] = said(
        MapOf(Id(), ListOf(NATION, 1), 2, 2, declares="sides"), "the two sides and their nations", fixed=True
    )
    attacker: str = said(Ref("sides"), "the side whose player turn it is", passing=becomes(next_mover))
    turn: bool = said(
        Flag(), "a whole player turn, from uninversion to uninversion", default=False, passing=becomes(lambda position, _: True)
    )
    orders: str | None = said(
        OneOf(("ask", "prepared")),
        "whether missions and events beyond those of this file are asked for; ask in a whole turn, else prepared",
        default=None,
        passing=RESET,
    )
    minors: Book[str] | None = said(
        MapOf(NATION, OneOf(POWERS)),
        "minor countries and the major power each is associated with; needed for those that airwar does not know, "
        f"which are all but {', '.join(NATIONS)}",
        default=None,
        fixed=True,
    )
    research: Book[Research] = said(map_of(NATION, Research), "the research results of each power", default=Book(), fixed=True)
    not_at_war: Any = said(
        ListOf(OneOf(("us", "britain"))), "nations that are not yet at war in this theater", default=None, fixed=True
    )
    bases: Book[Base] = said(map_of(Id(), Base, 1, declares="bases"), "every hex or box where air units are or may go")
    carriers: Book[Carrier] = said(map_of(Id(), Carrier, declares="carriers"), "fast carriers, in port or at sea", default=Book())
    grid: Any = kept("grid", fixed=True)
    distances: Any = kept("distances")
    unlisted_distances: str = kept("unlisted-distances", fixed=True)
    units: Book[UnitEntry] = said(list_of(UnitEntry, declares="units"), "air units on the map and on carriers", default=Book())
    construction: Book[UnitEntry] = said(
        list_of(UnitEntry, declares="construction"),
        "units built in this turn; they come in inverted",
        default=Book(),
        passing=RESET,
    )
    airbase_counters: Any = kept("airbase-counters", fixed=True)
    fronts: Any = kept("fronts", fixed=True)
    strategic: Book[StrategicEntry] = said(
        list_of(StrategicEntry, declares="strategic"), "strategic bombers and interceptors", default=Book()
    )
    targets: Book[Target] = kept("targets")
    charts: Any = kept("charts", fixed=True)
    naval_air_training: School | None = kept("naval-air-training")
    kamikazes: KamikazeEntry | None = kept("kamikazes")
    airbases: Any = ordered("airbases")
    transfers: Any = ordered("transfers")
    staging: Any = ordered("staging")
    counterair: Any = ordered("counterair")
    transports: Any = ordered("transports")
    battles: Any = ordered("battles")
    bombing: Any = ordered("bombing")
    fallen: Any = ordered("fallen")
    sunk: Any = ordered("sunk")
    at_sea: Any = ordered("at-sea")
    events_at_sea: bool = kept("events-at-sea", fixed=True)
    redeployment: Any = ordered("redeployment")
    strategic_redeployment: Any = ordered("strategic-redeployment")


# the position of a turn


def position_of(turn: Turn) -> Position:
    """The position that a turn has come to, as a scenario says it."""
    start: Position = turn.setting.said
    afloat = {carrier.id: carrier for carrier in turn.carriers if not carrier.sunk}
    return replace(
        start,
        options=turn.setting.rulings,
        bases=Book({base.id: base_entry(turn, start.bases[base.id], base) for base in turn.bases}),
        carriers=Book({name: carrier_entry(start.carriers[name], now) for name, now in afloat.items()}),
        units=Book({entry.id: entry for entry in unit_entries(turn, start)}),
        strategic=Book({entry.id: entry for entry in strategic_entries(turn, start)}),
        distances=distances_left(start.distances, {carrier.id for carrier in turn.carriers if carrier.sunk}),
        targets=all_targets(start),
        naval_air_training=training_now(turn, start.naval_air_training),
        kamikazes=kamikazes_now(turn, start.kamikazes),
    )


def base_entry(turn: Turn, was: Base, base: Base) -> Base:
    """If a base was captured while nobody was asked, its supply is not known."""
    supply = None if base.id in turn.basing.supply_unknown else base.supply
    return replace(base, name=was.name, supply=supply, taken_in="", port_city=1)


def carrier_entry(was: Carrier, carrier: Carrier) -> Carrier:
    return replace(carrier, name=was.name, force=was.force)


def unit_entries(turn: Turn, start: Position) -> Iterator[UnitEntry]:
    """What is left of each unit, and where. Parts of a unit in other places become units of their own."""
    taken = {*start.units, *start.construction, *start.strategic}
    for unit_id, parts in by_unit(unit for unit in turn.units if not unit.strategic).items():
        was = start.units.get(unit_id) or start.construction[unit_id]
        for unit, name in own_ids(unit_id, parts, taken):
            yield replace(was, id=name, count=unit.left, inverted=unit.inverted, at=unit.home, elite=unit.air_type.elite)


def strategic_entries(turn: Turn, start: Position) -> Iterator[StrategicEntry]:
    """What is left of each unit of strategic bombers and interceptors, front by front."""
    taken = {*start.units, *start.construction, *start.strategic}
    for unit_id, parts in by_unit(turn.strategic).items():
        for unit, name in own_ids(unit_id, parts, taken):
            yield replace(start.strategic[unit_id], id=name, count=unit.left, inverted=unit.inverted, front=unit.home)


def by_unit(units: Any) -> dict[str, list[Unit]]:
    """Units and their parts, by the id that the scenario gave them."""
    groups: dict[str, list[Unit]] = {}
    for unit in units:
        groups.setdefault(unit.id.partition("/")[0], []).append(unit)
    return groups


def own_ids(unit_id: str, parts: list[Unit], taken: set[str]) -> Iterator[tuple[Unit, str]]:
    """The parts that are left of a unit, each with an id of its own; the first has that of the unit."""
    left = [unit for unit in parts if unit.left or (unit.id == unit_id and not unit.had)]  # as the scenario says it, or some left
    left.sort(key=lambda unit: unit.id != unit_id)
    for at, unit in enumerate(left):
        wanted = f"{unit_id}-{unit.home}" if at else unit_id
        names = (f"{wanted}-{number}" if number > 1 else wanted for number in range(1, 2000))
        name = next(name for name in names if not at or name not in taken)
        taken.add(name)
        yield unit, name


def distances_left(distances: Book[Book[int]] | None, sunk: set[str]) -> Book[Book[int]] | None:
    """A carrier that has sunk is no longer at any distance from anything."""
    if not distances or not sunk:
        return distances
    rows = {here: Book({there: far for there, far in row.items() if there not in sunk}) for here, row in distances.items()}
    return Book({here: row for here, row in rows.items() if row and here not in sunk}) or None


def all_targets(start: Position) -> Book[Target]:
    """The targets of strategic bombing, those of the raids of the turn included: they stay where they are."""
    names = [one.name for one in fields(Target)]
    return start.targets.updated({raid.id: Target(**{name: getattr(raid, name) for name in names}) for raid in start.bombing})


def training_now(turn: Turn, school: School | None) -> School | None:
    """Naval air training with the losses of the turn, and what was built."""
    if school is None:
        return None
    rows = {nation: replace(row, **after_training(turn, nation)) for nation, row in school.nations.items()}
    return replace(school, nations=Book(rows))


@rule("17.43B")
def kamikazes_now(turn: Turn, was: KamikazeEntry | None) -> KamikazeEntry | None:
    """The kamikazes that are left, the size of their pool, and whether all of them have been used."""
    if was is None:
        return None
    pool, program, used = turn.kamikazes, was.construction, dict(turn.kamikazes.used)
    if program is not None:
        nas, aaf = (number - used.get(name, 0) for name, number in program.unbuilt.items())
        program = replace(program, unbuilt_nas=nas, unbuilt_aaf=aaf)
    now = {"built": pool.built, "unbuilt": pool.unbuilt, "pool": pool.limit or None, "expansions": pool.expansions}
    return replace(was, **now, all_used=pool.all_used, construction=program)


# the turn passes


def passed(end: Turn, start: Turn) -> tuple[Position, list[str]]:
    """The position as the next player turn begins, and what to look at. The rest of a turn of which a part was played is over."""
    if end.setting.whole_turn:
        return left_as_it_is(end, start)
    over, lost = without_excess(at_the_end(end))
    position, notes = left_as_it_is(over, start)
    rest = f"the rest of {possessive(side_name(end.setting.attacker))} turn was not played; air units are uninverted as at its end"
    return position, [f"{rest} (18.72B), unless you say --unfinished", *lost, *notes]


@rule("18.15")
def without_excess(turn: Turn) -> tuple[Turn, list[str]]:
    """What a base cannot hold, and nobody has redeployed, is lost when the turn is over; and what is said of it."""
    notes = []
    for base in turn.bases:
        here = {unit.id: unit for unit in turn.units if unit.home == base.id and unit.number}
        for unit_id, number in displacement.fewest(turn, base.id, here).items() if overfull(turn, base) else ():
            turn = departed(turn, unit_id, turn.unit(unit_id).inverted_first(number))
            text = f"{number} of {unit_id} have no base at {base.name} and are lost: nobody has redeployed them (18.15)"
            notes += [text] * bool(number)
    return turn, notes


def left_as_it_is(end: Turn, start: Turn) -> tuple[Position, list[str]]:
    """Like `passed`, but nothing happens that was not played."""
    now = position_of(end)
    some = Book({unit.id: unit for unit in now.units.values() if unit.count})
    others = Book({unit.id: unit for unit in now.strategic.values() if unit.count})
    was = now if start is end else position_of(start)
    position, due = records_passed(replace(now, units=some, strategic=others), was)
    last = side_name(list(end.setting.sides)[-1])
    moves_on = f"side to move: {side_name(position.attacker)}; the date advances after the turn of the second side ({last})"
    unknown = [base.id for base in position.bases.values() if base.supply is None]
    asked = [f"the next turn asks for the supply of what was captured: {', '.join(unknown)} (18.51)"] if unknown else []
    supply = "the supply and the oil of the bases, and the winter result"
    return position, [moves_on, *asked_again(due), *asked, *about_naval_air(end, position), supply]


@rule("17.34", "17.352C")
def about_naval_air(turn: Turn, position: Position) -> list[str]:
    """What the players have to do about naval air: place what was built; and elite squadrons that are lost are gone for good."""
    rows = position.naval_air_training.nations.items() if position.naval_air_training else ()
    notes = [f"{row.to_place} NAS of {nation} are built: add them to units (17.34)" for nation, row in rows if row.to_place]
    lost = sum(unit.had - unit.left for unit in turn.units if unit.air_type.elite)
    return [*notes, *[f"{lost} elite NAS are lost; they are rebuilt as regular ones (17.352C)"] * (lost > 0)]


# what is shown when the turn is over


def position_sheets(turn: Turn) -> list[Event]:
    """Every air unit and every carrier, and what a scenario of the next turn says of them."""
    sheets: list[Event] = [units_sheet(turn)]
    if turn.setting.carriers:
        sheets.append(carriers_sheet(turn))
    return [*sheets, to_continue(passed(turn, turn)[0])]


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
