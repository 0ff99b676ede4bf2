"""Kamikazes in the construction phase (17.41-17.44)."""

from dataclasses import replace

import pytest
from waw import AMERICAN, AMERICAN_NAVAL
from waw_direct import begun, called, complaints, holding, options
from waw_kamikazes import FLEET, HEAD, HOME, JAPANESE, at_home

from airwar.rulesets.world_at_war import kamikaze_orders as construction
from airwar.rulesets.world_at_war import kamikazes as cover
from airwar.rulesets.world_at_war.setting import Kamikazes, Program


@pytest.fixture
def turn():
    return begun(FLEET, HEAD, "combat", "combat.kamikazes")


def test_17_43_the_pool_is_twice_the_rate_and_grows_by_as_much():
    assert (construction.first_pool(4), construction.grown_pool(8, 5)) == (8, 18)


@pytest.mark.parametrize(("said", "answer"), [("invoke: true", None), ("", "invoke"), ("invoke: false", None), ("", "wait")])
def test_17_41_japan_invokes_the_rule_or_waits(said, answer):
    turn = at_home(", ".join(part for part in ("training-rate: 4", said) if part))
    answers = {"construction.japan.invoke": answer} if answer else {}
    end = called(construction.invoke_kamikazes, turn, answers=answers)
    if said == "invoke: false" or answer == "wait":
        assert end.state.value.results == (("construction", "no kamikazes"),)
        assert end.state.value.kamikazes.limit == 0
    else:
        after = end.state.state
        assert after.kamikazes.limit == 8
        before = turn.unit("elite").air_type
        assert after.unit("elite").air_type == before._replace(elite=False, drm=before.drm - 1)
        assert after.unit("army") == turn.unit("army")
        assert len(end.told("note")) == 2
    if answer:
        assert options(end.asked[0]) == ["wait", "invoke"]


@pytest.mark.parametrize(("all_used", "limit", "expansions"), [(False, 6, 1), (True, 14, 2)])
def test_17_43b_the_pool_grows_when_all_are_used(all_used, limit, expansions):
    turn = at_home(pool=f"pool: 6\n  expansions: 1\n  all-used: {str(all_used).lower()}")
    pool = called(construction.invoke_kamikazes, turn).state.state.kamikazes
    assert (pool.limit, pool.expansions, pool.all_used) == (limit, expansions, False)


def test_17_44a_what_may_be_converted():
    turn = at_home("training-rate: 4, unbuilt-nas: 2, unbuilt-aaf: 1")
    assert construction.convertible(turn) == {"elite": 3, "army": 4, "unbuilt-nas": 2, "unbuilt-aaf": 1}
    assert [construction.worth(turn, name) for name in construction.convertible(turn)] == [1, 3, 1, 3]
    assert construction.convertible(at_home()) == {"elite": 3, "army": 4}


def test_17_44a_units_become_kamikazes_inverted_ones_first():
    turn = replace(at_home("training-rate: 4, unbuilt-nas: 2, unbuilt-aaf: 1"), kamikazes=Kamikazes(9, 1, 1))
    after = called(construction.converted, turn, {"elite": 2, "army": 1, "unbuilt-aaf": 1, "unbuilt-nas": 0}).state
    assert (after.kamikazes.created, after.kamikazes.built) == (1 + 2 + 3 + 3, 1 + 2 + 3)
    assert holding(after)["elite"] == ("kyushu", 1, 0, 0, 0, 0)
    assert holding(after)["army"] == ("kyushu", 2, 0, 0, 1, 0)


@pytest.mark.parametrize(
    ("convert", "created", "asked", "notes"),
    [("elite: 3", 3, 0, 1), ("army: 3", 0, 0, 1), ("elite: 3, army: 1", 6, 0, 2), ("elite: 4", 0, 0, 1), (None, 2, 1, 1)],
)
def test_17_43_conversion_stays_within_the_pool(convert, created, asked, notes):
    turn = at_home()
    chosen = None if convert is None else {part.split(":")[0]: int(part.split(":")[1]) for part in convert.split(", ")}
    turn = replace(turn, kamikazes=Kamikazes(8)).with_setting(replace(turn.setting, program=Program(rate=4, convert=chosen)))
    end = called(construction.convert_to_kamikazes, turn, answers={"japan.convert": {"elite": 2}} if asked else {})
    assert end.state.state.kamikazes.created == created
    assert len(end.told("note")) == notes
    if asked:
        assert end.asked[0].refuses({"army": 2, "elite": 2}) is None
        assert end.asked[0].refuses({"army": 2, "elite": 3}) is not None
        assert not any(end.asked[0].default.values())
        full = replace(turn, kamikazes=Kamikazes(8, 8))
        assert called(construction.convert_to_kamikazes, full).asked == []


