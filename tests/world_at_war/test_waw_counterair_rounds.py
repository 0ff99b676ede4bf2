"""Counterair (18.522-18.526): rounds, refuges, and what is left."""

from dataclasses import replace

import pytest
from waw import BRITISH, GERMAN, GERMAN_TRANSPORT, JAPAN_AND_ALLIES, line
from waw_counterair import CARRIER_AIR, EAST, INVERTED, JG, PORT, RAF, TRANSPORT, battle, fleeing, raid_on, refuge, with_record
from waw_direct import begun, called, changed_carrier, changed_unit, holding, options

from airwar.rulesets.world_at_war import counterair as aftermath
from airwar.rulesets.world_at_war import counterair_rounds as flying_off
from airwar.rulesets.world_at_war import counterair_rounds as rounds
from airwar.rulesets.world_at_war.basing import Room
from airwar.rulesets.world_at_war.counterair_rounds import Fought, Refuge
from airwar.rulesets.world_at_war.state import Away
from airwar.rulesets.world_at_war.units import Effect, as_lines


@pytest.fixture
def turn():
    return begun(EAST, phase="movement", part="movement.counterair")


@pytest.mark.parametrize(
    ("attackers", "homeward", "defenders", "result"),
    [
        ((), (), (RAF,), "attacker eliminated"),
        ((), (), (), "both eliminated"),
        ((JG,), (), (), "defender eliminated"),
        ((), (JG,), (), "defender eliminated"),
        ((JG,), (), (RAF,), "attacker disengaged"),
        ((), (JG,), (RAF,), "single round fought"),
    ],
)
def test_18_522b_how_a_counterair_ends(attackers, homeward, defenders, result):
    fight = battle(attackers, defenders, homeward=homeward, came=(JG,), joined=(("jg", 1),))
    assert rounds.outcome(fight) == Fought("target", "counterair", result, (JG,), (("jg", 1),), attackers + homeward, defenders)


@pytest.mark.parametrize(
    ("kind", "attackers", "fight_on", "homeward"),
    [
        ("patrol", (JG, CARRIER_AIR), (), (JG, CARRIER_AIR)),
        ("naval-base", (JG,), (), (JG,)),
        ("counterair", (JG,), (JG,), ()),
        ("counterair", (CARRIER_AIR,), (), (CARRIER_AIR,)),
        ("counterair", (JG, CARRIER_AIR), (JG,), (CARRIER_AIR,)),
    ],
)
def test_19_12_carrier_air_strikes_for_one_round(kind, attackers, fight_on, homeward):
    fight = battle(attackers, (RAF,), kind=kind, carrier_air=("akagi-air",))
    end = called(rounds.carriers_go_home, fight)
    assert (end.state.attackers, end.state.homeward) == (fight_on, homeward)
    assert len(end.told("note")) == bool(homeward)


@pytest.mark.parametrize(
    ("effects", "target", "after", "asked"),
    [
        (Effect(0, 0), None, [("raf", 3, False, ()), ("raf", 2, True, ())], 0),
        (Effect(1, 1), "uninverted", [("raf", 2, False, (1,)), ("raf", 2, True, ())], 1),
        (Effect(4, 0), "uninverted", [("raf", 1, True, ())], 1),  # the surplus hits inverted ones
        (Effect(5, 1), "uninverted", [], 1),
        (Effect(3, 2), "uninverted", [("raf", 2, True, ())], 1),
    ],
)
def test_19_64_results_hit_uninverted_defenders_and_the_surplus_inverted_ones(effects, target, after, asked):
    defenders = (RAF, INVERTED)
    answers = {"attacker.target": target} if target else {}
    end = called(rounds.defenders_suffer, defenders, defenders, effects, answers=answers)
    assert [(one.unit, one.number, one.inverted, tuple(n for n in one.aborted if n)) for one in end.state] == after
    assert len(end.asked) == asked


