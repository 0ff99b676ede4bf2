"""Strategic bombing in a turn (18.57): raids are announced, opposed and flown; strategic units change fronts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import product
from typing import Any

from airwar.engine.frozen import replace
from airwar.engine.moves import Move, Return, call, then
from airwar.engine.referee import Note, Referee, Sheet
from airwar.engine.rule import rule
from airwar.engine.words import with_article
from airwar.rulesets.kit import NO_MORE, Book, Fault, Places, grid_of, hex_of, map_of, place_of, shape_of, title_of, verb
from airwar.rulesets.world_at_war import strategic_raid
from airwar.rulesets.world_at_war.air_combat import combat_sheet
from airwar.rulesets.world_at_war.basing import STATUS, arrived, unit_row
from airwar.rulesets.world_at_war.landing import landed
from airwar.rulesets.world_at_war.options import NOT_FLOWN
from airwar.rulesets.world_at_war.ordering import Chapter, Menu, Named, blame, carried_out, menu_of, next_order, orders_over
from airwar.rulesets.world_at_war.setting import (
    BOMBED_BOXES,
    BombingRaid,
    Research,
    Setting,
    Strategy,
    Target,
    TargetOfRaid,
    check_inverted,
    side_of,
)
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.strategic_forces import (
    announced,
    faults,
    front_name,
    moved_so_far,
    opposed,
    opposition_refused,
    raid_refused,
    raiders,
    raids_so_far,
    who_moves,
)
from airwar.rulesets.world_at_war.strategic_raid import CHART, Raid, RaidOutcome, damage_chart, raid_is_met
from airwar.rulesets.world_at_war.taking_off import eliminated, flier_faults, sent_into_battle, side_refused, taken_off
from airwar.rulesets.world_at_war.units import (
    AirType,
    Force,
    Line,
    Sent,
    Unit,
    added,
    air_nationality_drm,
    nonzero,
    range_of,
)
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, Id, ListOf, MapOf, Record, Ref, Section


@rule("18.57")
def announce_bombing(ref: Referee, turn: Turn) -> Move[Turn]:
    """The attacker announces every raid, its target and its force, before the defender answers."""
    left = turn.bombing
    raids: tuple[BombingRaid, ...] = ()
    while not orders_over(ref, turn, menu := open_raids(turn, left, raids), turn.part):
        turn, order = next_order(ref, turn, menu, title="Strategic bombing", about=partial(raids_so_far, turn, raids))
        if order == NO_MORE:
            break
        raid = next((raid for raid in left if raid.target == order), BombingRaid(order))
        left = tuple(other for other in left if other is not raid)
        ref.enter(scope_of(turn, raid), f"Raid on {turn.setting.strategy.targets[raid.target].name}")
        raids = (*raids, announced(ref, turn, raid, raids + left))
    return then(oppose_bombing, replace(turn, bombing=raids))


def scope_of(turn: Turn, raid: BombingRaid) -> str:
    """Where the keys of a raid begin; a base may be attacked in other ways too."""
    return f"{raid.target}.raid" if raid.target in turn.setting.bases else raid.target


@rule("18.57", "18.512F")
def open_raids(turn: Turn, left: tuple[BombingRaid, ...], announced: tuple[BombingRaid, ...]) -> Menu:
    """The raids that the scenario prepares, and the other targets and enemy bases on the fronts that somebody can bomb."""
    targets = turn.setting.strategy.targets
    prepared = {raid.target: f"bomb {targets[raid.target].name}, as prepared" for raid in left}

    every = Named(
        lambda: dict.fromkeys((*targets, *turn.setting.bases)),
        lambda place: f"bomb {turn.setting.name(place)}" if place in targets or place in turn.setting.bases else None,
    )
    return menu_of(turn, prepared, every, partial(bombing_refused, turn, (*left, *announced)), "no more bombing")


@rule("18.57")
def bombing_refused(turn: Turn, raids: tuple[BombingRaid, ...], place: str) -> str | None:
    """Why a target cannot be bombed now, or None."""
    base, target = turn.find_base(place), turn.setting.strategy.targets.get(place)
    if target is None:
        return f"{base.name} is on no front of the bombers (18.57, 17.71)" if base else None
    if any(raid.target == place for raid in raids):
        return announced_already(target)
    if refused := target_refused(turn, target):
        return refused
    able = raiders(None, turn, target, "bomb", raids)
    return None if able.units else f"nobody can bomb {target.name}: {able.nobody}"


def announced_already(target: Target) -> str:
    return f"the raid on {target.name} is announced already (18.57)"


@rule("18.57", "18.49")
def target_refused(turn: Turn, target: Target) -> str | None:
    """Why the attacker never bombs a target, or None: it is its own, or in a box that it may not bomb."""
    base = turn.find_base(target.id)
    side = base.side if base else turn.setting.alliances.side(target.nation)
    if side == turn.setting.attacker:
        return f"{target.name} belongs to {with_article(turn.setting.rulings.name('attacker'))} (18.57)"
    return box_refused(turn.setting, target)


@rule("17.83", "17.53F", "17.582")
def oppose_bombing(ref: Referee, turn: Turn) -> Move[Turn]:
    """The defender assigns army air, jets and interceptors to each raid that they can reach."""
    raids: tuple[BombingRaid, ...] = ()
    for raid in turn.bombing:
        ref.enter(scope_of(turn, raid), f"Defense of {turn.setting.strategy.targets[raid.target].name}")
        raids = (*raids, opposed(ref, turn, raid, raids + turn.bombing[len(raids) + 1 :]))
    return then(next_raid, replace(turn, bombing=raids))


@rule("18.57")
def next_raid(ref: Referee, turn: Turn) -> Move[Turn]:
    """The next raid flies to its target."""
    if not turn.bombing:
        return Return(turn)
    raid = turn.bombing[0]
    target = turn.setting.strategy.targets[raid.target]
    ref.enter(scope_of(turn, raid), f"Over {target.name}")
    if not raid.bombers:
        ref.tell(Note, f"{target.name} is not bombed")
        return then(next_raid, flown(turn, target.name, NOT_FLOWN))
    attackers = lines(turn, raid.escort or ()) + lines(turn, raid.bombers, bombing=True)
    radar = radar_of(turn, raid.defense or ())
    state = Raid(turn.setting, target.name, attackers, lines(turn, raid.defense or ()), radar, turn.setting.strategy.damage)
    return call(raid_is_met, state, back=raid_over, keep=taken_off(turn, added(raid.raiders, raid.defense or ())))


@rule("18.42A", "18.46")
def raid_over(ref: Referee, turn: Turn, outcome: RaidOutcome) -> Move[Turn]:
    """All units that flew are inverted; army air and jets may land at another base in range."""
    raid = turn.bombing[0]
    name = turn.setting.strategy.targets[raid.target].name
    ref.tell(Note, f"raid on {name} is over: {outcome.result}")
    turn = flown(turn, name, outcome.result)
    for sent, force in ((raid.raiders, outcome.attackers), (raid.defense or (), outcome.defenders)):
        for unit_id, number in sent:
            left = sum(line.number for line in force if line.unit == unit_id)
            turn = eliminated(turn, ((unit_id, number - left),))
            turn = landed(ref, turn, nonzero({unit_id: left}), raid.target, named=False)
    return then(next_raid, turn)


def flown(turn: Turn, name: str, result: str) -> Turn:
    """The first raid is over, with this result."""
    return replace(turn, bombing=turn.bombing[1:]).with_result(name, result)


def lines(turn: Turn, numbers: Sent, bombing: bool = False) -> Force:
    """Units as lines of a force."""
    units = [(turn.unit(unit_id), number) for unit_id, number in numbers]
    return tuple(Line(unit.id, unit.air_type, (number,), bombing=bombing and unit.type == "aaf") for unit, number in units)


@rule("19.31D")
def radar_of(turn: Turn, defense: Sent) -> int:
    """The radar results of the defenders: those of the power that has most among those that meet the raid."""
    nations = {turn.unit(unit_id).air_type.nation for unit_id, _ in defense}
    return max((turn.setting.research_of(nation).radar for nation in nations), default=0)


# after the combat phase


@rule("17.71", "17.81")
def redeploy_strategic(ref: Referee, turn: Turn) -> Move[Turn]:
    """Bombers and interceptors may change fronts in the redeployment phase, inverted or not."""
    if not orders_over(ref, turn, open_moves(turn), turn.part):
        ref.enter(turn.part, "Redeployment of strategic warfare units")
        turn = carried_out(ref, turn, open_moves, front_changed, about=moved_so_far)
    return Return(turn)


@rule("17.71", "17.81")
def open_moves(turn: Turn) -> Menu:
    """The units that the scenario orders to another front, and the others that may change fronts."""
    moves = turn.setting.strategy.moves
    ordered = [unit for unit in turn.strategic if unit.id in moves and move_refused(turn, unit, moves[unit.id]) is None]
    prepared = {f"{unit.id}@{moves[unit.id]}": f"{unit.id} to {front_name(moves[unit.id])}" for unit in ordered}

    def label(name: str) -> str | None:
        unit = turn.find(name)
        return f"move {unit.air_type.counted(unit.number)} from {front_name(unit.home)}" if unit and unit.strategic else None

    every = Named(lambda: [unit.id for unit in turn.strategic], label)
    return menu_of(turn, prepared, every, partial(front_refused, turn), "no more changes of front")


@rule("17.71", "17.81")
def front_refused(turn: Turn, name: str) -> str | None:
    """Why a unit cannot be ordered to another front, or None."""
    unit = turn.find(name)
    if unit is None:
        return None
    if refused := move_refused(turn, unit):
        return refused
    return None if len(turn.setting.strategy.fronts) > 1 else f"there is no other front for {name} (17.71)"


@rule("17.71", "17.81")
def move_refused(turn: Turn, unit: Unit, front: str = "") -> str | None:
    """Why a unit does not change fronts, to this one or to any, or None."""
    if not unit.strategic:
        return f"{unit.id} is not a strategic bomber or interceptor (17.71, 17.81)"
    if refused := side_refused(turn.setting, unit, "17.71"):
        return refused
    if unit.id in turn.basing.moved:
        return f"{unit.id} has changed fronts already (17.71)"
    if not unit.number:
        return f"nothing is left of {unit.id} (17.71)"
    return f"{unit.id} is on {front_name(front)} already (17.71)" if unit.home == front else None


def front_changed(ref: Referee, turn: Turn, order: str) -> Turn:
    """A unit, or a part of it, changes fronts: as prepared, or as the attacker says."""
    unit_id, _, front = order.partition("@")
    unit = turn.unit(unit_id)
    sent = {front: unit.number}
    if not front:
        items = {other: unit.number for other in turn.setting.strategy.fronts if other != unit.home}
        labels = {other: f"to {front_name(other)}" for other in items}
        key, fronts = f"attacker.front.{unit_id}", turn.setting.strategy.fronts
        about = partial(who_moves, turn, unit)

        def why_not(other: str) -> str | None:
            return move_refused(turn, unit, other) if other in fronts else f"{other!r} is not one of {', '.join(fronts)} (17.71)"

        sent = ref.allot(key, items, by="attacker", most=unit.number, default={}, labels=labels, about=about, why_not=why_not)
    turn = turn.with_basing(turn.basing._replace(moved=(*turn.basing.moved, unit_id)))
    for place, number in sent.items():
        if number:
            goes = f"{unit.air_type.counted(number)} {verb(number, 'move')}"
            ref.tell(Note, f"{unit_id}: {goes} from {front_name(unit.home)} to {front_name(place)}")
            staying = turn.unit(unit_id)
            going = staying.uninverted_first(number)
            turn = arrived(turn, staying.less(going), place, going)
            there = [part.id for part in turn.strategic if part.home == place and part.id.startswith(f"{unit_id}/")]
            turn = turn.with_basing(turn.basing._replace(moved=(*turn.basing.moved, *there)))
    return turn


@rule("18.73A")
def uninvert_strategic(ref: Referee, turn: Turn) -> Move[Turn]:
    """At the end of their owner's turn all bombers and interceptors are uninverted, supplied or not."""
    ref.enter("", "End of turn in the strategic warfare boxes")
    ready = [unit.all_ready() for unit in turn.strategic if unit.side == turn.setting.attacker and unit.inverted]
    for unit in ready:
        ref.tell(Note, f"{unit.id}: {unit.air_type.counted(unit.number)} ready again")
    return Return(turn.with_units(ready))


