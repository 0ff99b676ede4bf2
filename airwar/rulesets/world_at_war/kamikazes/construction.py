"""Kamikazes in the Japanese construction phase (17.41-17.44): invoking, the growth of the pool, conversion and building."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from airwar.engine.moves import Move, Return, then
from airwar.engine.referee import Note, Referee, Sheet
from airwar.engine.rule import rule
from airwar.rulesets.kit.names import count, verb
from airwar.rulesets.world_at_war.kamikazes import about
from airwar.rulesets.world_at_war.kamikazes.state import Kamikazes, Program
from airwar.rulesets.world_at_war.ordering import label_of
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.unit import Unit

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
        options, pays = {"wait": "not yet", "invoke": "invoke the kamikaze rule"}, partial(about.invoke, turn, program)
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
        room, pays = pool.limit > pool.created, partial(about.convert, turn)
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
        items, pays = {"kamikazes": most}, partial(about.build, turn, most)
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
