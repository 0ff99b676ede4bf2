"""Cases from the table about missions: counterair, transports, ground support and the air over the battlefield."""

from support import fight
from waw_cases import CASES, case_text, played
from waw_front import battle, front


def test_19_52_a_squadron_lost_earlier_in_the_turn_does_not_fight_again():
    end = played("squadron-lost-earlier")
    rolls = end.rolls()
    assert rolls["oahu.r1.defender.fire"]["row"] == "6"  # two factors in squadrons
    assert rolls["combat.oahu.r1.defender.fire"]["row"] == "5"
    unit = end.state.unit("haf")
    assert (unit.number, unit.debt) == (1, -1)  # two of six squadrons are gone: one factor, and a squadron of another


def test_19_12_carrier_air_does_not_join_a_counterair_after_its_first_round():
    end = played("carriers-join-late")
    offered = {question.key: dict(question.items) for question in end.asked if question.key.endswith("reinforce")}
    assert offered == {"rabaul.r1.attacker.reinforce": {"marines": 1}}


def test_18_5521_the_strengths_on_the_screen_add_up():
    said = "invasion: true, attackers: 3, cve: 1, bombardment: 2, result: D"
    said += ", defenders: [{factors: 1, dm: 3}], with: {stukas: 3, vals: 3}"
    text = front(battle(said), "stukas", "vals", "faa")
    end = fight(text, "support 2 faa; intercept none; attack attack; use 2 faa")
    sheet = next(body for body in end.told("sheet") if body["title"] == "Strengths at Field")
    assert sheet["rows"] == [
        ["Axis", "ground", "3", "3"],
        ["Axis", "stukas: German AAF", "3", "3"],
        ["Axis", "vals: Japanese NAS", "3", "1"],
        ["Axis", "escort carriers", "1", "1"],
        ["Axis", "shore bombardment", "2", "2/3"],
        ["Axis", "thirds left over", "", "-2/3"],
        ["Axis", "strength", "", "8"],
        ["Allies", "ground, times 3", "1", "3"],
        ["Allies", "faa: US NAS", "2", "2"],
        ["Allies", "strength", "", "5"],
    ]


def test_every_case_says_which_rule_it_is_about():
    assert all(case_text(path.stem).startswith("# 1") for path in CASES.glob("*.yaml"))


def test_18_45_questions_name_units_with_their_type_base_and_distance():
    end = played("carrier-air-after-missions", lambda text: text.replace(", with: {n: 4}", "").replace(", with: {m: 4}", ""))
    labels = {question.key: dict(question.labels) for question in end.asked if question.key.endswith("commit")}
    assert labels["isl2.attacker.commit"] == {"n": "n: US NAS at Essex, 2 hexes away", "m": "m: US NAS at Hornet, 2 hexes away"}


def test_18_251_paratroops_that_are_shot_down_capture_nothing():
    """An undefended air base falls to an airdrop that arrives, and to no other."""
    shot_down = played("airdrop-shot-down")
    assert shot_down.state.held_by("maleme") == "allies"
    arrived = played(
        "airdrop-shot-down", lambda text: text.replace('"*.defender.intercept": maleme', '"*.defender.intercept": none')
    )
    assert arrived.state.held_by("maleme") == "axis"
