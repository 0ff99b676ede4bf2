"""The turn after those of a scenario, as edits of its text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.position import position_of, unit_words
from airwar.rulesets.air_supremacy.setting import Campaign, Position, Standing
from airwar.rulesets.air_supremacy.turn import Turn
from airwar.rulesets.air_supremacy.units import nation_name
from airwar.rulesets.ruleset import NextTurn
from airwar.scenario.edit import Add, Drop, Edit, Retire, Set
from airwar.scenario.outline import Outline

ORDERS = ("battles", "orders")
STATES = ("count", "at", "aboard", "damaged", "out-for", "bound-for", "returning")  # of a unit: what a turn changes


def next_turn(turn: Turn, said: Outline) -> NextTurn:
    """The next opponent moves; units and spaces are as the last turn leaves them; nothing is ordered yet."""
    campaign, position = turn.setting.campaign, position_of(turn)
    edits: list[Edit] = [Drop((name,)) for name in ORDERS]
    edits += mover_edits(campaign, position)
    holders = dict(position.holders)
    taken = [space for space in campaign.spaces.values() if holders[space.id] != space.nation]
    edits += [Set(("spaces", space.id, "nation"), holders[space.id]) for space in taken]
    edits += unit_edits(turn, position, said.ids["units"])
    notes = [f"nation to move: {nation_name(next_attacker(campaign, position))}; change attacker if it is another"]
    elsewhere = [unit.id for unit in position.units if not on_the_map(turn, unit)]
    if elsewhere:
        notes.append(f"units that retreated off the map are comments: {', '.join(elsewhere)}")
    return NextTurn(edits, [*notes, "new units, and moves that are not attacks"])


@rule("38")
def mover_edits(campaign: Campaign, position: Position) -> Iterator[Edit]:
    """Whose turn it is. A scenario with the turns of several opponents begins again with the first of them."""
    if len(campaign.plans) > 1:
        yield from (Drop(("later-turns", str(number), "battles")) for number in range(1, len(campaign.plans)))
        return
    before, after = campaign.plans[0].attacker, next_attacker(campaign, position)
    if after != before:
        yield Set(("attacker",), after)
        yield Retire(("moving-with",), f"with {before}")


def next_attacker(campaign: Campaign, position: Position) -> str:
    """The opponent after the last: the first of the scenario again; after a single one, the first enemy that is left."""
    first = campaign.plans[0]
    if len(campaign.plans) > 1:
        return first.attacker
    ours = {campaign.groups[nation] for nation in first.movers}
    others = [unit.nation for unit in position.units] + [nation for _, nation in position.holders if nation]
    enemies = (campaign.majors[nation] for nation in others if campaign.groups[nation] not in ours)
    return next(enemies, first.attacker)


def unit_edits(turn: Turn, position: Position, listed: Sequence[str]) -> Iterator[Edit]:
    """What is left of each unit, and where. Parts of a unit in other places or states become units of their own."""
    parts: dict[str, list[Standing]] = {unit_id: [] for unit_id in listed}
    for unit in position.units:
        parts[entry_of(unit.id, parts)].append(unit)
    for unit_id, left in parts.items():
        here = [unit for unit in left if on_the_map(turn, unit)]
        if not here:
            yield Retire(("units", unit_id), "elsewhere" if left else "lost")
            continue
        first, *others = here
        yield from entry_edits(unit_id, first)
        for unit in others:
            line = ", ".join(f"{key}: {value}" for key, value in unit_words(unit).items())
            yield Add(("units", unit_id), f"{{{line}}}")


def entry_of(unit_id: str, listed: dict[str, list[Standing]]) -> str:
    """The entry of the scenario that a unit was once a part of: `zeros` for `zeros-2`."""
    while unit_id not in listed:
        unit_id = unit_id.rpartition("-")[0]
    return unit_id


def entry_edits(unit_id: str, unit: Standing) -> Iterator[Edit]:
    """An entry as it is now. The next turn begins afresh, so nobody is out or under way."""
    words = unit_words(unit)
    if unit.id != unit_id:
        yield Set(("units", unit_id, "id"), unit.id)
    for name in STATES:
        path = ("units", unit_id, name)
        yield Set(path, words[name]) if name in words else Drop(path)


def on_the_map(turn: Turn, unit: Standing) -> bool:
    return bool(unit.aboard) or unit.space in turn.setting.spaces
