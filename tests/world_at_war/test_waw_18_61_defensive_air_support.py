"""Defensive air support (18.61) and its interception (18.56)."""

import pytest
from support import fight
from waw_front import battle, front, strengths, unit

from airwar.rulesets.world_at_war.ground_forces import support_strength

ATTACK = {"field.attacker.attack": "attack"}
HELD = "attackers: 4, defenders: [{factors: 1, dm: 2}], with: {}"
SENT = {"field.defender.support": {"raf": 2}}


# 18.611 - 18.612


@pytest.mark.proves("18.61", "18.6", "18.615", "18.611A", "18.611B")
def test_18_611_army_air_adds_one_factor_each_and_is_not_multiplied():
    fought = fight(front(battle(f"{HELD}, result: D"), "raf"), "support 2 raf; attack attack; use 2 raf")
    assert strengths(fought) == (4, 2 + 2)
    assert unit(fought, "raf") == (1, 0)  # what took part is gone with the defenders
    assert not fought.rolls()  # ground support and defensive air support do not fight


def test_18_611_ground_support_is_announced_first():
    fought = fight(
        front(battle("attackers: 2, defenders: [{factors: 1}], result: D"), "stukas", "raf"),
        "attacker.support none; defender.support none; attack attack",
    )
    assert [asked.key for asked in fought.asked[:2]] == ["field.attacker.support", "field.defender.support"]


def test_18_611a_the_defender_uses_all_some_or_none():
    fought = fight(front(battle(f"{HELD}, result: D"), "raf"), "support 2 raf; attack attack; use none")
    assert strengths(fought) == (4, 2)
    assert unit(fought, "raf") == (1, 2)  # not used, so not lost, but inverted


@pytest.mark.parametrize(("army", "squadrons", "ground", "invasion"), [(2, 4, 3, 10), (0, 2, 0, 2), (1, 3, 2, 6), (3, 0, 3, 9)])
@pytest.mark.proves("18.611B")
def test_18_611c_against_invasion_three_for_a_factor_and_one_for_a_squadron(army, squadrons, ground, invasion):
    assert support_strength(army, squadrons, invasion=False) == ground
    assert support_strength(army, squadrons, invasion=True) == invasion


def test_18_611c_the_added_strength_counts_in_losses():
    landing = "invasion: true, attackers: 9, defenders: [{factors: 1, dm: 3}], with: {}, result: Ex-2"
    fought = fight(
        front(battle(landing), "raf"),
        "support 1 raf; attack attack; use 1 raf; losses 3 defender; ground-losses 1 raf; another-round end",
    )
    assert strengths(fought) == (9, 3 + 3)
    assert unit(fought, "raf") == (2, 0)  # one factor pays for three


def test_18_611d_from_a_base_in_partial_supply_only_over_the_own_hex():
    quiet = front(battle(f"{HELD}, result: D"), "raf", fort=", supply: partial")
    assert [asked.key for asked in fight(quiet, "attack attack").asked] == ["field.attacker.attack"]
    at_home = front(battle(f"{HELD}, result: D", "fort"), "raf", fort=", supply: partial")
    fought = fight(at_home, "support 1 raf; attack attack; use 1 raf; advance.fort stay")
    assert strengths(fought) == (4, 3)


def test_18_611d_into_a_hex_in_deep_winter_only_from_that_hex():
    cold = front(battle(f"{HELD}, winter: 9, result: D"), "raf")
    assert [asked.key for asked in fight(cold, "attack attack").asked] == ["field.attacker.attack"]
    snowed_in = "{id: snowed-in, nation: britain, type: aaf, count: 1, at: fort, winter: 9}"
    assert len(fight(front(battle(f"{HELD}, result: D"), snowed_in), "attack attack").asked) == 1


def test_18_611d_not_for_partisans_alone():
    alone = battle("attackers: 4, defenders: [{factors: 1, partisans: true}], with: {}, result: D")
    assert len(fight(front(alone, "raf"), "attack attack").asked) == 1
    together = battle("attackers: 9, defenders: [{factors: 2, partisans: true}, {factors: 1}], with: {}, result: D")
    three = "{id: three, nation: britain, type: aaf, count: 5, at: fort}"
    fought = fight(front(together, three), "support 4 three; attack attack; use 3 three")
    # the limit counts the unit that may be supported
    assert fought.question("field.defender.use").refuses({"three": 4}) is not None


