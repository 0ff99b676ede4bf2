"""What happens on the ground around the air war: the player reports it when it happens, and the board keeps track.

Ground combat is fought on the players' own map. What it changes for the air units is entered here: who holds a hex and spots
for it, how strong the units there are, and the supply at a base. The capture of an air base is a separate order. What a march or
a train costs at this moment is worked out here too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from airwar.rulesets.kit import Note, Referee, listed, replace, rule, title_of
from airwar.rulesets.ocs.barrage import MOST_RES, number_of
from airwar.rulesets.ocs.board import NO, YES, Segment, is_so, strength_there
from airwar.rulesets.ocs.capture import captured_supply, destroy_ships
from airwar.rulesets.ocs.position import COMBAT, MOVEMENT, SEA, Base, BaseKind, Board, Hex, Load, March
from airwar.rulesets.ocs.worksheets import away_now, hexes_with_markers, load_events, load_now, march_events, slowing

HEX, SUPPLY, MARCH, TRAIN = "hex", "supply", "march", "train"
EVENTS = {
    HEX: "something changes on the ground in a hex",
    SUPPLY: "the supply at one of our bases changes",
    MARCH: "what a march costs now, with what the enemy interdicts",
    TRAIN: "what a train costs now, with the enemy's markers",
}
NOBODY, BOTH = "nobody", "both"
MOST_FLAK, MOST_SUPPLY, MOST_HEDGEHOG = 20, 1000, 4
TRACKS = ("multi-only", "single-only", "mixed")


@rule("R44a", "R5")
def events_in(segment: Segment) -> Iterator[str]:
    """The events that can happen in a segment: ground units move and fight, and supply is moved."""
    moving = segment.name == MOVEMENT
    if moving or segment.name == COMBAT:
        yield HEX
    if (moving or segment.stage.phase == SUPPLY) and has_supply(segment):
        yield SUPPLY
    if moving:
        board, enemy = segment.board, segment.board.enemy_of(segment.side)
        near = any(unit.side == enemy and unit.over for unit in board.units.values())  # planes that may interdict
        if near or slowing(board, enemy):
            yield MARCH
        if hexes_with_markers(board, enemy):
            yield TRAIN


def has_supply(segment: Segment) -> bool:
    """Whether the side that acts has a base, or supply lies in a hex."""
    board, side = segment.board, segment.side
    return any(base.side == side for base in board.bases.values()) or bool(board.dumps(side))


def own_supply(segment: Segment) -> dict[str, str]:
    """The bases of the side that acts, where supply is kept, and hexes where some of it lies."""
    board = segment.board
    bases = [base.id for base in board.bases.values() if base.side == segment.side]
    places = dict.fromkeys((*bases, *board.dumps(segment.side)))
    return {place: f"{board.name(place)}, {board.hex(place).supply}T" for place in places}


@rule("R44a", "R5", "R51")
def ground_changes(ref: Referee, segment: Segment, event: str) -> Board:
    """The player says what has changed, and the board is updated; or what moves, and is told what that costs."""
    happens = {HEX: hex_changes, SUPPLY: supply_changes, MARCH: march_told, TRAIN: train_told}
    return happens[event](ref, segment)


# supply


@rule("R5")
def supply_changes(ref: Referee, segment: Segment) -> Board:
    """The player says how much supply is at a base now; keeping track of trucks, trains and consumption is up to the player."""
    board = segment.board
    said = partial(said_of_the_map, segment, "the supply at one of its bases has changed.")
    place = board.hex(ref.choose(f"{segment.asked}.target", own_supply(segment), by=segment.side, about=said))
    name = board.name(place.id)
    tons = int(number_stated(ref, segment, "supply", f"the supply at {name} now, in T", MOST_SUPPLY))
    ref.tell(Note, f"{name} has {tons}T of supply now; it had {place.supply}T")
    return board.with_hex(replace(place, supply=tons))


# marches and trains


@rule("R51")
def march_told(ref: Referee, segment: Segment) -> Board:
    """The player names the hexes of a march with their costs, and is told what interdiction adds at this moment."""
    board = segment.board
    example = next(iter(board.all_places))
    text = ref.fact(
        f"{segment.scope}.{segment.asked}.march",
        "the hexes of a march, each with its cost",
        examples=(f"1 {example}", f"2 {example} on foot"),
        refuse=partial(march_refused, board),
        by=segment.side,
        ask="Which hexes does it enter, at what cost? For example 1 kharkov, 2 belgorod; add on foot if it is",
    )
    march = march_in(board, text)
    assert march is not None
    ref.tell(march_events, march, away_now(ref, board, march, segment.side), board.rulings)
    return board


def march_refused(board: Board, text: str) -> str | None:
    if march_in(board, text) is not None:
        return None
    return f"{text!r} is not a march; expected each hex with its cost, as 1 {next(iter(board.all_places))} (R51)"


def march_in(board: Board, text: str) -> March | None:
    """A march as it is typed, or None."""
    leg = text.strip().endswith("on foot")
    steps = [part.split() for part in text.strip().removesuffix("on foot").split(",")]
    good = all(len(step) == 2 and step[0].isdecimal() and len(step[0]) < 3 and step[1] in board.all_places for step in steps)
    return (
        March(id="march", leg=leg, costs=tuple(int(step[0]) for step in steps), through=tuple(step[1] for step in steps))
        if good
        else None
    )


@rule("R49")
def train_told(ref: Referee, segment: Segment) -> Board:
    """The player names a load, its track and the hexes on its way, and is told what it costs at this moment."""
    board = segment.board
    example = next(iter(board.all_places))
    text = ref.fact(
        f"{segment.scope}.{segment.asked}.train",
        "a load by rail, its track, and the hexes on its way",
        examples=(f"2 RE, single-only, {example}", f"1 RE, 2 SP, multi-only, {example}"),
        refuse=partial(train_refused, board),
        by=segment.side,
        ask="What goes, on which track, through which hexes? For example 2 RE, 1 SP, single-only, kharkov",
    )
    load = load_in(board, text)
    assert load is not None
    ref.tell(load_events, load_now(ref, board, load, segment.side), board.rulings)
    return board


def train_refused(board: Board, text: str) -> str | None:
    if load_in(board, text) is not None:
        return None
    return f"{text!r} is not a load by rail; expected RE or SP, one of {', '.join(TRACKS)}, and hexes (R49)"


def load_in(board: Board, text: str) -> Load | None:
    """A load by rail as it is typed, or None."""
    known: dict[str, Any] = {"re": Fraction(0), "supply": Fraction(0)}
    track, through = "", []
    for part in (part.strip() for part in text.split(",")):
        amount = re.fullmatch(r"(\d{1,3}(?: \d/\d)?|\d/\d) ?(RE|SP)", part, re.IGNORECASE)
        number = number_of(amount[1]) if amount else None
        if amount and number:
            known["re" if amount[2].upper() == "RE" else "supply"] += number
        elif part in TRACKS:
            track = part
        elif part in board.all_places:
            through.append(part)
        else:
            return None
    return Load(id="train", track=track, through=tuple(through), **known) if track and (known["re"] or known["supply"]) else None


# hexes


@dataclass(frozen=True)
class Change:
    """Something about a hex that can change: its name, and how the player says what it is now."""

    label: str  # as an option
    told: str  # as a note, before what it is now
    ask: Callable[[Referee, Segment, Hex], tuple[Hex, str]]


@rule("R44a")
def hex_changes(ref: Referee, segment: Segment) -> Board:
    """The player says what has changed in a hex: who is there, who spots for it, or how strong the units there are."""
    board = segment.board
    land = (place for place in board.all_places if board.base_kind(place) != BaseKind.CARRIER and board.hex(place).terrain != SEA)
    places = {place: board.name(place) for place in land}
    said = partial(said_of_the_map, segment, "something has changed on the ground. Where?")
    place = board.hex(ref.choose(f"{segment.asked}.target", places, by=segment.side, about=said))
    zone = isinstance(place, Base)
    options = {name: change.label for name, change in CHANGES.items() if name != "enemy-zoc" or zone}
    change = CHANGES[ref.choose(f"{segment.asked}.what", options, by=segment.side, about=partial(hex_now, board, place))]
    after, said_now = change.ask(ref, segment, place)
    ref.tell(Note, f"{board.name(place.id)} now: {change.told}: {said_now}")
    board, sides = board.with_hex(after), after.combat_units
    return destroy_ships(ref, board, place.id, sides[0]) if len(sides) == 1 and sides != place.combat_units else board


def who_is_there(ref: Referee, segment: Segment, place: Hex, *, present: bool = True) -> tuple[str, ...]:
    """The sides with units there. Only the owner's units can be at an air base: the enemy's would have captured it."""
    board = segment.board
    sides = (place.side,) if isinstance(place, Base) and present else board.players
    options = {NOBODY: "nobody", **{side: title_of(side) for side in sides}}
    if len(sides) > 1:
        options[BOTH] = "both sides"
    answer = ref.choose(f"{segment.asked}.who", options, by=segment.side, about=partial(hex_now, board, place))
    return {NOBODY: (), BOTH: board.players}.get(answer, (answer,))


@rule("R44a", "R34", "R29", "R41")
def combat_units(ref: Referee, segment: Segment, place: Hex) -> tuple[Hex, str]:
    """Asks who has combat units there, and everything about them in one go: how strong they are, a headquarters, Strat Mode.

    A hedgehog stays with its hex, no matter who takes it; an enemy dump is captured.
    """
    sides = who_is_there(ref, segment, place)
    if sides == place.combat_units:
        return replace(place, now=sides), named(sides)
    if not sides:
        return place.entered((), Fraction(1)), named(sides)
    name = segment.board.name(place.id)
    res = number_stated(ref, segment, "re", f"the strength of the units at {name} now, in RE", MOST_RES)
    hq, strat_mode = (there(ref, segment, place, key, what) for key, what in FOUND_THERE.items())
    more = [f"{res} RE", *["a headquarters"] * hq, *["a unit in strat mode"] * strat_mode]
    after: Hex = place.entered(sides, res, hq=hq, strat_mode=strat_mode)
    if len(sides) == 1 and place.held_by == (segment.board.enemy_of(sides[0]),):
        key = f"{segment.asked}.captured-supply"
        after = replace(after, supply=captured_supply(ref, segment.board, place, sides[0], key))
    return after, f"{named(sides)}, {', '.join(more)}"


FOUND_THERE = {"hq": "a headquarters", "strat-mode": "a unit in strat mode"}


def there(ref: Referee, segment: Segment, place: Hex, key: str, what: str) -> bool:
    """Whether a headquarters, or a unit in strat mode, is in a hex."""
    options, about = (f"no, {what} is not there", f"yes, {what} is there"), partial(hex_now, segment.board, place)
    return is_so(ref, f"{segment.asked}.{key}", options, by=segment.side, about=about)


@rule("R44a", "R29")
def any_units(ref: Referee, segment: Segment, place: Hex) -> tuple[Hex, str]:
    """Asks who has any units there. A headquarters never stays behind alone."""
    sides = who_is_there(ref, segment, place)
    left = not set(place.now) <= set(sides)
    combat = tuple(side for side in place.combat_units if side in sides)
    after = replace(place, now=sides, combat_units=combat)
    return replace(after, hq=False, strat_mode=False) if left else after, named(sides)


def spotters(ref: Referee, segment: Segment, place: Hex) -> tuple[Hex, str]:
    sides = who_is_there(ref, segment, place, present=False)
    return replace(place, spotters=sides), named(sides)


def strength(ref: Referee, segment: Segment, place: Hex) -> tuple[Hex, str]:
    name = segment.board.name(place.id)
    res = number_stated(ref, segment, "re", f"the strength of the units at {name} now, in RE", MOST_RES)
    return replace(place, re=res), f"{res} RE"


def printed_flak(ref: Referee, segment: Segment, place: Hex) -> tuple[Hex, str]:
    flak = int(number_stated(ref, segment, "flak", f"the printed flak at {segment.board.name(place.id)} now", MOST_FLAK))
    return replace(place, flak=flak), str(flak)


def hedgehog(ref: Referee, segment: Segment, place: Hex) -> tuple[Hex, str]:
    levels = {str(level): f"level {level}" if level else "none" for level in range(MOST_HEDGEHOG + 1)}
    level = ref.choose(f"{segment.asked}.level", levels, by=segment.side, about=partial(hex_now, segment.board, place))
    return replace(place, hedgehog=int(level)), levels[level]


def is_there(field: str, what: str, ref: Referee, segment: Segment, place: Hex) -> tuple[Hex, str]:
    """Asks whether something is in a hex, and sets the field for it."""
    found = there(ref, segment, place, "is-there", what)
    return replace(place, **{field: found}), YES if found else NO


CHANGES = {
    "combat-units": Change("who has combat units there", "combat units", combat_units),
    "occupied-by": Change("who has any units there", "units", any_units),
    "spotters": Change("who has combat units next to it", "adjacent combat units", spotters),
    "re": Change("how strong the units there are", "strength", strength),
    "hedgehog": Change("the hedgehog", "hedgehog", hedgehog),
    "hq": Change("whether a headquarters is there", "headquarters", partial(is_there, "hq", "a headquarters")),
    "flak": Change("the printed flak", "printed flak", printed_flak),
    "strat-mode": Change(
        "whether a unit in strat mode is there", "unit in strat mode", partial(is_there, "strat_mode", "a unit in strat mode")
    ),
    "enemy-zoc": Change(
        "whether it is in an enemy zone of control that nothing negates",
        "enemy zone of control",
        partial(is_there, "enemy_zoc", "an enemy zone of control"),
    ),
}


def named(sides: tuple[str, ...]) -> str:
    return " and ".join(map(title_of, sides)) or NOBODY


def number_stated(ref: Referee, segment: Segment, key: str, what: str, most: int) -> Fraction:
    """A number that the player gives; only RE come in fractions."""

    def refuse(text: str) -> str | None:
        number = number_of(text)
        whole = "" if key == "re" else "whole "
        if number is None or not 0 <= number <= most or (whole and number.denominator > 1):
            return f"{text!r} is not a {whole}number from 0 to {most} (R44a)"
        return None

    text = ref.fact(f"{segment.scope}.{segment.asked}.{key}", what, examples=("1", "3"), refuse=refuse, by=segment.side)
    return number_of(text) or Fraction(0)


# what the questions are about


def said_of_the_map(segment: Segment, what: str) -> str:
    """A sentence about something that happens on the players' own map."""
    return f"{title_of(segment.side)}, {segment.stage.phase} phase: {what}"


def hex_now(board: Board, place: Hex) -> str:
    """A sentence about what is known of the ground units in a hex."""
    there = f"{strength_there(place)} of {listed(map(title_of, place.combat_units))}" if place.combat_units else "no combat units"
    near = listed(map(title_of, place.spotters)) or "nobody"
    return f"{board.name(place.id)} so far: {there}, hedgehog {place.hedgehog}, flak {place.flak}; next to it: {near}."
