"""Ground attacks (18.55, 18.56, 18.61) part by part: what is offered, what is taken off, and what stays."""

from dataclasses import replace

import pytest
from waw import AMERICAN, AMERICAN_NAVAL, BRITISH, GERMAN, GERMAN_JET, GERMAN_TRANSPORT, line
from waw_direct import called, changed_base, changed_unit, cited, holding, options
from waw_front import front

from airwar.loading import parse_scenario
from airwar.rulesets.world_at_war.ground import (
    announcing,
    combat,
    defensive_air_support,
    interception,
    losses,
    overruns,
    rounds,
    strength,
    support,
    table,
)
from airwar.rulesets.world_at_war.ground.operation import Operation, battles_of
from airwar.rulesets.world_at_war.ground.state import Battle, Defenders, GroundOutcome, Intercepted, Interception, changed, outcome

JU_52 = "{id: ju-52, nation: germany, type: transport, count: 3, at: rear}"
ALL = ("stukas", "fighters", "me-262", "vals", JU_52, "raf", "faa", "meteors", "sea-hurricanes")


def turn_of(*units, options="", asked=True, **changes):
    text = front("orders: ask\nturn: true\n" if asked else "turn: true\norders: prepared\n", *(units or ALL), options=options)
    return replace(parse_scenario(text, "test.yaml").start.state, **{"phase": "combat", **changes})


TWO_AT_TWO = (Defenders(2, 2),)


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


# announcing


def test_18_551_hexes_of_the_enemy_on_the_map_that_were_not_attacked_yet():
    turn = turn_of()
    assert list(announcing.open_attacks(turn, "regular", "attack")) == ["field", "hill", "fort"]
    busy = with_battles(turn, battle("hill"), battle("fort", known=False), battle("field", "overrun"))
    assert list(announcing.open_attacks(busy, "regular", "attack")) == ["field", "fort"]
    fought = replace(turn, attacked=(("field", "regular", "x"), ("hill", "overrun", "x")))
    assert list(announcing.open_attacks(fought, "regular", "attack")) == ["hill", "fort"]
    boxed = changed_base(turn, "fort", box="other")
    assert list(announcing.open_attacks(boxed, "regular", "attack")) == ["field", "hill"]
    assert announcing.open_attacks(turn_of(asked=False), "regular", "attack") == {}
    menu = announcing.attacks(busy, "regular", ("hill",), "attack", "stop")
    assert (list(menu.prepared), list(menu.others)) == (["hill"], ["field", "fort"])


@pytest.mark.parametrize(
    ("kind", "there", "answer", "refused"),
    [
        ("regular", 0, {"by-land": 3}, False),
        ("regular", 0, {"by-sea": 3}, False),
        ("regular", 0, {"airborne": 1}, False),
        ("regular", 0, {}, True),
        ("regular", 2, {}, False),
        ("regular", 0, {"by-land": 1, "by-sea": 1}, True),
        ("regular", 0, {"fleet": 9}, True),
        ("regular", 0, {"by-sea": 3, "escort-carriers": 3, "fleet": 3}, False),
        ("regular", 0, {"by-sea": 3, "escort-carriers": 4}, True),
        ("regular", 0, {"by-land": 3, "escort-carriers": 1}, True),
    ],
)
def test_18_553_the_forces_of_an_attack(kind, there, answer, refused):
    try:
        end = called(announcing.attacking_forces, battle(kind=kind, attackers=there), answers={"attacker.forces": answer})
    except ValueError:
        assert refused
    else:
        assert not refused
        assert {name: number for name, number in end.state.items() if number} == answer


@pytest.mark.parametrize(
    ("kind", "there", "items", "default"),
    [
        ("overrun", 0, {"by-land": 60}, {"by-land": 1}),
        ("regular", 0, {"by-land": 60, "by-sea": 30, "airborne": 12, "escort-carriers": 20, "fleet": 60}, {"by-land": 1}),
        ("regular", 2, {"by-land": 60, "by-sea": 30, "escort-carriers": 20, "fleet": 60}, {}),
        ("exploitation", 0, {"by-land": 60, "airborne": 12}, {"by-land": 1}),
    ],
)
def test_18_551_what_may_attack_in_each_way(kind, there, items, default):
    said = {"attacker.forces": {"by-land": 1}}
    (question,) = called(announcing.attacking_forces, battle(kind=kind, attackers=there), answers=said).asked
    assert options(question) == items
    assert {name: number for name, number in question.default.items() if number} == default


def test_18_553_the_referee_states_the_defenders_by_multiplier():
    said = {"referee.defenders": {"dm-1": 2, "dm-3": 4, "partisans": 1}}
    end = called(announcing.defending_forces, battle(), 4, answers=said)
    assert end.state == (Defenders(2, 1), Defenders(4, 3), Defenders(1, 1, partisans=True))
    assert options(end.asked[0]) == {**{f"dm-{dm}": 30 for dm in range(1, 7)}, "partisans": 10}
    assert {name: number for name, number in end.asked[0].default.items() if number} == {"dm-1": 1}
    assert called(announcing.defending_forces, battle(), 4, answers={"referee.defenders": {}}).state == ()


def test_18_551_an_attack_that_is_ordered_at_the_table():
    turn = replace(turn_of(), winter=(("field", 8),))
    answers = {
        "field.attacker.forces": {"by-sea": 5, "airborne": 2, "escort-carriers": 1, "fleet": 4},
        "field.referee.defenders": {"dm-2": 3},
    }
    after, new = called(announcing.attack_on, turn, "field", "regular", answers=answers).state
    expected = battle(attackers=5, defenders=(Defenders(3, 2),), winter=8, turn=turn, dropping=2, invading=5, cve=1, fleets=4)
    assert new == expected._replace(invasion=True)
    assert after.battles == (new,)
    guard = battle(attackers=1, defenders=(), turn=turn, known=False, cover=(("raf", 1),))
    there = {"field.attacker.forces": {"by-land": 2}, "field.referee.defenders": {"dm-1": 1}}
    busy = with_battles(turn, guard, battle("hill"))
    after, new = called(announcing.attack_on, busy, "field", "regular", answers=there).state
    assert new == guard._replace(known=True, planned=3, attackers=3, defenders=(Defenders(1, 1),))
    assert after.battles == (battle("hill"), new)


