"""Bases part by part: captures, displacement, staging, building, redeployment, uninversion and weather."""

from dataclasses import replace
from itertools import product

import pytest
from waw import BRITISH, BRITISH_NAVAL, JAPAN_AND_ALLIES
from waw_direct import begun, called, changed_base, changed_carrier, changed_unit, complaints, holding, options

from airwar.rulesets.world_at_war.bases import (
    airbases,
    at_sea,
    carriers,
    displacement,
    nearest,
    new_airbases,
    redeployment,
    staging,
    uninversion,
    weather,
)
from airwar.rulesets.world_at_war.bases.basing import may_base
from airwar.rulesets.world_at_war.bases.record import BaseChange, Fall, Placement
from airwar.rulesets.world_at_war.ground.state import Battle

DESERT = """
orders: ask
turn: true
bases:
  tobruk: {side: allies, facilities: [port, airbase], nation: britain}
  alex: {side: allies, facilities: [port-city]}
  cairo: {side: allies, facilities: [city]}
  suez: {side: allies, facilities: [city]}
  oasis: {side: allies}
  malta: {side: allies, facilities: [airbase], island: true}
  india: {side: allies, box: india}
  benghazi: {side: axis, facilities: [port, airbase], airbase-of: germany}
  tripoli: {side: axis, facilities: [city]}
  rome: {side: axis, box: other}
carriers:
  eagle: {nation: britain, size: 3, port: tobruk, sails: true}
  argus: {nation: britain, size: 2, port: alex}
  aquila: {nation: italy, size: 2, inverted: true}
distances:
  tobruk: {alex: 4, cairo: 4, suez: 6, oasis: 1, malta: 7, benghazi: 3}
  benghazi: {tripoli: 6, rome: 3}
units:
  - {id: daf, nation: britain, type: aaf, count: 5, inverted: 1, at: tobruk}
  - {id: faa, nation: britain, type: nas, count: 4, at: tobruk}
  - {id: eagle-air, nation: britain, type: nas, count: 2, inverted: 1, at: eagle}
  - {id: alex-wing, nation: britain, type: aaf, count: 3, at: alex}
  - {id: cairo-wing, nation: australia, type: aaf, count: 4, at: cairo}
  - {id: jg, nation: germany, type: aaf, count: 4, inverted: 2, at: benghazi}
  - {id: regia, nation: italy, type: aaf, count: 3, inverted: 1, at: benghazi}
  - {id: aquila-air, nation: italy, type: nas, count: 2, inverted: 2, at: aquila}
"""


@pytest.fixture
def turn():
    return begun(DESERT, part="movement.displacement")


# 18.25


def test_18_25_what_may_fall(turn):
    prepared = {"tobruk": Fall("hex", "tobruk", "movement"), "malta/airbase": Fall("airbase", "malta", "movement")}
    menu = displacement.open_falls(turn, prepared, [])
    assert list(menu.prepared) == ["tobruk", "malta/airbase"]
    assert list(menu.others) == ["alex", "cairo", "suez", "oasis", "malta", "tobruk/airbase", "benghazi/airbase"]
    later = displacement.open_falls(changed_base(turn, "suez", taken_in="movement"), prepared, [prepared["tobruk"]])
    assert list(later.prepared) == ["malta/airbase"]
    assert list(later.others) == ["alex", "cairo", "oasis", "malta", "benghazi/airbase"]


@pytest.mark.parametrize(("phase", "scope"), [("movement", "displacement"), ("combat", "displacement.combat")])
def test_18_25_the_referee_says_what_falls(turn, phase, scope):
    falls = (Fall("hex", "suez", phase), Fall("carrier", "eagle", phase), Fall("hex", "alex", "x"))
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
    assert after.base("benghazi").places == ("port",)
    assert after.basing.falls == falls[1:]
    assert holding(after)["jg/rome"] == ("rome", 0, 0, 0, 2, 0)
    assert holding(after)["jg"] == ("benghazi", 2, 0, 0, 0, 0)  # inverted ones leave first


def test_18_147_a_captured_base_changes_hands_and_its_carriers_leave(turn):
    turn = changed_base(turn, "tobruk", new=True)
    end = called(displacement.in_enemy_hands, turn, turn.base("tobruk"))
    base = end.state.base("tobruk")
    assert (base.side, base.nation, base.new, base.taken_in, base.places) == ("axis", "", False, "movement", ("port",))
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
    assert called(nearest.rings, turn, "tobruk", "allies").state == [(4, ["alex", "cairo"]), (6, ["suez"]), (7, ["malta"])]
    assert called(nearest.rings, turn, "benghazi", "axis").state == [(3, ["rome"]), (6, ["tripoli"])]