def test_19_64_uninverted_and_inverted_alike_by_the_attackers_wish():
    answers = {"attacker.target": "both", "defender.losses.britain-aaf.eliminated": {"raf": 1, "raf-inverted": 1}}
    end = called(rounds.defenders_suffer, (RAF, INVERTED), (RAF, INVERTED), Effect(2, 2), answers=answers)
    assert [(one.number, one.inverted, one.aborted) for one in end.state] == [(2, False, (2,)), (1, True, (0,))]


def test_19_64_inverted_transports_are_hit_only_by_the_surplus_and_those_left_alone_not_at_all():
    ju = line(GERMAN_TRANSPORT, 1, unit="ju", inverted=True)
    end = called(rounds.defenders_suffer, (RAF, ju), (RAF, ju), Effect(3, 1))
    assert [(one.unit, one.number) for one in end.state] == [("ju", 1)]
    end = called(rounds.defenders_suffer, (RAF, ju), (RAF, ju), Effect(4, 0))
    assert end.state == ()
    end = called(rounds.defenders_suffer, (RAF, TRANSPORT), (RAF,), Effect(9, 9))
    assert [(one.unit, one.number) for one in end.state] == [("ju", 2)]  # uninverted, and not engaged
    end = called(rounds.defenders_suffer, (ju,), (ju,), Effect(1, 1))
    assert end.state == ()


@pytest.mark.parametrize(
    ("defenders", "answer", "engaged", "told"),
    [
        ((RAF,), None, (RAF,), 0),
        ((TRANSPORT,), None, (TRANSPORT,), 1),
        ((RAF, TRANSPORT), "leave", (RAF,), 0),
        ((RAF, TRANSPORT), "engage", (RAF, TRANSPORT), 0),
    ],
)
def test_18_521b_the_attacker_may_engage_the_transports_too(defenders, answer, engaged, told):
    said = begun(EAST).setting.rulings
    answers = {"attacker.engage-transports": answer} if answer else {}
    end = called(rounds.engaged_defenders, defenders, said, (JG,), answers=answers)
    assert end.state == engaged
    assert len(end.told("note")) == told
    assert [options(question) for question in end.asked] == ([["leave", "engage"]] if answer else [])


def test_18_523_refuges_are_friendly_bases_in_staging_range_nearest_first(turn):
    found = called(flying_off.friendly_bases, turn, "target").state
    assert found == [
        Refuge("urals", "Urals", 2, Room(0, 0, 0, True)),
        Refuge("also", "Also", 3, Room(15)),
        Refuge("near", "Near", 3, Room(9), port_city=True),
        Refuge("rear", "Rear", 8, Room(15)),
    ]
    short = turn.with_units([turn.unit("raf").holding()])  # naval air stages six hexes
    assert [one.base for one in called(flying_off.friendly_bases, short, "target").state] == ["urals", "also", "near"]
    assert called(flying_off.friendly_bases, turn, "bare").state == []


def test_18_523_bases_attacked_or_announced_in_the_phase_are_no_refuges(turn):
    turn = with_record(turn, counteraired=("also", "urals"), announced=(raid_on("near", ()), raid_on("urals", ())))
    assert [one.base for one in called(flying_off.refuges_from, turn, "target").state] == ["rear"]
    assert [one.base for one in called(flying_off.denied_to, turn, "target").state] == ["near"]


@pytest.mark.parametrize(
    ("refuges", "may"),
    [
        ((refuge("near", 3, 14),), True),  # four factors and two squadrons
        ((refuge("near", 3, 13),), False),
        ((refuge("near", 3, 2), refuge("rear", 8, 12)), True),
        ((refuge("near", 3, 1), refuge("rear", 8, 12)), False),
        ((refuge("near", 6, 2), refuge("rear", 8, 12)), True),
        ((refuge("near", 7, 2), refuge("rear", 8, 12)), False),  # naval air stages six hexes
        ((), False),
    ],
)
def test_18_523_all_survivors_find_room_or_none_flies_off(turn, refuges, may):
    assert flying_off.may_fly_off(fleeing(turn, refuges)) == may