def test_18_612_carrier_based_naval_air_gives_none():
    fought = fight(front(battle(f"{HELD}, result: D"), "faa", "sea-hurricanes"), "support 4 faa; attack attack; use 3 faa")
    assert fought.question("field.defender.support").items == {"faa": 4}
    assert strengths(fought) == (4, 2 + 1)


# 18.613, 18.618


@pytest.mark.proves("18.511")
def test_18_613_support_that_prevents_an_overrun_stays_for_regular_combat():
    both = "battles:\n  - {at: field, kind: overrun, attackers: 9, defenders: [{factors: 1}], with: {}}\n"
    both += "  - {at: field, attackers: 9, defenders: [{factors: 1}], with: {}, result: D}\n"
    fought = fight(front(both, "raf"), "support 2 raf; use 2 raf; overrun prevented; support 1 raf; attack attack; use 3 raf")
    assert strengths(fought) == (9, 1 + 3)
    assert fought.end.result == "Field: prevented; Field: defender eliminated"


def test_18_613_overrun_defenders_take_their_support_with_them_by_default():
    rolled_over = "battles:\n  - {at: field, kind: overrun, attackers: 9, defenders: [{factors: 1}], with: {}, result: overrun}\n"
    rolled_over += "  - {at: field, attackers: 9, defenders: [{factors: 1}], with: {}}\n"
    fought = fight(front(rolled_over, "raf"), "support 2 raf; use 1 raf")
    assert unit(fought, "raf") == (1, 1)
    assert fought.rulings()["overrun-das"] == "eliminated"
    assert fought.end.result == "overrun"  # nobody is left to be attacked later
    spared = fight(front(rolled_over, "raf", options="overrun-das: returns"), "support 2 raf; use 1 raf")
    assert unit(spared, "raf") == (1, 2)


EXPLOITED = battle("attackers: 4, defenders: [{factors: 1}], with: {}, result: Ex-2")
EXPLOITED += "  - {at: field, kind: exploitation, attackers: 4, defenders: [{factors: 1}], with: {}, result: D}\n"


def test_18_618_support_that_took_no_part_may_stay_against_exploitation():
    fought = fight(
        front(EXPLOITED, "raf"),
        """
            support 3 raf; attack attack; use 1 raf
            losses none
            another-round end; stay 1 raf
            attack attack; use 1 raf
        """,
    )
    assert strengths(fought) == (4, 1 + 1)
    assert unit(fought, "raf") == (0, 2)  # one used, one sent home, one lost


def test_18_618_surplus_air_may_stay():
    crowd = "{id: crowd, nation: britain, type: aaf, count: 5, at: fort}"
    stays = fight(
        front(EXPLOITED, crowd),
        """
            support 5 crowd; attack attack; use 3 crowd
            losses none
            another-round end; stay 2 crowd
            attack attack; use 2 crowd
        """,
    )
    assert strengths(stays) == (4, 1 + 2)


def test_18_613_naval_air_against_exploitation_is_an_option():
    late = "battles:\n  - {at: field, kind: exploitation, attackers: 4, defenders: [{factors: 1}], with: {}, result: D}\n"
    fought = fight(front(late, "faa"), "support 3 faa; attack attack; use 3 faa")
    assert fought.rulings()["exploitation-das"] == "all"
    assert len(fight(front(late, "faa", options="exploitation-das: army"), "attack attack").asked) == 1


# 18.614


@pytest.mark.proves("18.614A", "18.614C", "18.617")
def test_18_614_more_may_be_sent_than_used_and_the_surplus_is_untouched():
    crowd = "{id: crowd, nation: britain, type: aaf, count: 5, at: fort}"
    fought = fight(
        front(battle("attackers: 9, defenders: [{factors: 1, dm: 2}], with: {}, result: D"), crowd),
        "support 4 crowd; attack attack; use 3 crowd",
    )
    refused = fought.question("field.defender.use").refuses({"crowd": 4})
    assert refused == "4 air factors for 1 defending ground factor; expected at most 3 (18.614)"  # the multiplier of 2 is ignored
    assert fought.question("field.defender.use").totals() == (0, 3)
    assert unit(fought, "crowd") == (1, 1)


def test_18_614a_against_an_invasion_the_limit_counts_factors_not_strength():
    landing = battle("invasion: true, attackers: 9, defenders: [{factors: 1}], with: {}, result: D")
    fought = fight(front(landing, "raf"), "support 3 raf; attack attack; use 3 raf")
    assert strengths(fought) == (9, 1 + 9)


