"""Checks a scenario: its map, units, phases to play and missions, by the same rules as at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from airwar.rulesets.kit import Fault, Problems, check_distances, check_labels, count, grid_of, place_of, rule
from airwar.rulesets.ocs.barrage import RESULTS, strength_refused
from airwar.rulesets.ocs.bases import active_limit
from airwar.rulesets.ocs.board import barrage_refused, flight_refused, interdiction_refused
from airwar.rulesets.ocs.capture import capture_refused
from airwar.rulesets.ocs.cargo import most_capacity, most_rooms, pieces, towing_refused
from airwar.rulesets.ocs.construction import BUILT, TORN_DOWN, works_refused
from airwar.rulesets.ocs.facility import RAIL_RESULTS, TRIGGER, code_refused, codes_of
from airwar.rulesets.ocs.lifts import allied_refused, drop_phase_refused, flown_refused, room_refused, unloading_refused
from airwar.rulesets.ocs.naval import gun_refused, mixed_refused
from airwar.rulesets.ocs.position import Base, BaseKind, Board, Duty, Kind, Method, Mission, Stage, State, Unit, stage_of
from airwar.rulesets.ocs.sequence import NEXT_TURN, meant_phase, out_of_order, phase_named, played
from airwar.rulesets.ocs.takeoff import flying_refused, most_units, on_station
from airwar.rulesets.ocs.targets import AIMS, aim_of, kind_refused, phase_refused, target_refused

GROUND_PHASES = ("movement", "reaction", "combat", "exploitation")
TURNS_AHEAD = 2  # how far ahead a drop of units is planned
KIND_BY_AIM = {aim: kind for kind, aim in AIMS.items()}
Faults = Iterator[Fault]


def check(board: Board, problems: Problems) -> None:
    """Reports everything that is illegal in a position."""
    check_map(board, problems)
    check_markers(board, problems)
    check_play(board, problems)
    for base in board.bases.values():
        report(problems, base, base_faults(board, base))
        limit, active = active_limit(board.rulings, base.level, base.kind), len(board.active_at(base.id, base.side))
        if limit is not None and active > limit:
            text = f"{active} active units are at {base.id}; at most {limit} may be, unless it has just lost a level (R14)"
            problems.note(place_of(base), text)
    for unit in board.units.values():
        report(problems, unit, unit_faults(board, unit))
    for ship in board.ships.values():
        if ship.barrage and not ship.range:
            problems.add(place_of(ship), f"{ship.id} has guns without a range; add range (R54)")
    for name in {*board.artillery} & {*board.ships}:
        problems.add(place_of(board.artillery[name]), f"{name} is listed under artillery and under ships; expected one of them")
    check_missions(board, problems)
    check_worksheets(board, problems)
    if not (board.units or board.guns or board.loads or board.marches or board.stacks):
        problems.note(place_of(board), "there is nothing to play; expected units, artillery, loads, marches or stacks")


def report(problems: Problems, one: Any, faults: Faults) -> None:
    """Reports faults, each at its field or at an entry of it such as `with.0`."""
    for fault in faults:
        field, _, index = fault.field.partition(".")
        if field == "cargo" and index:
            mark = place_of(one.items[int(index)])
        else:
            mark = one._section[field].marks[int(index)] if index else place_of(one, field)
        problems.add(mark, str(fault))


# the map


def check_map(board: Board, problems: Problems) -> None:
    """Reports labels and distances that no map can have, hexes listed twice, and headquarters and dumps that belong to nobody."""
    check_labels((*board.hexes.values(), *board.bases.values()), grid_of(board.grid), problems)
    pairs = {(min(base, place), max(base, place)) for base in board.bases for place in board.all_places}
    check_distances(board._section, board.places, sorted(pairs), problems)  # type: ignore[attr-defined]
    for name in board.bases:
        if name in board.hexes:
            problems.add(place_of(board.bases[name]), f"{name} is listed under hexes and under bases; expected one of them")
    for place in board.hexes.values():
        if place.hq and not place.now:
            problems.note(place_of(place, "hq"), f"nobody is at {place.id}, so its headquarters is nobody's; add occupied-by (R29)")
        if place.supply and len(place.now) != 1:
            who = "both sides are" if place.now else "nobody is"
            problems.note(place_of(place, "supply"), f"{who} at {place.id}, so its supply may be anybody's; add occupied-by (R41)")
    if TRIGGER not in board.facility_codes:
        known = ", ".join(board.facility_codes)
        problems.add(place_of(board, "facility-codes"), f"{known}: {TRIGGER} is missing, the result that endangers planes (R30)")


@rule("R51")
def check_markers(board: Board, problems: Problems) -> None:
    """Checks that no hex has two rail interdiction markers of one side."""
    for place, sides in board.rail_interdiction.items():
        for side in sorted({side for side in sides if sides.count(side) > 1}):
            problems.add(place_of(board, f"rail-interdiction.{place}"), f"{side} is listed twice; expected each side once (R51)")


@rule("R33", "R52")
def base_faults(board: Board, base: Base) -> Faults:
    """What is wrong with a base: its level, or too many planes on a carrier. A base that has lost a level may be too full."""
    name = base.id
    if base.kind == BaseKind.BASE and not 1 <= base.level <= 3:
        yield Fault("level", f"{name} has level {base.level}; expected 1 to 3 (R33)")
    if not base.carrier and (base.damaged or base.dg or base.back != "" or base.planes is not None):
        yield Fault("", f"{name} is not a carrier; `damaged`, `back`, `dg` and `planes` go with a carrier (R52)")
    aboard = board.based_at(name)
    if base.planes is not None and len(aboard) > base.planes:
        yield Fault("", f"{count(len(aboard), 'unit')} on {name}, which holds {base.planes} (R52)")


@rule("R8", "R51", "R10")
def unit_faults(board: Board, unit: Unit) -> Faults:
    """What is wrong with where a unit is: at a base of its own side, or over a hex that it could have reached from there."""
    base = board.base(unit.at)
    lost = bool(unit.over) or unit.status == "arriving"  # its base may have been captured since
    if base is None and not lost:
        yield Fault("at", f"{unit.at} is not an air base (R8)")
    if base and base.side != unit.side and not lost:
        yield Fault("at", f"{unit.at} is a base of {base.side}; expected one of {unit.side} (R8)")
    if not unit.over:
        if unit.flown is not None or unit.spent:
            yield Fault(
                "flown" if unit.flown is not None else "spent", f"{unit.id} is at a base; `flown` and `spent` go with `over` (R8)"
            )
        return
    known = board.distance(unit.at, unit.over)
    if known is None and unit.flown == 0 and unit.at != unit.over:
        yield Fault("over", f"{board.places.distance_refused(unit.at, unit.over)}, or say how far it has flown (R10)")
    elif unit.distance > unit.range:
        yield Fault("over", f"{unit.over} is {unit.distance} hexes from {unit.at}; the range is {unit.range} (R10)")
    elif unit.duty == Duty.INTERDICTION and (refused := interdiction_refused(unit.range, unit.distance)):
        yield Fault("over", refused)
    if not board.rulings.profile.return_phase:
        yield Fault("over", "in 4.3 units go home after each mission and begin at a base; leave out `over` (R12)")
    if unit.status != "active":
        yield Fault("over", f"a unit that is {unit.status} is always at a base; leave out `over` (R8)")


# the phases


@rule("R3")
def check_play(board: Board, problems: Problems) -> None:
    """Checks that the phases to play exist, each listed once, in the order of a game turn."""
    profile, sides, turns = board.rulings.value("profile"), board.players, [[]]  # type: ignore[var-annotated]
    marks = board._section["play"].marks if board.play else ()  # type: ignore[attr-defined]
    for said, mark in zip(board.play, marks, strict=True):
        stage = stage_of(said)
        if said == NEXT_TURN:
            turns.append([])
        elif not is_phase(board, stage):
            wanted = f"a side and a phase of 2.2, such as {sides[0]}.movement"
            problems.add(mark, f"{said!r} is not a phase; expected {wanted}{meant_phase(profile, sides, said)}")
        elif stage in (known for turn in turns for known, _ in turn):
            problems.add(mark, f"{said} is listed twice; expected each phase once")
        else:
            turns[-1].append((stage, mark))
    orders = [pair for pair in (sides, sides[::-1]) if board.first_player in ("", pair[0])]
    for turn in turns:
        wrong = out_of_order(profile, [stage for stage, _ in turn], orders)
        for stage, mark in turn:
            if stage == wrong:
                before = f"{'.'.join(stage)} comes earlier in the game turn than what is listed before it"
                problems.add(mark, f"{before}; expected the order of 2.2, or {NEXT_TURN} before it (R3)")


def is_phase(board: Board, stage: Stage) -> bool:
    return stage.side in board.sides and phase_named(board.rulings.value("profile"), stage.phase) is not None


@rule("R3")
def stage_faults(board: Board, said: str, what: str) -> Faults:
    """What is wrong with the phase of an order: it must exist and be played."""
    stage, sides = stage_of(said), board.players
    if not is_phase(board, stage):
        meant = meant_phase(board.rulings.value("profile"), sides, said)
        wanted = f"a side and a phase of the sequence of play, such as {sides[0]}.movement"
        yield Fault("in", f"{said!r} is not a phase; expected {wanted} (R3){meant}")
    elif board.play and stage not in played(board):
        yield Fault("in", f"{said} is not played; add it to `play`, or leave the {what} out (R3)")


# missions


class Others(NamedTuple):
    """The other missions of a scenario, for judging one: those before it, and what any of them may change."""

    before: tuple[Mission, ...]
    after: tuple[Mission, ...]

    @property
    def every(self) -> tuple[Mission, ...]:
        return (*self.before, *self.after)

    @property
    def transferring(self) -> set[str]:
        """The units that transfer to another base; they are checked again when they fly."""
        return {unit for mission in self.every if mission.kind == Kind.TRANSFER for unit in mission.units}

    @property
    def changing(self) -> set[str]:
        """The places where units land or a base changes, so that they cannot be judged in advance."""
        return {mission.at for mission in self.every if mission.kind in (Kind.CAPTURE, Kind.DROP, Kind.BUILD)}


def check_missions(board: Board, problems: Problems) -> None:
    """Reports what is wrong with the missions that a scenario prepares."""
    found = tuple(board.missions.values())
    for number, mission in enumerate(found):
        phase = list(stage_faults(board, mission.in_, "mission"))
        report(problems, mission, iter(phase))
        guns = [name for name in mission.units if name not in board.units and (name in board.guns or name in board.ships)]
        for name in guns:
            text = f"{name} is not an air unit; guns fire in missions of kind gunfire (R53)"
            report(problems, mission, iter([Fault(f"with.{mission.units.index(name)}", text)]))
        known = mission.at in board.all_places and board.units.keys() >= set(mission.units)
        if known and is_phase(board, mission.stage):
            report(problems, mission, mission_faults(board, mission, Others(found[:number], found[number + 1 :])))


def mission_faults(board: Board, mission: Mission, others: Others) -> Faults:
    """Everything that makes a prepared mission illegal."""
    for faults in FAULTS:
        yield from faults(board, mission)
    yield from flier_faults(board, mission, others)
    yield from target_faults(board, mission, others)
    yield from striker_faults(board, mission, others)
    yield from one_mission_faults(board, mission, others)


@rule("R3", "R10", "R11")
def phase_faults(board: Board, mission: Mission) -> Faults:
    """What is wrong with the phase of a mission: its side must be able to carry it out then."""
    if mission.kind == Kind.CAPTURE:
        if mission.phase not in GROUND_PHASES:
            listed = ", ".join(GROUND_PHASES)
            yield Fault("in", f"bases are not captured in the {mission.phase} phase; expected {listed} (R37)")
        return
    for field, refused in (("in", phase_refused(board, mission)), ("kind", kind_refused(board, mission))):
        if refused:
            yield Fault(field, refused)


@rule("R21")
def advantage_faults(board: Board, mission: Mission) -> Faults:
    """What is wrong with Advantage: only one side may use it."""
    if not isinstance(mission.advantage, str) and len(set(mission.advantage)) > 1:
        yield Fault("advantage", f"{' and '.join(mission.advantage)} both claim Advantage; only one side may use it (R21)")


@rule("R30", "R34", "R51")
def result_faults(board: Board, mission: Mission) -> Faults:
    """What is wrong with a given result: the table must have it."""
    if mission.result:
        kind = KIND_BY_AIM[aim_of(board, mission)] if mission.kind in Kind.AIMED else mission.kind
        refused = result_refused(kind, mission.result, codes_of(board))
        if refused:
            yield Fault("result", refused)


@rule("R30", "R34", "R51")
def result_refused(kind: str, result: str, codes: tuple[str, ...]) -> str | None:
    """Why a result cannot be stated for this kind of mission, or None if it can."""
    if kind in (Kind.BASE_ATTACK, Kind.PORT_ATTACK):
        return code_refused(result, codes)
    if kind == Kind.TRAINBUST:
        listed = ", ".join(RAIL_RESULTS)
        return None if result in RAIL_RESULTS else f"{result!r} is not a rail line result; expected one of {listed} (R51)"
    if kind in (Kind.BARRAGE, Kind.HIP_SHOOT):
        return None if result in RESULTS else f"{result!r} is not a barrage result; expected one of {', '.join(RESULTS)} (R34)"
    return f"a result cannot be stated for {kind}"


@rule("R36")
def aim_faults(board: Board, mission: Mission) -> Faults:
    """What is wrong with an aim: only hip shoots and gunfire name one; for other missions it follows from the kind."""
    if mission.target and mission.kind not in (*Kind.AIMED, *Kind.WORKS):
        text = f"{mission.kind} says what it is aimed at; `target` goes with hip-shoot, gunfire, build and reduce (R36)"
        yield Fault("target", text)
    if mission.target == BaseKind.STRIP and mission.kind in Kind.AIMED:
        yield Fault("target", f"{mission.kind} is aimed at units, base, port or ship; an air strip is attacked as a base (R36)")


@rule("R53", "R54")
def gun_faults(board: Board, mission: Mission) -> Faults:
    """What is wrong with named guns: they must be of one arm, reach the target, and be allowed to fire at it."""
    if mission.kind != Kind.GUNFIRE or not board.rulings.profile.gunfire:
        return
    guns = board.guns
    for index, name in enumerate(mission.guns):
        refused = gun_refused(board, mission, guns[name]) if name in guns else "it has no guns (R53)"
        if refused:
            yield Fault(f"with.{index}", f"{name}: {refused}")
    mixed = mixed_refused([guns[name] for name in mission.guns if name in guns])
    if mixed:
        yield Fault("with", mixed)


@rule("R56")
def works_faults(board: Board, mission: Mission) -> Faults:
    """What is wrong with construction: engineers are not units of the scenario, and not everything can be built or torn down."""
    if mission.kind not in Kind.WORKS:
        return
    if mission.units:
        yield Fault("with", f"{mission.kind} is the work of engineers on the map; leave out `with` (R56)")
    if mission.target and mission.target not in (BUILT if mission.kind == Kind.BUILD else TORN_DOWN):
        yield Fault("target", f"{mission.kind} does not go with {mission.target} (R56)")


@rule("R34")
def strength_faults(board: Board, mission: Mission) -> Faults:
    """What is wrong with the strength of a strike: it takes at least one point."""
    if mission.kind in Kind.ATTACKS and mission.units:
        refused = strength_refused(board, mission.units)
        if refused:
            yield Fault("with", refused)


@rule("R52")
def ship_faults(board: Board, mission: Mission) -> Faults:
    """What is wrong with an attack on a ship: it takes the naval rules, and an enemy ship in the mission hex."""
    if mission.kind == Kind.SHIP_ATTACK and not mission.ship:
        yield Fault("", "a ship-attack must name its ship (R52)")
    if mission.ship and mission.kind not in (Kind.SHIP_ATTACK, *Kind.AIMED):
        yield Fault("ship", f"{mission.kind} is not aimed at a ship (R52)")
    ship = board.ship(mission.ship)
    if ship and (ship.at != mission.at or ship.side == mission.side):
        yield Fault("ship", f"{ship.title} is a ship of {ship.side} at {ship.at}; expected an enemy ship at {mission.at} (R52)")


@rule("R45", "R46", "R48")
def cargo_faults(board: Board, mission: Mission) -> Faults:
    """What is wrong with cargo: whether the mission carries any, and whether its units can."""
    carries = mission.kind in Kind.LIFTS
    if carries != bool(mission.cargo):
        yield Fault("", f"{mission.kind} {'needs' if carries else 'carries no'} cargo (R45)")
        return
    for index, cargo in enumerate(mission.items):
        if bool(cargo.supply) == bool(cargo.re):
            yield Fault(f"cargo.{index}", f"{cargo.id} has {cargo.supply}T and {cargo.re} RE; expected exactly one of the two")
        elif refused := flown_refused(cargo):
            yield Fault(f"cargo.{index}", refused)
    if carries and mission.units and not any(glider_faults(board, mission)):
        rooms = most_rooms(board, mission, mission.units).values()
        refused = room_refused(board, mission, most_capacity(board, mission, mission.units), rooms)
        if refused:
            yield Fault("cargo", refused)


@rule("R33")
def unloading_faults(board: Board, mission: Mission) -> Faults:
    """What is wrong with unloading: there may be too much of it."""
    refused = unloading_refused(board, mission) if mission.kind == Kind.TRANSPORT else None
    if refused:
        yield Fault("cargo", refused)


@rule("R46")
def glider_faults(board: Board, mission: Mission) -> Faults:
    """What is wrong with gliders: full-strength transports tow them from their own base; other planes are escorts."""
    if not mission.by_glider:
        return
    if mission.kind not in Kind.LIFTS:
        yield Fault("method", f"gliders are used for drops and transport, not for {mission.kind} (R46)")
        return
    if not mission.units:
        return
    at_base = [unit.landed(unit.at, active=True) for unit in map(board.unit, mission.units)]
    transports = [unit for unit in at_base if "Tpt" in unit.types]
    homes = {unit.at for unit in transports}
    gliders = sum(base.gliders for base in board.bases.values() if base.id in homes)
    if gliders < len(transports) and mission.method == Method.GLIDER:
        where, needed = ", ".join(sorted(homes)), count(len(transports), "tow plane")
        yield Fault("method", f"{count(gliders, 'glider')} at {where} for {needed} (R46)")
        return
    for index, unit in enumerate(at_base):
        refused = towing_refused(board, unit)
        if refused and (unit in transports or not transports) and mission.method == Method.GLIDER:
            yield Fault(f"with.{index}", f"{unit.id}: {refused}")


@rule("R47")
def plan_faults(board: Board, mission: Mission) -> Faults:
    """What is wrong with a plan: by option, drops of units are planned two turns ahead and flown in the movement phase."""
    units = any(cargo.is_unit for cargo in mission.items)
    if mission.kind != Kind.DROP or not units or not board.rulings.yes("drop-plan-required"):
        return
    refused = drop_phase_refused(board, mission)
    if refused:
        yield Fault("in", refused)
    if mission.planned < TURNS_AHEAD:
        yield Fault("", f"the drop was planned {count(mission.planned, 'turn')} ago; expected at least {TURNS_AHEAD} (R47)")


@rule("R37", "R38")
def capture_faults(board: Board, mission: Mission) -> Faults:
    """What is wrong with a capture: only it has capture rolls, and only for units at the base."""
    if mission.kind != Kind.CAPTURE:
        if mission.advance or mission.self_inflicted:
            yield Fault("", f"{mission.kind} captures nothing; `advance` and `self-inflicted` go with capture (R38)")
        return
    if mission.self_inflicted and not board.rulings.profile.self_inflicted:
        yield Fault("self-inflicted", "4.3 has no self-inflicted capture rolls (R39)")
    for index, unit_id in enumerate(mission.units):
        unit = board.unit(unit_id)
        if unit.place != mission.at or unit.over:
            yield Fault(f"with.{index}", f"{unit_id} is at {unit.place}; capture rolls are for units at {mission.at} (R37)")


@rule("R43")
def allied_faults(board: Board, mission: Mission) -> Faults:
    """What is wrong with an Allied drop: no side with an Axis nation makes one."""
    refused = allied_refused(board, mission.side) if mission.allied_eto else None
    if refused:
        yield Fault("allied-eto", refused)


@rule("R42")
def para_faults(board: Board, mission: Mission) -> Faults:
    """What is wrong with paratroops: in 4.3 only units with the para symbol jump; others land in gliders."""
    if mission.kind != Kind.DROP or not board.rulings.profile.para_symbol:
        return
    by_parachute = {piece.id for piece in pieces(mission, board.rulings) if piece.is_unit and not piece.glider}
    for index, cargo in enumerate(mission.items):
        if cargo.id in by_parachute and not cargo.para:
            yield Fault(f"cargo.{index}", f"{cargo.id} needs the para symbol to be dropped by parachute; add para: true (R42)")


FAULTS: tuple[Callable[[Board, Mission], Faults], ...] = (
    phase_faults, advantage_faults, result_faults, aim_faults, gun_faults, works_faults, strength_faults, ship_faults, cargo_faults,
    unloading_faults, glider_faults, plan_faults, capture_faults, allied_faults, para_faults,
)  # fmt: skip


# missions together


@rule("R37", "R30", "R34", "R45")
def target_faults(board: Board, mission: Mission, others: Others) -> Faults:
    """What is wrong with a target: targets are the enemy's, destinations friendly. Places that may change cannot be judged yet."""
    if mission.kind == Kind.CAPTURE:
        taken = (Kind.CAPTURE, mission.at) in {(other.kind, other.at) for other in others.before}
        refused = None if taken else capture_refused(board, mission)
    elif mission.kind in Kind.WORKS:
        earlier = {other.at for other in others.before if other.kind in (Kind.CAPTURE, *Kind.WORKS)}
        refused = None if mission.at in earlier else works_refused(board, mission)
    else:
        refused = None if mission.at in others.changing or mission.kind == Kind.SWEEP else target_refused(board, mission)
    if refused:
        yield Fault("at", refused)