@pytest.mark.parametrize(
    ("build", "brps", "built"), [(None, None, 5), (None, 3, 3), (2, None, 2), (9, None, 5), (4, 3, 3), (0, 3, 0)]
)
def test_17_44b_kamikazes_are_built_for_a_brp_each(build, brps, built):
    turn = at_home()
    turn = replace(turn, kamikazes=Kamikazes(9, 6, 1)).with_setting(
        replace(turn.setting, program=Program(rate=4, build=build, brps=brps))
    )
    most = 5 if brps is None else min(5, brps)
    end = called(construction.build_kamikazes, turn, answers={"japan.build": {"kamikazes": most}} if build is None else {})
    after = end.state.value
    assert after.kamikazes == Kamikazes(9, 6, 1 + built)
    if build is None:
        assert (options(end.asked[0]), dict(end.asked[0].default)) == ({"kamikazes": most}, {"kamikazes": most})
    (sheet,) = end.told("sheet")
    assert [row[1:] for row in sheet["rows"]] == [
        ["4", "17.353"], ["9", "17.43"], ["6", "17.44A"], [str(built), "17.44B"], [str(built), "17.44C"],
        [str(1 + built), ""], [str(5 - built), ""], ["+0", "17.47H"],
    ]  # fmt: skip
    assert after.results == (("construction", f"{1 + built} of 6 kamikazes built, pool 9"),)


@pytest.mark.parametrize(
    ("program", "pool", "rules"),
    [
        ("training-rate: 4", "built: 0", []),
        ("build: 2", "built: 0", ["17.43A"]),
        ("training-rate: 4, build: 3, brps: 3", "built: 0", []),
        ("training-rate: 4, build: 4, brps: 3", "built: 0", ["17.44C"]),
        ("training-rate: 4, invoke: true", "built: 1", ["17.41"]),
        ("training-rate: 4, invoke: true, convert: {elite: 3}", "built: 0", []),
        ("training-rate: 4, invoke: false, convert: {elite: 3}", "built: 0", ["17.41"]),
        ("training-rate: 4, invoke: true, convert: {elite: 2, army: 2}", "built: 0", []),
        ("training-rate: 4, invoke: true, convert: {elite: 3, army: 2}", "built: 0", ["17.43"]),
        ("training-rate: 4, convert: {elite: 3}", "built: 1\n  pool: 4", []),
        ("training-rate: 4, convert: {elite: 3}", "built: 1\n  pool: 3", ["17.43"]),
        ("training-rate: 4, convert: {elite: 3, army: 2}", "unbuilt: 2\n  pool: 3\n  all-used: true", []),
        ("training-rate: 4, convert: {elite: 3, army: 3}", "unbuilt: 2\n  pool: 3\n  all-used: true", ["17.43"]),
        ("training-rate: 4, convert: {elite: 4}", "built: 0", ["17.44A"]),
        ("training-rate: 4, convert: {cargo: 1}", "built: 0", ["17.44A"]),
        ("training-rate: 4, convert: {unbuilt-nas: 1}", "built: 0", ["17.44A"]),
    ],
)
def test_17_44_what_is_refused_of_construction(program, pool, rules):
    found = complaints(HOME.replace("PROGRAM", program).replace("POOL", pool), JAPANESE)
    assert [rule for _, rule in found] == rules


def test_17_43b_the_attack_of_this_turn_may_use_up_the_pool():
    construction_too = "  construction: {training-rate: 4, convert: {zeros: 2}}\n"
    assert complaints(FLEET + construction_too, JAPANESE) == []
    alone = FLEET[: FLEET.index("  attack:")] + construction_too
    assert [rule for _, rule in complaints(alone, JAPANESE)] == ["17.43"]


def test_17_33_lines_over_a_group(turn):
    force = cover.squadrons(turn, (("corsairs", 2), ("thunderbolts", 3)))
    assert [(line.unit, line.air_type, line.parts, line.whole) for line in force] == [
        ("corsairs", AMERICAN_NAVAL, (2,), 0),
        ("thunderbolts", AMERICAN, (0, 3, 0), 3),
    ]