def test_18_614b_the_limit_is_not_tested_again_in_a_further_round():
    two = battle("attackers: 9, defenders: [{factors: 1}, {factors: 1}], with: {}, result: Ex-2")
    six = "{id: six, nation: britain, type: aaf, count: 5, at: fort}"
    fought = fight(
        front(two, six),
        """
            support 5 six; attack attack; use 5 six
            losses 1 defender
            ground-losses 1 ground-1; another-round again
            die 6; losses 9 attacker
        """,
    )
    assert strengths(fought) == (9, 1 + 5)
    assert fought.end.result == "attacker eliminated"


def test_18_6141_jets_escort_only_and_are_untouched_by_ground_combat():
    fought = fight(front(battle(f"{HELD}, result: D"), "raf", "meteors"), "support 1 raf 1 meteors; attack attack; use 1 raf")
    asked = fought.question("field.defender.support")
    assert asked.refuses({"meteors": 1}) == "jets only escort army or naval air that flies defensive air support (18.6141)"
    assert strengths(fought) == (4, 2 + 1)
    assert unit(fought, "meteors") == (0, 1)
    assert unit(fought, "raf") == (2, 0)


# 18.616, 18.617


def test_18_616_losses_that_leave_survivors_fall_on_air_or_ground_as_the_defender_likes():
    said = front(battle("attackers: 6, defenders: [{factors: 2, dm: 2}], with: {}, result: Ex-2"), "raf")
    typed = {"field.r1.ground.losses": {"defender": 3}}
    for paid, left in (({"raf": 2, "ground": 1}, (1, 0)), ({"ground": 2}, (1, 2))):
        fought = fight(
            said,
            answers=ATTACK
            | SENT
            | typed
            | {"field.defender.use": {"raf": 2}, "field.r1.defender.ground-losses": paid}
            | ({"field.r1.attacker.another-round": "end"} if paid.get("ground") == 1 else {}),
        )
        assert unit(fought, "raf") == left
    assert (
        fought.question("field.r1.defender.ground-losses").refuses({"raf": 2}) == "2 factors given up; 3 factors must be (18.616)"
    )


def test_18_617_air_that_did_not_fly_is_untouched_and_displaced_by_an_advance():
    text = front(battle(f"{HELD}, result: D", "fort"), "raf")
    text = text.replace("carriers:", "  haven: {side: allies, facilities: [city]}\ncarriers:", 1)
    text = text.replace("fort: {pocket", "fort: {haven: 5, pocket")
    fought = fight(text, "support none; attack attack; advance.fort advance")
    assert unit(fought, "raf") == (0, 3)
    assert fought.state.unit("raf").home == "haven"


def test_18_617_support_that_returns_to_a_captured_base_is_displaced_too():
    text = front(battle(f"{HELD}, result: D", "fort"), "raf")
    fought = fight(text, "support 3 raf; attack attack; use 2 raf; advance.fort advance")
    assert fought.state.held_by("fort") == "axis"
    assert fought.losses()[-1] == ("defender", "raf: British AAF", 1, "eliminated")  # there is no other base


def test_18_25_support_whose_base_fell_while_it_was_away_is_displaced_on_its_return():
    said = battle("kind: overrun, attackers: 3, defenders: [{factors: 1}], with: {}, result: prevented")
    said += "  - {at: fort, kind: overrun, attackers: 3, defenders: [{factors: 1}], with: {}, result: overrun}\n"
    said += "  - {at: field, attackers: 9, defenders: [{factors: 1}], with: {}, result: D}\n"
    text = front(said, "raf").replace("fort: {pocket", "fort: {haven: 5, pocket")
    fought = fight(
        text.replace("carriers:", "  haven: {side: allies, facilities: [city]}\ncarriers:", 1),
        "support 3 raf; use 3 raf; attack attack; use 1 raf",
    )
    assert fought.state.held_by("fort") == "axis"
    assert fought.state.unit("raf").home == "haven"
    assert unit(fought, "raf") == (0, 2)


# 18.619


LOW = "attackers: 2, defenders: [{factors: 3}], with: {}, result: A"


def test_18_619_against_low_odds_support_may_come_late_and_the_attack_goes_in():
    fought = fight(front(battle(LOW), "raf"), "support 1 raf; attack attack; use 1 raf; support 2 raf; use-deferred 2 raf")
    assert strengths(fought) == (2, 3 + 3)
    assert unit(fought, "raf") == (0, 3)
    assert fought.end.result == "attacker eliminated"


def test_18_619_at_even_odds_nothing_comes_late():
    even = "attackers: 3, defenders: [{factors: 3}], with: {}, result: A"
    fought = fight(front(battle(even), "raf"), "support none; attack attack")
    assert strengths(fought) == (3, 3)


