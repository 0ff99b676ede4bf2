"""Orders at the table: which mission is next, or none; and which units fly it.

Missions, moves between bases and events elsewhere are all ordered the same way. A phase has a `Menu`: what the scenario prepares,
and everything else that could be named, with the one function that says why something cannot be ordered now. What that function
does not refuse is offered, and worked out when somebody looks. `next_order` asks for one of them; the default is the first prepared
order, or "no more" when none is left. `fliers` does the same for the units of a mission. So a prepared order is an answer that
anybody may change; with `orders: prepared` nobody is asked, and the prepared orders are the turn. What a chapter of the rules adds
to a scenario file is a `Chapter`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from functools import lru_cache, partial
from itertools import islice
from typing import Any, NamedTuple

from airwar.engine.frozen import dataclass, replace
from airwar.engine.referee import About, Event, Facts, Labels, Note, Referee, WhyNot
from airwar.engine.referee import Menu as Options
from airwar.engine.rule import rule
from airwar.engine.words import count, listed, some_of
from airwar.rulesets.kit import NO_MORE, Fault, away, place_of, verb
from airwar.rulesets.world_at_war.air_combat import in_words
from airwar.rulesets.world_at_war.options import ATTACKER_WINS
from airwar.rulesets.world_at_war.setting import Base
from airwar.rulesets.world_at_war.state import BaseChange, Turn
from airwar.rulesets.world_at_war.taking_off import as_force, none_to_fly
from airwar.rulesets.world_at_war.units import Force, Sent, Unit, as_lines, nonzero
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, Section


@dataclass(frozen=True)
class Chapter:
    """What a chapter of the rules adds to a scenario. `read` checks its sections and puts what they order on the agenda."""

    fields: Mapping[str, Field]
    read: Callable[[Section, Turn, Problems], Turn]
    rolls: Mapping[str, str] = field(default_factory=dict)
    steps: tuple[Callable[..., Any], ...] = ()


def blame(problems: Problems, said: Any, faults: Iterable[Fault]) -> None:
    """Reports what is wrong with something that a file says, each fault at its place."""
    for fault in faults:
        problems.add(place_of(said, fault.field), str(fault))


# in words


MOST_PLACES = 4  # that a sentence names


def sent_in_words(turn: Turn, sent: Sent) -> str:
    """Units on a mission, or able to fly one: `5 German AAF and 2 Italian AAF`."""
    return in_words(as_force(turn, sent))


def units_in_words(units: Iterable[Unit]) -> str:
    """Everything that these units have at their bases, and how much of it is inverted."""
    return in_words(as_lines(units))


def places_in_words(turn: Turn, places: Iterable[str]) -> str:
    """Bases and hexes by their names."""
    return listed((turn.setting.name(place) for place in dict.fromkeys(places)), MOST_PLACES)


def ready_to_fly(turn: Turn, by: str, able: Callable[[Unit], bool] = lambda unit: True) -> str:
    """What a side can still send on missions: `Axis: 14 German AAF ready at 3 bases.`"""
    ready = [unit for unit in turn.units if turn.player(unit.side) == by and turn.free(unit) and able(unit)]
    side = turn.setting.rulings.name(by)
    if not ready:
        return f"{side}: nothing is ready to fly."
    homes = len({unit.home for unit in ready})
    at = f"on {count(homes, 'front')}" if all(unit.strategic for unit in ready) else f"at {count(homes, 'base')}"
    return f"{side}: {sent_in_words(turn, tuple((unit.id, turn.free(unit)) for unit in ready))} ready {at}."


def orders_so_far(turn: Turn, by: str) -> str:
    """What is ready, and how many orders were given in this part of the turn."""
    return f"{ready_to_fly(turn, by)} {given(turn)}"


def given(turn: Turn) -> str:
    return f"{count(turn.asked, 'order')} given so far in this part of the turn." if turn.asked else "No order given yet."


def moves_so_far(turn: Turn, done: str) -> str:
    """The units that may change base, and how many have."""
    own = [unit for unit in turn.units if unit.side == turn.setting.attacker and unit.number and not unit.strategic]
    bases = count(len({unit.home for unit in own}), "place")
    units = {unit_id.partition("/")[0] for unit_id in turn.basing.moved}  # parts of a unit have ids of their own
    moved = f"{count(len(units), 'unit')} {done} so far." if units else f"Nothing {done} yet."
    return f"{turn.setting.rulings.name('attacker')}: {units_in_words(own)} at {bases}. {moved}"


def events_so_far(turn: Turn) -> str:
    """How far the turn has come: the attacks that were won, and the events so far."""
    won = [hex_ for hex_, _, result in turn.attacked if result in ATTACKER_WINS]
    said = f"attacks won: {places_in_words(turn, won)}" if won else "no ground attack won yet"
    so_far = f" {count(turn.asked, 'event')} so far." if turn.asked else ""
    return f"{turn.setting.rulings.name('attacker')} turn, {turn.phase} phase, {said}.{so_far}"


def prepared_anew(turn: Turn, ordered: Sent, fit: Sent, able: Sent) -> str:
    """A prepared force that cannot fly as it was ordered."""
    known = tuple((unit, number) for unit, number in ordered if turn.find(unit))
    left = f"{sent_in_words(turn, fit)} of it can" if fit else "none of it can"
    return f"Prepared: {sent_in_words(turn, known)}; {left}. Ready in range: {sent_in_words(turn, able)}."


# orders


# The words with which a line begins that orders something, by the part of the turn; the same in every phase.
WORDS: Mapping[str, tuple[str, ...]] = {
    "airbases": ("airbase", "airbases"),
    "transfers": ("transfer", "transfers"),
    "staging": ("stage", "staging"),
    "counterair": ("counterair",),
    "air-supply": ("air-supply", "supply"),
    "hump": ("hump",),
    "air-transport": ("air-transport", "transport"),
    "overruns": ("overrun", "overruns"),
    "sinkings": ("sunk", "sinkings"),
    "displacement": ("captured", "fallen"),
    "ground-support": ("ground-support", "support"),
    "airdrops": ("airdrop", "airdrops"),
    "attacks": ("attack", "attacks"),
    "exploitation-support": ("exploitation-support",),
    "exploitation-airdrops": ("exploitation-airdrop", "exploitation-airdrops"),
    "exploitation-attacks": ("exploitation-attack", "exploit"),
    "bombing": ("bomb", "bombing"),
    "units": ("redeploy", "redeployment"),
    "strategic": ("front", "fronts"),
}
COVER = ("cover", "defensive-air-support")
INTERCEPT = ("intercept", "interception")


class Menu(NamedTuple):
    """What can be ordered next: answers and their labels."""

    prepared: Mapping[str, str]  # by the scenario, in its order
    others: Mapping[str, str]
    stop: str  # the label of "no more"; empty if something must be ordered
    refused: WhyNot | None = None  # the reason why something else cannot be ordered
    loses: Callable[[], str] = str  # what "no more" loses, worked out when somebody looks at its label

    @property
    def stopping(self) -> str:
        """The label of "no more", with what it loses."""
        return f"{self.stop}{self.loses()}"

    @property
    def first(self) -> str:
        """The default: the first prepared order, or "no more"; if something must be ordered, the first that can be."""
        return next(iter(self.prepared), "") or (NO_MORE if self.stop else next(iter(self.others), NO_MORE))

    def offers(self, turn: Turn) -> bool:
        """Whether there is anything to order or to do."""
        return bool(self.prepared or (turn.setting.orders_asked and self.others))


class Named(NamedTuple):
    """All that might be named in an order."""

    names: Callable[[], Iterable[str]]
    label: Callable[[str], str | None]  # None if there is no such thing


def menu_of(turn: Turn, prepared: Mapping[str, str], every: Named, refused: WhyNot, stop: str) -> Menu:
    """What is prepared, and whatever else is not refused of all that might be named; nothing where orders are not asked for."""

    def label(name: str) -> str | None:
        return every.label(name) if name not in prepared and refused(name) is None else None

    return Menu(prepared, Options(every.names, label) if turn.setting.orders_asked else {}, stop, refused)


def base_menu(
    turn: Turn,
    prepared: Mapping[str, str],
    verb: str,
    refused: Callable[[Base], str | None],
    stop: str,
    names: Callable[[], Iterable[str]] | None = None,
) -> Menu:
    """What is prepared, and every base, or those that `names` lists, after what would be done there: `attack Smolensk`."""

    def label(name: str) -> str | None:
        return f"{verb} {base.name}" if (base := turn.find_base(name)) else None

    def why_not(name: str) -> str | None:
        return refused(base) if (base := turn.find_base(name)) else None

    return menu_of(turn, prepared, Named(names or (lambda: turn.setting.bases), label), why_not, stop)


def unit_menu(
    turn: Turn, moves: Iterable[BaseChange], verb: str, refused: Callable[[Unit], str | None], stop: str, units: Sequence[Unit] = ()
) -> Menu:
    """The moves that are prepared, and every unit, perhaps in an order of their own: `stage 3 German AAF at Essen`."""
    prepared = {move.id: f"{move.unit} to {turn.setting.name(move.to)}, as prepared" for move in moves}

    def label(name: str) -> str | None:
        return f"{verb} {label_of(turn, unit)}" if (unit := turn.find(name)) else None

    def why_not(name: str) -> str | None:
        return refused(unit) if (unit := turn.find(name)) else None

    return menu_of(turn, prepared, Named(lambda: [unit.id for unit in units or turn.units], label), why_not, stop)


def orders_over(ref: Referee, turn: Turn, menu: Menu, scope: str, by: str = "attacker") -> bool:
    """Whether ordering is over: nothing is prepared, and nobody wants to or can order anything else.

    `scope` is that of the question. An order that nobody asks for is not counted in `asked`: use this only at the end of a part.
    """
    return nobody_orders(ref, turn, menu, scope, by) or not offers(ref, turn, menu, by, scope)


def nobody_orders(ref: Referee, turn: Turn, menu: Menu, scope: str, by: str = "attacker") -> bool:
    """Whether it is known, without a look at what could be ordered, that nothing is."""
    if menu.prepared or not turn.setting.orders_asked:
        return not menu.prepared
    return bool(menu.stop) and ref.takes_default(order_key(by, turn.asked + 1), by, scope)


def offers(ref: Referee, turn: Turn, menu: Menu, by: str, scope: str) -> bool:
    """Whether there is anything to order or to do; what a script is going to order is looked at first."""
    if menu.prepared or not turn.setting.orders_asked:
        return bool(menu.prepared)
    return foreseen(ref, turn, menu, by, scope) or bool(menu.others)


def foreseen(ref: Referee, turn: Turn, menu: Menu, by: str, scope: str | None) -> bool:
    """Whether a script is going to order something that is not prepared, and may."""
    word = ref.foreseen(order_key(by, turn.asked + 1), by, scope)
    return bool(word) and word in menu.others


@lru_cache(maxsize=1024)
def order_key(by: str, number: int) -> str:
    """The key of an order, or of an event, by its number."""
    return f"{by}.{'event' if by == 'referee' else 'order'}.{number}"


def next_order(
    ref: Referee,
    turn: Turn,
    menu: Menu,
    *,
    by: str = "attacker",
    title: str = "",
    facts: Facts | None = None,
    about: About | None = None,
    words: tuple[str, ...] = (),
) -> tuple[Turn, str]:
    """What is ordered next, or `NO_MORE`. The turn counts the questions, so that no key is used twice.

    `title`: that of the part of the turn, which is entered again after battles with keys of their own.
    `words`: the words that begin such an order in a typed line, if not those of the part of the turn.
    """
    first = menu.first
    if not turn.setting.orders_asked:
        return turn, first
    if ref.takes_default(order_key(by, turn.asked + 1), by, turn.part if title else None):
        if title:
            ref.enter(turn.part, title)
        return replace(turn, asked=turn.asked + 1), first
    sure = {**menu.prepared, **({NO_MORE: menu.stop} if menu.stop else {})}

    def label(name: str) -> str | None:
        if name not in sure:
            return menu.others.get(name)
        return menu.stopping if name == NO_MORE else sure[name]

    options = Options(lambda: (*sure, *menu.others), label)
    number = turn.asked + 1
    scope = turn.part if title else None
    if not (len(sure) > 1 or (sure and (foreseen(ref, turn, menu, by, scope) or menu.others)) or len(list(islice(options, 2))) > 1):
        return replace(turn, asked=number), first
    if title:
        ref.enter(turn.part, title)
    about = about or (partial(events_so_far, turn) if by == "referee" else partial(orders_so_far, turn, by))
    words = words or WORDS.get(turn.part.partition(".")[2].removesuffix("-after"), ())

    def why_not(name: str) -> str | None:
        reason = menu.refused(name) if menu.refused else None
        return reason or f"{name!r} is not one of {some_of(options)} ({ref.cited_rule() or '18.5'})"

    answer = ref.choose(
        order_key(by, turn.asked + 1),
        options,
        by=by,
        default=first,
        facts=facts,
        optional=True,
        about=about,
        words=words,
        why_not=why_not,
    )
    return replace(turn, asked=number), answer


def carried_out(
    ref: Referee,
    turn: Turn,
    menu_of: Callable[[Turn], Menu],
    act: Callable[[Referee, Turn, str], Turn],
    about: Callable[[Turn], str],
    first: Menu | None = None,
) -> Turn:
    """Asks the attacker for orders and carries them out one by one, until there are no more; for orders without a battle.

    `first`: the menu for the first order, if it is known already.
    """
    menu = first or menu_of(turn)
    while not orders_over(ref, turn, menu, ref.scope):
        turn, order = next_order(ref, turn, menu, about=partial(about, turn))
        if order == NO_MORE:
            break
        turn = act(ref, turn, order)
        menu = menu_of(turn)
    return turn


def won_hexes(turn: Turn) -> dict[str, int]:
    """Facts for a script at an event: 1 for each hex where the attacker has won on the ground in this turn, else 0."""
    won = {hex_ for hex_, _, result in turn.attacked if result in ATTACKER_WINS}
    return {f"won.{base.id}": int(base.id in won) for base in turn.bases}


class Able(NamedTuple):
    """The units that can fly something, how many of each, and the reason why any other unit cannot."""

    units: dict[str, int]
    refused: WhyNot  # the rule against a unit, or None

    @property
    def nobody(self) -> str:
        """Why nobody can fly, in a few words."""
        return "no unit that may fly it is free and in range (18.41, 18.45)"

    def why_not(self, name: str) -> str | None:
        """Why a unit is not offered: a rule, or nothing of it is free."""
        return self.refused(name) or none_to_fly(name)


@rule("18.41")
def who_can(
    ref: Referee | None,
    turn: Turn,
    refused: Callable[[Referee | None, Unit], str | None],
    free: Callable[[Unit], int] | None = None,
    units: Sequence[Unit] | None = None,
) -> Able:
    """The units that are free to fly and that no rule refuses; `refused(ref, unit)` gives the reason, with its rule, or None.

    `free`: how many of a unit can be named, if not all that are uninverted and have not flown. `units`: the candidates, if
    not all.
    """
    free = free or turn.free
    able: dict[str, int] = {}
    reasons: dict[str, str | None] = {}
    for unit in turn.units if units is None else units:
        if (number := free(unit)) > 0:
            reasons[unit.id] = refused(ref, unit)
            if reasons[unit.id] is None:
                able[unit.id] = number

    def against(name: str) -> str | None:
        unit = turn.find(name)
        if unit is None:
            return f"{name!r} is not one of {some_of(able) or 'those that can fly'} (18.41)"
        return reasons.get(name) or refused(None, unit)

    return Able(able, against)


def label_of(turn: Turn, unit: Unit) -> str:
    """A unit in a list of orders: `3 German AAF at Essen`."""
    return f"{unit.air_type.counted(unit.number)} at {turn.setting.name(unit.home)}"


def labels_of(turn: Turn, units: Iterable[str], *places: str, nearest: bool = False) -> Labels:
    """Units in a question, with their type, their base, and how far it is from where they fly; the nearest of several places."""
    return Labels(lambda: {unit_id: flier_label(turn, turn.unit(unit_id), places, nearest) for unit_id in units})


def flier_label(turn: Turn, unit: Unit, places: tuple[str, ...], nearest: bool) -> str:
    """`jg-54: German AAF at Essen, 2 hexes away`; strategic units are on a front."""
    if unit.strategic:
        return f"{unit.id}: {unit.air_type.label}, {unit.home} front"
    known = [hexes for place in places if (hexes := turn.distance(unit.home, place)) is not None]
    far = f", {away(min(known) if nearest else max(known))}" if known and len(known) == len(places) else ""
    return f"{unit.id}: {unit.air_type.label} at {turn.setting.name(unit.home)}{far}"


def line_labels(force: Force) -> Labels:
    """Units in the air in a question, with their type."""
    return Labels(lambda: {line.unit: f"{line.unit}: {line.air_type.label}" for line in force})


@rule("18.41")
def fliers(
    ref: Referee,
    turn: Turn,
    able: Able,
    ordered: Sent,
    *,
    again: str = "",
    refuse: Callable[[Mapping[str, int]], str | None] | None = None,
) -> Sent:
    """The units of a prepared order that can still fly it; the output says why the others cannot.

    `again`: the key under which a person is asked once more, where orders are asked for; a script goes on with what is left.
    """
    units = able.units
    fit = nonzero({unit: min(number, units.get(unit, 0)) for unit, number in ordered})
    ref.tell(left_behind, turn, ordered, dict(fit), able.refused)
    if refuse and (too_many := refuse(dict(fit))):
        ref.tell(Note, too_many)
        while fit and refuse(dict(fit)):
            fit = nonzero({**dict(fit), fit[-1][0]: fit[-1][1] - 1})
    if fit == ordered or not (again and units and turn.setting.orders_asked):
        return fit
    about = partial(prepared_anew, turn, ordered, fit, nonzero(units))
    sent = ref.allot(
        again,
        units,
        by="attacker",
        default=dict(fit),
        labels=labels_of(turn, units),
        refuse=refuse,
        optional=True,
        about=about,
        why_not=able.why_not,
    )
    return nonzero(sent)


def left_behind(turn: Turn, ordered: Sent, fit: Mapping[str, int], refused: WhyNot) -> list[Event]:
    """Why some of the units of a prepared order do not fly."""
    notes: list[Event] = []
    for unit_id, number in ordered:
        short = number - fit.get(unit_id, 0)
        unit = turn.find(unit_id)
        if not short:
            continue
        free = turn.free(unit) if unit else 0
        reason = refused(unit_id) if unit else None
        fallback = f"{f'only {free}' if free else 'none'} {verb(free, 'are', 'is')} free to fly (18.41)"
        some = f"{short} of the {number}" if short < number else f"the {number}"
        notes.append(Note(f"{unit_id}: {some} ordered to fly cannot: {reason or fallback}"))
    return notes
