"""Why units may not stage or redeploy, nor airbases be placed: every reason by itself."""

from dataclasses import replace

import pytest
from waw import JAPAN_AND_ALLIES
from waw_direct import begun, called, changed_base, changed_unit, cited, holding
from waw_pacific import PACIFIC

from airwar.rulesets.world_at_war import airbases, redeployment, staging
from airwar.rulesets.world_at_war.redeployment import Redeployment
from airwar.rulesets.world_at_war.setting import Placement
from airwar.rulesets.world_at_war.staging import Staging


@pytest.fixture
def turn():
    return begun(PACIFIC, JAPAN_AND_ALLIES)


@pytest.mark.parametrize(
    ("unit", "place", "change", "rule"),
    [
        ("army", "rabaul", {}, None),
        ("army", "truk", {}, "18.21"),
        ("soryu-air", "truk", {}, "18.21"),
        ("army", "efate", {}, "18.21B"),
        ("army", "rabaul", {"base": {"taken_in": "movement"}}, "18.21B"),
        ("army", "rabaul", {"unit": {"range": 2}}, None),  # twice the range
        ("army", "rabaul", {"unit": {"range": 1}}, "18.21"),
        ("army", "tokyo", {}, "18.23"),
        ("army", "rabaul", {"by_sea": True}, "18.24"),
        ("cargo", "rabaul", {"by_sea": True}, None),
    ],
)
def test_18_21_where_a_unit_may_stage(turn, unit, place, change, rule):
    if "base" in change:
        turn = changed_base(turn, place, **change["base"])
    if "unit" in change:
        turn = changed_unit(turn, unit, **change["unit"])
    if "by_sea" in change:
        turn = turn.with_setting(replace(turn.setting, sea_transported=frozenset({"army"})))
    assert cited(staging.staging_refused(None, turn, turn.unit(unit), turn.base(place))) == rule


def test_18_21_strategic_units_do_not_stage(turn):
    turn = changed_unit(turn, "army", air_type=turn.unit("army").air_type._replace(type="interceptor"))
    assert cited(staging.staging_refused(None, turn, turn.unit("army"), turn.base("rabaul"))) == "18.21"


@pytest.mark.parametrize(
    ("number", "there", "moved", "rule"),
    [
        (3, 0, (), None),
        (3, 1, (), None),  # who is there may still stage away
        (3, 1, ("guest",), "18.11"),
        (2, 1, ("guest",), None),
        (9, 0, (), "18.11"),  # the unit has four
        (3, 0, ("army",), "18.21"),
    ],
)
def test_18_21_a_prepared_staging_is_refused_without_room_or_when_flown_already(turn, number, there, moved, rule):
    guest = turn.unit("seabees")._replace(id="guest", side="japan", home="rabaul", ready=there, had=there)
    turn = replace(turn, units=(*turn.units, guest))
    turn = turn.with_basing(turn.basing._replace(moved=moved))
    move = Staging(unit="army", to="rabaul", count=number)
    assert cited(staging.order_refused(None, turn, move)) == rule


def test_18_21_a_staging_of_what_is_gone_is_refused(turn):
    move = Staging(unit="nobody", to="rabaul", count=1)
    assert staging.order_refused(None, turn, move)
    gone = changed_unit(turn, "army", ready=0, inverted=0)
    assert staging.order_refused(None, gone, replace(move, unit="army"))
    assert staging.moved(None, gone, replace(move, unit="army")) == gone


@pytest.mark.parametrize(
    ("move", "refused"),
    [
        ({"count": 4}, False),
        ({"count": 5}, True),
        ({"count": 4, "inverted": 1}, False),
        ({"count": 4, "inverted": 2}, True),
        ({"count": 4, "inverted": 0}, True),
        ({"count": 3, "inverted": 0}, False),
        ({"count": 1, "inverted": 1}, False),
    ],
)
def test_18_21_no_more_stage_than_there_are_inverted_or_not(turn, move, refused):
    order = Staging(**{"unit": "army", "to": "rabaul"} | move)
    assert bool(staging.number_refused(turn.unit("army"), order)) == refused


@pytest.mark.parametrize(
    ("place", "full", "refused"), [("rabaul", 0, False), ("rabaul", 3, True), ("efate", 0, True), ("truk", 0, True)]
)
def test_18_72d_where_a_unit_may_redeploy(turn, place, full, refused):
    guest = turn.unit("seabees")._replace(id="guest", side="japan", home="rabaul", ready=full, had=full)
    turn = replace(turn, units=(*turn.units, guest), phase="redeployment", part="redeployment.units")
    assert bool(redeployment.no_way_to(turn, turn.unit("army"), turn.base(place))) == refused
    move = Redeployment(unit="army", to=place, count=9)
    end = called(redeployment.redeployed, turn, move)
    if refused:
        assert end.state == turn
        assert len(end.told("note")) == 1
    else:
        there = holding(end.state)
        assert there["army/rabaul"] == ("rabaul", 3, 0, 0, 0, 0)
        assert there["army"] == ("truk", 0, 0, 0, 1, 0)
        assert end.state.basing.held == (("army/rabaul", 0),)


def test_18_72d_nothing_is_left_to_redeploy(turn):
    gone = changed_unit(turn, "army", ready=0, inverted=0)
    for name, before in (("nobody", turn), ("army", gone)):
        end = called(redeployment.redeployed, before, Redeployment(unit=name, to="rabaul", count=1))
        assert end.state == before
        assert len(end.told("note")) == 1


