"""Moves between bases (18.2, 18.14, 18.72): staging, airbases, building and redeployment."""

from dataclasses import replace

import pytest
from waw import BRITISH
from waw_desert import DESERT
from waw_direct import begun, called, changed_base, changed_carrier, changed_unit, holding, options

from airwar.rulesets.world_at_war import airbases, basing, redeployment, staging
from airwar.rulesets.world_at_war import sea_service as at_sea
from airwar.rulesets.world_at_war.redeployment import Redeployment
from airwar.rulesets.world_at_war.setting import Placement
from airwar.rulesets.world_at_war.staging import Staging


@pytest.fixture
def turn():
    return begun(DESERT, part="movement.displacement")


def test_18_21_who_may_stage_and_what_is_told_of_full_bases(turn):
    turn = replace(turn, part="movement.staging")
    assert list(staging.open_stagings(turn).others) == ["jg", "regia"]
    moved = turn.with_basing(turn.basing._replace(moved=("jg",)))
    assert list(staging.open_stagings(moved).others) == ["regia"]
    quiet = turn.with_setting(replace(turn.setting, orders_asked=False))
    order = Staging(unit="jg", to="tripoli", count=1)
    quiet = quiet.with_basing(turn.basing._replace(moves=(order, Redeployment(unit="jg", to="tripoli"))))
    assert (list(staging.open_stagings(quiet).prepared), staging.open_stagings(quiet).others) == (["jg@tripoli"], {})
    stop = staging.open_stagings(turn).stopping
    assert staging.open_stagings(changed_base(turn, "benghazi", facilities=("city",))).stopping != stop
    assert staging.open_stagings(changed_base(turn, "tobruk", facilities=())).stopping == stop


def test_18_21_where_a_unit_stages_and_room_that_will_be_there(turn):
    jg = turn.unit("jg")
    assert called(staging.stages_to, turn, jg).state == {"tripoli": 4}
    guest = turn.unit("regia")._replace(id="guest", home="tripoli", ready=4, inverted=0)
    full = replace(turn, units=(*turn.units, guest))
    assert called(staging.stages_to, full, jg).state == {"tripoli": 4}  # the guest may leave
    settled = full.with_basing(full.basing._replace(moved=("guest",)))
    assert called(staging.stages_to, settled, jg).state == {"tripoli": 1}
    assert staging.room_later(settled, jg, settled.base("tripoli")) == 1
    assert staging.room_later(full, jg, full.base("tripoli")) == 4  # all of it
    assert staging.room_later(full, jg.holding(ready=1), full.base("tripoli")) == 1
    assert staging.may_stage(settled, jg)
    bare = changed_base(settled, "benghazi", facilities=())  # holds more than it may, but not because of staging
    assert staging.may_stage(bare, jg)
    packed = settled.with_units([guest._replace(ready=5)])
    assert not staging.may_stage(packed, jg)
    end = called(staging.staging_ordered, packed, "jg")
    assert len(end.told("note")) == 1
    assert end.state.basing.moved[-1] == "jg"


def test_18_21_with_a_base_too_full_each_refusal_says_why_and_only_the_end_waits_for_the_base(turn):
    guest = turn.unit("regia")._replace(id="guest", home="benghazi", ready=4, inverted=0)
    full = replace(turn, part="movement.staging", units=(*turn.units, guest))
    menu = staging.open_stagings(full.with_basing(full.basing._replace(moved=("guest",))))
    assert menu.refused(staging.NO_MORE).startswith("staging has made a base too full: Benghazi holds 11 factors")
    assert menu.refused("guest").startswith("guest has staged already")


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
    after = staging.moved(None, turn, Staging(unit="jg", to="tripoli", count=number, inverted=inverted))
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
    assert basing.room_at_once(turn, unit, turn.base("benghazi")) == room
    bare = replace(turn.base("benghazi"), facilities=("airbase",))
    closed = basing.closed_to(turn, unit, bare)
    assert bool(closed) == (room == 2)
    assert basing.closed_to(turn, unit, turn.base("benghazi")) is None
    assert basing.placed_by(turn, turn.base("benghazi")) == power
    assert basing.placed_by(turn, turn.base("tripoli")) is None
    british = [basing.may_use_at_once(unit._replace(air_type=BRITISH._replace(nation=one)), "britain")
               for one in ("britain", "australia", "free-france", "us", "india")]  # fmt: skip
    assert british == [True, True, True, False, False]


