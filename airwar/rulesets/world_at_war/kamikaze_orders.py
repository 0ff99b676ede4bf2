"""Kamikazes in a scenario (17.4), and what Japan does with them in its construction phase (17.43, 17.44)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from airwar.engine.frozen import replace
from airwar.engine.moves import Move, Return, then
from airwar.engine.referee import Note, Referee, Sheet
from airwar.engine.rule import rule
from airwar.engine.words import count
from airwar.rulesets.kit import Book, Fault, Places, grid_of, hex_of, place_of, shape_of, title_of, verb
from airwar.rulesets.world_at_war import kamikazes
from airwar.rulesets.world_at_war.kamikazes import MOST, cover_refused, fleet_of, free_over, group_faults
from airwar.rulesets.world_at_war.ordering import Chapter, blame, label_of
from airwar.rulesets.world_at_war.setting import (
    FORCE,
    MOMENTS,
    Carrier,
    CombatGroup,
    Fleet,
    KamikazeEntry,
    Kamikazes,
    Program,
)
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.taking_off import sent_into_battle
from airwar.rulesets.world_at_war.training import training_rate
from airwar.rulesets.world_at_war.units import Unit, air_nationality_drm, range_of
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, Section

WORTH = {"nas": 1, "aaf": 3}  # kamikazes for a naval squadron and for an army factor
UNBUILT = {"unbuilt-nas": "nas", "unbuilt-aaf": "aaf"}


@rule("17.43A", "17.43")
def first_pool(training_rate: int) -> int:
    """The first kamikaze pool: twice the naval air training rate."""
    return 2 * training_rate


@rule("17.43B", "17.43C")
def grown_pool(limit: int, training_rate: int) -> int:
    """The pool after all kamikazes were used: it grows by twice the current rate."""
    return limit + 2 * training_rate


@rule("17.41")
def invoke_kamikazes(ref: Referee, turn: Turn) -> Move[Turn]:
    """Japan may invoke the kamikaze rule in any of its construction phases; the pool grows when all kamikazes have been used."""
    ref.enter("construction", "Kamikazes in the construction phase")
    program, pool = the_program(turn), turn.kamikazes
    if pool.limit:
        return then(convert_to_kamikazes, replace(turn, kamikazes=growing(ref, pool, program.rate)))
    invoked = program.invoke
    if invoked is None:
        options, pays = {"wait": "not yet", "invoke": "invoke the kamikaze rule"}, partial(kamikazes.invoke, turn, program)
        invoked = ref.choose("japan.invoke", options, by="japan", about=pays) == "invoke"
    if not invoked:
        ref.tell(Note, "Japan does not invoke the kamikaze rule")
        return Return(turn.with_result("construction", "no kamikazes"))
    pool = pool._replace(limit=first_pool(program.rate))
    rate = program.rate
    ref.tell(Note, f"Japan invokes the kamikaze rule: {pool.limit} may be created, twice the training rate of {rate}")
    return then(convert_to_kamikazes, elite_become_regular(ref, replace(turn, kamikazes=pool)))


def the_program(turn: Turn) -> Program:
    assert turn.setting.program is not None
    return turn.setting.program


@rule("17.43B", "17.43C", "17.47H")
def growing(ref: Referee, pool: Kamikazes, training_rate: int) -> Kamikazes:
    """When all kamikazes have attacked ships, the pool grows, and with it the attack modifier."""
    if not pool.all_used:
        ref.tell(Note, "not all kamikazes have been used; the pool does not grow")
        return pool
    grown = grown_pool(pool.limit, training_rate)
    grown_to = pool._replace(limit=grown, expansions=pool.expansions + 1, all_used=False)
    ref.tell(Note, f"the pool grows from {pool.limit} to {grown}; kamikazes attack with +{grown_to.expansions} from now on")
    return grown_to


@rule("17.42", "17.352A")
def elite_become_regular(ref: Referee, turn: Turn) -> Turn:
    """The remaining elite squadrons become regular; their counters are used for kamikazes."""
    changed = []
    for unit in turn.units:
        if unit.air_type.elite:
            ref.tell(Note, f"{unit.id}: {unit.air_type.counted(unit.number)} {verb(unit.number, 'become')} regular")
            changed.append(unit._replace(air_type=unit.air_type._replace(elite=False, drm=unit.air_type.drm - 1)))
    return turn.with_units(changed)


@rule("17.44A", "17.43A", "17.44")
def convert_to_kamikazes(ref: Referee, turn: Turn) -> Move[Turn]:
    """A naval squadron becomes one kamikaze, an army factor three, permanently; built units become built kamikazes."""
    pool, program = turn.kamikazes, the_program(turn)
    items, refuse = convertible(turn), partial(pool_refused, turn, pool.limit)
    ordered = program.convert
    if ordered is None:
        labels = {name: convertible_label(turn, name) for name in items}
        room, pays = pool.limit > pool.created, partial(kamikazes.convert, turn)
        chosen = (
            ref.allot(
                "japan.convert",
                items,
                by="japan",
                default={},
                labels=labels,
                refuse=refuse,
                about=pays,
                why_not=partial(not_convertible, turn),
            )
            if room
            else {}
        )
    elif refuse(ordered) or any(number > items.get(name, 0) for name, number in ordered.items()):
        ref.tell(Note, refuse(ordered) or "the units to be converted are no longer there")
        chosen = {}
    else:
        chosen = dict(ordered)
    return then(build_kamikazes, converted(ref, turn, chosen))


def convertible(turn: Turn) -> dict[str, int]:
    """Japan's naval and army air, on the map and in the pool."""
    built = {unit.id: unit.number for unit in turn.units if unit.air_type.nation == "japan" and unit.type in WORTH and unit.number}
    return built | {name: number for name, number in the_program(turn).unbuilt.items() if number}


