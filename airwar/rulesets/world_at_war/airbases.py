"""Airbase counters (18.14): where, when and how many may be placed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial

from airwar.engine.frozen import replace
from airwar.engine.moves import Move, Return
from airwar.engine.referee import Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit import Fault, load_chart, place_of, shape_of
from airwar.rulesets.world_at_war.basing import (
    airbase,
    airbase_place,
    airbases_so_far,
    capacity,
    guests_of,
    may_base,
    overfull,
    placed_by,
)
from airwar.rulesets.world_at_war.displacement import excess_eliminated, named_to_fall
from airwar.rulesets.world_at_war.ordering import Chapter, Menu, Named, blame, carried_out, menu_of, orders_over
from airwar.rulesets.world_at_war.setting import POWERS, Base, Placement
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units import PACKAGE
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, ListOf, MapOf, OneOf, Section, Whole

STOCK = "stock"  # the source of a counter that is not on the map


@rule("18.142", "18.143", "18.144")
def airbases_are_placed(ref: Referee, turn: Turn) -> Move[Turn]:
    """Airbase counters are placed on the map, or recycled from another hex."""
    menu = open_placements(turn)
    if menu.offers(turn) if turn.phase == "construction" else not orders_over(ref, turn, menu, turn.part):
        ref.enter(turn.part, "Airbases")
        turn = carried_out(ref, turn, open_placements, airbase_ordered, about=airbases_so_far)
        if turn.phase == "construction":  # nothing moves in this phase
            turn = excess_eliminated(ref, turn)
    later = tuple(placed for placed in turn.basing.placements if placed.phase != turn.phase)
    return Return(turn.with_basing(turn.basing._replace(placements=later)))


def open_placements(turn: Turn) -> Menu:
    """The airbases that the scenario prepares for this phase, and the powers that may place another."""
    now = [placed for placed in turn.basing.placements if placed.phase == turn.phase]
    prepared = {placed.id: f"{airbase(placed.nation)} at {turn.setting.name(placed.at)}, as prepared" for placed in now}
    return menu_of(
        turn,
        prepared,
        Named(lambda: POWERS, lambda nation: f"a new {airbase(nation)}" if nation in POWERS else None),
        partial(who_builds_refused, turn),
        "no more airbases in this phase",
    )


@rule("18.142A", "18.142B", "18.142C")
def who_builds_refused(turn: Turn, nation: str) -> str | None:
    """Why a power cannot place an airbase now, or None."""
    if nation not in POWERS:
        return None
    if refused := power_refused(turn, nation) or limit_refused(turn, nation):
        return refused
    if any(sources_for(turn, nation, base) for base in turn.bases):
        return None
    return f"{nation} has no hex where it may place an airbase (18.142C)"


@rule("18.142B")
def limit_refused(turn: Turn, nation: str) -> str | None:
    """Why a power places no further airbase in this turn, or None."""
    placed, limit = turn.basing.placed.count(nation), turn.setting.airbases_each_turn[nation]
    return f"{nation} places {placed + 1} airbases in this turn; it may place {limit} (18.142B)" if placed >= limit else None


def hexes_for(turn: Turn, nation: str) -> list[Base]:
    """The hexes where a power may place an airbase now, from its stock or from another hex."""
    return [base for base in turn.bases if sources_for(turn, nation, base)]


def hex_refused(turn: Turn, nation: str, place: str) -> str | None:
    """Why a power may not place an airbase in a hex, or None."""
    base = turn.find_base(place)
    if base is None:
        return f"{place!r} is not a hex of the scenario (18.142C)"
    if sources_for(turn, nation, base):
        return None
    reasons = (from_refused(turn, nation, base, source) for source in (STOCK, *sources(turn, nation)))
    return next(filter(None, reasons), f"{nation} has no counter left for {base.name} (18.142B)")


@rule("18.142E", "18.143")
def sources_for(turn: Turn, nation: str, base: Base) -> dict[str, str]:
    """Where the counter for a hex can come from: one that is recycled makes room in its island group."""
    found = sources(turn, nation)
    if STOCK in found:
        found = {STOCK: found[STOCK]}
    return {source: label for source, label in found.items() if from_refused(turn, nation, base, source) is None}


def from_refused(turn: Turn, nation: str, base: Base, source: str) -> str | None:
    """Why a power may not place an airbase in a hex now, with a counter from this source; or None."""
    return placement_refused(turn, nation, base, turn.phase, "" if source == STOCK else source)


@rule("18.14", "18.142B", "18.143")
def sources(turn: Turn, nation: str) -> dict[str, str]:
    """Where the next counter of a power can come from: its stock, or another hex. Empty if it has placed its limit."""
    if limit_refused(turn, nation):
        return {}
    loss = "; what the hex cannot hold without it is eliminated (18.15)" if turn.phase == "construction" else ""
    recycled = {base.id: f"the airbase at {base.name}, recycled{loss}" for base in turn.bases if base.airbase_of == nation}
    known = {"": "a counter that is not on the map", **recycled}
    return {source or STOCK: label for source, label in known.items() if not any(counter_faults(turn, nation, source))}


@rule("18.14", "18.143", "18.144")
def counter_faults(turn: Turn, nation: str, source: str) -> Iterator[Fault]:
    """Why a power has no counter to place from a hex, or from its stock: recycled are only its own, not those just placed."""
    if source and turn.base(source).airbase_of != nation:
        yield Fault("from", f"{turn.setting.name(source)} has no airbase counter of {nation} to recycle", "18.143")
    elif source and (source, nation) in turn.basing.fresh:
        yield Fault("from", f"the airbase at {turn.setting.name(source)} is placed in this phase and stays", "18.143")
    counters = turn.setting.airbase_counters[nation]
    if not source and (on_map := on_the_map(turn, nation)) >= counters:
        text = f"{nation} would have {on_map + 1} airbases on the map but has {counters} counters; recycle one"
        yield Fault("nation", text, "18.143")


def on_the_map(turn: Turn, nation: str) -> int:
    """How many airbase counters of a power are on the map."""
    return sum(base.airbase_of == nation for base in turn.bases)


@rule("18.142", "18.143")
def airbase_ordered(ref: Referee, turn: Turn, order: str) -> Turn:
    """A prepared airbase is placed if it still may be; or a power places one, in a hex and from a source that it chooses."""
    placed = next((one for one in turn.basing.placements if one.id == order and one.phase == turn.phase), None)
    if placed is not None:
        turn = turn.with_basing(turn.basing._replace(placements=tuple(one for one in turn.basing.placements if one is not placed)))
        if refused := next(placement_faults(turn, placed), None):
            ref.tell(Note, f"no {airbase(placed.nation)} is placed: {refused}")
            return turn
    else:
        number = turn.asked
        hexes = {base.id: f"at {base.name}" for base in hexes_for(turn, order)}
        about = partial(airbase_place, turn, order)
        why_not = partial(hex_refused, turn, order)
        place = ref.choose(f"attacker.airbase-hex.{number}", hexes, by="attacker", about=about, why_not=why_not)
        offered = sources_for(turn, order, turn.base(place))
        source = ref.choose(f"attacker.airbase-from.{number}", offered, by="attacker", about=about)
        placed = Placement(nation=order, at=place, phase=turn.phase, from_="" if source == STOCK else source)
    source = f" from {turn.setting.name(placed.from_)}" if placed.from_ else ""
    ref.tell(Note, f"{airbase(placed.nation)} placed at {turn.setting.name(placed.at)}{source}")
    return built(turn, placed)


@rule("18.142", "18.143")
def placement_faults(turn: Turn, order: Placement) -> Iterator[Fault]:
    """Why an airbase is not placed as ordered: the hex, the limit of the turn, or the counter."""
    if refused := placement_refused(turn, order.nation, turn.base(order.at), order.phase, order.from_):
        yield Fault("at", refused)
    if refused := limit_refused(turn, order.nation):
        yield Fault("nation", refused)
    yield from counter_faults(turn, order.nation, order.from_)


def built(turn: Turn, placed: Placement) -> Turn:
    """The airbase is placed, and the recycled one removed."""
    if placed.from_:
        turn = turn.with_base(turn.base(placed.from_).without_airbase())
    turn = turn.with_base(turn.base(placed.at).with_airbase(placed.nation))
    fresh, powers = (*turn.basing.fresh, (placed.at, placed.nation)), (*turn.basing.placed, placed.nation)
    return turn.with_basing(turn.basing._replace(fresh=fresh, placed=powers))


@rule("18.14", "18.145")
def counters_of(nation: str, theater: str, more: Mapping[str, int]) -> int:
    """How many airbase counters a power has in a theater, including production.

    Only Britain, Russia and the US have separate counters in each theater; another power has one stock, for either.
    """
    europe, pacific, _ = (int(cell) for cell in dict(load_chart(PACKAGE, "airbases").rows)[nation])
    return (europe if theater == "europe" else pacific) + more.get(nation, 0)


@rule("18.142B")
def each_turn(nation: str, date: str) -> int:
    """How many airbases a power may place in a turn; Russia may place two from spring 1943."""
    late = bool(date) and int(date.split()[-1]) >= 1943
    return 2 if nation == "russia" and late else int(dict(load_chart(PACKAGE, "airbases").rows)[nation][2])


@rule("18.142C", "18.142A", "18.142D", "18.142E")
def placement_refused(turn: Turn, nation: str, base: Base, phase: str, source: str = "") -> str | None:
    """Why an airbase may not be placed in a hex, with a counter of the stock or from another hex."""
    if refused := power_refused(turn, nation):
        return refused
    if base.side != turn.setting.attacker or base.box:
        return f"{base.name} is not controlled by {turn.setting.attacker}, which may place airbases only in its own hexes (18.142C)"
    if base.supply != "full":
        return f"{base.name} is not fully supplied; expected a fully supplied hex (18.142C)"
    if refused := ally_refused(turn, nation, base):
        return refused
    if base.new and phase == "movement":
        return f"{base.name} changed sides in this turn; no airbase may be placed in its first movement phase (18.142C)"
    if "airbase" in base.facilities:
        return f"{base.name} already has an airbase; one per hex (18.142D)"
    if base.island_group.startswith("aleutian"):
        return f"{base.name} is in the Aleutians, where no airbase may be placed (18.142E)"
    if base.island_group and base.island_group in groups_with_airbases(turn, nation, source):
        return f"the {base.island_group} already have an airbase; one per island group (18.142E)"
    return f"{base.name} has no airbase of its own to give; recycle one from another hex (18.143)" if source == base.id else None


@rule("18.142A", "18.141")
def power_refused(turn: Turn, nation: str) -> str | None:
    """Why a power places no airbase in this turn: it is not its own turn, or it is not at war."""
    attacker = turn.setting.attacker
    if turn.setting.alliances.side(nation) != attacker:
        return f"{nation} is not on the side of {attacker}; airbases are placed in one's own turn (18.142A)"
    if nation in turn.setting.neutral:
        return f"{nation} is not at war in this theater and may not place airbases (18.141)"
    return None


@rule("18.142C")
def ally_refused(turn: Turn, nation: str, base: Base) -> str | None:
    """Why a power may not place an airbase in a hex of an ally: the ally is not of its alliance faction."""
    alliances = turn.setting.alliances
    own = alliances.faction(nation)
    if not base.nation and not base.taken_in and len({alliances.faction(other) for other in alliances.sides[base.side]}) > 1:
        return f"{base.name} may belong to several allies; say with nation: which nation controls it (18.142C)"
    other = alliances.faction(base.nation) if base.nation else own
    if other != own:
        whose = other or "an alliance that the scenario does not tell; declare it under minors"
        return (
            f"{base.name} is controlled by {base.nation}, of {whose}; {nation} places airbases only for its own alliance (18.142C)"
        )
    return None


@rule("18.142E")
def groups_with_airbases(turn: Turn, nation: str, source: str) -> set[str]:
    """The island groups where the alliance faction of a power has an airbase that is not recycled, or may have one."""
    faction, side = turn.setting.alliances.faction, turn.setting.alliances.side
    there = [base for base in turn.bases if "airbase" in base.facilities and base.id != source]
    own = [base for base in there if turn.setting.attacker in (base.side, side(base.airbase_of))]
    owners = [(base.island_group, base.airbase_of or base.nation) for base in own]
    return {group for group, owner in owners if not owner or faction(owner) in (None, faction(nation))}


@rule("18.14", "18.142A", "18.142B", "18.143", "18.144", "18.145")
def read_airbases(document: Section, turn: Turn, problems: Problems) -> Turn:
    """Airbase placements, checked one by one against the counters, the turn's limit and the hex."""
    turn = with_counters(document, turn)
    ahead = turn
    placed: list[Placement] = []
    for order in document["airbases"] or ():
        if not ahead.find_base(order.at):
            continue
        now = tuple((one.at, one.nation) for one in placed if one.phase == order.phase)
        ahead = ahead.with_basing(ahead.basing._replace(fresh=now))
        base = ahead.base(order.at)
        later = order.phase != "movement" and base.side != turn.setting.attacker and named_to_fall(document, base)
        blame(problems, order, (fault for fault in placement_faults(ahead, order) if not (later and fault.field == "at")))
        nation, on_map, counters = order.nation, on_the_map(ahead, order.nation), ahead.setting.airbase_counters[order.nation]
        if order.from_ and on_map < counters:
            stock = f"{nation} has {on_map} of {counters} airbases in this file, and recycles one only once all are on the map"
            text = f"{stock}; if the others stand elsewhere, say so with airbase-counters below 0 (18.143)"
            problems.note(place_of(order, "from"), text)
        placed.append(order)
        ahead = built(ahead, order)
    for order in placed:
        turn = built(turn, order) if order.phase == "movement" else turn
    phases = dict.fromkeys(f"{order.phase}.airbases" for order in placed)
    return turn.with_basing(turn.basing._replace(placements=tuple(placed))).with_agenda(*phases)