def naive_filling(turn, ring, waiting):
    """Every way to spread units over a ring; the legal ones are those to which nobody can be added."""
    keys = [f"{name}@{base}" for name in waiting for base in ring]
    ranges = [range(waiting[key.split("@")[0]].number + 1) for key in keys]

    def fits(answer):
        spread = {name: sum(answer[f"{name}@{base}"] for base in ring) for name in waiting}
        if any(spread[name] > waiting[name].number for name in waiting):
            return False
        for base in ring:
            factors, squadrons = turn.load(base)
            for name, unit in waiting.items():
                if unit.air_type.in_squadrons:
                    squadrons += answer[f"{name}@{base}"]
                else:
                    factors += answer[f"{name}@{base}"]
            if not may_base(turn.base(base), turn.setting.theater, factors, squadrons):
                return False
        return True

    every = [dict(zip(keys, numbers, strict=True)) for numbers in product(*ranges)]
    return every, [one for one in every if fits(one) and not any(fits({**one, key: one[key] + 1}) for key in keys)]


@pytest.mark.parametrize(("alex", "cairo", "army", "naval"), [(3, 4, 2, 2), (5, 4, 2, 2), (4, 4, 3, 1), (3, 3, 1, 1), (4, 5, 1, 3)])
def test_18_25_the_nearest_bases_are_filled_and_nothing_else_is_legal(turn, alex, cairo, army, naval):
    turn = changed_unit(changed_unit(turn, "alex-wing", ready=alex), "cairo-wing", ready=cairo)
    waiting = {"daf": turn.unit("daf").holding(inverted=army), "faa": turn.unit("faa").holding(inverted=naval)}
    ring = ["alex", "cairo"]
    every, legal = naive_filling(turn, ring, waiting)
    accepted = [answer for answer in every if nearest.spread_refused(turn, ring, waiting, answer) is None]
    assert accepted == legal
    usual = nearest.filled(turn, ring, waiting)
    assert {key: usual.get(key, 0) for key in every[0]} in legal


def test_18_25_a_ring_is_asked_about_only_if_there_is_a_choice(turn):
    daf = turn.unit("daf").holding(inverted=2)
    for unit, ring, asked in ((daf, ["suez"], False), (daf, ["alex", "cairo"], True)):
        answers = {"defender.displace.tobruk.4": {"daf@alex": 2}} if asked else {}
        end = called(nearest.ring_filled, turn, "tobruk", 4, ring, {"daf": unit}, answers=answers)
        after, waiting = end.state
        assert waiting["daf"].number == 0
        assert bool(end.asked) == asked
        assert holding(after)[f"daf/{'alex' if asked else 'suez'}"][4] == 2
    far = called(nearest.ring_filled, turn, "tobruk", 9, ["suez"], {"daf": daf})
    assert far.state == (turn, {"daf": daf})  # it stages eight hexes
    both = {"daf": daf, "faa": turn.unit("faa")}
    free = called(nearest.ring_filled, turn, "tobruk", 6, ["suez"], both)
    assert free.asked == []
    assert [status[1:3] for status in free.statuses()] == [("daf: British AAF", 2), ("faa: British NAS", 4)]
    scarce = changed_unit(turn, "cairo-wing", home="suez")
    question = called(
        nearest.ring_filled, scarce, "tobruk", 6, ["suez"], both, answers={"defender.displace.tobruk.6": {"faa@suez": 3}}
    ).asked[0]
    assert options(question) == {"daf@suez": 1, "faa@suez": 3}
    assert {key: number for key, number in question.default.items() if number} == {"daf@suez": 1}


