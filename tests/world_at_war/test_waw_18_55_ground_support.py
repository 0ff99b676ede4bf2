"""Ground support (18.55): eligibility, limits, worth, losses and what a given-up attack costs."""

import json

import pytest
from support import TESTS, fight, problems_of
from waw_front import DROP, battle, front, strengths, unit

from airwar.rulesets.world_at_war.ground_combat import RESULTS, column_of, owed_by, table_column
from airwar.rulesets.world_at_war.ground_forces import naval_factors, support_over_limit, support_strength

CASES = {case["id"]: case for case in json.loads((TESTS / "cases" / "world-at-war.json").read_text())}
ATTACK = {"field.attacker.attack": "attack"}
ISLAND = "invasion: true, attackers: 5, defenders: [{factors: 1, dm: 3}]"
WING = "{id: wing, nation: japan, type: nas, count: 12, at: home}"


# the worked examples of 18.5521, and the cases derived from it


@pytest.mark.proves("18.556", "18.55", "18.552")
def test_18_5521_example_twelve_squadrons_support_five_factors_against_an_island():
    case = CASES["G-01"]
    fought = fight(front(battle(f"{ISLAND}, with: {{wing: 12}}"), WING), "attack attack; die 1; ground-losses 9 wing")
    assert strengths(fought) == (9, 3)
    roll = fought.rolls()["field.r1.ground.die"]
    assert (roll["row"], roll["result"]) == (case["expected"]["odds"], case["expected"]["result"])
    assert unit(fought, "wing") == (0, 3)
    assert fought.rulings()["ground-table"] == "transcribed"
    assert fought.end.result == "defender eliminated"


def test_18_5521_example_fewer_than_nine_squadrons_do_not_pay_for_the_exchange():
    fought = fight(front(battle(f"{ISLAND}, with: {{wing: 12}}, result: Ex"), WING), "attack attack; ground-losses 9 wing")
    question = fought.asked[-1]
    assert question.refuses({"wing": 8}) == "2 2/3 factors given up; 3 factors must be (18.556)"
    assert question.refuses({"ground": 1, "wing": 6}) is None
    assert question.refuses({"ground": 3}) is None


def test_18_5521_example_five_squadrons_and_seven_fleet_factors_add_four():
    case = CASES["G-02"]
    assert naval_factors(case["input"]["nas"], case["input"]["fleet_factors"]) == case["expected"]["added"]
    fought = fight(front(battle(f"{ISLAND}, bombardment: 7, with: {{wing: 5}}, result: D"), WING), "attack attack")
    assert strengths(fought) == (5 + 4, 3)


@pytest.mark.proves("17.143")
def test_18_5521_five_squadrons_alone_are_one_factor():
    case = CASES["G-03"]
    assert naval_factors(case["input"]["nas"], case["input"]["fleet_factors"]) == case["expected"]["added"]


def test_18_554a_six_factors_for_two_ground_factors_are_within_the_limit():
    case = CASES["G-04"]
    assert (support_over_limit(3 * case["input"]["aaf"], 0, case["input"]["ground"]) is None) is case["expected"]["limit_ok"]
    assert support_over_limit(19, 0, 2) == "6 1/3 factors of ground support for 2 ground factors; expected at most 6 (18.554)"


def test_18_612_the_squadrons_of_a_mixed_defensive_force_are_rounded_down():
    case = CASES["G-06"]
    given = case["input"]
    assert support_strength(given["das_aaf"], given["das_nas"], invasion=False) == case["expected"]["das_strength"]


# 18.551, 18.552


@pytest.mark.proves("17.23", "17.33", "17.53")
def test_18_551_army_and_naval_air_in_range_of_every_attacked_hex():
    both = battle("also: [hill], attackers: 4, defenders: [{factors: 1}], result: D")
    near = front(both, "stukas", "vals", "me-262", "ju-52").replace("distances:\n", "distances:\n  field: {hill: 1}\n", 1)
    fought = fight(near, "support 2 stukas 3 vals; attack attack")
    assert fought.asked[0].items == {"stukas": 6, "vals": 4}
    assert strengths(fought) == (4 + 2 + 1, 1)
    assert unit(fought, "stukas") == (4, 2)
    short = near.replace("akagi: {field: 3, hill: 3", "akagi: {field: 3, hill: 4")
    fought = fight(short, "support none; attack attack")
    assert fought.asked[0].items == {"stukas": 6}


def test_18_551_who_supported_a_regular_attack_does_not_support_exploitation():
    two = battle("attackers: 2, defenders: [{factors: 1}], with: {stukas: 5}, result: D")
    two += "  - {at: hill, kind: exploitation, attackers: 2, defenders: [{factors: 1}], result: D}\n"
    fought = fight(front(two, "stukas"), "attack attack; support 1 stukas; attack attack")
    assert fought.asked[1].items == {"stukas": 1}


