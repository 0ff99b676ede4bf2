"""Kamikazes in a scenario (17.4), and what Japan does with them in its construction phase (17.43, 17.44)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from airwar.engine.frozen import replace
from airwar.engine.moves import Move, Return, then
from airwar.engine.referee import Note, Referee, Sheet
from airwar.engine.rule import rule
from airwar.engine.words import count
from airwar.rulesets.kit.places import HEX_FIELD, Places, grid_of, hex_of
from airwar.rulesets.kit.telling import title_of, verb
from airwar.rulesets.world_at_war import kamikazes
from airwar.rulesets.world_at_war.kamikazes import MOST, cover_refused, free_over
from airwar.rulesets.world_at_war.ordering import Part, label_of
from airwar.rulesets.world_at_war.setting import FORCE, MOMENTS, Carrier, CombatGroup, Fleet, Kamikazes, Program, research_of
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.taking_off import sent_into_battle
from airwar.rulesets.world_at_war.training import training_rate
from airwar.rulesets.world_at_war.units import Unit, air_nationality_drm, range_of
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, Flag, Id, MapOf, OneOf, Record, Ref, Section, Text, Whole

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
        return then(convert_to_kamikazes, replace(turn, kamikazes=growing(ref, pool, program.training_rate)))
    invoked = program.invoke
    if invoked is None:
        options, pays = {"wait": "not yet", "invoke": "invoke the kamikaze rule"}, partial(kamikazes.invoke, turn, program)
        invoked = ref.choose("japan.invoke", options, by="japan", about=pays) == "invoke"
    if not invoked:
        ref.tell(Note, "Japan does not invoke the kamikaze rule")
        return Return(turn.with_result("construction", "no kamikazes"))
    pool = pool._replace(limit=first_pool(program.training_rate))
    rate = program.training_rate
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
    items = convertible(turn)

    def refuse(answer: Mapping[str, int]) -> str | None:
        created = sum(worth(turn, name) * number for name, number in answer.items())
        if pool.created + created <= pool.limit:
            return None
        return f"{created} more make {pool.created + created} kamikazes; the pool is {pool.limit} (17.43)"

    ordered = program.convert
    if ordered is None:
        labels = {name: convertible_label(turn, name) for name in items}
        room, pays = pool.limit > pool.created, partial(kamikazes.convert, turn)
        chosen = ref.allot("japan.convert", items, by="japan", default={}, labels=labels, refuse=refuse, about=pays) if room else {}
    elif refuse(ordered) or any(number > items.get(name, 0) for name, number in ordered.items()):
        ref.tell(Note, refuse(ordered) or "the units to be converted are no longer there")
        chosen = {}
    else:
        chosen = dict(ordered)
    return then(build_kamikazes, converted(ref, turn, chosen))


def convertible(turn: Turn) -> dict[str, int]:
    """Japan's naval and army air, on the map and in the pool."""
    built = {unit.id: unit.number for unit in turn.units if unit.air_type.nation == "japan" and unit.type in WORTH and unit.number}
    program = the_program(turn)
    return built | {name: program.unbuilt.get(kind, 0) for name, kind in UNBUILT.items() if program.unbuilt.get(kind)}


def convertible_label(turn: Turn, name: str) -> str:
    """A unit that may be converted, or those of a type that are not built."""
    return f"unbuilt Japanese {UNBUILT[name].upper()}" if name in UNBUILT else f"{name}: {label_of(turn, turn.unit(name))}"


def worth(turn: Turn, name: str) -> int:
    """How many kamikazes one of these units becomes."""
    return WORTH[UNBUILT.get(name) or turn.unit(name).type]


@rule("17.44A")
def converted(ref: Referee, turn: Turn, chosen: Mapping[str, int]) -> Turn:
    """The chosen units leave the map or the pool as kamikazes."""
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
        ("naval air training rate", str(the_program(turn).training_rate), "17.353"),
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