@pytest.mark.parametrize(
    ("daf", "faa", "places", "going"),
    [
        (5, 4, 2, {}),  # five factors and four squadrons of ten
        (5, 0, 1, {}),
        (6, 0, 1, {"daf": 1}),
        (5, 4, 1, {"daf": 2, "faa": 0}),
        (9, 2, 1, {"daf": 5, "faa": 0}),
        (0, 16, 1, {"faa": 1}),
    ],
)
def test_18_147_as_few_as_possible_leave(turn, daf, faa, places, going):
    turn = changed_base(turn, "tobruk", facilities=places)
    turn = turn.with_units([turn.unit("daf").holding(ready=daf), turn.unit("faa").holding(ready=faa)])
    here = {unit.id: unit for unit in turn.units if unit.home == "tobruk" and unit.number}
    found = displacement.fewest(turn, "tobruk", here)
    assert {name: number for name, number in found.items() if number} == {name: n for name, n in going.items() if n}
    must = bool(sum(going.values()))
    answers = {"defender.leave.tobruk": found} if must and len(here) > 1 else {}
    end = called(displacement.excess, turn, "tobruk", answers=answers)
    assert {name: unit.number for name, unit in end.state.items()} == {name: n for name, n in going.items() if n}


def test_18_11_who_is_in_the_air_counts_at_its_base(turn):
    turn = changed_base(turn, "tobruk", facilities=1)
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
    turn = changed_base(turn, "benghazi", facilities=1)
    end = called(displacement.excess_eliminated, turn, answers={"attacker.leave.benghazi": {"regia": 2}})
    assert end.losses() == [("attacker", "regia: Italian AAF", 2, "eliminated")]
    assert holding(end.state)["regia"] == ("benghazi", 1, 0, 0, 0, 0)
    theirs = changed_base(begun(DESERT), "tobruk", facilities=0)
    assert called(displacement.excess_eliminated, theirs).losses() == []
    by_sea = turn.with_setting(replace(turn.setting, sea_transported=frozenset({"regia"})))
    assert called(displacement.excess_eliminated, by_sea).losses() == []
    late = replace(by_sea, part="redeployment.units")
    assert called(displacement.excess_eliminated, late, answers={"attacker.leave.benghazi": {"jg": 2}}).losses() != []


# 18.2


def test_18_21_who_may_stage_and_what_is_told_of_full_bases(turn):
    turn = replace(turn, part="movement.staging")
    assert list(staging.open_stagings(turn).others) == ["jg", "regia"]
    moved = turn.with_basing(turn.basing._replace(moved=("jg",)))
    assert list(staging.open_stagings(moved).others) == ["regia"]
    quiet = turn.with_setting(replace(turn.setting, orders_asked=False))
    order = BaseChange("jg", "tripoli", 1, "movement", "staging")
    quiet = quiet.with_basing(turn.basing._replace(moves=(order, order._replace(kind="redeployment"))))
    assert (list(staging.open_stagings(quiet).prepared), staging.open_stagings(quiet).others) == (["jg@tripoli"], {})
    stop = staging.open_stagings(turn).stop
    assert staging.open_stagings(changed_base(turn, "benghazi", facilities=1)).stop != stop
    assert staging.open_stagings(changed_base(turn, "tobruk", facilities=0)).stop == stop


def test_18_21_where_a_unit_stages_and_room_that_will_be_there(turn):
    jg = turn.unit("jg")
    assert called(staging.stages_to, turn, jg).state == {"tripoli": 4}
    guest = turn.unit("regia")._replace(id="guest", home="tripoli", ready=4, inverted=0)
    full = replace(turn, units=(*turn.units, guest))
    assert called(staging.stages_to, full, jg).state == {"tripoli": 4}  # the guest may leave
    settled = full.with_basing(full.basing._replace(moved=("guest",)))
    assert called(staging.stages_to, settled, jg).state == {"tripoli": 1}
    assert staging.room_later(settled, jg, settled.base("tripoli")) == 1
    assert staging.room_later(full, jg, full.base("tripoli")) == 5
    assert staging.room_later(full, jg.holding(ready=1), full.base("tripoli")) == 1
    away = full.with_units([guest.holding()._replace(flying=4)])
    assert staging.room_later(away, jg, full.base("tripoli")) == 5
    assert staging.may_stage(settled, jg)
    packed = settled.with_units([guest._replace(ready=5)])
    assert not staging.may_stage(packed, jg)
    end = called(staging.staging_ordered, packed, "jg")
    assert len(end.told("note")) == 1
    assert end.state.basing.moved[-1] == "jg"


