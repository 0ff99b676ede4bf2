"""What a transport or a drop carries, as the player says it at the table (R42, R45, R47)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import product

from airwar.rulesets.kit import Menu, Move, Note, Referee, Return, call, count, listed, rule, then, title_of
from airwar.rulesets.ocs.board import (
    BARRAGE,
    BASE,
    BASE_ATTACK,
    BUILD,
    CAPTURE,
    CARRIER,
    COMBAT,
    DROP,
    GLIDER,
    GUNFIRE,
    HIP_SHOOT,
    INTERDICT,
    LIFTS,
    MOVEMENT,
    PARADROP,
    PORT_ATTACK,
    REDUCE,
    SHIP_ATTACK,
    STATION,
    STRIKES,
    SWEEP,
    TRAINBUST,
    TRANSFER,
    TRANSPORT,
    WORKS,
    Act,
    Board,
    CapturedHow,
    Cargo,
    Ground,
    Lift,
    Mission,
    Outcome,
    Segment,
    Setting,
    Stage,
    doing,
    ready,
)
from airwar.rulesets.ocs.board import BARRAGE_SEGMENT as BARRAGE_SEGMENT
from airwar.rulesets.ocs.capture import Capture, base_attacked, capture_refused
from airwar.rulesets.ocs.cargo import TOWED, bases_of, most_capacity, towing_refused, weight
from airwar.rulesets.ocs.construction import BUILT, TORN_DOWN, Works, works, works_refused
from airwar.rulesets.ocs.course import fly, strike, strike_refused
from airwar.rulesets.ocs.drops import SOVIET_UNION, cutoff
from airwar.rulesets.ocs.flight import Flight
from airwar.rulesets.ocs.naval import Shelling, gunfire, gunfire_refused
from airwar.rulesets.ocs.takeoff import flying_refused
from airwar.rulesets.ocs.targets import AIR_BASE, PORT, UNITS, kind_refused, phase_refused, target_refused, weather_refuses

# What a transport or a drop carries, as the player says it at the table (R42, R45, R47)


LIFTED_ALLOWANCE = 10  # the highest allowance on foot of a unit that can be flown
NO, YES = "no", "yes"
ITEM = re.compile(r"(?:(?P<tons>\d{1,3}) ?T|(?P<res>\d{1,2}(?:/\d)?|\d \d/\d) ?RE(?: MA ?(?P<allowance>\d{1,2}))?)", re.IGNORECASE)
EXAMPLES = ("1T", "1/2 RE", "2T", "1T, 1/2 RE", "1/2 RE MA 8")
AXIS_NATIONS = ("germany", "italy", "japan", "romania", "hungary", "finland", "bulgaria", "slovakia", "croatia")


# what is said


def cargo_of(text: str) -> tuple[Cargo, ...] | None:
    """Cargo such as `2T, 1/2 RE MA 8`: supply in T, units in RE and their allowance if it is above 6; None for anything else."""
    found: list[Cargo] = []
    for part in text.split(","):
        item = ITEM.fullmatch(part.strip())
        if item is None:
            return None
        if item["tons"]:
            found.append(Cargo("supply" if len(found) == 0 else f"supply-{len(found) + 1}", supply=int(item["tons"])))
        else:
            res = sum((Fraction(number) for number in item["res"].split() if not number.endswith("/0")), Fraction(0))
            found.append(Cargo(f"unit-{len(found) + 1}", res=res, allowance=int(item["allowance"] or 6)))
    return tuple(found) if all(cargo.supply or cargo.res for cargo in found) else None


@rule("R45", "R47")
def cargo_refused(board: Board, mission: Mission, text: str) -> str | None:
    """Why this cannot be flown, or None if it can."""
    cargo = cargo_of(text)
    if cargo is None:
        return f"{text!r} is not cargo; expected for example {' or '.join(EXAMPLES[:3])}"
    for item in cargo:
        if item.allowance > LIFTED_ALLOWANCE:
            return f"a unit with allowance {item.allowance} cannot be flown; expected at most {LIFTED_ALLOWANCE} on foot (R45)"
    crew = crew_of(board, mission)
    wanted, stock = sum(item.supply for item in cargo), sum(base.supply for base in bases_of(board, crew))
    if wanted > stock:
        return f"{wanted}T of supply; the bases of the transports have {stock}T (R45)"
    load, room = sum((weight(item, board.rulings) for item in cargo), Fraction(0)), room_of(board, mission, crew)
    if load > room:
        return f"{load}T; the transports carry {room}T (R45)"
    planned_late = mission.kind == DROP and mission.phase != "movement" and board.rulings.yes("drop-plan-required")
    if planned_late and any(item.is_unit for item in cargo):
        return f"units are dropped only in the movement phase, not in {mission.phase} (R47)"
    return None


@rule("R45", "R46")
def crew_of(board: Board, mission: Mission) -> list[str]:
    """The units that could carry something on this mission."""
    able = [unit for unit in board.units if flying_refused(board, mission, unit) is None]
    if mission.by_glider:
        return [unit.id for unit in able if towing_refused(board, unit) is None]
    return [unit.id for unit in able if board.values(unit.id).capacity]


@rule("R45", "R46", "R14")
def room_of(board: Board, mission: Mission, crew: list[str]) -> Fraction:
    """What they carry at most: the largest that one mission can send, or what there are gliders for."""
    if mission.by_glider:
        return Fraction(TOWED * sum(base.gliders for base in bases_of(board, crew)))
    largest = sorted(crew, key=lambda unit: most_capacity(board, mission, [unit]), reverse=True)
    return most_capacity(board, mission, largest[: board.rulings.number("max-per-mission")])


def possible_cargo(board: Board, mission: Mission) -> tuple[str, ...]:
    """Examples of what can be flown; none if nothing can."""
    return tuple(text for text in EXAMPLES if cargo_refused(board, mission, text) is None)


# the questions


@rule("R42", "R45", "R47")
def ask_lift(ref: Referee, segment: Segment, mission: Mission, lift: Lift) -> Lift | None:
    """The player says what is flown, and what the drop depends on. None if the drop was not planned in time."""
    board = segment.board
    planned = mission_with(mission, lift)
    examples = possible_cargo(board, planned)
    if not examples:
        ref.tell(Note, f"no {mission.kind}: nothing can be carried")
        return None
    text = ref.fact(
        f"{mission.id}.cargo",
        "what is flown: T of supply and RE of units",
        examples=examples,
        refuse=lambda said: cargo_refused(board, planned, said),
        by=mission.side,
    )
    cargo = cargo_of(text)
    assert cargo is not None
    if mission.kind == DROP and not in_time(ref, segment, mission, cargo):
        return None
    eto = mission.kind == DROP and asks_eto(board, mission) and said_yes(ref, segment, mission, "allied-eto")
    return Lift(cargo, lift.method, False, eto, lift.stays)


@rule("R47")
def in_time(ref: Referee, segment: Segment, mission: Mission, cargo: tuple[Cargo, ...]) -> bool:
    """With the option, a drop of units must have been planned two turns ahead. Only the player knows."""
    if not segment.board.rulings.yes("drop-plan-required") or not any(item.is_unit for item in cargo):
        return True
    if said_yes(ref, segment, mission, "planned"):
        return True
    ref.tell(Note, "no drop: drops of units are planned at least two turns ahead (R47)")
    return False


@rule("R43")
def asks_eto(board: Board, mission: Mission) -> bool:
    """Whether an Allied drop in Europe would have -1 at this date; the map knows whether this is Europe."""
    nations = set(board.setting.nations[mission.side])
    return board.setting.date <= cutoff(board.rulings) and not nations & {SOVIET_UNION, *AXIS_NATIONS}


def said_yes(ref: Referee, segment: Segment, mission: Mission, key: str) -> bool:
    labels = {
        "planned": {NO: "it was not planned in time", YES: "it was planned at least two turns ago"},
        "allied-eto": {NO: "not an Allied drop in Europe", YES: "an Allied drop in Europe: -1"},
    }
    wanted = {"planned": "Drops of units are planned two turns ahead.", "allied-eto": "Is it an Allied drop in Europe?"}
    about = partial(lift_wanted, segment, mission, wanted[key])
    return ref.choose(f"{segment.asked}.{key}", labels[key], by=segment.side, default=NO, about=about) == YES


@rule("R42", "R46")
def drop_method(ref: Referee, segment: Segment, mission: Mission) -> Lift:
    """Paratroops jump, or land in gliders if there are any, and planes to tow them."""
    crew = crew_of(segment.board, mission_with(mission, Lift(method=GLIDER)))
    gliders = sum(base.gliders for base in bases_of(segment.board, crew))
    if not gliders:
        return Lift()
    options = {PARADROP: "paradrop", GLIDER: f"glider, {count(gliders, 'glider')} at our bases"}
    about = partial(lift_wanted, segment, mission, "By parachute, or in gliders?")
    return Lift(method=ref.choose(f"{segment.asked}.method", options, by=segment.side, default=PARADROP, about=about))


def mission_with(mission: Mission, lift: Lift) -> Mission:
    return Mission(mission.id, mission.stage, mission.kind, mission.at, lift=lift)


# Orders at the table: what the player on move may order in a segment, and against what (R3, R10, R11)


FLY, STRIKE, GUNS, GROUND, SITE = "fly", "strike", "guns", "ground", "site"  # what a segment does of a mission
DONE = "done"
LABELS = {
    BARRAGE: "barrage the units in a hex",
    BASE_ATTACK: "attack an air base",
    PORT_ATTACK: "attack a port",
    TRAINBUST: "attack a rail line",
    SHIP_ATTACK: "attack a ship",
    HIP_SHOOT: "hip shoot: one plane barrages a hex at once",
    GUNFIRE: "artillery or ships fire at a hex or a ship",
    INTERDICT: "interdict a hex",
    STATION: "wait over a hex, to barrage in a later phase",
    SWEEP: "fighter sweep: fight the enemy planes in a hex",
    DROP: "drop troops or supply on a hex",
    TRANSPORT: "fly troops or supply to a base",
    TRANSFER: "move to another base",
    CAPTURE: "our ground units capture an air base",
    BUILD: "engineers build an air base or a strip, or repair a port",
    REDUCE: "we reduce an air base or a port of ours",
}

TARGETS = {GUNFIRE: (UNITS, AIR_BASE, PORT), BUILD: BUILT, REDUCE: TORN_DOWN}  # what there can be in one hex


@rule("R3", "R10", "R11", "R15")
def parts_of(mission: Mission, waits: bool) -> dict[str, str]:
    """What each segment does of a mission. In v3.0 strikes fly out first and barrage later; in 4.3 they do both at once."""
    if mission.kind == CAPTURE:
        by_combat = mission.captured.advance or mission.phase == COMBAT
        return {COMBAT if by_combat else MOVEMENT: GROUND}
    if mission.kind in WORKS:
        return {MOVEMENT: SITE}
    if mission.kind == GUNFIRE:
        return {BARRAGE_SEGMENT: GUNS}
    if mission.kind not in STRIKES:
        return {MOVEMENT: FLY}
    return {MOVEMENT: FLY, BARRAGE_SEGMENT: STRIKE} if waits else {BARRAGE_SEGMENT: FLY}


@rule("R3")
def open_orders(segment: Segment) -> Menu:
    """The kinds of missions that can be ordered now, and the events that can be told; worked out when somebody looks."""
    return Menu(lambda: (DONE, *LABELS, *EVENTS), partial(order_label, segment))


def order_label(segment: Segment, kind: str) -> str | None:
    """What an order is called in the menu, or None if it cannot be given now."""
    if kind == DONE:
        return "nothing more in this segment"
    if kind in LABELS:
        return LABELS[kind] if next(open_missions(segment, kind), None) else None
    return events_in(segment).get(kind)


@rule("R3")
def anything_open(segment: Segment) -> bool:
    """Whether anything can be ordered or told; looks no further than the first."""
    return bool(events_in(segment)) or any(next(open_missions(segment, kind), None) for kind in LABELS)


def open_missions(segment: Segment, kind: str) -> Iterator[Mission]:
    """The missions of one kind that can be ordered now, one for each target; none, if its segment or phase refuses all of them."""
    board, anywhere = segment.board, Mission("", segment.stage, kind, "")
    part = parts_of(anywhere, board.rulings.profile.return_phase).get(segment.name, "")
    if kind != CAPTURE and (not part or (part in (FLY, STRIKE) and kind_or_phase_refused(board, anywhere, part))):
        return
    for mission in missions_of_kind(segment, kind):
        part = parts_of(mission, segment.board.rulings.profile.return_phase).get(segment.name, "")
        if part and order_refused(segment.board, mission, part) is None:
            yield mission


def missions_of_kind(segment: Segment, kind: str) -> Iterator[Mission]:
    """A mission of one kind against every target there is."""
    setting, stage = segment.board.setting, segment.stage
    name = f"{segment.scope}.{segment.asked}"
    if kind in (SHIP_ATTACK, GUNFIRE):
        for ship in setting.ships.values():
            yield Mission(name, stage, kind, ship.at, ship=ship.id)
    if kind == SHIP_ATTACK:
        return
    if kind in TARGETS:
        for place, target in product(setting.hexes, TARGETS[kind]):
            yield Mission(name, stage, kind, place, target=target)
        return
    captured = CapturedHow(advance=kind == CAPTURE and segment.name == COMBAT)
    for place in setting.hexes:
        yield Mission(name, stage, kind, place, captured=captured)


@rule("R10", "R11")
def order_refused(board: Board, mission: Mission, part: str) -> str | None:
    """Why a mission cannot be ordered now, or None if it can."""
    if part == GROUND:
        return capture_refused(board, mission)
    if part in (GUNS, SITE):
        return gunfire_refused(board, mission) if part == GUNS else works_refused(board, mission)
    refused = kind_or_phase_refused(board, mission, part) or target_refused(board, mission)
    refuses = strike_refused if part == STRIKE else flying_refused
    if refused or mission.kind in LIFTS:
        return refused or (None if possible_cargo(board, mission) else "nothing can be carried")
    able = any(refuses(board, mission, unit) is None for unit in board.units if unit.active)
    return None if able else "no unit can carry it out"


@rule("R10", "R11", "R1")
def kind_or_phase_refused(board: Board, mission: Mission, part: str) -> str | None:
    """Why no mission of this kind can be flown in its phase, whatever its target."""
    refused = phase_refused(board, mission) or kind_refused(board, mission)
    return refused or (weather_refuses(board.setting, mission.phase) if part == FLY else None)


# the questions


@rule("R3")
def order(ref: Referee, segment: Segment, kind: str) -> Mission | None:
    """The player says against what, and how. None if it turns out that it cannot be done."""
    by_target = {target_key(mission): mission for mission in open_missions(segment, kind)}
    labels = {target: described(segment.board, mission) for target, mission in by_target.items()}
    about = partial(target_wanted, segment, LABELS[kind], len(labels))
    mission = by_target[ref.choose(f"{segment.asked}.target", labels, by=segment.side, about=about)]
    if kind not in LIFTS:
        return mission
    lift = drop_method(ref, segment, mission) if kind == DROP else ask_stays(ref, segment, mission)
    carried = ask_lift(ref, segment, mission, lift)
    return None if carried is None else mission_with(mission, carried)


def target_key(mission: Mission) -> str:
    """What a target is called in an answer: the ship, the hex, or what else is in the hex, such as malta.port."""
    return mission.ship or (f"{mission.at}.{mission.target}" if mission.target not in ("", UNITS) else mission.at)


@rule("R45")
def ask_stays(ref: Referee, segment: Segment, mission: Mission) -> Lift:
    """Transports fly back, or stay at the base they fly to."""
    stays = {"no": "they fly back, or on to a base in range", "yes": "they stay there: twice the range, and all is unloaded"}
    about = partial(lift_wanted, segment, mission, "Do the transports stay there?")
    answer = ref.choose(f"{segment.asked}.stays", stays, by=segment.side, default="no", about=about, quiet=True)
    return Lift(stays=answer == "yes")


def described(board: Board, mission: Mission) -> str:
    """A target by name, with what is there."""
    setting, base, ground = board.setting, board.base(mission.at), board.ground_at(mission.at)
    if mission.ship:
        return f"{setting.ships[mission.ship].name} at {setting.name(mission.at)}"
    parts = [f"{'the port of ' if mission.target == PORT else ''}{setting.name(mission.at)}"]
    if base is not None:
        parts.append(f"{title_of(base.side)} {f'base of level {base.level}' if base.kind == BASE else base.kind}")
    if ground.combat:
        parts.append(f"{ground.res} RE of {' and '.join(map(title_of, ground.combat))}")
    planes = {side: board.active_at(mission.at, side) for side in setting.sides}
    parts += [f"{count(len(units), 'active plane')} of {title_of(side)}" for side, units in planes.items() if units]
    return ", ".join(parts)


# What happens on the ground around the air war: the player says it when it happens, and the board keeps it


HEX, SUPPLY = "hex", "supply"
EVENTS = {HEX: "something changes on the ground in a hex", SUPPLY: "the supply at one of our bases changes"}
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
    said = partial(said_of_the_map, segment, "the supply at one of its bases has changed.")
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
    said = partial(said_of_the_map, segment, "something has changed on the ground. Where?")
    place = ref.choose(f"{segment.asked}.target", places, by=segment.side, about=said)
    options = {name: change.label for name, change in CHANGES.items()}
    now = partial(hex_now, segment, place)
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
    answer = ref.choose(f"{segment.asked}.who", options, by=segment.side, about=partial(hex_now, segment, place))
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
    level = ref.choose(f"{segment.asked}.level", levels, by=segment.side, about=partial(hex_now, segment, place))
    return segment.board.ground_at(place)._replace(hedgehog=int(level)), levels[level]


def yes_or_no(what: str) -> dict[str, str]:
    return {YES: f"yes, {what} is there", NO: f"no, {what} is not there"}


def headquarters(ref: Referee, segment: Segment, place: str) -> tuple[Ground, str]:
    options, now = yes_or_no("a headquarters"), partial(hex_now, segment, place)
    answer = ref.choose(f"{segment.asked}.is-there", options, by=segment.side, about=now)
    return segment.board.ground_at(place)._replace(hq=answer == YES), answer


def strat_mode(ref: Referee, segment: Segment, place: str) -> tuple[Ground, str]:
    options, now = yes_or_no("a unit in strat mode"), partial(hex_now, segment, place)
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


# A segment carries out missions one after another: first those that the scenario prepares, then those that the player orders


@rule("R3")
def acts_in(setting: Setting, missions: Iterable[Mission], stage: Stage, segment: str) -> tuple[Act, ...]:
    """What the missions do in a segment, in the order in which they are listed."""
    found = []
    for mission in missions:
        parts = parts_of(mission, setting.rulings.profile.return_phase)
        if mission.stage == stage and segment in parts:
            found.append(Act(parts[segment], mission))
    return tuple(found)


@rule("R3")
def next_mission(ref: Referee, segment: Segment) -> Move[Segment]:
    """The next mission of the segment is carried out; when none is left, the player on move may order another."""
    if not segment.acts:
        return then(next_order, segment) if segment.board.setting.orders_asked else Return(segment)
    part, mission = segment.acts[0]
    if part == GROUND:
        return call(base_attacked, Capture(segment.board, mission), back=mission_over, keep=segment)
    if part == SITE:
        return call(works, Works(segment.board, mission), back=mission_over, keep=segment)
    if part == GUNS:
        return call(gunfire, Shelling(segment.board, mission), back=mission_over, keep=segment)
    return call(fly if part == FLY else strike, Flight(segment.board, mission), back=mission_over, keep=segment)


@rule("R3")
def mission_over(ref: Referee, segment: Segment, outcome: Outcome) -> Move[Segment]:
    """The board is as the mission leaves it, and its result, if it has one yet, is noted."""
    (_, mission), *rest = segment.acts
    results = (*segment.results, (mission.id, outcome.result)) if outcome.result else segment.results
    return then(next_mission, replace(segment, board=outcome.board, acts=tuple(rest), results=results))


@rule("R3")
def next_order(ref: Referee, segment: Segment) -> Move[Segment]:
    """The player on move orders another mission, says what happens on the ground, or is done."""
    if not anything_open(segment):
        return Return(segment)
    number, about = segment.asked + 1, partial(orders_so_far, segment)
    kind = ref.choose(f"{number}.order", open_orders(segment), by=segment.side, default=DONE, optional=True, about=about)
    if kind == DONE:
        return Return(segment)
    segment = replace(segment, asked=number)
    if kind in EVENTS:
        return then(next_order, segment.on(ground_changes(ref, segment, kind)))
    mission = order(ref, segment, kind)
    if mission is None:
        return then(next_order, segment)
    part = parts_of(mission, segment.board.rulings.profile.return_phase)[segment.name]
    return then(next_mission, segment.with_order(part, mission))


# what the questions are about


def orders_so_far(segment: Segment) -> str:
    """What is ready in a segment, and what was ordered in it."""
    given = f"{count(segment.asked, 'order')} given so far" if segment.asked else "no order given yet"
    over = [unit for place in segment.board.setting.hexes for unit in segment.board.over(place, segment.side)]
    aloft = f", {len(over)} in the air" if over else ""
    return f"{ready(segment.board, segment.side)}{aloft}. {title_of(segment.stage.phase)} phase, {given}."


def target_wanted(segment: Segment, label: str, number: int) -> str:
    """An order that needs a target."""
    return f"{ready(segment.board, segment.side)}. You chose: {label}. {count(number, 'target')} possible."


def said_of_the_map(segment: Segment, what: str) -> str:
    """An event on the players' own map."""
    return f"{title_of(segment.side)}, {segment.stage.phase} phase: {what}"


def hex_now(segment: Segment, place: str) -> str:
    """The ground units of a hex as the program knows them."""
    ground, name = segment.board.ground_at(place), segment.board.setting.name(place)
    there = f"{ground.res} RE of {listed(map(title_of, ground.combat))}" if ground.combat else "no combat units"
    near = listed(map(title_of, ground.spotters)) or "nobody"
    return f"{name} so far: {there}, hedgehog {ground.hedgehog}, flak {ground.flak}; next to it: {near}."


def lift_wanted(segment: Segment, mission: Mission | None, what: str) -> str:
    """How a drop or a transport is flown."""
    where = f"{doing(segment.board, mission)}. " if mission else ""
    return f"{where}{ready(segment.board, segment.side)}. {what}"