STEPS = (announce_bombing, oppose_bombing, next_raid, raid_over, redeploy_strategic, uninvert_strategic)


# in a scenario


FIRST_PACIFIC_BOMBERS = 1944  # the year from which American Pacific strategic bombers are produced
FIELDS = {
    "fronts": Field(MapOf(Id(), ListOf(Ref("bases")), 1, 3, declares="fronts"), help="the fronts of the map and the bases on each"),
    "targets": Field(map_of(Id(), Target), default=Book(), help="targets of strategic bombing that no raid of this turn has"),
    "bombing": Field(ListOf(shape_of(TargetOfRaid), 1, 30), default=(), help="the raids of this combat phase"),
    "strategic-redeployment": Field(MapOf(Ref("strategic"), Ref("fronts")), help="units that change fronts, and the new front"),
    "charts": Field(Record({"bombing": Field(CHART, help="the table of bombing damage")}), help="charts that the players supply"),
}


def read_bombing(document: Section, turn: Turn, problems: Problems) -> Turn:
    """The raids wait to be announced; redeployment and the end of the turn follow."""
    strategy = Strategy(
        {front: tuple(bases) for front, bases in (document["fronts"] or {}).items()},
        {
            **bases_as_targets(document, turn),
            **{name: replace(said, name=said.name or title_of(name)) for name, said in targets_of(document).items()},
        },
        damage_chart((document["charts"] or {}).get("bombing"), problems),
        dict(document["strategic-redeployment"] or {}),
    )
    units = strategic_units(document, turn, problems)
    turn = replace(turn, setting=replace(turn.setting, strategy=strategy), units=(*turn.units, *units))
    check_fronts(document, problems)
    check_raids(document, turn, problems)
    check_redeployment(document, turn, problems)
    raids = tuple(raid_of(said) for said in document["bombing"])
    ready_again = bool(raids) or (turn.setting.whole_turn and bool(turn.strategic))
    parts = ["combat.bombing"] * bool(raids) + ["redeployment.strategic"] * bool(strategy.moves) + ["end.strategic"] * ready_again
    return replace(turn, bombing=raids).with_agenda(*parts)