def test_18_551_an_exploitation_is_made_with_what_got_through():
    turn = turn_of()
    prepared = battle(kind="exploitation", attackers=7)
    end = called(announcing.exploiting, turn, prepared, answers={"field-exploitation.attacker.exploiting": {"by-land": 2}})
    assert end.state == prepared._replace(planned=2, attackers=2)
    assert (options(end.asked[0]), dict(end.asked[0].default)) == ({"by-land": 60}, {"by-land": 7})
    many = called(announcing.exploiting, turn, prepared._replace(attackers=70))
    assert many.state.attackers == 60
    for now, one in ((turn, battle()), (turn_of(asked=False), prepared)):
        quiet = called(announcing.exploiting, now, one)
        assert (quiet.state, quiet.asked) == (one, [])


def test_18_5551_how_many_get_ashore():
    turn = turn_of()
    landing = battle(attackers=6, invading=4)
    end = called(announcing.landed_ashore, turn, landing, answers={"referee.landed": {"landed": 3}})
    assert end.state == landing._replace(attackers=5, invading=3)
    assert (options(end.asked[0]), dict(end.asked[0].default), len(end.told("note"))) == ({"landed": 4}, {"landed": 4}, 1)
    dry = called(announcing.landed_ashore, turn, landing)
    assert (dry.state, dry.told("note")) == (landing, [])
    quiet = ((turn, landing._replace(invading=0)), (turn, landing._replace(landing_stated=True)), (turn_of(asked=False), landing))
    for now, one in quiet:
        end = called(announcing.landed_ashore, now, one)
        assert (end.state, end.asked) == (one, [])


def test_18_618_an_attack_on_captured_hexes_is_not_made_and_its_air_goes_home():
    turn = changed_unit(turn_of("stukas", "raf"), "raf", ready=1, flying=2)
    held = battle("hill", cover=(("raf", 1),))
    taken = battle("field", cover=(("raf", 1),))
    both = battle("field", kind="exploitation")._replace(hexes=("field", "hill"))
    turn = changed_base(with_battles(turn, held, taken, both), "field", side="axis")
    end = called(announcing.still_the_enemys, turn, "regular")
    assert end.state.battles == (held, both)
    assert holding(end.state)["raf"] == ("fort", 1, 0, 0, 1, 1)
    assert called(announcing.still_the_enemys, turn, "exploitation").state == turn


# support


@pytest.mark.parametrize(
    ("unit", "kind", "ruling", "change", "rule"),
    [
        ("stukas", "regular", "", {}, None),
        ("stukas", "regular", "", {"range": 2}, "18.45"),
        ("me-262", "regular", "", {}, "17.23, 17.33"),
        ("ju-52", "regular", "", {}, "17.23, 17.33"),
        ("raf", "regular", "", {}, "18.551"),
        ("vals", "regular", "", {}, None),
        ("vals", "exploitation", "", {}, "18.5522"),
        ("vals", "overrun", "carrier-overruns: no", {}, "18.5522"),
        ("vals", "overrun", "carrier-overruns: yes", {}, None),
        ("vals", "exploitation", "carrier-overruns: yes", {}, "18.5522"),
        ("stukas", "exploitation", "", {}, None),
        ("stukas", "regular", "", {"home": "pocket"}, "18.51"),
    ],
)
def test_18_551_who_flies_ground_support(unit, kind, ruling, change, rule):
    turn = changed_unit(turn_of(options=ruling), unit, **change)
    assert cited(support.support_refused(None, turn, turn.unit(unit), battle(kind=kind))) == rule


def test_18_45_support_reaches_every_attacked_hex():
    turn = turn_of()
    two = battle()._replace(hexes=("field", "rear"))
    assert cited(support.support_refused(None, turn, turn.unit("stukas"), two)) == "18.45"
    assert called(support.eligible, turn, battle()).state == {"stukas": 6, "fighters": 3, "vals": 4}
    assert called(support.eligible, turn, two).state == {}


@pytest.mark.parametrize(
    ("attackers", "dropping", "cve", "sent", "refused"),
    [
        (2, 0, 0, {"stukas": 6}, False),
        (1, 0, 0, {"stukas": 3}, False),
        (1, 0, 0, {"stukas": 4}, True),
        (1, 1, 0, {"stukas": 6}, False),
        (1, 0, 1, {"stukas": 2}, False),
        (1, 0, 1, {"stukas": 3}, True),
        (1, 0, 0, {"stukas": 2, "vals": 3}, False),
        (1, 0, 0, {"stukas": 2, "vals": 4}, True),
    ],
)
def test_18_554_support_is_three_times_the_ground_factors_at_most(attackers, dropping, cve, sent, refused):
    one = battle(attackers=attackers, dropping=dropping, cve=cve)
    try:
        end = called(support.supporters, turn_of(), one, answers={"attacker.support": sent})
    except ValueError:
        assert refused
    else:
        assert not refused
        assert dict(end.state) == sent
        assert {name: number for name, number in end.asked[0].default.items() if number} == {}


def test_18_551_ordered_support_flies_as_far_as_it_can():
    turn = turn_of(asked=False)
    end = called(support.supporters, turn, battle(ordered=(("stukas", 4), ("fighters", 9))))
    assert (end.state, len(end.told("note"))) == ((("stukas", 4), ("fighters", 3)), 1)
    after = called(support.with_support, turn, battle(ordered=(("stukas", 4),), turn=turn)).state
    assert holding(after)["stukas"] == ("home", 2, 0, 0, 0, 4)


def test_18_5522_carrier_air_in_an_overrun_is_told_as_a_ruling():
    turn = turn_of()
    for kind, unit, told in (("overrun", "vals", 1), ("overrun", "stukas", 0), ("regular", "vals", 0)):
        events = support.flown(turn, battle(kind=kind), ((unit, 1),))
        assert [type(event).__name__ for event in events] == ["Note"] + ["Ruling"] * told


def in_support(number=6, vals=0, **more):
    """An attack that stukas and carrier air support, and the turn with them in the air."""
    turn = changed_unit(turn_of(), "stukas", ready=6 - number, flying=number)
    turn = changed_unit(turn, "vals", ready=4 - vals, flying=vals)
    sent = tuple((name, count) for name, count in (("stukas", number), ("vals", vals)) if count)
    types = tuple((name, turn.unit(name).air_type) for name in ("stukas", "vals", "raf", "faa", "meteors"))
    return turn, battle(support=sent, types=types, turn=turn, **more)