SHIPS = MapOf(Id(), Whole(1, 9))
SQUADRONS = MapOf(Ref("units"), Whole(1, 60))
GROUP = Record(
    {
        "name": Field(Text(max_length=60), help="how it is shown; the id if left out"),
        "fast-carriers": Field(SHIPS, help="each with its size"),
        "capital-ships": Field(SHIPS, help="other named ships, each with its size"),
        "light-ships": Field(Flag(), default=False, help="whether there are any; they are one target"),
        "air-defense": Field(Whole(0, 10), required=True, help="the air defense level of its ships"),
        "naval-drm": Field(Whole(-9, 9), help="its own Naval Nationality DRM, where it differs from the force's"),
        "patrol": Field(SQUADRONS, help="naval squadrons on combat air patrol over it"),
        "cover": Field(SQUADRONS, help="squadrons from land that fly air cover over it"),
        "found": Field(Flag(), default=True, help="found by search, in naval combat"),
        "struck": Field(Flag(), default=False, help="attacked by other Japanese air in this combat round"),
    }
)
ATTACK = Record(
    {
        "hex": HEX_FIELD,
        "distances": Field(MapOf(Ref("bases"), Whole(0, 99)), help="hexes from air bases in Japan, and from bases that fly cover"),
        "naval-combat": Field(Flag(), default=False, help="the force is in naval combat"),
        "round": Field(Whole(1, 9), default=1, help="the round of naval combat"),
        "in-port": Field(Flag(), default=False, help="the force lies in port"),
        "surprised": Field(Flag(), default=False, help="surprise denies combat air patrol its modifier"),
        "naval-drm": Field(Whole(-9, 9), required=True, help="the Naval Nationality DRM of the force"),
        "earlier": Field(Flag(), default=False, help="kamikazes have attacked in this turn already"),
        "groups": Field(MapOf(Id(), GROUP, 1, 20, declares="groups"), required=True, help="the combat groups of the force"),
        "strikes": Field(MapOf(Ref("groups"), Whole(1, 200)), help="kamikazes against each group; asked if left out"),
        "phase": Field(
            OneOf(tuple(MOMENTS)),
            default="combat",
            help="when they attack: in the movement phase, before the ground attacks of the combat phase, or after them",
        ),
        "second-wave": Field(Whole(0, 200), help="against a single group; asked if left out"),
    }
)


def fleet_of(document: Section, said: Section, side: str) -> Fleet:
    """The force that is attacked."""
    groups = {
        name: CombatGroup(
            name,
            group["name"] or title_of(name),
            dict(group["fast-carriers"] or {}),
            dict(group["capital-ships"] or {}),
            group["light-ships"],
            group["air-defense"],
            said["naval-drm"] if group["naval-drm"] is None else group["naval-drm"],
            dict(group["patrol"] or {}),
            dict(group["cover"] or {}),
        )
        for name, group in said["groups"].items()
    }
    found = tuple(name for name, group in said["groups"].items() if group["found"] or not said["naval-combat"])
    research = research_of(document, "japan").get("air-nationality", 0)
    return Fleet(
        side=next((name for name in document["sides"] if name != side), ""),
        groups=groups,
        found=found,
        open_to_attack=tuple(name for name in found if not said["groups"][name]["struck"]),
        at_sea=not said["in-port"],
        surprised=said["surprised"],
        air_drm=air_nationality_drm("japan", "kamikaze", elite=False, impaired=0, research=research),
        strikes=None if said["strikes"] is None else tuple(said["strikes"].items()),
        second_wave=said["second-wave"],
        moment=MOMENTS[said["phase"]],
    )


def check_attack(document: Section, said: Section, turn: Turn, side: str, problems: Problems) -> None:
    """The attack is in range, at the right time, against groups that may be attacked, and within its limits."""
    fleet = turn.setting.fleet
    assert fleet is not None
    check_moment(said, problems)
    check_range(said, turn, side, problems)
    check_strikes(said, turn, problems)
    ships: set[str] = set()
    for name, group in said["groups"].items():
        check_ships(said, name, group, turn, ships, problems)
        for task in ("patrol", "cover"):
            for unit_id, number in (group[task] or {}).items():
                unit = next((unit for unit in turn.units if unit.id == unit_id), None)
                reason = unit and (cover_refused(None, turn, fleet, unit, task) or too_many(unit, task, number))
                if reason:
                    problems.add(group[task].at(unit_id), reason)
    check_promised(document, said, turn, problems)


@rule("18.41", "18.42B")
def check_promised(document: Section, said: Section, turn: Turn, problems: Problems) -> None:
    """No squadron flies over two groups, and whoever flies cover flies no mission in the turn."""
    promised: dict[str, int] = {}
    missions = sent_into_battle(document, turn)
    for group in said["groups"].values():
        for task in ("patrol", "cover"):
            for unit_id, number in (group[task] or {}).items():
                unit = turn.find(unit_id)
                free = free_over(unit, task) if unit else 0
                before = missions.get(unit_id, 0) if task == "cover" else 0
                promised[unit_id] = promised.get(unit_id, 0) + number
                if promised[unit_id] > free >= number:
                    text = f"{unit_id} has {free} uninverted; {promised[unit_id]} fly over the groups (18.41)"
                    problems.add(group[task].at(unit_id), text)
                elif before and promised[unit_id] + before > free:
                    text = f"{unit_id} has {free} uninverted; {promised[unit_id]} fly cover and {before} missions (18.42B)"
                    problems.add(group[task].at(unit_id), text)