def test_18_72d_what_redeploys_and_where_to(turn):
    assert redeployment.redeploys_to(turn, turn.unit("army")) == {"rabaul": 3, "palau": 3, "tokyo": 4}
    assert redeployment.redeploys_to(turn, turn.unit("navy")) == {"rabaul": 5, "palau": 5, "tokyo": 5}
    assert redeployment.redeploys_to(turn, turn.unit("soryu-air")) == {}
    assert list(redeployment.open_redeployments(turn).others) == ["army", "navy", "jets", "cargo"]
    done = turn.with_basing(turn.basing._replace(moved=("navy",)))
    assert list(redeployment.open_redeployments(done).others) == ["army", "jets", "cargo"]


@pytest.mark.parametrize(
    ("nation", "place", "phase", "change", "rule"),
    [
        ("japan", "rabaul", "movement", {}, None),
        ("japan", "efate", "movement", {}, "18.142C"),
        ("japan", "tokyo", "movement", {}, "18.142C"),
        ("japan", "rabaul", "movement", {"supply": "partial"}, "18.142C"),
        ("us", "rabaul", "movement", {}, "18.142A"),
        ("japan", "rabaul", "movement", {"new": True}, "18.142C"),
        ("japan", "rabaul", "construction", {"new": True}, None),
        ("japan", "palau", "movement", {}, "18.142D"),
        ("japan", "rabaul", "movement", {"island_group": "aleutians"}, "18.142E"),
        ("japan", "rabaul", "movement", {"island_group": "bismarcks"}, None),
        ("japan", "rabaul", "movement", {"nation": "china"}, "18.142C"),
        ("japan", "rabaul", "movement", {"nation": "japan"}, None),
    ],
)
def test_18_142c_where_an_airbase_may_be_placed(turn, nation, place, phase, change, rule):
    turn = changed_base(turn, place, **change)
    assert cited(airbases.placement_refused(turn, nation, turn.base(place), phase)) == rule
    order = Placement(nation=nation, at=place, phase=phase)
    assert cited(first_fault(replace(turn, phase=phase), order)) == rule


def first_fault(turn, order):
    """Why an airbase is not placed as ordered, or None."""
    return next(map(str, airbases.placement_faults(turn, order)), None)


def test_18_142e_one_airbase_to_an_island_group_unless_it_is_recycled(turn):
    turn = changed_base(
        changed_base(turn, "rabaul", island_group="carolines"), "palau", island_group="carolines", airbase_of="japan"
    )
    rabaul = turn.base("rabaul")
    assert cited(airbases.placement_refused(turn, "japan", rabaul, "movement")) == "18.142E"
    left = airbases.built(turn, Placement(nation="japan", at="truk", phase="movement", from_="palau"))
    assert airbases.placement_refused(left, "japan", rabaul, "movement") is None
    again = airbases.built(left, Placement(nation="japan", at="rabaul", phase="movement"))
    assert cited(airbases.placement_refused(again, "japan", again.base("rabaul"), "movement")) == "18.142D"
    assert airbases.placement_refused(left, "japan", left.base("palau"), "movement") is None
    theirs = changed_base(turn, "palau", side="allies", airbase_of="us")
    assert airbases.placement_refused(theirs, "japan", rabaul, "movement") is None


def test_18_142b_a_power_places_no_counter_that_it_has_not(turn):
    order = Placement(nation="japan", at="rabaul", phase="movement")
    assert first_fault(turn, order) is None
    done = turn.with_basing(turn.basing._replace(placed=("japan",) * turn.setting.airbases_each_turn["japan"]))
    assert cited(first_fault(done, order)) == "18.142B"
    recycled = Placement(nation="japan", at="rabaul", phase="movement", from_="palau")
    assert cited(first_fault(turn, recycled)) == "18.143"
    owned = changed_base(turn, "palau", airbase_of="japan")
    assert first_fault(owned, recycled) is None
    fresh = owned.with_basing(owned.basing._replace(fresh=(("palau", "japan"),)))
    assert cited(first_fault(fresh, recycled)) == "18.143"
    none_left = owned.with_setting(replace(turn.setting, airbase_counters={**turn.setting.airbase_counters, "japan": 1}))
    assert list(airbases.sources(none_left, "japan")) == ["palau"]
    assert list(airbases.sources(owned, "japan")) == ["stock", "palau"]


def test_18_141_a_neutral_power_places_no_airbase(turn):
    turn = turn.with_setting(replace(turn.setting, neutral=frozenset({"japan"})))
    assert cited(airbases.placement_refused(turn, "japan", turn.base("rabaul"), "movement")) == "18.141"


def test_18_142_an_airbase_is_placed_and_the_recycled_one_is_gone(turn):
    turn = changed_base(turn, "palau", airbase_of="japan")
    after = airbases.built(turn, Placement(nation="japan", at="rabaul", phase="movement", from_="palau"))
    there, gone = after.base("rabaul"), after.base("palau")
    assert (there.facilities, there.count, there.airbase_of) == (("port", "airbase"), 2, "japan")
    assert (gone.facilities, gone.count, gone.airbase_of) == ((), 0, "")
    assert (after.basing.fresh, after.basing.placed) == ((("rabaul", "japan"),), ("japan",))
