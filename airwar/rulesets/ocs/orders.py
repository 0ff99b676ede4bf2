"""Orders at the table (R3, R10, R11): what the acting player can order in a segment, against what, and how it is carried out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from itertools import product

from airwar.rulesets.kit import Menu, Move, Referee, Return, call, count, replace, rule, then, title_of
from airwar.rulesets.ocs.board import KINDS, NO, Act, Outcome, Segment, Task, is_so, mission_title, ready, strength_there
from airwar.rulesets.ocs.capture import Capture, base_attacked, capture_refused
from airwar.rulesets.ocs.construction import BUILT, TORN_DOWN, works, works_refused
from airwar.rulesets.ocs.course import fly, strike, strike_refused
from airwar.rulesets.ocs.flight import Flight
from airwar.rulesets.ocs.ground_war import EVENTS, events_in, ground_changes
from airwar.rulesets.ocs.lifts import can_carry, with_cargo
from airwar.rulesets.ocs.naval import gunfire, gunfire_refused
from airwar.rulesets.ocs.position import (
    BARRAGE_SEGMENT,
    COMBAT,
    MOVEMENT,
    REACTION,
    BaseKind,
    Board,
    Kind,
    Mission,
    Stage,
    State,
    Vessel,
)
from airwar.rulesets.ocs.takeoff import crew_refused, flying_refused
from airwar.rulesets.ocs.targets import Aim, kind_refused, phase_refused, target_refused, weather_refuses

FLY, STRIKE, GUNS, GROUND, SITE = "fly", "strike", "guns", "ground", "site"  # what part of a mission a segment carries out
DONE = "done"
OVERRUN = "overrun"
PARTS_OF_A_HEX = {
    Aim.UNITS: "the units at ",
    Aim.AIR_BASE: "the air base at ",
    BaseKind.STRIP: "an air strip at ",
    Aim.PORT: "the port of ",
}
# the likeliest to be possible comes first
FLOWN = (Kind.STATION, Kind.TRANSFER, Kind.SWEEP, Kind.INTERDICT, *Kind.ATTACKS, *Kind.LIFTS)
ON_THE_GROUND = (Kind.CAPTURE, *Kind.WORKS, *EVENTS)  # orders and events of the ground war
TARGETS = {
    Kind.GUNFIRE: (Aim.UNITS, Aim.AIR_BASE, Aim.PORT),
    Kind.BUILD: BUILT,
    Kind.REDUCE: TORN_DOWN,
}  # what there can be in one hex


@rule("R3", "R10", "R11", "R15")
def parts_of(mission: Mission, waits: bool) -> dict[str, str]:
    """The part of a mission that each segment carries out. In v3.0 strikes fly out first and barrage later; in 4.3 both at once."""
    if mission.kind == Kind.CAPTURE:
        fought = mission.phase == COMBAT or (mission.advance and mission.phase == "exploitation")
        return dict.fromkeys((MOVEMENT, COMBAT), GROUND) if mission.at_table else {COMBAT if fought else MOVEMENT: GROUND}
    if mission.kind in Kind.WORKS:
        return {MOVEMENT: SITE}
    if mission.kind == Kind.GUNFIRE:
        return {BARRAGE_SEGMENT: GUNS}
    if mission.kind not in Kind.STRIKES:
        return {MOVEMENT: FLY}
    return {MOVEMENT: FLY, BARRAGE_SEGMENT: STRIKE} if waits else {BARRAGE_SEGMENT: FLY}


def part_in(segment: Segment, mission: Mission) -> str:
    """The part of a mission that a segment carries out; empty if none."""
    return parts_of(mission, segment.board.rulings.profile.return_phase).get(segment.name, "")


# what can be ordered


@rule("R3")
def anything_open(segment: Segment) -> bool:
    """Whether anything can be ordered or entered in a segment; stops at the first thing found."""
    return any(True for _ in events_in(segment)) or can_order(segment)


@lru_cache(maxsize=8)  # called for the heading, for the question, and for whether it is quiet, of one segment object
def can_order(segment: Segment) -> bool:
    """Whether planes, guns or engineers can do anything in a segment; tries the likeliest first."""
    board, side, waits = segment.board, segment.side, segment.board.rulings.profile.return_phase
    if segment.name not in (MOVEMENT, BARRAGE_SEGMENT):
        return False
    strikes = segment.name == BARRAGE_SEGMENT
    own = [unit for unit in board.units.values() if unit.side == side and unit.active]
    ready = any(unit.over and not unit.spent if strikes and waits else not unit.over and not unit.tasked for unit in own)
    kinds = (Kind.STRIKES if strikes else FLOWN) * ready
    if strikes:
        kinds += (Kind.GUNFIRE,) * bool(board.guns)
    elif segment.stage.phase == MOVEMENT:
        kinds += Kind.WORKS
    return any(next(offered(segment, kind), None) for kind in kinds)


@rule("R3")
def passes_in_silence(segment: Segment) -> bool:
    """Whether to ask players only if they want to be asked: planes and guns can do nothing, and the ground war hardly moves."""
    if segment.stage.phase != REACTION and segment.name in (MOVEMENT, COMBAT) and enemy_on_the_map(segment):
        return False
    return not can_order(segment)


def enemy_on_the_map(segment: Segment) -> bool:
    """Whether the enemy has a base or combat units on the map, so that the ground war can change something."""
    board, enemy = segment.board, segment.board.enemy_of(segment.side)
    return any(base.side == enemy for base in board.bases.values()) or any(
        enemy in place.combat_units for place in board.hexes.values()
    )


@rule("R3")
def open_orders(segment: Segment) -> Menu:
    """The kinds of missions that can be ordered now, and the events that can be entered; worked out when somebody looks."""
    return Menu(
        lambda: (DONE, *(kind for kind in KINDS if next(offered(segment, kind), None)), *EVENTS), partial(order_label, segment)
    )


def order_label(segment: Segment, kind: str) -> str | None:
    """What an order is called in the menu, or None if it cannot be given now."""
    if kind == DONE:
        return "nothing more in this segment"
    if kind in KINDS:
        return KINDS[kind].label if next(open_missions(segment, kind), None) else None
    return EVENTS[kind] if kind in events_in(segment) else None


def why_no_order(segment: Segment, kind: str) -> str | None:
    """Why an order cannot be given now."""
    if kind in EVENTS:
        return f"{kind}: nothing of the kind happens in this segment (R3)"
    if kind not in KINDS:
        return f"{kind!r} is not an order; there are {', '.join((*KINDS, *EVENTS))} (R3)"
    reasons = list(dict.fromkeys(refused for _, refused in judged(segment, kind) if refused))
    return f"{kind}: {'; '.join(reasons[:3]) or 'there is no target (R3)'}"


def open_missions(segment: Segment, kind: str) -> Iterator[Mission]:
    """The missions of one kind that can be ordered now, one for each target."""
    return (mission for mission, refused in judged(segment, kind) if refused is None)


def offered(segment: Segment, kind: str) -> Iterator[Mission]:
    """The missions of one kind that a menu offers."""
    return (mission for mission in open_missions(segment, kind) if is_offered(segment.board, mission))


def judged(segment: Segment, kind: str) -> Iterator[tuple[Mission, str | None]]:
    """A mission of one kind against each target, and why it cannot be ordered now, or None; just one if all are refused alike."""
    board, anywhere = segment.board, draft(segment, kind, "")
    part = part_in(segment, anywhere)
    refused = None if part else f"not in the {segment.name or segment.stage.phase} segment (R3)"
    if part in (FLY, STRIKE):
        refused = kind_or_phase_refused(board, anywhere, part) or nobody_refused(board, anywhere, part)
    if refused:
        yield anywhere, refused
        return
    for mission in drafts(segment, kind):
        yield mission, order_refused(board, mission, part)


def draft(segment: Segment, kind: str, place: str, ship: str = "", target: str = "") -> Mission:
    """A mission with only its target known so far."""
    return Mission(
        id=f"{segment.scope}.{segment.asked}",
        in_=".".join(segment.stage),
        kind=kind,
        at=place,
        ship=ship,
        target=target,
        advance=kind == Kind.CAPTURE and segment.name == COMBAT,
        at_table=True,
    )


def drafts(segment: Segment, kind: str) -> Iterator[Mission]:
    """A mission of one kind against each target."""
    board, places = segment.board, list(segment.board.all_places)
    if kind in (Kind.SHIP_ATTACK, *Kind.AIMED):
        carriers = [base for base in board.bases.values() if base.carrier]
        vessels: tuple[Vessel, ...] = (*board.ships.values(), *carriers)
        for ship in vessels:
            yield draft(segment, kind, ship.at, ship.id)
        places = [place for place in places if board.base_kind(place) != BaseKind.CARRIER]
    if kind in TARGETS:
        for place, target in product(places, TARGETS[kind]):
            yield draft(segment, kind, place, target=target)
    elif kind != Kind.SHIP_ATTACK:
        for place in places:
            yield draft(segment, kind, place)


@rule("R10", "R11", "R1")
def kind_or_phase_refused(board: Board, mission: Mission, part: str) -> str | None:
    """Why no mission of this kind can be flown in its phase against any target; or None."""
    refused = phase_refused(board, mission) or kind_refused(board, mission)
    return refused or (weather_refuses(board, mission.phase) if part == FLY else None)


@rule("R10", "R11")
def nobody_refused(board: Board, mission: Mission, part: str) -> str | None:
    """Why no unit of a side can fly out, or barrage, against any target; or None."""
    side, units = mission.side, board.units.values()
    if part == STRIKE:
        ready = any(unit.over and unit.side == side and not unit.spent for unit in units)
        return None if ready else "no plane is over a hex to barrage it (R11)"
    ready = any(unit.side == side and not unit.tasked and unit.state == State.AT_BASE for unit in units)
    return None if ready else "no unit is active at a base (R10)"


@rule("R10", "R11", "R34", "R45")
def order_refused(board: Board, mission: Mission, part: str) -> str | None:
    """Why a mission cannot be ordered now, or None if it can."""
    if part == GROUND:
        return capture_refused(board, mission)
    if part in (GUNS, SITE):
        return gunfire_refused(board, mission) if part == GUNS else works_refused(board, mission)
    refused = kind_refused(board, mission) or target_refused(board, mission)
    if refused:
        return refused
    refuses = strike_refused if part == STRIKE else flying_refused
    if mission.kind in Kind.LIFTS:
        return None if can_carry(board, mission) else nobody_carries(board, mission)
    reasons = {unit.id: refuses(board, mission, unit) for unit in board.units.values() if unit.side == mission.side and unit.active}
    able = [unit for unit, refused in reasons.items() if refused is None]
    if able:
        return crew_refused(board, mission, able) if mission.kind != Kind.HIP_SHOOT else one_refused(board, mission, able)
    return next((f"{board.unit(unit).title} cannot: {why}" for unit, why in reasons.items()), "no unit is active (R10)")


def one_refused(board: Board, mission: Mission, able: Iterable[str]) -> str | None:
    """Why none of these units is of any use on its own, or None."""
    reasons = [crew_refused(board, mission, [unit]) for unit in able]
    return None if None in reasons else reasons[0]


def nobody_carries(board: Board, mission: Mission) -> str:
    """Why nothing can be carried on a mission."""
    own = (unit for unit in board.units.values() if unit.side == mission.side and unit.active and unit.values.capacity)
    reasons = ((unit, flying_refused(board, mission, unit)) for unit in own)
    far = next((f"{unit.title} cannot: {why}" for unit, why in reasons if why), "")
    return far or "no active transport can carry anything there (R45)"


@rule("R56")
def is_offered(board: Board, mission: Mission) -> bool:
    """Whether a menu offers a mission: work only at a base, or near units of the side, since only the map shows engineers."""
    if mission.kind not in Kind.WORKS:
        return True
    return board.base(mission.at) is not None or mission.side in (*board.hex(mission.at).now, *board.hex(mission.at).spotters)


# the questions


@rule("R3")
def next_order(ref: Referee, segment: Segment) -> Move[Segment]:
    """The acting player orders another mission, enters an event on the ground, or is done."""
    number = segment.asked + 1
    kind = ref.choose(
        f"{number}.order",
        open_orders(segment),
        by=segment.side,
        default=DONE,
        optional=True,
        about=partial(orders_so_far, segment),
        why_not=partial(why_no_order, segment),
        quiet=partial(passes_in_silence, segment),
        seldom=ON_THE_GROUND,
        reports=(Kind.CAPTURE, *EVENTS),
    )
    if kind == DONE:
        return Return(segment)
    segment = replace(segment, asked=number)
    if kind in EVENTS:
        return then(next_mission, segment.on(ground_changes(ref, segment, kind)))
    mission = order(ref, segment, kind)
    if mission is None:
        return then(next_mission, segment)
    return then(next_mission, segment.with_order(part_in(segment, mission), mission))


@rule("R3")
def order(ref: Referee, segment: Segment, kind: str) -> Mission | None:
    """The player says what it is against, and how. None if it turns out to be impossible."""
    judgment = {target_key(mission): (mission, refused) for mission, refused in judged(segment, kind)}
    every = {key: described(segment.board, mission) for key, (mission, refused) in judgment.items() if refused is None}
    labels = {key: label for key, label in every.items() if is_offered(segment.board, judgment[key][0])} or every

    def why_not(key: str) -> str | None:
        mission, refused = judgment.get(key, (None, None))
        return f"{key}: {refused}" if mission and refused else f"{key!r} is not a target; there are {', '.join(labels)} (R3)"

    about = partial(target_wanted, segment, KINDS[kind].label, len(labels))
    own = [base.id for base in segment.board.bases.values() if base.side == segment.side]
    seldom = tuple(key for key in labels if key in own) if kind == Kind.DROP else ()  # where transports can land
    key = f"{segment.asked}.target"
    options = Menu(lambda: labels, every.get) if 1 < len(labels) < len(every) else labels
    answer = ref.choose(key, options, by=segment.side, default=next(iter(labels)), about=about, why_not=why_not, seldom=seldom)
    mission = judgment[answer][0]
    if kind == Kind.CAPTURE:
        return how_captured(ref, segment, mission)
    return with_cargo(ref, segment, mission) if kind in Kind.LIFTS else mission


@rule("R38", "R39")
def how_captured(ref: Referee, segment: Segment, mission: Mission) -> Mission:
    """The player says whether an overrun (which ends in an advance) cleared the base, and whether rolls are self-inflicted."""
    board, name = segment.board, segment.board.name(mission.at)
    if segment.name == MOVEMENT:
        defended = board.enemy_of(segment.side) in board.hex(mission.at).combat_units
        options = {OVERRUN: "they overran the units there, and advance: +2", NO: "they entered it without combat"}
        about, usual = partial(str, f"{name} falls. After an overrun?"), OVERRUN if defended else NO
        key = f"{segment.asked}.overrun"
        answer = ref.choose(key, options, by=segment.side, default=usual, about=about, quiet=not defended)
        mission = replace(mission, advance=answer == OVERRUN)
    if board.rulings.profile.self_inflicted:
        about = partial(str, f"{name} falls. Are the capture rolls self inflicted (9.15e, part 2)?")
        key, labels = f"{segment.asked}.self-inflicted", ("no", "the capture rolls are self-inflicted: +2")
        mission = replace(mission, self_inflicted=is_so(ref, key, labels, by=segment.side, about=about, quiet=True))
    return mission


def target_key(mission: Mission) -> str:
    """The key of a target in an answer: the ship, the hex, or something in the hex, such as malta.port."""
    return mission.ship or (f"{mission.at}.{mission.target}" if mission.target not in ("", Aim.UNITS) else mission.at)


def described(board: Board, mission: Mission) -> str:
    """A target by name, with what is there."""
    base, place, ship = board.base(mission.at), board.hex(mission.at), board.ship(mission.ship)
    if ship:
        return f"{ship.title} at {board.name(mission.at)}"
    parts = [f"{PARTS_OF_A_HEX.get(mission.target, '')}{board.name(mission.at)}"]
    if base is not None:
        parts.append(f"{title_of(base.side)} {f'base of level {base.level}' if base.kind == BaseKind.BASE else base.kind}")
    if place.combat_units:
        parts.append(f"{strength_there(place)} of {' and '.join(map(title_of, place.combat_units))}")
    planes = {side: board.active_at(mission.at, side) for side in board.players}
    parts += [f"{count(len(units), 'active plane')} of {title_of(side)}" for side, units in planes.items() if units]
    return ", ".join(parts)


def orders_so_far(segment: Segment) -> str:
    """A sentence about what is ready in a segment, and what was ordered in it."""
    given = f"{count(segment.asked, 'order')} given so far" if segment.asked else "no order given yet"
    over = sum(unit.side == segment.side and bool(unit.over) for unit in segment.board.units.values())
    aloft = f", {over} in the air" if over else ""
    return f"{ready(segment.board, segment.side)}{aloft}. {title_of(segment.stage.phase)} phase, {given}."


def target_wanted(segment: Segment, label: str, number: int) -> str:
    """A sentence about an order that needs a target."""
    return f"{ready(segment.board, segment.side)}. You chose: {label}. {count(number, 'target')} possible."


# a segment carries out missions one after another: first those prepared in the scenario, then those that the player orders


@rule("R3")
def acts_in(board: Board, missions: Iterable[Mission], stage: Stage, segment: str) -> tuple[Act, ...]:
    """The parts of missions that a segment carries out, in the order listed."""
    found = []
    for mission in missions:
        part = parts_of(mission, board.rulings.profile.return_phase).get(segment) if mission.stage == stage else None
        if part:
            found.append(Act(part, mission))
    return tuple(found)


@rule("R3")
def next_mission(ref: Referee, segment: Segment) -> Move[Segment]:
    """The next mission of the segment is carried out; when none is left, the player on move may order another."""
    if not segment.acts:
        return then(next_order, segment) if segment.board.asks_orders and anything_open(segment) else Return(segment)
    part, mission = segment.acts[0]
    if part == GROUND:
        return call(base_attacked, Capture(segment.board, mission), back=mission_over, keep=segment)
    if part in (SITE, GUNS):
        return call(works if part == SITE else gunfire, Task(segment.board, mission), back=mission_over, keep=segment)
    return call(fly if part == FLY else strike, Flight(segment.board, mission), back=mission_over, keep=segment)


@rule("R3")
def mission_over(ref: Referee, segment: Segment, outcome: Outcome) -> Move[Segment]:
    """Takes over the board as the mission leaves it, and notes its result if there is one yet."""
    (_, mission), *rest = segment.acts
    segment = replace(segment, board=outcome.board, acts=tuple(rest))
    if outcome.result:
        entry = (mission_title(outcome.board, mission), outcome.result)
        segment = replace(segment, results=(*segment.results, entry), over=(*segment.over, mission.id))
    return then(next_mission, segment)
