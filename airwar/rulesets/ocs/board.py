"""A turn in progress: its segments and who may do what in them, the results of missions, and the board in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache, partial
from typing import Any, NamedTuple

from airwar.engine.words import with_article
from airwar.rulesets.kit import Note, Referee, agreeing, count, inside, listed, load_chart, record, replace, rule, state, title_of
from airwar.rulesets.ocs.position import (
    MOVEMENT,
    PACKAGE,
    PHASING,
    Board,
    Gun,
    Hex,
    Kind,
    Mission,
    Ship,
    ShipValues,
    Stage,
    State,
    Unit,
    Vessel,
)
from airwar.rulesets.ocs.rulings import PROFILES, Rulings


class Act(NamedTuple):
    """The part of a mission that a segment carries out: fly it, resolve its strike, or capture a base."""

    part: str
    mission: Mission


@state
class Segment:
    """A segment in progress: what is left to do, starting with what is being done now, what was ordered, and the results so far."""

    board: Board
    stage: Stage
    name: str = ""  # empty if the phase is not divided into segments
    acts: tuple[Act, ...] = ()
    orders: tuple[Mission, ...] = ()  # missions that were ordered at the table
    asked: int = 0  # orders and events that the player has given in it
    results: tuple[tuple[str, str], ...] = ()  # mission and result
    over: tuple[str, ...] = ()  # the ids of missions that are over

    @property
    def side(self) -> str:
        """The side that acts."""
        return self.stage.side

    @property
    def scope(self) -> str:
        """The scope of its orders in keys, such as axis-movement or axis-movement-barrage."""
        named = f"-{self.name}" if self.name not in ("", MOVEMENT) else ""
        return f"{self.stage.side}-{self.stage.phase}{named}"

    def on(self, board: Board) -> Segment:
        return replace(self, board=board)

    def with_order(self, part: str, mission: Mission) -> Segment:
        """The segment with a newly ordered mission, which is carried out next."""
        return replace(self, acts=(Act(part, mission), *self.acts), orders=(*self.orders, mission))


# what a mission or a capture returns


class Result:
    """The results of missions that have fixed names."""

    DRIVEN_OFF, STOPPED_BY_FLAK = "driven off", "stopped by flak"
    NO_BARRAGE, NO_EFFECT, RAIL_CUT = "no barrage", "no effect", "rail line cut"
    INTERDICTED, ON_STATION, SWEPT, TRANSFERRED = "interdicted", "on station", "swept", "transferred"
    NOT_CAPTURED, NOT_BUILT = "not captured", "not built"


class Outcome(NamedTuple):
    """The board after a mission, and its result, which is empty if the mission is not over yet."""

    board: Board
    result: str = ""


@state
class Task:
    """An order that needs no planes, and the board."""

    board: Board
    mission: Mission


NO, YES = "no", "yes"


def is_so(ref: Referee, key: str, options: tuple[str, str], *, by: str, about: Callable[[], str], quiet: bool = False) -> bool:
    """Asks a player whether something is true; `options` are the labels of no and yes. The caller cites the rule."""
    return ref.choose(key, dict(zip((NO, YES), options, strict=True)), by=by, default=NO, about=about, quiet=quiet) == YES


def picked(
    ref: Referee,
    key: str,
    labels: Mapping[str, str],
    *,
    by: str,
    usual: Iterable[str],
    about: Callable[[], str],
    refused: Callable[[list[str]], str | None] = lambda some: None,
    **how: Any,
) -> tuple[str, ...]:
    """Has a player pick some of several; `refused` says why some may not be picked together. The caller cites the rule."""

    def refuse(answer: Mapping[str, int]) -> str | None:
        return refused([name for name, number in answer.items() if number])

    items, default = dict.fromkeys(labels, 1), dict.fromkeys(usual, 1)
    answer = ref.allot(key, items, by=by, default=default, labels=labels, about=about, refuse=refuse, **how)
    return tuple(name for name, number in answer.items() if number)


def able_of(ref: Referee, named: Mapping[str, str], refused: Callable[[str], str | None], verb: str) -> list[str]:
    """Which units named in an order, given by id and name, can carry it out; the output says why the others do not."""
    able = []
    for one, name in named.items():
        why = refused(one)
        if why:
            ref.tell(Note, f"{name} does not {verb}: {why}")
        else:
            able.append(one)
    return able


# An air unit in words: its values as printed, and its status


def unit_label(board: Board, unit_id: str) -> str:
    """A unit as an option: its type and the values that are face up."""
    values = board.values(unit_id)
    carries = f", {values.capacity}T" if values.capacity else ""
    return f"{board.unit(unit_id).label}, rating {rating_of(board, unit_id)}, barrage {values.barrage}{carries}"


def rating_of(board: Board, unit_id: str) -> str:
    """Its rating, in parentheses if it is printed so."""
    rating = board.values(unit_id).rating
    return f"({rating})" if board.unit(unit_id).parenthesized else str(rating)


def status(unit: Unit) -> str:
    """The status of a unit, kept short because seven columns must fit in 80 characters; full strength is not mentioned."""
    words = ["active" if unit.active else unit.state, "spent" if unit.spent else unit.duty, "reduced" if unit.steps == 1 else ""]
    return ", ".join(word for word in words if word)


# A ship's counter


@rule("R52", "R54")
def side_up(ref: Referee, ship: Vessel) -> ShipValues:
    """The values on the face-up side of a ship's counter. The damaged side is asked for if the scenario does not give it."""
    front = ship.front
    if not ship.damaged:
        return front
    if isinstance(ship.back, ShipValues):
        return ship.back
    example = ", ".join(f"{name} {value}" for name, value in ship_words(front).items())
    ask = f"{ship.title} is damaged. What does that side of its counter print? For example {example}"
    what = f"the damaged side of {ship.title}"
    said = ref.fact(f"back.{ship.id}", what, examples=(example,), refuse=partial(back_refused, front), ask=ask)
    return back_of(front, said) or front