@rule("17.47C", "17.47D", "17.47A")
def check_moment(said: Section, problems: Problems) -> None:
    """All kamikazes of a turn attack at the same time; in naval combat in the first round, against six groups at most."""
    if said["earlier"]:
        problems.add(said.at("earlier"), "kamikazes have already attacked in this turn; all attack at the same time (17.47D)")
    if said["round"] > 1:
        problems.add(said.at("round"), f"round {said['round']} of naval combat; kamikazes attack in the first only (17.47C)")
    if said["naval-combat"] and len(said["groups"]) > 6:
        text = f"{len(said['groups'])} combat groups in naval combat; expected at most six, more only outside it (17.47A)"
        problems.add(said.at("groups"), text)


@rule("17.462", "18.31C")
def check_range(said: Section, turn: Turn, side: str, problems: Problems) -> None:
    """The force is within four hexes of an air base in Japan, even a full one."""
    reach = range_of("kamikaze", turn.setting.theater)
    listed = said["distances"] or {}
    home = [base for base in turn.bases if base.side == side and (base.nation == "japan" or base.id in listed)]
    known = [hexes for base in home if base.takes_air_units and (hexes := turn.distance(FORCE, base.id)) is not None]
    if not known:
        problems.add(said.at("distances"), "no distance from an air base in Japan to the force is given; add one (17.462)")
    elif min(known) > reach:
        text = f"the force is {min(known)} hexes from Japan; kamikazes have a range of {reach} (17.462)"
        problems.add(said.at("distances"), text)


@rule("17.47B", "17.47C", "17.47D")
def check_strikes(said: Section, turn: Turn, problems: Problems) -> None:
    """At most 15 against a found group that no other Japanese air attacks; a second wave only against a single group."""
    strikes: Section = said["strikes"] if said["strikes"] is not None else Section(said.mark)
    for name, number in strikes.items():
        group = said["groups"].get(name)
        if number > MOST:
            problems.add(strikes.at(name), f"{number} kamikazes against {name}; at most {MOST} attack one combat group (17.47D)")
        if group and said["naval-combat"] and not group["found"]:
            problems.add(strikes.at(name), f"{name} is not found; kamikazes attack found combat groups only (17.47B)")
        if group and group["struck"]:
            text = f"{name} is attacked by other Japanese air in this round; kamikazes attack alone (17.47C)"
            problems.add(strikes.at(name), text)
    second = said["second-wave"] or 0
    if second and len(said["groups"]) > 1:
        text = f"a second wave against {len(said['groups'])} combat groups; expected a single one (17.47D)"
        problems.add(said.at("second-wave"), text)
    if second > MOST:
        text = f"{second} kamikazes in the second wave; at most {MOST} attack one combat group (17.47D)"
        problems.add(said.at("second-wave"), text)
    total = sum(strikes.values()) + second
    if total > turn.kamikazes.built:
        where = said.at("strikes") if strikes else said.at("second-wave")
        problems.add(where, f"{total} kamikazes are ordered to attack, but {turn.kamikazes.built} are built")


def check_ships(said: Section, name: str, group: Section, turn: Turn, ships: set[str], problems: Problems) -> None:
    """A group has ships, and no ship is in two groups; a carrier of the scenario has the size given there."""
    for kind in ("fast-carriers", "capital-ships"):
        for ship in group[kind] or ():
            if ship in ships:
                problems.add(group[kind].at(ship), f"{ship} is listed twice among the ships")
            ships.add(ship)
            carrier = turn.find_carrier(ship)
            if carrier and carrier.size != group[kind][ship]:
                problems.add(group[kind].at(ship), f"{ship} has size {group[kind][ship]} here, but {carrier.size} under carriers")
    if not group["fast-carriers"] and not group["capital-ships"] and not group["light-ships"]:
        problems.add(said["groups"].at(name), f"{name} has no ships; expected fast-carriers, capital-ships or light-ships (17.47F)")


def too_many(unit: Unit, task: str, number: int) -> str | None:
    """Why so many of a unit may not fly over a group."""
    free = free_over(unit, task)
    return f"{unit.id} has {free} uninverted; {number} fly over the group (18.41)" if number > free else None


def pairs(document: Section) -> list[tuple[str, str]]:
    """The bases whose distance to the attacked force may be needed: those that fly air cover."""
    said = (document["kamikazes"] or {}).get("attack")
    covering = {unit_id for group in (said["groups"].values() if said else ()) for unit_id in group["cover"] or ()}
    bases = document["bases"]
    return [(FORCE, unit.at) for unit in document["units"].values() if unit.id in covering and unit.at in bases]