@pytest.mark.parametrize(
    ("ready", "inverted", "answer", "sent"),
    [
        (2, 2, {"tripoli": 1, "tripoli/inverted": 2}, [("tripoli", 1, 2)]),
        (4, 0, {"tripoli": 3}, [("tripoli", 3, 0)]),
        (0, 4, {"tripoli": 3}, [("tripoli", 0, 3)]),
        (2, 2, {}, []),
    ],
)
def test_18_21_of_a_partly_inverted_unit_the_owner_says_which_go(turn, ready, inverted, answer, sent):
    jg = turn.unit("jg").holding(ready=ready, inverted=inverted)
    end = called(staging.destinations, turn, jg, {"tripoli": 3}, "key", answers={"key": answer})
    assert end.state == sent
    mixed = bool(ready and inverted)
    assert options(end.asked[0]) == ({"tripoli": 2, "tripoli/inverted": 2} if mixed else {"tripoli": 3})
    if mixed:
        assert end.asked[0].refuses({"tripoli": 2, "tripoli/inverted": 2}) is not None
        two = called(staging.destinations, turn, jg, {"a": 2, "b": 2}, "key", answers={"key": {}}).asked[0]
        assert two.refuses({"a": 2, "b": 1}) is not None
        assert two.refuses({"a": 1, "b": 1, "b/inverted": 1, "a/inverted": 1}) is None
        assert two.refuses({"a/inverted": 2, "b/inverted": 1}) is not None


@pytest.mark.parametrize(
    ("number", "inverted", "stay", "go"),
    [(3, None, (0, 0, 0, 1), (2, 0, 0, 1)), (3, 2, (1, 0, 0, 0), (1, 0, 0, 2)), (2, 0, (0, 0, 0, 2), (2, 0, 0, 0)),
     (0, None, None, (2, 0, 0, 2)), (1, 1, (2, 0, 0, 1), (0, 0, 0, 1))],
)  # fmt: skip
def test_18_21_who_moves_keeps_its_status(turn, number, inverted, stay, go):
    after = staging.moved(None, turn, BaseChange("jg", "tripoli", number, "movement", "staging", inverted=inverted))
    there = holding(after)
    if stay is None:
        assert there["jg"] == ("tripoli", *go, 0)
        assert after.basing.moved == ("jg",)
    else:
        assert there["jg"] == ("benghazi", *stay, 0)
        assert there["jg/tripoli"] == ("tripoli", *go, 0)
        assert after.basing.moved == ("jg/tripoli",)


@pytest.mark.parametrize(
    ("nation", "box", "refused"),
    [("australia", "india", False), ("britain", "india", False), ("germany", "india", True), ("poland", "india", True),
     ("britain", "other", True), ("britain", "urals", True)],
)  # fmt: skip
def test_18_23_boxes_that_an_alliance_may_stage_to(turn, nation, box, refused):
    unit = turn.unit("daf")._replace(air_type=BRITISH._replace(nation=nation))
    base = replace(turn.base("india"), box=box)
    assert bool(staging.box_refused(turn, unit, base)) == refused


# 18.146


@pytest.mark.parametrize(
    ("nation", "power", "room"),
    [("italy", "germany", 2), ("germany", "germany", 7), ("italy", None, 7)],
)
def test_18_146_a_new_airbase_serves_its_own_power_at_once(turn, nation, power, room):
    turn = turn.with_units([turn.unit(name).holding() for name in ("jg", "regia")])
    italians = turn.unit("regia").holding(ready=3)
    turn = turn.with_units([italians])
    fresh = (("benghazi", power),) if power else ()
    turn = turn.with_basing(turn.basing._replace(fresh=fresh))
    unit = turn.unit("regia")._replace(id="new", air_type=BRITISH._replace(nation=nation))
    assert new_airbases.room_at_once(turn, unit, turn.base("benghazi")) == room
    bare = replace(turn.base("benghazi"), places=("airbase",), facilities=1)
    closed = new_airbases.closed_to(turn, unit, bare)
    assert bool(closed) == (room == 2)
    assert new_airbases.closed_to(turn, unit, turn.base("benghazi")) is None
    assert new_airbases.placed_by(turn, turn.base("benghazi")) == power
    assert new_airbases.placed_by(turn, turn.base("tripoli")) is None
    british = [new_airbases.may_use_at_once(unit._replace(air_type=BRITISH._replace(nation=one)), "britain")
               for one in ("britain", "australia", "free-france", "us", "india")]  # fmt: skip
    assert british == [True, True, True, False, False]


