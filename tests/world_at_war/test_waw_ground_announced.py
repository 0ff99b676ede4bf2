"""Ground attacks (18.55): how they are announced, supported and decided."""

from dataclasses import replace

import pytest
from waw_direct import called, changed_base, changed_unit, cited, holding, options
from waw_ground import battle, in_support, operation, turn_of, with_battles

from airwar.rulesets.world_at_war import ground_attacks as combat
from airwar.rulesets.world_at_war import ground_forces as announcing
from airwar.rulesets.world_at_war import ground_support as support
from airwar.rulesets.world_at_war.state import Defenders


def test_18_551_hexes_of_the_enemy_on_the_map_that_were_not_attacked_yet():
    turn = turn_of()
    assert list(announcing.attacks(turn, "regular", (), "attack", "stop").others) == ["field", "hill", "fort"]
    busy = with_battles(turn, battle("hill"), battle("fort", known=False), battle("field", "overrun"))
    assert list(announcing.attacks(busy, "regular", (), "attack", "stop").others) == ["field", "fort"]
    fought = replace(turn, attacked=(("field", "regular", "x"), ("hill", "overrun", "x")))
    assert list(announcing.attacks(fought, "regular", (), "attack", "stop").others) == ["hill", "fort"]
    boxed = changed_base(turn, "fort", box="other")
    assert list(announcing.attacks(boxed, "regular", (), "attack", "stop").others) == ["field", "hill"]
    assert announcing.attacks(turn_of(asked=False), "regular", (), "attack", "stop").others == {}
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
        ("regular", 0, {"by-land": 1, "by-sea": 1}, False),
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
    end = called(announcing.defending_forces, battle(), 4, 0, answers=said)
    assert end.state == (Defenders(factors=2), Defenders(factors=4, dm=3), Defenders(factors=1, partisans=True))
    assert options(end.asked[0]) == {**{f"dm-{dm}": 30 for dm in range(1, 7)}, "partisans": 10}
    assert {name: number for name, number in end.asked[0].default.items() if number} == {"dm-1": 1}
    assert called(announcing.defending_forces, battle(), 4, 0, answers={"referee.defenders": {}}).state == ()


def test_18_551_an_attack_that_is_ordered_at_the_table():
    turn = replace(turn_of(), winter=(("field", 8),))
    answers = {
        "field.attacker.forces": {"by-sea": 5, "airborne": 2, "escort-carriers": 1, "fleet": 4},
        "field.referee.defenders": {"dm-2": 3},
    }
    after, new = called(announcing.attack_on, turn, "field", "regular", answers=answers).state
    expected = battle(
        attackers=5, defenders=(Defenders(factors=3, dm=2),), winter=8, turn=turn, dropping=2, invading=5, cve=1, fleets=4
    )
    assert new == expected._replace(invasion=True)
    assert after.battles == (new,)
    guard = battle(attackers=1, defenders=(), turn=turn, known=False, cover=(("raf", 1),))
    there = {"field.attacker.forces": {"by-land": 2}, "field.referee.defenders": {"dm-1": 1}}
    busy = with_battles(turn, guard, battle("hill"))
    after, new = called(announcing.attack_on, busy, "field", "regular", answers=there).state
    assert new == guard._replace(known=True, planned=3, attackers=3, defenders=(Defenders(factors=1),))
    assert after.battles == (battle("hill"), new)


def test_18_551_an_exploitation_is_made_with_what_got_through():
    turn = turn_of()
    prepared = battle(kind="exploitation", attackers=7)
    end = called(announcing.exploiting, turn, prepared, answers={"field-exploitation.attacker.exploiting": {"by-land": 2}})
    assert end.state == prepared._replace(planned=2, attackers=2)
    assert (options(end.asked[0]), dict(end.asked[0].default)) == ({"by-land": 60}, {"by-land": 7})
    for now, one in ((turn, battle()), (turn_of(asked=False), prepared)):
        quiet = called(announcing.exploiting, now, one)
        assert (quiet.state, quiet.asked) == (one, [])


def test_18_5551_how_many_get_ashore():
    turn = turn_of()
    landing = battle(attackers=6, invading=4)
    end = called(announcing.landed_ashore, turn, landing, answers={"referee.landed": {"landed": 3}})
    assert end.state == landing._replace(attackers=5, invading=3)
    assert (options(end.asked[0]), dict(end.asked[0].default), len(end.told("note"))) == ({"landed": 4}, {"landed": 4}, 1)
    dry = called(announcing.landed_ashore, turn, landing, answers={"referee.landed": {"landed": 4}})
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
    (left,) = [one for one in called(announcing.still_the_enemys, turn, "exploitation").state.battles if one.kind == "exploitation"]
    assert (left.hexes, left.known) == (("hill",), False)  # it is stated anew, if it is ordered
    prepared = replace(turn, setting=replace(turn.setting, orders_asked=False))
    (left,) = [
        one for one in called(announcing.still_the_enemys, prepared, "exploitation").state.battles if one.kind == "exploitation"
    ]
    assert left == both._replace(hexes=("hill",), name="Hill")