@pytest.mark.parametrize(
    ("attackers", "planned", "cve", "invading", "excess", "cve_left"),
    [
        (2, 2, 0, 0, 0, 0),
        (2, 3, 0, 0, 0, 0),  # six for two are not too many
        (1, 2, 0, 0, 3, 0),
        (1, 2, 1, 1, 4, 1),
        (2, 3, 2, 1, 1, 1),
        (1, 2, 1, 0, 3, 0),
    ],
)
def test_18_5552_excess_support_goes_home_when_ground_factors_were_kept_away(attackers, planned, cve, invading, excess, cve_left):
    turn, one = in_support(6, attackers=attackers, planned=planned, cve=cve, invading=invading)
    end = called(support.excess_returns, operation(turn, one), answers={"attacker.excess": {"stukas": excess}} if excess else {})
    after = end.state.battle
    if attackers >= planned:
        assert after == one
        return
    assert (after.planned, after.dropping, after.cve) == (attackers, 0, cve_left)
    assert dict(after.support) == {"stukas": 6 - excess}
    assert holding(end.state.turn)["stukas"] == ("home", 0, 0, 0, excess, 6 - excess)
    assert len(end.told("note")) == (cve_left < cve)


@pytest.mark.parametrize(
    ("stukas", "vals", "legal"),
    [(2, 0, False), (2, 1, True), (2, 2, False), (3, 0, True), (3, 1, False), (1, 3, False), (1, 4, True)],
)
def test_18_554_no_more_support_than_necessary_is_named_as_excess(stukas, vals, legal):
    _, one = in_support(4, 4, attackers=1)  # 12 + 4 thirds of a factor, and 9 allowed: 7 too many
    answer = {"stukas": stukas, "vals": vals}
    try:
        end = called(support.excess_units, one, answers={"attacker.excess": answer})
    except ValueError:
        assert not legal
    else:
        assert legal
        assert dict(end.state) == {name: number for name, number in answer.items() if number}


def test_18_554_the_limit_itself_is_not_excess():
    _, one = in_support(2, 3, attackers=1)  # 6 + 3 thirds
    assert called(support.excess_units, one).state == ()
    _, one = in_support(2, 4, attackers=1)
    end = called(support.excess_units, one, answers={"attacker.excess": {"vals": 1}})
    assert dict(end.asked[0].default) == {"stukas": 1, "vals": 0}
    assert called(support.excess_units, one._replace(cve=1), answers={"attacker.excess": {"stukas": 1, "vals": 1}}).state


@pytest.mark.parametrize(("ground", "lost", "cve"), [(4, 0, 2), (2, 2, 2), (1, 4, 1)])
def test_18_555_excess_support_of_a_smaller_attack_is_eliminated(ground, lost, cve):
    turn, one = in_support(6, attackers=4, cve=2, invading=4)
    end = called(
        support.excess_eliminated, operation(turn, one), ground, answers={"attacker.excess": {"stukas": lost}} if lost else {}
    )
    after = end.state.battle
    assert (after.attackers, after.planned, after.cve, dict(after.support)) == (ground, ground, cve, {"stukas": 6 - lost})
    assert end.losses() == [("attacker", "stukas: German AAF", lost, "eliminated")] * bool(lost)
    assert holding(end.state.turn)["stukas"] == ("home", 0, 0, 0, 0, 6 - lost)


@pytest.mark.parametrize(
    ("items", "weight", "needed", "taken"),
    [
        ({"a": 5}, {"a": 3}, 7, {"a": 3}),
        ({"a": 5}, {"a": 3}, 0, {"a": 0}),
        ({"a": 1, "b": 5}, {"a": 3, "b": 1}, 5, {"a": 1, "b": 2}),
        ({"b": 2, "a": 5}, {"a": 3, "b": 1}, 5, {"b": 2, "a": 1}),
        ({"b": 2, "a": 5}, {"a": 3, "b": 1}, 6, {"b": 0, "a": 2}),
        ({"b": 2, "a": 5}, {"a": 3, "b": 1}, 7, {"b": 1, "a": 2}),
    ],
)
def test_18_554_the_fewest_in_order(items, weight, needed, taken):
    assert support.fewest(items, weight, needed) == taken


def test_18_555_support_of_an_attack_that_is_called_off_is_lost_and_otherwise_returns():
    turn, one = in_support(4, 2)
    end = called(support.support_eliminated, operation(turn, one))
    assert [loss[1:] for loss in end.losses()] == [
        ("stukas: German AAF", 4, "eliminated"),
        ("vals: Japanese NAS", 2, "eliminated"),
    ]
    assert end.state.battle.support == ()
    assert holding(end.state.turn)["vals"] == ("akagi", 2, 0, 0, 0, 0)
    back = called(support.support_returns, operation(turn, one))
    assert (back.losses(), back.state.battle.support) == ([], ())
    assert holding(back.state.turn)["stukas"] == ("home", 2, 0, 0, 4, 0)
    assert holding(back.state.turn)["vals"] == ("akagi", 2, 2, 0, 0, 0)


# the attack is decided


@pytest.mark.parametrize(
    ("attackers", "invasion", "offered"),
    [
        (1, False, ["attack", "call-off"]),
        (2, False, ["attack", "call-off", "fewer"]),
        (1, True, ["attack", "call-off", "abort"]),
        (3, True, ["attack", "call-off", "abort", "fewer"]),
    ],
)
def test_18_555_how_an_attack_may_be_decided(attackers, invasion, offered):
    turn, one = in_support(0, attackers=attackers, invasion=invasion)
    end = called(combat.attack_decided, operation(turn, one), answers={"field.attacker.attack": "attack"})
    assert options(end.asked[0]) == offered
    assert end.state.step is combat.low_odds
    assert end.asked[0].facts()["own.factors"] == attackers


def test_18_555_fewer_ground_factors_attack():
    turn, one = in_support(6, attackers=3)
    answers = {"field.attacker.attack": "fewer", "field.attacker.ground": {"ground": 1}, "field.attacker.excess": {"stukas": 3}}
    end = called(combat.attack_decided, operation(turn, one), answers=answers)
    assert (options(end.asked[1]), dict(end.asked[1].default)) == ({"ground": 2}, {"ground": 2})
    assert end.asked[1].refuses({"ground": 0}) is not None
    assert end.state.state.battle.attackers == 1
    assert dict(end.state.state.battle.support) == {"stukas": 3}


@pytest.mark.parametrize(("choice", "result", "stukas"), [("call-off", "called off", 0), ("abort", "aborted", 4)])
def test_18_555_an_attack_that_is_not_made(choice, result, stukas):
    turn, one = in_support(4, attackers=3, invasion=True)
    end = called(combat.attack_decided, operation(turn, one), answers={"field.attacker.attack": choice})
    after = end.state.state.turn
    assert (after.results, after.attacked, after.battles) == ((("field", result),), (("field", "regular", result),), ())
    assert holding(after)["stukas"] == ("home", 2, 0, 0, stukas, 0)