def with_force(document: Section, places: Places, problems: Problems) -> Places:
    """The places of a scenario with the force that kamikazes attack: its hex, and the distances from bases."""
    said = (document["kamikazes"] or {}).get("attack")
    if not said:
        return places
    typed = {(FORCE, base): hexes for base, hexes in (said["distances"] or {}).items()}
    hex_ = hex_of(said, grid_of(document["grid"]), problems)
    return replace(
        places,
        names={**places.names, FORCE: "the attacked force"},
        distances={**places.distances, **typed},
        hexes={**places.hexes, **({FORCE: hex_} if hex_ else {})},
    )


# what is checked of a file


CONSTRUCTION = Record(
    {
        "training-rate": Field(Whole(0, 30), help="the Japanese naval air training rate, unless naval-air-training gives it"),
        "invoke": Field(Flag(), help="whether Japan invokes the kamikaze rule; asked if left out"),
        "unbuilt-nas": Field(Whole(0, 200), default=0, help="regular naval squadrons in the pool, not built"),
        "unbuilt-aaf": Field(Whole(0, 200), default=0, help="army factors in the pool, not built"),
        "convert": Field(MapOf(Text(max_length=40), Whole(1, 200)), help="units, unbuilt-nas or unbuilt-aaf; asked if left out"),
        "build": Field(Whole(0, 200), help="kamikazes to build; asked if left out"),
        "brps": Field(Whole(0, 999), help="what Japan can spend on them; no limit if left out"),
    }
)
KAMIKAZES = Record(
    {
        "built": Field(Whole(0, 200), default=0, help="ready to attack"),
        "unbuilt": Field(Whole(0, 200), default=0, help="created and not yet built, or eliminated"),
        "pool": Field(Whole(0, 400), help="the size of the pool; built and unbuilt together if left out"),
        "expansions": Field(Whole(0, 20), default=0, help="how often the pool has grown"),
        "all-used": Field(Flag(), default=False, help="all kamikazes have attacked ships since the last construction phase"),
        "attack": Field(ATTACK, help="their attack of this turn"),
        "construction": Field(CONSTRUCTION, help="invoking, converting and building them"),
    }
)


@rule("17.42", "17.461")
def plan(document: Section, turn: Turn, problems: Problems) -> Turn:
    """Kamikazes are off the map; their attack and their construction wait."""
    said = document["kamikazes"]
    if said is None:
        return turn
    side = next((name for name, nations in document["sides"].items() if "japan" in nations), None)
    if side is None:
        problems.add(document.at("kamikazes"), "kamikazes are Japanese; expected japan on one of the sides (17.42)")
        return turn
    limit = said["pool"] if said["pool"] is not None else said["built"] + said["unbuilt"]
    built = said["built"]
    pool = Kamikazes(limit, built + said["unbuilt"], built, said["expansions"], said["all-used"], had=built, side=side)
    check_pool(said, pool, problems)
    turn = replace(turn, kamikazes=pool)
    if said["attack"]:
        fleet = fleet_of(document, said["attack"], side)
        turn = turn.with_setting(replace(turn.setting, fleet=fleet, carriers=in_one_force(turn, fleet)))
        turn = turn.with_agenda(*(MOMENTS.values() if turn.setting.orders_asked else (fleet.moment,)))
        check_attack(document, said["attack"], turn, side, problems)
    if said["construction"]:
        program = program_of(said["construction"], turn, problems)
        turn = turn.with_setting(replace(turn.setting, program=program))
        turn = turn.with_agenda(*["construction.kamikazes"] * (turn.setting.attacker == side))
        check_construction(said["construction"], said, turn, side, problems)
    return turn


@rule("17.3124")
def in_one_force(turn: Turn, fleet: Fleet) -> dict[str, Carrier]:
    """The carriers that kamikazes attack belong to one naval force, even if the scenario does not name it."""
    carriers = turn.setting.carriers.items()
    return {name: replace(one, force=one.force or FORCE) if fleet.has(name) else one for name, one in carriers}


@rule("17.43")
def check_pool(said: Section, pool: Kamikazes, problems: Problems) -> None:
    """There are never more kamikazes than the pool allows, and it grows only when all have been used."""
    if pool.created > pool.limit:
        problems.add(said.at("pool"), f"{pool.created} kamikazes in a pool of {pool.limit}; expected no more than the pool (17.43)")
    if pool.all_used and pool.built:
        problems.add(said.at("all-used"), f"{pool.built} kamikazes are built and have not attacked; they are not all used (17.43B)")