def raid_of(said: TargetOfRaid) -> BombingRaid:
    return BombingRaid(said.id, numbers(said.bombers), numbers(said.escort), numbers(said.defense))


def numbers(said: Mapping[str, int] | None) -> Sent | None:
    return None if said is None else nonzero(said)


def bases_as_targets(document: Section, turn: Turn) -> dict[str, Target]:
    """The bases of the fronts, which may be bombed if orders are asked for."""
    if not turn.setting.orders_asked:
        return {}
    placed = [(front, base) for front, bases in (document["fronts"] or {}).items() for base in bases if turn.find_base(base)]
    return {
        base: Target(id=base, name=turn.setting.name(base), front=front, nation=turn.base(base).nation) for front, base in placed
    }


def targets_of(document: Section) -> dict[str, Target]:
    """The targets that the file describes, on their own or with a raid."""
    return {**document["targets"], **{raid.id: raid for raid in document["bombing"]}}


def with_targets(document: Section, places: Places, problems: Problems) -> Places:
    """The places of a scenario with the targets of its raids: their hexes and the distances from bases."""
    grid = grid_of(document["grid"])
    said = targets_of(document)
    typed = {(name, base): hexes for name, raid in said.items() for base, hexes in raid.distances.items()}
    hexes = {name: hex_ for name, raid in said.items() if (hex_ := hex_of(raid.hex, place_of(raid, "hex"), grid, problems))}
    return replace(places, distances={**places.distances, **typed}, hexes={**places.hexes, **hexes})


