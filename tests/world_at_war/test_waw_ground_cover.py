"""Defensive air support (18.61): who covers, what is used, and what stays."""

from dataclasses import replace

import pytest
from waw_direct import called, changed_base, holding, options
from waw_ground import USE, battle, covering, operation, turn_of, with_battles

from airwar.rulesets.world_at_war import defensive_air_support
from airwar.rulesets.world_at_war import ground_attacks as overruns
from airwar.rulesets.world_at_war.ordering import Able
from airwar.rulesets.world_at_war.state import Defenders
from airwar.rulesets.world_at_war.taking_off import as_force


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
    one = battle(cover=cover).joined_by(as_force(turn, cover))
    try:
        end = called(
            defensive_air_support.committed, turn, one, Able(free, lambda unit: None), answers={"defender.support": answer}
        )
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
    assert called(defensive_air_support.defenders_free, turn, one).state.units == able
    partisans = one._replace(defenders=(Defenders(factors=3, partisans=True),))
    assert called(defensive_air_support.defenders_free, turn, partisans).state.units == {}
    assert called(defensive_air_support.defenders_free, turn, partisans._replace(known=False)).state.units == able


def test_18_611_naval_air_against_other_than_regular_attacks_is_told_as_a_ruling():
    turn = turn_of()
    for kind, unit, told in (("overrun", "faa", 1), ("exploitation", "faa", 1), ("regular", "faa", 0), ("overrun", "raf", 0)):
        events = defensive_air_support.placed(turn, battle(kind=kind), ((unit, 1),))
        assert [type(event).__name__ for event in events] == ["Note"] + ["Ruling"] * told


def test_18_611_attacked_hexes_first_and_then_those_that_may_be_attacked():
    turn = with_battles(turn_of(), battle("field"), battle("hill", known=False))
    menu = defensive_air_support.open_cover(turn, "regular", ("field",), ("field",), ())
    assert (list(menu.prepared), list(menu.others)) == (["field"], ["hill", "fort"])
    assert list(defensive_air_support.open_cover(turn, "regular", (), (), ("fort",)).others) == ["hill"]
    fought = replace(turn, attacked=(("fort", "regular", "x"),))
    assert list(defensive_air_support.open_cover(fought, "regular", (), (), ()).others) == ["hill"]
    quiet = with_battles(turn_of(asked=False), battle("field"))
    assert defensive_air_support.open_cover(quiet, "regular", ("field",), ("field",), ()).others == {}
    exploiting = with_battles(turn_of(), battle("field", "exploitation"), battle("hill", "exploitation", known=False))
    menu = defensive_air_support.open_cover(exploiting, "exploitation", (), (), ())
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


@pytest.mark.parametrize(
    ("sent", "invasion", "default"),
    [
        ((("raf", 4),), False, {"raf": 3}),  # three times one factor
        ((("raf", 2), ("faa", 5)), False, {"raf": 2, "faa": 3}),
        ((("faa", 10), ("raf", 1)), False, {"faa": 9, "raf": 0}),
        ((("raf", 4),), True, {"raf": 3}),
        ((("jets", 1), ("raf", 1)), False, {"raf": 1}),
    ],
)
def test_18_614_as_much_cover_as_the_limit_allows(sent, invasion, default):
    turn = turn_of()
    one = battle(defenders=(Defenders(factors=1, dm=3), Defenders(factors=5, partisans=True)), invasion=invasion, turn=turn, **USE)
    end = called(defensive_air_support.chosen, one, sent, "key", answers={"key": {"raf": 1} if "raf" in dict(sent) else {}})
    assert dict(end.asked[0].default) == default
    assert "jets" not in options(end.asked[0])


def test_18_614_cover_used_and_deferred_share_the_limit():
    turn = turn_of()
    one = battle(defenders=(Defenders(factors=1),), cover=(("raf", 3),), deferred=(("usaaf", 3),), turn=turn, **USE)
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