def test_18_5552_nobody_is_left_to_attack_or_to_defend():
    turn, one = in_support(0, attackers=0)
    end = called(combat.attack_decided, operation(turn, one))
    assert end.state.state.turn.results == (("field", "turned back"),)
    turn, one = in_support(0, attackers=2, defenders=())
    end = called(combat.attack_decided, operation(turn, one), answers={"field.attacker.advance.field": "advance"})
    assert end.state.state.turn.results == (("field", "defender eliminated"),)
    assert end.state.state.turn.base("field").side == "axis"


@pytest.mark.parametrize(
    ("dropping", "asked", "results", "missing"),
    [
        (2, True, (), True),
        (0, True, (), False),
        (2, False, (), False),
        (2, True, (("field", "1 of 1 dropped"),), False),
        (2, True, (("hill", "1 of 1 dropped"),), True),
        (2, True, (("field", "something else"),), True),
    ],
)
def test_18_555_airborne_factors_that_were_announced_and_not_dropped(dropping, asked, results, missing):
    turn = replace(turn_of(asked=asked), results=results)
    assert combat.not_dropped(operation(turn, battle(dropping=dropping))) == missing


@pytest.mark.parametrize(("attackers", "result"), [(0, "called off"), (2, "")])
def test_18_555_support_counts_without_the_airborne_factors_that_are_not_dropped(attackers, result):
    turn, one = in_support(6, attackers=attackers, planned=attackers, dropping=1)
    answers = {"field.attacker.attack": "attack"} if attackers else {}
    end = called(combat.attack_decided, operation(turn, one), answers=answers)
    if result:
        assert end.state.state.turn.results == (("field", result),)
        assert holding(end.state.state.turn).get("stukas") is None
    else:
        assert end.state.state.battle.dropping == 0
        assert dict(end.state.state.battle.support) == {"stukas": 6}


@pytest.mark.parametrize(
    ("result", "attackers", "defenders", "ended"),
    [
        ("aborted", 0, 2, "aborted"),
        ("", 0, 2, "attacker eliminated"),
        ("", 0, 0, "both eliminated"),
        ("", 1, 2, "defender holds"),
        ("", 1, 0, "defender eliminated"),
    ],
)
def test_18_617_how_an_attack_ends(result, attackers, defenders, ended):
    one = battle(attackers=attackers, defenders=(Defenders(defenders, 1),), result=result)
    assert combat.outcome(one) == ended


# late support at low odds


@pytest.mark.parametrize(("attackers", "asked"), [(4, False), (3, True)])
def test_18_619_below_one_to_one_the_defender_may_send_more(attackers, asked):
    turn, one = in_support(0, attackers=attackers, defenders=(Defenders(2, 2),))
    answers = {"field.deferred.defender.support": {}} if asked else {}
    end = called(combat.low_odds, operation(turn, one), answers=answers)
    assert end.state.step is combat.ground_combat
    assert end.state.state.battle == one
    assert [options(question) for question in end.asked] == [{"raf": 3, "faa": 4, "meteors": 1}] * asked


def test_18_619_deferred_support_that_nobody_intercepts_takes_part():
    turn, one = in_support(0, attackers=1, defenders=(Defenders(2, 2),), cover=(("faa", 1),))
    turn = changed_unit(turn, "faa", ready=3, flying=1)
    answers = {
        "field.deferred.defender.support": {"raf": 2},
        "field.deferred.attacker.intercept": {},
        "field.deferred.defender.use-deferred": {"raf": 1},
    }
    end = called(combat.low_odds, operation(turn, one), answers=answers)
    after = end.state.state.battle
    assert (after.used, after.deferred, after.cover) == ((("raf", 1),), (), (("faa", 1), ("raf", 1)))
    assert holding(end.state.state.turn)["raf"] == ("fort", 1, 0, 0, 0, 2)


def test_18_619_jets_do_not_come_late_alone():
    turn, one = in_support(0, attackers=1, cover=(("raf", 1),))
    with pytest.raises(ValueError, match=r"18\.6141"):
        called(combat.low_odds, operation(turn, one), answers={"field.deferred.defender.support": {"meteors": 1}})


# defensive air support


@pytest.mark.parametrize(
    ("cover", "answer", "refused"),
    [
        ((), {"raf": 1}, False),
        ((), {"raf": 1, "meteors": 1}, False),
        ((), {"meteors": 1}, True),
        ((), {}, False),
        ((("raf", 1),), {"meteors": 1}, False),
        ((("meteors", 1),), {"meteors": 1}, True),
    ],
)
def test_18_6141_jets_only_escort(cover, answer, refused):
    turn = turn_of()
    free = {"raf": 3, "faa": 4, "meteors": 1}
    one = battle(cover=cover)
    try:
        end = called(defensive_air_support.committed, turn, one, "defender.support", free, answers={"defender.support": answer})
    except ValueError:
        assert refused
    else:
        assert not refused
        assert dict(end.state) == answer
        assert len(end.told("note")) == len(answer)
        assert options(end.asked[0]) == free


@pytest.mark.parametrize(
    ("kind", "ruling", "winter", "hexes", "able"),
    [
        ("regular", "", 0, ("field",), {"raf": 3, "faa": 4, "meteors": 1}),
        ("overrun", "", 0, ("field",), {"raf": 3, "faa": 4, "meteors": 1}),
        ("overrun", "exploitation-das: army", 0, ("field",), {"raf": 3, "meteors": 1}),
        ("exploitation", "exploitation-das: army", 0, ("field",), {"raf": 3, "meteors": 1}),
        ("regular", "exploitation-das: army", 0, ("field",), {"raf": 3, "faa": 4, "meteors": 1}),
        ("regular", "", 9, ("field",), {}),
        ("regular", "", 8, ("field",), {"raf": 3, "faa": 4, "meteors": 1}),
        ("regular", "", 9, ("fort",), {"raf": 3, "faa": 4, "meteors": 1}),
        ("regular", "", 9, ("field", "fort"), {"raf": 3, "faa": 4, "meteors": 1}),
        ("regular", "", 0, ("rear", "field"), {"raf": 3, "faa": 4, "meteors": 1}),
        ("regular", "", 0, ("rear",), {}),
    ],
)
def test_18_611_who_may_cover_a_hex(kind, ruling, winter, hexes, able):
    turn = turn_of(options=ruling)
    one = battle(kind=kind, winter=winter)._replace(hexes=hexes)
    assert called(defensive_air_support.defenders_free, turn, one).state == able
    partisans = one._replace(defenders=(Defenders(3, 1, partisans=True),))
    assert called(defensive_air_support.defenders_free, turn, partisans).state == {}
    assert called(defensive_air_support.defenders_free, turn, partisans._replace(known=False)).state == able


