"""Bases that fall (18.25): captures, displacement, and what a base cannot hold."""

from dataclasses import replace

import pytest
from waw_desert import DESERT, naive_filling
from waw_direct import begun, called, changed_base, changed_unit, holding, options

from airwar.rulesets.world_at_war import displacement
from airwar.rulesets.world_at_war.state import Fall


@pytest.fixture
def turn():
    return begun(DESERT, part="movement.displacement")


def test_18_25_what_may_fall(turn):
    prepared = {"tobruk": Fall(at="tobruk", phase="movement"), "malta/airbase": Fall(at="malta", phase="movement", kind="airbase")}
    menu = displacement.open_falls(turn, prepared, [])
    assert list(menu.prepared) == ["tobruk", "malta/airbase"]
    assert list(menu.others) == ["alex", "cairo", "suez", "oasis", "malta", "tobruk/airbase", "benghazi/airbase"]
    assert menu.others["benghazi"] == "Benghazi is captured by Allies"  # not offered, but it may be typed
    later = displacement.open_falls(changed_base(turn, "suez", taken_in="movement"), prepared, [prepared["tobruk"]])
    assert list(later.prepared) == ["malta/airbase"]
    assert list(later.others) == ["alex", "cairo", "oasis", "malta", "benghazi/airbase"]


@pytest.mark.parametrize(("phase", "scope"), [("movement", "displacement"), ("combat", "displacement.combat")])
def test_18_25_the_referee_says_what_falls(turn, phase, scope):
    falls = (Fall(at="suez", phase=phase), Fall(at="alex", phase="x"))
    turn = replace(turn.with_basing(turn.basing._replace(falls=falls)), phase=phase)
    answers = {
        f"{scope}.referee.event.1": "suez",
        f"{scope}.referee.event.2": "benghazi/airbase",
        f"{scope}.referee.event.3": "no-more",
        f"{scope}.attacker.leave.benghazi": {"jg": 2},
    }
    end = called(displacement.bases_fall, turn, answers=answers)
    after = end.state.value
    assert [question.default for question in end.asked[:3]] == ["suez", "no-more", "no-more"]
    assert (after.base("suez").side, after.base("suez").taken_in) == ("axis", phase)
    assert after.base("benghazi").facilities == ("port",)
    assert after.basing.falls == falls[1:]
    assert holding(after)["jg/rome"] == ("rome", 0, 0, 0, 2, 0)
    assert holding(after)["jg"] == ("benghazi", 2, 0, 0, 0, 0)  # inverted ones leave first


def test_18_147_a_captured_base_changes_hands_and_its_carriers_leave(turn):
    turn = changed_base(turn, "tobruk", new=True)
    end = called(displacement.in_enemy_hands, turn, turn.base("tobruk"))
    base = end.state.base("tobruk")
    assert (base.side, base.nation, base.new, base.taken_in, base.facilities) == ("axis", "", False, "movement", ("port",))
    assert [carrier.port for carrier in end.state.carriers] == ["", "alex", ""]
    assert holding(end.state)["eagle-air"] == ("eagle", 2, 0, 0, 0, 0)
    back = called(displacement.in_enemy_hands, turn, turn.base("benghazi")).state
    assert back.base("benghazi").side == "allies"


def test_18_251_bases_captured_together_are_no_refuge_for_one_another(turn):
    end = called(
        displacement.captured,
        turn,
        "tobruk",
        "alex",
        answers={"defender.displace.tobruk.6": {"daf@suez": 4, "faa@suez": 3}, "defender.displace.tobruk.4": {"daf@cairo": 1}},
    )
    assert {end.state.base(name).side for name in ("tobruk", "alex")} == {"axis"}
    there = holding(end.state)
    assert there["daf/suez"] == ("suez", 0, 0, 0, 4, 0)
    assert there["daf"] == ("cairo", 0, 0, 0, 1, 0)
    assert there["faa"] == ("suez", 0, 0, 0, 3, 0)
    assert [loss[1:3] for loss in end.losses()] == [("faa: British NAS", 1), ("alex-wing: British AAF", 3)]
    again = called(displacement.captured, end.state, "tobruk")
    assert (again.state, again.told("note")) == (end.state, [])


def test_18_25_rings_are_the_own_bases_by_distance(turn):
    assert called(displacement.rings, turn, "tobruk", "allies").state == [(4, ["alex", "cairo"]), (6, ["suez"]), (7, ["malta"])]
    assert called(displacement.rings, turn, "benghazi", "axis").state == [(3, ["rome"]), (6, ["tripoli"])]


@pytest.mark.parametrize(("alex", "cairo", "army", "naval"), [(3, 4, 2, 2), (5, 4, 2, 2), (4, 4, 3, 1), (3, 3, 1, 1), (4, 5, 1, 3)])
def test_18_25_the_nearest_bases_are_filled_and_nothing_else_is_legal(turn, alex, cairo, army, naval):
    turn = changed_unit(changed_unit(turn, "alex-wing", ready=alex), "cairo-wing", ready=cairo)
    waiting = {"daf": turn.unit("daf").holding(inverted=army), "faa": turn.unit("faa").holding(inverted=naval)}
    ring = ["alex", "cairo"]
    every, legal = naive_filling(turn, ring, waiting)
    accepted = [answer for answer in every if displacement.spread_refused(turn, ring, waiting, answer) is None]
    assert accepted == legal
    usual = displacement.filled(turn, ring, waiting)
    assert {key: usual.get(key, 0) for key in every[0]} in legal


