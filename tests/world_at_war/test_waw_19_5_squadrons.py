"""Squadrons and factors (19.5): what is lost and what aborts, against every way to count it by hand."""

from itertools import product

import pytest
from waw import BRITISH_NAVAL, GERMAN
from waw_desert import DESERT
from waw_direct import begun

from airwar.rulesets.world_at_war.air_combat import aborted_factors, after_losses, back_in_factors, lost_factors, recombination
from airwar.rulesets.world_at_war.options import DEFAULTS
from airwar.rulesets.world_at_war.units import Line, Unit


def unit(name, ready, inverted=0, debt=0, home="home", type_=GERMAN):
    return Unit(name, "axis", type_, 4, home, ready, inverted, 9, debt=debt)


def left_of(name, *parts, aborted=(), whole=1, inverted=False):
    return Line(name, GERMAN, parts, inverted=inverted, aborted=aborted, whole=whole)


@pytest.mark.parametrize(("number", "whole", "told"), [(3, 1, 0), (4, 2, 1), (6, 2, 0), (5, 2, 1), (2, 0, 0)])
def test_19_52_thirds_that_are_left_are_told(number, whole, told):
    assert len(recombination(DEFAULTS, (Line("a", GERMAN, (number,), whole=whole),))) == told


@pytest.mark.parametrize(
    ("aborted", "policy", "inverted"),
    [
        (((1, 0, 0), (1, 1, 0)), "debt", (0, 1)),  # three thirds: the unit with more of them gives the factor
        (((1, 1, 0), (1, 0, 0)), "debt", (1, 0)),
        (((1, 0, 0), (0, 0, 0)), "debt", (0, 0)),
        (((1, 0, 0), (0, 0, 0)), "ceil", (1, 0)),
        (((0, 0, 0), (1, 1, 0)), "floor", (0, 0)),
        (((1, 1, 1), (1, 1, 0)), "debt", (1, 1)),
        (((2, 2, 2), (2, 2, 2)), "floor", (2, 2)),
        (((2, 2, 1), (1, 0, 0)), "floor", (2, 0)),
    ],
)
def test_19_65c_aborted_squadrons_invert_factors_of_the_units_that_have_most(aborted, policy, inverted):
    pair = [unit("a", 2), unit("b", 2)]
    force = tuple(left_of(name, 2, 2, 2, aborted=thirds, whole=2) for name, thirds in zip("ab", aborted, strict=True))
    after = back_in_factors(tuple(pair), force, policy)
    assert tuple(one.inverted for one in after) == inverted
    assert [one.number for one in after] == [2, 2]


@pytest.mark.parametrize(
    ("left", "policy", "numbers", "debts"),
    [
        (((2, 2, 2), (2, 2, 2)), "debt", (2, 2), (0, 0)),
        (((1, 2, 2), (2, 2, 2)), "debt", (2, 2), (1, 0)),
        (((1, 1, 2), (2, 2, 2)), "debt", (1, 2), (-1, 0)),
        (((1, 2, 2), (1, 1, 2)), "debt", (2, 1), (1, -1)),  # three thirds lost: one factor, where most were lost
        (((1, 2, 2), (1, 1, 2)), "floor", (2, 1), (0, 0)),
        (((1, 2, 2), (2, 2, 2)), "ceil", (1, 2), (0, 0)),
        (((1, 2, 2), (2, 2, 2)), "floor", (2, 2), (0, 0)),
        (((0, 0, 1), (0, 0, 0)), "debt", (0, 0), (-1, 0)),
    ],
)
def test_19_52_squadrons_lost_are_factors_lost_and_thirds_owed(left, policy, numbers, debts):
    pair = [unit("a", 2), unit("b", 2)]
    force = tuple(left_of(name, *parts, whole=2) for name, parts in zip("ab", left, strict=True) if any(parts))
    after = back_in_factors(tuple(pair), force, policy)
    assert tuple(one.number for one in after) == numbers
    assert tuple(one.debt for one in after) == debts