@rule("R10", "R14", "R36", "R51", "R16")
def flier_faults(board: Board, mission: Mission, others: Others) -> Faults:
    """What is wrong with named units: they must be able to fly there. Those that transfer first are checked when they fly."""
    twice = sorted({unit for unit in mission.units if mission.units.count(unit) > 1})
    if twice:
        yield Fault("with", f"{', '.join(twice)} is listed twice; expected each unit once")
    if mission.kind in (Kind.CAPTURE, *Kind.WORKS):
        return
    most = most_units(board, mission)
    if len(mission.units) > most:
        yield Fault("with", f"{len(mission.units)} units in one {mission.kind}; at most {most} (R14)")
    if mission.phase == "combat":
        return  # they barrage from where they are
    for index, unit_id in enumerate(mission.units):
        if unit_id in others.transferring and mission.kind != Kind.TRANSFER:
            continue
        refused = first_flight_refused(board, mission, unit_id)
        if refused:
            yield Fault(f"with.{index}", f"{unit_id}: {refused}")


@rule("R10")
def first_flight_refused(board: Board, mission: Mission, unit_id: str) -> str | None:
    """Why a unit cannot fly a mission from where it begins the scenario; None if it can, or is there already."""
    unit = board.unit(unit_id)
    if unit_id in on_station(board, mission):
        return None
    grounded = stays_grounded(board, mission, unit)
    if grounded:
        return flight_refused(grounded, mission.phase, mission.role, board.rulings.value("profile"))
    own = [base.id for base in board.bases.values() if base.side == unit.side]
    bases = own if unit.over and own else [unit.at]  # who begins in the air returns to any of them
    refusals = [flying_refused(board, mission, unit.landed(base, active=True)) for base in bases]
    return None if None in refusals else refusals[0]