def test_18_522b_the_defender_is_asked_only_if_it_may_break_off(turn):
    stays = fleeing(turn, (refuge("near", 3, 14),))
    for side in ("defender", "attacker"):
        for answer in ("stay", "disengage"):
            end = called(flying_off.disengages, stays, side, answers={f"{side}.disengage": answer})
            assert (end.state, options(end.asked[0]), end.asked[0].by) == (answer == "disengage", ["stay", "disengage"], side)
    stuck = fleeing(turn, (refuge("near", 3, 0, True), refuge("far", 99, 0, True)), (refuge("also", 3, 15), refuge("x", 99, 9)))
    end = called(flying_off.disengages, stuck, "defender")
    assert (end.state, end.asked) == (False, [])
    assert [body["option"] for body in end.told("ruling")] == ["announcements", "port-city"]
    open_ = fleeing(turn, (refuge("near", 3, 3, True), refuge("also", 3, 0)), (refuge("x", 99, 9),))
    assert called(flying_off.disengages, open_, "defender").told("ruling") == []


def test_18_523_survivors_fly_off_unit_by_unit_where_the_rest_still_finds_room(turn):
    fight = fleeing(turn, (refuge("near", 3, 6), refuge("also", 3, 9)))
    answers = {"defender.refuge.near.raf": {"raf": 1}}
    end = called(flying_off.defender_flies_off, fight, answers=answers)
    after = end.state.value
    assert [options(question) for question in end.asked] == [{"raf": 2}]
    assert after.flown_off == (("raf", "near", 1), ("raf", "also", 3), ("faa", "near", 2))
    assert (after.result, after.attackers, after.defenders) == ("defender disengaged", (JG,), fight.defenders)
    assert [status[:3] for status in end.statuses()] == [
        ("defender", "raf: British AAF", 1),
        ("defender", "raf: British AAF", 3),
        ("defender", "faa: British NAS", 2),
    ]


def test_18_523_who_must_leave_room_for_others_is_not_asked(turn):
    fight = fleeing(turn, (refuge("near", 3, 3), refuge("rear", 8, 12)))  # naval air reaches the near one only
    end = called(flying_off.defender_flies_off, fight)
    assert end.asked == []
    assert end.state.value.flown_off == (("raf", "rear", 4), ("faa", "near", 2))


def test_18_526_survivors_that_aborted_are_inverted(turn):
    defenders = (line(BRITISH, 2, unit="raf")._replace(aborted=(1,)), line(BRITISH, 1, unit="raf", inverted=True))
    faa = as_lines([turn.unit("faa")])
    fought = Fought("target", "counterair", "attacker disengaged", (JG,), (), (JG,), defenders + faa)
    end = called(aftermath.defenders_left, turn, fought)
    assert holding(end.state)["raf"] == ("target", 1, 0, 0, 2, 0)
    assert end.statuses() == [("defender", "raf: British AAF", 1, "inverted")]
    assert end.told("note") == []
    gone = called(aftermath.defenders_left, turn, fought._replace(attackers=()))
    assert len(gone.told("note")) == 1
    calm = (defenders[0]._replace(aborted=(0,)), defenders[1])
    assert called(aftermath.defenders_left, turn, fought._replace(attackers=(), defenders=calm + faa)).told("note") == []


@pytest.mark.parametrize(("kind", "ruling", "inverted"), [("counterair", "none", 2), ("naval-combat", "none", 1)])
def test_18_526a_aborts_in_naval_combat_by_ruling(kind, ruling, inverted):
    turn = begun(EAST + f"options: {{naval-combat-aborts: {ruling}}}\n")
    defenders = (
        line(BRITISH, 3, unit="raf")._replace(aborted=(1,)),
        line(BRITISH, 1, unit="raf", inverted=True),
        *as_lines([turn.unit("faa")]),
    )
    fought = Fought("target", kind, "single round fought", (JG,), (), (JG,), defenders)
    end = called(aftermath.defenders_left, turn, fought)
    assert end.state.unit("raf").inverted == inverted
    assert [body["option"] for body in end.told("ruling")] == ["naval-combat-aborts"] * (kind == "naval-combat")
    calm = fought._replace(defenders=(defenders[0]._replace(aborted=(0,)), *defenders[1:]))
    assert called(aftermath.defenders_left, turn, calm).told("ruling") == []


