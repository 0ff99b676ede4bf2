"""The next game turn as edits of the scenario; and what a ruling may change about a unit or an air base."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from airwar.rulesets.kit import Adjustable, Position, mentioned
from airwar.rulesets.kit.places import away
from airwar.rulesets.ocs.board import BASE, SINKS, Airfield, Board, Ground, Hull, Outcome, Port, Segment, Turn
from airwar.rulesets.ocs.capture import Capture
from airwar.rulesets.ocs.construction import HIGHEST, Works
from airwar.rulesets.ocs.flight import Flight
from airwar.rulesets.ocs.naval import Shelling
from airwar.rulesets.ocs.show import board_of
from airwar.rulesets.ocs.units import (
    AT_BASE,
    ELIMINATED,
    ELSEWHERE,
    EXPECTED,
    INACTIVE,
    INTERDICTION,
    STRIKE,
    Air,
    Counter,
    interdiction_refused,
)
from airwar.rulesets.ruleset import Books, NextTurn
from airwar.scenario.edit import Drop, Edit, Move, Retire, Set
from airwar.scenario.outline import Outline

ORDERS = ("missions", "play", "first-player", "previous-first-player", "orders")
AWAY = {
    ELSEWHERE: "is over {}; rule on it when it is back at a base",
    ELIMINATED: "is eliminated",
    EXPECTED: "has not arrived yet; rule on it when it is at a base",
}
STATUS_WORDS = {AT_BASE: "active", INACTIVE: "inactive", EXPECTED: "arriving"}


def next_turn(turn: Turn, said: Outline) -> NextTurn:
    """Units, bases and hexes are as this turn leaves them; nothing is ordered, and the players roll for the first player again."""
    board = turn.board
    takeoffs = takeoffs_of(board)
    lost = homeless(board, takeoffs)
    edits: list[Edit] = [Drop((name,)) for name in ORDERS]
    edits += [Retire(("units", unit), "its base is lost") for unit in lost]
    edits += [edit for unit in board.units if unit.id not in lost for edit in unit_edits(board, unit, takeoffs)]
    edits += [edit for port in board.ports for edit in port_edits(port)]
    edits += [edit for base in board.bases for edit in base_edits(base)]
    edits += [edit for ground in board.ground for edit in ground_edits(ground)]
    edits += [edit for hull in board.hulls for edit in ship_edits(board, hull)]
    edits += [flag(("artillery", gun.id, "dg"), gun.dg) for gun in board.guns]
    edits += distance_edits(board, takeoffs)
    first = said.words.get("first-player")
    if first:
        edits = [edit for edit in edits if edit != Drop(("previous-first-player",))]
        edits.append(Set(("previous-first-player",), first))
    return NextTurn(
        edits,
        [
            "the date and the weather",
            "supply that has arrived, and reinforcements",
            *lost.values(),
            *distances_told(board, takeoffs),
            *sent_home(board, takeoffs),
            *markers_left(board),
        ],
    )


def markers_left(board: Board) -> list[str]:
    """Rail interdiction markers that stay until a Clean Up phase of the next turn: a scenario cannot set them up."""
    names = ", ".join(board.setting.name(marker.place) for marker in board.markers)
    return [f"the rail interdiction at {names}: these markers are still there, and the scenario cannot say so"] if names else []


def unit_edits(board: Board, unit: Air, takeoffs: Takeoffs) -> Iterator[Edit]:
    """What has become of an air unit."""
    path = ("units", unit.id)
    if unit.status == ELIMINATED:
        yield Retire(path, "eliminated")
        return
    yield Set((*path, "steps"), str(unit.steps))
    aloft = unit.status == ELSEWHERE
    yield Set((*path, "at"), takeoffs.bases[unit.id] if aloft else unit.place)
    if aloft and board.rulings.profile.return_phase:
        yield Set((*path, "over"), unit.place)
        yield Set((*path, "duty"), unit.duty or STRIKE)
        yield Drop((*path, "status"))
        yield flag((*path, "spent"), unit.spent)
        return
    yield Set((*path, "status"), STATUS_WORDS[INACTIVE if aloft else unit.status])
    yield from (Drop((*path, name)) for name in ("over", "duty", "spent"))


def homeless(board: Board, takeoffs: Takeoffs) -> dict[str, str]:
    """Units for which a scenario has no base to name: reinforcements whose base is lost, and units in the air with none left."""
    owners = {base.id: base.side for base in board.bases}
    found: dict[str, str] = {}
    for unit in board.units:
        counter = board.counter(unit.id)
        if unit.status == EXPECTED and owners.get(unit.place) != counter.side:
            found[unit.id] = f"where {counter.label} arrives, now that {board.setting.name(unit.place)} is lost"
        elif unit.status == ELSEWHERE and unit.id not in takeoffs.bases:
            found[unit.id] = f"where {counter.label} lands, which is over {board.setting.name(unit.place)} and has no base left"
    return found


# units over hexes


class Takeoffs(NamedTuple):
    """The bases from which units over hexes took off, and the distances between the two that only the table knew."""

    bases: dict[str, str]  # by unit
    told: dict[tuple[str, str], int]  # by base and hex


def takeoffs_of(board: Board) -> Takeoffs:
    """Where every unit over a hex took off. One that can have come from no base that is left is not among them."""
    found = Takeoffs({}, {})
    for unit in board.units:
        base = took_off_from(board, unit, found.told) if unit.status == ELSEWHERE else ""
        if base:
            found.bases[unit.id] = base
        if base and board.setting.distance(base, unit.place) is None:
            found.told.setdefault((base, unit.place), unit.flown)
    return found


def took_off_from(board: Board, unit: Air, told: Mapping[tuple[str, str], int]) -> str:
    """The friendly base at the distance that a unit has flown, its home first; or the nearest to that, within its range.

    A distance that the scenario does not give may be the one that was flown.
    """
    counter, here = board.counter(unit.id), unit.place
    off: dict[str, tuple[int, bool]] = {}
    for base in [base.id for base in board.bases if base.side == counter.side]:
        known = told.get((base, here), board.setting.distance(base, here))
        hexes = unit.flown if known is None else known
        if hexes <= counter.range and not (unit.duty == INTERDICTION and interdiction_refused(counter.range, hexes)):
            off[base] = (abs(hexes - unit.flown), known is None)
    return min(off, key=lambda base: (*off[base], base != counter.home), default="")


def distance_edits(board: Board, takeoffs: Takeoffs) -> list[Edit]:
    """The scenario says how far units over hexes have flown, where it did not."""
    rows = {here for here, _ in board.setting.places.distances}
    new: dict[str, list[str]] = {}
    edits: list[Edit] = []
    for (base, place), hexes in takeoffs.told.items():
        if base in rows:
            edits.append(Set(("distances", base, place), str(hexes)))
        else:
            new.setdefault(base, []).append(f"{place}: {hexes}")
    said = {base: f"{{{', '.join(hexes)}}}" for base, hexes in new.items()}
    if rows:
        return [*edits, *(Set(("distances", base), row) for base, row in said.items())]
    return [Set(("distances",), f"{{{', '.join(f'{base}: {row}' for base, row in said.items())}}}")] if said else []


def distances_told(board: Board, takeoffs: Takeoffs) -> list[str]:
    """The distances that the next scenario has and this one had not."""
    name = board.setting.name
    return [f"that {name(base)} is {away(hexes)} from {name(place)}" for (base, place), hexes in takeoffs.told.items()]


def sent_home(board: Board, takeoffs: Takeoffs) -> list[str]:
    """In 4.3 no scenario begins with units over a hex: those that an option keeps there begin at their base, inactive."""
    counter, name = board.counter, board.setting.name
    if board.rulings.profile.return_phase:
        return []
    return [f"where {counter(unit).label} is: the scenario has it at {name(base)}" for unit, base in takeoffs.bases.items()]


def port_edits(port: Port) -> Iterator[Edit]:
    """Who owns a port, and its hits."""
    for section in ("hexes", "bases"):
        path = (section, port.place, "port")
        yield Set((*path, "side"), port.side)
        yield Set((*path, "hits"), str(port.hits))


def base_edits(base: Airfield) -> Iterator[Edit]:
    """What has become of an air base. One that was built in this turn is no longer just a hex."""
    yield Move(("hexes", base.id), "bases")
    said = {"side": base.side, "level": base.level, "supply": base.supply, "gliders": base.gliders, "kind": base.kind}
    yield from (Set(("bases", base.id, name), str(value)) for name, value in said.items())


def ground_edits(ground: Ground) -> Iterator[Edit]:
    """Who is in a hex and next to it now."""
    for section in ("hexes", "bases"):
        path = (section, ground.place)
        yield Set((*path, "combat-units"), listed(ground.combat))
        yield Set((*path, "occupied-by"), listed(ground.now))
        yield Set((*path, "spotters"), listed(ground.spotters))
        yield Set((*path, "re"), str(ground.res))
        yield Set((*path, "hedgehog"), str(ground.hedgehog))
        yield flag((*path, "hq"), ground.hq)
        yield Set((*path, "flak"), str(ground.flak))
        yield flag((*path, "strat-mode"), ground.strat_mode)


def listed(sides: tuple[str, ...]) -> str:
    return f"[{', '.join(sides)}]"


def ship_edits(board: Board, hull: Hull) -> Iterator[Edit]:
    """What has become of a ship or a carrier. One that was sunk leaves the map."""
    path = ("bases" if board.setting.ships[hull.id].carrier else "ships", hull.id)
    if hull.hits < SINKS:
        yield flag((*path, "damaged"), bool(hull.hits))
        yield flag((*path, "dg"), hull.dg)
        return
    yield Retire(path, "sunk")
    yield Drop(("distances", hull.id))
    yield from (Drop(("distances", place, hull.id)) for place in board.setting.hexes)


def flag(path: tuple[str, ...], holds: bool) -> Edit:
    """A flag is there if it holds, and left out if not."""
    return Set(path, "true") if holds else Drop(path)


# rulings


def unit_now(unit: Air) -> dict[str, str | int]:
    """What a ruling may change about an air unit at a base."""
    if unit.status not in (AT_BASE, INACTIVE):
        return {}
    return {"steps": unit.steps, "status": STATUS_WORDS[unit.status]}


def unit_changed(unit: Air, what: str, value: str) -> Air:
    """The unit after a ruling."""
    if what == "steps":
        if value not in ("1", "2"):
            raise ValueError(f"{value!r} is not 1 or 2 steps")
        return unit._replace(steps=int(value))
    if value not in ("active", "inactive"):
        raise ValueError(f"{value!r} is not active or inactive")
    return unit._replace(status=AT_BASE if value == "active" else INACTIVE)


def base_now(base: Airfield) -> dict[str, str | int]:
    """What a ruling may change about an air base; air strips and carriers have no level."""
    level: dict[str, str | int] = {"level": base.level} if base.kind == BASE else {}
    return {**level, "supply": base.supply, "gliders": base.gliders}


def base_changed(base: Airfield, what: str, value: str) -> Airfield:
    """The air base after a ruling."""
    least, most = {"level": (1, HIGHEST), "supply": (0, 1000), "gliders": (0, 100)}[what]
    if not value.isdecimal() or not least <= int(value) <= most:
        raise ValueError(f"{value!r} is not a number from {least} to {most}")
    if what == "level":
        return base._replace(level=int(value))
    return base._replace(supply=int(value)) if what == "supply" else base._replace(gliders=int(value))


def counter_changed(counter: Counter, what: str, was: str, now: str) -> Counter:
    """What a unit gains or loses by a ruling counts as if the scenario had said so."""
    return replace(counter, starting_steps=counter.starting_steps + int(now) - int(was)) if what == "steps" else counter


def engaged(position: Position) -> dict[str, str]:
    """Units and bases in a mission under way, and units that are not at a base."""
    states = (*position.states, *position.args[1:])
    board = states[-1].board if isinstance(states[-1], Outcome) else board_of(states)
    name = board.setting.name
    found = {unit.id: AWAY[unit.status].format(name(unit.place)) for unit in board.units if unit.status in AWAY}
    under_way = [state for state in states if not isinstance(state, Turn | Segment | Outcome)]
    places = [state.mission.at for state in under_way if isinstance(state, Flight | Capture | Works | Shelling)]
    where = f"the mission at {name(places[0])}" if places else "the mission"
    for word in mentioned(tuple(under_way), (Board,)):
        found[word] = f"has a part in {where}; rule on it when the mission is over"
    return found


BOOKS = (Books(Counter, counter_changed),)
ADJUSTABLE = (Adjustable(Air, unit_now, unit_changed), Adjustable(Airfield, base_now, base_changed))