def test_18_142_airbases_that_are_offered_and_ordered_at_the_table(turn):
    turn = replace(turn, phase="construction", part="construction.airbases")
    order = Placement("germany", "tripoli", "construction")
    turn = turn.with_basing(turn.basing._replace(placements=(order, order._replace(phase="redeployment"))))
    menu = airbases.open_placements(turn)
    assert (list(menu.prepared), list(menu.others)) == (["germany@tripoli"], ["germany", "italy"])
    assert [base.id for base in airbases.hexes_for(turn, "germany")] == ["tripoli"]
    assert airbases.hexes_for(turn, "britain") == []
    after = called(airbases.airbase_ordered, turn, "germany@tripoli")
    assert after.state.basing.placements == (order._replace(phase="redeployment"),)
    assert after.state.base("tripoli").airbase_of == "germany"
    full = changed_base(turn, "tripoli", places=("city", "airbase"))
    refused = called(airbases.airbase_ordered, full, "germany@tripoli")
    assert (refused.state.base("tripoli"), len(refused.told("note"))) == (full.base("tripoli"), 1)
    open_ = changed_base(turn, "rome", box="", facilities=1)
    answers = {"attacker.airbase-hex.0": "rome", "attacker.airbase-from.0": "benghazi"}
    end = called(airbases.airbase_ordered, open_, "germany", answers=answers)
    assert [options(question) for question in end.asked] == [["tripoli", "rome"], ["stock", "benghazi"]]
    assert (end.state.base("rome").airbase_of, end.state.base("benghazi").places) == ("germany", ("port",))
    stock = called(airbases.airbase_ordered, open_, "germany", answers={**answers, "attacker.airbase-from.0": "stock"})
    assert stock.state.base("benghazi").airbase_of == "germany"
    quiet = turn.with_setting(replace(turn.setting, orders_asked=False))
    assert airbases.open_placements(quiet).others == {}


def test_18_143_in_the_construction_phase_what_loses_its_airbase_is_lost(turn):
    turn = replace(turn, phase="construction", part="construction.airbases")
    later = Placement("italy", "tripoli", "redeployment")
    order = Placement("germany", "tripoli", "construction", "benghazi")
    turn = turn.with_basing(turn.basing._replace(placements=(order, later)))
    answers = {
        "construction.airbases.attacker.order.1": "germany@tripoli",
        "construction.airbases.attacker.order.2": "no-more",
        "construction.airbases.attacker.leave.benghazi": {"jg": 2},
    }
    end = called(airbases.airbases_are_placed, turn, answers=answers)
    assert end.state.value.basing.placements == (later,)
    assert end.losses() == [("attacker", "jg: German AAF", 2, "eliminated")]
    answers = {
        "movement.airbases.attacker.order.1": "germany@tripoli",
        "movement.airbases.attacker.order.2": "no-more",
    }
    moving = replace(turn, phase="movement", part="movement.airbases")
    moving = moving.with_basing(turn.basing._replace(placements=(order._replace(phase="movement"),)))
    assert called(airbases.airbases_are_placed, moving, answers=answers).losses() == []


@pytest.mark.parametrize(
    ("nation", "date", "most"),
    [("russia", "winter 1942", 1), ("russia", "spring 1943", 2), ("russia", "fall 1941", 1), ("russia", "", 1),
     ("russia", "winter 1943", 2), ("germany", "spring 1943", 2), ("russia", "winter 1944", 2)],
)  # fmt: skip
def test_18_142b_how_many_airbases_in_a_turn(nation, date, most):
    assert airbases.each_turn(nation, date) == most


# 18.72