@pytest.mark.parametrize(
    ("unit", "kind", "change", "rule"),
    [
        ("stukas", "regular", {}, None),
        ("stukas", "regular", {"range": 2}, "18.45"),
        ("me-262", "regular", {}, "17.23, 17.33"),
        ("ju-52", "regular", {}, "17.23, 17.33"),
        ("raf", "regular", {}, "18.551"),
        ("vals", "regular", {}, None),
        ("vals", "exploitation", {}, "18.5522"),
        ("vals", "overrun", {}, "18.5522"),
        ("stukas", "exploitation", {}, None),
        ("stukas", "regular", {"home": "pocket"}, "18.51"),
    ],
)
def test_18_551_who_flies_ground_support(unit, kind, change, rule):
    turn = changed_unit(turn_of(), unit, **change)
    assert cited(support.support_refused(None, turn, turn.unit(unit), battle(kind=kind))) == rule


def test_18_45_support_reaches_every_attacked_hex():
    turn = turn_of()
    two = battle()._replace(hexes=("field", "rear"))
    assert cited(support.support_refused(None, turn, turn.unit("stukas"), two)) == "18.45"
    assert called(support.eligible, turn, battle()).state.units == {"stukas": 6, "fighters": 3, "vals": 4}
    assert called(support.eligible, turn, two).state.units == {}


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
        end = called(support.supporters, turn_of(), one, answers={"field.attacker.support": sent})
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
    end = called(support.excess_returns, operation(turn, one))  # a single unit: nobody is asked
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


def test_18_554_excess_is_told_in_factors_and_asked_for_only_where_there_is_a_choice():
    _, one = in_support(4, 4, attackers=1)  # 5 1/3 factors, and 3 allowed
    asked = called(support.excess_units, one, answers={"attacker.excess": {"stukas": 3}}).asked[0]
    assert asked.refuses({"stukas": 2}) == "2 factors, and 2 1/3 factors are too many (18.554)"
    assert asked.refuses({"stukas": 3, "vals": 1}) == "3 1/3 factors, more than the 2 1/3 that are too many (18.554)"
    assert asked.totals() == (3, 5)
    _, one = in_support(0, 4, attackers=0, cve=0)
    assert dict(called(support.excess_units, one).state) == {"vals": 4}
    _, one = in_support(2, 4, attackers=0)
    assert dict(called(support.excess_units, one).state) == {"stukas": 2, "vals": 4}


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
    end = called(support.excess_eliminated, operation(turn, one), ground)
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
        ({"a": 2, "b": 2, "big": 1}, {"a": 3, "b": 3, "big": 18}, 25, {"a": 1, "b": 2, "big": 1}),
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
    back = called(support.support_returns, turn, one)
    assert back.losses() == []
    assert holding(back.state)["stukas"] == ("home", 2, 0, 0, 4, 0)
    assert holding(back.state)["vals"] == ("akagi", 2, 2, 0, 0, 0)


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
    turn, one = in_support(0, attackers=attackers, invasion=invasion, invading=attackers * invasion, landing_stated=True)
    end = called(combat.attack_decided, operation(turn, one), answers={"field.attacker.attack": "attack"})
    assert options(end.asked[0]) == offered
    assert end.state.step is combat.cover_takes_part
    assert end.asked[0].facts()["own.factors"] == attackers


def test_18_555_fewer_ground_factors_attack():
    turn, one = in_support(6, attackers=3)
    answers = {"field.attacker.attack": "fewer", "field.attacker.ground": {"ground": 1}}
    end = called(combat.attack_decided, operation(turn, one), answers=answers)
    assert (options(end.asked[1]), dict(end.asked[1].default)) == ({"ground": 2}, {"ground": 2})
    assert end.asked[1].refuses({"ground": 0}) is not None
    assert end.state.state.battle.attackers == 1
    assert dict(end.state.state.battle.support) == {"stukas": 3}


@pytest.mark.parametrize(("choice", "result", "stukas"), [("call-off", "called off", 0), ("abort", "aborted", 4)])
def test_18_555_an_attack_that_is_not_made(choice, result, stukas):
    turn, one = in_support(4, attackers=3, invasion=True, invading=3, landing_stated=True)
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
    one = battle(attackers=attackers, defenders=(Defenders(factors=defenders),), result=result)
    assert combat.outcome(one) == ended


@pytest.mark.parametrize(("attackers", "asked"), [(4, False), (3, True)])
def test_18_619_below_one_to_one_the_defender_may_send_more(attackers, asked):
    turn, one = in_support(0, attackers=attackers, defenders=(Defenders(factors=2, dm=2),))
    answers = {"field.deferred.defender.support": {}} if asked else {}
    end = called(combat.low_odds, operation(turn, one), answers=answers)
    assert (end.state.step, end.state.state) == (combat.ground_round, one)
    assert [options(question) for question in end.asked] == [{"raf": 3, "faa": 4, "meteors": 1}] * asked


def test_18_619_deferred_support_that_nobody_intercepts_takes_part():
    turn, one = in_support(0, attackers=1, defenders=(Defenders(factors=2, dm=2),), cover=(("faa", 1),))
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