def not_convertible(turn: Turn, name: str) -> str:
    """Why something else than those does not become kamikazes."""
    return f"{name!r} is not Japanese naval or army air; Japan has {', '.join(convertible(turn)) or 'nothing'} (17.44A)"


def convertible_label(turn: Turn, name: str) -> str:
    """A unit that may be converted, or those of a type that are not built."""
    return f"unbuilt Japanese {UNBUILT[name].upper()}" if name in UNBUILT else f"{name}: {label_of(turn, turn.unit(name))}"


def worth(turn: Turn, name: str) -> int:
    """How many kamikazes one of these units becomes."""
    return WORTH[UNBUILT.get(name) or turn.unit(name).type]


@rule("17.44A")
def converted(ref: Referee, turn: Turn, chosen: Mapping[str, int]) -> Turn:
    """The chosen units become kamikazes, and leave the map or the pool."""
    used = tuple((name, chosen[name]) for name in UNBUILT if chosen.get(name))
    pool = turn.kamikazes._replace(used=used)
    units = []
    for name, number in chosen.items():
        if not number:
            continue
        made = number * worth(turn, name)
        built = name not in UNBUILT
        kind = "built" if built else "unbuilt"
        pool = pool._replace(created=pool.created + made, built=pool.built + made * built)
        ref.tell(Note, f"{number} of {name} {verb(number, 'become')} {count(made, f'{kind} kamikaze')}")
        if built:
            unit = turn.unit(name)
            units.append(without(unit, number))
            pool = pool._replace(converted=pool.converted + number * (unit.type == "nas"))
    return replace(turn.with_units(units), kamikazes=pool)


def without(unit: Unit, number: int) -> Unit:
    """What is left of a unit when this many leave it, inverted ones first."""
    return unit.less(unit.inverted_first(number))


@rule("17.44B", "17.44C")
def build_kamikazes(ref: Referee, turn: Turn) -> Move[Turn]:
    """New and eliminated kamikazes are built for one BRP each, regardless of the training rate."""
    pool, program = turn.kamikazes, the_program(turn)
    most = pool.unbuilt if program.brps is None else min(pool.unbuilt, program.brps)
    number = program.build
    if number is None:
        items, pays = {"kamikazes": most}, partial(kamikazes.build, turn, most)
        number = ref.allot("japan.build", items, by="japan", default=items, about=pays)["kamikazes"]
    number = min(number, most)
    after = pool._replace(built=pool.built + number)
    ref.tell(accounts, turn, after, number)
    result = f"{after.built} of {count(after.created, 'kamikaze')} built, pool {after.limit}"
    return Return(replace(turn, kamikazes=after).with_result("construction", result))


def accounts(turn: Turn, after: Kamikazes, number: int) -> Sheet:
    """How the numbers of the construction phase are worked out."""
    rows = (
        ("naval air training rate", str(the_program(turn).rate), "17.353"),
        ("size of the pool", str(after.limit), "17.43"),
        ("created so far", str(after.created), "17.44A"),
        ("built this phase", str(number), "17.44B"),
        ("BRPs for them", str(number), "17.44C"),
        ("ready to attack", str(after.built), ""),
        ("still to be built", str(after.unbuilt), ""),
        ("attack modifier from growth", f"+{after.expansions}", "17.47H"),
    )
    return Sheet("Kamikaze force pool", ("what", "number", "rule"), rows)


