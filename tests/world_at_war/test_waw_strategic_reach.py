"""Strategic bombing (18.57, 17.7, 17.8): who flies, how far, and with what."""

from dataclasses import replace

import pytest
from waw import AMERICAN
from waw_direct import begun, called, changed_base, changed_unit, cited, options
from waw_raids import HEAD, RAIDS, target

from airwar.rulesets.world_at_war import strategic_bombing as bombing
from airwar.rulesets.world_at_war import strategic_forces as forces
from airwar.rulesets.world_at_war import strategic_forces as reach
from airwar.rulesets.world_at_war.setting import BombingRaid, Target


@pytest.fixture
def turn():
    return begun(RAIDS, HEAD, "combat", "combat.bombing")


def test_18_57_bases_of_the_fronts_are_targets(turn):
    targets = turn.setting.strategy.targets
    assert {name: (one.front, one.nation) for name, one in targets.items()} == {
        "england": ("western", ""), "scotland": ("western", ""), "ruhr": ("western", "germany"), "paris": ("western", ""),
        "box": ("western", ""), "rome": ("southern", "italy"),
    }  # fmt: skip
    assert [turn.setting.research_of(nation).radar for nation in ("us", "germany", "italy")] == [1, 2, 3]
    menu = bombing.open_raids(turn, (), ())
    assert list(menu.others) == ["ruhr", "paris"]
    ordered = bombing.open_raids(turn, (BombingRaid("ruhr"),), (BombingRaid("paris"),))
    assert (list(ordered.prepared), list(ordered.others)) == (["ruhr"], [])
    quiet = turn.with_setting(replace(turn.setting, orders_asked=False))
    assert bombing.open_raids(quiet, (), ()).others == {}
    assert bombing.scope_of(turn, BombingRaid("ruhr")) == "ruhr.raid"
    assert bombing.scope_of(turn, BombingRaid("essen")) == "essen"


@pytest.mark.parametrize(
    ("unit", "bomb", "escort", "oppose"),
    [
        ("eighth", None, "17.73", "17.83"),
        ("mustangs", "17.83", None, "17.83"),
        ("ninth", None, None, "17.83"),
        ("shooting", "17.531", "18.45", "17.83"),
        ("jg", "18.512", "18.512", None),
        ("me262", "18.512", "18.512", None),
        ("reich", "18.512", "18.512", None),
        ("south", "18.512", "18.512", "18.31G"),
        ("regia", "18.512", "18.512", "18.57"),
    ],
)
def test_18_57_who_bombs_escorts_and_opposes(turn, unit, bomb, escort, oppose):
    aim, one = target(turn), turn.unit(unit)
    found = [cited(reach.raid_refused(None, turn, aim, one, role)) for role in ("bomb", "escort")]
    assert (*found, cited(reach.opposition_refused(None, turn, aim, one))) == (bomb, escort, oppose)


@pytest.mark.parametrize("type_", ["nas", "transport", "kamikaze", "bomber"])
def test_17_33_types_that_do_not_escort(turn, type_):
    one = turn.unit("ninth")._replace(air_type=AMERICAN._replace(type=type_))
    assert reach.type_refused(one, "escort")


@pytest.mark.parametrize(
    ("range_", "change", "rule"),
    [
        (4, {}, None),
        (3, {}, "17.72"),
        (4, {"england": {"supply": "partial"}}, "17.72"),
        (6, {"england": {"supply": "partial"}}, None),
        (9, {"england": {"supply": "partial"}, "scotland": {"side": "axis"}}, "17.72"),
        (9, {"england": {"facilities": ()}, "scotland": {"box": "other"}}, "17.72"),
    ],
)
def test_17_72_bombers_count_from_the_nearest_operational_base_of_their_front(turn, range_, change, rule):
    for name, what in change.items():
        turn = changed_base(turn, name, **what)
    for unit, number in (("eighth", "17.72"), ("mustangs", "17.82")):
        one = turn.unit(unit)._replace(range=range_)
        nowhere = "operational" if "scotland" in change else ""
        found = cited(reach.out_of_range_of_front(None, turn, target(turn), one))
        assert found == (rule if nowhere or rule is None else number)