def test_18_611_naval_air_against_other_than_regular_attacks_is_told_as_a_ruling():
    turn = turn_of()
    for kind, unit, told in (("overrun", "faa", 1), ("exploitation", "faa", 1), ("regular", "faa", 0), ("overrun", "raf", 0)):
        events = defensive_air_support.placed(turn, battle(kind=kind), ((unit, 1),))
        assert [type(event).__name__ for event in events] == ["Note"] + ["Ruling"] * told


def test_18_611_attacked_hexes_first_and_then_those_that_may_be_attacked():
    turn = with_battles(turn_of(), battle("field"), battle("hill", known=False))
    menu = defensive_air_support.open_cover(turn, "regular", ("field",), [])
    assert (list(menu.prepared), list(menu.others)) == (["field"], ["hill", "fort"])
    assert list(defensive_air_support.open_cover(turn, "regular", (), ["fort"]).others) == ["hill"]
    fought = replace(turn, attacked=(("fort", "regular", "x"),))
    assert list(defensive_air_support.open_cover(fought, "regular", (), []).others) == ["hill"]
    quiet = with_battles(turn_of(asked=False), battle("field"))
    assert defensive_air_support.open_cover(quiet, "regular", ("field",), []).others == {}
    exploiting = with_battles(turn_of(), battle("field", "exploitation"), battle("hill", "exploitation", known=False))
    menu = defensive_air_support.open_cover(exploiting, "exploitation", (), [])
    assert list(menu.others) == ["hill-exploitation", "fort"]


def test_18_611_hexes_are_covered_one_after_another():
    one = battle("field")
    answers = {
        "combat.ground-support.defender.order.1": "field",
        "field.defender.support": {"raf": 1},
        "combat.ground-support.defender.order.2": "hill",
        "hill.defender.support": {"raf": 1},
        "combat.ground-support.defender.order.3": "no-more",
    }
    turn = replace(turn_of(), part="combat.ground-support")
    end = called(defensive_air_support.place_defensive_air_support, operation(turn, one), answers=answers)
    after = end.state.state
    assert after.waiting == ("field", "hill")
    assert [(one.id, one.cover, one.known) for one in after.turn.battles] == [
        ("field", (("raf", 1),), True),
        ("hill", (("raf", 1),), False),
    ]
    orders = [options(question) for question in end.asked if ".order." in question.key]
    assert orders == [["field", "no-more", "hill", "fort"], ["no-more", "hill", "fort"], ["no-more", "fort"]]


def test_18_611_nobody_reaches_a_hex_that_was_chosen():
    turn = turn_of("stukas")
    for known, notes in ((True, 0), (False, 1)):
        end = called(defensive_air_support.covered, turn, battle("field", known=known))
        assert (end.state, len(end.told("note"))) == (turn, notes)


USE = {"types": (("raf", BRITISH), ("usaaf", AMERICAN), ("faa", AMERICAN_NAVAL), ("jets", GERMAN_JET))}


@pytest.mark.parametrize(
    ("sent", "invasion", "ruling", "default"),
    [
        ((("raf", 4),), False, "", {"raf": 3}),  # three times one factor
        ((("raf", 2), ("faa", 5)), False, "", {"raf": 2, "faa": 3}),
        ((("faa", 10), ("raf", 1)), False, "", {"faa": 9, "raf": 0}),
        ((("raf", 4),), True, "", {"raf": 3}),
        ((("raf", 4),), True, "strength", {"raf": 1}),
        ((("faa", 4),), True, "strength", {"faa": 3}),
        ((("jets", 1), ("raf", 1)), False, "", {"raf": 1}),
    ],
)
def test_18_614_as_much_cover_as_the_limit_allows(sent, invasion, ruling, default):
    turn = turn_of(options=f"invasion-limit: {ruling}" if ruling else "")
    one = battle(defenders=(Defenders(1, 3), Defenders(5, 1, partisans=True)), invasion=invasion, turn=turn, **USE)
    end = called(defensive_air_support.chosen, one, sent, "key", answers={"key": {"raf": 1} if "raf" in dict(sent) else {}})
    assert dict(end.asked[0].default) == default
    assert "jets" not in options(end.asked[0])


def test_18_614_cover_used_and_deferred_share_the_limit():
    turn = turn_of()
    one = battle(defenders=(Defenders(1, 1),), cover=(("raf", 3),), deferred=(("usaaf", 3),), turn=turn, **USE)
    before = operation(turn, one)
    used = called(defensive_air_support.cover_used, before, answers={"defender.use": {"raf": 2}}).state
    assert (used.battle.used, used.battle.cover) == ((("raf", 2),), (("raf", 1),))
    end = called(defensive_air_support.deferred_used, used, answers={"defender.use-deferred": {"usaaf": 1}})
    assert dict(end.asked[0].default) == {"usaaf": 1}
    after = end.state.battle
    assert (after.used, after.cover, after.deferred) == ((("raf", 2), ("usaaf", 1)), (("raf", 1), ("usaaf", 2)), ())
    none_fit = called(defensive_air_support.chosen, one._replace(used=(("raf", 3),)), (("usaaf", 2),), "key")
    assert (none_fit.state, none_fit.asked) == ((), [])


@pytest.mark.parametrize(
    ("invasion", "sent", "told"),
    [(True, (("raf", 1),), 0), (True, (("raf", 2),), 1), (False, (("raf", 2),), 0), (True, (("faa", 3),), 0)],
)
def test_18_614_the_limit_against_an_invasion_is_told_where_it_matters(invasion, sent, told):
    one = battle(defenders=(Defenders(1, 3),), invasion=invasion, **USE)
    assert len(defensive_air_support.limit_mattered(one, one.force(sent))) == told


# staying for later


@pytest.mark.parametrize(
    ("kind", "agenda", "held", "later", "kind_later"),
    [
        ("regular", ("combat.exploitation-support",), True, True, "exploitation"),
        ("regular", (), True, False, ""),
        ("regular", ("combat.exploitation-support",), False, False, ""),
        ("overrun", ("combat.ground-support",), True, True, "regular"),
        ("overrun", ("combat.exploitation-support",), True, False, ""),
        ("exploitation", ("combat.exploitation-support", "combat.ground-support"), True, False, ""),
    ],
)
def test_18_618_air_may_stay_against_an_attack_that_may_still_come(kind, agenda, held, later, kind_later):
    turn = replace(turn_of(), agenda=agenda)
    turn = turn if held else changed_base(turn, "field", side="axis")
    found = defensive_air_support.later_battle(turn, battle(kind=kind))
    assert (found is not None) == later
    if found:
        assert (found.kind, found.hexes, found.known, found.attackers) == (kind_later, ("field",), False, 0)
    planned = battle(kind=kind_later or "x")._replace(hexes=("hill", "field"))
    if later:
        assert (
            defensive_air_support.later_battle(with_battles(turn, battle("hill", kind_later), planned), battle(kind=kind))
            == planned
        )
    quiet = replace(turn_of(asked=False), agenda=agenda)
    assert defensive_air_support.later_battle(quiet, battle(kind=kind)) is None