def test_18_619_interception_of_deferred_support_leaves_earlier_support_alone():
    fought = fight(
        front(battle(LOW), "fighters", "raf"),
        """
            support 1 raf
            intercept none
            attack attack; use 1 raf
            support 2 raf; intercept 3 fighters
            fire 6 6, 1 1
        """,
    )
    assert strengths(fought) == (2, 3 + 1)
    assert unit(fought, "raf") == (0, 1)
    assert unit(fought, "fighters") == (0, 3)


def test_18_619_the_limit_covers_early_and_deferred_support_together():
    crowd = "{id: crowd, nation: britain, type: aaf, count: 5, at: fort}"
    fought = fight(
        front(battle("attackers: 1, defenders: [{factors: 1, dm: 2}], with: {}, result: A"), crowd),
        "support 2 crowd; attack attack; use 2 crowd; support 3 crowd; use-deferred 1 crowd",
    )
    assert fought.question("field.deferred.defender.use-deferred").refuses({"crowd": 2}) is not None
    assert strengths(fought) == (1, 2 + 3)


# 18.56


@pytest.mark.proves("18.563", "18.561", "18.5633", "18.564")
@pytest.mark.proves("18.512E")
def test_18_56_one_round_is_fought_and_whoever_is_unscathed_gives_support():
    fought = fight(
        front(battle(f"{HELD}, result: D"), "fighters", "raf"),
        """
            support 2 raf
            intercept 1 fighters
            fire 2 2, 1 1  # 0/1 and 0/1
            continue continue; press disengage
            attack attack; use 1 raf
        """,
    )
    assert fought.question("field.defender.use").items == {"raf": 1}
    assert unit(fought, "raf") == (1, 1)  # one stayed at home, one aborted, one gave support and fell
    assert unit(fought, "fighters") == (2, 1)


@pytest.mark.proves("18.5631")
def test_18_5632_the_defender_may_return_after_the_first_round():
    fought = fight(
        front(battle(f"{HELD}, result: D"), "fighters", "raf"),
        "support 2 raf; intercept 1 fighters; fire 1 1, 1 1; continue return; attack attack",
    )
    assert strengths(fought) == (4, 2)
    assert unit(fought, "raf") == (1, 2)


def test_18_5634_another_round_with_aborted_and_fresh_units_even_if_none_survived():
    fought = fight(
        front(battle(f"{HELD}, result: D"), "fighters", "raf"),
        """
            support 2 raf
            intercept 1 fighters
            fire 2 2, 6 6  # row 2: 2/2
            continue continue; press another; reinforce 2 fighters
            fire 1 1, 1 1  # row 2, the one that aborted fights too
            continue continue; press disengage
            attack attack; use 1 raf
        """,
    )
    assert fought.question("field.air.r1.attacker.reinforce").least == 1
    assert fought.rolls()["field.air.r2.defender.fire"]["row"] == "2"
    assert unit(fought, "fighters") == (0, 2)


def test_18_562_carrier_and_land_based_air_intercept_together():
    fought = fight(
        front(battle(f"{HELD}, result: D"), "fighters", "vals", "raf"),
        "support 1 raf; intercept 1 fighters 4 vals; fire 6 6, 1 1; attack attack",
    )
    assert fought.rolls()["field.air.r1.attacker.fire"]["row"] == "7"  # three squadrons and four
    assert unit(fought, "raf") == (2, 0)
    assert fought.state.unit("vals").flown == 3  # the one loss falls on the larger contingent


def test_18_561_jets_intercept_and_escorting_jets_are_met():
    fought = fight(
        front(battle(f"{HELD}, result: D"), "me-262", "raf", "meteors"),
        """
            support 1 raf 1 meteors
            intercept 1 me-262
            fire 1 1, 1 1; losses.types britain-aaf,britain-jet; continue return
            attack attack
        """,
    )
    assert fought.rolls()["field.air.r1.attacker.fire"]["row"] == "3"
    assert fought.rolls()["field.air.r1.defender.fire"]["row"] == "4"


def test_18_616_where_nothing_less_than_all_will_do_nobody_is_asked():
    attack = battle("attackers: 6, defenders: [{factors: 1, dm: 2}], with: {}, result: Ex-1")
    fought = fight(front(attack, "stukas"), "attack attack; losses 1 defender")
    assert ("defender", "ground factors", 1, "eliminated") in fought.losses()
    assert fought.end.result == "defender eliminated"