def barrage_of(gun: Gun) -> str:
    """The barrage strength on the face-up side, if it is known."""
    if isinstance(gun, Ship) and gun.damaged:
        return str(gun.back.barrage) if isinstance(gun.back, ShipValues) else "?"
    return str(gun.barrage)


def ship_words(values: ShipValues) -> dict[str, Fraction | int]:
    """The values of a ship that are worth showing."""
    known: dict[str, Fraction | int] = {"barrage": values.barrage, "protection": values.protection, "flak": values.flak}
    return {name: value for name, value in known.items() if value != getattr(ShipValues(), name)}


def back_of(front: ShipValues, text: str) -> ShipValues | None:
    """The typed values of a ship's damaged side; None unless they are exactly the ones that the front has."""
    found = dict(re.findall(r"(barrage|protection|flak) (\d{1,3}(?:/\d)?)", text))
    if found.keys() != ship_words(front).keys() or re.sub(r"(barrage|protection|flak) [\d/]+|[, ]", "", text):
        return None
    barrage, protection, flak = (
        Fraction(found.get(name, getattr(ShipValues(), name))) for name in ("barrage", "protection", "flak")
    )
    whole = protection.denominator == flak.denominator == 1 and protection >= 1
    return ShipValues(barrage=barrage, protection=int(protection), flak=int(flak)) if whole else None


def back_refused(front: ShipValues, text: str) -> str | None:
    if "/0" not in text and back_of(front, text):
        return None
    wanted = ", ".join(f"{name} and a number" for name in ship_words(front))
    return f"{text!r} is not the side of a ship; expected {wanted} (R52)"


# Air units, bases and targets in the sentence above a question


MOST_PLANES = 4  # the most units that a sentence names for one side


class InWords(NamedTuple):
    """The words for a kind of mission: in the menu, in a sentence such as `Axis attacks the port of Malta`, and in a heading."""

    label: str
    verb: str
    title: str