def covering(kind, **more):
    turn = changed_unit(turn_of(options=more.pop("options", "")), "raf", ready=0, flying=3)
    types = (("raf", turn.unit("raf").air_type),)
    turn = replace(turn, agenda=("combat.ground-support", "combat.exploitation-support"))
    return operation(turn, battle(kind=kind, types=types, turn=turn, **more), kind=kind)


def test_18_613_after_a_failed_overrun_all_cover_stays():
    end = called(defensive_air_support.cover_stays_or_returns, covering("overrun", cover=(("raf", 2),), used=(("raf", 1),)))
    after = end.state
    assert [(one.kind, one.cover, one.types) for one in after.turn.battles] == [
        ("overrun", (), (("raf", after.turn.unit("raf").air_type),)),
        ("regular", (("raf", 2),), (("raf", after.turn.unit("raf").air_type),)),
    ]
    assert holding(after.turn)["raf"] == ("fort", 0, 0, 0, 1, 2)
    assert end.asked == []


def test_18_618_after_regular_combat_the_defender_says_what_stays():
    before = covering("regular", cover=(("raf", 2),), used=(("raf", 1),))
    planned = battle(kind="exploitation", cover=(("raf", 0),))
    before = before._replace(turn=replace(before.turn, battles=(*before.turn.battles, planned)))
    end = called(defensive_air_support.cover_stays_or_returns, before, answers={"defender.stay": {"raf": 1}})
    assert (options(end.asked[0]), dict(end.asked[0].default)) == ({"raf": 2}, {"raf": 2})
    assert [(one.kind, one.cover, one.used) for one in end.state.turn.battles] == [
        ("regular", (), ()),
        ("exploitation", (("raf", 1),), ()),
    ]
    assert holding(end.state.turn)["raf"] == ("fort", 0, 0, 0, 2, 1)
    all_home = called(defensive_air_support.cover_stays_or_returns, before, answers={"defender.stay": {}})
    assert holding(all_home.state.turn)["raf"] == ("fort", 0, 0, 0, 3, 0)
    no_cover = covering("regular", used=(("raf", 3),))
    end = called(defensive_air_support.cover_stays_or_returns, no_cover)
    assert (end.asked, holding(end.state.turn)["raf"]) == ([], ("fort", 0, 0, 0, 3, 0))


@pytest.mark.parametrize(
    ("policy", "defenders", "known", "asked", "told"),
    [
        ("returns", (Defenders(1, 1),), True, 1, 0),  # three are within the limit
        ("returns", (Defenders(1, 9, partisans=True),), True, 0, 1),
        ("stays", (Defenders(1, 9, partisans=True),), True, 1, 1),
        ("returns", (), False, 1, 0),
    ],
)
def test_18_618_air_beyond_the_limit_stays_or_returns_by_ruling(policy, defenders, known, asked, told):
    before = covering("regular", cover=(("raf", 3),), defenders=defenders, known=known, options=f"surplus-das: {policy}")
    answers = {"defender.stay": {"raf": 3}} if asked else {}
    end = called(defensive_air_support.stays, before, before.battle, answers=answers)
    assert dict(end.state) == ({"raf": 3} if asked else {})
    assert len(end.told("ruling")) == told


def test_18_618_cover_over_hexes_that_nobody_attacked_stays_or_goes_home():
    before = covering("regular", cover=(("raf", 3),), known=False)
    other = battle("hill")
    turn = replace(before.turn, battles=(*before.turn.battles, other), agenda=())
    after = called(defensive_air_support.cover_of_unattacked_hexes, turn, "regular").state
    assert after.battles == (other,)
    assert holding(after)["raf"] == ("fort", 0, 0, 0, 3, 0)
    assert called(defensive_air_support.cover_of_unattacked_hexes, turn, "exploitation").state == turn


# overruns


@pytest.mark.parametrize(
    ("policy", "raf", "losses"),
    [("eliminated", (0, 1), [("defender", "raf: British AAF", 2, "eliminated")]), ("returns", (0, 3), [])],
)
def test_18_616_what_becomes_of_the_cover_of_overrun_defenders(policy, raf, losses):
    before = covering("overrun", cover=(("raf", 1),), used=(("raf", 2),), options=f"overrun-das: {policy}")
    later, elsewhere = battle(kind="regular"), battle("hill")
    before = before._replace(turn=replace(before.turn, battles=(*before.turn.battles, later, elsewhere)))
    end = called(overruns.overrun_cover, before)
    assert [one.id for one in end.state.turn.battles] == ["field-overrun", "hill"]
    assert end.losses() == losses
    assert [(body["option"], body["value"]) for body in end.told("ruling")] == [("overrun-das", policy)]
    assert end.state.turn.unit("raf").flying == sum(raf)
    unused = covering("overrun", cover=(("raf", 1),), options=f"overrun-das: {policy}")
    assert called(overruns.overrun_cover, unused).told("ruling") == []


# strengths, table and losses


@pytest.mark.parametrize(
    ("attack", "defense", "column", "rounded"),
    [(4, 4, "1:1", 0), (7, 4, "1:1", 1), (8, 4, "2:1", 0), (24, 4, "5:1", 1), (20, 4, "5:1", 0), (3, 4, "1:2", 1), (1, 4, "1:4", 0),
     (1, 5, "1:4", 1), (2, 4, "1:2", 0), (4, 5, "1:2", 1)],
)  # fmt: skip
def test_18_5521_odds_are_rounded_for_the_defender_and_told(attack, defense, column, rounded):
    one = battle(attackers=attack, defenders=(Defenders(defense, 1),))
    assert table.column_of(attack, defense) == column
    end = called(table.odds_column, one)
    assert (end.state, len(end.told("ruling"))) == (column, rounded)


def test_18_5521_odds_and_results_that_the_players_read():
    turn = turn_of(options="ground-odds: typed, ground-table: typed")
    one = battle(attackers=7, defenders=(Defenders(4, 1),), turn=turn)
    end = called(table.odds_column, one, answers={"ground.odds": "3:1"})
    assert (end.state, end.asked[0].default, end.told("ruling")) == ("3:1", "1:1", [])
    end = called(table.ground_result, one, "3:1", answers={"ground.result": "d"})
    assert (end.state, end.asked[0].default) == ("d", "Ex")
    assert options(end.asked[0]) == ["A", "a", "Ex", "Ex-1", "Ex-2", "d", "D"]


