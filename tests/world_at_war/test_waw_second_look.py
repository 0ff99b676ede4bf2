"""What a scenario prepares is looked at again when its time comes, by the rules of the prompt."""

from dataclasses import replace

import pytest
from waw import JAPAN_AND_ALLIES
from waw_counterair import raid_on
from waw_direct import begun, called, changed_base, changed_unit
from waw_ground import battle, turn_of, with_battles
from waw_pacific import PACIFIC
from waw_raids import HEAD, RAIDS, target
from waw_transports import flight
from waw_transports import turn_of as turn_with_transports

from airwar.rulesets.world_at_war import counterair, ground_support, redeployment, strategic_bombing, transport
from airwar.rulesets.world_at_war import strategic_forces as forces
from airwar.rulesets.world_at_war.redeployment import Redeployment
from airwar.rulesets.world_at_war.setting import BombingRaid


def notes(end):
    return end.notes()


@pytest.mark.parametrize(
    ("unit", "moved", "why"),
    [
        ("soryu-air", (), "soryu-air is at Soryu, not at a base on land (18.72D)"),
        ("army", ("army",), "army has redeployed already (18.72D)"),
        ("army", (), None),
    ],
)
def test_18_72d_only_what_is_on_land_and_has_not_redeployed_does_so(unit, moved, why):
    turn = replace(begun(PACIFIC, JAPAN_AND_ALLIES), phase="redeployment", part="redeployment.units")
    turn = turn.with_basing(turn.basing._replace(moved=moved))
    end = called(redeployment.redeployed, turn, Redeployment(unit=unit, to="rabaul", count=2))
    assert (end.state == turn, notes(end)[:1] == [why]) == (why is not None, why is not None)


def test_18_521_a_base_that_has_lost_its_airbase_is_no_target_any_more():
    turn = changed_base(turn_of(), "field", facilities=())
    turn = turn.with_counterair(turn.counterair._replace(raids=(raid_on("field", ()),)))
    end = called(counterair.announced, replace(turn, phase="movement"), "field")
    assert (end.state.counterair.announced, notes(end)) == ((), ["Field is not an air base (18.521)"])


def test_18_554_prepared_support_is_too_much_for_an_attack_that_has_become_smaller():
    ordered = battle(kind="exploitation", attackers=1, planned=1)._replace(ordered=(("stukas", 4),))
    turn = with_battles(turn_of(), ordered)
    end = called(ground_support.supporters, turn, ordered, answers={f"{ordered.id}.attacker.support": {"stukas": 2}})
    assert notes(end) == ["4 factors of ground support for 1 ground factor; expected at most 3 (18.554)"]
    assert (end.state, dict(end.asked[0].default)) == ((("stukas", 2),), {"stukas": 3, "fighters": 0})


def test_18_545_no_more_transports_stage_to_a_base_than_it_has_room_for():
    turn = turn_with_transports(part="movement.air-transport")
    rear = turn.base("rear")
    crowded = changed_unit(turn, "stukas", home="rear", ready=3, had=3).with_base(replace(rear, facilities=("city",)))
    ordered = flight("transport", to="home", origin="rear", force=(("ju-52", 2), ("savoia", 1)), cargo=3)
    assert transport.room_refused(crowded, "rear", ordered.force)
    end = called(transport.fly_activity, replace(crowded, flights=(ordered,)))
    assert dict(end.state.state.flight.force) == {"ju-52": 2}


def test_18_57_a_raid_whose_escort_turns_out_to_be_too_far_away_is_not_flown():
    turn = begun(RAIDS, HEAD, "combat", "combat.bombing")
    turn = changed_unit(turn, "ninth", ready=2, had=2)
    raid = BombingRaid("ruhr", (("ninth", 2),))
    end = called(forces.chosen_escort, turn, target(turn), raid, ())
    assert (end.asked, end.state) == ([], raid._replace(bombers=(), escort=()))
    assert notes(end)[0].startswith("the raid on Ruhr is not flown: 2 of ")


@pytest.mark.parametrize(
    ("unit", "front", "why"),
    [
        ("eighth", "western", "eighth is on the Western Front already (17.71)"),
        ("reich", "southern", "reich does not belong to the attacker, allies (17.71)"),
        ("ninth", "southern", "ninth is not a strategic bomber or interceptor (17.71, 17.81)"),
        ("eighth", "southern", None),
    ],
)
def test_17_71_who_changes_fronts(unit, front, why):
    turn = begun(RAIDS, HEAD, "redeployment", "redeployment.strategic")
    assert strategic_bombing.move_refused(turn, turn.unit(unit), front) == why