def test_18_523_who_flew_off_is_inverted_at_its_refuge_and_nobody_is_left(turn):
    flown = (("raf", "near", 1), ("raf", "also", 2))
    fought = Fought("target", "counterair", "defender disengaged", (JG,), (), (JG,), (), flown)
    there = holding(called(aftermath.defenders_left, turn, fought).state)
    assert (there["raf"], there["raf/also"]) == (("near", 0, 0, 0, 1, 0), ("also", 0, 0, 0, 2, 0))
    assert "faa" not in there


def test_18_524_what_is_left_of_the_attackers_is_away(turn):
    flying = changed_unit(turn, "jg", ready=3, flying=2)
    came = (line(GERMAN, 2, unit="jg"), line(GERMAN, 1, unit="kg"))
    left = (line(GERMAN, 1, unit="jg"), line(GERMAN, 1, unit="kg"))
    for kind in ("counterair", "patrol"):
        fought = Fought("target", kind, "defender eliminated", came, (("kg", 1),), left)
        before = with_record(flying, away=(Away("near", "x", 1),))
        end = called(aftermath.attackers_left, before, fought)
        patrolling = kind == "patrol"
        assert end.state.counterair.away == (
            Away("near", "x", 1),
            Away("target", "jg", 1, patrolling),
            Away("target", "kg", 1, patrolling),
        )
        assert holding(end.state)["jg"] == ("home", 3, 0, 0, 1, 1)
        assert holding(end.state)["kg"] == ("quay", 1, 0, 0, 0, 1)


@pytest.mark.parametrize(("ruling", "home"), [("defends-only", "saratoga"), ("land-based", "oahu")])
def test_17_3126c_naval_air_of_carriers_that_stay_in_an_attacked_port(ruling, home):
    turn = begun(PORT.replace("RULING", ruling), JAPAN_AND_ALLIES)
    answers = {"defender.sail.lexington": "sail", "defender.sail.saratoga": "stay"}
    end = called(aftermath.carrier_air_goes_ashore, turn, "oahu", answers=answers)
    assert [question.default for question in end.asked] == ["sail", "stay"]
    assert [options(question) for question in end.asked] == [["stay", "sail"]] * 2
    assert (holding(end.state)["lex-air"][0], holding(end.state)["sara-air"][0]) == ("lexington", home)
    assert [(body["option"], body["value"]) for body in end.told("ruling")] == [("carrier-air-in-port", ruling)]
    sailing = called(aftermath.carrier_air_goes_ashore, turn, "oahu", answers=dict.fromkeys(answers, "sail"))
    assert (sailing.told("ruling"), sailing.state.carrier("saratoga").sails) == ([], True)
    sunk = changed_carrier(turn, "saratoga", sunk=True)
    assert len(called(aftermath.carriers_to_sail, sunk, "oahu", answers={"defender.sail.lexington": "stay"}).asked) == 1
    prepared = turn.with_setting(replace(turn.setting, orders_asked=False))
    assert called(aftermath.carriers_to_sail, prepared, "oahu").state == prepared


@pytest.mark.parametrize(("inverted", "there"), [(False, (4, 0, 0, 0)), (True, (0, 0, 0, 4))])
def test_18_526b_carriers_of_an_attacked_port_put_to_sea_and_their_air_has_their_status(inverted, there):
    turn = begun(PORT.replace("RULING", "defends-only"), JAPAN_AND_ALLIES)
    turn = with_record(changed_carrier(turn, "lexington", inverted=inverted), counteraired=("oahu",))
    after = called(aftermath.carriers_sail, turn).state
    assert [(one.id, one.port, one.sails) for one in after.carriers] == [
        ("lexington", "", False),
        ("saratoga", "oahu", False),
        ("hornet", "", True),
        ("akagi", "truk", True),
    ]
    assert holding(after)["lex-air"] == ("lexington", *there, 0)
    assert holding(after)["sara-air"] == ("saratoga", 3, 0, 0, 0, 0)