@rule("R10")
def stays_grounded(board: Board, mission: Mission, unit: Unit) -> str:
    """The status that keeps a unit from flying in the phases to play; empty if none. Only refit makes it active again."""
    play = played(board)
    if not play or unit.state not in (State.INACTIVE, State.ELSEWHERE) or mission.stage not in play:
        return ""
    before = play[: play.index(mission.stage)]
    return "" if (unit.side, "refit") in before else unit.state


@rule("R15")
def one_mission_faults(board: Board, mission: Mission, others: Others) -> Faults:
    """What is wrong with repeated flights: in 4.3 a unit flies one mission per phase."""
    if not board.rulings.profile.one_mission_a_phase or mission.kind == Kind.CAPTURE:
        return
    for index, unit in enumerate(mission.units):
        flown = (
            other for other in others.before if other.kind != Kind.CAPTURE and other.stage == mission.stage and unit in other.units
        )
        first = next(flown, None)
        if first:
            text = f"{unit} already flies {first.id} in this phase; units fly one mission a phase (R15)"
            yield Fault(f"with.{index}", text)


@rule("R11")
def striker_faults(board: Board, mission: Mission, others: Others) -> Faults:
    """What is wrong with units that barrage in the combat phase: they must be over the target by then."""
    sent = {unit for other in others.every if other.phase != "combat" for unit in other.units}
    for index, unit_id in enumerate(mission.units) if mission.phase == "combat" else ():
        unit = board.unit(unit_id)
        if not unit.over and unit_id not in sent:
            refused = barrage_refused(unit.state, mission.phase, mission.role, board.rulings.value("profile"))
            yield Fault(f"with.{index}", f"{unit_id}: {refused}")


