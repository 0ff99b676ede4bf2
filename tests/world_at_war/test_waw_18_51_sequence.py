"""The order of a player turn (18.511-18.513)."""

import pytest

from airwar.rulesets.world_at_war.bases.displacement import after_ground_combat
from airwar.rulesets.world_at_war.sequence import FIRST_STEPS, ORDER, in_order, phase_of


@pytest.mark.proves("18.511A", "18.511C", "18.511D", "18.511E", "18.511F", "18.511G", "18.511H", "18.511I", "18.5")
def test_18_511_the_missions_of_the_movement_phase_in_their_order():
    agenda = ("movement.overruns", "movement.air-transport", "movement.hump", "movement.air-supply", "movement.counterair")
    assert in_order(agenda) == tuple(reversed(agenda))


@pytest.mark.proves("18.512A", "18.512B", "18.512C", "18.512D", "18.512E", "18.512F", "18.512G", "18.512H")
def test_18_512_the_missions_of_the_combat_phase_in_their_order():
    parts = ("bombing", "attacks", "airdrops", "ground-support", "hump", "naval-bases", "counterair")
    agenda = tuple(f"combat.{part}" for part in parts)
    assert in_order(agenda) == tuple(reversed(agenda))


@pytest.mark.proves("18.513A", "18.513B")
def test_18_513_redeployment_comes_after_construction_and_before_the_end():
    agenda = ("end.uninversion", "redeployment.air-transport", "construction.units", "combat.bombing", "start.uninversion")
    assert in_order(agenda) == tuple(reversed(agenda))


def test_18_511_what_the_order_does_not_list_comes_last_in_its_phase():
    assert in_order(("combat.counterair", "movement.leaflets", "movement.counterair")) == (
        "movement.counterair",
        "movement.leaflets",
        "combat.counterair",
    )


def test_18_511_an_entry_without_a_phase_belongs_to_the_one_it_comes_up_in():
    assert phase_of("interceptions") == ""


def test_18_511_every_step_that_opens_a_phase_entry_is_listed():
    assert [entry for entry in FIRST_STEPS if phase_of(entry) and entry not in ORDER] == []


def test_18_617_ground_combat_is_followed_by_displacement():
    assert after_ground_combat(("movement.overruns", "combat.attacks", "combat.exploitation-attacks"))[3:] == (
        "movement.displacement",
        "combat.displacement",
    )