def test_18_72c_new_units_come_in_inverted_as_far_as_there_is_room(turn):
    jg = turn.unit("jg")
    new = (
        jg._replace(id="new", home="tripoli", ready=0, inverted=7, had=7),
        jg._replace(id="lost", home="tobruk", ready=0, inverted=2, had=2),
        turn.unit("aquila-air")._replace(id="sailors", ready=0, inverted=1, had=1),
    )
    turn = turn.with_basing(turn.basing._replace(building=new))
    turn = turn.with_units([turn.unit("aquila-air").holding(inverted=1)])
    end = called(redeployment.units_are_built, turn)
    after = end.state.value
    assert holding(after)["new"] == ("tripoli", 0, 0, 0, 5, 0)
    assert holding(after)["sailors"] == ("aquila", 0, 0, 0, 1, 0)
    assert [(unit.id, unit.inverted, unit.had) for unit in after.basing.building] == [("new", 2, 2), ("lost", 2, 2)]
    assert (after.unit("new").had, after.find("lost")) == (5, None)
    assert len(end.told("note")) == 2
    afloat = called(redeployment.units_are_built, changed_carrier(turn, "aquila", inverted=False)).state.value
    assert holding(afloat)["sailors"] == ("aquila", 1, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("move", "neutral", "held", "there"),
    [
        ({}, False, ("jg/tripoli", 1), (2, 0, 0, 1)),
        ({"assists": True}, False, ("jg/tripoli", 3), (0, 0, 0, 3)),
        ({}, True, None, (2, 0, 0, 1)),
        ({"assists": True}, True, ("jg/tripoli", 3), (0, 0, 0, 3)),
    ],
)
def test_18_72d_who_redeploys_inverted_stays_so(turn, move, neutral, held, there):
    if neutral:
        turn = turn.with_setting(replace(turn.setting, neutral=frozenset({"us"})))
        turn = changed_unit(turn, "jg", air_type=turn.unit("jg").air_type._replace(nation="us"))
    order = BaseChange("jg", "tripoli", 3, "redeployment", "redeployment", inverted=None)._replace(**move)
    after = called(redeployment.redeployed, turn, order).state
    assert holding(after)["jg/tripoli"] == ("tripoli", *there, 0)
    assert after.basing.held == ((held,) if held else ())


def test_18_72d_only_those_that_join_are_held(turn):
    guest = turn.unit("jg")._replace(id="jg/tripoli", home="tripoli", ready=0, inverted=1, had=0)
    turn = replace(turn, units=(*turn.units, guest))
    order = BaseChange("jg", "tripoli", 3, "redeployment", "redeployment", inverted=2)
    assert called(redeployment.redeployed, turn, order).state.basing.held == (("jg/tripoli", 2),)


def test_18_42b_who_served_at_sea_is_inverted_when_it_redeploys(turn):
    turn = changed_unit(turn, "jg", ready=1, at_sea=1, inverted=2)
    order = BaseChange("jg", "tripoli", 3, "redeployment", "redeployment", inverted=0)
    end = called(redeployment.redeployed, turn, order)
    assert holding(end.state)["jg/tripoli"] == ("tripoli", 1, 0, 0, 2, 0)
    assert end.statuses()[0][:3] == ("attacker", "jg: German AAF", 1)
    both = changed_unit(changed_unit(turn, "regia", at_sea=2), "aquila-air", at_sea=1)
    back = called(at_sea.back_from_sea, both)
    assert [status[1:3] for status in back.statuses()] == [("jg: German AAF", 1), ("regia: Italian AAF", 2)]
    assert (holding(back.state)["regia"], holding(back.state)["aquila-air"][3]) == (("benghazi", 2, 0, 0, 3, 0), 1)
    assert len(called(at_sea.back_from_sea, both, "jg").statuses()) == 1


# 18.7


def test_18_72a_who_may_be_uninverted(turn):
    assert [unit.id for unit in uninversion.able(turn)] == ["jg", "regia"]
    assert [unit.id for unit in uninversion.able(turn, "allies")] == ["daf"]
    held = turn.with_basing(turn.basing._replace(held=(("jg", 1), ("regia", 1))))
    assert [unit.id for unit in uninversion.able(held)] == ["jg"]
    assert uninversion.held(held, held.unit("jg")) == 1
    more = turn.with_basing(turn.basing._replace(held=(("jg", 2), ("jg", 2))))
    assert uninversion.held(more, turn.unit("jg")) == 2
    short = changed_base(turn, "benghazi", supply="partial")
    assert uninversion.able(short) == []
    end = called(uninversion.uninverted, held, uninversion.able(held), answers={"attacker.uninvert": "uninvert"})
    assert holding(end.state)["jg"] == ("benghazi", 3, 0, 0, 1, 0)
    assert end.statuses()[0][:3] == ("attacker", "jg: German AAF", 1)
    wait = called(uninversion.uninverted, held, uninversion.able(held), answers={"attacker.uninvert": "wait"})
    assert (wait.state, options(wait.asked[0])) == (held, ["uninvert", "wait"])
    theirs = called(uninversion.uninverted, turn, uninversion.able(turn, "allies"), answers={"defender.uninvert": "wait"})
    assert theirs.asked[0].by == "defender"