# worksheets


@rule("R51", "R49")
def check_worksheets(board: Board, problems: Problems) -> None:
    """Checks that loads carry something, marches know how far interdiction is, and both name their phase and hexes."""
    for load in board.loads.values():
        report(problems, load, going_faults(board, load, "load"))
        if not load.re and not load.supply:
            problems.add(place_of(load), f"{load.id} has neither RE nor SP; expected one of them, or both")
        if load.through and not load.track:
            problems.add(place_of(load, "through"), f"{load.id} does not go by rail; add track (R49)")
    for march in board.marches.values():
        report(problems, march, going_faults(board, march, "march"))
        away, through, costs = march.interdiction, march.through, march.costs
        if bool(away) == bool(through):
            text = f"{march.id} has neither or both of interdiction and through; expected one of the two (R51)"
            problems.add(place_of(march), text)
        elif len(costs) != len(away or through):
            what, field = ("distances", "interdiction") if away else ("names", "through")
            text = f"{len(away or through)} {what} for {len(costs)} hexes; expected one for each hex"
            problems.add(place_of(march, field), text)


def going_faults(board: Board, one: Any, what: str) -> Faults:
    """What is wrong with a load or a march: one that goes through hexes of the scenario must name its phase, and the reverse."""
    if not one.in_:
        if one.through:
            yield Fault("through", f"{one.id} must say in which phase it goes; add in (R51)")
        return
    yield from stage_faults(board, one.in_, what)
    if not one.through and is_phase(board, stage_of(one.in_)):
        yield Fault("", f"{one.id} must say through which hexes it goes; add through (R51)")
