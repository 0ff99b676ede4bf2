"""The books of a turn: statuses of a unit, bases and carriers as they are now."""

from dataclasses import replace
from itertools import product

import pytest
from waw import JAPAN_AND_ALLIES
from waw_books import PACIFIC, counters, unit
from waw_direct import begun, changed_base, changed_carrier, changed_unit, holding

from airwar.rulesets.world_at_war.basing import (
    aboard,
    arrived,
    boarded,
    departed,
    put_to_sea,
    rebased,
    stationed,
    with_carrier_status,
)
from airwar.rulesets.world_at_war.scenario import pairs
from airwar.rulesets.world_at_war.setting import Base
from airwar.rulesets.world_at_war.units import as_lines


@pytest.fixture
def turn():
    return begun(PACIFIC, JAPAN_AND_ALLIES)


@pytest.mark.parametrize("counts", list(product((0, 1, 2), repeat=4)))
def test_17_9_some_of_a_unit_are_the_first_or_the_last_of_its_counters_in_a_row(counts):
    whole = unit(*counts, flying=2)
    assert whole.uninverted == sum(counts[:3])
    assert (whole.number, whole.left) == (sum(counts), sum(counts) + 2)
    for number in range(whole.number + 1):
        first, last = whole.uninverted_first(number), whole.inverted_first(number)
        assert counters(first) == counters(whole)[:number]
        assert counters(last) == counters(whole)[whole.number - number :]
        assert whole.less(last) == whole.uninverted_first(whole.number - number)
        assert whole.less(first).joined_by(first) == whole
    assert counters(whole.all_ready()) == ("r",) * whole.number
    assert counters(whole.all_inverted()) == ("i",) * whole.number


def test_19_52_a_part_owes_squadrons_only_if_it_is_all_that_is_left():
    one = unit(ready=2, inverted=1, flying=1, debt=2)
    assert [one.debt_of(number) for number in (3, 4, 5)] == [0, 2, 0]


def test_18_521b_units_in_a_base_as_lines_uninverted_and_inverted_apart():
    force = as_lines([unit(1, 1, 1, 2, debt=2), unit(inverted=3, debt=1), unit()])
    assert [(one.parts, one.inverted, one.debt) for one in force] == [((3,), False, 2), ((2,), True, 0), ((3,), True, 1)]


@pytest.mark.parametrize(
    ("here", "there", "change"),
    [("truk", "rabaul", -1), ("rabaul", "truk", 0), ("rabaul", "lae", -1), ("truk", "lae", -1), ("truk", "soryu", 0),
     ("rabaul", "soryu", 0), ("akagi", "lae", -1), ("tokyo", "truk", 0)],
)  # fmt: skip
def test_19_31a_a_base_in_trouble_costs_one_while_the_unit_is_there(turn, here, there, change):
    army = turn.unit("army")._replace(home=here)
    moved = rebased(turn, army, there)
    assert moved == army._replace(home=there, air_type=army.air_type._replace(drm=army.air_type.drm + change))


def test_19_31a_the_winter_belongs_to_the_place(turn):
    army = turn.unit("army")
    cold = replace(turn, winter=(("rabaul", 9),))
    there = rebased(cold, army, "rabaul")
    assert (there.winter, there.air_type.drm) == (9, army.air_type.drm - 2)  # it is short of supply, too
    back = rebased(cold, there, "truk")
    assert (back.winter, back.air_type.drm) == (0, army.air_type.drm)
    assert rebased(replace(cold, winter_for="allies"), army, "rabaul").winter == 0
    stated = turn.with_setting(replace(turn.setting, winter_stated={("rabaul", "japan"): 8}))
    assert rebased(stated, army, "rabaul").winter == 8


def test_18_21_parts_of_a_unit_that_arrive(turn):
    whole = turn.unit("army")
    part = whole.holding(ready=1, inverted=1)
    there = arrived(turn, whole.less(part), "lae", part)
    assert holding(there)["army"] == ("truk", 2, 0, 0, 0, 0)
    assert holding(there)["army/lae"] == ("lae", 1, 0, 0, 1, 0)
    new = there.unit("army/lae")
    assert (new.had, new.debt, new.air_type.drm) == (0, 0, whole.air_type.drm - 1)
    more = stationed(there, "army", "lae", inverted=1)
    assert holding(more)["army/lae"] == ("lae", 1, 0, 0, 2, 0)
    back = arrived(there, there.unit("army"), "truk", part)
    assert holding(back)["army"] == ("truk", 3, 0, 0, 1, 0)
    emptied = there.with_units([there.unit("army").holding()])
    assert holding(stationed(emptied, "army", "tokyo", inverted=2))["army"] == ("tokyo", 0, 0, 0, 2, 0)
    elsewhere = changed_unit(there, "army/lae", home="tokyo")  # that part has moved on
    assert holding(stationed(elsewhere, "army", "lae", inverted=1))["army/lae/lae"] == ("lae", 0, 0, 0, 1, 0)
    spent = there.with_units([there.unit("army/lae")._replace(home="tokyo").holding()])
    assert holding(stationed(spent, "army", "lae", inverted=1))["army/lae"] == ("lae", 0, 0, 0, 1, 0)


