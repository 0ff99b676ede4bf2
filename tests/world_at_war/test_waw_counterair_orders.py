"""Counterair (18.52): targets, forces and the order of battles."""

from dataclasses import replace

import pytest
from waw_counterair import EAST, raid_on, with_record
from waw_direct import begun, called, changed_base, changed_unit, cited, holding, options

from airwar.rulesets.world_at_war import counterair as phase
from airwar.rulesets.world_at_war import counterair_rounds as raiders
from airwar.rulesets.world_at_war.state import Away


@pytest.fixture
def turn():
    return begun(EAST, phase="movement", part="movement.counterair")


def test_18_521_enemy_bases_in_range_are_targets_once_in_a_phase(turn):
    assert list(phase.targets(turn).others) == ["target", "near"]
    raids = (raid_on("near", (("jg", 1),)), raid_on("also", (), "combat"))
    ordered = with_record(turn, raids=raids, tried=("target",))
    assert (list(phase.targets(ordered).prepared), list(phase.targets(ordered).others)) == (["near"], [])
    nearer = changed_base(turn, "rear", side="axis")
    assert list(phase.targets(nearer).others) == ["target", "near"]


@pytest.mark.parametrize(
    ("unit", "base", "rule"),
    [
        ("jg", "target", None),
        ("jg", "also", "18.45"),
        ("ju", "target", "17.23"),
        ("raf", "near", "18.521"),
        ("kg", "near", None),
        ("kg", "also", "18.45"),
    ],
)
def test_18_521_who_flies_counterair(turn, unit, base, rule):
    assert cited(raiders.counterair_refused(None, turn, turn.unit(unit), base)) == rule


def test_18_41_nobody_is_promised_twice(turn):
    assert raiders.eligible(None, turn, "target").units == {"jg": 5, "kg": 2}
    raids = (raid_on("near", (("jg", 2), ("kg", 2))), raid_on("near", (("jg", 3),), "combat"))
    prepared = with_record(turn, raids=raids, announced=(raid_on("target", (("jg", 1),)),))
    assert raiders.eligible(None, prepared, "target").units == {"jg": 2}
    patrols = with_record(turn, announced=(raid_on("near", (("jg", 2),), kind="patrol"), raid_on("also", (("jg", 1),))))
    assert raiders.eligible(None, patrols, "target", "patrol").units == {"jg": 4, "kg": 2}
    assert raiders.eligible(None, patrols, "target").units == {"jg": 2, "kg": 2}


def test_18_521_the_attacker_names_the_force_or_the_scenario_does(turn):
    end = called(raiders.commit, turn, raid_on("target", ()), answers={"attacker.commit": {"jg": 3}})
    assert end.state == (("jg", 3),)
    assert (options(end.asked[0]), dict(end.asked[0].default)) == ({"jg": 5, "kg": 2}, {"jg": 5, "kg": 2})
    ordered = called(raiders.commit, turn, raid_on("target", (("jg", 4), ("kg", 2))))
    assert (ordered.state, ordered.asked) == ((("jg", 4), ("kg", 2)), [])
    again = called(raiders.commit, turn, raid_on("target", (("jg", 6),)), answers={"attacker.commit": {"jg": 1, "kg": 1}})
    assert again.state == (("jg", 1), ("kg", 1))
    assert dict(again.asked[0].default) == {"jg": 5, "kg": 0}
    assert len(again.told("note")) == 1


def test_18_521_several_facilities_and_ports_are_told(turn):
    def told(base, sent, turn=turn):
        return [type(event).__name__ for event in raiders.rulings_on_the_raid(turn, base, sent)]

    assert told("target", (("jg", 1),)) == ["Note"]
    assert told("target", (("jg", 1), ("kg", 1))) == ["Ruling", "Note"]
    assert told("near", (("kg", 1),)) == ["Ruling"]
    assert told("near", (("jg", 1),)) == []
    empty = turn.with_units([turn.unit(name).holding() for name in ("raf", "faa")])
    assert told("target", (("jg", 1),), empty) == []
    assert told("near", (("kg", 1),), changed_base(turn, "quay", facilities=("port", "airbase"))) == []


@pytest.mark.parametrize(
    ("raid", "scope"),
    [
        (raid_on("malta", ()), "malta"),
        (raid_on("malta", (), "combat"), "combat.malta"),
        (raid_on("malta", (), number=2), "malta-2"),
        (raid_on("malta", (), "combat", number=3), "combat.malta-3"),
    ],
)
def test_18_52_the_keys_of_a_counterair(raid, scope):
    assert phase.scope_of(raid) == scope


def test_18_525_announcing_uses_a_prepared_raid_or_makes_one(turn):
    raids = (raid_on("near", (("jg", 1),), "combat"), raid_on("target", (("kg", 1),)), raid_on("target", (("jg", 1),)))
    end = called(phase.announced, with_record(turn, raids=raids, tried=("target",)), "target")
    record = end.state.counterair
    assert record.raids == (raids[0], raids[2])
    assert record.announced == (replace(raids[1], number=2),)
    assert record.tried == ("target", "target")
    assert len(end.told("note")) == 1
    again = called(phase.announced, end.state, "target")
    assert again.told("note") == []  # it has been said
    assert again.state.counterair.announced == (replace(raids[1], number=2), replace(raids[2], number=3))
    answers = {"combat.near.attacker.commit": {"jg": 1}}
    new = called(phase.announced, replace(turn, phase="combat"), "near", answers=answers).state.counterair
    assert new.announced == (raid_on("near", (("jg", 1),), "combat"),)