@pytest.mark.parametrize(("ruling", "asked"), [("own-turn", 0), ("end-of-turn", 1)])
def test_18_72e_the_defender_uninverts_in_its_own_turn_or_by_ruling_now(ruling, asked):
    turn = begun(DESERT + f"options: {{defender-inversion: {ruling}}}\n", part="end.uninversion", phase="end")
    answers = {"end.attacker.uninvert": "uninvert", **({"end.defender.uninvert": "uninvert"} if asked else {})}
    turn = turn.with_basing(turn.basing._replace(held=(("regia", 1),)))
    end = called(uninversion.uninvert_at_the_end, turn, answers=answers)
    after = end.state.value
    assert holding(after)["daf"] == ("tobruk", *((5, 0, 0, 0) if asked else (4, 0, 0, 1)), 0)
    assert after.basing.held == ()
    (sheet,) = end.told("sheet")
    assert [(row[0], row[3]) for row in sheet["rows"]] == [("regia", "1"), ("aquila-air", "2")]
    assert [body["option"] for body in end.told("ruling")] == ["defender-inversion"]
    calm = turn.with_units([turn.unit("daf").holding(ready=5)])
    assert called(uninversion.defender_uninverts, calm).told("ruling") == []


def test_18_72_why_units_stay_inverted(turn):
    turn = turn.with_basing(turn.basing._replace(held=(("regia", 1),)))
    reasons = [uninversion.reason(turn, turn.unit(name)) for name in ("regia", "aquila-air", "jg")]
    assert ["18.72C" in reasons[0], "17.3122D" in reasons[1], "18.72A" in reasons[2]] == [True] * 3


def test_17_3122d_the_referee_says_when_a_carrier_is_uninverted(turn):
    end = called(uninversion.carriers_uninverted, turn, answers={"referee.uninvert.aquila": "uninvert"})
    assert not end.state.carrier("aquila").inverted
    assert holding(end.state)["aquila-air"] == ("aquila", 2, 0, 0, 0, 0)
    assert [options(question) for question in end.asked] == [["stays", "uninvert"]]
    stays = called(uninversion.carriers_uninverted, turn)
    assert stays.state == turn
    for other in (
        changed_carrier(turn, "aquila", sunk=True),
        changed_carrier(turn, "aquila", inverted=False),
        changed_carrier(changed_carrier(turn, "aquila", inverted=False), "argus", inverted=True),
        turn.with_setting(replace(turn.setting, orders_asked=False)),
    ):
        assert called(uninversion.carriers_uninverted, other).asked == []


@pytest.mark.parametrize(
    ("box", "supply", "nation", "held", "free"),
    [("atlantic-us", "none", "us", 0, True), ("pacific-us", "none", "australia", 0, True), ("india", "none", "us", 0, False),
     ("atlantic-us", "none", "germany", 0, False), ("atlantic-us", "none", "us", 3, False), ("atlantic-us", "none", "us", 2, True)],
)  # fmt: skip
def test_18_73b_western_air_in_the_us_boxes_uninverts_itself(turn, box, supply, nation, held, free):
    turn = changed_base(turn, "rome", box=box, supply=supply)
    unit = turn.unit("jg")._replace(home="rome", ready=0, inverted=3, air_type=BRITISH._replace(nation=nation))
    turn = turn.with_units([unit]).with_basing(turn.basing._replace(held=(("jg", held),)))
    assert uninversion.uninverts_itself(turn, unit) == free
    after = called(uninversion.automatically_uninverted, turn).state
    assert after.unit("jg").ready == (3 - held if free else 0)
    theirs = turn.with_units([unit._replace(side="allies")])
    assert called(uninversion.automatically_uninverted, theirs).state == theirs


# weather