STEPS = (invoke_kamikazes, convert_to_kamikazes, build_kamikazes)


# the attacked force


def fleet_said(document: Section, said: Fleet, turn: Turn, side: str) -> Fleet:
    """The force that is attacked, with what follows for it from the rest of the scenario."""
    groups = {
        name: replace(
            group,
            name=group.name or title_of(name),
            naval_drm=said.naval_drm if group.naval_drm is None else group.naval_drm,
        )
        for name, group in said.groups.items()
    }
    research = turn.setting.research_of("japan").air_nationality
    return replace(
        said,
        groups=Book(groups),
        side=next((name for name in document["sides"] if name != side), ""),
        air_drm=air_nationality_drm("japan", "kamikaze", elite=False, impaired=0, research=research),
    )


def check_attack(document: Section, said: Fleet, turn: Turn, side: str, problems: Problems) -> None:
    """The attack is in range, at the right time, against groups that may be attacked, and within its limits."""
    blame(problems, said, (*moment_faults(said), *range_faults(said, turn, side), *strike_faults(said, turn)))
    ships: set[str] = set()
    promised: dict[str, int] = {}
    missions = sent_into_battle(document, turn)
    for group in said.groups.values():
        blame(problems, group, (*ship_faults(group, turn, ships), *air_faults(group, turn, promised, missions)))


@rule("18.41", "18.42B")
def air_faults(group: CombatGroup, turn: Turn, promised: dict[str, int], missions: Mapping[str, int]) -> Iterator[Fault]:
    """No squadron flies over two groups, and whoever flies cover flies no mission in the turn."""
    over = [(one, unit_id, number) for one in ("patrol", "cover") for unit_id, number in group.squadrons(one).items()]
    for task, unit_id, number in over:
        unit, field = turn.find(unit_id), f"{task}.{unit_id}"
        free, before = free_over(unit, task) if unit else 0, missions.get(unit_id, 0) if task == "cover" else 0
        promised[unit_id] = promised.get(unit_id, 0) + number
        has, all_over = f"{unit_id} has {free} uninverted", promised[unit_id]
        if unit and (refused := cover_refused(None, turn, fleet_of(turn), unit, task)):
            yield Fault(field, refused)
        elif unit and number > free:
            yield Fault(field, f"{has}; {number} fly over the group", "18.41")
        if all_over > free >= number:
            yield Fault(field, f"{has}; {all_over} fly over the groups", "18.41")
        elif before and all_over + before > free:
            yield Fault(field, f"{has}; {all_over} fly cover and {before} missions", "18.42B")


@rule("17.47C", "17.47D", "17.47A")
def moment_faults(said: Fleet) -> Iterator[Fault]:
    """All kamikazes of a turn attack at the same time; in naval combat in the first round, against six groups at most."""
    if said.earlier:
        yield Fault("earlier", "kamikazes have already attacked in this turn; all attack at the same time", "17.47D")
    if said.round > 1:
        yield Fault("round", f"round {said.round} of naval combat; kamikazes attack in the first only", "17.47C")
    if said.naval_combat and len(said.groups) > 6:
        text = f"{len(said.groups)} combat groups in naval combat; expected at most six, more only outside it"
        yield Fault("groups", text, "17.47A")


@rule("17.462", "18.31C")
def range_faults(said: Fleet, turn: Turn, side: str) -> Iterator[Fault]:
    """The force is within four hexes of an air base in Japan, even a full one."""
    reach = range_of("kamikaze", turn.setting.theater)
    home = [base for base in turn.bases if base.side == side and (base.nation == "japan" or base.id in said.distances)]
    known = [hexes for base in home if base.takes_air_units and (hexes := turn.distance(FORCE, base.id)) is not None]
    if not known:
        yield Fault("distances", "no distance from an air base in Japan to the force is given; add one", "17.462")
    elif min(known) > reach:
        yield Fault("distances", f"the force is {min(known)} hexes from Japan; kamikazes have a range of {reach}", "17.462")