def test_18_5522_carriers_support_regular_attacks_but_not_exploitation():
    wrong = battle("kind: exploitation, attackers: 2, defenders: [{factors: 1}], with: {vals: 3}")
    assert problems_of(front(wrong, "vals")) == [
        "26:91: vals is on a carrier, which does not support exploitation attacks (18.5522)"
    ]
    assert problems_of(front(wrong.replace("kind: exploitation, ", ""), "vals")) == []


def test_18_5522_carriers_do_not_support_overruns():
    said = battle("kind: overrun, attackers: 2, defenders: [{factors: 1}], with: {vals: 3}, result: overrun")
    assert problems_of(front(said, "vals")) == ["26:86: vals is on a carrier, which does not support overrun attacks (18.5522)"]


# 18.553, 18.554


@pytest.mark.proves("18.553", "18.553B")
def test_18_553a_escort_carriers_support_invasions_only():
    landing = "attackers: 3, defenders: [{factors: 1}], cve: 2"
    assert problems_of(front(battle(landing), "stukas")) == [
        "26:63: escort carriers give ground support to seaborne invasions only (18.553)"
    ]
    fought = fight(front(battle(f"invasion: true, {landing}, with: {{}}, result: D"), "stukas"), "attack attack")
    assert strengths(fought) == (3 + 2, 1)


@pytest.mark.proves("18.554B")
def test_18_553c_escort_carriers_are_limited_by_the_invading_factors():
    landing = "invasion: true, attackers: 3, defenders: [{factors: 1}], cve: 4"
    assert problems_of(front(battle(landing), "stukas")) == ["26:79: 4 escort carrier factors for 3 invading factors (18.553)"]


@pytest.mark.proves("18.554A", "18.554")
def test_18_553d_escort_carriers_count_against_the_overall_limit():
    landing = "invasion: true, attackers: 2, defenders: [{factors: 1}], cve: 2, with: {stukas: %d}"
    assert problems_of(front(battle(landing % 4), "stukas")) == []
    assert problems_of(front(battle(landing % 5), "stukas")) == [
        "26:88: 7 factors of ground support for 2 ground factors; expected at most 6 (18.554)"
    ]


def test_18_553e_the_attacker_pays_with_ground_air_and_naval_units_as_he_likes():
    landing = "invasion: true, attackers: 3, defenders: [{factors: 1, dm: 3}], cve: 1, bombardment: 3, with: {stukas: 2}"
    fought = fight(front(battle(f"{landing}, result: Ex"), "stukas"), "attack attack; ground-losses 1 cve 3 fleets 1 stukas")
    assert fought.losses()[:3] == [
        ("attacker", "escort carrier factors", 1, "eliminated"),
        ("attacker", "fleet factors", 3, "eliminated"),
        ("attacker", "stukas: German AAF", 1, "eliminated"),
    ]
    assert unit(fought, "stukas") == (4, 1)


def test_18_554_an_answer_over_the_limit_is_refused():
    fought = fight(front(battle("attackers: 1, defenders: [{factors: 1}], result: D"), "stukas"), "support 3 stukas; attack attack")
    asked = fought.asked[0]
    assert asked.refuses({"stukas": 4}) == "4 factors of ground support for 1 ground factor; expected at most 3 (18.554)"


def test_18_554c_the_limit_is_not_tested_again_in_a_further_round():
    fought = fight(
        front(battle("attackers: 2, defenders: [{factors: 4}], with: {stukas: 6}, result: Ex-1"), "stukas"),
        """
            attack attack
            losses 1 attacker 1 defender
            attacker.ground-losses 1 ground; defender.ground-losses 1 ground; another-round again
            die 6
        """,
    )
    assert strengths(fought) == (1 + 6, 3)  # six factors with one ground factor
    assert fought.told("needschart")[0]["text"].startswith("the losses for result 'Ex-1' are not in the source")


# 18.555


def test_18_555_calling_an_attack_off_costs_its_ground_support():
    fought = fight(front(battle("attackers: 2, defenders: [{factors: 1}], with: {stukas: 4}"), "stukas"), "attack call-off")
    assert unit(fought, "stukas") == (2, 0)
    assert fought.end.result == "called off"


def test_18_555_attacking_with_fewer_costs_what_is_too_much():
    fought = fight(front(battle("attackers: 2, defenders: [{factors: 1}], with: {stukas: 5}, result: D"), "stukas"), "attack fewer")
    assert unit(fought, "stukas") == (1, 3)
    assert strengths(fought) == (1 + 3, 1)


def test_18_555_an_overrun_that_is_called_off_costs_its_ground_support():
    said = battle("kind: overrun, attackers: 2, defenders: [{factors: 1}], with: {stukas: 4}")
    fought = fight(front(said, "stukas"), "overrun call-off")
    assert unit(fought, "stukas") == (2, 0)