@pytest.mark.parametrize(
    ("squadrons", "fleets", "pooled", "apart"), [(2, 1, 1, 0), (3, 3, 2, 2), (2, 2, 1, 0), (5, 4, 3, 2), (0, 2, 0, 0)]
)
def test_18_5521_remnants_are_told_where_pooling_matters(squadrons, fleets, pooled, apart):
    assert (strength.naval_factors(squadrons, fleets), strength.naval_factors(squadrons, fleets, "apart")) == (pooled, apart)
    one = battle(attackers=5, fleets=fleets, support=(("faa", squadrons),), **USE)
    assert len(strength.remnants_mattered(one)) == (pooled != apart)
    assert strength.attack_strength(one) == 5 + pooled


def test_18_55_the_sheet_of_strengths_adds_up():
    one = battle(
        attackers=5, cve=2, fleets=4, support=(("raf", 2), ("faa", 4)), used=(("usaaf", 1), ("faa", 2)),
        defenders=(Defenders(2, 3), Defenders(1, 1, partisans=True)), **USE,
    )  # fmt: skip
    rows = [(row[0], *row[2:]) for row in strength.strength_sheet(one).rows]
    assert rows == [
        ("attacker", "5", "5"),
        ("attacker", "2", "2"),
        ("attacker", "4", "1 1/3"),
        ("attacker", "2", "2"),
        ("attacker", "4", "1 1/3"),
        ("attacker", "", "-2/3"),
        ("attacker", "", "11"),
        ("defender", "2", "6"),
        ("defender", "1", "1"),
        ("defender", "1", "1"),
        ("defender", "2", "2/3"),
        ("defender", "", "-2/3"),
        ("defender", "", "8"),
    ]
    invaded = [row[2:] for row in strength.strength_sheet(one._replace(invasion=True)).rows if row[0] == "defender"]
    assert invaded == [("2", "6"), ("1", "1"), ("1", "3"), ("2", "2"), ("", "12")]
    bare = strength.strength_sheet(battle(attackers=3, defenders=(Defenders(2, 1),))).rows
    assert [row[2:] for row in bare] == [("3", "3"), ("", "3"), ("2", "2"), ("", "2")]


@pytest.mark.parametrize(
    ("result", "attackers", "defenders", "over"),
    [("A", 0, 4, "attacker"), ("D", 6, 0, "defender"), ("Ex", 2, 0, "defender")],
)
def test_18_5521_what_a_result_costs(result, attackers, defenders, over):
    one = battle(attackers=6, defenders=(Defenders(4, 1),), result=result)
    end = called(
        rounds.ground_round,
        one,
        scope="field",
        answers={"field.r1.attacker.ground-losses": {"ground": 4}} if result == "Ex" else {},
    )
    after = end.state.value
    assert isinstance(after, GroundOutcome)
    assert (after.battle.attackers, after.battle.defending, after.battle.result, after.last_round) == (attackers, defenders, "", 1)


def test_18_554c_another_round_where_both_sides_are_left():
    one = battle(attackers=6, defenders=(Defenders(4, 1),), result="Ex-1")
    end = called(rounds.ground_round, one, scope="field", answers={"field.r1.ground.losses": {"attacker": 2, "defender": 1},
        "field.r1.attacker.ground-losses": {"ground": 2}, "field.r1.defender.ground-losses": {"ground": 1}})  # fmt: skip
    assert end.state.step is rounds.further_round
    left = end.state.state
    assert (left.attackers, left.defending) == (4, 3)
    over = called(rounds.further_round, left, answers={"attacker.another-round": "end"})
    assert over.state.value == GroundOutcome(left, 0)
    again = called(rounds.further_round, left, answers={"attacker.another-round": "again"})
    assert (again.state.step, options(again.asked[0])) == (rounds.ground_round, ["end", "again"])


def test_18_556_the_attacker_pays_in_any_mix_squadrons_three_for_one():
    one = battle(attackers=3, cve=1, fleets=3, support=(("raf", 1), ("faa", 3)), **USE)
    paid = {"ground": 1, "fleets": 2, "faa": 1}
    end = called(losses.attacker_loses, one, 2, everything=False, answers={"attacker.ground-losses": paid})
    (question,) = end.asked
    assert options(question) == {"ground": 3, "cve": 1, "fleets": 3, "raf": 1, "faa": 3}
    assert dict(question.default) == {"ground": 2, "cve": 0, "fleets": 0, "raf": 0, "faa": 0}
    assert question.refuses({"ground": 1, "fleets": 2}) is not None  # five thirds of six
    after = end.state
    assert (after.attackers, after.cve, after.fleets, after.support) == (2, 1, 1, (("raf", 1), ("faa", 2)))
    assert [loss[2:] for loss in end.losses()] == [(1, "eliminated"), (2, "eliminated"), (1, "eliminated")]
    nothing = called(losses.attacker_loses, one, 0, everything=False)
    assert (nothing.state, nothing.asked, nothing.losses()) == (one, [], [])
    everything = called(losses.attacker_loses, one, 2, everything=True).state
    assert (everything.attackers, everything.cve, everything.fleets, everything.support) == (0, 0, 0, ())


def test_18_616_the_defender_pays_at_multiplied_worth():
    one = battle(defenders=(Defenders(2, 3), Defenders(0, 1), Defenders(1, 1)), used=(("raf", 1), ("faa", 2)), **USE)
    answers = {"defender.ground-losses": {"ground-1": 1, "faa": 1}}
    end = called(losses.defender_loses, one, 3, everything=False, answers=answers)
    assert options(end.asked[0]) == {"ground-1": 2, "ground-3": 1, "raf": 1, "faa": 2}
    assert end.asked[0].refuses({"ground-3": 1, "raf": 1, "faa": 2}) is not None  # two and two thirds
    assert end.asked[0].refuses({"ground-1": 1}) is None
    assert [group.factors for group in end.state.defenders] == [1, 0, 1]
    assert end.state.used == (("raf", 1), ("faa", 1))
    invaded = one._replace(invasion=True)
    question = called(losses.defender_loses, invaded, 3, everything=False, answers={"defender.ground-losses": {"raf": 1}}).asked[0]
    assert question.refuses({"faa": 2}) is not None
    assert question.refuses({"faa": 2, "ground-3": 1}) is None
    assert losses.group_name(battle(), 0) == "ground"