@rule("17.43A", "17.353")
def program_of(said: Section, turn: Turn, problems: Problems) -> Program:
    """What Japan constructs, by its naval air training rate."""
    rate = said["training-rate"]
    trained = training_rate("japan", turn.setting.school) if "japan" in turn.setting.school.nations else None
    if rate is None and trained is None:
        problems.add(said.mark, "key 'training-rate' is missing; expected it here, or japan under naval-air-training (17.43A)")
    if rate is not None and trained is not None and rate != trained:
        text = f"a training rate of {rate}; by naval-air-training it is {trained} (17.353)"
        problems.add(said.at("training-rate"), text)
    unbuilt = {kind: said[name] for name, kind in UNBUILT.items()}
    convert = None if said["convert"] is None else dict(said["convert"])
    return Program(rate if rate is not None else trained or 0, said["invoke"], unbuilt, convert, said["build"], said["brps"])


@rule("17.41", "17.44B")
def check_construction(said: Section, pool_said: Section, turn: Turn, side: str, problems: Problems) -> None:
    """In Japan's own turn only, and within what it can pay."""
    program = turn.setting.program
    assert program is not None
    ordered = any(said[order] is not None for order in ("invoke", "convert", "build"))
    if turn.setting.attacker != side and (ordered or not turn.setting.whole_turn):
        problems.add(said.mark, f"it is the turn of {turn.setting.attacker}; Japan constructs in its own (17.41)")
    if said["invoke"] and turn.kamikazes.limit:
        problems.add(said.at("invoke"), "there are kamikazes already; the rule is invoked once (17.41)")
    if (program.build or 0) > (program.brps if program.brps is not None else 999):
        problems.add(said.at("build"), f"{program.build} kamikazes cost {program.build} BRPs; there are {program.brps} (17.44C)")
    if program.convert:
        check_conversion(said, turn, greatest_pool(pool_said, turn, program), problems)


@rule("17.43A", "17.43B")
def greatest_pool(pool_said: Section, turn: Turn, program: Program) -> int:
    """The largest size of the pool in this construction phase; the attack of this turn may use up all kamikazes."""
    pool = turn.kamikazes
    if not pool.limit:
        return first_pool(program.training_rate)
    used_now = bool(pool_said["attack"]) and pool.built > 0
    return grown_pool(pool.limit, program.training_rate) if pool.all_used or used_now else pool.limit


@rule("17.44A", "17.43")
def check_conversion(said: Section, turn: Turn, limit: int, problems: Problems) -> None:
    """Only units that exist are converted, up to the size of the pool."""
    pool = turn.kamikazes
    there = convertible(turn)
    created = 0
    for name, number in said["convert"].items():
        mark = said["convert"].at(name)
        if name not in there:
            known = ", ".join(there) or "nothing"
            problems.add(mark, f"{name!r} is not Japanese naval or army air; Japan has {known} (17.44A)")
        elif number > there[name]:
            problems.add(mark, f"{number} of {name} are ordered to become kamikazes, but there are {there[name]} (17.44A)")
        else:
            created += number * worth(turn, name)
    if not pool.limit and said["invoke"] is False:
        problems.add(said.at("convert"), "units are converted only if the kamikaze rule is invoked; expected invoke: true (17.41)")
    elif pool.created + created > limit:
        text = f"{created} more make {pool.created + created} kamikazes; the pool is {limit} (17.43)"
        problems.add(said.at("convert"), text)


PART = Part(
    fields={"kamikazes": Field(KAMIKAZES, help="Japan's kamikazes, their attack and their construction")},
    plan=plan,
    decisions={
        "japan.moment": "whether the kamikazes of the turn attack now, or wait",
        "japan.strikes": "how many kamikazes attack each combat group",
        "japan.second-wave": "how many attack a single combat group again",
        "fleet.divert.air": "where kamikazes go that the air units over a group turned back",
        "fleet.divert.ships": "where kamikazes go that the ships turned back",
        "japan.fast-carriers": "which fast carriers are attacked",
        "japan.capital-ships": "which capital ships are attacked",
        "japan.surplus": "which ships the surplus kamikazes attack",
        "japan.invoke": "whether Japan invokes the kamikaze rule",
        "japan.convert": "which naval and army air become kamikazes",
        "japan.build": "how many kamikazes are built",
    },
    rolls={
        "fleet.fire": "air combat over the fleet",
        "ships.air-defense": "the air defense of the ships",
        "kamikazes.targets": "which ships the kamikazes aim at",
        "attack.*": "an attack on a ship",
    },
    steps=(*kamikazes.STEPS, *STEPS),
)