def test_18_46_ground_support_returns_to_another_base_in_range_that_has_room():
    text = front(battle("attackers: 2, defenders: [{factors: 1}], with: {stukas: 4}, result: D"), "stukas")
    near = text.replace("home: {rear: 8", "rear: {field: 4}\n  home: {rear: 8")
    fought = fight(near, "attack attack; return.stukas.field rear")
    assert unit(fought, "stukas") == (2, 0)
    assert fought.state.unit("stukas/rear").inverted == 4


def test_18_5551_an_aborted_invasion_sends_its_ground_support_home_inverted():
    landing = "invasion: true, attackers: 2, defenders: [{factors: 1}], with: {stukas: 4}"
    fought = fight(front(battle(landing), "stukas"), "attack abort")
    assert unit(fought, "stukas") == (2, 4)
    turned_back = fight(front(battle(f"{landing}, landed: 0"), "stukas"))
    assert unit(turned_back, "stukas") == (2, 4)
    assert turned_back.end.result == "turned back"


def test_18_5552_excess_after_enemy_action_goes_home_inverted():
    landing = "invasion: true, attackers: 2, landed: 1, defenders: [{factors: 1}], cve: 2, with: {stukas: 4}, result: D"
    fought = fight(front(battle(landing), "stukas"), "attack attack")
    assert strengths(fought) == (1 + 2 + 1, 1)  # one escort carrier factor too many stays out as well
    assert unit(fought, "stukas") == (2, 4)


def test_18_553c_airborne_factors_do_not_make_room_for_escort_carriers():
    landing = "invasion: true, attackers: 2, landed: 1, defenders: [{factors: 1}], cve: 2, with: {}, result: D"
    fought = fight(front(DROP + battle(landing), "ju-52"), "attack attack")
    assert strengths(fought) == (1 + 2 + 1, 1)  # one came by sea, two by air, and one escort carrier factor may help


def test_18_555_a_drop_that_is_shot_down_is_enemy_action():
    said = DROP + battle("attackers: 0, defenders: [{factors: 1}], with: {stukas: 6}")
    fought = fight(
        front(said, "ju-52", "stukas", "raf"), "support none; intercept field; interceptors 3 raf; attack 3 raf; defender.fire 6 6"
    )
    assert fought.end.result == "Field: 0 of 2 dropped; Field: turned back"
    assert unit(fought, "stukas") == (0, 6)


def test_18_556_all_some_or_none_of_the_losses_from_the_air():
    said = front(battle("attackers: 3, defenders: [{factors: 2}], with: {stukas: 3}, result: Ex"), "stukas")
    for paid, left in (({"stukas": 2}, (3, 1)), ({"ground": 1, "stukas": 1}, (3, 2)), ({"ground": 2}, (3, 3))):
        fought = fight(said, answers={"field.attacker.attack": "attack", "field.r1.attacker.ground-losses": paid})
        assert unit(fought, "stukas") == left


# the ground table, its columns and its results


@pytest.mark.parametrize(
    ("attack", "defense", "column"),
    [(9, 3, "3:1"), (8, 3, "2:1"), (4, 4, "1:1"), (3, 4, "1:2"), (1, 2, "1:2"), (1, 3, "1:3"), (1, 9, "1:4"), (30, 2, "5:1")],
)
def test_18_5521_odds_are_rounded_down_for_the_attacker(attack, defense, column):
    assert column_of(attack, defense) == column


def test_18_5521_the_ground_table_column_by_column():
    assert table_column("3:1").cells == ("Ex", "Ex-1", "Ex-2", "d", "D", "D")
    assert table_column("1:4").cells == ("A", "A", "A", "A", "A", "Ex")
    assert table_column("5:1").cells == ("Ex-2", "d", "D", "D", "D", "D")


@pytest.mark.parametrize("result", RESULTS)
def test_18_5521_only_what_the_results_say_by_name_is_taken_from_them(result):
    known = {"A": (6, 0), "D": (0, 4), "Ex": (4, 4)}
    assert owed_by(result, 6, 4) == known.get(result)


def test_18_5521_odds_results_and_losses_may_all_be_typed_in():
    fought = fight(
        front(
            battle("attackers: 4, defenders: [{factors: 3}], with: {stukas: 1}"),
            "stukas",
            options="ground-odds: typed, ground-table: typed, ground-losses: typed",
        ),
        "attack attack; odds 2:1; result D; losses 3 defender",
    )
    assert fought.end.result == "defender eliminated"
    assert "ground-table" not in fought.rulings()


def test_18_555_the_attacker_chooses_the_order_of_his_attacks():
    two = battle("attackers: 2, defenders: [{factors: 1}], with: {}, result: D")
    two += "  - {at: hill, attackers: 2, defenders: [{factors: 1}], with: {}, result: D}\n"
    fought = fight(front(two, "stukas"), "next-attack hill; attack attack; attack attack")
    assert fought.end.result == "Hill: defender eliminated; Field: defender eliminated"