KINDS = {
    Kind.BARRAGE: InWords("barrage the units in a hex", "barrages the units at", "barrage of"),
    Kind.BASE_ATTACK: InWords("attack an air base", "attacks the air base at", "attack on"),
    Kind.PORT_ATTACK: InWords("attack a port", "attacks the port of", "attack on the port of"),
    Kind.TRAINBUST: InWords("attack a rail line", "attacks the rail line at", "rail attack at"),
    Kind.SHIP_ATTACK: InWords("attack a ship", "attacks", "attack on"),
    Kind.HIP_SHOOT: InWords("hip shoot: one plane barrages a hex or a ship at once", "hip shoots at", "hip shoot at"),
    Kind.GUNFIRE: InWords("artillery or ships fire at a hex or a ship", "fires at", "gunfire at"),
    Kind.INTERDICT: InWords("interdict a hex", "interdicts", "interdiction of"),
    Kind.STATION: InWords("wait over a hex, to barrage in a later phase", "waits over", "planes over"),
    Kind.SWEEP: InWords("fighter sweep: fight the enemy planes in a hex", "sweeps", "sweep over"),
    Kind.DROP: InWords("drop troops or supply on a hex", "drops on", "drop on"),
    Kind.TRANSPORT: InWords("fly troops or supply to a base", "flies cargo to", "transport to"),
    Kind.TRANSFER: InWords("move to another base", "moves to", "transfer to"),
    Kind.CAPTURE: InWords("our ground units capture an air base", "attacks", "capture of"),
    Kind.BUILD: InWords("engineers build an air base or a strip, or repair a port", "builds at", "construction at"),
    Kind.REDUCE: InWords("reduce an air base or a port of our own", "tears down at", "demolition at"),
}


def planes(board: Board, units: Iterable[str]) -> str:
    """Air units by name, equal ones counted: `2 Spitfire V and Wellington`."""
    names = [board.unit(unit).title for unit in units]
    said = [name if names.count(name) == 1 else f"{names.count(name)} {name}" for name in dict.fromkeys(names)]
    return listed(said, MOST_PLANES) or "nothing"


def rated(board: Board, units: Iterable[str]) -> str:
    """Air units by name with their ratings, which decide a fight: `Bf 109F 3 and Ju 88 (2)`."""
    return listed((f"{board.unit(unit).title} {rating_of(board, unit)}" for unit in units), MOST_PLANES) or "nothing"


def ready(board: Board, side: str) -> str:
    """The active air units of a side at its bases, and how many are inactive."""
    own = [unit for unit in board.units.values() if unit.side == side]
    active = [unit.id for unit in own if unit.state == State.AT_BASE]
    inactive = sum(unit.state == State.INACTIVE for unit in own)
    more = f", {inactive} inactive" if inactive else ""
    return f"{title_of(side)}: {planes(board, active) if active else 'no air unit'} active at bases{more}"


def doing(board: Board, mission: Mission) -> str:
    """A mission in words: `Axis attacks the air base at Malta`."""
    return agreeing(title_of(mission.side), f"{KINDS[mission.kind].verb} {target_name(board, mission)}")


def target_name(board: Board, mission: Mission) -> str:
    """The ship or the place at which a mission is aimed."""
    ship = board.ship(mission.ship)
    return ship.title if ship else board.name(mission.at)


def mission_title(board: Board, mission: Mission) -> str:
    """What a mission is called in results: `drop on Maleme`; its own id, if the scenario prepares it."""
    return f"{KINDS[mission.kind].title} {target_name(board, mission)}" if mission.at_table else mission.id


def strength_there(place: Hex) -> str:
    """How strong the units in a hex are."""
    return "units of unknown strength" if place.re is None else f"{place.re} RE"


def defended(board: Board, mission: Mission) -> str:
    """What the enemy has at the target, in words: units, planes, flak and a base; empty if there is nothing."""
    enemy = board.enemy_of(mission.side)
    ground, base, port = board.hex(mission.at), board.base(mission.at), board.port(mission.at)
    said = [f"{strength_there(ground)}"] * (enemy in ground.combat_units)
    if base and base.side == enemy and base.kind == "base":
        said.append(f"a base of level {base.level}")
    if port and port.side == enemy:
        said.append(f"a port with {count(port.hits, 'hit')}")
    based = [unit for unit in board.based_at(mission.at) if board.unit(unit).side == enemy]
    there = dict.fromkeys((*based, *board.active_at(mission.at, enemy)))
    said += [planes(board, there)] * bool(there)
    return f" {title_of(enemy)} there: {', '.join(said)}." if said else ""