def pairs(document: Section, setting: Setting) -> list[tuple[str, str]]:
    """The targets and bases whose distance may be needed: those of the fronts, and those that hold army air and jets."""
    based = {unit.at for unit in document["units"].values() if unit.type in ("aaf", "jet")}
    wanted = based.union(*(document["fronts"] or {}).values())
    bases = [base.id for base in setting.bases.values() if base.id in wanted and base.takes_air_units and not base.box]
    return list(product((said.id for said in document["bombing"]), bases))


@rule("17.71", "17.81", "17.72", "17.75", "17.75C", "17.85")
def strategic_units(document: Section, turn: Turn, problems: Problems) -> tuple[Unit, ...]:
    """Bombers and interceptors in their boxes, with range and DRM worked out."""
    units = []
    taken = {unit.id for unit in turn.units}
    for said in document["strategic"].values():
        if said.id in taken:
            problems.add(place_of(said, "id"), f"{said.id!r} is the id of another unit")
        check_inverted(said, problems)
        check_pacific(said, turn.setting.theater, document["date"] or "", problems)
        side = side_of(said, document, problems)
        if side is not None:
            units.append(strategic_unit(said, side, turn.setting.research_of(said.nation), turn.setting.theater))
    return tuple(units)


@rule("17.75A", "17.75B", "17.75C")
def check_pacific(said: Any, theater: str, date: str, problems: Problems) -> None:
    """American Pacific strategic bombers fly only there, from 1944 on; the file says which of the US bombers there they are."""
    if said.nation != "us" or said.type != "bomber":
        if said.pacific:
            problems.add(place_of(said, "pacific"), "only American strategic bombers can be Pacific bombers (17.75)")
    elif said.pacific is None and theater == "pacific":
        text = f"{said.id}: say whether they are American Pacific strategic bombers, with pacific: true or false (17.75C)"
        problems.add(place_of(said, "id"), text)
    elif said.pacific and theater != "pacific":
        problems.add(place_of(said, "pacific"), f"{said.id}: American Pacific strategic bombers fly in the Pacific only (17.75A)")
    elif said.pacific and date and int(date.split()[-1]) < FIRST_PACIFIC_BOMBERS:
        text = f"American Pacific strategic bombers are not produced before {FIRST_PACIFIC_BOMBERS}; it is {date} (17.75B)"
        problems.add(place_of(said, "pacific"), f"{said.id}: {text}")


