"""Ground combat and interception (18.55, 18.56): strengths, odds, losses and the rounds in the air."""

import pytest
from waw import AMERICAN_NAVAL, BRITISH, GERMAN, GERMAN_JET, GERMAN_TRANSPORT, line
from waw_direct import called, changed_base, changed_unit, holding, options
from waw_ground import RAF, STUKAS, USE, battle, fight, turn_of, with_battles

from airwar.rulesets.world_at_war import defensive_air_support as interception
from airwar.rulesets.world_at_war import ground_combat as losses
from airwar.rulesets.world_at_war import ground_combat as rounds
from airwar.rulesets.world_at_war import ground_combat as table
from airwar.rulesets.world_at_war import ground_forces as strength
from airwar.rulesets.world_at_war.ground_forces import Operation, battles_of
from airwar.rulesets.world_at_war.state import Defenders, GroundOutcome, Intercepted, outcome


@pytest.mark.parametrize(
    ("attack", "defense", "column", "rounded"),
    [(4, 4, "1:1", 0), (7, 4, "1:1", 1), (8, 4, "2:1", 0), (24, 4, "5:1", 1), (20, 4, "5:1", 0), (3, 4, "1:2", 1), (1, 4, "1:4", 0),
     (1, 5, "1:4", 1), (2, 4, "1:2", 0), (4, 5, "1:2", 1)],
)  # fmt: skip
def test_18_5521_odds_are_rounded_for_the_defender_and_told(attack, defense, column, rounded):
    one = battle(attackers=attack, defenders=(Defenders(factors=defense),))
    assert table.column_of(attack, defense) == column
    end = called(table.odds_column, one)
    assert (end.state, len(end.told("ruling"))) == (column, rounded)


def test_18_5521_odds_and_results_that_the_players_read():
    turn = turn_of(options="ground-odds: typed, ground-table: typed")
    one = battle(attackers=7, defenders=(Defenders(factors=4),), turn=turn)
    end = called(table.odds_column, one, answers={"ground.odds": "3:1"})
    assert (end.state, end.asked[0].default, end.told("ruling")) == ("3:1", "1:1", [])
    end = called(table.ground_result, one, "3:1", answers={"ground.result": "d"})
    assert (end.state, end.asked[0].default, end.asked[0].unknown) == ("d", "unknown", True)
    assert options(end.asked[0]) == ["A", "a", "Ex", "Ex-1", "Ex-2", "d", "D", "unknown"]


@pytest.mark.parametrize(("squadrons", "fleets", "factors"), [(2, 1, 1), (3, 3, 2), (2, 2, 1), (5, 4, 3), (0, 2, 0)])
def test_18_5521_remnants_are_added_together(squadrons, fleets, factors):
    assert strength.naval_factors(squadrons, fleets) == factors
    one = battle(attackers=5, fleets=fleets, support=(("faa", squadrons),), **USE)
    assert strength.attack_strength(one) == 5 + factors


def test_18_55_the_sheet_of_strengths_adds_up():
    one = battle(
        attackers=5, cve=2, fleets=4, support=(("raf", 2), ("faa", 4)), used=(("usaaf", 1), ("faa", 2)),
        defenders=(Defenders(factors=2, dm=3), Defenders(factors=1, partisans=True)), **USE,
    )  # fmt: skip
    rows = [(row[0], *row[2:]) for row in strength.strength_sheet(one).rows]
    assert rows == [
        ("Attacker", "5", "5"),
        ("Attacker", "2", "2"),
        ("Attacker", "4", "1 1/3"),
        ("Attacker", "2", "2"),
        ("Attacker", "4", "1 1/3"),
        ("Attacker", "", "-2/3"),
        ("Attacker", "", "11"),
        ("Defender", "2", "6"),
        ("Defender", "1", "1"),
        ("Defender", "1", "1"),
        ("Defender", "2", "2/3"),
        ("Defender", "", "-2/3"),
        ("Defender", "", "8"),
    ]
    invaded = [row[2:] for row in strength.strength_sheet(one._replace(invasion=True)).rows if row[0] == "Defender"]
    assert invaded == [("2", "6"), ("1", "1"), ("1", "3"), ("2", "2"), ("", "12")]
    bare = strength.strength_sheet(battle(attackers=3, defenders=(Defenders(factors=2),))).rows
    assert [row[2:] for row in bare] == [("3", "3"), ("", "3"), ("2", "2"), ("", "2")]