@pytest.mark.parametrize(
    ("change", "home", "refused"),
    [
        ({}, "paris", False),
        ({"unit": {"range": 2}}, "paris", True),
        ({"unit": {"range": 2}}, "ruhr", False),
        ({"base": {"supply": "partial"}}, "paris", True),
        ({"base": {"supply": "partial"}}, "ruhr", False),
        ({"base": {"oil": True}}, "paris", True),
        ({"unit": {"winter": 9}}, "paris", True),
        ({"unit": {"winter": 8}}, "paris", False),
        ({"base": {"supply": "none"}}, "ruhr", True),
        ({}, "box", True),
        ({}, "nowhere", True),
        ({"neutral": True}, "ruhr", True),
        ({"unit": {"range": 2}, "passes": 2}, "paris", False),
        ({"unit": {"range": 2}, "passes": 3}, "paris", True),
        ({"base": {"oil": True}, "passes": 0}, "paris", False),
    ],
)
def test_17_582_army_air_engages_a_raid_that_comes_within_range(turn, change, home, refused):
    turn = changed_unit(turn, "jg", home=home, **change.get("unit", {}))
    if "base" in change:
        turn = changed_base(turn, home, **change["base"])
    if "neutral" in change:
        turn = turn.with_setting(replace(turn.setting, neutral=frozenset({"germany"})))
    aim = target(turn, passes={"southern": {"paris": change["passes"]}} if "passes" in change else {})
    assert bool(reach.defender_out_of_range(None, turn, aim, turn.unit("jg"))) == refused


@pytest.mark.parametrize(
    ("front", "range_", "passes", "engage"),
    [
        ("western", 4, {}, True),
        ("southern", 4, {}, False),
        ("southern", 5, {}, False),  # in range, but on another front
        ("southern", 4, {"southern": {"rome": 4}}, True),
        ("southern", 3, {"southern": {"rome": 4}}, False),
        ("southern", 3, {"southern": {}}, False),
    ],
)
def test_18_31g_interceptors_engage_by_front_and_range(turn, front, range_, passes, engage):
    unit = turn.unit("south")._replace(home=front, range=range_)
    assert reach.interceptors_engage(None, turn, target(turn, passes=passes), unit) is engage


def test_18_45_distances_are_asked_for_until_a_base_is_in_reach(turn):
    asking = begun(RAIDS, HEAD.replace("unlisted-distances: far\n", ""))
    aim = Target(id="essen", name="Essen", front="western")
    bases = [asking.base(name) for name in ("england", "scotland")]
    assert called(reach.nearest, asking, aim, bases, 4, answers={"distance.england.essen": "4"}).state == 4
    both = {"distance.england.essen": "6", "distance.essen.scotland": "5"}
    assert called(reach.nearest, asking, aim, bases, 4, answers=both).state == 5
    assert reach.nearest(None, asking, aim, bases, 4) is None
    assert reach.nearest(None, turn, target(turn), [turn.base("england"), turn.base("scotland")], 4) == 4
    assert reach.nearest(None, turn, target(turn), [], 4) is None


def test_18_57_pledged_and_free_units(turn):
    raids = (BombingRaid("ruhr", (("eighth", 2),), (("ninth", 1),), (("jg", 1),)), BombingRaid("paris", (("eighth", 1),)))
    assert [forces.pledged(raids, name) for name in ("eighth", "ninth", "jg", "raf")] == [3, 1, 1, 0]
    assert forces.raiders(None, turn, target(turn), "bomb", raids).units == {"eighth": 2, "command": 4, "ninth": 5, "raf": 3}
    assert forces.raiders(None, turn, target(turn), "escort", ()).units == {"mustangs": 3, "ninth": 6, "raf": 3}


@pytest.mark.parametrize(
    ("bombers", "escort", "number"),
    [
        ((("eighth", 5),), (), 0),
        ((("eighth", 5), ("command", 1)), (), 1),
        ((("eighth", 5),), (("raf", 1),), 1),
        ((("ninth", 2),), (("ninth", 4),), 0),
        ((("ninth", 2),), (("ninth", 3),), 1),
        ((("ninth", 2),), None, 0),
        ((("eighth", 2), ("ninth", 1)), (("ninth", 1),), 1),
    ],
)
def test_18_57_what_is_wrong_with_a_raid(turn, bombers, escort, number):
    assert len(forces.faults(turn, bombers, escort)) == number