class Slot(NamedTuple):
    """A segment of a phase."""

    stage: Stage
    segment: str = ""


@record
class Turn:
    """A game turn under way."""

    board: Board = inside(default=None)
    agenda: tuple[Slot, ...] = inside(default=())  # the segments to be played, the current one first
    ordered: tuple[Mission, ...] = inside(default=())  # missions that were ordered at the table
    results: tuple[tuple[str, str], ...] = inside(default=())  # mission and result
    over: tuple[str, ...] = inside(default=())  # the ids of missions that are over
    begun: bool = inside(default=False)  # whether the first phase has begun, as the scenario sets it up


# the summary of air unit movement and functions

IN_WORDS = {State.AT_BASE: "active at a friendly base", State.ELSEWHERE: "active elsewhere", State.INACTIVE: "inactive"}
RULES = {"fly": "R10", "barrage": "R11"}


@cache
def _by_status() -> dict[str, dict[str, bool]]:
    chart = load_chart(PACKAGE, "functions")
    return {status: dict(zip(chart.columns, (cell == "yes" for cell in cells), strict=True)) for status, cells in chart.rows}


@cache
def _by_phase(profile: str) -> dict[str, dict[str, str]]:
    chart = load_chart(PACKAGE, PROFILES[profile].phases)
    return {phase: dict(zip(chart.columns, cells, strict=True)) for phase, cells in chart.rows}


@rule("R10", "R8", "R3")
def flight_refused(status: str, phase: str, player: str, profile: str) -> str | None:
    """Why a unit may not fly out to a target, or None if it may."""
    return _status_refuses(status, "fly", "may not fly out") or _phase_refuses(phase, player, "fly", profile)


@rule("R11", "R8", "R3")
def barrage_refused(status: str, phase: str, player: str, profile: str) -> str | None:
    """Why a unit may not barrage, or None if it may; a unit at a base must fly out first."""
    return _status_refuses(status, "barrage", "may not barrage") or _phase_refuses(phase, player, "barrage", profile)


@rule("R4", "R3")
def return_refused(status: str, phase: str, player: str) -> str | None:
    """Why a unit may not return now, or None if it may."""
    if phase != "return":
        return f"units return in the Air Unit Return phase, not in the {phase} phase (R4)"
    if player != PHASING:
        return "only the phasing player's units return (R4)"
    return _status_refuses(status, "return", "may not return")


def the_side(side: str) -> str:
    """A side within a sentence: the Axis, the Allies, Russia."""
    return with_article(title_of(side))


@rule("R51")
def interdiction_refused(reach: int, distance: int, where: str = "the hex") -> str | None:
    """Why a unit may not interdict a hex, or None if it may: the hex must be closer than half its range."""
    if 2 * distance >= reach:
        return f"{where} is {distance} hexes away; units interdict only at less than half their range of {reach} (R51)"
    return None


def _status_refuses(status: str, function: str, refusal: str) -> str | None:
    if status not in IN_WORDS:
        return f"a unit that is {status} may do nothing (R8)"
    if _by_status()[status][function]:
        return None
    return f"a unit that is {IN_WORDS[status]} {refusal} (R8)"


def _phase_refuses(phase: str, player: str, function: str, profile: str) -> str | None:
    who = _by_phase(profile).get(phase, {}).get(function, "nobody")
    if who == player:
        return None
    allowed = "no air unit" if who == "nobody" else f"only the {who} player's air units"
    return f"in the {phase} phase {allowed} may {function} ({RULES[function]})"


@rule("R22", "R51")
def at_long_range(distance: int, reach: int, rulings: Rulings) -> bool:
    """Whether a unit is at long range: half its range or more (v3.0), or more than half (4.3)."""
    return 2 * distance >= reach if rulings.profile.half_range_is_long else 2 * distance > reach
