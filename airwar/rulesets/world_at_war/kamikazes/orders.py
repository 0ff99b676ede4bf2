"""The kamikaze section of a scenario, and what is legal in it."""

from __future__ import annotations

from dataclasses import replace

from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.kamikazes import attacks, construction, defenses, targets
from airwar.rulesets.world_at_war.kamikazes.attack_orders import ATTACK, check_attack, fleet_of
from airwar.rulesets.world_at_war.kamikazes.construction import UNBUILT, convertible, first_pool, grown_pool, worth
from airwar.rulesets.world_at_war.kamikazes.state import FORCE, MOMENTS, Fleet, Kamikazes, Program
from airwar.rulesets.world_at_war.parts import Part
from airwar.rulesets.world_at_war.setting import Carrier
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.training.training import training_rate
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, Flag, MapOf, Record, Section, Text, Whole

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
    steps=(*attacks.STEPS, *defenses.STEPS, *targets.STEPS, *construction.STEPS),
)