@pytest.mark.parametrize(
    ("result", "attackers", "defenders", "over"),
    [("A", 0, 4, "attacker"), ("D", 6, 0, "defender"), ("Ex", 2, 0, "defender")],
)
def test_18_5521_what_a_result_costs(result, attackers, defenders, over):
    one = battle(attackers=6, defenders=(Defenders(factors=4),), result=result)
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
    one = battle(attackers=6, defenders=(Defenders(factors=4),), result="Ex-1")
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
    one = battle(
        defenders=(Defenders(factors=2, dm=3), Defenders(factors=0), Defenders(factors=1)), used=(("raf", 1), ("faa", 2)), **USE
    )
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
    dearer = called(losses.defender_loses, invaded, 4, everything=False, answers={"defender.ground-losses": {"ground-1": 2}}).asked[
        0
    ]
    assert dearer.refuses({"raf": 1}) is not None  # three of four
    assert losses.group_name(battle(), 0) == "ground"


@pytest.mark.parametrize(
    ("items", "owed", "asked"),
    [({"ground": 3}, 9, False), ({"ground": 3}, 7, False), ({"ground": 3}, 6, True), ({"ground": 2, "faa": 2}, 8, False),
     ({"ground": 2, "faa": 2}, 7, True)],
)  # fmt: skip
def test_18_556_nobody_is_asked_if_only_everything_is_enough(items, owed, asked):
    weight = {"ground": 3, "faa": 1}
    answers = {"attacker.ground-losses": {"ground": 2, "faa": 1} if "faa" in items else {"ground": 2}} if asked else {}
    end = called(losses.paid_in, battle(), "attacker", items, weight, owed, weight, everything=False, answers=answers)
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


def test_18_561_who_intercepts_over_any_of_the_hexes():
    turn = turn_of()
    able = called(interception.interceptors, turn, ("rear", "field")).state
    assert able.units == {"stukas": 6, "fighters": 3, "me-262": 1, "vals": 4}
    jets = changed_unit(turn, "me-262", range=2)
    assert list(called(interception.interceptors, jets, ("field",)).state.units) == ["stukas", "fighters", "vals"]
    short = changed_base(turn, "home", supply="partial")
    assert list(called(interception.interceptors, short, ("field",)).state.units) == ["vals"]


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


@pytest.mark.parametrize(("turned_back", "raf", "staying"), [(False, (0, 1, 1), {"raf": 1}), (True, (0, 2, 0), {})])
def test_18_564_who_returns_after_an_interception(turned_back, raf, staying):
    turn = turn_of("stukas", "fighters", "raf")
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


def test_18_512_operations_and_battles_by_id():
    turn = with_battles(turn_of(), battle("field"), battle("hill", "overrun"), battle("fort", known=False))
    assert battles_of(turn, "regular") == ("field",)
    assert battles_of(turn, "overrun") == ("hill-overrun",)
    new = battle("hill", "overrun", attackers=9)
    assert turn.with_battle(new).battles == (turn.battles[0], new, turn.battles[2])
    assert Operation(turn, ("hill-overrun", "field")).battle == turn.battles[1]
    assert battle(defenders=(Defenders(factors=2, dm=3), Defenders(factors=1))).defending == 3
    assert [one.name for one in (Defenders(factors=1), Defenders(factors=1, partisans=True))] == ["ground", "partisans"]
    assert strength.by_kind((RAF, line(AMERICAN_NAVAL, 2), line(GERMAN_JET, 4), line(GERMAN_TRANSPORT, 1))) == (2, 2)


def test_18_556_what_one_side_loses_does_not_depend_on_what_the_other_loses():
    one = battle(attackers=3, defenders=(Defenders(factors=5),))
    answers = {"ground.losses": {"attacker": 1, "defender": 4}, "attacker.ground-losses": {"ground": 1}}
    answers["defender.ground-losses"] = {"ground": 4}
    after = called(losses.losses_taken, one, "Ex-1", answers=answers).state
    assert (after.attackers, after.defending) == (2, 1)