@pytest.mark.parametrize(
    ("result", "suffering", "worse"), [("8", "both", {"jg", "daf"}), ("9", "axis", {"jg"}), ("8", "allies", {"daf"})]
)
def test_19_31a_winter_comes_where_the_referee_says(turn, result, suffering, worse):
    turn = turn.with_setting(replace(turn.setting, winter=True))
    answers = {
        "weather.referee.winter": result,
        "weather.referee.winter-hexes": {"tobruk": 1, "benghazi": 1},
        "weather.referee.winter-side": suffering,
    }
    end = called(weather.winter_comes, turn, answers=answers)
    after = end.state.value
    assert after.winter == (("tobruk", int(result)), ("benghazi", int(result)))
    changed = {unit.id for unit in after.units if unit != turn.unit(unit.id)}
    side = {"jg", "regia"} if "jg" in worse else set()
    assert changed == side | ({"daf", "faa", "eagle-air"} if "daf" in worse else set())
    assert options(end.asked[0]) == ["fair", "8", "9"]
    assert set(options(end.asked[1])) == {base.id for base in turn.bases if not base.box}
    assert options(end.asked[2]) == ["both", "axis", "allies"]


def test_19_31a_nothing_is_asked_about_the_weather_out_of_winter(turn):
    cold = turn.with_setting(replace(turn.setting, winter=True))
    fair = called(weather.winter_comes, cold)
    assert (fair.state.value, len(fair.asked)) == (cold, 1)
    for other in (replace(cold.setting, winter=False), replace(cold.setting, orders_asked=False)):
        assert called(weather.winter_comes, turn.with_setting(other)).asked == []


def test_19_31a_battles_in_winter_hexes_are_in_winter(turn):
    battles = tuple(Battle(hexes, "regular", False, winter, 1, 1, 0, ()) for hexes, winter in (
        (("tobruk",), 0), (("alex", "tobruk"), 9), (("alex",), 0)))  # fmt: skip
    after = weather.in_winter(replace(turn, battles=battles), ["tobruk"], 8, "both")
    assert [battle.winter for battle in after.battles] == [8, 9, 0]
    unit = replace(turn).unit("daf")._replace(air_type=BRITISH_NAVAL._replace(type="interceptor"))
    assert weather.in_winter(turn.with_units([unit]), ["tobruk"], 8, "both").unit("daf") == unit


# transfers in a scenario


@pytest.mark.parametrize(
    ("orders", "found"),
    [
        ("staging: [{unit: ashore, to: truk}]\ntransfers: [{unit: ashore, to: akagi, count: 2}]\n", []),
        (
            "staging: [{unit: ashore, to: truk}]\ntransfers: [{unit: ashore, to: akagi, count: 4}]\norders: prepared\n",
            [("15:32", "17.312")],
        ),
        ("transfers: [{unit: ashore, to: akagi, count: 2}]\norders: prepared\n", [("14:32", "17.3122")]),
        ("transfers: [{unit: ashore, to: hornet, count: 2}]\n", [("14:32", "17.312")]),
    ],
)
def test_17_3122a_transfers_before_and_after_staging(orders, found):
    rest = """
turn: true
bases:
  truk: {side: japan, facilities: [port]}
  rabaul: {side: japan, facilities: [port]}
carriers:
  akagi: {nation: japan, size: 4, port: truk}
  hornet: {nation: us, size: 4}
distances: {truk: {rabaul: 4}}
units:
  - {id: ashore, nation: japan, type: nas, count: 4, at: rabaul}
  - {id: aboard, nation: japan, type: nas, count: 1, at: akagi}
redeployment: []
"""
    assert complaints(rest + orders, JAPAN_AND_ALLIES) == found


def test_17_3122_a_transfer_at_the_table_goes_to_several_places(turn):
    text = DESERT.replace("attacker: axis", "")
    turn = begun(text, part="movement.transfers")
    italian = turn.unit("faa")._replace(side="axis", home="benghazi", air_type=BRITISH_NAVAL._replace(nation="italy"))
    turn = changed_carrier(turn.with_units([italian]), "aquila", port="benghazi", inverted=False)
    turn = changed_unit(turn, "aquila-air", ready=1, inverted=0)
    answers = {"attacker.transfer.faa": {"aquila": 1}}
    end = called(carriers.transfer_ordered, turn, "faa", answers=answers)
    assert options(end.asked[0]) == {"aquila": 1}
    assert holding(end.state)["faa/aquila"] == ("aquila", 1, 0, 0, 0, 0)
    assert end.state.basing.moved == ("faa",)
    move = BaseChange("faa", "aquila", 9, "movement", "transfer")
    prepared = turn.with_basing(turn.basing._replace(moves=(move,)))
    refused = called(carriers.transfer_ordered, prepared, "faa@aquila")
    assert (refused.state.basing.moves, len(refused.told("note"))) == ((), 1)
    assert holding(refused.state) == holding(prepared)