@rule("17.72A", "17.72B", "17.72C", "17.72D", "17.82A", "17.82B", "17.82C", "17.82D", "17.7", "17.8", "18.31F")
def strategic_unit(said: Any, side: str, research: Research, theater: str) -> Unit:
    drm = air_nationality_drm(
        said.nation,
        said.type,
        elite=False,
        impaired=0,
        research=research.air_nationality,
        pacific=bool(said.pacific),
    )
    reach = range_of(said.type, theater, research.air_range)
    air_type = AirType(said.nation, said.type, drm)
    inverted = min(said.inverted, said.count)
    return Unit(said.id, side, air_type, reach, said.front, said.count - inverted, inverted, said.count)


@rule("17.71")
def check_fronts(document: Section, problems: Problems) -> None:
    """A base is on one front."""
    seen: dict[str, str] = {}
    for front, bases in (document["fronts"] or {}).items():
        for base, mark in zip(bases, bases.marks, strict=True):
            if base in seen:
                problems.add(mark, f"{base} is on the {seen[base]} front already; expected each base on one front (17.71)")
            seen.setdefault(base, front)


@rule("18.57", "18.41")
def check_raids(document: Section, turn: Turn, problems: Problems) -> None:
    """Every raid is of one nationality, in range and within its limits, and no unit flies twice."""
    promised = sent_into_battle(document, turn)
    earlier: list[BombingRaid] = []
    for said in document["bombing"]:
        raid = BombingRaid(said.id, known(turn, said.bombers), known(turn, said.escort))
        blame(problems, said, raid_faults(turn, said, raid, promised, earlier))
        earlier.append(raid)