@pytest.mark.parametrize(
    ("items", "owed", "asked"),
    [({"ground": 3}, 9, False), ({"ground": 3}, 7, False), ({"ground": 3}, 6, True), ({"ground": 2, "faa": 2}, 8, False),
     ({"ground": 2, "faa": 2}, 7, True)],
)  # fmt: skip
def test_18_556_nobody_is_asked_if_only_everything_is_enough(items, owed, asked):
    weight = {"ground": 3, "faa": 1}
    answers = {"attacker.ground-losses": {"ground": 2, "faa": 1} if "faa" in items else {"ground": 2}} if asked else {}
    end = called(losses.paid_in, battle(), "attacker", items, weight, owed, {}, everything=False, answers=answers)
    assert bool(end.asked) == asked
    if not asked:
        assert end.state == items


@pytest.mark.parametrize(
    ("items", "owed", "default"),
    [({"ground": 3, "raf": 1}, 6, {"ground": 2, "raf": 0}), ({"ground": 2, "raf": 1}, 6, {"ground": 1, "raf": 1}),
     ({"ground": 2, "raf": 1}, 9, {"ground": 2, "raf": 1})],
)  # fmt: skip
def test_18_556_one_ground_factor_is_kept_if_possible(items, owed, default):
    assert losses.prudent(items, {"ground": 3, "raf": 3}, owed) == default


# interception


def test_18_561_who_intercepts_over_any_of_the_hexes():
    turn = turn_of()
    force = called(interception.interceptors, turn, ("rear", "field")).state
    assert [(one.unit, one.number) for one in force] == [("stukas", 6), ("fighters", 3), ("me-262", 1), ("vals", 4)]
    jets = changed_unit(turn, "me-262", range=2)
    assert [one.unit for one in called(interception.interceptors, jets, ("field",)).state] == ["stukas", "fighters", "vals"]
    short = changed_base(turn, "home", supply="partial")
    assert [one.unit for one in called(interception.interceptors, short, ("field",)).state] == ["vals"]


def fight(attackers=(), defenders=(), reserves=(), **more):
    rulings = turn_of().setting.rulings
    return Interception("field", attackers, defenders, attackers, defenders, reserves, rulings, **more)


STUKAS, RAF = line(GERMAN, 3, unit="stukas"), line(BRITISH, 2, unit="raf")


def test_18_563_the_round_ends_or_the_defender_decides():
    dice = {"field.r1.attacker.fire": [1, 1], "field.r1.defender.fire": [1, 1]}
    end = called(interception.interception_round, fight((STUKAS,), (RAF,)), dice=dice, scope="field")
    assert end.state.step is interception.defender_continues
    for choice, step in (("continue", interception.attacker_presses), ("return", None)):
        end = called(interception.defender_continues, fight((STUKAS,), (RAF,)), answers={"defender.continue": choice})
        assert options(end.asked[0]) == ["continue", "return"]
        if step:
            assert end.state.step is step
        else:
            assert end.state.value == outcome(fight((STUKAS,), (RAF,)), 0, turned_back=True)


@pytest.mark.parametrize(
    ("attackers", "reserves", "asked", "least"),
    [((), (), 0, 0), ((STUKAS,), (), 1, 0), ((), (STUKAS,), 2, 1), ((STUKAS,), (line(GERMAN, 2, unit="fighters"),), 2, 0)],
)
def test_18_5634_the_attacker_may_press_with_survivors_or_fresh_units(attackers, reserves, asked, least):
    before = fight(attackers, (RAF,), reserves)
    name = reserves[0].unit if reserves else ""
    answers = {"attacker.press": "another", "attacker.reinforce": {name: 1}}
    answers = dict(list(answers.items())[:asked])
    end = called(interception.attacker_presses, before, answers=answers)
    if not asked:
        assert end.state.value == outcome(before, 0)
        return
    assert options(end.asked[0]) == ["disengage", "another"]
    after = end.state.state
    assert end.state.step is interception.interception_round
    assert after.joined == (((name, 1),) if reserves else ())
    if asked == 2:
        assert end.asked[1].least == least
    broke_off = called(interception.attacker_presses, before, answers={"attacker.press": "disengage"})
    assert broke_off.state.value == outcome(before, 0)


@pytest.mark.parametrize(
    ("turned_back", "ruling", "raf", "staying"),
    [(False, "", (0, 1, 1), {"raf": 1}), (True, "inverted", (0, 2, 0), {}), (True, "uninverted", (1, 1, 0), {})],
)
def test_18_564_who_returns_after_an_interception(turned_back, ruling, raf, staying):
    turn = turn_of("stukas", "fighters", "raf", options=f"das-return: {ruling}" if ruling else "")
    turn = changed_unit(changed_unit(turn, "raf", ready=0, flying=3), "stukas", ready=4, flying=2)
    one = battle(cover=(("raf", 3),), types=(("raf", turn.unit("raf").air_type),), turn=turn)
    came, cover = (line(GERMAN, 2, unit="stukas"), line(GERMAN, 1, unit="fighters")), (line(BRITISH, 3, unit="raf"),)
    left = (line(BRITISH, 2, unit="raf")._replace(aborted=(1,)),)
    met = Intercepted((line(GERMAN, 1, unit="stukas"), came[1]), left, came, cover, (("fighters", 1),), turned_back, 2)
    end = called(interception.all_return, turn, one, met)
    after, stays = end.state
    assert dict(stays) == staying
    unit = after.unit("raf")
    assert (unit.ready, unit.inverted, unit.flying) == raf
    assert holding(after)["stukas"] == ("home", 4, 0, 0, 1, 0)
    assert holding(after)["fighters"] == ("home", 2, 0, 0, 1, 0)
    assert len(end.told("ruling")) == turned_back


# small things


def test_18_512_operations_and_battles_by_id():
    turn = with_battles(turn_of(), battle("field"), battle("hill", "overrun"), battle("fort", known=False))
    assert battles_of(turn, "regular") == ("field",)
    assert battles_of(turn, "overrun") == ("hill-overrun",)
    new = battle("hill", "overrun", attackers=9)
    assert changed(turn.battles, new) == (turn.battles[0], new, turn.battles[2])
    assert Operation(turn, ("hill-overrun", "field")).battle == turn.battles[1]
    assert battle(defenders=(Defenders(2, 3), Defenders(1, 1))).defending == 3
    assert [one.name for one in (Defenders(1), Defenders(1, 1, partisans=True))] == ["ground", "partisans"]
    assert strength.by_kind((RAF, line(AMERICAN_NAVAL, 2), line(GERMAN_JET, 4), line(GERMAN_TRANSPORT, 1))) == (2, 2)
