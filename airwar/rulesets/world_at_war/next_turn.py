"""The next player turn as edits of the scenario."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from airwar.engine.words import side_name
from airwar.rulesets.ruleset import NextTurn
from airwar.rulesets.world_at_war.setting import Base, Carrier
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.unit import Unit
from airwar.scenario.edit import Add, Drop, Edit, Retire, Set
from airwar.scenario.outline import Outline

ORDERS = (
    "staging", "counterair", "transports", "battles", "fallen", "sunk", "transfers", "at-sea", "redeployment", "airbases",
    "bombing", "strategic-redeployment", "construction", "naval-air-training", "orders",
)  # fmt: skip
SEASONS = ("spring", "summer", "fall", "winter")


def next_turn(turn: Turn, said: Outline) -> NextTurn:
    """The other side moves; units, bases and carriers are as this turn leaves them; nothing is ordered yet."""
    sides, attacker = turn.setting.sides, turn.setting.attacker
    other = sides[1] if attacker == sides[0] else sides[0]
    edits: list[Edit] = [Set(("attacker",), other), Set(("turn",), "true"), *(Drop((name,)) for name in ORDERS)]
    if "date" in said.words and attacker == sides[1]:
        edits.append(Set(("date",), next_season(said.words["date"])))
    edits += [edit for base in turn.bases for edit in base_edits(base, turn.setting.bases[base.id])]
    edits += [edit for carrier in turn.carriers for edit in carrier_edits(carrier, turn.setting.carriers[carrier.id])]
    edits += unit_edits(turn, said.ids.get("units", ()))
    edits += [edit for carrier in turn.carriers if carrier.sunk for edit in forgotten(turn, carrier.id)]
    pool = turn.kamikazes
    numbers = f"built: {pool.built}, unbuilt: {pool.unbuilt}, pool: {pool.limit}, expansions: {pool.expansions}"
    edits.append(Retire(("kamikazes",), f"kamikazes without orders yet; they now have {numbers}"))
    moves_on = f"side to move: {side_name(other)}; the date advances after the turn of the second side ({side_name(sides[1])})"
    return NextTurn(edits, [moves_on, "the supply and the oil of the bases"])


def next_season(date: str) -> str:
    """The season after a date such as summer 1941."""
    season, _, year = date.partition(" ")
    at = SEASONS.index(season) + 1
    return f"{SEASONS[at % 4]} {int(year) + at // 4}"


def base_edits(now: Base, then: Base) -> Iterator[Edit]:
    """What has changed about a base."""
    if now.new:
        yield Drop(("bases", now.id, "new"))
    if now.side != then.side:
        yield Set(("bases", now.id, "side"), now.side)
        yield Drop(("bases", now.id, "nation"))
    if now.places != then.places:
        yield Set(("bases", now.id, "facilities"), f"[{', '.join(now.places)}]")
    if now.airbase_of != then.airbase_of:
        path = ("bases", now.id, "airbase-of")
        yield Set(path, now.airbase_of) if now.airbase_of else Drop(path)


def carrier_edits(now: Carrier, then: Carrier) -> Iterator[Edit]:
    """What has changed about a carrier."""
    if now.sunk:
        yield Retire(("carriers", now.id), "sunk")
        return
    if now.port != then.port:
        yield Set(("carriers", now.id, "port"), now.port) if now.port else Drop(("carriers", now.id, "port"))
    for name, flag, before in (("damaged", now.damaged, then.damaged), ("inverted", now.inverted, then.inverted)):
        if flag != before:
            yield Set(("carriers", now.id, name), "true" if flag else "false")
    for name in ("sails", "naval-combat"):
        yield Drop(("carriers", now.id, name))


def forgotten(turn: Turn, carrier: str) -> Iterator[Edit]:
    """A carrier that has sunk is no longer at any distance from anything."""
    yield Drop(("distances", carrier))
    yield from (Drop(("distances", place, carrier)) for place in (*turn.setting.bases, *turn.setting.carriers))


def unit_edits(turn: Turn, listed: Sequence[str]) -> Iterator[Edit]:
    """What is left of each unit, and where. Parts of a unit in other places become units of their own."""
    groups: dict[str, list[Unit]] = {}
    for unit in turn.units:
        groups.setdefault(unit.id.partition("/")[0], []).append(unit)
    taken = set(groups)
    for unit_id, parts in groups.items():
        section = "strategic" if parts[0].strategic else "units"
        left = sorted((unit for unit in parts if unit.left), key=lambda unit: unit.id != unit_id)
        if not left:
            yield Retire((section, unit_id), "lost")
            continue
        if section == "units" and unit_id not in listed:  # built in this turn
            names = [unit_id if unit.id == unit_id else free_id(f"{unit_id}-{unit.home}", taken) for unit in left]
            yield from (Add(("units", listed[-1]), entry(unit, name)) for unit, name in zip(left, names, strict=True) if listed)
            continue
        first, *others = left
        yield Set((section, unit_id, "count"), str(first.left))
        yield Set((section, unit_id, "inverted"), str(first.inverted))
        yield Set((section, unit_id, "front" if first.strategic else "at"), first.home)
        yield Drop((section, unit_id, "sea-transported"))
        for unit in others:
            yield Add((section, unit_id), entry(unit, free_id(f"{unit_id}-{unit.home}", taken)))


def free_id(wanted: str, taken: set[str]) -> str:
    """An id for a part of a unit that no other unit has."""
    found = next(name for number in range(1, 2000) if (name := f"{wanted}-{number}" if number > 1 else wanted) not in taken)
    taken.add(found)
    return found


def entry(unit: Unit, unit_id: str) -> str:
    """A unit as a scenario lists it."""
    said = {"id": unit_id, "nation": unit.air_type.nation, "type": unit.type, "count": str(unit.left)}
    said |= {"inverted": str(unit.inverted)} if unit.inverted else {}
    said |= {"elite": "true"} if unit.air_type.elite else {}
    said |= {"front" if unit.strategic else "at": unit.home}
    return f"{{{', '.join(f'{key}: {value}' for key, value in said.items())}}}"