@rule("17.47D")
def strike_faults(said: Fleet, turn: Turn) -> Iterator[Fault]:
    """At most 15 attack a group, and no more than there are; a second wave only attacks a single group."""
    strikes: Mapping[str, int] = said.strikes or {}
    for name, number in strikes.items():
        if number > MOST:
            yield Fault(f"strikes.{name}", f"{number} kamikazes against {name}; at most {MOST} attack one combat group", "17.47D")
        yield from group_faults(said, name)
    second = said.second_wave or 0
    if second and len(said.groups) > 1:
        text = f"a second wave against {len(said.groups)} combat groups; expected a single one"
        yield Fault("second-wave", text, "17.47D")
    if second > MOST:
        text = f"{second} kamikazes in the second wave; at most {MOST} attack one combat group"
        yield Fault("second-wave", text, "17.47D")
    total, built = sum(strikes.values()) + second, turn.kamikazes.built
    if total > built:
        where = "strikes" if strikes else "second-wave"
        yield Fault(where, f"{total} kamikazes are ordered to attack, but {built} are built")


def ship_faults(group: CombatGroup, turn: Turn, ships: set[str]) -> Iterator[Fault]:
    """A group has ships, and no ship is in two groups; a carrier of the scenario has the size given there."""
    for field, ship in [(kind, ship) for kind in ("fast-carriers", "capital-ships") for ship in group.ships(kind)]:
        if ship in ships:
            yield Fault(f"{field}.{ship}", f"{ship} is listed twice among the ships")
        ships.add(ship)
        carrier = turn.find_carrier(ship)
        if carrier and carrier.size != group.size_of(ship):
            yield Fault(f"{field}.{ship}", f"{ship} has size {group.size_of(ship)} here, but {carrier.size} under carriers")
    if not group.fast_carriers and not group.capital_ships and not group.light_ships:
        yield Fault("", f"{group.id} has no ships; expected fast-carriers, capital-ships or light-ships", "17.47F")


def pairs(document: Section) -> list[tuple[str, str]]:
    """The bases whose distance to the attacked force may be needed: those that fly air cover."""
    said = getattr(document["kamikazes"], "attack", None)
    covering = {unit_id for group in (said.groups.values() if said else ()) for unit_id in group.cover}
    bases = document["bases"]
    return [(FORCE, unit.at) for unit in document["units"].values() if unit.id in covering and unit.at in bases]


def with_force(document: Section, places: Places, problems: Problems) -> Places:
    """The places of a scenario with the force that kamikazes attack: its hex, and the distances from bases."""
    said = getattr(document["kamikazes"], "attack", None)
    if not said:
        return places
    typed = {(FORCE, base): hexes for base, hexes in said.distances.items()}
    hex_ = hex_of(said.hex, place_of(said, "hex"), grid_of(document["grid"]), problems)
    return replace(
        places,
        names={**places.names, FORCE: "the attacked force"},
        distances={**places.distances, **typed},
        hexes={**places.hexes, **({FORCE: hex_} if hex_ else {})},
    )


# in a scenario


@rule("17.42", "17.461")
def read_kamikazes(document: Section, turn: Turn, problems: Problems) -> Turn:
    """Kamikazes are off the map; their attack and their construction wait."""
    said = document["kamikazes"]
    if said is None:
        return turn
    side = next((name for name, nations in document["sides"].items() if "japan" in nations), None)
    if side is None:
        problems.add(document.at("kamikazes"), "kamikazes are Japanese; expected japan on one of the sides (17.42)")
        return turn
    limit = said.pool if said.pool is not None else said.built + said.unbuilt
    built = said.built
    pool = Kamikazes(limit, built + said.unbuilt, built, said.expansions, said.all_used, had=built, side=side)
    blame(problems, said, pool_faults(pool))
    turn = replace(turn, kamikazes=pool)
    if said.attack:
        fleet = fleet_said(document, said.attack, turn, side)
        turn = turn.with_setting(replace(turn.setting, fleet=fleet, carriers=in_one_force(turn, fleet)))
        turn = turn.with_agenda(*(MOMENTS.values() if turn.setting.orders_asked else (fleet.moment,)))
        check_attack(document, said.attack, turn, side, problems)
    if said.construction:
        program = program_of(said.construction, turn, problems)
        turn = turn.with_setting(replace(turn.setting, program=program))
        turn = turn.with_agenda(*["construction.kamikazes"] * (turn.setting.attacker == side))
        blame(problems, said.construction, construction_faults(said.construction, said, turn, side))
    return turn


@rule("17.3124")
def in_one_force(turn: Turn, fleet: Fleet) -> dict[str, Carrier]:
    """The carriers that kamikazes attack belong to one naval force, even if the scenario does not name it."""
    carriers = turn.setting.carriers.items()
    return {name: replace(one, force=one.force or FORCE) if fleet.has(name) else one for name, one in carriers}