@pytest.mark.parametrize(
    ("inverted", "arrives", "expected"),
    [
        (False, {"ready": 1, "flown": 1}, (1, 1, 0, 0)),
        (False, {"inverted": 2}, (2, 0, 0, 0)),
        (True, {"ready": 1, "at_sea": 1}, (0, 0, 0, 2)),
    ],
)
def test_17_3122d_naval_air_aboard_has_the_status_of_its_carrier(turn, inverted, arrives, expected):
    turn = changed_carrier(turn.with_units([turn.unit("mobile").holding()]), "soryu", inverted=inverted)
    after = boarded(turn, "mobile", "soryu", turn.unit("mobile").holding(**arrives))
    assert holding(after)["mobile"] == ("soryu", *expected, 0)
    assert after.carrier("soryu").inverted == inverted


def test_17_3124_naval_air_from_an_inverted_carrier_inverts_the_one_it_joins(turn):
    going = turn.unit("navy").holding(ready=1)
    after = boarded(departed(turn, "navy", going), "navy", "soryu", going, from_inverted=True)
    assert after.carrier("soryu").inverted
    assert holding(after)["mobile"] == ("soryu", 0, 0, 0, 3, 0)
    assert holding(after)["navy/soryu"] == ("soryu", 0, 0, 0, 1, 0)
    assert [one.id for one in aboard(after, "soryu")] == ["mobile", "navy/soryu"]
    in_port = boarded(departed(turn, "mobile", going), "mobile", "akagi", going.holding(inverted=1))
    assert holding(in_port)["mobile/akagi"] == ("akagi", 0, 0, 0, 1, 0)  # in port it keeps its own


@pytest.mark.parametrize(("inverted", "there"), [(False, (3, 0, 0, 0)), (True, (0, 0, 0, 3))])
def test_17_3126c_a_carrier_that_puts_to_sea_gives_its_air_its_status(turn, inverted, there):
    turn = changed_unit(changed_carrier(turn, "akagi", inverted=inverted, sails=True), "navy", ready=1, inverted=2)
    after = put_to_sea(turn, turn.carrier("akagi"))
    assert (after.carrier("akagi").port, after.carrier("akagi").sails) == ("", False)
    assert holding(after)["navy"] == ("akagi", *there, 0)
    served = with_carrier_status(unit(1, 1, 1, 1), inverted=False)
    assert counters(served) == ("r", "r", "f", "s")


def test_18_45_the_turn_knows_bases_and_carriers_as_they_are_now(turn):
    assert turn.hex_of("akagi") == "truk"
    assert turn.hex_of("soryu") == "soryu"
    assert turn.distance("akagi", "rabaul") == turn.distance("rabaul", "akagi") == 4
    assert turn.find_base("akagi") is None
    assert turn.find_carrier("truk") is None
    assert turn.find("nobody") is None
    assert [one.id for one in turn.at("truk")] == ["army", "navy"]
    assert turn.load("truk") == (4, 0)  # carriers' air does not count
    assert [turn.player(side) for side in ("japan", "allies")] == ["attacker", "defender"]
    both = changed_base(changed_base(turn, "truk", side="allies"), "lae", side="allies")
    assert [base.id for base in both.changed_bases] == ["lae", "truk"]
    assert [base.id for base in both.bases if base.side == "allies"] == ["truk", "lae", "noumea"]
    again = changed_base(both, "truk", oil=True)
    assert [(base.id, base.side, base.oil) for base in again.changed_bases] == [("lae", "allies", True), ("truk", "allies", True)]
    ships = changed_carrier(changed_carrier(turn, "soryu", sunk=True), "akagi", damaged=True)
    assert [carrier.id for carrier in ships.changed_carriers] == ["akagi", "soryu"]
    assert turn.with_agenda("x", "movement.staging", "x").agenda == (*turn.agenda, "x")
    assert turn.with_result("a", "b").with_result("c", "d").results == (("a", "b"), ("c", "d"))
    assert replace(turn, winter=(("truk", 8),)).winter_at("truk") == 8
    assert turn.winter_at("truk") == 0


def test_18_45_the_pairs_whose_distance_may_be_needed(turn):
    assert pairs(turn.setting) == [
        *(("truk", "rabaul"), ("truk", "lae"), ("truk", "noumea"), ("rabaul", "lae"), ("rabaul", "noumea"), ("lae", "noumea")),
        *((base, ship) for base in ("truk", "rabaul", "lae", "noumea") for ship in ("soryu", "hornet")),
        *((place, "reef") for place in ("truk", "rabaul", "lae", "noumea", "soryu", "hornet")),
        *((base, "tokyo") for base in ("truk", "rabaul", "lae", "noumea")),
    ]


@pytest.mark.parametrize(
    ("base", "takes", "impaired", "operational"),
    [
        (Base(id="a", side="x", facilities=("city",)), True, False, True),
        (Base(id="a", side="x", facilities=()), False, False, True),
        (Base(id="a", side="x", facilities=(), island=True), True, False, True),
        (Base(id="a", side="x", facilities=(), box="other"), True, False, True),
        (Base(id="a", side="x", facilities=("city",), supply="partial"), True, True, False),
        (Base(id="a", side="x", facilities=("city",), supply="none"), True, False, False),
        (Base(id="a", side="x", facilities=("city",), oil=True), True, True, False),
    ],
)
def test_18_12_what_a_base_is_good_for(base, takes, impaired, operational):
    assert (base.takes_air_units, base.impaired, base.operational) == (takes, impaired, operational)
    assert base.without_airbase() is base
    new = base.with_airbase("us")
    assert (new.facilities, new.count, new.airbase_of) == ((*base.facilities, "airbase"), base.count + 1, "us")
    assert new.without_airbase() == base