def test_18_25_a_ring_is_asked_about_only_if_there_is_a_choice(turn):
    daf = turn.unit("daf").holding(inverted=2)
    for unit, ring, asked in ((daf, ["suez"], False), (daf, ["alex", "cairo"], True)):
        answers = {"defender.displace.tobruk.4": {"daf@alex": 2}} if asked else {}
        end = called(displacement.ring_filled, turn, "tobruk", 4, ring, {"daf": unit}, answers=answers)
        after, waiting = end.state
        assert waiting["daf"].number == 0
        assert bool(end.asked) == asked
        assert holding(after)[f"daf/{'alex' if asked else 'suez'}"][4] == 2
    far = called(displacement.ring_filled, turn, "tobruk", 9, ["suez"], {"daf": daf})
    assert far.state == (turn, {"daf": daf})  # it stages eight hexes
    both = {"daf": daf, "faa": turn.unit("faa")}
    free = called(displacement.ring_filled, turn, "tobruk", 6, ["suez"], both)
    assert free.asked == []
    assert [status[1:3] for status in free.statuses()] == [("daf: British AAF", 2), ("faa: British NAS", 4)]
    scarce = changed_unit(turn, "cairo-wing", home="suez")
    question = called(
        displacement.ring_filled, scarce, "tobruk", 6, ["suez"], both, answers={"defender.displace.tobruk.6": {"faa@suez": 3}}
    ).asked[0]
    assert options(question) == {"daf@suez": 1, "faa@suez": 3}
    assert {key: number for key, number in question.default.items() if number} == {"daf@suez": 1}


@pytest.mark.parametrize(
    ("daf", "faa", "places", "going"),
    [
        (5, 4, 2, {}),  # five factors and four squadrons of ten
        (5, 0, 1, {}),
        (6, 0, 1, {"daf": 1}),
        (5, 4, 1, {"daf": 0, "faa": 4}),  # four thirds of a factor, not two factors
        (9, 2, 1, {"daf": 4, "faa": 2}),
        (0, 16, 1, {"faa": 1}),
        (3, 2, 0, {"daf": 3, "faa": 2}),  # nobody is asked: all must go
    ],
)
def test_18_147_as_few_as_possible_leave(turn, daf, faa, places, going):
    turn = changed_base(turn, "tobruk", facilities=("city",) * places)
    turn = turn.with_units([turn.unit("daf").holding(ready=daf), turn.unit("faa").holding(ready=faa)])
    here = {unit.id: unit for unit in turn.units if unit.home == "tobruk" and unit.number}
    found = displacement.fewest(turn, "tobruk", here)
    assert {name: number for name, number in found.items() if number} == {name: n for name, n in going.items() if n}
    must = bool(sum(going.values()))
    answers = {"defender.leave.tobruk": found} if must and places and len(here) > 1 else {}
    end = called(displacement.excess, turn, "tobruk", answers=answers)
    assert {name: unit.number for name, unit in end.state.items()} == {name: n for name, n in going.items() if n}


def test_18_11_who_is_in_the_air_counts_at_its_base(turn):
    turn = changed_base(turn, "tobruk", facilities=("city",))
    turn = turn.with_units([turn.unit("daf").holding(ready=4)._replace(flying=3), turn.unit("faa").holding()])
    here = {"daf": turn.unit("daf")}
    assert displacement.fewest(turn, "tobruk", here) == {"daf": 2}
    assert displacement.stays_legal(turn, "tobruk", here, {"daf": 2})
    assert not displacement.stays_legal(turn, "tobruk", here, {"daf": 1})


@pytest.mark.parametrize(("squadrons", "number", "over"), [(3, 3, 0), (4, 3, 1), (9, 3, 3)])
def test_18_25_how_many_that_landed_find_no_room(turn, squadrons, number, over):
    turn = changed_unit(turn, "cairo-wing", ready=4)
    unit = turn.unit("faa")._replace(home="cairo", ready=squadrons)
    assert displacement.without_room(turn.with_units([unit]), "cairo", unit, number) == over
    army = turn.unit("daf")._replace(home="cairo", ready=number, inverted=0)
    assert displacement.without_room(turn.with_units([army]), "cairo", army, number) == number - 1


def test_18_15_what_the_attackers_bases_cannot_hold_is_eliminated(turn):
    turn = changed_base(turn, "benghazi", facilities=("city",))
    end = called(displacement.excess_eliminated, turn, answers={"attacker.leave.benghazi": {"regia": 2}})
    assert end.losses() == [("attacker", "regia: Italian AAF", 2, "eliminated")]
    assert holding(end.state)["regia"] == ("benghazi", 1, 0, 0, 0, 0)
    theirs = changed_base(begun(DESERT), "tobruk", facilities=())
    assert called(displacement.excess_eliminated, theirs).losses() == []
    by_sea = turn.with_setting(replace(turn.setting, sea_transported=frozenset({"regia"})))
    assert called(displacement.excess_eliminated, by_sea).losses() == []
    late = replace(by_sea, part="redeployment.units")
    assert called(displacement.excess_eliminated, late, answers={"attacker.leave.benghazi": {"jg": 2}}).losses() != []