def test_19_52_units_of_other_types_and_bases_are_counted_apart():
    units = [unit("a", 2), unit("b", 2, home="rear"), unit("c", 2, type_=GERMAN._replace(drm=1))]
    force = tuple(left_of(name, 1, 2, 2, whole=2) for name in "abc")
    assert [(one.number, one.debt) for one in back_in_factors(tuple(units), force, "debt")] == [(2, 1)] * 3
    together = [one._replace(home="home", air_type=GERMAN) for one in units]
    after = back_in_factors(tuple(together), force, "debt")
    assert sum(one.number for one in after) == 5
    assert sorted(one.debt for one in after) == [-2, 1, 1]


@pytest.mark.parametrize(("ready", "inverted", "lost_ready", "lost_inverted"), list(product((0, 1, 2), (0, 1, 2), (0, 1), (0, 1))))
def test_19_64_losses_among_uninverted_and_inverted_ones_in_factors(ready, inverted, lost_ready, lost_inverted):
    if lost_ready > ready or lost_inverted > inverted:
        return
    one = unit("a", ready, inverted)
    force = tuple(
        line
        for line in (
            Line("a", GERMAN, (ready - lost_ready,)),
            Line("a", GERMAN, (inverted - lost_inverted,), inverted=True),
        )
        if line.number
    )
    (after,) = back_in_factors((one,), force, "debt")
    assert (after.ready, after.inverted) == (ready - lost_ready, inverted - lost_inverted)


def test_19_52_who_was_inverted_before_stays_so():
    one = unit("a", 2, 1)
    force = (left_of("a", 2, 2, 1, whole=2), left_of("a", 1, 1, 1, inverted=True))
    assert lost_factors([one], [force], "debt") == [(0, 1)]
    assert (after_losses(one, force, 0, 1, "debt").ready, after_losses(one, force, 0, 1, "debt").inverted) == (2, 1)
    gone = (left_of("a", 2, 2, 2, whole=2),)
    (after,) = back_in_factors((one,), gone, "debt")
    assert (after.ready, after.inverted) == (2, 0)
    struck = (left_of("a", 1, 1, 0, whole=2), left_of("a", 1, 1, 1, inverted=True))
    (after,) = back_in_factors((one,), struck, "debt")
    assert (after.ready, after.inverted, after.debt) == (1, 1, 1)
    assert aborted_factors([unit("a", 1, 1)], [struck], "debt") == [0]


@pytest.mark.parametrize("policy", ["debt", "ceil", "floor"])
def test_18_526a_a_factor_without_a_squadron_that_is_free_is_inverted(policy):
    one = unit("a", 1, 1)
    force = (left_of("a", 0, 0, 1, aborted=(0, 0, 1)), left_of("a", 0, 1, 0, inverted=True))
    assert [after.uninverted for after in back_in_factors((one,), force, policy)] == [0]
    (after,) = back_in_factors((unit("a", 1),), (left_of("a", 0, 1, 1, aborted=(0, 1, 1)),), policy)
    assert after.uninverted == 0


def test_19_52_naval_air_is_counted_squadron_by_squadron():
    navy = unit("n", 4, 1, type_=BRITISH_NAVAL)
    force = (Line("n", BRITISH_NAVAL, (3,), aborted=(2,)), Line("n", BRITISH_NAVAL, (1,), inverted=True))
    (after,) = back_in_factors((navy,), force, "debt")
    assert (after.ready, after.inverted, after.debt) == (1, 3, 0)
    (none,) = back_in_factors((navy,), (), "debt")
    assert none.number == 0
    served = navy._replace(ready=1, flown=2, at_sea=1)
    (after,) = back_in_factors((served,), (Line("n", BRITISH_NAVAL, (4,), aborted=(1,)),), "debt")
    assert (after.ready, after.flown, after.at_sea, after.inverted) == (1, 2, 0, 1)


def test_18_526_the_books_of_a_base_after_a_fight_in_squadrons():
    turn = begun(DESERT)
    daf = turn.unit("daf")
    force = (
        Line("daf", daf.air_type, (4, 3, 4), aborted=(1, 1, 0), whole=4),
        Line("daf", daf.air_type, (1, 1, 1), inverted=True, whole=1),
    )
    (after,) = back_in_factors((daf,), force, "debt")
    assert (after.ready, after.inverted, after.debt) == (3, 2, 1)
