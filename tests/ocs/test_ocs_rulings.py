"""Rulings are reported with their grade when they matter, and only then."""

import pytest
from ocs_theater import F1, F2, T1, game
from support import fight

from airwar.rulesets.adjusting import with_option
from airwar.rulesets.ocs.rulings import profile

F3 = F2.replace("f2", "f3").replace("F2", "F3")
SWEEP = "{id: raid, in: axis.movement, kind: sweep, at: y, with: [f1]}"


def rulings_of(fought):
    return {body["option"]: body["text"] for body in fought.told("ruling")}


@pytest.mark.parametrize(
    ("option", "version", "value", "grade"),
    [
        ("flak", "ocs-3.0", "v4.3", "borrowed from 4.3"),
        ("loss-die", "ocs-3.0", "shared", "house default"),
        ("first-player-ties", "ocs-3.0", "reroll", "known from the 3.0 era"),
        ("reduction", "ocs-3.0", "10.0i", None),  # printed
        ("loss-die", "ocs-4.3", "shared", None),  # the rule of 4.3 itself
        ("flak", "ocs-4.3", "v4.3", None),
        ("loss-die", "ocs-4.3", "per-unit", "chosen option"),
    ],
)
def test_every_ruling_has_its_grade(option, version, value, grade):
    told = profile(version, **{option: value}).graded(option, "so")
    assert (told.text if told else None) == (f"{grade}: so" if grade else None)


def test_a_default_that_needs_no_mention_has_none():
    assert profile().chosen("loss-die", "so") is None
    assert profile(loss_die="per-unit").chosen("loss-die", "so").text == "chosen option: so"


def test_r9_the_output_gives_the_values_of_a_reduced_unit_if_the_scenario_does_not():
    fought = fight(game([SWEEP], [F1, F2], play="axis.movement"), "air-combat 4 4; loss 6; abort.f1 x")
    texts = [body["text"] for body in fought.told("note") if "the back of" in body["text"]]
    assert texts == [f"the scenario does not give the back of {name}; it now has rating 3, barrage 1" for name in ("F1", "F2")]
    given = [unit.replace("at:", "back: {rating: 3}, at:") for unit in (F1, F2)]
    fought = fight(game([SWEEP], given, play="axis.movement"), "air-combat 4 4; loss 6; abort.f1 x")
    assert not any("the back of" in body["text"] for body in fought.told("note"))


def test_r21_advantage_counts_in_4_3_if_it_is_chosen():
    declared = SWEEP.replace("with:", "advantage: axis, with:")
    text = game([declared], [F1, F2], play="axis.movement", options="profile: ocs-4.3, advantage: declared")
    fought = fight(text, "air-combat 3 3; loss 1; abort.f1 x")
    assert ["attacker uses Advantage", 1, "R21", "attacker-advantage"] in fought.rolls()["raid.r1.air-combat"]["terms"]


def test_r14_the_limit_of_active_units_is_reported_when_it_matters():
    planes = [
        F1.replace("id: f1", f"id: f{n}").replace("at: x", f"at: x, status: {'inactive' if n > 5 else 'active'}")
        for n in range(1, 8)
    ]
    fought = fight(game(units=planes, play="axis.refit"), "refit.x 1 f7")
    assert rulings_of(fought)["base-stacking"] == "borrowed from 4.3: X has room for 1 more active units"


def test_r52_a_ship_recovers_from_dg_in_its_owners_clean_up():
    attack = "{id: raid, in: axis.movement, kind: ship-attack, at: k, with: [t1], ship: s}"
    ships = "ships: {s: {name: Ohio, side: allies, at: k}}"

    def hull(play):
        text = game([attack], [T1], play=play, options="naval: v4.3", more=ships)
        board = fight(text, "flak none; barrage 4 4").state.board
        assert board.ship("x") is None  # a base is no ship
        return board.ship("s")

    assert hull("axis.movement, axis.clean-up").dg
    assert not hull("axis.movement, allies.clean-up").dg


def test_r11_the_output_says_if_no_unit_is_there_to_barrage():
    fought = fight(game(["{id: strike, in: axis.combat, kind: barrage, at: h}"], [T1], play="axis.combat"))
    assert "no barrage: no unit is there to carry it out (R11)" in fought.notes()


def test_r1_the_output_says_if_the_weather_stops_missions():
    road = "{id: raid, in: axis.movement, kind: interdict, at: h, with: [f1]}"
    storm = game([road], [F1], play="axis.movement", more="weather: {name: storm, flight: none}")
    assert fight(storm).told("note")[0]["text"] == "weather: storm; no mission may be flown"


def test_a_ruling_may_ask_for_the_default_of_the_version():
    for version, intercepted in (("ocs-3.0", False), ("ocs-4.3", True)):
        rulings = with_option(profile(version, interception="no"), name="interception", value="by-profile")
        assert rulings.yes("interception") is intercepted
        assert rulings.is_default("interception")
