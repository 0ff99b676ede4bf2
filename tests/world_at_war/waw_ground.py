"""Ground attacks for tests: a front, a battle, and a turn in the middle of one."""

from dataclasses import replace

from waw import AMERICAN, AMERICAN_NAVAL, BRITISH, GERMAN, GERMAN_JET, line
from waw_direct import changed_unit
from waw_front import front

from airwar.rulesets.world_at_war.ground_forces import Operation
from airwar.rulesets.world_at_war.state import Battle, Defenders, Interception
from airwar.setup.loading import parse_scenario

JU_52 = "{id: ju-52, nation: germany, type: transport, count: 3, at: rear}"


ALL = ("stukas", "fighters", "me-262", "vals", JU_52, "raf", "faa", "meteors", "sea-hurricanes")


def turn_of(*units, options="", asked=True, **changes):
    text = front("orders: ask\nturn: true\n" if asked else "turn: true\norders: prepared\n", *(units or ALL), options=options)
    return replace(parse_scenario(text, "test.yaml").start.state, **{"phase": "combat", **changes})


TWO_AT_TWO = (Defenders(factors=2, dm=2),)


def battle(hex_="field", kind="regular", attackers=4, defenders=TWO_AT_TWO, turn=None, **more):
    name = hex_.title()
    usual = {"invasion": False, "winter": 0, "planned": attackers, "dropping": 0, "name": name}
    if turn is not None:
        usual["rulings"] = turn.setting.rulings
    return Battle((hex_,), kind, attackers=attackers, defenders=defenders, **{**usual, **more})


def with_battles(turn, *battles):
    return replace(turn, battles=battles)


def operation(turn, *battles, kind="regular"):
    turn = with_battles(turn, *battles)
    return Operation(turn, tuple(one.id for one in battles), kind)


def in_support(number=6, vals=0, **more):
    """An attack that stukas and carrier air support, and the turn with them in the air."""
    turn = changed_unit(turn_of(), "stukas", ready=6 - number, flying=number)
    turn = changed_unit(turn, "vals", ready=4 - vals, flying=vals)
    sent = tuple((name, count) for name, count in (("stukas", number), ("vals", vals)) if count)
    types = tuple((name, turn.unit(name).air_type) for name in ("stukas", "vals", "raf", "faa", "meteors"))
    return turn, battle(support=sent, types=types, turn=turn, **more)


USE = {"types": (("raf", BRITISH), ("usaaf", AMERICAN), ("faa", AMERICAN_NAVAL), ("jets", GERMAN_JET))}


def covering(kind, **more):
    turn = changed_unit(turn_of(options=more.pop("options", "")), "raf", ready=0, flying=3)
    types = (("raf", turn.unit("raf").air_type),)
    turn = replace(turn, agenda=("combat.ground-support", "combat.exploitation-support"))
    return operation(turn, battle(kind=kind, types=types, turn=turn, **more), kind=kind)


def fight(attackers=(), defenders=(), reserves=(), **more):
    rulings = turn_of().setting.rulings
    return Interception("field", attackers, defenders, attackers, defenders, reserves, rulings, **more)


STUKAS, RAF = line(GERMAN, 3, unit="stukas"), line(BRITISH, 2, unit="raf")