@pytest.mark.parametrize(
    ("bombers", "escort", "here", "number"), [(0, 4, 6, 0), (0, 5, 6, 1), (0, 0, 6, 0), (1, 3, 6, 0), (1, 4, 6, 1), (5, 0, 6, 1)]
)
def test_18_57_ten_japanese_army_factors_in_a_turn(turn, bombers, escort, here, number):
    turn = changed_unit(turn, "ninth", air_type=AMERICAN._replace(nation="japan"))
    others = (BombingRaid("paris", (("ninth", bombers),), (("ninth", escort),)), BombingRaid("rome"))
    assert len(forces.faults(turn, (("ninth", here // 3),), (("ninth", here - here // 3),), others)) == number
    assert forces.faults(turn, (), (), (BombingRaid("x", (("ninth", 99),)),)) == []


def test_18_57_the_attacker_picks_bombers_of_one_nation_and_their_escort(turn):
    end = called(forces.chosen_bombers, turn, target(turn), BombingRaid("ruhr"), (), answers={"attacker.bombers": {"ninth": 2}})
    (question,) = end.asked
    assert options(question) == {"eighth": 5, "command": 4, "ninth": 6, "raf": 3}
    assert {name: number for name, number in question.default.items() if number} == {"eighth": 5}
    assert question.refuses({"eighth": 1, "command": 1}) is not None
    assert question.refuses({"ninth": 3}) is not None  # no six are left to escort them
    assert question.refuses({"raf": 1}) is None
    assert question.refuses({"raf": 2}) is not None
    alone = BombingRaid("ruhr", escort=(("ninth", 2),))
    question = called(forces.chosen_bombers, turn, target(turn), alone, (), answers={"attacker.bombers": {}}).asked[0]
    assert options(question)["ninth"] == 4
    assert (question.refuses({"ninth": 1}), question.refuses({"ninth": 2}) is None) == (None, False)


def test_18_57_the_smallest_escort(turn):
    escorts = forces.raiders(None, turn, target(turn), "escort", ()).units
    found = [forces.smallest_escort(turn, target(turn), escorts, bombers, ()) for bombers in (
        (("ninth", 2),), (("ninth", 3),), (("eighth", 5),), (("raf", 1),))]  # fmt: skip
    assert found == [(("ninth", 4),), (("ninth", 3),), (), (("raf", 2),)]


def test_18_57_the_escort_is_of_the_bombers_nation(turn):
    one = BombingRaid("ruhr", (("ninth", 2),))
    end = called(forces.chosen_escort, turn, target(turn), one, (), answers={"attacker.escort": {"ninth": 4, "mustangs": 1}})
    assert (options(end.asked[0]), dict(end.asked[0].default)) == ({"mustangs": 3, "ninth": 4}, {"mustangs": 3, "ninth": 4})
    assert end.asked[0].refuses({"ninth": 3}) is not None
    assert dict(end.state.escort) == {"mustangs": 1, "ninth": 4}


def test_18_41_a_prepared_raid_flies_as_far_as_it_can(turn):
    one = BombingRaid("ruhr", (("eighth", 5),), (("mustangs", 3),))
    assert called(forces.still_flying, turn, target(turn), one, ()).state == one
    fewer = turn.with_units([turn.unit("eighth").holding(ready=2)])
    end = called(forces.still_flying, fewer, target(turn), one, ())
    assert end.state == one._replace(bombers=(("eighth", 2),))
    none = turn.with_units([turn.unit("eighth").holding()])
    end = called(forces.still_flying, none, target(turn), one, ())
    assert end.state == one._replace(bombers=(), escort=())
    army = BombingRaid("ruhr", (("ninth", 2),), (("ninth", 4),))
    short = turn.with_units([turn.unit("ninth").holding(ready=5)])
    assert called(forces.still_flying, short, target(turn), army, ()).state == army._replace(bombers=(), escort=())
    taken = changed_base(turn, "ruhr", side="allies")
    assert called(forces.announced, taken, one, ()).state == one._replace(bombers=(), escort=())
    asked = called(forces.announced, turn, BombingRaid("ruhr"), (), answers={"attacker.bombers": {}}).state
    assert (asked.bombers, asked.escort) == ((), ())


def test_17_83_the_defender_opposes_with_what_reaches_the_raid(turn):
    one = BombingRaid("ruhr", (("eighth", 5),), (("mustangs", 2),))
    others = (BombingRaid("paris", defense=(("jg", 1), ("me262", 1))),)
    end = called(forces.opposed, turn, one, others, answers={"defender.oppose": {"reich": 2}})
    assert options(end.asked[0]) == {"jg": 2, "reich": 3}
    assert dict(end.asked[0].default) == {"jg": 2, "reich": 3}
    known = end.asked[0].facts()
    assert [known[name] for name in ("own.factors", "enemy.factors", "enemy.bombers")] == [7, 7, 5]
    assert end.state.defense == (("reich", 2),)
    assert called(forces.opposed, turn, one._replace(bombers=()), ()).state.defense == ()
    ordered = called(forces.opposed, turn, one._replace(defense=(("jg", 9),)), others)
    assert (ordered.state.defense, ordered.asked) == ((("jg", 2),), [])