def test_18_521_nothing_more_drops_what_is_prepared_for_the_phase(turn):
    raids = (raid_on("near", (), "combat"), raid_on("target", ()))
    after = phase.nothing_more(with_record(turn, raids=raids)).counterair
    assert (after.raids, after.over) == ((raids[0],), True)


def test_18_521c_units_are_named_with_their_target_before_any_is_attacked(turn):
    first = called(phase.announced, turn, "target", answers={"target.attacker.commit": {"jg": 2}})
    second = called(phase.announced, first.state, "near", answers={"near.attacker.commit": {}})
    assert options(second.asked[0]) == {"jg": 3, "kg": 2}
    assert second.state.counterair.announced == (raid_on("target", (("jg", 2),)),)
    assert second.state.counterair.tried == ("target",)  # somebody may still be named for the other
    patrol = with_record(turn, raids=(raid_on("target", (), kind="patrol"),))
    later = called(phase.announced, patrol, "target")
    assert (later.asked, len(later.state.counterair.announced)) == ([], 1)  # its units are named when it is there


def test_18_521_the_attacker_chooses_which_announced_counterair_is_fought_next(turn):
    waiting = (
        raid_on("target", (("jg", 1),)),
        raid_on("near", (("jg", 2),)),
        raid_on("rear", (), kind="patrol"),
        raid_on("urals", (), kind="patrol"),
    )
    turn = replace(with_record(turn, announced=waiting), part="movement.counterair")
    end = called(phase.next_of, turn, answers={"movement.counterair.attacker.next.4": "near"})
    assert (end.state, list(end.asked[0].options)) == (waiting[1], ["target", "near", "rear"])
    quiet = turn.with_setting(replace(turn.setting, orders_asked=False))
    assert called(phase.next_of, quiet).state == waiting[0]


def test_18_521_a_base_that_was_captured_is_not_attacked(turn):
    raids = with_record(changed_base(turn, "target", side="axis"), raids=(raid_on("target", ()),))
    end = called(phase.announced, raids, "target")
    assert (end.state.counterair.announced, end.state.counterair.raids, end.state.results) == ((), (), ())


@pytest.mark.parametrize(("over", "step"), [(True, "attackers_return"), (False, "announce_counterair")])
def test_18_524_when_all_are_fought_the_attackers_return_or_more_is_announced(turn, over, step):
    assert called(phase.next_counterair, with_record(turn, over=over)).state.step.__name__ == step


def test_18_521d_an_empty_base_is_attacked_too_and_denied_as_a_refuge(turn):
    empty = turn.with_units([turn.unit("poles").holding()])
    raid = raid_on("near", (("jg", 2),))
    end = called(phase.next_counterair, with_record(empty, announced=(raid,)))
    after = end.state.state
    assert after.counterair.counteraired == ("near",)
    assert after.counterair.away == (Away("near", "jg", 2),)
    assert after.results == (("near", "base empty"),)
    assert holding(after)["jg"] == ("home", 3, 0, 0, 1, 2)


def test_18_521b_the_battle_has_all_that_took_off_and_all_that_is_in_the_base(turn):
    raid = raid_on("target", (("jg", 2),))
    battle = called(phase.next_counterair, with_record(turn, announced=(raid, raid_on("near", ())))).state.state
    assert [(one.unit, one.number, one.inverted) for one in battle.defenders] == [
        *(("raf", 9, False), ("raf", 3, True), ("faa", 2, False))
    ]  # in squadrons, because naval air takes part
    assert [(one.unit, one.number) for one in battle.attackers] == [("jg", 6)]
    assert [(one.unit, one.number) for one in battle.came] == [("jg", 2)]
    assert [(one.unit, one.number) for one in battle.reserves] == [("jg", 3), ("kg", 2)]
    assert battle.carrier_air == ()
    assert [one.base for one in battle.refuges] == ["urals", "also", "rear"]
    assert [one.base for one in battle.denied] == ["near"]


def test_19_12_a_patrols_aircraft_are_aboard_again():
    text = EAST.replace("units:", "carriers: {graf: {nation: germany, size: 4}}\nunits:")
    text += "  - {id: stuka-n, nation: germany, type: nas, count: 3, at: graf}\n"
    turn = changed_unit(begun(text), "stuka-n", ready=1, flying=2)
    turn = changed_unit(turn, "jg", ready=4, flying=1)
    away = (Away("near", "jg", 1, True), Away("target", "stuka-n", 1), Away("near", "stuka-n", 1, True))
    after = phase.patrol_sails_on(with_record(turn, away=away))
    assert after.counterair.away == away[:2]
    assert holding(after)["stuka-n"] == ("graf", 2, 0, 0, 0, 1)


def test_18_524_attackers_return_from_where_they_fought(turn):
    flying = changed_unit(changed_unit(turn, "jg", ready=2, flying=3), "kg", ready=1, flying=1)
    away = (Away("target", "jg", 2), Away("near", "kg", 1), Away("target", "jg", 1))
    only = changed_base(flying, "quay", supply="partial")
    end = called(phase.attackers_return, with_record(only, away=away, over=True), answers={"attacker.return.kg.near": "home"})
    after = end.state.value
    assert (after.counterair.away, after.counterair.over) == ((), False)
    assert holding(after)["jg"] == ("home", 2, 0, 0, 4, 0)
    assert holding(after)["kg/home"] == ("home", 0, 0, 0, 1, 0)