@rule("18.57", "18.41")
def raid_faults(
    turn: Turn, said: TargetOfRaid, raid: BombingRaid, promised: dict[str, int], earlier: list[BombingRaid]
) -> Iterator[Fault]:
    """What is wrong with a raid: its target, the units that fly in it, or its forces together."""
    target = turn.setting.strategy.targets[said.id]
    if refused := target_refused(turn, target):
        yield Fault("box" if target.box else "id", refused)
    elif any(one.target == target.id for one in earlier):
        yield Fault("id", announced_already(target))
    if target.front in target.passes:
        yield Fault(f"passes.{target.front}", f"{target.name} itself is on the {target.front} front; expected other fronts here")
    for field, role in (("bombers", "bomb"), ("escort", "escort")):
        may_raid = partial(raid_refused, None, turn, target, role=role)
        yield from flier_faults(turn, getattr(said, field) or {}, promised, may_raid, field)
    yield from flier_faults(turn, said.defense or {}, promised, partial(opposition_refused, None, turn, target), "defense")
    if raid.bombers is not None or raid.escort is not None:
        for fault in faults(turn, raid.bombers or (), raid.escort, earlier):
            yield Fault("bombers" if raid.bombers is not None else "escort", fault)


def known(turn: Turn, said: Mapping[str, int] | None) -> Sent | None:
    """The numbers of the units that are known; None if the file names no force."""
    return None if said is None else tuple((unit_id, number) for unit_id, number in said.items() if turn.find(unit_id))


@rule("18.49A", "18.49B")
def box_refused(setting: Setting, target: Target) -> str | None:
    """Why a box cannot be bombed: only the Axis and Japan bomb boxes, and US boxes with three air range results."""
    if not target.box:
        return None
    able = [nation for nation in BOMBED_BOXES[target.box] if setting.alliances.side(nation) == setting.attacker]
    if not able:
        who = " or ".join(", ".join(BOMBED_BOXES[target.box]).rsplit(", ", 1))
        return f"{setting.attacker} may not bomb the {target.box} box; expected {who} (18.49)"
    results = max(setting.research_of(nation).air_range for nation in able)
    few = target.box.endswith("-us") and results < 3
    return f"bombing the {target.box} box needs three air range results; {setting.attacker} has {results} (18.49)" if few else None


@rule("17.71", "17.81")
def check_redeployment(document: Section, turn: Turn, problems: Problems) -> None:
    """Only the attacker redeploys, to another front."""
    moves: Section = document["strategic-redeployment"] or Section(document.mark)
    for unit in turn.strategic:
        if unit.id in moves and (refused := move_refused(turn, unit, moves[unit.id])):
            problems.add(moves.at(unit.id), refused)


CHAPTER = Chapter(
    fields=FIELDS,
    read=read_bombing,
    rolls={"attacker.bombs": "bomb damage"},
    steps=(*STEPS, *strategic_raid.STEPS),
)


# tables


def sheets(state: object, turn: Turn) -> list[Sheet]:
    """Both sides, if a raid is over its target."""
    return [combat_sheet(state.target, state.attackers, state.defenders)] if isinstance(state, Raid) else []


def box_sheets(turn: Turn) -> list[Sheet]:
    """The strategic bombers and interceptors, if there are any."""
    boxes = tuple(unit_row(unit, unit.home) for unit in turn.strategic if unit.number + unit.flying)
    return [Sheet("Strategic warfare", ("side", "unit", "type", "front", *STATUS), boxes)] if boxes else []