def test_18_613_after_a_failed_overrun_all_cover_stays():
    before = covering("overrun", cover=(("raf", 2),), used=(("raf", 1),))
    end = called(defensive_air_support.cover_stays_or_returns, before.turn, before.battle)
    after = end.state
    over, later = after.battles
    assert (over, later.kind) == (before.battle, "regular")
    assert (later.cover, later.types) == ((("raf", 2),), (("raf", after.unit("raf").air_type),))
    assert holding(after)["raf"] == ("fort", 0, 0, 0, 1, 2)
    assert end.asked == []


def test_18_618_after_regular_combat_the_defender_says_what_stays():
    before = covering("regular", cover=(("raf", 2),), used=(("raf", 1),))
    planned = battle(kind="exploitation", cover=(("raf", 0),))
    turn, one = replace(before.turn, battles=(*before.turn.battles, planned)), before.battle
    end = called(defensive_air_support.cover_stays_or_returns, turn, one, answers={"defender.stay": {"raf": 1}})
    assert (options(end.asked[0]), dict(end.asked[0].default)) == ({"raf": 2}, {"raf": 2})
    assert [(other.kind, other.cover) for other in end.state.battles if other != one] == [("exploitation", (("raf", 1),))]
    assert holding(end.state)["raf"] == ("fort", 0, 0, 0, 2, 1)
    all_home = called(defensive_air_support.cover_stays_or_returns, turn, one, answers={"defender.stay": {}})
    assert holding(all_home.state)["raf"] == ("fort", 0, 0, 0, 3, 0)
    no_cover = covering("regular", used=(("raf", 3),))
    end = called(defensive_air_support.cover_stays_or_returns, no_cover.turn, no_cover.battle)
    assert (end.asked, holding(end.state)["raf"]) == ([], ("fort", 0, 0, 0, 3, 0))


@pytest.mark.parametrize(
    ("defenders", "known"),
    [((Defenders(factors=1),), True), ((Defenders(factors=1, dm=9, partisans=True),), True), ((), False)],
)
def test_18_618_air_that_took_no_part_may_stay_even_beyond_the_limit(defenders, known):
    before = covering("regular", cover=(("raf", 3),), defenders=defenders, known=known)
    end = called(defensive_air_support.stays, before.turn, before.battle, answers={"defender.stay": {"raf": 3}})
    assert dict(end.state) == {"raf": 3}


def test_18_618_cover_over_hexes_that_nobody_attacked_stays_or_goes_home():
    before = covering("regular", cover=(("raf", 3),), known=False)
    other = battle("hill")
    turn = replace(before.turn, battles=(*before.turn.battles, other), agenda=())
    after = called(defensive_air_support.cover_of_unattacked_hexes, turn, "regular").state
    assert after.battles == (other,)
    assert holding(after)["raf"] == ("fort", 0, 0, 0, 3, 0)
    assert called(defensive_air_support.cover_of_unattacked_hexes, turn, "exploitation").state == turn


@pytest.mark.parametrize(
    ("policy", "raf", "losses"),
    [("eliminated", (0, 1), [("defender", "raf: British AAF", 2, "eliminated")]), ("returns", (0, 3), [])],
)
def test_18_616_what_becomes_of_the_cover_of_overrun_defenders(policy, raf, losses):
    before = covering("overrun", cover=(("raf", 1),), used=(("raf", 2),), options=f"overrun-das: {policy}")
    end = called(overruns.overrun_cover, before.turn, before.battle)
    assert end.losses() == losses
    assert [(body["option"], body["value"]) for body in end.told("ruling")] == [("overrun-das", policy)]
    after, _ = end.state
    assert after.unit("raf").flying == sum(raf)
    unused = covering("overrun", cover=(("raf", 1),), options=f"overrun-das: {policy}")
    assert called(overruns.overrun_cover, unused.turn, unused.battle).told("ruling") == []