def with_counters(document: Section, turn: Turn) -> Turn:
    """The turn with what each power may place."""
    more, date = document["airbase-counters"] or {}, document["date"] or ""
    counters = {nation: counters_of(nation, turn.setting.theater, more) for nation in POWERS}
    limits = {nation: each_turn(nation, date) for nation in POWERS}
    return turn.with_setting(replace(turn.setting, airbase_counters=counters, airbases_each_turn=limits))


@rule("18.143", "18.15", "18.146")
def check_left_behind(document: Section, turn: Turn, ahead: Turn, problems: Problems) -> None:
    """Air units in excess of what a hex can hold without its recycled airbase must stage in the same phase."""
    for order in turn.basing.placements:
        if order.phase != "movement" or not order.from_:
            continue
        source, left = ahead.base(order.from_), ahead
        if (power := placed_by(ahead, source)) and not overfull(ahead, source):  # an ally's, for his own units
            left = guests_of(ahead, source, power)
            source = left.base(source.id)
        factors, squadrons = left.load(source.id)
        if not may_base(source, turn.setting.theater, factors, squadrons):
            held = f"{factors} factors and {squadrons} naval squadrons"
            room = capacity(source, turn.setting.theater)
            text = f"{source.name} loses its airbase and holds {held}, but can base {room} factors; stage the others (18.143)"
            problems.add(document["airbases"].mark, text)


DATE = re.compile("(spring|summer|fall|winter) 19[34][0-9]")
CHAPTER = Chapter(
    fields={
        "airbases": Field(ListOf(shape_of(Placement), 0, 10), help="airbase counters placed in this turn"),
        "airbase-counters": Field(
            MapOf(OneOf(POWERS), Whole(-20, 20)),
            help="counters gained by production; below 0 if counters stand where no base is listed",
        ),
    },
    read=read_airbases,
    steps=(airbases_are_placed,),
)