@rule("17.43")
def pool_faults(pool: Kamikazes) -> Iterator[Fault]:
    """There are never more kamikazes than the pool allows, and it grows only when all have been used."""
    if pool.created > pool.limit:
        yield Fault("pool", f"{pool.created} kamikazes in a pool of {pool.limit}; expected no more than the pool", "17.43")
    if pool.all_used and pool.built:
        text = f"{pool.built} kamikazes are built and have not attacked; they are not all used"
        yield Fault("all-used", text, "17.43B")


@rule("17.43A", "17.353")
def program_of(said: Program, turn: Turn, problems: Problems) -> Program:
    """What Japan constructs, by its naval air training rate."""
    rate = said.training_rate
    trained = training_rate("japan", turn.setting.school) if "japan" in turn.setting.school.nations else None
    if rate is None and trained is None:
        problems.add(place_of(said), "key 'training-rate' is missing; expected it here, or japan under naval-air-training (17.43A)")
    if rate is not None and trained is not None and rate != trained:
        text = f"a training rate of {rate}; by naval-air-training it is {trained} (17.353)"
        problems.add(place_of(said, "training-rate"), text)
    return replace(said, rate=rate if rate is not None else trained or 0)


@rule("17.41", "17.44B")
def construction_faults(said: Program, pool_said: KamikazeEntry, turn: Turn, side: str) -> Iterator[Fault]:
    """In Japan's own turn only, and within what it can pay."""
    ordered = any(order is not None for order in (said.invoke, said.convert, said.build))
    if turn.setting.attacker != side and (ordered or not turn.setting.whole_turn):
        yield Fault("", f"it is the turn of {turn.setting.attacker}; Japan constructs in its own", "17.41")
    if said.invoke and turn.kamikazes.limit:
        yield Fault("invoke", "there are kamikazes already; the rule is invoked once", "17.41")
    if said.brps is not None and (said.build or 0) > said.brps:
        yield Fault("build", f"{said.build} kamikazes cost {said.build} BRPs; there are {said.brps}", "17.44C")
    if said.convert:
        yield from conversion_faults(said, turn, greatest_pool(pool_said, turn, the_program(turn)))


@rule("17.43A", "17.43B")
def greatest_pool(pool_said: KamikazeEntry, turn: Turn, program: Program) -> int:
    """The largest size of the pool in this construction phase; the attack of this turn may use up all kamikazes."""
    pool = turn.kamikazes
    if not pool.limit:
        return first_pool(program.rate)
    used_now = bool(pool_said.attack) and pool.built > 0
    return grown_pool(pool.limit, program.rate) if pool.all_used or used_now else pool.limit


@rule("17.44A", "17.43")
def conversion_faults(said: Program, turn: Turn, limit: int) -> Iterator[Fault]:
    """Only units that exist are converted, up to the size of the pool."""
    there, sound = convertible(turn), {}
    for name, number in (said.convert or {}).items():
        if name not in there:
            yield Fault(f"convert.{name}", not_convertible(turn, name))
        elif number > there[name]:
            text = f"{number} of {name} are ordered to become kamikazes, but there are {there[name]}"
            yield Fault(f"convert.{name}", text, "17.44A")
        else:
            sound[name] = number
    if not turn.kamikazes.limit and said.invoke is False:
        yield Fault("convert", "units are converted only if the kamikaze rule is invoked; expected invoke: true", "17.41")
    elif full := pool_refused(turn, limit, sound):
        yield Fault("convert", full)


@rule("17.43")
def pool_refused(turn: Turn, limit: int, chosen: Mapping[str, int]) -> str | None:
    """Why these cannot all become kamikazes, or None: the pool is too small."""
    more = sum(worth(turn, name) * number for name, number in chosen.items())
    created = turn.kamikazes.created + more
    return f"{more} more make {created} kamikazes; the pool is {limit} (17.43)" if created > limit else None


CHAPTER = Chapter(
    fields={"kamikazes": Field(shape_of(KamikazeEntry), help="Japan's kamikazes, their attack and their construction")},
    read=read_kamikazes,
    rolls={
        "fleet.fire": "air combat over the fleet",
        "ships.air-defense": "the air defense of the ships",
        "kamikazes.targets": "which ships the kamikazes aim at",
        "attack.*": "an attack on a ship",
    },
    steps=(*kamikazes.STEPS, *STEPS),
)