def test_18_142_airbases_that_are_offered_and_ordered_at_the_table(turn):
    turn = replace(turn, phase="construction", part="construction.airbases")
    order = Placement(nation="germany", at="tripoli", phase="construction")
    turn = turn.with_basing(turn.basing._replace(placements=(order, replace(order, phase="redeployment"))))
    menu = airbases.open_placements(turn)
    assert (list(menu.prepared), list(menu.others)) == (["germany@tripoli"], ["germany", "italy"])
    assert [base.id for base in airbases.hexes_for(turn, "germany")] == ["tripoli"]
    assert airbases.hexes_for(turn, "britain") == []
    after = called(airbases.airbase_ordered, turn, "germany@tripoli")
    assert after.state.basing.placements == (replace(order, phase="redeployment"),)
    assert after.state.base("tripoli").airbase_of == "germany"
    full = changed_base(turn, "tripoli", facilities=("city", "airbase"))
    refused = called(airbases.airbase_ordered, full, "germany@tripoli")
    assert (refused.state.base("tripoli"), len(refused.told("note"))) == (full.base("tripoli"), 1)
    open_ = changed_base(turn, "rome", box="", facilities=("city",))
    answers = {"attacker.airbase-hex.0": "rome"}
    all_out = open_.with_setting(replace(turn.setting, airbase_counters={**turn.setting.airbase_counters, "germany": 1}))
    end = called(airbases.airbase_ordered, all_out, "germany", answers=answers)
    assert [options(question) for question in end.asked] == [["tripoli", "rome"]]
    assert (end.state.base("rome").airbase_of, end.state.base("benghazi").facilities) == ("germany", ("port",))
    stock = called(airbases.airbase_ordered, open_, "germany", answers=answers)
    assert stock.state.base("benghazi").airbase_of == "germany"
    quiet = turn.with_setting(replace(turn.setting, orders_asked=False))
    assert airbases.open_placements(quiet).others == {}


def test_18_143_in_the_construction_phase_what_loses_its_airbase_is_lost(turn):
    turn = replace(turn, phase="construction", part="construction.airbases")
    later = Placement(nation="italy", at="tripoli", phase="redeployment")
    order = Placement(nation="germany", at="tripoli", phase="construction", from_="benghazi")
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
    moving = moving.with_basing(turn.basing._replace(placements=(replace(order, phase="movement"),)))
    assert called(airbases.airbases_are_placed, moving, answers=answers).losses() == []


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
        ({"assists_naval": True}, False, ("jg/tripoli", 3), (0, 0, 0, 3)),
        ({}, True, None, (2, 0, 0, 1)),
        ({"assists_naval": True}, True, ("jg/tripoli", 3), (0, 0, 0, 3)),
    ],
)
def test_18_72d_who_redeploys_inverted_stays_so(turn, move, neutral, held, there):
    if neutral:
        turn = turn.with_setting(replace(turn.setting, neutral=frozenset({"us"})))
        turn = changed_unit(turn, "jg", air_type=turn.unit("jg").air_type._replace(nation="us"))
    order = Redeployment(**{"unit": "jg", "to": "tripoli", "count": 3} | move)
    after = called(redeployment.redeployed, turn, order).state
    assert holding(after)["jg/tripoli"] == ("tripoli", *there, 0)
    assert after.basing.held == ((held,) if held else ())


def test_18_72d_only_those_that_join_are_held(turn):
    guest = turn.unit("jg")._replace(id="jg/tripoli", home="tripoli", ready=0, inverted=1, had=0)
    turn = replace(turn, units=(*turn.units, guest))
    order = Redeployment(unit="jg", to="tripoli", count=3, inverted=2)
    assert called(redeployment.redeployed, turn, order).state.basing.held == (("jg/tripoli", 2),)


def test_18_42b_who_served_at_sea_is_inverted_when_it_redeploys(turn):
    turn = changed_unit(turn, "jg", ready=1, at_sea=1, inverted=2)
    order = Redeployment(unit="jg", to="tripoli", count=3, inverted=0)
    end = called(redeployment.redeployed, turn, order)
    assert holding(end.state)["jg/tripoli"] == ("tripoli", 1, 0, 0, 2, 0)
    assert end.statuses()[0][:3] == ("attacker", "jg: German AAF", 1)
    both = changed_unit(changed_unit(turn, "regia", at_sea=2), "aquila-air", at_sea=1)
    back = called(at_sea.back_from_sea, both)
    assert [status[1:3] for status in back.statuses()] == [("jg: German AAF", 1), ("regia: Italian AAF", 2)]
    assert (holding(back.state)["regia"], holding(back.state)["aquila-air"][3]) == (("benghazi", 2, 0, 0, 3, 0), 1)
    assert len(called(at_sea.back_from_sea, both, "jg").statuses()) == 1
