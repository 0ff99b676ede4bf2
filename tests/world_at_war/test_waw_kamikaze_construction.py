"""Kamikazes in the construction phase (17.41-17.44), and elite naval air (17.352)."""

import json

import pytest
from support import TESTS, fight

from airwar.rulesets.world_at_war.kamikaze_orders import first_pool, grown_pool
from airwar.rulesets.world_at_war.units import air_nationality_drm

CASES = [case for case in json.loads((TESTS / "cases" / "world-at-war.json").read_text()) if case["id"].startswith("K-")]

JAPAN = """airwar: 1
ruleset: world-at-war
title: Construction
theater: pacific
sides: {japan: [japan], allies: [us]}
attacker: japan
bases: {kyushu: {side: japan, facilities: [city, city, airbase]}}
units:
  - {id: first-air-fleet, nation: japan, type: nas, count: 8, inverted: 2, at: kyushu, elite: true}
  - {id: army, nation: japan, type: aaf, count: 4, at: kyushu}
kamikazes:
  POOL
  construction:
    training-rate: RATE
    ORDERS
"""


def construct(pool, rate, orders="brps: 99", answers=None):
    text = JAPAN.replace("POOL", pool).replace("RATE", str(rate)).replace("ORDERS", "\n    ".join(orders.splitlines()))
    return fight(text, {}, answers)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
@pytest.mark.proves("17.43A", "17.43B")
def test_17_43_cases(case):
    pool = first_pool(case["input"]["training_rate"])
    if case["input"]["all_used"]:
        pool = grown_pool(pool, case["input"]["rate_at_expansion"])
    assert pool == case["expected"]["pool"]


@pytest.mark.parametrize(("rate", "pool"), [(6, 24), (7, 26)])
@pytest.mark.proves("17.43C", "17.47H", "17.44")
def test_17_43_example_twelve_used_and_twelve_or_fourteen_more(rate, pool):
    """Rate 6: 12 at first, 24 in all after their use, or 26 with a rate of 7; the first 12 must be built again."""
    converted = {"first-air-fleet": 8, "army": (pool - 20) // 3}
    answers = {"construction.japan.convert": converted, "construction.japan.build": {"kamikazes": 12}}
    fought = construct("unbuilt: 12\n  pool: 12\n  all-used: true", rate, "unbuilt-aaf: 9", answers)
    now = fought.state.kamikazes
    assert (now.limit, now.expansions, now.all_used) == (pool, 1, False)
    assert now.created == 20 + (pool - 20) // 3 * 3
    assert now.built == now.created  # eight and more were built units; the twelve had to be built
    assert fought.asked[0].refuses({"first-air-fleet": 8, "army": 3}) == f"17 more make 29 kamikazes; the pool is {pool} (17.43)"


def test_17_43b_no_growth_before_all_are_used():
    fought = construct("built: 2\n  unbuilt: 10", 6, "build: 3")
    assert (fought.state.kamikazes.limit, fought.state.kamikazes.built) == (12, 5)


@pytest.mark.proves("17.42", "17.352A")
def test_17_41_invoking_turns_elite_into_regular():
    answers = {
        "construction.japan.invoke": "invoke",
        "construction.japan.convert": {"first-air-fleet": 3, "army": 1},
    }
    fought = construct("built: 0", 4, "brps: 0", answers)
    fleet, army = fought.state.units
    assert (fleet.air_type.elite, fleet.air_type.drm) == (False, 2)
    assert (fleet.ready, fleet.inverted) == (5, 0)  # the two inverted ones went first
    assert army.number == 3
    assert fought.state.kamikazes[:3] == (8, 6, 6)


def test_17_41_japan_may_wait():
    fought = construct("built: 0", 4, answers={"construction.japan.invoke": "wait"})
    assert fought.end.result == "no kamikazes"
    assert fought.state.units[0].air_type.elite


@pytest.mark.proves("17.44C")
def test_17_44b_unbuilt_ones_are_paid_for_whatever_the_training_rate():
    fought = construct("built: 0", 6, "invoke: true\nunbuilt-nas: 12\nconvert: {unbuilt-nas: 12}\nbrps: 9\nbuild: 9")
    assert fought.state.kamikazes[:3] == (12, 12, 9)
    (sheet,) = fought.told("sheet")
    assert ["BRPs for them", "9", "17.44C"] in sheet["rows"]


def test_17_44a_the_pool_bounds_conversion():
    answers = {"construction.japan.invoke": "invoke", "construction.japan.convert": {"army": 1}}
    fought = construct("built: 0", 2, answers=answers)
    assert fought.asked[1].refuses({"army": 2}) == "6 more make 6 kamikazes; the pool is 4 (17.43)"


def test_17_464_kamikazes_are_regular_in_the_air():
    assert air_nationality_drm("japan", "kamikaze", elite=False, impaired=0, research=0) == 2


@pytest.mark.proves("17.353")
def test_17_43a_the_rate_may_come_from_the_training_section():
    text = JAPAN.replace("POOL", "built: 0").replace("training-rate: RATE", "invoke: true").replace("ORDERS", "convert: {army: 3}")
    training = "naval-air-training: {nations: {japan: {results: 5}}}\n"
    fought = fight(text.replace("kamikazes:\n", f"{training}kamikazes:\n"))
    assert fought.state.kamikazes[:3] == (12, 9, 9)
    first = fought.told("sheet")[0]  # naval air is trained before any of it is given over
    assert first["title"] == "Naval air training: Japanese"
    assert ["eliminated in this turn", "0", "17.353A"] in first["rows"]
