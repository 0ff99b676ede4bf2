"""What happens on the ground around the air war: the player says it when it happens, and the board keeps it.

Combat on the ground is fought on the players' own map. What it changes for the air units is told here: who holds a hex and spots
for it, how strong the units there are, and the supply at a base. The capture of an air base is an order of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from airwar.engine.events import Note
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.names import title_of
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.places import CARRIER, Ground
from airwar.rulesets.ocs.board.segment import COMBAT, MOVEMENT, Segment
from airwar.rulesets.ocs.missions import about

HEX, SUPPLY = "hex", "supply"
EVENTS = {HEX: "something changes on the ground in a hex", SUPPLY: "the supply at one of our bases changes"}
YES, NO = "yes", "no"
NOBODY, BOTH = "nobody", "both"
MOST_RES, MOST_FLAK, MOST_SUPPLY, MOST_HEDGEHOG = 100, 20, 1000, 4


@rule("R44a", "R5")
def events_in(segment: Segment) -> dict[str, str]:
    """The events that can happen in a segment: ground units move and fight, and supply is moved."""
    if segment.stage.phase == "supply":
        return {SUPPLY: EVENTS[SUPPLY]} if own_bases(segment) else {}
    if segment.name == COMBAT:
        return {HEX: EVENTS[HEX]}
    if segment.name != MOVEMENT:
        return {}
    return EVENTS if own_bases(segment) else {HEX: EVENTS[HEX]}


def own_bases(segment: Segment) -> dict[str, str]:
    """The bases of the side that acts, where supply is kept, by name."""
    board = segment.board
    bases = [base for base in board.bases if base.side == segment.side]
    return {base.id: f"{board.setting.name(base.id)}, {base.supply}T" for base in bases}


@rule("R44a", "R5")
def ground_changes(ref: Referee, segment: Segment, event: str) -> Board:
    """The player says what has changed, and the board is changed accordingly."""
    return supply_changes(ref, segment) if event == SUPPLY else hex_changes(ref, segment)


# supply


@rule("R5")
def supply_changes(ref: Referee, segment: Segment) -> Board:
    """The player says how much supply is at a base now; trucks, trains and consumption are his own business."""
    board = segment.board
    said = partial(about.said_of_the_map, segment, "the supply at one of its bases has changed.")
    place = ref.choose(f"{segment.asked}.target", own_bases(segment), by=segment.side, about=said)
    base = board.base(place)
    assert base is not None
    name = board.setting.name(place)
    tons = int(number_stated(ref, segment, "supply", f"the supply at {name} now, in T", MOST_SUPPLY))
    ref.tell(Note, f"{name} has {tons}T of supply now; it had {base.supply}T")
    return board.with_base(base._replace(supply=tons))


# hexes


@dataclass(frozen=True)
class Change:
    """Something about a hex that can change: what it is called, and how the player says what it is now."""

    label: str  # as an option
    told: str  # as a note, before what it is now
    ask: Callable[[Referee, Segment, str], tuple[Ground, str]]


@rule("R44a")
def hex_changes(ref: Referee, segment: Segment) -> Board:
    """The player says what has changed in a hex: who is there, who spots for it, or how strong the units there are."""
    board, setting = segment.board, segment.board.setting
    places = {place: setting.name(place) for place in setting.hexes if board.base_kind(place) != CARRIER}
    said = partial(about.said_of_the_map, segment, "something has changed on the ground. Where?")
    place = ref.choose(f"{segment.asked}.target", places, by=segment.side, about=said)
    options = {name: change.label for name, change in CHANGES.items()}
    now = partial(about.hex_now, segment, place)
    change = CHANGES[ref.choose(f"{segment.asked}.what", options, by=segment.side, about=now)]
    ground, said_now = change.ask(ref, segment, place)
    ref.tell(Note, f"{setting.name(place)} now: {change.told}: {said_now}")
    return board.with_ground(ground)


def who_is_there(ref: Referee, segment: Segment, place: str, *, present: bool = True) -> tuple[str, ...]:
    """The sides with units there. Only the owner's units can be at an air base: the enemy's would have captured it."""
    board = segment.board
    base = board.base(place)
    sides = (base.side,) if base and present else board.setting.sides
    options = {NOBODY: "nobody", **{side: title_of(side) for side in sides}}
    if len(sides) > 1:
        options[BOTH] = "both sides"
    answer = ref.choose(f"{segment.asked}.who", options, by=segment.side, about=partial(about.hex_now, segment, place))
    return {NOBODY: (), BOTH: board.setting.sides}.get(answer, (answer,))


def combat_units(ref: Referee, segment: Segment, place: str) -> tuple[Ground, str]:
    sides = who_is_there(ref, segment, place)
    return segment.board.ground_at(place)._replace(now=sides, combat=sides), named(sides)


def any_units(ref: Referee, segment: Segment, place: str) -> tuple[Ground, str]:
    sides = who_is_there(ref, segment, place)
    ground = segment.board.ground_at(place)
    return ground._replace(now=sides, combat=tuple(side for side in ground.combat if side in sides)), named(sides)


def spotters(ref: Referee, segment: Segment, place: str) -> tuple[Ground, str]:
    sides = who_is_there(ref, segment, place, present=False)
    return segment.board.ground_at(place)._replace(spotters=sides), named(sides)


def strength(ref: Referee, segment: Segment, place: str) -> tuple[Ground, str]:
    name = segment.board.setting.name(place)
    res = number_stated(ref, segment, "re", f"the strength of the units at {name} now, in RE", MOST_RES)
    return segment.board.ground_at(place)._replace(res=res), f"{res} RE"


def printed_flak(ref: Referee, segment: Segment, place: str) -> tuple[Ground, str]:
    name = segment.board.setting.name(place)
    flak = int(number_stated(ref, segment, "flak", f"the printed flak at {name} now", MOST_FLAK))
    return segment.board.ground_at(place)._replace(flak=flak), str(flak)


def hedgehog(ref: Referee, segment: Segment, place: str) -> tuple[Ground, str]:
    levels = {str(level): f"level {level}" if level else "none" for level in range(MOST_HEDGEHOG + 1)}
    level = ref.choose(f"{segment.asked}.level", levels, by=segment.side, about=partial(about.hex_now, segment, place))
    return segment.board.ground_at(place)._replace(hedgehog=int(level)), levels[level]


def yes_or_no(what: str) -> dict[str, str]:
    return {YES: f"yes, {what} is there", NO: f"no, {what} is not there"}


def headquarters(ref: Referee, segment: Segment, place: str) -> tuple[Ground, str]:
    options, now = yes_or_no("a headquarters"), partial(about.hex_now, segment, place)
    answer = ref.choose(f"{segment.asked}.is-there", options, by=segment.side, about=now)
    return segment.board.ground_at(place)._replace(hq=answer == YES), answer


def strat_mode(ref: Referee, segment: Segment, place: str) -> tuple[Ground, str]:
    options, now = yes_or_no("a unit in strat mode"), partial(about.hex_now, segment, place)
    answer = ref.choose(f"{segment.asked}.is-there", options, by=segment.side, about=now)
    return segment.board.ground_at(place)._replace(strat_mode=answer == YES), answer


CHANGES = {
    "combat-units": Change("who has combat units there", "combat units", combat_units),
    "occupied-by": Change("who has any units there", "units", any_units),
    "spotters": Change("who has combat units next to it", "adjacent combat units", spotters),
    "re": Change("how strong the units there are", "strength", strength),
    "hedgehog": Change("the hedgehog", "hedgehog", hedgehog),
    "hq": Change("whether a headquarters is there", "headquarters", headquarters),
    "flak": Change("the printed flak", "printed flak", printed_flak),
    "strat-mode": Change("whether a unit in strat mode is there", "unit in strat mode", strat_mode),
}


def named(sides: tuple[str, ...]) -> str:
    return " and ".join(map(title_of, sides)) or NOBODY


def number_stated(ref: Referee, segment: Segment, key: str, what: str, most: int) -> Fraction:
    """A number that the player states; only RE come in fractions."""

    def refuse(text: str) -> str | None:
        number = number_of(text)
        whole = "" if key == "re" else "whole "
        if number is None or not 0 <= number <= most or (whole and number.denominator > 1):
            return f"{text!r} is not a {whole}number from 0 to {most}"
        return None

    text = ref.fact(f"{segment.scope}.{segment.asked}.{key}", what, examples=("1", "3"), refuse=refuse, by=segment.side)
    number = number_of(text)
    assert number is not None
    return number


def number_of(text: str) -> Fraction | None:
    """A number such as 3, 1/2 or 2 1/2; None for anything else."""
    try:
        return sum((Fraction(part) for part in text.split()), Fraction(0)) if text.split() else None
    except (ValueError, ZeroDivisionError):
        return None
